//! Many states of one width, each once.
//!
//! In: states as columns of bits. Out: their numbers in the order in which they came. Always holds: a state and its
//! mirror image are one; states are kept whole and compared whole, so that nothing rests on the chance of a hash.

use super::windows::mixed;
use crate::solver::cover::compact;

/// How states of one width are packed into words.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packing {
    width: u32,
    bits: u32,
    columns_a_word: u32,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct States {
    words: Vec<u64>,
    /// Where a state is, found by its hash: half of the hash and its number plus one, or 0.
    places: Vec<u64>,
    len: usize,
}

impl Packing {
    pub(super) fn new(width: u32, bits: u32) -> Self {
        Self { width, bits, columns_a_word: 64 / bits }
    }

    pub(super) fn words(self) -> usize {
        self.width.div_ceil(self.columns_a_word) as usize
    }

    /// Packs columns, or their mirror image if that comes first.
    pub(super) fn pack(self, columns: &[u32], packed: &mut Vec<u64>, mirrored: &mut Vec<u64>) {
        self.pack_in_order(columns.iter(), packed);
        self.pack_in_order(columns.iter().rev(), mirrored);
        if mirrored < packed {
            std::mem::swap(packed, mirrored);
        }
    }

    fn pack_in_order<'a>(self, columns: impl Iterator<Item = &'a u32>, packed: &mut Vec<u64>) {
        packed.clear();
        let (mut word, mut filled) = (0, 0);
        for &column in columns {
            word |= u64::from(column) << filled;
            filled += self.bits;
            if filled + self.bits > 64 {
                packed.push(word);
                (word, filled) = (0, 0);
            }
        }
        if filled > 0 {
            packed.push(word);
        }
    }

    pub(super) fn unpack(self, packed: &[u64], columns: &mut Vec<u32>) {
        columns.clear();
        let mask = (1u64 << self.bits) - 1;
        let mut left = self.width;
        for &word in packed {
            for place in 0..left.min(self.columns_a_word) {
                columns.push(low_half(word >> (place * self.bits) & mask));
            }
            left = left.saturating_sub(self.columns_a_word);
        }
    }
}

impl States {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn get(&self, state: usize, packing: Packing) -> &[u64] {
        let words = packing.words();
        &self.words[state * words..(state + 1) * words]
    }

    pub(super) fn bytes(&self) -> u64 {
        8 * (self.words.capacity() + self.places.capacity()) as u64
    }

    /// The number of a state.
    pub(super) fn find(&self, packed: &[u64]) -> Option<u32> {
        if self.places.is_empty() {
            return None;
        }
        self.place_of(packed, hash(packed)).ok()
    }

    /// Adds a state; whether it is new.
    pub(super) fn insert(&mut self, packed: &[u64]) -> bool {
        if self.len * 3 >= self.places.len() * 2 {
            self.grow(packed.len());
        }
        let hash = hash(packed);
        let Err(place) = self.place_of(packed, hash) else { return false };
        self.words.extend_from_slice(packed);
        self.len += 1;
        self.places[place] = entry(hash, self.len);
        true
    }

    /// The number of a state, or else the place for it.
    fn place_of(&self, packed: &[u64], hash: u64) -> Result<u32, usize> {
        let last = self.places.len() - 1;
        let mut place = low_half(hash) as usize & last;
        loop {
            let entry = self.places[place];
            if entry == 0 {
                return Err(place);
            }
            if entry >> 32 == hash >> 32 {
                let state = low_half(entry) - 1;
                let number = state as usize;
                if &self.words[number * packed.len()..(number + 1) * packed.len()] == packed {
                    return Ok(state);
                }
            }
            place = (place + 1) & last;
        }
    }

    fn grow(&mut self, words: usize) {
        let size = (self.places.len() * 2).max(1 << 8);
        self.places = Vec::new();
        self.places.resize(size, 0);
        for (number, packed) in (1..).zip(self.words.chunks_exact(words)) {
            let hash = hash(packed);
            let mut place = low_half(hash) as usize & (size - 1);
            while self.places[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.places[place] = entry(hash, number);
        }
    }
}

fn entry(hash: u64, number: usize) -> u64 {
    hash >> 32 << 32 | u64::from(compact(number))
}

/// The lower 32 bits.
#[allow(clippy::cast_possible_truncation, reason = "only that half is wanted")]
fn low_half(word: u64) -> u32 {
    word as u32
}

/// The lower half says where to look, the upper half is compared.
pub(super) fn hash(packed: &[u64]) -> u64 {
    packed.iter().fold(0, |hash, &word| mixed(hash ^ word).rotate_left(7))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_and_its_mirror_image_are_one() {
        for (width, bits) in [(1, 3), (21, 3), (22, 3), (24, 5), (45, 6), (64, 1), (5, 16)] {
            let packing = Packing::new(width, bits);
            let columns: Vec<u32> = (0..width).map(|column| (column * 7 + 3) % (1 << bits)).collect();
            let (mut packed, mut spare, mut unpacked) = (Vec::new(), Vec::new(), Vec::new());
            packing.pack(&columns, &mut packed, &mut spare);
            assert_eq!(packed.len(), packing.words(), "{width} x {bits}");
            packing.unpack(&packed, &mut unpacked);
            let mirrored: Vec<u32> = columns.iter().rev().copied().collect();
            assert!(unpacked == columns || unpacked == mirrored, "{width} x {bits}");
            let (mut other, mut spare) = (Vec::new(), Vec::new());
            packing.pack(&mirrored, &mut other, &mut spare);
            assert_eq!(other, packed);
        }
    }

    #[test]
    fn states_are_numbered_as_they_come() {
        let mut states = States::default();
        assert_eq!(states.find(&[1, 2]), None);
        for number in 0..2000u64 {
            assert!(states.insert(&[number % 50, number / 50]));
            assert!(!states.insert(&[number % 50, number / 50]));
        }
        assert_eq!(states.len(), 2000);
        assert_eq!(states.find(&[7, 3]), Some(157));
        assert_eq!(states.find(&[3, 70]), None);
    }
}

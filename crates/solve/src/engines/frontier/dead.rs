//! Remembers states that have no tiling (a transposition table).
//!
//! A state reported as dead was inserted exactly. But entries are overwritten: at best, the last two states
//! that share a pair of slots are kept. A table begins small, because a search that ends soon would pay more
//! for fresh pages of memory than for its states.

use super::bits::Bits;
use crate::ground::shared_place::{sealed, unsealed};
use piecework_tiling::random::GOLDEN;

/// A number that identifies a state, never 0.
pub(super) trait Key: Copy + Eq + Send + Sync + 'static {
    /// The value of an empty slot.
    const NONE: Self;
    /// How many bits of a key are available.
    const BITS: u32;
    /// The most slots of a table, as a power of two. Both tables then take 2 MiB, which about fits in a
    /// cache: larger ones lose more by cache misses than they gain, and smaller ones forget too much
    /// (measured on the 12 pentominoes and on Untouchable 11).
    const SLOTS: u32;

    /// Begins a key with a window, truncated to the available bits.
    fn begin<W: Bits>(window: W) -> Self;

    /// Returns the key with a number added from this bit on.
    fn with(self, number: u64, from: u32) -> Self;

    /// Returns a hash of all bits; its highest bits are mixed best.
    fn mixed(self) -> u64;

    /// Returns the key as a number, for [`Key::from_wide`].
    fn to_wide(self) -> u128;

    /// Returns the key with a number; `None` if none has it.
    fn from_wide(number: u128) -> Option<Self>;
}

impl Key for u64 {
    const NONE: Self = 0;
    const BITS: u32 = 63;
    const SLOTS: u32 = 18;

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the window has no more bits")]
    fn begin<W: Bits>(window: W) -> Self {
        window.low() as u64 | 1 << 63
    }

    #[inline]
    fn with(self, number: u64, from: u32) -> Self {
        self | number << from
    }

    #[inline]
    fn mixed(self) -> u64 {
        self.wrapping_mul(GOLDEN)
    }

    fn to_wide(self) -> u128 {
        self.into()
    }

    fn from_wide(number: u128) -> Option<Self> {
        number.try_into().ok().filter(|&key| key != 0)
    }
}

impl Key for u128 {
    const NONE: Self = 0;
    const BITS: u32 = 127;
    const SLOTS: u32 = 17;

    #[inline]
    fn begin<W: Bits>(window: W) -> Self {
        window.low() | 1 << 127
    }

    #[inline]
    fn with(self, number: u64, from: u32) -> Self {
        self | u128::from(number) << from
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the two halves are wanted")]
    fn mixed(self) -> u64 {
        let high = ((self >> 64) as u64).wrapping_mul(GOLDEN);
        (self as u64 ^ high ^ high >> 32).wrapping_mul(GOLDEN)
    }

    fn to_wide(self) -> u128 {
        self
    }

    fn from_wide(number: u128) -> Option<Self> {
        Some(number).filter(|&key| key != 0)
    }
}

/// How many times a table grows, and by which power of two each time.
const TIMES: u32 = 4;
const GROWTH: u32 = 2;

/// The table of dead states.
#[derive(Debug)]
pub(super) struct DeadStates<K> {
    slots: Vec<K>,
    /// How many bits of a hash are not used for the slot.
    shift: u32,
    /// How many insertions remain before the table grows.
    room: usize,
}

impl<K: Key> DeadStates<K> {
    pub(super) fn new() -> Self {
        Self::with_slots(K::SLOTS - TIMES * GROWTH)
    }

    fn with_slots(bits: u32) -> Self {
        // So few that hardly any state is overwritten before.
        let room = if bits < K::SLOTS { 1 << (bits - 3) } else { usize::MAX };
        Self { slots: vec![K::NONE; 1 << bits], shift: u64::BITS - bits, room }
    }

    #[inline]
    fn slot(&self, key: K) -> usize {
        usize::try_from(key.mixed() >> self.shift).expect("few bits")
    }

    #[inline]
    pub(super) fn holds(&self, key: K) -> bool {
        let slot = self.slot(key);
        self.slots[slot] == key || self.slots[slot ^ 1] == key
    }

    #[inline]
    pub(super) fn insert(&mut self, key: K) {
        if self.room == 0 {
            self.grow();
        }
        self.room -= 1;
        self.put(key);
    }

    #[inline]
    fn put(&mut self, key: K) {
        let slot = self.slot(key);
        let before = std::mem::replace(&mut self.slots[slot], key);
        if before != K::NONE {
            self.slots[slot ^ 1] = before;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let larger = Self::with_slots(u64::BITS - self.shift + GROWTH);
        let keys = std::mem::replace(self, larger).slots;
        keys.into_iter().filter(|&key| key != K::NONE).for_each(|key| self.put(key));
    }

    /// Returns the states as bytes, for [`DeadStates::add_bytes`]: numbers of 128 bits, the lowest byte
    /// first, sealed.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let keys = self.slots.iter().filter(|&&key| key != K::NONE);
        sealed(keys.flat_map(|key| key.to_wide().to_le_bytes()).collect())
    }

    /// Inserts states; nothing happens if the bytes are not whole.
    pub(super) fn add_bytes(&mut self, bytes: &[u8]) {
        let words = unsealed(bytes).map(|bytes| bytes.as_chunks().0).unwrap_or_default();
        // They are in the order of their slots: in a small table, all would be in the same few.
        while self.room < words.len() {
            self.grow();
        }
        let keys = words.iter().filter_map(|&word| K::from_wide(u128::from_le_bytes(word)));
        keys.for_each(|key| self.insert(key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::random::Random;

    fn forgets_but_never_invents<K: Key>() {
        let mut dead = DeadStates::<K>::new();
        let key = |number: u128| K::begin(number << 7);
        assert!((0..1000).all(|number| !dead.holds(key(number))));
        let mut kept = 0;
        for number in (0..1000u128).filter(|number| number % 3 == 0) {
            dead.insert(key(number));
            assert!(dead.holds(key(number)), "the last one is always known");
        }
        for number in 0..1000 {
            let known = dead.holds(key(number));
            assert!(!known || number % 3 == 0, "{number} was never inserted");
            kept += usize::from(known);
        }
        assert!(kept > 300, "few of 334 share a slot: {kept} are left");
    }

    #[test]
    fn tables_are_read_back() {
        let mut dead = DeadStates::<u64>::new();
        (1..500).for_each(|key| dead.insert(u64::begin(u128::from(GOLDEN.wrapping_mul(key) >> 2))));
        let mut bytes = dead.to_bytes();
        let read = |bytes: &[u8]| {
            let mut read = DeadStates::<u64>::new();
            read.add_bytes(bytes);
            read
        };
        let known =
            |dead: &DeadStates<u64>| dead.slots.iter().copied().collect::<std::collections::BTreeSet<u64>>();
        assert!(known(&dead).len() > 400);
        assert_eq!(known(&read(&bytes)), known(&dead));
        bytes[9] ^= 1;
        assert_eq!(known(&read(&bytes)).len(), 1, "only the mark of empty slots");
    }

    #[test]
    fn tables_grow_to_their_full_size_and_keep_what_they_know() {
        let mut dead = DeadStates::<u64>::new();
        let mut random = Random::new(1);
        let keys: Vec<u64> = (0..1 << 16).map(|_| u64::begin(u128::from(random.bits() >> 1))).collect();
        let mut sizes = vec![dead.slots.len()];
        for (number, &key) in keys.iter().enumerate() {
            dead.insert(key);
            if Some(&dead.slots.len()) != sizes.last() {
                sizes.push(dead.slots.len());
                let kept = keys[..=number].iter().filter(|&&key| dead.holds(key)).count();
                assert!(kept * 100 > number * 95, "{kept} of {number}");
            }
        }
        assert_eq!(sizes, [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18]);
    }

    #[test]
    fn tables_forget_but_never_invent() {
        forgets_but_never_invents::<u64>();
        forgets_but_never_invents::<u128>();
    }
}

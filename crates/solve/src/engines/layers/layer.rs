//! Layers: the distinct keys with the same first empty place, numbered in order of insertion.
//!
//! Keys are in parts by their hash, so that several threads can number them. There are always as many parts,
//! so the numbers do not depend on the threads.

use super::window::Window;
use crate::ground::lists::compact;

/// How many parts there are, as a power of two. Chosen by trial.
const PART_BITS: u32 = 4;
/// How many parts there are.
pub(super) const PARTS: usize = 1 << PART_BITS;

/// Returns the part of a key.
#[inline]
pub(super) fn part_of<W: Window>(key: W) -> usize {
    // The lowest bits choose the slot.
    usize::try_from(key.hash() >> (u64::BITS - PART_BITS)).expect("few bits")
}

/// The number of a key among those of its layer, while the layer grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ticket(u32);

impl Ticket {
    /// The ticket of the key with a number in a part.
    #[inline]
    pub(super) fn new(part: usize, number: u32) -> Self {
        assert!(number < 1 << (u32::BITS - PART_BITS), "layers with more keys do not fit in memory");
        Self(number << PART_BITS | compact(part))
    }

    #[inline]
    fn part(self) -> usize {
        self.0 as usize % PARTS
    }
}

/// The keys of a layer that is finished, part after part.
#[derive(Debug, Clone, Default)]
pub(super) struct Keys<W> {
    pub(super) all: Vec<W>,
    /// Where each part begins.
    starts: [u32; PARTS],
}

impl<W> Keys<W> {
    /// Joins the parts of a layer.
    pub(super) fn of(parts: impl Iterator<Item = Part<W>>) -> Self {
        let mut keys = Self { all: Vec::new(), starts: [0; PARTS] };
        for (start, part) in keys.starts.iter_mut().zip(parts) {
            *start = compact(keys.all.len());
            keys.all.extend(part.keys);
        }
        keys
    }

    /// Returns the number of a key by its ticket.
    #[inline]
    pub(super) fn number(&self, ticket: Ticket) -> usize {
        (self.starts[ticket.part()] + (ticket.0 >> PART_BITS)) as usize
    }
}

/// A hash table of the keys of one part.
#[derive(Debug, Clone)]
pub(super) struct Part<W> {
    keys: Vec<W>,
    /// Numbers of keys plus one, at their hash or after it; 0 if free. The length is a power of two.
    slots: Vec<u32>,
}

impl<W> Default for Part<W> {
    fn default() -> Self {
        Self { keys: Vec::new(), slots: Vec::new() }
    }
}

impl<W: Window> Part<W> {
    /// Returns the number of a key, which is added if it is new.
    #[inline]
    pub(super) fn number(&mut self, key: W) -> u32 {
        if self.keys.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = place_of(key, mask);
        loop {
            let found = self.slots[at];
            if found == 0 {
                self.keys.push(key);
                let count = compact(self.keys.len());
                self.slots[at] = count;
                return count - 1;
            }
            if self.keys[found as usize - 1] == key {
                return found - 1;
            }
            at = (at + 1) & mask;
        }
    }

    /// Returns the number of the first key with about the same hash, plus one; 0 if there is none.
    #[inline]
    pub(super) fn guess(&self, key: W) -> u32 {
        if self.slots.is_empty() { 0 } else { self.slots[place_of(key, self.slots.len() - 1)] }
    }

    /// Returns whether a guess is right.
    #[inline]
    pub(super) fn is_right(&self, guess: u32, key: W) -> bool {
        guess > 0 && self.keys[guess as usize - 1] == key
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(16);
        self.slots.clear();
        self.slots.resize(size, 0);
        for (number, &key) in (1..).zip(&self.keys) {
            let mut at = place_of(key, size - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = number;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<W>() + self.slots.capacity() * size_of::<u32>()
    }
}

#[inline]
fn place_of<W: Window>(key: W, mask: usize) -> usize {
    // Only as many bits as there are slots are used.
    usize::try_from(key.hash() & mask as u64).expect("a slot")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_one_number() {
        let mut parts = vec![Part::<u64>::default(); PARTS];
        let keys: Vec<u64> = (0..5000).map(|key| key * 4096).collect();
        let mut number = |key| {
            let part = part_of(key);
            Ticket::new(part, parts[part].number(key))
        };
        let tickets: Vec<Ticket> = keys.iter().map(|&key| number(key)).collect();
        let again: Vec<Ticket> = keys.iter().map(|&key| number(key)).collect();
        assert_eq!(again, tickets);
        assert!(parts.iter().all(|part| (200..450).contains(&part.keys.len())), "they are alike");
        let joined = Keys::of(parts.into_iter());
        assert_eq!(joined.all.len(), keys.len());
        assert!(keys.iter().zip(&tickets).all(|(key, &ticket)| joined.all[joined.number(ticket)] == *key));
    }
}

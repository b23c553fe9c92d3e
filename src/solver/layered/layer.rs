//! One layer: the distinct keys with the same first empty place, numbered in order of insertion.

use super::window::Window;
use crate::solver::lists::compact;

/// A hash table of keys.
#[derive(Debug, Clone)]
pub(super) struct Layer<W> {
    keys: Vec<W>,
    /// Numbers of keys plus one, at their hash or after it; 0 if free. The length is a power of two.
    slots: Vec<u32>,
}

impl<W: Window> Default for Layer<W> {
    fn default() -> Self {
        Self { keys: Vec::new(), slots: Vec::new() }
    }
}

impl<W: Window> Layer<W> {
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

    pub(super) fn into_keys(self) -> Vec<W> {
        self.keys
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
        let mut layer = Layer::<u64>::default();
        let keys: Vec<u64> = (0..5000).map(|key| key * 4096).collect();
        for round in 0..2 {
            for (number, &key) in (0..).zip(&keys) {
                assert_eq!(layer.number(key), number, "round {round}");
            }
        }
        assert_eq!(layer.into_keys(), keys);
    }
}

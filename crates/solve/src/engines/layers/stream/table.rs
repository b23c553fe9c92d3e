//! The numbers of ways to the states of one bucket of a layer, in memory.

use crate::engines::layers::number::Number;
use crate::engines::layers::window::Window;

/// The least number of slots.
const LEAST: usize = 8;

/// A hash table from states to numbers of ways. A slot whose number is 0 is free.
#[derive(Debug, Clone)]
pub(super) struct Table<W, N> {
    keys: Vec<W>,
    numbers: Vec<N>,
    len: usize,
}

impl<W, N> Default for Table<W, N> {
    fn default() -> Self {
        Self { keys: Vec::new(), numbers: Vec::new(), len: 0 }
    }
}

impl<W: Window, N: Number> Table<W, N> {
    /// Bytes of a slot.
    pub(super) const SLOT: usize = size_of::<W>() + size_of::<N>();

    /// Adds `number` times `weight` ways to a state, whose hash is given; `false` if the sum overflows.
    #[inline]
    pub(super) fn add(&mut self, key: W, hash: u64, number: &N, weight: u32) -> bool {
        // A quarter of the slots stays free, so that searches end soon.
        if self.len * 4 >= self.keys.len() * 3 {
            self.grow();
        }
        let at = self.slot(key, hash);
        if self.numbers[at].is_zero() {
            self.keys[at] = key;
            self.len += 1;
        }
        self.numbers[at].gather(number, weight)
    }

    /// Returns the slot of a state, or the free slot for it.
    #[inline]
    fn slot(&self, key: W, hash: u64) -> usize {
        let mut at = scaled(hash, self.keys.len());
        while self.keys[at] != key && !self.numbers[at].is_zero() {
            at += 1;
            at = if at == self.keys.len() { 0 } else { at };
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        let slots = (self.keys.len() + self.keys.len() / 2).max(LEAST);
        let old = std::mem::replace(self, Self::with_slots(slots));
        self.len = old.len;
        for (key, number) in old.keys.into_iter().zip(old.numbers) {
            if !number.is_zero() {
                let at = self.slot(key, key.hash());
                (self.keys[at], self.numbers[at]) = (key, number);
            }
        }
    }

    fn with_slots(slots: usize) -> Self {
        Self { keys: vec![W::default(); slots], numbers: vec![N::default(); slots], len: 0 }
    }

    /// Returns how many states there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn slots(&self) -> usize {
        self.keys.len()
    }

    /// Returns what is in a slot.
    pub(super) fn at(&self, slot: usize) -> Option<(W, &N)> {
        let number = &self.numbers[slot];
        (!number.is_zero()).then(|| (self.keys[slot], number))
    }

    /// Returns the slots with states, in the order of the states.
    pub(super) fn sorted(&self) -> Vec<usize> {
        let mut slots: Vec<usize> = (0..self.slots()).filter(|&slot| !self.numbers[slot].is_zero()).collect();
        slots.sort_unstable_by_key(|&slot| self.keys[slot]);
        slots
    }

    /// Returns the same states with numbers of more bits.
    pub(super) fn widened<M: Number>(self) -> Table<W, M> {
        let widen = |number: &N| M::from_big(&number.to_big()).expect("more bits");
        Table { keys: self.keys, numbers: self.numbers.iter().map(widen).collect(), len: self.len }
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots() * Self::SLOT
    }
}

/// Returns the part of `slots` that a hash is in, by its highest bits.
#[inline]
fn scaled(hash: u64, slots: usize) -> usize {
    let product = u128::from(hash) * slots as u128;
    usize::try_from(product >> 64).expect("less than the slots")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_the_sum_of_its_numbers() {
        let mut table = Table::<u64, u64>::default();
        for round in 1..=3u64 {
            for key in 0..5000u64 {
                assert!(table.add(key * 4096, (key * 4096).hash(), &(key + 1), 2));
            }
            let sorted = table.sorted();
            assert_eq!((table.len(), sorted.len()), (5000, 5000));
            for (key, slot) in (0..).zip(sorted) {
                assert_eq!(table.at(slot), Some((key * 4096, &((key + 1) * 2 * round))));
            }
        }
        assert!(!table.add(0, 0u64.hash(), &u64::MAX, 1), "no room");
        assert_eq!(table.widened::<u128>().len(), 5000);
    }
}

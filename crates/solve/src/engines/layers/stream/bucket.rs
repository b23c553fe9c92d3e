//! The states of one bucket of a layer in memory, with the numbers of ways to them.

use crate::engines::layers::number::Number;
use crate::engines::layers::window::Window;
use crate::ground::lists::compact;

/// With fewer states that may be there several times, it is not worth looking for them.
const FEW: usize = 1 << 8;

/// A state, and the number of ways to it.
pub(super) type State<W, N> = (W, N);

/// States in the order in which ways to them were found.
///
/// A state may be there several times until [`Self::gather`] adds its numbers up. This is a list and not a table
/// because new states go to its end: in a table of a large layer each goes somewhere else, and two thirds of the
/// time were spent with waiting for memory (docs/decisions/0209).
#[derive(Debug, Clone)]
pub(super) struct Bucket<W, N> {
    states: Vec<State<W, N>>,
    /// So many states at the beginning are all different.
    different: usize,
}

impl<W, N> Default for Bucket<W, N> {
    fn default() -> Self {
        Self { states: Vec::new(), different: 0 }
    }
}

impl<W: Window, N: Number> Bucket<W, N> {
    /// Moves states to the end.
    pub(super) fn append(&mut self, more: &mut Vec<State<W, N>>, finder: &mut Finder) {
        if self.states.len() + more.len() > self.states.capacity() {
            if self.states.len() >= 2 * self.different + FEW {
                self.gather(finder);
            }
            if self.states.len() + more.len() > self.states.capacity() {
                self.states.reserve_exact(more.len() + self.states.len() / 4);
            }
        }
        self.states.append(more);
    }

    /// Adds up the numbers of equal states.
    ///
    /// # Panics
    /// If a sum overflows. Callers know that the sum of all numbers does not.
    pub(super) fn gather(&mut self, finder: &mut Finder) {
        if self.different == self.states.len() {
            return;
        }
        finder.begin(self.states.len());
        self.different = 0;
        for at in 0..self.states.len() {
            let (key, number) = &mut self.states[at];
            let (key, number) = (*key, std::mem::take(number));
            let held = finder.find(key.hash(), self.different, |held| self.states[held].0 == key);
            if held == self.different {
                self.states[held] = (key, number);
                self.different += 1;
            } else {
                assert!(self.states[held].1.gather(&number, 1), "there was room for the sum of all numbers");
            }
        }
        self.states.truncate(self.different);
    }

    /// Returns how many states there are; those that are there several times count so often.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn states(&self) -> &[State<W, N>] {
        &self.states
    }

    pub(super) fn into_states(self) -> Vec<State<W, N>> {
        self.states
    }

    /// Returns the same states with numbers of more bits.
    pub(super) fn widened<M: Number>(self) -> Bucket<W, M> {
        let widen = |(key, number): State<W, N>| (key, M::from_big(&number.to_big()).expect("more bits"));
        Bucket { states: self.states.into_iter().map(widen).collect(), different: self.different }
    }

    pub(super) fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<State<W, N>>()
    }
}

/// A hash table of places in a list, for one list after the other.
#[derive(Debug, Default)]
pub(super) struct Finder {
    /// The place plus one; 0 if the slot is free.
    slots: Vec<u32>,
}

impl Finder {
    /// Begins with a list of at most so many different states.
    fn begin(&mut self, states: usize) {
        self.slots.clear();
        self.slots.resize(states * 2, 0);
    }

    /// Returns the place of the state with this hash that `is_it`; `new` if there is none, which is noted.
    #[inline]
    fn find(&mut self, hash: u64, new: usize, is_it: impl Fn(usize) -> bool) -> usize {
        let mut slot = scaled(hash, self.slots.len());
        loop {
            match self.slots[slot] {
                0 => {
                    self.slots[slot] = compact(new + 1);
                    return new;
                }
                held if is_it(held as usize - 1) => return held as usize - 1,
                _ => slot = if slot + 1 == self.slots.len() { 0 } else { slot + 1 },
            }
        }
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
    use crate::engines::layers::number::{Double, Single};

    fn number(number: u64) -> Single {
        Single::from_big(&number.into()).expect("64 bits")
    }

    #[test]
    fn every_state_has_the_sum_of_its_numbers() {
        let (mut bucket, mut finder) = (Bucket::<u64, Single>::default(), Finder::default());
        for round in 1..=5u64 {
            for keys in (0..5000u64).collect::<Vec<u64>>().chunks(64) {
                let mut more = keys.iter().map(|key| (key * 4096, number(key + 1))).collect();
                bucket.append(&mut more, &mut finder);
                assert!(more.is_empty());
            }
            // Twice the states, and a quarter of them for growth; not what all ways take.
            assert!(bucket.len() <= 13_000, "round {round}: {}", bucket.len());
        }
        bucket.gather(&mut finder);
        bucket.gather(&mut finder);
        assert_eq!((bucket.len(), bucket.clone().widened::<Double>().len()), (5000, 5000));
        let mut states = bucket.into_states();
        states.sort_unstable_by_key(|state| state.0);
        for (key, state) in (0..).zip(states) {
            assert_eq!(state, (key * 4096, number((key + 1) * 5)));
        }
    }

    #[test]
    #[should_panic(expected = "there was room")]
    fn sums_that_overflow_are_noticed() {
        let mut bucket = Bucket { states: vec![(1u64, number(u64::MAX)); 2], different: 0 };
        bucket.gather(&mut Finder::default());
    }
}

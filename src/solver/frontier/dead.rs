//! Remembers states that have no tiling (a transposition table).
//!
//! A state reported as dead was inserted exactly. But entries are overwritten: at best, the last two states that share a
//! pair of slots are kept.

use super::bits::Bits;
use crate::random::GOLDEN;

/// A number that identifies a state, never 0.
pub(super) trait Key: Copy + Eq + Send + Sync + 'static {
    /// The value of an empty slot.
    const NONE: Self;
    /// How many bits of a key are available.
    const BITS: u32;
    /// Slots of a table, as a power of two. Both tables take 2 MiB, which about fits in a cache: larger ones lose more by
    /// cache misses than they gain, and smaller ones forget too much (measured on the 12 pentominoes and on Untouchable
    /// 11).
    const SLOTS: u32;

    /// Begins a key with a window, truncated to the available bits.
    fn begin<W: Bits>(window: W) -> Self;

    /// Returns the key with a number added from this bit on.
    fn with(self, number: u64, from: u32) -> Self;

    /// Returns a hash of all bits; its highest bits are mixed best.
    fn mixed(self) -> u64;
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
}

/// The table of dead states.
#[derive(Debug)]
pub(super) struct DeadStates<K> {
    slots: Vec<K>,
}

impl<K: Key> DeadStates<K> {
    pub(super) fn new() -> Self {
        Self { slots: vec![K::NONE; 1 << K::SLOTS] }
    }

    #[inline]
    fn slot(key: K) -> usize {
        usize::try_from(key.mixed() >> (u64::BITS - K::SLOTS)).expect("few bits")
    }

    #[inline]
    pub(super) fn holds(&self, key: K) -> bool {
        let slot = Self::slot(key);
        self.slots[slot] == key || self.slots[slot ^ 1] == key
    }

    #[inline]
    pub(super) fn insert(&mut self, key: K) {
        let slot = Self::slot(key);
        self.slots[slot ^ 1] = std::mem::replace(&mut self.slots[slot], key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn tables_forget_but_never_invent() {
        forgets_but_never_invents::<u64>();
        forgets_but_never_invents::<u128>();
    }
}

//! Sets of places after the first empty one, as the bits of one number.

use piecework_tiling::random::GOLDEN;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// A number wide enough for a window and the counters beside it. Bit 0 is the first empty place.
pub(super) trait Window:
    Copy
    + Debug
    + Default
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many bits there are.
    const BITS: u32;
    /// Only bit 0.
    const ONE: Self;

    /// Returns the sum; callers guarantee that it does not overflow.
    fn plus(self, other: Self) -> Self;
    /// Returns how many of the lowest bits are set.
    fn ones(self) -> u32;
    /// Returns the lowest bits, at most 32 of them.
    fn low(self, bits: u32) -> usize;
    /// Returns a hash: different for most windows, in all its bits.
    fn hash(self) -> u64;
    /// Converts a count to this type.
    fn from_count(count: u32) -> Self;
    /// Returns the lowest `bits` bits in the opposite order; there is at least one.
    fn reversed(self, bits: u32) -> Self;
    /// Returns the same number with 128 bits.
    fn to_wide(self) -> u128;
    /// Returns the same number, if it fits.
    fn from_wide(number: u128) -> Option<Self>;

    /// Returns the lowest `bits` bits, set.
    fn mask(bits: u32) -> Self {
        if bits >= Self::BITS { !Self::default() } else { !(!Self::default() << bits) }
    }
}

macro_rules! window {
    ($number:ty, $hash:expr) => {
        impl Window for $number {
            const BITS: u32 = <$number>::BITS;
            const ONE: Self = 1;

            #[inline]
            fn plus(self, other: Self) -> Self {
                self + other
            }

            #[inline]
            fn ones(self) -> u32 {
                self.trailing_ones()
            }

            #[inline]
            fn low(self, bits: u32) -> usize {
                usize::try_from(self & ((1 << bits) - 1)).expect("at most 32 bits")
            }

            #[inline]
            fn hash(self) -> u64 {
                let folded: u64 = $hash(self);
                let mixed = (folded ^ (folded >> 32)).wrapping_mul(GOLDEN);
                mixed ^ (mixed >> 29)
            }

            fn from_count(count: u32) -> Self {
                count.into()
            }

            fn reversed(self, bits: u32) -> Self {
                self.reverse_bits() >> (Self::BITS - bits)
            }

            fn to_wide(self) -> u128 {
                self.into()
            }

            fn from_wide(number: u128) -> Option<Self> {
                number.try_into().ok()
            }
        }
    };
}

window!(u64, |number: u64| number);
window!(u128, |number: u128| {
    let halves = |shift: u32| u64::try_from(number >> shift & u128::from(u64::MAX)).expect("64 bits");
    halves(0) ^ halves(64).wrapping_mul(GOLDEN).rotate_left(31)
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_have_so_many_bits() {
        assert_eq!(<u64 as Window>::mask(3), 7);
        assert_eq!(<u64 as Window>::mask(64), u64::MAX);
        assert_eq!(<u128 as Window>::mask(64), u128::from(u64::MAX));
        assert_eq!((0b1011_u64.ones(), 0b1011_u128.low(3)), (2, 3));
        assert_eq!((0b1011_u64.reversed(5), 0b1011_u128.reversed(4)), (0b11010, 0b1101));
    }
}

//! Numbers that count tilings: as narrow as possible, because they fill memory.

use num_bigint::BigUint;

/// The base of the digits in files.
const BASE: u32 = 128;

/// A number of tilings, at least 0.
pub(super) trait Number: Clone + Default + PartialEq + Send + Sync {
    /// Its number of bits, if limited.
    const BITS: Option<u32>;

    fn one() -> Self;
    /// Adds `other` times `weight`; `false` if the sum overflows, and then it is invalid.
    fn gather(&mut self, other: &Self, weight: u32) -> bool;
    /// Returns the nearest float, or infinity.
    fn nearly(&self) -> f64;
    fn to_big(&self) -> BigUint;
    /// Returns the same number, if it fits.
    fn from_big(number: &BigUint) -> Option<Self>;

    /// Adds the digits to base 128 to a list, the lowest first.
    fn add_digits(&self, digits: &mut Vec<u8>) {
        digits.extend(self.to_big().to_radix_le(BASE));
    }

    /// Returns the number with these digits, if it fits.
    fn from_digits(digits: &[u8]) -> Option<Self> {
        Self::from_big(&BigUint::from_radix_le(digits, BASE)?)
    }

    fn is_zero(&self) -> bool {
        *self == Self::default()
    }
}

/// A number of so many times 64 bits, the lowest first.
///
/// Beside a window it takes no more than its bits, which a number of 128 bits would.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Words<const LENGTH: usize>([u64; LENGTH]);

/// A number of 64 bits.
pub(super) type Single = Words<1>;

/// A number of 128 bits.
pub(super) type Double = Words<2>;

/// A number of 256 bits.
pub(super) type Wide = Words<4>;

impl<const LENGTH: usize> Default for Words<LENGTH> {
    fn default() -> Self {
        Self([0; LENGTH])
    }
}

impl<const LENGTH: usize> Words<LENGTH> {
    /// Sets it to `factor` times itself, plus `other` times `weight`; `false` if that overflows.
    #[inline]
    fn combine(&mut self, factor: u64, other: &Self, weight: u64) -> bool {
        let mut carry = 0u128;
        for (word, &more) in self.0.iter_mut().zip(&other.0) {
            // At most 2^128 - 1: the factor or the weight is 1, and the other one has fewer than 63 bits.
            carry += u128::from(*word) * u128::from(factor) + u128::from(more) * u128::from(weight);
            *word = low(carry);
            carry >>= u64::BITS;
        }
        carry == 0
    }
}

impl From<u128> for Double {
    fn from(number: u128) -> Self {
        Self([low(number), low(number >> u64::BITS)])
    }
}

impl From<Double> for u128 {
    fn from(number: Double) -> Self {
        u128::from(number.0[1]) << u64::BITS | u128::from(number.0[0])
    }
}

/// Returns the lowest 64 bits.
#[inline]
fn low(number: u128) -> u64 {
    u64::try_from(number & u128::from(u64::MAX)).expect("64 bits")
}

impl<const LENGTH: usize> Number for Words<LENGTH> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a constant has no fallible conversion, and LENGTH is small"
    )]
    const BITS: Option<u32> = Some(u64::BITS * LENGTH as u32);

    fn one() -> Self {
        let mut one = Self::default();
        one.0[0] = 1;
        one
    }

    #[inline]
    fn gather(&mut self, other: &Self, weight: u32) -> bool {
        self.combine(1, other, weight.into())
    }

    #[inline]
    fn nearly(&self) -> f64 {
        self.0.iter().rev().fold(0.0, |number, &word| number * 64f64.exp2() + word as f64)
    }

    fn to_big(&self) -> BigUint {
        self.0.iter().rev().fold(BigUint::default(), |number, &word| (number << 64u32) + word)
    }

    fn from_big(number: &BigUint) -> Option<Self> {
        let mut words = Self::default();
        let digits = number.to_u64_digits();
        words.0.get_mut(..digits.len())?.copy_from_slice(&digits);
        Some(words)
    }

    fn add_digits(&self, digits: &mut Vec<u8>) {
        let mut left = *self;
        loop {
            let mut rest = 0u128;
            for word in left.0.iter_mut().rev() {
                let whole = rest << u64::BITS | u128::from(*word);
                (*word, rest) = (low(whole / u128::from(BASE)), whole % u128::from(BASE));
            }
            digits.push(u8::try_from(rest).expect("a digit"));
            if left.is_zero() {
                break;
            }
        }
    }

    fn from_digits(digits: &[u8]) -> Option<Self> {
        digits.iter().rev().try_fold(Self::default(), |mut number, &digit| {
            let mut more = Self::default();
            more.0[0] = digit.into();
            number.combine(BASE.into(), &more, 1).then_some(number)
        })
    }
}

/// Not a number, only whether there is any way at all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Any(bool);

impl Number for Any {
    const BITS: Option<u32> = None;

    fn one() -> Self {
        Self(true)
    }

    #[inline]
    fn gather(&mut self, other: &Self, _weight: u32) -> bool {
        self.0 |= other.0;
        true
    }

    fn nearly(&self) -> f64 {
        f64::from(u8::from(self.0))
    }

    fn to_big(&self) -> BigUint {
        BigUint::from(u8::from(self.0))
    }

    fn from_big(number: &BigUint) -> Option<Self> {
        Some(Self(*number != BigUint::default()))
    }
}

impl Number for BigUint {
    const BITS: Option<u32> = None;

    fn one() -> Self {
        BigUint::from(1u32)
    }

    fn gather(&mut self, other: &Self, weight: u32) -> bool {
        *self += other * weight;
        true
    }

    fn nearly(&self) -> f64 {
        f64::INFINITY
    }

    fn to_big(&self) -> BigUint {
        self.clone()
    }

    fn from_big(number: &BigUint) -> Option<Self> {
        Some(number.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Trebles until overflow, and compares with unlimited numbers.
    #[track_caller]
    fn grows<N: Number>() {
        let (mut number, mut exact) = (N::one(), BigUint::from(1u32));
        loop {
            let before = number.clone();
            let fits = number.gather(&before, 2);
            exact *= 3u32;
            assert_eq!(fits, N::BITS.is_none_or(|bits| exact.bits() <= u64::from(bits)), "{exact}");
            if !fits || exact.bits() > 300 {
                break;
            }
            assert_eq!(number.to_big(), exact);
            assert!(N::from_big(&exact) == Some(number.clone()));
            let mut digits = Vec::new();
            number.add_digits(&mut digits);
            assert!(
                N::from_digits(&digits) == Some(number.clone()) && digits.iter().all(|&digit| digit < 128)
            );
        }
    }

    #[test]
    fn sums_are_exact_or_refused() {
        grows::<Single>();
        grows::<Double>();
        grows::<Wide>();
        grows::<BigUint>();
        let digits = [127; 10];
        assert_eq!(
            (Single::from_digits(&digits), Double::from_digits(&digits)),
            (None, Some(Words([u64::MAX, 63])))
        );
    }
}

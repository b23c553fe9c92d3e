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

macro_rules! number {
    ($number:ty) => {
        impl Number for $number {
            const BITS: Option<u32> = Some(<$number>::BITS);

            fn one() -> Self {
                1
            }

            #[inline]
            fn gather(&mut self, other: &Self, weight: u32) -> bool {
                let sum = other.checked_mul(weight.into()).and_then(|product| self.checked_add(product));
                *self = sum.unwrap_or(*self);
                sum.is_some()
            }

            #[inline]
            fn nearly(&self) -> f64 {
                *self as f64
            }

            fn to_big(&self) -> BigUint {
                BigUint::from(*self)
            }

            fn from_big(number: &BigUint) -> Option<Self> {
                number.try_into().ok()
            }

            fn add_digits(&self, digits: &mut Vec<u8>) {
                let mut left = *self;
                loop {
                    digits.push((left % <$number>::from(BASE)).try_into().expect("a digit"));
                    left /= <$number>::from(BASE);
                    if left == 0 {
                        break;
                    }
                }
            }

            fn from_digits(digits: &[u8]) -> Option<Self> {
                digits.iter().rev().try_fold(0, |number: $number, &digit| {
                    number.checked_mul(BASE.into())?.checked_add(digit.into())
                })
            }
        }
    };
}

number!(u64);
number!(u128);

/// A number of 256 bits, the lowest 128 first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Wide([u128; 2]);

impl Number for Wide {
    const BITS: Option<u32> = Some(256);

    fn one() -> Self {
        Self([1, 0])
    }

    #[inline]
    fn gather(&mut self, other: &Self, weight: u32) -> bool {
        for _ in 0..weight {
            let (low, carry) = self.0[0].overflowing_add(other.0[0]);
            let high = self.0[1].checked_add(other.0[1]).and_then(|high| high.checked_add(carry.into()));
            let Some(high) = high else { return false };
            self.0 = [low, high];
        }
        true
    }

    #[inline]
    fn nearly(&self) -> f64 {
        self.0[1] as f64 * 128f64.exp2() + self.0[0] as f64
    }

    fn to_big(&self) -> BigUint {
        (BigUint::from(self.0[1]) << 128) + self.0[0]
    }

    fn from_big(number: &BigUint) -> Option<Self> {
        let high = u128::try_from(number >> 128u32).ok()?;
        let low = u128::try_from(number - (BigUint::from(high) << 128u32)).ok()?;
        Some(Self([low, high]))
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
        grows::<u64>();
        grows::<u128>();
        grows::<Wide>();
        grows::<BigUint>();
        let digits = [127; 10];
        assert!(u64::from_digits(&digits).is_none() && u128::from_digits(&digits) == Some((1 << 70) - 1));
    }
}

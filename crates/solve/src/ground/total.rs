//! Exact counts of any size.

use std::fmt;

use num_bigint::BigUint;

/// An exact number of tilings of any size.
///
/// # Examples
/// ```
/// use piecework_solve::Total;
/// let many = Total::from(u128::MAX);
/// assert_eq!(many.to_u64(), None);
/// assert_eq!(many.to_string(), "340282366920938463463374607431768211455");
/// assert_eq!(Total::from(3u64).to_u64(), Some(3));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Total(BigUint);

impl Total {
    /// Returns the number, if it fits into 64 bits.
    pub fn to_u64(&self) -> Option<u64> {
        u64::try_from(&self.0).ok()
    }

    /// Returns the number, if it fits into 128 bits.
    pub fn to_u128(&self) -> Option<u128> {
        u128::try_from(&self.0).ok()
    }

    /// Returns the number.
    pub(crate) fn as_big(&self) -> &BigUint {
        &self.0
    }

    /// Wraps a number.
    pub fn new(number: BigUint) -> Self {
        Self(number)
    }
}

impl From<u64> for Total {
    fn from(number: u64) -> Self {
        Self(number.into())
    }
}

impl From<u128> for Total {
    fn from(number: u128) -> Self {
        Self(number.into())
    }
}

impl PartialEq<u128> for Total {
    fn eq(&self, other: &u128) -> bool {
        self.to_u128() == Some(*other)
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

//! Sets of small numbers in machine words: windows of positions, and sets of kinds.

use std::fmt::Debug;
use std::hash::Hash;

/// A set of numbers below [`Bits::SIZE`], one bit each.
pub(super) trait Bits: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// How many numbers there are.
    const SIZE: u32;
    /// The empty set.
    const NONE: Self;
    /// The set of all numbers.
    const ALL: Self;

    /// Returns the set of one number.
    fn one(index: u32) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    /// Returns every number less `by`; smaller ones fall out. `by` is below the size.
    fn down(self, by: u32) -> Self;
    /// Returns every number plus `by`; those that grow too large fall out. `by` is below the size.
    fn up(self, by: u32) -> Self;
    /// Returns the least number, of a set that is not empty.
    fn least(self) -> u32;
    /// Returns the least number that is not in the set, or the size.
    fn least_missing(self) -> u32;
    /// Returns how many numbers are in the set.
    fn count(self) -> u32;
    /// Returns the set without its least number, if it has one.
    fn without_least(self) -> Self;
    /// Returns the numbers below 8, as the bits of an index.
    fn byte(self) -> usize;
    /// Returns the numbers below 16, as the bits of an index.
    fn index(self) -> usize;
    /// Returns the numbers below 128.
    fn low(self) -> u128;

    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Returns the numbers below `end`.
    fn below(end: u32) -> Self {
        if end >= Self::SIZE { Self::ALL } else { Self::ALL.without(Self::ALL.up(end)) }
    }

    fn from_iter(numbers: impl Iterator<Item = u32>) -> Self {
        numbers.fold(Self::NONE, |set, number| set.or(Self::one(number)))
    }

    fn iter(self) -> impl Iterator<Item = u32> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let least = (!rest.is_empty()).then(|| rest.least());
            rest = rest.without_least();
            least
        })
    }
}

/// For each index of a list of booleans, the window that begins there; `beyond` is the value after the end.
pub(super) fn windows<B: Bits>(row: &[bool], beyond: bool) -> Vec<B> {
    let mut window = if beyond { B::ALL } else { B::NONE };
    let mut windows: Vec<B> = Vec::with_capacity(row.len());
    for &yes in row.iter().rev() {
        window = window.up(1);
        if yes {
            window = window.or(B::one(0));
        }
        windows.push(window);
    }
    windows.reverse();
    windows
}

macro_rules! bits_of_a_word {
    ($word:ty) => {
        impl Bits for $word {
            const SIZE: u32 = <$word>::BITS;
            const NONE: Self = 0;
            const ALL: Self = <$word>::MAX;

            #[inline]
            fn one(index: u32) -> Self {
                1 << index
            }

            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }

            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn without(self, other: Self) -> Self {
                self & !other
            }

            #[inline]
            fn down(self, by: u32) -> Self {
                self.wrapping_shr(by)
            }

            #[inline]
            fn up(self, by: u32) -> Self {
                self.wrapping_shl(by)
            }

            #[inline]
            fn least(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn least_missing(self) -> u32 {
                self.trailing_ones()
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn without_least(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn byte(self) -> usize {
                usize::from(self.to_le_bytes()[0])
            }

            #[inline]
            fn index(self) -> usize {
                let bytes = self.to_le_bytes();
                usize::from(u16::from_le_bytes([bytes[0], bytes[1]]))
            }

            #[inline]
            fn low(self) -> u128 {
                self.into()
            }
        }
    };
}

bits_of_a_word!(u64);
bits_of_a_word!(u128);

/// Two double words, the low one first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Pair(u128, u128);

impl Bits for Pair {
    const SIZE: u32 = 256;
    const NONE: Self = Pair(0, 0);
    const ALL: Self = Pair(u128::MAX, u128::MAX);

    fn one(index: u32) -> Self {
        if index < 128 { Pair(1 << index, 0) } else { Pair(0, 1 << (index - 128)) }
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        Pair(self.0 & other.0, self.1 & other.1)
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        Pair(self.0 | other.0, self.1 | other.1)
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        Pair(self.0 & !other.0, self.1 & !other.1)
    }

    #[inline]
    fn down(self, by: u32) -> Self {
        match by {
            0 => self,
            1..128 => Pair(self.0 >> by | self.1 << (128 - by), self.1 >> by),
            _ => Pair(self.1.wrapping_shr(by - 128), 0),
        }
    }

    #[inline]
    fn up(self, by: u32) -> Self {
        match by {
            0 => self,
            1..128 => Pair(self.0 << by, self.1 << by | self.0 >> (128 - by)),
            _ => Pair(0, self.0.wrapping_shl(by - 128)),
        }
    }

    #[inline]
    fn least(self) -> u32 {
        if self.0 == 0 { 128 + self.1.trailing_zeros() } else { self.0.trailing_zeros() }
    }

    #[inline]
    fn least_missing(self) -> u32 {
        if self.0 == u128::MAX { 128 + self.1.trailing_ones() } else { self.0.trailing_ones() }
    }

    fn count(self) -> u32 {
        self.0.count_ones() + self.1.count_ones()
    }

    #[inline]
    fn without_least(self) -> Self {
        match self.0 {
            0 => Pair(0, self.1.without_least()),
            low => Pair(low.without_least(), self.1),
        }
    }

    #[inline]
    fn byte(self) -> usize {
        self.0.byte()
    }

    #[inline]
    fn index(self) -> usize {
        self.0.index()
    }

    #[inline]
    fn low(self) -> u128 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Compares every operation with explicit sets.
    fn sets_are_sets<B: Bits>() {
        let samples: [&[u32]; 6] = [&[], &[0], &[0, 1, 5], &[63], &[3, 62, 63], &[0, 1, 2, 3, 4, 5, 6, 7, 8]];
        let wide = |set: &[u32]| -> BTreeSet<u32> {
            set.iter().flat_map(|&i| [i, B::SIZE - 1 - i, B::SIZE / 2 + i.min(B::SIZE / 2 - 1)]).collect()
        };
        let samples: Vec<BTreeSet<u32>> =
            samples.iter().flat_map(|set| [set.iter().copied().collect(), wide(set)]).collect();
        let bits = |set: &BTreeSet<u32>| B::from_iter(set.iter().copied());
        for a in &samples {
            assert_eq!(bits(a).iter().collect::<BTreeSet<u32>>(), *a);
            assert_eq!(bits(a).count() as usize, a.len());
            assert_eq!(bits(a).is_empty(), a.is_empty());
            assert_eq!(bits(a).least_missing(), (0..=B::SIZE).find(|i| !a.contains(i)).expect("the size"));
            assert_eq!(bits(a).byte(), a.iter().filter(|&&i| i < 8).map(|i| 1 << i).sum::<usize>());
            assert_eq!(bits(a).index(), a.iter().filter(|&&i| i < 16).map(|i| 1 << i).sum::<usize>());
            assert_eq!(bits(a).low(), a.iter().filter(|&&i| i < 128).map(|i| 1u128 << i).sum::<u128>());
            for by in [0, 1, 7, 63, B::SIZE / 2, B::SIZE - 1] {
                let down = a.iter().filter_map(|i| i.checked_sub(by)).collect();
                let up = a.iter().map(|i| i + by).filter(|&i| i < B::SIZE).collect();
                assert_eq!((bits(a).down(by), bits(a).up(by)), (bits(&down), bits(&up)), "{by}");
            }
            for b in &samples {
                assert_eq!(bits(a).and(bits(b)), bits(&(a & b)));
                assert_eq!(bits(a).or(bits(b)), bits(&(a | b)));
                assert_eq!(bits(a).without(bits(b)), bits(&(a - b)));
            }
        }
        assert_eq!(B::ALL.least_missing(), B::SIZE);
        assert_eq!(B::ALL.without_least().least(), 1);
        assert_eq!((B::below(0), B::below(B::SIZE)), (B::NONE, B::ALL));
        let row = [true, false, true, true];
        assert_eq!(windows::<B>(&row, false)[1], B::one(1).or(B::one(2)));
        assert_eq!(windows::<B>(&row, true)[1], B::ALL.without_least());
        assert_eq!(B::below(9).iter().collect::<Vec<u32>>(), (0..9).collect::<Vec<u32>>());
    }

    #[test]
    fn words_of_all_sizes_are_sets() {
        sets_are_sets::<u64>();
        sets_are_sets::<u128>();
        sets_are_sets::<Pair>();
    }
}

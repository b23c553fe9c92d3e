//! Random numbers that depend on nothing but a seed, so that results can be repeated on every machine.

/// 2^64 divided by the golden ratio, made odd: multiplying by it spreads the low bits of a number over all of
/// them.
///
/// Source: D. E. Knuth, The Art of Computer Programming 3, section 6.4.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number that shows no pattern of `bits`, different for different `bits`: the finaliser of [`Random`].
pub fn mixed(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// A stream of random numbers.
///
/// Source: SplitMix64. G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators,
/// OOPSLA 2014.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// Starts a sequence.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next number, of 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mixed(self.0)
    }

    /// A number below `bound`, all with the same probability up to 64 bits; `bound` is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u128::try_from(bound).expect("u128 holds every usize");
        let scaled = (u128::from(self.bits()) * bound) >> 64;
        usize::try_from(scaled).expect("below the bound")
    }

    /// Puts `list` in a random order, all with the same probability up to 64 bits.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        // R. A. Fisher and F. Yates; from the end, as R. Durstenfeld wrote it.
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        // The first outputs of SplitMix64 for seed 1234567.
        let mut random = Random::new(1_234_567);
        let found: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        assert_eq!(found, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn shuffling_keeps_everything_and_is_repeatable() {
        let shuffled = |seed| {
            let mut list: Vec<u32> = (0..50).collect();
            Random::new(seed).shuffle(&mut list);
            list
        };
        assert_eq!(shuffled(7), shuffled(7));
        assert_ne!(shuffled(7), shuffled(8));
        let mut sorted = shuffled(7);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..50).collect::<Vec<u32>>());
    }
}

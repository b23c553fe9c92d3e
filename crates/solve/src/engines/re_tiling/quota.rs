//! Computes how often each piece should be used, and the distance from that.
//!
//! The bounds of each piece are around its even share. Staying within all of them keeps the counts and the
//! balance of the puzzle.

use piecework_tiling::puzzle::Puzzle;

/// The bounds of each piece.
pub(super) struct Quota {
    /// The least and most copies, by the counts alone.
    counts: Vec<(u32, u32)>,
    balance: Option<u32>,
    least: Vec<u32>,
    most: Vec<u32>,
}

impl Quota {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let counts = puzzle.pieces().iter().map(|piece| piece.count);
        let counts: Vec<(u32, u32)> =
            counts.map(|count| (count.min, count.max.unwrap_or(u32::MAX))).collect();
        let (least, most) = counts.iter().copied().unzip();
        Self { counts, balance: puzzle.balance(), least, most }
    }

    /// Sets the bounds for this total number of tiles.
    pub(super) fn share(&mut self, used: &[u32]) {
        let Some(balance) = self.balance else { return };
        let (all, kinds) = (used.iter().map(|&used| u64::from(used)).sum::<u64>(), used.len() as u64);
        // Half the difference on either side of the even share, unless a count requires another place.
        let low = (2 * all / kinds).saturating_sub(u64::from(balance)) / 2;
        let low = u32::try_from(low).unwrap_or(u32::MAX);
        let most_asked = self.counts.iter().map(|&(min, _)| min).max().unwrap_or(0);
        let least_allowed = self.counts.iter().map(|&(_, max)| max).min().unwrap_or(u32::MAX);
        let low = low.max(most_asked.saturating_sub(balance)).min(least_allowed);
        for (piece, &(min, max)) in self.counts.iter().enumerate() {
            self.least[piece] = low.max(min);
            self.most[piece] = low.saturating_add(balance).min(max);
        }
    }

    /// Returns the numbers of excess and missing copies.
    pub(super) fn missed(&self, used: &[u32]) -> (u64, u64) {
        let each = used.iter().zip(self.least.iter().zip(&self.most));
        each.fold((0, 0), |(over, under), (&used, (&least, &most))| {
            (over + u64::from(used.saturating_sub(most)), under + u64::from(least.saturating_sub(used)))
        })
    }

    /// Returns whether one more copy of a piece would be one too many.
    pub(super) fn is_full(&self, piece: u32, used: u32) -> bool {
        used >= self.most[piece as usize]
    }

    /// Returns whether one more copy of a piece is missing.
    pub(super) fn is_missing(&self, piece: u32, used: u32) -> bool {
        used < self.least[piece as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::{Freedom, Shape};
    use piecework_tiling::puzzle::{Count, Piece, Region, Rules};

    /// The bounds of dominoes with these counts on 6 x 8, for this use so far.
    #[track_caller]
    fn bounds(counts: &[(u32, Option<u32>)], balance: Option<u32>, used: &[u32], expected: &[(u32, u32)]) {
        let piece = |(index, &(min, max)): (usize, &(u32, Option<u32>))| Piece {
            name: index.to_string(),
            shape: Shape::from_rows(Lattice::Square, ["##"]).expect("a good shape"),
            freedom: Freedom::Free,
            count: Count { min, max },
        };
        let region = Region::rectangle(Lattice::Square, 6, 8).expect("a good region");
        let pieces = counts.iter().enumerate().map(piece).collect();
        let rules = Rules { balance, ..Rules::default() };
        let puzzle = Puzzle::ruled("test", region, pieces, rules).expect("a good puzzle");
        let mut quota = Quota::new(&puzzle);
        quota.share(used);
        let found: Vec<(u32, u32)> = quota.least.iter().copied().zip(quota.most.iter().copied()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn bounds_are_around_the_even_share_and_keep_counts_and_balance() {
        const MANY: u32 = u32::MAX;
        let any = (0, None);
        bounds(&[any, any], None, &[24, 0], &[(0, MANY), (0, MANY)]);
        bounds(&[(3, Some(9)), any], None, &[24, 0], &[(3, 9), (0, MANY)]);
        bounds(&[any, any], Some(0), &[24, 0], &[(12, 12), (12, 12)]);
        bounds(&[any, any, any], Some(4), &[24, 0, 0], &[(6, 10); 3]);
        bounds(&[any, any, any], Some(1), &[25, 0, 0], &[(7, 8); 3]);
        bounds(&[any, any], Some(40), &[24, 0], &[(0, 40); 2]);
        bounds(&[(20, None), any, any], Some(15), &[24, 0, 0], &[(20, 20), (5, 20), (5, 20)]);
        bounds(&[(0, Some(3)), any, any], Some(15), &[24, 0, 0], &[(0, 3), (0, 15), (0, 15)]);
    }
}

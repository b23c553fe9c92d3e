//! Assigns fabrics of a palette to colors, for the greatest contrast where patches touch.
//!
//! No fabric is used twice. A result reported as proved maximises the least difference in lightness.

use crate::color::contrast::seen_difference;
use crate::color::{Color, Fabric};

/// The most steps for each difference that is tried.
const STEPS: u64 = 100_000;

/// A choice of fabrics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Arranged {
    /// The fabric of each color.
    pub(super) fabrics: Vec<usize>,
    /// Whether the least difference in lightness is proved to be maximal.
    pub(super) proved: bool,
}

/// Chooses from `fabrics` for `count` colors, no more than there are fabrics. Maximises the least difference
/// in lightness of colors that touch, then the least difference over all kinds of vision.
pub(super) fn arrange(fabrics: &[Fabric], count: usize, touching: &[(usize, usize)]) -> Arranged {
    let colors: Vec<Color> = fabrics.iter().map(|fabric| fabric.color).collect();
    let between = |of: &dyn Fn(Color, Color) -> f64| -> Vec<Vec<f64>> {
        colors.iter().map(|&one| colors.iter().map(|&other| of(one, other)).collect()).collect()
    };
    let lightness = between(&|one, other| (one.lightness() - other.lightness()).abs());
    let seen = between(&seen_difference);
    let mut choice = Choice { count, touching, best: (0..count).collect(), proved: true };
    let everything = vec![u64::MAX; fabrics.len()];
    let lightest = choice.raise(&lightness, &everything);
    let proved = choice.proved;
    let enough = at_least(&lightness, lightest, &everything);
    choice.raise(&seen, &enough);
    Arranged { fabrics: choice.best, proved }
}

/// For each fabric, the allowed fabrics that differ from it by `least`, as bits.
fn at_least(differences: &[Vec<f64>], least: f64, allowed: &[u64]) -> Vec<u64> {
    let row = |(at, row): (usize, &Vec<f64>)| {
        let bits = row.iter().enumerate().filter(|&(other, &found)| other != at && found >= least);
        bits.fold(0u64, |bits, (other, _)| bits | 1 << other) & allowed[at]
    };
    differences.iter().enumerate().map(row).collect()
}

struct Choice<'a> {
    count: usize,
    touching: &'a [(usize, usize)],
    best: Vec<usize>,
    proved: bool,
}

impl Choice<'_> {
    /// Raises the least difference as far as possible, by bisection; returns it.
    fn raise(&mut self, differences: &[Vec<f64>], allowed: &[u64]) -> f64 {
        let mut steps: Vec<f64> = differences.iter().flatten().copied().collect();
        steps.sort_by(f64::total_cmp);
        steps.dedup();
        // `steps[low]` is possible, or nothing is.
        let (mut low, mut high) = (0, steps.len());
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            let mut left = STEPS;
            let beside = at_least(differences, steps[middle], allowed);
            let mut chosen = vec![None; self.count];
            let mut free = vec![all(differences.len()); self.count];
            if self.choose(&beside, &mut chosen, &mut free, &mut left) {
                self.best = chosen.into_iter().flatten().collect();
                low = middle;
            } else {
                self.proved &= left > 0;
                high = middle;
            }
        }
        steps.get(low).copied().unwrap_or(0.0)
    }

    /// Chooses for the color with the fewest fabrics left, then for the others.
    fn choose(&self, beside: &[u64], chosen: &mut [Option<usize>], free: &mut [u64], left: &mut u64) -> bool {
        let open = (0..self.count).filter(|&color| chosen[color].is_none());
        let Some(color) = open.min_by_key(|&color| (free[color].count_ones(), color)) else {
            return true;
        };
        for fabric in (0..beside.len()).filter(|&fabric| free[color] >> fabric & 1 == 1) {
            if *left == 0 {
                return false;
            }
            *left -= 1;
            let mut rest = free.to_vec();
            rest.iter_mut().for_each(|free| *free &= !(1 << fabric));
            for &(a, b) in self.touching {
                let other = if a == color { b } else { a };
                if a == color || b == color {
                    rest[other] &= beside[fabric];
                }
            }
            chosen[color] = Some(fabric);
            let open = (0..self.count).filter(|&color| chosen[color].is_none());
            if open.into_iter().all(|color| rest[color] != 0) && self.choose(beside, chosen, &mut rest, left)
            {
                return true;
            }
            chosen[color] = None;
        }
        false
    }
}

/// Returns this many one bits.
fn all(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

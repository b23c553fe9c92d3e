//! What rectangles take of a cloth at least, however they are laid on it with their sides along the grain.
//!
//! # Source
//! Conservative scales from dual feasible functions: S. P. Fekete and J. Schepers, "A general framework for
//! bounds for higher-dimensional orthogonal packing problems", 2004. A rectangle that may lie either way
//! counts as the lesser of both.

use super::inches::{ClothSize, Inches};
use super::packing::{SHARES, share};

/// The two sides of a rectangle, the shorter first.
pub(crate) type Size = (Inches, Inches);

/// What each rectangle takes of the length of a cloth at least, in mm, so that the sum is never more than the
/// cloth that all of them take together. `sizes` are all rectangles there are, by which the best of several
/// ways of counting is chosen. None for a rectangle that is too wide.
pub(crate) fn least_length(sizes: &[(Size, usize)], width: Inches) -> Vec<Option<f64>> {
    let of = |way: usize, (short, long): Size| {
        let lying =
            |along: Inches, high: Inches| (along <= width).then(|| high.mm() * share(along, width, way));
        lesser(lying(short, long), lying(long, short))
    };
    best_way(sizes, SHARES, &of)
}

/// The same in fat quarters.
pub(crate) fn least_quarters(sizes: &[(Size, usize)], size: ClothSize) -> Vec<Option<f64>> {
    let (width, room) = (size.width.max(size.height), size.width.min(size.height));
    let of = |way: usize, (short, long): Size| {
        let (first, second) = (way / SHARES, way % SHARES);
        let lying = |along: Inches, high: Inches| {
            let fits = along <= width && high <= room;
            fits.then(|| share(along, width, first) * share(high, room, second))
        };
        lesser(lying(short, long), lying(long, short))
    };
    best_way(sizes, SHARES * SHARES, &of)
}

fn lesser(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.zip(b).map(|(a, b)| a.min(b)).or(a).or(b)
}

/// Of all ways of counting the one that counts most.
fn best_way(
    sizes: &[(Size, usize)],
    ways: usize,
    of: &dyn Fn(usize, Size) -> Option<f64>,
) -> Vec<Option<f64>> {
    let counted = |way: usize| -> (f64, Vec<Option<f64>>) {
        let each: Vec<Option<f64>> = sizes.iter().map(|&(size, _)| of(way, size)).collect();
        let sum =
            each.iter().zip(sizes).map(|(least, &(_, count))| least.unwrap_or(0.0) * count as f64).sum();
        (sum, each)
    };
    let best = (0..ways).map(counted).reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, each)| each).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::bought::Aim;
    use super::super::cutting::{Care, on_quarters, on_the_bolt};
    use super::super::fabric::Lot;
    use super::*;
    use crate::units::Units;
    use piecework_tiling::stop::StopFlag;

    /// Numbers without a pattern, the same in every run.
    fn scatter(seed: &mut u32) -> u32 {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *seed >> 16
    }

    #[test]
    fn what_is_enough_is_found_again_and_shares_are_bounds() {
        let mut seed = 5;
        let width = Inches::eighths(320);
        let quarter = (Inches::eighths(8 * 18), Inches::eighths(8 * 21)).into();
        for round in 0..120 {
            let one_way = round % 2 == 1;
            let mut lot = || {
                let mut side = || Inches::eighths(8 + scatter(&mut seed) % 120);
                let (a, b) = (side(), side());
                let size = if one_way { (a, b) } else { (a.min(b), a.max(b)) };
                Lot { size, one_way, count: 1 + scatter(&mut seed) as usize % 6 }
            };
            let lots: Vec<Lot> = (0..1 + round % 4).map(|_| lot()).collect();
            let sizes: Vec<(Size, usize)> = lots.iter().map(|lot| (lot.size, lot.count)).collect();
            let sum = |least: &[Option<f64>]| -> f64 {
                least.iter().zip(&sizes).map(|(least, &(_, count))| least.expect("fits") * count as f64).sum()
            };
            let ways = [lots];
            let least = sum(&least_length(&sizes, width));
            for goal in [least, least * 1.1, least * 1.3].map(Inches::of_mm) {
                let aim = Aim { most: Some(goal), percent: 5, sold_in: Units::Imperial };
                let found = |aim, care| {
                    on_the_bolt(&ways, width, aim, (care, &StopFlag::never())).expect("fits").1.length()
                };
                let [quick, full] = [Care::Little, Care::Full].map(|care| found(aim, care));
                assert!(full <= quick.max(goal) && least <= full.mm() + 1e-6, "{sizes:?}: {quick} {full}");
                let bought = found(aim.to_buy(), Care::Full);
                assert!(full <= bought.max(goal), "{sizes:?}: what is bought is enough");
            }
            let least = sum(&least_quarters(&sizes, quarter));
            let found = |goal, care| {
                on_quarters(&ways, quarter, goal, (care, &StopFlag::never())).expect("fits").1.count
            };
            let bought = found(None, Care::Full);
            for goal in [bought, bought + 1] {
                let [quick, full] = [Care::Little, Care::Full].map(|care| found(Some(goal), care));
                assert!(full <= goal && full <= quick.max(goal), "{sizes:?}: {goal} {quick} {full}");
                assert!(least <= full as f64 + 1e-9, "{sizes:?}");
            }
        }
    }

    #[test]
    fn three_to_a_strip_take_a_third_of_it_each() {
        // Half of the width is 20 in: two squares of 12 in use it up, and no third fits beside three.
        let size = (Inches::eighths(96), Inches::eighths(96));
        let least = least_length(&[(size, 92)], Inches::eighths(320));
        assert!((least[0].expect("fits") - 4.0 * 25.4).abs() < 1e-9, "12 in by three: {least:?}");
        let too_wide = (Inches::eighths(400), Inches::eighths(400));
        assert_eq!(least_length(&[(size, 1), (too_wide, 1)], Inches::eighths(320))[1], None);
    }
}

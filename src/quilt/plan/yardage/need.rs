//! Bounds for the cloth that rectangles take, without deciding how they are cut.
//!
//! [`Need::enough`] is never less than what [`yardage`](super::yardage()) counts. All bounds are for cloth that is cut in
//! strips.

use std::collections::BTreeMap;

use super::cutting::across;
use super::inches::Inches;
use super::packing::{SHARES, pack_for, share};

/// How much of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::quilt) struct Need<T> {
    /// The least that is needed.
    pub(in crate::quilt) at_least: T,
    /// What is certainly enough.
    pub(in crate::quilt) enough: T,
}

/// The two sides of a rectangle, the shorter first.
pub(in crate::quilt) type Size = (Inches, Inches);

/// How long a cloth must be; none if a rectangle is wider than it.
pub(in crate::quilt) fn length_needed(
    sizes: &[(Size, usize)],
    width: Inches,
    effort: usize,
) -> Option<Need<Inches>> {
    let lying = sizes.iter().map(|&(size, count)| Some((across(size, width)?, count)));
    let strips = strips(&lying.collect::<Option<Vec<_>>>()?, width, effort)?;
    let sum = |of: fn(Need<usize>) -> usize| strips.iter().map(|&(h, need)| h.times(of(need))).sum();
    Some(Need { at_least: sum(|need| need.at_least), enough: sum(|need| need.enough) })
}

/// How many fat quarters of `size`, with strips along either side; none if a rectangle is larger than one.
pub(in crate::quilt) fn quarters_needed(
    sizes: &[(Size, usize)],
    size: Size,
    effort: usize,
) -> Option<Need<usize>> {
    let (short, long) = (size.0.min(size.1), size.0.max(size.1));
    let ways = [(long, short), (short, long)].into_iter().filter_map(|(length, room)| {
        if sizes.iter().any(|&((short, long), count)| count > 0 && (long > length || short > room)) {
            return None;
        }
        let strips = strips(sizes, length, effort)?;
        let of = |count: fn(Need<usize>) -> usize| {
            let heights: Vec<(Inches, usize)> = strips.iter().map(|&(h, need)| (h, count(need))).collect();
            pack_for(&heights, room, effort)
        };
        let enough = of(|need| need.enough)?.strips.len();
        Some(Need { at_least: of(|need| need.at_least)?.at_least, enough })
    });
    ways.reduce(|a, b| Need { at_least: a.at_least.min(b.at_least), enough: a.enough.min(b.enough) })
}

/// How many strips of each height.
fn strips(lying: &[(Size, usize)], length: Inches, effort: usize) -> Option<Vec<(Inches, Need<usize>)>> {
    let mut by_height: BTreeMap<Inches, Vec<(Inches, usize)>> = BTreeMap::new();
    for &((height, along), count) in lying.iter().filter(|(_, count)| *count > 0) {
        by_height.entry(height).or_default().push((along, count));
    }
    let packed = by_height.into_iter().map(|(height, items)| {
        let packing = pack_for(&items, length, effort)?;
        Some((height, Need { at_least: packing.at_least, enough: packing.strips.len() }))
    });
    packed.collect()
}

/// What each rectangle takes of the length of a cloth at least, in mm, so that the sum is never more than the cloth that
/// all of them take together. `counts` are those of all rectangles there are, by which the best of several ways of
/// counting is chosen. None for a rectangle that is too wide.
pub(in crate::quilt) fn least_length(sizes: &[(Size, usize)], width: Inches) -> Vec<Option<f64>> {
    let of = |way: usize, size: Size| {
        across(size, width).map(|(height, along)| height.mm() * share(along, width, way))
    };
    best_way(sizes, &of)
}

/// The same in fat quarters.
pub(in crate::quilt) fn least_quarters(sizes: &[(Size, usize)], size: Size) -> Vec<Option<f64>> {
    let (short, long) = (size.0.min(size.1), size.0.max(size.1));
    let ways = [(long, short), (short, long)].map(|(length, room)| {
        let of = |way: usize, size: Size| {
            let fits = size.1 <= length && size.0 <= room;
            fits.then(|| size.0.mm() / room.mm() * share(size.1, length, way))
        };
        best_way(sizes, &of)
    });
    // All of a fabric are cut with strips one way, but it is not known which.
    let [along, over] = ways;
    let least = |(a, b): (Option<f64>, Option<f64>)| a.zip(b).map(|(a, b)| a.min(b)).or(a).or(b);
    along.into_iter().zip(over).map(least).collect()
}

/// Of all ways of counting the one that counts most.
fn best_way(sizes: &[(Size, usize)], of: &dyn Fn(usize, Size) -> Option<f64>) -> Vec<Option<f64>> {
    let counted = |way: usize| -> (f64, Vec<Option<f64>>) {
        let each: Vec<Option<f64>> = sizes.iter().map(|&(size, _)| of(way, size)).collect();
        let sum =
            each.iter().zip(sizes).map(|(least, &(_, count))| least.unwrap_or(0.0) * count as f64).sum();
        (sum, each)
    };
    let best = (0..SHARES).map(counted).reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, each)| each).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::cutting::{from_quarters, from_the_bolt};
    use super::super::fabric::CutPiece;
    use super::super::packing;
    use super::*;

    /// Numbers without a pattern, the same in every run.
    fn scatter(seed: &mut u32) -> u32 {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *seed >> 16
    }

    #[test]
    fn what_is_needed_lies_between_the_bounds_and_shares_are_bounds() {
        let mut seed = 5;
        let width = Inches::eighths(320);
        for _ in 0..120 {
            let sizes: Vec<(Size, usize)> = (0..1 + scatter(&mut seed) % 4)
                .map(|_| {
                    let mut side = || Inches::eighths(8 + scatter(&mut seed) % 120);
                    let (a, b) = (side(), side());
                    ((a.min(b), a.max(b)), 1 + scatter(&mut seed) as usize % 6)
                })
                .collect();
            let piece = |&(size, count): &(Size, usize)| CutPiece {
                name: "x".into(),
                size,
                count,
                labels: Vec::new(),
                boxed: false,
            };
            let pieces: Vec<CutPiece> = sizes.iter().map(piece).collect();
            let sum = |least: &[Option<f64>]| -> f64 {
                least.iter().zip(&sizes).map(|(least, &(_, count))| least.expect("fits") * count as f64).sum()
            };
            let bolt: Inches =
                from_the_bolt(&pieces, width).expect("fits").strips.iter().map(|strip| strip.height).sum();
            let quarter = (Inches::eighths(8 * 18), Inches::eighths(8 * 21));
            let quarters = from_quarters(&pieces, quarter).expect("fits").count;
            for effort in [0, 1000, packing::EFFORT] {
                let need = length_needed(&sizes, width, effort).expect("fits");
                assert!(need.at_least <= bolt && bolt <= need.enough, "{sizes:?}: {need:?} {bolt}");
                let need = quarters_needed(&sizes, quarter, effort).expect("fits");
                assert!(
                    need.at_least <= quarters && quarters <= need.enough,
                    "{sizes:?}: {need:?} {quarters}"
                );
            }
            assert!(sum(&least_length(&sizes, width)) <= bolt.mm() + 1e-6, "{sizes:?}");
            assert!(sum(&least_quarters(&sizes, quarter)) <= quarters as f64 + 1e-9, "{sizes:?}");
        }
    }

    #[test]
    fn three_to_a_strip_take_a_third_of_it_each() {
        let size = (Inches::eighths(36), Inches::eighths(84));
        let least = least_length(&[(size, 92)], Inches::eighths(320));
        assert!((least[0].expect("fits") - 1.5 * 25.4).abs() < 1e-9, "4 1/2 in by three: {least:?}");
        let too_wide = (Inches::eighths(400), Inches::eighths(400));
        assert_eq!(least_length(&[(size, 1), (too_wide, 1)], Inches::eighths(320))[1], None);
    }
}

//! How much cloth is enough for rectangles, for questions that are asked often.
//!
//! What is found here for a goal, [`yardage`](super::yardage()) finds too: it looks at the same layouts, and
//! at more.

use std::collections::BTreeMap;

use super::bounds::Size;
use super::cutting::across;
use super::inches::Inches;
use super::kinds::Kinds;
use super::packing::pack_for;
use super::segment::Effort;

/// What a patch is cut from.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct PatchCloth {
    /// Rectangles, the shorter side first.
    pub(crate) sizes: Vec<Size>,
    /// The same as they are cut from a one-way print, width and height; empty where no fabric has one.
    pub(crate) upright: Vec<Size>,
    /// If these are only the boxes around templates: the area of the templates, with seam allowances, in
    /// square mm.
    pub(crate) template_mm2: Option<f64>,
}

/// Rectangles that are cut from one fabric.
#[derive(Debug, Clone)]
pub(crate) struct Rectangles {
    /// Each size and how many of it.
    pub(crate) sizes: Vec<(Size, usize)>,
    /// Whether sizes are widths and heights, and none is turned.
    pub(crate) upright: bool,
}

/// A length of cloth that is certainly enough; none if a rectangle is wider than it. Strips of several sizes
/// are looked at if simple ones are longer than `goal`.
pub(crate) fn length_needed(
    Rectangles { sizes, upright }: &Rectangles,
    width: Inches,
    effort: usize,
    goal: Inches,
) -> Option<Inches> {
    let lying = sizes.iter().map(|&(size, count)| Some((across(size, width, *upright)?, count)));
    let strips = strips(&lying.collect::<Option<Vec<_>>>()?, width, effort)?;
    let length = strips.iter().map(|&(height, count)| height.times(count)).sum();
    let kinds = Kinds::new(sizes.iter().copied(), width).upright(*upright);
    if length <= goal || goal.mm() < kinds.least_length(width) {
        return Some(length);
    }
    Some(if kinds.on_the_bolt(width, goal, &[Effort::LOW]).is_some() { goal } else { length })
}

/// A number of fat quarters of `size` that is certainly enough; none if a rectangle is larger than one.
pub(crate) fn quarters_needed(
    Rectangles { sizes, upright }: &Rectangles,
    size: Size,
    effort: usize,
    goal: usize,
) -> Option<usize> {
    let (short, long) = (size.0.min(size.1), size.0.max(size.1));
    let on_a_strip = |&((a, b), count): &(Size, usize)| (if *upright { (b, a) } else { (a, b) }, count);
    let lying: Vec<(Size, usize)> = sizes.iter().map(on_a_strip).collect();
    let ways = [(long, short), (short, long)].into_iter().take(if *upright { 1 } else { 2 });
    let ways = ways.filter_map(|(length, room)| {
        if lying.iter().any(|&((high, along), count)| count > 0 && (along > length || high > room)) {
            return None;
        }
        let strips = strips(&lying, length, effort)?;
        Some(pack_for(&strips, room, effort)?.strips.len())
    });
    let count = ways.min()?;
    let kinds = Kinds::new(sizes.iter().copied(), short).upright(*upright);
    if count <= goal || goal < kinds.least_quarters(size) {
        return Some(count);
    }
    Some(if kinds.on_quarters(size, goal, &[Effort::LOW]).is_some() { goal } else { count })
}

/// How many strips of each height.
fn strips(lying: &[(Size, usize)], length: Inches, effort: usize) -> Option<Vec<(Inches, usize)>> {
    let mut by_height: BTreeMap<Inches, Vec<(Inches, usize)>> = BTreeMap::new();
    for &((height, along), count) in lying.iter().filter(|(_, count)| *count > 0) {
        by_height.entry(height).or_default().push((along, count));
    }
    let packed = by_height.into_iter().map(|(height, items)| {
        let packing = pack_for(&items, length, effort)?;
        Some((height, packing.strips.len()))
    });
    packed.collect()
}

#[cfg(test)]
mod tests {
    use super::super::aim::Aim;
    use super::super::cutting::{from_quarters, from_the_bolt};
    use super::super::fabric::CutPiece;
    use super::super::{least_length, least_quarters, packing};
    use super::*;

    /// Numbers without a pattern, the same in every run.
    fn scatter(seed: &mut u32) -> u32 {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *seed >> 16
    }

    #[test]
    fn what_is_enough_is_found_again_and_shares_are_bounds() {
        let mut seed = 5;
        let width = Inches::eighths(320);
        for round in 0..120 {
            let upright = round % 2 == 1;
            let sizes: Vec<(Size, usize)> = (0..1 + scatter(&mut seed) % 4)
                .map(|_| {
                    let mut side = || Inches::eighths(8 + scatter(&mut seed) % 120);
                    let (a, b) = (side(), side());
                    (if upright { (a, b) } else { (a.min(b), a.max(b)) }, 1 + scatter(&mut seed) as usize % 6)
                })
                .collect();
            let piece = |&(size, count): &(Size, usize)| {
                let piece = CutPiece::rectangle("x".into(), size, count, Vec::new());
                CutPiece { one_way: upright, ..piece }
            };
            let all = Rectangles { sizes: sizes.clone(), upright };
            let pieces: Vec<CutPiece> = sizes.iter().map(piece).collect();
            let sum = |least: &[Option<f64>]| -> f64 {
                least.iter().zip(&sizes).map(|(least, &(_, count))| least.expect("fits") * count as f64).sum()
            };
            let least = sum(&least_length(&sizes, width));
            let area: f64 = pieces.iter().map(|piece| piece.area_mm2 * piece.count as f64).sum();
            assert!(least >= area / width.mm() - 1e-6, "the area is one of the ways of counting");
            for goal in [Inches::of_mm(least), Inches::of_mm(least * 1.1), Inches::of_mm(least * 1.3)] {
                for effort in [0, packing::EFFORT] {
                    let enough = length_needed(&all, width, effort, goal).expect("fits");
                    let cut = from_the_bolt(&pieces, width, Aim::Fit(goal)).expect("fits").length();
                    assert!(cut <= enough.max(goal) && least <= cut.mm() + 1e-6, "{sizes:?}: {enough} {cut}");
                    assert!(enough > goal || cut <= goal, "{sizes:?}: {goal}");
                }
            }
            let quarter = (Inches::eighths(8 * 18), Inches::eighths(8 * 21));
            let least = sum(&least_quarters(&sizes, quarter));
            let simple = quarters_needed(&all, quarter, packing::EFFORT, usize::MAX).expect("fits");
            for goal in [simple, simple.saturating_sub(1).max(1)] {
                let enough = quarters_needed(&all, quarter, 0, goal).expect("fits");
                let cut = from_quarters(&pieces, quarter, Some(goal)).expect("fits").count;
                assert!(enough > goal || cut <= goal, "{sizes:?}: {goal} {enough} {cut}");
                assert!(least <= cut as f64 + 1e-9, "{sizes:?}");
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

//! Half-square triangles, cut and sewn as a quilter does: squares cut once on the diagonal, and units of two
//! triangles that are sewn two at a time.
//!
//! # Source
//! The rule of quilters: squares 7/8 in larger than the finished side for two units. With a seam allowance `s` they are
//! larger by (2 + √2) `s`, up to a line of the ruler.

use std::collections::{BTreeMap, BTreeSet};

use super::design::Design;
use super::error::QuiltError;
use super::joining::{Joint, SewingOrder};
use super::options::Method;
use super::yardage::{CutPiece, Inches, nest};
use piecework_draw::geometry::{Outline, Point};
use piecework_draw::layout::prove_apart;
use piecework_tiling::puzzle::Piece;

/// How much two lengths in mm may differ that are equal.
const LOST: f64 = 1e-6;

/// Squares of two half-square triangles that are sewn before anything else.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct HalfSquares {
    /// The finished side of a unit.
    pub finished: Inches,
    /// The side of the squares for two units, with their seam allowances.
    pub for_two: Inches,
    /// To what a unit is trimmed.
    pub unfinished: Inches,
    /// How many units have which two fabrics, the most first.
    pub pairs: Vec<HalfSquarePair>,
    /// The steps that sew a unit of two triangles; none of them needs another.
    pub steps: Vec<usize>,
}

/// Units of the same two fabrics.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct HalfSquarePair {
    /// The fabrics; the same where both triangles are cut from one.
    pub fabrics: (String, String),
    /// How many units.
    pub units: usize,
}

impl HalfSquarePair {
    /// Squares of each fabric that are sewn two units at a time.
    pub fn squares(&self) -> usize {
        if self.is_plain() { 0 } else { self.units / 2 }
    }

    /// Triangles of each fabric that are left: cut from a square with another triangle of that fabric.
    pub fn triangles(&self) -> usize {
        if self.is_plain() { 0 } else { self.units % 2 }
    }

    /// Whether a plain square can take the place of two triangles.
    pub fn is_plain(&self) -> bool {
        self.fabrics.0 == self.fabrics.1
    }
}

impl HalfSquares {
    /// The units of a quilt that is sewn by machine; none if there are not two triangles on one square.
    pub(super) fn of(design: &Design, order: Option<&SewingOrder>) -> Option<Self> {
        if design.options.method == Method::EnglishPaper {
            return None;
        }
        // By side first, then by the middle of the long side, which both triangles share.
        let mut units: BTreeMap<(i64, i64, i64), Vec<usize>> = BTreeMap::new();
        for (index, patch) in design.patchwork.patches().iter().enumerate() {
            if let Some((side, middle)) = half_square(&design.along_blocks(patch.outline())) {
                let [side, x, y] = [side, middle.x, middle.y].map(thousandths);
                units.entry((side, x, y)).or_default().push(index);
            }
        }
        units.retain(|_, patches| patches.len() == 2);
        let side = most_frequent(units.keys().map(|&(side, ..)| side))?;
        let units: BTreeSet<Vec<usize>> =
            units.into_iter().filter(|((of, ..), _)| *of == side).map(|(_, patches)| patches).collect();
        let mut counts: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for patches in &units {
            let [one, other] = [0, 1].map(|at| design.fabric_of[patches[at]]);
            *counts.entry((one.min(other), one.max(other))).or_default() += 1;
        }
        let sews_a_unit = |joint: &Joint| {
            let mut patches = [joint.sewn.as_slice(), &joint.added].concat();
            patches.sort_unstable();
            units.contains(&patches)
        };
        let steps = (1..).zip(order.iter().flat_map(|order| &order.steps));
        let steps = steps.filter(|(_, joint)| sews_a_unit(joint)).map(|(step, _)| step).collect();
        let name = |fabric: usize| design.fabrics[fabric].name.clone();
        let mut pairs: Vec<HalfSquarePair> = counts
            .into_iter()
            .map(|((a, b), units)| HalfSquarePair { fabrics: (name(a), name(b)), units })
            .collect();
        pairs.sort_by_key(|pair| std::cmp::Reverse(pair.units));
        let finished = Inches::of_mm(side as f64 / 1000.0);
        let seams = design.options.seam_allowance * (2.0 + std::f64::consts::SQRT_2);
        let for_two = finished + Inches::of_mm(seams).on_a_ruler(design.options.units);
        let unfinished = finished + Inches::of_mm(design.options.seam_allowance).times(2);
        Some(Self { finished, for_two, unfinished, pairs, steps })
    }
}

/// Whether patches of a finished outline are half-square triangles.
pub(super) fn is_half_square(outline: &Outline) -> bool {
    half_square(outline).is_some()
}

/// A square that is cut once on the diagonal into two triangles of this outline, with their allowance; `single` is the
/// square around one.
pub(super) fn pair(piece: &Piece, cut: &Outline, single: &CutPiece) -> Result<CutPiece, QuiltError> {
    let outlines = [cut.at_origin(), cut.turned(180).at_origin()];
    prove_apart(outlines.iter().map(|outline| (piece.name.as_str(), outline)), 0.0)?;
    Ok(CutPiece {
        name: format!("2 {}", piece.name),
        boxed: true,
        area_mm2: 2.0 * cut.area(),
        nest: Some(nest(&outlines, &piece.name, true, single.size.0.mm())),
        ..single.clone()
    })
}

/// The side of the level square of which an outline is half, and the middle of its long side, if it is.
fn half_square(outline: &Outline) -> Option<(f64, Point)> {
    let &[a, b, c] = outline.outer().points() else { return None };
    let corners = [(a, b, c), (b, c, a), (c, a, b)];
    corners.into_iter().find_map(|(corner, one, other)| {
        let ((x, y), (u, v)) =
            ((one.x - corner.x, one.y - corner.y), (other.x - corner.x, other.y - corner.y));
        let (long, short) = (libm::hypot(x, y), libm::hypot(u, v));
        // A square that stands on its corner is not cut along the threads.
        let is_level = (x.abs() < LOST || y.abs() < LOST) && (u.abs() < LOST || v.abs() < LOST);
        let is_half = is_level && (long - short).abs() < LOST && (x * u + y * v).abs() < LOST * long;
        let middle = Point::new(f64::midpoint(one.x, other.x), f64::midpoint(one.y, other.y));
        is_half.then_some((long, middle))
    })
}

#[expect(clippy::cast_possible_truncation, reason = "a place on a quilt")]
fn thousandths(mm: f64) -> i64 {
    (mm * 1000.0).round() as i64
}

/// The number that is there most often; of equals the greatest.
fn most_frequent(numbers: impl Iterator<Item = i64>) -> Option<i64> {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    numbers.for_each(|number| *counts.entry(number).or_default() += 1);
    counts.into_iter().max_by_key(|&(number, count)| (count, number)).map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::QuiltPlan;
    use crate::in_words;
    use crate::plan::options::QuiltOptions;
    use piecework_tiling::lattice::{Cell, Lattice};
    use piecework_tiling::tiling::infer_tiling;

    /// A row of squares, each cut along the same diagonal.
    fn plan(squares: i32) -> QuiltPlan {
        let halves = (0..squares)
            .flat_map(|at| [[0, 1], [2, 3]].map(|half| half.map(|kind| Cell::new(4 * at + kind, 0))));
        let tiling =
            infer_tiling("halves", Lattice::Tetrakis, halves.map(|half| half.to_vec())).expect("a tiling");
        let options = QuiltOptions {
            cell: 50.8,
            seam_allowance: 6.35,
            units: crate::Units::Imperial,
            ..QuiltOptions::default()
        };
        QuiltPlan::new(&tiling, &options).expect("a plan")
    }

    #[test]
    fn squares_are_seven_eighths_larger_and_units_are_trimmed() {
        let plan = plan(5);
        let halves = plan.summary.half_squares.as_ref().expect("half squares");
        assert_eq!(
            (halves.finished, halves.for_two, halves.unfinished),
            (Inches::eighths(16), Inches::eighths(23), Inches::eighths(20))
        );
        assert_eq!(halves.pairs.iter().map(|pair| pair.units).sum::<usize>(), 5);
        let words = in_words(&plan);
        let part = words.iter().find(|part| part.title == "Half-square triangles").expect("a part");
        let says = |words: &str| part.lines.iter().any(|line| line.contains(words));
        assert!(says("two 2 7/8 in squares") && says("Trim each unit to 2 1/2 in"), "{part:?}");
    }

    #[test]
    fn quarter_squares_are_not_half_squares() {
        let quarters = (0..4).map(|kind| vec![Cell::new(kind, 0)]);
        let tiling = infer_tiling("quarters", Lattice::Tetrakis, quarters).expect("a tiling");
        let plan = QuiltPlan::new(&tiling, &QuiltOptions::default()).expect("a plan");
        assert_eq!(plan.summary.half_squares, None);
    }

    /// The squares that are told to be sewn two at a time, and those for what is left, are the squares that are cut.
    #[test]
    fn units_take_no_more_cloth_than_is_cut() {
        for squares in 1..8 {
            let plan = plan(squares);
            let halves = plan.summary.half_squares.as_ref().expect("half squares");
            for fabric in &plan.summary.yardage.fabrics {
                let own =
                    |pair: &&HalfSquarePair| [&pair.fabrics.0, &pair.fabrics.1].contains(&&fabric.fabric);
                let whole: usize = halves.pairs.iter().filter(own).map(HalfSquarePair::squares).sum();
                let left: usize = halves.pairs.iter().filter(own).map(HalfSquarePair::triangles).sum();
                let cut: usize = fabric.pieces.iter().map(|piece| piece.count).sum();
                assert_eq!(whole + left.div_ceil(2), cut, "{squares} squares, {}", fabric.fabric);
                let parts: usize = fabric.pieces.iter().map(CutPiece::parts).sum();
                assert_eq!(parts, 2 * whole + left, "{squares} squares, {}", fabric.fabric);
            }
        }
    }
}

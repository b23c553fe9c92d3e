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
use super::yardage::{CutPiece, FabricOrder, Inches, Nest, nest};
use crate::units::Units;
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
    /// The side of the squares for eight units: twice as much.
    pub for_eight: Inches,
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
    /// Squares of each fabric that are sewn eight units at a time.
    pub eight_at_a_time: usize,
}

impl HalfSquarePair {
    /// Squares of each fabric that are sewn two units at a time.
    pub fn squares(&self) -> usize {
        if self.is_plain() { 0 } else { self.units / 2 - 4 * self.eight_at_a_time }
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
            .map(|((a, b), units)| HalfSquarePair { fabrics: (name(a), name(b)), units, eight_at_a_time: 0 })
            .collect();
        pairs.sort_by_key(|pair| std::cmp::Reverse(pair.units));
        let finished = Inches::of_mm(side as f64 / 1000.0);
        let seams = design.options.seam_allowance * (2.0 + std::f64::consts::SQRT_2);
        let for_two = finished + Inches::of_mm(seams).on_a_ruler(design.options.units);
        let unfinished = finished + Inches::of_mm(design.options.seam_allowance).times(2);
        Some(Self { finished, for_two, for_eight: for_two.times(2), unfinished, pairs, steps })
    }

    /// Takes squares for eight units instead of four for two each, where a pair of fabrics has enough units: fewer cuts, and
    /// the same cloth. None where there are no such units.
    pub(super) fn in_eights(&self, order: &FabricOrder) -> Option<(Self, FabricOrder)> {
        let (mut halves, mut order) = (self.clone(), order.clone());
        let place = |name: &String| order.fabrics.iter().position(|of| of == name);
        let of_pair = |pair: &HalfSquarePair| place(&pair.fabrics.0).zip(place(&pair.fabrics.1));
        let places: Vec<_> = halves.pairs.iter().map(of_pair).collect();
        for (pair, places) in halves.pairs.iter_mut().zip(places) {
            let Some((one, other)) = places.filter(|_| !pair.is_plain()) else { continue };
            let count = pair.units / 8;
            let twos = [one, other].map(|fabric| self.squares_for_two(&order, fabric));
            let [Some(a), Some(b)] = twos else { continue };
            if count == 0
                || [(one, a), (other, b)].iter().any(|&(of, at)| order.pieces[of][at].count < 4 * count)
            {
                continue;
            }
            pair.eight_at_a_time = count;
            for (fabric, at) in [(one, a), (other, b)] {
                let eight = CutPiece { count, ..self.eight(&order.pieces[fabric][at])? };
                order.pieces[fabric][at].count -= 4 * count;
                match order.pieces[fabric].iter_mut().find(|piece| piece.name == eight.name) {
                    Some(known) => known.count += count,
                    None => order.pieces[fabric].push(eight),
                }
                // These are other pieces than those of larger cells.
                order.ways[fabric].clear();
            }
        }
        order.pieces.iter_mut().for_each(|pieces| pieces.retain(|piece| piece.count > 0));
        halves.pairs.iter().any(|pair| pair.eight_at_a_time > 0).then_some((halves, order))
    }

    /// Where the squares for two units are among the pieces of a fabric; none if several templates have such.
    fn squares_for_two(&self, order: &FabricOrder, fabric: usize) -> Option<usize> {
        let is_one =
            |piece: &CutPiece| piece.triangles_of_a_square() == Some(2) && piece.size.0 == self.for_two;
        let mut all = order.pieces[fabric].iter().enumerate().filter(|(_, piece)| is_one(piece));
        all.next().filter(|_| all.next().is_none()).map(|(at, _)| at)
    }

    /// Four squares for two as one, whose diagonals meet in the middle.
    fn eight(&self, two: &CutPiece) -> Option<CutPiece> {
        let (nest, side) = (two.nest.as_ref()?, self.for_two.mm());
        let quarters = [(false, false), (true, false), (false, true), (true, true)];
        let near = |&(x, y): &(f64, f64), at: f64| (x - at).abs() < side / 4.0 && (y - at).abs() < side / 4.0;
        let falls = [0.0, side].iter().all(|&at| nest.outlines[0].iter().any(|point| near(point, at)));
        let put = |(right, below): (bool, bool), (x, y): (f64, f64)| {
            let x = if falls == (right == below) { x } else { side - x };
            (x + if right { side } else { 0.0 }, y + if below { side } else { 0.0 })
        };
        let outlines = quarters.iter().flat_map(|&at| {
            nest.outlines.iter().map(move |outline| outline.iter().map(|&point| put(at, point)).collect())
        });
        let labels = quarters.iter().flat_map(|&at| nest.labels.iter().map(move |&point| put(at, point)));
        let nest = Nest {
            outlines: outlines.collect(),
            labels: labels.collect(),
            names: vec![nest.names.first()?.clone(); 8],
        };
        Some(CutPiece {
            name: two.name.replacen('2', "8", 1),
            size: (self.for_eight, self.for_eight),
            area_mm2: 4.0 * two.area_mm2,
            nest: Some(nest),
            ..two.clone()
        })
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

/// A square that is cut twice on the diagonal into four quarter-square triangles of this outline, with their allowance: the
/// long side, which is on the straight grain, is the side of the square.
pub(super) fn four(
    name: &str,
    cut: &Outline,
    single: &CutPiece,
    units: Units,
) -> Result<CutPiece, QuiltError> {
    let bounds = cut.bounds();
    let side = Inches::of_mm(bounds.width().max(bounds.height())).on_a_ruler(units);
    let turned = [0, 90, 180, 270].map(|degrees| {
        let outline = cut.turned(degrees).at_origin();
        let (wide, high) = (outline.bounds().width(), outline.bounds().height());
        // Two corners are on the side of the square that the long side is.
        let first = |of: fn(Point) -> f64| outline.corners().filter(|at| of(at.at) < LOST).count() == 2;
        let far = |is_first: bool, length: f64| if is_first { 0.0 } else { side.mm() - length };
        let middle = |length: f64| (side.mm() - length) / 2.0;
        match wide > high {
            true => outline.moved(middle(wide), far(first(|at| at.y), high)),
            false => outline.moved(far(first(|at| at.x), wide), middle(high)),
        }
    });
    prove_apart(turned.iter().map(|outline| (name, outline)), 0.0)?;
    Ok(CutPiece {
        name: format!("4 {name}"),
        size: (side, side),
        boxed: true,
        area_mm2: 4.0 * cut.area(),
        nest: Some(nest(&turned, name, true, side.mm())),
        rotary: None,
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

    /// Fourteen squares in quarters of two fabrics: seven squares of each fabric cut twice take one strip, as two rows would.
    #[test]
    fn quarter_squares_are_cut_four_from_a_square() {
        let quarters = (0..2).flat_map(|y| (0..28).map(move |x| vec![Cell::new(x, y)]));
        let tiling = infer_tiling("quarters", Lattice::Tetrakis, quarters).expect("a tiling");
        let options = QuiltOptions { cell: 101.6, ..QuiltOptions::default() };
        let plan = QuiltPlan::new(&tiling, &options).expect("a plan");
        for fabric in &plan.summary.yardage.fabrics {
            let [piece] = fabric.pieces.as_slice() else { panic!("{:?}", fabric.pieces) };
            let cut = (piece.count, piece.triangles_of_a_square(), piece.size.0);
            assert_eq!(cut, (7, Some(4), Inches::eighths(42)), "5 1/4 in: 4 in and 1 1/4");
        }
    }

    /// The squares that are told to be sewn two at a time, and those for what is left, are the squares that are cut.
    #[test]
    fn units_take_no_more_cloth_than_is_cut() {
        for squares in (1..8).chain([16, 23, 41]) {
            let plan = plan(squares);
            let halves = plan.summary.half_squares.as_ref().expect("half squares");
            for fabric in &plan.summary.yardage.fabrics {
                let own =
                    |pair: &&HalfSquarePair| [&pair.fabrics.0, &pair.fabrics.1].contains(&&fabric.fabric);
                let whole: usize = halves.pairs.iter().filter(own).map(HalfSquarePair::squares).sum();
                let eights: usize = halves.pairs.iter().filter(own).map(|pair| pair.eight_at_a_time).sum();
                let left: usize = halves.pairs.iter().filter(own).map(HalfSquarePair::triangles).sum();
                let cut: usize = fabric.pieces.iter().map(|piece| piece.count).sum();
                assert_eq!(eights + whole + left.div_ceil(2), cut, "{squares} squares, {}", fabric.fabric);
                let parts: usize = fabric.pieces.iter().map(CutPiece::parts).sum();
                assert_eq!(parts, 8 * eights + 2 * whole + left, "{squares} squares, {}", fabric.fabric);
            }
        }
    }
}

//! Half-square triangles, cut and sewn as a quilter does: squares cut once on the diagonal, and units of two
//! triangles that are sewn two or eight at a time, or cut from two strips that lie on each other.
//!
//! # Source
//! The rule of quilters: squares 7/8 in larger than the finished side for two units. With a seam allowance `s` they are
//! larger by (2 + √2) `s`, up to a line of the ruler. Strips are those of rulers for half-square triangles: as high as a unit
//! before it is sewn in, so that they trim the tip that sticks out of the seam. Edges of units stay on the straight grain,
//! which those from a tube of two strips do not.

use std::collections::{BTreeMap, BTreeSet};

use super::design::Design;
use super::error::QuiltError;
use super::joining::{Joint, SewingOrder};
use super::options::{Method, QuiltOptions};
use super::yardage::{CutItem, CutPiece, FabricOrder, Inches, Nest, RotaryShape, StripRows, nest};
use crate::units::Units;
use piecework_draw::geometry::{Outline, Patch, Point, Ring};
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
    /// What the triangles are cut from.
    pub cut_from: UnitsFrom,
}

/// What the triangles of units are cut from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum UnitsFrom {
    /// Squares of both fabrics.
    Squares,
    /// Strips of both fabrics, right sides together.
    Strips,
    /// Squares of one fabric, and strips of the other.
    Both,
}

impl HalfSquarePair {
    /// Squares of each fabric that are sewn two units at a time.
    pub fn squares(&self) -> usize {
        let in_squares = !self.is_plain() && self.cut_from == UnitsFrom::Squares;
        if in_squares { self.units / 2 - 4 * self.eight_at_a_time } else { 0 }
    }

    /// Triangles of each fabric that are sewn one by one: cut from a strip, or from a square with another triangle of that
    /// fabric.
    pub fn triangles(&self) -> usize {
        match self.cut_from {
            UnitsFrom::Squares if !self.is_plain() => self.units % 2,
            UnitsFrom::Both => self.units,
            _ => 0,
        }
    }

    /// Units that are cut from two strips at once.
    pub fn from_strips(&self) -> usize {
        if !self.is_plain() && self.cut_from == UnitsFrom::Strips { self.units } else { 0 }
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
        let units = units(design);
        let side = most_frequent(units.keys().map(|&(side, ..)| side))?;
        let units: BTreeSet<[usize; 2]> =
            units.into_iter().filter(|((of, ..), _)| *of == side).map(|(_, patches)| patches).collect();
        let mut counts: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for patches in &units {
            let [one, other] = patches.map(|patch| design.fabric_of[patch]);
            *counts.entry((one.min(other), one.max(other))).or_default() += 1;
        }
        let sews_a_unit = |joint: &Joint| {
            let (&[one], &[other]) = (&joint.sewn[..], &joint.added[..]) else { return false };
            units.contains(&[one.min(other), one.max(other)])
        };
        let steps = (1..).zip(order.iter().flat_map(|order| &order.steps));
        let steps = steps.filter(|(_, joint)| sews_a_unit(joint)).map(|(step, _)| step).collect();
        let name = |fabric: usize| design.fabrics[fabric].name.clone();
        let mut pairs: Vec<HalfSquarePair> = counts
            .into_iter()
            .map(|((a, b), units)| HalfSquarePair {
                fabrics: (name(a), name(b)),
                units,
                eight_at_a_time: 0,
                cut_from: UnitsFrom::Squares,
            })
            .collect();
        pairs.sort_by_key(|pair| std::cmp::Reverse(pair.units));
        let finished = Inches::of_mm(side as f64 / 1000.0);
        let seams = design.options.seam_allowance * (2.0 + std::f64::consts::SQRT_2);
        let for_two = (finished + Inches::of_mm(seams)).up_to(design.options.units.strip());
        let unfinished = finished + Inches::of_mm(design.options.seam_allowance).times(2);
        Some(Self { finished, for_two, for_eight: for_two.times(2), unfinished, pairs, steps })
    }

    /// Whether no triangle of this size is cut but as the recipe of units says.
    pub(crate) fn are_all_in_units(&self, design: &Design) -> bool {
        let side = |patch: &Patch| Some(half_square(&design.along_blocks(patch.outline()))?.side);
        let is_one = |patch: &&Patch| side(patch).is_some_and(|side| self.finished.is_exactly(side));
        let (all, units) =
            (design.patchwork.patches().iter().filter(is_one), self.pairs.iter().map(|pair| pair.units));
        all.count() == 2 * units.sum::<usize>()
            && self.pairs.iter().all(|pair| pair.cut_from != UnitsFrom::Both)
    }

    /// What triangles are cut from, by fabric: whether from strips.
    pub(super) fn from(mut self, is_in_strips: impl Fn(&str) -> bool) -> Self {
        for pair in &mut self.pairs {
            pair.cut_from = match (is_in_strips(&pair.fabrics.0), is_in_strips(&pair.fabrics.1)) {
                (true, true) => UnitsFrom::Strips,
                (false, false) => UnitsFrom::Squares,
                _ => UnitsFrom::Both,
            };
        }
        self
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

/// A square, by its side first, then by its middle, in thousandths of a mm.
type Square = (i64, i64, i64);

/// The squares of two half-square triangles, and the patches that these are.
pub(super) fn units(design: &Design) -> BTreeMap<Square, [usize; 2]> {
    let mut found: BTreeMap<Square, Vec<usize>> = BTreeMap::new();
    for (index, patch) in design.patchwork.patches().iter().enumerate() {
        // Both triangles share the middle of the long side.
        if let Some(Half { side, middle, .. }) = half_square(&design.along_blocks(patch.outline())) {
            let [side, x, y] = [side, middle.x, middle.y].map(thousandths);
            found.entry((side, x, y)).or_default().push(index);
        }
    }
    found.into_iter().filter_map(|(at, patches)| Some((at, patches.try_into().ok()?))).collect()
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

/// The strips of triangles of this outline, of the hands that are used: the tip that is along the cuts is trimmed at the
/// height of a unit.
pub(super) fn rows(
    (piece, finished, cut): (&Piece, &Outline, &Outline),
    options: &QuiltOptions,
    like: Option<&CutItem>,
    is_used: [bool; 2],
) -> Result<[Option<StripRows>; 2], QuiltError> {
    let points = cut.outer().points();
    let Some(Half { corner, side, .. }) = half_square(cut) else { return Ok([None, None]) };
    let [corner, along, up] = [0, 1, 2].map(|next| points[(corner + next) % 3]);
    let part = 1.0 - options.seam_allowance * std::f64::consts::SQRT_2 / side;
    let toward = |from: Point| Point::new(from.x + (up.x - from.x) * part, from.y + (up.y - from.y) * part);
    let blunt = Outline::new(Ring::new(vec![corner, along, toward(along), toward(corner)])?, Vec::new())?;
    let like = like.and_then(|like| like.rows.iter().flatten().next());
    let measures = options.measures(piece.shape.lattice());
    let rows = StripRows::new((&piece.name, finished, &blunt), measures, like);
    // In a strip both hands are the same.
    Ok(is_used.map(|is_used| is_used.then(|| rows.clone())))
}

/// Whether triangles are cut from strips.
pub(super) fn are_in_strips(pieces: &[CutPiece]) -> bool {
    let is_strip =
        |piece: &CutPiece| piece.rotary.map(|cut| cut.shape) == Some(RotaryShape::HalfSquareTriangle);
    pieces.iter().any(is_strip)
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
    let side = Inches::of_mm(bounds.width().max(bounds.height())).up_to(units.strip());
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

/// Half of a level square.
struct Half {
    /// The corner at which its short sides meet.
    corner: usize,
    /// Their length.
    side: f64,
    /// The middle of the long side.
    middle: Point,
}

/// The level square of which an outline is half, if it is.
fn half_square(outline: &Outline) -> Option<Half> {
    let points: &[Point; 3] = outline.outer().points().try_into().ok()?;
    (0..3).find_map(|corner| {
        let [at, one, other] = [0, 1, 2].map(|next| points[(corner + next) % 3]);
        let ((x, y), (u, v)) = ((one.x - at.x, one.y - at.y), (other.x - at.x, other.y - at.y));
        let (side, short) = (libm::hypot(x, y), libm::hypot(u, v));
        // A square that stands on its corner is not cut along the threads.
        let is_level = (x.abs() < LOST || y.abs() < LOST) && (u.abs() < LOST || v.abs() < LOST);
        let is_half = is_level && (side - short).abs() < LOST && (x * u + y * v).abs() < LOST * side;
        let middle = Point::new(f64::midpoint(one.x, other.x), f64::midpoint(one.y, other.y));
        is_half.then_some(Half { corner, side, middle })
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
    use piecework_tiling::lattice::{Cell, Lattice};
    use piecework_tiling::tiling::infer_tiling;

    /// A row of squares, each cut along the same diagonal.
    fn plan(squares: i32) -> QuiltPlan {
        board(squares, 1)
    }

    fn board(columns: i32, rows: i32) -> QuiltPlan {
        let squares = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        let halves = squares
            .flat_map(|(x, y)| [[0, 1], [2, 3]].map(|half| half.map(|kind| Cell::new(4 * x + kind, y))));
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
        assert!(says("two whole 2 7/8 in squares") && says("Trim each unit to 2 1/2 in"), "{part:?}");
        assert!(says("sew 1/4 in from"), "{part:?}");
        let wider = HalfSquares { unfinished: Inches::eighths(22), ..halves.clone() };
        let words = wider.in_words(crate::Units::Imperial).join(" ");
        assert!(words.contains("sew 3/8 in from") && !words.contains("1/4 in from"), "{words}");
    }

    /// Of 144 units with sides of 2 in strips take half a yard of each fabric, and squares 5/8 yd.
    #[test]
    fn strips_are_cut_where_they_take_less_cloth() {
        let plan = plan(144);
        let halves = plan.summary.half_squares.as_ref().expect("half squares");
        assert!(
            halves.pairs.iter().all(|pair| pair.from_strips() == 144 && pair.squares() == 0),
            "{halves:?}"
        );
        for fabric in &plan.summary.yardage.fabrics {
            assert_eq!(
                fabric.bought.as_ref().map(|of| of.write(crate::Units::Imperial)),
                Some("1/2 yd".into())
            );
            assert_eq!(fabric.pieces.iter().map(CutPiece::parts).sum::<usize>(), 144);
            for piece in &fabric.pieces {
                assert_eq!(
                    piece.size.0, halves.unfinished,
                    "a strip is as high as a unit before it is sewn in"
                );
                for outline in &piece.nest.as_ref().expect("a row").outlines {
                    let next = outline.iter().cycle().skip(1);
                    let mut sides: Vec<f64> = outline
                        .iter()
                        .zip(next)
                        .map(|(a, b)| libm::hypot(a.0 - b.0, a.1 - b.1) / 25.4)
                        .collect();
                    sides.sort_by(f64::total_cmp);
                    // 2 in finished, two seam allowances, and where the slanted cut leaves the strip.
                    let slant = 0.5_f64.sqrt() / 2.0;
                    let expected = [slant, 2.5, 2.5 + slant, 2.5 * 2.0_f64.sqrt()];
                    assert!(
                        sides.iter().zip(expected).all(|(side, of)| (side - of).abs() < 1e-6),
                        "{sides:?}"
                    );
                }
            }
        }
        let words = in_words(&plan);
        let part = words.iter().find(|part| part.title == "Half-square triangles").expect("a part");
        let says = |words: &str| part.lines.iter().any(|line| line.contains(words));
        assert!(says("lay a 2 1/2 in strip") && says("144 triangles of each"), "{part:?}");
        assert!(!says("at a time"), "one recipe: {part:?}");
        // A stash that has strips of one fabric and squares of the other.
        let first = halves.pairs[0].fabrics.0.clone();
        let mixed = halves.clone().from(|name| name == first);
        let counts = mixed.pairs.iter().map(|pair| (pair.squares(), pair.from_strips(), pair.triangles()));
        assert!(counts.into_iter().all(|counts| counts == (0, 0, 144)));
        assert!(mixed.in_words(crate::Units::Imperial).iter().any(|line| line.starts_with("One by one")));
    }

    /// Diagonals that go on through the whole quilt are no seams of their own.
    #[test]
    fn all_units_are_sewn_before_anything_else() {
        for (columns, rows) in [(6, 6), (7, 2), (3, 5)] {
            let plan = board(columns, rows);
            let halves = plan.summary.half_squares.as_ref().expect("half squares");
            let units: usize = halves.pairs.iter().map(|pair| pair.units).sum();
            assert_eq!(halves.steps.len(), units, "{columns} x {rows}");
            let order = plan.order.as_ref().expect("an order");
            assert_eq!(order.steps.len() + 1, 2 * units, "{columns} x {rows}");
            assert!(order.steps.iter().all(|step| step.bends().next().is_none()), "straight seams");
        }
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

    /// What no ruler shows is cut larger: up to an eighth of an inch, or 5 mm.
    #[test]
    fn squares_for_triangles_are_on_a_ruler() {
        for (units, cell, step) in [
            (crate::Units::Imperial, 33.337_5, Inches::eighths(1)),
            (crate::Units::Metric, 33.0, Inches::millimetres(5)),
        ] {
            let quarters = (0..4).flat_map(|y| (0..16).map(move |x| vec![Cell::new(x, y)]));
            let halves = (4..8)
                .flat_map(|y| (0..8).map(move |x| (x, y)))
                .map(|(x, y)| vec![Cell::new(2 * x, y), Cell::new(2 * x + 1, y)]);
            let tiling = infer_tiling("mixed", Lattice::Tetrakis, quarters.chain(halves)).expect("a tiling");
            let seam_allowance = units.usual_seam(Method::Templates);
            let options = QuiltOptions { cell, units, seam_allowance, ..QuiltOptions::default() };
            let plan = QuiltPlan::new(&tiling, &options).expect("a plan");
            let pieces = plan.summary.yardage.fabrics.iter().flat_map(|fabric| &fabric.pieces);
            let squares: Vec<&CutPiece> =
                pieces.filter(|piece| piece.triangles_of_a_square().is_some()).collect();
            assert!(!squares.is_empty(), "{units:?}");
            for square in squares {
                let (side, far) = (
                    square.size.0,
                    square.nest.as_ref().map_or(0.0, |nest| {
                        nest.outlines.iter().flatten().map(|at| at.0.max(at.1)).fold(0.0, f64::max)
                    }),
                );
                assert_eq!(side, side.up_to(step), "{units:?}: {}", square.name);
                assert!(far <= side.mm() + LOST, "{units:?}: {} holds its triangles", square.name);
            }
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

//! Stitches that hold pieces of fabric to a ground: appliqué, a fabric at a time.
//!
//! In: a tiling, a hoop. Out: a drawing for each fabric, as large as the hoop, in which every point of a line is where the needle
//! goes down: first where the fabric is to lie ([`Role::Guide`]), then the line that tacks it down ([`Role::Sew`]), then the
//! border ([`Role::Engrave`]). Between them the machine stops, so that fabric can be laid and trimmed. Always holds: an edge
//! between two fabrics is bordered once, when the later one is sewn; the whole lies in the hoop, in its middle.
//!
//! # Source
//! The order is that of the handbooks (Ink/Stitch's tutorial on appliqué); lengths as given below.

use super::{CutError, MachineError};
use crate::colour::{Colouring, DEFAULT_PALETTE, Palette};
use crate::drawing::{Canvas, Drawing, Medium, Path, Role};
use crate::geometry::{Join, Outline, Patch, Patchwork, Point, Touch};
use crate::layout::{SheetFormat, travel_order};
use crate::tiling::Tiling;

/// How far inside the edge of a patch its place is marked, and with which stitches, in mm: defaults of Ink/Stitch.
const PLACEMENT: (f64, f64) = (0.5, 2.5);
/// The same for tacking down.
const TACK: (f64, f64) = (1.0, 2.0);
/// The width of a border in mm: default of Ink/Stitch.
const BORDER: f64 = 3.0;
/// How far apart two stitches on one side of a border are, in mm; the common density of satin.
const DENSITY: f64 = 0.4;
/// The smallest cell in mm that has room between its borders; chosen by eye.
const SMALLEST_CELL: f64 = 2.0 * BORDER;

/// The stitches of one fabric.
#[derive(Debug, Clone, PartialEq)]
pub struct Stitching {
    /// What the fabric is called.
    pub fabric: String,
    /// Where the needle goes down.
    pub sheet: Drawing,
}

/// Plans the stitches: fabrics as few as touching pieces allow, in the order in which they are sewn.
///
/// # Units
/// `cell` in mm.
///
/// # Errors
/// [`MachineError::HoopTooSmall`] and [`MachineError::CellTooSmall`] say which cell would do.
pub fn stitchings(tiling: &Tiling, cell: f64, hoop: &SheetFormat) -> Result<Vec<Stitching>, CutError> {
    let patchwork = Patchwork::trace(tiling, cell)?;
    let (usable, bounds) = (hoop.usable()?, patchwork.bounds());
    let room = (usable.width() - BORDER, usable.height() - BORDER);
    if cell < SMALLEST_CELL {
        return Err(MachineError::CellTooSmall { found: cell, least: SMALLEST_CELL }.into());
    }
    if bounds.width() > room.0 || bounds.height() > room.1 {
        let (found, allowed) = ((bounds.width(), bounds.height()), (usable.width(), usable.height()));
        let largest_cell = cell * (room.0 / bounds.width()).min(room.1 / bounds.height());
        return Err(MachineError::HoopTooSmall { found, allowed, largest_cell }.into());
    }
    let colouring = Colouring::of_patchwork(&patchwork, Touch::Edge)?;
    let palette = Palette::named(DEFAULT_PALETTE)?;
    let fabrics = palette.first(colouring.count())?;
    let (hoop_middle, middle) = (usable.centre(), bounds.centre());
    let design = Design {
        patchwork: &patchwork,
        fabric_of: colouring.colours(),
        by: (hoop_middle.x - middle.x, hoop_middle.y - middle.y),
    };
    fabrics
        .iter()
        .enumerate()
        .map(|(index, fabric)| {
            let title = format!("{} {}", index + 1, fabric.name);
            let sheet = design.sheet(index, Canvas::new(title, Medium::Machine, hoop.width, hoop.height))?;
            Ok(Stitching { fabric: fabric.name.clone(), sheet })
        })
        .collect()
}

/// A patchwork with its fabrics, and how far it is moved to lie in the hoop.
struct Design<'a> {
    patchwork: &'a Patchwork,
    fabric_of: &'a [usize],
    by: (f64, f64),
}

impl Design<'_> {
    /// Everything that is sewn for one fabric.
    fn sheet(&self, fabric: usize, mut canvas: Canvas) -> Result<Drawing, CutError> {
        let patches: Vec<(usize, &Patch)> = self
            .patchwork
            .patches()
            .iter()
            .enumerate()
            .filter(|(index, _)| self.fabric_of[*index] == fabric)
            .collect();
        for (role, (inset, length)) in [(Role::Guide, PLACEMENT), (Role::Sew, TACK)] {
            let mut lines = Vec::new();
            for (_, patch) in &patches {
                let inside = patch.outline().offset(-inset, Join::MITRE)?;
                lines.extend(inside.iter().flat_map(Outline::rings).map(|ring| {
                    let back = ring.points().iter().chain(ring.points().first()).copied();
                    run(&back.collect::<Vec<Point>>(), length)
                }));
            }
            self.draw(&mut canvas, role, lines);
        }
        let borders = patches.iter().flat_map(|&(index, patch)| self.borders(index, patch));
        self.draw(&mut canvas, Role::Engrave, borders.collect());
        Ok(canvas.finish()?)
    }

    /// Lines in an order with short jumps.
    fn draw(&self, canvas: &mut Canvas, role: Role, lines: Vec<Vec<Point>>) {
        let starts: Vec<Point> = lines.iter().filter_map(|line| line.first().copied()).collect();
        for index in travel_order(&starts) {
            canvas.path(role, Path::polyline(&lines[index]).moved(self.by.0, self.by.1));
        }
    }

    /// The borders around a patch where no later fabric will sew them: a run to the end and satin back over it.
    fn borders(&self, index: usize, patch: &Patch) -> Vec<Vec<Point>> {
        let mut lines = Vec::new();
        for ring in patch.rings() {
            let sewn_here: Vec<bool> = ring
                .iter()
                .map(|side| {
                    let edge = &self.patchwork.edges()[side.edge];
                    let other = if edge.left == Some(index) { edge.right } else { edge.left };
                    other.is_none_or(|other| self.fabric_of[other] < self.fabric_of[index])
                })
                .collect();
            let points: Vec<Point> = ring
                .iter()
                .map(|side| {
                    let edge = &self.patchwork.edges()[side.edge];
                    self.patchwork.vertices()[if side.reversed { edge.to } else { edge.from }].at
                })
                .collect();
            for (chain, closed) in chains(&points, &sewn_here) {
                let chain = without_straight_points(chain, closed);
                let mut line = run(&chain, PLACEMENT.1);
                let back: Vec<Point> = chain.into_iter().rev().collect();
                line.extend(satin(&back, closed));
                lines.push(line);
            }
        }
        lines
    }
}

/// The runs of sides that are kept, as points from end to end, and whether one is the whole ring; a whole ring ends where
/// it begins.
fn chains(points: &[Point], kept: &[bool]) -> Vec<(Vec<Point>, bool)> {
    let count = points.len();
    let Some(gap) = kept.iter().position(|&kept| !kept) else {
        return vec![(points.iter().chain(points.first()).copied().collect(), true)];
    };
    let mut chains: Vec<(Vec<Point>, bool)> = Vec::new();
    let mut open = false;
    for at in (gap + 1..=gap + count).map(|at| at % count) {
        if kept[at] {
            if !open {
                chains.push((vec![points[at]], false));
            }
            if let Some((chain, _)) = chains.last_mut() {
                chain.push(points[(at + 1) % count]);
            }
        }
        open = kept[at];
    }
    chains
}

/// Points at which the line turns, and its ends.
fn without_straight_points(mut points: Vec<Point>, closed: bool) -> Vec<Point> {
    let turns = |a: Point, b: Point, c: Point| {
        let cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
        cross.abs() > 1e-6 * a.distance(b) * b.distance(c)
    };
    if closed && points.len() > 3 {
        // A whole ring begins at a corner.
        let count = points.len() - 1;
        points.truncate(count);
        let corner = (0..count)
            .find(|&at| turns(points[(at + count - 1) % count], points[at], points[(at + 1) % count]));
        points.rotate_left(corner.unwrap_or(0));
        points.extend(points.first().copied());
    }
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for (at, &point) in points.iter().enumerate() {
        let inner = at > 0 && at + 1 < points.len();
        let straight = inner && kept.last().is_some_and(|&before| !turns(before, point, points[at + 1]));
        if !straight {
            kept.push(point);
        }
    }
    kept
}

/// Stitches of at most `length` along a line, with one at each of its points.
fn run(points: &[Point], length: f64) -> Vec<Point> {
    let mut stitches: Vec<Point> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let count = steps(pair[0].distance(pair[1]), length);
        stitches
            .extend((1..=count).map(|step| between(pair[0], pair[1], f64::from(step) / f64::from(count))));
    }
    stitches
}

/// Zigzag across a line. A side runs on beyond its corner by half the width, and the next begins so much later, so that corners
/// are covered once and not twice.
fn satin(points: &[Point], closed: bool) -> Vec<Point> {
    let half = BORDER / 2.0;
    let sides = points.len().saturating_sub(1);
    let mut stitches = Vec::new();
    for (index, pair) in points.windows(2).enumerate() {
        let length = pair[0].distance(pair[1]);
        let begin = if index == 0 && !closed { 0.0 } else { half };
        let end = if index + 1 == sides && !closed { length } else { length + half };
        let along = ((pair[1].x - pair[0].x) / length, (pair[1].y - pair[0].y) / length);
        let count = 2 * steps(end - begin, DENSITY);
        stitches.extend((0..=count).map(|step| {
            let far = begin + (end - begin) * f64::from(step) / f64::from(count);
            let side = if step % 2 == 0 { half } else { -half };
            Point {
                x: pair[0].x + along.0 * far - along.1 * side,
                y: pair[0].y + along.1 * far + along.0 * side,
            }
        }));
    }
    stitches
}

/// How many equal steps of at most `step` a length takes.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a hoop is at most 5 m")]
fn steps(length: f64, step: f64) -> u32 {
    // A hair over is rounding.
    ((length / step - 1e-9).ceil() as u32).max(1)
}

fn between(a: Point, b: Point, share: f64) -> Point {
    Point { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::cut::machine;
    use crate::drawing::Item;
    use crate::{Lattice, Limits, infer_from_grid, read_letter_grids};

    fn stitched(lattice: Lattice, rows: &str, cell: f64) -> Result<Vec<Stitching>, CutError> {
        let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        stitchings(&tiling, cell, &machine("embroidery").expect("embedded").bed)
    }

    fn lines(sheet: &Drawing, role: Role) -> Vec<Vec<Point>> {
        let layer = sheet.layers().iter().find(|layer| layer.role == role).expect("a layer");
        let path = |item: &Item| match item {
            Item::Path(path) => path.points().collect(),
            Item::Text(_) => panic!("no words are sewn"),
        };
        layer.items.iter().map(path).collect()
    }

    #[test]
    fn three_layers_a_fabric_and_short_stitches_only() {
        for (lattice, rows) in
            [(Lattice::Square, "AAB\nABB"), (Lattice::Hex, "A A B\n A B B"), (Lattice::Triangle, "AAB\nABB")]
        {
            let all = stitched(lattice, rows, 20.0).expect("fits");
            assert_eq!(all.len(), 2);
            for one in &all {
                for (role, most) in [(Role::Guide, 2.5), (Role::Sew, 2.5), (Role::Engrave, 7.0)] {
                    for line in lines(&one.sheet, role) {
                        let longest =
                            line.windows(2).map(|pair| pair[0].distance(pair[1])).fold(0.0, f64::max);
                        assert!(longest <= most, "{lattice:?} {role:?}: {longest}");
                    }
                }
            }
        }
    }

    /// Two squares side by side: seven sides of 20 mm, the common one sewn once, by the later fabric.
    #[test]
    fn a_common_edge_is_bordered_once() {
        let all = stitched(Lattice::Square, "AB", 20.0).expect("fits");
        let satin_length = |one: &Stitching| -> f64 {
            let points = lines(&one.sheet, Role::Engrave).concat();
            let satin = points.windows(2).filter(|pair| (pair[0].distance(pair[1]) - BORDER).abs() < 0.1);
            f64::from(u32::try_from(satin.count()).expect("few")) * DENSITY / 2.0
        };
        let lengths: Vec<f64> = all.iter().map(satin_length).collect();
        assert!((lengths[0] - 60.0).abs() < 4.0 && (lengths[1] - 80.0).abs() < 4.0, "{lengths:?}");
    }

    /// More than three stitches in one place break needles; her cap.
    #[test]
    fn no_place_is_sewn_more_than_three_times_by_satin() {
        for (lattice, rows) in [(Lattice::Square, "AAB\nABB"), (Lattice::Hex, "A A B\n A B B")] {
            for one in stitched(lattice, rows, 20.0).expect("fits") {
                let mut cells: BTreeMap<(i64, i64), u32> = BTreeMap::new();
                #[expect(clippy::cast_possible_truncation, reason = "a hoop is small")]
                for point in lines(&one.sheet, Role::Engrave).concat() {
                    *cells.entry(((point.x / DENSITY) as i64, (point.y / DENSITY) as i64)).or_default() += 1;
                }
                let most = cells.values().max().expect("stitches");
                assert!(*most <= 4, "{most} in one square of {DENSITY} mm");
            }
        }
    }

    #[test]
    fn what_does_not_fit_the_hoop_says_which_cell_would() {
        let error = stitched(Lattice::Square, "AAB\nABB", 70.0).unwrap_err();
        let CutError::Machine(MachineError::HoopTooSmall { largest_cell, .. }) = error else {
            panic!("{error}")
        };
        assert!(
            (largest_cell - 59.0).abs() < 1e-9,
            "(180 - 3) / 3 = 59, (130 - 3) / 2 is more: {largest_cell}"
        );
        assert!(stitched(Lattice::Square, "AAB\nABB", 59.0).is_ok());
        let small = stitched(Lattice::Square, "AB", 5.9).unwrap_err();
        assert!(matches!(small, CutError::Machine(MachineError::CellTooSmall { .. })), "{small}");
    }
}

//! Plans a tray for the pieces: a base, a frame around the board with a notch for a finger, and a lid with
//! lines scored on it.
//!
//! The frame's opening is the board grown by the clearance; holes of the board become blocks, which are glued
//! to the base, which has lines scored where they and the frame are glued. The plate of an inlay is its own frame, so
//! that its tray is only a base and a lid. All parts have the same stock, kerf and files as the pieces, on sheets of
//! their own. From a 3D printer base and frame are one body, and the lid has a rim around it.

use super::extras::ExtraPart;
use super::inlay;
use super::sheet::{Body, ToolLine};
use crate::knobs::Knobs;
use crate::{CommonLines, CutError, CutOptions, CutOrder, LineError, PrintedTray, TrayOptions};
use piecework_draw::drawing::Level;
use piecework_draw::geometry::{Bounds, Join, Outline, Patchwork, Point, Ring};
use piecework_tiling::tiling::Tiling;

/// Half the width of a groove, in mm: two lines of a nozzle of 0.4 mm make its whole width.
pub(crate) const HALF_GROOVE: f64 = 0.4;
/// The largest distance of straight lines from an arc, in mm: far below the precision of a printer.
pub(crate) const GROOVE_TOLERANCE: f64 = 0.01;

/// The least width of the frame beside the opening, in mm; chosen by eye.
const LEAST_RIM: f64 = 10.0;
/// The radius of the notch for a finger, in mm: half the width of a fingertip.
const NOTCH: f64 = 8.0;
/// What stays of the frame behind the notch, in mm, and as a multiple of the thickness: thinner walls break.
const BEHIND_NOTCH: f64 = 6.0;
const BEHIND_NOTCH_THICK: f64 = 3.0;
/// The radius of the outer corners, in mm; chosen by eye.
const CORNER: f64 = 6.0;
/// The number of straight lines in a rounded corner.
const CORNER_STEPS: u16 = 12;
/// The number of straight lines in a notch.
const STEPS: u16 = 24;

/// Returns the parts of the tray, with their kerf.
pub(super) fn parts(
    tiling: &Tiling,
    (patchwork, knobs): (&Patchwork, Option<&Knobs>),
    options: &CutOptions,
    tray: &TrayOptions,
) -> Result<Vec<ExtraPart>, CutError> {
    if tray.clearance < 0.0 {
        return Err(LineError::TightTray { clearance: tray.clearance }.into());
    }
    let whole = |name: &str, outline: Outline, scores| -> Result<ExtraPart, CutError> {
        Ok(ExtraPart { scores, ..ExtraPart::new(name, outline)? })
    };
    if options.inlay.is_some() {
        let plate = inlay::plate(patchwork, options)?;
        let shown = on_lid(tiling, (patchwork, knobs), options)?;
        return Ok(vec![whole("base", plate.clone(), Vec::new())?, whole("lid", plate, shown)?]);
    }
    let frame = Frame::new(patchwork, options.cell, tray)?;
    if let Some(printed) = tray.printed {
        let shown = on_lid(tiling, (patchwork, knobs), options)?;
        return printed_parts(&frame, &shown, printed);
    }
    let Frame { outside, openings } = frame;
    let kerf = options.kerf / 2.0;
    let plate = Outline::new(outside.clone(), Vec::new())?.with_allowance(kerf, "base")?;
    let holes = openings.iter().map(|opening| notched(opening.outer()).map(|ring| ring.reversed()));
    let frame = Outline::new(outside, holes.collect::<Result<Vec<Ring>, _>>()?)?;
    let mut parts = vec![
        whole("base", plate.clone(), openings.iter().flat_map(ToolLine::rings).collect())?,
        whole("frame", frame.with_allowance(kerf, "frame")?, Vec::new())?,
        whole("lid", plate, on_lid(tiling, (patchwork, knobs), options)?)?,
    ];
    for (number, hole) in (1..).zip(openings.iter().flat_map(Outline::holes)) {
        let name = format!("block {number}");
        let block = Outline::new(hole.reversed(), Vec::new())?.with_allowance(kerf, &name)?;
        parts.push(whole(&name, block, Vec::new())?);
    }
    Ok(parts)
}

/// What is free between the rim of a printed lid and the frame, and the thickness of that rim, in mm: loose enough for
/// rough edges, and five lines of a nozzle. Chosen by eye.
const LID_FIT: f64 = 0.3;
const LID_WALL: f64 = 2.0;
/// How deep lines on the lid are, in mm: two layers.
const LID_GROOVE: f64 = 0.4;

/// Returns a tray from a 3D printer: base and frame as one body, with blocks where the board has holes, and a lid that
/// lies on its outside when it is printed, so that the lines on it are hollows from below, and mirrored.
fn printed_parts(
    frame: &Frame,
    shown: &[ToolLine],
    printed: PrintedTray,
) -> Result<Vec<ExtraPart>, CutError> {
    let body = |name: &str, outline: Outline, height_mm, hollows| -> Result<ExtraPart, CutError> {
        let body = Some(Body { name: name.to_owned(), height_mm, hollows });
        Ok(ExtraPart { body, ..ExtraPart::new(name, outline)? })
    };
    let outside = Outline::new(frame.outside.clone(), Vec::new())?;
    let floor = |opening: &Outline| -> Result<(Vec<ToolLine>, Level), CutError> {
        let opening = Outline::new(notched(opening.outer())?, opening.holes().to_vec())?;
        Ok((ToolLine::rings(&opening), Level::Top(printed.floor)))
    };
    let floors = frame.openings.iter().map(floor).collect::<Result<Vec<_>, _>>()?;
    let inside = outside.offset(LID_FIT, Join::MITRE)?;
    let rim = inside[0].offset(LID_WALL, Join::MITRE)?.remove(0);
    let middle = outside.bounds().center().x;
    let mirrored = |point: Point| Point { x: 2.0 * middle - point.x, ..point };
    let lines: Vec<Vec<Point>> = shown
        .iter()
        .map(|line| {
            let mut points = line.mapped(mirrored).flattened(GROOVE_TOLERANCE);
            points.extend(line.closed.then(|| points[0]));
            points
        })
        .collect();
    let grooves = Outline::around_lines(&lines, HALF_GROOVE)?;
    let below = grooves.iter().map(|groove| (ToolLine::rings(groove), Level::Bottom(LID_GROOVE)));
    let hollows = inside.iter().map(|area| (ToolLine::rings(area), Level::Top(printed.floor))).chain(below);
    Ok(vec![
        body("tray", outside, printed.frame(), floors)?,
        body("lid", rim, printed.lid(), hollows.collect())?,
    ])
}

/// The frame as finished.
pub(super) struct Frame {
    /// Its outer edge, which base and lid have too.
    pub(super) outside: Ring,
    /// The board with its clearance: where the pieces go, before notches.
    pub(super) openings: Vec<Outline>,
}

impl Frame {
    /// Plans the frame around a board with cells of `cell` mm.
    pub(super) fn new(patchwork: &Patchwork, cell: f64, tray: &TrayOptions) -> Result<Self, CutError> {
        let mut openings: Vec<Outline> = Vec::new();
        for board in patchwork.board() {
            openings.extend(if tray.clearance > 0.0 {
                board.offset(tray.clearance, Join::MITRE)?
            } else {
                vec![board.clone()]
            });
        }
        let opening =
            openings.iter().map(Outline::bounds).reduce(Bounds::union).unwrap_or(patchwork.bounds());
        let behind = BEHIND_NOTCH.max(BEHIND_NOTCH_THICK * tray.thickness);
        let rim = LEAST_RIM.max(cell / 2.0).max(NOTCH + behind);
        Ok(Self { outside: Ring::new(rounded(opening.inset(-rim)))?, openings })
    }
}

/// Returns the lines on the lid of a tray or a box: a solution, or the cells of the board.
pub(super) fn on_lid(
    tiling: &Tiling,
    (patchwork, knobs): (&Patchwork, Option<&Knobs>),
    options: &CutOptions,
) -> Result<Vec<ToolLine>, CutError> {
    if options.lid_solution {
        return Ok(solved(patchwork, knobs));
    }
    Ok(solved(&Patchwork::of_region(&tiling.board(), options.cell)?, None))
}

/// Returns the lines between pieces and around them.
fn solved(patchwork: &Patchwork, knobs: Option<&Knobs>) -> Vec<ToolLine> {
    let lines = CommonLines::plan(patchwork, CutOrder::Travel);
    let lines = lines.with_curves(knobs.map_or_else(Vec::new, |knobs| knobs.curves.clone()));
    lines.lines().map(ToolLine::from).collect()
}

/// Returns a rectangle with rounded corners.
fn rounded(bounds: Bounds) -> Vec<Point> {
    let Bounds { left, top, right, bottom } = bounds.inset(CORNER);
    // Each corner begins where the side before it ends.
    let corners = [(left, top, 2.0), (right, top, 3.0), (right, bottom, 0.0), (left, bottom, 1.0)];
    let arc = |(x, y, quarter): (f64, f64, f64)| {
        (0..=CORNER_STEPS).map(move |step| {
            let angle = (quarter + f64::from(step) / f64::from(CORNER_STEPS)) * std::f64::consts::FRAC_PI_2;
            Point { x: x + CORNER * libm::cos(angle), y: y + CORNER * libm::sin(angle) }
        })
    };
    corners.into_iter().flat_map(arc).collect()
}

/// Returns a ring with a half circle outwards in the middle of its longest side, so that a finger can lift a
/// piece. Of sides that are equally long it is the one nearest to the middle, away from the corners of the tray.
pub(super) fn notched(ring: &Ring) -> Result<Ring, CutError> {
    let points = ring.points();
    let length = |side: usize| points[side].distance(points[(side + 1) % points.len()]);
    let center = Bounds::around(points.iter().copied()).map_or(points[0], Bounds::center);
    let far = |side: usize| points[side].middle(points[(side + 1) % points.len()]).distance(center);
    // Rounded, so that sides that are equal but for rounding are.
    let order = |side: usize| ((length(side) * 1e3).round(), -(far(side) * 1e3).round());
    let best = |&a: &usize, &b: &usize| {
        let (one, other) = (order(a), order(b));
        one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)).then(b.cmp(&a))
    };
    let Some(side) = (0..points.len()).max_by(best) else { return Ok(ring.clone()) };
    let radius = NOTCH.min(length(side) / 3.0);
    let (from, to) = (points[side], points[(side + 1) % points.len()]);
    let along = ((to.x - from.x) / length(side), (to.y - from.y) / length(side));
    // The opening is on the right of its ring, so that outwards is on the left: y points down.
    let sign = if ring.is_clockwise() { 1.0 } else { -1.0 };
    let out = (along.1 * sign, -along.0 * sign);
    let middle = from.middle(to);
    let mut notched: Vec<Point> = points[..=side].to_vec();
    notched.extend((0..=STEPS).map(|step| {
        let angle = std::f64::consts::PI * (1.0 - f64::from(step) / f64::from(STEPS));
        let (far, deep) = (radius * libm::cos(angle), radius * libm::sin(angle));
        middle.moved(along.0 * far + out.0 * deep, along.1 * far + out.1 * deep)
    }));
    notched.extend(&points[side + 1..]);
    Ok(Ring::new(notched)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CutDivision, machine, plan_divided};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    fn tiling(rows: &str) -> Tiling {
        let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("letters");
        infer_from_grid("test", &grids[0]).expect("a tiling")
    }

    fn options(kerf: f64) -> CutOptions {
        let bed = machine("generic").expect("embedded").bed;
        CutOptions { kerf, tray: Some(TrayOptions::default()), ..CutOptions::new(20.0, bed) }
    }

    /// 3 x 2 cells of 20 mm: an opening of 61 x 41 mm with its clearance, in a frame with rims of 17 mm: the
    /// notch and three times the thickness.
    #[test]
    fn the_opening_is_the_board_and_its_clearance_after_cutting() {
        let tiling = tiling("AAB\nABB");
        let patchwork = Patchwork::trace(&tiling, 20.0).expect("a patchwork");
        for kerf in [0.0, 0.2] {
            let parts =
                parts(&tiling, (&patchwork, None), &options(kerf), &TrayOptions::default()).expect("a tray");
            let names: Vec<&str> = parts.iter().map(|part| part.part.name()).collect();
            assert_eq!(names, ["base", "frame", "lid"]);
            let frame = parts[1].part.outline();
            assert!((frame.bounds().width() - (95.0 + kerf)).abs() < 1e-3, "{:?}", frame.bounds());
            let hole = frame.holes()[0].bounds();
            assert!((hole.width() - (61.0 - kerf)).abs() < 1e-3, "{hole:?}");
            assert!((hole.height() - (41.0 + 8.0 - kerf)).abs() < 0.2, "with the notch: {hole:?}");
        }
    }

    #[test]
    fn a_hole_of_the_board_is_a_block_and_the_lid_shows_what_was_asked_for() {
        let ring = tiling("AAA\nA.A\nAAA");
        let patchwork = Patchwork::trace(&ring, 20.0).expect("a patchwork");
        let parts_of = |solution| {
            let options = CutOptions { lid_solution: solution, ..options(0.0) };
            parts(&ring, (&patchwork, None), &options, &TrayOptions::default()).expect("a tray")
        };
        let block = parts_of(false).pop().expect("a block");
        assert_eq!(block.part.name(), "block 1");
        assert!((block.part.bounds().width() - 19.0).abs() < 1e-3, "20 less two clearances");
        let length = |solution| -> f64 {
            let lid = parts_of(solution).remove(2);
            lid.scores.iter().map(ToolLine::length).sum()
        };
        assert!((length(true) - 16.0 * 20.0).abs() < 1e-6, "around the piece and its hole");
        assert!((length(false) - 24.0 * 20.0).abs() < 1e-6, "all edges of eight cells");
    }

    /// All sides of hexagons are equally long: the notch is in the middle of the tray and not at its corner.
    #[test]
    fn the_notch_is_away_from_corners() {
        let rows = "A A A A A A";
        let grids = read_letter_grids(Lattice::Hex, rows, &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let patchwork = Patchwork::trace(&tiling, 20.0).expect("a patchwork");
        let board = patchwork.board()[0].outer();
        let added = notched(board).expect("a notch").points().to_vec();
        let new = added.iter().filter(|point| !board.points().contains(point));
        let notch = Bounds::around(new.copied()).expect("a notch").center();
        let middle = patchwork.bounds().center();
        let third = patchwork.bounds().width() / 6.0;
        assert!((notch.x - middle.x).abs() < third, "{notch:?} and {middle:?}");
    }

    #[test]
    fn the_tray_is_on_sheets_after_the_pieces() {
        let tiling = tiling("AAB\nABB");
        for kerf in [0.0, 0.2] {
            let plan = plan_divided(&tiling, &options(kerf), CutDivision::Whole).expect("a plan");
            assert_eq!(plan.summary.sheets, 2);
            let names: Vec<&str> = plan.sheets[1].cuts.iter().map(|cut| cut.name.as_str()).collect();
            assert_eq!(names.len(), 3, "{names:?}");
            assert!(!plan.sheets[1].scores.is_empty());
        }
    }
}

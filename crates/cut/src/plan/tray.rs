//! Plans a tray for the pieces: a base, a frame around the board with a notch for a finger, and a lid with
//! lines scored on it.
//!
//! The frame's opening is the board grown by the clearance; holes of the board become blocks, which are glued
//! to the base, which has lines scored where they and the frame are glued. The plate of an inlay is its own frame, so
//! that its tray is only a base and a lid. All parts have the same stock, kerf and files as the pieces, on sheets of
//! their own. From a 3D printer base and frame are one body, and the lid has a rim around it. The base has the words of the
//! board, each in its cell. Magnets lie in a backing below the base, and a stand is two feet with a slot.

use super::base::{self, BoardWords, HALF_STROKE, LeftOut};
use super::engraving::{circle, crossed_gaps};
use super::extras::ExtraPart;
use super::inlay;
use super::sheet::{Body, ToolLine};
use crate::knobs::Knobs;
use crate::{CommonLines, CutError, CutOptions, CutOrder, LidPicture, LineError, PrintedTray, TrayOptions};
use piecework_draw::drawing::{Level, Text};
use piecework_draw::geometry::{Bounds, Join, Outline, Patchwork, Point, Ring};
use piecework_draw::layout::inner_rectangle;
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

/// The diameter of the hole to hang a tray, in mm, and what stays around it; chosen by eye, for a nail or a cord.
const HANGING_HOLE: f64 = 6.0;
const AROUND_HOLE: f64 = 3.0;
/// How far a tray leans back in its feet, in degrees; chosen by eye: pieces stay in it.
const LEAN: f64 = 15.0;
/// The height of a foot, its length beside its slot, what is below the slot, and the room in it beside the tray, in mm.
const FOOT: (f64, f64) = (24.0, 60.0);
const BELOW_SLOT: f64 = 10.0;
const SLOT_ROOM: f64 = 0.3;

/// Returns the parts of the tray, with their kerf, and the words that its base has not.
pub(super) fn parts(
    tiling: &Tiling,
    (patchwork, knobs): (&Patchwork, Option<&Knobs>),
    options: &CutOptions,
    tray: &TrayOptions,
) -> Result<(Vec<ExtraPart>, Vec<LeftOut>), CutError> {
    if tray.clearance < 0.0 {
        return Err(LineError::TightTray { clearance: tray.clearance }.into());
    }
    let whole = |name: &str, outline: Outline, scores| -> Result<ExtraPart, CutError> {
        Ok(ExtraPart { scores, ..ExtraPart::new(name, outline)? })
    };
    // What is of one's own is engraved, and pictures are scored.
    let lid_of = |outline: Outline, shown: Vec<ToolLine>, words| -> Result<ExtraPart, CutError> {
        match options.own.lid {
            Some(_) => Ok(ExtraPart { engravings: filled(shown), ..whole("lid", outline, Vec::new())? }),
            None => Ok(ExtraPart { engravings: words, ..whole("lid", outline, shown)? }),
        }
    };
    if options.inlay.is_some() {
        let plate = inlay::plate(patchwork, options)?;
        let shown = on_lid(tiling, (patchwork, knobs), options)?;
        let mut parts: Vec<ExtraPart> = vec![whole("base", plate.clone(), Vec::new())?];
        parts.push(lid_of(plate, shown, Vec::new())?);
        parts.extend(feet(2.0 * tray.thickness, tray, options)?);
        return Ok((parts, Vec::new()));
    }
    let board = base::whole(tiling, options)?;
    let frame = Frame::new(&board, options.cell, tray)?;
    let BoardWords { mut engravings, left_out } = base::words(tiling, &board, options);
    let rooms = frame.openings.iter().map(floor_room);
    let largest = rooms.max_by(|a, b| (a.width() * a.height()).total_cmp(&(b.width() * b.height())));
    let floor = options.own.floor.as_ref().zip(largest).map(|(art, room)| ToolLine::open(art.lines_in(room)));
    engravings.extend(floor.into_iter().flat_map(filled));
    let hole = tray.hang.then(|| frame.hanging_hole()).transpose()?;
    let lid = on_lid(tiling, (patchwork, knobs), options)?;
    if let Some(printed) = tray.printed {
        let below = options.magnets.map_or_else(Vec::new, |magnets| magnets.under(&board, options));
        let mut parts = printed_parts((&frame, hole), &lid, (&engravings, &below), (printed, options))?;
        let frame = parts[0].body.as_ref().map_or(0.0, |body| body.height_mm);
        parts.extend(feet(frame, tray, options)?);
        return Ok((parts, left_out));
    }
    let Frame { outside, openings } = frame;
    let kerf = options.kerf / 2.0;
    let with = |holes: Vec<Ring>| Outline::new(outside.clone(), holes);
    let holes = openings.iter().map(|opening| notched(opening.outer()).map(|ring| ring.reversed()));
    let framed = with(holes.chain(hole.clone().map(Ok)).collect::<Result<Vec<Ring>, _>>()?)?;
    let plate = with(Vec::new())?.with_allowance(kerf, "base")?;
    let hung = with(hole.clone().into_iter().collect())?.with_allowance(kerf, "base")?;
    let glued = openings.iter().flat_map(ToolLine::rings).collect();
    let mut parts = vec![
        ExtraPart { engravings, ..whole("base", hung, glued)? },
        whole("frame", framed.with_allowance(kerf, "frame")?, Vec::new())?,
        lid_of(plate, lid, open_words(patchwork, options))?,
    ];
    if let Some(magnets) = options.magnets {
        let backing = with(hole.into_iter().collect())?.with_allowance(kerf, "backing")?;
        let pockets = magnets.under(&board, options);
        let pockets = pockets.iter().map(|pocket| Ring::new(pocket.flattened(GROOVE_TOLERANCE)));
        let pockets = pockets.collect::<Result<Vec<_>, _>>()?.into_iter().map(hole_ring);
        let holes = backing.holes().iter().cloned().chain(pockets).collect();
        parts.push(whole("backing", Outline::new(backing.outer().clone(), holes)?, Vec::new())?);
    }
    let sheets = if options.magnets.is_some() { 3.0 } else { 2.0 };
    parts.extend(feet(sheets * tray.thickness, tray, options)?);
    for (number, hole) in (1..).zip(openings.iter().flat_map(Outline::holes)) {
        let name = format!("block {number}");
        let block = Outline::new(hole.reversed(), Vec::new())?.with_allowance(kerf, &name)?;
        parts.push(whole(&name, block, Vec::new())?);
    }
    Ok((parts, left_out))
}

/// Returns lines as an engraving, if there are any.
fn filled(lines: Vec<ToolLine>) -> Vec<Vec<ToolLine>> {
    Some(lines).filter(|lines| !lines.is_empty()).into_iter().collect()
}

/// What stays free of the floor around what is engraved there, in mm; chosen by eye.
const FLOOR_MARGIN: f64 = 3.0;

/// Returns the room on the floor of an opening: the largest rectangle in it, or around holes of the board a small square.
fn floor_room(opening: &Outline) -> Bounds {
    let rectangle = inner_rectangle(opening.outer()).filter(|_| opening.holes().is_empty());
    let label = opening.label();
    let half = 0.7 * label.room;
    let square = Bounds {
        left: label.at.x - half,
        top: label.at.y - half,
        right: label.at.x + half,
        bottom: label.at.y + half,
    };
    rectangle.unwrap_or(square).inset(FLOOR_MARGIN)
}

/// Returns a ring in the direction of a hole.
fn hole_ring(ring: Ring) -> Ring {
    if ring.is_clockwise() { ring.reversed() } else { ring }
}

/// Returns the words of the cells that stay open, for a lid that shows a solution.
fn open_words(patchwork: &Patchwork, options: &CutOptions) -> Vec<Vec<ToolLine>> {
    if options.lid != LidPicture::Solution {
        return Vec::new();
    }
    base::in_letters(patchwork.words(), options).into_iter().filter_map(Result::ok).collect()
}

/// Returns the two feet of a stand for a tray of this thickness: each with a slot that leans back.
fn feet(thick: f64, tray: &TrayOptions, options: &CutOptions) -> Result<Vec<ExtraPart>, CutError> {
    if tray.stand.is_none() {
        return Ok(Vec::new());
    }
    let (height, wide) = (FOOT.0, thick + SLOT_ROOM);
    let (sin, cos) = (libm::sin(LEAN.to_radians()), libm::cos(LEAN.to_radians()));
    let length = FOOT.1 + wide;
    let below = Point { x: 0.45 * length, y: height - BELOW_SLOT };
    let (front, back) =
        (below.moved(-wide / 2.0 * cos, -wide / 2.0 * sin), below.moved(wide / 2.0 * cos, wide / 2.0 * sin));
    // Where a side of the slot ends at the upper edge.
    let above = |at: Point| Point { x: at.x + at.y * sin / cos, y: 0.0 };
    let side = height / 2.0;
    let corners = [
        Point { x: 0.0, y: side },
        above(front).moved(-side / 2.0, 0.0),
        above(front),
        front,
        back,
        above(back),
        above(back).moved(side / 2.0, 0.0),
        Point { x: length, y: side },
        Point { x: length, y: height },
        Point { x: 0.0, y: height },
    ];
    let foot = Outline::new(Ring::new(corners.to_vec())?, Vec::new())?;
    let foot = |number: u32| -> Result<ExtraPart, CutError> {
        let name = format!("foot {number}");
        ExtraPart::new(&name, foot.with_allowance(options.kerf / 2.0, &name)?)
    };
    (1..=2).map(foot).collect()
}

/// What is free between the rim of a printed lid and the frame, and the thickness of that rim, in mm: loose enough for
/// rough edges, and five lines of a nozzle. Chosen by eye.
const LID_FIT: f64 = 0.3;
const LID_WALL: f64 = 2.0;
/// How far dots of braille stand on the floor, in mm: as on pieces.
const RAISED: f64 = 0.5;
/// How deep lines on the lid are, in mm: two layers.
const LID_GROOVE: f64 = 0.4;

/// Returns a tray from a 3D printer: base and frame as one body, with blocks where the board has holes, and a lid that
/// lies on its outside when it is printed, so that the lines on it are hollows from below, and mirrored.
fn printed_parts(
    (frame, hole): (&Frame, Option<Ring>),
    shown: &[ToolLine],
    (words, pockets): (&[Vec<ToolLine>], &[ToolLine]),
    (printed, options): (PrintedTray, &CutOptions),
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
    let mut hollows = frame.openings.iter().map(floor).collect::<Result<Vec<_>, _>>()?;
    let lift = on_floor(words, printed, &mut hollows)?;
    let depth = Level::Bottom(options.magnets.map_or(0.0, crate::Magnets::depth));
    hollows.extend(pockets.iter().map(|pocket| (vec![pocket.clone()], depth)));
    let hung = Outline::new(frame.outside.clone(), hole.into_iter().collect())?;
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
    let lid = inside.iter().map(|area| (ToolLine::rings(area), Level::Top(printed.floor))).chain(below);
    Ok(vec![
        body("tray", hung, printed.frame() + lift, hollows)?,
        body("lid", rim, printed.lid(), lid.collect())?,
    ])
}

/// Adds words to what is hollowed out of a printed tray: letters that stand on the floor or are sunk in it, or dots that stand
/// on it. Returns how far they lift the pieces.
fn on_floor(
    words: &[Vec<ToolLine>],
    printed: PrintedTray,
    hollows: &mut Vec<(Vec<ToolLine>, Level)>,
) -> Result<f64, CutError> {
    let (dots, strokes): (Vec<&ToolLine>, Vec<&ToolLine>) =
        words.iter().flatten().partition(|line| !line.middles.is_empty());
    hollows.extend(dots.iter().map(|&dot| (vec![dot.clone()], Level::Top(printed.floor + RAISED))));
    let mut lift = if dots.is_empty() { 0.0 } else { RAISED };
    let strokes: Vec<Vec<Point>> = strokes.into_iter().map(|line| line.flattened(GROOVE_TOLERANCE)).collect();
    if !strokes.is_empty() {
        let rise = printed.words.rise();
        let letters = Outline::around_lines(&strokes, HALF_STROKE)?;
        hollows
            .extend(letters.iter().map(|letter| (ToolLine::rings(letter), Level::Top(printed.floor + rise))));
        lift = rise.max(lift);
    }
    Ok(lift)
}

/// The frame as finished.
pub(super) struct Frame {
    /// Its outer edge, which base and lid have too.
    pub(super) outside: Ring,
    /// The board with its clearance: where the pieces go, before notches.
    pub(super) openings: Vec<Outline>,
}

impl Frame {
    /// Returns the hole to hang it: at the upper edge, as near to the middle as it is clear of the opening and its notch.
    pub(super) fn hanging_hole(&self) -> Result<Ring, CutError> {
        let bounds = self.outside.bounds();
        let radius = HANGING_HOLE / 2.0;
        let notched = self.openings.iter().map(|opening| notched(opening.outer()));
        let notched = notched.collect::<Result<Vec<Ring>, _>>()?;
        let wall =
            |at: Point| notched.iter().map(|ring| ring.distance(at)).fold(f64::INFINITY, f64::min) - radius;
        let y = bounds.top + AROUND_HOLE + radius;
        let steps = (0..=40_i32).flat_map(|step| [step, -step]);
        let places =
            steps.map(|step| Point { x: bounds.center().x + bounds.width() / 100.0 * f64::from(step), y });
        let free = places.clone().find(|&at| wall(at) >= AROUND_HOLE);
        let at =
            free.or_else(|| places.max_by(|a, b| wall(*a).total_cmp(&wall(*b)))).unwrap_or(bounds.center());
        Ok(hole_ring(Ring::new(circle(at, radius).flattened(GROOVE_TOLERANCE))?))
    }

    /// Plans the frame around a board with cells of `cell` mm, also around cells that stay open.
    pub(super) fn new(patchwork: &Patchwork, cell: f64, tray: &TrayOptions) -> Result<Self, CutError> {
        let mut openings: Vec<Outline> = Vec::new();
        let open = patchwork.words().iter().filter(|cell| cell.is_open).map(|cell| &cell.outline);
        for board in patchwork.board().iter().chain(open) {
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

/// Returns the lines on the lid of a tray: a solution, the cells of the board, the title, or nothing.
pub(super) fn on_lid(
    tiling: &Tiling,
    (patchwork, knobs): (&Patchwork, Option<&Knobs>),
    options: &CutOptions,
) -> Result<Vec<ToolLine>, CutError> {
    if let Some(art) = &options.own.lid {
        return Ok(ToolLine::open(art.lines_in(base::whole(tiling, options)?.bounds())));
    }
    match options.lid {
        LidPicture::Solution => Ok(solved(patchwork, knobs)),
        LidPicture::Tiling => Ok(solved(&base::whole(tiling, options)?, None)),
        LidPicture::Title => Ok(title(tiling.puzzle().name(), base::whole(tiling, options)?.bounds())),
        LidPicture::None => Ok(Vec::new()),
    }
}

/// The largest cap height of a title on the lid of a tray, in mm; chosen by eye.
const TITLE: f64 = 12.0;

/// Returns the strokes of a title in the middle of a board, as large as fits.
fn title(words: &str, board: Bounds) -> Vec<ToolLine> {
    let center = board.center();
    let full = Text::centered(words, center, TITLE).bounds();
    let fits = (board.width() / full.width()).min(board.height() / full.height()).min(1.0);
    let strokes = Text::centered(words, center, TITLE * fits).strokes();
    strokes.into_iter().map(|stroke| ToolLine::straight(stroke, false)).collect()
}

/// Returns the lines between pieces and around them.
fn solved(patchwork: &Patchwork, knobs: Option<&Knobs>) -> Vec<ToolLine> {
    let lines = CommonLines::plan(patchwork, CutOrder::Travel);
    let lines = lines.with_curves(knobs.map_or_else(Vec::new, |knobs| knobs.curves.clone()));
    let crossed = crossed_gaps(patchwork).into_iter().filter(|line| !line.closed);
    lines.lines().map(ToolLine::from).chain(crossed).collect()
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
    if length(side) < SHORT {
        return notched_below(ring);
    }
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

/// Sides shorter than this are parts of curves, in mm.
const SHORT: f64 = 5.0;

/// Returns a curved opening with a round notch at its lower edge.
fn notched_below(ring: &Ring) -> Result<Ring, CutError> {
    let opening = Outline::new(ring.clone(), Vec::new())?;
    let bounds = opening.bounds();
    let center = bounds.center();
    // On the line from the middle down.
    let nearer = |a: &&Point, b: &&Point| (a.x - center.x).abs().total_cmp(&(b.x - center.x).abs());
    let lower = ring.points().iter().filter(|point| point.y > center.y).min_by(nearer);
    let at = lower.copied().unwrap_or(center);
    let disc = |step: u16| {
        let angle = std::f64::consts::TAU * f64::from(step) / f64::from(2 * STEPS);
        at.moved(NOTCH * libm::cos(angle), NOTCH * libm::sin(angle))
    };
    let disc = Outline::new(Ring::new((0..2 * STEPS).map(disc).collect())?, Vec::new())?;
    let (wide, high) = (bounds.width() + 4.0 * NOTCH, bounds.height() + 4.0 * NOTCH);
    let around = Outline::rectangle(wide, high)?;
    let around = around.moved(bounds.left - 2.0 * NOTCH, bounds.top - 2.0 * NOTCH);
    let rest = around.without(&[opening, disc])?;
    let hole = rest.iter().flat_map(Outline::holes).max_by(|a, b| b.area().total_cmp(&a.area()));
    let hole = hole.map_or_else(|| ring.clone(), Ring::reversed);
    Ok(if hole.is_clockwise() == ring.is_clockwise() { hole } else { hole.reversed() })
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
            let parts = parts(&tiling, (&patchwork, None), &options(kerf), &TrayOptions::default());
            let (parts, _) = parts.expect("a tray");
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
            let lid = if solution { LidPicture::Solution } else { LidPicture::Tiling };
            let options = CutOptions { lid, ..options(0.0) };
            parts(&ring, (&patchwork, None), &options, &TrayOptions::default()).expect("a tray").0
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

    /// A tray hangs by a hole through base and frame that breaks neither, and leans in feet whose slots hold it.
    #[test]
    fn a_tray_hangs_and_leans() {
        for rows in ["AAB\nABB", "AAAAAAAAAA\nBBBBBBBBBB", "A\nA\nA\nA\nA"] {
            let tiling = tiling(rows);
            let patchwork = Patchwork::trace(&tiling, 20.0).expect("a patchwork");
            let tray = TrayOptions { hang: true, stand: Some(3.0), ..TrayOptions::default() };
            let (parts, _) = parts(&tiling, (&patchwork, None), &options(0.0), &tray).expect("a tray");
            let part =
                |name: &str| parts.iter().find(|part| part.part.name() == name).expect(name).part.outline();
            let (base, frame) = (part("base"), part("frame"));
            assert_eq!((base.holes().len(), frame.holes().len(), part("lid").holes().len()), (1, 2, 0));
            let hole = &base.holes()[0];
            assert!((hole.bounds().width() - HANGING_HOLE).abs() < 0.05);
            assert!(frame.holes().contains(hole), "at the same place");
            let middle = hole.bounds().center();
            let others = frame.rings().filter(|ring| *ring != hole);
            let wall = others.map(|ring| ring.distance(middle)).fold(f64::INFINITY, f64::min);
            assert!(wall - HANGING_HOLE / 2.0 >= AROUND_HOLE - 0.05, "{rows}: {wall}");
            assert!((middle.y - frame.bounds().top) < frame.bounds().height() / 4.0);
            let foot = part("foot 1");
            assert_eq!(foot, part("foot 2"));
            // The slot, measured across: between its parallel sides.
            let corners = foot.outer().points();
            let sides = || {
                foot.outer().edges().filter(|(a, b)| {
                    let (dx, dy) = ((a.x - b.x).abs(), (a.y - b.y).abs());
                    dy > 10.0 && (dx / dy - libm::tan(LEAN.to_radians())).abs() < 1e-6
                })
            };
            let ends: Vec<(Point, Point)> = sides().collect();
            assert_eq!(ends.len(), 2, "{corners:?}");
            let [(a, b), (c, _)] = [ends[0], ends[1]];
            let across = ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).abs() / a.distance(b);
            assert!((across - (6.0 + SLOT_ROOM)).abs() < 1e-6, "two sheets of 3 mm: {across}");
        }
    }

    /// All sides of hexagons are equally long: the notch is in the middle of the tray and not at its corner.
    /// A circle of 60 mm: half a disc of 8 mm more, and a little for the curve, at its lowest place.
    #[test]
    fn a_round_opening_has_its_notch_below() {
        let point = |step: u16| {
            let angle = std::f64::consts::TAU * f64::from(step) / 240.0;
            Point { x: 60.0 + 60.0 * libm::cos(angle), y: 60.0 + 60.0 * libm::sin(angle) }
        };
        let round = Ring::new((0..240).map(point).collect()).expect("a ring");
        let notched = notched(&round).expect("a ring");
        let more = notched.area() - round.area();
        assert!((0.5..0.55).contains(&(more / (std::f64::consts::PI * NOTCH * NOTCH))), "{more}");
        assert!((notched.bounds().bottom - 120.0 - NOTCH).abs() < 0.1 && notched.is_clockwise());
    }

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

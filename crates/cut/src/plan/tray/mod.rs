//! Plans a tray for the pieces: a base, a frame around the board with a notch for a finger, and a lid with
//! lines scored on it.
//!
//! The frame's opening is the board grown by the clearance; holes of the board become blocks, which are glued
//! to the base, which has lines scored where they and the frame are glued. The plate of an inlay is its own frame, so
//! that its tray is only a base and a lid. All parts have the same stock, kerf and files as the pieces, on sheets of
//! their own. From a 3D printer base and frame are one body, and the lid has a rim around it. The base has the words of the
//! board, each in its cell. Magnets of pieces lie in a backing below the base, those that hold the lid in the corners of frame and
//! lid; and a stand is two feet with a slot.

mod frame;
mod lid;
mod printed;
mod stand;

use super::base::{self, BoardWords, LeftOut};
use super::extras::ExtraPart;
use super::inlay;
use super::sheet::ToolLine;
use crate::knobs::Knobs;
use crate::{CutError, CutOptions, LidPicture, LineError, TrayOptions};
pub(super) use frame::Frame;
pub(super) use lid::{lid_title, on_lid};
use piecework_draw::geometry::{Bounds, Outline, Patchwork, Ring};
use piecework_draw::layout::inner_rectangle;
use piecework_tiling::tiling::Tiling;

/// Half the width of a groove, in mm: two lines of a nozzle of 0.4 mm make its whole width.
pub(crate) const HALF_GROOVE: f64 = 0.4;
/// The largest distance of straight lines from an arc, in mm: far below the precision of a printer.
pub(crate) const GROOVE_TOLERANCE: f64 = 0.01;

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
    let shown = on_lid(tiling, (patchwork, knobs), options)?;
    if options.inlay.is_some() {
        let plate = inlay::plate(patchwork, options)?;
        let mut parts = vec![whole("base", plate.clone(), Vec::new())?];
        parts.push(lid_of(plate, shown, Vec::new(), options)?);
        parts.extend(stand::feet(2.0 * tray.thickness, tray, options)?);
        return Ok((parts, Vec::new()));
    }
    let board = base::whole(tiling, options)?;
    let frame = Frame::new(&board, options.cell, tray)?;
    let BoardWords { mut engravings, left_out } = base::words(tiling, &board, options);
    engravings.extend(floor_art(&frame.openings, options)?.into_iter().flat_map(filled));
    let hole = tray.hang.then(|| frame.hanging_hole()).transpose()?;
    let below = options.magnets.map_or_else(Vec::new, |magnets| magnets.under(&board, options));
    if let Some(printed) = tray.printed {
        let made = (printed, tray.lid_magnets);
        let mut parts = printed::parts((&frame, hole), &shown, (&engravings, &below), made, options)?;
        let frame = parts[0].body.as_ref().map_or(0.0, |body| body.height_mm);
        parts.extend(stand::feet(frame, tray, options)?);
        return Ok((parts, left_out));
    }
    tray.check_magnets()?;
    let words = open_words(patchwork, options);
    let mut parts = flat_parts((&frame, hole), (shown, words), (engravings, &below), options)?;
    let sheets = if options.magnets.is_some() { 3.0 } else { 2.0 };
    parts.extend(stand::feet(sheets * tray.thickness, tray, options)?);
    let blocks = frame.openings.iter().flat_map(Outline::holes);
    for (number, hole) in (1..).zip(blocks) {
        let name = format!("block {number}");
        let block = Outline::new(hole.reversed(), Vec::new())?;
        parts.push(whole(&name, block.with_allowance(options.kerf / 2.0, &name)?, Vec::new())?);
    }
    Ok((parts, left_out))
}

/// Returns base, frame and lid, and with magnets in the pieces the backing.
fn flat_parts(
    (frame, hole): (&Frame, Option<Ring>),
    (shown, words): (Vec<ToolLine>, Vec<Vec<ToolLine>>),
    (engravings, below): (Vec<Vec<ToolLine>>, &[ToolLine]),
    options: &CutOptions,
) -> Result<Vec<ExtraPart>, CutError> {
    let Frame { outside, openings, magnets, .. } = frame;
    let kerf = options.kerf / 2.0;
    let with = |holes: Vec<Ring>| Outline::new(outside.clone(), holes);
    let hole: Vec<Ring> = hole.into_iter().collect();
    let holes = openings.iter().map(|opening| frame.notched(opening.outer()).map(|ring| ring.reversed()));
    let holes = holes.chain(hole.iter().chain(magnets).cloned().map(Ok)).collect::<Result<Vec<Ring>, _>>()?;
    let glued = openings.iter().flat_map(ToolLine::rings).collect();
    let base = with(hole.clone())?.with_allowance(kerf, "base")?;
    let lid = with(magnets.clone())?.with_allowance(kerf, "lid")?;
    let mut parts = vec![
        ExtraPart { engravings, ..whole("base", base, glued)? },
        whole("frame", with(holes)?.with_allowance(kerf, "frame")?, Vec::new())?,
        lid_of(lid, shown, words, options)?,
    ];
    if options.magnets.is_some() {
        let backing = with(hole)?.with_allowance(kerf, "backing")?;
        let pockets = below.iter().map(|pocket| Ring::new(pocket.flattened(GROOVE_TOLERANCE)));
        let pockets = pockets.collect::<Result<Vec<_>, _>>()?.into_iter().map(hole_ring);
        let holes = backing.holes().iter().cloned().chain(pockets).collect();
        parts.push(whole("backing", Outline::new(backing.outer().clone(), holes)?, Vec::new())?);
    }
    Ok(parts)
}

fn whole(name: &str, outline: Outline, scores: Vec<ToolLine>) -> Result<ExtraPart, CutError> {
    Ok(ExtraPart { scores, ..ExtraPart::new(name, outline)? })
}

/// Returns a lid: what is of one's own is engraved, and pictures are scored.
fn lid_of(
    outline: Outline,
    shown: Vec<ToolLine>,
    words: Vec<Vec<ToolLine>>,
    options: &CutOptions,
) -> Result<ExtraPart, CutError> {
    match options.own.lid {
        Some(_) => Ok(ExtraPart { engravings: filled(shown), ..whole("lid", outline, Vec::new())? }),
        None => Ok(ExtraPart { engravings: words, ..whole("lid", outline, shown)? }),
    }
}

/// Returns what of one's own is on the floor: in the largest of the rooms of openings.
fn floor_art(openings: &[Outline], options: &CutOptions) -> Result<Option<Vec<ToolLine>>, CutError> {
    let rooms = openings.iter().map(floor_room);
    let largest = rooms.max_by(|a, b| (a.width() * a.height()).total_cmp(&(b.width() * b.height())));
    let Some((art, room)) = options.own.floor.as_ref().zip(largest) else { return Ok(None) };
    art.check_in(room, "on the floor")?;
    Ok(Some(ToolLine::open(art.lines_in(room, &options.own.style))))
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

#[cfg(test)]
mod tests {
    use super::frame::{AROUND_HOLE, HANGING_HOLE, NOTCH, notched};
    use super::stand::{LEAN, SLOT_ROOM};
    use super::*;
    use crate::{CutDivision, Magnets, machine, plan_divided};
    use piecework_draw::geometry::Point;
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
            assert!((middle.x - frame.bounds().center().x).abs() < 1e-6, "{rows}: it hangs straight");
            let made = Frame::new(&patchwork, 20.0, &tray).expect("a frame");
            let notch = made.notched(made.openings[0].outer()).expect("a ring").bounds();
            assert!(
                (notch.top - made.openings[0].bounds().top).abs() < 1e-9,
                "{rows}: the notch is not above"
            );
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

    /// Magnets that hold the lid are in all corners of frame and lid, one above the other, with wood around them, also beside a
    /// hole to hang the tray; thicker ones than the sheets are refused.
    #[test]
    fn a_lid_is_held_by_magnets() {
        for (rows, diameter, kerf) in [("AAB\nABB", 6.0, 0.0), ("A", 8.0, 0.2), ("A.AA\nAAA.", 20.0, 0.2)] {
            let tiling = tiling(rows);
            let patchwork = Patchwork::trace(&tiling, 10.0).expect("a patchwork");
            let magnets = Magnets { diameter, thickness: 3.0 };
            let tray = TrayOptions { hang: true, lid_magnets: Some(magnets), ..TrayOptions::default() };
            let options = CutOptions { cell: 10.0, tray: Some(tray), ..options(kerf) };
            let (parts, _) = parts(&tiling, (&patchwork, None), &options, &tray).expect("a tray");
            let part =
                |name: &str| parts.iter().find(|part| part.part.name() == name).expect(name).part.outline();
            assert_eq!(part("base").holes().len(), 1, "only that to hang it");
            assert_eq!(part("lid").holes().len(), 4);
            for hole in part("lid").holes() {
                assert!((hole.bounds().width() - (diameter - kerf)).abs() < 0.05, "{:?}", hole.bounds());
                let at = hole.bounds().center();
                for held in [part("lid"), part("frame")] {
                    let is_same = |ring: &&Ring| ring.bounds().center().distance(at) < 1e-6;
                    assert_eq!(held.holes().iter().filter(is_same).count(), 1);
                    let others = held.rings().filter(|ring| !is_same(ring));
                    let wall =
                        others.map(|ring| ring.distance(at)).fold(f64::INFINITY, f64::min) - diameter / 2.0;
                    assert!(wall > 2.9, "{rows}: {wall}");
                }
            }
            let thin = TrayOptions { thickness: 2.9, ..tray };
            let refused = super::parts(&tiling, (&patchwork, None), &options, &thin);
            assert!(matches!(refused, Err(CutError::Lines(LineError::LidMagnetTooThick { .. }))));
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
        let notched = notched(&round, false).expect("a ring");
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
        let added = notched(board, false).expect("a notch").points().to_vec();
        let new = added.iter().filter(|point| !board.points().contains(point));
        let notch = Bounds::around(new.copied()).expect("a notch").center();
        let middle = patchwork.bounds().center();
        let third = patchwork.bounds().width() / 6.0;
        assert!((notch.x - middle.x).abs() < third, "{notch:?} and {middle:?}");
    }

    #[test]
    fn a_tray_of_another_material_is_on_sheets_after_the_pieces() {
        let tiling = tiling("AAB\nABB");
        for kerf in [0.0, 0.2] {
            let other = CutOptions { one_material: false, ..options(kerf) };
            let plan = plan_divided(&tiling, &other, CutDivision::Whole).expect("a plan");
            assert_eq!(plan.summary.sheets, 2);
            let names: Vec<&str> = plan.sheets[1].cuts.iter().map(|cut| cut.name.as_str()).collect();
            assert_eq!(names.len(), 3, "{names:?}");
            assert!(!plan.sheets[1].scores.is_empty());
        }
    }
}

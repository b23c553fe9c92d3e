//! Plans a tray from a 3D printer: base and frame as one body, and a lid with a rim around it.

use super::frame::Frame;
use super::{GROOVE_TOLERANCE, HALF_GROOVE};
use crate::plan::ToolLine;
use crate::plan::base::HALF_STROKE;
use crate::plan::extras::ExtraPart;
use crate::plan::sheet::Body;
use crate::{CutError, CutOptions, Magnets, PrintedTray};
use piecework_draw::drawing::Level;
use piecework_draw::geometry::{Join, Outline, Point, Ring};

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
pub(super) fn parts(
    (frame, hole): (&Frame, Option<Ring>),
    shown: &[ToolLine],
    (words, pockets): (&[Vec<ToolLine>], &[ToolLine]),
    (printed, lid_magnets): (PrintedTray, Option<Magnets>),
    options: &CutOptions,
) -> Result<Vec<ExtraPart>, CutError> {
    let body = |name: &str, outline: Outline, height_mm, hollows| -> Result<ExtraPart, CutError> {
        let body = Some(Body { name: name.to_owned(), height_mm, hollows });
        Ok(ExtraPart { body, ..ExtraPart::new(name, outline)? })
    };
    let outside = Outline::new(frame.outside.clone(), Vec::new())?;
    let floor = |opening: &Outline| -> Result<(Vec<ToolLine>, Level), CutError> {
        let opening = Outline::new(frame.notched(opening.outer())?, opening.holes().to_vec())?;
        Ok((ToolLine::rings(&opening), Level::Top(printed.floor)))
    };
    let mut hollows = frame.openings.iter().map(floor).collect::<Result<Vec<_>, _>>()?;
    let lift = on_floor(words, printed, &mut hollows)?;
    let depth = Level::Bottom(options.magnets.map_or(0.0, Magnets::depth));
    hollows.extend(pockets.iter().map(|pocket| (vec![pocket.clone()], depth)));
    let height = printed.frame() + lift;
    let held = held_lid(frame, printed, lid_magnets)?;
    hollows.extend(held.iter().map(|(pocket, deep)| (vec![pocket.clone()], Level::Top(height - deep))));
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
    let held = held.into_iter().map(|(pocket, deep)| (vec![pocket], Level::Top(printed.floor - deep)));
    Ok(vec![
        body("tray", hung, height, hollows)?,
        body("lid", rim, printed.lid(), lid.chain(held).collect())?,
    ])
}

/// Returns the pockets for the magnets that hold the lid, with their depth: they are open where lid and frame meet.
fn held_lid(
    frame: &Frame,
    printed: PrintedTray,
    magnets: Option<Magnets>,
) -> Result<Vec<(ToolLine, f64)>, CutError> {
    let Some(magnets) = magnets else { return Ok(Vec::new()) };
    magnets.check_in("the lid", "--floor", printed.floor)?;
    let at = frame.magnets.iter().map(|hole| hole.bounds().center());
    Ok(at.map(|at| (magnets.printed_pocket(at), magnets.depth())).collect())
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

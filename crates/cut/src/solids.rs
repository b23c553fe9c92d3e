//! Draws the sheets of a plan as plates for 3D printers: closed outlines, grooves where a lid is scored and
//! where pieces have words or pictures, and raised dots of braille.

use super::plan::{CutPlan, CutSheet, ToolLine};
use super::sheets::label_strokes;
use super::{Calibration, CutError};
use piecework_draw::drawing::{Canvas, Drawing, Medium, Path, Role};
use piecework_draw::geometry::{Dimensions, Outline, Point};

/// Half the width of a groove, in mm: two lines of a nozzle of 0.4 mm make its whole width.
const HALF_GROOVE: f64 = 0.4;
/// The same for words and pictures, which are small, in mm.
const HALF_STROKE: f64 = 0.25;
/// The smallest words, in mm: holes in an 8 are still twice as wide as its strokes. Smaller ones are left
/// out.
pub(super) const SMALLEST_WORDS: f64 = 3.0;
/// The largest distance of straight lines from an arc, in mm: far below the precision of a printer.
const TOLERANCE: f64 = 0.01;

/// Draws the plates of each sheet of a [`SolidPlan`](super::SolidPlan): all its cuts are closed.
pub(super) fn solids(plan: &CutPlan, calibration: Calibration) -> Result<Vec<Drawing>, CutError> {
    plan.sheets.iter().map(|sheet| drawn(sheet, plan.summary.stock_mm, calibration)).collect()
}

fn drawn(
    sheet: &CutSheet,
    Dimensions { width, height }: Dimensions,
    calibration: Calibration,
) -> Result<Drawing, CutError> {
    let mut canvas = Canvas::new(&sheet.title, Medium::Machine, width, height);
    let flat = |line: &ToolLine| {
        let mut points = line.flattened(TOLERANCE);
        points.extend(line.closed.then(|| line.points[0]));
        points
    };
    let scores: Vec<Vec<Point>> = sheet.scores.iter().map(flat).collect();
    // Only dots of braille are round.
    let (dots, pictures): (Vec<&ToolLine>, Vec<&ToolLine>) =
        sheet.engravings.iter().flatten().partition(|line| !line.middles.is_empty());
    let words = sheet.labels.iter().filter(|label| label.height_mm >= SMALLEST_WORDS);
    let strokes = words.flat_map(label_strokes).chain(pictures.into_iter().map(flat)).collect();
    for (lines, half) in [(scores, HALF_GROOVE), (strokes, HALF_STROKE)] {
        if !lines.is_empty() {
            for groove in Outline::around_lines(&lines, half)? {
                canvas.path(Role::Score, Path::outline(&groove));
            }
        }
    }
    for dot in dots {
        canvas.path(Role::Engrave, Path::polygon(&dot.flattened(TOLERANCE)));
    }
    for cut in &sheet.cuts {
        let rings =
            cut.lines.iter().flat_map(|line| Path::polygon(&line.flattened(TOLERANCE)).elements().to_vec());
        canvas.path(Role::Cut, Path::new(rings.collect()).named(&cut.name));
    }
    calibration.finish(canvas)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CutOptions, Engraving, KnobOptions, LineOptions, TrayOptions, machine, plan};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    /// Numbers are grooves in their plates, and braille is raised; both as many as on a sheet to cut.
    #[test]
    fn pieces_have_their_numbers() {
        let grids = read_letter_grids(Lattice::Square, "AAAAB\nBBBBB", &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let drawn = |engraving, labels| {
            let bed = machine("generic").expect("embedded").bed;
            let options = CutOptions { engraving, labels, ..CutOptions::new(15.0, bed) }.for_solids();
            let plan = plan(&tiling, &options).expect("a plan");
            let sheet = solids(&plan, Calibration::default()).expect("drawn").remove(0);
            let count = |role| {
                let layers = sheet.layers().iter().filter(|layer| layer.role == role);
                layers.map(|layer| layer.items.len()).sum::<usize>()
            };
            (count(Role::Score), count(Role::Engrave))
        };
        assert_eq!(drawn(Engraving::Number, true), (2, 0), "1 and 2");
        assert_eq!(drawn(Engraving::Number, false), (0, 0));
        assert_eq!(drawn(Engraving::Braille, true), (0, 5 + 6), "the sign and the dots of 1 and of 2");
        assert!(drawn(Engraving::Solution, true).0 >= 2);
    }

    /// Pieces with knobs, a hole and a tray: every one a plate, smaller by the clearance and larger by no
    /// kerf.
    #[test]
    fn every_piece_and_part_of_the_tray_is_a_plate() {
        let rows = "AAAA\nABBA\nAAAA";
        let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let knobs = Some(KnobOptions { style: crate::KnobStyle::Jigsaw, seed: 1 });
        let options = CutOptions {
            kerf: 0.2,
            line: LineOptions { knobs, ..LineOptions::default() },
            tray: Some(TrayOptions::default()),
            ..CutOptions::new(20.0, machine("generic").expect("embedded").bed)
        };
        let plan = plan(&tiling, &options.for_solids()).expect("a plan");
        let sheets = solids(&plan, Calibration::default()).expect("drawn");
        let names: Vec<&str> = sheets
            .iter()
            .flat_map(|sheet| sheet.layers().iter().filter(|layer| layer.role == Role::Cut))
            .flat_map(|layer| &layer.items)
            .filter_map(|item| match item {
                piecework_draw::drawing::Item::Path(path) => path.name(),
                piecework_draw::drawing::Item::Text(_) => None,
            })
            .collect();
        assert_eq!(names.len(), 2 + 3, "{names:?}");
        assert!(sheets.iter().any(|sheet| sheet.bounds_of(Role::Score).is_some()), "the lid has grooves");
        assert!((plan.summary.sizes[0].width_mm - (80.0 - CutOptions::SOLID_FIT)).abs() < 1e-6);
    }
}

//! Draws the sheets of a plan as plates for 3D printers: closed outlines, grooves where a lid is scored and
//! where pieces have words or pictures, and raised dots of braille.

use super::plan::{
    CutPlan, CutSheet, GROOVE_TOLERANCE, HALF_GROOVE, HALF_STROKE, PieceLabel, SMALLEST_WORDS, ToolLine,
};
use super::{Calibration, CutError, Magnets};
use piecework_draw::drawing::{Canvas, Drawing, Level, Medium, Path, Role};
use piecework_draw::geometry::{Dimensions, Outline, Point};

/// Draws the plates of each sheet of a [`SolidPlan`](super::SolidPlan), one after the other: all its cuts are closed.
pub(super) fn solids(
    plan: &CutPlan,
    (magnets, calibration): (Option<Magnets>, Calibration),
) -> impl Iterator<Item = Result<Drawing, CutError>> {
    plan.sheets.iter().map(move |sheet| drawn(sheet, plan.size_of(sheet), (magnets, calibration)))
}

fn drawn(
    sheet: &CutSheet,
    Dimensions { width, height }: Dimensions,
    (magnets, calibration): (Option<Magnets>, Calibration),
) -> Result<Drawing, CutError> {
    let mut canvas = Canvas::new(&sheet.title, Medium::Machine, width, height);
    let flat = |line: &ToolLine| {
        let mut points = line.flattened(GROOVE_TOLERANCE);
        points.extend(line.closed.then(|| line.points[0]));
        points
    };
    let scores: Vec<Vec<Point>> = sheet.scores.iter().map(flat).collect();
    // Only dots of braille are round.
    let (dots, pictures): (Vec<&ToolLine>, Vec<&ToolLine>) =
        sheet.engravings.iter().flatten().partition(|line| !line.middles.is_empty());
    let words = sheet.labels.iter().filter(|label| label.height_mm >= SMALLEST_WORDS);
    let strokes = words.flat_map(PieceLabel::strokes).chain(pictures.into_iter().map(flat)).collect();
    for (lines, half) in [(scores, HALF_GROOVE), (strokes, HALF_STROKE)] {
        if !lines.is_empty() {
            for groove in Outline::around_lines(&lines, half)? {
                canvas.path(Role::Score, Path::outline(&groove));
            }
        }
    }
    for dot in dots {
        canvas.path(Role::Engrave, Path::polygon(&dot.flattened(GROOVE_TOLERANCE)));
    }
    let rings = |lines: &[ToolLine]| {
        let all = lines
            .iter()
            .flat_map(|line| Path::polygon(&line.flattened(GROOVE_TOLERANCE)).elements().collect::<Vec<_>>());
        Path::new(all)
    };
    for (lines, level) in sheet.bodies.iter().flat_map(|body| &body.hollows) {
        canvas.path(Role::Score, rings(lines).at_level(*level));
    }
    let depth = magnets.map_or(0.0, Magnets::depth);
    for pocket in &sheet.pockets {
        canvas.path(Role::Score, rings(std::slice::from_ref(pocket)).at_level(Level::Bottom(depth)));
    }
    for cut in &sheet.cuts {
        let plate = rings(&cut.lines).named(&cut.name);
        let body = sheet.bodies.iter().find(|body| body.name == cut.name);
        canvas.path(
            Role::Cut,
            match body {
                Some(body) => plate.at_level(Level::Top(body.height_mm)),
                None => plate,
            },
        );
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
            let sheet =
                solids(&plan, (None, Calibration::default())).next().expect("a sheet").expect("drawn");
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
        let sheets: Vec<_> =
            solids(&plan, (None, Calibration::default())).map(|sheet| sheet.expect("drawn")).collect();
        let names: Vec<&str> = sheets
            .iter()
            .flat_map(|sheet| sheet.layers().iter().filter(|layer| layer.role == Role::Cut))
            .flat_map(|layer| &layer.items)
            .filter_map(|item| match item {
                piecework_draw::drawing::Item::Path(path) => path.name(),
                piecework_draw::drawing::Item::Text(_) => None,
            })
            .collect();
        assert_eq!(names.len(), 2 + 2, "base, frame and block are one body: {names:?}");
        assert!(sheets.iter().any(|sheet| sheet.bounds_of(Role::Score).is_some()), "the lid has grooves");
        assert!((plan.summary.sizes[0].width_mm - (80.0 - CutOptions::SOLID_FIT)).abs() < 1e-6);
    }

    /// The tray holds the pieces with room above their dots, and the lid has a rim around the frame and its lines on the
    /// outside, mirrored because it is printed upside down.
    #[test]
    fn a_printed_tray_is_one_body_and_its_lid_clears_raised_marks() {
        let rows = "AAAA\nABBA\nAAAA";
        let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let printed = Some(crate::PrintedTray { floor: 1.6, pieces: 3.0, words: crate::FloorWords::Raised });
        let tray = Some(TrayOptions { printed, ..TrayOptions::default() });
        let bed = machine("generic").expect("embedded").bed;
        let plan = plan(
            &tiling,
            &CutOptions { tray, lid: crate::LidPicture::Solution, ..CutOptions::new(20.0, bed) }.for_solids(),
        )
        .expect("a plan");
        let bodies: Vec<_> = plan.sheets.iter().flat_map(|sheet| &sheet.bodies).collect();
        let [tray, lid] = bodies.as_slice() else { panic!("two bodies") };
        assert_eq!((tray.name.as_str(), lid.name.as_str()), ("tray", "lid"));
        // Floor, pieces, and more than the half millimetre of a dot above them.
        assert!((tray.height_mm - (1.6 + 3.0 + 1.0)).abs() < 1e-9);
        assert_eq!(tray.hollows.iter().map(|(_, level)| *level).collect::<Vec<_>>(), [Level::Top(1.6)]);
        assert!((lid.height_mm - (1.6 + 4.6)).abs() < 1e-9, "the rim ends 1 mm above the table");
        let box_of = |lines: &[ToolLine]| {
            let points = lines.iter().flat_map(|line| line.points.iter().copied());
            piecework_draw::geometry::Bounds::around(points).expect("lines")
        };
        let cuts = plan.sheets.iter().flat_map(|sheet| &sheet.cuts);
        let outline = |name: &str| box_of(&cuts.clone().find(|cut| cut.name == name).expect("a cut").lines);
        let (inside, level) = &lid.hollows[0];
        assert_eq!(*level, Level::Top(1.6));
        let sides = |bounds: piecework_draw::geometry::Bounds| {
            let (a, b) = (bounds.width(), bounds.height());
            (a.min(b), a.max(b))
        };
        let (frame, free, rim) = (sides(outline("tray")), sides(box_of(inside)), sides(outline("lid")));
        for (larger, smaller, twice) in [(free, frame, 0.3), (rim, free, 2.0)] {
            assert!((larger.0 - smaller.0 - 2.0 * twice).abs() < 0.05, "{larger:?} {smaller:?}");
            assert!((larger.1 - smaller.1 - 2.0 * twice).abs() < 0.05, "{larger:?} {smaller:?}");
        }
        assert!(
            lid.hollows[1..].iter().all(|(_, level)| *level == Level::Bottom(0.4)) && lid.hollows.len() > 1
        );
    }
}

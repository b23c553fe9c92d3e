//! Draws the sheets of a plan for one machine.
//!
//! This is the only way from a [`CutPlan`] to drawings of its sheets, so that the colors, the hairline and
//! the excluded layers are always right.

mod dress;
mod print;

use super::plan::{CutPlan, CutSheet, PieceLabel, ToolLine};
use super::{CutError, Machine};
use piecework_draw::drawing::{Canvas, Drawing, Element, Medium, Path, Role, Text};
use piecework_draw::geometry::{Dimensions, Point};

pub use dress::{Calibration, Dress};
pub(super) use print::{picture_alone, picture_pages, print_pages};

/// Draws all sheets for a machine.
///
/// # Errors
/// [`CutError::Machine`] if the reference square or a calibrated sheet does not fit.
pub fn sheets(plan: &CutPlan, machine: &Machine, dress: &Dress) -> Result<Vec<Drawing>, CutError> {
    let size = plan.summary.stock_mm;
    let by_color = machine.colors.contains_key(&Role::Inner);
    let sheets = (1..).zip(&plan.sheets);
    let drawn = |(number, sheet)| {
        let mut canvas = drawn(sheet, size, by_color);
        canvas.describe(format!("{}: {}.", plan.title, plan.heading(number, sheet)));
        canvas
    };
    sheets.map(drawn).map(|canvas| machine.dressed(canvas, dress, plan.mirrored)).collect()
}

/// Draws the backs of the sheets that have one, each with the index of its sheet.
///
/// # Errors
/// As [`sheets`].
pub fn backs(plan: &CutPlan, machine: &Machine, dress: &Dress) -> Result<Vec<(usize, Drawing)>, CutError> {
    let Dimensions { width, height } = plan.summary.stock_mm;
    // The square to measure is on the front.
    let dress = Dress { reference: None, ..dress.clone() };
    let drawn = |(index, sheet): (usize, &CutSheet)| {
        let back = sheet.back.as_ref()?;
        let mut canvas = Canvas::new(format!("{}, back", sheet.title), Medium::Machine, width, height);
        let words = "run this first, then turn the sheet over like a page and run the front with its crosses on these";
        canvas.describe(format!("The back of sheet {} of {}: {words}.", index + 1, plan.title));
        marks(&mut canvas, &back.labels, &back.engravings);
        crosses(&mut canvas, &back.crosses);
        Some(machine.dressed(canvas, &dress, plan.mirrored).map(|drawing| (index, drawing)))
    };
    plan.sheets.iter().enumerate().filter_map(drawn).collect()
}

/// Draws what pieces carry.
fn marks(canvas: &mut Canvas, labels: &[PieceLabel], engravings: &[Vec<ToolLine>]) {
    for engraving in engravings {
        canvas.path(Role::Engrave, rings_path(engraving));
    }
    for label in labels {
        let text = Text::centered(&label.words, label.at, label.height_mm);
        if let Some([from, to]) = underline(label, &text) {
            canvas.line(Role::Label, from, to);
        }
        canvas.text(Role::Label, text);
    }
}

/// Returns the strokes of words on a piece, with their underline.
pub(super) fn label_strokes(label: &PieceLabel) -> Vec<Vec<Point>> {
    let text = Text::centered(&label.words, label.at, label.height_mm);
    let mut strokes = text.strokes();
    strokes.extend(underline(label, &text).map(Vec::from));
    strokes
}

/// Returns the ends of the line below a number that is another upside down.
fn underline(label: &PieceLabel, text: &Text) -> Option<[Point; 2]> {
    let (bounds, y) = (text.bounds(), label.at.y + label.height_mm * UNDERLINE);
    reads_turned(&label.words).then_some([Point { x: bounds.left, y }, Point { x: bounds.right, y }])
}

/// Draws the crosses that align both sides, each as a path; they are cut through.
fn crosses(canvas: &mut Canvas, lines: &[ToolLine]) {
    for cross in lines.chunks(2) {
        canvas.path(Role::Cut, rings_path(cross).named("cross"));
    }
}

/// Marks are drawn before any cut, and inner cuts before outer ones: in a layer of their own if the machine
/// tells them by color.
fn drawn(sheet: &CutSheet, Dimensions { width, height }: Dimensions, by_color: bool) -> Canvas {
    let mut canvas = Canvas::new(&sheet.title, Medium::Machine, width, height);
    for seam in &sheet.seams {
        canvas.path(Role::Sew, rings_path(seam));
    }
    marks(&mut canvas, &sheet.labels, &sheet.engravings);
    for line in &sheet.scores {
        canvas.path(Role::Score, rings_path(std::slice::from_ref(line)));
    }
    crosses(&mut canvas, &sheet.crosses);
    for cut in &sheet.cuts {
        let (inner, outer): (Vec<ToolLine>, Vec<ToolLine>) =
            cut.lines.iter().cloned().partition(|line| by_color && line.inner);
        for (role, lines) in [(Role::Inner, inner), (Role::Cut, outer)] {
            if !lines.is_empty() {
                let path = rings_path(&lines);
                canvas.path(role, if cut.name.is_empty() { path } else { path.named(&cut.name) });
            }
        }
    }
    canvas
}

/// How far below the middle of a number its underline is, as a share of its height; chosen by eye.
const UNDERLINE: f64 = 0.75;

/// Returns whether a number is another number upside down, like 6 and 9 or 16 and 91, so that it must be
/// underlined.
fn reads_turned(number: &str) -> bool {
    let turned = number.chars().rev().map(|digit| match digit {
        '6' => Some('9'),
        '9' => Some('6'),
        '0' | '1' | '8' => Some(digit),
        _ => None,
    });
    let turned: Option<String> = turned.collect();
    turned.is_some_and(|turned| turned != number && !turned.starts_with('0'))
}

/// Returns several lines as one path.
fn rings_path(lines: &[ToolLine]) -> Path {
    let path = |line: &ToolLine| Path::stretches(line.points[0], line.stretches(), line.closed);
    Path::new(lines.iter().flat_map(|line| path(line).elements().collect::<Vec<Element>>()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CutOptions, machine, plan};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    #[test]
    fn numbers_that_are_others_upside_down_are_underlined() {
        for (number, underlined) in [
            ("6", true),
            ("9", true),
            ("8", false),
            ("16", true),
            ("69", false),
            ("12", false),
            ("60", false),
        ] {
            assert_eq!(reads_turned(number), underlined, "{number}");
        }
    }

    /// A piece with a hole: two colors where the machine tells inner cuts by color, and numbers only for pens
    /// or lasers.
    #[test]
    fn a_knife_gets_cuts_only_and_inner_cuts_have_their_own_color() {
        let grids = read_letter_grids(Lattice::Square, "AAA\nABA\nAAA", &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let roles = |name: &str, pens: bool| -> Vec<Role> {
            let machine = machine(name).expect("embedded");
            let options = CutOptions { kerf: 0.2, ..CutOptions::new(20.0, machine.bed.clone()) };
            let plan = plan(&tiling, &options).expect("a plan");
            let sheet = sheets(&plan, &machine, &Dress { pens, ..Dress::default() }).expect("fits").remove(0);
            sheet.layers().iter().map(|layer| layer.role).collect()
        };
        assert_eq!(roles("hpgl", false), [Role::Cut]);
        assert_eq!(roles("silhouette-cameo", false), [Role::Cut]);
        assert_eq!(roles("hpgl", true), [Role::Label, Role::Cut]);
        assert_eq!(roles("lightburn", false), [Role::Label, Role::Cut]);
        assert_eq!(roles("glowforge", false), [Role::Label, Role::Inner, Role::Cut]);
    }
}

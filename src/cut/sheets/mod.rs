//! Draws the sheets of a plan for one machine.
//!
//! This is the only way from a [`CutPlan`] to drawings of its sheets, so that the colours, the hairline and the excluded
//! layers are always right.

mod dress;
mod print;

use super::plan::{CutPlan, CutSheet, ToolLine};
use super::{CutError, Machine};
use crate::drawing::{Canvas, Drawing, Element, Medium, Path, Role, Text};
use crate::geometry::{Dimensions, Point};

pub use dress::{Calibration, Dress};
pub(super) use print::print_pages;

/// Draws all sheets for a machine.
///
/// # Errors
/// [`CutError::Machine`] if the reference square or a calibrated sheet does not fit.
pub fn sheets(plan: &CutPlan, machine: &Machine, dress: &Dress) -> Result<Vec<Drawing>, CutError> {
    let size = plan.summary.stock_mm;
    let by_colour = machine.colours.contains_key(&Role::Inner);
    let sheets = (1..).zip(&plan.sheets);
    let drawn = |(number, sheet)| {
        let mut canvas = drawn(sheet, size, by_colour);
        canvas.describe(format!("{}: {}.", plan.title, plan.heading(number, sheet)));
        canvas
    };
    sheets.map(drawn).map(|canvas| machine.dressed(canvas, dress)).collect()
}

/// Marks are drawn before any cut, and inner cuts before outer ones: in a layer of their own if the machine tells them by colour.
fn drawn(sheet: &CutSheet, Dimensions { width, height }: Dimensions, by_colour: bool) -> Canvas {
    let mut canvas = Canvas::new(&sheet.title, Medium::Machine, width, height);
    for seam in &sheet.seams {
        canvas.path(Role::Sew, rings_path(seam));
    }
    for engraving in &sheet.engravings {
        canvas.path(Role::Engrave, rings_path(engraving));
    }
    for label in &sheet.labels {
        let text = Text::centred(&label.words, label.at, label.height_mm);
        if reads_turned(&label.words) {
            let (bounds, y) = (text.bounds(), label.at.y + label.height_mm * UNDERLINE);
            canvas.line(Role::Label, Point { x: bounds.left, y }, Point { x: bounds.right, y });
        }
        canvas.text(Role::Label, text);
    }
    for line in &sheet.scores {
        canvas.path(Role::Score, rings_path(std::slice::from_ref(line)));
    }
    for cut in &sheet.cuts {
        let (inner, outer): (Vec<ToolLine>, Vec<ToolLine>) =
            cut.lines.iter().cloned().partition(|line| by_colour && line.inner);
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

/// Returns whether a number is another number upside down, like 6 and 9 or 16 and 91, so that it must be underlined.
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
    let elements: Vec<Element> = lines.iter().flat_map(|line| path(line).elements().to_vec()).collect();
    Path::new(elements)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cut::{CutOptions, machine, plan};
    use crate::{Lattice, Limits, infer_from_grid, read_letter_grids};

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

    /// A piece with a hole: two colours where the machine tells inner cuts by colour, and numbers only for pens or lasers.
    #[test]
    fn a_knife_gets_cuts_only_and_inner_cuts_have_their_own_colour() {
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

//! Draws the sheets of a plan for one machine.
//!
//! This is the only way from a [`CutPlan`] to drawings of its sheets, so that the colours, the hairline and the excluded
//! layers are always right.

mod dress;
mod print;

use super::plan::{CutPlan, CutSheet, ToolLine};
use super::{CutError, Machine};
use crate::drawing::{Canvas, Drawing, Element, Medium, Path, Role, Text};
use crate::geometry::Dimensions;

pub use dress::{Calibration, Dress};
pub(super) use print::print_pages;

/// Draws all sheets for a machine.
///
/// # Errors
/// [`CutError::Machine`] if the reference square or a calibrated sheet does not fit.
pub fn sheets(plan: &CutPlan, machine: &Machine, dress: &Dress) -> Result<Vec<Drawing>, CutError> {
    let size = plan.summary.stock_mm;
    plan.sheets.iter().map(|sheet| machine.dressed(drawn(sheet, size), dress)).collect()
}

/// Marks are drawn before any cut.
fn drawn(sheet: &CutSheet, Dimensions { width, height }: Dimensions) -> Canvas {
    let mut canvas = Canvas::new(&sheet.title, Medium::Machine, width, height);
    for seam in &sheet.seams {
        canvas.path(Role::Sew, rings_path(seam));
    }
    for label in &sheet.labels {
        canvas.text(Role::Label, Text::centred(&label.words, label.at, label.height_mm));
    }
    for cut in &sheet.cuts {
        let path = rings_path(&cut.lines);
        canvas.path(Role::Cut, if cut.name.is_empty() { path } else { path.named(&cut.name) });
    }
    canvas
}

/// Returns several lines as one path.
fn rings_path(lines: &[ToolLine]) -> Path {
    let path = |line: &ToolLine| {
        if line.closed { Path::polygon(&line.points) } else { Path::polyline(&line.points) }
    };
    let elements: Vec<Element> = lines.iter().flat_map(|line| path(line).elements().to_vec()).collect();
    Path::new(elements)
}

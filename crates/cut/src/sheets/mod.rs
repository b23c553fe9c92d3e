//! Draws the sheets of a plan for one machine.
//!
//! This is the only way from a [`CutPlan`] to drawings of its sheets, so that the colors, the hairline and
//! the excluded layers are always right.

mod dress;
mod print;

use super::plan::{CutPlan, CutSheet, PieceLabel, ToolLine};
use super::{CutError, Machine};
use piecework_draw::drawing::{Canvas, Drawing, Element, Medium, Path, Role};
use piecework_draw::geometry::Dimensions;

pub use dress::{Calibration, Dress};
pub(super) use print::{picture_alone, picture_pages, print_pages, printed_bounds};

/// Draws all sheets for a machine.
///
/// # Errors
/// [`CutError::Machine`] if the reference square or a calibrated sheet does not fit.
pub fn sheets(plan: &CutPlan, machine: &Machine, dress: &Dress) -> Result<Vec<Drawing>, CutError> {
    let by_color = machine.colors.contains_key(&Role::Inner);
    let sheets = (1..).zip(&plan.sheets);
    let drawn = |(number, sheet)| {
        let mut canvas = drawn(sheet, plan.size_of(sheet), by_color);
        canvas.describe(format!("{}: {}.", plan.title, plan.heading(number, sheet)));
        // What is not printed has no marks.
        let registration = dress.registration.filter(|_| sheet.is_printed());
        machine.dressed(canvas, &Dress { registration, ..dress.clone() }, plan.mirrored)
    };
    sheets.map(drawn).collect()
}

/// Draws the backs of the sheets that have one, each with the index of its sheet.
///
/// # Errors
/// As [`sheets`].
pub fn backs(plan: &CutPlan, machine: &Machine, dress: &Dress) -> Result<Vec<(usize, Drawing)>, CutError> {
    // The square to measure is on the front.
    let dress = Dress { reference: None, ..dress.clone() };
    let drawn = |(index, sheet): (usize, &CutSheet)| {
        let back = sheet.back.as_ref()?;
        let Dimensions { width, height } = plan.size_of(sheet);
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
        if let Some([from, to]) = label.underline() {
            canvas.line(Role::Label, from, to);
        }
        canvas.text(Role::Label, label.text());
    }
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
    for pocket in &sheet.pockets {
        let role = if by_color { Role::Inner } else { Role::Cut };
        canvas.path(role, rings_path(std::slice::from_ref(pocket)).named("magnet"));
    }
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

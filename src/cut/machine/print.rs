//! Draws pages that are printed first and cut then, with the registration marks by which a machine finds them.

use super::{Machine, MachineError, Registration};
use crate::colour::{Colour, Colouring, DEFAULT_PALETTE, Palette};
use crate::cut::sheets::rings_path;
use crate::cut::{CutError, CutPlan, CutSheet};
use crate::drawing::{Canvas, Drawing, Medium, Path};
use crate::geometry::{Bounds, Patchwork, Point, Touch};
use crate::layout::SheetFormat;
use crate::render::{Content, FormatRef};
use crate::tiling::Tiling;

impl Machine {
    /// What is left of a printed sheet: a bed as large as the paper whose margin holds the marks.
    ///
    /// # Errors
    /// [`MachineError::NoRegistration`] for a machine that finds no marks, [`MachineError::StockTooLarge`] if the marks on this paper
    /// lie beyond the machine's area.
    pub fn printed(&self, paper: &SheetFormat) -> Result<(SheetFormat, Registration), MachineError> {
        let machine = || self.name().to_owned();
        let marks = self.registration.ok_or_else(|| MachineError::NoRegistration { machine: machine() })?;
        let frame = (paper.width - 2.0 * marks.inset, paper.height - 2.0 * marks.inset);
        self.stock(Some(frame))?;
        let margin = marks.margin.max(self.bed.margin);
        Ok((SheetFormat { width: paper.width, height: paper.height, margin, ..self.bed.clone() }, marks))
    }
}

/// What pieces are placed on.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkArea {
    /// The machine's area, or for a page to print the paper inside its registration marks.
    pub bed: SheetFormat,
    /// Width and height of the stock in mm.
    pub stock: (f64, f64),
    /// The registration marks, for a page to print.
    pub registration: Option<Registration>,
}

impl Machine {
    /// The area for these formats: with a page to print it is as large as `paper`.
    ///
    /// # Errors
    /// [`MachineError`] if the stock or the registration marks do not fit.
    pub fn area(
        &self,
        formats: &[FormatRef],
        stock: Option<(f64, f64)>,
        paper: &SheetFormat,
    ) -> Result<WorkArea, MachineError> {
        if !formats.iter().any(|format| format.content == Content::Prints) {
            return Ok(WorkArea { bed: self.bed.clone(), stock: self.stock(stock)?, registration: None });
        }
        let (bed, marks) = self.printed(paper)?;
        Ok(WorkArea { stock: (bed.width, bed.height), bed, registration: Some(marks) })
    }
}

/// The page to print for each sheet to cut: its outlines filled with the colours of their pieces, and the registration
/// marks. It is as the paper is, whatever the machine makes of it and wherever its tool runs.
///
/// # Errors
/// [`MachineError::NothingToPrint`] if pieces share their lines; [`CutError`] if they cannot be coloured.
pub(in crate::cut) fn print_pages(
    plan: &CutPlan,
    tiling: &Tiling,
    marks: &Registration,
) -> Result<Vec<Drawing>, CutError> {
    let colours = piece_colours(plan, tiling)?;
    plan.sheets.iter().map(|sheet| print_page(sheet, plan.summary.stock_mm, marks, &colours)).collect()
}

/// The colours of the pieces: those of their fabrics, or as few as touching pieces allow.
fn piece_colours(plan: &CutPlan, tiling: &Tiling) -> Result<Vec<Colour>, CutError> {
    if let Some(fabrics) = &plan.fabrics {
        return Ok(fabrics.colours());
    }
    let patchwork = Patchwork::trace(tiling, plan.cell_mm)?;
    let colouring = Colouring::of_patchwork(&patchwork, Touch::Edge)?;
    let palette = Palette::named(DEFAULT_PALETTE)?;
    let fabrics = palette.first(colouring.count())?;
    Ok(colouring.colours().iter().map(|&colour| fabrics[colour].colour).collect())
}

fn print_page(
    sheet: &CutSheet,
    (width, height): (f64, f64),
    marks: &Registration,
    colours: &[Colour],
) -> Result<Drawing, CutError> {
    if sheet.outlines.is_empty() {
        return Err(MachineError::NothingToPrint { title: sheet.title.clone() }.into());
    }
    let mut canvas = Canvas::new(&sheet.title, Medium::Print, width, height);
    for outline in &sheet.outlines {
        canvas.fill(rings_path(&outline.rings), colours[outline.piece - 1]);
    }
    for bar in bars(marks, width, height) {
        canvas.fill(Path::rectangle(bar), Colour::BLACK);
    }
    Ok(canvas.finish()?)
}

/// The marks as filled boxes: the square at the top left, an angle at the top right and one at the bottom left.
fn bars(marks: &Registration, width: f64, height: f64) -> [Bounds; 5] {
    let Registration { square, arm, line, inset, .. } = *marks;
    let (right, bottom) = (width - inset, height - inset);
    let box_at = |left: f64, top: f64, w: f64, h: f64| Bounds { left, top, right: left + w, bottom: top + h };
    [
        box_at(inset, inset, square, square),
        box_at(right - arm, inset, arm, line),
        box_at(right - line, inset, line, arm),
        box_at(inset, bottom - line, arm, line),
        box_at(inset, bottom - arm, line, arm),
    ]
}

/// The same marks as lines, for the layer that is not cut.
pub(super) fn guides(marks: &Registration, width: f64, height: f64) -> Vec<Path> {
    let Registration { square, arm, inset, .. } = *marks;
    let (right, bottom) = (width - inset, height - inset);
    let at = |x: f64, y: f64| Point { x, y };
    let corner = Bounds { left: inset, top: inset, right: inset + square, bottom: inset + square };
    vec![
        Path::rectangle(corner),
        Path::polyline(&[at(right - arm, inset), at(right, inset), at(right, inset + arm)]),
        Path::polyline(&[at(inset, bottom - arm), at(inset, bottom), at(inset + arm, bottom)]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cut::{CutOptions, Dress, LineOptions, Lines, ToolPath, machine, plan, sheets};
    use crate::drawing::Role;
    use crate::layout::paper;
    use crate::{Lattice, Limits, infer_from_grid, read_letter_grids};

    #[test]
    fn every_piece_is_filled_inside_the_marks() {
        let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let cameo = machine("silhouette-cameo").expect("embedded");
        let (bed, marks) = cameo.printed(&paper("a4").expect("embedded")).expect("fits");
        let line = LineOptions { lines: Lines::Separate, ..LineOptions::default() };
        let options = CutOptions { line, ..CutOptions::new(20.0, bed) };
        let page = |tool: ToolPath| {
            let line = LineOptions { tool, ..options.line };
            let plan = plan(&tiling, &CutOptions { line, ..options.clone() }).expect("a plan");
            print_pages(&plan, &tiling, &marks).expect("a page").remove(0)
        };
        let tabbed = page(ToolPath { tabs: 2, tab_width: 1.0, ..ToolPath::default() });
        assert_eq!(tabbed, page(ToolPath::default()), "tabs are no lines on paper");
        let page = page(ToolPath::default());
        let mut plan = plan(&tiling, &options).expect("a plan");
        let sheet = sheets(&plan, &cameo, &Dress::default()).expect("drawn").remove(0);
        assert_eq!(page.layers()[0].items.len(), 2 + 5, "two pieces, a square, two angles of two bars");
        let cut = sheet.bounds_of(Role::Cut).expect("cuts");
        assert!(cut.left >= 20.0 && cut.top >= 20.0, "inside the marks");
        plan.sheets[0].outlines.clear();
        let none = print_pages(&plan, &tiling, &marks).unwrap_err();
        assert!(matches!(none, CutError::Machine(MachineError::NothingToPrint { .. })), "{none}");
    }

    #[test]
    fn machines_without_marks_and_paper_beyond_the_area_are_refused() {
        let printed = |name: &str, size: &str| {
            machine(name).expect("embedded").printed(&paper(size).expect("embedded"))
        };
        assert!(matches!(printed("cricut", "a4"), Err(MachineError::NoRegistration { .. })));
        assert!(matches!(printed("silhouette-portrait", "a3"), Err(MachineError::StockTooLarge { .. })));
        assert!(
            printed("silhouette-portrait", "a4").is_ok(),
            "the marks are inside, the paper may stick out"
        );
    }
}

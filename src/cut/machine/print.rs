//! Pages that are printed first and cut then, and the marks by which a machine finds them.

use std::collections::BTreeMap;

use super::{Machine, MachineError, Registration};
use crate::colour::{Colour, Colouring, DEFAULT_PALETTE, FabricPlan, Palette};
use crate::cut::CutError;
use crate::drawing::{Canvas, Drawing, Medium, Path};
use crate::geometry::{Bounds, Patchwork, Point, Touch};
use crate::layout::SheetFormat;
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

/// The colours of pieces by the names that their cut lines have: as few fabrics as touching pieces allow.
///
/// # Errors
/// [`CutError`] if the tiling cannot be traced or coloured.
pub fn piece_colours(tiling: &Tiling, cell: f64) -> Result<BTreeMap<String, Colour>, CutError> {
    let patchwork = Patchwork::trace(tiling, cell)?;
    let colouring = Colouring::of_patchwork(&patchwork, Touch::Edge)?;
    let palette = Palette::named(DEFAULT_PALETTE)?;
    let fabrics = palette.first(colouring.count())?;
    let numbered = (1..).zip(patchwork.patches()).zip(colouring.colours());
    Ok(numbered
        .map(|((number, patch), &colour)| (format!("{number} {}", patch.name()), fabrics[colour].colour))
        .collect())
}

/// The colours of pieces by the names that their cut lines have: those of the fabrics chosen for them.
#[must_use]
pub fn fabric_colours(tiling: &Tiling, fabrics: &FabricPlan) -> BTreeMap<String, Colour> {
    let numbered = (1..).zip(tiling.placements()).zip(&fabrics.fabric_of);
    numbered
        .map(|((number, placement), &fabric)| {
            let name = &tiling.piece_of(placement).name;
            (format!("{number} {name}"), fabrics.fabrics[fabric].colour)
        })
        .collect()
}

/// The page to print for a sheet to cut: its `outlines` filled with the colours of their pieces, and the marks.
///
/// # Errors
/// [`MachineError::NothingToPrint`] if there are no outlines; [`CutError::Drawing`] if the marks lie off the sheet.
pub fn print_page(
    sheet: &Drawing,
    outlines: &[Path],
    marks: &Registration,
    colours: &BTreeMap<String, Colour>,
) -> Result<Drawing, CutError> {
    let mut canvas = Canvas::new(sheet.title(), Medium::Print, sheet.width(), sheet.height());
    let outlines = outlines.iter().filter_map(|path| Some((path, *colours.get(path.name()?)?)));
    let mut filled = 0;
    for (path, colour) in outlines {
        canvas.fill(path.clone(), colour);
        filled += 1;
    }
    if filled == 0 {
        return Err(MachineError::NothingToPrint { title: sheet.title().to_owned() }.into());
    }
    for bar in bars(marks, sheet.width(), sheet.height()) {
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
    use crate::cut::{CutOptions, LineOptions, Lines, ToolPath, machine, plan};
    use crate::drawing::Role;
    use crate::layout::paper;
    use crate::{Lattice, Limits, infer_from_grid, read_letter_grids};

    #[test]
    fn every_piece_is_filled_inside_the_marks() {
        let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let cameo = machine("silhouette-cameo").expect("embedded");
        let paper = paper("a4").expect("embedded");
        let (bed, marks) = cameo.printed(&paper).expect("fits");
        let options = CutOptions {
            cell: 20.0,
            kerf: 0.0,
            seam_allowance: 0.0,
            gap: 2.0,
            bed,
            stock: None,
            paper: Some(paper),
            labels: true,
            line: LineOptions { lines: Lines::Separate, ..LineOptions::default() },
        };
        let colours = piece_colours(&tiling, 20.0).expect("two colours");
        let page = |tool: ToolPath| {
            let line = LineOptions { tool, ..options.line };
            let plan = plan(&tiling, &CutOptions { line, ..options.clone() }).expect("a plan");
            print_page(&plan.sheets[0], &plan.outlines[0], &marks, &colours).expect("a page")
        };
        let tabbed = page(ToolPath { tabs: 2, tab_width: 1.0, ..ToolPath::default() });
        assert_eq!(tabbed, page(ToolPath::default()), "tabs are no lines on paper");
        let page = page(ToolPath::default());
        let sheet = plan(&tiling, &options).expect("a plan").sheets.remove(0);
        assert_eq!(page.layers()[0].items.len(), 2 + 5, "two pieces, a square, two angles of two bars");
        let cut = sheet.bounds_of(Role::Cut).expect("cuts");
        assert!(cut.left >= 20.0 && cut.top >= 20.0, "inside the marks");
        let none = print_page(&sheet, &[], &marks, &colours).unwrap_err();
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

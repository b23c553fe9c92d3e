//! Draws pages to print and then cut, with the registration marks of the machine.

use super::rings_path;
use crate::{CutError, CutPlan, CutSheet, MachineError, PieceOutline, Registration};
use piecework_draw::color::{Color, Coloring, DEFAULT_PALETTE, Palette};
use piecework_draw::drawing::{Canvas, Drawing, Medium, Path};
use piecework_draw::geometry::{Bounds, Dimensions, Join, Outline, Patchwork, Point, Ring, Touch};
use piecework_tiling::tiling::Tiling;

/// Draws the page to print for each sheet to cut: its outlines filled with the colors of their pieces, and
/// the registration marks. Fills reach `bleed` mm beyond the edges; calibration and tool path do not affect
/// them.
///
/// # Errors
/// [`MachineError::NothingToPrint`] if pieces share their lines; [`CutError`] if they cannot be colored.
pub(crate) fn print_pages(
    plan: &CutPlan,
    tiling: &Tiling,
    marks: &Registration,
    bleed: f64,
) -> Result<Vec<Drawing>, CutError> {
    let colors = piece_colors(plan, tiling)?;
    let size = plan.summary.stock_mm;
    plan.sheets.iter().map(|sheet| print_page(sheet, size, (marks, bleed), &colors)).collect()
}

/// The largest distance of straight lines from an arc, in mm: far below the precision of a printer.
const TOLERANCE: f64 = 0.01;

/// Returns the colors of the pieces: those of their fabrics, or as few as touching pieces allow.
fn piece_colors(plan: &CutPlan, tiling: &Tiling) -> Result<Vec<Color>, CutError> {
    if let Some(fabrics) = &plan.fabrics {
        return Ok(fabrics.colors());
    }
    let patchwork = Patchwork::trace(tiling, plan.cell_mm)?;
    let coloring = Coloring::of_patchwork(&patchwork, Touch::Edge)?;
    let palette = Palette::named(DEFAULT_PALETTE)?;
    let fabrics = palette.first(coloring.count())?;
    Ok(coloring.colors().iter().map(|&color| fabrics[color].color).collect())
}

fn print_page(
    sheet: &CutSheet,
    Dimensions { width, height }: Dimensions,
    (marks, bleed): (&Registration, f64),
    colors: &[Color],
) -> Result<Drawing, CutError> {
    if sheet.outlines.is_empty() {
        return Err(MachineError::NothingToPrint { title: sheet.title.clone() }.into());
    }
    let mut canvas = Canvas::new(&sheet.title, Medium::Print, width, height);
    for outline in &sheet.outlines {
        canvas.fill(filled(outline, bleed)?, colors[outline.piece - 1]);
    }
    for bar in bars(marks, width, height) {
        canvas.fill(Path::rectangle(bar), Color::BLACK);
    }
    Ok(canvas.finish()?)
}

/// Returns the area of a piece, grown by `bleed` mm.
fn filled(piece: &PieceOutline, bleed: f64) -> Result<Path, CutError> {
    if bleed <= 0.0 {
        return Ok(rings_path(&piece.rings));
    }
    let mut rings =
        piece.rings.iter().map(|ring| Ring::new(ring.flattened(TOLERANCE))).collect::<Result<Vec<_>, _>>()?;
    let outer = rings.remove(0);
    let grown = Outline::new(outer, rings)?.offset(bleed, Join::MITRE)?;
    let elements = grown.iter().flat_map(|outline| Path::outline(outline).elements().to_vec());
    Ok(Path::new(elements.collect()))
}

/// Returns the marks as filled boxes: the square at the top left, an angle at the top right and one at the
/// bottom left.
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

/// Returns the same marks as lines, for the layer that is not cut.
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
    use crate::{CutOptions, Dress, LineOptions, Lines, ToolPath, machine, plan, sheets};
    use piecework_draw::drawing::Role;
    use piecework_draw::layout::paper;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

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
            print_pages(&plan, &tiling, &marks, 0.0).expect("a page").remove(0)
        };
        let tabbed = page(ToolPath { tabs: 2, tab_width: 1.0, ..ToolPath::default() });
        assert_eq!(tabbed, page(ToolPath::default()), "tabs are no lines on paper");
        let page = page(ToolPath::default());
        let mut plan = plan(&tiling, &options).expect("a plan");
        let sheet = sheets(&plan, &cameo, &Dress::default()).expect("drawn").remove(0);
        assert_eq!(page.layers()[0].items.len(), 2 + 5, "two pieces, a square, two angles of two bars");
        let cut = sheet.bounds_of(Role::Cut).expect("cuts");
        assert!(cut.left >= 20.0 && cut.top >= 20.0, "inside the marks");
        let bled = print_pages(&plan, &tiling, &marks, 1.0).expect("a page").remove(0);
        let area = |page: &Drawing| page.layers()[0].items[0].bounds().expect("a piece");
        assert!((area(&bled).width() - area(&page).width() - 2.0).abs() < 1e-3, "1 mm on either side");
        plan.sheets[0].outlines.clear();
        let none = print_pages(&plan, &tiling, &marks, 0.0).unwrap_err();
        assert!(matches!(none, CutError::Machine(MachineError::NothingToPrint { .. })), "{none}");
    }
}

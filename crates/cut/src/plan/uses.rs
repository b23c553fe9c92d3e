//! Adds up what sheets hold: by panel, by fabric, and how few there could be.

use super::division;
use super::{CutDivision, FabricUse, PanelUse, SheetUse};
use crate::Panels;
use piecework_draw::geometry::Bounds;
use piecework_draw::layout::Stocks;

/// Which panel is on which sheet, with its pieces.
pub(super) fn panel_uses(panels: &Panels, sheet_of: &[usize]) -> Vec<PanelUse> {
    let numbered = panels.panels().iter().zip(sheet_of).enumerate();
    numbered
        .map(|(index, (panel, &sheet))| PanelUse {
            panel: index + 1,
            sheet,
            pieces: panel.patches.iter().map(|patch| patch + 1).collect(),
            width_mm: panel.bounds.width(),
            height_mm: panel.bounds.height(),
        })
        .collect()
}

/// Returns a lower bound for the sheets, from the area that some sheets use: none for none.
fn at_least<'a>(uses: impl ExactSizeIterator<Item = &'a SheetUse>, usable: Bounds) -> usize {
    if uses.len() == 0 { 0 } else { division::at_least(uses.map(|sheet| sheet.area).sum(), usable) }
}

/// Returns a lower bound for all sheets, however pieces are divided.
pub(super) fn sheets_at_least(
    uses: &[SheetUse],
    division: CutDivision<'_>,
    (usable, stocks): (Bounds, &Stocks<'_>),
) -> usize {
    match division {
        CutDivision::Whole if !stocks.first.is_empty() && !uses.is_empty() => {
            division::at_least_on(uses.iter().map(|sheet| sheet.area).sum(), usable, stocks)
        }
        CutDivision::Whole => at_least(uses.iter(), usable),
        CutDivision::Pieces => uses.len(),
        CutDivision::Fabrics { .. } => {
            fabric_uses(uses, usable).iter().map(|fabric| fabric.sheets_at_least).sum()
        }
    }
}

/// What the sheets of each fabric hold; those of one fabric are consecutive.
pub(super) fn fabric_uses(uses: &[SheetUse], usable: Bounds) -> Vec<FabricUse> {
    let of_one = uses.chunk_by(|a, b| a.fabric == b.fabric);
    of_one
        .filter_map(|sheets| {
            Some(FabricUse {
                fabric: sheets[0].fabric.clone()?,
                pieces: sheets.iter().map(|sheet| sheet.pieces.len()).sum(),
                sheets: sheets.len(),
                sheets_at_least: at_least(sheets.iter(), usable),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::tiling;
    use crate::{BoxOptions, CutOptions, Lines, TrayOptions, machine, plan_divided};
    use piecework_draw::layout::SheetFormat;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::random::Random;

    /// The bound is never above what is made: of pieces with and without a tray and a box, also on sheets of another size than
    /// theirs, as of printed pieces.
    #[test]
    fn no_bound_is_above_the_number_of_sheets() {
        let mut random = Random::new(5);
        let bed = machine("generic").expect("embedded").bed;
        let other = SheetFormat { width: 1.2 * bed.width, height: 1.2 * bed.height, ..bed.clone() };
        for round in 0..9 {
            let rows = ["AAB\nABB", "AABB\nAABB\nCCDD\nCCDD"][round % 2];
            let mut options = CutOptions::new(20.0 + random.below(20) as f64, bed.clone());
            options.kerf = 0.2;
            options.line.lines = Lines::Separate;
            options.copies = 1 + random.below(2);
            options.parts_bed = (round % 3 > 0).then(|| other.clone());
            options.one_material = options.parts_bed.is_none();
            options.tray = (round % 4 == 3).then(TrayOptions::default);
            options.boxed = (round % 8 == 5).then(|| BoxOptions::new(3.0));
            let plan = plan_divided(&tiling(Lattice::Square, rows), &options, CutDivision::Whole);
            let summary = plan.expect("a plan").summary;
            let (least, made) = (summary.sheets_at_least, summary.sheets);
            assert!((1..=made).contains(&least), "round {round}: {least} of {made}");
        }
    }
}

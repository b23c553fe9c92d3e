//! Adds up what sheets hold: by panel, by fabric, and how few there could be.

use super::division;
use super::{CutDivision, FabricUse, PanelUse, Panels, SheetUse};
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

/// Returns a lower bound for the sheets, from the area that some sheets use.
fn at_least<'a>(uses: impl Iterator<Item = &'a SheetUse>, usable: Bounds) -> usize {
    division::at_least(uses.map(|sheet| sheet.area).sum(), usable)
}

/// Returns a lower bound for all sheets, however pieces are divided.
pub(super) fn sheets_at_least(
    uses: &[SheetUse],
    division: CutDivision<'_>,
    (usable, stocks): (Bounds, &Stocks<'_>),
) -> usize {
    match division {
        CutDivision::Whole if !stocks.first.is_empty() => {
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

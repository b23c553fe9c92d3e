//! Computes the size of cut pieces and their clearance.
//!
//! The rule is derived in docs/decisions/0016: a run of n cells cut with shared lines measures n p - k on a
//! pitch p with a kerf k, so the clearance is exactly k. Any other clearance g requires separate outlines,
//! each (k - g) / 2 outside the piece.

use super::division::CutDivisionKind;
use crate::{BoxOptions, CutOptions, CutOrder, LineError, Lines, ToolPath, TrayOptions};
use piecework_draw::geometry::Outline;
use piecework_tiling::tiling::Tiling;

/// Whether the lines of a plan are shared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LinesCut {
    /// Every edge is cut once.
    Shared,
    /// Every piece is cut separately.
    Separate,
}

/// One distinct piece as cut.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PieceSize {
    /// The name of the piece.
    pub name: String,
    /// How many there are.
    pub count: usize,
    /// The width of its bounding box as drawn in the puzzle, in mm.
    pub width_mm: f64,
    /// The height of its bounding box in mm.
    pub height_mm: f64,
}

/// Refuses options that contradict each other, before any search.
///
/// # Errors
/// [`LineError`] with the broken rule.
pub fn check_fit(options: &CutOptions, division: CutDivisionKind) -> Result<(), LineError> {
    let CutOptions { seam_allowance, kerf, .. } = *options;
    check_slips(options)?;
    let shared = options.line.lines == Lines::Shared;
    match options.line.fit {
        Some(fit) if seam_allowance > 0.0 => return Err(LineError::FitWithSeam { fit, seam_allowance }),
        Some(fit) if fit < 0.0 => return Err(LineError::TightFit { fit }),
        Some(fit) if shared => return Err(LineError::FitWithShared { fit, kerf }),
        _ => {}
    }
    if options.line.knobs.is_some() && seam_allowance > 0.0 {
        return Err(LineError::KnobsWithSeam { seam_allowance });
    }
    if shared && seam_allowance > 0.0 {
        return Err(LineError::SeamWithShared { seam_allowance });
    }
    if shared && division == CutDivisionKind::Pieces {
        return Err(LineError::PiecesWithShared);
    }
    if known_lines(options, division) == Some(LinesCut::Separate) {
        check_separate(options)?;
    }
    Ok(())
}

/// The largest offset of a drag knife, in mm: that of the largest blades sold for plotters.
const LARGEST_OFFSET: f64 = 1.0;

/// Refuses lengths that are more likely a slip of the unit than a wish.
fn check_slips(options: &CutOptions) -> Result<(), LineError> {
    let (cell, kerf, ToolPath { overcut, blade_offset, .. }) =
        (options.cell, options.kerf, options.line.tool);
    if kerf > cell / 2.0 {
        return Err(LineError::KerfTooWide { kerf, largest: cell / 2.0 });
    }
    let tray = options.tray.map(|tray| tray.clearance);
    // A tray may have its usual clearance around cells of any size.
    let loose = [
        ("--fit", options.line.fit, cell / 4.0),
        ("--tray-clearance", tray, (cell / 4.0).max(TrayOptions::default().clearance)),
    ];
    for (option, found, largest) in loose {
        if let Some(found) = found.filter(|&found| found > largest) {
            return Err(LineError::LooseFit { option: option.to_owned(), found, largest });
        }
    }
    options.boxed.map_or(Ok(()), BoxOptions::check)?;
    if overcut > cell {
        return Err(LineError::OvercutTooLong { overcut, largest: cell });
    }
    if blade_offset > LARGEST_OFFSET {
        return Err(LineError::BladeOffsetTooLarge { blade_offset, largest: LARGEST_OFFSET });
    }
    Ok(())
}

/// Returns whether lines will be shared, if that does not depend on the stock.
pub(super) fn known_lines(options: &CutOptions, division: CutDivisionKind) -> Option<LinesCut> {
    match (options.line.lines, division) {
        (Lines::Separate, _) | (_, CutDivisionKind::Pieces) => Some(LinesCut::Separate),
        (Lines::Shared, _) => Some(LinesCut::Shared),
        (Lines::Auto, _) if !options.needs_no_room() => Some(LinesCut::Separate),
        (Lines::Auto, _) => None,
    }
}

/// Refuses options that have no meaning for separate outlines.
pub(super) fn check_separate(options: &CutOptions) -> Result<(), LineError> {
    let tool = &options.line.tool;
    if options.line.order != CutOrder::default() {
        return Err(LineError::OrderWithSeparate);
    }
    if tool.tabs > 0 && tool.lead_in > 0.0 {
        return Err(LineError::LeadInWithTabs { lead_in: tool.lead_in });
    }
    if tool.tabs > 0 && tool.overcut > 0.0 {
        return Err(LineError::OvercutWithTabs { overcut: tool.overcut });
    }
    Ok(())
}

/// Returns the clearance between two assembled pieces, in mm; `None` with a seam allowance.
pub(super) fn clearance(options: &CutOptions, lines: LinesCut) -> Option<f64> {
    match lines {
        LinesCut::Shared => Some(options.kerf),
        LinesCut::Separate if options.seam_allowance > 0.0 => None,
        LinesCut::Separate => Some(options.line.fit.unwrap_or(0.0)),
    }
}

/// Returns the size of every distinct piece of a tiling as cut.
pub(super) fn sizes(
    tiling: &Tiling,
    options: &CutOptions,
    lines: LinesCut,
) -> Result<Vec<PieceSize>, piecework_draw::geometry::GeometryError> {
    let grown = match clearance(options, lines) {
        Some(gap) => -gap / 2.0,
        None => options.seam_allowance,
    };
    let mut counts = vec![0; tiling.puzzle().pieces().len()];
    tiling.placements().iter().for_each(|placement| counts[placement.piece] += 1);
    let used = tiling.puzzle().pieces().iter().zip(counts).filter(|&(_, count)| count > 0);
    used.map(|(piece, count)| {
        let outline = Outline::of_shape(&piece.shape, options.cell)?.with_allowance(grown, &piece.name)?;
        let bounds = outline.bounds();
        let (width_mm, height_mm) = (bounds.width(), bounds.height());
        Ok(PieceSize { name: piece.name.clone(), count, width_mm, height_mm })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use piecework_tiling::lattice::Lattice;

    use super::*;
    use crate::machine;

    #[test]
    fn slips_of_the_unit_are_refused() {
        let bed = machine("generic").expect("embedded").bed;
        let refused = |set: fn(&mut CutOptions)| {
            let mut options = CutOptions::new(10.0, bed.clone());
            set(&mut options);
            check_fit(&options, CutDivisionKind::Whole)
                .map_err(|error| error.to_string())
                .err()
                .unwrap_or_default()
        };
        assert_eq!(refused(|options| options.kerf = 5.0), "");
        assert!(refused(|options| options.kerf = 5.1).contains("half a cell, 5 mm"));
        assert!(refused(|options| options.line.tool.overcut = 25.4).contains("longer than a cell"));
        assert_eq!(refused(|options| options.line.tool.blade_offset = 1.0), "");
        assert!(refused(|options| options.line.tool.blade_offset = 6.35).contains("any drag knife"));
    }

    /// A kerf that no line makes up for and a clearance make pieces smaller, and a seam allowance larger.
    #[test]
    fn sizes_are_those_of_what_is_cut() {
        let tiling = crate::support::tiling(Lattice::Square, "AA\nBB");
        let bed = machine("generic").expect("embedded").bed;
        let size = |lines: LinesCut, set: fn(&mut CutOptions)| {
            let mut options = CutOptions::new(10.0, bed.clone());
            set(&mut options);
            let sizes = sizes(&tiling, &options, lines).expect("room");
            // In micrometres.
            [sizes[0].width_mm, sizes[0].height_mm].map(|side| (side * 1000.0).round())
        };
        assert_eq!(size(LinesCut::Shared, |_| ()), [20_000.0, 10_000.0]);
        assert_eq!(size(LinesCut::Shared, |options| options.kerf = 0.2), [19_800.0, 9_800.0]);
        assert_eq!(size(LinesCut::Separate, |options| options.kerf = 0.2), [20_000.0, 10_000.0]);
        assert_eq!(size(LinesCut::Separate, |options| options.line.fit = Some(0.3)), [19_700.0, 9_700.0]);
        assert_eq!(size(LinesCut::Separate, |options| options.seam_allowance = 5.0), [30_000.0, 20_000.0]);
    }
}

//! Computes how large pieces come out, and how they fit.
//!
//! The rule is derived in docs/decisions/0016: a run of n cells cut with shared lines measures n p - k on a pitch p with a
//! kerf k, so the clearance is k and nothing else. Any other clearance g takes outlines of their own, each (k - g) / 2
//! outside the piece.

use super::division::CutDivisionKind;
use crate::cut::{CutOptions, CutOrder, LineError, Lines};
use crate::geometry::Outline;
use crate::tiling::Tiling;

/// How the lines of a plan are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LinesCut {
    /// Every edge once.
    Shared,
    /// Every piece by itself.
    Separate,
}

/// One distinct piece as cut.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PieceSize {
    /// The name of the piece.
    pub name: String,
    /// How many there are.
    pub count: usize,
    /// The width of the box around it as drawn in the puzzle, in mm.
    pub width_mm: f64,
    /// The height of that box in mm.
    pub height_mm: f64,
}

/// Refuses options that contradict each other, before anything is searched for.
///
/// # Errors
/// [`LineError`] names the rule.
pub fn check_fit(options: &CutOptions, division: CutDivisionKind) -> Result<(), LineError> {
    let CutOptions { seam_allowance, kerf, .. } = *options;
    let shared = options.line.lines == Lines::Shared;
    match options.line.fit {
        Some(fit) if seam_allowance > 0.0 => return Err(LineError::FitWithSeam { fit, seam_allowance }),
        Some(fit) if fit < 0.0 => return Err(LineError::TightFit { fit }),
        Some(fit) if shared => return Err(LineError::FitWithShared { fit, kerf }),
        _ => {}
    }
    if shared && seam_allowance > 0.0 {
        return Err(LineError::SeamWithShared { seam_allowance });
    }
    if shared && division == CutDivisionKind::Pieces {
        return Err(LineError::PiecesWithShared);
    }
    if known_lines(options, division) == Some(LinesCut::Separate) {
        check_separate(options, division)?;
    }
    Ok(())
}

/// Whether lines will be shared, where that does not depend on whether pieces have room.
pub(super) fn known_lines(options: &CutOptions, division: CutDivisionKind) -> Option<LinesCut> {
    match (options.line.lines, division) {
        (Lines::Separate, _) | (_, CutDivisionKind::Pieces) => Some(LinesCut::Separate),
        (Lines::Shared, _) => Some(LinesCut::Shared),
        (Lines::Auto, _) if !options.needs_no_room() => Some(LinesCut::Separate),
        (Lines::Auto, _) => None,
    }
}

/// Refuses what has no meaning for outlines of their own.
pub(super) fn check_separate(options: &CutOptions, division: CutDivisionKind) -> Result<(), LineError> {
    let tool = &options.line.tool;
    if options.line.order != CutOrder::default() {
        return Err(LineError::OrderWithSeparate);
    }
    if division == (CutDivisionKind::Fabrics { turned: true }) {
        return Err(LineError::TurnWithSeparate);
    }
    if tool.tabs > 0 && tool.lead_in > 0.0 {
        return Err(LineError::LeadInWithTabs { lead_in: tool.lead_in });
    }
    if tool.tabs > 0 && tool.overcut > 0.0 {
        return Err(LineError::OvercutWithTabs { overcut: tool.overcut });
    }
    Ok(())
}

/// The clearance between two pieces put together again, in mm; none with a seam allowance.
pub(super) fn clearance(options: &CutOptions, lines: LinesCut) -> Option<f64> {
    match lines {
        LinesCut::Shared => Some(options.kerf),
        LinesCut::Separate if options.seam_allowance > 0.0 => None,
        LinesCut::Separate => Some(options.line.fit.unwrap_or(0.0)),
    }
}

/// The size of every distinct piece of a tiling as cut.
pub(super) fn sizes(
    tiling: &Tiling,
    options: &CutOptions,
    lines: LinesCut,
) -> Result<Vec<PieceSize>, crate::geometry::GeometryError> {
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

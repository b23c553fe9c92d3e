//! How large pieces come out, and how they fit.
//!
//! In: pieces, the kerf, and how they are cut. Out: the size of every distinct piece and the gap between pieces put
//! together again. The rule is derived in docs/decisions/0016: a run of n cells cut with shared lines measures n p - k on a
//! pitch p with a kerf k, so the gap is k and nothing else; any other gap g takes outlines of their own, each (k - g) / 2
//! outside the piece.

use super::plan::CutOptions;
use super::{DivisionKind, LineError, Order};
use crate::geometry::Outline;
use crate::tiling::Tiling;

/// Whether pieces share their cut lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lines {
    /// Shared, unless a seam allowance, a kerf or a fit asks for room between the pieces, or the whole does not fit on
    /// the stock in one.
    #[default]
    Auto,
    /// Every edge is cut once, and the pieces lie as in the tiling, in panels if the whole does not fit.
    Shared,
    /// Every piece has an outline of its own, and the pieces lie apart.
    Separate,
}

/// How the lines of a plan are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LinesCut {
    /// Every edge once.
    Shared,
    /// Every piece by itself.
    Separate,
}

/// One distinct piece as it comes out.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
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

/// Refuses what cannot be, before anything is searched for.
///
/// # Errors
/// [`LineError`] names the rule.
pub fn check_fit(options: &CutOptions, division: DivisionKind) -> Result<(), LineError> {
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
    if shared && division == DivisionKind::Pieces {
        return Err(LineError::PiecesWithShared);
    }
    if known_lines(options, division) == Some(LinesCut::Separate) {
        check_separate(options, division)?;
    }
    Ok(())
}

/// How lines will be, where that does not depend on whether pieces have room.
pub(super) fn known_lines(options: &CutOptions, division: DivisionKind) -> Option<LinesCut> {
    match (options.line.lines, division) {
        (Lines::Separate, _) | (_, DivisionKind::Pieces) => Some(LinesCut::Separate),
        (Lines::Shared, _) => Some(LinesCut::Shared),
        (Lines::Auto, _) if !options.needs_no_room() => Some(LinesCut::Separate),
        (Lines::Auto, _) => None,
    }
}

/// Refuses what has no meaning for outlines of their own.
pub(super) fn check_separate(options: &CutOptions, division: DivisionKind) -> Result<(), LineError> {
    let tool = &options.line.tool;
    if options.line.order != Order::default() {
        return Err(LineError::OrderWithSeparate);
    }
    if division == (DivisionKind::Fabrics { turned: true }) {
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

/// The gap that is left between two pieces when they are put together again, in mm; none with a seam allowance.
pub(super) fn gap_between(options: &CutOptions, lines: LinesCut) -> Option<f64> {
    match lines {
        LinesCut::Shared => Some(options.kerf),
        LinesCut::Separate if options.seam_allowance > 0.0 => None,
        LinesCut::Separate => Some(options.line.fit.unwrap_or(0.0)),
    }
}

impl CutOptions {
    /// Whether nothing was asked for that takes outlines of their own.
    fn needs_no_room(&self) -> bool {
        let asked = [self.seam_allowance, self.kerf, self.line.tool.lead_in];
        asked.iter().all(|&length| length == 0.0) && self.line.fit.is_none()
    }

    /// How far outside the finished piece its outline is cut, or if lines are shared how far outside the piece as it
    /// comes out ends, in mm; inside if it is negative. For tries before a tiling is known.
    #[must_use]
    pub fn allowance(&self) -> f64 {
        match self.line.lines {
            Lines::Shared => -self.kerf / 2.0,
            Lines::Auto | Lines::Separate => {
                self.seam_allowance + (self.kerf - self.line.fit.unwrap_or(0.0)) / 2.0
            }
        }
    }
}

/// How large every distinct piece of a tiling comes out.
pub(super) fn sizes(
    tiling: &Tiling,
    options: &CutOptions,
    lines: LinesCut,
) -> Result<Vec<PieceSize>, crate::geometry::GeometryError> {
    let grown = match gap_between(options, lines) {
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

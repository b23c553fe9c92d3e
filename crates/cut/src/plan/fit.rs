//! Computes the size of cut pieces and their clearance.
//!
//! The rule is derived in docs/decisions/0016: a run of n cells cut with shared lines measures n p - k on a
//! pitch p with a kerf k, so the clearance is exactly k. Any other clearance g requires separate outlines,
//! each (k - g) / 2 outside the piece.

use std::collections::BTreeMap;

use super::division::CutDivisionKind;
use super::own_board;
use crate::knobs::{KnobOutline, Knobs};
use crate::tool_path::rounded;
use crate::{BoxOptions, CutError, CutOptions, CutOrder, Line, LineError, Lines, ToolPath, TrayOptions};
use piecework_draw::geometry::{Bounds, Dimensions, Patch, Patchwork, Point};

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

/// Pieces of one name and size, as they come off the machine.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PieceSize {
    /// The name of the piece.
    pub name: String,
    /// How many there are.
    pub count: usize,
    /// Their numbers, from 1.
    #[serde(default)]
    pub pieces: Vec<usize>,
    /// The width of its bounding box as drawn in the puzzle, with its knobs, in mm.
    pub width_mm: f64,
    /// The height of its bounding box in mm.
    pub height_mm: f64,
}

/// The piece to measure: the first that is cut.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct FirstPiece {
    /// Its number, from 1.
    pub piece: usize,
    /// Its name.
    pub name: String,
    /// Its width as it lies on its sheet and comes off the machine, in mm.
    pub width_mm: f64,
    /// Its height in mm.
    pub height_mm: f64,
}

/// How the pieces as cut go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PiecesFit {
    /// In every way in which those of the puzzle do.
    #[default]
    AsInPuzzle,
    /// In one way: every piece has knobs, and these join all of them.
    OneWay,
    /// Knobs join some of them; others have straight edges and can change places.
    SomeKnobs,
    /// Around lines of one's own; others have straight edges and can change places.
    OwnLines,
    /// A picture is printed on them, which one way shows.
    Picture,
    /// On no board: they have seam allowances.
    Sewn,
}

impl PiecesFit {
    /// Decides it for the pieces of a plan.
    pub(super) fn new(patchwork: &Patchwork, knobs: Option<&Knobs>, options: &CutOptions) -> Self {
        match knobs {
            _ if options.seam_allowance > 0.0 => Self::Sewn,
            Some(knobs) if join_all(patchwork, knobs) => Self::OneWay,
            Some(_) if options.own_lines.is_some() && options.line.knobs.is_none() => Self::OwnLines,
            Some(_) => Self::SomeKnobs,
            None if options.picture.is_some() => Self::Picture,
            None => Self::AsInPuzzle,
        }
    }
}

/// Returns whether knobs join all pieces: each has a form of its own, so that it fits its neighbour alone.
fn join_all(patchwork: &Patchwork, knobs: &Knobs) -> bool {
    let mut next: Vec<usize> = (0..patchwork.patches().len()).collect();
    let first = |next: &mut [usize], mut piece: usize| {
        while next[piece] != piece {
            next[piece] = next[next[piece]];
            piece = next[piece];
        }
        piece
    };
    let joined = patchwork.edges().iter().zip(&knobs.curves).filter(|(_, curve)| !curve.is_empty());
    let mut groups = next.len();
    for (left, right) in joined.filter_map(|(edge, _)| edge.left.zip(edge.right)) {
        let (left, right) = (first(&mut next, left), first(&mut next, right));
        groups -= usize::from(left != right);
        next[left] = right;
    }
    groups <= 1
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
        ("--wobble", options.own_lines.as_ref().and_then(|own| own.wobble), cell / 8.0),
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

/// The pieces of a plan as they come off the machine.
#[derive(Clone, Copy)]
pub(super) struct Finished<'a> {
    pub(super) patchwork: &'a Patchwork,
    pub(super) knobs: Option<&'a Knobs>,
    /// How many pieces of other designs have lower numbers.
    pub(super) before: usize,
    pub(super) options: &'a CutOptions,
    pub(super) lines: LinesCut,
}

impl Finished<'_> {
    /// Returns the outer edge of a piece, with what the beam leaves of its rounded corners.
    fn edge(&self, patch: &Patch) -> Result<Line, CutError> {
        let Self { patchwork, knobs, options, lines, .. } = *self;
        let grown = clearance(options, lines).map_or(options.seam_allowance, |gap| -gap / 2.0);
        let at = |grown: f64| -> Result<Line, CutError> {
            let outer = match knobs.filter(|_| patchwork.own_board().is_none()) {
                Some(knobs) => KnobOutline::of(patchwork, patch, knobs, grown)?.lines().next(),
                None => {
                    let outline = own_board::beside(patchwork, patch.outline(), (grown, patch.name()))?;
                    Some(Line::ring(outline.outer().points().to_vec()))
                }
            };
            Ok(outer.unwrap_or_else(|| Line::ring(Vec::new())))
        };
        let mut edge = at(grown)?;
        let fillet = options.line.tool.fillet;
        if fillet > 0.0 && lines == LinesCut::Shared {
            // Where lines meet, corners stay sharp.
            let ends = patch.rings()[0].iter().map(|side| &patchwork.edges()[side.edge]);
            let ends = ends.flat_map(|edge| [edge.from, edge.to]).map(|end| &patchwork.vertices()[end]);
            let meeting: Vec<Point> = ends.filter(|end| end.edges.len() > 2).map(|end| end.at).collect();
            for (fixed, corner) in edge.fixed.iter_mut().zip(at(0.0)?.points) {
                *fixed |= meeting.iter().any(|end| end.distance(corner) < SAME);
            }
        }
        Ok(rounded(edge.clone(), (fillet - options.kerf / 2.0).max(0.0)).unwrap_or(edge))
    }

    /// Returns the size of a piece that is turned by so many degrees.
    pub(super) fn size(&self, patch: &Patch, turn: i32) -> Result<Dimensions, CutError> {
        let edge = self.edge(patch)?;
        let turned = edge.stretches().map(|stretch| stretch.mapped(|point| point.turned(turn)));
        let points = turned.flat_map(|stretch| {
            stretch.arc().into_iter().flat_map(|arc| arc.extremes()).chain([stretch.from])
        });
        let none = Dimensions { width: 0.0, height: 0.0 };
        Ok(Bounds::around(points).map_or(none, Bounds::dimensions))
    }

    /// Returns the piece to measure: its number, and by how many degrees it is turned on its sheet.
    pub(super) fn first(&self, (piece, turn): (usize, i32)) -> Result<FirstPiece, CutError> {
        let patch = &self.patchwork.patches()[piece - 1 - self.before];
        let Dimensions { width: width_mm, height: height_mm } = self.size(patch, turn)?;
        Ok(FirstPiece { piece, name: patch.name().to_owned(), width_mm, height_mm })
    }

    /// Returns the sizes of all pieces, as drawn in the puzzle, in its order.
    pub(super) fn sizes(&self) -> Result<Vec<PieceSize>, CutError> {
        let sharp = self.options.line.tool.fillet == 0.0 || self.lines == LinesCut::Separate;
        let are_equal = self.knobs.is_none() && sharp;
        let mut known: BTreeMap<usize, Dimensions> = BTreeMap::new();
        let mut sizes: BTreeMap<(usize, u64, u64), PieceSize> = BTreeMap::new();
        for (number, patch) in (self.before + 1..).zip(self.patchwork.patches()) {
            let size = match known.get(&patch.piece()).filter(|_| are_equal) {
                Some(&size) => size,
                None => self.size(patch, -i32::try_from(patch.turn()).unwrap_or(0))?,
            };
            known.insert(patch.piece(), size);
            let Dimensions { width: width_mm, height: height_mm } = size;
            let [width, height] = [width_mm, height_mm].map(|mm| (mm / SAME).round().to_bits());
            let alike = sizes.entry((patch.piece(), width, height)).or_insert_with(|| PieceSize {
                name: patch.name().to_owned(),
                count: 0,
                pieces: Vec::new(),
                width_mm,
                height_mm,
            });
            alike.count += 1;
            alike.pieces.push(number);
        }
        Ok(sizes.into_values().collect())
    }
}

/// Lengths closer than this are equal, in mm.
const SAME: f64 = 1e-3;

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
        let patchwork = Patchwork::trace(&tiling, 10.0).expect("a patchwork");
        let bed = machine("generic").expect("embedded").bed;
        let size = |lines: LinesCut, set: fn(&mut CutOptions)| {
            let mut options = CutOptions::new(10.0, bed.clone());
            set(&mut options);
            let finished =
                Finished { patchwork: &patchwork, knobs: None, before: 0, options: &options, lines };
            let sizes = finished.sizes().expect("room");
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

//! Summarises a cut plan in numbers.

use super::back::BackSummary;
use super::division::{FabricUse, PanelUse, SheetUse};
use super::fit::{FirstPiece, LinesCut, PieceSize, PiecesFit};
use super::inlay::InlaySummary;
use super::offcuts::Offcut;
use super::sheet::PlainPiece;
use crate::Measures;
use piecework_draw::geometry::Dimensions;

/// A cut plan in numbers.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct CutSummary {
    /// How many pieces a set has.
    pub pieces: usize,
    /// How many sets are cut.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub copies: usize,
    /// How many sheets of stock they need.
    pub sheets: usize,
    /// A lower bound for the sheets, by area.
    pub sheets_at_least: usize,
    /// The contents and utilization of each sheet.
    pub on_sheets: Vec<SheetUse>,
    /// The sheets of each fabric; empty if pieces are not divided by fabric.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fabrics: Vec<FabricUse>,
    /// The panels of a design that is larger than the stock; empty if it is cut as a whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub panels: Vec<PanelUse>,
    /// A lower bound for the panels, by area.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panels_by_area: Option<usize>,
    /// A lower bound for the panels: pieces that are too far apart to share one, or the area.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panels_at_least: Option<usize>,
    /// The size of a sheet.
    pub stock_mm: Dimensions,
    /// The size of the finished design.
    pub finished_mm: Dimensions,
    /// Whether pieces share their cut lines.
    pub lines: LinesCut,
    /// Whether the design is turned by a quarter on the stock, so that its pieces can share lines.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub turned: bool,
    /// The length of all cut lines in mm, with sharp corners and without lead-ins and overcuts.
    pub cut_length_mm: f64,
    /// The same as the tool runs: with lead-ins, overcuts, swivels and rounded corners.
    #[serde(default)]
    pub run_length_mm: f64,
    /// How often the tool comes down to cut (pierces or pen-downs).
    pub pen_downs: usize,
    /// The rapid moves between lines, in mm.
    pub travel_mm: f64,
    /// Proven lower bounds for plans with lines of this kind; the bound of travel is for these places of the
    /// pieces.
    pub least: Measures,
    /// The clearance between two assembled pieces, in mm; `None` with a seam allowance.
    pub gap_mm: Option<f64>,
    /// The fewest tabs that hold a piece. With shared lines it may be less than requested, because each edge
    /// between two pieces has room for one. `None` without tabs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tabs_at_least: Option<usize>,
    /// How the pieces as cut go together.
    #[serde(default)]
    pub pieces_fit: PiecesFit,
    /// The sizes of the pieces as they come off the machine.
    pub sizes: Vec<PieceSize>,
    /// The piece to measure; `None` without pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<FirstPiece>,
    /// The plate and the plugs, if the design is an inlay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inlay: Option<InlaySummary>,
    /// The pieces that do not have the picture that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plain: Vec<PlainPiece>,
    /// The rectangles that are left of sheets, if they are listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offcuts: Vec<Offcut>,
    /// The backs of the sheets, if anything is written on them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<BackSummary>,
    /// When each piece of each set is released, in the order of their numbers; empty if tabs hold them.
    #[serde(default)]
    pub free: Vec<Release>,
}

impl CutSummary {
    /// Returns how many sets have all their pieces on the first sheets; `None` if only one is cut, or if tabs hold the
    /// pieces.
    pub fn whole_sets(&self, sheets: usize) -> Option<usize> {
        let sets = self.free.chunks(self.pieces.max(1));
        let is_whole = |set: &&[Release]| set.iter().all(|release| release.sheet <= sheets);
        (self.copies > 1 && !self.free.is_empty()).then(|| sets.filter(is_whole).count())
    }

    /// Nothing yet, with lines of this kind.
    pub(super) fn empty(lines: LinesCut) -> Self {
        let none = Dimensions { width: 0.0, height: 0.0 };
        Self {
            pieces: 0,
            copies: 1,
            sheets: 0,
            sheets_at_least: 0,
            on_sheets: Vec::new(),
            fabrics: Vec::new(),
            panels: Vec::new(),
            panels_by_area: None,
            panels_at_least: None,
            stock_mm: none,
            finished_mm: none,
            lines,
            turned: false,
            cut_length_mm: 0.0,
            run_length_mm: 0.0,
            pen_downs: 0,
            travel_mm: 0.0,
            least: Measures::default(),
            gap_mm: None,
            tabs_at_least: None,
            pieces_fit: PiecesFit::default(),
            sizes: Vec::new(),
            first: None,
            inlay: None,
            plain: Vec::new(),
            offcuts: Vec::new(),
            back: None,
            free: Vec::new(),
        }
    }
}

/// How many sets are cut if nobody says.
const fn one() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_one(copies: &usize) -> bool {
    *copies == 1
}

/// When a piece is released.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Release {
    /// The number of the piece, from 1.
    pub piece: usize,
    /// The number of its set, from 1: equal pieces belong to sets in cutting order.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub set: usize,
    /// The number of its sheet, from 1.
    pub sheet: usize,
    /// The number of the line, from 1 on every sheet, that releases it.
    pub step: usize,
}

//! Holds the designs of a plan: what their lines depend on while it is made, and what belongs to each of them in it.

use std::sync::Arc;

use super::engraving::Marked;
use super::fit::{Finished, LinesCut};
use super::magnets::Pockets;
use super::sheet::{CutSheet, ToolLine};
use super::triplication::Triplications;
use super::{CutPlan, PiecesFit, PlannedBoard, PlannedBox};
use crate::knobs::Knobs;
use crate::{CutError, CutOptions, Line};
use piecework_draw::geometry::{Dimensions, Patch, Patchwork};
use piecework_tiling::tiling::Tiling;

/// A design of a plan that has several. Their pieces are numbered on: those of the second begin after those of the first.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PlannedDesign {
    /// Its name, which the names of its parts end with; no two are equal.
    pub title: String,
    /// How many pieces have lower numbers.
    pub before: usize,
    /// How many pieces it has.
    pub pieces: usize,
    /// Its size when it is put together.
    pub finished_mm: Dimensions,
    /// How its pieces as cut go together.
    pub pieces_fit: PiecesFit,
    /// The curves of its edges, as those of a plan.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<ToolLine>,
    /// The lines of its board, as those of a plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<PlannedBoard>,
    /// Its box, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boxed: Option<PlannedBox>,
}

/// A design while it is planned.
pub(super) struct WholeDesign<'a> {
    pub(super) title: String,
    pub(super) tiling: &'a Tiling,
    pub(super) patchwork: Arc<Patchwork>,
    pub(super) knobs: Option<Knobs>,
    pub(super) pockets: Pockets,
    pub(super) triplications: Triplications,
    /// How many pieces have lower numbers.
    pub(super) before: usize,
}

impl<'a> WholeDesign<'a> {
    /// Returns the designs of these tilings, with names that differ.
    pub(super) fn all(
        tilings: &'a [Tiling],
        patchworks: &[Arc<Patchwork>],
        options: &CutOptions,
        knobs: impl Fn(&Patchwork) -> Result<Option<Knobs>, CutError>,
    ) -> Result<Vec<Self>, CutError> {
        let mut all: Vec<Self> = Vec::new();
        for (tiling, patchwork) in tilings.iter().zip(patchworks) {
            let before = all.last().map_or(0, |last| last.before + last.pieces());
            all.push(Self {
                title: title(tiling, all.iter().map(|other| other.title.as_str())),
                tiling,
                patchwork: Arc::clone(patchwork),
                knobs: knobs(patchwork)?,
                pockets: Pockets::new(tiling, patchwork, options)?,
                triplications: Triplications::new(tiling, options)?,
                before,
            });
        }
        Ok(all)
    }

    /// Returns its pieces as they come off the machine.
    pub(super) fn finished<'b>(&'b self, options: &'b CutOptions, lines: LinesCut) -> Finished<'b> {
        let (patchwork, knobs) = (&*self.patchwork, self.knobs.as_ref());
        Finished { patchwork, knobs, before: self.before, options, lines }
    }

    /// Returns the curves of its edges; lines of one's own are curves themselves.
    pub(super) fn curves(&self) -> Vec<ToolLine> {
        let knobs = self.knobs.iter().filter(|_| self.patchwork.own_board().is_none());
        knobs.flat_map(|knobs| &knobs.curves).map(|curve| ToolLine::from(Line::open(curve))).collect()
    }

    /// Returns the lines of its board, if lines of one's own are in it.
    pub(super) fn board(&self) -> Option<PlannedBoard> {
        self.patchwork.own_board().map(PlannedBoard::of)
    }

    /// Returns it as one of several of a plan.
    pub(super) fn planned(&self, boxed: Option<PlannedBox>, options: &CutOptions) -> PlannedDesign {
        PlannedDesign {
            title: self.title.clone(),
            before: self.before,
            pieces: self.pieces(),
            finished_mm: self.patchwork.bounds().dimensions(),
            pieces_fit: PiecesFit::new(&self.patchwork, self.knobs.as_ref(), options),
            curves: self.curves(),
            board: self.board(),
            boxed,
        }
    }

    /// Returns one of its pieces as what it carries depends on it, given its number among all and where it is cut.
    pub(super) fn marked<'b>(
        &'b self,
        number: usize,
        (patchwork, patch): (&'b Patchwork, &'b Patch),
    ) -> Marked<'b> {
        let placement = number - self.before - 1;
        let triplication = (self.triplications.of(placement), self.triplications.lacks(placement));
        Marked { number, patchwork, patch, triplication }
    }

    /// Returns how many pieces it has.
    pub(super) fn pieces(&self) -> usize {
        self.patchwork.patches().len()
    }
}

/// Returns the name of a tiling's puzzle, with a number if others have it.
fn title<'a>(tiling: &Tiling, others: impl Iterator<Item = &'a str>) -> String {
    let name = tiling.puzzle().name();
    let others: Vec<&str> = others.collect();
    let mut names = std::iter::once(name.to_owned()).chain((2..).map(|number| format!("{name} ({number})")));
    names.find(|name| !others.contains(&name.as_str())).unwrap_or_else(|| name.to_owned())
}

/// Returns what a part of one of several designs is called.
pub(super) fn part_name(part: &str, title: &str) -> String {
    format!("{part}{OF}{title}")
}

/// Between the name of a part and that of its design.
const OF: &str = " of ";

/// Returns the name of a part without that of its design.
pub(crate) fn plain_name(part: &str) -> &str {
    part.split_once(OF).map_or(part, |(part, _)| part)
}

/// Returns the name of the design that a part belongs to; empty if there is only one.
pub(crate) fn design_of(part: &str) -> &str {
    part.split_once(OF).map_or("", |(_, design)| design)
}

impl CutPlan {
    /// Returns what belongs to each design as a plan of its own, on the sheets of all; the plan itself if it has one design.
    /// Shared lines have no names, and are left out.
    pub fn each_design(&self) -> Vec<Self> {
        if self.designs.is_empty() {
            return vec![self.clone()];
        }
        self.designs.iter().map(|design| self.of_design(design)).collect()
    }

    fn of_design(&self, design: &PlannedDesign) -> Self {
        // Titles may have the word too; no part has it.
        let own = |name: &str| {
            let (part, of) = name.split_once(OF)?;
            (of == design.title).then(|| part.to_owned())
        };
        let sheet = |sheet: &CutSheet| {
            let parts = sheet.cuts.iter().filter(|cut| sheet.parts.contains(&cut.name));
            let cuts = parts.filter_map(|cut| Some((own(&cut.name)?, cut)));
            let cuts = cuts.map(|(name, cut)| super::PlannedCut { name, lines: cut.lines.clone() });
            CutSheet {
                name: sheet.name.clone(),
                size_mm: sheet.size_mm,
                cuts: cuts.collect(),
                ..CutSheet::default()
            }
        };
        let numbers = design.before + 1..=design.before + design.pieces;
        let mut summary = self.summary.clone();
        summary.pieces = design.pieces;
        summary.finished_mm = design.finished_mm;
        summary.pieces_fit = design.pieces_fit;
        summary.free.retain(|release| numbers.contains(&release.piece));
        Self {
            title: design.title.clone(),
            sheets: self.sheets.iter().map(sheet).collect(),
            curves: design.curves.clone(),
            board: design.board.clone(),
            boxed: design.boxed.clone(),
            summary,
            designs: Vec::new(),
            before: design.before,
            ..self.clone()
        }
    }
}

//! A plan in figures and exact sizes, for lists, tables and programs.
//!
//! In: a plan with its fabrics. Out: [`StraightSeams`]. Always holds: sizes are whole cells and allowances, written so
//! that they read back as the same length; columns, rows and steps count from 1, as people do.

use std::collections::BTreeMap;

use super::Sewing;
use crate::quilt::piecing::{CellRect, Foundation, Objective, Part, PiecingPlan, Press};
use crate::quilt::yardage::Inches;

/// How a quilt is sewn with straight seams.
#[derive(Debug, Clone, PartialEq)]
pub struct StraightSeams {
    /// The plan, in cells.
    pub plan: PiecingPlan,
    /// What it comes to.
    pub figures: StraightFigures,
    /// Every rectangle of cloth, block by block.
    pub rectangles: Vec<RectangleRow>,
    /// Every step, in order.
    pub steps: Vec<StepRow>,
    /// What is sewn on paper, if that is asked for.
    pub foundations: Vec<FoundationRow>,
}

/// What a plan of straight seams comes to.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct StraightFigures {
    /// What the plan is the best of.
    pub objective: Objective,
    /// How many rectangles are cut.
    pub rectangles: usize,
    /// How many seams are sewn.
    pub seams: usize,
    /// The length of all seams in edges of a cell.
    pub seam_cells: usize,
    /// Corners that are set in: none.
    pub set_in_corners: usize,
    /// No way to cut the patches into rectangles has fewer, in whatever order they are sewn.
    pub least_rectangles: Option<usize>,
    /// The most steps that must follow one another.
    pub depth: usize,
    /// How many blocks there are.
    pub blocks: usize,
    /// Where two seams end on both sides of a third and are pressed to opposite sides.
    pub crossings: usize,
    /// How many foundations are printed.
    pub foundations: usize,
    /// How many seams are sewn on them.
    pub seams_on_foundations: usize,
    /// What is cut, by fabric and size.
    pub sizes: Vec<RectangleUse>,
}

/// Rectangles of one size from one fabric.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct RectangleUse {
    /// The fabric.
    pub fabric: String,
    /// The shorter side in cells, and the longer.
    pub cells: (usize, usize),
    /// The same finished.
    pub finished: (String, String),
    /// The same as cut, with seam allowance.
    pub cut: (String, String),
    /// How many.
    pub count: usize,
    /// What they are called, in the order of the blocks.
    pub labels: Vec<String>,
}

/// One rectangle of cloth.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct RectangleRow {
    /// What it is called.
    pub label: String,
    /// The letters of its block.
    pub block: String,
    /// What it is cut from.
    pub fabric: String,
    /// The piece of which it is a part.
    pub piece: String,
    /// The number of its patch in reading order; none for background.
    pub patch: Option<usize>,
    /// Which rectangle of the patch it is.
    pub part: usize,
    /// Of how many.
    pub of: usize,
    /// Its first column.
    pub column: usize,
    /// Its first row.
    pub row: usize,
    /// How many columns wide.
    pub columns: usize,
    /// How many rows high.
    pub rows: usize,
    /// Its width in the quilt.
    pub finished_width: String,
    /// Its height in the quilt.
    pub finished_height: String,
    /// Its width as cut.
    pub cut_width: String,
    /// Its height as cut.
    pub cut_height: String,
}

/// What is sewn on one paper.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct FoundationRow {
    /// What it becomes.
    pub label: String,
    /// The rectangles in the order in which they are sewn on; only one where no paper is needed.
    pub rectangles: Vec<String>,
    /// Its width in the quilt.
    pub finished_width: String,
    /// Its height in the quilt.
    pub finished_height: String,
}

/// One seam.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct StepRow {
    /// Its number.
    pub step: usize,
    /// The letters of the block that it is part of; none where blocks are joined.
    pub block: Option<String>,
    /// What is made.
    pub makes: String,
    /// What lies above or on the left.
    pub first: String,
    /// What lies below or on the right.
    pub second: String,
    /// The length of the seam in edges of a cell.
    pub seam_cells: usize,
    /// The length of the seam; of each stretch where it has gaps, such as `4 in + 6 in`.
    pub seam: String,
    /// The side to which both allowances are pressed.
    pub press: Press,
    /// How many columns wide the new part is.
    pub columns: usize,
    /// How many rows high.
    pub rows: usize,
    /// Whether it is a rectangle; else sizes are those over all.
    pub is_rectangle: bool,
    /// Its width in the quilt.
    pub finished_width: String,
    /// Its height in the quilt.
    pub finished_height: String,
    /// Its width as measured after the step.
    pub unfinished_width: String,
    /// Its height as measured after the step.
    pub unfinished_height: String,
}

impl Sewing<'_> {
    /// The length of a number of cells, finished.
    pub(super) fn finished(&self, cells: usize) -> String {
        self.length(cells).write(self.design.options.units)
    }

    /// The same with an allowance at both ends.
    pub(super) fn unfinished(&self, cells: usize) -> String {
        let seams = Inches::of_mm(self.design.options.seam_allowance).times(2);
        (self.length(cells) + seams).write(self.design.options.units)
    }

    fn length(&self, cells: usize) -> Inches {
        Inches::of_mm(self.design.options.cell).times(cells)
    }

    /// All of it, as figures.
    pub(in crate::quilt) fn figures(&self, least_rectangles: Option<usize>) -> StraightSeams {
        let plan = &self.plan;
        let figures = StraightFigures {
            objective: plan.objective,
            rectangles: plan.rectangles(),
            seams: plan.steps.len(),
            seam_cells: plan.seam_cells(),
            set_in_corners: 0,
            least_rectangles,
            depth: plan.depth,
            blocks: plan.blocks.len(),
            crossings: plan.crossings.len(),
            foundations: plan.foundations.iter().filter(|foundation| foundation.order.len() > 1).count(),
            seams_on_foundations: plan.foundations.iter().map(|foundation| foundation.steps.len()).sum(),
            sizes: self.sizes().into_iter().flatten().collect(),
        };
        let steps = (0..plan.steps.len()).map(|step| self.step_row(step)).collect();
        let foundations = plan.foundations.iter().map(|foundation| self.foundation_row(foundation)).collect();
        StraightSeams { plan: plan.clone(), figures, rectangles: self.rectangle_rows(), steps, foundations }
    }

    pub(super) fn foundation_row(&self, foundation: &Foundation) -> FoundationRow {
        let parts = &self.plan.parts;
        let Part { label, area, .. } = &parts[foundation.part];
        FoundationRow {
            label: label.clone(),
            rectangles: foundation.order.iter().map(|&part| parts[part].label.clone()).collect(),
            finished_width: self.finished(area.columns),
            finished_height: self.finished(area.rows),
        }
    }

    /// What is cut from each fabric, small sizes first.
    pub(super) fn sizes(&self) -> Vec<Vec<RectangleUse>> {
        let mut labels: BTreeMap<(usize, (usize, usize)), Vec<String>> = BTreeMap::new();
        for (part, _) in self.plan.cloth() {
            if let Some(fabric) = self.fabric_of(part) {
                labels.entry((fabric, part.area.sides())).or_default().push(part.label.clone());
            }
        }
        let mut sizes = vec![Vec::new(); self.fabrics.len()];
        for ((fabric, cells), labels) in labels {
            sizes[fabric].push(RectangleUse {
                fabric: self.fabrics[fabric].name.clone(),
                cells,
                finished: (self.finished(cells.0), self.finished(cells.1)),
                cut: (self.unfinished(cells.0), self.unfinished(cells.1)),
                count: labels.len(),
                labels,
            });
        }
        sizes
    }

    fn rectangle_rows(&self) -> Vec<RectangleRow> {
        let block = |block: Option<usize>| block.map_or("", |block| &self.plan.blocks[block].label);
        let fabric = |fabric: Option<usize>| fabric.map_or("", |fabric| &self.fabrics[fabric].name);
        let rows = self.plan.cloth().map(|(part, patch)| {
            let CellRect { left, top, columns, rows } = part.area;
            RectangleRow {
                label: part.label.clone(),
                block: block(part.block).to_owned(),
                fabric: fabric(self.fabric_of(part)).to_owned(),
                piece: patch.piece.clone(),
                patch: patch.placement.map(|placement| placement + 1),
                part: patch.number,
                of: patch.of,
                column: left + 1,
                row: top + 1,
                columns,
                rows,
                finished_width: self.finished(columns),
                finished_height: self.finished(rows),
                cut_width: self.unfinished(columns),
                cut_height: self.unfinished(rows),
            }
        });
        rows.collect()
    }

    /// A step by its place in the plan.
    pub(super) fn step_row(&self, index: usize) -> StepRow {
        let step = &self.plan.steps[index];
        let label = |part: usize| self.plan.parts[part].label.clone();
        let made = &self.plan.parts[step.makes];
        let stretches = step.stretches.iter().map(|stretch| self.finished(stretch.to - stretch.from));
        let CellRect { columns, rows, .. } = made.area;
        StepRow {
            step: index + 1,
            block: made.block.map(|block| self.plan.blocks[block].label.clone()),
            makes: label(step.makes),
            first: label(step.first),
            second: label(step.second),
            seam_cells: step.seam,
            seam: stretches.collect::<Vec<String>>().join(" + "),
            press: step.press,
            columns,
            rows,
            is_rectangle: made.is_rectangle(),
            finished_width: self.finished(columns),
            finished_height: self.finished(rows),
            unfinished_width: self.unfinished(columns),
            unfinished_height: self.unfinished(rows),
        }
    }
}

//! A plan of straight seams as data: parts with labels and sizes, and the steps that join them.

use std::collections::BTreeMap;

use super::grid::{CellRect, Stretch};
use super::options::Objective;
use crate::units::Units;
use piecework_tiling::lattice::Cell;

/// How a quilt is sewn with straight seams.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct PiecingPlan {
    /// What the plan is the best of.
    pub objective: Objective,
    /// Columns and rows of the quilt.
    pub size: CellRect,
    /// Rectangles of cloth and what they are sewn into: block by block, the rectangles of a block first.
    pub parts: Vec<PiecedPart>,
    /// All seams in the order in which they are sewn.
    pub steps: Vec<SeamStep>,
    /// What one person sews before the blocks are joined, in reading order.
    pub blocks: Vec<PiecedBlock>,
    /// Where four parts meet, in reading order. The two seams that end there are pressed to opposite sides,
    /// always; with foundations, only those where that can be done.
    pub crossings: Vec<Crossing>,
    /// The most steps that must follow one another.
    pub depth: usize,
    /// What is sewn on paper, and rectangles that are sewn without; none unless asked for.
    pub foundations: Vec<Foundation>,
    /// How many steps set in a corner: the number of Y-seams.
    pub y_seams: usize,
    /// How few pieces there are for each number of Y-seams, up to the number allowed; empty if none are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trade_off: Vec<TradeOff>,
}

/// The fewest pieces for a number of Y-seams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct TradeOff {
    /// How many Y-seams are sewn.
    pub y_seams: usize,
    /// Into how few pieces of cloth the quilt is cut; there is one step fewer.
    pub pieces: usize,
    /// The length of all seams in cells.
    pub seam_cells: usize,
}

/// A rectangle of cloth, or parts sewn together.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct PiecedPart {
    /// What it is called: the letters of its block and a number; `Top` and a number for what is made of
    /// blocks.
    pub label: String,
    /// The rectangle around it: what it is, unless the quilt has another outline or holes.
    pub area: CellRect,
    /// How many cells it covers.
    pub cells: usize,
    /// The corners that are cut away from the rectangle of cloth: others are set in there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corners: Vec<CellRect>,
    /// Which block it is sewn in; none for what is made of blocks.
    pub block: Option<usize>,
    /// The patch it is part of, if it is a rectangle of cloth; else a step makes it.
    pub patch: Option<PatchPart>,
}

/// The patch of which a rectangle is a part.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct PatchPart {
    /// The name of the piece; `background` where there is none.
    pub piece: String,
    /// Which placement of the tiling; none for background.
    pub placement: Option<usize>,
    /// Which of the rectangles of the patch it is in reading order, from 1.
    pub number: usize,
    /// How many rectangles the patch is cut into.
    pub of: usize,
}

/// Two parts that are sewn together along one straight line, of at least one of them along a whole side; or a
/// part that is set into the corner of another with a Y-seam.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct SeamStep {
    /// The part that is made: an index into [`PiecingPlan::parts`].
    pub makes: usize,
    /// The part above or on the left.
    pub first: usize,
    /// The part below or on the right.
    pub second: usize,
    /// The length of the seam in cells, without the gaps between its stretches.
    pub seam: usize,
    /// Where it is sewn: one stretch, or several on one line with holes or notches of the quilt between them.
    /// Of a Y-seam both sides of the corner, the longer first.
    pub stretches: Vec<Stretch>,
    /// The side to which the seam allowances are pressed.
    pub press: Press,
}

/// Where the two seam allowances of a seam lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Press {
    /// On the left part.
    Left,
    /// On the right part.
    Right,
    /// On the upper part.
    Up,
    /// On the lower part.
    Down,
}

/// Parts that are sewn together before anything else.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct PiecedBlock {
    /// Its letters.
    pub label: String,
    /// The part that is the whole block.
    pub part: usize,
    /// How many rectangles of cloth it is made of.
    pub rectangles: usize,
}

/// What is sewn on one paper.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Foundation {
    /// The part that it becomes: an index into [`PiecingPlan::parts`]; a rectangle of cloth by itself needs
    /// no paper.
    pub part: usize,
    /// The rectangles of cloth in the order in which they are sewn on.
    pub order: Vec<usize>,
    /// The steps of the plan that are sewn on it: one fewer than there are rectangles.
    pub steps: Vec<usize>,
}

/// A point where two seams end on both sides of a third.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Crossing {
    /// How many columns are to the left of it.
    pub column: usize,
    /// How many rows are above it.
    pub row: usize,
    /// The step of the seam that ends there from above or from the left.
    pub first: usize,
    /// The step of the seam that goes on below or on the right.
    pub second: usize,
}

impl Press {
    /// The word for it: `left`, `right`, `up` or `down`.
    pub const fn word(self) -> &'static str {
        match self {
            Press::Left => "left",
            Press::Right => "right",
            Press::Up => "up",
            Press::Down => "down",
        }
    }

    /// The other side of the seam.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Press::Left => Press::Right,
            Press::Right => Press::Left,
            Press::Up => Press::Down,
            Press::Down => Press::Up,
        }
    }
}

impl SeamStep {
    /// The point where a Y-seam turns, as columns to the left of it and rows above; none if the seam is
    /// straight.
    pub fn turn(&self) -> Option<(usize, usize)> {
        let [one, other] = self.stretches.as_slice() else { return None };
        match (one.upright, other.upright) {
            (true, false) => Some((one.line, other.line)),
            (false, true) => Some((other.line, one.line)),
            _ => None,
        }
    }
}

impl PiecedPart {
    /// A cell that is in it: the first of its first row.
    pub(super) fn first_cell(&self) -> (usize, usize) {
        let CellRect { left, top, .. } = self.area;
        let corner = self.corners.iter().find(|corner| corner.has(left, top));
        (corner.map_or(left, |corner| corner.right()), top)
    }

    /// The rectangles that a piece of cloth is made of, one above the other: one unless corners are cut away.
    pub(crate) fn bands(&self) -> Vec<CellRect> {
        let mut bands: Vec<CellRect> = Vec::new();
        for row in self.area.top..self.area.bottom() {
            let is_cloth = |column: &usize| !self.corners.iter().any(|corner| corner.has(*column, row));
            let mut cloth = (self.area.left..self.area.right()).filter(is_cloth);
            let Some(left) = cloth.next() else { continue };
            let columns = 1 + cloth.count();
            match bands.last_mut() {
                Some(last) if (last.left, last.columns) == (left, columns) => last.rows += 1,
                _ => bands.push(CellRect { left, top: row, columns, rows: 1 }),
            }
        }
        bands
    }

    /// The cells of a piece of cloth.
    pub(crate) fn cells_of_cloth(&self) -> Vec<Cell> {
        let at = |place: usize| i32::try_from(place).expect("boards are small");
        let of = |band: CellRect| {
            let rows = band.top..band.bottom();
            rows.flat_map(move |y| (band.left..band.right()).map(move |x| Cell::new(at(x), at(y))))
        };
        self.bands().into_iter().flat_map(of).collect()
    }

    /// Whether it fills the rectangle around it.
    pub const fn is_rectangle(&self) -> bool {
        self.cells == self.area.cells()
    }

    /// Width and height once everything around it is sewn, with cells of `cell` mm, in mm.
    pub fn finished(&self, cell: f64) -> (f64, f64) {
        (self.area.columns as f64 * cell, self.area.rows as f64 * cell)
    }

    /// Width and height before that, with the seam allowance on all four sides, in mm: what is cut, or
    /// measured after a step to see whether it went well.
    pub fn unfinished(&self, cell: f64, seam_allowance: f64) -> (f64, f64) {
        let (width, height) = self.finished(cell);
        (width + 2.0 * seam_allowance, height + 2.0 * seam_allowance)
    }
}

impl PiecingPlan {
    /// How many rectangles of cloth are cut.
    pub fn rectangles(&self) -> usize {
        self.cloth().count()
    }

    /// The rectangles of cloth, in the order of the parts.
    pub fn cloth(&self) -> impl Iterator<Item = (&PiecedPart, &PatchPart)> {
        self.parts.iter().filter_map(|part| Some((part, part.patch.as_ref()?)))
    }

    /// For each part whether it is a rectangle of cloth that is sewn on paper.
    pub(crate) fn on_paper(&self) -> Vec<bool> {
        let mut on_paper = vec![false; self.parts.len()];
        let papers = self.foundations.iter().filter(|paper| paper.order.len() > 1);
        papers.flat_map(|paper| &paper.order).for_each(|&part| on_paper[part] = true);
        on_paper
    }

    /// The length of all seams in cells.
    pub fn seam_cells(&self) -> usize {
        self.steps.iter().map(|step| step.seam).sum()
    }

    /// How many rectangles there are of each size, the shorter side first.
    pub fn sizes(&self) -> BTreeMap<(usize, usize), usize> {
        let mut sizes = BTreeMap::new();
        for (part, _) in self.cloth() {
            *sizes.entry(part.area.sides()).or_default() += 1;
        }
        sizes
    }

    /// One step in words: `A7 = A3 + A4, seam 12 in, press left`, or `seam 4 in + 4 in` where it has a gap.
    ///
    /// # Panics
    /// If there is no such step.
    pub fn sentence(&self, step: usize, cell: f64, units: Units) -> String {
        let step = &self.steps[step];
        let label = |part: usize| &self.parts[part].label;
        let (makes, first, second) = (label(step.makes), label(step.first), label(step.second));
        let stretches = step.stretches.iter().map(|part| units.write((part.to - part.from) as f64 * cell));
        let seam = stretches.collect::<Vec<String>>().join(" + ");
        format!("{makes} = {first} + {second}, seam {seam}, press {}", step.press.word())
    }
}

//! The plan: parts with labels and sizes, and the steps that join them.
//!
//! In: a tiling. Out: a [`PiecingPlan`]. Always holds: there is one rectangle more than there are steps, a part is
//! joined once and only after it was made, and the last step makes the whole quilt.

use super::board::{Board, CellRect};
use super::joins::{Joins, Stretch};
use super::tree::Tree;
use super::{Foundation, Objective, PiecingError, PiecingOptions, foundations, label, press};
use crate::lattice::Lattice;
use crate::tiling::Tiling;

/// How a quilt is sewn with straight seams.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct PiecingPlan {
    /// What the plan is the best of.
    pub objective: Objective,
    /// Columns and rows of the quilt.
    pub size: CellRect,
    /// Rectangles of cloth and what they are sewn into: block by block, the rectangles of a block first.
    pub parts: Vec<Part>,
    /// All seams in the order in which they are sewn.
    pub steps: Vec<Step>,
    /// What one person sews before the blocks are joined, in reading order.
    pub blocks: Vec<Block>,
    /// Where four parts meet, in reading order. The two seams that end there are pressed to opposite sides, always; with
    /// foundations, only those where that can be done.
    pub crossings: Vec<Crossing>,
    /// The most steps that must follow one another.
    pub depth: usize,
    /// What is sewn on paper, and rectangles that are sewn without; none unless asked for.
    pub foundations: Vec<Foundation>,
}

/// A rectangle of cloth, or parts sewn together.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Part {
    /// What it is called: the letters of its block and a number; `Top` and a number for what is made of blocks.
    pub label: String,
    /// The rectangle around it: what it is, unless the quilt has another outline or holes.
    pub area: CellRect,
    /// How many cells it covers.
    pub cells: usize,
    /// Which block it is sewn in; none for what is made of blocks.
    pub block: Option<usize>,
    /// The patch it is part of, if it is a rectangle of cloth; else a step makes it.
    pub patch: Option<Patch>,
}

/// The patch of which a rectangle is a part.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Patch {
    /// The name of the piece; `background` where there is none.
    pub piece: String,
    /// Which placement of the tiling; none for background.
    pub placement: Option<usize>,
    /// Which of the rectangles of the patch it is in reading order, from 1.
    pub number: usize,
    /// How many rectangles the patch is cut into.
    pub of: usize,
}

/// Two parts that are sewn together along one straight line, of at least one of them along a whole side.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Step {
    /// The part that is made: an index into [`PiecingPlan::parts`].
    pub makes: usize,
    /// The part above or on the left.
    pub first: usize,
    /// The part below or on the right.
    pub second: usize,
    /// The length of the seam in cells, without the gaps between its stretches.
    pub seam: usize,
    /// Where it is sewn: one stretch, or several on one line with holes or notches of the quilt between them.
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
pub struct Block {
    /// Its letters.
    pub label: String,
    /// The part that is the whole block.
    pub part: usize,
    /// How many rectangles of cloth it is made of.
    pub rectangles: usize,
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

/// Plans how to sew a tiling with straight seams only, as well as that can be done.
///
/// Exact, by comparing every way to cut every rectangle of the board. Of equal cuts the one that halves the area best
/// is taken, then rows before columns, then the first from the top left. A table holds four bytes for each of the
/// (w² + w)(h² + h) / 4 rectangles of a board of w x h cells, and each of them is cut in up to w + h ways.
///
/// Where cells of the board have no cloth, a line cuts all that a rectangle holds, and both sides of it may fall into
/// several parts. Every stretch of a seam is a whole side of one of the two parts that it joins; plans whose parts do not
/// lie apart in rectangles are not compared.
///
/// # Errors
/// [`PiecingError`]: hexagons and triangles, pieces that do not hang together or have no such seam, or a board with more
/// than 2^26 rectangles (127 x 127 cells).
///
/// # Examples
/// ```
/// use piecework::quilt::piecing::{PiecingOptions, straight_seam_plan};
/// use piecework::{Lattice, Limits, infer_from_grid, quilt::Units, read_letter_grids};
/// let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
/// let tiling = infer_from_grid("two L trominoes", &grids[0])?;
/// let plan = straight_seam_plan(&tiling, &PiecingOptions::default())?;
/// assert_eq!((plan.rectangles(), plan.steps.len(), plan.seam_cells()), (4, 3, 5));
/// assert_eq!(plan.sentence(0, 50.8, Units::Imperial), "A5 = A1 + A2, seam 2 in, press left");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
/// Guillotine partitions by dynamic programming: <https://en.wikipedia.org/wiki/Guillotine_partition>.
pub fn straight_seam_plan(tiling: &Tiling, options: &PiecingOptions) -> Result<PiecingPlan, PiecingError> {
    if options.block == 0 {
        return Err(PiecingError::EmptyBlock);
    }
    plan_board(&Board::of(tiling, options.outside)?, options)
}

/// Whether quilts of a lattice have plans of straight seams; for those who do not want to look for a tiling in vain.
///
/// # Errors
/// [`PiecingError::NoRectangles`] on hexagons and triangles.
pub fn needs_squares(lattice: Lattice) -> Result<(), PiecingError> {
    if lattice == Lattice::Square { Ok(()) } else { Err(PiecingError::NoRectangles { lattice }) }
}

/// The plan of a board.
pub(super) fn plan_board(board: &Board, options: &PiecingOptions) -> Result<PiecingPlan, PiecingError> {
    let tree = Tree::best(board, options.objective)?;
    let joins = Joins::of(board, &tree);
    let labelled = label::label(board, &joins, options.block);
    let mut plan = PiecingPlan {
        objective: options.objective,
        size: board.whole(),
        parts: labelled.parts,
        steps: labelled.order.iter().map(|&node| step(&joins, &labelled.part_of, node)).collect(),
        blocks: labelled.blocks,
        crossings: Vec::new(),
        depth: joins.depth(),
        foundations: Vec::new(),
    };
    if let Some(most) = options.foundations {
        plan.foundations = foundations::foundations(&plan, most);
    }
    let on_paper = foundations::pressed(&plan, &plan.foundations);
    press::press(&mut plan, &on_paper);
    Ok(plan)
}

/// The step that makes a node.
fn step(joins: &Joins, part_of: &[usize], node: usize) -> Step {
    let ([first, second], stretches) = joins.nodes[node].made_of.clone().expect("only what is cut is sewn");
    let press = if stretches[0].upright { Press::Left } else { Press::Up };
    let seam = stretches.iter().map(|stretch| stretch.to - stretch.from).sum();
    Step { makes: part_of[node], first: part_of[first], second: part_of[second], seam, stretches, press }
}

impl Part {
    /// Whether it fills the rectangle around it.
    #[must_use]
    pub const fn is_rectangle(&self) -> bool {
        self.cells == self.area.cells()
    }
}

impl PiecingPlan {
    /// How many rectangles of cloth are cut.
    #[must_use]
    pub fn rectangles(&self) -> usize {
        self.cloth().count()
    }

    /// The rectangles of cloth, in the order of the parts.
    pub fn cloth(&self) -> impl Iterator<Item = (&Part, &Patch)> {
        self.parts.iter().filter_map(|part| Some((part, part.patch.as_ref()?)))
    }

    /// The length of all seams in cells.
    #[must_use]
    pub fn seam_cells(&self) -> usize {
        self.steps.iter().map(|step| step.seam).sum()
    }

    /// How many rectangles there are of each size, the shorter side first.
    #[must_use]
    pub fn sizes(&self) -> std::collections::BTreeMap<(usize, usize), usize> {
        let mut sizes = std::collections::BTreeMap::new();
        for (part, _) in self.cloth() {
            *sizes.entry(part.area.sides()).or_default() += 1;
        }
        sizes
    }
}

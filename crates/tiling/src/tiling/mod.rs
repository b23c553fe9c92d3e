//! Tilings: one solution of a puzzle, as a list of placements.
//!
//! A [`Tiling`] is always verified, without the solver's data: every region cell is covered once (or is a
//! gap), each placement is an allowed orientation of its piece, and all counts and rules of the puzzle are
//! kept.

mod adjacency;
mod alike;
mod blocks;
mod description;
mod infer;
mod other_text;
mod packing;
mod properties;
mod recognise;
mod record;
mod standard;
mod svg;
mod text;
mod unrolled;
mod verify;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::lattice::{Cell, Lattice, Symmetry};
use crate::puzzle::{Piece, Puzzle, PuzzleError, PuzzleSymmetry, Region};

pub use alike::{Likeness, Sameness, SamenessError};
pub use blocks::{BlockPart, BlockPatch, BlockRefusal, BlockTurn, BlockWish, Blocks, OtherBlock};
pub use description::{
    PatchWords, board_in_words, cells_in_words, patches_in_words, rows_in_words, rows_of_cells_in_words,
    tiling_in_words,
};
pub use infer::{InferError, infer_from_grid, infer_tiling};
pub use packing::loosened;
pub use packing::{Packing, write_packing_grid};
pub use properties::MOST_FOR_HALVES;
pub use properties::{FaultLine, InnerRectangle, LineDirection, Sides, Survey, TilingProperties};
pub use recognise::{Format, Import, import, recognise};
pub use record::{RecordError, read_records, write_record, write_record_pretty};
pub use record::{share_puzzles, tiling_at};
pub use svg::holds_tilings;
pub use svg::{SvgError, read_svg_tilings, svg_metadata};
pub use text::{GridError, Group, LetterGrid, read_letter_grids, write_letter_grid, write_worded_grid};
pub use verify::TilingError;

/// One placed piece.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Placement {
    /// The region cells covered, in reading order. On a board with joined sides they may not be connected
    /// there.
    pub cells: Vec<Cell>,
    /// The piece: an index into [`Puzzle::pieces`].
    pub piece: usize,
    /// How it was moved from the piece as drawn; see [`crate::polyform::Orientation::symmetry`].
    pub symmetry: Symmetry,
}

/// A verified tiling of a puzzle's region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tiling {
    puzzle: Arc<Puzzle>,
    placements: Vec<Placement>,
    gaps: Vec<Cell>,
    draw: Option<Draw>,
}

/// The seed and number of a tiling drawn at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Draw {
    /// The seed; see `piecework_solve::SolveOptions::seed`.
    pub seed: u64,
    /// The number among the tilings drawn from that seed, from 1.
    pub number: u64,
}

impl Tiling {
    /// Makes the tiling that places piece `piece` (an index into [`Puzzle::pieces`]) on `cells`, for each
    /// pair given.
    ///
    /// Placements are kept in reading order of their first cell, regardless of the order given.
    ///
    /// # Errors
    /// [`TilingError`] with the first broken rule.
    pub fn new(
        puzzle: &Arc<Puzzle>,
        laid: impl IntoIterator<Item = (usize, Vec<Cell>)>,
    ) -> Result<Self, TilingError> {
        let (placements, gaps) = verify::verify(puzzle, laid)?;
        Ok(Self { puzzle: Arc::clone(puzzle), placements, gaps, draw: None })
    }

    /// Returns the same tiling, with its seed and number.
    #[must_use]
    pub fn drawn_as(self, draw: Draw) -> Self {
        Self { draw: Some(draw), ..self }
    }

    /// Returns the same tiling of the puzzle that is left when its open cells are chosen: of the pieces alone.
    ///
    /// # Errors
    /// [`PuzzleError`] if that is no puzzle: never for a tiling with classes that hold.
    pub fn opened(self) -> Result<Self, PuzzleError> {
        let puzzle = &self.puzzle;
        if puzzle.classes().is_empty() {
            return Ok(self);
        }
        let (open, made): (Vec<_>, Vec<_>) =
            self.placements.iter().partition(|laid| puzzle.is_opening(laid.piece));
        let cells: Vec<Cell> = open.iter().map(|laid| laid.cells[0]).collect();
        let left = Arc::new(puzzle.opened(&cells)?);
        let number = |piece: usize| (0..piece).filter(|&other| !puzzle.is_opening(other)).count();
        let laid = made.iter().map(|laid| (number(laid.piece), laid.cells.clone()));
        let opened = Self::new(&left, laid).expect("the others cover what is not open");
        Ok(Self { draw: self.draw, ..opened })
    }

    /// Returns its image under a symmetry of its puzzle.
    ///
    /// # Errors
    /// [`TilingError`] for a symmetry of another puzzle.
    pub fn image(&self, motion: &PuzzleSymmetry) -> Result<Self, TilingError> {
        let moved = |cell: &Cell| motion.apply(self.lattice(), *cell);
        let laid = self
            .placements
            .iter()
            .map(|placement| (motion.pieces[placement.piece], placement.cells.iter().map(moved).collect()));
        Self::new(&self.puzzle, laid)
    }

    /// Returns the seed and number, if the tiling was drawn at random and they are known.
    pub fn draw(&self) -> Option<Draw> {
        self.draw
    }

    /// Returns the puzzle it solves.
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// Returns the lattice of the puzzle.
    pub fn lattice(&self) -> Lattice {
        self.puzzle.lattice()
    }

    /// Returns the placements, in reading order of their first cells.
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// Returns the region without its [optional](Region::optional) cells that stay empty: what is sewn or cut.
    pub fn board(&self) -> Region {
        let region = self.puzzle.region();
        if region.optional().is_empty() {
            return region.clone();
        }
        let is_left_out = |cell: &Cell| region.is_optional(*cell) && self.gaps.binary_search(cell).is_ok();
        let cells = region.cells().iter().copied().filter(|cell| !is_left_out(cell)).collect();
        let only = region.with_only(cells).and_then(|only| only.with_open(region.open().to_vec()));
        only.unwrap_or_else(|_| region.clone())
    }

    /// Returns the region cells that stay empty, in reading order.
    pub fn gaps(&self) -> &[Cell] {
        &self.gaps
    }

    /// Returns the cells of a placement as one connected shape: cells beyond a joined side instead of those
    /// at the opposite side. On other boards these are the cells covered.
    ///
    /// # Panics
    /// If the placement is of another tiling.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    /// use piecework_tiling::lattice::{Cell, Lattice};
    /// use piecework_tiling::polyform::{Freedom, Shape};
    /// use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region, Wrap};
    /// use piecework_tiling::tiling::Tiling;
    /// let shape = Shape::from_rows(Lattice::Square, ["##"])?;
    /// let domino = Piece { name: "domino".into(), shape, freedom: Freedom::Free, count: Count::ANY };
    /// let region = Region::wrapped(Lattice::Square, 4, 1, Wrap::Cylinder)?;
    /// let puzzle = Arc::new(Puzzle::new("A ring", region, vec![domino])?);
    /// let across = (0, vec![Cell::new(3, 0), Cell::new(4, 0)]);
    /// let tiling = Tiling::new(&puzzle, [across, (0, vec![Cell::new(1, 0), Cell::new(2, 0)])])?;
    /// assert_eq!(tiling.placements()[0].cells, [Cell::new(0, 0), Cell::new(3, 0)]);
    /// assert_eq!(tiling.in_one_piece(&tiling.placements()[0]), [Cell::new(3, 0), Cell::new(4, 0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_one_piece(&self, placement: &Placement) -> Vec<Cell> {
        if self.puzzle.region().wrap().is_none() {
            return placement.cells.clone();
        }
        let form = self.piece_of(placement).shape.moved(placement.symmetry);
        let shift = self.puzzle.region().shift_onto(form.cells(), &placement.cells);
        let shift = shift.expect("a verified placement of this tiling");
        form.cells().iter().map(|cell| cell.shifted(shift)).collect()
    }

    /// Returns the connected parts of a placement on the flat board: one, unless it goes across a joined
    /// side.
    pub fn parts(&self, placement: &Placement) -> Vec<Vec<Cell>> {
        let mut left: BTreeSet<Cell> = placement.cells.iter().copied().collect();
        let mut parts = Vec::new();
        while let Some(first) = left.pop_first() {
            let (mut part, mut at) = (vec![first], 0);
            while let Some(&cell) = part.get(at) {
                part.extend(self.lattice().neighbours(cell).filter(|near| left.remove(near)));
                at += 1;
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }

    /// Returns the piece of a placement.
    pub fn piece_of(&self, placement: &Placement) -> &Piece {
        &self.puzzle.pieces()[placement.piece]
    }
}

//! Tilings: one solution of a puzzle, as a list of placements.
//!
//! A [`Tiling`] is always verified, without the solver's data: every region cell is covered once (or is a gap), each
//! placement is an allowed orientation of its piece, and all counts and rules of the puzzle are kept.

mod adjacency;
mod alike;
mod infer;
mod packing;
mod properties;
mod recognise;
mod record;
mod standard;
mod svg;
mod text;
mod verify;
mod words;

use std::sync::Arc;

use crate::lattice::{Cell, Lattice, Symmetry};
use crate::puzzle::{Piece, Puzzle};

pub use alike::{Likeness, Sameness, SamenessError};
pub use infer::{InferError, infer_from_grid, infer_tiling};
pub(crate) use packing::loosened;
pub use packing::{Packing, write_packing_grid};
pub(crate) use properties::MOST_FOR_HALVES;
pub use properties::{FaultLine, InnerRectangle, LineDirection, Sides, Survey, TilingProperties};
pub use recognise::{Format, Import, import, recognise};
pub use record::{RecordError, read_records, write_record, write_record_pretty};
pub(crate) use record::{share_puzzles, tiling_at};
pub use svg::{SvgError, read_svg_tilings, svg_metadata};
pub use text::{GridError, Group, LetterGrid, read_letter_grids, write_letter_grid};
pub use verify::TilingError;
pub use words::{
    PatchWords, board_in_words, cells_in_words, patches_in_words, rows_in_words, rows_of_cells_in_words,
    tiling_in_words,
};

/// One placed piece.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The cells covered, in reading order.
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
    /// The seed; see [`crate::SolveOptions::seed`].
    pub seed: u64,
    /// The number among the tilings drawn from that seed, from 1.
    pub number: u64,
}

impl Tiling {
    /// Makes the tiling that places piece `piece` (an index into [`Puzzle::pieces`]) on `cells`, for each pair given.
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

    /// Returns the seed and number, if the tiling was drawn at random and they are known.
    #[must_use]
    pub fn draw(&self) -> Option<Draw> {
        self.draw
    }

    /// Returns the puzzle it solves.
    #[must_use]
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// Returns the lattice of the puzzle.
    #[must_use]
    pub fn lattice(&self) -> Lattice {
        self.puzzle.lattice()
    }

    /// Returns the placements, in reading order of their first cells.
    #[must_use]
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// Returns the region cells that stay empty, in reading order.
    #[must_use]
    pub fn gaps(&self) -> &[Cell] {
        &self.gaps
    }

    /// Returns the piece of a placement.
    #[must_use]
    pub fn piece_of(&self, placement: &Placement) -> &Piece {
        &self.puzzle.pieces()[placement.piece]
    }
}

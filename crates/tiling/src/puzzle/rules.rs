//! The rules of a puzzle beyond covering the region.
//!
//! They are plain data; [`super::Puzzle::ruled`] checks that they are compatible.

use std::ops::Range;

use super::{Colors, Count};
use crate::lattice::Cell;

/// Whether pieces may touch each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Contact {
    /// They may.
    #[default]
    Allowed,
    /// They may not touch, even at corners: the Untouchable puzzles. Any region cell may then stay empty.
    Forbidden,
}

/// Whether copies of one piece may share an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum EqualPieces {
    /// They may.
    #[default]
    MayTouch,
    /// Copies of one piece share no edge; corners may touch. Turned and flipped copies count as copies.
    Apart,
}

/// A piece that is at the same place in every tiling: a hint, or the beginning of a design.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placed {
    /// The cells it covers.
    pub cells: Vec<Cell>,
    /// The piece: an index into [`super::Puzzle::pieces`].
    pub piece: usize,
}

/// What a puzzle tells of its tilings.
///
/// # Examples
/// ```
/// use piecework_tiling::lattice::{Cell, Lattice};
/// use piecework_tiling::puzzle::{Clue, Puzzle, Region, Rules, pieces_named};
/// let region = Region::rectangle(Lattice::Square, 5, 4)?;
/// let letter = Clue::Letter { cell: Cell::new(0, 0), piece: 1 };
/// let rules = Rules { clues: vec![letter], ..Rules::default() };
/// let puzzle = Puzzle::ruled("Four", region, pieces_named("pentominoes:L,P,U,Y")?, rules)?;
/// assert!(!puzzle.clues().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Clue {
    /// This piece covers the cell.
    Letter {
        /// The cell.
        cell: Cell,
        /// The piece: an index into [`super::Puzzle::pieces`]. In any orientation, if its sides have colors.
        piece: usize,
    },
    /// So many sides of the cell are edges of the piece that covers it; the rim of the board is an edge.
    Number {
        /// The cell.
        cell: Cell,
        /// How many, from 0.
        sides: u32,
    },
    /// An edge of a piece is between these neighbours.
    Edge {
        /// The smaller cell first.
        cells: (Cell, Cell),
    },
}

/// Cells of which a given number stays open: as many as its piece has copies.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    /// The piece of one cell that stands for what stays open: an index into [`super::Puzzle::pieces`]. Its name is that of the class.
    pub piece: usize,
    /// The cells, in an order of their own: that of the months, of the days.
    pub cells: Vec<Cell>,
}

impl Class {
    /// Returns whether a piece may cover these cells: the piece of a class only cells of the class.
    pub fn allows(&self, piece: usize, cells: &[Cell]) -> bool {
        piece != self.piece || cells.iter().all(|cell| self.cells.contains(cell))
    }
}

/// Pieces of which each copy shows one: the two sides of a block, or shapes to choose from.
///
/// # Examples
/// ```
/// use piecework_tiling::puzzle::{Count, OneOf, Puzzle, Region, Rules, pieces_named};
/// use piecework_tiling::lattice::Lattice;
/// let one_of = vec![OneOf { pieces: 0..2, count: Count::exactly(1) }];
/// let region = Region::rectangle(Lattice::Square, 4, 2)?;
/// let pieces = pieces_named("tetrominoes:I,O,L")?;
/// let puzzle = Puzzle::ruled("I or O, and L", region, pieces, Rules { one_of, ..Rules::default() })?;
/// assert_eq!(puzzle.kinds().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OneOf {
    /// The pieces to choose from, which follow each other in [`super::Puzzle::pieces`]. Their own counts have no effect.
    pub pieces: Range<usize>,
    /// How many copies there are of all together.
    pub count: Count,
}

/// Everything that a puzzle requires beyond region and pieces; nothing by default.
///
/// # Examples
/// ```
/// use piecework_tiling::puzzle::{EqualPieces, Rules};
/// let quilt = Rules { equal_pieces: EqualPieces::Apart, balance: Some(8), ..Rules::default() };
/// assert_eq!((quilt.gaps, quilt.placed.len()), (0, 0));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Rules {
    /// Whether pieces may touch.
    pub contact: Contact,
    /// How many region cells may stay empty; no effect if contact is forbidden, because then any cell may.
    pub gaps: u32,
    /// Whether copies of one piece may touch; no effect if contact is forbidden.
    pub equal_pieces: EqualPieces,
    /// Sets of pieces that share no edge, neither copies of one nor different ones; corners may touch. A piece is in one set at
    /// most. No effect if contact is forbidden.
    pub apart: Vec<Vec<usize>>,
    /// Whether the pieces of each of these sets hang together at their corners. No effect without such sets.
    pub linked: bool,
    /// The largest allowed difference between the counts of the most used and the least used piece; `None`:
    /// no limit.
    pub balance: Option<u32>,
    /// Pieces of which each copy shows one.
    pub one_of: Vec<OneOf>,
    /// Pieces that are placed already.
    pub placed: Vec<Placed>,
    /// What is told of the pieces over some cells.
    pub clues: Vec<Clue>,
    /// Colors of cells and of sides.
    pub colors: Colors,
    /// Classes of cells, a given number of each of which stays open.
    pub classes: Vec<Class>,
    /// Cells of classes that do not stay open all together, such as those of 31 February.
    pub never: Vec<Vec<Cell>>,
}

impl Rules {
    /// Brings the rules to a normal form, in which equivalent rules are equal.
    pub(super) fn normal(mut self, area: usize) -> Self {
        if self.contact == Contact::Forbidden {
            self.gaps = u32::try_from(area).unwrap_or(u32::MAX);
            self.equal_pieces = EqualPieces::MayTouch;
            self.apart.clear();
        }
        self.apart.iter_mut().for_each(|set| set.sort_unstable());
        self.apart.retain(|set| !set.is_empty());
        self.linked &= !self.apart.is_empty();
        self.apart.sort_unstable();
        self.one_of.sort_unstable_by_key(|one_of| (one_of.pieces.start, one_of.pieces.end));
        self.placed.iter_mut().for_each(|placed| placed.cells.sort_unstable());
        self.clues.sort_unstable();
        self.colors.normal();
        self.never.iter_mut().for_each(|cells| cells.sort_unstable());
        self.never.sort_unstable();
        self
    }
}

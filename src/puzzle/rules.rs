//! The rules that a tiling must keep besides covering the region.
//!
//! They are plain data; [`super::Puzzle::ruled`] checks that they can be kept together.

use crate::lattice::Cell;

/// Whether pieces may touch each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Contact {
    /// They may.
    #[default]
    Allowed,
    /// Not even at corners: the Untouchable puzzles. Every region cell may then stay empty.
    Forbidden,
}

/// Whether copies of one piece may be side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum EqualPieces {
    /// They may.
    #[default]
    MayTouch,
    /// No edge has copies of one piece on both its sides; corners may. Turned and flipped copies are copies.
    Apart,
}

/// A piece that lies where it is in every tiling: a hint, or the beginning of a design.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placed {
    /// The cells it covers.
    pub cells: Vec<Cell>,
    /// Which piece: an index into [`super::Puzzle::pieces`].
    pub piece: usize,
}

/// Everything that a puzzle asks besides region and pieces; nothing by default.
///
/// # Examples
/// ```
/// use piecework::{EqualPieces, Rules};
/// let quilt = Rules { equal_pieces: EqualPieces::Apart, balance: Some(8), ..Rules::default() };
/// assert_eq!((quilt.gaps, quilt.placed.len()), (0, 0));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Rules {
    /// Whether pieces may touch.
    pub contact: Contact,
    /// How many region cells may stay empty; counts for nothing where contact is forbidden, because then any cell may.
    pub gaps: u32,
    /// Whether copies of one piece may touch; counts for nothing where contact is forbidden.
    pub equal_pieces: EqualPieces,
    /// By how many copies the piece used most and the one used least may differ; none: by any number.
    pub balance: Option<u32>,
    /// Pieces that are placed already.
    pub placed: Vec<Placed>,
}

impl Rules {
    /// The rules in the one form in which equal ones are equal.
    pub(super) fn normal(mut self, area: usize) -> Self {
        if self.contact == Contact::Forbidden {
            self.gaps = u32::try_from(area).unwrap_or(u32::MAX);
            self.equal_pieces = EqualPieces::MayTouch;
        }
        self.placed.iter_mut().for_each(|placed| placed.cells.sort_unstable());
        self
    }
}

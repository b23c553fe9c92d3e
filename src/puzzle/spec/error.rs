//! Rules of puzzle files that are not rules of puzzles.

use crate::fault::Fault;
use crate::lattice::{Cell, Lattice};
use crate::polyform::set_names;
use crate::text::{shown, shown_character};

/// Why a part of a puzzle file means nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleFileError {
    /// A character in a picture that is no cell and no blank.
    #[error("row {row}, column {column}: {} is neither a cell `#` nor blank `.`", shown_character(*found))]
    Character {
        /// Row, from 1.
        row: usize,
        /// Column, from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// Rows of squares that do not end together.
    #[error("row {row} ends after column `{found}`, but row 1 after {allowed}")]
    Ragged {
        /// Row, from 1.
        row: usize,
        /// Its columns.
        found: usize,
        /// The columns of the first row.
        allowed: usize,
    },
    /// A cell that is listed more than once.
    #[error("cell `({}, {})` is entry {first} too", cell.x, cell.y)]
    CellAgain {
        /// The cell.
        cell: Cell,
        /// The entry where it is listed first, from 0 as in a JSON pointer.
        first: usize,
    },
    /// A cell is to be left out that was never in.
    #[error("cell `({}, {})` is not in the region", cell.x, cell.y)]
    NotInRegion {
        /// The cell.
        cell: Cell,
    },
    /// Empty cells are counted although any cell may be empty.
    #[error("`gaps` means nothing where pieces may not touch")]
    GapsWithoutContact,
    /// Equal pieces are to keep apart where all pieces must.
    #[error("`equal_pieces` means nothing where pieces may not touch")]
    ApartWithoutContact,
    /// A placed piece that is not among the pieces.
    #[error("there is no piece `{found}`")]
    NoSuchPiece {
        /// The name.
        found: String,
        /// The name most like it.
        nearest: Option<String>,
    },
    /// No set of this name.
    #[error("there is no set `{found}`")]
    NoSuchSet {
        /// The name.
        found: String,
        /// The name most like it.
        nearest: Option<&'static str>,
    },
    /// A set of another lattice.
    #[error("the set `{set}` is {found}, but the puzzle is {allowed}")]
    OtherLattice {
        /// The set.
        set: &'static str,
        /// Its lattice.
        found: Lattice,
        /// The lattice of the puzzle.
        allowed: Lattice,
    },
    /// No piece of this name in the set.
    #[error("there is no `{found}` in the set `{set}`")]
    NoSuchMember {
        /// The name.
        found: String,
        /// The set.
        set: &'static str,
        /// The names in the set.
        allowed: Vec<String>,
    },
    /// A piece of a set that is listed more than once.
    #[error("`{found}` is listed twice")]
    MemberAgain {
        /// The name.
        found: String,
    },
    /// All pieces of a set are left out.
    #[error("nothing is left of the set `{set}`")]
    NothingLeft {
        /// The set.
        set: &'static str,
    },
}

impl Fault for PuzzleFileError {
    fn code(&self) -> &'static str {
        match self {
            PuzzleFileError::Character { .. } => "E0440",
            PuzzleFileError::Ragged { .. } => "E0441",
            PuzzleFileError::CellAgain { .. } => "E0442",
            PuzzleFileError::NotInRegion { .. } => "E0443",
            PuzzleFileError::GapsWithoutContact => "E0449",
            PuzzleFileError::ApartWithoutContact => "E0450",
            PuzzleFileError::NoSuchPiece { .. } => "E0451",
            PuzzleFileError::NoSuchSet { .. } => "E0444",
            PuzzleFileError::OtherLattice { .. } => "E0445",
            PuzzleFileError::NoSuchMember { .. } => "E0446",
            PuzzleFileError::MemberAgain { .. } => "E0447",
            PuzzleFileError::NothingLeft { .. } => "E0448",
        }
    }

    fn found(&self) -> Option<String> {
        match self {
            PuzzleFileError::Character { found, .. } => Some(found.escape_debug().to_string()),
            PuzzleFileError::Ragged { found, .. } => Some(found.to_string()),
            PuzzleFileError::CellAgain { cell, .. } | PuzzleFileError::NotInRegion { cell } => {
                Some(format!("({}, {})", cell.x, cell.y))
            }
            PuzzleFileError::OtherLattice { found, .. } => Some(found.to_string()),
            PuzzleFileError::NoSuchPiece { found, .. }
            | PuzzleFileError::NoSuchSet { found, .. }
            | PuzzleFileError::NoSuchMember { found, .. }
            | PuzzleFileError::MemberAgain { found } => Some(found.clone()),
            PuzzleFileError::NothingLeft { .. }
            | PuzzleFileError::GapsWithoutContact
            | PuzzleFileError::ApartWithoutContact => None,
        }
    }

    fn allowed(&self) -> Option<String> {
        match self {
            PuzzleFileError::Character { .. } => Some("#, . and space".into()),
            PuzzleFileError::Ragged { allowed, .. } => Some(allowed.to_string()),
            PuzzleFileError::NoSuchSet { .. } => Some(set_names().collect::<Vec<_>>().join(", ")),
            PuzzleFileError::OtherLattice { allowed, .. } => Some(allowed.to_string()),
            PuzzleFileError::NoSuchMember { allowed, .. } => Some(allowed.join(", ")),
            _ => None,
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            PuzzleFileError::GapsWithoutContact | PuzzleFileError::ApartWithoutContact => {
                Some("delete it, or allow contact".into())
            }
            PuzzleFileError::NoSuchPiece { nearest: Some(nearest), .. } => {
                Some(format!("did you mean `{}`?", shown(nearest)))
            }
            PuzzleFileError::Ragged { .. } => Some("fill the row up with `.`".into()),
            PuzzleFileError::NoSuchSet { nearest: Some(nearest), .. } => {
                Some(format!("did you mean `{nearest}`?"))
            }
            PuzzleFileError::NoSuchSet { .. } => {
                Some(format!("sets are {}", set_names().collect::<Vec<_>>().join(", ")))
            }
            PuzzleFileError::OtherLattice { found, .. } => Some(format!("write \"lattice\": \"{found}\"")),
            _ => None,
        }
    }
}

//! The rules of a puzzle, and what is said when one is broken.

use std::collections::BTreeSet;

use super::placed::broken_placed;
use super::{Contact, Puzzle};
use crate::fault::Fault;
use crate::lattice::{Cell, Lattice};
use crate::limits::Limit;

/// A rule of a puzzle that is broken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// There is nothing to lay down.
    #[error("the puzzle has no pieces")]
    NoPieces,
    /// There is nothing to cover.
    #[error("the region has no cells")]
    EmptyRegion,
    /// A region cell is listed more than once.
    #[error("cell `({x}, {y})` is in the region twice")]
    CellTwice {
        /// Along the row.
        x: i32,
        /// The row.
        y: i32,
    },
    /// The region is too large to be worked with.
    #[error("the region has `{found}` cells; at most {allowed} are allowed")]
    RegionTooLarge {
        /// How many cells there are.
        found: u64,
        /// How many there may be.
        allowed: u64,
    },
    /// The region is too long to be worked with.
    #[error("the region is `{found}` rows or columns long; at most {allowed} are allowed")]
    SideTooLong {
        /// The rows or columns of the smallest rectangle around it, whichever are more.
        found: u64,
        /// How many there may be.
        allowed: u64,
    },
    /// A cell lies too far out.
    #[error("cell `({x}, {y})` lies too far out; allowed -{most} to {most}", most = Limit::Coordinate.ceiling())]
    TooFarOut {
        /// Along the row.
        x: i32,
        /// The row.
        y: i32,
    },
    /// A region of this form exists only on other lattices.
    #[error("a `{form}` region is not defined on the {lattice} lattice")]
    NoSuchForm {
        /// The form asked for.
        form: &'static str,
        /// The lattice it was asked for on.
        lattice: Lattice,
    },
    /// More kinds of pieces than can be worked with.
    #[error("there are `{found}` kinds of pieces; at most {allowed} are allowed")]
    TooManyPieces {
        /// How many there are.
        found: u64,
        /// How many there may be.
        allowed: u64,
    },
    /// A piece lies on another lattice than the region.
    #[error("piece `{piece}` is a {found} piece, but the region is {allowed}")]
    OtherLattice {
        /// The name of the piece.
        piece: String,
        /// Its lattice.
        found: Lattice,
        /// The lattice of the region.
        allowed: Lattice,
    },
    /// Two kinds of pieces have one name.
    #[error("two pieces are called `{piece}`")]
    SameName {
        /// The name.
        piece: String,
    },
    /// More copies are required than are allowed.
    #[error("piece `{piece}` must be used at least {min} times but at most {max} times")]
    MinOverMax {
        /// The name of the piece.
        piece: String,
        /// The least number of copies.
        min: u32,
        /// The greatest number of copies.
        max: u32,
    },
    /// What must be laid down does not fit by area alone.
    #[error("the pieces that must be used cover `{pieces}` cells, but the region has `{region}`")]
    TooMuch {
        /// The area that must be covered.
        pieces: u64,
        /// The area of the region.
        region: u64,
    },
    /// What may be laid down does not cover enough.
    #[error(
        "the pieces cover at most `{pieces}` of the `{region}` cells of the region, and {gaps} may stay empty"
    )]
    TooLittle {
        /// The area that can be covered.
        pieces: u64,
        /// The area of the region.
        region: u64,
        /// How many cells may stay empty.
        gaps: u32,
    },
    /// A placed piece is none of the pieces.
    #[error("placed piece {placed} is piece number {found}, but the puzzle has {pieces} pieces")]
    PlacedUnknown {
        /// Which placed piece, from 1.
        placed: usize,
        /// The piece index found.
        found: usize,
        /// How many pieces there are.
        pieces: usize,
    },
    /// A placed piece has another form than the piece may take.
    #[error("placed piece {placed} is no orientation that piece `{piece}` may take")]
    PlacedOtherShape {
        /// Which placed piece, from 1.
        placed: usize,
        /// The name of the piece.
        piece: String,
    },
    /// A placed piece covers a cell outside the region.
    #[error("placed piece {placed} covers cell `({}, {})` outside the region", cell.x, cell.y)]
    PlacedOutside {
        /// Which placed piece, from 1.
        placed: usize,
        /// The cell.
        cell: Cell,
    },
    /// Two placed pieces cover one cell.
    #[error("placed pieces {other} and {placed} both cover cell `({}, {})`", cell.x, cell.y)]
    PlacedTwice {
        /// The later of them, from 1.
        placed: usize,
        /// The earlier of them.
        other: usize,
        /// The cell.
        cell: Cell,
    },
    /// Two placed pieces touch although a rule of the puzzle forbids it.
    #[error("placed pieces {other} and {placed} may not touch, but do at cells `({}, {})` and `({}, {})`", cells.0.x, cells.0.y, cells.1.x, cells.1.y)]
    PlacedTouch {
        /// One of them, from 1.
        placed: usize,
        /// The other.
        other: usize,
        /// The two cells.
        cells: (Cell, Cell),
    },
    /// More copies are placed than there are.
    #[error("piece `{piece}` is placed `{found}` times, but may be used at most {max} times")]
    PlacedTooOften {
        /// The name of the piece.
        piece: String,
        /// How often it is placed.
        found: u64,
        /// How often it may be used.
        max: u32,
    },
}

impl PuzzleError {
    /// Which placed piece is to blame, from 0.
    pub(super) fn placed(&self) -> Option<usize> {
        match self {
            PuzzleError::PlacedUnknown { placed, .. }
            | PuzzleError::PlacedOtherShape { placed, .. }
            | PuzzleError::PlacedOutside { placed, .. }
            | PuzzleError::PlacedTwice { placed, .. }
            | PuzzleError::PlacedTouch { placed, .. } => Some(placed - 1),
            _ => None,
        }
    }
}

impl Fault for PuzzleError {
    fn code(&self) -> &'static str {
        match self {
            PuzzleError::NoPieces => "E0420",
            PuzzleError::EmptyRegion => "E0421",
            PuzzleError::CellTwice { .. } => "E0422",
            PuzzleError::RegionTooLarge { .. } => "E0423",
            PuzzleError::TooFarOut { .. } => "E0424",
            PuzzleError::SideTooLong { .. } => "E0432",
            PuzzleError::NoSuchForm { .. } => "E0425",
            PuzzleError::TooManyPieces { .. } => "E0426",
            PuzzleError::OtherLattice { .. } => "E0427",
            PuzzleError::SameName { .. } => "E0428",
            PuzzleError::MinOverMax { .. } => "E0429",
            PuzzleError::TooMuch { .. } => "E0430",
            PuzzleError::TooLittle { .. } => "E0431",
            PuzzleError::PlacedUnknown { .. } => "E0433",
            PuzzleError::PlacedOtherShape { .. } => "E0434",
            PuzzleError::PlacedOutside { .. } => "E0435",
            PuzzleError::PlacedTwice { .. } => "E0436",
            PuzzleError::PlacedTouch { .. } => "E0437",
            PuzzleError::PlacedTooOften { .. } => "E0438",
        }
    }

    fn found(&self) -> Option<String> {
        match self {
            PuzzleError::NoPieces | PuzzleError::EmptyRegion => Some("0".into()),
            PuzzleError::CellTwice { x, y } | PuzzleError::TooFarOut { x, y } => Some(format!("({x}, {y})")),
            PuzzleError::RegionTooLarge { found, .. }
            | PuzzleError::SideTooLong { found, .. }
            | PuzzleError::TooManyPieces { found, .. } => Some(found.to_string()),
            PuzzleError::NoSuchForm { form, .. } => Some((*form).into()),
            PuzzleError::OtherLattice { found, .. } => Some(found.to_string()),
            PuzzleError::SameName { piece } => Some(piece.clone()),
            PuzzleError::MinOverMax { min, .. } => Some(min.to_string()),
            PuzzleError::TooMuch { pieces, .. } | PuzzleError::TooLittle { pieces, .. } => {
                Some(format!("{pieces} cells"))
            }
            PuzzleError::PlacedUnknown { found, .. } => Some(found.to_string()),
            PuzzleError::PlacedOtherShape { .. } => None,
            PuzzleError::PlacedOutside { cell, .. }
            | PuzzleError::PlacedTwice { cell, .. }
            | PuzzleError::PlacedTouch { cells: (cell, _), .. } => Some(format!("({}, {})", cell.x, cell.y)),
            PuzzleError::PlacedTooOften { found, .. } => Some(found.to_string()),
        }
    }

    fn allowed(&self) -> Option<String> {
        match self {
            PuzzleError::RegionTooLarge { allowed, .. }
            | PuzzleError::SideTooLong { allowed, .. }
            | PuzzleError::TooManyPieces { allowed, .. } => Some(format!("1 to {allowed}")),
            PuzzleError::TooFarOut { .. } => {
                Some(format!("-{most} to {most}", most = Limit::Coordinate.ceiling()))
            }
            PuzzleError::OtherLattice { allowed, .. } => Some(allowed.to_string()),
            PuzzleError::MinOverMax { max, .. } => Some(format!("0 to {max}")),
            PuzzleError::TooMuch { region, .. } | PuzzleError::TooLittle { region, .. } => {
                Some(format!("{region} cells"))
            }
            PuzzleError::PlacedTooOften { max, .. } => Some(format!("at most {max}")),
            _ => None,
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            PuzzleError::TooLittle { pieces, region, gaps } => {
                Some(format!("allow more copies, or \"gaps\": {}", (region - pieces).max(u64::from(*gaps))))
            }
            PuzzleError::TooMuch { .. } => Some("enlarge the region, or lower the counts".into()),
            PuzzleError::SameName { piece } => {
                Some(format!("for several copies write one piece with \"count\"; or rename one `{piece}`"))
            }
            _ => None,
        }
    }
}

/// Every rule that `puzzle` breaks, in the order of the enum.
pub(super) fn broken_rules(puzzle: &Puzzle) -> Vec<PuzzleError> {
    let mut broken = Vec::new();
    if puzzle.pieces.is_empty() {
        broken.push(PuzzleError::NoPieces);
    }
    let (found, allowed) = (puzzle.pieces.len() as u64, Limit::Pieces.ceiling());
    if found > allowed {
        broken.push(PuzzleError::TooManyPieces { found, allowed });
    }
    let mut names = BTreeSet::new();
    for piece in &puzzle.pieces {
        if piece.shape.lattice() != puzzle.lattice() {
            broken.push(PuzzleError::OtherLattice {
                piece: piece.name.clone(),
                found: piece.shape.lattice(),
                allowed: puzzle.lattice(),
            });
        }
        if !names.insert(&piece.name) {
            broken.push(PuzzleError::SameName { piece: piece.name.clone() });
        }
        if let Some(max) = piece.count.max.filter(|&max| max < piece.count.min) {
            broken.push(PuzzleError::MinOverMax { piece: piece.name.clone(), min: piece.count.min, max });
        }
    }
    // Cells of another lattice mean nothing.
    if !broken.iter().any(|rule| matches!(rule, PuzzleError::OtherLattice { .. })) {
        broken.extend(broken_placed(puzzle));
    }
    // Areas of counts that contradict themselves mean nothing.
    let counts_hold = !broken.iter().any(|rule| matches!(rule, PuzzleError::MinOverMax { .. }));
    broken.extend(broken_area(puzzle).filter(|_| counts_hold && !puzzle.pieces.is_empty()));
    broken
}

/// Area is a rule, not a search: pieces that cannot add up to the region are a mistake in the puzzle.
fn broken_area(puzzle: &Puzzle) -> Option<PuzzleError> {
    let region = puzzle.region.area() as u64;
    let area = |piece: &super::Piece| piece.shape.area() as u64;
    let least: u64 = puzzle.pieces.iter().map(|piece| area(piece) * u64::from(piece.count.min)).sum();
    if least > region {
        return Some(PuzzleError::TooMuch { pieces: least, region });
    }
    let most = puzzle
        .pieces
        .iter()
        .map(|piece| piece.count.max.map_or(region, |max| (area(piece) * u64::from(max)).min(region)))
        .fold(0u64, |sum, area| (sum + area).min(region));
    let short = puzzle.contact() == Contact::Allowed && most + u64::from(puzzle.gaps()) < region;
    short.then_some(PuzzleError::TooLittle { pieces: most, region, gaps: puzzle.gaps() })
}

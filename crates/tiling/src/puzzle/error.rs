//! The rules of a puzzle, and the message for each broken rule.

use super::Wrap;
use crate::fault::fault;
use crate::lattice::{Cell, Lattice};
use crate::limits::Limit;
use crate::text::shown;

fault! {
    /// A broken rule of a puzzle. Placed pieces are counted from 1.
    #[derive(Clone, PartialEq, Eq)]
    pub enum PuzzleError {
        NoPieces = E0420 {
            message("the puzzle has no pieces")
            found("0")
        }
        EmptyRegion = E0421 {
            message("the region has no cells")
            found("0")
        }
        CellTwice { x: i32, y: i32 } = E0422 {
            message("cell `({x}, {y})` is in the region twice")
            found("({x}, {y})")
        }
        RegionTooLarge { found: u64, allowed: u64 } = E0423 {
            message("the region has `{found}` cells; at most {allowed} are allowed")
            found("{found}") allowed("1 to {allowed}")
        }
        /// Rows or columns of the bounding rectangle of the region, whichever are more.
        SideTooLong { found: u64, allowed: u64 } = E0432 {
            message("the region is `{found}` rows or columns long; at most {allowed} are allowed")
            found("{found}") allowed("1 to {allowed}")
        }
        TooFarOut { x: i32, y: i32 } = E0424 {
            message("cell `({x}, {y})` is too far out; allowed -{most} to {most}", most = Limit::Coordinate.ceiling())
            found("({x}, {y})") allowed("-{most} to {most}", most = Limit::Coordinate.ceiling())
        }
        NoSuchForm { form: &'static str, lattice: Lattice } = E0425 {
            message("a `{form}` region is not defined on the {lattice} lattice")
            found("{form}")
        }
        /// The cells on both sides of a seam would not meet edge to edge.
        NoWrap { wrap: Wrap, lattice: Lattice, side: &'static str, found: i32 } = E0439 {
            message("a {wrap} of {cells} needs an even number of {side} (got `{found}`)", cells = lattice.cell_name())
            found("{found}") allowed("an even number")
        }
        TooManyPieces { found: u64, allowed: u64 } = E0426 {
            message("there are `{found}` kinds of pieces; at most {allowed} are allowed")
            found("{found}") allowed("1 to {allowed}")
        }
        OtherLattice { piece: String, found: Lattice, allowed: Lattice } = E0427 {
            message("piece `{piece}` is a {found} piece, but the region is {allowed}")
            found("{found}") allowed("{allowed}")
        }
        SameName { piece: String } = E0428 {
            message("two pieces are called `{piece}`")
            found("{piece}")
            help("for several copies write one piece with \"count\"; or rename one `{piece}`")
        }
        MinOverMax { piece: String, min: u32, max: u32 } = E0429 {
            message("piece `{piece}` must be used at least {min} times but at most {max} times")
            found("{min}") allowed("0 to {max}")
        }
        /// The required pieces have more area than the region.
        TooMuch { pieces: u64, region: u64 } = E0430 {
            message("the pieces that must be used cover `{pieces}` cells, but the region has `{region}`")
            found("{pieces} cells") allowed("{region} cells")
            help("enlarge the region, or lower the counts")
        }
        TooLittle { pieces: u64, region: u64, gaps: u32 } = E0431 {
            message("the pieces cover at most `{pieces}` of the `{region}` cells of the region, and {gaps} may stay empty")
            found("{pieces} cells") allowed("{region} cells")
            help("allow more copies, or \"gaps\": {empty}", empty = (region - pieces).max(u64::from(*gaps)))
        }
        /// Pieces are counted from 0.
        NoChoice { first: usize, end: usize, pieces: usize } = E0471 {
            message("pieces {first} to before {end} are no choice: of {pieces} pieces, each is in one choice at most, and in none with a class")
            found("{first} to before {end}")
        }
        /// Pieces are counted from 0.
        NotApart { found: usize, pieces: usize } = E0479 {
            message("piece {found} of {pieces} is in two sets that keep apart, or stands for an open cell, or is not there")
            found("{found}")
        }
        ColorOutside { cell: Cell } = E0473 {
            message("cell `({}, {})` has a color, but is outside the region, or has another color already", cell.x, cell.y)
            found("({}, {})", cell.x, cell.y)
        }
        NoColor { found: char } = E0474 {
            message("`{found}` is no color", found = shown(&found.to_string()))
            found("{found}", found = shown(&found.to_string())) allowed("a letter or a digit")
        }
        ColorsOfPiece { piece: String } = E0475 {
            message("the colors of piece `{piece}` are not those of its cells, or not one for each side of a piece of one cell")
            found("{piece}")
        }
        SidesJoined = E0476 {
            message("on a board with joined sides, the sides of pieces have no colors")
        }
        PlacedOtherColor { placed: usize, cell: Cell } = E0477 {
            message("placed piece {placed} shows other colors than the board at cell `({}, {})`", cell.x, cell.y)
            found("({}, {})", cell.x, cell.y)
        }
        PlacedUnknown { placed: usize, found: usize, pieces: usize } = E0433 {
            message("placed piece {placed} is piece number {found}, but the puzzle has {pieces} pieces")
            found("{found}")
        }
        PlacedOtherShape { placed: usize, piece: String } = E0434 {
            message("placed piece {placed} is not an orientation that piece `{piece}` may take")
        }
        PlacedOutside { placed: usize, cell: Cell } = E0435 {
            message("placed piece {placed} covers cell `({}, {})` outside the region", cell.x, cell.y)
            found("({}, {})", cell.x, cell.y)
        }
        /// The later of the two pieces, then the earlier.
        PlacedTwice { placed: usize, other: usize, cell: Cell } = E0436 {
            message("placed pieces {other} and {placed} both cover cell `({}, {})`", cell.x, cell.y)
            found("({}, {})", cell.x, cell.y)
        }
        PlacedTouch { placed: usize, other: usize, cells: (Cell, Cell) } = E0437 {
            message("placed pieces {other} and {placed} may not touch, but do at cells `({}, {})` and `({}, {})`",
                cells.0.x, cells.0.y, cells.1.x, cells.1.y)
            found("({}, {})", cells.0.x, cells.0.y)
        }
        /// `clue` is the key in a puzzle file: letters, numbers or edges.
        ClueWithGaps { clue: &'static str } = E0452 {
            message("where there are {clue} as clues, every cell must be covered")
            help("delete the clues, or what lets cells stay empty")
        }
        ClueOutside { clue: &'static str, cell: Cell } = E0453 {
            message("a clue is about cell `({}, {})`, which is outside the region", cell.x, cell.y)
            found("({}, {})", cell.x, cell.y)
        }
        ClueTwice { clue: &'static str, cell: Cell } = E0454 {
            message("there are two {clue} at cell `({}, {})`", cell.x, cell.y)
            found("({}, {})", cell.x, cell.y)
        }
        ClueUnknown { cell: Cell, found: usize, pieces: usize } = E0455 {
            message("the letter at cell `({}, {})` is of piece number {found}, but the puzzle has {pieces} pieces", cell.x, cell.y)
            found("{found}")
        }
        ClueSides { cell: Cell, found: u32, most: usize } = E0456 {
            message("cell `({}, {})` cannot have {found} sides; at most {most}", cell.x, cell.y)
            found("{found}") allowed("0 to {most}")
        }
        ClueNoEdge { cells: (Cell, Cell) } = E0457 {
            message("cells `({}, {})` and `({}, {})` are no neighbors, so there is no edge between them",
                cells.0.x, cells.0.y, cells.1.x, cells.1.y)
            found("({}, {})", cells.0.x, cells.0.y)
        }
        CluePlaced { clue: &'static str, cell: Cell } = E0458 {
            message("the clue at cell `({}, {})` contradicts a placed piece", cell.x, cell.y)
            found("({}, {})", cell.x, cell.y)
        }
        ClassUnknown { found: usize, pieces: usize } = E0459 {
            message("a class is of piece number {found}, but the puzzle has {pieces} pieces")
            found("{found}")
        }
        ClassOfOther { class: String } = E0460 {
            message("the piece of class `{class}` must have one cell, and as many copies as stay open")
        }
        ClassTooSmall { class: String, found: usize, open: u32 } = E0461 {
            message("class `{class}` has `{found}` cells, of which {open} stay open")
            found("{found}") allowed("at least {open}")
        }
        ClassOutside { class: String, cell: Cell } = E0462 {
            message("cell `({}, {})` of class `{class}` is outside the region", cell.x, cell.y)
            found("({}, {})", cell.x, cell.y)
        }
        ClassShares { class: String, cell: Cell } = E0463 {
            message("cell `({}, {})` of class `{class}` is in a class already", cell.x, cell.y)
            found("({}, {})", cell.x, cell.y)
        }
        ClassMixed { class: String, cell: Cell } = E0470 {
            message("cell `({}, {})` of class `{class}` has another form than the first", cell.x, cell.y)
            found("({}, {})", cell.x, cell.y)
            help("a piece has as many cells of each form wherever it lies: put the words of a class on cells of one form")
        }
        NeverOutside { cell: Cell } = E0464 {
            message("cell `({}, {})` is never open with others, but in no class", cell.x, cell.y)
            found("({}, {})", cell.x, cell.y)
        }
        ClassUntouchable = E0465 {
            message("where pieces may not touch, any cell may stay empty, so classes have no meaning")
            help("delete the classes, or \"contact\": \"forbidden\"")
        }
        /// An empty cell would be a gap or open, and a tiling two.
        ClassWithGaps { gaps: u32 } = E0481 {
            message("classes say which cells stay open, so no others may, and `gaps` is `{gaps}`")
            found("{gaps}") allowed("0")
            help("delete \"gaps\" and \"contact\": \"corners\", or the classes")
        }
        ClassOptional { class: String, cell: Cell } = E0482 {
            message("cell `({}, {})` may stay empty anyway, so class `{class}` cannot say that it stays open", cell.x, cell.y)
            found("({}, {})", cell.x, cell.y)
            help("delete it from the class, or from the cells that may stay empty")
        }
        NoSuchWord { found: String, nearest: Option<String> } = E0468 {
            message("no cell has the word `{found}`")
            found("{found}")
            meant(Some(nearest) = nearest => "{nearest}", nearest = shown(nearest))
        }
        WrongOpening { found: String, class: String, open: u32 } = E0466 {
            message("`{found}` does not leave {open} cell of class `{class}` open")
            found("{found}")
        }
        NeverOpen { found: String } = E0467 {
            message("`{found}` is never open: there is no such date, or the puzzle excludes it")
            found("{found}")
        }
        PlacedTooOften { piece: String, found: u64, max: u32 } = E0438 {
            message("piece `{piece}` is placed `{found}` times, but may be used at most {max} times")
            found("{found}") allowed("at most {max}")
        }
    }
}

impl PuzzleError {
    /// Returns the key of the clues that cause the error.
    pub(super) fn clue(&self) -> Option<&'static str> {
        match self {
            PuzzleError::ClueWithGaps { clue }
            | PuzzleError::ClueOutside { clue, .. }
            | PuzzleError::ClueTwice { clue, .. }
            | PuzzleError::CluePlaced { clue, .. } => Some(clue),
            PuzzleError::ClueUnknown { .. } => Some("letters"),
            PuzzleError::ClueSides { .. } => Some("numbers"),
            PuzzleError::ClueNoEdge { .. } => Some("edges"),
            _ => None,
        }
    }

    /// Returns whether the classes of the puzzle cause the error.
    pub(super) fn is_of_class(&self) -> bool {
        matches!(
            self,
            PuzzleError::ClassTooSmall { .. }
                | PuzzleError::ClassOutside { .. }
                | PuzzleError::ClassShares { .. }
                | PuzzleError::ClassMixed { .. }
                | PuzzleError::NeverOutside { .. }
                | PuzzleError::ClassUntouchable
                | PuzzleError::ClassWithGaps { .. }
                | PuzzleError::ClassOptional { .. }
        )
    }

    /// Returns the placed piece that causes the error, from 0.
    pub(super) fn placed(&self) -> Option<usize> {
        match self {
            PuzzleError::PlacedUnknown { placed, .. }
            | PuzzleError::PlacedOtherShape { placed, .. }
            | PuzzleError::PlacedOutside { placed, .. }
            | PuzzleError::PlacedTwice { placed, .. }
            | PuzzleError::PlacedOtherColor { placed, .. }
            | PuzzleError::PlacedTouch { placed, .. } => Some(placed - 1),
            _ => None,
        }
    }
}

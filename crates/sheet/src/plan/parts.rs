//! What is on the pages of a plan, as data: puzzles, hints, solutions, pieces, and parts of text.

use piecework_draw::geometry::Point;

/// The side of the spine on which a page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Side {
    /// The left side: even pages.
    Left,
    /// The right side: odd pages.
    Right,
}

/// A puzzle in a book.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct BookPuzzle {
    /// The puzzle.
    pub puzzle: usize,
    /// Its number and name.
    pub heading: String,
    /// What to do.
    pub line: String,
    /// The class of difficulty, from 1 to 5, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<u8>,
    /// The words before the lines to write on.
    pub writing: Vec<String>,
    /// The edge of a cell, in mm.
    pub cell_mm: f64,
    /// Whether the pieces are beside the board; otherwise they are below it.
    pub is_beside: bool,
    /// Whether the board and the pieces are on the page.
    #[serde(default, skip_serializing_if = "ShownParts::is_both")]
    pub shows: ShownParts,
    /// The lines of pieces below the board or beside it, on a page that a puzzle has for itself; 0 for as many as it takes.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lines: usize,
    /// The edge of a cell of the pieces, in mm.
    pub pieces_mm: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Which parts of a puzzle are on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ShownParts {
    /// The board with its pieces.
    #[default]
    Both,
    /// The board alone, because the pieces have a page of their own.
    Board,
    /// The pieces alone.
    Pieces,
}

impl ShownParts {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_both(&self) -> bool {
        *self == Self::Both
    }
}

/// A board with some pieces in place.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct HintPlan {
    /// The puzzle.
    pub puzzle: usize,
    /// The words under it; may be empty.
    pub caption: String,
    /// The pieces of its first solution that are shown, besides those that are given.
    pub pieces: Vec<usize>,
}

/// A solution on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct ShownSolution {
    /// The puzzle.
    pub puzzle: usize,
    /// The number of the solution.
    pub solution: usize,
}

/// A piece on a cover.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct CoverPiece {
    /// The puzzle.
    pub puzzle: usize,
    /// The piece of the puzzle.
    pub piece: usize,
    /// Its color (`#rrggbb`); `None` if pieces are outlines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
}

/// A part of a page of text.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum BookBlock {
    /// A heading.
    Heading(String),
    /// A paragraph.
    Paragraph(String),
    /// The contents.
    Contents(Vec<ContentsEntry>),
    /// Worked examples: the puzzle, and the number of the example.
    Examples(Vec<(usize, usize)>),
    /// The same, as the steps of one puzzle.
    Steps(Vec<(usize, usize)>),
    /// Pieces with their names: the puzzle, and the piece.
    Pieces(Vec<(usize, usize)>),
    /// Codes of these puzzles, with their names.
    Codes(Vec<usize>),
    /// Days, each with its hints after its name.
    Hints(Vec<Vec<String>>),
}

/// A line of the contents of a book.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct ContentsEntry {
    /// The numbers of its puzzles; empty if it is about none.
    pub numbers: String,
    /// The title.
    pub title: String,
    /// The class of difficulty of its puzzles; empty if it is not known.
    pub difficulty: String,
    /// Its page, as an index into the pages of the plan.
    pub to: usize,
}

/// A piece on card.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PlacedPiece {
    /// The piece of the puzzle.
    pub piece: usize,
    /// The top left corner of its bounding box, in mm from that of the content area.
    pub at: Point,
    /// Its color (`#rrggbb`); `None` if pieces are outlines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
}

impl ContentsEntry {
    /// Returns the entry of a part that is about no puzzles.
    pub(super) fn of_part(title: &str, to: usize) -> Self {
        let (numbers, difficulty) = (String::new(), String::new());
        Self { numbers, title: title.to_owned(), difficulty, to }
    }
}

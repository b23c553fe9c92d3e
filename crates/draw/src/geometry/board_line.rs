//! Lists the lines of a board that are not those of a lattice.

use super::{Point, Stretch};

/// A line of a board between two places where lines meet, or around a piece that no other line meets.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardLine {
    /// Its lines and arcs from start to end.
    pub stretches: Vec<Stretch>,
    /// The patch on its left; `None` for the outside.
    pub left: Option<usize>,
    /// The patch on its right.
    pub right: Option<usize>,
}

/// A board with lines of one's own.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnBoard {
    /// All lines, each once.
    pub lines: Vec<BoardLine>,
    /// The name of each patch: those of the board in its order, then the whimsies.
    pub names: Vec<String>,
    /// How many of the last patches are whimsies.
    pub whimsies: usize,
    /// Where the upper left corner of the original board is: the bounds of the lines begin at the origin.
    pub corner: Point,
}

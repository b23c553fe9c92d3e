//! Unit squares: a cell is a column and a row, its corners are the integer points around it.

use super::{Cell, Corner, Steps};

/// Up, right, down, left.
pub(super) const NEIGHBOURS: Steps = &[(0, -1), (1, 0), (0, 1), (-1, 0)];

/// From the top left corner, clockwise.
pub(super) const CORNERS: Steps = &[(0, 0), (1, 0), (1, 1), (0, 1)];

/// The four squares around a corner, clockwise from the top left one.
pub(super) fn cells_at(corner: Corner) -> Vec<Cell> {
    [(-1, -1), (0, -1), (0, 0), (-1, 0)].iter().map(|&(x, y)| Cell::new(corner.x + x, corner.y + y)).collect()
}

/// A quarter turn clockwise.
pub(super) const fn turn(cell: Cell) -> Cell {
    Cell::new(-cell.y, cell.x)
}

/// Left and right exchanged.
pub(super) const fn flip(cell: Cell) -> Cell {
    Cell::new(-cell.x, cell.y)
}

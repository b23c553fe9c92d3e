//! Equilateral triangles in rows, pointing up where `x + y` is even.
//!
//! One unit of a corner is half an edge across and one row down; a triangle at (x, y) spans the columns x to x + 2.

use super::{Cell, Corner, Steps};

/// Whether the triangle stands on its edge.
const fn points_up(cell: Cell) -> bool {
    (cell.x + cell.y).rem_euclid(2) == 0
}

/// Clockwise from the edge that follows the first corner.
pub(super) const fn neighbours(cell: Cell) -> Steps {
    if points_up(cell) { &[(1, 0), (0, 1), (-1, 0)] } else { &[(0, -1), (1, 0), (-1, 0)] }
}

/// Clockwise; an upward triangle begins at its tip, a downward one at its top left corner.
pub(super) const fn corners(cell: Cell) -> Steps {
    if points_up(cell) { &[(1, 0), (2, 1), (0, 1)] } else { &[(0, 0), (2, 0), (1, 1)] }
}

/// The six triangles around a corner, clockwise from the one at its left above it.
pub(super) fn cells_at(corner: Corner) -> Vec<Cell> {
    [(-2, -1), (-1, -1), (0, -1), (0, 0), (-1, 0), (-2, 0)]
        .iter()
        .map(|&(x, y)| Cell::new(corner.x + x, corner.y + y))
        .collect()
}

/// A sixth of a turn clockwise about the corner (1, 0).
///
/// Turned are the centres of the triangles, with heights counted in thirds of a row to stay among integers: measured
/// from that corner the centre of cell (x, y) lies x half edges across and 3 y + 2 thirds down (3 y + 1 where it points
/// down). Turning a point (u, v) of this grid by 60 degrees gives ((u - v) / 2, (3 u + v) / 2).
pub(super) const fn turn(cell: Cell) -> Cell {
    let thirds = 3 * cell.y + if points_up(cell) { 2 } else { 1 };
    Cell::new((cell.x - thirds).div_euclid(2), (3 * cell.x + thirds).div_euclid(2).div_euclid(3))
}

/// Left and right exchanged, about the same corner.
pub(super) const fn flip(cell: Cell) -> Cell {
    Cell::new(-cell.x, cell.y)
}

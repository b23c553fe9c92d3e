//! Hexagons with a corner on top, in axial coordinates.
//!
//! One unit of a corner is half a hexagon's width across and half an edge down, so the centre of cell (q, r) is the
//! point (2 q + r, 3 r) and its corners lie around that.
//!
//! Source of the coordinates: Amit Patel, Red Blob Games, "Hexagonal Grids", section axial coordinates.

use super::{Cell, Corner, Steps};

/// Up right, right, down right, down left, left, up left.
pub(super) const NEIGHBOURS: Steps = &[(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

/// From the centre, clockwise from the top corner.
pub(super) const CORNERS: Steps = &[(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];

/// The centre of a cell, in units of corners.
pub(super) const fn centre(cell: Cell) -> Corner {
    Corner::new(2 * cell.x + cell.y, 3 * cell.y)
}

/// The three hexagons around a corner, clockwise.
pub(super) fn cells_at(corner: Corner) -> Vec<Cell> {
    // Seen from the corner the centres lie in the directions of the steps, so the steps' own order is clockwise.
    CORNERS.iter().filter_map(|&(x, y)| cell_with_centre(Corner::new(corner.x + x, corner.y + y))).collect()
}

fn cell_with_centre(point: Corner) -> Option<Cell> {
    let row = point.y.div_euclid(3);
    let doubled = point.x - row;
    (point.y.rem_euclid(3) == 0 && doubled.rem_euclid(2) == 0).then(|| Cell::new(doubled.div_euclid(2), row))
}

/// A sixth of a turn clockwise about the origin's cell.
pub(super) const fn turn(cell: Cell) -> Cell {
    Cell::new(-cell.y, cell.x + cell.y)
}

/// Left and right exchanged.
pub(super) const fn flip(cell: Cell) -> Cell {
    Cell::new(-cell.x - cell.y, cell.y)
}

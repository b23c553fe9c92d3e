//! The data that defines a lattice; everything else is derived from it.

use super::{Cell, Corner};

/// Steps from a cell or a corner.
pub(super) type Steps = &'static [(i32, i32)];

/// A way to move one cell.
pub(super) type Motion = fn(Cell) -> Cell;

/// One lattice, as data.
///
/// Corners are integers. A unit of them has the squared length `weights.0 / unit` across and
/// `weights.1 / unit` down, where the edge of a cell has length 1.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) polyform_name: &'static str,
    /// The cells, in the plural.
    pub(super) cell_name: &'static str,
    /// What the coordinates of a cell are called.
    pub(super) axes: (&'static str, &'static str),
    /// The cells of one period.
    pub(super) kinds: &'static [CellKind],
    /// The kind of a cell is `x + slant * y`, modulo the number of kinds.
    pub(super) slant: i32,
    /// The distance from the origin of a cell to that of the next cell in its row, and of the cell below it.
    pub(super) across: i32,
    pub(super) down: Corner,
    pub(super) weights: (i64, i64),
    pub(super) unit: i64,
    /// The number of smallest turns in a full one.
    pub(super) turns: u8,
    /// The smallest turn clockwise, and the exchange of left and right, about a fixed point.
    pub(super) turn: Motion,
    pub(super) flip: Motion,
    /// Directions of edges that continue straight through every corner.
    pub(super) lines: Steps,
    /// The directions in which cells form straight strips between two such lines, where they are not just
    /// rows.
    pub(super) strips: &'static [Strips],
    /// Colorings that have a name: factors of x and y, modulus, and how to describe the cells of one color.
    pub(super) colorings: &'static [((i32, i32, i32), &'static str)],
    pub(super) hexagon: Option<RegionForm>,
    pub(super) triangle: Option<RegionForm>,
    pub(super) sets: &'static [NamedPieces],
    /// The largest polyforms that can be listed in a second or two: half a million fixed polyforms.
    pub(super) most_enumerated: usize,
    /// The number of the grid in BurrTools files.
    pub(super) burr_tools_grid: Option<u32>,
}

/// A cell of one period; all others are translates of one of them.
pub(super) struct CellKind {
    /// From the cell's origin to its corners, clockwise.
    pub(super) corners: Steps,
    /// From the cell to the one across each edge; edge `i` starts at corner `i`.
    pub(super) neighbours: Steps,
    /// A phrase that completes "cells that" for this kind.
    pub(super) words: &'static str,
}

/// Straight strips of cells in one direction.
#[derive(Debug)]
pub struct Strips {
    /// How to compute the number of a cell's strip.
    pub words: &'static str,
    /// The number of the strip that a cell is in.
    pub number: fn(Cell) -> i32,
}

/// A shape of region that a lattice offers in every size.
#[derive(Debug, Clone, Copy)]
pub struct RegionForm {
    /// The number of cells, for a number of cells along each side.
    pub area: fn(u128) -> u128,
    /// The cells.
    pub cells: fn(i32) -> Vec<Cell>,
}

/// A named set of pieces.
#[derive(Debug, Clone, Copy)]
pub struct NamedPieces {
    /// What the set is called.
    pub name: &'static str,
    /// The number of cells of each piece.
    pub cells: usize,
    /// Whether pieces may be flipped, so that mirror images are one piece.
    pub flips: bool,
}

impl NamedPieces {
    pub(super) const fn free(name: &'static str, cells: usize) -> Self {
        Self { name, cells, flips: true }
    }

    pub(super) const fn one_sided(name: &'static str, cells: usize) -> Self {
        Self { name, cells, flips: false }
    }
}

/// Returns all cells with both coordinates from `least` to below `end`.
pub(super) fn square_of(least: i32, end: i32) -> impl Iterator<Item = Cell> {
    (least..end).flat_map(move |y| (least..end).map(move |x| Cell::new(x, y)))
}

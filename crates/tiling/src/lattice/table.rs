//! The data that defines a lattice; everything else is derived from it.

use super::{Cell, Corner, Triangles};

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
    /// The cells that one column of a rectangle has in each row: 1, or a whole period.
    pub(super) column: i32,
    /// The step from a period to the next one in its row, and to the one below it, in units of corners.
    pub(super) across: i32,
    pub(super) down: Corner,
    /// The same two steps in a text picture: columns, and columns and rows.
    pub(super) text_across: i32,
    pub(super) text_down: (i32, i32),
    /// How to read such a picture, as a sentence, where neither shifted rows nor alternating cells say it.
    pub(super) text_words: Option<&'static str>,
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
    /// The ways in which a diagonal parts a square that is a period: the kinds of cells on both sides of it.
    pub(super) diagonals: &'static [[[i32; 2]; 2]],
    /// The triangles of which its cells are made.
    pub(super) triangles: Option<Triangles>,
    /// Whether its cells are made of drafters, of which all edges are on unbroken lines.
    pub(super) drafters: bool,
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

/// What most lattices share. Everything else is for each to say.
pub(super) const USUAL: Table = Table {
    name: "",
    polyform_name: "",
    cell_name: "",
    axes: ("x", "y"),
    kinds: &[],
    slant: 0,
    column: 1,
    across: 1,
    down: Corner::new(0, 1),
    text_across: 1,
    text_down: (0, 1),
    text_words: None,
    weights: (1, 1),
    unit: 4,
    turns: 4,
    turn: |cell| cell,
    flip: |cell| cell,
    lines: &[],
    strips: &[],
    diagonals: &[],
    triangles: None,
    drafters: false,
    colorings: &[],
    hexagon: None,
    triangle: None,
    sets: &[],
    most_enumerated: 0,
    burr_tools_grid: None,
};

/// A cell of one period; all others are translates of one of them.
pub(super) struct CellKind {
    /// From the origin of its period to its corners, clockwise.
    pub(super) corners: Steps,
    /// From the cell to the one across each edge; edge `i` starts at corner `i`.
    pub(super) neighbours: Steps,
    /// Its column and row in the text picture of its period.
    pub(super) text: (i32, i32),
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
    /// Whether pieces may be flipped, so that mirror images are one piece.
    pub flips: bool,
    /// Which shapes are in the set.
    pub members: Members,
}

/// The shapes of a set.
#[derive(Debug, Clone, Copy)]
pub enum Members {
    /// All shapes of so many cells.
    Every(usize),
    /// All shapes of so many disjoint parts, each of these kinds of cells of one period.
    Parts(usize, &'static [&'static [i32]]),
    /// Shapes with names of their own, as x and y of their cells.
    These(&'static [(&'static str, &'static [(i32, i32)])]),
}

impl NamedPieces {
    pub(super) const fn free(name: &'static str, cells: usize) -> Self {
        Self { name, flips: true, members: Members::Every(cells) }
    }

    pub(super) const fn one_sided(name: &'static str, cells: usize) -> Self {
        Self { name, flips: false, members: Members::Every(cells) }
    }

    /// Makes the set of all shapes of so many of these parts.
    pub(super) const fn of_parts(name: &'static str, count: usize, parts: &'static [&'static [i32]]) -> Self {
        Self { name, flips: true, members: Members::Parts(count, parts) }
    }
}

/// Returns the cells of some periods, given as their places in a lattice with one kind of cells.
pub(super) fn of_periods(kinds: i32, periods: Vec<Cell>) -> Vec<Cell> {
    let cells = |period: Cell| (0..kinds).map(move |kind| Cell::new(kinds * period.x + kind, period.y));
    periods.into_iter().flat_map(cells).collect()
}

/// Returns all cells with both coordinates from `least` to below `end`.
pub(super) fn square_of(least: i32, end: i32) -> impl Iterator<Item = Cell> {
    (least..end).flat_map(move |y| (least..end).map(move |x| Cell::new(x, y)))
}

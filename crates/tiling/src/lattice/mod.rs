//! The cells of the plane: their neighbours, corners and symmetries, as integers.
//!
//! Each lattice is one `Table` in a file of its own, and this is the only room that interprets a [`Cell`].
//! The rest of the program asks a lattice what it can do, such as [`Lattice::is_rectilinear`], and never
//! which one it is. All arithmetic is on integers, so contact is decided exactly. Lengths enter only through
//! [`Lattice::corner_scale`].
//!
//! y grows down, as on a page. Corners of a cell are listed clockwise as seen on that page.

mod derive;
mod hex;
mod kisrhombille;
mod kite;
mod picture;
mod rhombille;
mod rows;
mod square;
mod symmetry;
mod table;
mod tetrakis;
mod triangle;
mod trihexagonal;

pub use picture::{Picture, PictureError};
pub use rows::{RowPlace, RowTriangle, Triangles};
pub use symmetry::Symmetry;
pub(crate) use table::{Members, NamedPieces, RegionForm, Strips};

use table::{CellKind, Table};

use crate::names::find;

/// One of the regular tilings of the plane; closed on purpose (decision 0002).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Lattice {
    /// Unit squares: polyominoes.
    Square,
    /// Regular hexagons, a corner on top: polyhexes. Cells have axial coordinates.
    Hex,
    /// Equilateral triangles: polyiamonds. A cell points up where `x + y` is even.
    Triangle,
    /// Rhombs, three to a cube: tumbling blocks.
    Rhombille,
    /// Squares cut along both diagonals: polyaboloes, half-square triangles.
    Tetrakis,
    /// Kites, six to a hexagon: polykites, the hat and the turtle.
    Kite,
    /// Hexagons and triangles with equal edges: 3.6.3.6.
    Trihexagonal,
    /// Triangles of 30, 60 and 90 degrees, twelve to a hexagon: drafters.
    Kisrhombille,
}

/// The address of one cell: plain data, meaningful only to a [`Lattice`].
///
/// | lattice | `x` | `y` |
/// | --- | --- | --- |
/// | square | column | row |
/// | hex | axial q: one step right | axial r: one step down and half a step right |
/// | triangle | half an edge to the right | row |
/// | others | period in its row, times the cells of a period, plus the kind of cell | row of periods |
///
/// Cells are ordered by row, then along the row (reading order).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cell {
    /// Position along the row; see the table above.
    pub x: i32,
    /// The row.
    pub y: i32,
}

/// A corner of cells, in the integer units of [`Lattice::corner_scale`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Corner {
    /// Columns of corners to the right.
    pub x: i32,
    /// Rows of corners down.
    pub y: i32,
}

impl Cell {
    /// Returns the cell at `(x, y)`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Returns the cell `shift` away; a translation of the lattice only if [`Lattice::is_translation`] says
    /// so.
    #[must_use]
    pub const fn shifted(self, shift: Cell) -> Self {
        Self::new(self.x + shift.x, self.y + shift.y)
    }

    /// Returns the step from `origin` to this cell.
    #[must_use]
    pub const fn since(self, origin: Cell) -> Self {
        Self::new(self.x - origin.x, self.y - origin.y)
    }
}

impl Corner {
    /// Returns the corner at `(x, y)`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }
}

impl Ord for Cell {
    #[inline]
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Cell {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Corner {
    #[inline]
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Corner {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Lattice {
    /// All lattices, in the order in which documents list them.
    pub const ALL: &[Lattice] = &[
        Lattice::Square,
        Lattice::Hex,
        Lattice::Triangle,
        Lattice::Rhombille,
        Lattice::Tetrakis,
        Lattice::Kite,
        Lattice::Trihexagonal,
        Lattice::Kisrhombille,
    ];

    /// The lattice of polyominoes, for file formats that have no other.
    pub const POLYOMINO: Lattice = Lattice::Square;

    const fn table(self) -> &'static Table {
        match self {
            Lattice::Square => &square::TABLE,
            Lattice::Hex => &hex::TABLE,
            Lattice::Triangle => &triangle::TABLE,
            Lattice::Rhombille => &rhombille::TABLE,
            Lattice::Tetrakis => &tetrakis::TABLE,
            Lattice::Kite => &kite::TABLE,
            Lattice::Trihexagonal => &trihexagonal::TABLE,
            Lattice::Kisrhombille => &kisrhombille::TABLE,
        }
    }

    /// Returns the word used in files and messages: `square`, `hex` or `triangle`.
    pub const fn name(self) -> &'static str {
        self.table().name
    }

    /// Returns the lattice with this [`Lattice::name`].
    pub fn named(name: &str) -> Option<Self> {
        find(name, Self::ALL, |lattice| lattice.name()).copied()
    }

    /// What shapes of this lattice are called: `polyomino`, `polyhex` or `polyiamond`.
    pub const fn polyform_name(self) -> &'static str {
        self.table().polyform_name
    }

    /// What its cells are called, in the plural: `squares`, `hexagons` or `triangles`.
    pub const fn cell_name(self) -> &'static str {
        self.table().cell_name
    }

    /// What explanations call the two coordinates of a cell.
    pub const fn axes(self) -> (&'static str, &'static str) {
        self.table().axes
    }

    /// Returns the number of kinds of cells that no translation maps onto each other: 1, or 2 for triangles.
    pub const fn kinds(self) -> usize {
        self.table().kinds.len()
    }

    /// Returns the kind of a cell, less than [`Lattice::kinds`]. Cell (i, 0) has kind i.
    #[expect(clippy::cast_possible_truncation, reason = "a period has few cells")]
    pub const fn kind_of(self, cell: Cell) -> usize {
        let table = self.table();
        (cell.x + table.slant * cell.y).rem_euclid(table.kinds.len() as i32).unsigned_abs() as usize
    }

    /// Returns a phrase that completes "cells that" for one kind of cells; empty if there is only one kind.
    pub const fn kind_in_words(self, kind: usize) -> &'static str {
        self.table().kinds[kind].words
    }

    const fn kind(self, cell: Cell) -> &'static CellKind {
        &self.table().kinds[self.kind_of(cell)]
    }

    /// Returns the point from which the corners of `cell` are measured: the origin of its period.
    #[expect(clippy::cast_possible_truncation, reason = "a period has few cells")]
    #[expect(clippy::cast_possible_wrap, reason = "a period has few cells")]
    const fn origin(self, cell: Cell) -> Corner {
        let Table { kinds, across, down, .. } = self.table();
        let periods = (cell.x - self.kind_of(cell) as i32) * *across / kinds.len() as i32;
        Corner::new(periods + down.x * cell.y, down.y * cell.y)
    }

    /// Returns how far sideways and down moving every cell by `shift`, a translation, moves corners.
    pub const fn moved_by(self, shift: Cell) -> Corner {
        self.origin(shift)
    }

    /// Returns the cell of this kind whose period has this origin.
    fn cell_with_origin(self, kind: usize, origin: Corner) -> Option<Cell> {
        let Table { across, down, .. } = self.table();
        self.cell_of_period(kind, origin, (*across, (down.x, down.y)))
    }

    /// Returns the cell of this kind in the period that is at `origin`, where periods are `across` and `down`
    /// apart.
    fn cell_of_period(self, kind: usize, origin: Corner, (across, down): (i32, (i32, i32))) -> Option<Cell> {
        let kinds = i32::try_from(self.kinds()).expect("few");
        let y = origin.y.div_euclid(down.1);
        let sideways = (origin.x - down.0 * y) * kinds;
        let cell = Cell::new(sideways.div_euclid(across) + i32::try_from(kind).expect("few"), y);
        let is_whole = sideways.rem_euclid(across) == 0 && origin.y.rem_euclid(down.1) == 0;
        (is_whole && self.kind_of(cell) == kind).then_some(cell)
    }

    /// Returns the column and row of `cell` in a text picture.
    pub fn text_place(self, cell: Cell) -> (i32, i32) {
        let Table { kinds, text_across, text_down, .. } = self.table();
        let kind = self.kind_of(cell);
        let before = cell.x - i32::try_from(kind).expect("few");
        let periods = before * text_across / i32::try_from(kinds.len()).expect("few");
        let (column, row) = kinds[kind].text;
        (periods + text_down.0 * cell.y + column, text_down.1 * cell.y + row)
    }

    /// Returns the cell at a column and row of a text picture, if there is one.
    pub fn cell_at_text(self, column: i32, row: i32) -> Option<Cell> {
        let Table { kinds, text_across, text_down, .. } = self.table();
        (0..).zip(*kinds).find_map(|(kind, CellKind { text, .. })| {
            let origin = Corner::new(column - text.0, row - text.1);
            self.cell_of_period(kind, origin, (*text_across, *text_down))
        })
    }

    /// Describes how to read such a picture, where neither shifted rows nor alternating cells say it.
    pub const fn text_in_words(self) -> Option<&'static str> {
        self.table().text_words
    }

    /// Returns the columns from one period of a text picture to the next, and the columns and rows to the
    /// period below.
    pub const fn text_period(self) -> (i32, (i32, i32)) {
        let Table { text_across, text_down, .. } = self.table();
        (*text_across, *text_down)
    }

    /// Returns the cells that share an edge with `cell`, clockwise. The i-th is across the edge from the i-th
    /// corner of [`Lattice::corners`] to the next.
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.kind(cell).neighbours.iter().map(move |&(x, y)| cell.shifted(Cell::new(x, y)))
    }

    /// Returns the corners of `cell`, clockwise as seen on the page.
    pub fn corners(self, cell: Cell) -> impl Iterator<Item = Corner> {
        let origin = self.origin(cell);
        self.kind(cell).corners.iter().map(move |&(x, y)| Corner::new(origin.x + x, origin.y + y))
    }

    /// Returns the cells that meet at `corner`, clockwise: 4 squares, 3 hexagons or 6 triangles.
    pub fn cells_at(self, corner: Corner) -> Vec<Cell> {
        let kinds = (0..).zip(self.table().kinds);
        let steps = kinds.flat_map(|(number, kind)| kind.corners.iter().map(move |step| (number, step)));
        let mut cells = steps.filter_map(|(kind, &(x, y))| {
            let cell = self.cell_with_origin(kind, Corner::new(corner.x - x, corner.y - y))?;
            Some((cell, self.corners(cell).position(|other| other == corner)?))
        });
        let Some((first, mut at)) = cells.next() else { return Vec::new() };
        let mut around = vec![first];
        loop {
            // The edge that ends at the corner: the next cell clockwise is across it.
            let kind = self.kind(around[around.len() - 1]);
            let (x, y) = kind.neighbours[at.checked_sub(1).unwrap_or(kind.corners.len() - 1)];
            let next = around[around.len() - 1].shifted(Cell::new(x, y));
            match self.corners(next).position(|other| other == corner) {
                Some(place) if next != first => at = place,
                _ => return around,
            }
            around.push(next);
        }
    }

    /// Returns the distance of two corners, where the edge of a cell measures 1; exact along edges.
    pub fn distance(self, from: Corner, to: Corner) -> f64 {
        let Table { weights, unit, .. } = self.table();
        let square = |step: i32, weight: i64| i64::from(step) * i64::from(step) * weight;
        let sum = square(to.x - from.x, weights.0) + square(to.y - from.y, weights.1);
        libm::sqrt(sum as f64 / *unit as f64)
    }

    /// Returns the cells that share an edge or only a corner with `cell`, in reading order: 8, 6 or 12.
    pub fn touching(self, cell: Cell) -> Vec<Cell> {
        let mut around: Vec<Cell> = self
            .corners(cell)
            .flat_map(|corner| self.cells_at(corner))
            .filter(|&near| near != cell)
            .collect();
        around.sort_unstable();
        around.dedup();
        around
    }

    /// Returns whether every edge is horizontal or vertical, so that cells are squares and form rectangles.
    pub fn is_rectilinear(self) -> bool {
        self.table().kinds.iter().all(|kind| {
            let next = kind.corners.iter().cycle().skip(1);
            kind.corners.iter().zip(next).all(|(from, to)| from.0 == to.0 || from.1 == to.1)
        })
    }

    /// Returns whether edges continue straight through corners, so that a straight line can follow them
    /// across a region.
    pub const fn has_straight_lines(self) -> bool {
        !self.table().lines.is_empty()
    }

    /// Returns the ways in which a diagonal parts a square into halves, each as the kinds of two cells, where the
    /// cells of a column are quarters of a square; empty elsewhere.
    pub const fn diagonals(self) -> &'static [[[i32; 2]; 2]] {
        self.table().diagonals
    }

    /// Returns the lattice of the quarters of squares, if cells are squares or their quarters.
    pub(crate) fn of_quarters(self) -> Option<Lattice> {
        let is_it = |lattice: &&Lattice| !lattice.diagonals().is_empty();
        let found = Self::ALL.iter().find(is_it).copied();
        found.filter(|&quarters| self == quarters || self.is_rectilinear())
    }

    /// Returns the quarters of a square, or the cell itself where it is one.
    pub(crate) fn in_quarters(self, cell: Cell) -> Vec<Cell> {
        match self.of_quarters() {
            Some(quarters) if self.is_rectilinear() => {
                let column = quarters.cells_in_column();
                (column * cell.x..column * (cell.x + 1)).map(|x| Cell::new(x, cell.y)).collect()
            }
            _ => vec![cell],
        }
    }

    /// Returns what covers a quarter of a square after an eighth of a turn clockwise, on squares of half the area: two
    /// quarters, since a square on its corner is four halves of these.
    pub fn on_point(self, cell: Cell) -> Vec<Cell> {
        let turned: Vec<Corner> =
            self.corners(cell).map(|at| Corner::new(at.x - at.y, at.x + at.y)).collect();
        let right = turned.iter().find(|at| {
            let level = turned.iter().filter(|other| other.y == at.y).count();
            level == 2 && turned.iter().filter(|other| other.x == at.x).count() == 2
        });
        let within = |of: fn(&Corner) -> i32, at: i32| {
            turned.iter().map(of).min() <= Some(at) && Some(at) <= turned.iter().map(of).max()
        };
        let is_part = |cell: &Cell| {
            self.corners(*cell).all(|at| within(|corner| corner.x, at.x) && within(|corner| corner.y, at.y))
        };
        right.map_or_else(Vec::new, |&right| self.cells_at(right).into_iter().filter(is_part).collect())
    }

    /// Returns the directions in which cells form straight strips between two parallel lines, where they are
    /// not just rows and columns. The first is the direction of the rows.
    pub const fn strips(self) -> &'static [Strips] {
        self.table().strips
    }

    /// Describes a well-known coloring: the cells where `x` times the first coordinate plus `y` times the
    /// second has one remainder modulo `modulus`.
    pub fn coloring_in_words(self, x: i32, y: i32, modulus: i32) -> Option<&'static str> {
        self.table().colorings.iter().find(|(key, _)| *key == (x, y, modulus)).map(|(_, words)| *words)
    }

    /// Returns the regions in the shape of a hexagon, if the lattice has any.
    pub const fn hexagon(self) -> Option<RegionForm> {
        self.table().hexagon
    }

    /// Returns the regions in the shape of a triangle, if the lattice has any.
    pub const fn triangle(self) -> Option<RegionForm> {
        self.table().triangle
    }

    /// Returns the first coordinate of the cells of a row of a rectangle, chosen so that its left side is
    /// upright.
    #[expect(clippy::cast_possible_truncation, reason = "a period has few cells")]
    #[expect(clippy::cast_possible_wrap, reason = "a period has few cells")]
    pub const fn row_start(self, row: i32) -> i32 {
        let Table { across, down, kinds, .. } = self.table();
        -(down.x * row).div_euclid(*across) * kinds.len() as i32
    }

    /// Returns the number of cells that a column of a rectangle has in each row: 1 where the cells of a row
    /// are alike, otherwise those of a period, such as the four triangles of a square.
    pub const fn cells_in_column(self) -> i32 {
        self.table().column
    }

    /// Returns the cells of a row of a rectangle of `columns` columns.
    pub fn row(self, columns: i32, row: i32) -> impl Iterator<Item = Cell> {
        let start = self.row_start(row);
        (start..start + columns * self.cells_in_column()).map(move |x| Cell::new(x, row))
    }

    /// Returns the named sets of pieces, in the order in which documents list them.
    pub const fn named_pieces(self) -> &'static [NamedPieces] {
        self.table().sets
    }

    /// Returns the most cells for which all polyforms can be listed in a second or two: about half a million
    /// fixed polyforms.
    pub(crate) const fn most_cells_to_enumerate(self) -> usize {
        self.table().most_enumerated
    }

    /// Returns the number of this grid in BurrTools files, if it has one.
    pub(crate) const fn burr_tools_grid(self) -> Option<u32> {
        self.table().burr_tools_grid
    }

    /// Returns the length of one [`Corner`] unit along x and along y, where the edge of a cell measures 1.
    ///
    /// This pair is the only link between integers and lengths: `mm = corner x scale x cell edge`. Scaling
    /// each axis by a constant keeps straight lines straight, so collinearity may be decided on the integers.
    pub fn corner_scale(self) -> (f64, f64) {
        let Table { weights: (x, y), unit, .. } = self.table();
        let scale = |weight: i64| libm::sqrt(weight as f64 / *unit as f64);
        (scale(*x), scale(*y))
    }

    /// Returns the squares of [`Lattice::corner_scale`] as the smallest integers of the same ratio, for exact
    /// comparisons of distances.
    pub const fn corner_weights(self) -> (i64, i64) {
        self.table().weights
    }

    /// Returns the area of a cell, where the edge measures 1. Cells of different kinds may differ.
    pub fn cell_area(self, cell: Cell) -> f64 {
        let corners = self.table().kinds[self.kind_of(cell)].corners;
        let next = corners.iter().cycle().skip(1);
        let doubled: i32 = corners.iter().zip(next).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum();
        let (x, y) = self.corner_scale();
        f64::from(doubled) / 2.0 * x * y
    }

    /// Returns whether moving every cell by `shift` maps the lattice onto itself.
    pub const fn is_translation(self, shift: Cell) -> bool {
        self.kind_of(shift) == 0
    }

    /// Returns the translation that moves `cells` to the standard place: first row 0, and leftmost cell at 0,
    /// or further right where the kind of the cells requires it. Equal shapes move to equal cells.
    pub fn shift_to_origin(self, cells: &[Cell]) -> Cell {
        let left = cells.iter().map(|cell| cell.x).min().unwrap_or(0);
        let top = cells.iter().map(|cell| cell.y).min().unwrap_or(0);
        let mut shift = Cell::new(-left, -top);
        while !self.is_translation(shift) {
            shift.x += 1;
        }
        shift
    }
}

impl std::fmt::Display for Lattice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests;

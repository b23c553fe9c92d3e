//! Boards with joined sides: cylinders and tori.
//!
//! Cells keep the coordinates of the flat rectangle. A cell beyond a joined side is the same as one of the
//! rectangle, its *home*. Pieces go on across joined sides, so a piece may look like several parts on the
//! flat rectangle.

use std::fmt;

use crate::lattice::{Cell, Corner, Lattice, Symmetry};

/// Which sides of a rectangle are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wrap {
    /// Left and right.
    Cylinder,
    /// Left and right, and top and bottom.
    Torus,
}

impl Wrap {
    /// Both of them.
    pub const ALL: &[Self] = &[Self::Cylinder, Self::Torus];

    /// Returns the word used in files and messages: `cylinder` or `torus`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cylinder => "cylinder",
            Self::Torus => "torus",
        }
    }

    /// Returns which sides are joined, as a clause.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Cylinder => "the left and right sides are joined",
            Self::Torus => "the left and right sides are joined, and so are top and bottom",
        }
    }
}

impl fmt::Display for Wrap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The joined sides of a rectangle, and its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Joined {
    pub(crate) wrap: Wrap,
    /// How many cells a row has.
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    /// How many cells further right a piece comes back at the top that leaves a torus at the bottom.
    shift: i32,
}

impl Joined {
    /// Joins the sides of a rectangle whose sides are in range, and whose shift is less than its columns.
    ///
    /// # Errors
    /// What must be even, and its number, if the cells on both sides of a seam would not meet edge to edge.
    pub(super) fn new(
        lattice: Lattice,
        columns: i32,
        rows: i32,
        wrap: Wrap,
        shift: i32,
    ) -> Result<Self, (&'static str, i32)> {
        if !lattice.is_translation(Cell::new(columns, 0)) {
            return Err(("columns", columns));
        }
        let joined = Self { wrap, columns, rows, shift };
        // Rows of hexagons are shifted alternately, triangles point up and down alternately.
        let below = joined.below(lattice);
        let is_even = lattice.is_translation(below) && (shift != 0 || lattice.moved_by(below).x == 0);
        if wrap == Wrap::Torus && !is_even {
            return Err(("rows", rows));
        }
        Ok(joined)
    }

    /// Returns the translation from a torus to its copy below.
    fn below(self, lattice: Lattice) -> Cell {
        Cell::new(lattice.row_start(self.rows) - self.shift, self.rows)
    }

    /// Returns how many cells a row has.
    pub fn columns(self) -> i32 {
        self.columns
    }

    /// Returns how many columns further right a piece comes back at the top that leaves a torus at the bottom.
    pub fn shift(self, lattice: Lattice) -> i32 {
        self.shift / lattice.cells_in_column()
    }

    /// Returns the columns and rows of the rectangle, as [`Region::wrapped`](super::Region::wrapped) takes
    /// them: a column may have several cells in each row.
    pub(crate) fn rectangle(self, lattice: Lattice) -> (i32, i32) {
        (self.columns / lattice.cells_in_column(), self.rows)
    }

    /// Returns how many cells the whole rectangle has.
    pub(super) fn area(self) -> i64 {
        i64::from(self.columns) * i64::from(self.rows)
    }

    /// Returns the cell of the rectangle that is the same as this one. Beyond the open sides of a cylinder
    /// there is none, and only the column changes.
    pub(crate) fn home(self, lattice: Lattice, cell: Cell) -> Cell {
        let times = if self.wrap == Wrap::Torus { cell.y.div_euclid(self.rows) } else { 0 };
        let (below, left) = (self.below(lattice), lattice.row_start(cell.y - times * self.rows));
        let column = cell.x - times * below.x - left;
        Cell::new(left + column.rem_euclid(self.columns), cell.y - times * self.rows)
    }

    /// Returns the same corner for all corners that joined sides make one.
    pub(crate) fn home_corner(self, lattice: Lattice, corner: Corner) -> Corner {
        let (width, below) = self.corner_sides(lattice);
        let times = if self.wrap == Wrap::Torus { corner.y.div_euclid(below.y) } else { 0 };
        Corner::new((corner.x - times * below.x).rem_euclid(width), corner.y - times * below.y)
    }

    /// Returns in units of corners the width of the rectangle, and the way to the copy below.
    fn corner_sides(self, lattice: Lattice) -> (i32, Corner) {
        let below = lattice.moved_by(self.below(lattice));
        (lattice.moved_by(Cell::new(self.columns, 0)).x, Corner::new(below.x, below.y))
    }

    /// Returns a cell in coordinates in which neighbours across a seam are near each other, as on a flattened
    /// tube.
    pub fn folded_cell(self, lattice: Lattice, cell: Cell) -> (i32, i32) {
        let home = self.home(lattice, cell);
        self.folded((home.x - lattice.row_start(home.y), home.y), (self.columns, self.rows))
    }

    /// As [`Self::folded_cell`], for a corner.
    pub fn folded_corner(self, lattice: Lattice, corner: Corner) -> (i32, i32) {
        let home = self.home_corner(lattice, corner);
        let (width, below) = self.corner_sides(lattice);
        self.folded((home.x, home.y), (width, below.y))
    }

    fn folded(self, (x, y): (i32, i32), (width, height): (i32, i32)) -> (i32, i32) {
        let fold = |at: i32, length: i32| if 2 * at < length { 2 * at } else { 2 * (length - at) - 1 };
        (fold(x, width), if self.wrap == Wrap::Torus { fold(y, height) } else { y })
    }

    /// Returns whether a turn or reflection maps cells that are the same to cells that are the same.
    pub(super) fn allows(self, lattice: Lattice, symmetry: Symmetry) -> bool {
        let origin = Cell::default();
        let from = lattice.apply(symmetry, origin);
        let is_kept = |period: Cell| {
            let moved = lattice.apply(symmetry, period).since(from);
            self.home(lattice, moved) == self.home(lattice, origin)
        };
        is_kept(Cell::new(self.columns, 0)) && (self.wrap == Wrap::Cylinder || is_kept(self.below(lattice)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{PuzzleError, Region};

    fn joined(lattice: Lattice, columns: u32, rows: u32, wrap: Wrap) -> Region {
        Region::wrapped(lattice, columns, rows, wrap).expect("a region")
    }

    #[test]
    fn neighbours_are_found_across_every_seam() {
        for &lattice in Lattice::ALL {
            for &wrap in Wrap::ALL {
                let region = joined(lattice, 6, 4, wrap);
                for &cell in region.cells() {
                    assert_eq!(region.home(cell), cell);
                    let sides = lattice.neighbours(cell).count();
                    let near = lattice.neighbours(cell).filter(|&near| region.index_of(near).is_some());
                    let at_rim = cell.y == 0 || cell.y == 3;
                    let is_whole = near.count() == sides;
                    assert!(is_whole || (at_rim && wrap == Wrap::Cylinder), "{lattice} {wrap} {cell:?}");
                    for near in lattice.neighbours(cell).filter(|&near| region.index_of(near).is_some()) {
                        let back =
                            lattice.neighbours(region.home(near)).any(|back| region.home(back) == cell);
                        assert!(back, "{lattice} {wrap} {cell:?} {near:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_torus_has_a_corner_for_every_cell_of_squares() {
        let corners = |region: &Region| {
            let all = region.cells().iter().flat_map(|&cell| region.corners(cell));
            all.collect::<std::collections::BTreeSet<Corner>>().len()
        };
        // By Euler's formula: as many corners and cells as edges.
        assert_eq!(corners(&joined(Lattice::Square, 5, 3, Wrap::Torus)), 15);
        assert_eq!(corners(&joined(Lattice::Hex, 5, 4, Wrap::Torus)), 40);
        assert_eq!(corners(&joined(Lattice::Triangle, 6, 4, Wrap::Torus)), 12);
        assert_eq!(corners(&joined(Lattice::Square, 5, 3, Wrap::Cylinder)), 20);
        assert_eq!(corners(&joined(Lattice::Square, 5, 3, Wrap::Torus).flat()), 24);
    }

    #[test]
    fn symmetries_come_with_every_translation() {
        for (lattice, columns, rows, wrap, expected) in [
            (Lattice::Square, 5, 3, Wrap::Torus, 4 * 15),
            (Lattice::Square, 4, 4, Wrap::Torus, 8 * 16),
            (Lattice::Square, 5, 3, Wrap::Cylinder, 4 * 5),
            (Lattice::Hex, 5, 4, Wrap::Torus, 4 * 20),
            (Lattice::Triangle, 6, 4, Wrap::Torus, 4 * 12),
            (Lattice::Triangle, 6, 1, Wrap::Cylinder, 4 * 3),
        ] {
            let region = joined(lattice, columns, rows, wrap);
            let all = region.symmetries();
            assert_eq!(all.len(), expected, "{lattice} {columns} x {rows} {wrap}");
            assert_eq!(all[0], (Symmetry::IDENTITY, Cell::default()));
            for (symmetry, shift) in all {
                let moved = region.cells().iter().map(|&cell| lattice.apply(symmetry, cell).shifted(shift));
                assert_eq!(region.at_home(moved), region.cells());
            }
        }
    }

    #[test]
    fn folded_places_are_different_and_neighbours_are_near() {
        for &lattice in Lattice::ALL {
            let region = joined(lattice, 8, 6, Wrap::Torus);
            let joined = region.joined().expect("a torus");
            let place = |&cell: &Cell| joined.folded_cell(lattice, cell);
            let places: std::collections::BTreeSet<_> = region.cells().iter().map(place).collect();
            let column = lattice.cells_in_column().unsigned_abs();
            assert_eq!(places.len(), 48 * column as usize);
            for &cell in region.cells() {
                for near in lattice.neighbours(cell) {
                    let ((x, y), (left, top)) = (place(&cell), place(&near));
                    assert!(
                        x.abs_diff(left) <= 4 * column && y.abs_diff(top) <= 2,
                        "{lattice} {cell:?} {near:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn odd_numbers_of_alternate_cells_are_refused() {
        let refused = |lattice, columns, rows, wrap| match Region::wrapped(lattice, columns, rows, wrap) {
            Err(PuzzleError::NoWrap { side, .. }) => Some(side),
            result => result.map(|_| None).expect("no other error"),
        };
        for &wrap in Wrap::ALL {
            assert_eq!(refused(Lattice::Square, 5, 3, wrap), None);
            assert_eq!(refused(Lattice::Triangle, 5, 4, wrap), Some("columns"));
        }
        assert_eq!(refused(Lattice::Hex, 5, 3, Wrap::Cylinder), None);
        assert_eq!(refused(Lattice::Hex, 5, 3, Wrap::Torus), Some("rows"));
        assert_eq!(refused(Lattice::Triangle, 6, 3, Wrap::Torus), Some("rows"));
        assert_eq!(refused(Lattice::Triangle, 6, 3, Wrap::Cylinder), None);
    }
}

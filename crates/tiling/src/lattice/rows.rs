//! Rows of equal triangles between straight lines, of which the cells of several lattices are made.
//!
//! A hexagon is two half hexagons of three triangles each, a rhomb of 60 degrees two triangles. Seams along the lines
//! between rows, and along the sides of triangles within a row, are straight.

use super::{Cell, Corner, Lattice, Symmetry};

/// The triangles of which the cells of a lattice are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Triangles {
    /// The lattice on which they are drawn: its cells are triangles, or halves of them.
    pub lattice: Lattice,
    /// How many units of its corners a unit of the other lattice is, and how far they are moved sideways.
    pub(super) scale: i32,
    pub(super) moved: i32,
    /// Whether rows lie upright before they are turned, so that they are columns.
    pub(super) upright: bool,
}

/// One triangle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowTriangle {
    /// Its cells, on [`Triangles::lattice`].
    pub cells: Vec<Cell>,
    /// Where it is in each of the [`Triangles::directions`].
    pub places: [RowPlace; 3],
}

/// Where a triangle is, seen in one direction.
///
/// Ordered as triangles are read: by row, then along it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowPlace {
    /// The row, counted down or to the right.
    pub row: i32,
    /// The place in its row; one more for the triangle that shares an edge with it.
    pub along: i32,
}

impl RowPlace {
    /// Returns whether its third edge is shared with the triangle at this place in the next row, not in the one before.
    pub const fn has_edge_below(self) -> bool {
        (self.row + self.along) % 2 == 0
    }
}

impl Lattice {
    /// Returns the triangles of which its cells are made; none where they are not.
    pub const fn triangles(self) -> Option<Triangles> {
        self.table().triangles
    }

    /// The lattice whose cells are drafters.
    pub const DRAFTERS: Self = Self::Kisrhombille;

    /// Returns whether its cells are made of drafters.
    pub const fn has_drafters(self) -> bool {
        self.table().drafters
    }

    /// Returns the drafters of which a cell is made, on [`Lattice::DRAFTERS`]: two of a kite, a drafter itself; none on
    /// other lattices. All their edges lie on lines that no drafter interrupts.
    pub fn drafters(self, cell: Cell) -> Vec<Cell> {
        if self.has_drafters() {
            Triangles { scale: 1, ..Triangles::UPRIGHT }.cells_of(self, cell)
        } else {
            Vec::new()
        }
    }
}

impl Triangles {
    /// Those of a lattice whose cells are triangles.
    pub(super) const LEVEL: Self = Self { lattice: Lattice::Triangle, scale: 1, moved: 0, upright: false };

    /// Those of a lattice with hexagons that have a corner on top.
    pub(super) const UPRIGHT: Self =
        Self { lattice: Lattice::Kisrhombille, scale: 2, moved: 0, upright: true };

    /// Returns how many degrees rows are turned from level, clockwise, in each of three directions.
    pub fn directions(&self) -> [u32; 3] {
        let from = if self.upright { 270 } else { 180 };
        self.turns().map(|turn| (from - turn.degrees(self.lattice)) % 180)
    }

    /// Returns the edge of a cell of [`Triangles::lattice`], where a triangle has the edge 1.
    pub fn edge(&self) -> f64 {
        1.0 / f64::from(self.scale)
    }

    /// Returns the triangles of which a cell of the lattice `of` is made.
    ///
    /// # Panics
    /// If the cells of `of` are not made of these triangles.
    pub fn of_cell(&self, of: Lattice, cell: Cell) -> Vec<RowTriangle> {
        let mut triangles: Vec<RowTriangle> = Vec::new();
        for cell in self.cells_of(of, cell) {
            let turns = self.turns();
            let rows = turns.map(|turn| self.middle(turn, &[cell]).0);
            match triangles.iter_mut().find(|of| of.places.map(|place| place.row) == rows) {
                Some(triangle) => triangle.cells.push(cell),
                None => {
                    let places = rows.map(|row| RowPlace { row, along: 0 });
                    triangles.push(RowTriangle { cells: vec![cell], places });
                }
            }
        }
        for triangle in &mut triangles {
            for (place, turn) in triangle.places.iter_mut().zip(self.turns()) {
                place.along = self.middle(turn, &triangle.cells).1;
            }
        }
        triangles
    }

    /// The turns after which rows lie level, or upright.
    fn turns(&self) -> [Symmetry; 3] {
        let mut turns = self.lattice.symmetries();
        std::array::from_fn(|_| turns.next().expect("a lattice of triangles has six turns"))
    }

    /// The row of some cells of one triangle after a turn, and if they are all its cells the place in it.
    fn middle(&self, turn: Symmetry, cells: &[Cell]) -> (i32, i32) {
        let corners = cells.iter().flat_map(|&cell| self.lattice.corners(self.lattice.apply(turn, cell)));
        let (count, x, y) = corners.fold((0, 0, 0), |all, at| (all.0 + 1, all.1 + at.x, all.2 + at.y));
        if self.upright {
            (x.div_euclid(2 * count), y.div_euclid(2 * count))
        } else {
            (y.div_euclid(count), x.div_euclid(count) - 1)
        }
    }

    /// The cells whose middle is inside of a cell of the other lattice.
    fn cells_of(&self, of: Lattice, cell: Cell) -> Vec<Cell> {
        let at = |corner: Corner| Corner::new(self.scale * corner.x + self.moved, self.scale * corner.y);
        let corners: Vec<Corner> = of.corners(cell).map(at).collect();
        let is_inside = |cell: &Cell| {
            let (x, y) = self.lattice.corners(*cell).fold((0, 0), |sum, at| (sum.0 + at.x, sum.1 + at.y));
            let next = corners.iter().cycle().skip(1);
            corners.iter().zip(next).all(|(a, b)| (b.x - a.x) * (y - 3 * a.y) > (b.y - a.y) * (x - 3 * a.x))
        };
        let mut found: Vec<Cell> = self.lattice.cells_at(corners[0]).into_iter().filter(is_inside).collect();
        let mut next = 0;
        while let Some(&cell) = found.get(next) {
            next += 1;
            for near in self.lattice.neighbours(cell).filter(is_inside) {
                if !found.contains(&near) {
                    found.push(near);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// What cells are made of has their area, no triangle is part of two, and triangles that follow one another in a row share
    /// an edge, as do those of two rows that say so.
    #[test]
    fn cells_are_made_of_triangles_in_rows() {
        for (lattice, each) in [
            (Lattice::Triangle, vec![1, 1]),
            (Lattice::Hex, vec![6]),
            (Lattice::Rhombille, vec![2, 2, 2]),
            (Lattice::Trihexagonal, vec![6, 1, 1]),
        ] {
            let triangles = lattice.triangles().expect("made of triangles");
            let mut all: BTreeMap<[RowPlace; 3], Vec<Cell>> = BTreeMap::new();
            let cells = (-6..6).flat_map(|x| (-4..4).map(move |y| Cell::new(x, y)));
            for cell in cells {
                let parts = triangles.of_cell(lattice, cell);
                assert_eq!(parts.len(), each[lattice.kind_of(cell)], "{lattice} {cell:?}");
                let area: f64 = parts
                    .iter()
                    .flat_map(|part| &part.cells)
                    .map(|&part| triangles.lattice.cell_area(part) * triangles.edge() * triangles.edge())
                    .sum();
                assert!((area - lattice.cell_area(cell)).abs() < 1e-9, "{lattice} {cell:?}");
                for part in parts {
                    assert_eq!(all.insert(part.places, part.cells), None, "{lattice} {cell:?}");
                }
            }
            let touch = |a: &[Cell], b: &[Cell]| {
                a.iter().any(|&cell| triangles.lattice.neighbours(cell).any(|near| b.contains(&near)))
            };
            let mut pairs = 0;
            for direction in 0..3 {
                let at: BTreeMap<RowPlace, &Vec<Cell>> =
                    all.iter().map(|(places, cells)| (places[direction], cells)).collect();
                for (&place, cells) in &at {
                    let after = RowPlace { along: place.along + 1, ..place };
                    let below = RowPlace { row: place.row + 1, ..place };
                    for (near, shares) in [(after, true), (below, place.has_edge_below())] {
                        if let Some(other) = at.get(&near) {
                            assert_eq!(touch(cells, other), shares, "{lattice} {direction} {place:?}");
                            pairs += 1;
                        }
                    }
                }
            }
            assert!(pairs > 200, "{lattice} {pairs}");
        }
        for lattice in [Lattice::Square, Lattice::Tetrakis, Lattice::Kite, Lattice::Kisrhombille] {
            assert_eq!(lattice.triangles(), None);
        }
    }

    #[test]
    fn kites_are_two_drafters() {
        for kind in 0..6 {
            let kite = Cell::new(6 * 4 + kind, -3);
            let drafters = Lattice::Kite.drafters(kite);
            let area: f64 = drafters.iter().map(|&cell| Lattice::Kisrhombille.cell_area(cell)).sum();
            assert_eq!(drafters.len(), 2);
            assert!((area - Lattice::Kite.cell_area(kite)).abs() < 1e-9);
        }
        assert_eq!(Lattice::Kisrhombille.drafters(Cell::new(5, 2)), [Cell::new(5, 2)]);
        assert_eq!(Lattice::Hex.drafters(Cell::new(5, 2)), []);
    }

    #[test]
    fn directions_are_those_of_the_lines() {
        let of = |lattice: Lattice| lattice.triangles().expect("made of triangles").directions();
        assert_eq!(of(Lattice::Triangle), [0, 120, 60]);
        assert_eq!(of(Lattice::Hex), [90, 30, 150]);
    }
}

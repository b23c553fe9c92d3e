//! Traces equal shapes once: the rings around the cells, and the place for a label.
//!
//! The results are those of [`trace`] and [`label`]. They are moved for equal shapes elsewhere, because most
//! tilings have many copies of a few shapes.

use std::collections::BTreeMap;

use super::label::Twelfths;
use super::{label, trace};
use piecework_tiling::lattice::{Cell, Corner, Lattice};

/// The border of connected cells, on integers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stencil {
    /// See [`trace::rings`].
    pub(super) rings: Vec<Vec<Corner>>,
    /// See [`label::place_in_cells`].
    pub(super) label: Twelfths,
}

impl Stencil {
    /// Traces cells in reading order.
    pub(super) fn new(lattice: Lattice, cells: &[Cell]) -> Self {
        Self { rings: trace::rings(lattice, cells), label: label::place_in_cells(lattice, cells) }
    }

    fn moved(&self, columns: i32, rows: i32) -> Self {
        let corner = |&Corner { x, y }: &Corner| Corner::new(x + columns, y + rows);
        let rings = self.rings.iter().map(|ring| ring.iter().map(corner).collect()).collect();
        let (x, y) = (i64::from(columns), i64::from(rows));
        Self { rings, label: (self.label.0 + label::PARTS * x, self.label.1 + label::PARTS * y) }
    }
}

/// A cache of stencils.
#[derive(Debug)]
pub(super) struct Stencils {
    lattice: Lattice,
    /// Keyed by cells in the standard place.
    known: BTreeMap<Vec<Cell>, Stencil>,
}

impl Stencils {
    /// Returns an empty cache.
    pub(super) fn new(lattice: Lattice) -> Self {
        Self { lattice, known: BTreeMap::new() }
    }

    /// Returns the stencil of cells in reading order.
    pub(super) fn of(&mut self, cells: &[Cell]) -> Stencil {
        let Self { lattice, known } = self;
        let shift = lattice.shift_to_origin(cells);
        let home: Vec<Cell> = cells.iter().map(|cell| cell.shifted(shift)).collect();
        let step = |there: Option<Corner>, here: Option<Corner>| {
            there.zip(here).map_or((0, 0), |(there, here)| (there.x - here.x, there.y - here.y))
        };
        let first = |cells: &[Cell]| cells.first().and_then(|&cell| lattice.corners(cell).next());
        let (columns, rows) = step(first(cells), first(&home));
        let stencil = known.entry(home).or_insert_with_key(|home| Stencil::new(*lattice, home));
        stencil.moved(columns, rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::polyform::Shape;

    #[test]
    fn copies_have_the_same_result_as_tracing_each() {
        let forms: [(Lattice, &[&str]); 3] = [
            (Lattice::Square, &["###.", "#.##", "###."]),
            (Lattice::Hex, &["# #", " #"]),
            (Lattice::Triangle, &["####"]),
        ];
        for (lattice, rows) in forms {
            let shape = Shape::from_rows(lattice, rows.iter().copied()).expect("a shape");
            let mut stencils = Stencils::new(lattice);
            for shift in [Cell::new(0, 0), Cell::new(4, -2), Cell::new(-7, 3), Cell::new(5, 5)] {
                for symmetry in lattice.symmetries() {
                    let form = shape.moved(symmetry);
                    let cells: Vec<Cell> = form.cells().iter().map(|cell| cell.shifted(shift)).collect();
                    assert!(lattice.is_translation(shift));
                    assert_eq!(stencils.of(&cells), Stencil::new(lattice, &cells), "{lattice} {cells:?}");
                }
            }
            assert!(stencils.known.len() <= lattice.symmetries().count(), "each form once");
        }
    }
}

//! A tiling of a torus laid over the plane: it repeats without end, and a rectangle of it is cut out.

use std::collections::{BTreeMap, BTreeSet};

use crate::lattice::Cell;
use crate::polyform::connected_parts;
use crate::puzzle::{PuzzleError, Region, Wrap};

use super::{Tiling, infer_tiling};

impl Tiling {
    /// Returns so many columns and rows of a torus as a tiling of a flat rectangle; none if it is no whole
    /// torus. Pieces go on from each to the next. What lies over the edge of all is cut off: parts of a piece
    /// that are not connected are pieces of their own. Cells that are empty stay so.
    ///
    /// # Errors
    /// [`PuzzleError`] for a rectangle that is too large.
    ///
    /// # Panics
    /// Never: copies of a tiling of a torus cover the plane once.
    pub fn unrolled(&self, columns: u32, rows: u32) -> Option<Result<Self, PuzzleError>> {
        let region = self.puzzle().region();
        region.is_whole_torus().then(|| {
            let whole = region.repeated(columns, rows)?;
            let groups = self.copies(&whole);
            Ok(infer_tiling(self.puzzle().name(), self.lattice(), groups)
                .expect("copies cover the plane once"))
        })
    }

    /// The cells of every piece of the plane that are in a flat region.
    fn copies(&self, whole: &Region) -> Vec<Vec<Cell>> {
        let (lattice, region) = (self.lattice(), self.puzzle().region());
        let flat: Vec<Vec<Cell>> = self.placements().iter().map(|laid| self.in_one_piece(laid)).collect();
        let places = flat.iter().enumerate().flat_map(|(placement, cells)| {
            cells.iter().map(move |&cell| (region.home(cell), (placement, cell)))
        });
        let place_of: BTreeMap<Cell, (usize, Cell)> = places.collect();
        let mut left: BTreeSet<Cell> = whole.cells().iter().copied().collect();
        let mut groups = Vec::new();
        while let Some(&cell) = left.first() {
            let Some(&(placement, from)) = place_of.get(&region.home(cell)) else {
                // It stays empty.
                left.remove(&cell);
                continue;
            };
            let copy = flat[placement].iter().map(|of| of.since(from).shifted(cell));
            let mut inside: Vec<Cell> = copy.filter(|cell| left.remove(cell)).collect();
            inside.sort_unstable();
            let parts = connected_parts(lattice, &inside);
            let mut of_parts = vec![Vec::new(); parts.iter().max().map_or(0, |most| most + 1)];
            inside.into_iter().zip(parts).for_each(|(cell, part)| of_parts[part].push(cell));
            groups.extend(of_parts);
        }
        groups
    }
}

impl Region {
    /// Returns whether it is a rectangle of which all opposite sides are joined, with all its cells.
    pub fn is_whole_torus(&self) -> bool {
        let is_whole = |sides: (i32, i32)| {
            let (columns, rows) = (sides.0 * self.lattice().cells_in_column(), sides.1);
            self.area() as i64 == i64::from(columns) * i64::from(rows) && self.optional().is_empty()
        };
        self.wrap() == Some(Wrap::Torus) && self.sides().is_some_and(is_whole)
    }

    /// Returns the columns and rows of a board with joined sides.
    fn sides(&self) -> Option<(i32, i32)> {
        self.joined().map(|joined| joined.rectangle(self.lattice()))
    }

    /// Returns the flat rectangle of so many columns and rows of a board with joined sides.
    ///
    /// # Errors
    /// [`PuzzleError`] for one that is too large.
    pub(super) fn repeated(&self, columns: u32, rows: u32) -> Result<Self, PuzzleError> {
        let (width, height) =
            self.sides().map_or((0, 0), |(width, height)| (width.unsigned_abs(), height.unsigned_abs()));
        Self::rectangle(self.lattice(), width.saturating_mul(columns), height.saturating_mul(rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;
    use crate::polyform::{Freedom, Shape};
    use crate::puzzle::{Count, Piece, Puzzle};
    use std::sync::Arc;

    /// The tiling of a torus by one piece at these places.
    fn torus(lattice: Lattice, sides: (u32, u32), shape: &[Cell], placements: &[&[Cell]]) -> Tiling {
        let shape = Shape::new(lattice, shape.to_vec()).expect("a shape");
        let piece = Piece { name: "piece".into(), shape, freedom: Freedom::Free, count: Count::ANY };
        let region = Region::wrapped(lattice, sides.0, sides.1, Wrap::Torus).expect("a torus");
        let puzzle = Arc::new(Puzzle::new("torus", region, vec![piece]).expect("a puzzle"));
        Tiling::new(&puzzle, placements.iter().map(|cells| (0, cells.to_vec()))).expect("a tiling")
    }

    #[test]
    fn pieces_go_on_across_joined_sides_and_are_cut_at_the_edge() {
        let domino = |x: i32, y: i32| [Cell::new(x, y), Cell::new((x + 1) % 4, y)];
        let dominoes = [domino(0, 0), domino(2, 0), domino(1, 1), domino(3, 1), domino(0, 2), domino(2, 2)];
        let torus = torus(Lattice::Square, (4, 3), &domino(0, 0), &dominoes.each_ref().map(|of| &of[..]));
        let flat = torus.unrolled(2, 2).expect("a torus").expect("small");
        assert_eq!((flat.puzzle().region().area(), flat.gaps().len()), (8 * 6, 0));
        let whole = flat.placements().iter().filter(|laid| laid.cells.len() == 2).count();
        // In the middle row of each torus one lies over both ends.
        assert_eq!((whole, flat.placements().len() - whole), (2 * (4 + 3 + 4), 2 * 2));
    }

    #[test]
    fn every_lattice_repeats() {
        for &lattice in Lattice::ALL {
            let region = Region::rectangle(lattice, 4, 2).expect("a rectangle");
            let torus = torus(lattice, (4, 2), region.cells(), &[region.cells()]);
            let flat = torus.unrolled(2, 3).expect("a torus").expect("small");
            assert_eq!(flat.puzzle().region().area(), 6 * region.area(), "{lattice}");
            assert_eq!(flat.placements().len(), 6, "{lattice}: copies of the whole board");
        }
    }
}

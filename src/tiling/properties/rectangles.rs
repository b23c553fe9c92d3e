//! Finds the rectangles inside a tiling that whole pieces cover. Only square lattices have any.

use super::Survey;
use crate::lattice::Cell;

/// A rectangle of squares that whole pieces cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InnerRectangle {
    /// Its top left cell.
    pub corner: Cell,
    /// Its width in cells.
    pub columns: u32,
    /// Its height in cells.
    pub rows: u32,
}

impl InnerRectangle {
    /// Returns its number of cells.
    #[must_use]
    pub const fn area(self) -> u64 {
        self.columns as u64 * self.rows as u64
    }
}

impl Survey<'_> {
    /// Finds the rectangles that two or more placements cover exactly, except the whole board, in reading order of their
    /// corners, then by width and height. Empty if cells are not squares.
    #[must_use]
    pub fn rectangles(&self) -> Vec<InnerRectangle> {
        if !self.lattice.is_rectilinear() {
            return Vec::new();
        }
        self.tiling.puzzle().region().cells().iter().flat_map(|&corner| self.rectangles_at(corner)).collect()
    }

    fn rectangles_at(&self, corner: Cell) -> Vec<InnerRectangle> {
        if !self.is_open(corner, (-1, 0)) {
            return Vec::new();
        }
        let whole = self.tiling.puzzle().region().area() as u64;
        let alone = self.owner(corner).map_or(0, |owner| self.tiling.placements()[owner].cells.len() as u64);
        let mut found = Vec::new();
        let mut columns = 1;
        while self.is_open(corner.shifted(Cell::new(columns - 1, 0)), (0, -1)) {
            let rows = self.heights(corner, columns);
            let rectangles = rows.into_iter().map(|rows| InnerRectangle {
                corner,
                columns: columns.unsigned_abs(),
                rows: rows.unsigned_abs(),
            });
            found.extend(rectangles.filter(|one| one.area() > alone && one.area() < whole));
            columns += 1;
        }
        found
    }

    /// Returns the heights of rectangles of this width that no placement crosses.
    fn heights(&self, corner: Cell, columns: i32) -> Vec<i32> {
        let at = |column: i32, row: i32| corner.shifted(Cell::new(column, row));
        let sides_are_open = |row: &i32| {
            let inner_is_covered = (0..columns).all(|column| self.owner(at(column, *row)).is_some());
            inner_is_covered
                && self.is_open(at(0, *row), (-1, 0))
                && self.is_open(at(columns - 1, *row), (1, 0))
        };
        let closed_below = |row: i32| (0..columns).all(|column| self.is_open(at(column, row), (0, 1)));
        (0..).take_while(sides_are_open).filter(|&row| closed_below(row)).map(|row| row + 1).collect()
    }

    /// Returns whether a covered cell and the one at this step from it belong to different placements.
    fn is_open(&self, cell: Cell, (x, y): (i32, i32)) -> bool {
        self.owner(cell).is_some_and(|owner| self.owner(cell.shifted(Cell::new(x, y))) != Some(owner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;
    use crate::support::tiling;

    /// Checks every rectangle, cell by cell.
    fn by_brute_force(survey: &Survey<'_>, side: i32) -> Vec<InnerRectangle> {
        let mut found = Vec::new();
        let region = survey.tiling().puzzle().region();
        let one = |corner: Cell, columns: i32, rows: i32| {
            let inside = |cell: &Cell| {
                (corner.x..corner.x + columns).contains(&cell.x)
                    && (corner.y..corner.y + rows).contains(&cell.y)
            };
            let placements = survey.tiling().placements().iter();
            let whole: Vec<usize> = placements
                .filter(|placement| placement.cells.iter().all(inside))
                .map(|placement| placement.cells.len())
                .collect();
            let covered: usize = whole.iter().sum();
            let area = usize::try_from(columns * rows).expect("small");
            whole.len() > 1 && covered == area && area < region.area()
        };
        for &corner in region.cells() {
            for (columns, rows) in (1..=side).flat_map(|columns| (1..=side).map(move |rows| (columns, rows)))
            {
                if one(corner, columns, rows) {
                    let [columns, rows] = [columns, rows].map(i32::unsigned_abs);
                    found.push(InnerRectangle { corner, columns, rows });
                }
            }
        }
        found
    }

    #[test]
    fn rectangles_are_those_that_brute_force_finds() {
        for (text, count) in [
            ("AAB\nABB", 0),
            ("AABB\nAABB", 0),
            ("AABBC\nAABBC", 2),
            ("ABB\nACD\nEED", 0),
            ("AAB\nABB\nCCC\nDDD", 3),
            ("AAXBB\nAA.BB", 0),
            ("AABB\n.CDD", 3),
            ("ABCD\nABCD", 5),
        ] {
            let tiling = tiling(Lattice::Square, text);
            let survey = Survey::new(&tiling);
            assert_eq!(survey.rectangles(), by_brute_force(&survey, 6), "{text}");
            assert_eq!(survey.rectangles().len(), count, "{text}");
        }
    }

    #[test]
    fn triangles_and_hexagons_have_none() {
        for (lattice, text) in [(Lattice::Triangle, "ABCC\nABDD"), (Lattice::Hex, "A B\n A B")] {
            assert!(Survey::new(&tiling(lattice, text)).rectangles().is_empty());
        }
    }
}

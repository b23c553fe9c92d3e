//! Finds the rectangles inside a tiling that whole pieces cover. Only square lattices have any.

use super::Survey;
use crate::lattice::Cell;

/// A rectangle of squares that whole pieces cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
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
    pub const fn area(self) -> u64 {
        self.columns as u64 * self.rows as u64
    }
}

impl Survey<'_> {
    /// Finds the rectangles that two or more placements cover exactly, except the whole board, in reading
    /// order of their corners, then by width and height. None if cells are not squares. There can be as many
    /// as the square of the number of cells, so they are not kept.
    pub fn rectangles(&self) -> impl Iterator<Item = InnerRectangle> + '_ {
        let cells = if self.lattice.is_rectilinear() { self.tiling.puzzle().region().cells() } else { &[] };
        let runs = Runs::of(self, cells);
        (0..cells.len()).flat_map(move |corner| self.rectangles_at(corner, &runs))
    }

    fn rectangles_at(&self, corner: usize, runs: &Runs) -> Vec<InnerRectangle> {
        if runs.left[corner] == 0 {
            return Vec::new();
        }
        let region = self.tiling.puzzle().region();
        let whole = region.area() as u64;
        let alone = self.owners[corner].map_or(0, |owner| self.tiling.placements()[owner].cells.len() as u64);
        let one = |columns: u32, rows: u32| InnerRectangle { corner: region.cells()[corner], columns, rows };
        let mut found = Vec::new();
        let mut last = Some(corner);
        for columns in 1..=runs.top[corner] {
            let Some(right) = last else { break };
            let rows = runs.heights(corner, right, columns).map(|rows| one(columns, rows));
            found.extend(rows.filter(|one| one.area() > alone && one.area() < whole));
            last = runs.beside[right];
        }
        found
    }

    /// Returns whether a covered cell and the one at this step from it belong to different placements.
    fn is_open(&self, cell: Cell, (x, y): (i32, i32)) -> bool {
        self.owner(cell).is_some_and(|owner| self.owner(cell.shifted(Cell::new(x, y))) != Some(owner))
    }
}

/// For each cell of the region, how far things go on from it, counted in cells: a rectangle is then checked
/// by looking at its left column alone.
struct Runs {
    /// The cell to the right, and the one below.
    beside: Vec<Option<usize>>,
    below: Vec<Option<usize>>,
    /// To the right: cells that are covered, that have an open edge above, that have one below.
    covered: Vec<u32>,
    top: Vec<u32>,
    bottom: Vec<u32>,
    /// Downwards: cells that have an open edge on their left, and on their right.
    left: Vec<u32>,
    right: Vec<u32>,
}

impl Runs {
    fn of(survey: &Survey<'_>, cells: &[Cell]) -> Self {
        let at = |x, y| -> Vec<Option<usize>> {
            let region = survey.tiling.puzzle().region();
            cells.iter().map(|cell| region.index_of(cell.shifted(Cell::new(x, y)))).collect()
        };
        let (beside, below) = (at(1, 0), at(0, 1));
        // Cells are in reading order, so what follows a cell is known before it.
        let run = |next: &[Option<usize>], open: &dyn Fn(Cell) -> bool| {
            let mut lengths = vec![0; cells.len()];
            for (i, &cell) in cells.iter().enumerate().rev() {
                if open(cell) {
                    lengths[i] = 1 + next[i].map_or(0, |next| lengths[next]);
                }
            }
            lengths
        };
        Self {
            covered: run(&beside, &|cell| survey.owner(cell).is_some()),
            top: run(&beside, &|cell| survey.is_open(cell, (0, -1))),
            bottom: run(&beside, &|cell| survey.is_open(cell, (0, 1))),
            left: run(&below, &|cell| survey.is_open(cell, (-1, 0))),
            right: run(&below, &|cell| survey.is_open(cell, (1, 0))),
            beside,
            below,
        }
    }

    /// Returns the heights of rectangles with this left and right cell at the top that no placement crosses.
    fn heights(&self, left: usize, right: usize, columns: u32) -> impl Iterator<Item = u32> {
        let sides = self.left[left].min(self.right[right]);
        let column = std::iter::successors(Some(left), |&cell| self.below[cell]);
        let covered = column.take_while(move |&cell| self.covered[cell] >= columns);
        let rows = (1..=sides).zip(covered);
        rows.filter(move |&(_, cell)| self.bottom[cell] >= columns).map(|(rows, _)| rows)
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
            ("AABB\nA..B\nCCDD", 1),
        ] {
            let tiling = tiling(Lattice::Square, text);
            let survey = Survey::new(&tiling);
            let found: Vec<InnerRectangle> = survey.rectangles().collect();
            assert_eq!(found, by_brute_force(&survey, 6), "{text}");
            assert_eq!(found.len(), count, "{text}");
        }
    }

    #[test]
    fn triangles_and_hexagons_have_none() {
        for (lattice, text) in [(Lattice::Triangle, "ABCC\nABDD"), (Lattice::Hex, "A B\n A B")] {
            assert_eq!(Survey::new(&tiling(lattice, text)).rectangles().count(), 0);
        }
    }
}

//! The quilt as a table: which patch each cell belongs to.
//!
//! Columns and rows begin at 0 in the top left corner of the rectangle around what is sewn. Cells have a
//! patch or are outside; those with a patch are connected. Only [`Lines`] decides which cuts may be sewn.

use super::error::PiecingError;
use super::grid::{CellRect, CutLine, Stretch};
use super::lines::Lines;
use super::options::Outside;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::Tiling;

/// Whether quilts of a lattice have plans of straight seams; for those who do not want to look for a tiling
/// in vain.
///
/// # Errors
/// [`PiecingError::NoRectangles`] where cells are not squares.
pub fn needs_squares(lattice: Lattice) -> Result<(), PiecingError> {
    if lattice.is_rectilinear() { Ok(()) } else { Err(PiecingError::NoRectangles { lattice }) }
}

/// What one patch is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BoardPatch {
    /// Which placement of the tiling; none for background.
    pub(super) placement: Option<usize>,
    /// The name of its piece.
    pub(super) piece: String,
}

/// What a square of several patches is called.
pub(super) const UNIT: &str = "unit";

/// The owner of cells that are not sewn.
pub(super) const OUTSIDE: usize = usize::MAX;

/// The patch of every cell.
#[derive(Debug, Clone)]
pub(super) struct PatchGrid {
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Row by row.
    owners: Vec<usize>,
    pub(super) patches: Vec<BoardPatch>,
    lines: Lines,
    /// For each corner of a cell how many cells with a patch lie above it and to the left; row by row.
    counts: Vec<usize>,
    /// Stops the planning.
    pub(super) stop: StopFlag,
}

impl PatchGrid {
    /// The same, planned until it is stopped.
    pub(super) fn until(self, stop: &StopFlag) -> Self {
        Self { stop: stop.clone(), ..self }
    }

    /// The board of a tiling; what no piece covers is outside or becomes background.
    pub(super) fn of(tiling: &Tiling, outside: Outside) -> Result<Self, PiecingError> {
        needs_squares(tiling.lattice())?;
        let mut sketch = Sketch::of(tiling);
        match outside {
            Outside::Open => sketch.refuse_parts()?,
            Outside::Background => sketch.fill(),
        }
        Ok(sketch.finish())
    }

    /// The board of squares at rows and columns, each of one patch of a tiling or a unit of several.
    pub(super) fn of_squares<'a>(
        tiling: &Tiling,
        squares: impl Iterator<Item = (&'a (i32, i32), Option<usize>)>,
    ) -> Result<Self, PiecingError> {
        let squares: Vec<(Cell, Option<usize>)> =
            squares.map(|(&(row, column), patch)| (Cell::new(column, row), patch)).collect();
        let mut patches = Sketch::patches_of(tiling);
        let mut owned = Vec::new();
        for (cell, patch) in squares {
            owned.push((cell, Some(patch.unwrap_or(patches.len()))));
            patches.extend(patch.is_none().then(|| BoardPatch { placement: None, piece: UNIT.into() }));
        }
        let sketch = Sketch::with(&owned, patches);
        sketch.refuse_parts()?;
        Ok(sketch.finish())
    }

    fn new(columns: usize, owners: Vec<usize>, patches: Vec<BoardPatch>) -> Self {
        let rows = owners.len() / columns;
        let lines = Lines::of(columns, rows, |x, y| owners[y * columns + x] != OUTSIDE);
        let mut counts = vec![0; (columns + 1) * (rows + 1)];
        for (cell, &owner) in owners.iter().enumerate() {
            let at = (cell / columns) * (columns + 1) + cell % columns;
            let before = counts[at + 1] + counts[at + columns + 1] - counts[at];
            counts[at + columns + 2] = before + usize::from(owner != OUTSIDE);
        }
        Self { columns, rows, owners, patches, lines, counts, stop: StopFlag::never() }
    }

    /// What lies in a rectangle, as a board of its own.
    pub(super) fn part(&self, rect: CellRect) -> Self {
        let rows = rect.top..rect.bottom();
        let owners = rows.flat_map(|y| (rect.left..rect.right()).map(move |x| self.owner(x, y)));
        Self::new(rect.columns, owners.collect(), self.patches.clone()).until(&self.stop)
    }

    /// The patch of a cell, or [`OUTSIDE`].
    pub(super) fn owner(&self, column: usize, row: usize) -> usize {
        self.owners[row * self.columns + column]
    }

    /// The patch of a cell, if it has one.
    pub(super) fn patch_at(&self, column: usize, row: usize) -> Option<usize> {
        Some(self.owner(column, row)).filter(|&owner| owner != OUTSIDE)
    }

    /// The rectangle around it.
    pub(super) const fn whole(&self) -> CellRect {
        CellRect { left: 0, top: 0, columns: self.columns, rows: self.rows }
    }

    /// Whether no cell is outside.
    pub(super) fn is_full(&self) -> bool {
        self.cells_in(self.whole()) == self.owners.len()
    }

    /// How many cells of a rectangle have a patch.
    pub(super) fn cells_in(&self, rect: CellRect) -> usize {
        let upto = |column: usize, row: usize| self.counts[row * (self.columns + 1) + column];
        upto(rect.right(), rect.bottom()) + upto(rect.left, rect.top)
            - upto(rect.left, rect.bottom())
            - upto(rect.right(), rect.top)
    }

    /// The smallest rectangle with the same cells; one without cells becomes empty.
    pub(super) fn shrunk(&self, mut rect: CellRect) -> CellRect {
        let cells = self.cells_in(rect);
        let same = |other: CellRect| self.cells_in(other) == cells;
        while rect.rows > 0 && same(CellRect { rows: rect.rows - 1, ..rect }) {
            rect.rows -= 1;
        }
        while rect.rows > 0 && same(CellRect { top: rect.top + 1, rows: rect.rows - 1, ..rect }) {
            (rect.top, rect.rows) = (rect.top + 1, rect.rows - 1);
        }
        while rect.columns > 0 && same(CellRect { columns: rect.columns - 1, ..rect }) {
            rect.columns -= 1;
        }
        while rect.columns > 0 && same(CellRect { left: rect.left + 1, columns: rect.columns - 1, ..rect }) {
            (rect.left, rect.columns) = (rect.left + 1, rect.columns - 1);
        }
        rect
    }

    /// The length of the seam that joins what a rectangle falls into along a line; none if no such seam is
    /// sewn.
    pub(super) fn seam(&self, cut: CutLine, rect: CellRect) -> Option<usize> {
        match cut {
            CutLine::Row(row) => self.seam_along_row(row, rect.left, rect.right()),
            CutLine::Column(column) => self.seam_along_column(column, rect.top, rect.bottom()),
        }
    }

    /// The seam above a row, from one column to before another.
    pub(super) fn seam_along_row(&self, row: usize, left: usize, right: usize) -> Option<usize> {
        self.lines.above(row).seam(left, right)
    }

    /// The seam on the left of a column, from one row to before another.
    pub(super) fn seam_along_column(&self, column: usize, top: usize, bottom: usize) -> Option<usize> {
        self.lines.before(column).seam(top, bottom)
    }

    /// The stretches of that seam, as they follow one another.
    pub(super) fn stretches(&self, cut: CutLine, rect: CellRect) -> Vec<Stretch> {
        let (upright, line, stretches) = match cut {
            CutLine::Row(row) => (false, row, self.lines.above(row).stretches(rect.left, rect.right())),
            CutLine::Column(column) => {
                (true, column, self.lines.before(column).stretches(rect.top, rect.bottom()))
            }
        };
        stretches.into_iter().map(|(from, to)| Stretch { upright, line, from, to }).collect()
    }

    /// The length of the outline, holes included, in edges of a cell.
    pub(super) fn outline(&self) -> usize {
        let touching = |lines: usize, seam: &dyn Fn(usize) -> usize| (1..lines).map(seam).sum::<usize>();
        let level = touching(self.rows, &|row| self.lines.above(row).sewn(0, self.columns));
        let upright = touching(self.columns, &|column| self.lines.before(column).sewn(0, self.rows));
        4 * self.cells_in(self.whole()) - 2 * (level + upright)
    }
}

/// A board of which some cells may still be empty.
struct Sketch {
    columns: usize,
    owners: Vec<Option<usize>>,
    patches: Vec<BoardPatch>,
    origin: Cell,
}

impl Sketch {
    fn of(tiling: &Tiling) -> Self {
        let mut owned: Vec<(Cell, Option<usize>)> = tiling.gaps().iter().map(|&cell| (cell, None)).collect();
        for (index, placement) in tiling.placements().iter().enumerate() {
            owned.extend(placement.cells.iter().map(|&cell| (cell, Some(index))));
        }
        Self::with(&owned, Self::patches_of(tiling))
    }

    /// The placements of a tiling.
    fn patches_of(tiling: &Tiling) -> Vec<BoardPatch> {
        let patch = |(index, placement)| BoardPatch {
            placement: Some(index),
            piece: tiling.piece_of(placement).name.clone(),
        };
        tiling.placements().iter().enumerate().map(patch).collect()
    }

    /// The sketch of squares with their patches; none for those that may be empty.
    fn with(owned: &[(Cell, Option<usize>)], patches: Vec<BoardPatch>) -> Self {
        let extent = |at: fn(&Cell) -> i32| {
            let of = || owned.iter().map(|(cell, _)| at(cell));
            let (least, most) = of().min().zip(of().max()).expect("a region has cells");
            (least, steps(least, most) + 1)
        };
        let ((left, columns), (top, rows)) = (extent(|cell| cell.x), extent(|cell| cell.y));
        let mut owners = vec![None; columns * rows];
        for (cell, patch) in owned {
            owners[steps(top, cell.y) * columns + steps(left, cell.x)] = *patch;
        }
        Self { columns, owners, patches, origin: Cell::new(left, top) }
    }

    fn first_empty(&self) -> Option<usize> {
        self.owners.iter().position(Option::is_none)
    }

    /// The cells that are connected with a cell, itself included: empty ones with an empty one, others with
    /// another.
    fn around(&self, start: usize) -> Vec<usize> {
        let (columns, rows) = (self.columns, self.owners.len() / self.columns);
        let (mut found, mut seen) = (vec![start], vec![false; self.owners.len()]);
        seen[start] = true;
        let mut next = 0;
        while let Some(&cell) = found.get(next) {
            next += 1;
            let (x, y) = (cell % columns, cell / columns);
            let near = [
                (x > 0).then(|| cell - 1),
                (x + 1 < columns).then(|| cell + 1),
                (y > 0).then(|| cell - columns),
                (y + 1 < rows).then(|| cell + columns),
            ];
            for near in near.into_iter().flatten() {
                let alike = self.owners[near].is_none() == self.owners[start].is_none();
                if alike && !std::mem::replace(&mut seen[near], true) {
                    found.push(near);
                }
            }
        }
        found
    }

    /// Refuses pieces that do not are connected: no seam joins them.
    fn refuse_parts(&self) -> Result<(), PiecingError> {
        let covered = |cell: &usize| self.owners[*cell].is_some();
        let mut cells = (0..self.owners.len()).filter(covered);
        let Some(first) = cells.next() else { return Ok(()) };
        let mut together = vec![false; self.owners.len()];
        self.around(first).into_iter().for_each(|cell| together[cell] = true);
        let Some(apart) = cells.find(|&cell| !together[cell]) else { return Ok(()) };
        let at = |offset: usize| i32::try_from(offset).unwrap_or(i32::MAX);
        let (x, y) = (at(apart % self.columns), at(apart / self.columns));
        Err(PiecingError::Apart { x: self.origin.x + x, y: self.origin.y + y })
    }

    /// Makes every empty part a patch of background.
    fn fill(&mut self) {
        while let Some(empty) = self.first_empty() {
            for cell in self.around(empty) {
                self.owners[cell] = Some(self.patches.len());
            }
            self.patches.push(BoardPatch { placement: None, piece: "background".into() });
        }
    }

    fn finish(self) -> PatchGrid {
        let owners = self.owners.into_iter().map(|owner| owner.unwrap_or(OUTSIDE)).collect();
        PatchGrid::new(self.columns, owners, self.patches)
    }
}

/// How far it is from one coordinate to another that is not less.
fn steps(from: i32, to: i32) -> usize {
    usize::try_from(to - from).expect("no cell lies before the first")
}

#[cfg(test)]
impl PatchGrid {
    /// The board of a picture: letters that are connected are a patch, points are outside.
    pub(super) fn drawn(rows: &[&str]) -> Self {
        let letters: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
        let (columns, mut patches) = (rows[0].len(), Vec::new());
        let mut owners: Vec<usize> = vec![OUTSIDE; letters.len()];
        for first in (0..letters.len()).filter(|&cell| letters[cell] != '.') {
            if owners[first] != OUTSIDE {
                continue;
            }
            let alike = letters.iter().map(|&letter| (letter != letters[first]).then_some(0)).collect();
            let sketch = Sketch { columns, owners: alike, patches: Vec::new(), origin: Cell::new(0, 0) };
            sketch.around(first).into_iter().for_each(|cell| owners[cell] = patches.len());
            patches.push(BoardPatch { placement: None, piece: letters[first].into() });
        }
        Self::new(columns, owners, patches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    fn tiling(lattice: Lattice, rows: &[&str]) -> Tiling {
        let grids = read_letter_grids(lattice, &rows.join("\n"), &Limits::default()).expect("a good text");
        infer_from_grid("test", &grids[0]).expect("a tiling")
    }

    #[track_caller]
    fn refused(lattice: Lattice, rows: &[&str], code: &str, message: &str) {
        use piecework_tiling::fault::Fault;
        let error = PatchGrid::of(&tiling(lattice, rows), Outside::Open).unwrap_err();
        assert_eq!((error.code(), error.to_string().as_str()), (code, message), "{rows:?}");
    }

    #[test]
    fn what_cannot_be_sewn_together_is_refused_by_name() {
        let hex = "hexagons form no rectangles; a plan of these needs squares";
        refused(Lattice::Hex, &["A A"], "E1510", hex);
        refused(
            Lattice::Square,
            &["AA.", "..B"],
            "E1517",
            "the piece at (2, 1) touches no other along an edge; no seam joins it to the quilt",
        );
    }

    #[test]
    fn other_outlines_have_their_cells_counted() {
        let board =
            PatchGrid::of(&tiling(Lattice::Square, &["..A", "BBA", "B.A"]), Outside::Open).expect("a board");
        assert_eq!((board.is_full(), board.cells_in(board.whole()), board.outline()), (false, 6, 14));
        assert_eq!((board.patch_at(1, 0), board.patch_at(0, 2)), (None, Some(1)));
        let rect = |left, top, columns, rows| CellRect { left, top, columns, rows };
        assert_eq!(board.shrunk(rect(0, 0, 2, 3)), rect(0, 1, 2, 2));
        assert_eq!(board.shrunk(rect(1, 2, 2, 1)), rect(2, 2, 1, 1));
        assert_eq!(board.shrunk(rect(0, 0, 2, 1)).cells(), 0);
        let ring = PatchGrid::drawn(&["AAB", "C.B", "CDD"]);
        assert_eq!((ring.patches.len(), ring.outline()), (4, 16));
    }

    #[test]
    fn what_is_empty_becomes_background() {
        let tiling = tiling(Lattice::Square, &[".AA", "A.A", "AA."]);
        let board = PatchGrid::of(&tiling, Outside::Background).expect("a board");
        assert_eq!((board.columns, board.rows, board.patches.len()), (3, 3, 5), "2 pieces, 3 of background");
        assert_eq!(board.owner(1, 1), 3);
        assert_eq!(board.patches[3], BoardPatch { placement: None, piece: "background".into() });
    }
}

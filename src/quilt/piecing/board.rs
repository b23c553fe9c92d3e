//! The quilt as a table: which patch each cell belongs to.
//!
//! In: a tiling of squares. Out: a [`Board`] without holes. Always holds: columns and rows begin at 0 at the top left
//! corner of the rectangle around the region, and every cell has a patch. What a seam is, is not known here.

use super::{Outside, PiecingError, needs_squares};
use crate::lattice::Cell;
use crate::tiling::Tiling;

/// Cells in a rectangle; columns and rows count from the top left corner of the quilt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
pub struct CellRect {
    /// The first column.
    pub left: usize,
    /// The first row.
    pub top: usize,
    /// How many columns.
    pub columns: usize,
    /// How many rows.
    pub rows: usize,
}

impl CellRect {
    /// The column behind the last.
    #[must_use]
    pub const fn right(self) -> usize {
        self.left + self.columns
    }

    /// The row behind the last.
    #[must_use]
    pub const fn bottom(self) -> usize {
        self.top + self.rows
    }

    /// How many cells.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.columns * self.rows
    }

    /// The shorter side and the longer, in cells: how a rectangle is cut, whichever way it lies.
    #[must_use]
    pub fn sides(self) -> (usize, usize) {
        (self.columns.min(self.rows), self.columns.max(self.rows))
    }

    /// Where it stands in the order in which a page is read.
    pub(super) const fn place(self) -> (usize, usize) {
        (self.top, self.left)
    }
}

/// What one patch is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BoardPatch {
    /// Which placement of the tiling; none for background.
    pub(super) placement: Option<usize>,
    /// The name of its piece.
    pub(super) piece: String,
}

/// The patch of every cell.
#[derive(Debug, Clone)]
pub(super) struct Board {
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Row by row.
    owners: Vec<usize>,
    pub(super) patches: Vec<BoardPatch>,
}

impl Board {
    /// The board of a tiling; what no piece covers is refused or becomes background.
    pub(super) fn of(tiling: &Tiling, outside: Outside) -> Result<Self, PiecingError> {
        needs_squares(tiling.lattice())?;
        let mut sketch = Sketch::of(tiling);
        match (sketch.first_empty(), outside) {
            (None, _) => {}
            (Some(empty), Outside::Refuse) => return Err(sketch.refusal(tiling, empty)),
            (Some(_), Outside::Background) => sketch.fill(),
        }
        Ok(sketch.finish())
    }

    /// The patch of a cell.
    pub(super) fn owner(&self, column: usize, row: usize) -> usize {
        self.owners[row * self.columns + column]
    }

    /// All of it.
    pub(super) const fn whole(&self) -> CellRect {
        CellRect { left: 0, top: 0, columns: self.columns, rows: self.rows }
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
        let cells = tiling.puzzle().region().cells();
        let extent = |at: fn(&Cell) -> i32| {
            let (least, most) = (cells.iter().map(at).min(), cells.iter().map(at).max());
            let (least, most) = least.zip(most).expect("a region has cells");
            (least, steps(least, most) + 1)
        };
        let ((left, columns), (top, rows)) = (extent(|cell| cell.x), extent(|cell| cell.y));
        let mut owners = vec![None; columns * rows];
        for (index, placement) in tiling.placements().iter().enumerate() {
            for cell in &placement.cells {
                owners[steps(top, cell.y) * columns + steps(left, cell.x)] = Some(index);
            }
        }
        let patch = |(index, placement)| BoardPatch {
            placement: Some(index),
            piece: tiling.piece_of(placement).name.clone(),
        };
        let patches = tiling.placements().iter().enumerate().map(patch).collect();
        Self { columns, owners, patches, origin: Cell::new(left, top) }
    }

    fn first_empty(&self) -> Option<usize> {
        self.owners.iter().position(Option::is_none)
    }

    /// The empty cells that hang together with an empty one, itself included, and whether they reach the rim.
    fn around(&self, start: usize) -> (Vec<usize>, bool) {
        let (columns, rows) = (self.columns, self.owners.len() / self.columns);
        let (mut found, mut seen, mut at_rim) = (vec![start], vec![false; self.owners.len()], false);
        seen[start] = true;
        let mut next = 0;
        while let Some(&cell) = found.get(next) {
            next += 1;
            let (x, y) = (cell % columns, cell / columns);
            at_rim |= x == 0 || y == 0 || x + 1 == columns || y + 1 == rows;
            let near = [
                (x > 0).then(|| cell - 1),
                (x + 1 < columns).then(|| cell + 1),
                (y > 0).then(|| cell - columns),
                (y + 1 < rows).then(|| cell + columns),
            ];
            for near in near.into_iter().flatten() {
                if self.owners[near].is_none() && !std::mem::replace(&mut seen[near], true) {
                    found.push(near);
                }
            }
        }
        (found, at_rim)
    }

    /// Why an empty cell is in the way.
    fn refusal(&self, tiling: &Tiling, empty: usize) -> PiecingError {
        let at = |offset: usize| i32::try_from(offset).unwrap_or(i32::MAX);
        let x = self.origin.x + at(empty % self.columns);
        let y = self.origin.y + at(empty / self.columns);
        if tiling.gaps().contains(&Cell::new(x, y)) {
            PiecingError::Gap { x, y }
        } else if self.around(empty).1 {
            PiecingError::NotARectangle { x, y }
        } else {
            PiecingError::Hole { x, y }
        }
    }

    /// Makes every empty part a patch of background.
    fn fill(&mut self) {
        while let Some(empty) = self.first_empty() {
            for cell in self.around(empty).0 {
                self.owners[cell] = Some(self.patches.len());
            }
            self.patches.push(BoardPatch { placement: None, piece: "background".into() });
        }
    }

    fn finish(self) -> Board {
        let owners: Vec<usize> = self.owners.into_iter().flatten().collect();
        Board { columns: self.columns, rows: owners.len() / self.columns, owners, patches: self.patches }
    }
}

/// How far it is from one coordinate to another that is not less.
fn steps(from: i32, to: i32) -> usize {
    usize::try_from(to - from).expect("no cell lies before the first")
}

#[cfg(test)]
impl Board {
    /// The board of a picture: letters that hang together are a patch.
    pub(super) fn drawn(rows: &[&str]) -> Self {
        let letters: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
        let mut board = Sketch {
            columns: rows[0].len(),
            owners: vec![None; letters.len()],
            patches: Vec::new(),
            origin: Cell::new(0, 0),
        };
        while let Some(first) = board.first_empty() {
            let other = |cell: usize| letters[cell] != letters[first];
            let hidden: Vec<usize> =
                (0..letters.len()).filter(|&i| board.owners[i].is_none() && other(i)).collect();
            hidden.iter().for_each(|&cell| board.owners[cell] = Some(usize::MAX));
            for cell in board.around(first).0 {
                board.owners[cell] = Some(board.patches.len());
            }
            hidden.iter().for_each(|&cell| board.owners[cell] = None);
            board.patches.push(BoardPatch { placement: None, piece: letters[first].into() });
        }
        board.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;
    use crate::limits::Limits;
    use crate::tiling::{infer_from_grid, read_letter_grids};

    fn tiling(lattice: Lattice, rows: &[&str]) -> Tiling {
        let grids = read_letter_grids(lattice, &rows.join("\n"), &Limits::default()).expect("a good text");
        infer_from_grid("test", &grids[0]).expect("a tiling")
    }

    #[track_caller]
    fn refused(lattice: Lattice, rows: &[&str], code: &str, message: &str) {
        use crate::fault::Fault;
        let error = Board::of(&tiling(lattice, rows), Outside::Refuse).unwrap_err();
        assert_eq!((error.code(), error.to_string().as_str()), (code, message), "{rows:?}");
    }

    #[test]
    fn what_is_no_rectangle_is_refused_by_name() {
        let hex =
            "hexagons have no lines that run from edge to edge; straight seams need squares or triangles";
        refused(Lattice::Hex, &["A A"], "E1510", hex);
        let hole = "the region has a hole at (1, 1); straight seams alone cannot close a ring";
        refused(Lattice::Square, &["AAA", "A.A", "AAB"], "E1512", hole);
        // A hole that touches the rim at a corner only is one.
        refused(
            Lattice::Square,
            &["AAA.", "A.AA", "AAAA"],
            "E1513",
            "the region is no rectangle: cell (3, 0) is outside",
        );
        refused(
            Lattice::Square,
            &["AA", "A."],
            "E1513",
            "the region is no rectangle: cell (1, 1) is outside",
        );
    }

    #[test]
    fn what_is_empty_becomes_background() {
        let tiling = tiling(Lattice::Square, &[".AA", "A.A", "AA."]);
        let board = Board::of(&tiling, Outside::Background).expect("a board");
        assert_eq!((board.columns, board.rows, board.patches.len()), (3, 3, 5), "2 pieces, 3 of background");
        assert_eq!(board.owner(1, 1), 3);
        assert_eq!(board.patches[3], BoardPatch { placement: None, piece: "background".into() });
    }
}

//! Rectangles of cells, seams along their edges, and the lines that cut them in two.

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
    pub const fn right(self) -> usize {
        self.left + self.columns
    }

    /// The row behind the last.
    pub const fn bottom(self) -> usize {
        self.top + self.rows
    }

    /// How many cells.
    pub const fn cells(self) -> usize {
        self.columns * self.rows
    }

    /// Whether a cell is inside.
    pub(super) const fn has(self, column: usize, row: usize) -> bool {
        self.left <= column && column < self.right() && self.top <= row && row < self.bottom()
    }

    /// The shorter side and the longer, in cells: how a rectangle is cut, in either orientation.
    pub fn sides(self) -> (usize, usize) {
        (self.columns.min(self.rows), self.columns.max(self.rows))
    }

    /// Where it stands in the order in which a page is read.
    pub(super) const fn place(self) -> (usize, usize) {
        (self.top, self.left)
    }
}

/// A straight piece of a seam, in cells from the top left corner of the quilt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Stretch {
    /// Whether the line is upright.
    pub upright: bool,
    /// The column to the right of the line, or the row below it.
    pub line: usize,
    /// Where it begins: a row if it is upright, else a column.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
}

/// The straight line along which a rectangle falls into two, in cells from the top left corner of the quilt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CutLine {
    /// Between two rows: the row below.
    Row(usize),
    /// Between two columns: the column to the right.
    Column(usize),
}

impl CutLine {
    /// The two parts of `rect`: above and below, or left and right.
    pub(super) const fn parts(self, rect: CellRect) -> (CellRect, CellRect) {
        match self {
            CutLine::Row(row) => (
                CellRect { rows: row - rect.top, ..rect },
                CellRect { top: row, rows: rect.bottom() - row, ..rect },
            ),
            CutLine::Column(column) => (
                CellRect { columns: column - rect.left, ..rect },
                CellRect { left: column, columns: rect.right() - column, ..rect },
            ),
        }
    }

    /// Every cut of `rect`, rows first, from the top and from the left.
    pub(super) fn all(rect: CellRect) -> impl Iterator<Item = CutLine> {
        let rows = (rect.top + 1..rect.bottom()).map(CutLine::Row);
        rows.chain((rect.left + 1..rect.right()).map(CutLine::Column))
    }
}

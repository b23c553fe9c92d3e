//! Why a quilt has no plan of straight seams.

use crate::fault::{Category, Fault};
use crate::lattice::Lattice;

/// Why a quilt has no plan of straight seams.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PiecingError {
    /// No seam of this lattice runs straight across a quilt.
    #[error("{} have no lines that run from edge to edge; straight seams need squares or triangles", .lattice.cell_name())]
    NoRectangles {
        /// The lattice of the tiling.
        lattice: Lattice,
    },
    /// A cell of the region is covered by no piece.
    #[error("cell ({x}, {y}) is empty; no straight seam may cross a gap")]
    Gap {
        /// The column of the cell.
        x: i32,
        /// The row of the cell.
        y: i32,
    },
    /// The quilt falls apart: nothing is sewn at a corner.
    #[error("the piece at ({x}, {y}) touches no other along an edge; no seam joins it to the quilt")]
    Apart {
        /// The column of the first cell that does not hang together with the first of all.
        x: i32,
        /// The row of the cell.
        y: i32,
    },
    /// A part of the quilt without a line along which all of it could be sewn.
    #[error(
        "no line through the {columns} x {rows} cells from column {column}, row {row} is sewn from end to end: along each of \
         them both sides go on beyond a seam"
    )]
    NoSeam {
        /// The first column of the smallest such part, from 1.
        column: usize,
        /// Its first row, from 1.
        row: usize,
        /// How many columns wide it is.
        columns: usize,
        /// How many rows high.
        rows: usize,
    },
    /// The table of all rectangles would take too much memory.
    #[error("{columns} x {rows} cells hold `{found}` rectangles; at most `{allowed}` can be compared")]
    TooLarge {
        /// Columns of the quilt.
        columns: usize,
        /// Rows of the quilt.
        rows: usize,
        /// How many rectangles there are in it, of any size at any place.
        found: u64,
        /// How many there may be.
        allowed: u64,
    },
    /// No direction has rows of triangles that are not broken.
    #[error("the row of triangles before ({x}, {y}) is broken, and so is one in every other direction")]
    BrokenRow {
        /// The column of the first cell behind the break.
        x: i32,
        /// Its row.
        y: i32,
    },
    /// A block of nothing.
    #[error("a block of `0` rectangles is none; allowed 1 or more")]
    EmptyBlock,
}

impl Fault for PiecingError {
    fn code(&self) -> &'static str {
        match self {
            PiecingError::NoRectangles { .. } => "E1510",
            PiecingError::Gap { .. } => "E1511",
            PiecingError::TooLarge { .. } => "E1514",
            PiecingError::EmptyBlock => "E1515",
            PiecingError::BrokenRow { .. } => "E1516",
            PiecingError::Apart { .. } => "E1517",
            PiecingError::NoSeam { .. } => "E1518",
        }
    }

    fn category(&self) -> Category {
        match self {
            PiecingError::TooLarge { .. } => Category::Limit,
            _ => Category::Input,
        }
    }

    fn found(&self) -> Option<String> {
        match self {
            PiecingError::NoRectangles { lattice } => Some(lattice.name().to_owned()),
            PiecingError::Gap { x, y } | PiecingError::BrokenRow { x, y } | PiecingError::Apart { x, y } => {
                Some(format!("({x}, {y})"))
            }
            PiecingError::NoSeam { column, row, .. } => Some(format!("column {column}, row {row}")),
            PiecingError::TooLarge { found, .. } => Some(found.to_string()),
            PiecingError::EmptyBlock => Some("0".to_owned()),
        }
    }

    fn allowed(&self) -> Option<String> {
        match self {
            PiecingError::TooLarge { allowed, .. } => Some(allowed.to_string()),
            PiecingError::EmptyBlock => Some("1 or more".to_owned()),
            _ => None,
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            PiecingError::NoRectangles { .. } => {
                Some("use templates, and set the corners in or sew over papers".into())
            }
            PiecingError::Gap { .. } | PiecingError::Apart { .. } | PiecingError::NoSeam { .. } => {
                Some("fill what is empty with background cloth, or use templates".into())
            }
            PiecingError::BrokenRow { .. } => Some("use templates, or sew the quilt in parts".into()),
            PiecingError::TooLarge { .. } => Some("make the quilt of several parts".into()),
            PiecingError::EmptyBlock => None,
        }
    }
}

//! Cells drawn as text, one character a cell, and read back.
//!
//! | lattice | where a cell stands in its row |
//! | --- | --- |
//! | square | every column |
//! | hex | every second column, each row moved by one against the row above, as hexagons lie |
//! | triangle | every column; a triangle points up where row + column is even |
//!
//! Rows and columns count from 0. A picture keeps shapes, not places: what is printed and read back is a translate of
//! what was there.

use super::{Cell, Lattice};
use crate::fault::Fault;
use crate::limits::Limit;

/// A picture this large still keeps every coordinate far from overflow.
const MOST_COLUMNS: u64 = Limit::RegionSide.ceiling();

/// Characters at cells, in reading order, as drawn in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    marks: Vec<(Cell, char)>,
}

/// Why a text is no picture of cells.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// A tabulator has no width that two programs agree on.
    #[error("row {row}, column {column}: a tabulator; use spaces")]
    Tabulator {
        /// Row, from 1.
        row: usize,
        /// Column, from 1.
        column: usize,
    },
    /// A character stands between two hexagons.
    #[error("row {row}, column {column}: `{found}` stands between two hexagons; row + column must be even")]
    BetweenCells {
        /// Row, from 1.
        row: usize,
        /// Column, from 1.
        column: usize,
        /// The character found there.
        found: char,
    },
    /// More rows or columns than any region may have.
    #[error("the picture is larger than {limit} rows or columns")]
    TooLarge {
        /// The most rows or columns there may be.
        limit: u64,
    },
}

impl Fault for PictureError {
    fn code(&self) -> &'static str {
        match self {
            PictureError::Tabulator { .. } => "E0401",
            PictureError::BetweenCells { .. } => "E0402",
            PictureError::TooLarge { .. } => "E0403",
        }
    }

    fn found(&self) -> Option<String> {
        match self {
            PictureError::Tabulator { .. } => Some("U+0009".into()),
            PictureError::BetweenCells { found, .. } => Some(crate::text::shown(&found.to_string())),
            PictureError::TooLarge { .. } => None,
        }
    }

    fn allowed(&self) -> Option<String> {
        match self {
            PictureError::TooLarge { limit } => Some(format!("1 to {limit}")),
            _ => None,
        }
    }
}

impl Picture {
    /// Reads rows of characters; blanks (space) are no cells, every other character is one.
    ///
    /// # Errors
    /// [`PictureError`], with row and column counted from 1.
    pub fn read<'a>(lattice: Lattice, rows: impl IntoIterator<Item = &'a str>) -> Result<Self, PictureError> {
        let mut marks = Vec::new();
        for (row, text) in rows.into_iter().enumerate() {
            for (column, found) in text.chars().enumerate() {
                let place = (row + 1, column + 1);
                match found {
                    ' ' => continue,
                    '\t' => return Err(PictureError::Tabulator { row: place.0, column: place.1 }),
                    _ => {}
                }
                let (Some(y), Some(x)) = (small(row), small(column)) else {
                    return Err(PictureError::TooLarge { limit: MOST_COLUMNS });
                };
                let cell = cell_at(lattice, x, y).ok_or(PictureError::BetweenCells {
                    row: place.0,
                    column: place.1,
                    found,
                })?;
                marks.push((cell, found));
            }
        }
        Ok(Self { marks })
    }

    /// The marked cells with their characters, in reading order.
    #[must_use]
    pub fn marks(&self) -> &[(Cell, char)] {
        &self.marks
    }

    /// Draws cells with their characters; places between them become `blank` where a cell could stand, and a space
    /// where none could. Rows end at their last character.
    #[must_use]
    pub fn print(lattice: Lattice, marks: &[(Cell, char)], blank: char) -> Vec<String> {
        let Some(top) = marks.iter().map(|(cell, _)| cell.y).min() else { return Vec::new() };
        let bottom = marks.iter().map(|(cell, _)| cell.y).max().unwrap_or(top);
        let left = marks.iter().map(|&(cell, _)| column(lattice, cell)).min().unwrap_or(0);
        // The first row printed counts as row 0: keep the parity that tells hexagons and triangles apart.
        let left =
            if lattice != Lattice::Square && (left + top).rem_euclid(2) != 0 { left - 1 } else { left };
        let right = marks.iter().map(|&(cell, _)| column(lattice, cell)).max().unwrap_or(left);
        let mut rows: Vec<Vec<char>> = (top..=bottom)
            .map(|y| {
                (left..=right)
                    .map(|x| if cell_at(lattice, x - left, y - top).is_some() { blank } else { ' ' })
                    .collect()
            })
            .collect();
        for &(cell, mark) in marks {
            let (row, at) = ((cell.y - top).unsigned_abs(), (column(lattice, cell) - left).unsigned_abs());
            rows[row as usize][at as usize] = mark;
        }
        rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned()).collect()
    }
}

/// The column in which a cell is drawn; hexagons and triangles by the column of their corners.
fn column(lattice: Lattice, cell: Cell) -> i32 {
    match lattice {
        Lattice::Square | Lattice::Triangle => cell.x,
        Lattice::Hex => 2 * cell.x + cell.y,
    }
}

/// The cell drawn at a column and row, if one can stand there.
fn cell_at(lattice: Lattice, column: i32, row: i32) -> Option<Cell> {
    match lattice {
        Lattice::Square | Lattice::Triangle => Some(Cell::new(column, row)),
        Lattice::Hex => {
            let doubled = column - row;
            (doubled.rem_euclid(2) == 0).then(|| Cell::new(doubled.div_euclid(2), row))
        }
    }
}

fn small(index: usize) -> Option<i32> {
    if (index as u64) < MOST_COLUMNS { i32::try_from(index).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn round_trip(lattice: Lattice, rows: &[&str]) {
        let picture = Picture::read(lattice, rows.iter().copied()).expect("a good picture");
        let marks: Vec<(Cell, char)> = picture.marks().iter().copied().filter(|&(_, c)| c != '.').collect();
        assert_eq!(Picture::print(lattice, &marks, '.'), rows, "{lattice}");
    }

    #[test]
    fn what_is_read_prints_the_same() {
        round_trip(Lattice::Square, &["AAB", "ABB"]);
        round_trip(Lattice::Square, &[".#.", "###"]);
        round_trip(Lattice::Hex, &[". A B", " A A B", "C . D"]);
        round_trip(Lattice::Triangle, &["AAB.", ".ABB"]);
    }

    #[test]
    fn a_shifted_picture_prints_as_its_own_kind() {
        // One triangle pointing down stays pointing down: a blank stands before it.
        let down = [(Cell::new(4, 7), 'D')];
        assert_eq!(Picture::print(Lattice::Triangle, &down, '.'), [".D"]);
        let up = [(Cell::new(5, 7), 'U')];
        assert_eq!(Picture::print(Lattice::Triangle, &up, '.'), ["U"]);
    }

    #[test]
    fn bad_pictures_name_row_and_column() {
        let error = Picture::read(Lattice::Square, ["##", "#\t"]).unwrap_err();
        assert_eq!(error, PictureError::Tabulator { row: 2, column: 2 });
        let error = Picture::read(Lattice::Hex, ["# #", "#"]).unwrap_err();
        assert_eq!(error, PictureError::BetweenCells { row: 2, column: 1, found: '#' });
        let wide = |more: usize| "#".repeat(usize::try_from(MOST_COLUMNS).expect("small") + more);
        assert!(Picture::read(Lattice::Square, [wide(0).as_str()]).is_ok());
        let error = Picture::read(Lattice::Square, [wide(1).as_str()]).unwrap_err();
        assert_eq!(error, PictureError::TooLarge { limit: MOST_COLUMNS });
    }
}

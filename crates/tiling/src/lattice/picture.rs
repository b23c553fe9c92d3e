//! Draws cells as text, one character each, and reads them back.
//!
//! | lattice | where a cell is in its row |
//! | --- | --- |
//! | square | every column |
//! | hex | every second column, each row shifted by one from the row above |
//! | triangle | every column; a triangle points up where row + column is even |
//!
//! Rows and columns count from 0. A picture keeps shapes, not places: cells that are printed and read back
//! may be translated.

use super::{Cell, Corner, Lattice};
use crate::fault::fault;
use crate::limits::Limit;

/// With this limit, every coordinate is far from overflow.
const MOST_COLUMNS: u64 = Limit::RegionSide.ceiling();

/// Characters at cells, in reading order, as drawn in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    marks: Vec<(Cell, char)>,
}

fault! {
    /// Why a text is not a picture of cells. Rows and columns are counted from 1.
    #[derive(Clone, PartialEq, Eq)]
    pub enum PictureError {
        /// Programs disagree about the width of a tab.
        Tabulator { row: usize, column: usize } = E0401 {
            message("row {row}, column {column}: a tab; use spaces")
            found("U+0009")
        }
        BetweenCells { row: usize, column: usize, found: char } = E0402 {
            message("row {row}, column {column}: `{found}` is between two hexagons; row + column must be even")
            found("{found}", found = crate::text::shown(&found.to_string()))
        }
        TooLarge { limit: u64 } = E0403 {
            message("the picture has more than {limit} rows or columns")
            allowed("1 to {limit}")
        }
    }
}

impl Picture {
    /// Reads rows of characters. Every character other than a space is a cell.
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

    /// Returns the marked cells with their characters, in reading order.
    #[must_use]
    pub fn marks(&self) -> &[(Cell, char)] {
        &self.marks
    }

    /// Number of columns to put before `rows` so that the first character is where a cell is: 0 or 1.
    #[must_use]
    pub fn indent(lattice: Lattice, rows: &[&str]) -> usize {
        let first =
            rows.iter().enumerate().find_map(|(y, row)| Some((small(row.find(|c| c != ' ')?)?, small(y)?)));
        usize::from(first.is_some_and(|(x, y)| cell_at(lattice, x, y).is_none()))
    }

    /// Guesses the lattice of a text: hexagons if only every second place has a character, each row shifted
    /// by one from the row above; otherwise squares. Blank lines separate pictures.
    #[must_use]
    pub fn lattice_of(text: &str) -> Lattice {
        let mut side_by_side = false;
        let mut parity_of_picture = None;
        for (row, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                parity_of_picture = None;
                continue;
            }
            let places: Vec<usize> =
                line.chars().enumerate().filter(|&(_, mark)| mark != ' ').map(|(column, _)| column).collect();
            side_by_side |= places.len() > 1;
            for column in places {
                let parity = (row + column) % 2;
                if *parity_of_picture.get_or_insert(parity) != parity {
                    return Lattice::Square;
                }
            }
        }
        if side_by_side { Lattice::Hex } else { Lattice::Square }
    }

    /// Draws cells with their characters. Other places are `blank` where a cell could be, otherwise a space.
    /// Rows end at their last character.
    #[must_use]
    pub fn print(lattice: Lattice, marks: &[(Cell, char)], blank: char) -> Vec<String> {
        let Some(top) = marks.iter().map(|(cell, _)| cell.y).min() else { return Vec::new() };
        let bottom = marks.iter().map(|(cell, _)| cell.y).max().unwrap_or(top);
        let left = marks.iter().map(|&(cell, _)| column(lattice, cell)).min().unwrap_or(0);
        // The first row printed counts as row 0: cells must be drawn where cells of their kind are.
        let is_drawn = |&(cell, _): &(Cell, char)| {
            let drawn = cell_at(lattice, column(lattice, cell) - left, cell.y - top);
            drawn.is_some_and(|drawn| lattice.is_translation(drawn.since(cell)))
        };
        let left = if marks.first().is_some_and(is_drawn) { left } else { left - 1 };
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

/// Returns the column in which a cell is drawn: that of its origin.
fn column(lattice: Lattice, cell: Cell) -> i32 {
    lattice.origin(cell).x
}

/// Returns the cell drawn at a column and row, if there is one.
fn cell_at(lattice: Lattice, column: i32, row: i32) -> Option<Cell> {
    let height = lattice.origin(Cell::new(0, 1)).y;
    lattice.cell_with_origin(Corner::new(column, height * row))
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
        // A single triangle that points down keeps pointing down: it gets a leading blank.
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

//! Draws cells as text, one character each, and reads them back.
//!
//! | lattice | where a cell is in its row |
//! | --- | --- |
//! | square | every column |
//! | hex | every second column, each row shifted by one from the row above |
//! | triangle | every column; a triangle points up where row + column is even |
//! | others | the cells of a period at fixed places in a block of a few columns and rows |
//!
//! Rows and columns count from 0. A picture keeps shapes, not places: cells that are printed and read back
//! may be translated.

use super::{Cell, Lattice};
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
        BetweenCells { row: usize, column: usize, found: char, lattice: Lattice } = E0402 {
            message("row {row}, column {column}: `{found}` is between two {}", lattice.cell_name())
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
                let cell = lattice.cell_at_text(x, y).ok_or(PictureError::BetweenCells {
                    row: place.0,
                    column: place.1,
                    found,
                    lattice,
                })?;
                marks.push((cell, found));
            }
        }
        // Cells of one row may be drawn in several rows of text.
        marks.sort_unstable();
        Ok(Self { marks })
    }

    /// Returns the marked cells with their characters, in reading order.
    pub fn marks(&self) -> &[(Cell, char)] {
        &self.marks
    }

    /// Number of columns to put before `rows` so that the first character is where a cell is, less than the
    /// columns of a period.
    pub fn indent(lattice: Lattice, rows: &[&str]) -> usize {
        let first =
            rows.iter().enumerate().find_map(|(y, row)| Some((small(row.find(|c| c != ' ')?)?, small(y)?)));
        let Some((x, y)) = first else { return 0 };
        (0..lattice.text_period().0)
            .find(|more| lattice.cell_at_text(x + more, y).is_some())
            .map_or(0, |more| more.unsigned_abs() as usize)
    }

    /// Guesses the lattice of a text: hexagons if only every second place has a character, each row shifted
    /// by one from the row above; otherwise squares. Blank lines separate pictures.
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
    pub fn print(lattice: Lattice, marks: &[(Cell, char)], blank: char) -> Vec<String> {
        let places: Vec<(i32, i32)> = marks.iter().map(|&(cell, _)| lattice.text_place(cell)).collect();
        let Some((first, _)) = marks.first() else { return Vec::new() };
        let extent = |at: fn(&(i32, i32)) -> i32| {
            let (least, most) = (places.iter().map(at).min(), places.iter().map(at).max());
            least.zip(most).unwrap_or_default()
        };
        let ((mut left, right), (top, bottom)) = (extent(|place| place.0), extent(|place| place.1));
        let top = top - top.rem_euclid(lattice.text_period().1.1);
        // The first row printed counts as row 0: cells must be drawn where cells of their kind are.
        let (column, row) = places[0];
        let is_drawn = |left: i32| {
            let drawn = lattice.cell_at_text(column - left, row - top);
            drawn.is_some_and(|drawn| lattice.is_translation(drawn.since(*first)))
        };
        while !is_drawn(left) {
            left -= 1;
        }
        let is_cell = |x, y| lattice.cell_at_text(x - left, y - top).is_some();
        let place = |y| (left..=right).map(move |x| if is_cell(x, y) { blank } else { ' ' }).collect();
        let mut rows: Vec<Vec<char>> = (top..=bottom).map(place).collect();
        for (&(x, y), &(_, mark)) in places.iter().zip(marks) {
            rows[(y - top).unsigned_abs() as usize][(x - left).unsigned_abs() as usize] = mark;
        }
        rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned()).collect()
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
        round_trip(Lattice::Rhombille, &["A A", "BCAA", " B .", ".BBC"]);
        round_trip(Lattice::Tetrakis, &["A.BB", "A.BC"]);
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
        assert_eq!(
            error,
            PictureError::BetweenCells { row: 2, column: 1, found: '#', lattice: Lattice::Hex }
        );
        let wide = |more: usize| "#".repeat(usize::try_from(MOST_COLUMNS).expect("small") + more);
        assert!(Picture::read(Lattice::Square, [wide(0).as_str()]).is_ok());
        let error = Picture::read(Lattice::Square, [wide(1).as_str()]).unwrap_err();
        assert_eq!(error, PictureError::TooLarge { limit: MOST_COLUMNS });
    }
}

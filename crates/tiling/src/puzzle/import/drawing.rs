//! Reads a board that is drawn in a text file: `#` for a cell, `.` or a space for none.
//!
//! ```text
//! .##.##.
//! #######
//! .#####.
//! ..###..
//! ```
//!
//! Where its lattice is not known, it is a board of squares, or of hexagons if every second place is blank ([`Picture::lattice_of`]).

use crate::defect::{Defect, Defects, Place, ReadError};
use crate::lattice::{Cell, Lattice, Picture, PictureError};
use crate::limits::{Limit, Limits};
use crate::puzzle::{PuzzleError, PuzzleFileError, Region};
use crate::source::Source;

/// Reads a drawn board on a lattice, or on the one that it looks like.
///
/// # Errors
/// [`ReadError`] with every character that is no cell, or with what is wrong with the board.
///
/// # Examples
/// ```
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::puzzle::read_drawing;
/// use piecework_tiling::source::Source;
/// let board = read_drawing(&Source::new("cup.txt", "#.#\n###\n"), None, &Limits::default())?;
/// assert_eq!(board.area(), 5);
/// # Ok::<(), piecework_tiling::defect::ReadError>(())
/// ```
pub fn read_drawing(source: &Source, lattice: Option<Lattice>, limits: &Limits) -> Result<Region, ReadError> {
    let text = source.text();
    let mut defects = Defects::new(limits);
    let mut at = 0;
    let (mut starts, mut rows) = (Vec::new(), Vec::new());
    for (row, line) in (1..).zip(text.split('\n')) {
        let drawn = line.trim_end();
        for (column, (offset, found)) in drawn.char_indices().enumerate() {
            if !matches!(found, '#' | '.' | ' ') {
                let fault = PuzzleFileError::Character { row, column: column + 1, found };
                defects.push(|| Defect::new(fault).at(Place::at_byte(text, at + offset)));
            }
        }
        starts.push(at);
        rows.push(drawn);
        at += line.len() + 1;
    }
    if defects.is_empty() {
        match region(text, &rows, lattice, limits) {
            Ok(region) => return Ok(region),
            Err((row, fault)) => {
                let offset = starts.get(row).copied().unwrap_or(0);
                defects.push(|| fault.at(Place::at_byte(text, offset)));
            }
        }
    }
    defects.into_result(source.name())?;
    unreachable!("a drawing without defects is a board")
}

/// Returns the cells of rows, or the row and what is wrong with it.
fn region(
    text: &str,
    rows: &[&str],
    lattice: Option<Lattice>,
    limits: &Limits,
) -> Result<Region, (usize, Defect)> {
    // Points keep the places of cells, but only cells say what lattice it is.
    let cells_only = text.replace('.', " ");
    let lattice = lattice.unwrap_or_else(|| Picture::lattice_of(&cells_only));
    let top = rows.iter().position(|row| row.contains('#')).unwrap_or(0);
    let cells_only: Vec<String> = rows[top..].iter().map(|row| row.replace('.', " ")).collect();
    let lines: Vec<&str> = cells_only.iter().map(String::as_str).collect();
    let indent = " ".repeat(Picture::indent(lattice, &lines));
    let lines: Vec<String> = lines.iter().map(|line| format!("{indent}{line}")).collect();
    let picture = Picture::read(lattice, lines.iter().map(String::as_str)).map_err(|error| {
        let row = match error {
            PictureError::Tabulator { row, .. } | PictureError::BetweenCells { row, .. } => row - 1,
            PictureError::TooLarge { .. } => 0,
        };
        (top + row, Defect::new(error))
    })?;
    let cells: Vec<Cell> = picture.marks().iter().map(|&(cell, _)| cell).collect();
    let (found, allowed) = (cells.len() as u64, limits.get(Limit::RegionCells));
    if found > allowed {
        return Err((0, Defect::new(PuzzleError::RegionTooLarge { found, allowed })));
    }
    Region::new(lattice, cells).map_err(|error| (top, Defect::new(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Region, String> {
        let read = read_drawing(&Source::new("b.txt", text), None, &Limits::default());
        read.map_err(|error| error.to_string())
    }

    #[test]
    fn cells_are_drawn_with_or_without_points() {
        let cup = read("#.#\n###\n").expect("a board");
        assert_eq!((cup.lattice(), cup.area()), (Lattice::Square, 5));
        assert_eq!(read("# #\r\n###\r\n"), Ok(cup.clone()));
        assert_eq!(read("\n# #\n###"), Ok(cup));
        let hexagons = read("  # #\n # # #\n  # #\n").expect("a board");
        assert_eq!((hexagons.lattice(), hexagons.area()), (Lattice::Hex, 7));
        let source = Source::new("b.txt", ".###\n###\n");
        let triangles = read_drawing(&source, Some(Lattice::Triangle), &Limits::default()).expect("a board");
        assert_eq!((triangles.lattice(), triangles.area()), (Lattice::Triangle, 6));
    }

    #[test]
    fn what_is_no_cell_is_refused_with_its_place() {
        let error = read("##\n#x#\no\n").expect_err("two strange characters");
        assert!(error.starts_with("b.txt:2:2: ") && error.contains("b.txt:3:1: "), "{error}");
        assert!(read("...\n").expect_err("no cells").contains("no cells"));
        assert!(read("").expect_err("no cells").contains("no cells"));
        assert!(read("#\t#").expect_err("a tab").starts_with("b.txt:1:2: "));
    }
}

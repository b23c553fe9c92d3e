//! Cells in a puzzle file: drawn as rows of text, or listed.

use std::collections::BTreeMap;

use super::PuzzleFileError;
use crate::json::Node;
use crate::lattice::{Cell, Lattice, Picture, PictureError};
use crate::limits::Limit;

/// Returns the cells of a region drawn in a list of texts, `#` for a cell and `?` for one that may stay empty: all of
/// them, and these.
pub(super) fn drawn_region(node: Node<'_>, lattice: Lattice) -> Option<(Vec<Cell>, Vec<Cell>)> {
    let marks = drawn(node, lattice, &['#', '?', '.', ' '])?;
    let optional = marks.iter().filter(|(_, mark)| *mark == '?').map(|&(cell, _)| cell).collect();
    let cells = marks.iter().filter(|(_, mark)| matches!(mark, '#' | '?')).map(|&(cell, _)| cell).collect();
    Some((cells, optional))
}

/// Returns the cells drawn in a list of texts, `#` for a cell.
pub(super) fn drawn_cells(node: Node<'_>, lattice: Lattice) -> Option<Vec<Cell>> {
    let marks = drawn(node, lattice, &['#', '.', ' '])?;
    Some(marks.iter().filter(|(_, mark)| *mark == '#').map(|&(cell, _)| cell).collect())
}

/// Returns the cells drawn in a list of texts with their colors, `#` for a cell without one.
pub(super) fn drawn_colors(node: Node<'_>, lattice: Lattice) -> Option<Vec<(Cell, char)>> {
    let colors = ('0'..='9').chain('a'..='z').chain('A'..='Z').chain(['#', '.', ' ']).collect::<Vec<char>>();
    let marks = drawn(node, lattice, &colors)?;
    Some(marks.into_iter().filter(|(_, mark)| !matches!(mark, '.' | ' ')).collect())
}

/// Returns the marks drawn in a list of texts, which has only `known` ones. Rows of squares must have equal length,
/// because a short row is probably a mistake. Outlines of other cells are slanted, so their rows may end
/// anywhere.
fn drawn(node: Node<'_>, lattice: Lattice, known: &[char]) -> Option<Vec<(Cell, char)>> {
    let most = node.limits().get(Limit::RegionSide);
    let rows = node.list(1, most)?;
    let texts: Vec<&str> =
        rows.iter().map(|row| row.text()).collect::<Vec<_>>().into_iter().collect::<Option<_>>()?;
    let width = texts[0].chars().count();
    // Every row is checked before the function returns, so that every mistake is reported.
    let good: Vec<bool> = rows
        .iter()
        .zip(&texts)
        .enumerate()
        .map(|(index, (&row, text))| {
            let width = lattice.is_rectilinear().then_some(width);
            row.check(good_row(index + 1, text, width, known)).is_some()
        })
        .collect();
    if good.contains(&false) { None } else { picture(node, &rows, &texts, lattice) }
}

/// Whether a row has only cells and blanks, and has the required width, if any.
fn good_row(row: usize, text: &str, width: Option<usize>, known: &[char]) -> Result<(), PuzzleFileError> {
    let strange = text.chars().enumerate().find(|(_, mark)| !known.contains(mark));
    if let Some((column, found)) = strange {
        return Err(PuzzleFileError::Character { row, column: column + 1, found });
    }
    let found = text.chars().count();
    match width {
        Some(allowed) if allowed != found => Err(PuzzleFileError::Ragged { row, found, allowed }),
        _ => Ok(()),
    }
}

fn picture(node: Node<'_>, rows: &[Node<'_>], texts: &[&str], lattice: Lattice) -> Option<Vec<(Cell, char)>> {
    match Picture::read(lattice, texts.iter().copied()) {
        Ok(picture) => Some(picture.marks().to_vec()),
        Err(error) => {
            let row = match error {
                PictureError::Tabulator { row, .. } | PictureError::BetweenCells { row, .. } => {
                    rows.get(row - 1)
                }
                PictureError::TooLarge { .. } => None,
            };
            row.unwrap_or(&node).refuse(error);
            None
        }
    }
}

/// Returns the cells of a list of pairs, each with its entry in the file.
pub(super) fn listed_cells(node: Node<'_>, most: u64) -> Option<Vec<(Cell, Node<'_>)>> {
    let entries = node.list(1, most)?;
    let cells: Vec<Option<(Cell, Node<'_>)>> =
        entries.into_iter().map(|entry| Some((cell(entry)?, entry))).collect();
    let cells: Vec<(Cell, Node<'_>)> = cells.into_iter().collect::<Option<_>>()?;
    let mut first = BTreeMap::new();
    let mut good = true;
    for (index, &(cell, entry)) in cells.iter().enumerate() {
        if let Some(first) = first.insert(cell, index) {
            entry.refuse(PuzzleFileError::CellAgain { cell, first });
            good = false;
        }
    }
    good.then_some(cells)
}

/// Returns the cell of a pair of numbers.
pub(super) fn cell(entry: Node<'_>) -> Option<Cell> {
    let most = i64::try_from(entry.limits().get(Limit::Coordinate)).unwrap_or(i64::MAX);
    let pair = entry.list(2, 2)?;
    // Both are read before either is missed.
    let (x, y) = (pair[0].integer(-most, most), pair[1].integer(-most, most));
    Some(Cell::new(i32::try_from(x?).ok()?, i32::try_from(y?).ok()?))
}

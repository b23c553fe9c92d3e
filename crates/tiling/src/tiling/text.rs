//! Reads and writes letter grids: tilings as text, one character a cell, in the form that polyomino programs
//! print.
//!
//! A piece is a connected group of one character, so letters may repeat on large boards. A written grid reads
//! back as the same groups. Letters are marks, not names: [`super::infer`] determines the pieces.
//!
//! | in the text | means |
//! | --- | --- |
//! | space, `.`, `-` | outside the region |
//! | any other printable ASCII character | a cell |
//! | a blank line | between two grids |
//!
//! See [`Picture`] for the place of a cell in its row.

use std::collections::BTreeSet;

use super::{Tiling, adjacency};
use crate::defect::Place;
use crate::fault::fault;
use crate::lattice::{Cell, Lattice, Picture, PictureError};
use crate::limits::{Limit, Limits};
use crate::text::shown_character;

/// The letters for pieces without letters of their own, in this order.
const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// The first of the characters for open cells: of the private use area.
const OPEN_MARK: u32 = 0xe000;

/// One tiling drawn in letters.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LetterGrid {
    /// The lattice the letters are on.
    pub lattice: Lattice,
    /// The line of the text where the grid begins, from 1.
    pub first_line: usize,
    /// The pieces, in reading order of their first cells.
    pub groups: Vec<Group>,
    /// The cells of a grid without letters, which is a board that no piece covers.
    pub empty: Vec<Cell>,
}

/// A connected group of cells with one character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The character in all its cells.
    pub letter: char,
    /// The cells in reading order.
    pub cells: Vec<Cell>,
}

fault! {
    /// Why a text is not a letter grid. Grids, rows, lines and columns are counted from 1.
    #[derive(Clone, PartialEq, Eq)]
    pub enum GridError {
        NoGrid = E0520 {
            message("there is no letter grid in the text")
        }
        /// A grid of `.` and `-` only.
        NotALetter { grid: usize, row: usize, line: usize, column: usize, found: char } = E0522 {
            message("{character} is not a cell of a letter grid; cells are printable ASCII characters", character = shown_character(*found))
            if let '\t' = found => help("use spaces instead of tabs")
        }
        BetweenCells { grid: usize, row: usize, line: usize, column: usize, found: char, lattice: Lattice } = E0523 {
            message("`{found}` is between two {}", lattice.cell_name())
            if let 1 = lattice.kinds() => help("write every second row one column further right; or read the grid as square")
        }
        TooLarge { grid: usize, line: usize, what: &'static str, allowed: u64 } = E0524 {
            message("grid {grid} is larger than {allowed} {what}")
        }
        /// A text that could be read as letters, but is something else.
        OtherText { what: &'static str } = E0526 {
            message("the text is {what}, not a letter grid")
            help("a letter grid has a row of letters for each row of cells; equal letters that touch are one piece")
        }
        TooMany { line: usize, allowed: u64 } = E0525 {
            message("there are more than {allowed} grids")
            help("divide the file, or raise the limit `tilings-read`")
        }
    }
}

impl GridError {
    /// Returns the line and column of the mistake, from 1.
    pub(super) fn place(&self) -> Place {
        let (line, column) = match *self {
            GridError::NoGrid | GridError::OtherText { .. } => (1, 1),
            GridError::TooLarge { line, .. } | GridError::TooMany { line, .. } => (line, 1),
            GridError::NotALetter { line, column, .. } | GridError::BetweenCells { line, column, .. } => {
                (line, column)
            }
        };
        Place { line, column }
    }
}

/// Reads all letter grids of a text, in order.
///
/// # Errors
/// [`GridError`] with the grid, the line and the column; also if the text has no grid.
///
/// # Examples
/// ```
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::read_letter_grids;
/// let grids = read_letter_grids(Lattice::Square, "AAB\nABB\n\nXX\n", &Limits::default())?;
/// assert_eq!(grids.len(), 2);
/// assert_eq!(grids[0].groups.len(), 2);
/// # Ok::<(), piecework_tiling::tiling::GridError>(())
/// ```
pub fn read_letter_grids(
    lattice: Lattice,
    text: &str,
    limits: &Limits,
) -> Result<Vec<LetterGrid>, GridError> {
    let grids: Vec<LetterGrid> = blocks(text, limits.get(Limit::TilingsRead))?
        .into_iter()
        .enumerate()
        .map(|(index, block)| read_block(lattice, index + 1, &block, limits))
        .collect::<Result<_, _>>()?;
    if grids.is_empty() { Err(GridError::NoGrid) } else { Ok(grids) }
}

/// The lines of one grid and where they begin.
struct Block<'a> {
    first_line: usize,
    rows: Vec<&'a str>,
}

/// Returns the text cut at its blank lines, into at most `allowed` blocks. Lines end with LF, CR LF or CR.
fn blocks(text: &str, allowed: u64) -> Result<Vec<Block<'_>>, GridError> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut open = false;
    let lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    for (index, line) in lines.flat_map(|line| line.split('\r')).enumerate() {
        let blank = line.chars().all(|c| c == ' ');
        let full = blocks.len() as u64 == allowed;
        match blocks.last_mut() {
            _ if blank => {}
            Some(block) if open => block.rows.push(line),
            _ if full => {
                return Err(GridError::TooMany { line: index + 1, allowed });
            }
            _ => blocks.push(Block { first_line: index + 1, rows: vec![line] }),
        }
        open = !blank;
    }
    Ok(blocks)
}

fn read_block(
    lattice: Lattice,
    grid: usize,
    block: &Block<'_>,
    limits: &Limits,
) -> Result<LetterGrid, GridError> {
    let (line, allowed) = (block.first_line, limits.get(Limit::RegionCells));
    let (mut letters, mut blanks) = (0u64, 0u64);
    for (index, row) in block.rows.iter().enumerate() {
        for (column, found) in row.chars().enumerate() {
            if !(found == ' ' || found.is_ascii_graphic()) {
                let column = column + 1;
                return Err(GridError::NotALetter {
                    grid,
                    row: index + 1,
                    line: line + index,
                    column,
                    found,
                });
            }
            letters += u64::from(!is_outside(found));
            blanks += u64::from(found != ' ' && is_outside(found));
        }
    }
    let count = if letters == 0 { blanks } else { letters };
    if count > allowed {
        return Err(GridError::TooLarge { grid, line, what: "cells", allowed });
    }
    // A grid may begin where there is no hexagon; then every row is shifted one column to the right.
    let indent = Picture::indent(lattice, &block.rows);
    let rows: Vec<String> = block.rows.iter().map(|row| " ".repeat(indent) + row).collect();
    let picture = Picture::read(lattice, rows.iter().map(String::as_str))
        .map_err(|error| placed(error, grid, line, indent))?;
    let (outside, marks): (Vec<_>, Vec<_>) =
        picture.marks().iter().copied().partition(|&(_, letter)| is_outside(letter));
    // Where no piece is, the board would be lost.
    let empty = outside.into_iter().filter(|&(_, mark)| mark != ' ' && letters == 0).map(|(cell, _)| cell);
    Ok(LetterGrid { lattice, first_line: line, groups: groups(lattice, &marks), empty: empty.collect() })
}

const fn is_outside(letter: char) -> bool {
    matches!(letter, ' ' | '.' | '-')
}

/// Returns the picture's error with its place in the text, `indent` columns less than in the picture.
fn placed(error: PictureError, grid: usize, first_line: usize, indent: usize) -> GridError {
    match error {
        PictureError::BetweenCells { row, column, found, lattice } => GridError::BetweenCells {
            grid,
            row,
            line: first_line + row - 1,
            column: column - indent,
            found,
            lattice,
        },
        PictureError::Tabulator { row, column } => GridError::NotALetter {
            grid,
            row,
            line: first_line + row - 1,
            column: column - indent,
            found: '\t',
        },
        PictureError::TooLarge { limit } => {
            GridError::TooLarge { grid, line: first_line, what: "rows or columns", allowed: limit }
        }
    }
}

/// Returns the connected groups of equal letters. `marks` must be in reading order.
fn groups(lattice: Lattice, marks: &[(Cell, char)]) -> Vec<Group> {
    let mut taken = vec![false; marks.len()];
    let mut groups = Vec::new();
    for first in 0..marks.len() {
        if taken[first] {
            continue;
        }
        taken[first] = true;
        let (mut cells, mut waiting) = (Vec::new(), vec![first]);
        while let Some(index) = waiting.pop() {
            cells.push(marks[index].0);
            for near in lattice.neighbours(marks[index].0) {
                let Ok(other) = marks.binary_search_by_key(&near, |mark| mark.0) else { continue };
                if !taken[other] && marks[other].1 == marks[first].1 {
                    taken[other] = true;
                    waiting.push(other);
                }
            }
        }
        cells.sort_unstable();
        groups.push(Group { letter: marks[first].1, cells });
    }
    groups
}

/// Draws the tiling as a letter grid, with a line break after every row.
///
/// Pieces keep their names if every name is one letter or digit and copies of a piece never touch. Otherwise
/// every placement gets its own letter; if there are too few letters, touching placements (also at corners)
/// get different ones. Gaps become `.`.
///
/// # Examples
/// ```
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids, write_letter_grid};
/// let text = "AAB\nABB\n";
/// let grids = read_letter_grids(Lattice::Square, text, &Limits::default())?;
/// let tiling = infer_from_grid("two", &grids[0])?;
/// assert_eq!(write_letter_grid(&tiling), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_letter_grid(tiling: &Tiling) -> String {
    letter_grid(tiling, '.')
}

/// Draws the tiling for people: as [`write_letter_grid`], but where words are on cells that stay open, a cell is as wide as the longest
/// of them, and the words are in their cells. It is not read back.
///
/// # Examples
/// ```
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::puzzle::read_puzzle;
/// use piecework_tiling::source::Source;
/// use piecework_tiling::tiling::{Tiling, write_worded_grid};
/// let text = r#"{ "piecework": 1, "name": "two", "lattice": "square", "pieces": [{ "set": "dominoes" }],
///   "region": { "rows": [".#", ".#"], "open": [["Nov", [0, 0]], ["7", [0, 1]]] } }"#;
/// let puzzle = std::sync::Arc::new(read_puzzle(&Source::new("p.json", text), &Limits::default())?);
/// let tiling = Tiling::new(&puzzle, [(0, puzzle.region().cells().to_vec())])?;
/// assert_eq!(write_worded_grid(&tiling), "Nov A\n7   A\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_worded_grid(tiling: &Tiling) -> String {
    let open = tiling.puzzle().region().open();
    let Some(longest) = open.iter().map(|(_, word)| word.chars().count()).max() else {
        return write_letter_grid(tiling);
    };
    // Open cells are marked by characters that are no letters, in their order.
    let mark = |number: usize| u32::try_from(number).ok().and_then(|more| char::from_u32(OPEN_MARK + more));
    let marks = open.iter().enumerate().filter_map(|(number, (cell, _))| Some((*cell, mark(number)?)));
    let rows = Picture::print(
        tiling.lattice(),
        &[&marks_of(tiling, '.')[..], &marks.collect::<Vec<_>>()].concat(),
        ' ',
    );
    let word_at =
        |mark: char| open.get(u32::from(mark).checked_sub(OPEN_MARK)? as usize).map(|(_, word)| word);
    // Cells of hexagons are two columns apart.
    let is_cell = |mark: char| mark != ' ';
    let is_dense =
        rows.iter().any(|row| row.chars().zip(row.chars().skip(1)).any(|(a, b)| is_cell(a) && is_cell(b)));
    let width = if is_dense { longest + 1 } else { longest / 2 + 1 };
    let wide = |row: &String| {
        let mut line = String::new();
        let mut columns = 0;
        for (column, mark) in row.chars().enumerate().filter(|(_, mark)| is_cell(*mark)) {
            let word =
                word_at(mark).map_or_else(|| mark.to_string(), |word| word.replace(char::is_whitespace, " "));
            line += &" ".repeat((column * width).saturating_sub(columns));
            columns = column * width + word.chars().count();
            line += &word;
        }
        line + "\n"
    };
    rows.iter().map(wide).collect()
}

/// Returns the tiling as a letter grid with this mark for gaps.
pub(super) fn letter_grid(tiling: &Tiling, gap: char) -> String {
    let lattice = tiling.lattice();
    let mut marks = marks_of(tiling, gap);
    let mut rows = Picture::print(lattice, &marks, '.');
    // Between hexagons straight above each other a row is blank; a second column keeps the grid in one piece.
    if let Some(&(first, _)) = marks.first().filter(|_| rows.iter().any(String::is_empty)) {
        marks.push((first.shifted(Cell::new(1, 0)), '.'));
        rows = Picture::print(lattice, &marks, '.');
    }
    rows.iter().flat_map(|row| [row.as_str(), "\n"]).collect()
}

/// Returns the cells with the letters of their placements.
fn marks_of(tiling: &Tiling, gap: char) -> Vec<(Cell, char)> {
    let letters = letters(tiling);
    let placed = tiling.placements().iter().zip(&letters);
    let mut marks: Vec<(Cell, char)> = placed
        .flat_map(|(placement, &letter)| placement.cells.iter().map(move |&cell| (cell, letter)))
        .collect();
    // Gaps are marked too, so that a region keeps empty outer rows.
    marks.extend(tiling.gaps().iter().map(|&cell| (cell, gap)));
    marks
}

/// Returns the letter of each placement.
fn letters(tiling: &Tiling) -> Vec<char> {
    let touching = adjacency::touching(tiling);
    if let Some(names) = names_as_letters(tiling, &touching) {
        return names;
    }
    if touching.len() <= LETTERS.len() {
        return LETTERS.iter().take(touching.len()).map(|&letter| char::from(letter)).collect();
    }
    spread(&touching)
}

/// Returns the names of the pieces, if they are letters and distinguish all touching placements.
fn names_as_letters(tiling: &Tiling, touching: &[BTreeSet<usize>]) -> Option<Vec<char>> {
    let names: Vec<char> = tiling
        .placements()
        .iter()
        .map(|placement| {
            let mut name = tiling.piece_of(placement).name.chars();
            let letter = name.next().filter(char::is_ascii_alphanumeric)?;
            name.next().is_none().then_some(letter)
        })
        .collect::<Option<_>>()?;
    let apart =
        |(index, near): (usize, &BTreeSet<usize>)| near.iter().all(|&other| names[other] != names[index]);
    touching.iter().enumerate().all(apart).then_some(names)
}

/// Chooses different letters for touching placements by a greedy rule that needs few letters.
///
/// # Source
/// Smallest-last coloring: D. Matula and L. Beck, 1983. At most six pieces meet at a point, so a placement
/// with at most a dozen neighbours always remains, and the letters cannot run out.
fn spread(touching: &[BTreeSet<usize>]) -> Vec<char> {
    let mut left: Vec<usize> = touching.iter().map(BTreeSet::len).collect();
    let mut queue: BTreeSet<(usize, usize)> =
        left.iter().enumerate().map(|(i, &degree)| (degree, i)).collect();
    let mut order = Vec::with_capacity(touching.len());
    let mut removed = vec![false; touching.len()];
    while let Some((_, index)) = queue.pop_first() {
        removed[index] = true;
        order.push(index);
        for &near in touching[index].iter().filter(|&&near| !removed[near]) {
            queue.remove(&(left[near], near));
            left[near] -= 1;
            queue.insert((left[near], near));
        }
    }
    let mut given: Vec<Option<u8>> = vec![None; touching.len()];
    for index in order.into_iter().rev() {
        let used: BTreeSet<u8> = touching[index].iter().filter_map(|&near| given[near]).collect();
        given[index] = LETTERS.iter().copied().find(|letter| !used.contains(letter));
    }
    given.into_iter().map(|letter| char::from(letter.expect("a dozen letters suffice"))).collect()
}

#[cfg(test)]
mod tests;

//! Describes boards and tilings in words, for people who read by ear.
//!
//! Rows and columns count from 1, from the top left. Every hexagon or triangle of a row has a column of its
//! own.

use std::fmt;
use std::ops::RangeInclusive;

use super::{Tiling, adjacency};
use crate::lattice::{Cell, Lattice};
use crate::puzzle::{Puzzle, Region};
use crate::text::plural;

/// Tilings with more patches are described without a sentence for each.
const MOST_PATCHES: usize = 1000;

/// A patch of a tiling in words; [`fmt::Display`] makes it a sentence without a full stop.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct PatchWords {
    /// Its number, from 1 in reading order.
    pub number: usize,
    /// The name of its piece.
    pub piece: String,
    /// How many cells it covers.
    pub cells: usize,
    /// How far the piece is turned, in degrees clockwise.
    pub turned: u32,
    /// Whether the piece is mirrored before it is turned.
    pub mirrored: bool,
    /// Its first and last column; around a joined side the last may be the smaller number.
    pub columns: (usize, usize),
    /// Its first and last row, likewise.
    pub rows: (usize, usize),
    /// The numbers of the patches that it shares an edge with.
    pub touches: Vec<usize>,
}

impl PatchWords {
    /// The sentence, with the fabric of the patch.
    pub fn in_fabric(&self, fabric: Option<&str>) -> String {
        let mut text = format!("patch {}: piece {}", self.number, self.piece);
        let turned = (self.turned > 0).then(|| format!("turned {}°", self.turned));
        let mirrored = self.mirrored.then(|| "mirrored".to_owned());
        for part in [turned, mirrored].into_iter().flatten() {
            text.push_str(", ");
            text.push_str(&part);
        }
        if let Some(fabric) = fabric {
            text.push_str("; ");
            text.push_str(fabric);
        }
        let place = format!("{}, {}", span("row", self.rows), span("column", self.columns));
        let touches = match self.touches.len() {
            0 => "no other patch".to_owned(),
            _ => list(&self.touches.iter().map(usize::to_string).collect::<Vec<String>>()),
        };
        format!("{text}; {}; {place}; touches {touches}", plural(self.cells, "cell"))
    }
}

impl fmt::Display for PatchWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_fabric(None))
    }
}

/// Returns what a board looks like, in one sentence without a full stop.
///
/// # Examples
/// ```
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::{board_in_words, infer_from_grid, read_letter_grids};
/// let grids = read_letter_grids(Lattice::Square, "AAB\nA.B", &Limits::default())?;
/// let tiling = infer_from_grid("two", &grids[0])?;
/// assert_eq!(
///     board_in_words(tiling.puzzle()),
///     "2 rows and 3 columns of squares, 5 cells; row 2 lacks column 2"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn board_in_words(puzzle: &Puzzle) -> String {
    let (region, places) = (puzzle.region(), Places::of(puzzle.region()));
    let rows = places.rows(region.cells().iter().map(|&cell| (cell, ())));
    let width = rows.iter().flatten().map(|(column, ())| *column).max().unwrap_or(0);
    let mut text = format!(
        "{} and {} of {}, {}",
        plural(rows.len(), "row"),
        plural(width, "column"),
        region.lattice().cell_name(),
        plural(region.area(), "cell")
    );
    if let Some(wrap) = region.wrap() {
        text.push_str("; ");
        text.push_str(wrap.in_words());
        let shift = region.joined().map_or(0, |joined| joined.shift(region.lattice()));
        if shift != 0 {
            text.push_str(&format!("; what leaves at the bottom comes back {shift} further right"));
        }
    }
    let (mut there, mut lacking) = (Vec::new(), Vec::new());
    for (number, row) in (1..).zip(&rows) {
        let columns: Vec<usize> = row.iter().map(|(column, ())| *column).collect();
        let others: Vec<usize> = (1..=width).filter(|column| !columns.contains(column)).collect();
        there.push(format!("row {number} has {}", columns_in_words(&columns)));
        if !others.is_empty() {
            lacking.push(format!("row {number} lacks {}", columns_in_words(&others)));
        }
    }
    // Whichever is shorter to listen to.
    let length = |lines: &[String]| lines.iter().map(String::len).sum::<usize>();
    let lines = if length(&there) < length(&lacking) { there } else { lacking };
    for line in lines {
        text.push_str("; ");
        text.push_str(&line);
    }
    let open: Vec<&str> =
        region.open().iter().map(|(_, word)| word.as_str()).filter(|word| !word.is_empty()).collect();
    if !open.is_empty() {
        text.push_str("; open: ");
        text.push_str(&open.join(", "));
    }
    text
}

/// Returns every patch of a tiling in words, in reading order.
pub fn patches_in_words(tiling: &Tiling) -> Vec<PatchWords> {
    let (places, lattice) = (Places::of(tiling.puzzle().region()), tiling.lattice());
    let touching = adjacency::sharing_edges(tiling);
    let all = (1..).zip(tiling.placements()).zip(touching);
    let (across, down) =
        (|cell: &&Cell| lattice.text_place(**cell).0, |cell: &&Cell| lattice.text_place(**cell).1);
    let place = |cell: Option<&Cell>| {
        cell.map_or((0, 0), |&cell| places.of_cell(tiling.puzzle().region().home(cell)))
    };
    all.map(|((number, placement), touches)| {
        let cells = tiling.in_one_piece(placement);
        PatchWords {
            number,
            piece: tiling.piece_of(placement).name.clone(),
            cells: placement.cells.len(),
            turned: placement.symmetry.degrees(lattice),
            mirrored: placement.symmetry.is_reflection(),
            columns: (place(cells.iter().min_by_key(across)).1, place(cells.iter().max_by_key(across)).1),
            rows: (place(cells.iter().min_by_key(down)).0, place(cells.iter().max_by_key(down)).0),
            touches: touches.into_iter().map(|other| other + 1).collect(),
        }
    })
    .collect()
}

/// Returns where some cells of a board are: rows with their columns, without a full stop.
///
/// # Examples
/// ```
/// use piecework_tiling::lattice::{Cell, Lattice};
/// use piecework_tiling::tiling::cells_in_words;
/// let board: Vec<Cell> = [(4, 7), (5, 7), (5, 8), (5, 9)].map(|(x, y)| Cell::new(x, y)).to_vec();
/// assert_eq!(
///     cells_in_words(Lattice::Square, &board, &board),
///     "row 1, columns 1 and 2; rows 2 to 3, column 2"
/// );
/// ```
pub fn cells_in_words(lattice: Lattice, board: &[Cell], cells: &[Cell]) -> String {
    let places = Places::of_cells(lattice, board);
    let rows = places.rows(cells.iter().map(|&cell| (cell, ())));
    let columns = |row: &Vec<(usize, ())>| row.iter().map(|(column, ())| *column).collect::<Vec<usize>>();
    let rows = (1..).zip(rows.iter().map(columns)).filter(|(_, columns)| !columns.is_empty());
    let rows: Vec<(usize, Vec<usize>)> = rows.collect();
    let alike = rows.chunk_by(|a, b| a.0 + 1 == b.0 && a.1 == b.1);
    let words = alike.map(|run| {
        let (first, last) = (run[0].0, run[run.len() - 1].0);
        format!("{}, {}", span("row", (first, last)), columns_in_words(&run[0].1))
    });
    words.collect::<Vec<String>>().join("; ")
}

/// Returns how the rows of a board lie to each other, as a sentence: which rows of hexagons are shifted, and
/// which triangles point up; none for squares.
pub fn rows_of_cells_in_words(lattice: Lattice, board: &[Cell]) -> Option<String> {
    if let Some(words) = lattice.text_in_words() {
        return Some(words.to_owned());
    }
    let places = Places::of_cells(lattice, board);
    let shifted = board.iter().find(|cell| (lattice.text_place(**cell).0 - places.left) % places.step != 0);
    if let Some(&cell) = shifted {
        let even = places.of_cell(cell).0.is_multiple_of(2);
        let rows = if even { "2, 4 and so on" } else { "1, 3 and so on" };
        return Some(format!("Rows {rows} are shifted to the right by half a cell."));
    }
    let first = *board.iter().min_by_key(|&&cell| places.of_cell(cell))?;
    let (row, column) = places.of_cell(first);
    let words = lattice.kind_in_words(lattice.kind_of(first));
    (lattice.kinds() > 1).then(|| {
        format!("In row {row}, column {column} and every second column after it, cells {words}; this alternates from row to row.")
    })
}

/// Returns which patches are in each row, from left to right: a line for each row.
///
/// # Examples
/// ```
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids, rows_in_words};
/// let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
/// let rows = rows_in_words(&infer_from_grid("two", &grids[0])?);
/// assert_eq!(rows[0], "row 1: patch 1 in columns 1 and 2, patch 2 in column 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rows_in_words(tiling: &Tiling) -> Vec<String> {
    let places = Places::of(tiling.puzzle().region());
    let patches = (1..).zip(tiling.placements());
    let patches =
        patches.flat_map(|(number, placement)| placement.cells.iter().map(move |&cell| (cell, Some(number))));
    let gaps = tiling.gaps().iter().map(|&cell| (cell, None));
    let rows = places.rows(patches.chain(gaps));
    let lines = (1..).zip(&rows).map(|(number, row)| {
        let runs = row.chunk_by(|a, b| a.1 == b.1 && a.0 + 1 == b.0);
        let words: Vec<String> = runs
            .map(|run: &[(usize, Option<usize>)]| {
                let columns: Vec<usize> = run.iter().map(|(column, _)| *column).collect();
                let what = run[0].1.map_or_else(|| "empty".to_owned(), |patch| format!("patch {patch}"));
                format!("{what} in {}", columns_in_words(&columns))
            })
            .collect();
        format!("row {number}: {}", words.join(", "))
    });
    lines.collect()
}

/// Returns a tiling in words: the board, then a sentence for each patch. `fabric_of` names the fabric of a
/// patch.
///
/// A tiling of more than a thousand patches has no sentence for each.
pub fn tiling_in_words<'a>(tiling: &Tiling, fabric_of: impl Fn(usize) -> Option<&'a str>) -> String {
    let count = tiling.placements().len();
    let patches = if count == 1 { "1 patch".to_owned() } else { format!("{count} patches") };
    let mut text =
        format!("{}: {}, covered by {patches}.", tiling.puzzle().name(), board_in_words(tiling.puzzle()));
    if count <= MOST_PATCHES {
        for patch in patches_in_words(tiling) {
            let sentence = patch.in_fabric(fabric_of(patch.number - 1));
            text.push_str(" P");
            text.push_str(&sentence[1..]);
            text.push('.');
        }
    }
    text
}

/// Where the rows and columns of a board begin, in the columns of its letter grid.
struct Places {
    lattice: Lattice,
    top: i32,
    left: i32,
    step: i32,
}

impl Places {
    fn of(region: &Region) -> Self {
        Self::of_cells(region.lattice(), region.cells())
    }

    fn of_cells(lattice: Lattice, cells: &[Cell]) -> Self {
        let least = |at: fn((i32, i32)) -> i32| cells.iter().map(|&cell| at(lattice.text_place(cell))).min();
        Self {
            lattice,
            top: least(|place| place.1).unwrap_or(0),
            left: least(|place| place.0).unwrap_or(0),
            step: if lattice.kinds() == 1 { lattice.text_period().0 } else { 1 },
        }
    }

    /// The row and column of a cell, from 1.
    fn of_cell(&self, cell: Cell) -> (usize, usize) {
        let (column, row) = self.lattice.text_place(cell);
        let counted = |number: i32| number.unsigned_abs() as usize + 1;
        (counted(row - self.top), counted((column - self.left) / self.step))
    }

    /// Things at cells, row by row from left to right, with their columns.
    fn rows<T: Copy>(&self, things: impl Iterator<Item = (Cell, T)>) -> Vec<Vec<(usize, T)>> {
        let mut rows: Vec<Vec<(usize, T)>> = Vec::new();
        for (cell, thing) in things {
            let (row, column) = self.of_cell(cell);
            if rows.len() < row {
                rows.resize_with(row, Vec::new);
            }
            rows[row - 1].push((column, thing));
        }
        rows.iter_mut().for_each(|row| row.sort_by_key(|(column, _)| *column));
        rows
    }
}

/// `row 3`, or `rows 3 to 5`.
fn span(what: &str, (first, last): (usize, usize)) -> String {
    if first == last { format!("{what} {first}") } else { format!("{what}s {first} to {last}") }
}

/// `column 2`, `columns 1 to 4 and 7`; numbers ascend.
fn columns_in_words(columns: &[usize]) -> String {
    let run = |run: &[usize]| -> Vec<String> {
        let (first, last) = (run[0], run[run.len() - 1]);
        match RangeInclusive::new(first, last).count() {
            0 | 1 => vec![first.to_string()],
            2 => vec![first.to_string(), last.to_string()],
            _ => vec![format!("{first} to {last}")],
        }
    };
    let runs: Vec<String> = columns.chunk_by(|a, b| a + 1 == *b).flat_map(run).collect();
    let noun = if columns.len() == 1 { "column" } else { "columns" };
    if runs.is_empty() { "no column".to_owned() } else { format!("{noun} {}", list(&runs)) }
}

/// `a`, `a and b`, `a, b and c`.
fn list(words: &[String]) -> String {
    match words {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        words => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::tiling;

    #[test]
    fn patches_of_squares() {
        let words = patches_in_words(&tiling(Lattice::Square, "AABB\nACCB\nACCB"));
        let text: Vec<String> = words.iter().map(PatchWords::to_string).collect();
        assert!(text[0].starts_with("patch 1: piece "), "{text:?}");
        assert!(text[0].ends_with("; 4 cells; rows 1 to 3, columns 1 to 2; touches 2 and 3"), "{text:?}");
        assert!(text[2].ends_with("; 4 cells; rows 2 to 3, columns 2 to 3; touches 1 and 2"), "{text:?}");
        assert!(words[0].in_fabric(Some("Rust")).contains("; Rust; 4 cells; "));
    }

    #[test]
    fn every_cell_of_every_lattice_has_a_column_of_its_own() {
        for &lattice in Lattice::ALL {
            let region = Region::rectangle(lattice, 5, 3).expect("a region");
            let places = Places::of(&region);
            let mut at: Vec<(usize, usize)> =
                region.cells().iter().map(|&cell| places.of_cell(cell)).collect();
            at.sort_unstable();
            at.dedup();
            assert_eq!(at.len(), region.area(), "{lattice}");
            let rows = 3 * lattice.text_period().1.1.unsigned_abs() as usize;
            assert!(at.iter().all(|&(row, _)| row <= rows), "{lattice}: {at:?}");
            assert_eq!(at[0], (1, 1), "{lattice}");
        }
    }

    #[test]
    fn boards_say_what_is_there_or_what_is_not() {
        let board = |rows: &str| board_in_words(tiling(Lattice::Square, rows).puzzle());
        assert_eq!(board("AAB\nABB"), "2 rows and 3 columns of squares, 6 cells");
        assert_eq!(
            board("AAAAA\nA.A.A\nAAAAA"),
            "3 rows and 5 columns of squares, 13 cells; row 2 lacks columns 2 and 4"
        );
        assert_eq!(
            board(".A...\nAAAAA\n.A..."),
            "3 rows and 5 columns of squares, 7 cells; row 1 has column 2; row 2 has columns 1 to 5; row 3 has column 2"
        );
        assert!(
            board_in_words(tiling(Lattice::Hex, "A A B\n A B B").puzzle())
                .contains("2 rows and 3 columns of hexagons")
        );
    }

    #[test]
    fn places_count_from_the_first_row_and_column_of_the_board() {
        let cells = |all: &[(i32, i32)]| -> Vec<Cell> { all.iter().map(|&(x, y)| Cell::new(x, y)).collect() };
        let board = cells(&[(3, -2), (4, -2), (5, -2), (3, -1), (5, -1), (3, 0)]);
        assert_eq!(
            cells_in_words(Lattice::Square, &board, &board),
            "row 1, columns 1 to 3; row 2, columns 1 and 3; row 3, column 1"
        );
        assert_eq!(
            cells_in_words(Lattice::Square, &board, &cells(&[(3, -1), (3, 0)])),
            "rows 2 to 3, column 1"
        );
        assert_eq!(rows_of_cells_in_words(Lattice::Square, &board), None);
        for lattice in [Lattice::Hex, Lattice::Triangle] {
            // The last rows of rectangles begin far from column 0 in the coordinates of cells.
            let region = Region::rectangle(lattice, 4, 6).expect("a region");
            let last: Vec<Cell> = region.cells().iter().copied().filter(|cell| cell.y == 5).collect();
            assert_eq!(cells_in_words(lattice, region.cells(), &last), "row 6, columns 1 to 4", "{lattice}");
        }
        let says = |lattice, rows: &str| {
            rows_of_cells_in_words(lattice, tiling(lattice, rows).puzzle().region().cells())
                .unwrap_or_default()
        };
        assert_eq!(
            says(Lattice::Hex, "A A B\n A B B"),
            "Rows 2, 4 and so on are shifted to the right by half a cell."
        );
        assert_eq!(
            says(Lattice::Hex, " A A B\nA B B"),
            "Rows 1, 3 and so on are shifted to the right by half a cell."
        );
        assert!(
            says(Lattice::Triangle, "AAB\nABB")
                .starts_with("In row 1, column 1 and every second column after it, cells point up; ")
        );
    }

    #[test]
    fn a_whole_tiling() {
        let text =
            tiling_in_words(&tiling(Lattice::Square, "AAB\nABB"), |patch| Some(["Oat", "Rust"][patch]));
        assert!(
            text.contains("2 rows and 3 columns of squares, 6 cells, covered by 2 patches. Patch 1: piece "),
            "{text}"
        );
        assert!(text.contains("; Rust; 3 cells; rows 1 to 2, columns 2 to 3; touches 1."), "{text}");
    }
}

//! Reads text files with `D:`, `P:` and `H:` lines: a board, its pieces and its holes. Every piece must be
//! used.
//!
//! Cells are pairs of row and column, from 0. Numbers are separated by spaces and commas:
//!
//! ```text
//! D:3 7                     a board of 3 rows and 7 columns
//! P:1, 0 0, 0 1, 0 2, 1 1   one copy of a T tetromino
//! H:0 0, 2 6                cells that stay empty
//! ~D                        the end
//! ```
//!
//! Pieces may be turned and flipped. The counts of lines that draw the same piece are added up. Unlike in
//! PolyominoSolver, any other line is an error unless it begins with `#`, so that typing errors are found.
//!
//! # Source
//! The format of yffbit's PolyominoSolver, from its help text and test files. It is the input of Gerard
//! Putter's Polyomino Solver as a text file.

use std::collections::BTreeSet;

use crate::defect::{Defect, Defects, Place, ReadError};
use crate::fault::{Fault, fault};
use crate::lattice::{Cell, Lattice};
use crate::limits::{Limit, Limits};
use crate::polyform::{Freedom, Shape, names_for, pleasant_drawing, polyomino_drawing};
use crate::puzzle::{Count, Piece, Puzzle, Region};
use crate::source::Source;
use crate::text::shown;

fault! {
    /// Why a text with `D:`, `P:` and `H:` lines is not a puzzle.
    #[derive(Clone, PartialEq, Eq)]
    pub enum BoardError {
        UnknownLine { found: String } = E0611 {
            message("line `{found}` does not begin with `D:`, `P:`, `H:` or `~D`", found = shown(found))
            found("{found}") allowed("D: P: H: ~D")
            help("begin a comment with `#`")
        }
        /// Pieces or holes before the size of the board, or no size at all.
        NoSize = E0612 {
            message("the size of the board is missing; `D:` must come first")
        }
        SizeTwice = E0613 {
            message("the size of the board is here twice")
        }
        NotANumber { found: String, least: u64, most: u64 } = E0614 {
            message("`{found}` is not a whole number from {least} to {most}", found = shown(found))
            found("{found}") allowed("{least} to {most}")
        }
        WrongLength { kind: &'static str, found: usize, expected: &'static str } = E0615 {
            message("`{kind}` has `{found}` numbers; expected {expected}")
            found("{found}") allowed("{expected}")
            if let &"P:" = kind => help("first the number of copies, as in `P:1, 0 0, 0 1`")
        }
        HoleTwice { row: i32, column: i32 } = E0616 {
            message("hole `{row} {column}` is here twice")
            found("{row} {column}")
        }
        AfterEnd = E0617 {
            message("there is text after `~D`")
            help("keep one puzzle in a file")
        }
    }
}

/// Returns whether the first line that is not empty or a comment has this format.
pub(crate) fn looks_like_board(text: &str) -> bool {
    lines(text).find(|(_, line)| !is_remark(line)).is_some_and(|(_, line)| line.starts_with("D:"))
}

/// Reads the puzzle of a text with `D:`, `P:` and `H:` lines; it is named by the size of its board.
///
/// # Errors
/// [`ReadError`] with every wrong line, or with the rules that the puzzle breaks.
///
/// # Examples
/// ```
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::puzzle::{Count, read_board};
/// use piecework_tiling::source::Source;
/// let source = Source::new("l.txt", "D:2 3\nP:1, 0 0, 0 1, 1 0\nP:1, 0 0, 1 0, 1 1\n~D\n");
/// let puzzle = read_board(&source, &Limits::default())?;
/// assert_eq!(puzzle.pieces()[0].count, Count::exactly(2));
/// # Ok::<(), piecework_tiling::defect::ReadError>(())
/// ```
pub fn read_board(source: &Source, limits: &Limits) -> Result<Puzzle, ReadError> {
    let mut reader = Reader { source, limits, defects: Defects::new(limits) };
    let board = reader.read();
    let Reader { mut defects, .. } = reader;
    let puzzle = board.filter(|_| defects.is_empty()).and_then(|board| board.puzzle(&mut defects));
    defects.into_result(source.name())?;
    Ok(puzzle.expect("a board without defects is a puzzle"))
}

/// The contents of the lines.
struct ReadBoard {
    rows: i32,
    columns: i32,
    holes: BTreeSet<Cell>,
    pieces: Vec<(Shape, u32)>,
}

/// A line with the byte where it begins.
type Line<'a> = (usize, &'a str);

struct Reader<'a> {
    source: &'a Source,
    limits: &'a Limits,
    defects: Defects,
}

impl Reader<'_> {
    fn refuse(&mut self, offset: usize, fault: impl Fault) {
        let text = self.source.text();
        self.defects.push(|| Defect::new(fault).at(Place::at_byte(text, offset)));
    }

    fn read(&mut self) -> Option<ReadBoard> {
        let source = self.source;
        let mut board: Option<ReadBoard> = None;
        let mut ended = false;
        for (offset, line) in lines(source.text()).filter(|(_, line)| !is_remark(line)) {
            if ended {
                self.refuse(offset, BoardError::AfterEnd);
                break;
            }
            let rest = (offset + 2, line.get(2..).unwrap_or(""));
            match (line.get(..2), &mut board) {
                (Some("~D"), _) => ended = true,
                (Some("D:"), None) => board = Some(self.size(rest)?),
                (Some("D:"), Some(_)) => self.refuse(offset, BoardError::SizeTwice),
                (Some("P:" | "H:"), None) => {
                    self.refuse(offset, BoardError::NoSize);
                    return None;
                }
                (Some("P:"), Some(board)) => board.pieces.extend(self.piece(rest)),
                (Some("H:"), Some(board)) => self.holes(rest, board),
                _ => self.refuse(offset, BoardError::UnknownLine { found: line.to_owned() }),
            }
        }
        if board.is_none() && self.defects.is_empty() {
            self.refuse(0, BoardError::NoSize);
        }
        board
    }

    fn size(&mut self, line: Line<'_>) -> Option<ReadBoard> {
        let most = self.limits.get(Limit::RegionSide);
        let numbers = words(line).map(|word| self.number(word, 1, most)).collect::<Option<Vec<i32>>>()?;
        let &[rows, columns] = numbers.as_slice() else {
            let (found, expected) = (numbers.len(), "the number of rows and of columns");
            self.refuse(line.0, BoardError::WrongLength { kind: "D:", found, expected });
            return None;
        };
        Some(ReadBoard { rows, columns, holes: BTreeSet::new(), pieces: Vec::new() })
    }

    fn piece(&mut self, line: Line<'_>) -> Option<(Shape, u32)> {
        let mut words = words(line);
        let copies = words.next().map(|word| self.number(word, 1, self.limits.get(Limit::Copies)))?;
        let most = self.limits.get(Limit::RegionSide) - 1;
        let numbers = words.map(|word| self.number(word, 0, most)).collect::<Option<Vec<i32>>>()?;
        if numbers.is_empty() || !numbers.len().is_multiple_of(2) {
            let (found, expected) = (numbers.len() + 1, "copies, then row and column of each cell");
            self.refuse(line.0, BoardError::WrongLength { kind: "P:", found, expected });
            return None;
        }
        let cells = numbers.chunks_exact(2).map(|pair| Cell::new(pair[1], pair[0])).collect();
        match Shape::new(Lattice::POLYOMINO, cells) {
            Ok(shape) => Some((shape, u32::try_from(copies?).ok()?)),
            Err(fault) => {
                self.refuse(line.0, fault);
                None
            }
        }
    }

    fn holes(&mut self, line: Line<'_>, board: &mut ReadBoard) {
        let words: Vec<Line<'_>> = words(line).collect();
        if words.is_empty() || !words.len().is_multiple_of(2) {
            let (found, expected) = (words.len(), "row and column of each cell");
            self.refuse(line.0, BoardError::WrongLength { kind: "H:", found, expected });
            return;
        }
        let below = |side: i32| u64::from(side.unsigned_abs()) - 1;
        for pair in words.chunks_exact(2) {
            let row = self.number(pair[0], 0, below(board.rows));
            let column = self.number(pair[1], 0, below(board.columns));
            let (Some(row), Some(column)) = (row, column) else { continue };
            if !board.holes.insert(Cell::new(column, row)) {
                self.refuse(pair[0].0, BoardError::HoleTwice { row, column });
            }
        }
    }

    fn number(&mut self, (offset, word): Line<'_>, least: u64, most: u64) -> Option<i32> {
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        let value = word.parse::<u64>().ok().filter(|value| digits && (least..=most).contains(value));
        let value = value.and_then(|value| i32::try_from(value).ok());
        if value.is_none() {
            self.refuse(offset, BoardError::NotANumber { found: word.to_owned(), least, most });
        }
        value
    }
}

impl ReadBoard {
    fn puzzle(self, defects: &mut Defects) -> Option<Puzzle> {
        let region = self.region().map_err(|fault| defects.push(|| Defect::new(fault))).ok()?;
        let (rows, columns) = (self.rows, self.columns);
        Puzzle::new(format!("{rows} x {columns}"), region, self.kinds())
            .map_err(|faults| faults.into_iter().for_each(|fault| defects.push(|| Defect::new(fault))))
            .ok()
    }

    fn region(&self) -> Result<Region, crate::puzzle::PuzzleError> {
        let (columns, rows) = (self.columns.unsigned_abs(), self.rows.unsigned_abs());
        // A rectangle checks its area before it allocates any memory.
        let all = Region::rectangle(Lattice::POLYOMINO, columns, rows)?;
        let cells = all.cells().iter().copied().filter(|cell| !self.holes.contains(cell));
        Region::new(Lattice::POLYOMINO, cells.collect())
    }

    /// Equal polyominoes as one piece, in order of first appearance.
    fn kinds(self) -> Vec<Piece> {
        let mut kinds: Vec<(Shape, u32)> = Vec::new();
        for (shape, copies) in self.pieces {
            let free = shape.free();
            match kinds.iter_mut().find(|(known, _)| known == free.shape()) {
                Some((_, count)) => *count = count.saturating_add(copies),
                None => kinds.push((free.shape().clone(), copies)),
            }
        }
        let names = names_for(&kinds.iter().map(|(shape, _)| shape).collect::<Vec<_>>());
        let piece = |(name, (shape, copies)): (String, (Shape, u32))| Piece {
            name,
            shape: polyomino_drawing(&shape, Freedom::Free)
                .map_or_else(|| pleasant_drawing(&shape, Freedom::Free), |(_, drawn)| drawn),
            freedom: Freedom::Free,
            count: Count::exactly(copies),
        };
        names.into_iter().zip(kinds).map(piece).collect()
    }
}

/// Returns the lines without the blanks around them. LF, CR LF and CR end a line.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    pieces_between(text, |c| matches!(c, '\n' | '\r')).map(|(offset, line)| {
        let start = line.len() - line.trim_start().len();
        (offset + start, line.trim())
    })
}

/// Comments and empty lines.
fn is_remark(line: &str) -> bool {
    line.is_empty() || line.starts_with('#')
}

/// Returns the words between blanks and commas.
fn words((start, line): Line<'_>) -> impl Iterator<Item = Line<'_>> {
    let words = pieces_between(line, |c| matches!(c, ' ' | ',' | '\t'));
    words.filter(|(_, word)| !word.is_empty()).map(move |(offset, word)| (start + offset, word))
}

fn pieces_between(text: &str, is_between: fn(char) -> bool) -> impl Iterator<Item = Line<'_>> {
    text.split(is_between).scan(0, |offset, piece| {
        let start = *offset;
        // Every separator here is one byte.
        *offset += piece.len() + 1;
        Some((start, piece))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Puzzle, String> {
        read_board(&Source::new("a.txt", text), &Limits::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_board_with_holes_and_copies() {
        let text = "# dominoes\r\nD:2 3\r\nP:1, 0 0, 0 1\r\n P: 1 , 0 0 , 1 0\r\nH:0 0, 1 2\r\n~D\r\n";
        let puzzle = read(text).expect("a good file");
        assert_eq!(puzzle.name(), "2 x 3");
        let cells = [(1, 0), (2, 0), (0, 1), (1, 1)].map(|(x, y)| Cell::new(x, y));
        assert_eq!(puzzle.region().cells(), cells);
        assert_eq!(puzzle.pieces().len(), 1, "both lines draw a domino");
        assert_eq!((puzzle.pieces()[0].name.as_str(), puzzle.pieces()[0].count), ("A", Count::exactly(2)));
    }

    #[test]
    fn rows_come_before_columns_and_the_end_may_be_missing() {
        let puzzle = read("D:1 4\nP:1 0 0 0 1 0 2 0 3").expect("a good file");
        let last = puzzle.region().cells().last().copied();
        assert_eq!(last, Some(Cell::new(3, 0)));
        assert_eq!(puzzle.pieces()[0].name, "I");
    }

    #[track_caller]
    fn refuses(text: &str, message: &str) {
        assert_eq!(read(text).err().as_deref(), Some(message), "{text}");
    }

    #[test]
    fn every_bad_line_is_named() {
        refuses(
            "P:1, 0 0\nD:1 1",
            "a.txt:1:1: the size of the board is missing; `D:` must come first [E0612]",
        );
        refuses("~D", "a.txt:1:1: the size of the board is missing; `D:` must come first [E0612]");
        refuses("D:1 2\nD:1 2\nP:1, 0 0, 0 1", "a.txt:2:1: the size of the board is here twice [E0613]");
        refuses("D:1", "a.txt:1:3: `D:` has `1` numbers; expected the number of rows and of columns [E0615]");
        refuses("D:0 2", "a.txt:1:3: `0` is not a whole number from 1 to 4096 [E0614]");
        refuses(
            "D:2 9999999999999999999999",
            "a.txt:1:5: `9999999999999999999999` is not a whole number from 1 to 4096 [E0614]",
        );
        refuses("D:1 2\nP:1, 0 0, 0 1\n~D\nD:1 1", "a.txt:4:1: there is text after `~D` [E0617]");
        refuses(
            "D:1 2\nP:x, 0 0, 0 -1\nQ\nH:0 0, 0 0, 0 2, 0\nP:1, 0 0, 0 5\n",
            "a.txt:2:3: `x` is not a whole number from 1 to 65536 [E0614]\n\
             a.txt:2:13: `-1` is not a whole number from 0 to 4095 [E0614]\n\
             a.txt:3:1: line `Q` does not begin with `D:`, `P:`, `H:` or `~D` [E0611]\n\
             a.txt:4:3: `H:` has `7` numbers; expected row and column of each cell [E0615]\n\
             a.txt:5:3: the cells are not connected: no chain of shared edges leads from `(0, 0)` to `(5, 0)` [E0412]",
        );
        refuses("D:1 2\nH:0 0, 0 0\n", "a.txt:2:8: hole `0 0` is here twice [E0616]");
        refuses(
            "D:1 2\nP:1\n",
            "a.txt:2:3: `P:` has `1` numbers; expected copies, then row and column of each cell [E0615]",
        );
    }

    #[test]
    fn rules_of_puzzles_hold() {
        assert!(read("D:1 2\n").unwrap_err().contains("no pieces"));
        assert!(read("D:1 2\nP:1, 0 0").unwrap_err().contains("cover at most `1`"));
        assert!(read("D:1 1\nH:0 0\nP:1, 0 0").unwrap_err().contains("no cells"));
        assert!(read("D:4096 4096\nP:1, 0 0").unwrap_err().contains("16777216"));
    }

    #[test]
    fn recognised_by_its_first_line() {
        assert!(looks_like_board("\n# x\n D:3 3\n"));
        assert!(!looks_like_board("AAD:\nABB\n"));
        assert!(!looks_like_board(""));
    }
}

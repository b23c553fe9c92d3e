//! Writes the end of a book: its pieces, its index and its colophon.

use super::CODES;
use crate::plan::{BookBlock, Planner};
use piecework_tiling::puzzle::{Kind, Puzzle};

impl Planner<'_> {
    /// Returns the codes with which puzzles are played on a phone; nothing if there are none.
    pub(super) fn codes_of_book(&self) -> Vec<BookBlock> {
        let coded = (0..self.subjects.len()).filter(|&puzzle| self.subjects[puzzle].play_code().is_some());
        let coded: Vec<usize> = coded.collect();
        if coded.is_empty() {
            return Vec::new();
        }
        let words = match coded.len() {
            1 => "Scan the code with a phone: it opens the puzzle on a page that plays it.",
            _ => "Scan a code with a phone: it opens the puzzle of that number on a page that plays it.",
        };
        vec![
            BookBlock::Heading(CODES.to_owned()),
            BookBlock::Paragraph(words.to_owned()),
            BookBlock::Codes(coded),
        ]
    }

    /// Returns the pieces, the index and the colophon.
    pub(super) fn end_of_book(&self) -> Vec<BookBlock> {
        let mut blocks =
            vec![BookBlock::Heading("The pieces".to_owned()), BookBlock::Pieces(self.different_pieces())];
        let index = self.index_of_book();
        let by_name = self.index_by_name();
        if !index.is_empty() {
            blocks.push(BookBlock::Heading("Index".to_owned()));
        }
        for (title, numbers) in index {
            blocks.push(BookBlock::Paragraph(format!("{title}: {}", in_ranges(&numbers))));
        }
        if let Some(names) = by_name {
            blocks.push(BookBlock::Paragraph(names));
        }
        if !self.options.colophon.is_empty() {
            blocks.push(BookBlock::Heading("Colophon".to_owned()));
            blocks.extend(self.options.colophon.iter().cloned().map(BookBlock::Paragraph));
        }
        blocks
    }

    /// Returns the names of the puzzles of a large book in order, each with its number, if no two share one.
    fn index_by_name(&self) -> Option<String> {
        let mut names: Vec<(&str, usize)> =
            (0..self.subjects.len()).map(|puzzle| (self.name(puzzle), puzzle + 1)).collect();
        names.sort_unstable();
        let is_useful = self.is_full() && names.len() > 1 && names.windows(2).all(|two| two[0].0 != two[1].0);
        // A number stays with the end of its name.
        let names: Vec<String> = names.iter().map(|(name, number)| format!("{name}\u{a0}{number}")).collect();
        is_useful.then(|| format!("By name: {}", names.join(", ")))
    }

    /// Returns the numbers of the puzzles by difficulty, by set of pieces, by size of board and by piece; without what is true
    /// of all, and pieces of one puzzle.
    pub(super) fn index_of_book(&self) -> Vec<(String, Vec<usize>)> {
        let mut index: Vec<((usize, String), Vec<usize>)> = Vec::new();
        for (number, subject) in (1..).zip(self.subjects) {
            let (puzzle, cells) = (subject.puzzle, subject.puzzle.lattice().cell_name());
            let difficulty = subject.difficulty.map(|class| (0, format!("Estimated difficulty {class}")));
            let keys = [(1, set_name(puzzle)), (2, format!("Boards of {} {cells}", puzzle.region().area()))];
            let with = |piece: usize| {
                let area = puzzle.pieces()[piece].shape.area();
                (3, format!("With {} ({})", puzzle.name_of(piece), cells_in_words(area, cells)))
            };
            let is_named = |kind: &Kind| {
                kind.count.min > 0 && !puzzle.is_opening(kind.pieces.start) && is_one_piece(puzzle, kind)
            };
            let kinds = puzzle.kinds().into_iter().filter(is_named);
            let pieces = kinds.map(|kind| with(kind.pieces.start));
            for key in difficulty.into_iter().chain(keys).chain(pieces) {
                match index.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, numbers)) => numbers.push(number),
                    None => index.push((key, vec![number])),
                }
            }
        }
        index.retain(|((rank, _), numbers)| {
            *rank == 0 || numbers.len() < self.subjects.len() && (*rank < 3 || numbers.len() > 1)
        });
        index.sort_by_cached_key(|((rank, title), _)| (*rank, with_equal_numbers(title)));
        index.into_iter().map(|((_, title), numbers)| (title, numbers)).collect()
    }
}

/// Whether a kind of pieces is one piece, perhaps in several orientations.
fn is_one_piece(puzzle: &Puzzle, kind: &Kind) -> bool {
    kind.pieces.len() == 1 || !puzzle.colors().sides(kind.pieces.start).is_empty()
}

/// Returns a number of cells, in words.
fn cells_in_words(count: usize, cells: &str) -> String {
    let cells = if count == 1 { cells.trim_end_matches('s') } else { cells };
    format!("{count} {cells}")
}

/// Returns numbers in order, three or more in a row as a range.
fn in_ranges(numbers: &[usize]) -> String {
    let rows = numbers.chunk_by(|one, next| one + 1 == *next);
    let words = rows.map(|row| match row {
        [first, _, .., last] => format!("{first}\u{2013}{last}"),
        row => row.iter().map(usize::to_string).collect::<Vec<String>>().join(", "),
    });
    words.collect::<Vec<String>>().join(", ")
}

/// Returns a title in which all numbers have as many digits, so that 9 is sorted before 10.
fn with_equal_numbers(title: &str) -> String {
    const DIGITS: usize = 8;
    let (mut words, mut number) = (String::new(), String::new());
    for letter in title.chars().map(Some).chain([None]) {
        match letter {
            Some(digit) if digit.is_ascii_digit() => number.push(digit),
            other => {
                if !number.is_empty() {
                    words += &format!("{:0>DIGITS$}", std::mem::take(&mut number));
                }
                words.extend(other);
            }
        }
    }
    words
}

/// Returns what the pieces of a puzzle are, by their size.
fn set_name(puzzle: &Puzzle) -> String {
    let cells = puzzle.lattice().cell_name();
    let pieces = puzzle.pieces().iter().enumerate().filter(|&(piece, _)| !puzzle.is_opening(piece));
    let areas = pieces.map(|(_, piece)| piece.shape.area());
    match (areas.clone().min(), areas.max()) {
        (Some(least), Some(most)) if least == most => format!("Pieces of {}", cells_in_words(most, cells)),
        (Some(least), Some(most)) => format!("Pieces of {least} to {most} {cells}"),
        _ => format!("Pieces of {cells}"),
    }
}

//! Writes the end of a book: its pieces, its index and its colophon.

use crate::plan::{BookBlock, Planner};
use piecework_tiling::puzzle::Puzzle;

impl Planner<'_> {
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
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            blocks.push(BookBlock::Paragraph(format!("{title}: {}", numbers.join(", "))));
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
        let names: Vec<String> = names.iter().map(|(name, number)| format!("{name} {number}")).collect();
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
            let pieces = puzzle.pieces().iter().filter(|piece| piece.count.min > 0);
            let pieces =
                pieces.map(|piece| (3, format!("With {} ({} {cells})", piece.name, piece.shape.area())));
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
        let title = |rank: usize, title: &str| if rank == 3 { title.to_owned() } else { String::new() };
        index.sort_by_cached_key(|((rank, words), _)| (*rank, title(*rank, words)));
        index.into_iter().map(|((_, title), numbers)| (title, numbers)).collect()
    }
}

/// Returns what the pieces of a puzzle are, by their size.
fn set_name(puzzle: &Puzzle) -> String {
    let cells = puzzle.lattice().cell_name();
    let areas = puzzle.pieces().iter().map(|piece| piece.shape.area());
    match (areas.clone().min(), areas.max()) {
        (Some(least), Some(most)) if least == most => format!("Pieces of {most} {cells}"),
        (Some(least), Some(most)) => format!("Pieces of {least} to {most} {cells}"),
        _ => format!("Pieces of {cells}"),
    }
}

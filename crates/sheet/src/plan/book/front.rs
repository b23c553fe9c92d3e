//! Writes the beginning of a book: how to solve.

use crate::plan::{BookBlock, Planner};

/// The most worked examples.
const MOST_EXAMPLES: usize = 3;

impl Planner<'_> {
    /// Returns how to solve the puzzles, with worked examples of different kinds.
    pub(super) fn how_to_solve(&self) -> Vec<BookBlock> {
        let paragraph = |words: &str| BookBlock::Paragraph(words.to_owned());
        let mut blocks = vec![
            BookBlock::Heading("How to solve".to_owned()),
            paragraph(
                "Copy the pieces and cut them out, or draw them on the board with a pencil. Turn and flip them \
                 as you like, unless the puzzle says otherwise.",
            ),
        ];
        if self.subjects.iter().any(|subject| subject.difficulty.is_some()) {
            blocks.push(paragraph(
                "The small tiles beside a puzzle show how difficult it is, from one (easy) to five. They were \
                 measured by a program that reasons step by step and guesses only where nothing follows.",
            ));
        }
        let examples =
            self.subjects.iter().enumerate().flat_map(|(puzzle, subject)| {
                (0..subject.examples.len()).map(move |example| (puzzle, example))
            });
        let examples: Vec<(usize, usize)> = examples.take(MOST_EXAMPLES).collect();
        if !examples.is_empty() {
            blocks.push(BookBlock::Examples(examples));
        }
        blocks
    }
}

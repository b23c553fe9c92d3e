//! Plans a class set: a page with a puzzle for each pupil, and a key for the teacher.

use super::book::book_room;
use super::tactile::tactile_letter;
use super::{BookBlock, BookPuzzle, DocumentPlan, PageContent, PagePlan, Places, Planner};
use crate::{PuzzleSheetError, SheetStyle};

/// The kinds of its pages.
const PUPIL: &str = "pupil";
pub(crate) const KEY: &str = "key";
/// The cells of large print below which the pieces have a page of their own, in mm; chosen by eye.
const LARGE_CELL: f64 = 15.0;
/// What a pupil writes under a puzzle.
const WRITTEN: [&str; 2] = ["Name", "Date"];

impl Planner<'_> {
    /// Returns the pages of so many pupils, who get the puzzles in turn, and the key.
    pub(super) fn class_set(&self, pupils: usize) -> Result<Vec<DocumentPlan>, PuzzleSheetError> {
        let title = &self.options.title;
        let room = book_room(&self.format)?;
        let mut pages = Vec::new();
        for puzzle in (0..self.subjects.len()).cycle().take(pupils) {
            if self.options.audience() == SheetStyle::Tactile {
                pages.extend(self.tactile(puzzle)?);
                continue;
            }
            let name = self.subjects[puzzle].puzzle.name();
            let Some(one) = self.book_puzzle(puzzle, room, 0.0)? else {
                return Err(PuzzleSheetError::BoardTooLarge {
                    puzzle: name.to_owned(),
                    least: super::puzzle::LEAST,
                });
            };
            let one = BookPuzzle { writing: WRITTEN.map(str::to_owned).to_vec(), ..one };
            let is_small = one.cell_mm * self.options.enlarged() < LARGE_CELL;
            let apart = match self.options.audience() {
                SheetStyle::LargePrint if is_small => self.apart(&one, room)?,
                _ => None,
            };
            let number = (puzzle + 1).to_string();
            for one in apart.map_or_else(|| vec![one], Vec::from) {
                let content = PageContent::Puzzles { puzzles: vec![one], places: Places::ONE };
                pages.push(PagePlan::new(PUPIL, title, &number, content).marked(name.to_owned()));
            }
        }
        let mut key = self.solutions_of_book()?;
        if self.options.audience() == SheetStyle::Tactile {
            key.extend(self.numbers_in_braille());
        }
        for page in &mut key {
            (page.kind, page.heading) = (KEY.to_owned(), format!("{title}: key for the teacher"));
        }
        Ok(vec![self.document_of_all("class", pages), self.document_of_all("key", key)])
    }

    /// Returns a page that says which numbers the pieces have on pages to be felt, where names do not fit; puzzles with
    /// the same pieces share a paragraph.
    fn numbers_in_braille(&self) -> Option<PagePlan> {
        let mut found: Vec<(Vec<usize>, String)> = Vec::new();
        for (number, subject) in (1..).zip(self.subjects) {
            let pieces = (0..subject.puzzle.pieces().len())
                .map(|piece| (piece + 1, subject.puzzle.name_of(piece)))
                .filter(|(_, name)| tactile_letter(name).is_none());
            let words: Vec<String> = pieces.map(|(number, name)| format!("{number} is {name}")).collect();
            let words = words.join(", ");
            match found.iter_mut().find(|(_, known)| *known == words) {
                Some((numbers, _)) => numbers.push(number),
                None if words.is_empty() => {}
                None => found.push((vec![number], words)),
            }
        }
        let lines = found.iter().map(|(numbers, words)| {
            let of = if numbers.len() == 1 { "Puzzle" } else { "Puzzles" };
            let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
            BookBlock::Paragraph(format!("{of} {}: {words}.", numbers.join(", ")))
        });
        let heading = BookBlock::Heading("The numbers of the pieces in braille".to_owned());
        let blocks: Vec<BookBlock> = std::iter::once(heading).chain(lines).collect();
        (!found.is_empty()).then(|| PagePlan::new(KEY, "", "", PageContent::Text(blocks)))
    }
}

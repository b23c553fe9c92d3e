//! Plans a class set: a page with a puzzle for each pupil, and a key for the teacher.

use super::{BookPuzzle, DocumentPlan, PageContent, PagePlan, Places, Planner};
use crate::pages::book_room;
use crate::{PuzzleSheetError, SheetStyle};
use piecework_tiling::text::slug;

/// The kinds of its pages.
const PUPIL: &str = "pupil";
pub(crate) const KEY: &str = "key";
/// What a pupil writes under a puzzle.
const WRITTEN: [&str; 2] = ["Name", "Date"];

impl Planner<'_> {
    /// Returns the pages of so many pupils, who get the puzzles in turn, and the key.
    pub(super) fn class_set(&self, pupils: usize) -> Result<Vec<DocumentPlan>, PuzzleSheetError> {
        let title = &self.options.title;
        let room = book_room(&self.format)?;
        let mut pages = Vec::new();
        for puzzle in (0..self.subjects.len()).cycle().take(pupils) {
            if self.options.style == SheetStyle::Tactile {
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
            let puzzles = vec![BookPuzzle { writing: WRITTEN.map(str::to_owned).to_vec(), ..one }];
            let content = PageContent::Puzzles { puzzles, places: Places::ONE };
            let number = (puzzle + 1).to_string();
            pages.push(PagePlan::new(PUPIL, title, &number, content).marked(name.to_owned()));
        }
        let mut key = self.solutions_of_book()?;
        for page in &mut key {
            (page.kind, page.heading) = (KEY.to_owned(), format!("{title}: key for the teacher"));
        }
        let stem = Some(slug(title)).filter(|stem| !stem.is_empty()).unwrap_or_else(|| "tiling".to_owned());
        let document = |kind: &str, pages| {
            let (name, title) = (format!("{stem}-{kind}"), title.clone());
            DocumentPlan { name, stem: stem.clone(), title, pages }
        };
        Ok(vec![document("class", pages), document("key", key)])
    }
}

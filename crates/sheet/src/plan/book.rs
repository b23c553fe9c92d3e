//! Plans a book of puzzles: cover, contents, puzzles, and the solutions at the back.

use super::{ContentsEntry, DocumentPlan, PageContent, PagePlan, Planner};
use crate::PuzzleSheetError;
use piecework_tiling::text::slug;

/// The most boards on the cover.
const MOST_BOARDS: usize = 12;

impl Planner<'_> {
    pub(super) fn book(&self) -> Result<DocumentPlan, PuzzleSheetError> {
        let title = &self.options.title;
        let mut pages =
            vec![self.cover(), PagePlan::new("page", title, "Contents", PageContent::Contents(Vec::new()))];
        pages[1].bookmark = "Contents".to_owned();
        let mut entries = Vec::new();
        for (puzzle, subject) in self.subjects.iter().enumerate() {
            entries.push(ContentsEntry { title: subject.puzzle.name().to_owned(), to: pages.len() });
            pages.extend(self.puzzle(puzzle)?);
            pages.extend(self.hint(puzzle));
        }
        let solutions = pages.len();
        for puzzle in 0..self.subjects.len() {
            pages.extend(self.solutions(puzzle)?);
        }
        if pages.len() > solutions {
            entries.push(ContentsEntry { title: "Solutions".to_owned(), to: solutions });
        }
        pages[1].content = PageContent::Contents(entries);
        for page in &mut pages {
            page.kind = "page".to_owned();
            page.carries.clear();
        }
        let stem = Some(slug(title)).filter(|stem| !stem.is_empty()).unwrap_or_else(|| "tiling".to_owned());
        Ok(DocumentPlan { name: format!("{stem}-book"), stem, title: title.clone(), pages })
    }

    fn cover(&self) -> PagePlan {
        let count = self.subjects.len();
        let puzzles = if count == 1 { "One puzzle".to_owned() } else { format!("{count} puzzles") };
        let solved = self.subjects.iter().any(|subject| !subject.tilings.is_empty());
        let words = if solved { format!("{puzzles}, with solutions at the back") } else { puzzles };
        let boards = (0..count.min(MOST_BOARDS)).collect();
        let cover = PageContent::Cover { words, boards };
        PagePlan::new("page", &self.options.title, "", cover).marked("Cover".to_owned())
    }
}

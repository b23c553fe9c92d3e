//! Plans a book of puzzles: cover, contents and how to solve, puzzles, hints, solutions, and at the end an
//! index, the pieces and the colophon.

mod back;
mod chapters;
mod cover;
mod front;
mod puzzles;
mod small;
#[cfg(test)]
mod tests;

use super::{BOOK_PAGE, BookBlock, ContentsEntry, DocumentPlan, PageContent, PagePlan, Planner, Side};
use crate::PuzzleSheetError;
pub use chapters::themes;
use cover::title_page;
pub use front::FULL_BOOK;
use piecework_draw::geometry::Bounds;
use piecework_draw::layout::LayoutError;
use piecework_draw::page::{PageFormat, Title, sizes, wrapped};
use piecework_tiling::text::slug;
pub(super) use puzzles::SHARED;

/// The height of a running head with its rule and the space below it, in mm; chosen by eye.
pub(crate) const RUNNING_HEAD: f64 = sizes::LINE + 6.0;

/// The height of the heading of a puzzle, and of the line to write on, in mm.
pub(crate) const PUZZLE_HEAD: f64 = 8.0;
pub(crate) const WRITING: f64 = 9.0;

/// What the pages with codes are called.
const CODES: &str = "Play on a phone";

/// What the page about the pieces is called.
const ABOUT: &str = "About the pieces";

/// Pages with puzzles, and their entries in the contents, which count these pages from 0.
#[derive(Default)]
pub(super) struct BookPages {
    pages: Vec<PagePlan>,
    entries: Vec<ContentsEntry>,
}

impl Planner<'_> {
    /// Returns the book, and its cover if it is printed and bound.
    pub(super) fn book(&self) -> Result<Vec<DocumentPlan>, PuzzleSheetError> {
        let puzzles = self.puzzle_pages_of_book()?;
        let mut parts = Vec::new();
        for (title, more) in [("Hints", self.hints_of_book()?), ("Solutions", self.solutions_of_book()?)] {
            parts.push((title.to_owned(), more));
        }
        self.bound(puzzles, parts, self.how_to_solve())
    }

    /// Returns a book of pages with their entries in the contents, and of parts with one entry each: between its cover, its
    /// contents and what is said before all, and the pieces, the index and the colophon.
    pub(super) fn bound(
        &self,
        puzzles: BookPages,
        parts: Vec<(String, Vec<PagePlan>)>,
        words: Vec<BookBlock>,
    ) -> Result<Vec<DocumentPlan>, PuzzleSheetError> {
        let title = &self.options.title;
        let text = |blocks| PagePlan::new(BOOK_PAGE, title, "", PageContent::Text(blocks));
        let cover = self.cover();
        let mut pages = self.before_contents(&cover);
        let contents = pages.len();
        pages.push(text(Vec::new()).marked("Contents".to_owned()));
        let mut entries = Vec::new();
        let mut front = vec![BookBlock::Heading("Contents".to_owned())];
        let after = if self.is_full() {
            self.add_introduction(&mut pages, &mut entries, words);
            Vec::new()
        } else {
            words
        };
        let start = pages.len();
        let moved = |entry: ContentsEntry| ContentsEntry { to: entry.to + start, ..entry };
        entries.extend(puzzles.entries.into_iter().map(moved));
        pages.extend(puzzles.pages);
        let end = Some(self.end_of_book()).filter(|end| !end.is_empty());
        let end_title = if self.index_of_book().is_empty() { "Pieces" } else { "Pieces and index" };
        let end = end.map(|end| (end_title.to_owned(), vec![text(end).marked(end_title.to_owned())]));
        let codes = Some(self.codes_of_book()).filter(|codes| !codes.is_empty());
        let codes = codes.map(|codes| (CODES.to_owned(), vec![text(codes).marked(CODES.to_owned())]));
        for (title, more) in parts.into_iter().chain(codes).chain(end).filter(|(_, more)| !more.is_empty()) {
            entries.push(ContentsEntry::of_part(&title, pages.len()));
            pages.extend(more);
        }
        front.push(BookBlock::Contents(entries));
        front.extend(after);
        pages[contents].content = PageContent::Text(front);
        if self.options.print.is_some() {
            pages.push(PagePlan::new(BOOK_PAGE, "Notes", "", PageContent::Notes));
        }
        pages.iter_mut().for_each(|page| page.kind = BOOK_PAGE.to_owned());
        if self.options.print.is_none() {
            return Ok(vec![self.document_of_all("book", pages)]);
        }
        let PageContent::Cover { words, pieces } = cover.content else { unreachable!() };
        let wrap = PagePlan::new("cover", title, "", PageContent::WrapCover { words, pieces });
        Ok(vec![self.document_of_all("interior", pages), self.document_of_all("cover", vec![wrap])])
    }

    /// Adds what a large book says about its pieces, which ends the front matter, and how to solve.
    fn add_introduction(
        &self,
        pages: &mut Vec<PagePlan>,
        entries: &mut Vec<ContentsEntry>,
        words: Vec<BookBlock>,
    ) {
        let text = |heading: &str, blocks| {
            PagePlan::new(BOOK_PAGE, heading, "", PageContent::Text(blocks)).marked(heading.to_owned())
        };
        entries.push(ContentsEntry::of_part(ABOUT, pages.len()));
        pages.push(text(ABOUT, self.about_the_pieces()));
        if self.options.print.is_some() {
            pages.push(PagePlan::empty(Side::Right));
        }
        pages.iter_mut().for_each(|page| page.is_front = true);
        let mut words = words.into_iter();
        let Some(BookBlock::Heading(heading)) = words.next() else { return };
        entries.push(ContentsEntry::of_part(&heading, pages.len()));
        pages.push(text(&heading, words.collect()));
    }

    /// A document of all puzzles, named by the title unless the options say how; what was stopped has a name of its own.
    pub(super) fn document_of_all(&self, kind: &str, pages: Vec<PagePlan>) -> DocumentPlan {
        let title = self.options.title.clone();
        let stem = self.options.stem.clone().unwrap_or_else(|| slug(&title));
        let is_partial = self.subjects.iter().any(|subject| subject.is_partial);
        let stem = if is_partial { format!("{stem}-partial") } else { stem };
        DocumentPlan { name: format!("{stem}-{kind}"), stem, title, pages }
    }

    /// Returns the name of a puzzle without its number, which is printed before it.
    pub(super) fn name(&self, puzzle: usize) -> &str {
        let name = self.subjects[puzzle].puzzle.name();
        name.strip_suffix(&format!(", no. {}", puzzle + 1)).unwrap_or(name)
    }
}

/// Returns the height of the lines under the heading of a puzzle, in mm.
pub(crate) fn words_height(words: &str, width: f64) -> f64 {
    crate::float(wrapped(words, sizes::TEXT, width).len()) * sizes::LINE + sizes::AIR
}

/// Returns the numbers of puzzles on a page, in words.
pub(super) fn numbers(first: usize, count: usize) -> String {
    if count == 1 { first.to_string() } else { format!("{first}\u{2013}{}", first + count - 1) }
}

/// Returns the numbers of puzzles in order, in words.
pub(super) fn numbers_of(mut puzzles: impl Iterator<Item = usize>) -> String {
    let first = puzzles.next().unwrap_or(0);
    numbers(first + 1, puzzles.last().map_or(1, |last| last + 1 - first))
}

/// Returns the room below the running head on the pages of a book.
pub(super) fn book_room(format: &PageFormat) -> Result<Bounds, LayoutError> {
    let room = format.room(&Title::default())?;
    Ok(Bounds { top: room.top + RUNNING_HEAD, ..room })
}

//! Pages with a title block and a foot, and what makes one numbered set of several.
//!
//! In: headings and a paper. Out: [`Pages`], which are numbered when all of them are there, and then [`Drawing`]s.

use super::PuzzleSheetError;
use crate::drawing::{Anchor, Canvas, Drawing, Medium, Role, Text};
use crate::geometry::{Bounds, Point};
use crate::layout::SheetFormat;

/// The cap height of the title, in mm; chosen by eye, as are the other sizes of this room.
const TITLE: f64 = 5.0;
/// The cap height of a line under the title, in mm.
pub(super) const LINE: f64 = 2.8;
/// The room under a title block, in mm.
const BELOW_TITLE: f64 = 6.0;
/// The cap height of page numbers, in mm.
const NUMBER: f64 = 2.2;
/// The room at the foot of a page, in mm.
const FOOT: f64 = 7.0;

/// What stands at the head of a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head<'a> {
    /// What leads to the page in the outline of a document.
    pub(super) bookmark: &'a str,
    /// The title.
    pub(super) heading: &'a str,
    /// One line under it.
    pub(super) line: &'a str,
}

/// A page being drawn: the title block is there, `free` is what is left.
pub(super) struct Page {
    pub(super) canvas: Canvas,
    pub(super) free: Bounds,
    heading: String,
}

impl Page {
    /// An empty page with its title and one line under it.
    pub(super) fn new(head: Head<'_>, paper: &SheetFormat) -> Result<Self, PuzzleSheetError> {
        let mut page = Self::bare(head, paper)?;
        let usable = page.free;
        let mut y = usable.top + TITLE;
        let heading = fitted(head.heading, Point { x: usable.left, y }, TITLE, usable.width());
        page.canvas.text(Role::Label, heading.bold());
        y += LINE * 2.0;
        page.canvas.text(Role::Label, fitted(head.line, Point { x: usable.left, y }, LINE, usable.width()));
        page.free.top = y + BELOW_TITLE;
        Ok(page)
    }

    /// A page without a title block.
    pub(super) fn bare(head: Head<'_>, paper: &SheetFormat) -> Result<Self, PuzzleSheetError> {
        let usable = paper.usable()?;
        let canvas = Canvas::new(head.bookmark, Medium::Print, paper.width, paper.height);
        let free = Bounds { bottom: usable.bottom - FOOT, ..usable };
        Ok(Self { canvas, free, heading: head.heading.to_owned() })
    }

    /// Draws the foot: what the page is of, and its number.
    fn foot(&mut self, number: usize, of: usize) {
        let y = self.free.bottom + FOOT;
        let words = format!("{number} / {of}");
        let right = Text::new(words, Point { x: self.free.right, y }, NUMBER, Anchor::End);
        let room = self.free.width() - right.width() - NUMBER * 4.0;
        let left = fitted(&self.heading, Point { x: self.free.left, y }, NUMBER, room);
        self.canvas.text(Role::Guide, left);
        self.canvas.text(Role::Guide, right);
    }
}

/// Pages that belong together and are not numbered yet.
#[derive(Default)]
pub struct Pages {
    pages: Vec<Page>,
}

impl Pages {
    pub(super) fn push(&mut self, page: Page) {
        self.pages.push(page);
    }

    /// Adds the pages of another set behind these.
    pub fn append(&mut self, other: Pages) {
        self.pages.extend(other.pages);
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Numbers the pages, if there are several, and finishes them.
    ///
    /// # Errors
    /// [`PuzzleSheetError::Drawing`] for a page that breaks a promise of drawings.
    pub fn finish(self) -> Result<Vec<Drawing>, PuzzleSheetError> {
        let of = self.pages.len();
        let pages = self.pages.into_iter().enumerate().map(|(index, mut page)| {
            if of > 1 {
                page.foot(index + 1, of);
            }
            Ok(page.canvas.finish()?)
        });
        pages.collect()
    }
}

/// Text that starts at a point, made smaller where it would be wider than `width`.
pub(super) fn fitted(words: &str, at: Point, height: f64, width: f64) -> Text {
    let text = Text::new(words, at, height, Anchor::Start).bold();
    let shrink = (width / text.width()).min(1.0);
    Text::new(words, at, height * shrink, Anchor::Start)
}

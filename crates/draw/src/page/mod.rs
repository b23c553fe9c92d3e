//! Lays out everything that is printed: one page grid, two type sizes, and the blocks that pages are made of.
//!
//! A [`PageFormat`] is the paper and the foot that the pages of a document share. A [`Section`] is a title
//! and a list of [`Block`]s; it becomes as many [`Page`]s as the blocks take. A page that is one large
//! picture is made with [`Page::new`] and drawn on directly. [`finish`] numbers all pages and turns them into
//! drawings. Titles, feet and blocks are plain values: this room has no knowledge of quilts, puzzles or
//! machines.
//!
//! # Examples
//! ```
//! use piecework_draw::layout::paper;
//! use piecework_draw::page::{Block, Foot, PageFormat, Section, Title, finish};
//!
//! let format = PageFormat::new(paper("a4")?, Foot::not_to_scale());
//! let blocks = vec![Block::heading("Before you start"), Block::paragraph("Wash and press the fabric.")];
//! let section = Section { title: Title::new("Star", "materials"), blocks, legend: Vec::new() };
//! let drawings = finish(section.pages(&format)?)?;
//! assert_eq!(drawings.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
mod columns;
mod foot;
mod join;
mod section;
mod sign;
pub mod sizes;
mod stack;
mod style;
mod table;
mod text_lines;

use std::sync::Arc;

use crate::drawing::{Anchor, Canvas, Drawing, DrawingError, Item, Medium, Role, Text};
use crate::geometry::{Bounds, Point};
use crate::layout::{GridPage, LayoutError, PageGrid, SheetFormat};
use piecework_tiling::stop::StopFlag;

pub use block::{Block, Cards, DrawNth, Figure};
use foot::PageNumber;
pub use foot::{Foot, PageSide, StripEdge};
pub use join::{joined, joined_in_best_order};
pub use section::Section;
pub use sign::{Entry, Sign};
pub use style::{Mark, PageStyle, Rule, TitleLetters, Vignette, WordLetters};
pub use table::{Column, Table};
pub use text_lines::{line, title_line, title_lines, wrapped};

use join::{Drawn, PageStrip, lowest};
use sizes::{AIR, HEAD, LINE, MAP, ROLL_PAGE, TEXT, TITLE};

/// What all pages of a document share.
#[derive(Debug, Clone)]
pub struct PageFormat {
    /// What the pages are printed on.
    pub paper: SheetFormat,
    /// What is at the foot of every page.
    pub foot: Foot,
    /// Stops the layout. Default: never.
    pub stop: StopFlag,
}

impl PageFormat {
    /// Pages on this paper with this foot; nothing stops their layout.
    pub fn new(paper: SheetFormat, foot: Foot) -> Self {
        Self { paper, foot, stop: StopFlag::never() }
    }

    /// The same format with a different foot.
    pub fn with_foot(&self, foot: Foot) -> Self {
        Self { foot, ..self.clone() }
    }

    /// Returns the room for content below `title` on a page; off a roll as long as the roll allows.
    ///
    /// # Errors
    /// [`LayoutError::NoRoom`] if margins, title and foot leave nothing.
    pub fn long_room(&self, title: &Title) -> Result<Bounds, LayoutError> {
        let usable = self.paper.usable()?;
        let top = usable.top + title.height(usable.width());
        let (right, bottom) = (usable.right - self.foot.width(), usable.bottom - self.foot.height());
        let room = Bounds { top, right, bottom, ..usable };
        if room.height() > LINE {
            return Ok(room);
        }
        let SheetFormat { width, height, margin, .. } = self.paper;
        Err(LayoutError::NoRoom { width, height, margin })
    }

    /// Returns the same room; off a roll only as much of it as makes a page that is pleasant to handle.
    ///
    /// # Errors
    /// As [`PageFormat::long_room`].
    pub fn room(&self, title: &Title) -> Result<Bounds, LayoutError> {
        let room = self.long_room(title)?;
        let most = room.top + room.width() * ROLL_PAGE;
        Ok(if self.paper.roll { Bounds { bottom: room.bottom.min(most), ..room } } else { room })
    }
}

/// What is at the head of a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Title {
    /// The heading; no strip is kept for an empty one.
    pub heading: String,
    /// What is said under it, on as many lines as it takes; may be empty.
    pub line: String,
    /// The name of the page in the outline of a document.
    pub bookmark: String,
    /// The heading without the subject, for a page that is set below another; empty if there is no subject.
    pub part: String,
}

impl Title {
    /// A heading of the form `subject: page`.
    pub fn new(subject: &str, page: &str) -> Self {
        let heading = format!("{subject}: {page}");
        Self { bookmark: heading.clone(), line: String::new(), part: page.to_owned(), heading }
    }

    /// The same title with a line under the heading.
    #[must_use]
    pub fn with_line(self, line: impl Into<String>) -> Self {
        Self { line: line.into(), ..self }
    }

    /// The height of the strip on paper of a width, in mm.
    fn height(&self, width: f64) -> f64 {
        match (self.heading.is_empty(), self.line.is_empty()) {
            (true, _) => 0.0,
            (false, true) => HEAD,
            (false, false) => HEAD + LINE * wrapped(&self.line, TEXT, width).len() as f64 + AIR,
        }
    }

    fn draw(&self, canvas: &mut Canvas, usable: Bounds) {
        if self.heading.is_empty() {
            return;
        }
        let at = Point { x: usable.left, y: usable.top + TITLE };
        canvas.text(Role::Label, title_line(&self.heading, at, TITLE, usable.width()));
        for (index, line) in wrapped(&self.line, TEXT, usable.width()).into_iter().enumerate() {
            let at = Point { x: usable.left, y: usable.top + HEAD + TEXT + LINE * index as f64 };
            canvas.text(Role::Label, Text::new(line, at, TEXT, Anchor::Start));
        }
    }
}

/// A page being drawn.
#[derive(Debug, Clone)]
pub struct Page {
    /// What is drawn on; title and foot are added by [`finish`].
    pub canvas: Canvas,
    /// What was drawn before, and is below what is on the canvas.
    drawn: Vec<Drawn>,
    /// The room that is left for content.
    pub free: Bounds,
    format: PageFormat,
    title: Title,
    /// Where its content begins, in mm from the upper edge of the paper.
    start: f64,
    /// The drawing that this page shows a part of.
    map: Option<Arc<(PageGrid, GridPage)>>,
    /// What is on the page, from the top down, if it may be set elsewhere.
    strips: Vec<PageStrip>,
    /// What it shows, in words.
    words: String,
    /// Its number in words; by default "page 3 of 7".
    number: Option<PageNumber>,
}

impl Page {
    /// An empty page.
    ///
    /// # Errors
    /// As [`PageFormat::room`].
    pub fn new(format: &PageFormat, title: Title) -> Result<Self, LayoutError> {
        let free = format.room(&title)?;
        Ok(Self::with_room(format, title, free))
    }

    /// An empty page for what is true to size: off a roll as long as its content.
    ///
    /// # Errors
    /// As [`PageFormat::long_room`].
    pub fn long(format: &PageFormat, title: Title) -> Result<Self, LayoutError> {
        let free = format.long_room(&title)?;
        Ok(Self::with_room(format, title, free))
    }

    fn with_room(format: &PageFormat, title: Title, free: Bounds) -> Self {
        let (width, height) = (format.paper.width, format.paper.height);
        let canvas = Canvas::new(title.bookmark.clone(), Medium::Print, width, height);
        let (drawn, strips, words) = (Vec::new(), Vec::new(), String::new());
        let (start, format, map, number) = (free.top, format.clone(), None, None);
        Self { canvas, drawn, free, start, format, title, map, strips, words, number }
    }

    /// Says in words what the page shows, for people who do not see it.
    pub fn describe(&mut self, words: impl Into<String>) {
        self.words = words.into();
    }

    /// Says how the page is numbered, as in a book: `xii`, `47`.
    pub fn number(&mut self, words: impl Into<String>) {
        self.number_on(PageSide::Right, words);
    }

    /// The same on a side of a bound book, where numbers are away from the spine.
    pub fn number_on(&mut self, side: PageSide, words: impl Into<String>) {
        self.number = Some(PageNumber { words: words.into(), side });
    }

    /// The same page as one of several that are taped together, with its row and column in the title and a
    /// small map.
    #[must_use]
    pub fn of_grid(mut self, grid: &PageGrid, page: &GridPage) -> Self {
        let (row, column) = (page.row, page.column);
        let place = format!(", row {row} of {}, column {column} of {}", grid.rows(), grid.columns());
        if !self.title.heading.is_empty() {
            self.title.heading.push_str(&place);
        }
        self.title.bookmark.push_str(&place);
        self.map = Some(Arc::new((grid.clone(), page.clone())));
        self
    }

    /// Draws the beginning of a block at the top of the free room, and takes that room away; what does not
    /// fit is left out.
    pub fn block(&mut self, block: &Block<'_>) {
        let stack = block.stack(self.free.width());
        let count = stack.fits(&stack.units, self.free.height());
        let mut canvas = self.canvas.blank();
        let height = stack.draw(&mut canvas, self.free, &stack.units[..count]);
        let (canvas, height) = fitted(canvas, self.free, height);
        canvas.into_items().for_each(|(role, item)| self.canvas.item(role, item));
        self.free.top += height + AIR;
    }

    /// Writes words below `y`, as wide as the map leaves room; returns where they end.
    pub fn words_below(&mut self, words: &str, y: f64) -> f64 {
        let map = if self.map.is_some() && !self.format.foot.is_true_to_size() { MAP + AIR } else { 0.0 };
        let room = Bounds { top: y, right: self.free.right - map, ..self.free };
        text_lines::paragraph(&mut self.canvas, room, words)
    }

    /// The finished page, with its number where there are several.
    ///
    /// # Errors
    /// [`DrawingError`] for a page that breaks a promise of drawings.
    pub fn finish(self, number: Option<(usize, usize)>) -> Result<Drawing, DrawingError> {
        let paper = &self.format.paper;
        let foot = &self.format.foot;
        let place = number.map(|(number, count)| format!("page {number} of {count}"));
        let placed = place.map(|words| PageNumber { words, ..PageNumber::default() });
        let number = self.number.clone().or(placed).unwrap_or_default();
        let usable = paper.bounds().inset(paper.margin);
        let bottom = if paper.roll { self.lowest() + AIR + foot.height() } else { usable.bottom };
        let height = if paper.roll { bottom + paper.margin } else { paper.height };
        let mut canvas = Canvas::new(self.title.bookmark.clone(), Medium::Print, paper.width, height);
        canvas.describe(self.words);
        drop(self.strips);
        self.drawn.into_iter().for_each(|drawn| drawn.draw(&mut canvas));
        self.canvas.into_items().for_each(|(role, item)| canvas.item(role, item));
        self.title.draw(&mut canvas, usable);
        let name = &self.title.bookmark;
        foot.draw_strip(&mut canvas, Bounds { bottom, ..usable }, name, &number.words, self.map.as_deref());
        let strip = Bounds { top: bottom - foot.height(), bottom, ..usable };
        let mut right = strip.right;
        let map = self.map.as_deref().filter(|_| !matches!(foot, Foot::Strip { .. }));
        if let Some((grid, page)) = map {
            let top = if foot.is_measured() { strip.top + AIR } else { strip.top - 3.0 * LINE };
            let area = Bounds { left: right - MAP, top, right, bottom: top + 3.0 * LINE - AIR };
            right = grid.draw_place(&mut canvas, area, page) - AIR;
        }
        foot.draw(&mut canvas, strip, right, &number);
        canvas.finish()
    }

    /// Where the content ends: on a roll the page ends there too.
    fn lowest(&self) -> f64 {
        let drawn = self.drawn.iter().filter_map(Drawn::lowest);
        drawn.chain(lowest(self.canvas.items().map(|(_, item)| item))).fold(self.free.top, f64::max)
    }
}

/// What was drawn from the top left of a room, and its height: smaller if it reaches out of the room.
fn fitted(canvas: Canvas, room: Bounds, height: f64) -> (Canvas, f64) {
    /// What is lost by counting with binary numbers, and what glyphs reach over, in mm.
    const OVER: f64 = 1.0;
    let right =
        canvas.items().filter_map(|(_, item)| item.bounds()).map(|of| of.right).fold(room.left, f64::max);
    let share = |has: f64, needs: f64| if needs > has + OVER { has / needs } else { 1.0 };
    let scale = share(room.width(), right - room.left).min(share(room.height(), height));
    if scale >= 1.0 {
        return (canvas, height);
    }
    let put = |item: Item| item.moved(-room.left, -room.top).scaled(scale).moved(room.left, room.top);
    (canvas.redrawn(|_, item| vec![put(item)]), height * scale)
}

/// Numbers the pages, if there are several, and finishes them.
///
/// # Errors
/// [`LayoutError::Drawing`] for a page that breaks a promise of drawings, and [`LayoutError::Stopped`].
pub fn finish(pages: Vec<Page>) -> Result<Vec<Drawing>, LayoutError> {
    one_by_one(pages).collect()
}

/// The same, but each page is finished when it is asked for, and forgotten then: many pages take much memory.
pub fn one_by_one(
    mut pages: Vec<Page>,
) -> impl ExactSizeIterator<Item = Result<Drawing, LayoutError>> + use<> {
    pages.iter_mut().for_each(Page::settle);
    let count = pages.len();
    pages.into_iter().enumerate().map(move |(index, page)| {
        page.format.stop.check()?;
        Ok(page.finish((count > 1).then_some((index + 1, count)))?)
    })
}

//! What stands on every page: title and page number above, and below the foot, see [`super::foot`].
//!
//! In: a design and a title. Out: a [`Frame`] with free room for content, and in the end a drawing. Always holds: paper
//! off a roll ends below what is on it. What the content is, is not known here.

use super::foot::{FOOT, Foot, LOW_FOOT, MAP};
use super::{Design, QuiltError, Units};
use crate::drawing::{Anchor, Canvas, Drawing, Item, Medium, Role, Text};
use crate::geometry::{Bounds, Point};
use crate::layout::{Page, PageGrid, SheetFormat};

/// The cap height of titles, in mm; chosen by eye, as are the other sizes of this file.
const TITLE: f64 = 3.2;
/// The strip above the content, in mm.
const HEAD: f64 = 7.0;
/// The least room for content that makes sense, in mm.
const LEAST: f64 = 100.0;
/// How high pages off a roll are at most, as a share of their width, where nothing on them is true to size.
const ROLL_PAGE: f64 = 0.75;
/// The air between the content of a page off a roll and the foot, in mm.
const AIR: f64 = 3.0;

/// The cap height of words that are read, in mm.
pub(super) const WORDS: f64 = 2.6;
/// From one line of such words to the next, in mm.
pub(super) const LINE: f64 = 4.8;

/// A page being drawn, with the room that is left on it.
pub(super) struct Frame {
    pub(super) canvas: Canvas,
    pub(super) free: Bounds,
    title: String,
    /// The name of what is drawn, before the titles of the pages.
    quilt: String,
    usable: Bounds,
    margin: f64,
    units: Units,
    roll: bool,
    foot: Foot,
    /// The pages that this is one of, which are taped together.
    map: Option<(PageGrid, Page)>,
}

impl Frame {
    /// A page that is cut by or measured on.
    pub(super) fn new(design: &Design<'_>, title: &str) -> Result<Self, QuiltError> {
        Self::with(design, title, room(design)?, Foot::of(design))
    }

    /// A page that is cut by; off a roll as long as it must be.
    pub(super) fn long(design: &Design<'_>, title: &str) -> Result<Self, QuiltError> {
        Self::with(design, title, long_room(design)?, Foot::of(design))
    }

    /// A page that is read and not traced: a low foot without test square, so that there is more room.
    pub(super) fn reading(design: &Design<'_>, title: &str) -> Result<Self, QuiltError> {
        Self::with(design, title, reading_room(design)?, Foot::Low)
    }

    fn with(design: &Design<'_>, title: &str, free: Bounds, foot: Foot) -> Result<Self, QuiltError> {
        let paper = &design.options.paper;
        let canvas = Canvas::new(String::new(), Medium::Print, paper.width, paper.height);
        Ok(Self {
            canvas,
            free,
            title: title.to_owned(),
            quilt: design.title().to_owned(),
            usable: paper.usable()?,
            margin: paper.margin,
            units: design.options.units,
            roll: paper.roll,
            foot,
            map: None,
        })
    }

    /// A page of several that are taped together, with its row and column in the title and a map in the foot.
    pub(super) fn of_grid(mut self, grid: &PageGrid, page: &Page) -> Self {
        let (row, column) = (page.row, page.column);
        let (rows, columns) = (grid.rows(), grid.columns());
        self.title = format!("{}, row {row} of {rows}, column {column} of {columns}", self.title);
        self.map = Some((grid.clone(), page.clone()));
        self
    }

    /// Writes words in as many lines as they take, the first with its baseline at `y`; gives back the next baseline.
    pub(super) fn paragraph(&mut self, words: &str, y: f64) -> f64 {
        let width = self.free.width();
        self.narrow_paragraph(words, y, width)
    }

    /// The same in a column of its own, beside a map.
    pub(super) fn narrow_paragraph(&mut self, words: &str, mut y: f64, width: f64) -> f64 {
        for line in wrapped(words, WORDS, width) {
            let at = Point { x: self.free.left, y };
            self.canvas.text(Role::Label, Text::fitted(line, at, WORDS, width));
            y += LINE;
        }
        y
    }

    /// How wide words may be below the content, where a map may stand at the right.
    pub(super) fn width_beside_map(&self) -> f64 {
        let map = if self.map.is_some() && self.foot == Foot::Low { MAP + AIR } else { 0.0 };
        self.free.width() - map
    }

    /// The finished page.
    pub(super) fn finish(mut self, number: usize, pages: usize) -> Result<Drawing, QuiltError> {
        let baseline = self.free.top - HEAD + TITLE;
        let right = Point { x: self.free.right, y: baseline };
        let title = format!("{}: {}", self.quilt, self.title);
        let number = Text::new(format!("page {number} of {pages}"), right, TITLE, Anchor::End);
        let width = self.free.width() - number.width() - TITLE;
        let left = Point { x: self.free.left, y: baseline };
        self.canvas.text(Role::Label, Text::fitted(title.clone(), left, TITLE, width).bold());
        self.canvas.text(Role::Label, number);
        let (width, whole) = (self.canvas.bounds().right, self.canvas.bounds().bottom);
        let items: Vec<(Role, Item)> = self.canvas.into_items().collect();
        let lowest = items.iter().filter_map(|(_, item)| item.bounds()).map(|bounds| bounds.bottom);
        let bottom = if self.roll {
            lowest.fold(self.free.top, f64::max) + AIR + self.foot.height()
        } else {
            self.usable.bottom
        };
        let height = if self.roll { bottom + self.margin } else { whole };
        let mut canvas = Canvas::new(title, Medium::Print, width, height);
        items.into_iter().for_each(|(role, item)| canvas.item(role, item));
        let strip = Bounds { top: bottom - self.foot.height(), bottom, ..self.usable };
        let mut right = strip.right;
        if let Some((grid, page)) = &self.map {
            // Above a low foot there are words of three lines.
            let top = if self.foot == Foot::Low { strip.top - 3.0 * LINE } else { strip.top + AIR };
            let left = strip.right - MAP;
            let area = Bounds { left, top, right: strip.right, bottom: top + 3.0 * LINE - AIR };
            right = grid.draw_place(&mut canvas, area, page) - AIR;
        }
        self.foot.draw(&mut canvas, strip, self.units, right);
        Ok(canvas.finish()?)
    }
}

/// The room for content on pages with a test square.
pub(super) fn room(design: &Design<'_>) -> Result<Bounds, QuiltError> {
    let free = long_room(design)?;
    let most = free.top + free.width() * ROLL_PAGE;
    Ok(if design.options.paper.roll { Bounds { bottom: free.bottom.min(most), ..free } } else { free })
}

/// The room for what is true to size: all that there is, also on a roll.
pub(super) fn long_room(design: &Design<'_>) -> Result<Bounds, QuiltError> {
    room_on(&design.options.paper)
}

/// The same before there is a design.
pub(super) fn room_on(paper: &SheetFormat) -> Result<Bounds, QuiltError> {
    let usable = paper.usable()?;
    let free = Bounds { top: usable.top + HEAD, bottom: usable.bottom - FOOT, ..usable };
    if free.height() < LEAST {
        return Err(QuiltError::PaperTooSmall {
            paper: paper.name.clone(),
            height: free.height(),
            least: LEAST,
        });
    }
    Ok(free)
}

/// The room for content on pages that are read.
pub(super) fn reading_room(design: &Design<'_>) -> Result<Bounds, QuiltError> {
    let high = room(design)?;
    Ok(Bounds { bottom: high.bottom + FOOT - LOW_FOOT, ..high })
}

/// Words in lines no wider than `width` mm, broken at blanks only, so that a line of one long word is wider.
pub(super) fn wrapped(words: &str, height: f64, width: f64) -> Vec<String> {
    let origin = Point { x: 0.0, y: 0.0 };
    let measure = |line: &str| Text::new(line, origin, height, Anchor::Start).bold().width();
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if measure(line) + measure(" ") + measure(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

//! What stands on every page: title and page number above; test square, ruler and legend below.

use super::{Design, QuiltError, Units};
use crate::drawing::marks::{self, LegendEntry, RulerUnit, TestShape};
use crate::drawing::{Anchor, Canvas, Drawing, Medium, Role, Text};
use crate::geometry::{Bounds, Point};

/// The cap height of titles, in mm; chosen by eye, as are the other sizes of this file.
const TITLE: f64 = 3.2;
/// The strip above the content, in mm.
const HEAD: f64 = 7.0;
/// The strip below the content, in mm: the test square of 1 in and some air. Letter paper then keeps 8 1/2 in, which is a
/// piece of four 2 in cells with its seam allowance.
const FOOT: f64 = 29.0;
/// The least room for content that makes sense, in mm.
const LEAST: f64 = 100.0;

/// The strip below the content of a page that nothing is traced from, in mm.
const LOW_FOOT: f64 = 8.0;
/// The cap height of words that are read, in mm.
pub(super) const WORDS: f64 = 2.6;
/// From one line of such words to the next, in mm.
pub(super) const LINE: f64 = 4.8;

/// What every page says, as far as it fits beside the legend.
const NOTES: [&str; 3] = [
    "Print at 100 %, never \"fit to page\".",
    "Measure square and ruler before you cut.",
    "Arrows show the grain of the fabric.",
];

/// A page being drawn, with the room that is left on it.
pub(super) struct Frame {
    pub(super) canvas: Canvas,
    pub(super) free: Bounds,
    title: String,
}

impl Frame {
    /// A page with its foot drawn; the head waits for the page number.
    pub(super) fn new(design: &Design<'_>, title: &str) -> Result<Self, QuiltError> {
        let paper = &design.options.paper;
        let usable = paper.usable()?;
        let free = room(design)?;
        let title = format!("{}: {title}", design.title());
        let mut canvas = Canvas::new(title.clone(), Medium::Print, paper.width, paper.height);
        draw_foot(&mut canvas, Bounds { top: free.bottom, ..usable }, design.options.units);
        Ok(Self { canvas, free, title })
    }

    /// A page that is read and not traced: a low foot without test square, so that there is more room.
    pub(super) fn reading(design: &Design<'_>, title: &str) -> Result<Self, QuiltError> {
        let paper = &design.options.paper;
        let free = reading_room(design)?;
        let title = format!("{}: {title}", design.title());
        let mut canvas = Canvas::new(title.clone(), Medium::Print, paper.width, paper.height);
        let at = Point { x: free.right, y: free.bottom + LOW_FOOT - 1.0 };
        canvas.text(Role::Guide, Text::new("Nothing on this page is true to size.", at, 2.2, Anchor::End));
        Ok(Self { canvas, free, title })
    }

    /// Writes words in as many lines as they take, the first with its baseline at `y`; gives back the next baseline.
    pub(super) fn paragraph(&mut self, words: &str, mut y: f64) -> f64 {
        for line in wrapped(words, WORDS, self.free.width()) {
            let at = Point { x: self.free.left, y };
            self.canvas.text(Role::Label, Text::fitted(line, at, WORDS, self.free.width()));
            y += LINE;
        }
        y
    }

    /// The finished page.
    pub(super) fn finish(mut self, number: usize, pages: usize) -> Result<Drawing, QuiltError> {
        let baseline = self.free.top - HEAD + TITLE;
        let right = Point { x: self.free.right, y: baseline };
        let number = Text::new(format!("page {number} of {pages}"), right, TITLE, Anchor::End);
        let width = self.free.width() - number.width() - TITLE;
        let left = Point { x: self.free.left, y: baseline };
        self.canvas.text(Role::Label, Text::fitted(self.title, left, TITLE, width).bold());
        self.canvas.text(Role::Label, number);
        Ok(self.canvas.finish()?)
    }
}

/// The room for content on every page.
pub(super) fn room(design: &Design<'_>) -> Result<Bounds, QuiltError> {
    let paper = &design.options.paper;
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

/// Test square at the left, legend and ruler beside it.
fn draw_foot(canvas: &mut Canvas, foot: Bounds, units: Units) {
    let (_, side) = TestShape::Inch.size();
    let square = marks::test_shape(canvas, Point { x: foot.left, y: foot.bottom - side }, TestShape::Inch);
    let left = square.right + TITLE;
    let entry = |role, meaning: &str| LegendEntry { role, meaning: meaning.to_owned() };
    let entries = [entry(Role::Cut, "cut here"), entry(Role::Sew, "sew here: the finished edge")];
    let legend = marks::legend(canvas, Point { x: left, y: square.top }, &entries);
    let note = Point { x: foot.right, y: square.top + TITLE };
    let width = foot.right - legend.right - TITLE;
    for (line, words) in NOTES.into_iter().enumerate() {
        let at = note.moved(0.0, line as f64 * TITLE * 1.4);
        let text = Text::new(words, at, 2.5, Anchor::End);
        if text.width() <= width {
            canvas.text(Role::Guide, text);
        }
    }
    let (unit, count) = match units {
        Units::Imperial => (RulerUnit::Inch, 6),
        Units::Metric => (RulerUnit::Centimetre, 15),
    };
    marks::ruler(canvas, Point { x: left, y: square.bottom - 8.0 }, unit, count);
}

//! The foot of a page: what shows whether a print is true to size, what its lines mean, and the number of the
//! page.

use super::sign::Entry;
use super::sizes::{AIR, FOOT, LINE, LOW_FOOT, MAP, RULER, STRIP, TEXT};
use super::text_lines::{line, width_of};
use crate::drawing::marks::{self, RulerUnit, TestShape};
use crate::drawing::{Anchor, Canvas, Item, Role, Text};
use crate::geometry::{Bounds, Point};
use crate::layout::{GridPage, PageGrid};

/// How many entries of the legend are below each other: beside the square there is room for three.
const ENTRIES: usize = 3;
/// What is written on every page that something is cut by.
const PRINT: &str = "Print at 100 %, never \"fit to page\". Measure the square and the ruler before you cut.";

/// What is written on sheets that are full of what is cut out.
const TRUE_TO_SIZE: &str = "Print at 100 %: the ruler must be true.";

/// What is at the foot of every page.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Foot {
    /// Nothing, not even the number of the page: for covers.
    Blank,
    /// One line; may be empty.
    Line(String),
    /// A test square, a ruler and a legend, for pages that are traced or cut by.
    Measured {
        /// What the ruler counts.
        unit: RulerUnit,
        /// What the lines on the page mean: up to six entries.
        legend: Vec<Entry>,
    },
    /// A strip with a ruler and the name of the sheet, which leaves the rest of the paper for what is cut
    /// out.
    Strip {
        /// What the ruler counts.
        unit: RulerUnit,
        /// Where the strip is.
        edge: StripEdge,
    },
}

/// The edge of the paper along which a strip is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StripEdge {
    /// The lower edge.
    Lower,
    /// The right edge; its words read upwards.
    Right,
}

impl StripEdge {
    /// Both edges.
    pub const ALL: &[StripEdge] = &[StripEdge::Lower, StripEdge::Right];
}

/// The side of a bound book on which a page is, seen by the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PageSide {
    /// With the spine on its right.
    Left,
    /// With the spine on its left; all pages that are not bound.
    #[default]
    Right,
}

/// The number of a page in words, and on which side it is, so that it is away from the spine.
#[derive(Debug, Clone, Default)]
pub(super) struct PageNumber {
    pub(super) words: String,
    pub(super) side: PageSide,
}

impl Foot {
    /// The foot of pages that are only read.
    pub fn not_to_scale() -> Self {
        Foot::Line("Nothing on this page is true to size.".to_owned())
    }

    /// How high it is, in mm.
    pub fn height(&self) -> f64 {
        match self {
            Foot::Blank => 0.0,
            Foot::Line(_) => LOW_FOOT,
            Foot::Measured { .. } => FOOT,
            Foot::Strip { edge: StripEdge::Lower, .. } => STRIP + AIR / 2.0,
            Foot::Strip { edge: StripEdge::Right, .. } => 0.0,
        }
    }

    /// How much of the width of the paper it takes, in mm.
    pub fn width(&self) -> f64 {
        if matches!(self, Foot::Strip { edge: StripEdge::Right, .. }) { STRIP + AIR / 2.0 } else { 0.0 }
    }

    pub(super) fn is_measured(&self) -> bool {
        matches!(self, Foot::Measured { .. })
    }

    /// Whether pages with it are cut by, not only read.
    pub(super) fn is_true_to_size(&self) -> bool {
        !matches!(self, Foot::Line(_) | Foot::Blank)
    }

    /// Draws it along the lower edge of `strip`; its upper part ends at `right`, where a map may begin.
    pub(super) fn draw(&self, canvas: &mut Canvas, strip: Bounds, right: f64, number: &PageNumber) {
        match self {
            Foot::Line(words) => {
                let at = Point { x: strip.left, y: strip.bottom - 1.0 };
                match number.side {
                    PageSide::Right => draw_line(canvas, at, strip.right, words, &number.words),
                    PageSide::Left => draw_mirrored(canvas, at, strip.right, words, &number.words),
                }
            }
            Foot::Measured { unit, legend } => {
                draw_measured(canvas, strip, right, (*unit, legend), &number.words);
            }
            Foot::Strip { .. } | Foot::Blank => {}
        }
    }

    /// Draws a strip along its edge of `usable`, with the name of the sheet, its number and the map of its
    /// place.
    pub(super) fn draw_strip(
        &self,
        canvas: &mut Canvas,
        usable: Bounds,
        name: &str,
        number: &str,
        map: Option<&(PageGrid, GridPage)>,
    ) {
        let Foot::Strip { unit, edge } = self else { return };
        let length = if *edge == StripEdge::Lower { usable.width() } else { usable.height() };
        let mut strip = Canvas::new("", canvas.medium(), length, STRIP);
        let room = length - width_of(number, TEXT) - AIR;
        let with_note = format!("{name}. {TRUE_TO_SIZE}");
        let words = if width_of(&with_note, TEXT) <= room { &with_note } else { name };
        draw_line(&mut strip, Point { x: 0.0, y: STRIP - 1.0 }, length, words, number);
        let mut right = length;
        if let Some((grid, page)) = map {
            let area = Bounds { left: length - MAP, top: 0.0, right: length, bottom: STRIP - LINE - 0.6 };
            right = grid.draw_place(&mut strip, area, page) - AIR;
        }
        draw_ruler(&mut strip, Point::default(), right, *unit);
        let put = |at: Point| match edge {
            StripEdge::Lower => at.moved(usable.left, usable.bottom - STRIP),
            StripEdge::Right => Point { x: usable.right - STRIP + at.y, y: usable.bottom - at.x },
        };
        for (role, item) in strip.into_items() {
            let item = match item {
                Item::Path(path) => Item::Path(path.mapped(put)),
                Item::Text(text) if *edge == StripEdge::Right => Item::Text(text.upright_at(put)),
                Item::Text(text) => Item::Text(text.moved(usable.left, usable.bottom - STRIP)),
            };
            canvas.item(role, item);
        }
    }
}

/// Draws words at the left and the number of the page at the right end of one line.
fn draw_line(canvas: &mut Canvas, at: Point, right: f64, words: &str, number: &str) {
    let room = right - at.x - width_of(number, TEXT) - AIR;
    if !words.is_empty() {
        canvas.text(Role::Guide, line(words, at, TEXT, room));
    }
    if !number.is_empty() {
        canvas.text(Role::Guide, Text::new(number, Point { x: right, ..at }, TEXT, Anchor::End));
    }
}

/// The same with the number at the left and the words at the right end, for a left page of a bound book.
fn draw_mirrored(canvas: &mut Canvas, at: Point, right: f64, words: &str, number: &str) {
    let room = right - at.x - width_of(number, TEXT) - AIR;
    if !number.is_empty() {
        canvas.text(Role::Guide, Text::new(number, at, TEXT, Anchor::Start));
    }
    if !words.is_empty() {
        let words = line(words, at, TEXT, room);
        // It ends there in the letters of any style.
        canvas.text(Role::Guide, Text::new(words.content(), Point { x: right, ..at }, TEXT, Anchor::End));
    }
}

fn draw_measured(
    canvas: &mut Canvas,
    strip: Bounds,
    right: f64,
    (unit, legend): (RulerUnit, &[Entry]),
    number: &str,
) {
    let (_, side) = TestShape::Inch.size();
    let corner = Point { x: strip.left, y: strip.bottom - side };
    let square = marks::test_shape(canvas, corner, TestShape::Inch);
    let left = square.right + AIR;
    let mut column = left;
    for entries in legend.chunks(ENTRIES) {
        for (row, entry) in entries.iter().enumerate() {
            let top = square.top + row as f64 * LINE;
            let room = Bounds { left: column, top, right, bottom: top + LINE };
            entry.draw(canvas, room, &entry.words, true);
        }
        column += entries.iter().map(Entry::width).fold(0.0, f64::max) + AIR;
    }
    let note = Point { x: left, y: square.top + ENTRIES as f64 * LINE + TEXT };
    draw_line(canvas, note, strip.right, PRINT, number);
    let start = Point { x: left, y: square.bottom - RULER };
    draw_ruler(canvas, start, strip.right - left, unit);
}

/// Draws a ruler of as many whole units as there is room for.
fn draw_ruler(canvas: &mut Canvas, start: Point, room: f64, unit: RulerUnit) {
    /// The longest rulers: enough to show that a page was shrunk to fit.
    const LONGEST: (u16, u16) = (8, 20);
    let (length, most) = match unit {
        RulerUnit::Inch => (25.4, LONGEST.0),
        RulerUnit::Centimetre => (10.0, LONGEST.1),
    };
    let count = (1..=most).rev().find(|&count| f64::from(count) * length <= room).unwrap_or(1);
    marks::ruler(canvas, start, unit, count);
}

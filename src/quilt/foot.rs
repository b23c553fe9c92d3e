//! The foot of a page: what tells a print that is true to size from one that is not, and what the lines mean.
//!
//! In: a canvas and the strip that is left for it. Out: test square, legend, a ruler; or one line that nothing is true to
//! size. Always holds: whoever cuts by a page finds on it which line is cut.

use super::{Design, Method, Units};
use crate::drawing::marks::{self, RulerUnit, TestShape};
use crate::drawing::{Anchor, Canvas, Path, Reading, Role, Text};
use crate::geometry::{Bounds, Point};

/// The height of a foot with test square, in mm: the square of 1 in and some air. Letter paper then keeps 8 1/2 in, which
/// is a piece of four 2 in cells with its seam allowance.
pub(super) const FOOT: f64 = 29.0;
/// The height of a foot below what is only read, in mm.
pub(super) const LOW_FOOT: f64 = 8.0;
/// The width of the map in a foot, in mm.
pub(super) const MAP: f64 = 30.0;

/// The cap height of words, in mm; chosen by eye, as are the other sizes of this file.
const WORDS: f64 = 2.4;
/// From one line of the legend to the next, in mm.
const LINE: f64 = 4.1;
/// The length of a line that is shown in the legend, in mm.
const SAMPLE: f64 = 13.0;
/// The air between things that stand side by side, in mm.
const AIR: f64 = 3.2;
/// From the ruler to the lower edge of the square, in mm: ticks and numbers.
const RULER: f64 = 7.8;
/// The longest rulers, in whole units: what shows that a page was shrunk to fit.
const LONGEST: (u16, u16) = (8, 20);

/// What every page says that something is traced from.
const NOTE: &str = "Print at 100 %, never \"fit to page\"; measure square and ruler before you cut anything.";

/// What is explained below a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Foot {
    /// Nothing is traced from the page.
    Low,
    /// Test square, ruler and the lines of templates.
    Templates { sewn: bool },
    /// Test square, ruler and the lines of papers for English paper piecing.
    Papers,
    /// Test square, ruler and the lines of foundations.
    Foundations,
}

impl Foot {
    /// The foot of pages with what a design is cut by.
    pub(super) fn of(design: &Design<'_>) -> Self {
        match design.options.method {
            Method::EnglishPaper => Foot::Papers,
            Method::Straight if design.options.piecing.foundations.is_some() => Foot::Foundations,
            Method::Templates | Method::Straight => {
                Foot::Templates { sewn: design.options.seam_allowance > 0.0 }
            }
        }
    }

    /// How high it is, in mm.
    pub(super) const fn height(self) -> f64 {
        match self {
            Foot::Low => LOW_FOOT,
            Foot::Templates { .. } | Foot::Papers | Foot::Foundations => FOOT,
        }
    }

    /// Draws it along the lower edge of `strip`, up to `right`, where a map may begin.
    pub(super) fn draw(self, canvas: &mut Canvas, strip: Bounds, units: Units, right: f64) {
        if self == Foot::Low {
            let at = Point { x: strip.right, y: strip.bottom - 1.0 };
            let words = "Nothing on this page is true to size.";
            canvas.text(Role::Guide, Text::new(words, at, 2.2, Anchor::End));
            return;
        }
        let (_, side) = TestShape::Inch.size();
        let corner = Point { x: strip.left, y: strip.bottom - side };
        let square = marks::test_shape(canvas, corner, TestShape::Inch);
        let left = square.right + AIR;
        let mut column = left;
        for entries in self.entries().chunks(3) {
            column = draw_entries(canvas, Point { x: column, y: square.top }, entries, right) + AIR;
        }
        let start = Point { x: left, y: square.bottom - RULER };
        let words = Point { x: left, y: start.y - 1.4 };
        canvas.text(Role::Guide, Text::fitted(NOTE, words, WORDS, strip.right - left));
        draw_ruler(canvas, start, strip.right - left, units);
    }

    /// What the lines mean, three below each other.
    fn entries(self) -> Vec<(Sample, &'static str)> {
        match self {
            Foot::Low => Vec::new(),
            Foot::Templates { sewn: true } => vec![
                (Sample::Line(Role::Cut), "cut here"),
                (Sample::Line(Role::Sew), "sew here: the finished edge"),
                (Sample::Grain, "grain of the fabric"),
                (Sample::Notch, "match mark of every patch"),
                (Sample::Tick, "of some patches: see the list"),
                (Sample::Dot, "set-in corner: clip to the dot"),
            ],
            Foot::Templates { sewn: false } => vec![
                (Sample::Line(Role::Cut), "cut here: the finished edge"),
                (Sample::Grain, "grain of the fabric"),
                (Sample::Tick, "where neighbours meet"),
            ],
            Foot::Foundations => vec![
                (Sample::Line(Role::Cut), "trim paper and cloth here"),
                (Sample::Line(Role::Sew), "inside: sew on the line, paper up"),
                (Sample::Number, "order in which cloth is added, underneath"),
            ],
            Foot::Papers => vec![
                (Sample::Line(Role::Cut), "cut the paper here: the finished edge"),
                (Sample::Grain, "grain of the fabric"),
                (Sample::Tick, "where neighbours meet"),
            ],
        }
    }
}

/// What is shown before its meaning.
#[derive(Debug, Clone, Copy)]
enum Sample {
    Line(Role),
    Grain,
    Notch,
    Tick,
    Dot,
    Number,
}

/// Draws entries below each other; gives back where the longest ends.
fn draw_entries(canvas: &mut Canvas, corner: Point, entries: &[(Sample, &str)], right: f64) -> f64 {
    let mut end = corner.x;
    for (line, &(sample, meaning)) in entries.iter().enumerate() {
        let middle = corner.moved(0.0, (line as f64 + 0.5) * LINE);
        draw_sample(canvas, sample, middle);
        let at = middle.moved(SAMPLE + 1.5, WORDS / 2.0);
        let words = Text::fitted(meaning, at, WORDS, right - at.x);
        end = end.max(at.x + words.width());
        canvas.text(Role::Guide, words);
    }
    end
}

fn draw_sample(canvas: &mut Canvas, sample: Sample, left: Point) {
    const HALF: f64 = 1.7;
    let middle = left.moved(SAMPLE / 2.0, 0.0);
    match sample {
        Sample::Line(role) => canvas.line(role, left, left.moved(SAMPLE, 0.0)),
        Sample::Grain => marks::grain_arrow(canvas, Role::Label, middle, SAMPLE, Reading::Across),
        Sample::Notch => draw_notch(canvas, middle.moved(0.0, -HALF), middle.moved(0.0, HALF)),
        Sample::Tick => canvas.line(Role::Engrave, middle.moved(0.0, -HALF), middle.moved(0.0, HALF)),
        Sample::Number => canvas.text(Role::Label, Text::centred("1, 2, 3", middle, WORDS)),
        Sample::Dot => {
            let dot = middle.moved(HALF, HALF * 0.6);
            canvas.line(Role::Score, middle.moved(-HALF, -HALF), dot);
            marks::dot(canvas, Role::Sew, dot, DOT);
        }
    }
}

/// The diameter of the dot at a set-in corner, in mm.
pub(super) const DOT: f64 = 1.5;

/// A notch: a filled triangle that stands on the cut line and points at the sew line.
pub(super) fn draw_notch(canvas: &mut Canvas, foot: Point, tip: Point) {
    /// Half its base, as a share of its height.
    const HALF_BASE: f64 = 0.3;
    let (dx, dy) = ((tip.x - foot.x) * HALF_BASE, (tip.y - foot.y) * HALF_BASE);
    let corners = [foot.moved(-dy, dx), tip, foot.moved(dy, -dx)];
    let black = Role::Engrave.style(canvas.medium()).colour;
    canvas.path(Role::Engrave, Path::polygon(&corners).filled(black));
}

/// As many whole units as there is room for.
fn draw_ruler(canvas: &mut Canvas, start: Point, room: f64, units: Units) {
    let (unit, length, most) = match units {
        Units::Imperial => (RulerUnit::Inch, 25.4, LONGEST.0),
        Units::Metric => (RulerUnit::Centimetre, 10.0, LONGEST.1),
    };
    let count = (1..=most).rev().find(|&count| f64::from(count) * length <= room).unwrap_or(1);
    marks::ruler(canvas, start, unit, count);
}

//! Signs and what they mean: the entries of lists and legends.

use super::sizes::{AIR, DOT, LINE, SAMPLE, SWATCH, TEXT};
use super::text_lines::{baseline, line, width_of, wrapped};
use crate::color::Color;
use crate::drawing::{Canvas, Path, Reading, Role, Text, marks};
use crate::geometry::{Bounds, Point};

/// The side of a box to be ticked, in mm; chosen by eye.
const CHECK_BOX: f64 = 2.8;
/// Half the height of a sign, in mm.
const HALF: f64 = 1.7;

/// What is drawn before its meaning.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Sign {
    /// Nothing; the words begin at the left.
    None,
    /// Nothing, but the words begin where they do after a swatch.
    Indent,
    /// An empty square, to be ticked when it is done.
    CheckBox,
    /// A colored square.
    Swatch(Color),
    /// A line of a role.
    Line(Role),
    /// The arrow of the grain.
    Grain,
    /// A notch in an edge.
    Notch,
    /// A match mark.
    Tick,
    /// A match point at the end of a clip.
    Dot,
    /// Short words.
    Words(&'static str),
    /// Anything that fits a square of [`SWATCH`] mm, drawn about its middle.
    Drawn(fn(&mut Canvas, Point)),
}

/// Words with the sign that they explain.
#[derive(Debug, Clone)]
pub struct Entry {
    /// What is before the words.
    pub sign: Sign,
    /// The words.
    pub words: String,
    /// Whether they are set in bold.
    pub bold: bool,
}

impl Entry {
    /// Words in regular type.
    pub fn new(sign: Sign, words: impl Into<String>) -> Self {
        Self { sign, words: words.into(), bold: false }
    }

    /// The same entry in bold.
    #[must_use]
    pub fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// The words in lines beside their sign.
    pub(super) fn lines(&self, width: f64) -> Vec<String> {
        wrapped(&self.words, TEXT, width - self.sign.width())
    }

    /// How wide the entry is in one line, in mm.
    pub(super) fn width(&self) -> f64 {
        self.sign.width() + width_of(&self.words, TEXT)
    }

    /// Draws one line of the words, the first with the sign.
    pub(super) fn draw(&self, canvas: &mut Canvas, room: Bounds, words: &str, first: bool) {
        if first {
            self.sign.draw(canvas, Point { x: room.left, y: room.top + LINE / 2.0 });
        }
        if words.is_empty() {
            return;
        }
        let left = room.left + self.sign.width();
        let text = line(words, baseline(left, room.top), TEXT, room.right - left);
        canvas.text(Role::Label, if self.bold { text.bold() } else { text });
    }
}

impl Sign {
    /// How wide the sign is with the air behind it, in mm.
    fn width(self) -> f64 {
        match self {
            Sign::None => 0.0,
            Sign::Indent | Sign::CheckBox | Sign::Swatch(_) | Sign::Drawn(_) => SWATCH + AIR,
            Sign::Line(_) | Sign::Grain | Sign::Notch | Sign::Tick | Sign::Dot | Sign::Words(_) => {
                SAMPLE + AIR / 2.0
            }
        }
    }

    /// Draws the sign to the right of `left`, half of it above and half below.
    fn draw(self, canvas: &mut Canvas, left: Point) {
        let middle = left.moved(SAMPLE / 2.0, 0.0);
        let (top, bottom) = (middle.moved(0.0, -HALF), middle.moved(0.0, HALF));
        match self {
            Sign::None | Sign::Indent => {}
            Sign::CheckBox => canvas.path(Role::Engrave, Path::rectangle(square(left, CHECK_BOX))),
            Sign::Swatch(color) => swatch(canvas, left, color),
            Sign::Drawn(draw) => draw(canvas, left.moved(SWATCH / 2.0, 0.0)),
            Sign::Line(role) => canvas.line(role, left, left.moved(SAMPLE, 0.0)),
            Sign::Grain => marks::grain_arrow(canvas, Role::Label, middle, SAMPLE, Reading::Across),
            Sign::Notch => marks::notch(canvas, top, bottom),
            Sign::Tick => canvas.line(Role::Engrave, top, bottom),
            Sign::Words(words) => canvas.text(Role::Label, Text::centered(words, middle, TEXT)),
            Sign::Dot => {
                let dot = middle.moved(HALF, HALF * 0.6);
                canvas.line(Role::Score, middle.moved(-HALF, -HALF), dot);
                marks::dot(canvas, Role::Sew, dot, DOT);
            }
        }
    }
}

fn swatch(canvas: &mut Canvas, left: Point, color: Color) {
    let square = Path::rectangle(square(left, SWATCH));
    canvas.fill(square.clone(), color);
    canvas.path(Role::Engrave, square);
}

/// A square with this side in the middle of the room for a swatch.
fn square(left: Point, side: f64) -> Bounds {
    let (middle, half) = (left.moved(SWATCH / 2.0, 0.0), side / 2.0);
    Bounds { left: middle.x - half, top: middle.y - half, right: middle.x + half, bottom: middle.y + half }
}

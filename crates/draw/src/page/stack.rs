//! A block cut into units that are never divided: what [`Section`](super::Section) sets over pages.

use super::sizes::AIR;
use crate::drawing::Canvas;
use crate::geometry::Bounds;

/// How many units are below each other before others are beside them.
const LEAST_LINES: usize = 12;

/// Draws something into a place.
pub(super) type Draw<'a> = Box<dyn Fn(&mut Canvas, Bounds) + 'a>;

/// Something of known height that is drawn at once.
pub(super) struct Unit<'a> {
    pub(super) height: f64,
    pub(super) draw: Draw<'a>,
}

/// Units below each other, or in several columns.
pub(super) struct Stack<'a> {
    /// What is repeated above every column.
    pub(super) head: Option<Unit<'a>>,
    pub(super) units: Vec<Unit<'a>>,
    /// How many columns fit side by side; their units are equally high.
    pub(super) across: usize,
    /// The width of a column, in mm.
    pub(super) width: f64,
    /// Whether the next stack must begin on the same page.
    pub(super) keeps_next: bool,
    /// Whether it is never divided where it fits on a page.
    pub(super) is_whole: bool,
}

impl<'a> Stack<'a> {
    /// Units in one column of this width.
    pub(super) fn column(units: Vec<Unit<'a>>, width: f64) -> Self {
        Self { head: None, units, across: 1, width, keeps_next: false, is_whole: false }
    }

    pub(super) fn head_height(&self) -> f64 {
        self.head.as_ref().map_or(0.0, |head| head.height)
    }

    /// Its height in one column, in mm.
    pub(super) fn height(&self) -> f64 {
        self.head_height() + self.units.iter().map(|unit| unit.height).sum::<f64>()
    }

    /// The least height at which something of it is drawn, in mm.
    pub(super) fn least(&self) -> f64 {
        let first = self.head_height() + self.units.first().map_or(0.0, |unit| unit.height);
        if self.is_whole { self.height() } else { first }
    }

    /// How many of `units` fit into a room of this height.
    pub(super) fn fits(&self, units: &[Unit<'a>], height: f64) -> usize {
        (self.below(units, height) * self.across).min(units.len())
    }

    /// How many of `units` fit below each other in a room of this height.
    fn below(&self, units: &[Unit<'a>], height: f64) -> usize {
        let mut left = height - self.head_height() + 1e-6;
        let below = units.iter().take_while(|unit| {
            left -= unit.height;
            left >= 0.0
        });
        below.count()
    }

    /// Draws `units` from the top of `room`; returns the height they take.
    pub(super) fn draw(&self, canvas: &mut Canvas, room: Bounds, units: &[Unit<'a>]) -> f64 {
        let mut lowest = room.top;
        if units.is_empty() {
            return 0.0;
        }
        let mut lines = units.len().div_ceil(self.across);
        if self.across > 1 {
            lines = lines.max(LEAST_LINES.min(self.below(units, room.height())));
        }
        for (column, units) in units.chunks(lines.max(1)).enumerate() {
            let left = room.left + column as f64 * (self.width + 3.0 * AIR);
            let mut top = room.top;
            for unit in self.head.iter().chain(units) {
                let bottom = top + unit.height;
                (unit.draw)(canvas, Bounds { left, top, right: left + self.width, bottom });
                top = bottom;
            }
            lowest = lowest.max(top);
        }
        lowest - room.top
    }
}

/// How many columns of at least `least` mm fit side by side.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few, and not negative")]
pub(super) fn count_across(width: f64, least: f64, gap: f64) -> usize {
    ((width + gap) / (least + gap)).floor().max(1.0) as usize
}

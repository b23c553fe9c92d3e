//! Limits how often one place is sewn, because a knot of threads breaks the needle.
//!
//! At most [`MOST`] stitches are in one square of the grid, after the machine's rounding. Others are moved
//! inwards, or left out.
//!
//! # Source
//! The limit is from quilters' experience with broken needles: three threads in a square as wide as the
//! shortest stitch.

use std::collections::BTreeMap;

use super::seam::{Wish, between};
use piecework_draw::geometry::Point;

/// The most stitches in one square.
const MOST: u8 = 3;
/// The side of a square, in moves of a tenth of a mm.
const SQUARE: i64 = 4;
/// The same in mm.
pub(super) const SQUARE_MM: f64 = 0.4;
/// How far stitches without room are moved inwards, one after another; chosen by eye.
const DRAWN_IN: [f64; 4] = [0.0, 0.2, 0.4, 0.6];

/// The position of a hooping on the design: shifted by whole squares relative to the others, and turned like
/// all of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Frame {
    /// The shift from the middle of the hoop to the design, in mm, before turning.
    pub(super) by: (f64, f64),
    /// The same shift in squares.
    pub(super) squares: (i64, i64),
    /// Whether the design is turned by a quarter.
    pub(super) turned: bool,
    /// The middle of the hoop on its sheet.
    pub(super) middle: Point,
}

impl Frame {
    /// Returns the place on the sheet of a place on the design.
    pub(super) fn put(&self, at: Point) -> Point {
        let at = at.moved(self.by.0, self.by.1);
        let (x, y) = if self.turned { (-at.y, at.x) } else { (at.x, at.y) };
        self.middle.moved(x, y)
    }

    /// Returns the square of a needle point, counted on the design; the machine counts upwards.
    fn square(&self, at: Point) -> (i64, i64) {
        let (x, y) = (moves(at.x - self.middle.x), moves(self.middle.y - at.y));
        let (right, down) = self.squares;
        let (right, up) = if self.turned { (-down, -right) } else { (right, -down) };
        (x.div_euclid(SQUARE) - right, y.div_euclid(SQUARE) - up)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a whole is shorter than 1 km")]
fn moves(mm: f64) -> i64 {
    (mm * 10.0).round() as i64
}

/// The stitches so far.
#[derive(Debug, Default)]
pub(super) struct Guard {
    sewn: BTreeMap<(i64, i64), u8>,
}

impl Guard {
    /// Returns the place on the sheet where the needle goes down; `None` if there is no room.
    pub(super) fn admit(&mut self, wish: Wish, frame: &Frame) -> Option<Point> {
        DRAWN_IN.iter().find_map(|&share| {
            let at = frame.put(between(wish.at, wish.towards, share));
            let sewn = self.sewn.entry(frame.square(at)).or_default();
            *sewn += 1;
            if *sewn <= MOST {
                return Some(at);
            }
            *sewn = MOST;
            None
        })
    }
}

//! Limits how often one place is sewn: a needle that meets a knot of threads breaks.
//!
//! At most [`MOST`] stitches go down in one square of the grid, as the machine rounds them. Others are drawn in, or left out.
//!
//! # Source
//! The cap is that of quilters who met the breaking needle: three threads in a square as wide as the least stitch.

use std::collections::BTreeMap;

use super::seam::{Wish, between};
use crate::geometry::Point;

/// The most stitches in one square.
const MOST: u8 = 3;
/// The side of a square, in moves of a tenth of a mm.
const SQUARE: i64 = 4;
/// The same in mm.
pub(super) const SQUARE_MM: f64 = 0.4;
/// How far stitches without room are drawn in, in turn; chosen by eye.
const DRAWN_IN: [f64; 4] = [0.0, 0.2, 0.4, 0.6];

/// How a hooping lies on the whole: moved, by whole squares against the others, and turned with all of them or none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Frame {
    /// From the middle of the hoop to the whole, in mm, before it is turned.
    pub(super) by: (f64, f64),
    /// How many squares of that it is moved against the whole in the middle of the hoop.
    pub(super) squares: (i64, i64),
    /// Whether the whole is turned by a quarter.
    pub(super) turned: bool,
    /// The middle of the hoop on its sheet.
    pub(super) middle: Point,
}

impl Frame {
    /// Where something of the whole lies on the sheet.
    pub(super) fn put(&self, at: Point) -> Point {
        let at = at.moved(self.by.0, self.by.1);
        let (x, y) = if self.turned { (-at.y, at.x) } else { (at.x, at.y) };
        self.middle.moved(x, y)
    }

    /// The square in which the needle goes down, counted on the whole; the machine counts upwards.
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

/// What was sewn so far.
#[derive(Debug, Default)]
pub(super) struct Guard {
    sewn: BTreeMap<(i64, i64), u8>,
}

impl Guard {
    /// The place on the sheet where the needle goes down; none if there is no room.
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

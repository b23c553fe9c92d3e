//! Lines to visit, by their ends.

use super::near::Near;
use crate::geometry::{Bounds, Point};

/// A line to visit, by its ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    /// Its start as drawn.
    pub start: Point,
    /// Its end as drawn.
    pub end: Point,
}

/// A visit of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visit {
    /// Which line.
    pub stop: usize,
    /// Whether the tool runs from its end to its start.
    pub reversed: bool,
}

impl Visit {
    /// Where the tool comes down.
    pub(super) fn entry(self, stops: &[Stop]) -> Point {
        let stop = stops[self.stop];
        if self.reversed { stop.end } else { stop.start }
    }

    /// Where the tool goes up.
    pub(super) fn exit(self, stops: &[Stop]) -> Point {
        Visit { reversed: !self.reversed, ..self }.entry(stops)
    }
}

/// Returns both ends of every stop: number 2 n is the start of stop n, 2 n + 1 its end.
pub(super) fn ends(stops: &[Stop]) -> Near {
    let points = || stops.iter().flat_map(|stop| [stop.start, stop.end]);
    let none = Bounds { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 };
    let mut near = Near::new(Bounds::around(points()).unwrap_or(none), 2 * stops.len());
    points().enumerate().for_each(|(end, at)| near.insert(end, at));
    near
}

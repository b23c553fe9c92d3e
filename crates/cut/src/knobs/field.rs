//! Knows all lines on a patchwork so far, and measures how near another one comes to them.

use std::collections::BTreeMap;

use piecework_draw::geometry::Point;

/// A straight line, and the edge that it is; `None` for a part of a knob.
type Side = (Option<usize>, Point, Point);

/// The lines, in squares of a grid.
pub(super) struct Field {
    square: f64,
    sides: BTreeMap<(i64, i64), Vec<Side>>,
}

impl Field {
    /// Returns an empty field for distances up to a third of `cell` mm.
    pub(super) fn new(cell: f64) -> Self {
        Self { square: cell / 3.0, sides: BTreeMap::new() }
    }

    /// Adds straight lines through points.
    pub(super) fn add(&mut self, edge: Option<usize>, points: &[Point]) {
        for pair in points.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            // Long lines are in every square that they pass.
            let steps = (from.distance(to) / self.square * 2.0).ceil().max(1.0);
            let count = (1..100_000_u32).find(|&count| f64::from(count) >= steps).unwrap_or(1);
            let mut last = None;
            for step in 0..=count {
                let share = f64::from(step) / f64::from(count);
                let at = Point::new(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
                let key = self.key(at);
                if last != Some(key) {
                    self.sides.entry(key).or_default().push((edge, from, to));
                }
                last = Some(key);
            }
        }
    }

    /// Returns whether all points keep `distance` from every line but those of their own edge.
    pub(super) fn is_free(&self, points: &[Point], distance: f64, own: usize) -> bool {
        points.iter().all(|&point| {
            let (x, y) = self.key(point);
            let near = (x - 2..=x + 2).flat_map(|x| self.sides.range((x, y - 2)..=(x, y + 2)));
            let mut others = near.flat_map(|(_, sides)| sides).filter(|(edge, ..)| *edge != Some(own));
            others.all(|&(_, from, to)| far(point, from, to) >= distance)
        })
    }

    #[expect(clippy::cast_possible_truncation, reason = "sheets are at most some metres")]
    fn key(&self, at: Point) -> (i64, i64) {
        ((at.x / self.square).floor() as i64, (at.y / self.square).floor() as i64)
    }
}

/// Returns the distance of a point from a line.
pub(super) fn far(point: Point, from: Point, to: Point) -> f64 {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let square = dx * dx + dy * dy;
    let share = ((point.x - from.x) * dx + (point.y - from.y) * dy) / square;
    let share = if square > 0.0 { share.clamp(0.0, 1.0) } else { 0.0 };
    point.distance(Point::new(from.x + dx * share, from.y + dy * share))
}

//! Finds the edges near a place, in squares of the sheet.

use std::collections::BTreeMap;

use super::trace::CheckedEdge;
use crate::geometry::{Bounds, Point};

/// The smallest side of a square, in mm; chosen by eye.
const LEAST: f64 = 1.0;

/// Edges, each in every square that its box reaches, and a little beyond.
pub(super) struct Nearby<'a> {
    squares: BTreeMap<(i64, i64), Vec<&'a CheckedEdge>>,
    side: f64,
    reach: f64,
}

impl<'a> Nearby<'a> {
    /// Takes edges, to find those that are at most `reach` mm from a place.
    pub(super) fn new(edges: &'a [CheckedEdge], reach: f64) -> Self {
        let all = Bounds::around(edges.iter().flat_map(|edge| [edge.from, edge.to]));
        let longest = all.map_or(0.0, |all| all.width().max(all.height()));
        // As many squares along a side as there are edges along it, so that long edges are in few of them.
        let side = (longest / libm::sqrt(edges.len().max(1) as f64)).max(LEAST).max(2.0 * reach);
        let mut found = Self { squares: BTreeMap::new(), side, reach };
        for edge in edges {
            let (from, to) = (edge.from, edge.to);
            let (left, right) = (from.x.min(to.x) - reach, from.x.max(to.x) + reach);
            let (top, bottom) = (from.y.min(to.y) - reach, from.y.max(to.y) + reach);
            let ((left, top), (right, bottom)) = (found.square(left, top), found.square(right, bottom));
            for x in left..=right {
                for y in top..=bottom {
                    found.squares.entry((x, y)).or_default().push(edge);
                }
            }
        }
        found
    }

    #[expect(clippy::cast_possible_truncation, reason = "sheets are at most some metres")]
    fn square(&self, x: f64, y: f64) -> (i64, i64) {
        ((x / self.side).floor() as i64, (y / self.side).floor() as i64)
    }

    /// Returns whether an edge is near a place.
    pub(super) fn has(&self, place: Point) -> bool {
        let here = self.squares.get(&self.square(place.x, place.y));
        here.is_some_and(|here| here.iter().any(|edge| distance(place, edge) <= self.reach))
    }
}

/// Returns the distance of a point from an edge.
pub(super) fn distance(point: Point, edge: &CheckedEdge) -> f64 {
    let along = (edge.to.x - edge.from.x, edge.to.y - edge.from.y);
    let to = (point.x - edge.from.x, point.y - edge.from.y);
    let square = along.0 * along.0 + along.1 * along.1;
    let share = if square > 0.0 { ((along.0 * to.0 + along.1 * to.1) / square).clamp(0.0, 1.0) } else { 0.0 };
    point.distance(Point { x: edge.from.x + share * along.0, y: edge.from.y + share * along.1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::random::Random;

    /// Of random edges, short and long, it finds what a search through all of them finds.
    #[test]
    fn what_is_near_is_found_wherever_it_is() {
        let mut random = Random::new(5);
        let mut number = |most: usize| random.below(most * 100) as f64 / 100.0;
        let edges: Vec<CheckedEdge> = (0..300)
            .map(|at| {
                let from = Point::new(number(200) - 100.0, number(200));
                let far = if at % 9 == 0 { 150 } else { 3 };
                CheckedEdge { from, to: from.moved(number(far), number(far)) }
            })
            .collect();
        for reach in [0.02, 0.7] {
            let nearby = Nearby::new(&edges, reach);
            let places: Vec<Point> =
                (0..2000).map(|_| Point::new(number(250) - 110.0, number(250) - 10.0)).collect();
            let on = edges.iter().map(|edge| edge.from.middle(edge.to));
            let mut count = 0;
            for place in places.into_iter().chain(on) {
                let expected = edges.iter().any(|edge| distance(place, edge) <= reach);
                assert_eq!(nearby.has(place), expected, "{place:?} {reach}");
                count += usize::from(expected);
            }
            assert!(count >= 300, "{count}");
        }
        assert!(!Nearby::new(&[], 1.0).has(Point::default()));
    }
}

//! Orders lines that a tool may visit in any order and direction, with little travel.

use super::improve::{NEIGHBOURS, improve};
use super::nearest::{Stop, Visit, ends};
use crate::geometry::Point;

/// Orders stops from `from` by always going to the nearest end, then improves the order by at most `moves`
/// moves.
///
/// # Shape
/// Every stop once. The effort is counted in moves, not time, so that the order is the same everywhere.
///
/// # Source
/// Nearest neighbour: Rosenkrantz, Stearns, Lewis, "An analysis of several heuristics for the traveling
/// salesman problem", SIAM Journal on Computing 6, 1977. The improvement is described in `improve`.
pub fn route(stops: &[Stop], from: Point, moves: usize) -> Vec<Visit> {
    let mut visits = nearest_first(stops, from);
    improve(stops, from, &mut visits, (moves, NEIGHBOURS));
    visits
}

/// Returns the travel between lines, in mm, without the way from `from` to the first line.
pub fn travel(stops: &[Stop], visits: &[Visit]) -> f64 {
    visits.windows(2).map(|pair| pair[0].exit(stops).distance(pair[1].entry(stops))).sum()
}

fn nearest_first(stops: &[Stop], from: Point) -> Vec<Visit> {
    let mut near = ends(stops);
    let mut here = from;
    let mut visits = Vec::with_capacity(stops.len());
    while let Some((_, end)) = near.nearest(here) {
        let visit = Visit { stop: end / 2, reversed: end % 2 == 1 };
        let stop = stops[visit.stop];
        near.remove(2 * visit.stop, stop.start);
        near.remove(2 * visit.stop + 1, stop.end);
        here = visit.exit(stops);
        visits.push(visit);
    }
    visits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64) -> Stop {
        Stop { start: Point::new(x, 0.0), end: Point::new(x, 0.0) }
    }

    #[test]
    fn the_nearest_is_next_and_ties_go_to_the_first() {
        let stops = [point(9.0), point(1.0), point(2.0), point(1.0)];
        let order: Vec<usize> = nearest_first(&stops, Point::default()).iter().map(|v| v.stop).collect();
        assert_eq!(order, [1, 3, 2, 0]);
        assert!(route(&[], Point::default(), 10).is_empty());
    }

    #[test]
    fn lines_are_run_through_from_the_end_that_is_nearer() {
        let line = |x: f64| Stop { start: Point::new(x, 0.0), end: Point::new(x, 50.0) };
        let stops = [line(0.0), line(1.0), line(2.0)];
        let visits = route(&stops, Point::default(), 10);
        assert_eq!(
            visits.iter().map(|v| (v.stop, v.reversed)).collect::<Vec<_>>(),
            [(0, false), (1, true), (2, false)]
        );
        assert_eq!(travel(&stops, &visits), 2.0);
    }
}

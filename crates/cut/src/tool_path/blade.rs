//! Computes the path of a drag knife, whose tip trails behind its axis by the blade offset.
//!
//! The axis is ahead of the tip, and swivels at every corner: it runs an arc about the corner, so that the
//! knife turns on its tip. The tip ends where the line ends, so that it does not nick beyond a T. The knife
//! must point along the line at its start, as after a turn in waste. Arcs are followed in short straight
//! lines, which need no swivels.
//!
//! # Source
//! The arcs of Inkcut (plugin for drag knives): radius as the offset, at corners of more than five degrees.

use super::{ARC_TOLERANCE, Line, arc, heading, turn};
use piecework_draw::geometry::Point;

/// Corners that turn less than this need no swivel: five degrees, in radians.
const LEAST_TURN: f64 = 5.0 / 180.0 * std::f64::consts::PI;

/// Returns the path of the axis of a knife whose tip trails `offset` mm behind and follows `line`.
pub(crate) fn led(line: Line, offset: f64) -> Line {
    if offset <= 0.0 || line.points.len() < 2 {
        return line;
    }
    let mut tip = vec![line.points[0]];
    line.stretches().for_each(|stretch| tip.extend(stretch.flattened(ARC_TOLERANCE)));
    let ahead = |at: Point, way: f64| at.moved(offset * libm::cos(way), offset * libm::sin(way));
    let mut way = heading(tip[0], tip[1]);
    let mut points = vec![ahead(tip[0], way)];
    for pair in tip.windows(2) {
        let next = heading(pair[0], pair[1]);
        let swing = turn(way, next);
        if swing.abs() > LEAST_TURN {
            points.extend(arc(pair[0], offset, way, swing));
        }
        way = next;
        points.push(ahead(pair[1], way));
    }
    let fixed = vec![true; points.len()];
    Line { middles: vec![None; points.len()], points, closed: false, fixed, onward: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Drags a tip behind an axis in small steps, like a caster; returns the path of the tip.
    fn dragged(axis: &[Point], offset: f64, first: Point) -> Vec<Point> {
        let (mut tip, mut trace) = (first, vec![first]);
        for pair in axis.windows(2) {
            let steps = 400;
            for step in 1..=steps {
                let at = super::super::towards(
                    pair[0],
                    pair[1],
                    pair[0].distance(pair[1]) * f64::from(step) / f64::from(steps),
                );
                // The tip is pulled straight towards the axis, to the distance of the offset.
                tip = super::super::towards(at, tip, offset);
                trace.push(tip);
            }
        }
        trace
    }

    #[test]
    fn the_tip_follows_the_line_and_stops_where_it_ends() {
        let points = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (20.0, 10.0), (15.0, 18.66)];
        let points = points.map(|(x, y)| Point::new(x, y)).to_vec();
        for closed in [false, true] {
            let line = Line { closed, ..Line::ring(points.clone()) };
            let axis = led(line.clone(), 0.5).points;
            let far = |at: Point| {
                let ends = points
                    .iter()
                    .zip(points.iter().cycle().skip(1))
                    .take(points.len() - usize::from(!closed));
                let near = |(a, b): (&Point, &Point)| {
                    let (dx, dy) = (b.x - a.x, b.y - a.y);
                    let along = ((at.x - a.x) * dx + (at.y - a.y) * dy) / (dx * dx + dy * dy);
                    at.distance(a.moved(along.clamp(0.0, 1.0) * dx, along.clamp(0.0, 1.0) * dy))
                };
                ends.map(near).fold(f64::INFINITY, f64::min)
            };
            let trace = dragged(&axis, 0.5, points[0]);
            let worst = trace.iter().copied().map(far).fold(0.0, f64::max);
            assert!(worst < 0.02, "the tip strays {worst} mm");
            let end = if closed { points[0] } else { points[4] };
            assert!(trace[trace.len() - 1].distance(end) < 0.02, "ends where the line does");
        }
    }
}

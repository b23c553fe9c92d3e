//! Flattens curves to straight lines, for formats without curves.

use super::{Element, Path};
use crate::geometry::{CircularArc, Point, Stretch};

/// Straight lines from point to point.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Polyline {
    /// At least two points, no point twice in a row; a closed one does not repeat its first point at the end.
    pub points: Vec<Point>,
    /// Whether a line leads from the last point back to the first.
    pub closed: bool,
}

impl Polyline {
    /// The points, and the first once more if the line is closed.
    pub fn points_and_back(self) -> Vec<Point> {
        let back = self.points.first().copied().filter(|_| self.closed);
        self.points.into_iter().chain(back).collect()
    }
}

/// Straight lines and arcs from point to point.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ArcLine {
    /// At least two points, no point twice in a row; a closed line does not repeat its first point at the
    /// end.
    pub points: Vec<Point>,
    /// For each point the middle of the arc that begins there; `None` where a straight line does. For an open
    /// line, the last is `None`.
    pub middles: Vec<Option<Point>>,
    /// Whether a line or an arc leads from the last point back to the first.
    pub closed: bool,
}

impl ArcLine {
    /// Returns its lines and arcs, in order.
    pub fn stretches(&self) -> impl Iterator<Item = Stretch> {
        let count = self.points.len();
        (0..count - usize::from(!self.closed)).map(move |at| Stretch {
            from: self.points[at],
            middle: self.middles[at],
            to: self.points[(at + 1) % count],
        })
    }

    /// Returns it as straight lines within `tolerance` mm of its arcs.
    pub fn flattened(&self, tolerance: f64) -> Polyline {
        let mut points = vec![self.points[0]];
        self.stretches().for_each(|stretch| points.extend(stretch.flattened(tolerance)));
        if self.closed {
            points.pop();
        }
        Polyline { points, closed: self.closed }
    }
}

impl Path {
    /// Returns the path as lines and arcs; cubic curves are polylines within `tolerance` mm.
    ///
    /// # Shape
    /// As [`Path::flattened`].
    pub fn arc_lines(&self, tolerance: f64) -> Vec<ArcLine> {
        let mut lines = Vec::new();
        let mut drawn = Drawn::default();
        for element in self.elements() {
            match element {
                Element::Move(p) => {
                    std::mem::take(&mut drawn).finish(&mut lines, false);
                    drawn.line(p);
                }
                Element::Line(p) => drawn.line(p),
                Element::Cubic(a, b, p) => {
                    let from = drawn.points.last().copied().unwrap_or(p);
                    curve([from, a, b, p], tolerance).for_each(|point| drawn.line(point));
                }
                Element::Arc(middle, p) => drawn.arc(middle, p),
                Element::Close => std::mem::take(&mut drawn).finish(&mut lines, true),
            }
        }
        drawn.finish(&mut lines, false);
        lines
    }

    /// Returns the path as polylines within `tolerance` mm of its curves.
    ///
    /// # Shape
    /// One polyline for each move. A line that returns to where it began is closed. What has no length is
    /// left out.
    ///
    /// # Source
    /// The number of steps for a curve: Guojin Wang, "The subdivision method for finding the intersection
    /// between two Bezier curves or surfaces", 1984 (Wang's formula, for degree 3).
    pub fn flattened(&self, tolerance: f64) -> Vec<Polyline> {
        self.arc_lines(tolerance).iter().map(|line| line.flattened(tolerance)).collect()
    }
}

/// A line as far as it is drawn.
#[derive(Default)]
struct Drawn {
    points: Vec<Point>,
    /// For each point the middle of the arc that begins there.
    middles: Vec<Option<Point>>,
}

impl Drawn {
    fn line(&mut self, to: Point) {
        if self.points.last() != Some(&to) {
            self.points.push(to);
            self.middles.push(None);
        }
    }

    fn arc(&mut self, middle: Point, to: Point) {
        let Some(&from) = self.points.last() else { return self.line(to) };
        if from == to || (CircularArc { from, middle, to }).is_straight() {
            return self.line(to);
        }
        if let Some(last) = self.middles.last_mut() {
            *last = Some(middle);
        }
        self.points.push(to);
        self.middles.push(None);
    }

    fn finish(mut self, lines: &mut Vec<ArcLine>, closed: bool) {
        let returns = self.points.len() > 2 && self.points.first() == self.points.last();
        if returns {
            self.points.pop();
            self.middles.pop();
        }
        if self.points.len() > 1 {
            lines.push(ArcLine { points: self.points, middles: self.middles, closed: closed || returns });
        }
    }
}

/// Points on a cubic curve after its first, close enough together.
fn curve(controls: [Point; 4], tolerance: f64) -> impl Iterator<Item = Point> {
    /// More steps than any curve on a sheet needs; the limit for a tolerance of zero.
    const MOST_STEPS: u32 = 1000;
    let [p0, p1, p2, p3] = controls;
    let bend = |a: Point, b: Point, c: Point| libm::hypot(a.x - 2.0 * b.x + c.x, a.y - 2.0 * b.y + c.y);
    let needed = (0.75 * bend(p0, p1, p2).max(bend(p1, p2, p3)) / tolerance).sqrt();
    let steps = (1..MOST_STEPS).find(|&steps| f64::from(steps) >= needed).unwrap_or(MOST_STEPS);
    (1..=steps).map(move |step| {
        if step == steps {
            return p3;
        }
        let t = f64::from(step) / f64::from(steps);
        let s = 1.0 - t;
        let mix = |a: f64, b: f64, c: f64, d: f64| {
            s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
        };
        Point::new(mix(p0.x, p1.x, p2.x, p3.x), mix(p0.y, p1.y, p2.y, p3.y))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_keeps_within_the_tolerance() {
        let center = Point::new(20.0, 30.0);
        for tolerance in [0.5, 0.01, 0.001] {
            let polylines = Path::circle(center, 10.0).flattened(tolerance);
            let [Polyline { points, closed: true }] = polylines.as_slice() else { panic!("one ring") };
            // The curves themselves leave the circle by 0.03 %.
            let allowed = tolerance + 0.003;
            for (i, &p) in points.iter().enumerate() {
                let next = points[(i + 1) % points.len()];
                let middle = Point::new(f64::midpoint(p.x, next.x), f64::midpoint(p.y, next.y));
                for place in [p, middle] {
                    let off = libm::hypot(place.x - center.x, place.y - center.y) - 10.0;
                    assert!(off.abs() < allowed, "{tolerance}: off by {off}");
                }
            }
            assert!(points.len() > 8 && points.len() < 400, "{} points", points.len());
        }
    }

    #[test]
    fn a_line_that_returns_is_closed_without_repeating_its_first_point() {
        let at = Point::new;
        let corners = [at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0)];
        let closed = Polyline { points: corners.to_vec(), closed: true };
        assert_eq!(Path::polygon(&corners).flattened(0.1), std::slice::from_ref(&closed));
        let there_and_back = [corners.as_slice(), &corners[..1]].concat();
        assert_eq!(Path::polyline(&there_and_back).flattened(0.1), std::slice::from_ref(&closed));
        assert_eq!(Path::polygon(&there_and_back).flattened(0.1), [closed]);
        let open = Polyline { points: corners.to_vec(), closed: false };
        assert_eq!(Path::polyline(&corners).flattened(0.1), [open]);
    }

    #[test]
    fn what_has_no_length_is_left_out() {
        let at = Point::new(1.0, 1.0);
        assert_eq!(Path::line(at, at).flattened(0.1), []);
        assert_eq!(Path::polyline(&[at, at, Point::new(2.0, 1.0)]).flattened(0.1)[0].points.len(), 2);
    }

    #[test]
    fn no_tolerance_still_ends() {
        assert!(Path::circle(Point::new(0.0, 0.0), 10.0).flattened(0.0)[0].points.len() <= 4000);
    }
}

//! Computes circular arcs, and lines made of arcs and straight stretches.
//!
//! An arc is three points: its ends and its middle. So it stays the same arc when all points are moved,
//! turned or mirrored alike. Its bulge is the number by which DXF describes an arc: the tangent of a quarter
//! of its sweep.

use std::f64::consts::TAU;

use super::Point;

/// Arcs flatter than this bulge are straight: less than a nanometre off over a metre.
const STRAIGHT: f64 = 1e-9;
/// The most steps of a flattened arc; the limit for tiny tolerances.
const MOST_STEPS: u32 = 720;
/// The largest sweep of one cubic curve, in radians: it is off the circle by less than a ten thousandth of
/// the radius.
const LARGEST_CUBIC: f64 = std::f64::consts::FRAC_PI_3;

/// A part of a circle, less than all of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CircularArc {
    /// Where it begins.
    pub from: Point,
    /// The point half way along it.
    pub middle: Point,
    /// Where it ends.
    pub to: Point,
}

/// A straight line or an arc from one point to another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stretch {
    /// Where it begins.
    pub from: Point,
    /// The middle of an arc; `None` for a straight line.
    pub middle: Option<Point>,
    /// Where it ends.
    pub to: Point,
}

impl CircularArc {
    /// Returns the arc about `center` from a point through `sweep`.
    ///
    /// # Units
    /// `sweep` in radians, positive if it runs counter-clockwise as seen on the page.
    pub fn about(center: Point, from: Point, sweep: f64) -> Self {
        Self { from, middle: turned_about(center, from, sweep / 2.0), to: turned_about(center, from, sweep) }
    }

    /// Returns the tangent of a quarter of the sweep, positive if the arc runs counter-clockwise as seen on
    /// the page.
    pub fn bulge(&self) -> f64 {
        let (dx, dy) = (self.to.x - self.from.x, self.to.y - self.from.y);
        let cross = dx * (self.middle.y - self.from.y) - dy * (self.middle.x - self.from.x);
        2.0 * cross / (dx * dx + dy * dy)
    }

    /// Returns the sweep in radians, positive if the arc runs counter-clockwise as seen on the page.
    pub fn sweep(&self) -> f64 {
        4.0 * libm::atan(self.bulge())
    }

    /// Returns whether it is so flat that it is a straight line.
    pub fn is_straight(&self) -> bool {
        self.bulge().abs() < STRAIGHT
    }

    /// Returns the radius in mm.
    pub fn radius(&self) -> f64 {
        let bulge = self.bulge().abs();
        self.from.distance(self.to) * (1.0 + bulge * bulge) / (4.0 * bulge)
    }

    /// Returns the center of its circle.
    pub fn center(&self) -> Point {
        let chord = self.from.distance(self.to);
        let bulge = self.bulge();
        // From the middle of the chord to the right, as seen along it.
        let far = chord * (bulge * bulge - 1.0) / (4.0 * bulge);
        let right = ((self.from.y - self.to.y) / chord, (self.to.x - self.from.x) / chord);
        self.from.middle(self.to).moved(right.0 * far, right.1 * far)
    }

    /// Returns its length in mm.
    pub fn length(&self) -> f64 {
        if self.is_straight() { self.from.distance(self.to) } else { self.radius() * self.sweep().abs() }
    }

    /// Returns the point after a share of its length.
    pub fn at(&self, share: f64) -> Point {
        if self.is_straight() {
            return between(self.from, self.to, share);
        }
        turned_about(self.center(), self.from, self.sweep() * share)
    }

    /// Returns the parts before and after a share of its length.
    pub fn split(&self, share: f64) -> (Self, Self) {
        let at = self.at(share);
        (
            Self { from: self.from, middle: self.at(share / 2.0), to: at },
            Self { from: at, middle: self.at(f64::midpoint(share, 1.0)), to: self.to },
        )
    }

    /// Returns the arc about the same center that is `distance` mm further to the left, as seen along it;
    /// `None` if nothing is left of it.
    pub fn beside(&self, distance: f64) -> Option<Self> {
        let (center, radius) = (self.center(), self.radius());
        // The center of an arc that turns to the left is on the left.
        let grown = radius - distance * self.bulge().signum();
        let place = |point: Point| between(center, point, grown / radius);
        let arc = Self { from: place(self.from), middle: place(self.middle), to: place(self.to) };
        (grown > 0.0).then_some(arc)
    }

    /// Returns the points of the arc that are furthest left, right, up or down, if they are not its ends.
    pub fn extremes(&self) -> impl Iterator<Item = Point> + use<> {
        let known = !self.is_straight();
        let (center, radius, sweep) = (self.center(), self.radius(), self.sweep());
        let begin = libm::atan2(self.from.y - center.y, self.from.x - center.x);
        (0..4_u8).filter(move |_| known).filter_map(move |quarter| {
            let angle = f64::from(quarter) * TAU / 4.0;
            // The page has y down, so angles grow clockwise.
            let gone = ((begin - angle) * sweep.signum()).rem_euclid(TAU);
            let point = center.moved(radius * libm::cos(angle), radius * libm::sin(angle));
            (gone < sweep.abs()).then_some(point)
        })
    }

    /// Returns points along it, without its first: straight lines through them are within `tolerance` mm of
    /// it.
    pub fn flattened(&self, tolerance: f64) -> impl Iterator<Item = Point> + use<> {
        let arc = *self;
        let steps = if arc.is_straight() { 1 } else { steps(arc.radius(), arc.sweep(), tolerance) };
        (1..=steps).map(
            move |step| {
                if step == steps { arc.to } else { arc.at(f64::from(step) / f64::from(steps)) }
            },
        )
    }

    /// Returns it as cubic curves: two control points and the end of each.
    ///
    /// # Source
    /// Control points at 4/3 of the tangent of a quarter of the sweep, in radii; the usual choice.
    pub fn cubics(&self) -> impl Iterator<Item = [Point; 3]> + use<> {
        let arc = *self;
        let straight = arc.is_straight();
        let (center, sweep) = if straight { (arc.from, 0.0) } else { (arc.center(), arc.sweep()) };
        let count = (1..6_u8).find(|&count| sweep.abs() <= LARGEST_CUBIC * f64::from(count)).unwrap_or(6);
        let pull = 4.0 / 3.0 * libm::tan(sweep / f64::from(count) / 4.0);
        // Along the circle, counter-clockwise as seen on the page.
        let pulled = move |at: Point, by: f64| at.moved((at.y - center.y) * by, (center.x - at.x) * by);
        (0..count).map(move |index| {
            let share = |index: u8| f64::from(index) / f64::from(count);
            let (a, b) = (arc.at(share(index)), arc.at(share(index + 1)));
            let b = if index + 1 == count { arc.to } else { b };
            if straight { [a, b, b] } else { [pulled(a, pull), pulled(b, -pull), b] }
        })
    }
}

impl Stretch {
    /// Returns a straight line.
    pub fn line(from: Point, to: Point) -> Self {
        Self { from, middle: None, to }
    }

    /// Returns it as an arc, if it is one.
    pub fn arc(&self) -> Option<CircularArc> {
        self.middle.map(|middle| CircularArc { from: self.from, middle, to: self.to })
    }

    /// Returns its length in mm.
    pub fn length(&self) -> f64 {
        self.arc().map_or_else(|| self.from.distance(self.to), |arc| arc.length())
    }

    /// Returns it in the other direction.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { from: self.to, middle: self.middle, to: self.from }
    }

    /// Returns it with every point moved by an isometry.
    pub fn mapped(self, place: impl Fn(Point) -> Point) -> Self {
        Self { from: place(self.from), middle: self.middle.map(&place), to: place(self.to) }
    }

    /// Returns the parts before and after `far` mm from its start.
    pub fn split(&self, far: f64) -> (Self, Self) {
        let share = (far / self.length()).clamp(0.0, 1.0);
        if let Some(arc) = self.arc() {
            let (a, b) = arc.split(share);
            return (a.into(), b.into());
        }
        let at = between(self.from, self.to, share);
        (Self::line(self.from, at), Self::line(at, self.to))
    }

    /// Returns points along it, without its first, within `tolerance` mm of it.
    pub fn flattened(&self, tolerance: f64) -> Vec<Point> {
        self.arc().map_or_else(|| vec![self.to], |arc| arc.flattened(tolerance).collect())
    }
}

impl From<CircularArc> for Stretch {
    fn from(arc: CircularArc) -> Self {
        Self { from: arc.from, middle: Some(arc.middle), to: arc.to }
    }
}

/// Returns the number of straight steps for an arc.
fn steps(radius: f64, sweep: f64, tolerance: f64) -> u32 {
    let most = 2.0 * libm::acos((1.0 - tolerance / radius).max(0.5));
    (1..MOST_STEPS).find(|&steps| sweep.abs() <= most * f64::from(steps)).unwrap_or(MOST_STEPS)
}

/// Returns a point turned about `center`, counter-clockwise as seen on the page.
fn turned_about(center: Point, point: Point, radians: f64) -> Point {
    let (sin, cos) = (libm::sin(radians), libm::cos(radians));
    let (dx, dy) = (point.x - center.x, point.y - center.y);
    Point::new(center.x + dx * cos + dy * sin, center.y - dx * sin + dy * cos)
}

fn between(from: Point, to: Point, share: f64) -> Point {
    Point::new(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    /// A quarter of a circle of radius 2 about (3, 4), from its right end up to its top.
    fn quarter() -> CircularArc {
        CircularArc::about(Point::new(3.0, 4.0), Point::new(5.0, 4.0), PI / 2.0)
    }

    #[track_caller]
    fn near(found: Point, x: f64, y: f64) {
        assert!(found.distance(Point::new(x, y)) < 1e-12, "{found:?} is not ({x}, {y})");
    }

    #[test]
    fn a_quarter_circle_is_measured() {
        let arc = quarter();
        near(arc.to, 3.0, 2.0);
        near(arc.center(), 3.0, 4.0);
        assert!((arc.radius() - 2.0).abs() < 1e-12 && (arc.length() - PI).abs() < 1e-12);
        assert!(
            (arc.bulge() - libm::tan(PI / 8.0)).abs() < 1e-12,
            "counter-clockwise is positive, as in DXF"
        );
        let back = CircularArc { from: arc.to, middle: arc.middle, to: arc.from };
        assert!((back.sweep() + PI / 2.0).abs() < 1e-12);
        near(back.center(), 3.0, 4.0);
        let half = libm::sqrt(2.0);
        near(arc.at(0.5), 3.0 + half, 4.0 - half);
    }

    #[test]
    fn parts_and_neighbours_have_the_same_center() {
        for sweep in [-4.0, -1.0, 0.5, 3.0, 5.0] {
            let arc = CircularArc::about(Point::new(1.0, 1.0), Point::new(4.0, 5.0), sweep);
            let (a, b) = arc.split(0.3);
            assert!((a.length() + b.length() - arc.length()).abs() < 1e-9);
            [a, b].iter().for_each(|part| assert!(part.center().distance(arc.center()) < 1e-9));
            let left = arc.beside(1.0).expect("a radius of 4 or 6");
            assert!((left.radius() - if sweep > 0.0 { 4.0 } else { 6.0 }).abs() < 1e-9, "{sweep}");
            assert!(left.center().distance(arc.center()) < 1e-9);
        }
        assert_eq!(quarter().beside(2.1), None, "nothing is left of a radius of 2");
    }

    #[test]
    fn points_of_every_kind_are_on_the_circle() {
        for sweep in [-5.5, -2.0, 1.0, 4.5] {
            let center = Point::new(-2.0, 7.0);
            let arc = CircularArc::about(center, Point::new(1.0, 7.5), sweep);
            let off = |point: Point| (point.distance(center) - arc.radius()).abs();
            let points: Vec<Point> = arc.flattened(0.01).collect();
            let all: Vec<Point> = std::iter::once(arc.from).chain(points).collect();
            for pair in all.windows(2) {
                assert!(off(pair[1]) < 1e-9 && off(pair[0].middle(pair[1])) <= 0.01, "{sweep}");
            }
            let mut here = arc.from;
            for [a, b, to] in arc.cubics() {
                let middle = Point::new(
                    (here.x + 3.0 * a.x + 3.0 * b.x + to.x) / 8.0,
                    (here.y + 3.0 * a.y + 3.0 * b.y + to.y) / 8.0,
                );
                assert!(off(middle) < 3e-4 && off(to) < 1e-9, "{sweep}: {}", off(middle));
                here = to;
            }
            assert_eq!(here, arc.to);
            let box_of = |points: &mut dyn Iterator<Item = Point>| {
                points.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| {
                    (low.min(at.y), high.max(at.y))
                })
            };
            let exact = box_of(&mut arc.extremes().chain([arc.from, arc.to]));
            let dense = box_of(&mut (0..=1000_u16).map(|step| arc.at(f64::from(step) / 1000.0)));
            assert!((exact.0 - dense.0).abs() < 1e-4 && (exact.1 - dense.1).abs() < 1e-4, "{sweep}");
        }
    }
}

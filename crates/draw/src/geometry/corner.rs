//! Computes how a ring turns at a point: angle, side, and the corner of a parallel line.
//!
//! The material is on the right, as in every ring of an outline.

use super::Point;

/// A point where a ring turns, with its neighbours.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct RingCorner {
    /// The point before.
    pub before: Point,
    /// The corner itself.
    pub at: Point,
    /// The point after.
    pub after: Point,
}

impl RingCorner {
    /// Returns whether this is an inside corner (interior angle over 180 degrees), where the seam allowance
    /// is clipped.
    pub fn is_reflex(&self) -> bool {
        self.turn().0 < 0.0
    }

    /// Returns the mitred corner of the parallel line `distance` mm outside the ring (inside if negative).
    ///
    /// At a convex corner it is outside, at `distance / sin(t/2)` from the corner for an interior angle t; at
    /// a reflex corner it is in the notch.
    pub fn mitred(&self, distance: f64) -> Point {
        let (_, cos) = self.turn();
        let (into, out) = self.directions();
        let reach = distance / (1.0 + cos);
        // Left of a direction (x, y) is (y, -x), because y grows down.
        self.at.moved(reach * (into.1 + out.1), reach * -(into.0 + out.0))
    }

    /// Returns the clip that opens a seam allowance at a reflex corner: from the corner of the cut line to
    /// the corner of the sew line. `None` at a convex corner.
    ///
    /// # Units
    /// `seam_allowance` in mm.
    ///
    /// # Source
    /// thatquilt.com, 2009: "Clip the corner ... up to where the seam lines cross".
    pub fn clip(&self, seam_allowance: f64) -> Option<(Point, Point)> {
        self.is_reflex().then(|| (self.mitred(seam_allowance), self.at))
    }

    /// cot(t/2) of the interior angle t: the area that an offset adds here, divided by the square of the
    /// distance.
    pub fn half_angle_cotangent(&self) -> f64 {
        let (sin, cos) = self.turn();
        // With the turn u = 180 - t this is tan(u/2).
        sin / (1.0 + cos)
    }

    /// Sine and cosine of the turn from the edge before to the edge after, positive clockwise.
    fn turn(&self) -> (f64, f64) {
        let (into, out) = self.directions();
        (into.0 * out.1 - into.1 * out.0, into.0 * out.0 + into.1 * out.1)
    }

    /// Returns the directions of the edge before and the edge after, of length 1.
    fn directions(&self) -> ((f64, f64), (f64, f64)) {
        let direction = |from: Point, to: Point| {
            let length = from.distance(to);
            ((to.x - from.x) / length, (to.y - from.y) / length)
        };
        (direction(self.before, self.at), direction(self.at, self.after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A corner at the origin: the first edge comes from the left, the next turns clockwise by this angle.
    fn corner(turn_degrees: i32) -> RingCorner {
        let after = Point::new(2.0, 0.0).turned(turn_degrees);
        RingCorner { before: Point::new(-3.0, 0.0), at: Point::default(), after }
    }

    #[test]
    fn angles_and_mitres() {
        for (turn, interior, reflex, tip) in [
            (90, 90.0, false, 0.353_553),
            (120, 60.0, false, 0.5),
            (60, 120.0, false, 0.288_675),
            (-90, 270.0, true, 0.353_553),
            (-60, 240.0, true, 0.288_675),
            (-120, 300.0, true, 0.5),
        ] {
            let corner = corner(turn);
            let (sin, cos) = corner.turn();
            assert!((180.0 - libm::atan2(sin, cos).to_degrees() - interior).abs() < 1e-9, "{turn}");
            assert_eq!(corner.is_reflex(), reflex, "{turn}");
            let mitred = corner.mitred(0.25);
            assert!((mitred.distance(corner.at) - tip).abs() < 1e-6, "{turn}: d / sin(t/2)");
            assert!((mitred.y - -0.25).abs() < 1e-12, "{turn}: beside the edge before, at its left");
            assert_eq!(corner.clip(0.25).is_some(), reflex);
            let half = f64::from(180 - turn).to_radians() / 2.0;
            assert!((corner.half_angle_cotangent() - libm::cos(half) / libm::sin(half)).abs() < 1e-12);
        }
    }

    #[test]
    fn the_clip_of_a_square_notch_runs_along_its_diagonal() {
        let (from, to) = corner(-90).clip(6.35).expect("a reflex corner");
        assert_eq!((from, to), (Point::new(-6.35, -6.35), Point::default()));
    }
}

//! Rings: simple closed polygons in mm.
//!
//! A [`Ring`] has at least three points, all finite and distinct, with a turn at each. Its orientation tells
//! whether it can be an outer ring or a hole.

use super::grid::GridPoint;
use super::{Bounds, GeometryError, Point, RingCorner, crossing};

/// Points closer than this are one for [`Ring::through`], in mm.
const SAME: f64 = 1e-6;

/// A closed simple polygon, in mm. The last point joins the first; it is not listed twice.
#[derive(Debug, Clone, PartialEq)]
pub struct Ring(Vec<Point>);

impl Ring {
    /// Makes the ring through `points`, in order.
    ///
    /// # Units
    /// mm, y down. Points that coincide on a grid of nanometres count as one; a point within a nanometre of
    /// the line between its neighbours does not count as a turn.
    ///
    /// # Errors
    /// [`GeometryError`] for fewer than three points, repeated points, points without a turn, edges that
    /// cross or touch, and coordinates that are not finite or over a kilometre.
    ///
    /// # Examples
    /// ```
    /// use piecework_draw::geometry::{Point, Ring};
    /// let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)].map(|(x, y)| Point::new(x, y));
    /// let ring = Ring::new(corners.to_vec())?;
    /// assert_eq!(ring.area(), 6.0, "4 x 3 / 2, and positive because it runs clockwise");
    /// assert_eq!(ring.perimeter(), 12.0, "3 + 4 + 5");
    /// # Ok::<(), piecework_draw::geometry::GeometryError>(())
    /// ```
    pub fn new(points: Vec<Point>) -> Result<Self, GeometryError> {
        let grid: Vec<GridPoint> = points.iter().map(|point| point.to_grid()).collect::<Result<_, _>>()?;
        if points.len() < 3 {
            return Err(GeometryError::TooFewPoints { found: points.len() });
        }
        let mut sorted = grid.clone();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(GeometryError::RepeatedPoint { at: pair[0].to_point() });
        }
        if let Some(straight) = (0..grid.len()).find(|&i| !has_turn(&grid, i)) {
            return Err(GeometryError::NoTurn { at: points[straight] });
        }
        if let Some((a, b)) = crossing::wrong_meeting(&[grid]) {
            return Err(GeometryError::Crossing { near: a.to_point().middle(b.to_point()) });
        }
        Ok(Self(points))
    }

    /// Makes the ring through `points` without those that are not a turn, as flattened curves have.
    ///
    /// # Errors
    /// As [`Ring::new`], but points without a turn are no error.
    pub fn through(mut points: Vec<Point>) -> Result<Self, GeometryError> {
        let mut at = 0;
        while points.len() > 3 && at < points.len() {
            let count = points.len();
            let (before, here, after) =
                (points[(at + count - 1) % count], points[at], points[(at + 1) % count]);
            let cross = (here.x - before.x) * (after.y - here.y) - (here.y - before.y) * (after.x - here.x);
            if cross.abs() <= 2.0 * SAME * before.distance(after) || here.distance(after) < SAME {
                points.remove(at);
                // The one before may be straight now.
                at = at.saturating_sub(1);
            } else {
                at += 1;
            }
        }
        Self::new(points)
    }

    /// Returns a ring of points that are known to be valid.
    pub(super) fn of_known(points: Vec<Point>) -> Self {
        assert!(points.len() >= 3, "a ring has three points");
        Self(points)
    }

    /// Returns the points, in order.
    pub fn points(&self) -> &[Point] {
        &self.0
    }

    /// Returns each edge, from its first point to its second; the i-th starts at the i-th point.
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> {
        self.0.iter().copied().zip(self.0.iter().copied().cycle().skip(1))
    }

    /// Returns each point with its two neighbours, in order.
    pub fn corners(&self) -> impl Iterator<Item = RingCorner> {
        let count = self.0.len();
        (0..count).map(move |i| RingCorner {
            before: self.0[(i + count - 1) % count],
            at: self.0[i],
            after: self.0[(i + 1) % count],
        })
    }

    /// Returns the area enclosed, in square mm: positive if the ring runs clockwise as seen on the page.
    pub fn area(&self) -> f64 {
        // Measured from the first point, to stay precise far from the origin.
        let first = self.0[0];
        let cross =
            |(a, b): (Point, Point)| (a.x - first.x) * (b.y - first.y) - (b.x - first.x) * (a.y - first.y);
        self.edges().map(cross).sum::<f64>() / 2.0
    }

    /// Returns whether it runs clockwise as seen on the page.
    pub fn is_clockwise(&self) -> bool {
        self.area() > 0.0
    }

    /// Returns the length of the whole line, in mm.
    pub fn perimeter(&self) -> f64 {
        self.edges().map(|(a, b)| a.distance(b)).sum()
    }

    /// Returns the bounding box.
    pub fn bounds(&self) -> Bounds {
        let first = self.0[0];
        let point = Bounds { left: first.x, top: first.y, right: first.x, bottom: first.y };
        Bounds::around(self.0.iter().copied()).unwrap_or(point)
    }

    /// Returns the same ring in the other direction, from the same first point.
    pub fn reversed(&self) -> Self {
        let (first, rest) = (self.0[..1].iter(), self.0[1..].iter().rev());
        Self(first.chain(rest).copied().collect())
    }

    /// Returns whether a point is inside. For a point on the line, the answer may be either.
    ///
    /// # Source
    /// The crossing number rule: Joseph O'Rourke, Computational Geometry in C, 2nd edition 1998, section 7.4.
    pub fn contains(&self, point: Point) -> bool {
        let crosses = |&(a, b): &(Point, Point)| {
            (a.y > point.y) != (b.y > point.y) && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
        };
        self.edges().filter(crosses).count() % 2 == 1
    }

    /// Returns the distance from a point to the nearest point of the line, in mm.
    pub fn distance(&self, point: Point) -> f64 {
        self.edges().map(|edge| distance_to_edge(point, edge)).fold(f64::INFINITY, f64::min)
    }

    /// Returns the ring with every point moved by an isometry.
    pub(super) fn map(&self, motion: impl Fn(Point) -> Point) -> Self {
        Self(self.0.iter().map(|&point| motion(point)).collect())
    }

    /// Returns the points on the grid, if all are within a kilometre.
    pub(super) fn to_grid(&self) -> Result<Vec<GridPoint>, GeometryError> {
        self.0.iter().map(|point| point.to_grid()).collect()
    }
}

/// Returns whether the i-th point is more than a nanometre off the line through its neighbours.
fn has_turn(grid: &[GridPoint], i: usize) -> bool {
    let count = grid.len();
    let (before, at, after) = (grid[(i + count - 1) % count], grid[i], grid[(i + 1) % count]);
    let height = crossing::cross(before, at, after) as f64;
    let base = libm::hypot((after.x - before.x) as f64, (after.y - before.y) as f64);
    height.abs() > base
}

fn distance_to_edge(point: Point, (a, b): (Point, Point)) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let along = ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy);
    let along = along.clamp(0.0, 1.0);
    point.distance(Point::new(a.x + along * dx, a.y + along * dy))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(points: &[(f64, f64)]) -> Result<Ring, GeometryError> {
        Ring::new(points.iter().map(|&(x, y)| Point::new(x, y)).collect())
    }

    const L: &[(f64, f64)] = &[(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)];

    #[test]
    fn a_ring_is_measured() {
        let ring = ring(L).expect("a ring");
        assert_eq!((ring.area(), ring.perimeter()), (3.0, 8.0));
        assert_eq!(ring.reversed().area(), -3.0);
        assert_eq!(ring.reversed().points()[0], ring.points()[0]);
        assert_eq!((ring.bounds().width(), ring.bounds().height()), (2.0, 2.0));
        for (x, y, inside) in [(0.5, 0.5, true), (1.5, 1.5, false), (0.5, 1.5, true), (-1.0, 1.0, false)] {
            assert_eq!(ring.contains(Point::new(x, y)), inside, "({x}, {y})");
        }
        assert_eq!(ring.distance(Point::new(0.5, 0.5)), 0.5);
        assert_eq!(ring.distance(Point::new(5.0, 5.0)), 5.0, "3-4-5 to the corner at (2, 1) or (1, 2)");
    }

    #[test]
    fn every_rule_of_a_ring_once_broken() {
        let bad = |points: &[(f64, f64)]| ring(points).unwrap_err();
        assert_eq!(bad(&L[..2]), GeometryError::TooFewPoints { found: 2 });
        let at = Point::new(0.0, 0.0);
        assert_eq!(
            bad(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (1e-7, 0.0)]),
            GeometryError::RepeatedPoint { at }
        );
        let at = Point::new(1.0, 5e-7);
        assert_eq!(bad(&[(0.0, 0.0), (1.0, 5e-7), (2.0, 0.0), (0.0, 2.0)]), GeometryError::NoTurn { at });
        assert_eq!(
            bad(&[(0.0, 0.0), (2.0, 0.0), (1.0, 0.0)]),
            GeometryError::NoTurn { at: at.moved(-1.0, -5e-7) }
        );
        assert!(matches!(
            bad(&[(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)]),
            GeometryError::Crossing { .. }
        ));
        assert!(matches!(bad(&[(0.0, 0.0), (f64::NAN, 1.0), (1.0, 0.0)]), GeometryError::TooFarOut { .. }));
        assert!(matches!(bad(&[(0.0, 0.0), (2e6, 1.0), (1.0, 0.0)]), GeometryError::TooFarOut { .. }));
    }
}

//! Finds edges of rings that cross or overlap, on the grid of nanometres.
//!
//! A ring may meet itself only at the points shared by consecutive edges. Two rings may touch in points, but
//! not cross or overlap. Distances up to two nanometres are ignored.

use super::grid::GridPoint;

/// Points this near coincide, in nanometres: rounding to the grid moves a point, and each end of the edge it
/// touches, by less than one.
const THERE: f64 = 2.0;

/// How two edges meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meeting {
    Nowhere,
    /// They meet in one point, without passing from one side to the other within both edges.
    Touch,
    /// They cross or share a segment.
    Cross,
}

/// One edge of a ring.
#[derive(Debug, Clone, Copy)]
struct RingEdge {
    ends: (GridPoint, GridPoint),
    ring: usize,
    /// Its number in the ring.
    number: usize,
}

/// Returns the ends of an edge that meets another where it must not.
pub(super) fn wrong_meeting(rings: &[Vec<GridPoint>]) -> Option<(GridPoint, GridPoint)> {
    let mut edges: Vec<RingEdge> =
        rings.iter().enumerate().flat_map(|(ring, points)| edges_of(ring, points)).collect();
    let left = |edge: &RingEdge| edge.ends.0.x.min(edge.ends.1.x);
    let right = |edge: &RingEdge| edge.ends.0.x.max(edge.ends.1.x);
    edges.sort_by_key(left);
    for (i, one) in edges.iter().enumerate() {
        let near = edges[i + 1..].iter().take_while(|other| left(other) <= right(one));
        for other in near {
            let count = rings[one.ring].len();
            if !may_meet(one, other, count, meeting(one.ends, other.ends)) {
                return Some(one.ends);
            }
        }
    }
    None
}

fn edges_of(ring: usize, points: &[GridPoint]) -> impl Iterator<Item = RingEdge> {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).enumerate().map(move |(number, (&a, &b))| RingEdge { ends: (a, b), ring, number })
}

/// Returns whether two edges may meet like this; `count` is the number of edges of the ring of `one`.
fn may_meet(one: &RingEdge, other: &RingEdge, count: usize, meeting: Meeting) -> bool {
    let follow = |a: usize, b: usize| (a + 1) % count == b;
    let neighbours = follow(one.number, other.number) || follow(other.number, one.number);
    match meeting {
        Meeting::Nowhere => true,
        Meeting::Touch => one.ring != other.ring || neighbours,
        Meeting::Cross => false,
    }
}

fn meeting((a, b): (GridPoint, GridPoint), (c, d): (GridPoint, GridPoint)) -> Meeting {
    let sides = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
    if sides == [0; 4] {
        return along_one_line((a, b), (c, d));
    }
    if sides[0] * sides[1] < 0 && sides[2] * sides[3] < 0 {
        return Meeting::Cross;
    }
    let ends_on = [(0, c, a, b), (1, d, a, b), (2, a, c, d), (3, b, c, d)];
    let touch = ends_on.iter().any(|&(i, point, from, to)| sides[i] == 0 && in_box(point, from, to));
    if touch { Meeting::Touch } else { Meeting::Nowhere }
}

/// Returns how far two collinear edges overlap.
fn along_one_line(one: (GridPoint, GridPoint), other: (GridPoint, GridPoint)) -> Meeting {
    let whole = length(one.0, one.1);
    let along = |point: GridPoint| {
        let step = |a: i64, b: i64| (b - a) as f64;
        let (dx, dy) = (step(one.0.x, one.1.x), step(one.0.y, one.1.y));
        (step(one.0.x, point.x) * dx + step(one.0.y, point.y) * dy) / whole
    };
    let (from, to) = (along(other.0), along(other.1));
    let overlap = whole.min(from.max(to)) - from.min(to).max(0.0);
    if overlap > THERE {
        Meeting::Cross
    } else if overlap >= -THERE {
        Meeting::Touch
    } else {
        Meeting::Nowhere
    }
}

/// Returns the side of the line from `a` to `b` that a point is on: 1, 0 or -1.
fn side(a: GridPoint, b: GridPoint, point: GridPoint) -> i32 {
    let doubled = cross(a, b, point) as f64;
    match doubled.abs() <= THERE * length(a, b) {
        true => 0,
        false if doubled > 0.0 => 1,
        false => -1,
    }
}

pub(super) fn length(a: GridPoint, b: GridPoint) -> f64 {
    libm::hypot((b.x - a.x) as f64, (b.y - a.y) as f64)
}

/// Twice the area of the triangle, positive clockwise.
pub(super) fn cross(a: GridPoint, b: GridPoint, c: GridPoint) -> i128 {
    let step = |from: GridPoint, to: GridPoint| (i128::from(to.x - from.x), i128::from(to.y - from.y));
    let ((ux, uy), (vx, vy)) = (step(a, b), step(a, c));
    ux * vy - uy * vx
}

fn in_box(point: GridPoint, a: GridPoint, b: GridPoint) -> bool {
    // Two nanometres, whole.
    let within =
        |value: i64, one: i64, other: i64| one.min(other) - 2 <= value && value <= one.max(other) + 2;
    within(point.x, a.x, b.x) && within(point.y, a.y, b.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(points: &[(i64, i64)]) -> Vec<GridPoint> {
        points.iter().map(|&(x, y)| GridPoint { x, y }).collect()
    }

    #[track_caller]
    fn case(rings: &[&[(i64, i64)]], good: bool) {
        let rings: Vec<_> = rings.iter().map(|points| ring(points)).collect();
        assert_eq!(wrong_meeting(&rings).is_none(), good, "{rings:?}");
    }

    #[test]
    fn one_ring() {
        case(&[&[(0, 0), (900, 0), (900, 900), (0, 900)]], true);
        case(&[&[(0, 0), (900, 900), (900, 0), (0, 900)]], false);
        case(&[&[(0, 0), (900, 0), (500, 500), (500, 0), (0, 900)]], false);
        case(&[&[(0, 0), (900, 0), (900, 900), (300, 0), (0, 900)]], false);
        case(&[&[(0, 0), (900, 0), (400, 0), (0, 900)]], false);
        case(&[&[(0, 0), (400, 200), (900, 0)]], true);
        case(
            &[&[(1, 0), (0, 300), (-300, 300), (-300, 600), (1, 600), (0, 900), (-900, 900), (-900, 0)]],
            true,
        );
    }

    #[test]
    fn two_rings_may_touch_in_points() {
        let square: &[(i64, i64)] = &[(0, 0), (900, 0), (900, 900), (0, 900)];
        case(&[square, &[(200, 200), (200, 400), (400, 400), (400, 200)]], true);
        case(&[square, &[(0, 0), (200, 400), (400, 200)]], true);
        case(&[square, &[(500, 0), (200, 400), (400, 200)]], true);
        case(&[square, &[(500, -2), (200, 400), (400, 200)]], true);
        case(&[square, &[(500, -3), (200, 400), (400, 200)]], false);
        case(&[square, &[(0, 0), (200, 400), (500, 0)]], false);
        case(&[square, &[(500, -100), (200, 400), (400, 200)]], false);
    }
}

//! Finds areas that overlap or are too near each other, among thousands.
//!
//! It proves what nesters promise, and shares no code with them: it compares the corners and sides of placed
//! rings pair by pair.

use super::{Bounds, Point};
use piecework_tiling::stop::{StopFlag, Stopped};

/// How much nearer than the gap two areas may be, in mm: offsets are rounded, and a part may enter a notch of
/// its own width.
pub const NEARER: f64 = 1.1e-3;

/// Two outlines that are too near each other.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct TooNear {
    /// Their places in the list, the earlier first.
    pub pair: (usize, usize),
    /// How far apart they are, in mm; 0 if they overlap.
    pub(crate) apart: f64,
}

/// Returns two areas inside these rings that are nearer than `gap`, or overlap if there is none; only pairs
/// whose bounds are near are compared in full.
pub fn too_near(rings: &[&[Point]], gap: f64) -> Option<TooNear> {
    too_near_until(rings, gap, &StopFlag::never()).ok().flatten()
}

/// Returns the same, unless it is stopped before.
///
/// # Errors
/// [`Stopped`].
pub fn too_near_until(rings: &[&[Point]], gap: f64, stop: &StopFlag) -> Result<Option<TooNear>, Stopped> {
    let mut all: Vec<(Bounds, usize)> = Vec::with_capacity(rings.len());
    for (index, ring) in rings.iter().enumerate() {
        all.extend(Bounds::around(ring.iter().copied()).map(|bounds| (bounds, index)));
    }
    let Some(sheet) = all.iter().map(|&(bounds, _)| bounds).reduce(Bounds::union) else { return Ok(None) };
    // Along its longer side, fewer are beside each other.
    let span: fn(&Bounds) -> (f64, f64) = if sheet.width() >= sheet.height() {
        |bounds| (bounds.left, bounds.right)
    } else {
        |bounds| (bounds.top, bounds.bottom)
    };
    all.sort_by(|(a, _), (b, _)| span(a).0.total_cmp(&span(b).0));
    for (place, (bounds, index)) in all.iter().enumerate() {
        stop.check()?;
        let end = span(bounds).1 + gap;
        let beside = all[place + 1..].iter().take_while(|(other, _)| span(other).0 <= end);
        for (other_bounds, other) in beside.filter(|(other, _)| between(bounds, other) <= gap) {
            let (a, b) = ((rings[*index], *bounds), (rings[*other], *other_bounds));
            if let Some(apart) = nearer(a, b, gap) {
                let pair = ((*index).min(*other), (*index).max(*other));
                return Ok(Some(TooNear { pair, apart }));
            }
        }
    }
    Ok(None)
}

/// Returns the wider gap between two boxes, across or down; negative if they overlap.
fn between(a: &Bounds, b: &Bounds) -> f64 {
    let across = (a.left - b.right).max(b.left - a.right);
    across.max(a.top - b.bottom).max(b.top - a.bottom)
}

/// A ring and its bounds.
type Bounded<'a> = (&'a [Point], Bounds);
/// A side of a ring.
type Side = (Point, Point);

/// Returns how far apart two areas are if that is less than `gap`.
fn nearer(a: Bounded<'_>, b: Bounded<'_>, gap: f64) -> Option<f64> {
    let near = |one: Bounded<'_>, other: Bounded<'_>| -> Vec<Side> {
        sides(one.0).filter(|side| between(&bounds_of(*side), &other.1) <= gap).collect()
    };
    let (from, to) = (near(a, b), near(b, a));
    if gap <= NEARER {
        let overlap = between(&a.1, &b.1) < -NEARER
            && (from.iter().any(|&side| to.iter().any(|&other| parted(side, other, NEARER)))
                || reaches_into(a, b)
                || reaches_into(b, a)
                || cover((a.0, &from), (b.0, &to)));
        return overlap.then_some(0.0);
    }
    // Without a common point of their rings, one is inside the other, or they are apart.
    if a.0.first().is_some_and(|&at| contains(b.0, at)) || b.0.first().is_some_and(|&at| contains(a.0, at)) {
        return Some(0.0);
    }
    let mut least = f64::INFINITY;
    for &side in &from {
        for &other in to.iter().filter(|&&other| between(&bounds_of(side), &bounds_of(other)) <= gap) {
            least = least.min(distance(side, other));
        }
    }
    (least < gap - NEARER).then_some(least)
}

fn sides(ring: &[Point]) -> impl Iterator<Item = Side> + '_ {
    ring.iter().enumerate().map(|(index, &from)| (from, ring[(index + 1) % ring.len()]))
}

fn bounds_of((a, b): Side) -> Bounds {
    Bounds { left: a.x.min(b.x), top: a.y.min(b.y), right: a.x.max(b.x), bottom: a.y.max(b.y) }
}

/// Returns on which side of the line through the points of a side a point is: how far to its right, in mm.
fn beside((from, to): Side, at: Point) -> f64 {
    let length = from.distance(to).max(f64::MIN_POSITIVE);
    ((to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x)) / length
}

/// Returns whether the ends of each are on two sides of the other by more than `least`.
fn parted(a: Side, b: Side, least: f64) -> bool {
    let on_two_sides = |line: Side, other: Side| {
        let (one, two) = (beside(line, other.0), beside(line, other.1));
        one.min(two) < -least && one.max(two) > least
    };
    on_two_sides(a, b) && on_two_sides(b, a)
}

/// Returns the distance of a point from a side.
fn from_side((a, b): Side, at: Point) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let square = dx * dx + dy * dy;
    let share = if square > 0.0 { ((at.x - a.x) * dx + (at.y - a.y) * dy) / square } else { 0.0 };
    let share = share.clamp(0.0, 1.0);
    at.distance(Point::new(a.x + share * dx, a.y + share * dy))
}

/// Returns the distance of two sides.
fn distance(a: Side, b: Side) -> f64 {
    if parted(a, b, 0.0) {
        return 0.0;
    }
    from_side(a, b.0).min(from_side(a, b.1)).min(from_side(b, a.0)).min(from_side(b, a.1))
}

/// Returns whether a point is inside a ring.
fn contains(ring: &[Point], at: Point) -> bool {
    let left_of = |(a, b): &Side| (a.y > at.y) != (b.y > at.y) && at.x < across((*a, *b), at.y);
    sides(ring).filter(left_of).count() % 2 == 1
}

/// Returns where the line through a side that is not level is at a height.
fn across((a, b): Side, y: f64) -> f64 {
    a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y))
}

/// Returns whether a corner of one is inside the other, and not at its ring.
fn reaches_into(one: Bounded<'_>, other: Bounded<'_>) -> bool {
    let inside = |at: Point| {
        let corner = Bounds { left: at.x, top: at.y, right: at.x, bottom: at.y };
        other.1.contains(corner) && contains(other.0, at)
    };
    let far = |at: Point| sides(other.0).all(|side| from_side(side, at) > NEARER);
    one.0.iter().any(|&at| inside(at) && far(at))
}

/// A ring, and those of its sides that are near another.
type Facing<'a> = (&'a [Point], &'a [Side]);

/// Returns whether two areas share more than a sliver along their rings: that is left to see if all corners
/// of each are outside the other or on its ring.
fn cover(a: Facing<'_>, b: Facing<'_>) -> bool {
    let length = |ring: &[Point]| sides(ring).map(|(a, b)| a.distance(b)).sum::<f64>();
    shared_area(a, b) > NEARER * length(a.0).min(length(b.0))
}

/// Returns the area inside both of two rings: the sum over level bands in which no sides meet, so that each
/// is a trapezoid as wide as it is half way down.
fn shared_area((a, facing): Facing<'_>, (b, other_facing): Facing<'_>) -> f64 {
    let mut rows: Vec<f64> = a.iter().chain(b).map(|at| at.y).collect();
    for &side in facing {
        for &other in other_facing.iter().filter(|&&other| parted(side, other, 0.0)) {
            let (one, two) = (beside(other, side.0).abs(), beside(other, side.1).abs());
            rows.push(side.0.y + (side.1.y - side.0.y) * (one / (one + two)));
        }
    }
    rows.sort_by(f64::total_cmp);
    let bands = rows.windows(2).filter(|pair| pair[1] > pair[0]);
    bands.map(|pair| (pair[1] - pair[0]) * shared_width(a, b, f64::midpoint(pair[0], pair[1]))).sum()
}

fn shared_width(a: &[Point], b: &[Point], y: f64) -> f64 {
    let inside = |ring: &[Point]| -> Vec<f64> {
        let meeting = sides(ring).filter(|(a, b)| (a.y > y) != (b.y > y));
        let mut places: Vec<f64> = meeting.map(|side| across(side, y)).collect();
        places.sort_by(f64::total_cmp);
        places
    };
    let (a, b) = (inside(a), inside(b));
    let mut width = 0.0;
    for one in a.chunks_exact(2) {
        for other in b.chunks_exact(2) {
            width += (one[1].min(other[1]) - one[0].max(other[0])).max(0.0);
        }
    }
    width
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(points: &[(f64, f64)], by: (f64, f64)) -> Vec<Point> {
        points.iter().map(|&(x, y)| Point::new(x + by.0, y + by.1)).collect()
    }

    #[track_caller]
    fn apart(a: &[(f64, f64)], b: &[(f64, f64)], gap: f64) -> Option<f64> {
        let (a, b) = (ring(a, (0.0, 0.0)), ring(b, (0.0, 0.0)));
        let found = too_near(&[&a, &b], gap);
        assert_eq!(found, too_near(&[&b, &a], gap), "either first");
        found.map(|found| found.apart)
    }

    const SQUARE: &[(f64, f64)] = &[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)];
    /// Stands on the lower side of the square with its corner; its sides do not meet those of the square
    /// otherwise.
    const DIAMOND: &[(f64, f64)] = &[(5.0, 0.0), (10.0, 5.0), (5.0, 10.0), (0.0, 5.0)];
    const CUP: &[(f64, f64)] = &[
        (-10.0, 0.0),
        (0.0, 0.0),
        (0.0, 10.0),
        (10.0, 10.0),
        (10.0, 0.0),
        (20.0, 0.0),
        (20.0, 20.0),
        (-10.0, 20.0),
    ];

    fn moved(points: &[(f64, f64)], dx: f64, dy: f64) -> Vec<(f64, f64)> {
        points.iter().map(|&(x, y)| (x + dx, y + dy)).collect()
    }

    #[test]
    fn what_touches_is_apart_and_what_overlaps_is_not() {
        for (other, overlaps) in [
            (moved(SQUARE, 10.0, 0.0), false),
            (moved(SQUARE, 10.0, 5.0), false),
            (moved(SQUARE, 9.9995, 5.0), false),
            (moved(SQUARE, 9.9, 5.0), true),
            (moved(SQUARE, 9.9, 9.9), true),
            (moved(SQUARE, 10.0, 10.0), false),
            // No corner is inside, and no sides cross.
            (SQUARE.to_vec(), true),
            (DIAMOND.to_vec(), true),
            // Only sides cross.
            (vec![(4.0, -5.0), (6.0, -5.0), (6.0, 15.0), (4.0, 15.0)], true),
            // Inside without touching, and in a bay of the same width.
            (vec![(4.0, 4.0), (6.0, 4.0), (6.0, 6.0), (4.0, 6.0)], true),
            (CUP.to_vec(), false),
            (moved(CUP, 0.1, 0.0), true),
            (moved(CUP, 0.0, -0.1), true),
        ] {
            assert_eq!(apart(SQUARE, &other, 0.0).is_some(), overlaps, "{other:?}");
        }
    }

    #[test]
    fn the_gap_is_between_all_sides_and_corners() {
        for (other, gap, expected) in [
            (moved(SQUARE, 12.0, 0.0), 2.0, None),
            (moved(SQUARE, 11.9, 0.0), 2.0, Some(1.9)),
            (moved(SQUARE, 13.0, 14.0), 5.0, None),
            (moved(SQUARE, 13.0, 13.9), 5.0, Some(4.920)),
            // A corner before the middle of a side.
            (moved(DIAMOND, 12.0, 0.0), 2.0, None),
            (moved(DIAMOND, 11.0, 0.0), 2.0, Some(1.0)),
            (moved(DIAMOND, 5.0, 0.0), 2.0, Some(0.0)),
            (vec![(4.0, 4.0), (6.0, 4.0), (6.0, 6.0), (4.0, 6.0)], 0.5, Some(0.0)),
            (SQUARE.to_vec(), 0.5, Some(0.0)),
        ] {
            let found = apart(SQUARE, &other, gap);
            let same = match (found, expected) {
                (Some(found), Some(expected)) => (found - expected).abs() < 1e-3,
                (found, expected) => found == expected,
            };
            assert!(same, "{other:?}: {found:?}, not {expected:?}");
        }
    }

    #[test]
    fn one_pair_among_thousands_is_found() {
        let place = |index: u32| (f64::from(index % 80) * 11.0, f64::from(index / 80) * 11.0);
        let mut rings: Vec<Vec<Point>> = (0..4000).map(|index| ring(SQUARE, place(index))).collect();
        let slices = |rings: &[Vec<Point>]| {
            let slices: Vec<&[Point]> = rings.iter().map(Vec::as_slice).collect();
            too_near(&slices, 1.0)
        };
        assert_eq!(slices(&rings), None);
        rings[1234].iter_mut().for_each(|at| at.y += 0.01);
        let found = slices(&rings).expect("one below is nearer");
        assert_eq!(found.pair, (1234, 1314));
    }
}

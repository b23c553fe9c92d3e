//! Turns the paths of an offset into outlines.
//!
//! Points nearer than [`STRAIGHT`] count as touching, so no ring touches itself, and thinner parts are
//! dropped. At exactly the distance where a neck breaks or a notch closes, paths pass a point twice or
//! overlap; only these need the slow method below.

use std::collections::BTreeMap;

use clipper2_rust::{Path64, Point64, simplify_path};

use super::crossing::{self, cross, length};
use super::grid::GridPoint;
use super::visual_center::point_inside;
use super::{GeometryError, Outline, Ring};

/// A point this near to the line between its neighbours, in nanometres, is not a corner; a part this thin is
/// dropped.
///
/// Rounding to the grid moves a point by less than one nanometre and a mitre of a sharp corner by a few.
/// Chosen by trial, far above these and far below the precision of any machine.
const STRAIGHT: f64 = 100.0;

/// Returns the outlines of one part, in the order of their first points.
pub(super) fn outlines(paths: Vec<Vec<GridPoint>>) -> Vec<Outline> {
    let paths: Vec<_> = paths.iter().filter_map(|path| simplified(path)).collect();
    let paths = if crossing::wrong_meeting(&paths).is_some() { parted(&paths) } else { paths };
    nested(paths.into_iter().filter_map(ring_of).collect())
}

impl Outline {
    /// Makes the outlines of the area inside rings by the even-odd rule, in the order of their first points; rings may run
    /// either way.
    ///
    /// # Errors
    /// [`GeometryError::Crossing`] if rings cross or share an edge.
    pub fn of_rings(rings: Vec<Ring>) -> Result<Vec<Self>, GeometryError> {
        let grid: Vec<_> = rings.iter().map(Ring::to_grid).collect::<Result<_, _>>()?;
        if let Some((a, b)) = crossing::wrong_meeting(&grid) {
            return Err(GeometryError::Crossing { near: a.to_point().middle(b.to_point()) });
        }
        let clockwise = |ring: &Ring| if ring.is_clockwise() { ring.clone() } else { ring.reversed() };
        let directed = rings.iter().map(|ring| {
            let outer = clockwise(ring);
            let (area, inside) = (outer.area(), point_inside(&Self::of_known(outer.clone(), Vec::new())));
            let around = rings.iter().filter(|other| other.area().abs() > area && other.contains(inside));
            if around.count() % 2 == 0 { outer } else { outer.reversed() }
        });
        Ok(nested(directed.collect()))
    }
}

/// Returns the path without points that are not corners.
fn simplified(path: &[GridPoint]) -> Option<Vec<GridPoint>> {
    let path: Path64 = path.iter().map(|point| Point64::new(point.x, point.y)).collect();
    let path = simplify_path(&path, STRAIGHT, true);
    let points: Vec<GridPoint> = path.iter().map(|point| GridPoint { x: point.x, y: point.y }).collect();
    (points.len() >= 3).then_some(points)
}

/// Returns the ring along a path from its first point in reading order, unless it is too thin.
fn ring_of(mut path: Vec<GridPoint>) -> Option<Ring> {
    let first = (0..path.len()).min_by_key(|&i| (path[i].y, path[i].x))?;
    path.rotate_left(first);
    let ring = Ring::of_known(path.into_iter().map(GridPoint::to_point).collect());
    let thickness = 2.0 * ring.area().abs() / ring.perimeter();
    (thickness > STRAIGHT * 1e-6).then_some(ring)
}

/// Puts each hole in the smallest outer ring around it.
pub(super) fn nested(mut rings: Vec<Ring>) -> Vec<Outline> {
    rings.sort_by(by_first_point);
    let (outer, holes): (Vec<Ring>, Vec<Ring>) = rings.into_iter().partition(Ring::is_clockwise);
    let mut outlines: Vec<(Ring, Vec<Ring>)> = outer.into_iter().map(|ring| (ring, Vec::new())).collect();
    for hole in holes {
        let inside = point_inside(&Outline::of_known(hole.reversed(), Vec::new()));
        // The point may be on an island in the hole.
        let around =
            outlines.iter_mut().filter(|(outer, _)| outer.area() > -hole.area() && outer.contains(inside));
        if let Some((_, inner)) = around.min_by(|a, b| a.0.area().total_cmp(&b.0.area())) {
            inner.push(hole);
        }
    }
    outlines.into_iter().map(|(outer, holes)| Outline::of_known(outer, holes)).collect()
}

/// Separate rings have different first points, unless they touch there.
pub(super) fn by_first_point(a: &Ring, b: &Ring) -> std::cmp::Ordering {
    let key = |ring: &Ring| (ring.points()[0], ring.points()[1]);
    let ((a, next_a), (b, next_b)) = (key(a), key(b));
    let order = a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x));
    order.then(next_a.y.total_cmp(&next_b.y)).then(next_a.x.total_cmp(&next_b.x))
}

/// For each point, the ends of the edges that leave it.
type Ways = BTreeMap<GridPoint, Vec<GridPoint>>;

/// Returns the same material as loops that do not touch themselves: near points are merged, edges are split
/// at points on them, and edges that run in both directions cancel.
fn parted(paths: &[Vec<GridPoint>]) -> Vec<Vec<GridPoint>> {
    let (points, place) = joined(paths);
    let mut ways = Ways::new();
    for path in paths {
        for (from, to) in path.iter().zip(path.iter().cycle().skip(1)) {
            let chain = chain(&points, place[from], place[to]);
            for pair in chain.windows(2) {
                run_along(&mut ways, pair[0], pair[1]);
            }
        }
    }
    loops(ways).iter().filter_map(|path| simplified(path)).collect()
}

/// Returns the points that remain after near ones are merged, ascending, and the image of each point.
fn joined(paths: &[Vec<GridPoint>]) -> (Vec<GridPoint>, BTreeMap<GridPoint, GridPoint>) {
    let mut all: Vec<GridPoint> = paths.iter().flatten().copied().collect();
    all.sort_unstable();
    let (mut kept, mut place) = (Vec::new(), BTreeMap::new());
    for point in all {
        let beside =
            kept.iter().rev().take_while(|&&other: &&GridPoint| (point.x - other.x) as f64 <= STRAIGHT);
        let near = beside.copied().find(|&other| length(other, point) <= STRAIGHT);
        place.insert(point, near.unwrap_or(point));
        if near.is_none() {
            kept.push(point);
        }
    }
    (kept, place)
}

/// Returns the points on the edge from `from` to `to`, in order, both ends included.
fn chain(points: &[GridPoint], from: GridPoint, to: GridPoint) -> Vec<GridPoint> {
    let whole = length(from, to);
    let along = |point: GridPoint| {
        let step = |a: i64, b: i64| (b - a) as f64;
        step(from.x, point.x) * step(from.x, to.x) + step(from.y, point.y) * step(from.y, to.y)
    };
    let on_edge = |&point: &GridPoint| {
        let between = along(point) > 0.0 && along(point) < whole * whole;
        between && point != to && (cross(from, to, point) as f64).abs() <= STRAIGHT * whole
    };
    let mut between: Vec<GridPoint> = points.iter().copied().filter(on_edge).collect();
    between.sort_by(|&a, &b| along(a).total_cmp(&along(b)));
    [vec![from], between, vec![to]].concat()
}

/// Adds an edge, or removes the one that runs back.
fn run_along(ways: &mut Ways, from: GridPoint, to: GridPoint) {
    let back = ways.get(&to).and_then(|ways| ways.iter().position(|&other| other == from));
    match (back, ways.get_mut(&to)) {
        (Some(index), Some(ways)) => drop(ways.remove(index)),
        _ if from != to => ways.entry(from).or_default().push(to),
        _ => (),
    }
}

/// Walks all edges, and closes a loop whenever it reaches a point again.
fn loops(mut ways: Ways) -> Vec<Vec<GridPoint>> {
    let mut loops = Vec::new();
    let starts: Vec<GridPoint> = ways.keys().copied().collect();
    for start in starts {
        let mut walked = vec![start];
        let mut before = start;
        while let Some(at) = walked.last().copied() {
            let Some(next) = take_way(&mut ways, before, at) else { break };
            before = at;
            match walked.iter().position(|&point| point == next) {
                Some(first) => {
                    loops.push(walked.split_off(first));
                    walked.push(next);
                }
                None => walked.push(next),
            }
        }
    }
    loops
}

/// Takes the edge on from `at`, reached from `before`: the first one clockwise through the empty side, as in
/// tracing cells.
fn take_way(ways: &mut Ways, before: GridPoint, at: GridPoint) -> Option<GridPoint> {
    let from_here = ways.get_mut(&at)?;
    let direction = |to: GridPoint| libm::atan2((to.y - at.y) as f64, (to.x - at.x) as f64);
    let swept = |to: GridPoint| {
        let angle = direction(to) - direction(before);
        if angle > 0.0 { angle } else { angle + 2.0 * std::f64::consts::PI }
    };
    let best = (0..from_here.len()).min_by(|&a, &b| swept(from_here[a]).total_cmp(&swept(from_here[b])))?;
    Some(from_here.remove(best))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each resulting outline, the corner counts of its outer ring and holes; in micrometres.
    #[track_caller]
    fn case(paths: &[&[(i64, i64)]], expected: &[(usize, &[usize])]) {
        let grid = |&(x, y): &(i64, i64)| GridPoint { x: 1000 * x, y: 1000 * y };
        let outlines = outlines(paths.iter().map(|path| path.iter().map(grid).collect()).collect());
        let count = |ring: &Ring| ring.points().len();
        let found: Vec<(usize, Vec<usize>)> = outlines
            .iter()
            .map(|outline| (count(outline.outer()), outline.holes().iter().map(count).collect()))
            .collect();
        let expected: Vec<(usize, Vec<usize>)> =
            expected.iter().map(|&(outer, holes)| (outer, holes.to_vec())).collect();
        assert_eq!(found, expected, "{outlines:?}");
    }

    #[test]
    fn sound_paths_stay() {
        case(&[&[(0, 0), (9, 0), (9, 9), (0, 9)]], &[(4, &[])]);
        case(&[&[(0, 0), (9, 0), (9, 9), (0, 9)], &[(2, 2), (2, 4), (4, 2)]], &[(4, &[3])]);
        case(&[&[(0, 0), (5, 0), (9, 0), (9, 9), (0, 9)]], &[(4, &[])]);
        case(&[], &[]);
    }

    #[test]
    fn lobes_that_touch_in_a_point_are_parted() {
        case(&[&[(0, 0), (5, 0), (5, 5), (9, 5), (9, 9), (5, 9), (5, 5), (0, 5)]], &[(4, &[]), (4, &[])]);
        // The tip of one lobe on the middle of a side of the other.
        case(&[&[(0, 0), (5, 0), (5, 2), (9, 0), (9, 9), (5, 2), (5, 5), (0, 5)]], &[(4, &[]), (3, &[])]);
    }

    #[test]
    fn a_notch_that_closes_in_a_point_is_a_hole() {
        case(&[&[(4, 0), (9, 0), (9, 9), (0, 9), (0, 0), (4, 0), (2, 4), (6, 4)]], &[(4, &[3])]);
    }

    #[test]
    fn parts_without_width_are_dropped() {
        case(&[&[(0, 0), (9, 0), (9, 5), (5, 5), (9, 5), (9, 9), (0, 9)]], &[(4, &[])]);
        // A wall of zero width between a hole and the outside.
        case(&[&[(0, 0), (9, 0), (9, 9), (0, 9)], &[(0, 2), (0, 6), (4, 6), (4, 2)]], &[(8, &[])]);
        case(&[&[(0, 0), (9, 0), (9, 0), (0, 0)]], &[]);
    }
}

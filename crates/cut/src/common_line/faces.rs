//! Finds the faces on both sides of every edge: pieces, the stock, and the holes of the region.
//!
//! Places without a patch are the stock outside, or enclosed holes and gaps, which fall out as slugs.
//!
//! # Source
//! Half-edges and their cycles: Mark de Berg et al., Computational Geometry, 3rd edition 2008, section 2.2.

use piecework_draw::geometry::{Bounds, Edge, Patchwork, Point};
use piecework_draw::layout::{LineWork, STOCK};

/// Lines of a lattice run in at most twelve directions; the eight of quarter squares keep their order when they are rounded.
pub(super) const DIRECTIONS: u8 = 12;

/// Returns the direction of each edge from its start to its end, in twelfths of a turn, clockwise from the
/// right.
pub(super) fn directions(patchwork: &Patchwork) -> Vec<u8> {
    let twelfth = |edge: &Edge| {
        let (from, to) = patchwork.ends(edge);
        let angle = libm::atan2(to.y - from.y, to.x - from.x);
        let turn = (angle / std::f64::consts::TAU * f64::from(DIRECTIONS)).round();
        (0..DIRECTIONS).find(|&step| (turn - f64::from(step)).rem_euclid(f64::from(DIRECTIONS)) < 0.5)
    };
    patchwork.edges().iter().map(|edge| twelfth(edge).unwrap_or(0)).collect()
}

/// Returns the direction in which an edge leaves one of its ends.
pub(super) fn leaving(edge: &Edge, direction: u8, vertex: usize) -> u8 {
    if edge.from == vertex { direction } else { (direction + DIRECTIONS / 2) % DIRECTIONS }
}

/// Returns the line work of a patchwork: face n + 1 is patch n, the slugs follow.
pub(super) fn line_work(patchwork: &Patchwork, directions: &[u8]) -> LineWork {
    let edges = patchwork.edges();
    let face = |patch: Option<usize>| patch.map_or(STOCK, |patch| patch + 1);
    let mut sides: Vec<(usize, usize)> =
        edges.iter().map(|edge| (face(edge.left), face(edge.right))).collect();
    let loops = empty_loops(patchwork, directions);
    let slugs: Vec<&Loop> = loops.iter().filter(|ring| ring.area > 0.0).collect();
    let first_slug = patchwork.patches().len() + 1;
    for ring in &loops {
        let inside = match slugs.iter().position(|slug| std::ptr::eq(*slug, ring)) {
            Some(slug) => Some(slug),
            None => innermost(&slugs, ring),
        };
        let Some(slug) = inside else { continue };
        for &(edge, reversed) in &ring.edges {
            let side = &mut sides[edge];
            if reversed {
                side.0 = first_slug + slug;
            } else {
                side.1 = first_slug + slug;
            }
        }
    }
    LineWork {
        vertices: patchwork.vertices().iter().map(|vertex| vertex.at).collect(),
        ends: edges.iter().map(|edge| (edge.from, edge.to)).collect(),
        sides,
        faces: first_slug + slugs.len(),
    }
}

/// A loop around an empty place, which is on its right.
struct Loop {
    /// Edges, and whether they run from end to start.
    edges: Vec<(usize, bool)>,
    points: Vec<Point>,
    /// Positive around an enclosed place, negative around what encloses it.
    area: f64,
}

/// Returns all edges with an empty place beside them, as loops.
fn empty_loops(patchwork: &Patchwork, directions: &[u8]) -> Vec<Loop> {
    let edges = patchwork.edges();
    // The left side of an edge is on the right of its reverse.
    let is_empty = |(edge, reversed): (usize, bool)| {
        let Edge { left, right, .. } = edges[edge];
        if reversed { left.is_none() } else { right.is_none() }
    };
    let mut walked = vec![false; 2 * edges.len()];
    let mut loops = Vec::new();
    for edge in 0..edges.len() {
        for reversed in [false, true] {
            if !is_empty((edge, reversed)) || walked[2 * edge + usize::from(reversed)] {
                continue;
            }
            let mut ring = Vec::new();
            let mut at = (edge, reversed);
            while !std::mem::replace(&mut walked[2 * at.0 + usize::from(at.1)], true) {
                ring.push(at);
                at = next(patchwork, directions, at);
            }
            loops.push(measured(patchwork, ring));
        }
    }
    loops
}

/// Returns the edge that continues along the same empty place: the first to the right of the way back.
fn next(patchwork: &Patchwork, directions: &[u8], (edge, reversed): (usize, bool)) -> (usize, bool) {
    let edges = patchwork.edges();
    let end = if reversed { edges[edge].from } else { edges[edge].to };
    let back = leaving(&edges[edge], directions[edge], end);
    let turn = |&other: &usize| {
        let turn = (back + DIRECTIONS - leaving(&edges[other], directions[other], end)) % DIRECTIONS;
        if turn == 0 { DIRECTIONS } else { turn }
    };
    let next = patchwork.vertices()[end].edges.iter().copied().min_by_key(turn).unwrap_or(edge);
    (next, edges[next].to == end)
}

fn measured(patchwork: &Patchwork, edges: Vec<(usize, bool)>) -> Loop {
    let start = |&(edge, reversed): &(usize, bool)| {
        let (from, to) = patchwork.ends(&patchwork.edges()[edge]);
        if reversed { to } else { from }
    };
    let points: Vec<Point> = edges.iter().map(start).collect();
    let cross = |(a, b): (&Point, &Point)| a.x * b.y - b.x * a.y;
    let area = points.iter().zip(points.iter().cycle().skip(1)).map(cross).sum::<f64>() / 2.0;
    Loop { edges, points, area }
}

/// Returns the smallest enclosed place that contains a loop.
fn innermost(slugs: &[&Loop], ring: &Loop) -> Option<usize> {
    // The middle of an edge is on no other loop.
    let middle = ring.points[0].middle(ring.points[1 % ring.points.len()]);
    let around = (0..slugs.len()).filter(|&slug| contains(&slugs[slug].points, middle));
    around.min_by(|&a, &b| slugs[a].area.total_cmp(&slugs[b].area))
}

/// By the crossing number, as [`piecework_draw::geometry::Ring::contains`].
fn contains(points: &[Point], point: Point) -> bool {
    let in_box = Bounds::around(points.iter().copied())
        .is_some_and(|bounds| bounds.top <= point.y && point.y <= bounds.bottom);
    let crosses = |&(a, b): &(&Point, &Point)| {
        (a.y > point.y) != (b.y > point.y) && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
    };
    in_box && points.iter().zip(points.iter().cycle().skip(1)).filter(crosses).count() % 2 == 1
}

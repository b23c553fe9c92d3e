//! Measures a plan, and computes proven lower bounds.

use super::line::tab_place;
use piecework_draw::geometry::{Bounds, Patchwork, Point, Stretch};
use piecework_draw::layout::{LineWork, Near, Trail};

/// The measures of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Default, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Measures {
    /// The length of all cuts in mm.
    pub cut_length_mm: f64,
    /// How often the tool comes down.
    pub pen_downs: usize,
    /// The travel of the lifted tool from the first line to the last, in mm.
    pub travel_mm: f64,
}

impl Measures {
    /// Adds the measures of another sheet.
    pub(crate) fn add(&mut self, other: &Self) {
        self.cut_length_mm += other.cut_length_mm;
        self.pen_downs += other.pen_downs;
        self.travel_mm += other.travel_mm;
    }
}

/// Returns the measures of trails.
pub(super) fn found(patchwork: &Patchwork, work: &LineWork, trails: &[Trail]) -> Measures {
    let lengths = trails.iter().flatten().map(|step| patchwork.edges()[step.edge].length);
    let hop = |pair: &[Trail]| {
        let end = work.vertices[work.end(pair[0][pair[0].len() - 1])];
        end.distance(work.vertices[work.start(pair[1][0])])
    };
    Measures {
        cut_length_mm: lengths.sum(),
        pen_downs: trails.len(),
        travel_mm: trails.windows(2).map(hop).sum(),
    }
}

/// Lower bounds for any trails that cut every edge once.
///
/// The cut is half the sum of all perimeters and that of the region, because an inner edge is in two
/// perimeters and an edge on the rim in one. Each connected part needs at least one trail, and a trail ends
/// in each vertex with an odd number of edges. The travel of a plan with the fewest trails joins odd
/// vertices, each but two of them once; so it is at least half the sum of the distances from each to its
/// nearest neighbour, without the two longest.
pub(super) fn least(patchwork: &Patchwork, work: &LineWork) -> Measures {
    let lengths =
        |edges: &mut dyn Iterator<Item = usize>| edges.map(|e| patchwork.edges()[e].length).sum::<f64>();
    let mut sides = patchwork.patches().iter().flat_map(|p| p.rings().iter().flatten().map(|side| side.edge));
    let perimeters = lengths(&mut sides);
    let region = lengths(&mut (0..work.ends.len()).filter(|&edge| !patchwork.edges()[edge].is_inner()));
    let odd: Vec<bool> = patchwork.vertices().iter().map(|vertex| vertex.edges.len() % 2 == 1).collect();
    let ends: Vec<Point> =
        work.vertices.iter().zip(&odd).filter(|&(_, &odd)| odd).map(|(&at, _)| at).collect();
    Measures {
        cut_length_mm: (perimeters + region) / 2.0,
        pen_downs: pen_downs(work, &odd),
        travel_mm: travel(&ends),
    }
}

/// Lower bounds for any lines that cut every edge once, except a bridge of `width` mm in each of `ties`.
///
/// Every bridge is the end of two more lines. A part without an odd vertex has at least one bridge, because
/// all its pieces are held by some, so it needs no line of its own.
pub(super) fn least_with_tabs(
    patchwork: &Patchwork,
    work: &LineWork,
    whole: &Measures,
    (ties, width): (&[bool], f64),
    curves: &[Vec<Stretch>],
) -> Measures {
    let odd = patchwork.vertices().iter().filter(|vertex| vertex.edges.len() % 2 == 1);
    let mut ends: Vec<Point> = odd.map(|vertex| vertex.at).collect();
    let at_odd = ends.len();
    for (edge, _) in ties.iter().enumerate().filter(|&(_, &tie)| tie) {
        let (from, to) = work.ends[edge];
        let (from, to) = (work.vertices[from], work.vertices[to]);
        if let Some(curve) = curves.get(edge).filter(|curve| !curve.is_empty()) {
            let tab = tab_place(curve);
            let before: f64 = curve[..tab].iter().map(Stretch::length).sum();
            let middle = before + curve[tab].length() / 2.0;
            ends.extend([middle - width / 2.0, middle + width / 2.0].map(|far| place_on(curve, far)));
            continue;
        }
        let half = width / 2.0 / from.distance(to);
        let (dx, dy) = ((to.x - from.x) * half, (to.y - from.y) * half);
        let middle = from.middle(to);
        ends.extend([middle.moved(-dx, -dy), middle.moved(dx, dy)]);
    }
    let tabs = (ends.len() - at_odd) / 2;
    Measures {
        cut_length_mm: whole.cut_length_mm - width * tabs as f64,
        pen_downs: at_odd / 2 + tabs,
        travel_mm: travel(&ends),
    }
}

/// Returns the place `far` mm along a curve.
fn place_on(curve: &[Stretch], far: f64) -> Point {
    let mut left = far;
    for stretch in curve {
        let length = stretch.length();
        if left <= length {
            return stretch.split(left).0.to;
        }
        left -= length;
    }
    curve[curve.len() - 1].to
}

/// Returns the sum over the connected parts of max(1, odd / 2).
fn pen_downs(work: &LineWork, odd: &[bool]) -> usize {
    let mut parent: Vec<usize> = (0..odd.len()).collect();
    for &(a, b) in &work.ends {
        let (a, b) = (root(&mut parent, a), root(&mut parent, b));
        parent[a.max(b)] = a.min(b);
    }
    let mut odd_in = vec![0; odd.len()];
    for (vertex, &odd) in odd.iter().enumerate() {
        odd_in[root(&mut parent, vertex)] += usize::from(odd);
    }
    let parts = (0..odd.len()).filter(|&vertex| parent[vertex] == vertex);
    parts.map(|part| (odd_in[part] / 2).max(1)).sum()
}

/// Returns the root of a vertex in a union-find forest.
pub(crate) fn root(parent: &mut [usize], vertex: usize) -> usize {
    let mut at = vertex;
    while parent[at] != at {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    at
}

/// Half the sum of the distances from each of the `ends` of lines to its nearest neighbour, without the two
/// longest.
fn travel(ends: &[Point]) -> f64 {
    let ends = || ends.iter().copied().enumerate();
    let Some(bounds) = Bounds::around(ends().map(|(_, at)| at)) else { return 0.0 };
    let mut near = Near::new(bounds, ends().count());
    ends().for_each(|(end, at)| near.insert(end, at));
    let mut found = Vec::new();
    let mut next = |(end, at): (usize, Point)| {
        near.closer(at, f64::INFINITY, 2, &mut found);
        found.iter().find(|&&(_, other)| other != end).map_or(0.0, |&(far, _)| far.sqrt())
    };
    let (mut sum, mut longest) = (0.0, [0.0; 2]);
    for end in ends() {
        let far = next(end);
        sum += far;
        if far > longest[0] {
            longest = [far, longest[0]];
        } else if far > longest[1] {
            longest[1] = far;
        }
    }
    (sum - longest[0] - longest[1]) / 2.0
}

//! Simulates the cutting order: which part of the sheet is loose when, and whether a line is cut on loose
//! parts.
//!
//! The cuts divide the sheet into faces. The stock around everything is held by the machine, and a face is
//! held by every face beside it until the line between both is cut. Backwards, lines tie faces to the stock
//! one by one; a line between two faces that are not tied by then is cut on loose wood. Of whole outlines,
//! each piece by itself, only what is inside comes first, which the check of order asks.

use std::collections::BTreeMap;

use super::trace::grid;
use super::{CheckError, CheckedSheet};
use crate::geometry::Point;

/// A place in whole steps of a micrometre.
type Key = (i64, i64);

/// Faces of less than this are slivers beside the swivels of a drag knife, not pieces, in mm².
const SLIVER: f64 = 4.0;
/// The most edges that are simulated: each takes up to 500 bytes meanwhile.
const MOST_EDGES: usize = 200_000;
/// How far a point may be off a line that it divides, in steps: twice what rounding moves it.
const OFF_LINE: f64 = 2.0;
/// Bands of the sheet for each edge along a side of a square of as many edges.
const MOST_BANDS: i64 = 2000;

/// Refuses a sheet if a line is cut between two loose parts.
pub(super) fn check(sheet: &CheckedSheet) -> Result<(), CheckError> {
    if outlines_only(sheet) {
        return Ok(());
    }
    let edges = edges(sheet);
    if edges.is_empty() || edges.len() > MOST_EDGES {
        return Ok(());
    }
    let map = Map::new(&divided(&edges));
    let loose = map.cut_on_loose();
    let Some(&first) = loose.first() else { return Ok(()) };
    let (from, to) = map.edges[first];
    let at = place(from).middle(place(to));
    Err(CheckError::LooseCut { x: at.x, y: at.y, loose: loose.len(), lines: map.edges.len() })
}

/// Whether every cut is a whole outline: it ends where it was before, after a lead-in or with an overcut.
fn outlines_only(sheet: &CheckedSheet) -> bool {
    sheet.cuts().all(|stroke| {
        let keys: Vec<Key> = sheet.points(stroke).iter().map(|at| (grid(at.x), grid(at.y))).collect();
        let Some((&last, before)) = keys.split_last() else { return true };
        before.contains(&last) || before.windows(2).any(|line| is_on((line[0], line[1]), last))
    })
}

/// Returns the edges that are cut, in cutting order.
fn edges(sheet: &CheckedSheet) -> Vec<(Key, Key)> {
    let points = sheet.cuts().map(|stroke| sheet.points(stroke));
    let key = |at: &Point| (grid(at.x), grid(at.y));
    let ends = points.flat_map(|points| {
        points.windows(2).map(|pair| (key(&pair[0]), key(&pair[1]))).collect::<Vec<(Key, Key)>>()
    });
    ends.filter(|(from, to)| from != to).collect()
}

#[expect(clippy::cast_precision_loss, reason = "sheets are at most some metres")]
fn place((x, y): Key) -> Point {
    Point { x: x as f64 * super::trace::SAME, y: y as f64 * super::trace::SAME }
}

/// The height of the bands that edges are sorted into, in steps.
fn band_height(edges: &[(Key, Key)]) -> i64 {
    let ys = || edges.iter().flat_map(|(from, to)| [from.1, to.1]);
    let (low, high) = (ys().min().unwrap_or(0), ys().max().unwrap_or(0));
    let bands = i64::try_from(edges.len().isqrt()).unwrap_or(MOST_BANDS).clamp(1, MOST_BANDS);
    ((high - low) / bands).max(1)
}

/// The edges of each band, from left to right.
fn bands(edges: &[(Key, Key)]) -> (i64, BTreeMap<i64, Vec<usize>>) {
    let height = band_height(edges);
    let mut bands: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for (index, (from, to)) in edges.iter().enumerate() {
        for band in from.1.min(to.1).div_euclid(height)..=from.1.max(to.1).div_euclid(height) {
            bands.entry(band).or_default().push(index);
        }
    }
    let left = |&index: &usize| edges[index].0.0.min(edges[index].1.0);
    bands.values_mut().for_each(|band| band.sort_by_key(left));
    (height, bands)
}

/// Divides edges where others end on them or cross them; a part that was cut before is left out.
fn divided(edges: &[(Key, Key)]) -> Vec<(Key, Key)> {
    let mut on: Vec<Vec<Key>> = vec![Vec::new(); edges.len()];
    let (_, bands) = bands(edges);
    for band in bands.values() {
        for (at, &one) in band.iter().enumerate() {
            let right = edges[one].0.0.max(edges[one].1.0);
            let beside = band[at + 1..].iter().take_while(|&&other| {
                let (from, to) = edges[other];
                from.0.min(to.0) <= right
            });
            for &other in beside {
                meet(edges[one], edges[other], (one, other), &mut on);
            }
        }
    }
    let mut known = std::collections::BTreeSet::new();
    let mut parts = Vec::with_capacity(edges.len());
    for (&(from, to), mut points) in edges.iter().zip(on) {
        let far = |at: &Key| (at.0 - from.0).pow(2) + (at.1 - from.1).pow(2);
        points.push(to);
        points.sort_by_key(far);
        points.dedup();
        let mut here = from;
        for point in points.into_iter().filter(|&point| point != from) {
            if known.insert((here.min(point), here.max(point))) {
                parts.push((here, point));
            }
            here = point;
        }
    }
    parts
}

/// Adds the places where two edges divide each other.
#[expect(clippy::cast_precision_loss, reason = "sheets are at most some metres")]
fn meet(a: (Key, Key), b: (Key, Key), (one, other): (usize, usize), on: &mut [Vec<Key>]) {
    let mut ends = false;
    for (line, points, index) in [(a, b, one), (b, a, other)] {
        for point in [points.0, points.1] {
            if point == line.0 || point == line.1 {
                ends = true;
            } else if is_on(line, point) {
                on[index].push(point);
                ends = true;
            }
        }
    }
    if ends {
        return;
    }
    let [a0, b0] = [a.0, b.0].map(|(x, y)| (x as f64, y as f64));
    let along = |(from, to): (Key, Key)| ((to.0 - from.0) as f64, (to.1 - from.1) as f64);
    let ((ax, ay), (bx, by)) = (along(a), along(b));
    let cross = ax * by - ay * bx;
    if cross == 0.0 {
        return;
    }
    let (dx, dy) = (b0.0 - a0.0, b0.1 - a0.1);
    let (s, t) = ((dx * by - dy * bx) / cross, (dx * ay - dy * ax) / cross);
    if s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0 {
        let at = (round(a0.0 + s * ax), round(a0.1 + s * ay));
        on[one].push(at);
        on[other].push(at);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "sheets are at most some metres")]
fn round(at: f64) -> i64 {
    at.round() as i64
}

/// Returns whether a place is on an edge, between its ends.
#[expect(clippy::cast_precision_loss, reason = "sheets are at most some metres")]
fn is_on((from, to): (Key, Key), at: Key) -> bool {
    let (dx, dy) = ((to.0 - from.0) as f64, (to.1 - from.1) as f64);
    let (x, y) = ((at.0 - from.0) as f64, (at.1 - from.1) as f64);
    let length = libm::hypot(dx, dy);
    let (along, off) = ((x * dx + y * dy) / length, (x * dy - y * dx) / length);
    along > 0.0 && along < length && off.abs() <= OFF_LINE
}

/// The faces between edges. Half edge 2 e runs along edge e, 2 e + 1 against it; its face is on its left.
struct Map {
    edges: Vec<(Key, Key)>,
    /// The boundary that each half edge belongs to.
    cycle: Vec<usize>,
    /// For each boundary the face that it bounds; number 0 is the stock.
    faces: Sets,
}

impl Map {
    fn new(edges: &[(Key, Key)]) -> Self {
        let mut around: BTreeMap<Key, Vec<(f64, usize)>> = BTreeMap::new();
        for (index, &(from, to)) in edges.iter().enumerate() {
            around.entry(from).or_default().push((angle(from, to), 2 * index));
            around.entry(to).or_default().push((angle(to, from), 2 * index + 1));
        }
        // The next half edge with the same face on the left turns as far to the left as there is one: it
        // comes just before the reversed one, counter-clockwise.
        let mut next = vec![0; 2 * edges.len()];
        for leaving in around.values_mut() {
            leaving.sort_by(|a, b| a.0.total_cmp(&b.0));
            for at in 0..leaving.len() {
                let before = leaving[(at + leaving.len() - 1) % leaving.len()].1;
                next[leaving[at].1 ^ 1] = before;
            }
        }
        let start = |half: usize| if half.is_multiple_of(2) { edges[half / 2].0 } else { edges[half / 2].1 };
        let mut cycle = vec![0; next.len()];
        let mut areas = vec![0.0];
        for first in 0..next.len() {
            if cycle[first] > 0 {
                continue;
            }
            let (mut half, mut area) = (first, 0.0);
            while cycle[half] == 0 {
                cycle[half] = areas.len();
                let (a, b) = (place(start(half)), place(start(half ^ 1)));
                area += (a.x * b.y - a.y * b.x) / 2.0;
                half = next[half];
            }
            areas.push(area);
        }
        let mut map = Self { edges: edges.to_vec(), cycle, faces: Sets::new(areas.len()) };
        map.find_outsides(&areas);
        map
    }

    /// Joins the outside of each connected part with the face around it, and slivers with the stock.
    fn find_outsides(&mut self, areas: &[f64]) {
        // The leftmost place of each outside is where its part is looked for.
        let mut leftmost: BTreeMap<usize, Key> = BTreeMap::new();
        for half in 0..self.cycle.len() {
            let (cycle, (from, to)) = (self.cycle[half], self.edges[half / 2]);
            if areas[cycle] <= 0.0 {
                let least = leftmost.entry(cycle).or_insert(from);
                *least = (*least).min(from).min(to);
            }
        }
        let mut parts = Sets::new(areas.len());
        for edge in 0..self.edges.len() {
            parts.join(self.cycle[2 * edge], self.cycle[2 * edge + 1]);
        }
        let (height, bands) = bands(&self.edges);
        for (&outside, &at) in &leftmost {
            let part = parts.root(outside);
            let near = bands.get(&at.1.div_euclid(height)).map_or(&[][..], Vec::as_slice);
            let mut best: Option<(f64, usize)> = None;
            for &edge in near {
                if let Some(x) = crossed_left_of(self.edges[edge], at)
                    && parts.root(self.cycle[2 * edge]) != part
                    && best.is_none_or(|(known, _)| x > known)
                {
                    best = Some((x, edge));
                }
            }
            // The face right of the edge is on the left of the half edge that runs down.
            let face = best.map_or(0, |(_, edge)| {
                let (from, to) = self.edges[edge];
                self.cycle[2 * edge + usize::from(from.1 < to.1)]
            });
            self.faces.join(outside, face);
        }
        for (cycle, _) in areas.iter().enumerate().filter(|(_, area)| (0.0..SLIVER).contains(*area)) {
            self.faces.join(cycle, 0);
        }
    }

    /// Returns the edges that are cut between two loose faces, in cutting order.
    fn cut_on_loose(&self) -> Vec<usize> {
        let mut faces = self.faces.clone();
        let stock = faces.root(0);
        let mut tied = vec![false; self.cycle.len() + 1];
        tied[stock] = true;
        let mut loose = Vec::new();
        for edge in (0..self.edges.len()).rev() {
            let [left, right] = [2 * edge, 2 * edge + 1].map(|half| faces.root(self.cycle[half]));
            if left != right && !tied[left] && !tied[right] {
                loose.push(edge);
            }
            if left != right && (tied[left] || tied[right]) {
                (tied[left], tied[right]) = (true, true);
            }
        }
        loose.reverse();
        loose
    }
}

#[expect(clippy::cast_precision_loss, reason = "sheets are at most some metres")]
fn angle(from: Key, to: Key) -> f64 {
    libm::atan2((to.1 - from.1) as f64, (to.0 - from.0) as f64)
}

/// Returns where the ray from a place to the left crosses an edge.
#[expect(clippy::cast_precision_loss, reason = "sheets are at most some metres")]
fn crossed_left_of((from, to): (Key, Key), at: Key) -> Option<f64> {
    if (from.1 > at.1) == (to.1 > at.1) {
        return None;
    }
    let share = (at.1 - from.1) as f64 / (to.1 - from.1) as f64;
    let x = from.0 as f64 + share * (to.0 - from.0) as f64;
    (x < at.0 as f64).then_some(x)
}

/// Sets that are joined.
#[derive(Clone)]
struct Sets(Vec<usize>);

impl Sets {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn root(&mut self, mut of: usize) -> usize {
        while self.0[of] != of {
            self.0[of] = self.0[self.0[of]];
            of = self.0[of];
        }
        of
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other)] = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loose(lines: &[&[(f64, f64)]]) -> Option<usize> {
        let mut sheet = CheckedSheet::default();
        for line in lines {
            let points: Vec<Point> = line.iter().map(|&(x, y)| Point::new(x, y)).collect();
            sheet.add("CUT", &points, false).expect("a line");
        }
        match check(&sheet) {
            Ok(()) => None,
            Err(CheckError::LooseCut { loose, .. }) => Some(loose),
            Err(other) => panic!("{other}"),
        }
    }

    const RIM: &[(f64, f64)] = &[(0.0, 0.0), (60.0, 0.0), (60.0, 20.0), (0.0, 20.0), (0.0, 0.0)];
    const SEAM: &[(f64, f64)] = &[(20.0, 0.0), (20.0, 20.0)];
    const OTHER: &[(f64, f64)] = &[(40.0, 0.0), (40.0, 20.0)];
    const LEVEL: &[(f64, f64)] = &[(0.0, 10.0), (60.0, 10.0)];

    #[test]
    fn seams_come_before_the_rim() {
        assert_eq!(loose(&[SEAM, OTHER, RIM]), None);
        assert_eq!(loose(&[OTHER, LEVEL, SEAM, RIM]), None, "lines cross without points");
        // The two halves fall out, and are cut once more.
        assert_eq!(loose(&[RIM, SEAM]), Some(1));
        assert_eq!(loose(&[LEVEL, RIM, SEAM]), Some(2));
        // A piece is released by its last line; beside it, the sheet still holds the others.
        assert_eq!(loose(&[&RIM[..4], SEAM, &RIM[3..]]), None);
    }

    #[test]
    fn outlines_that_touch_are_cut_one_by_one() {
        let beside = |at: f64| [(at, 0.0), (at + 20.0, 0.0), (at + 20.0, 20.0), (at, 20.0), (at, 0.0)];
        let inner = [(20.0, 5.0), (40.0, 5.0), (40.0, 15.0), (20.0, 15.0), (20.0, 5.0)];
        assert_eq!(loose(&[&beside(0.0), &beside(40.0), &beside(20.0), &inner]), None);
    }

    #[test]
    fn holes_and_islands_are_found_in_their_faces() {
        let square = |at: f64, side: f64| {
            vec![(at, at), (at + side, at), (at + side, at + side), (at, at + side), (at, at)]
        };
        let (hole, core) = (square(4.0, 10.0), square(6.0, 4.0));
        assert_eq!(loose(&[&core, &hole, SEAM, RIM]), None);
        assert_eq!(loose(&[&hole, SEAM, RIM, &core]), Some(4), "in the slug of the hole");
        assert_eq!(loose(&[SEAM, RIM, &hole]), Some(4), "in a loose piece");
        let apart = square(70.0, 10.0);
        assert_eq!(loose(&[RIM, &apart]), None, "beside it is stock");
    }

    #[test]
    fn an_overcut_and_an_open_line_release_nothing() {
        let beyond: Vec<(f64, f64)> = RIM.iter().copied().chain([(5.0, 0.0)]).collect();
        assert_eq!(loose(&[SEAM, &beyond]), None);
        assert_eq!(loose(&[&beyond, SEAM]), Some(1));
        assert_eq!(loose(&[&RIM[..4], SEAM]), None, "a tab holds all");
    }
}

//! Finds as few trails as possible, in an order in which no line is cut on a loose piece.
//!
//! The trails are in two groups, as a cutting order needs them: trails that release everything, and trails
//! that release nothing while those are uncut.
//!
//! The search goes backwards: the last cut is walked first. An edge may be walked as soon as a face beside it
//! is connected to the stock; then the other face is connected too. At a vertex a walk can always continue if
//! an edge is left: the next one around the vertex shares a face with a walked one. So a walk that begins at
//! a vertex of odd degree ends at another, and no trail is wasted. Parts with only even vertices are inserted
//! at the last place where a walk meets them, for the same reason.
//!
//! # Source
//! Carl Hierholzer, "Ueber die Möglichkeit, einen Linienzug ohne Wiederholung und ohne Unterbrechung zu
//! umfahren", Mathematische Annalen 6, 1873, for closed walks that are inserted, from the end of a walk
//! backwards.

use super::bounds::root;
use super::faces::{DIRECTIONS, leaving};
use super::strokes;
use piecework_draw::geometry::{Bounds, Patchwork, Point, Side};
use piecework_draw::layout::{LineWork, Near, STOCK, Trail, backwards};

/// The most searches for even parts before everything is connected to the stock; each takes time linear in
/// the line work. Nested rings need one each. Chosen by eye.
const MOST_ROUNDS: usize = 40;

/// Trails in two groups.
pub(super) struct Fewest {
    /// Trails in any order and direction, before the others.
    pub(super) free: Vec<Trail>,
    /// Trails in exactly this order and direction.
    pub(super) holding: Vec<Trail>,
}

/// Returns the trails of a patchwork.
pub(super) fn fewest(patchwork: &Patchwork, work: &LineWork, directions: &[u8]) -> Fewest {
    let mut walks = Walks::new(patchwork, work, directions);
    walks.tie(STOCK);
    for _ in 0..MOST_ROUNDS {
        walks.walk_from_odd_vertices();
        if walks.untied == 0 || !(walks.put_in_even_parts() || walks.walk_parts(true)) {
            break;
        }
    }
    // Odd vertices at which no walk can begin, because all faces around them are loose, cost a trail.
    while walks.untied > 0 && walks.walk_parts(false) {
        walks.walk_from_odd_vertices();
    }
    walks.put_in_even_parts();
    let free = strokes::of_the_rest(patchwork, directions, &walks.walked);
    let mut holding: Vec<Trail> = walks.trails.iter().map(|trail| backwards(trail)).collect();
    holding.reverse();
    Fewest { free, holding }
}

/// The walks so far, in order.
struct Walks<'a> {
    patchwork: &'a Patchwork,
    work: &'a LineWork,
    directions: &'a [u8],
    trails: Vec<Trail>,
    walked: Vec<bool>,
    /// Whether each face is connected to the stock.
    tied: Vec<bool>,
    untied: usize,
    /// The edges around each face.
    around: Vec<Vec<usize>>,
    /// Odd vertices beside connected faces, and whether each vertex is one.
    ready: Near,
    is_ready: Vec<bool>,
    here: Point,
}

impl<'a> Walks<'a> {
    fn new(patchwork: &'a Patchwork, work: &'a LineWork, directions: &'a [u8]) -> Self {
        let mut around = vec![Vec::new(); work.faces];
        for (edge, &(left, right)) in work.sides.iter().enumerate() {
            around[left].push(edge);
            around[right].push(edge);
        }
        let none = Bounds { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 };
        let bounds = Bounds::around(work.vertices.iter().copied()).unwrap_or(none);
        Self {
            patchwork,
            work,
            directions,
            trails: Vec::new(),
            walked: vec![false; work.ends.len()],
            tied: vec![false; work.faces],
            untied: work.faces,
            around,
            ready: Near::new(bounds, work.vertices.len()),
            is_ready: vec![false; work.vertices.len()],
            here: Point::new(bounds.left, bounds.top),
        }
    }

    fn tie(&mut self, face: usize) {
        self.tied[face] = true;
        self.untied -= 1;
        for at in 0..self.around[face].len() {
            let (from, to) = self.work.ends[self.around[face][at]];
            for vertex in [from, to] {
                if !self.is_ready[vertex] && self.left_at(vertex).count() % 2 == 1 {
                    self.is_ready[vertex] = true;
                    self.ready.insert(vertex, self.work.vertices[vertex]);
                }
            }
        }
    }

    /// Returns the remaining edges at a vertex, directed away from it.
    fn left_at(&self, vertex: usize) -> impl Iterator<Item = Side> + '_ {
        let edges = self.patchwork.vertices()[vertex].edges.iter().copied();
        edges
            .filter(|&edge| !self.walked[edge])
            .map(move |edge| Side { edge, reversed: self.work.ends[edge].0 != vertex })
    }

    /// Returns how many faces a step ties; `None` if it cannot be walked.
    fn would_tie(&self, step: Side) -> Option<usize> {
        let (left, right) = self.work.sides[step.edge];
        match (self.tied[left], self.tied[right]) {
            (false, false) => None,
            (true, true) => Some(0),
            _ => Some(1),
        }
    }

    /// Returns the next step from a vertex: along the rim first, then where a face is tied, then straight on.
    fn choice(&self, vertex: usize, before: Option<Side>, may: impl Fn(usize) -> bool) -> Option<Side> {
        let steps = self.left_at(vertex).filter(|step| may(step.edge));
        let known = steps.filter_map(|step| Some((step, self.would_tie(step)?)));
        let best = known.min_by_key(|&(step, ties)| {
            let (left, right) = self.work.sides[step.edge];
            let inner = left != STOCK && right != STOCK;
            let bend = before.map_or(0, |before| self.bend(vertex, before, step));
            (inner, 1 - ties, bend)
        });
        best.map(|(step, _)| step)
    }

    /// Returns the deviation of two steps from straight, in twelfths of a turn.
    fn bend(&self, vertex: usize, before: Side, step: Side) -> u8 {
        let way = |edge: usize| leaving(&self.patchwork.edges()[edge], self.directions[edge], vertex);
        let between = (way(before.edge) + DIRECTIONS - way(step.edge)) % DIRECTIONS;
        between.abs_diff(DIRECTIONS / 2)
    }

    /// Walks an edge; returns the face that it ties.
    fn take(&mut self, step: Side) -> Option<usize> {
        self.walked[step.edge] = true;
        let (left, right) = self.work.sides[step.edge];
        let face = [left, right].into_iter().find(|&face| !self.tied[face]);
        face.inspect(|&face| self.tie(face))
    }

    /// Walks from a vertex until no edge is left at its end.
    fn walk(&mut self, mut vertex: usize) {
        let mut trail = Trail::new();
        while let Some(step) = self.choice(vertex, trail.last().copied(), |_| true) {
            self.take(step);
            trail.push(step);
            vertex = self.work.end(step);
        }
        self.here = self.work.vertices[vertex];
        self.trails.push(trail);
    }

    /// Begins walks at odd vertices while faces are loose.
    fn walk_from_odd_vertices(&mut self) {
        while self.untied > 0
            && let Some((_, vertex)) = self.ready.nearest(self.here)
        {
            self.ready.remove(vertex, self.work.vertices[vertex]);
            self.is_ready[vertex] = false;
            // A walk may have ended there.
            if self.left_at(vertex).count() % 2 == 1 {
                self.walk(vertex);
            }
        }
    }

    /// Begins a walk in each remaining part that can be walked; only in even parts that no walk meets, if
    /// `even`. Returns whether there was any.
    fn walk_parts(&mut self, even: bool) -> bool {
        let parts = Parts::of(self.work, &self.walked);
        let mut begun = vec![false; self.work.vertices.len()];
        let before = self.trails.len();
        for edge in 0..self.walked.len() {
            let part = parts.part_of[edge];
            let waits = !self.walked[edge] && !begun[part] && (parts.even(edge) || !even);
            if waits && self.would_tie(Side { edge, reversed: false }).is_some() {
                begun[part] = true;
                self.walk(self.work.ends[edge].0);
            }
        }
        self.trails.len() > before
    }

    /// Inserts closed walks where walks meet parts with only even vertices; returns whether there were any.
    ///
    /// Goes back from the end of all walks. Where an even part is met, of the later walks only the way onward
    /// is left, so a closed walk can begin there and ends at the same place.
    fn put_in_even_parts(&mut self) -> bool {
        let parts = Parts::of(self.work, &self.walked);
        if !(0..self.walked.len()).any(|edge| !self.walked[edge] && parts.even(edge)) {
            return false;
        }
        let trails = std::mem::take(&mut self.trails);
        let before = self.walked.iter().filter(|&&walked| walked).count();
        self.tied.fill(false);
        self.untied = self.work.faces;
        self.tie(STOCK);
        let mut steps: Vec<Vec<(Side, Option<usize>)>> = Vec::with_capacity(trails.len());
        for trail in trails {
            steps.push(trail.into_iter().map(|step| (step, self.take(step))).collect());
        }
        for trail in steps.into_iter().rev() {
            let walked = self.put_in(trail, &parts);
            self.trails.push(walked);
        }
        self.trails.reverse();
        self.tie_again();
        self.walked.iter().filter(|&&walked| walked).count() > before
    }

    /// Returns one walk with its insertions; its faces are loose again.
    fn put_in(&mut self, mut steps: Vec<(Side, Option<usize>)>, parts: &Parts) -> Trail {
        let mut done = Trail::new();
        while let Some(&(last, tied)) = steps.last() {
            let next = self.choice(self.work.end(last), Some(last), |edge| parts.even(edge));
            if let Some(step) = next {
                let tied = self.take(step);
                steps.push((step, tied));
                continue;
            }
            steps.pop();
            done.push(last);
            if let Some(face) = tied {
                self.tied[face] = false;
                self.untied += 1;
            }
        }
        done.reverse();
        done
    }

    /// Ties everything that the walks tie.
    fn tie_again(&mut self) {
        self.tied.fill(false);
        self.untied = self.work.faces;
        self.tie(STOCK);
        for trail in std::mem::take(&mut self.trails) {
            for &step in &trail {
                self.take(step);
            }
            self.trails.push(trail);
        }
    }
}

/// The connected parts of the remaining edges, and whether all their vertices are even.
struct Parts {
    part_of: Vec<usize>,
    is_even: Vec<bool>,
}

impl Parts {
    fn of(work: &LineWork, walked: &[bool]) -> Self {
        let count = work.vertices.len();
        let mut parent: Vec<usize> = (0..count).collect();
        let mut odd = vec![false; count];
        let left = || work.ends.iter().zip(walked).filter(|&(_, &walked)| !walked).map(|(&ends, _)| ends);
        for (from, to) in left() {
            odd[from] ^= true;
            odd[to] ^= true;
            let (a, b) = (root(&mut parent, from), root(&mut parent, to));
            parent[a.max(b)] = a.min(b);
        }
        let mut is_even = vec![true; count];
        for vertex in (0..count).filter(|&vertex| odd[vertex]) {
            is_even[root(&mut parent, vertex)] = false;
        }
        let part_of = work.ends.iter().map(|&(from, _)| root(&mut parent, from)).collect();
        Self { part_of, is_even }
    }

    /// Returns whether the part of an edge has only even vertices.
    fn even(&self, edge: usize) -> bool {
        self.is_even[self.part_of[edge]]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::common_line::tests::{check_equalities, check_ties, random_board, tiling};
    use crate::common_line::{CommonLines, CutOrder};
    use piecework_draw::layout::{LineWork, STOCK};
    use piecework_tiling::lattice::{Cell, Lattice};

    /// The fewest trails, by exhaustive search from the rule alone.
    struct Search<'a> {
        work: &'a LineWork,
        seen: BTreeSet<(u64, Option<usize>, usize)>,
    }

    impl Search<'_> {
        fn fewest(work: &LineWork) -> usize {
            assert!(work.ends.len() < 64, "one bit an edge");
            let fits = |&trails: &usize| {
                Search { work, seen: BTreeSet::new() }.solve(0, &[STOCK].into(), None, trails)
            };
            (1..).find(fits).expect("a trail an edge at most")
        }

        /// Whether the edges that are not in `walked` can be walked backwards in this many more trails.
        fn solve(&mut self, walked: u64, held: &BTreeSet<usize>, at: Option<usize>, trails: usize) -> bool {
            let edges = 0..self.work.ends.len();
            let left: Vec<usize> = edges.filter(|edge| walked >> edge & 1 == 0).collect();
            if left.is_empty() {
                return true;
            }
            // Each odd vertex is the end of one of the remaining trails, including the current one.
            let mut odd: BTreeSet<usize> = at.into_iter().collect();
            for (from, to) in left.iter().map(|&edge| self.work.ends[edge]) {
                for vertex in [from, to] {
                    if !odd.remove(&vertex) {
                        odd.insert(vertex);
                    }
                }
            }
            let ends = 2 * trails + usize::from(at.is_some());
            if odd.len() > ends || !self.seen.insert((walked, at, trails)) {
                return false;
            }
            for edge in left {
                let ((from, to), (left, right)) = (self.work.ends[edge], self.work.sides[edge]);
                if !held.contains(&left) && !held.contains(&right) {
                    continue;
                }
                let mut held = held.clone();
                held.extend([left, right]);
                for (start, end) in [(from, to), (to, from)] {
                    let goes_on = at == Some(start);
                    if (goes_on || trails > 0)
                        && self.solve(walked | 1 << edge, &held, Some(end), trails - usize::from(!goes_on))
                    {
                        return true;
                    }
                }
            }
            false
        }
    }

    #[test]
    fn small_boards_take_as_few_trails_as_there_can_be() {
        let mut compared = 0;
        for lattice in [Lattice::Square, Lattice::Hex, Lattice::Triangle] {
            for seed in 0..60 {
                let tiling = random_board(lattice, (4, 3), seed);
                let lines = check_equalities(&tiling, CutOrder::Travel);
                if lines.work.ends.len() <= 20 {
                    assert_eq!(lines.found().pen_downs, Search::fewest(&lines.work), "{lattice:?} {seed}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 60, "{compared}");
    }

    /// On small boards, if the search misses the bound, exhaustive search does not reach it either.
    #[test]
    fn random_boards_of_triangles_reach_the_bound_where_possible() {
        for (size, seeds, missed) in [((5, 4), 150, 2), ((7, 6), 100, 0), ((20, 20), 10, 0)] {
            let mut misses = 0;
            for seed in 0..seeds {
                let tiling = random_board(Lattice::Triangle, size, seed);
                let lines = check_equalities(&tiling, CutOrder::Travel);
                check_ties(&tiling, &lines);
                if lines.found().pen_downs > lines.least().pen_downs {
                    misses += 1;
                    assert_eq!(lines.found().pen_downs, Search::fewest(&lines.work), "{size:?} {seed}");
                }
            }
            assert_eq!(misses, missed, "{size:?}");
        }
    }

    /// A large triangle of small ones, with only even vertices, except the ends of one line that is left out.
    fn all_odd_vertices_inside() -> CommonLines {
        let rows = 0..4;
        let cells = rows.flat_map(|y| (4 - y..=4 + y).map(move |x| Cell::new(x, y)));
        let pair = [Cell::new(4, 2), Cell::new(4, 3)];
        let mut groups: Vec<Vec<Cell>> =
            cells.filter(|cell| !pair.contains(cell)).map(|cell| vec![cell]).collect();
        groups.push(pair.into());
        check_equalities(&tiling(Lattice::Triangle, groups, Vec::new()), CutOrder::Travel)
    }

    /// The last trail begins on the rim. If no vertex there is odd, one more trail must begin there.
    #[test]
    fn a_bound_that_is_out_of_reach_is_missed_by_one() {
        let lines = all_odd_vertices_inside();
        assert_eq!(lines.least().pen_downs, 1);
        assert_eq!(lines.found().pen_downs, 2);
        assert_eq!(Search::fewest(&lines.work), 2);
    }
}

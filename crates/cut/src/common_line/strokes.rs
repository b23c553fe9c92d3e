//! Covers every edge once with few trails.
//!
//! Each connected part of the line work takes max(1, odd / 2) trails, where odd counts the vertices with an
//! odd number of edges, and one more for its rim, which is separate so that it can be cut last. A trail that
//! ends on the rim continues around it if the order allows, which saves that one. Trails go straight where
//! they can: a stem ends at the bar of a T.
//!
//! # Source
//! Carl Hierholzer, "Ueber die Möglichkeit, einen Linienzug ohne Wiederholung und ohne Unterbrechung zu
//! umfahren", Mathematische Annalen 6, 1873: edges are paired in every vertex, and closed trails are spliced
//! into others they meet.

use super::faces::{DIRECTIONS, leaving};
use piecework_draw::geometry::{Patchwork, Side};
use piecework_draw::layout::{LineWork, STOCK, Trail};

/// The end of an edge: 2 e where edge e starts, 2 e + 1 where it ends.
type End = usize;

struct Links<'a> {
    patchwork: &'a Patchwork,
    directions: &'a [u8],
    /// The edges that are left out.
    without: &'a [bool],
    /// The end that follows each end in their common vertex.
    partner: Vec<Option<End>>,
    rim: Vec<bool>,
}

/// Returns the trails, including those of the rim.
pub(super) fn strokes(patchwork: &Patchwork, work: &LineWork, directions: &[u8]) -> Vec<Trail> {
    let rim = work.sides.iter().map(|&(left, right)| left == STOCK || right == STOCK).collect();
    linked(patchwork, directions, rim, &vec![false; patchwork.edges().len()])
}

/// Returns the trails of the edges that are not `walked`, on the rim or not.
pub(super) fn of_the_rest(patchwork: &Patchwork, directions: &[u8], walked: &[bool]) -> Vec<Trail> {
    linked(patchwork, directions, vec![false; walked.len()], walked)
}

fn linked(patchwork: &Patchwork, directions: &[u8], rim: Vec<bool>, without: &[bool]) -> Vec<Trail> {
    let partner = vec![None; 2 * patchwork.edges().len()];
    let mut links = Links { patchwork, directions, without, partner, rim };
    for vertex in 0..patchwork.vertices().len() {
        for rim in [false, true] {
            let mut ends = links.ends_at(vertex, rim);
            links.pair(vertex, &mut ends);
        }
    }
    links.splice();
    links.walk().into_iter().map(|(trail, _)| trail).collect()
}

impl Links<'_> {
    /// Returns the ends in a vertex of edges on the rim, or of those that are not.
    fn ends_at(&self, vertex: usize, rim: bool) -> Vec<End> {
        let edges = self.patchwork.vertices()[vertex].edges.iter().copied();
        let end = |edge: usize| 2 * edge + usize::from(self.patchwork.edges()[edge].from != vertex);
        edges.filter(|&edge| self.rim[edge] == rim && !self.without[edge]).map(end).collect()
    }

    /// Returns the deviation from straight of two ends in a vertex, in twelfths of a turn.
    fn bend(&self, vertex: usize, a: End, b: End) -> u8 {
        let leave = |end: End| leaving(&self.patchwork.edges()[end / 2], self.directions[end / 2], vertex);
        let between = (leave(a) + DIRECTIONS - leave(b)) % DIRECTIONS;
        between.abs_diff(DIRECTIONS / 2)
    }

    fn link(&mut self, a: End, b: End) {
        self.partner[a] = Some(b);
        self.partner[b] = Some(a);
    }

    /// Pairs ends, the straightest pair first; with an odd number, one stays alone.
    fn pair(&mut self, vertex: usize, ends: &mut Vec<End>) {
        while ends.len() > 1 {
            let pairs = (0..ends.len()).flat_map(|i| (i + 1..ends.len()).map(move |j| (i, j)));
            let Some((i, j)) = pairs.min_by_key(|&(i, j)| self.bend(vertex, ends[i], ends[j])) else {
                return;
            };
            let (b, a) = (ends.remove(j), ends.remove(i));
            self.link(a, b);
        }
    }

    /// Returns the trails as currently linked, and whether each is closed; open trails first.
    fn walk(&self) -> Vec<(Trail, bool)> {
        let mut walked = self.without.to_vec();
        let mut trails = Vec::new();
        let all = 0..self.partner.len();
        for (starts, closed) in [(all.clone(), false), (all, true)] {
            for start in starts {
                if walked[start / 2] || !closed && self.partner[start].is_some() {
                    continue;
                }
                let (mut trail, mut at) = (Vec::new(), start);
                while !std::mem::replace(&mut walked[at / 2], true) {
                    trail.push(Side { edge: at / 2, reversed: at % 2 == 1 });
                    // The other end of the edge, and the end that follows it.
                    let Some(next) = self.partner[at ^ 1] else { break };
                    at = next;
                }
                trails.push((trail, closed));
            }
        }
        trails
    }

    /// Joins every closed trail to another that it meets; those of the rim only to each other.
    fn splice(&mut self) {
        let mut groups = Groups::new(self.patchwork.edges().len(), &self.walk());
        for vertex in 0..self.patchwork.vertices().len() {
            for rim in [false, true] {
                self.splice_at(vertex, rim, &mut groups);
            }
        }
    }

    fn splice_at(&mut self, vertex: usize, rim: bool, groups: &mut Groups) {
        let ends = self.ends_at(vertex, rim);
        for &end in &ends {
            for &other in &ends {
                let (one, two) = (groups.of(end / 2), groups.of(other / 2));
                if one == two || !groups.closed[two] {
                    continue;
                }
                let Some(beyond) = self.partner[other] else { continue };
                match self.partner[end] {
                    // The closed trail begins and ends where the other ends.
                    None => {
                        self.partner[beyond] = None;
                        self.link(end, other);
                    }
                    Some(before) => {
                        let straight = self.bend(vertex, end, other) + self.bend(vertex, before, beyond);
                        let crossed = self.bend(vertex, end, beyond) + self.bend(vertex, before, other);
                        let (a, b) = if straight <= crossed { (other, beyond) } else { (beyond, other) };
                        self.link(end, a);
                        self.link(before, b);
                    }
                }
                groups.join(two, one);
            }
        }
    }
}

/// The edges that are in one trail so far, and whether it is closed.
struct Groups {
    trail_of: Vec<usize>,
    parent: Vec<usize>,
    closed: Vec<bool>,
}

impl Groups {
    fn new(edges: usize, trails: &[(Trail, bool)]) -> Self {
        let mut trail_of = vec![0; edges];
        for (number, (trail, _)) in trails.iter().enumerate() {
            for step in trail {
                trail_of[step.edge] = number;
            }
        }
        let closed = trails.iter().map(|&(_, closed)| closed).collect();
        Self { trail_of, parent: (0..trails.len()).collect(), closed }
    }

    fn of(&mut self, edge: usize) -> usize {
        let mut at = self.trail_of[edge];
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    fn join(&mut self, closed: usize, other: usize) {
        self.parent[closed] = other;
    }
}

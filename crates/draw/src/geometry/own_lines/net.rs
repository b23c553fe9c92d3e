//! Knows a net of straight lines on the grid of nanometres, and the faces between them.
//!
//! Lines meet only in their ends. Each is walked in both directions; the face of a walk is on its right, as the patch of a ring is.

use std::collections::BTreeMap;

use super::super::Point;
use super::super::grid::GridPoint;

/// What is on one side of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ground {
    Outside,
    /// A patch of the patchwork, outside of all bands.
    Patch(usize),
    Whimsy(usize),
    /// A part of a band, whose piece is decided later.
    Band,
}

/// A line of the net.
#[derive(Debug, Clone, Copy)]
pub(super) struct NetEdge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) left: Ground,
    pub(super) right: Ground,
}

/// Points, and the lines between them.
#[derive(Debug, Default)]
pub(super) struct Net {
    pub(super) points: Vec<GridPoint>,
    pub(super) edges: Vec<NetEdge>,
    known: BTreeMap<GridPoint, usize>,
}

/// The faces of a net. A walk is twice the number of its line, and one more if it runs from end to start.
#[derive(Debug)]
pub(super) struct Faces {
    /// The walk that follows each one around its face.
    pub(super) next: Vec<usize>,
    /// The face of each walk.
    pub(super) of: Vec<usize>,
    /// What each face is.
    pub(super) grounds: Vec<Ground>,
}

/// A closed walk.
struct Loop {
    walks: Vec<usize>,
    ground: Ground,
    is_outer: bool,
}

impl Net {
    fn point(&mut self, at: GridPoint) -> usize {
        let new = self.points.len();
        let points = &mut self.points;
        *self.known.entry(at).or_insert_with(|| {
            points.push(at);
            new
        })
    }

    /// Adds a line; one that rounding has made a point is left out.
    pub(super) fn add(&mut self, (from, to): (GridPoint, GridPoint), (left, right): (Ground, Ground)) {
        if from != to {
            let (from, to) = (self.point(from), self.point(to));
            self.edges.push(NetEdge { from, to, left, right });
        }
    }

    /// Returns where a walk begins.
    pub(super) fn start(&self, walk: usize) -> usize {
        let edge = self.edges[walk / 2];
        if walk.is_multiple_of(2) { edge.from } else { edge.to }
    }

    /// Returns the length of a line, in mm.
    pub(super) fn length(&self, edge: usize) -> f64 {
        self.at(self.edges[edge].from).distance(self.at(self.edges[edge].to))
    }

    /// Returns a point in mm.
    pub(super) fn at(&self, point: usize) -> Point {
        self.points[point].to_point()
    }

    fn ground(&self, walk: usize) -> Ground {
        let edge = self.edges[walk / 2];
        if walk.is_multiple_of(2) { edge.right } else { edge.left }
    }

    /// Returns the faces; `None` if lines do not agree about one of them, because rounding has made them cross.
    pub(super) fn faces(&self) -> Option<Faces> {
        let next = self.next();
        let mut loops = Vec::new();
        let mut is_known = vec![false; next.len()];
        for first in 0..next.len() {
            if !is_known[first] {
                let round = self.around(first, &next);
                round.walks.iter().for_each(|&walk| is_known[walk] = true);
                let agrees = |&walk: &usize| [Ground::Band, round.ground].contains(&self.ground(walk));
                let is_one = round.walks.iter().all(agrees);
                loops.push(Some(round).filter(|_| is_one)?);
            }
        }
        let mut faces = Faces { next, of: vec![usize::MAX; is_known.len()], grounds: Vec::new() };
        let mut outer: Vec<&Loop> = Vec::new();
        for round in loops.iter().filter(|round| round.is_outer && round.ground != Ground::Outside) {
            round.walks.iter().for_each(|&walk| faces.of[walk] = faces.grounds.len());
            faces.grounds.push(round.ground);
            outer.push(round);
        }
        let outside = faces.grounds.len();
        faces.grounds.push(Ground::Outside);
        for round in loops.iter().filter(|round| !round.is_outer || round.ground == Ground::Outside) {
            let around = |other: &&Loop| other.ground == round.ground && self.is_inside(round, other);
            let face = match round.ground {
                Ground::Outside => outside,
                _ => outer.iter().position(around)?,
            };
            round.walks.iter().for_each(|&walk| faces.of[walk] = face);
        }
        Some(faces)
    }

    /// Returns for each walk the one that follows it around the face on its right.
    fn next(&self) -> Vec<usize> {
        let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); self.points.len()];
        for walk in 0..2 * self.edges.len() {
            leaving[self.start(walk)].push(walk);
        }
        let mut next = vec![0; 2 * self.edges.len()];
        for (point, walks) in leaving.iter_mut().enumerate() {
            let way = |walk: usize| {
                let (from, to) = (self.points[point], self.points[self.start(walk ^ 1)]);
                (i128::from(to.x - from.x), i128::from(to.y - from.y))
            };
            walks.sort_by(|&a, &b| {
                let ((ax, ay), (bx, by)) = (way(a), way(b));
                let half = |x: i128, y: i128| y < 0 || (y == 0 && x < 0);
                half(ax, ay).cmp(&half(bx, by)).then(0.cmp(&(ax * by - ay * bx)))
            });
            for (place, &walk) in walks.iter().enumerate() {
                next[walk ^ 1] = walks[(place + walks.len() - 1) % walks.len()];
            }
        }
        next
    }

    fn around(&self, first: usize, next: &[usize]) -> Loop {
        let mut walks = vec![first];
        while next[walks[walks.len() - 1]] != first {
            walks.push(next[walks[walks.len() - 1]]);
        }
        let twice: i128 = walks
            .iter()
            .map(|&walk| {
                let (a, b) = (self.points[self.start(walk)], self.points[self.start(walk ^ 1)]);
                i128::from(a.x) * i128::from(b.y) - i128::from(a.y) * i128::from(b.x)
            })
            .sum();
        let ground = walks.iter().map(|&walk| self.ground(walk)).find(|ground| *ground != Ground::Band);
        Loop { walks, ground: ground.unwrap_or(Ground::Band), is_outer: twice > 0 }
    }

    /// Returns whether the middle of a line of one loop is in another.
    fn is_inside(&self, one: &Loop, other: &Loop) -> bool {
        let ends = |walk: usize| (self.at(self.start(walk)), self.at(self.start(walk ^ 1)));
        let (a, b) = ends(one.walks[0]);
        let at = a.middle(b);
        let crosses = |&&walk: &&usize| {
            let (a, b) = ends(walk);
            (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x)
        };
        other.walks.iter().filter(crosses).count() % 2 == 1
    }
}

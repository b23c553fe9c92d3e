//! Finds a cutting order in which no line is cut on a loose piece, and pieces are released late.
//!
//! The order is found backwards, by putting edges back. An edge may be put back as soon as the face on one
//! side of it is connected to the stock; then the other face is connected too. The connected faces only grow,
//! so an edge that can be put back stays so; a trail that never can is split. Trails that connect many faces
//! for little travel are put back first. So a few trails, cut at the very end, release everything; all others
//! release nothing and may be cut before, in any order.

use std::collections::VecDeque;

use super::line_work::{LineWork, STOCK, Trail, backwards, turned};
use super::nearest::Near;
use crate::geometry::{Bounds, Point, Side};

/// The trails in cutting order, in two groups.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Grown {
    /// Trails that release nothing while the others are uncut: for any order and direction.
    pub(super) free: Vec<Trail>,
    /// Trails that follow, in exactly this order and direction.
    pub(super) holding: Vec<Trail>,
}

/// A trail, and how far two walkers, one from each end, have put it back.
struct Waiting {
    steps: Trail,
    done: bool,
    walked: [usize; 2],
}

pub(super) struct Growth<'a> {
    work: &'a LineWork,
    /// Whether each face is connected to the stock.
    tied: Vec<bool>,
    untied: usize,
    trails: Vec<Waiting>,
    /// The trail of each edge.
    owner: Vec<usize>,
    /// The walkers that wait until a face is tied, with their positions; walker 2 t + 1 walks trail t from
    /// its end.
    waiting_for: Vec<Vec<(usize, usize)>>,
    edges_around: EdgesAround,
    /// Edges with a tied face on one side.
    frontier: VecDeque<usize>,
    /// Trails that may end at a vertex.
    loose_ends: Vec<Vec<usize>>,
    ready: Ready,
    here: Point,
}

/// The edges around each face, in one list.
struct EdgesAround {
    first: Vec<usize>,
    edges: Vec<usize>,
}

impl EdgesAround {
    fn new(work: &LineWork) -> Self {
        let mut first = vec![0; work.faces + 1];
        for &(left, right) in &work.sides {
            first[left + 1] += 1;
            first[right + 1] += 1;
        }
        for face in 0..work.faces {
            first[face + 1] += first[face];
        }
        let mut next = first.clone();
        let mut edges = vec![0; 2 * work.sides.len()];
        for (edge, &(left, right)) in work.sides.iter().enumerate() {
            for face in [left, right] {
                edges[next[face]] = edge;
                next[face] += 1;
            }
        }
        Self { first, edges }
    }

    fn of(&self, face: usize) -> std::ops::Range<usize> {
        self.first[face]..self.first[face + 1]
    }
}

/// Walkers that can put back their whole trail, by the number of faces that would tie: lot n has those with
/// 2^n or more.
struct Ready {
    lots: Vec<Near>,
    /// The lot of each walker.
    lot_of: Vec<Option<usize>>,
    bounds: Bounds,
    room: usize,
}

impl Ready {
    fn put(&mut self, walker: usize, at: Point, faces: usize) {
        let lot = faces.max(1).ilog2() as usize;
        while self.lots.len() <= lot {
            let room = self.room >> self.lots.len().min(20);
            self.lots.push(Near::new(self.bounds, room.max(16)));
        }
        self.lots[lot].insert(walker, at);
        if self.lot_of.len() <= walker {
            self.lot_of.resize(walker + 1, None);
        }
        self.lot_of[walker] = Some(lot);
    }

    fn remove(&mut self, walker: usize, at: Point) {
        if let Some(lot) = self.lot_of.get_mut(walker).and_then(Option::take) {
            self.lots[lot].remove(walker, at);
        }
    }

    /// Returns the walker with the least travel for each face that it ties, and its lot; of equals, the one
    /// that ties more.
    fn best(&self, here: Point) -> Option<(usize, usize)> {
        let mut best: Option<(f64, usize, usize)> = None;
        for (lot, near) in self.lots.iter().enumerate().rev() {
            let Some((far, walker)) = near.nearest(here) else { continue };
            // 2^lot, squared as the distance is.
            let price = far / f64::from(1u32 << lot.min(15)).powi(2);
            if best.is_none_or(|(least, ..)| price < least) {
                best = Some((price, walker, lot));
            }
        }
        best.map(|(_, walker, lot)| (walker, lot))
    }
}

impl<'a> Growth<'a> {
    /// The state before any trail is put back.
    pub(super) fn new(work: &'a LineWork, trails: Vec<Trail>) -> Self {
        let none = Bounds { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 };
        let bounds = Bounds::around(work.vertices.iter().copied()).unwrap_or(none);
        let ready = Ready { lots: Vec::new(), lot_of: Vec::new(), bounds, room: 2 * trails.len() };
        let mut growth = Self {
            work,
            tied: vec![false; work.faces],
            untied: work.faces,
            trails: Vec::with_capacity(trails.len()),
            owner: vec![0; work.ends.len()],
            waiting_for: vec![Vec::new(); work.faces],
            edges_around: EdgesAround::new(work),
            frontier: VecDeque::new(),
            loose_ends: vec![Vec::new(); work.vertices.len()],
            ready,
            here: Point::new(bounds.left, bounds.top),
        };
        growth.tie(STOCK);
        for steps in trails {
            growth.enter(steps);
        }
        growth
    }

    /// Puts back all trails.
    pub(super) fn grow(mut self) -> Grown {
        let mut holding: Vec<Trail> = Vec::new();
        loop {
            if let Some((walker, lot)) = self.ready.best(self.here) {
                let at = self.start_of(walker);
                self.ready.remove(walker, at);
                match self.would_tie(walker) {
                    0 => {}
                    faces if (faces.ilog2() as usize) < lot => self.ready.put(walker, at, faces),
                    _ => holding.push(self.put_back(walker)),
                }
            } else if self.untied > 0 {
                match self.split() {
                    Some(walker) => holding.push(self.put_back(walker)),
                    // Faces that no edge ties: impossible in valid line work.
                    None => break,
                }
            } else {
                break;
            }
        }
        holding.reverse();
        let free = self.join_the_rest();
        Grown { free, holding }
    }

    fn walker_step(&self, walker: usize, index: usize) -> Side {
        let steps = &self.trails[walker / 2].steps;
        if walker.is_multiple_of(2) { steps[index] } else { turned(steps[steps.len() - 1 - index]) }
    }

    fn start_of(&self, walker: usize) -> Point {
        self.work.vertices[self.work.start(self.walker_step(walker, 0))]
    }

    /// Adds a new trail and starts its walkers.
    fn enter(&mut self, steps: Trail) -> usize {
        let trail = self.trails.len();
        for step in &steps {
            self.owner[step.edge] = trail;
        }
        let (first, last) = (steps[0], steps[steps.len() - 1]);
        for vertex in [self.work.start(first), self.work.end(last)] {
            self.loose_ends[vertex].push(trail);
        }
        self.trails.push(Waiting { steps, done: false, walked: [0; 2] });
        for walker in [2 * trail, 2 * trail + 1] {
            self.walk(walker);
        }
        trail
    }

    /// Returns whether an edge can be put back: a face beside it is tied, or is tied by the edge put back
    /// just before.
    fn passes(&self, step: Side, before: Option<Side>) -> bool {
        let (left, right) = self.work.sides[step.edge];
        let before = before.map(|step| self.work.sides[step.edge]);
        let shared = |face: usize| before.is_some_and(|(a, b)| a == face || b == face);
        self.tied[left] || self.tied[right] || shared(left) || shared(right)
    }

    /// Advances a walker as far as possible; at the end of its trail it is ready.
    fn walk(&mut self, walker: usize) {
        let (trail, side) = (walker / 2, walker % 2);
        let count = self.trails[trail].steps.len();
        while self.trails[trail].walked[side] < count {
            let at = self.trails[trail].walked[side];
            let step = self.walker_step(walker, at);
            if !self.passes(step, at.checked_sub(1).map(|before| self.walker_step(walker, before))) {
                let (left, right) = self.work.sides[step.edge];
                self.waiting_for[left].push((walker, at));
                self.waiting_for[right].push((walker, at));
                return;
            }
            self.trails[trail].walked[side] += 1;
        }
        // Counted only once.
        self.trails[trail].walked[side] = usize::MAX;
        let faces = self.would_tie(walker);
        if faces > 0 {
            self.ready.put(walker, self.start_of(walker), faces);
        }
    }

    /// About how many faces are tied if the trail of a walker is put back; 0 only if there are none.
    fn would_tie(&self, walker: usize) -> usize {
        let untied = |step: &Side| {
            let (left, right) = self.work.sides[step.edge];
            usize::from(!self.tied[left]) + usize::from(!self.tied[right])
        };
        self.trails[walker / 2].steps.iter().map(untied).sum()
    }

    /// Ties a face to the stock; returns the walkers that waited for it.
    fn tie(&mut self, face: usize) -> Vec<(usize, usize)> {
        self.tied[face] = true;
        self.untied -= 1;
        self.frontier.extend(&self.edges_around.edges[self.edges_around.of(face)]);
        std::mem::take(&mut self.waiting_for[face])
    }

    /// Advances the walkers that are still where they began to wait.
    fn wake(&mut self, walkers: Vec<(usize, usize)>) {
        for (walker, at) in walkers {
            let Waiting { done, walked, .. } = self.trails[walker / 2];
            if !done && walked[walker % 2] == at {
                self.walk(walker);
            }
        }
    }

    /// Puts back a trail, and then trails with a loose end where it ends, as long as possible, so that the
    /// tool stays down.
    ///
    /// Returns the trail as it is cut: in the reverse order of putting back.
    fn put_back(&mut self, walker: usize) -> Trail {
        let mut walked: Trail = self.walked(walker);
        self.finish(walker / 2, &walked);
        if self.work.start(walked[0]) == self.work.end(walked[walked.len() - 1]) {
            self.turn_to_loose_end(&mut walked);
        }
        while let Some(next) = self.follower(walked[walked.len() - 1]) {
            let steps = self.walked(next);
            self.finish(next / 2, &steps);
            walked.extend(steps);
        }
        self.here = self.work.vertices[self.work.end(walked[walked.len() - 1])];
        backwards(&walked)
    }

    fn walked(&self, walker: usize) -> Trail {
        let steps = &self.trails[walker / 2].steps;
        if walker.is_multiple_of(2) { steps.clone() } else { backwards(steps) }
    }

    fn finish(&mut self, trail: usize, steps: &[Side]) {
        self.trails[trail].done = true;
        for walker in [2 * trail, 2 * trail + 1] {
            self.ready.remove(walker, self.start_of(walker));
        }
        let mut woken = Vec::new();
        for step in steps {
            let (left, right) = self.work.sides[step.edge];
            for face in [left, right] {
                if !self.tied[face] {
                    woken.extend(self.tie(face));
                }
            }
        }
        self.wake(woken);
    }

    /// Rotates a closed trail to the vertex where the best trail can follow it.
    fn turn_to_loose_end(&self, walked: &mut Trail) {
        let tied = |&at: &usize| {
            let before = walked[(at + walked.len() - 1) % walked.len()];
            self.follower(before).map(|walker| self.would_tie(walker) + 1).unwrap_or_default()
        };
        let best = (0..walked.len()).max_by_key(|at| (tied(at), std::cmp::Reverse(*at)));
        // All its faces are tied now, because it was put back as a whole, so it can begin anywhere.
        if let Some(at) = best.filter(|&at| self.is_sound_from(walked, at)) {
            walked.rotate_left(at);
        }
    }

    /// Returns whether a closed trail can also be put back from place `at`: every edge of it borders on the
    /// stock.
    fn is_sound_from(&self, walked: &[Side], at: usize) -> bool {
        let on_stock = |step: &Side| {
            let (left, right) = self.work.sides[step.edge];
            left == STOCK || right == STOCK
        };
        at == 0 || walked.iter().all(on_stock)
    }

    /// Returns the trail that can be put back right after a step, from where that ends: the one that ties
    /// most.
    fn follower(&self, before: Side) -> Option<usize> {
        let vertex = self.work.end(before);
        let walkers = self.loose_ends[vertex].iter().flat_map(|&trail| [2 * trail, 2 * trail + 1]);
        walkers
            .filter(|&walker| {
                !self.trails[walker / 2].done
                    && self.work.start(self.walker_step(walker, 0)) == vertex
                    && self.passes_whole(walker, before)
            })
            .max_by_key(|&walker| (self.would_tie(walker), std::cmp::Reverse(walker)))
    }

    fn passes_whole(&self, walker: usize, before: Side) -> bool {
        let mut before = before;
        (0..self.trails[walker / 2].steps.len()).all(|index| {
            let step = self.walker_step(walker, index);
            self.passes(step, Some(std::mem::replace(&mut before, step)))
        })
    }

    /// No trail can be put back as a whole: splits one at an edge between a tied and an untied face.
    fn split(&mut self) -> Option<usize> {
        let between = |&edge: &usize| {
            let (left, right) = self.work.sides[edge];
            self.tied[left] != self.tied[right]
        };
        let edge = loop {
            let edge = self.frontier.pop_front()?;
            if between(&edge) {
                break edge;
            }
        };
        let trail = self.owner[edge];
        let mut steps = std::mem::take(&mut self.trails[trail].steps);
        self.trails[trail] = Waiting { steps: vec![steps[0]], done: true, walked: [usize::MAX; 2] };
        let mut at = steps.iter().position(|step| step.edge == edge)?;
        if self.work.start(steps[0]) == self.work.end(steps[steps.len() - 1]) {
            steps.rotate_left(at);
            at = 0;
        }
        let (up, down) = (self.reach(&steps[at..]), self.reach(&backwards(&steps[..=at])));
        let (first, last) = if up >= down { (at, at + up) } else { (at + 1 - down, at + 1) };
        let walked = self.enter(steps[first..last].to_vec());
        for rest in [&steps[last..], &steps[..first]] {
            if !rest.is_empty() {
                self.enter(rest.to_vec());
            }
        }
        Some(2 * walked + usize::from(up < down))
    }

    /// Returns how many steps can be put back one after another.
    fn reach(&self, steps: &[Side]) -> usize {
        let passes = |&at: &usize| self.passes(steps[at], at.checked_sub(1).map(|before| steps[before]));
        (0..steps.len()).take_while(passes).count()
    }

    /// Returns the trails that tie nothing; two loose ends that splits left at a vertex are joined.
    fn join_the_rest(&mut self) -> Vec<Trail> {
        for vertex in 0..self.loose_ends.len() {
            while let Some((one, other)) = self.two_loose_ends(vertex) {
                let mut steps = std::mem::take(&mut self.trails[one].steps);
                if self.work.end(steps[steps.len() - 1]) != vertex {
                    steps = backwards(&steps);
                }
                let more = std::mem::take(&mut self.trails[other].steps);
                let from_here = self.work.start(more[0]) == vertex;
                steps.extend(if from_here { more } else { backwards(&more) });
                self.trails[other].done = true;
                let end = self.work.end(steps[steps.len() - 1]);
                self.loose_ends[end].push(one);
                self.trails[one].steps = steps;
            }
        }
        let rest = self.trails.iter_mut().filter(|trail| !trail.done);
        rest.map(|trail| std::mem::take(&mut trail.steps)).collect()
    }

    /// Two remaining open trails that end at a vertex.
    fn two_loose_ends(&self, vertex: usize) -> Option<(usize, usize)> {
        let mut found = None;
        for &trail in &self.loose_ends[vertex] {
            let Waiting { steps, done: false, .. } = &self.trails[trail] else { continue };
            let (start, end) = (self.work.start(steps[0]), self.work.end(steps[steps.len() - 1]));
            if start == end || start != vertex && end != vertex {
                continue;
            }
            match found {
                None => found = Some(trail),
                Some(one) if one != trail => return Some((one, trail)),
                Some(_) => {}
            }
        }
        None
    }
}

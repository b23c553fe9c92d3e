//! Finds the seams between what is sewn and what is added, and where they turn.
//!
//! Every edge between the two is in one line, once. Lines start at their first end in reading order.

use std::collections::{BTreeMap, BTreeSet};

use crate::geometry::Patchwork;

/// How far two directions may differ and still be one: rounding of hexagons and triangles.
const NEAR: f64 = 1e-6;

/// The edges along which a part touches what is sewn.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Contact {
    /// Edges in a row, without a break.
    pub(super) lines: Vec<Line>,
    /// How many points there are besides where both touch: they close a hole between them.
    pub(super) points: usize,
}

/// Edges that follow one another.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    /// The edges in order.
    pub(super) edges: Vec<usize>,
    /// The vertices in order: one more than edges, the first again at the end of a closed line.
    pub(super) vertices: Vec<usize>,
}

impl Contact {
    /// Finds the contact of `added` with the patches that are `sewn`.
    pub(super) fn of(patchwork: &Patchwork, sewn: &[bool], added: &[usize]) -> Self {
        let (mut edges, mut around) = (BTreeSet::new(), BTreeSet::new());
        for side in added.iter().flat_map(|&patch| patchwork.patches()[patch].rings().iter().flatten()) {
            let edge = &patchwork.edges()[side.edge];
            if [edge.left, edge.right].into_iter().flatten().any(|patch| sewn[patch]) {
                edges.insert(side.edge);
            }
            around.extend([edge.from, edge.to]);
        }
        if edges.is_empty() {
            return Self::default();
        }
        let mut lines = Vec::new();
        while !edges.is_empty() {
            lines.push(Line::walked(patchwork, &mut edges));
        }
        let on_lines: BTreeSet<usize> = lines.iter().flat_map(|line| line.vertices.iter().copied()).collect();
        let touches = |&vertex: &usize| patchwork.vertices()[vertex].patches.iter().any(|&patch| sewn[patch]);
        let points = around.difference(&on_lines).filter(|&vertex| touches(vertex)).count();
        Self { lines, points }
    }

    /// In how many places both touch.
    pub(super) fn places(&self) -> usize {
        self.lines.len() + self.points
    }

    /// In mm.
    pub(super) fn length(&self, patchwork: &Patchwork) -> f64 {
        let edges = self.lines.iter().flat_map(|line| &line.edges);
        edges.map(|&edge| patchwork.edges()[edge].length).sum()
    }
}

impl Line {
    /// Takes the line out of `edges` that begins first.
    fn walked(patchwork: &Patchwork, edges: &mut BTreeSet<usize>) -> Self {
        let mut degrees: BTreeMap<usize, usize> = BTreeMap::new();
        for edge in edges.iter().map(|&edge| &patchwork.edges()[edge]) {
            *degrees.entry(edge.from).or_default() += 1;
            *degrees.entry(edge.to).or_default() += 1;
        }
        let end = degrees.iter().find(|(_, degree)| *degree % 2 == 1).or_else(|| degrees.iter().next());
        let mut at = end.map_or(0, |(&vertex, _)| vertex);
        let mut line = Self { edges: Vec::new(), vertices: vec![at] };
        while let Some(&edge) = patchwork.vertices()[at].edges.iter().find(|edge| edges.contains(edge)) {
            edges.remove(&edge);
            at = patchwork.edges()[edge].other_end(at);
            line.edges.push(edge);
            line.vertices.push(at);
        }
        line
    }

    /// Whether it comes back to where it began.
    pub(super) fn is_closed(&self) -> bool {
        self.vertices.first() == self.vertices.last()
    }

    /// The vertices at which it turns, each with the edge before and the edge after.
    pub(super) fn turns(&self, patchwork: &Patchwork) -> Vec<(usize, [usize; 2])> {
        let inside = self.vertices[1..].iter().zip(self.edges.windows(2));
        let mut all: Vec<(usize, [usize; 2])> = inside.map(|(&at, pair)| (at, [pair[0], pair[1]])).collect();
        if let (true, Some(&first), Some(&last)) = (self.is_closed(), self.edges.first(), self.edges.last()) {
            all.insert(0, (self.vertices[0], [last, first]));
        }
        all.retain(|&(at, [before, after])| !goes_on(patchwork, at, before, after));
        all
    }
}

/// Whether two edges that end at a vertex are one straight line.
pub(super) fn goes_on(patchwork: &Patchwork, at: usize, before: usize, after: usize) -> bool {
    let away = |edge: usize| {
        let edge = &patchwork.edges()[edge];
        let (from, to) = (patchwork.vertices()[at].at, patchwork.vertices()[edge.other_end(at)].at);
        ((to.x - from.x) / edge.length, (to.y - from.y) / edge.length)
    };
    let (first, second) = (away(before), away(after));
    (first.0 + second.0).abs() < NEAR && (first.1 + second.1).abs() < NEAR
}

//! Finds the vertices and the edges of a patchwork on a walk around its patches.

use super::super::border::Border;
use super::super::stencil::Stencil;
use super::super::trace;
use super::{Edge, Side, Vertex};
use piecework_tiling::lattice::Corner;

/// The vertices and edges found so far.
pub(super) struct Map {
    /// The vertex at each step around each ring of each patch, in order; `None` where no ring turns or
    /// branches.
    steps: Vec<Option<usize>>,
    /// How many of the steps are done.
    gone: usize,
    pub(super) vertices: Vec<Vertex>,
    pub(super) edges: Vec<Edge>,
    border: Border,
}

/// What the map says about a patch.
#[derive(Default)]
pub(super) struct Around {
    pub(super) rings: Vec<Vec<Side>>,
    pub(super) reflex: Vec<usize>,
}

impl Map {
    pub(super) fn new(traced: &[Stencil], border: &Border) -> Self {
        let (corners, steps) = vertex_corners(traced.iter().flat_map(|stencil| &stencil.rings));
        let vertex = |&corner| Vertex { at: border.point(corner), patches: Vec::new(), edges: Vec::new() };
        let vertices = corners.iter().map(vertex).collect();
        Self { steps, gone: 0, vertices, edges: Vec::new(), border: *border }
    }

    /// Adds the edges around one patch; patches are added in order.
    pub(super) fn add_patch(&mut self, patch: usize, rings: &[Vec<Corner>]) -> Around {
        let mut around = Around::default();
        for ring in rings {
            let here = self.gone..self.gone + ring.len();
            let turns = trace::turns(ring).zip(&self.steps[here]);
            let reflex = turns.filter(|((_, turn), _)| *turn < 0).filter_map(|(_, &vertex)| vertex);
            around.reflex.extend(reflex);
            let sides = self.add_ring(patch, ring);
            around.rings.push(sides);
        }
        around
    }

    fn add_ring(&mut self, patch: usize, ring: &[Corner]) -> Vec<Side> {
        let length = ring.len();
        let steps = &self.steps[self.gone..self.gone + length];
        self.gone += length;
        // A ring starts and ends where it turns, so at a vertex.
        let mut vertices: Vec<(usize, usize)> = steps
            .iter()
            .enumerate()
            .filter_map(|(step, vertex)| vertex.map(|vertex| (step, vertex)))
            .collect();
        for &(_, vertex) in &vertices {
            let patches = &mut self.vertices[vertex].patches;
            // Two rings of one patch may meet in a vertex.
            if patches.last() != Some(&patch) {
                patches.push(patch);
            }
        }
        vertices.extend(vertices.first().map(|&(_, vertex)| (length, vertex)));
        vertices
            .windows(2)
            .map(|pair| {
                let [from, to] = [pair[0].0, pair[1].0].map(|step| ring[step % length]);
                self.add_side(patch, pair[0].1, pair[1].1, self.border.length(from, to))
            })
            .collect()
    }

    /// Returns the edge from one vertex to the next with `patch` on the right, new or known from its other
    /// side.
    fn add_side(&mut self, patch: usize, from: usize, to: usize, length: f64) -> Side {
        let new = self.edges.len();
        // Only one straight line joins its ends.
        let mut around = self.vertices[from].edges.iter().copied();
        let edge = around.find(|&edge| self.edges[edge].other_end(from) == to).unwrap_or(new);
        if edge == new {
            self.edges.push(Edge { from, to, left: None, right: Some(patch), length });
            self.vertices[from].edges.push(edge);
            self.vertices[to].edges.push(edge);
        } else {
            let Edge { from, left, .. } = self.edges[edge];
            assert!(from == to && left.is_none(), "two sides, no third");
            self.edges[edge].left = Some(patch);
        }
        Side { edge, reversed: edge != new }
    }
}

/// Returns the corners where a ring turns or where more than two border edges meet, in reading order; and for
/// each step around each ring, the one where it begins, if any.
fn vertex_corners<'a>(rings: impl Iterator<Item = &'a Vec<Corner>>) -> (Vec<Corner>, Vec<Option<usize>>) {
    let mut passes: Vec<Pass> = Vec::new();
    for ring in rings {
        for (i, &at) in ring.iter().enumerate() {
            let (before, after) = (ring[(i + ring.len() - 1) % ring.len()], ring[(i + 1) % ring.len()]);
            passes.push(Pass { at, before, after, step: passes.len() });
        }
    }
    passes.sort_by_key(|pass| pass.at);
    let (mut corners, mut vertices) = (Vec::new(), vec![None; passes.len()]);
    for here in passes.chunk_by(|a, b| a.at == b.at).filter(|here| is_vertex(here)) {
        here.iter().for_each(|pass| vertices[pass.step] = Some(corners.len()));
        corners.push(here[0].at);
    }
    (corners, vertices)
}

/// A ring that passes a corner.
struct Pass {
    at: Corner,
    before: Corner,
    after: Corner,
    /// The step of all rings that begins here.
    step: usize,
}

/// Returns whether a corner is a vertex: unless all rings go straight over the same two edges.
fn is_vertex(passes: &[Pass]) -> bool {
    let Pass { at, before, after, .. } = passes[0];
    let same = |pass: &Pass| {
        (pass.before, pass.after) == (before, after) || (pass.before, pass.after) == (after, before)
    };
    trace::turn(before, at, after) != 0 || !passes.iter().all(same)
}

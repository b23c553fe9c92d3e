//! What follows from the map: who touches whom, how long all lines are, where sewing is awkward.

use super::Patchwork;

/// What counts as touching.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Touch {
    /// A common edge.
    #[default]
    Edge,
    /// A common edge or a common point.
    Corner,
}

/// A corner of one patch that is sewn into a notch of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetInCorner {
    /// The patch with the notch.
    pub patch: usize,
    /// Where it is.
    pub vertex: usize,
}

impl Patchwork {
    /// The patches that each patch touches, ascending.
    #[must_use]
    pub fn neighbours(&self, touch: Touch) -> Vec<Vec<usize>> {
        let mut neighbours = vec![Vec::new(); self.patches.len()];
        let mut join = |a: usize, b: usize| {
            neighbours[a].push(b);
            neighbours[b].push(a);
        };
        match touch {
            Touch::Edge => {
                for edge in &self.edges {
                    if let (Some(left), Some(right)) = (edge.left, edge.right) {
                        join(left, right);
                    }
                }
            }
            // Patches with a common edge have its ends in common too.
            Touch::Corner => {
                for vertex in &self.vertices {
                    for (i, &a) in vertex.patches.iter().enumerate() {
                        vertex.patches[i + 1..].iter().for_each(|&b| join(a, b));
                    }
                }
            }
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        neighbours
    }

    /// The length of all edges, each counted once, in mm: what a knife travels at least.
    #[must_use]
    pub fn boundary_length(&self) -> f64 {
        self.edges.iter().map(|edge| edge.length).sum()
    }

    /// The length of the edges between two patches, in mm: all seams.
    #[must_use]
    pub fn seam_length(&self) -> f64 {
        self.edges.iter().filter(|edge| edge.is_inner()).map(|edge| edge.length).sum()
    }

    /// The vertices where four or more patches meet, ascending: points where many layers of cloth lie on one another.
    #[must_use]
    pub fn crossings(&self) -> Vec<usize> {
        let meets = |&vertex: &usize| self.vertices[vertex].patches.len() >= 4;
        (0..self.vertices.len()).filter(meets).collect()
    }

    /// Every notch that another patch is set into, patch by patch.
    ///
    /// A notch at the rim that stays empty is none.
    #[must_use]
    pub fn set_in_corners(&self) -> Vec<SetInCorner> {
        let of_patch = |(patch, vertices): (usize, &[usize])| {
            let shared = vertices.iter().filter(|&&vertex| self.vertices[vertex].patches.len() > 1);
            shared.map(|&vertex| SetInCorner { patch, vertex }).collect::<Vec<_>>()
        };
        self.patches.iter().map(super::Patch::reflex_vertices).enumerate().flat_map(of_patch).collect()
    }
}

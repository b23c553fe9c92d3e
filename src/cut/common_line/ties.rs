//! Chooses the edges that hold pieces in their sheet.

use super::{CommonLines, Measures, bounds};
use crate::geometry::Patchwork;
use crate::layout::STOCK;

impl CommonLines {
    /// Lower bounds for any plan that leaves bridges of `width` mm in the middle of `ties`.
    pub(crate) fn least_with_tabs(&self, patchwork: &Patchwork, ties: &[bool], width: f64) -> Measures {
        if !ties.contains(&true) {
            return self.least;
        }
        bounds::least_with_tabs(patchwork, &self.work, &self.least, ties, width)
    }

    /// Chooses edges for tabs so that every piece has at least `count` of them (if it has enough edges) and all are
    /// connected to the stock: first the last ones in the cutting order, then the longest.
    pub(crate) fn ties(&self, patchwork: &Patchwork, count: usize) -> Vec<bool> {
        let sides = &self.work.sides;
        let mut tie = vec![false; sides.len()];
        if count == 0 {
            return tie;
        }
        let mut ties_of = vec![0; self.work.faces];
        let mut held = vec![false; self.work.faces];
        held[STOCK] = true;
        for step in self.trails.iter().rev().flat_map(|trail| trail.iter().rev()) {
            let (left, right) = sides[step.edge];
            if !held[left] || !held[right] {
                held[left] = true;
                held[right] = true;
                tie[step.edge] = true;
                ties_of[left] += 1;
                ties_of[right] += 1;
            }
        }
        for (index, patch) in patchwork.patches().iter().enumerate() {
            let mut edges: Vec<usize> = patch.rings().iter().flatten().map(|side| side.edge).collect();
            let length = |edge: usize| patchwork.edges()[edge].length;
            edges.sort_by(|&a, &b| length(b).total_cmp(&length(a)).then(a.cmp(&b)));
            for edge in edges {
                if ties_of[index + 1] < count && !tie[edge] {
                    tie[edge] = true;
                    ties_of[sides[edge].0] += 1;
                    ties_of[sides[edge].1] += 1;
                }
            }
        }
        tie
    }
}

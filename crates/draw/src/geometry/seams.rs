//! Computes contacts, seam lengths, crossings and inside corners of a patchwork.
//!
//! Everything is derived from vertices and edges of the [`Patchwork`], not from coordinates. Lists are
//! ascending.

use super::{Patch, Patchwork};

/// What counts as touching.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Touch {
    /// A common edge.
    #[default]
    Edge,
    /// A common edge or a common point.
    Corner,
}

/// A corner of one patch that is set into a notch of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetInCorner {
    /// The patch with the notch.
    pub patch: usize,
    /// The vertex of the notch.
    pub vertex: usize,
}

impl Patchwork {
    /// Returns the patches that each patch touches, ascending.
    pub fn neighbours(&self, touch: Touch) -> Vec<Vec<usize>> {
        let mut neighbours = vec![Vec::new(); self.patches().len()];
        let mut join = |a: usize, b: usize| {
            neighbours[a].push(b);
            neighbours[b].push(a);
        };
        match touch {
            Touch::Edge => {
                for edge in self.edges() {
                    if let (Some(left), Some(right)) = (edge.left, edge.right) {
                        join(left, right);
                    }
                }
            }
            // Patches with a common edge also share its ends.
            Touch::Corner => {
                for vertex in self.vertices() {
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

    /// Returns the length of all edges, each counted once, in mm: the shortest distance to cut.
    pub fn boundary_length(&self) -> f64 {
        self.edges().iter().map(|edge| edge.length).sum()
    }

    /// Returns the length of the edges between two patches, in mm: all seams.
    pub fn seam_length(&self) -> f64 {
        self.edges().iter().filter(|edge| edge.is_inner()).map(|edge| edge.length).sum()
    }

    /// Returns the vertices where four or more patches meet, ascending: many layers of fabric meet there.
    pub fn crossings(&self) -> Vec<usize> {
        let meets = |&vertex: &usize| self.vertices()[vertex].patches.len() >= 4;
        (0..self.vertices().len()).filter(meets).collect()
    }

    /// Returns every notch that another patch is set into, patch by patch.
    ///
    /// An empty notch at the rim is not a hole.
    pub fn set_in_corners(&self) -> Vec<SetInCorner> {
        let of_patch = |(patch, vertices): (usize, &[usize])| {
            let shared = vertices.iter().filter(|&&vertex| self.vertices()[vertex].patches.len() > 1);
            shared.map(|&vertex| SetInCorner { patch, vertex }).collect::<Vec<_>>()
        };
        self.patches().iter().map(Patch::reflex_vertices).enumerate().flat_map(of_patch).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::geometry::Point;
    use crate::geometry::patchwork::tests::patchwork;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::{Freedom, Shape};
    use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
    use piecework_tiling::tiling::Tiling;

    #[test]
    fn who_touches_whom() {
        let patchwork = patchwork(Lattice::Square, &["AB", "CD"]);
        assert_eq!(patchwork.neighbours(Touch::Edge), [vec![1, 2], vec![0, 3], vec![0, 3], vec![1, 2]]);
        assert_eq!(patchwork.neighbours(Touch::Corner)[0], [1, 2, 3]);
        assert_eq!(patchwork.crossings().len(), 1);
        let hexagons = patchwork_of_seven_hexagons();
        assert_eq!(hexagons.neighbours(Touch::Edge), hexagons.neighbours(Touch::Corner));
        assert!(hexagons.crossings().is_empty());
    }

    fn patchwork_of_seven_hexagons() -> Patchwork {
        let region = Region::hexagon(Lattice::Hex, 2).expect("a region");
        let cells = region.cells().to_vec();
        let shape = Shape::from_rows(Lattice::Hex, ["#"]).expect("a shape");
        let piece = Piece { name: "hexagon".into(), shape, freedom: Freedom::Free, count: Count::ANY };
        let puzzle = Puzzle::new("seven", region, vec![piece]).expect("a puzzle");
        let laid = cells.into_iter().map(|cell| (0, vec![cell]));
        Patchwork::trace(&Tiling::new(&Arc::new(puzzle), laid).expect("a tiling"), 10.0).expect("a patchwork")
    }

    #[test]
    fn gaps_are_outside() {
        let patchwork = patchwork(Lattice::Square, &["AA.", "A.B", "CCB"]);
        assert!(patchwork.edges().iter().all(|edge| edge.right.is_some()), "no edge between two gaps");
        assert_eq!(patchwork.bounds().width(), 30.0, "the corner that stays empty is part of the whole");
        assert_eq!(patchwork.board().len(), 1);
        assert_eq!(patchwork.neighbours(Touch::Edge), [vec![2], vec![2], vec![0, 1]]);
        assert_eq!(patchwork.neighbours(Touch::Corner), [vec![1, 2], vec![0, 2], vec![0, 1]]);
        assert!(patchwork.set_in_corners().is_empty(), "nothing is set into a gap");
    }

    #[test]
    fn set_in_corners_are_notches_with_something_in_them() {
        let patchwork = patchwork(Lattice::Square, &["AAA", "ABB"]);
        let at = patchwork.vertices().iter().position(|vertex| vertex.at == Point::new(10.0, 10.0));
        assert_eq!(patchwork.set_in_corners(), [SetInCorner { patch: 0, vertex: at.expect("the notch") }]);
        assert_eq!(patchwork.seam_length(), 30.0);
    }

    #[test]
    fn patches_that_meet_where_one_touches_itself_are_neighbours_by_corner() {
        let patchwork = patchwork(Lattice::Square, &["BAA", "ACA", "AAA"]);
        assert_eq!(patchwork.neighbours(Touch::Edge)[0], [1]);
        assert_eq!(patchwork.neighbours(Touch::Corner)[0], [1, 2]);
    }
}

//! Computes which faces are connected to the stock after some edges are cut.
//!
//! Face 0 is the stock itself. Two faces are connected while an edge between them is uncut.

use crate::geometry::{Point, Side};

/// The stock around everything: the face that is held by the machine.
pub const STOCK: usize = 0;

/// A drawing of edges, each to be cut once.
#[derive(Debug, Clone, PartialEq)]
pub struct LineWork {
    /// The ends of edges.
    pub vertices: Vec<Point>,
    /// The vertices that each edge joins.
    pub ends: Vec<(usize, usize)>,
    /// The faces on both sides of each edge; [`STOCK`] is the stock.
    pub sides: Vec<(usize, usize)>,
    /// How many faces there are, the stock included.
    pub faces: usize,
}

/// Edges cut one after another without lifting the tool: each begins where the one before ends.
pub type Trail = Vec<Side>;

impl LineWork {
    /// Returns the start of an edge in this direction.
    pub fn start(&self, step: Side) -> usize {
        let (from, to) = self.ends[step.edge];
        if step.reversed { to } else { from }
    }

    /// Returns the end of an edge in this direction.
    pub fn end(&self, step: Side) -> usize {
        self.start(turned(step))
    }

    /// Returns the step at which each face is released: the number of the trail, from 1, that cuts its last
    /// tie to the stock.
    ///
    /// # Shape
    /// One number for each face, 0 for the stock; `None` if some edge would be cut between two loose faces.
    pub fn freed(&self, trails: &[Trail]) -> Option<Vec<usize>> {
        let mut step_of = vec![None; self.faces];
        step_of[STOCK] = Some(0);
        // Backwards, edges tie faces to the stock one by one.
        for (index, trail) in trails.iter().enumerate().rev() {
            for step in trail.iter().rev() {
                let (left, right) = self.sides[step.edge];
                if step_of[left].is_none() && step_of[right].is_none() {
                    return None;
                }
                for face in [left, right] {
                    step_of[face].get_or_insert(index + 1);
                }
            }
        }
        Some(step_of.into_iter().map(Option::unwrap_or_default).collect())
    }
}

/// Returns an edge in the opposite direction.
pub(crate) fn turned(step: Side) -> Side {
    Side { reversed: !step.reversed, ..step }
}

/// Returns a trail from its end to its start.
pub fn backwards(trail: &[Side]) -> Trail {
    trail.iter().rev().map(|&step| turned(step)).collect()
}

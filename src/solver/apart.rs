//! States the rule that copies of a piece may not share an edge as secondary items of an exact cover.
//!
//! Each placement gets *claims*: two placements that do not overlap have a claim in common if and only if they are copies
//! of one piece and share an edge. No two placements of a tiling may have a claim in common.

use std::ops::Range;

use super::lists::{Lists, compact};
use crate::lattice::{Cell, Lattice};
use crate::puzzle::{EqualPieces, Puzzle};

/// For each region cell whether the piece may not cover it, because it would be beside a copy that lies already.
pub(super) fn beside_copies(puzzle: &Puzzle, piece: usize) -> Vec<bool> {
    let region = puzzle.region();
    let mut beside = vec![false; region.area()];
    if puzzle.equal_pieces() == EqualPieces::Apart {
        let copies = puzzle.placed().iter().filter(|placed| placed.piece == piece);
        let around =
            copies.flat_map(|placed| &placed.cells).flat_map(|&cell| puzzle.lattice().neighbours(cell));
        around.filter_map(|cell| region.index_of(cell)).for_each(|index| beside[index] = true);
    }
    beside
}

/// How many edges a shape has.
pub(super) fn border(lattice: Lattice, cells: &[Cell]) -> u64 {
    let outside = |near: &Cell| cells.binary_search(near).is_err();
    cells.iter().map(|&cell| lattice.neighbours(cell).filter(outside).count() as u64).sum()
}

/// What the placements claim so that equal pieces keep apart: the edges of their borders, each for their own piece. Of
/// two copies that share an edge both claim it; inside one placement nobody claims it.
#[derive(Debug, Clone)]
pub(super) struct Borders {
    /// For each placement its claims, ascending.
    claims: Lists,
    count: usize,
}

impl Borders {
    /// `pieces` has the placements of each piece and the most copies of it, `cells` the region cells of each placement.
    pub(super) fn new(puzzle: &Puzzle, pieces: &[(Range<u32>, u32)], cells: &Lists) -> Self {
        let (edges, edge_count) = inner_edges(puzzle);
        let (mut claims, mut count) = (Lists::new(), 0);
        // The claim of the piece at hand on each edge, numbered as they appear.
        let mut claim_on: Vec<Option<u32>> = vec![None; edge_count];
        for (placements, most) in pieces {
            let mut touched = Vec::new();
            for placement in placements.clone() {
                let cells = cells.get(placement as usize);
                let across = |&&(near, _): &&(u32, u32)| cells.binary_search(&near).is_err();
                let own = cells.iter().flat_map(|&cell| &edges[cell as usize]).filter(across);
                let mut own: Vec<u32> = own
                    // A piece that is there once never meets a copy.
                    .filter(|_| *most > 1)
                    .map(|&(_, edge)| {
                        *claim_on[edge as usize].get_or_insert_with(|| {
                            touched.push(edge);
                            count += 1;
                            compact(count - 1)
                        })
                    })
                    .collect();
                own.sort_unstable();
                claims.push(&own);
            }
            touched.iter().for_each(|&edge| claim_on[edge as usize] = None);
        }
        Self { claims, count }
    }

    pub(super) fn claims(&self, placement: u32) -> &[u32] {
        self.claims.get(placement as usize)
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }
}

/// For each region cell the region cells beside it, with the number of the edge between; and how many edges there are.
fn inner_edges(puzzle: &Puzzle) -> (Vec<Vec<(u32, u32)>>, usize) {
    let region = puzzle.region();
    let (mut edges, mut count) = (vec![Vec::new(); region.area()], 0);
    for (index, &cell) in region.cells().iter().enumerate() {
        let near = puzzle.lattice().neighbours(cell).filter_map(|near| region.index_of(near));
        for near in near.filter(|&near| near > index) {
            edges[index].push((compact(near), compact(count)));
            edges[near].push((compact(index), compact(count)));
            count += 1;
        }
    }
    (edges, count)
}

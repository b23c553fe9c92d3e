//! Finds which placements of a tiling touch, exactly, on cells.
//!
//! The relation is symmetric, and no placement touches itself.

use std::collections::BTreeSet;

use super::Tiling;
use crate::lattice::Cell;

/// For each placement, the placements that share an edge with it.
pub(crate) fn sharing_edges(tiling: &Tiling) -> Vec<BTreeSet<usize>> {
    around(tiling, |cell| tiling.lattice().neighbours(cell).collect())
}

/// For each placement, the placements that share an edge or only a corner with it.
pub(crate) fn touching(tiling: &Tiling) -> Vec<BTreeSet<usize>> {
    around(tiling, |cell| tiling.lattice().touching(cell))
}

/// For each region cell, in the region's order, the placement that covers it.
pub(crate) fn owners(tiling: &Tiling) -> Vec<Option<usize>> {
    let region = tiling.puzzle().region();
    let mut owner = vec![None; region.area()];
    for (index, placement) in tiling.placements().iter().enumerate() {
        for &cell in &placement.cells {
            if let Some(place) = region.index_of(cell) {
                owner[place] = Some(index);
            }
        }
    }
    owner
}

fn around(tiling: &Tiling, near: impl Fn(Cell) -> Vec<Cell>) -> Vec<BTreeSet<usize>> {
    let (region, owner) = (tiling.puzzle().region(), owners(tiling));
    let owner_of = |cell: Cell| region.index_of(cell).and_then(|place| owner[place]);
    let placements = tiling.placements().iter().enumerate();
    placements
        .map(|(index, placement)| {
            let cells = placement.cells.iter().flat_map(|&cell| near(cell));
            cells.filter_map(owner_of).filter(|&other| other != index).collect()
        })
        .collect()
}

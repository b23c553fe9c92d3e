//! Finds which placements of a tiling touch, exactly, on cells.
//!
//! The relation is symmetric, and no placement touches itself.

use std::collections::BTreeSet;

use super::Tiling;
use crate::lattice::{Cell, Corner};

/// For each placement, the placements that share an edge with it.
pub(crate) fn sharing_edges(tiling: &Tiling) -> Vec<BTreeSet<usize>> {
    let (region, owner) = (tiling.puzzle().region(), owners(tiling));
    let owner_of = |cell: Cell| region.index_of(cell).and_then(|place| owner[place]);
    let placements = tiling.placements().iter().enumerate();
    placements
        .map(|(index, placement)| {
            let cells = placement.cells.iter().flat_map(|&cell| tiling.lattice().neighbours(cell));
            cells.filter_map(owner_of).filter(|&other| other != index).collect()
        })
        .collect()
}

/// For each placement, the placements that share an edge or only a corner with it.
pub(crate) fn touching(tiling: &Tiling) -> Vec<BTreeSet<usize>> {
    let region = tiling.puzzle().region();
    let corners = |(&cell, owner): (&Cell, Option<usize>)| {
        owner.into_iter().flat_map(move |owner| region.corners(cell).map(move |corner| (corner, owner)))
    };
    let mut meeting: Vec<(Corner, usize)> =
        region.cells().iter().zip(owners(tiling)).flat_map(corners).collect();
    meeting.sort_unstable();
    meeting.dedup();
    let mut touching = vec![BTreeSet::new(); tiling.placements().len()];
    for at_corner in meeting.chunk_by(|a, b| a.0 == b.0) {
        for &(_, own) in at_corner {
            touching[own].extend(at_corner.iter().map(|&(_, other)| other).filter(|&other| other != own));
        }
    }
    touching
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::lattice::Lattice;
    use crate::polyform::{Freedom, Shape};
    use crate::puzzle::{Count, Piece, Puzzle, Region, Wrap};

    /// Every cell of a region as a placement of its own.
    fn cells_apart(region: Region) -> Tiling {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut laid = Vec::new();
        for &cell in region.cells() {
            let shape = Shape::new(region.lattice(), vec![cell]).expect("a cell");
            let lies_so =
                |piece: &Piece| piece.shape.orientations(Freedom::Free).iter().any(|it| it.shape == shape);
            let piece = pieces.iter().position(lies_so).unwrap_or(pieces.len());
            if piece == pieces.len() {
                let name = piece.to_string();
                pieces.push(Piece { name, shape, freedom: Freedom::Free, count: Count::ANY });
            }
            laid.push((piece, vec![cell]));
        }
        let puzzle = Arc::new(Puzzle::new("cells", region, pieces).expect("a puzzle"));
        Tiling::new(&puzzle, laid).expect("each cell is covered once")
    }

    #[test]
    fn placements_touch_where_their_cells_do() {
        for &lattice in Lattice::ALL {
            let flat = Region::rectangle(lattice, 6, 4);
            let joined = [Wrap::Cylinder, Wrap::Torus].map(|wrap| Region::wrapped(lattice, 6, 4, wrap));
            for region in [flat].into_iter().chain(joined).filter_map(Result::ok) {
                let tiling = cells_apart(region);
                let region = tiling.puzzle().region();
                let cell = |placement: usize| tiling.placements()[placement].cells[0];
                for (own, near) in touching(&tiling).iter().enumerate() {
                    let around = lattice.touching(cell(own)).into_iter();
                    let around = around.filter_map(|near| Some(region.cells()[region.index_of(near)?]));
                    let expected: BTreeSet<Cell> = around.filter(|&near| near != cell(own)).collect();
                    let found: BTreeSet<Cell> = near.iter().map(|&other| cell(other)).collect();
                    assert_eq!(found, expected, "{lattice} {:?}: {:?}", region.wrap(), cell(own));
                }
            }
        }
    }
}

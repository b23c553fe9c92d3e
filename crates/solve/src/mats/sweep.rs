//! Places pieces row by row.
//!
//! The first open cell is covered by the piece with the most contact, or stays empty if none fits; the result
//! is deterministic.

use std::collections::BTreeSet;

use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::polyform::{Freedom, Shape};
use piecework_tiling::puzzle::Region;

/// Places pieces until none are left or the region ends.
pub(super) fn sweep(
    region: &Region,
    shapes: &[(&Shape, usize)],
    freedom: Freedom,
) -> Vec<(usize, Vec<Cell>)> {
    let lattice = region.lattice();
    let mut left: Vec<usize> = shapes.iter().map(|&(_, left)| left).collect();
    let ways: Vec<(usize, Vec<Cell>)> = shapes
        .iter()
        .enumerate()
        .flat_map(|(kind, (shape, _))| {
            let ways = shape.orientations(freedom).into_iter();
            ways.map(move |way| (kind, way.shape.cells().to_vec()))
        })
        .collect();
    let mut open: BTreeSet<Cell> = region.cells().iter().copied().collect();
    let mut laid = Vec::new();
    while let Some(&first) = open.first() {
        if left.iter().all(|&left| left == 0) {
            break;
        }
        let mut best: Option<(usize, usize, Vec<Cell>)> = None;
        for (kind, way) in ways.iter().filter(|(kind, _)| left[*kind] > 0) {
            let Some(cells) = placed(lattice, way, first, &open) else { continue };
            let touch = touch(lattice, &cells, &open);
            if best.as_ref().is_none_or(|(most, _, _)| touch > *most) {
                best = Some((touch, *kind, cells));
            }
        }
        match best {
            Some((_, kind, cells)) => {
                cells.iter().for_each(|cell| _ = open.remove(cell));
                left[kind] -= 1;
                laid.push((kind, cells));
            }
            None => _ = open.pop_first(),
        }
    }
    laid
}

/// Returns the cells of a shape whose first cell is at `first`, if they are open.
fn placed(lattice: Lattice, way: &[Cell], first: Cell, open: &BTreeSet<Cell>) -> Option<Vec<Cell>> {
    let shift = first.since(way[0]);
    if !lattice.is_translation(shift) {
        return None;
    }
    let cells: Vec<Cell> = way.iter().map(|cell| cell.shifted(shift)).collect();
    cells.iter().all(|cell| open.contains(cell)).then_some(cells)
}

/// Returns the contact of cells: the share of edges with a taken neighbour, in thousandths.
fn touch(lattice: Lattice, cells: &[Cell], open: &BTreeSet<Cell>) -> usize {
    let beside = cells.iter().flat_map(|&cell| lattice.neighbours(cell));
    let taken = beside.filter(|cell| !open.contains(cell) && !cells.contains(cell)).count();
    taken * 1000 / cells.len()
}

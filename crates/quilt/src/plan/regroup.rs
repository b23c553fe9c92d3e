//! Changes the pieces of a top whose fabrics are decided: neighbors of one fabric become one patch, or every cell does.

use std::collections::BTreeMap;

use super::error::QuiltError;
use super::options::{Method, QuiltOptions};
use piecework_draw::color::{FabricPlan, FabricWish, Scheme, Touching};
use piecework_draw::geometry::Patchwork;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::tiling::{Tiling, infer_tiling};

/// The same top as its method sews it, with options that keep its fabrics: squares to fuse are single cells, and with straight
/// seams patches of one fabric that share an edge are one. None where that changes nothing.
pub(super) fn regrouped(
    tiling: &Tiling,
    options: &QuiltOptions,
) -> Result<Option<(Tiling, QuiltOptions)>, QuiltError> {
    let FabricWish { scheme, touching, fixed, .. } = &options.coloring;
    let may_match =
        *touching == Touching::MayMatch || matches!(scheme, Scheme::Photo(_)) || !fixed.is_empty();
    let is_stash = matches!(scheme, Scheme::Stash(_));
    let (lattice, before) = (tiling.lattice(), tiling.placements().len());
    let is_flat = tiling.puzzle().region().wrap().is_none();
    let joins =
        options.join_alike && may_match && !is_stash && !options.yardage.prints.is_assorted() && is_flat;
    let cells = tiling.placements().iter().map(|laid| laid.cells.len()).sum::<usize>();
    let is_changed = match options.method {
        Method::Fused => cells > before,
        Method::Straight => joins && lattice.is_rectilinear(),
        Method::Templates | Method::EnglishPaper => false,
    };
    if !is_changed {
        return Ok(None);
    }
    let patchwork = Patchwork::trace(tiling, options.cell)?;
    let mut plan =
        FabricPlan::choose(tiling, &patchwork, options.differ, &options.palette, &options.coloring)?;
    let laid = tiling.placements().iter().zip(&plan.fabric_of);
    let fabric_of: BTreeMap<Cell, usize> =
        laid.flat_map(|(laid, &fabric)| laid.cells.iter().map(move |&cell| (cell, fabric))).collect();
    let groups = match options.method {
        Method::Fused => fabric_of.keys().map(|&cell| vec![cell]).collect(),
        _ => joined(lattice, &fabric_of),
    };
    if groups.len() == before {
        return Ok(None);
    }
    let name = tiling.puzzle().name();
    let Ok(whole) = infer_tiling(name, lattice, groups) else { return Ok(None) };
    plan.fabric_of = whole.placements().iter().map(|laid| fabric_of[&laid.cells[0]]).collect();
    // These are one patch now, and patches have other numbers.
    plan.facts.fixed = None;
    let scheme = Scheme::Given(Box::new(plan));
    let coloring = FabricWish { scheme, fixed: Vec::new(), shuffle: 0, ..options.coloring.clone() };
    Ok(Some((whole, QuiltOptions { coloring, ..options.clone() })))
}

/// How many patches a top has as its method sews it.
///
/// # Errors
/// As [`QuiltPlan::new`](super::QuiltPlan::new), for its fabrics.
pub(crate) fn patches_as_sewn(tiling: &Tiling, options: &QuiltOptions) -> Result<usize, QuiltError> {
    let changed = regrouped(tiling, options)?;
    Ok(changed.map_or(tiling.placements().len(), |(whole, _)| whole.placements().len()))
}

/// The cells of one fabric that hang together by their edges, group by group.
fn joined(lattice: Lattice, fabric_of: &BTreeMap<Cell, usize>) -> Vec<Vec<Cell>> {
    let mut left = fabric_of.clone();
    let mut groups = Vec::new();
    while let Some((first, fabric)) = left.pop_first() {
        let mut group = vec![first];
        let mut next = 0;
        while let Some(&cell) = group.get(next) {
            next += 1;
            for near in lattice.neighbours(cell) {
                if left.get(&near) == Some(&fabric) {
                    left.remove(&near);
                    group.push(near);
                }
            }
        }
        groups.push(group);
    }
    groups
}

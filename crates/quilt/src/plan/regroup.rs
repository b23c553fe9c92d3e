//! Changes the pieces of a top whose fabrics are decided: neighbors of one fabric become one patch, or every cell does.

use std::collections::BTreeMap;

use super::check::{fits_on_one, takes_several};
use super::error::QuiltError;
use super::options::{Method, QuiltOptions};
use piecework_draw::color::{FabricPlan, FabricWish, Scheme, Touching};
use piecework_draw::geometry::Patchwork;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::tiling::{Tiling, infer_tiling};

/// The fabrics of a top of which the patches may change when these are known; none where that changes nothing.
///
/// Squares to fuse are single cells, and with straight seams patches of one fabric that share an edge are one. Patches that are
/// larger than the pieces of a package are cut cell by cell: several prints of one pile.
pub(super) fn fabrics(tiling: &Tiling, options: &QuiltOptions) -> Result<Option<FabricPlan>, QuiltError> {
    let FabricWish { scheme, touching, fixed, .. } = &options.coloring;
    let may_match = *touching == Touching::MayMatch || scheme.is_photo() || !fixed.is_empty();
    let is_stash = matches!(scheme, Scheme::Stash(_));
    let (lattice, before) = (tiling.lattice(), tiling.placements().len());
    let is_flat = tiling.puzzle().region().wrap().is_none();
    let joins =
        options.join_alike && may_match && !is_stash && !options.yardage.prints.is_assorted() && is_flat;
    let cells = tiling.placements().iter().map(|laid| laid.cells.len()).sum::<usize>();
    let is_changed = match options.method {
        Method::Fused => cells > before,
        Method::Straight if lattice.is_rectilinear() && joins => true,
        _ => cells > before && is_flat && in_cells(tiling, options),
    };
    if !is_changed {
        return Ok(None);
    }
    let patchwork = Patchwork::trace(tiling, options.cell)?;
    let palette = options.stocked_palette()?;
    let coloring = FabricWish { scheme: scheme.as_bought(), ..options.coloring.clone() };
    Ok(Some(FabricPlan::choose(tiling, &patchwork, options.differ, &palette, &coloring)?))
}

/// The same top as its method sews it, with options that keep these fabrics. None where that changes nothing.
pub(super) fn regrouped(
    tiling: &Tiling,
    options: &QuiltOptions,
    mut plan: FabricPlan,
) -> Option<(Tiling, QuiltOptions)> {
    let (lattice, before) = (tiling.lattice(), tiling.placements().len());
    let laid = tiling.placements().iter().zip(&plan.fabric_of);
    let fabric_of: BTreeMap<Cell, usize> =
        laid.flat_map(|(laid, &fabric)| laid.cells.iter().map(move |&cell| (cell, fabric))).collect();
    let groups = match options.method {
        Method::Fused => fabric_of.keys().map(|&cell| vec![cell]).collect(),
        _ if in_cells(tiling, options) => fabric_of.keys().map(|&cell| vec![cell]).collect(),
        _ => joined(lattice, &fabric_of),
    };
    if groups.len() == before {
        return None;
    }
    let whole = infer_tiling(tiling.puzzle().name(), lattice, groups).ok()?;
    plan.fabric_of = whole.placements().iter().map(|laid| fabric_of[&laid.cells[0]]).collect();
    // These are one patch now, and patches have other numbers.
    plan.facts.fixed = None;
    let given = Scheme::Given(Box::new(plan));
    let scheme = match options.coloring.scheme.stash() {
        [] => given,
        stash => Scheme::Within(Box::new(given), stash.to_vec()),
    };
    let coloring = FabricWish { scheme, fixed: Vec::new(), shuffle: 0, ..options.coloring.clone() };
    Some((whole, QuiltOptions { coloring, ..options.clone() }))
}

/// Whether patches are sewn cell by cell, because they are larger than a piece of a package.
fn in_cells(tiling: &Tiling, options: &QuiltOptions) -> bool {
    let precut = options.yardage.precut.filter(|&precut| takes_several(options, precut));
    precut.is_some_and(|precut| fits_on_one(tiling.puzzle(), options, precut).is_ok_and(|fits| !fits))
}

/// How many patches a top has as its method sews it.
///
/// # Errors
/// As [`QuiltPlan::new`](super::QuiltPlan::new), for its fabrics.
pub(crate) fn patches_as_sewn(tiling: &Tiling, options: &QuiltOptions) -> Result<usize, QuiltError> {
    let changed = fabrics(tiling, options)?.and_then(|plan| regrouped(tiling, options, plan));
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

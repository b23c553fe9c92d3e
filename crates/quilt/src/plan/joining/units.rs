//! The order of a quilt with half-square triangles: two of a square are sewn first, and go on as that square.

use std::collections::{BTreeMap, BTreeSet};

use super::contact::goes_on;
use super::{BLOCK, SewingOrder, StepOfParts, order_of_steps, sewing_order_until};
use crate::plan::error::QuiltError;
use piecework_draw::geometry::Patchwork;
use piecework_tiling::lattice::Cell;
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::{Tiling, infer_tiling};

/// A tiling whose pieces are units: patches, or squares of two.
pub(in crate::plan) struct Units {
    tiling: Tiling,
    /// The patches of each unit.
    patches: Vec<Vec<usize>>,
}

/// Blocks and steps, in the patches of a quilt.
pub(super) struct Steps {
    pub(super) blocks: Vec<Vec<usize>>,
    /// In which order blocks are joined.
    pub(super) order: Vec<usize>,
    pub(super) steps: Vec<StepOfParts>,
}

impl Units {
    /// The units of a tiling, of which these pairs are squares.
    pub(in crate::plan) fn new(tiling: &Tiling, patchwork: &Patchwork, pairs: BTreeSet<[usize; 2]>) -> Self {
        let alone = || (0..tiling.placements().len()).map(|patch| vec![patch]);
        let pairs = sewn_first(patchwork, pairs);
        let is_flat = tiling.puzzle().region().wrap().is_none();
        let merged = (is_flat && !pairs.is_empty()).then(|| Self::merged(tiling, &pairs)).flatten();
        merged.unwrap_or_else(|| Self { tiling: tiling.clone(), patches: alone().collect() })
    }

    fn merged(tiling: &Tiling, pairs: &BTreeSet<[usize; 2]>) -> Option<Self> {
        let cells = |patch: usize| tiling.placements()[patch].cells.iter().copied();
        let all = 0..tiling.placements().len();
        let owner: BTreeMap<Cell, usize> =
            all.clone().flat_map(|patch| cells(patch).map(move |cell| (cell, patch))).collect();
        let mate: BTreeMap<usize, usize> = pairs.iter().map(|&[one, other]| (one, other)).collect();
        let second: BTreeSet<usize> = mate.values().copied().collect();
        let of = |patch: usize| std::iter::once(patch).chain(mate.get(&patch).copied());
        let first = all.filter(|patch| !second.contains(patch));
        let groups = first.map(|patch| of(patch).flat_map(cells).collect::<Vec<Cell>>());
        let merged = infer_tiling(tiling.puzzle().name(), tiling.lattice(), groups).ok()?;
        let owners = |cells: &[Cell]| cells.iter().map(|cell| owner[cell]).collect::<BTreeSet<usize>>();
        let patches = merged.placements().iter().map(|laid| owners(&laid.cells).into_iter().collect());
        Some(Self { patches: patches.collect(), tiling: merged })
    }

    /// How some patches are sewn, which are whole units.
    pub(super) fn order(&self, some: &[usize], cell: f64, stop: &StopFlag) -> Result<Steps, QuiltError> {
        let some: BTreeSet<usize> = some.iter().copied().collect();
        let has = |unit: &usize| self.patches[*unit].iter().any(|patch| some.contains(patch));
        let units: Vec<usize> = (0..self.patches.len()).filter(has).collect();
        let order = sewing_order_until(&Patchwork::of_placements(&self.tiling, &units, cell)?, BLOCK, stop)?;
        let patches = |of: &[usize]| -> Vec<usize> {
            of.iter().flat_map(|&unit| self.patches[units[unit]].iter().copied()).collect()
        };
        let mut steps = Vec::new();
        for (index, block) in order.blocks.iter().enumerate() {
            let squares = block.iter().map(|&unit| patches(&[unit])).filter(|patches| patches.len() == 2);
            steps.extend(squares.map(|of| (Some(index), vec![of[0]], vec![of[1]])));
            let own = order.steps.iter().filter(|step| step.block == Some(index));
            steps.extend(own.map(|step| (step.block, patches(&step.sewn), patches(&step.added))));
        }
        let joins = order.steps.iter().filter(|step| step.block.is_none());
        steps.extend(joins.map(|step| (None, patches(&step.sewn), patches(&step.added))));
        let blocks = order.blocks.iter().map(|block| patches(block)).collect();
        Ok(Steps { blocks, order: order.order, steps })
    }
}

/// The order of whole patches, unit by unit.
pub(in crate::plan) fn order_of_units(
    units: &Units,
    patchwork: &Patchwork,
    cell: f64,
    stop: &StopFlag,
) -> Result<SewingOrder, QuiltError> {
    let all: Vec<usize> = (0..patchwork.patches().len()).collect();
    if units.patches.len() == all.len() {
        return Ok(sewing_order_until(patchwork, BLOCK, stop)?);
    }
    let Steps { blocks, order, steps } = units.order(&all, cell, stop)?;
    Ok(SewingOrder { order, ..order_of_steps(patchwork, blocks, steps, stop)? })
}

/// The pairs whose diagonal ends at their corners, or goes on as that of another: a longer seam is sewn at once.
fn sewn_first(patchwork: &Patchwork, mut pairs: BTreeSet<[usize; 2]>) -> BTreeSet<[usize; 2]> {
    let sides = |edge: usize| {
        let edge = &patchwork.edges()[edge];
        let (one, other) = edge.left.zip(edge.right)?;
        Some([one.min(other), one.max(other)])
    };
    let is_alone = |pairs: &BTreeSet<[usize; 2]>, edge: usize, at: usize| {
        let others = patchwork.vertices()[at].edges.iter().filter(|&&other| other != edge);
        let mut longer = others.filter(|&&other| goes_on(patchwork, at, edge, other));
        longer.any(|&other| sides(other).is_none_or(|sides| !pairs.contains(&sides)))
    };
    loop {
        let diagonals = (0..patchwork.edges().len()).filter_map(|edge| {
            let ends = [patchwork.edges()[edge].from, patchwork.edges()[edge].to];
            let pair = sides(edge).filter(|pair| pairs.contains(pair))?;
            ends.iter().any(|&at| is_alone(&pairs, edge, at)).then_some(pair)
        });
        let longer: BTreeSet<[usize; 2]> = diagonals.collect();
        if longer.is_empty() {
            return pairs;
        }
        pairs.retain(|pair| !longer.contains(pair));
    }
}

//! Blocks of a sewing order that are equal: whether a quilt repeats its blocks, and which steps of them are the same.

use std::collections::{BTreeMap, BTreeSet};

use super::design::Design;
use super::form::{Form, Parted};
use super::joining::{Joint, SewingOrder};
use super::options::Method;
use super::piecing::Nesting;
use piecework_tiling::lattice::Cell;

impl Form {
    /// The form of some pieces, or how they lie.
    pub(super) fn of_pieces(design: &Design, pieces: &[usize], turns: bool) -> Self {
        let tiling = design.tiling();
        let cells: Vec<(Cell, usize)> = pieces
            .iter()
            .flat_map(|&piece| tiling.placements()[piece].cells.iter().map(move |&cell| (cell, piece)))
            .collect();
        Self::of(tiling.lattice(), &cells, turns, |piece| design.fabric_of[piece])
    }
}

/// The forms of all blocks of more than one piece; none if not half of what is in blocks is equal to others, unless they are
/// on point, or the quilt is sewn otherwise.
pub(super) fn equal_blocks(design: &Design, order: &SewingOrder) -> Option<BTreeMap<usize, Form>> {
    let lattice = design.tiling().lattice();
    let is_sewn_so = (lattice.is_rectilinear() || !lattice.diagonals().is_empty())
        && design.options.method != Method::EnglishPaper
        && design.options.piecing.foundations.is_none()
        && design.options.one_way.is_empty();
    if !is_sewn_so || order.steps.is_empty() {
        return None;
    }
    let mut known: BTreeSet<Parted> = BTreeSet::new();
    let (mut all, mut different, mut is_sewn) = (0, 0, false);
    let mut forms = BTreeMap::new();
    for (index, block) in order.blocks.iter().enumerate().filter(|(_, block)| block.len() > 1) {
        all += block.len();
        let form = Form::of_pieces(design, block, true);
        is_sewn |= !form.is_grid();
        different += if known.insert(form.parted.clone()) { block.len() } else { 0 };
        forms.insert(index, form);
    }
    let is_repeated = is_sewn && 2 * different <= all && 2 * all > design.fabric_of.len();
    // On point it is sewn in rows in any case.
    (is_repeated || design.options.is_on_point()).then_some(forms)
}

/// Steps of equal blocks that sew the same, so that all are pressed as in the first.
pub(super) fn same_steps(design: &Design, order: &SewingOrder) -> Vec<Nesting> {
    let Some(forms) = equal_blocks(design, order) else { return Vec::new() };
    let sorted = |pieces: &[usize]| {
        let mut pieces = pieces.to_vec();
        pieces.sort_unstable();
        pieces
    };
    let made = |step: &Joint| sorted(&[step.sewn.as_slice(), &step.added].concat());
    let steps = order.steps.iter().enumerate();
    let by_pieces: BTreeMap<Vec<usize>, usize> = steps.map(|(index, step)| (made(step), index)).collect();
    let mut first_of: BTreeMap<&Parted, usize> = BTreeMap::new();
    let mut same = Vec::new();
    for (&block, form) in &forms {
        let first = *first_of.entry(&form.parted).or_insert(block);
        let place: BTreeMap<usize, usize> =
            forms[&first].patches.iter().copied().zip(form.patches.iter().copied()).collect();
        let there =
            |pieces: &[usize]| sorted(&pieces.iter().map(|piece| place[piece]).collect::<Vec<usize>>());
        let own =
            order.steps.iter().enumerate().filter(|(_, step)| step.block == Some(first) && block != first);
        for (index, step) in own {
            if let Some(&other) = by_pieces.get(&there(&made(step))) {
                let differently = sorted(&order.steps[other].sewn) != there(&step.sewn);
                same.push(Nesting { steps: [index, other], differently });
            }
        }
    }
    same
}

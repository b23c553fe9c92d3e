//! Chooses the parts of a plan that can be sewn on one paper each.
//!
//! Every rectangle of cloth is on exactly one foundation. Each rectangle but the first is added along a whole
//! side of what is already there. No foundation spans two blocks, and none has fewer than three rectangles.
//!
//! # Source
//! Foundation paper piecing adds one patch at a time, along a line that crosses all before it. M. Leake, G.
//! Bernstein, A. Davis, M. Agrawala: A Mathematical Foundation for Foundation Paper Pieceable Quilts (2021).
//! Here patches are rectangles of a guillotine plan, so that a part is such a chain or it is not.

use std::collections::BTreeMap;

use super::parts::{Foundation, PiecingPlan};

/// Breaks a plan into foundations of at most `most` cells along the shorter side and the longer, in the order
/// in which they are needed.
pub(super) fn foundations(plan: &PiecingPlan, most: (usize, usize)) -> Vec<Foundation> {
    let mut chains: BTreeMap<usize, Foundation> = (0..plan.parts.len())
        .filter(|&part| plan.parts[part].patch.is_some())
        .map(|part| (part, Foundation { part, order: vec![part], steps: Vec::new() }))
        .collect();
    for index in 0..plan.steps.len() {
        let step = &plan.steps[index];
        let of = |part: usize| {
            chains.get(&part).filter(|_| plan.parts[part].block == plan.parts[step.makes].block)
        };
        let (Some(first), Some(second)) = (of(step.first), of(step.second)) else { continue };
        // One of both is a single rectangle; of two the upper or left one comes first.
        let (begun, added) = match (first.order.as_slice(), second.order.as_slice()) {
            (_, &[added]) => (step.first, added),
            (&[added], _) => (step.second, added),
            _ => continue,
        };
        let made = &plan.parts[step.makes];
        let (short, long) = made.area.sides();
        if step.turn().is_some() || !made.is_rectangle() || short > most.0 || long > most.1 {
            continue;
        }
        chains.remove(&added);
        if let Some(mut chain) = chains.remove(&begun) {
            chain.order.push(added);
            chain.steps.push(index);
            chain.part = step.makes;
            chains.insert(step.makes, chain);
        }
    }
    let mut foundations: Vec<Foundation> = chains.into_values().flat_map(worth_paper).collect();
    foundations.sort_by_key(|foundation| foundation.steps.first().copied().unwrap_or(usize::MAX));
    foundations
}

/// The fewest rectangles that are sewn on paper: two are as accurate without.
const FEWEST: usize = 3;

/// A foundation, or its rectangles alone where paper does not help.
fn worth_paper(foundation: Foundation) -> Vec<Foundation> {
    if foundation.order.len() >= FEWEST {
        return vec![foundation];
    }
    let alone = |part: usize| Foundation { part, order: vec![part], steps: Vec::new() };
    foundation.order.into_iter().map(alone).collect()
}

/// For each seam on a foundation whether it is pressed toward its second part: away from what was there before.
pub(super) fn pressed(plan: &PiecingPlan) -> BTreeMap<usize, bool> {
    let sewn_on = |paper: &Foundation| -> Vec<(usize, usize)> {
        paper.steps.iter().copied().zip(paper.order.iter().skip(1).copied()).collect()
    };
    let all = plan.foundations.iter().flat_map(sewn_on);
    all.map(|(step, added)| (step, plan.steps[step].second == added)).collect()
}

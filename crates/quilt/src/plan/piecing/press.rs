//! Decides to which side the seams of a plan are pressed.
//!
//! Where two seams end at one point on both sides of a third, they are pressed to opposite sides, so that
//! their allowances nest when the third is sewn.
//!
//! This can always be done: two such seams lie on one line and a seam has two ends, so the seams that must
//! differ form chains along lines, and a chain has exactly two ways to go left and right by turns. (Seams in
//! several stretches do not change that: between the stretches of one cut nothing crosses its line.) The way
//! taken is that toward the darker fabrics, where these are known; else the one that begins with left or up.

use std::collections::BTreeMap;

use super::foundations;
use super::grid::Stretch;
use super::parts::{Crossing, PiecingPlan, Press, SeamStep};

/// Where a seam begins or ends: its direction, its line and the place on it.
type End = (bool, usize, usize);

/// Two seams that end at one point on both sides of a third, or that are sewn alike.
#[derive(Clone, Copy)]
pub(in crate::plan) struct Nesting {
    /// The steps that sew them.
    pub(in crate::plan) steps: [usize; 2],
    /// Whether they nest if they are pressed differently: one toward what is added, one toward what is sewn.
    pub(in crate::plan) differently: bool,
}

impl Nesting {
    pub(in crate::plan) fn holds(&self, to_added: &[bool]) -> bool {
        let [one, other] = self.steps.map(|step| to_added[step]);
        (one != other) == self.differently
    }
}

/// Decides for every step whether its seam is pressed toward what is added: as it is `fixed`, then so that
/// seams nest, then as most of the length of seams that depend on each other wishes it. A wish is positive
/// for what is added; of equals all go toward what is sewn.
pub(in crate::plan) fn decided(
    wishes: &[f64],
    fixed: &BTreeMap<usize, bool>,
    nestings: &[Nesting],
) -> Vec<bool> {
    // For each step its group, and whether it is pressed otherwise than the first of that.
    let mut group_of: Vec<(usize, bool)> = (0..wishes.len()).map(|step| (step, false)).collect();
    let mut groups: Vec<Vec<usize>> = (0..wishes.len()).map(|step| vec![step]).collect();
    let mut known: Vec<Option<bool>> = (0..wishes.len()).map(|step| fixed.get(&step).copied()).collect();
    for nesting in nestings {
        let [(one, is_turned), (other, other_turned)] = nesting.steps.map(|step| group_of[step]);
        let differently = is_turned ^ other_turned ^ nesting.differently;
        let both = known[one].zip(known[other]);
        if one == other || both.is_some_and(|(one, other)| (one != other) != differently) {
            continue;
        }
        for step in std::mem::take(&mut groups[other]) {
            group_of[step] = (one, group_of[step].1 ^ differently);
            groups[one].push(step);
        }
        known[one] = known[one].or(known[other].map(|other| other ^ differently));
    }
    let mut gain = vec![0.0; wishes.len()];
    for (wish, &(group, is_turned)) in wishes.iter().zip(&group_of) {
        gain[group] += if is_turned { -wish } else { *wish };
    }
    let of = |&(group, is_turned): &(usize, bool)| known[group].unwrap_or(gain[group] > 0.0) ^ is_turned;
    group_of.iter().map(of).collect()
}

/// Finds all crossings and presses every seam; `wishes` are positive for steps whose second part is darker, and the steps
/// of `same` are pressed alike before anything else.
/// What is sewn on paper is pressed as it must be, and a crossing where that does not come out is none.
pub(in crate::plan) fn press(plan: &mut PiecingPlan, wishes: &[f64], same: Vec<Nesting>) {
    // Of a Y-seam only the first leg is part of a chain.
    let on_line = |step: &SeamStep| if step.turn().is_some() { 1 } else { step.stretches.len() };
    let each = || {
        let steps = plan.steps.iter().enumerate();
        steps.flat_map(|(index, step)| step.stretches[..on_line(step)].iter().map(move |&part| (index, part)))
    };
    let begins: BTreeMap<End, usize> =
        each().map(|(step, part)| ((part.upright, part.line, part.from), step)).collect();
    let next_of = |part: Stretch| begins.get(&(part.upright, part.line, part.to)).copied();
    let mut crossings: Vec<Crossing> =
        each().filter_map(|(step, part)| Some(crossing(part, step, next_of(part)?))).collect();
    crossings.sort_by_key(|crossing| (crossing.row, crossing.column));
    let nesting = |at: &Crossing| Nesting { steps: [at.first, at.second], differently: true };
    let nestings: Vec<Nesting> = same.into_iter().chain(crossings.iter().map(nesting)).collect();
    let to_second = decided(wishes, &foundations::pressed(plan), &nestings);
    for (step, to_second) in plan.steps.iter_mut().zip(to_second) {
        step.press = match (step.stretches[0].upright, to_second) {
            (true, false) => Press::Left,
            (true, true) => Press::Right,
            (false, false) => Press::Up,
            (false, true) => Press::Down,
        };
    }
    crossings.retain(|at| plan.steps[at.first].press != plan.steps[at.second].press);
    plan.crossings = crossings;
}

/// The point where one seam ends and another on the same line begins.
fn crossing(seam: Stretch, first: usize, second: usize) -> Crossing {
    let (column, row) = if seam.upright { (seam.line, seam.to) } else { (seam.to, seam.line) };
    Crossing { column, row, first, second }
}

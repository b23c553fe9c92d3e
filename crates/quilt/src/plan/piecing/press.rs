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
use crate::plan::pressing::{Nesting, decided};

/// Where a seam begins or ends: its direction, its line and the place on it.
type End = (bool, usize, usize);

/// Finds all crossings and presses every seam; `wishes` are positive for steps whose second part is darker.
/// What is sewn on paper is pressed as it must be, and a crossing where that does not come out is none.
pub(in crate::plan) fn press(plan: &mut PiecingPlan, wishes: &[f64]) {
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
    let nestings: Vec<Nesting> = crossings.iter().map(nesting).collect();
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

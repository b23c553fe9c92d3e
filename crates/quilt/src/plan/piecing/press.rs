//! Decides to which side each seam is pressed.
//!
//! Where two seams end at one point on both sides of a third, they are pressed to opposite sides, so that
//! their allowances nest when the third is sewn.
//!
//! This can always be done: two such seams lie on one line and a seam has two ends, so the seams that must
//! differ form chains along lines, and a chain has exactly two ways to go left and right by turns. (Seams in
//! several stretches do not change that: between the stretches of one cut nothing crosses its line.) The way
//! taken presses more seams to the side on which fewer other seams end, where there is less cloth to fold
//! over; of equals the one that begins with left or up.

use std::collections::BTreeMap;

use super::grid::Stretch;
use super::parts::{Crossing, PiecingPlan, Press, SeamStep};

/// Where a seam begins or ends: its direction, its line and the place on it.
type End = (bool, usize, usize);

/// Finds all crossings and presses every seam. Those `on_paper` are pressed as they must be; the others of
/// their chains go by turns from them, and a crossing where that does not come out is none.
pub(super) fn press(plan: &mut PiecingPlan, on_paper: &BTreeMap<usize, Press>) {
    // Of a Y-seam only the first leg is part of a chain.
    let on_line = |step: &SeamStep| if step.turn().is_some() { 1 } else { step.stretches.len() };
    let seams: Vec<Vec<Stretch>> =
        plan.steps.iter().map(|step| step.stretches[..on_line(step)].to_vec()).collect();
    let each =
        || seams.iter().enumerate().flat_map(|(step, seam)| seam.iter().map(move |&part| (step, part)));
    let begins: BTreeMap<End, usize> =
        each().map(|(step, part)| ((part.upright, part.line, part.from), step)).collect();
    let next_of = |part: Stretch| begins.get(&(part.upright, part.line, part.to)).copied();
    let next = |step: usize| seams[step].iter().find_map(|&part| next_of(part));
    let mut crossings: Vec<Crossing> =
        each().filter_map(|(step, part)| Some(crossing(part, step, next_of(part)?))).collect();
    crossings.sort_by_key(|crossing| (crossing.row, crossing.column));
    let mut goes_on = vec![false; seams.len()];
    crossings.iter().for_each(|crossing| goes_on[crossing.second] = true);
    let bulk = Bulk::of(&seams);
    for head in (0..seams.len()).filter(|&step| !goes_on[step]) {
        let chain: Vec<usize> = std::iter::successors(Some(head), |&step| next(step)).collect();
        let fixed: Vec<Option<Press>> = chain.iter().map(|step| on_paper.get(step).copied()).collect();
        let gain: i64 =
            chain.iter().zip([1, -1].into_iter().cycle()).map(|(&s, sign)| sign * bulk.gain(&seams[s])).sum();
        let by_gain = match (seams[head][0].upright, gain >= 0) {
            (true, true) => Press::Left,
            (true, false) => Press::Right,
            (false, true) => Press::Up,
            (false, false) => Press::Down,
        };
        for (&step, press) in chain.iter().zip(by_turns(&fixed, by_gain)) {
            plan.steps[step].press = press;
        }
    }
    crossings.retain(|at| plan.steps[at.first].press != plan.steps[at.second].press);
    plan.crossings = crossings;
}

/// The sides of a chain: by turns from those that are fixed, or from `first` where none is.
fn by_turns(fixed: &[Option<Press>], first: Press) -> Vec<Press> {
    let known = fixed.iter().enumerate().find_map(|(place, press)| Some((place, (*press)?)));
    let first = match known {
        Some((place, press)) if place % 2 == 1 => press.opposite(),
        Some((_, press)) => press,
        None => first,
    };
    let mut next = first;
    let pressed = fixed.iter().map(|fixed| {
        let press = fixed.unwrap_or(next);
        next = press.opposite();
        press
    });
    pressed.collect()
}

/// The point where one seam ends and another on the same line begins.
fn crossing(seam: Stretch, first: usize, second: usize) -> Crossing {
    let (column, row) = if seam.upright { (seam.line, seam.to) } else { (seam.to, seam.line) };
    Crossing { column, row, first, second }
}

/// How many seams end on both sides of each line.
struct Bulk {
    /// For each direction and line the places where seams across it end on the upper or left side, ascending.
    before: BTreeMap<(bool, usize), Vec<usize>>,
    /// The same for the lower or right side.
    after: BTreeMap<(bool, usize), Vec<usize>>,
}

impl Bulk {
    fn of(seams: &[Vec<Stretch>]) -> Self {
        let (mut before, mut after): (BTreeMap<_, Vec<usize>>, BTreeMap<_, Vec<usize>>) = Default::default();
        for seam in seams.iter().flatten() {
            before.entry((!seam.upright, seam.to)).or_default().push(seam.line);
            after.entry((!seam.upright, seam.from)).or_default().push(seam.line);
        }
        before.values_mut().chain(after.values_mut()).for_each(|places| places.sort_unstable());
        Self { before, after }
    }

    /// How many more seams end on the right or below than on the left or above.
    fn gain(&self, seam: &[Stretch]) -> i64 {
        let inside = |part: &Stretch, places: Option<&Vec<usize>>| -> i64 {
            let Some(places) = places else { return 0 };
            let (first, end) =
                (places.partition_point(|&at| at <= part.from), places.partition_point(|&at| at < part.to));
            i64::try_from(end.saturating_sub(first)).unwrap_or(i64::MAX)
        };
        let gain = |part: &Stretch| {
            let key = (part.upright, part.line);
            inside(part, self.after.get(&key)) - inside(part, self.before.get(&key))
        };
        seam.iter().map(gain).sum()
    }
}

//! To which side each seam is pressed.
//!
//! In: a plan. Out: the same with arrows and crossings. Always holds: where two seams end at one point on both sides
//! of a third, they are pressed to opposite sides, so that their allowances lie side by side when the third is sewn.
//!
//! This can always be done: two such seams lie on one line and a seam has two ends, so the seams that must differ
//! form chains along lines, and a chain has exactly two ways to go left and right by turns. The way taken presses
//! more seams to the side on which fewer other seams end, where there is less cloth to fold over; of equals the one
//! that begins with left or up.

use std::collections::BTreeMap;

use super::plan::{Crossing, PiecingPlan, Press, Step};

/// A seam as a piece of a line of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Seam {
    /// Whether the line is upright.
    upright: bool,
    /// The column or row to the right of or below the line.
    line: usize,
    from: usize,
    to: usize,
}

/// Where a seam begins or ends: its direction, its line and the place on it.
type End = (bool, usize, usize);

/// Finds all crossings and presses every seam.
pub(super) fn press(plan: &mut PiecingPlan) {
    let seams: Vec<Seam> = plan.steps.iter().map(|step| seam(plan, step)).collect();
    let begins: BTreeMap<End, usize> =
        seams.iter().enumerate().map(|(step, seam)| ((seam.upright, seam.line, seam.from), step)).collect();
    let next = |step: usize| begins.get(&(seams[step].upright, seams[step].line, seams[step].to)).copied();
    let mut crossings: Vec<Crossing> =
        (0..seams.len()).filter_map(|step| Some(crossing(seams[step], step, next(step)?))).collect();
    crossings.sort_by_key(|crossing| (crossing.row, crossing.column));
    let mut goes_on = vec![false; seams.len()];
    crossings.iter().for_each(|crossing| goes_on[crossing.second] = true);
    let bulk = Bulk::of(&seams);
    for head in (0..seams.len()).filter(|&step| !goes_on[step]) {
        let chain: Vec<usize> = std::iter::successors(Some(head), |&step| next(step)).collect();
        let gain: i64 =
            chain.iter().zip([1, -1].into_iter().cycle()).map(|(&s, sign)| sign * bulk.gain(seams[s])).sum();
        for (place, &step) in chain.iter().enumerate() {
            let towards_first = (place % 2 == 0) == (gain >= 0);
            plan.steps[step].press = match (seams[step].upright, towards_first) {
                (true, true) => Press::Left,
                (true, false) => Press::Right,
                (false, true) => Press::Up,
                (false, false) => Press::Down,
            };
        }
    }
    plan.crossings = crossings;
}

/// The line that a step sews.
fn seam(plan: &PiecingPlan, step: &Step) -> Seam {
    let (first, second) = (plan.parts[step.first].area, plan.parts[step.second].area);
    if first.right() == second.left {
        Seam { upright: true, line: second.left, from: second.top, to: second.bottom() }
    } else {
        Seam { upright: false, line: second.top, from: second.left, to: second.right() }
    }
}

/// The point where one seam ends and another on the same line begins.
fn crossing(seam: Seam, first: usize, second: usize) -> Crossing {
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
    fn of(seams: &[Seam]) -> Self {
        let (mut before, mut after): (BTreeMap<_, Vec<usize>>, BTreeMap<_, Vec<usize>>) = Default::default();
        for seam in seams {
            before.entry((!seam.upright, seam.to)).or_default().push(seam.line);
            after.entry((!seam.upright, seam.from)).or_default().push(seam.line);
        }
        before.values_mut().chain(after.values_mut()).for_each(|places| places.sort_unstable());
        Self { before, after }
    }

    /// How many more seams end on the right or below than on the left or above.
    fn gain(&self, seam: Seam) -> i64 {
        let inside = |places: Option<&Vec<usize>>| -> i64 {
            let Some(places) = places else { return 0 };
            let (first, end) =
                (places.partition_point(|&at| at <= seam.from), places.partition_point(|&at| at < seam.to));
            i64::try_from(end.saturating_sub(first)).unwrap_or(i64::MAX)
        };
        let key = (seam.upright, seam.line);
        inside(self.after.get(&key)) - inside(self.before.get(&key))
    }
}

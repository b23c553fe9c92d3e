//! What a step of sewing costs: how hard it is at the machine.

use super::contact::Contact;
use piecework_draw::geometry::Patchwork;

/// What makes a step hard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StepCost {
    /// How many places there are besides the first where both sides touch: rings that are closed.
    pub(super) rings: usize,
    /// Pairs of turns in a row that go the same way: something lies in a bay of three sides.
    pub(super) bays: usize,
    /// Turns at inside corners of one patch.
    pub(super) set_in: usize,
    /// Turns at no inside corner: partial seams that are closed, and pivots.
    pub(super) others: usize,
}

impl StepCost {
    /// Judges a contact; `is_set_in` says of a vertex whether a patch has an inside corner there.
    pub(super) fn of(patchwork: &Patchwork, contact: &Contact, is_set_in: impl Fn(usize) -> bool) -> Self {
        let mut cost = Self { rings: contact.places().saturating_sub(1), bays: 0, set_in: 0, others: 0 };
        for line in &contact.lines {
            let turns = line.turns(patchwork);
            for &(vertex, _) in &turns {
                if is_set_in(vertex) { cost.set_in += 1 } else { cost.others += 1 }
            }
            let ways: Vec<bool> = turns.iter().map(|&(at, edges)| turns_left(patchwork, at, edges)).collect();
            cost.bays += ways.windows(2).filter(|pair| pair[0] == pair[1]).count();
        }
        cost
    }

    /// One number for everything, to be added up.
    ///
    /// # Source
    /// The weights are chosen by eye: an order has as few partial seams and pivots as there can be, unless
    /// one less would take two bays; of the rest, steps with many turns at once are avoided. A block is hard
    /// to push into a bay, a patch is not so hard. That a single patch is added rather than two assemblies
    /// only decides between equals.
    pub(super) fn value(self, of_blocks: bool, of_two: bool) -> u64 {
        let bay = if of_blocks { 3_000 } else { 600 };
        let turns = (self.set_in + self.others) as u64;
        100_000 * self.rings as u64
            + 1_000 * self.others as u64
            + bay * self.bays as u64
            + 5 * turns * turns
            + u64::from(of_two)
    }
}

/// Whether a line turns to the left at a vertex as it is walked, with y down.
pub(super) fn turns_left(patchwork: &Patchwork, at: usize, [before, after]: [usize; 2]) -> bool {
    let place = |vertex: usize| patchwork.vertices()[vertex].at;
    let from = place(patchwork.edges()[before].other_end(at));
    let (here, to) = (place(at), place(patchwork.edges()[after].other_end(at)));
    let cross = (here.x - from.x) * (to.y - here.y) - (here.y - from.y) * (to.x - here.x);
    cross < 0.0
}

//! The random engine: pieces are thrown on the board, and a throw that makes things worse is taken back.
//!
//! One copy of a piece is placed anywhere, what is in its way is taken off, and copies left over are placed where there is
//! room. When nothing got better for a while, everything is taken off and it begins anew. It is the baseline: what a
//! cleverer search at random does not find sooner than this one, its cleverness did not find.
//!
//! # Source
//! Hill climbing with random restarts, as in any textbook; the restarts are found by trial.

use super::{Best, Draft, Yard, stopped};
use crate::random::Random;
use crate::solver::report::StopReason;
use crate::solver::watch::Watch;

/// So many throws without a better packing, and it begins anew.
const PATIENCE: u32 = 5_000;

pub(super) fn search(
    yard: &Yard<'_>,
    random: &mut Random,
    watch: &mut Watch<'_>,
    best: &mut Best,
) -> StopReason {
    let mut packing = yard.draft();
    loop {
        packing.clear();
        yard.fill(&mut packing, random);
        let (mut score, mut waited) = (yard.score(&packing), 0);
        while waited < PATIENCE {
            if let Some(reason) = stopped(watch) {
                return reason;
            }
            if yard.note(&packing, best, watch) {
                return StopReason::Visitor;
            }
            let next = thrown(yard, &packing, random);
            let reached = yard.score(&next);
            waited = if reached > score { 0 } else { waited + 1 };
            // As good is good enough: there are wide plains to cross.
            if reached >= score {
                (packing, score) = (next, reached);
            }
        }
    }
}

/// The packing after one throw.
fn thrown(yard: &Yard<'_>, packing: &Draft, random: &mut Random) -> Draft {
    let mut next = packing.clone();
    if yard.copies.is_empty() {
        return next;
    }
    let copy = random.below(yard.copies.len());
    let placement = yard.any(copy, random);
    yard.lift(&mut next, copy);
    for other in 0..yard.copies.len() {
        if next.laid[other].is_some_and(|lying| yard.bits.exclude(lying, placement)) {
            yard.lift(&mut next, other);
        }
    }
    yard.lay(&mut next, copy, placement);
    yard.fill(&mut next, random);
    next
}

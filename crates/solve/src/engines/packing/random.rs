//! The engine `random`: hill climbing with random restarts.
//!
//! A move places one copy of a piece at random, removes what is in its way, and places remaining copies where
//! there is room. A move that makes the packing worse is undone. Without improvement for a while, the search
//! restarts from an empty board. It is the baseline for other random searches.
//!
//! # Source
//! Hill climbing with random restarts, as in any textbook; the restart interval was chosen by trial.

use super::{Best, Draft, Yard, stopped};
use crate::ground::StopReason;
use crate::ground::watch::Watch;
use piecework_tiling::random::Random;

/// Moves without a better packing before a restart.
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
            let next = moved_at_random(yard, &packing, random);
            let reached = yard.score(&next);
            waited = if reached > score { 0 } else { waited + 1 };
            // Equal scores are accepted, to cross plateaus.
            if reached >= score {
                (packing, score) = (next, reached);
            }
        }
    }
}

/// Returns the packing after one move.
fn moved_at_random(yard: &Yard<'_>, packing: &Draft, random: &mut Random) -> Draft {
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

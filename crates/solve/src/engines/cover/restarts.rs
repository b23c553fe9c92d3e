//! Finds one cover fast: alternates a search in the given order with shuffled ones (restarts).
//!
//! The first search is never abandoned, so every problem is decided in the end, in at most about twice the
//! time of that search alone.

use crate::engines::cover::Search;
use crate::engines::exhaustive::Step;
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Outcome, StopReason};
use crate::model::exact_cover::Problem;
use piecework_tiling::random::Random;

/// Nodes of the shortest turn. Chosen by trial.
const SHORTEST_TURN: u64 = 1 << 13;

/// Returns an accepted cover, if one was found, and the outcome of the search.
pub(crate) fn first_cover(
    problem: &Problem,
    accepts: &dyn Fn(&[u32]) -> bool,
    seed: Option<u64>,
    watch: &mut Watch<'_>,
) -> (Outcome, Option<Vec<u32>>) {
    let mut patient = Search::new(problem, seed);
    let mut seeds = Random::new(seed.unwrap_or(0));
    for turn in 1u64.. {
        let nodes = SHORTEST_TURN * luby(turn);
        if let Some(decided) = take_turn(&mut patient, accepts, nodes, watch) {
            return decided;
        }
        let mut hasty = Search::new(problem, Some(seeds.bits()));
        if let Some(decided) = take_turn(&mut hasty, accepts, nodes, watch) {
            return decided;
        }
    }
    unreachable!("turns are numbered without end")
}

/// Returns the result of a search within `nodes` nodes, if decided.
fn take_turn(
    search: &mut Search,
    accepts: &dyn Fn(&[u32]) -> bool,
    nodes: u64,
    watch: &mut Watch<'_>,
) -> Option<(Outcome, Option<Vec<u32>>)> {
    watch.pause_after(nodes);
    loop {
        match search.next(watch) {
            Step::Cover if !accepts(search.cover()) => {}
            Step::Cover => {
                return Some((Outcome::Stopped(StopReason::Visitor), Some(search.cover().to_vec())));
            }
            Step::Complete => return Some((Outcome::Complete, None)),
            Step::Halted(Halt::Stop(reason)) => return Some((Outcome::Stopped(reason), None)),
            Step::Halted(Halt::Pause) => return None,
        }
    }
}

/// Returns the numbers 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …, counted from 1.
///
/// Source: M. Luby, A. Sinclair and D. Zuckerman, Optimal speedup of Las Vegas algorithms, Information
/// Processing Letters 47, 1993.
fn luby(turn: u64) -> u64 {
    let mut turn = turn;
    // A turn 2^k - 1 ends a block and lasts 2^(k-1); others repeat the block before.
    while !(turn + 1).is_power_of_two() {
        turn -= ((turn + 1).next_power_of_two() >> 1) - 1;
    }
    turn.div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::exact_cover::Bounds;

    #[test]
    fn turns_have_the_published_lengths() {
        let lengths: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(lengths, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn a_problem_without_a_cover_is_decided() {
        // Pairs of nine items: an odd one remains, after about ten thousand nodes.
        let mut problem = Problem::new(vec![Bounds::ONCE; 9], 0);
        (0..9).for_each(|a| (0..a).for_each(|b| problem.add_option([b, a])));
        let mut watch = Watch::unlimited();
        assert_eq!(first_cover(&problem, &|_| true, None, &mut watch), (Outcome::Complete, None));
        let mut watch = Watch::unlimited();
        let mut even = Problem::new(vec![Bounds::ONCE; 10], 0);
        (0..10).for_each(|a| (0..a).for_each(|b| even.add_option([b, a])));
        let (outcome, cover) = first_cover(&even, &|_| true, None, &mut watch);
        assert_eq!(outcome, Outcome::Stopped(StopReason::Visitor));
        assert_eq!(cover.map(|cover| cover.len()), Some(5));
    }
}

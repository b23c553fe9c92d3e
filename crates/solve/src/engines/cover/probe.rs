//! Estimates the nodes of a search by random descents.
//!
//! A descent enters one branch of each level at random, and multiplies the branches that it saw on its way;
//! the mean of many descents is the number of nodes. Branches that are dead at once are nodes, and are not
//! entered.
//!
//! # Source
//! D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975.

use super::search::Search;
use super::sparse::Choice;
use crate::ground::alarm::Alarm;
use crate::ground::tree_size::TreeSize;
use piecework_tiling::random::Random;

/// Steps of all descents together. Chosen by trial: less than a tenth of a second.
const STEPS: u64 = 40_000;
/// The fewest and the most descents.
const DESCENTS: std::ops::RangeInclusive<usize> = 2..=4000;

impl Search {
    /// Returns the estimated nodes of a search that has not begun; always the same for the same seed. None if
    /// the alarm rings: on a board of thousands of cells, one descent takes seconds.
    pub(super) fn estimated(&mut self, seed: u64, alarm: &Alarm<'_>) -> Option<TreeSize> {
        let mut random = Random::new(seed);
        let (mut sizes, mut steps) = (Vec::new(), 0);
        while sizes.len() < *DESCENTS.start() || (steps < STEPS && sizes.len() < *DESCENTS.end()) {
            let (size, taken) = self.descend(&mut random, alarm)?;
            sizes.push(size);
            steps += taken;
        }
        TreeSize::of_probes(&sizes)
    }

    /// Returns the nodes of the tree that one random descent expects, and its own steps; none if the alarm
    /// rings. Afterwards the search is as before, but for the order of options.
    fn descend(&mut self, random: &mut Random, alarm: &Alarm<'_>) -> Option<(f64, u64)> {
        let (mut size, mut width, mut steps) = (0.0, 1.0, 0);
        let mut alive = self.is_new();
        let mut rings = false;
        while alive
            && !rings
            && let Choice::Item(item) = self.choice()
        {
            rings = alarm.rings().is_some();
            let branches = self.branches_on(item);
            let number = branches.alive.len();
            steps += 2 * number as u64 + 1;
            // Leaving a level is a step of the search too.
            size += width * (number + 1) as f64;
            let living: Vec<usize> = (0..number).filter(|&branch| branches.alive[branch]).collect();
            alive = !living.is_empty();
            if alive {
                width *= living.len() as f64;
                self.enter_branch(&branches, living[random.below(living.len())]);
            }
        }
        self.leave_all();
        (!rings).then_some((size, steps))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::engines::exhaustive::Step;
    use crate::ground::SolveOptions;
    use crate::ground::lists::compact;
    use crate::ground::watch::Watch;
    use crate::model::exact_cover::{Bounds, Problem};

    /// A random problem, some of whose items are covered several times.
    fn problem(random: &mut Random) -> Problem {
        let bounds = (0..9).map(|item| match item % 4 {
            0 => Bounds { least: 1, most: 2 },
            _ => Bounds::ONCE,
        });
        let mut problem = Problem::new(bounds.collect(), 2);
        for _ in 0..40 {
            let mut items: Vec<u32> = (0..3).map(|_| compact(random.below(11))).collect();
            items.sort_unstable();
            items.dedup();
            if items[0] < 9 {
                problem.add_option(items);
            }
        }
        problem
    }

    fn nodes(problem: &Problem) -> f64 {
        let (mut search, mut watch) = (Search::new(problem, None), Watch::unlimited());
        while search.next(&mut watch) != Step::Complete {}
        watch.nodes() as f64
    }

    #[test]
    fn estimates_are_right_on_average() {
        let mut random = Random::new(7);
        let (mut problems, mut largest) = (0, 0.0);
        while problems < 6 {
            let problem = problem(&mut random);
            let nodes = nodes(&problem);
            if nodes < 100.0 {
                continue;
            }
            problems += 1;
            largest = f64::max(largest, nodes);
            let mut search = Search::new(&problem, None);
            let sizes: Vec<f64> =
                (0..3000).map(|_| search.descend(&mut random, &Alarm::silent()).expect("silent").0).collect();
            let size = TreeSize::of_probes(&sizes).expect("many");
            assert!(size.factor > 1.0 && size.factor < 1.3, "{size:?}");
            let off = size.nodes / nodes;
            let near = size.factor * size.factor;
            assert!((1.0 / near..near).contains(&off), "{size:?} of {nodes}");
        }
        assert!(largest > 500.0, "{largest}");
    }

    #[test]
    fn estimates_are_repeatable_and_lose_no_cover() {
        let mut random = Random::new(8);
        let found = std::iter::repeat_with(|| problem(&mut random)).find(|problem| nodes(problem) > 100.0);
        let problem = found.expect("one of them");
        let mut search = Search::new(&problem, None);
        let estimate = search.estimated(3, &Alarm::silent());
        assert!(estimate.is_some() && estimate == Search::new(&problem, None).estimated(3, &Alarm::silent()));
        let stop = AtomicBool::new(true);
        let stopped = SolveOptions { stop: Some(&stop), ..SolveOptions::default() };
        assert_eq!(search.estimated(3, &Alarm::new(&stopped)), None, "nobody waits for an estimate");
        let covers = |search: &mut Search| {
            let mut watch = Watch::unlimited();
            std::iter::repeat_with(|| search.next(&mut watch)).take_while(|&step| step == Step::Cover).count()
        };
        assert_eq!(covers(&mut search), covers(&mut Search::new(&problem, None)));
    }
}

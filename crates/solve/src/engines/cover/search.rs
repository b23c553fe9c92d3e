//! The search of exact covers: one level for each item branched on, on an explicit stack, so that no depth is
//! too deep.

use super::sparse::{Choice, Mark, Sparse};
use crate::engines::exhaustive::Step;
use crate::ground::lists::compact;
use crate::ground::watch::Watch;
use crate::model::exact_cover::Problem;

/// One item, and which of its branches comes next.
#[derive(Debug, Clone)]
struct Level {
    item: u32,
    /// Whether exactly one more option covers the item; its list then stays the same and is walked in place.
    single: bool,
    /// Where its options begin in `branches`, unless `single`.
    first: usize,
    /// How many options there are.
    options: u32,
    /// How many branches were entered.
    entered: u32,
    /// Whether the last branch takes no further option.
    may_stop: bool,
    before: Mark,
    /// The state each branch begins with.
    ready: Mark,
    taken: Option<u32>,
}

/// The branches on an item, as they were when a level was opened for it.
#[derive(Debug, Clone)]
pub(super) struct Branches {
    item: u32,
    /// Its options in order, unless exactly one more covers it.
    options: Vec<u32>,
    /// For each branch, whether it can be descended.
    pub(super) alive: Vec<bool>,
}

/// A search that can be continued after each cover and after each interruption.
#[derive(Debug, Clone)]
pub(crate) struct Search {
    sparse: Sparse,
    /// The first node of each option, by which [`Sparse`] names it.
    firsts: Vec<u32>,
    /// Options taken before the search began; they are in every cover.
    laid: Vec<u32>,
    levels: Vec<Level>,
    /// Options of the levels that are not single.
    branches: Vec<u32>,
    cover: Vec<u32>,
    /// Whether the state is new, so that an item must be chosen first.
    descending: bool,
}

impl Search {
    /// Without a seed, options are tried in order; with one, in an order shuffled by it.
    pub(crate) fn new(problem: &Problem, seed: Option<u64>) -> Self {
        let sparse = Sparse::new(problem, seed);
        let firsts = problem.starts[..problem.option_count()].to_vec();
        Self {
            sparse,
            firsts,
            laid: Vec::new(),
            levels: Vec::new(),
            branches: Vec::new(),
            cover: Vec::new(),
            descending: true,
        }
    }

    /// Takes an option permanently, before the first call of [`Search::next`]. It must be compatible with the
    /// others.
    pub(crate) fn lay(&mut self, option: u32) {
        self.laid.push(option);
        // Without a state to descend into, there is no cover, and nothing more can be taken.
        self.descending = self.descending && self.sparse.take(self.firsts[option as usize]);
    }

    /// Leaves a secondary item uncovered permanently, before the first call of [`Search::next`].
    pub(crate) fn leave_out(&mut self, item: u32) {
        if self.descending {
            self.sparse.cover(item);
        }
    }

    /// Returns the options of the latest cover, in the order in which they were chosen.
    pub(crate) fn cover(&self) -> &[u32] {
        &self.cover
    }

    /// Advances to the next cover.
    pub(crate) fn next(&mut self, watch: &mut Watch<'_>) -> Step {
        loop {
            if self.descending {
                self.descending = false;
                match self.sparse.choose() {
                    Choice::Item(item) => self.enter(item),
                    Choice::Covered => {
                        self.note_cover();
                        return Step::Cover;
                    }
                    Choice::Dead => {}
                }
            }
            if self.levels.is_empty() {
                return Step::Complete;
            }
            if let Some(halt) = watch.node(|| self.share_done()) {
                return Step::Halted(halt);
            }
            self.descending = self.advance();
            watch.reached(self.laid.len() + self.levels.len());
        }
    }

    fn note_cover(&mut self) {
        // Every option has items, so no two begin at one node.
        let number = |first: u32| compact(self.firsts.partition_point(|&other| other < first));
        self.cover.clone_from(&self.laid);
        self.cover.extend(self.levels.iter().filter_map(|level| level.taken).map(number));
    }

    /// Opens a level for `item`.
    fn enter(&mut self, item: u32) {
        let before = self.sparse.mark();
        let single = self.sparse.is_last_copy(item);
        let options = self.sparse.size(item);
        let first = self.branches.len();
        if single {
            self.sparse.cover(item);
        } else {
            let sparse = &self.sparse;
            self.branches.extend((0..options).map(|index| sparse.option_at(item, index)));
        }
        self.levels.push(Level {
            item,
            single,
            first,
            options,
            entered: 0,
            may_stop: !single && self.sparse.is_satisfied(item),
            before,
            ready: self.sparse.mark(),
            taken: None,
        });
    }

    /// Leaves the branch of the last level and enters its next one; `true` if that can be descended. A level
    /// without further branches is closed.
    fn advance(&mut self) -> bool {
        let Some(level) = self.levels.last_mut() else { return false };
        match level.taken.take() {
            Some(option) => self.sparse.untake(level.ready, option),
            None => self.sparse.undo(level.ready),
        }
        let mut alive = true;
        // Copies are not distinguished: once an option was tried, the later branches are those without it.
        if !level.single && (1..=level.options).contains(&level.entered) {
            let tried = self.branches[level.first + (level.entered - 1) as usize];
            alive = self.sparse.forbid(tried);
            level.ready = self.sparse.mark();
        }
        level.entered += 1;
        if alive && level.entered <= level.options {
            let index = level.entered - 1;
            let option = if level.single {
                self.sparse.option_at(level.item, index)
            } else {
                self.branches[level.first + index as usize]
            };
            level.taken = Some(option);
            return self.sparse.take(option);
        }
        if alive && level.may_stop && level.entered == level.options + 1 {
            self.sparse.cover(level.item);
            return true;
        }
        self.leave();
        false
    }

    /// Returns whether nothing was searched yet, and something can be.
    pub(super) fn is_new(&self) -> bool {
        self.descending && self.levels.is_empty()
    }

    /// Returns what the state asks for next.
    pub(super) fn choice(&self) -> Choice {
        self.sparse.choose()
    }

    /// Returns the branches on an item.
    pub(super) fn branches_on(&mut self, item: u32) -> Branches {
        let before = self.levels.len();
        self.enter(item);
        let first = self.levels.last().map_or(0, |level| level.first);
        let mut branches = Branches { item, options: self.branches[first..].to_vec(), alive: Vec::new() };
        loop {
            let alive = self.advance();
            if self.levels.len() == before {
                return branches;
            }
            branches.alive.push(alive);
        }
    }

    /// Opens a level again, and enters the branch with this number.
    pub(super) fn enter_branch(&mut self, branches: &Branches, number: usize) {
        self.enter(branches.item);
        // Undoing may have changed the order of the list.
        let first = self.branches.len() - branches.options.len();
        self.branches[first..].copy_from_slice(&branches.options);
        (0..=number).for_each(|_| {
            self.advance();
        });
    }

    /// Goes back to where the search began.
    pub(super) fn leave_all(&mut self) {
        while let Some(level) = self.levels.last_mut() {
            match level.taken.take() {
                Some(option) => self.sparse.untake(level.ready, option),
                None => self.sparse.undo(level.ready),
            }
            self.leave();
        }
    }

    fn leave(&mut self) {
        if let Some(level) = self.levels.pop() {
            self.sparse.undo(level.before);
            self.branches.truncate(level.first);
        }
    }

    /// Returns the share of the search that is done, from 0 to 1, if all branches of a level are of equal
    /// size.
    ///
    /// Source: D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29,
    /// 1975.
    fn share_done(&self) -> f64 {
        let (mut done, mut width) = (0.0, 1.0);
        for level in &self.levels {
            let branches = f64::from(level.options + u32::from(level.may_stop)).max(1.0);
            width /= branches;
            done += width * f64::from(level.entered.saturating_sub(1));
            if width < 1e-9 {
                break;
            }
        }
        f64::min(done, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::watch::Halt;
    use crate::model::exact_cover::Bounds;

    #[test]
    fn a_hundred_thousand_levels_are_not_too_deep() {
        let items = 100_000;
        let mut problem = Problem::new(vec![Bounds::ONCE; items], 0);
        (0..compact(items)).for_each(|item| problem.add_option([item]));
        let mut search = Search::new(&problem, None);
        // Every item has one branch, so the cover is found directly.
        assert_eq!(search.next(&mut Watch::unlimited()), Step::Cover);
        assert_eq!(search.levels.len(), items);
    }

    #[test]
    fn a_halted_search_continues() {
        let mut problem = Problem::new(vec![Bounds { least: 2, most: 3 }], 0);
        (0..6).for_each(|_| problem.add_option([0]));
        let mut search = Search::new(&problem, None);
        let (mut covers, mut halts) = (0, 0);
        loop {
            match search.next(&mut Watch::unlimited().pausing_after(1)) {
                Step::Cover => covers += 1,
                Step::Halted(Halt::Pause) => halts += 1,
                Step::Halted(halt) => panic!("{halt:?}"),
                Step::Complete => break,
            }
        }
        assert_eq!(covers, 15 + 20, "pairs and triples of six");
        assert!(halts > 20);
    }
}

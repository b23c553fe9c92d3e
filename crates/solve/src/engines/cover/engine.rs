//! The cover engine on a model: placements are options.

use super::Search;
use crate::engines::exhaustive::{Exhaustive, Step, Visit, visit_covers};
use crate::ground::alarm::Alarm;
use crate::ground::lists::compact;
use crate::ground::prefix::Prefix;
use crate::ground::tree_size::TreeSize;
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Outcome, SolverError, StopReason};
use crate::model::exact_cover::Problem;
use crate::model::{Empty, Model};

/// The cover problem of a model.
pub(crate) struct Cover {
    pub(crate) problem: Problem,
    /// The placement of each option, ascending; the options after these leave a place empty.
    placement_of: Vec<u32>,
    /// The item of the first place, if places may stay empty freely.
    free_places: Option<u32>,
    /// The places that the options after these leave empty, ascending.
    left: Vec<u32>,
    seed: Option<u64>,
}

impl Cover {
    /// As [`Cover::under`], however long it takes.
    #[cfg(test)]
    pub(crate) fn new(model: &Model, kept: &dyn Fn(u32) -> bool, seed: Option<u64>) -> Self {
        Self::under(model, kept, seed, &Alarm::silent()).expect("this alarm never rings")
    }

    /// With the placements that `kept` accepts. A seed shuffles the order in which options are tried.
    ///
    /// # Errors
    /// Why the search must stop, if the alarm rings.
    pub(crate) fn under(
        model: &Model,
        kept: &dyn Fn(u32) -> bool,
        seed: Option<u64>,
        alarm: &Alarm<'_>,
    ) -> Result<Self, StopReason> {
        let (problem, placement_of) = model.problem(kept, alarm)?;
        let free_places = (model.empty() == Empty::Freely).then(|| compact(model.bounds().len()));
        alarm.check()?;
        Ok(Self { problem, placement_of, free_places, left: model.left_by_options(), seed })
    }

    /// Returns the placements among the options of a cover.
    pub(crate) fn placements(&self, cover: &[u32]) -> Vec<u32> {
        cover.iter().filter_map(|&option| self.placement_of.get(option as usize).copied()).collect()
    }

    /// Returns a search that begins with the prefix.
    fn begin(&self, prefix: &Prefix) -> Search {
        let mut search = Search::new(&self.problem, self.seed);
        for placement in &prefix.laid {
            let option = self.placement_of.binary_search(placement).expect("a prefix of kept placements");
            search.lay(compact(option));
        }
        for &place in &prefix.empty {
            match self.free_places {
                Some(first) => search.leave_out(first + place),
                None => {
                    let option = self.left.binary_search(&place).expect("a place that may stay empty");
                    search.lay(compact(self.placement_of.len() + option));
                }
            }
        }
        search
    }
}

impl Exhaustive for Cover {
    fn search(
        &self,
        prefix: &Prefix,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<Outcome, SolverError> {
        let mut search = self.begin(prefix);
        let next = |search: &mut Search, watch: &mut Watch<'_>| {
            let step = search.next(watch);
            if step == Step::Halted(Halt::Pause) && watch.wants_estimate() {
                watch.expect_nodes(self.estimated_nodes(&watch.alarm()));
            }
            step
        };
        watch.pause_for_estimate(true);
        let outcome = visit_covers(&mut search, next, |search| self.placements(search.cover()), watch, visit);
        watch.pause_for_estimate(false);
        outcome
    }

    fn estimated_nodes(&self, alarm: &Alarm<'_>) -> Option<TreeSize> {
        self.begin(&Prefix::default()).estimated(self.seed.unwrap_or(1), alarm)
    }
}

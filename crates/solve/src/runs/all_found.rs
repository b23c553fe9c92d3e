//! The tilings of a puzzle that has few of them, found one by one and kept, for counts and samples where
//! layers do not help.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::engines::choice::{self, ReTiling};
use crate::engines::{Compiled, Report, TilingCount, cut_line};
use crate::ground::prefix::Prefix;
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Engine, Outcome, SolveOptions, SolverError, StopReason, Total};
use piecework_tiling::random::Random;

/// Nodes of the search for them, about two seconds. Chosen so that Untouchable 11 ends well before.
const NODES: u64 = 1 << 23;
/// The most placements of a puzzle that is searched in vain before random tilings are looked for. Chosen by
/// eye.
const MOST_PLACEMENTS: usize = 20_000;
/// The share of the memory limit that they may take, as a divisor.
const SHARE_OF_MEMORY: u64 = 4;

/// All tilings of a puzzle, as placements in ascending order.
pub(crate) struct AllFound {
    raw: Vec<Vec<u32>>,
    engine: Engine,
}

/// The result of the search for them.
pub(crate) enum Found {
    All(AllFound),
    /// There are too many, or finding them takes too long.
    TooMany,
    Stopped(StopReason),
}

impl AllFound {
    /// Finds all tilings by cuts, if the puzzle suits that.
    pub(crate) fn by_cuts(
        compiled: &Compiled<'_>,
        options: &SolveOptions<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<Found, SolverError> {
        if !cut_line::may_find_all(compiled.puzzle, options) {
            return Ok(Found::TooMany);
        }
        Ok(match compiled.all_by_cuts(options.memory_limit, watch)? {
            None | Some(Err(Halt::Pause)) => Found::TooMany,
            Some(Err(Halt::Stop(reason))) => Found::Stopped(reason),
            Some(Ok(mut raw)) => {
                raw.sort_unstable();
                Found::All(Self { raw, engine: Engine::CutLine })
            }
        })
    }

    /// Finds all tilings by a short search, if that is likely to end.
    pub(crate) fn by_search(
        compiled: &Compiled<'_>,
        options: &SolveOptions<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<Found, SolverError> {
        let is_meant = matches!(options.engine, Engine::Auto | Engine::Frontier)
            && choice::re_tiles(options.engine, compiled.puzzle) == ReTiling::No;
        if !is_meant || compiled.model.placement_count() > MOST_PLACEMENTS {
            return Ok(Found::TooMany);
        }
        // Half of a limit is left for random searches.
        let own = options.node_limit.map_or(NODES, |limit| (limit / 2).min(NODES));
        let short = SolveOptions { node_limit: Some(own), progress: None, ..options.clone() };
        let mut search_watch = Watch::since(watch.alarm(), &short);
        let (mut raw, mut is_too_much) = (Vec::new(), false);
        let most = options.memory_limit / SHARE_OF_MEMORY;
        let mut bytes = 0;
        let mut visit = |found: &[u32], _: &mut Watch<'_>| {
            if compiled.keeps_rules(found) {
                for image in compiled.symmetries.expanded(found) {
                    bytes += (size_of::<Vec<u32>>() + image.len() * size_of::<u32>()) as u64;
                    raw.push(image);
                }
                is_too_much = bytes > most;
            }
            Ok(if is_too_much { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let outcome = match compiled.exhaustive(&short) {
            Ok(engine) => engine.search(&Prefix::default(), &mut search_watch, &mut visit)?,
            Err(unmade) => Outcome::Stopped(unmade.reason()?),
        };
        watch.spend(search_watch.nodes());
        Ok(match outcome {
            Outcome::Complete => {
                raw.sort_unstable();
                Found::All(Self { raw, engine: compiled.engine })
            }
            Outcome::Stopped(reason @ (StopReason::TimeLimit | StopReason::Signal)) => Found::Stopped(reason),
            Outcome::Stopped(_) => Found::TooMany,
        })
    }

    /// Returns how many there are.
    pub(crate) fn len(&self) -> usize {
        self.raw.len()
    }

    /// Returns one of them, each with the same probability; there is at least one.
    pub(crate) fn drawn(&self, random: &mut Random) -> &[u32] {
        &self.raw[random.below(self.raw.len())]
    }

    /// Returns the report of a search that ended like this.
    pub(crate) fn report(&self, compiled: &Compiled<'_>, outcome: Outcome, watch: &Watch<'_>) -> Report {
        Report { engine: self.engine, ..compiled.report(outcome, watch) }
    }

    /// Returns the count of all.
    pub(crate) fn count(&self, compiled: &Compiled<'_>, watch: &mut Watch<'_>) -> TilingCount {
        let orbits: BTreeSet<Vec<u32>> =
            self.raw.iter().map(|tiling| compiled.symmetries.least_image(tiling)).collect();
        watch.tilings = self.raw.len() as u128;
        let report = self.report(compiled, Outcome::Complete, watch);
        let total = |number: usize| Total::from(number as u64);
        TilingCount { raw: total(self.raw.len()), up_to_symmetry: total(orbits.len()), report }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use piecework_tiling::tiling::Tiling;

    use super::*;
    use crate::support::template;
    use crate::{Sample, count, first, sample};

    fn drawn(name: &str, wanted: u64, options: &SolveOptions<'_>) -> (Vec<Tiling>, Sample) {
        let mut tilings = Vec::new();
        let sample = sample(&template(name), wanted, options, |tiling| {
            tilings.push(tiling);
            ControlFlow::Continue(())
        });
        (tilings, sample.expect("no fault"))
    }

    fn distinct(tilings: &[Tiling]) -> usize {
        tilings.iter().map(|tiling| format!("{:?}", tiling.placements())).collect::<BTreeSet<_>>().len()
    }

    #[test]
    fn quilts_of_one_piece_are_counted_and_drawn_from_all() {
        // Known from the layers, which take a hundred times as long: 16 and 5, 2 and 1, 48 and 12.
        for (name, raw, up_to_symmetry) in [("y-hexomino-23x24", 16, 5), ("heptomino-21x26", 2, 1)] {
            let counted = count(&template(name), &SolveOptions::default()).expect("few");
            assert!(counted.is_complete() && counted.raw == raw && counted.up_to_symmetry == up_to_symmetry);
            assert_eq!(counted.report.engine, Engine::CutLine);
            let (tilings, sample) = drawn(name, 200, &SolveOptions::default());
            assert!(sample.uniform && sample.total == Some(Total::from(raw)), "{name}");
            assert_eq!(distinct(&tilings) as u128, raw, "{name}: all are drawn");
        }
    }

    #[test]
    fn where_layers_do_not_fit_a_short_search_finds_all() {
        let little = SolveOptions { memory_limit: 1 << 20, ..SolveOptions::default() };
        let (tilings, sample) = drawn("pentomino-3x20", 100, &little);
        assert!(sample.uniform && sample.total == Some(Total::from(8u64)));
        assert_eq!(distinct(&tilings), 8);
        let seeded =
            |seed| drawn("pentomino-3x20", 9, &SolveOptions { seed: Some(seed), ..little.clone() }).0;
        assert_eq!(seeded(3), seeded(3));
        assert_ne!(seeded(3), seeded(4));
    }

    #[test]
    fn a_seed_chooses_among_the_tilings_of_a_quilt() {
        let puzzle = template("heptomino-21x26");
        let found = |seed| {
            let options = SolveOptions { seed, ..SolveOptions::default() };
            first(&puzzle, &options).expect("no fault").0.expect("there is one")
        };
        let several: Vec<Tiling> = (0..4).map(|seed| found(Some(seed))).collect();
        assert!(distinct(&several) > 1);
        assert_eq!(found(Some(1)), several[1]);
        assert_eq!(found(None), found(None));
        assert!(Arc::ptr_eq(several[0].puzzle(), &puzzle));
    }
}

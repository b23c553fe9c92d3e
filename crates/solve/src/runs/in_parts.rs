//! Runs a search that stores its finished parts in a [`PartStore`], so that another run can resume it.
//!
//! The parts stored by all runs with one header are, in order, the results of one uninterrupted search.

use std::sync::Arc;
use std::time::Duration;

use super::header::{Find, RunHeader, Shard};
use super::layers;
use super::run::{Division, PARTS_OF_A_PART, PATIENCE, PartRequest, PartStore};
use crate::engines::{Compiled, PARTS, Report};
use crate::ground::SolveOptions;
use crate::ground::alarm::Alarm;
use piecework_tiling::puzzle::{Puzzle, SharedPuzzle};

/// The least number of parts for each shard, so that shards are alike; as chosen for sixteen shards.
const PARTS_OF_A_SHARD: usize = PARTS / 16;

/// The most parts that a division among many shards asks for: making them takes every shard a second or two.
const MOST_PARTS: usize = 1 << 14;

/// Returns how many parts a search is divided into, at least, for this many shards.
fn parts_for(shard: Shard) -> usize {
    PARTS.max(shard.of().saturating_mul(PARTS_OF_A_SHARD).min(MOST_PARTS))
}

/// Searches the parts of a puzzle that `store` does not have yet, on any number of threads.
///
/// [`Report::nodes`] and [`Report::tilings`] are of this run alone. A part that takes longer than a minute,
/// or half of the time limit, or that is stopped, is divided at the place that its search has reached: what
/// was found is kept, and what is left are its parts. Engines that do not know what is left divide it into
/// parts that are searched from the beginning. Only a run that is killed loses what it found in unfinished
/// parts.
///
/// # Errors
/// Those of the store; `SolverError` as [`crate::solve`]; [`crate::CheckpointFault::CannotDivide`].
pub fn solve_in_parts<S: PartStore>(
    puzzle: &impl SharedPuzzle,
    options: &SolveOptions<'_>,
    request: &PartRequest,
    store: &mut S,
) -> Result<Report, S::Error> {
    let puzzle = &puzzle.shared();
    solve_patiently(puzzle, options, PATIENCE, request, store)
}

/// As [`solve_in_parts`], with parts that are divided when they are searched for longer than `patience`.
pub(super) fn solve_patiently<S: PartStore>(
    puzzle: &Arc<Puzzle>,
    options: &SolveOptions<'_>,
    patience: Duration,
    request: &PartRequest,
    store: &mut S,
) -> Result<Report, S::Error> {
    // Parts are joined by their sums over the symmetries that the request says.
    let options = &SolveOptions { reflections: request.find != Find::CountUpToTurns, ..options.clone() };
    let alarm = Alarm::new(options);
    let compiled = match Compiled::under(puzzle, options, alarm) {
        Ok(compiled) => compiled,
        Err(unmade) => return Ok(Report::of_unmade(unmade, options, &alarm)?),
    };
    if request.find.counts() && compiled.is_for_layers(options) {
        return layers::count(compiled, options, request, store);
    }
    let compiled = compiled.with_halves(options);
    let mut engine = match compiled.exhaustive(options) {
        Ok(engine) => engine,
        Err(unmade) => return Ok(Report::of_unmade(unmade, options, &alarm)?),
    };
    let prefixes = compiled.parts(engine.as_ref(), parts_for(request.shard));
    let engines = [compiled.engine; 2];
    let header = RunHeader::new((puzzle, options), engines, request.find, &prefixes, request.shard);
    let mut kept = store.begin(&header)?;
    if let Some(place) = store.shared(&header) {
        engine.share(place);
    }
    let division =
        Division { compiled: &compiled, engine: engine.as_ref(), roots: &prefixes, of_root: PARTS_OF_A_PART };
    division.divide_as_asked(request, &header, &mut kept, store)?;
    let report = division.search(options, patience, &header, kept, store)?;
    engine.hand_on();
    Ok(report)
}

//! Runs a search that stores its finished parts in a [`PartStore`], so that another run can resume it.
//!
//! The parts stored by all runs with one header are, in order, the results of one uninterrupted search.

use std::sync::Arc;

use super::header::{Find, RunHeader};
use super::layers;
use super::run::{Division, PARTS_OF_A_PART, PartRequest, PartStore};
use crate::puzzle::Puzzle;
use crate::solver::{Compiled, Report, SolveOptions};

/// Searches the parts of a puzzle that `store` does not have yet, on any number of threads.
///
/// [`Report::nodes`] and [`Report::tilings`] are of this run alone. Results of an unfinished part are lost; the next
/// run searches it again. A part that the time limit stopped after more than half of it is divided, so that the next run
/// gets further.
///
/// # Errors
/// Those of the store; [`SolverError`] as [`crate::solver::solve`]; [`crate::CheckpointFault::CannotDivide`].
pub(crate) fn solve_in_parts<S: PartStore>(
    puzzle: &Arc<Puzzle>,
    options: &SolveOptions<'_>,
    request: &PartRequest,
    store: &mut S,
) -> Result<Report, S::Error> {
    let compiled = Compiled::new(puzzle, options)?;
    if request.find == Find::Count && compiled.is_for_layers(options) {
        return layers::count(compiled, options, request, store);
    }
    let compiled = compiled.with_halves(options);
    let engine = compiled.exhaustive(options)?;
    let prefixes = compiled.parts(engine.as_ref());
    let engines = [compiled.engine; 2];
    let header = RunHeader::new((puzzle, options), engines, request.find, &prefixes, request.shard);
    let division =
        Division { compiled: &compiled, engine: engine.as_ref(), roots: &prefixes, of_root: PARTS_OF_A_PART };
    let mut kept = store.begin(&header)?;
    division.divide_as_asked(request, &header, &mut kept, store)?;
    division.search(options, &header, &kept, store)
}

//! Runs a search that stores its finished parts in a [`PartStore`], so that another run can resume it.
//!
//! The parts stored by all runs with one header are, in order, the results of one uninterrupted search.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::error::{CheckpointError, CheckpointFault};
use super::harvest::{Counting, Give, Harvest, Images, PartEnd};
use super::header::{Find, RunHeader, Shard};
use super::ledger::Order;
use super::part::{self, Effort, PartTally};
use super::part_path::{Kept, PartPath};
use super::threads::PartedSearch;
use crate::puzzle::Puzzle;
use crate::solver::exhaustive::{Exhaustive, Prefix, split_again};
use crate::solver::watch::Watch;
use crate::solver::{Compiled, Engine, Outcome, PARTS, Report, SolveOptions, SolverError, StopReason};

/// The least number of parts that a part is divided into. Chosen by eye.
const PARTS_OF_A_PART: usize = 16;

/// A store of the finished parts of a long run, such as a file.
pub(crate) trait PartStore {
    /// The error of the store.
    type Error: From<SolverError> + From<CheckpointError>;

    /// Called before the run. Returns the parts that are already stored.
    ///
    /// # Errors
    /// Any error prevents the run.
    fn begin(&mut self, header: &RunHeader) -> Result<Kept, Self::Error>;

    /// Stores the line of a part that was searched or divided; see [`super::PartLine::read`].
    ///
    /// # Errors
    /// Any error ends the run.
    fn keep(&mut self, line: &str) -> Result<(), Self::Error>;
}

/// Which parts of a search a run is for.
#[derive(Debug, Clone)]
pub(crate) struct PartRequest {
    /// The goal.
    pub(crate) find: Find,
    /// The parts.
    pub(crate) shard: Shard,
    /// A part to divide before the search.
    pub(crate) divide: Option<PartPath>,
}

/// Searches the parts of a puzzle that `store` does not have yet, on any number of threads.
///
/// [`Report::nodes`] and [`Report::tilings`] are of this run alone. Results of an unfinished part are lost; the next
/// run searches it again. A part that the time limit stopped after more than half of it is divided, so that the next run
/// gets further.
///
/// # Errors
/// Those of the store; [`SolverError`] as [`crate::solver::solve`]; [`CheckpointFault::CannotDivide`].
pub(crate) fn solve_in_parts<S: PartStore>(
    puzzle: &Arc<Puzzle>,
    options: &SolveOptions<'_>,
    request: &PartRequest,
    store: &mut S,
) -> Result<Report, S::Error> {
    let compiled = Compiled::new(puzzle, options)?;
    if request.find == Find::Count && compiled.is_for_layers(options) {
        return count_by_layers(compiled, options, request, store);
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

/// Counts by layers: one part, which is divided into the parts of a search if the layers do not fit or take too long.
fn count_by_layers<S: PartStore>(
    compiled: Compiled<'_>,
    options: &SolveOptions<'_>,
    request: &PartRequest,
    store: &mut S,
) -> Result<Report, S::Error> {
    let roots = [Prefix::default()];
    let header = RunHeader::new(
        (compiled.puzzle, options),
        [Engine::Frontier, compiled.engine],
        request.find,
        &roots,
        request.shard,
    );
    let mut kept = store.begin(&header)?;
    let part = PartPath::root(0);
    if request.divide.is_none() && (!header.has(0) || kept.done.contains(&part)) {
        return Ok(compiled.report(Outcome::Complete, &Watch::new(options)));
    }
    let is_open = !kept.divided.contains_key(&part);
    let began = Instant::now();
    let counted = match is_open && request.divide.is_none() {
        true => compiled.count_by_layers(options)?.ok(),
        false => None,
    };
    if let Some(count) = counted.as_ref().filter(|count| count.is_complete()) {
        let effort = Effort { nodes: count.report.nodes, seconds: began.elapsed().as_secs_f64() };
        let fixed = count.up_to_symmetry.as_big() * compiled.puzzle.symmetries().len();
        let tally = PartTally { raw: count.raw.as_big().clone(), fixed };
        store.keep(&part::tally_line(&header, &part, effort, &tally))?;
        return Ok(count.report.clone());
    }
    let compiled = compiled.with_halves(options);
    let engine = compiled.exhaustive(options)?;
    let division = Division { compiled: &compiled, engine: engine.as_ref(), roots: &roots, of_root: PARTS };
    let stopped = counted.map(|count| count.report);
    let is_late = |report: &Report| report.outcome == Outcome::Stopped(StopReason::TimeLimit);
    let is_divided = is_open && stopped.as_ref().is_none_or(is_late);
    if request.divide.is_some() {
        division.divide_as_asked(request, &header, &mut kept, store)?;
    } else if is_divided && division.refuse(&part, &kept, &header).is_ok() {
        // A search of a single choice cannot be divided, and is one part then.
        let asked = PartRequest { divide: Some(part), ..request.clone() };
        division.divide_as_asked(&asked, &header, &mut kept, store)?;
    }
    stopped.map_or_else(|| division.search(options, &header, &kept, store), Ok)
}

/// Divides the parts of a search again, and searches them.
struct Division<'c> {
    compiled: &'c Compiled<'c>,
    engine: &'c dyn Exhaustive,
    /// The undivided parts.
    roots: &'c [Prefix],
    /// The least number of parts that one of them is divided into.
    of_root: usize,
}

impl Division<'_> {
    /// Searches the parts that are not kept yet.
    fn search<S: PartStore>(
        &self,
        options: &SolveOptions<'_>,
        header: &RunHeader,
        kept: &Kept,
        store: &mut S,
    ) -> Result<Report, S::Error> {
        let compiled = self.compiled;
        let own = kept.leaves(header.own_parts());
        let parts: Vec<PartPath> = own.iter().filter(|part| !kept.done.contains(part)).cloned().collect();
        let mut watch = Watch::new(options);
        let mut failed = None;
        let mut keep = |line: String| match store.keep(&line) {
            Ok(()) => Ok(ControlFlow::Continue(())),
            Err(error) => {
                failed = Some(error);
                Ok(ControlFlow::Break(()))
            }
        };
        let patience = options.time_limit.map(|limit| limit / 2);
        let harvest = Lines { compiled, header, parts: &parts, division: self, patience };
        if compiled.argument.is_some() {
            // Nothing is searched, and the files are those of a search without results.
            parts.iter().try_for_each(|part| store.keep(&harvest.nothing(part)))?;
            return Ok(compiled.report(Outcome::Complete, &watch));
        }
        let accepts = |found: &[u32]| compiled.keeps_rules(found);
        let begins: Vec<Prefix> = parts.iter().map(|part| self.prefix(part)).collect::<Result<_, _>>()?;
        let search = PartedSearch {
            engine: self.engine,
            prefixes: &begins,
            parts: &(0..parts.len()).collect::<Vec<usize>>(),
            done_before: own.len() - parts.len(),
            accepts: &accepts,
        };
        let outcome = search.run(&harvest, Order::AsFound, options.team(), &mut watch, &mut keep)?;
        failed.map_or_else(|| Ok(compiled.report(outcome, &watch)), Err)
    }

    /// Divides the part that the run is asked to divide.
    fn divide_as_asked<S: PartStore>(
        &self,
        request: &PartRequest,
        header: &RunHeader,
        kept: &mut Kept,
        store: &mut S,
    ) -> Result<(), S::Error> {
        let Some(part) = &request.divide else { return Ok(()) };
        let into = self.refuse(part, kept, header)?;
        store.keep(&part::divided_line(header, part, into))?;
        kept.divided.insert(part.clone(), into);
        Ok(())
    }

    /// Returns the prefix of a part.
    fn prefix(&self, part: &PartPath) -> Result<Prefix, CheckpointError> {
        match part.parent() {
            None => Ok(self.roots[part.first()].clone()),
            Some((parent, number)) => {
                let mut parts = self.parts(&parent)?;
                let foreign = || CheckpointFault::ForeignPart { part: part.to_string() };
                if number < parts.len() { Ok(parts.swap_remove(number)) } else { Err(foreign().into()) }
            }
        }
    }

    /// Returns the prefixes of the parts of a part; one if it cannot be divided.
    fn parts(&self, part: &PartPath) -> Result<Vec<Prefix>, CheckpointError> {
        let keeps = |placement| self.compiled.symmetries.keeps(placement);
        let wanted = if part.parent().is_none() { self.of_root } else { PARTS_OF_A_PART };
        let prefix = self.prefix(part)?;
        Ok(split_again(self.engine, &self.compiled.model, keeps, &prefix, wanted))
    }

    /// Refuses a part that cannot be divided; returns the number of its parts otherwise.
    fn refuse(&self, part: &PartPath, kept: &Kept, header: &RunHeader) -> Result<usize, CheckpointError> {
        let refused = |reason| CheckpointFault::CannotDivide { part: part.to_string(), reason };
        if !kept.knows(part, |root| header.has(root)) {
            return Err(refused("it is not one of this shard").into());
        }
        if kept.done.contains(part) {
            return Err(refused("it is searched already").into());
        }
        if kept.divided.contains_key(part) {
            return Err(refused("it is divided already").into());
        }
        let into = self.parts(part)?.len();
        if into < 2 { Err(refused("it has a single choice").into()) } else { Ok(into) }
    }
}

/// A line for each finished part.
struct Lines<'c> {
    compiled: &'c Compiled<'c>,
    header: &'c RunHeader,
    /// The parts that are searched.
    parts: &'c [PartPath],
    division: &'c Division<'c>,
    /// A part that was searched longer than this when the time was up is divided.
    patience: Option<Duration>,
}

impl Lines<'_> {
    /// Returns the line of a part without tilings, which is known without a search.
    fn nothing(&self, part: &PartPath) -> String {
        let effort = Effort { nodes: 0, seconds: 0.0 };
        match self.header.find() {
            Find::Count => part::tally_line(self.header, part, effort, &PartTally::default()),
            Find::UpToSymmetry | Find::Raw => part::tilings_line(self.header, part, effort, ""),
        }
    }

    /// Returns the line that divides a part whose search was stopped, if it took too long and can be divided.
    fn divided(&self, end: PartEnd) -> Option<String> {
        let is_late = end.outcome == Outcome::Stopped(StopReason::TimeLimit)
            && self.patience.is_some_and(|patience| end.elapsed > patience);
        let part = &self.parts[end.part];
        let into = if is_late { self.division.parts(part).map_or(1, |parts| parts.len()) } else { 1 };
        (into > 1).then(|| part::divided_line(self.header, part, into))
    }
}

/// The results of a part so far.
enum Gathered<'c> {
    Tally(Counting<'c>),
    /// Tilings, as they are in the line.
    Tilings(String),
}

impl<'c> Harvest for Lines<'c> {
    type Yield = String;
    type Part = Gathered<'c>;

    fn most_held(&self) -> usize {
        // The store is called immediately, and the parts of all threads are in memory anyway.
        1
    }

    fn begin(&self) -> Gathered<'c> {
        match self.header.find() {
            Find::Count => Gathered::Tally(Counting::new(self.compiled)),
            Find::UpToSymmetry | Find::Raw => Gathered::Tilings(String::new()),
        }
    }

    fn found(
        &self,
        part: &mut Gathered<'c>,
        found: &[u32],
        watch: &mut Watch<'_>,
        _give: &mut Give<'_, Self::Yield>,
    ) -> Result<ControlFlow<()>, SolverError> {
        match part {
            Gathered::Tally(counting) => counting.add(self.compiled, found, watch)?,
            Gathered::Tilings(list) => {
                let images = if self.header.find() == Find::Raw { Images::All } else { Images::One };
                for image in images.of(self.compiled, found) {
                    part::push_tiling(list, &self.compiled.tiling(&image)?);
                    watch.tilings += 1;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn end(
        &self,
        part: Gathered<'c>,
        end: PartEnd,
        give: &mut Give<'_, Self::Yield>,
    ) -> Result<ControlFlow<()>, SolverError> {
        if !end.outcome.is_complete() {
            return self.divided(end).map_or(Ok(ControlFlow::Continue(())), give);
        }
        let (path, effort) =
            (&self.parts[end.part], Effort { nodes: end.nodes, seconds: end.elapsed.as_secs_f64() });
        give(match part {
            Gathered::Tally(counting) => {
                part::tally_line(self.header, path, effort, &counting.tally().into())
            }
            Gathered::Tilings(list) => part::tilings_line(self.header, path, effort, &list),
        })
    }
}

#[cfg(test)]
mod tests;

//! Counts tilings: by layers, without enumerating them, or one by one.

use std::ops::ControlFlow;
use std::time::Duration;

use num_bigint::BigUint;

use crate::engines::layers::{self, Allowance, Saves, Unfit};
use crate::engines::{Compiled, Report, TilingCount, choice, cut_line};
use crate::ground::alarm::Alarm;
use crate::ground::watch::Watch;
use crate::ground::{Engine, Outcome, SolveOptions, SolverError, StopReason, Total};
use crate::model::Empty;
use crate::model::symmetries::OrbitTally;
use crate::runs::all_found::{AllFound, Found};
use crate::runs::{Order, Tally};
use piecework_tiling::puzzle::SharedPuzzle;

/// Steps of layers before it is tried whether a rectangle has only a few tilings, which cuts find faster.
/// Chosen by trial: about a tenth of a second.
const STEPS_BEFORE_CUTS: u64 = 1 << 20;

/// Nodes of a search after layers that needed too much memory: a second or two. Chosen by eye.
const NODES_AFTER_LAYERS: u64 = if cfg!(test) { 1 << 20 } else { 1 << 24 };

/// Nodes and time of the search for one tiling after layers were stopped, never more time than they had; none with a limit on nodes. Chosen by eye: nobody
/// waits longer for the end of a program.
const NODES_FOR_ONE: u64 = 100_000;
const MOST_TIME_FOR_ONE: Duration = Duration::from_millis(200);

/// Layers that did not fit, and what was spent on them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InVain {
    unfit: Unfit,
    nodes: u64,
}

impl InVain {
    fn new(unfit: Unfit, watch: &Watch<'_>) -> Self {
        Self { unfit, nodes: watch.nodes() }
    }
}

/// Counts the tilings of a puzzle, all and up to symmetry.
///
/// If the puzzle allows it, they are counted by transfer matrix, without enumerating them. Otherwise each is
/// found, and some are checked: the first, the second, the fourth, and so on. If the transfer matrix needs
/// more memory than allowed, the automatic choice of an engine searches only for a moment and then stops with
/// [`StopReason::MemoryLimit`]; [`Engine::Frontier`] searches to the end. A transfer matrix that is stopped has counted nothing: then a
/// short search tells whether there is a tiling, so the count is 1 or 0.
///
/// # Errors
/// As [`crate::solve`].
///
/// # Examples
/// ```
/// use piecework_solve::{SolveOptions, count};
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::polyform::{Freedom, Shape};
/// use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
/// let shape = Shape::from_rows(Lattice::Square, ["##"])?;
/// let domino = Piece { name: "domino".into(), shape, freedom: Freedom::Free, count: Count::ANY };
/// let region = Region::rectangle(Lattice::Square, 4, 4)?;
/// let puzzle = Puzzle::new("Dominoes", region, vec![domino])?;
/// let count = count(&puzzle, &SolveOptions::default())?;
/// assert!(count.is_complete());
/// assert!(count.raw == 36 && count.up_to_symmetry == 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(puzzle: &impl SharedPuzzle, options: &SolveOptions<'_>) -> Result<TilingCount, SolverError> {
    let puzzle = &puzzle.shared();
    let alarm = Alarm::new(options);
    match Compiled::under(puzzle, options, alarm) {
        Ok(compiled) => compiled.count(options),
        Err(unmade) => {
            let nothing = || Total::from(0u64);
            let report = Report::of_unmade(unmade, options, &alarm)?;
            Ok(TilingCount { raw: nothing(), up_to_symmetry: nothing(), report })
        }
    }
}

/// What is known about all tilings of a puzzle.
pub(crate) enum All<T> {
    /// What layers tell.
    Layers(T),
    /// A list.
    AllFound(AllFound),
}

impl Compiled<'_> {
    fn count(self, options: &SolveOptions<'_>) -> Result<TilingCount, SolverError> {
        if self.argument.is_some() {
            return self.count_found(options);
        }
        match self.count_by_layers(options, None)? {
            Ok(count) => self.at_least_one(count, options),
            Err(spent) => self.count_after_layers(options, spent),
        }
    }

    /// Layers that were stopped have counted nothing yet: a short search tells whether there is a tiling.
    fn at_least_one(
        &self,
        count: TilingCount,
        options: &SolveOptions<'_>,
    ) -> Result<TilingCount, SolverError> {
        if count.is_complete() || count.raw > Total::from(0u64) {
            return Ok(count);
        }
        let is_by_nodes = count.report.outcome == Outcome::Stopped(StopReason::NodeLimit);
        let time = (!is_by_nodes).then(|| MOST_TIME_FOR_ONE.min(count.report.elapsed));
        let short = SolveOptions {
            node_limit: Some(NODES_FOR_ONE),
            time_limit: time,
            stop: None,
            progress: None,
            arguments: false,
            ..options.clone()
        };
        let tiling = match Compiled::under(self.puzzle, &short, Alarm::new(&short)) {
            Ok(compiled) => compiled.first_tiling(&short)?.0,
            Err(_) => None,
        };
        let least = || Total::from(u64::from(tiling.is_some()));
        let report = Report { tilings: least(), ..count.report };
        Ok(TilingCount { raw: least(), up_to_symmetry: least(), report })
    }

    /// Returns the count of all tilings, found one by one.
    fn count_found(&self, options: &SolveOptions<'_>) -> Result<TilingCount, SolverError> {
        let mut tally = OrbitTally::default();
        let harvest = Tally { compiled: self };
        let (outcome, mut watch) = self.search(options, &harvest, Order::AsFound, &mut |part| {
            tally += part;
            Ok(ControlFlow::Continue(()))
        })?;
        watch.tilings = tally.raw;
        let (raw, up_to_symmetry) = (tally.raw.into(), self.symmetries.orbits(tally).into());
        Ok(TilingCount { raw, up_to_symmetry, report: self.report(outcome, &watch) })
    }

    /// Returns the count, if layers can make it; they are in the folder of `saves` if there is one.
    pub(crate) fn count_by_layers(
        &self,
        options: &SolveOptions<'_>,
        mut saves: Option<&mut Saves>,
    ) -> Result<Result<TilingCount, InVain>, SolverError> {
        let mut watch = Watch::since(self.alarm, options);
        let allowance = match self.layers_allowed(options) {
            Ok(allowance) => allowance,
            Err(unfit) => return Ok(Err(InVain::new(unfit, &watch))),
        };
        let has_disk = saves.is_some();
        let mut count = |steps: u64, watch: &mut Watch<'_>| {
            let saves = saves.as_deref_mut().filter(|_| steps == u64::MAX);
            layers::count(&self.model, &self.symmetries, &allowance.at_most(steps), saves, watch)
        };
        let on_disk = |steps: u64, watch: &mut Watch<'_>| match count(steps, watch) {
            Err(Unfit::Memory) if has_disk => count(u64::MAX, watch),
            counted => counted,
        };
        let (raw, up_to_symmetry, outcome) = match self.by_layers_or_cuts(options, &mut watch, on_disk)? {
            Ok(All::AllFound(few)) => return Ok(Ok(few.count(self, &mut watch))),
            Ok(All::Layers(counted)) => (counted.raw, counted.up_to_symmetry, Outcome::Complete),
            Err(Unfit::Stopped(reason)) => (BigUint::default(), BigUint::default(), Outcome::Stopped(reason)),
            Err(unfit) => return Ok(Err(InVain::new(unfit, &watch))),
        };
        let raw = Total::new(raw);
        let report = Report { tilings: raw.clone(), ..self.layer_report(outcome, &watch) };
        Ok(Ok(TilingCount { raw, up_to_symmetry: Total::new(up_to_symmetry), report }))
    }

    /// Counts tilings one by one after layers did not fit.
    ///
    /// If they needed too much memory, there may be more tilings than can ever be found. So the automatic
    /// choice gives up after a while; the frontier engine goes on if it is asked for by name.
    pub(crate) fn count_after_layers(
        self,
        options: &SolveOptions<'_>,
        spent: InVain,
    ) -> Result<TilingCount, SolverError> {
        let mut left = options.after(spent.nodes, Duration::ZERO);
        let is_crowded = spent.unfit == Unfit::Memory && options.engine == Engine::Auto;
        let own_limit = left.node_limit;
        if is_crowded {
            left.node_limit = Some(own_limit.unwrap_or(u64::MAX).min(NODES_AFTER_LAYERS));
        }
        let count = self.with_halves(options).count_found(&left)?;
        let outcome = match count.report.outcome {
            Outcome::Stopped(StopReason::NodeLimit) if left.node_limit != own_limit => {
                Outcome::Stopped(StopReason::MemoryLimit)
            }
            outcome => outcome,
        };
        let nodes = count.report.nodes + spent.nodes;
        Ok(TilingCount { report: Report { outcome, nodes, ..count.report }, ..count })
    }

    /// Returns whether counts are tried by layers first, for longer than a moment. Always the same for the
    /// same puzzle and engine; whether memory suffices is known only when they are made.
    pub(crate) fn is_for_layers(&self, options: &SolveOptions<'_>) -> bool {
        self.argument.is_none()
            && choice::steps_of_layers(&self.model) == u64::MAX
            && self.layers_allowed(options).is_ok()
            && layers::fits(&self.model, &self.symmetries)
    }

    /// Makes layers within a number of steps. If cuts may find all tilings, layers have few steps at first,
    /// and more only if cuts find too many.
    pub(crate) fn by_layers_or_cuts<T>(
        &self,
        options: &SolveOptions<'_>,
        watch: &mut Watch<'_>,
        mut make: impl FnMut(u64, &mut Watch<'_>) -> Result<T, Unfit>,
    ) -> Result<Result<All<T>, Unfit>, SolverError> {
        let has_cuts = cut_line::may_find_all(self.puzzle, options);
        let mut made = make(if has_cuts { STEPS_BEFORE_CUTS } else { u64::MAX }, watch);
        if has_cuts && matches!(made, Err(Unfit::Effort)) {
            made = match AllFound::by_cuts(self, options, watch)? {
                Found::All(few) => return Ok(Ok(All::AllFound(few))),
                Found::Stopped(reason) => Err(Unfit::Stopped(reason)),
                Found::TooMany => make(u64::MAX, watch),
            };
        }
        Ok(made.map(All::Layers))
    }

    /// Returns the resources that layers may use for this puzzle, if they may be used at all.
    pub(crate) fn layers_allowed(&self, options: &SolveOptions<'_>) -> Result<Allowance, Unfit> {
        let is_meant = matches!(options.engine, Engine::Auto | Engine::Frontier);
        if !is_meant || self.decoration.is_some() || matches!(self.model.empty(), Empty::Optional { .. }) {
            return Err(Unfit::Rules);
        }
        let allowance =
            Allowance::new(options.memory_limit, choice::steps_of_layers(&self.model), options.team());
        Ok(allowance.in_order(options.another_order))
    }

    pub(crate) fn layer_report(&self, outcome: Outcome, watch: &Watch<'_>) -> Report {
        Report { engine: Engine::Frontier, ..self.report(outcome, watch) }
    }
}

#[cfg(test)]
mod tests;

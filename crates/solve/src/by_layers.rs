//! Counts tilings without enumerating them, and samples them uniformly at random, by layers.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use num_bigint::BigUint;

use super::alarm::Alarm;
use super::choice;
use super::few::{Few, Found};
use super::model::Empty;
use super::layered::{self, AllTilings, Allowance, Saves, Unfit};
use super::strategies::STRATEGIES;
use super::symmetry::Symmetries;
use super::watch::Watch;
use super::{
    Compiled, Engine, Outcome, Report, SolveOptions, SolverError, StopReason, TilingCount, Total, cut_line,
    strategies,
};
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::random::Random;
use piecework_tiling::tiling::Tiling;

/// Steps of layers before it is tried whether a rectangle has only a few tilings, which cuts find faster.
/// Chosen by trial: about a tenth of a second.
const STEPS_BEFORE_CUTS: u64 = 1 << 20;

/// Nodes of a search after layers that needed too much memory: a second or two. Chosen by eye.
const NODES_AFTER_LAYERS: u64 = if cfg!(test) { 1 << 20 } else { 1 << 24 };

/// Layers that did not fit, and what was spent on them.
#[derive(Debug, Clone, Copy)]
pub(super) struct InVain {
    unfit: Unfit,
    nodes: u64,
}

impl InVain {
    fn new(unfit: Unfit, watch: &Watch<'_>) -> Self {
        Self { unfit, nodes: watch.nodes() }
    }
}

/// How random tilings were drawn.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Sample {
    /// Whether each was drawn uniformly from all raw tilings. If not, they were found by searches in random
    /// order, which find some tilings more easily than others.
    pub uniform: bool,
    /// The number of tilings to draw from, if known.
    pub total: Option<Total>,
    /// The report of the search.
    pub report: Report,
}

/// Draws `wanted` random tilings with `options.seed` (default 0). Each is passed to `visit` as soon as it is
/// drawn; repetitions are possible.
///
/// Time limit, node limit and stop flag apply to all draws together.
///
/// If all tilings can be counted by layers, every draw is uniform. Otherwise the tilings are found by
/// searches in random order, and [`Sample::uniform`] is `false`.
///
/// # Errors
/// As [`super::solve`]; also [`SolverError::NotForEngine`] if the frontier engine is asked for by name and
/// its layers do not fit.
///
/// # Examples
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::Arc;
/// use piecework_solve::{SolveOptions, sample};
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::puzzle::read_puzzle;
/// use piecework_tiling::source::Source;
/// use piecework_tiling::templates::puzzle_template;
/// let template = puzzle_template("pentomino-3x20").ok_or("a known puzzle")?;
/// let source = Source::new(template.name, template.text);
/// let puzzle = Arc::new(read_puzzle(&source, &Limits::default()).map_err(|_| "a good file")?);
/// let mut drawn = Vec::new();
/// let options = SolveOptions { seed: Some(7), ..SolveOptions::default() };
/// let sample = sample(&puzzle, 3, &options, |tiling| {
///     drawn.push(tiling);
///     ControlFlow::Continue(())
/// })?;
/// assert!(sample.uniform && drawn.len() == 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sample(
    puzzle: &Arc<Puzzle>,
    wanted: u64,
    options: &SolveOptions<'_>,
    visit: impl FnMut(Tiling) -> ControlFlow<()>,
) -> Result<Sample, SolverError> {
    let alarm = Alarm::new(options);
    let compiled = match Compiled::under(puzzle, options, alarm) {
        Ok(compiled) => compiled,
        Err(unmade) => {
            let report = Report::of_unmade(unmade, options, &alarm)?;
            return Ok(Sample { uniform: true, total: None, report });
        }
    };
    let mut watch = Watch::since(alarm, options);
    if compiled.argument.is_some() {
        let report = compiled.report(Outcome::Complete, &watch);
        return Ok(Sample { uniform: true, total: Some(Total::from(0u64)), report });
    }
    let ranked = |steps: u64, watch: &mut Watch<'_>| {
        let allowance = compiled.layers_allowed(options)?.at_most(steps);
        AllTilings::new(&compiled.model, &compiled.symmetries, &allowance, watch)
    };
    match compiled.by_layers_or_cuts(options, &mut watch, ranked)? {
        Ok(All::Layers(tilings)) => {
            let (random, all) = (Random::new(options.seed.unwrap_or(0)), tilings.count().clone());
            let draw = Draws::Ranked(tilings, random);
            compiled.drawn(draw, Total::new(all), wanted, &mut watch, visit)
        }
        Ok(All::Few(few)) => compiled.drawn_from_few(few, wanted, options, &mut watch, visit),
        Err(Unfit::Stopped(reason)) => {
            let report = compiled.layer_report(Outcome::Stopped(reason), &watch);
            Ok(Sample { uniform: true, total: None, report })
        }
        Err(unfit) if options.engine == Engine::Frontier => Err(refused(unfit)),
        Err(_) => {
            let compiled = compiled.with_halves(options);
            match Few::by_search(&compiled, options, &mut watch)? {
                Found::All(few) => compiled.drawn_from_few(few, wanted, options, &mut watch, visit),
                Found::Stopped(reason) => {
                    let report = compiled.report(Outcome::Stopped(reason), &watch);
                    Ok(Sample { uniform: true, total: None, report })
                }
                Found::TooMany => {
                    let left = strategies::left(options, 0, watch.elapsed());
                    found_at_random(puzzle, wanted, &left, visit)
                }
            }
        }
    }
}

/// What is known about all tilings of a puzzle.
enum All<T> {
    /// What layers tell.
    Layers(T),
    /// A list.
    Few(Few),
}

/// Where random tilings are drawn from.
enum Draws {
    Ranked(AllTilings, Random),
    Few(Few, Random),
}

impl Draws {
    /// Returns a random tiling; there is at least one.
    fn next(&mut self, symmetries: &Symmetries) -> Vec<u32> {
        match self {
            Draws::Ranked(all, random) => {
                let (found, image) = all.get(&number_below(all.count(), random));
                symmetries.expanded(&found).swap_remove(image as usize)
            }
            Draws::Few(few, random) => few.drawn(random).to_vec(),
        }
    }
}

/// Tilings found by separate searches, each with its own seed.
fn found_at_random(
    puzzle: &Arc<Puzzle>,
    wanted: u64,
    options: &SolveOptions<'_>,
    mut visit: impl FnMut(Tiling) -> ControlFlow<()>,
) -> Result<Sample, SolverError> {
    let mut seeds = Random::new(options.seed.unwrap_or(0));
    let (began, mut nodes, mut drawn) = (Instant::now(), 0, 0u64);
    loop {
        let left = SolveOptions {
            seed: Some(seeds.bits()),
            time_limit: options.time_limit.map(|limit| limit.saturating_sub(began.elapsed())),
            node_limit: options.node_limit.map(|limit| limit.saturating_sub(nodes)),
            ..options.clone()
        };
        // Tilings with a straight seam are no fair sample of a board with joined sides.
        let found = strategies::first_by(&STRATEGIES[1..], puzzle, &left)?;
        let (tiling, report) = found.expect("the last strategy always answers");
        nodes += report.nodes;
        drawn += u64::from(tiling.is_some());
        let ended = tiling.is_none_or(|tiling| visit(tiling).is_break());
        if ended || drawn >= wanted {
            let report = Report { nodes, elapsed: began.elapsed(), tilings: Total::from(drawn), ..report };
            return Ok(Sample { uniform: false, total: None, report });
        }
    }
}

impl Compiled<'_> {
    /// Returns the count, if layers can make it; they are in the folder of `saves` if there is one.
    pub(super) fn count_by_layers(
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
            layered::count(&self.model, &self.symmetries, &allowance.at_most(steps), saves, watch)
        };
        let on_disk = |steps: u64, watch: &mut Watch<'_>| match count(steps, watch) {
            Err(Unfit::Memory) if has_disk => count(u64::MAX, watch),
            counted => counted,
        };
        let (raw, up_to_symmetry, outcome) = match self.by_layers_or_cuts(options, &mut watch, on_disk)? {
            Ok(All::Few(few)) => return Ok(Ok(few.count(self, &mut watch))),
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
    pub(super) fn count_after_layers(
        self,
        options: &SolveOptions<'_>,
        spent: InVain,
    ) -> Result<TilingCount, SolverError> {
        let mut left = strategies::left(options, spent.nodes, Duration::ZERO);
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
    pub(super) fn is_for_layers(&self, options: &SolveOptions<'_>) -> bool {
        self.argument.is_none()
            && choice::steps_of_layers(&self.model) == u64::MAX
            && self.layers_allowed(options).is_ok()
            && layered::fits(&self.model, &self.symmetries)
    }

    /// Makes layers within a number of steps. If cuts may find all tilings, layers have few steps at first,
    /// and more only if cuts find too many.
    fn by_layers_or_cuts<T>(
        &self,
        options: &SolveOptions<'_>,
        watch: &mut Watch<'_>,
        mut make: impl FnMut(u64, &mut Watch<'_>) -> Result<T, Unfit>,
    ) -> Result<Result<All<T>, Unfit>, SolverError> {
        let has_cuts = cut_line::may_find_all(self.puzzle, options);
        let mut made = make(if has_cuts { STEPS_BEFORE_CUTS } else { u64::MAX }, watch);
        if has_cuts && matches!(made, Err(Unfit::Effort)) {
            made = match Few::by_cuts(self, options, watch)? {
                Found::All(few) => return Ok(Ok(All::Few(few))),
                Found::Stopped(reason) => Err(Unfit::Stopped(reason)),
                Found::TooMany => make(u64::MAX, watch),
            };
        }
        Ok(made.map(All::Layers))
    }

    /// Returns the resources that layers may use for this puzzle, if they may be used at all.
    fn layers_allowed(&self, options: &SolveOptions<'_>) -> Result<Allowance, Unfit> {
        let is_meant = matches!(options.engine, Engine::Auto | Engine::Frontier);
        if !is_meant || self.decoration.is_some() || self.model.empty() == Empty::Optional {
            return Err(Unfit::Rules);
        }
        Ok(Allowance::new(options.memory_limit, choice::steps_of_layers(&self.model), options.team()))
    }

    fn drawn_from_few(
        &self,
        few: Few,
        wanted: u64,
        options: &SolveOptions<'_>,
        watch: &mut Watch<'_>,
        visit: impl FnMut(Tiling) -> ControlFlow<()>,
    ) -> Result<Sample, SolverError> {
        let report = few.report(self, Outcome::Complete, watch);
        let total = Total::from(few.len() as u64);
        let draws = Draws::Few(few, Random::new(options.seed.unwrap_or(0)));
        let sample = self.drawn(draws, total, wanted, watch, visit)?;
        Ok(Sample { report: Report { engine: report.engine, ..sample.report }, ..sample })
    }

    fn drawn(
        &self,
        mut draws: Draws,
        total: Total,
        wanted: u64,
        watch: &mut Watch<'_>,
        mut visit: impl FnMut(Tiling) -> ControlFlow<()>,
    ) -> Result<Sample, SolverError> {
        let nothing = total == 0;
        let mut outcome = if nothing { Outcome::Complete } else { Outcome::Stopped(StopReason::Visitor) };
        for _ in 0..if nothing { 0 } else { wanted } {
            if let Some(reason) = watch.look(|| f64::NAN) {
                outcome = Outcome::Stopped(reason);
                break;
            }
            let drawn = draws.next(&self.symmetries);
            watch.tilings += 1;
            if visit(self.tiling(&drawn)?).is_break() {
                break;
            }
        }
        let report = self.layer_report(outcome, watch);
        Ok(Sample { uniform: true, total: Some(total), report })
    }

    fn layer_report(&self, outcome: Outcome, watch: &Watch<'_>) -> Report {
        Report { engine: Engine::Frontier, ..self.report(outcome, watch) }
    }
}

fn refused(unfit: Unfit) -> SolverError {
    let reason = match unfit {
        Unfit::Window => "the region is too wide for its layers",
        Unfit::Counters => "there are too many kinds of pieces to follow in layers",
        Unfit::Memory | Unfit::Kept(_) => "its layers take more memory than allowed",
        Unfit::Rules => "its layers know no equal pieces apart and no balance",
        Unfit::Effort | Unfit::Stopped(_) => "its layers take too long",
    };
    SolverError::NotForEngine { engine: Engine::Frontier, reason }
}

/// Returns a uniformly random number below `end`, by rejection.
fn number_below(end: &BigUint, random: &mut Random) -> BigUint {
    let bits = end.bits();
    loop {
        let mut number = BigUint::default();
        for _ in 0..bits.div_ceil(64) {
            number = (number << 64u32) + random.bits();
        }
        number >>= bits.div_ceil(64) * 64 - bits;
        if number < *end {
            return number;
        }
    }
}

#[cfg(test)]
mod tests;

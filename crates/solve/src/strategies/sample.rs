//! Draws random tilings: uniformly by layers, from all tilings or by coupling, or found in random order.

use std::ops::ControlFlow;
use std::sync::Arc;

use num_bigint::BigUint;
use piecework_tiling::puzzle::{Puzzle, SharedPuzzle};
use piecework_tiling::random::Random;
use piecework_tiling::tiling::Tiling;
use web_time::Instant;

use crate::engines::coupling::Coupling;
use crate::engines::layers::{AllTilings, Unfit};
use crate::engines::{Compiled, Report};
use crate::ground::alarm::Alarm;
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Engine, Outcome, SolveOptions, SolverError, StopReason, Total};
use crate::model::symmetries::Symmetries;
use crate::runs::all_found::{AllFound, Found};
use crate::runs::counts::All;
use crate::strategies::{self, STRATEGIES};

/// Steps of layers, which also tell the number of tilings, before tilings are drawn by coupling; chosen by trial.
const STEPS_BEFORE_COUPLING: u64 = 1 << 20;

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
/// If all tilings can be counted by layers, every draw is uniform. So it is on boards of any size for pieces of two
/// cells, such as dominoes and lozenges: on a board without holes where every pair of neighbouring cells may be a
/// piece. Otherwise the tilings are found by searches in random order, and [`Sample::uniform`] is `false`.
///
/// # Errors
/// As [`crate::solve`]; also [`SolverError::NotForEngine`] if the frontier engine is asked for by name and
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
    puzzle: &impl SharedPuzzle,
    wanted: u64,
    options: &SolveOptions<'_>,
    visit: impl FnMut(Tiling) -> ControlFlow<()>,
) -> Result<Sample, SolverError> {
    let puzzle = &puzzle.shared();
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
    let mut coupling = Coupling::of(&compiled).filter(|_| options.engine == Engine::Auto);
    let most = if coupling.is_some() { STEPS_BEFORE_COUPLING } else { u64::MAX };
    let ranked = |steps: u64, watch: &mut Watch<'_>| {
        let allowance = compiled.layers_allowed(options)?.at_most(steps.min(most));
        AllTilings::new(&compiled.model, &compiled.symmetries, &allowance, watch)
    };
    match compiled.by_layers_or_cuts(options, &mut watch, ranked)? {
        Ok(All::Layers(tilings)) => {
            let (random, all) = (Random::new(options.seed.unwrap_or(0)), tilings.count().clone());
            let draw = Draws::Ranked(tilings, random);
            compiled.drawn(draw, Some(Total::new(all)), wanted, &mut watch, visit)
        }
        Ok(All::AllFound(few)) => compiled.drawn_from_few(few, wanted, options, &mut watch, visit),
        Err(Unfit::Stopped(reason)) => {
            let report = compiled.layer_report(Outcome::Stopped(reason), &watch);
            Ok(Sample { uniform: true, total: None, report })
        }
        Err(unfit) if options.engine == Engine::Frontier => Err(refused(unfit)),
        Err(_) => {
            if let Some(coupling) = coupling.take() {
                let draws = Draws::Coupled(coupling, Random::new(options.seed.unwrap_or(0)));
                return compiled.drawn(draws, None, wanted, &mut watch, visit);
            }
            let compiled = compiled.with_halves(options);
            match AllFound::by_search(&compiled, options, &mut watch)? {
                Found::All(few) => compiled.drawn_from_few(few, wanted, options, &mut watch, visit),
                Found::Stopped(reason) => {
                    let report = compiled.report(Outcome::Stopped(reason), &watch);
                    Ok(Sample { uniform: true, total: None, report })
                }
                Found::TooMany => {
                    let left = options.after(0, watch.elapsed());
                    found_at_random(puzzle, wanted, &left, visit)
                }
            }
        }
    }
}

/// Where random tilings are drawn from.
enum Draws {
    Ranked(AllTilings, Random),
    AllFound(AllFound, Random),
    Coupled(Coupling, Random),
}

impl Draws {
    /// Returns a random tiling; there is at least one.
    ///
    /// # Errors
    /// [`Halt`] where the search must stop.
    fn next(&mut self, symmetries: &Symmetries, watch: &mut Watch<'_>) -> Result<Vec<u32>, Halt> {
        match self {
            Draws::Ranked(all, random) => {
                let (found, image) = all.get(&number_below(all.count(), random));
                Ok(symmetries.expanded(&found).swap_remove(image as usize))
            }
            Draws::AllFound(few, random) => Ok(few.drawn(random).to_vec()),
            Draws::Coupled(coupling, random) => coupling.drawn(random, watch),
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
    fn drawn_from_few(
        &self,
        few: AllFound,
        wanted: u64,
        options: &SolveOptions<'_>,
        watch: &mut Watch<'_>,
        visit: impl FnMut(Tiling) -> ControlFlow<()>,
    ) -> Result<Sample, SolverError> {
        let report = few.report(self, Outcome::Complete, watch);
        let total = Total::from(few.len() as u64);
        let draws = Draws::AllFound(few, Random::new(options.seed.unwrap_or(0)));
        let sample = self.drawn(draws, Some(total), wanted, watch, visit)?;
        Ok(Sample { report: Report { engine: report.engine, ..sample.report }, ..sample })
    }

    fn drawn(
        &self,
        mut draws: Draws,
        total: Option<Total>,
        wanted: u64,
        watch: &mut Watch<'_>,
        mut visit: impl FnMut(Tiling) -> ControlFlow<()>,
    ) -> Result<Sample, SolverError> {
        let nothing = total.as_ref().is_some_and(|total| *total == 0);
        let mut outcome = if nothing { Outcome::Complete } else { Outcome::Stopped(StopReason::Visitor) };
        for _ in 0..if nothing { 0 } else { wanted } {
            if let Some(reason) = watch.look(|| f64::NAN) {
                outcome = Outcome::Stopped(reason);
                break;
            }
            let drawn = match draws.next(&self.symmetries, watch) {
                Ok(drawn) => drawn,
                Err(Halt::Stop(reason)) => {
                    outcome = Outcome::Stopped(reason);
                    break;
                }
                Err(Halt::Pause) => unreachable!("drawing is not divided into turns"),
            };
            watch.tilings += 1;
            if visit(self.tiling(&drawn)?).is_break() {
                break;
            }
        }
        let is_counted = total.is_some();
        let report = if is_counted { self.layer_report(outcome, watch) } else { self.report(outcome, watch) };
        Ok(Sample { uniform: true, total, report })
    }
}

fn refused(unfit: Unfit) -> SolverError {
    let reason = match unfit {
        Unfit::Window => "the region is too wide for its layers",
        Unfit::Counters => "there are too many kinds of pieces to follow in layers",
        Unfit::Memory | Unfit::Kept(_) => "its layers take more memory than allowed",
        Unfit::Rules => "its layers know no pieces apart, no balance and no colors of sides",
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

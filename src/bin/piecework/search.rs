//! Runs a search with the limits, the stop flag and the progress line of the program.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use piecework::solver::Report as SearchReport;
use piecework::{Engine, Impossibility, Limit, Limits, Outcome, Puzzle, SolveOptions, StopReason, Tiling};
use serde_json::Value;

use crate::args::SearchArgs;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressLine;
use crate::report::Report;
use crate::signals;

/// Which of several tilings that are images of one another are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Images {
    /// All of them.
    All,
    /// One.
    One,
}

/// Runs `search` with the options meant by `args`.
pub(crate) fn with_options<T>(
    args: &SearchArgs,
    limits: &Limits,
    report: Report,
    search: impl FnOnce(&SolveOptions<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let engine: Engine = args.engine.parse()?;
    let defaults = SolveOptions::default();
    let (line, stop) = (ProgressLine::new(report), signals::stop_flag());
    let show = |progress: &piecework::Progress| line.show(progress);
    search(&SolveOptions {
        engine,
        time_limit: args.time_limit,
        node_limit: args.nodes,
        memory_limit: args.memory.unwrap_or(defaults.memory_limit),
        threads: threads(args),
        placement_limit: limits.get(Limit::Placements),
        seed: args.seed,
        no_gaps: args.no_gaps,
        stop: Some(&stop),
        progress: Some(&show),
        ..defaults
    })
}

/// As many as asked for, else as many as the machine has.
fn threads(args: &SearchArgs) -> usize {
    let own = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    args.threads.map_or_else(own, usize::from)
}

/// Finds tilings and hands each to `take`, until `wanted` are found, the search ends, or a limit stops it.
pub(crate) fn find(
    puzzle: &Arc<Puzzle>,
    images: Images,
    wanted: Option<u64>,
    options: &SolveOptions<'_>,
    mut take: impl FnMut(Tiling) -> Result<(), Failure>,
) -> Result<SearchReport, Failure> {
    if wanted == Some(1) {
        // One tiling stands for all its images, and is found by a search of its own.
        let (tiling, result) = piecework::first(puzzle, options)?;
        tiling.map_or(Ok(()), take)?;
        return Ok(result);
    }
    let mut found = 0u64;
    visit(puzzle, images, options, |tiling| {
        found += 1;
        take(tiling)?;
        Ok(if wanted == Some(found) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })
}

/// Finds tilings and hands each to `take`, until it wants no more, the search ends, or a limit stops it.
pub(crate) fn visit(
    puzzle: &Arc<Puzzle>,
    images: Images,
    options: &SolveOptions<'_>,
    mut take: impl FnMut(Tiling) -> Result<ControlFlow<()>, Failure>,
) -> Result<SearchReport, Failure> {
    let mut failed = None;
    let visit = |tiling: Tiling| {
        take(tiling).unwrap_or_else(|failure| {
            failed = Some(failure);
            ControlFlow::Break(())
        })
    };
    let result = match images {
        Images::All => piecework::solve(puzzle, options, visit)?,
        Images::One => piecework::solve_up_to_symmetry(puzzle, options, visit)?,
    };
    failed.map_or(Ok(result), Err)
}

/// The first tiling of a puzzle, or how the search for it ended.
pub(crate) fn first(
    puzzle: &Arc<Puzzle>,
    args: &SearchArgs,
    limits: &Limits,
    report: Report,
) -> Result<Result<Tiling, Exit>, Failure> {
    let mut tiling = None;
    let result = with_options(args, limits, report, |options| {
        let (found, result) = piecework::first(puzzle, options)?;
        tiling = found;
        Ok(result)
    })?;
    report.note(&summary(&result, u64::from(tiling.is_some())));
    Ok(tiling.ok_or_else(|| end(&result, 0)))
}

/// How the program ends after a search that found `found` tilings.
pub(crate) fn end(report: &SearchReport, found: u64) -> Exit {
    match report.outcome {
        Outcome::Stopped(StopReason::Visitor) => Exit::Done,
        Outcome::Stopped(_) => Exit::Stopped,
        Outcome::Complete if found == 0 => Exit::No,
        Outcome::Complete => Exit::Done,
    }
}

/// What a search found, in a sentence.
pub(crate) fn summary(report: &SearchReport, found: u64) -> String {
    let tilings = if found == 1 { "tiling" } else { "tilings" };
    let how = how(report);
    if let Some(argument) = &report.argument {
        let picture = picture(report).iter().map(|row| format!("\n  {row}")).collect::<String>();
        return format!("no tiling exists: {argument}{picture}");
    }
    match report.outcome {
        Outcome::Complete if found == 0 => format!("no tiling exists: everything was searched ({how})"),
        Outcome::Complete => format!("{found} {tilings}, and there are no more ({how})"),
        Outcome::Stopped(StopReason::Visitor) => format!("{found} {tilings} ({how})"),
        Outcome::Stopped(reason) => {
            format!("stopped by the {} with {found} {tilings}; there may be more ({how})", reason.name())
        }
    }
}

/// By what, in how many steps and in what time.
pub(crate) fn how(report: &SearchReport) -> String {
    format!("engine {}, {} steps, {}", report.engine, report.nodes, seconds(report.elapsed))
}

/// The picture that belongs to the argument in words; without rows if there is none.
fn picture(report: &SearchReport) -> Vec<String> {
    report.argument.as_ref().and_then(Impossibility::picture).unwrap_or_default()
}

/// Adds to a result in JSON why there is no tiling, where that is known.
pub(crate) fn add_argument(value: &mut Value, report: &SearchReport) {
    if let Some(argument) = &report.argument {
        value["argument"] = argument.to_string().into();
        let picture = picture(report);
        if !picture.is_empty() {
            value["picture"] = picture.into();
        }
    }
}

fn seconds(elapsed: Duration) -> String {
    format!("{:.2} s", elapsed.as_secs_f64())
}

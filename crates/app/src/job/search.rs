//! Finds tilings for a job, and says in words how the search went.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::JobEnd;
use super::session::Session;
use piecework_solve::{
    self as solver, Impossibility, Outcome, Progress, Report, SolveOptions, SolverError, StopReason,
    TilingSymmetry, solve_up_to_symmetry,
};
use piecework_tiling::error::Error;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::tiling::Tiling;

/// Which of several tilings that are images of one another are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Images {
    /// All of them.
    All,
    /// One.
    One,
}

/// Finds tilings, with a symmetry if one is given, and hands each to `take`, until `wanted` are found, it wants no more,
/// the search ends, or a limit stops it.
pub(super) fn find(
    puzzle: &Arc<Puzzle>,
    (symmetry, images): (Option<TilingSymmetry>, Images),
    wanted: Option<u64>,
    options: &SolveOptions<'_>,
    mut take: impl FnMut(Tiling) -> Result<ControlFlow<()>, Error>,
) -> Result<Report, Error> {
    if wanted == Some(1) {
        // One tiling stands for all its images, and is found by a search of its own.
        let (tiling, report) = match symmetry {
            Some(symmetry) => solver::first_symmetric(puzzle, symmetry, options)?,
            None => solver::first(puzzle, options)?,
        };
        if let Some(tiling) = tiling {
            let _ = take(tiling)?;
        }
        return Ok(report);
    }
    let mut found = 0u64;
    let enough = |tiling| {
        found += 1;
        let flow = take(tiling)?;
        Ok(if wanted == Some(found) { ControlFlow::Break(()) } else { flow })
    };
    until_fault(enough, |visit| match (symmetry, images) {
        (Some(symmetry), _) => {
            solver::solve_symmetric(puzzle, symmetry, images == Images::One, options, visit)
        }
        (None, Images::All) => solver::solve(puzzle, options, visit),
        (None, Images::One) => solve_up_to_symmetry(puzzle, options, visit),
    })
}

/// Runs a search whose visitor may fail: that ends the search, and is its error.
pub(super) fn until_fault<T>(
    mut take: impl FnMut(Tiling) -> Result<ControlFlow<()>, Error>,
    search: impl FnOnce(&mut dyn FnMut(Tiling) -> ControlFlow<()>) -> Result<T, SolverError>,
) -> Result<T, Error> {
    let mut fault = None;
    let found = search(&mut |tiling| {
        take(tiling).unwrap_or_else(|error| {
            fault = Some(error);
            ControlFlow::Break(())
        })
    })?;
    fault.map_or(Ok(found), Err)
}

/// The first tiling of a puzzle, or how the search for it ended.
pub(super) fn first(session: &Session<'_>, puzzle: &Arc<Puzzle>) -> Result<Result<Tiling, JobEnd>, Error> {
    let (tiling, report) = session.search(|options| Ok(solver::first(puzzle, options)?))?;
    session.searched(summary(&report, u64::from(tiling.is_some())));
    Ok(tiling.ok_or_else(|| end(&report, 0)))
}

/// How a job ends after a search that found `found` tilings.
pub(super) fn end(report: &Report, found: u64) -> JobEnd {
    match report.outcome {
        Outcome::Stopped(StopReason::Visitor) => JobEnd::Done,
        Outcome::Stopped(_) => JobEnd::Stopped,
        Outcome::Complete if found == 0 => JobEnd::No,
        Outcome::Complete => JobEnd::Done,
    }
}

/// What a search found, in a sentence.
pub(super) fn summary(report: &Report, found: u64) -> String {
    summary_of(report, &found.to_string())
}

/// The same for a number of any size.
pub(super) fn summary_of(report: &Report, found: &str) -> String {
    let tilings = if found == "1" { "tiling" } else { "tilings" };
    let how = how(report);
    if let Some(argument) = &report.argument {
        return format!("no tiling exists: {}", argued(argument));
    }
    match report.outcome {
        Outcome::Complete if found == "0" => format!("no tiling exists: everything was searched ({how})"),
        Outcome::Complete => format!("{found} {tilings}, and there are no more ({how})"),
        Outcome::Stopped(StopReason::Visitor) => format!("{found} {tilings} ({how})"),
        Outcome::Stopped(reason) => {
            format!("stopped by the {} after {found} {tilings}; there may be more ({how})", reason.name())
        }
    }
}

/// An argument in words, with its picture.
pub(super) fn argued(argument: &Impossibility) -> String {
    let picture = argument.picture().unwrap_or_default();
    let picture: String = picture.iter().map(|row| format!("\n  {row}")).collect();
    format!("{argument}{picture}")
}

/// Which engine, how many steps and what time.
pub(super) fn how(report: &Report) -> String {
    let seconds = report.elapsed.as_secs_f64();
    format!("engine {}, {} steps, {seconds:.2} s", report.engine, report.nodes)
}

/// How far a count was that was stopped, and what all of it takes, as far as that can be told and is worth it.
pub(super) fn how_far(progress: &Progress) -> Option<String> {
    let (share, left) = (progress.share_done?, progress.time_left?);
    let bytes =
        progress.bytes_expected.map(|bytes| format!(" and {} MB of memory", bytes.div_ceil(1_000_000)));
    let whole = progress.elapsed.saturating_add(left);
    let bytes = bytes.unwrap_or_default();
    let (percent, time) = (share * 100.0, in_greatest_unit(whole));
    (whole >= Duration::from_secs(1))
        .then(|| format!("rough estimate: {percent:.0} % were counted; all of it takes {time}{bytes}"))
}

/// A time in its greatest unit.
pub fn in_greatest_unit(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..100 => format!("{seconds} s"),
        100..6_000 => format!("{} min", seconds / 60),
        6_000..172_800 => format!("{} h", seconds / 3600),
        172_800..315_360_000 => format!("{} days", seconds / 86_400),
        _ => "years".to_owned(),
    }
}

/// Adds to a result in JSON why there is no tiling, where that is known.
pub(super) fn add_argument(value: &mut Value, report: &Report) {
    if let Some(argument) = &report.argument {
        value["argument"] = argument.to_string().into();
        let picture = argument.picture().unwrap_or_default();
        if !picture.is_empty() {
            value["picture"] = picture.into();
        }
    }
}

//! Runs the race: one search after another, so that they do not compete for time.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;

use web_time::Instant;

use super::{Comparison, Lane, Moment, Race, Run, RunEnd};
use piecework_solve::{
    Engine, Outcome, Progress, SolveOptions, SolverError, best_effort, first, solve_up_to_symmetry,
};
use piecework_tiling::puzzle::Puzzle;

/// The most moments of a search; above, every second one is dropped. Chosen by eye: a chart shows no more.
const MOMENTS: usize = 128;

/// The next search, for progress messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lap {
    /// The engine.
    pub engine: Engine,
    /// The seed of a search for one tiling; `None` for a search for all tilings.
    pub seed: Option<u64>,
}

/// Races the engines; calls `lap` before every search.
///
/// # Errors
/// [`SolverError`] for a bug in this program. Refusals of an engine are in its lane.
pub fn compare(
    puzzle: &Arc<Puzzle>,
    race: &Race<'_>,
    mut lap: impl FnMut(Lap),
) -> Result<Comparison, SolverError> {
    let mut lanes = Vec::with_capacity(race.engines.len());
    for &engine in &race.engines {
        lanes.push(lane(puzzle, engine, race, &mut lap)?);
    }
    Ok(Comparison { puzzle: puzzle.name().to_owned(), cells: puzzle.region().area(), lanes })
}

fn lane(
    puzzle: &Arc<Puzzle>,
    engine: Engine,
    race: &Race<'_>,
    lap: &mut impl FnMut(Lap),
) -> Result<Lane, SolverError> {
    let mut lane = Lane { engine, firsts: Vec::new(), first_refused: None, all: None, all_refused: None };
    let options = SolveOptions { engine, seed: None, threads: 1, progress: None, ..race.options.clone() };
    for &seed in &race.seeds {
        lap(Lap { engine, seed: Some(seed) });
        match refusal(one(puzzle, &SolveOptions { seed: Some(seed), ..options.clone() }))? {
            Ok(run) => lane.firsts.push(run),
            Err(reason) => {
                lane.first_refused = Some(reason);
                break;
            }
        }
    }
    lap(Lap { engine, seed: None });
    match refusal(all(puzzle, &options))? {
        Ok(run) => lane.all = Some(run),
        Err(reason) => lane.all_refused = Some(reason),
    }
    Ok(lane)
}

/// Converts a refusal to words; bugs stay errors.
fn refusal(run: Result<Run, SolverError>) -> Result<Result<Run, String>, SolverError> {
    match run {
        Ok(run) => Ok(Ok(run)),
        Err(error @ SolverError::Internal { .. }) => Err(error),
        Err(error) => Ok(Err(error.to_string())),
    }
}

/// Searches for one tiling; records the best packings of random engines.
fn one(puzzle: &Arc<Puzzle>, options: &SolveOptions<'_>) -> Result<Run, SolverError> {
    if matches!(options.engine, Engine::Genetic | Engine::Random) {
        return packing(puzzle, options);
    }
    let began = Instant::now();
    let (tiling, report) = first(puzzle, options)?;
    let seconds = began.elapsed().as_secs_f64();
    let tilings = u64::from(tiling.is_some());
    let end = if tiling.is_some() { RunEnd::Found } else { report.outcome.into() };
    let course = vec![Moment { seconds, nodes: Some(report.nodes), value: tilings }];
    Ok(Run { seed: options.seed, tilings, covered: None, nodes: report.nodes, seconds, end, course })
}

fn packing(puzzle: &Arc<Puzzle>, options: &SolveOptions<'_>) -> Result<Run, SolverError> {
    let course = RefCell::new(Vec::new());
    let note = |progress: &Progress| {
        let (Some(covered), mut course) = (progress.covered, course.borrow_mut()) else { return };
        let value = covered as u64;
        if course.last().is_none_or(|last: &Moment| last.value < value) {
            let seconds = progress.elapsed.as_secs_f64();
            course.push(Moment { seconds, nodes: Some(progress.nodes), value });
        }
    };
    let began = Instant::now();
    let (packing, report) = best_effort(puzzle, &SolveOptions { progress: Some(&note), ..options.clone() })?;
    let found = packing.tiling().is_some();
    Ok(Run {
        seed: options.seed,
        tilings: u64::from(found),
        covered: Some(packing.covered()),
        nodes: report.nodes,
        seconds: began.elapsed().as_secs_f64(),
        end: if found { RunEnd::Found } else { report.outcome.into() },
        course: course.into_inner(),
    })
}

/// Searches for every tiling up to symmetry.
fn all(puzzle: &Arc<Puzzle>, options: &SolveOptions<'_>) -> Result<Run, SolverError> {
    let (began, mut course) = (Instant::now(), Course::default());
    let report = solve_up_to_symmetry(puzzle, options, |_| {
        course.found(began.elapsed().as_secs_f64());
        ControlFlow::Continue(())
    })?;
    let seconds = began.elapsed().as_secs_f64();
    let mut moments = course.moments;
    moments.push(Moment { seconds, nodes: Some(report.nodes), value: course.tilings });
    let end = match report.outcome {
        Outcome::Complete => RunEnd::Complete,
        stopped @ Outcome::Stopped(_) => stopped.into(),
    };
    let (tilings, nodes) = (course.tilings, report.nodes);
    Ok(Run { seed: None, tilings, covered: None, nodes, seconds, end, course: moments })
}

/// The times when tilings were found: every `step`-th, with a growing step.
#[derive(Debug)]
struct Course {
    tilings: u64,
    step: u64,
    moments: Vec<Moment>,
}

impl Default for Course {
    fn default() -> Self {
        Self { tilings: 0, step: 1, moments: Vec::new() }
    }
}

impl Course {
    fn found(&mut self, seconds: f64) {
        self.tilings += 1;
        if self.tilings == 1 || self.tilings.is_multiple_of(self.step) {
            self.moments.push(Moment { seconds, nodes: None, value: self.tilings });
        }
        if self.moments.len() >= MOMENTS {
            self.step *= 2;
            let step = self.step;
            self.moments.retain(|moment| moment.value == 1 || moment.value.is_multiple_of(step));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::template;

    #[test]
    fn every_engine_has_a_lane_and_its_refusals() {
        let mut laps = 0;
        let race = Race { seeds: vec![1, 2], ..Race::default() };
        let comparison = compare(&template("six-pentominoes-5x6"), &race, |_| laps += 1).expect("a race");
        assert_eq!(comparison.lanes.len(), Engine::ALL.len() - 1);
        assert_eq!(comparison.cells, 30);
        for lane in &comparison.lanes {
            let engine = lane.engine;
            assert_eq!(lane.firsts.is_empty(), lane.first_refused.is_some(), "{engine}");
            assert_eq!(lane.all.is_none(), lane.all_refused.is_some(), "{engine}");
            assert_eq!(lane.all.is_some(), engine.is_exhaustive(), "{engine}");
            if let Some(all) = &lane.all {
                assert_eq!((all.tilings, all.end), (6, RunEnd::Complete), "{engine}");
                assert_eq!(all.course.last().map(|moment| moment.value), Some(6));
            }
            assert!(lane.firsts.iter().all(|run| run.end == RunEnd::Found && run.tilings == 1), "{engine}");
        }
        let refused = comparison.lanes.iter().filter(|lane| lane.first_refused.is_some()).count();
        assert_eq!(
            laps,
            3 * comparison.lanes.len() - refused,
            "one lap less where the first seed was refused"
        );
    }

    #[test]
    fn packings_become_fuller_and_follow_from_the_seed() {
        let options = SolveOptions { node_limit: Some(3_000), ..SolveOptions::default() };
        let race = Race { engines: vec![Engine::Genetic, Engine::Random], seeds: vec![1, 2, 3], options };
        let run = || compare(&template("thirteen-pieces-8x8"), &race, |_| {}).expect("a race");
        let (one, other) = (run(), run());
        let courses = |comparison: &Comparison| -> Vec<Vec<(Option<u64>, u64)>> {
            let runs = comparison.lanes.iter().flat_map(|lane| &lane.firsts);
            runs.map(|run| run.course.iter().map(|moment| (moment.nodes, moment.value)).collect()).collect()
        };
        assert_eq!(courses(&one), courses(&other));
        for run in one.lanes.iter().flat_map(|lane| &lane.firsts) {
            assert!(run.course.is_sorted_by(|a, b| a.value < b.value && a.seconds <= b.seconds));
            assert_eq!(run.course.last().map(|last| last.value), run.covered.map(|cells| cells as u64));
        }
    }

    #[test]
    fn a_course_is_thinned_and_keeps_the_first() {
        let mut course = Course::default();
        (0..100_000).for_each(|index| course.found(f64::from(index)));
        assert!(course.moments.len() < MOMENTS && course.moments.len() > MOMENTS / 4);
        assert_eq!((course.moments[0].value, course.tilings), (1, 100_000));
        assert!(course.moments.is_sorted_by(|a, b| a.value < b.value));
    }
}

//! Races engines on one puzzle, each alone on one thread with the same limits.
//!
//! A [`Comparison`] has the results, times and progress of each engine, as a table ([`Comparison::table`])
//! and a chart ([`Comparison::chart`]). Results and node counts depend only on puzzle, engine and seed; seconds
//! depend on the machine. A search that an engine refuses is a line with the reason.
//!
//! Three things are measured. *First*: the time to one tiling, for each seed, because one run of a random
//! search proves nothing. *All*: the time to every tiling, up to symmetry. *Best*: the fullest packing over
//! time, for random engines.
//!
//! ```
//! use std::sync::Arc;
//! use piecework_app::comparison::{Race, compare};
//! use piecework_solve::Engine;
//! use piecework_tiling::limits::Limits;
//! use piecework_tiling::puzzle::read_puzzle;
//! use piecework_tiling::source::Source;
//! use piecework_tiling::templates::puzzle_template;
//! let text = puzzle_template("six-pentominoes-5x6").expect("a template").text;
//! let puzzle = Arc::new(read_puzzle(&Source::new("six", text), &Limits::default())?);
//! let race = Race { engines: vec![Engine::Cover, Engine::Genetic], seeds: vec![1, 2], ..Race::default() };
//! let comparison = compare(&puzzle, &race, |_| {})?;
//! let cover = &comparison.lanes[0];
//! assert_eq!(cover.all.as_ref().map(|all| all.tilings), Some(6));
//! assert!(comparison.lanes[1].all_refused.is_some(), "genetics prove nothing");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chart;
mod race;
mod table;

use serde::Serialize;

use piecework_solve::{Engine, Outcome, SolveOptions, StopReason};

pub use race::{Lap, compare};

/// The engines, seeds and limits of a race.
#[derive(Debug, Clone)]
pub struct Race<'a> {
    /// The engines, in the order of the table.
    pub engines: Vec<Engine>,
    /// Seeds of the searches for a first tiling: each engine runs once with each.
    pub seeds: Vec<u64>,
    /// The limits of each search, and its stop flag; engine, seed and threads are set by the race.
    pub options: SolveOptions<'a>,
}

/// Every engine except `auto`, which is one of the others; five seeds.
impl Default for Race<'_> {
    fn default() -> Self {
        let engines = Engine::ALL.iter().copied().filter(|&engine| engine != Engine::Auto).collect();
        Self { engines, seeds: (1..=5).collect(), options: SolveOptions::default() }
    }
}

/// The results of all engines on one puzzle.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Comparison {
    /// The name of the puzzle.
    pub puzzle: String,
    /// The number of cells to cover.
    pub cells: usize,
    /// One for each engine, in the order of the race.
    pub lanes: Vec<Lane>,
}

/// The results of one engine.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Lane {
    /// The engine.
    #[serde(serialize_with = "name")]
    pub engine: Engine,
    /// A search for one tiling with each seed, unless it was refused.
    pub firsts: Vec<Run>,
    /// Why it does not search for one tiling.
    pub first_refused: Option<String>,
    /// The search for all tilings up to symmetry, unless it was refused.
    pub all: Option<Run>,
    /// Why it does not search for all tilings.
    pub all_refused: Option<String>,
}

/// One search.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Run {
    /// The random seed; `None` for a search in its own order.
    pub seed: Option<u64>,
    /// Tilings found.
    pub tilings: u64,
    /// Cells that the best packing covers, for an engine that makes packings.
    pub covered: Option<usize>,
    /// Choices made.
    pub nodes: u64,
    /// Time taken, in seconds.
    pub seconds: f64,
    /// Why the search ended.
    pub end: RunEnd,
    /// Its progress: ascending, at most about a hundred moments.
    pub course: Vec<Moment>,
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RunEnd {
    /// It found a tiling.
    Found,
    /// The search was complete.
    Complete,
    /// It reached the time limit.
    TimeLimit,
    /// It reached the node limit.
    NodeLimit,
    /// It needed more memory than allowed.
    MemoryLimit,
    /// It was stopped.
    Stopped,
}

/// The progress of a search at a time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Moment {
    /// Seconds since the search began.
    pub seconds: f64,
    /// Nodes so far; in a search for all tilings, known only at its end.
    pub nodes: Option<u64>,
    /// Tilings found, or cells covered.
    pub value: u64,
}

impl Comparison {
    /// Returns whether a user stopped a search before its limits did.
    pub fn is_interrupted(&self) -> bool {
        let runs = |lane: &Lane| lane.firsts.iter().chain(&lane.all).any(|run| run.end == RunEnd::Stopped);
        self.lanes.iter().any(runs)
    }
}

impl Run {
    /// Returns whether it found a tiling, or was complete.
    pub const fn is_decided(&self) -> bool {
        matches!(self.end, RunEnd::Found | RunEnd::Complete)
    }
}

impl From<Outcome> for RunEnd {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Complete => RunEnd::Complete,
            Outcome::Stopped(StopReason::Visitor) => RunEnd::Found,
            Outcome::Stopped(StopReason::TimeLimit) => RunEnd::TimeLimit,
            Outcome::Stopped(StopReason::NodeLimit) => RunEnd::NodeLimit,
            Outcome::Stopped(StopReason::MemoryLimit) => RunEnd::MemoryLimit,
            Outcome::Stopped(_) => RunEnd::Stopped,
        }
    }
}

fn name<S: serde::Serializer>(engine: &Engine, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(engine.name())
}

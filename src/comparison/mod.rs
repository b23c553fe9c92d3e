//! Races engines against one another on one puzzle, each alone on one thread under the same limits.
//!
//! A [`Comparison`] says what each engine found, how long it took, and how it got there moment by moment, as a table
//! ([`Comparison::table`]) and a chart (`Comparison::chart`). What is found and how many nodes it took depends only on puzzle,
//! engine and seed; only the seconds depend on the machine. What an engine cannot do is a line with its reason.
//!
//! Three questions are asked. *First*: how long to one tiling, for each seed, because one run of a random search says
//! nothing. *All*: how long to every tiling, up to symmetry. *Best*: how full a packing is at which moment, for
//! engines that search at random.
//!
//! ```
//! use std::sync::Arc;
//! use piecework::comparison::{Race, compare};
//! use piecework::{Engine, Limits, Source, puzzle_template, read_puzzle};
//! let text = puzzle_template("six-pentominoes-5x6").expect("a template").text;
//! let puzzle = Arc::new(read_puzzle(&Source::new("six", text), &Limits::default())?);
//! let race = Race { engines: vec![Engine::Cover, Engine::Genetic], seeds: vec![1, 2], ..Race::default() };
//! let comparison = compare(&puzzle, &race, |_| {})?;
//! let cover = &comparison.lanes[0];
//! assert_eq!(cover.all.as_ref().map(|all| all.tilings), Some(6));
//! assert!(comparison.lanes[1].all_refused.is_some(), "genetics prove nothing");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "chart")]
mod chart;
mod race;
#[cfg(feature = "chart")]
mod sheet_backend;
mod table;

use serde::Serialize;

use crate::solver::{Engine, Outcome, SolveOptions, StopReason};

pub use race::{Lap, compare};

/// What is raced, and how.
#[derive(Debug, Clone)]
pub struct Race<'a> {
    /// The engines, in the order of the table.
    pub engines: Vec<Engine>,
    /// Seeds of the searches for a first tiling: each engine runs once with each.
    pub seeds: Vec<u64>,
    /// The limits of every single search, and its stop flag; engine, seed and threads are the race's own.
    pub options: SolveOptions<'a>,
}

/// Every engine but `auto`, which is one of the others; five seeds.
impl Default for Race<'_> {
    fn default() -> Self {
        let engines = Engine::ALL.into_iter().filter(|&engine| engine != Engine::Auto).collect();
        Self { engines, seeds: (1..=5).collect(), options: SolveOptions::default() }
    }
}

/// How the engines did on one puzzle.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The name of the puzzle.
    pub puzzle: String,
    /// How many cells are to be covered.
    pub cells: usize,
    /// One an engine, in the order of the race.
    pub lanes: Vec<Lane>,
}

/// How one engine did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Lane {
    /// The engine.
    #[serde(serialize_with = "name")]
    pub engine: Engine,
    /// A search for one tiling with each seed, unless it was refused.
    pub firsts: Vec<Run>,
    /// Why it does not look for one tiling.
    pub first_refused: Option<String>,
    /// The search for all tilings up to symmetry, unless it was refused.
    pub all: Option<Run>,
    /// Why it does not look for all tilings.
    pub all_refused: Option<String>,
}

/// One search.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Run {
    /// What chance began with; none for a search in its own order.
    pub seed: Option<u64>,
    /// Tilings found.
    pub tilings: u64,
    /// Cells that the best packing covers, of an engine that makes packings.
    pub covered: Option<usize>,
    /// Choices made.
    pub nodes: u64,
    /// Time taken, in seconds.
    pub seconds: f64,
    /// Why it ended.
    pub end: End,
    /// How it came there: ascending, at most about a hundred moments.
    pub course: Vec<Moment>,
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum End {
    /// It found what it looked for.
    Found,
    /// Everything was searched.
    Complete,
    /// The time was over.
    TimeLimit,
    /// The nodes were used up.
    NodeLimit,
    /// It needed more memory than allowed.
    MemoryLimit,
    /// It was told to stop.
    Stopped,
}

/// Where a search stood at a time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Moment {
    /// Since the search began.
    pub seconds: f64,
    /// Choices made; in a search for all tilings not known before its end.
    pub nodes: Option<u64>,
    /// Tilings found, or cells covered.
    pub value: u64,
}

impl Run {
    /// Whether it found what it looked for, or proved that there is no more.
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        matches!(self.end, End::Found | End::Complete)
    }
}

impl From<Outcome> for End {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Complete => End::Complete,
            Outcome::Stopped(StopReason::Visitor) => End::Found,
            Outcome::Stopped(StopReason::TimeLimit) => End::TimeLimit,
            Outcome::Stopped(StopReason::NodeLimit) => End::NodeLimit,
            Outcome::Stopped(StopReason::MemoryLimit) => End::MemoryLimit,
            Outcome::Stopped(_) => End::Stopped,
        }
    }
}

fn name<S: serde::Serializer>(engine: &Engine, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(engine.name())
}

//! The options and the progress of a search.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::ground::{Engine, SolverError};
use piecework_tiling::limits::Limit;
use piecework_tiling::names::find;

impl FromStr for Engine {
    type Err = SolverError;

    fn from_str(name: &str) -> Result<Self, SolverError> {
        let known = find(name, Engine::ALL, |engine| engine.name()).copied();
        known.ok_or_else(|| SolverError::NoSuchEngine { found: name.to_owned() })
    }
}

/// The progress of a running search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// Choices made so far.
    pub nodes: u64,
    /// Tilings found so far.
    pub tilings: u128,
    /// The most pieces placed at the same time, including places left empty by choice.
    pub depth: usize,
    /// The most cells covered by a packing so far, in a search for packings. Reported whenever it grows.
    pub covered: Option<usize>,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Parts of the search that are done, including those of earlier runs.
    pub parts_done: usize,
    /// Parts into which the search is split.
    pub parts: usize,
    /// The estimated share of the search that is done, from 0 to 1, if it can be estimated.
    pub share_done: Option<f64>,
    /// The estimated time until everything is searched, if it can be estimated. Parts differ in size, so it
    /// is rough.
    pub time_left: Option<Duration>,
    /// Between which times that probably is, if random probes of the search tree tell. Engine `cover` probes
    /// it after a second.
    pub time_left_between: Option<(Duration, Duration)>,
    /// The estimated bytes that the search will take at most, if it grows with the search and can be
    /// estimated. Rough.
    pub bytes_expected: Option<u64>,
}

impl Progress {
    /// Nodes per second, on average.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(f64::MIN_POSITIVE)
    }
}

/// The options of a search: engine, limits, seed and progress.
///
/// # Examples
/// ```
/// use piecework_solve::SolveOptions;
/// use std::time::Duration;
/// let options = SolveOptions { time_limit: Some(Duration::from_secs(10)), ..SolveOptions::default() };
/// assert!(options.symmetry_breaking);
/// ```
#[derive(Clone)]
pub struct SolveOptions<'a> {
    /// The engine. Default: [`Engine::Auto`].
    pub engine: Engine,
    /// Stops after this time, checked about every thousand nodes. Default: none.
    pub time_limit: Option<Duration>,
    /// Stops after this many nodes; unlike a time limit, this is the same on every machine. Default: none.
    pub node_limit: Option<u64>,
    /// Refuses puzzles that may have more placements, before allocating memory. Default: that of
    /// [`Limit::Placements`].
    pub placement_limit: u64,
    /// Refuses puzzles whose tables may need more bytes, and stops engines whose tables grow beyond. Default:
    /// 2 GiB, chosen by trial.
    pub memory_limit: u64,
    /// Stops as for the memory limit when the whole process takes more bytes than this, where the system tells
    /// it ([`crate::resident_bytes`]). Default: none.
    pub process_limit: Option<u64>,
    /// The number of threads; 0 counts as 1. Results and their order do not depend on it. Searches with a
    /// node limit use one, so that they end at the same node; so do searches for one tiling. Default: 1.
    pub threads: usize,
    /// Tries options in an order shuffled by this seed; without one, in their own order. Default: none.
    pub seed: Option<u64>,
    /// Breaks symmetry: for one piece that occurs once, searches only one of each orbit of placements. The
    /// results are the same. Default: on.
    pub symmetry_breaking: bool,
    /// Whether mirror images of each other are one tiling where those that are the same up to symmetry are; otherwise only
    /// those that can be turned into each other are. For searches in parts [`crate::Find`] says it. Default: on.
    pub reflections: bool,
    /// Prunes states with an empty area that no pieces can fill, in the engines [`Engine::Backtrack`] and
    /// [`Engine::BruteForce`]; others prune in their own ways. The results are the same. Default: off.
    pub no_gaps: bool,
    /// Fills the places in the second-best order where counts are made by layers: the result is the same, by other states.
    /// Default: off.
    pub another_order: bool,
    /// Looks for a proof that there is no tiling before the search; the results are the same. Default: on.
    pub arguments: bool,
    /// Stops soon after this becomes true. Default: none.
    pub stop: Option<&'a AtomicBool>,
    /// Called every few thousand nodes or several times a second, on the calling thread. Default: none.
    pub progress: Option<&'a dyn Fn(&Progress)>,
}

impl SolveOptions<'_> {
    /// Returns the options for a search after another one that took this much.
    pub(crate) fn after(&self, nodes: u64, elapsed: Duration) -> Self {
        Self {
            node_limit: self.node_limit.map(|limit| limit.saturating_sub(nodes)),
            time_limit: self.time_limit.map(|limit| limit.saturating_sub(elapsed)),
            ..self.clone()
        }
    }

    /// Returns the number of threads for parts: one with a node limit, because several threads would end at
    /// different nodes.
    pub(crate) fn team(&self) -> usize {
        if self.node_limit.is_some() { 1 } else { self.threads }
    }
}

impl Default for SolveOptions<'_> {
    fn default() -> Self {
        Self {
            engine: Engine::Auto,
            time_limit: None,
            node_limit: None,
            placement_limit: Limit::Placements.default_value(),
            memory_limit: 2 << 30,
            process_limit: None,
            threads: 1,
            seed: None,
            symmetry_breaking: true,
            reflections: true,
            no_gaps: false,
            another_order: false,
            arguments: true,
            stop: None,
            progress: None,
        }
    }
}

impl fmt::Debug for SolveOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolveOptions")
            .field("engine", &self.engine)
            .field("time_limit", &self.time_limit)
            .field("node_limit", &self.node_limit)
            .field("placement_limit", &self.placement_limit)
            .field("memory_limit", &self.memory_limit)
            .field("process_limit", &self.process_limit)
            .field("threads", &self.threads)
            .field("seed", &self.seed)
            .field("symmetry_breaking", &self.symmetry_breaking)
            .field("reflections", &self.reflections)
            .field("no_gaps", &self.no_gaps)
            .field("arguments", &self.arguments)
            .field("stop", &self.stop)
            .field("progress", &self.progress.map(|_| "a callback"))
            .finish()
    }
}

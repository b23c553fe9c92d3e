//! The results of a search.

use std::time::Duration;

use super::{Engine, Impossibility, Total};

/// Whether everything was searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Yes: there are no more tilings, which is a proof.
    Complete,
    /// No: there may be more.
    Stopped(StopReason),
}

/// Why a search stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// The visitor stopped it.
    Visitor,
    /// It reached the time limit.
    TimeLimit,
    /// It reached the limit on nodes.
    NodeLimit,
    /// It needed more memory than allowed.
    MemoryLimit,
    /// It searched all areas up to the largest one allowed.
    AreaLimit,
    /// The stop flag was raised.
    Signal,
}

/// The statistics of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Whether everything was searched.
    pub outcome: Outcome,
    /// The engine that searched, or would have searched; never [`Engine::Auto`].
    pub engine: Engine,
    /// Tilings visited, or counted raw.
    pub tilings: Total,
    /// Nodes (choices). Varies from run to run only if several threads were stopped, or shared a table, as in the
    /// frontier engine.
    pub nodes: u64,
    /// The elapsed time; varies from run to run.
    pub elapsed: Duration,
    /// The proof that there is no tiling, if one was found before the search.
    pub argument: Option<Impossibility>,
}

/// How many tilings a puzzle has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TilingCount {
    /// All tilings; copies of a piece are identical. A lower bound if the count is not complete.
    pub raw: Total,
    /// Orbits of tilings under the symmetries of the puzzle. A lower bound if the count is not complete.
    pub up_to_symmetry: Total,
    /// The statistics of the search.
    pub report: Report,
}

impl Outcome {
    /// Returns whether everything was searched.
    #[must_use]
    pub const fn is_complete(self) -> bool {
        matches!(self, Outcome::Complete)
    }
}

impl StopReason {
    /// Returns its name in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            StopReason::Visitor => "enough",
            StopReason::TimeLimit => "time limit",
            StopReason::NodeLimit => "node limit",
            StopReason::MemoryLimit => "memory limit",
            StopReason::AreaLimit => "area limit",
            StopReason::Signal => "signal",
        }
    }
}

impl TilingCount {
    /// Returns whether the numbers are exact.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.report.outcome.is_complete()
    }
}

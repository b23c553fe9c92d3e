//! What a search says when it ends.

use std::time::Duration;

use super::{Engine, Impossibility, Total};
use crate::tiling::Tiling;

/// Whether everything was searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Everything: there are no more tilings, which is a proof.
    Complete,
    /// Not everything: there may be more.
    Stopped(StopReason),
}

/// Who ended a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// The visitor had enough.
    Visitor,
    /// The time was over.
    TimeLimit,
    /// The nodes were used up.
    NodeLimit,
    /// More memory was needed than allowed.
    MemoryLimit,
    /// All areas up to the greatest one allowed were searched.
    AreaLimit,
    /// The stop flag was raised.
    Signal,
}

/// How a search went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Whether everything was searched.
    pub outcome: Outcome,
    /// The engine that searched, or would have searched; never [`Engine::Auto`].
    pub engine: Engine,
    /// Tilings visited, or counted raw, as far as the number goes.
    pub tilings: u128,
    /// Choices made. Differs from run to run only if several threads were stopped, or shared what they learnt, as those of
    /// the frontier engine do.
    pub nodes: u64,
    /// Time taken; differs from run to run.
    pub elapsed: Duration,
    /// Why there is no tiling, where that was found before any search.
    pub argument: Option<Impossibility>,
}

/// How many tilings a puzzle has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TilingCount {
    /// All tilings; copies of a piece are not told apart. At least so many if the count is not complete.
    pub raw: Total,
    /// Tilings that no symmetry of the puzzle turns into one another. At least so many if the count is not complete.
    pub up_to_symmetry: Total,
    /// How the search went.
    pub report: Report,
}

/// The best tiling that a search held when it ended; see [`super::decorate`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decorated {
    /// The tiling: of the puzzle if nothing is broken, else of [`Puzzle::undecorated`](crate::Puzzle::undecorated).
    pub tiling: Tiling,
    /// How many edges have copies of one piece on both sides, and how many copies would have to be others for an even
    /// use.
    pub broken: u64,
}

impl Outcome {
    /// Whether everything was searched.
    #[must_use]
    pub const fn is_complete(self) -> bool {
        matches!(self, Outcome::Complete)
    }
}

impl StopReason {
    /// The word for it in results.
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
    /// Whether the numbers are exact.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.report.outcome.is_complete()
    }
}

//! The results of a search.

use std::time::Duration;

use crate::ground::alarm::{Alarm, Unmade};
use crate::ground::{Engine, Outcome, SolveOptions, SolverError, Total};
use crate::proofs::Impossibility;

/// The statistics of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Whether everything was searched.
    pub outcome: Outcome,
    /// The engine that searched, or would have searched; never [`Engine::Auto`].
    pub engine: Engine,
    /// Tilings visited, or counted raw.
    pub tilings: Total,
    /// Nodes (choices). Varies from run to run only if several threads were stopped, or shared a table, as in
    /// the frontier engine.
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

impl Report {
    /// Returns the report of a search that was stopped before it could begin.
    ///
    /// # Errors
    /// The fault, if that is why.
    pub(crate) fn of_unmade(
        unmade: Unmade,
        options: &SolveOptions<'_>,
        alarm: &Alarm<'_>,
    ) -> Result<Self, SolverError> {
        // Engines are chosen by the model.
        let engine = if options.engine == Engine::Auto { Engine::Cover } else { options.engine };
        Ok(Self {
            outcome: Outcome::Stopped(unmade.reason()?),
            engine,
            tilings: Total::from(0u64),
            nodes: 0,
            elapsed: alarm.elapsed(),
            argument: None,
        })
    }
}

impl TilingCount {
    /// Returns whether the numbers are exact.
    pub const fn is_complete(&self) -> bool {
        self.report.outcome.is_complete()
    }
}

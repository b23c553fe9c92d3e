//! Finds, counts and samples the tilings of a puzzle.
//!
//! Every tiling is checked by [`Tiling::new`](piecework_tiling::tiling::Tiling::new), independently of the
//! engine that found it. The same puzzle with the same options gives the same tilings in the same order. A
//! finished search ([`Outcome::Complete`], a proof) is always distinguished from an interrupted one
//! ([`Outcome::Stopped`]).
//!
//! Before a search, [`why_impossible`] tries to prove that no tiling exists. If it succeeds, nothing is
//! searched, and the report has the proof.
//!
//! A search calls a visitor, which decides when to stop: after the first tiling, the first ten, or never.
//!
//! ```
//! use std::ops::ControlFlow;
//! use piecework_solve::{SolveOptions, solve};
//! use piecework_tiling::polyform::named_set;
//! use piecework_tiling::puzzle::{Puzzle, Region};
//!
//! let set = named_set("pentominoes").expect("a known set");
//! let puzzle = Puzzle::new("3 x 20", Region::rectangle(set.lattice, 20, 3)?, set.pieces())?;
//! let mut tilings = Vec::new();
//! let report = solve(&puzzle, &SolveOptions::default(), |tiling| {
//!     tilings.push(tiling);
//!     ControlFlow::Continue(())
//! })?;
//! assert!(report.outcome.is_complete());
//! assert_eq!(tilings.len(), 8, "two, and their images");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs, clippy::print_stdout, clippy::print_stderr)]

mod engines;
mod ground;
pub mod maker;
pub mod mats;
mod model;
mod proofs;
mod runs;
mod strategies;

pub use engines::cut_line::{Band, Front, NoRectangle, OrderReport, StripReport, smallest_rectangle};
pub use engines::figures::{
    CommonFigure, CommonFigureReport, CongruentOptions, CongruentReport, Division, FigureOptions,
    congruent_groups, smallest_common_figure,
};
pub use engines::layers::remove_layers;
pub use engines::re_tiling::follow::{Followed, Tone, follow};
pub use engines::{Report, TilingCount};
pub use ground::{
    CheckpointError, CheckpointFault, Claim, Engine, Outcome, Progress, SharedPlace, SolveOptions,
    SolverError, StopReason, TilingSymmetry, Total, available_bytes, resident_bytes, takes_more_than,
};
pub use proofs::{
    Certificate, CoverForm, DeadEnd, ForcedStep, Impossibility, Overweight, Proof, Weighing, exact_cover,
    prove_impossible, why_impossible, why_impossible_patiently,
};
pub use runs::best_effort::best_effort;
pub use runs::certificate::{Second, certify};
pub use runs::counts::count;
pub use runs::openings::{OpeningCounts, count_openings};
pub use runs::search::{solve, solve_up_to_symmetry};
pub use runs::symmetric::{count_symmetric, first_symmetric, solve_symmetric};
pub use runs::{
    Find, Found, FoundPart, Kept, PartLine, PartPath, PartRequest, PartStore, PartTally, RunHeader, Shard,
    ShardFile, join_shards, solve_in_parts,
};
pub use strategies::first;
pub use strategies::sample::{Sample, sample};

#[cfg(test)]
mod tests;

#[cfg(test)]
#[path = "../../../tests/support/mod.rs"]
mod support;

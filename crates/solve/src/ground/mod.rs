//! What every engine needs: its options and limits, how it ends, and what it tells while it runs.

pub(crate) mod alarm;
pub(crate) mod checkpoint;
mod engine;
mod error;
pub(crate) mod lists;
mod options;
mod outcome;
pub(crate) mod prefix;
mod resident;
pub(crate) mod shared_place;
mod tiling_symmetry;
mod total;
pub(crate) mod tree_size;
pub(crate) mod watch;

pub use checkpoint::{CheckpointError, CheckpointFault};
pub use engine::Engine;
pub use error::SolverError;
pub use options::{Progress, SolveOptions};
pub use outcome::{Outcome, StopReason};
pub use resident::{available_bytes, resident_bytes, takes_more_than};
pub use shared_place::{Claim, SharedPlace};
pub use tiling_symmetry::TilingSymmetry;
pub use total::Total;

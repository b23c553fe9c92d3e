//! Runs a search in parts: on several threads, in several runs (checkpoints), on several machines (shards).
//!
//! Results are delivered on the calling thread, part after part. Neither results nor order depend on the
//! number of threads or their speed. The caller reads and writes the files.

mod harvest;
mod header;
mod layers;
mod ledger;
mod merge;
mod part;
mod part_path;
mod run;
mod solve;
mod threads;

pub(super) use harvest::{Give, Harvest, Images, Tally, Tilings};
pub use header::{Find, RunHeader, Shard};
pub(super) use ledger::Order;
pub use merge::{ShardFile, join_shards};
pub use part::{Found, FoundPart, PartLine, PartTally};
pub use part_path::{Kept, PartPath};
pub use run::{PartRequest, PartStore};
pub use solve::solve_in_parts;
pub(super) use threads::PartedSearch;

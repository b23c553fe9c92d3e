//! Runs a search in parts: on several threads, in several runs (checkpoints), on several machines (shards).
//!
//! Results are delivered on the calling thread, part after part. Neither results nor order depend on the
//! number of threads or their speed. The caller reads and writes the files.

pub(crate) mod all_found;
pub(crate) mod best_effort;
pub(crate) mod certificate;
pub(crate) mod counts;
mod harvest;
mod header;
mod in_parts;
mod layers;
mod ledger;
mod merge;
pub(crate) mod openings;
mod part;
mod part_path;
mod run;
pub(crate) mod search;
pub(crate) mod symmetric;
mod threads;

pub(crate) use harvest::{Give, Harvest, Images, Tally, Tilings};
pub use header::{Find, RunHeader, Shard};
pub use in_parts::solve_in_parts;
pub(crate) use ledger::Order;
pub use merge::{ShardFile, join_shards};
pub use part::{Found, FoundPart, PartLine, PartTally};
pub use part_path::{Kept, PartPath};
pub use run::{PartRequest, PartStore};
pub(crate) use threads::PartedSearch;

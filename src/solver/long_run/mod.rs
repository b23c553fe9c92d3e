//! Searches that last: made in parts, by several threads, in several runs, on several machines.
//!
//! In: an engine, the parts of a search, and what is to be made of the tilings found ([`Harvest`]). Out: what was made of
//! them, handed over on the calling thread, part after part. Always holds: what is handed over, and in which order,
//! does not depend on how many threads there are or how fast each is. It knows nothing of files.

mod error;
mod harvest;
mod header;
mod ledger;
mod merge;
mod part;
mod run;
mod threads;

pub use error::{CheckpointError, CheckpointFault};
pub(super) use harvest::{Give, Harvest, Images, Tally, Tilings};
pub use header::{Find, RunHeader, Shard};
pub(super) use ledger::Order;
pub use merge::{ShardFile, join_shards};
pub use part::{Found, FoundPart, PartTally};
pub use run::{PartStore, solve_in_parts};
pub(super) use threads::PartedSearch;

//! Searches that last: made in parts, by several threads.
//!
//! In: an engine, the parts of a search, and what is to be made of the tilings found ([`Harvest`]). Out: what was made of
//! them, handed over on the calling thread, part after part. Always holds: what is handed over, and in which order,
//! does not depend on how many threads there are or how fast each is. It knows nothing of files.

mod harvest;
mod ledger;
mod threads;

pub(super) use harvest::{Harvest, Images, Tally, Tilings};
pub(super) use ledger::Order;
pub(super) use threads::PartedSearch;

//! A quilt from what there is: fabrics shared out so that there is enough of each, and what is left of each.
//!
//! A pattern never takes more of a fabric than its stock, border, binding and backing included. A request
//! that fails is either proved impossible or reported as undecided.

mod cloth;
mod row;

pub(super) use cloth::{Cloth, Held};
pub use row::{Amount, StashPart, StashRow};
pub(super) use row::{BACKGROUND, Edges, TopFabric, rows};

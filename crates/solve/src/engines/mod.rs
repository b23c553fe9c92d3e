//! The engines, one file or folder each, named as `--engine` names them, and what they share.
//!
//! [`exhaustive`] is the interface of those that find all tilings. [`Compiled`] is a puzzle made ready for
//! them. `layers` counts by transfer matrix, and `list_search` joins it with `frontier` for long lists.

pub(crate) mod backtrack;
pub(crate) mod brute_force;
pub(crate) mod by_place;
pub(crate) mod choice;
pub(crate) mod compiled;
pub(crate) mod coupling;
pub(crate) mod cover;
pub(crate) mod cut_line;
pub(crate) mod dlx;
pub(crate) mod exhaustive;
pub(crate) mod figures;
pub(crate) mod frontier;
pub(crate) mod layers;
pub(crate) mod liberties;
pub(crate) mod list_search;
pub(crate) mod packing;
pub(crate) mod re_tiling;
mod report;

pub(crate) use compiled::{Compiled, PARTS};
pub use report::{Report, TilingCount};

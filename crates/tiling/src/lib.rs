//! Reads, enumerates and verifies tiling puzzles: lattices, polyforms, puzzles and tilings, all in integers.
//!
//! A [`lattice`] has cells; a [`polyform`] is a set of connected cells; a [`puzzle`] is a region and the
//! pieces that are to cover it; a [`tiling`] is a verified solution. The other modules are what every crate
//! of piecework reads and reports with: strict readers ([`json`], [`xml`]), mistakes with places
//! ([`defect`]), errors with codes ([`fault`]).
//!
//! ```
//! use piecework_tiling::lattice::Lattice;
//! use piecework_tiling::limits::Limits;
//! use piecework_tiling::tiling::{TilingProperties, infer_from_grid, read_letter_grids};
//!
//! let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
//! let tiling = infer_from_grid("two L trominoes", &grids[0])?;
//! assert_eq!(tiling.placements().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs, clippy::print_stdout, clippy::print_stderr)]

pub mod budget;
pub mod defect;
pub mod error;
pub mod fault;
#[doc(hidden)]
pub mod json;
pub mod lattice;
pub mod length;
pub mod limits;
#[doc(hidden)]
pub mod names;
#[doc(hidden)]
pub mod number;
pub mod polyform;
pub mod puzzle;
#[doc(hidden)]
pub mod random;
pub mod setting;
pub mod source;
pub mod stop;
pub mod templates;
#[doc(hidden)]
pub mod text;
pub mod tiling;
#[doc(hidden)]
pub mod xml;

// The fixtures of the tests name this crate as those of other crates do.
#[cfg(test)]
extern crate self as piecework_tiling;
#[cfg(test)]
#[path = "../../../tests/support/mod.rs"]
mod support;

//! Turns tilings into millimetres and draws them: outlines, colors, nesting, printed pages and file formats.
//!
//! [`geometry`] traces a tiling as a patchwork: here integers become millimetres, once. [`color`] chooses
//! fabrics, [`layout`] nests parts on sheets, `page` sets printed pages. All of them end in a [`drawing`],
//! which [`render`] writes as SVG, PDF, DXF and the formats of machines, and [`check`] reads back.
//! [`interop`] converts shapes to and from the types of other geometry crates.
//!
//! ```
//! use piecework_draw::geometry::Patchwork;
//! use piecework_tiling::lattice::Lattice;
//! use piecework_tiling::limits::Limits;
//! use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
//!
//! let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
//! let patchwork = Patchwork::trace(&infer_from_grid("two L trominoes", &grids[0])?, 20.0)?;
//! assert_eq!(patchwork.patches().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs, clippy::print_stdout, clippy::print_stderr)]

pub mod artwork;
pub mod check;
pub mod color;
pub mod drawing;
pub mod geometry;
pub mod interop;
pub mod layout;
pub mod options;
#[doc(hidden)]
pub mod page;
pub mod render;

#[cfg(test)]
#[path = "../../../tests/support/mod.rs"]
mod support;

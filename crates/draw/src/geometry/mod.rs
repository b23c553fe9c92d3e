//! Turns integers into millimetres, once: tilings become a [`Patchwork`], shapes become [`Outline`]s.
//!
//! Contact is decided on the integer corners of the lattice, so it is exact. Then
//! `mm = corner x scale x cell edge`, with corners counted from the top left of the design. All lengths are
//! mm, y grows down, and every number is finite. Later rooms do not use cells.

mod allowance;
mod apart;
mod arc;
mod board_line;
mod border;
mod corner;
mod crossing;
mod error;
mod grid;
mod label;
mod loops;
mod offset;
mod outline;
mod own_lines;
mod patchwork;
mod point;
mod rest;
mod ring;
mod seams;
#[cfg(feature = "solid")]
mod solid;
mod stencil;
mod trace;
mod visual_center;

pub use apart::{NEARER, TooNear, too_near, too_near_until};
pub use arc::{CircularArc, Stretch};
pub use board_line::{BoardLine, OwnBoard};
pub use corner::RingCorner;
pub use error::GeometryError;
pub use label::Label;
pub use offset::Join;
pub use outline::Outline;
pub use own_lines::{OwnLines, OwnLinesError};
pub use patchwork::{CellWord, Edge, Patch, Patchwork, Side, Vertex};
pub use point::{Bounds, Dimensions, Point};
pub use ring::Ring;
pub use seams::{SetInCorner, Touch};
#[cfg(feature = "solid")]
pub use solid::Solid;

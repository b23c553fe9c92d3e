//! Where integers become millimetres, once.
//!
//! In: a verified tiling or a shape, and the length of a cell edge. Out: a [`Patchwork`] (who borders on whom, along
//! which edges) and [`Outline`]s (closed rings of points). Always holds: what touches what is decided on the integer
//! corners of the lattice, so it is exact; only then `mm = corner x scale x cell edge`, with corners counted from the top
//! left of the whole. All lengths are mm, y grows down, and every number is finite. Nothing right of this room knows of
//! cells; nothing here knows what an outline is for.

mod allowance;
mod border;
mod corner;
mod crossing;
mod error;
mod label;
mod loops;
mod offset;
mod outline;
mod patchwork;
mod point;
mod ring;
mod seams;
mod stencil;
mod trace;

pub use corner::RingCorner;
pub use error::GeometryError;
pub use label::Label;
pub use offset::Join;
pub use outline::Outline;
pub use patchwork::{Edge, Patch, Patchwork, Side, Vertex};
pub use point::{Bounds, Point};
pub use ring::Ring;
pub use seams::{SetInCorner, Touch};

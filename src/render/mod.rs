//! Drawings as the bytes of a file.
//!
//! In: [`Drawing`](crate::drawing::Drawing)s in normal form. Out: SVG, PDF, DXF, PNG, HPGL, LightBurn projects, stitches. Always holds: 1 mm in the drawing
//! is 1 mm in the file; the same paths in every format; the same bytes for the same drawing, without dates or random
//! names. One file a format, and none knows of another, but that a PNG is a picture of the SVG. Refuses to decide
//! anything: what is drawn, in which colour and where, was decided before.

#[cfg(feature = "dxf")]
pub mod dxf;
mod error;
pub mod hpgl;
pub mod lightburn;
#[cfg(feature = "pdf")]
pub mod pdf;
#[cfg(feature = "png")]
pub mod png;
pub mod stitches;
pub mod svg;

pub use error::RenderError;

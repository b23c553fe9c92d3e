//! Writes [`Drawing`](crate::drawing::Drawing)s as the bytes of a file.
//!
//! A millimetre of the drawing is a millimetre of the file, and every format has the same paths. The same
//! drawing gives the same bytes: there are no dates and no random names. Each format is one module and one
//! row of [`FORMATS`]; a PNG is a picture of the SVG. Contents, colors and places are decided by earlier
//! stages.

pub mod documents;
#[cfg(feature = "dxf")]
pub mod dxf;
mod error;
mod format;
pub mod gcode;
pub mod hpgl;
pub mod lightburn;
#[cfg(feature = "pdf")]
pub mod pdf;
#[cfg(feature = "png")]
pub mod png;
pub mod png_text;
#[cfg(feature = "solid")]
mod solid;
pub mod stitches;
#[cfg(feature = "solid")]
pub mod stl;
pub mod svg;
mod svg_pictures;
#[cfg(feature = "solid")]
pub mod threemf;
mod unit;
pub mod wood;
pub mod xtool;

pub use error::RenderError;
pub use format::{
    Carries, Content, FORMATS, File, Format, FormatRef, SOLID_THICKNESS, WriteOptions, document_format,
    format, line_format, page_format, sold_formats,
};
pub use unit::Unit;

//! Sheets for a machine: every piece as an outline to cut, true to size.
//!
//! In: a tiling, the size of a cell, kerf, seam allowance, a machine. Out: a [`CutPlan`]: one [`crate::drawing::Drawing`] a sheet of
//! stock, in cutting order, and an assembly diagram with the same numbers. Nothing here knows file formats.

mod apparel;
mod embroidery;
mod error;
mod machine;
mod plan;

pub use apparel::pattern_pieces;
pub use embroidery::{Stitching, stitchings};
pub use error::CutError;
pub use machine::{
    Calibration, Dress, FileFormat, Machine, MachineError, Registration, Tool, ToolKind, Unit, machine,
    machine_names, machine_schema, piece_colours, print_page,
};
pub use plan::{CutOptions, CutPlan, CutSummary, plan};

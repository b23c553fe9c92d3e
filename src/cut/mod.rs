//! Sheets for a machine: every piece as an outline to cut, true to size.
//!
//! In: a tiling, the size of a cell, kerf, seam allowance or fit, a machine. Out: a [`CutPlan`]: one
//! [`crate::drawing::Drawing`] a sheet of stock, in cutting order, and an assembly diagram with the same numbers. Pieces
//! share their lines ([`CommonLines`]) or have outlines of their own; a whole that is too large is parted into
//! [`Panels`]. Nothing here knows file formats.

mod apparel;
mod assembly;
mod common_line;
mod division;
mod embroidery;
mod error;
mod fit;
mod free_list;
mod least_travel;
mod line_error;
mod machine;
mod panels;
mod plan;
mod separate;
mod shared;
mod tool_path;

pub use apparel::pattern_pieces;
pub use common_line::{CommonLines, Line, Measures, Order};
pub use division::{Division, DivisionKind, FabricUse, PanelUse, SheetUse};
pub use embroidery::{Embroidery, HoopingSheets, Stitching, embroidery};
pub use error::CutError;
pub use fit::{Lines, LinesCut, PieceSize, check_fit};
pub use line_error::LineError;
pub use machine::{
    Calibration, Dress, FileFormat, Machine, MachineError, Registration, Tool, ToolKind, Unit,
    fabric_colours, machine, machine_names, machine_schema, piece_colours, print_page,
};
pub use panels::{Panel, Panels};
pub use plan::{CutOptions, CutPlan, CutSummary, Free, LineOptions, plan, plan_divided};
pub use tool_path::ToolPath;

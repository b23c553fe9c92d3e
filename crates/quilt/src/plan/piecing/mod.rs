//! Straight-seam plans: which rectangles to cut, and in which order to join them.
//!
//! [`straight_seam_plan`] finds the best plan for a tiling of squares, [`triangle_rows`] cuts a tiling of
//! triangles into rows of strips (squares that are parted on their diagonals are sewn before their board), and [`methods`] compares all construction methods. Every rectangle is part
//! of one patch, and every step joins two parts along one line, or sets one into a corner of the other if
//! Y-seams are allowed. Sizes are in cells.

mod board;
mod columns;
mod error;
mod fewest;
mod figures;
mod foundations;
mod grid;
mod joins;
mod lines;
mod methods;
mod on_point;
mod options;
mod parts;
mod plan;
mod press;
mod repeats;
mod rows;
mod set_in;
mod strips;
mod table;
mod tree;
mod units;

pub use board::needs_squares;
pub use error::PiecingError;
pub use figures::{MethodFigures, SewingMethod};
pub use grid::{CellRect, Stretch};
pub(crate) use methods::compare;
pub use methods::{Methods, methods};
pub(crate) use on_point::ALONG_BLOCKS;
pub(in crate::plan) use on_point::OnPoint;
pub use options::{BlockGrid, Objective, Outside, PiecingOptions};
pub use parts::{
    Crossing, Foundation, PatchPart, PiecedBlock, PiecedPart, PiecingPlan, Press, SeamStep, TradeOff,
};
pub use plan::straight_seam_plan;
pub(crate) use plan::straight_seam_plan_until;
pub(in crate::plan) use press::{Nesting, decided, press};
pub(in crate::plan) use repeats::blocks;
pub use rows::{needs_rows, triangle_rows};
pub use strips::{RowUnit, TriangleRows, TriangleStrip, UnitSeam};
pub(crate) use units::{SquarePlan, UnitPlan};

//! Fabric required: strips with everything cut from them, border, binding, backing and batting, and what to buy.
//!
//! Lengths are exact ([`Inches`]). Only what is bought is rounded, always up. All numbers can be counted again from the
//! strips alone.

mod bed;
mod bought;
mod cell;
mod cutting;
mod edges;
mod error;
mod fabric;
mod inches;
mod need;
mod options;
mod order;
mod packing;
mod required;

pub use bed::{Bed, BedFit, size_names};
pub use bought::Bought;
pub(super) use bought::{with_extra, with_percent};
pub use cell::cell_for;
pub use edges::{BackingYardage, BindingYardage, BorderYardage};
pub use error::{TooLarge, YardageError};
pub use fabric::{CutPiece, FabricYardage, FatQuarters, Run, Strip, StripHeight};
pub use inches::Inches;
pub(super) use need::{Need, Size, least_length, least_quarters, length_needed, quarters_needed};
pub use options::{Border, YardageOptions};
pub use order::{CutFrom, FabricOrder};
pub use required::{Purchase, Yardage, yardage};

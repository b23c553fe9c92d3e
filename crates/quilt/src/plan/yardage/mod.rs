//! Fabric required: strips with everything cut from them, borders, binding, backing and batting, and what to
//! buy.
//!
//! Lengths are exact ([`Inches`]). Only what is bought is rounded, always up. All numbers can be counted
//! again from the strips alone.

mod bed;
mod bought;
mod bounds;
mod cutting;
mod edges;
mod error;
mod fabric;
mod inches;
mod kinds;
mod mixed;
mod options;
mod order;
mod packing;
mod precut;
mod prints;
mod proof;
mod required;
mod rotary;
mod ruler;
mod segment;
mod strip_rows;

pub(crate) use bed::Counts;
pub use bed::size_names;
pub use bought::Bought;
pub(super) use bought::{with_extra, with_percent, without_extra, without_percent};
pub(super) use bounds::{Size, least_length, least_quarters};
pub(super) use cutting::Care;
pub(crate) use edges::with_border;
pub use edges::{BackingYardage, BiasSquares, BindingYardage, BorderAcross, BorderYardage};
pub use error::{TooLarge, YardageError};
pub use fabric::{
    BedFit, ClothUse, CutPiece, FabricYardage, FatQuarters, Lot, Nest, Run, SizeFabric, SizeRow, SizeYardage,
    Strip, StripHeight,
};
pub(crate) use inches::ClothSize;
pub use inches::Inches;
pub use options::{Bed, Border, BorderCorners, YardageOptions};
pub(super) use order::{Cut, CutItem, Hands, LaidWay, RowLengths, ways};
pub use order::{CutFrom, CutWay, FabricOrder};
pub use precut::{Packages, Precut, PrintPiece, PrintPile, Prints};
pub use required::{ClothTotal, Purchase, Yardage, yardage};
pub(super) use required::{length_needed, quarters_needed};
pub use rotary::{RotaryCut, RotaryShape};
pub(super) use ruler::CutSize;
pub use ruler::OffRuler;
pub(super) use strip_rows::{Measures, StripRows, nest};

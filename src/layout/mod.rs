//! Where things lie on paper and stock.
//!
//! In: [`Part`]s in their own coordinates, and a [`SheetFormat`] of paper or [`Stock`]. Out: [`Sheet`]s on which every part lies inside
//! the usable area, apart from the others by at least the gap; and large drawings divided over pages. Lengths are mm, y
//! down. Nothing here knows what a part is for.

mod clip;
mod error;
mod flow;
mod interlock;
mod nest;
mod order;
mod pages;
mod paper;
mod part;
mod sheet_format;

pub use error::LayoutError;
pub use flow::{Flow, flow};
pub use interlock::nest_outlines;
pub use nest::{Placed, Sheet, Stock, nest, nest_sizes};
pub use order::{
    LineWork, STOCK, Stop, Trail, Visit, cutting_order, mat_free_order, moves_for, route, travel,
    travel_order,
};
pub(crate) use order::{Near, backwards, is_straight, routed_before};
pub use pages::{PAGE_OVERLAP, Page, PageGrid, divide};
pub use paper::{paper, paper_names, paper_or_roll, roll_names};
pub use part::{Mark, Part};
pub use sheet_format::{SheetFormat, Way};

//! Places things on paper and stock: nesting, rows, cutting orders, and large drawings divided over pages.
//!
//! [`Part`]s have their own coordinates; [`Sheet`]s have every part inside the usable area of a
//! [`SheetFormat`] or [`Stock`], with at least the gap between parts. Lengths are mm, y down.

mod clip;
mod error;
mod flow;
mod free_room;
mod interlock;
mod nest;
mod order;
mod pages;
mod paper;
mod part;
mod proof;
mod sheet_format;
mod stocks;

pub use error::LayoutError;
pub use flow::{Flow, flow};
pub use interlock::{
    Guest, Objective, guests, inner_rectangle, nest_outlines, nest_outlines_on, nest_pages, with_guests,
};
pub use nest::{nest, nest_sizes_on};
pub use order::{
    LineWork, STOCK, Stop, Trail, Visit, mat_free_order, moves_for, route, shortened_order, travel,
    travel_order,
};
pub use order::{Near, backwards, is_straight, routed_before};
pub use pages::{GridPage, PAGE_OVERLAP, PageGrid, divide};
pub use paper::{paper, paper_names, paper_or_roll, roll_names};
pub use part::{Mark, Part, Placed, Sheet, Stock};
pub use proof::{prove_apart, prove_apart_until};
pub use sheet_format::SheetFormat;
pub use stocks::Stocks;

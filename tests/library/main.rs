//! Tests the library from outside, by its public names.

mod agreement;
mod api;
mod bought;
mod circles;
mod crates;
mod designs;
mod edges;
mod errors;
mod formats;
mod fuzz;
mod gallery;
#[cfg(all(feature = "pdf", feature = "dxf"))]
mod golden;
mod hostile;
mod lattices;
mod nesting;
#[cfg(all(feature = "pdf", feature = "png", feature = "solid"))]
mod own_way;
mod pages;
#[cfg(all(feature = "pdf", feature = "png"))]
mod papers;
mod patterns;
mod pictures;
mod piecing;
mod prints;
mod promises;
mod properties;
mod questions;
mod sewing;
mod sizes;
mod stash;
#[cfg(all(feature = "studio", feature = "pdf", feature = "dxf"))]
mod studio;
mod templates;
mod whimsies;
mod yardage;

#[path = "../support/mod.rs"]
mod support;

//! Shared helpers of tests, also compiled into the unit tests of the crates.

#![allow(dead_code, reason = "not every crate needs every fixture")]

use std::sync::Arc;

use piecework_tiling::lattice::Lattice;
use piecework_tiling::limits::Limits;
use piecework_tiling::puzzle::{Puzzle, read_puzzle};
use piecework_tiling::source::Source;
use piecework_tiling::templates::puzzle_template;
use piecework_tiling::tiling::{Tiling, infer_from_grid, read_letter_grids};

/// The tiling that letters draw, a line for each row.
#[track_caller]
pub(crate) fn tiling(lattice: Lattice, rows: &str) -> Tiling {
    let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("a good grid");
    infer_from_grid("test", &grids[0]).expect("a tiling")
}

/// An embedded puzzle.
#[track_caller]
pub(crate) fn template(name: &str) -> Arc<Puzzle> {
    let text = puzzle_template(name).expect("a template").text;
    Arc::new(read_puzzle(&Source::new(name, text), &Limits::default()).expect("a good puzzle"))
}

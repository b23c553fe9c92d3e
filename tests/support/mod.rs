//! Shared helpers of tests, also compiled into the unit tests of the library.

use std::sync::Arc;

use piecework::{
    Lattice, Limits, Puzzle, Source, Tiling, infer_from_grid, puzzle_template, read_letter_grids, read_puzzle,
};

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

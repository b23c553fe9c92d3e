use piecework_tiling::lattice::Lattice;
use piecework_tiling::polyform::{Freedom, Shape};
use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};

use super::*;
use crate::ground::{Outcome, Total};

/// Rows of squares with any number of dominoes, and one straight tromino if there is an odd number of cells.
fn dominoes(columns: u32, rows: u32) -> Puzzle {
    let piece = |name: &str, row: &str, count| {
        let shape = Shape::from_rows(Lattice::Square, [row]).expect("a shape");
        Piece { name: name.into(), shape, freedom: Freedom::Free, count }
    };
    let mut pieces = vec![piece("domino", "##", Count::ANY)];
    if columns * rows % 2 == 1 {
        pieces.push(piece("tromino", "###", Count { min: 1, max: Some(1) }));
    }
    Puzzle::new("dominoes", Region::rectangle(Lattice::Square, columns, rows).expect("a board"), pieces)
        .expect("a puzzle")
}

#[test]
fn a_count_by_layers_is_certified_by_layers_in_another_order() {
    for (columns, rows) in [(8, 8), (5, 6), (7, 4)] {
        let (puzzle, options) = (dominoes(columns, rows), SolveOptions::default());
        let first = count(&puzzle, &options).expect("a count");
        let (again, second) = certify(&puzzle, &first, &options).expect("another");
        assert_eq!(second, Second::AnotherOrder, "{columns} x {rows}");
        assert!(
            again.is_complete() && again.raw == first.raw && again.up_to_symmetry == first.up_to_symmetry
        );
        assert_ne!(again.report.nodes, first.report.nodes, "other states: {columns} x {rows}");
    }
}

#[test]
fn what_layers_do_not_count_is_counted_by_another_engine() {
    let (puzzle, options) =
        (dominoes(5, 3), SolveOptions { engine: Engine::Cover, ..SolveOptions::default() });
    let first = count(&puzzle, &options).expect("a count");
    let (again, second) = certify(&puzzle, &first, &options).expect("another");
    assert!(second != Second::Engine(Engine::Cover) && again.raw == first.raw, "{second:?}");
}

#[test]
fn two_complete_counts_that_differ_are_an_error() {
    let (puzzle, options) = (dominoes(4, 4), SolveOptions::default());
    let mut first = count(&puzzle, &options).expect("a count");
    first.raw = Total::from(37u64);
    let error = certify(&puzzle, &first, &options).expect_err("36");
    assert_eq!(error, SolverError::Disagree { first: first.raw, second: Total::from(36u64) });
}

#[test]
fn a_second_count_that_is_stopped_certifies_nothing() {
    let puzzle = dominoes(8, 8);
    let first = count(&puzzle, &SolveOptions::default()).expect("a count");
    let options = SolveOptions { node_limit: Some(10), ..SolveOptions::default() };
    let (again, _) = certify(&puzzle, &first, &options).expect("no error");
    assert!(matches!(again.report.outcome, Outcome::Stopped(_)));
}

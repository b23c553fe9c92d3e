use std::time::Duration;

use super::*;
use crate::count;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::polyform::{Freedom, Shape};
use piecework_tiling::puzzle::{Count, Piece, Region};

fn dominoes(columns: u32, rows: u32) -> Arc<Puzzle> {
    let shape = Shape::from_rows(Lattice::Square, ["##"]).expect("a shape");
    let piece = Piece { name: "domino".into(), shape, freedom: Freedom::Free, count: Count::ANY };
    let region = Region::rectangle(Lattice::Square, columns, rows).expect("a region");
    Arc::new(Puzzle::new("dominoes", region, vec![piece]).expect("a puzzle"))
}

fn counted(puzzle: &Arc<Puzzle>, symmetry: TilingSymmetry, options: &SolveOptions<'_>) -> TilingCount {
    count_symmetric(puzzle, symmetry, options).expect("small")
}

#[test]
fn counts_of_symmetries_add_up_to_the_orbits_of_all_tilings() {
    // Burnside's lemma for a rectangle: the identity, the half turn and two reflections.
    let (puzzle, options) = (dominoes(10, 8), SolveOptions::default());
    let all = count(&puzzle, &options).expect("small");
    let of = |symmetry| counted(&puzzle, symmetry, &options).raw.to_u128().expect("few");
    let fixed = |number: &usize| {
        let symmetric = Symmetric::new(&puzzle, TilingSymmetry::Full, &options, Alarm::silent());
        let mut found = 0u128;
        let symmetric = symmetric.expect("a symmetric board");
        let mut visit = |_: &[u32], _: &mut Watch<'_>| {
            found += 1;
            Ok(ControlFlow::Continue(()))
        };
        symmetric.search(&[*number], &options, false, &mut Watch::unlimited(), &mut visit).expect("no fault");
        found
    };
    let sum: u128 = (1..4).map(|number| fixed(&number)).sum();
    let raw = all.raw.to_u128().expect("few");
    assert_eq!((raw + sum) / 4, all.up_to_symmetry.to_u128().expect("few"));
    // Whoever has two of the three has all, so inclusion and exclusion is short here.
    assert_eq!(of(TilingSymmetry::Any), sum - 2 * of(TilingSymmetry::Full));
}

#[test]
fn large_boards_are_small_ones() {
    let (puzzle, options) = (dominoes(40, 16), SolveOptions::default());
    let half = counted(&puzzle, TilingSymmetry::HalfTurn, &options);
    assert!(half.is_complete() && half.raw.to_u64().is_none());
    let (tiling, report) = first_symmetric(&puzzle, TilingSymmetry::Full, &options).expect("small");
    assert!(tiling.is_some() && report.nodes < 1 << 16, "{report:?}");
}

#[test]
fn what_was_stopped_is_a_lower_bound() {
    let puzzle = dominoes(20, 18);
    let little = SolveOptions { engine: Engine::Cover, node_limit: Some(5000), ..SolveOptions::default() };
    let some = counted(&puzzle, TilingSymmetry::HalfTurn, &little);
    assert!(!some.is_complete() && some.raw.to_u64() > Some(0) && some.up_to_symmetry.to_u64() > Some(0));
    let all = counted(&puzzle, TilingSymmetry::HalfTurn, &SolveOptions::default());
    assert!(some.raw.as_big() < all.raw.as_big() && all.is_complete());
    let none = SolveOptions { time_limit: Some(Duration::ZERO), ..SolveOptions::default() };
    let none = counted(&puzzle, TilingSymmetry::Reflection, &none);
    assert_eq!(none.report.outcome, Outcome::Stopped(StopReason::TimeLimit));
}

#[test]
fn other_puzzles_and_engines_are_refused() {
    let options = SolveOptions::default();
    let refused = |symmetry| count_symmetric(&dominoes(4, 3), symmetry, &options).err();
    let symmetry = TilingSymmetry::QuarterTurn;
    assert_eq!(refused(symmetry), Some(SolverError::NotSymmetric { symmetry }));
    assert_eq!(refused(TilingSymmetry::HalfTurn), None);
    let named = SolveOptions { engine: Engine::Dlx, ..options.clone() };
    let error = first_symmetric(&dominoes(4, 3), TilingSymmetry::HalfTurn, &named).expect_err("refused");
    assert!(matches!(error, SolverError::NotForEngine { engine: Engine::Dlx, .. }));
}

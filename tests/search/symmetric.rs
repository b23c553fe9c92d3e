//! Compares tilings with a symmetry with all tilings, of which those are kept that are their own images.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use piecework::puzzle::{Puzzle, PuzzleSymmetry};
use piecework::solver::{
    Engine, SolveOptions, SolverError, TilingSymmetry, count_symmetric, first_symmetric, solve_symmetric,
};
use proptest::prelude::*;

use crate::oracle::{Laid, MOST_TILINGS, as_laid, config, every_tiling, images, moved, puzzle, ruled_puzzle};

/// The cases of a symmetry by definition: sets of symmetries of the puzzle, one of which a tiling must have.
fn cases(symmetry: TilingSymmetry, puzzle: &Puzzle) -> Vec<Vec<PuzzleSymmetry>> {
    let all: Vec<PuzzleSymmetry> = puzzle.symmetries().into_iter().skip(1).collect();
    let chosen = |is_one: &dyn Fn(&PuzzleSymmetry) -> bool| -> Vec<Vec<PuzzleSymmetry>> {
        all.iter().filter(|one| is_one(one)).map(|one| vec![one.clone()]).collect()
    };
    let is_turn = |one: &PuzzleSymmetry, degrees: u32| {
        !one.symmetry.is_reflection() && one.symmetry.degrees(puzzle.lattice()) == degrees
    };
    match symmetry {
        TilingSymmetry::HalfTurn => chosen(&|one| is_turn(one, 180)),
        TilingSymmetry::ThirdTurn => chosen(&|one| is_turn(one, 120)),
        TilingSymmetry::QuarterTurn => chosen(&|one| is_turn(one, 90)),
        TilingSymmetry::SixthTurn => chosen(&|one| is_turn(one, 60)),
        TilingSymmetry::Reflection => chosen(&|one| one.symmetry.is_reflection()),
        TilingSymmetry::Any => chosen(&|_| true),
        _ if all.is_empty() => Vec::new(),
        _ => vec![all],
    }
}

#[track_caller]
fn agrees(puzzle: Puzzle, seed: u64) {
    let all = every_tiling(&puzzle, MOST_TILINGS);
    if all.len() > MOST_TILINGS {
        return;
    }
    let puzzle = Arc::new(puzzle);
    for &symmetry in TilingSymmetry::ALL {
        let cases = cases(symmetry, &puzzle);
        let is_own = |tiling: &Laid, case: &[PuzzleSymmetry]| {
            case.iter().all(|one| moved(&puzzle, one, tiling) == *tiling)
        };
        let expected: BTreeSet<Laid> =
            all.iter().filter(|tiling| cases.iter().any(|case| is_own(tiling, case))).cloned().collect();
        let orbits: BTreeSet<BTreeSet<Laid>> = expected.iter().map(|one| images(&puzzle, one)).collect();
        // Cover searches one by one, auto by layers.
        for (engine, seed) in [(Engine::Auto, None), (Engine::Cover, Some(seed))] {
            let arguments = engine == Engine::Auto;
            let options = SolveOptions { engine, seed, arguments, ..SolveOptions::default() };
            let counted = count_symmetric(&puzzle, symmetry, &options);
            if cases.is_empty() {
                assert_eq!(counted.err(), Some(SolverError::NotSymmetric { symmetry }));
                continue;
            }
            let counted = counted.expect("small");
            let name = symmetry.name();
            assert!(counted.is_complete());
            assert!(counted.raw == expected.len() as u128, "{name} {engine} {}: {puzzle:?}", counted.raw);
            let up = &counted.up_to_symmetry;
            assert!(*up == orbits.len() as u128, "{name} {engine} {up}, not {}: {puzzle:?}", orbits.len());
            for up_to_symmetry in [false, true] {
                let mut found = BTreeSet::new();
                let report = solve_symmetric(&puzzle, symmetry, up_to_symmetry, &options, |tiling| {
                    assert!(found.insert(as_laid(&tiling)), "none twice");
                    ControlFlow::Continue(())
                });
                assert!(report.expect("small").outcome.is_complete());
                match up_to_symmetry {
                    false => assert_eq!(found, expected, "{name} {engine}: {puzzle:?}"),
                    true => {
                        let reached: BTreeSet<BTreeSet<Laid>> =
                            found.iter().map(|one| images(&puzzle, one)).collect();
                        assert_eq!((found.len(), &reached), (orbits.len(), &orbits), "{name}: {puzzle:?}");
                    }
                }
            }
            let (first, report) = first_symmetric(&puzzle, symmetry, &options).expect("small");
            assert_eq!(first.is_none(), expected.is_empty() && report.outcome.is_complete());
            assert!(first.is_none_or(|tiling| expected.contains(&as_laid(&tiling))));
        }
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn random_puzzles_have_the_symmetric_tilings_that_trying_everything_finds(puzzle in puzzle(), seed: u64) {
        agrees(puzzle, seed);
    }

    #[test]
    fn so_do_puzzles_with_rules(puzzle in ruled_puzzle(), seed: u64) {
        agrees(puzzle, seed);
    }
}

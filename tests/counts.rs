//! Known numbers of tilings, counted on every engine, with and without symmetry breaking and with a seed.

mod corpus;

use std::ops::ControlFlow;

use corpus::{Entry, entries};
use piecework::{Engine, SolveOptions, count, solve, solve_up_to_symmetry};

/// Entries that take too long to be run with every test, and why.
const TOO_LONG: &[(&str, &str)] = &[
    ("domino_8x8", "visits 13 million tilings one by one; a count by layers does not"),
    (
        "thirteen-pieces-8x8",
        "ten seconds in a release build: nine million nodes, and no table of dead states",
    ),
    (
        "untouchable-11-points",
        "not run to its end here: SSXCC, which searches alike, does not finish in minutes",
    ),
];

/// Entries that are counted once, with symmetry broken, and not visited, and why.
const SLOW: &[(&str, &str)] = &[
    ("pentomino-6x10", "two seconds each time, ten with symmetry unbroken"),
    ("pentomino-5x12", "two seconds each time, six with symmetry unbroken"),
    ("pentomino-4x15", "a second each time"),
];

/// More tilings than these are counted but not visited: every visit checks the tiling.
const MOST_VISITED: u128 = 5_000;

fn is_in(list: &[(&str, &str)], entry: &Entry) -> bool {
    list.iter().any(|(name, _)| *name == entry.name())
}

#[test]
fn every_known_count_is_met() {
    let entries = entries();
    for (name, _) in TOO_LONG.iter().chain(SLOW) {
        assert!(entries.iter().any(|entry| entry.name() == *name), "{name} is in the corpus");
    }
    for entry in entries.into_iter().filter(|entry| !is_in(TOO_LONG, entry)) {
        assert!(!entry.sources.is_empty(), "{}: a number without a source", entry.name());
        let variants = [(true, None), (false, None), (true, Some(1)), (false, Some(2))];
        let variants = &variants[..if is_in(SLOW, &entry) { 1 } else { variants.len() }];
        let expected = (entry.raw, entry.up_to_symmetry);
        let puzzle = entry.puzzle();
        for engine in Engine::ALL.into_iter().filter(|&engine| engine != Engine::Auto) {
            for &(symmetry_breaking, seed) in variants {
                let options = SolveOptions { engine, symmetry_breaking, seed, ..SolveOptions::default() };
                let count = count(&puzzle, &options).expect("a search");
                assert_eq!((count.raw, count.up_to_symmetry), expected, "{}: {options:?}", puzzle.name());
                assert!(count.is_complete());
                assert_eq!((count.report.engine, count.report.tilings), (engine, entry.raw));
            }
        }
    }
}

#[test]
fn visited_tilings_are_as_many_as_counted_and_all_different() {
    for entry in entries() {
        if is_in(TOO_LONG, &entry) || is_in(SLOW, &entry) || entry.raw > MOST_VISITED {
            continue;
        }
        let puzzle = entry.puzzle();
        for symmetry_breaking in [true, false] {
            let options = SolveOptions { symmetry_breaking, ..SolveOptions::default() };
            let mut all = Vec::new();
            let visit = |tiling: piecework::Tiling| {
                all.push(tiling.placements().to_vec());
                ControlFlow::Continue(())
            };
            let report = solve(&puzzle, &options, visit).expect("a search");
            assert!(report.outcome.is_complete());
            assert_eq!(report.tilings, entry.raw, "{}", puzzle.name());
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len() as u128, entry.raw, "{}: all different", puzzle.name());
            let mut few = 0;
            let report = solve_up_to_symmetry(&puzzle, &options, |tiling| {
                assert!(all.binary_search(&tiling.placements().to_vec()).is_ok(), "one of all");
                few += 1;
                ControlFlow::Continue(())
            });
            assert!(report.expect("a search").outcome.is_complete());
            assert_eq!(few, entry.up_to_symmetry, "{}", puzzle.name());
        }
    }
}

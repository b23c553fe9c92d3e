//! Counts known numbers of tilings on every engine, with and without symmetry breaking and with a seed.

use std::ops::ControlFlow;

use crate::corpus::{Entry, entries};
use piecework::solver::{Engine, SolveOptions, SolverError, count, solve, solve_up_to_symmetry};

/// Entries that take too long for every test, with engines and reason.
const TOO_LONG: &[(&str, &[Engine], &str)] = &[
    (
        "domino_8x8",
        &[Engine::Cover, Engine::Dlx, Engine::Liberties, Engine::Backtrack, Engine::BruteForce],
        "they visit 13 million tilings one by one; a count by layers does not",
    ),
    (
        "thirteen-pieces-8x8",
        &[Engine::Cover, Engine::Dlx, Engine::Liberties, Engine::Backtrack, Engine::BruteForce],
        "ten seconds in a release build: nine million nodes, and no table of dead states",
    ),
    (
        "untouchable-11-points",
        &[Engine::Cover, Engine::Dlx, Engine::Liberties, Engine::Backtrack, Engine::BruteForce],
        "not run to its end here: SSXCC, which searches alike, does not finish in minutes",
    ),
    ("domino_6x6", BRUTE_FORCE, EVERY_PACKING),
    ("hexiamonds in a rhombus of side 6", BRUTE_FORCE, EVERY_PACKING),
    ("pentall_5x5", BRUTE_FORCE, EVERY_PACKING),
    ("pentall_5x6", BRUTE_FORCE, EVERY_PACKING),
    ("Ypent_10x10", BRUTE_FORCE, EVERY_PACKING),
    ("t4x2_5x8", BRUTE_FORCE, EVERY_PACKING),
    ("Ltromino_6x9", BRUTE_FORCE, EVERY_PACKING),
    ("tromino_6x6", BRUTE_FORCE, EVERY_PACKING),
    ("pentomino-6x10", BRUTE_FORCE, EVERY_PACKING),
    ("pentomino-5x12", BRUTE_FORCE, EVERY_PACKING),
    ("pentomino-4x15", BRUTE_FORCE, EVERY_PACKING),
    ("pentomino-3x20", BRUTE_FORCE, EVERY_PACKING),
    ("pentomino-8x8-hole", BRUTE_FORCE, EVERY_PACKING),
];

const BRUTE_FORCE: &[Engine] = &[Engine::BruteForce];
const EVERY_PACKING: &str = "four seconds to days: every packing is visited, not only tilings";

/// Entries that an engine refuses.
const REFUSED: &[(&str, Engine)] = &[
    // The number of trihexes follows only from the one gap, which would have to be counted.
    ("trihexes and a single gap in a hexagon of side 3", Engine::Dlx),
    // Each tetromino occurs twice.
    ("t4x2_5x8", Engine::Dlx),
];

/// Entries that are counted only with symmetry breaking, with engine and reason.
const BROKEN_ONLY: &[(&str, Engine, &str)] = &[(
    "untouchable-11-points",
    Engine::Frontier,
    "more than fifty times the nodes; not run to its end here",
)];

/// Entries that other engines than frontier count only once, with symmetry breaking, without visiting, with
/// reason.
const SLOW: &[(&str, &str)] = &[
    ("pentomino-6x10", "two seconds each time, ten with symmetry unbroken"),
    ("pentomino-5x12", "two seconds each time, six with symmetry unbroken"),
    ("pentomino-4x15", "a second each time"),
    ("pentomino-8x8-hole", "a second each time, eight with symmetry unbroken"),
    ("hexiamonds in a rhombus of side 6", "a second each time"),
];

/// Above this number, tilings are counted but not visited, because every visit checks the tiling.
const MOST_VISITED: u128 = 10_000;

/// How an entry is searched: whether symmetry is broken, the seed, and the number of threads.
type Variant = (bool, Option<u64>, usize);

/// The first one is the fastest.
const VARIANTS: [Variant; 4] = [(true, None, 1), (false, Some(2), 2), (true, Some(1), 2), (false, None, 1)];

/// The variants of an entry on an engine.
fn variants(entry: &Entry, engine: Engine) -> Vec<Variant> {
    let wanted = match engine {
        Engine::Frontier => 4,
        _ if is_in(SLOW, entry) => 1,
        Engine::Cover => 4,
        // Symmetry is the same for all engines, so testing two of them is enough.
        _ => 2,
    };
    let is_listed = BROKEN_ONLY.iter().any(|(name, only, _)| *name == entry.name() && *only == engine);
    VARIANTS[..wanted].iter().copied().filter(|(broken, ..)| *broken || !is_listed).collect()
}

fn is_in(list: &[(&str, &str)], entry: &Entry) -> bool {
    list.iter().any(|(name, _)| *name == entry.name())
}

/// The engines that count an entry here.
fn engines(entry: &Entry) -> impl Iterator<Item = Engine> {
    let too_long = TOO_LONG.iter().filter(|(name, ..)| *name == entry.name());
    let left_out: Vec<Engine> = too_long.flat_map(|&(_, engines, _)| engines).copied().collect();
    let exhaustive = Engine::ALL.iter().copied().filter(|engine| engine.is_exhaustive());
    exhaustive.filter(move |engine| *engine != Engine::Auto && !left_out.contains(engine))
}

#[test]
#[ignore = "minutes without optimisation: see CONTRIBUTING.md"]
fn every_known_count_is_met() {
    let entries = entries();
    let listed = TOO_LONG.iter().map(|(name, ..)| name).chain(SLOW.iter().map(|(name, _)| name));
    let listed = listed.chain(BROKEN_ONLY.iter().map(|(name, ..)| name));
    for name in listed.chain(REFUSED.iter().map(|(name, _)| name)) {
        assert!(entries.iter().any(|entry| entry.name() == *name), "{name} is in the corpus");
    }
    for entry in entries {
        assert!(!entry.sources.is_empty(), "{}: a number without a source", entry.name());
        let expected = (Some(entry.raw), Some(entry.up_to_symmetry));
        let puzzle = entry.puzzle();
        for engine in engines(&entry) {
            if REFUSED.contains(&(entry.name(), engine)) {
                let options = SolveOptions { engine, ..SolveOptions::default() };
                assert!(matches!(count(&puzzle, &options), Err(SolverError::NotForEngine { .. })));
                continue;
            }
            for (symmetry_breaking, seed, threads) in variants(&entry, engine) {
                let options =
                    SolveOptions { engine, symmetry_breaking, seed, threads, ..SolveOptions::default() };
                let count = count(&puzzle, &options).expect("a search");
                let found = (count.raw.to_u128(), count.up_to_symmetry.to_u128());
                assert_eq!(found, expected, "{}: {options:?}", puzzle.name());
                assert!(count.is_complete());
                assert_eq!((count.report.engine, count.report.tilings), (engine, entry.raw.into()));
            }
        }
    }
}

#[test]
#[ignore = "minutes without optimisation: see CONTRIBUTING.md"]
fn visited_tilings_match_the_count_and_are_distinct() {
    for entry in entries().iter().filter(|entry| entry.raw <= MOST_VISITED) {
        for engine in [Engine::Cover, Engine::Frontier] {
            let is_slow = engine != Engine::Frontier && is_in(SLOW, entry);
            if is_slow || !engines(entry).any(|known| known == engine) {
                continue;
            }
            for (symmetry_breaking, seed, threads) in variants(entry, engine) {
                let options =
                    SolveOptions { engine, symmetry_breaking, seed, threads, ..SolveOptions::default() };
                visits_all(entry, &options);
            }
        }
    }
}

#[track_caller]
fn visits_all(entry: &Entry, options: &SolveOptions<'_>) {
    let puzzle = entry.puzzle();
    let mut all = Vec::new();
    let visit = |tiling: piecework::tiling::Tiling| {
        all.push(tiling.placements().to_vec());
        ControlFlow::Continue(())
    };
    let report = solve(&puzzle, options, visit).expect("a search");
    assert!(report.outcome.is_complete());
    assert_eq!((report.tilings, report.engine), (entry.raw.into(), options.engine), "{}", puzzle.name());
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len() as u128, entry.raw, "{}: all different, {options:?}", puzzle.name());
    let mut few = 0;
    let report = solve_up_to_symmetry(&puzzle, options, |tiling| {
        assert!(all.binary_search(&tiling.placements().to_vec()).is_ok(), "one of all");
        few += 1;
        ControlFlow::Continue(())
    });
    assert!(report.expect("a search").outcome.is_complete());
    assert_eq!(few, entry.up_to_symmetry, "{}: {options:?}", puzzle.name());
}

#[test]
#[ignore = "a minute without optimisation: see CONTRIBUTING.md"]
fn every_count_by_layers_is_met() {
    // Its layers have too many states that lead to no tiling.
    let fits = |entry: &Entry| entry.name() != "untouchable-11-points";
    for entry in entries().into_iter().filter(fits) {
        let puzzle = entry.puzzle();
        for symmetry_breaking in [true, false] {
            // The test of all engines does that.
            if !symmetry_breaking && entry.name() == "thirteen-pieces-8x8" {
                continue;
            }
            let options = SolveOptions { symmetry_breaking, arguments: false, ..SolveOptions::default() };
            let count = count(&puzzle, &options).expect("a search");
            let found = (count.raw.to_u128(), count.up_to_symmetry.to_u128());
            assert_eq!(found, (Some(entry.raw), Some(entry.up_to_symmetry)), "{}", puzzle.name());
            assert!(count.is_complete());
            assert_eq!(count.report.engine, Engine::Frontier, "{}", puzzle.name());
        }
    }
}

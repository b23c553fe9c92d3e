//! Compares the engines, and what lists and counts say, with all tilings of random puzzle files in which every rule is beside
//! every other.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use piecework::design::Design;
use piecework::job::{Input, RecordForm, Silent, open_bytes, run, write_tilings};
use piecework::lattice::Cell;
use piecework::limits::Limits;
use piecework::puzzle::{Puzzle, read_puzzle, read_xmpuzzle, write_puzzle, write_xmpuzzle};
use piecework::solver::{
    CoverForm, Engine, Proof, SolveOptions, SolverError, best_effort, count, exact_cover, first,
    prove_impossible, solve, solve_up_to_symmetry,
};
use piecework::source::Source;
use piecework::tiling::{Tiling, read_records, write_record};

use crate::export::{covers, read_matrix};
use crate::written::{MOST_TILINGS, Square, Written};

/// What is seen of a tiling: a piece that is turned to show other sides is called by its name and a number.
fn seen(tiling: &Tiling) -> Vec<(String, Vec<Square>)> {
    let of = |placement: &piecework::tiling::Placement| {
        let name = &tiling.puzzle().pieces()[placement.piece].name;
        let mut cells: Vec<Square> = placement.cells.iter().map(|cell| (cell.x, cell.y)).collect();
        cells.sort_unstable();
        (name.split('.').next().unwrap_or_default().to_owned(), cells)
    };
    let mut seen: Vec<_> = tiling.placements().iter().map(of).collect();
    seen.sort_unstable();
    seen
}

/// Compares each engine that accepts the puzzle; returns which did.
fn compare(written: &Written, puzzle: &Arc<Puzzle>) -> Option<BTreeSet<Engine>> {
    let tilings = written.tilings()?;
    let mut expected: Vec<_> = tilings.iter().map(|laid| written.seen(laid)).collect();
    expected.sort_unstable();
    let mut searched = BTreeSet::new();
    for &engine in Engine::ALL {
        // An engine requested by name must find out by itself that no tiling exists.
        let own = SolveOptions { arguments: engine == Engine::Auto, ..SolveOptions::default() };
        let node_limit = (!engine.is_exhaustive()).then_some(500);
        let options = SolveOptions { engine, node_limit, ..own };
        let context = || format!("{engine}\n{}", written.text());
        let refused = |error: &SolverError| matches!(error, SolverError::NotForEngine { .. });
        match first(puzzle, &options) {
            Err(error) => assert!(refused(&error), "{error}: {}", context()),
            Ok((Some(tiling), _)) => {
                assert!(expected.binary_search(&seen(&tiling)).is_ok(), "{}", context());
                searched.insert(engine);
            }
            Ok((None, report)) => {
                assert!(!report.outcome.is_complete() || expected.is_empty(), "{}", context())
            }
        }
        let mut all = Vec::new();
        let listed = solve(puzzle, &options, |tiling| {
            all.push(seen(&tiling));
            ControlFlow::Continue(())
        });
        match listed {
            Err(error) => assert!(refused(&error), "{error}: {}", context()),
            Ok(report) => {
                all.sort_unstable();
                assert!(report.outcome.is_complete(), "{}", context());
                assert_eq!(all, expected, "{}", context());
                let count = count(puzzle, &options).expect("as the list");
                assert_eq!(count.raw.to_u128(), Some(expected.len() as u128), "{}", context());
            }
        }
    }
    agrees_elsewhere(written, puzzle, &expected);
    Some(searched)
}

/// Compares what is no search for tilings: packings, proofs, and exact covers for other solvers.
fn agrees_elsewhere(written: &Written, puzzle: &Arc<Puzzle>, expected: &[Vec<(String, Vec<Square>)>]) {
    let options = SolveOptions { arguments: false, ..SolveOptions::default() };
    let is_known = |tiling: &Tiling| expected.binary_search(&seen(tiling)).is_ok();
    let number = count(puzzle, &options).expect("small").up_to_symmetry;
    for engine in [Engine::Auto, Engine::Cover, Engine::BruteForce] {
        let options = SolveOptions { engine, ..options.clone() };
        let mut found = Vec::new();
        let listed = solve_up_to_symmetry(puzzle, &options, |tiling| {
            assert!(is_known(&tiling), "{}", written.text());
            found.push(seen(&tiling));
            ControlFlow::Continue(())
        });
        assert!(listed.is_err() || number == found.len() as u128, "{engine}: {}", written.text());
        match best_effort(puzzle, &options) {
            Ok((packing, report)) => match packing.tiling() {
                Some(tiling) => assert!(is_known(&tiling), "{engine}: {}", written.text()),
                None => {
                    assert!(
                        expected.is_empty() && report.outcome.is_complete(),
                        "{engine}: {}",
                        written.text()
                    );
                }
            },
            Err(error) => {
                assert!(matches!(error, SolverError::NotForEngine { .. }), "{error}: {}", written.text())
            }
        }
    }
    match prove_impossible(puzzle, &options).expect("small") {
        Proof::Tiling(tiling) => assert!(is_known(&tiling), "{}", written.text()),
        Proof::Certificate(_) => assert!(expected.is_empty(), "{}", written.text()),
        _ => {}
    }
    if let Some(text) = exact_cover(puzzle, CoverForm::Matrix, &options).expect("small")
        && expected.len() < 50
    {
        assert_eq!(covers(&read_matrix(&text)), expected.len(), "{text}{}", written.text());
    }
}

/// How many random puzzles are tried, but for [`crate::oracle::times`].
const TRIED: u64 = if cfg!(debug_assertions) { 500 } else { 10_000 };

/// What is written of a puzzle reads back as the same puzzle.
fn reads_back(puzzle: &Puzzle) {
    let text = write_puzzle(puzzle);
    let again = read_puzzle(&Source::new("again.json", text.as_str()), &Limits::default());
    let again = again.unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!((&again, again.fingerprint()), (puzzle, puzzle.fingerprint()), "{text}");
}

#[test]
fn every_engine_keeps_the_rules_that_the_documents_say() {
    let (mut searched, mut with_tilings) = (std::collections::BTreeMap::new(), 0);
    let tried = TRIED * u64::from(crate::oracle::times());
    for seed in 0..tried {
        let written = Written::told_at_random(seed);
        let source = Source::new("random.json", written.text());
        // Areas that cannot add up are refused.
        let Ok(puzzle) = read_puzzle(&source, &Limits::default()) else { continue };
        reads_back(&puzzle);
        let found = compare(&written, &Arc::new(puzzle)).unwrap_or_default();
        with_tilings += u64::from(!found.is_empty());
        found.into_iter().for_each(|engine| *searched.entry(engine).or_insert(0) += 1);
    }
    assert!(with_tilings >= tried / 10, "{with_tilings}");
    for engine in [Engine::Auto, Engine::Cover, Engine::Dlx, Engine::Frontier, Engine::BruteForce] {
        assert!(searched.get(&engine).is_some_and(|&searched| searched >= tried / 50), "{searched:?}");
    }
}

/// Makes a product of the puzzle, and returns what is said of it.
fn made(written: &Written, product: &str) -> serde_json::Value {
    let text = written.text();
    let members = text.trim().trim_end_matches('}');
    let source = Source::new("random.json", format!("{members}, {product} }}"));
    let design = Design::read(&source, &Limits::default())
        .unwrap_or_else(|error| panic!("{error}: {product} of {text}"));
    let outcome = run(&design, &mut Silent).unwrap_or_else(|error| panic!("{error}: {product} of {text}"));
    outcome.made[0].summary.clone()
}

/// A list has as many tilings as are counted, whatever makes two of them the same.
#[test]
fn lists_and_sheets_have_what_is_counted() {
    let tried = TRIED / 4 * u64::from(crate::oracle::times());
    let (mut compared, mut merged) = (0, 0);
    for seed in 0..tried {
        let written = Written::told_at_random(seed);
        let source = Source::new("random.json", written.text());
        let Ok(puzzle) = read_puzzle(&source, &Limits::default()) else { continue };
        let raw = count(&puzzle, &SolveOptions::default()).expect("small").raw;
        if !raw.to_u64().is_some_and(|raw| (2..=MOST_TILINGS as u64).contains(&raw)) {
            continue;
        }
        compared += 1;
        for (distinct, key) in [("raw", "raw"), ("one-sided", "up_to_turns"), ("free", "up_to_symmetry")] {
            let counted =
                made(&written, &format!(r#""solve": {{ "count": true, "distinct": "{distinct}" }}"#));
            let counted = counted[key].as_u64().expect("a number");
            merged += u64::from(raw != u128::from(counted));
            for how in [r#""all": true"#, r#""all": true, "raw": true"#, r#""first": 1000"#] {
                let listed = made(&written, &format!(r#""solve": {{ {how}, "distinct": "{distinct}" }}"#));
                assert_eq!(listed["found"].as_u64(), Some(counted), "{distinct} {how} of {}", written.text());
            }
            let sampled =
                made(&written, &format!(r#""solve": {{ "sample": 30, "distinct": "{distinct}" }}"#));
            assert!(
                sampled["found"].as_u64().is_some_and(|found| (1..=counted).contains(&found)),
                "{sampled}"
            );
            // Few pages: drawing them is slow.
            if seed % 10 == 0 && counted < 20 {
                let sheet =
                    made(&written, &format!(r#""sheet": {{ "all": true, "distinct": "{distinct}" }}"#));
                assert_eq!(
                    sheet["sheet"]["solutions"].as_u64(),
                    Some(counted),
                    "{distinct} of {}",
                    written.text()
                );
            }
        }
    }
    assert!(compared >= tried / 10 && merged >= compared / 2, "{compared}, {merged}");
}

/// What each form of a file holds of a tiling, without the names of pieces.
fn cells(tiling: &Tiling) -> BTreeSet<Vec<Cell>> {
    tiling.placements().iter().map(|laid| laid.cells.clone()).collect()
}

/// Whatever is written of a tiling is read, and so are puzzles for other programs.
#[test]
fn what_is_written_is_read() {
    let tried = TRIED / 2 * u64::from(crate::oracle::times());
    let (limits, mut written_for_others, mut without_pieces) = (Limits::default(), 0, 0);
    for seed in 0..tried {
        let written = Written::told_at_random(seed);
        let Ok(puzzle) = read_puzzle(&Source::new("random.json", written.text()), &limits) else { continue };
        let puzzle = Arc::new(puzzle);
        let mut tilings = Vec::new();
        let visit = |tiling: Tiling| {
            tilings.push(tiling);
            if tilings.len() < 4 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        solve(&puzzle, &SolveOptions::default(), visit).expect("small");
        for tiling in &tilings {
            without_pieces += u32::from(tiling.placements().is_empty());
            let record = Source::new("t.json", write_record(tiling));
            let again = read_records(&record, Some(&puzzle), &limits);
            let again = again.unwrap_or_else(|error| panic!("{error}: {}", record.text()));
            assert_eq!(again[0].placements(), tiling.placements(), "{}", written.text());
            // Letters do not say that sides are joined.
            let joined = puzzle.region().wrap().is_some();
            let forms =
                [("t.json", RecordForm::Record), ("t.svg", RecordForm::Svg), ("t.txt", RecordForm::Grids)];
            for (name, form) in forms.into_iter().take(if joined { 2 } else { 3 }) {
                let text = write_tilings(std::slice::from_ref(tiling), form);
                let text = text.unwrap_or_else(|error| panic!("{error}: {name} of {}", written.text()));
                let opened = open_bytes(name, text.as_bytes(), None, &limits);
                let opened =
                    opened.unwrap_or_else(|error| panic!("{error}: {name} of {}\n{text}", written.text()));
                let Input::Subject(subject) = opened.input else { panic!("{name}: {}", written.text()) };
                let [again] = &subject.tilings[..] else { panic!("{name}: {}", written.text()) };
                let is_placed = form != RecordForm::Grids;
                assert_eq!(again.placements().len(), tiling.placements().len(), "{name}: {}", written.text());
                assert!(!is_placed || cells(again) == cells(tiling), "{name}: {}", written.text());
            }
        }
        if let Ok(text) = write_xmpuzzle(&puzzle) {
            let own = read_xmpuzzle(&Source::new("p.xmpuzzle", text.as_str()), &limits);
            let own = own.unwrap_or_else(|error| panic!("{error}: {}\n{text}", written.text()));
            let number = |puzzle: &Puzzle| count(puzzle, &SolveOptions::default()).expect("small").raw;
            assert_eq!(number(&own[0]), number(&puzzle), "{}\n{text}", written.text());
            written_for_others += 1;
        }
    }
    assert!(written_for_others >= tried / 50 && without_pieces > 0, "{written_for_others}, {without_pieces}");
}

//! Pieces that touch at corners only, all or by sets.

use std::sync::Arc;

use piecework::limits::Limits;
use piecework::puzzle::{Puzzle, read_puzzle};
use piecework::solver::{Engine, SolveOptions, count, first};
use piecework::source::Source;

fn puzzle(text: &str) -> Arc<Puzzle> {
    let read = read_puzzle(&Source::new("p.json", text), &Limits::default());
    Arc::new(read.unwrap_or_else(|error| panic!("{error}: {text}")))
}

fn board(columns: u32, pieces: &str, rule: &str) -> Arc<Puzzle> {
    puzzle(&format!(
        r#"{{"piecework": 1, "name": "squares", "lattice": "square", "region": {{"rectangle": [{columns}, {columns}]}},
            "pieces": [{pieces}], {rule}}}"#
    ))
}

#[track_caller]
fn counted(puzzle: &Arc<Puzzle>) -> u128 {
    let counts = [Engine::Auto, Engine::Cover, Engine::Dlx, Engine::Backtrack].map(|engine| {
        let options = SolveOptions { engine, ..SolveOptions::default() };
        let found = count(puzzle, &options).unwrap_or_else(|error| panic!("{engine}: {error}"));
        assert!(found.report.outcome.is_complete());
        found.raw.to_u128().expect("few")
    });
    assert!(counts.iter().all(|found| *found == counts[0]), "{counts:?}");
    counts[0]
}

/// Independent sets of a square grid, A006506; of two colors by hand.
#[test]
fn single_squares_at_corners_are_hard_squares() {
    let one = r###"{"name": "a", "rows": ["#"], "count": "any"}"###;
    for (columns, known) in [(1, 2), (2, 7), (3, 63), (4, 1234)] {
        assert_eq!(counted(&board(columns, one, r#""contact": "corners""#)), known, "{columns}");
    }
    let two = format!(r###"{one}, {{"name": "b", "rows": ["#"], "count": "any"}}"###);
    // Of each color, each square of four is there or not, opposite ones together or alone: 7 sets each, which do not meet.
    let sets = [0u8, 1, 2, 4, 8, 6, 9];
    let apart = sets
        .iter()
        .flat_map(|one| sets.iter().map(move |other| one & other))
        .filter(|meet| *meet == 0)
        .count();
    assert_eq!(counted(&board(2, &two, r#""gaps": 4, "apart": [["a"], ["b"]]"#)), apart as u128);
    assert_eq!(counted(&board(2, &two, r#""gaps": 4, "equal_pieces": "apart""#)), apart as u128);
    // In one set, each of the seven has one of two colors on each square.
    let colored: u128 = sets.iter().map(|set| 1 << set.count_ones()).sum();
    assert_eq!(counted(&board(2, &two, r#""contact": "corners""#)), colored);
}

#[test]
fn nineteen_pieces_touch_at_corners_only() {
    let text = std::fs::read_to_string("examples/corners-only.json").expect("an example");
    let (tiling, _) = first(&puzzle(&text), &SolveOptions::default()).expect("a search");
    assert_eq!(tiling.expect("a packing").placements().len(), 19);
}

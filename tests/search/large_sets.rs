//! First tilings of sets that are too large for a full search.

use std::sync::Arc;
use std::time::Duration;

use piecework::limits::Limits;
use piecework::puzzle::{Puzzle, read_puzzle};
use piecework::solver::{SolveOptions, first};
use piecework::source::Source;

/// Puzzles as lattice, rectangle, pieces and gaps, and how many pieces a tiling has.
const LARGE: [(&str, &str, &str, u32, usize); 6] = [
    ("square", "[20, 18]", r#"{ "set": "one-sided hexominoes" }"#, 0, 60),
    ("square", "[29, 27]", r#"{ "set": "heptominoes" }"#, 27, 108),
    ("square", "[57, 52]", r#"{ "set": "octominoes" }"#, 12, 369),
    ("triangle", "[44, 12]", r#"{ "set": "octiamonds" }"#, 0, 66),
    ("hex", "[13, 38]", r#"{ "set": "hexahexes" }"#, 2, 82),
    (
        "square",
        "[30, 25]",
        r###"{ "name": "Y", "rows": ["#.", "##", "#.", "#."], "count": "any" }"###,
        0,
        150,
    ),
];

/// The file of a puzzle.
fn puzzle((lattice, rectangle, pieces, gaps, _): (&str, &str, &str, u32, usize)) -> Arc<Puzzle> {
    let text = format!(
        r#"{{ "piecework": 1, "name": "large", "lattice": "{lattice}", "region": {{ "rectangle": {rectangle} }}, "pieces": [{pieces}], "gaps": {gaps} }}"#
    );
    Arc::new(read_puzzle(&Source::new("large.json", text), &Limits::default()).expect("a good puzzle"))
}

/// Each takes seconds; without the packings of hard pieces and without blocks, most are not found in minutes.
#[test]
#[ignore = "minutes without optimisation: see CONTRIBUTING.md"]
fn first_tilings_of_large_sets_are_found() {
    for large in LARGE {
        let options = SolveOptions { time_limit: Some(Duration::from_secs(120)), ..SolveOptions::default() };
        let (tiling, report) = first(&puzzle(large), &options).expect("within the limits");
        let tiling = tiling.unwrap_or_else(|| panic!("{large:?}: {report:?}"));
        assert_eq!(tiling.placements().len(), large.4, "{large:?}");
    }
}

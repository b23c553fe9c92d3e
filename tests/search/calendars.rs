//! Calendars: every date of published boards has as many tilings as others count, by two engines.

use std::collections::BTreeMap;
use std::sync::Arc;

use piecework::limits::Limits;
use piecework::puzzle::{Puzzle, read_puzzle};
use piecework::solver::{self, Engine, SolveOptions};
use piecework::source::Source;
use piecework::templates::puzzle_template;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const NEVER: &str =
    r#"[["Feb", "30"], ["Feb", "31"], ["Apr", "31"], ["Jun", "31"], ["Sep", "31"], ["Nov", "31"]]"#;

/// The board of months and days that everybody knows, as a person would write it: 7 columns, the months in two rows of 6.
fn known_board() -> Puzzle {
    let days: Vec<String> = (1..=31).map(|day| day.to_string()).collect();
    let row = |words: &[String]| format!("{words:?}");
    let months: Vec<String> = MONTHS.map(str::to_owned).into();
    let rows: Vec<String> = months.chunks(6).chain(days.chunks(7)).map(row).collect();
    let text = format!(
        r####"{{ "piecework": 1, "name": "A calendar", "lattice": "square", "region": {{ "words": [{}] }},
          "pieces": [{{ "name": "block", "rows": ["###", "###"] }},
            {{ "set": "pentominoes", "only": ["L", "N", "P", "U", "V", "Y", "Z"] }}],
          "classes": [{{ "name": "months", "words": {MONTHS:?} }}, {{ "name": "days", "words": {days:?} }}],
          "never": {NEVER} }}"####,
        rows.join(", ")
    );
    read_puzzle(&Source::new("calendar.json", text), &Limits::default()).expect("a good puzzle")
}

fn template(name: &str) -> Puzzle {
    let text = puzzle_template(name).expect("a template").text;
    read_puzzle(&Source::new(name, text), &Limits::default()).expect("a good puzzle")
}

/// The number of tilings of every date, by its words.
fn each(puzzle: &Puzzle, engine: Engine) -> BTreeMap<String, u64> {
    let options = SolveOptions { engine, ..SolveOptions::default() };
    let counted = solver::count_openings(puzzle, &options).expect("it counts");
    assert!(counted.report.outcome.is_complete());
    let words = |cells: &[piecework::lattice::Cell]| -> String {
        cells.iter().map(|&cell| puzzle.region().label(cell).expect("a word")).collect::<Vec<_>>().join(" ")
    };
    let number = |cells: Vec<piecework::lattice::Cell>| {
        let mut sorted = cells.clone();
        sorted.sort_unstable();
        (words(&cells), counted.counts.get(&sorted).copied().unwrap_or(0))
    };
    let all: BTreeMap<String, u64> = puzzle.openings().into_iter().map(number).collect();
    assert_eq!(all.values().sum::<u64>(), counted.counts.values().sum::<u64>(), "no other way was counted");
    all
}

/// Three independent public programs have these figures.
#[test]
fn every_date_of_the_known_board_has_the_published_count() {
    let puzzle = known_board();
    let counts = each(&puzzle, Engine::Auto);
    assert_eq!((counts.len(), counts.values().sum::<u64>()), (366, 24_405));
    let (fewest, most) = (counts.values().min(), counts.values().max());
    assert_eq!((fewest, most), (Some(&7), Some(&216)));
    for (date, count) in [("Oct 6", 7), ("Jan 25", 216), ("Jan 1", 64), ("May 1", 57)] {
        assert_eq!(counts[date], count, "{date}");
    }
    assert!(!counts.contains_key("Feb 30") && counts.contains_key("Feb 29"));
}

/// A date is a puzzle of its own too, and a second engine agrees on all of them.
#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn dates_are_counted_alike_together_one_by_one_and_by_another_engine() {
    let puzzle = known_board();
    let counts = each(&puzzle, Engine::Auto);
    assert_eq!(each(&puzzle, Engine::Dlx), counts);
    for date in ["Oct 6", "Jan 25", "Feb 29", "Nov 26"] {
        let opened = puzzle.opened(&puzzle.open_cells(date).expect("a date")).expect("a good date");
        let one = solver::count(&Arc::new(opened), &SolveOptions::default()).expect("it counts");
        assert_eq!(one.raw.to_u64(), Some(counts[date]), "{date}");
    }
}

/// The sum was counted date by date with an older version.
#[test]
fn every_date_of_the_templates_has_a_tiling() {
    let counts = each(&template("calendar-hex"), Engine::Auto);
    assert_eq!((counts.len(), counts.values().sum::<u64>()), (366, 142_342));
    assert_eq!((counts.values().min(), counts.values().max()), (Some(&77), Some(&1_326)));
    let counts = each(&template("calendar"), Engine::Auto);
    assert_eq!((counts.len(), counts.values().sum::<u64>()), (366, 27_805));
    assert_eq!((counts.values().min(), counts.values().max()), (Some(&11), Some(&261)));
}

/// Colors, clues and sides beside classes: a count of all ways, one of each way, and those of the boards without the open cells
/// are the same, and what is found is a tiling of such a board.
#[test]
fn rules_of_a_board_hold_whatever_stays_open() {
    let pieces =
        r####"{ "name": "D", "rows": ["##"], "count": "any" }, { "set": "trominoes", "count": "any" }"####;
    let colored = r#"{ "name": "D", "colors": ["wk"], "count": "any" }, { "name": "V", "colors": ["wk", "k."], "count": "any" }"#;
    let sided = r#"{ "name": "M", "sides": "wwrr", "symmetry": "one-sided", "count": "any" }, { "name": "Q", "sides": "wwwr", "count": "any" },
        { "name": "R", "sides": "wrwr", "count": "any" }, { "name": "S", "sides": "rrww", "count": "any" }"#;
    for (pieces, rule) in [
        (colored, r#""colors": ["wkwk", "kwkw", "wkwk"]"#),
        (pieces, r#""edges": [[[0, 0], [1, 0]], [[2, 1], [2, 2]]]"#),
        (pieces, r#""letters": [{ "piece": "D", "cells": [[0, 0], [2, 2]] }]"#),
        (pieces, r#""numbers": [{ "sides": 3, "cells": [[1, 1]] }]"#),
        (sided, r#""border": "w""#),
    ] {
        let text = format!(
            r#"{{ "piecework": 1, "name": "ways", "lattice": "square", "pieces": [{pieces}], {rule},
              "region": {{ "words": [["a", "b", "c", "d"], ["1", "2", "", ""], ["", "3", "4", ""]] }},
              "classes": [{{ "name": "letters", "words": ["a", "b", "c", "d"] }}, {{ "name": "numbers", "words": ["1", "2", "3", "4"] }}] }}"#
        );
        let puzzle = read_puzzle(&Source::new("ways.json", text), &Limits::default()).expect("a good puzzle");
        let ways = each(&puzzle, Engine::Dlx);
        let opened = |open: &Vec<piecework::lattice::Cell>| {
            let board = Arc::new(puzzle.opened(open).unwrap_or_else(|error| panic!("{rule}: {error}")));
            solver::count(&board, &SolveOptions::default()).expect("it counts").raw.to_u128().expect("few")
        };
        let boards: u128 = puzzle.openings().iter().map(opened).sum();
        let all = ways.values().map(|&tilings| u128::from(tilings)).sum::<u128>();
        assert!(all > 0, "{rule}");
        assert_eq!(boards, all, "{rule}: {ways:?}");
        let whole = Arc::new(puzzle.clone());
        let counted = solver::count(&whole, &SolveOptions::default()).expect("it counts").raw;
        assert_eq!(counted.to_u128(), Some(all), "{rule}");
        let found = solver::first(&whole, &SolveOptions::default()).expect("a search").0;
        assert!(found.is_some(), "{rule}");
    }
}

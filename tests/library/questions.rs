//! Reproduces facts about tilings from the literature by conditions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::support::template;
use piecework::question::{Condition, Figures, KEYS};
use piecework::solver::{SolveOptions, solve_up_to_symmetry};
use piecework::tiling::{Likeness, Sameness, Tiling};

/// Every tiling of a template, one of each orbit.
fn all(name: &str) -> Vec<Tiling> {
    let puzzle = template(name);
    let mut tilings = Vec::new();
    let report = solve_up_to_symmetry(&puzzle, &SolveOptions::default(), |tiling| {
        tilings.push(tiling);
        ControlFlow::Continue(())
    });
    assert!(report.expect("can be searched").outcome.is_complete());
    tilings
}

fn chosen<'a>(tilings: &'a [Tiling], question: &str) -> Vec<&'a Tiling> {
    let question = Condition::read(question).expect("a question");
    tilings.iter().filter(|tiling| question.holds(&Figures::new(tiling)).expect("an answer")).collect()
}

/// The number of distinct tilings.
fn kinds(tilings: &[&Tiling], sameness: Sameness) -> usize {
    tilings.iter().map(|tiling| Likeness::new(tiling, sameness)).collect::<BTreeSet<_>>().len()
}

/// Two rectangles of 5 x 6 from the twelve pentominoes: 2339 solutions of 6 x 10, of which 16 split into two
/// such halves. Each half can be turned, flipped or exchanged independently: a pair gives 2 x 4 x 4 tilings,
/// which are 8 up to the 4 symmetries of the whole; so the 16 are 2 pairs.
#[test]
fn pentominoes_in_two_halves() {
    let tilings = all("pentomino-6x10");
    assert_eq!(tilings.len(), 2339);
    let split = chosen(&tilings, "fault_lines > 0");
    assert_eq!(split.len(), 16);
    assert_eq!(chosen(&tilings, "halves == 1").len(), 16, "every fault line parts two halves");
    assert!(split.iter().all(|tiling| tiling.placements().len() == 12));
    assert_eq!(kinds(&split, Sameness::Free), 16);
    assert_eq!(kinds(&split, Sameness::Halves), 2);
    assert_eq!(chosen(&tilings, "symmetries > 1 || pieces != 12 || gaps > 0").len(), 0);
    let more = chosen(&tilings, "rectangles > 0");
    assert!(more.len() > split.len(), "smaller rectangles too");
}

/// The same halves, joined along the other side.
#[test]
fn the_same_halves_in_a_longer_rectangle() {
    let tilings = all("pentomino-5x12");
    assert_eq!(tilings.len(), 1010);
    let split = chosen(&tilings, "halves > 0");
    let pairs = all("pentomino-6x10");
    let pairs = chosen(&pairs, "halves > 0");
    let by_itself = |tilings: &[&Tiling]| -> BTreeSet<Likeness> {
        tilings.iter().map(|tiling| Likeness::new(tiling, Sameness::Halves)).collect()
    };
    assert_eq!(split.len(), 16);
    assert_eq!(by_itself(&split), by_itself(&pairs), "the same two pairs");
}

#[test]
fn the_page_of_keys_lists_every_key() {
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/keys.md")).expect("readable");
    for key in KEYS {
        let row = format!("| `{}` | {} |", key.name, key.meaning);
        assert!(page.contains(&row), "docs/keys.md lacks the row {row}");
    }
    let rows = page.lines().filter(|line| line.starts_with("| `") && line.matches('|').count() == 3);
    let keys = rows.filter(|row| KEYS.iter().any(|key| row.starts_with(&format!("| `{}` |", key.name))));
    assert_eq!(keys.count(), KEYS.len());
}

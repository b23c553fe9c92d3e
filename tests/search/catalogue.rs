//! Counts the figures of the catalogue, and compares with what was published.

use piecework::limits::Limits;
use piecework::puzzle::{Puzzle, read_puzzle};
use piecework::solver::{Engine, SolveOptions, Total, count, first};
use piecework::source::Source;
use piecework::templates::{Figure, figure, figures};

use crate::oracle::every_tiling;

/// Figures whose counts take more than a second, with what one run took.
const SLOW: &[(&str, &str)] = &[
    ("pentominoes-and-tetrominoes/diamond", "2 s"),
    ("pentominoes-and-square/8x8", "2 s"),
    ("one-sided-pentominoes/5x18", "3 s"),
    ("pentominoes-and-tetrominoes/aztec-diamond", "5 s"),
    ("polyhexes-1-to-4/irregular-hexagon-1", "1 s"),
    ("one-sided-pentominoes/6x15", "22 s"),
    ("one-sided-hexiamonds/obeirnes-hexagon", "45 s"),
    ("one-sided-pentominoes/9x10", "more than a minute"),
];

fn puzzle(figure: &Figure) -> Puzzle {
    read_puzzle(&Source::new(figure.name.as_str(), figure.text.as_str()), &Limits::default())
        .expect(&figure.name)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "ten seconds in a release build")]
fn every_figure_has_as_many_tilings_as_were_published() {
    let mut counted = 0;
    for figure in figures().iter().filter(|figure| !SLOW.iter().any(|(name, _)| *name == figure.name)) {
        let Some(published) = figure.published else { continue };
        // Where another number was published, docs/puzzle.md has the reason.
        let expected = figure.counted.unwrap_or(published);
        let found = count(&puzzle(figure), &SolveOptions::default()).expect(&figure.name);
        assert!(found.up_to_symmetry == Total::from(expected), "{}: {}", figure.name, found.up_to_symmetry);
        counted += 1;
    }
    assert!(counted >= 125, "{counted}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "a second in a release build")]
fn where_another_number_was_published_a_second_engine_finds_ours() {
    let others = figures().iter().filter(|figure| figure.name.starts_with("polyiamonds-1-to-5/"));
    for figure in others {
        let expected = figure.counted.expect("another number");
        let options = SolveOptions { engine: Engine::Cover, ..SolveOptions::default() };
        if expected < 10_000 {
            let found = count(&puzzle(figure), &options).expect(&figure.name);
            assert!(found.up_to_symmetry == Total::from(expected), "{}", figure.name);
        }
    }
    let smallest = puzzle(figure("polyiamonds-1-to-5/snowflake-3").expect("a figure"));
    assert_eq!(every_tiling(&smallest, usize::MAX).len(), 4 * 466);
}

/// Those without a published count: most have a tiling that is found within a second, and none is refused.
#[test]
#[cfg_attr(debug_assertions, ignore = "twenty seconds in a release build")]
fn most_figures_without_a_count_are_solved_within_few_nodes() {
    let (mut found, mut all) = (0, 0);
    for figure in figures().iter().filter(|figure| figure.published.is_none()) {
        let options = SolveOptions { node_limit: Some(100_000), ..SolveOptions::default() };
        let (tiling, report) = first(&puzzle(figure), &options).expect(&figure.name);
        assert!(tiling.is_some() || !report.outcome.is_complete(), "{} has no tiling", figure.name);
        (found, all) = (found + u32::from(tiling.is_some()), all + 1);
    }
    assert!(found > 100, "{found} of {all}");
}

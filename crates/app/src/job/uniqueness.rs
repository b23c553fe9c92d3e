//! Proves again that a puzzle has one solution, and measures how difficult it is.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde_json::{Value, json};

use super::opening::Each;
use super::puzzle_orders::steps;
use piecework_solve::maker::reason;
use piecework_solve::{Engine, Outcome, SolveOptions, SolverError, count_openings, solve_up_to_symmetry};
use piecework_tiling::error::Error;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::stop::StopFlag;

/// The most cells of a board that is looked at, and the steps of the search. Chosen by eye: some seconds.
const LARGEST: usize = 100;
const MOST_NODES: u64 = 1 << 22;
/// The steps of the search over all ways to leave cells of classes open; these are short. Chosen by trial: some seconds.
const MOST_NODES_OF_EACH: u64 = 1 << 26;

/// How many solutions a small puzzle has, up to symmetry: none, one or more; and how a person solves it. The
/// engine is `dlx`, which made no puzzle, or `cover` where it does not suit.
///
/// # Errors
/// [`Error`] if the puzzle is too large for the limits, and [`Stopped`](piecework_tiling::stop::Stopped).
pub fn inspect_puzzle(puzzle: &Arc<Puzzle>, stop: &StopFlag) -> Result<Option<(String, Value)>, Error> {
    if puzzle.region().area() > LARGEST {
        return Ok(None);
    }
    let limited = SolveOptions { time_limit: stop.time_left(), stop: stop.flag(), ..SolveOptions::default() };
    let options = |engine| SolveOptions { engine, node_limit: Some(MOST_NODES), ..limited.clone() };
    let mut found = 0;
    let mut visit = |_| {
        found += 1;
        if found == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let report = match solve_up_to_symmetry(puzzle, &options(Engine::Dlx), &mut visit) {
        Err(SolverError::NotForEngine { .. }) => {
            solve_up_to_symmetry(puzzle, &options(Engine::Cover), &mut visit)?
        }
        report => report?,
    };
    let is_proved = report.outcome == Outcome::Complete;
    let solutions = match (found, is_proved) {
        (0, true) => "none".to_owned(),
        (1, true) => format!("one, up to turning and flipping; proved by `{}`", report.engine),
        (0, false) => "not known: the search took too long".to_owned(),
        (1, false) => "one or more: the search took too long".to_owned(),
        _ => "more than one".to_owned(),
    };
    let given = (puzzle.placed().len(), puzzle.clues().len());
    let reasoning = reason(puzzle, &limited)?.filter(|_| found > 0);
    let open = open_cells(puzzle, &limited)?;
    stop.check()?;
    let mut text =
        format!("{}: {} cells\n  {:<16}{solutions}\n", puzzle.name(), puzzle.region().area(), "solutions");
    if given != (0, 0) {
        text += &format!("  {:<16}{} pieces, {} clues\n", "given", given.0, given.1);
    }
    if let Some(reasoning) = &reasoning {
        text += &format!("  {:<16}{}: {}\n", "difficulty", reasoning.difficulty(), steps(reasoning));
    }
    if let Some((words, _)) = &open {
        text += &format!("  {:<16}{words}\n", "open cells");
    }
    let mut value = json!({
        "name": puzzle.name(),
        "solutions": { "at_least": found, "proved": is_proved, "engine": report.engine.name() },
        "given": given.0,
        "clues": given.1,
        "difficulty": reasoning.map(|reasoning| reasoning.difficulty()),
    });
    if let Some((_, without)) = open {
        value["without"] = json!(without);
    }
    Ok(Some((text, value)))
}

/// How many tilings there are for each way to leave cells of classes open, and the ways without one; `None` without classes.
fn open_cells(
    puzzle: &Arc<Puzzle>,
    limited: &SolveOptions<'_>,
) -> Result<Option<(String, Vec<String>)>, Error> {
    if puzzle.classes().is_empty() {
        return Ok(None);
    }
    let options = SolveOptions { node_limit: Some(MOST_NODES_OF_EACH), ..limited.clone() };
    let counted = count_openings(puzzle, &options)?;
    if counted.report.outcome != Outcome::Complete {
        return Ok(Some(("not known: the search took too long".to_owned(), Vec::new())));
    }
    let each = Each::new(puzzle, &counted);
    Ok(Some((each.in_words(), each.without())))
}

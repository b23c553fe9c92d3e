//! The table of strategies for one tiling: which are tried, in which order, and for how long.
//!
//! Each row answers, or passes on to the next one; the last row always answers. `docs/strategies.md` prints
//! the table.

mod hard_first;
pub(crate) mod sample;
mod straight_seam;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use web_time::Instant;

use crate::engines::choice::{self, ReTiling};
use crate::engines::{Compiled, Report, cut_line, re_tiling};
use crate::ground::alarm::Alarm;
use crate::ground::{Engine, Outcome, SolveOptions, SolverError, StopReason};

use piecework_tiling::puzzle::{Puzzle, SharedPuzzle};
use piecework_tiling::tiling::Tiling;

/// Nodes of re-tiling for each cell before an exhaustive search begins: a few seconds for a large board.
/// Chosen by trial.
const RE_TILING_FOR_EACH_CELL: u64 = 1000;

/// Finds one tiling fast: the search in its own order alternates with short searches in random order.
///
/// No tiling and [`Outcome::Complete`] prove that none exists. No tiling and [`Outcome::Stopped`] leave it
/// open. Engines that are not [exhaustive](Engine::is_exhaustive) prove nothing, and without a limit stop
/// after about a minute with [`StopReason::NodeLimit`]. The tiling depends only on the puzzle, the engine and
/// the seed.
///
/// # Errors
/// As [`crate::solve`].
///
/// # Source
/// C. P. Gomes, B. Selman and H. Kautz, Boosting combinatorial search through randomization, AAAI 1998: such
/// searches are heavy-tailed, so many short ones beat a long one.
pub fn first(
    puzzle: &impl SharedPuzzle,
    options: &SolveOptions<'_>,
) -> Result<(Option<Tiling>, Report), SolverError> {
    let puzzle = &puzzle.shared();
    let found = first_by(&STRATEGIES, puzzle, options)?;
    Ok(found.expect("the last strategy always answers"))
}

/// The tiling that was found, and the report of the search.
pub(crate) type Found = (Option<Tiling>, Report);

/// How the turn of a strategy ended: with an answer, or with the nodes that it has cost, because it does not
/// suit the puzzle or has cost what it may.
pub(crate) type Turn = ControlFlow<Found, u64>;

fn turn(found: Option<Found>, spent: u64) -> Turn {
    found.map_or(Turn::Continue(spent), Turn::Break)
}

/// A way to find one tiling.
pub(crate) struct Strategy {
    name: &'static str,
    /// The puzzles that it suits, if no engine is asked for by name.
    suits: &'static str,
    most: Most,
    run: for<'a> fn(&mut Task<'a>, &SolveOptions<'a>) -> Result<Turn, SolverError>,
}

/// What a strategy may cost before the next one is tried.
enum Most {
    Nodes(u64),
    NodesForEachCell(u64),
    NodesOfAStep(usize),
    Unlimited,
}

/// All strategies, in the order in which they are tried.
pub(crate) static STRATEGIES: [Strategy; 7] = [
    Strategy {
        name: "sat",
        suits: "boards where only some cells may stay empty, without rules of decoration",
        most: Most::Unlimited,
        run: first_by_sat,
    },
    Strategy {
        name: "straight seam",
        suits: "boards with joined sides, as flat boards; pieces may touch",
        most: Most::Nodes(straight_seam::PATIENCE),
        run: |task, options| straight_seam::first(task.puzzle, options),
    },
    Strategy {
        name: "cut-line",
        suits: "rectangles of squares, tiled by any number of each of at most 3 free pieces",
        most: Most::NodesOfAStep(cut_line::MOST_NODES),
        run: |task, options| Ok(turn(cut_line::first(task.puzzle, options)?, 0)),
    },
    Strategy {
        name: "hard pieces first",
        suits: "sets of at least 30 different pieces that are all used, unless an argument excludes tilings",
        most: Most::Nodes(hard_first::PATIENCE),
        run: |task, options| match task.suits_hard_first(options) {
            true => Ok(turn(hard_first::first(task.puzzle, options)?, hard_first::PATIENCE)),
            false => Ok(Turn::Continue(0)),
        },
    },
    Strategy {
        name: "re-tiling",
        suits: "puzzles with rules of decoration and room for each piece twice",
        most: Most::NodesForEachCell(RE_TILING_FOR_EACH_CELL),
        run: first_by_re_tiling,
    },
    Strategy {
        name: "cover, with restarts",
        suits: "puzzles for which the engine is `frontier`",
        most: Most::Nodes(choice::SHORT_COVER),
        run: first_by_short_cover,
    },
    Strategy { name: "the engine", suits: "all puzzles", most: Most::Unlimited, run: first_by_engine },
];

/// The puzzle to find a tiling of.
pub(crate) struct Task<'a> {
    puzzle: &'a Arc<Puzzle>,
    /// The compiled puzzle, if a strategy needed it and another one can use it.
    compiled: Option<Compiled<'a>>,
}

/// Returns the answer of the first of some strategies that has one; `None` if none has.
///
/// # Errors
/// Those of every search.
pub(crate) fn first_by(
    strategies: &[Strategy],
    puzzle: &Arc<Puzzle>,
    options: &SolveOptions<'_>,
) -> Result<Option<Found>, SolverError> {
    let (began, mut spent) = (Instant::now(), 0);
    let mut task = Task { puzzle, compiled: None };
    for strategy in strategies {
        match (strategy.run)(&mut task, &options.after(spent, began.elapsed()))? {
            Turn::Continue(nodes) => spent += nodes,
            Turn::Break((tiling, report)) => {
                let report = Report { nodes: report.nodes + spent, elapsed: began.elapsed(), ..report };
                return Ok(Some((tiling, report)));
            }
        }
    }
    Ok(None)
}

impl<'a> Task<'a> {
    /// Returns the compiled puzzle, or the report of a search that cannot begin.
    fn compiled(&mut self, options: &SolveOptions<'a>) -> Result<Result<Compiled<'a>, Report>, SolverError> {
        let alarm = Alarm::new(options);
        let compiled = self.compiled.take().map_or_else(|| Compiled::under(self.puzzle, options, alarm), Ok);
        compiled
            .map_or_else(|unmade| Report::of_unmade(unmade, options, &alarm).map(Err), |made| Ok(Ok(made)))
    }

    /// Returns whether hard pieces are laid first, for which no argument may exclude tilings.
    fn suits_hard_first(&mut self, options: &SolveOptions<'a>) -> bool {
        if choice::re_tiles(options.engine, self.puzzle) != ReTiling::No
            || !hard_first::suits(options.engine, self.puzzle)
            || !self.puzzle.region().optional().is_empty()
        {
            return false;
        }
        self.compiled = Compiled::under(self.puzzle, options, Alarm::new(options)).ok();
        self.compiled.as_ref().is_none_or(|compiled| compiled.argument.is_none())
    }
}

fn first_by_sat<'a>(task: &mut Task<'a>, options: &SolveOptions<'a>) -> Result<Turn, SolverError> {
    let is_plain =
        !task.puzzle.keeps_apart() && !task.puzzle.colors().has_sides() && task.puzzle.balance().is_none();
    if options.engine != Engine::Auto || !is_plain || task.puzzle.region().optional().is_empty() {
        return Ok(Turn::Continue(0));
    }
    Ok(Turn::Break(match task.compiled(options)? {
        Ok(compiled) => Compiled { engine: Engine::Sat, ..compiled }.first_tiling(options)?,
        Err(report) => (None, report),
    }))
}

fn first_by_re_tiling<'a>(task: &mut Task<'a>, options: &SolveOptions<'a>) -> Result<Turn, SolverError> {
    let most = RE_TILING_FOR_EACH_CELL * task.puzzle.region().area() as u64;
    let patience = match choice::re_tiles(options.engine, task.puzzle) {
        ReTiling::No => return Ok(Turn::Continue(0)),
        ReTiling::First => Some(most),
        ReTiling::Only => None,
    };
    Ok(turn(re_tiling::first(task.puzzle, options, patience)?, most))
}

fn first_by_short_cover<'a>(task: &mut Task<'a>, options: &SolveOptions<'a>) -> Result<Turn, SolverError> {
    let compiled = match task.compiled(options)? {
        Ok(compiled) => compiled,
        Err(report) => return Ok(Turn::Break((None, report))),
    };
    let is_short = options.node_limit.is_some_and(|limit| limit <= choice::SHORT_COVER);
    if options.engine != Engine::Auto || compiled.engine != Engine::Frontier || is_short {
        task.compiled = Some(compiled);
        return Ok(Turn::Continue(0));
    }
    let short = SolveOptions { node_limit: Some(choice::SHORT_COVER), ..options.clone() };
    let cover = Compiled { engine: Engine::Cover, ..compiled };
    let (tiling, report) = cover.first_tiling(&short)?;
    if report.outcome != Outcome::Stopped(StopReason::NodeLimit) {
        return Ok(Turn::Break((tiling, report)));
    }
    task.compiled = Some(Compiled { engine: Engine::Frontier, ..cover });
    Ok(Turn::Continue(report.nodes))
}

fn first_by_engine<'a>(task: &mut Task<'a>, options: &SolveOptions<'a>) -> Result<Turn, SolverError> {
    Ok(Turn::Break(match task.compiled(options)? {
        Ok(compiled) => compiled.with_halves(options).first_tiling(options)?,
        Err(report) => (None, report),
    }))
}

impl fmt::Display for Most {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Most::Nodes(nodes) => write!(f, "{nodes} steps"),
            Most::NodesForEachCell(nodes) => write!(f, "{nodes} steps for each cell"),
            Most::NodesOfAStep(nodes) => write!(f, "{nodes} nodes of a state"),
            Most::Unlimited => f.write_str("the limits"),
        }
    }
}

/// As a row of a table.
impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "| {} | {} | {} |", self.name, self.suits, self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_prints_the_table() {
        let text = include_str!("../../../../docs/strategies.md");
        let rows: Vec<String> = STRATEGIES.iter().map(Strategy::to_string).collect();
        let rows = rows.join("\n");
        assert!(text.contains(&rows), "docs/strategies.md must have:\n{rows}");
    }
}

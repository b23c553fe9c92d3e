//! Finds one tiling of a rectangle puzzle, or proves that none exists.
//!
//! Gives up if the search grows so large that another engine should try. Puzzles other than rectangles with
//! unlimited pieces are not accepted.

use std::sync::Arc;

use super::{CutLine, blocks, checked, refusal};
use crate::engines::Report;
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Engine, Outcome, SolveOptions, SolverError, StopReason};
use crate::proofs::why_impossible;
use piecework_tiling::puzzle::{Contact, Count, Puzzle};
use piecework_tiling::random::Random;
use piecework_tiling::tiling::Tiling;

/// The most pieces; more branch so much that a breadth-first search has too many states. Chosen by trial.
pub(super) const MOST_PIECES: usize = 3;
/// The most nodes of one step before another engine tries: about half a second. Chosen by trial.
pub(crate) const MOST_NODES: usize = 300_000;

/// Searches with this engine, if it is requested or suits the puzzle.
///
/// # Errors
/// [`SolverError::NotForEngine`] if it is requested by name and does not accept the puzzle.
pub(crate) fn first(
    puzzle: &Arc<Puzzle>,
    options: &SolveOptions<'_>,
) -> Result<Option<(Option<Tiling>, Report)>, SolverError> {
    let sides = match (options.engine, sides(puzzle)) {
        (Engine::CutLine, Err(reason)) => {
            return Err(SolverError::NotForEngine { engine: Engine::CutLine, reason });
        }
        (Engine::CutLine, Ok(sides)) => sides,
        (Engine::Auto, Ok(sides)) if puzzle.pieces().len() <= MOST_PIECES => sides,
        _ => return Ok(None),
    };
    let mut watch = Watch::new(options);
    let mut engine = CutLine::new(puzzle.pieces(), options.memory_limit)?;
    engine.chance = options.seed.map(Random::new);
    if options.engine == Engine::Auto {
        engine.most_nodes = MOST_NODES;
    }
    let (width, height) = (sides.0.min(sides.1), sides.0.max(sides.1));
    let placed = if engine.coloring.rules_out(width, height) {
        Ok(None)
    } else {
        match engine.tile(width, height, &mut watch) {
            Err(Halt::Pause) => blocks::joined(&mut engine, (width, height), &mut watch)
                .and_then(|made| made.map(Some).ok_or(Halt::Pause)),
            ended => ended,
        }
    };
    let (outcome, tiling) = match placed {
        Err(Halt::Pause) => return Ok(None),
        Err(Halt::Stop(StopReason::MemoryLimit)) if options.engine == Engine::Auto => return Ok(None),
        Err(Halt::Stop(reason)) => (Outcome::Stopped(reason), None),
        Ok(None) => (Outcome::Complete, None),
        Ok(Some(placed)) => {
            let tiling = checked(puzzle, placed, sides.0 > sides.1)?;
            (Outcome::Stopped(StopReason::Visitor), Some(tiling))
        }
    };
    let argument = match outcome {
        // A search only says that no tiling exists; an argument says why.
        Outcome::Complete if options.arguments => why_impossible(puzzle, options),
        _ => None,
    };
    // The argument is valid without the search before it.
    let nodes = if argument.is_some() { 0 } else { watch.nodes() };
    let (tilings, elapsed) = (u64::from(tiling.is_some()).into(), watch.elapsed());
    Ok(Some((tiling, Report { outcome, engine: Engine::CutLine, tilings, nodes, elapsed, argument })))
}

/// Why this engine neither counts nor lists tilings.
pub(crate) fn one_tiling_only() -> SolverError {
    SolverError::NotForEngine { engine: Engine::CutLine, reason: "it finds one tiling, not all of them" }
}

/// Columns and rows of the rectangle to be tiled.
///
/// # Errors
/// Why the engine does not accept the puzzle.
pub(super) fn sides(puzzle: &Puzzle) -> Result<(u32, u32), &'static str> {
    if let Some(reason) = refusal(puzzle.pieces()) {
        return Err(reason);
    }
    if puzzle.region().wrap().is_some() {
        return Err("it tiles boards without joined sides only");
    }
    let plain = puzzle.contact() == Contact::Allowed
        && puzzle.gaps() == 0
        && puzzle.placed().is_empty()
        && puzzle.one_of().is_empty()
        && !puzzle.limits_places()
        && puzzle.balance().is_none()
        && !puzzle.keeps_apart();
    if !plain {
        return Err("it covers a whole rectangle, and knows no further rules");
    }
    if puzzle.pieces().iter().any(|piece| piece.count != Count::ANY) {
        return Err("its pieces are there in any number");
    }
    let cells = puzzle.region().cells();
    let corner = cells.iter().fold((0, 0), |most, cell| (cell.x.max(most.0), cell.y.max(most.1)));
    let sides = (corner.0.unsigned_abs() + 1, corner.1.unsigned_abs() + 1);
    let lies_at_origin = cells.iter().all(|cell| cell.x >= 0 && cell.y >= 0);
    if !lies_at_origin || u64::from(sides.0) * u64::from(sides.1) != cells.len() as u64 {
        return Err("it tiles rectangles only");
    }
    Ok(sides)
}

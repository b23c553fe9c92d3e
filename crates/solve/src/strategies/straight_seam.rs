//! Finds a tiling of a board with joined sides that has a straight seam: a tiling of the flat board is one.
//!
//! Engines that know flat rectangles are fast there. It proves nothing if no tiling is found.

use std::sync::Arc;

use crate::ground::{Engine, SolveOptions, SolverError};
use crate::strategies::{self, Turn};
use piecework_tiling::puzzle::{Contact, Puzzle};
use piecework_tiling::tiling::Tiling;

/// The most nodes of the flat search, some seconds; the whole board may still have a tiling. Chosen by eye.
pub(crate) const PATIENCE: u64 = 1 << 20;

/// Searches shortly for a tiling without pieces across joined sides; passes on boards without joined sides,
/// and those where some pieces must not meet across them.
///
/// # Errors
/// As [`crate::first`].
pub(crate) fn first(puzzle: &Arc<Puzzle>, options: &SolveOptions<'_>) -> Result<Turn, SolverError> {
    let is_plain = puzzle.contact() == Contact::Allowed && !puzzle.keeps_apart() && !puzzle.limits_places();
    if puzzle.region().wrap().is_none() || options.engine != Engine::Auto || !is_plain {
        return Ok(Turn::Continue(0));
    }
    let pieces = puzzle.pieces().to_vec();
    // Placed pieces may go across joined sides.
    let Ok(flat) = Puzzle::ruled(puzzle.name(), puzzle.region().flat(), pieces, puzzle.rules().clone())
    else {
        return Ok(Turn::Continue(0));
    };
    let node_limit = Some(options.node_limit.map_or(PATIENCE, |limit| limit.min(PATIENCE)));
    let time_limit = options.time_limit.map(|limit| limit / 2);
    let short = SolveOptions { node_limit, time_limit, progress: None, ..options.clone() };
    let (tiling, report) = strategies::first(&Arc::new(flat), &short)?;
    let Some(tiling) = tiling else { return Ok(Turn::Continue(report.nodes)) };
    let pieces = tiling.placements().iter().map(|placement| (placement.piece, placement.cells.clone()));
    let around = Tiling::new(puzzle, pieces)
        .map_err(|source| SolverError::Internal { engine: report.engine, source })?;
    Ok(Turn::Break((Some(around), report)))
}

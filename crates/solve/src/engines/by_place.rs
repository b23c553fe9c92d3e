//! Backtracking that fills one place after another: choose a place, try each placement over it, then leave it
//! empty if allowed.
//!
//! It finds every tiling that contains the prefix exactly once, because the options of one place exclude each
//! other. Engines differ only in the choice of the next place and of the placements to try.

use std::ops::ControlFlow;

use crate::engines::exhaustive::Visit;
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Outcome, SolverError, StopReason};
use crate::model::board::PartialTiling;

/// An open place and the placements over it to try; those that do not fit are skipped.
pub(crate) type Branching<'a> = (u32, &'a [u32]);

/// A place, and which of its options comes next.
struct Level<'a> {
    place: u32,
    ways: &'a [u32],
    next: usize,
    now: Treatment,
}

/// The state of a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Treatment {
    /// Nothing yet.
    Open,
    /// The last placement is on it.
    Occupied,
    /// It is left empty, which is tried last.
    Empty,
}

/// Visits every tiling that contains the placements of the board, if there is one. `choose` returns the next
/// place, or `None` to prune; it is called only while places are open.
pub(crate) fn search<'a>(
    board: Option<PartialTiling<'_>>,
    mut choose: impl FnMut(&PartialTiling<'_>) -> Option<Branching<'a>>,
    watch: &mut Watch<'_>,
    visit: &mut Visit<'_>,
) -> Result<Outcome, SolverError> {
    let Some(mut board) = board else { return Ok(Outcome::Complete) };
    // An explicit stack, so that no board is too large.
    let mut levels: Vec<Level<'a>> = Vec::new();
    loop {
        if board.first_open(0).is_none() {
            if board.is_tiling() && visit(board.laid(), watch)?.is_break() {
                return Ok(Outcome::Stopped(StopReason::Visitor));
            }
        } else if !board.is_short()
            && let Some((place, ways)) = choose(&board)
        {
            levels.push(Level { place, ways, next: 0, now: Treatment::Open });
        }
        if levels.is_empty() {
            return Ok(Outcome::Complete);
        }
        if let Some(Halt::Stop(reason)) = watch.node(|| share_done(&levels)) {
            return Ok(Outcome::Stopped(reason));
        }
        if advance(&mut levels, &mut board).is_break() {
            return Ok(Outcome::Complete);
        }
    }
}

/// Advances to the next option of the latest place, or of an earlier one; breaks if there is none.
fn advance(levels: &mut Vec<Level<'_>>, board: &mut PartialTiling<'_>) -> ControlFlow<()> {
    while let Some(level) = levels.last_mut() {
        match level.now {
            Treatment::Open => {}
            Treatment::Occupied => board.lift(),
            Treatment::Empty => {
                board.reopen(level.place);
                levels.pop();
                continue;
            }
        }
        let fitting = level.ways[level.next..].iter().position(|&placement| board.fits(placement));
        if let Some(passed) = fitting {
            board.lay(level.ways[level.next + passed]);
            level.next += passed + 1;
            level.now = Treatment::Occupied;
            return ControlFlow::Continue(());
        }
        if board.may_leave(level.place) {
            board.leave(level.place);
            level.next = level.ways.len();
            level.now = Treatment::Empty;
            return ControlFlow::Continue(());
        }
        levels.pop();
    }
    ControlFlow::Break(())
}

/// Returns the share of the search tree that is done, if all branches of a level are of equal size.
fn share_done(levels: &[Level<'_>]) -> f64 {
    let (mut share, mut width) = (0.0, 1.0);
    // Deeper levels are too small for a share of 64 bits.
    for level in levels.iter().take(16) {
        width /= level.ways.len() as f64 + 1.0;
        share += width * (level.next.saturating_sub(1)) as f64;
    }
    share
}

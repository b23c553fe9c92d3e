//! Looks a few positions ahead and prunes states in which they cannot be covered.
//!
//! A pruned state has no tiling. Later positions count as open and all pieces as unused, so the answer
//! depends only on the position and on which of the next positions are taken; each answer is computed once.
//! Puzzles with empty places are not handled.
//!
//! # Source
//! Tables of completable patterns near the frontier are from K. Dahlke's trec, where they are made by hand.

use super::bits::Bits;
use super::board::{CompiledBoard, State};

/// The most positions after the first open one that are examined. Measured on the 12 pentominoes: with 14, a
/// seventh fewer states are opened, but the table no longer fits in the first-level cache.
const MOST_POSITIONS: u32 = 10;
/// The most bytes for the answers, so that they stay in a cache.
const MOST_BYTES: u32 = 1 << 18;
/// Choices after which a state counts as alive. Chosen by trial.
const PATIENCE: u32 = 200;

/// The cache of answers.
#[derive(Debug)]
pub(super) struct Ahead {
    positions: u32,
    /// Two bits for each position and pattern: whether the answer is known, and whether the state is dead.
    answers: Vec<u64>,
}

impl Ahead {
    /// `None` if places may stay empty.
    pub(super) fn new<W: Bits, S: Bits>(board: &CompiledBoard<W, S>) -> Option<Self> {
        // Four patterns to a byte.
        let positions = (MOST_BYTES * 4 / board.length.max(1)).checked_ilog2()?.min(MOST_POSITIONS);
        let words = ((board.length as usize) << positions).div_ceil(32);
        (board.most_empty == 0).then(|| Self { positions, answers: vec![0; words] })
    }

    /// Returns whether the positions ahead cannot be covered.
    #[inline]
    pub(super) fn is_lost<W: Bits, S: Bits>(
        &mut self,
        board: &CompiledBoard<W, S>,
        state: &State<W, S>,
    ) -> bool {
        let pattern = state.window.down(1).and(W::below(self.positions));
        let index = (state.position as usize) << self.positions | pattern.index();
        let (word, shift) = (index >> 5, 2 * (index & 31));
        match self.answers[word] >> shift & 3 {
            0 => {
                let lost = works_out(board, state.position, pattern, self.positions + 1);
                self.answers[word] |= (1 | u64::from(lost) << 1) << shift;
                lost
            }
            answer => answer > 1,
        }
    }
}

/// Returns whether no pieces cover `count` positions from an open one, with the positions of `pattern` after
/// it taken.
#[cold]
fn works_out<W: Bits, S: Bits>(board: &CompiledBoard<W, S>, position: u32, pattern: W, count: u32) -> bool {
    let start = board.start(&board.walls);
    let window = board.walls[position as usize].or(pattern.up(1));
    let mut patience = PATIENCE;
    let end = (position + count).min(board.length);
    !can_be_covered(board, State { window, position, ..start }, end, &mut patience)
}

fn can_be_covered<W: Bits, S: Bits>(
    board: &CompiledBoard<W, S>,
    mut state: State<W, S>,
    end: u32,
    patience: &mut u32,
) -> bool {
    if !board.go_on(&mut state, &board.walls) || state.position >= end || *patience == 0 {
        return true;
    }
    *patience -= 1;
    let fitting = board.fitting(state.window, state.position, state.free);
    fitting
        .iter()
        .any(|kind| board.with(&state, kind).is_some_and(|state| can_be_covered(board, state, end, patience)))
}

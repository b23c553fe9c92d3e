//! Looks a few positions ahead and prunes states in which they cannot be covered.
//!
//! A pruned state has no tiling. Positions after those count as open and all pieces as unused, so the answer depends
//! only on the position and on which of the next ones are taken; each is computed once. Puzzles with empty places
//! are not handled.
//!
//! # Source
//! Tables of what can still be completed near the edge of what is placed are those of K. Dahlke's trec, there made by hand.

use super::bits::Bits;
use super::board::Board;
use super::state::State;

/// How many positions after the first open one are looked at, at most. Measured on the 12 pentominoes: with 14 a
/// seventh fewer states are opened, but the table leaves the first cache.
const MOST_POSITIONS: u32 = 10;
/// The answers take at most this many bytes, so that they stay in a cache.
const MOST_BYTES: u32 = 1 << 18;
/// Choices after which a state counts as not lost. Found by trial.
const PATIENCE: u32 = 200;

/// See the module.
#[derive(Debug)]
pub(super) struct Ahead {
    positions: u32,
    /// Two bits for each position and pattern: whether the answer is known, and whether it is that the state is lost.
    answers: Vec<u64>,
}

impl Ahead {
    /// Nothing where places may stay empty.
    pub(super) fn new<W: Bits, S: Bits>(board: &Board<W, S>) -> Option<Self> {
        // Four patterns to a byte.
        let positions = (MOST_BYTES * 4 / board.length.max(1)).checked_ilog2()?.min(MOST_POSITIONS);
        let words = ((board.length as usize) << positions).div_ceil(32);
        (board.most_empty == 0).then(|| Self { positions, answers: vec![0; words] })
    }

    /// Whether the positions ahead cannot be covered.
    #[inline]
    pub(super) fn is_lost<W: Bits, S: Bits>(&mut self, board: &Board<W, S>, state: &State<W, S>) -> bool {
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

/// Whether no pieces cover `count` positions from an open one on, of which those of `pattern` after it are taken.
#[cold]
fn works_out<W: Bits, S: Bits>(board: &Board<W, S>, position: u32, pattern: W, count: u32) -> bool {
    let start = board.start(&board.walls);
    let window = board.walls[position as usize].or(pattern.up(1));
    let mut patience = PATIENCE;
    let end = (position + count).min(board.length);
    !can_be_covered(board, State { window, position, ..start }, end, &mut patience)
}

fn can_be_covered<W: Bits, S: Bits>(
    board: &Board<W, S>,
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

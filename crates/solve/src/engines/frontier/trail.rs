//! The way of a search to a state, as a prefix that other searches can begin with.

use super::bits::Bits;
use super::board::Board;
use crate::ground::lists::compact;
use crate::ground::prefix::Prefix;

/// Placements and the positions that they take.
pub(super) struct Trail<'a, W, S> {
    board: &'a Board<W, S>,
    laid: Prefix,
    /// The place at each position, if it is neither taken nor left empty from the beginning.
    open: Vec<Option<u32>>,
}

impl<'a, W: Bits, S: Bits> Trail<'a, W, S> {
    /// The way begins with `prefix`.
    pub(super) fn new(board: &'a Board<W, S>, prefix: &Prefix) -> Self {
        let mut open = vec![None; board.length as usize];
        for (place, &position) in board.positions.iter().enumerate() {
            open[position as usize] = Some(compact(place));
        }
        prefix.empty.iter().for_each(|&place| open[board.positions[place as usize] as usize] = None);
        let mut trail = Self { board, laid: prefix.clone(), open };
        for &placement in &prefix.laid {
            let (position, kind) =
                board.laid_at(placement).expect("a prefix that was begun has kept placements");
            trail.take(position, kind);
        }
        trail
    }

    /// Places a kind.
    pub(super) fn lay(&mut self, position: u32, kind: u32) {
        self.laid.laid.push(self.board.placement(position, kind));
        self.take(position, kind);
    }

    fn take(&mut self, position: u32, kind: u32) {
        let mask = self.board.kinds[kind as usize].mask;
        mask.iter().for_each(|offset| self.open[(position + offset) as usize] = None);
    }

    /// Returns the way to a state at a position: all places before it that are not taken stay empty.
    pub(super) fn prefix(&self, position: u32) -> Prefix {
        let before = self.open.iter().take(position as usize);
        let mut prefix = self.laid.clone();
        prefix.empty.extend(before.flatten());
        prefix
    }
}

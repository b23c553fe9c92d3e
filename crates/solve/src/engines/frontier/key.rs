//! Packs a state into one number, as a key of the table of dead states.
//!
//! Two states of one search with the same key have the same completions. A state that does not fit has no
//! key.

use super::bits::Bits;
use super::board::Board;
use super::dead::Key;
use super::state::State;

/// The layout of a key.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeyLayout<W> {
    /// The positions after the first one that can differ between states.
    differing: W,
    /// Those that fit in the key.
    roomy: W,
    used_from: u32,
    position_from: u32,
    /// The bit where the number of places that may still stay empty begins, if it does not follow from the
    /// rest.
    left_from: Option<u32>,
}

impl<W: Bits> KeyLayout<W> {
    /// `None` if there is no room for the counts and the window.
    pub(super) fn new<S: Bits>(board: &Board<W, S>, key_bits: u32) -> Option<Self> {
        let bits_of = |number: u32| u32::BITS - number.leading_zeros();
        let needs_left = board.copies.some_uncounted;
        let left_bits = if needs_left { bits_of(board.most_empty) } else { 0 };
        let (used_bits, position_bits) = (board.copies.bits, bits_of(board.length));
        let room = key_bits.checked_sub(used_bits + position_bits + left_bits)?.min(board.span - 1);
        let position_from = room + used_bits;
        Some(Self {
            differing: W::below(board.span - 1),
            roomy: W::below(room),
            used_from: room,
            position_from,
            left_from: needs_left.then_some(position_from + position_bits),
        })
    }

    /// Returns whether every state has a key.
    pub(super) fn holds_all(&self) -> bool {
        self.differing == self.roomy
    }

    /// Returns the key of a state whose first position is open, if it has room.
    ///
    /// The number of empty places and the slack follow from how many places are taken and which pieces are
    /// placed.
    #[inline]
    pub(super) fn key<K: Key, S: Bits>(&self, state: &State<W, S>) -> Option<K> {
        let window = state.window.down(1).and(self.differing);
        if !window.without(self.roomy).is_empty() {
            return None;
        }
        let key =
            K::begin(window).with(state.used, self.used_from).with(state.position.into(), self.position_from);
        Some(self.left_from.map_or(key, |from| key.with(state.left.into(), from)))
    }
}

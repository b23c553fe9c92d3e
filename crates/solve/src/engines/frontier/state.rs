//! A state of the search: the frontier and what may still be placed.

/// The placements, as far as they affect what can still be placed.
#[derive(Debug, Clone, Copy)]
pub(super) struct State<W, S> {
    /// The positions from `position` on that are taken: walls, placements and places left empty.
    pub(super) window: W,
    pub(super) position: u32,
    /// Kinds of pieces that are not used up.
    pub(super) free: S,
    /// How many copies of each piece are placed.
    pub(super) used: u64,
    /// How many more places may stay empty.
    pub(super) left: u32,
    /// How many more places may be used by optional pieces.
    pub(super) slack: u32,
}

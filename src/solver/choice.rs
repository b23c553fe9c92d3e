//! Which engine searches where none is asked for by name.

use super::Engine;
use super::model::Model;
use super::re_tiling;
use crate::puzzle::{EqualPieces, Puzzle};

/// What is wanted of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// One tiling, as soon as possible.
    First,
    /// Tilings one by one.
    Visit,
    /// How many there are.
    Count,
}

/// The engine that will run where `asked` is asked for; never [`Engine::Auto`].
pub(super) fn chosen(asked: Engine, _goal: Goal, _puzzle: &Puzzle, _model: &Model) -> Engine {
    match asked {
        Engine::Auto => Engine::Cover,
        named => named,
    }
}

/// How many steps layers may take before tilings are rather found one by one.
///
/// Places that stay empty make many layers, of which few states lead to a tiling; where pieces are few besides, a search
/// with its bounds is faster. Chosen by measurement on Untouchable 11.
pub(super) fn steps_of_layers(model: &Model) -> u64 {
    let places = model.places();
    let is_limited = model.bounds().iter().all(|bounds| (bounds.most as usize) < places / 8);
    if model.most_empty() > 0 && is_limited { 1 << 21 } else { u64::MAX }
}

/// How one tiling is looked for by re-tiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReTiling {
    /// Not at all.
    No,
    /// For a while; it cannot see that there is none.
    First,
    /// By nothing else.
    Only,
}

/// Re-tiling has room to exchange pieces where each is there so many times, on average. Chosen by trying.
const COPIES_FOR_RE_TILING: usize = 2;

/// Whether one tiling is looked for by re-tiling, which needs no model.
pub(super) fn re_tiles(asked: Engine, puzzle: &Puzzle) -> ReTiling {
    let decorated = puzzle.equal_pieces() == EqualPieces::Apart || puzzle.balance().is_some();
    let once: usize = puzzle.pieces().iter().map(|piece| piece.shape.area()).sum();
    let has_copies = puzzle.region().area() >= COPIES_FOR_RE_TILING * once;
    match asked {
        Engine::ReTiling => ReTiling::Only,
        Engine::Auto if decorated && has_copies && re_tiling::refusal(&puzzle.rest()).is_none() => {
            ReTiling::First
        }
        _ => ReTiling::No,
    }
}

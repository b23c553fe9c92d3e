//! Which engine searches where none is asked for by name.

use super::Engine;
use super::model::Model;
use crate::puzzle::Puzzle;

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
    if model.most_empty() > 0 && is_limited { 1 << 23 } else { u64::MAX }
}

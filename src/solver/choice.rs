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

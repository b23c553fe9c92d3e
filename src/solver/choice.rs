//! Which engine searches where none is asked for by name.

use super::model::{Empty, Model};
use super::order_of_places::PlaceOrder;
use super::{Engine, frontier, re_tiling};
use crate::puzzle::{EqualPieces, Puzzle};

/// The engine that will run where `asked` is asked for; never [`Engine::Auto`].
pub(super) fn chosen(asked: Engine, puzzle: &Puzzle, model: &Model) -> Engine {
    match asked {
        Engine::Auto if suits_frontier(puzzle, model) => Engine::Frontier,
        Engine::Auto => Engine::Cover,
        named => named,
    }
}

/// With more ways to lie, translations not counted, the frontier engine thrashes: of all 35 hexominoes, which have 216, it
/// found no tiling in four seconds where the cover engine needs a tenth of one.
const MOST_KINDS: usize = 128;
/// On a board so wide that a piece spans more places the frontier engine leaves holes far from where it fills next.
const MOST_SPAN: u32 = 64;
/// With so few ways to lie, or places to leave empty by count, wider boards are good too.
const FEW_KINDS: usize = 16;
const MOST_SPAN_OF_FEW: u32 = 128;

/// Whether the frontier engine is likely to be the faster one of the two.
///
/// Chosen by measurement, seconds of one thread for all tilings up to symmetry, cover against frontier: the twelve
/// pentominoes in 6 x 10 1.9 and 0.15, in 5 x 12 3.0 and 0.05, on the chess board 0.3 and 0.07, hexiamonds in a rhombus
/// 0.26 and 0.05; Untouchable 11 none in four and 0.7. One tiling: Y hexominoes in 23 x 24 none in four and 0.2,
/// heptominoes in 19 x 28 none in four and 0.1. The other way round, one tiling: any pentominoes in 20 x 20, which span 81
/// places, 0.04 and none in three; equal ones apart in 10 x 12 0.01 and none in three.
fn suits_frontier(puzzle: &Puzzle, model: &Model) -> bool {
    let kinds: usize =
        puzzle.pieces().iter().map(|piece| piece.shape.orientations(piece.freedom).len()).sum();
    // It sees only in the end that equal pieces touch, and has no bound where anything may stay empty.
    if kinds > MOST_KINDS || model.claim_count() > 0 || model.empty() == Empty::Freely {
        return false;
    }
    let has_budget = matches!(model.empty(), Empty::Counted(_));
    let most = if kinds <= FEW_KINDS || has_budget { MOST_SPAN_OF_FEW } else { MOST_SPAN };
    PlaceOrder::new(model).span() <= most && frontier::counts_copies(model)
}

/// Nodes of the cover engine before one tiling is looked for by the frontier engine: where there are many tilings the
/// restarts of the former find one in a few hundredths of a second. Found by trial.
pub(super) const SHORT_COVER: u64 = 1 << 14;

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

/// Re-tiling has room to exchange pieces where each is there this many times, on average. Found by trial.
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

//! Chooses the engine if none is given.

use crate::engines::frontier;
use crate::ground::Engine;
use crate::model::{Empty, Model};
use piecework_tiling::puzzle::{Contact, EqualPieces, Puzzle};

/// Returns the engine that runs for `asked`; never [`Engine::Auto`].
pub(crate) fn chosen(asked: Engine, puzzle: &Puzzle, model: &Model) -> Engine {
    match asked {
        Engine::Auto if suits_frontier(puzzle, model) => Engine::Frontier,
        Engine::Auto => Engine::Cover,
        named => named,
    }
}

/// The most orientations for the frontier engine: with all 35 hexominoes, which have 216, it found no tiling
/// in four seconds; the cover engine needs a tenth of a second.
const MOST_KINDS: usize = 128;
/// The most places that a piece may span: on wider boards the frontier engine leaves holes far behind.
const MOST_SPAN: u32 = 64;
/// With this few orientations, or a counted number of empty places, wider boards are fast too.
const FEW_KINDS: usize = 16;
const MOST_SPAN_OF_FEW: u32 = 128;

/// Returns whether the frontier engine is likely to be faster than the cover engine.
///
/// Chosen by measurement, seconds of one thread for all tilings up to symmetry, cover against frontier: the
/// twelve pentominoes in 6 x 10 1.9 and 0.15, in 5 x 12 3.0 and 0.05, on the chess board 0.3 and 0.07,
/// hexiamonds in a rhombus 0.26 and 0.05; Untouchable 11 none in four and 0.7. One tiling: Y hexominoes in 23
/// x 24 none in four and 0.2, heptominoes in 19 x 28 none in four and 0.1. The opposite, one tiling: any
/// pentominoes in 20 x 20, which span 81 places, 0.04 and none in three; equal ones apart in 10 x 12 0.01 and
/// none in three.
fn suits_frontier(puzzle: &Puzzle, model: &Model) -> bool {
    let kinds: usize =
        puzzle.pieces().iter().map(|piece| piece.shape.orientations(piece.freedom).len()).sum();
    // Pieces across joined sides lie in many more ways than there are orientations.
    if puzzle.region().wrap().is_some() {
        return false;
    }
    // It sees only at the end that equal pieces touch, and has no bound if anything may stay empty.
    if kinds > MOST_KINDS
        || model.claim_count() > 0
        || matches!(model.empty(), Empty::Freely | Empty::Optional { .. })
    {
        return false;
    }
    let has_budget = matches!(model.empty(), Empty::Counted(_));
    let most = if kinds <= FEW_KINDS || has_budget { MOST_SPAN_OF_FEW } else { MOST_SPAN };
    model.place_order().span() <= most && frontier::counts_copies(model)
}

/// Nodes of the cover engine before the frontier engine searches for one tiling: if there are many tilings,
/// restarts find one in a few hundredths of a second. Chosen by trial.
pub(crate) const SHORT_COVER: u64 = 1 << 14;

/// The most steps of layers before tilings are found one by one instead.
///
/// With empty places there are many layers, and few of their states lead to a tiling; if there are also few
/// pieces, a search with bounds is faster. Chosen by measurement on Untouchable 11.
pub(crate) fn steps_of_layers(model: &Model) -> u64 {
    let places = model.places();
    // Around a board the frontier is twice as long, and states that count pieces are too many where it is not
    // short.
    if model.is_joined() && model.bounds().iter().any(|bounds| (bounds.most as usize) < places) {
        return 1 << 24;
    }
    let is_limited = model.bounds().iter().all(|bounds| (bounds.most as usize) < places / 8);
    if model.most_empty() > 0 && is_limited { 1 << 21 } else { u64::MAX }
}

/// How re-tiling is used to find one tiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReTiling {
    /// Not at all.
    No,
    /// First, for a limited time; it cannot prove that no tiling exists.
    First,
    /// As the only engine.
    Only,
}

/// The least average number of copies of each piece for which re-tiling has room to exchange pieces. Chosen
/// by trial.
const COPIES_FOR_RE_TILING: usize = 2;

/// Returns whether re-tiling searches for one tiling; it needs no model.
pub(crate) fn re_tiles(asked: Engine, puzzle: &Puzzle) -> ReTiling {
    // Only some cells may stay empty: it does not know which.
    if !puzzle.region().optional().is_empty() {
        return ReTiling::No;
    }
    let decorated = puzzle.equal_pieces() == EqualPieces::Apart || puzzle.balance().is_some();
    let once: usize = puzzle.pieces().iter().map(|piece| piece.shape.area()).sum();
    let has_copies = puzzle.region().area() >= COPIES_FOR_RE_TILING * once;
    match asked {
        Engine::ReTiling => ReTiling::Only,
        Engine::Auto if decorated && has_copies && not_re_tiled(&puzzle.rest()).is_none() => ReTiling::First,
        _ => ReTiling::No,
    }
}

/// Why re-tiling supports no other goal than one tiling.
pub(crate) const ONE_TILING_ONLY: &str = "it finds one tiling, and can neither list nor count them";

/// Why re-tiling cannot search a puzzle, which has no placed pieces.
pub(crate) fn not_re_tiled(rest: &Puzzle) -> Option<&'static str> {
    let has_copies = || rest.pieces().iter().any(|piece| piece.count.max.is_none_or(|max| max > 1));
    unsuited(rest).or_else(|| (!has_copies()).then_some("no piece is there more than once"))
}

/// Why tiles of such a puzzle cannot be exchanged.
pub(crate) fn unsuited(rest: &Puzzle) -> Option<&'static str> {
    if rest.region().wrap().is_some() {
        return Some("it knows no joined sides");
    }
    if rest.contact() == Contact::Forbidden {
        return Some("its pieces may not touch");
    }
    if !rest.rules().apart.is_empty() {
        return Some("it knows no sets of pieces that keep apart");
    }
    if !rest.one_of().is_empty() {
        return Some("it knows no pieces that show one of several shapes");
    }
    if rest.limits_places() {
        return Some("it knows no clues, no classes and no colors");
    }
    if rest.region().area() == 0 {
        return Some("every cell is covered already");
    }
    None
}

//! The engine `frontier`: fills the first empty cell, with the state of the board in a few machine words.
//!
//! Places are numbered along the short side of the region ([`Model::place_order`]). The frontier is a window of bits
//! that begins at the first open place; walls are set bits, so any region works. A few look-ups in tables of
//! conflicts find all kinds that fit. States without a tiling are remembered. Puzzles whose placements or
//! kinds need too many bits are refused.
//!
//! # Source
//! The order of search is from S. W. Golomb, Polyominoes, 1965, and D. Scott, Programming a combinatorial
//! puzzle, 1958; many pentomino programs use bit masks for it. The table of dead states is a transposition
//! table: R. D. Greenblatt, D. E. Eastlake and S. D. Crocker, The Greenblatt chess program, 1967.

mod bits;
mod board;
mod copies;
mod dead;
mod look_ahead;
mod opening;
mod search;
mod state;

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::engines::exhaustive::{Exhaustive, Visit};
use crate::ground::lists::compact;
use crate::ground::prefix::Prefix;
use crate::ground::shared_place::SharedPlace;
use crate::ground::watch::Watch;
use crate::ground::{Engine, Outcome, SolverError};
use crate::model::Model;

use bits::{Bits, Pair, windows};
use board::{CompiledBoard, Layout, State};
use copies::Copies;
use dead::Key;
use search::{Half, Learnt, Search};
use state::KeyLayout;

/// The most bytes of a table that other runs keep.
const MOST_SHARED: u64 = 1 << 23;

/// Makes the engine for a model, with the placements that `kept` accepts. A seed shuffles the order in which
/// kinds are tried.
///
/// With a `half` (an end in the order of places, and a number), visits only tilings that leave at most this
/// many places before the end empty.
///
/// # Errors
/// [`SolverError::NotForEngine`].
pub(crate) fn frontier(
    model: &Model,
    kept: &dyn Fn(u32) -> bool,
    half: Option<(u32, u32)>,
    seed: Option<u64>,
) -> Result<Box<dyn Exhaustive>, SolverError> {
    let layout = Layout::new(model, kept, seed);
    let (span, kinds) = (model.place_order().span(), layout.kinds());
    let copies = copies(model).ok_or_else(|| refusal("it counts copies in one word, and these need more"))?;
    let parts = Parts { model, layout: &layout, copies: &copies, half };
    if span <= 64 && kinds <= 64 {
        let engine = Frontier::<u64, u64, u64>::new(parts);
        if engine.remembers_all() {
            return Ok(Box::new(engine));
        }
    } else if span <= 64 && kinds <= 128 {
        let engine = Frontier::<u64, u128, u64>::new(parts);
        if engine.remembers_all() {
            return Ok(Box::new(engine));
        }
    }
    match (span, kinds) {
        (..=128, ..=128) => Ok(Box::new(Frontier::<u128, u128, u128>::new(parts))),
        (..=256, ..=256) => Ok(Box::new(Frontier::<Pair, Pair, u128>::new(parts))),
        (..=256, _) => Err(refusal("its pieces can lie in more than 256 ways, translations not counted")),
        _ => Err(refusal("some piece spans more than 256 places in the order of places")),
    }
}

/// Returns for each placement its turn among those that begin at the same place; 0 if it is not kept.
pub(crate) fn turns(model: &Model, kept: &dyn Fn(u32) -> bool, seed: Option<u64>) -> Vec<u32> {
    Layout::new(model, kept, seed).turns()
}

/// The data from which an engine is made, for any word sizes.
#[derive(Clone, Copy)]
struct Parts<'a> {
    model: &'a Model,
    layout: &'a Layout,
    copies: &'a Copies,
    half: Option<(u32, u32)>,
}

/// Returns whether the copies of each piece can be counted in one word.
pub(crate) fn counts_copies(model: &Model) -> bool {
    copies(model).is_some()
}

/// Returns the counters of copies, if they fit in one word.
fn copies(model: &Model) -> Option<Copies> {
    // The least and the largest number of places that a copy occupies.
    let sizes = (0..model.bounds().len()).map(|kind| {
        let of_copies = || model.placements_of_kind(kind).map(|placement| model.occupied(placement).len());
        (of_copies().min(), of_copies().max())
    });
    let sizes: Vec<(Option<usize>, Option<usize>)> = sizes.collect();
    let least: Vec<u32> = sizes.iter().map(|(least, _)| least.map_or(0, compact)).collect();
    let mut copies = Copies::new(model.bounds(), &least, u32::try_from(model.places()).unwrap_or(u32::MAX))?;
    copies.leaves_open |= sizes.iter().any(|(least, most)| least != most);
    Some(copies)
}

fn refusal(reason: &'static str) -> SolverError {
    SolverError::NotForEngine { engine: Engine::Frontier, reason }
}

/// The engine. `W` holds a window, `S` a set of kinds, `K` the key of a state.
struct Frontier<W, S, K> {
    board: CompiledBoard<W, S>,
    layout: Option<KeyLayout<W>>,
    /// The end of the half, and how many of its places may stay empty.
    half: Option<(u32, u32)>,
    /// Tables of earlier searches that no search is using.
    learnt: Mutex<Vec<Learnt<K>>>,
    /// Where other runs of the search keep theirs.
    shared: Option<Box<dyn SharedPlace>>,
}

impl<W: Bits, S: Bits, K: Key> Frontier<W, S, K> {
    fn new(parts: Parts<'_>) -> Self {
        let board = CompiledBoard::new(parts.model, parts.layout, parts.copies);
        let layout = KeyLayout::new(&board, K::BITS);
        Self { board, layout, half: parts.half, learnt: Mutex::new(Vec::new()), shared: None }
    }

    fn learnt(&self) -> MutexGuard<'_, Vec<Learnt<K>>> {
        // The table stays valid even if another thread panicked.
        self.learnt.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns tables for a new search, with what other runs know if its states are the same.
    fn learn(&self, is_shared: bool) -> Learnt<K> {
        let mut learnt = Learnt::new(&self.board);
        let place = self.shared.as_ref().filter(|_| is_shared);
        if let Some(bytes) = place.and_then(|place| place.read(MOST_SHARED)) {
            learnt.dead.add_bytes(&bytes);
        }
        learnt
    }

    /// Returns whether every state has a key.
    fn remembers_all(&self) -> bool {
        self.layout.is_some_and(|layout| layout.holds_all())
    }

    /// Returns the state after a prefix; `None` if it cannot be placed.
    fn begin(&self, prefix: &Prefix) -> Option<Beginning<'_, W, S>> {
        let board = &self.board;
        let mut state = board.start(&board.walls);
        let mut taken: Vec<u32> = Vec::new();
        for &placement in &prefix.laid {
            let (position, kind) = board.laid_at(placement)?;
            let kind = &board.kinds[kind as usize];
            if kind.rule.is_used_up(state.used) {
                return None;
            }
            state.slack = kind.rule.slack_after(state.used, state.slack)?;
            state.used += kind.rule.unit;
            if kind.rule.is_used_up(state.used) {
                state.free = state.free.without(kind.of_piece);
            }
            taken.extend(kind.mask.iter().map(|offset| position + offset));
        }
        let empty: Vec<u32> = prefix.empty.iter().map(|&place| board.positions[place as usize]).collect();
        state.left = state.left.checked_sub(compact(empty.len()))?;
        state.slack = state.slack.checked_sub(compact(empty.len()))?;
        taken.extend_from_slice(&empty);
        let walls = self.place(&mut state, &taken);
        let (half, is_common) = match self.half {
            None => (Half::NONE, true),
            Some((end, most)) => {
                let before = compact(empty.iter().filter(|&&position| position < end).count());
                let may = most.checked_sub(before)?;
                // Empty places after the half are reserved from the beginning, which other searches do not
                // know.
                let is_common = state.position >= end || before == compact(empty.len());
                (Half { end, reserved: state.left.saturating_sub(may) }, is_common)
            }
        };
        let is_shared = is_common && matches!(walls, Cow::Borrowed(_));
        Some(Beginning { state, walls, half, is_shared })
    }

    /// Moves the window to the first position that may be open. Taken positions are in the window if they are
    /// within the reach of a search, where keys distinguish states; others become walls.
    fn place(&self, state: &mut State<W, S>, taken: &[u32]) -> Cow<'_, [W]> {
        let board = &self.board;
        let mut is_taken: Vec<bool> = board.walls.iter().map(|walls| walls.least_missing() > 0).collect();
        taken.iter().for_each(|&position| is_taken[position as usize] = true);
        let first = is_taken.iter().position(|&taken| !taken).unwrap_or(is_taken.len().saturating_sub(1));
        state.position = compact(first);
        let last = taken.iter().max().copied().unwrap_or(0);
        let walls = if last < state.position.saturating_add(board.span) {
            let ahead = taken.iter().filter_map(|position| position.checked_sub(state.position));
            state.window = board.walls.get(first).map_or(W::ALL, |&walls| walls.or(W::from_iter(ahead)));
            return Cow::Borrowed(&board.walls);
        } else {
            windows(&is_taken, true)
        };
        state.window = walls.get(first).copied().unwrap_or(W::ALL);
        Cow::Owned(walls)
    }
}

/// The start of a search.
struct Beginning<'a, W: Bits, S> {
    state: State<W, S>,
    /// The positions taken from the beginning; borrowed if only the window differs.
    walls: Cow<'a, [W]>,
    half: Half,
    /// Whether a state of this search is the same in others, so that they can share tables.
    is_shared: bool,
}

impl<W: Bits, S: Bits, K: Key> Exhaustive for Frontier<W, S, K> {
    fn search(
        &self,
        prefix: &Prefix,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<Outcome, SolverError> {
        let mut goes_on = |watch: &mut Watch<'_>| {
            watch.pause_after(u64::MAX);
            true
        };
        self.search_while(prefix, watch, visit, &mut goes_on)
    }

    fn search_while(
        &self,
        prefix: &Prefix,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
        goes_on: &mut dyn FnMut(&mut Watch<'_>) -> bool,
    ) -> Result<Outcome, SolverError> {
        let Some(beginning) = self.begin(prefix) else { return Ok(Outcome::Complete) };
        let Beginning { state, walls, half, is_shared } = beginning;
        let kept = if is_shared { self.learnt().pop() } else { None };
        let mut learnt = kept.unwrap_or_else(|| self.learn(is_shared));
        let mut search = Search::new(&self.board, &walls, half, self.layout, &mut learnt);
        let outcome = search.run(state, &prefix.laid, watch, visit, goes_on);
        watch.leave(search.left(prefix));
        if is_shared {
            self.learnt().push(learnt);
        }
        outcome
    }

    fn branches_on(&self, open: &[u32]) -> Option<u32> {
        open.iter().copied().min_by_key(|&place| self.board.positions[place as usize])
    }

    fn share(&mut self, place: Box<dyn SharedPlace>) {
        self.shared = Some(place);
    }

    fn hand_on(&self) {
        let Some(claim) = self.shared.as_ref().and_then(|place| place.claim()) else { return };
        if let Some(learnt) = self.learnt().first() {
            claim.keep(&learnt.dead.to_bytes());
        }
    }
}

#[cfg(test)]
mod tests;

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
use board::{Board, Layout, State};
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
    board: Board<W, S>,
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
        let board = Board::new(parts.model, parts.layout, parts.copies);
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
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use super::*;
    use crate::engines::cover::Cover;
    use crate::ground::SolveOptions;
    use crate::ground::shared_place::Shelf;
    use piecework_tiling::lattice::{Cell, Lattice};
    use piecework_tiling::polyform::{Freedom, Shape};
    use piecework_tiling::puzzle::{Contact, Count, Piece, Puzzle, Region};

    fn puzzle(region: Region, rows: &[&[&str]], count: Count, contact: Contact, gaps: u32) -> Puzzle {
        let lattice = region.lattice();
        let shape = |rows: &&[&str]| Shape::from_rows(lattice, rows.iter().copied()).expect("a shape");
        with_shapes(region, rows.iter().map(shape).collect(), count, contact, gaps)
    }

    fn with_shapes(region: Region, shapes: Vec<Shape>, count: Count, contact: Contact, gaps: u32) -> Puzzle {
        let piece = |(number, shape): (usize, Shape)| Piece {
            name: number.to_string(),
            shape,
            freedom: Freedom::Free,
            count,
        };
        let pieces = shapes.into_iter().enumerate().map(piece).collect();
        Puzzle::with_rules("test", region, pieces, contact, gaps).expect("a puzzle")
    }

    /// The first cells of a row, which are next to each other on every lattice.
    fn first_cells(lattice: Lattice, cells: i32) -> Shape {
        Shape::new(lattice, (0..cells).map(|x| Cell::new(x, 0)).collect()).expect("a shape")
    }

    fn found(engine: &dyn Exhaustive) -> BTreeSet<Vec<u32>> {
        let mut all = BTreeSet::new();
        let mut visit = |tiling: &[u32], _: &mut Watch<'_>| {
            let mut tiling = tiling.to_vec();
            tiling.sort_unstable();
            assert!(all.insert(tiling), "none twice");
            Ok(ControlFlow::Continue(()))
        };
        let outcome = engine.search(&Prefix::default(), &mut Watch::unlimited(), &mut visit);
        assert_eq!(outcome, Ok(Outcome::Complete));
        all
    }

    /// Compares all word sizes with the cover engine.
    #[track_caller]
    fn agrees(puzzle: &Puzzle) -> usize {
        let model = Model::new(puzzle, &SolveOptions::default()).expect("small");
        let layout = Layout::new(&model, &|_| true, None);
        let copies = copies(&model).expect("few pieces");
        let parts = Parts { model: &model, layout: &layout, copies: &copies, half: None };
        let expected = found(&Cover::new(&model, &|_| true, None));
        assert_eq!(found(frontier(&model, &|_| true, None, None).expect("few kinds").as_ref()), expected);
        assert_eq!(found(&Frontier::<u128, u128, u128>::new(parts)), expected);
        assert_eq!(found(&Frontier::<Pair, Pair, u128>::new(parts)), expected);
        // Short keys, so that not every state is remembered.
        assert_eq!(found(&Frontier::<Pair, Pair, u64>::new(parts)), expected);
        expected.len()
    }

    const I: &[&str] = &["###"];
    const L: &[&str] = &["##", "#."];
    const DOMINO: &[&str] = &["##"];

    fn rectangle(lattice: Lattice, columns: u32, rows: u32) -> Region {
        Region::rectangle(lattice, columns, rows).expect("a region")
    }

    /// Visits a part until `nodes` are spent, then what is left in the same way; all tilings in the order of
    /// the visits.
    fn in_turns(engine: &dyn Exhaustive, prefix: &Prefix, nodes: Option<u64>, found: &mut Vec<Vec<u32>>) {
        let options = SolveOptions { node_limit: nodes, ..SolveOptions::default() };
        let mut watch = Watch::new(&options);
        let mut visit = |tiling: &[u32], _: &mut Watch<'_>| {
            found.push(tiling.to_vec());
            Ok(ControlFlow::Continue(()))
        };
        let outcome = engine.search(prefix, &mut watch, &mut visit).expect("nothing is wrong");
        let left = watch.take_left();
        assert_eq!(left.is_empty(), outcome.is_complete(), "{left:?}");
        left.iter().for_each(|part| in_turns(engine, part, nodes, found));
    }

    #[test]
    fn what_is_left_of_a_stopped_search_is_the_rest_in_order() {
        let mut stops = 0;
        for (lattice, contact, count, gaps, half, seed) in [
            (Lattice::Square, Contact::Allowed, Count::ANY, 0, None, None),
            (Lattice::Square, Contact::Allowed, Count { min: 1, max: Some(3) }, 3, Some((8, 1)), None),
            (Lattice::Square, Contact::Forbidden, Count::exactly(1), 16, None, Some(7)),
            (Lattice::Triangle, Contact::Allowed, Count::ANY, 2, None, Some(1)),
            (Lattice::Hex, Contact::Allowed, Count { min: 1, max: None }, 1, Some((6, 0)), None),
        ] {
            let shapes: [&[&str]; 2] =
                if lattice == Lattice::Hex { [&["# #"], &["# # #"]] } else { [DOMINO, I] };
            let puzzle = puzzle(rectangle(lattice, 4, 4), &shapes, count, contact, gaps);
            let model = Model::new(&puzzle, &SolveOptions::default()).expect("small");
            let engine = frontier(&model, &|_| true, half, seed).expect("few kinds");
            let mut whole = Vec::new();
            in_turns(engine.as_ref(), &Prefix::default(), None, &mut whole);
            assert!(!whole.is_empty(), "{lattice}");
            for nodes in [1, 2, 5, 40, 300] {
                let mut found = Vec::new();
                in_turns(engine.as_ref(), &Prefix::default(), Some(nodes), &mut found);
                assert_eq!(found, whole, "{lattice}, {nodes} nodes at a time");
                stops += 1;
            }
        }
        assert_eq!(stops, 25);
    }

    #[test]
    fn words_of_all_sizes_find_the_same_on_every_lattice() {
        for &lattice in Lattice::ALL {
            // Twelve cells; a column may have several of them.
            let columns = (3 / lattice.cells_in_column().unsigned_abs()).max(1);
            let rows = 12 / (columns * lattice.cells_in_column().unsigned_abs());
            let region = rectangle(lattice, columns, rows);
            assert_eq!(region.area(), 12, "{lattice}");
            for contact in [Contact::Allowed, Contact::Forbidden] {
                for (count, gaps) in [
                    (Count::ANY, 0),
                    (Count::exactly(2), 30),
                    (Count { min: 1, max: Some(3) }, 3),
                    (Count { min: 1, max: None }, 2),
                ] {
                    let shapes = [2, 3].map(|cells| first_cells(lattice, cells)).to_vec();
                    agrees(&with_shapes(region.clone(), shapes, count, contact, gaps));
                }
            }
        }
        assert_eq!(
            agrees(&puzzle(rectangle(Lattice::Square, 4, 4), &[DOMINO], Count::ANY, Contact::Allowed, 0)),
            36
        );
    }

    #[test]
    fn regions_may_have_holes_and_parts() {
        let cells = rectangle(Lattice::Square, 7, 3).cells().to_vec();
        for missing in [&[(1, 1)][..], &[(3, 0), (3, 1), (3, 2)], &[(4, 1), (5, 1), (6, 2)]] {
            let kept = cells.iter().copied().filter(|cell| !missing.contains(&(cell.x, cell.y)));
            let region = Region::new(Lattice::Square, kept.collect()).expect("a region");
            let gaps = compact(region.area() % 3);
            assert!(agrees(&puzzle(region, &[I, L], Count::ANY, Contact::Allowed, gaps)) > 0, "{missing:?}");
        }
        // Two parts so far apart that walls fill more than a window.
        let far = [0, 1, 2, 3, 300, 301, 302, 303].map(|x| Cell::new(x, 0));
        let region = Region::new(Lattice::Square, far.to_vec()).expect("a region");
        assert_eq!(agrees(&puzzle(region, &[DOMINO], Count::ANY, Contact::Allowed, 0)), 1);
    }

    #[test]
    fn dead_positions_are_found_ahead() {
        // Four columns; the pieces are rows of three.
        let model = Model::new(
            &puzzle(rectangle(Lattice::Square, 4, 6), &[I], Count::ANY, Contact::Allowed, 0),
            &SolveOptions::default(),
        );
        let model = model.expect("small");
        let layout = Layout::new(&model, &|_| true, None);
        let board = Board::<u64, u64>::new(&model, &layout, &copies(&model).expect("one piece"));
        let mut ahead = look_ahead::Ahead::new(&board).expect("nothing stays empty");
        let mut is_lost = |position: u32, taken: &[u32]| {
            let window = board.walls[position as usize].or(u64::from_iter(taken.iter().copied()));
            let state = State { window, position, ..board.start(&board.walls) };
            (0..2).all(|_| ahead.is_lost(&board, &state))
        };
        assert!(!is_lost(0, &[]) && !is_lost(0, &[1]) && !is_lost(0, &[4]));
        assert!(is_lost(0, &[1, 4]) && is_lost(0, &[2, 8]));
        // There is no room for a column in two rows.
        assert!(is_lost(16, &[]) && !is_lost(12, &[]) && is_lost(12, &[1]) && !is_lost(8, &[1]));
        // The last column has two cells left below.
        assert!(is_lost(19, &[1, 2, 3]));
    }

    #[test]
    fn a_run_begins_with_what_another_has_found_out() {
        let region = rectangle(Lattice::Square, 7, 6);
        let puzzle = puzzle(region, &[I, L], Count::exactly(7), Contact::Allowed, 0);
        let model = Model::new(&puzzle, &SolveOptions::default()).expect("small");
        let shelf = Shelf::default();
        let run = || {
            let mut engine = frontier(&model, &|_| true, None, None).expect("few kinds");
            engine.share(Box::new(shelf.clone()));
            let (mut tilings, mut watch) = (0u64, Watch::unlimited());
            let mut visit = |_: &[u32], _: &mut Watch<'_>| {
                tilings += 1;
                Ok(ControlFlow::Continue(()))
            };
            let outcome = engine.search(&Prefix::default(), &mut watch, &mut visit);
            assert_eq!(outcome, Ok(Outcome::Complete));
            engine.hand_on();
            (tilings, watch.nodes())
        };
        let (first, second) = (run(), run());
        assert!(first.0 > 0 && first.0 == second.0, "{first:?} and {second:?}");
        assert!(second.1 < first.1, "{first:?} and {second:?}");
    }

    #[test]
    fn placements_on_the_same_corners_are_distinguished() {
        // Four orientations, all with the same sixteen corners.
        const C: &[&str] = &["###", "#.#", "###"];
        const U: &[&str] = &["###", "##.", "###"];
        let one = |rows| {
            puzzle(rectangle(Lattice::Square, 3, 3), &[rows], Count::exactly(1), Contact::Forbidden, 0)
        };
        assert_eq!((agrees(&one(C)), agrees(&one(U))), (1, 4));
    }

    #[test]
    fn what_is_too_wide_is_refused_by_name() {
        let refused = |region, rows| {
            let model = Model::new(
                &puzzle(region, &[rows], Count::ANY, Contact::Allowed, 0),
                &SolveOptions::default(),
            );
            match frontier(&model.expect("small"), &|_| true, None, None).map(|_| ()) {
                Err(SolverError::NotForEngine { engine: Engine::Frontier, reason }) => Some(reason),
                result => result.map(|()| None).expect("no other error"),
            }
        };
        assert_eq!(refused(rectangle(Lattice::Square, 100, 100), DOMINO), None);
        assert!(refused(rectangle(Lattice::Square, 150, 150), I).expect("too wide").contains("spans"));
    }
}

//! Compiles a model for the frontier search: kinds, windows and tables of conflicts.
//!
//! A *kind* is one orientation of a piece: a mask of the positions that it occupies, counted from the first.
//! A kind is allowed at a position if and only if the model has that placement and it is kept.

use super::bits::{Bits, windows};
use super::copies::{Copies, Rule};
use super::opening::Opening;
use crate::ground::lists::compact;
use crate::model::Model;
use piecework_tiling::random::Random;

/// One orientation of a piece.
#[derive(Debug, Clone)]
pub(super) struct Oriented<W, S> {
    /// Its positions, counted from the first one, which is 0.
    pub(super) mask: W,
    /// The kinds of its piece.
    pub(super) of_piece: S,
    pub(super) rule: Rule,
}

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

/// The compiled board. `W` holds a window of positions, `S` a set of kinds.
#[derive(Debug, Clone)]
pub(super) struct CompiledBoard<W, S> {
    /// One more than the last position.
    pub(super) length: u32,
    /// For each position the window of walls that begins there.
    pub(super) walls: Vec<W>,
    /// For each position the kinds that may begin there.
    pub(super) allowed: Vec<S>,
    /// For each byte of a window, after its first position, and for each of its values, the kinds that
    /// overlap.
    pub(super) conflicts: Vec<[S; 256]>,
    pub(super) kinds: Vec<Oriented<W, S>>,
    pub(super) copies: Copies,
    pub(super) opening: Option<Opening<W>>,
    /// How many places may stay empty.
    pub(super) most_empty: u32,
    /// The most positions that a kind spans.
    pub(super) span: u32,
    /// The placements in order of position and kind, and for each position the index of its first.
    placements: Vec<u32>,
    starts: Vec<u32>,
    /// Position and kind of each placement, if it is kept.
    laid_at: Vec<Option<(u32, u32)>>,
    /// The position of each place.
    pub(super) positions: Vec<u32>,
}

/// A kind by the kind of its piece and positions; placements that occupy the same places are of different kinds.
type Form = (usize, Vec<u32>);

/// The positions of placements, before the word sizes are chosen.
#[derive(Debug)]
pub(super) struct Layout {
    forms: Vec<Form>,
    /// Position and form of each placement, if it is kept.
    laid_at: Vec<Option<(u32, u32)>>,
}

impl Layout {
    /// With a seed, the forms are shuffled.
    pub(super) fn new(model: &Model, kept: &dyn Fn(u32) -> bool, seed: Option<u64>) -> Self {
        let order = model.place_order();
        let laid = |placement: u32| {
            let places = model.occupied(placement).iter();
            let mut form: Vec<u32> = places.map(|&place| order.position(place)).collect();
            form.sort_unstable();
            let first = form[0];
            form.iter_mut().for_each(|position| *position -= first);
            (model.kind_of(placement), form, first, placement)
        };
        let mut all: Vec<_> = model.placements().filter(|&placement| kept(placement)).map(laid).collect();
        all.sort_unstable();
        let (mut forms, mut laid_at) = (Vec::new(), vec![None; model.placement_count()]);
        for alike in all.chunk_by(|a, b| (a.0, &a.1) == (b.0, &b.1)) {
            let number = forms.len();
            for twins in alike.chunk_by(|a, b| a.2 == b.2) {
                for (number, (piece, form, first, placement)) in (number..).zip(twins) {
                    if number == forms.len() {
                        forms.push((*piece, form.clone()));
                    }
                    laid_at[*placement as usize] = Some((*first, compact(number)));
                }
            }
        }
        let mut layout = Self { forms, laid_at };
        seed.into_iter().for_each(|seed| layout.shuffle(&mut Random::new(seed)));
        layout
    }

    fn shuffle(&mut self, random: &mut Random) {
        let mut shuffled: Vec<(usize, Form)> = self.forms.drain(..).enumerate().collect();
        random.shuffle(&mut shuffled);
        let mut numbers = vec![0; shuffled.len()];
        (0..).zip(&shuffled).for_each(|(number, &(before, _))| numbers[before] = number);
        self.forms = shuffled.into_iter().map(|(_, form)| form).collect();
        self.laid_at.iter_mut().flatten().for_each(|(_, kind)| *kind = numbers[*kind as usize]);
    }

    /// Returns the kind of each placement, in whose order they are tried; 0 if it is not kept.
    pub(super) fn turns(&self) -> Vec<u32> {
        self.laid_at.iter().map(|at| at.map_or(0, |(_, kind)| kind)).collect()
    }

    pub(super) fn kinds(&self) -> usize {
        self.forms.len()
    }
}

impl<W: Bits, S: Bits> CompiledBoard<W, S> {
    /// The words must be wide enough for the layout.
    pub(super) fn new(model: &Model, layout: &Layout, copies: &Copies) -> Self {
        let (Layout { forms, laid_at }, order) = (layout, model.place_order());
        let kinds = kinds(forms, copies);
        let length = order.length();
        let mut allowed = vec![S::NONE; length as usize];
        for &(position, kind) in laid_at.iter().flatten() {
            allowed[position as usize] = allowed[position as usize].or(S::one(kind));
        }
        let mut is_wall = vec![true; length as usize];
        order.positions().iter().for_each(|&position| is_wall[position as usize] = false);
        let span = forms.iter().filter_map(|(_, form)| form.last()).max().map_or(1, |last| last + 1);
        let masks: Vec<W> = kinds.iter().map(|kind| kind.mask).collect();
        let lying = laid_at.iter().flatten().map(|&(position, kind)| (position, masks[kind as usize]));
        let (placements, starts) = by_position(laid_at, length);
        Self {
            length,
            walls: windows(&is_wall, true),
            allowed,
            conflicts: conflicts(&kinds, span),
            opening: Opening::new(&masks, lying, length),
            kinds,
            copies: copies.clone(),
            most_empty: model.most_empty(),
            span,
            placements,
            starts,
            laid_at: laid_at.clone(),
            positions: order.positions().to_vec(),
        }
    }

    /// Position and kind of a kept placement.
    pub(super) fn laid_at(&self, placement: u32) -> Option<(u32, u32)> {
        self.laid_at[placement as usize]
    }

    /// Returns the placement of a kind at a position where it is allowed.
    pub(super) fn placement(&self, position: u32, kind: u32) -> u32 {
        let before = self.allowed[position as usize].and(S::below(kind)).count();
        self.placements[(self.starts[position as usize] + before) as usize]
    }

    /// Returns the kinds in `free` that fit into a window whose first position is open.
    #[inline]
    pub(super) fn fitting(&self, window: W, position: u32, free: S) -> S {
        let mut overlapping = S::NONE;
        let mut rest = window.down(1);
        for of_byte in &self.conflicts {
            overlapping = overlapping.or(of_byte[rest.byte()]);
            rest = rest.down(8);
        }
        free.and(self.allowed[position as usize]).without(overlapping)
    }

    /// Returns the initial state. `walls` are the windows of positions that are taken from the beginning.
    pub(super) fn start(&self, walls: &[W]) -> State<W, S> {
        let numbered = (0..).zip(&self.kinds);
        let is_left = |(_, kind): &(u32, &Oriented<W, S>)| !kind.rule.is_used_up(self.copies.start);
        State {
            window: walls.first().copied().unwrap_or(W::ALL),
            position: 0,
            free: S::from_iter(numbered.filter(is_left).map(|(number, _)| number)),
            used: self.copies.start,
            left: self.most_empty,
            slack: self.copies.slack,
        }
    }

    /// Returns the state with one more kind placed on its first position; `None` if too few cells remain for
    /// the pieces that must still be placed.
    #[inline]
    pub(super) fn with(&self, state: &State<W, S>, kind: u32) -> Option<State<W, S>> {
        let kind = &self.kinds[kind as usize];
        let slack = kind.rule.slack_after(state.used, state.slack)?;
        let used = state.used.wrapping_add(kind.rule.unit);
        let free = if kind.rule.is_used_up(used) { state.free.without(kind.of_piece) } else { state.free };
        Some(State { window: state.window.or(kind.mask), free, used, slack, ..*state })
    }

    /// Moves the window to the first open position; `false` if there is none. `walls` are the windows of
    /// positions that are taken from the beginning.
    #[inline]
    pub(super) fn go_on(&self, state: &mut State<W, S>, walls: &[W]) -> bool {
        let mut taken = state.window.least_missing();
        while taken == W::SIZE {
            state.position += W::SIZE;
            if state.position >= self.length {
                return false;
            }
            state.window = walls[state.position as usize];
            taken = state.window.least_missing();
        }
        state.position += taken;
        state.window = state.window.down(taken).or(walls[state.position as usize]);
        true
    }
}

fn kinds<W: Bits, S: Bits>(forms: &[Form], copies: &Copies) -> Vec<Oriented<W, S>> {
    let of_piece = |piece| S::from_iter((0..).zip(forms).filter(|(_, form)| form.0 == piece).map(|(k, _)| k));
    let kind = |(piece, positions): &Form| Oriented {
        mask: W::from_iter(positions.iter().copied()),
        of_piece: of_piece(*piece),
        rule: copies.of_piece(*piece),
    };
    forms.iter().map(kind).collect()
}

fn conflicts<W: Bits, S: Bits>(kinds: &[Oriented<W, S>], span: u32) -> Vec<[S; 256]> {
    let overlapping = |byte: u32, value: usize| {
        let overlaps = |kind: &Oriented<W, S>| kind.mask.down(1).down(8 * byte).byte() & value != 0;
        S::from_iter((0..).zip(kinds).filter(|(_, kind)| overlaps(kind)).map(|(number, _)| number))
    };
    let of_byte = |byte: u32| {
        let mut sets = [S::NONE; 256];
        for value in 1..256usize {
            // One position more than a value that is already known.
            let highest = 1 << value.ilog2();
            let known = sets[value - highest];
            sets[value] = if value == highest { overlapping(byte, value) } else { known.or(sets[highest]) };
        }
        sets
    };
    (0..(span - 1).div_ceil(8)).map(of_byte).collect()
}

/// Returns the kept placements sorted by position and kind, and where those of each position begin.
fn by_position(laid_at: &[Option<(u32, u32)>], length: u32) -> (Vec<u32>, Vec<u32>) {
    let mut sorted: Vec<(u32, u32, u32)> = (0..)
        .zip(laid_at)
        .filter_map(|(placement, at)| at.map(|(position, kind)| (position, kind, placement)))
        .collect();
    sorted.sort_unstable();
    let start = |position: u32| compact(sorted.partition_point(|&(other, _, _)| other < position));
    let starts = (0..length).map(start).collect();
    (sorted.into_iter().map(|(_, _, placement)| placement).collect(), starts)
}

//! The frontier search: tries everything at the first open position, on an explicit stack.

use super::bits::Bits;
use super::board::{CompiledBoard, State};
use super::dead::{DeadStates, Key};
use super::look_ahead::Ahead;
use super::state::{KeyLayout, Trail};
use crate::engines::exhaustive::Visit;
use crate::ground::prefix::Prefix;
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Outcome, SolverError, StopReason};

/// A state with its first position open, and which of its branches comes next.
#[derive(Debug, Clone, Copy)]
struct Level<W, S> {
    state: State<W, S>,
    /// Kinds not yet tried.
    untried: S,
    /// Whether leaving the position empty is still to be tried.
    may_stay_empty: bool,
    /// The kind placed; `None` if the position stays empty.
    laid: Option<u32>,
    /// Tilings found before this level.
    found: u64,
    /// Nodes before this level.
    nodes: u64,
}

/// The limit of empty places for half of the board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Half {
    /// The end of the half.
    pub(super) end: u32,
    /// How many of the empty places are reserved for positions after it.
    pub(super) reserved: u32,
}

impl Half {
    /// No limit.
    pub(super) const NONE: Half = Half { end: 0, reserved: 0 };

    /// Returns how many of `left` places may stay empty from this position on, if it is before the end.
    #[inline]
    fn left_at(self, position: u32, left: u32) -> u32 {
        if position < self.end { left.saturating_sub(self.reserved) } else { left }
    }
}

/// Dead levels with fewer nodes are not remembered, because searching them again is as cheap as a look-up.
/// Measured on the 12 pentominoes; more is hardly worse.
const LEAST_NODES_REMEMBERED: u64 = 3;

/// What one search learns for others.
#[derive(Debug)]
pub(super) struct Learnt<K> {
    pub(super) dead: DeadStates<K>,
    ahead: Option<Ahead>,
}

impl<K: Key> Learnt<K> {
    /// Returns an empty table.
    pub(super) fn new<W: Bits, S: Bits>(board: &CompiledBoard<W, S>) -> Self {
        Self { dead: DeadStates::new(), ahead: Ahead::new(board) }
    }
}

/// One search.
pub(super) struct Search<'a, W, S, K> {
    pub(super) board: &'a CompiledBoard<W, S>,
    /// For each position, the window of positions that are taken from the beginning.
    pub(super) walls: &'a [W],
    half: Half,
    pub(super) layout: Option<KeyLayout<W>>,
    pub(super) learnt: &'a mut Learnt<K>,
    levels: Vec<Level<W, S>>,
    found: u64,
    /// The placements of the last tiling.
    tiling: Vec<u32>,
    /// The state that was to be entered when the search was stopped.
    stopped_at: Option<State<W, S>>,
}

impl<'a, W: Bits, S: Bits, K: Key> Search<'a, W, S, K> {
    pub(super) fn new(
        board: &'a CompiledBoard<W, S>,
        walls: &'a [W],
        half: Half,
        layout: Option<KeyLayout<W>>,
        learnt: &'a mut Learnt<K>,
    ) -> Self {
        Self {
            board,
            walls,
            half,
            layout,
            learnt,
            levels: Vec::new(),
            found: 0,
            tiling: Vec::new(),
            stopped_at: None,
        }
    }

    /// Visits every tiling that can be reached from `start`, each with the placements `before`. `goes_on` is
    /// asked at each pause of the watch.
    pub(super) fn run(
        &mut self,
        start: State<W, S>,
        before: &[u32],
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
        goes_on: &mut dyn FnMut(&mut Watch<'_>) -> bool,
    ) -> Result<Outcome, SolverError> {
        let mut next = Some(start);
        while let Some(state) = next {
            if let Some(state) = self.settled(state) {
                match watch.node(|| self.share_done()) {
                    None => {}
                    Some(Halt::Pause) if goes_on(watch) => continue,
                    Some(Halt::Pause) => return Ok(Outcome::Stopped(StopReason::Visitor)),
                    Some(Halt::Stop(reason)) => {
                        self.stopped_at = Some(state);
                        return Ok(Outcome::Stopped(reason));
                    }
                }
                if state.position < self.board.length {
                    self.enter(state, watch.nodes());
                } else if self.board.copies.are_enough(state.used) {
                    self.found += 1;
                    self.note_tiling(before);
                    if visit(&self.tiling, watch)?.is_break() {
                        return Ok(Outcome::Stopped(StopReason::Visitor));
                    }
                }
                watch.reached(before.len() + self.levels.len());
            }
            next = self.advance(watch.nodes());
        }
        Ok(Outcome::Complete)
    }

    /// Returns what is left of the part of a prefix when its search was stopped: the state that was to be
    /// entered, and the branches of all levels that were not, in the order of the search.
    pub(super) fn left(&self, prefix: &Prefix) -> Vec<Prefix> {
        let Some(state) = self.stopped_at else { return Vec::new() };
        let mut trail = Trail::new(self.board, prefix);
        let mut left = Vec::new();
        for level in &self.levels {
            let position = level.state.position;
            let here = trail.prefix(position);
            let kinds = level.untried.iter().filter(|&kind| self.board.with(&level.state, kind).is_some());
            let laid = kinds.map(|kind| here.with(self.board.placement(position, kind)));
            let mut branches: Vec<Prefix> = laid.collect();
            branches.extend(level.may_stay_empty.then(|| trail.prefix(position + 1)));
            left.push(branches);
            level.laid.into_iter().for_each(|kind| trail.lay(position, kind));
        }
        left.push(vec![trail.prefix(state.position)]);
        left.into_iter().rev().flatten().collect()
    }

    /// Opens a level for a state whose first position is open, if it has branches.
    #[inline]
    fn enter(&mut self, state: State<W, S>, nodes: u64) {
        let untried = self.board.fitting(state.window, state.position, state.free);
        let may_stay_empty = self.half.left_at(state.position, state.left) > 0 && state.slack > 0;
        if untried.is_empty() && !may_stay_empty {
            return;
        }
        let key = self.layout.and_then(|layout| layout.key(&state));
        if !key.is_some_and(|key| self.learnt.dead.holds(key)) {
            self.levels.push(Level { state, untried, may_stay_empty, laid: None, found: self.found, nodes });
        }
    }

    /// Returns the next branch of the last level that has one; closes levels without.
    #[inline]
    fn advance(&mut self, nodes: u64) -> Option<State<W, S>> {
        loop {
            let level = self.levels.last_mut()?;
            while !level.untried.is_empty() {
                let kind = level.untried.least();
                level.untried = level.untried.without_least();
                if let Some(state) = self.board.with(&level.state, kind) {
                    level.laid = Some(kind);
                    return Some(state);
                }
            }
            level.laid = None;
            if level.may_stay_empty {
                level.may_stay_empty = false;
                let State { window, left, slack, .. } = level.state;
                let window = window.or(W::one(0));
                return Some(State { window, left: left - 1, slack: slack - 1, ..level.state });
            }
            self.close(nodes);
        }
    }

    /// Closes the last level, and remembers it if it had no tiling.
    fn close(&mut self, nodes: u64) {
        let Some(level) = self.levels.pop() else { return };
        if level.found == self.found
            && nodes - level.nodes >= LEAST_NODES_REMEMBERED
            && let Some(key) = self.layout.and_then(|layout| layout.key(&level.state))
        {
            self.learnt.dead.insert(key);
        }
    }

    /// Returns the state at its first open position, with uncoverable places left empty; `None` if it is
    /// dead. If no position is open, it is beyond the board.
    #[inline]
    fn settled(&mut self, mut state: State<W, S>) -> Option<State<W, S>> {
        if !self.board.go_on(&mut state, self.walls) {
            return Some(state);
        }
        if let Some(ahead) = &mut self.learnt.ahead {
            return (!ahead.is_lost(self.board, &state)).then_some(state);
        }
        let Some(opening) = &self.board.opening else { return Some(state) };
        let lost = opening.lost(state.window, state.position);
        if lost.is_empty() {
            return Some(state);
        }
        if lost.count() > state.left.min(state.slack) {
            return None;
        }
        // While the half counts, the number left applies only to its own places.
        let before_end = self.half.end.saturating_sub(state.position);
        let now = if before_end > 0 { lost.and(W::below(before_end)) } else { lost };
        let places = now.count();
        if places > self.half.left_at(state.position, state.left) {
            return None;
        }
        state.left -= places;
        state.slack -= places;
        state.window = state.window.or(now);
        self.board.go_on(&mut state, self.walls);
        Some(state)
    }

    fn note_tiling(&mut self, before: &[u32]) {
        self.tiling.clear();
        self.tiling.extend_from_slice(before);
        for level in &self.levels {
            let laid = level.laid.map(|kind| self.board.placement(level.state.position, kind));
            self.tiling.extend(laid);
        }
    }

    /// Returns the share of the search that is done, from 0 to 1, if all branches of a level are of equal
    /// size.
    ///
    /// Source: D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29,
    /// 1975.
    fn share_done(&self) -> f64 {
        let (mut done, mut width) = (0.0, 1.0);
        for level in &self.levels {
            let State { window, position, free, left, slack, .. } = level.state;
            let kinds = self.board.fitting(window, position, free).count();
            let may_stay_empty = self.half.left_at(position, left) > 0 && slack > 0;
            let branches = kinds + u32::from(may_stay_empty);
            let to_come = level.untried.count() + u32::from(level.may_stay_empty);
            width /= f64::from(branches.max(1));
            // One branch is in progress.
            done += width * f64::from(branches.saturating_sub(to_come + 1));
            if width < 1e-9 {
                break;
            }
        }
        f64::min(done, 1.0)
    }
}

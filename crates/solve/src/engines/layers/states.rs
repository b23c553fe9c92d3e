//! Computes the layers of a puzzle with counted pieces: windows, the pieces used before them, and the number
//! of ways.
//!
//! Each combination of uses occurs once for a window. States are pulled along the edges that lead to their
//! window, so each is written once. States that can no longer use the required pieces are pruned.

use std::ops::Range;

use num_bigint::BigUint;

use super::counters::Counters;
use super::graph::Graph;
use super::number::Number;
use super::packing::Packing;
use super::window::Window;
use super::workers::{stretches, together};
use super::{Allowance, Unfit, halted};
use crate::ground::watch::Watch;

/// About how many states there are between two looks at the memory.
const BLOCK: usize = 1 << 16;

/// The fewest and the most windows between them: each may have thousands of states.
const WINDOWS: (usize, usize) = (1 << 10, 1 << 15);

/// A stretch shorter than this is not worth a thread.
const STRETCH: usize = 1 << 7;

/// The most bits of uses for a table; longer ones are sorted. Chosen by trial, so that tables stay in cache.
const TABLE_BITS: u32 = 14;

/// The states of the windows of one level, one window after the other.
#[derive(Debug, Clone)]
pub(super) struct LevelStates<N> {
    /// Where the states of each window begin, and where those of the last one end.
    starts: Vec<usize>,
    used: Vec<u64>,
    ways: Vec<N>,
}

impl<N> Default for LevelStates<N> {
    fn default() -> Self {
        Self { starts: vec![0], used: Vec::new(), ways: Vec::new() }
    }
}

impl<N> LevelStates<N> {
    /// Uses and ways of a window.
    pub(super) fn of(&self, window: usize) -> (&[u64], &[N]) {
        let range = self.starts[window]..self.starts[window + 1];
        (&self.used[range.clone()], &self.ways[range])
    }

    /// Returns the uses of a window.
    pub(super) fn uses_of(&self, window: usize) -> &[u64] {
        &self.used[self.starts[window]..self.starts[window + 1]]
    }

    /// Returns the number of the first state of a window; those of a window follow each other.
    pub(super) fn first_of(&self, window: usize) -> usize {
        self.starts[window]
    }

    /// Returns the uses of all states, in order.
    pub(super) fn all_used(&self) -> &[u64] {
        &self.used
    }

    /// Sorts the states of each window by their uses, and drops the numbers of ways.
    pub(super) fn sort(&mut self) {
        self.ways = Vec::new();
        for range in self.starts.windows(2) {
            self.used[range[0]..range[1]].sort_unstable();
        }
    }

    /// Adds the windows of another stretch, which is empty afterwards.
    fn append(&mut self, other: &mut Self) {
        let before = self.used.len();
        self.starts.extend(other.starts.drain(1..).map(|start| before + start));
        self.used.append(&mut other.used);
        self.ways.append(&mut other.ways);
    }

    pub(super) fn bytes(&self) -> usize {
        self.used.capacity() * size_of::<u64>()
            + self.ways.capacity() * size_of::<N>()
            + self.starts.capacity() * size_of::<usize>()
    }
}

/// Why there are no states.
pub(super) enum NoStates {
    /// Numbers of this type overflow.
    Full,
    Unfit(Unfit),
}

impl From<Unfit> for NoStates {
    fn from(unfit: Unfit) -> Self {
        NoStates::Unfit(unfit)
    }
}

/// Returns the states of every level; unless `keep`, all but the last are dropped when no longer needed.
///
/// The windows of a level are divided among threads in stretches, so the states have the same order with any
/// number of them.
pub(super) fn states<W: Window, N: Number>(
    packing: &Packing<W>,
    graph: &Graph,
    keep: bool,
    allowance: &Allowance,
    watch: &mut Watch<'_>,
) -> Result<Vec<LevelStates<N>>, NoStates> {
    let mut levels: Vec<LevelStates<N>> = vec![LevelStates::default(); graph.levels.len()];
    let mut hands: Vec<Hand<'_, W, N>> = (0..allowance.threads.max(1)).map(|_| Hand::new(packing)).collect();
    let (mut open, mut bytes, mut steps) = (0, 0, 0);
    for place in 0..graph.levels.len() {
        let share = place as f64 / graph.levels.len() as f64 * (1.0 - allowance.share) + allowance.share;
        let mut own = LevelStates::default();
        let windows = graph.levels[place].windows();
        let mut begin = 0;
        while begin < windows {
            let of_each = own.used.len() / begin.max(1) + 1;
            let end = windows.min(begin + (BLOCK / of_each).clamp(WINDOWS.0, WINDOWS.1));
            let stretches = stretches(begin..end, hands.len(), STRETCH);
            begin = end;
            let crew = &mut hands[..stretches.len()];
            crew.iter_mut().zip(stretches).for_each(|(hand, windows)| hand.windows = windows);
            together(crew, watch, |hand, watch, _| hand.gather(graph, &levels, place, share, watch))?;
            for hand in crew {
                if hand.is_full {
                    return Err(NoStates::Full);
                }
                own.append(&mut hand.own);
            }
            // What is appended keeps its room in the hands.
            let hands: usize = hands.iter().map(|hand| hand.own.bytes()).sum();
            allowance.check(bytes + own.bytes() + hands + graph.bytes(), steps)?;
        }
        steps += own.used.len() as u64;
        bytes += own.bytes();
        levels[place] = own;
        // No edge is longer than the window.
        while !keep && open + packing.window.ones() as usize <= place {
            bytes -= std::mem::take(&mut levels[open]).bytes();
            open += 1;
        }
        allowance.check(bytes + graph.bytes(), steps)?;
    }
    Ok(levels)
}

/// A thread, and the states of the windows that it gathers.
struct Hand<'a, W, N> {
    gathering: Gathering<'a, W, N>,
    windows: Range<usize>,
    own: LevelStates<N>,
    /// Whether a number was too large for its type.
    is_full: bool,
}

impl<'a, W: Window, N: Number> Hand<'a, W, N> {
    fn new(packing: &'a Packing<W>) -> Self {
        let (gathering, own) = (Gathering::new(packing), LevelStates::default());
        Self { gathering, windows: 0..0, own, is_full: false }
    }

    fn gather(
        &mut self,
        graph: &Graph,
        levels: &[LevelStates<N>],
        place: usize,
        share: f64,
        watch: &mut Watch<'_>,
    ) -> Result<(), Unfit> {
        for window in self.windows.clone() {
            halted(watch.node(|| share))?;
            if place == 0 {
                self.gathering.begin();
            }
            let pulled = self.gathering.pull(graph, levels, place, window);
            let reachable = graph.levels[place].reachable(window);
            if pulled.and_then(|()| self.gathering.finish(reachable, &mut self.own)).is_err() {
                self.is_full = true;
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Returns the number of tilings that the states of the last level stand for.
pub(super) fn total<N: Number>(counters: &Counters, levels: &[LevelStates<N>]) -> BigUint {
    let Some(last) = levels.last() else { return BigUint::default() };
    let ends = last.used.iter().zip(&last.ways).filter(|(used, _)| counters.is_satisfied(**used));
    ends.map(|(_, ways)| ways.to_big()).sum()
}

/// A number is too large for its type.
struct Full;

/// The states of one window while they are collected.
struct Gathering<'a, W, N> {
    packing: &'a Packing<W>,
    /// Whether every counter is a single bit.
    is_simple: bool,
    /// The ways for each combination of uses, if there are few; otherwise empty.
    table: Vec<N>,
    /// Table entries that are not zero.
    touched: Vec<u64>,
    /// Uses and ways as collected, without a table.
    list: Vec<(u64, N)>,
}

impl<'a, W: Window, N: Number> Gathering<'a, W, N> {
    fn new(packing: &'a Packing<W>) -> Self {
        let bits = packing.counters.bits();
        let table = if bits <= TABLE_BITS { vec![N::default(); 1 << bits] } else { Vec::new() };
        let is_simple = packing.counters.is_simple();
        Self { packing, is_simple, table, touched: Vec::new(), list: Vec::new() }
    }

    /// The initial state: nothing used, in one way.
    fn begin(&mut self) {
        let _ = self.add(self.packing.counters.start(), &N::one(), 1);
    }

    fn pull(
        &mut self,
        graph: &Graph,
        levels: &[LevelStates<N>],
        place: usize,
        window: usize,
    ) -> Result<(), Full> {
        let mut fits = true;
        for edge in graph.levels[place].edges_to(window) {
            let choice = &self.packing.choices[edge.place as usize][edge.choice as usize];
            let (used, ways) = levels[edge.place as usize].of(edge.from as usize);
            if self.is_simple && !self.table.is_empty() {
                let uses = choice.uses.bits();
                for (&used, ways) in used.iter().zip(ways) {
                    if used & uses == 0 {
                        fits &= add_to_table(
                            &mut self.table,
                            &mut self.touched,
                            used | uses,
                            ways,
                            choice.weight,
                        );
                    }
                }
                continue;
            }
            for (&used, ways) in used.iter().zip(ways) {
                if let Some(after) = self.packing.counters.after(used, choice.uses) {
                    fits &= self.add(after, ways, choice.weight);
                }
            }
        }
        if fits { Ok(()) } else { Err(Full) }
    }

    fn add(&mut self, used: u64, ways: &N, weight: u32) -> bool {
        if !self.table.is_empty() {
            return add_to_table(&mut self.table, &mut self.touched, used, ways, weight);
        }
        let mut product = N::default();
        let fits = product.gather(ways, weight);
        self.list.push((used, product));
        fits
    }

    /// Moves the collected states to the end of `level`, as one more window from which only `reachable` can
    /// still be used.
    fn finish(&mut self, reachable: u64, level: &mut LevelStates<N>) -> Result<(), Full> {
        let needed = self.packing.counters.needed(reachable);
        for used in self.touched.drain(..) {
            let index = usize::try_from(used).expect("an index of the table");
            let ways = std::mem::take(&mut self.table[index]);
            if used & needed == needed {
                level.used.push(used);
                level.ways.push(ways);
            }
        }
        self.list.sort_unstable_by_key(|state| state.0);
        let mut fits = true;
        let first = level.used.len();
        for (used, ways) in self.list.drain(..) {
            if used & needed != needed {
                continue;
            }
            match level.ways.last_mut() {
                Some(last) if level.used.len() > first && level.used.last() == Some(&used) => {
                    fits &= last.gather(&ways, 1);
                }
                _ => {
                    level.used.push(used);
                    level.ways.push(ways);
                }
            }
        }
        level.starts.push(level.used.len());
        if fits { Ok(()) } else { Err(Full) }
    }
}

#[inline]
fn add_to_table<N: Number>(
    table: &mut [N],
    touched: &mut Vec<u64>,
    used: u64,
    ways: &N,
    weight: u32,
) -> bool {
    let entry = &mut table[usize::try_from(used).expect("an index of the table")];
    if entry.is_zero() {
        touched.push(used);
    }
    entry.gather(ways, weight)
}

//! Builds the graph of windows that occur in tilings with unlimited pieces, and of the choices between them.
//!
//! Every window is on a path from the first one to the end. [`super::states`] adds the counts of pieces.

use super::expansion::{Found, Step, find};
use super::packing::Packing;
use super::window::Window;
use super::{Allowance, Unfit};
use crate::ground::lists::compact;
use crate::ground::watch::Watch;

/// A choice that leads to a window.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    /// The place of the window before.
    pub(super) place: u32,
    /// The number of the window before.
    pub(super) from: u32,
    /// The number of the choice among those of the place.
    pub(super) choice: u32,
}

/// The windows with the same first empty place.
#[derive(Debug, Clone, Default)]
pub(super) struct Level {
    /// The start of the edges of each window, and the end of the last ones.
    starts: Vec<u32>,
    edges: Vec<Edge>,
    /// For each window, the required bits of the counters that later choices may set.
    reachable: Vec<u64>,
}

impl Level {
    /// Returns how many windows there are.
    pub(super) fn windows(&self) -> usize {
        self.reachable.len()
    }

    /// Returns the choices that lead to a window.
    pub(super) fn edges_to(&self, window: usize) -> &[Edge] {
        &self.edges[self.starts[window] as usize..self.starts[window + 1] as usize]
    }

    pub(super) fn reachable(&self, window: usize) -> u64 {
        self.reachable[window]
    }
}

/// Bytes of a window in the graph, besides its edges.
const WINDOW_BYTES: usize = size_of::<u64>() + size_of::<u32>();

/// The graph of live windows.
#[derive(Debug)]
pub(super) struct Graph {
    /// For each place its windows; at the end, those without a place.
    pub(super) levels: Vec<Level>,
}

/// The number of a dead window: no tiling goes through it.
const DEAD: u32 = u32::MAX;

impl Graph {
    pub(super) fn new<W: Window>(
        packing: &Packing<W>,
        allowance: &Allowance,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Unfit> {
        let found = find(packing, allowance, watch)?;
        Self::of_living(packing, &found, allowance)
    }

    /// Returns the graph of the windows that lead to the end.
    fn of_living<W: Window>(
        packing: &Packing<W>,
        found: &[Found<W>],
        allowance: &Allowance,
    ) -> Result<Self, Unfit> {
        let before: usize = found.iter().map(Found::bytes).sum();
        let mut numbers: Vec<Vec<u32>> = Vec::with_capacity(found.len());
        let mut levels: Vec<Level> = Vec::with_capacity(found.len());
        numbers.resize(found.len(), Vec::new());
        levels.resize(found.len(), Level::default());
        for place in (0..found.len()).rev() {
            let (own, reachable) = living(packing, place, found, &numbers, &levels);
            (numbers[place], levels[place].reachable) = (own, reachable);
        }
        // The number of edges to each window, later the end of each list, and finally its beginning.
        for level in &mut levels {
            level.starts = vec![0; level.windows() + 1];
        }
        each_edge(found, &numbers, |level, window, _| levels[level].starts[window as usize] += 1);
        let counted: usize = levels.iter().flat_map(|level| &level.starts).map(|&count| count as usize).sum();
        let numbered: usize = numbers.iter().map(|numbers| numbers.len() * size_of::<u32>()).sum();
        let windows: usize = levels.iter().map(|level| level.windows() * WINDOW_BYTES).sum();
        allowance.check(before + numbered + windows + counted * size_of::<Edge>(), 0)?;
        for level in &mut levels {
            let mut sum = 0;
            level.starts.iter_mut().for_each(|start| {
                sum += *start;
                *start = sum;
            });
            level.edges = vec![Edge { place: 0, from: 0, choice: 0 }; sum as usize];
        }
        each_edge(found, &numbers, |level, window, edge| {
            let Level { starts, edges, .. } = &mut levels[level];
            let start = &mut starts[window as usize];
            *start -= 1;
            edges[*start as usize] = edge;
        });
        Ok(Self { levels })
    }

    pub(super) fn bytes(&self) -> usize {
        let level = |level: &Level| level.edges.len() * size_of::<Edge>() + level.windows() * WINDOW_BYTES;
        self.levels.iter().map(level).sum()
    }
}

/// Returns the new numbers of the windows of a place, and for each live one the bits reachable from it.
fn living<W: Window>(
    packing: &Packing<W>,
    place: usize,
    found: &[Found<W>],
    numbers: &[Vec<u32>],
    levels: &[Level],
) -> (Vec<u32>, Vec<u64>) {
    let is_last = place == packing.places();
    let windows = &found[place];
    let mut own = Vec::with_capacity(windows.keys.all.len());
    let mut reachable = Vec::new();
    for (window, &key) in windows.keys.all.iter().enumerate() {
        let mut bits = (is_last && packing.is_end(key)).then_some(0);
        for step in steps_of(windows, window) {
            let number = numbers[place + step.on()][found[place + step.on()].keys.number(step.to)];
            if number != DEAD {
                let uses = packing.choices[place][step.choice() as usize].uses;
                let later = levels[place + step.on()].reachable[number as usize];
                bits = Some(bits.unwrap_or(0) | packing.counters.required_of(uses) | later);
            }
        }
        own.push(bits.map_or(DEAD, |_| compact(reachable.len())));
        reachable.extend(bits);
    }
    (own, reachable)
}

fn steps_of<W>(windows: &Found<W>, window: usize) -> &[Step] {
    &windows.steps[windows.starts[window] as usize..windows.starts[window + 1] as usize]
}

/// Calls `visit` for each edge to a live window, with its place and number.
fn each_edge<W>(found: &[Found<W>], numbers: &[Vec<u32>], mut visit: impl FnMut(usize, u32, Edge)) {
    for (place, windows) in found.iter().enumerate() {
        for (window, &from) in numbers[place].iter().enumerate().filter(|(_, number)| **number != DEAD) {
            for step in steps_of(windows, window) {
                let level = place + step.on();
                let to = numbers[level][found[level].keys.number(step.to)];
                if to != DEAD {
                    visit(level, to, Edge { place: compact(place), from, choice: step.choice() });
                }
            }
        }
    }
}

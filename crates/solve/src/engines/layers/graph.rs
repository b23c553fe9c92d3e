//! Builds the graph of windows that occur in tilings with unlimited pieces, and of the choices between them.
//!
//! Every window is on a path from the first one to the end. [`super::states`] adds the counts of pieces.

use std::sync::atomic::{AtomicU32, Ordering};

use super::expansion::{Found, Step, Stretch, find};
use super::packing::Packing;
use super::window::Window;
use super::workers::together;
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

    /// Returns how many edges there are, before they are made.
    fn edges(&self) -> usize {
        self.starts.last().map_or(0, |&end| end as usize)
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

/// With fewer windows another thread is not worth it.
const FEW: usize = 1 << 12;

impl Graph {
    pub(super) fn new<W: Window>(
        packing: &Packing<W>,
        allowance: &Allowance,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Unfit> {
        let found = find(packing, allowance, watch)?;
        Self::of_living(packing, &found, allowance, watch)
    }

    /// Returns the graph of the windows that lead to the end.
    fn of_living<W: Window>(
        packing: &Packing<W>,
        found: &[Found<W>],
        allowance: &Allowance,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Unfit> {
        let before: usize = found.iter().map(Found::bytes).sum();
        let mut back = Back { packing, found, numbers: vec![Vec::new(); found.len()] };
        let mut levels = vec![Level::default(); found.len()];
        let mut edges_to: Vec<Vec<AtomicU32>> = found.iter().map(|_| Vec::new()).collect();
        for place in (0..found.len()).rev() {
            (back.numbers[place], levels[place].reachable) =
                back.living(place, &levels, &edges_to, allowance.threads, watch)?;
            edges_to[place] = (0..=levels[place].windows()).map(|_| AtomicU32::default()).collect();
        }
        for (level, edges_to) in levels.iter_mut().zip(edges_to) {
            level.starts = ends(edges_to);
        }
        let counted: usize = levels.iter().map(Level::edges).sum();
        let numbered: usize = back.numbers.iter().map(|numbers| numbers.len() * size_of::<u32>()).sum();
        let windows: usize = levels.iter().map(|level| level.windows() * WINDOW_BYTES).sum();
        allowance.check(before + numbered + windows + counted * size_of::<Edge>(), 0)?;
        together(&mut shares(&mut levels, allowance.threads), watch, |(first, levels), _, _| {
            back.fill(*first, levels);
            Ok(())
        })?;
        Ok(Self { levels })
    }

    pub(super) fn bytes(&self) -> usize {
        let level = |level: &Level| level.edges.len() * size_of::<Edge>() + level.windows() * WINDOW_BYTES;
        self.levels.iter().map(level).sum()
    }
}

/// Returns the sums of the numbers so far.
fn ends(counts: Vec<AtomicU32>) -> Vec<u32> {
    let sum = |sum: &mut u32, count: AtomicU32| {
        *sum += count.into_inner();
        Some(*sum)
    };
    counts.into_iter().scan(0, sum).collect()
}

/// Divides the levels among at most `hands` threads, so that each has about as many edges; with the number of the
/// first one of each.
fn shares(levels: &mut [Level], hands: usize) -> Vec<(usize, &mut [Level])> {
    let all: usize = levels.iter().map(Level::edges).sum();
    let crew = hands.min(all / FEW).max(1);
    let (mut shares, mut left, mut first, mut before) = (Vec::new(), levels, 0, 0);
    for hand in 1..=crew {
        let is_last = |level: &Level| {
            before += level.edges();
            hand < crew && before * crew >= all * hand
        };
        let length = left.iter().position(is_last).map_or(left.len(), |last| last + 1);
        let (own, others) = left.split_at_mut(length);
        shares.push((first, own));
        (left, first) = (others, first + length);
    }
    shares
}

/// What is known on the way back from the end.
struct Back<'a, W> {
    packing: &'a Packing<W>,
    found: &'a [Found<W>],
    /// For each place the numbers of its windows among the live ones.
    numbers: Vec<Vec<u32>>,
}

/// Some windows of a place.
struct Share<'a> {
    stretches: &'a [Stretch],
    /// The number of each window among the live ones of the share.
    numbers: Vec<u32>,
    /// The bits reachable from each live one.
    reachable: Vec<u64>,
}

impl<W: Window> Back<'_, W> {
    /// Returns the new numbers of the windows of a place, and for each live one the bits reachable from it; and counts
    /// the edges to later windows.
    fn living(
        &self,
        place: usize,
        levels: &[Level],
        edges_to: &[Vec<AtomicU32>],
        threads: usize,
        watch: &mut Watch<'_>,
    ) -> Result<(Vec<u32>, Vec<u64>), Unfit> {
        let stretches = &self.found[place].stretches;
        let all: usize = stretches.iter().map(Stretch::windows).sum();
        let crew = threads.min(all / FEW).max(1);
        let mut shares: Vec<Share<'_>> = stretches
            .chunks(stretches.len().div_ceil(crew).max(1))
            .map(|stretches| Share { stretches, numbers: Vec::new(), reachable: Vec::new() })
            .collect();
        together(&mut shares, watch, |share, _, _| {
            self.share(place, share, levels, edges_to);
            Ok(())
        })?;
        let mut shares = shares.into_iter();
        let Some(Share { mut numbers, mut reachable, .. }) = shares.next() else {
            return Ok(Default::default());
        };
        for share in shares {
            let before = compact(reachable.len());
            let number = |&number: &u32| if number == DEAD { DEAD } else { before + number };
            numbers.extend(share.numbers.iter().map(number));
            reachable.extend(share.reachable);
        }
        Ok((numbers, reachable))
    }

    fn share(&self, place: usize, share: &mut Share<'_>, levels: &[Level], edges_to: &[Vec<AtomicU32>]) {
        let Share { stretches, numbers, reachable } = share;
        let is_last = place == self.packing.places();
        for (window, steps) in stretches.iter().flat_map(Stretch::each) {
            let is_end = is_last && self.packing.is_end(self.found[place].keys.all[window]);
            let mut bits = is_end.then_some(0);
            for step in steps {
                let (level, number) = self.after(place, *step);
                if number != DEAD {
                    edges_to[level][number as usize].fetch_add(1, Ordering::Relaxed);
                    let uses = self.packing.choices[place][step.choice() as usize].uses;
                    let later = levels[level].reachable[number as usize];
                    bits = Some(bits.unwrap_or(0) | self.packing.counters.required_of(uses) | later);
                }
            }
            numbers.push(bits.map_or(DEAD, |_| compact(reachable.len())));
            reachable.extend(bits);
        }
    }

    /// Returns the level and the number of the window that a step leads to.
    fn after(&self, place: usize, step: Step) -> (usize, u32) {
        let level = place + step.on();
        (level, self.numbers[level][self.found[level].keys.number(step.to)])
    }

    /// Makes the edges of these levels, each list from its end, so that what was the end becomes the start.
    fn fill(&self, first: usize, levels: &mut [Level]) {
        for level in &mut *levels {
            level.edges = vec![Edge { place: 0, from: 0, choice: 0 }; level.edges()];
        }
        // No edge is longer than the window.
        let begin = first.saturating_sub(self.packing.window.ones() as usize);
        for place in begin..first + levels.len() {
            let windows = self.found[place].stretches.iter().flat_map(Stretch::each);
            for ((_, steps), &from) in windows.zip(&self.numbers[place]).filter(|(_, from)| **from != DEAD) {
                for step in steps {
                    let Some(Level { starts, edges, .. }) =
                        (place + step.on()).checked_sub(first).and_then(|level| levels.get_mut(level))
                    else {
                        continue;
                    };
                    let (_, to) = self.after(place, *step);
                    if to != DEAD {
                        let start = &mut starts[to as usize];
                        *start -= 1;
                        edges[*start as usize] = Edge { place: compact(place), from, choice: step.choice() };
                    }
                }
            }
        }
    }
}

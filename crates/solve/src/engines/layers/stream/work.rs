//! Expands the states of a layer, bucket by bucket, on each thread.

use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::bucket::{Finder, State};
use super::half::Half;
use super::source::Source;
use super::{BUCKETS, Stream, bucket};
use crate::engines::layers::fitting::Fitting;
use crate::engines::layers::number::Number;
use crate::engines::layers::packing::Packing;
use crate::engines::layers::window::Window;
use crate::engines::layers::{Unfit, halted};
use crate::ground::watch::Watch;

/// States that a hand keeps before it adds them to a bucket. Chosen by trial.
const KEPT: usize = 64;

/// States that are taken from a bucket at once; limits are checked after them. Chosen by trial.
const CHUNK: usize = 1 << 8;

/// What one thread works with.
pub(super) struct Hand<W, N> {
    finder: Finder,
    /// For each bucket of the open layers, states that it does not have yet: those of the next place first.
    kept: Vec<Vec<State<W, N>>>,
    /// What was added to the sum of each open layer, in the same order.
    pub(super) added: Vec<f64>,
    pub(super) steps: u64,
}

impl<W: Window, N: Number> Hand<W, N> {
    pub(super) fn new(packing: &Packing<W>) -> Self {
        let open = packing.window.ones() as usize + 1;
        let (kept, added) = (vec![Vec::new(); open * BUCKETS], vec![0.0; open]);
        Self { finder: Finder::default(), kept, added, steps: 0 }
    }
}

/// The work on a layer that all hands share.
pub(super) struct Work<'a, W, N> {
    pub(super) packing: &'a Packing<W>,
    pub(super) fitting: &'a Fitting<W>,
    pub(super) half: Option<&'a Half<W>>,
    pub(super) stream: &'a Stream<W, N>,
    pub(super) sources: &'a [Mutex<Source<W, N>>],
    /// Whether the buckets are as large as they may be.
    pub(super) is_full: &'a AtomicBool,
    /// The share of the count that is done.
    pub(super) share: f64,
}

impl<W: Window, N: Number> Work<'_, W, N> {
    /// Processes buckets that no other hand has, until all are done or memory is full.
    pub(super) fn run(
        &self,
        hand: &mut Hand<W, N>,
        most: usize,
        watch: &mut Watch<'_>,
        failed: &AtomicBool,
    ) -> Result<(), Unfit> {
        let done = self.process(hand, most, watch, failed);
        // Also if the search is to stop, so that what is left is known.
        for (number, states) in hand.kept.iter_mut().enumerate().filter(|(_, states)| !states.is_empty()) {
            self.pass_on(number, states, &mut hand.finder);
        }
        done
    }

    fn process(
        &self,
        hand: &mut Hand<W, N>,
        most: usize,
        watch: &mut Watch<'_>,
        failed: &AtomicBool,
    ) -> Result<(), Unfit> {
        let unread = |error: io::Error| Unfit::Kept(error.kind());
        let mut chunk = Vec::with_capacity(CHUNK);
        for source in self.sources {
            let Ok(mut source) = source.try_lock() else { continue };
            source.open(&mut hand.finder).map_err(unread)?;
            loop {
                if failed.load(Ordering::Relaxed) || self.is_full.load(Ordering::Relaxed) {
                    return Ok(());
                }
                source.take(CHUNK, &mut chunk).map_err(unread)?;
                if chunk.is_empty() {
                    break;
                }
                self.expand(hand, &chunk, watch)?;
                if self.stream.bytes() > most {
                    self.is_full.store(true, Ordering::Relaxed);
                }
            }
            self.stream.bytes.fetch_sub(source.clear(), Ordering::Relaxed);
        }
        Ok(())
    }

    /// Adds all choices from some states, also if the search is to stop.
    fn expand(
        &self,
        hand: &mut Hand<W, N>,
        chunk: &[State<W, N>],
        watch: &mut Watch<'_>,
    ) -> Result<(), Unfit> {
        let Self { packing, fitting, half, stream, share, .. } = *self;
        let Hand { finder, kept, added, steps } = hand;
        let choices = &packing.choices[stream.place];
        let mut halt = None;
        for (key, number) in chunk {
            halt = halt.or(watch.node(|| share));
            if half.is_some_and(|half| !half.may_be_filled(packing, *key, stream.place)) {
                continue;
            }
            let about = number.nearly();
            fitting.each(packing, stream.place, *key, |choice, after, on| {
                let weight = choices[choice as usize].weight;
                let mut ways = N::default();
                assert!(ways.gather(number, weight), "there was room for the sum of all numbers");
                let at = on as usize * BUCKETS + bucket(after.hash());
                kept[at].push((after, ways));
                if kept[at].len() >= KEPT {
                    self.pass_on(at, &mut kept[at], finder);
                }
                added[on as usize] += about * f64::from(weight);
                *steps += u64::from(weight);
            });
        }
        halted(halt)
    }

    /// Moves states that a hand has kept to their bucket: those of the next place come first.
    fn pass_on(&self, number: usize, states: &mut Vec<State<W, N>>, finder: &mut Finder) {
        self.stream.append(self.stream.place + number / BUCKETS, number % BUCKETS, states, finder);
    }
}

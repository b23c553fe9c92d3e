//! Counts tilings with unlimited pieces: one number for each window, with finished layers dropped.
//!
//! Memory holds only the layers of one window, so the length of a region costs only time. Each layer is
//! divided by a hash into buckets, which several threads fill at the same time. Sums do not depend on their
//! order, so results are the same for any number of threads.
//!
//! If there is a folder for them ([`Saves`]), layers that do not fit in memory continue there as sorted files
//! ([`run`]), and the count can be stopped and continued at any state.

mod bucket;
mod run;
pub(super) mod saved;
mod source;

use std::cmp::Reverse;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use num_bigint::BigUint;

use super::fitting::Fitting;
use super::forecast::Forecast;
use super::number::{Double, Number, Single, Wide};
use super::packing::Packing;
use super::window::Window;
use super::workers::together;
use super::{Allowance, Unfit, halted};
use crate::ground::StopReason;
use crate::ground::watch::Watch;

use bucket::{Bucket, Finder, State};
use run::Run;
use saved::{SavedLayer, SavedStream, Saves};
use source::{Files, Source};
use web_time::Instant;

/// How many buckets a layer has. Chosen by trial: what is added up at once should stay in the cache.
const BUCKETS: usize = 64;

/// States that a hand keeps before it adds them to a bucket. Chosen by trial.
const KEPT: usize = 64;

/// States that are taken from a bucket at once; limits are checked after them. Chosen by trial.
const CHUNK: usize = 1 << 8;

/// A layer with fewer states is left to one thread. Chosen by trial.
const FEW_STATES: usize = 1 << 13;

/// A layer that is not processed yet.
struct Open<W, N> {
    buckets: Vec<Mutex<Bucket<W, N>>>,
    /// Files with further states; those of all are added up.
    runs: Vec<Run>,
    /// About the sum of its numbers.
    sum: f64,
}

impl<W: Window, N: Number> Open<W, N> {
    fn new() -> Self {
        let buckets = (0..BUCKETS).map(|_| Mutex::default()).collect();
        Self { buckets, runs: Vec::new(), sum: 0.0 }
    }

    fn into_buckets(self) -> impl Iterator<Item = Bucket<W, N>> {
        self.buckets.into_iter().map(|bucket| bucket.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn bytes(&self) -> usize {
        self.buckets.iter().map(|bucket| locked(bucket).bytes()).sum()
    }

    /// Returns about its number of states, those in files included.
    fn states(&self) -> usize {
        self.len() + self.runs.iter().map(Run::states).sum::<usize>()
    }

    fn len(&self) -> usize {
        self.buckets.iter().map(|bucket| locked(bucket).len()).sum()
    }
}

/// A panic is passed on when its thread is joined.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The open layers, and the progress of the count.
struct Stream<W, N> {
    /// The first place that is not done.
    place: usize,
    /// The layers of the open places, in a ring buffer.
    open: Vec<Open<W, N>>,
    /// Bytes of their buckets.
    bytes: AtomicUsize,
    steps: u64,
}

/// A count with numbers of some type.
enum Typed<W> {
    Single(Stream<W, Single>),
    Double(Stream<W, Double>),
    Wide(Stream<W, Wide>),
    Unlimited(Stream<W, BigUint>),
}

/// The result of a stretch of counting.
enum Stretch<W, N> {
    Done(BigUint),
    /// The numbers may overflow.
    Full(Stream<W, N>),
}

/// Returns the number of tilings.
pub(super) fn count<W: Window>(
    packing: &Packing<W>,
    allowance: &Allowance,
    saves: Option<&mut Saves>,
    watch: &mut Watch<'_>,
) -> Result<BigUint, Unfit> {
    let mut stream = begin(packing, saves.as_deref())?;
    let mut run = Count { packing, allowance, saves, forecast: None };
    loop {
        stream = match stream {
            Typed::Single(stream) => match run.stretch(stream, watch)? {
                Stretch::Done(count) => return Ok(count),
                Stretch::Full(stream) => Typed::Double(stream.widened()),
            },
            Typed::Double(stream) => match run.stretch(stream, watch)? {
                Stretch::Done(count) => return Ok(count),
                Stretch::Full(stream) => Typed::Wide(stream.widened()),
            },
            Typed::Wide(stream) => match run.stretch(stream, watch)? {
                Stretch::Done(count) => return Ok(count),
                Stretch::Full(stream) => Typed::Unlimited(stream.widened()),
            },
            Typed::Unlimited(stream) => match run.stretch(stream, watch)? {
                Stretch::Done(count) => return Ok(count),
                Stretch::Full(_) => unreachable!("these numbers have no limit"),
            },
        }
    }
}

/// Returns the count as it was saved, or at its beginning.
fn begin<W: Window>(packing: &Packing<W>, saves: Option<&Saves>) -> Result<Typed<W>, Unfit> {
    let Some((saves, saved)) = saves.and_then(|saves| saves.stream().map(|saved| (saves, saved))) else {
        return Ok(Typed::Single(Stream::new(packing)));
    };
    let open = packing.window.ones() as usize + 1;
    let is_near = |layer: &SavedLayer| (saved.place..saved.place + open).contains(&layer.layer);
    if saved.place > packing.places() || !saved.layers.iter().all(is_near) {
        return Err(saves.failed(io::ErrorKind::InvalidData));
    }
    Ok(match saved.bits {
        Some(64) => Typed::Single(Stream::resumed(open, saved)),
        Some(128) => Typed::Double(Stream::resumed(open, saved)),
        Some(_) => Typed::Wide(Stream::resumed(open, saved)),
        None => Typed::Unlimited(Stream::resumed(open, saved)),
    })
}

impl<W: Window, N: Number> Stream<W, N> {
    fn empty(open: usize) -> Self {
        let open = (0..open).map(|_| Open::new()).collect();
        Self { place: 0, open, bytes: AtomicUsize::new(0), steps: 0 }
    }

    fn new(packing: &Packing<W>) -> Self {
        let mut stream = Self::empty(packing.window.ones() as usize + 1);
        let mut first = vec![(packing.start, N::one())];
        stream.append(0, bucket(packing.start.hash()), &mut first, &mut Finder::default());
        stream.open[0].sum = 1.0;
        stream
    }

    fn resumed(open: usize, saved: &SavedStream) -> Self {
        let mut stream = Self { place: saved.place, steps: saved.steps, ..Self::empty(open) };
        for layer in &saved.layers {
            let at = layer.layer % open;
            (stream.open[at].runs, stream.open[at].sum) = (layer.runs.clone(), layer.sum);
        }
        stream
    }

    /// Moves states to a bucket.
    fn append(&self, layer: usize, bucket: usize, states: &mut Vec<State<W, N>>, finder: &mut Finder) {
        let mut bucket = locked(&self.open[layer % self.open.len()].buckets[bucket]);
        let before = bucket.bytes();
        bucket.append(states, finder);
        let added = bucket.bytes() - before;
        if added > 0 {
            self.bytes.fetch_add(added, Ordering::Relaxed);
        }
    }

    fn widened<M: Number>(self) -> Stream<W, M> {
        let wider = |open: Open<W, N>| {
            let (runs, sum) = (open.runs.clone(), open.sum);
            let buckets = open.into_buckets().map(|bucket| Mutex::new(bucket.widened())).collect();
            Open { buckets, runs, sum }
        };
        let open: Vec<Open<W, M>> = self.open.into_iter().map(wider).collect();
        let bytes = AtomicUsize::new(open.iter().map(Open::bytes).sum());
        Stream { place: self.place, open, bytes, steps: self.steps }
    }

    /// Adds what the hands have noted.
    fn gather(&mut self, hands: &mut [Hand<W, N>]) {
        for hand in hands {
            self.steps += std::mem::take(&mut hand.steps);
            for (on, added) in hand.added.iter_mut().enumerate() {
                let at = (self.place + on) % self.open.len();
                self.open[at].sum += std::mem::take(added);
            }
        }
    }

    fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }
}

/// Returns the bucket of a state with this hash, by its lowest bits.
#[inline]
fn bucket(hash: u64) -> usize {
    usize::try_from(hash % BUCKETS as u64).expect("a small number")
}

/// What one thread works with.
struct Hand<W, N> {
    fitting: Fitting<W>,
    finder: Finder,
    /// For each bucket of the open layers, states that it does not have yet: those of the next place first.
    kept: Vec<Vec<State<W, N>>>,
    /// What was added to the sum of each open layer, in the same order.
    added: Vec<f64>,
    steps: u64,
}

impl<W: Window, N: Number> Hand<W, N> {
    fn new(packing: &Packing<W>) -> Self {
        let open = packing.window.ones() as usize + 1;
        let (kept, added) = (vec![Vec::new(); open * BUCKETS], vec![0.0; open]);
        Self { fitting: Fitting::new(packing), finder: Finder::default(), kept, added, steps: 0 }
    }
}

struct Count<'a, W> {
    packing: &'a Packing<W>,
    allowance: &'a Allowance,
    saves: Option<&'a mut Saves>,
    /// Begins with the first layer of this run.
    forecast: Option<Forecast>,
}

impl<W: Window> Count<'_, W> {
    /// Counts until the end, or until numbers of this type may overflow.
    fn stretch<N: Number>(
        &mut self,
        mut stream: Stream<W, N>,
        watch: &mut Watch<'_>,
    ) -> Result<Stretch<W, N>, Unfit> {
        let (places, open) = (self.packing.places(), stream.open.len());
        let mut hands: Vec<_> = (0..self.allowance.threads.max(1)).map(|_| Hand::new(self.packing)).collect();
        while stream.place < places {
            let own = stream.open[stream.place % open].sum;
            let sum: f64 = stream.open.iter().map(|open| open.sum).sum();
            let choices = self.packing.choices[stream.place].len();
            // One bit is kept as a margin, so that rounding does not matter.
            let room = N::BITS.map_or(f64::INFINITY, |bits| f64::from(bits - 1).exp2());
            if N::BITS.is_some() && sum + own * choices as f64 >= room {
                return Ok(Stretch::Full(stream));
            }
            if self.saves.as_ref().is_some_and(|saves| saves.is_due()) {
                self.save(&mut stream)?;
            }
            self.layer(&mut stream, &mut hands, watch)?;
        }
        let end = std::mem::replace(&mut stream.open[places % open], Open::new());
        self.total(end).map(Stretch::Done)
    }

    /// Returns the sum of the numbers of the last layer.
    fn total<N: Number>(&mut self, end: Open<W, N>) -> Result<BigUint, Unfit> {
        let mut total = BigUint::default();
        for source in self.sources(end) {
            let mut source = source.into_inner().unwrap_or_else(PoisonError::into_inner);
            source.sort().map_err(|error| self.failed(error.kind()))?;
            while let Some((key, number)) = source.next().map_err(|error| self.failed(error.kind()))? {
                if self.packing.is_end(key) {
                    total += number.to_big();
                }
            }
        }
        Ok(total)
    }

    /// Returns the buckets of a layer, those in files not opened yet.
    fn sources<N: Number>(&self, mut layer: Open<W, N>) -> Vec<Mutex<Source<W, N>>> {
        let runs: Arc<[Run]> = std::mem::take(&mut layer.runs).into();
        let folder = self.saves.as_ref().map(|saves| saves.folder()).filter(|_| !runs.is_empty());
        let files = |bucket| {
            folder.map(|folder| Files { folder: folder.to_owned(), runs: Arc::clone(&runs), bucket })
        };
        let sources = layer.into_buckets().enumerate();
        sources.map(|(number, bucket)| Mutex::new(Source::new(bucket, files(number)))).collect()
    }

    /// Processes one layer.
    fn layer<N: Number>(
        &mut self,
        stream: &mut Stream<W, N>,
        hands: &mut [Hand<W, N>],
        watch: &mut Watch<'_>,
    ) -> Result<(), Unfit> {
        let at = stream.place % stream.open.len();
        let own = std::mem::replace(&mut stream.open[at], Open::new());
        let sum = own.sum;
        let places = self.packing.places();
        let forecast = self.forecast.get_or_insert_with(|| Forecast::new(places, stream.place));
        forecast.add(own.states());
        watch.expect_bytes(stream.bytes() as f64 * forecast.growth());
        let share = forecast.share() * self.allowance.share;
        let crew = if own.len() < FEW_STATES && own.runs.is_empty() { 1 } else { hands.len() };
        let sources = self.sources(own);
        loop {
            let is_full = AtomicBool::new(false);
            let work = Work { packing: self.packing, stream, sources: &sources, is_full: &is_full, share };
            let most = self.most_bytes();
            let done = together(&mut hands[..crew], watch, |hand, watch, failed| {
                work.run(hand, most, watch, failed)
            });
            stream.gather(&mut hands[..crew]);
            match done {
                Ok(()) if is_full.load(Ordering::Relaxed) => self.spill(stream, most / 2)?,
                Ok(()) => break,
                // The process takes as much as it may. If buckets are not what takes it, nothing helps.
                Err(Unfit::Memory) if self.saves.is_some() && stream.bytes() > most / 8 => {
                    self.spill(stream, most / 8)?;
                }
                Err(Unfit::Kept(kind)) => return Err(self.failed(kind)),
                Err(unfit @ (Unfit::Stopped(_) | Unfit::Memory)) if self.saves.is_some() => {
                    let left = sources
                        .into_iter()
                        .map(|source| source.into_inner().unwrap_or_else(PoisonError::into_inner));
                    self.save_rest(stream, left, sum)?;
                    let is_stopped = matches!(unfit, Unfit::Stopped(_));
                    return Err(if is_stopped { unfit } else { Unfit::Stopped(StopReason::MemoryLimit) });
                }
                Err(unfit) => return Err(unfit),
            }
        }
        stream.place += 1;
        self.allowance.check(0, stream.steps)
    }

    /// Bytes of buckets at which they are written to files. The rest is for what is written and read, for
    /// buckets that grow, and for what is freed and not given back.
    fn most_bytes(&self) -> usize {
        let most = usize::try_from(self.allowance.bytes).unwrap_or(usize::MAX);
        if self.saves.is_some() { most / 2 } else { most }
    }

    /// Writes the largest layers to files, until buckets take no more than this many bytes.
    fn spill<N: Number>(&mut self, stream: &mut Stream<W, N>, left: usize) -> Result<(), Unfit> {
        let Some(saves) = self.saves.as_deref_mut() else { return Err(Unfit::Memory) };
        let mut order: Vec<usize> = (0..stream.open.len()).collect();
        order.sort_by_key(|&at| Reverse(stream.open[at].bytes()));
        for at in order {
            if stream.bytes() <= left || stream.open[at].len() == 0 {
                break;
            }
            let buckets: Vec<Bucket<W, N>> =
                stream.open[at].buckets.iter().map(|bucket| std::mem::take(&mut *locked(bucket))).collect();
            let bytes: usize = buckets.iter().map(Bucket::bytes).sum();
            let layer = stream.place
                + (at + stream.open.len() - stream.place % stream.open.len()) % stream.open.len();
            let run = saves.write(layer, buckets.into_iter().map(|bucket| Source::new(bucket, None)))?;
            stream.open[at].runs.push(run);
            stream.bytes.fetch_sub(bytes, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Writes all layers to files, and the list of them.
    fn save<N: Number>(&mut self, stream: &mut Stream<W, N>) -> Result<(), Unfit> {
        let began = Instant::now();
        self.spill(stream, 0)?;
        let open = stream.open.len();
        let saved = |place: usize| {
            let layer = &stream.open[place % open];
            SavedLayer { layer: place, sum: layer.sum, runs: layer.runs.clone() }
        };
        let layers = (stream.place..stream.place + open).map(saved).filter(|layer| !layer.runs.is_empty());
        let layers = layers.collect();
        let saved = SavedStream { place: stream.place, bits: N::BITS, steps: stream.steps, layers };
        self.saves.as_deref_mut().map_or(Ok(()), |saves| saves.save(saved, began))
    }

    /// Saves a count that was stopped in the midst of a layer, of which `left` is not processed.
    fn save_rest<N: Number>(
        &mut self,
        stream: &mut Stream<W, N>,
        left: impl Iterator<Item = Source<W, N>>,
        sum: f64,
    ) -> Result<(), Unfit> {
        let Some(saves) = self.saves.as_deref_mut() else { return Ok(()) };
        let run = saves.write(stream.place, left)?;
        let at = stream.place % stream.open.len();
        (stream.open[at].runs, stream.open[at].sum) = (vec![run], sum);
        self.save(stream)
    }

    fn failed(&self, kind: io::ErrorKind) -> Unfit {
        self.saves.as_ref().map_or(Unfit::Kept(kind), |saves| saves.failed(kind))
    }
}

/// The work on a layer that all hands share.
struct Work<'a, W, N> {
    packing: &'a Packing<W>,
    stream: &'a Stream<W, N>,
    sources: &'a [Mutex<Source<W, N>>],
    /// Whether the buckets are as large as they may be.
    is_full: &'a AtomicBool,
    /// The share of the count that is done.
    share: f64,
}

impl<W: Window, N: Number> Work<'_, W, N> {
    /// Processes buckets that no other hand has, until all are done or memory is full.
    fn run(
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
        let Self { packing, stream, share, .. } = *self;
        let Hand { fitting, finder, kept, added, steps } = hand;
        let choices = &packing.choices[stream.place];
        let mut halt = None;
        for (key, number) in chunk {
            halt = halt.or(watch.node(|| share));
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

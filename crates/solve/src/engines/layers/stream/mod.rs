//! Counts tilings with unlimited pieces: one number for each window, with finished layers dropped.
//!
//! Memory holds only the layers of one window, so the length of a region costs only time. Each layer is
//! divided by a hash into buckets, which several threads fill at the same time. Sums do not depend on their
//! order, so results are the same for any number of threads.
//!
//! If there is a folder for them ([`Saves`]), layers that do not fit in memory continue there as sorted files
//! ([`run`]), and the count can be stopped and continued at any state.

mod bucket;
mod half;
mod run;
pub(super) mod saved;
mod source;
mod work;

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
use super::{Allowance, Unfit};
use crate::ground::StopReason;
use crate::ground::watch::Watch;

use bucket::{Bucket, Finder, State};
pub(super) use half::Half;
use run::Run;
use saved::{SavedLayer, SavedStream, Saves};
use source::{Files, Source};
use web_time::Instant;
use work::{Hand, Work};

/// How many buckets a layer has. Chosen by trial: what is added up at once should stay in the cache.
const BUCKETS: usize = 64;

/// A layer with fewer states is left to one thread. Chosen by trial.
const FEW_STATES: usize = 1 << 13;

/// With more states for each window in the first quarter of the places, or in the first half, the graph of windows is
/// faster where uses of pieces are in the keys. Chosen by trial: 28 oblongs on 8 x 8 have 2 and 17, and take a tenth of
/// its time; 35 hexominoes on 8 x 6 have 100, and take five times as long. Later there are few windows in any case.
const STATES_OF_A_WINDOW: [usize; 2] = [4, 20];

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
    Count { packing, fitting: Fitting::new(packing), allowance, saves, forecast: None, half: None }.run(watch)
}

/// Returns the number of tilings of a board from the options of its first half.
pub(super) fn count_halves<W: Window>(
    packing: &Packing<W>,
    half: &Half<W>,
    allowance: &Allowance,
    watch: &mut Watch<'_>,
) -> Result<BigUint, Unfit> {
    let fitting = Fitting::new(packing);
    Count { packing, fitting, allowance, saves: None, forecast: None, half: Some(half) }.run(watch)
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

struct Count<'a, W> {
    packing: &'a Packing<W>,
    fitting: Fitting<W>,
    allowance: &'a Allowance,
    saves: Option<&'a mut Saves>,
    /// Begins with the first layer of this run.
    forecast: Option<Forecast>,
    /// Where the first half of a board ends, if that is what is counted.
    half: Option<&'a Half<W>>,
}

impl<W: Window> Count<'_, W> {
    fn run(mut self, watch: &mut Watch<'_>) -> Result<BigUint, Unfit> {
        let mut stream = begin(self.packing, self.saves.as_deref())?;
        loop {
            stream = match stream {
                Typed::Single(stream) => match self.stretch(stream, watch)? {
                    Stretch::Done(count) => return Ok(count),
                    Stretch::Full(stream) => Typed::Double(stream.widened()),
                },
                Typed::Double(stream) => match self.stretch(stream, watch)? {
                    Stretch::Done(count) => return Ok(count),
                    Stretch::Full(stream) => Typed::Wide(stream.widened()),
                },
                Typed::Wide(stream) => match self.stretch(stream, watch)? {
                    Stretch::Done(count) => return Ok(count),
                    Stretch::Full(stream) => Typed::Unlimited(stream.widened()),
                },
                Typed::Unlimited(stream) => match self.stretch(stream, watch)? {
                    Stretch::Done(count) => return Ok(count),
                    Stretch::Full(_) => unreachable!("these numbers have no limit"),
                },
            }
        }
    }

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
        if let Some(half) = self.half {
            return half.total(self.ends(half, stream), watch).map(Stretch::Done);
        }
        let end = std::mem::replace(&mut stream.open[places % open], Open::new());
        self.total(end).map(Stretch::Done)
    }

    /// Returns what the states at the end of a half cover, with the numbers of ways to them.
    fn ends<N: Number>(&self, half: &Half<W>, mut stream: Stream<W, N>) -> Vec<State<W, N>> {
        let (mut finder, mut ends) = (Finder::default(), Vec::new());
        let (place, layers) = (stream.place, stream.open.len());
        for on in 0..layers {
            let layer = std::mem::replace(&mut stream.open[(place + on) % layers], Open::new());
            for mut bucket in layer.into_buckets() {
                bucket.gather(&mut finder);
                bucket
                    .into_states()
                    .into_iter()
                    .for_each(|state| half.add(self.packing, on, state, &mut ends));
            }
        }
        ends
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
        let quarter = 4 * stream.place / self.packing.places();
        let most = STATES_OF_A_WINDOW.get(quarter).copied().filter(|_| self.packing.has_uses);
        if own.len() >= FEW_STATES && most.is_some_and(|most| self.is_crowded(&own, most)) {
            return Err(Unfit::Effort);
        }
        let places = self.packing.places();
        let forecast = self.forecast.get_or_insert_with(|| Forecast::new(places, stream.place));
        forecast.add(own.states());
        watch.expect_bytes(stream.bytes() as f64 * forecast.growth());
        let share = forecast.share() * self.allowance.share;
        let crew = if own.len() < FEW_STATES && own.runs.is_empty() { 1 } else { hands.len() };
        let sources = self.sources(own);
        loop {
            let is_full = AtomicBool::new(false);
            let (packing, fitting, half) = (self.packing, &self.fitting, self.half);
            let work = Work { packing, fitting, half, stream, sources: &sources, is_full: &is_full, share };
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

    /// Returns whether a layer has more than so many states for each window, by all states of one window in sixteen.
    fn is_crowded<N: Number>(&self, layer: &Open<W, N>, most: usize) -> bool {
        const ONE_IN: u64 = 16;
        let window = |key: W| key & self.packing.window;
        let mut keys = Vec::new();
        for bucket in &layer.buckets {
            let states = locked(bucket);
            let sample = states.states().iter().map(|state| state.0);
            keys.extend(sample.filter(|&key| (window(key).hash() >> 32).is_multiple_of(ONE_IN)));
        }
        keys.sort_unstable();
        keys.dedup();
        let states = keys.len();
        keys.iter_mut().for_each(|key| *key = window(*key));
        keys.sort_unstable();
        keys.dedup();
        states > most * keys.len()
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

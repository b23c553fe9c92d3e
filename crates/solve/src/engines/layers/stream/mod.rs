//! Counts tilings with unlimited pieces: one number for each window, with finished layers dropped.
//!
//! Memory holds only the layers of one window, so the length of a region costs only time. Each layer is
//! divided by a hash into buckets, which several threads fill at the same time. Sums do not depend on their
//! order, so results are the same for any number of threads.
//!
//! If there is a folder for them ([`Saves`]), layers that do not fit in memory continue there as sorted files
//! ([`run`]), and the count can be stopped and continued at any state.

mod run;
pub(super) mod saved;
mod source;
mod table;

use std::cmp::Reverse;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use num_bigint::BigUint;

use super::fitting::Fitting;
use super::forecast::Forecast;
use super::number::{Number, Wide};
use super::packing::Packing;
use super::window::Window;
use super::workers::together;
use super::{Allowance, Unfit, halted};
use crate::ground::StopReason;
use crate::ground::watch::Watch;

use run::Run;
use saved::{SavedLayer, SavedStream, Saves};
use source::{Files, Source};
use table::Table;
use web_time::Instant;

/// How many buckets a layer has. Chosen by eye: more than threads, so that none waits long.
const BUCKETS: usize = 32;

/// States that are taken from a bucket at once; limits are checked after them. Chosen by trial.
const CHUNK: usize = 1 << 8;

/// A layer with fewer states is left to one thread. Chosen by trial.
const FEW_STATES: usize = 1 << 13;

/// A layer that is not processed yet.
struct Open<W, N> {
    buckets: Vec<Mutex<Table<W, N>>>,
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

    fn into_tables(self) -> impl Iterator<Item = Table<W, N>> {
        self.buckets.into_iter().map(|table| table.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn bytes(&self) -> usize {
        self.buckets.iter().map(|table| locked(table).bytes()).sum()
    }

    /// Returns its number of states, those in files included.
    fn states(&self) -> usize {
        self.len() + self.runs.iter().map(Run::states).sum::<usize>()
    }

    fn len(&self) -> usize {
        self.buckets.iter().map(|table| locked(table).len()).sum()
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
    /// Bytes of their tables.
    bytes: AtomicUsize,
    steps: u64,
}

/// A count with numbers of some type.
enum Typed<W> {
    Single(Stream<W, u64>),
    Double(Stream<W, u128>),
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
    let hands = (0..allowance.threads.max(1)).map(|_| Hand::new(packing)).collect();
    let mut stream = begin(packing, saves.as_deref())?;
    let mut run = Count { packing, allowance, saves, hands, forecast: None };
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
        let _ = stream.add(0, packing.start, &N::one(), 1);
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

    /// Adds ways to a state; `false` if its number overflows.
    #[inline]
    fn add(&self, layer: usize, key: W, number: &N, weight: u32) -> bool {
        let hash = key.hash();
        let mut table = locked(&self.open[layer % self.open.len()].buckets[bucket(hash)]);
        let slots = table.slots();
        let fits = table.add(key, hash, number, weight);
        let added = table.slots() - slots;
        if added > 0 {
            self.bytes.fetch_add(added * Table::<W, N>::SLOT, Ordering::Relaxed);
        }
        fits
    }

    fn widened<M: Number>(self) -> Stream<W, M> {
        let wider = |open: Open<W, N>| {
            let (runs, sum) = (open.runs.clone(), open.sum);
            let buckets = open.into_tables().map(|table| Mutex::new(table.widened())).collect();
            Open { buckets, runs, sum }
        };
        let open: Vec<Open<W, M>> = self.open.into_iter().map(wider).collect();
        let bytes = AtomicUsize::new(open.iter().map(Open::bytes).sum());
        Stream { place: self.place, open, bytes, steps: self.steps }
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
struct Hand<W> {
    fitting: Fitting<W>,
    /// What was added to the sum of each open layer.
    added: Vec<f64>,
    steps: u64,
    fits: bool,
}

impl<W: Window> Hand<W> {
    fn new(packing: &Packing<W>) -> Self {
        let open = packing.window.ones() as usize + 1;
        Self { fitting: Fitting::new(packing), added: vec![0.0; open], steps: 0, fits: true }
    }
}

struct Count<'a, W> {
    packing: &'a Packing<W>,
    allowance: &'a Allowance,
    saves: Option<&'a mut Saves>,
    hands: Vec<Hand<W>>,
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
            self.layer(&mut stream, watch)?;
        }
        let end = std::mem::replace(&mut stream.open[places % open], Open::new());
        self.total(end).map(Stretch::Done)
    }

    /// Returns the sum of the numbers of the last layer.
    fn total<N: Number>(&mut self, end: Open<W, N>) -> Result<BigUint, Unfit> {
        let mut total = BigUint::default();
        for source in self.sources(end) {
            let mut source = source.into_inner().unwrap_or_else(PoisonError::into_inner);
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
        let sources = layer.into_tables().enumerate();
        sources.map(|(bucket, table)| Mutex::new(Source::new(table, files(bucket)))).collect()
    }

    /// Processes one layer.
    fn layer<N: Number>(&mut self, stream: &mut Stream<W, N>, watch: &mut Watch<'_>) -> Result<(), Unfit> {
        let at = stream.place % stream.open.len();
        let own = std::mem::replace(&mut stream.open[at], Open::new());
        let sum = own.sum;
        let places = self.packing.places();
        let forecast = self.forecast.get_or_insert_with(|| Forecast::new(places, stream.place));
        forecast.add(own.states());
        watch.expect_bytes(stream.bytes() as f64 * forecast.growth());
        let share = forecast.share() * self.allowance.share;
        let hands = if own.len() < FEW_STATES && own.runs.is_empty() { 1 } else { self.hands.len() };
        let sources = self.sources(own);
        loop {
            let is_full = AtomicBool::new(false);
            let work = Work { packing: self.packing, stream, sources: &sources, is_full: &is_full, share };
            let most = self.most_bytes();
            let done = together(&mut self.hands[..hands], watch, |hand, watch, failed| {
                work.run(hand, most, watch, failed)
            });
            self.gather(stream);
            match done {
                Ok(()) if is_full.load(Ordering::Relaxed) => self.spill(stream, most / 2)?,
                Ok(()) => break,
                // The process takes as much as it may. If tables are not what takes it, nothing helps.
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

    /// Bytes of tables at which they are written to files. The rest is for what is written and read, for
    /// tables that grow, and for what is freed and not given back.
    fn most_bytes(&self) -> usize {
        let most = usize::try_from(self.allowance.bytes).unwrap_or(usize::MAX);
        if self.saves.is_some() { most / 2 } else { most }
    }

    /// Adds what the hands have noted.
    fn gather<N: Number>(&mut self, stream: &mut Stream<W, N>) {
        for hand in &mut self.hands {
            assert!(hand.fits, "there was room for the sum of all numbers");
            stream.steps += std::mem::take(&mut hand.steps);
            for (open, added) in stream.open.iter_mut().zip(&mut hand.added) {
                open.sum += std::mem::take(added);
            }
        }
    }

    /// Writes the largest layers to files, until tables take no more than this many bytes.
    fn spill<N: Number>(&mut self, stream: &mut Stream<W, N>, left: usize) -> Result<(), Unfit> {
        let Some(saves) = self.saves.as_deref_mut() else { return Err(Unfit::Memory) };
        let mut order: Vec<usize> = (0..stream.open.len()).collect();
        order.sort_by_key(|&at| Reverse(stream.open[at].bytes()));
        for at in order {
            if stream.bytes() <= left || stream.open[at].len() == 0 {
                break;
            }
            let tables: Vec<_> =
                stream.open[at].buckets.iter().map(|table| std::mem::take(&mut *locked(table))).collect();
            let bytes: usize = tables.iter().map(Table::bytes).sum();
            let layer = stream.place
                + (at + stream.open.len() - stream.place % stream.open.len()) % stream.open.len();
            let run = saves.write(layer, tables.into_iter().map(|table| Source::new(table, None)))?;
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
    /// Whether the tables are as large as they may be.
    is_full: &'a AtomicBool,
    /// The share of the count that is done.
    share: f64,
}

impl<W: Window, N: Number> Work<'_, W, N> {
    /// Processes buckets that no other hand has, until all are done or memory is full.
    fn run(
        &self,
        hand: &mut Hand<W>,
        most: usize,
        watch: &mut Watch<'_>,
        failed: &AtomicBool,
    ) -> Result<(), Unfit> {
        let mut chunk = Vec::with_capacity(CHUNK);
        for source in self.sources {
            let Ok(mut source) = source.try_lock() else { continue };
            loop {
                if failed.load(Ordering::Relaxed) || self.is_full.load(Ordering::Relaxed) {
                    return Ok(());
                }
                source.take(CHUNK, &mut chunk).map_err(|error| Unfit::Kept(error.kind()))?;
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

    /// Adds all choices from some states, also if the search is to stop, so that what is left is known.
    fn expand(&self, hand: &mut Hand<W>, chunk: &[(W, N)], watch: &mut Watch<'_>) -> Result<(), Unfit> {
        let Self { packing, stream, share, .. } = *self;
        let (place, open) = (stream.place, stream.open.len());
        let Hand { fitting, added, steps, fits } = hand;
        let mut halt = None;
        for (key, number) in chunk {
            halt = halt.or(watch.node(|| share));
            let about = number.nearly();
            fitting.each(packing, place, *key, |choice, after, on| {
                let weight = packing.choices[place][choice as usize].weight;
                let to = place + on as usize;
                *fits &= stream.add(to, after, number, weight);
                added[to % open] += about * f64::from(weight);
                *steps += u64::from(weight);
            });
        }
        halted(halt)
    }
}

//! Counts tilings with unlimited pieces: one number for each window, with finished layers dropped.
//!
//! Memory holds only the layers of one window, so the length of a region costs only time.

use num_bigint::BigUint;

use super::fitting::Fitting;
use super::layer::Layer;
use super::number::{Number, Wide};
use super::packing::Packing;
use super::window::Window;
use super::{Allowance, Unfit, halted};
use crate::solver::watch::Watch;

/// Limits are checked once in this many windows. Chosen by trial.
const KEYS_BETWEEN_LOOKS: usize = 1 << 12;

/// The open layers, and the progress of the count.
struct Stream<W, N> {
    /// The first place that is not done.
    place: usize,
    /// The layers of the open places, in a ring buffer, with the number of ways to each window.
    layers: Vec<(Layer<W>, Vec<N>)>,
    /// About the sum of all numbers.
    sum: f64,
    steps: u64,
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
    watch: &mut Watch<'_>,
) -> Result<BigUint, Unfit> {
    let mut fitting = Fitting::new(packing);
    let mut run = Run { packing, allowance, fitting: &mut fitting };
    let stream = match run.stretch(Stream::<W, u64>::new(packing), watch)? {
        Stretch::Done(count) => return Ok(count),
        Stretch::Full(stream) => stream,
    };
    let stream = match run.stretch(stream.widened::<u128>(), watch)? {
        Stretch::Done(count) => return Ok(count),
        Stretch::Full(stream) => stream,
    };
    let stream = match run.stretch(stream.widened::<Wide>(), watch)? {
        Stretch::Done(count) => return Ok(count),
        Stretch::Full(stream) => stream,
    };
    match run.stretch(stream.widened::<BigUint>(), watch)? {
        Stretch::Done(count) => Ok(count),
        Stretch::Full(_) => unreachable!("these numbers have no limit"),
    }
}

impl<W: Window, N: Number> Stream<W, N> {
    fn new(packing: &Packing<W>) -> Self {
        let open = packing.window.ones() as usize + 1;
        let mut layers = vec![(Layer::default(), Vec::new()); open];
        layers[0].0.number(packing.start);
        layers[0].1.push(N::one());
        Self { place: 0, layers, sum: 1.0, steps: 0 }
    }

    fn widened<M: Number>(self) -> Stream<W, M> {
        let widen = |number: &N| M::from_big(&number.to_big()).expect("more bits");
        let layers =
            self.layers.into_iter().map(|(layer, numbers)| (layer, numbers.iter().map(widen).collect()));
        Stream { place: self.place, layers: layers.collect(), sum: self.sum, steps: self.steps }
    }

    fn bytes(&self) -> usize {
        let bytes =
            |(layer, numbers): &(Layer<W>, Vec<N>)| layer.bytes() + numbers.capacity() * size_of::<N>();
        self.layers.iter().map(bytes).sum()
    }
}

struct Run<'a, W> {
    packing: &'a Packing<W>,
    allowance: &'a Allowance,
    fitting: &'a mut Fitting<W>,
}

impl<W: Window> Run<'_, W> {
    /// Counts until the end, or until numbers of this type may overflow.
    fn stretch<N: Number>(
        &mut self,
        mut stream: Stream<W, N>,
        watch: &mut Watch<'_>,
    ) -> Result<Stretch<W, N>, Unfit> {
        let (places, open) = (self.packing.places(), stream.layers.len());
        while stream.place < places {
            let at = stream.place % open;
            let own: f64 = stream.layers[at].1.iter().map(N::nearly).sum();
            let choices = self.packing.choices[stream.place].len();
            // One bit is kept as a margin, so that rounding does not matter.
            let room = N::BITS.map_or(f64::INFINITY, |bits| f64::from(bits - 1).exp2());
            if N::BITS.is_some() && stream.sum + own * choices as f64 >= room {
                return Ok(Stretch::Full(stream));
            }
            self.layer(&mut stream, own, watch)?;
        }
        let (layer, numbers) = &stream.layers[places % open];
        let ends = layer.keys().iter().zip(numbers).filter(|(key, _)| self.packing.is_end(**key));
        Ok(Stretch::Done(ends.map(|(_, number)| number.to_big()).sum()))
    }

    /// Processes one layer; `own` is about the sum of its numbers.
    fn layer<N: Number>(
        &mut self,
        stream: &mut Stream<W, N>,
        own: f64,
        watch: &mut Watch<'_>,
    ) -> Result<(), Unfit> {
        let (place, places, open) = (stream.place, self.packing.places(), stream.layers.len());
        let (mut layer, mut numbers) = std::mem::take(&mut stream.layers[place % open]);
        let (mut next, mut steps, mut fits) = (0.0, 0u64, true);
        for (count, (&key, number)) in layer.keys().iter().zip(&numbers).enumerate() {
            if count % KEYS_BETWEEN_LOOKS == KEYS_BETWEEN_LOOKS - 1 {
                let own = layer.bytes() + numbers.capacity() * size_of::<N>();
                self.allowance.check(stream.bytes() + own, stream.steps + steps)?;
            }
            halted(watch.node(|| place as f64 / places as f64 * self.allowance.share))?;
            let mut ways = 0u32;
            self.fitting.each(self.packing, place, key, |choice, after, on| {
                let weight = self.packing.choices[place][choice as usize].weight;
                let (layer, numbers) = &mut stream.layers[(place + on as usize) % open];
                let index = layer.number(after) as usize;
                if index == numbers.len() {
                    numbers.push(N::default());
                }
                fits &= numbers[index].gather(number, weight);
                ways += weight;
            });
            next += number.nearly() * f64::from(ways);
            steps += u64::from(ways);
        }
        assert!(fits, "there was room for the sum of all numbers");
        layer.clear();
        numbers.clear();
        stream.layers[place % open] = (layer, numbers);
        stream.sum += next - own;
        stream.steps += steps;
        stream.place += 1;
        self.allowance.check(stream.bytes(), stream.steps)
    }
}

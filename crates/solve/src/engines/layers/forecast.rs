//! Estimates how far a count by layers is, from the sizes of the layers so far.
//!
//! Layers grow until the region is as wide as a choice is long, and then stay about the same, so the number
//! of finished layers says little about the work. Sizes are added up over stretches of layers, and the growth
//! from one stretch to the next is continued, slowing down as it did before. This is rough: a region that
//! becomes wider later is not foreseen.

/// The growth of a stretch compared with the one before, until two are known: rows of tetrominoes have 0.1 to
/// 0.3.
const USUAL_SLOWDOWN: f64 = 0.2;
/// More would be guesswork: rectangles are saturated after a few rows.
const MOST_SLOWDOWN: f64 = 0.5;

/// The sizes of the layers so far.
#[derive(Debug, Clone)]
pub(super) struct Forecast {
    /// All layers, and those that an earlier run has done.
    layers: usize,
    before: usize,
    /// How many layers are a stretch.
    stretch: usize,
    /// The states of each finished stretch.
    stretches: Vec<f64>,
    /// The states of the stretch that is not finished, and its layers.
    current: (f64, usize),
}

impl Forecast {
    /// Begins after `before` of `layers` layers, whose sizes are not known.
    pub(super) fn new(layers: usize, before: usize) -> Self {
        // Long enough to smooth out the places of a row, short enough for an early answer.
        let stretch = layers.isqrt().max(1);
        Self { layers, before, stretch, stretches: Vec::new(), current: (0.0, 0) }
    }

    /// Adds the number of states of the next layer.
    pub(super) fn add(&mut self, states: usize) {
        self.current = (self.current.0 + states as f64, self.current.1 + 1);
        if self.current.1 == self.stretch {
            self.stretches.push(self.current.0);
            self.current = (0.0, 0);
        }
    }

    /// Returns the share of all states that is done, from 0 to 1; NaN as long as it is not known.
    pub(super) fn share(&self) -> f64 {
        let [first, _, ..] = self.stretches[..] else { return f64::NAN };
        let before = first * self.before as f64 / self.stretch as f64;
        let done = before + self.stretches.iter().sum::<f64>() + self.current.0;
        let known = self.before + self.stretches.len() * self.stretch + self.current.1;
        let left = self.layers.saturating_sub(known);
        let whole = left / self.stretch;
        let rest = (left % self.stretch) as f64 / self.stretch as f64;
        let later: Vec<f64> = self.later().take(whole + 1).collect();
        let to_come = later[..whole].iter().sum::<f64>() + later[whole] * rest;
        done / (done + to_come)
    }

    /// Returns how many times as large later layers become; at least 1. NaN as long as they still grow fast,
    /// because then it would be wrong by a factor of thousands.
    pub(super) fn growth(&self) -> f64 {
        /// From one stretch to the next. Chosen by trial.
        const SLOW: f64 = 1.5;
        let [.., before, last] = self.stretches[..] else { return f64::NAN };
        if last > before * SLOW {
            return f64::NAN;
        }
        let left = self.layers.saturating_sub(self.before + self.stretches.len() * self.stretch);
        let last = self.stretches.last().copied().unwrap_or(1.0).max(1.0);
        self.later().take(left / self.stretch).fold(1.0, |most, size| f64::max(most, size / last))
    }

    /// The sizes of later stretches.
    fn later(&self) -> impl Iterator<Item = f64> {
        // As logarithms, because the first layers of a wide region grow a hundredfold from row to row.
        let growth = |back: usize| {
            let at = self.stretches.len().checked_sub(back + 1)?;
            let before = *self.stretches.get(at.checked_sub(1)?)?;
            (before > 0.0).then(|| libm::log(self.stretches[at] / before).max(0.0))
        };
        let last = growth(0).unwrap_or(0.0);
        let slower = growth(1).filter(|&before| before > 0.0).map_or(USUAL_SLOWDOWN, |before| last / before);
        let slower = slower.clamp(0.0, MOST_SLOWDOWN);
        let size = self.stretches.last().copied().unwrap_or(0.0);
        std::iter::successors(Some((size, last)), move |&(size, growth)| {
            let growth = growth * slower;
            Some((size * libm::exp(growth), growth))
        })
        .skip(1)
        .map(|(size, _)| size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(sizes: &[usize], done: usize) -> Forecast {
        let mut forecast = Forecast::new(sizes.len(), 0);
        sizes[..done].iter().for_each(|&states| forecast.add(states));
        forecast
    }

    #[test]
    fn layers_of_one_size_are_done_by_number() {
        let flat = [7; 100];
        let early = after(&flat, 19);
        assert!(early.share().is_nan() && early.growth().is_nan(), "one stretch says nothing about growth");
        for done in [20, 35, 50, 99, 100] {
            let forecast = after(&flat, done);
            assert!((forecast.share() - done as f64 / 100.0).abs() < 1e-9, "{done}: {}", forecast.share());
            assert!((forecast.growth() - 1.0).abs() < 1e-9);
        }
        let mut resumed = Forecast::new(100, 50);
        (0..20).for_each(|_| resumed.add(7));
        assert!((resumed.share() - 0.7).abs() < 1e-9);
    }

    #[test]
    fn growth_that_ends_is_foreseen() {
        // Layers that grow to a limit, as those of a rectangle do.
        let mut size = 0;
        let grow = |_| {
            size += (1_000_000 - size) / 20;
            size
        };
        let sizes: Vec<usize> = (0..144).map(grow).collect();
        let all: usize = sizes.iter().sum();
        for done in [36, 50, 72, 100] {
            let share = sizes[..done].iter().sum::<usize>() as f64 / all as f64;
            let forecast = after(&sizes, done);
            assert!(
                (0.6..1.6).contains(&(forecast.share() / share)),
                "{done}: {} not {share}",
                forecast.share()
            );
            let largest = sizes[143] as f64 / (sizes[done - done % 12 - 6] as f64);
            assert!((0.6..1.6).contains(&(forecast.growth() / largest)), "{done}: {}", forecast.growth());
        }
        // By number, a quarter would be done after 36 layers.
        assert!(after(&sizes, 36).share() < 0.2);
    }

    #[test]
    fn the_first_rows_of_tetrominoes_say_what_comes() {
        // States in the rows of 8 x 8; the region ends before there are fewer.
        let rows = [5_929, 51_852, 106_383, 113_151, 113_183, 113_183, 113_183, 113_183];
        let sizes: Vec<usize> = rows.iter().flat_map(|&row| [row / 8; 8]).collect();
        assert!(after(&sizes, 24).growth().is_nan(), "twice as large as the row before");
        for done in 2..8 {
            let share = rows[..done].iter().sum::<usize>() as f64 / rows.iter().sum::<usize>() as f64;
            let forecast = after(&sizes, done * 8);
            assert!(
                (0.5..2.0).contains(&(forecast.share() / share)),
                "{done}: {} not {share}",
                forecast.share()
            );
        }
    }
}

//! Fits what steps of a person count to times of people.
//!
//! The time of a puzzle is taken to be some seconds for looking at it, and some for each forced move, each look at areas, each
//! look at colors, and each guess (a guess that stands on others counts as many times), for each of its solutions. None of
//! these is negative. The fit makes the sum of the squares of relative errors least, so that a puzzle of a minute counts as
//! much as one of an hour: coordinate descent on five numbers, which ends at the one least sum there is.

use super::reasoning::Reasoning;

/// The fewest times that are fitted: two for each number.
pub const FEWEST_TIMES: usize = 10;
/// The numbers that are fitted: seconds to look, and for four kinds of steps.
const NUMBERS: usize = 5;
/// Rounds of the descent; it is at rest long before.
const ROUNDS: usize = 20_000;

/// A puzzle that a person solved.
#[derive(Debug, Clone, PartialEq)]
pub struct TimedPuzzle {
    /// The steps that it takes.
    pub reasoning: Reasoning,
    /// How long the person took.
    pub seconds: f64,
}

/// What steps count, by times of people.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Calibration {
    /// The seconds for looking at a puzzle.
    pub start: f64,
    /// The seconds for a forced move.
    pub forced: f64,
    /// The seconds for a look at areas.
    pub area: f64,
    /// The seconds for a look at colors.
    pub parity: f64,
    /// The seconds for a guess.
    pub guess: f64,
    /// How well the order of the effort agrees with that of the times: 1 if they are the same, 0 if they have nothing in common.
    pub rank_of_effort: f64,
    /// The same of what was fitted.
    pub rank_of_fit: f64,
}

/// Fits what steps count; `None` for fewer than [`FEWEST_TIMES`] times that are more than 0.
///
/// # Examples
/// ```
/// use piecework_solve::maker::{Reasoning, TimedPuzzle, calibrate};
/// let times = (1..=12).map(|moves| {
///     let mut reasoning = Reasoning::default();
///     (reasoning.forced_cells, reasoning.solutions) = (moves, 1);
///     TimedPuzzle { reasoning, seconds: 20.0 + 3.0 * moves as f64 }
/// });
/// let fitted = calibrate(&times.collect::<Vec<_>>()).expect("twelve times");
/// assert!((fitted.start - 20.0).abs() < 0.1 && (fitted.forced - 3.0).abs() < 0.1);
/// ```
pub fn calibrate(times: &[TimedPuzzle]) -> Option<Calibration> {
    let times: Vec<&TimedPuzzle> = times.iter().filter(|one| one.seconds > 0.0).collect();
    if times.len() < FEWEST_TIMES {
        return None;
    }
    let rows: Vec<[f64; NUMBERS]> = times.iter().map(|one| features(&one.reasoning)).collect();
    let seconds: Vec<f64> = times.iter().map(|one| one.seconds).collect();
    let fitted = fitted(&rows, &seconds);
    let told = |row: &[f64; NUMBERS]| row.iter().zip(&fitted).map(|(one, other)| one * other).sum::<f64>();
    let efforts: Vec<f64> = times.iter().map(|one| one.reasoning.effort() as f64).collect();
    let [start, forced, area, parity, guess] = fitted;
    let rank_of_effort = rank_correlation(&efforts, &seconds);
    let rank_of_fit = rank_correlation(&rows.iter().map(told).collect::<Vec<f64>>(), &seconds);
    Some(Calibration { start, forced, area, parity, guess, rank_of_effort, rank_of_fit })
}

/// One for looking, and the steps of each kind for each solution.
fn features(reasoning: &Reasoning) -> [f64; NUMBERS] {
    let guesses: u64 = (1..).zip(&reasoning.guesses).map(|(depth, guesses)| depth * guesses).sum();
    let forced = reasoning.forced_cells + reasoning.forced_pieces;
    let of_each = |steps: u64| steps as f64 / reasoning.solutions.max(1) as f64;
    [1.0, of_each(forced), of_each(reasoning.small_areas), of_each(reasoning.parity), of_each(guesses)]
}

/// Returns the numbers, none negative, with which the squares of relative errors are least.
fn fitted(rows: &[[f64; NUMBERS]], seconds: &[f64]) -> [f64; NUMBERS] {
    let mut numbers = [0.0; NUMBERS];
    for _ in 0..ROUNDS {
        for column in 0..NUMBERS {
            let (mut slope, mut square) = (0.0, 0.0);
            for (row, seconds) in rows.iter().zip(seconds) {
                let told: f64 = row.iter().zip(&numbers).map(|(one, other)| one * other).sum();
                let own = row[column] / seconds;
                slope += own * (1.0 - told / seconds);
                square += own * own;
            }
            if square > 0.0 {
                numbers[column] = f64::max(0.0, numbers[column] + slope / square);
            }
        }
    }
    numbers
}

/// Spearman's rank correlation, with the mean rank of equal numbers.
fn rank_correlation(ones: &[f64], others: &[f64]) -> f64 {
    let (ones, others) = (ranks(ones), ranks(others));
    let mean = (ones.len() as f64 - 1.0) / 2.0;
    let sum = |left: &[f64], right: &[f64]| {
        left.iter().zip(right).map(|(one, other)| (one - mean) * (other - mean)).sum::<f64>()
    };
    let spread = libm::sqrt(sum(&ones, &ones) * sum(&others, &others));
    if spread > 0.0 { sum(&ones, &others) / spread } else { 0.0 }
}

fn ranks(numbers: &[f64]) -> Vec<f64> {
    let rank = |number: &f64| {
        let less = numbers.iter().filter(|other| *other < number).count() as f64;
        let equal = numbers.iter().filter(|other| *other == number).count() as f64;
        less + (equal - 1.0) / 2.0
    };
    numbers.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timed(index: u64, seconds: impl Fn(&Reasoning) -> f64) -> TimedPuzzle {
        let reasoning = Reasoning {
            forced_cells: 3 + index % 5,
            forced_pieces: index % 3,
            small_areas: (index * 7) % 11,
            parity: (index * 5) % 4,
            guesses: vec![(index * 3) % 13, index % 2],
            solutions: 1,
            is_finished: true,
        };
        let seconds = seconds(&reasoning);
        TimedPuzzle { reasoning, seconds }
    }

    #[test]
    fn seconds_of_steps_come_out_of_times_that_were_made_of_them() {
        let made = |reasoning: &Reasoning| {
            let [one, forced, area, parity, guess] = features(reasoning);
            12.0 * one + 2.0 * forced + 5.0 * area + 7.0 * parity + 9.0 * guess
        };
        let times: Vec<TimedPuzzle> = (0..40).map(|index| timed(index, made)).collect();
        let found = calibrate(&times).expect("enough times");
        for (found, expected) in [
            (found.start, 12.0),
            (found.forced, 2.0),
            (found.area, 5.0),
            (found.parity, 7.0),
            (found.guess, 9.0),
        ] {
            assert!((found - expected).abs() < 0.2, "{found} and not {expected}");
        }
        assert!(found.rank_of_fit > 0.999 && found.rank_of_effort <= found.rank_of_fit, "{found:?}");
        assert_eq!(calibrate(&times[..FEWEST_TIMES - 1]), None);
    }

    #[test]
    fn nothing_counts_less_than_nothing() {
        // The more looks, the quicker: no step takes seconds away.
        let times: Vec<TimedPuzzle> =
            (0..20).map(|index| timed(index, |steps| 100.0 - 3.0 * steps.small_areas as f64)).collect();
        let found = calibrate(&times).expect("enough times");
        assert!(found.area.abs() < 1e-9 && found.start > 0.0 && found.forced >= 0.0, "{found:?}");
    }

    #[test]
    fn equal_numbers_share_their_rank() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [2.5, 0.0, 2.5, 1.0]);
        assert!((rank_correlation(&[1.0, 2.0, 3.0], &[9.0, 5.0, 1.0]) + 1.0).abs() < 1e-12);
        assert_eq!(rank_correlation(&[1.0, 1.0], &[1.0, 2.0]), 0.0);
    }
}

//! Decides whether equations have a solution without negative numbers, and finds weights of the equations if
//! they have none.
//!
//! It minimises what is missing in all equations together. If that stays above zero, the prices of the
//! equations show why: every column costs at most nothing, and the right side costs something. Numbers are
//! floating-point, so whoever uses the weights must check them.
//!
//! # Source
//! G. B. Dantzig, Linear programming and extensions, 1963, chapters 5 (phase one) and 9 (the inverse of the
//! basis); J. Farkas, 1902 (the weights). The right side is shifted a little, against standstill (A. Charnes,
//! 1952).

use crate::ground::alarm::{Alarm, Work};
use piecework_tiling::random::Random;

/// Smaller numbers are taken for zero.
const NOTHING: f64 = 1e-9;
/// How much of one unit the right side is shifted.
const SHIFT: f64 = 1e-6;
/// What may be missing in equations with a solution: shifts and rounding. Equations of small whole numbers
/// without a solution miss more.
const MISSING: f64 = 1e-3;

/// Returns how many operations that many equations and numbers need, without luck.
pub(super) const fn effort_of(rows: u64, numbers: u64) -> u64 {
    rows * (numbers + rows * rows)
}

/// Columns of whole numbers, and the right side, whose numbers are not negative.
#[derive(Debug, Clone, Default)]
pub(super) struct Equations {
    /// For each column, its equations with the numbers there.
    pub(super) columns: Vec<Vec<(usize, i32)>>,
    pub(super) right_side: Vec<u32>,
}

impl Equations {
    /// Returns how many operations are needed at least, if there is no luck.
    pub(super) fn effort(&self) -> u64 {
        let rows = self.right_side.len() as u64;
        let numbers: usize = self.columns.iter().map(Vec::len).sum();
        effort_of(rows, numbers as u64)
    }

    /// Returns weights of the equations, from -1 to 1, for which no column weighs more than 0 and the right
    /// side does, as far as rounding allows; `None` if there are none, or if finding them takes more than
    /// `most` operations.
    pub(super) fn weights(&self, most: u64, alarm: &Alarm<'_>) -> Option<Vec<f64>> {
        let mut basis = Basis::new(&self.right_side);
        let (mut done, mut work) = (0, Work::new(alarm));
        while basis.missing() > MISSING {
            let Some((price, column)) = self.dearest(&basis.prices) else { return basis.into_weights() };
            let operations = basis.enter(price, &self.columns[column])? + 2 * self.columns.len();
            work.step(operations).ok()?;
            done += operations as u64;
            if done > most {
                return None;
            }
        }
        None
    }

    /// Returns the column with the highest price above 0.
    fn dearest(&self, prices: &[f64]) -> Option<(f64, usize)> {
        let mut dearest = (NOTHING, None);
        for (number, column) in self.columns.iter().enumerate() {
            let price = column.iter().map(|&(row, times)| f64::from(times) * prices[row]).sum();
            if price > dearest.0 {
                dearest = (price, Some(number));
            }
        }
        dearest.1.map(|column| (dearest.0, column))
    }
}

/// One column for each equation, at first one that stands for what is missing there.
struct Basis {
    rows: usize,
    /// The inverse of the basis, row by row.
    inverse: Vec<f64>,
    /// How much of the column of each row is taken.
    taken: Vec<f64>,
    /// Whether the column of each row stands for something missing.
    is_missing: Vec<bool>,
    /// What a unit on the right side of each equation costs.
    prices: Vec<f64>,
}

impl Basis {
    fn new(right_side: &[u32]) -> Self {
        let rows = right_side.len();
        let mut inverse = vec![0.0; rows * rows];
        (0..rows).for_each(|row| inverse[row * rows + row] = 1.0);
        let mut random = Random::new(1);
        let mut shift = || SHIFT * (1.0 + random.below(1000) as f64 / 1000.0);
        let taken = right_side.iter().map(|&number| f64::from(number) + shift()).collect();
        Self { rows, inverse, taken, is_missing: vec![true; rows], prices: vec![1.0; rows] }
    }

    fn missing(&self) -> f64 {
        self.taken.iter().zip(&self.is_missing).filter(|&(_, &missing)| missing).map(|(taken, _)| taken).sum()
    }

    /// Takes in a column in place of another; returns the number of operations, `None` if no other can leave.
    fn enter(&mut self, price: f64, column: &[(usize, i32)]) -> Option<usize> {
        let rows = self.rows;
        let change: Vec<f64> = self
            .inverse
            .chunks_exact(rows)
            .map(|row| column.iter().map(|&(at, times)| f64::from(times) * row[at]).sum())
            .collect();
        let leaving = self.leaving(&change)?;
        let amount = self.taken[leaving] / change[leaving];
        let pivot: Vec<f64> =
            self.inverse[leaving * rows..][..rows].iter().map(|&number| number / change[leaving]).collect();
        for (row, &times) in change.iter().enumerate().filter(|&(row, times)| row != leaving && *times != 0.0)
        {
            self.taken[row] = (self.taken[row] - times * amount).max(0.0);
            subtract(&mut self.inverse[row * rows..][..rows], times, &pivot);
        }
        subtract(&mut self.prices, price, &pivot);
        self.inverse[leaving * rows..][..rows].copy_from_slice(&pivot);
        self.taken[leaving] = amount;
        self.is_missing[leaving] = false;
        Some(rows * (rows + column.len()))
    }

    /// The row whose column is used up first; of equal ones, that with the largest change.
    fn leaving(&self, change: &[f64]) -> Option<usize> {
        let rows = (0..self.rows).filter(|&row| change[row] > NOTHING);
        let key = |row: usize| (self.taken[row] / change[row], -change[row]);
        rows.min_by(|&a, &b| key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal))
    }

    fn into_weights(self) -> Option<Vec<f64>> {
        let largest = self.prices.iter().fold(0.0, |largest: f64, price| largest.max(price.abs()));
        (largest > NOTHING).then(|| self.prices.iter().map(|price| price / largest).collect())
    }
}

fn subtract(from: &mut [f64], times: f64, what: &[f64]) {
    from.iter_mut().zip(what).for_each(|(number, other)| *number -= times * other);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether there is a solution in whole numbers, by trying all.
    fn has_solution(equations: &Equations, column: usize, left: &[i32]) -> bool {
        if left.iter().all(|&number| number == 0) {
            return true;
        }
        let Some(numbers) = equations.columns.get(column) else { return false };
        let mut left = left.to_vec();
        while left.iter().all(|&number| number >= 0) {
            if has_solution(equations, column + 1, &left) {
                return true;
            }
            numbers.iter().for_each(|&(row, times)| left[row] -= times);
        }
        false
    }

    #[test]
    fn weights_are_found_or_there_may_be_a_solution() {
        let mut random = Random::new(5);
        let (mut weighed, mut solved) = (0, 0);
        for _ in 0..2000 {
            let rows = 1 + random.below(4);
            let column = |random: &mut Random| -> Vec<(usize, i32)> {
                let numbers = (0..rows).map(|row| (row, i32::try_from(random.below(3)).expect("small")));
                numbers.filter(|&(_, times)| times > 0).collect()
            };
            let columns: Vec<_> = (0..1 + random.below(4)).map(|_| column(&mut random)).collect();
            let columns = columns.into_iter().filter(|column| !column.is_empty()).collect();
            let right_side = (0..rows).map(|_| u32::try_from(random.below(7)).expect("small")).collect();
            let equations = Equations { columns, right_side };
            let whole: Vec<i32> = equations.right_side.iter().map(|&number| number.cast_signed()).collect();
            let Some(weights) = equations.weights(u64::MAX, &Alarm::silent()) else {
                solved += u32::from(has_solution(&equations, 0, &whole));
                continue;
            };
            assert!(!has_solution(&equations, 0, &whole), "{equations:?} {weights:?}");
            let weigh = |column: &[(usize, i32)]| -> f64 {
                column.iter().map(|&(row, times)| f64::from(times) * weights[row]).sum()
            };
            assert!(equations.columns.iter().all(|column| weigh(column) < 1e-6), "{equations:?} {weights:?}");
            let right: Vec<(usize, i32)> = whole.into_iter().enumerate().collect();
            assert!(weigh(&right) > 1e-6, "{equations:?} {weights:?}");
            weighed += 1;
        }
        assert!(weighed > 500 && solved > 200, "{weighed} {solved}");
    }

    #[test]
    fn work_is_bounded() {
        let columns = (0..40).map(|row| vec![(row, 1), (row + 1, 1)]).collect();
        let equations = Equations { columns, right_side: vec![1; 41] };
        assert!(equations.weights(u64::MAX, &Alarm::silent()).is_some(), "an odd row of dominoes");
        assert_eq!(equations.weights(20_000, &Alarm::silent()), None);
    }
}

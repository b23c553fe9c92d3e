//! Assigns fabrics to pieces so that touching pieces differ.
//!
//! A number of colors that is reported as minimal is proved, and an error names pieces that show why.
//!
//! # Source
//! The search is DSATUR (D. Brélaz, "New methods to color the vertices of a graph", Communications of the ACM
//! 22, 1979), made exact by backtracking, with the conflict counts of F. Boussemart et al., "Boosting
//! systematic search by weighting constraints", ECAI 2004, and with restarts.

pub(super) mod balance;
pub(super) mod exchange;
pub(super) mod graph;
pub(super) mod search;
mod supply;
pub(super) mod task;
mod witness;

use super::ColorError;
use crate::geometry::{Patchwork, Touch};
use graph::Graph;
use search::{Budget, Outcome};
pub use supply::Supply;

/// The search effort for a coloring before it is reported as not proved, in coloring steps.
///
/// A count, not a time, so that every machine gives the same answer. A step takes a few hundred nanoseconds.
///
/// # Source
/// Chosen by measurement: of 3600 random quilts of 200 pieces, with and without corners, the worst took 6200
/// steps.
pub const EFFORT: u64 = 2_000_000;

/// A color for each piece: indices from 0, different for pieces that touch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coloring {
    colors: Vec<usize>,
    count: usize,
    minimal: bool,
}

impl Coloring {
    /// Colors with as few colors as possible. `neighbours` lists the pieces that each piece touches.
    ///
    /// After `effort` steps (see [`EFFORT`]) returns the best coloring found;
    /// [`is_minimal`](Self::is_minimal) is then `false`.
    ///
    /// # Errors
    /// [`ColorError::NoSuchPiece`] and [`ColorError::TouchesItself`] if `neighbours` is invalid.
    ///
    /// # Examples
    /// ```
    /// use piecework_draw::color::{Coloring, EFFORT};
    /// // A hub that touches a ring of five: an odd ring takes three colors, and the hub a fourth.
    /// let wheel: Vec<Vec<usize>> =
    ///     std::iter::once((1..=5).collect()).chain((0..5).map(|i| vec![0, 1 + (i + 1) % 5])).collect();
    /// let coloring = Coloring::fewest(&wheel, EFFORT)?;
    /// assert_eq!((coloring.count(), coloring.is_minimal()), (4, true));
    /// # Ok::<(), piecework_draw::color::ColorError>(())
    /// ```
    pub fn fewest(neighbours: &[Vec<usize>], effort: u64) -> Result<Self, ColorError> {
        let graph = Graph::new(neighbours)?;
        let mut best = graph.color_smallest_last();
        let mut budget = Budget::new(effort);
        let mut count = count_of(&best);
        while count > 1 {
            match search::color(&graph, count - 1, &mut budget) {
                Outcome::Found(better) => {
                    count = count_of(&better);
                    best = better;
                }
                Outcome::Impossible { .. } => return Ok(Self::in_order(best, true)),
                Outcome::Undecided => return Ok(Self::in_order(best, false)),
            }
        }
        Ok(Self::in_order(best, true))
    }

    /// Colors with the fewest colors, balanced by cells through exchanges.
    ///
    /// # Errors
    /// [`ColorError`] if the patches cannot be colored at all; cannot happen for a traced patchwork.
    pub fn of_patchwork(patchwork: &Patchwork, touch: Touch) -> Result<Self, ColorError> {
        let neighbours = patchwork.neighbours(touch);
        let cells: Vec<u64> = patchwork.patches().iter().map(|patch| patch.cells() as u64).collect();
        Ok(Self::fewest(&neighbours, EFFORT)?.balanced(&neighbours, &cells))
    }

    /// Colors with `count` colors, and uses all of them if there are enough pieces.
    ///
    /// # Errors
    /// [`ColorError::TooFewColors`] if it is impossible, with pieces that alone need more;
    /// [`ColorError::NotDecided`] after `effort` steps without an answer.
    pub fn with(neighbours: &[Vec<usize>], count: usize, effort: u64) -> Result<Self, ColorError> {
        let count = count.min(neighbours.len());
        let fewest = Self::fewest(neighbours, effort)?;
        if fewest.count <= count {
            let minimal = fewest.minimal && fewest.count == count;
            let spread = balance::spread(&Graph::new(neighbours)?, fewest.colors, count);
            return Ok(Self::in_order(spread, minimal));
        }
        let graph = Graph::new(neighbours)?;
        let mut budget = Budget::new(effort);
        match search::color(&graph, count, &mut budget) {
            Outcome::Impossible { pieces, hardest } => {
                let witness = witness::shrink(&graph, count, &pieces, hardest, &mut budget);
                Err(ColorError::TooFewColors { asked: count, found: fewest.count, witness })
            }
            Outcome::Undecided => Err(ColorError::NotDecided { asked: count, found: fewest.count, effort }),
            Outcome::Found(colors) => Ok(Self::in_order(colors, false)),
        }
    }

    /// Balances the use of the colors; `amounts` is how much each piece takes, such as its area.
    ///
    /// Exchanges two colors until no exchange helps. The result is not always optimal.
    ///
    /// # Panics
    /// If `neighbours` or `amounts` has a different number of pieces than the coloring.
    #[must_use]
    pub fn balanced(self, neighbours: &[Vec<usize>], amounts: &[u64]) -> Self {
        assert_eq!(self.colors.len(), neighbours.len(), "neighbours of another coloring");
        assert_eq!(self.colors.len(), amounts.len(), "an amount for each piece");
        let graph = Graph::new(neighbours).expect("neighbours that were colored before");
        let colors = balance::balance(&graph, self.colors, self.count, amounts);
        Self::in_order(colors, self.minimal)
    }

    /// Returns the color of each piece, less than [`count`](Self::count), numbered in order of first use.
    pub fn colors(&self) -> &[usize] {
        &self.colors
    }

    /// Returns how many colors are used.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns whether fewer colors are proved to be impossible.
    pub fn is_minimal(&self) -> bool {
        self.minimal
    }

    /// Returns the amount of each color, if piece `i` takes `amounts[i]`.
    pub fn usage(&self, amounts: &[u64]) -> Vec<u64> {
        balance::usage(&self.colors, self.count, amounts)
    }

    /// Numbers the colors in the order in which the pieces first use them.
    fn in_order(mut colors: Vec<usize>, minimal: bool) -> Self {
        let mut number = vec![None; count_of(&colors)];
        let mut count = 0;
        for color in &mut colors {
            *color = *number[*color].get_or_insert_with(|| {
                count += 1;
                count - 1
            });
        }
        Self { colors, count, minimal }
    }
}

/// Returns one more than the greatest color.
fn count_of(colors: &[usize]) -> usize {
    colors.iter().max().map_or(0, |&color| color + 1)
}

#[cfg(test)]
pub(super) mod tests;

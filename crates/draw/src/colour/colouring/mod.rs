//! Assigns fabrics to pieces so that touching pieces differ.
//!
//! A number of colours that is reported as minimal is proved, and an error names pieces that show why.
//!
//! # Source
//! The search is DSATUR (D. Brélaz, "New methods to color the vertices of a graph", Communications of the ACM 22,
//! 1979), made exact by backtracking, with the conflict counts of F. Boussemart et al., "Boosting systematic search by
//! weighting constraints", ECAI 2004, and with restarts.

pub(super) mod balance;
pub(super) mod exchange;
pub(super) mod graph;
pub(super) mod search;
mod supply;
pub(super) mod task;
mod witness;

use super::ColourError;
use graph::Graph;
use search::{Budget, Outcome};
pub use supply::Supply;

/// The search effort for a colouring before it is reported as not proved, in colouring steps.
///
/// A count, not a time, so that every machine gives the same answer. A step takes a few hundred nanoseconds.
///
/// # Source
/// Chosen by measurement: of 3600 random quilts of 200 pieces, with and without corners, the worst took 6200 steps.
pub const EFFORT: u64 = 2_000_000;

/// A colour for each piece: indices from 0, different for pieces that touch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colouring {
    colours: Vec<usize>,
    count: usize,
    minimal: bool,
}

impl Colouring {
    /// Colours with as few colours as possible. `neighbours` lists the pieces that each piece touches.
    ///
    /// After `effort` steps (see [`EFFORT`]) returns the best colouring found; [`is_minimal`](Self::is_minimal) is
    /// then `false`.
    ///
    /// # Errors
    /// [`ColourError::NoSuchPiece`] and [`ColourError::TouchesItself`] if `neighbours` is invalid.
    ///
    /// # Examples
    /// ```
    /// use piecework_draw::colour::{Colouring, EFFORT};
    /// // A hub that touches a ring of five: an odd ring takes three colours, and the hub a fourth.
    /// let wheel: Vec<Vec<usize>> =
    ///     std::iter::once((1..=5).collect()).chain((0..5).map(|i| vec![0, 1 + (i + 1) % 5])).collect();
    /// let colouring = Colouring::fewest(&wheel, EFFORT)?;
    /// assert_eq!((colouring.count(), colouring.is_minimal()), (4, true));
    /// # Ok::<(), piecework_draw::colour::ColourError>(())
    /// ```
    pub fn fewest(neighbours: &[Vec<usize>], effort: u64) -> Result<Self, ColourError> {
        let graph = Graph::new(neighbours)?;
        let mut best = graph.colour_smallest_last();
        let mut budget = Budget::new(effort);
        let mut count = count_of(&best);
        while count > 1 {
            match search::colour(&graph, count - 1, &mut budget) {
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

    /// Colours with `count` colours, and uses all of them if there are enough pieces.
    ///
    /// # Errors
    /// [`ColourError::TooFewColours`] if it is impossible, with pieces that alone need more;
    /// [`ColourError::NotDecided`] after `effort` steps without an answer.
    pub fn with(neighbours: &[Vec<usize>], count: usize, effort: u64) -> Result<Self, ColourError> {
        let count = count.min(neighbours.len());
        let fewest = Self::fewest(neighbours, effort)?;
        if fewest.count <= count {
            let minimal = fewest.minimal && fewest.count == count;
            let spread = balance::spread(&Graph::new(neighbours)?, fewest.colours, count);
            return Ok(Self::in_order(spread, minimal));
        }
        let graph = Graph::new(neighbours)?;
        let mut budget = Budget::new(effort);
        match search::colour(&graph, count, &mut budget) {
            Outcome::Impossible { pieces, hardest } => {
                let witness = witness::shrink(&graph, count, &pieces, hardest, &mut budget);
                Err(ColourError::TooFewColours { asked: count, found: fewest.count, witness })
            }
            Outcome::Undecided => Err(ColourError::NotDecided { asked: count, found: fewest.count, effort }),
            Outcome::Found(colours) => Ok(Self::in_order(colours, false)),
        }
    }

    /// Balances the use of the colours; `amounts` is how much each piece takes, such as its area.
    ///
    /// Exchanges two colours until no exchange helps. The result is not always optimal.
    ///
    /// # Panics
    /// If `neighbours` or `amounts` has a different number of pieces than the colouring.
    #[must_use]
    pub fn balanced(self, neighbours: &[Vec<usize>], amounts: &[u64]) -> Self {
        assert_eq!(self.colours.len(), neighbours.len(), "neighbours of another colouring");
        assert_eq!(self.colours.len(), amounts.len(), "an amount for each piece");
        let graph = Graph::new(neighbours).expect("neighbours that were coloured before");
        let colours = balance::balance(&graph, self.colours, self.count, amounts);
        Self::in_order(colours, self.minimal)
    }

    /// Returns the colour of each piece, less than [`count`](Self::count), numbered in order of first use.
    #[must_use]
    pub fn colours(&self) -> &[usize] {
        &self.colours
    }

    /// Returns how many colours are used.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns whether fewer colours are proved to be impossible.
    #[must_use]
    pub fn is_minimal(&self) -> bool {
        self.minimal
    }

    /// Returns the amount of each colour, if piece `i` takes `amounts[i]`.
    #[must_use]
    pub fn usage(&self, amounts: &[u64]) -> Vec<u64> {
        balance::usage(&self.colours, self.count, amounts)
    }

    /// Returns the pairs of colours that touch, each once and in order.
    #[must_use]
    pub fn touching(&self, neighbours: &[Vec<usize>]) -> Vec<(usize, usize)> {
        let mut pairs: Vec<_> = neighbours
            .iter()
            .zip(&self.colours)
            .flat_map(|(touched, &colour)| touched.iter().map(move |&other| (colour, self.colours[other])))
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Numbers the colours in the order in which the pieces first use them.
    fn in_order(mut colours: Vec<usize>, minimal: bool) -> Self {
        let mut number = vec![None; count_of(&colours)];
        let mut count = 0;
        for colour in &mut colours {
            *colour = *number[*colour].get_or_insert_with(|| {
                count += 1;
                count - 1
            });
        }
        Self { colours, count, minimal }
    }
}

/// Returns one more than the greatest colour.
fn count_of(colours: &[usize]) -> usize {
    colours.iter().max().map_or(0, |&colour| colour + 1)
}

#[cfg(test)]
pub(super) mod tests;

//! Proves infeasibility by weights (coloring arguments): no choice of pieces has the weight of the region.
//!
//! The values of a piece are those of all its placements in this region.
//!
//! # Source
//! S. W. Golomb, Polyominoes, 1965 (chessboards, the 35 hexominoes); N. G. de Bruijn, Filling boxes with
//! bricks, 1969 (every m-th diagonal); J. H. Conway and J. C. Lagarias, Tiling with polyominoes and
//! combinatorial group theory, 1990 (weights in general).

use super::marks::Marks;
use super::sums::{Load, Scale, Sums, possible, work};
use crate::ground::lists::compact;
use crate::model::Model;
use crate::model::exact_cover::Bounds;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::puzzle::Puzzle;

/// The most machine words to decide one set of weights. Chosen by trial: some tenths of a millisecond.
const MOST_WORK: u64 = 200_000;
/// The modulus that is used if there are too many sums: it has many divisors, and a set of its remainders
/// fits in a machine word.
const MANY_REMAINDERS: usize = 60;
/// Arguments about remainders use one of these moduli, the simplest first.
const PLAIN: [usize; 14] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 60];

/// Weights of the cells for which no choice of pieces has the weight of the region.
///
/// It is displayed by [`Impossibility`](super::Impossibility).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weighing {
    pub(super) lattice: Lattice,
    pub(super) kind: Origin,
    /// The cells of the region in reading order, with the weight of each.
    pub(super) weights: Vec<(Cell, u32)>,
    /// In the order of the puzzle, without pieces that have no room.
    pub(super) pieces: Vec<PieceValues>,
    pub(super) gaps: u32,
    pub(super) modulus: Option<u32>,
    pub(super) total: u32,
    pub(super) together: Together,
}

/// The origin of the weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// Marked cells weigh 1.
    Marks(Marks),
    /// The cells of the part of the region with this cell weigh 1.
    Part(Cell),
    /// Numbers without a rule, found by elimination.
    Numbers,
}

/// The possible weights of one piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PieceValues {
    pub(super) name: String,
    /// Bounds of the copies, from the puzzle or from the area.
    pub(super) least: u32,
    pub(super) most: u32,
    /// Ascending; remainders if the weights are numbers.
    pub(super) values: Vec<u32>,
}

/// The possible weight of all pieces together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Together {
    /// Always this remainder.
    Leaves(u32),
    /// Never the remainder of the region.
    NeverLeaves,
    Exactly(u32),
    AtLeast(u32),
    AtMost(u32),
    /// Never the weight of the region, without a shorter reason.
    Never,
}

impl Weighing {
    /// Returns the weights of the cells of the region, in reading order.
    pub fn weights(&self) -> impl Iterator<Item = (Cell, u32)> {
        self.weights.iter().copied()
    }

    /// Returns the sum of all weights.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Returns the modulus, if only remainders are compared; `None` if the sums are.
    pub fn modulus(&self) -> Option<u32> {
        self.modulus
    }
}

/// Data shared by all weighings of one puzzle.
pub(super) struct Scales<'a> {
    puzzle: &'a Puzzle,
    model: &'a Model,
    bounds: Vec<Bounds>,
}

impl<'a> Scales<'a> {
    pub(super) fn new(puzzle: &'a Puzzle, model: &'a Model) -> Self {
        let bounds = (0..puzzle.pieces().len()).map(|piece| bounds(puzzle, model, piece)).collect();
        Self { puzzle, model, bounds }
    }

    /// Bounds of the copies of each piece, tightened by counts and areas.
    pub(super) fn bounds(&self) -> &[Bounds] {
        &self.bounds
    }

    /// Returns how many additions one set of weights needs.
    pub(super) fn effort(&self) -> u64 {
        let of = |piece: usize| self.model.placements_of(piece).len() * self.size(piece);
        (0..self.puzzle.pieces().len()).map(|piece| of(piece) as u64).sum()
    }

    fn size(&self, piece: usize) -> usize {
        self.puzzle.pieces()[piece].shape.area()
    }

    /// Returns whether some choice of pieces has the area of the region without the gaps.
    pub(super) fn area_is_possible(&self) -> bool {
        let loads = self.loads(&vec![0; self.puzzle.region().area()], None);
        let area = self.puzzle.region().area();
        work(&loads, area, Scale::Modulo(1)) > MOST_WORK
            || !possible(&loads, area, Scale::Modulo(1)).is_empty()
    }

    /// Returns the argument from these weights, if they make one; with `modulus`, only remainders are
    /// compared.
    pub(super) fn weigh(&self, kind: Origin, weights: &[u32], modulus: Option<u32>) -> Option<Weighing> {
        let area = weights.len();
        let total: usize = weights.iter().map(|&weight| weight as usize).sum();
        let loads = self.loads(weights, modulus);
        let affordable = |scale: &Scale| work(&loads, area, *scale) <= MOST_WORK;
        let scale = match modulus {
            Some(modulus) => Some(Scale::Modulo(modulus as usize)),
            None => Some(Scale::UpTo(total)),
        };
        let scale = scale.filter(affordable).or(match modulus {
            None => Some(Scale::Modulo(MANY_REMAINDERS)).filter(affordable),
            Some(_) => None,
        })?;
        if possible(&loads, area, scale).contains(total) {
            return None;
        }
        let (modulus, together) = match modulus {
            Some(modulus) => (Some(modulus), of_remainders(&loads, area, total, modulus as usize)?),
            None => self.plainest(&loads, weights, total),
        };
        let region = self.puzzle.region().cells();
        Some(Weighing {
            lattice: self.puzzle.lattice(),
            kind,
            weights: region.iter().copied().zip(weights.iter().copied()).collect(),
            pieces: self.values(&loads),
            gaps: self.puzzle.gaps(),
            modulus,
            total: compact(total),
            together,
        })
    }

    /// Returns the simplest explanation: by the sum, as odd or even, by a bound, or by other remainders.
    fn plainest(&self, loads: &[Load], weights: &[u32], total: usize) -> (Option<u32>, Together) {
        let area = weights.len();
        let by = |modulus: usize| match of_remainders(loads, area, total, modulus) {
            Some(Together::Leaves(remainder)) => Some((Some(compact(modulus)), Together::Leaves(remainder))),
            _ => None,
        };
        let largest = weights.iter().max().map_or(0, |&weight| weight as usize);
        let all = Scale::UpTo(area * largest);
        if work(loads, area, all) > MOST_WORK {
            let never = |&modulus: &usize| of_remainders(loads, area, total, modulus).is_some();
            let modulus = PLAIN.into_iter().find(never).map(compact);
            return PLAIN.into_iter().find_map(by).unwrap_or((modulus, Together::NeverLeaves));
        }
        let sums = possible(loads, area, all);
        let bound = match (sums.iter().next(), sums.iter().last()) {
            (Some(least), Some(most)) if least == most => return (None, Together::Exactly(compact(most))),
            (Some(least), _) if least > total => Some(Together::AtLeast(compact(least))),
            (_, Some(most)) if most < total => Some(Together::AtMost(compact(most))),
            _ => None,
        };
        by(2)
            .or(bound.map(|bound| (None, bound)))
            .or_else(|| PLAIN.into_iter().find_map(by))
            .unwrap_or((None, Together::Never))
    }

    /// Returns each piece that has room, then the gaps.
    fn loads(&self, weights: &[u32], modulus: Option<u32>) -> Vec<Load> {
        let pieces = (0..self.bounds.len()).filter(|&piece| self.bounds[piece].most > 0);
        let mut loads: Vec<Load> = pieces
            .map(|piece| {
                let placements = self.model.placements_of(piece);
                let sums = placements.map(|placement| {
                    self.model.cells(placement).iter().map(|&cell| weights[cell as usize]).sum::<u32>()
                });
                let Bounds { least, most } = self.bounds[piece];
                let values = distinct(sums, modulus);
                Load { size: self.size(piece), least: least as usize, most: most as usize, values }
            })
            .collect();
        if self.puzzle.gaps() > 0 {
            let values = distinct(weights.iter().copied(), modulus);
            loads.push(Load { size: 1, least: 0, most: self.puzzle.gaps() as usize, values });
        }
        loads
    }

    fn values(&self, loads: &[Load]) -> Vec<PieceValues> {
        let pieces = (0..self.bounds.len()).filter(|&piece| self.bounds[piece].most > 0);
        pieces
            .zip(loads)
            .map(|(piece, load)| PieceValues {
                name: self.puzzle.pieces()[piece].name.clone(),
                least: self.bounds[piece].least,
                most: self.bounds[piece].most,
                values: load.values.iter().map(|&value| compact(value)).collect(),
            })
            .collect()
    }
}

/// Returns the conclusion from remainders, if they exclude that of the region.
fn of_remainders(loads: &[Load], area: usize, total: usize, modulus: usize) -> Option<Together> {
    let sums: Sums = possible(loads, area, Scale::Modulo(modulus));
    if sums.contains(total) {
        return None;
    }
    let mut remainders = sums.iter();
    match (remainders.next(), remainders.next()) {
        (Some(only), None) => Some(Together::Leaves(compact(only))),
        _ => Some(Together::NeverLeaves),
    }
}

/// From the puzzle; if there is only one kind of piece, its number is known.
fn bounds(puzzle: &Puzzle, model: &Model, piece: usize) -> Bounds {
    let bounds = model.bounds_of_pieces()[piece];
    if model.placements_of(piece).is_empty() && bounds.least == 0 {
        return Bounds { least: 0, most: 0 };
    }
    let (area, size) = (puzzle.region().area(), puzzle.pieces()[piece].shape.area());
    let fits = compact(area / size);
    let only = puzzle.pieces().len() == 1 && puzzle.gaps() == 0 && area % size == 0;
    let least = if only && bounds.most >= fits { bounds.least.max(fits) } else { bounds.least };
    Bounds { least, most: bounds.most.min(fits).max(least) }
}

/// Distinct values, ascending; or remainders.
fn distinct(values: impl Iterator<Item = u32>, modulus: Option<u32>) -> Vec<usize> {
    // Nearly all sums are small, and many placements have the same.
    let (mut small, mut large) = (0u64, Vec::new());
    for value in values {
        let value = modulus.map_or(value, |modulus| value % modulus);
        if value < 64 {
            small |= 1 << value;
        } else {
            large.push(value as usize);
        }
    }
    large.sort_unstable();
    large.dedup();
    (0..64).filter(|bit| small >> bit & 1 == 1).chain(large).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_distinct_and_sorted() {
        let values = [70, 3, 63, 3, 64, 70, 0];
        assert_eq!(distinct(values.into_iter(), None), [0, 3, 63, 64, 70]);
        assert_eq!(distinct(values.into_iter(), Some(5)), [0, 3, 4]);
    }

    #[test]
    fn pictures_keep_rows_and_columns() {
        let cells = [(2, -1), (3, -1), (1, 1), (4, 1)];
        let weighing = Weighing {
            lattice: Lattice::Square,
            kind: Origin::Numbers,
            weights: cells
                .iter()
                .zip([1, 0, 2, 12])
                .map(|(&(x, y), weight)| (Cell::new(x, y), weight))
                .collect(),
            pieces: Vec::new(),
            gaps: 0,
            modulus: Some(13),
            total: 15,
            together: Together::Leaves(0),
        };
        assert_eq!(weighing.picture().expect("numbers have one"), [".10", "", "2..c"]);
    }
}

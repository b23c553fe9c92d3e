//! Proves infeasibility by weights of the cells: the region weighs more than its pieces can.
//!
//! Weights may be negative. They are found by linear programming: if pieces could be used in parts, and even
//! then not fill the region, there are weights that show it. Those are rounded to small whole numbers, and
//! added up exactly.
//!
//! # Source
//! J. Farkas, Theorie der einfachen Ungleichungen, 1902 (why there are weights); for dominoes on a chessboard
//! they are the cells of P. Hall's theorem, On representatives of subsets, 1935.

use super::simplex::{Equations, effort_of};
use super::weighing::Scales;
use crate::ground::alarm::Alarm;
use crate::ground::lists::compact;
use crate::model::Model;
use crate::model::exact_cover::Bounds;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::puzzle::{Puzzle, PuzzleSymmetry};

/// Weights are rounded to multiples of 1/N, with the smallest N that will do, at most this. Chosen by trial.
const MOST_PARTS: u16 = 400;
/// The most work to make weights smaller: weighings of all placements.
const MOST_WEIGHINGS: usize = 400;

/// How long to look for weights, in operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Before a search, which may be short. Chosen by trial: at most a millisecond, and enough for dominoes
    /// on most of a chessboard.
    Quick,
    /// When the argument is what was asked for. Chosen by trial: some seconds.
    Patient,
}

impl Effort {
    const fn operations(self) -> u64 {
        match self {
            Effort::Quick => 1_000_000,
            Effort::Patient => 2_000_000_000,
        }
    }
}

/// Weights of the cells that are more, all together, than the pieces can weigh.
///
/// It is displayed by [`Impossibility`](super::Impossibility).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overweight {
    pub(super) lattice: Lattice,
    /// The cells of the region in reading order, with the weight of each.
    pub(super) weights: Vec<(Cell, i32)>,
    /// In the order of the puzzle, without pieces that have no room.
    pub(super) pieces: Vec<HeaviestPiece>,
    pub(super) gaps: u32,
}

/// What one piece can weigh.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HeaviestPiece {
    pub(super) name: String,
    /// Bounds of the copies, from the puzzle or from the area.
    pub(super) least: u32,
    pub(super) most: u32,
    /// The weight of the heaviest placement.
    pub(super) heaviest: i32,
}

impl HeaviestPiece {
    /// The copies that weigh most: all there may be, or as few as possible if they weigh less than nothing.
    pub(super) fn copies(&self) -> u32 {
        if self.heaviest > 0 { self.most } else { self.least }
    }
}

impl Overweight {
    /// Returns the weights of the cells of the region, in reading order.
    pub fn weights(&self) -> impl Iterator<Item = (Cell, i32)> {
        self.weights.iter().copied()
    }

    /// Returns the sum of all weights.
    pub fn total(&self) -> i64 {
        self.weights.iter().map(|&(_, weight)| i64::from(weight)).sum()
    }

    /// Returns what pieces and gaps can weigh at most, together; less than [`total`](Self::total).
    pub fn most(&self) -> i64 {
        let pieces = self.pieces.iter().map(|piece| i64::from(piece.copies()) * i64::from(piece.heaviest));
        pieces.sum::<i64>() + i64::from(self.gaps) * i64::from(self.heaviest_gap())
    }

    /// Returns the weight of the heaviest gap; 0 if it is better to have none.
    pub(super) fn heaviest_gap(&self) -> i32 {
        self.weights.iter().map(|&(_, weight)| weight).max().unwrap_or(0).max(0)
    }
}

/// Finds weights of the cells for which the pieces cannot weigh as much as the region.
pub(super) fn overweight(
    puzzle: &Puzzle,
    model: &Model,
    scales: &Scales<'_>,
    effort: Effort,
    alarm: &Alarm<'_>,
) -> Option<Overweight> {
    let most = effort.operations();
    // Symmetries make one of at most `order` equations; before that, each cell of a placement costs as much
    // as some operations.
    let symmetries = puzzle.symmetries();
    let order = symmetries.len() as u64;
    let area = puzzle.region().area() as u64;
    let making = scales.effort() + area * order;
    if making > most / 32 || effort_of(area / order, scales.effort() / order) > most {
        return None;
    }
    let parts = Parts::new(puzzle, model, scales, &symmetries);
    let equations = parts.equations();
    if equations.effort() > most {
        return None;
    }
    let prices = equations.weights(most, alarm)?;
    let weights = parts.smaller(parts.whole(&prices)?);
    let weights = parts.raised(&weights).map_or(weights, |raised| parts.smaller(raised));
    Some(parts.overweight(&weights))
}

/// A puzzle whose pieces are used in parts, equally in all ways that a symmetry maps to one another.
struct Parts<'a> {
    puzzle: &'a Puzzle,
    bounds: &'a [Bounds],
    /// For each cell, its orbit; and how many cells each orbit has.
    orbit_of: Vec<usize>,
    orbits: Vec<u32>,
    /// For each piece, the first of those that symmetries map it to.
    first_twin: Vec<usize>,
    /// For each kind of placement, its piece and how many cells of which orbits it covers.
    kinds: Vec<(usize, Vec<(usize, i32)>)>,
}

impl<'a> Parts<'a> {
    fn new(puzzle: &'a Puzzle, model: &Model, scales: &'a Scales<'_>, symmetries: &[PuzzleSymmetry]) -> Self {
        let region = puzzle.region();
        let first_image = |at: usize| {
            let image = |symmetry: &PuzzleSymmetry| {
                region.index_of(symmetry.apply(puzzle.lattice(), region.cells()[at]))
            };
            symmetries.iter().filter_map(image).min().unwrap_or(at)
        };
        let mut orbits = Vec::new();
        let mut orbit_of: Vec<usize> = Vec::new();
        for at in 0..region.area() {
            let first = first_image(at);
            if first == at {
                orbit_of.push(orbits.len());
                orbits.push(0);
            } else {
                orbit_of.push(orbit_of[first]);
            }
            orbits[orbit_of[at]] += 1;
        }
        let twins = (0..puzzle.pieces().len())
            .map(|piece| symmetries.iter().map(|symmetry| symmetry.pieces[piece]).min().unwrap_or(piece));
        let mut parts = Self {
            puzzle,
            bounds: scales.bounds(),
            orbit_of,
            orbits,
            first_twin: twins.collect(),
            kinds: Vec::new(),
        };
        parts.kinds = parts.kinds(model);
        parts
    }

    fn kinds(&self, model: &Model) -> Vec<(usize, Vec<(usize, i32)>)> {
        let usable = model.placements().filter(|&placement| self.bounds[model.piece_of(placement)].most > 0);
        let mut kinds: Vec<(usize, Vec<usize>)> = usable
            .map(|placement| {
                let cells = model.cells(placement).iter();
                let mut orbits: Vec<usize> = cells.map(|&cell| self.orbit_of[cell as usize]).collect();
                orbits.sort_unstable();
                (self.first_twin[model.piece_of(placement)], orbits)
            })
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        let counted = |orbits: Vec<usize>| {
            let runs = orbits.chunk_by(|a, b| a == b);
            runs.map(|run| (run[0], i32::try_from(run.len()).unwrap_or(i32::MAX))).collect()
        };
        kinds.into_iter().map(|(piece, orbits)| (piece, counted(orbits))).collect()
    }

    /// The equations: every cell is covered once, and every piece used as often as it may be.
    fn equations(&self) -> Equations {
        let mut columns: Vec<Vec<(usize, i32)>> = self.kinds.iter().map(|(_, cells)| cells.clone()).collect();
        let mut right_side = self.orbits.clone();
        if self.puzzle.gaps() > 0 {
            let gaps = right_side.len();
            columns.extend((0..self.orbits.len()).map(|orbit| vec![(orbit, 1), (gaps, 1)]));
            columns.push(vec![(gaps, 1)]);
            right_side.push(self.puzzle.gaps());
        }
        for piece in (0..self.bounds.len()).filter(|&piece| self.first_twin[piece] == piece) {
            let Bounds { least, most } = self.bounds[piece];
            let twins = compact(self.first_twin.iter().filter(|&&first| first == piece).count());
            let fits = compact(self.puzzle.region().area() / self.puzzle.pieces()[piece].shape.area());
            // The number of copies is a number of its own, or lies between two that are not reached.
            let sides: &[(u32, i32)] = match (least == most, least > 0, most < fits) {
                (true, ..) => &[(least, 0)],
                (false, true, true) => &[(least, -1), (most, 1)],
                (false, true, false) => &[(least, -1)],
                (false, false, true) => &[(most, 1)],
                (false, false, false) => &[],
            };
            for &(copies, unreached) in sides {
                let row = right_side.len();
                let own = columns.iter_mut().zip(&self.kinds).filter(|(_, kind)| kind.0 == piece);
                own.for_each(|(column, _)| column.push((row, 1)));
                columns.extend((unreached != 0).then(|| vec![(row, unreached)]));
                right_side.push(twins * copies);
            }
        }
        Equations { columns, right_side }
    }

    /// Rounds weights of orbits to whole numbers, as small as possible.
    fn whole(&self, prices: &[f64]) -> Option<Vec<i32>> {
        (1..=MOST_PARTS).find_map(|parts| {
            let whole = |price: &f64| {
                #[expect(clippy::cast_possible_truncation, reason = "prices are from -1 to 1")]
                let rounded = libm::round(price * f64::from(parts)) as i32;
                rounded
            };
            let weights: Vec<i32> = prices[..self.orbits.len()].iter().map(whole).collect();
            self.is_overweight(&weights).then_some(weights)
        })
    }

    /// Makes weights smaller one by one, as long as they prove the same.
    fn smaller(&self, mut weights: Vec<i32>) -> Vec<i32> {
        let mut weighings = 0;
        loop {
            let before = weights.clone();
            for orbit in 0..weights.len() {
                let own = weights[orbit];
                for less in [0, own - own.signum()] {
                    weighings += usize::from(own != 0);
                    if own == 0 || weighings > MOST_WEIGHINGS {
                        break;
                    }
                    weights[orbit] = less;
                    if self.is_overweight(&weights) {
                        break;
                    }
                    weights[orbit] = own;
                }
            }
            if weights == before {
                return weights;
            }
        }
    }

    /// Raises all weights so that the least is 0, if they still prove the same and are digits, which are read
    /// more easily.
    fn raised(&self, weights: &[i32]) -> Option<Vec<i32>> {
        let least = weights.iter().copied().min()?;
        let raised: Vec<i32> = weights.iter().map(|weight| weight - least).collect();
        let digits = raised.iter().all(|&weight| weight < 10);
        (digits && self.is_overweight(&raised)).then_some(raised)
    }

    fn is_overweight(&self, weights: &[i32]) -> bool {
        let argument = self.overweight(weights);
        argument.total() > argument.most()
    }

    /// The argument that these weights of orbits would make.
    fn overweight(&self, weights: &[i32]) -> Overweight {
        let mut heaviest: Vec<Option<i32>> = vec![None; self.bounds.len()];
        for (piece, cells) in &self.kinds {
            let weight = cells.iter().map(|&(orbit, times)| weights[orbit] * times).sum();
            heaviest[*piece] = heaviest[*piece].max(Some(weight));
        }
        let pieces = self.puzzle.pieces().iter().zip(self.bounds).zip(&self.first_twin);
        let pieces = pieces.filter_map(|((piece, bounds), &twin)| {
            let (name, Bounds { least, most }) = (piece.name.clone(), *bounds);
            heaviest[twin].map(|heaviest| HeaviestPiece { name, least, most, heaviest })
        });
        let cells = self.puzzle.region().cells().iter().copied();
        Overweight {
            lattice: self.puzzle.lattice(),
            weights: cells.zip(self.orbit_of.iter().map(|&orbit| weights[orbit])).collect(),
            pieces: pieces.collect(),
            gaps: self.puzzle.gaps(),
        }
    }
}

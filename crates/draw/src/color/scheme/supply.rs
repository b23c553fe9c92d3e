//! Limits each fabric to the available yardage, with a [`Supply`] that knows how pieces are cut.
//!
//! Impossibility is proved. A coloring within the supply was checked fabric by fabric. A search that ends
//! early returns the best coloring found.

use super::balanced::EXACT_PIECES;
use super::fixed::Chosen;
use super::stash::refuse_uneven;
use crate::color::coloring::exchange::{Cost, improve};
use crate::color::coloring::graph::Graph;
use crate::color::coloring::search::{Budget, Outcome, solve_within};
use crate::color::coloring::task::{Amounts, Order, Task};
use crate::color::{ColorError, Supply};

/// The most visits while fabrics are exchanged: a hundredth of a second for each thousand.
const LOOKS: u64 = 400_000;
/// The share of the effort for the proof: it computes a cutting plan at every step.
const PART: u64 = 20;

/// A coloring for a supply.
pub(super) struct Within {
    pub(super) colors: Vec<usize>,
    /// The number of steps after which it is open whether the supply is enough, if this coloring exceeds it.
    pub(super) undecided: Option<u64>,
}

/// The cost of exceeding a supply.
struct Lacks<'a> {
    supply: &'a dyn Supply,
    kinds: usize,
    chosen: &'a Chosen,
}

impl Cost for Lacks<'_> {
    fn kinds(&self) -> usize {
        self.kinds
    }

    fn kind(&self, piece: usize) -> usize {
        self.supply.kinds()[piece]
    }

    fn takes(&self, _piece: usize, _color: usize) -> u64 {
        1
    }

    fn of_use(&self, color: usize, used: &[u64]) -> i64 {
        i64::try_from(self.supply.lacking(color, used)).unwrap_or(i64::MAX / 1024)
    }

    fn of_piece(&self, piece: usize, color: usize) -> i64 {
        self.chosen.cost(piece, color)
    }

    fn most_looks(&self) -> u64 {
        LOOKS
    }
}

/// Returns a coloring with `count` fabrics, no more of each than there is. `start` is any coloring with as
/// many.
pub(super) fn within(
    graph: &Graph,
    start: Vec<usize>,
    supply: &dyn Supply,
    chosen: &Chosen,
    count: usize,
    budget: &mut Budget,
) -> Result<Within, ColorError> {
    let kinds = supply.kinds().iter().max().map_or(0, |&kind| kind + 1);
    let at_best: Vec<u64> = (0..count).map(|fabric| at_best(fabric, supply, kinds)).collect();
    refuse_uneven(graph, &at_best, "patches", |_| 1)?;
    let cost = Lacks { supply, kinds, chosen };
    let (best, lacking) = improve(graph, start, count, None, &cost, (0, PATIENCE));
    if lacking == 0 {
        return Ok(Within { colors: best, undecided: None });
    }
    let parts = if graph.len() > EXACT_PIECES { PART * PART } else { PART };
    let mut share = budget.share(budget.left() / parts);
    let whole = share.left();
    let outcome = solve_within(&task(graph, count, supply, chosen), Some(supply), &mut share);
    budget.given_back(whole, share);
    match outcome {
        Outcome::Found(colors) if lacks_nothing(&colors, count, &cost) => {
            Ok(Within { colors, undecided: None })
        }
        Outcome::Impossible { .. } => Err(ColorError::StashImpossible { steps: whole - share.left() }),
        Outcome::Found(_) | Outcome::Undecided => Ok(Within { colors: best, undecided: Some(whole) }),
    }
}

/// The greatest loss that is accepted while fabrics are exchanged, in the unit of [`Supply::lacking`]. Chosen
/// by trial.
const PATIENCE: i64 = 2000;

fn lacks_nothing(colors: &[usize], count: usize, cost: &Lacks<'_>) -> bool {
    let mut used = vec![vec![0; cost.kinds]; count];
    colors.iter().enumerate().for_each(|(piece, &color)| used[color][cost.kind(piece)] += 1);
    used.iter().enumerate().all(|(color, used)| cost.of_use(color, used) == 0)
}

/// Returns an upper bound of the pieces from a fabric: for one kind, as many as are not proved to be too
/// many; for several kinds, as many as the smallest shares allow.
fn at_best(fabric: usize, supply: &dyn Supply, kinds: usize) -> u64 {
    let pieces = supply.kinds().len() as u64;
    if kinds == 1 {
        let (mut enough, mut too_many) = (0, pieces + 1);
        while too_many - enough > 1 {
            let middle = u64::midpoint(enough, too_many);
            if supply.is_too_little(fabric, &[middle]) { too_many = middle } else { enough = middle }
        }
        return enough;
    }
    let (shares, most) = supply.shares(fabric);
    let alone = |kind: usize| (0..kinds).map(|other| u64::from(other == kind)).collect::<Vec<u64>>();
    let fits: Vec<bool> = (0..kinds).map(|kind| !supply.is_too_little(fabric, &alone(kind))).collect();
    let of_pieces = supply.kinds().iter().filter(|&&kind| fits[kind]).map(|&kind| shares[kind]);
    let mut of_pieces: Vec<u64> = of_pieces.collect();
    of_pieces.sort_unstable();
    let sums = of_pieces.into_iter().scan(0u64, |sum, share| {
        *sum = sum.saturating_add(share);
        Some(*sum)
    });
    sums.take_while(|&sum| sum <= most).count() as u64
}

/// Returns the certain constraints: pieces for which a fabric is too small, and a lower bound for what all
/// take.
fn task(graph: &Graph, count: usize, supply: &dyn Supply, chosen: &Chosen) -> Task {
    let kinds = supply.kinds();
    let most_kinds = kinds.iter().max().map_or(0, |&kind| kind + 1);
    let shares: Vec<(Vec<u64>, u64)> = (0..count).map(|fabric| supply.shares(fabric)).collect();
    let amounts = Amounts {
        least: vec![0; count],
        most: shares.iter().map(|(_, most)| *most).collect(),
        takes: shares.iter().map(|(shares, _)| kinds.iter().map(|&kind| shares[kind]).collect()).collect(),
    };
    let too_large: Vec<Vec<bool>> = (0..count)
        .map(|fabric| {
            let alone =
                |kind: usize| (0..most_kinds).map(|other| u64::from(other == kind)).collect::<Vec<_>>();
            (0..most_kinds).map(|kind| supply.is_too_little(fabric, &alone(kind))).collect()
        })
        .collect();
    let alike = chosen.kinds((0..count).map(|fabric| supply.alike(fabric)).collect());
    Task::plain(graph, count)
        .without(|piece, fabric| too_large[fabric][kinds[piece]] || chosen.forbids(piece, fabric))
        .with_amounts(amounts, &alike)
        .in_order(Order::LeastUsed)
}

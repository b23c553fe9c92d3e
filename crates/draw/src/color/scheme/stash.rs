//! Limits each fabric to a given amount.
//!
//! Returns a coloring or a proof that none exists: too little fabric, touching pieces that cannot share it,
//! or an exhausted search.

use super::balanced::EXACT_PIECES;
use super::fixed::Chosen;
use crate::color::coloring::exchange::{Cost, improve};
use crate::color::coloring::graph::Graph;
use crate::color::coloring::search::{Budget, Outcome, solve};
use crate::color::coloring::task::{Amounts, Order, Task};
use crate::color::{ColorError, FabricStock};

/// The stash, and what pieces take of it.
pub(super) struct Stash<'a> {
    pub(super) stock: &'a [FabricStock],
    /// The cells of each piece.
    pub(super) cells: &'a [u64],
    pub(super) chosen: &'a Chosen,
}

impl Stash<'_> {
    fn most(&self, color: usize) -> u64 {
        match self.stock[color] {
            FabricStock::Patches(most) | FabricStock::Cells(most) => most,
            // Yardage is not counted here, see `supply`.
            FabricStock::Cloth { .. } | FabricStock::FatQuarters(_) => 0,
        }
    }

    /// Returns whether all amounts are in cells; then cells are added up.
    fn in_cells(&self) -> bool {
        self.stock.iter().all(|stock| matches!(stock, FabricStock::Cells(_)))
    }

    /// What a piece takes when amounts of several fabrics are added up. In patches, an amount in cells counts
    /// as the most patches that it could be.
    fn size(&self, piece: usize) -> u64 {
        if self.in_cells() { self.cells[piece] } else { 1 }
    }

    fn at_best(&self, color: usize) -> u64 {
        match self.stock[color] {
            FabricStock::Cells(cells) if !self.in_cells() => {
                cells / self.cells.iter().min().copied().unwrap_or(1).max(1)
            }
            _ => self.most(color),
        }
    }
}

impl Cost for Stash<'_> {
    fn takes(&self, piece: usize, color: usize) -> u64 {
        match self.stock[color] {
            FabricStock::Cells(_) => self.cells[piece],
            _ => 1,
        }
    }

    fn of_use(&self, color: usize, used: &[u64]) -> i64 {
        let over = i64::try_from(used[0].saturating_sub(self.most(color))).unwrap_or(i64::MAX);
        over.saturating_mul(over)
    }

    fn of_piece(&self, piece: usize, color: usize) -> i64 {
        self.chosen.cost(piece, color)
    }
}

/// Returns a coloring with the fabrics of a stash: color `i` is its fabric `i`. `start` is any coloring with
/// as many.
pub(super) fn within(
    graph: &Graph,
    start: Vec<usize>,
    stash: &Stash<'_>,
    budget: &mut Budget,
) -> Result<Vec<usize>, ColorError> {
    let stock = stash.stock;
    let at_best: Vec<u64> = (0..stock.len()).map(|color| stash.at_best(color)).collect();
    let unit = if stash.in_cells() { "cells" } else { "patches" };
    refuse_uneven(graph, &at_best, unit, |piece| stash.size(piece))?;
    let (best, over) = improve(graph, start, stock.len(), None, stash, (0, 8));
    if over == 0 {
        return Ok(best);
    }
    let before = budget.left();
    let mut share = if graph.len() > EXACT_PIECES { budget.share(before / 20) } else { *budget };
    let whole = share.left();
    let outcome = solve(&task(graph, stash), &mut share);
    budget.given_back(whole, share);
    match outcome {
        Outcome::Found(colors) => Ok(colors),
        Outcome::Impossible { .. } => Err(ColorError::StashImpossible { steps: whole - share.left() }),
        Outcome::Undecided => Err(ColorError::StashNotDecided { effort: whole }),
    }
}

fn task(graph: &Graph, stash: &Stash<'_>) -> Task {
    let count = stash.stock.len();
    let size: u64 = (0..graph.len()).map(|piece| stash.size(piece)).sum();
    let at_best: u64 = (0..count).map(|color| stash.at_best(color)).sum();
    let same_unit =
        stash.in_cells() || stash.stock.iter().all(|stock| matches!(stock, FabricStock::Patches(_)));
    // What the other fabrics cannot cover, this one must.
    let must = |color| size.saturating_sub(at_best - stash.at_best(color));
    let amounts = Amounts {
        least: (0..count).map(|color| if same_unit { must(color) } else { 0 }).collect(),
        most: (0..count).map(|color| stash.most(color)).collect(),
        takes: (0..count).map(|c| (0..graph.len()).map(|piece| stash.takes(piece, c)).collect()).collect(),
    };
    let first_like = |color: usize| (0..=color).find(|&c| stash.stock[c] == stash.stock[color]);
    let kinds: Vec<usize> = (0..count).map(|color| first_like(color).unwrap_or(color)).collect();
    let kinds = stash.chosen.kinds(kinds);
    Task::plain(graph, count)
        .without(|piece, color| stash.chosen.forbids(piece, color))
        .with_amounts(amounts, &kinds)
        .in_order(Order::LeastUsed)
}

/// Refuses stashes that are too small in total, or because pieces touch: of pieces that all touch each other,
/// `m` fabrics cover at most `m`.
pub(super) fn refuse_uneven(
    graph: &Graph,
    at_best: &[u64],
    unit: &'static str,
    size: impl Fn(usize) -> u64,
) -> Result<(), ColorError> {
    let mut fabrics = at_best.to_vec();
    fabrics.sort_unstable_by(|a, b| b.cmp(a));
    let needed: u64 = (0..graph.len()).map(&size).sum();
    let found = fabrics.iter().sum();
    if found < needed {
        return Err(ColorError::StashTooSmall { found, needed, unit });
    }
    let groups = cliques(graph);
    for some in 1..fabrics.len() {
        let most: u64 = groups.iter().map(|group| largest(group, some, &size)).sum();
        let others: u64 = fabrics[some..].iter().sum();
        if most + others < needed {
            return Err(ColorError::StashUneven { fabrics: some, most, others, needed, unit });
        }
    }
    Ok(())
}

/// Returns the size of the `some` largest pieces.
fn largest(group: &[usize], some: usize, size: impl Fn(usize) -> u64) -> u64 {
    let mut sizes: Vec<u64> = group.iter().map(|&piece| size(piece)).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes.iter().take(some).sum()
}

/// Divides the pieces into cliques, large ones first.
pub(super) fn cliques(graph: &Graph) -> Vec<Vec<usize>> {
    let touch = |a: usize, b: usize| graph.of(a).binary_search(&b).is_ok();
    let mut free = vec![true; graph.len()];
    let mut groups = Vec::new();
    for size in [3, 2, 1] {
        for first in 0..graph.len() {
            if !free[first] {
                continue;
            }
            let mut group = vec![first];
            for &other in graph.of(first) {
                if group.len() < size && free[other] && group[1..].iter().all(|&one| touch(one, other)) {
                    group.push(other);
                }
            }
            if group.len() == size {
                group.iter().for_each(|&piece| free[piece] = false);
                groups.push(group);
            }
        }
    }
    groups
}

//! Uses all fabrics equally often.
//!
//! Also proves a lower bound for the difference between the numbers of patches.

use crate::color::coloring::balance::usage;
use crate::color::coloring::exchange::{Cost, improve};
use crate::color::coloring::graph::Graph;
use crate::color::coloring::search::{Budget, Outcome, solve};
use crate::color::coloring::task::{Amounts, Order, Task};

/// The most pieces for which every distribution is tried.
pub(super) const EXACT_PIECES: usize = 200;

/// A balanced coloring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Balanced {
    pub(super) colors: Vec<usize>,
    /// The greatest number of patches of one fabric less the smallest.
    pub(super) difference: u64,
    /// A proven lower bound of the difference.
    pub(super) bound: u64,
}

/// The sum of the squares, which is least if all are equal.
pub(super) struct Squares;

impl Cost for Squares {
    fn takes(&self, _piece: usize, _color: usize) -> u64 {
        1
    }

    fn of_use(&self, _color: usize, used: &[u64]) -> i64 {
        i64::try_from(used[0] * used[0]).unwrap_or(i64::MAX)
    }
}

/// Balances a valid coloring with `count` colors.
pub(super) fn balance(graph: &Graph, colors: Vec<usize>, count: usize, budget: &mut Budget) -> Balanced {
    let pieces = graph.len() as u64;
    let bound = least_difference(pieces, count as u64);
    let best = if count == 2 {
        two(graph)
    } else {
        improve(graph, colors, count, None, &Squares, (least_squares(pieces, count as u64), 8)).0
    };
    let difference = difference(&best, count);
    let found = Balanced { colors: best, difference, bound };
    if count == 2 {
        // Every way to turn the parts was tried.
        return Balanced { bound: difference, ..found };
    }
    if difference == bound || graph.len() > EXACT_PIECES { found } else { prove(graph, count, found, budget) }
}

/// Returns the least difference of whole numbers with this sum.
pub(super) fn least_difference(sum: u64, count: u64) -> u64 {
    if count == 0 { 0 } else { u64::from(!sum.is_multiple_of(count)) }
}

pub(super) fn least_squares(sum: u64, count: u64) -> i64 {
    let (low, more) = (sum / count, sum % count);
    i64::try_from(more * (low + 1) * (low + 1) + (count - more) * low * low).unwrap_or(i64::MAX)
}

/// Returns the greatest number of pieces of one color less the smallest.
pub(super) fn difference(colors: &[usize], count: usize) -> u64 {
    let used = usage(colors, count, &vec![1; colors.len()]);
    used.iter().max().copied().unwrap_or(0) - used.iter().min().copied().unwrap_or(0)
}

/// Tries every smaller difference, from below, until one is possible or the budget ends.
fn prove(graph: &Graph, count: usize, found: Balanced, budget: &mut Budget) -> Balanced {
    let pieces = graph.len() as u64;
    let count_of = count as u64;
    for difference in found.bound..found.difference {
        // Every fabric is used.
        let lowest = (1..=pieces / count_of).filter(|low| count_of * (low + difference) >= pieces);
        for low in lowest {
            let amounts = Amounts {
                least: vec![low; count],
                most: vec![low + difference; count],
                takes: vec![vec![1; graph.len()]; count],
            };
            let task = Task::plain(graph, count).with_amounts(amounts, &vec![0; count]);
            match solve(&task.in_order(Order::LeastUsed), budget) {
                Outcome::Found(colors) => return Balanced { colors, difference, bound: difference },
                Outcome::Impossible { .. } => {}
                Outcome::Undecided => return Balanced { bound: difference, ..found },
            }
        }
    }
    Balanced { bound: found.difference, ..found }
}

/// Two colors: each connected part has two colorings, and all sums that they can make are found.
fn two(graph: &Graph) -> Vec<usize> {
    let every: Vec<usize> = (0..graph.len()).collect();
    let parts = graph.parts(&every);
    let sides: Vec<[Vec<usize>; 2]> = parts.iter().map(|part| sides(graph, part)).collect();
    // `reached[i]`: how many pieces of color 0 the first `i` parts can have.
    let mut reached = vec![vec![true]];
    for [a, b] in &sides {
        let before = &reached[reached.len() - 1];
        let mut now = vec![false; before.len() + a.len().max(b.len())];
        for at in (0..before.len()).filter(|&at| before[at]) {
            now[at + a.len()] = true;
            now[at + b.len()] = true;
        }
        reached.push(now);
    }
    let last = &reached[parts.len()];
    let possible = (0..last.len()).filter(|&at| last[at]);
    let mut left = possible.min_by_key(|&at| (2 * at).abs_diff(graph.len())).unwrap_or(0);
    let mut colors = vec![0; graph.len()];
    for (at, [a, b]) in sides.iter().enumerate().rev() {
        let first = left >= a.len() && reached[at].get(left - a.len()) == Some(&true);
        let (zero, one) = if first { (a, b) } else { (b, a) };
        left -= zero.len();
        one.iter().for_each(|&piece| colors[piece] = 1);
    }
    colors
}

/// Returns the two sides of a connected bipartite part.
fn sides(graph: &Graph, part: &[usize]) -> [Vec<usize>; 2] {
    let mut side = std::collections::BTreeMap::from([(part[0], 0)]);
    let mut queue = vec![part[0]];
    let mut at = 0;
    while at < queue.len() {
        for &other in graph.of(queue[at]) {
            if !side.contains_key(&other) {
                side.insert(other, 1 - side[&queue[at]]);
                queue.push(other);
            }
        }
        at += 1;
    }
    [0, 1].map(|wanted| part.iter().copied().filter(|piece| side[piece] == wanted).collect())
}

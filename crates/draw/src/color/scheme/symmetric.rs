//! Finds a coloring in which a turn of the quilt exchanges fabrics.
//!
//! At least one fabric is exchanged. Impossible means that the search over turns, permutations and colorings
//! was exhaustive.

use super::balanced::{Squares, difference, least_difference, least_squares};
use super::pieces::{Pieces, Turn};
use crate::color::ColorError;
use crate::color::coloring::exchange::improve;
use crate::color::coloring::graph::Graph;
use crate::color::coloring::search::{Budget, Outcome, solve};
use crate::color::coloring::task::{Order, Swap, Task, orbits};

/// The most steps for one turn and one permutation.
const STEPS: u64 = 200_000;

/// A coloring that a turn preserves up to a permutation of its colors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Swapped {
    pub(super) colors: Vec<usize>,
    pub(super) count: usize,
    /// The turn.
    pub(super) turn: usize,
    /// The image of each color.
    pub(super) exchanged: Vec<usize>,
    /// Whether fewer colors are proved to be impossible.
    pub(super) minimal: bool,
}

/// Returns a coloring with the first of `counts` that is possible.
pub(super) fn swapped(
    pieces: &Pieces,
    graph: &Graph,
    counts: std::ops::RangeInclusive<usize>,
    budget: &mut Budget,
) -> Result<Swapped, ColorError> {
    if pieces.turns.is_empty() {
        return Err(ColorError::NoTurn);
    }
    let (least, most, effort) = (*counts.start(), *counts.end(), budget.left());
    let mut decided = true;
    for count in counts {
        for (index, turn) in pieces.turns.iter().enumerate() {
            for exchanged in permutations(count, order(turn)) {
                let swap = Swap { pieces: &turn.pieces, colors: &exchanged };
                match color(graph, swap, budget) {
                    Outcome::Found(colors) => {
                        let colors = more_equal(graph, colors, swap);
                        return Ok(Swapped { colors, count, turn: index, exchanged, minimal: decided });
                    }
                    Outcome::Impossible { .. } => {}
                    Outcome::Undecided => decided = false,
                }
            }
        }
    }
    if decided {
        Err(ColorError::NotExchanged { least, most, turns: names(&pieces.turns) })
    } else {
        Err(ColorError::SchemeNotDecided { scheme: "symmetric", fabrics: most, effort })
    }
}

fn color(graph: &Graph, swap: Swap<'_>, budget: &mut Budget) -> Outcome {
    let mut share = budget.share(STEPS);
    let whole = share.left();
    let count = swap.colors.len();
    let task = Task::swapping(graph, swap).in_order(Order::LeastUsed);
    let outcome = solve(&task.using_all(graph.len() >= count), &mut share);
    budget.given_back(whole, share);
    outcome
}

/// Exchanges more colors to balance the numbers of patches, if the turn is its own inverse.
fn more_equal(graph: &Graph, colors: Vec<usize>, swap: Swap<'_>) -> Vec<usize> {
    let count = swap.colors.len();
    let twice = |permutation: &[usize]| (0..permutation.len()).all(|at| permutation[permutation[at]] == at);
    let best = least_difference(graph.len() as u64, count as u64);
    if difference(&colors, count) == best || !twice(swap.pieces) || !twice(swap.colors) {
        return colors;
    }
    let target = least_squares(graph.len() as u64, count as u64);
    let equal = improve(graph, colors.clone(), count, Some(swap), &Squares, (target, 8)).0;
    // An exchange may remove a color altogether.
    if (0..count).all(|color| equal.contains(&color)) { equal } else { colors }
}

/// Returns the order of a turn: how often it must be repeated to give the identity.
fn order(turn: &Turn) -> usize {
    let lengths = orbits(&turn.pieces).0.into_iter().map(|orbit| orbit.len());
    // All orbits of a turn of the plane but the middle one are as long as the longest, or divide it.
    lengths.max().unwrap_or(1)
}

/// Returns the permutations of colors possible for a turn of this order; those that exchange most first.
fn permutations(count: usize, order: usize) -> Vec<Vec<usize>> {
    let lengths: Vec<usize> = (1..=order).rev().filter(|length| order.is_multiple_of(*length)).collect();
    let mut found = Vec::new();
    partitions(count, &lengths, &mut Vec::new(), &mut found);
    found.retain(|cycles| cycles.iter().any(|&length| length > 1));
    found.sort_by_key(|cycles| (cycles.iter().filter(|&&length| length == 1).count(), cycles.len()));
    found.into_iter().map(|cycles| permutation(&cycles)).collect()
}

/// All partitions of `sum` into parts of these sizes, each largest first.
fn partitions(sum: usize, sizes: &[usize], parts: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    if sum == 0 {
        found.push(parts.clone());
        return;
    }
    for (at, &size) in sizes.iter().enumerate().filter(|&(_, &size)| size <= sum) {
        parts.push(size);
        partitions(sum - size, &sizes[at..], parts, found);
        parts.pop();
    }
}

/// Returns the permutation with cycles of these lengths.
fn permutation(cycles: &[usize]) -> Vec<usize> {
    let mut permutation = Vec::new();
    for &length in cycles {
        let start = permutation.len();
        permutation.extend((0..length).map(|at| start + (at + 1) % length));
    }
    permutation
}

/// Returns the names of the turns, without repetition.
fn names(turns: &[Turn]) -> Vec<String> {
    let mut names: Vec<String> = turns.iter().map(|turn| turn.name.clone()).collect();
    names.dedup();
    names
}

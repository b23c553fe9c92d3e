//! Balances a coloring so that all colors are used about equally.
//!
//! # Source
//! Connected pieces of two colors can exchange them and the coloring stays valid: A. B. Kempe, "On the
//! geographical problem of the four colors", American Journal of Mathematics 2, 1879.

use std::cmp::Reverse;

use super::graph::Graph;

/// Returns the amount used of each color.
pub(in crate::color) fn usage(colors: &[usize], count: usize, amounts: &[u64]) -> Vec<u64> {
    let mut usage = vec![0; count];
    colors.iter().zip(amounts).for_each(|(&color, &amount)| usage[color] += amount);
    usage
}

/// Uses as many of `count` colors as there are pieces for, each about equally often.
pub(in crate::color) fn spread(graph: &Graph, colors: Vec<usize>, count: usize) -> Vec<usize> {
    let amounts = vec![1; colors.len()];
    balance(graph, colors, count, &amounts)
}

/// Exchanges two colors where that makes their amounts more equal, until no pair can be improved.
pub(in crate::color) fn balance(
    graph: &Graph,
    mut colors: Vec<usize>,
    count: usize,
    amounts: &[u64],
) -> Vec<usize> {
    // Each exchange lowers the sum of squares, so it ends.
    loop {
        let mut better = false;
        for first in 0..count {
            for second in first + 1..count {
                better |= balance_two(graph, &mut colors, (first, second), amounts);
            }
        }
        if !better {
            return colors;
        }
    }
}

/// Exchanges whole chains of two colors, the most unequal first, so that the sum approaches zero.
pub(in crate::color) fn balance_two(
    graph: &Graph,
    colors: &mut [usize],
    pair: (usize, usize),
    amounts: &[u64],
) -> bool {
    let of_pair: Vec<_> = (0..graph.len()).filter(|&p| colors[p] == pair.0 || colors[p] == pair.1).collect();
    let excess = |piece: usize| {
        let amount = i128::from(amounts[piece]);
        if colors[piece] == pair.0 { amount } else { -amount }
    };
    let mut chains: Vec<(i128, Vec<usize>)> = graph
        .parts(&of_pair)
        .into_iter()
        .map(|chain| (chain.iter().map(|&p| excess(p)).sum(), chain))
        .collect();
    let before: i128 = chains.iter().map(|(excess, _)| excess).sum();
    chains.sort_by_key(|(excess, chain)| (Reverse(excess.abs()), chain[0]));
    let mut after = 0i128;
    let mut turned = Vec::new();
    for (excess, chain) in chains {
        let turn = (after + excess).abs() > (after - excess).abs();
        after += if turn { -excess } else { excess };
        turned.extend(turn.then_some(chain));
    }
    if after.abs() >= before.abs() {
        return false;
    }
    for piece in turned.into_iter().flatten() {
        colors[piece] = if colors[piece] == pair.0 { pair.1 } else { pair.0 };
    }
    true
}

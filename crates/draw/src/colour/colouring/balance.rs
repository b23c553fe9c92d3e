//! Balances a colouring so that all colours are used about equally.
//!
//! # Source
//! Connected pieces of two colours can exchange them and the colouring stays valid: A. B. Kempe, "On the geographical
//! problem of the four colours", American Journal of Mathematics 2, 1879.

use std::cmp::Reverse;

use super::graph::Graph;

/// Returns the amount used of each colour.
pub(in crate::colour) fn usage(colours: &[usize], count: usize, amounts: &[u64]) -> Vec<u64> {
    let mut usage = vec![0; count];
    colours.iter().zip(amounts).for_each(|(&colour, &amount)| usage[colour] += amount);
    usage
}

/// Uses as many of `count` colours as there are pieces for, each about equally often.
pub(in crate::colour) fn spread(graph: &Graph, colours: Vec<usize>, count: usize) -> Vec<usize> {
    let amounts = vec![1; colours.len()];
    balance(graph, colours, count, &amounts)
}

/// Exchanges two colours where that makes their amounts more equal, until no pair can be improved.
pub(in crate::colour) fn balance(
    graph: &Graph,
    mut colours: Vec<usize>,
    count: usize,
    amounts: &[u64],
) -> Vec<usize> {
    // Each exchange lowers the sum of squares, so it ends.
    loop {
        let mut better = false;
        for first in 0..count {
            for second in first + 1..count {
                better |= balance_two(graph, &mut colours, (first, second), amounts);
            }
        }
        if !better {
            return colours;
        }
    }
}

/// Exchanges whole chains of two colours, the most unequal first, so that the sum approaches zero.
pub(in crate::colour) fn balance_two(
    graph: &Graph,
    colours: &mut [usize],
    pair: (usize, usize),
    amounts: &[u64],
) -> bool {
    let of_pair: Vec<_> =
        (0..graph.len()).filter(|&p| colours[p] == pair.0 || colours[p] == pair.1).collect();
    let excess = |piece: usize| {
        let amount = i128::from(amounts[piece]);
        if colours[piece] == pair.0 { amount } else { -amount }
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
        colours[piece] = if colours[piece] == pair.0 { pair.1 } else { pair.0 };
    }
    true
}

//! Finds few pieces that show why a number of colors is not enough.

use super::graph::Graph;
use super::search::{self, Budget, Outcome};

/// Shrinks `pieces`, which cannot be colored with `count` colors, to a small subset with the same property,
/// sorted.
///
/// First to the surroundings of `hardest`, then by leaving out one piece after another. If the budget runs
/// out, the subset may not be minimal. Typical are four pieces that all touch, or one piece and an odd ring
/// around it.
pub(super) fn shrink(
    graph: &Graph,
    count: usize,
    pieces: &[usize],
    hardest: usize,
    budget: &mut Budget,
) -> Vec<usize> {
    let mut impossible = |pieces: &[usize]| {
        matches!(search::color(&graph.induced(pieces), count, budget), Outcome::Impossible { .. })
    };
    let near = nearest_first(graph, pieces, hardest);
    let mut size = count + 1;
    while size < near.len() && !impossible(&sorted(&near[..size])) {
        size += size / 2 + 1;
    }
    let mut witness = sorted(&near[..size.min(near.len())]);
    let mut at = witness.len();
    while at > 0 {
        at -= 1;
        let mut fewer = witness.clone();
        fewer.remove(at);
        if impossible(&fewer) {
            witness = fewer;
        }
    }
    witness
}

/// Returns the pieces by their distance from `first`.
fn nearest_first(graph: &Graph, pieces: &[usize], first: usize) -> Vec<usize> {
    let mut fresh = vec![false; graph.len()];
    pieces.iter().for_each(|&piece| fresh[piece] = true);
    fresh[first] = false;
    let mut near = vec![first];
    let mut at = 0;
    while at < near.len() {
        near.extend(graph.of(near[at]).iter().filter(|&&other| std::mem::take(&mut fresh[other])));
        at += 1;
    }
    near
}

fn sorted(pieces: &[usize]) -> Vec<usize> {
    let mut pieces = pieces.to_vec();
    pieces.sort_unstable();
    pieces
}

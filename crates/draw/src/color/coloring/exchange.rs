//! Improves a coloring by exchanging two colors in connected components (Kempe chains).
//!
//! Touching pieces always differ, and a symmetry that exchanges colors is preserved. The result is not proved
//! to be optimal.
//!
//! # Source
//! The exchanges are those of A. B. Kempe (see `balance`). Threshold accepting (accepting smaller and smaller
//! losses) is from G. Dueck, T. Scheuer, "Threshold accepting", Journal of Computational Physics 90, 1990.

use super::graph::Graph;
use super::task::Swap;

/// The most pieces visited, over all chains: about 20 ns each.
const LOOKS: u64 = 4_000_000;
/// The most visits for each piece, if there are few pieces.
const LOOKS_A_PIECE: u64 = 20_000;

/// The cost of a coloring: a cost for the use of each color, and a cost for the color of each piece.
pub(in crate::color) trait Cost {
    /// Returns the number of kinds of pieces that are counted separately.
    fn kinds(&self) -> usize {
        1
    }
    /// Returns the kind of a piece.
    fn kind(&self, _piece: usize) -> usize {
        0
    }
    /// How much of a color a piece takes.
    fn takes(&self, piece: usize, color: usize) -> u64;
    /// Returns the cost of this use of a color, given by the pieces of each kind.
    fn of_use(&self, color: usize, used: &[u64]) -> i64;
    /// Returns the most pieces visited, if the cost is slow to compute.
    fn most_looks(&self) -> u64 {
        LOOKS
    }
    /// Returns the cost of this color for a piece.
    fn of_piece(&self, _piece: usize, _color: usize) -> i64 {
        0
    }
}

/// A fixed pseudo-random sequence.
///
/// Source: the constants of D. E. Knuth's MMIX, The Art of Computer Programming 2, section 3.3.4, line 26.
pub(in crate::color) struct Numbers(pub(in crate::color) u64);

impl Numbers {
    pub(in crate::color) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % bound as u64).expect("below a bound that is a usize")
    }
}

/// Exchanges colors until the cost is `target` or the effort is spent; returns the best coloring and its
/// cost.
///
/// Losses below `patience` are accepted at first, then smaller and smaller ones.
pub(in crate::color) fn improve(
    graph: &Graph,
    colors: Vec<usize>,
    count: usize,
    swap: Option<Swap<'_>>,
    cost: &dyn Cost,
    (target, patience): (i64, i64),
) -> (Vec<usize>, i64) {
    let mut walk = Walk::new(graph, colors, count, cost);
    if graph.len() == 0 || count < 2 {
        return walk.best;
    }
    let mut numbers = Numbers(7);
    let most = cost.most_looks().min(LOOKS_A_PIECE * graph.len() as u64);
    while walk.best.1 > target && walk.looks < most {
        let piece = numbers.below(graph.len());
        let (from, to) = (walk.colors[piece], numbers.below(count));
        let left = (most - walk.looks) * 1000 / most;
        let lost = patience * i64::try_from(left).unwrap_or(0) / 1000;
        walk.looks += 1;
        if from == to {
            continue;
        }
        let mut chains = vec![(walk.chain(piece, from, to), (from, to))];
        if let Some(swap) = swap {
            match walk.image(&chains[0].0, (from, to), swap) {
                Image::Same => {}
                Image::Other(chain, pair) => chains.push((chain, pair)),
                Image::InTheWay => continue,
            }
        }
        walk.exchange(&chains, lost);
    }
    walk.best
}

/// The image of a chain under the symmetry.
enum Image {
    /// To itself.
    Same,
    /// To another chain of these colors.
    Other(Vec<usize>, (usize, usize)),
    /// A chain that shares only one of the colors.
    InTheWay,
}

struct Walk<'a> {
    graph: &'a Graph,
    cost: &'a dyn Cost,
    colors: Vec<usize>,
    /// By color, then by kind of pieces.
    used: Vec<Vec<u64>>,
    /// The cost of it.
    of_use: Vec<i64>,
    now: i64,
    best: (Vec<usize>, i64),
    looks: u64,
    /// The number of the chain that visited each piece last.
    met: Vec<u64>,
    chains: u64,
}

impl<'a> Walk<'a> {
    fn new(graph: &'a Graph, colors: Vec<usize>, count: usize, cost: &'a dyn Cost) -> Self {
        let mut used = vec![vec![0; cost.kinds()]; count];
        for (piece, &color) in colors.iter().enumerate() {
            used[color][cost.kind(piece)] += cost.takes(piece, color);
        }
        let of_use: Vec<i64> =
            used.iter().enumerate().map(|(color, used)| cost.of_use(color, used)).collect();
        let of_pieces = colors.iter().enumerate().map(|(piece, &color)| cost.of_piece(piece, color));
        let now = of_use.iter().sum::<i64>() + of_pieces.sum::<i64>();
        let met = vec![0; colors.len()];
        let best = (colors.clone(), now);
        Self { graph, cost, best, colors, used, of_use, now, looks: 0, met, chains: 0 }
    }

    /// Returns the connected pieces of two colors that include this one.
    fn chain(&mut self, first: usize, from: usize, to: usize) -> Vec<usize> {
        self.chains += 1;
        self.met[first] = self.chains;
        let mut chain = vec![first];
        let mut at = 0;
        while at < chain.len() {
            for &other in self.graph.of(chain[at]) {
                let color = self.colors[other];
                if (color == from || color == to) && self.met[other] != self.chains {
                    self.met[other] = self.chains;
                    chain.push(other);
                }
            }
            at += 1;
        }
        self.looks += chain.len() as u64;
        chain
    }

    /// Returns the image of the latest chain under a symmetry.
    fn image(&self, chain: &[usize], (from, to): (usize, usize), swap: Swap<'_>) -> Image {
        let (other_from, other_to) = (swap.colors[from], swap.colors[to]);
        let same = (other_from, other_to) == (from, to) || (other_from, other_to) == (to, from);
        if !same && [other_from, other_to].iter().any(|other| [from, to].contains(other)) {
            return Image::InTheWay;
        }
        if self.met[swap.pieces[chain[0]]] == self.chains {
            return Image::Same;
        }
        let image = chain.iter().map(|&piece| swap.pieces[piece]).collect();
        Image::Other(image, (other_from, other_to))
    }

    /// Exchanges the colors of chains, unless the loss is more than `lost`.
    fn exchange(&mut self, chains: &[(Vec<usize>, (usize, usize))], lost: i64) {
        let before = self.now;
        for (chain, pair) in chains {
            self.turn(chain, *pair);
        }
        let mut changed: Vec<usize> = chains.iter().flat_map(|&(_, (from, to))| [from, to]).collect();
        changed.sort_unstable();
        changed.dedup();
        let after: Vec<(usize, i64)> =
            changed.into_iter().map(|color| (color, self.cost.of_use(color, &self.used[color]))).collect();
        self.now += after.iter().map(|&(color, cost)| cost - self.of_use[color]).sum::<i64>();
        if self.now > before + lost {
            for (chain, pair) in chains {
                self.turn(chain, *pair);
            }
            self.now = before;
            return;
        }
        after.into_iter().for_each(|(color, cost)| self.of_use[color] = cost);
        if self.now < self.best.1 {
            self.best = (self.colors.clone(), self.now);
        }
    }

    /// Exchanges the colors of a chain and updates the costs.
    fn turn(&mut self, chain: &[usize], (from, to): (usize, usize)) {
        for &piece in chain {
            let old = self.colors[piece];
            let new = if old == from { to } else { from };
            let kind = self.cost.kind(piece);
            self.used[old][kind] -= self.cost.takes(piece, old);
            self.used[new][kind] += self.cost.takes(piece, new);
            self.now += self.cost.of_piece(piece, new) - self.cost.of_piece(piece, old);
            self.colors[piece] = new;
        }
    }
}

//! The constraints on a coloring, in the form that the search takes.
//!
//! A slot is a piece, or under a symmetry a piece with all its images, whose colors follow from the first. A
//! [`Task`] also has the colors that a piece may have and how much of each color there is. A coloring of the
//! slots is one of the pieces.

use super::graph::Graph;

/// A symmetry of the pieces and its effect on the colors.
#[derive(Debug, Clone, Copy)]
pub(in crate::color) struct Swap<'a> {
    /// The image of each piece; touching pieces have touching images.
    pub(in crate::color) pieces: &'a [usize],
    /// The image of each color.
    pub(in crate::color) colors: &'a [usize],
}

/// Which of the colors left a slot tries first.
#[derive(Debug, Clone)]
pub(in crate::color) enum Order {
    /// The lowest.
    Lowest,
    /// The least used, then the lowest.
    LeastUsed,
    /// The cheapest: a number for each slot and color.
    Cost(Vec<Vec<u64>>),
}

/// Limits on the amount of each color.
#[derive(Debug, Clone)]
pub(in crate::color) struct Amounts {
    /// At least this much.
    pub(in crate::color) least: Vec<u64>,
    /// At most this much.
    pub(in crate::color) most: Vec<u64>,
    /// How much a slot takes of a color, for each image: by color, then by slot.
    pub(in crate::color) takes: Vec<Vec<u64>>,
}

impl Amounts {
    /// Returns the most that any slot takes of each color.
    pub(super) fn largest(&self) -> impl Iterator<Item = u64> + '_ {
        self.takes.iter().map(|takes| takes.iter().max().copied().unwrap_or(0))
    }
}

/// What the search colors.
#[derive(Debug, Clone)]
pub(in crate::color) struct Task {
    /// For each slot, the slots that it limits: with color `c` here, the other slot cannot have
    /// `turned[shift][c]`.
    pub(super) limits: Vec<Vec<(usize, usize)>>,
    /// The image of each color, for each number of turns.
    pub(super) turned: Vec<Vec<usize>>,
    /// The colors that a slot may have, as bits.
    pub(super) allowed: Vec<u64>,
    /// The pieces of each slot: the first, and its images under the symmetry.
    pub(super) pieces: Vec<Vec<usize>>,
    /// Colors that the symmetry maps to each other. Until one is used they are equivalent, and so are blocks
    /// of one kind.
    pub(super) blocks: Vec<(Vec<usize>, usize)>,
    pub(super) amounts: Option<Amounts>,
    pub(super) order: Order,
}

impl Task {
    /// Returns the plain task: touching pieces differ, and all colors are equivalent.
    pub(in crate::color) fn plain(graph: &Graph, count: usize) -> Self {
        let pieces: Vec<usize> = (0..graph.len()).collect();
        let colors: Vec<usize> = (0..count).collect();
        Self::swapping(graph, Swap { pieces: &pieces, colors: &colors })
    }

    /// Returns the same with a symmetry of the pieces that exchanges colors.
    pub(in crate::color) fn swapping(graph: &Graph, swap: Swap<'_>) -> Self {
        let (slots, slot_of) = orbits(swap.pieces);
        let turned = powers(swap.colors);
        let order = turned.len();
        let every = if swap.colors.len() == 64 { u64::MAX } else { (1 << swap.colors.len()) - 1 };
        let still = |turns: usize| {
            let turned = &turned[turns % order];
            (0..turned.len()).filter(|&c| turned[c] == c).fold(0u64, |bits, c| bits | 1 << c)
        };
        let mut allowed = vec![every; slots.len()];
        let mut limits = vec![Vec::new(); slots.len()];
        for (slot, pieces) in slots.iter().enumerate() {
            // Back at the first piece, the color must be the first again.
            allowed[slot] &= still(pieces.len());
            for &other in graph.of(pieces[0]) {
                let (there, images) = slot_of[other];
                if there == slot {
                    allowed[slot] &= !still(images);
                } else {
                    limits[slot].push((there, (order - images % order) % order));
                }
            }
            limits[slot].sort_unstable();
            limits[slot].dedup();
        }
        let blocks = orbits(swap.colors).0;
        let blocks = blocks.into_iter().map(|block| (block.len(), block)).map(|(kind, block)| (block, kind));
        Self {
            limits,
            turned,
            allowed,
            pieces: slots,
            blocks: blocks.collect(),
            amounts: None,
            order: Order::Lowest,
        }
    }

    /// Sets the order in which colors are tried.
    pub(in crate::color) fn in_order(self, order: Order) -> Self {
        Self { order, ..self }
    }

    /// Limits how much of each color is used. `kinds` says which colors are still equivalent.
    pub(in crate::color) fn with_amounts(self, amounts: Amounts, kinds: &[usize]) -> Self {
        Self { amounts: Some(amounts), ..self }.with_kinds(kinds)
    }

    /// Excludes colors from slots.
    pub(in crate::color) fn without(mut self, excluded: impl Fn(usize, usize) -> bool) -> Self {
        for slot in 0..self.len() {
            let bits = (0..self.colors()).filter(|&color| excluded(slot, color));
            self.allowed[slot] &= !bits.fold(0u64, |bits, color| bits | 1 << color);
        }
        self
    }

    /// Requires every color to be used, if `all`.
    pub(in crate::color) fn using_all(self, all: bool) -> Self {
        let (count, slots) = (self.colors(), self.len());
        let amounts = Amounts {
            least: vec![1; count],
            most: vec![u64::MAX / 2; count],
            takes: vec![vec![1; slots]; count],
        };
        if all { Self { amounts: Some(amounts), ..self } } else { self }
    }

    /// Makes colors equivalent only if they have the same kind.
    pub(in crate::color) fn with_kinds(mut self, kinds: &[usize]) -> Self {
        let mut blocks = Vec::new();
        for (block, _) in self.blocks {
            let kind = kinds[block[0]];
            if block.iter().all(|&color| kinds[color] == kind) {
                // Blocks of different lengths are never equivalent.
                blocks.push((block.clone(), kind * 64 + block.len()));
            } else {
                let alone = 64 * 64;
                blocks.extend(block.iter().map(|&color| (vec![color], alone + color)));
            }
        }
        self.blocks = blocks;
        self
    }

    /// Returns how many colors there are.
    pub(super) fn colors(&self) -> usize {
        self.turned[0].len()
    }

    /// Returns how many slots there are.
    pub(super) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// The colors of all pieces of a slot whose first piece has `color`.
    pub(super) fn images(&self, slot: usize, color: usize) -> impl Iterator<Item = usize> + use<'_> {
        (0..self.pieces[slot].len()).map(move |turns| self.turned[turns % self.turned.len()][color])
    }

    /// Returns the colors of the pieces, from those of the slots.
    pub(in crate::color) fn spread(&self, slots: &[usize]) -> Vec<usize> {
        let mut colors = vec![0; self.pieces.iter().map(Vec::len).sum()];
        for (pieces, &color) in self.pieces.iter().zip(slots) {
            for (turns, &piece) in pieces.iter().enumerate() {
                colors[piece] = self.turned[turns % self.turned.len()][color];
            }
        }
        colors
    }

    /// What each slot costs with each color, from what its pieces cost.
    pub(in crate::color) fn cost(&self, of_piece: impl Fn(usize, usize) -> u64) -> Vec<Vec<u64>> {
        let of_slot = |slot: usize, color: usize| -> u64 {
            let images = self.pieces[slot].iter().zip(self.images(slot, color));
            images.map(|(&piece, image)| of_piece(piece, image)).sum()
        };
        let colors = self.colors();
        (0..self.len()).map(|slot| (0..colors).map(|color| of_slot(slot, color)).collect()).collect()
    }
}

/// Returns the cycles of a permutation, and for each element its cycle and place there.
pub(in crate::color) fn orbits(permutation: &[usize]) -> (Vec<Vec<usize>>, Vec<(usize, usize)>) {
    let mut place = vec![None; permutation.len()];
    let mut orbits = Vec::new();
    for first in 0..permutation.len() {
        let mut orbit = Vec::new();
        let mut at = first;
        while place[at].is_none() {
            place[at] = Some((orbits.len(), orbit.len()));
            orbit.push(at);
            at = permutation[at];
        }
        if !orbit.is_empty() {
            orbits.push(orbit);
        }
    }
    (orbits, place.into_iter().flatten().collect())
}

/// Returns all powers of a permutation, beginning with the identity.
fn powers(permutation: &[usize]) -> Vec<Vec<usize>> {
    let identity: Vec<usize> = (0..permutation.len()).collect();
    let next = |now: &Vec<usize>| {
        let after: Vec<usize> = now.iter().map(|&c| permutation[c]).collect();
        (after != identity).then_some(after)
    };
    std::iter::successors(Some(identity.clone()), next).collect()
}

//! The graph of touching pieces, checked and sorted.

use crate::color::ColorError;

/// A simple graph: contact is mutual, and nothing touches itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::color) struct Graph {
    neighbours: Vec<Vec<usize>>,
}

impl Graph {
    pub(in crate::color) fn new(neighbours: &[Vec<usize>]) -> Result<Self, ColorError> {
        let size = neighbours.len();
        let mut mutual = vec![Vec::new(); size];
        for (piece, touched) in neighbours.iter().enumerate() {
            for &other in touched {
                if other >= size {
                    return Err(ColorError::NoSuchPiece { piece, found: other, pieces: size });
                }
                if other == piece {
                    return Err(ColorError::TouchesItself { piece });
                }
                mutual[piece].push(other);
                mutual[other].push(piece);
            }
        }
        for touched in &mut mutual {
            touched.sort_unstable();
            touched.dedup();
        }
        Ok(Self { neighbours: mutual })
    }

    pub(in crate::color) fn len(&self) -> usize {
        self.neighbours.len()
    }

    pub(in crate::color) fn of(&self, piece: usize) -> &[usize] {
        &self.neighbours[piece]
    }

    pub(in crate::color) fn degree(&self, piece: usize) -> usize {
        self.neighbours[piece].len()
    }

    /// Returns the graph with those neighbors for which this holds; it must hold for both or neither.
    pub(in crate::color) fn where_touching(&self, holds: impl Fn(usize, usize) -> bool) -> Self {
        let kept = |(piece, touched): (usize, &Vec<usize>)| {
            touched.iter().copied().filter(|&other| holds(piece, other)).collect()
        };
        Self { neighbours: self.neighbours.iter().enumerate().map(kept).collect() }
    }

    /// Returns the graph of some pieces, sorted; piece `pieces[i]` becomes `i`.
    pub(in crate::color) fn induced(&self, pieces: &[usize]) -> Self {
        let place = |piece: &usize| pieces.binary_search(piece).ok();
        let neighbours =
            pieces.iter().map(|&piece| self.of(piece).iter().filter_map(place).collect()).collect();
        Self { neighbours }
    }

    /// Repeatedly removes pieces that touch fewer than `bound` of those left. Returns the removed pieces in
    /// order, then the remaining pieces, sorted.
    ///
    /// With `bound` colors, a removed piece can always be colored after those that stayed longer.
    pub(in crate::color) fn peel(&self, bound: usize) -> (Vec<usize>, Vec<usize>) {
        let mut left: Vec<_> = (0..self.len()).map(|piece| self.degree(piece)).collect();
        let mut taken: Vec<_> = left.iter().map(|&degree| degree < bound).collect();
        let mut order: Vec<_> = (0..self.len()).filter(|&piece| taken[piece]).collect();
        let mut at = 0;
        while at < order.len() {
            for &other in self.of(order[at]) {
                left[other] -= 1;
                if !taken[other] && left[other] < bound {
                    taken[other] = true;
                    order.push(other);
                }
            }
            at += 1;
        }
        let stay = (0..self.len()).filter(|&piece| !taken[piece]).collect();
        (order, stay)
    }

    /// Returns the connected parts of some pieces, each sorted, in the order of their first pieces.
    pub(in crate::color) fn parts(&self, pieces: &[usize]) -> Vec<Vec<usize>> {
        let mut fresh = vec![false; self.len()];
        pieces.iter().for_each(|&piece| fresh[piece] = true);
        let mut parts = Vec::new();
        for &first in pieces {
            if !std::mem::take(&mut fresh[first]) {
                continue;
            }
            let mut part = vec![first];
            let mut at = 0;
            while at < part.len() {
                part.extend(self.of(part[at]).iter().filter(|&&other| std::mem::take(&mut fresh[other])));
                at += 1;
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }

    /// Colors the pieces of `order`, last first, with the lowest color free among their neighbours.
    pub(in crate::color) fn color_backwards(&self, order: &[usize], colors: &mut [Option<usize>]) {
        for &piece in order.iter().rev() {
            let mut used: Vec<_> = self.of(piece).iter().filter_map(|&other| colors[other]).collect();
            used.sort_unstable();
            used.dedup();
            let free = used.iter().zip(0..).position(|(&used, lowest)| used != lowest).unwrap_or(used.len());
            colors[piece] = Some(free);
        }
    }

    /// Colors quickly (smallest-last): at most six colors for pieces in the plane that touch along edges.
    ///
    /// # Source
    /// D. W. Matula, L. L. Beck, "Smallest-last ordering and clustering and graph coloring algorithms", 1983.
    pub(in crate::color) fn color_smallest_last(&self) -> Vec<usize> {
        let mut order = (0..=self.len()).map(|bound| self.peel(bound)).find(|(_, stay)| stay.is_empty());
        let (order, _) = order.take().unwrap_or_default();
        let mut colors = vec![None; self.len()];
        self.color_backwards(&order, &mut colors);
        colors.into_iter().map(|color| color.expect("every piece was taken away once")).collect()
    }
}

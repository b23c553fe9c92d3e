//! The graph of touching pieces, checked and sorted.

use crate::colour::ColourError;

/// A simple graph: contact is mutual, and nothing touches itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::colour) struct Graph {
    neighbours: Vec<Vec<usize>>,
}

impl Graph {
    pub(in crate::colour) fn new(neighbours: &[Vec<usize>]) -> Result<Self, ColourError> {
        let size = neighbours.len();
        let mut mutual = vec![Vec::new(); size];
        for (piece, touched) in neighbours.iter().enumerate() {
            for &other in touched {
                if other >= size {
                    return Err(ColourError::NoSuchPiece { piece, found: other, pieces: size });
                }
                if other == piece {
                    return Err(ColourError::TouchesItself { piece });
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

    pub(in crate::colour) fn len(&self) -> usize {
        self.neighbours.len()
    }

    pub(in crate::colour) fn of(&self, piece: usize) -> &[usize] {
        &self.neighbours[piece]
    }

    pub(in crate::colour) fn degree(&self, piece: usize) -> usize {
        self.neighbours[piece].len()
    }

    /// Returns the graph of some pieces, sorted; piece `pieces[i]` becomes `i`.
    pub(in crate::colour) fn induced(&self, pieces: &[usize]) -> Self {
        let place = |piece: &usize| pieces.binary_search(piece).ok();
        let neighbours =
            pieces.iter().map(|&piece| self.of(piece).iter().filter_map(place).collect()).collect();
        Self { neighbours }
    }

    /// Repeatedly removes pieces that touch fewer than `bound` of those left. Returns the removed pieces in order,
    /// then the remaining pieces, sorted.
    ///
    /// With `bound` colours, a removed piece can always be coloured after those that stayed longer.
    pub(in crate::colour) fn peel(&self, bound: usize) -> (Vec<usize>, Vec<usize>) {
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
    pub(in crate::colour) fn parts(&self, pieces: &[usize]) -> Vec<Vec<usize>> {
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

    /// Colours the pieces of `order`, last first, with the lowest colour free among their neighbours.
    pub(in crate::colour) fn colour_backwards(&self, order: &[usize], colours: &mut [Option<usize>]) {
        for &piece in order.iter().rev() {
            let mut used: Vec<_> = self.of(piece).iter().filter_map(|&other| colours[other]).collect();
            used.sort_unstable();
            used.dedup();
            let free = used.iter().zip(0..).position(|(&used, lowest)| used != lowest).unwrap_or(used.len());
            colours[piece] = Some(free);
        }
    }

    /// Colours quickly (smallest-last): at most six colours for pieces in the plane that touch along edges.
    ///
    /// # Source
    /// D. W. Matula, L. L. Beck, "Smallest-last ordering and clustering and graph coloring algorithms", 1983.
    pub(in crate::colour) fn colour_smallest_last(&self) -> Vec<usize> {
        let mut order = (0..=self.len()).map(|bound| self.peel(bound)).find(|(_, stay)| stay.is_empty());
        let (order, _) = order.take().unwrap_or_default();
        let mut colours = vec![None; self.len()];
        self.colour_backwards(&order, &mut colours);
        colours.into_iter().map(|colour| colour.expect("every piece was taken away once")).collect()
    }
}

//! Finds pockets: free spots that are cut off from the others, too few for any pieces.

use super::mosaic::Mosaic;
use crate::model::grid::Tile;

/// Larger pockets are not examined. Chosen by trial.
const LARGEST: usize = 24;

/// The areas that can be filled, and buffers.
pub(super) struct Pockets {
    /// For each number of spots, whether pieces can have that area.
    fillable: [bool; LARGEST + 1],
    /// For each spot, when it was visited last.
    seen: Vec<u64>,
    now: u64,
    waiting: Vec<u32>,
}

impl Pockets {
    /// For pieces of these areas; with gaps, every pocket can be filled.
    pub(super) fn new(spots: usize, areas: impl Iterator<Item = usize>, has_gaps: bool) -> Self {
        let mut fillable = [has_gaps; LARGEST + 1];
        fillable[0] = true;
        let areas: Vec<usize> = areas.filter(|&area| area <= LARGEST).collect();
        for size in 1..=LARGEST {
            fillable[size] |= areas.iter().any(|&area| area <= size && fillable[size - area]);
        }
        Self { fillable, seen: vec![0; spots], now: 0, waiting: Vec::new() }
    }

    /// Returns whether every pocket beside a tile can be filled, judged by its area.
    pub(super) fn are_fillable(&mut self, mosaic: &Mosaic<'_>, tile: Tile) -> bool {
        if self.fillable.iter().all(|&fillable| fillable) {
            return true;
        }
        self.now += 1;
        let first = self.now;
        mosaic.laying(tile).beside.iter().all(|&step| {
            let spot = tile.at.wrapping_add_signed(step);
            // A visited spot belongs to a pocket that can be filled or is too large.
            !mosaic.is_free(spot) || self.seen[spot as usize] >= first || self.is_fillable(mosaic, spot)
        })
    }

    fn is_fillable(&mut self, mosaic: &Mosaic<'_>, spot: u32) -> bool {
        self.waiting.clear();
        self.waiting.push(spot);
        self.seen[spot as usize] = self.now;
        let mut size = 0;
        while let Some(spot) = self.waiting.pop() {
            size += 1;
            if size > LARGEST {
                return true;
            }
            for near in mosaic.board.near(spot) {
                if mosaic.is_free(near) && self.seen[near as usize] < self.now {
                    self.seen[near as usize] = self.now;
                    self.waiting.push(near);
                }
            }
        }
        self.fillable[size]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn sizes(areas: &[usize], has_gaps: bool, expected: &[usize]) {
        let pockets = Pockets::new(0, areas.iter().copied(), has_gaps);
        let found: Vec<usize> = (1..=LARGEST).filter(|&size| pockets.fillable[size]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn pockets_are_fillable_by_sums_of_areas() {
        sizes(&[5], false, &[5, 10, 15, 20]);
        sizes(&[6, 9], false, &[6, 9, 12, 15, 18, 21, 24]);
        sizes(&[30], false, &[]);
        sizes(&[5], true, &(1..=LARGEST).collect::<Vec<_>>());
    }
}

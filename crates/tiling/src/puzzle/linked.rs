//! Pieces of one set that hang together at their corners, as those of one color in Blokus.

use std::collections::{BTreeMap, BTreeSet};

use super::Puzzle;
use crate::lattice::Cell;

impl Puzzle {
    /// Returns whether the pieces of each set that keeps apart must hang together at their corners.
    pub fn is_linked(&self) -> bool {
        self.rules.linked
    }

    /// Returns which of the laid pieces, given with their cells, is the first that does not hang together with those of its set
    /// before it; `None` if all do, or need not.
    pub fn unlinked(&self, laid: &[(usize, &[Cell])]) -> Option<usize> {
        if !self.rules.linked {
            return None;
        }
        let owners =
            (0..).zip(laid).flat_map(|(index, (_, cells))| cells.iter().map(move |&cell| (cell, index)));
        let owners: BTreeMap<Cell, usize> = owners.collect();
        self.rules.apart.iter().find_map(|set| {
            let is_of_set = |index: usize| set.contains(&laid[index].0);
            let mut all = (0..laid.len()).filter(|&index| is_of_set(index)).peekable();
            let first = *all.peek()?;
            let (mut reached, mut next) = (BTreeSet::from([first]), vec![first]);
            while let Some(index) = next.pop() {
                let around = laid[index].1.iter().flat_map(|&cell| self.lattice().touching(cell));
                let near = around.filter_map(|cell| owners.get(&self.region.home(cell)).copied());
                // Those of a set share no edge, so they touch at a corner.
                let new = near.filter(|&near| is_of_set(near) && reached.insert(near));
                next.extend(new);
            }
            all.find(|index| !reached.contains(index))
        })
    }
}

//! Brings groups of cells to a standard form, turned, flipped and shifted, so that equal shapes compare
//! equal.

use crate::lattice::{Cell, Lattice, Symmetry};
use crate::puzzle::Region;

/// Groups of cells at a standard place: the placements, then the gaps.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Picture {
    pub(super) groups: Vec<Vec<Cell>>,
    pub(super) gaps: Vec<Cell>,
}

impl Picture {
    /// Returns the least of its images under the symmetries that `allows` accepts, at the standard place.
    pub(super) fn least(&self, lattice: Lattice, allows: impl Fn(Symmetry) -> bool) -> Picture {
        let allowed = lattice.symmetries().filter(|&symmetry| allows(symmetry));
        allowed.map(|symmetry| self.moved(lattice, symmetry)).min().unwrap_or_else(|| self.clone())
    }

    /// Returns its image, at the standard place.
    fn moved(&self, lattice: Lattice, symmetry: Symmetry) -> Picture {
        let apply = |cells: &Vec<Cell>| -> Vec<Cell> {
            cells.iter().map(|&cell| lattice.apply(symmetry, cell)).collect()
        };
        let mut groups: Vec<Vec<Cell>> = self.groups.iter().map(apply).collect();
        let mut gaps = apply(&self.gaps);
        let all: Vec<Cell> = groups.iter().flatten().chain(&gaps).copied().collect();
        let shift = lattice.shift_to_origin(&all);
        for cells in groups.iter_mut().chain([&mut gaps]) {
            cells.iter_mut().for_each(|cell| *cell = cell.shifted(shift));
            cells.sort_unstable();
        }
        groups.sort_unstable();
        Picture { groups, gaps }
    }

    /// Returns the least of its images on a board with joined sides, under the turns and reflections that
    /// `allows` accepts and every translation.
    pub(super) fn least_around(&self, region: &Region, allows: impl Fn(Symmetry) -> bool) -> Picture {
        let lattice = region.lattice();
        let image = |(symmetry, shift): (Symmetry, Cell)| {
            let moved = |cells: &Vec<Cell>| {
                region.at_home(cells.iter().map(|&cell| lattice.apply(symmetry, cell).shifted(shift)))
            };
            let mut groups: Vec<Vec<Cell>> = self.groups.iter().map(moved).collect();
            groups.sort_unstable();
            Picture { groups, gaps: moved(&self.gaps) }
        };
        let allowed = region.symmetries().into_iter().filter(|(symmetry, _)| allows(*symmetry));
        allowed.map(image).min().unwrap_or_else(|| self.clone())
    }
}

/// Cells turned, flipped and shifted to their standard form: equal for congruent areas.
pub(super) fn least_image(lattice: Lattice, cells: &[Cell]) -> Vec<Cell> {
    let area = Picture { groups: Vec::new(), gaps: cells.to_vec() };
    area.least(lattice, |_| true).gaps
}

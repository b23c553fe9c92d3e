//! The turns and reflections that map a lattice onto itself: dihedral groups of order 8, 12 and 12.
//!
//! Symmetries are up to translation: a caller that needs a certain place shifts the cells afterwards.

use super::{Cell, Lattice};

/// An optional reflection, followed by a number of smallest turns clockwise (90 degrees on squares, 60 on the
/// others).
///
/// Ordered with the identity first, then the turns, then the reflections, so that the first symmetry that
/// produces a shape is a reflection only if no turn produces it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Symmetry {
    flipped: bool,
    turns: u8,
}

impl Symmetry {
    /// Nothing moves.
    pub const IDENTITY: Symmetry = Symmetry { flipped: false, turns: 0 };

    /// Returns whether left and right are exchanged: a piece placed like this shows its other side.
    pub const fn is_reflection(self) -> bool {
        self.flipped
    }

    /// Returns the number of smallest turns, clockwise, after the reflection if there is one.
    pub const fn turns(self) -> u8 {
        self.turns
    }

    /// Returns the turn in degrees clockwise.
    pub fn degrees(self, lattice: Lattice) -> u32 {
        u32::from(self.turns) * 360 / u32::from(lattice.turns())
    }
}

impl Lattice {
    /// Returns how many smallest turns make a full one: 4, 6 and 6.
    pub const fn turns(self) -> u8 {
        self.table().turns
    }

    /// Returns all symmetries, the identity first, the reflections last: 8, 12 and 12.
    pub fn symmetries(self) -> impl Iterator<Item = Symmetry> {
        [false, true]
            .into_iter()
            .flat_map(move |flipped| (0..self.turns()).map(move |turns| Symmetry { flipped, turns }))
    }

    /// Returns the image of `cell` under `symmetry`, about a fixed point of the lattice.
    pub fn apply(self, symmetry: Symmetry, cell: Cell) -> Cell {
        let table = self.table();
        let start = if symmetry.flipped { (table.flip)(cell) } else { cell };
        (0..symmetry.turns).fold(start, |cell, _| (table.turn)(cell))
    }

    /// Returns the symmetry that undoes `symmetry`.
    pub const fn inverse(self, symmetry: Symmetry) -> Symmetry {
        if symmetry.flipped {
            symmetry
        } else {
            Symmetry { flipped: false, turns: (self.turns() - symmetry.turns) % self.turns() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells without any symmetry of their own, back at the standard place.
    fn moved(lattice: Lattice, symmetries: &[Symmetry]) -> Vec<Cell> {
        let mut cells: Vec<Cell> = [(0, 0), (1, 0), (2, 0), (2, 1), (3, 1), (7, 4)]
            .iter()
            .map(|&(x, y)| symmetries.iter().fold(Cell::new(x, y), |cell, &s| lattice.apply(s, cell)))
            .collect();
        cells.sort_unstable();
        cells
    }

    #[test]
    fn the_groups_act_faithfully() {
        for &lattice in Lattice::ALL {
            let order = 2 * usize::from(lattice.turns());
            let mut images: Vec<Vec<Cell>> = lattice.symmetries().map(|s| moved(lattice, &[s])).collect();
            assert_eq!(images.len(), order);
            images.sort_unstable();
            images.dedup();
            assert_eq!(images.len(), order, "{lattice}: every symmetry moves these cells differently");
        }
    }

    #[test]
    fn an_inverse_undoes_a_symmetry() {
        for &lattice in Lattice::ALL {
            for a in lattice.symmetries() {
                assert_eq!(moved(lattice, &[a, lattice.inverse(a)]), moved(lattice, &[]));
            }
        }
    }

    #[test]
    fn symmetries_move_the_corners_of_cells() {
        for &lattice in Lattice::ALL {
            let (wide, high) = lattice.corner_scale();
            let corners = |cell: Cell| -> Vec<(f64, f64)> {
                lattice.corners(cell).map(|at| (f64::from(at.x) * wide, f64::from(at.y) * high)).collect()
            };
            for s in lattice.symmetries() {
                // The image of the middle of three cells tells where the fixed point is.
                let moved = |(x, y): (f64, f64)| {
                    let x = if s.is_reflection() { -x } else { x };
                    let (sin, cos) = f64::from(s.degrees(lattice)).to_radians().sin_cos();
                    (x * cos - y * sin, x * sin + y * cos)
                };
                let mut shifts = Vec::new();
                for cell in (-3..9).map(|x| Cell::new(x, 5 - x)) {
                    let image = corners(lattice.apply(s, cell));
                    let center = |all: &[(f64, f64)]| {
                        let count = all.len() as f64;
                        (
                            all.iter().map(|at| at.0).sum::<f64>() / count,
                            all.iter().map(|at| at.1).sum::<f64>() / count,
                        )
                    };
                    let turned: Vec<(f64, f64)> = corners(cell).into_iter().map(moved).collect();
                    let (a, b) = (center(&turned), center(&image));
                    let shift = (b.0 - a.0, b.1 - a.1);
                    shifts.push(shift);
                    for at in turned {
                        let near = |to: &(f64, f64)| {
                            libm::hypot(to.0 - at.0 - shift.0, to.1 - at.1 - shift.1) < 1e-9
                        };
                        assert!(image.iter().any(near), "{lattice} {s:?} {cell:?}");
                    }
                }
                let apart = |a: (f64, f64)| libm::hypot(a.0 - shifts[0].0, a.1 - shifts[0].1);
                assert!(
                    shifts.iter().all(|&shift| apart(shift) < 1e-9),
                    "{lattice} {s:?}: one motion for all"
                );
            }
        }
    }

    #[test]
    fn symmetries_keep_neighbours() {
        for &lattice in Lattice::ALL {
            for s in lattice.symmetries() {
                for cell in [Cell::new(0, 0), Cell::new(3, -2), Cell::new(-5, 4)] {
                    let mut before: Vec<Cell> =
                        lattice.neighbours(cell).map(|n| lattice.apply(s, n)).collect();
                    let mut after: Vec<Cell> = lattice.neighbours(lattice.apply(s, cell)).collect();
                    before.sort_unstable();
                    after.sort_unstable();
                    assert_eq!(before, after, "{lattice} {s:?} {cell:?}");
                }
            }
        }
    }
}

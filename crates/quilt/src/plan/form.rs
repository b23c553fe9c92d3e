//! The form of a part of a quilt: what is equal to it in shape and in how it is parted, wherever it lies and however it
//! is turned.
//!
//! A part that is sewn cannot be turned over, because its seams are on the back: mirror images have forms of their own.

use piecework_tiling::lattice::{Cell, Lattice, Symmetry};

/// Cells with the numbers of their patches, which count from 0 in the order in which they appear.
pub(in crate::plan) type Parted = Vec<(Cell, usize)>;

/// A part turned and moved to its standard place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::plan) struct Form {
    /// What equal parts have in common.
    pub(in crate::plan) parted: Parted,
    /// The patches by these numbers.
    pub(in crate::plan) patches: Vec<usize>,
    lattice: Lattice,
    turn: Symmetry,
    shift: Cell,
}

impl Form {
    /// The least form of cells with their patches among all turns, or as they lie; of equals the one whose patches
    /// come first by `fabric_of`.
    pub(in crate::plan) fn of(
        lattice: Lattice,
        cells: &[(Cell, usize)],
        is_turned: bool,
        fabric_of: impl Fn(usize) -> usize,
    ) -> Self {
        let turns = lattice.symmetries().filter(|turn| !turn.is_reflection());
        let turns = turns.take(if is_turned { usize::MAX } else { 1 });
        let forms = turns.map(|turn| Self::turned(lattice, cells, turn));
        let fabrics =
            |form: &Self| form.patches.iter().map(|&patch| fabric_of(patch)).collect::<Vec<usize>>();
        let least = forms.min_by(|a, b| a.parted.cmp(&b.parted).then_with(|| fabrics(a).cmp(&fabrics(b))));
        least.expect("a lattice has the identity")
    }

    fn turned(lattice: Lattice, cells: &[(Cell, usize)], turn: Symmetry) -> Self {
        let mut parted: Parted =
            cells.iter().map(|&(cell, patch)| (lattice.apply(turn, cell), patch)).collect();
        let places: Vec<Cell> = parted.iter().map(|&(cell, _)| cell).collect();
        let shift = lattice.shift_to_origin(&places);
        parted.iter_mut().for_each(|(cell, _)| *cell = cell.shifted(shift));
        parted.sort_unstable();
        let mut patches: Vec<usize> = Vec::new();
        let mut number_of = std::collections::BTreeMap::new();
        for (_, patch) in &mut parted {
            *patch = *number_of.entry(*patch).or_insert_with(|| {
                patches.push(*patch);
                patches.len() - 1
            });
        }
        Self { parted, patches, lattice, turn, shift }
    }

    /// Whether it is a grid of whole squares, each a patch: these repeat themselves everywhere.
    pub(in crate::plan) fn is_grid(&self) -> bool {
        let column = self.lattice.cells_in_column();
        let of: std::collections::BTreeSet<(i32, i32, usize)> =
            self.parted.iter().map(|&(cell, patch)| (cell.x.div_euclid(column), cell.y, patch)).collect();
        of.len() == self.patches.len() && self.parted.len() == of.len() * column.unsigned_abs() as usize
    }

    /// Whether both lie the same way.
    pub(in crate::plan) fn lies_as(&self, other: &Self) -> bool {
        (&self.parted, self.turn) == (&other.parted, other.turn)
    }

    /// Where a cell of this part lies in another of the same form.
    pub(in crate::plan) fn carry(&self, to: &Self, cell: Cell) -> Cell {
        to.cell_in_place(self.lattice.apply(self.turn, cell).shifted(self.shift))
    }

    /// Where a cell of its standard place lies in this part.
    pub(in crate::plan) fn cell_in_place(&self, cell: Cell) -> Cell {
        self.lattice.apply(self.lattice.inverse(self.turn), cell.since(self.shift))
    }
}

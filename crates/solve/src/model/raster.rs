//! Numbers the cells of a rectangle row by row, so that a step on the lattice is a difference of numbers.

use piecework_tiling::lattice::{Cell, Lattice};

/// The numbered rectangle.
pub(crate) struct Raster {
    lattice: Lattice,
    /// The cell with number 0.
    corner: Cell,
    /// Numbers in a row.
    stride: i32,
    /// For each kind of cell, the steps to its neighbours.
    near: Vec<Vec<i32>>,
}

impl Raster {
    pub(crate) fn new(lattice: Lattice, corner: Cell, stride: i32) -> Self {
        let raster = Self { lattice, corner, stride, near: Vec::new() };
        let near = |kind| {
            let from = Cell::new(kind, 0);
            lattice.neighbours(from).map(|to| raster.step(to.since(from))).collect()
        };
        let near = (0..).take(lattice.kinds()).map(near).collect();
        Self { near, ..raster }
    }

    /// Returns a step as a difference of numbers.
    pub(crate) fn step(&self, by: Cell) -> i32 {
        by.y * self.stride + by.x
    }

    /// Returns the number of a cell of the rectangle.
    pub(crate) fn number(&self, cell: Cell) -> u32 {
        u32::try_from(self.step(cell.since(self.corner))).expect("the cell is in the rectangle")
    }

    /// Returns the cell with this number.
    pub(crate) fn cell(&self, number: u32) -> Cell {
        let number = i32::try_from(number).expect("a rectangle has fewer cells");
        Cell::new(self.corner.x + number % self.stride, self.corner.y + number / self.stride)
    }

    /// Returns the kind of the cell with this number.
    pub(crate) fn kind(&self, number: u32) -> usize {
        if self.near.len() == 1 { 0 } else { self.lattice.kind_of(self.cell(number)) }
    }

    /// Returns the steps to the neighbours of a cell.
    pub(crate) fn near(&self, number: u32) -> &[i32] {
        &self.near[self.kind(number)]
    }
}

//! Numbers the cells around the first cell of an unknown figure, and lists the ways to cover a cell.

use crate::ground::lists::compact;
use crate::model::raster::Raster;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::puzzle::Piece;

/// The cells that a figure can reach from its first cell, numbered in reading order.
pub(super) struct ReachableCells {
    lattice: Lattice,
    /// The number of the first cell of the figure.
    pub(super) first: usize,
    /// How many cells.
    pub(super) len: usize,
    raster: Raster,
}

/// A way to lay a piece over a cell: the steps from this cell to all cells of the piece.
pub(super) struct Way {
    pub(super) piece: usize,
    pub(super) steps: Vec<i32>,
}

/// The ways to cover a cell of each kind.
pub(super) type Ways = Vec<Vec<Way>>;

impl ReachableCells {
    /// Returns the board for figures of at most `cells` cells whose first cell has this kind; `None` if it
    /// takes more than `memory` bytes together with the ways to cover its cells.
    pub(super) fn new(
        pieces: &[Piece],
        lattice: Lattice,
        kind: usize,
        cells: usize,
        memory: u64,
    ) -> Option<Self> {
        let longest = pieces.iter().map(|piece| piece.shape.area()).max().unwrap_or(1);
        let side = |cells: usize| i32::try_from(cells).ok();
        let (across, down) = reach(lattice);
        // A piece over a cell of the figure may stick out by its own length before it is found to be too
        // much.
        let (far, margin) = (side(cells.checked_add(longest)?)?, side(longest)?);
        let before = (far.checked_mul(across)?, margin.checked_mul(down)?);
        let width = before.0.checked_mul(2)?.checked_add(i32::try_from(lattice.kinds()).ok()? + 1)?;
        let height = before.1.checked_add(far.checked_mul(down)?)?.checked_add(1)?;
        let len = usize::try_from(width.checked_mul(height)?).ok()?;
        let steps = pieces.iter().map(|piece| (piece.shape.area() as u64).pow(2)).sum::<u64>();
        // A word for each cell, and a number for each cell of each way.
        let bytes = 4 * len as u64 + 4 * steps * lattice.symmetries().count() as u64;
        if bytes > memory {
            return None;
        }
        let raster = Raster::new(lattice, Cell::new(-before.0, -before.1), width);
        let first = raster.number(Cell::new(i32::try_from(kind).ok()?, 0)) as usize;
        Some(Self { lattice, first, len, raster })
    }

    /// Returns the ways in which some of the pieces cover a cell.
    pub(super) fn ways(&self, pieces: &[Piece], chosen: impl Fn(usize) -> bool) -> Ways {
        let mut ways: Ways = (0..self.lattice.kinds()).map(|_| Vec::new()).collect();
        for (piece, drawn) in pieces.iter().enumerate().filter(|&(piece, _)| chosen(piece)) {
            for orientation in drawn.shape.orientations(drawn.freedom) {
                let cells = orientation.shape.cells();
                for &over in cells {
                    let steps = cells.iter().map(|cell| self.raster.step(cell.since(over))).collect();
                    ways[self.lattice.kind_of(over)].push(Way { piece, steps });
                }
            }
        }
        ways
    }

    /// Returns the number of a cell.
    fn number(&self, cell: Cell) -> usize {
        self.raster.number(cell) as usize
    }

    /// Returns the cell with this number.
    pub(super) fn cell(&self, number: usize) -> Cell {
        self.raster.cell(compact(number))
    }

    /// Returns the kind of the cell with this number.
    pub(super) fn kind(&self, number: usize) -> usize {
        self.raster.kind(compact(number))
    }

    /// Returns the steps to the neighbours of the cell with this number.
    pub(super) fn near(&self, number: usize) -> &[i32] {
        self.raster.near(compact(number))
    }

    /// Returns the holes of a figure: the other cells that are not connected with the outside over shared
    /// edges.
    pub(super) fn holes(&self, figure: &[usize]) -> Vec<usize> {
        let mut is_outside = vec![false; self.len];
        for &number in figure {
            is_outside[number] = true;
        }
        let rows = figure.iter().map(|&number| self.cell(number).y);
        let columns = || figure.iter().map(|&number| self.cell(number).x);
        let (across, down) = reach(self.lattice);
        let (left, right) = (columns().min().unwrap_or(0) - across, columns().max().unwrap_or(0) + across);
        let (top, bottom) = (-down, rows.max().unwrap_or(0) + down);
        let is_inside = |cell: Cell| (left..=right).contains(&cell.x) && (top..=bottom).contains(&cell.y);
        let box_cells = || (top..=bottom).flat_map(move |y| (left..=right).map(move |x| Cell::new(x, y)));
        // The whole margin is outside, so the flood starts there.
        let is_margin = |cell: &Cell| {
            cell.y < 0 || cell.y > bottom - down || cell.x < left + across || cell.x > right - across
        };
        let mut waiting: Vec<Cell> = box_cells().filter(is_margin).collect();
        for &cell in &waiting {
            is_outside[self.number(cell)] = true;
        }
        while let Some(cell) = waiting.pop() {
            for near in self.lattice.neighbours(cell).filter(|&near| is_inside(near)) {
                let number = self.number(near);
                if !is_outside[number] {
                    is_outside[number] = true;
                    waiting.push(near);
                }
            }
        }
        box_cells().map(|cell| self.number(cell)).filter(|&number| !is_outside[number]).collect()
    }
}

/// Returns how far neighbours are apart at most, in columns and rows.
fn reach(lattice: Lattice) -> (i32, i32) {
    let kinds = 0..i32::try_from(lattice.kinds()).expect("few");
    let steps = kinds.flat_map(|kind| {
        let from = Cell::new(kind, 0);
        lattice.neighbours(from).map(move |to| to.since(from))
    });
    steps.fold((1, 1), |(x, y), step| (x.max(step.x.abs()), y.max(step.y.abs())))
}

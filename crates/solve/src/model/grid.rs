//! A grid with walls around it, and every orientation of the pieces as offsets on it.
//!
//! Spots are numbered row by row. An offset from a spot of the region stays on the grid, so bounds need no
//! check.

use crate::model::raster::Raster;
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::{Piece, Puzzle};

/// One orientation of a piece.
pub(crate) struct Laying {
    pub(crate) piece: u32,
    /// Offsets from the first spot, in reading order, to all spots; the first is 0.
    pub(crate) steps: Vec<i32>,
    /// Offsets to the spots beside the piece, once for each edge.
    pub(crate) beside: Vec<i32>,
}

/// One piece placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tile {
    pub(crate) laying: u32,
    /// The first spot.
    pub(crate) at: u32,
}

/// The grid, and the orientations of the pieces.
pub(crate) struct Grid {
    raster: Raster,
    spots: usize,
    /// The spots of the region, ascending.
    pub(crate) region: Vec<u32>,
    pub(crate) layings: Vec<Laying>,
    /// For each kind of cell, the orientations whose first cell is of that kind.
    of_kind: Vec<Vec<u32>>,
}

impl Grid {
    pub(crate) fn new(rest: &Puzzle) -> Self {
        let lattice = rest.lattice();
        let margin = margin(rest);
        let ((left, right), (top, bottom)) = (span(rest, |cell| cell.x), span(rest, |cell| cell.y));
        let stride = right - left + 1 + 2 * margin;
        let rows = bottom - top + 1 + 2 * margin;
        let spots = usize::try_from(i64::from(stride) * i64::from(rows)).expect("a region has bounded sides");
        let mut board = Self {
            raster: Raster::new(lattice, Cell::new(left - margin, top - margin), stride),
            spots,
            region: Vec::new(),
            layings: Vec::new(),
            of_kind: vec![Vec::new(); lattice.kinds()],
        };
        board.region = rest.region().cells().iter().map(|&cell| board.spot(cell)).collect();
        board.add_layings(rest);
        board
    }

    /// Returns the number of spots of a puzzle's grid, before it is made.
    pub(crate) fn size(rest: &Puzzle) -> u64 {
        let span = |of: fn(&Cell) -> i32| {
            let (least, most) = span(rest, of);
            u64::from(most.abs_diff(least)) + 1
        };
        let margins = 2 * u64::from(margin(rest).unsigned_abs());
        (span(|cell| cell.x) + margins) * (span(|cell| cell.y) + margins)
    }

    fn add_layings(&mut self, rest: &Puzzle) {
        let left = |kind: &Piece| kind.count.max != Some(0);
        for (piece, kind) in rest.pieces().iter().enumerate().filter(|(_, kind)| left(kind)) {
            for orientation in kind.shape.orientations(kind.freedom) {
                let cells = orientation.shape.cells();
                let step = |to: Cell| self.raster.step(to.since(cells[0]));
                let outside = |near: &Cell| cells.binary_search(near).is_err();
                let around = cells.iter().flat_map(|&cell| rest.lattice().neighbours(cell)).filter(outside);
                let laying = Laying {
                    piece: u32::try_from(piece).expect("pieces are limited"),
                    steps: cells.iter().map(|&cell| step(cell)).collect(),
                    beside: around.map(step).collect(),
                };
                let number = u32::try_from(self.layings.len()).expect("pieces are limited");
                self.of_kind[rest.lattice().kind_of(cells[0])].push(number);
                self.layings.push(laying);
            }
        }
    }

    /// Returns how many spots there are, walls included.
    pub(crate) fn spots(&self) -> usize {
        self.spots
    }

    /// Returns the spot of a cell of the region, or of a placed piece.
    pub(crate) fn spot(&self, cell: Cell) -> u32 {
        self.raster.number(cell)
    }

    /// Returns the cell of a spot.
    pub(crate) fn cell(&self, spot: u32) -> Cell {
        self.raster.cell(spot)
    }

    /// Returns the tile of a piece on these cells, in reading order.
    pub(crate) fn tile(&self, piece: usize, cells: &[Cell]) -> Tile {
        let at = self.spot(cells[0]);
        let steps: Vec<i32> = cells.iter().map(|&cell| self.raster.step(cell.since(cells[0]))).collect();
        let is_it = |&&number: &&u32| {
            let laying = &self.layings[number as usize];
            laying.piece as usize == piece && laying.steps == steps
        };
        let laying = self.layings_at(at).iter().find(is_it).expect("a tiling of the puzzle has its pieces");
        Tile { laying: *laying, at }
    }

    /// The orientations whose first spot can be this one.
    pub(crate) fn layings_at(&self, spot: u32) -> &[u32] {
        &self.of_kind[self.raster.kind(spot)]
    }

    /// Returns the spots beside one.
    pub(crate) fn near(&self, spot: u32) -> impl Iterator<Item = u32> {
        self.raster.near(spot).iter().map(move |&step| spot.wrapping_add_signed(step))
    }
}

/// Returns the least and the greatest coordinate of the region and of placed pieces.
fn span(rest: &Puzzle, of: fn(&Cell) -> i32) -> (i32, i32) {
    let all = || rest.region().cells().iter().chain(rest.placed().iter().flat_map(|placed| &placed.cells));
    (all().map(of).min().unwrap_or(0), all().map(of).max().unwrap_or(0))
}

/// How far a piece in any orientation, and from there a neighbour, can be from the first cell of the piece.
fn margin(rest: &Puzzle) -> i32 {
    let lattice = rest.lattice();
    let distance = |from: Cell, to: Cell| to.since(from).x.abs().max(to.since(from).y.abs());
    let cells = (0..).take(lattice.kinds()).map(|kind| Cell::new(kind, 0));
    let step = cells.flat_map(|cell| lattice.neighbours(cell).map(move |to| distance(cell, to))).max();
    let orientations = rest.pieces().iter().flat_map(|piece| piece.shape.orientations(piece.freedom));
    let longest = orientations.filter_map(|orientation| {
        let cells = orientation.shape.cells();
        cells.iter().map(|&to| distance(cells[0], to)).max()
    });
    longest.max().unwrap_or(0) + step.unwrap_or(0)
}

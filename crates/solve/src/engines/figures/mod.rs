//! Finds figures that several pieces, or several groups of pieces, tile.
//!
//! [`smallest_common_figure`] looks for the smallest figure that copies of each of several pieces tile, and
//! [`congruent_groups`] divides a set of pieces into groups that tile congruent figures. Both run the same
//! [`search`]: the figure is unknown, and has one layer for each piece or group. Whatever one layer covers,
//! every other layer must cover too.
//!
//! # Source
//! Compatible polyominoes: S. Golomb, Normed division domains, American Mathematical Monthly 88 (1981); A.
//! Cibulis, A. Liu and B. Wainwright, Polyomino number theory, Crux Mathematicorum 28 (2002). The method is
//! our own.

mod board;
mod compatible;
mod congruent;
mod search;

use std::sync::Arc;

use crate::ground::{Engine, SolverError};
use piecework_tiling::fault::Several;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::polyform::{Freedom, Shape};
use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
use piecework_tiling::tiling::Tiling;

pub use compatible::{CommonFigure, CommonFigureReport, FigureOptions, smallest_common_figure};
pub use congruent::{CongruentOptions, CongruentReport, Division, congruent_groups};

use search::Laid;

/// A found figure in its best orientation, with the pieces of each layer.
struct Standing {
    shape: Shape,
    /// For each layer, the pieces by index with their cells.
    layers: Vec<Vec<(usize, Vec<Cell>)>>,
}

impl Standing {
    /// Turns a figure so that it has as few rows as possible. Congruent figures become equal if `freedom`
    /// allows what maps them onto each other.
    fn new(lattice: Lattice, freedom: Freedom, layer_count: usize, laid: &[Laid]) -> Self {
        let of_first = laid.iter().filter(|laid| laid.layer == 0);
        let figure: Vec<Cell> = of_first.flat_map(|laid| laid.cells.iter().copied()).collect();
        let images = lattice.symmetries().filter(|&symmetry| freedom.allows(symmetry)).map(|symmetry| {
            let moved: Vec<Cell> = figure.iter().map(|&cell| lattice.apply(symmetry, cell)).collect();
            let shift = lattice.shift_to_origin(&moved);
            let mut cells: Vec<Cell> = moved.into_iter().map(|cell| cell.shifted(shift)).collect();
            cells.sort_unstable();
            (cells.last().map(|cell| cell.y), cells, symmetry, shift)
        });
        let (_, cells, symmetry, shift) = images.min().expect("every lattice has the identity");
        let mut layers = vec![Vec::new(); layer_count];
        for Laid { layer, piece, cells } in laid {
            let cells = cells.iter().map(|&cell| lattice.apply(symmetry, cell).shifted(shift));
            layers[*layer].push((*piece, cells.collect::<Vec<Cell>>()));
        }
        let shape = Shape::new(lattice, cells).expect("every step of the search keeps the figure connected");
        Self { shape, layers }
    }

    /// Returns the checked tiling of one layer by some of its pieces, which it uses as often as `count` says.
    fn tiling(&self, layer: usize, pieces: &[Piece], count: Option<Count>) -> Result<Tiling, SolverError> {
        let laid = &self.layers[layer];
        let mut used: Vec<usize> = laid.iter().map(|(piece, _)| *piece).collect();
        used.sort_unstable();
        let copies = |piece: usize| used.iter().filter(|&&used| used == piece).count();
        let mut kinds = used.clone();
        kinds.dedup();
        let of_puzzle = kinds.iter().map(|&piece| {
            let copies = Count::exactly(u32::try_from(copies(piece)).unwrap_or(u32::MAX));
            Piece { count: count.unwrap_or(copies), ..pieces[piece].clone() }
        });
        let of_puzzle: Vec<Piece> = of_puzzle.collect();
        let names: Vec<&str> = of_puzzle.iter().map(|piece| piece.name.as_str()).collect();
        let name = format!("{} cells from {}", self.shape.area(), names.join(" "));
        let region = Region::new(self.shape.lattice(), self.shape.cells().to_vec()).map_err(Several::from)?;
        let puzzle = Arc::new(Puzzle::new(name, region, of_puzzle)?);
        let laid = laid.iter().map(|(piece, cells)| {
            let kind = kinds.binary_search(piece).expect("every used piece is in the puzzle");
            (kind, cells.clone())
        });
        let engine = Engine::Cover;
        Tiling::new(&puzzle, laid).map_err(|source| SolverError::Internal { engine, source })
    }
}

/// Returns what all pieces may do: figures are the same if this maps one onto the other.
fn least_freedom(pieces: &[Piece]) -> Freedom {
    pieces.iter().map(|piece| piece.freedom).max().unwrap_or_default()
}

/// Returns the lattice of all pieces.
///
/// # Errors
/// [`SolverError::NoFigure`] for no pieces, or pieces of several lattices.
fn lattice_of(pieces: &[Piece]) -> Result<Lattice, SolverError> {
    let lattices = || pieces.iter().map(|piece| piece.shape.lattice());
    let Some(lattice) = lattices().next() else {
        return Err(SolverError::NoFigure { reason: "there are no pieces" });
    };
    if lattices().any(|other| other != lattice) {
        return Err(SolverError::NoFigure { reason: "the pieces are of different lattices" });
    }
    Ok(lattice)
}

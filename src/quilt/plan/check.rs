//! Refuses, before any search, fabric that no tiling of a puzzle could be sewn with.

use super::error::QuiltError;
use super::options::{Method, QuiltOptions};
use super::piecing::Outside;
use super::yardage::{CutFrom, FabricOrder, yardage};
use crate::geometry::Patchwork;
use crate::puzzle::Puzzle;

/// Refuses, before any search, fabric that no tiling of a puzzle can be sewn with: too narrow for a piece that must be used,
/// or refused by [`yardage`] in any case.
///
/// # Errors
/// As [`yardage`]; [`QuiltError::Geometry`] for a cell that cannot be.
pub fn check_fabric(puzzle: &Puzzle, options: &QuiltOptions) -> Result<(), QuiltError> {
    let patchwork = Patchwork::of_region(puzzle.region(), options.cell)?;
    let lattice = puzzle.region().lattice();
    let mut order = FabricOrder::around(&patchwork, lattice, options, vec![String::new()]);
    let stash = options.stash();
    let largest = [CutFrom::Bolt, CutFrom::FatQuarters];
    let largest =
        largest.into_iter().find(|from| stash.iter().any(|&(_, stock)| CutFrom::stock(stock) == *from));
    order.cut_from = vec![largest.unwrap_or_default()];
    if options.method == Method::Straight {
        if lattice.is_rectilinear() && options.piecing.outside == Outside::Background {
            // Background makes a rectangle of every outline.
            order.outline = None;
        }
    } else {
        let only = puzzle.pieces().len() == 1;
        for piece in puzzle.pieces().iter().filter(|piece| only || piece.count.min > 0) {
            let boxed = order.boxed(piece, 1, options)?;
            order.pieces[0].push(boxed);
        }
    }
    yardage(&order, &options.yardage)?;
    Ok(())
}

//! Measures trays with room to spare: each empty cell counts as a piece of one cell.

use piecework_tiling::polyform::{Freedom, Shape};
use piecework_tiling::puzzle::{Contact, Count, Piece, Puzzle};

/// Returns the puzzle in which pieces of one cell fill the empty cells, if it is such a puzzle and all cells have
/// one shape.
pub(super) fn with_fillers(puzzle: &Puzzle) -> Option<Puzzle> {
    let gaps = puzzle.rules().gaps;
    let is_known = puzzle.pieces().iter().all(|piece| piece.count.max == Some(piece.count.min));
    if gaps == 0
        || !is_known
        || puzzle.contact() == Contact::Forbidden
        || !puzzle.region().optional().is_empty()
    {
        return None;
    }
    let lattice = puzzle.lattice();
    let single = |&cell| Shape::new(lattice, vec![cell]).map(|shape| shape.least(Freedom::Free)).ok();
    let mut shapes = puzzle.region().cells().iter().map(single).collect::<Option<Vec<Shape>>>()?;
    shapes.sort_unstable();
    shapes.dedup();
    let [shape] = shapes.as_slice() else { return None };
    let filler = Piece {
        name: "(empty)".to_owned(),
        shape: shape.clone(),
        freedom: Freedom::Free,
        count: Count::exactly(gaps),
    };
    let pieces = puzzle.pieces().iter().cloned().chain([filler]).collect();
    Puzzle::new(puzzle.name(), puzzle.region().clone(), pieces).ok()
}

//! The symmetries of a whole puzzle: those of its region that also keep its pieces.

use super::{Piece, Puzzle};
use crate::lattice::{Cell, Lattice, Symmetry};
use crate::polyform::Freedom;

/// One way to map a puzzle onto itself: every tiling becomes a tiling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleSymmetry {
    /// The turn or reflection.
    pub symmetry: Symmetry,
    /// The translation that follows it.
    pub shift: Cell,
    /// For each piece the piece that it becomes: itself, or its mirror twin where pieces may not be flipped.
    pub pieces: Vec<usize>,
}

impl PuzzleSymmetry {
    /// Where a region cell goes.
    #[must_use]
    pub fn apply(&self, lattice: Lattice, cell: Cell) -> Cell {
        lattice.apply(self.symmetry, cell).shifted(self.shift)
    }
}

/// The symmetries of `puzzle`, the identity first.
pub(super) fn symmetries(puzzle: &Puzzle) -> Vec<PuzzleSymmetry> {
    let region = puzzle.region.symmetries().into_iter();
    region
        .filter_map(|(symmetry, shift)| {
            let pieces = (0..puzzle.pieces.len()).map(|piece| image(puzzle, piece, symmetry)).collect();
            pieces_are_permuted(pieces).map(|pieces| PuzzleSymmetry { symmetry, shift, pieces })
        })
        .collect()
}

/// The piece that `piece` becomes: itself if it can, else the first equal one.
fn image(puzzle: &Puzzle, piece: usize, symmetry: Symmetry) -> Option<usize> {
    let before = &puzzle.pieces[piece];
    if before.freedom == Freedom::Free {
        return Some(piece);
    }
    let moved = before.shape.moved(symmetry).least(before.freedom);
    let same = |other: &Piece| {
        other.freedom == before.freedom
            && other.count == before.count
            && other.shape.least(other.freedom) == moved
    };
    let others = std::iter::once(piece).chain(0..puzzle.pieces.len());
    others.into_iter().find(|&other| same(&puzzle.pieces[other]))
}

/// The images, if every piece has one and no two have the same.
fn pieces_are_permuted(images: Vec<Option<usize>>) -> Option<Vec<usize>> {
    let images: Vec<usize> = images.into_iter().collect::<Option<_>>()?;
    let mut sorted = images.clone();
    sorted.sort_unstable();
    sorted.dedup();
    (sorted.len() == images.len()).then_some(images)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polyform::Shape;
    use crate::puzzle::{Count, Region};

    fn puzzle(freedom: Freedom, pieces: &[&[&str]]) -> Puzzle {
        let pieces = pieces.iter().enumerate().map(|(i, rows)| Piece {
            name: i.to_string(),
            shape: Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a good shape"),
            freedom,
            count: Count { min: 0, max: Some(9) },
        });
        let region = Region::rectangle(Lattice::Square, 4, 4).expect("a good region");
        Puzzle::new("test", region, pieces.collect()).expect("a good puzzle")
    }

    #[test]
    fn pieces_that_may_not_flip_keep_reflections_only_in_pairs() {
        const L: &[&str] = &["###", "#.."];
        const J: &[&str] = &["###", "..#"];
        assert_eq!(puzzle(Freedom::Free, &[L]).symmetries().len(), 8);
        assert_eq!(puzzle(Freedom::OneSided, &[L]).symmetries().len(), 4);
        let pair = puzzle(Freedom::OneSided, &[L, J]).symmetries();
        assert_eq!(pair.len(), 8);
        let flips = pair.iter().filter(|s| s.symmetry.is_reflection());
        assert!(flips.into_iter().all(|s| s.pieces == [1, 0]), "a reflection exchanges L and J");
        assert_eq!(puzzle(Freedom::Fixed, &[L]).symmetries().len(), 1);
    }
}

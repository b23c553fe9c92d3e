//! Packings: placements that do not overlap but need not cover everything.
//!
//! A [`Packing`] is verified like a tiling, but cells may stay uncovered, pieces may be left over, and they
//! need not be used evenly.

use std::sync::Arc;

use super::text::letter_grid;
use super::{Placement, Tiling, TilingError};
use crate::lattice::Cell;
use crate::puzzle::{Count, Piece, Puzzle, Rules};

/// A verified packing of a puzzle's region: a partial tiling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packing {
    puzzle: Arc<Puzzle>,
    /// The tiling of the puzzle without the rules that a packing may break.
    loose: Tiling,
}

impl Packing {
    /// Makes the packing that places piece `piece` (an index into [`Puzzle::pieces`]) on `cells`, for each
    /// pair given.
    ///
    /// # Errors
    /// [`TilingError`] with the first broken rule, of those that also apply to partial tilings.
    ///
    /// # Panics
    /// Never: the puzzle without some of its rules is a puzzle.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    /// use piecework_tiling::lattice::{Cell, Lattice};
    /// use piecework_tiling::polyform::{Freedom, Shape};
    /// use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
    /// use piecework_tiling::tiling::Packing;
    /// let shape = Shape::from_rows(Lattice::Square, ["##"])?;
    /// let domino = Piece { name: "domino".into(), shape, freedom: Freedom::Free, count: Count::ANY };
    /// let region = Region::rectangle(Lattice::Square, 3, 2)?;
    /// let puzzle = Puzzle::new("Dominoes", region, vec![domino])?;
    /// let laid = [(0, vec![Cell::new(1, 0), Cell::new(1, 1)])];
    /// let packing = Packing::new(&Arc::new(puzzle), laid)?;
    /// assert_eq!((packing.covered(), packing.uncovered().len()), (2, 4));
    /// assert!(packing.tiling().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        puzzle: &Arc<Puzzle>,
        laid: impl IntoIterator<Item = (usize, Vec<Cell>)>,
    ) -> Result<Self, TilingError> {
        let all = u32::try_from(puzzle.region().area()).unwrap_or(u32::MAX);
        let loose = loosened(puzzle, all).expect("the puzzle without some of its rules");
        Ok(Self { puzzle: Arc::clone(puzzle), loose: Tiling::new(&Arc::new(loose), laid)? })
    }

    /// The puzzle whose pieces are packed.
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// Returns the placements, in reading order of their first cells.
    pub fn placements(&self) -> &[Placement] {
        self.loose.placements()
    }

    /// Returns the region cells that no piece covers, in reading order.
    pub fn uncovered(&self) -> &[Cell] {
        self.loose.gaps()
    }

    /// Returns how many region cells are covered.
    pub fn covered(&self) -> usize {
        self.puzzle.region().area() - self.uncovered().len()
    }

    /// Returns the packing as a tiling, if it keeps every rule of the puzzle.
    pub fn tiling(&self) -> Option<Tiling> {
        let laid = self.placements().iter().map(|placement| (placement.piece, placement.cells.clone()));
        Tiling::new(&self.puzzle, laid).ok()
    }
}

/// Returns the puzzle with up to `gaps` uncovered cells, no required pieces and no balance; `None` if the
/// areas of the pieces cannot add up to that.
pub fn loosened(puzzle: &Puzzle, gaps: u32) -> Option<Puzzle> {
    let loose = |piece: &Piece| Piece { count: Count { min: 0, ..piece.count }, ..piece.clone() };
    let pieces = puzzle.pieces().iter().map(loose).collect();
    // Clues are for puzzles of which every cell is covered.
    let mut rules = Rules { gaps, linked: false, balance: None, clues: Vec::new(), ..puzzle.rules().clone() };
    rules.one_of.iter_mut().for_each(|choice| choice.count.min = 0);
    // Which cells stay uncovered does not matter, only how many.
    let region = puzzle.region().clone().with_optional([]);
    Puzzle::ruled(puzzle.name(), region, pieces, rules).ok()
}

/// Draws the packing as a letter grid like [`super::write_letter_grid`], with `?` for every uncovered cell.
///
/// Letter grids use this mark for nothing else: a packing read as a tiling is refused, or has a conspicuous
/// piece `?`.
pub fn write_packing_grid(packing: &Packing) -> String {
    letter_grid(&packing.loose, '?')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;
    use crate::polyform::{Freedom, Shape};
    use crate::puzzle::Region;

    fn puzzle() -> Arc<Puzzle> {
        let piece = |name: &str, row: &str| Piece {
            name: name.into(),
            shape: Shape::from_rows(Lattice::Square, [row]).expect("a shape"),
            freedom: Freedom::Free,
            count: Count::exactly(1),
        };
        let region = Region::rectangle(Lattice::Square, 5, 1).expect("a region");
        Arc::new(Puzzle::new("test", region, vec![piece("A", "##"), piece("B", "###")]).expect("a puzzle"))
    }

    fn cells(columns: std::ops::Range<i32>) -> Vec<Cell> {
        columns.map(|x| Cell::new(x, 0)).collect()
    }

    #[test]
    fn a_packing_is_less_than_a_tiling_and_says_how_much() {
        let part = Packing::new(&puzzle(), [(1, cells(1..4))]).expect("a packing");
        assert_eq!((part.covered(), part.uncovered()), (3, &[Cell::new(0, 0), Cell::new(4, 0)][..]));
        assert_eq!(part.tiling(), None);
        assert_eq!(write_packing_grid(&part), "?BBB?\n");
        let whole = Packing::new(&puzzle(), [(1, cells(0..3)), (0, cells(3..5))]).expect("a packing");
        assert_eq!(whole.tiling().map(|tiling| tiling.placements().len()), Some(2));
        assert_eq!(Packing::new(&puzzle(), []).expect("nothing is a packing").covered(), 0);
    }

    #[test]
    fn what_holds_for_parts_is_checked() {
        let error = |laid: &[(usize, Vec<Cell>)]| Packing::new(&puzzle(), laid.to_vec()).unwrap_err();
        let twice = error(&[(1, cells(0..3)), (0, cells(2..4))]);
        assert!(matches!(twice, TilingError::CoveredTwice { .. }));
        let often = error(&[(0, cells(0..2)), (0, cells(2..4))]);
        assert!(matches!(often, TilingError::WrongCount { found: 2, .. }));
        assert!(matches!(error(&[(0, cells(4..6))]), TilingError::Outside { .. }));
        assert!(matches!(error(&[(0, cells(0..3))]), TilingError::OtherShape { .. }));
    }
}

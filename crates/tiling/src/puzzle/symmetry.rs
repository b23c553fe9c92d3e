//! The symmetries of a whole puzzle: those of its region that also keep its pieces.

use std::collections::BTreeSet;

use super::colors::Form;
use super::wrap::Joined;
use super::{Clue, Kind, Puzzle};
use crate::lattice::{Cell, Lattice, Symmetry};
use crate::polyform::Freedom;

/// A symmetry of a puzzle: it maps every tiling to a tiling.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PuzzleSymmetry {
    /// The turn or reflection.
    pub symmetry: Symmetry,
    /// The translation that follows it.
    pub shift: Cell,
    /// For each piece, its image: itself, or its mirror twin if pieces may not be flipped.
    pub pieces: Vec<usize>,
    /// The joined sides of the region.
    joined: Option<Joined>,
}

impl PuzzleSymmetry {
    /// Returns the image of a region cell.
    pub fn apply(&self, lattice: Lattice, cell: Cell) -> Cell {
        let image = lattice.apply(self.symmetry, cell).shifted(self.shift);
        self.joined.map_or(image, |joined| joined.home(lattice, image))
    }
}

/// Returns the symmetries of `puzzle`, the identity first.
pub(super) fn symmetries(puzzle: &Puzzle) -> Vec<PuzzleSymmetry> {
    let kinds = puzzle.kinds();
    let region = puzzle.region.symmetries().into_iter();
    region
        .filter_map(|(symmetry, shift)| {
            let moved = Moved::new(puzzle, symmetry, shift);
            let joined = puzzle.region.joined();
            moved.pieces(&kinds).map(|pieces| PuzzleSymmetry { symmetry, shift, pieces, joined })
        })
        .filter(|symmetry| {
            keeps_clues(puzzle, symmetry)
                && keeps_classes(puzzle, symmetry)
                && keeps_colors(puzzle, symmetry)
                && keeps_sets(puzzle, symmetry)
                && keeps_turned(puzzle, symmetry)
        })
        .collect()
}

/// Returns whether the clues are mapped onto themselves.
fn keeps_clues(puzzle: &Puzzle, symmetry: &PuzzleSymmetry) -> bool {
    let apply = |cell| symmetry.apply(puzzle.lattice(), cell);
    let images: Vec<Clue> = puzzle.clues().iter().map(|clue| clue.moved(apply, &symmetry.pieces)).collect();
    puzzle.letters_of_all_orientations(&images) == puzzle.clues()
}

/// Returns whether classes are mapped onto themselves, and what is never open together onto the same.
fn keeps_classes(puzzle: &Puzzle, symmetry: &PuzzleSymmetry) -> bool {
    let plain = |cells: &[Cell]| cells.iter().copied().collect::<BTreeSet<Cell>>();
    let moved = |cells: &[Cell]| cells.iter().map(|&cell| symmetry.apply(puzzle.lattice(), cell)).collect();
    let never: BTreeSet<BTreeSet<Cell>> = puzzle.rules.never.iter().map(|cells| moved(cells)).collect();
    puzzle.classes().iter().all(|class| plain(&class.cells) == moved(&class.cells))
        && never == puzzle.rules.never.iter().map(|cells| plain(cells)).collect()
}

/// Returns whether cells of the board are mapped onto cells of the same color.
fn keeps_colors(puzzle: &Puzzle, symmetry: &PuzzleSymmetry) -> bool {
    let colors = puzzle.colors();
    let mut board = colors.board.iter();
    board.all(|&(cell, color)| colors.on_board(symmetry.apply(puzzle.lattice(), cell)) == Some(color))
}

/// Returns whether sets that keep apart are mapped onto such sets.
fn keeps_sets(puzzle: &Puzzle, symmetry: &PuzzleSymmetry) -> bool {
    puzzle.rules.apart.iter().all(|set| {
        let mut moved: Vec<usize> = set.iter().map(|&piece| symmetry.pieces[piece]).collect();
        moved.sort_unstable();
        puzzle.rules.apart.contains(&moved)
    })
}

/// Returns whether the orientations of a piece are mapped onto the orientations of one piece.
fn keeps_turned(puzzle: &Puzzle, symmetry: &PuzzleSymmetry) -> bool {
    puzzle.colors().turned.iter().all(|turned| {
        let onto = puzzle.orientations_of(symmetry.pieces[turned.pieces.start]);
        turned.pieces.len() == onto.len()
            && turned.pieces.clone().all(|piece| onto.contains(&symmetry.pieces[piece]))
    })
}

/// The data for mapping a puzzle onto itself.
struct Moved<'a> {
    puzzle: &'a Puzzle,
    symmetry: Symmetry,
    /// For each piece, the cells of its copies that are placed already.
    placed: Vec<Lying>,
}

/// The cells of some copies, and their images.
#[derive(Clone, Default)]
struct Lying {
    before: Vec<Vec<Cell>>,
    after: Vec<Vec<Cell>>,
}

impl<'a> Moved<'a> {
    fn new(puzzle: &'a Puzzle, symmetry: Symmetry, shift: Cell) -> Self {
        let apply = |cell: &Cell| puzzle.region.home(puzzle.lattice().apply(symmetry, *cell).shifted(shift));
        let mut placed = vec![Lying::default(); puzzle.pieces.len()];
        for lying in puzzle.placed() {
            let mut cells: Vec<Cell> = lying.cells.iter().map(apply).collect();
            cells.sort_unstable();
            placed[lying.piece].before.push(lying.cells.clone());
            placed[lying.piece].after.push(cells);
        }
        placed.iter_mut().for_each(|lying| lying.after.sort_unstable());
        Self { puzzle, symmetry, placed }
    }

    /// Returns the image of each piece; `None` unless kinds are mapped to kinds.
    fn pieces(&self, kinds: &[Kind]) -> Option<Vec<usize>> {
        let (mut images, mut taken) = (vec![0; self.puzzle.pieces.len()], vec![false; kinds.len()]);
        for (number, kind) in kinds.iter().enumerate() {
            // Itself if possible, otherwise the first equal one.
            let others = std::iter::once(number).chain(0..kinds.len()).filter(|&other| !taken[other]);
            let (image, onto) =
                others.into_iter().find_map(|other| Some((other, self.onto(kind, &kinds[other])?)))?;
            taken[image] = true;
            kind.pieces.clone().zip(onto).for_each(|(piece, onto)| images[piece] = onto);
        }
        Some(images)
    }

    /// Returns the pieces of `other` on which those of `kind` are mapped, if they are the same pieces as often.
    fn onto(&self, kind: &Kind, other: &Kind) -> Option<Vec<usize>> {
        if kind.count != other.count || kind.pieces.len() != other.pieces.len() {
            return None;
        }
        let mut found: Vec<usize> = Vec::new();
        for piece in kind.pieces.clone() {
            let own = std::iter::once(piece).filter(|piece| other.pieces.contains(piece));
            let free = own.chain(other.pieces.clone()).filter(|one| !found.contains(one));
            let image = free.into_iter().find(|&one| self.is_image(piece, one))?;
            found.push(image);
        }
        Some(found)
    }

    /// Returns whether a piece is mapped onto another, and its placed copies onto those of the other. A piece that may be flipped
    /// is its own image only: others of its shape are different pieces.
    fn is_image(&self, piece: usize, other: usize) -> bool {
        let [before, after] = [piece, other].map(|piece| &self.puzzle.pieces[piece]);
        let is_same = || {
            let (lattice, [one, another]) =
                (self.puzzle.lattice(), [piece, other].map(|piece| Form::of(self.puzzle, piece)));
            let moved = one.moved(lattice, self.symmetry).least(lattice, before.freedom);
            after.freedom == before.freedom && another.least(lattice, after.freedom) == moved
        };
        self.placed[other].before == self.placed[piece].after
            && if before.freedom == Freedom::Free { piece == other } else { is_same() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polyform::Shape;
    use crate::puzzle::{Count, Piece, Placed, Region, Rules};

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
    fn a_symmetry_keeps_placed_pieces() {
        let shape = Shape::from_rows(Lattice::Square, ["##"]).expect("a good shape");
        let domino = |name: &str| Piece {
            name: name.into(),
            shape: shape.clone(),
            freedom: Freedom::Free,
            count: Count::ANY,
        };
        let symmetries = |placed: &[(usize, i32, i32)]| {
            let lying = |&(piece, x, y)| Placed { piece, cells: vec![Cell::new(x, y), Cell::new(x + 1, y)] };
            let rules = Rules { placed: placed.iter().map(lying).collect(), ..Rules::default() };
            let region = Region::rectangle(Lattice::Square, 4, 4).expect("a good region");
            let puzzle = Puzzle::ruled("test", region, vec![domino("a"), domino("b")], rules);
            puzzle.expect("a good puzzle").symmetries().len()
        };
        assert_eq!(symmetries(&[]), 8);
        assert_eq!(symmetries(&[(0, 0, 0)]), 1);
        assert_eq!(symmetries(&[(0, 1, 0)]), 2, "left and right");
        assert_eq!(symmetries(&[(0, 1, 0), (0, 1, 3)]), 4);
        assert_eq!(symmetries(&[(0, 1, 0), (1, 1, 3)]), 2, "pieces of other names are other pieces");
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

//! Checks pieces that are placed already, and computes the rest of the puzzle.

use std::collections::{BTreeMap, BTreeSet};

use super::clues::open_clues;
use super::{Contact, Placed, Puzzle, PuzzleError};
use crate::lattice::Cell;
use crate::polyform::Shape;

/// Returns the rules that the placed pieces of `puzzle` break, at most one for each piece.
pub(super) fn broken_placed(puzzle: &Puzzle) -> Vec<PuzzleError> {
    let (mut broken, mut owner) = (Vec::new(), BTreeMap::new());
    for (index, placed) in puzzle.placed().iter().enumerate() {
        let wrong = wrong_by_itself(puzzle, index + 1, placed).or_else(|| cover(&mut owner, index, placed));
        broken.extend(wrong);
    }
    if broken.is_empty() {
        broken.extend(touching(puzzle, &owner));
        broken.extend(too_often(puzzle));
    }
    broken
}

fn wrong_by_itself(puzzle: &Puzzle, number: usize, placed: &Placed) -> Option<PuzzleError> {
    let Some(piece) = puzzle.pieces().get(placed.piece) else {
        let (found, pieces) = (placed.piece, puzzle.pieces().len());
        return Some(PuzzleError::PlacedUnknown { placed: number, found, pieces });
    };
    let symmetries = puzzle.lattice().symmetries().filter(|&symmetry| piece.freedom.allows(symmetry));
    let mut forms = symmetries.map(|symmetry| piece.shape.moved(symmetry));
    let fits = match puzzle.region().wrap() {
        None => Shape::new(puzzle.lattice(), placed.cells.clone())
            .is_ok_and(|shape| forms.any(|form| form == shape)),
        Some(_) => forms.any(|form| puzzle.region().shift_onto(form.cells(), &placed.cells).is_some()),
    };
    if !fits {
        return Some(PuzzleError::PlacedOtherShape { placed: number, piece: piece.name.clone() });
    }
    let outside = placed.cells.iter().find(|&&cell| puzzle.region().index_of(cell).is_none());
    outside.map(|&cell| PuzzleError::PlacedOutside { placed: number, cell })
}

fn cover(owner: &mut BTreeMap<Cell, usize>, index: usize, placed: &Placed) -> Option<PuzzleError> {
    for &cell in &placed.cells {
        if let Some(&other) = owner.get(&cell) {
            return Some(PuzzleError::PlacedTwice { placed: index + 1, other: other + 1, cell });
        }
    }
    owner.extend(placed.cells.iter().map(|&cell| (cell, index)));
    None
}

/// Returns the first two placed pieces that touch although a rule forbids it.
fn touching(puzzle: &Puzzle, owner: &BTreeMap<Cell, usize>) -> Option<PuzzleError> {
    let lattice = puzzle.lattice();
    for (&cell, &index) in owner {
        let near: Vec<Cell> = match puzzle.contact() {
            Contact::Forbidden => lattice.touching(cell),
            Contact::Allowed if puzzle.keeps_apart() => lattice.neighbours(cell).collect(),
            Contact::Allowed => return None,
        };
        let piece = |index: usize| puzzle.placed()[index].piece;
        let forbidden = |other: usize| {
            other != index
                && (puzzle.contact() == Contact::Forbidden
                    || !puzzle.may_be_beside(piece(other), piece(index)))
        };
        let touched = near.into_iter().map(|near| puzzle.region().home(near)).find_map(|near| {
            let other = *owner.get(&near)?;
            forbidden(other).then_some((near, other))
        });
        if let Some((near, other)) = touched {
            return Some(PuzzleError::PlacedTouch {
                placed: other + 1,
                other: index + 1,
                cells: (cell, near),
            });
        }
    }
    None
}

fn too_often(puzzle: &Puzzle) -> impl Iterator<Item = PuzzleError> {
    let copies = |piece| puzzle.placed().iter().filter(|placed| placed.piece == piece).count() as u64;
    puzzle.kinds().into_iter().filter_map(move |kind| {
        let (found, max) = (kind.pieces.clone().map(copies).sum::<u64>(), kind.count.max?);
        let over = found > u64::from(max);
        over.then(|| PuzzleError::PlacedTooOften { piece: puzzle.kind_name(&kind), found, max })
    })
}

/// Returns the puzzle that is left after the placed pieces: the region without their cells (and without the
/// cells beside them if contact is forbidden), and the copies that are not placed.
///
/// The placed pieces stay known, now outside the region, because copies of one piece may have to keep apart.
/// The rest of an unsolvable puzzle may break the rules of area, and its region may be empty.
pub(super) fn rest(puzzle: &Puzzle) -> Puzzle {
    let lattice = puzzle.lattice();
    let mut taken: BTreeSet<Cell> = puzzle.placed().iter().flat_map(|placed| placed.cells.clone()).collect();
    if puzzle.contact() == Contact::Forbidden {
        let beside: Vec<Cell> = taken.iter().flat_map(|&cell| lattice.touching(cell)).collect();
        taken.extend(beside.into_iter().map(|cell| puzzle.region.home(cell)));
    }
    let mut rest = puzzle.clone();
    rest.region = puzzle.region.without(&taken);
    for placed in puzzle.placed() {
        rest.take_copy(placed.piece);
    }
    rest.rules.clues = open_clues(&rest.rules.clues, &rest.region);
    for class in &mut rest.rules.classes {
        class.cells.retain(|&cell| rest.region.index_of(cell).is_some());
    }
    rest.rules = rest.rules.normal(rest.region.area());
    rest.count_optional();
    rest
}

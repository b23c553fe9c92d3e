//! Kinds of pieces that are counted together: a piece by itself, or those of which each copy shows one.
//!
//! A piece that shows one of several shapes is several pieces, so drawings, records and checks know each by its own name; only
//! their copies are counted together.

use std::ops::Range;

use super::{Count, Puzzle, PuzzleError};

/// Pieces whose copies are counted together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Kind {
    /// Its pieces: one, or those of a [choice](super::OneOf).
    pub pieces: Range<usize>,
    /// How many copies a tiling has of all together.
    pub count: Count,
}

impl Puzzle {
    /// Returns the kinds of pieces, in the order of the pieces; each piece is of one kind.
    pub fn kinds(&self) -> Vec<Kind> {
        let (mut kinds, mut choices) = (Vec::new(), self.rules.one_of.iter().peekable());
        while let Some((next, piece)) = kinds
            .last()
            .map_or(Some(0), |kind: &Kind| Some(kind.pieces.end))
            .and_then(|next| Some((next, self.pieces.get(next)?)))
        {
            let choice = choices.next_if(|choice| choice.pieces.start == next);
            let (pieces, count) =
                choice.map_or((next..next + 1, piece.count), |choice| (choice.pieces.clone(), choice.count));
            kinds.push(Kind { pieces, count });
        }
        kinds
    }

    /// Returns what a kind is called: by the names of its pieces.
    pub fn kind_name(&self, kind: &Kind) -> String {
        let mut names: Vec<&str> = kind.pieces.clone().map(|piece| self.name_of(piece)).collect();
        names.dedup();
        names.join(" or ")
    }

    /// Returns the least and the greatest number of cells that a copy of a kind covers.
    pub fn kind_areas(&self, kind: &Kind) -> (u64, u64) {
        let areas = self.pieces[kind.pieces.clone()].iter().map(|piece| piece.shape.area() as u64);
        (areas.clone().min().unwrap_or(0), areas.max().unwrap_or(0))
    }

    /// Returns the least number of cells that the pieces which must be used cover.
    pub(super) fn least_area(&self) -> u64 {
        self.kinds().iter().map(|kind| self.kind_areas(kind).0 * u64::from(kind.count.min)).sum()
    }

    /// Makes what follows from choices the counts of their pieces: none need be used, and each at most as often as all together.
    /// A choice of any number of each says nothing more.
    pub(super) fn count_choices(&mut self) {
        for choice in &self.rules.one_of {
            let pieces = self.pieces.get_mut(choice.pieces.clone()).unwrap_or_default();
            pieces.iter_mut().for_each(|piece| piece.count = Count { min: 0, ..choice.count });
        }
        self.rules.one_of.retain(|choice| choice.count != Count::ANY || choice.pieces.is_empty());
    }

    /// Takes a copy of a piece away, and so one of its kind.
    pub(super) fn take_copy(&mut self, piece: usize) {
        let less = |count: &mut Count| {
            count.min = count.min.saturating_sub(1);
            count.max = count.max.map(|max| max.saturating_sub(1));
        };
        match self.rules.one_of.iter_mut().find(|choice| choice.pieces.contains(&piece)) {
            Some(choice) => less(&mut choice.count),
            None => less(&mut self.pieces[piece].count),
        }
        self.count_choices();
    }
}

/// Returns the rules that the choices of `puzzle` break.
pub(super) fn broken_choices(puzzle: &Puzzle) -> Vec<PuzzleError> {
    let (mut broken, mut free) = (Vec::new(), 0);
    for choice in &puzzle.rules.one_of {
        let pieces = &choice.pieces;
        let is_of_class = puzzle.classes().iter().any(|class| pieces.contains(&class.piece));
        if pieces.is_empty() || pieces.start < free || pieces.end > puzzle.pieces.len() || is_of_class {
            broken.push(PuzzleError::NoChoice {
                first: pieces.start,
                end: pieces.end,
                pieces: puzzle.pieces.len(),
            });
        }
        free = free.max(pieces.end);
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::super::{OneOf, Placed, Region, Rules, pieces_named};
    use super::*;
    use crate::lattice::{Cell, Lattice};

    fn ruled(one_of: Vec<OneOf>, placed: Vec<Placed>) -> Result<Puzzle, Vec<PuzzleError>> {
        let region = Region::rectangle(Lattice::Square, 5, 4).expect("a region");
        let pieces = pieces_named("tetrominoes").expect("pieces");
        let rules = Rules { gaps: 16, one_of, placed, ..Rules::default() };
        Puzzle::ruled("test", region, pieces, rules).map_err(|broken| broken.into_iter().collect())
    }

    #[test]
    fn choices_are_of_pieces_that_are_there_and_in_one_only() {
        let choice = |pieces| OneOf { pieces, count: Count::exactly(1) };
        let kinds = |puzzle: &Puzzle| puzzle.kinds().into_iter().map(|kind| kind.pieces).collect::<Vec<_>>();
        let puzzle = ruled(vec![choice(3..5), choice(0..2)], Vec::new()).expect("a good puzzle");
        assert_eq!(kinds(&puzzle), [0..2, 2..3, 3..5]);
        for wrong in [vec![choice(4..6)], vec![choice(0..2), choice(1..3)], vec![choice(2..2)]] {
            let broken = ruled(wrong, Vec::new()).expect_err("no choice");
            assert!(matches!(broken[..], [PuzzleError::NoChoice { .. }]), "{broken:?}");
        }
    }

    #[test]
    fn a_placed_piece_is_a_copy_of_its_kind() {
        let placed = |row| Placed { piece: 0, cells: (0..4).map(|x| Cell::new(x, row)).collect() };
        let choice = |count| vec![OneOf { pieces: 0..2, count: Count::exactly(count) }];
        let rest = ruled(choice(2), vec![placed(0)]).expect("a good puzzle").rest();
        assert_eq!(rest.kinds()[0].count, Count::exactly(1));
        assert_eq!(rest.pieces()[1].count, Count { min: 0, max: Some(1) });
        let broken = ruled(choice(1), vec![placed(0), placed(1)]).expect_err("two of one");
        assert!(matches!(broken[..], [PuzzleError::PlacedTooOften { found: 2, max: 1, .. }]), "{broken:?}");
    }
}

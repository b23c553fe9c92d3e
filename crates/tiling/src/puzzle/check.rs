//! Checks a puzzle against the rules that every puzzle obeys.

use std::collections::BTreeSet;

use super::classes::broken_classes;
use super::clues::broken_clues;
use super::colors::broken_colors;
use super::kinds::broken_choices;
use super::placed::broken_placed;
use super::{Contact, Puzzle, PuzzleError};
use crate::limits::Limit;

/// Returns every rule that `puzzle` breaks, in the order of [`PuzzleError`].
pub(super) fn broken_rules(puzzle: &Puzzle) -> Vec<PuzzleError> {
    let mut broken = Vec::new();
    if puzzle.pieces.is_empty() {
        broken.push(PuzzleError::NoPieces);
    }
    let (found, allowed) = (puzzle.pieces.len() as u64, Limit::Pieces.ceiling());
    if found > allowed {
        broken.push(PuzzleError::TooManyPieces { found, allowed });
    }
    let mut names = BTreeSet::new();
    for piece in &puzzle.pieces {
        if piece.shape.lattice() != puzzle.lattice() {
            broken.push(PuzzleError::OtherLattice {
                piece: piece.name.clone(),
                found: piece.shape.lattice(),
                allowed: puzzle.lattice(),
            });
        }
    }
    let turned = puzzle.rules.colors.turned.iter().map(|turned| &turned.name);
    for name in puzzle.pieces.iter().map(|piece| &piece.name).chain(turned) {
        if !names.insert(name) {
            broken.push(PuzzleError::SameName { piece: name.clone() });
        }
    }
    let choices = broken_choices(puzzle);
    // Pieces that are no choice cannot be counted.
    if !choices.is_empty() {
        broken.extend(choices);
        return broken;
    }
    for kind in puzzle.kinds() {
        if let Some(max) = kind.count.max.filter(|&max| max < kind.count.min) {
            broken.push(PuzzleError::MinOverMax { piece: puzzle.kind_name(&kind), min: kind.count.min, max });
        }
    }
    let mut set_apart = BTreeSet::new();
    let unknown =
        puzzle.rules.apart.iter().flatten().find(|&&piece| {
            piece >= puzzle.pieces.len() || !set_apart.insert(piece) || puzzle.is_opening(piece)
        });
    broken.extend(unknown.map(|&found| PuzzleError::NotApart { found, pieces: puzzle.pieces.len() }));
    // Cells cannot be compared across lattices.
    if !broken.iter().any(|rule| matches!(rule, PuzzleError::OtherLattice { .. })) {
        let placed = broken_placed(puzzle);
        broken.extend(broken_classes(puzzle));
        // Clues are compared with placed pieces.
        broken.extend(if placed.is_empty() {
            [broken_clues(puzzle), broken_colors(puzzle)].concat()
        } else {
            placed
        });
    }
    // Contradictory counts have no area.
    let counts_hold = !broken.iter().any(|rule| matches!(rule, PuzzleError::MinOverMax { .. }));
    broken.extend(broken_area(puzzle).filter(|_| counts_hold && !puzzle.pieces.is_empty()));
    broken
}

/// Pieces whose areas cannot add up to the region are a mistake in the puzzle, found without a search.
fn broken_area(puzzle: &Puzzle) -> Option<PuzzleError> {
    let region = puzzle.region.area() as u64;
    let least = puzzle.least_area();
    if least > region {
        return Some(PuzzleError::TooMuch { pieces: least, region });
    }
    let most = puzzle
        .kinds()
        .iter()
        .map(|kind| {
            kind.count.max.map_or(region, |max| (puzzle.kind_areas(kind).1 * u64::from(max)).min(region))
        })
        .fold(0u64, |sum, area| (sum + area).min(region));
    let short = puzzle.contact() == Contact::Allowed && most + u64::from(puzzle.gaps()) < region;
    short.then_some(PuzzleError::TooLittle { pieces: most, region, gaps: puzzle.gaps() })
}

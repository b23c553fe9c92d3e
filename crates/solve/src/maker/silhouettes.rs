//! Finds shapes with symmetry that a whole set of pieces fills, in one way or a few.
//!
//! A shape grows at random, one orbit of a cell after another, so that it keeps one or two symmetries from the
//! beginning. Cells with more neighbours in the shape are preferred: ragged shapes have no solutions, and
//! round ones thousands.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Flow, MOST_TRIED, Maker, MakerOptions, MakerReport, Solutions};
use crate::ground::{SolveOptions, SolverError, StopReason};
use piecework_tiling::lattice::{Cell, Lattice, Symmetry};
use piecework_tiling::polyform::{Freedom, Shape, connected_parts};
use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
use piecework_tiling::random::Random;

/// The most cells of an orbit, the farthest shift of a symmetry, and the cells of which the one with the most
/// neighbours in the shape is taken. Chosen by eye.
const LARGEST_ORBIT: usize = 12;
const FARTHEST: usize = 2;
const COMPARED: usize = 3;
/// The same for boards that are to be round.
const ROUND: usize = 40;
/// Cells that are tried in a row before a shape is given up.
const PATIENCE: usize = 60;

/// Makes puzzles of which the board is a silhouette that all pieces fill, each as often as its count allows at
/// most, and named after `name` with a number.
///
/// Time limit, node limit and stop flag of `options` apply to everything together; its seed has no effect.
///
/// # Errors
/// [`SolverError`] if the puzzles are too large for the limits.
///
/// # Examples
/// ```
/// use piecework_solve::SolveOptions;
/// use piecework_solve::maker::{MakerOptions, make_silhouettes};
/// use piecework_tiling::puzzle::pieces_named;
/// let pieces = pieces_named("tetrominoes:L,S,T")?;
/// let wanted = MakerOptions { count: 2, seed: 1, ..MakerOptions::default() };
/// let report = make_silhouettes("Twelve", &pieces, &wanted, &SolveOptions::default())?;
/// assert!(report.puzzles.iter().all(|made| made.puzzle.region().area() == 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn make_silhouettes(
    name: &str,
    pieces: &[Piece],
    wanted: &MakerOptions,
    options: &SolveOptions<'_>,
) -> Result<MakerReport, SolverError> {
    let all: Vec<Piece> = pieces
        .iter()
        .map(|piece| Piece { count: Count::exactly(piece.count.max.unwrap_or(1)), ..piece.clone() })
        .collect();
    let mut maker = Maker::new(wanted, options);
    if let ControlFlow::Break(reason) = maker.fill_silhouettes(&all)? {
        maker.stop(reason);
    }
    Ok(maker.named(name))
}

impl Maker<'_> {
    fn fill_silhouettes(&mut self, pieces: &[Piece]) -> Flow<()> {
        let Some(lattice) = pieces.first().map(|piece| piece.shape.lattice()) else {
            return Ok(ControlFlow::Continue(()));
        };
        let area = pieces.iter().map(|piece| piece.shape.area() * piece.count.min as usize).sum();
        self.report.selections = 1;
        let mut seen = BTreeSet::new();
        for _ in 0..MOST_TRIED {
            if self.report.puzzles.len() >= self.wanted.count {
                return Ok(ControlFlow::Break(StopReason::Visitor));
            }
            if let Some(reason) = self.rings() {
                return Ok(ControlFlow::Break(reason));
            }
            let Some(cells) = grown(&mut self.random, lattice, area, COMPARED) else { continue };
            let Ok(shape) = Shape::new(lattice, cells.clone()) else { continue };
            if !seen.insert(shape.least(Freedom::Free)) {
                continue;
            }
            self.report.tried += 1;
            let puzzle = Region::new(lattice, cells)
                .ok()
                .and_then(|region| Puzzle::new("", region, pieces.to_vec()).ok());
            let Some(puzzle) = puzzle else { continue };
            let found = match self.solutions(&Arc::new(puzzle), true)? {
                ControlFlow::Break(reason) => return Ok(ControlFlow::Break(reason)),
                ControlFlow::Continue(Solutions::One(only)) => Some(only),
                ControlFlow::Continue(Solutions::Several(one)) if !self.wanted.unique => Some(one),
                ControlFlow::Continue(_) => None,
            };
            if let Some(solution) = found
                && let ControlFlow::Break(reason) = self.keep(solution)?
            {
                return Ok(ControlFlow::Break(reason));
            }
        }
        Ok(ControlFlow::Break(StopReason::NodeLimit))
    }
}

/// A turn or reflection, and the translation that follows it.
type Motion = (Symmetry, Cell);

/// Returns the cells of a connected shape with symmetry and without holes, if one grows.
fn grown(random: &mut Random, lattice: Lattice, area: usize, compared: usize) -> Option<Vec<Cell>> {
    let motions = motions(random, lattice);
    let cells: Vec<Cell> = grow(random, lattice, &motions, area, compared)?.into_iter().collect();
    (!has_hole(lattice, &cells)).then_some(cells)
}

/// Returns the same for a board: round, and each cell has two neighbors at least. It grows larger, and what is thin is taken away;
/// of the last orbit only some cells where the area wants it, as an odd one of drafters.
pub(super) fn grown_round(random: &mut Random, lattice: Lattice, area: usize) -> Option<Vec<Cell>> {
    let motions = motions(random, lattice);
    let more = random.below(1 + area / 4);
    let mut shape = grow(random, lattice, &motions, area + more, ROUND)?;
    loop {
        let near = |cell: &Cell| lattice.neighbours(*cell).filter(|near| shape.contains(near)).count();
        let rim: Vec<Cell> =
            shape.iter().copied().filter(|cell| near(cell) < lattice.neighbours(*cell).count()).collect();
        let thin = rim.iter().copied().find(|cell| near(cell) < 2);
        let compared = (0..ROUND).map(|_| rim[random.below(rim.len())]);
        let least = match thin {
            None if shape.len() == area => break,
            None => compared.min_by_key(near)?,
            Some(thin) => thin,
        };
        let most = shape.len().checked_sub(area).filter(|&most| most > 0)?;
        orbit(lattice, &motions, least)?.iter().take(most).for_each(|cell| _ = shape.remove(cell));
    }
    let cells: Vec<Cell> = shape.into_iter().collect();
    let is_whole = connected_parts(lattice, &cells).iter().all(|&part| part == 0);
    (is_whole && !has_hole(lattice, &cells)).then_some(cells)
}

/// Grows a connected shape that the motions keep. The more cells are compared, the rounder it is.
fn grow(
    random: &mut Random,
    lattice: Lattice,
    motions: &[Motion],
    area: usize,
    compared: usize,
) -> Option<BTreeSet<Cell>> {
    let start = lattice.row(1, 0).next()?;
    let mut shape: BTreeSet<Cell> = orbit(lattice, motions, start)?.into_iter().collect();
    let mut failures = 0;
    while shape.len() < area {
        let around = |cell: &Cell| lattice.neighbours(*cell).collect::<Vec<Cell>>();
        let outside: BTreeSet<Cell> =
            shape.iter().flat_map(around).filter(|cell| !shape.contains(cell)).collect();
        let outside: Vec<Cell> = outside.into_iter().collect();
        let near = |cell: &Cell| lattice.neighbours(*cell).filter(|near| shape.contains(near)).count();
        let compared: Vec<Cell> = (0..compared).map(|_| outside[random.below(outside.len())]).collect();
        let best = compared.into_iter().max_by_key(near)?;
        let more = orbit(lattice, motions, best)?;
        if shape.len() + more.len() <= area {
            shape.extend(more);
        } else {
            failures += 1;
            if failures > PATIENCE {
                return None;
            }
        }
    }
    Some(shape)
}

/// Returns one or two motions at random, which are no translations.
fn motions(random: &mut Random, lattice: Lattice) -> Vec<Motion> {
    let all: Vec<Symmetry> = lattice.symmetries().skip(1).collect();
    let reach = i32::try_from(FARTHEST).unwrap_or(0);
    let mut motions = Vec::new();
    let wanted = 1 + random.below(2);
    while motions.len() < wanted {
        let mut step = || i32::try_from(random.below(2 * FARTHEST + 1)).unwrap_or(0) - reach;
        let shift = Cell::new(step(), step());
        let symmetry = all[random.below(all.len())];
        if lattice.is_translation(shift) {
            motions.push((symmetry, shift));
        }
    }
    motions
}

/// Returns the images of a cell; `None` if there are too many, as where motions make a translation.
fn orbit(lattice: Lattice, motions: &[Motion], cell: Cell) -> Option<Vec<Cell>> {
    let mut found = vec![cell];
    let mut at = 0;
    while at < found.len() {
        for &(symmetry, shift) in motions {
            let image = lattice.apply(symmetry, found[at]).shifted(shift);
            if !found.contains(&image) {
                found.push(image);
            }
        }
        at += 1;
        if found.len() > LARGEST_ORBIT {
            return None;
        }
    }
    Some(found)
}

/// Returns whether cells outside a shape, which are in reading order, are enclosed by it.
fn has_hole(lattice: Lattice, cells: &[Cell]) -> bool {
    let (left, right) = (cells.iter().map(|cell| cell.x).min(), cells.iter().map(|cell| cell.x).max());
    let (Some(left), Some(right)) = (left, right) else { return false };
    let (top, bottom) = (cells[0].y, cells[cells.len() - 1].y);
    let is_near =
        |cell: &Cell| (left - 4..=right + 4).contains(&cell.x) && (top - 4..=bottom + 4).contains(&cell.y);
    let outside = |cell: Cell| lattice.neighbours(cell).filter(|near| cells.binary_search(near).is_err());
    let around: BTreeSet<Cell> = cells.iter().flat_map(|&cell| outside(cell)).collect();
    // The first cell has a neighbour outside which is above it, or left of it.
    let Some(&first) = around.first() else { return false };
    let (mut reached, mut waiting) = (BTreeSet::from([first]), vec![first]);
    while let Some(cell) = waiting.pop() {
        waiting.extend(
            outside(cell).filter(is_near).filter(|&near| reached.insert(near)).collect::<Vec<Cell>>(),
        );
    }
    !around.is_subset(&reached)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_their_area_a_symmetry_and_no_hole() {
        for &lattice in &[Lattice::Square, Lattice::Hex, Lattice::Triangle] {
            let mut random = Random::new(3);
            let shapes: Vec<Vec<Cell>> =
                (0..80).filter_map(|_| grown(&mut random, lattice, 24, COMPARED)).collect();
            assert!(shapes.len() >= 8, "{lattice}: {}", shapes.len());
            for cells in shapes {
                let region = Region::new(lattice, cells.clone()).expect("a region");
                assert_eq!(region.area(), 24);
                assert!(region.symmetries().len() > 1, "{lattice} {cells:?}");
                assert!(!has_hole(lattice, &cells));
            }
        }
        let ring = Region::rectangle(Lattice::Square, 3, 3).expect("a region");
        let ring: Vec<Cell> =
            ring.cells().iter().copied().filter(|cell| (cell.x, cell.y) != (1, 1)).collect();
        let open = [&ring[..1], &ring[2..]].concat();
        assert!(has_hole(Lattice::Square, &ring) && !has_hole(Lattice::Square, &open));
    }
}

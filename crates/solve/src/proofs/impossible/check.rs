//! Checks infeasibility proofs independently.
//!
//! It uses neither the model nor the modules that find arguments: placements are recomputed, and sums are
//! added differently.

use std::collections::{BTreeMap, BTreeSet};

use super::{DeadEnd, ForcedStep, Impossibility, Overweight, Weighing};
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::{Contact, Piece, Puzzle};

pub(super) fn is_true(argument: &Impossibility, puzzle: &Puzzle) -> bool {
    let piece = |name: &String| puzzle.pieces().iter().find(|piece| piece.name == *name);
    match argument {
        Impossibility::Area { .. } => {
            let nothing = vec![0; puzzle.region().area()];
            puzzle.contact() == Contact::Allowed && !can_weigh(puzzle, &nothing, Some(1))
        }
        Impossibility::NoFit { piece: name } => {
            piece(name).is_some_and(|piece| piece.count.min > 0 && lays(puzzle, piece).is_empty())
        }
        Impossibility::Room { piece: name, required, most } => piece(name).is_some_and(|piece| {
            let lays = lays(puzzle, piece);
            let smallest = lays.iter().map(|lay| occupied(puzzle, lay).len()).min().unwrap_or(1);
            let room = lays.iter().flat_map(|lay| occupied(puzzle, lay)).collect::<BTreeSet<_>>().len();
            required > most && *required == piece.count.min && (*most as usize + 1) * smallest > room
        }),
        Impossibility::Corners { needed, there } => {
            let corners = |piece: &Piece| {
                let lays = lays(puzzle, piece).into_iter().map(|lay| occupied(puzzle, &lay).len() as u64);
                lays.min().unwrap_or(0) * u64::from(piece.count.min)
            };
            let all = occupied(puzzle, puzzle.region().cells()).len() as u64;
            puzzle.contact() == Contact::Forbidden
                && *needed == puzzle.pieces().iter().map(corners).sum::<u64>()
                && all == u64::from(*there)
                && *needed > all
        }
        Impossibility::OutOfReach { cells, gaps } => {
            let cells: BTreeSet<&Cell> = cells.iter().collect();
            let usable = puzzle.pieces().iter().filter(|piece| piece.count.max != Some(0));
            puzzle.contact() == Contact::Allowed
                && cells.len() as u64 > u64::from(puzzle.gaps())
                && *gaps == puzzle.gaps()
                && cells.iter().all(|cell| puzzle.region().index_of(**cell).is_some())
                && usable.flat_map(|piece| lays(puzzle, piece)).flatten().all(|cell| !cells.contains(&cell))
        }
        Impossibility::Forced { steps, end } => is_forced(puzzle, steps, end),
        Impossibility::Weighing(weighing) => is_weighed(puzzle, weighing),
        Impossibility::Overweight(weights) => is_overweight(puzzle, weights),
        // A nested one is invalid.
        Impossibility::Rest(_) => false,
    }
}

/// Returns the cells of every placement of a piece in the region.
fn lays(puzzle: &Puzzle, piece: &Piece) -> Vec<Vec<Cell>> {
    let mut all = Vec::new();
    let number = puzzle.pieces().iter().position(|other| other.name == piece.name).unwrap_or(0);
    for orientation in piece.shape.orientations(piece.freedom) {
        let cells = orientation.shape.cells();
        for &onto in puzzle.region().cells() {
            let shift = onto.since(cells[cells.len() - 1]);
            let laid = puzzle.region().at_home(cells.iter().map(|cell| cell.shifted(shift)));
            let inside = laid.iter().all(|&cell| puzzle.region().index_of(cell).is_some());
            // Around a board with joined sides, fewer cells mean that the piece overlaps itself.
            let whole = laid.len() == cells.len();
            let is_told = puzzle.may_lie(number, &laid);
            if inside && whole && is_told && puzzle.lattice().is_translation(shift) {
                all.push(laid);
            }
        }
    }
    // Different ways around a board may end on the same cells.
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the points on which pieces exclude each other: cells, or corners if contact is forbidden.
fn occupied(puzzle: &Puzzle, cells: &[Cell]) -> BTreeSet<(i32, i32)> {
    match puzzle.contact() {
        Contact::Allowed => cells.iter().map(|cell| (cell.x, cell.y)).collect(),
        Contact::Forbidden => {
            let corners = cells.iter().flat_map(|&cell| puzzle.region().corners(cell));
            corners.map(|corner| (corner.x, corner.y)).collect()
        }
    }
}

fn is_weighed(puzzle: &Puzzle, weighing: &Weighing) -> bool {
    let cells = weighing.weights().map(|(cell, _)| cell);
    let weights: Vec<u64> = weighing.weights().map(|(_, weight)| u64::from(weight)).collect();
    puzzle.contact() == Contact::Allowed
        && cells.eq(puzzle.region().cells().iter().copied())
        && weights.iter().sum::<u64>() == u64::from(weighing.total())
        && !can_weigh(puzzle, &weights, weighing.modulus())
}

fn is_overweight(puzzle: &Puzzle, argument: &Overweight) -> bool {
    let region = puzzle.region().cells();
    let weights: BTreeMap<Cell, i64> =
        argument.weights().map(|(cell, weight)| (cell, i64::from(weight))).collect();
    let heaviest = |piece: &Piece| {
        let lays = lays(puzzle, piece).into_iter();
        lays.map(|lay| lay.iter().map(|cell| weights[cell]).sum::<i64>()).max()
    };
    // No more copies than have room, and all of them if there is nothing else.
    let most = |piece: &Piece| {
        let heaviest = heaviest(piece).unwrap_or(0);
        let (fits, left) = (region.len() / piece.shape.area(), region.len() % piece.shape.area());
        let only = puzzle.pieces().len() == 1 && puzzle.gaps() == 0 && left == 0;
        let least = if only { fits } else { piece.count.min as usize };
        let most = piece.count.max.map_or(fits, |max| fits.min(max as usize));
        heaviest * i64::try_from(if heaviest > 0 { most } else { least }).unwrap_or(i64::MAX)
    };
    let gaps = i64::from(puzzle.gaps()) * weights.values().fold(0, |most: i64, &weight| most.max(weight));
    puzzle.contact() == Contact::Allowed
        && weights.len() == region.len()
        && region.iter().all(|cell| weights.contains_key(cell))
        && weights.values().sum::<i64>() == argument.total()
        && puzzle.pieces().iter().map(most).sum::<i64>() + gaps < argument.total()
}

/// One kind of piece, or the gaps.
struct Supply {
    size: usize,
    least: usize,
    /// How many more there may be.
    more: usize,
    values: BTreeSet<u64>,
}

/// How weights are added.
struct Adding {
    /// One more than the greatest sum that is followed.
    width: usize,
    /// Whether larger sums wrap around as remainders.
    wraps: bool,
}

impl Adding {
    fn plus(&self, sum: usize, value: u64) -> Option<usize> {
        let (sum, width) = (sum as u64 + value, self.width as u64);
        let sum = if self.wraps { sum % width } else { sum };
        usize::try_from(sum).ok().filter(|&sum| sum < self.width)
    }
}

/// Returns whether some choice of pieces and gaps has the area and the weight of the region.
fn can_weigh(puzzle: &Puzzle, weights: &[u64], modulus: Option<u32>) -> bool {
    let (area, total) = (weights.len(), weights.iter().sum::<u64>());
    let width = modulus.map_or(total + 1, u64::from);
    let wanted = usize::try_from(total % width).unwrap_or(usize::MAX);
    let adding = Adding { width: usize::try_from(width).unwrap_or(usize::MAX), wraps: modulus.is_some() };
    let kinds = kinds(puzzle, weights);
    // Required pieces come first, so that there is only one area as long as possible.
    let mut sums = vec![false; adding.width];
    sums[0] = true;
    for kind in &kinds {
        for _ in 0..kind.least {
            let reached = (0..adding.width).filter(|&sum| sums[sum]);
            let next = reached.flat_map(|sum| kind.values.iter().map(move |&value| (sum, value)));
            let next: Vec<usize> = next.filter_map(|(sum, value)| adding.plus(sum, value)).collect();
            sums = vec![false; adding.width];
            next.into_iter().for_each(|sum| sums[sum] = true);
        }
    }
    let begun: usize = kinds.iter().map(|kind| kind.size * kind.least).sum();
    let Some(rest) = area.checked_sub(begun) else { return false };
    let mut rows: Vec<Option<Vec<bool>>> = vec![None; rest + 1];
    rows[0] = Some(sums);
    rows = kinds.iter().fold(rows, |rows, kind| with_more(rows, kind, &adding));
    rows[rest].as_ref().is_some_and(|row| row[wanted])
}

fn kinds(puzzle: &Puzzle, weights: &[u64]) -> Vec<Supply> {
    let area = weights.len();
    let pieces = puzzle.pieces().iter().map(|piece| {
        let least = piece.count.min as usize;
        let most = piece.count.max.map_or(area, |max| max as usize);
        let weight = |cell: Cell| puzzle.region().index_of(cell).map_or(0, |at| weights[at]);
        let values = lays(puzzle, piece).into_iter().map(|lay| lay.into_iter().map(weight).sum()).collect();
        Supply { size: piece.shape.area(), least, more: most.saturating_sub(least), values }
    });
    let gaps =
        Supply { size: 1, least: 0, more: puzzle.gaps() as usize, values: weights.iter().copied().collect() };
    pieces.chain([gaps]).collect()
}

/// Returns the sums for each area, with optional copies of one kind.
///
/// Tracks for each area and sum the fewest copies that reach it.
fn with_more(rows: Vec<Option<Vec<bool>>>, kind: &Supply, adding: &Adding) -> Vec<Option<Vec<bool>>> {
    let mut fewest: Vec<Option<Vec<usize>>> = Vec::new();
    for (area, row) in rows.into_iter().enumerate() {
        let mut own: Option<Vec<usize>> =
            row.map(|row| row.into_iter().map(|reached| if reached { 0 } else { usize::MAX }).collect());
        if let Some(smaller) = area.checked_sub(kind.size).and_then(|before| fewest[before].as_ref()) {
            let own = own.get_or_insert_with(|| vec![usize::MAX; adding.width]);
            for sum in (0..adding.width).filter(|&sum| smaller[sum] < kind.more) {
                for with in kind.values.iter().filter_map(|&value| adding.plus(sum, value)) {
                    own[with] = own[with].min(smaller[sum] + 1);
                }
            }
        }
        fewest.push(own);
    }
    let reached = |row: Vec<usize>| row.into_iter().map(|copies| copies < usize::MAX).collect();
    fewest.into_iter().map(|row| row.map(reached)).collect()
}

/// Places the pieces one by one, and checks each time that there is no other option.
fn is_forced(puzzle: &Puzzle, steps: &[ForcedStep], end: &DeadEnd) -> bool {
    let mut left: Vec<(&Piece, Vec<Cell>)> = puzzle
        .pieces()
        .iter()
        .filter(|piece| piece.count.max != Some(0))
        .flat_map(|piece| lays(puzzle, piece).into_iter().map(move |lay| (piece, lay)))
        .collect();
    let mut open: BTreeSet<Cell> = puzzle.region().cells().iter().copied().collect();
    let laid = |name: &str, before: &[ForcedStep]| before.iter().filter(|step| step.piece == name).count();
    for (number, step) in steps.iter().enumerate() {
        let is_step = |(piece, lay): &(&Piece, Vec<Cell>)| piece.name == step.piece && *lay == step.cells;
        let others = || left.iter().filter(|lay| !is_step(lay));
        let only_cover =
            step.cells.iter().any(|cell| open.contains(cell) && others().all(|(_, lay)| !lay.contains(cell)));
        let Some((piece, _)) = left.iter().find(|lay| is_step(lay)) else { return false };
        let needed = laid(&piece.name, &steps[..number]) < piece.count.min as usize;
        let only_use = needed && others().all(|(other, _)| other.name != step.piece);
        if !only_cover && !only_use {
            return false;
        }
        let used_up = piece.count.max.is_some_and(|max| laid(&step.piece, &steps[..=number]) >= max as usize);
        left.retain(|(other, lay)| {
            !(used_up && other.name == step.piece) && lay.iter().all(|cell| !step.cells.contains(cell))
        });
        open.retain(|cell| !step.cells.contains(cell));
    }
    puzzle.contact() == Contact::Allowed
        && puzzle.gaps() == 0
        && match end {
            DeadEnd::Cell(cell) => open.contains(cell) && left.iter().all(|(_, lay)| !lay.contains(cell)),
            DeadEnd::Piece(name) => puzzle.pieces().iter().filter(|piece| piece.name == *name).any(|piece| {
                let ways = left.iter().filter(|(other, _)| other.name == *name).count();
                ways + laid(name, steps) < piece.count.min as usize
            }),
        }
}

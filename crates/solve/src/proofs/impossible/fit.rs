//! Proves infeasibility from placements: pieces without room, cells out of reach, and chains of forced
//! pieces.

use super::{DeadEnd, ForcedStep, Impossibility};
use crate::ground::lists::compact;
use crate::model::Model;
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::{Contact, Puzzle};

/// The most cells of placements to examine while pieces are forced. Chosen by trial: some milliseconds.
const MOST_LOOKS: usize = 10_000_000;

/// Returns a required piece without a place, or with too few.
pub(super) fn without_room(puzzle: &Puzzle, model: &Model) -> Option<Impossibility> {
    (0..puzzle.pieces().len()).find_map(|piece| {
        let required = model.bounds_of_pieces()[piece].least;
        let name = || puzzle.pieces()[piece].name.clone();
        if required == 0 {
            return None;
        }
        let smallest = model.placements_of(piece).map(|placement| model.occupied(placement).len()).min();
        let Some(smallest) = smallest else { return Some(Impossibility::NoFit { piece: name() }) };
        if required == 1 {
            return None;
        }
        let reached = reached(model, model.placements_of(piece));
        let most = compact(reached.into_iter().filter(|&reached| reached).count() / smallest);
        (required > most).then(|| Impossibility::Room { piece: name(), required, most })
    })
}

/// Pieces that must not touch have more corners than the region.
pub(super) fn without_corners(puzzle: &Puzzle, model: &Model) -> Option<Impossibility> {
    if puzzle.contact() == Contact::Allowed {
        return None;
    }
    let needed = |piece: usize| {
        let placements = model.placements_of(piece);
        let corners = placements.map(|placement| model.occupied(placement).len()).min().unwrap_or(0);
        corners as u64 * u64::from(model.bounds_of_pieces()[piece].least)
    };
    let needed: u64 = (0..puzzle.pieces().len()).map(needed).sum();
    let there = compact(model.places());
    (needed > u64::from(there)).then_some(Impossibility::Corners { needed, there })
}

/// More cells that no placement covers than may stay empty.
pub(super) fn out_of_reach(puzzle: &Puzzle, model: &Model) -> Option<Impossibility> {
    let usable = (0..puzzle.pieces().len()).filter(|&piece| model.bounds_of_pieces()[piece].most > 0);
    let reached = reached(model, usable.flat_map(|piece| model.placements_of(piece)));
    let region = puzzle.region().cells().iter().copied();
    let cells: Vec<Cell> =
        region.zip(reached).filter(|(_, reached)| !reached).map(|(cell, _)| cell).collect();
    let gaps = puzzle.gaps();
    (cells.len() as u64 > u64::from(gaps)).then_some(Impossibility::OutOfReach { cells, gaps })
}

/// Returns the places that placements occupy.
fn reached(model: &Model, placements: impl Iterator<Item = u32>) -> Vec<bool> {
    let mut reached = vec![false; model.places()];
    for placement in placements {
        model.occupied(placement).iter().for_each(|&place| reached[place as usize] = true);
    }
    reached
}

/// Places pieces that are forced, until there is a contradiction.
pub(super) fn forced(puzzle: &Puzzle, model: &Model) -> Option<Impossibility> {
    let mut board = Fitting::new(model);
    let mut laid = Vec::new();
    let mut looks = 0;
    let end = loop {
        match board.next() {
            Next::Dead(end) => break end,
            Next::Forced(placement) => {
                board.lay(placement);
                laid.push(placement);
            }
            Next::Open => return None,
        }
        looks += board.looks();
        if looks > MOST_LOOKS {
            return None;
        }
    };
    let region = puzzle.region().cells();
    let name = |piece: usize| puzzle.pieces()[piece].name.clone();
    let step = |&placement: &u32| ForcedStep {
        piece: name(model.piece_of(placement)),
        cells: model.cells(placement).iter().map(|&cell| region[cell as usize]).collect(),
    };
    let end = match end {
        Dead::Cell(cell) => DeadEnd::Cell(region[cell as usize]),
        Dead::Piece(piece) => DeadEnd::Piece(name(piece)),
    };
    Some(Impossibility::Forced { steps: laid.iter().map(step).collect(), end })
}

/// The next conclusion.
enum Next {
    Dead(Dead),
    Forced(u32),
    /// Nothing is forced.
    Open,
}

enum Dead {
    Cell(u32),
    Piece(usize),
}

/// The placed pieces, and the placements that still fit.
struct Fitting<'a> {
    model: &'a Model,
    fitting: Vec<u32>,
    open: Vec<bool>,
    used: Vec<u32>,
}

impl<'a> Fitting<'a> {
    fn new(model: &'a Model) -> Self {
        let all = 0..compact(model.placement_count());
        Self {
            model,
            fitting: all
                .filter(|&placement| model.bounds_of_pieces()[model.piece_of(placement)].most > 0)
                .collect(),
            open: vec![true; model.places()],
            used: vec![0; model.bounds_of_pieces().len()],
        }
    }

    fn looks(&self) -> usize {
        self.fitting.iter().map(|&placement| self.model.cells(placement).len()).sum()
    }

    /// Returns the first cell that decides, then the first piece.
    fn next(&self) -> Next {
        let mut of_cell = vec![Ways::default(); self.open.len()];
        let mut of_piece = vec![Ways::default(); self.used.len()];
        for &placement in &self.fitting {
            self.model.cells(placement).iter().for_each(|&cell| of_cell[cell as usize].add(placement));
            of_piece[self.model.piece_of(placement)].add(placement);
        }
        let cells = || (0u32..).zip(&of_cell).filter(|&(cell, _)| self.open[cell as usize]);
        let missing =
            |piece: usize| self.model.bounds_of_pieces()[piece].least.saturating_sub(self.used[piece]);
        let pieces = || of_piece.iter().enumerate().filter(|&(piece, _)| missing(piece) > 0);
        if let Some((cell, _)) = cells().find(|(_, ways)| ways.number == 0) {
            return Next::Dead(Dead::Cell(cell));
        }
        if let Some((piece, _)) = pieces().find(|&(piece, ways)| ways.number < missing(piece)) {
            return Next::Dead(Dead::Piece(piece));
        }
        let mut ways = cells().map(|(_, ways)| ways).chain(pieces().map(|(_, ways)| ways));
        ways.find(|ways| ways.number == 1).map_or(Next::Open, |ways| Next::Forced(ways.last))
    }

    fn lay(&mut self, placement: u32) {
        let piece = self.model.piece_of(placement);
        self.used[piece] += 1;
        self.model.cells(placement).iter().for_each(|&cell| self.open[cell as usize] = false);
        let (model, open) = (self.model, &self.open);
        let used_up = self.used[piece] == model.bounds_of_pieces()[piece].most;
        self.fitting.retain(|&other| {
            !(used_up && model.piece_of(other) == piece)
                && model.cells(other).iter().all(|&cell| open[cell as usize])
        });
    }
}

/// The number of placements for something, and one of them.
#[derive(Debug, Clone, Copy, Default)]
struct Ways {
    number: u32,
    last: u32,
}

impl Ways {
    fn add(&mut self, placement: u32) {
        self.number += 1;
        self.last = placement;
    }
}

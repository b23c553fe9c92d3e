//! Tells as little of a solution as leaves no other: placed pieces, letters, numbers or edges.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Flow, Maker, PuzzleKind, Solutions};
use crate::ground::{Outcome, SolveOptions};
use crate::strategies;
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::{Clue, Placed, Puzzle, Rules, sides_of};
use piecework_tiling::tiling::Tiling;

/// Orders in which what is told is taken away; the one that leaves the least is kept. Chosen by eye.
const ORDERS: usize = 3;

/// Something that a puzzle tells of its solution.
#[derive(Clone)]
enum Hint {
    Placed(Placed),
    Clue(Clue),
}

impl Maker<'_> {
    /// Returns a random solution of which as little is told as leaves no other.
    pub(super) fn with_fewest(&mut self, kind: PuzzleKind, puzzle: &Arc<Puzzle>) -> Flow<Option<Tiling>> {
        let seed = Some(self.random.bits());
        let left = SolveOptions { seed, progress: None, ..self.left() };
        let (tiling, report) = strategies::first(puzzle, &left)?;
        self.report.nodes += report.nodes;
        let Some(tiling) = tiling else {
            return Ok(match report.outcome {
                Outcome::Stopped(reason) if self.is_over(reason) => ControlFlow::Break(reason),
                _ => ControlFlow::Continue(None),
            });
        };
        let all = hints(kind, &tiling);
        let mut best: Option<(usize, Tiling)> = None;
        for _ in 0..ORDERS {
            match self.fewest(puzzle, all.clone())? {
                ControlFlow::Break(reason) => return Ok(ControlFlow::Break(reason)),
                ControlFlow::Continue(None) => {}
                ControlFlow::Continue(Some(found)) => {
                    let told = found.puzzle().placed().len() + found.puzzle().clues().len();
                    if best.as_ref().is_none_or(|(least, _)| told < *least) {
                        best = Some((told, found));
                    }
                }
            }
        }
        // Where nothing must be told it is a puzzle of another kind.
        let is_of_kind = |told: usize| told > 0 || kind == PuzzleKind::Given;
        Ok(ControlFlow::Continue(best.filter(|&(told, _)| is_of_kind(told)).map(|(_, found)| found)))
    }

    /// Takes hints away in random order, each that can be missed; `None` if all together leave another solution,
    /// or something was not proved.
    fn fewest(&mut self, puzzle: &Arc<Puzzle>, mut told: Vec<Hint>) -> Flow<Option<Tiling>> {
        self.random.shuffle(&mut told);
        let mut solution = match self.only(puzzle, &told)? {
            ControlFlow::Break(reason) => return Ok(ControlFlow::Break(reason)),
            ControlFlow::Continue(Solutions::One(only)) => only,
            ControlFlow::Continue(_) => return Ok(ControlFlow::Continue(None)),
        };
        let mut at = 0;
        // More solutions are left the less is told, so a hint that is needed once is needed.
        while at < told.len() {
            let mut fewer = told.clone();
            fewer.remove(at);
            match self.only(puzzle, &fewer)? {
                ControlFlow::Break(reason) => return Ok(ControlFlow::Break(reason)),
                ControlFlow::Continue(Solutions::One(only)) => (told, solution) = (fewer, only),
                ControlFlow::Continue(Solutions::Unknown) => return Ok(ControlFlow::Continue(None)),
                ControlFlow::Continue(_) => at += 1,
            }
        }
        Ok(ControlFlow::Continue(Some(solution)))
    }

    /// Looks for two solutions of a puzzle that tells this.
    fn only(&mut self, puzzle: &Puzzle, told: &[Hint]) -> Flow<Solutions> {
        let mut rules = Rules::default();
        for hint in told {
            match hint {
                Hint::Placed(placed) => rules.placed.push(placed.clone()),
                Hint::Clue(clue) => rules.clues.push(*clue),
            }
        }
        let told = Puzzle::ruled("", puzzle.region().clone(), puzzle.pieces().to_vec(), rules);
        self.solutions(&Arc::new(told.expect("hints of a tiling agree")), false)
    }
}

/// Returns everything that a kind of puzzle could tell of a solution.
fn hints(kind: PuzzleKind, tiling: &Tiling) -> Vec<Hint> {
    let region = tiling.puzzle().region();
    let laid = tiling.placements();
    match kind {
        PuzzleKind::Subset | PuzzleKind::Tray | PuzzleKind::Silhouette | PuzzleKind::Calendar => Vec::new(),
        PuzzleKind::Given => {
            let placed = laid.iter().map(|laid| Placed { piece: laid.piece, cells: laid.cells.clone() });
            placed.map(Hint::Placed).collect()
        }
        PuzzleKind::Letters => {
            let letters = laid
                .iter()
                .flat_map(|laid| laid.cells.iter().map(|&cell| Clue::Letter { cell, piece: laid.piece }));
            letters.map(Hint::Clue).collect()
        }
        PuzzleKind::Numbers => {
            let numbers = laid.iter().flat_map(|laid| {
                let number = |&cell: &Cell| Clue::Number { cell, sides: sides_of(region, cell, &laid.cells) };
                laid.cells.iter().map(number)
            });
            numbers.map(Hint::Clue).collect()
        }
        PuzzleKind::Edges => {
            let mut edges = BTreeSet::new();
            for laid in laid {
                for &cell in &laid.cells {
                    let outside = |near: &Cell| laid.cells.binary_search(near).is_err();
                    let near = region.lattice().neighbours(cell).filter(outside);
                    // Edges between joined sides are on no side of the page.
                    let on_board =
                        near.filter(|&near| region.home(near) == near && region.index_of(near).is_some());
                    edges.extend(on_board.map(|near| Clue::between(cell, near)));
                }
            }
            edges.into_iter().map(Hint::Clue).collect()
        }
    }
}

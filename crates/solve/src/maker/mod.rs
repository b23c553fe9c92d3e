//! Makes puzzles to order: with one solution each, of a wanted difficulty, no two alike.
//!
//! [`make_puzzles`] chooses pieces at random, proves with the solver how many solutions there are, and
//! measures with [`reason`] how a person would solve the puzzle. The same seed makes the same puzzles on every
//! machine.

mod calendar;
mod calibration;
mod fewest;
mod opened;
mod reasoning;
mod selections;
mod silhouettes;
mod spare;
mod wording;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use crate::ground::alarm::Alarm;
use crate::ground::{Outcome, SolveOptions, SolverError, StopReason};
use crate::runs::search::{solve, solve_up_to_symmetry};
use piecework_tiling::puzzle::{Contact, Count, Piece, Puzzle, Region};
use piecework_tiling::random::Random;
use piecework_tiling::setting::words;
use piecework_tiling::tiling::{Likeness, Sameness, Tiling};

pub use calendar::{CalendarOptions, CalendarReport, is_known_layout, make_calendar};
pub use calibration::{Calibration, FEWEST_TIMES, TimedPuzzle, calibrate};
pub use opened::make_opened;
pub use reasoning::{ReasonedStep, Reasoning, StepKind, reason, steps_to};
use selections::Selections;
pub use silhouettes::make_silhouettes;
use web_time::Instant;

/// If there are no more selections of pieces, all are tried; otherwise as many at random. Chosen by trial:
/// minutes for boards of 60 cells.
const MOST_TRIED: usize = 1 << 14;

/// Nodes of a search for a second solution, after which a puzzle is dropped as unproved. Chosen by trial: a
/// few seconds, more than twelve pentominoes need.
const NODES_FOR_EACH: u64 = 1 << 22;

/// What is asked of the person who solves a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PuzzleKind {
    /// Some of the pieces fill the board; the puzzle says which.
    Subset,
    /// Some of these pieces are placed already: as few as leave one solution, so that none can be left out.
    Given,
    /// Some cells carry the letter of their piece, as few as leave one solution.
    Letters,
    /// Some cells say how many of their sides are edges of their piece, as few as leave one solution.
    Numbers,
    /// Some edges of pieces are drawn, as few as leave one solution.
    Edges,
    /// Some of the pieces go into the board, a tray, in one way, with room to spare: as little as there can be,
    /// but some.
    Tray,
    /// All pieces fill a board of their own, a shape with symmetry: for [`make_silhouettes`].
    Silhouette,
    /// All pieces cover a board with words but for any date: for [`make_calendar`].
    Calendar,
}

words! {
    PuzzleKind {
        "subset" => PuzzleKind::Subset, "the board and some of the pieces, which fill it";
        "given" => PuzzleKind::Given, "also some pieces on the board, as few as leave one solution";
        "letters" => PuzzleKind::Letters, "also the letters of the pieces in some cells, as few as leave one solution";
        "numbers" => PuzzleKind::Numbers, "also, in some cells, how many of their sides are edges of their piece, as few as leave one solution";
        "edges" => PuzzleKind::Edges, "also some edges of pieces, as few as leave one solution";
        "tray" => PuzzleKind::Tray, "a board with room to spare, into which the pieces go in one way";
        "silhouette" => PuzzleKind::Silhouette, "a shape with symmetry that all the pieces fill; without a board";
        "calendar" => PuzzleKind::Calendar, "a board with the words of a year that pieces cover but for any date; without pieces if you like";
    }
}

/// Which puzzles to make.
///
/// # Examples
/// ```
/// use piecework_solve::maker::{MakerOptions, PuzzleKind};
/// let hard = MakerOptions { kind: PuzzleKind::Given, difficulty: Some(5), ..MakerOptions::default() };
/// assert!(hard.unique && hard.count == 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MakerOptions {
    /// What is asked. Default: [`PuzzleKind::Subset`].
    pub kind: PuzzleKind,
    /// Whether there is only one solution, up to the symmetries of the puzzle; always so with given pieces and
    /// clues.
    /// Default: yes.
    pub unique: bool,
    /// The class of difficulty, from 1 to 5. Default: any.
    pub difficulty: Option<u8>,
    /// How many puzzles. Default: 1.
    pub count: usize,
    /// Decides which. Default: 0.
    pub seed: u64,
}

impl Default for MakerOptions {
    fn default() -> Self {
        Self { kind: PuzzleKind::Subset, unique: true, difficulty: None, count: 1, seed: 0 }
    }
}

/// A puzzle that was made.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MadePuzzle {
    /// The puzzle; placed pieces and clues are given.
    pub puzzle: Arc<Puzzle>,
    /// A solution, which is the only one if that was asked for.
    pub solution: Tiling,
    /// How a person solves it.
    pub reasoning: Reasoning,
}

impl MadePuzzle {
    /// Returns the same puzzle with a different name.
    ///
    /// # Panics
    /// Never: only the name is new.
    pub fn renamed(&self, name: String) -> Self {
        let old = &self.puzzle;
        let puzzle = Puzzle::ruled(name, old.region().clone(), old.pieces().to_vec(), old.rules().clone());
        let puzzle = Arc::new(puzzle.expect("only the name is new"));
        let laid = self.solution.placements().iter();
        let laid = laid.map(|placement| (placement.piece, placement.cells.clone()));
        let solution = Tiling::new(&puzzle, laid).expect("only the name is new");
        Self { puzzle, solution, reasoning: self.reasoning.clone() }
    }
}

/// The puzzles, and what there is to say about their making.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MakerReport {
    /// The puzzles, easy ones first.
    pub puzzles: Vec<MadePuzzle>,
    /// How many selections of pieces have the area of the board, at most 2^128 - 1.
    pub selections: u128,
    /// How many selections were tried.
    pub tried: u64,
    /// How many puzzles there were of each class of difficulty, before one was chosen.
    pub classes: [u64; 5],
    /// [`Outcome::Complete`] if there are no more; [`StopReason::Visitor`] if there were enough.
    pub outcome: Outcome,
    /// The nodes of all searches.
    pub nodes: u64,
    /// The elapsed time.
    pub elapsed: Duration,
}

/// Makes puzzles on a board from some pieces, each used at most as often as its count allows, and named after
/// `name` with a number.
///
/// Time limit, node limit and stop flag of `options` apply to everything together; its seed has no effect.
///
/// # Errors
/// [`SolverError`] if the puzzles are too large for the limits.
///
/// # Examples
/// ```
/// use piecework_solve::SolveOptions;
/// use piecework_solve::maker::{MakerOptions, make_puzzles};
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::puzzle::{Region, pieces_named};
/// let board = Region::rectangle(Lattice::Square, 5, 4)?;
/// let pieces = pieces_named("pentominoes")?;
/// let wanted = MakerOptions { count: 3, seed: 1, ..MakerOptions::default() };
/// let report = make_puzzles("Twenty", &board, &pieces, &wanted, &SolveOptions::default())?;
/// assert_eq!(report.puzzles.len(), 3);
/// assert!(report.puzzles.iter().all(|made| made.puzzle.pieces().len() == 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn make_puzzles(
    name: &str,
    board: &Region,
    pieces: &[Piece],
    wanted: &MakerOptions,
    options: &SolveOptions<'_>,
) -> Result<MakerReport, SolverError> {
    let copies = |piece: &Piece| piece.count.max.unwrap_or(u32::MAX) as usize;
    let sizes: Vec<(usize, usize)> = pieces.iter().map(|piece| (piece.shape.area(), copies(piece))).collect();
    let selections = match wanted.kind {
        PuzzleKind::Tray => {
            let smaller = (1..board.area()).rev().map(|area| Selections::new(&sizes, area));
            smaller.into_iter().find(|selections| selections.count() > 0)
        }
        _ => Some(Selections::new(&sizes, board.area())),
    };
    let mut maker = Maker::new(wanted, options);
    if let Some(selections) = selections {
        maker.report.selections = selections.count();
        if let ControlFlow::Break(reason) = maker.make_from(board, pieces, &selections)? {
            maker.stop(reason);
        }
    }
    Ok(maker.named(name))
}

/// A break says why nothing more is made.
type Flow<T> = Result<ControlFlow<StopReason, T>, SolverError>;

/// The work in progress.
struct Maker<'a> {
    wanted: &'a MakerOptions,
    options: &'a SolveOptions<'a>,
    random: Random,
    /// The patterns of the solutions so far.
    known: BTreeSet<Likeness>,
    began: Instant,
    report: MakerReport,
}

/// The solutions of a puzzle, as far as they were looked for.
enum Solutions {
    None,
    One(Tiling),
    Several(Tiling),
    /// The search took too long.
    Unknown,
}

impl<'a> Maker<'a> {
    fn new(wanted: &'a MakerOptions, options: &'a SolveOptions<'a>) -> Self {
        let report = MakerReport {
            puzzles: Vec::new(),
            selections: 0,
            tried: 0,
            classes: [0; 5],
            outcome: Outcome::Complete,
            nodes: 0,
            elapsed: Duration::ZERO,
        };
        let (random, known) = (Random::new(wanted.seed), BTreeSet::new());
        Self { wanted, options, random, known, began: Instant::now(), report }
    }

    fn stop(&mut self, reason: StopReason) {
        self.report.outcome = Outcome::Stopped(reason);
    }

    /// Returns the report, with the puzzles in order and numbered.
    fn named(self, name: &str) -> MakerReport {
        let mut report = self.finished();
        for (number, made) in (1..).zip(&mut report.puzzles) {
            *made = made.renamed(format!("{name}, no. {number}"));
        }
        report
    }

    /// Returns the report, with the puzzles in order.
    fn finished(self) -> MakerReport {
        let mut report = self.report;
        report.puzzles.sort_by_key(|made| made.reasoning.effort());
        report.elapsed = self.began.elapsed();
        report
    }

    fn make_from(&mut self, board: &Region, pieces: &[Piece], selections: &Selections) -> Flow<()> {
        let is_subset = matches!(self.wanted.kind, PuzzleKind::Subset | PuzzleKind::Tray);
        let all = selections.count();
        if all == 0 || self.wanted.count == 0 {
            return Ok(ControlFlow::Continue(()));
        }
        let is_every = all <= MOST_TRIED as u128 && is_subset;
        let mut order: Vec<u128> = if is_every { (0..all).collect() } else { Vec::new() };
        self.random.shuffle(&mut order);
        for turn in 0..if is_every { order.len() } else { MOST_TRIED } {
            let number = order.get(turn).copied().unwrap_or_else(|| {
                (u128::from(self.random.bits()) << 64 | u128::from(self.random.bits())) % all
            });
            self.report.tried += 1;
            if let ControlFlow::Break(reason) =
                self.try_selection((board, pieces), &selections.get(number))?
            {
                return Ok(ControlFlow::Break(reason));
            }
            if self.report.puzzles.len() >= self.wanted.count {
                return Ok(ControlFlow::Break(StopReason::Visitor));
            }
        }
        Ok(if is_every { ControlFlow::Continue(()) } else { ControlFlow::Break(StopReason::NodeLimit) })
    }

    /// Makes a puzzle from a selection of pieces, if there is one of the wanted kind.
    fn try_selection(&mut self, (board, pieces): (&Region, &[Piece]), copies: &[usize]) -> Flow<()> {
        let chosen = pieces.iter().zip(copies).filter(|&(_, &copies)| copies > 0);
        let exactly = |copies: usize| Count::exactly(u32::try_from(copies).unwrap_or(u32::MAX));
        let pieces = chosen.map(|(piece, &copies)| Piece { count: exactly(copies), ..piece.clone() });
        let pieces: Vec<Piece> = pieces.collect();
        let area = pieces.iter().zip(copies.iter().filter(|&&copies| copies > 0));
        let area: usize = area.map(|(piece, copies)| piece.shape.area() * copies).sum();
        let spare = u32::try_from(board.area().saturating_sub(area)).unwrap_or(u32::MAX);
        let Ok(puzzle) = Puzzle::with_rules("", board.clone(), pieces, Contact::Allowed, spare) else {
            return Ok(ControlFlow::Continue(()));
        };
        let made = match self.wanted.kind {
            PuzzleKind::Subset => self.subset(Arc::new(puzzle), self.wanted.unique)?,
            PuzzleKind::Tray => self.subset(Arc::new(puzzle), true)?,
            kind => self.with_fewest(kind, &Arc::new(puzzle))?,
        };
        match made {
            ControlFlow::Break(reason) => Ok(ControlFlow::Break(reason)),
            ControlFlow::Continue(None) => Ok(ControlFlow::Continue(())),
            ControlFlow::Continue(Some(solution)) => self.keep(solution),
        }
    }

    /// Measures a puzzle, and keeps it if it is new and as difficult as is wanted.
    fn keep(&mut self, solution: Tiling) -> Flow<()> {
        let puzzle = Arc::clone(solution.puzzle());
        let left = self.left();
        let alarm = Alarm::new(&left);
        let reasoning = reason(&puzzle, &left)?;
        if let Some(reason) = alarm.rings() {
            return Ok(ControlFlow::Break(reason));
        }
        let likeness = Likeness::new(&solution, Sameness::Free);
        if let Some(reasoning) = reasoning
            && self.known.insert(likeness)
        {
            let class = reasoning.difficulty();
            self.report.classes[usize::from(class) - 1] += 1;
            if self.wanted.difficulty.is_none_or(|wanted| wanted == class) {
                self.report.puzzles.push(MadePuzzle { puzzle, solution, reasoning });
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Returns the solution of a selection that has one, or only one if that is wanted.
    fn subset(&mut self, puzzle: Arc<Puzzle>, is_unique: bool) -> Flow<Option<Tiling>> {
        Ok(self.solutions(&puzzle, true)?.map_continue(|solutions| match solutions {
            Solutions::One(solution) => Some(solution),
            Solutions::Several(solution) if !is_unique => Some(solution),
            _ => None,
        }))
    }

    /// Looks for two solutions, up to symmetry or any.
    fn solutions(&mut self, puzzle: &Arc<Puzzle>, up_to_symmetry: bool) -> Flow<Solutions> {
        let mut found = Vec::new();
        let visit = |tiling| {
            found.push(tiling);
            if found.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let left = SolveOptions { seed: None, threads: 1, ..self.left() };
        let report = match up_to_symmetry {
            true => solve_up_to_symmetry(puzzle, &left, visit)?,
            false => solve(puzzle, &left, visit)?,
        };
        self.report.nodes += report.nodes;
        let several = found.len() > 1;
        Ok(ControlFlow::Continue(match (found.into_iter().next(), report.outcome) {
            (Some(first), _) if several => Solutions::Several(first),
            (Some(only), Outcome::Complete) => Solutions::One(only),
            (None, Outcome::Complete) => Solutions::None,
            (_, Outcome::Stopped(reason)) if self.is_over(reason) => return Ok(ControlFlow::Break(reason)),
            _ => Solutions::Unknown,
        }))
    }

    /// Returns why everything must end, if it must.
    fn rings(&self) -> Option<StopReason> {
        Alarm::new(&self.left()).rings()
    }

    /// Returns the options for the next search.
    fn left(&self) -> SolveOptions<'_> {
        let left = self.options.after(self.report.nodes, self.began.elapsed());
        SolveOptions {
            node_limit: Some(left.node_limit.map_or(NODES_FOR_EACH, |own| own.min(NODES_FOR_EACH))),
            ..left
        }
    }

    /// Returns whether everything ends for this reason, and not one search only.
    fn is_over(&self, reason: StopReason) -> bool {
        let has_nodes = self.options.node_limit.is_none_or(|limit| self.report.nodes < limit);
        !(reason == StopReason::NodeLimit && has_nodes)
    }
}

#[cfg(test)]
mod tests;

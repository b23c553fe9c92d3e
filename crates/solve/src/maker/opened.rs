//! Makes puzzles of a board with classes, such as a calendar: each leaves other cells open.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Flow, Maker, MakerOptions, MakerReport, PuzzleKind};
use crate::ground::{Outcome, SolveOptions, SolverError, StopReason};
use crate::runs::openings::count_openings;
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::Puzzle;

/// Makes puzzles of a puzzle with classes, each with other cells open and named after them. Which ways have one solution is known
/// from one search over all; given pieces and clues are found for each by itself.
///
/// Time limit, node limit and stop flag of `options` apply to everything together; its seed has no effect. The selections of the
/// report are the ways to leave cells open.
///
/// # Errors
/// [`SolverError`] if the puzzle is too large for the limits.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use piecework_solve::SolveOptions;
/// use piecework_solve::maker::{MakerOptions, make_opened};
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::puzzle::read_puzzle;
/// use piecework_tiling::source::Source;
/// let text = r#"{ "piecework": 1, "name": "2 and 2", "lattice": "square",
///   "region": { "words": [["a", "b"], ["1", "2"]] },
///   "pieces": [{ "set": "dominoes" }],
///   "classes": [{ "name": "letters", "words": ["a", "b"] }, { "name": "numbers", "words": ["1", "2"] }] }"#;
/// let puzzle = Arc::new(read_puzzle(&Source::new("p.json", text), &Limits::default())?);
/// let wanted = MakerOptions { count: 4, ..MakerOptions::default() };
/// let report = make_opened(&puzzle, &wanted, &SolveOptions::default())?;
/// let mut names: Vec<&str> = report.puzzles.iter().map(|made| made.puzzle.name()).collect();
/// names.sort();
/// assert_eq!(names, ["2 and 2, a 1", "2 and 2, b 2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn make_opened(
    puzzle: &Arc<Puzzle>,
    wanted: &MakerOptions,
    options: &SolveOptions<'_>,
) -> Result<MakerReport, SolverError> {
    let mut maker = Maker::new(wanted, options);
    if let ControlFlow::Break(reason) = maker.open_each(puzzle)? {
        maker.stop(reason);
    }
    Ok(maker.finished())
}

impl Maker<'_> {
    fn open_each(&mut self, puzzle: &Arc<Puzzle>) -> Flow<()> {
        let counted = count_openings(puzzle, self.options)?;
        self.report.nodes += counted.report.nodes;
        if let Outcome::Stopped(reason) = counted.report.outcome {
            return Ok(ControlFlow::Break(reason));
        }
        let mut openings = puzzle.openings();
        self.report.selections = openings.len() as u128;
        self.random.shuffle(&mut openings);
        for cells in openings {
            if self.report.puzzles.len() >= self.wanted.count {
                return Ok(ControlFlow::Break(StopReason::Visitor));
            }
            self.report.tried += 1;
            let mut sorted = cells.clone();
            sorted.sort_unstable();
            let tilings = counted.counts.get(&sorted).copied().unwrap_or(0);
            let is_wanted = tilings == 1 || tilings > 0 && !self.wanted.unique;
            let solution = match self.wanted.kind {
                PuzzleKind::Subset if is_wanted => counted.firsts[&sorted].clone().opened().ok(),
                PuzzleKind::Subset => None,
                _ if tilings == 0 => None,
                kind => match self.told(puzzle, &cells, kind)? {
                    ControlFlow::Break(reason) => return Ok(ControlFlow::Break(reason)),
                    ControlFlow::Continue(told) => told,
                },
            };
            let Some(solution) = solution else { continue };
            // Other cells that stay open make another puzzle, also where it is the mirror image of one.
            self.known.clear();
            let before = self.report.puzzles.len();
            if let ControlFlow::Break(reason) = self.keep(solution)? {
                return Ok(ControlFlow::Break(reason));
            }
            if let Ok(opened) = puzzle.opened(&cells) {
                let name = |made: &mut super::MadePuzzle| *made = made.renamed(opened.name().to_owned());
                self.report.puzzles[before..].iter_mut().for_each(name);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Tells as little of a solution with these open cells as leaves no other.
    fn told(&mut self, puzzle: &Puzzle, cells: &[Cell], kind: PuzzleKind) -> Flow<Option<super::Tiling>> {
        match puzzle.opened(cells) {
            Ok(opened) => self.with_fewest(kind, &Arc::new(opened)),
            Err(_) => Ok(ControlFlow::Continue(None)),
        }
    }
}

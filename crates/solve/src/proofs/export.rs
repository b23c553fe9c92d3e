//! Writes the exact cover problem of a puzzle for other solvers: as a matrix for dancing links, or as clauses
//! for SAT solvers.
//!
//! Both say the same: places are covered once, pieces are used as often as allowed. Every cover is a raw
//! tiling. Comments name the pieces and cells of each option, so that an answer can be read.
//!
//! # Source
//! The matrix: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, and his programs DLX2 and
//! DLX3.

use std::fmt::Write as _;

use crate::ground::alarm::{Alarm, Work};
use crate::ground::lists::compact;
use crate::ground::{SolveOptions, SolverError, StopReason};
use crate::model::Model;
use crate::model::decoration::Decoration;
use crate::model::exact_cover::{Bounds, Problem};
use crate::proofs::clauses::Clauses;
use piecework_tiling::puzzle::Puzzle;

/// A form for other solvers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CoverForm {
    /// Items and options, as read by Knuth's DLX2; with bounds of items as read by DLX3.
    Matrix,
    /// Clauses in DIMACS form. Variables beyond those of the options count copies.
    Clauses,
}

/// Writes the exact cover problem of a puzzle; `None` if it has rules of decoration (equal pieces apart,
/// balance), which these forms do not have.
///
/// # Errors
/// [`SolverError`] if the puzzle is too large for the limits.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use piecework_solve::{CoverForm, SolveOptions, exact_cover};
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::puzzle::read_puzzle;
/// use piecework_tiling::source::Source;
/// use piecework_tiling::templates::puzzle_template;
/// let template = puzzle_template("t-tetromino-4x4").ok_or("a known puzzle")?;
/// let source = Source::new(template.name, template.text);
/// let puzzle = read_puzzle(&source, &Limits::default()).map_err(|_| "a good file")?;
/// let text = exact_cover(&puzzle, CoverForm::Clauses, &SolveOptions::default())?.ok_or("plain rules")?;
/// assert!(text.contains("p cnf "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exact_cover(
    puzzle: &Puzzle,
    form: CoverForm,
    options: &SolveOptions<'_>,
) -> Result<Option<String>, SolverError> {
    let rest = puzzle.rest();
    let model = Model::new(&rest, options)?;
    if Decoration::of(&rest).is_some() {
        return Ok(None);
    }
    // A puzzle is written whole, however long that takes.
    let patient = Alarm::silent();
    let written = model.problem(|_| true, &patient);
    let (problem, placement_of) = written.expect("this alarm never rings");
    let cover = Cover { puzzle: &rest, model: &model, problem: &problem, placement_of: &placement_of };
    Ok(Some(match form {
        CoverForm::Matrix => cover.matrix(),
        CoverForm::Clauses => {
            let clauses = cover.clause_list(&patient).expect("this alarm never rings");
            cover.dimacs(&clauses)
        }
    }))
}

/// A problem, and what its options are.
pub(crate) struct Cover<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) model: &'a Model,
    pub(crate) problem: &'a Problem,
    pub(crate) placement_of: &'a [u32],
}

impl Cover<'_> {
    fn options(&self) -> impl Iterator<Item = &[u32]> {
        let starts = &self.problem.starts;
        starts.windows(2).map(|ends| &self.problem.items[ends[0] as usize..ends[1] as usize])
    }

    /// Says in words what an option is.
    fn words(&self, option: usize) -> String {
        let Some(&placement) = self.placement_of.get(option) else { return "left empty".into() };
        let cells = self.model.cells(placement).iter().map(|&cell| {
            let cell = self.puzzle.region().cells()[cell as usize];
            format!(" {},{}", cell.x, cell.y)
        });
        let name = &self.puzzle.pieces()[self.model.piece_of(placement)].name;
        format!("{name} on{}", cells.collect::<String>())
    }

    /// Returns the bounds of a primary item that `over` options have, unless every number of options is
    /// allowed.
    fn bounds(&self, item: usize, over: usize) -> Option<Bounds> {
        let bounds = self.problem.bounds.get(item)?;
        let is_free = bounds.least == 0 && bounds.most as usize >= over.min(self.model.places());
        (!is_free).then_some(Bounds { most: bounds.most.min(compact(over).max(bounds.least)), ..*bounds })
    }

    fn matrix(&self) -> String {
        let mut over = vec![0; self.problem.item_count()];
        self.problem.items.iter().for_each(|&item| over[item as usize] += 1);
        let bounds: Vec<Option<Bounds>> =
            (0..self.problem.bounds.len()).map(|item| self.bounds(item, over[item])).collect();
        let mut text = format!("| {}\n", self.puzzle.name());
        let named = |(item, bounds): (usize, &Option<Bounds>)| match bounds {
            None => None,
            Some(Bounds::ONCE) => Some(format!("i{item}")),
            Some(Bounds { least, most }) if least == most => Some(format!("{most}|i{item}")),
            Some(Bounds { least, most }) => Some(format!("{least}:{most}|i{item}")),
        };
        let primary: Vec<String> = bounds.iter().enumerate().filter_map(named).collect();
        text += &primary.join(" ");
        if self.problem.item_count() > bounds.len() {
            text += " |";
            (bounds.len()..self.problem.item_count()).for_each(|item| _ = write!(text, " i{item}"));
        }
        text += "\n";
        for (number, option) in self.options().enumerate() {
            let kept = |&&item: &&u32| bounds.get(item as usize).is_none_or(Option::is_some);
            let items: Vec<String> = option.iter().filter(kept).map(|item| format!("i{item}")).collect();
            _ = writeln!(text, "| {}\n{}", self.words(number), items.join(" "));
        }
        text
    }

    /// Returns the clauses that the options of a tiling satisfy; option `n` is variable `n + 1`.
    ///
    /// # Errors
    /// Why the search must stop, if the alarm rings.
    pub(crate) fn clause_list(&self, alarm: &Alarm<'_>) -> Result<Clauses, StopReason> {
        let mut clauses = Clauses::new(compact(self.problem.option_count()));
        let mut over: Vec<Vec<i64>> = vec![Vec::new(); self.problem.item_count()];
        let mut work = Work::new(alarm);
        for (variable, option) in (1..).zip(self.options()) {
            work.step(option.len())?;
            option.iter().for_each(|&item| over[item as usize].push(variable));
        }
        for (item, literals) in over.iter().enumerate() {
            work.step(literals.len())?;
            let is_primary = item < self.problem.bounds.len();
            let bounds = if is_primary {
                self.bounds(item, literals.len())
            } else {
                Some(Bounds { least: 0, most: 1 })
            };
            let Some(bounds) = bounds else { continue };
            clauses.at_most(literals, bounds.most as usize);
            clauses.at_least(literals, bounds.least as usize);
        }
        Ok(clauses)
    }

    /// Writes clauses in DIMACS form, with the piece and cells of each option.
    pub(crate) fn dimacs(&self, clauses: &Clauses) -> String {
        let mut text = format!("c {}\n", self.puzzle.name());
        for option in 0..self.problem.option_count() {
            _ = writeln!(text, "c {} = {}", option + 1, self.words(option));
        }
        _ = writeln!(text, "p cnf {} {}", clauses.variables(), clauses.list().len());
        for clause in clauses.list() {
            clause.iter().for_each(|literal| _ = write!(text, "{literal} "));
            text += "0\n";
        }
        text
    }
}

//! Proves in clauses that a puzzle has no tiling, so that other programs can check it.
//!
//! A tiling is a solution of the clauses that [`exact_cover`](crate::model::exact_cover) writes. A SAT solver learns
//! further clauses until one is empty. Each follows from those before it by unit propagation, so a checker
//! needs no search: this is a DRAT proof without resolution asymmetric tautologies. Symmetry is not broken.
//!
//! # Source
//! E. Goldberg and Y. Novikov, Verification of proofs of unsatisfiability for CNF formulas, DATE 2003; N.
//! Wetzler, M. Heule and W. Hunt, DRAT-trim, SAT 2014 (the form). The solver is batsat, a version of MiniSat
//! by N. Eén and N. Sörensson.

use std::cell::{Cell, RefCell};
use std::fmt::Write as _;
use std::sync::Arc;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use crate::ground::alarm::{Alarm, Work};
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Engine, Outcome, SolveOptions, SolverError, StopReason};
use crate::model::Model;
use crate::model::decoration::Decoration;
use crate::proofs::clauses::Clauses;
use crate::proofs::export::Cover;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::tiling::Tiling;

/// What the search for a proof came to.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Proof {
    /// No tiling exists.
    Certificate(Certificate),
    /// A tiling exists, so there is no proof.
    Tiling(Tiling),
    /// The search was stopped.
    Stopped(StopReason),
    /// The puzzle has rules of decoration, which clauses do not have.
    Decorated,
}

/// A proof that no tiling exists.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Certificate {
    /// The puzzle as clauses in DIMACS form. Comments name the piece and cells of each variable.
    pub clauses: String,
    /// The clauses that follow, in DRAT form: one a line, the last one empty; `d` deletes one.
    pub proof: String,
}

/// Searches for a proof in clauses that a puzzle has no tiling.
///
/// It ends with a certificate or a tiling, unless a limit stops it. The proof may take half of the memory
/// limit.
///
/// # Errors
/// [`SolverError`] if the puzzle is too large for the limits.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use piecework_solve::{Proof, SolveOptions, prove_impossible};
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::polyform::{Freedom, Shape};
/// use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
/// let shape = Shape::from_rows(Lattice::Square, ["###", ".#."])?;
/// let piece = Piece { name: "T".into(), shape, freedom: Freedom::Free, count: Count::ANY };
/// let region = Region::rectangle(Lattice::Square, 6, 6)?;
/// let puzzle = Arc::new(Puzzle::new("9 T tetrominoes", region, vec![piece])?);
/// let Proof::Certificate(certificate) = prove_impossible(&puzzle, &SolveOptions::default())? else {
///     panic!("no tiling exists")
/// };
/// assert!(certificate.proof.ends_with("\n0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove_impossible(puzzle: &Arc<Puzzle>, options: &SolveOptions<'_>) -> Result<Proof, SolverError> {
    if Decoration::of(puzzle).is_some() {
        return Ok(Proof::Decorated);
    }
    let (alarm, rest) = (Alarm::new(options), puzzle.rest());
    let model = match Model::under(&rest, options, &alarm) {
        Ok(model) => model,
        Err(unmade) => return unmade.reason().map(Proof::Stopped),
    };
    let (problem, placement_of) = match model.problem(|_| true, &alarm) {
        Ok(problem) => problem,
        Err(reason) => return Ok(Proof::Stopped(reason)),
    };
    let cover = Cover { puzzle: &rest, model: &model, problem: &problem, placement_of: &placement_of };
    let clauses = match cover.clause_list(&alarm) {
        Ok(clauses) => clauses,
        Err(reason) => return Ok(Proof::Stopped(reason)),
    };
    let mut watch = Watch::since(alarm, options);
    let most = usize::try_from(options.memory_limit / 2).unwrap_or(usize::MAX);
    let (answer, scribe) = refute(&clauses, alarm, &mut watch, Some(most));
    Ok(match answer {
        Answer::Stopped(reason) => Proof::Stopped(reason),
        Answer::Solution(variables) => {
            let laid: Vec<u32> = variables
                .iter()
                .filter_map(|&variable| placement_of.get(variable as usize).copied())
                .collect();
            let tiling = Tiling::new(puzzle, model.laid(puzzle, &rest, &laid));
            Proof::Tiling(tiling.map_err(|source| SolverError::Internal { engine: Engine::Auto, source })?)
        }
        Answer::None => Proof::Certificate(Certificate { clauses: cover.dimacs(&clauses), proof: scribe }),
    })
}

/// What the SAT solver found.
enum Answer {
    /// No values satisfy the clauses.
    None,
    /// These variables, from 0, are true in a solution.
    Solution(Vec<u32>),
    Stopped(StopReason),
}

/// Returns one tiling by the placements that are kept, if the SAT solver finds one.
pub(crate) fn first_by_clauses(
    (puzzle, model): (&Puzzle, &Model),
    kept: impl Fn(u32) -> bool,
    alarm: &Alarm<'_>,
    watch: &mut Watch<'_>,
) -> (Outcome, Option<Vec<u32>>) {
    let found = model.problem(kept, alarm).and_then(|(problem, placement_of)| {
        let cover = Cover { puzzle, model, problem: &problem, placement_of: &placement_of };
        let clauses = cover.clause_list(alarm)?;
        match refute(&clauses, *alarm, watch, None).0 {
            Answer::Stopped(reason) => Err(reason),
            Answer::None => Ok(None),
            Answer::Solution(variables) => {
                let placement = |&variable: &u32| placement_of.get(variable as usize).copied();
                Ok(Some(variables.iter().filter_map(placement).collect()))
            }
        }
    });
    match found {
        Ok(Some(found)) => (Outcome::Stopped(StopReason::Visitor), Some(found)),
        Ok(None) => (Outcome::Complete, None),
        Err(reason) => (Outcome::Stopped(reason), None),
    }
}

/// Runs the SAT solver; returns the answer and the clauses that it learned, of which at most this many bytes
/// are written down, if any.
fn refute(
    clauses: &Clauses,
    alarm: Alarm<'_>,
    watch: &mut Watch<'_>,
    most: Option<usize>,
) -> (Answer, String) {
    let scribe = Scribe { text: String::new(), watch: RefCell::new(watch), halted: Cell::new(None), most };
    let mut solver = Solver::new(SolverOpts::default(), scribe);
    let variables: Vec<Var> = (0..clauses.variables()).map(|_| solver.new_var_default()).collect();
    let mut work = Work::new(&alarm);
    for clause in clauses.list() {
        // Adding a literal takes as long as some units of work.
        if let Err(reason) = work.step(4 * clause.len()) {
            return (Answer::Stopped(reason), String::new());
        }
        let literal = |&literal: &i64| {
            let variable = usize::try_from(literal.unsigned_abs()).unwrap_or(usize::MAX) - 1;
            Lit::new(variables[variable], literal > 0)
        };
        solver.add_clause_reuse(&mut clause.iter().map(literal).collect());
    }
    let status = solver.solve_limited(&[]);
    let solution =
        |(number, &variable): (u32, &Var)| (solver.value_var(variable) == lbool::TRUE).then_some(number);
    let answer = if status == lbool::TRUE {
        Answer::Solution((0..).zip(&variables).filter_map(solution).collect())
    } else if status == lbool::FALSE {
        Answer::None
    } else {
        Answer::Stopped(solver.cb().halted.get().unwrap_or(StopReason::MemoryLimit))
    };
    let mut text = std::mem::take(&mut solver.cb_mut().text);
    if !text.ends_with("\n0\n") && text != "0\n" {
        text += "0\n";
    }
    (answer, text)
}

/// Writes down what the solver learns, and stops it at the limits.
struct Scribe<'w, 'a> {
    text: String,
    watch: RefCell<&'w mut Watch<'a>>,
    halted: Cell<Option<StopReason>>,
    /// The most bytes of the proof; `None`: it is not written down.
    most: Option<usize>,
}

impl Scribe<'_, '_> {
    fn write(&mut self, mark: &str, clause: &[Lit]) {
        if self.most.is_none() {
            return;
        }
        self.text += mark;
        for literal in clause {
            let sign = if literal.sign() { "" } else { "-" };
            _ = write!(self.text, "{sign}{} ", literal.var().idx() + 1);
        }
        self.text += "0\n";
    }
}

impl Callbacks for Scribe<'_, '_> {
    fn on_new_clause(&mut self, clause: &[Lit], _: ClauseKind) {
        self.write("", clause);
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.write("d ", clause);
    }

    fn stop(&self) -> bool {
        let halt = match self.watch.borrow_mut().node(|| f64::NAN) {
            Some(Halt::Stop(reason)) => Some(reason),
            _ => self.most.filter(|&most| self.text.len() > most).map(|_| StopReason::MemoryLimit),
        };
        self.halted.set(self.halted.get().or(halt));
        halt.is_some()
    }
}

//! Finds the packing that covers the most cells, for puzzles without a known tiling.
//!
//! The search is complete only if it is proved that no tiling exists; the checked [`Packing`] may be a
//! tiling.
//!
//! Random engines return the best packing they find. Exhaustive engines are asked repeatedly for a packing
//! with fewer uncovered cells than the best so far, until none exists. Each question is easier than the next,
//! so asking all of them costs little more. The first packing is random.

use std::sync::Arc;

use crate::engines::{Compiled, Report};
use crate::ground::alarm::Alarm;
use crate::ground::watch::Watch;
use crate::ground::{Engine, Outcome, SolveOptions, SolverError, StopReason};
use piecework_tiling::puzzle::{Contact, Puzzle, SharedPuzzle};
use piecework_tiling::tiling::{Packing, loosened};

/// How many random packings are made before an exhaustive search begins. Chosen by trial.
const RANDOM_PACKINGS: u64 = 1_000;

/// Searches for a tiling, and returns the fullest packing found if there is none.
///
/// [`Outcome::Complete`] means that no tiling exists. A tiling ends the search with [`StopReason::Visitor`].
///
/// # Errors
/// As [`crate::solve`]; and [`SolverError::NotForEngine`] from exhaustive engines if contact is forbidden,
/// because they must count uncovered cells.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use piecework_solve::{Outcome, SolveOptions, best_effort};
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::polyform::{Freedom, Shape};
/// use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
/// let shape = Shape::from_rows(Lattice::Square, ["##"])?;
/// let domino = Piece { name: "domino".into(), shape, freedom: Freedom::Free, count: Count::ANY };
/// // A chessboard without two opposite corners.
/// let mut cells = Region::rectangle(Lattice::Square, 4, 4)?.cells().to_vec();
/// cells.truncate(15);
/// let region = Region::new(Lattice::Square, cells[1..].to_vec())?;
/// let puzzle = Puzzle::new("mutilated", region, vec![domino])?;
/// let (packing, report) = best_effort(&Arc::new(puzzle), &SolveOptions::default())?;
/// assert_eq!((packing.covered(), report.outcome), (12, Outcome::Complete));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn best_effort(
    puzzle: &impl SharedPuzzle,
    options: &SolveOptions<'_>,
) -> Result<(Packing, Report), SolverError> {
    let puzzle = &puzzle.shared();
    // Re-tiling improves tilings, but here none may exist, so by default another engine is used. Restarts
    // find fuller packings; a proof that none exists takes long with any engine.
    let engine = if options.engine == Engine::Auto { Engine::Cover } else { options.engine };
    let options = &SolveOptions { engine, ..options.clone() };
    let alarm = Alarm::new(options);
    let compiled = match Compiled::under(puzzle, options, alarm) {
        Ok(compiled) => compiled.with_halves(options),
        Err(unmade) => {
            let report = Report::of_unmade(unmade, options, &alarm)?;
            let placed = puzzle.placed().iter().map(|placed| (placed.piece, placed.cells.clone()));
            let nothing = Packing::new(puzzle, placed);
            return nothing
                .map(|packing| (packing, report))
                .map_err(|source| SolverError::Internal { engine, source });
        }
    };
    let whole_only = match compiled.engine {
        Engine::ReTiling => Some("it improves a tiling, and looks for nothing less"),
        Engine::CutLine => Some("it finds a tiling of the whole rectangle or nothing"),
        Engine::Sat => Some("it finds a tiling of the whole board or nothing"),
        _ => None,
    };
    if let Some(reason) = whole_only {
        return Err(SolverError::NotForEngine { engine: compiled.engine, reason });
    }
    let mut watch = Watch::since(alarm, options);
    let (outcome, best) = if compiled.engine.is_exhaustive() {
        if puzzle.contact() == Contact::Forbidden {
            let reason = "where pieces may not touch, only genetic and random look for packings";
            return Err(SolverError::NotForEngine { engine: compiled.engine, reason });
        }
        closed_in(&compiled, options, &mut watch)?
    } else {
        let (reason, best) = compiled.pack(compiled.engine, options, &mut watch);
        let proved = compiled.argument.is_some();
        let outcome = if proved { Outcome::Complete } else { Outcome::Stopped(reason) };
        (outcome, compiled.packing(&best.laid)?)
    };
    watch.tilings = u128::from(best.tiling().is_some());
    let report = compiled.report(outcome, &watch);
    Ok((best, report))
}

/// Returns the best packing of searches with fewer and fewer uncovered cells.
fn closed_in(
    compiled: &Compiled<'_>,
    options: &SolveOptions<'_>,
    watch: &mut Watch<'_>,
) -> Result<(Outcome, Packing), SolverError> {
    let puzzle = compiled.puzzle;
    let random = SolveOptions { node_limit: Some(RANDOM_PACKINGS), progress: None, ..options.clone() };
    let (_, random) = compiled.pack(Engine::Random, &random, &mut Watch::since(compiled.alarm, &random));
    let mut best = compiled.packing(&random.laid)?;
    watch.packed(best.covered());
    while best.tiling().is_none() {
        let uncovered = best.uncovered().len();
        let Some(fewer) = uncovered.checked_sub(1).filter(|&fewer| fewer > puzzle.gaps() as usize) else {
            // Full enough; the rest can only be found by a search with all rules.
            let (outcome, found) = compiled.first(options, watch)?;
            let best = found.map_or(Ok(best), |found| compiled.packing(&found))?;
            return Ok((outcome, best));
        };
        let fewer = u32::try_from(fewer).unwrap_or(u32::MAX);
        // Areas that cannot add up are a proof too.
        let Some(loose) = loosened(puzzle, fewer) else { return Ok((Outcome::Complete, best)) };
        let loose = Arc::new(loose);
        let fuller = match Compiled::under(&loose, options, watch.alarm()) {
            Ok(fuller) => fuller.with_halves(options),
            Err(unmade) => return Ok((Outcome::Stopped(unmade.reason()?), best)),
        };
        match fuller.first(options, watch)? {
            (_, Some(found)) => best = fuller.packing_of(puzzle, &found)?,
            (outcome, None) => return Ok((outcome, best)),
        }
        watch.packed(best.covered());
    }
    Ok((Outcome::Stopped(StopReason::Visitor), best))
}

impl Compiled<'_> {
    fn packing(&self, placements: &[u32]) -> Result<Packing, SolverError> {
        self.packing_of(self.puzzle, placements)
    }

    /// Returns the checked packing of these placements; `puzzle` has the pieces of this puzzle, but its own
    /// rules.
    fn packing_of(&self, puzzle: &Arc<Puzzle>, placements: &[u32]) -> Result<Packing, SolverError> {
        Packing::new(puzzle, self.model.laid(puzzle, &self.rest, placements))
            .map_err(|source| SolverError::Internal { engine: self.engine, source })
    }
}

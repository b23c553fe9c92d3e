//! Visits every tiling of a puzzle, or one of each orbit, on as many threads as wanted.

use std::ops::ControlFlow;
use std::sync::Arc;

use piecework_tiling::puzzle::{Puzzle, SharedPuzzle};
use piecework_tiling::tiling::Tiling;

use crate::engines::{Compiled, PARTS, Report};
use crate::ground::alarm::Alarm;
use crate::ground::watch::Watch;
use crate::ground::{Outcome, SolveOptions, SolverError};
use crate::runs::{Give, Harvest, Images, Order, PartedSearch, Tilings};

/// Visits every tiling of a puzzle, including turned and flipped images.
///
/// # Errors
/// [`SolverError`] if the puzzle is too large for the limits, or for a bug in this program; never because
/// there is no tiling.
pub fn solve(
    puzzle: &impl SharedPuzzle,
    options: &SolveOptions<'_>,
    visit: impl FnMut(Tiling) -> ControlFlow<()>,
) -> Result<Report, SolverError> {
    let puzzle = &puzzle.shared();
    visit_images(puzzle, options, Images::All, visit)
}

/// Visits one tiling of each orbit under the symmetries of the puzzle.
///
/// It is the canonical form: the tiling whose placements come first, in the order of pieces and of region
/// cells.
///
/// # Errors
/// As [`solve`].
pub fn solve_up_to_symmetry(
    puzzle: &impl SharedPuzzle,
    options: &SolveOptions<'_>,
    visit: impl FnMut(Tiling) -> ControlFlow<()>,
) -> Result<Report, SolverError> {
    let puzzle = &puzzle.shared();
    visit_images(puzzle, options, Images::One, visit)
}

fn visit_images(
    puzzle: &Arc<Puzzle>,
    options: &SolveOptions<'_>,
    images: Images,
    visit: impl FnMut(Tiling) -> ControlFlow<()>,
) -> Result<Report, SolverError> {
    let alarm = Alarm::new(options);
    match Compiled::under(puzzle, options, alarm) {
        Ok(compiled) => compiled.with_halves(options).visit(options, images, visit),
        Err(unmade) => Report::of_unmade(unmade, options, &alarm),
    }
}

impl<'a> Compiled<'a> {
    fn visit(
        &self,
        options: &SolveOptions<'_>,
        images: Images,
        mut visit: impl FnMut(Tiling) -> ControlFlow<()>,
    ) -> Result<Report, SolverError> {
        let mut visited = 0;
        let harvest = Tilings { compiled: self, images };
        let (outcome, mut watch) = self.search(options, &harvest, Order::OfParts, &mut |tiling| {
            visited += 1;
            Ok(visit(tiling))
        })?;
        watch.tilings = visited;
        Ok(self.report(outcome, &watch))
    }

    /// Searches every tiling of the kept placements, and passes results to `take`.
    pub(crate) fn search<'o, H: Harvest>(
        &self,
        options: &SolveOptions<'o>,
        harvest: &H,
        order: Order,
        take: &mut Give<'_, H::Yield>,
    ) -> Result<(Outcome, Watch<'o>), SolverError>
    where
        'a: 'o,
    {
        let mut watch = Watch::since(self.alarm, options);
        if self.argument.is_some() {
            return Ok((Outcome::Complete, watch));
        }
        let engine = match self.exhaustive(options) {
            Ok(engine) => engine,
            Err(unmade) => return Ok((Outcome::Stopped(unmade.reason()?), watch)),
        };
        let prefixes = self.parts(engine.as_ref(), PARTS);
        let parts: Vec<usize> = (0..prefixes.len()).collect();
        let accepts = |found: &[u32]| self.keeps_rules(found);
        let search = PartedSearch {
            engine: engine.as_ref(),
            prefixes: &prefixes,
            parts: &parts,
            patience: None,
            done_before: 0,
            accepts: &accepts,
        };
        let outcome = search.run(harvest, order, options.team(), &mut watch, take)?;
        Ok((outcome, watch))
    }
}

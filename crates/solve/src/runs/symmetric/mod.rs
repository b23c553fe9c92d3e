//! Finds and counts the tilings that are equal to their own image under a turn or a reflection.
//!
//! In such a tiling a placement occurs with all its images, so whole orbits of placements are laid at once: a
//! smaller exact cover, of orbits of places by orbits of placements ([`fold`]). A board with a half turn is
//! half as large then.
//!
//! A symmetry such as a reflection may be about several axes. Each is a case of its own: a tiling that has
//! several of them is found in the first case only, and [`tally`] counts it once.
//!
//! # Source
//! D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, on symmetric solutions of exact cover
//! problems.

mod fold;
mod tally;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::engines::exhaustive::Visit;
use crate::engines::{Compiled, Report, TilingCount};
use crate::ground::alarm::{Alarm, Unmade};
use crate::ground::watch::Watch;
use crate::ground::{Engine, Outcome, SolveOptions, SolverError, StopReason, TilingSymmetry};
use crate::runs::Images;
use piecework_tiling::puzzle::{Puzzle, PuzzleSymmetry, SharedPuzzle};
use piecework_tiling::tiling::Tiling;

use fold::Fold;

/// A puzzle, and the symmetry that its tilings must have.
struct Symmetric<'a> {
    compiled: Compiled<'a>,
    /// The symmetries of the puzzle by number, the identity first.
    motions: Vec<PuzzleSymmetry>,
    cases: Vec<Vec<usize>>,
}

/// Visits the tilings with a symmetry: all of them, or one of each orbit under the symmetries of the puzzle
/// if `up_to_symmetry`.
///
/// # Errors
/// As [`crate::solve`]; [`SolverError::NotSymmetric`] if the puzzle does not have this symmetry;
/// [`SolverError::NotForEngine`] for other engines than auto and cover.
///
/// # Examples
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::Arc;
/// use piecework_solve::{SolveOptions, TilingSymmetry, solve_symmetric};
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::polyform::{Freedom, Shape};
/// use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
/// let shape = Shape::from_rows(Lattice::Square, ["##"])?;
/// let domino = Piece { name: "domino".into(), shape, freedom: Freedom::Free, count: Count::ANY };
/// let region = Region::rectangle(Lattice::Square, 4, 4)?;
/// let puzzle = Arc::new(Puzzle::new("Dominoes", region, vec![domino])?);
/// let mut found = 0;
/// solve_symmetric(&puzzle, TilingSymmetry::QuarterTurn, false, &SolveOptions::default(), |_| {
///     found += 1;
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(found, 2, "two pinwheels, mirror images of each other");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_symmetric(
    puzzle: &impl SharedPuzzle,
    symmetry: TilingSymmetry,
    up_to_symmetry: bool,
    options: &SolveOptions<'_>,
    mut visit: impl FnMut(Tiling) -> ControlFlow<()>,
) -> Result<Report, SolverError> {
    let puzzle = &puzzle.shared();
    let alarm = Alarm::new(options);
    let symmetric = match Symmetric::new(puzzle, symmetry, options, alarm) {
        Ok(symmetric) => symmetric,
        Err(unmade) => return Report::of_unmade(unmade, options, &alarm),
    };
    let images = if up_to_symmetry { Images::One } else { Images::All };
    let mut watch = Watch::since(alarm, options);
    let mut visited = 0;
    let outcome = symmetric.each(options, images, false, &mut watch, &mut |tiling| {
        visited += 1;
        visit(tiling)
    })?;
    watch.tilings = visited;
    Ok(symmetric.compiled.report(outcome, &watch))
}

/// Finds one tiling with a symmetry. No tiling and [`Outcome::Complete`] prove that none exists.
///
/// # Errors
/// As [`solve_symmetric`].
pub fn first_symmetric(
    puzzle: &impl SharedPuzzle,
    symmetry: TilingSymmetry,
    options: &SolveOptions<'_>,
) -> Result<(Option<Tiling>, Report), SolverError> {
    let puzzle = &puzzle.shared();
    let alarm = Alarm::new(options);
    let symmetric = match Symmetric::new(puzzle, symmetry, options, alarm) {
        Ok(symmetric) => symmetric,
        Err(unmade) => return Ok((None, Report::of_unmade(unmade, options, &alarm)?)),
    };
    let mut watch = Watch::since(alarm, options);
    let mut first = None;
    let outcome = symmetric.each(options, Images::All, true, &mut watch, &mut |tiling| {
        first = Some(tiling);
        ControlFlow::Break(())
    })?;
    watch.tilings = u128::from(first.is_some());
    let report = symmetric.compiled.report(outcome, &watch);
    Ok((first, report))
}

/// Counts the tilings with a symmetry: all of them, and their orbits under the symmetries of the puzzle.
///
/// # Errors
/// As [`solve_symmetric`].
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use piecework_solve::{SolveOptions, TilingSymmetry, count_symmetric};
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::polyform::{Freedom, Shape};
/// use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
/// let shape = Shape::from_rows(Lattice::Square, ["##"])?;
/// let domino = Piece { name: "domino".into(), shape, freedom: Freedom::Free, count: Count::ANY };
/// let region = Region::rectangle(Lattice::Square, 8, 8)?;
/// let puzzle = Arc::new(Puzzle::new("Dominoes", region, vec![domino])?);
/// let count = count_symmetric(&puzzle, TilingSymmetry::HalfTurn, &SolveOptions::default())?;
/// assert!(count.is_complete() && count.raw > count.up_to_symmetry);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_symmetric(
    puzzle: &impl SharedPuzzle,
    symmetry: TilingSymmetry,
    options: &SolveOptions<'_>,
) -> Result<TilingCount, SolverError> {
    let puzzle = &puzzle.shared();
    let alarm = Alarm::new(options);
    match Symmetric::new(puzzle, symmetry, options, alarm) {
        Ok(symmetric) => tally::count(&symmetric, options),
        Err(unmade) => {
            let report = Report::of_unmade(unmade, options, &alarm)?;
            Ok(TilingCount { raw: 0u64.into(), up_to_symmetry: 0u64.into(), report })
        }
    }
}

impl<'a> Symmetric<'a> {
    fn new(
        puzzle: &'a Arc<Puzzle>,
        symmetry: TilingSymmetry,
        options: &SolveOptions<'_>,
        alarm: Alarm<'a>,
    ) -> Result<Self, Unmade> {
        if !matches!(options.engine, Engine::Auto | Engine::Cover) {
            let reason = "tilings with a symmetry are searched by auto and cover only";
            return Err(SolverError::NotForEngine { engine: options.engine, reason }.into());
        }
        if puzzle.region().wrap().is_some() {
            return Err(SolverError::SymmetricOnJoined.into());
        }
        if !puzzle.region().optional().is_empty() {
            let reason = "tilings with a symmetry are not searched where only some cells may stay empty";
            return Err(SolverError::NotForEngine { engine: options.engine, reason }.into());
        }
        let motions = puzzle.symmetries();
        let cases = symmetry.cases(puzzle.lattice(), &motions);
        if cases.is_empty() {
            return Err(SolverError::NotSymmetric { symmetry }.into());
        }
        // Orbits are laid at once, so there is nothing to break.
        let options = SolveOptions {
            symmetry_breaking: false,
            reflections: true,
            engine: Engine::Cover,
            ..options.clone()
        };
        Ok(Self { compiled: Compiled::under(puzzle, &options, alarm)?, motions, cases })
    }

    /// Returns the numbers of the symmetries by which tilings are one, as the options say.
    fn merging(&self, options: &SolveOptions<'_>) -> Vec<usize> {
        let is_one = |number: &usize| options.reflections || !self.motions[*number].symmetry.is_reflection();
        (0..self.motions.len()).filter(is_one).collect()
    }

    /// Returns the images of the placements under symmetries, without the identity.
    fn images(&self, numbers: &[usize]) -> Vec<&[u32]> {
        let all = self.compiled.symmetries.images();
        numbers.iter().filter_map(|number| number.checked_sub(1)).map(|index| all[index].as_slice()).collect()
    }

    /// Visits the tilings of all cases, each once; with `is_hasty` the first one is wanted soon.
    fn each(
        &self,
        options: &SolveOptions<'_>,
        images: Images,
        is_hasty: bool,
        watch: &mut Watch<'_>,
        visit: &mut dyn FnMut(Tiling) -> ControlFlow<()>,
    ) -> Result<Outcome, SolverError> {
        if self.compiled.argument.is_some() {
            return Ok(Outcome::Complete);
        }
        for (number, case) in self.cases.iter().enumerate() {
            let mut take = |laid: &[u32], watch: &mut Watch<'_>| {
                if self.cases[..number].iter().any(|earlier| self.is_own_image(laid, earlier)) {
                    return Ok(ControlFlow::Continue(()));
                }
                for tiling in images.of(&self.compiled, laid) {
                    watch.tilings += 1;
                    if visit(self.compiled.tiling(&tiling)?).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            };
            let outcome = self.search(case, options, is_hasty, watch, &mut take)?;
            if !outcome.is_complete() {
                return Ok(outcome);
            }
        }
        Ok(Outcome::Complete)
    }

    /// Returns whether symmetries map a tiling, given as placements, to itself.
    fn is_own_image(&self, laid: &[u32], numbers: &[usize]) -> bool {
        let mut sorted = laid.to_vec();
        sorted.sort_unstable();
        self.images(numbers).iter().all(|image| {
            let mut moved: Vec<u32> = laid.iter().map(|&placement| image[placement as usize]).collect();
            moved.sort_unstable();
            moved == sorted
        })
    }

    /// Visits the tilings that some symmetries map to themselves, as placements.
    fn search(
        &self,
        numbers: &[usize],
        options: &SolveOptions<'_>,
        is_hasty: bool,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<Outcome, SolverError> {
        if let Some(reason) = watch.look(|| f64::NAN) {
            return Ok(Outcome::Stopped(reason));
        }
        let fold = Fold::new(&self.compiled, self.images(numbers));
        if !is_hasty {
            return fold.each(options, watch, visit);
        }
        match fold.first(options, watch)? {
            (_, Some(laid)) => {
                let _ = visit(&laid, watch)?;
                Ok(Outcome::Stopped(StopReason::Visitor))
            }
            (outcome, None) => Ok(outcome),
        }
    }
}

#[cfg(test)]
mod tests;

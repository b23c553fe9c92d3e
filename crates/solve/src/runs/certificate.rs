//! Counts tilings a second time in another way, so that a slip of either shows.

use super::counts::count;
use crate::engines::{Compiled, TilingCount};
use crate::ground::alarm::Alarm;
use crate::ground::{Engine, SolveOptions, SolverError};
use piecework_tiling::puzzle::SharedPuzzle;

/// How tilings were counted a second time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Second {
    /// By layers, with the places in another order and without breaking symmetry.
    AnotherOrder,
    /// One by one, by this engine.
    Engine(Engine),
}

/// Engines that find tilings one by one, from the one that fits most counts.
const ENGINES: [Engine; 3] = [Engine::Frontier, Engine::Cover, Engine::Backtrack];

/// Counts the tilings of a puzzle again and says how: by layers in another order of places, where they can be counted by layers, else
/// by another engine than that of the first count.
///
/// The two orders of a board that looks the same along both, such as a square or a triangle, mirror each other: then only breaking
/// symmetry and the order of choices differ, which proves less.
///
/// A second count that is not complete, since time or memory ended, certifies nothing.
///
/// # Errors
/// [`SolverError::Disagree`] if both are complete and differ; otherwise as [`count`].
///
/// # Examples
/// ```
/// use piecework_solve::{Second, SolveOptions, certify, count};
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::puzzle::read_puzzle;
/// use piecework_tiling::source::Source;
/// let template = piecework_tiling::templates::puzzle_template("pentomino-6x10").ok_or("a puzzle")?;
/// let puzzle = read_puzzle(&Source::new("6x10", template.text), &Limits::default())?;
/// let options = SolveOptions::default();
/// let first = count(&puzzle, &options)?;
/// let (again, second) = certify(&puzzle, &first, &options)?;
/// assert!(second == Second::AnotherOrder && again.raw == first.raw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certify(
    puzzle: &impl SharedPuzzle,
    first: &TilingCount,
    options: &SolveOptions<'_>,
) -> Result<(TilingCount, Second), SolverError> {
    let puzzle = puzzle.shared();
    // An argument that there is none would be the same argument.
    let options =
        SolveOptions { engine: Engine::Auto, symmetry_breaking: false, arguments: false, ..options.clone() };
    let again = match by_layers(&puzzle, &SolveOptions { another_order: true, ..options.clone() })? {
        Some(count) => (count, Second::AnotherOrder),
        None => one_by_one(&puzzle, first.report.engine, &options)?,
    };
    if first.is_complete() && again.0.is_complete() && again.0.raw != first.raw {
        return Err(SolverError::Disagree { first: first.raw.clone(), second: again.0.raw });
    }
    Ok(again)
}

/// The count by layers in another order, where layers may take as long as they like.
fn by_layers(
    puzzle: &impl SharedPuzzle,
    options: &SolveOptions<'_>,
) -> Result<Option<TilingCount>, SolverError> {
    let puzzle = puzzle.shared();
    let Ok(compiled) = Compiled::under(&puzzle, options, Alarm::new(options)) else { return Ok(None) };
    if !compiled.is_for_layers(options) {
        return Ok(None);
    }
    Ok(compiled.count_by_layers(options, None)?.ok())
}

/// The count by the first engine that is another one and fits.
fn one_by_one(
    puzzle: &impl SharedPuzzle,
    first: Engine,
    options: &SolveOptions<'_>,
) -> Result<(TilingCount, Second), SolverError> {
    let others = ENGINES.into_iter().filter(|engine| *engine != first);
    let mut refused = None;
    for engine in others {
        match count(puzzle, &SolveOptions { engine, ..options.clone() }) {
            Err(error @ SolverError::NotForEngine { .. }) => refused = Some(error),
            counted => return Ok((counted?, Second::Engine(engine))),
        }
    }
    Err(refused.expect("two engines are others"))
}

#[cfg(test)]
mod tests;

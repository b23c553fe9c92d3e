//! Finds, counts and samples the tilings of a puzzle.
//!
//! Every tiling is checked by [`Tiling::new`], independently of the engine that found it. The same puzzle
//! with the same options gives the same tilings in the same order. A finished search ([`Outcome::Complete`],
//! a proof) is always distinguished from an interrupted one ([`Outcome::Stopped`]).
//!
//! Before a search, [`why_impossible`] tries to prove that no tiling exists. If it succeeds, nothing is
//! searched, and the report has the proof.
//!
//! A search calls a visitor, which decides when to stop: after the first tiling, the first ten, or never.
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::Arc;
//! use piecework_solve::{SolveOptions, solve};
//! use piecework_tiling::lattice::Lattice;
//! use piecework_tiling::polyform::named_set;
//! use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
//!
//! let set = named_set("pentominoes").expect("a known set");
//! let pieces = set.members.into_iter().map(|member| Piece {
//!     name: member.name,
//!     shape: member.shape,
//!     freedom: set.freedom,
//!     count: Count::exactly(1),
//! });
//! let region = Region::rectangle(Lattice::Square, 20, 3)?;
//! let puzzle = Arc::new(Puzzle::new("3 x 20", region, pieces.collect())?);
//! let mut tilings = Vec::new();
//! let report = solve(&puzzle, &SolveOptions::default(), |tiling| {
//!     tilings.push(tiling);
//!     ControlFlow::Continue(())
//! })?;
//! assert!(report.outcome.is_complete());
//! assert_eq!(tilings.len(), 8, "two, and their images");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs, clippy::print_stdout, clippy::print_stderr)]

mod alarm;
mod apart;
mod backtrack;
mod best_effort;
mod board;
mod brute_force;
mod by_layers;
mod by_place;
mod checkpoint;
mod choice;
mod clauses;
mod cover;
mod cut_line;
mod dlx;
mod engine;
mod error;
mod exact_cover;
mod exhaustive;
mod export;
mod few;
mod figures;
mod flat;
mod frontier;
mod grid;
mod ground;
mod halves;
mod hard_first;
mod impossible;
mod layered;
mod liberties;
mod listed;
mod lists;
mod long_run;
pub mod mats;
mod model;
mod options;
mod order_of_places;
mod outcome;
mod packing;
mod prefix;
mod proof;
mod re_tiling;
mod report;
mod restart;
mod rules;
mod shared_place;
mod strategies;
mod symmetric;
mod symmetry;
mod tiling_symmetry;
mod total;
mod tree_size;
mod watch;

use std::ops::ControlFlow;
use std::sync::Arc;

use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::tiling::Tiling;

use alarm::{Alarm, Unmade};
use backtrack::Backtrack;
use brute_force::BruteForce;
use cover::Cover;
use dlx::Dlx;
use exhaustive::Exhaustive;
use liberties::Liberties;
use listed::Listed;
use long_run::{Give, Harvest, Images, Order, PartedSearch, Tally, Tilings};
use model::Model;
use packing::Best;
use prefix::Prefix;
use rules::Decoration;
use strategies::STRATEGIES;
use symmetry::{OrbitTally, Symmetries};
use watch::Watch;

pub use best_effort::best_effort;
pub use by_layers::{Sample, sample};
pub use checkpoint::{CheckpointError, CheckpointFault};
pub use cut_line::{NoRectangle, OrderReport, StripReport, smallest_rectangle};
pub use engine::Engine;
pub use error::SolverError;
pub use export::{CoverForm, exact_cover};
pub use figures::{
    CommonFigure, CommonFigureReport, CongruentOptions, CongruentReport, Division, FigureOptions,
    congruent_groups, smallest_common_figure,
};
pub use impossible::why_impossible_patiently;
pub use impossible::{DeadEnd, ForcedStep, Impossibility, Overweight, Weighing, why_impossible};
pub use layered::remove_layers;
pub use long_run::{
    Find, Found, FoundPart, Kept, PartLine, PartPath, PartRequest, PartStore, PartTally, RunHeader, Shard,
    ShardFile, join_shards, solve_in_parts,
};
pub use options::{Progress, SolveOptions};
pub use outcome::{Outcome, StopReason};
pub use proof::{Certificate, Proof, prove_impossible};
pub use report::{Report, TilingCount};
pub use shared_place::{Claim, SharedPlace};
pub use symmetric::{count_symmetric, first_symmetric, solve_symmetric};
pub use tiling_symmetry::TilingSymmetry;
pub use total::Total;

/// The least number of parts of a search, so that each is short. Chosen by trial.
const PARTS: usize = 256;

/// The most placements of a search that is split: above, splitting and starting parts would take seconds, and
/// the search is not expected to end. Chosen by trial.
const MOST_PLACEMENTS_SPLIT: usize = 50_000;

/// A compiled puzzle, with its source.
struct Compiled<'a> {
    puzzle: &'a Arc<Puzzle>,
    /// The puzzle without its placed pieces, which is searched.
    rest: Puzzle,
    /// The rules that are checked outside the engine.
    decoration: Option<Decoration>,
    engine: Engine,
    model: Model,
    symmetries: Symmetries,
    /// The proof that there is no tiling, if one was found.
    argument: Option<Impossibility>,
    /// Rings when the search must end; it began before the puzzle was compiled.
    alarm: Alarm<'a>,
}

/// Visits every tiling of a puzzle, including turned and flipped images.
///
/// # Errors
/// [`SolverError`] if the puzzle is too large for the limits, or for a bug in this program; never because
/// there is no tiling.
pub fn solve(
    puzzle: &Arc<Puzzle>,
    options: &SolveOptions<'_>,
    visit: impl FnMut(Tiling) -> ControlFlow<()>,
) -> Result<Report, SolverError> {
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
    puzzle: &Arc<Puzzle>,
    options: &SolveOptions<'_>,
    visit: impl FnMut(Tiling) -> ControlFlow<()>,
) -> Result<Report, SolverError> {
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

/// Finds one tiling fast: the search in its own order alternates with short searches in random order.
///
/// No tiling and [`Outcome::Complete`] prove that none exists. No tiling and [`Outcome::Stopped`] leave it
/// open. Engines that are not [exhaustive](Engine::is_exhaustive) prove nothing, and without a limit stop
/// after about a minute with [`StopReason::NodeLimit`]. The tiling depends only on the puzzle, the engine and
/// the seed.
///
/// # Errors
/// As [`solve`].
///
/// # Source
/// C. P. Gomes, B. Selman and H. Kautz, Boosting combinatorial search through randomization, AAAI 1998: such
/// searches are heavy-tailed, so many short ones beat a long one.
pub fn first(
    puzzle: &Arc<Puzzle>,
    options: &SolveOptions<'_>,
) -> Result<(Option<Tiling>, Report), SolverError> {
    let found = strategies::first_by(&STRATEGIES, puzzle, options)?;
    Ok(found.expect("the last strategy always answers"))
}

/// Counts the tilings of a puzzle, all and up to symmetry.
///
/// If the puzzle allows it, they are counted by transfer matrix, without enumerating them. Otherwise each is
/// found, and some are checked: the first, the second, the fourth, and so on. If the transfer matrix needs
/// more memory than allowed, the automatic choice of an engine searches only for a moment and then stops with
/// [`StopReason::MemoryLimit`]; [`Engine::Frontier`] searches to the end.
///
/// # Errors
/// As [`solve`].
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use piecework_solve::{SolveOptions, count};
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::polyform::{Freedom, Shape};
/// use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
/// let shape = Shape::from_rows(Lattice::Square, ["##"])?;
/// let domino = Piece { name: "domino".into(), shape, freedom: Freedom::Free, count: Count::ANY };
/// let region = Region::rectangle(Lattice::Square, 4, 4)?;
/// let puzzle = Puzzle::new("Dominoes", region, vec![domino])?;
/// let count = count(&Arc::new(puzzle), &SolveOptions::default())?;
/// assert!(count.is_complete());
/// assert!(count.raw == 36 && count.up_to_symmetry == 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(puzzle: &Arc<Puzzle>, options: &SolveOptions<'_>) -> Result<TilingCount, SolverError> {
    let alarm = Alarm::new(options);
    match Compiled::under(puzzle, options, alarm) {
        Ok(compiled) => compiled.count(options),
        Err(unmade) => {
            let nothing = || Total::from(0u64);
            let report = Report::of_unmade(unmade, options, &alarm)?;
            Ok(TilingCount { raw: nothing(), up_to_symmetry: nothing(), report })
        }
    }
}

impl<'a> Compiled<'a> {
    /// Compiles a puzzle, unless the alarm rings first.
    fn under(puzzle: &'a Arc<Puzzle>, options: &SolveOptions<'_>, alarm: Alarm<'a>) -> Result<Self, Unmade> {
        let rest = puzzle.rest();
        let model = Model::under(&rest, options, &alarm)?;
        let engine = choice::chosen(options.engine, &rest, &model);
        if model.empty() == model::Empty::Optional && !matches!(engine, Engine::Cover | Engine::Sat) {
            let reason = "only some cells may stay empty";
            return Err(SolverError::NotForEngine { engine, reason }.into());
        }
        let symmetries = Symmetries::new(puzzle, &rest, &model, options.symmetry_breaking, &alarm)?;
        let decoration = Decoration::of(&rest);
        let is_argued = options.arguments;
        let argument = if is_argued {
            impossible::argument(puzzle, &rest, &model, impossible::Effort::Quick, &alarm)
        } else {
            None
        };
        if argument.is_none() {
            alarm.check()?;
        }
        Ok(Self { puzzle, rest, decoration, engine, model, symmetries, argument, alarm })
    }

    /// Breaks symmetry on empty places, if the engine supports that; counts by layers do not.
    fn with_halves(mut self, options: &SolveOptions<'_>) -> Self {
        if self.engine == Engine::Frontier && options.symmetry_breaking {
            self.symmetries.break_on_halves(self.puzzle, &self.rest, &self.model);
        }
        self
    }

    /// Makes the engine with the placements to search.
    ///
    /// # Errors
    /// [`SolverError::NotForEngine`].
    fn exhaustive(&self, options: &SolveOptions<'_>) -> Result<Box<dyn Exhaustive + '_>, Unmade> {
        self.alarm.check()?;
        let (puzzle, model) = (&self.rest, &self.model);
        let kept = |placement| self.symmetries.keeps(placement);
        Ok(match self.engine {
            Engine::Auto | Engine::Cover => Box::new(Cover::under(model, &kept, options.seed, &self.alarm)?),
            Engine::Frontier => match self.listed(options)? {
                Some(listed) => Box::new(listed),
                None => frontier::frontier(model, &kept, self.symmetries.half(), options.seed)?,
            },
            Engine::Dlx => Box::new(Dlx::new(model, &kept, options, &self.alarm)?),
            Engine::Liberties => Box::new(Liberties::new(puzzle, model, &kept, options)?),
            Engine::Backtrack => Box::new(Backtrack::new(puzzle, model, &kept, options)),
            Engine::BruteForce => Box::new(BruteForce::new(puzzle, model, &kept, options)),
            engine @ Engine::ReTiling => {
                return Err(SolverError::NotForEngine { engine, reason: re_tiling::ONE_ONLY }.into());
            }
            engine @ (Engine::Genetic | Engine::Random) => {
                let reason = "it finds one tiling, and cannot tell whether there are others";
                return Err(SolverError::NotForEngine { engine, reason }.into());
            }
            Engine::CutLine => return Err(cut_line::one_tiling_only().into()),
            engine @ Engine::Sat => {
                let reason = "it finds one tiling, and does not list others";
                return Err(SolverError::NotForEngine { engine, reason }.into());
            }
        })
    }

    /// Makes the engine for long lists, if it suits the puzzle.
    fn listed(&self, options: &SolveOptions<'_>) -> Result<Option<Listed<'_>>, SolverError> {
        let memory = options.memory_limit / 2;
        let kept = |placement| self.symmetries.keeps(placement);
        let listed = Listed::new(&self.model, &kept, memory, options.seed)?;
        Ok(match cut_line::may_find_all(self.puzzle, options) {
            true => listed.map(|listed| listed.with_cuts(move |watch| self.all_by_cuts(memory, watch))),
            false => listed,
        })
    }

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

    fn count(self, options: &SolveOptions<'_>) -> Result<TilingCount, SolverError> {
        if self.argument.is_some() {
            return self.count_found(options);
        }
        match self.count_by_layers(options, None)? {
            Ok(count) => Ok(count),
            Err(spent) => self.count_after_layers(options, spent),
        }
    }

    /// Returns the count of all tilings, found one by one.
    fn count_found(&self, options: &SolveOptions<'_>) -> Result<TilingCount, SolverError> {
        let mut tally = OrbitTally::default();
        let harvest = Tally { compiled: self };
        let (outcome, mut watch) = self.search(options, &harvest, Order::AsFound, &mut |part| {
            tally += part;
            Ok(ControlFlow::Continue(()))
        })?;
        watch.tilings = tally.raw;
        let (raw, up_to_symmetry) = (tally.raw.into(), self.symmetries.orbits(tally).into());
        Ok(TilingCount { raw, up_to_symmetry, report: self.report(outcome, &watch) })
    }

    /// Searches every tiling of the kept placements, and passes results to `take`.
    fn search<'o, H: Harvest>(
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

    /// Returns whether the rules of decoration are kept. Images of a tiling keep them too.
    fn keeps_rules(&self, found: &[u32]) -> bool {
        self.decoration.as_ref().is_none_or(|decoration| decoration.is_kept(&self.model, found))
    }

    /// Returns the parts of the search, at least `wanted` if possible: always the same for the same puzzle
    /// and engine.
    fn parts(&self, engine: &dyn Exhaustive, wanted: usize) -> Vec<Prefix> {
        if self.model.placement_count() > MOST_PLACEMENTS_SPLIT {
            return vec![Prefix::default()];
        }
        exhaustive::split(engine, &self.model, |placement| self.symmetries.keeps(placement), wanted)
    }

    fn first_tiling(&self, options: &SolveOptions<'_>) -> Result<(Option<Tiling>, Report), SolverError> {
        let mut watch = Watch::since(self.alarm, options);
        let (outcome, found) = self.first(options, &mut watch)?;
        let tiling = found.map(|found| self.tiling(&found)).transpose()?;
        watch.tilings = u128::from(tiling.is_some());
        Ok((tiling, self.report(outcome, &watch)))
    }

    /// Returns one tiling as a list of placements, if one was found.
    fn first(
        &self,
        options: &SolveOptions<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<(Outcome, Option<Vec<u32>>), SolverError> {
        if self.argument.is_some() {
            return Ok((Outcome::Complete, None));
        }
        match self.engine {
            Engine::CutLine => Err(cut_line::one_tiling_only()),
            engine @ Engine::Sat if self.decoration.is_some() => {
                let reason = "it does not know rules of decoration";
                Err(SolverError::NotForEngine { engine, reason })
            }
            Engine::Sat => Ok(proof::first(self, watch)),
            Engine::Auto | Engine::Cover => {
                let kept = |placement| self.symmetries.keeps(placement);
                let cover = match Cover::under(&self.model, &kept, None, &self.alarm) {
                    Ok(cover) => cover,
                    Err(reason) => return Ok((Outcome::Stopped(reason), None)),
                };
                let keeps_rules = |found: &[u32]| self.keeps_rules(&cover.placements(found));
                let (outcome, found) =
                    restart::first_cover(&cover.problem, &keeps_rules, options.seed, watch);
                Ok((outcome, found.map(|found| cover.placements(&found))))
            }
            Engine::Genetic | Engine::Random => {
                let (reason, best) = self.pack(self.engine, options, watch);
                Ok((Outcome::Stopped(reason), best.is_tiling.then_some(best.laid)))
            }
            Engine::Frontier | Engine::Dlx | Engine::Liberties | Engine::Backtrack | Engine::BruteForce => {
                let mut first = None;
                let mut visit = |found: &[u32], _: &mut Watch<'_>| {
                    if !self.keeps_rules(found) {
                        return Ok(ControlFlow::Continue(()));
                    }
                    first = Some(found.to_vec());
                    Ok(ControlFlow::Break(()))
                };
                let outcome = match self.exhaustive(options) {
                    Ok(engine) => engine.search(&Prefix::default(), watch, &mut visit)?,
                    Err(unmade) => Outcome::Stopped(unmade.reason()?),
                };
                Ok((outcome, first))
            }
            engine @ Engine::ReTiling => {
                Err(SolverError::NotForEngine { engine, reason: re_tiling::ONE_ONLY })
            }
        }
    }

    /// Returns the fullest packing that an engine finds.
    fn pack(&self, engine: Engine, options: &SolveOptions<'_>, watch: &mut Watch<'_>) -> (StopReason, Best) {
        let keeps_rules = |found: &[u32]| self.keeps_rules(found);
        packing::pack(engine, (&self.rest, &self.model), &keeps_rules, options, watch)
    }

    fn report(&self, outcome: Outcome, watch: &Watch<'_>) -> Report {
        let (tilings, nodes, elapsed) = (watch.tilings.into(), watch.nodes(), watch.elapsed());
        Report { outcome, engine: self.engine, tilings, nodes, elapsed, argument: self.argument.clone() }
    }

    /// Returns the checked tiling of these placements.
    fn tiling(&self, placements: &[u32]) -> Result<Tiling, SolverError> {
        Tiling::new(self.puzzle, self.laid(placements))
            .map_err(|source| SolverError::Internal { engine: self.engine, source })
    }

    /// Returns the pieces of these placements, and the placed pieces, with their cells.
    fn laid(&self, placements: &[u32]) -> impl Iterator<Item = (usize, Vec<Cell>)> {
        let region = self.rest.region().cells();
        let lying = self.puzzle.placed().iter().map(|placed| (placed.piece, placed.cells.clone()));
        let laid = placements.iter().map(|&placement| {
            let cells = self.model.cells(placement).iter().map(|&cell| region[cell as usize]);
            (self.model.piece_of(placement), cells.collect())
        });
        laid.chain(lying)
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
#[path = "../../../tests/support/mod.rs"]
mod support;

//! A compiled puzzle, and the engine that was asked for by name.

use std::ops::ControlFlow;
use std::sync::Arc;

use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::tiling::Tiling;

use crate::engines::backtrack::Backtrack;
use crate::engines::brute_force::BruteForce;
use crate::engines::cover::{Cover, restarts};
use crate::engines::dlx::Dlx;
use crate::engines::exhaustive::{self, Exhaustive};
use crate::engines::liberties::Liberties;
use crate::engines::list_search::{FoundByCuts, ListSearch};
use crate::engines::packing::{self, Best};
use crate::engines::{Report, choice, cut_line, frontier};
use crate::ground::alarm::{Alarm, Unmade};
use crate::ground::prefix::Prefix;
use crate::ground::watch::Watch;
use crate::ground::{Engine, Outcome, SolveOptions, SolverError, StopReason};
use crate::model::decoration::Decoration;
use crate::model::symmetries::Symmetries;
use crate::model::{Empty, Model};
use crate::proofs::{self, Impossibility, impossible};

/// The least number of parts of a search, so that each is short. Chosen by trial.
pub(crate) const PARTS: usize = 256;

/// The most placements of a search that is split: above, splitting and starting parts would take seconds, and
/// the search is not expected to end. Chosen by trial.
const MOST_PLACEMENTS_SPLIT: usize = 50_000;

/// Nodes of a search for any tiling before arguments that there is none are looked for. Chosen by trial: less
/// than the arguments take on small boards, and enough for the templates of pentominoes.
const BEFORE_ARGUMENTS: u64 = 1 << 15;

/// A compiled puzzle, with its source.
pub(crate) struct Compiled<'a> {
    pub(crate) puzzle: &'a Arc<Puzzle>,
    /// The puzzle without its placed pieces, which is searched.
    pub(crate) rest: Puzzle,
    /// The rules that are checked outside the engine.
    pub(crate) decoration: Option<Decoration>,
    pub(crate) engine: Engine,
    pub(crate) model: Model,
    pub(crate) symmetries: Symmetries,
    /// The proof that there is no tiling, if one was found.
    pub(crate) argument: Option<Impossibility>,
    /// Rings when the search must end; it began before the puzzle was compiled.
    pub(crate) alarm: Alarm<'a>,
}

impl<'a> Compiled<'a> {
    /// Compiles a puzzle, unless the alarm rings first.
    pub(crate) fn under(
        puzzle: &'a Arc<Puzzle>,
        options: &SolveOptions<'_>,
        alarm: Alarm<'a>,
    ) -> Result<Self, Unmade> {
        let rest = puzzle.rest();
        let model = Model::under(&rest, options, &alarm)?;
        let engine = choice::chosen(options.engine, &rest, &model);
        if matches!(model.empty(), Empty::Optional { .. }) && !matches!(engine, Engine::Cover | Engine::Sat) {
            let reason = "only some cells may stay empty";
            return Err(SolverError::NotForEngine { engine, reason }.into());
        }
        let symmetries = Symmetries::new(puzzle, &rest, &model, options, &alarm)?;
        let decoration = Decoration::of(&rest);
        let is_argued = options.arguments;
        let argument = if is_argued {
            let has_tiling = || engine == Engine::Frontier && has_tiling_soon(&model, &alarm);
            impossible::argument(puzzle, &rest, &model, impossible::Effort::Quick, &has_tiling, &alarm)
        } else {
            None
        };
        if argument.is_none() {
            alarm.check()?;
        }
        Ok(Self { puzzle, rest, decoration, engine, model, symmetries, argument, alarm })
    }

    /// Breaks symmetry on empty places, if the engine supports that; counts by layers do not.
    pub(crate) fn with_halves(mut self, options: &SolveOptions<'_>) -> Self {
        if self.engine == Engine::Frontier && options.symmetry_breaking {
            self.symmetries.break_on_halves(self.puzzle, &self.rest, &self.model, options);
        }
        self
    }

    /// Makes the engine with the placements to search.
    ///
    /// # Errors
    /// [`SolverError::NotForEngine`].
    pub(crate) fn exhaustive(&self, options: &SolveOptions<'_>) -> Result<Box<dyn Exhaustive + '_>, Unmade> {
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
                return Err(SolverError::NotForEngine { engine, reason: choice::ONE_TILING_ONLY }.into());
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
    pub(crate) fn listed(&self, options: &SolveOptions<'_>) -> Result<Option<ListSearch<'_>>, SolverError> {
        let memory = options.memory_limit / 2;
        let kept = |placement| self.symmetries.keeps(placement);
        let listed = ListSearch::new(&self.model, &kept, memory, options.seed)?;
        let listed = listed.map(|listed| listed.on_threads(options.team()));
        Ok(match cut_line::may_find_all(self.puzzle, options) {
            true => listed.map(|listed| listed.with_cuts(move |watch| self.all_by_cuts(memory, watch))),
            false => listed,
        })
    }

    /// Returns whether the rules of decoration are kept. Images of a tiling keep them too.
    pub(crate) fn keeps_rules(&self, found: &[u32]) -> bool {
        self.decoration.as_ref().is_none_or(|decoration| decoration.is_kept(&self.model, found))
    }

    /// Returns the parts of the search, at least `wanted` if possible: always the same for the same puzzle
    /// and engine.
    pub(crate) fn parts(&self, engine: &dyn Exhaustive, wanted: usize) -> Vec<Prefix> {
        if self.model.placement_count() > MOST_PLACEMENTS_SPLIT {
            return vec![Prefix::default()];
        }
        exhaustive::split(engine, &self.model, |placement| self.symmetries.keeps(placement), wanted)
    }

    pub(crate) fn first_tiling(
        &self,
        options: &SolveOptions<'_>,
    ) -> Result<(Option<Tiling>, Report), SolverError> {
        let mut watch = Watch::since(self.alarm, options);
        let (outcome, found) = self.first(options, &mut watch)?;
        let tiling = found.map(|found| self.tiling(&found)).transpose()?;
        watch.tilings = u128::from(tiling.is_some());
        Ok((tiling, self.report(outcome, &watch)))
    }

    /// Returns one tiling as a list of placements, if one was found.
    pub(crate) fn first(
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
            Engine::Sat => {
                let kept = |placement| self.symmetries.keeps(placement);
                Ok(proofs::first_by_clauses((&self.rest, &self.model), kept, &self.alarm, watch))
            }
            Engine::Auto | Engine::Cover => {
                let kept = |placement| self.symmetries.keeps(placement);
                let cover = match Cover::under(&self.model, &kept, None, &self.alarm) {
                    Ok(cover) => cover,
                    Err(reason) => return Ok((Outcome::Stopped(reason), None)),
                };
                let keeps_rules = |found: &[u32]| self.keeps_rules(&cover.placements(found));
                let (outcome, found) =
                    restarts::first_cover(&cover.problem, &keeps_rules, options.seed, watch);
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
                Err(SolverError::NotForEngine { engine, reason: choice::ONE_TILING_ONLY })
            }
        }
    }

    /// Returns the fullest packing that an engine finds.
    pub(crate) fn pack(
        &self,
        engine: Engine,
        options: &SolveOptions<'_>,
        watch: &mut Watch<'_>,
    ) -> (StopReason, Best) {
        let keeps_rules = |found: &[u32]| self.keeps_rules(found);
        packing::pack(engine, (&self.rest, &self.model), &keeps_rules, options, watch)
    }

    pub(crate) fn report(&self, outcome: Outcome, watch: &Watch<'_>) -> Report {
        let (tilings, nodes, elapsed) = (watch.tilings.into(), watch.nodes(), watch.elapsed());
        Report { outcome, engine: self.engine, tilings, nodes, elapsed, argument: self.argument.clone() }
    }

    /// Returns the checked tiling of these placements.
    pub(crate) fn tiling(&self, placements: &[u32]) -> Result<Tiling, SolverError> {
        Tiling::new(self.puzzle, self.model.laid(self.puzzle, &self.rest, placements))
            .map_err(|source| SolverError::Internal { engine: self.engine, source })
    }

    /// Returns all tilings found by cuts, as placements; as [`cut_line::all`].
    pub(crate) fn all_by_cuts(&self, memory: u64, watch: &mut Watch<'_>) -> Result<FoundByCuts, SolverError> {
        let found = cut_line::all(self.puzzle, memory, watch)?;
        let placements =
            |all: Vec<Tiling>| all.iter().map(|tiling| self.placements(tiling)).collect::<Vec<Vec<u32>>>();
        Ok(found.map(|ended| ended.map(placements)))
    }

    /// Returns the placements of a tiling, ascending.
    fn placements(&self, tiling: &Tiling) -> Vec<u32> {
        let region = self.rest.region();
        let placement = |laid: &piecework_tiling::tiling::Placement| {
            let mut cells: Vec<u32> =
                laid.cells.iter().filter_map(|&cell| u32::try_from(region.index_of(cell)?).ok()).collect();
            cells.sort_unstable();
            self.model.find(laid.piece, &cells)
        };
        let mut all: Vec<u32> = tiling.placements().iter().filter_map(placement).collect();
        all.sort_unstable();
        all
    }

    /// Finds one tiling with the engine of the options alone.
    pub(crate) fn first_by_engine(
        puzzle: &Arc<Puzzle>,
        options: &SolveOptions<'_>,
    ) -> Result<(Option<Tiling>, Report), SolverError> {
        let alarm = Alarm::new(options);
        match Compiled::under(puzzle, options, alarm) {
            Ok(compiled) => compiled.with_halves(options).first_tiling(options),
            Err(unmade) => Ok((None, Report::of_unmade(unmade, options, &alarm)?)),
        }
    }
}

/// Returns whether the frontier engine finds a tiling with few nodes. Rules of decoration are ignored, as by the
/// arguments that there is no tiling.
fn has_tiling_soon(model: &Model, alarm: &Alarm<'_>) -> bool {
    let few = SolveOptions { node_limit: Some(BEFORE_ARGUMENTS), ..SolveOptions::default() };
    let mut visit = |_: &[u32], _: &mut Watch<'_>| Ok(ControlFlow::Break(()));
    let mut watch = Watch::since(*alarm, &few);
    frontier::frontier(model, &|_| true, None, None)
        .and_then(|engine| engine.search(&Prefix::default(), &mut watch, &mut visit))
        .is_ok_and(|outcome| outcome == Outcome::Stopped(StopReason::Visitor))
}

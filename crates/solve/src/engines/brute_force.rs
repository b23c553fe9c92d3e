//! The engine `brute-force`: grows an island of pieces by any piece that touches it.
//!
//! It ignores places that must be filled and only checks whether placements overlap. So it visits every
//! packing, and checks whether it is a tiling. It is too simple to be wrong, so it checks the other engines
//! on small boards; and it is a baseline for the choice of place. With
//! [`no_gaps`](crate::SolveOptions::no_gaps) it prunes packings whose pockets no pieces can fill.
//!
//! Each packing is visited once: a placement that was tried at an island is forbidden while others are tried
//! there. If nothing more touches the island, a new one begins, so that pieces may also be apart.
//!
//! # Source
//! The connected search of articles on packing puzzles, with the rule by which D. H. Redelmeier, Counting
//! polyominoes: yet another attack, Discrete Mathematics 36, 1981, meets each polyomino once.

use std::ops::ControlFlow;

use crate::engines::exhaustive::{Exhaustive, Visit};
use crate::ground::prefix::Prefix;
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Outcome, SolveOptions, SolverError, StopReason};
use crate::model::Model;
use crate::model::board::{PartialTiling, least_sizes};
use crate::model::pockets::{Flood, Ground};
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::random::Random;

/// The model with the order in which placements are tried.
pub(crate) struct BruteForce<'m> {
    model: &'m Model,
    sizes: Vec<u32>,
    order: Vec<u32>,
    ground: Ground,
    no_gaps: bool,
}

impl<'m> BruteForce<'m> {
    pub(crate) fn new(
        puzzle: &Puzzle,
        model: &'m Model,
        kept: &dyn Fn(u32) -> bool,
        options: &SolveOptions<'_>,
    ) -> Self {
        let mut order: Vec<u32> = model.placements().filter(|&placement| kept(placement)).collect();
        if let Some(seed) = options.seed {
            Random::new(seed).shuffle(&mut order);
        }
        let ground = Ground::new(puzzle, model);
        Self { model, sizes: least_sizes(model), order, ground, no_gaps: options.no_gaps }
    }

    /// Returns whether a placement touches a placed one.
    fn touches(&self, placement: u32, is_land: &[bool]) -> bool {
        let places = self.model.occupied(placement).iter();
        places.flat_map(|&place| self.ground.near(place)).any(|&near| is_land[near as usize])
    }
}

/// One search.
struct Growth<'e, 'm> {
    engine: &'e BruteForce<'m>,
    board: PartialTiling<'m>,
    /// The placements tried at this island and at those that it grew from.
    forbidden: Vec<bool>,
    tried: Vec<Vec<u32>>,
    /// The places that are occupied.
    is_land: Vec<bool>,
    flood: Flood,
}

impl Growth<'_, '_> {
    /// Returns the next placement: the first that touches the island, or the first of a new one.
    fn candidate(&self) -> Option<u32> {
        let may = |placement: &u32| !self.forbidden[*placement as usize] && self.board.fits(*placement);
        let order = &self.engine.order;
        let touching = |placement: &u32| may(placement) && self.engine.touches(*placement, &self.is_land);
        order.iter().copied().find(touching).or_else(|| order.iter().copied().find(may))
    }

    fn is_lost(&mut self) -> bool {
        let Self { engine, board, flood, .. } = self;
        engine.no_gaps && engine.ground.is_lost(board.open(), board.spare(), flood)
    }

    /// Places the next placement at this level, or at an earlier one if all were tried; breaks at the top.
    fn advance(&mut self, mut candidate: Option<u32>) -> ControlFlow<()> {
        loop {
            if let Some(placement) = candidate {
                self.tried.last_mut().expect("an island").push(placement);
                self.tried.push(Vec::new());
                self.forbidden[placement as usize] = true;
                self.mark_land(placement, true);
                self.board.lay(placement);
                return ControlFlow::Continue(());
            }
            let tried = self.tried.pop().expect("an island");
            tried.iter().for_each(|&placement| self.forbidden[placement as usize] = false);
            let Some(&mut ref here) = self.tried.last_mut() else { return ControlFlow::Break(()) };
            let last = *here.last().expect("one was laid");
            self.board.lift();
            self.mark_land(last, false);
            candidate = self.candidate();
        }
    }

    fn mark_land(&mut self, placement: u32, land: bool) {
        let places = self.engine.model.occupied(placement);
        places.iter().for_each(|&place| self.is_land[place as usize] = land);
    }
}

impl Exhaustive for BruteForce<'_> {
    fn search(
        &self,
        prefix: &Prefix,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<Outcome, SolverError> {
        let Some(board) = PartialTiling::new(self.model, self.sizes.clone(), prefix) else {
            return Ok(Outcome::Complete);
        };
        let mut growth = Growth {
            engine: self,
            board,
            forbidden: vec![false; self.model.placement_count()],
            tried: vec![Vec::new()],
            is_land: vec![false; self.model.places()],
            flood: Flood::default(),
        };
        prefix.laid.iter().for_each(|&placement| growth.mark_land(placement, true));
        loop {
            if growth.board.is_tiling() && visit(growth.board.laid(), watch)?.is_break() {
                return Ok(Outcome::Stopped(StopReason::Visitor));
            }
            if let Some(Halt::Stop(reason)) = watch.node(|| 0.0) {
                return Ok(Outcome::Stopped(reason));
            }
            let candidate = if growth.is_lost() { None } else { growth.candidate() };
            if growth.advance(candidate).is_break() {
                return Ok(Outcome::Complete);
            }
        }
    }
}

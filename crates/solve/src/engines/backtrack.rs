//! The engine `backtrack`: fills the first open place, with pieces in the order of the puzzle. Places are
//! ordered by column, or by row if rows are shorter.
//!
//! This simple search is a baseline for a better choice of place; the board is its only state. It notices
//! late what it spoilt early, such as a pocket far from the current place. With
//! [`no_gaps`](crate::SolveOptions::no_gaps) it looks for pockets that no pieces can fill, at the cost
//! of a walk over the board in every step.
//!
//! # Source
//! J. G. Fletcher, A program to solve the pentomino problem by the recursive use of macros, Communications of
//! the ACM 8, 1965; S. W. Golomb and L. D. Baumert, Backtrack programming, Journal of the ACM 12, 1965.
//! Differs in that places may stay empty, and in that pockets are judged by all pieces of the puzzle, not
//! only by those that are left.

use crate::engines::by_place;
use crate::engines::exhaustive::{Exhaustive, Visit};
use crate::ground::lists::Lists;
use crate::ground::prefix::Prefix;
use crate::ground::watch::Watch;
use crate::ground::{Outcome, SolveOptions, SolverError};
use crate::model::Model;
use crate::model::board::{PartialTiling, least_sizes};
use crate::model::pockets::{self, Flood, Ground};
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::random::Random;

/// The model with the placements that begin at each place.
pub(crate) struct Backtrack<'m> {
    model: &'m Model,
    sizes: Vec<u32>,
    /// The places in filling order.
    scan: Vec<u32>,
    /// For each place, the placements that begin there in this order.
    beginning: Lists,
    /// Finds pockets, if requested.
    ground: Option<Ground>,
}

impl<'m> Backtrack<'m> {
    pub(crate) fn new(
        puzzle: &Puzzle,
        model: &'m Model,
        kept: &dyn Fn(u32) -> bool,
        options: &SolveOptions<'_>,
    ) -> Self {
        let mut lists = vec![Vec::new(); model.places()];
        let scan = pockets::scan_order(puzzle);
        let mut rank = vec![0u32; model.places()];
        (0..).zip(&scan).for_each(|(number, &place)| rank[place as usize] = number);
        for placement in model.placements().filter(|&placement| kept(placement)) {
            let first = model.occupied(placement).iter().min_by_key(|&&place| rank[place as usize]);
            lists[*first.expect("a piece has cells") as usize].push(placement);
        }
        let mut random = options.seed.map(Random::new);
        let mut beginning = Lists::new();
        for mut list in lists {
            random.iter_mut().for_each(|random| random.shuffle(&mut list));
            beginning.push(&list);
        }
        let ground = options.no_gaps.then(|| Ground::new(puzzle, model));
        Self { model, sizes: least_sizes(model), scan, beginning, ground }
    }
}

impl Exhaustive for Backtrack<'_> {
    fn search(
        &self,
        prefix: &Prefix,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<Outcome, SolverError> {
        let mut flood = Flood::default();
        let choose = |board: &PartialTiling<'_>| {
            let lost = |ground: &Ground| ground.is_lost(board.open(), board.spare(), &mut flood);
            if self.ground.as_ref().is_some_and(lost) {
                return None;
            }
            let place = self.scan.iter().copied().find(|&place| board.open()[place as usize])?;
            Some((place, self.beginning.get(place as usize)))
        };
        by_place::search(PartialTiling::new(self.model, self.sizes.clone(), prefix), choose, watch, visit)
    }

    fn branches_on(&self, open: &[u32]) -> Option<u32> {
        self.scan.iter().copied().find(|place| open.binary_search(place).is_ok())
    }
}

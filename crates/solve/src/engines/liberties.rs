//! The engine `liberties`: fills the place with the fewest open neighbours, in the smallest pocket.
//!
//! A liberty is an open neighbour of a place, as in Go. Few placements fit where there are few liberties, and
//! whether a closed pocket can be filled is decided soon. This choice looks only at the board and does not
//! count placements, unlike exact cover.
//!
//! For each place and each set of closed neighbours there is a list of the placements over the place that use
//! none of them, so that most placements that do not fit are never tried.
//!
//! # Source
//! The order of places and the lists follow descriptions of G. Putter, Gerard's Universal Polyomino Solver;
//! written without its code. Ties go to the first place along the shorter side; with ties to the place with
//! the shortest list, a count of the pentominoes in 6 x 10 takes twice as many steps. Differs in that places
//! may stay empty.

use crate::engines::by_place::{self, Branching};
use crate::engines::exhaustive::{Exhaustive, Visit};
use crate::ground::lists::{Lists, compact};
use crate::ground::prefix::Prefix;
use crate::ground::watch::Watch;
use crate::ground::{Outcome, SolveOptions, SolverError};
use crate::model::Model;
use crate::model::board::{PartialTiling, least_sizes};
use crate::model::pockets::{self, Flood, Ground};
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::random::Random;

/// The most neighbours of a place that are considered: all neighbours of squares and hexagons; for the eight
/// of a corner, few enough that the lists stay small. Chosen by trial.
const NEIGHBOURS: usize = 6;

/// The model with the lists of each place.
pub(crate) struct Liberties<'m> {
    model: &'m Model,
    sizes: Vec<u32>,
    ground: Ground,
    /// The rank of each place in [`pockets::scan_order`].
    rank: Vec<u32>,
    /// The index in `ways` of the lists of each place: one for each set of closed neighbours.
    first: Vec<u32>,
    ways: Lists,
}

impl<'m> Liberties<'m> {
    /// # Errors
    /// [`SolverError::TooMuchMemory`] if the lists would take more than the options allow.
    pub(crate) fn new(
        puzzle: &Puzzle,
        model: &'m Model,
        kept: &dyn Fn(u32) -> bool,
        options: &SolveOptions<'_>,
    ) -> Result<Self, SolverError> {
        let ground = Ground::new(puzzle, model);
        let mut over = vec![Vec::new(); model.places()];
        for placement in model.placements().filter(|&placement| kept(placement)) {
            let places = model.occupied(placement);
            places.iter().for_each(|&place| over[place as usize].push(placement));
        }
        check_memory(model, &ground, &over, options.memory_limit)?;
        let mut random = options.seed.map(Random::new);
        let mut rank = vec![0u32; model.places()];
        (0..).zip(pockets::scan_order(puzzle)).for_each(|(number, place)| rank[place as usize] = number);
        let (mut first, mut ways) = (Vec::new(), Lists::new());
        for (place, mut list) in (0u32..).zip(over) {
            random.iter_mut().for_each(|random| random.shuffle(&mut list));
            first.push(compact(ways.len()));
            let keys: Vec<u32> =
                list.iter().map(|&placement| used(model, &ground, place, placement)).collect();
            for closed in 0..1u32 << watched(&ground, place).len() {
                let fitting = list.iter().zip(&keys).filter(|&(_, key)| key & closed == 0);
                ways.push(&fitting.map(|(&placement, _)| placement).collect::<Vec<u32>>());
            }
        }
        Ok(Self { model, sizes: least_sizes(model), ground, rank, first, ways })
    }

    /// Returns the placements over a place that use none of its closed neighbours.
    fn ways(&self, place: u32, open: &[bool]) -> &[u32] {
        let watched = watched(&self.ground, place).iter().enumerate();
        let closed: u32 = watched.map(|(bit, &near)| u32::from(!open[near as usize]) << bit).sum();
        self.ways.get((self.first[place as usize] + closed) as usize)
    }

    fn liberties(&self, place: u32, open: &[bool]) -> usize {
        self.ground.near(place).iter().filter(|&&near| open[near as usize]).count()
    }

    /// Returns the next place; `None` if some pocket cannot be filled.
    fn choose(&self, board: &PartialTiling<'_>, flood: &mut Flood) -> Option<Branching<'_>> {
        let open = board.open();
        if self.ground.is_lost(open, board.spare(), flood) {
            return None;
        }
        let rank = |&place: &u32| (self.liberties(place, open), self.rank[place as usize]);
        let place = flood.smallest().iter().copied().min_by_key(rank)?;
        Some((place, self.ways(place, open)))
    }
}

/// Returns the neighbours of a place that its lists consider.
fn watched(ground: &Ground, place: u32) -> &[u32] {
    let near = ground.near(place);
    &near[..near.len().min(NEIGHBOURS)]
}

/// Returns the watched neighbours of a place that a placement occupies, as bits.
fn used(model: &Model, ground: &Ground, place: u32, placement: u32) -> u32 {
    let places = model.occupied(placement);
    let watched = watched(ground, place).iter().enumerate();
    watched.map(|(bit, near)| u32::from(places.binary_search(near).is_ok()) << bit).sum()
}

/// A placement that occupies some watched neighbours is in all lists in which those are open.
fn check_memory(model: &Model, ground: &Ground, over: &[Vec<u32>], allowed: u64) -> Result<(), SolverError> {
    let entries = |(place, list): (u32, &Vec<u32>)| {
        let watched = compact(watched(ground, place).len());
        let lists = |&placement: &u32| 1u64 << (watched - used(model, ground, place, placement).count_ones());
        (1u64 << watched) + list.iter().map(lists).sum::<u64>()
    };
    let bytes = 4 * (0u32..).zip(over).map(entries).sum::<u64>();
    // Indices have 32 bits, regardless of the memory limit.
    let allowed = allowed.min(4 << 32);
    if bytes > allowed { Err(SolverError::TooMuchMemory { estimated: bytes, allowed }) } else { Ok(()) }
}

impl Exhaustive for Liberties<'_> {
    fn search(
        &self,
        prefix: &Prefix,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<Outcome, SolverError> {
        let (board, mut flood) =
            (PartialTiling::new(self.model, self.sizes.clone(), prefix), Flood::default());
        by_place::search(board, |board| self.choose(board, &mut flood), watch, visit)
    }

    fn branches_on(&self, open: &[u32]) -> Option<u32> {
        let is_open = |place: &&u32| open.binary_search(place).is_ok();
        let liberties = |&place: &u32| self.ground.near(place).iter().filter(is_open).count();
        open.iter().copied().min_by_key(|place| (liberties(place), *place))
    }
}

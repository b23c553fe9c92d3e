//! Searches for packings that cover as many cells as possible, by local search and by a genetic algorithm.
//! They prove nothing.
//!
//! Placements never overlap, no piece is used more often than allowed, and the same seed gives the same
//! packing. Nodes are evaluated packings.

mod ages;
mod bits;
mod genetic;
mod random;

use crate::ground::lists::compact;
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Engine, SolveOptions, StopReason};
use crate::model::Model;
use crate::model::board::least_sizes;
use crate::model::pockets::Ground;
use bits::Bits;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::random::Random;

/// Without limits of time or nodes, a search ends after this many placed copies: about a minute. Chosen by
/// trial.
const LAID_IN_ALL: u64 = 1 << 30;

/// How many placements are tried for one packing, to place remaining copies. Chosen by trial: all of them on
/// a small board, and a small share of the work on a large one.
const LOOKED_AT: u32 = 1 << 14;

/// The best packing so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Best {
    pub(crate) laid: Vec<u32>,
    /// How many cells it covers.
    covered: u32,
    /// Whether it is a tiling.
    pub(crate) is_tiling: bool,
}

/// The packing problem, for the engines of this folder.
struct Yard<'m> {
    model: &'m Model,
    bits: Bits,
    /// The placements of each copy of a piece, as first and number; required copies come first.
    copies: Vec<(u32, u32)>,
    keeps_rules: &'m dyn Fn(&[u32]) -> bool,
}

/// A packing under construction.
#[derive(Debug, Clone)]
struct Draft {
    board: Vec<u64>,
    /// The placement of each copy that is placed.
    laid: Vec<Option<u32>>,
    covered: u32,
}

/// Packs with `engine`, which is not exhaustive, until a tiling is found or the watch stops it.
///
/// `keeps_rules` checks the rules of a tiling that the model does not cover.
pub(crate) fn pack(
    engine: Engine,
    (puzzle, model): (&Puzzle, &Model),
    keeps_rules: &dyn Fn(&[u32]) -> bool,
    options: &SolveOptions<'_>,
    watch: &mut Watch<'_>,
) -> (StopReason, Best) {
    let bits = Bits::new(model, &Ground::new(puzzle, model));
    let yard = Yard { model, bits, copies: copies(model), keeps_rules };
    if options.time_limit.is_none() && options.node_limit.is_none() {
        watch.pause_after(LAID_IN_ALL / (16 + yard.copies.len() as u64));
    }
    let (mut best, mut random) = (Best::default(), Random::new(options.seed.unwrap_or(0)));
    let empty = yard.draft();
    // An empty packing is a packing, and sometimes a tiling.
    yard.note(&empty, &mut best, watch);
    let reason = match engine {
        _ if best.is_tiling => StopReason::Visitor,
        Engine::Genetic => genetic::search(&yard, &mut random, watch, &mut best),
        _ => random::search(&yard, &mut random, watch, &mut best),
    };
    (reason, best)
}

/// Counts a packing to be evaluated, or returns why to stop.
fn stopped(watch: &mut Watch<'_>) -> Option<StopReason> {
    match watch.node(|| 0.0)? {
        // Its own budget is used up.
        Halt::Pause => Some(StopReason::NodeLimit),
        Halt::Stop(reason) => Some(reason),
    }
}

/// Returns the copies that a packing may have. A piece without an upper bound has enough copies to cover the
/// region once.
fn copies(model: &Model) -> Vec<(u32, u32)> {
    let (mut needed, mut further) = (Vec::new(), Vec::new());
    for (kind, size) in least_sizes(model).into_iter().enumerate() {
        let (placements, bounds) = (model.placements_of_kind(kind), model.bounds()[kind]);
        let copy = (placements.start, placements.end - placements.start);
        // A piece that fits nowhere has no copies.
        let room = compact(model.places()).checked_div(size).unwrap_or(0);
        let (least, most) = (bounds.least.min(room), bounds.most.min(room));
        needed.extend(std::iter::repeat_n(copy, least as usize));
        further.extend(std::iter::repeat_n(copy, most.saturating_sub(least) as usize));
    }
    needed.extend(further);
    needed
}

impl Draft {
    fn clear(&mut self) {
        self.board.fill(0);
        self.laid.fill(None);
        self.covered = 0;
    }
}

impl Yard<'_> {
    /// Returns an empty packing.
    fn draft(&self) -> Draft {
        Draft { board: self.bits.empty_board(), laid: vec![None; self.copies.len()], covered: 0 }
    }

    /// Returns a random placement of a copy.
    fn any(&self, copy: usize, random: &mut Random) -> u32 {
        let (first, count) = self.copies[copy];
        first + compact(random.below(count as usize))
    }

    /// Places a copy if its placement fits; returns whether it does.
    fn lay(&self, packing: &mut Draft, copy: usize, placement: u32) -> bool {
        let fits = self.bits.fits(&packing.board, placement);
        if fits {
            self.bits.lay(&mut packing.board, placement);
            packing.laid[copy] = Some(placement);
            packing.covered += self.bits.cells(placement);
        }
        fits
    }

    /// Removes a copy, if it is placed.
    fn lift(&self, packing: &mut Draft, copy: usize) {
        if let Some(placement) = packing.laid[copy].take() {
            self.bits.lift(&mut packing.board, placement);
            packing.covered -= self.bits.cells(placement);
        }
    }

    /// Places the remaining copies where they fit: each at the first room after a random placement.
    fn fill(&self, packing: &mut Draft, random: &mut Random) {
        let mut looks = LOOKED_AT;
        for copy in 0..self.copies.len() {
            if looks == 0 || self.bits.open(&packing.board) == 0 {
                return;
            }
            if packing.laid[copy].is_none() {
                let (first, count) = self.copies[copy];
                let start = compact(random.below(count as usize));
                let walk = (start..count).chain(0..start).take(looks as usize).map(|index| first + index);
                looks = looks.saturating_sub(count);
                if let Some(room) = walk.into_iter().find(|&room| self.bits.fits(&packing.board, room)) {
                    self.lay(packing, copy, room);
                }
            }
        }
    }

    /// Returns the score of a packing: the covered cells, minus the open places that nothing can reach
    /// because all neighbours are occupied.
    fn score(&self, packing: &Draft) -> i64 {
        i64::from(packing.covered) - i64::from(self.bits.enclosed(&packing.board))
    }

    /// Keeps a packing if it is a tiling or fuller than the best, and reports it to the watch. Returns
    /// whether a tiling was found.
    fn note(&self, packing: &Draft, best: &mut Best, watch: &mut Watch<'_>) -> bool {
        let is_full = self.bits.open(&packing.board) <= self.model.most_empty();
        if is_full || packing.covered > best.covered {
            let laid: Vec<u32> = packing.laid.iter().flatten().copied().collect();
            let is_tiling = is_full && self.has_all(&laid) && (self.keeps_rules)(&laid);
            if is_tiling || packing.covered > best.covered {
                *best = Best { laid, covered: packing.covered, is_tiling };
                watch.packed(packing.covered as usize);
            }
        }
        best.is_tiling
    }

    fn has_all(&self, laid: &[u32]) -> bool {
        let mut used = vec![0u32; self.model.bounds().len()];
        laid.iter().for_each(|&placement| used[self.model.kind_of(placement)] += 1);
        self.model.bounds().iter().zip(used).all(|(bounds, used)| used >= bounds.least)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::support::template;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::puzzle::read_puzzle;
    use piecework_tiling::source::Source;
    use piecework_tiling::tiling::Packing;

    /// Packs for some steps, checks the packing independently, and returns the number of covered cells.
    #[track_caller]
    fn packed(engine: Engine, puzzle: &Arc<Puzzle>, seed: u64, steps: u64) -> (u32, Vec<u32>) {
        let options = SolveOptions { seed: Some(seed), node_limit: Some(steps), ..SolveOptions::default() };
        let model = Model::new(puzzle, &options).expect("small");
        let mut watch = Watch::new(&options);
        let (reason, best) = pack(engine, (puzzle, &model), &|_| true, &options, &mut watch);
        let region = puzzle.region().cells();
        let laid = best.laid.iter().map(|&placement| {
            let cells = model.cells(placement).iter().map(|&cell| region[cell as usize]);
            (model.piece_of(placement), cells.collect())
        });
        let packing = Packing::new(puzzle, laid).expect("a packing");
        assert_eq!(packing.covered(), best.covered as usize);
        assert_eq!(packing.tiling().is_some(), best.is_tiling);
        assert_eq!(reason, if best.is_tiling { StopReason::Visitor } else { StopReason::NodeLimit });
        assert!(best.is_tiling || watch.nodes() == steps);
        (best.covered, best.laid)
    }

    #[test]
    fn packings_are_packings_and_follow_from_the_seed() {
        for engine in [Engine::Genetic, Engine::Random] {
            for name in ["pentomino-6x10", "untouchable-11", "l-tromino-6x6", "hexiamond-6x6", "tetrahex-4x7"]
            {
                let puzzle = template(name);
                let (covered, laid) = packed(engine, &puzzle, 1, 300);
                assert!(covered > 0, "{engine}: {name}");
                assert_eq!(packed(engine, &puzzle, 1, 300).1, laid, "{engine}: {name}");
            }
        }
        assert_eq!(template("tetrahex-4x7").lattice(), Lattice::Hex);
    }

    #[test]
    fn more_steps_cover_no_less_and_the_thirteen_pieces_fit() {
        for engine in [Engine::Genetic, Engine::Random] {
            let puzzle = template("thirteen-pieces-8x8");
            let covered: Vec<u32> = [1, 100, 2_000].map(|steps| packed(engine, &puzzle, 1, steps).0).to_vec();
            assert!(covered[0] < 64 && covered.is_sorted(), "{engine}: {covered:?}");
            // Measured: all of ten seeds within 171,000 steps.
            let solved = (1..=3).filter(|&seed| packed(engine, &puzzle, seed, 200_000).0 == 64).count();
            assert!(solved >= 2, "{engine}: {solved} of 3");
        }
    }

    #[test]
    fn no_pieces_make_a_packing() {
        // No L fits into one row: the best packing is empty, and not a tiling.
        let text = r####"{"piecework": 1, "name": "t", "lattice": "square", "region": {"rectangle": [3, 1]},
            "pieces": [{"name": "L", "rows": ["##", "#."]}]}"####;
        let puzzle = read_puzzle(&Source::new("t", text), &Limits::default()).expect("a puzzle");
        for engine in [Engine::Genetic, Engine::Random] {
            assert_eq!(packed(engine, &Arc::new(puzzle.clone()), 1, 50), (0, Vec::new()));
        }
    }
}

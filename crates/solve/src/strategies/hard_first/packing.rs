//! A greedy packing: the free spot furthest from a corner is covered by a hard piece that lies snugly and
//! closes no pocket.

use std::cmp::Reverse;

use crate::ground::lists::compact;
use crate::ground::watch::{Halt, Watch};
use crate::model::grid::{Grid, Laying, Tile};
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::random::Random;

/// Larger pockets are no pockets. Chosen by trial.
const LARGEST_POCKET: usize = 40;
/// The most pieces that are lifted again where nothing fits. Chosen by trial.
const MOST_LIFTED: usize = 6;
/// A packing that is stuck so often is given up. Chosen by trial.
const MOST_STUCK: usize = 300;
/// What an edge to a free spot costs, what ease does from the hardest to the easiest piece, and chance.
/// Chosen by trial.
const COST_OF_EDGE: f64 = 0.06;
const COST_OF_EASE: f64 = 1.0;
const CHANCE: f64 = 0.1;
/// Chance in a packing that shows which pieces are easy.
const MUCH_CHANCE: f64 = 1.0;

/// Pieces laid in random packings for each piece of the set. Chosen by trial.
const LAID_FOR_EACH: usize = 12;

/// Counts a step and looks at the limits: each step takes long enough for a look at the clock.
fn look(watch: &mut Watch<'_>) -> Result<(), Halt> {
    if let Some(halt) = watch.node(|| f64::NAN) {
        return Err(halt);
    }
    watch.look(|| f64::NAN).map_or(Ok(()), |reason| Err(Halt::Stop(reason)))
}

/// Returns how many cells stay empty when all pieces are laid, which may be fewer than the gaps that are
/// allowed.
fn slack(rest: &Puzzle) -> u32 {
    let covered = rest.pieces().iter().map(|piece| piece.shape.area() * piece.count.min as usize).sum();
    compact(rest.region().area().checked_sub(covered).expect("the pieces of a puzzle fit its region"))
}

/// A step of the packing, to be taken back.
struct Step {
    tile: Option<Tile>,
    /// Spots that stay empty from here on.
    gaps: Vec<u32>,
}

/// A part of the region, covered.
pub(super) struct Packing<'a> {
    board: &'a Grid,
    /// For each piece from 0, the hardest, to 1.
    ease: &'a [f64],
    chance: f64,
    /// For each spot, whether it is of the region and not covered.
    free: Vec<bool>,
    /// Copies left of each piece, and of all.
    copies: Vec<u32>,
    left: u32,
    gaps: u32,
    steps: Vec<Step>,
    /// Buffers of the search for pockets.
    seen: Vec<u32>,
    now: u32,
    pocket: Vec<u32>,
}

impl<'a> Packing<'a> {
    /// Begins with nothing laid.
    pub(super) fn new(board: &'a Grid, rest: &Puzzle, ease: &'a [f64]) -> Self {
        let mut free = vec![false; board.spots()];
        board.region.iter().for_each(|&spot| free[spot as usize] = true);
        let copies: Vec<u32> = rest.pieces().iter().map(|piece| piece.count.min).collect();
        Self {
            board,
            ease,
            chance: CHANCE,
            free,
            left: copies.iter().sum(),
            copies,
            gaps: slack(rest),
            steps: Vec::new(),
            seen: vec![0; board.spots()],
            now: 0,
            pocket: Vec::new(),
        }
    }

    /// Begins a packing with any number of copies of all pieces alike.
    pub(super) fn of_any(board: &'a Grid, rest: &Puzzle, alike: &'a [f64]) -> Self {
        let many = u32::try_from(board.region.len()).expect("a region is limited");
        let copies: Vec<u32> =
            rest.pieces().iter().map(|piece| if piece.count.min > 0 { many } else { 0 }).collect();
        let left = many;
        Self { copies, left, gaps: many, chance: MUCH_CHANCE, ..Self::new(board, rest, alike) }
    }

    /// Copies left of each piece.
    pub(super) fn copies(&self) -> &[u32] {
        &self.copies
    }

    /// How many of the free cells may stay empty.
    pub(super) fn gaps(&self) -> u32 {
        self.gaps
    }

    /// The cells that are left.
    pub(super) fn free(&self) -> impl Iterator<Item = Cell> {
        self.board.region.iter().filter(|&&spot| self.free[spot as usize]).map(|&spot| self.board.cell(spot))
    }

    /// The pieces laid, with their cells.
    pub(super) fn laid(&self) -> impl Iterator<Item = (usize, Vec<Cell>)> {
        self.steps.iter().filter_map(|step| step.tile).map(|tile| {
            let laying = self.laying(tile);
            let cells = laying.steps.iter().map(|&step| self.board.cell(tile.at.wrapping_add_signed(step)));
            (laying.piece as usize, cells.collect())
        })
    }

    /// Lays pieces until only this many are left; `false` if it is stuck too often.
    ///
    /// # Errors
    /// The reason, if the watch stops it.
    pub(super) fn lay_until(
        &mut self,
        left: u32,
        random: &mut Random,
        watch: &mut Watch<'_>,
    ) -> Result<bool, Halt> {
        let distance = self.distances(random);
        let order = self.order(&distance);
        let mut stuck = 0;
        while self.left > left {
            look(watch)?;
            let target = self.target(&order, &distance);
            if !self.cover(target, random) {
                stuck += 1;
                if stuck > MOST_STUCK {
                    return Ok(false);
                }
                let lifted = 1 + random.below(MOST_LIFTED);
                (0..lifted).for_each(|_| self.take_back());
            }
        }
        Ok(true)
    }

    /// Lays pieces until nothing is free; what cannot be covered stays empty.
    ///
    /// # Errors
    /// The reason, if the watch stops it.
    pub(super) fn lay_all(&mut self, random: &mut Random, watch: &mut Watch<'_>) -> Result<(), Halt> {
        let distance = self.distances(random);
        let order = self.order(&distance);
        while self.board.region.iter().any(|&spot| self.free[spot as usize]) {
            look(watch)?;
            let target = self.target(&order, &distance);
            self.cover(target, random);
        }
        Ok(())
    }

    /// The spots of the region, the furthest first.
    fn order(&self, distance: &[u32]) -> Vec<u32> {
        let mut order = self.board.region.clone();
        order.sort_by_key(|&spot| Reverse(distance[spot as usize]));
        order
    }

    /// Returns how far each spot is from a corner: the spot furthest from a random one.
    fn distances(&self, random: &mut Random) -> Vec<u32> {
        let region = &self.board.region;
        let from_any = self.distances_from(region[random.below(region.len())]);
        let corner = region.iter().max_by_key(|&&spot| from_any[spot as usize]).expect("there are spots");
        self.distances_from(*corner)
    }

    fn distances_from(&self, spot: u32) -> Vec<u32> {
        let mut distance = vec![0; self.board.spots()];
        let mut reached = vec![spot];
        distance[spot as usize] = 1;
        let mut next = 0;
        while let Some(&spot) = reached.get(next) {
            next += 1;
            for near in self.board.near(spot) {
                if self.free[near as usize] && distance[near as usize] == 0 {
                    distance[near as usize] = distance[spot as usize] + 1;
                    reached.push(near);
                }
            }
        }
        distance
    }

    /// Returns the spot to be covered next: of those furthest away the one with the fewest free neighbours.
    fn target(&self, order: &[u32], distance: &[u32]) -> u32 {
        let mut free = order.iter().copied().filter(|&spot| self.free[spot as usize]).peekable();
        let furthest = free.peek().map_or(0, |&spot| distance[spot as usize]);
        let tight = |&spot: &u32| self.board.near(spot).filter(|&near| self.free[near as usize]).count();
        let near_furthest = free.take_while(|&spot| distance[spot as usize] + 1 >= furthest);
        near_furthest.min_by_key(tight).expect("pieces are left, so spots are")
    }

    /// Covers a spot with the best tile that closes no pocket; else one whose pockets may stay empty; else
    /// leaves it empty.
    fn cover(&mut self, target: u32, random: &mut Random) -> bool {
        let mut choices = self.choices(target, random);
        choices.sort_by(|a, b| a.0.total_cmp(&b.0));
        for most_gaps in [0, self.gaps] {
            if choices.iter().any(|&(_, tile)| self.lay(tile, most_gaps)) {
                return true;
            }
            if self.gaps == 0 {
                return false;
            }
        }
        self.free[target as usize] = false;
        self.gaps -= 1;
        self.steps.push(Step { tile: None, gaps: vec![target] });
        true
    }

    /// Returns every tile that fits and covers the target, with its cost.
    fn choices(&self, target: u32, random: &mut Random) -> Vec<(f64, Tile)> {
        let mut choices = Vec::new();
        for (number, laying) in (0..).zip(&self.board.layings) {
            let piece = laying.piece as usize;
            if self.copies[piece] == 0 {
                continue;
            }
            for &step in &laying.steps {
                let at = target.wrapping_add_signed(-step);
                let is_free = |&step: &i32| self.free[at.wrapping_add_signed(step) as usize];
                if laying.steps.iter().all(is_free) && self.board.layings_at(at).contains(&number) {
                    let open = laying.beside.iter().filter(|step| is_free(step)).count();
                    #[expect(
                        clippy::cast_precision_loss,
                        reason = "a random number of 53 bits, and a few edges"
                    )]
                    let cost = COST_OF_EASE * self.ease[piece]
                        + COST_OF_EDGE * open as f64
                        + self.chance * (random.bits() >> 11) as f64 / (1u64 << 53) as f64;
                    choices.push((cost, Tile { laying: number, at }));
                }
            }
        }
        choices
    }

    /// Lays a tile, if the pockets it closes have no more spots than this, without the holes of the piece
    /// itself.
    fn lay(&mut self, tile: Tile, most_gaps: u32) -> bool {
        let laying = self.laying(tile);
        let spots = |steps: &'a [i32]| steps.iter().map(move |&step| tile.at.wrapping_add_signed(step));
        spots(&laying.steps).for_each(|spot| self.free[spot as usize] = false);
        let (mut gaps, mut beside_others) = (Vec::new(), 0);
        let first = self.now + 1;
        for spot in spots(&laying.beside) {
            if self.free[spot as usize] && self.seen[spot as usize] < first && self.is_pocket(spot) {
                let is_own =
                    |spot| self.pocket.contains(&spot) || spots(&laying.steps).any(|own| own == spot);
                if !self.pocket.iter().all(|&spot| self.board.near(spot).all(is_own)) {
                    beside_others += self.pocket.len();
                }
                gaps.extend_from_slice(&self.pocket);
            }
        }
        if beside_others > most_gaps as usize || gaps.len() > self.gaps as usize {
            spots(&laying.steps).for_each(|spot| self.free[spot as usize] = true);
            return false;
        }
        gaps.iter().for_each(|&spot| self.free[spot as usize] = false);
        self.gaps -= u32::try_from(gaps.len()).expect("as few as allowed");
        self.copies[laying.piece as usize] -= 1;
        self.left -= 1;
        self.steps.push(Step { tile: Some(tile), gaps });
        true
    }

    /// Collects the free spots connected with one; `false` if they are many.
    fn is_pocket(&mut self, spot: u32) -> bool {
        self.now += 1;
        self.pocket.clear();
        self.pocket.push(spot);
        self.seen[spot as usize] = self.now;
        let mut next = 0;
        while let Some(&spot) = self.pocket.get(next) {
            if next == LARGEST_POCKET {
                return false;
            }
            next += 1;
            for near in self.board.near(spot) {
                if self.free[near as usize] && self.seen[near as usize] < self.now {
                    self.seen[near as usize] = self.now;
                    self.pocket.push(near);
                }
            }
        }
        true
    }

    /// Takes the last step back, if there is one.
    fn take_back(&mut self) {
        let Some(Step { tile, gaps }) = self.steps.pop() else { return };
        self.gaps += u32::try_from(gaps.len()).expect("as few as were allowed");
        gaps.iter().for_each(|&spot| self.free[spot as usize] = true);
        if let Some(tile) = tile {
            let laying = self.laying(tile);
            laying
                .steps
                .iter()
                .for_each(|&step| self.free[tile.at.wrapping_add_signed(step) as usize] = true);
            self.copies[laying.piece as usize] += 1;
            self.left += 1;
        }
    }

    fn laying(&self, tile: Tile) -> &'a Laying {
        &self.board.layings[tile.laying as usize]
    }
}

/// Returns for each piece how easy it is to place: from 0, the hardest, to 1.
///
/// # Errors
/// The reason, if the watch stops it.
pub(super) fn ease(
    board: &Grid,
    rest: &Puzzle,
    random: &mut Random,
    watch: &mut Watch<'_>,
) -> Result<Vec<f64>, Halt> {
    let pieces = rest.pieces().len();
    let alike = vec![0.0; pieces];
    let mut laid = vec![0usize; pieces];
    while laid.iter().sum::<usize>() < LAID_FOR_EACH * pieces {
        let mut packing = Packing::of_any(board, rest, &alike);
        packing.lay_all(random, watch)?;
        packing.laid().for_each(|(piece, _)| laid[piece] += 1);
    }
    let mut order: Vec<usize> = (0..pieces).collect();
    order.sort_by_key(|&piece| laid[piece]);
    let mut ease = vec![0.0; pieces];
    #[expect(clippy::cast_precision_loss, reason = "as many as a puzzle has pieces")]
    for (rank, piece) in order.into_iter().enumerate() {
        ease[piece] = rank as f64 / pieces as f64;
    }
    Ok(ease)
}

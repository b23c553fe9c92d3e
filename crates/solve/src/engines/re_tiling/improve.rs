//! Improves a tiling by local search, a few neighbouring tiles at a time.
//!
//! After every step the board is covered, and no more rules are broken than before.

use super::mosaic::Mosaic;
use super::quota::Quota;
use super::refill::{Refill, Terms};
use crate::ground::StopReason;
use crate::ground::watch::{Halt, Watch};
use crate::model::grid::Tile;
use piecework_tiling::random::Random;

/// The least and greatest number of tiles lifted at a time. Chosen by trial.
const CLUSTER: (usize, usize) = (5, 9);
/// Nodes of one refill. Chosen by trial.
const NODES: u64 = 200;

/// The local search.
pub(super) struct Mend<'m, 'b> {
    mosaic: &'m mut Mosaic<'b>,
    quota: Quota,
    refill: Refill,
    random: Random,
    /// Tiles to start from: those beside equal ones, possibly with some that no longer are.
    suspects: Vec<u32>,
    spots: Vec<u32>,
    cluster: Vec<u32>,
}

impl<'m, 'b> Mend<'m, 'b> {
    pub(super) fn new(mosaic: &'m mut Mosaic<'b>, quota: Quota, refill: Refill, random: Random) -> Self {
        let numbers = mosaic.board.region.iter().filter_map(|&spot| mosaic.tile_on(spot));
        let suspects = numbers.collect();
        Self { mosaic, quota, refill, random, suspects, spots: Vec::new(), cluster: Vec::new() }
    }

    /// Returns the number of violations: edges between equal pieces, and copies too many or missing.
    pub(super) fn broken(&self) -> u64 {
        let (over, under) = self.quota.missed(self.mosaic.used());
        self.mosaic.equal_edges() + over + under
    }

    /// Runs until no rule is broken.
    ///
    /// # Errors
    /// The reason, if the watch stops it.
    pub(super) fn run(&mut self, watch: &mut Watch<'_>) -> Result<(), Halt> {
        loop {
            self.quota.share(self.mosaic.used());
            if self.broken() == 0 {
                return Ok(());
            }
            // Without tiles, nothing can be improved.
            let Some(tile) = self.suspect() else { return Err(Halt::Stop(StopReason::NodeLimit)) };
            self.gather(tile);
            self.step(None, watch)?;
        }
    }

    /// Runs until it is stopped: every step makes the tiles blur their picture less, and breaks no rule more.
    ///
    /// # Errors
    /// The reason, when the watch stops it.
    pub(super) fn sharpen(&mut self, watch: &mut Watch<'_>) -> Result<(), Halt> {
        self.quota.share(self.mosaic.used());
        while let Some(tile) = self.anywhere() {
            self.gather(tile);
            self.step(Some(self.mosaic.blur()), watch)?;
        }
        Ok(())
    }

    /// Returns a tile to start from.
    fn suspect(&mut self) -> Option<u32> {
        while self.mosaic.equal_edges() > 0 && !self.suspects.is_empty() {
            let index = self.random.below(self.suspects.len());
            let number = self.suspects[index];
            if self.mosaic.is_lying(number) && self.mosaic.equal_beside(self.mosaic.tile(number)) > 0 {
                return Some(number);
            }
            self.suspects.swap_remove(index);
        }
        self.anywhere()
    }

    /// Returns any tile.
    fn anywhere(&mut self) -> Option<u32> {
        // On a small board with gaps, random spots may all be gaps.
        let region = &self.mosaic.board.region;
        let covered = |random: &mut Random| self.mosaic.tile_on(region[random.below(region.len())]);
        let at_random = (0..region.len()).find_map(|_| covered(&mut self.random));
        at_random.or_else(|| region.iter().find_map(|&spot| self.mosaic.tile_on(spot)))
    }

    /// Some tiles around one, at random.
    fn gather(&mut self, tile: u32) {
        let (least, most) = CLUSTER;
        let wanted = least + self.random.below(most - least + 1);
        self.cluster.clear();
        self.cluster.push(tile);
        let mut index = 0;
        while self.cluster.len() < wanted && index < self.cluster.len() {
            let (number, before) = (self.cluster[index], self.cluster.len());
            self.mosaic.beside(number, &mut self.cluster);
            self.random.shuffle(&mut self.cluster[before..]);
            index += 1;
        }
        self.cluster.truncate(wanted);
    }

    /// Lifts the cluster and covers its spots again, at least as well; or restores it. With a picture it must blur
    /// less than `blur`.
    fn step(&mut self, blur: Option<u64>, watch: &mut Watch<'_>) -> Result<(), Halt> {
        let broken = self.broken();
        let (mosaic, spots) = (&mut *self.mosaic, &mut self.spots);
        spots.clear();
        let mut before: Vec<Tile> = Vec::new();
        for number in self.cluster.drain(..) {
            let tile = mosaic.lift(number);
            spots.extend(mosaic.spots_of(tile));
            before.push(tile);
        }
        spots.sort_unstable();
        let terms = Terms { broken, nodes: NODES, blur };
        let ended = self.refill.cover(mosaic, &self.quota, spots, terms, &mut self.random, watch);
        if ended != Ok(true) {
            for tile in before {
                mosaic.lay(tile);
            }
        }
        for &spot in &*spots {
            let new = mosaic.tile_on(spot).filter(|&number| mosaic.tile(number).at == spot);
            self.suspects.extend(new.filter(|&number| mosaic.equal_beside(mosaic.tile(number)) > 0));
        }
        ended.map(|_| ())
    }
}

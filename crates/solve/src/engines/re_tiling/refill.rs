//! Refills a few free spots by a small randomized search.
//!
//! Either the spots are covered without breaking more rules than allowed, or they stay free. They are filled
//! in reading order, so a tile always begins at the current spot; a random order would need every tile at
//! each of its spots.

use super::mosaic::Mosaic;
use super::pockets::Pockets;
use super::quota::Quota;
use crate::ground::watch::{Halt, Watch};
use crate::model::grid::Tile;
use piecework_tiling::random::Random;

/// An option for the next tile, with its rank: the least is tried first.
type Choice = (u64, u32);

/// One spot, and which of its options comes next.
struct Level {
    /// Index of the spot.
    spot: usize,
    /// Where its choices begin.
    first: usize,
    /// The next choice.
    next: usize,
    tile: Option<u32>,
}

/// The search, with buffers that are reused.
pub(super) struct Refill {
    levels: Vec<Level>,
    choices: Vec<Choice>,
    /// For each orientation, the number of orientations of its piece, so that pieces (not orientations) are
    /// equally likely.
    ways: Vec<u32>,
    pockets: Pockets,
    smallest: usize,
}

/// The allowed violations at the end, and the effort.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terms {
    pub(super) broken: u64,
    pub(super) nodes: u64,
    /// How much a picture must stay below when all is covered; none where it does not matter.
    pub(super) blur: Option<u64>,
}

impl Refill {
    pub(super) fn new(mosaic: &Mosaic<'_>, pockets: Pockets) -> Self {
        let layings = &mosaic.board.layings;
        let ways_of = |piece: u32| layings.iter().filter(|laying| laying.piece == piece).count();
        let ways = layings.iter().map(|laying| u32::try_from(ways_of(laying.piece)).unwrap_or(u32::MAX));
        let smallest = layings.iter().map(|laying| laying.steps.len()).min().unwrap_or(1);
        Self { levels: Vec::new(), choices: Vec::new(), ways: ways.collect(), pockets, smallest }
    }

    /// Covers the free `spots`, ascending; `true` if it succeeded within the terms.
    ///
    /// # Errors
    /// The reason, if the watch stops it; the spots are then free.
    pub(super) fn cover(
        &mut self,
        mosaic: &mut Mosaic<'_>,
        quota: &Quota,
        spots: &[u32],
        terms: Terms,
        random: &mut Random,
        watch: &mut Watch<'_>,
    ) -> Result<bool, Halt> {
        self.levels.clear();
        self.choices.clear();
        self.open(mosaic, quota, spots, 0, terms, random);
        for _ in 0..terms.nodes {
            if let Some(halt) = watch.node(|| 0.0) {
                self.take_back(mosaic);
                return Err(halt);
            }
            let Some(level) = self.levels.last_mut() else { return Ok(false) };
            if let Some(tile) = level.tile.take() {
                mosaic.lift(tile);
            }
            if level.next == self.choices.len() {
                self.choices.truncate(level.first);
                self.levels.pop();
                continue;
            }
            let tile = Tile { laying: self.choices[level.next].1, at: spots[level.spot] };
            level.next += 1;
            level.tile = Some(mosaic.lay(tile));
            let from = level.spot + 1;
            if !self.pockets.are_fillable(mosaic, tile) {
                continue;
            }
            match (from..spots.len()).find(|&index| mosaic.is_free(spots[index])) {
                Some(next) => self.open(mosaic, quota, spots, next, terms, random),
                None if is_within(mosaic, quota, terms) => return Ok(true),
                None => {}
            }
        }
        self.take_back(mosaic);
        Ok(false)
    }

    fn take_back(&mut self, mosaic: &mut Mosaic<'_>) {
        for tile in self.levels.drain(..).rev().filter_map(|level| level.tile) {
            mosaic.lift(tile);
        }
    }

    /// Begins a level for a spot, with every option that can still keep the terms.
    fn open(
        &mut self,
        mosaic: &Mosaic<'_>,
        quota: &Quota,
        spots: &[u32],
        spot: usize,
        terms: Terms,
        random: &mut Random,
    ) {
        let first = self.choices.len();
        let (over, under) = quota.missed(mosaic.used());
        // The tiles to come can be the missing ones.
        let to_come = (mosaic.free() / self.smallest) as u64;
        let already = mosaic.equal_edges() + over + under.saturating_sub(to_come);
        for &laying in mosaic.board.layings_at(spots[spot]) {
            let tile = Tile { laying, at: spots[spot] };
            let piece = mosaic.laying(tile).piece;
            if !mosaic.fits(tile) {
                continue;
            }
            let used = mosaic.used()[piece as usize];
            let wrong = mosaic.equal_beside(tile) + u64::from(quota.is_full(piece, used));
            if already + wrong > terms.broken {
                continue;
            }
            let rank = match terms.blur {
                None => self.rank(laying, wrong, quota.is_missing(piece, used), random),
                Some(most) => {
                    let blur = mosaic.blur_of(tile);
                    if mosaic.blur() + blur >= most {
                        continue;
                    }
                    blur / mosaic.laying(tile).steps.len() as u64
                }
            };
            self.choices.push((rank, laying));
        }
        self.choices[first..].sort_unstable();
        self.levels.push(Level { spot, first, next: first, tile: None });
    }

    /// Fewer violations come first; then at random, with pieces equally likely and missing ones much
    /// likelier.
    fn rank(&self, laying: u32, wrong: u64, is_missing: bool, random: &mut Random) -> u64 {
        let chance = (random.bits() >> 40) * u64::from(self.ways[laying as usize]);
        (wrong << 56) | if is_missing { chance / MISSING } else { chance }
    }
}

/// Whether the tiles keep the terms, now that all of them lie.
fn is_within(mosaic: &Mosaic<'_>, quota: &Quota, terms: Terms) -> bool {
    let (over, under) = quota.missed(mosaic.used());
    mosaic.equal_edges() + over + under <= terms.broken
}

/// How much likelier a missing piece is. Chosen by trial.
const MISSING: u64 = 4;

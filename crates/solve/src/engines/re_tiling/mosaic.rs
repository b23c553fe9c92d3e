//! Tiles on a board, which are placed and lifted one by one, with the count of edges between equal ones.
//!
//! Tiles do not overlap and are in the region. Spots may be free, and a piece may be used more often than the
//! puzzle allows; [`super::quota`] counts that.

use crate::model::grid::{Grid, Laying, Tile};
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::{EqualPieces, Puzzle};

/// A color of a cell in three numbers, in which distances are as they are seen.
pub type Tone = [i32; 3];

/// The value of a spot that no tile covers.
const FREE: u32 = u32::MAX;
const WALL: u32 = u32::MAX - 1;
const GAP: u32 = u32::MAX - 2;
/// The value of a spot without a piece.
const NO_PIECE: u32 = u32::MAX;

/// The tiles on a board.
pub(super) struct Mosaic<'b> {
    pub(super) board: &'b Grid,
    /// For each spot, the number of its tile, or why there is none.
    tile_at: Vec<u32>,
    /// For each spot, its piece, including placed pieces.
    piece_at: Vec<u32>,
    tiles: Vec<Tile>,
    /// Numbers of lifted tiles, to be reused.
    spare: Vec<u32>,
    /// The copies of each piece, including placed pieces.
    used: Vec<u32>,
    /// Edges with equal pieces on both sides; not counted if that is allowed.
    equal_edges: u64,
    counts_edges: bool,
    free: usize,
    gaps: u32,
    /// For each spot, its tone in a picture; empty without one.
    tones: Vec<Tone>,
    blur: u64,
}

impl<'b> Mosaic<'b> {
    /// Only the placed pieces.
    pub(super) fn new(board: &'b Grid, rest: &Puzzle) -> Self {
        let mut mosaic = Self {
            board,
            tile_at: vec![WALL; board.spots()],
            piece_at: vec![NO_PIECE; board.spots()],
            tiles: Vec::new(),
            spare: Vec::new(),
            used: vec![0; rest.pieces().len()],
            equal_edges: 0,
            counts_edges: rest.equal_pieces() == EqualPieces::Apart,
            free: board.region.len(),
            gaps: 0,
            tones: Vec::new(),
            blur: 0,
        };
        for &spot in &board.region {
            mosaic.tile_at[spot as usize] = FREE;
        }
        for placed in rest.placed() {
            let piece = u32::try_from(placed.piece).expect("pieces are limited");
            placed.cells.iter().for_each(|&cell| mosaic.piece_at[board.spot(cell) as usize] = piece);
            mosaic.used[placed.piece] += 1;
        }
        mosaic
    }

    /// Shows it a picture, before any tile is placed.
    pub(super) fn show(&mut self, tones: impl Iterator<Item = (Cell, Tone)>) {
        self.tones = vec![Tone::default(); self.board.spots()];
        for (cell, tone) in tones {
            self.tones[self.board.spot(cell) as usize] = tone;
        }
    }

    /// Returns how much all tiles blur the picture; 0 without one.
    pub(super) fn blur(&self) -> u64 {
        self.blur
    }

    /// Returns how much a tile blurs the picture: the squared distances of its spots from their mean.
    pub(super) fn blur_of(&self, tile: Tile) -> u64 {
        if self.tones.is_empty() {
            return 0;
        }
        let (mut sum, mut squares) = ([0_i64; 3], 0_i64);
        for spot in self.spots_of(tile) {
            for (sum, value) in sum.iter_mut().zip(self.tones[spot as usize]) {
                *sum += i64::from(value);
                squares += i64::from(value) * i64::from(value);
            }
        }
        let (spots, of_sum) = (self.laying(tile).steps.len() as i64, sum.map(|sum| sum * sum));
        ((squares * spots - of_sum.iter().sum::<i64>()) / spots).unsigned_abs()
    }

    pub(super) fn is_free(&self, spot: u32) -> bool {
        self.tile_at[spot as usize] == FREE
    }

    /// Returns how many spots are free.
    pub(super) fn free(&self) -> usize {
        self.free
    }

    pub(super) fn gaps(&self) -> u32 {
        self.gaps
    }

    /// Returns whether the tile of this number is on the board.
    pub(super) fn is_lying(&self, number: u32) -> bool {
        self.tile_on(self.tile(number).at) == Some(number)
    }

    /// Returns the number of the tile on a spot.
    pub(super) fn tile_on(&self, spot: u32) -> Option<u32> {
        Some(self.tile_at[spot as usize]).filter(|&tile| tile < GAP)
    }

    pub(super) fn tile(&self, number: u32) -> Tile {
        self.tiles[number as usize]
    }

    pub(super) fn laying(&self, tile: Tile) -> &'b Laying {
        &self.board.layings[tile.laying as usize]
    }

    /// Returns the copies of each piece.
    pub(super) fn used(&self) -> &[u32] {
        &self.used
    }

    pub(super) fn equal_edges(&self) -> u64 {
        self.equal_edges
    }

    /// Returns the spots that a tile covers.
    pub(super) fn spots_of(&self, tile: Tile) -> impl Iterator<Item = u32> {
        self.laying(tile).steps.iter().map(move |&step| tile.at.wrapping_add_signed(step))
    }

    /// Returns whether every spot of the tile is free.
    pub(super) fn fits(&self, tile: Tile) -> bool {
        self.laying(tile).steps.iter().all(|&step| self.is_free(tile.at.wrapping_add_signed(step)))
    }

    /// Returns how many edges the tile shares with equal pieces.
    pub(super) fn equal_beside(&self, tile: Tile) -> u64 {
        if !self.counts_edges {
            return 0;
        }
        let laying = self.laying(tile);
        let equal = |step: &&i32| self.piece_at[tile.at.wrapping_add_signed(**step) as usize] == laying.piece;
        laying.beside.iter().filter(equal).count() as u64
    }

    /// Places a tile that fits, and returns its number.
    pub(super) fn lay(&mut self, tile: Tile) -> u32 {
        self.equal_edges += self.equal_beside(tile);
        self.blur += self.blur_of(tile);
        let number = self.spare.pop().unwrap_or_else(|| {
            self.tiles.push(tile);
            u32::try_from(self.tiles.len() - 1).expect("fewer tiles than spots")
        });
        self.tiles[number as usize] = tile;
        let laying = self.laying(tile);
        for &step in &laying.steps {
            let spot = tile.at.wrapping_add_signed(step) as usize;
            self.tile_at[spot] = number;
            self.piece_at[spot] = laying.piece;
        }
        self.free -= laying.steps.len();
        self.used[laying.piece as usize] += 1;
        number
    }

    /// Lifts a tile, and returns it.
    pub(super) fn lift(&mut self, number: u32) -> Tile {
        let tile = self.tiles[number as usize];
        let laying = self.laying(tile);
        for &step in &laying.steps {
            let spot = tile.at.wrapping_add_signed(step) as usize;
            self.tile_at[spot] = FREE;
            self.piece_at[spot] = NO_PIECE;
        }
        self.free += laying.steps.len();
        self.used[laying.piece as usize] -= 1;
        self.spare.push(number);
        self.equal_edges -= self.equal_beside(tile);
        self.blur -= self.blur_of(tile);
        tile
    }

    /// Lifts all tiles, and frees all empty spots.
    pub(super) fn clear(&mut self) {
        for &spot in &self.board.region {
            self.reopen(spot);
            if let Some(number) = self.tile_on(spot) {
                self.lift(number);
            }
        }
    }

    /// Leaves a free spot empty.
    pub(super) fn leave(&mut self, spot: u32) {
        self.tile_at[spot as usize] = GAP;
        self.free -= 1;
        self.gaps += 1;
    }

    /// Frees a spot that was left empty; `false` if it was not.
    pub(super) fn reopen(&mut self, spot: u32) -> bool {
        let is_gap = self.tile_at[spot as usize] == GAP;
        if is_gap {
            self.tile_at[spot as usize] = FREE;
            self.free += 1;
            self.gaps -= 1;
        }
        is_gap
    }

    /// Adds the numbers of the tiles beside a tile to `found`, each once, in a deterministic order.
    pub(super) fn beside(&self, number: u32, found: &mut Vec<u32>) {
        let tile = self.tile(number);
        for &step in &self.laying(tile).beside {
            if let Some(other) = self.tile_on(tile.at.wrapping_add_signed(step))
                && !found.contains(&other)
            {
                found.push(other);
            }
        }
    }

    /// Returns all tiles, in reading order.
    pub(super) fn tiles(&self) -> Vec<Tile> {
        let first = |&&spot: &&u32| self.tile_on(spot).is_some_and(|tile| self.tile(tile).at == spot);
        let spots = self.board.region.iter().filter(first);
        spots.filter_map(|&spot| self.tile_on(spot)).map(|number| self.tile(number)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::named_set;
    use piecework_tiling::puzzle::{Count, Piece, Region, Rules};
    use piecework_tiling::random::Random;

    fn puzzle(lattice: Lattice, name: &str) -> Puzzle {
        let set = named_set(name).expect("a known set");
        let (freedom, count) = (set.freedom, Count::ANY);
        let members = set.members.into_iter();
        let pieces = members.map(|member| Piece { name: member.name, shape: member.shape, freedom, count });
        let rules = Rules { equal_pieces: EqualPieces::Apart, gaps: 1, ..Rules::default() };
        let region = Region::rectangle(lattice, 9, 7).expect("a good region");
        Puzzle::ruled("test", region, pieces.collect(), rules).expect("a good puzzle")
    }

    /// Everything counted anew from the tiles.
    fn recount(mosaic: &Mosaic<'_>) -> (u64, usize, Vec<u32>) {
        let tiles = mosaic.tiles();
        let mut used = vec![0; mosaic.used.len()];
        tiles.iter().for_each(|&tile| used[mosaic.laying(tile).piece as usize] += 1);
        let equal: u64 = tiles.iter().map(|&tile| mosaic.equal_beside(tile)).sum();
        let covered: usize = tiles.iter().map(|&tile| mosaic.spots_of(tile).count()).sum();
        (equal / 2, mosaic.board.region.len() - covered, used)
    }

    #[test]
    fn incremental_counts_match_a_recount() {
        for (lattice, name) in
            [(Lattice::Square, "trominoes"), (Lattice::Hex, "trihexes"), (Lattice::Triangle, "tetriamonds")]
        {
            let (puzzle, mut random) = (puzzle(lattice, name), Random::new(5));
            let board = Grid::new(&puzzle);
            let mut mosaic = Mosaic::new(&board, &puzzle);
            for _ in 0..500 {
                let spot = board.region[random.below(board.region.len())];
                assert_eq!(board.spot(board.cell(spot)), spot);
                if let Some(number) = mosaic.tile_on(spot) {
                    mosaic.lift(number);
                } else {
                    let layings = board.layings_at(spot);
                    let tile = Tile { laying: layings[random.below(layings.len())], at: spot };
                    if mosaic.fits(tile) {
                        let number = mosaic.lay(tile);
                        let cells: Vec<_> = mosaic.spots_of(tile).map(|spot| board.cell(spot)).collect();
                        assert_eq!(board.tile(mosaic.laying(tile).piece as usize, &cells), tile);
                        assert!(mosaic.is_lying(number));
                    }
                }
                let kept = (mosaic.equal_edges(), mosaic.free(), mosaic.used().to_vec());
                assert_eq!(kept, recount(&mosaic), "{lattice}");
            }
            mosaic.clear();
            assert_eq!((mosaic.free(), mosaic.equal_edges()), (63, 0));
        }
    }
}

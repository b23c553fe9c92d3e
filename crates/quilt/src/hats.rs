//! Tops of hats and of turtles in any size. Search finds no large ones, but four kinds of clusters do: each consists of smaller ones
//! of the same kinds, and the smallest of some tiles.
//!
//! # Source
//! D. Smith, J. S. Myers, C. S. Kaplan, C. Goodman-Strauss, An aperiodic monotile, Combinatorial Theory 4 (2024): the clusters H, T,
//! P and F and how each is made of others. Here they are in integers: where each part lies in its whole, as found by laying the tiles
//! edge to edge. Turtles are the same tiling with long and short edges exchanged.

use std::collections::BTreeSet;

use piecework_tiling::lattice::Cell;
use piecework_tiling::polyform::{Shape, named_set};
use piecework_tiling::puzzle::{Puzzle, Region};
use piecework_tiling::setting::BoardSize;

/// How often clusters are put together: the largest has 7921 tiles.
const LEVELS: usize = 4;
/// How far from the middle of the largest cluster a board is looked for, in hexagons, and in which steps.
const REACH: (i32, usize) = (48, 6);

/// A hexagon, by column and row.
type Hexagon = (i32, i32);

/// A tile of eight or ten kites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tile {
    Hat,
    Turtle,
}

/// A kind of clusters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    H,
    T,
    P,
    F,
}

/// A cluster in another: its kind, by how many sixths of a turn it is turned and how many more on each next level, and where it
/// lies on each level, of hats and of turtles.
type Part = (Kind, i32, i32, [[Hexagon; LEVELS]; 2]);

const ZERO: [Hexagon; LEVELS] = [(0, 0); LEVELS];

/// What H consists of.
#[rustfmt::skip]
const OF_H: [Part; 10] = [
    (Kind::H, 0, 0, [ZERO, ZERO]),
    (Kind::H, 0, 0, [[(-1, 3), (-2, 7), (-5, 18), (-13, 47)], [(-3, 3), (-7, 7), (-18, 18), (-47, 47)]]),
    (Kind::H, 4, 0, [[(-4, 3), (-11, 8), (-29, 21), (-76, 55)], [(-4, 0), (-11, 0), (-29, 0), (-76, 0)]]),
    (Kind::T, 5, 0, [[(-2, 3), (-5, 6), (-13, 15), (-34, 39)], [(-3, 2), (-7, 3), (-18, 7), (-47, 18)]]),
    (Kind::P, 0, 5, [[(-3, 1), (-11, 4), (-31, 14), (-80, 39)], [(-2, -1), (-7, -5), (-23, -11), (-63, -24)]]),
    (Kind::F, 0, 5, [[(0, -1), (-4, -1), (-13, 1), (-33, 5)], [(1, -1), (0, -5), (-5, -11), (-16, -24)]]),
    (Kind::P, 2, 5, [[(1, 1), (4, 0), (9, -2), (20, -4)], [(-1, 2), (1, 4), (5, 6), (11, 13)]]),
    (Kind::F, 2, 5, [[(0, 4), (2, 7), (4, 16), (7, 43)], [(-4, 5), (-6, 11), (-13, 24), (-36, 60)]]),
    (Kind::P, 1, 5, [[(-3, 5), (-9, 11), (-27, 30), (-73, 82)], [(-6, 4), (-13, 6), (-36, 13), (-99, 36)]]),
    (Kind::F, 4, 5, [[(-5, 4), (-12, 13), (-28, 33), (-71, 83)], [(-5, 0), (-16, 5), (-40, 16), (-100, 40)]]),
];

/// What F consists of, and P without the last: they are only in larger ones.
#[rustfmt::skip]
const OF_F: [Part; 6] = [
    (Kind::F, 0, 0, [ZERO, ZERO]),
    (Kind::H, 0, 1, [[(0, 1), (-1, 5), (-12, 13), (-33, 5)], [(-1, 1), (-5, 5), (-16, 5), (0, 0)]]),
    (Kind::P, 2, 0, [[(1, 2), (-1, 9), (-19, 22), (-53, 9)], [(-2, 3), (-9, 10), (-27, 10), (0, 0)]]),
    (Kind::H, 1, 1, [[(3, 2), (-4, 16), (-41, 34), (-88, -16)], [(-1, 5), (-16, 16), (-45, 5), (0, 0)]]),
    (Kind::F, 3, 0, [[(2, 4), (-8, 20), (-50, 36), (-92, -32)], [(-3, 6), (-21, 17), (-50, -1), (0, 0)]]),
    (Kind::F, 1, 0, [[(4, 1), (1, 12), (-28, 33), (-83, 12)], [(0, 5), (-11, 16), (-40, 16), (0, 0)]]),
];

/// What T consists of.
const OF_T: [Part; 1] = [(Kind::H, 0, 0, [ZERO, ZERO])];

/// Where the tiles of the smallest clusters lie, of hats and of turtles: turned by sixths, and whether flipped first.
const TILES_OF_H: [(i32, bool, [Hexagon; 2]); 4] = [
    (0, false, [(0, 0), (0, 0)]),
    (0, false, [(-1, 2), (-2, 2)]),
    (4, false, [(-1, 1), (-1, 0)]),
    (4, true, [(0, 1), (-1, 1)]),
];
const TILES_OF_F: [(i32, bool, [Hexagon; 2]); 2] =
    [(0, false, [(0, 0), (0, 0)]), (5, false, [(-1, 1), (-1, 0)])];

/// The kites of a tile: the hexagon, and which of its kites clockwise from the top.
const HAT: [(Hexagon, i32); 8] = [
    ((0, 0), 5),
    ((0, 0), 0),
    ((0, 0), 1),
    ((0, 0), 2),
    ((1, -1), 2),
    ((1, -1), 3),
    ((1, 0), 4),
    ((1, 0), 5),
];
const TURTLE: [(Hexagon, i32); 10] = [
    ((0, -1), 2),
    ((0, -1), 3),
    ((0, 0), 5),
    ((0, 0), 0),
    ((0, 0), 1),
    ((0, 0), 2),
    ((1, -1), 3),
    ((1, -1), 4),
    ((1, 0), 5),
    ((1, 0), 0),
];

/// A place that a cluster is moved to: turned by sixths first.
#[derive(Debug, Clone, Copy)]
struct Place {
    turn: i32,
    at: Hexagon,
}

impl Place {
    fn of(self, at: Hexagon) -> Hexagon {
        let (x, y) = turned(at, self.turn);
        (self.at.0 + x, self.at.1 + y)
    }
}

/// A hexagon turned about the first, clockwise by sixths.
fn turned(at: Hexagon, turn: i32) -> Hexagon {
    (0..turn.rem_euclid(6)).fold(at, |(x, y), _| (-y, x + y))
}

impl Tile {
    /// The tile of a puzzle that has no other pieces.
    pub(super) fn of(puzzle: &Puzzle) -> Option<Self> {
        let [piece] = puzzle.pieces() else { return None };
        [Tile::Hat, Tile::Turtle].into_iter().find(|tile| tile.shape().as_ref() == Some(&piece.shape))
    }

    fn shape(self) -> Option<Shape> {
        let name = if self == Tile::Hat { "hat" } else { "turtle" };
        named_set(name).map(|set| set.pieces()[0].shape.clone())
    }

    fn kites(self) -> &'static [(Hexagon, i32)] {
        if self == Tile::Hat { &HAT } else { &TURTLE }
    }

    /// The cells of every tile that is whole in a rectangle of so many hexagons; none if the largest cluster is smaller.
    pub(super) fn laid(self, size: BoardSize) -> Option<Vec<Vec<Cell>>> {
        let region = Region::rectangle(self.shape()?.lattice(), size.columns, size.rows).ok()?;
        let mut tiles = Vec::new();
        self.lay(Kind::H, LEVELS, Place { turn: 0, at: (0, 0) }, &mut tiles);
        let covered: BTreeSet<Cell> = tiles.iter().flatten().copied().collect();
        let moved = |cell: Cell, (x, y): Hexagon| Cell::new(cell.x + 6 * x, cell.y + y);
        let middle = |cells: &[Cell]| {
            let sum =
                cells.iter().fold((0, 0), |sum, cell| (sum.0 + i64::from(cell.x), sum.1 + i64::from(cell.y)));
            let count = i64::try_from(cells.len()).unwrap_or(1).max(1);
            let of = |sum: i64| i32::try_from(sum / count).unwrap_or(0);
            (of(sum.0).div_euclid(6), of(sum.1))
        };
        let all: Vec<Cell> = covered.iter().copied().collect();
        let (from, to) = (middle(region.cells()), middle(&all));
        let steps = || (-REACH.0..=REACH.0).step_by(REACH.1);
        let mut places: Vec<Hexagon> = steps().flat_map(|x| steps().map(move |y| (x, y))).collect();
        places.sort_by_key(|&(x, y)| x * x + x * y + y * y);
        let shift = |(x, y): Hexagon| (to.0 - from.0 + x, to.1 - from.1 + y);
        let is_covered = |by: Hexagon| region.cells().iter().all(|&cell| covered.contains(&moved(cell, by)));
        let by = places.into_iter().map(shift).find(|&by| is_covered(by))?;
        let home = |tile: Vec<Cell>| -> Vec<Cell> {
            tile.into_iter().map(|cell| moved(cell, (-by.0, -by.1))).collect()
        };
        let is_whole = |tile: &Vec<Cell>| tile.iter().all(|&cell| region.index_of(cell).is_some());
        Some(tiles.into_iter().map(home).filter(is_whole).collect())
    }

    /// Lays the tiles of a cluster of a level.
    fn lay(self, kind: Kind, level: usize, place: Place, tiles: &mut Vec<Vec<Cell>>) {
        let of = usize::from(self == Tile::Turtle);
        let Some(below) = level.checked_sub(1) else {
            let laid = match kind {
                Kind::H => &TILES_OF_H[..],
                Kind::T => &TILES_OF_F[..1],
                Kind::P | Kind::F => &TILES_OF_F[..],
            };
            for &(turn, is_flipped, at) in laid {
                let place = Place { turn: place.turn + turn, at: place.of(at[of]) };
                tiles.push(self.tile(place, is_flipped));
            }
            return;
        };
        let parts = match kind {
            Kind::H => &OF_H[..],
            Kind::T => &OF_T[..],
            Kind::P => &OF_F[..5],
            Kind::F => &OF_F[..],
        };
        for &(kind, turn, more, at) in parts {
            let more = (0..below).map(|_| more).sum::<i32>();
            let place = Place { turn: place.turn + turn + more, at: place.of(at[of][below]) };
            self.lay(kind, below, place, tiles);
        }
    }

    /// The cells of a tile in a place.
    fn tile(self, place: Place, is_flipped: bool) -> Vec<Cell> {
        let cell = |&((x, y), kite): &(Hexagon, i32)| {
            let ((x, y), kite) = match (is_flipped, self) {
                (false, _) => ((x, y), kite),
                (true, Tile::Hat) => ((x, -x - y), 2 - kite),
                (true, Tile::Turtle) => ((x + y, -y), 3 - kite),
            };
            let (x, y) = place.of((x, y));
            Cell::new(6 * x + (kite + place.turn).rem_euclid(6), y)
        };
        self.kites().iter().map(cell).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::lattice::Lattice;

    #[test]
    fn clusters_cover_every_kite_once() {
        for tile in [Tile::Hat, Tile::Turtle] {
            let mut tiles = Vec::new();
            tile.lay(Kind::H, LEVELS, Place { turn: 0, at: (0, 0) }, &mut tiles);
            assert_eq!(tiles.len(), 7921, "{tile:?}");
            let cells: BTreeSet<Cell> = tiles.iter().flatten().copied().collect();
            assert_eq!(cells.len(), 7921 * tile.kites().len(), "{tile:?}: no two on one kite");
        }
    }

    #[test]
    fn boards_of_all_beds_are_full_but_for_their_rim() {
        for tile in [Tile::Hat, Tile::Turtle] {
            for (columns, rows) in [(6, 6), (12, 30), (40, 20), (48, 48)] {
                let tiles = tile.laid(BoardSize { columns, rows }).expect("a board");
                let laid: BTreeSet<Cell> = tiles.iter().flatten().copied().collect();
                let region = Region::rectangle(Lattice::Kite, columns, rows).expect("a region");
                assert_eq!(laid.len(), tiles.len() * tile.kites().len());
                let rim = region.clone().with_rim(8);
                let empty: Vec<&Cell> = region.cells().iter().filter(|cell| !laid.contains(cell)).collect();
                assert!(
                    empty.iter().all(|cell| rim.optional().contains(cell)),
                    "{tile:?} {columns} x {rows}"
                );
            }
        }
    }
}

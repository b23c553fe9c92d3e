//! Breaks symmetry on the places that stay empty.
//!
//! For a counted number of empty places it finds a half of the board that a symmetry exchanges with another,
//! and a bound for its empty places that every tiling or its image keeps. The half comes first in the order
//! of places, so the bound prunes from the beginning: for Untouchable 11 less than a fiftieth of the search
//! remains.
//!
//! Proof: let `x` be the symmetry, `A` the half and `xA` its image, which are disjoint, and let at most `s`
//! places stay empty in a tiling `T`. Then at most `s` of `A` and `xA` together, so at most `s / 2`, rounded
//! down, of one of them. If that is `A`, `T` keeps the bound. If it is `xA`, `xT` does, because `x` is its
//! own inverse: the empty places of `xT` in `A` are the images of those of `T` in `xA`. Symmetries that map
//! `A` to itself do not change its number of empty places, so they can also be broken on a piece. A tiling
//! found stands for its images under those, and for their images under `x`, unless these keep the bound and
//! are found themselves.

use std::collections::BTreeMap;

use crate::ground::lists::compact;
use crate::model::{Empty, Model};
use piecework_tiling::lattice::{Cell, Corner};
use piecework_tiling::puzzle::{Contact, Puzzle, PuzzleSymmetry};

/// A half of the board with its bound.
#[derive(Debug, Clone)]
pub(crate) struct Halves {
    /// The symmetry that exchanges the halves; it is its own inverse.
    pub(crate) exchange: usize,
    /// The end of the half in the order of positions.
    pub(crate) end: u32,
    /// How many of its places may stay empty.
    pub(crate) most: u32,
    /// The symmetries that map the half to itself.
    pub(crate) keeping: Vec<usize>,
    /// How many places the half has.
    places: u32,
    /// How many places of the half each placement occupies.
    occupied: Vec<u32>,
}

impl Halves {
    /// Returns the best halves, if there are any and few enough places stay empty.
    pub(crate) fn new(puzzle: &Puzzle, model: &Model, motions: &[PuzzleSymmetry]) -> Option<Self> {
        let Empty::Counted(empty) = model.empty() else { return None };
        let order = model.place_order();
        // If many places stay empty, the bound hardly prunes. Chosen by trial.
        if u64::from(empty.most) * 4 > model.places() as u64 {
            return None;
        }
        let moved: Vec<Vec<u32>> = motions.iter().map(|motion| images(puzzle, model, motion)).collect();
        let mut by_position: Vec<u32> = (0..compact(model.places())).collect();
        by_position.sort_unstable_by_key(|&place| order.position(place));
        let halves = (0..moved.len()).filter_map(|exchange| half(&by_position, &moved, exchange));
        // A large half prunes longest; symmetries that keep it can be broken in another way. Those with fewer
        // come first.
        let (exchange, places, keeping) = halves.reduce(|best, next| {
            if next.1 * (1 + next.2.len()) > best.1 * (1 + best.2.len()) { next } else { best }
        })?;
        let last = by_position[places - 1];
        let end = order.position(last) + 1;
        let in_half =
            |places: &[u32]| compact(places.iter().filter(|&&place| order.position(place) < end).count());
        let placements = 0..compact(model.placement_count());
        Some(Self {
            exchange,
            end,
            most: empty.most / 2,
            keeping,
            places: compact(places),
            occupied: placements.map(|placement| in_half(model.occupied(placement))).collect(),
        })
    }

    /// Returns whether a tiling leaves few enough places of the half empty.
    pub(crate) fn are_kept(&self, tiling: impl Iterator<Item = u32>) -> bool {
        let occupied: u32 = tiling.map(|placement| self.occupied[placement as usize]).sum();
        self.places - occupied <= self.most
    }
}

/// Returns the largest prefix of the places that an involution exchanges with others: the symmetry, the
/// number of places, and the symmetries that map the prefix to itself.
fn half(by_position: &[u32], moved: &[Vec<u32>], exchange: usize) -> Option<(usize, usize, Vec<usize>)> {
    let image = &moved[exchange];
    let is_involution = by_position.iter().all(|&place| image[image[place as usize] as usize] == place);
    if !is_involution {
        return None;
    }
    let mut is_in = vec![false; by_position.len()];
    let mut places = 0;
    for &place in by_position {
        is_in[place as usize] = true;
        if is_in[image[place as usize] as usize] {
            is_in[place as usize] = false;
            break;
        }
        places += 1;
    }
    let half = &by_position[..places];
    let keeps = |image: &Vec<u32>| half.iter().all(|&place| is_in[image[place as usize] as usize]);
    let keeping = (0..moved.len()).filter(|&motion| keeps(&moved[motion])).collect();
    (places > 0).then_some((exchange, places, keeping))
}

/// Returns the image of each place under a symmetry.
fn images(puzzle: &Puzzle, model: &Model, motion: &PuzzleSymmetry) -> Vec<u32> {
    let lattice = puzzle.lattice();
    let numbers: BTreeMap<(i32, i32), u32> = model.points().iter().copied().zip(0..).collect();
    let image = |&(x, y): &(i32, i32)| {
        if puzzle.contact() == Contact::Allowed {
            let cell = motion.apply(lattice, Cell::new(x, y));
            return numbers[&(cell.x, cell.y)];
        }
        // A corner is given by the cells around it.
        let around = lattice.cells_at(Corner::new(x, y)).into_iter().map(|cell| motion.apply(lattice, cell));
        let corners = around.map(|cell| lattice.corners(cell).collect::<Vec<Corner>>());
        let common = corners
            .reduce(|common, next| common.into_iter().filter(|corner| next.contains(corner)).collect());
        let corner =
            common.and_then(|common| common.first().copied()).expect("cells around a corner share it");
        numbers[&(corner.x, corner.y)]
    };
    model.points().iter().map(image).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::ground::SolveOptions;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::{Freedom, Shape};
    use piecework_tiling::puzzle::{Count, Piece, Region};

    fn halves(lattice: Lattice, columns: u32, rows: u32, contact: Contact, gaps: u32) -> Option<Halves> {
        let puzzle = dominoes(lattice, columns, rows, contact, gaps);
        let model = Model::new(&puzzle, &SolveOptions::default()).expect("small");
        Halves::new(&puzzle, &model, &puzzle.symmetries()[1..])
    }

    /// As many of the first two cells of a row as leave `gaps` cells empty, or `gaps` of them apart.
    fn dominoes(lattice: Lattice, columns: u32, rows: u32, contact: Contact, gaps: u32) -> Puzzle {
        let region = Region::rectangle(lattice, columns, rows).expect("a region");
        let area = u32::try_from(region.area()).expect("few");
        let fitting = if contact == Contact::Allowed { (area - gaps) / 2 } else { gaps };
        let shape = Shape::new(lattice, vec![Cell::new(0, 0), Cell::new(1, 0)]).expect("a shape");
        let count = Count::exactly(fitting);
        let piece = Piece { name: "A".into(), shape, freedom: Freedom::Free, count };
        Puzzle::with_rules("test", region, vec![piece], contact, gaps).expect("a puzzle")
    }

    /// How many dominoes apart leave few corners, were there no others between them.
    fn apart(lattice: Lattice, columns: u32, rows: u32) -> u32 {
        let corners = |cells: &[Cell]| {
            let all: BTreeSet<Corner> = cells.iter().flat_map(|&cell| lattice.corners(cell)).collect();
            u32::try_from(all.len()).expect("few")
        };
        let region = Region::rectangle(lattice, columns, rows).expect("a region");
        corners(region.cells()) / corners(&[Cell::new(0, 0), Cell::new(1, 0)])
    }

    #[test]
    fn a_symmetry_exchanges_the_halves() {
        // Of five rows of four, the middle row is in no half; left and right can still be exchanged.
        let half = halves(Lattice::Square, 4, 5, Contact::Allowed, 4).expect("halves");
        assert_eq!((half.end, half.places, half.most, half.keeping.len()), (8, 8, 2, 1));
        let half = halves(Lattice::Square, 4, 6, Contact::Allowed, 2).expect("halves");
        assert_eq!((half.end, half.most), (12, 1));
        assert!(halves(Lattice::Square, 4, 6, Contact::Allowed, 0).is_none(), "nothing stays empty");
        assert!(halves(Lattice::Square, 4, 6, Contact::Allowed, 8).is_none(), "too much stays empty");
        // Four dominoes take 24 of the 30 corners.
        let half = halves(Lattice::Square, 4, 5, Contact::Forbidden, 4).expect("halves");
        assert_eq!((half.places, half.most, half.keeping.len()), (15, 3, 1));
    }

    #[test]
    fn every_lattice_has_halves() {
        for &lattice in Lattice::ALL {
            for contact in [Contact::Allowed, Contact::Forbidden] {
                let gaps = |columns: u32, rows: u32| match contact {
                    // The rest is covered by dominoes.
                    Contact::Allowed
                        if columns * rows * lattice.cells_in_column().unsigned_abs() % 2 == 1 =>
                    {
                        3
                    }
                    Contact::Allowed => 2,
                    Contact::Forbidden => apart(lattice, columns, rows),
                };
                let has_halves = |&(columns, rows): &(u32, u32)| {
                    let half = halves(lattice, columns, rows, contact, gaps(columns, rows));
                    half.is_some_and(|half| half.places >= 2)
                };
                // Where a half-turn moves the cells of a period to other places, a block of periods has no
                // symmetry: then a row or a column has one that exchanges its ends.
                let block = dominoes(lattice, 4, 4, contact, gaps(4, 4));
                let boards: &[(u32, u32)] =
                    if block.symmetries().len() > 1 { &[(4, 4)] } else { &[(4, 1), (1, 5)] };
                assert!(boards.iter().any(has_halves), "{lattice:?} {contact:?}");
            }
        }
    }
}

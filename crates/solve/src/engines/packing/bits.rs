//! Placements as bits, so that fitting is checked with one or two word operations.

use crate::ground::lists::compact;
use crate::model::Model;
use crate::model::pockets::Ground;

/// Some bits of one word of a board.
#[derive(Debug, Clone, Copy)]
struct Strip {
    word: u32,
    bits: u64,
}

/// The placements of a model on a board of bits: one for each place, and one for each claim.
pub(super) struct Bits {
    strips: Vec<Strip>,
    /// The start of the strips of each placement, and the end of the last ones.
    starts: Vec<u32>,
    /// The neighbours of each place, in the same form.
    near: Vec<Strip>,
    near_starts: Vec<u32>,
    /// How many cells each placement covers.
    cells: Vec<u32>,
    places: usize,
    words: usize,
}

impl Bits {
    pub(super) fn new(model: &Model, ground: &Ground) -> Self {
        let places = model.places();
        let (mut strips, mut starts) = (Vec::new(), vec![0]);
        for placement in model.placements() {
            let claims = model.claims(placement).iter().map(|&claim| compact(places) + claim);
            add(&mut strips, model.occupied(placement).iter().copied().chain(claims));
            starts.push(compact(strips.len()));
        }
        let (mut near, mut near_starts) = (Vec::new(), vec![0]);
        for place in 0..compact(places) {
            add(&mut near, ground.near(place).iter().copied());
            near_starts.push(compact(near.len()));
        }
        let cells = model.placements().map(|placement| compact(model.cells(placement).len())).collect();
        let words = (places + model.claim_count()).div_ceil(64);
        Self { strips, starts, near, near_starts, cells, places, words }
    }

    /// Returns a board without any placement.
    pub(super) fn empty_board(&self) -> Vec<u64> {
        vec![0; self.words]
    }

    /// Returns how many cells a placement covers.
    pub(super) fn cells(&self, placement: u32) -> u32 {
        self.cells[placement as usize]
    }

    #[inline]
    fn strips(&self, placement: u32) -> &[Strip] {
        let placement = placement as usize;
        &self.strips[self.starts[placement] as usize..self.starts[placement + 1] as usize]
    }

    #[inline]
    pub(super) fn fits(&self, board: &[u64], placement: u32) -> bool {
        self.strips(placement).iter().all(|strip| board[strip.word as usize] & strip.bits == 0)
    }

    #[inline]
    pub(super) fn lay(&self, board: &mut [u64], placement: u32) {
        self.strips(placement).iter().for_each(|strip| board[strip.word as usize] |= strip.bits);
    }

    #[inline]
    pub(super) fn lift(&self, board: &mut [u64], placement: u32) {
        self.strips(placement).iter().for_each(|strip| board[strip.word as usize] &= !strip.bits);
    }

    /// Returns whether two placements exclude each other.
    pub(super) fn exclude(&self, one: u32, other: u32) -> bool {
        let meets = |strip: &Strip| {
            self.strips(other).iter().any(|beside| beside.word == strip.word && beside.bits & strip.bits != 0)
        };
        self.strips(one).iter().any(meets)
    }

    /// Returns the number of open places.
    pub(super) fn open(&self, board: &[u64]) -> u32 {
        self.open_words(board).map(|(_, open)| open.count_ones()).sum()
    }

    /// Returns how many open places have no open neighbour.
    pub(super) fn enclosed(&self, board: &[u64]) -> u32 {
        let mut enclosed = 0;
        for (word, mut open) in self.open_words(board) {
            while open != 0 {
                let place = word * 64 + open.trailing_zeros() as usize;
                open &= open - 1;
                let near = &self.near[self.near_starts[place] as usize..self.near_starts[place + 1] as usize];
                let closed = |strip: &Strip| board[strip.word as usize] & strip.bits == strip.bits;
                enclosed += u32::from(near.iter().all(closed));
            }
        }
        enclosed
    }

    /// Returns the words of the board with a bit for each open place.
    fn open_words(&self, board: &[u64]) -> impl Iterator<Item = (usize, u64)> {
        let last = self.places / 64;
        board[..self.places.div_ceil(64)].iter().enumerate().map(move |(word, &bits)| {
            let inside = if word == last { (1 << (self.places % 64)) - 1 } else { u64::MAX };
            (word, !bits & inside)
        })
    }
}

/// Adds the strips of some bits, ascending.
fn add(strips: &mut Vec<Strip>, bits: impl Iterator<Item = u32>) {
    let first = strips.len();
    for bit in bits {
        let (word, mask) = (bit / 64, 1 << (bit % 64));
        match strips[first..].last_mut() {
            Some(strip) if strip.word == word => strip.bits |= mask,
            _ => strips.push(Strip { word, bits: mask }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::SolveOptions;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::{Freedom, Shape};
    use piecework_tiling::puzzle::{Contact, Count, EqualPieces, Piece, Puzzle, Region, Rules};

    fn model(columns: u32, rows: u32, contact: Contact, equal_pieces: EqualPieces) -> (Model, Ground) {
        let piece = Piece {
            name: "L".into(),
            shape: Shape::from_rows(Lattice::Square, ["##", "#."]).expect("a shape"),
            freedom: Freedom::Free,
            count: Count::ANY,
        };
        let region = Region::rectangle(Lattice::Square, columns, rows).expect("a region");
        let rules = Rules { contact, equal_pieces, gaps: columns * rows, ..Rules::default() };
        let puzzle = Puzzle::ruled("test", region, vec![piece], rules).expect("a puzzle");
        let model = Model::new(&puzzle, &SolveOptions::default()).expect("small");
        let ground = Ground::new(&puzzle, &model);
        (model, ground)
    }

    #[test]
    fn placements_exclude_one_another_as_their_places_and_claims_do() {
        for (columns, rows, contact, equal) in [
            (4, 3, Contact::Allowed, EqualPieces::MayTouch),
            (13, 6, Contact::Allowed, EqualPieces::MayTouch),
            (8, 8, Contact::Forbidden, EqualPieces::MayTouch),
            (4, 4, Contact::Allowed, EqualPieces::Apart),
        ] {
            let (model, ground) = model(columns, rows, contact, equal);
            let bits = Bits::new(&model, &ground);
            for one in model.placements().step_by(5) {
                let mut board = bits.empty_board();
                bits.lay(&mut board, one);
                assert_eq!(bits.open(&board) as usize, model.places() - model.occupied(one).len());
                for other in model.placements() {
                    let meets = |lists: fn(&Model, u32) -> &[u32]| {
                        lists(&model, one).iter().any(|number| lists(&model, other).contains(number))
                    };
                    let excluded = meets(Model::occupied) || meets(Model::claims);
                    assert_eq!((bits.fits(&board, other), bits.exclude(one, other)), (!excluded, excluded));
                }
                bits.lift(&mut board, one);
                assert_eq!(board, bits.empty_board());
            }
        }
    }

    #[test]
    fn enclosed_places_are_counted() {
        // 0 1 2
        // 3 4 5
        // 6 7 8
        let (model, ground) = model(3, 3, Contact::Allowed, EqualPieces::MayTouch);
        let bits = Bits::new(&model, &ground);
        let enclosed = |laid: &[&[u32]]| {
            let mut board = bits.empty_board();
            laid.iter().for_each(|cells| bits.lay(&mut board, model.find(0, cells).expect("an L")));
            bits.enclosed(&board)
        };
        assert_eq!(enclosed(&[]), 0);
        assert_eq!(enclosed(&[&[1, 3, 4]]), 1, "the corner");
        assert_eq!(enclosed(&[&[0, 1, 3], &[4, 5, 7]]), 3, "three corners");
        assert_eq!(enclosed(&[&[0, 1, 3], &[5, 7, 8]]), 3, "two corners and the middle");
    }
}

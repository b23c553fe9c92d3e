//! Puzzles: a region, pieces with their counts, and rules.
//!
//! A [`Puzzle`] is on one lattice, its pieces have distinct names, its areas can add up, and its placed
//! pieces obey the rules.

mod check;
mod classes;
mod clues;
mod colors;
mod error;
mod fingerprint;
pub(crate) mod import;
mod kinds;
mod linked;
mod placed;
mod region;
mod rules;
mod spec;
mod symmetry;
mod wrap;
mod xmpuzzle_writer;

use std::sync::Arc;

use crate::fault::Several;
use crate::lattice::Lattice;
use crate::polyform::{Freedom, Shape};
use fingerprint::Fingerprint;

pub use classes::Date;
pub use clues::{ClueTable, sides_of};
pub use colors::{Colors, PieceColors, Turned};
pub use error::PuzzleError;
pub use import::{
    BoardError, HexError, PieceNameError, XmpuzzleError, hex_name, pieces_from_hex, pieces_named, read_board,
    read_drawing, read_xmpuzzle, shape_from_hex,
};
pub use kinds::Kind;
pub use region::Region;
pub use rules::{Class, Clue, Contact, EqualPieces, OneOf, Placed, Rules};
pub use spec::puzzle_at;
pub use spec::{PuzzleFileError, puzzle_schema, read_puzzle, region_at, write_puzzle, write_region};
pub(crate) use spec::{joined_sides, open_words};
pub use symmetry::PuzzleSymmetry;
pub(crate) use wrap::Joined;
pub use wrap::Wrap;
pub use xmpuzzle_writer::write_xmpuzzle;

/// How many copies of a piece a tiling has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count {
    /// At least this many.
    pub min: u32,
    /// At most this many; `None`: as many as fit.
    pub max: Option<u32>,
}

/// One kind of piece.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its name in drawings and letter grids; unique in its puzzle.
    pub name: String,
    /// The piece as drawn: its front side, in the orientation from which turns are counted.
    pub shape: Shape,
    /// How it may be moved.
    pub freedom: Freedom,
    /// How many copies there are; copies are not distinguished.
    pub count: Count,
}

/// A tiling puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Puzzle {
    name: String,
    region: Region,
    pieces: Vec<Piece>,
    rules: Rules,
    fingerprint: Fingerprint,
}

/// A puzzle as searches take it: a [`Puzzle`] by reference, which is copied once for all tilings of the search, or one that is
/// shared already.
pub trait SharedPuzzle {
    /// Returns the puzzle that tilings share.
    fn shared(&self) -> Arc<Puzzle>;
}

impl SharedPuzzle for Puzzle {
    fn shared(&self) -> Arc<Puzzle> {
        Arc::new(self.clone())
    }
}

impl SharedPuzzle for Arc<Puzzle> {
    fn shared(&self) -> Arc<Puzzle> {
        Arc::clone(self)
    }
}

impl Count {
    /// Any number of copies, including none.
    pub const ANY: Count = Count { min: 0, max: None };

    /// Exactly `copies`.
    pub const fn exactly(copies: u32) -> Self {
        Self { min: copies, max: Some(copies) }
    }

    /// Returns whether `copies` is within the count.
    pub fn allows(self, copies: u32) -> bool {
        self.min <= copies && self.max.is_none_or(|max| copies <= max)
    }
}

impl Puzzle {
    /// Makes a puzzle in which pieces may touch and every region cell must be covered.
    ///
    /// # Errors
    /// All broken rules together; see [`PuzzleError`].
    ///
    /// # Examples
    /// ```
    /// use piecework_tiling::lattice::Lattice;
    /// use piecework_tiling::polyform::{Freedom, Shape};
    /// use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
    /// let domino = Piece {
    ///     name: "domino".into(),
    ///     shape: Shape::from_rows(Lattice::Square, ["##"])?,
    ///     freedom: Freedom::Free,
    ///     count: Count::ANY,
    /// };
    /// let region = Region::rectangle(Lattice::Square, 8, 8)?;
    /// let puzzle = Puzzle::new("Dominoes", region, vec![domino])?;
    /// assert_eq!(puzzle.region().area(), 64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        name: impl Into<String>,
        region: Region,
        pieces: Vec<Piece>,
    ) -> Result<Self, Several<PuzzleError>> {
        Self::with_rules(name, region, pieces, Contact::Allowed, 0)
    }

    /// Makes a puzzle with a contact rule and gaps. `gaps` is how many region cells may stay empty; it has no
    /// effect if contact is forbidden, because then any cell may.
    ///
    /// # Errors
    /// All broken rules together; see [`PuzzleError`].
    pub fn with_rules(
        name: impl Into<String>,
        region: Region,
        pieces: Vec<Piece>,
        contact: Contact,
        gaps: u32,
    ) -> Result<Self, Several<PuzzleError>> {
        Self::ruled(name, region, pieces, Rules { contact, gaps, ..Rules::default() })
    }

    /// Makes a puzzle with all its rules.
    ///
    /// # Errors
    /// All broken rules together; see [`PuzzleError`].
    ///
    /// # Examples
    /// ```
    /// use piecework_tiling::lattice::{Cell, Lattice};
    /// use piecework_tiling::polyform::{Freedom, Shape};
    /// use piecework_tiling::puzzle::{Count, Piece, Placed, Puzzle, Region, Rules};
    /// let shape = Shape::from_rows(Lattice::Square, ["##"])?;
    /// let domino = Piece { name: "domino".into(), shape, freedom: Freedom::Free, count: Count::ANY };
    /// let region = Region::rectangle(Lattice::Square, 8, 8)?;
    /// let in_the_corner = Placed { piece: 0, cells: vec![Cell::new(0, 0), Cell::new(1, 0)] };
    /// let rules = Rules { placed: vec![in_the_corner], ..Rules::default() };
    /// let puzzle = Puzzle::ruled("Dominoes", region, vec![domino], rules)?;
    /// assert_eq!(puzzle.symmetries().len(), 1, "the others move the domino");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ruled(
        name: impl Into<String>,
        region: Region,
        pieces: Vec<Piece>,
        rules: Rules,
    ) -> Result<Self, Several<PuzzleError>> {
        let mut rules = rules.normal(region.area());
        if region.wrap().is_some() {
            rules.placed.iter_mut().for_each(|placed| placed.cells = region.at_home(placed.cells.drain(..)));
            let own: Vec<usize> = (0..pieces.len()).collect();
            let home = |cell| region.home(cell);
            rules.clues.iter_mut().for_each(|clue| *clue = clue.moved(home, &own));
            rules.colors.board.iter_mut().for_each(|(cell, _)| *cell = region.home(*cell));
            rules.colors.normal();
        }
        let fingerprint = Fingerprint::default();
        let mut puzzle = Self { name: name.into(), region, pieces, rules, fingerprint };
        puzzle.count_choices();
        puzzle.rules.clues = puzzle.letters_of_all_orientations(puzzle.clues());
        puzzle.count_optional();
        let broken = check::broken_rules(&puzzle);
        puzzle.rules.placed.sort_unstable();
        if broken.is_empty() { Ok(puzzle) } else { Err(Several(broken)) }
    }

    /// Makes gaps of optional cells where every cell may stay empty: then only their number matters.
    fn count_optional(&mut self) {
        let area = self.region.area();
        if self.region.optional().is_empty() || (self.gaps() as usize) < area {
            return;
        }
        if (self.rules.gaps as usize) < area {
            let most = (area as u64).saturating_sub(self.least_area());
            self.rules.gaps = u32::try_from(most).unwrap_or(u32::MAX);
        }
        self.region = self.region.clone().with_optional([]);
    }

    /// Returns the title.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the lattice of region and pieces.
    pub fn lattice(&self) -> Lattice {
        self.region.lattice()
    }

    /// Returns the cells to be covered.
    pub fn region(&self) -> &Region {
        &self.region
    }

    /// Returns the kinds of pieces, in the order given.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns whether pieces may touch.
    pub fn contact(&self) -> Contact {
        self.rules.contact
    }

    /// Returns how many region cells may stay empty: any cells so many as the rules allow, and all
    /// [optional](Region::optional) ones.
    pub fn gaps(&self) -> u32 {
        let optional = u32::try_from(self.region.optional().len()).unwrap_or(u32::MAX);
        self.rules.gaps.saturating_add(optional)
    }

    /// Returns whether copies of one piece may touch.
    pub fn equal_pieces(&self) -> EqualPieces {
        self.rules.equal_pieces
    }

    /// Returns whether a rule keeps some pieces apart that may touch at corners.
    pub fn keeps_apart(&self) -> bool {
        self.rules.equal_pieces == EqualPieces::Apart || !self.rules.apart.is_empty()
    }

    /// Returns whether copies of two pieces, or two copies of one, may share an edge as far as such rules say.
    pub fn may_be_beside(&self, one: usize, other: usize) -> bool {
        let are_copies =
            self.rules.equal_pieces == EqualPieces::Apart && self.orientations_of(one).contains(&other);
        let together = |set: &Vec<usize>| set.contains(&one) && set.contains(&other);
        !(are_copies || self.rules.apart.iter().any(together))
    }

    /// Returns the largest allowed difference between the counts of the most used and the least used piece;
    /// `None`: no limit.
    pub fn balance(&self) -> Option<u32> {
        self.rules.balance
    }

    /// Returns the choices: pieces of which each copy shows one.
    pub fn one_of(&self) -> &[OneOf] {
        &self.rules.one_of
    }

    /// Returns the placed pieces, in reading order of their first cells.
    pub fn placed(&self) -> &[Placed] {
        &self.rules.placed
    }

    /// Returns the clues, in order.
    pub fn clues(&self) -> &[Clue] {
        &self.rules.clues
    }

    /// Returns the same puzzle without its rules of decoration; placed pieces and clues stay.
    pub fn undecorated(&self) -> Puzzle {
        let mut puzzle = self.clone();
        (puzzle.rules.equal_pieces, puzzle.rules.balance) = (EqualPieces::MayTouch, None);
        puzzle.rules.apart.clear();
        puzzle.rules.linked = false;
        puzzle
    }

    /// Returns the puzzle that is left after the placed pieces. They are outside its region, but still known.
    pub fn rest(&self) -> Puzzle {
        placed::rest(self)
    }

    /// Returns all rules together.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the symmetries that map the puzzle onto itself; the identity is the first.
    pub fn symmetries(&self) -> Vec<PuzzleSymmetry> {
        symmetry::symmetries(self)
    }

    /// Returns sixteen hexadecimal digits that identify the puzzle: equal for equal region, pieces (in any
    /// order, regardless of their names) and rules.
    ///
    /// # Source
    /// The first 64 bits of SHA-256 (FIPS 180-4) over a canonical text of the puzzle.
    pub fn fingerprint(&self) -> String {
        self.fingerprint.of(self).to_owned()
    }
}

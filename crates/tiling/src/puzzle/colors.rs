//! Colors: of the cells of a board and of pieces, which must agree, and of the sides of pieces, which must agree where they meet.
//!
//! Cells only limit where a piece may lie, as clues do. Sides say which placements may be neighbours; a piece with colored sides
//! has one cell and is not turned, so one that may be turned is a choice between its orientations.

use std::ops::Range;

use super::{Count, Kind, Puzzle, PuzzleError};
use crate::lattice::{Cell, Lattice, Symmetry};
use crate::polyform::{Freedom, Shape};

/// The colors of a puzzle; none by default. A color is a letter or a digit; what has none goes with every color.
///
/// # Examples
/// ```
/// use piecework_tiling::lattice::{Cell, Lattice};
/// use piecework_tiling::puzzle::{Colors, PieceColors, Puzzle, Region, Rules, pieces_named};
/// let board = (0..4).flat_map(|x| (0..2).map(move |y| (Cell::new(x, y), if (x + y) % 2 == 0 { 'b' } else { 'w' })));
/// let domino = PieceColors { piece: 0, cells: vec![(Cell::new(0, 0), 'b'), (Cell::new(1, 0), 'w')], sides: Vec::new() };
/// let colors = Colors { board: board.collect(), pieces: vec![domino], ..Colors::default() };
/// let region = Region::rectangle(Lattice::Square, 4, 2)?;
/// let puzzle = Puzzle::ruled("Checkered", region, pieces_named("4 dominoes")?, Rules { colors, ..Rules::default() })?;
/// assert_eq!(puzzle.symmetries().len(), 2, "the others exchange the colors");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Colors {
    /// Cells of the board with their colors.
    pub board: Vec<(Cell, char)>,
    /// The color of the sides that are on the rim of the board.
    pub border: Option<char>,
    /// The pieces that have colors.
    pub pieces: Vec<PieceColors>,
    /// The pieces that are turned to show other sides.
    pub turned: Vec<Turned>,
}

/// A piece with colored sides in all its orientations, each of which is a piece of its own. Rules about copies see one piece.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Turned {
    /// Its orientations, which follow each other in [`Puzzle::pieces`].
    pub pieces: Range<usize>,
    /// What it is called; its orientations have names of their own.
    pub name: String,
}

/// The colors of a piece, the same on its front and on its back.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceColors {
    /// The piece: an index into [`Puzzle::pieces`].
    pub piece: usize,
    /// Cells of its shape with their colors.
    pub cells: Vec<(Cell, char)>,
    /// The colors of the sides of its only cell, in the order of [`Lattice::neighbours`]; none if its sides have no colors.
    pub sides: Vec<char>,
}

impl Colors {
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the colors of a piece.
    pub fn of(&self, piece: usize) -> Option<&PieceColors> {
        self.pieces.iter().find(|colors| colors.piece == piece)
    }

    /// Returns the color of a cell of the board.
    pub fn on_board(&self, cell: Cell) -> Option<char> {
        let at = self.board.binary_search_by_key(&cell, |&(cell, _)| cell).ok()?;
        Some(self.board[at].1)
    }

    /// Returns the colors of the sides of a piece; none if they have none.
    pub fn sides(&self, piece: usize) -> &[char] {
        self.of(piece).map_or(&[], |colors| &colors.sides)
    }

    /// Returns whether sides of pieces have colors.
    pub fn has_sides(&self) -> bool {
        self.pieces.iter().any(|colors| !colors.sides.is_empty())
    }

    /// Returns the different colors that sides have, in order.
    pub fn of_sides(&self) -> Vec<char> {
        let mut all: Vec<char> = self.pieces.iter().flat_map(|colors| colors.sides.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    pub(super) fn normal(&mut self) {
        self.board.sort_unstable();
        self.pieces.retain(|colors| !colors.cells.is_empty() || !colors.sides.is_empty());
        self.pieces.iter_mut().for_each(|colors| colors.cells.sort_unstable());
        self.pieces.sort_unstable();
        self.turned.sort_unstable_by_key(|turned| (turned.pieces.start, turned.pieces.end));
    }
}

impl Puzzle {
    /// Returns the colors of cells and of sides.
    pub fn colors(&self) -> &Colors {
        &self.rules.colors
    }

    /// Returns whether colors allow a piece on these cells, which are at home and in reading order: if it can lie so that its
    /// cells have the colors of the board, and its sides those of the border and of placed pieces.
    pub fn may_show(&self, piece: usize, cells: &[Cell]) -> bool {
        let Some(own) = self.colors().of(piece) else { return true };
        self.cells_agree(own, cells) && own.sides.is_empty() | self.outer_sides_agree(own, cells)
    }

    fn cells_agree(&self, own: &PieceColors, cells: &[Cell]) -> bool {
        let (lattice, piece, region) = (self.lattice(), &self.pieces[own.piece], &self.region);
        let agrees = |symmetry: Symmetry, onto: Cell| {
            let form = || piece.shape.cells().iter().map(|&cell| lattice.apply(symmetry, cell));
            let shift = onto.since(form().next().unwrap_or_default());
            let at_home = |cell: Cell| region.home(cell.shifted(shift));
            let matches = |&(cell, color): &(Cell, char)| {
                let board = self.colors().on_board(at_home(lattice.apply(symmetry, cell)));
                board.is_none_or(|board| board == color)
            };
            lattice.is_translation(shift)
                && own.cells.iter().all(matches)
                && region.at_home(form().map(|cell| cell.shifted(shift))) == cells
        };
        let mut symmetries = lattice.symmetries().filter(|&symmetry| piece.freedom.allows(symmetry));
        own.cells.is_empty() || symmetries.any(|symmetry| cells.iter().any(|&onto| agrees(symmetry, onto)))
    }

    /// Whether sides that no piece of the search will touch have the color of the border, or of a piece that is placed there.
    fn outer_sides_agree(&self, own: &PieceColors, cells: &[Cell]) -> bool {
        let agrees = |(near, side): (Cell, &char)| {
            let placed = self.placed().iter().find(|placed| placed.cells.contains(&near));
            let color = match placed {
                Some(placed) => self.side_towards(placed.piece, near, cells[0]),
                None if self.region.index_of(near).is_some() => None,
                // Beside what stays open is neither a piece nor the rim.
                None if self.region.open().iter().any(|(open, _)| *open == near) => None,
                None => self.colors().border,
            };
            color.is_none_or(|color| color == *side)
        };
        self.lattice().neighbours(cells[0]).zip(&own.sides).all(agrees)
    }

    /// Returns the color that a piece on `cell` shows to its neighbour `near`.
    pub fn side_towards(&self, piece: usize, cell: Cell, near: Cell) -> Option<char> {
        let side = self.lattice().neighbours(cell).position(|other| other == near)?;
        self.colors().sides(piece).get(side).copied()
    }
}

/// A piece with its colors, where it lies: equal for what looks the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Form {
    /// All cells, with `#` for those without a color.
    pub(super) cells: Vec<(Cell, char)>,
    /// The cells beside it, with the colors of the sides towards them.
    sides: Vec<(Cell, char)>,
}

impl Form {
    pub(super) fn of(puzzle: &Puzzle, piece: usize) -> Self {
        let (shape, own) = (&puzzle.pieces[piece].shape, puzzle.colors().of(piece));
        let color = |cell: Cell| own?.cells.iter().find(|(other, _)| *other == cell).map(|&(_, color)| color);
        let cells = shape.cells().iter().map(|&cell| (cell, color(cell).unwrap_or('#'))).collect();
        let near = puzzle.lattice().neighbours(shape.cells()[0]);
        Self { cells, sides: near.zip(puzzle.colors().sides(piece).iter().copied()).collect() }
    }

    pub(super) fn moved(&self, lattice: Lattice, symmetry: Symmetry) -> Self {
        let cells: Vec<Cell> = self.cells.iter().map(|&(cell, _)| lattice.apply(symmetry, cell)).collect();
        let shift = lattice.shift_to_origin(&cells);
        let moved = |list: &[(Cell, char)]| {
            let image = |&(cell, color): &(Cell, char)| (lattice.apply(symmetry, cell).shifted(shift), color);
            let mut moved: Vec<(Cell, char)> = list.iter().map(image).collect();
            moved.sort_unstable();
            moved
        };
        Self { cells: moved(&self.cells), sides: moved(&self.sides) }
    }

    /// Returns its different orientations.
    fn orientations(&self, lattice: Lattice, freedom: Freedom) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        for symmetry in lattice.symmetries().filter(|&symmetry| freedom.allows(symmetry)) {
            let moved = self.moved(lattice, symmetry);
            if !found.contains(&moved) {
                found.push(moved);
            }
        }
        found
    }

    pub(super) fn least(&self, lattice: Lattice, freedom: Freedom) -> Option<Self> {
        self.orientations(lattice, freedom).into_iter().min()
    }
}

impl Puzzle {
    /// Returns the pieces that are `piece` in its orientations; it alone, if its sides have no colors.
    pub fn orientations_of(&self, piece: usize) -> Range<usize> {
        self.turned(piece).map_or(piece..piece.saturating_add(1), |turned| turned.pieces.clone())
    }

    /// Returns what a piece is called in a puzzle file: all its orientations have one name.
    pub fn name_of(&self, piece: usize) -> &str {
        self.turned(piece).map_or(&self.pieces[piece].name, |turned| &turned.name)
    }

    fn turned(&self, piece: usize) -> Option<&Turned> {
        self.colors().turned.iter().find(|turned| turned.pieces.contains(&piece))
    }

    /// Returns all pieces, those together that are one in its orientations.
    pub fn turned_together(&self) -> Vec<Range<usize>> {
        let mut together: Vec<Range<usize>> = Vec::new();
        while let Some(next) =
            Some(together.last().map_or(0, |last| last.end)).filter(|&next| next < self.pieces.len())
        {
            together.push(self.orientations_of(next));
        }
        together
    }

    /// Returns the freedom with which a piece has just these orientations.
    pub(super) fn turns(&self, orientations: &Range<usize>) -> Option<Freedom> {
        let sides = |piece: usize| (self.pieces[piece].shape.clone(), self.colors().sides(piece).to_vec());
        let (shape, own) = sides(orientations.start);
        [Freedom::Free, Freedom::OneSided].into_iter().find(|&freedom| {
            turned_sides(&shape, &own, freedom).into_iter().eq(orientations.clone().map(sides))
        })
    }

    /// Whether it is all orientations of one piece, and nothing says how often each is used.
    fn is_turned(&self, turned: &Turned) -> bool {
        let Range { start, end } = turned.pieces;
        let of =
            |piece: usize| self.colors().turned.iter().filter(move |other| other.pieces.contains(&piece));
        let Some(pieces) = self.pieces.get(start..end) else { return false };
        let is_any_number = || pieces.iter().all(|piece| piece.count == Count::ANY);
        let is_of_kind = |kind: &Kind| kind.pieces.start <= start && end <= kind.pieces.end;
        pieces.len() > 1
            && (start..end).all(|piece| !self.colors().sides(piece).is_empty() && of(piece).count() == 1)
            && (self.kinds().iter().any(is_of_kind) || is_any_number())
            && self.turns(&turned.pieces).is_some()
    }
}

/// Returns the different orientations of a piece of one cell with these sides: each as a shape with its sides.
pub(super) fn turned_sides(shape: &Shape, sides: &[char], freedom: Freedom) -> Vec<(Shape, Vec<char>)> {
    let (lattice, cell) = (shape.lattice(), shape.cells()[0]);
    let sides = lattice.neighbours(cell).zip(sides.iter().copied()).collect();
    let all = Form { cells: vec![(cell, '#')], sides }.orientations(lattice, freedom);
    let turned = all.into_iter().filter_map(|form| {
        let cell = form.cells[0].0;
        let color = |near: Cell| form.sides.iter().find(|(other, _)| *other == near).map(|&(_, color)| color);
        Some((Shape::new(lattice, vec![cell]).ok()?, lattice.neighbours(cell).filter_map(color).collect()))
    });
    turned.collect()
}

/// Returns the rules that the colors of `puzzle` break.
pub(super) fn broken_colors(puzzle: &Puzzle) -> Vec<PuzzleError> {
    let (colors, mut broken) = (puzzle.colors(), Vec::new());
    let outside = colors.board.iter().find(|(cell, _)| puzzle.region.index_of(*cell).is_none());
    let twice = colors.board.windows(2).find(|pair| pair[0].0 == pair[1].0).map(|pair| &pair[1]);
    broken.extend(outside.or(twice).map(|&(cell, _)| PuzzleError::ColorOutside { cell }));
    let all = colors.board.iter().chain(colors.pieces.iter().flat_map(|colors| &colors.cells));
    let sides = colors.pieces.iter().flat_map(|colors| &colors.sides).chain(&colors.border);
    let strange = all.map(|(_, color)| color).chain(sides).find(|color| !color.is_ascii_alphanumeric());
    broken.extend(strange.map(|&found| PuzzleError::NoColor { found }));
    if colors.has_sides() && puzzle.region.wrap().is_some() {
        broken.push(PuzzleError::SidesJoined);
    }
    for own in &colors.pieces {
        let Some(piece) = puzzle.pieces.get(own.piece) else {
            broken.push(PuzzleError::ColorsOfPiece { piece: own.piece.to_string() });
            continue;
        };
        let cells = piece.shape.cells();
        let are_its = own.cells.iter().all(|(cell, _)| cells.binary_search(cell).is_ok());
        let sides = puzzle.lattice().neighbours(cells[0]).count();
        let has_sides = own.sides.is_empty()
            || (cells.len() == 1 && own.sides.len() == sides && piece.freedom == Freedom::Fixed);
        let is_alone = colors.pieces.iter().filter(|other| other.piece == own.piece).count() == 1;
        if !are_its || !has_sides || !is_alone || puzzle.is_opening(own.piece) {
            broken.push(PuzzleError::ColorsOfPiece { piece: piece.name.clone() });
        }
    }
    if broken.is_empty() {
        let wrong = colors.turned.iter().filter(|turned| !puzzle.is_turned(turned));
        broken.extend(wrong.map(|turned| PuzzleError::ColorsOfPiece { piece: turned.name.clone() }));
    }
    let lying = (1..).zip(puzzle.placed()).filter(|_| broken.is_empty());
    let wrong = lying.filter(|(_, placed)| !puzzle.may_show(placed.piece, &placed.cells));
    let wrong: Vec<PuzzleError> =
        wrong.map(|(placed, lying)| PuzzleError::PlacedOtherColor { placed, cell: lying.cells[0] }).collect();
    broken.extend(wrong);
    broken
}

#[cfg(test)]
mod tests {
    use super::super::{read_puzzle, write_puzzle};
    use super::*;
    use crate::limits::Limits;
    use crate::source::Source;

    /// A file of a board of squares with these pieces and further members.
    fn read(region: &str, pieces: &str, more: &str) -> Result<Puzzle, String> {
        let text = format!(
            r#"{{ "piecework": 1, "name": "colors", "lattice": "square", "region": {region}, "pieces": [{pieces}] {more} }}"#
        );
        read_puzzle(&Source::new("p.json", text), &Limits::default()).map_err(|error| error.to_string())
    }

    #[track_caller]
    fn reads(region: &str, pieces: &str, more: &str) -> Puzzle {
        let puzzle = read(region, pieces, more).expect("a good puzzle");
        let again = read_puzzle(&Source::new("again.json", write_puzzle(&puzzle)), &Limits::default());
        let again = again.expect("what is written reads back");
        assert_eq!(
            (&again, again.fingerprint()),
            (&puzzle, puzzle.fingerprint()),
            "{}",
            write_puzzle(&puzzle)
        );
        puzzle
    }

    const TWO: &str = r#"{"rectangle": [2, 2]}"#;

    #[test]
    fn colored_cells_are_read_and_written_and_limit_places() {
        let piece = r#"{"name": "d", "colors": ["bw"], "count": 2}"#;
        let puzzle = reads(TWO, piece, r#", "colors": ["bw", "wb"]"#);
        let cells = |list: [(i32, i32); 2]| list.map(|(x, y)| Cell::new(x, y)).to_vec();
        assert!(puzzle.may_lie(0, &cells([(0, 0), (1, 0)])) && puzzle.may_lie(0, &cells([(0, 0), (0, 1)])));
        let listed = r#", "colors": [{"color": "b", "cells": [[0, 0], [1, 1]]}, {"color": "w", "cells": [[1, 0], [0, 1]]}]"#;
        assert_eq!(reads(TWO, piece, listed), puzzle);
        // The other diagonal is black, or both cells are: then no turn helps.
        assert_ne!(reads(TWO, piece, r#", "colors": ["wb", "bw"]"#).fingerprint(), puzzle.fingerprint());
        let same =
            reads(TWO, r#"{"name": "d", "colors": ["ww"], "count": 2}"#, r#", "colors": ["bw", "wb"]"#);
        assert!(!same.may_lie(0, &cells([(0, 0), (1, 0)])) && same.limits_places());
        // One that is not turned lies only one way, and what has no color goes with every color.
        let fixed = r##"{"name": "d", "colors": ["b#"], "count": 2, "symmetry": "fixed"}"##;
        let fixed = reads(TWO, fixed, r##", "colors": ["b#", "wb"]"##);
        assert!(fixed.may_lie(0, &cells([(0, 0), (1, 0)])) && !fixed.may_lie(0, &cells([(0, 1), (1, 1)])));
    }

    #[test]
    fn a_motion_keeps_the_colors_of_the_board_and_of_the_pieces() {
        let symmetries = |pieces: &str, board: &str| {
            reads(TWO, pieces, &format!(r#", "colors": {board}"#)).symmetries().len()
        };
        let free = r#"{"name": "d", "colors": ["bw"], "count": 2}"#;
        assert_eq!(symmetries(free, r#"["bw", "wb"]"#), 4);
        assert_eq!(symmetries(free, r#"["bb", "ww"]"#), 2);
        let fixed = r#"{"name": "d", "colors": ["bw"], "count": 2, "symmetry": "fixed"}"#;
        assert_eq!(symmetries(fixed, r#"["bw", "bw"]"#), 2, "upside down, the piece is the same");
        let sides = r#"{"name": "t", "sides": "aabb", "count": 4}"#;
        assert_eq!(reads(TWO, sides, "").symmetries().len(), 8);
        let turned = r#"{"name": "t", "sides": "aabc", "count": 4, "symmetry": "one-sided"}"#;
        assert_eq!(reads(TWO, turned, "").symmetries().len(), 4);
        let pair = r#"{"name": "t", "sides": "aabc", "count": 2, "symmetry": "one-sided"}, {"name": "u", "sides": "aacb", "count": 2, "symmetry": "one-sided"}"#;
        assert_eq!(reads(TWO, pair, "").symmetries().len(), 8, "a reflection exchanges them");
    }

    #[test]
    fn a_piece_with_colored_sides_is_one_of_its_orientations() {
        let ways = |sides: &str, symmetry: &str| {
            let piece =
                format!(r#"{{"name": "t", "sides": "{sides}", "count": 4, "symmetry": "{symmetry}"}}"#);
            reads(TWO, &piece, r#", "border": "a""#).pieces().len()
        };
        assert_eq!(ways("aaaa", "free"), 1);
        assert_eq!(ways("abab", "one-sided"), 2);
        assert_eq!(ways("aabc", "fixed"), 1);
        assert_eq!((ways("aabc", "one-sided"), ways("aabc", "free")), (4, 8));
    }

    #[test]
    fn rules_see_one_piece_in_all_its_orientations() {
        let pieces =
            r#"{"name": "A", "sides": "rrrb", "count": 2}, {"name": "B", "sides": "rrbb", "count": 2}"#;
        let puzzle = reads(TWO, pieces, r#", "equal_pieces": "apart", "apart": [["A"]]"#);
        assert_eq!((puzzle.orientations_of(2), puzzle.orientations_of(5)), (0..4, 4..8));
        assert_eq!((puzzle.name_of(3), puzzle.pieces()[3].name.as_str()), ("A", "A.4"));
        assert!(!puzzle.may_be_beside(0, 3) && !puzzle.may_be_beside(4, 5) && puzzle.may_be_beside(0, 4));
        assert_eq!(puzzle.kind_name(&puzzle.kinds()[0]), "A");
        assert_eq!(puzzle.symmetries().len(), 8, "a motion exchanges orientations");
        let text = write_puzzle(&puzzle);
        assert!(
            text.contains(r#""name": "A""#) && text.contains(r#"[["A"]]"#) && !text.contains("A.1"),
            "{text}"
        );
        // In any orientation the piece is over the cell, and a motion moves the cell only.
        let told = reads(TWO, pieces, r#", "letters": [{"piece": "A", "cells": [[0, 0]]}]"#);
        let at = [Cell::new(0, 0)];
        assert!((0..4).all(|piece| told.may_lie(piece, &at)) && !told.may_lie(4, &at));
        assert_eq!(told.symmetries().len(), 2);
        // Without counts, orientations are counted one by one; in a choice, with others.
        reads(TWO, r#"{"name": "A", "sides": "rrrb", "count": "any"}"#, r#", "balance": 1"#);
        let one_of = r#"{"one_of": [{"name": "A", "sides": "rrrb"}, {"name": "B", "sides": "rrbg", "symmetry": "one-sided"}], "count": 4}"#;
        assert_eq!(reads(TWO, one_of, "").turned_together(), [0..4, 4..8]);
        let twice =
            r#"{"name": "A", "sides": "rrrb", "count": 2}, {"name": "A", "sides": "rrrr", "count": 2}"#;
        assert!(read(TWO, twice, "").is_err_and(|error| error.contains("E0428")));
    }

    #[test]
    fn orientations_that_are_not_of_one_piece_are_refused() {
        let puzzle = reads(TWO, r#"{"name": "A", "sides": "rrrb", "count": 4}"#, "");
        let with = |pieces: Range<usize>| {
            let mut rules = puzzle.rules().clone();
            rules.colors.turned[0].pieces = pieces;
            Puzzle::ruled("turned", puzzle.region().clone(), puzzle.pieces().to_vec(), rules)
        };
        assert!(with(0..4).is_ok());
        for wrong in [0..3, 1..4, 0..5, 2..2] {
            let broken: Vec<_> = with(wrong).expect_err("not all orientations").into_iter().collect();
            assert_eq!(broken, [PuzzleError::ColorsOfPiece { piece: "A".into() }]);
        }
    }

    #[test]
    fn colors_that_are_refused() {
        let tile = r#"{"name": "t", "sides": "aabb", "count": 4}"#;
        let mono = r##"{"name": "m", "rows": ["#"], "count": 4}"##;
        for (region, piece, more, code) in [
            (TWO, mono, r#", "colors": ["bwb"]"#, "E0473"),
            (
                TWO,
                mono,
                r#", "colors": [{"color": "b", "cells": [[0, 0]]}, {"color": "w", "cells": [[0, 0]]}]"#,
                "E0473",
            ),
            (TWO, mono, r#", "border": "!""#, "E0474"),
            (
                TWO,
                r###"{"name": "d", "rows": ["##"], "sides": "aabb", "symmetry": "fixed", "count": 2}"###,
                "",
                "E0475",
            ),
            (r#"{"rectangle": [2, 2], "wrap": "torus"}"#, tile, "", "E0476"),
            (
                TWO,
                r#"{"name": "d", "colors": ["bw"], "count": 2}"#,
                r#", "colors": ["bb", "ww"], "placed": [{"piece": "d", "cells": [[0, 0], [1, 0]]}]"#,
                "E0477",
            ),
            (TWO, r#"{"name": "t", "sides": "aab", "count": 4}"#, "", "E0478"),
            (TWO, r#"{"name": "d", "colors": ["b?"], "count": 2}"#, "", "E0440"),
        ] {
            let error = read(region, piece, more).expect_err(code);
            assert!(error.contains(code), "{code}: {error}");
        }
    }
}

//! A board by name: a rectangle, a shape of any size, or the content of a file; and a puzzle in one line, a board with its pieces.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::board_shape::BoardShape;
use super::lettering::{letters, letters_in};
use super::{BoardSize, DesignError, OptionError, Subject, stem_of};
use piecework_tiling::error::Error;
use piecework_tiling::json::Node;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::names::{find, nearest};
use piecework_tiling::puzzle::{
    Count, Piece, Puzzle, Region, Wrap, pieces_named, read_drawing, read_puzzle, region_at, write_region,
};
use piecework_tiling::setting::{Ask, OptionKind, Setting};
use piecework_tiling::source::Source;
use piecework_tiling::templates::{board_names, board_template, figure};
use piecework_tiling::text::slug;

/// A board, and how a design names it.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardChoice {
    name: String,
    form: BoardForm,
}

#[derive(Debug, Clone, PartialEq)]
enum BoardForm {
    /// On the lattice of the pieces.
    Rectangle(BoardSize),
    Template(Region),
    /// On the lattice of the pieces, where it has such a board.
    Sized(BoardShape),
    /// From a file; a design holds it in full.
    Own(Region),
}

impl BoardChoice {
    /// What it is called, such as `5 x 4` or `heart`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A board in one line, as `--board` takes it, but no file.
    ///
    /// # Errors
    /// [`Error`] for what is neither a size nor the name of a shape.
    pub fn in_line(text: &str, limits: &Limits) -> Result<Self, Error> {
        if text.starts_with(|first: char| first.is_ascii_digit()) {
            let ask = Ask { range: (0, u64::MAX), limits };
            return BoardSize::from_text(text, ask).map(Self::rectangle);
        }
        Ok(Self::named(text)?)
    }

    /// The board, for pieces of a lattice.
    ///
    /// # Errors
    /// [`Error`] if a rectangle is too large.
    pub fn region(&self, lattice: Lattice, limits: &Limits) -> Result<Region, Error> {
        match &self.form {
            BoardForm::Rectangle(size) => {
                limits.allow(Limit::RegionCells, u64::from(size.columns) * u64::from(size.rows))?;
                Ok(Region::rectangle(lattice, size.columns, size.rows)?)
            }
            BoardForm::Template(region) | BoardForm::Own(region) => Ok(region.clone()),
            BoardForm::Sized(shape) => shape.region(lattice, limits),
        }
    }

    /// A shape such as `heart`, or letters such as `letters:ANNA`, as large as it fits in so many columns and rows of squares:
    /// the rows, `#` for a cell of it.
    ///
    /// # Errors
    /// [`Error`] for what is neither; [`DesignError::LettersTooLarge`] with what fits.
    pub fn drawn_in(text: &str, columns: u32, rows: u32, limits: &Limits) -> Result<Vec<String>, Error> {
        limits.allow(Limit::RegionCells, u64::from(columns) * u64::from(rows))?;
        let cells: Vec<Cell> = match text.trim().strip_prefix(LETTERS) {
            Some(text) => {
                limits.allow(Limit::TitleCharacters, text.chars().count() as u64)?;
                cells_of(&letters_in(text, columns, rows)?)
            }
            None => {
                let largest = BoardShape::largest(text.trim(), columns, rows, limits)?;
                largest.map_or_else(Vec::new, |region| region.cells().to_vec())
            }
        };
        let extent = |at: fn(&Cell) -> i32| {
            (cells.iter().map(at).min().unwrap_or(0), cells.iter().map(at).max().unwrap_or(0))
        };
        let shift = |(least, most): (i32, i32), room: u32| {
            (i32::try_from(room).unwrap_or(i32::MAX) - (most - least + 1)) / 2 - least
        };
        let (left, top) = (shift(extent(|cell| cell.x), columns), shift(extent(|cell| cell.y), rows));
        let mut drawn = vec![vec![b'.'; columns as usize]; rows as usize];
        for cell in &cells {
            let at = |step: i32| usize::try_from(step).unwrap_or(usize::MAX);
            if let Some(square) =
                drawn.get_mut(at(cell.y + top)).and_then(|row| row.get_mut(at(cell.x + left)))
            {
                *square = b'#';
            }
        }
        Ok(drawn.iter().map(|row| String::from_utf8_lossy(row).into_owned()).collect())
    }

    /// Letters, as large as they fit in a size at the end, or as they are drawn.
    fn lettered(whole: &str, text: &str) -> Result<Self, DesignError> {
        let sized = text.rsplit_once(' ').and_then(|(text, size)| {
            let (columns, rows) = size.split_once('x')?;
            Some((text, columns.parse().ok()?, rows.parse().ok()?))
        });
        let cells = match sized {
            Some((text, columns, rows)) => letters_in(text, columns, rows)?,
            None => letters(text)?,
        };
        let squares = Lattice::ALL.iter().find(|lattice| lattice.is_rectilinear()).expect("one has squares");
        let region = Region::new(*squares, cells_of(&cells)).expect("letters have cells");
        Ok(Self { name: whole.to_owned(), form: BoardForm::Template(region) })
    }

    fn rectangle(size: BoardSize) -> Self {
        Self { name: format!("{} x {}", size.columns, size.rows), form: BoardForm::Rectangle(size) }
    }

    /// The shape of that name, with a size or as it is drawn.
    fn named(text: &str) -> Result<Self, DesignError> {
        if let Some(letters) = text.strip_prefix(LETTERS) {
            return Self::lettered(text, letters);
        }
        if let Some(figure) = figure(text) {
            let subject = Subject::template(&figure.name)?;
            let form = BoardForm::Template(subject.puzzle.region().clone());
            return Ok(Self { name: figure.name.clone(), form });
        }
        if let Some(shape) = BoardShape::read(text)? {
            return Ok(Self { name: shape.name(), form: BoardForm::Sized(shape) });
        }
        let board =
            find(text, board_names(), |name| name).and_then(|name| Some((name, board_template(name)?)));
        let Some((name, drawn)) = board else {
            let near = nearest(text, board_names().chain(BoardShape::FORMULAS));
            return Err(DesignError::NoBoard { found: text.to_owned(), nearest: near });
        };
        let region = read_drawing(&Source::new(name, drawn), None, &Limits::default())
            .expect("an embedded board is a good one");
        Ok(Self { name: name.to_owned(), form: BoardForm::Template(region) })
    }

    /// Reads what is typed; a drawing is on this lattice, or on the one that it looks like.
    fn typed(text: &str, lattice: Option<Lattice>, ask: Ask<'_>) -> Result<Self, Error> {
        let path = Path::new(text);
        let is_of = |ending: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
        if is_of("txt") || is_of("json") {
            let source = Source::open(path, ask.limits)?;
            let region = match is_of("txt") {
                true => read_drawing(&source, lattice, ask.limits)?,
                false => read_puzzle(&source, ask.limits).map(|puzzle: Puzzle| puzzle.region().clone())?,
            };
            return Ok(Self::own(stem_of(text), region)?);
        }
        Self::in_line(text, ask.limits)
    }

    /// Refuses what no kind of puzzle made to order knows.
    fn own(name: String, region: Region) -> Result<Self, OptionError> {
        if !region.optional().is_empty() {
            let option = "cells of the board that may stay empty".to_owned();
            return Err(OptionError::Conflict { option, other: "puzzle".into() });
        }
        Ok(Self { name, form: BoardForm::Own(region) })
    }
}

/// What a board of letters begins with.
const LETTERS: &str = "letters:";

/// The cells of rows of squares.
fn cells_of(rows: &[Vec<bool>]) -> Vec<Cell> {
    let cell = |x: usize, y: usize| Some(Cell::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?));
    let row = |(y, row): (usize, &Vec<bool>)| {
        row.iter().enumerate().filter(|(_, cell)| **cell).filter_map(|(x, _)| cell(x, y)).collect::<Vec<_>>()
    };
    rows.iter().enumerate().flat_map(row).collect()
}

/// A puzzle in one line: a board, and the pieces that cover it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PuzzleLine<'a> {
    /// The board, as [`BoardChoice`] reads it.
    pub board: &'a str,
    /// The pieces, as [`pieces_named`] reads them.
    pub pieces: &'a str,
    /// Whether any number of each may be used.
    pub is_any: bool,
    /// Which sides of a rectangle are joined.
    pub wrap: Option<Wrap>,
    /// How many columns further right a piece comes back at the top that leaves a torus at the bottom.
    pub shift: Option<u32>,
    /// The lattice that board and pieces must be on; that of the pieces by default.
    pub lattice: Option<Lattice>,
}

impl<'a> PuzzleLine<'a> {
    /// A board without joined sides, and pieces as often as they are named.
    pub const fn new(board: &'a str, pieces: &'a str) -> Self {
        Self { board, pieces, is_any: false, wrap: None, shift: None, lattice: None }
    }

    /// Returns the puzzle, called by its pieces and its board.
    ///
    /// # Errors
    /// [`Error`] for boards and pieces that there are not; [`DesignError::BoardArea`] with the nearest board that they cover;
    /// [`DesignError::OtherLattice`] for pieces that no board of the lattice holds.
    pub fn subject(&self, limits: &Limits) -> Result<Subject, Error> {
        let mut pieces = pieces_named(self.pieces)?;
        tell_apart(&mut pieces);
        let lattice = pieces.first().ok_or(DesignError::NoSubject)?.shape.lattice();
        let board = BoardChoice::typed(self.board, Some(lattice), Ask { range: (0, u64::MAX), limits })?;
        let other = |board: &str, of: Lattice| DesignError::OtherLattice {
            pieces: self.pieces.to_owned(),
            cells: lattice.cell_name(),
            board: board.to_owned(),
            of: of.cell_name(),
        };
        if let Some(asked) = self.lattice.filter(|&asked| asked != lattice) {
            return Err(other(&format!("--lattice {}", asked.name()), asked).into());
        }
        let region = match (self.wrap, &board.form) {
            (Some(wrap), BoardForm::Rectangle(size)) => {
                let (columns, rows) = (size.columns, size.rows);
                match self.shift {
                    None => Region::wrapped(lattice, columns, rows, wrap)?,
                    Some(shift) if wrap == Wrap::Torus => Region::twisted(lattice, columns, rows, shift)?,
                    Some(_) => {
                        let reason = "only a torus has a bottom that is joined to its top";
                        return Err(OptionError::no_effect("--shift", reason).into());
                    }
                }
            }
            (Some(_), _) => {
                return Err(
                    OptionError::no_effect("--wrap", "only the sides of a rectangle can be joined").into()
                );
            }
            (None, _) => board.region(lattice, limits)?,
        };
        if region.lattice() != lattice {
            return Err(other(&board.name, region.lattice()).into());
        }
        let (cells, covered) = (
            region.area(),
            pieces.iter().map(|piece| piece.shape.area() as u64 * u64::from(piece.count.min)).sum::<u64>(),
        );
        if self.is_any {
            pieces.iter_mut().for_each(|piece| piece.count = Count::ANY);
        } else if covered != cells as u64 {
            let nearest = board.nearest(covered, lattice, limits);
            return Err(
                DesignError::BoardArea { board: board.name, cells: cells as u64, covered, nearest }.into()
            );
        }
        let named = format!("{} {}", self.pieces.split(':').next().unwrap_or_default(), board.name);
        let first = named.chars().next().map(char::to_uppercase);
        let name: String = first.into_iter().flatten().chain(named.chars().skip(1)).collect();
        let stem = slug(&named.replace(" x ", "x"));
        let puzzle = Arc::new(Puzzle::new(name, region, pieces)?);
        Ok(Subject { stem, template: None, open: None, puzzle, tilings: Vec::new() })
    }
}

/// Gives pieces different names: those of one name and different sizes get the number of their cells, others a number.
pub(crate) fn tell_apart(pieces: &mut [Piece]) {
    let same = |pieces: &[Piece], name: &str| pieces.iter().filter(|piece| piece.name == name).count();
    let by_area: Vec<bool> = pieces.iter().map(|piece| same(pieces, &piece.name) > 1).collect();
    for (piece, _) in pieces.iter_mut().zip(by_area).filter(|(_, is_shared)| *is_shared) {
        piece.name = format!("{}{}", piece.name, piece.shape.area());
    }
    for index in 1..pieces.len() {
        let name = pieces[index].name.clone();
        let mut number = 1;
        while same(&pieces[..index], &pieces[index].name) > 0 {
            number += 1;
            pieces[index].name = format!("{name} {number}");
        }
    }
}

impl BoardChoice {
    /// The rectangle of N cells that is most like this one, or the same shape in another size; none that is a mere row.
    fn nearest(&self, cells: u64, lattice: Lattice, limits: &Limits) -> Option<String> {
        if let BoardForm::Sized(shape) = self.form {
            let mut others = (1..=100).map(|size| shape.with_size(size));
            let fits = |other: &BoardShape| {
                other.region(lattice, limits).is_ok_and(|region| region.area() as u64 == cells)
            };
            return others.find(fits).map(|other| other.name());
        }
        let BoardForm::Rectangle(BoardSize { columns, rows }) = self.form else { return None };
        let per_column = u64::try_from(lattice.cells_in_column()).unwrap_or(1);
        let cells = cells.is_multiple_of(per_column).then_some(cells / per_column)?;
        let sides =
            (2..=cells / 2).filter(|side| cells.is_multiple_of(*side)).map(|side| (side, cells / side));
        let unlike = |&(width, height): &(u64, u64)| {
            width.abs_diff(columns.into()).saturating_add(height.abs_diff(rows.into()))
        };
        sides.min_by_key(unlike).map(|(width, height)| format!("{width}x{height}"))
    }
}

impl Setting for BoardChoice {
    const KIND: OptionKind = OptionKind::NameOrFile("board");

    /// A size, the name of a shape, or the path of a `.txt` drawing or a `.json` puzzle, which is read at
    /// once.
    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        Self::typed(text, None, ask)
    }

    /// A text, or `{ "name": "cup", "lattice": "square", "region": { "rows": ["#.#", "###"] } }`: no design depends on a
    /// file beside it.
    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        if !node.is_object() {
            let text = node.text()?;
            return match text.starts_with(|first: char| first.is_ascii_digit()) {
                true => BoardSize::checked(node, text, ask).map(Self::rectangle),
                false => node.check(Self::named(text)),
            };
        }
        let object = node.object(&["name", "lattice", "region"])?;
        let name = object.require("name").and_then(|name| name.name(Limit::TitleCharacters));
        let lattices = Lattice::ALL.iter().map(|&lattice| (lattice.name(), lattice)).collect::<Vec<_>>();
        let lattice = object.require("lattice").and_then(|lattice| lattice.word(&lattices))?;
        let region = object.require("region").and_then(|region| region_at(region, lattice));
        node.check(Self::own(name?.to_owned(), region?))
    }

    fn to_json(&self) -> Value {
        match &self.form {
            BoardForm::Rectangle(size) => size.to_json(),
            BoardForm::Template(_) | BoardForm::Sized(_) => self.name.as_str().into(),
            BoardForm::Own(region) => {
                let own: Value = serde_json::from_str(&write_region(region)).unwrap_or_default();
                json!({ "name": self.name, "lattice": region.lattice().name(), "region": own })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::json::Document;

    fn typed(text: &str) -> Result<BoardChoice, Error> {
        BoardChoice::from_text(text, Ask { range: (0, 9), limits: &Limits::default() })
    }

    fn again(board: &BoardChoice) -> Option<BoardChoice> {
        let source = Source::new("board", board.to_json().to_string());
        let document = Document::parse(&source, &Limits::default()).expect("JSON");
        let read = BoardChoice::from_json(document.root(), Ask { range: (0, 9), limits: &Limits::default() });
        document.finish(read).ok()
    }

    /// Several sets share letters: each piece of them has a name of its own.
    #[test]
    fn sets_with_equal_letters_go_together() {
        for (board, pieces) in
            [("10x8", "tetrominoes+pentominoes"), ("6x5", "dominoes+trominoes+tetrominoes")]
        {
            let line = PuzzleLine { is_any: true, ..PuzzleLine::new(board, pieces) };
            let subject =
                line.subject(&Limits::default()).unwrap_or_else(|error| panic!("{pieces}: {error}"));
            assert!(subject.puzzle.pieces().iter().any(|piece| piece.name == "I4"), "{pieces}");
        }
    }

    #[test]
    fn a_board_is_read_from_a_design_as_it_was_typed() {
        let own = Region::hexagon(Lattice::Hex, 2).expect("a board");
        let own = BoardChoice::own("flower".into(), own).expect("a board");
        for (board, name) in [(typed("8x5"), "8 x 5"), (typed("heart"), "heart"), (Ok(own), "flower")] {
            let board = board.expect("a board");
            assert_eq!((board.name(), again(&board)), (name, Some(board.clone())));
        }
        let mut small = Limits::default();
        small.set_pair("region-cells=80").expect("a limit");
        assert!(typed("9x9").expect("a board").region(Lattice::Square, &small).is_err());
    }

    #[test]
    fn a_puzzle_in_one_line_says_what_does_not_fit() {
        let subject = |board, pieces| PuzzleLine::new(board, pieces).subject(&Limits::default());
        let made = subject("8x8", "pentominoes+O").expect("a puzzle");
        assert_eq!((made.puzzle.name(), made.stem.as_str()), ("Pentominoes+O 8 x 8", "pentominoes-o-8x8"));
        assert_eq!(subject("6x10", "pentominoes").expect("a puzzle").puzzle.pieces().len(), 12);
        let told = |board, pieces| subject(board, pieces).unwrap_err().to_string();
        let error = told("6x11", "pentominoes+O");
        assert!(error.contains("64") && error.contains("66"), "{error}");
        let near = |board, cells| {
            let board = typed(board).expect("a board");
            board.nearest(cells, Lattice::Square, &Limits::default())
        };
        assert_eq!(near("6x11", 64).as_deref(), Some("8x8"));
        assert_eq!(near("diamond 8", 60).as_deref(), Some("diamond 10"));
        assert_eq!((near("6x11", 61), near("heart", 50)), (None, None), "a row is no board");
        assert!(told("heart", "hexiamonds").contains("triangles, and heart has squares"));
        let hex = PuzzleLine { lattice: Some(Lattice::Hex), ..PuzzleLine::new("6x10", "pentominoes") };
        let error = hex.subject(&Limits::default()).unwrap_err().to_string();
        assert!(error.contains("pentominoes are squares, and --lattice hex has hexagons"), "{error}");
        assert!(subject("hexagon 3", "tetrahexes").is_err_and(|error| error.to_string().contains("19")));
        assert!(subject("triangle 6", "hexiamonds:6-01,6-02,6-03,6-04,6-05,6-06").is_ok());
        let any = PuzzleLine { is_any: true, wrap: Some(Wrap::Torus), ..PuzzleLine::new("5x7", "5 L, 2 T") };
        assert!(
            any.subject(&Limits::default())
                .is_ok_and(|made| made.puzzle.region().wrap() == Some(Wrap::Torus))
        );
    }

    #[test]
    fn what_is_no_board_says_what_is() {
        assert!(typed("haert").is_err_and(|error| error.to_string().contains("`haert`")));
        assert!(typed("5by4").is_err_and(|error| error.to_string().contains("COLUMNSxROWS")));
        assert!(typed("none.txt").is_err());
        assert!(typed("diamnd 8").is_err_and(|error| error.to_string().contains("`diamnd 8`")));
        let rim = Region::rectangle(Lattice::Square, 4, 4).expect("a board").with_rim(1);
        assert!(BoardChoice::own("rim".into(), rim).is_err());
    }
}

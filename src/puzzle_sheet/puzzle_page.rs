//! The page a puzzle is given on: the empty board and its pieces, all at one scale.

use super::board::Board;
use super::page::{Head, LINE, Page};
use super::{Pages, PuzzleSheetError, SheetOptions, float};
use crate::drawing::{Anchor, Canvas, Path, Role, Text};
use crate::geometry::{Outline, Point};
use crate::layout::{Flow, flow};
use crate::puzzle::{Contact, Count, Piece, Puzzle};

/// Edges of cells that are tried, in mm, the largest that fits is taken: round numbers, so that a maker can measure.
const SCALES: [f64; 16] =
    [25.0, 20.0, 18.0, 15.0, 12.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.5, 2.0, 1.5];
/// The room between pieces, and between board and pieces, in mm.
const GAP: f64 = 6.0;

/// The page or pages of a puzzle: board and pieces on one page where they fit, else the pieces follow on their own.
///
/// # Errors
/// [`PuzzleSheetError::BoardTooLarge`] if cells would be smaller than 1.5 mm; errors of the rooms it draws with.
pub fn puzzle_pages(puzzle: &Puzzle, options: &SheetOptions) -> Result<Pages, PuzzleSheetError> {
    let board = Board::of(puzzle.region())?;
    let pieces = puzzle.pieces().iter().map(Drawn::of).collect::<Result<Vec<_>, _>>()?;
    let task = task(puzzle);
    let name = puzzle.name();
    let page = Page::new(Head { bookmark: name, heading: name, line: &task }, &options.paper)?;
    let room = page.free;
    let fits = |&&scale: &&f64| {
        let below = rows(&pieces, scale, room.width());
        let (width, height) = board.outer_size(scale);
        width <= room.width() && below.width <= room.width() && height + GAP + below.height <= room.height()
    };
    if let Some(&scale) = SCALES.iter().find(fits) {
        return Ok(one_page(page, &board, &pieces, scale));
    }
    let fits = |&&scale: &&f64| {
        let (width, height) = board.outer_size(scale);
        width <= room.width() && height <= room.height()
    };
    let least = SCALES[SCALES.len() - 1];
    let too_large = PuzzleSheetError::BoardTooLarge { puzzle: puzzle.name().to_owned(), least };
    let &scale = SCALES.iter().find(fits).ok_or(too_large)?;
    board_then_pieces(puzzle, page, &board, &pieces, scale, options)
}

/// What is asked, in words.
fn task(puzzle: &Puzzle) -> String {
    let area = puzzle.region().area();
    let cells = puzzle.lattice().cell_name();
    match (puzzle.contact(), puzzle.gaps()) {
        (Contact::Forbidden, _) => {
            format!("Place all pieces on the {area} {cells}. No two may touch, not even at a corner.")
        }
        (Contact::Allowed, 0) => format!("Cover all {area} {cells} with the pieces."),
        (Contact::Allowed, gaps) => {
            format!("Place the pieces on the {area} {cells}; at most {gaps} stay empty.")
        }
    }
}

/// A piece at a cell edge of 1 mm, with its caption.
struct Drawn {
    outline: Outline,
    caption: String,
}

impl Drawn {
    fn of(piece: &Piece) -> Result<Self, PuzzleSheetError> {
        let outline = Outline::of_shape(&piece.shape, 1.0)?.at_origin();
        let freedom = match piece.freedom {
            crate::polyform::Freedom::Free => String::new(),
            other => format!(", {}", other.name()),
        };
        Ok(Self { outline, caption: format!("{}{}{freedom}", piece.name, copies(piece.count)) })
    }

    /// Width and height with the caption below.
    fn size(&self, scale: f64) -> (f64, f64) {
        let bounds = self.outline.bounds();
        let words = self.words(Point { x: 0.0, y: 0.0 });
        ((bounds.width() * scale).max(words.width()), bounds.height() * scale + LINE * 2.0)
    }

    fn words(&self, at: Point) -> Text {
        Text::new(&self.caption, at, LINE, Anchor::Start)
    }

    fn draw(&self, canvas: &mut Canvas, at: Point, scale: f64) {
        let put = |p: Point| Point { x: at.x + p.x * scale, y: at.y + p.y * scale };
        canvas.path(Role::Cut, Path::outline(&self.outline).mapped(put).named(self.caption.clone()));
        let y = at.y + self.outline.bounds().height() * scale + LINE * 1.6;
        canvas.text(Role::Label, self.words(Point { x: at.x, y }));
    }
}

/// How many copies, where that is not just one.
fn copies(count: Count) -> String {
    match (count.min, count.max) {
        (1, Some(1)) => String::new(),
        (min, Some(max)) if min == max => format!(" × {min}"),
        (0, None) => ", any number".to_owned(),
        (min, None) => format!(", at least {min}"),
        (min, Some(max)) => format!(", {min} to {max}"),
    }
}

fn rows(pieces: &[Drawn], scale: f64, width: f64) -> Flow {
    let sizes: Vec<(f64, f64)> = pieces.iter().map(|piece| piece.size(scale)).collect();
    flow(&sizes, width, GAP)
}

fn one_page(mut page: Page, board: &Board, pieces: &[Drawn], scale: f64) -> Pages {
    let at = Board::origin(page.free);
    board.draw(&mut page.canvas, at, scale);
    let below = page.free.top + board.outer_size(scale).1 + GAP;
    draw_pieces(&mut page, pieces, scale, below);
    let mut pages = Pages::default();
    pages.push(page);
    pages
}

fn draw_pieces(page: &mut Page, pieces: &[Drawn], scale: f64, top: f64) {
    let laid = rows(pieces, scale, page.free.width());
    for (piece, at) in pieces.iter().zip(&laid.at) {
        piece.draw(&mut page.canvas, Point { x: page.free.left + at.x, y: top + at.y }, scale);
    }
}

/// The board as large as the page allows; the pieces on as many pages as they take.
fn board_then_pieces(
    puzzle: &Puzzle,
    mut page: Page,
    board: &Board,
    pieces: &[Drawn],
    scale: f64,
    options: &SheetOptions,
) -> Result<Pages, PuzzleSheetError> {
    let room = page.free;
    let at = Board::origin(room);
    board.draw(&mut page.canvas, at, scale);
    let mut pages = Pages::default();
    pages.push(page);
    let widest = |scale: f64| rows(pieces, scale, room.width()).width <= room.width();
    let least = SCALES[SCALES.len() - 1];
    let too_large = || PuzzleSheetError::BoardTooLarge { puzzle: puzzle.name().to_owned(), least };
    let scale =
        SCALES.iter().copied().filter(|&s| s <= scale.max(8.0)).find(|&s| widest(s)).ok_or_else(too_large)?;
    let mut rest = pieces;
    while !rest.is_empty() {
        let count = (1..=rest.len())
            .take_while(|&count| rows(&rest[..count], scale, room.width()).height <= room.height())
            .last()
            .ok_or_else(too_large)?;
        let (now, later) = rest.split_at(count);
        let line = format!("Pieces, page {}", float(pages.len()));
        let head = Head { bookmark: &line, heading: puzzle.name(), line: &line };
        let mut page = Page::new(head, &options.paper)?;
        let top = page.free.top;
        draw_pieces(&mut page, now, scale, top);
        pages.push(page);
        rest = later;
    }
    Ok(pages)
}

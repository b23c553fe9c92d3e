//! Pieces true to size, to print on card and cut out with scissors or a knife.

use super::board::Board;
use super::float;
use super::page::{Head, Page};
use super::{DARK, Look, Pages, PuzzleSheetError, SheetOptions};
use crate::colour::Colour;
use crate::drawing::{Item, Path, Role, Text, marks};
use crate::geometry::{Bounds, Outline, Point};
use crate::layout::{Mark, Part, Stock, nest};
use crate::puzzle::Puzzle;
use crate::tiling::Tiling;

/// The distance of pieces on the card, in mm: room for scissors.
const GAP: f64 = 4.0;
/// The largest cap height of a name on a piece, in mm.
const NAME: f64 = 5.0;
/// The room for the ruler at the foot of a page, in mm.
const RULER: f64 = 12.0;

/// How many copies there are of each piece of a puzzle.
pub type Copies = Vec<usize>;

/// How many copies of each piece a tiling lays.
#[must_use]
pub fn copies_in(tiling: &Tiling) -> Copies {
    let mut copies = vec![0; tiling.puzzle().pieces().len()];
    tiling.placements().iter().for_each(|placement| copies[placement.piece] += 1);
    copies
}

/// Pages with `copies` of each piece, the edge of a cell `cell` mm, and the board at the same size where a page has room
/// for it; on every page a ruler to check the print with.
///
/// # Errors
/// [`PuzzleSheetError::Layout`] if a piece is larger than the paper; errors of the rooms it draws with.
pub fn punch_out(
    puzzle: &Puzzle,
    copies: &[usize],
    cell: f64,
    options: &SheetOptions,
) -> Result<Pages, PuzzleSheetError> {
    let parts = parts(puzzle, copies, cell, options)?;
    let line =
        format!("Print at 100 % on card, check the ruler, cut along the lines. {} pieces.", parts.len());
    let bookmark = format!("{}: Pieces to cut out", puzzle.name());
    let head = Head { bookmark: &bookmark, heading: puzzle.name(), line: &line };
    let free = Page::new(head, &options.paper)?.free;
    let room = Bounds { bottom: free.bottom - RULER, ..free };
    let stock = Stock { width: room.width(), height: room.height(), margin: 0.0, gap: GAP };
    let mut pages = Pages::default();
    for sheet in nest(&parts, &stock)? {
        let mut page = Page::new(head, &options.paper)?;
        for placed in &sheet.placed {
            let at = Point { x: room.left + placed.at.x, y: room.top + placed.at.y };
            parts[placed.part].draw(&mut page.canvas, at);
        }
        ruler(&mut page);
        pages.push(page);
    }
    let board = Board::of(puzzle.region())?;
    let (width, height) = board.outer_size(cell);
    if width <= room.width() && height <= room.height() {
        let of_board = format!("{}: The board", puzzle.name());
        let head =
            Head { bookmark: &of_board, line: "The board, as large as the pieces. Print at 100 %.", ..head };
        let mut page = Page::new(head, &options.paper)?;
        let at = Board::origin(page.free);
        board.draw(&mut page.canvas, at, cell);
        ruler(&mut page);
        pages.push(page);
    }
    Ok(pages)
}

fn parts(
    puzzle: &Puzzle,
    copies: &[usize],
    cell: f64,
    options: &SheetOptions,
) -> Result<Vec<Part>, PuzzleSheetError> {
    let fabrics = options.palette.fabrics();
    let mut parts = Vec::new();
    for (index, (piece, &count)) in puzzle.pieces().iter().zip(copies).enumerate() {
        let outline = Outline::of_shape(&piece.shape, cell)?.at_origin();
        let label = outline.label();
        let height = NAME.min(label.room).min(label.room * 1.6 / float(piece.name.chars().count().max(1)));
        let words = Text::centred(&piece.name, label.at, height);
        let mut marks = Vec::new();
        if options.look == Look::Colours && !fabrics.is_empty() {
            let colour = fabrics[index % fabrics.len()].colour;
            marks.push(Mark { role: Role::Fill, item: Item::Path(Path::outline(&outline).filled(colour)) });
            if options.letters && colour.lightness() < DARK {
                let ground = Path::rectangle(words.bounds().inset(-height * 0.25));
                let white = Colour::WHITE;
                marks.push(Mark { role: Role::Fill, item: Item::Path(ground.filled(white)) });
            }
        }
        if options.letters {
            marks.push(Mark { role: Role::Label, item: Item::Text(words) });
        }
        let part = Part::new(piece.name.clone(), outline, marks)?;
        parts.extend(std::iter::repeat_n(part, count));
    }
    Ok(parts)
}

fn ruler(page: &mut Page) {
    let start = Point { x: page.free.left, y: page.free.bottom - RULER + 3.0 };
    marks::ruler(&mut page.canvas, start, marks::RulerUnit::Centimetre, 5);
    let inches = Point { x: page.free.left + 70.0, ..start };
    marks::ruler(&mut page.canvas, inches, marks::RulerUnit::Inch, 2);
}

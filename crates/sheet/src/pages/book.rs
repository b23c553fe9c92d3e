//! Draws the pages of a book with its puzzles, and what all its pages share.

use super::puzzle::{clues_left, draw_rows, given};
use super::{PageNumbers, Sketch};
use crate::board::Board;
use crate::piece::{GAP, PieceDrawing};
use crate::plan::{
    BookPuzzle, CARD, CARD_INSET, Grid, PUZZLE_HEAD, PagePlan, Places, RUNNING_HEAD, ShownParts, words_height,
};
use crate::{PuzzleSheetError, float};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Anchor, Canvas, Path, Role, Text};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::page::{Foot, Page, PageFormat, Title, line, sizes, title_line, wrapped};

/// The side of a tile of difficulty, and the space between two, in mm.
const TILE: f64 = 3.0;
const BETWEEN_TILES: f64 = 1.0;
/// The classes of difficulty.
const CLASSES: u8 = 5;
/// The color of tiles that count: dark in black and white too.
const TILE_COLOR: Color = Color::new(0xa8, 0x41, 0x1d);
/// The length of a line to write on, in mm.
const WRITTEN: f64 = 45.0;

impl Sketch<'_> {
    /// Returns an empty page with its running head: what it is part of, and the numbers of its puzzles.
    pub(super) fn book_page(&self, plan: &PagePlan) -> Result<Page, PuzzleSheetError> {
        self.book_page_with(self.format, plan)
    }

    fn book_page_with(&self, format: &PageFormat, plan: &PagePlan) -> Result<Page, PuzzleSheetError> {
        let title = Title { bookmark: plan.bookmark.clone(), ..Title::default() };
        let mut page = Page::new(format, title)?;
        let Bounds { left, top, right, .. } = page.free;
        let y = top + sizes::TEXT;
        let numbers = Text::new(&plan.line, Point { x: right, y }, sizes::TEXT, Anchor::End);
        let room = page.free.width() - numbers.width() - sizes::AIR;
        page.canvas.text(Role::Guide, line(&plan.heading, Point { x: left, y }, sizes::TEXT, room));
        if !plan.line.is_empty() {
            page.canvas.text(Role::Guide, numbers);
        }
        let y = top + sizes::LINE;
        page.canvas.line(Role::Guide, Point { x: left, y }, Point { x: right, y });
        page.free.top += RUNNING_HEAD;
        Ok(page)
    }

    /// Returns a page with puzzles, and at its foot where their hints and solutions are.
    pub(super) fn puzzles(
        &self,
        plan: &PagePlan,
        puzzles: &[BookPuzzle],
        places: Places,
        numbers: &PageNumbers,
    ) -> Result<Page, PuzzleSheetError> {
        let of = |pages: &std::collections::BTreeMap<usize, usize>, words: &str| {
            let mut found: Vec<usize> =
                puzzles.iter().filter_map(|one| pages.get(&one.puzzle).copied()).collect();
            found.dedup();
            match found.as_slice() {
                [] => None,
                [page] => Some(format!("{words} on page {page}.")),
                [first, .., last] => Some(format!("{words} on pages {first} to {last}.")),
            }
        };
        let foot = [of(&numbers.hints, "Hints"), of(&numbers.solutions, "Solutions")];
        let foot = Foot::Line(foot.into_iter().flatten().collect::<Vec<String>>().join(" "));
        let is_card = plan.kind == CARD;
        let mut page = match is_card {
            true => self.blank(plan)?,
            false => self.book_page_with(&self.format.with_foot(foot), plan)?,
        };
        let grid = Grid::from_places(page.free, places);
        for (index, one) in puzzles.iter().enumerate() {
            let place = grid.place(index);
            let room = if is_card { card_room(&mut page.canvas, place) } else { place };
            self.book_puzzle(&mut page.canvas, one, room)?;
        }
        Ok(page)
    }

    fn book_puzzle(
        &self,
        canvas: &mut Canvas,
        one: &BookPuzzle,
        place: Bounds,
    ) -> Result<(), PuzzleSheetError> {
        let puzzle = self.subjects[one.puzzle].puzzle;
        let tiles = one.difficulty.map_or(0.0, |class| draw_tiles(canvas, place, class));
        let at = Point { x: place.left, y: place.top + sizes::TITLE };
        let width = place.width() - tiles - sizes::AIR;
        canvas.text(Role::Label, title_line(&one.heading, at, sizes::TITLE, width));
        let mut y = place.top + PUZZLE_HEAD + sizes::TEXT;
        for words in wrapped(&one.line, sizes::TEXT, place.width()) {
            let at = Point { x: place.left, y };
            canvas.text(Role::Label, Text::new(words, at, sizes::TEXT, Anchor::Start));
            y += sizes::LINE;
        }
        let (given, pieces) = (given(puzzle)?, PieceDrawing::all_left(puzzle)?);
        let board = Board::from_region(puzzle.region())?.under(&given);
        let top = place.top + PUZZLE_HEAD + words_height(&one.line, place.width());
        let room = Bounds { top, ..place };
        let (scale, at) = (one.cell_mm, Board::origin(room));
        if one.shows != ShownParts::Pieces {
            board.draw_laid(canvas, &given, at, scale);
            board.draw(canvas, at, scale);
            clues_left(puzzle, &[])?.draw(canvas, &board, at, scale);
        }
        let (width, height) = board.outer_size(scale);
        let room = match one.is_beside {
            _ if one.shows == ShownParts::Pieces => room,
            true => Bounds { left: room.left + width + GAP, ..room },
            false => Bounds { top: room.top + height + GAP, ..room },
        };
        if one.shows != ShownParts::Board {
            draw_rows(canvas, &pieces, room, scale);
        }
        draw_writing(canvas, place, &one.writing);
        Ok(())
    }
}

/// Draws the edge of a card; returns the room inside.
pub(super) fn card_room(canvas: &mut Canvas, card: Bounds) -> Bounds {
    canvas.path(Role::Guide, Path::rectangle(card));
    card.inset(CARD_INSET)
}

/// Draws the tiles of a class of difficulty in the upper right corner of a place; returns their width in mm.
fn draw_tiles(canvas: &mut Canvas, place: Bounds, class: u8) -> f64 {
    let step = TILE + BETWEEN_TILES;
    let width = f64::from(CLASSES) * step - BETWEEN_TILES;
    for tile in 0..CLASSES {
        let left = place.right - width + f64::from(tile) * step;
        let bottom = place.top + sizes::TITLE;
        let bounds = Bounds { left, top: bottom - TILE, right: left + TILE, bottom };
        if tile < class {
            canvas.fill(Path::rectangle(bounds), TILE_COLOR);
        }
        canvas.path(Role::Guide, Path::rectangle(bounds));
    }
    width
}

/// Draws lines to write on along the lower edge of a place, each after its words.
fn draw_writing(canvas: &mut Canvas, place: Bounds, writing: &[String]) {
    let mut left = place.left;
    let share = place.width() / float(writing.len().max(1)) - sizes::AIR;
    for words in writing {
        let text = Text::new(words, Point { x: left, y: place.bottom }, sizes::TEXT, Anchor::Start);
        let from = left + text.width() + sizes::AIR / 2.0;
        canvas.text(Role::Guide, text);
        let end = (from + WRITTEN).min(left + share);
        canvas.line(Role::Guide, Point { x: from, y: place.bottom }, Point { x: end, y: place.bottom });
        left = end + 2.0 * sizes::AIR;
    }
}

impl Sketch<'_> {
    /// Writes lines under a picture, the first of several in bold.
    pub(super) fn caption(&self, page: &mut Page, lines: &[String], room: Bounds) {
        for (index, words) in lines.iter().enumerate() {
            let top = room.top + float(index) * sizes::LINE;
            let at = Point { x: room.left, y: top + f64::midpoint(sizes::LINE, sizes::TEXT) };
            let text = line(words, at, sizes::TEXT, room.width());
            let bold = index == 0 && lines.len() > 1;
            page.canvas.text(Role::Label, if bold { text.bold() } else { text });
        }
    }
}

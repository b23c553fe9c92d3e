//! Draws the pages of a book with its puzzles, and what all its pages share.

use std::collections::BTreeSet;

use super::puzzle::{clues_left, draw_rows, given};
use super::{PageNumbers, Sketch};
use crate::board::Board;
use crate::piece::{GAP, PieceDrawing};
use crate::piece_lines::{LineSide, PieceLines};
use crate::plan::{
    BookPuzzle, CARD, CARD_INSET, Grid, PUZZLE_HEAD, PagePlan, Places, RUNNING_HEAD, ShownParts, puzzle_room,
    words_height,
};
use crate::{PuzzleSheetError, float};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Anchor, Canvas, Path, Role, Text};
use piecework_draw::geometry::{Bounds, Dimensions, Point};
use piecework_draw::page::{Foot, Page, PageFormat, Title, line, sizes, wrapped};
use piecework_tiling::puzzle::Puzzle;

/// The side of a tile of difficulty, and the space between two, in mm.
const TILE: f64 = 3.0;
const BETWEEN_TILES: f64 = 1.0;
/// The classes of difficulty.
const CLASSES: u8 = 5;
/// The color of tiles that count: dark in black and white too.
const TILE_COLOR: Color = Color::new(0xa8, 0x41, 0x1d);
/// The length of a line to write on, and of one before a longer one, in mm.
const WRITTEN: f64 = 45.0;
const SHORT: f64 = 18.0;

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
        self.look.rule.draw(&mut page.canvas, (left, right), top + sizes::LINE);
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
        let of = |pages: &std::collections::BTreeMap<usize, String>, words: &str| {
            let mut found: Vec<&String> = puzzles.iter().filter_map(|one| pages.get(&one.puzzle)).collect();
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
        self.draw_head(canvas, one, place);
        draw_writing(canvas, place, &one.writing);
        if one.lines > 0 && one.shows == ShownParts::Pieces {
            let room = puzzle_room(place, &one.line);
            return self.pieces_page(canvas, puzzle, one, Bounds { bottom: place.bottom, ..room });
        }
        if one.lines > 0 {
            return self.own_page(canvas, puzzle, one, puzzle_room(place, &one.line));
        }
        let is_turned = self.is_turned(one.puzzle);
        let (given, pieces) = (given(puzzle)?, PieceDrawing::left_beside(puzzle, is_turned)?);
        let board = Board::of(puzzle)?.turned_if(is_turned).under(&given);
        let top = place.top + PUZZLE_HEAD + words_height(&one.line, place.width());
        let room = Bounds { top, ..place };
        let scale = one.cell_mm;
        let is_alone = one.shows == ShownParts::Board;
        let at = if is_alone { board.centered(room, scale) } else { Board::origin(room) };
        if one.shows != ShownParts::Pieces {
            board.draw_laid(canvas, &given, at, scale);
            board.draw(canvas, at, scale);
            clues_left(puzzle, &[])?.draw(canvas, &board, at, scale);
        }
        let Dimensions { width, height } = board.outer_size(scale);
        let room = match one.is_beside {
            _ if one.shows == ShownParts::Pieces => room,
            true => Bounds { left: room.left + width + GAP, ..room },
            false => Bounds { top: room.top + height + GAP, ..room },
        };
        if one.shows != ShownParts::Board {
            draw_rows(canvas, &pieces, room, scale);
        }
        Ok(())
    }

    /// Draws number, name and difficulty of a puzzle, and what to do.
    fn draw_head(&self, canvas: &mut Canvas, one: &BookPuzzle, place: Bounds) {
        let tiles = one.difficulty.map_or(0.0, |class| self.draw_tiles(canvas, place, class));
        let at = Point { x: place.left, y: place.top + sizes::TITLE };
        let width = place.width() - tiles - sizes::AIR;
        canvas.text(Role::Label, self.look.title_line(&one.heading, at, width));
        let mut y = place.top + PUZZLE_HEAD + sizes::TEXT;
        for words in wrapped(&one.line, sizes::TEXT, place.width()) {
            let at = Point { x: place.left, y };
            canvas.text(Role::Label, Text::new(words, at, sizes::TEXT, Anchor::Start));
            y += sizes::LINE;
        }
    }

    /// Draws the board and the pieces of a puzzle that has a page for itself, centered, with the space that is left between
    /// them.
    fn own_page(
        &self,
        canvas: &mut Canvas,
        puzzle: &Puzzle,
        one: &BookPuzzle,
        room: Bounds,
    ) -> Result<(), PuzzleSheetError> {
        let is_turned = self.is_turned(one.puzzle);
        let (given, pieces) = (given(puzzle)?, PieceDrawing::left_beside(puzzle, is_turned)?);
        let board = Board::of(puzzle)?.turned_if(is_turned).under(&given);
        let Dimensions { width, height } = board.outer_size(one.cell_mm);
        let arranged = |side, length| PieceLines::new(&pieces, one.pieces_mm, (side, one.lines), length);
        let (lines, of_board, corner) = if one.is_beside {
            // Columns are as long as the board, or as the room if that is too short for them.
            let top = room.top + (room.height() - height) / 3.0;
            let short = arranged(LineSide::Beside, height).map(|lines| (lines, top));
            let Some((lines, at)) =
                short.or_else(|| Some((arranged(LineSide::Beside, room.height())?, room.top)))
            else {
                return Ok(());
            };
            let free = (room.width() - width - GAP - lines.depth) / 3.0;
            let of_board = Bounds { left: room.left + free, right: room.left + free + width, top, ..room };
            let left = of_board.right + GAP + free;
            (lines, of_board, Point { x: left, y: at })
        } else {
            let Some(lines) = arranged(LineSide::Below, room.width()) else { return Ok(()) };
            let free = (room.height() - height - GAP - lines.depth) / 3.0;
            let of_board = Bounds { top: room.top + free, ..room };
            (lines, of_board, Point { x: room.left, y: of_board.top + height + GAP + free })
        };
        let at = board.centered(of_board, one.cell_mm);
        board.draw_laid(canvas, &given, at, one.cell_mm);
        board.draw(canvas, at, one.cell_mm);
        clues_left(puzzle, &[])?.draw(canvas, &board, at, one.cell_mm);
        if self.look.banded {
            for y in [room.top - sizes::AIR / 2.0, room.bottom + sizes::AIR / 2.0] {
                canvas.line(Role::Engrave, Point { x: room.left, y }, Point { x: room.right, y });
            }
        }
        for ((index, piece), place) in pieces.iter().zip(&lines.rooms) {
            let color = self.piece_color(*index);
            piece.draw_centered(canvas, place.moved(corner.x, corner.y), one.pieces_mm, color);
        }
        Ok(())
    }

    /// Draws the pieces of a puzzle on a page of their own, in lines with the space that is left around them.
    fn pieces_page(
        &self,
        canvas: &mut Canvas,
        puzzle: &Puzzle,
        one: &BookPuzzle,
        room: Bounds,
    ) -> Result<(), PuzzleSheetError> {
        let pieces = PieceDrawing::left_beside(puzzle, self.is_turned(one.puzzle))?;
        let arranged = PieceLines::new(&pieces, one.pieces_mm, (LineSide::Below, one.lines), room.width());
        let Some(lines) = arranged else { return Ok(()) };
        let tops: BTreeSet<u64> = lines.rooms.iter().map(|place| place.top.to_bits()).collect();
        let apart = (room.height() - lines.depth) / float(tops.len() + 1);
        for ((index, piece), place) in pieces.iter().zip(&lines.rooms) {
            let line = tops.iter().position(|&top| top == place.top.to_bits()).unwrap_or(0);
            let down = room.top + apart * float(line + 1);
            let color = self.piece_color(*index);
            piece.draw_centered(canvas, place.moved(room.left, down), one.pieces_mm, color);
        }
        Ok(())
    }

    /// Returns the color of a piece beside its board, in a style with colored pieces.
    fn piece_color(&self, piece: usize) -> Option<Color> {
        let fabrics = self.options.palette.fabrics();
        let light = fabrics.iter().map(|fabric| fabric.color).filter(|color| !color.needs_light_ground());
        let light: Vec<Color> = light.collect();
        let has_colors = !self.options.is_outlined() && !self.options.is_gray();
        let is_colored = self.look.colored_pieces && has_colors && !light.is_empty();
        is_colored.then(|| light[piece % light.len()])
    }

    /// Draws the tiles of a class of difficulty in the upper right corner of a place; returns their width in mm.
    fn draw_tiles(&self, canvas: &mut Canvas, place: Bounds, class: u8) -> f64 {
        let step = TILE + BETWEEN_TILES;
        let width = f64::from(CLASSES) * step - BETWEEN_TILES;
        for tile in 0..CLASSES {
            let left = place.right - width + f64::from(tile) * step;
            let bottom = place.top + sizes::TITLE;
            let bounds = Bounds { left, top: bottom - TILE, right: left + TILE, bottom };
            let mark = self.look.mark.path(bounds);
            if tile < class {
                canvas.fill(mark.clone(), TILE_COLOR);
            }
            canvas.path(Role::Guide, mark);
        }
        width
    }
}

/// Draws the edge of a card; returns the room inside.
pub(super) fn card_room(canvas: &mut Canvas, card: Bounds) -> Bounds {
    canvas.path(Role::Guide, Path::rectangle(card));
    card.inset(CARD_INSET)
}

/// Draws lines to write on along the lower edge of a place, each after its words; of more than two the last has the rest.
fn draw_writing(canvas: &mut Canvas, place: Bounds, writing: &[String]) {
    let mut left = place.left;
    let share = place.width() / float(writing.len().max(1)) - sizes::AIR;
    for (index, words) in writing.iter().enumerate() {
        let text = Text::new(words, Point { x: left, y: place.bottom }, sizes::TEXT, Anchor::Start);
        let from = left + text.width() + sizes::AIR / 2.0;
        canvas.text(Role::Guide, text);
        let is_rest = writing.len() > 2 && index + 1 == writing.len();
        let length = if writing.len() > 2 { SHORT } else { WRITTEN };
        let end = if is_rest { place.right } else { (from + length).min(left + share) };
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

//! Draws the days of a month or a week: each board with the cells that stay open, and how many solutions it has.

use super::Sketch;
use crate::PuzzleSheetError;
use crate::board::{Board, outlines_of};
use crate::clues::Clues;
use crate::plan::{BOOK_PAGE, DayPlan, Grid, PagePlan, Places};
use crate::year::FEWEST;
use piecework_draw::color::Color;
use piecework_draw::drawing::{Anchor, Canvas, Path, Role, Text};
use piecework_draw::geometry::{Bounds, Dimensions, Point};
use piecework_draw::page::{Page, line, sizes};
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::Puzzle;

/// The color of the cells that stay open; chosen by eye, so that words on it are legible.
const OPEN: Color = Color::new(0xe9, 0xaf, 0x41);
/// The space inside the ground of a day, and the side of the box to tick, in mm.
const INSET: f64 = 1.2;
const TICK: f64 = 2.4;
/// The least edge of a cell with words, in mm.
const LEAST_WORDED: f64 = 5.0;

impl Sketch<'_> {
    /// Returns a page of days at their places.
    pub(super) fn days(
        &self,
        plan: &PagePlan,
        puzzle: usize,
        days: &[DayPlan],
        places: Places,
    ) -> Result<Page, PuzzleSheetError> {
        let mut page = self.blank(plan)?;
        if plan.kind == BOOK_PAGE {
            let at = Point { x: page.free.left, y: page.free.top + sizes::TITLE };
            page.canvas.text(Role::Label, Text::new(&plan.heading, at, sizes::TITLE, Anchor::Start).bold());
            page.free.top += sizes::TITLE + sizes::AIR + sizes::AIR;
        }
        let subject = &self.subjects[puzzle];
        let puzzle = subject.puzzle;
        let grid = Grid::from_places(page.free, places);
        let board = Board::of(puzzle)?;
        let is_color = self.style.is_colored();
        for day in days {
            let room = grid.place(day.place);
            if is_color {
                let ground = Color::WHITE.toward(FEWEST, day.share);
                page.canvas.fill(Path::rectangle(room), ground);
            }
            draw_day(
                &mut page.canvas,
                (puzzle, &board),
                (day, &subject.openings[day.opening].cells, is_color),
                room.inset(INSET),
            )?;
        }
        Ok(page)
    }
}

/// Draws a day: its name and a box to tick above the board, and the number of solutions below it.
fn draw_day(
    canvas: &mut Canvas,
    (puzzle, board): (&Puzzle, &Board),
    (day, open, is_color): (&DayPlan, &[Cell], bool),
    room: Bounds,
) -> Result<(), PuzzleSheetError> {
    let (most, beside) = (sizes::HEADING.min(room.width() / 4.0), room.width() - TICK - INSET);
    let wide = Text::new(&day.name, Point::default(), most, Anchor::Start).bold().width();
    let head = most * (beside / wide).min(1.0);
    let at = Point { x: room.left, y: room.top + head };
    let words = line(&day.name, at, head, beside);
    canvas.text(Role::Label, words.bold());
    let tick = Bounds { left: room.right - TICK, top: room.top, right: room.right, bottom: room.top + TICK };
    canvas.path(Role::Guide, Path::rectangle(tick));
    let below = Point { x: room.left, y: room.bottom };
    let ways = Text::new(&day.words, below, sizes::TEXT, Anchor::Start);
    let number = day.words.split(' ').next().unwrap_or_default();
    let is_narrow = ways.width() > room.width();
    canvas.text(Role::Label, if is_narrow { line(number, below, sizes::TEXT, room.width()) } else { ways });
    let room = Bounds { top: room.top + head + sizes::AIR, bottom: room.bottom - sizes::LINE, ..room };
    let (corner, scale) = board.place_bare(room);
    let Dimensions { width, height } = board.bare_size(scale);
    let at =
        Point { x: corner.x + (room.width() - width) / 2.0, y: corner.y + (room.height() - height) / 2.0 };
    let put = |point: Point| board.put(point, at, scale);
    for outline in open.iter().map(|&cell| outlines_of(puzzle.region(), &[cell])) {
        for outline in outline? {
            canvas.fill(Path::outline(&outline).mapped(put), if is_color { OPEN } else { Color::BLACK });
            canvas.path(Role::Engrave, Path::outline(&outline).mapped(put));
        }
    }
    board.draw_bare(canvas, at, scale);
    if scale >= LEAST_WORDED {
        // In black and white the open cells are black.
        Clues::new(puzzle, if is_color { &[] } else { open })?.draw(canvas, board, at, scale);
    }
    Ok(())
}

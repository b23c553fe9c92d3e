//! Plans pages that one puzzle has for itself: the board as large as the page allows, its pieces in even lines.
//!
//! Puzzles on the same board have the same arrangement, so that pages of a spread match.

use super::book::{PUZZLE_HEAD, WRITING, book_room, numbers, words_height};
use super::puzzle::task;
use super::{BOOK_PAGE, BookPuzzle, PageContent, PagePlan, Places, Planner, ShownParts};
use crate::board::Board;
use crate::piece::{GAP, PieceDrawing};
use crate::piece_lines::{LineSide, PieceLines};
use crate::{PuzzleSheetError, SheetStyle, float};
use piecework_draw::geometry::{Bounds, Dimensions};
use piecework_tiling::puzzle::Puzzle;

/// The share of the text area that the board has before pieces get larger.
const HALF: f64 = 0.5;
/// How large pieces are beside the board, and how the page says so; chosen by eye.
pub(super) const SCALES: [(f64, &str); 9] = [
    (1.0, ""),
    (0.75, " Pieces are drawn three quarters as large."),
    (2.0 / 3.0, " Pieces are drawn two thirds as large."),
    (0.6, " Pieces are drawn three fifths as large."),
    (0.5, " Pieces are drawn half as large."),
    (0.4, " Pieces are drawn two fifths as large."),
    (1.0 / 3.0, " Pieces are drawn a third as large."),
    (0.25, " Pieces are drawn a quarter as large."),
    (0.2, " Pieces are drawn a fifth as large."),
];
/// Most lines of pieces with their smallest cell, in mm: first one or two, and more only where these are not enough.
const TIERS: [(usize, f64); 2] = [(2, 4.0), (6, 3.0)];
/// The smallest cell of pieces that leave the board half of the page, in mm.
const LEAST_BESIDE_HALF: f64 = 3.0;
/// The step of the edge of a cell, in mm, so that a maker can measure it.
const STEP: f64 = 0.5;
/// How much larger cells must be with the pieces beside the board and not below it.
const WORTH: f64 = 1.1;
/// What is written under a puzzle; the last has the rest of the line.
const WRITTEN: [&str; 3] = ["Date", "Time", "Notes"];

/// A puzzle as it is laid out: its board and the pieces that are left.
pub(super) struct Layout {
    pub(super) board: Board,
    pub(super) pieces: Vec<(usize, PieceDrawing)>,
    pub(super) task: String,
}

/// How the page of a puzzle is arranged.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arrangement {
    pub(super) side: LineSide,
    pub(super) lines: usize,
    /// The place in [`SCALES`].
    pub(super) scale: usize,
    /// The edge of a cell of the board, in mm.
    pub(super) cell: f64,
}

impl Arrangement {
    fn pieces_cell(self) -> f64 {
        self.cell * SCALES[self.scale].0
    }
}

/// How large a board is on its page: the edge of its cells in mm, and its share of the text area.
#[derive(Debug, Clone, Copy, Default)]
struct Size {
    cell: f64,
    share: f64,
}

/// Returns whether the board of a puzzle may have a quarter turn: no word on it, nor any that says what is left, right, above
/// and below.
fn may_turn(puzzle: &Puzzle) -> bool {
    let region = puzzle.region();
    region.wrap().is_none() && region.labels().is_empty() && region.open().is_empty()
}

impl Layout {
    fn new(puzzle: &Puzzle, is_turned: bool) -> Result<Self, PuzzleSheetError> {
        let board = Board::from_region(puzzle.region())?.turned_if(is_turned);
        Ok(Self { board, pieces: PieceDrawing::left_beside(puzzle, is_turned)?, task: task(puzzle) })
    }

    fn line(&self, scale: usize) -> String {
        format!("{}{}", self.task, SCALES[scale].1)
    }

    /// Whether board and pieces fit a page whose puzzle takes `place`.
    fn fits(&self, place: Bounds, arrangement: Arrangement) -> bool {
        let room = puzzle_room(place, &self.line(arrangement.scale));
        let Dimensions { width, height } = self.board.outer_size(arrangement.cell);
        let length = match arrangement.side {
            LineSide::Below => room.width(),
            LineSide::Beside => room.height(),
        };
        let lines = (arrangement.side, arrangement.lines);
        let Some(lines) = PieceLines::new(&self.pieces, arrangement.pieces_cell(), lines, length) else {
            return false;
        };
        let pieces = if self.pieces.is_empty() { 0.0 } else { GAP + lines.depth };
        let (right, below) = match arrangement.side {
            LineSide::Below => (0.0, pieces),
            LineSide::Beside => (pieces, 0.0),
        };
        width + right <= room.width() + 1e-6 && height + below <= room.height() + 1e-6
    }
}

/// Returns the room of board and pieces in the place of a puzzle.
pub(crate) fn puzzle_room(place: Bounds, line: &str) -> Bounds {
    let top = place.top + PUZZLE_HEAD + words_height(line, place.width());
    Bounds { top, bottom: place.bottom - WRITING, ..place }
}

impl Planner<'_> {
    /// Returns the pages of each puzzle; none where board and pieces do not fit one page.
    pub(super) fn own_pages(&self) -> Result<Vec<Vec<PagePlan>>, PuzzleSheetError> {
        if self.options.audience() == SheetStyle::LargePrint {
            return self.large_pages();
        }
        let place = book_room(&self.format)?;
        let mut pages: Vec<Vec<PagePlan>> = vec![Vec::new(); self.subjects.len()];
        for alike in self.by_board() {
            self.options.stop.check()?;
            let layouts = alike.iter().map(|&puzzle| self.layout(puzzle)).collect::<Result<Vec<_>, _>>()?;
            let Some(arrangement) = best(&layouts, place, self.options.enlarged()) else { continue };
            for (&puzzle, layout) in alike.iter().zip(&layouts) {
                pages[puzzle] = vec![self.own_page(puzzle, layout, arrangement)];
            }
        }
        Ok(pages)
    }

    /// Returns the puzzles in groups that have the same board.
    fn by_board(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let region = |puzzle: usize| self.subjects[puzzle].puzzle.region();
        for puzzle in 0..self.subjects.len() {
            match groups.iter_mut().find(|group| region(group[0]) == region(puzzle)) {
                Some(group) => group.push(puzzle),
                None => groups.push(vec![puzzle]),
            }
        }
        groups
    }

    /// Returns the puzzles whose boards are wide, larger on their pages with a quarter turn, and may have one.
    pub(super) fn boards_to_turn(&self) -> Result<Vec<usize>, PuzzleSheetError> {
        let (place, enlarged) = (book_room(&self.format)?, self.options.enlarged());
        let mut turned = Vec::new();
        for alike in self.by_board().into_iter().filter(|alike| may_turn(self.subjects[alike[0]].puzzle)) {
            self.options.stop.check()?;
            let layouts = |is_turned: bool| {
                let layouts =
                    alike.iter().map(|&puzzle| Layout::new(self.subjects[puzzle].puzzle, is_turned));
                layouts.collect::<Result<Vec<Layout>, PuzzleSheetError>>()
            };
            let upright = layouts(false)?;
            let Dimensions { width, height } = upright[0].board.bare_size(1.0);
            if !upright[0].board.has_no_top() || width <= height {
                continue;
            }
            let upright = self.largest(&upright, place, enlarged);
            let on_its_side = self.largest(&layouts(true)?, place, enlarged);
            let is_larger = on_its_side.share >= HALF || on_its_side.cell > upright.cell * WORTH;
            if upright.share < HALF && is_larger {
                turned.extend(alike);
            }
        }
        turned.sort_unstable();
        Ok(turned)
    }

    /// Returns how large the board of some puzzles is, with its pieces or, in large print, alone if it is larger then.
    fn largest(&self, layouts: &[Layout], place: Bounds, enlarged: f64) -> Size {
        let with_pieces = best(layouts, place, enlarged).map_or(0.0, |arrangement| arrangement.cell);
        let is_large = self.options.audience() == SheetStyle::LargePrint;
        let alone = if is_large { cell_apart(&layouts[0], place) } else { 0.0 };
        let cell = with_pieces.max(alone);
        let Dimensions { width, height } = layouts[0].board.bare_size(cell);
        Size { cell, share: width * height / (place.width() * place.height()) }
    }

    pub(super) fn layout(&self, puzzle: usize) -> Result<Layout, PuzzleSheetError> {
        Layout::new(self.subjects[puzzle].puzzle, self.is_turned(puzzle))
    }

    pub(super) fn own_page(&self, puzzle: usize, layout: &Layout, arrangement: Arrangement) -> PagePlan {
        let one = BookPuzzle {
            puzzle,
            heading: format!("{}  {}", puzzle + 1, self.name(puzzle)),
            line: layout.line(arrangement.scale),
            difficulty: self.subjects[puzzle].difficulty,
            writing: WRITTEN.map(str::to_owned).to_vec(),
            cell_mm: arrangement.cell,
            is_beside: arrangement.side == LineSide::Beside,
            shows: ShownParts::Both,
            lines: arrangement.lines,
            pieces_mm: arrangement.pieces_cell(),
        };
        let numbers = numbers(puzzle + 1, 1);
        let content = PageContent::Puzzles { puzzles: vec![one], places: Places::ONE };
        let page = PagePlan::new(BOOK_PAGE, &self.options.title, &numbers, content);
        page.marked(format!("Puzzle {numbers}"))
    }
}

/// Returns the arrangement with which all of these, which have the same board, fit: with a board of half of the page the one
/// with the largest pieces, else the one with the largest board.
/// Pages are enlarged by a factor after that.
pub(super) fn best(layouts: &[Layout], place: Bounds, enlarged: f64) -> Option<Arrangement> {
    let Dimensions { width, height } = layouts.first()?.board.bare_size(1.0);
    let share = |cell: f64| width * height * cell * cell / (place.width() * place.height());
    let steps = (place.width() / width).min(place.height() / height) / STEP;
    for (most_lines, least) in TIERS {
        let mut found: Option<Arrangement> = None;
        for side in [LineSide::Below, LineSide::Beside] {
            for lines in 1..=most_lines {
                for scale in 0..SCALES.len() {
                    let cell = largest_cell(layouts, place, Arrangement { side, lines, scale, cell: steps });
                    let next = Arrangement { side, lines, scale, cell };
                    let least = if share(cell) >= HALF { LEAST_BESIDE_HALF } else { least };
                    if next.pieces_cell() * enlarged < least {
                        continue;
                    }
                    let is_better = found.is_none_or(|found| {
                        let worth = if side == found.side { 1.0 } else { WORTH };
                        match (share(found.cell) >= HALF, share(cell) >= HALF) {
                            (true, true) => next.pieces_cell() > found.pieces_cell() * worth,
                            (true, false) => false,
                            (false, true) => true,
                            (false, false) => cell > found.cell * worth,
                        }
                    });
                    found = if is_better { Some(next) } else { found };
                }
            }
        }
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Returns the largest cell with which an arrangement fits for all, in whole steps of at most its own number of them; 0 if
/// none does.
fn largest_cell(layouts: &[Layout], place: Bounds, arrangement: Arrangement) -> f64 {
    let fits = |steps: usize| {
        let arrangement = Arrangement { cell: float(steps) * STEP, ..arrangement };
        layouts.iter().all(|layout| layout.fits(place, arrangement))
    };
    let (mut fit, mut not) = (0, 1);
    // What fits a page has fewer steps than it has millimetres of any board that can be seen.
    while float(not) <= arrangement.cell && fits(not) {
        (fit, not) = (not, not * 2);
    }
    while not - fit > 1 {
        let middle = usize::midpoint(fit, not);
        if fits(middle) { fit = middle } else { not = middle }
    }
    float(fit) * STEP
}

/// Returns the room below the words of a puzzle.
pub(super) fn below(place: Bounds, words: &str) -> Bounds {
    Bounds { top: place.top + PUZZLE_HEAD + words_height(words, place.width()), ..place }
}

/// Returns the largest cell with which the board fits a page alone.
pub(super) fn cell_apart(layout: &Layout, place: Bounds) -> f64 {
    let room = below(place, &layout.task);
    let fits = |cell: f64| {
        let Dimensions { width, height } = layout.board.outer_size(cell);
        width <= room.width() && height <= room.height()
    };
    let cells = (1..).map(|steps| f64::from(steps) * STEP).take_while(|&cell| fits(cell));
    cells.last().unwrap_or(0.0)
}

#[cfg(test)]
mod tests;

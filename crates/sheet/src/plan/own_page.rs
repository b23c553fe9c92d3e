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
use piecework_draw::geometry::Bounds;
use piecework_tiling::puzzle::Region;

/// The share of the text area that the board has before pieces get larger.
const HALF: f64 = 0.5;
/// How large pieces are beside the board, and how the page says so; chosen by eye.
pub(super) const SCALES: [(f64, &str); 8] = [
    (1.0, ""),
    (0.75, " Pieces are drawn three quarters as large."),
    (2.0 / 3.0, " Pieces are drawn two thirds as large."),
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

impl Layout {
    fn line(&self, scale: usize) -> String {
        format!("{}{}", self.task, SCALES[scale].1)
    }

    /// Whether board and pieces fit a page whose puzzle takes `place`.
    fn fits(&self, place: Bounds, arrangement: Arrangement) -> bool {
        let room = puzzle_room(place, &self.line(arrangement.scale));
        let (width, height) = self.board.outer_size(arrangement.cell);
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
        let mut done: Vec<&Region> = Vec::new();
        for subject in self.subjects {
            let region = subject.puzzle.region();
            if done.contains(&region) {
                continue;
            }
            self.options.stop.check()?;
            done.push(region);
            let alike: Vec<usize> = (0..self.subjects.len())
                .filter(|&other| self.subjects[other].puzzle.region() == region)
                .collect();
            let layouts = alike.iter().map(|&puzzle| self.layout(puzzle)).collect::<Result<Vec<_>, _>>()?;
            let Some(arrangement) = best(&layouts, place, self.options.enlarged()) else { continue };
            for (&puzzle, layout) in alike.iter().zip(&layouts) {
                pages[puzzle] = vec![self.own_page(puzzle, layout, arrangement)];
            }
        }
        Ok(pages)
    }

    pub(super) fn layout(&self, puzzle: usize) -> Result<Layout, PuzzleSheetError> {
        let puzzle = self.subjects[puzzle].puzzle;
        let (board, pieces) = (Board::from_region(puzzle.region())?, PieceDrawing::all_left(puzzle)?);
        Ok(Layout { board, pieces, task: task(puzzle) })
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
    let (width, height) = layouts.first()?.board.bare_size(1.0);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{SheetPlan, SheetSubject, page_format};
    use crate::support::template;
    use crate::{BookPrint, SheetOptions, Trim, documents};
    use piecework_draw::drawing::{Drawing, Item, Role};
    use piecework_draw::geometry::Bounds;
    use piecework_tiling::puzzle::Puzzle;

    fn options(trim: Trim) -> SheetOptions {
        SheetOptions { print: Some(BookPrint::new(trim, false)), ..SheetOptions::default() }
    }

    /// The interior of a book of two copies of a puzzle.
    fn pages(puzzle: &Puzzle, options: &SheetOptions) -> Vec<Drawing> {
        let subjects = vec![SheetSubject::new("one", puzzle, &[]); 2];
        let plan = SheetPlan::new(&subjects, options).expect("a plan");
        let documents = documents(&plan, &subjects, options).expect("pages");
        documents[0].pages.iter().map(|page| page.drawing.clone()).collect()
    }

    /// What is cut on a page: board and pieces, the largest first.
    fn cut(page: &Drawing) -> Vec<Bounds> {
        let layers = page.layers().iter().filter(|layer| layer.role == Role::Cut);
        let bounds = layers.flat_map(|layer| &layer.items).filter_map(Item::bounds);
        let mut bounds: Vec<Bounds> = bounds.collect();
        bounds.sort_by(|a, b| (b.width() * b.height()).total_cmp(&(a.width() * a.height())));
        bounds
    }

    /// The text area of pages, without running head and foot.
    fn text_area(options: &SheetOptions) -> Bounds {
        book_room(&page_format(options)).expect("room")
    }

    /// The share of the text area that the board has, measured on the drawing, in percent.
    fn share(name: &str, trim: Trim) -> f64 {
        let options = options(trim);
        let (drawn, area) = (pages(&template(name), &options), text_area(&options));
        let page = drawn.iter().find(|page| !cut(page).is_empty()).expect("a puzzle");
        let board = cut(page)[0];
        100.0 * board.width() * board.height() / (area.width() * area.height())
    }

    /// The shares in docs/print.md, in percent: 6 x 9 in, and 8.5 x 11 in.
    const SHARES: [(&str, f64, f64); 7] = [
        ("six-pentominoes-5x6", 53.0, 54.0),
        ("pentomino-6x10", 37.0, 46.0),
        ("pentomino-8x8-hole", 43.0, 66.0),
        ("thirteen-pieces-8x8", 53.0, 52.0),
        ("hexiamond-6x6", 36.0, 44.0),
        ("tetrahex-4x7", 28.0, 32.0),
        ("pentomino-3x20", 9.0, 11.0),
    ];

    #[test]
    fn the_shares_are_those_of_the_guide() {
        let guide = include_str!("../../../../docs/print.md");
        for (name, small, large) in SHARES {
            let row = format!("| `{name}` | {small:.0} % | {large:.0} % |");
            assert!(guide.contains(&row), "{row}");
        }
    }

    #[test]
    fn a_board_is_in_the_middle_and_its_pieces_fill_one_or_two_rows() {
        for (name, ..) in SHARES {
            let options = options(Trim::In6x9);
            let (drawn, area) = (pages(&template(name), &options), text_area(&options));
            let page = drawn.iter().find(|page| !cut(page).is_empty()).expect("a puzzle");
            let (board, pieces) = (cut(page)[0], cut(page));
            // Coordinates at its left may push a wide board to the right by half of their space.
            let aside = (board.center().x - area.center().x).abs();
            assert!(aside < 3.0, "{name}: {aside} mm");
            let below = pieces.iter().filter(|piece| piece.top > board.bottom);
            let mut rows: Vec<i64> = below.map(|piece| whole(piece.bottom)).collect();
            rows.sort_unstable();
            rows.dedup();
            assert!((1..=2).contains(&rows.len()), "{name}: {rows:?}");
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a page is far smaller than 9e12 mm")]
    fn whole(at: f64) -> i64 {
        (at * 1e3).round() as i64
    }

    #[test]
    fn a_board_has_half_of_its_page_where_its_sides_allow() {
        for (name, small, large) in SHARES {
            for (trim, expected) in [(Trim::In6x9, small), (Trim::In8x11, large)] {
                let found = share(name, trim);
                assert!((found - expected).abs() <= 0.55, "{name} {trim:?}: {found:.1} % of the page");
            }
        }
    }
}

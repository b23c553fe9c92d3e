//! Plans the puzzles of a book in large print: cells of one size through the book, at least twice the usual one, with the
//! pieces below the board or, where that makes cells too small, on the facing page.

use super::book::{book_room, numbers};
use super::own_page::{Arrangement, Layout, SCALES, below, best, cell_apart};
use super::{BOOK_PAGE, BookPuzzle, PageContent, PagePlan, Places, Planner, ShownParts, Side};
use crate::PuzzleSheetError;
use crate::clues::Clues;
use crate::piece_lines::{LineSide, PieceLines};
use piecework_draw::geometry::Bounds;
use piecework_draw::page::sizes;

/// The smallest cell of a board in large print, across, in mm: twice that of puzzles that share a page, [`super::book::SHARED`].
pub(super) const LEAST: f64 = 2.0 * super::book::SHARED;
/// The least size of words, in points: [`sizes::TEXT`], enlarged.
const POINTS: u32 = 18;
/// How much larger cells must be for pieces to have the facing page.
const WORTH: f64 = 1.2;

impl Planner<'_> {
    /// Returns the pages of each puzzle, all with cells of one size.
    pub(super) fn large_pages(&self) -> Result<Vec<Vec<PagePlan>>, PuzzleSheetError> {
        let place = book_room(&self.format)?;
        let least = LEAST / self.options.enlarged();
        let all = 0..self.subjects.len();
        let layouts = all.clone().map(|puzzle| self.layout(puzzle)).collect::<Result<Vec<_>, _>>()?;
        let clues = self.subjects.iter().map(|subject| Clues::new(subject.puzzle, &[]));
        let clues = clues.collect::<Result<Vec<_>, _>>()?;
        let is_read =
            |cell: f64, clues: &Clues| clues.word_height(cell).is_none_or(|height| height >= sizes::TEXT);
        let arrangements: Option<Vec<Arrangement>> =
            layouts.iter().map(|layout| best(std::slice::from_ref(layout), place, 1.0)).collect();
        let equal = |arrangements: &[Arrangement]| {
            arrangements.iter().map(|arrangement| arrangement.cell).fold(f64::MAX, f64::min)
        };
        let cells: Vec<f64> = layouts.iter().map(|layout| cell_apart(layout, place)).collect();
        let apart = cells.iter().copied().fold(f64::MAX, f64::min);
        let is_large = |cell: f64| {
            let are_large = layouts.iter().all(|layout| cell * layout.board.across() >= least);
            are_large && cell * WORTH >= apart && clues.iter().all(|clues| is_read(cell, clues))
        };
        if let Some(arrangements) = arrangements.filter(|arrangements| is_large(equal(arrangements))) {
            let cell = equal(&arrangements);
            let page = |(puzzle, arrangement): (usize, Arrangement)| {
                vec![self.own_page(puzzle, &layouts[puzzle], Arrangement { cell, ..arrangement })]
            };
            return Ok(all.zip(arrangements).map(page).collect());
        }
        if let Some(small) = layouts.iter().position(|layout| apart * layout.board.across() < least) {
            let puzzle = self.subjects[small].puzzle.name().to_owned();
            return Err(PuzzleSheetError::BoardTooLarge { puzzle, least: LEAST });
        }
        if let Some(small) = clues.iter().position(|clues| !is_read(apart, clues)) {
            let puzzle = self.subjects[small].puzzle.name().to_owned();
            return Err(PuzzleSheetError::WordsTooSmall { puzzle, points: POINTS });
        }
        let scales = self.piece_scales(&layouts, apart, place);
        let pages =
            |puzzle: usize| self.facing_pages(puzzle, &layouts[puzzle], (apart, scales[puzzle]), place);
        Ok(all.map(pages).collect())
    }

    /// Returns for each puzzle the place in [`SCALES`] of its pieces on a page of their own, beside boards with this cell; those of
    /// puzzles on one board are equally large.
    fn piece_scales(&self, layouts: &[Layout], cell: f64, place: Bounds) -> Vec<usize> {
        let scale = |layout: &Layout| piece_scale(layout, below(place, &layout.task), cell);
        let scales: Vec<usize> = layouts.iter().map(scale).collect();
        let region = |puzzle: usize| self.subjects[puzzle].puzzle.region();
        let of_board = |puzzle: usize| {
            let alike = (0..scales.len()).filter(|&other| region(other) == region(puzzle));
            alike.map(|other| scales[other]).max().unwrap_or_default()
        };
        (0..scales.len()).map(of_board).collect()
    }

    /// Returns the board on a left page, and its pieces on the right page beside it, as large as it allows.
    fn facing_pages(
        &self,
        puzzle: usize,
        layout: &Layout,
        (cell, scale): (f64, usize),
        place: Bounds,
    ) -> Vec<PagePlan> {
        let number = numbers(puzzle + 1, 1);
        let page = |line: &str, shows, cell_mm: f64, lines: usize| {
            let one = BookPuzzle {
                puzzle,
                heading: format!("{}  {}", puzzle + 1, self.name(puzzle)),
                line: line.to_owned(),
                difficulty: self.subjects[puzzle].difficulty.filter(|_| shows == ShownParts::Board),
                writing: Vec::new(),
                cell_mm,
                is_beside: false,
                shows,
                lines,
                pieces_mm: cell_mm,
            };
            let content = PageContent::Puzzles { puzzles: vec![one], places: Places::ONE };
            let page = PagePlan::new(BOOK_PAGE, &self.options.title, &number, content);
            page.marked(format!("Puzzle {number}"))
        };
        let left = self.options.print.map(|_| PagePlan::empty(Side::Left));
        let (factor, words) = SCALES[scale];
        let words = if words.is_empty() { "The pieces, as large as the board." } else { words.trim_start() };
        let lines = piece_lines(layout, below(place, words), cell * factor).unwrap_or(0);
        let board = page(&layout.task, ShownParts::Board, cell, 0);
        let pieces = page(words, ShownParts::Pieces, cell * factor, lines);
        left.into_iter().chain([board, pieces]).collect()
    }
}

/// Returns the place in [`SCALES`] of the largest pieces that fit a room, beside a board with this cell.
fn piece_scale(layout: &Layout, room: Bounds, cell: f64) -> usize {
    let fits = |&scale: &usize| piece_lines(layout, room, cell * SCALES[scale].0).is_some();
    (0..SCALES.len()).find(fits).unwrap_or(SCALES.len() - 1)
}

/// Returns in how many lines the pieces of a puzzle fit a room, about as many beside each other as the room is wide for its
/// height.
fn piece_lines(layout: &Layout, room: Bounds, cell: f64) -> Option<usize> {
    let fits = |&lines: &usize| {
        let lines = PieceLines::new(&layout.pieces, cell, (LineSide::Below, lines), room.width());
        lines.is_some_and(|lines| lines.depth <= room.height())
    };
    let even = libm::sqrt(crate::float(layout.pieces.len()) * room.height() / room.width());
    let far = |lines: usize| (crate::float(lines) - even).abs();
    (1..=layout.pieces.len()).filter(fits).min_by(|&one, &other| far(one).total_cmp(&far(other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{SheetPlan, SheetSubject};
    use crate::support::template;
    use crate::{BookPrint, SheetOptions, Trim, documents};
    use piecework_draw::drawing::{Item, Role};
    use piecework_solve::{SolveOptions, first};

    fn options(trim: Trim) -> SheetOptions {
        SheetOptions { print: Some(BookPrint::new(trim, false)), is_large: true, ..SheetOptions::default() }
    }

    #[test]
    fn cells_are_equal_and_at_least_twice_as_large_as_usual() {
        let puzzles = ["six-pentominoes-5x6", "pentomino-6x10", "t-tetromino-4x4"].map(template);
        let subjects: Vec<SheetSubject<'_>> =
            puzzles.iter().map(|puzzle| SheetSubject::new("one", puzzle, &[])).collect();
        let cells = |subjects: &[SheetSubject<'_>]| {
            let plan = SheetPlan::new(subjects, &options(Trim::In8x11)).expect("a plan");
            let pages = plan.documents[0].pages.clone().into_iter();
            let cells = pages.filter_map(|page| match page.content {
                PageContent::Puzzles { puzzles, .. } => {
                    Some(2.0 * puzzles[0].cell_mm).filter(|_| puzzles[0].shows != ShownParts::Pieces)
                }
                _ => None,
            });
            cells.collect::<Vec<f64>>()
        };
        let (small, all) = (cells(&[subjects[0].clone(), subjects[2].clone()]), cells(&subjects));
        for found in [&small, &all] {
            assert!(found.iter().all(|&cell| cell >= LEAST && (cell - found[0]).abs() < 1e-9), "{found:?}");
        }
        assert!(small[0] > all[0] && all.len() == 3, "the largest board decides: {small:?} {all:?}");
    }

    #[test]
    fn what_fits_no_page_is_refused_and_what_needs_two_faces_itself() {
        let large = template("y-hexomino-23x24");
        let subjects = vec![SheetSubject::new("one", &large, &[]); 2];
        let refused = SheetPlan::new(&subjects, &options(Trim::In8x11));
        assert!(matches!(refused, Err(PuzzleSheetError::BoardTooLarge { least, .. }) if least == LEAST));
        let two = template("pentomino-6x10");
        let subjects = vec![SheetSubject::new("one", &two, &[]); 2];
        let options = options(Trim::In8x11);
        let plan = SheetPlan::new(&subjects, &options).expect("a plan");
        let pages = &documents(&plan, &subjects, &options).expect("pages")[0].pages;
        let cuts = |page: &crate::SheetPage| {
            page.drawing
                .layers()
                .iter()
                .filter(|layer| layer.role == Role::Cut)
                .flat_map(|layer| &layer.items)
                .count()
        };
        let boards: Vec<usize> = (0..pages.len()).filter(|&page| cuts(&pages[page]) == 1).collect();
        assert_eq!(boards.len(), 2, "a page with a board alone for each");
        for board in boards {
            assert_eq!(
                (board % 2, cuts(&pages[board + 1])),
                (1, 12),
                "the pieces are on the right of page {board}"
            );
        }
    }

    #[test]
    fn chapters_begin_before_spreads_and_pieces_fill_their_pages() {
        let (square, triangle) = (template("pentomino-6x10"), template("hexiamond-6x6"));
        let subject = |puzzle| SheetSubject::new("one", puzzle, &[]);
        let subjects = [vec![subject(&square); 6], vec![subject(&triangle); 6]].concat();
        let options = options(Trim::In8x11);
        let plan = SheetPlan::new(&subjects, &options).expect("a plan");
        let pages = &documents(&plan, &subjects, &options).expect("pages")[0].pages;
        let items = |page: &crate::SheetPage| -> Vec<Item> {
            page.drawing.layers().iter().flat_map(|layer| layer.items.clone()).collect()
        };
        let says = |page: &crate::SheetPage, words: &str| {
            items(page).iter().any(|item| matches!(item, Item::Text(text) if text.content() == words))
        };
        for part in ["Part one", "Part two"] {
            let at = pages.iter().position(|page| says(page, part)).expect("an opening");
            assert_eq!(at % 2, 0, "{part} is a right page");
            assert!(
                says(&pages[at + 1], "a") && !says(&pages[at + 2], "a"),
                "a board, and its pieces beside it"
            );
        }
        let beside = pages.iter().filter(|page| {
            items(page)
                .iter()
                .any(|item| matches!(item, Item::Text(text) if text.content().to_lowercase().contains("pieces are") || text.content().starts_with("The pieces, as")))
                && !says(page, "a")
        });
        let mut count = 0;
        for page in beside {
            let cut = page.drawing.layers().iter().filter(|layer| layer.role == Role::Cut);
            let all = cut.flat_map(|layer| &layer.items).filter_map(Item::bounds).reduce(Bounds::union);
            let all = all.expect("pieces");
            assert!(all.height() > 0.5 * page.drawing.height(), "{all:?}");
            count += 1;
        }
        assert_eq!(count, subjects.len());
    }

    #[test]
    fn calendars_have_boards_with_large_cells_and_words() {
        let points = |text: &piecework_draw::drawing::Text| text.em() * 72.0 / 25.4;
        for (name, trim) in [
            ("calendar", Trim::In8x11),
            ("calendar", Trim::In8x10),
            ("calendar", Trim::In7x10),
            ("calendar-hex", Trim::In8x11),
        ] {
            let puzzle = template(name);
            let opening = |cells: Vec<_>, name: &str, weekday| crate::Opening {
                cells,
                weekday: Some(weekday),
                ..crate::Opening::new("January 2027", name, format!("Wed {name} January"))
            };
            let days = puzzle.openings().into_iter().take(31).zip(1_usize..);
            let days = days.map(|(cells, day)| opening(cells, &day.to_string(), (day + 3) % 7)).collect();
            let subject = SheetSubject { openings: days, ..SheetSubject::new("one", &puzzle, &[]) };
            let options = options(trim);
            let plan = SheetPlan::new(std::slice::from_ref(&subject), &options).expect("a plan");
            let documents = documents(&plan, &[subject], &options).expect("pages");
            let pages = &documents[0].pages;
            let texts = |page: &crate::SheetPage| -> Vec<piecework_draw::drawing::Text> {
                let items = page.drawing.layers().iter().flat_map(|layer| &layer.items);
                let texts = items.filter_map(|item| match item {
                    Item::Text(text) => Some(text.clone()),
                    _ => None,
                });
                texts.collect()
            };
            let word = puzzle.region().labels()[0].1.as_str();
            let board = pages.iter().find(|page| texts(page).iter().any(|text| text.content() == word));
            let board = texts(board.expect("a board with its words"));
            for (_, word) in puzzle.region().labels() {
                let found = board.iter().find(|text| text.content() == word).expect("a word of the board");
                assert!(points(found) > 17.9, "{name} {trim:?}: {word} has {} pt", points(found));
            }
            let cells = plan.documents[0].pages.iter().filter_map(|page| match &page.content {
                PageContent::Puzzles { puzzles, .. } if puzzles[0].shows != ShownParts::Pieces => {
                    Some(2.0 * puzzles[0].cell_mm)
                }
                _ => None,
            });
            let across = crate::board::Board::from_region(puzzle.region()).expect("a board").across();
            let cells: Vec<f64> = cells.map(|cell| cell * across).collect();
            assert!(cells.iter().all(|&cell| cell >= LEAST), "{name} {trim:?}: {cells:?}");
            let contents =
                pages.iter().find(|page| texts(page).iter().any(|text| text.content() == "Contents"));
            let contents = texts(contents.expect("contents"));
            let at = contents.iter().position(|text| text.content() == "The board and its pieces");
            let at = &contents[at.expect("a line of the contents")];
            let beside = |text: &&piecework_draw::drawing::Text| {
                (text.bounds().center().y - at.bounds().center().y).abs() < 3.0
            };
            assert_eq!(contents.iter().filter(beside).count(), 2, "the title and its page");
            // The names of days, and how many solutions they have.
            let days = pages.iter().filter(|page| texts(page).iter().any(|text| text.content() == "Wed 30"));
            let read: Vec<_> = days.flat_map(texts).collect();
            assert!(!read.is_empty(), "{name} {trim:?}");
            for text in read {
                assert!(points(&text) > 17.9, "{name} {trim:?}: {text:?}");
            }
        }
    }

    #[test]
    fn a_board_whose_words_would_be_small_is_refused() {
        let puzzle = template("calendar");
        let opening =
            crate::Opening { cells: puzzle.openings().remove(0), ..crate::Opening::new("a", "b", "c") };
        let subject = SheetSubject { openings: vec![opening; 2], ..SheetSubject::new("one", &puzzle, &[]) };
        let refused = SheetPlan::new(&[subject], &options(Trim::In5x8));
        assert!(matches!(
            refused,
            Err(PuzzleSheetError::BoardTooLarge { .. } | PuzzleSheetError::WordsTooSmall { .. })
        ));
    }

    #[test]
    fn words_have_eighteen_points() {
        let puzzle = template("six-pentominoes-5x6");
        let tilings = [first(&puzzle, &SolveOptions::default()).expect("a search").0.expect("a tiling")];
        let subjects = vec![SheetSubject::new("one", &puzzle, &tilings); 9];
        let options = SheetOptions { hints: 1, ..options(Trim::In8x11) };
        let plan = SheetPlan::new(&subjects, &options).expect("a plan");
        let documents = documents(&plan, &subjects, &options).expect("pages");
        let items =
            documents[0].pages.iter().flat_map(|page| page.drawing.layers()).flat_map(|layer| &layer.items);
        for item in items {
            if let Item::Text(text) = item {
                assert!(text.em() * 72.0 / 25.4 > 17.9, "{text:?}");
            }
        }
    }
}

//! Plans the pages with the puzzles of a book, alone or several on a page.

use std::ops::Range;

use super::chapters::Chapter;
use super::{BookPages, WRITING, book_room, numbers};
use crate::PuzzleSheetError;
use crate::board::Board;
use crate::piece::{GAP, PieceDrawing, rows};
use crate::plan::puzzle::{SCALES, task};
use crate::plan::{
    BOOK_PAGE, BookPuzzle, ContentsEntry, Grid, PUZZLE_HEAD, PageContent, PagePlan, Places, Planner,
    ShownParts, Side, words_height,
};
use piecework_draw::geometry::{Bounds, Dimensions};

/// Columns and rows of puzzles that share a page, from many to one.
const GRIDS: [(usize, usize); 3] = [(2, 2), (1, 2), (1, 1)];
/// The same of boards without pieces.
const GRIDS_ALONE: [(usize, usize); 4] = [(2, 3), (2, 2), (1, 2), (1, 1)];
/// The space between puzzles on a page, in mm.
const PUZZLE_GAP: f64 = 10.0;
/// The smallest cell of a puzzle that shares a page, and the largest of any puzzle, in mm.
pub(in crate::plan) const SHARED: f64 = 8.0;
const LARGEST: f64 = 15.0;
/// How much smaller cells may be with the pieces below the board and not beside it.
const WORTH: f64 = 0.75;
/// What is written under a puzzle.
const WRITTEN: [&str; 2] = ["Date", "Time"];

impl Planner<'_> {
    /// Returns the pages with puzzles, and their lines in the contents: one for each chapter, or for puzzles of one name and
    /// difficulty.
    pub(super) fn puzzle_pages_of_book(&self) -> Result<BookPages, PuzzleSheetError> {
        let mut own =
            if self.options.is_shared || self.options.is_set_owned { Vec::new() } else { self.own_pages()? };
        let mut book = BookPages::default();
        let chapters = self.chapters();
        if chapters.is_empty() {
            self.add_puzzles(&mut book, 0..self.subjects.len(), &mut own)?;
            return Ok(book);
        }
        for (number, chapter) in chapters.iter().enumerate() {
            let Chapter { puzzles, title, .. } = chapter;
            // An opening faces the first puzzle, or is before it if that has two pages which face each other.
            let first = own.get(puzzles.start).and_then(|pages| pages.first());
            let has_two = first.is_some_and(|page| page.content == PageContent::Empty(Side::Left));
            let side = if has_two { Side::Right } else { Side::Left };
            book.pages.extend(self.chapter_pages(number, chapter, side));
            let (first, count) = (puzzles.start, puzzles.len());
            let entry = ContentsEntry::of_part(title, book.pages.len() - 1);
            let mut of_chapter = BookPages::default();
            self.add_puzzles(&mut of_chapter, puzzles.clone(), &mut own)?;
            let difficulty = of_chapter.entries.iter().map(|entry| entry.difficulty.clone());
            let same = difficulty.reduce(|one, next| if one == next { one } else { String::new() });
            let (numbers, difficulty) = (numbers(first + 1, count), same.unwrap_or_default());
            book.entries.push(ContentsEntry { numbers, difficulty, ..entry });
            let headed = |page| PagePlan { heading: title.clone(), ..page };
            book.pages.extend(of_chapter.pages.into_iter().map(headed));
        }
        Ok(book)
    }

    /// Adds the pages with some puzzles; `own` has the pages that puzzles have for themselves.
    fn add_puzzles(
        &self,
        book: &mut BookPages,
        puzzles: Range<usize>,
        own: &mut [Vec<PagePlan>],
    ) -> Result<(), PuzzleSheetError> {
        let mut next = puzzles.start;
        while next < puzzles.end {
            let (first, to) = (next, book.pages.len());
            if let Some(pages) = own.get_mut(first).map(std::mem::take).filter(|pages| !pages.is_empty()) {
                book.pages.extend(pages);
                next += 1;
                self.add_entry(&mut book.entries, first, to);
                continue;
            }
            match self.shared_page(first..puzzles.end)? {
                Some(page) => {
                    let PageContent::Puzzles { puzzles, .. } = &page.content else { unreachable!() };
                    next += puzzles.len();
                    book.pages.push(page);
                }
                // Board and pieces need more than a page.
                None => {
                    let heading = format!("{}  {}", first + 1, self.name(first));
                    let headed = |page| PagePlan { heading: heading.clone(), ..page };
                    book.pages.extend(self.puzzle(first)?.into_iter().map(headed));
                    next += 1;
                }
            }
            for puzzle in first..next {
                self.add_entry(&mut book.entries, puzzle, to);
            }
        }
        Ok(())
    }

    fn add_entry(&self, entries: &mut Vec<ContentsEntry>, puzzle: usize, to: usize) {
        let (number, title) = (puzzle + 1, self.name(puzzle));
        let difficulty = self.subjects[puzzle].difficulty.map_or_else(String::new, |class| class.to_string());
        match entries.last_mut() {
            Some(last) if last.title == title && last.difficulty == difficulty => {
                let first = last.numbers.split('\u{2013}').next().unwrap_or_default();
                last.numbers = format!("{first}\u{2013}{number}");
            }
            _ => {
                let (numbers, title) = (number.to_string(), title.to_owned());
                entries.push(ContentsEntry { numbers, title, difficulty, to });
            }
        }
    }

    /// Returns a page of one puzzle, or if they share pages of four, two or one, as many as are large enough; `None` if not
    /// even one fits.
    fn shared_page(&self, puzzles: Range<usize>) -> Result<Option<PagePlan>, PuzzleSheetError> {
        let (room, first) = (book_room(&self.format)?, puzzles.start);
        let grids: &[(usize, usize)] = match (self.options.is_set_owned, self.options.is_shared) {
            (true, _) => &GRIDS_ALONE,
            (_, true) => &GRIDS,
            _ => &GRIDS[GRIDS.len() - 1..],
        };
        for &(columns, rows) in grids {
            let left = puzzles.len();
            // A page that would be half empty has fewer puzzles, and larger ones.
            if left <= columns * rows / 2 {
                continue;
            }
            let count = (columns * rows).min(left);
            let places = Places { columns, rows, gap_mm: PUZZLE_GAP };
            let least = if columns * rows > 1 { SHARED } else { 0.0 };
            let place = Grid::from_places(room, places).place(0);
            let puzzles = (first..first + count)
                .map(|puzzle| match self.options.is_set_owned {
                    true => self.board_alone(puzzle, place),
                    false => self.book_puzzle(puzzle, place, least),
                })
                .collect::<Result<Option<Vec<BookPuzzle>>, _>>()?;
            if let Some(puzzles) = puzzles {
                let numbers = numbers(first + 1, count);
                let content = PageContent::Puzzles { puzzles, places };
                let marked = format!("Puzzle {numbers}");
                return Ok(Some(
                    PagePlan::new(BOOK_PAGE, &self.options.title, &numbers, content).marked(marked),
                ));
            }
        }
        Ok(None)
    }

    /// Returns the board of a puzzle for readers who have the pieces, which are named where not all puzzles have the same.
    fn board_alone(&self, puzzle: usize, place: Bounds) -> Result<Option<BookPuzzle>, PuzzleSheetError> {
        let Some(one) = self.card(puzzle, place, true)? else { return Ok(None) };
        if self.is_one_set() {
            return Ok(Some(BookPuzzle { writing: Vec::new(), ..one }));
        }
        let left = PieceDrawing::all_left(self.subjects[puzzle].puzzle)?;
        let of = self.subjects[puzzle].puzzle;
        let names: Vec<&str> = left.iter().map(|&(piece, _)| of.name_of(piece)).collect();
        let line = format!("{} Use {}.", one.line, names.join(", "));
        let board = Board::from_region(self.subjects[puzzle].puzzle.region())?;
        let top = place.top + PUZZLE_HEAD + words_height(&line, place.width());
        let (_, cell) = board.place(Bounds { top, ..place }, one.cell_mm);
        Ok(Some(BookPuzzle { line, writing: Vec::new(), cell_mm: cell, pieces_mm: cell, ..one }))
    }

    /// Returns a puzzle with the largest cells with which it fits a place; `None` if they are smaller than
    /// `least`.
    pub(in crate::plan) fn book_puzzle(
        &self,
        number: usize,
        place: Bounds,
        least: f64,
    ) -> Result<Option<BookPuzzle>, PuzzleSheetError> {
        let puzzle = self.subjects[number].puzzle;
        let (board, pieces) = (Board::from_region(puzzle.region())?, PieceDrawing::all_left(puzzle)?);
        let line = task(puzzle);
        let room = Bounds {
            top: place.top + PUZZLE_HEAD + words_height(&line, place.width()),
            bottom: place.bottom - WRITING,
            ..place
        };
        let largest = |is_beside: bool| {
            let scales = SCALES.into_iter().filter(|scale| (least..=LARGEST).contains(scale));
            scales.into_iter().find(|&scale| fits(&board, &pieces, room, (scale, is_beside)))
        };
        // Pieces below the board fill the page better, so they may be a little smaller there.
        let arrangement = match (largest(false), largest(true)) {
            (Some(below), Some(beside)) if below < beside * WORTH => Some((beside, true)),
            (None, Some(beside)) => Some((beside, true)),
            (below, _) => below.map(|below| (below, false)),
        };
        let heading = format!("{}  {}", number + 1, self.name(number));
        Ok(arrangement.map(|(cell_mm, is_beside)| BookPuzzle {
            puzzle: number,
            heading,
            line,
            difficulty: self.subjects[number].difficulty,
            writing: WRITTEN.map(str::to_owned).to_vec(),
            cell_mm,
            is_beside,
            shows: ShownParts::Both,
            lines: 0,
            pieces_mm: cell_mm,
        }))
    }

    /// Returns the same puzzle on two pages, if its cells are larger then: the board, and the pieces at its scale.
    pub(in crate::plan) fn apart(
        &self,
        one: &BookPuzzle,
        place: Bounds,
    ) -> Result<Option<[BookPuzzle; 2]>, PuzzleSheetError> {
        let puzzle = self.subjects[one.puzzle].puzzle;
        let (board, pieces) = (Board::from_region(puzzle.region())?, PieceDrawing::all_left(puzzle)?);
        let top = place.top + PUZZLE_HEAD + words_height(&one.line, place.width());
        let room = Bounds { top, bottom: place.bottom - WRITING, ..place };
        let fits = |&scale: &f64| {
            let (rows, size) = (rows(&pieces, scale, room.width()), board.outer_size(scale));
            rows.width.max(size.width) <= room.width() && rows.height.max(size.height) <= room.height()
        };
        let scale = SCALES.into_iter().find(|scale| *scale <= LARGEST && fits(scale));
        Ok(scale.filter(|&scale| scale > one.cell_mm).map(|cell_mm| {
            let page = |line: &str, shows| BookPuzzle {
                line: line.to_owned(),
                cell_mm,
                pieces_mm: cell_mm,
                shows,
                ..one.clone()
            };
            [
                page(&one.line, ShownParts::Board),
                page("The pieces, as large as the board.", ShownParts::Pieces),
            ]
        }))
    }
}

/// Returns whether board and pieces fit a room at a scale, the pieces below the board or beside it.
fn fits(
    board: &Board,
    pieces: &[(usize, PieceDrawing)],
    room: Bounds,
    (scale, is_beside): (f64, bool),
) -> bool {
    let Dimensions { width, height } = board.outer_size(scale);
    let (used_width, used_height) = if is_beside {
        let rows = rows(pieces, scale, room.width() - width - GAP);
        (width + GAP + rows.width, height.max(rows.height))
    } else {
        let rows = rows(pieces, scale, room.width());
        (width.max(rows.width), height + GAP + rows.height)
    };
    used_width <= room.width() + 1e-6 && used_height <= room.height() + 1e-6
}

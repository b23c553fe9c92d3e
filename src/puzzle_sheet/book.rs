//! A book of puzzles: cover, contents, puzzles, and the solutions at the back.

use super::board::Board;
use super::grid::Grid;
use super::hint_page::hint_page;
use super::page::{Head, LINE, Page, fitted};
use super::puzzle_page::puzzle_pages;
use super::solution_page::solution_pages;
use super::{Pages, PuzzleSheetError, SheetOptions, float};
use crate::drawing::{Anchor, Role, Text};
use crate::geometry::{Bounds, Point};
use crate::puzzle::Puzzle;
use crate::tiling::Tiling;

/// The cap height of the title on the cover, in mm.
const TITLE: f64 = 11.0;
/// From line to line of the contents, in mm.
const STEP: f64 = LINE * 2.4;
/// The room between boards on the cover, in mm.
const GAP: f64 = 12.0;
/// The most boards on the cover.
const MOST_BOARDS: usize = 12;

/// One puzzle of a book.
#[derive(Debug, Clone, Copy)]
pub struct Chapter<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its solutions that are shown at the back.
    pub tilings: &'a [Tiling],
    /// How many pieces lie already on a page of hints; 0: there is none. It takes a solution.
    pub hints: usize,
}

/// A line of the contents.
struct Entry {
    title: String,
    page: usize,
}

/// The whole book.
///
/// # Errors
/// Errors of the pages in it.
pub fn book(
    title: &str,
    chapters: &[Chapter<'_>],
    options: &SheetOptions,
) -> Result<Pages, PuzzleSheetError> {
    let (mut puzzles, mut solutions) = (Vec::new(), Vec::new());
    for chapter in chapters {
        let mut pages = puzzle_pages(chapter.puzzle, options)?;
        if let (1.., Some(tiling)) = (chapter.hints, chapter.tilings.first()) {
            pages.append(hint_page(tiling, chapter.hints, options)?);
        }
        puzzles.push(pages);
        solutions.push(solution_pages(chapter.tilings, options)?);
    }
    let names = || chapters.iter().map(|chapter| chapter.puzzle.name());
    let lines = names().count() + 1;
    let per_page = lines_per_page(options)?;
    let mut next = 2 + lines.div_ceil(per_page);
    let mut entries = Vec::new();
    for (name, pages) in names().zip(&puzzles) {
        entries.push(Entry { title: name.to_owned(), page: next });
        next += pages.len();
    }
    if solutions.iter().any(|pages| !pages.is_empty()) {
        entries.push(Entry { title: "Solutions".to_owned(), page: next });
    }
    let mut all = Pages::default();
    all.push(cover(title, chapters, options)?);
    for some in entries.chunks(per_page) {
        all.push(contents(title, some, options)?);
    }
    puzzles.into_iter().chain(solutions).for_each(|pages| all.append(pages));
    Ok(all)
}

fn cover(title: &str, chapters: &[Chapter<'_>], options: &SheetOptions) -> Result<Page, PuzzleSheetError> {
    let mut page = Page::bare(Head { bookmark: "Cover", heading: title, line: "" }, &options.paper)?;
    let free = page.free;
    let mut y = free.top + free.height() * 0.12;
    page.canvas.text(Role::Label, fitted(title, Point { x: free.left, y }, TITLE, free.width()).bold());
    y += LINE * 3.0;
    let puzzles =
        if chapters.len() == 1 { "One puzzle".to_owned() } else { format!("{} puzzles", chapters.len()) };
    let solved = chapters.iter().any(|chapter| !chapter.tilings.is_empty());
    let line = if solved { format!("{puzzles}, with solutions at the back") } else { puzzles };
    page.canvas.text(Role::Label, Text::new(line, Point { x: free.left, y }, LINE * 1.3, Anchor::Start));
    let boards = chapters.iter().take(MOST_BOARDS).map(|chapter| Board::of(chapter.puzzle.region()));
    let boards = boards.collect::<Result<Vec<_>, _>>()?;
    let size = boards
        .iter()
        .map(|board| board.outer_size(1.0))
        .fold((1.0_f64, 1.0_f64), |a, b| (a.0.max(b.0), a.1.max(b.1)));
    let room = Bounds { top: y + LINE * 5.0, ..free };
    let grid = Grid::largest(boards.len(), room, size, GAP, 0.0);
    for (index, board) in boards.iter().enumerate() {
        let (at, scale) = board.place_bare(grid.place(index));
        board.draw_bare(&mut page.canvas, at, scale);
    }
    Ok(page)
}

fn lines_per_page(options: &SheetOptions) -> Result<usize, PuzzleSheetError> {
    let free = Page::new(Head { bookmark: "", heading: "", line: "" }, &options.paper)?.free;
    Ok((1..1000).take_while(|&lines| float(lines) * STEP <= free.height()).last().unwrap_or(1))
}

fn contents(title: &str, entries: &[Entry], options: &SheetOptions) -> Result<Page, PuzzleSheetError> {
    let mut page =
        Page::new(Head { bookmark: "Contents", heading: title, line: "Contents" }, &options.paper)?;
    let Bounds { left, right, top, .. } = page.free;
    for (index, entry) in entries.iter().enumerate() {
        let y = top + LINE + STEP * float(index);
        let number = Text::new(entry.page.to_string(), Point { x: right, y }, LINE, Anchor::End);
        let room = right - left - number.width() - LINE * 4.0;
        let words = fitted(&entry.title, Point { x: left, y }, LINE, room);
        let (from, to) = (left + words.width() + LINE, right - number.width() - LINE);
        page.canvas.text(Role::Label, words);
        page.canvas.text(Role::Label, number);
        if to > from {
            page.canvas.line(Role::Guide, Point { x: from, y }, Point { x: to, y });
        }
    }
    Ok(page)
}

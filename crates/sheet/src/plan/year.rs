//! Plans a book of all ways to leave cells of a board open: a year of a calendar, a page a month, or a sheet a week for the desk.

use std::ops::Range;

use super::book::BookPages;
use super::solutions::PictureSize;
use super::{
    BOOK_PAGE, BookBlock, BookPuzzle, DocumentPlan, PageContent, PagePlan, Places, Planner, ShownSolution,
};
use crate::PuzzleSheetError;
use crate::SheetStyle;
use piecework_draw::drawing::{Anchor, Text};
use piecework_draw::geometry::Point;
use piecework_draw::page::{Title, sizes};
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::tiling::Placement;

/// The columns of a month, as of a week; fewer where a day would be narrower than this and weekdays have no columns, in mm.
const COLUMNS: usize = 7;
const FEWER: usize = 4;
const NARROW: f64 = 14.5;
/// The least height of a day, in mm; what does not fit is on a page of its own.
const LOW: f64 = 30.0;
/// The space between days of a month, and between those on a sheet of a week, in mm; chosen by eye.
const MONTH_GAP: f64 = 1.5;
const WEEK_GAP: f64 = 9.0;
/// Columns and rows of a sheet of a week: seven days, and a place for notes.
const WEEK: (usize, usize) = (2, 4);
/// How many hints a day has.
const HINTS: usize = 3;

/// A way to leave cells of a puzzle with classes open, such as a day.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opening {
    /// What it is part of, such as a month; ways of one group are beside each other.
    pub group: String,
    /// Its name in the group, such as a day.
    pub name: String,
    /// Its name anywhere.
    pub full_name: String,
    /// The cells that stay open.
    pub cells: Vec<Cell>,
    /// How many tilings there are.
    pub tilings: u64,
    /// One of them, by its number among the solutions of the subject.
    pub solution: Option<usize>,
    /// The day of the week, from Monday, if it is a day of a year.
    pub weekday: Option<usize>,
}

impl Opening {
    /// Returns a way of a group; without a solution it has no tilings.
    pub fn new(group: impl Into<String>, name: impl Into<String>, full_name: impl Into<String>) -> Self {
        let (group, name, full_name) = (group.into(), name.into(), full_name.into());
        Self { group, name, full_name, cells: Vec::new(), tilings: 0, solution: None, weekday: None }
    }
}

/// A day on a page: the board with the cells that stay open.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct DayPlan {
    /// Its name.
    pub name: String,
    /// How many solutions it has, in words.
    pub words: String,
    /// Its place on the page, from 0, by rows.
    pub place: usize,
    /// How many other days have more solutions, from 0 to 1.
    pub share: f64,
    /// The way to leave cells open, by its number among those of the subject.
    pub opening: usize,
}

impl Planner<'_> {
    /// Returns the book of subjects with openings, one after another, and its cover if it is printed and bound.
    pub(super) fn year(&self) -> Result<Vec<DocumentPlan>, PuzzleSheetError> {
        let mut parts = Vec::new();
        let is_felt = self.options.audience() == SheetStyle::Tactile;
        let mut boards = if is_felt { Vec::new() } else { self.own_pages()? };
        for puzzle in 0..self.subjects.len() {
            let boards = match boards.get_mut(puzzle).map(std::mem::take) {
                Some(pages) if !pages.is_empty() => {
                    pages.into_iter().map(|page| self.unnumbered(puzzle, page)).collect()
                }
                _ if is_felt => self.tactile(puzzle)?,
                _ => self.puzzle(puzzle)?,
            };
            let mut own = vec![("The board and its pieces".to_owned(), boards)];
            own.extend(self.months(puzzle)?);
            let hints = self.hints_of_year(puzzle);
            if !hints.is_empty() {
                let text = PagePlan::new(BOOK_PAGE, "Hints", "", PageContent::Text(hints));
                own.push(("Hints".to_owned(), vec![text]));
            }
            own.push(("Solutions".to_owned(), self.solutions_of_year(puzzle)?));
            if self.subjects.len() > 1 {
                let name = self.subjects[puzzle].puzzle.name();
                own.iter_mut().for_each(|(title, _)| *title = format!("{name}: {title}"));
            }
            parts.append(&mut own);
        }
        self.bound(BookPages::default(), parts, self.how_to_play())
    }

    /// Returns a page of a puzzle without its number, and without lines to write on.
    fn unnumbered(&self, puzzle: usize, page: PagePlan) -> PagePlan {
        let PageContent::Puzzles { puzzles, places } = page.content else { return page };
        let heading = self.subjects[puzzle].puzzle.name();
        let whole = |one| BookPuzzle { heading: heading.to_owned(), writing: Vec::new(), ..one };
        let content = PageContent::Puzzles { puzzles: puzzles.into_iter().map(whole).collect(), places };
        PagePlan { content, line: String::new(), ..page }.marked("The board".to_owned())
    }

    /// Returns the sheets of a calendar for the desk: one a week, and the solutions after them.
    pub(super) fn desk(&self) -> Result<Vec<DocumentPlan>, PuzzleSheetError> {
        let days = &self.subjects[0].openings;
        let weeks = ranges(days.chunk_by(|_, next| next.weekday != Some(0)));
        let (columns, rows) = WEEK;
        let mut pages: Vec<PagePlan> = weeks
            .map(|week| {
                let name = |day: usize| days[day].full_name.clone();
                let heading = format!("{} to {}", name(week.start), name(week.end - 1));
                let place = |day: usize| days[day].weekday.unwrap_or(0);
                let days = week.map(|day| self.day(0, (day, name(day)), place(day))).collect();
                let places = Places { columns, rows, gap_mm: WEEK_GAP };
                PagePlan::new("week", &heading, "", PageContent::Days { puzzle: 0, days, places })
            })
            .collect();
        let solutions = self.solutions_of_year(0)?.into_iter();
        pages.extend(solutions.map(|page| PagePlan { kind: "solutions".to_owned(), ..page }));
        Ok(vec![self.document_of_all("desk", pages)])
    }

    /// Returns a page of each group of openings.
    fn months(&self, puzzle: usize) -> Result<Vec<(String, Vec<PagePlan>)>, PuzzleSheetError> {
        let all = &self.subjects[puzzle].openings;
        let groups = ranges(all.chunk_by(|one, next| one.group == next.group));
        let line = if self.options.audience().is_colored() {
            "Darker: fewer solutions"
        } else {
            "The number is that of the solutions"
        };
        let columns = self.columns_of_month(all)?;
        let is_large = self.options.audience() == SheetStyle::LargePrint;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a page has some rows")]
        let most_rows = ((self.format.room(&Title::default())?.height() / LOW) as usize).max(1);
        let month = |group: Range<usize>| {
            let is_week = columns == COLUMNS;
            let first = all[group.start].weekday.filter(|_| is_week).unwrap_or(0);
            let title = all[group.start].group.clone();
            let all_rows = (first + group.len()).div_ceil(columns);
            // A month on several pages has as many rows on each.
            let rows = all_rows.div_ceil(all_rows.div_ceil(most_rows).max(1));
            let name = |day: usize| match all[day].full_name.rsplit_once(' ') {
                Some((name, _)) if is_large && all[day].weekday.is_some() => name.to_owned(),
                _ => all[day].name.clone(),
            };
            let on_page = |of_page: &[(usize, usize)], at: usize| {
                let days = of_page.iter().map(|&(day, place)| self.day(puzzle, (day, name(day)), place - at));
                let days = days.collect();
                let places = Places { columns, rows, gap_mm: MONTH_GAP };
                PagePlan::new(BOOK_PAGE, &title, line, PageContent::Days { puzzle, days, places })
            };
            let placed: Vec<(usize, usize)> = group.zip(first..).collect();
            let full = columns * rows;
            let pages = placed.chunk_by(|one, next| one.1 / full == next.1 / full);
            let pages = pages.map(|page| on_page(page, page[0].1 / full * full)).collect();
            (title.clone(), pages)
        };
        Ok(groups.map(month).collect())
    }

    /// Returns how many days are beside each other: those of a week, or fewer where they would be narrow. In large print their
    /// names have room.
    fn columns_of_month(&self, all: &[Opening]) -> Result<usize, PuzzleSheetError> {
        let width = self.format.room(&Title::default())?.width();
        if self.options.audience() == SheetStyle::LargePrint {
            let name =
                |day: &Opening| Text::new(&day.full_name, Point::default(), sizes::TEXT, Anchor::Start);
            let widest = all.iter().map(|day| name(day).bold().width()).fold(0.0, f64::max);
            let fits = |&columns: &usize| crate::float(columns) * (widest + MONTH_GAP) <= width;
            return Ok((1..=FEWER).rev().find(fits).unwrap_or(1));
        }
        let has_weeks = all.iter().any(|day| day.weekday.is_some());
        let is_wide = width >= NARROW * crate::float(COLUMNS);
        Ok(if has_weeks || is_wide { COLUMNS } else { FEWER })
    }

    fn day(&self, puzzle: usize, (opening, name): (usize, String), place: usize) -> DayPlan {
        let all = &self.subjects[puzzle].openings;
        let day = &all[opening];
        let more = all.iter().filter(|other| other.tilings > day.tilings).count();
        let share = crate::float(more) / crate::float(all.len().max(2) - 1);
        let words = match day.tilings {
            0 => "none".to_owned(),
            1 => "1 way".to_owned(),
            many => format!("{many} ways"),
        };
        DayPlan { name, words, place, share, opening }
    }

    /// Returns three hints for each day with a solution: where one of its pieces lies.
    fn hints_of_year(&self, puzzle: usize) -> Vec<BookBlock> {
        let subject = &self.subjects[puzzle];
        if self.options.hints == 0 {
            return Vec::new();
        }
        let hints = |day: &Opening| {
            let tiling = subject.tilings.get(day.solution?)?;
            let pieces = tiling.placements();
            let name = |laid: &Placement| tiling.puzzle().name_of(laid.piece);
            let shown = pieces.iter().step_by((pieces.len() / HINTS).max(1)).take(HINTS);
            let hint = |laid: &Placement| format!("{}: {}", name(laid), words(subject.puzzle, &laid.cells));
            Some(std::iter::once(day.name.clone()).chain(shown.map(hint)).collect::<Vec<String>>())
        };
        let groups = subject.openings.chunk_by(|one, next| one.group == next.group);
        let mut blocks = Vec::new();
        for group in groups {
            let rows: Vec<Vec<String>> = group.iter().filter_map(hints).collect();
            if rows.iter().any(|row| row.len() > 1) {
                blocks.push(BookBlock::Heading(group[0].group.clone()));
                blocks.push(BookBlock::Hints(rows));
            }
        }
        blocks
    }

    /// Returns one solution of each opening, as many on a page as are legible.
    fn solutions_of_year(&self, puzzle: usize) -> Result<Vec<PagePlan>, PuzzleSheetError> {
        let subject = &self.subjects[puzzle];
        let shown = |day: &Opening| Some((day.solution?, day.full_name.clone()));
        let shown: Vec<(usize, String)> = subject.openings.iter().filter_map(shown).collect();
        let size = |&(solution, _): &(usize, String)| Ok(PictureSize::of(&subject.tilings[solution])?.size);
        let sizes = shown.iter().map(size).collect::<Result<Vec<_>, PuzzleSheetError>>()?;
        let pages = self.small_pages(&sizes)?.into_iter().map(|(range, places)| {
            let some = &shown[range];
            let (first, last) = (&some[0].1, &some[some.len() - 1].1);
            let line = if some.len() == 1 { first.clone() } else { format!("{first} to {last}") };
            let captions = some.iter().map(|(_, name)| vec![name.clone()]).collect();
            let shown = some.iter().map(|&(solution, _)| ShownSolution { puzzle, solution }).collect();
            let content = PageContent::Solutions { shown, captions, places };
            PagePlan::new(BOOK_PAGE, "Solutions", &line, content).marked(format!("Solutions {line}"))
        });
        Ok(pages.collect())
    }

    fn how_to_play(&self) -> Vec<BookBlock> {
        let days = || self.subjects.iter().flat_map(|subject| &subject.openings).map(|day| day.tilings);
        let (least, most) = (days().min().unwrap_or(0), days().max().unwrap_or(0));
        let paragraph = |words: String| BookBlock::Paragraph(words);
        vec![
            BookBlock::Heading("How to play".to_owned()),
            paragraph(super::puzzle::task(self.subjects[0].puzzle)),
            paragraph(format!(
                "Each day shows which cells stay open, and how many ways there are to cover the others: {least} to \
                 {most}. The fewer, the harder. Copy the pieces and cut them out; tick a day when it is solved."
            )),
            paragraph(
                "The hints of a day tell where a piece lies in the solution at the end of the book, by the words that \
                 it covers. Lay a ruler under the day, and uncover one hint after the other."
                    .to_owned(),
            ),
        ]
    }
}

/// Returns where the parts of a list are in it.
fn ranges<'a>(parts: impl Iterator<Item = &'a [Opening]>) -> impl Iterator<Item = Range<usize>> {
    parts.scan(0, |end, part| {
        let start = *end;
        *end += part.len();
        Some(start..*end)
    })
}

/// Returns the words that cells of a puzzle have.
fn words(puzzle: &Puzzle, cells: &[Cell]) -> String {
    let words: Vec<&str> = cells.iter().filter_map(|&cell| puzzle.region().label(cell)).collect();
    words.join(" ")
}

//! Makes a book of a calendar: all its days with their number of solutions, hints, and a solution of each.

use serde_json::json;

use super::opening::{Each, words};
use super::play_link::{note_long_links, play_link};
use super::session::Session;
use super::sheet::{self, laying_out, written};
use super::{JobEnd, Made, Plan, book_words, search};
use crate::design::{BookPart, BookRequest, DesignError, OptionError, Options as _, Subject};
use crate::output::FileSet;
use piecework_sheet::{Opening, SheetStyle, SheetSubject};
use piecework_solve::{OpeningCounts, count_openings};
use piecework_tiling::error::Error;
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::{Class, Date, Puzzle};
use piecework_tiling::tiling::Tiling;

/// The days of a week, from Monday, where the calendar has no words for them.
const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// The calendars of a book that is about nothing else: puzzles with classes of which no cells were chosen.
pub(super) fn calendars(request: &BookRequest) -> Option<Vec<&Subject>> {
    let calendar = |part: &'_ BookPart| match part {
        BookPart::Puzzle(subject) => !subject.puzzle.classes().is_empty() && !subject.is_solved(),
        BookPart::Order { .. } => false,
    };
    let is_all = !request.parts.is_empty() && request.parts.iter().all(calendar);
    is_all.then(|| request.parts.iter().filter_map(BookPart::subject).collect())
}

/// Refuses options of calendars in other books.
pub(super) fn refuse_year(request: &BookRequest) -> Result<(), OptionError> {
    let set = [("year", "--year"), ("desk", "--desk")].into_iter().find(|(key, _)| request.is_set(key));
    set.map_or(Ok(()), |(_, flag)| {
        Err(OptionError::no_effect(
            flag,
            "it is for a book of puzzles with classes of cells, without `--open`",
        ))
    })
}

/// A calendar with its days, counted and solved.
struct Counted<'a> {
    stem: String,
    puzzle: &'a Puzzle,
    openings: Vec<Opening>,
    tilings: Vec<Tiling>,
    each: Each<'a>,
    is_partial: bool,
}

/// Counts the solutions of all days, and lays out the pages, which carry the recipe.
pub(super) fn year(
    session: &Session<'_>,
    request: &BookRequest,
    subjects: &[&Subject],
    recipe: &str,
    files: &mut FileSet,
) -> Result<Made, Error> {
    refuse(request, subjects)?;
    let mut options = sheet::options(&request.pages())?;
    if let ([subject], false) = (subjects, request.is_set("title")) {
        let of_year = request.year.map_or_else(String::new, |year| format!(" {year}"));
        options.title = format!("{}{of_year}", subject.puzzle.name());
    }
    let (mut calendars, mut end) = (Vec::new(), JobEnd::Done);
    for subject in subjects {
        let (calendar, own) = counted(session, request, subject)?;
        calendars.push(calendar);
        end = end.max(own);
    }
    let days: usize = calendars.iter().map(|calendar| calendar.openings.len()).sum();
    options.print = sheet::print(request.trim, request.cream, days)?;
    (options.style, options.is_desk) = (request.style, request.desk);
    book_words::add_to(&mut options, request);
    options.stop =
        laying_out(session, calendars.iter().map(|calendar| calendar.puzzle.region().area()).sum());
    options.colophon = book_words::colophon(days, !request.no_design);
    let link = |subject: &&Subject| {
        request.play_at.as_ref().map(|page| play_link(subject, page.as_str())).transpose()
    };
    let links = subjects.iter().map(link).collect::<Result<Vec<_>, _>>()?;
    let about = calendars.iter().zip(links).map(|(calendar, play)| SheetSubject {
        play,
        openings: calendar.openings.clone(),
        is_partial: calendar.is_partial,
        ..SheetSubject::new(&calendar.stem, calendar.puzzle, &calendar.tilings)
    });
    let about: Vec<SheetSubject<'_>> = about.collect();
    note_long_links(session, &about);
    let (plan, pages, own) = written(session, &about, &options, Some(recipe).filter(|_| !request.no_design))?;
    files.add_all(own)?;
    let in_numbers = |calendar: &Counted<'_>| {
        let mut numbers = calendar.each.to_json();
        numbers["puzzle"] = calendar.puzzle.name().into();
        numbers
    };
    let mut summary = match calendars.as_slice() {
        [one] => in_numbers(one),
        all => json!({ "calendars": all.iter().map(in_numbers).collect::<Vec<_>>() }),
    };
    summary["book"] = json!({ "pages": pages, "puzzles": days });
    let text = calendars.iter().map(|calendar| calendar.each.in_words() + "\n").collect();
    let tilings = calendars.into_iter().flat_map(|calendar| calendar.tilings).collect();
    Ok(Made { end, text, tilings, plan: Plan::Sheet(Box::new(plan)), ..Made::new("book", summary) })
}

/// Refuses what has no effect on calendars, or needs others.
fn refuse(request: &BookRequest, subjects: &[&Subject]) -> Result<(), Error> {
    if request.shared {
        return Err(OptionError::no_effect("--shared", "a calendar has a page a month").into());
    }
    if request.own_set {
        return Err(OptionError::no_effect("--own-set", "a calendar has a page a month").into());
    }
    if request.desk && request.style == SheetStyle::LargePrint {
        let (option, other) = ("--desk".into(), "--style large-print".into());
        return Err(OptionError::Conflict { option, other }.into());
    }
    if request.desk && subjects.len() > 1 {
        return Err(OptionError::no_effect("--desk", "sheets for the desk are of one calendar").into());
    }
    for puzzle in subjects.iter().map(|subject| &subject.puzzle) {
        if request.year.is_none() && [12, 31, 7].into_iter().all(|size| has_class(puzzle, size)) {
            return Err(DesignError::WeekdaysNeedYear.into());
        }
        if request.year.is_some() && ![12, 31].into_iter().all(|size| has_class(puzzle, size)) {
            let reason = "the puzzle has no classes of 12 months and 31 days";
            return Err(OptionError::no_effect("--year", reason).into());
        }
    }
    Ok(())
}

/// Counts the days of a calendar, and finds a solution of each.
fn counted<'a>(
    session: &Session<'_>,
    request: &BookRequest,
    subject: &'a Subject,
) -> Result<(Counted<'a>, JobEnd), Error> {
    let puzzle = &*subject.puzzle;
    let counted = session.search(|options| Ok(count_openings(puzzle, options)?))?;
    let tilings: u64 = counted.counts.values().sum();
    session.searched(search::summary_of(&counted.report, &tilings.to_string()));
    let end = search::end(&counted.report, tilings);
    let (openings, tilings) = match request.year {
        Some(year) => days(puzzle, usize::try_from(year).unwrap_or(usize::MAX), &counted)?,
        None => ways(puzzle, &counted)?,
    };
    let is_partial = !counted.report.outcome.is_complete();
    let (stem, each) = (end.stem(&subject.stem), Each::new(puzzle, &counted));
    Ok((Counted { stem, puzzle, openings, tilings, each, is_partial }, end))
}

fn has_class(puzzle: &Puzzle, size: usize) -> bool {
    puzzle.classes().iter().any(|class| class.cells.len() == size)
}

/// The days of a year that the calendar has, and a solution of each that has some.
fn days(puzzle: &Puzzle, year: usize, counted: &OpeningCounts) -> Result<(Vec<Opening>, Vec<Tiling>), Error> {
    let with_month = |date: Date| {
        let cells = puzzle.open_cells_on(date);
        let is_of = |size: usize| puzzle.classes().iter().find(|class| class.cells.len() == size);
        let word =
            |size| is_of(size).and_then(|class: &Class| cells.iter().find(|cell| class.cells.contains(cell)));
        let word = |size| word(size).map_or_else(String::new, |&cell| words(puzzle, &[cell]));
        let month = word(12);
        let weekday = Some(word(7)).filter(|word| !word.is_empty());
        let weekday = weekday.unwrap_or_else(|| WEEKDAYS[date.weekday()].to_owned());
        let full = format!("{weekday} {} {month}", date.day);
        let mut opening = Opening::new(format!("{month} {year}"), date.day.to_string(), full);
        opening.weekday = Some(date.weekday());
        (opening, cells)
    };
    let dates = Date::of_year(year).into_iter().map(with_month);
    solved(dates.filter(|(_, cells)| puzzle.may_be_open(cells)), counted)
}

/// All ways to leave cells open, grouped by the cell of the first class where there are several classes.
fn ways(puzzle: &Puzzle, counted: &OpeningCounts) -> Result<(Vec<Opening>, Vec<Tiling>), Error> {
    let first = puzzle.classes().first().map_or(1, |class| puzzle.open_in(class));
    let first = if puzzle.classes().len() > 1 { first } else { 0 };
    let way = |cells: Vec<Cell>| {
        let (group, rest) = cells.split_at(first);
        let group = if group.is_empty() { puzzle.name().to_owned() } else { words(puzzle, group) };
        (Opening::new(group, words(puzzle, rest), words(puzzle, &cells)), cells)
    };
    solved(puzzle.openings().into_iter().map(way), counted)
}

/// Adds to ways to leave cells open how many tilings they have, and one of them.
fn solved(
    ways: impl Iterator<Item = (Opening, Vec<Cell>)>,
    counted: &OpeningCounts,
) -> Result<(Vec<Opening>, Vec<Tiling>), Error> {
    let mut tilings = Vec::new();
    let solved = ways.map(|(mut opening, mut cells)| {
        opening.cells.clone_from(&cells);
        cells.sort_unstable();
        opening.tilings = counted.counts.get(&cells).copied().unwrap_or(0);
        if let Some(first) = counted.firsts.get(&cells) {
            opening.solution = Some(tilings.len());
            tilings.push(first.clone().opened()?);
        }
        Ok(opening)
    });
    let openings = solved.collect::<Result<Vec<Opening>, Error>>()?;
    Ok((openings, tilings))
}

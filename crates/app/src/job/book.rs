//! Makes a book of puzzles from its parts: orders and puzzles, numbered through, easy ones first.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use serde_json::{Value, json};

use super::play_link::{check_page, note_long_links, play_link, puzzle_link};
use super::puzzle_orders::{in_numbers, line, ordered, plan};
use super::puzzle_titles::PuzzleTitles;
use super::session::Session;
use super::sheet::{self, laying_out, written};
use super::{JobEnd, Made, Plan, book_words, year};
use crate::design::{
    BookPart, BookRequest, DesignError, OptionError, Product, PuzzleRequest, Subject, stem_of,
};
use crate::output::FileSet;
use piecework_sheet::{FULL_BOOK, SheetStyle, SheetSubject, themes};
use piecework_solve::maker::{MadePuzzle, Reasoning, reason};
use piecework_tiling::error::Error;
use piecework_tiling::limits::Limit;
use piecework_tiling::puzzle::{Puzzle, write_puzzle};
use piecework_tiling::text::plural;
use piecework_tiling::tiling::{Likeness, Sameness, Tiling, write_record};

/// A puzzle of the book.
struct Entry {
    stem: String,
    puzzle: Arc<Puzzle>,
    tilings: Vec<Tiling>,
    is_brought: bool,
    /// What a person takes to solve it, if that was measured.
    effort: Option<(u8, u64)>,
    /// The number of its chapter, if puzzles are grouped by lattice or by what they give.
    theme: usize,
    /// The address at which it is played.
    play: Option<String>,
    /// The puzzle that was made to order.
    made: Option<MadePuzzle>,
}

/// The puzzles of all parts, and what there is to say about their making.
#[derive(Default)]
struct Gathered {
    entries: Vec<Entry>,
    end: JobEnd,
    text: String,
    orders: Vec<Value>,
    /// What the files of the only order are called.
    stem: Option<String>,
}

/// Runs the job.
pub(super) fn book(
    session: &Session<'_>,
    request: &BookRequest,
    product: &Product,
    files: &mut FileSet,
) -> Result<Made, Error> {
    if !session.design.subjects.is_empty() {
        return Err(OptionError::Conflict { option: "puzzle".into(), other: "book".into() }.into());
    }
    if let Some(calendars) = year::calendars(request) {
        return year::year(session, request, &calendars, &session.design.recipe(product), files);
    }
    year::refuse_year(request)?;
    refuse_class_style(request.style)?;
    printed(session, request, &session.design.recipe(product), product.spec().name, files)
}

/// Refuses pages that only a class set has.
pub(super) fn refuse_class_style(style: SheetStyle) -> Result<(), OptionError> {
    match style {
        SheetStyle::Tactile => {
            Err(OptionError::Needs { option: "--style tactile".into(), other: "--copies".into() })
        }
        _ => Ok(()),
    }
}

/// Makes the puzzles and lays out the pages, which carry the recipe.
pub(super) fn printed(
    session: &Session<'_>,
    request: &BookRequest,
    recipe: &str,
    product: &'static str,
    files: &mut FileSet,
) -> Result<Made, Error> {
    session.limits.allow(Limit::SolutionsWritten, request.solutions)?;
    let count = request.parts.iter().map(asked).fold(0, usize::saturating_add);
    if count == 0 {
        return Err(DesignError::NoSubject.into());
    }
    request.play_at.as_ref().map_or(Ok(()), |page| check_page(page.as_str()))?;
    let mut options = sheet::options(&request.pages())?;
    options.print = sheet::print(request.trim, request.cream, count)?;
    (options.style, options.is_cards, options.is_shared) = (request.style, request.cards, request.shared);
    book_words::add_to(&mut options, request);
    let Gathered { mut entries, end, text, orders, stem } = gathered(session, request)?;
    // Without a title of its own, a book is called by its order.
    options.stem = stem.clone().filter(|_| request.title == PuzzleRequest::default().title);
    let summary = |entries: &[Entry], pages: usize| {
        let mut value = match orders.as_slice() {
            [order] if request.parts.len() == 1 => order.clone(),
            orders => json!({ "orders": orders }),
        };
        value["puzzles"] = entries.iter().map(Entry::in_numbers).collect();
        value["book"] = json!({ "pages": pages, "puzzles": entries.len() });
        value
    };
    if end == JobEnd::No || entries.is_empty() {
        let summary = summary(&[], 0);
        return Ok(Made { end: end.max(JobEnd::No), text, ..Made::new(product, summary) });
    }
    arrange(session, request, &mut entries)?;
    number(&mut entries, end, request.style);
    if let Some(page) = &request.play_at {
        // The names of puzzles made to order are known now.
        for entry in entries.iter_mut().filter(|entry| entry.made.is_some()) {
            entry.play = Some(puzzle_link(&entry.puzzle, page.as_str()));
        }
    }
    let text = entries
        .iter()
        .zip(1..)
        .filter_map(|(entry, number)| Some(line(number, entry.made.as_ref()?)))
        .collect::<String>()
        + &text;
    options.stop = laying_out(session, entries.iter().map(|entry| entry.puzzle.region().area()).sum());
    let mut about: Vec<SheetSubject<'_>> = entries.iter().map(|entry| entry.about(end)).collect();
    options.colophon = book_words::colophon(about.len(), !request.no_design);
    note_long_links(session, &about);
    let written = session
        .search(|solving| book_words::explain(&mut about, solving, &options.stop))
        .and_then(|()| written(session, &about, &options, Some(recipe).filter(|_| !request.no_design)));
    drop(about);
    let written = if end == JobEnd::Stopped { session.unless_stopped(written)? } else { Some(written?) };
    let (plan, pages) = match written {
        Some((plan, pages, own)) => {
            files.add_all(own)?;
            (Plan::Sheet(Box::new(plan)), pages)
        }
        None => (Plan::None, 0),
    };
    let stem = end.stem(&stem.unwrap_or_else(|| stem_of(&format!("{}.pdf", request.title))));
    add_puzzles(&entries, &stem, files)?;
    let summary = summary(&entries, pages);
    let tilings = entries.into_iter().flat_map(|entry| entry.tilings).collect();
    Ok(Made { end, text, tilings, plan, ..Made::new(product, summary) })
}

/// How many puzzles a part asks for.
fn asked(part: &BookPart) -> usize {
    match part {
        BookPart::Puzzle(_) => 1,
        BookPart::Order { order, .. } => usize::try_from(order.count).unwrap_or(usize::MAX),
    }
}

/// Makes the puzzles of all parts, no two alike, and finds solutions of those that were brought.
fn gathered(session: &Session<'_>, request: &BookRequest) -> Result<Gathered, Error> {
    let (mut all, mut known, mut alike) = (Gathered::default(), HashSet::new(), 0);
    let pages = request.pages();
    for part in &request.parts {
        match part {
            BookPart::Puzzle(subject) => {
                let (mut subject, is_brought) = (Subject::clone(subject), subject.is_solved());
                let play = request.play_at.as_ref().map(|page| play_link(&subject, page.as_str()));
                let play = play.transpose()?;
                all.end = all.end.max(sheet::solutions(session, &mut subject, &pages)?);
                let Subject { stem, puzzle, tilings, .. } = subject;
                all.entries.push(Entry {
                    stem,
                    puzzle,
                    tilings,
                    is_brought,
                    effort: None,
                    theme: 0,
                    play,
                    made: None,
                });
            }
            BookPart::Order { order, seed, subject } => {
                let made = ordered(session, order, seed.unwrap_or(0), subject.as_deref())?;
                all.end = all.end.max(made.end);
                all.text += &made.text;
                let mut numbers = plan(order, &made.report);
                numbers["puzzles"] = made.report.puzzles.len().into();
                all.orders.push(numbers);
                for one in made.report.puzzles {
                    if !known.insert(Likeness::new(&one.solution, Sameness::Free)) {
                        alike += 1;
                        continue;
                    }
                    all.entries.push(Entry::made(&made.stem, one));
                }
                all.stem = (request.parts.len() == 1).then_some(made.stem);
            }
        }
    }
    if alike > 0 {
        all.end = all.end.max(JobEnd::Fewer);
        let alike = plural(alike, "puzzle");
        session.note(format!("left out, because their solutions are in the book already: {alike}"));
    }
    Ok(all)
}

impl Entry {
    fn made(stem: &str, made: MadePuzzle) -> Self {
        Self {
            stem: stem.to_owned(),
            puzzle: Arc::clone(&made.puzzle),
            tilings: vec![made.solution.clone()],
            is_brought: false,
            effort: Some(hardness(&made.reasoning)),
            theme: 0,
            play: None,
            made: Some(made),
        }
    }

    /// What the pages show of it.
    fn about(&self, end: JobEnd) -> SheetSubject<'_> {
        SheetSubject {
            is_partial: end == JobEnd::Stopped,
            is_brought: self.is_brought,
            difficulty: self.made.as_ref().map(|made| made.reasoning.difficulty()),
            play: self.play.clone(),
            ..SheetSubject::new(&self.stem, &self.puzzle, &self.tilings)
        }
    }

    /// It as the command prints it with `--json`.
    fn in_numbers(&self) -> Value {
        match &self.made {
            Some(made) => in_numbers(made),
            None => json!({
                "name": self.puzzle.name(),
                "puzzle": serde_json::from_str::<Value>(&write_puzzle(&self.puzzle)).unwrap_or_default(),
            }),
        }
    }
}

/// Sorts the puzzles by their chapters, and then by what a person takes to solve them; those for which that is not measured are last.
fn arrange(session: &Session<'_>, request: &BookRequest, entries: &mut [Entry]) -> Result<(), Error> {
    if request.in_order {
        return Ok(());
    }
    let stop = laying_out(session, entries.iter().map(|entry| entry.puzzle.region().area()).sum());
    for entry in entries.iter_mut().filter(|entry| entry.effort.is_none()) {
        let reasoning =
            session.search(|options| match entry.puzzle.region().area() <= book_words::LARGEST {
                true => Ok(reason(&entry.puzzle, &book_words::unlimited(options, &stop))?),
                false => Ok(None),
            })?;
        stop.check()?;
        entry.effort = reasoning.as_ref().map(hardness);
    }
    // In a book with chapters those come first.
    let puzzles: Vec<&Puzzle> = entries.iter().map(|entry| &*entry.puzzle).collect();
    let themes = themes(&puzzles).filter(|_| puzzles.len() >= FULL_BOOK);
    for (entry, theme) in entries.iter_mut().zip(themes.unwrap_or_default()) {
        entry.theme = theme;
    }
    entries.sort_by_key(|entry| (entry.theme, entry.effort.unwrap_or((u8::MAX, u64::MAX))));
    Ok(())
}

/// How hard a puzzle is: its class goes first, since one that was not finished is hard whatever was counted until then.
fn hardness(reasoning: &Reasoning) -> (u8, u64) {
    (reasoning.difficulty(), reasoning.effort())
}

/// Names the puzzles that were made to order, no two alike, and their files by their number in the book.
fn number(entries: &mut [Entry], end: JobEnd, style: SheetStyle) {
    let titles = PuzzleTitles::of(style);
    let brought = entries.iter().filter(|entry| entry.made.is_none());
    let mut taken: BTreeSet<String> = brought.map(|entry| entry.puzzle.name().to_owned()).collect();
    let digits = entries.len().to_string().len();
    for (number, entry) in (1..).zip(entries) {
        let stem = end.stem(&entry.stem);
        entry.stem = if entry.made.is_some() { format!("{stem}-{number:0digits$}") } else { stem };
        let Some(made) = &mut entry.made else { continue };
        let name = titles.name(&made.puzzle, &taken);
        taken.insert(name.clone());
        *made = made.renamed(name);
        (entry.puzzle, entry.tilings) = (Arc::clone(&made.puzzle), vec![made.solution.clone()]);
    }
}

/// Adds the puzzles that were made to order as files, and their solutions in one file.
fn add_puzzles(entries: &[Entry], stem: &str, files: &mut FileSet) -> Result<(), Error> {
    let made = || entries.iter().filter(|entry| entry.made.is_some());
    if made().next().is_none() {
        return Ok(());
    }
    let records: String =
        made().flat_map(|entry| &entry.tilings).map(|tiling| write_record(tiling) + "\n").collect();
    files.add(format!("{stem}-solutions.jsonl"), records)?;
    for entry in made() {
        files.add(format!("{}.json", entry.stem), write_puzzle(&entry.puzzle))?;
    }
    Ok(())
}

//! Makes puzzle pages: puzzles, solutions, catalogues, contact sheets, books, and pieces to cut out of card.

use std::ops::ControlFlow;

use serde_json::json;

use super::choice::TilingChoice;
use super::files::add_svg;
use super::records::{carried, draw_picture};
use super::search::{self, Images};
use super::session::Session;
use super::{JobEnd, Made, Plan, book_words, nothing, sheet_words};
use crate::design::{
    BookRequest, DesignError, NoEffect, OptionError, Options as _, Product, SheetRequest, Subject,
};
use crate::output::FileSet;
use piecework_draw::drawing::Drawing;
use piecework_draw::layout;
use piecework_draw::render::document_format;
use piecework_draw::render::documents::{self, DocumentOptions};
use piecework_sheet::{
    self as puzzle_sheet, BookPrint, SheetDocument, SheetOptions, SheetPlan, SheetSubject, Trim,
};
use piecework_solve::SolveOptions;
use piecework_tiling::error::Error;
use piecework_tiling::length::Length;
use piecework_tiling::limits::Limit;
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::Tiling;

/// Runs the job.
pub(super) fn sheet(
    session: &Session<'_>,
    request: &SheetRequest,
    product: &Product,
    files: &mut FileSet,
) -> Result<Made, Error> {
    session.limits.allow(Limit::SolutionsWritten, request.solutions)?;
    if request.picture.is_some() && request.solutions == 0 && !request.all {
        let reason = NoEffect::With("--solutions 0");
        return Err(OptionError::NoEffect { option: "--picture".into(), reason }.into());
    }
    let mut options = options(request)?;
    let mut subjects = session.design.subjects.clone();
    options.print = print(request.trim, request.cream, subjects.len())?;
    if subjects.is_empty() {
        return Err(DesignError::NoSubject.into());
    }
    let brought: Vec<bool> = subjects.iter().map(Subject::is_solved).collect();
    let mut end = JobEnd::Done;
    for subject in &mut subjects {
        end = end.max(solutions(session, subject, request)?);
    }
    if end == JobEnd::No {
        // Pages without their solutions would look like the whole result.
        let first = &subjects[0];
        return Ok(nothing("sheet", first, end));
    }
    let book = BookRequest::of_sheet(request, &session.design.subjects);
    let recipe = book.map_or_else(|| session.design.recipe(product), |book| session.design.book_recipe(book));
    let recipe = recipe.as_str();
    for subject in &mut subjects {
        subject.stem = end.stem(&subject.stem);
    }
    let is_partial = end == JobEnd::Stopped;
    if let Some(columns) = request.picture {
        for subject in &subjects {
            let (own, whole) = (std::slice::from_ref(subject), subject.tilings.len());
            files.add_all(as_much_as_fits(session, own, (whole, end), |most, stop| {
                options.stop = stop;
                let tilings = &subject.tilings[..most.min(whole)];
                picture(session, (subject, tilings), request, columns, (&options, recipe))
            })?)?;
        }
        let found: usize = subjects.iter().map(|subject| subject.tilings.len()).sum();
        let summary =
            json!({ "puzzle": subjects[0].puzzle.name(), "sheet": { "pages": 0, "solutions": found } });
        let tilings = subjects.into_iter().flat_map(|subject| subject.tilings).collect();
        return Ok(Made { end, tilings, ..Made::new("sheet", summary) });
    }
    let most = subjects.iter().map(|subject| subject.tilings.len()).max().unwrap_or(0);
    let (plan, pages, own) = as_much_as_fits(session, &subjects, (most, end), |most, stop| {
        options.stop = stop;
        let mut about: Vec<SheetSubject<'_>> = subjects
            .iter()
            .zip(&brought)
            .map(|(subject, &is_brought)| SheetSubject {
                is_partial,
                ..about(subject, most, is_brought, request, &options.stop)
            })
            .collect();
        session.search(|solving| book_words::explain(&mut about, solving, &options.stop))?;
        options.colophon = book_words::colophon(about.len(), true);
        written(session, &about, &options, Some(recipe))
    })?;
    files.add_all(own)?;
    let found: usize = subjects.iter().map(|subject| subject.tilings.len()).sum();
    let names: Vec<&str> = subjects.iter().map(|subject| subject.puzzle.name()).collect();
    let summary = json!({
        "puzzle": names.first(),
        "puzzles": names,
        "sheet": { "pages": pages, "solutions": found },
    });
    let tilings = subjects.iter().flat_map(|subject| subject.tilings.clone()).collect();
    let plan = Plan::Sheet(Box::new(plan));
    Ok(Made { end, tilings, plan, ..Made::new("sheet", summary) })
}

/// The cells of boards that are laid out after a stop in any case: the work of a moment. Chosen by eye.
const SMALL: usize = 2_000;

/// Returns what ends the laying out of boards with this many cells together: after a search that was stopped, a
/// moment is left for what it found.
pub(super) fn laying_out(session: &Session<'_>, cells: usize) -> StopFlag {
    let is_short = session.searching().is_raised() && cells <= SMALL;
    if is_short { StopFlag::never() } else { session.closing() }
}

/// Lays out the first solutions of each subject: all of `whole`, or if the time is over after a search that was stopped
/// as many as a moment is enough for, in a few attempts.
fn as_much_as_fits<T>(
    session: &Session<'_>,
    subjects: &[Subject],
    (whole, end): (usize, JobEnd),
    mut lay: impl FnMut(usize, StopFlag) -> Result<T, Error>,
) -> Result<T, Error> {
    if !session.searching().is_raised() {
        let laid = lay(whole, session.stop());
        // The time may have ended by now; then parts of a part are made.
        if laid.is_ok() || end != JobEnd::Stopped || !session.searching().is_raised() {
            return laid;
        }
    }
    let cells: usize = subjects.iter().map(|subject| subject.puzzle.region().area()).sum();
    let (mut most, closing) = (SMALL / cells.max(1), session.closing());
    let mut laid = lay(most, laying_out(session, cells))?;
    while most < whole {
        let next = most.max(1).saturating_mul(4);
        match lay(next, closing.clone()) {
            Ok(more) => (laid, most) = (more, next),
            Err(_) => {
                session.warn(format!(
                    "only the first {most} of {whole} solutions are laid out: there was no time for more"
                ));
                break;
            }
        }
    }
    Ok(laid)
}

/// Plans and draws the documents, which carry the recipe if there is one; returns the plan, how many pages there are, and their
/// files.
pub(super) fn written(
    session: &Session<'_>,
    subjects: &[SheetSubject<'_>],
    options: &SheetOptions,
    recipe: Option<&str>,
) -> Result<(SheetPlan, usize, FileSet), Error> {
    let mut options = options.clone();
    let (plan, documents) = loop {
        let plan = SheetPlan::new(subjects, &options)?;
        let documents = puzzle_sheet::documents(&plan, subjects, &options)?;
        // More pages need a wider margin along the spine, which may take more pages.
        let pages = documents.first().map_or(0, |book| book.pages.len());
        match options.print.map(|print| print.widened(pages)).transpose()?.flatten() {
            Some(wider) => options.print = Some(wider),
            None => break (plan, documents),
        }
    };
    note_added_pages(session, &documents);
    if options.print.is_some() {
        let pages = documents.first().map_or(0, |book| book.pages.len());
        session.note(printing_class(pages, options.is_in_black()));
    }
    let mut files = session.files()?;
    let count = documents.iter().map(|document| document.pages.len()).sum();
    for document in documents {
        session.note_missing_glyphs(document.pages.iter().map(|page| &page.drawing));
        let mut as_svg = files.beside();
        // Each page is forgotten when it is written.
        let mut pages = document.pages.into_iter().map(|page| {
            options.stop.check()?;
            let both =
                page.metadata.as_ref().map(|tilings| format!("{} {tilings}", recipe.unwrap_or_default()));
            add_svg(&mut as_svg, &page.name, &page.drawing, both.as_deref().or(recipe))?;
            Ok::<Drawing, Error>(page.drawing)
        });
        if document_format().is_some() {
            let (title, stop) = (document.title.as_str(), options.stop.clone());
            // Printers on demand refuse bookmarks.
            let bookmarks = options.print.is_none();
            let about = DocumentOptions { title, metadata: recipe, bookmarks, stop, author: "" };
            files.add(format!("{}.pdf", document.name), documents::document(&mut pages, &about)?)?;
        }
        pages.try_for_each(|page| page.map(drop))?;
        files.add_all(as_svg)?;
    }
    Ok((plan, count, files))
}

/// Returns how a book of so many puzzles is printed and bound.
pub(super) fn print(trim: Option<Trim>, is_cream: bool, puzzles: usize) -> Result<Option<BookPrint>, Error> {
    if trim.is_some() && puzzles < 2 {
        return Err(OptionError::no_effect("--trim", "one puzzle makes no book").into());
    }
    Ok(trim.map(|trim| BookPrint::new(trim, is_cream)))
}

/// Says how many pages were added so that a book can be bound.
fn note_added_pages(session: &Session<'_>, documents: &[SheetDocument]) {
    let pages = documents.iter().flat_map(|document| &document.pages);
    let added = pages.filter(|page| page.drawing.title() == "Notes").count();
    if added > 0 {
        session.note(format!(
            "pages to draw on, added at the end: {added}; a bound book has at least 24 pages, and an even number"
        ));
    }
}

/// The fewest pages of a book whose color is not dear to print.
///
/// # Source
/// Printers on demand, as found in November 2026; no prices, which change.
const COLOR_PAGES: usize = 72;

/// Returns how a printer on demand classes a book, and why.
fn printing_class(pages: usize, is_in_black: bool) -> String {
    let class = match (is_in_black, pages < COLOR_PAGES) {
        (true, _) => "black ink, since no page has a color: the class of most puzzle books".to_owned(),
        (false, true) => format!(
            "color, and dear, since it has fewer than {COLOR_PAGES} pages; with `--ink gray` it is printed in black"
        ),
        (false, false) => format!(
            "color, but not dear, since it has {COLOR_PAGES} pages or more; with `--ink gray` it is printed in black"
        ),
    };
    format!("printed as {class} (printers on demand, November 2026); the book has {pages} pages")
}

/// Returns the picture of some tilings of a subject.
fn picture(
    session: &Session<'_>,
    (subject, tilings): (&Subject, &[Tiling]),
    request: &SheetRequest,
    columns: u64,
    (options, recipe): (&SheetOptions, &str),
) -> Result<FileSet, Error> {
    let title = if request.is_set("title") { &request.title } else { subject.puzzle.name() };
    let columns = usize::try_from(columns).unwrap_or(usize::MAX);
    let drawing = draw_picture(tilings, columns, title, options)?;
    session.note_missing_glyphs([&drawing]);
    let mut files = FileSet::new();
    add_svg(&mut files, &format!("{}-picture", subject.stem), &drawing, Some(&carried(recipe, tilings)))?;
    Ok(files)
}

pub(super) fn options(request: &SheetRequest) -> Result<SheetOptions, Error> {
    Ok(SheetOptions {
        paper: layout::paper(&request.paper)?,
        coloring: request.fabrics.wish()?,
        palette: request.fabrics.palette.palette().clone(),
        per_page: request.per_page.and_then(|count| u32::try_from(count).ok()),
        look: request.look,
        letters: !request.no_letters,
        hints: usize::try_from(request.hints).unwrap_or(usize::MAX),
        catalogue: request.all,
        punch_out: request.punch_out.map(Length::mm),
        title: request.title.clone(),
        ..SheetOptions::default()
    })
}

/// What is printed of a puzzle, and what there is to say of its first solutions.
fn about<'a>(
    subject: &'a Subject,
    most: usize,
    is_brought: bool,
    request: &SheetRequest,
    stop: &StopFlag,
) -> SheetSubject<'a> {
    let tilings = &subject.tilings[..most.min(subject.tilings.len())];
    let is_contact_sheet = is_brought && tilings.len() > 1 && !request.all;
    SheetSubject {
        is_brought,
        index: if request.all { sheet_words::index(tilings, stop) } else { Vec::new() },
        captions: tilings
            .iter()
            .filter(|_| is_contact_sheet && !stop.is_raised())
            .map(sheet_words::caption)
            .collect(),
        ..SheetSubject::new(&subject.stem, &subject.puzzle, tilings)
    }
}

/// Chooses among the tilings that were brought, or finds as many as are asked for.
pub(super) fn solutions(
    session: &Session<'_>,
    subject: &mut Subject,
    request: &SheetRequest,
) -> Result<JobEnd, Error> {
    let mut choice = TilingChoice::new(&request.choice)?;
    let most = session.limits.get(Limit::SolutionsPrinted);
    if subject.is_solved() {
        subject.tilings = choice.choose(std::mem::take(&mut subject.tilings), &session.stop())?;
        session.limits.allow(Limit::SolutionsPrinted, subject.tilings.len() as u64)?;
        return Ok(if subject.tilings.is_empty() { JobEnd::No } else { JobEnd::Done });
    }
    if request.solutions == 0 && !request.all {
        return Ok(JobEnd::Done);
    }
    choice = choice.of_puzzle(&subject.puzzle);
    let wanted = Some(request.solutions).filter(|_| !request.all);
    let (mut tilings, mut is_too_much) = (Vec::new(), false);
    let report = session.search(|options| {
        if !choice.is_any() && wanted.is_some() {
            return search::find(&subject.puzzle, (None, Images::One), wanted, options, |tiling| {
                let flow = session.found(&tiling);
                tilings.push(tiling);
                Ok(flow)
            });
        }
        let mut kept = 0;
        let reflections = choice.merges_reflections();
        choice.up_to_symmetry(&subject.puzzle, reflections);
        let options = &SolveOptions { reflections, ..options.clone() };
        search::find(&subject.puzzle, (None, Images::One), None, options, |tiling| {
            for tiling in choice.instead_of(tiling)? {
                is_too_much = tilings.len() as u64 + choice.waits() >= most;
                if is_too_much {
                    return Ok(ControlFlow::Break(()));
                }
                let (is_kept, ready) = choice.offer(tiling)?;
                kept += u64::from(is_kept);
                let flow = ready.as_ref().map_or(ControlFlow::Continue(()), |tiling| session.found(tiling));
                tilings.extend(ready);
                if choice.is_full() || wanted == Some(kept) || flow.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        })
    })?;
    tilings.extend(choice.waiting());
    let found = u64::try_from(tilings.len()).unwrap_or(u64::MAX);
    subject.tilings = tilings;
    let (summary, end) = match choice.is_any() {
        true => (choice.summary(&report, found), choice.end(&report, found)),
        false => (search::summary(&report, found), search::end(&report, found)),
    };
    session.searched(summary);
    if is_too_much {
        let limit = Limit::SolutionsPrinted.name();
        session.warn(format!(
            "there are more than {most} solutions, the limit `{limit}`: raise it with --limit {limit}=N"
        ));
    }
    Ok(if is_too_much { JobEnd::Stopped } else { end })
}

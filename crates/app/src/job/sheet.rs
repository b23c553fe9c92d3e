//! Makes puzzle pages: puzzles, solutions, catalogues, contact sheets, books, and pieces to cut out of card.

use std::ops::ControlFlow;

use serde_json::json;

use super::choice::TilingChoice;
use super::files::add_svg;
#[cfg(feature = "pdf")]
use super::files::{About, add_pdf};
use super::records::{carried, draw_picture};
use super::search::{self, Images};
use super::session::Session;
use super::{JobEnd, Made, Plan, book_words, nothing, sheet_words};
use crate::design::{BookRequest, DesignError, NoEffect, Options as _, Product, SheetRequest, Subject};
use crate::output::FileSet;
use piecework_draw::drawing::Drawing;
use piecework_draw::layout;
use piecework_sheet::{
    self as puzzle_sheet, BookPrint, SheetDocument, SheetOptions, SheetPlan, SheetSubject, Trim,
};
use piecework_tiling::error::Error;
use piecework_tiling::length::Length;
use piecework_tiling::limits::Limit;
use piecework_tiling::stop::StopFlag;

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
        return Err(DesignError::NoEffect { option: "--picture".into(), reason }.into());
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
            add_picture(session, subject, request, columns, (&options, recipe), files)?;
        }
        let found: usize = subjects.iter().map(|subject| subject.tilings.len()).sum();
        let summary =
            json!({ "puzzle": subjects[0].puzzle.name(), "sheet": { "pages": 0, "solutions": found } });
        let tilings = subjects.into_iter().flat_map(|subject| subject.tilings).collect();
        return Ok(Made { end, tilings, ..Made::new("sheet", summary) });
    }
    // What was found before the stop is laid out.
    if !is_partial {
        options.stop = session.stop_flag();
    }
    let mut about: Vec<SheetSubject<'_>> = subjects
        .iter()
        .zip(brought)
        .map(|(subject, is_brought)| SheetSubject {
            is_partial,
            ..about(subject, is_brought, request, &options.stop)
        })
        .collect();
    session.search(|solving| book_words::explain(&mut about, solving))?;
    options.colophon = book_words::colophon(about.len(), recipe);
    let Some((plan, pages, own)) = session.unless_stopped(written(session, &about, &options, recipe))? else {
        return Ok(nothing("sheet", &subjects[0], JobEnd::Stopped));
    };
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

/// Plans and draws the documents; returns the plan, how many pages there are, and their files.
pub(super) fn written(
    session: &Session<'_>,
    subjects: &[SheetSubject<'_>],
    options: &SheetOptions,
    recipe: &str,
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
    let mut files = FileSet::new();
    for document in &documents {
        let pages: Vec<Drawing> = document.pages.iter().map(|page| page.drawing.clone()).collect();
        session.note_missing_glyphs(&pages);
        #[cfg(feature = "pdf")]
        {
            let (title, stop) = (document.title.as_str(), options.stop.clone());
            // Printers on demand refuse bookmarks.
            let bookmarks = options.print.is_none();
            let about = About { title, author: "", recipe: Some(recipe), bookmarks, stop };
            add_pdf(&mut files, &document.name, &about, &pages)?;
        }
        for page in &document.pages {
            options.stop.check()?;
            let both = page.metadata.as_ref().map(|tilings| format!("{recipe} {tilings}"));
            add_svg(&mut files, &page.name, &page.drawing, both.as_deref().or(Some(recipe)))?;
        }
    }
    let pages = documents.iter().map(|document| document.pages.len()).sum();
    Ok((plan, pages, files))
}

/// Returns how a book of so many puzzles is printed and bound.
pub(super) fn print(trim: Option<Trim>, is_cream: bool, puzzles: usize) -> Result<Option<BookPrint>, Error> {
    if trim.is_some() && puzzles < 2 {
        return Err(DesignError::no_effect("--trim", "one puzzle makes no book").into());
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

/// Adds the picture of the tilings of a subject.
fn add_picture(
    session: &Session<'_>,
    subject: &Subject,
    request: &SheetRequest,
    columns: u64,
    (options, recipe): (&SheetOptions, &str),
    files: &mut FileSet,
) -> Result<(), Error> {
    let title = if request.is_set("title") { &request.title } else { subject.puzzle.name() };
    let columns = usize::try_from(columns).unwrap_or(usize::MAX);
    let drawing = draw_picture(&subject.tilings, columns, title, options)?;
    session.note_missing_glyphs([&drawing]);
    let carried = carried(recipe, &subject.tilings);
    add_svg(files, &format!("{}-picture", subject.stem), &drawing, Some(&carried))
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

/// What is printed of a puzzle, and what there is to say of its solutions.
fn about<'a>(
    subject: &'a Subject,
    is_brought: bool,
    request: &SheetRequest,
    stop: &StopFlag,
) -> SheetSubject<'a> {
    let tilings = &subject.tilings;
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
    if subject.is_solved() {
        subject.tilings = choice.choose(std::mem::take(&mut subject.tilings))?;
        return Ok(if subject.tilings.is_empty() { JobEnd::No } else { JobEnd::Done });
    }
    if request.solutions == 0 && !request.all {
        return Ok(JobEnd::Done);
    }
    let wanted = Some(request.solutions).filter(|_| !request.all);
    let mut tilings = Vec::new();
    let report = session.search(|options| {
        if !choice.is_any() && wanted.is_some() {
            return search::find(&subject.puzzle, Images::One, wanted, options, |tiling| {
                let flow = session.found(&tiling);
                tilings.push(tiling);
                Ok(flow)
            });
        }
        let mut kept = 0;
        choice.up_to_symmetry(&subject.puzzle);
        search::visit(&subject.puzzle, Images::One, options, |tiling| {
            for tiling in choice.instead_of(tiling)? {
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
    if choice.is_any() {
        session.searched(choice.summary(&report, found));
        return Ok(choice.end(&report, found));
    }
    session.searched(search::summary(&report, found));
    Ok(search::end(&report, found))
}

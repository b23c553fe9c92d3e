//! Makes puzzle pages: puzzles, solutions, catalogues, contact sheets, books, and pieces to cut out of card.

use std::ops::ControlFlow;

use serde_json::json;

use super::choice::TilingChoice;
use super::files::add_svg;
#[cfg(feature = "pdf")]
use super::files::{About, add_pdf};
use super::search::{self, Images};
use super::session::Session;
use super::{End, Made, Plan, nothing, sheet_words};
use crate::design::{DesignError, Product, SheetRequest, Subject};
use crate::drawing::Drawing;
use crate::error::Error;
use crate::layout;
use crate::length::Length;
use crate::limits::Limit;
use crate::output::FileSet;
use crate::puzzle_sheet::{self, SheetOptions, SheetPlan, SheetSubject};

/// Runs the job.
pub(super) fn sheet(
    session: &Session<'_>,
    request: &SheetRequest,
    product: &Product,
    files: &mut FileSet,
) -> Result<Made, Error> {
    session.limits.allow(Limit::SolutionsWritten, request.solutions)?;
    let options = options(request)?;
    let mut subjects = session.design.subjects.clone();
    if subjects.is_empty() {
        return Err(DesignError::NoSubject.into());
    }
    let brought: Vec<bool> = subjects.iter().map(Subject::is_solved).collect();
    let mut end = End::Done;
    for subject in &mut subjects {
        end = end.max(solutions(session, subject, request)?);
    }
    if end == End::No {
        // Pages without their solutions would look like the whole result.
        let first = &subjects[0];
        return Ok(nothing("sheet", first, end));
    }
    let recipe = session.design.recipe(product);
    let recipe = Some(recipe.as_str());
    for subject in &mut subjects {
        subject.stem = end.stem(&subject.stem);
    }
    let is_partial = end == End::Stopped;
    let about: Vec<SheetSubject<'_>> = subjects
        .iter()
        .zip(brought)
        .map(|(subject, is_brought)| SheetSubject { is_partial, ..about(subject, is_brought, request) })
        .collect();
    let plan = SheetPlan::new(&about, &options)?;
    let documents = puzzle_sheet::documents(&plan, &about, &options.paper)?;
    for document in &documents {
        let pages: Vec<Drawing> = document.pages.iter().map(|page| page.drawing.clone()).collect();
        session.note_missing_glyphs(&pages);
        #[cfg(feature = "pdf")]
        add_pdf(files, &document.name, About { title: &document.title, author: "", recipe }, &pages)?;
        for page in &document.pages {
            add_svg(files, &page.name, &page.drawing, page.metadata.as_deref().or(recipe))?;
        }
    }
    let pages: usize = documents.iter().map(|document| document.pages.len()).sum();
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

fn options(request: &SheetRequest) -> Result<SheetOptions, Error> {
    Ok(SheetOptions {
        paper: layout::paper(&request.paper)?,
        colouring: request.fabrics.wish()?,
        palette: request.fabrics.palette.palette().clone(),
        per_page: request.per_page.and_then(|count| u32::try_from(count).ok()),
        look: request.look,
        letters: !request.no_letters,
        hints: usize::try_from(request.hints).unwrap_or(usize::MAX),
        catalogue: request.all,
        punch_out: request.punch_out.map(Length::mm),
        title: request.title.clone(),
    })
}

/// What is printed of a puzzle, and what there is to say of its solutions.
fn about<'a>(subject: &'a Subject, is_brought: bool, request: &SheetRequest) -> SheetSubject<'a> {
    let tilings = &subject.tilings;
    let is_contact_sheet = is_brought && tilings.len() > 1 && !request.all;
    SheetSubject {
        is_brought,
        index: if request.all { sheet_words::index(tilings) } else { Vec::new() },
        captions: tilings.iter().filter(|_| is_contact_sheet).map(sheet_words::caption).collect(),
        ..SheetSubject::new(&subject.stem, &subject.puzzle, tilings)
    }
}

/// Chooses among the tilings that were brought, or finds as many as are asked for.
fn solutions(session: &Session<'_>, subject: &mut Subject, request: &SheetRequest) -> Result<End, Error> {
    let mut choice = TilingChoice::new(&request.choice)?;
    if subject.is_solved() {
        subject.tilings = choice.choose(std::mem::take(&mut subject.tilings))?;
        return Ok(if subject.tilings.is_empty() { End::No } else { End::Done });
    }
    if request.solutions == 0 && !request.all {
        return Ok(End::Done);
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
        search::visit(&subject.puzzle, Images::One, options, |tiling| {
            let (is_kept, ready) = choice.offer(tiling)?;
            kept += u64::from(is_kept);
            let flow = ready.as_ref().map_or(ControlFlow::Continue(()), |tiling| session.found(tiling));
            tilings.extend(ready);
            let enough = choice.is_full() || wanted == Some(kept);
            Ok(if enough { ControlFlow::Break(()) } else { flow })
        })
    })?;
    tilings.extend(choice.waiting());
    let found = u64::try_from(tilings.len()).unwrap_or(u64::MAX);
    subject.tilings = tilings;
    if choice.is_any() {
        session.note(choice.summary(&report, found));
        return Ok(choice.end(&report, found));
    }
    session.note(search::summary(&report, found));
    Ok(search::end(&report, found))
}

//! Makes a quilt pattern.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::session::Session;
use super::{Made, Plan, nothing, tiling};
use crate::design::{FabricRequest, Product, QuiltFile, QuiltRequest, Subject};
use crate::output::FileSet;
use piecework_draw::drawing::Drawing;
use piecework_draw::geometry::{Bounds, Dimensions};
use piecework_draw::render::File;
use piecework_quilt::{QuiltFileOptions, QuiltJob, QuiltNote, each_file, prepare};
use piecework_tiling::error::Error;
use piecework_tiling::limits::Limits;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::Tiling;

/// Runs the job.
pub(super) fn quilt(
    session: &Session<'_>,
    subject: &Subject,
    request: &QuiltRequest,
    product: &Product,
    files: &mut FileSet,
) -> Result<Made, Error> {
    let prepared = prepare(request, &subject.puzzle, &session.limits)?.until(session.stop());
    let tiling = match tiling(session, subject, product)? {
        Ok(tiling) => tiling,
        Err(end) => return Ok(nothing("quilt", subject, end)),
    };
    let top = request.top(&tiling, &session.limits, session.searching())?;
    top.note.iter().for_each(|note| session.note(note));
    if request.is_laid_out() {
        session.laying_out(product, &top.tiling)?;
    }
    let job = prepared.plan(&top)?;
    job.warnings().into_iter().for_each(|warning| session.warn(warning));
    let pages = write(session, &job, (&subject.stem, &session.design.recipe(product)), files)?;
    for QuiltNote { is_warning, words } in job.notes() {
        if is_warning { session.warn(words) } else { session.note(words) }
    }
    let (summary, plan) = (job.summary(pages), Plan::Quilt(Box::new(job.plan)));
    Ok(Made { tilings: vec![tiling], plan, ..Made::new("quilt", summary) })
}

/// Adds the files of a quilt, those of a format after one another; returns how many pages there are.
fn write(
    session: &Session<'_>,
    job: &QuiltJob<'_>,
    (stem, recipe): (&str, &str),
    files: &mut FileSet,
) -> Result<usize, Error> {
    let missing = RefCell::new(BTreeSet::new());
    let seen = |name: &str, page: &Drawing| {
        missing.borrow_mut().extend(page.missing_glyphs());
        session.page(name, page);
    };
    let options = QuiltFileOptions { stem, metadata: Some(recipe), seen: Some(&seen) };
    let kinds = job.formats().into_iter().map(Some).chain([None]);
    let mut sets: Vec<(Option<QuiltFile>, FileSet)> = kinds.map(|kind| (kind, files.beside())).collect();
    let pages = each_file(job, &options, |kind, File { name, bytes }| {
        let own = sets.iter_mut().find(|(known, _)| *known == kind);
        Ok(own.map_or(Ok(()), |(_, own)| own.add(name, bytes))?)
    })?;
    session.note_missing(&missing.take());
    sets.into_iter().try_for_each(|(_, own)| files.add_all(own))?;
    Ok(pages)
}

/// Returns the finished size of a quilt or of cut files in mm, with the border, without a search; nothing if the
/// product has none or its options do not fit together.
pub fn finished_size(product: &Product, puzzle: &Puzzle, limits: &Limits) -> Option<Dimensions> {
    match product {
        Product::Quilt(request) => request.finished_size(puzzle, limits),
        Product::Cut(request) => {
            Some(Bounds::of_region(puzzle.region(), request.cell.mm()).ok()?.dimensions())
        }
        _ => None,
    }
}

/// The quilt that a product shows of a tiling, with the fabrics of its patches; none if it shows the tiling.
///
/// # Errors
/// As [`QuiltRequest::top`].
pub fn shown(
    product: &Product,
    tiling: &Tiling,
    limits: &Limits,
) -> Result<Option<(Tiling, FabricRequest)>, Error> {
    match product {
        Product::Quilt(request) if request.is_laid_out() => {
            let top = request.top(tiling, limits, &StopFlag::never())?;
            Ok(Some((top.tiling, top.fabrics)))
        }
        _ => Ok(None),
    }
}

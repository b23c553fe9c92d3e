//! Makes puzzles to order: puzzle files, their solutions, and pages to print.

use super::calendar::calendar;
use super::puzzle_orders::{Ordered, line, ordered, plan};
use super::session::Session;
use super::sheet::{self, laying_out, written};
use super::{JobEnd, Made, Plan, book, book_words};
use crate::design::{BookRequest, OptionError, Options as _, Product, PuzzleRequest};
use crate::output::FileSet;
use piecework_draw::layout;
use piecework_sheet::{SheetOptions, SheetSubject};
use piecework_solve::maker::PuzzleKind;
use piecework_tiling::error::Error;
use piecework_tiling::puzzle::write_puzzle;
use piecework_tiling::tiling::{Tiling, write_record};

/// Runs the job.
pub(super) fn made_puzzles(
    session: &Session<'_>,
    request: &PuzzleRequest,
    product: &Product,
    files: &mut FileSet,
) -> Result<Made, Error> {
    if request.kind == PuzzleKind::Calendar {
        return calendar(session, request, product, files);
    }
    let is_class = request.copies.is_some();
    if request.vary && request.difficulty.is_none() {
        return Err(OptionError::Needs { option: "--vary".into(), other: "--difficulty".into() }.into());
    }
    if !is_class {
        book::refuse_class_style(request.style)?;
    }
    let (subject, seed) = (session.design.subjects.first(), session.design.search.seed);
    if !is_class && request.count > 1 {
        // A book is the same whoever asks for it.
        let book = BookRequest::of_order(request, seed, subject);
        let recipe = session.design.book_recipe(book.clone());
        return book::printed(session, &book, &recipe, product.spec().name, files);
    }
    let paper = layout::paper(&request.paper)?;
    let print = sheet::print(request.trim, request.cream, 1)?;
    let Ordered { stem, report, end, text, .. } = ordered(session, request, seed.unwrap_or(0), subject)?;
    let lines: String = (1..).zip(&report.puzzles).map(|(number, made)| line(number, made)).collect();
    let mut made =
        Made { end, text: lines + &text, ..Made::new(product.spec().name, plan(request, &report)) };
    if report.puzzles.is_empty() {
        return Ok(made);
    }
    let order_stem = stem;
    let stem = end.stem(&order_stem);
    let digits = report.puzzles.len().to_string().len();
    let stems: Vec<String> =
        (1..=report.puzzles.len()).map(|number| format!("{stem}-{number:0digits$}")).collect();
    let records: String = report.puzzles.iter().map(|made| write_record(&made.solution) + "\n").collect();
    let mut about: Vec<SheetSubject<'_>> = stems
        .iter()
        .zip(&report.puzzles)
        .map(|(stem, made)| {
            let solution = std::slice::from_ref(&made.solution);
            SheetSubject {
                is_partial: end == JobEnd::Stopped,
                difficulty: Some(made.reasoning.difficulty()),
                ..SheetSubject::new(stem, &made.puzzle, solution)
            }
        })
        .collect();
    let hints = usize::try_from(request.hints).unwrap_or(usize::MAX);
    let mut options = SheetOptions { paper, title: request.title.clone(), hints, ..SheetOptions::default() };
    options.stop = laying_out(session, report.puzzles.iter().map(|made| made.puzzle.region().area()).sum());
    options.stem = (!request.is_set("title")).then(|| order_stem.clone());
    options.print = print;
    options.style = request.style;
    options.pupils = request.copies.and_then(|copies| usize::try_from(copies).ok());
    let recipe = session.design.recipe(product);
    options.colophon = book_words::colophon(about.len(), true);
    let written = session
        .search(|solving| book_words::explain(&mut about, solving, &options.stop))
        .and_then(|()| written(session, &about, &options, Some(&recipe)));
    let written = if end == JobEnd::Stopped { session.unless_stopped(written)? } else { Some(written?) };
    if let Some((plan, _, pages)) = written {
        files.add_all(pages)?;
        made.plan = Plan::Sheet(Box::new(plan));
    }
    files.add(format!("{stem}-solutions.jsonl"), records)?;
    for (stem, made) in stems.iter().zip(&report.puzzles) {
        files.add(format!("{stem}.json"), write_puzzle(&made.puzzle))?;
    }
    made.tilings = report.puzzles.into_iter().map(|made| made.solution).collect::<Vec<Tiling>>();
    Ok(made)
}

//! `piecework sheet`: pages with a puzzle and its solutions.

use piecework::puzzle_sheet::{self, SheetOptions};
use piecework::{Drawing, Limit, Limits, Tiling, layout};
use serde_json::json;

use crate::args::{Common, SheetArgs};
use crate::exit::{Exit, Failure};
use crate::fabrics;
use crate::files::Files;
use crate::input::{self, Subject};
use crate::report::Report;
use crate::search::{self, Images};

/// Runs the command.
pub(crate) fn sheet(
    args: &SheetArgs,
    common: &Common,
    limits: &Limits,
    report: Report,
) -> Result<Exit, Failure> {
    limits.allow(Limit::SolutionsWritten, args.solutions)?;
    let options = SheetOptions {
        paper: layout::paper(&args.paper)?,
        palette: fabrics::palette(&args.palette, limits)?,
        per_page: args.per_page,
        colouring: fabrics::wish(&args.fabrics)?,
    };
    let subject = input::read(&args.input, limits, report)?;
    let mut files = Files::new(&args.directory.output, common.force)?;
    let (tilings, exit) = solutions(&subject, args, limits, report)?;
    let puzzle = puzzle_sheet::puzzle_pages(&subject.puzzle, &options)?;
    let solutions = puzzle_sheet::solution_pages(&tilings, &options)?;
    let pages: Vec<Drawing> = puzzle.iter().chain(&solutions).cloned().collect();
    report.warn_of_missing_glyphs(&pages);
    let stem = &subject.stem;
    #[cfg(feature = "pdf")]
    files.pdf(&format!("{stem}-sheet"), subject.puzzle.name(), &pages)?;
    for (kind, drawings) in [("puzzle", &puzzle), ("solution", &solutions)] {
        for (index, drawing) in drawings.iter().enumerate() {
            files.svg(&format!("{stem}-{kind}-{:02}", index + 1), drawing)?;
        }
    }
    let summary = json!({
        "puzzle": subject.puzzle.name(),
        "sheet": { "pages": pages.len(), "solutions": tilings.len() },
    });
    files.write(report, summary)?;
    Ok(exit)
}

/// The tilings to draw: those of the input, or as many as asked for are found.
fn solutions(
    subject: &Subject,
    args: &SheetArgs,
    limits: &Limits,
    report: Report,
) -> Result<(Vec<Tiling>, Exit), Failure> {
    if !subject.tilings.is_empty() {
        return Ok((subject.tilings.clone(), Exit::Done));
    }
    if args.solutions == 0 {
        return Ok((Vec::new(), Exit::Done));
    }
    let mut tilings = Vec::new();
    let result = search::with_options(&args.search, limits, report, |options| {
        search::find(&subject.puzzle, Images::One, Some(args.solutions), options, |tiling| {
            tilings.push(tiling);
            Ok(())
        })
    })?;
    let found = tilings.len() as u64;
    report.note(&search::summary(&result, found));
    Ok((tilings, search::end(&result, found)))
}

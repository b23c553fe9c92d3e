//! Races engines against each other: a table, a chart and the numbers behind them.
//!
//! What is found depends on the puzzle, the engine and the seed alone. The seconds are measured, so these
//! files, unlike all others, differ from run to run.

use serde_json::json;

use super::files::add_svg;
use super::session::Session;
use super::{JobEnd, Made};
use crate::comparison::{Comparison, Lap, Race, compare};
use crate::design::{CompareRequest, DesignError, Product};
use crate::output::FileSet;
use piecework_draw::render::documents::{HAS_PNG, preview};
use piecework_draw::render::page_format;
use piecework_solve::SolveOptions;
use piecework_tiling::error::Error;

/// How many pixels wide a chart is as a picture.
const PICTURE: u32 = 1_600;

/// Runs the job.
pub(super) fn comparison(
    session: &Session<'_>,
    request: &CompareRequest,
    product: &Product,
    files: &mut FileSet,
) -> Result<Made, Error> {
    let recipe = session.design.recipe(product);
    let subjects = &session.design.subjects;
    if subjects.is_empty() {
        return Err(DesignError::NoSubject.into());
    }
    let engines = if request.engines.is_empty() { Race::default().engines } else { request.engines.clone() };
    let mut comparisons = Vec::new();
    for subject in subjects {
        let name = subject.puzzle.name();
        let found = session.search(|options| {
            let time_limit = Some(request.time_limit);
            let options = SolveOptions { time_limit, progress: None, ..options.clone() };
            let race = Race { engines: engines.clone(), seeds: (1..=request.seeds).collect(), options };
            Ok(compare(&subject.puzzle, &race, |lap| session.doing(&in_words(name, lap)))?)
        })?;
        comparisons.push(found);
    }
    let end = if comparisons.iter().any(Comparison::is_interrupted) { JobEnd::Stopped } else { JobEnd::Done };
    let mut report_file = String::from("# Engines compared\n");
    let mut tables = String::new();
    for (subject, found) in subjects.iter().zip(&comparisons) {
        let stem = end.stem(&subject.stem);
        add(files, &stem, found, &recipe)?;
        let gap = if tables.is_empty() { "" } else { "\n" };
        tables += &format!("{gap}{}, {} cells\n{}", subject.puzzle.name(), found.cells, found.table());
        report_file += &section(&stem, found);
    }
    files.add(format!("{}.md", end.stem("comparison")), report_file)?;
    Ok(Made { end, text: tables, ..Made::new("compare", json!({ "comparisons": comparisons })) })
}

fn in_words(puzzle: &str, lap: Lap) -> String {
    match lap.seed {
        Some(seed) => format!("{puzzle}: {}, first, seed {seed}", lap.engine),
        None => format!("{puzzle}: {}, all", lap.engine),
    }
}

/// The files of one puzzle.
fn add(files: &mut FileSet, stem: &str, found: &Comparison, recipe: &str) -> Result<(), Error> {
    let stem = format!("{stem}-comparison");
    files.add(format!("{stem}.csv"), found.csv())?;
    files.add(format!("{stem}.json"), format!("{:#}\n", json!(found)))?;
    if let Some(chart) = found.chart()? {
        add_svg(files, &stem, &chart, Some(recipe))?;
        if HAS_PNG {
            files.add(format!("{stem}.png"), preview(&chart, PICTURE, Some(recipe))?)?;
        }
    }
    Ok(())
}

/// What the report says of one puzzle.
fn section(stem: &str, found: &Comparison) -> String {
    let chart = match found.chart() {
        Ok(Some(_)) => {
            // Pictures are smaller, where there are any.
            let ending = if HAS_PNG { "png" } else { page_format().extension };
            format!("\n![{}]({stem}-comparison.{ending})\n", found.puzzle)
        }
        _ => String::new(),
    };
    format!("\n## {}\n\n{} cells.\n\n{}{chart}", found.puzzle, found.cells, found.markdown())
}

//! `piecework compare`: engines raced against one another, as a table and a chart.
//!
//! What is found depends on the puzzle, the engine and the seed alone. The seconds are measured, so that these files, unlike
//! all others, differ from run to run.

use std::path::PathBuf;

use piecework::comparison::{Comparison, Lap, Race, compare};
use piecework::{Engine, Limit, Limits, SolveOptions};
use serde_json::json;

use crate::args::{Common, CompareArgs, Input};
use crate::exit::{Exit, Failure};
use crate::files::Files;
use crate::input::{self, Subject};
use crate::progress::ProgressLine;
use crate::report::Report;
use crate::signals;

/// How many pixels wide a chart is as a picture.
#[cfg(feature = "png")]
const PICTURE: u32 = 1_600;

/// What charts the report shows: pictures, which are smaller, where there are any.
const SHOWN: &str = if cfg!(feature = "png") { "png" } else { "svg" };

/// Runs the command.
pub(crate) fn comparison(
    args: &CompareArgs,
    common: &Common,
    limits: &Limits,
    report: Report,
) -> Result<Exit, Failure> {
    let engines = engines(&args.engines)?;
    let read =
        |puzzle: &PathBuf| input::read(&Input { puzzle: puzzle.clone(), lattice: None }, limits, report);
    let subjects = args.puzzles.iter().map(read).collect::<Result<Vec<Subject>, Failure>>()?;
    let mut files = Files::new(&args.directory.output, common.force)?;
    let line = ProgressLine::new(report);
    let stop = signals::stop_flag();
    let mut report_file = String::from("# Engines compared\n");
    let (mut comparisons, mut tables) = (Vec::new(), String::new());
    for subject in &subjects {
        let race = Race {
            engines: engines.clone(),
            seeds: (1..=u64::from(args.seeds)).collect(),
            options: options(args, limits, &stop),
        };
        let name = subject.puzzle.name();
        let found = compare(&subject.puzzle, &race, |lap| line.say(&in_words(name, lap)))?;
        add(&mut files, &subject.stem, &found)?;
        tables += &format!(
            "{}{name}, {} cells\n{}",
            if tables.is_empty() { "" } else { "\n" },
            found.cells,
            found.table()
        );
        report_file += &section(&subject.stem, &found);
        comparisons.push(found);
    }
    line.end();
    files.text("comparison.md".into(), report_file)?;
    files.write_after(&tables, report, json!({ "comparisons": comparisons }))?;
    Ok(Exit::Done)
}

/// The engines named, or all.
fn engines(names: &[String]) -> Result<Vec<Engine>, Failure> {
    if names.is_empty() {
        return Ok(Race::default().engines);
    }
    Ok(names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?)
}

fn options<'a>(
    args: &CompareArgs,
    limits: &Limits,
    stop: &'a std::sync::atomic::AtomicBool,
) -> SolveOptions<'a> {
    let defaults = SolveOptions::default();
    SolveOptions {
        time_limit: Some(args.time_limit),
        node_limit: args.nodes,
        memory_limit: args.memory.unwrap_or(defaults.memory_limit),
        placement_limit: limits.get(Limit::Placements),
        stop: Some(stop),
        ..defaults
    }
}

fn in_words(puzzle: &str, lap: Lap) -> String {
    match lap.seed {
        Some(seed) => format!("{puzzle}: {}, first, seed {seed}", lap.engine),
        None => format!("{puzzle}: {}, all", lap.engine),
    }
}

/// The files of one puzzle.
fn add(files: &mut Files<'_>, stem: &str, found: &Comparison) -> Result<(), Failure> {
    let stem = format!("{stem}-comparison");
    files.text(format!("{stem}.csv"), found.csv())?;
    files.text(format!("{stem}.json"), format!("{:#}\n", json!(found)))?;
    if let Some(chart) = found.chart().map_err(piecework::Error::from)? {
        files.svg(&stem, &chart)?;
        #[cfg(feature = "png")]
        files.png(&stem, &chart, PICTURE)?;
    }
    Ok(())
}

/// What the report says of one puzzle.
fn section(stem: &str, found: &Comparison) -> String {
    let chart = match found.chart() {
        Ok(Some(_)) => format!("\n![{}]({stem}-comparison.{SHOWN})\n", found.puzzle),
        _ => String::new(),
    };
    format!("\n## {}\n\n{} cells.\n\n{}{chart}", found.puzzle, found.cells, found.markdown())
}

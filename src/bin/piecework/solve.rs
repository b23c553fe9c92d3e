//! `piecework solve`: tilings, or how many there are.

use std::path::Path;

use piecework::output::{self, Disk};
use piecework::solver::Report as SearchReport;
use piecework::{Limit, Limits, Tiling, TilingCount, write_letter_grid, write_record, write_record_pretty};
use serde_json::{Value, json};

use crate::args::{Common, SolveArgs};
use crate::exit::{Exit, Failure};
use crate::files::overwrite;
use crate::input::{self, Subject};
use crate::report::Report;
use crate::search::{self, Images};

/// How tilings are written to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Letter grids, a blank line between them.
    Grids,
    /// One record in JSON.
    Record,
    /// One record a line.
    Records,
}

/// Runs the command.
pub(crate) fn solve(
    args: &SolveArgs,
    common: &Common,
    limits: &Limits,
    report: Report,
) -> Result<Exit, Failure> {
    let subject = input::read(&args.input, limits, report)?;
    if args.count {
        return count(&subject, args, limits, report);
    }
    let wanted = if args.all { None } else { Some(args.first) };
    if args.output.is_some() || report.is_json() {
        // These are held until the end; those printed as grids are not.
        limits.allow(Limit::SolutionsWritten, wanted.unwrap_or(0))?;
    }
    match &args.output {
        Some(path) => to_file(&subject, args, common, limits, report, (path, wanted)),
        None if report.is_json() => as_object(&subject, args, limits, report, wanted),
        None => as_grids(&subject, args, limits, report, wanted),
    }
}

fn count(subject: &Subject, args: &SolveArgs, limits: &Limits, report: Report) -> Result<Exit, Failure> {
    let count = search::with_options(&args.search, limits, report, |options| {
        Ok(piecework::count(&subject.puzzle, options)?)
    })?;
    let value = json!({
        "puzzle": subject.puzzle.name(),
        "fingerprint": subject.puzzle.fingerprint(),
        "engine": count.report.engine.name(),
        "raw": number(count.raw),
        "up_to_symmetry": number(count.up_to_symmetry),
        "complete": count.is_complete(),
        "nodes": count.report.nodes,
    });
    report.result(&count_in_words(&count), &value)?;
    let found = u64::try_from(count.raw).unwrap_or(u64::MAX);
    report.note(&search::summary(&count.report, found));
    Ok(search::end(&count.report, found))
}

fn count_in_words(count: &TilingCount) -> String {
    let least = if count.is_complete() { "" } else { "at least " };
    format!("{least}{} tilings, {least}{} up to symmetry\n", count.raw, count.up_to_symmetry)
}

/// JSON numbers beyond 64 bits are not read alike everywhere; those are written as text.
fn number(count: u128) -> Value {
    u64::try_from(count).map_or_else(|_| Value::from(count.to_string()), Value::from)
}

/// Prints each tiling as soon as it is found.
fn as_grids(
    subject: &Subject,
    args: &SolveArgs,
    limits: &Limits,
    report: Report,
    wanted: Option<u64>,
) -> Result<Exit, Failure> {
    let mut found = 0;
    let result = run(subject, args, limits, report, wanted, |tiling| {
        let blank = if found > 0 { "\n" } else { "" };
        found += 1;
        report.print(&format!("{blank}{}", write_letter_grid(&tiling)))
    })?;
    report.note(&search::summary(&result, found));
    Ok(search::end(&result, found))
}

fn as_object(
    subject: &Subject,
    args: &SolveArgs,
    limits: &Limits,
    report: Report,
    wanted: Option<u64>,
) -> Result<Exit, Failure> {
    let mut tilings = Vec::new();
    let result = run(subject, args, limits, report, wanted, |tiling| {
        tilings.push(record(&tiling)?);
        Ok(())
    })?;
    let found = tilings.len() as u64;
    let value = json!({
        "puzzle": subject.puzzle.name(),
        "fingerprint": subject.puzzle.fingerprint(),
        "engine": result.engine.name(),
        "complete": result.outcome.is_complete(),
        "nodes": result.nodes,
        "tilings": tilings,
    });
    report.result("", &value)?;
    report.note(&search::summary(&result, found));
    Ok(search::end(&result, found))
}

/// A tiling as a JSON value: its record.
fn record(tiling: &Tiling) -> Result<Value, Failure> {
    serde_json::from_str(&write_record(tiling)).map_err(|error| Failure::Panic(error.to_string()))
}

fn to_file(
    subject: &Subject,
    args: &SolveArgs,
    common: &Common,
    limits: &Limits,
    report: Report,
    (path, wanted): (&Path, Option<u64>),
) -> Result<Exit, Failure> {
    let form = form(path, wanted)?;
    let overwrite = overwrite(common.force);
    output::writable_file(path, overwrite, &Disk)?;
    let (mut text, mut found) = (String::new(), 0);
    let result = run(subject, args, limits, report, wanted, |tiling| {
        match form {
            Form::Grids if found > 0 => text += &format!("\n{}", write_letter_grid(&tiling)),
            Form::Grids => text += &write_letter_grid(&tiling),
            Form::Record => text += &write_record_pretty(&tiling),
            Form::Records => text += &format!("{}\n", write_record(&tiling)),
        }
        found += 1;
        Ok(())
    })?;
    report.note(&search::summary(&result, found));
    if found > 0 {
        output::write_file(path, text.as_bytes(), overwrite, &Disk)?;
    }
    let value = json!({
        "file": path.display().to_string(),
        "tilings": found,
        "engine": result.engine.name(),
        "complete": result.outcome.is_complete(),
    });
    report.result("", &value)?;
    Ok(search::end(&result, found))
}

/// The form that the ending of a file name asks for.
fn form(path: &Path, wanted: Option<u64>) -> Result<Form, Failure> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("txt") => Ok(Form::Grids),
        Some("jsonl") => Ok(Form::Records),
        Some("json") if wanted == Some(1) => Ok(Form::Record),
        Some("json") => Err(Failure::Usage("several tilings go to a .jsonl file, one a line".into())),
        _ => Err(Failure::Usage(format!(
            "`{}` must end in .jsonl (one tiling a line), .json (one) or .txt (letter grids)",
            path.display()
        ))),
    }
}

fn run(
    subject: &Subject,
    args: &SolveArgs,
    limits: &Limits,
    report: Report,
    wanted: Option<u64>,
    take: impl FnMut(Tiling) -> Result<(), Failure>,
) -> Result<SearchReport, Failure> {
    let images = if args.raw { Images::All } else { Images::One };
    search::with_options(&args.search, limits, report, |options| {
        search::find(&subject.puzzle, images, wanted, options, take)
    })
}

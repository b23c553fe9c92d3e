//! `piecework solve`: tilings, or how many there are.

use std::path::Path;

use piecework::output::{self, Disk, Overwrite};
use piecework::solver::Report as SearchReport;
use piecework::{
    Limit, Limits, Tiling, TilingCount, Total, write_letter_grid, write_record, write_record_pretty,
};
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

/// What a run of the command is about.
struct Job<'a> {
    subject: Subject,
    args: &'a SolveArgs,
    limits: &'a Limits,
    report: Report,
}

/// What a search for tilings came to.
struct Ran {
    result: SearchReport,
    /// How tilings were drawn, if they were.
    drawn: Option<Drawn>,
}

/// How tilings were drawn by chance.
struct Drawn {
    uniform: bool,
    total: Option<Total>,
}

impl Ran {
    /// Says in an object how tilings were drawn, if they were.
    fn add_draws(&self, value: &mut Value) {
        if let Some(drawn) = &self.drawn {
            value["uniform"] = drawn.uniform.into();
            value["total"] = drawn.total.as_ref().map_or(Value::Null, number);
        }
    }
}

impl Drawn {
    fn in_words(&self) -> String {
        match &self.total {
            Some(total) if self.uniform => {
                format!("drawn from all {total} tilings, turned and reflected ones too, each equally likely")
            }
            _ => "found in random order: some tilings are more likely than others".into(),
        }
    }
}

/// Runs the command.
pub(crate) fn solve(
    args: &SolveArgs,
    common: &Common,
    limits: &Limits,
    report: Report,
) -> Result<Exit, Failure> {
    let subject = input::read(&args.input, limits, report)?;
    let job = Job { subject, args, limits, report };
    if !args.count && (args.output.is_some() || report.is_json()) {
        // These are held until the end; those printed as grids are not.
        limits.allow(Limit::SolutionsWritten, job.wanted().unwrap_or(0))?;
    }
    match &args.output {
        _ if args.count => job.count(),
        Some(path) => job.to_file(path, overwrite(common.force)),
        None if report.is_json() => job.as_object(),
        None => job.as_grids(),
    }
}

impl Job<'_> {
    /// How many tilings are asked for; none: all.
    fn wanted(&self) -> Option<u64> {
        if self.args.all { None } else { Some(self.args.sample.unwrap_or(self.args.first)) }
    }

    /// Finds tilings, as many as are wanted, and hands each to `take`.
    fn run(&self, mut take: impl FnMut(Tiling) -> Result<(), Failure>) -> Result<Ran, Failure> {
        let images = if self.args.raw { Images::All } else { Images::One };
        let puzzle = &self.subject.puzzle;
        search::with_options(&self.args.search, self.limits, self.report, |options| {
            let Some(draws) = self.args.sample else {
                let result = search::find(puzzle, images, self.wanted(), options, take)?;
                return Ok(Ran { result, drawn: None });
            };
            let sample = piecework::sample(puzzle, draws, options)?;
            sample.tilings.into_iter().try_for_each(&mut take)?;
            let drawn = Some(Drawn { uniform: sample.uniform, total: sample.total });
            Ok(Ran { result: sample.report, drawn })
        })
    }

    /// Says how the search went, and how the program ends for it.
    fn end(&self, result: &SearchReport, found: u64) -> Exit {
        self.report.note(&search::summary(result, found));
        search::end(result, found)
    }

    /// The same, and how tilings were drawn if they were.
    fn end_of(&self, ran: &Ran, found: u64) -> Exit {
        if let Some(drawn) = &ran.drawn {
            self.report.note(&drawn.in_words());
        }
        self.end(&ran.result, found)
    }

    fn count(&self) -> Result<Exit, Failure> {
        let puzzle = &self.subject.puzzle;
        let count = search::with_options(&self.args.search, self.limits, self.report, |options| {
            Ok(piecework::count(puzzle, options)?)
        })?;
        let mut value = json!({
            "puzzle": puzzle.name(),
            "fingerprint": puzzle.fingerprint(),
            "engine": count.report.engine.name(),
            "raw": number(&count.raw),
            "up_to_symmetry": number(&count.up_to_symmetry),
            "complete": count.is_complete(),
            "nodes": count.report.nodes,
        });
        search::add_argument(&mut value, &count.report);
        self.report.result(&count_in_words(&count), &value)?;
        Ok(self.end(&count.report, count.raw.to_u64().unwrap_or(u64::MAX)))
    }

    /// Prints each tiling as soon as it is found.
    fn as_grids(&self) -> Result<Exit, Failure> {
        let mut found = 0;
        let ran = self.run(|tiling| {
            let blank = if found > 0 { "\n" } else { "" };
            found += 1;
            self.report.print(&format!("{blank}{}", write_letter_grid(&tiling)))
        })?;
        Ok(self.end_of(&ran, found))
    }

    /// Prints everything as one JSON object, which is held in memory.
    fn as_object(&self) -> Result<Exit, Failure> {
        let puzzle = &self.subject.puzzle;
        let mut tilings = Vec::new();
        let ran = self.run(|tiling| {
            tilings.push(record(&tiling)?);
            Ok(())
        })?;
        let found = tilings.len() as u64;
        let mut value = json!({
            "puzzle": puzzle.name(),
            "fingerprint": puzzle.fingerprint(),
            "engine": ran.result.engine.name(),
            "complete": ran.result.outcome.is_complete(),
            "nodes": ran.result.nodes,
            "tilings": tilings,
        });
        ran.add_draws(&mut value);
        search::add_argument(&mut value, &ran.result);
        self.report.result("", &value)?;
        Ok(self.end_of(&ran, found))
    }

    /// Writes a file in the form that its name asks for.
    fn to_file(&self, path: &Path, overwrite: Overwrite) -> Result<Exit, Failure> {
        let form = form(path, self.wanted())?;
        output::writable_file(path, overwrite, &Disk)?;
        let (mut text, mut found) = (String::new(), 0);
        let ran = self.run(|tiling| {
            match form {
                Form::Grids if found > 0 => text += &format!("\n{}", write_letter_grid(&tiling)),
                Form::Grids => text += &write_letter_grid(&tiling),
                Form::Record => text += &write_record_pretty(&tiling),
                Form::Records => text += &format!("{}\n", write_record(&tiling)),
            }
            found += 1;
            Ok(())
        })?;
        if found > 0 {
            output::write_file(path, text.as_bytes(), overwrite, &Disk)?;
        }
        let mut value = json!({
            "file": path.display().to_string(),
            "tilings": found,
            "engine": ran.result.engine.name(),
            "complete": ran.result.outcome.is_complete(),
        });
        ran.add_draws(&mut value);
        search::add_argument(&mut value, &ran.result);
        self.report.result("", &value)?;
        Ok(self.end_of(&ran, found))
    }
}

fn count_in_words(count: &TilingCount) -> String {
    let least = if count.is_complete() { "" } else { "at least " };
    format!("{least}{} tilings, {least}{} up to symmetry\n", count.raw, count.up_to_symmetry)
}

/// JSON numbers beyond 64 bits are not read alike everywhere; those are written as text.
fn number(count: &Total) -> Value {
    count.to_u64().map_or_else(|| Value::from(count.to_string()), Value::from)
}

/// A tiling as a JSON value: its record.
fn record(tiling: &Tiling) -> Result<Value, Failure> {
    serde_json::from_str(&write_record(tiling)).map_err(|error| Failure::Panic(error.to_string()))
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

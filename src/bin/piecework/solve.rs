//! `piecework solve`: prints tilings as they are found, or writes them to a file.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use piecework::design::{Design, DesignError, OptionError, Product, SolveRequest};
use piecework::job::{JobEnd, Keeping, Made, Outcome, RecordForm, opened, run_kept};
use piecework::limits::Limit;
use piecework::output::{Changes, FileStream};
use piecework::tiling::{write_record, write_worded_grid};
use serde_json::{Value, json};

use crate::design_args::Common;
use crate::exit::{Exit, Failure};
use crate::make::file_for_tilings;
use crate::report::Report;
use crate::signals::writable_file;
use crate::terminal::Terminal;
use crate::writing::{commit, overwrite, place, with_design};

/// What a run of the command is about.
struct Run<'a> {
    design: &'a Design,
    request: &'a SolveRequest,
    keeping: Keeping,
    common: &'a Common,
    report: Report,
}

/// Runs the command.
pub(crate) fn solve(
    design: &Design,
    matches: &ArgMatches,
    common: &Common,
    report: Report,
) -> Result<Exit, Failure> {
    let [Product::Solve(request)] = design.products.as_slice() else { return Ok(Exit::Done) };
    let run = Run { design, request, keeping: keeping(matches, request, common), common, report };
    let merging = !run.keeping.merge.is_empty();
    let output = matches.get_one::<PathBuf>("output");
    run.refuse_contradictions(output)?;
    if (output.is_some() || report.is_json()) && !request.count {
        // Grids that are printed can be seen to be too many; these cannot.
        let wanted = request.sample.unwrap_or(request.first);
        let wanted = if request.all { 0 } else { wanted };
        common.limits.allow(Limit::SolutionsWritten, wanted)?;
    }
    if let Some(path) = matches.get_one::<PathBuf>("proof") {
        return run.proved(path);
    }
    if request.best_effort {
        return match file_for_tilings(matches, true, common)? {
            Some((path, form)) => run.best_effort(&path, form),
            None => run.whole(),
        };
    }
    if let (Some(_), Some(path)) = (request.export, output) {
        return run.exported(path);
    }
    if let (true, Some(path), None) = (request.count, output, &run.keeping.part_file) {
        return run.dates(path);
    }
    if run.keeping.part_file.is_some() || request.count || request.export.is_some() {
        return run.whole();
    }
    let single = !merging && !request.all && request.sample.unwrap_or(request.first) == 1;
    match output {
        Some(path) => run.to_file(path, RecordForm::of_path(path, single)?),
        None if report.is_json() => run.as_object(),
        None => run.as_grids(),
    }
}

/// Where the search is kept.
fn keeping(matches: &ArgMatches, request: &SolveRequest, common: &Common) -> Keeping {
    let mut keeping = Keeping::default();
    keeping.checkpoint = matches.get_one::<PathBuf>("checkpoint").cloned();
    keeping.merge = matches
        .get_many::<PathBuf>("merge")
        .into_iter()
        .flatten()
        .flat_map(|path| part_files(path))
        .collect();
    keeping.restart = common.force;
    keeping.proof = matches.contains_id("proof");
    if request.shards.is_some() {
        keeping.part_file = matches.get_one::<PathBuf>("output").cloned();
    }
    keeping
}

/// The files in a folder, by name; a path to anything else is itself, and so is an empty folder, which is then
/// refused. Hidden files are locks, or are being written.
pub(crate) fn part_files(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = path.read_dir() else { return vec![path.to_owned()] };
    let is_hidden = |entry: &std::fs::DirEntry| entry.file_name().as_encoded_bytes().starts_with(b".");
    let entries = entries.filter_map(Result::ok).filter(|entry| !is_hidden(entry) && entry.path().is_file());
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort_unstable();
    if files.is_empty() { vec![path.to_owned()] } else { files }
}

impl Run<'_> {
    fn refuse_contradictions(&self, output: Option<&PathBuf>) -> Result<(), DesignError> {
        let request = self.request;
        let is_each = self.design.search.open.as_deref() == Some("each");
        if request.count && output.is_some() && request.shards.is_none() && !is_each {
            return Err(OptionError::Conflict { option: "--count".into(), other: "--output".into() }.into());
        }
        if request.shards.is_some() && output.is_none() {
            return Err(OptionError::Needs { option: "--shards".into(), other: "--output".into() }.into());
        }
        let same = self.keeping.checkpoint.is_some() && self.keeping.checkpoint.as_ref() == output;
        if same {
            return Err(DesignError::SameFile { option: "--checkpoint".into(), other: "--output".into() });
        }
        if request.best_effort && (self.keeping.checkpoint.is_some() || !self.keeping.merge.is_empty()) {
            return Err(OptionError::Conflict {
                option: "--best-effort".into(),
                other: "--checkpoint".into(),
            }
            .into());
        }
        Ok(())
    }

    fn terminal(&self) -> Terminal<'_> {
        Terminal::new(self.report, &self.common.limits)
    }

    /// Runs the job.
    fn outcome(&self, mut terminal: Terminal<'_>) -> Result<Outcome, Failure> {
        let outcome = run_kept(self.design, &self.keeping, &mut terminal);
        terminal.failure()?;
        Ok(outcome?)
    }

    /// A count, or a shard: one result at the end.
    fn whole(&self) -> Result<Exit, Failure> {
        let outcome = self.outcome(self.terminal())?;
        self.commit(Changes::new(), outcome.end)?;
        if let Some(made) = outcome.made.first() {
            self.report.result(&made.text, &made.summary)?;
        }
        Ok(outcome.end.into())
    }

    /// The problem for other solvers, in a file.
    fn exported(&self, path: &Path) -> Result<Exit, Failure> {
        let outcome = self.outcome(self.terminal())?;
        let Some(made) = outcome.made.first() else { return Ok(Exit::Done) };
        let mut changes = Changes::new();
        changes.add(path, made.text.as_bytes())?;
        self.commit(changes, outcome.end)?;
        self.report.result("", &json!({ "file": path.display().to_string() }))?;
        Ok(outcome.end.into())
    }

    /// The number of tilings of each choice: a table, or the page of a year, as the name of the file asks for.
    fn dates(&self, path: &Path) -> Result<Exit, Failure> {
        writable_file(path, overwrite(self.common.force))?;
        let outcome = self.outcome(self.terminal())?;
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let is_it = |name: &str| !ending.is_empty() && name.ends_with(&format!(".{ending}"));
        let Some((_, bytes)) = outcome.files.iter().find(|(name, _)| is_it(name)) else {
            let found = path.display().to_string();
            return Err(
                OptionError::BadValue { found, expected: "the name of a .csv, .svg or .pdf file" }.into()
            );
        };
        let mut changes = Changes::new();
        changes.add(path, bytes)?;
        self.commit(changes, outcome.end)?;
        if let Some(made) = outcome.made.first() {
            self.report.result(&made.text, &made.summary)?;
        }
        Ok(outcome.end.into())
    }

    /// A proof that no tiling exists, in a file or two; or a tiling.
    fn proved(&self, path: &Path) -> Result<Exit, Failure> {
        let clauses = path.with_extension("cnf");
        if clauses == path {
            return Err(
                DesignError::SameFile { option: "--proof".into(), other: "its clauses".into() }.into()
            );
        }
        for path in [path, &clauses] {
            writable_file(path, overwrite(self.common.force))?;
        }
        let outcome = self.outcome(self.terminal())?;
        let Some(made) = outcome.made.first() else { return Ok(Exit::Done) };
        let mut summary = made.summary.clone();
        let mut names = Vec::new();
        let mut changes = Changes::new();
        for (name, bytes) in outcome.files.iter() {
            let path = if name.ends_with(".cnf") { &clauses } else { path };
            changes.add(path, bytes)?;
            names.push(path.display().to_string());
        }
        self.commit(changes, outcome.end)?;
        summary["files"] = names.into();
        self.report.result(&made.text, &summary)?;
        Ok(outcome.end.into())
    }

    /// The fullest packing, in a file.
    fn best_effort(&self, path: &Path, form: RecordForm) -> Result<Exit, Failure> {
        let outcome = self.outcome(self.terminal())?;
        let Some(made) = outcome.made.first() else { return Ok(Exit::Done) };
        let text = match (form, made.tilings.first()) {
            (RecordForm::Grids, _) => made.text.clone(),
            (form, Some(tiling)) => form.text_of(tiling, true)?,
            (RecordForm::Svg, None) => {
                return Err(DesignError::PackingForm { file: path.display().to_string() }.into());
            }
            (_, None) => format!("{}\n", made.summary),
        };
        // What is free is taken: a packing has a form of its own.
        let path = if path.exists() { place(path, outcome.end, self.report) } else { path.to_owned() };
        let mut changes = Changes::new();
        changes.add(&path, text)?;
        self.commit(changes, outcome.end)?;
        self.report.result("", &made.summary)?;
        Ok(outcome.end.into())
    }

    /// Prints each tiling as soon as it is found.
    fn as_grids(&self) -> Result<Exit, Failure> {
        let mut found = 0;
        let terminal = self.terminal().with_sink(Box::new(move |tiling| {
            let blank = if found > 0 { "\n" } else { "" };
            found += 1;
            self.report.print(&format!("{blank}{}", write_worded_grid(tiling)))
        }));
        let outcome = self.outcome(terminal)?;
        self.commit(Changes::new(), outcome.end)?;
        // A merged count is one result.
        if let Some(made) = outcome.made.first().filter(|made| !made.text.is_empty()) {
            self.report.print(&made.text)?;
        }
        Ok(outcome.end.into())
    }

    /// Prints everything as one JSON object, each tiling as soon as it is found.
    fn as_object(&self) -> Result<Exit, Failure> {
        let opened = opened(self.design)?;
        let puzzle = opened.as_ref().unwrap_or(self.design).subjects.first().map(|subject| &subject.puzzle);
        let (name, fingerprint) =
            (json!(puzzle.map(|puzzle| puzzle.name())), json!(puzzle.map(|puzzle| puzzle.fingerprint())));
        let head = format!("{{\n  \"puzzle\": {name},\n  \"fingerprint\": {fingerprint},\n  \"tilings\": [");
        let begun = RefCell::new(false);
        let before = || if begun.replace(true) { "," } else { head.as_str() };
        let sink = |tiling: &piecework::tiling::Tiling| {
            self.report.print(&format!("{}\n    {}", before(), write_record(tiling)))
        };
        let ran = self.outcome(self.terminal().with_sink(Box::new(sink)));
        let ran = ran.and_then(|outcome| self.commit(Changes::new(), outcome.end).map(|()| outcome));
        let outcome = match ran {
            Ok(outcome) => outcome,
            // The object was begun and must be one.
            Err(failure) if *begun.borrow() && !matches!(failure, Failure::StandardOutput(_)) => {
                let (errors, exit) = (json!(self.report.complaint(&failure)), failure.exit());
                let code = exit.code();
                let tail = format!("\"complete\": false,\n  \"errors\": {errors},\n  \"exit\": {code}");
                self.report.print(&format!("\n  ],\n  {tail}\n}}\n"))?;
                return Ok(exit);
            }
            Err(failure) => return Err(failure),
        };
        let Some(made) = outcome.made.first() else { return Ok(Exit::Done) };
        // A merged count is an object by itself.
        if !made.text.is_empty() {
            self.report.result(&made.text, &made.summary)?;
            return Ok(outcome.end.into());
        }
        let members = tail(made);
        let close = if *begun.borrow() { "\n  " } else { head.as_str() };
        self.report.print(&format!("{close}],\n  {}\n}}\n", members.join(",\n  ")))?;
        Ok(outcome.end.into())
    }

    fn commit(&self, changes: Changes, end: JobEnd) -> Result<(), Failure> {
        commit(changes, end, self.common, self.report)
    }

    /// Keeps the tilings that were found before the search was stopped or the disk was full, if there are
    /// any.
    fn keep_partial(
        &self,
        path: &Path,
        file: FileStream,
        found: u64,
        changes: &Changes,
    ) -> Result<Option<PathBuf>, Failure> {
        if found == 0 {
            return Ok(None);
        }
        let path = path.with_file_name(file.keep_partial(changes)?);
        self.report.note(&format!("not all tilings: what was found is in {}", path.display()));
        Ok(Some(path))
    }

    /// Writes a file in the form that its name asks for, each tiling as soon as it is found.
    fn to_file(&self, path: &Path, form: RecordForm) -> Result<Exit, Failure> {
        let file = RefCell::new(FileStream::begin(path, overwrite(self.common.force))?);
        let found = Cell::new(0);
        let terminal = self.terminal().with_sink(Box::new(|tiling| {
            let text = form.text_of(tiling, found.get() == 0)?;
            file.borrow_mut().write(text.as_bytes())?;
            found.set(found.get() + 1);
            Ok(())
        }));
        let outcome = self.outcome(terminal);
        let file = file.into_inner();
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(failure) => {
                self.keep_partial(path, file, found.get(), &Changes::new())?;
                return Err(failure);
            }
        };
        let Some(made) = outcome.made.first() else { return Ok(Exit::Done) };
        if !made.text.is_empty() {
            return Err(OptionError::Conflict { option: "--merge".into(), other: "--output".into() }.into());
        }
        let found = found.get();
        let changes = with_design(Changes::new(), outcome.end, self.common, self.report)?;
        let is_kept = outcome.end == JobEnd::Stopped && self.keeping.checkpoint.is_some();
        let written = match outcome.end {
            // What a checkpoint keeps need not be here too.
            _ if found == 0 || is_kept => {
                drop(file);
                changes.commit(overwrite(self.common.force))?;
                None
            }
            JobEnd::Stopped => self.keep_partial(path, file, found, &changes)?,
            _ => file.finish_with(&changes).map(|()| Some(path.to_owned()))?,
        };
        let written = written.map(|path| path.display().to_string());
        let mut value = json!({ "file": written, "tilings": found });
        for (key, member) in made.summary.as_object().into_iter().flatten() {
            if !matches!(key.as_str(), "puzzle" | "fingerprint" | "found" | "nodes") {
                value[key] = member.clone();
            }
        }
        self.report.result("", &value)?;
        Ok(outcome.end.into())
    }
}

/// The members of the object behind the tilings, in their order.
fn tail(made: &Made) -> Vec<String> {
    const FIRST: [&str; 3] = ["complete", "engine", "nodes"];
    const ELSEWHERE: [&str; 3] = ["puzzle", "fingerprint", "found"];
    let plan: Vec<(&String, &Value)> = made.summary.as_object().into_iter().flatten().collect();
    let of = |wanted: &str| plan.iter().find(|(key, _)| *key == wanted).copied();
    let others =
        plan.iter().filter(|(key, _)| !FIRST.contains(&key.as_str()) && !ELSEWHERE.contains(&key.as_str()));
    FIRST
        .iter()
        .filter_map(|key| of(key))
        .chain(others.copied())
        .map(|(key, value)| format!("\"{key}\": {value}"))
        .collect()
}

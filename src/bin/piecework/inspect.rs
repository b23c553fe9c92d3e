//! `piecework inspect`: lists properties of tilings; chooses, sorts and converts them.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::ArgMatches;
use piecework::design::{
    ChoiceRequest, Design, DesignError, Options as _, Product, SearchRequest, SolveRequest, Subject,
};
use piecework::fault::ErrorKind;
use piecework::job::{
    Input, JobEnd, RecordForm, TilingChoice, describe_tilings, inspect_pieces, inspect_puzzle,
    inspect_tilings, run, write_tilings,
};
use piecework::output;
use piecework::stop::StopFlag;
use piecework::tiling::Tiling;
use serde_json::{Value, json};

use crate::design_args::{Common, given, inputs, lattice, opened, search};
use crate::exit::{Exit, Failure};
use crate::report::Report;
use crate::signals;
use crate::terminal::Terminal;
use crate::writing::overwrite;

/// Runs the command.
pub(crate) fn inspect(matches: &ArgMatches, common: &Common, report: Report) -> Result<Exit, Failure> {
    let mut request = ChoiceRequest::default();
    for (row, text) in given(ChoiceRequest::rows(), matches) {
        request.set(row.key, &text, &common.limits)?;
    }
    let choice = TilingChoice::new(&request)?;
    let output = matches.get_one::<PathBuf>("output");
    let form = output.map(|path| Ok::<_, Failure>((path, RecordForm::of_path(path, true)?))).transpose()?;
    let mut subjects = Vec::new();
    let paths = inputs(matches);
    for path in &paths {
        match opened(path, lattice(matches), &common.limits, report)? {
            Input::Subject(subject) => subjects.push(subject),
            Input::Design(design) => subjects.extend(design.subjects),
            Input::Pieces(pieces) if paths.len() == 1 => {
                let (text, value) = inspect_pieces(&pieces);
                report.result(&text, &value)?;
                return Ok(Exit::Done);
            }
            Input::Pieces(_) => {
                return Err(DesignError::PiecesOnly { input: path.display().to_string() }.into());
            }
        }
    }
    let keys: Vec<&str> = SearchRequest::rows().iter().map(|row| row.key).collect();
    let search = search(matches, &keys, &common.limits)?;
    let time = search.time_limit.and_then(|limit| Instant::now().checked_add(limit));
    let stop = time.map_or(StopFlag::never(), |time| StopFlag::never().until(time));
    let puzzles = match form {
        None if !choice.is_any() && !matches.get_flag("words") => puzzles(&subjects, &stop)?,
        _ => Vec::new(),
    };
    let tilings = match tilings(subjects, (search, &stop), common, report)? {
        Ok(tilings) => tilings,
        Err(exit) => return Ok(exit),
    };
    let (chosen, read) = (choice.is_any(), tilings.len());
    let tilings = choice.choose(tilings, &stop)?;
    if chosen {
        report.note(&format!("{} chosen of {read} tilings", tilings.len()));
    }
    let exit = if tilings.is_empty() { Exit::Short(ErrorKind::NoAnswer) } else { Exit::Done };
    match form {
        Some((path, form)) => write(&tilings, path, form, common, report)?,
        None => {
            let words = matches.get_flag("words");
            let (text, mut value) =
                if words { describe_tilings(&tilings) } else { inspect_tilings(&tilings, &stop)? };
            let (told, values): (Vec<String>, Vec<Value>) = puzzles.into_iter().unzip();
            if !values.is_empty() {
                value["puzzles"] = values.into();
            }
            let text = told.concat() + &text;
            report.result(&text, &value)?;
        }
    }
    Ok(exit)
}

/// How many solutions the puzzles have, as far as they came without tilings.
fn puzzles(subjects: &[Subject], stop: &StopFlag) -> Result<Vec<(String, Value)>, Failure> {
    let unsolved = subjects.iter().filter(|subject| !subject.is_solved());
    let told = unsolved.map(|subject| inspect_puzzle(&subject.puzzle, stop));
    Ok(told.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// The tilings of all inputs; of a puzzle the first that is found.
fn tilings(
    subjects: Vec<Subject>,
    (mut search, stop): (SearchRequest, &StopFlag),
    common: &Common,
    report: Report,
) -> Result<Result<Vec<Tiling>, Exit>, Failure> {
    let mut tilings = Vec::new();
    for subject in subjects {
        if subject.is_solved() {
            tilings.extend(subject.tilings);
            continue;
        }
        let name = subject.puzzle.name().to_owned();
        let product = Product::Solve(SolveRequest::default());
        search.time_limit = stop.time_left();
        let design = Design { search: search.clone(), ..Design::new(subject, product) };
        let mut terminal = Terminal::new(report, &common.limits);
        let outcome = run(&design, &mut terminal)?;
        terminal.failure()?;
        let found: Vec<Tiling> = outcome.made.into_iter().flat_map(|made| made.tilings).collect();
        if found.is_empty() {
            let exit = Exit::from(outcome.end);
            let value = json!({ "puzzle": name, "tilings": 0, "complete": outcome.end == JobEnd::No });
            report.result("", &value)?;
            return Ok(Err(exit));
        }
        tilings.extend(found);
    }
    // What is found is only looked at, or written at once.
    signals::let_them_end();
    Ok(Ok(tilings))
}

/// Writes tilings in the form that the file's name asks for; no file where there is no tiling.
fn write(
    tilings: &[Tiling],
    path: &Path,
    form: RecordForm,
    common: &Common,
    report: Report,
) -> Result<(), Failure> {
    let file = path.display().to_string();
    if matches!(form, RecordForm::Record | RecordForm::Svg) && tilings.len() > 1 {
        return Err(DesignError::SeveralTilings { file }.into());
    }
    if !tilings.is_empty() {
        let text = write_tilings(tilings, form)?;
        // A file is written whole.
        let _ = signals::stop_flag();
        output::write_file(path, text.as_bytes(), overwrite(common.force))?;
    }
    let file = (!tilings.is_empty()).then_some(file);
    report.result("", &json!({ "file": file, "tilings": tilings.len() }))
}

//! `quilt`, `cut`, `sheet`, `book`, `compare`, `order`, `compatible`, `divide` and `make`: runs a design and writes
//! its files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use clap::parser::ValueSource;
use piecework::design::{Design, DesignError, gallery};
use piecework::job::{
    EarlierFiles, Input, JobEnd, Made, Outcome, RecordForm, earlier_files, open_to_make, run, write_tilings,
};
use piecework::names::nearest;
use piecework::output::Changes;
use piecework::render::{FORMATS, page_format};
use piecework::tiling::write_worded_grid;
use serde_json::{Value, json};

use crate::design_args::Common;
use crate::exit::{Exit, Failure};
use crate::report::Report;
use crate::signals::{writable, writable_file};
use crate::terminal::Terminal;
use crate::writing::{commit, overwrite, place};

/// Makes a design into a folder.
pub(crate) fn into_folder(
    design: &Design,
    matches: &ArgMatches,
    common: &Common,
    report: Report,
) -> Result<Exit, Failure> {
    let folder = matches.get_one::<PathBuf>("output").cloned().unwrap_or_else(|| "output".into());
    refuse_file(&folder)?;
    writable(&folder)?;
    let outcome = outcome(design, Terminal::new(report, &common.limits).with_folder(&folder))?;
    let mut changes = Changes::new();
    // Beside a part of the result, nothing of the whole one is surplus.
    let notes = match outcome.end {
        JobEnd::Done | JobEnd::Fewer => {
            remove_earlier(&mut changes, &folder, earlier_files(&folder, design, &outcome), common.force)
        }
        JobEnd::No | JobEnd::Stopped => Vec::new(),
    };
    let Outcome { end, made, files, .. } = outcome;
    let files = if end == JobEnd::Stopped { files.beside_partial(&folder)? } else { files };
    let names: Vec<String> = files.names().map(|name| folder.join(name).display().to_string()).collect();
    changes.add_all(&folder, files);
    commit(changes, end, common, report)?;
    notes.iter().for_each(|note| report.note(note));
    let words: String = made.iter().map(|made| made.text.as_str()).collect();
    let mut value = plan(made);
    if names.is_empty() {
        report.result(&words, &value)?;
        return Ok(end.into());
    }
    value["files"] = Value::from(names.clone());
    let gap = if words.is_empty() { "" } else { "\n" };
    report.result(&format!("{words}{gap}{}\n", names.join("\n")), &value)?;
    Ok(end.into())
}

/// Refuses a new folder that is called like a file.
fn refuse_file(folder: &Path) -> Result<(), Failure> {
    let ending = folder.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let is_of_file = |ending: String| {
        ["png", "csv", "json", "jsonl", "txt", "zip"].contains(&ending.as_str())
            || FORMATS.iter().any(|format| format.extension == ending)
    };
    if folder.is_dir() || !ending.is_some_and(is_of_file) {
        return Ok(());
    }
    let stem = folder.with_extension("").display().to_string();
    Err(DesignError::FolderLikeFile { folder: folder.display().to_string(), stem }.into())
}

/// Makes a design.
fn outcome(design: &Design, mut terminal: Terminal<'_>) -> Result<Outcome, Failure> {
    let outcome = run(design, &mut terminal)?;
    terminal.failure()?;
    Ok(outcome)
}

/// Removes what an earlier run of the same job left, if files may be replaced; returns what there is to say.
fn remove_earlier(changes: &mut Changes, folder: &Path, earlier: EarlierFiles, force: bool) -> Vec<String> {
    let EarlierFiles { mut similar, ours, .. } = earlier;
    let mut notes = Vec::new();
    if force && !ours.is_empty() {
        notes.push(format!("removed what an earlier run of this job left: {}", ours.join(", ")));
        ours.iter().for_each(|name| changes.remove(folder.join(name)));
    } else {
        similar.extend(ours);
        similar.sort_unstable();
    }
    if !similar.is_empty() {
        let names = similar.join(", ");
        notes.push(format!("an earlier run of this job left files that are not part of it now: {names}"));
    }
    notes
}

/// The command line that makes a design with other options; `None` if none are given.
pub(crate) fn changed(matches: &ArgMatches, common: &Common) -> Result<Option<Vec<OsString>>, Failure> {
    let options: Vec<&OsString> = matches.get_many("options").into_iter().flatten().collect();
    if options.is_empty() {
        return Ok(None);
    }
    let path = matches.get_one::<PathBuf>("input").cloned().unwrap_or_default();
    let design = match open_to_make(&path, &common.limits)?.input {
        Input::Design(design) => design,
        other => return Err(no_design(&other, &path)),
    };
    let [product] = design.products.as_slice() else {
        return Err(DesignError::SeveralProducts { option: options[0].to_string_lossy().into_owned() }.into());
    };
    let mut args: Vec<OsString> = vec!["piecework".into(), product.spec().command().into(), path.into()];
    // The folder by default is that of the other command too, and may be among the options.
    let is_typed = matches.value_source("output") == Some(ValueSource::CommandLine);
    if let Some(folder) = matches.get_one::<PathBuf>("output").filter(|_| is_typed) {
        args.extend(["-o".into(), folder.into()]);
    }
    for flag in ["force", "json", "quiet"] {
        args.extend(matches.get_flag(flag).then(|| format!("--{flag}").into()));
    }
    args.extend(options.into_iter().cloned());
    Ok(Some(args))
}

/// Why an input cannot be made.
fn no_design(input: &Input, path: &Path) -> Failure {
    let name = path.display().to_string();
    match input {
        Input::Subject(subject) if !subject.is_solved() => DesignError::PuzzleToMake { input: name },
        // A word that is no file, such as the name of a piece: a design may be meant.
        _ if !path.exists() => {
            let nearest = nearest(&name, gallery().iter().map(|design| design.name.as_str()));
            DesignError::NotFound { name, nearest }
        }
        _ => DesignError::NoDesignInFile { file: name },
    }
    .into()
}

/// `piecework make`: a design file, or a file that was made from a design.
pub(crate) fn make(matches: &ArgMatches, common: &Common, report: Report) -> Result<Exit, Failure> {
    let path = matches.get_one::<PathBuf>("input").cloned().unwrap_or_default();
    match open_to_make(&path, &common.limits)?.input {
        Input::Design(design) => into_folder(&design, matches, common, report),
        other => Err(no_design(&other, &path)),
    }
}

/// `piecework order`: the rectangle in words, and the tilings in one file, or why there is none.
pub(crate) fn order(
    design: &Design,
    matches: &ArgMatches,
    common: &Common,
    report: Report,
) -> Result<Exit, Failure> {
    let file = file_for_tilings(matches, true, common)?;
    let outcome = outcome(design, Terminal::new(report, &common.limits))?;
    let Some(made) = outcome.made.first() else { return Ok(Exit::Done) };
    let mut value = made.summary.clone();
    let mut words = made.text.clone();
    let written = file.as_ref().filter(|_| !made.tilings.is_empty());
    let mut changes = Changes::new();
    value["file"] = json!(file.as_ref().map(|(path, _)| path.display().to_string()));
    if let Some((path, form)) = written {
        let one = matches!(form, RecordForm::Record | RecordForm::Svg);
        let tilings = if one { &made.tilings[..1] } else { &made.tilings };
        let path = place(path, outcome.end, report);
        changes.add(&path, write_tilings(tilings, *form)?)?;
        value["file"] = json!(path.display().to_string());
    }
    let proof = outcome.files.iter().find(|(name, _)| name.ends_with("-proof.txt"));
    if let (Some((path, RecordForm::Grids)), Some((_, proof))) = (&file, proof) {
        changes.add(path, proof)?;
    }
    commit(changes, outcome.end, common, report)?;
    if let (None, Some(first)) = (&file, made.tilings.first()) {
        words += &format!("\n{}", write_worded_grid(first));
    }
    report.result(&words, &value)?;
    Ok(outcome.end.into())
}

/// `piecework compatible` and `piecework divide`: the figures in words, or in one file.
pub(crate) fn figures(
    design: &Design,
    matches: &ArgMatches,
    common: &Common,
    report: Report,
) -> Result<Exit, Failure> {
    let path = matches.get_one::<PathBuf>("output");
    // A picture holds several tilings here; a single record could not.
    let is_picture =
        path.is_some_and(|path| path.extension().is_some_and(|ending| ending == page_format().extension));
    let file = file_for_tilings(matches, is_picture, common)?;
    let outcome = outcome(design, Terminal::new(report, &common.limits))?;
    let Some(made) = outcome.made.first() else { return Ok(Exit::Done) };
    let mut value = made.summary.clone();
    let written = file.filter(|_| !made.tilings.is_empty());
    let written = written.map(|(path, form)| (place(&path, outcome.end, report), form));
    let mut changes = Changes::new();
    value["file"] = json!(written.as_ref().map(|(path, _)| path.display().to_string()));
    let picture = outcome.files.iter().find(|(name, _)| is_picture && name.ends_with(".svg"));
    let mut words = made.text.clone();
    match (written, picture) {
        (None, _) => {
            words.extend(made.tilings.iter().map(|tiling| format!("\n{}", write_worded_grid(tiling))));
        }
        (Some((path, _)), Some((_, bytes))) => changes.add(&path, bytes)?,
        (Some((path, form)), None) => changes.add(&path, write_tilings(&made.tilings, form)?)?,
    }
    commit(changes, outcome.end, common, report)?;
    report.result(&words, &value)?;
    Ok(outcome.end.into())
}

/// The file that tilings go to, and the form that its name asks for; refused at once if it could not be
/// written.
pub(crate) fn file_for_tilings(
    matches: &ArgMatches,
    single: bool,
    common: &Common,
) -> Result<Option<(PathBuf, RecordForm)>, Failure> {
    let Some(path) = matches.get_one::<PathBuf>("output") else { return Ok(None) };
    let form = RecordForm::of_path(path, single)?;
    writable_file(path, overwrite(common.force))?;
    Ok(Some((path.clone(), form)))
}

/// The plan of the only product, or of each.
fn plan(mut made: Vec<Made>) -> Value {
    match made.len() {
        1 => made.remove(0).summary,
        _ => json!({ "made": made.into_iter().map(named_plan).collect::<Vec<Value>>() }),
    }
}

fn named_plan(made: Made) -> Value {
    let mut plan = made.summary;
    plan["product"] = made.product.into();
    plan
}

//! `quilt`, `cut`, `sheet`, `compare`, `order`, `compatible`, `divide` and `make`: runs a design and writes its files.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use piecework::design::{Design, DesignError};
use piecework::job::{Input, Made, Outcome, RecordForm, left_behind, open_to_make, run, write_tilings};
use piecework::output::{self, Disk, Overwrite};
use piecework::write_letter_grid;
use serde_json::{Value, json};

use crate::design_args::Common;
use crate::exit::{Exit, Failure};
use crate::report::Report;
use crate::terminal::Terminal;

/// Makes a design into a folder.
pub(crate) fn into_folder(
    design: &Design,
    matches: &ArgMatches,
    common: &Common,
    report: Report,
) -> Result<Exit, Failure> {
    let folder = matches.get_one::<PathBuf>("output").cloned().unwrap_or_else(|| "output".into());
    output::writable(&folder, &Disk)?;
    let mut terminal = Terminal::new(report, &common.limits);
    let outcome = run(design, &mut terminal)?;
    terminal.failure()?;
    if outcome.files.is_empty() {
        let words = text(&outcome);
        report.result(&words, &plan(outcome.made))?;
        return Ok(outcome.end.into());
    }
    outcome.files.write_all(&folder, overwrite(common.force), &Disk)?;
    let names: Vec<String> =
        outcome.files.names().map(|name| folder.join(name).display().to_string()).collect();
    tidy(&folder, design, &outcome, common, report);
    let words = text(&outcome);
    let mut value = plan(outcome.made);
    value["files"] = Value::from(names.clone());
    let gap = if words.is_empty() { "" } else { "\n" };
    report.result(&format!("{words}{gap}{}\n", names.join("\n")), &value)?;
    Ok(outcome.end.into())
}

/// Removes what an earlier run of the same job left, if files may be replaced; else says that it is there.
fn tidy(folder: &Path, design: &Design, outcome: &Outcome, common: &Common, report: Report) {
    let old = left_behind(folder, design, outcome);
    if old.is_empty() {
        return;
    }
    let names = old.join(", ");
    if common.force && old.iter().all(|name| std::fs::remove_file(folder.join(name)).is_ok()) {
        report.note(&format!("removed what an earlier run of this job left: {names}"));
    } else {
        report.note(&format!("an earlier run of this job left files that are not part of it now: {names}"));
    }
}

/// `piecework make`: a design file, or a file that was made from a design.
pub(crate) fn make(matches: &ArgMatches, common: &Common, report: Report) -> Result<Exit, Failure> {
    let path = matches.get_one::<PathBuf>("input").cloned().unwrap_or_default();
    match open_to_make(&path, &common.limits)?.input {
        Input::Design(design) => into_folder(&design, matches, common, report),
        Input::Subject(_) | Input::Pieces(_) => {
            Err(DesignError::NoDesignInFile { file: path.display().to_string() }.into())
        }
    }
}

/// `piecework order`: the rectangle in words, and the tilings in one file.
pub(crate) fn order(
    design: &Design,
    matches: &ArgMatches,
    common: &Common,
    report: Report,
) -> Result<Exit, Failure> {
    let file = file_for_tilings(matches, true, common)?;
    let mut terminal = Terminal::new(report, &common.limits);
    let outcome = run(design, &mut terminal)?;
    terminal.failure()?;
    let Some(made) = outcome.made.first() else { return Ok(Exit::Done) };
    let mut value = made.summary.clone();
    let mut words = made.text.clone();
    let written = file.as_ref().filter(|_| !made.tilings.is_empty());
    value["file"] = json!(file.as_ref().map(|(path, _)| path.display().to_string()));
    if let Some((path, form)) = written {
        let one = matches!(form, RecordForm::Record | RecordForm::Svg);
        let tilings = if one { &made.tilings[..1] } else { &made.tilings };
        write_file(path, &write_tilings(tilings, *form)?, common)?;
    }
    if let (None, Some(first)) = (&file, made.tilings.first()) {
        words += &format!("\n{}", write_letter_grid(first));
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
    let is_picture = path.is_some_and(|path| path.extension().is_some_and(|ending| ending == "svg"));
    let file = file_for_tilings(matches, is_picture, common)?;
    let mut terminal = Terminal::new(report, &common.limits);
    let outcome = run(design, &mut terminal)?;
    terminal.failure()?;
    let Some(made) = outcome.made.first() else { return Ok(Exit::Done) };
    let mut value = made.summary.clone();
    let written = file.filter(|_| !made.tilings.is_empty());
    value["file"] = json!(written.as_ref().map(|(path, _)| path.display().to_string()));
    let picture = outcome.files.iter().find(|(name, _)| is_picture && name.ends_with(".svg"));
    let mut words = made.text.clone();
    match (written, picture) {
        (None, _) => {
            words.extend(made.tilings.iter().map(|tiling| format!("\n{}", write_letter_grid(tiling))));
        }
        (Some((path, _)), Some((_, bytes))) => {
            output::write_file(&path, bytes, overwrite(common.force), &Disk)?;
        }
        (Some((path, form)), None) => write_file(&path, &write_tilings(&made.tilings, form)?, common)?,
    }
    report.result(&words, &value)?;
    Ok(outcome.end.into())
}

/// Writes the design if that is asked for. Whether that was all: with `-` it is printed, and nothing else is made.
pub(crate) fn save_design(design: &Design, matches: &ArgMatches, common: &Common) -> Result<bool, Failure> {
    let Some(path) = matches.try_get_one::<PathBuf>("save_design").ok().flatten() else { return Ok(false) };
    design.check()?;
    let text = design.to_json_pretty();
    if path == Path::new("-") {
        std::io::stdout().lock().write_all(text.as_bytes()).map_err(Failure::StandardOutput)?;
        return Ok(true);
    }
    write_file(path, &text, common)?;
    Ok(false)
}

/// The file that tilings go to, and the form that its name asks for; refused at once if it could not be written.
pub(crate) fn file_for_tilings(
    matches: &ArgMatches,
    single: bool,
    common: &Common,
) -> Result<Option<(PathBuf, RecordForm)>, Failure> {
    let Some(path) = matches.get_one::<PathBuf>("output") else { return Ok(None) };
    let form = RecordForm::of_path(path, single)?;
    output::writable_file(path, overwrite(common.force), &Disk)?;
    Ok(Some((path.clone(), form)))
}

/// Writes one file whole.
pub(crate) fn write_file(path: &Path, text: &str, common: &Common) -> Result<(), Failure> {
    Ok(output::write_file(path, text.as_bytes(), overwrite(common.force), &Disk)?)
}

/// What `--force` means.
pub(crate) const fn overwrite(force: bool) -> Overwrite {
    if force { Overwrite::Replace } else { Overwrite::Refuse }
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

fn text(outcome: &Outcome) -> String {
    outcome.made.iter().map(|made| made.text.as_str()).collect()
}

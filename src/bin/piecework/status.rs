//! `piecework solve --status`: how far a divided search is.

use std::path::PathBuf;

use clap::ArgMatches;
use piecework::job::{Input, search_status};
use serde_json::json;

use crate::design_args::{Common, inputs, lattice, opened};
use crate::exit::{Exit, Failure};
use crate::report::Report;
use crate::solve::part_files;

/// Runs the command, if it is asked for. Exit code 3 as long as the search is not finished.
pub(crate) fn status(matches: &ArgMatches, common: &Common, report: Report) -> Option<Result<Exit, Failure>> {
    let folders: Vec<&PathBuf> = matches.try_get_many("status").ok().flatten()?.collect();
    Some(shown(&folders, matches, common, report))
}

fn shown(
    folders: &[&PathBuf],
    matches: &ArgMatches,
    common: &Common,
    report: Report,
) -> Result<Exit, Failure> {
    let mut puzzle = None;
    if let Some(path) = inputs(matches).first()
        && let Input::Subject(subject) = opened(path, lattice(matches), &common.limits, report)?
    {
        puzzle = Some(subject.puzzle);
    }
    let files: Vec<PathBuf> = folders.iter().flat_map(|path| part_files(path)).collect();
    let status = search_status(&files, puzzle.as_deref())?;
    report.result(&status.in_words(), &json!(status))?;
    Ok(if status.complete { Exit::Done } else { Exit::Short(piecework::fault::ErrorKind::Limit) })
}

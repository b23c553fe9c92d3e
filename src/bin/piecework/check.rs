//! `piecework check`: reads files back, compares them, and makes them again.

use std::path::PathBuf;

use clap::ArgMatches;
use piecework::fault::ErrorKind;
use piecework::job::{CheckOptions, check_files};

use crate::design_args::{Common, inputs, lattice};
use crate::exit::{Exit, Failure};
use crate::report::Report;
use crate::signals;
use crate::terminal::Terminal;

/// Runs the command.
pub(crate) fn check(matches: &ArgMatches, common: &Common, report: Report) -> Result<Exit, Failure> {
    let paths: Vec<PathBuf> = inputs(matches).into_iter().cloned().collect();
    let options = CheckOptions {
        lattice: lattice(matches),
        remake: !matches.get_flag("no_remake"),
        verbose: matches.get_flag("verbose"),
    };
    let mut terminal = Terminal::new(report, &common.limits);
    // Nothing is written.
    signals::let_them_end();
    let checked = check_files(&paths, options, &mut terminal);
    terminal.failure()?;
    let mut errors = Vec::new();
    let kinds: Vec<ErrorKind> = checked.errors.iter().map(piecework::error::Error::kind).collect();
    // A file that was read and is wrong is an answer; one that could not be read is a mistake.
    let refused = kinds.iter().any(|&kind| kind != ErrorKind::NoAnswer);
    for error in checked.errors {
        errors.extend(report.complaint(&Failure::Library(error)));
    }
    let mut value = checked.value;
    value["errors"] = errors.into();
    report.result(&checked.text, &value)?;
    Ok(match (refused, checked.differ || !kinds.is_empty()) {
        (true, _) => Exit::Short(ErrorKind::Input),
        (false, true) => Exit::Short(ErrorKind::NoAnswer),
        (false, false) => Exit::Done,
    })
}

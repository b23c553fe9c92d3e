//! The whole story in one screen: parse, read, do, report.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use piecework::Limits;

use crate::args::{Arguments, Command};
use crate::exit::{Exit, Failure};
use crate::report::Report;
use crate::{check, cut, inspect, listing, order, quilt, sheet, signals, solve};

/// Runs the program and says how it ended; whatever happens, it ends with one of the documented exit codes.
pub(crate) fn run(args: impl IntoIterator<Item = OsString>) -> Exit {
    signals::let_large_files_fail();
    let args: Vec<OsString> = args.into_iter().collect();
    let arguments = match Arguments::try_parse_from(&args) {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error, Report::before_parsing(&args)),
    };
    let report = Report::new(&arguments.common);
    // A panic is a broken promise of ours: say so in words, with the exit code for it.
    std::panic::set_hook(Box::new(|_| {}));
    let end = catch_unwind(AssertUnwindSafe(|| execute(&arguments, report)));
    let result = end.unwrap_or_else(|cause| Err(Failure::panicked(cause.as_ref())));
    let exit = match result {
        Ok(exit) => exit,
        Err(failure) => report.failure(&failure),
    };
    signals::received().map_or(exit, Exit::Signal)
}

fn execute(arguments: &Arguments, report: Report) -> Result<Exit, Failure> {
    let mut limits = Limits::default();
    for pair in &arguments.common.limits {
        limits.set_pair(pair)?;
    }
    match &arguments.command {
        Command::Solve(args) => solve::solve(args, &arguments.common, &limits, report),
        Command::Order(args) => order::order(args, &arguments.common, &limits, report),
        Command::Quilt(args) => quilt::quilt(args, &arguments.common, &limits, report),
        Command::Cut(args) => cut::cut(args, &arguments.common, &limits, report),
        Command::Check(args) => check::check(args, &limits, report),
        Command::Sheet(args) => sheet::sheet(args, &arguments.common, &limits, report),
        #[cfg(feature = "chart")]
        Command::Compare(args) => crate::compare::comparison(args, &arguments.common, &limits, report),
        Command::Inspect(args) => inspect::inspect(args, &arguments.common, &limits, report),
        Command::Templates => listing::templates(report),
        Command::Schema { kind } => listing::schema(*kind, report),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "piecework", &mut script);
            listing::completions(&shell.to_string(), &script, report)
        }
    }
}

/// Help and version are answers; everything else about the command line is bad usage.
fn usage(error: &clap::Error, report: Report) -> Exit {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // Nothing can be said if even this cannot be written.
        let _ = error.print();
        return Exit::BadInput;
    }
    if !error.use_stderr() {
        let printed = error.print().map_err(Failure::StandardOutput);
        return printed.map_or_else(|failure| report.failure(&failure), |()| Exit::Done);
    }
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text).trim_end();
    report.failure(&Failure::Usage(text.to_owned()))
}

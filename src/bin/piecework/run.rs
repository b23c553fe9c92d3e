//! The whole story in one screen: parse, read, make, report.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use clap::ArgMatches;
use clap::error::ErrorKind;
use piecework::design::PRODUCTS;
use piecework::error::Error;
use piecework::job::calibrate_times;
use piecework::source::Source;

use crate::design_args::{Common, design};
use crate::exit::{Exit, Failure};
use crate::report::Report;
use crate::saved_design::SavedDesign;
use crate::writing::overwrite;
use crate::{args, array_job, check, inkscape, inspect, listing, make, plan, signals, solve, status, usage};

/// Runs the program and says how it ended; whatever happens, it ends with one of the documented exit codes.
pub(crate) fn run(args: impl IntoIterator<Item = OsString>) -> Exit {
    signals::let_large_files_fail();
    let args: Vec<OsString> = args.into_iter().collect();
    let early = Report::before_parsing(&args);
    let args = match array_job::resolved(args, |name| std::env::var(name).ok()) {
        Ok(args) => args,
        Err(error) => return early.failure(&error.into()),
    };
    let matches = match args::parse(&args) {
        Ok(matches) => matches,
        Err(error) => return usage(&error, &args, early),
    };
    let report = Report::new(&matches);
    // A panic is a broken promise of ours: say so in words, with the exit code for it.
    std::panic::set_hook(Box::new(|_| {}));
    let end = catch_unwind(AssertUnwindSafe(|| execute(&matches, report)));
    let result = end.unwrap_or_else(|cause| Err(Failure::panicked(cause.as_ref())));
    let exit = match result {
        Ok(exit) => exit,
        Err(failure) => report.failure(&failure),
    };
    signals::received().map_or(exit, Exit::Signal)
}

fn execute(matches: &ArgMatches, report: Report) -> Result<Exit, Failure> {
    let Some((name, matches)) = matches.subcommand() else {
        return Ok(Exit::Short(piecework::fault::ErrorKind::Input));
    };
    let common = Common::read(matches)?;
    if let Some(shown) = status::status(matches, &common, report) {
        return shown;
    }
    if let Some(spec) = PRODUCTS.iter().find(|spec| spec.command() == name) {
        if let Some(planned) = plan::plan(spec, matches, &common, report) {
            return planned;
        }
        if let Some(path) = matches.try_get_one::<PathBuf>("calibrate").ok().flatten() {
            let source = Source::open(path, &common.limits).map_err(Error::from)?;
            let found = calibrate_times(source.text(), &common.limits)?;
            return report.result(&found.words, &found.numbers).map(|()| Exit::Done);
        }
        let design = design(spec, matches, &common.limits, report)?;
        let saved = SavedDesign::asked(&design, matches, overwrite(common.force))?;
        if let Some(text) = saved.as_ref().and_then(SavedDesign::printed) {
            return report.bytes(text.as_bytes());
        }
        let common = Common { saved, ..common };
        return match name {
            "solve" => solve::solve(&design, matches, &common, report),
            "order" => make::order(&design, matches, &common, report),
            "compatible" | "divide" => make::figures(&design, matches, &common, report),
            _ => make::into_folder(&design, matches, &common, report),
        };
    }
    match name {
        "make" => match make::changed(matches, &common)? {
            Some(args) => match args::parse(&args) {
                Ok(matches) => execute(&matches, report),
                Err(error) => Ok(usage(&error, &args, report)),
            },
            None => make::make(matches, &common, report),
        },
        "check" => check::check(matches, &common, report),
        "inspect" => inspect::inspect(matches, &common, report),
        "list" => listing::list(matches, report),
        "explain" => listing::explain(matches, report),
        "schema" => listing::schema(matches, report),
        "man" => listing::man(report),
        "inkscape" => inkscape::inkscape(matches, &common, report),
        #[cfg(feature = "studio")]
        "studio" => crate::studio::studio(matches, report),
        _ => listing::completions(matches, report),
    }
}

/// Help and version are answers; everything else about the command line is bad usage.
fn usage(error: &clap::Error, args: &[OsString], report: Report) -> Exit {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // Nothing can be said if even this cannot be written.
        let _ = error.print();
        return Exit::Short(piecework::fault::ErrorKind::Input);
    }
    if !error.use_stderr() {
        let printed = error.print().map_err(Failure::StandardOutput);
        return printed.map_or_else(|failure| report.failure(&failure), |()| Exit::Done);
    }
    report.failure(&Failure::Usage(Box::new(usage::finding(error, args))))
}

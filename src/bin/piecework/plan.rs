//! `--plan`: writes the job files with which a scheduler runs a divided search.

use std::path::PathBuf;

use clap::ArgMatches;
use piecework::design::{OptionError, ProductSpec};
use piecework::job::plan_search;
use serde_json::json;

use crate::design_args::{Common, design_without};
use crate::exit::{Exit, Failure};
use crate::report::Report;
use crate::writing::overwrite;

/// Runs the command, if it is asked for.
pub(crate) fn plan(
    spec: &ProductSpec,
    matches: &ArgMatches,
    common: &Common,
    report: Report,
) -> Option<Result<Exit, Failure>> {
    let scheduler = matches.try_get_one::<String>("plan").ok().flatten()?;
    Some(planned(spec, scheduler, matches, common, report))
}

fn planned(
    spec: &ProductSpec,
    scheduler: &str,
    matches: &ArgMatches,
    common: &Common,
    report: Report,
) -> Result<Exit, Failure> {
    let needs = |other: &str| OptionError::Needs { option: "--plan".into(), other: other.into() };
    let shards = match matches.get_one::<String>("shards").map(|text| (text, text.parse())) {
        None if spec.name == "order" => 1,
        None => return Err(needs("--shards").into()),
        Some((_, Ok(shards @ 1..=1_000_000))) => shards,
        Some((text, _)) => {
            return Err(OptionError::OutOfRange { found: text.clone(), least: 1, most: 1_000_000 }.into());
        }
    };
    let folder = matches.get_one::<PathBuf>("output").ok_or_else(|| needs("--output"))?;
    let design = design_without(spec, &["shards"], matches, &common.limits, report)?;
    let plan = plan_search(&design, scheduler, shards)?;
    plan.files.write_all(folder, overwrite(common.force))?;
    let names: Vec<String> = plan.files.names().map(|name| folder.join(name).display().to_string()).collect();
    let (place, command) = (folder.display(), plan.command);
    let value = json!({
        "scheduler": scheduler, "shards": shards, "folder": folder, "files": names, "command": command,
        "result": plan.result,
    });
    report.result(&format!("{}\n\nin `{place}`, run: {command}\n", names.join("\n")), &value)?;
    Ok(Exit::Done)
}

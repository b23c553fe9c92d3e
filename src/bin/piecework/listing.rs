//! `piecework list`, `explain`, `schema` and `completions`: what is built in.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;

use clap::builder::PossibleValue;
use clap::{Arg, ArgMatches};
use clap_complete::Shell;
use clap_mangen::Man;
use piecework::cut;
use piecework::design::{KINDS, Named, catalogue, design_schema};
use piecework::puzzle::puzzle_schema;
use serde_json::{Value, json};

use crate::args;
use crate::exit::{Exit, Failure};
use crate::report::Report;

/// Lists everything that has a name, or one kind of it, with a line for each.
pub(crate) fn list(matches: &ArgMatches, report: Report) -> Result<Exit, Failure> {
    let wanted = matches.get_one::<String>("kind");
    let kinds = KINDS.iter().filter(|kind| wanted.is_none_or(|wanted| wanted == *kind));
    let (mut text, mut value) = (String::new(), serde_json::Map::new());
    for kind in kinds {
        let named = catalogue(kind)?;
        if wanted.is_none() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}{kind}", if text.is_empty() { "" } else { "\n" });
        }
        let indent = if wanted.is_none() { "  " } else { "" };
        let width = named.iter().map(|one| one.name.chars().count() + 2).fold(26, usize::max);
        for Named { name, about, .. } in &named {
            let _ = writeln!(text, "{}", format!("{indent}{name:<width$}{about}").trim_end());
        }
        value.insert((*kind).to_owned(), named.into_iter().map(|one| one.value).collect());
    }
    report.result(&text, &Value::Object(value))?;
    Ok(Exit::Done)
}

/// Prints what an error code says, as docs/errors.md has it.
pub(crate) fn explain(matches: &ArgMatches, report: Report) -> Result<Exit, Failure> {
    let wanted = matches.get_one::<String>("code").map_or("", String::as_str).to_ascii_uppercase();
    let rows = || ERRORS.lines().filter_map(|line| line.strip_prefix("| E")?.strip_suffix(" |"));
    let row = rows()
        .find_map(|row| row.split_once(" | ").filter(|(code, _)| wanted.trim_start_matches('E') == *code));
    let Some((code, words)) = row else {
        let text =
            format!("there is no error `{wanted}`; codes are such as E0312, at the end of each message");
        return Err(Failure::usage("E3004", text));
    };
    let mut sections = ERRORS.lines().filter_map(|line| line.strip_prefix("## "));
    let section =
        sections.find_map(|section| section.split_once(": ").filter(|(of, _)| code.starts_with(&of[1..])));
    let section = section.map_or("", |(_, words)| words);
    let mut lines = words.split("<br>");
    let (message, hints) = (lines.next().unwrap_or_default(), lines.collect::<Vec<_>>());
    let mut text = format!("E{code} ({section})\n{message}\n");
    hints.iter().for_each(|hint| text += &format!("hint: {hint}\n"));
    let value = json!({ "code": format!("E{code}"), "about": section, "message": message, "hints": hints });
    report.result(&text, &value)?;
    Ok(Exit::Done)
}

/// Every error, one row each.
const ERRORS: &str = include_str!("../../../docs/errors.md");

/// Prints the JSON Schema of puzzle, design, machine or material files.
pub(crate) fn schema(matches: &ArgMatches, report: Report) -> Result<Exit, Failure> {
    let schema = match matches.get_one::<String>("kind").map(String::as_str) {
        Some("machine") => cut::machine_schema().to_owned(),
        Some("material") => cut::material_schema().to_owned(),
        Some("design") => design_schema(),
        _ => puzzle_schema().to_owned(),
    };
    report.bytes(schema.as_bytes())
}

/// Prints a completion script.
pub(crate) fn completions(matches: &ArgMatches, report: Report) -> Result<Exit, Failure> {
    let shell = *matches.get_one::<Shell>("shell").unwrap_or(&Shell::Bash);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::command(), "piecework", &mut script);
    let text = with_files(String::from_utf8_lossy(&script).into_owned(), shell);
    report.result(&text, &json!({ "shell": shell.to_string(), "script": text }))?;
    Ok(Exit::Done)
}

/// Lets a shell complete files too where a value may be one, and names where fish knows options only.
fn with_files(mut script: String, shell: Shell) -> String {
    let (command, mut done) = (args::command(), BTreeSet::new());
    let listed = |values: Vec<PossibleValue>| {
        let escaped = values.iter().map(|value| value.get_name().replace(' ', "\\ "));
        escaped.collect::<Vec<String>>().join(" ")
    };
    for of in command.get_subcommands() {
        let is_named = |arg: &&Arg| {
            arg.is_positional() && arg.get_id() == "input"
                || args::NAMED.iter().any(|(key, _)| arg.get_id() == key)
        };
        for arg in of.get_arguments().filter(is_named) {
            let names = listed(arg.get_possible_values());
            let first = names.split(' ').next().unwrap_or_default();
            let (from, to) = match shell {
                // What replaces a list has it in itself.
                Shell::Zsh if !done.insert(names.clone()) => continue,
                Shell::Zsh => (
                    format!(":({names})"),
                    format!(":{{_alternative \"names:name:({names})\" \"files:file:_files\"}}"),
                ),
                Shell::Fish if arg.is_positional() => {
                    let seen = format!("__fish_seen_subcommand_from {}", of.get_name());
                    script += &format!("complete -c piecework -n \"{seen}\" -a \"{names}\"\n");
                    continue;
                }
                Shell::Fish => (format!(" -r -f -a \"{first}\\t''"), format!(" -r -F -a \"{first}\\t''")),
                _ => continue,
            };
            script = script.replace(&from, &to);
        }
    }
    script
}

/// Prints the manual page, with a section for each command.
pub(crate) fn man(report: Report) -> Result<Exit, Failure> {
    let mut page = Vec::new();
    manual(&mut page).map_err(Failure::StandardOutput)?;
    report.bytes(&page)
}

/// Writes one page that has everything: commands have no pages of their own to be referred to.
fn manual(page: &mut Vec<u8>) -> std::io::Result<()> {
    let command = args::command();
    let program = Man::new(command.clone());
    program.render_title(page)?;
    program.render_name_section(page)?;
    program.render_synopsis_section(page)?;
    program.render_description_section(page)?;
    program.render_options_section(page)?;
    for of in command.get_subcommands().filter(|of| !of.is_hide_set()) {
        let name = of.get_name();
        let of = Man::new(of.clone().bin_name(format!("piecework {name}")));
        let mut part = Vec::new();
        of.render_description_section(&mut part)?;
        of.render_synopsis_section(&mut part)?;
        of.render_options_section(&mut part)?;
        of.render_extra_section(&mut part)?;
        // Its sections are parts of one of this page.
        let part =
            String::from_utf8_lossy(&part).replace("\n.SH DESCRIPTION\n", "\n").replace("\n.SH ", "\n.SS ");
        writeln!(page, ".SH \"PIECEWORK {}\"", name.to_uppercase())?;
        page.write_all(part.as_bytes())?;
    }
    program.render_extra_section(page)?;
    program.render_version_section(page)
}

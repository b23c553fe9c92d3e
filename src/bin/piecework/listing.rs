//! `piecework list`, `explain`, `schema` and `completions`: what is built in.

use std::fmt::Write as _;
use std::io::Write as _;

use clap::ArgMatches;
use clap_complete::Shell;
use clap_mangen::Man;
use piecework::color::{Palette, Photo};
use piecework::cut::{self, Machine};
use piecework::design::{design_schema, gallery};
use piecework::layout;
use piecework::polyform::{named_set, set_names};
use piecework::puzzle::puzzle_schema;
use piecework::quilt::yardage::size_names;
use piecework::templates::{board_names, board_template, puzzle_templates};
use serde_json::{Value, json};

use crate::args;
use crate::exit::{Exit, Failure};
use crate::report::Report;

/// Lists everything that has a name, or one kind of it, with a line for each.
pub(crate) fn list(matches: &ArgMatches, report: Report) -> Result<Exit, Failure> {
    let wanted = matches.get_one::<String>("kind");
    let kinds = args::KINDS.iter().filter(|kind| wanted.is_none_or(|wanted| wanted == *kind));
    let (mut text, mut value) = (String::new(), serde_json::Map::new());
    for kind in kinds {
        let named = named(kind)?;
        if wanted.is_none() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}{kind}", if text.is_empty() { "" } else { "\n" });
        }
        let indent = if wanted.is_none() { "  " } else { "" };
        for (name, about, _) in &named {
            let _ = writeln!(text, "{}", format!("{indent}{name:<26}{about}").trim_end());
        }
        value.insert((*kind).to_owned(), named.into_iter().map(|(.., value)| value).collect());
    }
    report.result(&text, &Value::Object(value))?;
    Ok(Exit::Done)
}

/// The names of a kind, each with a line about it, and what there is to say of it as JSON.
fn named(kind: &str) -> Result<Vec<(String, String, Value)>, Failure> {
    let row = |name: &str, about: String| {
        let value = json!({ "name": name, "about": about });
        (name.to_owned(), about, value)
    };
    Ok(match kind {
        "puzzles" => puzzle_templates().iter().map(|one| row(one.name, one.about.to_owned())).collect(),
        "gallery" => gallery()
            .iter()
            .map(|one| row(&one.name, format!("{}: {}; {}, {}", one.title, one.about, one.size, one.level)))
            .collect(),
        "boards" => board_names()
            .map(|name| {
                let cells = board_template(name).map_or(0, |board| board.matches('#').count());
                row(name, format!("{cells} squares"))
            })
            .collect(),
        "pieces" => set_names()
            .filter_map(named_set)
            .map(|set| row(set.name, format!("{} pieces of {}", set.members.len(), set.lattice.cell_name())))
            .collect(),
        "palettes" => Palette::all().map(|one| row(one.name(), one.title().to_owned())).collect(),
        "photos" => Photo::names().map(|name| row(name, String::new())).collect(),
        "papers" => papers(layout::paper_names(), layout::paper)?,
        "rolls" => papers(layout::roll_names(), layout::paper_or_roll)?,
        "machines" => cut::machine_names()
            .into_iter()
            .map(|name| {
                let machine = cut::machine(name)?;
                let formats: Vec<&str> = machine.formats.iter().map(|format| format.name).collect();
                let bed = &machine.bed;
                let about =
                    format!("{}; {} x {} mm; {}", bed.title, bed.width, bed.height, formats.join(", "));
                Ok((name.to_owned(), about, machine_value(&machine)))
            })
            .collect::<Result<_, Failure>>()?,
        _ => size_names().into_iter().map(|name| row(name, String::new())).collect(),
    })
}

/// Papers with their sizes.
fn papers(
    names: Vec<&str>,
    read: fn(&str) -> Result<layout::SheetFormat, layout::LayoutError>,
) -> Result<Vec<(String, String, Value)>, Failure> {
    let paper = |name: &str| {
        let paper = read(name)?;
        let (width, height) = (paper.width, paper.height);
        let about = format!("{}; {width} x {height} mm", paper.title);
        let value = json!({ "name": name, "about": about, "width_mm": width, "height_mm": height });
        Ok((name.to_owned(), about, value))
    };
    names.into_iter().map(paper).collect()
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
        return Err(Failure::Usage { code: "E3004", text });
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

fn machine_value(machine: &Machine) -> Value {
    let formats: Vec<&str> = machine.formats.iter().map(|format| format.name).collect();
    json!({
        "name": machine.bed.name,
        "title": machine.bed.title,
        "width_mm": machine.bed.width,
        "height_mm": machine.bed.height,
        "margin_mm": machine.bed.margin,
        "formats": formats,
        "source": machine.source,
    })
}

/// Prints the JSON Schema of puzzle, design or machine files.
pub(crate) fn schema(matches: &ArgMatches, report: Report) -> Result<Exit, Failure> {
    let schema = match matches.get_one::<String>("kind").map(String::as_str) {
        Some("machine") => cut::machine_schema().to_owned(),
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
    let text = String::from_utf8_lossy(&script);
    report.result(&text, &json!({ "shell": shell.to_string(), "script": text }))?;
    Ok(Exit::Done)
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

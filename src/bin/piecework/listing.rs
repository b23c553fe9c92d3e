//! `piecework templates`, `schema` and `completions`: what is built in.

use std::fmt::Write as _;
use std::io::Write as _;

use clap::ArgMatches;
use clap_complete::Shell;
use clap_mangen::Man;
use piecework::color::Palette;
use piecework::cut::{self, Machine};
use piecework::design::design_schema;
use piecework::layout;
use piecework::puzzle::puzzle_schema;
use piecework::templates::puzzle_templates;
use serde_json::{Value, json};

use crate::args;
use crate::exit::{Exit, Failure};
use crate::report::Report;

/// Lists puzzles, palettes, papers and machines.
pub(crate) fn templates(report: Report) -> Result<Exit, Failure> {
    let puzzles: Vec<(&str, &str)> = puzzle_templates().iter().map(|t| (t.name, t.about)).collect();
    let known: Vec<Palette> = Palette::all().collect();
    let palettes: Vec<&str> = known.iter().map(Palette::name).collect();
    let (papers, rolls) = (layout::paper_names(), layout::roll_names());
    let machines = cut::machine_names().into_iter().map(cut::machine).collect::<Result<Vec<_>, _>>()?;
    let mut text = String::from("puzzles\n");
    for (name, about) in &puzzles {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {name:<26}{about}");
    }
    for (kind, names) in [("palettes", &palettes), ("papers", &papers), ("rolls", &rolls)] {
        let _ = write!(text, "\n{kind}\n  {}\n", names.join(", "));
    }
    text.push_str("\nmachines\n");
    for machine in &machines {
        let formats: Vec<&str> = machine.formats.iter().map(|format| format.name).collect();
        let bed = &machine.bed;
        let _ = writeln!(
            text,
            "  {:<26}{}; {} x {} mm; {}",
            bed.name,
            bed.title,
            bed.width,
            bed.height,
            formats.join(", ")
        );
    }
    let described: Vec<Value> =
        puzzles.iter().map(|(name, about)| json!({ "name": name, "about": about })).collect();
    let machines: Vec<Value> = machines.iter().map(machine_value).collect();
    let value = json!({
        "puzzles": described, "palettes": palettes, "papers": papers, "rolls": rolls, "machines": machines,
    });
    report.result(&text, &value)?;
    Ok(Exit::Done)
}

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

//! `piecework templates`, `schema` and `completions`: what is built in.

use std::fmt::Write as _;

use piecework::cut::{self, Machine};
use piecework::{Palette, layout, puzzle_schema, puzzle_templates};
use serde_json::{Value, json};

use crate::args::SchemaKind;
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
        let formats: Vec<&str> = machine.formats.iter().map(|format| format.name()).collect();
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
    let formats: Vec<&str> = machine.formats.iter().map(|format| format.name()).collect();
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

/// Prints the JSON Schema of puzzle or machine files.
pub(crate) fn schema(kind: SchemaKind, report: Report) -> Result<Exit, Failure> {
    let schema = match kind {
        SchemaKind::Puzzle => puzzle_schema(),
        SchemaKind::Machine => cut::machine_schema(),
    };
    report.bytes(schema.as_bytes())
}

/// Prints a completion script.
pub(crate) fn completions(shell: &str, script: &[u8], report: Report) -> Result<Exit, Failure> {
    let text = String::from_utf8_lossy(script);
    report.result(&text, &json!({ "shell": shell, "script": text }))?;
    Ok(Exit::Done)
}

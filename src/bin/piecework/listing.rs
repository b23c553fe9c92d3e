//! `piecework templates`, `schema` and `completions`: what is built in.

use std::fmt::Write as _;

use piecework::{Palette, cut, layout, puzzle_schema, puzzle_templates};
use serde_json::{Value, json};

use crate::exit::{Exit, Failure};
use crate::report::Report;

/// Lists puzzles, palettes, papers and machines.
pub(crate) fn templates(report: Report) -> Result<Exit, Failure> {
    let puzzles: Vec<(&str, &str)> = puzzle_templates().iter().map(|t| (t.name, t.about)).collect();
    let known: Vec<Palette> = Palette::all().collect();
    let palettes: Vec<&str> = known.iter().map(Palette::name).collect();
    let (papers, machines) = (layout::paper_names(), cut::machine_names());
    let mut text = String::from("puzzles\n");
    for (name, about) in &puzzles {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {name:<26}{about}");
    }
    for (kind, names) in [("palettes", &palettes), ("papers", &papers), ("machines", &machines)] {
        let _ = write!(text, "\n{kind}\n  {}\n", names.join(", "));
    }
    let described: Vec<Value> =
        puzzles.iter().map(|(name, about)| json!({ "name": name, "about": about })).collect();
    let value = json!({ "puzzles": described, "palettes": palettes, "papers": papers, "machines": machines });
    report.result(&text, &value)?;
    Ok(Exit::Done)
}

/// Prints the JSON Schema of puzzle files.
pub(crate) fn schema(report: Report) -> Result<Exit, Failure> {
    report.bytes(puzzle_schema().as_bytes())
}

/// Prints a completion script.
pub(crate) fn completions(shell: &str, script: &[u8], report: Report) -> Result<Exit, Failure> {
    let text = String::from_utf8_lossy(script);
    report.result(&text, &json!({ "shell": shell, "script": text }))?;
    Ok(Exit::Done)
}

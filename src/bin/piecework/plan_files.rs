//! A plan of straight seams as files for other programs: two tables, and everything in one object.
//!
//! The tables are CSV as RFC 4180 has it, with lines that end in a single line feed.

use piecework::Puzzle;
use piecework::quilt::{AssemblyFigures, StraightSeams};
use serde_json::{Value, json};

use crate::exit::Failure;
use crate::files::Files;

/// The columns of the table of rectangles.
const RECTANGLES: [&str; 15] = [
    "label",
    "block",
    "fabric",
    "piece",
    "patch",
    "part",
    "of",
    "column",
    "row",
    "columns",
    "rows",
    "finished_width",
    "finished_height",
    "cut_width",
    "cut_height",
];

/// The columns of the table of steps.
const STEPS: [&str; 15] = [
    "step",
    "block",
    "makes",
    "first",
    "second",
    "seam_cells",
    "seam",
    "press",
    "columns",
    "rows",
    "is_rectangle",
    "finished_width",
    "finished_height",
    "unfinished_width",
    "unfinished_height",
];

/// Adds the files of a plan; `figures` are those of the quilt.
pub(crate) fn add(
    files: &mut Files<'_>,
    stem: &str,
    puzzle: &Puzzle,
    figures: &Value,
    straight: &StraightSeams,
) -> Result<(), Failure> {
    let (rectangles, steps) = (json!(straight.rectangles), json!(straight.steps));
    files.text(format!("{stem}-rectangles.csv"), table(&RECTANGLES, &rectangles))?;
    files.text(format!("{stem}-steps.csv"), table(&STEPS, &steps))?;
    let whole = json!({
        "puzzle": puzzle.name(),
        "quilt": figures,
        "plan": straight.plan,
        "rectangles": rectangles,
        "steps": steps,
        "foundations": straight.foundations,
    });
    files.text(format!("{stem}-plan.json"), format!("{whole:#}\n"))
}

/// The columns of the table of steps in which whole patches are sewn.
const PATCH_STEPS: [&str; 11] = [
    "step",
    "block",
    "adds",
    "fabric",
    "to",
    "seams",
    "seam_mm",
    "set_in_corners",
    "pivots",
    "left_open",
    "closes",
];

/// Adds the steps in which whole patches are sewn; lists within a field are parted by `; `.
pub(crate) fn add_steps(
    files: &mut Files<'_>,
    stem: &str,
    assembly: &AssemblyFigures,
) -> Result<(), Failure> {
    let rows = assembly.steps.iter().map(|step| {
        let seams = step.seams.iter().map(|seam| format!("{}-{} {}", seam.sewn, seam.added, seam.length));
        let open = step.left_open.iter().map(|open| end(open.between, "until", open.until));
        let closes = step.closes.iter().map(|closed| end(closed.between, "since", closed.since));
        json!({
            "step": step.step,
            "block": step.block,
            "adds": step.adds,
            "fabric": step.fabric,
            "to": step.to.join("; "),
            "seams": list(seams),
            "seam_mm": step.seam_mm,
            "set_in_corners": list(step.set_in_corners.iter().map(usize::to_string)),
            "pivots": step.pivots,
            "left_open": list(open),
            "closes": list(closes),
        })
    });
    files.text(format!("{stem}-steps.csv"), table(&PATCH_STEPS, &rows.collect()))
}

fn list(fields: impl Iterator<Item = String>) -> String {
    fields.collect::<Vec<String>>().join("; ")
}

/// `1-3 until 8`.
fn end((first, second): (usize, usize), word: &str, step: usize) -> String {
    format!("{first}-{second} {word} {step}")
}

/// Objects as lines under a heading.
fn table(columns: &[&str], rows: &Value) -> String {
    let mut text = format!("{}\n", columns.join(","));
    for row in rows.as_array().into_iter().flatten() {
        let fields: Vec<String> = columns.iter().map(|&column| field(&row[column])).collect();
        text.push_str(&fields.join(","));
        text.push('\n');
    }
    text
}

/// One field, in quotes where it needs them; nothing for null.
fn field(value: &Value) -> String {
    let text = match value {
        Value::Null => return String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_a_reader_would_stumble() {
        let rows = json!([{ "a": "x, \"y\"", "b": null, "c": 3 }, { "a": "1 1/4 in", "b": "", "c": true }]);
        assert_eq!(table(&["a", "b", "c"], &rows), "a,b,c\n\"x, \"\"y\"\"\",,3\n1 1/4 in,,true\n");
    }
}

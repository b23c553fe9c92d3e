//! A plan for people and other programs: notes, tables as CSV, and everything as one JSON object.
//!
//! Tables are CSV as in RFC 4180, but lines end in a single line feed.

use serde_json::{Value, json};

use super::plan::yardage::{Inches, SizeRow, Yardage};
use super::plan::{AssemblySteps, QuiltPlan, SewnUnit, StraightSeams};
use super::units::Units;
use piecework_tiling::number::decimal;

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

/// Something a quilter should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuiltNote {
    /// Whether it is a warning: something that may spoil the quilt.
    pub is_warning: bool,
    /// A remark without a full stop, such as `binding: 1/8 yd, 1 strip of 2 1/2 in`.
    pub words: String,
}

/// Returns what a quilter should know at once: remarks and warnings about fabrics and size, what comes from
/// the stash, and the shopping list.
pub fn notes(plan: &QuiltPlan) -> Vec<QuiltNote> {
    let (summary, units) = (&plan.summary, plan.options().units);
    let of = |is_warning: bool| move |words: String| QuiltNote { is_warning, words };
    let mut notes: Vec<QuiltNote> = summary.coloring.remarks().into_iter().map(of(false)).collect();
    notes.extend(summary.coloring.warnings().into_iter().map(of(true)));
    if let Some(bed) = &summary.yardage.bed {
        notes.push(of(false)(bed.in_words(units)));
        notes.extend(bed.warnings(units).into_iter().map(of(true)));
        let row = summary.yardage.sizes.iter().find(|row| row.name == bed.name);
        notes.push(of(false)(in_size(row, bed.name, &summary.yardage, units)));
    }
    let stash = summary.stash.iter().map(|row| format!("from the stash: {}", row.in_words(units)));
    notes.extend(stash.chain(summary.shopping_list(units)).map(of(false)));
    notes.push(of(false)(summary.yardage.extra_in_words(units)));
    notes.push(of(false)(summary.yardage.total_in_words(units)));
    if let Some(packages) = &summary.yardage.packages {
        notes.push(of(false)(packages.in_words(summary.yardage.cell, units)));
    }
    notes.extend(plan.quilting.iter().map(|line| of(false)(crate::words::sewing::one_line(line, units))));
    notes.extend(summary.yardage.off_ruler.iter().map(|off| of(true)(off.in_words(units))));
    notes
}

/// What a quilt for a bed is made of, and if its row of the table of sizes is another quilt, what makes that one.
fn in_size(row: Option<&SizeRow>, name: &str, made: &Yardage, units: Units) -> String {
    let Some(row) = row else {
        return format!("no number of patches comes near size {name}; cells are {}", made.cell.write(units));
    };
    let options = row.options(units);
    // A quilt with another border may be as large.
    if row.finished != made.finished || row.cell != made.cell {
        let with = if row.border().is_some() { "with a border that reaches" } else { "which is" };
        return format!("{options} makes it {}, {with} size {name}", row.size_in_words(units));
    }
    let options = if options.is_empty() { options } else { format!("{options}, ") };
    format!("chosen for size {name}: {options}{}", row.made_of_in_words(units))
}

/// Returns the summary of a plan for other programs. Lengths of the yardage and of the stash are exact and
/// all in the unit of the plan; other numbers have at most six digits after the point. `pages` is the number
/// of printed pages.
pub fn figures(plan: &QuiltPlan, pages: usize) -> Value {
    let mut value = rounded(json!(plan.summary));
    value["pages"] = json!(pages);
    for part in ["yardage", "stash"] {
        if let Some(part) = value.get_mut(part) {
            *part = in_one_unit(part.take(), plan.options().units);
        }
    }
    value
}

/// Returns the tables of a plan, each with the end of its file name: rectangles and steps as CSV, and
/// everything as JSON. The object has the steps of whole patches in `quilt.assembly`, those of rows in
/// `quilt.row_steps`, and the cells of every patch in `patches`; of straight seams it has `plan`,
/// `rectangles`, `steps` and `foundations`; of a quilt that repeats its blocks what is made how often in `repeats`.
pub fn tables(plan: &QuiltPlan, pages: usize) -> Vec<(String, String)> {
    let mut tables = Vec::new();
    let mut whole = json!({ "puzzle": plan.puzzle, "quilt": figures(plan, pages), "patches": plan.patches });
    if let Some(straight) = &plan.straight {
        let StraightSeams { plan: seams, rectangles, steps, foundations, pairs, .. } = straight;
        let (rectangles, steps) = (json!(rectangles), json!(steps));
        tables.push(("rectangles.csv".to_owned(), table(&RECTANGLES, &rectangles)));
        tables.push(("steps.csv".to_owned(), table(&STEPS, &steps)));
        let all = [
            ("plan", json!(seams)),
            ("rectangles", rectangles),
            ("steps", steps),
            ("foundations", json!(foundations)),
            ("pairs", json!(pairs)),
        ];
        all.into_iter().for_each(|(key, value)| whole[key] = value);
    }
    if let Some(repeats) = &plan.repeats {
        whole["repeats"] = json!(repeats);
    }
    tables.push(("plan.json".to_owned(), format!("{whole:#}\n")));
    if let Some(assembly) = plan.summary.assembly.as_ref().filter(|assembly| !assembly.steps.is_empty()) {
        tables.push(("steps.csv".to_owned(), table(&PATCH_STEPS, &patch_steps(assembly))));
    }
    tables
}

/// The steps in which whole patches are sewn; lists within a field are separated by `; `.
fn patch_steps(assembly: &AssemblySteps) -> Value {
    let rows = assembly.steps.iter().map(|step| {
        let seams = step.seams.iter().map(|seam| format!("{}-{} {}", seam.sewn, seam.added, seam.length));
        let open = step.left_open.iter().map(|open| end(open.between, "until", open.until));
        let closes = step.closes.iter().map(|closed| end(closed.between, "since", closed.since));
        json!({
            "step": step.step,
            "block": step.block,
            "adds": list(step.adds.iter().map(SewnUnit::label)),
            "fabric": step.fabric,
            "to": list(step.to.iter().map(SewnUnit::label)),
            "seams": list(seams),
            "seam_mm": step.seam_mm,
            "set_in_corners": list(step.set_in_corners.iter().map(usize::to_string)),
            "pivots": step.pivots,
            "left_open": list(open),
            "closes": list(closes),
        })
    });
    rows.collect()
}

fn list(fields: impl Iterator<Item = String>) -> String {
    fields.collect::<Vec<String>>().join("; ")
}

/// Writes the end of a partial seam: `1-3 until 8`.
fn end((first, second): (usize, usize), word: &str, step: usize) -> String {
    format!("{first}-{second} {word} {step}")
}

/// Writes objects as lines under a heading.
fn table(columns: &[&str], rows: &Value) -> String {
    let mut text = format!("{}\n", columns.join(","));
    for row in rows.as_array().into_iter().flatten() {
        let fields: Vec<String> = columns.iter().map(|&column| field(&row[column])).collect();
        text.push_str(&fields.join(","));
        text.push('\n');
    }
    text
}

/// Writes one field, in quotes where it needs them; null is empty.
fn field(value: &Value) -> String {
    let text = match value {
        Value::Null => return String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Rounds numbers to six digits after the point; the digits after these are rounding errors.
fn rounded(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let digits = number.as_f64().and_then(|value| decimal(value, 6).ok());
            digits.and_then(|digits| digits.parse::<f64>().ok()).map_or(Value::Null, |value| json!(value))
        }
        value => within(value, rounded),
    }
}

/// Writes every text that is a length as [`Inches`] are written in one unit.
fn in_one_unit(value: Value, units: Units) -> Value {
    match value {
        Value::String(text) => {
            let length = text.parse().map(Inches::of).ok().filter(|length| length.to_string() == text);
            Value::String(length.map_or(text, |length| length.write_in(units)))
        }
        value => within(value, |value| in_one_unit(value, units)),
    }
}

/// Changes everything in a list or an object.
fn within(value: Value, change: impl Fn(Value) -> Value) -> Value {
    match value {
        Value::Array(values) => values.into_iter().map(change).collect(),
        Value::Object(entries) => {
            Value::Object(entries.into_iter().map(|(key, value)| (key, change(value))).collect())
        }
        other => other,
    }
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

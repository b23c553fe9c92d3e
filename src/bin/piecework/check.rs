//! `piecework check`: cut files read back and compared.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use piecework::check::{self, CutFile, Sheet, SheetName, sheet_name};
use piecework::{Limits, Source};
use serde_json::{Value, json};

use crate::args::CheckArgs;
use crate::exit::{Exit, Failure};
use crate::report::Report;

/// A file that was read, under its name.
struct Read {
    name: String,
    file: CutFile,
}

/// Two files of one sheet, and where they differ.
struct Compared<'a> {
    sheet: SheetName,
    one: &'a str,
    other: &'a str,
    differences: Vec<String>,
}

/// Runs the command.
pub(crate) fn check(args: &CheckArgs, limits: &Limits, report: Report) -> Result<Exit, Failure> {
    let (mut files, mut refused) = (Vec::new(), Vec::new());
    for path in &args.files {
        match read(path, limits) {
            Ok(file) => files.push(Read { name: path.display().to_string(), file }),
            Err(failure) => refused.extend(report.complaint(&failure)),
        }
    }
    let compared = compare(&files);
    let differ = compared.iter().filter(|pair| !pair.differences.is_empty()).count();
    let mut text: String = files.iter().map(line).collect();
    for pair in &compared {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", pair.line());
    }
    let _ = writeln!(
        text,
        "{} read, {} refused, {} compared, {differ} differ",
        counted(files.len(), "file"),
        refused.len(),
        counted(compared.len(), "pair"),
    );
    let value = json!({
        "files": files.iter().map(value).collect::<Vec<Value>>(),
        "compared": compared.iter().map(Compared::value).collect::<Vec<Value>>(),
        "errors": refused,
    });
    report.result(&text, &value)?;
    Ok(match (refused.is_empty(), differ) {
        (false, _) => Exit::BadInput,
        (true, 0) => Exit::Done,
        (true, _) => Exit::No,
    })
}

fn read(path: &Path, limits: &Limits) -> Result<CutFile, Failure> {
    let bytes = Source::bytes(path, limits)?;
    Ok(check::read(&path.display().to_string(), bytes, limits)?)
}

/// Every file of a sheet with the first one of it.
fn compare(files: &[Read]) -> Vec<Compared<'_>> {
    let mut sheets: BTreeMap<SheetName, Vec<(&Read, &Sheet)>> = BTreeMap::new();
    for read in files {
        let Some(name) = sheet_name(&read.name) else { continue };
        for (number, sheet) in (1..).zip(&read.file.sheets) {
            let number = name.number.or(Some(number));
            sheets.entry(SheetName { number, ..name.clone() }).or_default().push((read, sheet));
        }
    }
    let mut compared = Vec::new();
    for (sheet, same) in sheets {
        let Some((first, others)) = same.split_first() else { continue };
        compared.extend(others.iter().map(|other| {
            let differences = check::compare((&first.0.file, first.1), (&other.0.file, other.1));
            let differences = differences.iter().map(ToString::to_string).collect();
            Compared { sheet: sheet.clone(), one: &first.0.name, other: &other.0.name, differences }
        }));
    }
    compared
}

impl Compared<'_> {
    fn line(&self) -> String {
        let said = if self.differences.is_empty() { "agree".to_owned() } else { self.differences.join("; ") };
        format!("{} and {}: {said}", self.one, self.other)
    }

    fn value(&self) -> Value {
        json!({
            "sheet": self.sheet.number,
            "files": [self.one, self.other],
            "differences": self.differences,
        })
    }
}

fn line(read: &Read) -> String {
    let file = &read.file;
    let edges: usize = file.sheets.iter().map(Sheet::edges).sum();
    let mut text = format!(
        "{}: {}, {}, {}\n",
        read.name,
        file.format,
        counted(file.sheets.len(), "sheet"),
        counted(edges, "edge")
    );
    if let Some(recipe) = &file.recipe {
        let _ = writeln!(text, "  made by: {}", piecework::text::escaped_text(recipe));
    }
    text
}

fn value(read: &Read) -> Value {
    let layers = |sheet: &Sheet| -> Value {
        sheet.layers.iter().map(|(name, lines)| (name.clone(), Value::from(lines.edges.len()))).collect()
    };
    json!({
        "file": read.name,
        "format": read.file.format,
        "recipe": read.file.recipe,
        "sheets": read.file.sheets.iter().map(layers).collect::<Vec<Value>>(),
    })
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

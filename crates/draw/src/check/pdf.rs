//! Reads PDF: the page boxes and the lines of each layer, one operator after another.

mod objects;

use super::pairs::Pairs;
use super::{CheckError, CheckedSheet, CutFile};
use crate::drawing::Element;
use crate::geometry::{Dimensions, Point};
use objects::{Dictionary, Lexer, Objects, Value, entry, words};

const MM_PER_POINT: f64 = 25.4 / 72.0;
/// The most bytes to unpack: one stream, and the content of all pages. One of our pages takes less than 1 MB.
const UNPACKED: usize = 32 << 20;
/// The most steps of a path: each takes 56 bytes while it is read.
const MOST_STEPS: usize = 500_000;
/// The most operands of an operator; curves have six.
const MOST_OPERANDS: usize = 100;
/// The most pages to read.
const PAGES: usize = 2_000;

/// What begins and ends in the content of a page.
const PAIRS: &[(&str, &str)] = &[("BDC", "EMC"), ("q", "Q"), ("BT", "ET")];

/// Reads a file, nested at most as deep as is allowed.
pub(super) fn read(bytes: &[u8], depth: usize) -> Result<CutFile, CheckError> {
    let file = Objects::new(bytes, depth)?;
    let pages = file.pages(PAGES)?;
    if pages.is_empty() {
        return Err(CheckError::Missing { missing: "a page" });
    }
    let (mut room, mut sheets) = (UNPACKED, Vec::<CheckedSheet>::new());
    for number in pages {
        // The lines of all pages are in memory together.
        let drawn = sheets.last().map_or(0, |sheet| sheet.drawn);
        sheets.push(page(&file, &file.dictionary(number)?, &mut room, drawn)?);
    }
    if sheets.iter().all(|sheet| sheet.edges() == 0 && sheet.silent.is_empty()) {
        return Err(CheckError::Nothing);
    }
    // Coordinates are 32-bit floats.
    Ok(CutFile { format: "PDF", recipe: subject(&file), sheets, precision: 0.0005 })
}

/// How the file was made, from its subject; `None` if it cannot be read.
pub(super) fn recipe(bytes: &[u8], depth: usize) -> Option<String> {
    subject(&Objects::new(bytes, depth).ok()?)
}

fn subject(file: &Objects<'_>) -> Option<String> {
    let information = file.inner(&file.trailer, b"Info").ok()?;
    words(&file.value(&information, b"Subject").ok()?)
}

/// Reads a page; `room` is the number of bytes that may still be unpacked, and `drawn` that of the lines before.
fn page(
    file: &Objects<'_>,
    page: &Dictionary<'_>,
    room: &mut usize,
    drawn: usize,
) -> Result<CheckedSheet, CheckError> {
    if entry(page, b"UserUnit").or_else(|| entry(page, b"Rotate")).is_some() {
        return Err(CheckError::NotForMachines { found: "UserUnit or Rotate".into() });
    }
    let media =
        if let Value::List(sides) = file.value(page, b"MediaBox")? { numbers(&sides) } else { Vec::new() };
    let Ok([left, bottom, width, height]) = <[f64; 4]>::try_from(media) else {
        return Err(CheckError::Missing { missing: "MediaBox" });
    };
    if left != 0.0 || bottom != 0.0 {
        return Err(CheckError::NotForMachines { found: "a MediaBox that does not begin at 0 0".into() });
    }
    let size = Dimensions { width: width * MM_PER_POINT, height: height * MM_PER_POINT };
    let mut sheet = CheckedSheet { size: Some(size), drawn, ..CheckedSheet::default() };
    let content = file.content(page, room)?;
    let mut lexer = Lexer::new(&content, 0, &file.budget);
    let mut pairs = Pairs::new(PAIRS, file.budget.depth);
    let (mut layer, mut path, mut operands) = (String::new(), Vec::new(), Vec::new());
    while let Some(value) = lexer.next()? {
        let Value::Word(operator) = value else {
            operands.push(value);
            if operands.len() > MOST_OPERANDS {
                return Err(CheckError::TooMany { what: "operands", allowed: MOST_OPERANDS });
            }
            continue;
        };
        let n = numbers(&operands);
        let at = |i: usize| Point {
            x: n.get(i).copied().unwrap_or(f64::NAN) * MM_PER_POINT,
            y: n.get(i + 1).copied().unwrap_or(f64::NAN) * MM_PER_POINT,
        };
        let operator = String::from_utf8_lossy(operator);
        pairs.take(&operator)?;
        match &*operator {
            "BDC" => layer = layer_name(file, page, &operands)?,
            "m" => path.push(Element::Move(at(0))),
            "l" => path.push(Element::Line(at(0))),
            "c" => path.push(Element::Cubic(at(0), at(2), at(4))),
            "h" => path.push(Element::Close),
            "S" => sheet.add_path(&layer, std::mem::take(&mut path))?,
            "f*" | "f" | "n" | "Tj" | "TJ" => {
                // Areas, also those that show a picture, and words are not lines.
                path.clear();
                if !sheet.silent.contains(&layer) {
                    sheet.silent.push(layer.clone());
                }
            }
            "EMC" | "BT" | "ET" | "Tf" | "Tm" | "q" | "Q" | "w" | "d" | "rg" | "RG" | "W*" | "cm" | "Do" => {}
            found => return Err(CheckError::NotForMachines { found: found.to_owned() }),
        }
        if path.len() > MOST_STEPS {
            return Err(CheckError::TooMany { what: "steps in a path", allowed: MOST_STEPS });
        }
        operands.clear();
    }
    pairs.finish()?;
    Ok(sheet)
}

/// Returns the name of the layer of marked content.
fn layer_name(
    file: &Objects<'_>,
    page: &Dictionary<'_>,
    operands: &[Value<'_>],
) -> Result<String, CheckError> {
    let missing = CheckError::Missing { missing: "the name of a layer" };
    let Some(Value::Name(name)) = operands.get(1) else { return Err(missing) };
    let properties = file.inner(&file.inner(page, b"Resources")?, b"Properties")?;
    let group = file.inner(&properties, name)?;
    words(&file.value(&group, b"Name")?).ok_or(missing)
}

/// Returns all operands as numbers; NaN for others.
fn numbers(operands: &[Value<'_>]) -> Vec<f64> {
    operands
        .iter()
        .map(|operand| if let Value::Number(number) = operand { *number } else { f64::NAN })
        .collect()
}

//! Reads PDF: the page boxes and the lines of each layer.

use lopdf::content::Content;
use lopdf::{Dictionary, Document, LoadOptions, Object};

use super::{CheckError, CheckedSheet, CutFile};
use crate::drawing::Element;
use crate::geometry::{Dimensions, Point};

const MM_PER_POINT: f64 = 25.4 / 72.0;
/// The most bytes to unpack: one stream, and the content of all pages. One of our pages takes less than 1 MB.
const UNPACKED: usize = 32 << 20;
/// The most numbers and operators of a page; each takes up to 100 bytes of memory.
const WORDS: usize = 4_000_000;
/// The most pages to read.
const PAGES: usize = 2_000;

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Result<CutFile, CheckError> {
    let file = loaded(bytes).map_err(|error| wrong(error, "a PDF document"))?;
    let pages = file.get_pages();
    if pages.is_empty() {
        return Err(CheckError::Missing { missing: "a page" });
    }
    if pages.len() > PAGES {
        return Err(CheckError::Grammar {
            found: format!("{} pages", pages.len()),
            expected: "at most 2000 pages",
        });
    }
    let mut budget = UNPACKED;
    let sheets = pages.values().map(|&id| page(&file, id, &mut budget));
    let sheets: Vec<CheckedSheet> = sheets.collect::<Result<_, _>>()?;
    if sheets.iter().all(|sheet| sheet.edges() == 0 && sheet.silent.is_empty()) {
        return Err(CheckError::Nothing);
    }
    // Coordinates are 32-bit floats.
    Ok(CutFile { format: "PDF", recipe: subject(&file), sheets, precision: 0.0005 })
}

/// How the file was made, from its subject; `None` if it cannot be read.
pub(super) fn recipe(bytes: &[u8]) -> Option<String> {
    subject(&loaded(bytes).ok()?)
}

/// Reads the objects of a file, none of which may be large.
fn loaded(bytes: &[u8]) -> Result<Document, lopdf::Error> {
    Document::load_mem_with_options(bytes, LoadOptions::with_max_decompressed_size(UNPACKED))
}

fn subject(file: &Document) -> Option<String> {
    let info = file.trailer.get(b"Info").and_then(Object::as_reference).ok()?;
    let subject = file.get_dictionary(info).and_then(|info| info.get(b"Subject")).ok()?;
    lopdf::decode_text_string(subject).ok()
}

/// Returns the error of the PDF reader, with what was expected instead.
fn wrong(error: lopdf::Error, expected: &'static str) -> CheckError {
    CheckError::Grammar { found: error.to_string(), expected }
}

/// Reads a page; `budget` is the number of bytes that may still be unpacked.
fn page(file: &Document, id: lopdf::ObjectId, budget: &mut usize) -> Result<CheckedSheet, CheckError> {
    let page = file.get_dictionary(id).map_err(|error| wrong(error, "a page"))?;
    if page.has(b"UserUnit") || page.has(b"Rotate") {
        return Err(CheckError::NotForMachines { found: "UserUnit or Rotate".into() });
    }
    let media = page.get(b"MediaBox").and_then(Object::as_array).map(|sides| numbers(sides));
    let Ok([left, bottom, width, height]) = <[f64; 4]>::try_from(media.unwrap_or_default()) else {
        return Err(CheckError::Missing { missing: "MediaBox" });
    };
    if left != 0.0 || bottom != 0.0 {
        return Err(CheckError::NotForMachines { found: "a MediaBox that does not begin at 0 0".into() });
    }
    let size = Dimensions { width: width * MM_PER_POINT, height: height * MM_PER_POINT };
    let mut sheet = CheckedSheet { size: Some(size), ..CheckedSheet::default() };
    let unpacked =
        file.get_page_content_with_limit(id, *budget).map_err(|error| wrong(error, "less content"))?;
    *budget -= unpacked.len().min(*budget);
    if unpacked.split(u8::is_ascii_whitespace).nth(WORDS).is_some() {
        let found = format!("more than {WORDS} words on a page");
        return Err(CheckError::Grammar { found, expected: "a page of this program" });
    }
    let content = Content::decode(&unpacked).map_err(|error| wrong(error, "operators of a page"))?;
    let (mut layer, mut path) = (String::new(), Vec::new());
    for operation in content.operations {
        let n = numbers(&operation.operands);
        let at = |i: usize| Point {
            x: n.get(i).copied().unwrap_or(f64::NAN) * MM_PER_POINT,
            y: n.get(i + 1).copied().unwrap_or(f64::NAN) * MM_PER_POINT,
        };
        match operation.operator.as_str() {
            "BDC" => layer = layer_name(file, page, &operation.operands)?,
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
    }
    Ok(sheet)
}

/// Returns the name of the layer of marked content.
fn layer_name(file: &Document, page: &Dictionary, operands: &[Object]) -> Result<String, CheckError> {
    let missing = CheckError::Missing { missing: "the name of a layer" };
    let name = operands.get(1).and_then(|operand| operand.as_name().ok());
    let group = (|| {
        let resources = dictionary(file, page, b"Resources")?;
        let properties = dictionary(file, resources, b"Properties")?;
        let group = dictionary(file, properties, name?)?;
        lopdf::decode_text_string(group.get(b"Name").ok()?).ok()
    })();
    group.ok_or(missing)
}

fn dictionary<'a>(file: &'a Document, of: &'a Dictionary, name: &[u8]) -> Option<&'a Dictionary> {
    file.dereference(of.get(name).ok()?).ok()?.1.as_dict().ok()
}

/// Returns all operands as numbers; NaN for others.
fn numbers(operands: &[Object]) -> Vec<f64> {
    operands.iter().map(|operand| operand.as_float().map_or(f64::NAN, f64::from)).collect()
}

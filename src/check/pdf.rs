//! PDF: the page boxes and the lines of each layer.

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object};

use super::{CheckError, CutFile, Sheet};
use crate::drawing::Element;
use crate::geometry::Point;

const MM_PER_POINT: f64 = 25.4 / 72.0;

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Result<CutFile, CheckError> {
    let wrong =
        |error: lopdf::Error| CheckError::Grammar { found: error.to_string(), expected: "a PDF document" };
    let file = Document::load_mem(bytes).map_err(wrong)?;
    let pages = file.get_pages();
    if pages.is_empty() {
        return Err(CheckError::Missing { missing: "a page" });
    }
    let sheets = pages.values().map(|&id| page(&file, file.get_dictionary(id).map_err(wrong)?, id));
    let info =
        file.trailer.get(b"Info").and_then(Object::as_reference).and_then(|id| file.get_dictionary(id));
    let recipe = info.and_then(|info| info.get(b"Subject")).and_then(lopdf::decode_text_string).ok();
    // Coordinates are floats of 32 bits.
    Ok(CutFile { format: "PDF", recipe, sheets: sheets.collect::<Result<_, _>>()?, precision: 0.0005 })
}

fn page(file: &Document, page: &Dictionary, id: lopdf::ObjectId) -> Result<Sheet, CheckError> {
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
    let mut sheet = Sheet { size: Some((width * MM_PER_POINT, height * MM_PER_POINT)), ..Sheet::default() };
    let content = Content::decode(&file.get_page_content(id))
        .map_err(|error| CheckError::Grammar { found: error.to_string(), expected: "operators of a page" })?;
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
            "f*" | "f" | "Tj" | "TJ" => {
                // Areas and words are no lines.
                path.clear();
                if !sheet.silent.contains(&layer) {
                    sheet.silent.push(layer.clone());
                }
            }
            "EMC" | "BT" | "ET" | "Tf" | "Tm" | "q" | "Q" | "w" | "d" | "rg" | "RG" => {}
            found => return Err(CheckError::NotForMachines { found: found.to_owned() }),
        }
    }
    Ok(sheet)
}

/// The name of the layer that marked content belongs to.
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

/// All operands as numbers; not a number for what is none.
fn numbers(operands: &[Object]) -> Vec<f64> {
    operands.iter().map(|operand| operand.as_float().map_or(f64::NAN, f64::from)).collect()
}

//! Reads the design in a written file, ignoring its other contents.

use roxmltree::Node;

use super::{dxf, gcode, svg, xtool};
use piecework_tiling::defect::{Defect, Place, ReadError};
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::source::Source;

/// The beginning of every design.
const START: &str = "{\"";

/// Reads the recipe in an SVG, DXF, PDF, PNG, LightBurn, xTool or G-code file, by its extension; `None` if it has none.
///
/// # Errors
/// [`ReadError`] for invalid UTF-8, and for XML that cannot be read.
pub fn recipe(name: &str, bytes: &[u8], limits: &Limits) -> Result<Option<String>, ReadError> {
    let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    #[cfg(feature = "pdf")]
    if ending == "pdf" {
        return Ok(super::pdf::recipe(bytes, limits.depth()).filter(|text| is_design(text)));
    }
    if ending == "png" {
        let most = usize::try_from(limits.get(Limit::InputBytes)).unwrap_or(usize::MAX);
        return Ok(super::png::recipe(bytes, most).filter(|text| is_design(text)));
    }
    if !matches!(ending.as_str(), "svg" | "dxf" | "lbrn2" | "xcs" | "gcode") {
        return Ok(None);
    }
    let source = Source::from_bytes(name, bytes.to_vec(), limits)?;
    let found = match ending.as_str() {
        "dxf" => dxf::recipe_in(source.text()),
        "gcode" => gcode::recipe_in(source.text()),
        "xcs" => xtool::recipe_in(source.text()),
        _ => in_xml(&source, limits.depth())?,
    };
    Ok(found.filter(|text| is_design(text)).map(|text| first_value(&text).to_owned()))
}

/// The first JSON value of a text: behind the design of a drawing are its tilings.
fn first_value(text: &str) -> &str {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<serde::de::IgnoredAny>();
    match values.next() {
        Some(Ok(_)) => &text[..values.byte_offset()],
        // What is wrong with it is said when it is read.
        Some(Err(_)) | None => text,
    }
}

fn is_design(text: &str) -> bool {
    text.trim_start().starts_with(START)
}

/// Returns the first metadata or notes that look like a design; drawing programs add their own metadata.
fn in_xml(source: &Source, depth: usize) -> Result<Option<String>, ReadError> {
    let document = svg::parsed(source.text(), depth).map_err(|(error, offset)| {
        ReadError::new(source.name(), Defect::new(error).at(Place::at_byte(source.text(), offset)))
    })?;
    let text = |node: Node<'_, '_>| match node.tag_name().name() {
        "metadata" => node.text().map(|text| text.trim().to_owned()),
        "Notes" => node.attribute("Notes").map(str::to_owned),
        _ => None,
    };
    Ok(document.descendants().filter_map(text).find(|text| is_design(text)))
}

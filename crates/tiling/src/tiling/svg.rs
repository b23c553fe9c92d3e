//! Reads the tilings in the metadata of our SVG files.
//!
//! The picture itself is not read, so it may have been moved, scaled or recolored in a drawing program.

use std::collections::BTreeMap;

use serde::de::IgnoredAny;

use super::{Tiling, read_records, write_record};
use crate::defect::{Defect, Place, ReadError};
use crate::fault::fault;
use crate::limits::Limits;
use crate::source::Source;
use crate::text::shown;
use crate::xml::{self, XmlError};

fault! {
    /// Why no tilings can be read from an SVG.
    #[derive(Clone, PartialEq, Eq)]
    pub enum SvgError {
        Xml { cause: String } = E0551 {
            message("not a valid SVG: {cause}", cause = shown(cause))
        }
        NoTilings = E0552 {
            message("the SVG holds no tilings")
            help("tilings are in SVG files that `solve -o`, `inspect -o` and `sheet` wrote; others are only pictures")
        }
    }
}

/// Returns the records of these tilings, separated by spaces, for the metadata of an SVG.
pub fn svg_metadata(tilings: &[Tiling]) -> String {
    tilings.iter().map(write_record).collect::<Vec<_>>().join(" ")
}

/// Returns whether a text may be an SVG.
pub(super) fn looks_like_svg(text: &str) -> bool {
    // Comments and declarations may come first, but not much else.
    text.starts_with('<') && text.chars().take(4000).collect::<String>().contains("<svg")
}

/// Reads the tilings in the metadata of an SVG.
///
/// # Errors
/// [`ReadError`] with [`SvgError`], or with the mistakes in the records.
pub fn read_svg_tilings(source: &Source, limits: &Limits) -> Result<Vec<Tiling>, ReadError> {
    let refuse = |error: SvgError, place: Place| ReadError::new(source.name(), Defect::new(error).at(place));
    let text = source.text();
    let document = xml::parse(text, limits.depth()).map_err(|XmlError { cause, offset }| {
        refuse(SvgError::Xml { cause }, Place::at_byte(text, offset))
    })?;
    let metadata = document.descendants().filter(|node| node.has_tag_name((SPACE, "metadata")));
    let mut texts = metadata.filter_map(|node| node.text()).map(str::trim);
    let Some(lines) = texts.find_map(records) else {
        return Err(refuse(SvgError::NoTilings, Place { line: 1, column: 1 }));
    };
    read_records(&Source::new(source.name(), lines), None, limits)
}

/// The records in a metadata text, one a line; none if there are none. The design of the drawing may stand
/// before them.
fn records(text: &str) -> Option<String> {
    /// How designs and records begin.
    const START: &str = "{\"piecework\"";
    if !text.starts_with(START) {
        return None;
    }
    // Inside a JSON string the quotation mark would be escaped, so this is between them.
    let lines = text.replace(&format!("}} {START}"), &format!("}}\n{START}"));
    let first = lines.lines().next().unwrap_or_default();
    let is_design = serde_json::from_str::<BTreeMap<String, IgnoredAny>>(first)
        .is_ok_and(|members| !members.contains_key("placements"));
    match lines.split_once('\n') {
        Some((_, records)) if is_design => Some(records.to_owned()),
        None if is_design => None,
        _ => lines.contains("\"placements\"").then_some(lines),
    }
}

/// Returns whether a text is an SVG that holds tilings, so that it is read by them and not by its design.
pub fn holds_tilings(text: &str) -> bool {
    let document = xml::parse(text, Limits::default().depth());
    document.is_ok_and(|document| {
        let metadata = document.descendants().filter(|node| node.has_tag_name((SPACE, "metadata")));
        metadata.filter_map(|node| node.text()).any(|text| records(text.trim()).is_some())
    })
}

/// The SVG namespace.
const SPACE: &str = "http://www.w3.org/2000/svg";

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Tiling>, String> {
        read_svg_tilings(&Source::new("t.svg", text), &Limits::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn pictures_without_tilings_are_refused() {
        let error = |text: &str| read(text).unwrap_err();
        assert!(error("<svg xmlns=\"http://www.w3.org/2000/svg\"/>").contains("holds no tilings"));
        assert!(error("<svg").starts_with("t.svg:1:"));
        assert!(error(&"<svg>".repeat(300)).contains("more than 256 nested elements"));
        let other = "<svg xmlns=\"http://www.w3.org/2000/svg\"><metadata>{\"a\":1}</metadata></svg>";
        assert!(error(other).contains("holds no tilings"));
        let broken = "<svg xmlns=\"http://www.w3.org/2000/svg\"><metadata>{\"piecework\":1,\"placements\":[]}</metadata></svg>";
        assert!(error(broken).contains("is missing"));
    }
}

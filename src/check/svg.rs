//! SVG in the profile that every cutter reads alike.

use std::collections::BTreeSet;

use roxmltree::{Document, Node};

use super::{CheckError, CutFile, Misplaced, Sheet};
use crate::drawing::Element;
use crate::geometry::Point;

/// Everything that may stand in a file.
const ELEMENTS: [&str; 6] = ["svg", "g", "path", "title", "desc", "metadata"];
/// Attributes that some readers drop, and the drawing with them.
const NEVER: [&str; 4] = ["transform", "class", "clip-path", "mask"];
const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";

/// Reads a file.
pub(super) fn read(text: &str) -> Result<CutFile, Misplaced> {
    let document = parsed(text)?;
    let root = document.root_element();
    let at = |error: CheckError| (error, root.range().start);
    if !root.has_tag_name(("http://www.w3.org/2000/svg", "svg")) {
        return Err(at(CheckError::Missing { missing: "svg" }));
    }
    let (width, height) = size(root).map_err(at)?;
    let mut sheet = Sheet { size: Some((width, height)), ..Sheet::default() };
    let mut names = BTreeSet::new();
    for node in root.descendants().filter(Node::is_element) {
        let here = |error: CheckError| (error, node.range().start);
        check(node, &mut names).map_err(here)?;
        if node.tag_name().name() == "path" {
            path(node, height, &mut sheet).map_err(here)?;
        }
    }
    if sheet.edges() == 0 && sheet.silent.is_empty() {
        return Err(at(CheckError::Nothing));
    }
    let recipe = root.children().find(|node| node.tag_name().name() == "metadata");
    let recipe = recipe.and_then(|node| node.text()).map(|text| text.trim().to_owned());
    Ok(CutFile { format: "SVG", recipe, sheets: vec![sheet], precision: 0.0 })
}

/// XML, with its mistake at the place that the reader names.
pub(super) fn parsed(text: &str) -> Result<Document<'_>, Misplaced> {
    Document::parse(text).map_err(|error| {
        let place = error.pos();
        let row = usize::try_from(place.row).unwrap_or(1).max(1) - 1;
        let line_at: usize = text.split_inclusive('\n').take(row).map(str::len).sum();
        let column = usize::try_from(place.col).unwrap_or(1).max(1) - 1;
        let line = &text[line_at..];
        let offset = line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
        (CheckError::Grammar { found: error.to_string(), expected: "good XML" }, line_at + offset)
    })
}

/// Width and height in mm; one unit of the view box must be one mm.
fn size(root: Node<'_, '_>) -> Result<(f64, f64), CheckError> {
    let side = |name: &str| -> Option<f64> { root.attribute(name)?.strip_suffix("mm")?.parse().ok() };
    let sides = side("width").zip(side("height"));
    let said = format!("width `{}`", root.attribute("width").unwrap_or("none"));
    let (width, height) = sides.ok_or(CheckError::NoUnit { said })?;
    let found = root.attribute("viewBox").unwrap_or_default();
    let numbers: Vec<f64> = found.split(' ').filter_map(|number| number.parse().ok()).collect();
    if numbers == [0.0, 0.0, width, height] {
        return Ok((width, height));
    }
    Err(CheckError::NoUnit { said: format!("viewBox `{found}`") })
}

fn check<'a>(node: Node<'a, '_>, names: &mut BTreeSet<&'a str>) -> Result<(), CheckError> {
    let name = node.tag_name().name();
    if !ELEMENTS.contains(&name) {
        return Err(CheckError::NotForMachines { found: format!("<{name}>") });
    }
    if let Some(found) = NEVER.iter().find(|key| node.attribute(**key).is_some()) {
        return Err(CheckError::NotForMachines { found: (*found).to_owned() });
    }
    match node.attribute("id") {
        Some(id) if !names.insert(id) => Err(CheckError::Twice { name: id.to_owned() }),
        _ => Ok(()),
    }
}

fn path(node: Node<'_, '_>, height: f64, sheet: &mut Sheet) -> Result<(), CheckError> {
    let group = node.parent().filter(|parent| parent.tag_name().name() == "g");
    let layer = group.and_then(|group| group.attribute((INKSCAPE, "label")));
    let layer = layer.ok_or(CheckError::Missing { missing: "inkscape:label" })?;
    let data = node.attribute("d").ok_or(CheckError::Missing { missing: "d" })?;
    let elements = elements(data, height)?;
    if node.attribute("fill").is_none_or(|fill| fill != "none") {
        if !sheet.silent.iter().any(|name| name == layer) {
            sheet.silent.push(layer.to_owned());
        }
        return Ok(());
    }
    sheet.add_path(layer, elements)
}

/// Absolute moves, lines, curves and closes, y turned to grow upwards.
fn elements(data: &str, height: f64) -> Result<Vec<Element>, CheckError> {
    let wrong = |found: &str| CheckError::Grammar {
        found: found.chars().take(24).collect(),
        expected: "M, L, C or Z and its numbers",
    };
    let mut elements = Vec::new();
    let mut rest = data;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |at| at + 1);
        let (step, after) = rest.split_at(end);
        let numbers: Vec<f64> = step[1..]
            .split_ascii_whitespace()
            .map(|number| number.parse().ok().filter(|value: &f64| value.is_finite()))
            .collect::<Option<_>>()
            .ok_or_else(|| wrong(step))?;
        let point = |at: usize| Point { x: numbers[at], y: height - numbers[at + 1] };
        let begun = !matches!(elements.last(), None | Some(Element::Close));
        elements.push(match (command, numbers.len()) {
            ('M', 2) => Element::Move(point(0)),
            ('L', 2) if begun => Element::Line(point(0)),
            ('C', 6) if begun => Element::Cubic(point(0), point(2), point(4)),
            ('Z', 0) if begun => Element::Close,
            _ => return Err(wrong(step)),
        });
        rest = after;
    }
    if elements.is_empty() { Err(wrong(data)) } else { Ok(elements) }
}

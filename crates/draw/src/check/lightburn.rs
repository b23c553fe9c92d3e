//! Reads LightBurn projects.

use std::collections::BTreeMap;

use roxmltree::Node;

use super::trace::is_cut;
use super::{CheckError, CheckedSheet, CutFile, Misplaced, svg};
use crate::drawing::Element;
use crate::geometry::Point;

/// The most vertices of a shape: each takes 72 bytes while it is read.
const MOST_VERTICES: usize = 500_000;

/// Reads a file.
pub(super) fn read(text: &str, depth: usize) -> Result<CutFile, Misplaced> {
    let document = svg::parsed(text, depth)?;
    let root = document.root_element();
    if !root.has_tag_name("LightBurnProject") {
        return Err((CheckError::Missing { missing: "LightBurnProject" }, root.range().start));
    }
    let mut sheet = CheckedSheet { silent: vec!["FILL".into()], ..CheckedSheet::default() };
    let mut settings: BTreeMap<&str, &str> = BTreeMap::new();
    let mut priorities: Vec<(i64, &str)> = Vec::new();
    let mut recipe = None;
    for node in root.children().filter(Node::is_element) {
        let at = |error: CheckError| (error, node.range().start);
        match node.tag_name().name() {
            "CutSetting" => {
                let value = |name| value(node, name).map_err(at);
                check_setting(node).map_err(at)?;
                if settings.insert(value("index")?, value("name")?).is_some() {
                    return Err(at(CheckError::Twice { name: value("index")?.to_owned() }));
                }
                let found = value("priority")?;
                let priority = found.parse().map_err(|_| {
                    at(CheckError::Grammar {
                        found: found.to_owned(),
                        expected: "a whole number as priority",
                    })
                })?;
                priorities.push((priority, value("name")?));
                let index = format!("palette {}", value("index")?);
                sheet.colors.extend(value("name")?.split('+').map(|layer| (layer.to_owned(), index.clone())));
            }
            "Shape" => shape(node, &settings, &mut sheet).map_err(at)?,
            "Notes" => recipe = node.attribute("Notes").map(str::to_owned),
            found => return Err(at(CheckError::NotForMachines { found: found.to_owned() })),
        }
    }
    if sheet.edges() == 0 {
        return Err((CheckError::Nothing, root.range().start));
    }
    cuts_are_last(priorities).map_err(|error| (error, root.range().start))?;
    Ok(CutFile { format: "LightBurn", recipe, sheets: vec![sheet], precision: 0.0 })
}

/// What a setting says about its lines, with numbers above 0.
const BURN: [&str; 5] = ["minPower", "maxPower", "maxPower2", "speed", "numPasses"];

/// Refuses a setting that fills lines or leaves them out, and numbers that LightBurn would replace silently.
fn check_setting(setting: Node<'_, '_>) -> Result<(), CheckError> {
    let kind = setting.attribute("type").unwrap_or_default();
    let is_tool = value(setting, "index")?.parse().is_ok_and(|index: u8| index >= FIRST_TOOL);
    if kind != if is_tool { "Tool" } else { "Cut" } {
        let expected = if is_tool { "type `Tool`" } else { "type `Cut`" };
        return Err(CheckError::Grammar { found: format!("type {kind}"), expected });
    }
    for child in setting.children().filter(Node::is_element) {
        let (name, value) = (child.tag_name().name(), child.attribute("Value").unwrap_or_default());
        if !["index", "name", "priority"].contains(&name) && !BURN.contains(&name) {
            return Err(CheckError::NotForMachines { found: name.to_owned() });
        }
        if BURN.contains(&name) && !value.parse().is_ok_and(|number: f64| number > 0.0 && number.is_finite())
        {
            return Err(CheckError::Grammar {
                found: format!("{name} {value}"),
                expected: "a number above 0",
            });
        }
    }
    Ok(())
}

/// The first index of a tool layer, which is never cut.
const FIRST_TOOL: u8 = 30;

/// LightBurn cuts layers in the order of their priorities, whatever the order of their lines.
fn cuts_are_last(mut priorities: Vec<(i64, &str)>) -> Result<(), CheckError> {
    priorities.sort_by_key(|(priority, _)| *priority);
    let after = priorities.iter().skip_while(|(_, layer)| !is_cut(layer));
    match after.map(|(_, layer)| layer).find(|layer| !is_cut(layer)) {
        Some(layer) => Err(CheckError::AfterCut { layer: (*layer).to_owned() }),
        None => Ok(()),
    }
}

fn value<'a>(setting: Node<'a, '_>, name: &'static str) -> Result<&'a str, CheckError> {
    let child = setting.children().find(|node| node.has_tag_name(name));
    child.and_then(|node| node.attribute("Value")).ok_or(CheckError::Missing { missing: name })
}

fn shape(
    node: Node<'_, '_>,
    settings: &BTreeMap<&str, &str>,
    sheet: &mut CheckedSheet,
) -> Result<(), CheckError> {
    let index = node.attribute("CutIndex").ok_or(CheckError::Missing { missing: "CutIndex" })?;
    let layer = *settings.get(index).ok_or_else(|| CheckError::Undeclared { layer: index.to_owned() })?;
    if node.attribute("Type") != Some("Path") {
        let found = format!("shape {}", node.attribute("Type").unwrap_or_default());
        return Err(CheckError::NotForMachines { found });
    }
    let text = |name: &'static str| {
        let child = node.children().find(|node| node.has_tag_name(name));
        child.and_then(|node| node.text()).ok_or(CheckError::Missing { missing: name })
    };
    if text("XForm")? != "1 0 0 1 0 0" {
        return Err(CheckError::NotForMachines { found: format!("XForm {}", text("XForm")?) });
    }
    let vertices = text("VertList")?;
    if vertices.bytes().filter(|&byte| byte == b'V').nth(MOST_VERTICES).is_some() {
        return Err(CheckError::TooMany { what: "vertices in a shape", allowed: MOST_VERTICES });
    }
    let points = vertices.split('V').skip(1).map(vertex).collect::<Option<Vec<Vertex>>>();
    let first = vertices.starts_with('V');
    let points = points.filter(|_| first).ok_or_else(|| CheckError::Grammar {
        found: vertices.chars().take(24).collect(),
        expected: "vertices such as V1 2c0x1c1x1",
    })?;
    let lines = text("PrimList")?;
    let (elements, closed) = elements(&points, lines).ok_or_else(|| CheckError::Grammar {
        found: lines.chars().take(24).collect(),
        expected: "LineClosed, or a line or curve from each vertex to the next",
    })?;
    if elements.iter().any(|element| matches!(element, Element::Cubic(..))) {
        return sheet.add_path(layer, elements);
    }
    sheet.add(layer, &points.iter().map(|vertex| vertex.at).collect::<Vec<Point>>(), closed)
}

/// Returns the lines and curves between vertices, which must follow each other, and whether they lead back.
fn elements(vertices: &[Vertex], lines: &str) -> Option<(Vec<Element>, bool)> {
    let count = vertices.len();
    let mut elements = vec![Element::Move(vertices.first()?.at)];
    if lines == "LineClosed" {
        return Some((elements, true));
    }
    let (mut closed, mut rest) = (false, lines);
    for from in 0..count {
        let to = (from + 1) % count;
        let curve = rest.starts_with('B');
        let expected = format!("{}{from} {to}", if curve { 'B' } else { 'L' });
        let Some(after) = rest.strip_prefix(&expected) else { break };
        if after.starts_with(|c: char| c.is_ascii_digit()) {
            break;
        }
        let end = vertices[to].at;
        elements.push(match curve {
            true => Element::Cubic(vertices[from].leaves?, vertices[to].enters?, end),
            false => Element::Line(end),
        });
        closed = to == 0;
        rest = after;
    }
    let whole = rest.is_empty() && (closed || elements.len() == count);
    whole.then_some((elements, closed))
}

/// A place, and the control points of the curves that leave it and enter it.
struct Vertex {
    at: Point,
    leaves: Option<Point>,
    enters: Option<Point>,
}

/// Parses `1.5 2c0x1c1x1`, a place without control points, or `1.5 2c0x3c0y4c1x1`, with one.
fn vertex(text: &str) -> Option<Vertex> {
    let number = |text: &str| text.parse().ok().filter(|value: &f64| value.is_finite());
    let place = |text: &str, between: &str| {
        let (x, y) = text.split_once(between)?;
        Some(Point { x: number(x)?, y: number(y)? })
    };
    let (at, controls) = text.split_once("c0x")?;
    let (leaves, enters) = controls.split_once("c1x")?;
    let control = |text: &str, between: &str| match text {
        "1" => Some(None),
        text => place(text, between).map(Some),
    };
    Some(Vertex { at: place(at, " ")?, leaves: control(leaves, "c0y")?, enters: control(enters, "c1y")? })
}

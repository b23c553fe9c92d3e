//! Reads LightBurn projects.

use std::collections::BTreeMap;

use roxmltree::Node;

use super::{CheckError, CutFile, Misplaced, Sheet, svg};
use crate::geometry::Point;

/// Reads a file.
pub(super) fn read(text: &str) -> Result<CutFile, Misplaced> {
    let document = svg::parsed(text)?;
    let root = document.root_element();
    if !root.has_tag_name("LightBurnProject") {
        return Err((CheckError::Missing { missing: "LightBurnProject" }, root.range().start));
    }
    let mut sheet = Sheet { silent: vec!["FILL".into()], ..Sheet::default() };
    let mut settings: BTreeMap<&str, &str> = BTreeMap::new();
    let mut recipe = None;
    for node in root.children().filter(Node::is_element) {
        let at = |error: CheckError| (error, node.range().start);
        match node.tag_name().name() {
            "CutSetting" => {
                let value = |name| value(node, name).map_err(at);
                if settings.insert(value("index")?, value("name")?).is_some() {
                    return Err(at(CheckError::Twice { name: value("index")?.to_owned() }));
                }
            }
            "Shape" => shape(node, &settings, &mut sheet).map_err(at)?,
            "Notes" => recipe = node.attribute("Notes").map(str::to_owned),
            found => return Err(at(CheckError::NotForMachines { found: found.to_owned() })),
        }
    }
    if sheet.edges() == 0 {
        return Err((CheckError::Nothing, root.range().start));
    }
    Ok(CutFile { format: "LightBurn", recipe, sheets: vec![sheet], precision: 0.0 })
}

fn value<'a>(setting: Node<'a, '_>, name: &'static str) -> Result<&'a str, CheckError> {
    let child = setting.children().find(|node| node.has_tag_name(name));
    child.and_then(|node| node.attribute("Value")).ok_or(CheckError::Missing { missing: name })
}

fn shape(node: Node<'_, '_>, settings: &BTreeMap<&str, &str>, sheet: &mut Sheet) -> Result<(), CheckError> {
    let index = node.attribute("CutIndex").ok_or(CheckError::Missing { missing: "CutIndex" })?;
    let layer = *settings.get(index).ok_or_else(|| CheckError::Undeclared { layer: index.to_owned() })?;
    let text = |name: &'static str| {
        let child = node.children().find(|node| node.has_tag_name(name));
        child.and_then(|node| node.text()).ok_or(CheckError::Missing { missing: name })
    };
    if text("XForm")? != "1 0 0 1 0 0" {
        return Err(CheckError::NotForMachines { found: format!("XForm {}", text("XForm")?) });
    }
    let vertices = text("VertList")?;
    let points = vertices.split('V').skip(1).map(vertex).collect::<Option<Vec<Point>>>();
    let first = vertices.starts_with('V');
    let points = points.filter(|_| first).ok_or_else(|| CheckError::Grammar {
        found: vertices.chars().take(24).collect(),
        expected: "vertices such as V1 2c0x1c1x1",
    })?;
    let lines = text("PrimList")?;
    let open: String = (1..points.len()).map(|to| format!("L{} {to}", to - 1)).collect();
    match lines {
        "LineClosed" => sheet.add(layer, &points, true),
        found if found == open => sheet.add(layer, &points, false),
        found => Err(CheckError::Grammar {
            found: found.chars().take(24).collect(),
            expected: "LineClosed, or a line from each vertex to the next",
        }),
    }
}

/// Parses `1.5 2c0x1c1x1`: a place, and no control points.
fn vertex(text: &str) -> Option<Point> {
    let (x, y) = text.strip_suffix("c0x1c1x1")?.split_once(' ')?;
    let number = |text: &str| text.parse().ok().filter(|value: &f64| value.is_finite());
    Some(Point { x: number(x)?, y: number(y)? })
}

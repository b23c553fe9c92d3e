//! Reads DXF R12 and R2000.

use std::collections::{BTreeMap, BTreeSet};

use super::pairs::Pairs;
use super::{CheckError, CheckedSheet, CutFile, Misplaced};
use crate::drawing::Element;
use crate::geometry::{Dimensions, Point};

/// The most pairs of a file: they are held in memory, 32 bytes each.
const MOST_GROUPS: usize = 4_000_000;

/// A pair of a code and a value, with the place of the code.
#[derive(Debug, Clone, Copy)]
struct Group<'a> {
    code: u16,
    value: &'a str,
    at: usize,
}

/// An entity: its kind and its groups.
struct Entity<'a> {
    kind: &'a str,
    groups: Vec<Group<'a>>,
    at: usize,
}

/// Reads a file, whose name may end in the unit: `_mm.dxf` or `_in.dxf`.
pub(super) fn read(name: &str, text: &str, depth: usize) -> Result<CutFile, Misplaced> {
    let groups = groups(text)?;
    let end = groups.last().map_or(0, |group| group.at);
    if !groups.last().is_some_and(|group| group.code == 0 && group.value == "EOF") {
        return Err((CheckError::Missing { missing: "EOF" }, end));
    }
    check_pairs(&groups, depth)?;
    let version = header(&groups, "$ACADVER").map_or("", |group| group.value);
    let format = match version {
        "AC1009" => "DXF R12",
        "AC1015" => "DXF R2000",
        found => {
            let expected = "version AC1009 or AC1015";
            return Err((CheckError::Grammar { found: found.to_owned(), expected }, 0));
        }
    };
    let mm = unit(&groups)?;
    check_name(name, mm)?;
    let size = extents(&groups, mm)?;
    let declared: BTreeSet<&str> = declared(&groups);
    let colors = colors(&groups);
    let mut sheet = CheckedSheet { size, silent: vec!["FILL".into()], colors, ..CheckedSheet::default() };
    let mut lines = Lines::default();
    for entity in section(&groups, "ENTITIES") {
        lines.take(&entity, &mut sheet, mm, &declared)?;
    }
    if sheet.edges() == 0 {
        return Err((CheckError::Nothing, end));
    }
    Ok(CutFile { format, recipe: recipe(&groups), sheets: vec![sheet], precision: 0.0 })
}

/// What begins and ends in a file.
const PAIRS: &[(&str, &str)] =
    &[("SECTION", "ENDSEC"), ("TABLE", "ENDTAB"), ("BLOCK", "ENDBLK"), ("POLYLINE", "SEQEND")];

/// Refuses what begins and does not end, and a second section of one name: programs read the first or the last.
fn check_pairs(groups: &[Group<'_>], depth: usize) -> Result<(), Misplaced> {
    let (mut pairs, mut sections) = (Pairs::new(PAIRS, depth), BTreeSet::new());
    for (index, group) in groups.iter().enumerate().filter(|(_, group)| group.code == 0) {
        let at = |error: CheckError| (error, group.at);
        pairs.take(group.value).map_err(at)?;
        let name = groups.get(index + 1).filter(|next| group.value == "SECTION" && next.code == 2);
        if let Some(Group { value, .. }) = name.filter(|name| !sections.insert(name.value)) {
            return Err(at(CheckError::Twice { name: (*value).to_owned() }));
        }
    }
    pairs.finish().map_err(|error| (error, groups.last().map_or(0, |group| group.at)))
}

/// Returns the file as pairs.
fn groups(text: &str) -> Result<Vec<Group<'_>>, Misplaced> {
    let count = text.bytes().filter(|&byte| byte == b'\n').count() / 2;
    if count > MOST_GROUPS {
        return Err((CheckError::TooMany { what: "groups", allowed: MOST_GROUPS }, 0));
    }
    let mut groups = Vec::with_capacity(count + 1);
    let mut code: Option<(u16, usize)> = None;
    let mut at = 0;
    // Real programs leave blank lines behind the end of the file.
    for line in text.trim_end().split_inclusive('\n') {
        let value = line.trim_end_matches(['\n', '\r']);
        match code.take() {
            None => {
                let found = value.trim().parse().map_err(|_| {
                    (CheckError::Grammar { found: value.to_owned(), expected: "a group code" }, at)
                })?;
                code = Some((found, at));
            }
            Some((code, at)) => groups.push(Group { code, value: value.trim(), at }),
        }
        at += line.len();
    }
    match code {
        Some((_, at)) => Err((CheckError::Missing { missing: "the value of a group" }, at)),
        None => Ok(groups),
    }
}

/// Returns the first group of a header variable.
fn header<'a>(groups: &[Group<'a>], name: &str) -> Option<Group<'a>> {
    let at = groups.iter().position(|group| group.code == 9 && group.value == name)?;
    groups.get(at + 1).copied()
}

/// Millimetres in a unit.
fn unit(groups: &[Group<'_>]) -> Result<f64, Misplaced> {
    if let Some(group) = header(groups, "$INSUNITS") {
        return match group.value {
            "4" => Ok(1.0),
            "1" => Ok(25.4),
            found => Err((no_unit(format!("$INSUNITS {found}")), group.at)),
        };
    }
    let comments = groups.iter().filter(|group| group.code == 999);
    let mut said =
        comments.filter_map(|group| group.value.rsplit_once("1 unit = 1 ")).map(|(_, unit)| unit.trim());
    match said.next_back() {
        Some("mm") => Ok(1.0),
        Some("in") => Ok(25.4),
        found => Err((no_unit(found.unwrap_or("no comment says `1 unit = 1 mm`").to_owned()), 0)),
    }
}

/// Refuses a file whose name has a different unit than its contents.
fn check_name(name: &str, mm: f64) -> Result<(), Misplaced> {
    let unit = if mm == 1.0 { "mm" } else { "in" };
    let named = ["mm", "in"]
        .into_iter()
        .find(|ending| name.to_ascii_lowercase().ends_with(&format!("_{ending}.dxf")));
    match named.filter(|named| *named != unit) {
        Some(name) => Err((CheckError::OtherUnit { name, unit }, 0)),
        None => Ok(()),
    }
}

fn no_unit(said: String) -> CheckError {
    CheckError::NoUnit { said, expected: "$INSUNITS 4 (mm) or 1 (inches), or by the comment `1 unit = 1 mm`" }
}

/// Returns the size of the sheet; files of other programs may have none.
fn extents(groups: &[Group<'_>], mm: f64) -> Result<Option<Dimensions>, Misplaced> {
    let Some(at) = groups.iter().position(|group| group.code == 9 && group.value == "$EXTMAX") else {
        return Ok(None);
    };
    let (x, y) = (number(groups.get(at + 1))?, number(groups.get(at + 2))?);
    // A program that has not measured its drawing writes -1e20.
    if x <= 0.0 || y <= 0.0 {
        return Err((CheckError::Missing { missing: "$EXTMAX" }, groups[at].at));
    }
    Ok(Some(Dimensions { width: x * mm, height: y * mm }))
}

fn number(group: Option<&Group<'_>>) -> Result<f64, Misplaced> {
    let group = group.ok_or((CheckError::Missing { missing: "a coordinate" }, 0))?;
    let value = group.value.parse().ok().filter(|value: &f64| value.is_finite());
    value.ok_or_else(|| {
        (CheckError::Grammar { found: group.value.to_owned(), expected: "a number" }, group.at)
    })
}

fn declared<'a>(groups: &[Group<'a>]) -> BTreeSet<&'a str> {
    let starts = groups.iter().enumerate().filter(|(_, group)| group.code == 0 && group.value == "LAYER");
    starts
        .filter_map(|(at, _)| {
            groups[at + 1..].iter().take_while(|group| group.code != 0).find(|group| group.code == 2)
        })
        .map(|group| group.value)
        .collect()
}

/// Returns the color index of each declared layer; a layer that is switched off has a negative one.
fn colors(groups: &[Group<'_>]) -> BTreeMap<String, String> {
    let starts = groups.iter().enumerate().filter(|(_, group)| group.code == 0 && group.value == "LAYER");
    starts
        .filter_map(|(at, _)| {
            let own = || groups[at + 1..].iter().take_while(|group| group.code != 0);
            let value = |code: u16| own().find(|group| group.code == code).map(|group| group.value);
            Some((value(2)?.to_owned(), format!("ACI {}", value(62)?)))
        })
        .collect()
}

/// Returns the contents of a section.
fn section<'a>(groups: &'a [Group<'a>], name: &str) -> impl Iterator<Item = Entity<'a>> {
    let begin = groups.windows(2).position(|pair| {
        pair[0].code == 0 && pair[0].value == "SECTION" && pair[1].code == 2 && pair[1].value == name
    });
    let inside = begin.map_or(&groups[..0], |begin| &groups[begin + 2..]);
    let end = inside.iter().position(|group| group.code == 0 && group.value == "ENDSEC");
    let inside = &inside[..end.unwrap_or(inside.len())];
    let starts: Vec<usize> = (0..inside.len()).filter(|&at| inside[at].code == 0).collect();
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([inside.len()]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| Entity {
        kind: inside[start].value,
        groups: inside[start + 1..end].to_vec(),
        at: inside[start].at,
    })
}

impl<'a> Entity<'a> {
    fn value(&self, code: u16) -> Option<&'a str> {
        self.groups.iter().find(|group| group.code == code).map(|group| group.value)
    }

    /// Returns the points with their bulges, which follow them.
    fn vertices(&self, mm: f64) -> Result<Vec<Vertex>, Misplaced> {
        let points = self.points(10, 20, mm)?;
        let mut bulges = vec![0.0; points.len()];
        let mut seen = 0;
        for group in &self.groups {
            match group.code {
                10 => seen += 1,
                42 if (1..=bulges.len()).contains(&seen) => bulges[seen - 1] = number(Some(group))?,
                _ => {}
            }
        }
        Ok(points.into_iter().zip(bulges).map(|(point, bulge)| Vertex { point, bulge }).collect())
    }

    fn points(&self, x: u16, y: u16, mm: f64) -> Result<Vec<Point>, Misplaced> {
        let of = |code: u16| self.groups.iter().filter(move |group| group.code == code);
        of(x)
            .zip(of(y))
            .map(|(x, y)| Ok(Point { x: number(Some(x))? * mm, y: number(Some(y))? * mm }))
            .collect()
    }
}

/// Adds a polyline, with arcs if it has bulges.
fn polyline(
    sheet: &mut CheckedSheet,
    layer: &str,
    vertices: &[Vertex],
    closed: bool,
) -> Result<(), CheckError> {
    let points: Vec<Point> = vertices.iter().map(|vertex| vertex.point).collect();
    if vertices.iter().all(|vertex| vertex.bulge == 0.0) {
        return sheet.add(layer, &points, closed);
    }
    let mut elements = vec![Element::Move(points[0])];
    let back = points.first().filter(|_| closed);
    for (vertex, &to) in vertices.iter().zip(points[1..].iter().chain(back)) {
        let Vertex { point: from, bulge } = *vertex;
        // The sagitta is the bulge times half the chord, to the right of it: y grows up.
        let middle = from.middle(to).moved((to.y - from.y) * bulge / 2.0, (from.x - to.x) * bulge / 2.0);
        elements.push(if bulge == 0.0 { Element::Line(to) } else { Element::Arc(middle, to) });
    }
    sheet.add_path(layer, elements)
}

/// A polyline of R12 that has not ended yet.
#[derive(Default)]
struct Lines<'a> {
    open: Option<Open<'a>>,
}

struct Open<'a> {
    layer: &'a str,
    vertices: Vec<Vertex>,
    closed: bool,
    at: usize,
}

/// A point of a polyline, and the bulge of the arc that begins there, or 0.
#[derive(Clone, Copy)]
struct Vertex {
    point: Point,
    bulge: f64,
}

impl<'a> Lines<'a> {
    fn take(
        &mut self,
        entity: &Entity<'a>,
        sheet: &mut CheckedSheet,
        mm: f64,
        declared: &BTreeSet<&str>,
    ) -> Result<(), Misplaced> {
        let at = |error: CheckError| (error, entity.at);
        let layer =
            entity.value(8).ok_or_else(|| at(CheckError::Missing { missing: "the layer of an entity" }))?;
        if !declared.contains(layer) {
            return Err(at(CheckError::Undeclared { layer: layer.to_owned() }));
        }
        let closed = entity.value(70).is_some_and(|flags| flags == "1");
        if self.open.is_some() && !["VERTEX", "SEQEND"].contains(&entity.kind) {
            return Err(at(CheckError::Missing { missing: "SEQEND" }));
        }
        match entity.kind {
            "POLYLINE" => {
                self.open = Some(Open { layer, vertices: Vec::new(), closed, at: entity.at });
            }
            "VERTEX" => {
                let vertices = entity.vertices(mm)?;
                let open =
                    self.open.as_mut().ok_or_else(|| at(CheckError::Missing { missing: "POLYLINE" }))?;
                open.vertices.extend(vertices);
            }
            "SEQEND" => {
                let open = self.open.take().ok_or_else(|| at(CheckError::Missing { missing: "POLYLINE" }))?;
                polyline(sheet, open.layer, &open.vertices, open.closed).map_err(|error| (error, open.at))?;
            }
            "LWPOLYLINE" => polyline(sheet, layer, &entity.vertices(mm)?, closed).map_err(at)?,
            "LINE" => {
                let ends = [entity.points(10, 20, mm)?, entity.points(11, 21, mm)?].concat();
                sheet.add(layer, &ends, false).map_err(at)?;
            }
            found => return Err(at(CheckError::NotForMachines { found: found.to_owned() })),
        }
        Ok(())
    }
}

/// How the file was made, joined from its comments.
fn recipe(groups: &[Group<'_>]) -> Option<String> {
    joined(groups.iter().filter(|group| group.code == 999).map(|group| group.value))
}

/// Returns the same, without reading the rest of the file.
pub(super) fn recipe_in(text: &str) -> Option<String> {
    let pairs = text.lines().zip(text.lines().skip(1));
    joined(pairs.filter(|(code, _)| code.trim() == "999").map(|(_, value)| value))
}

/// Joins the parts of a recipe, which say whether they begin or continue it.
pub(super) fn joined<'a>(comments: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut recipe: Option<String> = None;
    for comment in comments {
        if let Some(first) = comment.strip_prefix("recipe: ") {
            recipe = Some(first.to_owned());
        } else if let (Some(more), Some(recipe)) = (comment.strip_prefix("recipe+ "), recipe.as_mut()) {
            recipe.push_str(more);
        }
    }
    recipe.map(|text| unescaped(&text))
}

/// Decodes `\U+XXXX` in units of UTF-16.
fn unescaped(text: &str) -> String {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let escape = rest.strip_prefix("\\U+").and_then(|after| after.get(..4));
        if let Some(unit) = escape.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
            units.push(unit);
            rest = &rest[7..];
        } else {
            units.extend(c.encode_utf16(&mut [0; 2]).iter());
            rest = &rest[c.len_utf8()..];
        }
    }
    String::from_utf16_lossy(&units)
}

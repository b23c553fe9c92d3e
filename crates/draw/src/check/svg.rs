//! Reads SVG in the profile that all cutting programs read alike.

use std::collections::BTreeSet;

use roxmltree::{Document, Node};

use super::{CheckError, CheckedSheet, CutFile, Misplaced};
use crate::color::Color;
use crate::drawing::Element;
use crate::geometry::{Dimensions, Point};
use piecework_tiling::xml::{self, XmlError};

/// All elements that may occur.
const ELEMENTS: [&str; 6] = ["svg", "g", "path", "title", "desc", "metadata"];
/// Attributes for which some readers drop the drawing.
const NEVER: [&str; 4] = ["transform", "class", "clip-path", "mask"];
const XLINK: &str = "http://www.w3.org/1999/xlink";
const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";

/// The most steps of a path: each takes 56 bytes while it is read.
const MOST_STEPS: usize = 500_000;
/// The most bytes of one command with its numbers, which are read at once.
const MOST_BYTES: usize = 4 << 20;

/// Reads a file.
pub(super) fn read(text: &str, depth: usize) -> Result<CutFile, Misplaced> {
    let document = parsed(text, depth)?;
    let root = document.root_element();
    let at = |error: CheckError| (error, root.range().start);
    if !root.has_tag_name(("http://www.w3.org/2000/svg", "svg")) {
        return Err(at(CheckError::Missing { missing: "svg" }));
    }
    let Dimensions { width, height } = size(root).map_err(at)?;
    let mut sheet = CheckedSheet { size: Some(Dimensions { width, height }), ..CheckedSheet::default() };
    let mut names = BTreeSet::new();
    let definitions = root.children().filter(|node| node.tag_name().name() == "defs");
    let places = definitions.map(|node| pictures(node).map_err(|error| (error, node.range().start)));
    let places: BTreeSet<&str> = places.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    let is_drawn = |node: &Node<'_, '_>| node.ancestors().all(|above| above.tag_name().name() != "defs");
    for node in root.descendants().filter(Node::is_element).filter(is_drawn) {
        let here = |error: CheckError| (error, node.range().start);
        check(node, &mut names, &places).map_err(here)?;
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

/// Parses XML; a mistake has the place that the parser reports.
pub(super) fn parsed(text: &str, depth: usize) -> Result<Document<'_>, Misplaced> {
    xml::parse(text, depth).map_err(|XmlError { cause, offset, .. }| {
        (CheckError::Grammar { found: cause, expected: "valid XML" }, offset)
    })
}

/// Width and height in mm; one unit of the view box must be one mm.
fn size(root: Node<'_, '_>) -> Result<Dimensions, CheckError> {
    let side = |name: &str| -> Option<f64> { root.attribute(name)?.strip_suffix("mm")?.parse().ok() };
    let sides = side("width").zip(side("height"));
    let said = format!("width `{}`", root.attribute("width").unwrap_or("none"));
    let (width, height) = sides.ok_or(CheckError::NoUnit { said, expected: "width and height in mm" })?;
    let found = root.attribute("viewBox").unwrap_or_default();
    let numbers: Vec<f64> = found.split(' ').filter_map(|number| number.parse().ok()).collect();
    if numbers == [0.0, 0.0, width, height] {
        return Ok(Dimensions { width, height });
    }
    Err(CheckError::OtherScale { view_box: found.to_owned(), width, height })
}

/// All attributes that may occur, in any namespace.
const ATTRIBUTES: [&str; 15] = [
    "version",
    "width",
    "height",
    "viewBox",
    "id",
    "groupmode",
    "label",
    "d",
    "style",
    "fill",
    "fill-rule",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "space",
];

/// Refuses what some programs would guess or leave out: attributes that piecework does not write, and values
/// that are no numbers or colors.
fn check_look(node: Node<'_, '_>, places: &BTreeSet<&str>) -> Result<(), CheckError> {
    let declared = node.attribute("style").unwrap_or_default();
    let declared = declared.split(';').map(str::trim).filter(|part| !part.is_empty());
    let declared = declared.map(|part| part.split_once(':').unwrap_or((part, "")));
    let own = node.attributes().map(|attribute| (attribute.name(), attribute.value()));
    for (name, value) in own.chain(declared) {
        let (name, value) = (name.trim(), value.trim());
        if !ATTRIBUTES.contains(&name) {
            return Err(CheckError::NotForMachines { found: name.to_owned() });
        }
        let positive = |text: &str| text.parse().is_ok_and(|number: f64| number > 0.0 && number.is_finite());
        let expected = match name {
            "stroke-width" if !positive(value) => "a width above 0 with a decimal point and no unit",
            "stroke-dasharray" if !value.split(',').all(positive) => "lengths above 0 with commas between",
            "fill" if is_place(value, places) => continue,
            "fill" | "stroke" if value != "none" && value.parse::<Color>().is_err() => {
                "none, or a color such as #ff0000"
            }
            "fill-rule" if !["evenodd", "nonzero"].contains(&value) => "evenodd or nonzero",
            _ => continue,
        };
        return Err(CheckError::Grammar { found: format!("{name} {value}"), expected });
    }
    Ok(())
}

/// Whether an area shows a picture of the file.
fn is_place(fill: &str, places: &BTreeSet<&str>) -> bool {
    let name = fill.strip_prefix("url(#").and_then(|rest| rest.strip_suffix(')'));
    name.is_some_and(|name| places.contains(name))
}

/// Returns the names of the places of pictures; pictures are JPEG in the file, and nothing else is defined.
fn pictures<'a>(definitions: Node<'a, '_>) -> Result<Vec<&'a str>, CheckError> {
    let mut names = Vec::new();
    for node in definitions.descendants().filter(Node::is_element) {
        let link = node.attribute((XLINK, "href"));
        let is_known = match node.tag_name().name() {
            "defs" => true,
            "pattern" => link.is_none_or(|link| link.starts_with('#')),
            "image" => link.is_some_and(|link| link.starts_with("data:image/jpeg;base64,")),
            _ => false,
        };
        if !is_known {
            return Err(CheckError::NotForMachines { found: format!("<{}>", node.tag_name().name()) });
        }
        names.extend(node.attribute("id"));
    }
    Ok(names)
}

fn check<'a>(
    node: Node<'a, '_>,
    names: &mut BTreeSet<&'a str>,
    places: &BTreeSet<&str>,
) -> Result<(), CheckError> {
    let name = node.tag_name().name();
    if !ELEMENTS.contains(&name) {
        return Err(CheckError::NotForMachines { found: format!("<{name}>") });
    }
    if let Some(found) = NEVER.iter().find(|key| node.attribute(**key).is_some()) {
        return Err(CheckError::NotForMachines { found: (*found).to_owned() });
    }
    check_look(node, places)?;
    match node.attribute("id") {
        Some(id) if !names.insert(id) => Err(CheckError::Twice { name: id.to_owned() }),
        _ => Ok(()),
    }
}

fn path(node: Node<'_, '_>, height: f64, sheet: &mut CheckedSheet) -> Result<(), CheckError> {
    let group = node.parent().filter(|parent| parent.tag_name().name() == "g");
    let layer = group.and_then(|group| group.attribute((INKSCAPE, "label")));
    let layer = layer.ok_or(CheckError::Missing { missing: "inkscape:label" })?;
    let data = node.attribute("d").ok_or(CheckError::Missing { missing: "d" })?;
    let elements = elements(data, height)?;
    if look(node, "fill").is_none_or(|fill| fill != "none") {
        if !sheet.silent.iter().any(|name| name == layer) {
            sheet.silent.push(layer.to_owned());
        }
        return Ok(());
    }
    if let Some(color) = look(node, "stroke") {
        let known = sheet.colors.entry(layer.to_owned()).or_insert_with(|| color.to_owned());
        if known != color {
            return Err(CheckError::WrongColor {
                layer: layer.to_owned(),
                found: color.to_owned(),
                expected: known.clone(),
            });
        }
    }
    sheet.add_path(layer, elements)
}

/// Returns what an element looks like: by its style, its own attribute, or that of its layer.
fn look<'a>(node: Node<'a, '_>, key: &str) -> Option<&'a str> {
    let style = node.attribute("style").unwrap_or_default();
    let declared =
        style.split(';').filter_map(|part| part.split_once(':')).find(|(name, _)| name.trim() == key);
    let declared = declared.map(|(_, value)| value.trim());
    let inherited = || node.parent().and_then(|parent| parent.attribute(key));
    declared.or_else(|| node.attribute(key)).or_else(inherited)
}

/// Moves, lines, curves and closes, converted to y up.
pub(super) fn elements(data: &str, height: f64) -> Result<Vec<Element>, CheckError> {
    let wrong = |found: &str| CheckError::Grammar {
        found: found.chars().take(24).collect(),
        expected: "M, L, H, V, C, A or Z and its numbers",
    };
    let mut pen = Pen { height, ..Pen::default() };
    let mut rest = data.trim();
    while let Some(command) = rest.chars().next().filter(char::is_ascii) {
        let is_command = |c: char| c.is_ascii_alphabetic() && !matches!(c, 'e' | 'E');
        let end = rest[1..].find(is_command).map_or(rest.len(), |at| at + 1);
        let (step, after) = rest.split_at(end);
        if step.len() > MOST_BYTES || pen.elements.len() > MOST_STEPS {
            return Err(CheckError::TooMany { what: "steps in a path", allowed: MOST_STEPS });
        }
        let drawn = numbers(&step[1..]).and_then(|numbers| pen.obey(command, &numbers));
        drawn.ok_or_else(|| wrong(step))?;
        rest = after;
    }
    if pen.elements.is_empty() || !rest.is_empty() { Err(wrong(data)) } else { Ok(pen.elements) }
}

/// Numbers separated by spaces, commas or only a sign.
fn numbers(text: &str) -> Option<Vec<f64>> {
    let apart = text.replace("e-", "e\u{2212}").replace('-', " -").replace('\u{2212}', "-");
    let numbers = apart.split([' ', ',', '\t', '\n', '\r']).filter(|number| !number.is_empty());
    numbers.map(|number| number.parse().ok().filter(|value: &f64| value.is_finite())).collect()
}

/// Follows the commands of a path.
#[derive(Default)]
struct Pen {
    height: f64,
    start: Point,
    here: Point,
    elements: Vec<Element>,
}

impl Pen {
    /// Draws one command with all its numbers; `None` if it is unknown or they do not fit.
    fn obey(&mut self, command: char, numbers: &[f64]) -> Option<()> {
        let each = match command.to_ascii_uppercase() {
            'H' | 'V' => 1,
            'M' | 'L' => 2,
            'C' => 6,
            'A' => 7,
            'Z' if numbers.is_empty() => return self.close(),
            _ => return None,
        };
        if numbers.is_empty() || !numbers.len().is_multiple_of(each) {
            return None;
        }
        for (turn, step) in numbers.chunks_exact(each).enumerate() {
            // Further numbers after a move are lines.
            let kind = if turn > 0 && command.eq_ignore_ascii_case(&'m') {
                'L'
            } else {
                command.to_ascii_uppercase()
            };
            self.step(kind, command.is_ascii_lowercase(), step)?;
        }
        Some(())
    }

    fn step(&mut self, kind: char, relative: bool, step: &[f64]) -> Option<()> {
        let Point { x, y } = if relative { self.here } else { Point::default() };
        let to = match kind {
            'H' => Point { x: x + step[0], ..self.here },
            'V' => Point { y: y + step[0], ..self.here },
            _ => Point::new(x + step[step.len() - 2], y + step[step.len() - 1]),
        };
        if kind == 'M' {
            self.start = to;
        } else if matches!(self.elements.last(), None | Some(Element::Close)) {
            return None;
        }
        let element = match kind {
            'M' => Element::Move(self.place(to)),
            'C' => Element::Cubic(
                self.place(Point::new(x + step[0], y + step[1])),
                self.place(Point::new(x + step[2], y + step[3])),
                self.place(to),
            ),
            'A' => self.arc(step, to)?,
            _ => Element::Line(self.place(to)),
        };
        self.elements.push(element);
        self.here = to;
        Some(())
    }

    /// An arc of a circle; `None` for an ellipse or an arc without length.
    ///
    /// # Source
    /// W3C, "Scalable Vector Graphics 1.1", appendix F.6: the center from the ends, the radius and the flags.
    fn arc(&self, step: &[f64], to: Point) -> Option<Element> {
        let [rx, ry, _, large, clockwise, ..] = *step else { return None };
        let flags = [large, clockwise].iter().all(|&flag| flag == 0.0 || flag == 1.0);
        let (dx, dy) = (to.x - self.here.x, to.y - self.here.y);
        let half = self.here.distance(to) / 2.0;
        if rx != ry || rx <= 0.0 || !flags || half <= 0.0 {
            return None;
        }
        // A radius that is too small counts as half the chord.
        let radius = rx.max(half);
        let height = libm::sqrt((radius * radius - half * half).max(0.0));
        // The sagitta: the arc is on the left of its chord if it runs clockwise, as seen with y down.
        let sagitta = if large == 1.0 { radius + height } else { radius - height };
        let side = if clockwise == 1.0 { 1.0 } else { -1.0 } * sagitta / (2.0 * half);
        let middle = self.here.middle(to).moved(dy * side, -dx * side);
        Some(Element::Arc(self.place(middle), self.place(to)))
    }

    fn close(&mut self) -> Option<()> {
        self.elements.last().filter(|last| !matches!(last, Element::Close))?;
        self.elements.push(Element::Close);
        self.here = self.start;
        Some(())
    }

    fn place(&self, Point { x, y }: Point) -> Point {
        Point { x, y: self.height - y }
    }
}

//! Reads machine profiles strictly.

use std::collections::BTreeMap;

use super::{LaserPower, Machine, Registration, Speeds, Tool, ToolKind};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Controller, Role};
use piecework_draw::layout::SheetFormat;
use piecework_draw::render::{FORMATS, FormatRef, Unit};
use piecework_tiling::defect::ReadError;
use piecework_tiling::json::{Document, Node, Object};
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::source::Source;

/// The newest format of profiles.
const FORMAT: i64 = 1;
/// The longest side in mm; PDF readers accept up to 5080 mm.
const LONGEST: f64 = 5000.0;
/// The largest length of a tool or a mark, in mm; chosen by eye.
const LARGEST_TOOL: f64 = 50.0;
/// The highest speed, in mm or stitches a minute; chosen by eye.
const FASTEST: f64 = 200_000.0;

const KEYS: [&str; 20] = [
    "piecework",
    "name",
    "title",
    "width_mm",
    "height_mm",
    "margin_mm",
    "formats",
    "unit",
    "hairline_mm",
    "colors",
    "without",
    "tool",
    "speeds",
    "stitches_per_min",
    "laser",
    "device",
    "gap_mm",
    "mat",
    "registration",
    "source",
];
const TOOL_KEYS: [&str; 4] = ["kind", "blade_offset_mm", "overcut_mm", "fillet_mm"];
const SPEED_KEYS: [&str; 4] = ["cut_mm_min", "draw_mm_min", "travel_mm_min", "down_s"];
const LASER_KEYS: [&str; 5] = ["controller", "largest_power", "cut_percent", "draw_percent", "passes"];
const REGISTRATION_KEYS: [&str; 5] = ["square_mm", "arm_mm", "line_mm", "inset_mm", "margin_mm"];

/// The roles that a machine may color or leave out. Fills are pictures, and a sheet without cuts is useless.
const ROLES: [(&str, Role); 8] = [
    ("guide", Role::Guide),
    ("fold", Role::Fold),
    ("sew", Role::Sew),
    ("label", Role::Label),
    ("engrave", Role::Engrave),
    ("score", Role::Score),
    ("inner", Role::Inner),
    ("cut", Role::Cut),
];
const ROLE_KEYS: [&str; 8] = ["guide", "fold", "sew", "label", "engrave", "score", "inner", "cut"];

/// The last of them that are cuts, which cannot be left out.
const CUTS: usize = 2;

const CONTROLLERS: [(&str, Controller); 2] = [("grbl", Controller::Grbl), ("marlin", Controller::Marlin)];

const TOOLS: [(&str, ToolKind); 5] = [
    ("blade", ToolKind::Blade),
    ("beam", ToolKind::Beam),
    ("rule", ToolKind::Rule),
    ("needle", ToolKind::Needle),
    ("nozzle", ToolKind::Nozzle),
];

impl Machine {
    /// Reads the file of a profile.
    ///
    /// # Errors
    /// [`ReadError`] with all mistakes.
    pub fn read(source: &Source, limits: &Limits) -> Result<Self, ReadError> {
        let document = Document::parse(source, limits)?;
        let machine = machine(document.root());
        document.finish(machine)
    }

    /// Reads the machine in an object of a larger document.
    pub fn at(node: Node<'_>) -> Option<Self> {
        machine(node)
    }
}

fn machine(root: Node<'_>) -> Option<Machine> {
    let object = root.file(&KEYS, FORMAT)?;
    let bed = bed(&object);
    let formats = object.require("formats").and_then(formats);
    let unit = optional(&object, "unit", |node| node.word(Unit::NAMES));
    let hairline = optional(&object, "hairline_mm", |node| node.number(0.001, 1.0));
    let colors = optional(&object, "colors", colors);
    let without = optional(&object, "without", without);
    let tool = object.require("tool").and_then(tool);
    let speeds = optional(&object, "speeds", speeds);
    let stitches_per_min = optional(&object, "stitches_per_min", |node| node.number(1.0, FASTEST));
    let laser = optional(&object, "laser", laser);
    let device = optional(&object, "device", |node| node.name(Limit::NameCharacters));
    let gap = optional(&object, "gap_mm", |node| node.number(0.0, LARGEST_TOOL));
    let mat = optional(&object, "mat", |node| node.boolean());
    let registration = optional(&object, "registration", registration);
    let source = object.require("source").and_then(|node| node.name(Limit::TitleCharacters));
    Some(Machine {
        bed: bed?,
        formats: formats?,
        unit: unit?.unwrap_or_default(),
        hairline: hairline?,
        colors: colors?.unwrap_or_default(),
        without: without?.unwrap_or_default(),
        tool: tool?,
        speeds: speeds?,
        stitches_per_min: stitches_per_min?,
        laser: laser?,
        device: device?.map(str::to_owned),
        gap: gap?,
        mat: mat?.unwrap_or_default(),
        registration: registration?,
        source: source?.to_owned(),
    })
}

/// Returns the value of an optional key; the outer `None` if it is present and wrong.
#[expect(clippy::option_option, reason = "the outer one says that a defect was noted")]
pub(crate) fn optional<'d, T>(
    object: &Object<'d>,
    key: &str,
    read: impl FnOnce(Node<'d>) -> Option<T>,
) -> Option<Option<T>> {
    match object.get(key) {
        Some(node) => read(node).map(Some),
        None => Some(None),
    }
}

fn bed(object: &Object<'_>) -> Option<SheetFormat> {
    let name = object.require("name").and_then(|node| node.name(Limit::NameCharacters));
    let title = object.require("title").and_then(|node| node.name(Limit::TitleCharacters));
    let side = |key| object.require(key).and_then(|node| node.number(1.0, LONGEST));
    let (width, height) = (side("width_mm"), side("height_mm"));
    let margin = object.require("margin_mm").and_then(|node| node.number(0.0, LONGEST));
    let (name, title) = (name?.to_owned(), title?.to_owned());
    Some(SheetFormat { name, title, width: width?, height: height?, margin: margin?, roll: false })
}

fn formats(node: Node<'_>) -> Option<Vec<FormatRef>> {
    let names: Vec<(&str, FormatRef)> = FORMATS.iter().map(|format| (format.name, format)).collect();
    let found = node.list(1, FORMATS.len() as u64)?;
    // Reads all of them, so that every wrong one is reported.
    let read: Vec<Option<FormatRef>> = found.into_iter().map(|node| node.word(&names)).collect();
    read.into_iter().collect()
}

fn colors(node: Node<'_>) -> Option<BTreeMap<Role, Color>> {
    let object = node.object(&ROLE_KEYS)?;
    let read: Vec<Option<(Role, Color)>> = ROLES
        .iter()
        .filter_map(|&(key, role)| Some((role, object.get(key)?)))
        .map(|(role, node)| Some((role, node.check(node.text()?.parse::<Color>())?)))
        .collect();
    read.into_iter().collect()
}

fn without(node: Node<'_>) -> Option<Vec<Role>> {
    let found = node.list(0, ROLES.len() as u64)?;
    // A sheet without cuts is useless.
    let read: Vec<Option<Role>> =
        found.into_iter().map(|node| node.word(&ROLES[..ROLES.len() - CUTS])).collect();
    read.into_iter().collect()
}

fn tool(node: Node<'_>) -> Option<Tool> {
    let object = node.object(&TOOL_KEYS)?;
    let kind = object.require("kind").and_then(|node| node.word(&TOOLS));
    let length = |key| optional(&object, key, |node| node.number(0.0, LARGEST_TOOL));
    let (blade_offset, overcut, fillet) =
        (length("blade_offset_mm"), length("overcut_mm"), length("fillet_mm"));
    Some(Tool { kind: kind?, blade_offset: blade_offset?, overcut: overcut?, fillet: fillet? })
}

fn speeds(node: Node<'_>) -> Option<Speeds> {
    let object = node.object(&SPEED_KEYS)?;
    let speed = |key| object.require(key).and_then(|node| node.number(1.0, FASTEST));
    let (cut, draw, travel) = (speed("cut_mm_min"), speed("draw_mm_min"), speed("travel_mm_min"));
    let down = object.require("down_s").and_then(|node| node.number(0.0, 60.0));
    Some(Speeds { cut: cut?, draw: draw?, travel: travel?, down: down? })
}

fn laser(node: Node<'_>) -> Option<LaserPower> {
    let object = node.object(&LASER_KEYS)?;
    let controller = object.require("controller").and_then(|node| node.word(&CONTROLLERS));
    let whole = |key, most| object.require(key).and_then(|node| node.integer(1, most));
    let (largest, passes) = (whole("largest_power", 65_535), whole("passes", 100));
    let share =
        |key| object.require(key).and_then(|node| node.number(0.0, 100.0)).map(|percent| percent / 100.0);
    let (cut, draw) = (share("cut_percent"), share("draw_percent"));
    let whole = |number: i64| u32::try_from(number).unwrap_or(1);
    let (largest, passes) = (whole(largest?), whole(passes?));
    Some(LaserPower { controller: controller?, largest, cut: cut?, draw: draw?, passes })
}

fn registration(node: Node<'_>) -> Option<Registration> {
    let object = node.object(&REGISTRATION_KEYS)?;
    let length = |key| object.require(key).and_then(|node| node.number(0.01, LARGEST_TOOL));
    let [square, arm, line, inset, margin] = REGISTRATION_KEYS.map(length);
    Some(Registration { square: square?, arm: arm?, line: line?, inset: inset?, margin: margin? })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: &str = r##"{ "piecework": 1, "name": "card", "title": "Card cutter", "width_mm": 100, "height_mm": 150,
        "margin_mm": 5, "formats": ["svg", "hpgl"], "unit": "in", "colors": { "cut": "#00ff00" },
        "without": ["guide"], "tool": { "kind": "blade", "blade_offset_mm": 0.25 }, "mat": true, "source": "a shop" }"##;

    fn read(text: &str) -> Result<Machine, String> {
        Machine::read(&Source::new("card.json", text), &Limits::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn profiles_are_read_exactly() {
        let machine = read(CARD).expect("a good profile");
        assert_eq!((machine.name(), machine.bed.width, machine.unit), ("card", 100.0, Unit::Inch));
        assert_eq!(machine.formats, [&FORMATS[0], piecework_draw::render::format("hpgl").expect("a row")]);
        assert_eq!(machine.colors, BTreeMap::from([(Role::Cut, Color::new(0, 255, 0))]));
        assert_eq!(
            machine.tool,
            Tool { kind: ToolKind::Blade, blade_offset: Some(0.25), overcut: None, fillet: None }
        );
        assert_eq!((machine.hairline, machine.gap, machine.mat), (None, None, true));
    }

    #[test]
    fn everything_that_is_wrong_is_named_with_its_place() {
        for (good, bad, message) in [
            ("\"svg\", \"hpgl\"", "\"svg\", \"hpg\"", "/formats/1: `hpg` is not known"),
            ("\"svg\", \"hpgl\"", "", "/formats: the list has `0` entries"),
            ("#00ff00", "green", "/colors/cut: `green`"),
            ("\"cut\":", "\"cuts\":", "/colors/cuts: key `cuts` is not known"),
            ("[\"guide\"]", "[\"cut\"]", "/without/0: `cut` is not known"),
            ("\"blade\"", "\"knife\"", "/tool/kind: `knife` is not known"),
            ("0.25", "-1", "/tool/blade_offset_mm: `-1` is out of range"),
            ("\"in\"", "\"inch\"", "/unit: `inch` is not known"),
            ("\"mat\": true", "\"mat\": 1", "/mat: found the number `1`"),
            ("\"piecework\": 1", "\"piecework\": 2", "needs piecework format 2"),
            (", \"source\": \"a shop\"", "", "key `source` is missing"),
            ("\"width_mm\": 100", "\"width_mm\": 9999", "/width_mm: `9999` is out of range"),
        ] {
            assert!(CARD.contains(good), "{good}");
            let error = read(&CARD.replace(good, bad)).unwrap_err();
            assert!(error.contains(message), "{message} in {error}");
        }
    }

    #[test]
    fn the_schema_knows_the_same_keys() {
        let schema: serde_json::Value = serde_json::from_str(super::super::SCHEMA).expect("good JSON");
        let keys = |pointer: &str| -> Vec<String> {
            let found = schema.pointer(pointer).and_then(serde_json::Value::as_object).expect(pointer);
            let mut keys: Vec<String> = found.keys().cloned().collect();
            keys.sort();
            keys
        };
        for (pointer, known) in [
            ("/properties", &KEYS[..]),
            ("/properties/tool/properties", &TOOL_KEYS),
            ("/properties/speeds/properties", &SPEED_KEYS),
            ("/properties/laser/properties", &LASER_KEYS),
            ("/properties/registration/properties", &REGISTRATION_KEYS),
            ("/properties/colors/properties", &ROLE_KEYS),
        ] {
            let mut known = known.to_vec();
            known.sort_unstable();
            assert_eq!(keys(pointer), known, "{pointer}");
        }
        let formats = schema.pointer("/properties/formats/items/enum").expect("a list");
        assert_eq!(*formats, serde_json::json!(FORMATS.iter().map(|format| format.name).collect::<Vec<_>>()));
        assert!(ROLES.iter().map(|(name, _)| name).eq(ROLE_KEYS.iter()));
    }
}

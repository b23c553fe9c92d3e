//! Describes materials: how thick a sheet of stock is, what a machine removes of it, and how it is cut.
//!
//! A material is a JSON file; common ones are embedded, as starting points, each with the source of its numbers. What
//! a person asks for in options goes before what the material says.

use super::machine::optional;
use super::{CutBurn, CutError, Machine, ToolKind};
use piecework_tiling::defect::ReadError;
use piecework_tiling::json::{Document, Node};
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::names::find;
use piecework_tiling::source::Source;

/// The newest format of material files.
pub(super) const FORMAT: i64 = 1;
/// The thickest sheet and the widest kerf, in mm, the highest price, the fastest machine, in mm a minute, and how
/// often a line is cut at most; chosen by eye.
const THICKEST: f64 = 100.0;
const WIDEST: f64 = 5.0;
const DEAREST: f64 = 1e6;
const FASTEST: i64 = 200_000;
const PASSES: i64 = 100;

const KEYS: [&str; 8] =
    ["piecework", "name", "title", "thickness_mm", "kerf_mm", "sheet_price", "machines", "source"];
const SETTING_KEYS: [&str; 8] = [
    "machine",
    "measured_on",
    "kerf_mm",
    "cut_mm_min",
    "cut_percent",
    "passes",
    "draw_mm_min",
    "draw_percent",
];

/// A sheet of stock, and how machines cut it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Material {
    /// Its name on the command line.
    pub name: String,
    /// What the job sheet calls it.
    pub title: String,
    /// Its thickness as measured, in mm.
    pub thickness: f64,
    /// The width that a laser removes, in mm.
    pub kerf: f64,
    /// The price of a sheet, in any currency.
    pub sheet_price: Option<f64>,
    /// How machines cut it.
    pub settings: Vec<MaterialSettings>,
    /// The source of the numbers.
    pub source: String,
}

/// How one machine cuts a material.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct MaterialSettings {
    /// The name of the machine.
    pub machine: String,
    /// The laser that the settings are for, such as its kind and power.
    pub measured_on: Option<String>,
    /// Its kerf in mm, if it is not that of the material.
    pub kerf: Option<f64>,
    /// Speeds, powers and passes.
    pub burn: CutBurn,
}

/// Embeds files of `templates/materials` by name.
macro_rules! materials {
    ($($name:literal,)*) => {
        &[$(($name, piecework_templates::file(concat!("materials/", $name, ".json"))),)*]
    };
}

/// The embedded materials, the common ones first.
const MATERIALS: &[(&str, &str)] = materials! {
    "birch-3mm",
    "birch-6mm",
    "basswood-3mm",
    "mdf-3mm",
    "mdf-6mm",
    "acrylic-3mm",
    "acrylic-6mm",
    "cardboard-2mm",
    "mat-board",
    "cardstock",
};

/// The JSON Schema of material files.
const SCHEMA: &str = piecework_templates::file("schema/material.json");

/// Returns the JSON Schema of material files.
pub fn material_schema() -> &'static str {
    SCHEMA
}

/// Returns the names of the embedded materials.
pub fn material_names() -> Vec<&'static str> {
    MATERIALS.iter().map(|&(name, _)| name).collect()
}

/// Returns an embedded material, by its name as people write it.
///
/// # Errors
/// [`CutError::NoSuchMaterial`] with the valid names.
pub fn material(name: &str) -> Result<Material, CutError> {
    let (name, text) = find(name, MATERIALS, |(material, _)| material).ok_or_else(|| {
        let allowed = material_names().into_iter().map(str::to_owned).collect();
        CutError::NoSuchMaterial { found: name.to_owned(), allowed }
    })?;
    Ok(Material::read(&Source::new(format!("{name}.json"), *text), &Limits::default())?)
}

impl Material {
    /// What the source of a material begins with that nobody has measured.
    pub(crate) const PROPOSAL: &str = "proposal";

    /// Reads the file of a material.
    ///
    /// # Errors
    /// [`ReadError`] with all mistakes.
    pub fn read(source: &Source, limits: &Limits) -> Result<Self, ReadError> {
        let document = Document::parse(source, limits)?;
        let material = read(document.root());
        document.finish(material)
    }

    /// Reads the material in an object of a larger document.
    pub fn at(node: Node<'_>) -> Option<Self> {
        read(node)
    }

    /// Returns how a machine cuts it, if that is known.
    pub fn settings_for(&self, machine: &Machine) -> Option<&MaterialSettings> {
        let named =
            |settings: &&MaterialSettings| find(&settings.machine, [machine.name()], |name| name).is_some();
        self.settings.iter().find(named)
    }

    /// Returns what a machine removes of it, in mm: a kerf is a laser's, unless the machine is listed with one.
    pub fn kerf_on(&self, machine: &Machine) -> f64 {
        let own = self.settings_for(machine).and_then(|settings| settings.kerf);
        own.unwrap_or(if machine.tool.kind == ToolKind::Beam { self.kerf } else { 0.0 })
    }

    /// Returns whether nobody has measured it yet.
    pub(crate) fn is_proposal(&self) -> bool {
        self.source.starts_with(Self::PROPOSAL)
    }

    /// Says how other machines cut it, as far as it is known.
    pub(crate) fn on_other_machines(&self, machine: &Machine) -> Vec<String> {
        let own = self.settings_for(machine);
        let others = self.settings.iter().filter(|settings| own != Some(settings));
        others.filter_map(MaterialSettings::in_words).collect()
    }

    /// Says what must be tried, in a sentence: no two lasers and no two sheets are alike.
    pub fn caution(&self, machine: &Machine) -> String {
        let settings = self.settings_for(machine);
        let what = match settings.map(|settings| &settings.burn) {
            Some(burn) if *burn != CutBurn::default() => "thickness, kerf and settings",
            _ => "thickness and kerf",
        };
        let on = settings.and_then(|settings| settings.measured_on.as_ref());
        let on = on.map_or_else(String::new, |on| format!(" (settings: {on})"));
        format!("{what} of {} are starting points{on}: cut a test card and measure", self.name)
    }
}

impl MaterialSettings {
    /// Returns speed, power and passes in words, if any of them is known.
    fn in_words(&self) -> Option<String> {
        let passes = |count: u32| if count == 1 { "1 pass".to_owned() } else { format!("{count} passes") };
        let percent = |power: f64| format!("{:.0} %", power * 100.0);
        let speed = |speed: f64| format!("{speed:.0} mm/min");
        let CutBurn { draw_speed, draw_power, .. } = self.burn;
        let cut = [self.burn.speed.map(speed), self.burn.power.map(percent), self.burn.passes.map(passes)];
        let drawn = [draw_speed.map(speed), draw_power.map(percent)];
        let joined = |what: &str, all: &[Option<String>]| {
            let all: Vec<&str> = all.iter().flatten().map(String::as_str).collect();
            (!all.is_empty()).then(|| format!("{what} {}", all.join(", ")))
        };
        let both: Vec<String> =
            [joined("cut", &cut), joined("score and engrave", &drawn)].into_iter().flatten().collect();
        let on = self.measured_on.as_ref().map_or_else(String::new, |on| format!(" ({on})"));
        (!both.is_empty()).then(|| format!("{}{on}: {}", self.machine, both.join("; ")))
    }
}

fn read(root: Node<'_>) -> Option<Material> {
    let object = root.file(&KEYS, FORMAT)?;
    let name = object.require("name").and_then(|node| node.name(Limit::NameCharacters));
    let title = object.require("title").and_then(|node| node.name(Limit::TitleCharacters));
    let thickness = object.require("thickness_mm").and_then(|node| node.number(0.01, THICKEST));
    let kerf = object.require("kerf_mm").and_then(|node| node.number(0.0, WIDEST));
    let sheet_price = optional(&object, "sheet_price", |node| node.number(0.0, DEAREST));
    let settings = optional(&object, "machines", |node| {
        // Reads all of them, so that every wrong one is reported.
        let read: Vec<Option<MaterialSettings>> = node.list(1, 100)?.into_iter().map(settings).collect();
        read.into_iter().collect::<Option<Vec<_>>>()
    });
    let source = object.require("source").and_then(|node| node.name(Limit::TitleCharacters));
    Some(Material {
        name: name?.to_owned(),
        title: title?.to_owned(),
        thickness: thickness?,
        kerf: kerf?,
        sheet_price: sheet_price?,
        settings: settings?.unwrap_or_default(),
        source: source?.to_owned(),
    })
}

fn settings(node: Node<'_>) -> Option<MaterialSettings> {
    let object = node.object(&SETTING_KEYS)?;
    let machine = object.require("machine").and_then(|node| node.name(Limit::NameCharacters));
    let measured_on = optional(&object, "measured_on", |node| node.name(Limit::TitleCharacters));
    let kerf = optional(&object, "kerf_mm", |node| node.number(0.0, WIDEST));
    let whole = |key, most| optional(&object, key, |node| u32::try_from(node.integer(1, most)?).ok());
    let (cut, draw) = (whole("cut_mm_min", FASTEST), whole("draw_mm_min", FASTEST));
    let (power, draw_power) = (whole("cut_percent", 100), whole("draw_percent", 100));
    let passes = whole("passes", PASSES);
    let share = |percent: u32| f64::from(percent) / 100.0;
    Some(MaterialSettings {
        machine: machine?.to_owned(),
        measured_on: measured_on?.map(str::to_owned),
        kerf: kerf?,
        burn: CutBurn {
            speed: cut?.map(f64::from),
            power: power?.map(share),
            passes: passes?,
            draw_speed: draw?.map(f64::from),
            draw_power: draw_power?.map(share),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine;

    const OWN: &str = r#"{ "piecework": 1, "name": "shed", "title": "Plywood of the shed", "thickness_mm": 3.7, "kerf_mm": 0.2,
        "sheet_price": 2.5, "machines": [ { "machine": "grbl", "measured_on": "my laser", "kerf_mm": 0.18, "cut_mm_min": 240,
        "cut_percent": 90, "passes": 2, "draw_mm_min": 3000, "draw_percent": 15 } ], "source": "measured" }"#;

    fn own(text: &str) -> Result<Material, String> {
        Material::read(&Source::new("shed.json", text), &Limits::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn every_embedded_material_is_read_under_its_own_name_and_says_where_it_is_from() {
        let mut files: Vec<&str> = piecework_templates::names("materials").collect();
        let mut names = material_names();
        for name in &names {
            let material = material(name).expect("embedded");
            assert_eq!(material.name, *name);
            assert!(material.source.contains("starting points"), "{}", material.source);
            assert!(material.settings.iter().all(|settings| machine(&settings.machine).is_ok()), "{name}");
        }
        files.sort_unstable();
        names.sort_unstable();
        assert_eq!((files, names.len()), (names.clone(), 10));
        assert_eq!(material("Birch 3mm").expect("as people write it").name, "birch-3mm");
        let error = material("brich-3mm").unwrap_err().to_string();
        assert!(error.contains("brich-3mm") && error.contains("acrylic-6mm"), "{error}");
    }

    #[test]
    fn a_file_says_what_each_machine_does() {
        let shed = own(OWN).expect("a good file");
        let [grbl, k40, cricut] = ["grbl", "k40", "cricut"].map(|name| machine(name).expect("embedded"));
        assert_eq!((shed.kerf_on(&grbl), shed.kerf_on(&k40), shed.kerf_on(&cricut)), (0.18, 0.2, 0.0));
        let burn = shed.settings_for(&grbl).expect("listed").burn;
        assert_eq!((burn.speed, burn.power, burn.passes), (Some(240.0), Some(0.9), Some(2)));
        assert_eq!((burn.draw_speed, burn.draw_power), (Some(3000.0), Some(0.15)));
        assert!(shed.settings_for(&k40).is_none());
        assert!(shed.caution(&grbl).contains("settings: my laser"));
        assert_eq!(shed.on_other_machines(&grbl), Vec::<String>::new());
        let words = "grbl (my laser): cut 240 mm/min, 90 %, 2 passes; score and engrave 3000 mm/min, 15 %";
        assert_eq!(shed.on_other_machines(&k40), [words]);
    }

    #[test]
    fn everything_that_is_wrong_is_named_with_its_place() {
        for (good, bad, message) in [
            ("3.7", "0", "/thickness_mm: `0` is out of range"),
            ("\"kerf_mm\": 0.2,", "", "key `kerf_mm` is missing"),
            ("\"passes\": 2", "\"passes\": 0", "/machines/0/passes: `0`"),
            ("\"passes\"", "\"pases\"", "/machines/0/pases: key `pases` is not known"),
            ("\"cut_percent\": 90", "\"cut_percent\": 101", "/machines/0/cut_percent: `101`"),
            ("\"piecework\": 1", "\"piecework\": 2", "needs piecework format 2"),
        ] {
            assert!(OWN.contains(good), "{good}");
            let error = own(&OWN.replace(good, bad)).unwrap_err();
            assert!(error.contains(message), "{message} in {error}");
        }
    }

    #[test]
    fn the_schema_knows_the_same_keys() {
        let schema: serde_json::Value = serde_json::from_str(SCHEMA).expect("good JSON");
        for (pointer, known) in
            [("/properties", KEYS), ("/properties/machines/items/properties", SETTING_KEYS)]
        {
            let found = schema.pointer(pointer).and_then(serde_json::Value::as_object).expect(pointer);
            let mut known = known.to_vec();
            known.sort_unstable();
            let mut keys: Vec<&str> = found.keys().map(String::as_str).collect();
            keys.sort_unstable();
            assert_eq!(keys, known, "{pointer}");
        }
    }
}

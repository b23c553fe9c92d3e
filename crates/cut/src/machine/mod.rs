//! Describes cutting machines: work area, formats, unit, colors and tool.
//!
//! A profile is a JSON file; common machines are embedded. Every number in them has a source.

mod area;
mod read;

use std::collections::BTreeMap;

use super::{CutError, MachineError};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Burn, Controller, Laser, Role};
use piecework_draw::geometry::Dimensions;
use piecework_draw::layout::SheetFormat;
use piecework_draw::render::{FormatRef, Unit};
use piecework_tiling::limits::Limits;
use piecework_tiling::names::find;
use piecework_tiling::source::Source;

pub use area::WorkArea;
pub(crate) use read::optional;

/// A machine profile.
#[derive(Debug, Clone, PartialEq)]
pub struct Machine {
    /// Its work area; name and title are those of the machine.
    pub bed: SheetFormat,
    /// The default formats.
    pub formats: Vec<FormatRef>,
    /// The default unit of files that have a choice.
    pub unit: Unit,
    /// The width of lines in mm; if absent, that of the common table.
    pub hairline: Option<f64>,
    /// Colors with a meaning for the machine; other roles use the common table.
    pub colors: BTreeMap<Role, Color>,
    /// Roles that are left out, because the machine would cut or burn them.
    pub without: Vec<Role>,
    /// The tool.
    pub tool: Tool,
    /// How fast it is, for estimates; for lasers also the speeds in files that carry them.
    pub speeds: Option<Speeds>,
    /// How fast it sews, in stitches a minute.
    pub stitches_per_min: Option<f64>,
    /// The settings of its laser, for formats that carry them.
    pub laser: Option<LaserPower>,
    /// What the program of its maker calls it, for projects that name their machine.
    pub device: Option<String>,
    /// The least distance between two pieces in mm, if the machine needs one.
    pub gap: Option<f64>,
    /// Whether a sticky mat holds the material, so that released pieces stay in place.
    pub mat: bool,
    /// The marks by which it finds a printed sheet, if it can.
    pub registration: Option<Registration>,
    /// The source of the numbers.
    pub source: String,
}

/// The kind of tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToolKind {
    /// A drag knife, which trails behind its axis.
    Blade,
    /// A beam or bit as wide as its kerf, without direction.
    Beam,
    /// A bent steel rule, which is pressed.
    Rule,
    /// A needle and thread.
    Needle,
    /// A nozzle, which builds pieces up.
    Nozzle,
}

/// The tool; lengths in mm, `None` if the profile does not say.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tool {
    /// The kind of tool.
    pub kind: ToolKind,
    /// How far the edge of a blade trails behind its axis.
    pub blade_offset: Option<f64>,
    /// How far a closed line is cut beyond its start.
    pub overcut: Option<f64>,
    /// The least radius of a corner.
    pub fillet: Option<f64>,
}

/// The speeds of a machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speeds {
    /// Along cuts, in mm a minute.
    pub cut: f64,
    /// Along other lines, in mm a minute.
    pub draw: f64,
    /// From line to line, in mm a minute.
    pub travel: f64,
    /// To lower the tool, or to pierce, in seconds.
    pub down: f64,
}

/// The power of a laser.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LaserPower {
    /// The program that runs inside it.
    pub controller: Controller,
    /// The number that means full power.
    pub largest: u32,
    /// For cuts, from 0 to 1.
    pub cut: f64,
    /// For other lines, from 0 to 1.
    pub draw: f64,
    /// How often lines are cut.
    pub passes: u32,
}

/// Values for a laser that replace those of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CutBurn {
    /// The speed, in mm a minute.
    pub speed: Option<f64>,
    /// The power, from 0 to 1.
    pub power: Option<f64>,
    /// How often lines are cut.
    pub passes: Option<u32>,
    /// The speed along lines that are scored or engraved, in mm a minute.
    pub draw_speed: Option<f64>,
    /// Their power, from 0 to 1.
    pub draw_power: Option<f64>,
}

/// Registration marks: a filled square and two angles, or three crosses. All in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Registration {
    /// The side of the filled square; 0 for crosses.
    pub square: f64,
    /// The length of the arms of an angle, or of a cross.
    pub arm: f64,
    /// The width of the arms.
    pub line: f64,
    /// The distance of the marks from the edges of the sheet.
    pub inset: f64,
    /// The margin along the edges of the sheet, marks included.
    pub margin: f64,
}

impl Registration {
    /// Crosses for a camera, a pointer or a pin, on machines that find no marks themselves: at the top left, the
    /// top right and the bottom left. Chosen by eye.
    pub const CROSSES: Self = Self { square: 0.0, arm: 8.0, line: 0.3, inset: 8.0, margin: 20.0 };
}

/// Embeds files of `templates/machines` by name.
macro_rules! machines {
    ($($name:literal,)*) => {
        &[$(($name, piecework_templates::file(concat!("machines/", $name, ".json"))),)*]
    };
}

/// The embedded machines, the common ones first.
const MACHINES: &[(&str, &str)] = machines! {
    "generic",
    "cricut",
    "cricut-long",
    "cricut-joy",
    "silhouette-portrait",
    "silhouette-cameo",
    "silhouette-cameo-plus",
    "silhouette-cameo-pro",
    "scanncut",
    "lightburn",
    "laser-1300x900",
    "glowforge",
    "xtool",
    "xtool-s1",
    "k40",
    "grbl",
    "marlin",
    "shaper-origin",
    "die",
    "hpgl",
    "embroidery",
    "embroidery-8x12",
    "3d-printer",
};

/// The JSON Schema of machine files.
const SCHEMA: &str = piecework_templates::file("schema/machine.json");

/// Returns the JSON Schema of machine files.
pub fn machine_schema() -> &'static str {
    SCHEMA
}

/// Returns the names of the embedded machines.
pub fn machine_names() -> Vec<&'static str> {
    MACHINES.iter().map(|&(name, _)| name).collect()
}

/// Returns an embedded machine, by its name or an alias.
///
/// # Errors
/// [`CutError::NoSuchMachine`] with the valid names.
pub fn machine(name: &str) -> Result<Machine, CutError> {
    let (name, text) = find(name, MACHINES, |(machine, _)| machine).ok_or_else(|| {
        let allowed = machine_names().into_iter().map(str::to_owned).collect();
        CutError::NoSuchMachine { found: name.to_owned(), allowed }
    })?;
    Ok(Machine::read(&Source::new(format!("{name}.json"), *text), &Limits::default())?)
}

impl ToolKind {
    /// Returns the smallest cells that it cuts, in mm: two widths of a beam or a nozzle, four of a blade, the
    /// closest that rules are bent. Chosen by eye; a needle has the limit of its borders.
    const fn least_cell(self) -> f64 {
        match self {
            ToolKind::Beam => 0.4,
            ToolKind::Blade | ToolKind::Nozzle => 2.0,
            ToolKind::Rule => 5.0,
            ToolKind::Needle => 0.0,
        }
    }
}

impl Machine {
    /// Refuses cells that its tool is too wide for; `cell` in mm.
    ///
    /// # Errors
    /// [`MachineError::CellUnderTool`] with the smallest cell.
    pub fn check_cell(&self, cell: f64) -> Result<(), MachineError> {
        let least = self.tool.kind.least_cell();
        if cell >= least {
            return Ok(());
        }
        Err(MachineError::CellUnderTool { machine: self.name().to_owned(), found: cell, least })
    }

    /// Returns its name on the command line.
    pub fn name(&self) -> &str {
        &self.bed.name
    }

    /// Returns its speeds, with others if given: those of files, of papers and of estimates.
    pub fn speeds(&self, cut: &CutBurn) -> Option<Speeds> {
        let speeds = self.speeds?;
        let draw = cut.draw_speed.unwrap_or(speeds.draw);
        Some(Speeds { cut: cut.speed.unwrap_or(speeds.cut), draw, ..speeds })
    }

    /// Returns the settings of its laser, with other values if given.
    pub fn laser(&self, cut: &CutBurn) -> Option<Laser> {
        let usual = Laser::default();
        let power = self.laser.unwrap_or(LaserPower {
            controller: usual.controller,
            largest: usual.largest_power,
            cut: usual.cut.power,
            draw: usual.draw.power,
            passes: usual.cut.passes,
        });
        let is_asked = *cut != CutBurn::default();
        let speeds = self.speeds(cut).filter(|_| self.tool.kind == ToolKind::Beam);
        let is_known = self.laser.is_some() || speeds.is_some() || is_asked;
        let speeds = speeds.unwrap_or(Speeds {
            cut: cut.speed.unwrap_or(usual.cut.speed),
            draw: cut.draw_speed.unwrap_or(usual.draw.speed),
            travel: usual.travel,
            down: 0.0,
        });
        is_known.then(|| Laser {
            controller: power.controller,
            largest_power: power.largest,
            has_power: self.laser.is_some() || cut.power.is_some(),
            travel: speeds.travel,
            cut: Burn {
                speed: speeds.cut,
                power: cut.power.unwrap_or(power.cut),
                passes: cut.passes.unwrap_or(power.passes),
            },
            draw: Burn { speed: speeds.draw, power: cut.draw_power.unwrap_or(power.draw), passes: 1 },
        })
    }

    /// Returns stock of this size; by default, the machine's work area.
    ///
    /// # Errors
    /// [`MachineError::StockTooLarge`] for stock that does not fit on the bed in either orientation.
    pub fn stock(&self, size: Option<Dimensions>) -> Result<Dimensions, MachineError> {
        let bed = self.bed.dimensions();
        let Some(size) = size else { return Ok(bed) };
        // A hundredth of a mm is rounding between inches and millimetres.
        let fits = |w: f64, h: f64| w <= bed.width + 0.01 && h <= bed.height + 0.01;
        if fits(size.width, size.height) || fits(size.height, size.width) {
            return Ok(size);
        }
        let (machine, found, allowed) = (self.name().to_owned(), size.into(), bed.into());
        Err(MachineError::StockTooLarge { machine, found, allowed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_machine_is_read_under_its_own_name() {
        for name in machine_names() {
            let machine = machine(name).expect("an embedded machine");
            assert_eq!(machine.name(), name);
            assert!(machine.bed.usable().is_ok());
        }
        assert_eq!(machine("silhouette").expect("an alias").name(), "silhouette-cameo");
        assert!(matches!(machine("cricket"), Err(CutError::NoSuchMachine { .. })));
    }

    #[test]
    fn every_file_of_the_folder_is_a_machine() {
        let mut files: Vec<&str> = piecework_templates::names("machines").collect();
        files.sort_unstable();
        let mut names = machine_names();
        names.sort_unstable();
        assert_eq!(files, names);
    }

    #[test]
    fn cells_are_as_large_as_the_tool_needs() {
        for (name, least) in [("lightburn", 0.4), ("cricut", 2.0), ("die", 5.0), ("3d-printer", 2.0)] {
            let machine = machine(name).expect("embedded");
            assert_eq!(machine.check_cell(least), Ok(()));
            let found = least - 0.1;
            let machine_name = name.to_owned();
            let error = MachineError::CellUnderTool { machine: machine_name, found, least };
            assert_eq!(machine.check_cell(found), Err(error));
        }
    }

    #[test]
    fn stock_must_fit_on_the_bed_in_some_orientation() {
        let cricut = machine("cricut-long").expect("embedded");
        let stock = |width, height| Dimensions { width, height };
        assert_eq!(cricut.stock(None).expect("the bed"), stock(292.1, 596.9));
        assert_eq!(cricut.stock(Some(stock(500.0, 200.0))).expect("turned"), stock(500.0, 200.0));
        let error = cricut.stock(Some(stock(300.0, 300.0))).unwrap_err();
        assert!(error.to_string().contains("292.1"), "{error}");
    }
}

//! The units in which a pattern writes its sizes.

use crate::plan::options::Method;
use piecework_tiling::length::Length;

/// The units in which sizes are written; what is drawn is the same in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Units {
    /// Inches, as fractions where they are exact to a 64th.
    #[default]
    Imperial,
    /// Millimetres.
    Metric,
}

impl Units {
    /// Returns the default finished edge of a cell in mm: 2 in or 5 cm.
    #[must_use]
    pub const fn usual_cell(self) -> f64 {
        match self {
            Units::Imperial => 50.8,
            Units::Metric => 50.0,
        }
    }

    /// Returns the default seam allowance in mm: 1/4 in or 7.5 mm; over papers 3/8 in or 10 mm, because what is
    /// folded over a paper must hold there.
    #[must_use]
    pub const fn usual_seam(self, method: Method) -> f64 {
        match (self, method) {
            (Units::Imperial, Method::EnglishPaper) => 9.525,
            (Units::Metric, Method::EnglishPaper) => 10.0,
            (Units::Imperial, _) => 6.35,
            (Units::Metric, _) => 7.5,
        }
    }

    /// Writes a length in these units as a ruler shows it, such as `2 1/4 in` or `57.2 mm`: to the nearest
    /// sixteenth of an inch, or tenth of a millimetre.
    #[must_use]
    pub fn write(self, mm: f64) -> String {
        let step = match self {
            Units::Imperial => 25.4 / 16.0,
            Units::Metric => 0.1,
        };
        // A patchwork has no infinite lengths; text for one is only for debugging.
        Length::from_mm((mm / step).round() * step).map_or_else(
            |_| format!("{mm:.2} mm"),
            |length| match self {
                Units::Imperial => length.in_inches(),
                Units::Metric => length.to_string(),
            },
        )
    }
}

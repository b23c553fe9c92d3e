//! The units in which a pattern writes its sizes.

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
    pub const fn usual_cell(self) -> f64 {
        match self {
            Units::Imperial => 50.8,
            Units::Metric => 50.0,
        }
    }
}

//! The units in which a pattern writes its sizes.

use crate::plan::options::Method;
use crate::plan::yardage::Inches;

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

    /// Returns the default seam allowance in mm: 1/4 in or 7.5 mm; over papers 3/8 in or 10 mm, because what is
    /// folded over a paper must hold there.
    pub const fn usual_seam(self, method: Method) -> f64 {
        match (self, method) {
            (Units::Imperial, Method::EnglishPaper) => 9.525,
            (Units::Metric, Method::EnglishPaper) => 10.0,
            (Units::Imperial, _) => 6.35,
            (Units::Metric, _) => 7.5,
        }
    }

    /// Returns the finest line of a quilter's ruler: a sixteenth of an inch, or half a millimetre. Every length
    /// that is cut or measured is shown at one of its lines.
    pub const fn ruler(self) -> Inches {
        match self {
            Units::Imperial => Inches::SIXTEENTH,
            Units::Metric => Inches::HALF_A_MM,
        }
    }

    /// Returns the step in which cloth is measured off, such as a backing: half an inch, or a centimetre.
    pub fn cloth(self) -> Inches {
        match self {
            Units::Imperial => Inches::eighths(4),
            Units::Metric => Inches::millimetres(10),
        }
    }

    /// Returns the step of cells and of borders that a size is chosen in: a quarter of an inch, or 5 mm.
    pub(crate) fn step(self) -> Inches {
        match self {
            Units::Imperial => Inches::eighths(2),
            Units::Metric => Inches::millimetres(5),
        }
    }

    /// Writes a length as a ruler shows it, such as `2 1/4 in` or `57.5 mm`: as [`Inches::write`] does.
    pub fn write(self, mm: f64) -> String {
        Inches::of_mm(mm).write(self)
    }
}

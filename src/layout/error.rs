//! What cannot be laid out, and why.

use crate::defect::{Defect, ReadError};
use crate::drawing::DrawingError;
use crate::fault::{Category, Fault, PassesOn};
use crate::text::nearest;

/// Why something does not fit.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// No paper of this name is known.
    #[error("there is no paper called `{found}`; known are {}", allowed.join(", "))]
    NoSuchPaper {
        /// The name asked for.
        found: String,
        /// The names there are.
        allowed: Vec<String>,
    },
    /// A part is larger than the usable area of a sheet.
    #[error(
        "part `{part}` measures {width:.2} x {height:.2} mm, but a sheet holds {sheet_width:.2} x {sheet_height:.2} mm"
    )]
    PartTooLarge {
        /// The name of the part.
        part: String,
        /// Its width in mm.
        width: f64,
        /// Its height in mm.
        height: f64,
        /// The usable width in mm.
        sheet_width: f64,
        /// The usable height in mm.
        sheet_height: f64,
    },
    /// Margins or overlap leave nothing of the sheet.
    #[error("a sheet of {width:.2} x {height:.2} mm has no room left inside its margins of {margin:.2} mm")]
    NoRoom {
        /// The width of the sheet in mm.
        width: f64,
        /// The height of the sheet in mm.
        height: f64,
        /// The margin in mm.
        margin: f64,
    },
    /// A mark lies outside the part it belongs to.
    #[error("a mark of part `{part}` lies outside its outline")]
    MarkOutside {
        /// The name of the part.
        part: String,
    },
    /// More sheets than anyone would print.
    #[error("this would take `{found}` sheets; at most {allowed} are allowed")]
    TooManySheets {
        /// How many sheets it would take.
        found: usize,
        /// How many there may be.
        allowed: usize,
    },
    /// A sheet cannot be drawn.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
    /// A paper file breaks the rules.
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl PassesOn for LayoutError {
    fn inner(&self) -> Option<&dyn Fault> {
        match self {
            LayoutError::Drawing(error) => Some(error),
            LayoutError::Read(error) => error.defects().first().map(Defect::fault),
            _ => None,
        }
    }

    fn own_code(&self) -> &'static str {
        match self {
            LayoutError::NoSuchPaper { .. } => "E1401",
            LayoutError::PartTooLarge { .. } => "E1402",
            LayoutError::NoRoom { .. } => "E1403",
            LayoutError::MarkOutside { .. } => "E1404",
            LayoutError::TooManySheets { .. } => "E1405",
            LayoutError::Drawing(_) | LayoutError::Read(_) => "E1400",
        }
    }

    fn own_category(&self) -> Category {
        match self {
            LayoutError::MarkOutside { .. } => Category::Internal,
            _ => Category::Input,
        }
    }

    fn own_hint(&self) -> Option<String> {
        match self {
            LayoutError::PartTooLarge { .. } => Some("use a larger sheet, or a smaller cell".into()),
            LayoutError::TooManySheets { .. } => Some("use larger paper, or a smaller cell".into()),
            LayoutError::NoSuchPaper { found, allowed } => nearest(found, allowed.iter().map(String::as_str))
                .map(|name| format!("did you mean `{name}`?")),
            _ => None,
        }
    }
}

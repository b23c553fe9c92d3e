//! What is wrong with a file that a machine is to have.

use crate::fault::Fault;
use crate::text::shown;

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// A file of no kind that is read.
    #[error("a file ending in `{}` is not checked", shown(found))]
    UnknownKind {
        /// The ending.
        found: String,
    },
    /// The file ends too early, or something that must be there is missing.
    #[error("`{missing}` is missing")]
    Missing {
        /// What is missing.
        missing: &'static str,
    },
    /// Something that a machine's program would misread or leave out.
    #[error("`{}` is not for this kind of file", shown(found))]
    NotForMachines {
        /// What it is.
        found: String,
    },
    /// A text that does not follow the grammar of its format.
    #[error("found `{}`, expected {expected}", shown(found))]
    Grammar {
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// No unit, or one that is neither millimetres nor inches.
    #[error("the file does not say that its unit is a millimetre or an inch: {said}")]
    NoUnit {
        /// What it says.
        said: String,
    },
    /// Something lies off the sheet.
    #[error("a point at `({x:.3}, {y:.3})` mm lies off the sheet of {width:.3} x {height:.3} mm")]
    OffSheet {
        /// In mm from the left.
        x: f64,
        /// In mm from below.
        y: f64,
        /// The width of the sheet in mm.
        width: f64,
        /// The height of the sheet in mm.
        height: f64,
    },
    /// A closed line that comes back to its first point by itself, or a line that goes nowhere.
    #[error("a line in layer `{}` has an edge without length", shown(layer))]
    NoLength {
        /// The name of the layer.
        layer: String,
    },
    /// A name that is used and not declared.
    #[error("layer `{}` is not declared", shown(layer))]
    Undeclared {
        /// The name of the layer.
        layer: String,
    },
    /// A name that is given twice.
    #[error("the name `{}` is given twice", shown(name))]
    Twice {
        /// The name.
        name: String,
    },
    /// A count or extent that does not agree with what follows it.
    #[error("the header says `{}` is {said}, but it is {found}", shown(field))]
    HeaderDiffers {
        /// The name of the field.
        field: String,
        /// What the header says.
        said: i64,
        /// What is true.
        found: i64,
    },
    /// The pen is down, or the needle sews, where the file ends or a line begins.
    #[error("the pen is down at the end")]
    PenDown,
    /// Nothing is drawn.
    #[error("nothing is drawn")]
    Nothing,
}

impl Fault for CheckError {
    fn code(&self) -> &'static str {
        match self {
            CheckError::UnknownKind { .. } => "E2101",
            CheckError::Missing { .. } => "E2102",
            CheckError::NotForMachines { .. } => "E2103",
            CheckError::Grammar { .. } => "E2104",
            CheckError::NoUnit { .. } => "E2105",
            CheckError::OffSheet { .. } => "E2106",
            CheckError::NoLength { .. } => "E2107",
            CheckError::Undeclared { .. } => "E2108",
            CheckError::Twice { .. } => "E2109",
            CheckError::HeaderDiffers { .. } => "E2110",
            CheckError::PenDown => "E2111",
            CheckError::Nothing => "E2112",
        }
    }

    fn found(&self) -> Option<String> {
        match self {
            CheckError::UnknownKind { found } | CheckError::NotForMachines { found } => Some(found.clone()),
            CheckError::Grammar { found, .. } => Some(found.clone()),
            CheckError::OffSheet { x, y, .. } => Some(format!("({x}, {y}) mm")),
            _ => None,
        }
    }

    fn allowed(&self) -> Option<String> {
        match self {
            CheckError::UnknownKind { .. } => Some("svg, dxf, plt, lbrn2, pdf, dst, exp".into()),
            CheckError::Grammar { expected, .. } => Some((*expected).into()),
            _ => None,
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            CheckError::Missing { .. } | CheckError::HeaderDiffers { .. } => {
                Some("the file is cut off or was changed; write it again".into())
            }
            CheckError::NoUnit { .. } => {
                Some("name the file `..._mm.dxf` or `..._in.dxf` when it is written".into())
            }
            _ => None,
        }
    }
}

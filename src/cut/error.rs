//! Why something cannot be cut.

use crate::defect::{Defect, ReadError};
use crate::drawing::DrawingError;
use crate::fault::{Category, Fault};
use crate::geometry::GeometryError;
use crate::layout::LayoutError;
use crate::text::nearest;

/// Why something cannot be cut.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CutError {
    /// No machine of this name is known.
    #[error("there is no machine called `{found}`; known are {}", allowed.join(", "))]
    NoSuchMachine {
        /// The name asked for.
        found: String,
        /// The names there are.
        allowed: Vec<String>,
    },
    /// A machine file breaks the rules.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The outlines cannot be made.
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    /// The parts do not fit on the stock.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A sheet breaks a promise of the normal form.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
}

impl CutError {
    /// The error of a room below, if that is what it is.
    fn inner(&self) -> Option<&dyn Fault> {
        match self {
            CutError::NoSuchMachine { .. } => None,
            CutError::Geometry(error) => Some(error),
            CutError::Layout(error) => Some(error),
            CutError::Drawing(error) => Some(error),
            CutError::Read(error) => error.defects().first().map(Defect::fault),
        }
    }
}

impl Fault for CutError {
    fn code(&self) -> &'static str {
        match self {
            CutError::NoSuchMachine { .. } => "E1601",
            _ => self.inner().map_or("E1600", Fault::code),
        }
    }

    fn category(&self) -> Category {
        self.inner().map_or(Category::Input, Fault::category)
    }

    fn hint(&self) -> Option<String> {
        match self {
            CutError::NoSuchMachine { found, allowed } => nearest(found, allowed.iter().map(String::as_str))
                .map(|name| format!("did you mean `{name}`?")),
            _ => self.inner().and_then(Fault::hint),
        }
    }
}

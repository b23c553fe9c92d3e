//! Why something cannot be cut.

use super::LineError;
use super::MachineError;
use crate::colour::ColourError;
use crate::defect::{Defect, ReadError};
use crate::drawing::DrawingError;
use crate::fault::{Fault, PassesOn};
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
    /// The machine cannot do it.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// The fabrics cannot be chosen.
    #[error(transparent)]
    Colour(#[from] ColourError),
    /// Lines cannot be cut as asked.
    #[error(transparent)]
    Lines(#[from] LineError),
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

impl PassesOn for CutError {
    fn inner(&self) -> Option<&dyn Fault> {
        match self {
            CutError::NoSuchMachine { .. } => None,
            CutError::Machine(error) => Some(error),
            CutError::Colour(error) => Some(error),
            CutError::Lines(error) => Some(error),
            CutError::Geometry(error) => Some(error),
            CutError::Layout(error) => Some(error),
            CutError::Drawing(error) => Some(error),
            CutError::Read(error) => error.defects().first().map(Defect::fault),
        }
    }

    fn own_code(&self) -> &'static str {
        "E1601"
    }

    fn own_hint(&self) -> Option<String> {
        let CutError::NoSuchMachine { found, allowed } = self else { return None };
        nearest(found, allowed.iter().map(String::as_str)).map(|name| format!("did you mean `{name}`?"))
    }
}

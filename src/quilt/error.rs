//! Why a quilt pattern cannot be made.

use crate::colour::ColourError;
use crate::drawing::DrawingError;
use crate::fault::{Fault, PassesOn};
use crate::geometry::GeometryError;
use crate::layout::LayoutError;

use super::piecing::PiecingError;
use super::stash::StashError;
use super::yardage::YardageError;

/// Why a quilt pattern cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QuiltError {
    /// The paper is too small for the marks that every page needs.
    #[error(
        "paper `{paper}` leaves {height:.1} mm for templates above the test square; at least {least} mm are needed"
    )]
    PaperTooSmall {
        /// The name of the paper.
        paper: String,
        /// What is left, in mm.
        height: f64,
        /// What is needed, in mm.
        least: f64,
    },
    /// A template cannot be made.
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    /// The paper has no room.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The fabrics do not do.
    #[error(transparent)]
    Colour(#[from] ColourError),
    /// There is no plan of straight seams.
    #[error(transparent)]
    Piecing(#[from] PiecingError),
    /// There is no fabric for it.
    #[error(transparent)]
    Yardage(#[from] YardageError),
    /// There is not enough of a fabric.
    #[error(transparent)]
    Stash(#[from] StashError),
    /// A page breaks a promise of the normal form.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
}

impl PassesOn for QuiltError {
    fn inner(&self) -> Option<&dyn Fault> {
        match self {
            QuiltError::PaperTooSmall { .. } => None,
            QuiltError::Geometry(error) => Some(error),
            QuiltError::Layout(error) => Some(error),
            QuiltError::Colour(error) => Some(error),
            QuiltError::Piecing(error) => Some(error),
            QuiltError::Yardage(error) => Some(error),
            QuiltError::Stash(error) => Some(error),
            QuiltError::Drawing(error) => Some(error),
        }
    }

    fn own_code(&self) -> &'static str {
        "E1501"
    }

    fn own_hint(&self) -> Option<String> {
        matches!(self, QuiltError::PaperTooSmall { .. }).then(|| "use letter, a4 or larger paper".into())
    }
}

//! Why a sheet cannot be drawn.

use crate::colour::ColourError;
use crate::drawing::DrawingError;
use crate::fault::{Fault, PassesOn};
use crate::geometry::GeometryError;
use crate::layout::LayoutError;

/// Why a sheet cannot be drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleSheetError {
    /// The board would be too small to be seen.
    #[error("the board of `{puzzle}` does not fit on the paper with cells of at least {least} mm")]
    BoardTooLarge {
        /// The name of the puzzle.
        puzzle: String,
        /// The smallest edge of a cell that is drawn, in mm.
        least: f64,
    },
    /// The outlines cannot be traced.
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    /// The paper has no room.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The palette does not do.
    #[error(transparent)]
    Colour(#[from] ColourError),
    /// The page breaks a promise of the normal form.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
}

impl PassesOn for PuzzleSheetError {
    fn inner(&self) -> Option<&dyn Fault> {
        match self {
            PuzzleSheetError::BoardTooLarge { .. } => None,
            PuzzleSheetError::Geometry(error) => Some(error),
            PuzzleSheetError::Layout(error) => Some(error),
            PuzzleSheetError::Colour(error) => Some(error),
            PuzzleSheetError::Drawing(error) => Some(error),
        }
    }

    fn own_code(&self) -> &'static str {
        "E1701"
    }

    fn own_hint(&self) -> Option<String> {
        matches!(self, PuzzleSheetError::BoardTooLarge { .. }).then(|| "use larger paper".into())
    }
}

//! Why a sheet cannot be drawn.

use crate::colour::ColourError;
use crate::drawing::DrawingError;
use crate::fault::fault;
use crate::geometry::GeometryError;
use crate::layout::LayoutError;

fault! {
    /// Why a sheet cannot be drawn.
    pub enum PuzzleSheetError {
        BoardTooLarge { puzzle: String, least: f64 } = E1701 {
            message("the board of `{puzzle}` does not fit on the paper with cells of at least {least} mm")
            help("use larger paper")
        }
    } from {
        /// The outlines cannot be traced.
        Geometry(GeometryError),
        /// The paper is too small.
        Layout(LayoutError),
        /// The palette does not fit the puzzle.
        Colour(ColourError),
        /// The page breaks a rule of drawings.
        Drawing(DrawingError),
    }
}

//! Why a drawing cannot be written in a format.

use crate::number::NotFinite;

/// Why a drawing cannot be written in a format.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// A number became infinite on its way into the file.
    #[error(transparent)]
    NotFinite(#[from] NotFinite),
    /// The picture would have no pixels, or more than are reasonable.
    #[cfg(feature = "png")]
    #[error(
        "the picture of `{title}` would have `{width} x {height}` pixels; a side has from 1 to {allowed}"
    )]
    PictureSize {
        /// The title of the drawing.
        title: String,
        /// The width in pixels, rounded.
        width: f64,
        /// The height in pixels, rounded.
        height: f64,
        /// The longest side in pixels.
        allowed: u32,
    },
}

impl RenderError {
    /// What to try, where there is something to try.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            RenderError::NotFinite(_) => None,
            #[cfg(feature = "png")]
            RenderError::PictureSize { .. } => Some("ask for another number of pixels".into()),
        }
    }
}

//! Why a drawing cannot be written in a format.

use crate::colour::Colour;
use crate::fault::{Category, Fault};
use crate::number::NotFinite;

/// Why a drawing cannot be written in a format.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// A number became infinite on its way into the file.
    #[error(transparent)]
    NotFinite(#[from] NotFinite),
    /// A document must have a page.
    #[cfg(feature = "pdf")]
    #[error("a PDF needs a page, but there is no drawing")]
    NoPage,
    /// The page is longer or wider than PDF allows.
    #[cfg(feature = "pdf")]
    #[error(
        "the page of `{title}` measures `{width} x {height}` mm; no side of a PDF page may exceed {allowed} mm"
    )]
    PageSize {
        /// The title of the drawing.
        title: String,
        /// The width in mm.
        width: f64,
        /// The height in mm.
        height: f64,
        /// The longest side in mm.
        allowed: f64,
    },
    /// The sheet is larger than the coordinates of a plotter reach.
    #[error(
        "the sheet of `{title}` measures `{width} x {height}` mm; the coordinates of HPGL end at {allowed} mm"
    )]
    PlotterSize {
        /// The title of the drawing.
        title: String,
        /// The width in mm.
        width: f64,
        /// The height in mm.
        height: f64,
        /// The longest side in mm.
        allowed: f64,
    },
    /// A colour that LightBurn would take for the nearest one it knows.
    #[error("layer `{layer}` is `{found}`, which is no entry of LightBurn's palette")]
    NotInPalette {
        /// The name of the layer.
        layer: &'static str,
        /// Its colour.
        found: Colour,
    },
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

impl Fault for RenderError {
    fn code(&self) -> &'static str {
        match self {
            RenderError::NotFinite(error) => error.code(),
            RenderError::PlotterSize { .. } => "E1804",
            RenderError::NotInPalette { .. } => "E1805",
            #[cfg(feature = "png")]
            RenderError::PictureSize { .. } => "E1801",
            #[cfg(feature = "pdf")]
            RenderError::NoPage => "E1802",
            #[cfg(feature = "pdf")]
            RenderError::PageSize { .. } => "E1803",
        }
    }

    fn category(&self) -> Category {
        match self {
            // A drawing promises finite numbers, and who draws a document draws a page.
            RenderError::NotFinite(_) => Category::Internal,
            RenderError::PlotterSize { .. } | RenderError::NotInPalette { .. } => Category::Input,
            #[cfg(feature = "pdf")]
            RenderError::NoPage => Category::Internal,
            #[cfg(feature = "pdf")]
            RenderError::PageSize { .. } => Category::Input,
            #[cfg(feature = "png")]
            RenderError::PictureSize { .. } => Category::Input,
        }
    }

    fn found(&self) -> Option<String> {
        match self {
            RenderError::NotFinite(error) => error.found(),
            RenderError::PlotterSize { width, height, .. } => Some(format!("{width} x {height} mm")),
            RenderError::NotInPalette { found, .. } => Some(found.to_string()),
            #[cfg(feature = "pdf")]
            RenderError::NoPage => None,
            #[cfg(feature = "pdf")]
            RenderError::PageSize { width, height, .. } => Some(format!("{width} x {height} mm")),
            #[cfg(feature = "png")]
            RenderError::PictureSize { width, height, .. } => Some(format!("{width} x {height} pixels")),
        }
    }

    fn allowed(&self) -> Option<String> {
        match self {
            RenderError::NotFinite(error) => error.allowed(),
            RenderError::PlotterSize { allowed, .. } => Some(format!("at most {allowed} mm a side")),
            RenderError::NotInPalette { .. } => None,
            #[cfg(feature = "pdf")]
            RenderError::NoPage => None,
            #[cfg(feature = "pdf")]
            RenderError::PageSize { allowed, .. } => Some(format!("at most {allowed} mm a side")),
            #[cfg(feature = "png")]
            RenderError::PictureSize { allowed, .. } => Some(format!("1 to {allowed} pixels a side")),
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            RenderError::NotFinite(error) => error.hint(),
            RenderError::PlotterSize { .. } => Some("use smaller stock".into()),
            RenderError::NotInPalette { .. } => {
                Some("give the machine file a colour of the palette, such as `#ff0000` for cuts".into())
            }
            #[cfg(feature = "pdf")]
            RenderError::NoPage => None,
            #[cfg(feature = "pdf")]
            RenderError::PageSize { .. } => Some("spread the drawing over several pages".into()),
            #[cfg(feature = "png")]
            RenderError::PictureSize { .. } => Some("ask for another number of pixels".into()),
        }
    }
}

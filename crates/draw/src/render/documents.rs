//! Writes pages and pictures in the formats that every product has, whatever the program was built with.

use std::borrow::Borrow;

use super::RenderError;
use super::svg::{SvgOptions, svg};
use crate::drawing::Drawing;
use piecework_tiling::stop::StopFlag;

/// Whether this program was built with PNG.
pub const HAS_PNG: bool = cfg!(feature = "png");

/// What a document says about itself.
#[derive(Debug, Clone, Default)]
pub struct DocumentOptions<'a> {
    /// Its title. Default: none.
    pub title: &'a str,
    /// Who made it. Default: nobody is named.
    pub author: &'a str,
    /// How it was made. Default: nothing.
    pub metadata: Option<&'a str>,
    /// Whether several pages are listed as bookmarks. Default: no.
    pub bookmarks: bool,
    /// Stops writing. Default: never.
    pub stop: StopFlag,
}

/// Writes drawings as the pages of a PDF; each is asked for when the one before is written.
///
/// # Errors
/// Those of the pages; [`RenderError::NotBuiltIn`] if the program was built without PDF, and errors of its writer.
#[cfg_attr(not(feature = "pdf"), expect(unused_variables, reason = "nothing can be written"))]
pub fn document<D: Borrow<Drawing>, E: From<RenderError>>(
    pages: impl ExactSizeIterator<Item = Result<D, E>>,
    options: &DocumentOptions<'_>,
) -> Result<Vec<u8>, E> {
    #[cfg(feature = "pdf")]
    {
        let &DocumentOptions { title, author, metadata, bookmarks, ref stop } = options;
        let (bookmarks, stop) = (bookmarks && pages.len() > 1, stop.clone());
        let options = super::pdf::PdfOptions { title, author, bookmarks, tagged: true, metadata, stop };
        let mut document = super::pdf::PdfDocument::default();
        let mut pages = pages;
        pages.try_for_each(|page| Ok::<_, E>(document.page(page?.borrow(), &options)?))?;
        Ok(document.finish(&options)?)
    }
    #[cfg(not(feature = "pdf"))]
    Err(RenderError::NotBuiltIn { format: "pdf" }.into())
}

/// Writes a drawing as SVG, with how it was made.
///
/// # Errors
/// As [`svg()`].
pub fn page(drawing: &Drawing, metadata: Option<&str>) -> Result<Vec<u8>, RenderError> {
    svg(drawing, &SvgOptions { metadata, ..SvgOptions::default() })
}

/// Writes a drawing as PNG, `width` pixels wide, with how it was made.
///
/// # Errors
/// [`RenderError::NotBuiltIn`] if the program was built without PNG, and [`RenderError::PictureSize`].
#[cfg_attr(not(feature = "png"), expect(unused_variables, reason = "nothing can be written"))]
pub fn preview(drawing: &Drawing, width: u32, metadata: Option<&str>) -> Result<Vec<u8>, RenderError> {
    #[cfg(feature = "png")]
    {
        use super::png::{PngOptions, Resolution, png};
        let mut png = png(drawing, &PngOptions { resolution: Resolution::Width(width) })?;
        super::png_text::describe(&mut png, metadata);
        Ok(png)
    }
    #[cfg(not(feature = "png"))]
    Err(RenderError::NotBuiltIn { format: "png" })
}

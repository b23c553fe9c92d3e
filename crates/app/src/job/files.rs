//! Adds drawings to a set of files in the formats that every product has.

use std::borrow::Borrow;

#[cfg(not(all(feature = "pdf", feature = "png")))]
use crate::design::DesignError;
use crate::output::FileSet;
use piecework_draw::drawing::Drawing;
use piecework_draw::render;
use piecework_tiling::error::Error;
use piecework_tiling::stop::StopFlag;

/// What a file says about itself, where it has room for it.
#[derive(Debug, Clone)]
pub(super) struct About<'a> {
    pub(super) title: &'a str,
    /// Who made it; empty if nobody is named.
    #[cfg_attr(not(feature = "pdf"), expect(dead_code, reason = "only PDF has an author"))]
    pub(super) author: &'a str,
    /// How it was made.
    pub(super) recipe: Option<&'a str>,
    /// Whether several pages are listed as bookmarks.
    #[cfg_attr(not(feature = "pdf"), expect(dead_code, reason = "only PDF has bookmarks"))]
    pub(super) bookmarks: bool,
    /// Stops writing.
    pub(super) stop: StopFlag,
}

/// Adds a drawing as SVG.
pub(super) fn add_svg(
    files: &mut FileSet,
    name: &str,
    drawing: &Drawing,
    metadata: Option<&str>,
) -> Result<(), Error> {
    let options = render::svg::SvgOptions { metadata, ..render::svg::SvgOptions::default() };
    let bytes = render::svg::svg(drawing, &options)?;
    Ok(files.add(format!("{name}.svg"), bytes)?)
}

/// Adds a drawing as PNG, `width` pixels wide, with how it was made.
#[cfg(feature = "png")]
pub(super) fn add_png(
    files: &mut FileSet,
    name: &str,
    (drawing, width): (&Drawing, u32),
    metadata: Option<&str>,
) -> Result<(), Error> {
    use render::png::{PngOptions, Resolution};
    let options = PngOptions { resolution: Resolution::Width(width) };
    let mut png = render::png::png(drawing, &options)?;
    render::png_text::describe(&mut png, metadata);
    Ok(files.add(format!("{name}.png"), png)?)
}

/// Without the feature there is no PNG.
#[cfg(not(feature = "png"))]
pub(super) fn add_png(_: &mut FileSet, _: &str, _: (&Drawing, u32), _: Option<&str>) -> Result<(), Error> {
    Err(DesignError::NotBuilt { feature: "png" }.into())
}

/// Without the feature there is no PDF.
#[cfg(not(feature = "pdf"))]
pub(super) fn add_pdf<D: Borrow<Drawing>>(
    _: &mut FileSet,
    _: &str,
    _: &About<'_>,
    _: impl ExactSizeIterator<Item = Result<D, Error>>,
) -> Result<(), Error> {
    Err(DesignError::NotBuilt { feature: "pdf" }.into())
}

/// Adds drawings as the pages of a PDF; each is asked for when the one before is written.
#[cfg(feature = "pdf")]
pub(super) fn add_pdf<D: Borrow<Drawing>>(
    files: &mut FileSet,
    name: &str,
    about: &About<'_>,
    mut pages: impl ExactSizeIterator<Item = Result<D, Error>>,
) -> Result<(), Error> {
    let &About { title, author, recipe: metadata, bookmarks, ref stop } = about;
    let (bookmarks, stop) = (bookmarks && pages.len() > 1, stop.clone());
    let options = render::pdf::PdfOptions { title, author, bookmarks, tagged: true, metadata, stop };
    let mut document = render::pdf::PdfDocument::default();
    pages.try_for_each(|page| Ok::<_, Error>(document.page(page?.borrow(), &options)?))?;
    Ok(files.add(format!("{name}.pdf"), document.finish(&options)?)?)
}

//! Adds drawings to a set of files.

use crate::output::FileSet;
use piecework_draw::drawing::Drawing;
use piecework_draw::render::documents::page;
use piecework_tiling::error::Error;

/// Adds a drawing as SVG.
pub(super) fn add_svg(
    files: &mut FileSet,
    name: &str,
    drawing: &Drawing,
    metadata: Option<&str>,
) -> Result<(), Error> {
    Ok(files.add(format!("{name}.svg"), page(drawing, metadata)?)?)
}

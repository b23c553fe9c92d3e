//! Draws areas of cloth: in the color of their fabric, or with the photo of it at true size.

use piecework_draw::color::{Color, FabricPrint, Palette};
use piecework_draw::drawing::{Canvas, Path, PlacedPicture, Role};
use piecework_draw::geometry::Point;

/// Draws areas of fabrics at a scale.
#[derive(Clone, Copy)]
pub(super) struct Cloth<'a> {
    pub(super) palette: &'a Palette,
    /// Where the photos begin.
    pub(super) at: Point,
    /// mm on the page for one mm of cloth.
    pub(super) scale: f64,
}

impl Cloth<'_> {
    /// Fills an area with the fabric of this color.
    pub(super) fn fill(&self, canvas: &mut Canvas, path: Path, color: Color) {
        let path = path.filled(color);
        canvas.path(
            Role::Fill,
            match self.palette.print_of(color) {
                Some(print) => shown(path, print, self.at, self.scale),
                None => path,
            },
        );
    }
}

/// Returns an area that shows a photo of cloth.
pub(super) fn shown(path: Path, print: &FabricPrint, at: Point, scale: f64) -> Path {
    path.pictured(PlacedPicture::new(print.picture().clone(), at, print.width() * scale))
}

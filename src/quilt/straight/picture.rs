//! Rectangles of a plan as a picture: colours, labels, seams.
//!
//! In: a plan with its fabrics, an area of it, a place on a page. Out: fills, lines and words. Always holds: words lie
//! inside the box they belong to.

use super::Sewing;
use crate::colour::Colour;
use crate::drawing::{Canvas, Path, Reading, Role, Text};
use crate::geometry::{Bounds, Point};
use crate::quilt::piecing::CellRect;

/// Lightness (L*) below which black words need a light ground.
const DARK: f64 = 55.0;
/// The width of the edge of a rectangle, in mm.
pub(super) const LINE_WIDTH: f64 = 0.3;
/// How much of a box words may fill across and along.
const FILLED: (f64, f64) = (0.78, 0.58);

/// Where cells lie on a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    /// The edge of a cell on the page, in mm.
    pub(super) cell: f64,
    /// Where the top left corner of the whole quilt would lie.
    origin: Point,
}

impl Scale {
    /// Puts the top left corner of `area` at `corner`, with cells of `cell` mm.
    pub(super) fn new(area: CellRect, corner: Point, cell: f64) -> Self {
        let origin = Point { x: corner.x - area.left as f64 * cell, y: corner.y - area.top as f64 * cell };
        Self { cell, origin }
    }

    /// Where an area lies.
    pub(super) fn place(self, area: CellRect) -> Bounds {
        let x = |column: usize| self.origin.x + column as f64 * self.cell;
        let y = |row: usize| self.origin.y + row as f64 * self.cell;
        Bounds { left: x(area.left), top: y(area.top), right: x(area.right()), bottom: y(area.bottom()) }
    }
}

/// Whether one area lies in another.
pub(super) fn inside(part: CellRect, whole: CellRect) -> bool {
    part.left >= whole.left
        && part.top >= whole.top
        && part.right() <= whole.right()
        && part.bottom() <= whole.bottom()
}

impl Sewing<'_> {
    /// Fills the rectangles in an area with their colours, one path for each fabric.
    pub(super) fn fill(&self, canvas: &mut Canvas, area: CellRect, scale: Scale) {
        let mut elements = vec![Vec::new(); self.fabrics.len()];
        for (part, _) in self.plan.cloth().filter(|(part, _)| inside(part.area, area)) {
            if let Some(fabric) = self.fabric_of(part) {
                elements[fabric].extend_from_slice(Path::rectangle(scale.place(part.area)).elements());
            }
        }
        for (fabric, elements) in self.fabrics.iter().zip(elements) {
            if !elements.is_empty() {
                canvas.fill(Path::new(elements).named(fabric.name.clone()), fabric.colour);
            }
        }
    }

    /// Draws the edges of the rectangles in an area; as fills, so that the ground of words lies over them.
    pub(super) fn outline(&self, canvas: &mut Canvas, area: CellRect, scale: Scale) {
        for (part, _) in self.plan.cloth().filter(|(part, _)| inside(part.area, area)) {
            band(canvas, scale.place(part.area), LINE_WIDTH);
        }
    }
}

/// A black frame, `width` mm wide, half of it on each side of the edge.
pub(super) fn band(canvas: &mut Canvas, bounds: Bounds, width: f64) {
    let (outer, inner) = (bounds.inset(-width / 2.0), bounds.inset(width / 2.0));
    let mut elements = Path::rectangle(outer).elements().to_vec();
    elements.extend_from_slice(Path::rectangle(inner).elements());
    canvas.fill(Path::new(elements), Colour::BLACK);
}

/// Words in the middle of a box, upright where they are larger that way; none if no cap height from `least` to `most`
/// fits.
pub(super) fn fitted(words: &str, bounds: Bounds, least: f64, most: f64) -> Option<Text> {
    let across = cap_height(words, bounds.width(), bounds.height()).min(most);
    let up = cap_height(words, bounds.height(), bounds.width()).min(most);
    let (height, turned) = if up > across * 1.2 { (up, true) } else { (across, false) };
    if height < least {
        return None;
    }
    let centre = bounds.centre();
    Some(if turned {
        // The letters stand on a line that goes up, to the left of which they are.
        let half = Point { x: centre.x + height / 2.0, y: centre.y - height / 2.0 };
        Text::centred(words, half, height).turned(Reading::Up)
    } else {
        Text::centred(words, centre, height)
    })
}

/// The largest cap height at which words fit into a box.
fn cap_height(words: &str, width: f64, height: f64) -> f64 {
    let at_one = Text::centred(words, Point { x: 0.0, y: 0.0 }, 1.0).width();
    (width * FILLED.0 / at_one).min(height * FILLED.1)
}

/// Writes words, on a light ground where the colour below is dark or unknown.
pub(super) fn write(canvas: &mut Canvas, text: Text, below: Option<Colour>) {
    if below.is_none_or(|colour| colour.lightness() < DARK) {
        let ground = text.bounds().inset(-text.height() * 0.15);
        canvas.fill(Path::rectangle(ground), Colour::WHITE);
    }
    canvas.text(Role::Label, text);
}

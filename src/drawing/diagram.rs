//! Draws a patchwork to fit a room on a page: assembly diagrams, solutions, thumbnails.

use super::place::{LEAST_WORDS, Rings, Words};
use super::{Canvas, Path, Role, Text};
use crate::colour::Colour;
use crate::geometry::{Bounds, Outline, Patchwork, Point};

/// The largest cap height of a label, in mm; these sizes are chosen by eye.
const LARGEST_LABEL: f64 = 5.0;
/// How much larger a diagram becomes at each attempt to fit its labels.
const LARGER: f64 = 1.04;
/// The largest edge of a diagram that is tried for its labels, in mm: what has a label that fits nowhere stays finite.
const LARGEST: f64 = 4000.0;

/// A patchwork, with options for its diagram.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Diagram<'a> {
    /// The patchwork; its own size does not matter.
    pub patchwork: &'a Patchwork,
    /// A colour for each patch, or empty.
    pub colours: &'a [Colour],
    /// A label for each patch, or empty.
    pub labels: &'a [String],
    /// The largest scale: mm on the page per mm of the patchwork.
    pub largest_scale: f64,
}

/// The place of a drawn diagram.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Drawn {
    /// Its bounding box on the page.
    pub bounds: Bounds,
    /// mm on the page for one mm of the patchwork.
    pub scale: f64,
}

impl Diagram<'_> {
    /// Returns the scale in a room of this size: mm on the page per mm of the patchwork.
    #[must_use]
    pub(crate) fn scale_in(&self, room: Bounds) -> f64 {
        let bounds = self.patchwork.bounds();
        (room.width() / bounds.width()).min(room.height() / bounds.height()).min(self.largest_scale)
    }

    /// Returns the least scale at which every label has room in its patch: mm on the page per mm of the patchwork.
    #[must_use]
    pub(crate) fn least_scale(&self) -> f64 {
        let bounds = self.patchwork.bounds();
        let longest = bounds.width().max(bounds.height());
        let mut scale = 20.0 / longest;
        for (patch, words) in self.patchwork.patches().iter().zip(self.labels) {
            let label = patch.outline().label();
            let text = Text::centred(words, label.at, LEAST_WORDS);
            let fits = |scale: f64| {
                let put = |point: Point| Point { x: point.x * scale, y: point.y * scale };
                let rings = rings(patch.outline(), put);
                Words::default().place(&text, &rings, put(label.at), (LEAST_WORDS, LEAST_WORDS)).is_some()
            };
            while !fits(scale) && scale * longest < LARGEST {
                scale *= LARGER;
            }
        }
        scale
    }

    /// Draws it as large as `room` allows, from the room's top left corner. Labels without room in their patches are left
    /// out; see [`Diagram::least_scale`].
    pub(crate) fn draw(&self, canvas: &mut Canvas, room: Bounds) -> Drawn {
        let (bounds, scale) = (self.patchwork.bounds(), self.scale_in(room));
        let put = |point: Point| Point {
            x: room.left + (point.x - bounds.left) * scale,
            y: room.top + (point.y - bounds.top) * scale,
        };
        for (patch, &colour) in self.patchwork.patches().iter().zip(self.colours) {
            canvas.fill(Path::outline(patch.outline()).mapped(put).named(patch.name()), colour);
        }
        for edge in self.patchwork.edges().iter().filter(|edge| edge.is_inner()) {
            let (from, to) = self.patchwork.ends(edge);
            canvas.line(Role::Engrave, put(from), put(to));
        }
        for board in self.patchwork.board() {
            canvas.path(Role::Cut, Path::outline(board).mapped(put));
        }
        let mut places = Words::default();
        for (index, (patch, words)) in self.patchwork.patches().iter().zip(self.labels).enumerate() {
            let label = patch.outline().label();
            let (at, rings) = (put(label.at), rings(patch.outline(), put));
            let text = Text::centred(words, at, LEAST_WORDS);
            if let Some(text) = places.place(&text, &rings, at, (LEAST_WORDS, LARGEST_LABEL)) {
                canvas.label(text, self.colours.get(index).copied());
            }
        }
        let (width, height) = (bounds.width() * scale, bounds.height() * scale);
        let bounds =
            Bounds { left: room.left, top: room.top, right: room.left + width, bottom: room.top + height };
        Drawn { bounds, scale }
    }
}

/// The lines around a patch on the page.
pub(crate) fn rings(outline: &Outline, put: impl Fn(Point) -> Point) -> Rings {
    outline.rings().map(|ring| ring.points().iter().map(|&point| put(point)).collect()).collect()
}

//! Draws a patchwork to fit a room on a page: assembly diagrams, solutions, thumbnails.

use super::{Canvas, Path, Role, Text};
use crate::colour::Colour;
use crate::geometry::{Bounds, Patchwork, Point};

/// The largest cap height of a label, in mm; these sizes are chosen by eye.
const LARGEST_LABEL: f64 = 5.0;
/// The smallest that can be read; smaller ones are left out.
const SMALLEST_LABEL: f64 = 1.2;
/// The share of the free circle around a label's place that its words may fill.
const FILLED: f64 = 0.8;

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

    /// Draws it as large as `room` allows, from the room's top left corner.
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
        for (index, (patch, words)) in self.patchwork.patches().iter().zip(self.labels).enumerate() {
            let label = patch.outline().label();
            draw_label(canvas, words, put(label.at), label.room * scale, self.colours.get(index).copied());
        }
        let (width, height) = (bounds.width() * scale, bounds.height() * scale);
        let bounds =
            Bounds { left: room.left, top: room.top, right: room.left + width, bottom: room.top + height };
        Drawn { bounds, scale }
    }
}

/// Draws words as large as fit into a circle of radius `room`, on a light background where the colour is dark.
fn draw_label(canvas: &mut Canvas, words: &str, at: Point, room: f64, colour: Option<Colour>) {
    let full = Text::centred(words, at, LARGEST_LABEL);
    let (half_width, half_height) = (full.width() / 2.0, LARGEST_LABEL / 2.0);
    let reach = libm::sqrt(half_width * half_width + half_height * half_height);
    let height = LARGEST_LABEL * (room * FILLED / reach).min(1.0);
    if height < SMALLEST_LABEL {
        return;
    }
    canvas.label(Text::centred(words, at, height), colour);
}

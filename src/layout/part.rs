//! What is cut as one: an outline and the marks that ride along.

use super::LayoutError;
use crate::drawing::{Canvas, Item, Path, Role};
use crate::geometry::{Bounds, Outline, Point};

/// How far a mark may stick out before it counts as outside: rounding of offsets, in mm.
const MARK_TOLERANCE: f64 = 1e-3;

/// Something drawn on a part: a sew line, a label, a grain arrow, a notch.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// What it is for.
    pub role: Role,
    /// What is drawn, in the coordinates of the part.
    pub item: Item,
}

/// One thing to cut out.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    name: String,
    outline: Outline,
    marks: Vec<Mark>,
}

impl Part {
    /// A part with its cut line and its marks, all in one set of coordinates.
    ///
    /// # Errors
    /// [`LayoutError::MarkOutside`] if a mark reaches beyond the box around the outline.
    pub fn new(name: impl Into<String>, outline: Outline, marks: Vec<Mark>) -> Result<Self, LayoutError> {
        let name = name.into();
        let room = outline.bounds().inset(-MARK_TOLERANCE);
        if marks.iter().filter_map(|mark| mark.item.bounds()).any(|bounds| !room.contains(bounds)) {
            return Err(LayoutError::MarkOutside { part: name });
        }
        Ok(Self { name, outline, marks })
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The line to cut along.
    #[must_use]
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// The marks.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The box around the cut line, in the coordinates of the part.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.outline.bounds()
    }

    /// Draws the part with the top left corner of its bounds at `at`: first the marks, then the cut line with its holes
    /// before its outer ring.
    pub fn draw(&self, canvas: &mut Canvas, at: Point) {
        let bounds = self.bounds();
        let (dx, dy) = (at.x - bounds.left, at.y - bounds.top);
        for mark in &self.marks {
            canvas.item(mark.role, mark.item.moved(dx, dy));
        }
        let outline = self.outline.moved(dx, dy);
        canvas.path(Role::Cut, Path::outline_holes_first(&outline).named(self.name.clone()));
    }
}

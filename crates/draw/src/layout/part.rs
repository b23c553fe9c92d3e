//! Parts: an outline to cut, with its marks, and where it is on which sheet.

use super::LayoutError;
use crate::drawing::{Canvas, Item, Path, Role};
use crate::geometry::{Bounds, Outline, Point};

/// How far a mark may extend beyond the bounds, in mm, because of rounding of offsets.
const MARK_TOLERANCE: f64 = 1e-3;

/// Something drawn on a part: a sew line, a label, a grain arrow, a notch.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// Its role.
    pub role: Role,
    /// Its item, in the coordinates of the part.
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
    /// Makes a part from its cut line and marks, all in the same coordinates.
    ///
    /// # Errors
    /// [`LayoutError::MarkOutside`] if a mark extends beyond the bounding box of the outline.
    pub fn new(name: impl Into<String>, outline: Outline, marks: Vec<Mark>) -> Result<Self, LayoutError> {
        let name = name.into();
        let room = outline.bounds().inset(-MARK_TOLERANCE);
        if marks.iter().filter_map(|mark| mark.item.bounds()).any(|bounds| !room.contains(bounds)) {
            return Err(LayoutError::MarkOutside { part: name });
        }
        Ok(Self { name, outline, marks })
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the line to cut along.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// Returns the marks.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Returns the bounding box of the cut line, in the coordinates of the part.
    pub fn bounds(&self) -> Bounds {
        self.outline.bounds()
    }

    /// Draws the part with the top left corner of its bounds at `at`: first the marks, then the cut line with
    /// its holes before its outer ring.
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

/// The stock that parts are cut from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stock {
    /// Width in mm.
    pub width: f64,
    /// Height in mm.
    pub height: f64,
    /// The margin that stays free along each edge, in mm.
    pub margin: f64,
    /// The least distance between two parts, in mm.
    pub gap: f64,
}

/// One part on a sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed {
    /// The part, as an index into the parts given.
    pub part: usize,
    /// The top left corner of its bounds, in mm from that of the sheet.
    pub at: Point,
    /// How far it is turned before it is placed, in degrees clockwise.
    pub turn: i32,
}

/// A page, mat or stock with its parts, in the order of the parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// The parts on it.
    pub placed: Vec<Placed>,
}

impl Placed {
    /// Returns the outline of its part where it is on the sheet.
    pub fn outline(&self, parts: &[Part]) -> Outline {
        let outline = parts[self.part].outline();
        let outline = if self.turn == 0 { outline.clone() } else { outline.turned(self.turn) };
        outline.at_origin().moved(self.at.x, self.at.y)
    }
}

impl Stock {
    /// Returns the part of the stock inside the margins.
    ///
    /// # Errors
    /// [`LayoutError::NoRoom`] if the margins leave nothing.
    pub fn usable(&self) -> Result<Bounds, LayoutError> {
        let Stock { width, height, margin, .. } = *self;
        let usable = Bounds { left: margin, top: margin, right: width - margin, bottom: height - margin };
        if usable.width() > 0.0 && usable.height() > 0.0 {
            return Ok(usable);
        }
        Err(LayoutError::NoRoom { width, height, margin })
    }
}

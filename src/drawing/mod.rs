//! One sheet, decided to the last line: what every backend writes and none interprets.
//!
//! In: paths and text from quilt, cut and puzzle sheet. Out: a [`Drawing`] in normal form:
//!
//! - millimetres, y down, origin at the top left corner of the sheet; every number finite, everything on the sheet;
//! - paths are absolute: move, line, cubic, close; no transforms, nothing inherited;
//! - one layer a role, in drawing order, which for a cutter is the cutting order: what must be cut last comes last;
//! - colour, width, dash and DXF layer follow from role and medium through the one table in [`Role::style`], never the
//!   other way round; only fills bring their own colour;
//! - text carries its outlines in the embedded typeface (for print) and its strokes (for machines without fonts).
//!
//! A backend scales and flips by one constant, writes paths, writes text.

mod error;
mod path;
mod role;

use crate::colour::Colour;
use crate::geometry::{Bounds, Point};

pub use error::DrawingError;
pub use path::{Element, Path};
pub use role::{Medium, Role, Style};

/// How far a point may lie off the sheet before it counts as off the sheet: rounding, not drawing. In mm.
const EDGE_TOLERANCE: f64 = 1e-6;

/// One sheet in normal form; see the [module documentation](self).
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    title: String,
    medium: Medium,
    width: f64,
    height: f64,
    layers: Vec<Layer>,
}

/// Everything of one role on a sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// What these lines are for.
    pub role: Role,
    /// In drawing order.
    pub items: Vec<Item>,
}

/// Something drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A line or a filled area.
    Path(Path),
    /// Words.
    Text(Text),
}

/// A sheet being drawn; [`Canvas::finish`] turns it into a [`Drawing`].
#[derive(Debug, Clone)]
pub struct Canvas {
    drawing: Drawing,
}

impl Canvas {
    /// An empty sheet, `width` by `height` mm.
    #[must_use]
    pub fn new(title: impl Into<String>, medium: Medium, width: f64, height: f64) -> Self {
        Self { drawing: Drawing { title: title.into(), medium, width, height, layers: Vec::new() } }
    }

    /// The whole sheet.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        Bounds { left: 0.0, top: 0.0, right: self.drawing.width, bottom: self.drawing.height }
    }

    /// Draws a path in a role.
    pub fn path(&mut self, role: Role, path: Path) {
        self.items(role).push(Item::Path(path));
    }

    /// Writes text in a role.
    pub fn text(&mut self, role: Role, text: Text) {
        self.items(role).push(Item::Text(text));
    }

    /// Draws a straight line.
    pub fn line(&mut self, role: Role, from: Point, to: Point) {
        self.path(role, Path::line(from, to));
    }

    /// Fills an area with a colour; fills lie under everything else.
    pub fn fill(&mut self, path: Path, colour: Colour) {
        self.path(Role::Fill, path.filled(colour));
    }

    fn items(&mut self, role: Role) -> &mut Vec<Item> {
        let layers = &mut self.drawing.layers;
        let at = match layers.binary_search_by_key(&role, |layer| layer.role) {
            Ok(at) => at,
            Err(at) => {
                layers.insert(at, Layer { role, items: Vec::new() });
                at
            }
        };
        &mut layers[at].items
    }

    /// The finished sheet.
    ///
    /// # Errors
    /// [`DrawingError`] if a number is not finite, if something lies off the sheet, or if a path is no path.
    pub fn finish(self) -> Result<Drawing, DrawingError> {
        error::check(&self.drawing)?;
        Ok(self.drawing)
    }
}

impl Drawing {
    /// What the sheet is called.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Whether it is to be printed or run on a machine.
    #[must_use]
    pub fn medium(&self) -> Medium {
        self.medium
    }

    /// Width in mm.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Height in mm.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.height
    }

    /// The layers, in the order of [`Role`]; none is empty.
    #[must_use]
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The smallest box around everything in `role`, if there is anything.
    #[must_use]
    pub fn bounds_of(&self, role: Role) -> Option<Bounds> {
        let layer = self.layers.iter().find(|layer| layer.role == role)?;
        layer.items.iter().flat_map(Item::points).fold(None, |bounds: Option<Bounds>, point| {
            Some(bounds.map_or(Bounds::at(point), |bounds| bounds.with(point)))
        })
    }
}

impl Item {
    /// Every point that says where the item is.
    fn points(&self) -> Vec<Point> {
        match self {
            Item::Path(path) => path.points().collect(),
            Item::Text(text) => text.points().collect(),
        }
    }
}

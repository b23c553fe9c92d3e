//! The promises of the normal form, and what is said when one is broken.

use super::{Drawing, EDGE_TOLERANCE, Element, Item, Medium, Path, Role};
use crate::fault::{Category, Fault};
use crate::geometry::Point;

/// Why something is no drawing.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawingError {
    /// A coordinate or size is NaN or infinite.
    #[error("a number in layer `{layer}` of `{title}` is not finite")]
    NotFinite {
        /// The title of the drawing.
        title: String,
        /// The name of the layer.
        layer: &'static str,
    },
    /// Something lies off the sheet.
    #[error("a point at `({:.2}, {:.2})` mm in layer `{layer}` of `{title}` lies off the sheet of `{width:.2} x {height:.2}` mm", at.x, at.y)]
    OffSheet {
        /// The title of the drawing.
        title: String,
        /// The name of the layer.
        layer: &'static str,
        /// Where it lies.
        at: Point,
        /// The width of the sheet in mm.
        width: f64,
        /// The height of the sheet in mm.
        height: f64,
    },
    /// A path does not begin with a move, or has a part that draws nothing.
    #[error("a path in layer `{layer}` of `{title}` does not begin with a move or draws nothing")]
    NoPath {
        /// The title of the drawing.
        title: String,
        /// The name of the layer.
        layer: &'static str,
    },
    /// Something in the role of filled areas is a line or a text.
    #[error("something in layer `{layer}` of `{title}` has no colour to be filled with")]
    NotFilled {
        /// The title of the drawing.
        title: String,
        /// The name of the layer.
        layer: &'static str,
    },
    /// Letters must have a height.
    #[error("the text `{content}` in layer `{layer}` of `{title}` is `{height}` mm high")]
    NoHeight {
        /// The title of the drawing.
        title: String,
        /// The name of the layer.
        layer: &'static str,
        /// The words.
        content: String,
        /// The height of their capitals in mm.
        height: f64,
    },
    /// A sheet must have a size.
    #[error("the sheet of `{title}` measures `{width} x {height}` mm")]
    NoSize {
        /// The title of the drawing.
        title: String,
        /// The width of the sheet in mm.
        width: f64,
        /// The height of the sheet in mm.
        height: f64,
    },
}

impl Fault for DrawingError {
    fn code(&self) -> &'static str {
        match self {
            DrawingError::NotFinite { .. } => "E1301",
            DrawingError::OffSheet { .. } => "E1302",
            DrawingError::NoPath { .. } => "E1303",
            DrawingError::NotFilled { .. } => "E1304",
            DrawingError::NoHeight { .. } => "E1305",
            DrawingError::NoSize { .. } => "E1306",
        }
    }

    /// Who draws decides what is drawn where, so a broken promise is never the fault of an input.
    fn category(&self) -> Category {
        Category::Internal
    }

    fn found(&self) -> Option<String> {
        match self {
            DrawingError::OffSheet { at, .. } => Some(format!("({}, {}) mm", at.x, at.y)),
            DrawingError::NoHeight { height, .. } => Some(format!("{height} mm")),
            DrawingError::NoSize { width, height, .. } => Some(format!("{width} x {height} mm")),
            DrawingError::NotFinite { .. } | DrawingError::NoPath { .. } | DrawingError::NotFilled { .. } => {
                None
            }
        }
    }
}

/// Checks every promise of the normal form.
pub(super) fn check(drawing: &Drawing) -> Result<(), DrawingError> {
    let (width, height) = (drawing.width, drawing.height);
    let sized = |side: f64| side.is_finite() && side > 0.0;
    if !sized(width) || !sized(height) {
        return Err(DrawingError::NoSize { title: drawing.title.clone(), width, height });
    }
    for layer in &drawing.layers {
        for item in &layer.items {
            check_item(drawing, layer.role, item)?;
        }
    }
    Ok(())
}

fn check_item(drawing: &Drawing, role: Role, item: &Item) -> Result<(), DrawingError> {
    let layer = role.style(drawing.medium).layer;
    let (width, height) = (drawing.width, drawing.height);
    let title = || drawing.title.clone();
    let filled = matches!(item, Item::Path(path) if path.fill().is_some());
    if role == Role::Fill && !filled {
        return Err(DrawingError::NotFilled { title: title(), layer });
    }
    let mut points = item.points(drawing.medium);
    match item {
        Item::Path(path) if !is_path(path) => return Err(DrawingError::NoPath { title: title(), layer }),
        Item::Path(_) => {}
        Item::Text(text) => {
            let (content, height) = (text.content().to_owned(), text.height());
            if !height.is_finite() || height <= 0.0 {
                return Err(DrawingError::NoHeight { title: title(), layer, content, height });
            }
            points.push(text.at());
            // Formats without fonts draw strokes for print too.
            points.extend(text.points(Medium::Machine));
        }
    }
    for at in points {
        if !at.x.is_finite() || !at.y.is_finite() {
            return Err(DrawingError::NotFinite { title: title(), layer });
        }
        if !within(at.x, width) || !within(at.y, height) {
            return Err(DrawingError::OffSheet { title: title(), layer, at, width, height });
        }
    }
    Ok(())
}

fn within(at: f64, size: f64) -> bool {
    (-EDGE_TOLERANCE..=size + EDGE_TOLERANCE).contains(&at)
}

/// Every part begins with a move and draws something; nothing follows a close but a move.
fn is_path(path: &Path) -> bool {
    let elements = path.elements();
    let begins = matches!(elements.first(), Some(Element::Move(_)));
    let draws = !matches!(elements.last(), None | Some(Element::Move(_)));
    begins
        && draws
        && elements.windows(2).all(|pair| match pair {
            [Element::Move(_), next] => matches!(next, Element::Line(_) | Element::Cubic(..)),
            [Element::Close, next] => matches!(next, Element::Move(_)),
            _ => true,
        })
}

//! The rules of the normal form, and the check of each.

use super::{Drawing, EDGE_TOLERANCE, Element, Item, Medium, Path, Role};
use crate::geometry::Point;
use piecework_tiling::fault::fault;

fault! {
    /// A broken rule of the normal form: always a bug of the drawing code, not of the input.
    #[derive(Clone, PartialEq)]
    pub enum DrawingError: Internal {
        NotFinite { title: String, layer: &'static str } = E1301 {
            message("a number in layer `{layer}` of `{title}` is not finite")
        }
        OffSheet { title: String, layer: &'static str, at: Point, width: f64, height: f64 } = E1302 {
            message("a point at `({:.2}, {:.2})` mm in layer `{layer}` of `{title}` is off the sheet of `{width:.2} x {height:.2}` mm", at.x, at.y)
            found("({}, {}) mm", at.x, at.y)
        }
        NoPath { title: String, layer: &'static str } = E1303 {
            message("a path in layer `{layer}` of `{title}` does not begin with a move or draws nothing")
        }
        /// Something in the role of filled areas is a line or a text.
        NotFilled { title: String, layer: &'static str } = E1304 {
            message("something in layer `{layer}` of `{title}` has no color to be filled with")
        }
        NoHeight { title: String, layer: &'static str, content: String, height: f64 } = E1305 {
            message("the text `{content}` in layer `{layer}` of `{title}` is `{height}` mm high")
            found("{height} mm")
        }
        NoSize { title: String, width: f64, height: f64 } = E1306 {
            message("the sheet of `{title}` measures `{width} x {height}` mm")
            found("{width} x {height} mm")
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
        Item::Path(path) if path.picture().is_some_and(|picture| !picture.is_placed()) => {
            return Err(DrawingError::NotFinite { title: title(), layer });
        }
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
    let mut elements = path.elements();
    let Some(mut last) = elements.next().filter(|first| matches!(first, Element::Move(_))) else {
        return false;
    };
    let follows = elements.all(|next| match (std::mem::replace(&mut last, next), next) {
        (Element::Move(_), next) => {
            matches!(next, Element::Line(_) | Element::Cubic(..) | Element::Arc(..))
        }
        (Element::Close, next) => matches!(next, Element::Move(_)),
        _ => true,
    });
    follows && !matches!(last, Element::Move(_))
}

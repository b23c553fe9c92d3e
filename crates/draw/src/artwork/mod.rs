//! Reads drawings of one's own: the outlines of an SVG, as lines to engrave or to cut along.
//!
//! Geometry is read, and what is filled: shapes, paths and groups with transforms; other colors and widths mean nothing. What cannot be
//! read, such as text, is refused with its place, because leaving it out would engrave something else. Curves become short lines. Path data
//! and transforms are split by `svgtypes`, the parser of resvg.

mod error;
mod fill;
mod shapes;

use roxmltree::Node;
use svgtypes::Transform;

use crate::geometry::{Bounds, Point};
use piecework_tiling::defect::{Defect, Place, ReadError};
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::source::Source;
use piecework_tiling::xml;

pub use error::ArtworkError;
pub use fill::Fill;
use fill::{Rules, declared};
use shapes::Pen;

/// The namespace of SVG.
const SVG: &str = "http://www.w3.org/2000/svg";
/// Elements whose outlines are read.
const SHAPES: [&str; 7] = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];
/// Elements that draw nothing themselves.
const SILENT: [&str; 5] = ["title", "desc", "metadata", "defs", "style"];
/// All of these, and those that hold others.
const ALLOWED: &str =
    "svg, g, path, rect, circle, ellipse, line, polyline, polygon, title, desc, metadata, defs, style";
/// The most shapes of a drawing.
const MOST_SHAPES: usize = 10_000;
/// The most points of all its lines.
const MOST_POINTS: usize = 200_000;
/// The most groups inside one another.
const MOST_DEEP: usize = 32;

/// The lines of a drawing, y down.
#[derive(Debug, Clone, PartialEq)]
pub struct Artwork {
    lines: Vec<ArtLine>,
    bounds: Bounds,
    corner: Point,
    mm_per_unit: f64,
}

/// A line of a drawing, through points.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ArtLine {
    /// Its points; the first of a closed one is not repeated.
    pub points: Vec<Point>,
    /// Whether it ends where it began.
    pub closed: bool,
    /// How its shape is filled, if it is: an open line from its last point to its first.
    pub fill: Option<Fill>,
}

/// A mistake with its place in the text.
type Misplaced = (ArtworkError, usize);

impl Artwork {
    /// Reads a drawing.
    ///
    /// # Errors
    /// [`ReadError`] with an [`ArtworkError`] and its place.
    ///
    /// # Examples
    /// ```
    /// use piecework_draw::artwork::Artwork;
    /// use piecework_tiling::limits::Limits;
    /// use piecework_tiling::source::Source;
    /// let text = r#"<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h30v20z"/></svg>"#;
    /// let art = Artwork::read(&Source::new("flag.svg", text), &Limits::default())?;
    /// assert_eq!((art.lines().len(), art.bounds().width()), (1, 30.0));
    /// # Ok::<(), piecework_tiling::defect::ReadError>(())
    /// ```
    pub fn read(source: &Source, limits: &Limits) -> Result<Self, ReadError> {
        Self::read_within(source, None, limits)
    }

    /// Reads a drawing that is cut along: its lines are within `tolerance` mm of its curves.
    ///
    /// # Errors
    /// As [`Artwork::read`].
    pub fn read_to_cut(source: &Source, tolerance: f64, limits: &Limits) -> Result<Self, ReadError> {
        Self::read_within(source, Some(tolerance), limits)
    }

    fn read_within(source: &Source, tolerance: Option<f64>, limits: &Limits) -> Result<Self, ReadError> {
        let text = source.text();
        read(text, tolerance, limits).map_err(|(error, at)| {
            ReadError::new(source.name(), Defect::new(error).at(Place::at_byte(text, at)))
        })
    }

    /// Returns its lines.
    pub fn lines(&self) -> &[ArtLine] {
        &self.lines
    }

    /// Returns the box around them, in units of the drawing.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns the upper left corner of its page, in units of the drawing.
    pub fn corner(&self) -> Point {
        self.corner
    }

    /// Returns how many millimetres one of its units is: as its width says, or a 96th of an inch.
    pub fn mm_per_unit(&self) -> f64 {
        self.mm_per_unit
    }
}

fn read(text: &str, cut: Option<f64>, limits: &Limits) -> Result<Artwork, Misplaced> {
    let depth = usize::try_from(limits.get(Limit::Depth)).unwrap_or(usize::MAX);
    let document =
        xml::parse(text, depth).map_err(|error| (ArtworkError::Xml { cause: error.cause }, error.offset))?;
    let root = document.root_element();
    if !root.has_tag_name((SVG, "svg")) {
        let found = root.tag_name().name().to_owned();
        return Err((ArtworkError::NotSvg { found }, root.range().start));
    }
    let mm_per_unit = scale(root)?;
    let fine = match cut {
        Some(mm) => mm / mm_per_unit,
        None => tolerance(root)?,
    };
    let corner = view_box(root)?.map_or(Point::default(), |view| Point::new(view.x, view.y));
    // Who cuts along lines does not ask what is filled.
    let rules = if cut.is_none() { Rules::of(&document)? } else { Rules::default() };
    let mut reading = Reading { pen: Pen::new(fine), rules, shapes: 0 };
    let own = transform(root)?;
    for node in root.children() {
        reading.node(node, own, 0)?;
    }
    let lines = reading.pen.finish();
    let points = lines.iter().flat_map(|line| line.points.iter().copied());
    let Some(bounds) = Bounds::around(points).filter(|bounds| bounds.width() + bounds.height() > 0.0) else {
        return Err((ArtworkError::Empty, root.range().start));
    };
    Ok(Artwork { lines, bounds, corner, mm_per_unit })
}

struct Reading<'d> {
    pen: Pen,
    rules: Rules<'d>,
    shapes: usize,
}

impl Reading<'_> {
    fn node(&mut self, node: Node<'_, '_>, above: Transform, depth: usize) -> Result<(), Misplaced> {
        let name = node.tag_name();
        // Elements of others, such as those of Inkscape, draw nothing.
        if !node.is_element() || name.namespace() != Some(SVG) || is_hidden(node) {
            return Ok(());
        }
        let here = |error: ArtworkError| (error, node.range().start);
        if SILENT.contains(&name.name()) {
            return check_style(node).map_err(here);
        }
        let own = transform(node)?;
        let own = product(above, own);
        match name.name() {
            "g" if depth >= MOST_DEEP => Err(here(ArtworkError::TooDeep { allowed: MOST_DEEP })),
            "g" => node.children().try_for_each(|child| self.node(child, own, depth + 1)),
            shape if SHAPES.contains(&shape) => {
                self.shapes += 1;
                if self.shapes > MOST_SHAPES {
                    return Err(here(ArtworkError::TooMany { what: "shapes", allowed: MOST_SHAPES }));
                }
                self.pen.fill = self.rules.fill(node, self.shapes);
                self.pen.shape(node, own)?;
                if self.pen.points > MOST_POINTS {
                    return Err(here(ArtworkError::TooMany { what: "points", allowed: MOST_POINTS }));
                }
                Ok(())
            }
            other => Err(here(ArtworkError::Element { found: other.to_owned(), allowed: ALLOWED })),
        }
    }
}

/// Returns whether an element is not drawn.
fn is_hidden(node: Node<'_, '_>) -> bool {
    let style = node.attribute("style").unwrap_or_default();
    let said = |name: &str| declared(style, name).or(node.attribute(name));
    said("display") == Some("none") || matches!(said("visibility"), Some("hidden" | "collapse"))
}

/// Refuses style sheets that decide what is seen, or where.
fn check_style(node: Node<'_, '_>) -> Result<(), ArtworkError> {
    let text: String = node.descendants().filter_map(|node| node.text()).collect();
    let decides =
        ["display", "visibility", "transform", "import"].into_iter().find(|word| text.contains(word));
    match decides.filter(|_| node.has_tag_name((SVG, "style"))) {
        Some(word) => Err(ArtworkError::Value {
            attribute: "style".to_owned(),
            found: word.to_owned(),
            cause: "a style sheet must not say what is seen or where".to_owned(),
        }),
        None => Ok(()),
    }
}

/// Returns the error of a value of an attribute, at its place.
fn wrong(node: Node<'_, '_>, attribute: &str, cause: impl ToString) -> Misplaced {
    let own = node.attributes().find(|one| one.name() == attribute);
    let found: String = own.map_or(String::new(), |one| one.value().chars().take(60).collect());
    let at = own.map_or(node.range().start, |one| one.range_value().start);
    (ArtworkError::Value { attribute: attribute.to_owned(), found, cause: cause.to_string() }, at)
}

/// Returns the transform of an element.
fn transform(node: Node<'_, '_>) -> Result<Transform, Misplaced> {
    let text = node.attribute("transform").unwrap_or_default();
    text.parse().map_err(|cause: svgtypes::Error| wrong(node, "transform", cause))
}

/// Returns a transform that does `inner` and then `outer`.
fn product(outer: Transform, inner: Transform) -> Transform {
    let (a, b) = (outer, inner);
    Transform::new(
        a.a * b.a + a.c * b.b,
        a.b * b.a + a.d * b.b,
        a.a * b.c + a.c * b.d,
        a.b * b.c + a.d * b.d,
        a.a * b.e + a.c * b.f + a.e,
        a.b * b.e + a.d * b.f + a.f,
    )
}

/// Returns how far lines may be from curves, in units of the drawing: a two thousandth of its view.
fn tolerance(root: Node<'_, '_>) -> Result<f64, Misplaced> {
    let view = view_box(root)?.map(|view| view.w.max(view.h));
    let side = |name: &str| number(root, name).ok().flatten();
    let side = view.or(side("width")).or(side("height")).unwrap_or(1000.0);
    Ok(side.max(1e-3) / 2000.0)
}

fn view_box(root: Node<'_, '_>) -> Result<Option<svgtypes::ViewBox>, Misplaced> {
    let Some(text) = root.attribute("viewBox") else { return Ok(None) };
    text.parse().map(Some).map_err(|cause: svgtypes::ViewBoxError| wrong(root, "viewBox", cause))
}

/// Returns how many millimetres a unit is.
fn scale(root: Node<'_, '_>) -> Result<f64, Misplaced> {
    /// Pixels of CSS.
    const PIXEL: f64 = 25.4 / 96.0;
    let mm = |name: &str| -> Result<Option<f64>, Misplaced> {
        let Some(text) = root.attribute(name) else { return Ok(None) };
        let length: svgtypes::Length =
            text.parse().map_err(|cause: svgtypes::Error| wrong(root, name, cause))?;
        use svgtypes::LengthUnit as Unit;
        let unit = match length.unit {
            Unit::None | Unit::Px => PIXEL,
            Unit::Mm => 1.0,
            Unit::Cm => 10.0,
            Unit::In => 25.4,
            Unit::Pt => 25.4 / 72.0,
            Unit::Pc => 25.4 / 6.0,
            Unit::Percent | Unit::Em | Unit::Ex => return Ok(None),
        };
        Ok(Some(length.number * unit).filter(|mm| *mm > 0.0))
    };
    let view = view_box(root)?;
    let across = mm("width")?.zip(view.map(|view| view.w)).map(|(mm, units)| mm / units);
    let down = mm("height")?.zip(view.map(|view| view.h)).map(|(mm, units)| mm / units);
    Ok(across.or(down).unwrap_or(PIXEL))
}

/// Returns the number of an attribute in units of the drawing, if it is there.
fn number(node: Node<'_, '_>, name: &str) -> Result<Option<f64>, Misplaced> {
    let Some(text) = node.attribute(name) else { return Ok(None) };
    let text = text.trim();
    let plain = text.strip_suffix("px").unwrap_or(text);
    match plain.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(Some(number)),
        _ => Err(wrong(node, name, "a number without a unit is expected")),
    }
}

#[cfg(test)]
mod tests;

//! Converts shapes to and from the curves of kurbo.

use ::kurbo::{BezPath, PathEl, Rect};

use crate::drawing::{Element, Path, Polyline};
use crate::geometry::{Bounds, GeometryError, Outline, Point, Ring};

impl From<Point> for ::kurbo::Point {
    fn from(point: Point) -> Self {
        Self::new(point.x, point.y)
    }
}

impl From<::kurbo::Point> for Point {
    fn from(point: ::kurbo::Point) -> Self {
        Self::new(point.x, point.y)
    }
}

impl From<Bounds> for Rect {
    fn from(bounds: Bounds) -> Self {
        Self::new(bounds.left, bounds.top, bounds.right, bounds.bottom)
    }
}

impl From<Rect> for Bounds {
    fn from(rect: Rect) -> Self {
        Self { left: rect.min_x(), top: rect.min_y(), right: rect.max_x(), bottom: rect.max_y() }
    }
}

/// Arcs become cubic curves, off the circle by less than a ten thousandth of the radius.
impl From<&Path> for BezPath {
    fn from(path: &Path) -> Self {
        let elements = path.clone().with_cubics();
        let element = |element| match element {
            Element::Move(to) => PathEl::MoveTo(to.into()),
            // There are no arcs left.
            Element::Line(to) | Element::Arc(_, to) => PathEl::LineTo(to.into()),
            Element::Cubic(a, b, to) => PathEl::CurveTo(a.into(), b.into(), to.into()),
            Element::Close => PathEl::ClosePath,
        };
        elements.elements().map(element).collect()
    }
}

/// Quadratic curves become the same curves as cubic ones. What follows a close without a move begins where the closed line
/// began, as in kurbo.
impl From<&BezPath> for Path {
    fn from(path: &BezPath) -> Self {
        let (mut start, mut here, mut closed) = (Point::default(), Point::default(), false);
        let mut elements = Vec::new();
        for &element in path.elements() {
            if std::mem::take(&mut closed) && !matches!(element, PathEl::MoveTo(_) | PathEl::ClosePath) {
                elements.push(Element::Move(start));
            }
            let made = match element {
                PathEl::MoveTo(to) => Element::Move(to.into()),
                PathEl::LineTo(to) => Element::Line(to.into()),
                PathEl::QuadTo(control, to) => {
                    let pulled =
                        |from: Point| Point::from(::kurbo::Point::from(from).lerp(control, 2.0 / 3.0));
                    Element::Cubic(pulled(here), pulled(to.into()), to.into())
                }
                PathEl::CurveTo(a, b, to) => Element::Cubic(a.into(), b.into(), to.into()),
                PathEl::ClosePath => Element::Close,
            };
            match made {
                Element::Move(to) => (start, here) = (to, to),
                Element::Line(to) | Element::Cubic(_, _, to) | Element::Arc(_, to) => here = to,
                Element::Close => (here, closed) = (start, true),
            }
            elements.push(made);
        }
        Self::new(elements)
    }
}

impl From<&Outline> for BezPath {
    fn from(outline: &Outline) -> Self {
        Self::from(&Path::outline(outline))
    }
}

impl From<&Ring> for BezPath {
    fn from(ring: &Ring) -> Self {
        Self::from(&Path::ring(ring))
    }
}

impl From<&Polyline> for BezPath {
    fn from(line: &Polyline) -> Self {
        let path = if line.closed { Path::polygon } else { Path::polyline };
        Self::from(&path(&line.points))
    }
}

impl Outline {
    /// Makes the outlines of the area inside a path, by the even-odd rule; lines that are open count as closed.
    ///
    /// # Units
    /// mm. Curves become straight lines within `tolerance` mm of them; 0.01 is finer than machines cut.
    ///
    /// # Errors
    /// [`GeometryError`] if a line crosses itself or another one, or encloses nothing.
    ///
    /// # Examples
    /// ```
    /// use kurbo::{BezPath, Circle, Shape};
    /// use piecework_draw::geometry::Outline;
    /// let mut washer: BezPath = Circle::new((20.0, 20.0), 10.0).to_path(0.01);
    /// washer.extend(Circle::new((20.0, 20.0), 4.0).to_path(0.01).iter());
    /// let outlines = Outline::from_bez_path(&washer, 0.01)?;
    /// assert_eq!((outlines.len(), outlines[0].holes().len()), (1, 1));
    /// assert!((outlines[0].area() - std::f64::consts::PI * (100.0 - 16.0)).abs() < 1.0);
    /// # Ok::<(), piecework_draw::geometry::GeometryError>(())
    /// ```
    pub fn from_bez_path(path: &BezPath, tolerance: f64) -> Result<Vec<Self>, GeometryError> {
        let lines = Path::from(path).flattened(tolerance);
        let rings: Result<Vec<Ring>, _> = lines.into_iter().map(|line| Ring::through(line.points)).collect();
        Self::of_rings(rings?)
    }
}

//! Converts shapes to and from the polygons of geo.

use geo_types::{Coord, LineString, MultiPolygon, Polygon};

use crate::geometry::{GeometryError, Outline, Patch, Patchwork, Point, Ring};

impl From<Point> for Coord<f64> {
    fn from(point: Point) -> Self {
        Self { x: point.x, y: point.y }
    }
}

impl From<Coord<f64>> for Point {
    fn from(coord: Coord<f64>) -> Self {
        Self::new(coord.x, coord.y)
    }
}

/// The first point is repeated at the end, as geo has it.
impl From<&Ring> for LineString<f64> {
    fn from(ring: &Ring) -> Self {
        let mut line: Self = ring.points().iter().copied().collect();
        line.close();
        line
    }
}

/// Points without a turn are left out.
impl TryFrom<&LineString<f64>> for Ring {
    type Error = GeometryError;

    fn try_from(line: &LineString<f64>) -> Result<Self, GeometryError> {
        let mut points: Vec<Point> = line.coords().copied().map(Point::from).collect();
        let first = points.first().copied();
        points.pop_if(|last| line.is_closed() && Some(*last) == first);
        Self::through(points)
    }
}

impl From<&Outline> for Polygon<f64> {
    fn from(outline: &Outline) -> Self {
        Self::new(outline.outer().into(), outline.holes().iter().map(LineString::from).collect())
    }
}

/// Rings may run either way.
impl TryFrom<&Polygon<f64>> for Outline {
    type Error = GeometryError;

    fn try_from(polygon: &Polygon<f64>) -> Result<Self, GeometryError> {
        let holes: Result<_, _> = polygon.interiors().iter().map(Ring::try_from).collect();
        Self::new(polygon.exterior().try_into()?, holes?)
    }
}

/// One polygon for each patch, in their order.
impl From<&Patchwork> for MultiPolygon<f64> {
    fn from(patchwork: &Patchwork) -> Self {
        patchwork.patches().iter().map(Patch::outline).collect()
    }
}

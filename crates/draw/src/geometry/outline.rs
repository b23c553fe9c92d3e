//! Outlines of pieces of material: an outer ring and the rings of its holes.
//!
//! The outer ring is clockwise as seen on the page and the holes are counter-clockwise, so the material is
//! always on the right. Holes are inside and separate; they touch each other or the outer ring only in
//! points.

use super::border::Border;
use super::stencil::Stencil;
use super::{Bounds, GeometryError, Label, Point, Ring, RingCorner, crossing, label, trace};
use piecework_tiling::lattice::{Cell, Corner};
use piecework_tiling::polyform::{Shape, connected_parts};
use piecework_tiling::puzzle::Region;

/// The outside and the holes of one piece, in mm.
///
/// Two outlines are equal if their rings are, with the same first points.
#[derive(Debug, Clone)]
pub struct Outline {
    outer: Ring,
    holes: Vec<Ring>,
    /// The place for a label, if it is known from the cells.
    pub(super) label: Option<Label>,
}

impl Outline {
    /// Makes an outline from an outer ring and holes, in either direction.
    ///
    /// # Errors
    /// [`GeometryError::Crossing`] if rings cross or share an edge, [`GeometryError::StrayHole`] if a hole is
    /// not inside.
    pub fn new(outer: Ring, holes: Vec<Ring>) -> Result<Self, GeometryError> {
        let outer = if outer.is_clockwise() { outer } else { outer.reversed() };
        let holes: Vec<Ring> =
            holes.into_iter().map(|hole| if hole.is_clockwise() { hole.reversed() } else { hole }).collect();
        let outline = Self { outer, holes, label: None };
        let grid: Vec<_> = outline.rings().map(Ring::to_grid).collect::<Result<_, _>>()?;
        if let Some((a, b)) = crossing::wrong_meeting(&grid) {
            return Err(GeometryError::Crossing { near: a.to_point().middle(b.to_point()) });
        }
        match outline.stray_hole() {
            Some(hole) => Err(GeometryError::StrayHole { at: hole.points()[0] }),
            None => Ok(outline),
        }
    }

    /// Makes the outline of an upright rectangle with its top left at the origin, in mm.
    ///
    /// # Errors
    /// [`GeometryError`] if a side is not positive or too long.
    pub fn rectangle(width: f64, height: f64) -> Result<Self, GeometryError> {
        let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
        Self::new(Ring::new(corners.map(|(x, y)| Point::new(x, y)).to_vec())?, Vec::new())
    }

    /// Traces the outline of a shape; its bounds begin at the origin.
    ///
    /// # Units
    /// `cell_edge` in mm.
    ///
    /// # Errors
    /// [`GeometryError::CellEdge`] if `cell_edge` is out of range.
    ///
    /// # Examples
    /// ```
    /// use piecework_draw::geometry::Outline;
    /// use piecework_tiling::lattice::Lattice;
    /// use piecework_tiling::polyform::Shape;
    /// let y = Shape::from_rows(Lattice::Square, ["#####", ".#..."])?;
    /// let outline = Outline::of_shape(&y, 50.8)?;
    /// assert_eq!(outline.outer().points().len(), 8);
    /// assert_eq!(outline.perimeter(), 14.0 * 50.8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_shape(shape: &Shape, cell_edge: f64) -> Result<Self, GeometryError> {
        let (lattice, cells) = (shape.lattice(), shape.cells());
        let border = Border::new(lattice, cells, cell_edge)?;
        Ok(Self::of_stencil(&Stencil::new(lattice, cells), &border))
    }

    pub(super) fn of_parts(region: &Region, border: &Border) -> Vec<Self> {
        let lattice = region.lattice();
        let mut parts: Vec<Vec<Cell>> = Vec::new();
        for (&cell, part) in region.cells().iter().zip(connected_parts(lattice, region.cells())) {
            if part == parts.len() {
                parts.push(Vec::new());
            }
            parts[part].push(cell);
        }
        parts.iter().map(|part| Self::of_corners(&trace::rings(lattice, part), border)).collect()
    }

    /// Returns the outline of traced cells.
    pub(super) fn of_stencil(stencil: &Stencil, border: &Border) -> Self {
        let outline = Self::of_corners(&stencil.rings, border);
        let at = border.point_between(stencil.label, label::PARTS);
        Self { label: Some(Label { at, room: outline.distance(at) }), ..outline }
    }

    /// Returns the outline through the corners where traced rings turn.
    fn of_corners(rings: &[Vec<Corner>], border: &Border) -> Self {
        let mut rings = rings.iter().map(|ring| {
            let turning = trace::turns(ring).filter(|&(_, turn)| turn != 0);
            Ring::of_known(turning.map(|(corner, _)| border.point(corner)).collect())
        });
        let outer = rings.next().expect("a shape has at least one cell, and so an outside");
        Self::of_known(outer, rings.collect())
    }

    /// Returns an outline of rings that are known to be valid and to have the right directions.
    pub(super) fn of_known(outer: Ring, holes: Vec<Ring>) -> Self {
        Self { outer, holes, label: None }
    }

    /// Returns the outline with every ring replaced by a parallel one; the place for a label stays if it has
    /// as much room.
    pub(super) fn through_corners(&self, beside: impl Fn(&Ring) -> Ring) -> Self {
        let holes = self.holes.iter().map(&beside).collect();
        let outline = Self::of_known(beside(&self.outer), holes);
        let has_room = |label: &Label| outline.contains(label.at) && outline.distance(label.at) >= label.room;
        let label = self.label.filter(has_room);
        Self { label, ..outline }
    }

    /// Returns the ring around the outside, clockwise.
    pub fn outer(&self) -> &Ring {
        &self.outer
    }

    /// Returns the rings around the holes, counter-clockwise.
    pub fn holes(&self) -> &[Ring] {
        &self.holes
    }

    /// Returns all rings, the outer one first.
    pub fn rings(&self) -> impl Iterator<Item = &Ring> {
        std::iter::once(&self.outer).chain(&self.holes)
    }

    /// Returns every corner of every ring, in order.
    pub fn corners(&self) -> impl Iterator<Item = RingCorner> {
        self.rings().flat_map(Ring::corners)
    }

    /// Returns the corners with an interior angle over 180 degrees, in order.
    pub fn reflex_corners(&self) -> impl Iterator<Item = RingCorner> {
        self.corners().filter(RingCorner::is_reflex)
    }

    /// Returns the area without the holes, in square mm.
    pub fn area(&self) -> f64 {
        self.rings().map(Ring::area).sum()
    }

    /// Returns the length of all rings, in mm.
    pub fn perimeter(&self) -> f64 {
        self.rings().map(Ring::perimeter).sum()
    }

    /// Returns the bounding box.
    pub fn bounds(&self) -> Bounds {
        self.outer.bounds()
    }

    /// Returns whether a point is in the material. For a point on a ring, the answer may be either.
    pub fn contains(&self, point: Point) -> bool {
        self.outer.contains(point) && !self.holes.iter().any(|hole| hole.contains(point))
    }

    /// Returns the distance from a point to the nearest ring, in mm.
    pub fn distance(&self, point: Point) -> f64 {
        self.rings().map(|ring| ring.distance(point)).fold(f64::INFINITY, f64::min)
    }

    /// Returns the outline moved by `dx` mm to the right and `dy` mm down.
    pub fn moved(&self, dx: f64, dy: f64) -> Self {
        self.map(|point| point.moved(dx, dy))
    }

    /// Returns the outline moved so that its bounds begin at the origin.
    pub fn at_origin(&self) -> Self {
        let bounds = self.bounds();
        self.moved(-bounds.left, -bounds.top)
    }

    /// Returns the outline turned about the origin, clockwise as seen on the page; quarter turns are exact.
    pub fn turned(&self, degrees: i32) -> Self {
        self.map(|point| point.turned(degrees))
    }

    /// Returns the outline seen from behind: mirrored about the line x = 0.
    pub fn mirrored(&self) -> Self {
        // A mirrored ring changes direction, so its points are reversed.
        let mirrored = self.map(Point::mirrored);
        let holes = mirrored.holes.iter().map(Ring::reversed).collect();
        Self { outer: mirrored.outer.reversed(), holes, label: mirrored.label }
    }

    fn map(&self, motion: impl Fn(Point) -> Point) -> Self {
        Self {
            outer: self.outer.map(&motion),
            holes: self.holes.iter().map(|hole| hole.map(&motion)).collect(),
            label: self.label.map(|label| Label { at: motion(label.at), room: label.room }),
        }
    }

    /// Returns a hole that is partly outside the outer ring or inside another hole, if rings do not cross.
    fn stray_hole(&self) -> Option<&Ring> {
        self.holes.iter().enumerate().find_map(|(i, hole)| {
            let strays = |point: Point| {
                // A point that touches the ring proves nothing.
                let apart = |ring: &Ring| ring.distance(point) > ON_RING;
                let outside = apart(&self.outer) && !self.outer.contains(point);
                let others = self.holes.iter().enumerate().filter(|&(j, _)| j != i);
                outside || others.into_iter().any(|(_, other)| apart(other) && other.contains(point))
            };
            hole.edges().any(|(a, b)| strays(a) || strays(a.middle(b))).then_some(hole)
        })
    }
}

/// How near to a ring counts as on it, in mm: slightly more than the diagonal of the grid of nanometres.
const ON_RING: f64 = 2e-6;

impl PartialEq for Outline {
    fn eq(&self, other: &Self) -> bool {
        self.outer == other.outer && self.holes == other.holes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::lattice::Lattice;

    fn shape(lattice: Lattice, rows: &[&str]) -> Shape {
        Shape::from_rows(lattice, rows.iter().copied()).expect("a good shape")
    }

    fn square(left: f64, top: f64, side: f64) -> Ring {
        let corners = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)];
        Ring::new(corners.map(|(x, y)| Point::new(left + x, top + y)).to_vec()).expect("a ring")
    }

    #[track_caller]
    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{found} is not {expected}");
    }

    #[test]
    fn shapes_in_millimetres() {
        for (lattice, rows, area, perimeter, width, height) in [
            (Lattice::Square, &["#####", ".#..."][..], 6.0, 14.0, 5.0, 2.0),
            (Lattice::Square, &["###", "#.#", "###"], 8.0, 16.0, 3.0, 3.0),
            (Lattice::Hex, &["#"], 1.5 * libm::sqrt(3.0), 6.0, libm::sqrt(3.0), 2.0),
            (Lattice::Triangle, &["#"], libm::sqrt(3.0) / 4.0, 3.0, 1.0, libm::sqrt(0.75)),
        ] {
            let outline = Outline::of_shape(&shape(lattice, rows), 10.0).expect("an outline");
            close(outline.area(), 100.0 * area);
            close(outline.perimeter(), 10.0 * perimeter);
            let bounds = outline.bounds();
            assert_eq!((bounds.left, bounds.top), (0.0, 0.0), "{lattice} {rows:?}");
            close(bounds.width(), 10.0 * width);
            close(bounds.height(), 10.0 * height);
        }
    }

    #[test]
    fn traced_outlines_pass_the_checks_of_any_other() {
        for rows in [&["###", "#.#", "###"][..], &[".##", "#.#", "###"], &["####", "#.##", "##.#", "####"]] {
            let traced = Outline::of_shape(&shape(Lattice::Square, rows), 7.3).expect("an outline");
            let rings = traced.rings().map(|ring| Ring::new(ring.points().to_vec()).expect("a ring"));
            let mut rings: Vec<Ring> = rings.collect();
            let outer = rings.remove(0);
            assert_eq!(Outline::new(outer, rings), Ok(traced));
        }
    }

    #[test]
    fn motions_keep_size_and_turn() {
        let outline = Outline::of_shape(&shape(Lattice::Square, &[".##", "#.#", "###", "#.."]), 10.0)
            .expect("an outline");
        for moved in [outline.moved(3.0, -4.0), outline.turned(90), outline.turned(37), outline.mirrored()] {
            close(moved.area(), outline.area());
            assert!(moved.outer().is_clockwise() && !moved.holes()[0].is_clockwise());
            close(moved.distance(moved.label().at), outline.label().room);
        }
        assert_eq!(outline.mirrored().mirrored(), outline);
        assert_eq!(outline.turned(180).turned(180), outline);
        assert_eq!(outline.turned(90).at_origin().bounds().width(), outline.bounds().height());
    }

    #[test]
    fn rings_are_turned_the_right_way_and_holes_must_be_inside() {
        let hole = square(2.0, 2.0, 1.0);
        let good = Outline::new(square(0.0, 0.0, 9.0).reversed(), vec![hole.clone()]).expect("an outline");
        assert_eq!(good.area(), 80.0);
        let bad = |holes: Vec<Ring>| Outline::new(square(0.0, 0.0, 9.0), holes).unwrap_err();
        assert!(matches!(bad(vec![square(20.0, 2.0, 1.0)]), GeometryError::StrayHole { .. }));
        assert!(matches!(bad(vec![square(-1.0, -1.0, 20.0)]), GeometryError::StrayHole { .. }));
        assert!(matches!(bad(vec![square(1.0, 1.0, 5.0), hole.clone()]), GeometryError::StrayHole { .. }));
        assert!(matches!(bad(vec![square(8.0, 2.0, 5.0)]), GeometryError::Crossing { .. }));
        assert!(matches!(bad(vec![square(0.0, 2.0, 5.0)]), GeometryError::Crossing { .. }), "a shared edge");
        assert!(matches!(Outline::rectangle(3.0, 0.0), Err(GeometryError::RepeatedPoint { .. })));
    }

    #[test]
    fn an_invalid_cell_edge_is_refused() {
        let cell = shape(Lattice::Hex, &["#"]);
        for found in [0.0, -1.0, f64::NAN, f64::INFINITY, 1001.0, 0.009] {
            assert!(
                matches!(Outline::of_shape(&cell, found), Err(GeometryError::CellEdge { .. })),
                "{found}"
            );
        }
        assert!(Outline::of_shape(&cell, 0.01).is_ok() && Outline::of_shape(&cell, 1000.0).is_ok());
    }
}

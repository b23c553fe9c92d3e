//! Lines and areas, absolute and complete in themselves.

use crate::colour::Colour;
use crate::geometry::{Bounds, Outline, Point, Ring};

/// One step of a path, in absolute mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Element {
    /// Lifts the pen and begins a new line here.
    Move(Point),
    /// Draws straight to here.
    Line(Point),
    /// Draws a cubic Bézier curve over two control points to the third point.
    Cubic(Point, Point, Point),
    /// Draws straight back to where the line began.
    Close,
}

/// One or several lines that belong together: a piece with its holes, a grain arrow, a test square.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    elements: Vec<Element>,
    name: Option<String>,
    fill: Option<Colour>,
}

impl Path {
    /// A path of any elements; [`super::Canvas::finish`] checks them.
    #[must_use]
    pub fn new(elements: Vec<Element>) -> Self {
        Self { elements, name: None, fill: None }
    }

    /// A straight line.
    #[must_use]
    pub fn line(from: Point, to: Point) -> Self {
        Self::new(vec![Element::Move(from), Element::Line(to)])
    }

    /// Straight lines through all `points`, not closed.
    #[must_use]
    pub fn polyline(points: &[Point]) -> Self {
        let steps = points.iter().enumerate();
        Self::new(steps.map(|(i, &p)| if i == 0 { Element::Move(p) } else { Element::Line(p) }).collect())
    }

    /// A closed ring.
    #[must_use]
    pub fn ring(ring: &Ring) -> Self {
        Self::polygon(ring.points())
    }

    /// Straight lines through all `points` and back to the first, which is not repeated.
    #[must_use]
    pub fn polygon(points: &[Point]) -> Self {
        let mut path = Self::polyline(points);
        path.elements.push(Element::Close);
        path
    }

    /// An outline with its holes.
    #[must_use]
    pub fn outline(outline: &Outline) -> Self {
        Self::new(outline.rings().flat_map(|ring| Self::ring(ring).elements).collect())
    }

    /// The edges of a box, clockwise from the top left corner.
    #[must_use]
    pub fn rectangle(bounds: Bounds) -> Self {
        let Bounds { left, top, right, bottom } = bounds;
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        Self::polygon(&corners.map(|(x, y)| Point { x, y }))
    }

    /// The same path under a name that a person finds in the file: the title of the piece.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// The same path filled with a colour; the inside is by the even-odd rule.
    #[must_use]
    pub fn filled(self, colour: Colour) -> Self {
        Self { fill: Some(colour), ..self }
    }

    /// The steps in order.
    #[must_use]
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// What the path is called, if it has a name.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The colour it is filled with; none for lines.
    #[must_use]
    pub fn fill(&self) -> Option<Colour> {
        self.fill
    }

    /// All points, control points included.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        self.elements.iter().flat_map(|element| match *element {
            Element::Move(p) | Element::Line(p) => vec![p],
            Element::Cubic(a, b, p) => vec![a, b, p],
            Element::Close => Vec::new(),
        })
    }
}

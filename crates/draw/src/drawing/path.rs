//! Paths: lines and areas in absolute coordinates.

use super::PlacedPicture;
use crate::color::Color;
use crate::geometry::{Bounds, CircularArc, Outline, Point, Ring, Stretch};

/// One step of a path, in absolute mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Element {
    /// Lifts the pen and begins a new line here.
    Move(Point),
    /// Draws straight to here.
    Line(Point),
    /// Draws a cubic Bézier curve over two control points to the third point.
    Cubic(Point, Point, Point),
    /// Draws a circular arc through its middle, the first point, to the second.
    Arc(Point, Point),
    /// Draws straight back to where the line began.
    Close,
}

impl Element {
    /// Returns the same step with every point moved. An arc stays one only if the shape stays similar: see
    /// [`Path::with_cubics`].
    pub fn map(self, mut place: impl FnMut(Point) -> Point) -> Self {
        match self {
            Element::Move(p) => Element::Move(place(p)),
            Element::Line(p) => Element::Line(place(p)),
            Element::Cubic(a, b, p) => Element::Cubic(place(a), place(b), place(p)),
            Element::Arc(middle, p) => Element::Arc(place(middle), place(p)),
            Element::Close => Element::Close,
        }
    }
}

/// A height of an area in a solid, in mm above the bed.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Its upper side: the top of a plate, or the floor of what is hollowed out from above.
    Top(f64),
    /// The ceiling of what is hollowed out from below.
    Bottom(f64),
}

/// One or several lines that belong together: a piece with its holes, a grain arrow, a test square.
///
/// There are many paths, and most are one line or one ring: points and steps are kept apart, and what few paths have is
/// in a box.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    points: Box<[Point]>,
    steps: Steps,
    name: Option<Box<str>>,
    rare: Option<Box<Rare>>,
    fill: Option<Color>,
}

/// How the points of a path follow each other.
#[derive(Debug, Clone, PartialEq)]
enum Steps {
    /// One line through all of them.
    Line,
    /// One line through all of them and back to the first.
    Ring,
    /// Any other way.
    Mixed(Box<[Step]>),
}

/// An [`Element`] without its points.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Step {
    Move,
    Line,
    Cubic,
    Arc,
    Close,
}

/// What few paths have.
#[derive(Debug, Clone, PartialEq, Default)]
struct Rare {
    picture: Option<PlacedPicture>,
    level: Option<Level>,
}

impl Steps {
    /// The step of this number in a path of so many points.
    fn get(&self, index: usize, points: usize) -> Option<Step> {
        match self {
            Steps::Mixed(steps) => steps.get(index).copied(),
            _ if index < points => Some(if index == 0 { Step::Move } else { Step::Line }),
            Steps::Ring if index == points => Some(Step::Close),
            _ => None,
        }
    }
}

impl Path {
    /// A path of any elements; [`super::Canvas::finish`] checks them.
    pub fn new(elements: impl IntoIterator<Item = Element>) -> Self {
        let (mut points, mut steps) = (Vec::new(), Vec::new());
        for element in elements {
            steps.push(match element {
                Element::Move(_) => Step::Move,
                Element::Line(_) => Step::Line,
                Element::Cubic(..) => Step::Cubic,
                Element::Arc(..) => Step::Arc,
                Element::Close => Step::Close,
            });
            match element {
                Element::Move(p) | Element::Line(p) => points.push(p),
                Element::Cubic(a, b, p) => points.extend([a, b, p]),
                Element::Arc(middle, p) => points.extend([middle, p]),
                Element::Close => {}
            }
        }
        let is =
            |kind: &Steps| (0..=steps.len()).all(|at| kind.get(at, points.len()) == steps.get(at).copied());
        let steps = [Steps::Line, Steps::Ring].into_iter().find(is).unwrap_or(Steps::Mixed(steps.into()));
        Self::of(points.into(), steps)
    }

    const fn of(points: Box<[Point]>, steps: Steps) -> Self {
        Self { points, steps, name: None, rare: None, fill: None }
    }

    /// A straight line.
    pub fn line(from: Point, to: Point) -> Self {
        Self::polyline(&[from, to])
    }

    /// Straight lines through all `points`, not closed.
    pub fn polyline(points: &[Point]) -> Self {
        Self::of(points.into(), Steps::Line)
    }

    /// Lines and arcs from `start`, in order; a closed path leads back to it.
    pub fn stretches(start: Point, stretches: impl Iterator<Item = Stretch>, closed: bool) -> Self {
        let mut elements = vec![Element::Move(start)];
        elements.extend(stretches.map(|Stretch { middle, to, .. }| match middle {
            Some(middle) => Element::Arc(middle, to),
            None => Element::Line(to),
        }));
        if closed {
            // The closing line is drawn by the close.
            elements.pop_if(|last| *last == Element::Line(start));
            elements.push(Element::Close);
        }
        Self::new(elements)
    }

    /// A closed ring.
    pub fn ring(ring: &Ring) -> Self {
        Self::polygon(ring.points())
    }

    /// Straight lines through all `points` and back to the first, which is not repeated.
    pub fn polygon(points: &[Point]) -> Self {
        Self::of(points.into(), Steps::Ring)
    }

    /// An outline with its holes.
    pub fn outline(outline: &Outline) -> Self {
        Self::rings(outline.rings())
    }

    /// Returns an outline in cutting order: holes first, while the piece is still connected to the stock.
    pub fn outline_holes_first(outline: &Outline) -> Self {
        Self::rings(outline.holes().iter().chain(std::iter::once(outline.outer())))
    }

    /// Several closed rings in one path.
    fn rings<'r>(rings: impl Iterator<Item = &'r Ring>) -> Self {
        let steps = |ring: &'r Ring| {
            let points = ring.points().iter().enumerate();
            let lines = points.map(|(i, &p)| if i == 0 { Element::Move(p) } else { Element::Line(p) });
            lines.chain(std::iter::once(Element::Close))
        };
        Self::new(rings.flat_map(steps))
    }

    /// The edges of a box, clockwise from the top left corner.
    pub fn rectangle(bounds: Bounds) -> Self {
        let Bounds { left, top, right, bottom } = bounds;
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        Self::polygon(&corners.map(|(x, y)| Point { x, y }))
    }

    /// A circle of four curves, clockwise from its right.
    ///
    /// # Source
    /// Control points at 4/3 (sqrt 2 - 1) of the radius, the common choice; off the circle by 0.03 % of the
    /// radius at most.
    pub fn circle(center: Point, radius: f64) -> Self {
        const PULL: f64 = 4.0 / 3.0 * (std::f64::consts::SQRT_2 - 1.0);
        let at = |x: f64, y: f64| Point::new(center.x + x * radius, center.y + y * radius);
        Self::new(vec![
            Element::Move(at(1.0, 0.0)),
            Element::Cubic(at(1.0, PULL), at(PULL, 1.0), at(0.0, 1.0)),
            Element::Cubic(at(-PULL, 1.0), at(-1.0, PULL), at(-1.0, 0.0)),
            Element::Cubic(at(-1.0, -PULL), at(-PULL, -1.0), at(0.0, -1.0)),
            Element::Cubic(at(PULL, -1.0), at(1.0, -PULL), at(1.0, 0.0)),
            Element::Close,
        ])
    }

    /// An upright cross, `size` mm from end to end.
    pub fn cross(center: Point, size: f64) -> Self {
        let reach = size / 2.0;
        Self::new(vec![
            Element::Move(center.moved(-reach, 0.0)),
            Element::Line(center.moved(reach, 0.0)),
            Element::Move(center.moved(0.0, -reach)),
            Element::Line(center.moved(0.0, reach)),
        ])
    }

    /// Returns the same path with a name that is visible in the file: the title of the piece.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into().into()), ..self }
    }

    /// The same path filled with a color; the inside is by the even-odd rule.
    #[must_use]
    pub fn filled(self, color: Color) -> Self {
        Self { fill: Some(color), ..self }
    }

    /// The same area showing a picture; its color stays, or is the mean of the picture.
    #[must_use]
    pub fn pictured(self, picture: PlacedPicture) -> Self {
        let fill = self.fill.or_else(|| Some(picture.picture().mean()));
        let level = self.level();
        Self { fill, rare: Some(Box::new(Rare { picture: Some(picture), level })), ..self }
    }

    /// The same area at a height of its own, for solids; other formats draw it as before.
    #[must_use]
    pub fn at_level(self, level: Level) -> Self {
        let picture = self.rare.and_then(|rare| rare.picture);
        Self { rare: Some(Box::new(Rare { picture, level: Some(level) })), ..self }
    }

    /// Returns the same path with every point moved.
    pub fn mapped(mut self, mut place: impl FnMut(Point) -> Point) -> Self {
        self.points.iter_mut().for_each(|point| *point = place(*point));
        if let Some(rare) = &mut self.rare {
            rare.picture = rare.picture.take().map(|picture| picture.mapped(place));
        }
        self
    }

    /// The same path `dx` to the right and `dy` down.
    #[must_use]
    pub fn moved(self, dx: f64, dy: f64) -> Self {
        self.mapped(|point| point.moved(dx, dy))
    }

    /// The steps in order.
    pub fn elements(&self) -> impl Iterator<Item = Element> + Clone + use<'_> {
        let mut points = self.points.iter().copied();
        let mut point = move || points.next().unwrap_or_default();
        (0..).map_while(|index| self.steps.get(index, self.points.len())).map(move |step| match step {
            Step::Move => Element::Move(point()),
            Step::Line => Element::Line(point()),
            Step::Cubic => Element::Cubic(point(), point(), point()),
            Step::Arc => Element::Arc(point(), point()),
            Step::Close => Element::Close,
        })
    }

    /// Returns the name of the path, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns its fill color; `None` for lines.
    pub fn fill(&self) -> Option<Color> {
        self.fill
    }

    /// Returns its own height in a solid.
    pub fn level(&self) -> Option<Level> {
        self.rare.as_ref()?.level
    }

    /// Returns the picture that it shows, in print.
    pub fn picture(&self) -> Option<&PlacedPicture> {
        self.rare.as_ref()?.picture.as_ref()
    }

    /// How many bytes it takes outside of itself, but for a picture, which paths share.
    pub(super) fn heap(&self) -> usize {
        let steps = if let Steps::Mixed(steps) = &self.steps { steps.len() } else { 0 };
        let name = self.name.as_ref().map_or(0, |name| name.len());
        size_of_val(&*self.points) + steps + name + self.rare.as_ref().map_or(0, |_| size_of::<Rare>())
    }

    /// All points, with the control points of curves and the outermost points of arcs.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        let mut here = Point::default();
        self.elements().flat_map(move |element| {
            let (points, count) = match element {
                Element::Move(p) | Element::Line(p) => ([p; 3], 1),
                Element::Cubic(a, b, p) => ([a, b, p], 3),
                Element::Arc(middle, p) => ([p, middle, p], 2),
                Element::Close => ([Point::default(); 3], 0),
            };
            let arc = match element {
                Element::Arc(middle, to) => Some(CircularArc { from: here, middle, to }),
                _ => None,
            };
            here = if count == 0 {
                here
            } else if arc.is_some() {
                points[0]
            } else {
                points[count - 1]
            };
            let extremes: Vec<Point> = arc.iter().flat_map(CircularArc::extremes).collect();
            points.into_iter().take(count).chain(extremes)
        })
    }

    /// Returns the same path with its arcs as cubic curves, for motions that stretch and formats that have
    /// only these.
    #[must_use]
    pub fn with_cubics(self) -> Self {
        if !matches!(self.steps, Steps::Mixed(_)) {
            return self;
        }
        let mut here = Point::default();
        let mut elements = Vec::new();
        for element in self.elements() {
            match element {
                Element::Arc(middle, to) => {
                    let arc = CircularArc { from: here, middle, to };
                    elements.extend(arc.cubics().map(|[a, b, to]| Element::Cubic(a, b, to)));
                    here = to;
                }
                Element::Move(p) | Element::Line(p) | Element::Cubic(_, _, p) => {
                    elements.push(element);
                    here = p;
                }
                Element::Close => elements.push(element),
            }
        }
        let Self { points, steps, .. } = Self::new(elements);
        Self { points, steps, ..self }
    }
}

//! Draws shapes and paths of an SVG as lines.

use roxmltree::Node;
use svgtypes::{SimplePathSegment, SimplifyingPathParser, Transform};

use super::{ArtLine, ArtworkError, Fill, Misplaced, number, wrong};
use crate::geometry::Point;

/// How far a point may be from the origin, in units of the drawing.
const FARTHEST: f64 = 1e7;
/// The most times a curve is halved.
const MOST_HALVES: u32 = 10;
/// How far the middle of a quarter circle's handle is, as a share of the radius.
///
/// # Source
/// A cubic that touches the circle at its ends and its middle: 4 (sqrt 2 - 1) / 3.
const HANDLE: f64 = 0.552_284_749_830_793_4;

/// Collects lines.
pub(super) struct Pen {
    lines: Vec<ArtLine>,
    /// How many points all lines have.
    pub(super) points: usize,
    /// How what is drawn is filled.
    pub(super) fill: Option<Fill>,
    tolerance: f64,
}

impl Pen {
    pub(super) fn new(tolerance: f64) -> Self {
        Self { lines: Vec::new(), points: 0, fill: None, tolerance }
    }

    /// Returns the lines that have two different points and more.
    pub(super) fn finish(self) -> Vec<ArtLine> {
        let tidy = |mut line: ArtLine| {
            line.points.dedup_by(|a, b| a.distance(*b) < 1e-9);
            if line.closed
                && line.points.len() > 1
                && line.points[0].distance(line.points[line.points.len() - 1]) < 1e-9
            {
                line.points.pop();
            }
            line
        };
        self.lines.into_iter().map(tidy).filter(|line| line.points.len() > 1).collect()
    }

    /// Draws a shape.
    pub(super) fn shape(&mut self, node: Node<'_, '_>, place: Transform) -> Result<(), Misplaced> {
        let of = |name: &str| number(node, name).map(|number| number.unwrap_or(0.0));
        let size = |name: &str| match number(node, name)? {
            Some(size) if size < 0.0 => Err(wrong(node, name, "a size is not negative")),
            size => Ok(size),
        };
        match node.tag_name().name() {
            "rect" => {
                let (x, y) = (of("x")?, of("y")?);
                let (w, h) = (size("width")?.unwrap_or(0.0), size("height")?.unwrap_or(0.0));
                let (rx, ry) = (size("rx")?, size("ry")?);
                let (rx, ry) = (rx.or(ry).unwrap_or(0.0), ry.or(rx).unwrap_or(0.0));
                if w > 0.0 && h > 0.0 {
                    self.rounded((x, y, w, h), (rx.min(w / 2.0), ry.min(h / 2.0)), place);
                }
            }
            "circle" | "ellipse" => {
                let (x, y) = (of("cx")?, of("cy")?);
                let r = size("r")?;
                let (rx, ry) = (r.or(size("rx")?).unwrap_or(0.0), r.or(size("ry")?).unwrap_or(0.0));
                if rx > 0.0 && ry > 0.0 {
                    self.rounded((x - rx, y - ry, 2.0 * rx, 2.0 * ry), (rx, ry), place);
                }
            }
            "line" => {
                self.begin(Point::new(of("x1")?, of("y1")?), place);
                self.to(Point::new(of("x2")?, of("y2")?), place);
            }
            "path" => self.path(node, place)?,
            name => {
                for (index, point) in points(node)?.into_iter().enumerate() {
                    if index == 0 { self.begin(point, place) } else { self.to(point, place) }
                }
                if name == "polygon" {
                    self.close();
                }
            }
        }
        let far = self.lines.last().and_then(|line| {
            let numbers = line.points.iter().map(|point| point.x.abs().max(point.y.abs()));
            numbers.fold(None, |most: Option<f64>, far| Some(most.map_or(far, |most| most.max(far))))
        });
        match far {
            Some(far) if far.is_nan() || far > FARTHEST => {
                Err((ArtworkError::TooFar { found: far, allowed: FARTHEST }, node.range().start))
            }
            _ => Ok(()),
        }
    }

    fn path(&mut self, node: Node<'_, '_>, place: Transform) -> Result<(), Misplaced> {
        let data = node.attribute("d").unwrap_or_default();
        let mut here = Point::default();
        let mut start = here;
        for segment in SimplifyingPathParser::from(data) {
            let segment = segment.map_err(|cause| wrong(node, "d", cause))?;
            match segment {
                SimplePathSegment::MoveTo { x, y } => {
                    (here, start) = (Point { x, y }, Point { x, y });
                    self.begin(here, place);
                }
                SimplePathSegment::LineTo { x, y } => {
                    here = Point { x, y };
                    self.to(here, place);
                }
                SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                    self.cubic([here, Point::new(x1, y1), Point::new(x2, y2), Point { x, y }], place);
                    here = Point { x, y };
                }
                SimplePathSegment::Quadratic { x1, y1, x, y } => {
                    let toward =
                        |from: Point| from.moved((x1 - from.x) * 2.0 / 3.0, (y1 - from.y) * 2.0 / 3.0);
                    self.cubic([here, toward(here), toward(Point { x, y }), Point { x, y }], place);
                    here = Point { x, y };
                }
                SimplePathSegment::ClosePath => {
                    self.close();
                    here = start;
                    self.begin(start, place);
                }
            }
        }
        Ok(())
    }

    /// Draws a rectangle whose corners are quarters of an ellipse.
    fn rounded(&mut self, (x, y, w, h): (f64, f64, f64, f64), (rx, ry): (f64, f64), place: Transform) {
        let (right, bottom, bx, by) = (x + w, y + h, rx * HANDLE, ry * HANDLE);
        self.begin(Point::new(x + rx, y), place);
        self.to(Point::new(right - rx, y), place);
        let corner = |pen: &mut Self, points: [(f64, f64); 4]| pen.cubic(points.map(Point::from), place);
        corner(self, [(right - rx, y), (right - rx + bx, y), (right, y + ry - by), (right, y + ry)]);
        self.to(Point::new(right, bottom - ry), place);
        corner(
            self,
            [
                (right, bottom - ry),
                (right, bottom - ry + by),
                (right - rx + bx, bottom),
                (right - rx, bottom),
            ],
        );
        self.to(Point::new(x + rx, bottom), place);
        corner(self, [(x + rx, bottom), (x + rx - bx, bottom), (x, bottom - ry + by), (x, bottom - ry)]);
        self.to(Point::new(x, y + ry), place);
        corner(self, [(x, y + ry), (x, y + ry - by), (x + rx - bx, y), (x + rx, y)]);
        self.close();
    }

    /// Draws a cubic curve as lines no farther from it than the tolerance.
    fn cubic(&mut self, [a, b, c, d]: [Point; 4], place: Transform) {
        // The second differences bound how far a curve is from lines through its points.
        let second = |p: Point, q: Point, r: Point| libm::hypot(p.x - 2.0 * q.x + r.x, p.y - 2.0 * q.y + r.y);
        let bend = second(a, b, c).max(second(b, c, d)) * 0.75;
        let steps = libm::sqrt(bend / self.tolerance).ceil().clamp(1.0, f64::from(1_u32 << MOST_HALVES));
        let mut step = 1.0;
        while step <= steps {
            let t = step / steps;
            let u = 1.0 - t;
            let mix = |a: f64, b: f64, c: f64, d: f64| {
                u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
            };
            self.to(Point::new(mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y)), place);
            step += 1.0;
        }
    }

    fn begin(&mut self, at: Point, place: Transform) {
        self.points += 1;
        self.lines.push(ArtLine { points: vec![placed(at, place)], closed: false, fill: self.fill });
    }

    fn to(&mut self, at: Point, place: Transform) {
        self.points += 1;
        if let Some(line) = self.lines.last_mut() {
            line.points.push(placed(at, place));
        }
    }

    fn close(&mut self) {
        if let Some(line) = self.lines.last_mut() {
            line.closed = line.points.len() > 2;
        }
    }
}

/// Returns the points of a polygon.
fn points(node: Node<'_, '_>) -> Result<Vec<Point>, Misplaced> {
    let text = node.attribute("points").unwrap_or_default();
    let numbers = text.split(|c: char| c == ',' || c.is_ascii_whitespace()).filter(|part| !part.is_empty());
    let numbers: Option<Vec<f64>> =
        numbers.map(|part| part.parse().ok().filter(|number: &f64| number.is_finite())).collect();
    match numbers {
        Some(numbers) if numbers.len() % 2 == 0 => {
            Ok(numbers.chunks_exact(2).map(|pair| Point::new(pair[0], pair[1])).collect())
        }
        _ => Err(wrong(node, "points", "pairs of numbers are expected")),
    }
}

fn placed(Point { x, y }: Point, Transform { a, b, c, d, e, f }: Transform) -> Point {
    Point::new(a * x + c * y + e, b * x + d * y + f)
}

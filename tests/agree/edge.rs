//! What every reader reports: the edges on each layer, in mm, y down.

use std::collections::BTreeMap;

pub(crate) type Place = [f64; 2];

/// A straight line or a cubic curve, from end to end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Edge {
    Line([Place; 2]),
    Curve([Place; 4]),
}

/// What was found on a sheet.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) layers: BTreeMap<String, Vec<Edge>>,
}

impl Found {
    pub(crate) fn new(width: f64, height: f64) -> Self {
        Self { width, height, layers: BTreeMap::new() }
    }

    pub(crate) fn add(&mut self, layer: &str, edges: Vec<Edge>) {
        self.layers.entry(layer.to_uppercase()).or_default().extend(edges);
    }
}

impl Edge {
    pub(crate) fn map(self, place: impl Fn(Place) -> Place) -> Self {
        match self {
            Edge::Line(ends) => Edge::Line(ends.map(place)),
            Edge::Curve(points) => Edge::Curve(points.map(place)),
        }
    }

    fn points(&self) -> &[Place] {
        match self {
            Edge::Line(ends) => ends,
            Edge::Curve(points) => points,
        }
    }

    /// Whether both are the same, in either direction.
    pub(crate) fn is_near(&self, other: &Edge, tolerance: f64) -> bool {
        let (ours, theirs) = (self.points(), other.points());
        let near = |(a, b): (&Place, &Place)| distance(*a, *b) <= tolerance;
        ours.len() == theirs.len()
            && (ours.iter().zip(theirs).all(near) || ours.iter().zip(theirs.iter().rev()).all(near))
    }

    /// The edge as straight lines, finer than any tolerance here.
    pub(crate) fn lines(&self) -> Vec<[Place; 2]> {
        match *self {
            Edge::Line(ends) => vec![ends],
            Edge::Curve([a, b, c, d]) => {
                let at = |step: i32| {
                    let t = f64::from(step) / 256.0;
                    let u = 1.0 - t;
                    let weigh = |i: usize| {
                        u * u * u * a[i] + 3.0 * u * u * t * b[i] + 3.0 * u * t * t * c[i] + t * t * t * d[i]
                    };
                    [weigh(0), weigh(1)]
                };
                (0..256).map(|step| [at(step), at(step + 1)]).collect()
            }
        }
    }
}

/// The least and greatest x and y of all edges.
pub(crate) fn bounds(edges: &[Edge]) -> [f64; 4] {
    let lines: Vec<[Place; 2]> = edges.iter().flat_map(Edge::lines).collect();
    let all = |i: usize| lines.iter().flatten().map(move |point| point[i]);
    let (least, most) = (f64::INFINITY, f64::NEG_INFINITY);
    [
        all(0).fold(least, f64::min),
        all(1).fold(least, f64::min),
        all(0).fold(most, f64::max),
        all(1).fold(most, f64::max),
    ]
}

pub(crate) fn distance(a: Place, b: Place) -> f64 {
    ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt()
}

pub(crate) fn distance_to_line(p: Place, [a, b]: [Place; 2]) -> f64 {
    let (along, to) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
    let square = along[0] * along[0] + along[1] * along[1];
    let t = if square > 0.0 { ((along[0] * to[0] + along[1] * to[1]) / square).clamp(0.0, 1.0) } else { 0.0 };
    distance(p, [a[0] + t * along[0], a[1] + t * along[1]])
}

/// Follows a path and writes down its edges; those without length are none.
#[derive(Default)]
pub(crate) struct Pen {
    start: Place,
    at: Place,
    edges: Vec<Edge>,
    /// What would close the lines that were left open.
    gaps: Vec<Edge>,
}

impl Pen {
    pub(crate) fn move_to(&mut self, to: Place) {
        self.gaps.extend(self.gap());
        (self.start, self.at) = (to, to);
    }

    pub(crate) fn line_to(&mut self, to: Place) {
        self.edges.extend(line(self.at, to));
        self.at = to;
    }

    pub(crate) fn curve_to(&mut self, a: Place, b: Place, to: Place) {
        self.edges.push(Edge::Curve([self.at, a, b, to]));
        self.at = to;
    }

    pub(crate) fn close(&mut self) {
        self.line_to(self.start);
    }

    fn gap(&self) -> Option<Edge> {
        line(self.at, self.start)
    }

    /// The edges of lines.
    pub(crate) fn take(&mut self) -> Vec<Edge> {
        std::mem::take(self).edges
    }

    /// The edges of an area, where every line is closed.
    pub(crate) fn take_area(&mut self) -> Vec<Edge> {
        let gap = self.gap();
        let Pen { edges, gaps, .. } = std::mem::take(self);
        edges.into_iter().chain(gaps).chain(gap).collect()
    }
}

fn line(from: Place, to: Place) -> Option<Edge> {
    (distance(from, to) > 1e-5).then_some(Edge::Line([from, to]))
}

/// Letters come from a font program, in its units.
impl ttf_parser::OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.move_to([x.into(), y.into()]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.line_to([x.into(), y.into()]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (middle, to): (Place, Place) = ([x1.into(), y1.into()], [x.into(), y.into()]);
        let towards = |end: Place| [0, 1].map(|i| end[i] + (middle[i] - end[i]) * 2.0 / 3.0);
        self.curve_to(towards(self.at), towards(to), to);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.curve_to([x1.into(), y1.into()], [x2.into(), y2.into()], [x.into(), y.into()]);
    }

    fn close(&mut self) {
        self.close();
    }
}

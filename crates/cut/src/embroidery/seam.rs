//! Makes lines of stitches: runs and satin borders, with tie-ins and tie-offs.
//!
//! A knot uses each square of the density guard at most twice.

use piecework_draw::geometry::Point;

/// The width of a border in mm: the default of Ink/Stitch.
pub(super) const BORDER: f64 = 3.0;
/// The distance of stitches along one side of a border, in mm; the common density of satin.
const DENSITY: f64 = 0.4;
/// The underlay stitches of a border, in mm: as long as those of the placement.
const UNDER: f64 = 2.5;
/// The length of a tie stitch, in mm: short, but long enough in every direction that the next one is in
/// another square of the density guard. Chosen by eye; Ink/Stitch also ties with 0.7 mm.
const TIE: f64 = 0.7;

/// A requested needle point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Wish {
    pub(super) at: Point,
    /// It may be moved towards this place.
    pub(super) towards: Point,
}

impl Wish {
    fn exactly(at: Point) -> Self {
        Self { at, towards: at }
    }
}

/// The kind of a line of stitches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Stitching {
    /// Stitches of at most this many mm along it.
    Run(f64),
    /// The same, without ties and outside the density guard: it only shows where the needle is.
    Loose(f64),
    /// A run to its end, and satin back over it.
    Border,
}

/// A line that is sewn with one thread.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Seam {
    /// Where it turns, and its ends; a ring ends where it begins.
    pub(super) points: Vec<Point>,
    pub(super) kind: Stitching,
}

impl Seam {
    /// Where the thread begins.
    pub(super) fn start(&self) -> Point {
        self.points[0]
    }

    /// Where the thread ends.
    pub(super) fn end(&self) -> Point {
        match self.kind {
            Stitching::Run(_) | Stitching::Loose(_) => self.points[self.points.len() - 1],
            Stitching::Border => self.points[0],
        }
    }

    /// Returns all stitches, tied where the thread begins or ends.
    ///
    /// # Source
    /// A knot goes back over the line in two stitches and forward again, like the "half stitch" of
    /// Ink/Stitch.
    pub(super) fn wishes(&self, begins: bool, ends: bool) -> Vec<Wish> {
        if let Stitching::Loose(stitch) = self.kind {
            return run(&self.points, stitch).into_iter().map(Wish::exactly).collect();
        }
        let length = length(&self.points);
        let tie = TIE.min(length / 10.0);
        let knot = |middle: f64, far: f64| {
            [far, 0.0, -far, 0.0, far].map(|far| Wish::exactly(at(&self.points, middle + far)))
        };
        let from = if begins { 2.0 * tie } else { 0.0 };
        let mut wishes: Vec<Wish> = if begins { knot(tie, tie).into() } else { Vec::new() };
        let to = if ends && self.kind != Stitching::Border { length - 2.0 * tie } else { length };
        let stitch = if let Stitching::Run(stitch) = self.kind { stitch } else { UNDER };
        // A knot ends where the run begins.
        let along = run(&part(&self.points, from, to), stitch).into_iter().skip(usize::from(begins));
        wishes.extend(along.map(Wish::exactly));
        if self.kind == Stitching::Border {
            let back: Vec<Point> = self.points.iter().rev().copied().collect();
            wishes.extend(satin(&back));
            // Beside the knot of the other end.
            wishes.extend(ends.then(|| knot(4.0 * tie, -tie)).into_iter().flatten());
        } else if ends {
            wishes.extend(knot(length - tie, -tie).into_iter().skip(1));
        }
        wishes
    }
}

/// Returns the length of a line.
fn length(points: &[Point]) -> f64 {
    points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// Returns the place at this distance from the start of a line.
fn at(points: &[Point], far: f64) -> Point {
    let mut left = far.max(0.0);
    for pair in points.windows(2) {
        let length = pair[0].distance(pair[1]);
        if left <= length {
            return between(pair[0], pair[1], left / length);
        }
        left -= length;
    }
    points[points.len() - 1]
}

/// Returns the line between two places on a line.
fn part(points: &[Point], from: f64, to: f64) -> Vec<Point> {
    const HAIR: f64 = 1e-6;
    let mut kept = vec![at(points, from)];
    let mut far = 0.0;
    for pair in points.windows(2) {
        far += pair[0].distance(pair[1]);
        if far > from + HAIR && far < to - HAIR {
            kept.push(pair[1]);
        }
    }
    kept.push(at(points, to));
    kept
}

/// Stitches of at most `length` along a line, with one at each of its points.
fn run(points: &[Point], length: f64) -> Vec<Point> {
    let mut stitches: Vec<Point> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let count = steps(pair[0].distance(pair[1]), length);
        stitches
            .extend((1..=count).map(|step| between(pair[0], pair[1], f64::from(step) / f64::from(count))));
    }
    stitches
}

/// Zigzag across a line. A side extends beyond its corner by half the width, and the next begins that much
/// later, so that corners are covered only once. Without room, stitches are moved towards the line.
///
/// # Source
/// Short stitches on the inside of a turn: common practice for satin columns.
fn satin(points: &[Point]) -> Vec<Wish> {
    let half = BORDER / 2.0;
    let closed = points[0].distance(points[points.len() - 1]) < 1e-6;
    let sides = points.len() - 1;
    let mut stitches = Vec::new();
    for (index, pair) in points.windows(2).enumerate() {
        let length = pair[0].distance(pair[1]);
        let begin = if index == 0 && !closed { 0.0 } else { half };
        let end = if index + 1 == sides && !closed { length } else { length + half };
        let along = ((pair[1].x - pair[0].x) / length, (pair[1].y - pair[0].y) / length);
        let count = 2 * steps(end - begin, DENSITY);
        stitches.extend((0..=count).map(|step| {
            let far = begin + (end - begin) * f64::from(step) / f64::from(count);
            let side = if step % 2 == 0 { half } else { -half };
            let towards = Point { x: pair[0].x + along.0 * far, y: pair[0].y + along.1 * far };
            Wish { at: towards.moved(-along.1 * side, along.0 * side), towards }
        }));
    }
    stitches
}

/// Returns how many equal steps of at most `step` make up a length.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a hoop is at most 5 m")]
fn steps(length: f64, step: f64) -> u32 {
    // Allows for rounding.
    ((length / step - 1e-9).ceil() as u32).max(1)
}

pub(super) fn between(a: Point, b: Point, share: f64) -> Point {
    Point { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }
}

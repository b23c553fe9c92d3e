//! Finds cut lines that cross: both pieces at such a place are spoilt.
//!
//! Lines do not cross where one of them has a point: there it ends or turns. Lines that pieces share cross
//! where four square pieces meet. The axis of a drag knife leaves the line near corners.

use super::trace::SAME;
use super::{CheckError, CheckedSheet};
use crate::geometry::{Bounds, Point};

/// How far ends must be beyond a line that is crossed, in mm: twice what the coarsest format rounds.
const BEYOND: f64 = 0.05;
/// How far from points of the axis of a drag knife it may cross another, in mm: twice the largest blade
/// offset, since both lines swivel.
const LARGEST_SWIVEL: f64 = 2.1;

/// An edge of a cut line, and the number of the line.
struct LineEdge {
    ends: [Point; 2],
    bounds: Bounds,
    line: usize,
    closed: bool,
}

/// Two edges that cross, and where.
struct Crossing<'a> {
    edges: [&'a LineEdge; 2],
    at: Point,
}

/// Refuses lines that cross, unless pieces may share them or a drag knife swivels there.
pub(super) fn check(sheet: &CheckedSheet) -> Result<(), CheckError> {
    let lines = lines(sheet);
    let swivels = |Crossing { edges, at }: &Crossing<'_>| {
        let is_near =
            |edge: &&LineEdge| lines[edge.line].iter().any(|point| point.distance(*at) < LARGEST_SWIVEL);
        edges.iter().any(|edge| !edge.closed) && edges.iter().all(is_near)
    };
    let spoilt = first(&lines, |crossing| !crossing.may_be_shared() && !swivels(crossing));
    spoilt.map_or(Ok(()), |Point { x, y }| Err(CheckError::Crossing { x, y }))
}

impl CheckedSheet {
    /// Returns where cut lines cross although the tool follows them exactly: lines that pieces share cross
    /// only at corners of cells, which are multiples of this cell away from the points of other lines. Crosses
    /// that align both sides may be anywhere.
    pub fn crossing_off_corners(&self, cell_width: f64, cell_height: f64) -> Option<Point> {
        let lines = lines(self);
        let on_lattice = |upright: usize, at: f64, cell: f64, along: fn(&Point) -> f64| {
            let off = |point: &Point| {
                let cells = (along(point) - at) / cell;
                (cells - cells.round()).abs() * cell
            };
            let others = lines.iter().enumerate().filter(|(line, _)| *line != upright);
            others.flat_map(|(_, points)| points).any(|point| off(point) < BEYOND)
        };
        let is_cross = |Crossing { edges, at }: &Crossing<'_>| {
            let halves = |edge: &&LineEdge| edge.ends[0].middle(edge.ends[1]).distance(*at) < BEYOND;
            edges.iter().all(halves) && edges.iter().all(|edge| lines[edge.line].len() == 2)
        };
        first(&lines, |crossing| {
            if is_cross(crossing) {
                return false;
            }
            let [mut upright, mut level] = crossing.edges;
            if upright.bounds.width() > level.bounds.width() {
                std::mem::swap(&mut upright, &mut level);
            }
            !crossing.may_be_shared()
                || !on_lattice(upright.line, crossing.at.x, cell_width, |point| point.x)
                || !on_lattice(level.line, crossing.at.y, cell_height, |point| point.y)
        })
    }
}

/// Returns the points of the cut lines.
fn lines(sheet: &CheckedSheet) -> Vec<Vec<Point>> {
    sheet.cuts().map(|stroke| sheet.points(stroke)).collect()
}

/// Returns the first place, from left to right, where two lines cross in a way that is `wrong`.
fn first(lines: &[Vec<Point>], wrong: impl Fn(&Crossing<'_>) -> bool) -> Option<Point> {
    let edges_of = |(line, points): (usize, &Vec<Point>)| -> Vec<LineEdge> {
        let closed = points.first() == points.last();
        let edge = |pair: &[Point]| {
            let bounds = Bounds::around(pair.iter().copied())?;
            Some(LineEdge { ends: [pair[0], pair[1]], bounds, line, closed })
        };
        points.windows(2).filter_map(edge).collect()
    };
    let mut edges: Vec<LineEdge> = lines.iter().enumerate().flat_map(edges_of).collect();
    edges.sort_by(|a, b| a.bounds.left.total_cmp(&b.bounds.left));
    edges.iter().enumerate().find_map(|(index, edge)| {
        let beside = edges[index + 1..].iter().take_while(|other| other.bounds.left < edge.bounds.right);
        let mut crossings = beside.filter_map(|other| edge.crossing(other));
        crossings.find(&wrong).map(|crossing| crossing.at)
    })
}

impl Crossing<'_> {
    /// Returns whether both edges are level or upright, and one of the lines is open: pieces may share them.
    fn may_be_shared(&self) -> bool {
        let is_straight = |bounds: &Bounds| bounds.width().min(bounds.height()) < SAME;
        self.edges.iter().any(|edge| !edge.closed) && self.edges.iter().all(|edge| is_straight(&edge.bounds))
    }
}

impl LineEdge {
    /// Returns where an edge of another line crosses this one, and does not only touch it.
    fn crossing<'a>(&'a self, other: &'a LineEdge) -> Option<Crossing<'a>> {
        let (a, b) = (&self.bounds, &other.bounds);
        if self.line == other.line || a.top >= b.bottom || b.top >= a.bottom {
            return None;
        }
        parted(other.ends, self.ends)?;
        let share = parted(self.ends, other.ends)?;
        let [from, to] = other.ends;
        let at = from.moved(share * (to.x - from.x), share * (to.y - from.y));
        Some(Crossing { edges: [self, other], at })
    }
}

/// Returns the share of an edge at which the line through another parts it, if it does.
fn parted([from, to]: [Point; 2], ends: [Point; 2]) -> Option<f64> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let off = |at: Point| ((at.y - from.y) * dx - (at.x - from.x) * dy) / libm::hypot(dx, dy);
    let [a, b] = ends.map(off);
    (a.min(b) < -BEYOND && a.max(b) > BEYOND).then(|| a / (a - b))
}

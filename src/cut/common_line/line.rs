//! Converts trails to lines for a tool, with straight stretches between other lines merged.

use super::CommonLines;
use crate::drawing::Path;
use crate::geometry::{Point, Side};
use crate::layout::is_straight;

/// A line in the direction of the tool.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The points where it turns or meets other lines, and its ends; the first of a closed one is not repeated.
    pub points: Vec<Point>,
    /// Whether it ends where it began.
    pub closed: bool,
    /// For each point, whether it must stay in place because other lines end there.
    pub fixed: Vec<bool>,
    /// The far end of an edge that is cut earlier, along which the line may continue without a new cut.
    pub onward: Option<Point>,
}

/// A place on a line: a side, and the distance along it in mm.
pub(crate) type LinePlace = (usize, f64);

impl Line {
    /// Returns a closed line that meets no other.
    #[must_use]
    pub fn ring(points: Vec<Point>) -> Self {
        let fixed = vec![false; points.len()];
        Self { points, closed: true, fixed, onward: None }
    }

    /// Returns the line as a path.
    #[must_use]
    pub fn path(&self) -> Path {
        if self.closed { Path::polygon(&self.points) } else { Path::polyline(&self.points) }
    }
}

impl CommonLines {
    /// Returns the trails as lines, with straight stretches merged.
    pub fn lines(&self) -> impl Iterator<Item = Line> {
        self.lines_and_places(&[]).map(|(line, _)| line)
    }

    /// Returns the trails as lines, and the places of the middles of some edges.
    pub(crate) fn lines_and_places<'a>(
        &'a self,
        marked: &'a [bool],
    ) -> impl Iterator<Item = (Line, Vec<LinePlace>)> + 'a {
        let mut is_cut = vec![false; self.work.ends.len()];
        self.trails.iter().map(move |trail| {
            for step in trail {
                is_cut[step.edge] = true;
            }
            self.line(trail, marked, &is_cut)
        })
    }

    fn line(&self, trail: &[Side], marked: &[bool], is_cut: &[bool]) -> (Line, Vec<LinePlace>) {
        let work = &self.work;
        let last = trail[trail.len() - 1];
        let closed = work.start(trail[0]) == work.end(last);
        // A closed line starts at a corner.
        let turns = |at: &usize| {
            let before = if *at == 0 { last } else { trail[*at - 1] };
            !is_straight(work, before, trail[*at])
        };
        let first = if closed { (0..trail.len()).find(turns).unwrap_or(0) } else { 0 };
        let (mut points, mut fixed, mut places) = (Vec::new(), Vec::new(), Vec::new());
        let mut add = |vertex: usize| {
            points.push(work.vertices[vertex]);
            fixed.push(self.meeting[vertex].len() > 2);
        };
        let (mut side, mut along) = (0, 0.0);
        for index in 0..trail.len() {
            let at = (first + index) % trail.len();
            let (start, end) = (work.start(trail[at]), work.end(trail[at]));
            // Where other lines end it has a point too, so that a program that joins lines finds every face.
            if index == 0 || turns(&at) || self.meets(start, end) {
                add(start);
                side = if index == 0 { 0 } else { side + 1 };
                along = 0.0;
            }
            let length = work.vertices[start].distance(work.vertices[end]);
            if marked.get(trail[at].edge).is_some_and(|&marked| marked) {
                places.push((side, along + length / 2.0));
            }
            along += length;
        }
        if !closed {
            add(work.end(last));
        }
        let onward = if closed { None } else { self.onward(last, marked, is_cut) };
        (Line { points, closed, fixed, onward }, places)
    }

    /// Returns whether a straight line must have a point where it passes `vertex` on the way to `next`: where others end on it,
    /// and on slanted lines wherever it meets others, because their common place is rounded.
    fn meets(&self, vertex: usize, next: usize) -> bool {
        let (a, b) = (self.work.vertices[vertex], self.work.vertices[next]);
        let slanted = (a.x - b.x).abs() > 1e-9 && (a.y - b.y).abs() > 1e-9;
        let lines = self.meeting[vertex].len();
        lines > 2 && (slanted || !lines.is_multiple_of(2))
    }

    /// Where a line that ends with `last` may continue: along the straightest edge that is cut by then.
    fn onward(&self, last: Side, marked: &[bool], is_cut: &[bool]) -> Option<Point> {
        let work = &self.work;
        let vertex = work.end(last);
        let here = work.vertices[vertex];
        let before = work.vertices[work.start(last)];
        let far = |edge: usize| {
            let (from, to) = work.ends[edge];
            work.vertices[if from == vertex { to } else { from }]
        };
        let bend = |edge: usize| {
            let (a, b) = (here.distance(before), here.distance(far(edge)));
            let (dx, dy) = (here.x - before.x, here.y - before.y);
            ((far(edge).x - here.x) * dx + (far(edge).y - here.y) * dy) / (a * b)
        };
        let ways = self.meeting[vertex].iter().copied().filter(|&edge| edge != last.edge && is_cut[edge]);
        let way = ways.max_by(|&a, &b| bend(a).total_cmp(&bend(b)).then(b.cmp(&a)))?;
        // Half of an edge with a tab in its middle would reach the tab.
        let tab = marked.get(way).is_some_and(|&marked| marked);
        Some(if tab { here.middle(here.middle(far(way))) } else { far(way) })
    }
}

//! Converts trails to lines for a tool, with straight stretches between other lines merged.

use super::CommonLines;
use piecework_draw::drawing::Path;
use piecework_draw::geometry::{Point, Side, Stretch};
use piecework_draw::layout::is_straight;

/// A line in the direction of the tool.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Line {
    /// The points where it turns or meets other lines, and its ends; the first of a closed one is not
    /// repeated.
    pub points: Vec<Point>,
    /// For each point the middle of the arc that begins there; `None` where a straight line does, or nothing.
    pub middles: Vec<Option<Point>>,
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
    pub fn ring(points: Vec<Point>) -> Self {
        let (middles, fixed) = (vec![None; points.len()], vec![false; points.len()]);
        Self { points, middles, closed: true, fixed, onward: None }
    }

    /// Makes a closed line of lines and arcs, in order; the ends of arcs stay in place.
    pub fn closed(stretches: &[Stretch]) -> Self {
        let middles: Vec<Option<Point>> = stretches.iter().map(|stretch| stretch.middle).collect();
        let before = middles.iter().cycle().skip(middles.len().saturating_sub(1));
        let fixed = middles.iter().zip(before).map(|(one, other)| one.is_some() || other.is_some()).collect();
        let points = stretches.iter().map(|stretch| stretch.from).collect();
        Self { points, middles, closed: true, fixed, onward: None }
    }

    /// Makes an open line of lines and arcs, in order, none of whose points may move.
    pub(crate) fn open(stretches: &[Stretch]) -> Self {
        let first = stretches.first().map(|stretch| stretch.from);
        let points: Vec<Point> =
            first.into_iter().chain(stretches.iter().map(|stretch| stretch.to)).collect();
        let mut middles: Vec<Option<Point>> = stretches.iter().map(|stretch| stretch.middle).collect();
        middles.resize(points.len(), None);
        let fixed = vec![true; points.len()];
        Self { points, middles, closed: false, fixed, onward: None }
    }

    /// Returns its lines and arcs, in order.
    pub(crate) fn stretches(&self) -> impl Iterator<Item = Stretch> {
        let count = self.points.len();
        let sides = count.saturating_sub(usize::from(!self.closed));
        (0..sides).map(move |at| Stretch {
            from: self.points[at],
            middle: self.middles[at],
            to: self.points[(at + 1) % count],
        })
    }

    /// Returns whether a part of it is an arc.
    pub(crate) fn has_arcs(&self) -> bool {
        self.middles.iter().any(Option::is_some)
    }

    /// Returns the line as a path.
    pub fn path(&self) -> Path {
        Path::stretches(self.points[0], self.stretches(), self.closed)
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
                || self.is_curved(before.edge)
                || self.is_curved(trail[*at].edge)
        };
        let first = if closed { (0..trail.len()).find(turns).unwrap_or(0) } else { 0 };
        let mut line = Growing::default();
        for index in 0..trail.len() {
            let at = (first + index) % trail.len();
            let (start, end) = (work.start(trail[at]), work.end(trail[at]));
            // Where other lines end it has a point too, so that a program that joins lines finds every face.
            if index == 0 || turns(&at) || self.meets(start, end) {
                line.point(work.vertices[start], self.meeting[start].len() > 2);
            }
            let marked = marked.get(trail[at].edge).is_some_and(|&marked| marked);
            match self.curve(trail[at]) {
                Some(curve) => line.curve(&curve, marked),
                None => line.side(work.vertices[start].distance(work.vertices[end]), marked),
            }
        }
        if !closed {
            let end = work.end(last);
            line.point(work.vertices[end], self.meeting[end].len() > 2);
        }
        let onward = if closed { None } else { self.onward(last, marked, is_cut) };
        let Growing { points, middles, fixed, places, .. } = line;
        (Line { points, middles, closed, fixed, onward }, places)
    }

    fn is_curved(&self, edge: usize) -> bool {
        self.curves.get(edge).is_some_and(|curve| !curve.is_empty())
    }

    /// Returns the curve of an edge in the direction of a side.
    fn curve(&self, side: Side) -> Option<Vec<Stretch>> {
        let curve = self.curves.get(side.edge).filter(|curve| !curve.is_empty())?;
        let backwards = || curve.iter().rev().map(|stretch| stretch.reversed()).collect();
        Some(if side.reversed { backwards() } else { curve.clone() })
    }

    /// Returns whether a straight line must have a point where it passes `vertex` on the way to `next`: where
    /// others end on it, and on slanted lines wherever it meets others, because their common place is
    /// rounded.
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
            // Along the straight beginning of a curve.
            let curve = self.curve(Side { edge, reversed: from != vertex });
            curve.map_or(work.vertices[if from == vertex { to } else { from }], |curve| curve[0].to)
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

/// A line as far as it is made.
#[derive(Default)]
struct Growing {
    points: Vec<Point>,
    middles: Vec<Option<Point>>,
    fixed: Vec<bool>,
    /// The middles of marked edges.
    places: Vec<LinePlace>,
    /// How far the last side is gone, in mm.
    along: f64,
}

impl Growing {
    fn point(&mut self, at: Point, fixed: bool) {
        self.points.push(at);
        self.middles.push(None);
        self.fixed.push(fixed);
        self.along = 0.0;
    }

    /// Goes along a straight edge.
    fn side(&mut self, length: f64, marked: bool) {
        if marked {
            self.places.push((self.points.len() - 1, self.along + length / 2.0));
        }
        self.along += length;
    }

    /// Goes along a curve from the last point.
    fn curve(&mut self, curve: &[Stretch], marked: bool) {
        let tab = tab_place(curve);
        for (index, stretch) in curve.iter().enumerate() {
            if index > 0 {
                self.point(stretch.from, true);
            }
            if let Some(middle) = self.middles.last_mut() {
                *middle = stretch.middle;
            }
            if marked && index == tab {
                self.places.push((self.points.len() - 1, stretch.length() / 2.0));
            }
        }
    }
}

/// Returns the part of a curve with a tab in its middle: the longest straight one, as a bent tab holds badly.
pub(super) fn tab_place(curve: &[Stretch]) -> usize {
    let longer = |a: &&(usize, &Stretch), b: &&(usize, &Stretch)| {
        let worth = |one: &Stretch| (one.middle.is_none(), one.length());
        let (one, other) = (worth(a.1), worth(b.1));
        one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)).then(b.0.cmp(&a.0))
    };
    let parts: Vec<(usize, &Stretch)> = curve.iter().enumerate().collect();
    parts.iter().max_by(longer).map_or(0, |&(index, _)| index)
}

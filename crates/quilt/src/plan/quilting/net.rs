//! Walks a net of lines without a break: an Euler walk, after what is odd has been paired by short ways.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use piecework_draw::geometry::{Bounds, Point};

/// Points closer than this are one, in mm.
const SAME: f64 = 1e-4;

/// Lines between points.
#[derive(Debug, Default)]
pub(super) struct Net {
    points: Vec<Point>,
    known: BTreeMap<(i64, i64), usize>,
    /// The ends of each line; what is sewn twice is here twice.
    lines: Vec<(usize, usize)>,
    /// For each point the lines that end there.
    at: Vec<Vec<usize>>,
    /// The length of lines that only lead on.
    travel: f64,
}

impl Net {
    #[expect(clippy::cast_possible_truncation, reason = "a quilt is far smaller than 2^63 steps")]
    fn point(&mut self, at: Point) -> usize {
        let key = ((at.x / SAME).round() as i64, (at.y / SAME).round() as i64);
        let near = [-1, 0, 1].into_iter().flat_map(|x| [-1, 0, 1].map(|y| (key.0 + x, key.1 + y)));
        if let Some(known) = near.into_iter().find_map(|key| self.known.get(&key)) {
            return *known;
        }
        self.known.insert(key, self.points.len());
        self.points.push(at);
        self.at.push(Vec::new());
        self.points.len() - 1
    }

    /// Adds a line.
    pub(super) fn line(&mut self, from: Point, to: Point) {
        let ends = (self.point(from), self.point(to));
        if ends.0 != ends.1 {
            self.add(ends);
        }
    }

    fn add(&mut self, ends: (usize, usize)) {
        self.at[ends.0].push(self.lines.len());
        self.at[ends.1].push(self.lines.len());
        self.lines.push(ends);
    }

    fn length(&self, (from, to): (usize, usize)) -> f64 {
        self.points[from].distance(self.points[to])
    }

    /// Rings with the shortest ways between them, each of which is walked there and back. Only rings whose boxes are
    /// not further apart than `reach` are neighbours, in mm.
    pub(super) fn of_rings(mut rings: Vec<Vec<Point>>, reach: f64) -> Self {
        let links = links(&rings, reach);
        let mut net = Self::default();
        for (one, other, (from, to)) in links {
            insert(&mut rings[one], from);
            insert(&mut rings[other], to);
            net.line(from, to);
            net.line(from, to);
            net.travel += 2.0 * from.distance(to);
        }
        for ring in &rings {
            let next = ring.iter().cycle().skip(1);
            ring.iter().zip(next).for_each(|(&from, &to)| net.line(from, to));
        }
        net
    }

    /// A walk over all lines as its points, and the length of what only leads on, in mm.
    pub(super) fn in_one_line(mut self) -> (Vec<Point>, f64) {
        self.connect();
        self.pair_up();
        let start = (0..self.points.len()).find(|&point| self.at[point].len() % 2 == 1).unwrap_or(0);
        let walk = self.walk(start);
        (walk.into_iter().map(|point| self.points[point]).collect(), self.travel)
    }

    /// Joins parts that do not touch, each by a line to the nearest point of those before.
    fn connect(&mut self) {
        let mut part = vec![usize::MAX; self.points.len()];
        let mut joined: Vec<usize> = Vec::new();
        for start in 0..self.points.len() {
            if part[start] != usize::MAX {
                continue;
            }
            let mut mine = vec![start];
            part[start] = start;
            let mut next = 0;
            while let Some(&point) = mine.get(next) {
                next += 1;
                for &line in &self.at[point] {
                    let (a, b) = self.lines[line];
                    let other = if a == point { b } else { a };
                    if part[other] == usize::MAX {
                        part[other] = start;
                        mine.push(other);
                    }
                }
            }
            let pairs = joined.iter().flat_map(|&a| mine.iter().map(move |&b| (a, b)));
            let nearest = pairs.min_by(|&a, &b| self.length(a).total_cmp(&self.length(b)));
            if let Some(ends) = nearest {
                self.add(ends);
                self.add(ends);
                self.travel += 2.0 * self.length(ends);
            }
            joined.extend(mine);
        }
    }

    /// Doubles short ways between points where an odd number of lines ends, until two are left: where the walk
    /// begins and ends.
    fn pair_up(&mut self) {
        let mut odd: Vec<bool> = self.at.iter().map(|lines| lines.len() % 2 == 1).collect();
        let mut left = odd.iter().filter(|odd| **odd).count();
        // First those that are next to each other, then those that are further away.
        let firsts: Vec<(usize, usize)> = self.lines.clone();
        let mut by_length: Vec<(usize, usize)> =
            firsts.into_iter().filter(|&(a, b)| odd[a] && odd[b]).collect();
        by_length.sort_by(|&a, &b| self.length(a).total_cmp(&self.length(b)));
        for (from, to) in by_length {
            if left > 2 && odd[from] && odd[to] {
                self.travel += self.length((from, to));
                self.add((from, to));
                (odd[from], odd[to], left) = (false, false, left - 2);
            }
        }
        for start in 0..odd.len() {
            if left <= 2 || !odd[start] {
                continue;
            }
            let Some(way) = self.way_to_odd(start, &odd) else { continue };
            let end = way.last().copied().unwrap_or(start);
            for ends in way.windows(2) {
                self.travel += self.length((ends[0], ends[1]));
                self.add((ends[0], ends[1]));
            }
            (odd[start], odd[end], left) = (false, false, left - 2);
        }
    }

    /// The shortest way from an odd point to the nearest other one: Dijkstra's algorithm.
    fn way_to_odd(&self, start: usize, odd: &[bool]) -> Option<Vec<usize>> {
        /// Distances as whole numbers can be ordered: in thousandths of a mm.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a length of a quilt")]
        fn whole(mm: f64) -> u64 {
            (mm * 1000.0).round() as u64
        }
        let mut before: BTreeMap<usize, (u64, usize)> = BTreeMap::from([(start, (0, start))]);
        let mut open = BinaryHeap::from([Reverse((0, start))]);
        while let Some(Reverse((far, point))) = open.pop() {
            if point != start && odd[point] {
                let mut way = vec![point];
                while let Some(&(_, from)) =
                    way.last().filter(|&&at| at != start).and_then(|at| before.get(at))
                {
                    way.push(from);
                }
                way.reverse();
                return Some(way);
            }
            for &line in &self.at[point] {
                let (a, b) = self.lines[line];
                let other = if a == point { b } else { a };
                let there = far + whole(self.length((a, b)));
                if before.get(&other).is_none_or(|&(known, _)| there < known) {
                    before.insert(other, (there, point));
                    open.push(Reverse((there, other)));
                }
            }
        }
        None
    }

    /// Hierholzer's algorithm.
    fn walk(&self, start: usize) -> Vec<usize> {
        let mut left: Vec<Vec<usize>> = self.at.clone();
        let mut is_walked = vec![false; self.lines.len()];
        let (mut stack, mut walk) = (vec![start], Vec::new());
        while let Some(&point) = stack.last() {
            let next = loop {
                match left.get_mut(point).and_then(Vec::pop) {
                    Some(line) if is_walked[line] => {}
                    found => break found,
                }
            };
            match next {
                Some(line) => {
                    is_walked[line] = true;
                    let (a, b) = self.lines[line];
                    stack.push(if a == point { b } else { a });
                }
                None => walk.extend(stack.pop()),
            }
        }
        walk
    }
}

/// The shortest ways that connect neighbouring rings: Kruskal's algorithm.
fn links(rings: &[Vec<Point>], reach: f64) -> Vec<(usize, usize, (Point, Point))> {
    let bounds: Vec<Option<Bounds>> = rings.iter().map(|ring| Bounds::around(ring.iter().copied())).collect();
    let mut all = Vec::new();
    for one in 0..rings.len() {
        for other in 0..one {
            let (Some(a), Some(b)) = (bounds[one], bounds[other]) else { continue };
            let apart = (a.left - b.right).max(b.left - a.right).max(a.top - b.bottom).max(b.top - a.bottom);
            if apart < reach {
                let ends = nearest(&rings[one], &rings[other]);
                all.push((ends.0.distance(ends.1), one, other, ends));
            }
        }
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    let mut group: Vec<usize> = (0..rings.len()).collect();
    let mut links = Vec::new();
    for (_, one, other, ends) in all {
        let (from, to) = (root(&mut group, one), root(&mut group, other));
        if from != to {
            group[from] = to;
            links.push((one, other, ends));
        }
    }
    links
}

fn root(group: &mut [usize], mut of: usize) -> usize {
    while group[of] != of {
        group[of] = group[group[of]];
        of = group[of];
    }
    of
}

/// The nearest points of two rings.
fn nearest(one: &[Point], other: &[Point]) -> (Point, Point) {
    let mut best = (f64::INFINITY, (one[0], other[0]));
    for (from, to, is_turned) in [(one, other, false), (other, one, true)] {
        for &at in from {
            for (index, &start) in to.iter().enumerate() {
                let on = on_line(at, start, to[(index + 1) % to.len()]);
                let distance = at.distance(on);
                // Of equal ways the first is taken: the same in every run.
                if distance < best.0 - SAME {
                    best = (distance, if is_turned { (on, at) } else { (at, on) });
                }
            }
        }
    }
    best.1
}

/// The point of a line that is nearest to another.
fn on_line(at: Point, from: Point, to: Point) -> Point {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let share = ((at.x - from.x) * dx + (at.y - from.y) * dy) / (dx * dx + dy * dy).max(1e-12);
    let share = share.clamp(0.0, 1.0);
    from.moved(dx * share, dy * share)
}

/// Makes a point on a ring one of its points.
fn insert(ring: &mut Vec<Point>, at: Point) {
    if ring.iter().any(|point| point.distance(at) < SAME) {
        return;
    }
    let off = |index: usize| {
        let (from, to) = (ring[index], ring[(index + 1) % ring.len()]);
        from.distance(at) + at.distance(to) - from.distance(to)
    };
    if let Some(index) = (0..ring.len()).min_by(|&a, &b| off(a).total_cmp(&off(b))) {
        ring.insert(index + 1, at);
    }
}

//! Finds the nearest of many points; points can be added and removed.
//!
//! Of points at the same distance the one with the lowest number comes first, so that the answer is the same
//! on every machine.
//!
//! # Source
//! A pyramid of counts over a grid (Hanan Samet, The Design and Analysis of Spatial Data Structures, 1990, on
//! region quadtrees): empty quarters are skipped.

use crate::geometry::{Bounds, Point};

/// The finest grid has two to this power columns and rows: 1024, enough for a million points.
const MOST_LEVELS: u32 = 10;
/// About how many points a finest square has, so that the squares around a place mostly have only the nearest
/// few.
const IN_A_SQUARE: usize = 3;

/// Numbered points in a pyramid of grids.
#[derive(Debug, Clone)]
pub struct Near {
    origin: Point,
    /// Cells per mm of the finest grid.
    scale: f64,
    /// How many points are in each square, level by level; level 0 is everything, and the finest is not
    /// counted.
    counts: Vec<Vec<u32>>,
    /// The points of the squares of the finest level, as linked lists in one vector, since most squares have
    /// none or one.
    links: Vec<Link>,
    /// The first link of each finest square.
    first: Vec<u32>,
    /// The first unused link.
    spare: u32,
}

/// A point and the link that follows it.
#[derive(Debug, Clone, Copy)]
struct Link {
    at: Point,
    number: u32,
    next: u32,
}

/// The end of a chain.
const NONE: u32 = u32::MAX;

/// A found point: the square of its distance, and its number.
pub(crate) type Found = (f64, usize);

impl Near {
    /// Returns an empty set; `expected` points will be in `bounds`.
    pub fn new(bounds: Bounds, expected: usize) -> Self {
        let levels =
            (0..MOST_LEVELS).find(|level| IN_A_SQUARE << (2 * level) >= expected).unwrap_or(MOST_LEVELS);
        let side = 1u32 << levels;
        let extent = bounds.width().max(bounds.height()).max(f64::MIN_POSITIVE);
        Self {
            origin: Point::new(bounds.left, bounds.top),
            scale: f64::from(side) / extent,
            counts: (0..levels).map(|level| vec![0; 1 << (2 * level)]).collect(),
            links: Vec::with_capacity(expected),
            first: vec![NONE; 1 << (2 * levels)],
            spare: NONE,
        }
    }

    fn levels(&self) -> usize {
        self.counts.len()
    }

    /// Returns the column and row of a place in the finest grid; places outside belong to the rim.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the grid")]
    fn square(&self, at: Point) -> (usize, usize) {
        let most = ((1usize << self.levels()) - 1) as f64;
        let index = |value: f64, origin: f64| ((value - origin) * self.scale).clamp(0.0, most) as usize;
        (index(at.x, self.origin.x), index(at.y, self.origin.y))
    }

    /// Updates every square that contains a place, from the largest to the finest.
    fn count(&mut self, (x, y): (usize, usize), change: impl Fn(&mut u32)) {
        let levels = self.levels();
        for (level, counts) in self.counts.iter_mut().enumerate() {
            let shift = levels - level;
            change(&mut counts[((y >> shift) << level) + (x >> shift)]);
        }
    }

    /// Adds a number at a point.
    pub fn insert(&mut self, number: usize, at: Point) {
        let (x, y) = self.square(at);
        self.count((x, y), |count| *count += 1);
        let index = (y << self.levels()) + x;
        let link = Link { at, number: short(number), next: self.first[index] };
        self.first[index] = match self.links.get_mut(self.spare as usize) {
            Some(spare) => {
                let place = std::mem::replace(&mut self.spare, spare.next);
                *spare = link;
                place
            }
            None => {
                self.links.push(link);
                short(self.links.len() - 1)
            }
        };
    }

    /// Removes a point that was added at `at`, if present.
    pub fn remove(&mut self, number: usize, at: Point) {
        let (x, y) = self.square(at);
        let index = (y << self.levels()) + x;
        let (mut before, mut place) = (NONE, self.first[index]);
        while let Some(&link) = self.links.get(place as usize) {
            if link.number == short(number) {
                match self.links.get_mut(before as usize) {
                    Some(before) => before.next = link.next,
                    None => self.first[index] = link.next,
                }
                self.links[place as usize].next = std::mem::replace(&mut self.spare, place);
                self.count((x, y), |count| *count -= 1);
                return;
            }
            (before, place) = (place, link.next);
        }
    }

    /// Returns the nearest point to a place.
    pub fn nearest(&self, at: Point) -> Option<Found> {
        let mut best = Vec::with_capacity(1);
        self.find(at, f64::INFINITY, 1, &mut best);
        best.first().copied()
    }

    /// Finds up to `most` points nearer than `within` mm, the nearest first, in `found`.
    pub fn closer(&self, at: Point, within: f64, most: usize, found: &mut Vec<Found>) {
        self.find(at, within * within, most, found);
    }

    /// Searches the squares around the place, larger and larger ones until no nearer point can be outside
    /// them.
    ///
    /// Usually the first squares are enough, which is much faster than descending from the top.
    fn find(&self, at: Point, limit: f64, most: usize, best: &mut Vec<Found>) {
        for level in (0..=self.levels()).rev() {
            best.clear();
            if self.settled_around(at, level, limit, most, best) {
                return;
            }
        }
    }

    /// Searches the square of a place and those around it on one level; returns whether no nearer point can
    /// be outside them.
    fn settled_around(
        &self,
        at: Point,
        level: usize,
        limit: f64,
        most: usize,
        best: &mut Vec<Found>,
    ) -> bool {
        let ((x, y), last) = (self.square(at), (1usize << level) - 1);
        let shift = self.levels() - level;
        let (x, y) = (x >> shift, y >> shift);
        let around = |index: usize| (index.saturating_sub(1), (index + 1).min(last));
        let ((left, right), (top, bottom)) = (around(x), around(y));
        // The square itself comes first: its points show that others are too far.
        self.search(at, (level, x, y), limit, most, best);
        for row in top..=bottom {
            for column in left..=right {
                if (column, row) != (x, y) {
                    self.search(at, (level, column, row), limit, most, best);
                }
            }
        }
        // Nothing is beyond the rim of the grid: points outside belong to the squares of the rim.
        let size = (1usize << shift) as f64 / self.scale;
        let beyond = |value: f64, origin: f64, (low, high): (usize, usize)| {
            let below = if low == 0 { f64::INFINITY } else { value - origin - low as f64 * size };
            let above = if high == last { f64::INFINITY } else { origin + (high + 1) as f64 * size - value };
            below.min(above)
        };
        let near = beyond(at.x, self.origin.x, (left, right)).min(beyond(at.y, self.origin.y, (top, bottom)));
        // The small factor allows for rounding.
        let near = near.max(0.0) * (1.0 - 1e-9);
        let near = near * near;
        near >= limit || best.len() == most && best.last().is_some_and(|&(worst, _)| worst < near)
    }

    /// Keeps the best points of a finest square.
    fn look(&self, square: usize, at: Point, limit: f64, most: usize, best: &mut Vec<Found>) {
        let mut place = self.first[square];
        while let Some(link) = self.links.get(place as usize) {
            let far = squared(at, link.at);
            if far < limit {
                keep((far, link.number as usize), most, best);
            }
            place = link.next;
        }
    }

    /// Searches one square; `limit` is the squared distance that counts as too far.
    fn search(
        &self,
        at: Point,
        (level, x, y): (usize, usize, usize),
        limit: f64,
        most: usize,
        best: &mut Vec<Found>,
    ) {
        let index = (y << level) + x;
        let is_empty = self.counts.get(level).is_some_and(|counts| counts[index] == 0);
        if is_empty || self.is_too_far(at, (level, x, y), limit, most, best) {
            return;
        }
        if level == self.levels() {
            self.look(index, at, limit, most, best);
            return;
        }
        // The quarter that contains the place comes first, then its neighbours.
        let (px, py) = self.square(at);
        let shift = self.levels() - level - 1;
        let (right, below) = (usize::from(px >> shift > 2 * x), usize::from(py >> shift > 2 * y));
        for (dx, dy) in [(right, below), (1 - right, below), (right, 1 - below), (1 - right, 1 - below)] {
            self.search(at, (level + 1, 2 * x + dx, 2 * y + dy), limit, most, best);
        }
    }

    fn is_too_far(
        &self,
        at: Point,
        (level, x, y): (usize, usize, usize),
        limit: f64,
        most: usize,
        best: &[Found],
    ) -> bool {
        let size = (1usize << (self.levels() - level)) as f64 / self.scale;
        let left = self.origin.x + x as f64 * size;
        let top = self.origin.y + y as f64 * size;
        let beside = |value: f64, least: f64| (least - value).max(value - least - size).max(0.0);
        let (dx, dy) = (beside(at.x, left), beside(at.y, top));
        let far = dx * dx + dy * dy;
        // Points as far as the last one kept count: one may have a smaller number. The small factor allows
        // for rounding.
        let far = far - 1e-9 * size * size;
        far >= limit || best.len() == most && best.last().is_some_and(|&(last, _)| far > last)
    }
}

/// Numbers are kept short, so that more of them fit in a cache line.
fn short(number: usize) -> u32 {
    u32::try_from(number).expect("fewer points than 2^32")
}

pub(super) fn squared(a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    dx * dx + dy * dy
}

/// Inserts a point into the best, which are sorted by distance and then by number.
fn keep(found: Found, most: usize, best: &mut Vec<Found>) {
    let place = best.partition_point(|other| (other.0, other.1) < (found.0, found.1));
    if place < most {
        best.truncate(most - 1);
        best.insert(place, found);
    }
}

/// A line to visit, by its ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    /// Its start as drawn.
    pub start: Point,
    /// Its end as drawn.
    pub end: Point,
}

/// A visit of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visit {
    /// Which line.
    pub stop: usize,
    /// Whether the tool runs from its end to its start.
    pub reversed: bool,
}

impl Visit {
    /// Where the tool comes down.
    pub(super) fn entry(self, stops: &[Stop]) -> Point {
        let stop = stops[self.stop];
        if self.reversed { stop.end } else { stop.start }
    }

    /// Where the tool goes up.
    pub(super) fn exit(self, stops: &[Stop]) -> Point {
        Visit { reversed: !self.reversed, ..self }.entry(stops)
    }
}

/// Returns both ends of every stop: number 2 n is the start of stop n, 2 n + 1 its end.
pub(super) fn ends(stops: &[Stop]) -> Near {
    let points = || stops.iter().flat_map(|stop| [stop.start, stop.end]);
    let none = Bounds { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 };
    let mut near = Near::new(Bounds::around(points()).unwrap_or(none), 2 * stops.len());
    points().enumerate().for_each(|(end, at)| near.insert(end, at));
    near
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random points on a square of 100 mm, some of them equal.
    fn points(count: usize) -> Vec<Point> {
        (0..count).map(|i| Point::new(((i * 37) % 101) as f64, ((i * i * 13 + i) % 89) as f64)).collect()
    }

    #[test]
    fn the_nearest_are_those_that_looking_at_all_finds() {
        let bounds = Bounds { left: 0.0, top: 0.0, right: 100.0, bottom: 100.0 };
        let points = points(300);
        let mut near = Near::new(bounds, points.len());
        points.iter().enumerate().for_each(|(number, &at)| near.insert(number, at));
        let mut left: Vec<usize> = (0..points.len()).collect();
        let mut found = Vec::new();
        for at in [(50.0, 50.0), (0.0, 0.0), (-20.0, 130.0), (33.0, 7.0)].map(|(x, y)| Point::new(x, y)) {
            while left.len() > 40 {
                let mut all: Vec<Found> = left.iter().map(|&i| (squared(at, points[i]), i)).collect();
                all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                assert_eq!(near.nearest(at), all.first().copied());
                near.closer(at, 30.0, 5, &mut found);
                assert_eq!(found, all.iter().copied().filter(|f| f.0 < 900.0).take(5).collect::<Vec<_>>());
                let gone = all[0].1;
                near.remove(gone, points[gone]);
                left.retain(|&other| other != gone);
                if left.len().is_multiple_of(61) {
                    break;
                }
            }
        }
    }

    #[test]
    fn no_points_and_points_in_one_place() {
        let flat = Bounds { left: 5.0, top: 5.0, right: 5.0, bottom: 5.0 };
        let mut near = Near::new(flat, 3);
        assert!(near.nearest(Point::default()).is_none());
        (0..3).for_each(|number| near.insert(number, Point::new(5.0, 5.0)));
        assert_eq!(near.nearest(Point::new(8.0, 9.0)), Some((25.0, 0)));
        near.remove(0, Point::new(5.0, 5.0));
        near.remove(0, Point::new(5.0, 5.0));
        assert_eq!(near.nearest(Point::new(8.0, 9.0)), Some((25.0, 1)));
    }
}

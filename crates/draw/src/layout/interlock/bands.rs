//! Divides an area into level bands, so that what it covers along any row is quickly known.

use std::rc::Rc;

use crate::geometry::Point;

/// How near two numbers in mm are taken for equal: far above rounding to nanometres, far below what matters.
pub(super) const SAME: f64 = 2e-5;

/// A piece of an area between two levels: a trapezoid with level sides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span {
    /// Its left side, at the upper and at the lower level.
    pub(super) left: (f64, f64),
    /// Its right side.
    pub(super) right: (f64, f64),
}

/// An area, cut into bands at the levels of all its corners.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Bands {
    /// The levels of the corners, ascending.
    levels: Vec<f64>,
    /// What is covered between a level and the next, from left to right.
    spans: Vec<Vec<Span>>,
    /// What is inside the area exactly at a level, between two x.
    inside: Vec<Vec<(f64, f64)>>,
    /// Whether a side is neither level nor upright.
    slanted: bool,
}

/// The bytes of a list before its items. An address takes half in a page: what a program asks its own machine
/// would stop a search elsewhere than a page's, and lay other sheets.
const LIST: usize = 24;

/// Returns how many bytes a list takes, as on a machine whose addresses take eight.
pub(super) fn bytes<T>(list: &[T]) -> usize {
    LIST + size_of_val(list)
}

impl Bands {
    /// Divides the area inside rings that do not cross: a point inside an odd number of them is covered.
    pub(super) fn of(rings: &[Vec<Point>]) -> Self {
        let mut levels: Vec<f64> = rings.iter().flatten().map(|point| point.y).collect();
        levels.sort_by(f64::total_cmp);
        levels.dedup_by(|later, kept| *later - *kept < SAME);
        let spans: Vec<Vec<Span>> = levels.windows(2).map(|pair| spans(rings, (pair[0], pair[1]))).collect();
        let above = std::iter::once(&[][..]).chain(spans.iter().map(Vec::as_slice));
        let below = spans.iter().map(Vec::as_slice).chain([&[][..]]);
        let inside = above.zip(below).map(|(above, below)| both(above, below)).collect();
        let leans = |(top, bottom): (f64, f64)| (top - bottom).abs() > SAME;
        let slanted = spans.iter().flatten().any(|span| leans(span.left) || leans(span.right));
        Self { levels, spans, inside, slanted }
    }

    /// Returns how many bytes it takes, about: the same on every machine, since work is counted by it.
    pub(super) fn memory(&self) -> usize {
        let spans: usize = self.spans.iter().map(|spans| bytes(spans)).sum();
        let inside: usize = self.inside.iter().map(|inside| bytes(inside)).sum();
        3 * LIST + size_of::<u64>() + size_of_val(&*self.levels) + spans + inside
    }

    /// Gives what is inside the area at a height, from left to right.
    pub(super) fn each(&self, y: f64, mut take: impl FnMut(f64, f64)) {
        let next = self.levels.partition_point(|&level| level < y - SAME);
        if next == self.levels.len() {
            return;
        }
        if self.levels[next] <= y + SAME {
            self.inside[next].iter().for_each(|&(from, to)| take(from, to));
        } else if next > 0 {
            let share = self.share(next - 1, y);
            self.spans[next - 1].iter().for_each(|span| take(at(span.left, share), at(span.right, share)));
        }
    }

    /// Returns how far a point inside is from the outside along its row; 0 outside.
    pub(super) fn depth(&self, (x, y): (f64, f64)) -> f64 {
        let mut depth = 0.0;
        self.each(y, |from, to| {
            if from + SAME < x && x < to - SAME {
                depth = (x - from).min(to - x);
            }
        });
        depth
    }

    /// Returns how far down a band a height is, from 0 to 1.
    fn share(&self, band: usize, y: f64) -> f64 {
        let (top, bottom) = (self.levels[band], self.levels[band + 1]);
        ((y - top) / (bottom - top)).clamp(0.0, 1.0)
    }

    /// Returns convex rings that cover the area, clockwise from the upper left corner and without repeated
    /// points: trapezoids, stacked while both sides bend outwards.
    pub(super) fn convex_parts(&self) -> Vec<Vec<Point>> {
        let (mut done, mut open): (Vec<Stack>, Vec<Stack>) = Default::default();
        for (pair, spans) in self.levels.windows(2).zip(&self.spans) {
            let mut next = Vec::with_capacity(spans.len());
            for span in spans {
                let sides = [span.left, span.right]
                    .map(|(top, bottom)| (Point::new(top, pair[0]), Point::new(bottom, pair[1])));
                let on = open.iter().position(|stack| stack.takes(sides));
                let mut stack =
                    on.map_or_else(|| Stack(sides.map(|(top, _)| vec![top])), |on| open.remove(on));
                stack.push(sides.map(|(_, bottom)| bottom));
                next.push(stack);
            }
            done.append(&mut open);
            open = next;
        }
        done.append(&mut open);
        done.into_iter().map(Stack::ring).collect()
    }
}

/// Trapezoids on each other that are convex together: the points of its left and of its right side, downwards.
struct Stack([Vec<Point>; 2]);

/// How far a side leans to the right.
fn lean(from: Point, to: Point) -> f64 {
    (to.x - from.x) / (to.y - from.y)
}

/// Sides whose leans differ by no more than this are straight: 10 nm on 100 mm.
const STRAIGHT: f64 = 1e-7;

impl Stack {
    /// Returns how much more the side to `next` leans outwards than the one above it.
    fn bend(&self, side: usize, next: Point) -> Option<f64> {
        let [.., before, last] = self.0[side].as_slice() else { return None };
        let bend = lean(*before, *last) - lean(*last, next);
        Some(if side == 0 { bend } else { -bend })
    }

    /// Returns whether it stays convex with these sides, each from its upper end to its lower.
    fn takes(&self, sides: [(Point, Point); 2]) -> bool {
        sides.iter().enumerate().all(|(side, (top, bottom))| {
            self.0[side].last().is_some_and(|last| last.distance(*top) < SAME)
                && self.bend(side, *bottom).is_none_or(|bend| bend < STRAIGHT)
        })
    }

    fn push(&mut self, ends: [Point; 2]) {
        for (side, end) in ends.into_iter().enumerate() {
            if self.bend(side, end).is_some_and(|bend| bend.abs() < STRAIGHT) {
                self.0[side].pop();
            }
            self.0[side].push(end);
        }
    }

    fn ring(self) -> Vec<Point> {
        let Self([left, right]) = self;
        let mut ring: Vec<Point> =
            left[..1].iter().copied().chain(right).chain(left[1..].iter().rev().copied()).collect();
        ring.dedup_by(|a, b| a.distance(*b) < SAME);
        ring
    }
}

/// An area at its place, walked from the top down, so that the band at each height is at hand. Plain loops,
/// because most of the time of nesting goes here, and builds without optimisation are tested too.
pub(super) struct Walk {
    bands: Rc<Bands>,
    /// How far the area is moved to the right and down.
    by: Point,
    /// The first level that is not above the last row.
    next: usize,
}

impl Walk {
    pub(super) fn new(bands: Rc<Bands>, by: Point) -> Self {
        Self { bands, by, next: 0 }
    }

    /// Returns the uppermost and the lowest level.
    pub(super) fn reach(&self) -> (f64, f64) {
        let levels = &self.bands.levels;
        (levels.first().map_or(0.0, |top| top + self.by.y), levels.last().map_or(0.0, |end| end + self.by.y))
    }

    pub(super) fn is_slanted(&self) -> bool {
        self.bands.slanted
    }

    /// Adds the levels between two heights.
    pub(super) fn levels(&self, (top, bottom): (f64, f64), rows: &mut Vec<f64>) {
        for level in &self.bands.levels {
            let row = level + self.by.y;
            if top < row && row < bottom {
                rows.push(row);
            }
        }
    }

    /// Adds what is inside the area at a height below the rows before.
    pub(super) fn row(&mut self, y: f64, covered: &mut Vec<(f64, f64)>) {
        let (y, dx) = (y - self.by.y, self.by.x);
        let levels = &self.bands.levels;
        while self.next < levels.len() && levels[self.next] < y - SAME {
            self.next += 1;
        }
        if self.next == levels.len() {
            return;
        }
        if levels[self.next] <= y + SAME {
            for &(from, to) in &self.bands.inside[self.next] {
                covered.push((from + dx, to + dx));
            }
        } else if self.next > 0 {
            let share = self.bands.share(self.next - 1, y);
            for span in &self.bands.spans[self.next - 1] {
                covered.push((at(span.left, share) + dx, at(span.right, share) + dx));
            }
        }
    }

    /// Adds the parts of the trapezoids between the last row, at `top`, and `bottom`, in one band.
    pub(super) fn below(&self, (top, bottom): (f64, f64), found: &mut Vec<Span>) {
        let (top, bottom, dx) = (top - self.by.y, bottom - self.by.y, self.by.x);
        let bands = &self.bands;
        // Several levels may be as good as at the top, with narrow bands between them: that of the middle is
        // meant.
        let middle = f64::midpoint(top, bottom);
        let mut band = self.next.saturating_sub(1);
        while band < bands.spans.len() && bands.levels[band + 1] <= middle {
            band += 1;
        }
        if band >= bands.spans.len() || bands.levels[band] > middle {
            return;
        }
        let (upper, lower) = (bands.share(band, top), bands.share(band, bottom));
        for span in &bands.spans[band] {
            let left = (at(span.left, upper) + dx, at(span.left, lower) + dx);
            found.push(Span { left, right: (at(span.right, upper) + dx, at(span.right, lower) + dx) });
        }
    }
}

/// Returns the place on a side at a share of the way down.
pub(super) fn at((top, bottom): (f64, f64), share: f64) -> f64 {
    top + (bottom - top) * share
}

/// Returns what rings cover between two levels without a corner between them.
fn spans(rings: &[Vec<Point>], (top, bottom): (f64, f64)) -> Vec<Span> {
    let middle = f64::midpoint(top, bottom);
    let mut sides: Vec<(f64, f64)> = Vec::new();
    for ring in rings {
        for (index, &a) in ring.iter().enumerate() {
            let b = ring[(index + 1) % ring.len()];
            let (a, b) = if a.y < b.y { (a, b) } else { (b, a) };
            if a.y < middle && middle < b.y {
                let x = |y: f64| at((a.x, b.x), ((y - a.y) / (b.y - a.y)).clamp(0.0, 1.0));
                sides.push((x(top), x(bottom)));
            }
        }
    }
    sides.sort_by(|a, b| (a.0 + a.1).total_cmp(&(b.0 + b.1)));
    sides.chunks_exact(2).map(|pair| Span { left: pair[0], right: pair[1] }).collect()
}

/// Returns what is inside both directly above and directly below a level.
fn both(above: &[Span], below: &[Span]) -> Vec<(f64, f64)> {
    let pairs = above.iter().flat_map(|upper| below.iter().map(move |lower| (upper, lower)));
    pairs
        .map(|(upper, lower)| (upper.left.1.max(lower.left.0), upper.right.1.min(lower.right.0)))
        .filter(|(from, to)| from < to)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(rings: &[&[(f64, f64)]], y: f64) -> Vec<(f64, f64)> {
        let points = |ring: &&[(f64, f64)]| ring.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let bands = Bands::of(&rings.iter().map(points).collect::<Vec<_>>());
        let mut covered = Vec::new();
        Walk::new(Rc::new(bands), Point::new(100.0, 0.0)).row(y, &mut covered);
        covered.iter().map(|(from, to)| (from - 100.0, to - 100.0)).collect()
    }

    #[test]
    fn rows_cover_the_inside_only() {
        // A block with a bay that ends in a point at (5, 8), and a hole.
        let bay: &[_] =
            &[(0.0, 0.0), (3.0, 0.0), (5.0, 8.0), (7.0, 0.0), (10.0, 0.0), (10.0, 20.0), (0.0, 20.0)];
        let hole: &[_] = &[(4.0, 12.0), (6.0, 12.0), (6.0, 14.0), (4.0, 14.0)];
        for (y, expected) in [
            (-1.0, &[][..]),
            (0.0, &[]),
            (4.0, &[(0.0, 4.0), (6.0, 10.0)]),
            (8.0, &[(0.0, 5.0), (5.0, 10.0)]),
            (9.0, &[(0.0, 10.0)]),
            (12.0, &[(0.0, 4.0), (6.0, 10.0)]),
            (13.0, &[(0.0, 4.0), (6.0, 10.0)]),
            (20.0, &[]),
        ] {
            assert_eq!(row(&[bay, hole], y), expected, "{y}");
        }
    }

    /// Corners 30 nanometres from each other make a band of their own, which begins and ends beside the row.
    #[test]
    fn what_is_below_a_row_is_that_of_the_wide_band() {
        let ring: &[_] =
            &[(0.0, 0.0), (10.0, 0.0), (14.0, 10.000_03), (10.0, 20.0), (0.0, 20.0), (-4.0, 10.0)];
        let bands = Bands::of(&[ring.iter().map(|&(x, y)| Point::new(x, y)).collect()]);
        let mut walk = Walk::new(Rc::new(bands), Point::default());
        for (rows, (left, right)) in [((0.0, 10.000_015), (0.0, 10.0)), ((10.000_015, 20.0), (-4.0, 14.0))] {
            let (mut covered, mut found) = (Vec::new(), Vec::new());
            walk.row(rows.0, &mut covered);
            walk.below(rows, &mut found);
            let [span] = found[..] else { panic!("{found:?}") };
            assert!((span.left.0 - left).abs() < 1e-3 && (span.right.0 - right).abs() < 1e-3, "{span:?}");
            let (left, right) = if rows.0 == 0.0 { (-4.0, 14.0) } else { (0.0, 10.0) };
            assert!((span.left.1 - left).abs() < 1e-3 && (span.right.1 - right).abs() < 1e-3, "{span:?}");
        }
    }
}

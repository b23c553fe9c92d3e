//! Finds the place for a label in any outline: the point with the most room around it.
//!
//! # Source
//! Vladimir Agafonkin, "A new algorithm for finding a visual center of a polygon", Mapbox 2016. Differs in
//! its starting point and in the limit on the number of squares.

use std::collections::BinaryHeap;

use super::{Label, Outline, Point};

impl Outline {
    /// Returns a place for a label: well inside, and central if several are equally good.
    ///
    /// For shapes of cells it is the center of a cell, the middle of an edge between two, or a corner between
    /// several; for other outlines it is where a search finds the most room.
    pub fn label(&self) -> Label {
        self.label.unwrap_or_else(|| place_in_outline(self))
    }
}

/// Returns the best place for a label in an outline, found to a fiftieth of the room there.
fn place_in_outline(outline: &Outline) -> Label {
    let mut best = [outline.bounds().center(), point_inside(outline)]
        .map(|at| Label { at, room: signed_distance(outline, at) })
        .into_iter()
        .reduce(|a, b| if b.room > a.room { b } else { a })
        .expect("two places are tried");
    let mut waiting: BinaryHeap<Square> = first_squares(outline).collect();
    for _ in 0..MOST_SQUARES {
        let Some(square) = waiting.pop().filter(|square| square.most_room() > best.room * 1.02) else {
            break;
        };
        if square.room > best.room {
            best = Label { at: square.center, room: square.room };
        }
        let half = square.half / 2.0;
        for (x, y) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
            waiting.push(Square::new(outline, square.center.moved(x, y), half));
        }
    }
    best
}

/// The most squares that are searched, so that thin frames end too. Chosen by trial.
const MOST_SQUARES: usize = 2000;

/// A square that may contain a better place.
struct Square {
    center: Point,
    half: f64,
    room: f64,
}

impl Square {
    fn new(outline: &Outline, center: Point, half: f64) -> Self {
        Self { center, half, room: signed_distance(outline, center) }
    }

    /// No point of the square can have more room.
    fn most_room(&self) -> f64 {
        self.room + self.half * std::f64::consts::SQRT_2
    }
}

impl Ord for Square {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |square: &Self| (square.center.y, square.center.x);
        let ((ay, ax), (by, bx)) = (key(self), key(other));
        let order = self.most_room().total_cmp(&other.most_room());
        order.then(by.total_cmp(&ay)).then(bx.total_cmp(&ax))
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Square {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Square {}

/// Squares that cover the outline: as large as its shorter side, but not over 32 in a row.
fn first_squares(outline: &Outline) -> impl Iterator<Item = Square> {
    let bounds = outline.bounds();
    let (width, height) = (bounds.width(), bounds.height());
    let side = width.min(height).max(width.max(height) / 32.0);
    let steps = move |length: f64| (0..32).map(f64::from).take_while(move |i| i * side < length);
    let center =
        move |i: f64, j: f64| Point::new(bounds.left + (i + 0.5) * side, bounds.top + (j + 0.5) * side);
    steps(width).flat_map(move |i| steps(height).map(move |j| Square::new(outline, center(i, j), side / 2.0)))
}

/// Returns the distance to the nearest ring, negative outside.
fn signed_distance(outline: &Outline, point: Point) -> f64 {
    let distance = outline.distance(point);
    if outline.contains(point) { distance } else { -distance }
}

/// Returns a point inside: the middle of the widest part of a level line that passes no corner.
pub(super) fn point_inside(outline: &Outline) -> Point {
    let mut levels: Vec<f64> = outline.rings().flat_map(|ring| ring.points()).map(|point| point.y).collect();
    levels.sort_unstable_by(f64::total_cmp);
    let gaps = levels.windows(2).map(|pair| (pair[1] - pair[0], f64::midpoint(pair[0], pair[1])));
    let (_, y) = gaps.max_by(|a, b| a.0.total_cmp(&b.0)).expect("a ring has three points");
    let mut crossings: Vec<f64> = outline
        .rings()
        .flat_map(|ring| ring.edges())
        .filter(|(a, b)| (a.y > y) != (b.y > y))
        .map(|(a, b)| a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x))
        .collect();
    crossings.sort_unstable_by(f64::total_cmp);
    let parts = crossings.chunks_exact(2).map(|pair| (pair[1] - pair[0], f64::midpoint(pair[0], pair[1])));
    let x = parts.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(0.0, |(_, x)| x);
    Point::new(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Ring;

    #[test]
    fn outlines_of_no_cells_are_searched() {
        let ring = |points: &[(f64, f64)]| {
            Ring::new(points.iter().map(|&(x, y)| Point::new(x, y)).collect()).expect("a ring")
        };
        let thin = ring(&[(0.0, 0.0), (1000.0, 0.0), (1000.0, 1000.0), (0.0, 1000.0)]);
        let inner = ring(&[(1.0, 1.0), (999.0, 1.0), (999.0, 999.0), (1.0, 999.0)]);
        let frame = Outline::new(thin, vec![inner]).expect("an outline");
        let label = frame.label();
        assert!(frame.contains(label.at) && label.room > 0.4, "{label:?}");
        let triangle =
            Outline::new(ring(&[(0.0, 0.0), (40.0, 0.0), (0.0, 30.0)]), Vec::new()).expect("an outline");
        let label = triangle.label();
        assert!((label.room - 10.0).abs() < 0.2, "the circle inside a 3-4-5 triangle of 30: {label:?}");
        let rectangle = Outline::rectangle(80.0, 20.0).expect("an outline").label();
        assert_eq!((rectangle.at, rectangle.room), (Point::new(40.0, 10.0), 10.0));
    }
}

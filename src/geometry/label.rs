//! Where a label goes: the point of a piece with the most room around it.
//!
//! In: cells, or an outline made of no cells. Out: one point, the same on every machine. Among points with equal room
//! the one nearest to the centre of gravity is taken, then the first in reading order. What is written there, and how
//! large, is not known here.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Outline, Point};
use crate::lattice::{Cell, Corner, Lattice};

/// A place for a label.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Label {
    /// The middle of the label, inside the outline.
    pub at: Point,
    /// The distance to the nearest ring, in mm: a circle of this radius is free.
    pub room: f64,
}

/// Twelfths of a corner: centres of triangles, squares and hexagons and the middles of edges are all whole.
pub(super) const PARTS: i64 = 12;

/// A point in twelfths of a corner.
pub(super) type Twelfths = (i64, i64);

/// The best of the centres of cells, the middles of edges and the corners.
///
/// Only the cells that lie deepest are asked, so that large pieces stay cheap.
pub(super) fn place_in_cells(lattice: Lattice, cells: &[Cell]) -> Twelfths {
    let depths = depths(lattice, cells);
    let deepest = depths.iter().copied().max().unwrap_or(0);
    let sum = cells.iter().map(|&cell| centre(lattice, cell)).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    let (wx, wy) = weights(lattice);
    let count = cells.len() as i64;
    // Squared distance to the centre of gravity, times the square of the number of cells.
    let off_centre = |point: Twelfths| {
        let (x, y) = (i128::from(point.0 * count - sum.0), i128::from(point.1 * count - sum.1));
        i128::from(wx) * x * x + i128::from(wy) * y * y
    };
    let best = cells
        .iter()
        .zip(&depths)
        .filter(|&(_, &depth)| depth == deepest)
        .flat_map(|(&cell, _)| {
            let edges = edges_near(lattice, cells, cell, deepest + 1);
            places(lattice, cell).map(move |place| (room(lattice, place, &edges), place))
        })
        .min_by_key(|&(room, place)| (Reverse(room), off_centre(place), place.1, place.0));
    best.map_or((0, 0), |(_, place)| place)
}

/// How many steps from cell to touching cell lead out of the shape, for each cell.
fn depths(lattice: Lattice, cells: &[Cell]) -> Vec<i32> {
    let index = |cell: &Cell| cells.binary_search(cell).ok();
    let mut depths = vec![0; cells.len()];
    let at_border = |cell: &&Cell| lattice.touching(**cell).iter().any(|near| index(near).is_none());
    let mut layer: Vec<Cell> = cells.iter().filter(at_border).copied().collect();
    for depth in 1.. {
        layer.retain(|cell| index(cell).is_some_and(|i| std::mem::replace(&mut depths[i], depth) == 0));
        if layer.is_empty() {
            break;
        }
        let touching = layer.iter().flat_map(|&cell| lattice.touching(cell));
        layer = touching.filter(|near| index(near).is_some_and(|i| depths[i] == 0)).collect();
        layer.sort_unstable();
        layer.dedup();
    }
    depths
}

/// The places in one cell that are tried.
fn places(lattice: Lattice, cell: Cell) -> impl Iterator<Item = Twelfths> {
    let corners: Vec<Twelfths> = lattice.corners(cell).map(twelfths).collect();
    let middles: Vec<Twelfths> = (0..corners.len())
        .map(|i| (corners[i], corners[(i + 1) % corners.len()]))
        .map(|(a, b)| ((a.0 + b.0) / 2, (a.1 + b.1) / 2))
        .collect();
    std::iter::once(centre(lattice, cell)).chain(middles).chain(corners)
}

fn centre(lattice: Lattice, cell: Cell) -> Twelfths {
    let sum = lattice.corners(cell).map(twelfths).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    let corners = lattice.edges_per_cell() as i64;
    (sum.0 / corners, sum.1 / corners)
}

fn twelfths(corner: Corner) -> Twelfths {
    (PARTS * i64::from(corner.x), PARTS * i64::from(corner.y))
}

/// The border edges of the cells at most so many steps away from `cell`.
fn edges_near(lattice: Lattice, cells: &[Cell], cell: Cell, steps: i32) -> Vec<(Twelfths, Twelfths)> {
    let mut edges = Vec::new();
    for y in cell.y - steps..=cell.y + steps {
        // One step reaches two columns at most, among triangles.
        let from = cells.partition_point(|&other| other < Cell::new(cell.x - 2 * steps, y));
        let to = cells.partition_point(|&other| other <= Cell::new(cell.x + 2 * steps, y));
        for &near in &cells[from..to] {
            let corners: Vec<Twelfths> = lattice.corners(near).map(twelfths).collect();
            for (i, across) in lattice.neighbours(near).enumerate() {
                if cells.binary_search(&across).is_err() {
                    edges.push((corners[i], corners[(i + 1) % corners.len()]));
                }
            }
        }
    }
    edges
}

/// The squared distance from a place to the nearest of `edges`, times the squared length of an edge (all are equal).
fn room(lattice: Lattice, place: Twelfths, edges: &[(Twelfths, Twelfths)]) -> i64 {
    let (wx, wy) = weights(lattice);
    let step = |from: Twelfths, to: Twelfths| (to.0 - from.0, to.1 - from.1);
    let dot = |a: Twelfths, b: Twelfths| wx * a.0 * b.0 + wy * a.1 * b.1;
    let squared = |&(a, b): &(Twelfths, Twelfths)| {
        let (along, to) = (step(a, b), step(a, place));
        let length = dot(along, along);
        let reach = dot(along, to);
        if reach <= 0 {
            dot(to, to) * length
        } else if reach >= length {
            let to = step(b, place);
            dot(to, to) * length
        } else {
            let cross = along.0 * to.1 - along.1 * to.0;
            wx * wy * cross * cross
        }
    };
    edges.iter().map(squared).min().unwrap_or(0)
}

/// What a squared step of corners counts along x and along y: the squares of [`Lattice::corner_scale`], made whole.
fn weights(lattice: Lattice) -> (i64, i64) {
    match lattice {
        Lattice::Square => (1, 1),
        Lattice::Hex => (3, 1),
        Lattice::Triangle => (1, 3),
    }
}

/// The best place in an outline that comes from no cells, found to a fiftieth of the room there.
///
/// # Source
/// Vladimir Agafonkin, "A new algorithm for finding a visual center of a polygon", Mapbox 2016. Differs from it in
/// where it starts, and in the end set to the number of squares, so that a thin frame does not take for ever.
pub(super) fn place_in_outline(outline: &Outline) -> Label {
    let mut best = [outline.bounds().centre(), point_inside(outline)]
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
            best = Label { at: square.centre, room: square.room };
        }
        let half = square.half / 2.0;
        for (x, y) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
            waiting.push(Square::new(outline, square.centre.moved(x, y), half));
        }
    }
    best
}

/// How many squares are looked into at most. Chosen by eye.
const MOST_SQUARES: usize = 2000;

/// A square in which a better place may lie.
struct Square {
    centre: Point,
    half: f64,
    room: f64,
}

impl Square {
    fn new(outline: &Outline, centre: Point, half: f64) -> Self {
        Self { centre, half, room: signed_distance(outline, centre) }
    }

    /// No point of the square can have more room.
    fn most_room(&self) -> f64 {
        self.room + self.half * std::f64::consts::SQRT_2
    }
}

impl Ord for Square {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |square: &Self| (square.centre.y, square.centre.x);
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
    let centre =
        move |i: f64, j: f64| Point::new(bounds.left + (i + 0.5) * side, bounds.top + (j + 0.5) * side);
    steps(width).flat_map(move |i| steps(height).map(move |j| Square::new(outline, centre(i, j), side / 2.0)))
}

/// The distance to the nearest ring, negative outside.
fn signed_distance(outline: &Outline, point: Point) -> f64 {
    let distance = outline.distance(point);
    if outline.contains(point) { distance } else { -distance }
}

/// A point that is surely inside: the middle of the widest part of a level line that passes no corner.
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
    use crate::polyform::Shape;

    #[track_caller]
    fn case(lattice: Lattice, rows: &[&str], at: (f64, f64), room: f64) {
        let shape = Shape::from_rows(lattice, rows.iter().copied()).expect("a good shape");
        let outline = Outline::of_shape(&shape, 10.0).expect("an outline");
        let label = outline.label();
        assert!(label.at.distance(Point::new(at.0, at.1)) < 1e-9, "{rows:?}: {label:?}");
        assert!((label.room - room).abs() < 1e-9, "{rows:?}: {label:?}");
        assert!(outline.contains(label.at));
    }

    #[test]
    fn labels_lie_in_the_middle_of_the_widest_part() {
        case(Lattice::Square, &["#"], (5.0, 5.0), 5.0);
        case(Lattice::Square, &["##"], (10.0, 5.0), 5.0);
        case(Lattice::Square, &["#####"], (25.0, 5.0), 5.0);
        case(Lattice::Square, &["##", "##", "#."], (10.0, 10.0), 10.0);
        case(Lattice::Square, &[".#.", "###", ".#."], (15.0, 15.0), 50.0_f64.sqrt());
        case(Lattice::Square, &["#.#", "###"], (15.0, 15.0), 5.0);
        case(Lattice::Hex, &["#"], (75.0_f64.sqrt(), 10.0), 75.0_f64.sqrt());
        case(Lattice::Triangle, &["#"], (5.0, 10.0 / 3.0_f64.sqrt()), 5.0 / 3.0_f64.sqrt());
    }

    #[test]
    fn a_ring_has_its_label_in_the_ring() {
        case(Lattice::Square, &["###", "#.#", "###"], (15.0, 5.0), 5.0);
    }

    #[test]
    fn large_pieces_take_their_deepest_part() {
        let row = "#########";
        case(Lattice::Square, &[row, row, row, row, row, "#........", "#########"], (45.0, 25.0), 25.0);
    }

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

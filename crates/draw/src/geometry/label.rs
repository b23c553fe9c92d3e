//! Finds the place for a label in a shape of cells: the point with the most room around it.
//!
//! Among points with equal room it takes the one nearest to the center of gravity, then the first in reading
//! order. The comparison is on integers, so the result is the same on every machine.

use std::cmp::Reverse;

use num_integer::Integer;

use super::Point;
use piecework_tiling::lattice::{Cell, Corner, Lattice};

/// A place for a label.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Label {
    /// The middle of the label, inside the outline.
    pub at: Point,
    /// The distance to the nearest ring, in mm: a circle of this radius is free.
    pub room: f64,
}

/// Twelfths of a corner: centers of triangles, squares and hexagons and the middles of edges are all whole.
pub(super) const PARTS: i64 = 12;

/// A point in twelfths of a corner.
pub(super) type Twelfths = (i64, i64);

/// Returns the best of the centers of cells, the middles of edges and the corners.
///
/// Only the deepest cells are compared, so that large pieces stay cheap.
pub(super) fn place_in_cells(lattice: Lattice, cells: &[Cell]) -> Twelfths {
    let depths = depths(lattice, cells);
    let deepest = depths.iter().copied().max().unwrap_or(0);
    let sum = cells.iter().map(|&cell| center(lattice, cell)).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    let metric = Metric::of(lattice);
    let count = cells.len() as i64;
    let columns = columns_of_a_step(lattice);
    // Squared distance to the center of gravity, times the square of the number of cells.
    let off_center = |point: Twelfths| {
        let (x, y) = (i128::from(point.0 * count - sum.0), i128::from(point.1 * count - sum.1));
        i128::from(metric.weights.0) * x * x + i128::from(metric.weights.1) * y * y
    };
    let mut best: Option<(i64, Twelfths)> = None;
    for (&cell, _) in cells.iter().zip(&depths).filter(|&(_, &depth)| depth == deepest) {
        let edges = edges_near(lattice, cells, cell, (deepest + 1, columns));
        for place in places(lattice, cell) {
            let least = best.map_or(0, |(room, _)| room);
            let Some(room) = metric.room(place, &edges, least) else { continue };
            let key = |(room, place): (i64, Twelfths)| (Reverse(room), off_center(place), place.1, place.0);
            if best.is_none_or(|best| key((room, place)) < key(best)) {
                best = Some((room, place));
            }
        }
    }
    best.map_or((0, 0), |(_, place)| place)
}

/// For each cell, how many steps from cell to touching cell lead out of the shape.
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

/// Returns the candidate places in one cell.
fn places(lattice: Lattice, cell: Cell) -> impl Iterator<Item = Twelfths> {
    let corners: Vec<Twelfths> = lattice.corners(cell).map(twelfths).collect();
    let middles: Vec<Twelfths> = (0..corners.len())
        .map(|i| (corners[i], corners[(i + 1) % corners.len()]))
        .map(|(a, b)| ((a.0 + b.0) / 2, (a.1 + b.1) / 2))
        .collect();
    std::iter::once(center(lattice, cell)).chain(middles).chain(corners)
}

fn center(lattice: Lattice, cell: Cell) -> Twelfths {
    let sum = lattice.corners(cell).map(twelfths).fold((0, 0, 0), |a, b| (a.0 + b.0, a.1 + b.1, a.2 + 1));
    (sum.0 / sum.2, sum.1 / sum.2)
}

fn twelfths(corner: Corner) -> Twelfths {
    (PARTS * i64::from(corner.x), PARTS * i64::from(corner.y))
}

/// Returns how far one step to a touching cell reaches along a row at most: two cells among triangles, and
/// more where a period has more cells.
fn columns_of_a_step(lattice: Lattice) -> i32 {
    let period = i32::try_from(lattice.kinds()).unwrap_or(1);
    // Triangles in odd rows are moved by one.
    let cells = (0..2).flat_map(|y| (0..2 * period).map(move |x| Cell::new(x, y)));
    let reach = cells.flat_map(|cell| lattice.touching(cell).into_iter().map(move |near| near.since(cell).x));
    reach.map(i32::abs).max().unwrap_or(1)
}

/// Returns the border edges of the cells at most this many steps away from `cell`, each of so many columns.
fn edges_near(
    lattice: Lattice,
    cells: &[Cell],
    cell: Cell,
    (steps, columns): (i32, i32),
) -> Vec<(Twelfths, Twelfths)> {
    let reach = steps * columns;
    let mut edges = Vec::new();
    for y in cell.y - steps..=cell.y + steps {
        let from = cells.partition_point(|&other| other < Cell::new(cell.x - reach, y));
        let to = cells.partition_point(|&other| other <= Cell::new(cell.x + reach, y));
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

fn step(from: Twelfths, to: Twelfths) -> Twelfths {
    (to.0 - from.0, to.1 - from.1)
}

/// Measures on a lattice, in whole numbers.
#[derive(Clone, Copy)]
struct Metric {
    /// See [`Lattice::corner_weights`].
    weights: (i64, i64),
    /// The least common multiple of the squared lengths of all edges.
    common: i64,
}

impl Metric {
    fn of(lattice: Lattice) -> Self {
        let unit = Self { weights: lattice.corner_weights(), common: 1 };
        let period = i32::try_from(lattice.kinds()).unwrap_or(1);
        let cells = (0..2).flat_map(|y| (0..2 * period).map(move |x| Cell::new(x, y)));
        let common = cells.fold(1, |common, cell| {
            let corners: Vec<Twelfths> = lattice.corners(cell).map(twelfths).collect();
            let ends = (0..corners.len()).map(|i| step(corners[i], corners[(i + 1) % corners.len()]));
            ends.fold(common, |common: i64, along| common.lcm(&unit.dot(along, along)))
        });
        Self { common, ..unit }
    }

    /// Returns the scalar product of two steps.
    fn dot(self, a: Twelfths, b: Twelfths) -> i64 {
        self.weights.0 * a.0 * b.0 + self.weights.1 * a.1 * b.1
    }

    /// Returns the squared distance from a place to the nearest of `edges`, times the common length, which makes it
    /// whole; nothing if it is less than `least`.
    fn room(self, place: Twelfths, edges: &[(Twelfths, Twelfths)], least: i64) -> Option<i64> {
        let squared = |&(a, b): &(Twelfths, Twelfths)| {
            let (along, to) = (step(a, b), step(a, place));
            let length = self.dot(along, along);
            let reach = self.dot(along, to);
            if reach <= 0 {
                self.dot(to, to) * self.common
            } else if reach >= length {
                let to = step(b, place);
                self.dot(to, to) * self.common
            } else {
                let cross = along.0 * to.1 - along.1 * to.0;
                self.weights.0 * self.weights.1 * cross * cross * (self.common / length)
            }
        };
        let mut room = i64::MAX;
        for edge in edges {
            room = room.min(squared(edge));
            if room < least {
                return None;
            }
        }
        Some(if edges.is_empty() { 0 } else { room })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Outline;
    use piecework_tiling::polyform::Shape;

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
    fn labels_are_in_the_middle_of_the_widest_part() {
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
}

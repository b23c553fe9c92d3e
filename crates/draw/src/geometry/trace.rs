//! Traces the rings around a connected set of cells, from corner to corner, on integers.
//!
//! Each ring has one corner for each cell edge and starts at its first turn in reading order. The outer ring
//! is first and clockwise, holes are counter-clockwise, so the cells are always on the right. No ring passes
//! a corner twice.

use piecework_tiling::lattice::{Cell, Corner, Lattice};

/// A cell edge, given by its first corner and the cell on its right.
type BorderEdge = (Corner, Cell);

/// Returns the rings around `cells`, which must be in reading order: the outer one, then the holes in the
/// order of their first corners.
pub(crate) fn rings(lattice: Lattice, cells: &[Cell]) -> Vec<Vec<Corner>> {
    let edges = border_edges(lattice, cells);
    let mut walked = vec![false; edges.len()];
    let mut rings = Vec::new();
    for start in 0..edges.len() {
        if walked[start] {
            continue;
        }
        let mut ring = Vec::new();
        let mut edge = edges[start];
        // The edges are sorted, so the first remaining one starts at the first corner of its ring.
        while let Some(index) = edges.binary_search(&edge).ok().filter(|&index| !walked[index]) {
            walked[index] = true;
            ring.push(edge.0);
            edge = next_edge(lattice, cells, edge);
        }
        rings.push(ring);
    }
    // A hole may have the first corner of the outer ring. A ring turns clockwise at its first corner if it is
    // run around clockwise.
    let is_outer = |ring: &Vec<Corner>| turns(ring).next().is_some_and(|(_, turn)| turn > 0);
    if let Some(outer) = rings.iter().position(is_outer) {
        rings[..=outer].rotate_right(1);
    }
    rings
}

/// Returns every edge that has one of `cells` on one side only, sorted.
fn border_edges(lattice: Lattice, cells: &[Cell]) -> Vec<BorderEdge> {
    let mut edges: Vec<BorderEdge> = cells
        .iter()
        .flat_map(|&cell| {
            let sides = lattice.corners(cell).zip(lattice.neighbours(cell));
            sides.filter(|(_, near)| !contains(cells, *near)).map(move |(corner, _)| (corner, cell))
        })
        .collect();
    edges.sort_unstable();
    edges
}

/// Returns the edge that follows `edge`: the first reached by sweeping clockwise about its end, through the
/// empty side.
///
/// Where cells meet only in a corner, this follows one empty part, so that each ring encloses one of them and
/// stays simple. Cells that are connected elsewhere always separate the empty sectors at such a corner.
fn next_edge(lattice: Lattice, cells: &[Cell], (corner, cell): BorderEdge) -> BorderEdge {
    let corners: Vec<Corner> = lattice.corners(cell).collect();
    let position = corners.iter().position(|&other| other == corner).unwrap_or(0);
    let end = corners[(position + 1) % corners.len()];
    let around = lattice.cells_at(end);
    let here = around.iter().position(|&other| other == cell).unwrap_or(0);
    let sweep = around.iter().cycle().skip(here + 1).take(around.len());
    (end, sweep.copied().find(|&other| contains(cells, other)).unwrap_or(cell))
}

fn contains(cells: &[Cell], cell: Cell) -> bool {
    cells.binary_search(&cell).is_ok()
}

/// Returns the turn of the path from `before` over `at` to `after`: positive clockwise, 0 straight on.
///
/// Conversion to millimetres only stretches the axes, which keeps the sign.
pub(super) fn turn(before: Corner, at: Corner, after: Corner) -> i64 {
    let step = |from: Corner, to: Corner| (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let ((ax, ay), (bx, by)) = (step(before, at), step(at, after));
    ax * by - ay * bx
}

/// Returns each corner of a ring with how the ring turns there.
pub(super) fn turns(ring: &[Corner]) -> impl Iterator<Item = (Corner, i64)> {
    let count = ring.len();
    (0..count).map(move |i| {
        let (before, after) = (ring[(i + count - 1) % count], ring[(i + 1) % count]);
        (ring[i], turn(before, ring[i], after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::polyform::Shape;

    fn traced(lattice: Lattice, rows: &[&str]) -> Vec<Vec<Corner>> {
        let shape = Shape::from_rows(lattice, rows.iter().copied()).expect("a good shape");
        rings(lattice, shape.cells())
    }

    /// Twice the area enclosed, in squares of corner units; positive clockwise.
    fn doubled_area(ring: &[Corner]) -> i64 {
        let next = ring.iter().cycle().skip(1);
        let cross =
            |(a, b): (&Corner, &Corner)| i64::from(a.x) * i64::from(b.y) - i64::from(b.x) * i64::from(a.y);
        ring.iter().zip(next).map(cross).sum()
    }

    #[track_caller]
    fn case(lattice: Lattice, rows: &[&str], edges: &[usize], doubled: &[i64]) {
        let rings = traced(lattice, rows);
        assert_eq!(rings.iter().map(Vec::len).collect::<Vec<_>>(), edges, "edges of each ring");
        let areas: Vec<i64> = rings.iter().map(|ring| doubled_area(ring)).collect();
        assert_eq!(areas, doubled, "twice the area of each ring");
        for ring in &rings {
            let mut corners = ring.clone();
            corners.sort_unstable();
            assert_eq!(ring[0], corners[0], "a ring starts at its first corner");
            assert_ne!(turns(ring).next().map(|(_, turn)| turn), Some(0), "and turns there");
            corners.dedup();
            assert_eq!(corners.len(), ring.len(), "no corner twice");
        }
    }

    #[test]
    fn a_hole_at_the_first_corner_of_all_comes_after_the_outer_ring() {
        let cells = [(1, 0), (3, 0), (4, 0), (5, 0), (7, 0), (0, 1), (1, 1), (4, 1), (5, 1), (6, 1)];
        let more = [(7, 1), (8, 1), (10, 1), (0, 2), (1, 2), (3, 2), (4, 2), (5, 2), (6, 2), (10, 2)];
        let cells: Vec<Cell> = cells.iter().chain(&more).map(|&(x, y)| Cell::new(x, y)).collect();
        let rings = rings(Lattice::Tetrakis, &cells);
        assert_eq!((rings.len(), rings[0][0]), (2, rings[1][0]), "both begin at one corner");
        assert!(doubled_area(&rings[0]) > 0 && doubled_area(&rings[1]) < 0);
    }

    #[test]
    fn shapes_without_surprises() {
        case(Lattice::Square, &["#"], &[4], &[2]);
        case(Lattice::Square, &["#####", ".#..."], &[14], &[12]);
        case(Lattice::Square, &["###", "#.#", "###"], &[12, 4], &[18, -2]);
        case(Lattice::Hex, &["#"], &[6], &[12]);
        case(Lattice::Triangle, &["#"], &[3], &[2]);
    }

    #[test]
    fn a_hole_that_touches_the_outside_at_a_corner_is_a_ring_of_its_own() {
        case(Lattice::Square, &[".##", "#.#", "###"], &[12, 4], &[16, -2]);
        case(Lattice::Square, &["####", "#.##", "##.#", "####"], &[16, 4, 4], &[32, -2, -2]);
        case(Lattice::Square, &[".###", "#.##", "##.#", "####"], &[16, 4, 4], &[30, -2, -2]);
    }

    #[test]
    fn six_triangles_around_a_corner() {
        // Upward triangles have even x + y; all six around a corner are a hexagon with its middle point.
        let around = Lattice::Triangle.cells_at(Corner::new(5, 2));
        let ring_of = |without: &[usize]| -> Vec<usize> {
            let mut far: Vec<Cell> = Vec::new();
            // The hexagon's own cells, some left out, and everything around them so that all are connected.
            for &cell in &around {
                far.extend(Lattice::Triangle.touching(cell));
            }
            far.extend(&around);
            far.sort_unstable();
            far.dedup();
            far.retain(|cell| without.iter().all(|&i| around[i] != *cell));
            rings(Lattice::Triangle, &far).iter().map(Vec::len).collect()
        };
        assert_eq!(ring_of(&[]).len(), 1);
        assert_eq!(ring_of(&[0])[1..], [3]);
        assert_eq!(ring_of(&[0, 1])[1..], [4], "two that share an edge are one hole");
        assert_eq!(ring_of(&[0, 2])[1..], [3, 3], "two that share a corner are two holes");
        assert_eq!(ring_of(&[0, 3])[1..], [3, 3]);
        assert_eq!(ring_of(&[0, 2, 4])[1..], [3, 3, 3]);
        assert_eq!(ring_of(&[0, 1, 3])[1..], [3, 4]);
        assert_eq!(ring_of(&[0, 1, 2, 3, 4])[1..], [7]);
    }

    #[test]
    fn a_hexagon_ring_has_a_hexagon_hole() {
        let mut cells = Lattice::Hex.touching(Cell::new(0, 0));
        cells.sort_unstable();
        let rings = rings(Lattice::Hex, &cells);
        assert_eq!(rings.iter().map(Vec::len).collect::<Vec<_>>(), [18, 6]);
        assert_eq!(rings.iter().map(|ring| doubled_area(ring)).collect::<Vec<_>>(), [7 * 12, -12]);
    }
}

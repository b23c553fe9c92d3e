//! Equilateral triangles in rows, pointing up where `x + y` is even.
//!
//! One unit of a corner is half an edge across and one row down; a triangle at (x, y) spans the columns x to
//! x + 2.

use super::table::{self, CellKind, NamedPieces, RegionForm, Strips, Table};
use super::{Cell, Corner, Triangles};

pub(super) static TABLE: Table = Table {
    name: "triangle",
    polyform_name: "polyiamond",
    cell_name: "triangles",
    kinds: &[
        CellKind {
            corners: &[(1, 0), (2, 1), (0, 1)],
            neighbours: &[(1, 0), (0, 1), (-1, 0)],
            text: (0, 0),
            words: "point up",
        },
        CellKind {
            corners: &[(1, 0), (3, 0), (2, 1)],
            neighbours: &[(0, -1), (1, 0), (-1, 0)],
            text: (1, 0),
            words: "point down",
        },
    ],
    slant: 1,
    column: 1,
    across: 2,
    down: Corner::new(0, 1),
    text_across: 2,
    text_down: (0, 1),
    weights: (1, 3),
    turns: 6,
    turn,
    flip: |cell| Cell::new(-cell.x, cell.y),
    lines: &[(2, 0), (1, 1), (-1, 1)],
    strips: &[
        Strips { words: "y", number: |cell| cell.y },
        Strips { words: "(x + y) / 2, rounded down,", number: |cell| (cell.x + cell.y).div_euclid(2) },
        Strips { words: "(x - y) / 2, rounded down,", number: |cell| (cell.x - cell.y).div_euclid(2) },
    ],
    triangles: Some(Triangles::LEVEL),
    hexagon: Some(RegionForm { area: |n| 6 * n * n, cells: hexagon }),
    triangle: Some(RegionForm { area: |n| n * n, cells: triangle }),
    sets: &[
        NamedPieces::free("diamonds", 2),
        NamedPieces::free("tetriamonds", 4),
        NamedPieces::free("pentiamonds", 5),
        NamedPieces::free("hexiamonds", 6),
        NamedPieces::free("heptiamonds", 7),
        NamedPieces::free("octiamonds", 8),
        NamedPieces::one_sided("one-sided hexiamonds", 6),
    ],
    most_enumerated: 14,
    burr_tools_grid: Some(1),
    ..table::USUAL
};

/// Returns a sixth of a turn clockwise about the corner (1, 0).
///
/// Turns the centers of the triangles, with heights in thirds of a row so that they are integers. Measured
/// from that corner, the center of cell (x, y) is x half edges across and 3 y + 2 thirds down (3 y + 1 where
/// it points down). Turning a point (u, v) of this grid by 60 degrees gives ((u - v) / 2, (3 u + v) / 2).
fn turn(cell: Cell) -> Cell {
    let thirds = 3 * cell.y + 2 - (cell.x + cell.y).rem_euclid(2);
    Cell::new((cell.x - thirds).div_euclid(2), (3 * cell.x + thirds).div_euclid(2).div_euclid(3))
}

/// Row y of the upper half begins n - 1 - y columns in; the lower half mirrors it. Corners of the hexagon are
/// in even columns, so the first triangle of each upper row points up.
fn hexagon(n: i32) -> Vec<Cell> {
    let odd = (n - 1).rem_euclid(2);
    (0..2 * n)
        .flat_map(|y| {
            let indent = if y < n { n - 1 - y } else { y - n };
            (indent..4 * n - 1 - indent).map(move |x| Cell::new(x + odd, y))
        })
        .collect()
}

/// Row y has 2 y + 1 triangles around the column n - 1; the tip of the first row points up.
fn triangle(n: i32) -> Vec<Cell> {
    let odd = (n - 1).rem_euclid(2);
    (0..n).flat_map(|y| (n - 1 - y..n + y).map(move |x| Cell::new(x + odd, y))).collect()
}

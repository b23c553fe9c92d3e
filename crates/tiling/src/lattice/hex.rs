//! Hexagons with a corner on top, in axial coordinates.
//!
//! One corner unit is half a hexagon's width across and half an edge down. The origin of cell (q, r) is its
//! center (2 q + r, 3 r).
//!
//! Source of the coordinates: Amit Patel, Red Blob Games, "Hexagonal Grids", section axial coordinates.

use super::table::{self, CellKind, NamedPieces, RegionForm, Table, square_of};
use super::{Cell, Corner, Triangles};

pub(super) static TABLE: Table = Table {
    name: "hex",
    polyform_name: "polyhex",
    cell_name: "hexagons",
    kinds: &[CellKind {
        corners: &[(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)],
        neighbours: &[(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)],
        text: (0, 0),
        words: "",
    }],
    column: 1,
    across: 2,
    down: Corner::new(1, 3),
    text_across: 2,
    text_down: (1, 1),
    weights: (3, 1),
    turns: 6,
    turn: |cell| Cell::new(-cell.y, cell.x + cell.y),
    flip: |cell| Cell::new(-cell.x - cell.y, cell.y),
    colorings: &[((1, 2, 3), ", so that no two touch and every third is marked")],
    triangles: Some(Triangles::UPRIGHT),
    hexagon: Some(RegionForm { area: |n| (3 * n * n).saturating_sub(3 * n) + 1, cells: hexagon }),
    triangle: Some(RegionForm {
        area: |n| n * (n + 1) / 2,
        cells: |n| square_of(0, n).filter(|cell| cell.x + cell.y < n).collect(),
    }),
    sets: &[
        NamedPieces::free("trihexes", 3),
        NamedPieces::free("tetrahexes", 4),
        NamedPieces::free("pentahexes", 5),
        NamedPieces::free("hexahexes", 6),
        NamedPieces::one_sided("one-sided tetrahexes", 4),
        NamedPieces::one_sided("one-sided pentahexes", 5),
    ],
    most_enumerated: 10,
    ..table::USUAL
};

/// Returns the hexagons within `n - 1` steps of the origin.
pub(super) fn hexagon(n: i32) -> Vec<Cell> {
    square_of(1 - n, n).filter(|cell| (cell.x + cell.y).abs() < n).collect()
}

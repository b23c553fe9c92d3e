//! Unit squares: a cell is a column and a row, its corners are the integer points around it.

use super::table::{self, CellKind, NamedPieces, Table};
use super::{Cell, Corner};

pub(super) static TABLE: Table = Table {
    name: "square",
    polyform_name: "polyomino",
    cell_name: "squares",
    axes: ("column", "row"),
    kinds: &[CellKind {
        corners: &[(0, 0), (1, 0), (1, 1), (0, 1)],
        neighbours: &[(0, -1), (1, 0), (0, 1), (-1, 0)],
        text: (0, 0),
        words: "",
    }],
    column: 1,
    across: 1,
    down: Corner::new(0, 1),
    text_across: 1,
    text_down: (0, 1),
    weights: (1, 1),
    unit: 1,
    turns: 4,
    turn: |cell| Cell::new(-cell.y, cell.x),
    flip: |cell| Cell::new(-cell.x, cell.y),
    lines: &[(1, 0), (0, 1)],
    colorings: &[((1, 1, 2), ", like the black ones of a chessboard")],
    sets: &[
        NamedPieces::free("dominoes", 2),
        NamedPieces::free("trominoes", 3),
        NamedPieces::free("tetrominoes", 4),
        NamedPieces::free("pentominoes", 5),
        NamedPieces::free("hexominoes", 6),
        NamedPieces::free("heptominoes", 7),
        NamedPieces::free("octominoes", 8),
        NamedPieces::one_sided("one-sided tetrominoes", 4),
        NamedPieces::one_sided("one-sided pentominoes", 5),
        NamedPieces::one_sided("one-sided hexominoes", 6),
    ],
    most_enumerated: 12,
    burr_tools_grid: Some(0),
    ..table::USUAL
};

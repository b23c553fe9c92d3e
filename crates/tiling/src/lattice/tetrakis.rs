//! Squares cut along both diagonals into four triangles, the edge of a square measuring 1.
//!
//! Two triangles that share half a diagonal are a half-square triangle, the piece of polyaboloes. One unit of a
//! corner is half the edge of a square.

use super::Corner;
use super::derive::{Derived, Outlines};
use super::table::{CellKind, NamedPieces, Table};

static OUTLINES: Outlines<4> = Outlines {
    corners: [
        &[(0, 0), (2, 0), (1, 1)],
        &[(2, 0), (2, 2), (1, 1)],
        &[(0, 2), (0, 0), (1, 1)],
        &[(2, 2), (0, 2), (1, 1)],
    ],
    across: 2,
    down: Corner::new(0, 2),
    weights: (1, 1),
    turns: 4,
};

static DERIVED: Derived<4> = OUTLINES.derive();

static KINDS: [CellKind; 4] = [
    DERIVED.kind(&OUTLINES, 0, (0, 0), "are at the top of their square"),
    DERIVED.kind(&OUTLINES, 1, (1, 0), "are at the right of their square"),
    DERIVED.kind(&OUTLINES, 2, (0, 1), "are at the left of their square"),
    DERIVED.kind(&OUTLINES, 3, (1, 1), "are at the bottom of their square"),
];

/// The four halves of a square: upper left, upper right, lower left and lower right.
const HALVES: &[&[i32]] = &[&[0, 2], &[0, 1], &[2, 3], &[1, 3]];

pub(super) static TABLE: Table = Table {
    name: "tetrakis",
    polyform_name: "polyabolo",
    cell_name: "quarter squares",
    text_across: 2,
    text_down: (0, 2),
    text_words: Some(
        "Every square takes two rows and two columns: top and right quarter in the first row, left and bottom quarter in the second.",
    ),
    turn: |cell| DERIVED.turned(cell),
    flip: |cell| DERIVED.flipped(cell),
    lines: &[(1, 0), (0, 1), (1, 1), (-1, 1)],
    diagonals: &[[[0, 2], [1, 3]], [[0, 1], [2, 3]]],
    sets: &[
        NamedPieces::of_parts("half-squares", 1, HALVES),
        NamedPieces::of_parts("diaboloes", 2, HALVES),
        NamedPieces::of_parts("triaboloes", 3, HALVES),
        NamedPieces::of_parts("tetraboloes", 4, HALVES),
        NamedPieces::of_parts("pentaboloes", 5, HALVES),
        NamedPieces::of_parts("hexaboloes", 6, HALVES),
    ],
    most_enumerated: 11,
    ..OUTLINES.table(&KINDS)
};

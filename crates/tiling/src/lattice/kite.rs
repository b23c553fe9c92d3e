//! Kites, six around each center of a hexagon with a corner on top: polykites, the hat and the turtle.
//!
//! The short edges measure 1, the long ones the square root of 3. One unit of a corner is half a long edge across
//! and half a short edge down. The origin of a period is the center of its hexagon.

use super::derive::{Derived, Outlines};
use super::table::{CellKind, Members, NamedPieces, RegionForm, Table, of_periods};
use super::{Corner, hex};

static OUTLINES: Outlines<6> = Outlines {
    corners: [
        &[(0, 0), (-1, -3), (0, -4), (1, -3)],
        &[(0, 0), (1, -3), (2, -2), (2, 0)],
        &[(0, 0), (2, 0), (2, 2), (1, 3)],
        &[(0, 0), (1, 3), (0, 4), (-1, 3)],
        &[(0, 0), (-1, 3), (-2, 2), (-2, 0)],
        &[(0, 0), (-2, 0), (-2, -2), (-1, -3)],
    ],
    across: 4,
    down: Corner::new(2, 6),
    weights: (3, 1),
    turns: 6,
};

static DERIVED: Derived<6> = OUTLINES.derive();

static KINDS: [CellKind; 6] = [
    DERIVED.kind(&OUTLINES, 0, (1, 0), "are at the top of their hexagon"),
    DERIVED.kind(&OUTLINES, 1, (2, 0), "are at the upper right of their hexagon"),
    DERIVED.kind(&OUTLINES, 2, (2, 1), "are at the lower right of their hexagon"),
    DERIVED.kind(&OUTLINES, 3, (1, 1), "are at the bottom of their hexagon"),
    DERIVED.kind(&OUTLINES, 4, (0, 1), "are at the lower left of their hexagon"),
    DERIVED.kind(&OUTLINES, 5, (0, 0), "are at the upper left of their hexagon"),
];

/// D. Smith, J. S. Myers, C. S. Kaplan, C. Goodman-Strauss, An aperiodic monotile, Combinatorial Theory 4
/// (2024): Tile(1, sqrt 3) of 8 kites, and Tile(sqrt 3, 1) of 10.
const HAT: (&str, &[(i32, i32)]) =
    ("hat", &[(0, 0), (1, 0), (2, 0), (3, 0), (9, 0), (10, 0), (0, 1), (5, 1)]);
const TURTLE: (&str, &[(i32, i32)]) =
    ("turtle", &[(9, -1), (10, -1), (0, 0), (1, 0), (2, 0), (3, 0), (10, 0), (11, 0), (0, 1), (1, 1)]);

pub(super) static TABLE: Table = Table {
    name: "kite",
    polyform_name: "polykite",
    cell_name: "kites",
    text_across: 4,
    text_down: (2, 2),
    text_words: Some(
        "Every hexagon takes two rows and three columns: its three upper kites from left to right, then its three lower ones; hexagons below are shifted to the right by two columns.",
    ),
    turn: |cell| DERIVED.turned(cell),
    drafters: true,
    flip: |cell| DERIVED.flipped(cell),
    hexagon: Some(RegionForm {
        area: |n| 6 * ((3 * n * n).saturating_sub(3 * n) + 1),
        cells: |n| of_periods(6, hex::hexagon(n)),
    }),
    sets: &[
        NamedPieces { name: "hat", flips: true, members: Members::These(&[HAT]) },
        NamedPieces { name: "turtle", flips: true, members: Members::These(&[TURTLE]) },
        NamedPieces::free("trikites", 3),
        NamedPieces::free("tetrakites", 4),
        NamedPieces::free("pentakites", 5),
        NamedPieces::free("hexakites", 6),
    ],
    most_enumerated: 9,
    ..OUTLINES.table(&KINDS)
};

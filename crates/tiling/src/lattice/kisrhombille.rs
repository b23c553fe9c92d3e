//! Triangles of 30, 60 and 90 degrees, twelve around each center of a hexagon with a corner on top: drafters.
//!
//! The edges measure 1, the square root of 3, and 2. One unit of a corner is half a middle edge across and half a
//! short edge down. The origin of a period is the center of its hexagon.

use super::derive::{Derived, Outlines};
use super::table::{CellKind, NamedPieces, RegionForm, Table, of_periods};
use super::{Corner, hex};

static OUTLINES: Outlines<12> = Outlines {
    corners: [
        &[(0, 0), (-1, -3), (0, -4)],
        &[(0, 0), (0, -4), (1, -3)],
        &[(0, 0), (1, -3), (2, -2)],
        &[(0, 0), (2, -2), (2, 0)],
        &[(0, 0), (2, 0), (2, 2)],
        &[(0, 0), (2, 2), (1, 3)],
        &[(0, 0), (1, 3), (0, 4)],
        &[(0, 0), (0, 4), (-1, 3)],
        &[(0, 0), (-1, 3), (-2, 2)],
        &[(0, 0), (-2, 2), (-2, 0)],
        &[(0, 0), (-2, 0), (-2, -2)],
        &[(0, 0), (-2, -2), (-1, -3)],
    ],
    across: 4,
    down: Corner::new(2, 6),
    weights: (3, 1),
    turns: 6,
};

static DERIVED: Derived<12> = OUTLINES.derive();

static KINDS: [CellKind; 12] = [
    DERIVED.kind(&OUTLINES, 0, (2, 0), "are the first of two at the top of their hexagon, clockwise"),
    DERIVED.kind(&OUTLINES, 1, (3, 0), "are the second of two at the top of their hexagon, clockwise"),
    DERIVED.kind(&OUTLINES, 2, (4, 0), "are the first of two at the upper right of their hexagon, clockwise"),
    DERIVED.kind(
        &OUTLINES,
        3,
        (5, 0),
        "are the second of two at the upper right of their hexagon, clockwise",
    ),
    DERIVED.kind(&OUTLINES, 4, (5, 1), "are the first of two at the lower right of their hexagon, clockwise"),
    DERIVED.kind(
        &OUTLINES,
        5,
        (4, 1),
        "are the second of two at the lower right of their hexagon, clockwise",
    ),
    DERIVED.kind(&OUTLINES, 6, (3, 1), "are the first of two at the bottom of their hexagon, clockwise"),
    DERIVED.kind(&OUTLINES, 7, (2, 1), "are the second of two at the bottom of their hexagon, clockwise"),
    DERIVED.kind(&OUTLINES, 8, (1, 1), "are the first of two at the lower left of their hexagon, clockwise"),
    DERIVED.kind(&OUTLINES, 9, (0, 1), "are the second of two at the lower left of their hexagon, clockwise"),
    DERIVED.kind(&OUTLINES, 10, (0, 0), "are the first of two at the upper left of their hexagon, clockwise"),
    DERIVED.kind(
        &OUTLINES,
        11,
        (1, 0),
        "are the second of two at the upper left of their hexagon, clockwise",
    ),
];

pub(super) static TABLE: Table = Table {
    name: "kisrhombille",
    polyform_name: "polydrafter",
    cell_name: "drafters",
    text_across: 6,
    text_down: (3, 2),
    text_words: Some(
        "Every hexagon takes two rows and six columns: its six upper triangles from left to right, then its six lower ones; hexagons below are shifted to the right by three columns.",
    ),
    turn: |cell| DERIVED.turned(cell),
    drafters: true,
    flip: |cell| DERIVED.flipped(cell),
    lines: &[(1, 0), (0, 1), (1, 1), (-1, 1), (1, 3), (-1, 3)],
    hexagon: Some(RegionForm {
        area: |n| 12 * ((3 * n * n).saturating_sub(3 * n) + 1),
        cells: |n| of_periods(12, hex::hexagon(n)),
    }),
    sets: &[
        NamedPieces::free("grid tridrafters", 3),
        NamedPieces::free("grid tetradrafters", 4),
        NamedPieces::free("grid pentadrafters", 5),
        NamedPieces::free("grid hexadrafters", 6),
    ],
    most_enumerated: 9,
    ..OUTLINES.table(&KINDS)
};

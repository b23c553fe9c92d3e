//! Rhombs of 60 and 120 degrees, three around each center of a hexagon with a corner on top: tumbling blocks.
//!
//! One unit of a corner is half a hexagon's width across and half an edge down. The origin of a period is the
//! corner at the upper left of its hexagon, where six rhombs meet. The three rhombs of a hexagon are the top,
//! the left and the right side of a cube.

use super::derive::{Derived, Outlines};
use super::table::{CellKind, NamedPieces, RegionForm, Table, of_periods};
use super::{Corner, Triangles, hex};

static OUTLINES: Outlines<3> = Outlines {
    corners: [
        &[(1, -1), (2, 0), (1, 1), (0, 0)],
        &[(0, 0), (1, 1), (1, 3), (0, 2)],
        &[(1, 1), (2, 0), (2, 2), (1, 3)],
    ],
    across: 2,
    down: Corner::new(1, 3),
    weights: (3, 1),
    turns: 6,
};

static DERIVED: Derived<3> = OUTLINES.derive();

static KINDS: [CellKind; 3] = [
    DERIVED.kind(&OUTLINES, 0, (0, 0), "are the top of a cube"),
    DERIVED.kind(&OUTLINES, 1, (0, 1), "are the left side of a cube"),
    DERIVED.kind(&OUTLINES, 2, (1, 1), "are the right side of a cube"),
];

pub(super) static TABLE: Table = Table {
    name: "rhombille",
    polyform_name: "polyrhomb",
    cell_name: "rhombs",
    text_across: 2,
    text_down: (1, 2),
    text_words: Some(
        "Every cube takes two rows: its top in the first, its left and right side in the second; cubes below are shifted to the right by one column.",
    ),
    turn: |cell| DERIVED.turned(cell),
    flip: |cell| DERIVED.flipped(cell),
    triangles: Some(Triangles::UPRIGHT),
    hexagon: Some(RegionForm {
        area: |n| 3 * ((3 * n * n).saturating_sub(3 * n) + 1),
        cells: |n| of_periods(3, hex::hexagon(n)),
    }),
    sets: &[
        NamedPieces::free("rhombs", 1),
        NamedPieces::free("trirhombs", 3),
        NamedPieces::free("tetrarhombs", 4),
        NamedPieces::free("pentarhombs", 5),
        NamedPieces::free("hexarhombs", 6),
        NamedPieces::one_sided("one-sided tetrarhombs", 4),
    ],
    most_enumerated: 11,
    ..OUTLINES.table(&KINDS)
};

//! Regular hexagons and triangles with equal edges, two of each at every corner: 3.6.3.6.
//!
//! One unit of a corner is half an edge across and one row of triangles down. The origin of a period is the
//! center of its hexagon, which has an edge on top.

use super::derive::{Derived, Outlines};
use super::table::{CellKind, NamedPieces, RegionForm, Table, of_periods};
use super::{Corner, Triangles, hex};

static OUTLINES: Outlines<3> = Outlines {
    corners: [
        &[(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)],
        &[(1, -1), (3, -1), (2, 0)],
        &[(2, 0), (3, 1), (1, 1)],
    ],
    across: 4,
    down: Corner::new(2, 2),
    weights: (1, 3),
    turns: 6,
};

static DERIVED: Derived<3> = OUTLINES.derive();

static KINDS: [CellKind; 3] = [
    DERIVED.kind(&OUTLINES, 0, (0, 0), "are hexagons"),
    DERIVED.kind(&OUTLINES, 1, (1, 0), "are triangles that point down"),
    DERIVED.kind(&OUTLINES, 2, (1, 1), "are triangles that point up"),
];

pub(super) static TABLE: Table = Table {
    name: "trihexagonal",
    polyform_name: "polytrihex",
    cell_name: "hexagons and triangles",
    text_across: 2,
    text_down: (1, 2),
    text_words: Some(
        "Every hexagon takes two rows: itself and the triangle at its upper right in the first, the triangle at its lower right in the second; hexagons below are shifted to the right by one column.",
    ),
    turn: |cell| DERIVED.turned(cell),
    flip: |cell| DERIVED.flipped(cell),
    lines: &[(2, 0), (1, 1), (-1, 1)],
    triangles: Some(Triangles { moved: 1, ..Triangles::LEVEL }),
    hexagon: Some(RegionForm {
        area: |n| 3 * ((3 * n * n).saturating_sub(3 * n) + 1),
        cells: |n| of_periods(3, hex::hexagon(n)),
    }),
    sets: &[
        NamedPieces::free("tritrihexes", 3),
        NamedPieces::free("tetratrihexes", 4),
        NamedPieces::free("pentatrihexes", 5),
    ],
    most_enumerated: 9,
    ..OUTLINES.table(&KINDS)
};

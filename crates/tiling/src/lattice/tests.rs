use std::collections::BTreeSet;

use super::*;

const SOME_CELLS: [Cell; 6] = [
    Cell::new(0, 0),
    Cell::new(1, 0),
    Cell::new(-3, 5),
    Cell::new(7, -2),
    Cell::new(-4, -9),
    Cell::new(2, 3),
];

#[test]
fn a_neighbour_is_across_the_edge_of_the_same_number() {
    for &lattice in Lattice::ALL {
        for cell in SOME_CELLS {
            let corners: Vec<Corner> = lattice.corners(cell).collect();
            assert_eq!(corners.len(), lattice.neighbours(cell).count());
            for (i, near) in lattice.neighbours(cell).enumerate() {
                let ends = [corners[i], corners[(i + 1) % corners.len()]];
                let shared: Vec<Corner> =
                    lattice.corners(near).filter(|corner| ends.contains(corner)).collect();
                assert_eq!(shared.len(), 2, "{lattice} {cell:?} edge {i}");
                assert!(lattice.neighbours(near).any(|back| back == cell), "{lattice} {cell:?} edge {i}");
            }
        }
    }
}

#[test]
fn the_edges_of_every_cell_measure_one() {
    for lattice in [Lattice::Square, Lattice::Hex, Lattice::Triangle, Lattice::Rhombille] {
        for corners in SOME_CELLS.map(|cell| lattice.corners(cell).collect::<Vec<_>>()) {
            let next = corners.iter().cycle().skip(1);
            assert!(corners.iter().zip(next).all(|(&from, &to)| lattice.distance(from, to) == 1.0));
        }
    }
    let half_squares: Vec<Corner> = Lattice::Tetrakis.corners(Cell::default()).collect();
    assert_eq!(Lattice::Tetrakis.distance(half_squares[0], half_squares[1]), 1.0);
    assert_eq!(Lattice::Tetrakis.distance(half_squares[1], half_squares[2]), 0.5_f64.sqrt());
    assert_eq!(Lattice::Triangle.distance(Corner::new(0, 0), Corner::new(6, 0)), 3.0);
    assert_eq!(Lattice::Square.distance(Corner::new(0, 0), Corner::new(3, 4)), 5.0);
}

#[test]
fn cells_at_a_corner_are_those_that_have_it() {
    for (lattice, around) in [
        (Lattice::Square, &[4][..]),
        (Lattice::Hex, &[3]),
        (Lattice::Triangle, &[6]),
        (Lattice::Rhombille, &[3, 6]),
        (Lattice::Tetrakis, &[4, 8]),
        (Lattice::Kite, &[3, 4, 6]),
        (Lattice::Trihexagonal, &[4]),
        (Lattice::Kisrhombille, &[4, 6, 12]),
    ] {
        let mut found = BTreeSet::new();
        for cell in SOME_CELLS {
            for corner in lattice.corners(cell) {
                let cells = lattice.cells_at(corner);
                found.insert(cells.len());
                assert!(cells.contains(&cell));
                for &near in &cells {
                    assert!(lattice.corners(near).any(|other| other == corner), "{lattice} {near:?}");
                }
                for (i, near) in cells.iter().enumerate() {
                    let next = cells[(i + 1) % cells.len()];
                    assert!(lattice.neighbours(*near).any(|other| other == next), "{lattice}: in turn");
                }
            }
        }
        assert!(found.iter().eq(around), "{lattice}: {found:?}");
    }
}

#[test]
fn a_corner_is_placed_by_the_known_lengths() {
    let half_root_3 = 0.866_025_403_784_438_6;
    for (lattice, scale) in [
        (Lattice::Square, (1.0, 1.0)),
        (Lattice::Hex, (half_root_3, 0.5)),
        (Lattice::Triangle, (0.5, half_root_3)),
        (Lattice::Rhombille, (half_root_3, 0.5)),
        (Lattice::Tetrakis, (0.5, 0.5)),
        (Lattice::Kite, (half_root_3, 0.5)),
        (Lattice::Trihexagonal, (0.5, half_root_3)),
    ] {
        assert_eq!(lattice.corner_scale(), scale, "{lattice}: to the last bit, as in every file");
        let (x, y) = lattice.corner_weights();
        let ratio = (scale.0 * scale.0) / (scale.1 * scale.1);
        assert!((ratio - x as f64 / y as f64).abs() < 1e-12, "{lattice}");
    }
}

#[test]
fn kinds_are_those_of_the_corners() {
    for &lattice in Lattice::ALL {
        for cell in SOME_CELLS {
            let around = |cell: Cell| -> Vec<(i32, i32)> {
                let corners: Vec<Corner> = lattice.corners(cell).collect();
                corners.iter().map(|corner| (corner.x - corners[0].x, corner.y - corners[0].y)).collect()
            };
            let first = (0..).map(|kind| Cell::new(kind, 0)).take(lattice.kinds());
            let kinds = (0..).zip(first).filter(|&(_, first)| around(first) == around(cell));
            let kinds: Vec<usize> = kinds.map(|(kind, _)| kind).collect();
            assert_eq!(kinds, [lattice.kind_of(cell)], "{lattice} {cell:?}");
        }
    }
}

#[test]
fn only_squares_are_rectilinear_and_lines_stop_at_corners_of_three_cells() {
    let kinds: Vec<_> =
        Lattice::ALL.iter().map(|lattice| (lattice.is_rectilinear(), lattice.has_straight_lines())).collect();
    let straight = kinds.iter().map(|kind| kind.1).collect::<Vec<bool>>();
    assert_eq!(straight, [true, false, true, false, true, false, true, true]);
    assert_eq!(kinds.iter().filter(|kind| kind.0).count(), 1);
    for &lattice in Lattice::ALL {
        let mut corners = SOME_CELLS.iter().flat_map(|&cell| lattice.corners(cell));
        let even = corners.all(|corner| lattice.cells_at(corner).len() % 2 == 0);
        assert_eq!(even, lattice.has_straight_lines(), "{lattice}");
        assert_eq!(Lattice::named(lattice.name()), Some(lattice));
    }
}

#[test]
fn touching_counts() {
    for (lattice, count) in [
        (Lattice::Square, 8),
        (Lattice::Hex, 6),
        (Lattice::Triangle, 12),
        (Lattice::Rhombille, 10),
        (Lattice::Tetrakis, 14),
        (Lattice::Kite, 9),
    ] {
        for cell in SOME_CELLS {
            assert_eq!(lattice.touching(cell).len(), count, "{lattice}");
        }
    }
}

#[test]
fn corners_go_clockwise_and_enclose_the_cell_area() {
    for &lattice in Lattice::ALL {
        let (sx, sy) = lattice.corner_scale();
        for cell in SOME_CELLS {
            let at: Vec<(f64, f64)> =
                lattice.corners(cell).map(|c| (f64::from(c.x) * sx, f64::from(c.y) * sy)).collect();
            let doubled: f64 = (0..at.len())
                .map(|i| {
                    let (a, b) = (at[i], at[(i + 1) % at.len()]);
                    a.0 * b.1 - a.1 * b.0
                })
                .sum();
            assert!((doubled / 2.0 - lattice.cell_area(cell)).abs() < 1e-9, "{lattice} {cell:?}: {doubled}");
        }
    }
}

#[test]
fn shift_to_origin_is_a_translation() {
    for &lattice in Lattice::ALL {
        for cell in SOME_CELLS {
            let shift = lattice.shift_to_origin(&[cell]);
            assert!(lattice.is_translation(shift));
            let home = cell.shifted(shift);
            let kind = usize::try_from(home.x).expect("not below 0");
            assert!(home.y == 0 && kind < lattice.kinds(), "{lattice} {home:?}");
        }
    }
}

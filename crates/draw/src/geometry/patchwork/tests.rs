use std::collections::BTreeMap;
use std::sync::Arc;

use super::*;
use piecework_tiling::lattice::{Cell, Lattice, Picture};
use piecework_tiling::polyform::{Freedom, Shape};
use piecework_tiling::puzzle::{Contact, Count, Piece, Puzzle, Region, Wrap};

/// Returns the patchwork of a picture in which each letter is one fixed piece and `.` a gap, with cells
/// of edge 10.
pub(in crate::geometry) fn patchwork(lattice: Lattice, rows: &[&str]) -> Patchwork {
    Patchwork::trace(&tiling(lattice, rows), 10.0).expect("a patchwork")
}

fn tiling(lattice: Lattice, rows: &[&str]) -> Tiling {
    let picture = Picture::read(lattice, rows.iter().copied()).expect("a picture");
    let mut groups: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    for &(cell, mark) in picture.marks() {
        groups.entry(mark).or_default().push(cell);
    }
    let all = groups.values().flatten().copied().collect();
    let gaps = groups.remove(&'.').map_or(0, |cells| cells.len());
    let piece = |(mark, cells): (&char, &Vec<Cell>)| Piece {
        name: mark.to_string(),
        shape: Shape::new(lattice, cells.clone()).expect("a shape"),
        freedom: Freedom::Fixed,
        count: Count::exactly(1),
    };
    let pieces = groups.iter().map(piece).collect();
    let region = Region::new(lattice, all).expect("a region");
    let gaps = u32::try_from(gaps).expect("few");
    let puzzle = Puzzle::with_rules("test", region, pieces, Contact::Allowed, gaps).expect("a puzzle");
    Tiling::new(&Arc::new(puzzle), groups.into_values().enumerate()).expect("a tiling")
}

#[track_caller]
fn counts(lattice: Lattice, rows: &[&str], vertices: usize, edges: usize, length: f64) -> Patchwork {
    let patchwork = patchwork(lattice, rows);
    assert_eq!((patchwork.vertices().len(), patchwork.edges().len()), (vertices, edges), "{rows:?}");
    assert!((patchwork.boundary_length() - 10.0 * length).abs() < 1e-9, "{}", patchwork.boundary_length());
    patchwork
}

/// What no patch covers, on random boards: as large as their gaps, and in none of the patches.
#[test]
fn gaps_are_empty_and_nothing_else_is() {
    let mut random = piecework_tiling::random::Random::new(9);
    for _ in 0..60 {
        let mut gaps = 0;
        let mut cell = |x: usize, y: usize| {
            // A frame of one piece holds the board together.
            if x == 0 || y == 0 || x == 6 || y == 5 {
                return 'Z';
            }
            let is_gap = random.below(3) == 0;
            gaps += usize::from(is_gap);
            if is_gap { '.' } else { char::from(b'A' + u8::try_from(x + 5 * (y - 1) - 1).expect("small")) }
        };
        let rows: Vec<String> = (0..6).map(|y| (0..7).map(|x| cell(x, y)).collect()).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let patchwork = patchwork(Lattice::Square, &rows);
        let empty = patchwork.gaps();
        assert_eq!(empty.len(), gaps);
        let area: f64 = empty.iter().map(Outline::area).sum();
        assert!((area - 100.0 * gaps as f64).abs() < 1e-6, "{rows:?} {area}");
        for part in empty {
            let at = part.label().at;
            assert!(patchwork.patches().iter().all(|patch| !patch.outline().contains(at)), "{rows:?}");
        }
    }
    assert!(patchwork(Lattice::Hex, &["A A B", " A B B"]).gaps().is_empty());
}

#[test]
fn edges_and_vertices_of_small_patchworks() {
    counts(Lattice::Square, &["AA"], 4, 4, 6.0);
    counts(Lattice::Square, &["AABB"], 6, 7, 11.0);
    counts(Lattice::Square, &["AB", "CD"], 9, 12, 12.0);
    counts(Lattice::Square, &["AAA", "ABA", "AAA"], 8, 8, 16.0);
    counts(Lattice::Hex, &["A"], 6, 6, 6.0);
    counts(Lattice::Triangle, &["AB"], 4, 5, 5.0);
}

#[test]
fn a_corner_that_abuts_on_a_side_parts_it() {
    let patchwork = counts(Lattice::Square, &["AAA", "BBC"], 8, 10, 14.0);
    let middle = patchwork.vertices().iter().find(|vertex| vertex.patches.len() == 3).expect("a T");
    assert_eq!((middle.at, middle.edges.len()), (Point::new(20.0, 10.0), 3));
    let [ring] = patchwork.patches()[0].rings() else { panic!("one ring") };
    assert_eq!(ring.len(), 5, "the lower side of A is in two");
    assert_eq!(patchwork.patches()[0].outline().outer().points().len(), 4, "but straight");
}

#[test]
fn rings_run_around_their_patch_at_the_right_hand() {
    let patchwork = patchwork(Lattice::Square, &["AAAA", "ABBA", "AAAC", "DDCC"]);
    for (index, patch) in patchwork.patches().iter().enumerate() {
        for (sides, ring) in patch.rings().iter().zip(patch.outline().rings()) {
            let start = |side: &Side| {
                let edge = &patchwork.edges()[side.edge];
                if side.reversed { edge.to } else { edge.from }
            };
            assert_eq!(patchwork.vertices()[start(&sides[0])].at, ring.points()[0]);
            for (side, next) in sides.iter().zip(sides.iter().cycle().skip(1)) {
                let edge = &patchwork.edges()[side.edge];
                assert_eq!(edge.other_end(start(side)), start(next), "sides follow each other");
                assert_eq!(if side.reversed { edge.left } else { edge.right }, Some(index));
            }
        }
    }
    assert_eq!(patchwork.patches()[0].outline().holes().len(), 1);
    assert!(patchwork.edges().iter().all(|edge| edge.right.is_some()));
}

#[test]
fn a_piece_that_touches_itself_keeps_simple_rings() {
    let patchwork = patchwork(Lattice::Square, &["BAA", "ACA", "AAA"]);
    assert_eq!(patchwork.patches()[1].rings().iter().map(Vec::len).collect::<Vec<_>>(), [6, 4]);
    let pinch = patchwork.vertices().iter().find(|vertex| vertex.at == Point::new(10.0, 10.0));
    let pinch = pinch.expect("the corner where A touches itself");
    assert_eq!((pinch.patches.as_slice(), pinch.edges.len()), ([0, 1, 2].as_slice(), 4));
}

#[test]
fn some_placements_are_traced_as_if_the_others_were_not_there() {
    let tiling = tiling(Lattice::Square, &["AABB", "CCBB"]);
    let whole = Patchwork::of_placements(&tiling, &[0, 1, 2], 10.0).expect("a patchwork");
    assert_eq!(whole, Patchwork::trace(&tiling, 10.0).expect("a patchwork"));
    let part = Patchwork::of_placements(&tiling, &[1, 2], 10.0).expect("a patchwork");
    assert_eq!(part.patches().len(), 2);
    assert_eq!((part.bounds().width(), part.bounds().height()), (40.0, 20.0));
    assert!((part.boundary_length() - (80.0 + 60.0 - 10.0)).abs() < 1e-9, "one edge is common");
    assert!((part.board()[0].area() - 600.0).abs() < 1e-9);
    let alone = Patchwork::of_placements(&tiling, &[2], 10.0).expect("a patchwork");
    assert_eq!(alone.patches()[0].outline().bounds().top, 0.0, "from the origin");
}

#[test]
fn turns_and_mirrors_are_reported() {
    let shape = Shape::from_rows(Lattice::Square, ["###", "#.."]).expect("a shape");
    let piece = Piece { name: "L".into(), shape, freedom: Freedom::Free, count: Count::ANY };
    let region = Region::rectangle(Lattice::Square, 4, 2).expect("a region");
    let puzzle = Arc::new(Puzzle::new("two", region, vec![piece]).expect("a puzzle"));
    let cells = |list: &[(i32, i32)]| list.iter().map(|&(x, y)| Cell::new(x, y)).collect::<Vec<_>>();
    let laid = [cells(&[(0, 0), (1, 0), (2, 0), (0, 1)]), cells(&[(3, 0), (1, 1), (2, 1), (3, 1)])];
    let tiling = Tiling::new(&puzzle, laid.into_iter().map(|cells| (0, cells))).expect("a tiling");
    let patchwork = Patchwork::trace(&tiling, 10.0).expect("a patchwork");
    let told: Vec<_> =
        patchwork.patches().iter().map(|patch| (patch.mirrored(), patch.turn(), patch.cells())).collect();
    assert_eq!(told, [(false, 0, 4), (false, 180, 4)]);
}

#[test]
fn a_piece_across_a_seam_is_traced_in_parts() {
    let shape = Shape::from_rows(Lattice::Square, ["###"]).expect("a shape");
    let piece = Piece { name: "I".into(), shape, freedom: Freedom::Free, count: Count::ANY };
    let region = Region::wrapped(Lattice::Square, 6, 1, Wrap::Torus).expect("a region");
    let puzzle = Arc::new(Puzzle::new("ring", region, vec![piece]).expect("a puzzle"));
    let row = |x: i32| (0, (x..x + 3).map(|x| Cell::new(x, 0)).collect());
    let tiling = Tiling::new(&puzzle, [row(2), row(5)]).expect("a tiling");
    let patchwork = Patchwork::trace_flat(&tiling, 10.0).expect("a patchwork");
    let parts: Vec<(usize, usize)> =
        patchwork.patches().iter().map(|patch| (patch.placement(), patch.cells())).collect();
    assert_eq!(parts, [(0, 2), (0, 1), (1, 3)]);
    assert_eq!((patchwork.bounds().width(), patchwork.board().len()), (60.0, 1));
    let refused = GeometryError::JoinedSides { wrap: Wrap::Torus };
    assert_eq!(Patchwork::trace(&tiling, 10.0), Err(refused.clone()));
    assert_eq!(Patchwork::of_placements(&tiling, &[1], 10.0), Err(refused));
    let cells = Patchwork::of_region(puzzle.region(), 10.0).expect("an empty board");
    assert_eq!(cells.patches().len(), 6);
}

#[test]
fn an_empty_board_has_a_patch_for_each_cell_on_every_lattice() {
    for &lattice in Lattice::ALL {
        let region = Region::rectangle(lattice, 3, 2).expect("a region");
        let cells = Patchwork::of_region(&region, 10.0).expect("an empty board");
        for (patch, &cell) in cells.patches().iter().zip(region.cells()) {
            assert_eq!(patch.outline().outer().points().len(), lattice.corners(cell).count(), "{lattice}");
        }
        assert_eq!(cells.patches().len(), region.area(), "{lattice}");
    }
}

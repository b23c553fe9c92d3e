//! Placements are those that fit, and no others.

use super::*;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::polyform::{Freedom, Shape};
use piecework_tiling::puzzle::Piece;

fn puzzle(lattice: Lattice, rows: &[&str], count: Count, contact: Contact, gaps: u32) -> Puzzle {
    let shape = Shape::from_rows(lattice, rows.iter().copied()).expect("a good shape");
    let piece = Piece { name: "A".into(), shape, freedom: Freedom::Free, count };
    let region = Region::rectangle(lattice, 6, 10).expect("a good region");
    Puzzle::with_rules("test", region, vec![piece], contact, gaps).expect("a good puzzle")
}

fn model(puzzle: &Puzzle) -> Model {
    Model::new(puzzle, &SolveOptions::default()).expect("small enough")
}

#[test]
fn placements_are_all_there_and_can_be_found() {
    for (rows, expected) in [
        (&["#####"][..], 2 * 10 + 6 * 6),
        (&[".#.", "###", ".#."], 4 * 8),
        (&["####", ".#.."], 4 * (3 * 9 + 5 * 7)),
    ] {
        let model = model(&puzzle(Lattice::Square, rows, Count::ANY, Contact::Allowed, 0));
        assert_eq!(model.placement_count(), expected, "{rows:?}");
        for placement in model.placements_of(0) {
            assert_eq!(model.find(0, model.cells(placement)), Some(placement));
        }
    }
    let up_and_down = puzzle(Lattice::Triangle, &["#"], Count::ANY, Contact::Allowed, 0);
    assert_eq!(model(&up_and_down).placement_count(), 60);
}

#[test]
fn estimates_are_never_too_low_and_limits_hold_exactly() {
    let puzzle = puzzle(Lattice::Square, &["####", ".#.."], Count::ANY, Contact::Allowed, 0);
    let ways = 248;
    let try_with = |placement_limit| {
        Model::new(&puzzle, &SolveOptions { placement_limit, ..SolveOptions::default() }).map(|_| ())
    };
    assert_eq!(try_with(ways), Ok(()));
    let refused = SolverError::TooManyPlacements { estimated: ways, allowed: ways - 1 };
    assert_eq!(try_with(ways - 1), Err(refused));
    let little = SolveOptions { memory_limit: 1000, ..SolveOptions::default() };
    assert!(matches!(Model::new(&puzzle, &little), Err(SolverError::TooMuchMemory { .. })));
}

#[test]
fn empty_places_are_counted_where_that_prunes() {
    let rule = |count, contact, gaps| model(&puzzle(Lattice::Square, &["#####"], count, contact, gaps)).empty;
    assert_eq!(rule(Count::exactly(12), Contact::Allowed, 0), Empty::Never);
    let ten = Count::exactly(10);
    assert_eq!(rule(ten, Contact::Allowed, 20), Empty::Counted(Bounds { least: 10, most: 10 }));
    assert_eq!(rule(Count::exactly(1), Contact::Allowed, 60), Empty::Freely);
    let few = Count { min: 0, max: Some(3) };
    assert_eq!(rule(few, Contact::Allowed, 50), Empty::Counted(Bounds { least: 45, most: 50 }));
    // An I occupies 12 of the 77 corners.
    let five = Empty::Counted(Bounds { least: 5, most: 5 });
    assert_eq!(rule(Count::exactly(6), Contact::Forbidden, 0), five);
    assert_eq!(rule(Count::exactly(1), Contact::Forbidden, 0), Empty::Freely);
}

//! The frontier search finds what backtracking finds, with words of all sizes.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::*;
use crate::engines::cover::Cover;
use crate::ground::SolveOptions;
use crate::ground::shared_place::Shelf;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::polyform::{Freedom, Shape};
use piecework_tiling::puzzle::{Contact, Count, Piece, Puzzle, Region};

fn puzzle(region: Region, rows: &[&[&str]], count: Count, contact: Contact, gaps: u32) -> Puzzle {
    let lattice = region.lattice();
    let shape = |rows: &&[&str]| Shape::from_rows(lattice, rows.iter().copied()).expect("a shape");
    with_shapes(region, rows.iter().map(shape).collect(), count, contact, gaps)
}

fn with_shapes(region: Region, shapes: Vec<Shape>, count: Count, contact: Contact, gaps: u32) -> Puzzle {
    let piece = |(number, shape): (usize, Shape)| Piece {
        name: number.to_string(),
        shape,
        freedom: Freedom::Free,
        count,
    };
    let pieces = shapes.into_iter().enumerate().map(piece).collect();
    Puzzle::with_rules("test", region, pieces, contact, gaps).expect("a puzzle")
}

/// The first cells of a row, which are next to each other on every lattice.
fn first_cells(lattice: Lattice, cells: i32) -> Shape {
    Shape::new(lattice, (0..cells).map(|x| Cell::new(x, 0)).collect()).expect("a shape")
}

fn found(engine: &dyn Exhaustive) -> BTreeSet<Vec<u32>> {
    let mut all = BTreeSet::new();
    let mut visit = |tiling: &[u32], _: &mut Watch<'_>| {
        let mut tiling = tiling.to_vec();
        tiling.sort_unstable();
        assert!(all.insert(tiling), "none twice");
        Ok(ControlFlow::Continue(()))
    };
    let outcome = engine.search(&Prefix::default(), &mut Watch::unlimited(), &mut visit);
    assert_eq!(outcome, Ok(Outcome::Complete));
    all
}

/// Compares all word sizes with the cover engine.
#[track_caller]
fn agrees(puzzle: &Puzzle) -> usize {
    let model = Model::new(puzzle, &SolveOptions::default()).expect("small");
    let layout = Layout::new(&model, &|_| true, None);
    let copies = copies(&model).expect("few pieces");
    let parts = Parts { model: &model, layout: &layout, copies: &copies, half: None };
    let expected = found(&Cover::new(&model, &|_| true, None));
    assert_eq!(found(frontier(&model, &|_| true, None, None).expect("few kinds").as_ref()), expected);
    assert_eq!(found(&Frontier::<u128, u128, u128>::new(parts)), expected);
    assert_eq!(found(&Frontier::<Pair, Pair, u128>::new(parts)), expected);
    // Short keys, so that not every state is remembered.
    assert_eq!(found(&Frontier::<Pair, Pair, u64>::new(parts)), expected);
    expected.len()
}

const I: &[&str] = &["###"];
const L: &[&str] = &["##", "#."];
const DOMINO: &[&str] = &["##"];

fn rectangle(lattice: Lattice, columns: u32, rows: u32) -> Region {
    Region::rectangle(lattice, columns, rows).expect("a region")
}

/// Visits a part until `nodes` are spent, then what is left in the same way; all tilings in the order of
/// the visits.
fn in_turns(engine: &dyn Exhaustive, prefix: &Prefix, nodes: Option<u64>, found: &mut Vec<Vec<u32>>) {
    let options = SolveOptions { node_limit: nodes, ..SolveOptions::default() };
    let mut watch = Watch::new(&options);
    let mut visit = |tiling: &[u32], _: &mut Watch<'_>| {
        found.push(tiling.to_vec());
        Ok(ControlFlow::Continue(()))
    };
    let outcome = engine.search(prefix, &mut watch, &mut visit).expect("nothing is wrong");
    let left = watch.take_left();
    assert_eq!(left.is_empty(), outcome.is_complete(), "{left:?}");
    left.iter().for_each(|part| in_turns(engine, part, nodes, found));
}

#[test]
fn what_is_left_of_a_stopped_search_is_the_rest_in_order() {
    let mut stops = 0;
    for (lattice, contact, count, gaps, half, seed) in [
        (Lattice::Square, Contact::Allowed, Count::ANY, 0, None, None),
        (Lattice::Square, Contact::Allowed, Count { min: 1, max: Some(3) }, 3, Some((8, 1)), None),
        (Lattice::Square, Contact::Forbidden, Count::exactly(1), 16, None, Some(7)),
        (Lattice::Triangle, Contact::Allowed, Count::ANY, 2, None, Some(1)),
        (Lattice::Hex, Contact::Allowed, Count { min: 1, max: None }, 1, Some((6, 0)), None),
    ] {
        let shapes: [&[&str]; 2] = if lattice == Lattice::Hex { [&["# #"], &["# # #"]] } else { [DOMINO, I] };
        let puzzle = puzzle(rectangle(lattice, 4, 4), &shapes, count, contact, gaps);
        let model = Model::new(&puzzle, &SolveOptions::default()).expect("small");
        let engine = frontier(&model, &|_| true, half, seed).expect("few kinds");
        let mut whole = Vec::new();
        in_turns(engine.as_ref(), &Prefix::default(), None, &mut whole);
        assert!(!whole.is_empty(), "{lattice}");
        for nodes in [1, 2, 5, 40, 300] {
            let mut found = Vec::new();
            in_turns(engine.as_ref(), &Prefix::default(), Some(nodes), &mut found);
            assert_eq!(found, whole, "{lattice}, {nodes} nodes at a time");
            stops += 1;
        }
    }
    assert_eq!(stops, 25);
}

#[test]
fn words_of_all_sizes_find_the_same_on_every_lattice() {
    for &lattice in Lattice::ALL {
        // Twelve cells; a column may have several of them.
        let columns = (3 / lattice.cells_in_column().unsigned_abs()).max(1);
        let rows = 12 / (columns * lattice.cells_in_column().unsigned_abs());
        let region = rectangle(lattice, columns, rows);
        assert_eq!(region.area(), 12, "{lattice}");
        for contact in [Contact::Allowed, Contact::Forbidden] {
            for (count, gaps) in [
                (Count::ANY, 0),
                (Count::exactly(2), 30),
                (Count { min: 1, max: Some(3) }, 3),
                (Count { min: 1, max: None }, 2),
            ] {
                let shapes = [2, 3].map(|cells| first_cells(lattice, cells)).to_vec();
                agrees(&with_shapes(region.clone(), shapes, count, contact, gaps));
            }
        }
    }
    assert_eq!(
        agrees(&puzzle(rectangle(Lattice::Square, 4, 4), &[DOMINO], Count::ANY, Contact::Allowed, 0)),
        36
    );
}

#[test]
fn regions_may_have_holes_and_parts() {
    let cells = rectangle(Lattice::Square, 7, 3).cells().to_vec();
    for missing in [&[(1, 1)][..], &[(3, 0), (3, 1), (3, 2)], &[(4, 1), (5, 1), (6, 2)]] {
        let kept = cells.iter().copied().filter(|cell| !missing.contains(&(cell.x, cell.y)));
        let region = Region::new(Lattice::Square, kept.collect()).expect("a region");
        let gaps = compact(region.area() % 3);
        assert!(agrees(&puzzle(region, &[I, L], Count::ANY, Contact::Allowed, gaps)) > 0, "{missing:?}");
    }
    // Two parts so far apart that walls fill more than a window.
    let far = [0, 1, 2, 3, 300, 301, 302, 303].map(|x| Cell::new(x, 0));
    let region = Region::new(Lattice::Square, far.to_vec()).expect("a region");
    assert_eq!(agrees(&puzzle(region, &[DOMINO], Count::ANY, Contact::Allowed, 0)), 1);
}

#[test]
fn dead_positions_are_found_ahead() {
    // Four columns; the pieces are rows of three.
    let model = Model::new(
        &puzzle(rectangle(Lattice::Square, 4, 6), &[I], Count::ANY, Contact::Allowed, 0),
        &SolveOptions::default(),
    );
    let model = model.expect("small");
    let layout = Layout::new(&model, &|_| true, None);
    let board = CompiledBoard::<u64, u64>::new(&model, &layout, &copies(&model).expect("one piece"));
    let mut ahead = look_ahead::Ahead::new(&board).expect("nothing stays empty");
    let mut is_lost = |position: u32, taken: &[u32]| {
        let window = board.walls[position as usize].or(u64::from_iter(taken.iter().copied()));
        let state = State { window, position, ..board.start(&board.walls) };
        (0..2).all(|_| ahead.is_lost(&board, &state))
    };
    assert!(!is_lost(0, &[]) && !is_lost(0, &[1]) && !is_lost(0, &[4]));
    assert!(is_lost(0, &[1, 4]) && is_lost(0, &[2, 8]));
    // There is no room for a column in two rows.
    assert!(is_lost(16, &[]) && !is_lost(12, &[]) && is_lost(12, &[1]) && !is_lost(8, &[1]));
    // The last column has two cells left below.
    assert!(is_lost(19, &[1, 2, 3]));
}

#[test]
fn a_run_begins_with_what_another_has_found_out() {
    let region = rectangle(Lattice::Square, 7, 6);
    let puzzle = puzzle(region, &[I, L], Count::exactly(7), Contact::Allowed, 0);
    let model = Model::new(&puzzle, &SolveOptions::default()).expect("small");
    let shelf = Shelf::default();
    let run = || {
        let mut engine = frontier(&model, &|_| true, None, None).expect("few kinds");
        engine.share(Box::new(shelf.clone()));
        let (mut tilings, mut watch) = (0u64, Watch::unlimited());
        let mut visit = |_: &[u32], _: &mut Watch<'_>| {
            tilings += 1;
            Ok(ControlFlow::Continue(()))
        };
        let outcome = engine.search(&Prefix::default(), &mut watch, &mut visit);
        assert_eq!(outcome, Ok(Outcome::Complete));
        engine.hand_on();
        (tilings, watch.nodes())
    };
    let (first, second) = (run(), run());
    assert!(first.0 > 0 && first.0 == second.0, "{first:?} and {second:?}");
    assert!(second.1 < first.1, "{first:?} and {second:?}");
}

#[test]
fn placements_on_the_same_corners_are_distinguished() {
    // Four orientations, all with the same sixteen corners.
    const C: &[&str] = &["###", "#.#", "###"];
    const U: &[&str] = &["###", "##.", "###"];
    let one =
        |rows| puzzle(rectangle(Lattice::Square, 3, 3), &[rows], Count::exactly(1), Contact::Forbidden, 0);
    assert_eq!((agrees(&one(C)), agrees(&one(U))), (1, 4));
}

#[test]
fn what_is_too_wide_is_refused_by_name() {
    let refused = |region, rows| {
        let model =
            Model::new(&puzzle(region, &[rows], Count::ANY, Contact::Allowed, 0), &SolveOptions::default());
        match frontier(&model.expect("small"), &|_| true, None, None).map(|_| ()) {
            Err(SolverError::NotForEngine { engine: Engine::Frontier, reason }) => Some(reason),
            result => result.map(|()| None).expect("no other error"),
        }
    };
    assert_eq!(refused(rectangle(Lattice::Square, 100, 100), DOMINO), None);
    assert!(refused(rectangle(Lattice::Square, 150, 150), I).expect("too wide").contains("spans"));
}

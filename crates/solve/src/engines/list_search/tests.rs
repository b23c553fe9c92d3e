use super::*;
use crate::engines::Compiled;
use crate::engines::dlx::Dlx;
use crate::engines::exhaustive::split;
use crate::ground::SolveOptions;
use crate::ground::alarm::Alarm;
use crate::ground::shared_place::Shelf;
use crate::support::template;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::polyform::{Freedom, Shape, named_set};
use piecework_tiling::puzzle::{Contact, Count, Piece, Puzzle, Region};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

fn found(engine: &dyn Exhaustive, prefix: &Prefix, most: usize) -> (Vec<Vec<u32>>, Outcome) {
    let mut all = Vec::new();
    let mut visit = |tiling: &[u32], _: &mut Watch<'_>| {
        all.push(tiling.to_vec());
        Ok(if all.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let outcome = engine.search(prefix, &mut Watch::unlimited(), &mut visit).expect("no fault");
    (all, outcome)
}

/// Compares lists that change to the graph after `between` nodes with those of the search.
#[track_caller]
fn agrees(puzzle: &Puzzle, seed: Option<u64>) {
    let model = Model::new(puzzle, &SolveOptions::default()).expect("small");
    let search = frontier::frontier(&model, &|_| true, None, seed).expect("few kinds");
    let whole = found(search.as_ref(), &Prefix::default(), usize::MAX);
    assert!(whole.1.is_complete() && !whole.0.is_empty(), "{}", puzzle.name());
    let parts = split(search.as_ref(), &model, |_| true, 40);
    let expected: Vec<_> = parts.iter().map(|part| found(search.as_ref(), part, usize::MAX)).collect();
    for between in [1, 7, 50, 1000] {
        let listed = || {
            let made =
                ListSearch::new(&model, &|_| true, 1 << 30, seed).expect("few kinds").expect("no gaps");
            let tries = Mutex::new(Tries { nodes: 0, graph: Some(1), cuts: None });
            ListSearch { between_looks: between, tries, ..made }
        };
        assert_eq!(found(&listed(), &Prefix::default(), usize::MAX), whole, "{}", puzzle.name());
        let few = whole.0.len() / 2 + 1;
        let half = found(&listed(), &Prefix::default(), few);
        assert_eq!(half, (whole.0[..few].to_vec(), Outcome::Stopped(StopReason::Visitor)));
        let one = listed();
        for (part, expected) in parts.iter().zip(&expected) {
            assert_eq!(found(&one, part, usize::MAX), *expected, "{}: {part:?}", puzzle.name());
        }
        assert!(between > 7 || one.known.get().is_some(), "the graph was made");
    }
}

fn small(columns: u32, rows: u32, pieces: &[(&[&str], Count)]) -> Puzzle {
    let piece = |(number, (rows, count)): (usize, &(&[&str], Count))| Piece {
        name: number.to_string(),
        shape: Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a shape"),
        freedom: Freedom::Free,
        count: *count,
    };
    let region = Region::rectangle(Lattice::Square, columns, rows).expect("a region");
    let pieces = pieces.iter().enumerate().map(piece).collect();
    Puzzle::with_rules("small", region, pieces, Contact::Allowed, 0).expect("a puzzle")
}

#[test]
fn lists_go_on_where_the_search_left_off() {
    let (domino, corner): (&[&str], &[&str]) = (&["##"], &["##", "#."]);
    let several = Count { min: 1, max: None };
    for puzzle in [
        small(4, 5, &[(domino, Count::ANY)]),
        small(4, 4, &[(corner, Count::exactly(2)), (domino, Count::ANY)]),
        small(5, 4, &[(corner, several), (domino, Count { min: 2, max: Some(4) })]),
        // At least two of each: different numbers of uses become one state.
        small(6, 3, &[(corner, Count { min: 2, max: None }), (domino, Count { min: 2, max: None })]),
    ] {
        agrees(&puzzle, None);
        agrees(&puzzle, Some(3));
    }
    for name in ["pentomino-3x20", "six-pentominoes-5x6", "tetrahex-4x7"] {
        agrees(&template(name).rest(), Some(1));
    }
}

#[test]
fn one_run_makes_the_graph_for_all() {
    let puzzle = template("six-pentominoes-5x6").rest();
    let model = Model::new(&puzzle, &SolveOptions::default()).expect("small");
    let listed = |shelf: &Shelf, next: u64| {
        let made = ListSearch::new(&model, &|_| true, 1 << 30, None).expect("few kinds").expect("no gaps");
        let tries = Mutex::new(Tries { nodes: 0, graph: Some(next), cuts: None });
        ListSearch { between_looks: 1, tries, shared: Some(Box::new(shelf.clone())), ..made }
    };
    let shelf = Shelf::default();
    let claimed = Shelf { is_claimed: true, ..shelf.clone() };
    let other_makes_it = listed(&claimed, 1);
    let whole = found(&other_makes_it, &Prefix::default(), usize::MAX);
    assert!(whole.1.is_complete() && !whole.0.is_empty());
    assert!(other_makes_it.known.get().is_none(), "another run was making it");

    let first = listed(&shelf, 1);
    assert_eq!(found(&first, &Prefix::default(), usize::MAX), whole);
    let bytes = shelf.bytes.lock().expect("whole").clone().expect("it is kept");
    // It is not time to make one.
    let second = listed(&shelf, u64::MAX);
    assert_eq!(found(&second, &Prefix::default(), usize::MAX), whole);
    let graph = |listed: &ListSearch<'_>| match listed.known.get() {
        Some(Known::Graph(living)) => living.to_bytes(),
        _ => panic!("no graph"),
    };
    assert_eq!(graph(&second), graph(&first), "it was taken over");

    for at in (0..bytes.len()).step_by(7) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        assert!(Living::from_bytes(&changed, model.placement_count()).is_none(), "byte {at}");
        assert!(Living::from_bytes(&bytes[..at], model.placement_count()).is_none(), "{at} bytes");
    }
    assert!(Living::from_bytes(&bytes, 3).is_none(), "of a larger model");
    *shelf.bytes.lock().expect("whole") = Some(vec![0; 100]);
    let third = listed(&shelf, 1);
    assert_eq!(found(&third, &Prefix::default(), usize::MAX), whole);
    assert_eq!(shelf.bytes.lock().expect("whole").as_ref(), Some(&bytes), "what is damaged is made again");
}

#[test]
fn a_graph_that_does_not_fit_is_given_up() {
    let puzzle = template("pentomino-3x20");
    let model = Model::new(&puzzle, &SolveOptions::default()).expect("small");
    let made = ListSearch::new(&model, &|_| true, 1000, None).expect("few kinds").expect("no gaps");
    let listed = ListSearch { between_looks: 1, ..made };
    let (all, outcome) = found(&listed, &Prefix::default(), usize::MAX);
    assert!(outcome.is_complete() && all.len() == 8);
    assert!(listed.known.get().is_none());
}

/// Lists all tilings of a rectangle by cuts, and compares them with those of the search, order included,
/// and of engine `dlx`. Returns whether cuts found them.
fn agrees_by_cuts(pieces: &[Piece], columns: u32, rows: u32, seed: Option<u64>) -> bool {
    let region = Region::rectangle(Lattice::Square, columns, rows).expect("a region");
    let puzzle = Arc::new(Puzzle::new("rectangle", region, pieces.to_vec()).expect("a puzzle"));
    let options = SolveOptions { seed, ..SolveOptions::default() };
    let silent = Alarm::silent();
    let Ok(compiled) = Compiled::under(&puzzle, &options, silent) else { panic!("small") };
    let model = &compiled.model;
    let made = compiled.listed(&options).expect("few kinds").expect("no gaps");
    let tries = Mutex::new(Tries { nodes: 1 << 30, graph: None, cuts: Some(1) });
    let listed = ListSearch { between_looks: u64::from(columns), tries, ..made };
    let search = frontier::frontier(model, &|_| true, None, seed).expect("few kinds");
    let whole = found(search.as_ref(), &Prefix::default(), usize::MAX);
    for part in split(search.as_ref(), model, |_| true, 10).iter().chain([&Prefix::default()]) {
        let expected = found(search.as_ref(), part, usize::MAX);
        let sorted = |tilings: Vec<Vec<u32>>| -> Vec<Vec<u32>> {
            tilings.iter().map(|tiling| sorted(tiling)).collect()
        };
        let (listed, outcome) = found(&listed, part, usize::MAX);
        assert_eq!((sorted(listed), outcome), (sorted(expected.0), expected.1), "{part:?}");
    }
    let dlx = Dlx::new(model, &|_| true, &options, &silent).expect("small");
    let by_dlx = found(&dlx, &Prefix::default(), usize::MAX).0;
    let set = |tilings: &[Vec<u32>]| tilings.iter().map(|tiling| sorted(tiling)).collect::<BTreeSet<_>>();
    assert_eq!(set(&by_dlx), set(&whole.0), "{columns} x {rows}");
    matches!(listed.known.get(), Some(Known::Tilings(all)) if all.len() == whole.0.len())
}

fn sorted(tiling: &[u32]) -> Vec<u32> {
    let mut tiling = tiling.to_vec();
    tiling.sort_unstable();
    tiling
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn lists_by_cuts_are_those_of_other_engines(
        chosen in prop::collection::btree_set(0_usize..18, 1..4),
        columns in 2_u32..8,
        rows in 2_u32..7,
        seed in prop::option::of(0_u64..3),
    ) {
        let sets = ["tetrominoes", "pentominoes"].map(|name| named_set(name).expect("a known set"));
        let members: Vec<_> = sets.into_iter().flat_map(|set| set.members).collect();
        let piece = |number: usize| Piece {
            name: number.to_string(),
            shape: members[number].shape.clone(),
            freedom: Freedom::Free,
            count: Count::ANY,
        };
        let pieces: Vec<Piece> = chosen.into_iter().filter(|&it| it < members.len()).map(piece).collect();
        let least = pieces.iter().map(|piece| piece.shape.area()).min().unwrap_or(usize::MAX);
        prop_assume!(least <= (columns * rows) as usize);
        agrees_by_cuts(&pieces, columns, rows, seed);
    }
}

#[test]
fn long_lists_of_rectangles_come_from_cuts() {
    let piece = |rows: &[&str]| Piece {
        name: rows.concat(),
        shape: Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a shape"),
        freedom: Freedom::Free,
        count: Count::ANY,
    };
    for seed in [None, Some(5)] {
        assert!(agrees_by_cuts(&[piece(&["##", "#."])], 6, 5, seed));
        assert!(agrees_by_cuts(&[piece(&["####", ".#.."])], 10, 5, seed), "16 tilings");
        assert!(agrees_by_cuts(&[piece(&["##", "#."]), piece(&["####"])], 4, 4, seed));
    }
    let puzzle = template("y-hexomino-23x24");
    let mut found = 0;
    let report = crate::solve_up_to_symmetry(&puzzle, &SolveOptions::default(), |_| {
        found += 1;
        ControlFlow::Continue(())
    })
    .expect("no fault");
    assert!(report.outcome.is_complete() && found == 5);
    assert!(report.nodes < 20_000_000, "a search takes 800 million, {}", report.nodes);
}

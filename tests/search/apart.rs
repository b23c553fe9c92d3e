//! Pieces that touch at corners only, all or by sets.

use std::sync::Arc;

use piecework::limits::Limits;
use piecework::puzzle::{Puzzle, read_puzzle};
use piecework::solver::{Engine, SolveOptions, count, first, solve};
use piecework::source::Source;
use piecework::tiling::Tiling;

fn puzzle(text: &str) -> Arc<Puzzle> {
    let read = read_puzzle(&Source::new("p.json", text), &Limits::default());
    Arc::new(read.unwrap_or_else(|error| panic!("{error}: {text}")))
}

fn board(columns: u32, pieces: &str, rule: &str) -> Arc<Puzzle> {
    puzzle(&format!(
        r#"{{"piecework": 1, "name": "squares", "lattice": "square", "region": {{"rectangle": [{columns}, {columns}]}},
            "pieces": [{pieces}], {rule}}}"#
    ))
}

#[track_caller]
fn counted(puzzle: &Arc<Puzzle>) -> u128 {
    let counts = [Engine::Auto, Engine::Cover, Engine::Dlx, Engine::Backtrack].map(|engine| {
        let options = SolveOptions { engine, ..SolveOptions::default() };
        let found = count(puzzle, &options).unwrap_or_else(|error| panic!("{engine}: {error}"));
        assert!(found.report.outcome.is_complete());
        found.raw.to_u128().expect("few")
    });
    assert!(counts.iter().all(|found| *found == counts[0]), "{counts:?}");
    counts[0]
}

/// Independent sets of a square grid, A006506; of two colors by hand.
#[test]
fn single_squares_at_corners_are_hard_squares() {
    let one = r###"{"name": "a", "rows": ["#"], "count": "any"}"###;
    for (columns, known) in [(1, 2), (2, 7), (3, 63), (4, 1234)] {
        assert_eq!(counted(&board(columns, one, r#""contact": "corners""#)), known, "{columns}");
    }
    let two = format!(r###"{one}, {{"name": "b", "rows": ["#"], "count": "any"}}"###);
    // Of each color, each square of four is there or not, opposite ones together or alone: 7 sets each, which do not meet.
    let sets = [0u8, 1, 2, 4, 8, 6, 9];
    let apart = sets
        .iter()
        .flat_map(|one| sets.iter().map(move |other| one & other))
        .filter(|meet| *meet == 0)
        .count();
    assert_eq!(counted(&board(2, &two, r#""gaps": 4, "apart": [["a"], ["b"]]"#)), apart as u128);
    assert_eq!(counted(&board(2, &two, r#""gaps": 4, "equal_pieces": "apart""#)), apart as u128);
    // In one set, each of the seven has one of two colors on each square.
    let colored: u128 = sets.iter().map(|set| 1 << set.count_ones()).sum();
    assert_eq!(counted(&board(2, &two, r#""contact": "corners""#)), colored);
}

#[test]
fn nineteen_pieces_touch_at_corners_only() {
    let text = std::fs::read_to_string("examples/corners-only.json").expect("an example");
    let (tiling, _) = first(&puzzle(&text), &SolveOptions::default()).expect("a search");
    assert_eq!(tiling.expect("a packing").placements().len(), 19);
}

/// Whether squares of pieces, from these lists, hang together at corners: by itself, without what the library knows.
fn hang_together(pieces: &[Vec<(i32, i32)>]) -> bool {
    let meet = |a: &[(i32, i32)], b: &[(i32, i32)]| {
        a.iter().any(|&(x, y)| b.iter().any(|&(u, v)| (x - u).abs() == 1 && (y - v).abs() == 1))
    };
    let mut linked = vec![false; pieces.len()];
    linked.iter_mut().take(1).for_each(|first| *first = true);
    for _ in pieces {
        for at in 0..pieces.len() {
            linked[at] |= (0..pieces.len()).any(|other| linked[other] && meet(&pieces[at], &pieces[other]));
        }
    }
    linked.iter().all(|is_linked| *is_linked)
}

/// Of all packings whose pieces share no edge, those that hang together, in one set and in two, are counted one by one.
#[test]
fn linked_pieces_hang_together_at_corners() {
    let pieces = r####"{"name": "I", "rows": ["###"]}, {"name": "V", "rows": ["##", "#."]}, {"name": "D", "rows": ["##"]}, {"name": "O", "rows": ["#"]}"####;
    for (columns, rule, sets) in [
        (5, r#""contact": "corners""#, vec![vec![0, 1, 2, 3]]),
        (4, r#""gaps": 7, "apart": [["I", "D"], ["V", "O"]]"#, vec![vec![0, 2], vec![1, 3]]),
        (4, r#""gaps": 7, "apart": [["I", "V"], ["D", "O"]]"#, vec![vec![0, 1], vec![2, 3]]),
    ] {
        let loose = board(columns, pieces, rule);
        let linked = board(columns, pieces, &format!(r#"{rule}, "linked": true"#));
        let (mut all, mut held) = (0, 0);
        solve(&loose, &SolveOptions::default(), |tiling| {
            let of = |set: &Vec<usize>| {
                let laid = tiling.placements().iter().filter(|laid| set.contains(&laid.piece));
                laid.map(|laid| laid.cells.iter().map(|cell| (cell.x, cell.y)).collect()).collect::<Vec<_>>()
            };
            all += 1;
            let is_held = sets.iter().all(|set| hang_together(&of(set)));
            let laid = tiling.placements().iter().map(|laid| (laid.piece, laid.cells.to_vec()));
            assert_eq!(Tiling::new(&linked, laid).is_ok(), is_held);
            held += u128::from(is_held);
            std::ops::ControlFlow::Continue(())
        })
        .expect("a search");
        assert!(0 < held && held < all, "{rule}: {held} of {all}");
        assert_eq!(counted(&linked), held, "{rule}");
    }
}

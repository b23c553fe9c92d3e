//! Compares orders of rectangles with published ones, and small ones with exact covers.

use std::sync::Arc;

use piecework::lattice::Lattice;
use piecework::limits::Limits;
use piecework::polyform::{Freedom, Shape, enumerate};
use piecework::puzzle::{Count, Piece, Puzzle, Region, pieces_from_hex, read_puzzle};
use piecework::solver::{
    Engine, NoRectangle, OrderReport, Outcome, SolveOptions, SolverError, StopReason, best_effort, count,
    first, smallest_rectangle,
};
use piecework::source::Source;
use piecework::templates::puzzle_template;

/// Names, order, longer and shorter side; published by Golomb, Klarner, Reid, Dahlke and others.
const KNOWN: [(&str, u32, u32, u32); 20] = [
    ("80", 1, 1, 1),
    ("c0c0", 1, 2, 2),
    ("f8", 1, 5, 1),
    ("e0c0", 2, 5, 2),
    ("e040", 4, 4, 4),
    ("f040", 10, 10, 5),
    ("f060", 4, 6, 4),
    ("e0c040", 18, 12, 9),
    ("f0e020", 24, 16, 12),
    ("e0e080", 28, 14, 14),
    ("f0f0e0", 50, 25, 22),
    ("f0f04040", 96, 32, 30),
    ("f860", 76, 28, 19),
    ("f840", 92, 24, 23),
    ("f0f880", 138, 46, 30),
    ("e0a0_40e040", 3, 5, 3),
    ("e04040_e030", 10, 10, 5),
    ("e0a0_e08080", 80, 20, 20),
    ("f820_e070", 94, 47, 12),
    ("c040_40c0", 2, 3, 2),
];

fn report(names: &str, most_cells: u32) -> OrderReport {
    let mut pieces = pieces_from_hex(names).expect("good names");
    pieces.dedup_by(|one, other| one.shape.free() == other.shape.free());
    smallest_rectangle(&pieces, most_cells, &SolveOptions::default()).expect("good pieces")
}

/// The tiling was checked when it was made; this checks its sides.
#[track_caller]
fn assert_order(names: &str, order: u32, columns: u32, rows: u32) {
    let report = report(names, 10_000);
    assert_eq!((report.outcome, report.order), (Outcome::Complete, Some(order)), "{names}");
    let region = report.rectangles[0].puzzle().region();
    assert_eq!(region, &Region::rectangle(Lattice::Square, columns, rows).expect("a region"), "{names}");
    assert!(report.excluded_area < columns * rows, "{names}");
    assert!(report.not_searched.iter().all(|&(x, y)| x * y == columns * rows), "{names}");
}

#[test]
fn published_orders() {
    for (names, order, columns, rows) in KNOWN {
        assert_order(names, order, columns, rows);
    }
}

#[test]
fn all_rectangles_of_the_least_area_are_reported() {
    // Twelve cells in either orientation: I trominoes need one, and L trominoes tile both 2 x 6 and 3 x 4.
    let report = report("c080", 100);
    assert_eq!(report.order, Some(2));
    let sides = |tiling: &piecework::tiling::Tiling| tiling.puzzle().region().cells().last().copied();
    let corners: Vec<_> =
        report.rectangles.iter().filter_map(sides).map(|cell| (cell.x + 1, cell.y + 1)).collect();
    assert_eq!(corners, [(3, 2)]);
}

/// Of the polyominoes of 1 to 7 cells, how many fill no side of a rectangle; all others have one, see docs/rectangles.md.
#[test]
fn pieces_without_a_rectangle() {
    for (cells, without) in (1..).zip([0, 0, 0, 1, 8, 25, 100]) {
        let all = enumerate(Lattice::Square, cells).expect("few cells");
        let none = all.iter().filter(|polyform| {
            let piece = Piece {
                name: "A".into(),
                shape: polyform.shape().clone(),
                freedom: Freedom::Free,
                count: Count::ANY,
            };
            // No rectangle of one cell is enough to search: this is decided before.
            let report = smallest_rectangle(&[piece], 1, &SolveOptions::default()).expect("good pieces");
            assert!(report.never.is_none() || report.outcome.is_complete() && report.rectangles.is_empty());
            matches!(report.never, Some(NoRectangle::Side(_)))
        });
        assert_eq!(none.count(), without, "{cells} cells");
    }
}

#[test]
fn limits_are_distinguished_from_proofs() {
    let by_area = report("f840", 300);
    assert_eq!(by_area.outcome, Outcome::Stopped(StopReason::AreaLimit));
    assert_eq!((by_area.order, by_area.never), (None, None));
    assert_eq!(by_area.excluded_area, 300);
    let pieces = pieces_from_hex("f840").expect("a good name");
    let nodes = SolveOptions { node_limit: Some(5_000), ..SolveOptions::default() };
    let by_nodes = smallest_rectangle(&pieces, 10_000, &nodes).expect("good pieces");
    assert_eq!(by_nodes.outcome, Outcome::Stopped(StopReason::NodeLimit));
    assert!(by_nodes.excluded_area < 552 && by_nodes.rectangles.is_empty());
    let memory = SolveOptions { memory_limit: 1 << 20, ..SolveOptions::default() };
    let by_memory = smallest_rectangle(&pieces, 10_000, &memory).expect("good pieces");
    assert_eq!(by_memory.outcome, Outcome::Stopped(StopReason::MemoryLimit));
}

#[test]
fn auto_takes_it_for_rectangles_of_one_piece() {
    for name in ["y-hexomino-23x24", "heptomino-21x26"] {
        let template = puzzle_template(name).expect("a known template");
        let puzzle = read_puzzle(&Source::new(name, template.text), &Limits::default()).expect("a good file");
        let (tiling, report) =
            first(&Arc::new(puzzle), &SolveOptions::default()).expect("it takes the puzzle");
        assert!(tiling.is_some(), "{name}");
        assert_eq!(report.engine, Engine::CutLine, "{name}");
    }
}

fn shape_of(rows: &[&str]) -> Shape {
    Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a shape")
}

/// A puzzle with one piece of these rows in a region of those.
fn puzzle_of(piece: &[&str], freedom: Freedom, count: Count, region: &[&str]) -> Arc<Puzzle> {
    let shape = shape_of(piece);
    let region = Region::new(Lattice::Square, shape_of(region).cells().to_vec()).expect("a region");
    let piece = Piece { name: "A".into(), shape, freedom, count };
    Arc::new(Puzzle::new("test", region, vec![piece]).expect("a puzzle"))
}

#[test]
fn what_it_does_not_take_is_refused_by_name() {
    let domino: &[&str] = &["##"];
    let square: &[&str] = &["####", "####", "####", "####"];
    let hole: &[&str] = &["####", "#..#", "#..#", "####"];
    let long: &[&str] = &["###########"];
    let cases = [
        (puzzle_of(domino, Freedom::Free, Count::exactly(8), square), "its pieces are there in any number"),
        (
            puzzle_of(domino, Freedom::Fixed, Count::ANY, square),
            "it knows only pieces that may be turned and flipped",
        ),
        (puzzle_of(domino, Freedom::Free, Count::ANY, hole), "it tiles rectangles only"),
        (puzzle_of(long, Freedom::Free, Count::ANY, long), "a piece is longer than ten cells"),
    ];
    for (puzzle, expected) in cases {
        let named = SolveOptions { engine: Engine::CutLine, ..SolveOptions::default() };
        let refused = first(&puzzle, &named).expect_err("refused");
        assert_eq!(refused, SolverError::NotForEngine { engine: Engine::CutLine, reason: expected });
        let (tiling, report) = first(&puzzle, &SolveOptions::default()).expect("other engines take it");
        assert!(tiling.is_some() && report.engine != Engine::CutLine, "{expected}");
    }
    let domino = puzzle_of(domino, Freedom::Free, Count::ANY, square);
    let named = SolveOptions { engine: Engine::CutLine, ..SolveOptions::default() };
    assert!(matches!(count(&domino, &named), Err(SolverError::NotForEngine { .. })));
    assert!(matches!(best_effort(&domino, &named), Err(SolverError::NotForEngine { .. })));
}

#[test]
fn a_coloring_argument_is_given_in_words_for_cut_line() {
    // T tetrominoes are colored 3 to 1, and 25 of them cover 50 black cells: an even number from an odd
    // number of odd ones.
    let piece = pieces_from_hex("e040").expect("a good name").swap_remove(0);
    let puzzle = rectangle_puzzle(&piece.shape, 10, 10).expect("a puzzle");
    let (tiling, report) = first(&puzzle, &SolveOptions::default()).expect("it takes the puzzle");
    assert!(tiling.is_none() && report.outcome.is_complete());
    assert!(report.argument.is_some());
}

fn rectangle_puzzle(shape: &Shape, columns: u32, rows: u32) -> Option<Arc<Puzzle>> {
    let region = Region::rectangle(Lattice::Square, columns, rows).expect("a region");
    let piece = Piece { name: "A".into(), shape: shape.clone(), freedom: Freedom::Free, count: Count::ANY };
    Puzzle::new("test", region, vec![piece]).ok().map(Arc::new)
}

fn has_tiling(puzzle: &Arc<Puzzle>, engine: Engine) -> bool {
    let options = SolveOptions { engine, ..SolveOptions::default() };
    let (tiling, report) = first(puzzle, &options).expect("it takes the puzzle");
    assert!(tiling.is_some() || report.outcome.is_complete());
    tiling.is_some()
}

#[test]
fn every_small_rectangle_agrees_with_the_exact_covers() {
    for cells in 1..=6u32 {
        for polyform in enumerate(Lattice::Square, cells as usize).expect("few cells") {
            let shape = polyform.shape();
            for columns in 1..=10 {
                for rows in (1..=columns.min(60 / columns)).filter(|rows| columns * rows % cells == 0) {
                    let Some(puzzle) = rectangle_puzzle(shape, columns, rows) else { continue };
                    let [cover, cut_line] =
                        [Engine::Cover, Engine::CutLine].map(|engine| has_tiling(&puzzle, engine));
                    assert_eq!(cover, cut_line, "{columns} x {rows} of {:?}", shape.rows());
                }
            }
        }
    }
}

#[test]
fn pairs_agree_with_the_exact_covers() {
    let tetrominoes = enumerate(Lattice::Square, 4).expect("few cells");
    let pentominoes = enumerate(Lattice::Square, 5).expect("few cells");
    let piece = |name: &str, shape: &Shape| Piece {
        name: name.into(),
        shape: shape.clone(),
        freedom: Freedom::Free,
        count: Count::ANY,
    };
    for one in &tetrominoes {
        for other in &pentominoes {
            let pieces = vec![piece("A", one.shape()), piece("B", other.shape())];
            for (columns, rows) in [(5, 3), (5, 5), (6, 4), (7, 5), (8, 4), (9, 3), (7, 7)] {
                let region = Region::rectangle(Lattice::Square, columns, rows).expect("a region");
                let Ok(puzzle) = Puzzle::new("test", region, pieces.clone()) else { continue };
                let puzzle = Arc::new(puzzle);
                let [cover, cut_line] =
                    [Engine::Cover, Engine::CutLine].map(|engine| has_tiling(&puzzle, engine));
                let rows_of = [one, other].map(|polyform| polyform.shape().rows());
                assert_eq!(cover, cut_line, "{columns} x {rows} of {rows_of:?}");
            }
        }
    }
}

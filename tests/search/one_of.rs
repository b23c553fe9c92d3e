//! Pieces of which each copy shows one, in puzzles with known counts and in the examples.

use std::sync::Arc;

use piecework::limits::Limits;
use piecework::polyform::{Freedom, named_set};
use piecework::puzzle::{Count, OneOf, Piece, Puzzle, Region, Rules, read_puzzle};
use piecework::solver::{Engine, SolveOptions, SolverError, count};
use piecework::source::Source;

/// The puzzle of a set in which each piece is a choice between its fixed orientations.
fn by_orientations(set: &str, (columns, rows): (u32, u32)) -> Arc<Puzzle> {
    let set = named_set(set).expect("a set");
    let (mut pieces, mut one_of): (Vec<Piece>, Vec<OneOf>) = (Vec::new(), Vec::new());
    for member in &set.members {
        let first = pieces.len();
        for (number, way) in member.shape.orientations(set.freedom).into_iter().enumerate() {
            let name = format!("{} {number}", member.name);
            pieces.push(Piece { name, shape: way.shape, freedom: Freedom::Fixed, count: Count::ANY });
        }
        one_of.push(OneOf { pieces: first..pieces.len(), count: Count::exactly(1) });
    }
    let region = Region::rectangle(set.lattice, columns, rows).expect("a region");
    Arc::new(Puzzle::ruled("ways", region, pieces, Rules { one_of, ..Rules::default() }).expect("a puzzle"))
}

#[track_caller]
fn counted(puzzle: &Arc<Puzzle>, engine: Engine, reflections: bool) -> (u128, u128) {
    let options = SolveOptions { engine, reflections, ..SolveOptions::default() };
    let found = count(puzzle, &options).expect("small");
    assert!(found.report.outcome.is_complete());
    (found.raw.to_u128().expect("few"), found.up_to_symmetry.to_u128().expect("few"))
}

/// Haselgrove and Haselgrove 1960; Fletcher 1965.
#[test]
fn a_piece_is_a_choice_of_its_orientations() {
    let narrow = by_orientations("pentominoes", (20, 3));
    for engine in [Engine::Auto, Engine::Cover, Engine::Dlx] {
        assert_eq!(counted(&narrow, engine, true), (8, 2), "{engine}");
    }
    assert_eq!(counted(&by_orientations("pentominoes", (15, 4)), Engine::Auto, true), (1472, 368));
    assert_eq!(counted(&by_orientations("pentominoes", (10, 6)), Engine::Auto, true), (9356, 2339));
    assert_eq!(counted(&by_orientations("pentominoes", (10, 6)), Engine::Auto, false), (9356, 4678));
}

#[test]
fn two_sided_blocks_are_counted_by_all_engines() {
    let text = std::fs::read_to_string("examples/two-sided-blocks.json").expect("an example");
    let puzzle = read_puzzle(&Source::new("blocks.json", text), &Limits::default()).expect("a puzzle");
    let puzzle = Arc::new(puzzle);
    for engine in [Engine::Auto, Engine::Cover, Engine::Dlx, Engine::Backtrack] {
        assert_eq!(counted(&puzzle, engine, true), (2740, 1370), "{engine}");
    }
    for engine in [Engine::ReTiling, Engine::CutLine] {
        let options = SolveOptions { engine, ..SolveOptions::default() };
        let refused = piecework::solver::first(&puzzle, &options);
        assert!(matches!(refused, Err(SolverError::NotForEngine { .. })), "{refused:?}");
    }
}

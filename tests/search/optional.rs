//! Boards where only some cells may stay empty, against the search of the oracle and cell by cell.

use std::collections::BTreeSet;
use std::sync::Arc;

use piecework::lattice::{Cell, Lattice};
use piecework::limits::Limits;
use piecework::polyform::{Freedom, Shape, named_set};
use piecework::puzzle::{Count, Piece, Placed, Puzzle, Region, Rules, read_puzzle};
use piecework::solver::{Engine, SolveOptions, count, first};
use piecework::source::Source;

use crate::oracle::every_tiling;

fn puzzle(region: Region, shape: Shape) -> Arc<Puzzle> {
    let piece = Piece { name: "piece".into(), shape, freedom: Freedom::Free, count: Count::ANY };
    Arc::new(Puzzle::new("optional", region, vec![piece]).expect("a puzzle"))
}

#[test]
fn counts_are_those_of_all_packings_that_cover_what_they_must() {
    let domino = |lattice: Lattice| {
        let near = lattice.neighbours(Cell::default()).next().expect("a neighbour");
        Shape::new(lattice, vec![Cell::default(), near]).expect("a shape")
    };
    for &lattice in Lattice::ALL {
        let size = if lattice.cells_in_column() == 1 { (4, 3) } else { (2, 1) };
        let region = Region::rectangle(lattice, size.0, size.1).expect("a region");
        let optional: Vec<Cell> = region.cells().iter().copied().step_by(3).collect();
        let puzzle = puzzle(region.with_optional(optional), domino(lattice));
        let expected = every_tiling(&puzzle, usize::MAX);
        let expected = expected.iter().filter(|laid| {
            let covered: BTreeSet<Cell> = laid.iter().flat_map(|(_, cells)| cells.clone()).collect();
            let region = puzzle.region();
            region.cells().iter().all(|&cell| covered.contains(&cell) || region.is_optional(cell))
        });
        let found = count(&puzzle, &SolveOptions::default()).expect("a count");
        assert!(found.raw == expected.count() as u128, "{lattice}");
        let (tiling, report) = first(&puzzle, &SolveOptions::default()).expect("a search");
        assert_eq!((tiling.is_some(), report.engine), (found.raw != 0, Engine::Sat), "{lattice}");
    }
}

#[test]
fn hats_cover_every_kite_but_those_of_the_rim_once() {
    let shape = named_set("hat").expect("the hat").members[0].shape.clone();
    let region = Region::hexagon(Lattice::Kite, 4).expect("a region").with_rim(3);
    let puzzle = puzzle(region, shape);
    let (tiling, _) = first(&puzzle, &SolveOptions::default()).expect("a search");
    let tiling = tiling.expect("hats tile the plane");
    let mut covered: Vec<Cell> = tiling.placements().iter().flat_map(|hat| hat.cells.clone()).collect();
    covered.sort_unstable();
    let count = covered.len();
    covered.dedup();
    assert_eq!((covered.len(), count % 8), (count, 0), "each once, eight to a hat");
    for &cell in puzzle.region().cells() {
        assert!(covered.binary_search(&cell).is_ok() || puzzle.region().is_optional(cell), "{cell:?}");
    }
    assert_eq!(tiling.board().cells(), covered);
    let refused = first(&puzzle, &SolveOptions { engine: Engine::Frontier, ..SolveOptions::default() });
    assert!(refused.is_err(), "an engine that does not know which cells may stay empty");
}

#[test]
fn where_every_cell_may_stay_empty_only_their_number_matters() {
    let members = named_set("tetrominoes").expect("a set").members;
    let once = |shape: &Shape, name: &str| {
        let (name, shape) = (name.to_owned(), shape.clone());
        Piece { name, shape, freedom: Freedom::Free, count: Count::exactly(1) }
    };
    let pieces: Vec<Piece> = members.iter().map(|member| once(&member.shape, &member.name)).collect();
    let board = Region::rectangle(Lattice::Square, 4, 6).expect("a region");
    let of = |region: Region, rules: Rules| {
        Arc::new(Puzzle::ruled("four empty", region, pieces.clone(), rules).expect("a puzzle"))
    };
    let gaps = of(board.clone(), Rules { gaps: 4, ..Rules::default() });
    let optional = of(board.clone().with_optional(board.cells().iter().copied()), Rules::default());
    assert_eq!((&optional, optional.fingerprint()), (&gaps, gaps.fingerprint()));
    // Where every cell beside the placed pieces may stay empty, what is left to search is such a board too.
    let at = pieces.iter().position(|piece| piece.name == "O").expect("a square");
    let cells: Vec<Cell> = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| Cell::new(x, y)).into();
    let others: Vec<Cell> = board.cells().iter().copied().filter(|cell| !cells.contains(cell)).collect();
    let placed = vec![Placed { piece: at, cells }];
    let gaps = of(board.clone(), Rules { placed: placed.clone(), gaps: 4, ..Rules::default() });
    let optional = of(board.with_optional(others), Rules { placed, ..Rules::default() });
    let raw = |puzzle: &Arc<Puzzle>, engine: Engine| {
        count(puzzle, &SolveOptions { engine, ..SolveOptions::default() }).expect("a count").raw
    };
    let expected = raw(&gaps, Engine::Cover);
    assert!(expected != 0);
    for engine in [Engine::Auto, Engine::Cover, Engine::Dlx, Engine::Frontier] {
        assert_eq!(raw(&optional, engine), expected, "{engine}");
    }
}

/// `piecework solve --count` said 0 to each of these.
#[test]
fn gaps_and_corners_are_beside_cells_that_may_stay_empty() {
    for (rows, rule, known) in [
        (r###"["##?"]"###, r#""contact": "corners""#, 3),
        (r###"["##?"]"###, r#""gaps": 1"#, 2),
        (r###"["##?"]"###, r#""gaps": 2"#, 3),
        (r###"["?#?"]"###, r#""contact": "forbidden""#, 3),
        (r###"["???"]"###, r#""contact": "corners""#, 3),
    ] {
        let text = format!(
            r###"{{"piecework": 1, "name": "m", "lattice": "square", "region": {{"rows": {rows}}},
                "pieces": [{{"name": "m", "rows": ["#"]}}], {rule}}}"###
        );
        let puzzle = read_puzzle(&Source::new("m.json", text), &Limits::default()).expect("a puzzle");
        for engine in [Engine::Auto, Engine::Cover] {
            let options = SolveOptions { engine, ..SolveOptions::default() };
            assert_eq!(count(&puzzle, &options).expect("a count").raw, known, "{rows} {rule}");
        }
    }
}

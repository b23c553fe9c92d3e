//! Checks that the embedded puzzles have tilings, and that those survive every format.

use std::sync::Arc;

use piecework::lattice::{Cell, Lattice};
use piecework::limits::Limits;
use piecework::puzzle::{Puzzle, read_puzzle};
use piecework::solver::{SolveOptions, first};
use piecework::source::Source;
use piecework::templates::puzzle_template;
use piecework::tiling::{
    Format, Import, Tiling, import, infer_from_grid, read_letter_grids, read_records, recognise,
    write_letter_grid, write_record, write_record_pretty,
};

/// Puzzles that the general engine solves quickly; the others need special engines.
const QUICK: [&str; 19] = [
    "calendar",
    "calendar-hex",
    "t-tetromino-4x4",
    "l-tromino-6x6",
    "domino-8x8",
    "six-pentominoes-5x6",
    "pentomino-6x10",
    "pentomino-5x12",
    "pentomino-4x15",
    "pentomino-3x20",
    "pentomino-8x8-hole",
    "hexiamond-6x6",
    "tetrahex-4x7",
    "thirteen-pieces-8x8",
    "hexomino-15x15-less-3x5",
    "tumbling-blocks-hexagon",
    "cubes-in-a-corner",
    "half-squares-12x12",
    "quilt-60x80",
];

fn puzzle(name: &str) -> Arc<Puzzle> {
    let template = puzzle_template(name).expect("a template");
    let source = Source::new(name, template.text);
    assert_eq!(recognise(&source), Format::Puzzle);
    Arc::new(read_puzzle(&source, &Limits::default()).expect("a good puzzle"))
}

/// The placements as sets of cells, moved together to the standard place, in reading order.
fn groups(tiling: &Tiling) -> Vec<Vec<Cell>> {
    let cells = || tiling.placements().iter().map(|placement| placement.cells.clone());
    let shift = tiling.lattice().shift_to_origin(&cells().flatten().collect::<Vec<Cell>>());
    cells().map(|cells| cells.into_iter().map(|cell| cell.shifted(shift)).collect()).collect()
}

#[test]
fn templates_have_tilings_that_survive_every_format() {
    let limits = Limits::default();
    for name in QUICK {
        let puzzle = puzzle(name);
        let (tiling, _) = first(&puzzle, &SolveOptions::default()).expect("in the limits");
        let tiling = tiling.expect(name);
        survives_letters(&tiling, puzzle.lattice(), &limits);
        for text in [write_record(&tiling), write_record_pretty(&tiling)] {
            let source = Source::new(name, text);
            let read = read_records(&source, Some(&puzzle), &limits).expect(name);
            assert_eq!(read, std::slice::from_ref(&tiling), "{name}");
            let Ok(Import::Tilings(found)) = import(&source, None, &limits) else {
                panic!("{name}: no tiling")
            };
            assert_eq!(groups(&found[0]), groups(&tiling), "{name}");
            assert_eq!(found[0].puzzle().name(), puzzle.name());
        }
    }
}

fn survives_letters(tiling: &Tiling, lattice: Lattice, limits: &Limits) {
    let text = write_letter_grid(tiling);
    let grids = read_letter_grids(lattice, &text, limits).expect("letters");
    let again = infer_from_grid("again", &grids[0]).expect("a tiling");
    assert_eq!(groups(&again), groups(tiling), "{text}");
}

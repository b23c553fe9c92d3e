use super::*;
use crate::count;
use crate::ground::Engine;
use crate::support::template;
use piecework_tiling::lattice::Cell;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::puzzle::{Clue, Placed, pieces_named};

fn made(columns: u32, rows: u32, pieces: &str, wanted: &MakerOptions) -> MakerReport {
    let pieces = pieces_named(pieces).expect("a known set");
    let lattice = pieces[0].shape.lattice();
    let board = Region::rectangle(lattice, columns, rows).expect("a board");
    make_puzzles("Test", &board, &pieces, wanted, &SolveOptions::default()).expect("small")
}

/// Counts all solutions without the solver: each piece in turn, in each orientation, over the first open cell.
fn brute_force(puzzle: &Puzzle) -> usize {
    fn fill(puzzle: &Puzzle, open: &BTreeSet<Cell>, left: &mut [u32]) -> usize {
        let Some(&first) = open.first() else { return 1 };
        let mut solutions = 0;
        for piece in 0..left.len() {
            if left[piece] == 0 {
                continue;
            }
            let (shape, freedom) = (&puzzle.pieces()[piece].shape, puzzle.pieces()[piece].freedom);
            for way in shape.orientations(freedom) {
                let cells = way.shape.cells();
                let shift = first.since(cells[0]);
                let laid: Vec<Cell> = cells.iter().map(|cell| cell.shifted(shift)).collect();
                let fits =
                    puzzle.lattice().is_translation(shift) && laid.iter().all(|cell| open.contains(cell));
                if fits && agrees(puzzle, piece, &laid) {
                    let mut rest = open.clone();
                    laid.iter().for_each(|cell| _ = rest.remove(cell));
                    left[piece] -= 1;
                    solutions += fill(puzzle, &rest, left);
                    left[piece] += 1;
                }
            }
        }
        solutions
    }
    let mut open: BTreeSet<Cell> = puzzle.region().cells().iter().copied().collect();
    let mut left: Vec<u32> = puzzle.pieces().iter().map(|piece| piece.count.min).collect();
    for placed in puzzle.placed() {
        placed.cells.iter().for_each(|cell| _ = open.remove(cell));
        left[placed.piece] -= 1;
    }
    fill(puzzle, &open, &mut left)
}

fn count_by_dlx(puzzle: &Arc<Puzzle>) -> usize {
    let mut count = 0;
    let dlx = SolveOptions { engine: Engine::Dlx, symmetry_breaking: false, ..SolveOptions::default() };
    let visit = |_| {
        count += 1;
        ControlFlow::Continue(())
    };
    assert!(solve(puzzle, &dlx, visit).expect("small").outcome.is_complete());
    count
}

#[test]
fn every_subset_has_one_solution() {
    for (columns, rows, pieces) in [(5, 4, "pentominoes"), (5, 5, "pentominoes"), (6, 4, "hexiamonds")] {
        let wanted = MakerOptions { count: 8, seed: 3, ..MakerOptions::default() };
        let report = made(columns, rows, pieces, &wanted);
        assert!(!report.puzzles.is_empty(), "{columns} x {rows} {pieces}");
        for made in &report.puzzles {
            // Images of the solution are solutions.
            let images = brute_force(&made.puzzle);
            assert_eq!(images, count_by_dlx(&made.puzzle));
            assert!((1..=made.puzzle.symmetries().len()).contains(&images), "{:?}", made.puzzle);
            let steps = &made.reasoning;
            assert!(!steps.is_finished || steps.solutions >= 1, "{steps:?}");
        }
    }
}

#[test]
fn given_pieces_leave_one_solution_and_none_can_be_left_out() {
    let wanted = MakerOptions { kind: PuzzleKind::Given, count: 4, seed: 5, ..MakerOptions::default() };
    let report = made(5, 6, "pentominoes", &wanted);
    assert_eq!(report.puzzles.len(), 4);
    for made in &report.puzzles {
        assert_eq!((brute_force(&made.puzzle), count_by_dlx(&made.puzzle)), (1, 1));
        for left_out in 0..made.puzzle.placed().len() {
            let mut rules = made.puzzle.rules().clone();
            rules.placed.remove(left_out);
            let (region, pieces) = (made.puzzle.region().clone(), made.puzzle.pieces().to_vec());
            let fewer = Puzzle::ruled("fewer", region, pieces, rules).expect("a puzzle");
            assert!(brute_force(&fewer) > 1, "{:?} can be left out", made.puzzle.placed()[left_out]);
        }
    }
}

#[test]
fn given_pieces_are_not_laid_again() {
    // Hexagons have no two colors that would rule them out.
    let wanted = MakerOptions { kind: PuzzleKind::Given, count: 4, seed: 5, ..MakerOptions::default() };
    let report = made(4, 4, "tetrahexes", &wanted);
    assert_eq!(report.puzzles.len(), 4);
    for made in &report.puzzles {
        assert_eq!((brute_force(&made.puzzle), made.reasoning.solutions), (1, 1));
        assert!(!made.puzzle.placed().is_empty());
    }
}

/// Whether a placement agrees with the clues, by their definition.
fn agrees(puzzle: &Puzzle, piece: usize, laid: &[Cell]) -> bool {
    let near = |cell: Cell| puzzle.lattice().neighbours(cell);
    puzzle.clues().iter().all(|clue| match *clue {
        Clue::Letter { cell, piece: told } => !laid.contains(&cell) || piece == told,
        Clue::Number { cell, sides } => {
            !laid.contains(&cell) || near(cell).filter(|near| !laid.contains(near)).count() == sides as usize
        }
        Clue::Edge { cells: (one, other) } => !laid.contains(&one) || !laid.contains(&other),
        _ => false,
    })
}

#[test]
fn clues_leave_one_solution_and_none_can_be_left_out() {
    for (kind, pieces, columns, rows) in [
        (PuzzleKind::Letters, "pentominoes", 6, 5),
        (PuzzleKind::Letters, "hexiamonds", 6, 4),
        (PuzzleKind::Numbers, "pentominoes", 5, 5),
        (PuzzleKind::Numbers, "tetrahexes", 4, 4),
        (PuzzleKind::Edges, "pentominoes", 5, 5),
    ] {
        let wanted = MakerOptions { kind, count: 2, seed: 4, ..MakerOptions::default() };
        let report = made(columns, rows, pieces, &wanted);
        assert_eq!(report.puzzles.len(), 2, "{kind:?} {pieces}");
        for made in &report.puzzles {
            assert_eq!((brute_force(&made.puzzle), count_by_dlx(&made.puzzle)), (1, 1), "{kind:?}");
            assert!(!made.puzzle.clues().is_empty() && made.puzzle.placed().is_empty());
            for left_out in 0..made.puzzle.clues().len() {
                let mut rules = made.puzzle.rules().clone();
                rules.clues.remove(left_out);
                let (region, pieces) = (made.puzzle.region().clone(), made.puzzle.pieces().to_vec());
                let fewer = Puzzle::ruled("fewer", region, pieces, rules).expect("a puzzle");
                assert!(brute_force(&fewer) > 1, "{:?} can be left out", made.puzzle.clues()[left_out]);
            }
        }
    }
}

/// Counts all ways to lay all pieces into a tray, without the solver: each piece in turn, anywhere.
fn packings(puzzle: &Puzzle, from: usize, open: &BTreeSet<Cell>) -> usize {
    let Some(piece) = puzzle.pieces().get(from) else { return 1 };
    let mut found = 0;
    for way in piece.shape.orientations(piece.freedom) {
        for &onto in puzzle.region().cells() {
            let shift = onto.since(way.shape.cells()[0]);
            let laid: Vec<Cell> = way.shape.cells().iter().map(|cell| cell.shifted(shift)).collect();
            if puzzle.lattice().is_translation(shift) && laid.iter().all(|cell| open.contains(cell)) {
                let rest = open.iter().copied().filter(|cell| !laid.contains(cell)).collect();
                found += packings(puzzle, from + 1, &rest);
            }
        }
    }
    found
}

#[test]
fn a_tray_has_room_to_spare_and_one_solution() {
    for (columns, rows, pieces, spare) in
        [(6, 4, "pentominoes", 4), (4, 4, "tetrominoes", 4), (6, 5, "hexiamonds", 6)]
    {
        let wanted = MakerOptions { kind: PuzzleKind::Tray, count: 3, seed: 2, ..MakerOptions::default() };
        let report = made(columns, rows, pieces, &wanted);
        for made in &report.puzzles {
            assert_eq!(made.puzzle.gaps(), spare);
            let open = made.puzzle.region().cells().iter().copied().collect();
            let images = packings(&made.puzzle, 0, &open);
            assert!((1..=made.puzzle.symmetries().len()).contains(&images), "{images} {:?}", made.puzzle);
            assert!(made.reasoning.all_guesses() + made.reasoning.forced_cells > 0, "{:?}", made.reasoning);
        }
        assert!(!report.puzzles.is_empty() || pieces != "pentominoes", "{columns} x {rows} {pieces}");
    }
}

#[test]
fn silhouettes_are_filled_by_the_whole_set_in_one_way() {
    for pieces in ["tetrominoes", "pentominoes:F,L,P,T,W,Y", "tetrahexes"] {
        let pieces = pieces_named(pieces).expect("a set");
        let wanted = MakerOptions { count: 3, seed: 6, ..MakerOptions::default() };
        let report = make_silhouettes("Test", &pieces, &wanted, &SolveOptions::default()).expect("small");
        let again = make_silhouettes("Test", &pieces, &wanted, &SolveOptions::default()).expect("small");
        for (made, again) in report.puzzles.iter().zip(&again.puzzles) {
            assert_eq!(made.puzzle, again.puzzle);
            assert_eq!(made.puzzle.pieces().len(), pieces.len());
            let images = brute_force(&made.puzzle);
            assert_eq!(images, count_by_dlx(&made.puzzle));
            assert!((1..=made.puzzle.symmetries().len()).contains(&images), "{images} {:?}", made.puzzle);
            assert!(made.puzzle.region().symmetries().len() > 1);
        }
        assert_eq!(report.puzzles.len(), 3, "{:?}", report.tried);
    }
}

#[test]
fn puzzles_depend_on_the_seed_alone_and_differ() {
    let wanted = MakerOptions { count: 6, seed: 9, ..MakerOptions::default() };
    let names = |report: &MakerReport| -> Vec<Puzzle> {
        report.puzzles.iter().map(|made| made.puzzle.as_ref().clone()).collect()
    };
    let (first, again) = (made(5, 4, "pentominoes", &wanted), made(5, 4, "pentominoes", &wanted));
    assert_eq!(names(&first), names(&again));
    let other = made(5, 4, "pentominoes", &MakerOptions { seed: 10, ..wanted });
    assert_ne!(names(&first), names(&other));
    let patterns: BTreeSet<Likeness> =
        first.puzzles.iter().map(|made| Likeness::new(&made.solution, Sameness::Free)).collect();
    assert_eq!(patterns.len(), 6);
    assert!(first.puzzles.is_sorted_by_key(|made| made.reasoning.effort()), "easy ones first");
}

#[test]
fn what_cannot_be_made_is_reported() {
    let report = made(7, 3, "pentominoes", &MakerOptions::default());
    assert_eq!((report.selections, report.outcome, report.tried), (0, Outcome::Complete, 0));
    let hard = MakerOptions { difficulty: Some(5), count: 99, ..MakerOptions::default() };
    let report = made(5, 2, "pentominoes", &hard);
    assert!(report.puzzles.is_empty() && report.outcome.is_complete() && report.tried == 66, "{report:?}");
    let flag = std::sync::atomic::AtomicBool::new(true);
    let stopped = SolveOptions { stop: Some(&flag), ..SolveOptions::default() };
    let board = Region::rectangle(Lattice::Square, 5, 4).expect("a board");
    let pieces = pieces_named("pentominoes").expect("a known set");
    let report = make_puzzles("Test", &board, &pieces, &MakerOptions::default(), &stopped).expect("small");
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Signal));
}

#[test]
fn reasoning_finds_every_solution() {
    for name in ["t-tetromino-4x4", "six-pentominoes-5x6", "tetrahex-4x7"] {
        let puzzle = template(name);
        let steps = reason(&puzzle, &SolveOptions::default()).expect("small").expect("plain rules");
        let count = count(&puzzle, &SolveOptions::default()).expect("small");
        let (least, most) = (count.up_to_symmetry.to_u64(), count.raw.to_u64());
        assert!(steps.is_finished, "{name}: {steps:?}");
        // Symmetry is broken on one piece, if there is one that suits.
        let solutions = Some(steps.solutions);
        assert!(least <= solutions && solutions <= most, "{name}: {steps:?}");
    }
}

#[test]
fn what_is_forced_takes_no_guess() {
    let pieces = pieces_named("trominoes:I").expect("a piece");
    let twice = Piece { count: Count::exactly(2), ..pieces[0].clone() };
    let row = Region::rectangle(Lattice::Square, 6, 1).expect("a row");
    let puzzle = Puzzle::new("row", row, vec![twice]).expect("a puzzle");
    let steps = reason(&puzzle, &SolveOptions::default()).expect("small").expect("plain rules");
    assert_eq!((steps.all_guesses(), steps.effort(), steps.difficulty()), (0, 2, 1), "{steps:?}");
    // One T has three black squares and one white one, and the board has as many of each.
    let pieces = pieces_named("tetrominoes:T,L,I,O,S").expect("pieces");
    let board = Region::rectangle(Lattice::Square, 5, 4).expect("a board");
    let once = pieces.into_iter().map(|piece| Piece { count: Count::exactly(1), ..piece }).collect();
    let puzzle = Puzzle::new("five", board, once).expect("a puzzle");
    let steps = reason(&puzzle, &SolveOptions::default()).expect("small").expect("plain rules");
    assert_eq!((steps.solutions, steps.all_guesses(), steps.parity), (0, 0, 1), "{steps:?}");
}

#[test]
fn steps_lead_to_the_solution() {
    let wanted = MakerOptions { count: 6, seed: 3, ..MakerOptions::default() };
    let report = made(5, 5, "pentominoes", &wanted);
    let mut kinds = BTreeSet::new();
    for made in &report.puzzles {
        let steps = steps_to(&made.solution, &SolveOptions::default()).expect("small");
        let in_solution = |placed: &Placed| {
            let mut placements = made.solution.placements().iter();
            placements.any(|laid| laid.piece == placed.piece && laid.cells == placed.cells)
        };
        for step in &steps {
            kinds.insert(step.kind);
            let is_laid = !matches!(step.kind, StepKind::SmallArea | StepKind::Parity);
            assert_eq!(in_solution(&step.shown), is_laid, "{step:?}");
            assert!(step.laid.iter().all(in_solution), "{step:?}");
            assert!(step.cell.is_none_or(|cell| step.shown.cells.contains(&cell)), "{step:?}");
        }
        let last = steps.last().expect("a step");
        assert_eq!(last.laid.len() + 1, made.solution.placements().len(), "the last step ends the puzzle");
    }
    assert!(kinds.len() >= 4, "{kinds:?}");
}

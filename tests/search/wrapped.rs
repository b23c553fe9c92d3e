//! Compares searches on cylinders and tori with a search written here, which knows nothing of joined sides
//! but remainders.
//!
//! Neither places nor symmetries are taken from the library: a cell is a row and a column, and a symmetry is
//! whatever keeps neighbours.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use piecework::lattice::{Cell, Lattice};
use piecework::limits::Limits;
use piecework::polyform::{Freedom, Shape};
use piecework::puzzle::{
    Contact, Count, EqualPieces, Piece, Puzzle, Region, Rules, Wrap, read_puzzle, write_puzzle,
};
use piecework::solver::{
    Engine, SolveOptions, SolverError, count, first, solve, solve_up_to_symmetry, why_impossible,
};
use piecework::source::Source;
use piecework::tiling::{Tiling, read_records, write_record};
use proptest::prelude::*;

use crate::oracle::{Laid, MOST_TILINGS, as_laid, config, is_searched, piece};

/// A rectangle with joined sides.
#[derive(Debug, Clone)]
struct Board {
    lattice: Lattice,
    /// How many cells a row has: several for each column, where a column holds a whole period.
    columns: i32,
    rows: i32,
    wrap: Wrap,
    /// How many columns further right a torus goes on at the top.
    shift: i32,
    cells: BTreeSet<Cell>,
}

impl Board {
    /// The first coordinate of a row: where periods are hexagons, every second row is half of one further
    /// right.
    fn left(&self, row: i32) -> i32 {
        match self.lattice {
            Lattice::Square | Lattice::Triangle | Lattice::Tetrakis => 0,
            _ => -row.div_euclid(2) * self.lattice.cells_in_column(),
        }
    }

    /// The cell of a row and a column, which are counted from 0.
    fn at(&self, column: i32, row: i32) -> Cell {
        Cell::new(self.left(row) + column, row)
    }

    /// The same cell on the rectangle.
    fn home(&self, cell: Cell) -> Cell {
        let mut cell = cell;
        let aside = self.left(self.rows) - self.shift * self.lattice.cells_in_column();
        while self.wrap == Wrap::Torus && cell.y >= self.rows {
            cell = Cell::new(cell.x - aside, cell.y - self.rows);
        }
        while self.wrap == Wrap::Torus && cell.y < 0 {
            cell = Cell::new(cell.x + aside, cell.y + self.rows);
        }
        self.at((cell.x - self.left(cell.y)).rem_euclid(self.columns), cell.y)
    }

    fn new(
        lattice: Lattice,
        (columns, rows): (i32, i32),
        (wrap, shift): (Wrap, i32),
        missing: &[usize],
    ) -> Self {
        let columns = columns * lattice.cells_in_column();
        let mut board = Self { lattice, columns, rows, wrap, shift, cells: BTreeSet::new() };
        let all: Vec<Cell> = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (column, row)))
            .map(|(c, r)| board.at(c, r))
            .collect();
        let kept = all.iter().enumerate().filter(|(index, _)| !missing.contains(index));
        board.cells = kept.map(|(_, &cell)| cell).collect();
        board
    }

    /// The region, as a file says it.
    fn region(&self) -> Region {
        let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (column, row)));
        let missing = all.map(|(column, row)| self.at(column, row)).filter(|cell| !self.cells.contains(cell));
        let missing: Vec<String> = missing.map(|cell| format!("[{}, {}]", cell.x, cell.y)).collect();
        let without = match missing.len() {
            0 => String::new(),
            _ => format!(r#", "without": [{}]"#, missing.join(", ")),
        };
        let shift = match self.shift {
            0 => String::new(),
            shift => format!(r#", "shift": {shift}"#),
        };
        let text = format!(
            r##"{{"piecework": 1, "name": "board", "lattice": "{}", "region": {{"rectangle": [{}, {}], "wrap": "{}"{shift}{without}}},
                "pieces": [{{"name": "cell", "rows": ["#"], "count": "any"}}]}}"##,
            self.lattice,
            self.columns / self.lattice.cells_in_column(),
            self.rows,
            self.wrap
        );
        let puzzle = read_puzzle(&Source::new("board", text), &Limits::default());
        puzzle.expect("a board").region().clone()
    }

    /// Every set of cells that a piece can cover.
    fn placements(&self, piece: &Piece) -> BTreeSet<Vec<Cell>> {
        let mut all = BTreeSet::new();
        let symmetries = self.lattice.symmetries().filter(|&symmetry| piece.freedom.allows(symmetry));
        for form in symmetries.map(|symmetry| piece.shape.moved(symmetry)) {
            let area = self.columns.max(self.rows);
            for (x, y) in (-area..=area).flat_map(|y| (-area..=2 * area).map(move |x| (x, y))) {
                let shift = Cell::new(x, y);
                let cells: BTreeSet<Cell> =
                    form.cells().iter().map(|cell| self.home(cell.shifted(shift))).collect();
                let fits = cells.len() == form.area() && cells.is_subset(&self.cells);
                if fits && self.lattice.is_translation(shift) {
                    all.insert(cells.into_iter().collect());
                }
            }
        }
        all
    }

    fn beside(&self, cell: Cell) -> BTreeSet<Cell> {
        self.lattice.neighbours(cell).map(|near| self.home(near)).collect()
    }

    fn touching(&self, cell: Cell) -> BTreeSet<Cell> {
        self.lattice.touching(cell).into_iter().map(|near| self.home(near)).collect()
    }

    /// The maps of the board onto itself that keep what is beside what, each with the images of all cells.
    fn symmetries(&self) -> Vec<(piecework::lattice::Symmetry, Vec<(Cell, Cell)>)> {
        let (mut all, Some(&first)) = (Vec::new(), self.cells.first()) else { return Vec::new() };
        for symmetry in self.lattice.symmetries() {
            for &onto in &self.cells {
                let shift = onto.since(self.lattice.apply(symmetry, first));
                let moved = |cell: Cell| self.home(self.lattice.apply(symmetry, cell).shifted(shift));
                let keeps = |&cell: &Cell| {
                    let mut near = self.lattice.neighbours(cell);
                    self.cells.contains(&moved(cell))
                        && near.all(|near| moved(near) == moved(self.home(near)))
                };
                if self.lattice.is_translation(shift) && self.cells.iter().all(keeps) {
                    all.push((symmetry, self.cells.iter().map(|&cell| (cell, moved(cell))).collect()));
                }
            }
        }
        all
    }
}

/// Every tiling (or a few more than `most`), by trying everything on the first cell that is open.
fn every_tiling(board: &Board, puzzle: &Puzzle, most: usize) -> BTreeSet<Laid> {
    let placements: Vec<(usize, Vec<Cell>)> = puzzle
        .pieces()
        .iter()
        .enumerate()
        .flat_map(|(index, piece)| board.placements(piece).into_iter().map(move |cells| (index, cells)))
        .collect();
    let mut found = BTreeSet::new();
    let open: Vec<Cell> = board.cells.iter().copied().collect();
    lay(board, puzzle, &placements, &open, &mut Laid::new(), 0, most, &mut found);
    found
}

#[expect(clippy::too_many_arguments, reason = "a plain recursion")]
fn lay(
    board: &Board,
    puzzle: &Puzzle,
    placements: &[(usize, Vec<Cell>)],
    open: &[Cell],
    laid: &mut Laid,
    gaps: u32,
    most: usize,
    found: &mut BTreeSet<Laid>,
) {
    if gaps > puzzle.gaps() || found.len() > most {
        return;
    }
    let Some((&cell, rest)) = open.split_first() else {
        let copies = |piece| u32::try_from(laid.iter().filter(|(p, _)| *p == piece).count()).expect("few");
        if (0..puzzle.pieces().len()).all(|piece| puzzle.pieces()[piece].count.allows(copies(piece))) {
            found.insert(laid.clone());
        }
        return;
    };
    lay(board, puzzle, placements, rest, laid, gaps + 1, most, found);
    for (piece, cells) in placements.iter().filter(|(_, cells)| cells.contains(&cell)) {
        let is_free = cells.iter().all(|cell| open.contains(cell));
        let parted = |around: &dyn Fn(Cell) -> BTreeSet<Cell>, of: &dyn Fn(usize) -> bool| {
            let near: BTreeSet<Cell> = cells.iter().flat_map(|&cell| around(cell)).collect();
            laid.iter()
                .filter(|(other, _)| of(*other))
                .all(|(_, theirs)| theirs.iter().all(|c| !near.contains(c)))
        };
        let may_touch =
            puzzle.contact() == Contact::Allowed || parted(&|cell| board.touching(cell), &|_| true);
        let may_meet = puzzle.equal_pieces() == EqualPieces::MayTouch
            || parted(&|cell| board.beside(cell), &|other| other == *piece);
        if is_free && may_touch && may_meet {
            let left: Vec<Cell> = rest.iter().copied().filter(|cell| !cells.contains(cell)).collect();
            laid.insert((*piece, cells.clone()));
            lay(board, puzzle, placements, &left, laid, gaps, most, found);
            laid.remove(&(*piece, cells.clone()));
        }
    }
}

/// The tilings up to symmetry: the sets of images of each. Pieces that may not be flipped make it too small
/// if a reflection exchanges them, so only free pieces may be given here.
fn orbits(board: &Board, all: &BTreeSet<Laid>) -> BTreeSet<BTreeSet<Laid>> {
    let symmetries = board.symmetries();
    let image = |tiling: &Laid, (_, map): &(piecework::lattice::Symmetry, Vec<(Cell, Cell)>)| -> Laid {
        let of = |cell: &Cell| map[map.binary_search_by_key(cell, |(from, _)| *from).expect("a cell")].1;
        tiling
            .iter()
            .map(|(piece, cells)| {
                (*piece, cells.iter().map(of).collect::<BTreeSet<Cell>>().into_iter().collect())
            })
            .collect()
    };
    all.iter().map(|tiling| symmetries.iter().map(|map| image(tiling, map)).collect()).collect()
}

fn visited(
    puzzle: &Arc<Puzzle>,
    options: &SolveOptions<'_>,
    one_of_each: bool,
) -> Result<BTreeSet<Laid>, SolverError> {
    let mut found = BTreeSet::new();
    let visit = |tiling: Tiling| {
        assert!(found.insert(as_laid(&tiling)), "none twice: {options:?} {puzzle:?}");
        ControlFlow::Continue(())
    };
    let report = if one_of_each {
        solve_up_to_symmetry(puzzle, options, visit)
    } else {
        solve(puzzle, options, visit)
    }?;
    assert!(report.outcome.is_complete());
    Ok(found)
}

/// Compares everything with the search above; returns the number of tilings, if there were few enough.
#[track_caller]
fn agrees(board: &Board, puzzle: Puzzle) -> Option<usize> {
    let expected = every_tiling(board, &puzzle, MOST_TILINGS);
    if expected.len() > MOST_TILINGS {
        return None;
    }
    if let Some(argument) = why_impossible(&puzzle, &SolveOptions::default()) {
        assert!(expected.is_empty() && argument.is_true_of(&puzzle), "{argument}: {puzzle:?}");
    }
    let all_free = puzzle.pieces().iter().all(|piece| piece.freedom == Freedom::Free);
    let orbits = all_free.then(|| orbits(board, &expected));
    let puzzle = Arc::new(puzzle);
    // It visits every packing, of which larger boards have too many.
    let too_long = |engine: &Engine| *engine == Engine::BruteForce && board.cells.len() > 8;
    for engine in Engine::ALL.iter().copied().filter(|engine| !too_long(engine)) {
        for (symmetry_breaking, seed) in [(true, None), (false, Some(3))] {
            let arguments = engine == Engine::Auto;
            let own = SolveOptions {
                arguments,
                node_limit: (!engine.is_exhaustive()).then_some(200),
                ..SolveOptions::default()
            };
            let options = SolveOptions { engine, symmetry_breaking, seed, no_gaps: seed.is_some(), ..own };
            match first(&puzzle, &options) {
                Ok((Some(tiling), _)) => assert!(expected.contains(&as_laid(&tiling)), "{engine} {puzzle:?}"),
                Ok((None, report)) => {
                    assert!(expected.is_empty() || !report.outcome.is_complete(), "{engine} {puzzle:?}");
                }
                Err(error) => assert!(matches!(error, SolverError::NotForEngine { .. }), "{error}"),
            }
            let all = visited(&puzzle, &options, false);
            if !engine.is_exhaustive() || !is_searched(&all) {
                assert!(matches!(all, Err(SolverError::NotForEngine { .. })));
                continue;
            }
            assert_eq!(all.expect("searched"), expected, "{options:?} {puzzle:?}");
            let count = count(&puzzle, &options).expect("small");
            assert!(count.raw == expected.len() as u128, "{options:?} {puzzle:?}");
            let Some(orbits) = &orbits else { continue };
            assert!(count.up_to_symmetry == orbits.len() as u128, "{options:?} {puzzle:?}");
            let one_of_each = visited(&puzzle, &options, true).expect("searched");
            assert_eq!(one_of_each.len(), orbits.len(), "{options:?} {puzzle:?}");
            assert!(
                one_of_each.iter().all(|one| orbits.iter().filter(|orbit| orbit.contains(one)).count() == 1)
            );
        }
    }
    reads_back(&puzzle, &expected);
    Some(expected.len())
}

/// A puzzle and its tilings are the same after they are written and read.
#[track_caller]
fn reads_back(puzzle: &Arc<Puzzle>, tilings: &BTreeSet<Laid>) {
    let read = read_puzzle(&Source::new("p", write_puzzle(puzzle)), &Limits::default()).expect("a puzzle");
    assert_eq!(read, **puzzle);
    assert_eq!(read.fingerprint(), puzzle.fingerprint());
    for laid in tilings.iter().take(5) {
        let tiling = Tiling::new(puzzle, laid.clone()).expect("a tiling");
        let record = Source::new("t", write_record(&tiling));
        let same = read_records(&record, Some(puzzle), &Limits::default()).expect("a record");
        assert_eq!(same, std::slice::from_ref(&tiling));
        if !puzzle.pieces().is_empty() && !laid.is_empty() {
            let alone = read_records(&record, None, &Limits::default()).expect("a record without its puzzle");
            let cells = |tiling: &Tiling| -> BTreeSet<Vec<Cell>> {
                tiling.placements().iter().map(|placement| placement.cells.clone()).collect()
            };
            assert_eq!(cells(&alone[0]), cells(&tiling));
            assert_eq!(alone[0].puzzle().region(), puzzle.region());
        }
    }
}

fn board() -> impl Strategy<Value = Board> {
    let lattice = prop::sample::select(Lattice::ALL.to_vec());
    let wrap = prop::sample::select(Wrap::ALL.to_vec());
    (lattice, 1..6, 1..5, wrap, 0..6, prop::collection::vec(0usize..24, 0..3)).prop_map(
        |(lattice, columns, rows, wrap, shift, missing)| {
            let even = |side: i32| side + side % 2;
            let columns = if lattice == Lattice::Triangle { even(columns) } else { columns };
            let is_held = wrap == Wrap::Torus && lattice != Lattice::Square;
            let rows = if is_held { even(rows) } else { rows };
            let shift = if wrap == Wrap::Torus { shift % columns } else { 0 };
            // Triangles point up and down alternately.
            let shift = if lattice == Lattice::Triangle { shift - shift % 2 } else { shift };
            Board::new(lattice, (columns, rows), (wrap, shift), &missing)
        },
    )
}

fn case() -> impl Strategy<Value = (Board, Puzzle)> {
    board()
        .prop_filter("small", |board| (1..=12).contains(&board.cells.len()))
        .prop_flat_map(|board| {
            let pieces = prop::collection::vec(piece(board.lattice), 1..4);
            let contact = prop_oneof![3 => Just(Contact::Allowed), 1 => Just(Contact::Forbidden)];
            (Just(board), pieces, contact, 0u32..4, any::<bool>(), prop::bool::weighted(0.2))
        })
        .prop_filter_map("areas that come out", |(board, mut pieces, contact, gaps, free, apart)| {
            for (number, piece) in pieces.iter_mut().enumerate() {
                piece.name = number.to_string();
                piece.freedom = if free { Freedom::Free } else { piece.freedom };
                // A file says how many there are, not that there are none.
                piece.count.max = piece.count.max.map(|max| max.max(1));
            }
            let equal_pieces = if apart { EqualPieces::Apart } else { EqualPieces::MayTouch };
            let rules = Rules { contact, gaps, equal_pieces, ..Rules::default() };
            let puzzle = Puzzle::ruled("random", board.region(), pieces, rules).ok()?;
            Some((board, puzzle))
        })
}

proptest! {
    #![proptest_config(config(if cfg!(debug_assertions) { 30 } else { 1000 }))]

    #[test]
    fn random_boards_with_joined_sides_have_the_tilings_that_trying_everything_finds((board, puzzle) in case()) {
        agrees(&board, puzzle);
    }
}

/// A puzzle of copies of one free piece in any number.
fn copies(board: &Board, rows: &[&str]) -> Puzzle {
    let shape = Shape::from_rows(board.lattice, rows.iter().copied()).expect("a shape");
    let piece = Piece { name: "A".into(), shape, freedom: Freedom::Free, count: Count::ANY };
    Puzzle::new("copies", board.region(), vec![piece]).expect("a puzzle")
}

#[test]
fn dominoes_on_tori_are_the_perfect_matchings_of_products_of_cycles() {
    // OEIS A335586 (n by n) and A220864 (4 by n), where no two cells share two edges.
    for (sides, expected) in
        [((4, 4), 272u128), ((4, 6), 3108), ((6, 4), 3108), ((6, 6), 90_176), ((5, 4), 722)]
    {
        let board = Board::new(Lattice::Square, sides, (Wrap::Torus, 0), &[]);
        let puzzle = Arc::new(copies(&board, &["##"]));
        let counted = count(&puzzle, &SolveOptions::default()).expect("small");
        assert!(counted.is_complete() && counted.raw == expected, "{sides:?}: {}", counted.raw);
    }
}

#[test]
fn a_coloring_that_does_not_fit_around_proves_nothing() {
    // Black and white squares alternate on a flat board, but not around an odd one: five columns without two
    // squares of one color.
    let missing = [0, 2];
    let flat = Region::new(
        Lattice::Square,
        Board::new(Lattice::Square, (5, 4), (Wrap::Torus, 0), &missing).cells.into_iter().collect(),
    );
    let torus = Board::new(Lattice::Square, (5, 4), (Wrap::Torus, 0), &missing);
    let puzzle = copies(&torus, &["##"]);
    let pieces = puzzle.pieces().to_vec();
    let flat = Puzzle::new("flat", flat.expect("a region"), pieces).expect("a puzzle");
    let argument = why_impossible(&flat, &SolveOptions::default());
    assert!(argument.is_some_and(|argument| argument.is_true_of(&flat) && !argument.is_true_of(&puzzle)));
    assert!(why_impossible(&puzzle, &SolveOptions::default()).is_none());
    assert!(agrees(&torus, puzzle).expect("few") > 0);
    // Around an even one they alternate, and the same two squares prove it.
    let even = Board::new(Lattice::Square, (4, 4), (Wrap::Torus, 0), &[0, 2]);
    let puzzle = copies(&even, &["##"]);
    assert!(why_impossible(&puzzle, &SolveOptions::default()).is_some());
    assert_eq!(agrees(&even, puzzle), Some(0));
}

#[test]
fn a_piece_may_meet_itself_around_the_board_but_not_overlap_itself() {
    let board = |columns| Board::new(Lattice::Square, (columns, 1), (Wrap::Cylinder, 0), &[]);
    // On a ring of three it covers all cells, however it lies; on two it would overlap itself.
    assert_eq!(agrees(&board(3), copies(&board(3), &["###"])), Some(1));
    assert_eq!(agrees(&board(2), copies(&board(2), &["###"])), Some(0));
    assert_eq!(agrees(&board(6), copies(&board(6), &["###"])), Some(3));
}

#[test]
fn joined_sides_make_another_puzzle() {
    let of = |wrap| copies(&Board::new(Lattice::Square, (4, 3), wrap, &[]), &["##"]);
    let (cylinder, torus) = (of((Wrap::Cylinder, 0)), of((Wrap::Torus, 0)));
    let twisted = of((Wrap::Torus, 1));
    let flat = Puzzle::new(
        "flat",
        Region::rectangle(Lattice::Square, 4, 3).expect("a region"),
        torus.pieces().to_vec(),
    );
    let names: BTreeSet<String> =
        [cylinder, torus, twisted, flat.expect("a puzzle")].iter().map(Puzzle::fingerprint).collect();
    assert_eq!(names.len(), 4);
}

#[test]
fn a_tiling_with_straight_seams_is_found_where_flat_boards_are_easy() {
    let board = Board::new(Lattice::Square, (20, 20), (Wrap::Torus, 0), &[]);
    let puzzle = Arc::new(copies(&board, &["####", ".#.."]));
    let options = SolveOptions { node_limit: Some(1 << 21), ..SolveOptions::default() };
    let (tiling, _) = first(&puzzle, &options).expect("in the limits");
    assert_eq!(tiling.expect("eight blocks of 5 x 10").puzzle().region().wrap(), Some(Wrap::Torus));
}

#[test]
fn tilted_squares_are_tori_with_a_shift() {
    // The periods (a, b) and (-b, a) have the basis (a² + b², 0) and (shift, 1), where the two have no common divisor.
    for ((a, b), shift) in [((2, 1), 3), ((3, 2), 5), ((4, 1), 13)] {
        let board = Board::new(Lattice::Square, (a * a + b * b, 1), (Wrap::Torus, shift), &[]);
        let home = Cell::new(0, 0);
        assert!(board.home(Cell::new(a, b)) == home && board.home(Cell::new(-b, a)) == home);
        assert_eq!(board.region().symmetries().len(), 4 * board.cells.len(), "turned, not flipped");
    }
    let board = Board::new(Lattice::Square, (10, 1), (Wrap::Torus, 3), &[]);
    assert_eq!(agrees(&board, copies(&board, &["##"])), Some(44));
}

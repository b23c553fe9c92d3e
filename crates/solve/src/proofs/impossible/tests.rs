//! Compares arguments with the search, on puzzles known to be impossible and on random ones.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::*;
use crate::ground::Outcome;
use crate::{count, first, sample, solve};
use piecework_tiling::polyform::{Freedom, Shape, named_set};
use piecework_tiling::puzzle::{Count, Piece, Placed, Region, Rules};
use piecework_tiling::random::Random;

/// Rows, name and count.
type ListSearch<'a> = (&'a str, &'a [&'a str], Count);

const ANY: Count = Count::ANY;
const ONE: Count = Count::exactly(1);
const DOMINO: ListSearch<'_> = ("D", &["##"], ANY);
const T: ListSearch<'_> = ("T", &["###", ".#."], ANY);
const L: ListSearch<'_> = ("L", &["###", "#.."], ANY);
const X: &[&str] = &[".#.", "###", ".#."];

fn puzzle(region: Region, pieces: &[ListSearch<'_>], contact: Contact, gaps: u32) -> Puzzle {
    let piece = |&(name, rows, count): &ListSearch<'_>| Piece {
        name: name.into(),
        shape: Shape::from_rows(region.lattice(), rows.iter().copied()).expect("a shape"),
        freedom: Freedom::Free,
        count,
    };
    let pieces = pieces.iter().map(piece).collect();
    Puzzle::with_rules("test", region.clone(), pieces, contact, gaps).expect("a puzzle")
}

fn square(columns: u32, rows: u32) -> Region {
    Region::rectangle(Lattice::Square, columns, rows).expect("a region")
}

fn drawn(lattice: Lattice, rows: &[&str]) -> Region {
    let shape = |(y, row): (i32, &&str)| {
        let marks = (0i32..).zip(row.chars()).filter(|&(_, mark)| mark == '#');
        marks.map(move |(x, _)| Cell::new(x, y)).collect::<Vec<_>>()
    };
    Region::new(lattice, (0i32..).zip(rows).flat_map(shape).collect()).expect("a region")
}

fn set(name: &str, region: Region) -> Puzzle {
    let set = named_set(name).expect("a known set");
    let piece = |member: piecework_tiling::polyform::SetMember| Piece {
        name: member.name,
        shape: member.shape,
        freedom: set.freedom,
        count: Count::exactly(1),
    };
    Puzzle::new("test", region, set.members.into_iter().map(piece).collect()).expect("a puzzle")
}

fn plain(region: Region, pieces: &[ListSearch<'_>]) -> Puzzle {
    puzzle(region, pieces, Contact::Allowed, 0)
}

/// The argument, which must exist, be valid, and be reported by every search.
#[track_caller]
fn argued(puzzle: Puzzle) -> Impossibility {
    let puzzle = Arc::new(puzzle);
    let options = SolveOptions::default();
    let argument = why_impossible(&puzzle, &options);
    let argument = argument.unwrap_or_else(|| panic!("no argument: {puzzle:?}"));
    assert!(argument.is_true_of(&puzzle), "{argument}");
    let (none, report) = first(&puzzle, &options).expect("a search");
    assert_eq!((none, report.outcome, report.nodes), (None, Outcome::Complete, 0));
    assert_eq!(report.argument.as_ref(), Some(&argument));
    let count = count(&puzzle, &options).expect("a search");
    assert!(count.raw == 0 && count.up_to_symmetry == 0 && count.report.nodes == 0);
    assert!(count.is_complete() && count.report.argument.as_ref() == Some(&argument));
    let sample = sample(&puzzle, 3, &options, |_| panic!("there is none")).expect("a search");
    assert_eq!(sample.report.argument.as_ref(), Some(&argument));
    let report = solve(&puzzle, &options, |_| ControlFlow::Continue(())).expect("a search");
    assert_eq!(
        (report.outcome, report.nodes, report.argument.as_ref()),
        (Outcome::Complete, 0, Some(&argument))
    );
    argument
}

const CHESSBOARD: &str = "mark the squares whose column + row is even, like the black ones of a chessboard: ";

/// Puzzles with the expected words; `+` stands for those of the chessboard.
fn known() -> Vec<(Puzzle, &'static str)> {
    let corner = |cell: &Cell| cell.x == cell.y && (cell.x == 0 || cell.x == 7);
    let mutilated = square(8, 8).cells().iter().copied().filter(|cell| !corner(cell)).collect();
    let mutilated = Region::new(Lattice::Square, mutilated).expect("62 squares");
    let hexominoes = "+each of 11 pieces (`6-03`, `6-06`, `6-13`, ...) covers 2 or 4, each of 24 pieces (`6-01`, `6-02`, \
                      `6-04`, ...) covers 3; so together they cover an even number, but there are 105";
    let tetrominoes = "+`T` covers 1 or 3, each of `I`, `L`, `O` and `S` covers 2; so together they cover an odd number, \
                       but there are 10";
    let two_parts = drawn(Lattice::Square, &["####.###", "###...##"]);
    let hexagons = Region::triangle(Lattice::Hex, 5).expect("a region");
    let triangles = Region::triangle(Lattice::Triangle, 6).expect("a region");
    let mut known = vec![
        // S. W. Golomb's: Polyominoes, 1965, chapters 1 and 2.
        (
            plain(mutilated, &[DOMINO]),
            "+each of the 31 `D` covers 1; so together they cover 31, but there are 30",
        ),
        (set("tetrominoes", square(4, 5)), tetrominoes),
        (set("tetrominoes", square(2, 10)), tetrominoes),
        (
            plain(square(10, 10), &[T]),
            "+each of the 25 `T` covers 1 or 3; so together they cover an odd number, but there are 50",
        ),
        (
            plain(square(6, 6), &[T]),
            "+each of the 9 `T` covers 1 or 3; so together they cover an odd number, but there are 18",
        ),
        (
            plain(square(10, 10), &[L]),
            "mark the squares whose column is even: each of the 25 `L` covers 1 or 3; so together they cover an odd \
             number, but there are 50",
        ),
        (
            plain(square(10, 10), &[("I", &["####"], ANY)]),
            "mark the squares whose column + row leaves 1 when divided by 4: each of the 25 `I` covers 1; so together \
             they cover 25, but there are 26",
        ),
        // Areas and room.
        (plain(square(9, 7), &[DOMINO]), "pieces of 2 squares cannot cover exactly 63 squares"),
        (
            puzzle(square(9, 7), &[T], Contact::Allowed, 2),
            "pieces of 4 squares cannot cover 61 to 63 squares",
        ),
        (
            plain(square(4, 4), &[DOMINO, ("X", X, ONE)]),
            "as many pieces as there may be of 2 and 5 squares cannot cover exactly 16 squares",
        ),
        (plain(square(2, 5), &[("P", &["#"], ANY), ("X", X, ONE)]), "`X` must be used and fits nowhere"),
        (set("pentominoes", square(2, 30)), "`F` must be used and fits nowhere"),
        (plain(square(10, 5), &[("X", X, ANY)]), "no piece can cover (0, 0), (9, 0), (0, 4) or (9, 4)"),
        (
            puzzle(square(9, 5), &[("X", X, ANY)], Contact::Allowed, 1),
            "no piece can cover (0, 0), (8, 0), (0, 4) or (8, 4), and only 1 cell may stay empty",
        ),
        (
            plain(square(4, 4), &[("X", X, Count { min: 3, max: None }), ("P", &["#"], ANY)]),
            "`X` must be used 3 times, but there is room for at most 2",
        ),
        (
            puzzle(square(4, 4), &[("D", &["##"], Count::exactly(5))], Contact::Forbidden, 0),
            "`D` must be used 5 times, but there is room for at most 4",
        ),
        (
            puzzle(
                square(4, 4),
                &[("D", &["##"], Count::exactly(3)), ("I", &["####"], ONE)],
                Contact::Forbidden,
                0,
            ),
            "pieces that must not touch share no corners, and those that must be used have at least 28, but the region \
             has 25",
        ),
        (
            plain(two_parts, &[DOMINO]),
            "a part of the region stands alone, 7 squares with (0, 0): each of the 6 `D` covers none or 2; so together \
             they cover an even number, but there are 7",
        ),
        // Other lattices.
        (
            set("tetriamonds", drawn(Lattice::Triangle, &["######", "######"])),
            "mark the triangles that point up: `4-3` covers 1 or 3, each of `4-1` and `4-2` covers 2; so together they \
             cover an odd number, but there are 6",
        ),
        (
            plain(triangles, &[("D", &["##"], ANY)]),
            "mark the triangles that point up: each of the 18 `D` covers 1; so together they cover 18, but there are 21",
        ),
        (
            plain(hexagons, &[("I", &["# # #"], ANY)]),
            "number the hexagons as in the picture: each of the 5 `I` covers a sum that is a multiple of 3; so together \
             they cover a sum that is a multiple of 3, but all numbers together are 11, which leaves 2 when divided by 3",
        ),
    ];
    // The best known examples, again from Golomb.
    known.extend(
        [(14, 15), (10, 21), (5, 42), (6, 35), (7, 30), (3, 70)]
            .map(|(columns, rows)| (set("hexominoes", square(columns, rows)), hexominoes)),
    );
    known
}

#[test]
fn known_impossible_puzzles_are_known_here() {
    for (puzzle, words) in known() {
        let words =
            words.strip_prefix('+').map_or_else(|| words.to_owned(), |words| format!("{CHESSBOARD}{words}"));
        assert_eq!(argued(puzzle).to_string(), words);
    }
}

#[test]
fn forced_pieces_are_listed_one_by_one() {
    let region = drawn(Lattice::Square, &["...#..#.", "########"]);
    let argument = argued(plain(region, &[DOMINO]));
    let words = "`D` must lie on (6, 0) and (6, 1); then nothing that is left covers (7, 1)";
    assert_eq!(argument.to_string(), words, "and no word of the other arm");
}

#[test]
fn placed_pieces_are_noted() {
    let puzzle = plain(square(4, 4), &[DOMINO]);
    let placed = vec![
        Placed { piece: 0, cells: vec![Cell::new(1, 0), Cell::new(1, 1)] },
        Placed { piece: 0, cells: vec![Cell::new(0, 1), Cell::new(0, 2)] },
    ];
    let rules = Rules { placed, ..Rules::default() };
    let puzzle =
        Puzzle::ruled("test", puzzle.region().clone(), puzzle.pieces().to_vec(), rules).expect("a puzzle");
    assert_eq!(argued(puzzle).to_string(), "around the pieces that lie already: no piece can cover (0, 0)");
}

#[test]
fn numbers_without_a_rule_are_pictured() {
    let hexagons = Region::triangle(Lattice::Hex, 5).expect("a region");
    let argument = argued(plain(hexagons, &[("I", &["# # #"], ANY)]));
    let picture = ["10210", "0210", "210", "10", "0"].map(str::to_owned).to_vec();
    assert_eq!(argument.picture(), Some(picture));
}

/// An argument about one puzzle proves nothing about another, or with other numbers.
#[test]
fn false_arguments_are_not_confirmed() {
    let mut known = known();
    // One of those that the same argument refuses.
    known.dedup_by_key(|&mut (_, words)| words);
    let possible = [
        plain(square(8, 8), &[DOMINO]),
        plain(square(8, 8), &[T]),
        set("pentominoes", square(6, 10)),
        plain(square(5, 1), &[("P", &["#"], ANY), ("X", &["##"], Count { min: 2, max: None })]),
    ];
    for (puzzle, _) in &known {
        let argument = argued(puzzle.clone());
        for other in &possible {
            assert!(!argument.is_true_of(other), "{argument}");
        }
        if let Impossibility::Weighing(mut weighing) = argument {
            weighing.modulus = Some(1);
            assert!(
                !Impossibility::Weighing(weighing.clone()).is_true_of(puzzle),
                "all sums are alike modulo 1"
            );
            weighing.modulus = None;
            weighing.weights.iter_mut().for_each(|(_, weight)| *weight = 1);
            weighing.total = u32::try_from(weighing.weights.len()).expect("few");
            assert!(!Impossibility::Weighing(weighing).is_true_of(puzzle), "areas come out");
        }
    }
}

/// Two rooms that need three dominoes through the corridor, which lets one pass.
const CORRIDOR: &[&str] = &["#####..#####", "#####..#####", "#.#.####.#.#", "#####..#####", "#####..#####"];

#[test]
fn some_regions_weigh_more_than_their_pieces() {
    let cases: [(Puzzle, &str, &[&str]); 4] = [
        (
            plain(drawn(Lattice::Square, CORRIDOR), &[DOMINO]),
            "number the squares as in the picture: each of the 24 `D` covers a sum of at most 2; so together they cover at \
             most 48, but all numbers together are 50",
            &["20202..20202", "02020..02020", "1.2.1111.2.1", "02020..02020", "20202..20202"],
        ),
        (
            plain(square(8, 3), &[T]),
            "number the squares as in the picture: each of the 6 `T` covers a sum of at most 8; so together they cover at \
             most 48, but all numbers together are 50",
            &["33222233", "20122102", "33222233"],
        ),
        // Each X covers two of the eight marked squares.
        (
            plain(square(6, 6), &[("X", X, Count::exactly(5)), ("P", &["#"], ANY)]),
            "number the squares as in the picture: each of the 5 `X` covers a sum of at most -2, each `P` covers a sum of at \
             most 0; so together they cover at most -10, but all numbers together are -8",
            &[
                "  0  0  0  0  0  0",
                "  0  0 -1 -1  0  0",
                "  0 -1  0  0 -1  0",
                "  0 -1  0  0 -1  0",
                "  0  0 -1 -1  0  0",
                "  0  0  0  0  0  0",
            ],
        ),
        (
            puzzle(square(6, 6), &[("X", X, ANY)], Contact::Allowed, 11),
            "number the squares as in the picture: each `X` covers a sum of at most 1, and there are at most 7 of them, and \
             11 cells may stay empty, each at most 1; so together they and the empty cells are at most 18, but all numbers \
             together are 20",
            &[
                "  1  1  1  1  1  1",
                "  1  1 -1 -1  1  1",
                "  1 -1  1  1 -1  1",
                "  1 -1  1  1 -1  1",
                "  1  1 -1 -1  1  1",
                "  1  1  1  1  1  1",
            ],
        ),
    ];
    let found = cases.clone().map(|(puzzle, ..)| {
        let argument = argued(puzzle);
        (argument.to_string(), argument.picture().expect("numbers have one"))
    });
    let known = cases.map(|(_, words, picture)| {
        (words.to_owned(), picture.iter().map(|&row| row.to_owned()).collect::<Vec<String>>())
    });
    assert_eq!(found, known);
}

/// By P. Hall's theorem every board without a tiling by dominoes has weights, if its cells have two colors.
#[test]
fn every_board_without_dominoes_has_an_argument() {
    let mut random = Random::new(3);
    let (mut with, mut without, mut overweight) = (0, 0, 0);
    for number in 0..600 {
        let lattice = [Lattice::Square, Lattice::Triangle][number % 2];
        let board = Region::rectangle(lattice, 7, 6).expect("a board");
        let mut cells = board.cells().to_vec();
        (0..4 + 2 * random.below(4)).for_each(|_| {
            cells.swap_remove(random.below(cells.len()));
        });
        let Ok(region) = Region::new(lattice, cells) else { continue };
        let puzzle = Arc::new(plain(region, &[DOMINO]));
        let options = SolveOptions { arguments: false, ..SolveOptions::default() };
        let (tiling, _) = first(&puzzle, &options).expect("small");
        let argument = why_impossible(&puzzle, &options);
        assert_eq!(argument.is_none(), tiling.is_some(), "{argument:?}: {puzzle:?}");
        assert!(argument.as_ref().is_none_or(|argument| argument.is_true_of(&puzzle)));
        (with, without) = (with + u32::from(tiling.is_some()), without + u32::from(tiling.is_none()));
        overweight += u32::from(matches!(argument, Some(Impossibility::Overweight(_))));
    }
    assert!(with > 20 && without > 20 && overweight > 0, "{with} {without} {overweight}");
}

#[test]
fn wrong_weights_are_not_confirmed() {
    let corridor = plain(drawn(Lattice::Square, CORRIDOR), &[DOMINO]);
    let Impossibility::Overweight(weights) = argued(corridor.clone()) else { panic!("weights are enough") };
    let confirmed = |weights: &Overweight| Impossibility::Overweight(weights.clone()).is_true_of(&corridor);
    let mut wrong = weights.clone();
    wrong.pieces[0].heaviest -= 1;
    assert!(confirmed(&wrong), "what is said of the pieces is computed again");
    for change in [-1, 1] {
        let mut wrong = weights.clone();
        wrong.weights.iter_mut().for_each(|(_, weight)| *weight = change);
        assert!(!confirmed(&wrong), "dominoes on equal weights");
    }
    let mut wrong = weights.clone();
    let heavy = wrong.weights.iter().position(|&(_, weight)| weight > 0).expect("one");
    wrong.weights[heavy].1 += 9;
    assert!(!confirmed(&wrong), "one heavy cell makes all dominoes there heavy");
    let mut wrong = weights.clone();
    wrong.weights.pop();
    assert!(!confirmed(&wrong), "a cell without a weight");
    assert!(
        !Impossibility::Overweight(weights).is_true_of(&plain(square(4, 12), &[DOMINO])),
        "another board"
    );
}

/// A random puzzle, if its areas add up.
fn random_puzzle(random: &mut Random) -> Option<Puzzle> {
    let mut below = |bound: u32| u32::try_from(random.bits() % u64::from(bound)).expect("below 2^32");
    let lattice = Lattice::ALL[below(3) as usize];
    let board = Region::rectangle(lattice, 2 + below(5), 2 + below(4)).expect("a board");
    let holes = below(4) * below(2);
    let mut cells = board.cells().to_vec();
    for _ in 0..holes {
        cells.remove(below(u32::try_from(cells.len()).expect("few")) as usize);
    }
    let region = Region::new(lattice, cells).ok()?;
    let mut pieces = Vec::new();
    for number in 0..1 + below(3) {
        let mut cells = vec![Cell::new(0, 0)];
        for _ in 0..below(5) {
            let from = cells[below(u32::try_from(cells.len()).expect("few")) as usize];
            let around: Vec<Cell> = lattice.neighbours(from).filter(|near| !cells.contains(near)).collect();
            if !around.is_empty() {
                cells.push(around[below(u32::try_from(around.len()).expect("few")) as usize]);
            }
        }
        let freedom = [Freedom::Free, Freedom::OneSided, Freedom::Fixed][below(3) as usize];
        let min = below(4);
        let count = [
            Count::ANY,
            Count::exactly(1 + min),
            Count { min, max: Some(min + below(3)) },
            Count { min, max: None },
        ];
        let count = count[below(4) as usize];
        pieces.push(Piece {
            name: number.to_string(),
            shape: Shape::new(lattice, cells).expect("a shape"),
            freedom,
            count,
        });
    }
    let gaps = [0, 0, 0, 1, 2][below(5) as usize];
    let contact = if below(10) == 0 { Contact::Forbidden } else { Contact::Allowed };
    Puzzle::with_rules("random", region, pieces, contact, gaps).ok()
}

/// Thousands more were tried during development.
#[test]
fn no_argument_is_found_where_there_is_a_tiling() {
    let mut random = Random::new(1);
    let (mut impossible, mut argued, mut overweight, mut searched) = (0, 0, 0, 0);
    while searched < 1500 {
        let Some(puzzle) = random_puzzle(&mut random) else { continue };
        let puzzle = Arc::new(puzzle);
        let options = SolveOptions { arguments: false, node_limit: Some(100_000), ..SolveOptions::default() };
        let (tiling, report) = first(&puzzle, &options).expect("small");
        let argument = found(
            &puzzle,
            &Model::new(&puzzle, &options).expect("small"),
            Effort::Quick,
            &|| false,
            &Alarm::silent(),
        );
        if let Some(argument) = &argument {
            assert!(argument.is_true_of(&puzzle), "{argument}: {puzzle:?}");
            assert_eq!(tiling, None, "{argument}: {puzzle:?}");
        }
        searched += 1;
        impossible += u32::from(report.outcome.is_complete() && tiling.is_none());
        argued += u32::from(argument.is_some());
        overweight += u32::from(matches!(argument, Some(Impossibility::Overweight(_))));
    }
    // Guards against lost arguments: nearly nine of ten puzzles have one.
    assert!(impossible > 600 && argued * 100 > impossible * 85, "{argued} of {impossible}");
    assert!(overweight > 0, "{overweight} by linear programming");
}

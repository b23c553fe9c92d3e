//! Compares the solver with searches that are too simple to be wrong: an exhaustive search cell by cell,
//! written here, and the brute-force engine.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use piecework::lattice::{Cell, Lattice};
use piecework::polyform::{Freedom, enumerate};
use piecework::puzzle::{
    Clue, Colors, Contact, Count, EqualPieces, OneOf, Piece, PieceColors, Placed, Puzzle, PuzzleSymmetry,
    Region, Rules,
};
use piecework::solver::{
    Engine, Outcome, Report, SolveOptions, SolverError, StopReason, best_effort, count, first, solve,
    solve_up_to_symmetry, why_impossible,
};
use piecework::tiling::Tiling;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// A tiling: the pieces with the cells they cover, sorted.
pub(crate) type Laid = BTreeSet<(usize, Vec<Cell>)>;

/// Random puzzles with more tilings are skipped.
pub(crate) const MOST_TILINGS: usize = 1000;

/// The known refusals of engines. Any other refusal is a bug.
const REFUSALS: &[(Engine, &str)] = &[
    (Engine::Dlx, "the pieces could leave more gaps than allowed, and it does not count gaps"),
    (Engine::Dlx, "it does not count copies of a piece, but for none or one, or any number"),
];

/// The error of all exhaustive engines for packings.
const NO_CONTACT: &str = "where pieces may not touch, only genetic and random look for packings";

/// Every tiling (or a few more than `most`), found by deciding for each region cell in order what covers it,
/// or that it stays empty.
pub(crate) fn every_tiling(puzzle: &Puzzle, most: usize) -> BTreeSet<Laid> {
    let mut found = BTreeSet::new();
    lay(puzzle, 0, &mut Laid::new(), 0, most, &mut found);
    found
}

fn lay(puzzle: &Puzzle, next: usize, laid: &mut Laid, gaps: u32, most: usize, found: &mut BTreeSet<Laid>) {
    if gaps > puzzle.gaps() || found.len() > most {
        return;
    }
    let Some(&cell) = puzzle.region().cells().get(next) else {
        let copies = |piece| u32::try_from(laid.iter().filter(|(p, _)| *p == piece).count()).expect("few");
        let used: Vec<u32> = (0..puzzle.pieces().len()).map(copies).collect();
        let allowed = |piece: usize, count: Count| count.allows(used[piece]);
        let as_many = (0..used.len())
            .filter(|&piece| choice_of(puzzle, piece).is_none())
            .all(|piece| allowed(piece, puzzle.pieces()[piece].count))
            && puzzle
                .one_of()
                .iter()
                .all(|choice| choice.count.allows(used[choice.pieces.clone()].iter().sum()));
        if as_many && keeps_rules(puzzle, laid, &used) {
            found.insert(laid.clone());
        }
        return;
    };
    if covered(laid, cell) {
        return lay(puzzle, next + 1, laid, gaps, most, found);
    }
    lay(puzzle, next + 1, laid, gaps + 1, most, found);
    for (index, piece) in puzzle.pieces().iter().enumerate() {
        let choice = choice_of(puzzle, index);
        let copies = laid
            .iter()
            .filter(|(p, _)| *p == index || choice.is_some_and(|choice| choice.pieces.contains(p)))
            .count();
        let max = choice.map_or(piece.count.max, |choice| choice.count.max);
        if max.is_some_and(|max| copies >= max as usize) {
            continue;
        }
        for orientation in piece.shape.orientations(piece.freedom) {
            let shift = cell.since(orientation.shape.cells()[0]);
            if !puzzle.lattice().is_translation(shift) {
                continue;
            }
            let cells: Vec<Cell> = orientation.shape.cells().iter().map(|c| c.shifted(shift)).collect();
            if cells.iter().all(|&c| puzzle.region().index_of(c).is_some() && !is_taken(puzzle, laid, c)) {
                laid.insert((index, cells.clone()));
                lay(puzzle, next + 1, laid, gaps, most, found);
                laid.remove(&(index, cells));
            }
        }
    }
}

/// The choice that a piece belongs to.
fn choice_of(puzzle: &Puzzle, piece: usize) -> Option<&OneOf> {
    puzzle.one_of().iter().find(|choice| choice.pieces.contains(&piece))
}

/// Whether a tiling keeps the rules of decoration and the placed pieces, by definition.
fn keeps_rules(puzzle: &Puzzle, laid: &Laid, used: &[u32]) -> bool {
    let side_by_side = |(piece, cells): &(usize, Vec<Cell>)| {
        laid.iter().filter(|(other, theirs)| other == piece && theirs != cells).any(|(_, theirs)| {
            cells.iter().any(|&cell| puzzle.lattice().neighbours(cell).any(|near| theirs.contains(&near)))
        })
    };
    let apart = puzzle.equal_pieces() == EqualPieces::MayTouch || !laid.iter().any(side_by_side);
    let in_one_set = |one: usize, other: usize| {
        puzzle.rules().apart.iter().any(|set| set.contains(&one) && set.contains(&other))
    };
    let sets_meet = laid.iter().any(|(one, cells)| {
        laid.iter().filter(|(other, theirs)| theirs != cells && in_one_set(*one, *other)).any(
            |(_, theirs)| {
                cells.iter().any(|&cell| puzzle.lattice().neighbours(cell).any(|near| theirs.contains(&near)))
            },
        )
    });
    let spread = used.iter().max().expect("a piece") - used.iter().min().expect("a piece");
    let as_placed = |placed: &Placed| laid.contains(&(placed.piece, placed.cells.clone()));
    apart
        && !sets_meet
        && puzzle.balance().is_none_or(|most| spread <= most)
        && puzzle.placed().iter().all(as_placed)
        && puzzle.clues().iter().all(|clue| is_told(puzzle, laid, *clue))
        && has_colors(puzzle, laid)
}

/// Whether a tiling agrees with a clue, by definition.
fn is_told(puzzle: &Puzzle, laid: &Laid, clue: Clue) -> bool {
    let over = |cell: Cell| laid.iter().find(|(_, cells)| cells.contains(&cell));
    match clue {
        Clue::Letter { cell, piece } => over(cell).is_some_and(|(found, _)| *found == piece),
        Clue::Number { cell, sides } => {
            let near = puzzle.lattice().neighbours(cell);
            near.filter(|&near| over(near) != over(cell)).count() == sides as usize
        }
        Clue::Edge { cells: (one, other) } => over(one) != over(other),
        _ => false,
    }
}

/// What a tiling tells of a cell: its letter, the number of its sides, or an edge on one of them.
fn clue_of(puzzle: &Puzzle, tiling: &Laid, (cell, kind): (usize, u8)) -> Option<Clue> {
    let cell = *puzzle.region().cells().get(cell)?;
    let (piece, cells) = tiling.iter().find(|(_, cells)| cells.contains(&cell))?;
    let mut outside = puzzle.lattice().neighbours(cell).filter(|near| !cells.contains(near));
    match kind {
        0 => Some(Clue::Letter { cell, piece: *piece }),
        1 => Some(Clue::Number { cell, sides: u32::try_from(outside.count()).ok()? }),
        _ => outside
            .find(|&near| puzzle.region().index_of(near).is_some())
            .map(|near| Clue::between(cell, near)),
    }
}

fn covered(laid: &Laid, cell: Cell) -> bool {
    laid.iter().any(|(_, cells)| cells.contains(&cell))
}

fn is_taken(puzzle: &Puzzle, laid: &Laid, cell: Cell) -> bool {
    covered(laid, cell)
        || puzzle.contact() == Contact::Forbidden
            && puzzle.lattice().touching(cell).into_iter().any(|near| covered(laid, near))
}

/// All images of a tiling under the symmetries of its puzzle.
pub(crate) fn images(puzzle: &Puzzle, tiling: &Laid) -> BTreeSet<Laid> {
    puzzle.symmetries().iter().map(|symmetry| moved(puzzle, symmetry, tiling)).collect()
}

/// The orbits of tilings under the symmetries of their puzzle, or under those that flip nothing.
fn orbits(puzzle: &Puzzle, reflections: bool, tilings: &BTreeSet<Laid>) -> BTreeSet<BTreeSet<Laid>> {
    let motions = puzzle.symmetries().into_iter();
    let motions: Vec<_> = motions.filter(|motion| reflections || !motion.symmetry.is_reflection()).collect();
    let images = |tiling| motions.iter().map(|motion| moved(puzzle, motion, tiling)).collect();
    tilings.iter().map(images).collect()
}

/// The image of a tiling under a symmetry.
pub(crate) fn moved(puzzle: &Puzzle, symmetry: &PuzzleSymmetry, tiling: &Laid) -> Laid {
    let piece = |(piece, cells): &(usize, Vec<Cell>)| {
        let mut cells: Vec<Cell> = cells.iter().map(|&c| symmetry.apply(puzzle.lattice(), c)).collect();
        cells.sort_unstable();
        (symmetry.pieces[*piece], cells)
    };
    tiling.iter().map(piece).collect()
}

pub(crate) fn as_laid(tiling: &piecework::tiling::Tiling) -> Laid {
    tiling.placements().iter().map(|placement| (placement.piece, placement.cells.clone())).collect()
}

/// Whether the engine searches the puzzle; a refusal must be a known one.
#[track_caller]
pub(crate) fn is_searched<T>(result: &Result<T, SolverError>) -> bool {
    match result {
        Ok(_) => true,
        Err(SolverError::NotForEngine { engine, reason }) => {
            let packing = engine.is_exhaustive() && *reason == NO_CONTACT;
            assert!(packing || REFUSALS.contains(&(*engine, *reason)), "{engine} refuses: {reason}");
            false
        }
        Err(error) => panic!("{error}"),
    }
}

/// The tilings that an engine finds, all or up to symmetry; fewer if there are more than `most`.
fn found(
    puzzle: &Arc<Puzzle>,
    options: &SolveOptions<'_>,
    one_of_each: bool,
    most: usize,
) -> Result<(BTreeSet<Laid>, Report), SolverError> {
    let mut found = BTreeSet::new();
    let visit = |tiling: Tiling| {
        assert!(found.insert(as_laid(&tiling)), "none twice: {options:?} {puzzle:?}");
        if found.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let report = if one_of_each {
        solve_up_to_symmetry(puzzle, options, visit)
    } else {
        solve(puzzle, options, visit)
    }?;
    Ok((found, report))
}

#[track_caller]
fn agrees(puzzle: Puzzle) {
    let expected = every_tiling(&puzzle, MOST_TILINGS);
    if expected.len() > MOST_TILINGS {
        return;
    }
    if let Some(argument) = why_impossible(&puzzle, &SolveOptions::default()) {
        assert!(expected.is_empty() && argument.is_true_of(&puzzle), "{argument}: {puzzle:?}");
    }
    let puzzle = Arc::new(puzzle);
    let mut representatives = [const { BTreeSet::new() }; 2];
    for engine in Engine::ALL.iter().copied().filter(|engine| !engine.is_exhaustive()) {
        finds_good_ones(engine, &puzzle, &expected);
    }
    for engine in Engine::ALL.iter().copied().filter(|engine| engine.is_exhaustive()) {
        for (symmetry_breaking, reflections, seed) in [
            (true, true, None),
            (false, true, None),
            (true, true, Some(3)),
            (true, false, None),
            (false, false, Some(3)),
        ] {
            let (no_gaps, orbits) = (seed.is_some(), orbits(&puzzle, reflections, &expected));
            // An engine requested by name must find out by itself that no tiling exists.
            let own = SolveOptions { arguments: engine == Engine::Auto, ..SolveOptions::default() };
            let options = SolveOptions { engine, symmetry_breaking, reflections, seed, no_gaps, ..own };
            let all = found(&puzzle, &options, false, usize::MAX);
            if !is_searched(&all) {
                continue;
            }
            let (all, report) = all.expect("searched");
            assert!(report.outcome.is_complete());
            assert_eq!(all, expected, "{options:?} {puzzle:?}");

            let (one_of_each, _) = found(&puzzle, &options, true, usize::MAX).expect("searched");
            let reached = crate::oracle::orbits(&puzzle, reflections, &one_of_each);
            assert_eq!((one_of_each.len(), &reached), (orbits.len(), &orbits), "{options:?} {puzzle:?}");
            let representatives = &mut representatives[usize::from(reflections)];
            if representatives.is_empty() {
                representatives.clone_from(&one_of_each);
            }
            assert_eq!(one_of_each, *representatives, "the same ones, however they are found");

            let (one, report) = first(&puzzle, &options).expect("small");
            assert_eq!(one.is_some(), !expected.is_empty(), "{options:?} {puzzle:?}");
            let is_right = |tiling| expected.contains(&as_laid(&tiling));
            assert!(one.map_or(report.outcome.is_complete(), is_right), "{report:?} {options:?} {puzzle:?}");

            let count = count(&puzzle, &options).expect("small");
            let found = (count.raw.to_u128().expect("few"), count.up_to_symmetry.to_u128().expect("few"));
            assert_eq!(found, (expected.len() as u128, orbits.len() as u128), "{options:?} {puzzle:?}");
        }
    }
}

/// How often each engine searched, and how often no tiling existed.
#[derive(Default)]
struct Tally {
    searched: BTreeMap<Engine, u32>,
    impossible: u32,
    choices: u32,
    lattices: BTreeMap<&'static str, u32>,
}

/// Compares every engine with brute force, in one variant. Fast only for small puzzles.
#[track_caller]
fn agrees_with_brute_force(puzzle: Puzzle, way: u64, tally: &mut Tally) {
    let puzzle = Arc::new(puzzle);
    let plain =
        SolveOptions { engine: Engine::BruteForce, symmetry_breaking: false, ..SolveOptions::default() };
    let (expected, report) = found(&puzzle, &plain, false, MOST_TILINGS).expect("it refuses nothing");
    if expected.len() > MOST_TILINGS {
        return;
    }
    assert!(report.outcome.is_complete());
    tally.choices += u32::from(!puzzle.one_of().is_empty());
    tally.impossible += u32::from(expected.is_empty());
    *tally.lattices.entry(puzzle.lattice().name()).or_default() += 1;
    let (symmetry_breaking, no_gaps) = (way & 1 == 0, way & 2 == 0);
    let seed = (way & 4 == 0).then_some(way);
    for engine in Engine::ALL.iter().copied().filter(|engine| engine.is_exhaustive()) {
        let options = SolveOptions { engine, symmetry_breaking, no_gaps, seed, ..SolveOptions::default() };
        let all = found(&puzzle, &options, false, usize::MAX);
        if !is_searched(&all) {
            continue;
        }
        assert_eq!(all.expect("searched").0, expected, "{options:?} {puzzle:?}");
        *tally.searched.entry(engine).or_default() += 1;
    }
}

/// An engine that finds single tilings finds valid ones, and claims that none exists only if that is true.
#[track_caller]
fn finds_good_ones(engine: Engine, puzzle: &Arc<Puzzle>, expected: &BTreeSet<Laid>) {
    let own = SolveOptions { arguments: false, ..SolveOptions::default() };
    let options = SolveOptions { engine, node_limit: Some(500), ..own };
    let refused = |error: &SolverError| matches!(error, SolverError::NotForEngine { .. });
    assert!(solve(puzzle, &options, |_| ControlFlow::Break(())).is_err_and(|error| refused(&error)));
    match first(puzzle, &options) {
        Err(error) => assert!(refused(&error), "{error}"),
        Ok((Some(found), _)) => assert!(expected.contains(&as_laid(&found)), "{puzzle:?}"),
        Ok((None, report)) => assert!(expected.is_empty() || !report.outcome.is_complete(), "{puzzle:?}"),
    }
}

/// Compares packings with the tilings: a complete search has found none, and found ones are tilings.
#[track_caller]
fn packs(puzzle: Puzzle, seed: u64) {
    let expected = every_tiling(&puzzle, MOST_TILINGS);
    if expected.len() > MOST_TILINGS {
        return;
    }
    let puzzle = Arc::new(puzzle);
    // They find a tiling of the whole board or nothing.
    let whole_only = [Engine::ReTiling, Engine::CutLine, Engine::Sat];
    for engine in Engine::ALL.iter().copied().filter(|engine| !whole_only.contains(engine)) {
        // Enough for every exhaustive search of such a small puzzle except brute force.
        let options = SolveOptions {
            engine,
            seed: Some(seed),
            node_limit: (!engine.is_exhaustive()).then_some(200),
            arguments: false,
            ..SolveOptions::default()
        };
        let result = best_effort(&puzzle, &options);
        if !is_searched(&result) {
            continue;
        }
        let (packing, report) = result.expect("small");
        match packing.tiling() {
            Some(tiling) => {
                assert!(expected.contains(&as_laid(&tiling)), "{options:?} {puzzle:?}");
                assert_eq!(report.outcome, Outcome::Stopped(StopReason::Visitor));
            }
            None if engine.is_exhaustive() => {
                assert!(expected.is_empty(), "{options:?} {puzzle:?}");
                assert_eq!(report.outcome, Outcome::Complete);
            }
            None => assert_eq!(report.outcome, Outcome::Stopped(StopReason::NodeLimit)),
        }
        if !engine.is_exhaustive() {
            let (one, report) = first(&puzzle, &options).expect("small");
            assert!(!report.outcome.is_complete(), "it proves nothing");
            assert!(one.is_none_or(|tiling| expected.contains(&as_laid(&tiling))));
            assert!(matches!(count(&puzzle, &options), Err(SolverError::NotForEngine { .. })));
        }
    }
}

fn region(lattice: Lattice) -> impl Strategy<Value = Region> {
    (1u32..5, 1u32..4, prop::collection::vec(0usize..20, 0..3), 0..3).prop_map(
        move |(columns, rows, missing, form)| {
            // A column may have as many cells as a row of squares.
            let (columns, rows) =
                if lattice.cells_in_column() == 1 { (columns, rows) } else { (1 + columns / 4, 1) };
            let whole = match (lattice, form) {
                (Lattice::Hex, 0) => Region::hexagon(lattice, 2),
                (Lattice::Triangle, 0) => Region::triangle(lattice, 1 + rows),
                (Lattice::Triangle, 1) => Region::hexagon(lattice, 1),
                _ => Region::rectangle(lattice, columns, rows),
            };
            let whole = whole.expect("a good region");
            let kept =
                whole.cells().iter().enumerate().filter(|(i, _)| !missing.contains(i)).map(|(_, &c)| c);
            Region::new(lattice, kept.collect()).unwrap_or(whole)
        },
    )
}

pub(crate) fn piece(lattice: Lattice) -> impl Strategy<Value = Piece> {
    let shape = (1usize..5, 0usize..100, 0usize..12).prop_map(move |(cells, which, turned)| {
        let forms = enumerate(lattice, cells).expect("small");
        let shape = forms[which % forms.len()].shape().clone();
        let symmetries: Vec<_> = lattice.symmetries().collect();
        shape.moved(symmetries[turned % symmetries.len()])
    });
    let freedom = prop_oneof![Just(Freedom::Free), Just(Freedom::OneSided), Just(Freedom::Fixed)];
    let count = prop_oneof![
        3 => Just(Count::exactly(1)),
        1 => Just(Count::ANY),
        1 => (0u32..3, 0u32..3).prop_map(|(a, b)| Count { min: a.min(b), max: Some(a.max(b)) }),
        1 => (0u32..3).prop_map(|min| Count { min, max: None }),
    ];
    (shape, freedom, count).prop_map(|(shape, freedom, count)| Piece {
        name: String::new(),
        shape,
        freedom,
        count,
    })
}

pub(crate) fn puzzle() -> impl Strategy<Value = Puzzle> {
    prop::sample::select(Lattice::ALL.to_vec())
        .prop_flat_map(|lattice| {
            let pieces = prop::collection::vec(piece(lattice), 1..4);
            let contact = prop_oneof![2 => Just(Contact::Allowed), 1 => Just(Contact::Forbidden)];
            // Often with a mirror twin, so that reflections exchange pieces, and with pieces of which each copy shows one.
            let some = prop_oneof![3 => Just(Count::exactly(1)), 1 => Just(Count { min: 1, max: None }), 1 => Just(Count { min: 0, max: Some(2) })];
            let choice = prop::option::of((0usize..3, 1usize..4, some));
            (region(lattice), pieces, (contact, 0u32..4), any::<bool>(), choice)
        })
        .prop_filter_map("areas that come out", |(region, mut pieces, (contact, gaps), twin, choice)| {
            let flip = region.lattice().symmetries().find(|symmetry| symmetry.is_reflection())?;
            if twin {
                let mirrored = Piece { shape: pieces[0].shape.moved(flip), ..pieces[0].clone() };
                pieces.push(mirrored);
            }
            for (number, piece) in pieces.iter_mut().enumerate() {
                piece.name = number.to_string();
            }
            let last = pieces.len() - 1;
            let one_of = choice.map(|(first, more, count)| {
                let first = first.min(last);
                OneOf { pieces: first..(first + more).min(last + 1), count }
            });
            let rules = Rules { contact, gaps, one_of: one_of.into_iter().collect(), ..Rules::default() };
            Puzzle::ruled("random", region, pieces, rules).ok()
        })
        .prop_filter("not too many tilings", |puzzle| puzzle.region().area() <= 12)
}

/// A random puzzle with rules of decoration, and with some pieces of one of its tilings placed.
pub(crate) fn ruled_puzzle() -> impl Strategy<Value = Puzzle> {
    let told = prop::collection::btree_set((0usize..12, 0u8..3), 0..4);
    let inks = prop::option::of(prop::collection::vec(prop::sample::select(vec!['b', 'w', '#']), 12));
    let sets = prop::option::of(prop::collection::vec(0usize..3, 8));
    let rules = (
        (any::<bool>(), inks, sets),
        prop::option::of(0u32..3),
        0usize..1000,
        prop::collection::vec(0usize..9, 0..4),
        told,
    );
    (puzzle(), rules).prop_filter_map(
        "placed pieces that may lie so",
        |(puzzle, ((apart, inks, sets), balance, which, chosen, told))| {
            let tilings = every_tiling(&puzzle, 50);
            let tiling = tilings.iter().nth(which % tilings.len().max(1));
            // Clues are for puzzles of which every cell is covered.
            let is_full = puzzle.gaps() == 0 && puzzle.contact() == Contact::Allowed;
            let clues: BTreeSet<Clue> = tiling.filter(|_| is_full).map_or_else(BTreeSet::new, |tiling| {
                told.into_iter().filter_map(|told| clue_of(&puzzle, tiling, told)).collect()
            });
            let some: Vec<Placed> = tiling.map_or(Vec::new(), |tiling| {
                let laid = tiling.iter().map(|(piece, cells)| Placed { piece: *piece, cells: cells.clone() });
                laid.enumerate()
                    .filter(|(index, _)| chosen.contains(index))
                    .map(|(_, placed)| placed)
                    .collect()
            });
            let equal_pieces = if apart { EqualPieces::Apart } else { EqualPieces::MayTouch };
            let clues = clues.into_iter().collect();
            let colors = inks.map_or_else(Colors::default, |inks| colors_of(&puzzle, tiling, &inks));
            let rules = Rules {
                equal_pieces,
                balance,
                placed: some,
                clues,
                colors,
                apart: sets.map_or_else(Vec::new, |sets| sets_of(&puzzle, &sets)),
                ..puzzle.rules().clone()
            };
            Puzzle::ruled("ruled", puzzle.region().clone(), puzzle.pieces().to_vec(), rules).ok()
        },
    )
}

/// Sets of pieces that keep apart: those of number 1, and those of number 2.
fn sets_of(puzzle: &Puzzle, sets: &[usize]) -> Vec<Vec<usize>> {
    let of = |set: usize| (0..puzzle.pieces().len()).filter(|&piece| sets.get(piece) == Some(&set)).collect();
    [1, 2].map(of).to_vec()
}

/// A board with colors, and pieces with those that they have in a tiling, where they lie as drawn.
fn colors_of(puzzle: &Puzzle, tiling: Option<&Laid>, inks: &[char]) -> Colors {
    let cells = puzzle.region().cells().iter().copied().zip(inks.iter().copied());
    let board: Vec<(Cell, char)> = cells.filter(|&(_, ink)| ink != '#').collect();
    let mut pieces: BTreeMap<usize, Vec<(Cell, char)>> = BTreeMap::new();
    for (piece, cells) in tiling.into_iter().flatten() {
        let shape = puzzle.pieces()[*piece].shape.cells();
        let shift = cells[0].since(shape[0]);
        if shape.iter().map(|cell| cell.shifted(shift)).eq(cells.iter().copied()) {
            let ink = |cell: &Cell| board.iter().find(|(other, _)| *other == cell.shifted(shift));
            let own = shape.iter().filter_map(|cell| Some((*cell, ink(cell)?.1)));
            pieces.entry(*piece).or_insert_with(|| own.collect());
        }
    }
    let pieces = pieces.into_iter().map(|(piece, cells)| PieceColors { piece, cells, sides: Vec::new() });
    Colors { board, pieces: pieces.collect(), ..Colors::default() }
}

/// Whether a tiling has the colors of the board, by definition: each piece can be moved onto its cells with its colors.
fn has_colors(puzzle: &Puzzle, laid: &Laid) -> bool {
    let on_board =
        |cell: Cell| puzzle.colors().board.iter().find(|(other, _)| *other == cell).map(|&(_, ink)| ink);
    let lies = |own: &PieceColors, cells: &[Cell]| {
        let piece = &puzzle.pieces()[own.piece];
        let symmetries = puzzle.lattice().symmetries().filter(|&symmetry| piece.freedom.allows(symmetry));
        symmetries.flat_map(|symmetry| cells.iter().map(move |&onto| (symmetry, onto))).any(
            |(symmetry, onto)| {
                let moved = |cell: Cell| puzzle.lattice().apply(symmetry, cell);
                let shift = onto.since(moved(piece.shape.cells()[0]));
                puzzle.lattice().is_translation(shift)
                    && piece.shape.cells().iter().all(|&cell| cells.contains(&moved(cell).shifted(shift)))
                    && own.cells.iter().all(|&(cell, ink)| {
                        on_board(moved(cell).shifted(shift)).is_none_or(|board| board == ink)
                    })
            },
        )
    };
    laid.iter().all(|(piece, cells)| {
        puzzle.colors().pieces.iter().filter(|own| own.piece == *piece).all(|own| lies(own, cells))
    })
}

#[test]
fn counts_of_our_own_are_found_by_trying_everything() {
    let own =
        |entry: &crate::corpus::Entry| entry.sources.iter().any(|source| source == "tests/search/oracle.rs");
    let mut recounted = 0;
    for entry in crate::corpus::entries().into_iter().filter(own) {
        let puzzle = entry.puzzle();
        let tilings = every_tiling(&puzzle, usize::MAX);
        let mut left = tilings.clone();
        let mut orbits = 0;
        while let Some(tiling) = left.first().cloned() {
            orbits += 1;
            images(&puzzle, &tiling).iter().for_each(|image| assert!(left.remove(image)));
        }
        assert_eq!((tilings.len() as u128, orbits), (entry.raw, entry.up_to_symmetry), "{}", puzzle.name());
        recounted += 1;
    }
    assert!(recounted >= 5);
}

/// Debug builds, which are many times slower, try every fifth of the random puzzles.
const SHARE: u32 = if cfg!(debug_assertions) { 5 } else { 1 };

/// How many times as many puzzles are tried: `PIECEWORK_FUZZ=20 cargo test --release --test search oracle`
/// takes some minutes.
pub(crate) fn times() -> u32 {
    std::env::var("PIECEWORK_FUZZ").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

/// How many puzzles every engine is compared with brute force on, but for [`times`].
const COMPARED: u32 = 5_000 / SHARE;

pub(crate) fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases: cases * times(),
        failure_persistence: None,
        max_local_rejects: 100_000 * times(),
        max_global_rejects: 100_000 * times(),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(400 / SHARE))]

    #[test]
    fn random_puzzles_have_the_tilings_that_trying_everything_finds(puzzle in puzzle()) {
        agrees(puzzle);
    }

    #[test]
    fn packings_are_tilings_or_none_exists(puzzle in ruled_puzzle(), seed in any::<u64>()) {
        packs(puzzle, seed);
    }

    #[test]
    fn rules_and_placed_pieces_leave_the_tilings_that_keep_them(puzzle in ruled_puzzle()) {
        agrees(puzzle);
    }
}

#[test]
fn random_puzzles_have_the_tilings_that_brute_force_finds() {
    let tally = RefCell::new(Tally::default());
    let cases = (puzzle(), any::<u64>());
    let result = TestRunner::new(config(COMPARED)).run(&cases, |(puzzle, way)| {
        agrees_with_brute_force(puzzle, way, &mut tally.borrow_mut());
        Ok(())
    });
    assert_eq!(result, Ok(()));
    let tally = tally.into_inner();
    let compared = COMPARED * times();
    // Measured shares, rounded down: detects engines that refuse more than documented.
    for engine in Engine::ALL.iter().copied().filter(|engine| engine.is_exhaustive()) {
        let least = if engine == Engine::Dlx { compared / 5 } else { compared / 10 * 9 };
        let searched = tally.searched.get(&engine).copied().unwrap_or(0);
        assert!(searched >= least, "{engine}: {searched} of {compared}");
    }
    assert!(tally.choices >= compared / 4, "{} with a choice", tally.choices);
    assert!(tally.impossible >= compared / 6, "{} without a tiling", tally.impossible);
    // Each lattice has at least half of an even share.
    let share = compared / u32::try_from(2 * Lattice::ALL.len()).expect("few");
    for &lattice in Lattice::ALL {
        assert!(tally.lattices[lattice.name()] >= share, "{:?}", tally.lattices);
    }
}

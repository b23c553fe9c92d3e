//! Compares figures that several pieces or groups tile with lists of all figures, each tried by brute force.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use piecework::lattice::{Cell, Lattice};
use piecework::polyform::{Shape, enumerate};
use piecework::puzzle::{Count, Piece, Puzzle, Region, pieces_from_hex, pieces_named};
use piecework::solver::{
    CongruentOptions, FigureOptions, Outcome, SolveOptions, SolverError, StopReason, congruent_groups,
    smallest_common_figure,
};

use crate::oracle::every_tiling;

fn pieces(names: &[&str]) -> Vec<Piece> {
    names.iter().flat_map(|name| pieces_named(name).expect("good names")).collect()
}

/// All figures of this many cells.
fn figures(lattice: Lattice, cells: usize) -> Vec<Shape> {
    let all = enumerate(lattice, cells).expect("few cells");
    all.into_iter().map(|figure| figure.shape().clone()).collect()
}

/// The puzzle of a figure and some pieces, of which each is used at most so often.
fn puzzle(figure: &Shape, pieces: &[Piece], max: Option<u32>) -> Option<Puzzle> {
    let pieces = pieces.iter().map(|piece| Piece { count: Count { min: 0, max }, ..piece.clone() });
    let region = Region::new(figure.lattice(), figure.cells().to_vec()).expect("a figure is a region");
    Puzzle::new("figure", region, pieces.collect()).ok()
}

fn is_tiled(figure: &Shape, piece: &Piece) -> bool {
    puzzle(figure, std::slice::from_ref(piece), None)
        .is_some_and(|puzzle| !every_tiling(&puzzle, 1).is_empty())
}

/// Whether some cells outside are not connected with the rest of the outside, by filling a wide box.
fn has_holes(figure: &Shape) -> bool {
    let (lattice, far) = (figure.lattice(), 16);
    let mut seen: BTreeSet<Cell> = figure.cells().iter().copied().collect();
    let inside = |cell: &Cell| (-far..=far).contains(&cell.x) && (-far..=far).contains(&cell.y);
    let mut waiting = vec![Cell::new(-far, -far)];
    while let Some(cell) = waiting.pop() {
        waiting.extend(lattice.neighbours(cell).filter(|near| inside(near) && seen.insert(*near)));
    }
    seen.insert(Cell::new(-far, -far));
    let all = (-far..=far).flat_map(|y| (-far..=far).map(move |x| Cell::new(x, y)));
    all.into_iter().any(|cell| !seen.contains(&cell))
}

/// The figures that a piece tiles, by trying all; each number of cells is tried once for each piece.
#[derive(Default)]
struct Tiled {
    figures: BTreeMap<usize, Vec<Shape>>,
    tiled: BTreeMap<(Shape, usize), BTreeSet<Shape>>,
}

impl Tiled {
    fn by(&mut self, piece: &Piece, cells: usize) -> BTreeSet<Shape> {
        if !cells.is_multiple_of(piece.shape.area()) {
            return BTreeSet::new();
        }
        let all = self.figures.entry(cells).or_insert_with(|| figures(piece.shape.lattice(), cells));
        let tiled = self.tiled.entry((piece.shape.clone(), cells));
        tiled
            .or_insert_with(|| all.iter().filter(|figure| is_tiled(figure, piece)).cloned().collect())
            .clone()
    }

    /// The smallest common figures of at most `most` cells.
    fn smallest(&mut self, pieces: &[Piece], most: usize, no_holes: bool) -> BTreeSet<Shape> {
        let of_size = |cells| {
            let mut common = self.by(&pieces[0], cells);
            for piece in &pieces[1..] {
                let tiled = self.by(piece, cells);
                common.retain(|figure| tiled.contains(figure));
            }
            common.retain(|figure| !no_holes || !has_holes(figure));
            common
        };
        (1..=most).map(of_size).find(|found| !found.is_empty()).unwrap_or_default()
    }
}

#[track_caller]
fn agrees(tiled: &mut Tiled, pieces: &[Piece], most: usize) -> usize {
    let names: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
    let mut smallest = 0;
    for no_holes in [false, true] {
        let wanted = FigureOptions { most_cells: u32::try_from(most).expect("few"), no_holes, all: true };
        let report = smallest_common_figure(pieces, &wanted, &SolveOptions::default()).expect("good pieces");
        let expected = tiled.smallest(pieces, most, no_holes);
        let found: BTreeSet<Shape> =
            report.figures.iter().map(|figure| figure.shape.free().shape().clone()).collect();
        assert_eq!(found, expected, "{names:?}, without holes: {no_holes}");
        assert_eq!(found.len(), report.figures.len(), "{names:?}: none twice");
        assert_eq!(report.outcome.is_complete(), !found.is_empty() || report.is_impossible, "{names:?}");
        for figure in &report.figures {
            assert_eq!(figure.tilings.len(), pieces.len());
            for (tiling, piece) in figure.tilings.iter().zip(pieces) {
                assert_eq!(tiling.puzzle().region().cells(), figure.shape.cells());
                assert!(tiling.placements().iter().all(|placed| tiling.piece_of(placed).name == piece.name));
            }
        }
        smallest = report.figures.first().map_or(smallest, |figure| figure.shape.area());
    }
    smallest
}

/// Calls `visit` with every choice of `count` pieces.
fn choices(all: &[Piece], count: usize, visit: &mut dyn FnMut(&[Piece])) {
    fn choose(all: &[Piece], count: usize, chosen: &mut Vec<Piece>, visit: &mut dyn FnMut(&[Piece])) {
        if count == 0 {
            return visit(chosen);
        }
        for first in 0..all.len() {
            chosen.push(all[first].clone());
            choose(&all[first + 1..], count - 1, chosen, visit);
            chosen.pop();
        }
    }
    choose(all, count, &mut Vec::new(), visit);
}

#[test]
fn small_common_figures_are_those_of_brute_force() {
    let (mut sizes, mut tiled) = (BTreeMap::new(), Tiled::default());
    let mut try_all = |names: &[&str], count: usize, most: usize| {
        choices(&pieces(names), count, &mut |pieces| {
            *sizes.entry(agrees(&mut tiled, pieces, most)).or_insert(0) += 1
        });
    };
    try_all(&["80", "trominoes", "tetrominoes"], 2, 8);
    try_all(&["tetrominoes"], 3, 8);
    // Without optimisation a few pairs are enough.
    let (five, least) = if cfg!(debug_assertions) { ("pentominoes:F,I,P,X", 3) } else { ("pentominoes", 30) };
    try_all(&[five], 2, 10);
    assert!(sizes[&0] > 2 && sizes[&6] > 0 && sizes[&8] > 7 && sizes[&10] >= least, "{sizes:?}");
}

#[test]
fn common_figures_on_other_lattices_are_those_of_brute_force() {
    let members = |name: &str| pieces(&[name]);
    for (set, most) in [("trihexes", 6), ("tetriamonds", 12), ("tetrahexes", 8)] {
        let (mut found, mut tiled) = (0, Tiled::default());
        choices(&members(set), 2, &mut |pieces| found += usize::from(agrees(&mut tiled, pieces, most) > 0));
        assert!(found > 1, "{set}: {found}");
    }
}

#[test]
fn known_common_figures() {
    // Found by this search; its method is compared with brute force above.
    for (names, cells) in [
        (&["tetrominoes:O,T"][..], 16),
        (&["tetrominoes:O,S"], 16),
        (&["tetrominoes"], 32),
        (&["pentominoes:F,U"], 20),
        (&["pentominoes:P,X"], 20),
        (&["pentominoes:V,W"], 30),
        (&["tetrominoes:L", "pentominoes:X"], 40),
        (&["tetrominoes:I", "pentominoes:I"], 20),
        (&["pentominoes:X,X"], 5),
    ] {
        let report = smallest_common_figure(
            &renamed(pieces(names)),
            &FigureOptions::default(),
            &SolveOptions::default(),
        );
        let report = report.expect("good pieces");
        assert_eq!(report.figures[0].shape.area(), cells, "{names:?}");
        assert!(report.outcome.is_complete() && report.figures.len() == 1, "{names:?}");
        assert!((report.excluded_cells as usize) < cells, "{names:?}");
    }
}

/// Pieces of different sets may share a letter.
fn renamed(mut pieces: Vec<Piece>) -> Vec<Piece> {
    for (number, piece) in pieces.iter_mut().enumerate() {
        piece.name = format!("{}-{number}", piece.name);
    }
    pieces
}

#[test]
fn pieces_that_have_no_common_figure() {
    let report = smallest_common_figure(
        &pieces(&["pentominoes:U,X"]),
        &FigureOptions::default(),
        &SolveOptions::default(),
    );
    let report = report.expect("good pieces");
    assert!(report.is_impossible && report.outcome.is_complete() && report.figures.is_empty());
}

#[test]
fn limits_stop_the_search_for_a_common_figure() {
    let straight_and_cross = pieces(&["pentominoes:I,X"]);
    let search = |most_cells, options: &SolveOptions<'_>| {
        let wanted = FigureOptions { most_cells, ..FigureOptions::default() };
        smallest_common_figure(&straight_and_cross, &wanted, options).expect("good pieces")
    };
    let report = search(42, &SolveOptions::default());
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::AreaLimit));
    assert_eq!((report.excluded_cells, report.is_impossible), (42, false));
    let report = search(u32::MAX, &SolveOptions { node_limit: Some(100), ..SolveOptions::default() });
    assert_eq!((report.outcome, report.nodes), (Outcome::Stopped(StopReason::NodeLimit), 100));
    let limit = Some(Duration::from_millis(200));
    let report = search(u32::MAX, &SolveOptions { time_limit: limit, ..SolveOptions::default() });
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::TimeLimit));
    assert!(report.elapsed < Duration::from_secs(2), "{:?}", report.elapsed);
    let report = search(u32::MAX, &SolveOptions { memory_limit: 10_000, ..SolveOptions::default() });
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::MemoryLimit));
    assert!(report.excluded_cells > 0, "small boards fit");
}

#[test]
fn pieces_that_cannot_be_compared_are_refused() {
    let error = |pieces: &[Piece]| {
        smallest_common_figure(pieces, &FigureOptions::default(), &SolveOptions::default()).unwrap_err()
    };
    for names in [&["f840"][..], &["trominoes", "trihexes"], &["hexominoes"]] {
        assert!(matches!(error(&pieces(names)), SolverError::NoFigure { .. }), "{names:?}");
    }
    assert!(matches!(error(&[]), SolverError::NoFigure { .. }));
}

/// What distinguishes divisions: the figure, and the names of the groups.
type Key = (Shape, BTreeSet<Vec<String>>);

/// All divisions of four pieces in two groups, from the pairs that tile each figure.
fn divisions_by_brute_force(
    four: &[Piece],
    pairs: &BTreeMap<Shape, BTreeSet<BTreeSet<String>>>,
) -> BTreeSet<Key> {
    let names: BTreeSet<String> = four.iter().map(|piece| piece.name.clone()).collect();
    let mut found = BTreeSet::new();
    for (figure, pairs) in pairs {
        for pair in pairs.iter().filter(|pair| pair.is_subset(&names)) {
            let others: BTreeSet<String> = names.difference(pair).cloned().collect();
            if pairs.contains(&others) {
                let groups = [pair, &others].map(|group| group.iter().cloned().collect::<Vec<String>>());
                found.insert((figure.clone(), BTreeSet::from(groups)));
            }
        }
    }
    found
}

fn divisions_agree(set: &str, every: usize, least: usize) {
    let set = pieces(&[set]);
    let cells = 2 * set[0].shape.area();
    let pairs = figures(set[0].shape.lattice(), cells).into_iter().map(|figure| {
        let puzzle = puzzle(&figure, &set, Some(1)).expect("a good puzzle");
        let names = |laid: &BTreeSet<(usize, Vec<Cell>)>| {
            laid.iter().map(|(piece, _)| set[*piece].name.clone()).collect::<BTreeSet<String>>()
        };
        (figure, every_tiling(&puzzle, 100_000).iter().map(names).collect::<BTreeSet<_>>())
    });
    let pairs: BTreeMap<Shape, _> = pairs.filter(|(_, pairs)| pairs.len() > 1).collect();
    let (mut number, mut all) = (0, 0);
    choices(&set, 4, &mut |four| {
        number += 1;
        if number % every != 0 {
            return;
        }
        let wanted = CongruentOptions { groups: 2, most: None, no_holes: false };
        let report = congruent_groups(four, &wanted, &SolveOptions::default()).expect("good pieces");
        assert!(report.outcome.is_complete() && report.cells.is_some());
        let key = |division: &piecework::solver::Division| {
            let names = division.tilings.iter().map(|tiling| {
                let names = tiling.placements().iter().map(|placed| tiling.piece_of(placed).name.clone());
                let mut names: Vec<String> = names.collect();
                names.sort_unstable();
                names
            });
            (division.shape.free().shape().clone(), names.collect::<BTreeSet<Vec<String>>>())
        };
        let found: BTreeSet<Key> = report.divisions.iter().map(key).collect();
        assert_eq!(found.len(), report.divisions.len(), "none twice");
        let names: Vec<&str> = four.iter().map(|piece| piece.name.as_str()).collect();
        assert_eq!(found, divisions_by_brute_force(four, &pairs), "{names:?}");
        all += found.len();
    });
    assert!(all >= least, "{all} divisions of {number} sets");
}

#[test]
fn divisions_of_four_pieces_are_those_of_brute_force() {
    divisions_agree("tetrahexes", 1, 3);
    if !cfg!(debug_assertions) {
        divisions_agree("pentominoes", 9, 15);
        divisions_agree("hexiamonds", 25, 3);
    }
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn twelve_pentominoes_in_groups() {
    let set = pieces(&["pentominoes"]);
    let divide = |groups, most| {
        let wanted = CongruentOptions { groups, most, no_holes: false };
        congruent_groups(&set, &wanted, &SolveOptions::default()).expect("good pieces")
    };
    let pairs = divide(6, None);
    assert!(pairs.outcome.is_complete() && pairs.divisions.is_empty(), "six pairs never tile one figure");
    let five = divide(5, None);
    assert_eq!(
        (five.cells, five.divisions.len()),
        (Some(12), 0),
        "60 = 5 x 12, but pentominoes do not fill 12 cells"
    );
    let seven = divide(7, None);
    assert_eq!((seven.cells, seven.outcome), (None, Outcome::Complete), "60 cells are not divided by 7");
}

#[test]
#[ignore = "half a minute without optimisation: see CONTRIBUTING.md"]
fn twelve_pentominoes_in_two_groups() {
    let set = pieces(&["pentominoes"]);
    let wanted = CongruentOptions { groups: 2, most: Some(1), no_holes: false };
    let halves = congruent_groups(&set, &wanted, &SolveOptions::default()).expect("good pieces");
    let [halves] = &halves.divisions[..] else { panic!("a division") };
    assert_eq!((halves.shape.area(), halves.tilings.len()), (30, 2));
    let used: BTreeSet<String> = halves
        .tilings
        .iter()
        .flat_map(|tiling| tiling.puzzle().pieces().iter().map(|piece| piece.name.clone()))
        .collect();
    assert_eq!(used.len(), 12, "every piece once");
}

#[test]
fn groups_that_cannot_be_made_are_refused() {
    let refused = |pieces: &[Piece], groups| {
        let wanted = CongruentOptions { groups, most: None, no_holes: false };
        congruent_groups(pieces, &wanted, &SolveOptions::default()).is_err()
    };
    assert!(refused(&pieces(&["pentominoes"]), 1) && refused(&pieces(&["pentominoes"]), 31));
    assert!(refused(&pieces_from_hex("f840_f860").expect("names"), 2), "any number of copies");
}

#[test]
fn copies_are_divided_too() {
    let [i, l] = &pieces(&["tetrominoes:I,L"])[..] else { panic!("two pieces") };
    let two = |piece: &Piece| Piece { count: Count::exactly(2), ..piece.clone() };
    let wanted = CongruentOptions { groups: 2, most: None, no_holes: false };
    let report = congruent_groups(&[two(i), two(l)], &wanted, &SolveOptions::default()).expect("good pieces");
    let groups = |division: &piecework::solver::Division| {
        division.tilings.iter().map(|tiling| tiling.puzzle().pieces().len()).collect::<Vec<usize>>()
    };
    let kinds: BTreeSet<Vec<usize>> = report.divisions.iter().map(groups).collect();
    assert_eq!(kinds, BTreeSet::from([vec![1, 1], vec![2, 2]]), "two I and two L, or an I and an L twice");
}

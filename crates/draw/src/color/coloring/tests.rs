use proptest::prelude::*;

use super::exchange::Numbers;
use super::*;

/// Neighbours from a list of pairs.
pub(in crate::color) fn touching(
    pieces: usize,
    pairs: impl IntoIterator<Item = (usize, usize)>,
) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); pieces];
    for (a, b) in pairs {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    neighbours
}

pub(in crate::color) fn pairs_of(pieces: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..pieces).flat_map(move |b| (0..b).map(move |a| (a, b)))
}

/// A ring of pieces.
pub(in crate::color) fn ring(pieces: usize) -> Vec<Vec<usize>> {
    touching(pieces, (0..pieces).map(|i| (i, (i + 1) % pieces)))
}

/// The graph of J. Mycielski, "Sur le coloriage des graphs", 1955: one more color, and no new triangle.
fn mycielski(graph: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let n = graph.len();
    let old = pairs_of(n).filter(|&(a, b)| graph[b].contains(&a));
    let twins = (0..n).flat_map(|a| graph[a].iter().map(move |&b| (a, n + b)));
    touching(2 * n + 1, old.chain(twins).chain((0..n).map(|a| (n + a, 2 * n))))
}

/// Squares of a chessboard, adjacent if a queen can move between them.
fn queens(side: usize) -> Vec<Vec<usize>> {
    let attack = |a: usize, b: usize| {
        let (x, y) = ((a % side).abs_diff(b % side), (a / side).abs_diff(b / side));
        x == 0 || y == 0 || x == y
    };
    touching(side * side, pairs_of(side * side).filter(|&(a, b)| attack(a, b)))
}

/// The graph of a quilt of `pieces` connected patches on a board of squares, grown from random squares.
pub(in crate::color) fn patches(
    columns: usize,
    rows: usize,
    pieces: usize,
    corners_too: bool,
    seed: u64,
) -> Vec<Vec<usize>> {
    let mut numbers = Numbers(seed);
    let beside = |at: usize, x: isize, y: isize| {
        let (x, y) = ((at % columns).checked_add_signed(x)?, (at / columns).checked_add_signed(y)?);
        (x < columns && y < rows).then_some(y * columns + x)
    };
    let mut owner = vec![usize::MAX; columns * rows];
    let mut edge = Vec::new();
    while edge.len() < pieces {
        let at = numbers.below(owner.len());
        if owner[at] == usize::MAX {
            owner[at] = edge.len();
            edge.push(at);
        }
    }
    while !edge.is_empty() {
        let from = numbers.below(edge.len());
        let at = edge[from];
        let free: Vec<_> = [(1, 0), (-1, 0), (0, 1), (0, -1)]
            .iter()
            .filter_map(|&(x, y)| beside(at, x, y))
            .filter(|&next| owner[next] == usize::MAX)
            .collect();
        if free.is_empty() {
            edge.swap_remove(from);
        } else {
            let next = free[numbers.below(free.len())];
            owner[next] = owner[at];
            edge.push(next);
        }
    }
    let steps: &[(isize, isize)] =
        if corners_too { &[(1, 0), (0, 1), (1, 1), (-1, 1)] } else { &[(1, 0), (0, 1)] };
    let pairs = (0..owner.len())
        .flat_map(|at| steps.iter().filter_map(move |&(x, y)| beside(at, x, y)).map(move |next| (at, next)))
        .map(|(a, b)| (owner[a], owner[b]))
        .filter(|(a, b)| a != b);
    touching(pieces, pairs)
}

#[track_caller]
pub(in crate::color) fn assert_proper(neighbours: &[Vec<usize>], coloring: &Coloring) {
    let colors = coloring.colors();
    assert_eq!(colors.len(), neighbours.len());
    for (piece, touched) in neighbours.iter().enumerate() {
        assert!(touched.iter().all(|&other| colors[other] != colors[piece]), "piece {piece}");
    }
    let mut used = colors.to_vec();
    used.sort_unstable();
    used.dedup();
    assert_eq!(used, (0..coloring.count()).collect::<Vec<_>>());
}

/// Whether `count` colors are enough, by brute force: an independent check.
pub(in crate::color) fn colorable(neighbours: &[Vec<usize>], count: usize) -> bool {
    fn extend(neighbours: &[Vec<usize>], count: usize, colors: &mut Vec<usize>) -> bool {
        let piece = colors.len();
        if piece == neighbours.len() {
            return true;
        }
        (0..count).any(|color| {
            if neighbours[piece].iter().any(|&other| other < piece && colors[other] == color) {
                return false;
            }
            colors.push(color);
            let done = extend(neighbours, count, colors);
            colors.pop();
            done
        })
    }
    extend(neighbours, count, &mut Vec::new())
}

#[track_caller]
fn case(neighbours: &[Vec<usize>], count: usize) {
    let coloring = Coloring::fewest(neighbours, EFFORT).unwrap();
    assert_proper(neighbours, &coloring);
    assert_eq!((coloring.count(), coloring.is_minimal()), (count, true));
    if count > 1 {
        assert_witness(neighbours, count - 1);
    }
}

/// Checks that `count` colors are refused, and that the witness alone shows why.
#[track_caller]
fn assert_witness(neighbours: &[Vec<usize>], count: usize) -> Vec<usize> {
    match Coloring::with(neighbours, count, EFFORT) {
        Err(ColorError::TooFewColors { asked, witness, .. }) => {
            assert_eq!(asked, count);
            let alone = Graph::new(neighbours).unwrap().induced(&witness);
            let lists: Vec<_> = (0..alone.len()).map(|piece| alone.of(piece).to_vec()).collect();
            assert!(!colorable(&lists, count), "{witness:?}");
            witness
        }
        other => panic!("{count} colors: {other:?}"),
    }
}

#[test]
fn known_graphs() {
    case(&[], 0);
    case(&touching(1, []), 1);
    case(&touching(5, []), 1);
    case(&ring(6), 2);
    case(&ring(7), 3);
    case(&touching(7, pairs_of(7)), 7);
    // Petersen: 3. Grötzsch, without a triangle: 4, and its Mycielskian: 5.
    let petersen = (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]);
    case(&touching(10, petersen), 3);
    case(&mycielski(&ring(5)), 4);
    case(&mycielski(&mycielski(&ring(5))), 5);
    // Queens: 5 on 5 x 5, but 7 on 6 x 6 (Online Encyclopedia of Integer Sequences, A088202).
    case(&queens(5), 5);
    case(&queens(6), 7);
    case(&queens(7), 7);
}

#[test]
fn more_colors_than_bits_are_not_reported_as_proved() {
    let all_touch = touching(70, pairs_of(70));
    let coloring = Coloring::fewest(&all_touch, EFFORT).unwrap();
    assert_eq!((coloring.count(), coloring.is_minimal()), (70, false));
    assert!(matches!(Coloring::with(&all_touch, 69, EFFORT), Err(ColorError::NotDecided { .. })));
    match Coloring::with(&all_touch, 64, EFFORT) {
        Err(ColorError::TooFewColors { witness, .. }) => assert_eq!(witness.len(), 65),
        other => panic!("{other:?}"),
    }
}

#[test]
fn quilts_of_two_hundred_pieces_are_proved() {
    for seed in 0..40 {
        for corners_too in [false, true] {
            let quilt = patches(40, 25, 200, corners_too, seed);
            let coloring = Coloring::fewest(&quilt, EFFORT).unwrap();
            assert_proper(&quilt, &coloring);
            assert!(coloring.is_minimal(), "seed {seed}");
            assert!(corners_too || coloring.count() <= 4, "seed {seed}: {} colors", coloring.count());
            if coloring.count() == 4 {
                let witness = assert_witness(&quilt, 3);
                assert!(witness.len() <= 12, "seed {seed}: {witness:?}");
            }
        }
    }
}

#[test]
fn large_quilts_take_four() {
    for (columns, rows, pieces) in [(80, 60, 960), (120, 100, 4000)] {
        let quilt = patches(columns, rows, pieces, false, 7);
        let coloring = Coloring::fewest(&quilt, EFFORT).unwrap();
        assert_proper(&quilt, &coloring);
        assert_eq!((coloring.count(), coloring.is_minimal()), (4, true));
    }
}

#[test]
fn an_exhausted_budget_is_reported() {
    let board = queens(6);
    let coloring = Coloring::fewest(&board, 20).unwrap();
    assert_proper(&board, &coloring);
    assert!(!coloring.is_minimal());
    let refused = Coloring::with(&board, 6, 20);
    assert!(matches!(refused, Err(ColorError::NotDecided { asked: 6, effort: 20, .. })), "{refused:?}");
}

#[test]
fn balancing_never_hurts_and_is_nearly_optimal() {
    for seed in 0..20 {
        let quilt = patches(40, 25, 200, false, seed);
        let amounts: Vec<_> = (0..200).map(|piece| 1 + piece % 5).collect();
        let coloring = Coloring::fewest(&quilt, EFFORT).unwrap();
        let squares = |c: &Coloring| c.usage(&amounts).iter().map(|used| used * used).sum::<u64>();
        let before = squares(&coloring);
        let balanced = coloring.clone().balanced(&quilt, &amounts);
        assert_proper(&quilt, &balanced);
        assert!(squares(&balanced) <= before);
        assert_eq!(balanced.count(), coloring.count());
        let usage = balanced.usage(&amounts);
        assert_eq!(usage.iter().sum::<u64>(), 600);
        assert!(usage.iter().all(|used| used.abs_diff(150) <= 2), "seed {seed}: {usage:?}");
    }
}

#[test]
fn a_number_of_colors_is_used_in_full() {
    let quilt = patches(20, 10, 30, false, 3);
    for count in [4, 5, 8, 30] {
        let coloring = Coloring::with(&quilt, count, EFFORT).unwrap();
        assert_proper(&quilt, &coloring);
        assert_eq!((coloring.count(), coloring.is_minimal()), (count, count == 4));
        let usage = coloring.usage(&[1; 30]);
        assert!(usage.iter().max().unwrap() - usage.iter().min().unwrap() <= 1, "{usage:?}");
    }
    assert_eq!(Coloring::with(&quilt, 1000, EFFORT).unwrap().count(), 30);
    assert_eq!(Coloring::with(&[], 3, EFFORT).unwrap().count(), 0);
}

#[test]
fn nonsense_is_refused() {
    let beyond = Coloring::fewest(&[vec![1]], EFFORT).unwrap_err();
    assert_eq!(beyond, ColorError::NoSuchPiece { piece: 0, found: 1, pieces: 1 });
    let itself = Coloring::fewest(&[vec![], vec![1]], EFFORT).unwrap_err();
    assert_eq!(itself, ColorError::TouchesItself { piece: 1 });
}

/// All graphs of up to eight pieces.
fn any_graph() -> impl Strategy<Value = Vec<Vec<usize>>> {
    (0usize..=8, any::<u32>()).prop_map(|(pieces, bits)| {
        touching(
            pieces,
            pairs_of(pieces).zip(0u32..).filter(|&(_, i)| bits >> i & 1 == 1).map(|(pair, _)| pair),
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn agrees_with_trying_everything(graph in any_graph()) {
        let coloring = Coloring::fewest(&graph, EFFORT).unwrap();
        assert_proper(&graph, &coloring);
        prop_assert!(coloring.is_minimal());
        let count = (0..).find(|&count| colorable(&graph, count)).unwrap();
        prop_assert_eq!(coloring.count(), count);
        for asked in 0..=graph.len() {
            if asked < count {
                let witness = assert_witness(&graph, asked);
                // The witness is minimal.
                for left_out in 0..witness.len() {
                    let mut fewer = witness.clone();
                    fewer.remove(left_out);
                    let alone = Graph::new(&graph).unwrap().induced(&fewer);
                    let lists: Vec<_> = (0..alone.len()).map(|piece| alone.of(piece).to_vec()).collect();
                    prop_assert!(colorable(&lists, asked));
                }
            } else {
                let coloring = Coloring::with(&graph, asked, EFFORT).unwrap();
                assert_proper(&graph, &coloring);
                prop_assert_eq!(coloring.count(), asked);
            }
        }
    }
}

use std::collections::BTreeSet;

use super::*;
use piecework_draw::geometry::Touch;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::limits::Limits;
use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

const PENTOMINOES: &str = "IIIIIVVVZZ\nLLLLUUUVZT\nLNNPUXUVZT\nNNNPPPXZTT\nFWWYPXXXFT\nFFWWYYYYFF";

fn of(lattice: Lattice, rows: &str) -> Patchwork {
    let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("a good grid");
    let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
    Patchwork::trace(&tiling, 10.0).expect("a patchwork")
}

/// In how many pieces a set of edges lies, found without walking: by joining what shares a vertex.
fn pieces(patchwork: &Patchwork, edges: &BTreeSet<usize>) -> usize {
    let mut groups: Vec<BTreeSet<usize>> = Vec::new();
    for edge in edges.iter().map(|&edge| &patchwork.edges()[edge]) {
        let mut joined = BTreeSet::from([edge.from, edge.to]);
        groups.retain(|group| {
            let meets = !group.is_disjoint(&joined);
            if meets {
                joined.extend(group);
            }
            !meets
        });
        groups.push(joined);
    }
    groups.len()
}

/// Sews by the steps alone; returns how many of them close more than one seam.
#[track_caller]
fn replay(patchwork: &Patchwork, order: &SewingOrder) -> usize {
    // Each patch lies in a heap of its own; a step puts two heaps together.
    let mut heaps: Vec<BTreeSet<usize>> =
        (0..patchwork.patches().len()).map(|patch| BTreeSet::from([patch])).collect();
    let (mut seen, mut closing) = (BTreeSet::new(), 0);
    let take = |heaps: &mut Vec<BTreeSet<usize>>, patches: &[usize]| {
        let wanted: BTreeSet<usize> = patches.iter().copied().collect();
        let place = heaps.iter().position(|heap| *heap == wanted);
        heaps.swap_remove(place.expect("exactly what is sewn together"))
    };
    for step in &order.steps {
        let (first, second) = (take(&mut heaps, &step.sewn), take(&mut heaps, &step.added));
        let between = |edge: &piecework_draw::geometry::Edge| {
            edge.left.zip(edge.right).is_some_and(|(a, b)| {
                first.contains(&a) && second.contains(&b) || first.contains(&b) && second.contains(&a)
            })
        };
        let all = patchwork.edges().iter().enumerate().filter(|(_, edge)| between(edge));
        let all: BTreeSet<usize> = all.map(|(index, _)| index).collect();
        let sewn: Vec<usize> = step.seams.iter().flat_map(|seam| seam.edges.iter().copied()).collect();
        assert_eq!(sewn.iter().copied().collect::<BTreeSet<_>>(), all);
        assert!(sewn.iter().all(|&edge| seen.insert(edge)), "an edge is sewn once");
        assert_eq!(pieces(patchwork, &all), step.seams.len());
        closing += usize::from(step.seams.len() > 1);
        heaps.push(first.union(&second).copied().collect());
    }
    let inner = patchwork.edges().iter().filter(|edge| edge.is_inner()).count();
    assert_eq!(seen.len(), inner, "all seams are sewn");
    let length: f64 = seen.iter().map(|&edge| patchwork.edges()[edge].length).sum();
    assert!((length - patchwork.seam_length()).abs() < 1e-6);
    let near = patchwork.neighbours(Touch::Edge);
    let apart = |(i, heap): (usize, &BTreeSet<usize>)| {
        heaps[i + 1..].iter().all(|other| !heap.iter().any(|&a| near[a].iter().any(|b| other.contains(b))))
    };
    assert!(heaps.iter().enumerate().all(apart), "what is left apart has no edge in common");
    closing
}

/// Set-in corners once each, and the open ends closed in steps that follow.
#[track_caller]
fn check(patchwork: &Patchwork, most: usize, closing: usize) -> SewingOrder {
    let order = sewing_order(patchwork, most);
    assert_eq!(replay(patchwork, &order), closing);
    let bends: Vec<Bend> = order.steps.iter().flat_map(Joint::bends).collect();
    let mut set_in: Vec<usize> = bends
        .iter()
        .filter_map(|bend| if let BendKind::SetIn(number) = bend.kind { Some(number) } else { None })
        .collect();
    set_in.sort_unstable();
    assert_eq!(set_in, (0..patchwork.set_in_corners().len()).collect::<Vec<_>>());
    let partial = bends.iter().filter(|bend| matches!(bend.kind, BendKind::Partial { .. })).count();
    assert_eq!(partial, order.partial_seams());
    for (index, step) in order.steps.iter().enumerate() {
        for open in &step.open {
            assert!(open.closed_by > index);
            assert!(step.seams.iter().any(|seam| seam.edges.contains(&open.edge)));
            let closes = |bend: Bend| bend.kind == BendKind::Partial { edge: open.edge, step: index };
            assert!(order.steps[open.closed_by].bends().any(closes));
        }
    }
    order
}

#[test]
fn every_order_sews_the_whole_quilt() {
    let squares = [("AB\nCD", 0), ("AAB\nABB", 0), (PENTOMINOES, 0), ("AAA\nABA\nAAA", 0), ("AA.BB", 0)];
    for (rows, closing) in squares {
        for most in [1, 3, 12] {
            check(&of(Lattice::Square, rows), most, closing);
        }
    }
    check(&of(Lattice::Hex, "A B C\n D E F\nG H I"), 12, 0);
    check(&of(Lattice::Square, "AAB\nC.B\nCDD"), 12, 1);
}

#[test]
fn a_pinwheel_has_one_partial_seam_that_its_last_step_closes() {
    let pinwheel = of(Lattice::Square, "AAB\nCEB\nCDD");
    let order = check(&pinwheel, 12, 0);
    assert_eq!((order.partial_seams(), order.pivots()), (1, 0));
    let (at, open) =
        order.steps.iter().enumerate().find_map(|(at, step)| Some((at, *step.open.first()?))).expect("one");
    assert_eq!((at, open.closed_by), (0, 3), "the first seam is closed with the last");
}

#[test]
fn three_hexagons_meet_in_a_pivot() {
    let order = check(&of(Lattice::Hex, "A B\n C"), 12, 0);
    assert_eq!((order.partial_seams(), order.pivots()), (0, 1));
}

#[test]
fn four_squares_are_two_pairs_or_leave_a_seam_open() {
    let order = check(&of(Lattice::Square, "AB\nCD"), 2, 0);
    assert_eq!((order.blocks.len(), order.partial_seams(), order.pivots()), (2, 0, 0));
}

//! Replays rows of kites and drafters from their steps alone, on edges between corners.

use std::collections::{BTreeMap, BTreeSet};

use piecework::lattice::{Cell, Corner, Lattice};
use piecework::puzzle::Region;
use piecework::quilt::{Method, QuiltOptions, QuiltPlan};
use piecework::tiling::{Tiling, infer_tiling};

/// A hexagon of cells, in connected groups at random.
fn parted(lattice: Lattice, size: u32, most: usize, random: &mut u32) -> Tiling {
    let region = Region::hexagon(lattice, size).expect("a region");
    let mut groups: Vec<Vec<Cell>> = region.cells().iter().map(|&cell| vec![cell]).collect();
    for _ in 0..3 * groups.len() {
        *random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let of = (*random >> 8) as usize % groups.len();
        let near: Vec<Cell> = groups[of].iter().flat_map(|&cell| lattice.neighbours(cell)).collect();
        let other = groups.iter().position(|group| group.iter().any(|cell| near.contains(cell)));
        if let Some(other) =
            other.filter(|&other| other != of && groups[other].len() + groups[of].len() <= most)
        {
            let joined = groups[other].clone();
            groups[of].extend(joined);
            groups.swap_remove(other);
        }
    }
    infer_tiling("parted", lattice, groups).expect("a tiling")
}

/// A corner, and an edge from its smaller corner.
type At = (i32, i32);
type Edge = (At, At);

/// The edges around some cells, each once.
fn around(lattice: Lattice, cells: &[Cell]) -> BTreeSet<Edge> {
    let mut edges = BTreeSet::new();
    for &cell in cells {
        let corners: Vec<At> = lattice.corners(cell).map(|Corner { x, y }| (x, y)).collect();
        for (at, &from) in corners.iter().enumerate() {
            let to = corners[(at + 1) % corners.len()];
            let edge = (from.min(to), from.max(to));
            if !edges.remove(&edge) {
                edges.insert(edge);
            }
        }
    }
    edges
}

/// Sews two outlines along what they share, which must be one straight line without a space.
#[track_caller]
fn sew(one: &BTreeSet<Edge>, other: &BTreeSet<Edge>, why: &str) -> BTreeSet<Edge> {
    let seam: Vec<Edge> = one.intersection(other).copied().collect();
    assert!(!seam.is_empty(), "{why}: nothing is sewn");
    let ((x, y), _) = seam[0];
    let (_, (u, v)) = *seam.iter().max_by_key(|edge| edge.1).expect("an edge");
    for pair in seam.windows(2) {
        assert_eq!(pair[0].1, pair[1].0, "{why}: a space");
    }
    for &(_, (a, b)) in &seam {
        assert_eq!((u - x) * (b - y), (v - y) * (a - x), "{why}: a corner");
    }
    one.symmetric_difference(other).copied().collect()
}

/// Sews a plan as its steps say; returns how many pieces are cut.
#[track_caller]
fn replay(tiling: &Tiling) -> usize {
    let options = QuiltOptions { method: Method::Straight, ..QuiltOptions::default() };
    let plan = QuiltPlan::new(tiling, &options).expect("a plan");
    let rows = plan.summary.rows.as_ref().expect("rows");
    // Every piece is of one patch, and covers half of each of its kites at least.
    let mut areas = vec![0.0; tiling.placements().len()];
    let mut sewn: BTreeMap<String, BTreeSet<Edge>> = BTreeMap::new();
    for strip in rows.rows.iter().flatten() {
        let halves = Lattice::Kisrhombille;
        areas[strip.placement] += strip.cells.iter().map(|&cell| halves.cell_area(cell)).sum::<f64>();
        assert!(sewn.insert(strip.label.clone(), around(halves, &strip.cells)).is_none(), "{}", strip.label);
    }
    for (placement, area) in tiling.placements().iter().zip(areas) {
        let due: f64 = placement.cells.iter().map(|&cell| tiling.lattice().cell_area(cell)).sum();
        assert!((area - due).abs() < 1e-9, "{area} of {due}");
    }
    let pieces = sewn.len();
    let mut seams = 0;
    for step in &plan.summary.row_steps {
        let mut join = |target: String, parts: &[String], sewn: &mut BTreeMap<String, BTreeSet<Edge>>| {
            let mut parts = parts.iter().map(|part| sewn.remove(part).expect("it is there"));
            let mut all = parts.next().expect("a part");
            for part in parts {
                all = sew(&all, &part, &format!("step {}", step.step));
                seams += 1;
            }
            sewn.insert(target, all);
        };
        if let Some(unit) = &step.unit {
            for seam in &step.unit_seams {
                // What is sewn together already is under the name of its first part.
                let both = [seam.sewn[0].clone(), seam.added[0].clone()];
                join(both[0].clone(), &both, &mut sewn);
            }
            let whole = sewn.remove(&step.strips[0]).expect("the unit");
            sewn.insert(unit.clone(), whole);
        } else if let Some(onto) = step.onto {
            let name = |row: usize| if row == 1 { "row 1".to_owned() } else { format!("row {row}") };
            let row = if step.strips.len() == 1 { step.strips[0].clone() } else { name(step.row) };
            let top = if sewn.contains_key("top") { "top".to_owned() } else { first(&sewn, onto) };
            join("top".to_owned(), &[top, row], &mut sewn);
        } else {
            join(format!("row {}", step.row), &step.strips, &mut sewn);
        }
    }
    assert_eq!((sewn.len(), seams + 1), (1, pieces));
    let covered: Vec<Cell> = tiling.placements().iter().flat_map(|laid| laid.cells.clone()).collect();
    let outline: f64 = length(Lattice::Kisrhombille, sewn.values().next().expect("the top"));
    assert!((outline - length(tiling.lattice(), &around(tiling.lattice(), &covered))).abs() < 1e-6);
    pieces
}

/// The first row, of one strip or of several.
fn first(sewn: &BTreeMap<String, BTreeSet<Edge>>, row: usize) -> String {
    let several = format!("row {row}");
    if sewn.contains_key(&several) { several } else { format!("{row}-1") }
}

fn length(lattice: Lattice, edges: &BTreeSet<Edge>) -> f64 {
    let corner = |(x, y): At| Corner::new(x, y);
    edges.iter().map(|&(from, to)| lattice.distance(corner(from), corner(to))).sum()
}

#[test]
fn kites_and_drafters_at_random_are_sewn_with_straight_seams() {
    let mut random = 4;
    for (lattice, size, most) in
        [(Lattice::Kite, 1, 2), (Lattice::Kite, 2, 8), (Lattice::Kite, 3, 12), (Lattice::Kisrhombille, 2, 9)]
    {
        for _ in 0..4 {
            let tiling = parted(lattice, size, most, &mut random);
            assert!(replay(&tiling) >= tiling.placements().len());
        }
    }
}

/// One kite of three is a whole piece, and the one opposite the seam of two others is in halves.
#[test]
fn a_triangle_of_three_kites_takes_four_pieces_and_of_two_patches_three() {
    let three = |patches: [&[usize]; 3]| {
        // The three kites around a corner of hexagons where only kites meet.
        let corner = Corner::new(2, 2);
        let kites = Lattice::Kite.cells_at(corner);
        assert_eq!(kites.len(), 3);
        let groups = patches.iter().filter(|of| !of.is_empty());
        let groups = groups.map(|of| of.iter().map(|&at| kites[at]).collect::<Vec<Cell>>());
        replay(&infer_tiling("three", Lattice::Kite, groups).expect("a tiling"))
    };
    assert_eq!(three([&[0, 1, 2], &[], &[]]), 1);
    assert_eq!(three([&[0, 1], &[2], &[]]), 3);
    assert_eq!(three([&[0], &[1], &[2]]), 4);
}

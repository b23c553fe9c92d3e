//! Knobs on many tilings: no line crosses another, and both neighbours have the same edge.

use super::*;
use crate::{CutOptions, LineOptions, Lines, LinesCut, ToolPath, machine, plan};
use piecework_draw::geometry::Outline;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::limits::Limits;
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

fn patchworks(cell: f64) -> Vec<(&'static str, Patchwork)> {
    let traced = |lattice, rows: &str| {
        let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("letters");
        Patchwork::trace(&infer_from_grid("test", &grids[0]).expect("a tiling"), cell).expect("a patchwork")
    };
    let cells = |lattice, columns, rows| {
        let region = piecework_tiling::puzzle::Region::rectangle(lattice, columns, rows).expect("a region");
        Patchwork::of_region(&region, cell).expect("a patchwork")
    };
    vec![
        ("letters", traced(Lattice::Square, "AAABC\nDAEBC\nDEEBC\nDDEEC")),
        ("a hole", traced(Lattice::Square, "AAA\nABA\nAAA")),
        ("squares", cells(Lattice::Square, 5, 4)),
        ("hexagons", cells(Lattice::Hex, 4, 4)),
        ("triangles", cells(Lattice::Triangle, 7, 4)),
    ]
}

/// All edges as straight lines, close to their curves.
fn drawn(patchwork: &Patchwork, knobs: &Knobs) -> Vec<Vec<Point>> {
    let edge = |(edge, curve): (&Edge, &Vec<Stretch>)| {
        let (from, to) = patchwork.ends(edge);
        let curve = if curve.is_empty() { vec![Stretch::line(from, to)] } else { curve.clone() };
        std::iter::once(from).chain(curve.iter().flat_map(|one| one.flattened(0.005))).collect()
    };
    patchwork.edges().iter().zip(&knobs.curves).map(edge).collect()
}

/// Returns whether two lines cross or touch, other than in a common end.
fn cross(a: (Point, Point), b: (Point, Point)) -> bool {
    let side = |(p, q): (Point, Point), r: Point| (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    let apart = |x: f64, y: f64| x * y < -1e-12;
    apart(side(a, b.0), side(a, b.1)) && apart(side(b, a.0), side(b, a.1))
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn no_edge_crosses_another_with_any_seed_on_any_lattice() {
    for (name, patchwork) in patchworks(10.0) {
        for style in [KnobStyle::Jigsaw, KnobStyle::Wave, KnobStyle::Varied] {
            for seed in 0..60 {
                let knobs =
                    Knobs::of(&patchwork, KnobOptions { style, seed }, (10.0, 0.2), &StopFlag::never())
                        .expect("room");
                let lines = drawn(&patchwork, &knobs);
                let sides: Vec<(usize, Point, Point)> = (lines.iter().enumerate())
                    .flat_map(|(edge, line)| line.windows(2).map(move |pair| (edge, pair[0], pair[1])))
                    .collect();
                for (at, &(edge, a, b)) in sides.iter().enumerate() {
                    let (low, high) = (a.x.min(b.x), a.x.max(b.x));
                    for &(other, c, d) in &sides[at + 1..] {
                        let near = c.x.min(d.x) <= high && c.x.max(d.x) >= low;
                        assert!(
                            !near || !cross((a, b), (c, d)),
                            "{name} {style:?} {seed}: {edge} and {other}"
                        );
                    }
                }
            }
        }
    }
}

/// The head of every knob against that of every other, from the drawn arcs alone: each has four arcs between straight lines,
/// and some radius or the height of the top differs, also if one is turned over.
#[test]
fn no_two_varied_knobs_are_alike() {
    let cell = 20.0;
    let region = piecework_tiling::puzzle::Region::rectangle(Lattice::Square, 14, 10).expect("a region");
    let patchwork = Patchwork::of_region(&region, cell).expect("a patchwork");
    let knobs = |seed| {
        let options = KnobOptions { style: KnobStyle::Varied, seed };
        Knobs::of(&patchwork, options, (cell, 0.2), &StopFlag::never()).expect("room")
    };
    for seed in 1..=4 {
        let mut measured: Vec<[f64; 4]> = Vec::new();
        let curves = knobs(seed).curves;
        for (edge, curve) in patchwork.edges().iter().zip(&curves).filter(|(_, curve)| !curve.is_empty()) {
            let (from, to) = patchwork.ends(edge);
            let length = from.distance(to);
            let off = |at: Point| {
                ((to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x)).abs() / length
            };
            let radii: Vec<f64> = curve.iter().filter_map(|one| Some(one.arc()?.radius())).collect();
            let top = curve.iter().map(|one| off(one.to)).fold(0.0, f64::max);
            let [before, head, _, after] = radii[..] else { panic!("one knob a side: {radii:?}") };
            measured.push([top, head, before, after]);
        }
        assert!(measured.len() > 240, "of 256 edges {} have knobs", measured.len());
        for (number, one) in measured.iter().enumerate() {
            for other in &measured[..number] {
                let far =
                    |other: [f64; 4]| one.iter().zip(other).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                let [top, head, before, after] = *other;
                let least = far(*other).min(far([top, head, after, before]));
                assert!(least > 0.05, "seed {seed}: {one:?} and {other:?}");
            }
        }
    }
    assert_ne!(knobs(1).curves, knobs(2).curves);
}

/// The area that knobs take from one piece they give to another, and pieces with half a kerf more or less
/// have it all round.
#[test]
fn pieces_fill_the_board_with_knobs_too() {
    for (name, patchwork) in patchworks(10.0) {
        let knobs = Knobs::of(
            &patchwork,
            KnobOptions { style: KnobStyle::Jigsaw, seed: 7 },
            (10.0, 0.2),
            &StopFlag::never(),
        );
        let knobs = knobs.expect("room");
        let outlines = |outset: f64| -> Vec<Outline> {
            let outline = |patch| KnobOutline::of(&patchwork, patch, &knobs, outset).expect("room");
            patchwork.patches().iter().map(|patch| outline(patch).outline().expect("a ring")).collect()
        };
        let area = |outset: f64| outlines(outset).iter().map(Outline::area).sum::<f64>();
        let board: f64 = patchwork.board().iter().map(Outline::area).sum();
        assert!((area(0.0) - board).abs() < 0.001 * board, "{name}: {} of {board}", area(0.0));
        let lines = drawn(&patchwork, &knobs);
        let cut: f64 = outlines(0.0)
            .iter()
            .flat_map(Outline::rings)
            .map(piecework_draw::geometry::Ring::perimeter)
            .sum();
        let grown = area(0.1) - area(0.0);
        assert!((grown - 0.1 * cut).abs() < 0.03 * grown.abs(), "{name}: {grown} for {cut} mm");
        // Every outline is as far from the edges as it was moved.
        for outline in outlines(-0.1) {
            for point in outline.rings().flat_map(piecework_draw::geometry::Ring::points) {
                let far = |pair: &[Point]| super::field::far(*point, pair[0], pair[1]);
                let nearest =
                    lines.iter().flat_map(|line| line.windows(2)).map(far).fold(f64::INFINITY, f64::min);
                // A mitred corner of 60 degrees is twice as far.
                assert!((0.089..0.211).contains(&nearest), "{name}: {nearest}");
            }
        }
    }
}

#[test]
fn most_edges_have_a_knob_and_seeds_differ() {
    for (name, patchwork) in patchworks(10.0) {
        let of = |seed| {
            Knobs::of(
                &patchwork,
                KnobOptions { style: KnobStyle::Jigsaw, seed },
                (10.0, 0.0),
                &StopFlag::never(),
            )
            .expect("room")
        };
        let inner = patchwork.edges().iter().filter(|edge| edge.is_inner()).count();
        let curved = of(1).curves.iter().filter(|curve| !curve.is_empty()).count();
        assert!(curved * 10 >= inner * 8, "{name}: {curved} of {inner}");
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2), "{name}");
    }
    let (_, patchwork) = patchworks(1.0).remove(2);
    let none = Knobs::of(
        &patchwork,
        KnobOptions { style: KnobStyle::Jigsaw, seed: 1 },
        (1.0, 0.3),
        &StopFlag::never(),
    );
    assert!(
        matches!(none, Err(CutError::Lines(LineError::NoRoomForKnobs { .. }))),
        "cells of 1 mm with a kerf of 0.3"
    );
}

/// The same curve is in both outlines, so that shared lines are as long as the lower bound says, and files of
/// every machine can be drawn.
#[test]
fn knobs_are_shared_or_have_their_clearance() {
    let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default()).expect("letters");
    let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
    let knobs = Some(KnobOptions { style: KnobStyle::Jigsaw, seed: 3 });
    let with = |line: LineOptions, kerf: f64| {
        let bed = machine("generic").expect("embedded").bed;
        plan(&tiling, &CutOptions { kerf, line: LineOptions { knobs, ..line }, ..CutOptions::new(10.0, bed) })
    };
    let shared = with(LineOptions::default(), 0.0).expect("a plan");
    assert_eq!(shared.summary.lines, LinesCut::Shared);
    let (found, least) = (shared.summary.cut_length_mm, shared.summary.least.cut_length_mm);
    assert!((found - least).abs() < 1e-6 && found > 1.1 * 130.0, "{found} of {least} mm");
    let curved = shared.curves.iter().filter(|curve| !curve.points.is_empty()).count();
    assert_eq!((shared.curves.len(), curved), (9, 3), "three sides of the seam");
    let separate = with(LineOptions { fit: Some(0.1), ..LineOptions::default() }, 0.2).expect("a plan");
    assert!(separate.sheets[0].cuts.iter().all(|cut| !cut.lines[0].middles.is_empty()));
    for tool in [
        ToolPath { overcut: 3.0, ..ToolPath::default() },
        ToolPath { blade_offset: 0.3, ..ToolPath::default() },
        ToolPath { lead_in: 1.0, ..ToolPath::default() },
        ToolPath { tabs: 3, tab_width: 0.8, fillet: 0.5, ..ToolPath::default() },
    ] {
        let lines = if tool.lead_in > 0.0 { Lines::Separate } else { Lines::Auto };
        let plan = with(LineOptions { tool, lines, ..LineOptions::default() }, 0.0).expect("a plan");
        let run = plan.summary.run_length_mm - plan.summary.cut_length_mm;
        assert!(run > -2.0 && run < 20.0, "{tool:?}: {run} mm more");
    }
    let refused = |line: LineOptions, kerf: f64| with(line, kerf).unwrap_err().to_string();
    assert!(refused(LineOptions::default(), 4.0).contains("no room for knobs"));
}

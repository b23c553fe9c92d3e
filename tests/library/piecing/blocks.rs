//! Quilts that are designed with blocks: what lies where, counted and turned by code of its own, sewn as the plan says, and
//! bought as it says.

use std::collections::BTreeSet;

use piecework::lattice::Lattice;
use piecework::limits::Limits;
use piecework::options::Options as _;
use piecework::quilt::{Method, QuiltPlan, QuiltRequest, Units, prepare};
use piecework::tiling::{Tiling, infer_tiling, write_record};
use serde_json::Value;

use super::repeats::{Dice, Edge, Point, block, sewn_as_it_says};

/// A block of a lattice, of so many columns and rows, parted at random.
fn random_block(lattice: Lattice, size: (i32, i32), dice: &mut Dice) -> Tiling {
    infer_tiling("block", lattice, block(lattice, size, 4, dice)).expect("a tiling")
}

/// A request with these options as they are typed.
fn request(method: Method, options: &[(&str, &str)]) -> QuiltRequest {
    let mut request = QuiltRequest::default();
    request.method = method;
    for (key, text) in options {
        request.set(key, text, &Limits::default()).unwrap_or_else(|error| panic!("{key} {text}: {error}"));
    }
    request
}

/// The plan of a quilt and its whole tiling.
#[track_caller]
fn planned(request: &QuiltRequest, block: &Tiling) -> (QuiltPlan, Tiling) {
    let limits = Limits::default();
    let prepared = prepare(request, block.puzzle(), &limits).expect("a quilt");
    let top = request.top(block, &limits, &piecework::stop::StopFlag::never()).expect("a top");
    (prepared.plan(&top).expect("a plan").plan, top.tiling)
}

/// What a tiling looks like: the edges of its patches.
fn edges(tiling: &Tiling) -> BTreeSet<Edge> {
    let lattice = tiling.lattice();
    let mut all = BTreeSet::new();
    for placement in tiling.placements() {
        let mut own: BTreeSet<Edge> = BTreeSet::new();
        for &cell in &placement.cells {
            let corners: Vec<Point> =
                lattice.corners(cell).map(|at| (i64::from(at.x), i64::from(at.y))).collect();
            for (at, &one) in corners.iter().enumerate() {
                let other = corners[(at + 1) % corners.len()];
                let edge = (one.min(other), one.max(other));
                if !own.remove(&edge) {
                    own.insert(edge);
                }
            }
        }
        all.extend(own);
    }
    all
}

/// The edges inside a box, and moved to the origin.
fn within(all: &BTreeSet<Edge>, from: Point, to: Point) -> BTreeSet<Edge> {
    let inside = |at: &Point| from.0 <= at.0 && at.0 <= to.0 && from.1 <= at.1 && at.1 <= to.1;
    let moved = |at: Point| (at.0 - from.0, at.1 - from.1);
    all.iter()
        .filter(|(one, other)| inside(one) && inside(other))
        .map(|&(one, other)| (moved(one), moved(other)))
        .collect()
}

/// Edges in a box of this size after a motion, back at the origin.
fn moved(all: &BTreeSet<Edge>, motion: impl Fn(Point) -> Point) -> BTreeSet<Edge> {
    let edges: Vec<Edge> = all.iter().map(|&(one, other)| (motion(one), motion(other))).collect();
    let points = || edges.iter().flat_map(|&(one, other)| [one, other]);
    let left = points().map(|at| at.0).min().expect("points");
    let top = points().map(|at| at.1).min().expect("points");
    let back = |at: Point| (at.0 - left, at.1 - top);
    edges.iter().map(|&(one, other)| (back(one).min(back(other)), back(one).max(back(other)))).collect()
}

fn corner(all: &BTreeSet<Edge>) -> Point {
    let points = || all.iter().flat_map(|&(one, other)| [one, other]);
    (points().map(|at| at.0).max().expect("points"), points().map(|at| at.1).max().expect("points"))
}

fn quarter(all: &BTreeSet<Edge>, quarters: usize) -> BTreeSet<Edge> {
    moved(all, |at| (0..quarters).fold(at, |(x, y), _| (-y, x)))
}

/// Every block of a quilt is the block as it is to be turned or mirrored, on four lattices.
#[test]
fn blocks_lie_as_they_are_asked_for() {
    let mut dice = Dice(7);
    let turns = |how: &str, x: usize, y: usize| match how {
        "second" => (x + y) % 2,
        "half" => 2 * ((x + y) % 2),
        "pinwheel" => [[0, 1], [3, 2]][y % 2][x % 2],
        _ => 0,
    };
    let mut made = 0;
    for (lattice, size, ways) in [
        (Lattice::Square, (3, 3), &["second", "half", "pinwheel", "no"][..]),
        (Lattice::Square, (4, 3), &["half", "no"]),
        (Lattice::Tetrakis, (2, 2), &["second", "half", "pinwheel", "no"]),
        (Lattice::Triangle, (4, 2), &["half", "no"]),
        (Lattice::Rhombille, (2, 2), &["half"]),
    ] {
        for how in ways {
            for mirrored in [false, true] {
                let block = random_block(lattice, size, &mut dice);
                let mut options = vec![("blocks", "3x2"), ("turn_blocks", how)];
                if mirrored {
                    options.push(("mirror_blocks", "true"));
                }
                let request = request(Method::Templates, &options);
                let limits = Limits::default();
                let Ok(top) = request.top(&block, &limits, &piecework::stop::StopFlag::never()) else {
                    assert!(
                        !matches!(lattice, Lattice::Square | Lattice::Tetrakis),
                        "{lattice} {size:?} {how}"
                    );
                    continue;
                };
                assert_eq!(top.tiling.placements().len(), 6 * block.placements().len());
                assert!(top.tiling.gaps().is_empty());
                let (whole, one) = (edges(&top.tiling), moved(&edges(&block), |at| at));
                let whole = moved(&whole, |at| at);
                let (width, height) = corner(&one);
                for (x, y) in (0..2).flat_map(|y| (0..3).map(move |x| (x, y))) {
                    let (left, up) =
                        (width * i64::try_from(x).expect("few"), height * i64::try_from(y).expect("few"));
                    let found = within(&whole, (left, up), (left + width, up + height));
                    let flipped = moved(&one, |(x, y)| (-x, y));
                    let due = if mirrored && (x + y) % 2 == 1 { &flipped } else { &one };
                    let due = quarter(due, turns(how, x, y));
                    // Elsewhere the boxes around blocks overlap.
                    if lattice.is_rectilinear() || lattice == Lattice::Tetrakis {
                        assert_eq!(found, due, "{lattice} {size:?} {how} {mirrored} {x} {y}");
                    }
                }
                made += 1;
            }
        }
    }
    assert!(made >= 20, "{made}");
}

/// The options of quilts of blocks that are squares.
const QUILTS: [&[(&str, &str)]; 10] = [
    &[("blocks", "3x3"), ("turn_blocks", "second")],
    &[("blocks", "4x2"), ("turn_blocks", "pinwheel"), ("recolor", "each")],
    &[("blocks", "3x3"), ("alternate", "plain"), ("recolor", "same")],
    &[("blocks", "3x3"), ("turn_blocks", "random"), ("turn_seed", "5"), ("recolor", "second")],
    &[("blocks", "2x2"), ("setting", "on-point")],
    &[("blocks", "3x2"), ("setting", "on-point"), ("alternate", "plain"), ("recolor", "each")],
    &[("blocks", "2x3"), ("setting", "on-point"), ("sashing", "1"), ("recolor", "second")],
    &[("blocks", "2x2"), ("setting", "on-point"), ("turn_blocks", "second"), ("recolor", "same")],
    &[("blocks", "3x2"), ("setting", "on-point"), ("turn_blocks", "random"), ("border", "3in")],
    &[("blocks", "3x2"), ("sashing", "1"), ("mirror_blocks", "true")],
];

/// A request whose stash is what the shopping list of a plan says.
fn with_stash(request: &QuiltRequest, plan: &QuiltPlan) -> QuiltRequest {
    let list = plan.summary.shopping_list(Units::Imperial);
    let amount = |name: &str| {
        let line = list.iter().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        format!("{name}={}", line.expect("bought"))
    };
    let names = plan.summary.fabrics.iter().map(|fabric| amount(&fabric.name));
    let stash = names.collect::<Vec<String>>().join(",");
    let mut request = request.clone();
    request.set("stash", &stash, &Limits::default()).expect("a stash");
    request
}

/// Twenty quilts: sewn as they say, and what is bought is enough.
#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn quilts_of_blocks_are_sewn_and_bought_as_they_say() {
    let mut dice = Dice(11);
    for (number, options) in QUILTS.iter().enumerate() {
        for lattice in [Lattice::Square, Lattice::Tetrakis] {
            let side =
                if lattice == Lattice::Square { 3 + i32::try_from(number % 2).expect("few") } else { 2 };
            let block = random_block(lattice, (side, side), &mut dice);
            let method = if number % 4 == 3 && lattice == Lattice::Square {
                Method::Templates
            } else {
                Method::Straight
            };
            let request = request(method, options);
            let (plan, whole) = planned(&request, &block);
            if plan.repeats.is_some() {
                let (parts, seams) = sewn_as_it_says(&plan, &whole, method, None);
                assert!(parts < seams, "{options:?}: {parts} parts, {seams} seams");
            } else {
                assert!(
                    !options.contains(&("setting", "on-point")),
                    "{lattice} {options:?} repeats its blocks"
                );
            }
            let again = with_stash(&request, &plan);
            let (held, _) = planned(&again, &block);
            assert_eq!(held.summary.fabrics.len(), plan.summary.fabrics.len(), "{options:?}");
            // The design gives the same quilt.
            let text = request.to_json().to_string();
            let value: Value = serde_json::from_str(&text).expect("JSON");
            let mut read = QuiltRequest::default();
            for (key, value) in value.as_object().expect("options") {
                let typed = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                read.set(key, &typed, &Limits::default()).expect("an option");
            }
            assert_eq!(write_record(&planned(&read, &block).1), write_record(&whole), "{options:?}");
        }
    }
}

/// On point there are as many of all as quilters count, and the top is m b √2 wide; triangles have the straight grain
/// outside.
#[test]
fn quilts_on_point_have_the_sizes_of_the_formulas() {
    let mut dice = Dice(2);
    for (columns, rows, side, sash) in [(1, 1, 3, 0), (2, 3, 4, 0), (3, 2, 3, 1), (4, 4, 2, 0)] {
        let block = random_block(Lattice::Square, (side, side), &mut dice);
        let blocks = format!("{columns}x{rows}");
        let mut options = vec![("blocks", blocks.as_str()), ("setting", "on-point"), ("cell", "3in")];
        if sash > 0 {
            options.push(("sashing", "1"));
        }
        let (plan, whole) = planned(&request(Method::Templates, &options), &block);
        let inches = 3.0 * f64::from(side);
        let pitch = 3.0 * f64::from(side + sash) * 2.0_f64.sqrt();
        let near = |found: f64, due: f64| (0.0..1.0 / 16.0).contains(&(found - due + 1e-9));
        let top = plan.summary.yardage.top;
        assert!(near(top.width.inches(), columns as f64 * pitch), "{blocks}: {} in wide", top.width.inches());
        assert!(near(top.height.inches(), rows as f64 * pitch), "{blocks}: {} in high", top.height.inches());
        let count =
            |name: &str| whole.placements().iter().filter(|laid| whole.piece_of(laid).name == name).count();
        assert_eq!(count("side triangle"), 2 * (columns - 1) + 2 * (rows - 1), "{blocks}");
        assert_eq!(count("corner triangle"), 4, "{blocks}");
        let plan: Value =
            serde_json::from_str(&serde_json::to_string(&plan).expect("serializable")).expect("JSON");
        let text = plan["quilt"]["yardage"].to_string();
        if columns * rows > 1 {
            // In rows with the long side on the grain, or four from a square, whose sides are the long ones.
            let is_on_grain =
                ["quarter-square-triangle", "4 side triangle"].iter().any(|words| text.contains(words));
            assert!(is_on_grain, "{blocks}: long sides on the grain");
        }
        // Two corners are half a square of b / √2 + 7/8 in each.
        let due = inches / 2.0_f64.sqrt() + 0.854;
        let pieces = plan["quilt"]["yardage"]["fabrics"].as_array().expect("fabrics").clone();
        let squares = pieces.iter().flat_map(|fabric| fabric["pieces"].as_array().expect("pieces").clone());
        let of_corners: Vec<Value> =
            squares.filter(|piece| piece["name"].as_str() == Some("2 corner triangle")).collect();
        assert!(!of_corners.is_empty(), "{blocks}");
        for piece in of_corners {
            let sizes = piece["size"].to_string();
            let text = piece["size"][0]
                .as_str()
                .unwrap_or_else(|| panic!("{sizes}"))
                .trim_end_matches(" in")
                .to_owned();
            let number = |of: &str| match of.split_once('/') {
                Some((over, under)) => {
                    over.parse::<f64>().expect("digits") / under.parse::<f64>().expect("digits")
                }
                None => of.parse::<f64>().expect("digits"),
            };
            let found: f64 = text.split(' ').map(number).sum();
            assert!(near(found, due) || (found - due).abs() < 0.13, "{blocks}: {found} in for {due}");
        }
    }
}

/// What cannot be is refused with the reason and with what can.
#[test]
fn what_cannot_be_done_with_a_block_is_refused() {
    let mut dice = Dice(4);
    let refused = |block: &Tiling, options: &[(&str, &str)]| {
        let request = request(Method::Templates, options);
        let error = prepare(&request, block.puzzle(), &Limits::default()).expect_err("refused");
        error.to_string()
    };
    let wide = random_block(Lattice::Square, (4, 3), &mut dice);
    let on_point = refused(&wide, &[("blocks", "2x2"), ("setting", "on-point")]);
    assert!(on_point.contains("--setting on-point") && on_point.contains("set straight"), "{on_point}");
    let turned = refused(&wide, &[("blocks", "2x2"), ("turn_blocks", "pinwheel")]);
    assert!(turned.contains("--turn-blocks") && turned.contains("`half`"), "{turned}");
    let hexagons = random_block(Lattice::Hex, (3, 3), &mut dice);
    assert!(refused(&hexagons, &[("blocks", "2x2"), ("setting", "on-point")]).contains("set straight"));
    let square = random_block(Lattice::Square, (4, 4), &mut dice);
    assert!(refused(&square, &[("setting", "on-point")]).contains("--blocks"));
    assert!(refused(&square, &[("blocks", "2x2"), ("alternate", "domino-8x8")]).contains("as large as"));
}

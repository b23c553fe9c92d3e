//! Assorted pre-cuts: prints are shared out so that neighbors differ, checked from the plan as JSON and the cells alone.

use std::collections::{BTreeMap, BTreeSet};

use piecework::quilt::yardage::{Precut, Prints, YardageOptions};
use piecework::quilt::{Method, QuiltError, QuiltOptions, QuiltPlan, StashError, cell_for_precut};
use piecework::solver::{SolveOptions, first};
use piecework::tiling::Tiling;
use serde_json::Value;

use crate::piecing::random_board;
use crate::support::template;

fn options(tiling: &Tiling, precut: Precut, prints: Prints, method: Method) -> QuiltOptions {
    let yardage = YardageOptions { precut: Some(precut), prints, ..YardageOptions::default() };
    let mut options = QuiltOptions { method, yardage, ..QuiltOptions::default() };
    options.cell = cell_for_precut(tiling.puzzle(), &options, precut).expect("a cell");
    options
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a number")).expect("a small number")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// Patches that share an edge, by their numbers; not those that are parts of one patch of the tiling, which may be of
/// several prints of one pile.
fn touching(plan: &Value, tiling: &Tiling) -> BTreeSet<(usize, usize)> {
    let whole = tiling.placements().iter().enumerate().flat_map(|(whole, laid)| {
        laid.cells.iter().map(move |cell| ((i64::from(cell.x), i64::from(cell.y)), whole))
    });
    let whole: BTreeMap<(i64, i64), usize> = whole.collect();
    let mut at: BTreeMap<(i64, i64), usize> = BTreeMap::new();
    for patch in list(&plan["patches"]) {
        for cell in list(&patch["cells"]) {
            at.insert((cell[0].as_i64().expect("x"), cell[1].as_i64().expect("y")), number(&patch["patch"]));
        }
    }
    let beside = |(&(x, y), &patch): (&(i64, i64), &usize)| {
        let next = [(x + 1, y), (x, y + 1)].into_iter().filter(|cell| whole.get(cell) != whole.get(&(x, y)));
        let next = next.filter_map(|cell| at.get(&cell).copied());
        next.filter(|&other| other != patch).map(|other| (patch, other)).collect::<Vec<_>>()
    };
    at.iter().flat_map(beside).collect()
}

/// Checks the prints of a plan by what it says as JSON.
fn prints_are_shared_out(plan: &QuiltPlan, tiling: &Tiling, per_package: usize) {
    let json = serde_json::to_value(plan).expect("serializable");
    let yardage = &json["quilt"]["yardage"];
    let packages = number(&yardage["packages"]["packages"]);
    let mut print_of: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
    let mut pieces: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut pile_of: BTreeMap<usize, &str> = BTreeMap::new();
    for fabric in list(&yardage["fabrics"]) {
        let pile = fabric["fabric"].as_str().expect("a name");
        let prints = list(&fabric["prints"]);
        let quarters: BTreeSet<usize> =
            list(&fabric["strips"]).iter().map(|strip| number(&strip["quarter"])).collect();
        assert_eq!(
            quarters,
            (0..prints.len()).collect(),
            "a layout for every piece {per_package} {} {fabric}",
            json["quilt"]["method"]
        );
        for piece in prints {
            let print = number(&piece["print"]);
            assert!((1..=per_package).contains(&print), "print {print} of {per_package}");
            let package = number(&piece["package"]);
            assert!((1..=packages).contains(&package) && pieces.insert((print, package)), "used once");
            assert_eq!(*pile_of.entry(print).or_insert(pile), pile, "a print is in one pile");
            for patch in list(&piece["patches"]) {
                assert!(print_of.insert(number(patch), (print, pile)).is_none(), "one piece for a patch");
            }
        }
    }
    assert_eq!(print_of.len(), list(&json["patches"]).len(), "every patch has a print");
    for patch in list(&json["patches"]) {
        assert_eq!(patch["fabric"], print_of[&number(&patch["patch"])].1, "its pile is its fabric");
    }
    for (one, other) in touching(&json, tiling) {
        let (one, other) = (print_of[&one], print_of[&other]);
        assert!(one.0 != other.0 && one.1 != other.1, "{one:?} beside {other:?}");
    }
    // What is cut from a piece are the rectangles of its patches.
    for fabric in list(&yardage["fabrics"]).iter().filter(|_| json["rectangles"].is_array()) {
        let mut labels: Vec<_> =
            list(&fabric["pieces"]).iter().map(|piece| list(&piece["labels"]).iter()).collect();
        for strip in list(&fabric["strips"]) {
            let piece = &fabric["prints"][number(&strip["quarter"])];
            let own: BTreeSet<usize> = list(&piece["patches"]).iter().map(number).collect();
            for run in list(&strip["runs"]) {
                for _ in 0..number(&run["count"]) * number(&run["rows"]) {
                    let label = labels[number(&run["piece"])].next().expect("a label for every piece");
                    let of = list(&json["rectangles"])
                        .iter()
                        .find(|of| of["label"] == *label)
                        .expect("a rectangle");
                    assert!(own.contains(&number(&of["patch"])), "{label} is cut from another print");
                }
            }
        }
    }
}

/// The number of packages of a quilt, after all that is said of it was checked; none if no plan was found.
fn checked(tiling: &Tiling, precut: Precut, prints: Prints, method: Method) -> Option<usize> {
    let mut options = options(tiling, precut, prints, method);
    let plan = QuiltPlan::new(tiling, &options).ok()?;
    prints_are_shared_out(&plan, tiling, precut.in_each());
    let bought = plan.summary.yardage.packages.as_ref().expect("packages").packages;
    // What it says to buy is enough as a stash; one package less is not.
    options.yardage.at_hand = Some(bought);
    let held = QuiltPlan::new(tiling, &options).expect("what is bought is enough");
    assert_eq!(held.patches, plan.patches);
    options.yardage.at_hand = Some(bought - 1);
    let refused = QuiltPlan::new(tiling, &options).expect_err("too few packages");
    assert!(matches!(refused, QuiltError::Stash(StashError::TooFewPackages { .. })), "{refused}");
    Some(bought)
}

const WAYS: [(Precut, Method); 5] = [
    (Precut::CharmPack, Method::Templates),
    (Precut::LayerCake, Method::Straight),
    (Precut::JellyRoll, Method::Straight),
    (Precut::CharmPack, Method::Straight),
    (Precut::CharmPack, Method::EnglishPaper),
];

#[test]
fn patches_that_touch_have_different_prints() {
    let tiling = random_board(6, 5, 5, &mut 1);
    let found = WAYS.map(|(precut, method)| checked(&tiling, precut, Prints::ByValue, method));
    assert_eq!(found, [Some(1); 5]);
}

/// Patches larger than a charm square are sewn of several of one pile, and the cell is as large as the squares allow.
#[test]
fn a_patch_takes_several_squares_of_one_pile() {
    let tiling = random_board(6, 5, 5, &mut 1);
    for method in [Method::Straight, Method::Templates, Method::EnglishPaper] {
        let options = options(&tiling, Precut::CharmPack, Prints::Assorted, method);
        let plan = QuiltPlan::new(&tiling, &options).expect("a plan");
        let whole = if method == Method::EnglishPaper { 4.0 } else { 4.5 };
        assert!(
            (options.cell / 25.4, plan.patches.len()) >= (whole, 30),
            "one cell a square: {}",
            options.cell
        );
        let packages = plan.summary.yardage.packages.expect("packages");
        assert_eq!((packages.pieces, packages.packages), (30, 1), "most of one pack, {method:?}");
    }
}

/// Equal squares too, and cells of other lattices: each on a square of its own.
#[test]
fn a_patch_of_any_lattice_takes_several_squares() {
    let board = random_board(6, 5, 5, &mut 1);
    for method in [Method::Straight, Method::Templates] {
        let cell = 2.0 * 25.4;
        let options = QuiltOptions { cell, ..options(&board, Precut::CharmPack, Prints::Solid, method) };
        let plan = QuiltPlan::new(&board, &options).expect("a plan");
        let packages = plan.summary.yardage.packages.expect("packages");
        assert!(packages.pieces < 12, "four cells of 2 1/2 in a square: {packages:?}");
    }
    let hexagons = template("tetrahex-4x7");
    let tiling = first(&hexagons, &SolveOptions::default()).expect("in the limits").0.expect("a tiling");
    let options = options(&tiling, Precut::CharmPack, Prints::ByValue, Method::EnglishPaper);
    let plan = QuiltPlan::new(&tiling, &options).expect("a plan");
    assert_eq!(plan.summary.yardage.packages.expect("packages").pieces, 28, "one hexagon a square");
}

#[test]
#[ignore = "slow"]
fn prints_of_random_quilts_are_shared_out() {
    let mut found = BTreeSet::new();
    for seed in 0..40_u64 {
        let (columns, rows) = if seed == 9 { (27, 20) } else { (9, 7) };
        let tiling = random_board(columns, rows, 5, &mut (seed + 2));
        let prints = if seed % 2 == 0 { Prints::Assorted } else { Prints::ByValue };
        found.extend(WAYS.iter().filter_map(|&(precut, method)| checked(&tiling, precut, prints, method)));
    }
    assert!(found.contains(&1) && found.contains(&2), "{found:?}");
}

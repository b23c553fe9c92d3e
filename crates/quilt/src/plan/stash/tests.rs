//! What a pattern tells to buy is enough as a stash, and the layout on less is proved.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::plan::QuiltPlan;
use crate::plan::error::QuiltError;
use crate::plan::options::{Method, QuiltOptions};
use crate::plan::yardage::FabricYardage;
use crate::units::Units;
use piecework_draw::color::{FabricWish, Scheme, read_stash};
use piecework_solve::{SolveOptions, first};
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::limits::Limits;
use piecework_tiling::puzzle::read_puzzle;
use piecework_tiling::source::Source;
use piecework_tiling::tiling::{Tiling, infer_tiling};

/// Numbers without a pattern, the same in every run.
fn scatter(seed: &mut u32) -> usize {
    *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    (*seed >> 16) as usize
}

/// A random tiling: pieces of up to seven cells that grow where there is room.
fn random(lattice: Lattice, seed: &mut u32) -> Tiling {
    let (columns, rows) = (4 + scatter(seed) % 9, 4 + scatter(seed) % 9);
    let whole = |at: usize| i32::try_from(at).expect("small");
    let mut free: BTreeSet<Cell> =
        (0..rows).flat_map(|y| (0..columns).map(move |x| Cell { x: whole(x), y: whole(y) })).collect();
    let mut groups = Vec::new();
    while let Some(start) = free.pop_first() {
        let mut group = vec![start];
        for _ in 0..scatter(seed) % 7 {
            let near: Vec<Cell> = group.iter().flat_map(|&cell| lattice.neighbours(cell)).collect();
            let near: Vec<Cell> = near.into_iter().filter(|cell| free.contains(cell)).collect();
            let Some(&next) = near.get(scatter(seed) % near.len().max(1)) else { break };
            free.remove(&next);
            group.push(next);
        }
        groups.push(group);
    }
    infer_tiling("random", lattice, groups).expect("connected pieces")
}

/// The cloth of a fabric, in eighths of a yard or in tenths of a metre, or in fat quarters.
fn amounts(fabrics: &[FabricYardage], units: Units) -> Vec<(String, usize, &'static str)> {
    #[expect(clippy::cast_possible_truncation, reason = "a small number of steps")]
    let steps = |amount: f64, each: f64| (amount * each).round() as usize;
    let of = |fabric: &FabricYardage| match (&fabric.bought, units) {
        (Some(bought), Units::Imperial) => (steps(bought.yards, 8.0), "/8 yd"),
        (Some(bought), Units::Metric) => (steps(bought.metres, 10.0), "0 cm"),
        (None, _) => (fabric.fat_quarters.as_ref().map_or(0, |quarters| quarters.count), " fat quarters"),
    };
    fabrics.iter().map(|fabric| (fabric.fabric.clone(), of(fabric).0, of(fabric).1)).collect()
}

fn with_stash(
    tiling: &Tiling,
    options: &QuiltOptions,
    amounts: &[(String, usize, &str)],
) -> Result<QuiltPlan, QuiltError> {
    let each: Vec<String> =
        amounts.iter().map(|(name, count, unit)| format!("{name}={count}{unit}")).collect();
    let scheme = Scheme::Stash(read_stash(&each.join(",")).expect("a stash"));
    let coloring = FabricWish { scheme, ..FabricWish::default() };
    QuiltPlan::new(tiling, &QuiltOptions { coloring, ..options.clone() })
}

/// Buys what is printed and gives it as a stash; then a step less of one fabric.
fn is_enough(tiling: &Tiling, options: &QuiltOptions, seed: &mut u32) {
    let Ok(plan) = QuiltPlan::new(tiling, options) else { return };
    let name = format!("{} {:?}", plan.puzzle, options.method);
    let mut bought = amounts(&plan.summary.yardage.fabrics, options.yardage.sold_in);
    bought.retain(|(fabric, ..)| *fabric != options.background_name());
    with_stash(tiling, options, &bought).unwrap_or_else(|error| panic!("{name} {bought:?}: {error}"));
    let less = scatter(seed) % bought.len();
    if bought[less].1 > 1 {
        bought[less].1 -= 1;
        // Every layout is proved when it is made: nothing overlaps, nothing is beside the cloth.
        if let Ok(plan) = with_stash(tiling, options, &bought) {
            for row in &plan.summary.stash {
                assert!(row.fits(), "{name}: {row:?}");
            }
        }
    }
}

/// Every way of cutting in its turn.
fn asked(round: usize) -> QuiltOptions {
    let units = if round % 5 == 4 { Units::Metric } else { Units::Imperial };
    let method = [Method::Templates, Method::Straight, Method::EnglishPaper][round % 3];
    let mut options = QuiltOptions { method, units, ..QuiltOptions::default() };
    options.yardage = crate::plan::yardage::YardageOptions::usual(units);
    options.cell = [50.8, 25.4, 38.1, 88.9][round / 3 % 4];
    if round % 7 == 5 {
        options.yardage.fat_quarters = Some(options.yardage.usual_quarter);
    }
    if round % 7 == 6 {
        options.one_way = vec![options.palette.fabrics()[0].name.clone()];
    }
    options
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn what_is_printed_to_buy_is_enough_for_random_tilings() {
    let mut seed = 26;
    for round in 0..if cfg!(debug_assertions) { 6 } else { 200 } {
        let lattice = [Lattice::Square, Lattice::Square, Lattice::Hex, Lattice::Triangle][round % 4];
        let tiling = random(lattice, &mut seed);
        is_enough(&tiling, &asked(round), &mut seed);
    }
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn what_is_printed_to_buy_is_enough_for_all_templates() {
    let mut seed = 1987;
    let quick = ["y-hexomino-23x24", "pentomino-6x10", "hexiamond-6x6"];
    for template in piecework_tiling::templates::puzzle_templates() {
        if cfg!(debug_assertions) && !quick.contains(&template.name) {
            continue;
        }
        let source = Source::new(template.name, template.text);
        let puzzle = Arc::new(read_puzzle(&source, &Limits::default()).expect("a good puzzle"));
        let options = SolveOptions { node_limit: Some(200_000), ..SolveOptions::default() };
        let Ok((Some(tiling), _)) = first(&puzzle, &options) else { continue };
        let methods = if cfg!(debug_assertions) { 1 } else { 3 };
        for method in 0..methods {
            is_enough(&tiling, &asked(method), &mut seed);
        }
    }
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn larger_cells_never_need_less_cloth() {
    let mut seed = 4;
    for round in 0..if cfg!(debug_assertions) { 1 } else { 30 } {
        let tiling = random(Lattice::Square, &mut seed);
        let mut last = Vec::new();
        for eighths in [12, 13, 14, 15, 16, 18, 20] {
            let cell = f64::from(eighths) * 25.4 / 8.0;
            let method = [Method::Templates, Method::Straight][round % 2];
            let options = QuiltOptions { cell, method, ..QuiltOptions::default() };
            let plan = QuiltPlan::new(&tiling, &options).expect("a plan");
            let now = amounts(&plan.summary.yardage.fabrics, Units::Imperial);
            for (before, after) in last.iter().zip(&now) {
                assert!(before <= after, "{before:?} and then {after:?} with cells of {eighths}/8 in");
            }
            last = now;
        }
    }
}

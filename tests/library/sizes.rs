//! Every row of the table of sizes is what the command of that row makes.

use piecework::lattice::Lattice;
use piecework::limits::Limits;
use piecework::options::Options as _;
use piecework::puzzle::Region;
use piecework::quilt::yardage::{SizeRow, SizeYardage};
use piecework::quilt::{EdgeFinish, Grow, Method, QuiltPlan, QuiltRequest, Units, prepare};
use piecework::tiling::{Tiling, infer_tiling};

/// Eight cells in pieces of a row each.
fn rows_of(lattice: Lattice) -> Tiling {
    let region = Region::rectangle(lattice, 2, 4).expect("a region");
    let groups = region.cells().chunk_by(|a, b| a.y == b.y).map(<[_]>::to_vec);
    infer_tiling("rows", lattice, groups).expect("a tiling")
}

/// What is bought for a size: each fabric with its yards, then border, binding and backing.
fn size_takes(of: &SizeYardage) -> Vec<(String, f64)> {
    let yards = |bought: Option<f64>| bought.unwrap_or(0.0);
    let fabrics = of
        .fabrics
        .iter()
        .map(|fabric| (fabric.fabric.clone(), yards(fabric.bought.as_ref().map(|bought| bought.yards))));
    let border = yards(of.border.as_ref().map(|bought| bought.yards));
    let others = [border, of.binding.yards, of.backing.yards];
    fabrics.chain(others.map(|yards| (String::new(), yards))).collect()
}

/// The same of a pattern of that size.
fn pattern_takes(plan: &QuiltPlan) -> Vec<(String, f64)> {
    let yardage = &plan.summary.yardage;
    let fabrics = yardage
        .fabrics
        .iter()
        .map(|fabric| (fabric.fabric.clone(), fabric.bought.as_ref().map_or(0.0, |bought| bought.yards)));
    let border = yardage.borders.first().map_or(0.0, |border| border.bought.yards);
    let others = [border, yardage.binding.bought.yards, yardage.backing.bought.yards];
    fabrics.chain(others.map(|yards| (String::new(), yards))).collect()
}

/// Makes a row by its command, and compares; `takes` is whether the row has to say what is bought.
fn is_made(request: &QuiltRequest, tiling: &Tiling, row: &SizeRow, takes: bool) {
    let (limits, of) = (Limits::default(), format!("{} {:?} {row:?}", tiling.lattice(), request.method));
    let mut own = request.clone();
    (own.size, own.grow, own.border, own.blocks) = (None, None, None, None);
    let typed = row.options(request.units);
    let typed: Vec<&str> = typed.split_whitespace().collect();
    for option in typed.chunks(2) {
        own.set(&option[0][2..], option[1], &limits).expect(&of);
    }
    let made = prepare(&own, tiling.puzzle(), &limits).expect(&of);
    let made = made.job(tiling).expect(&of).plan;
    let yardage = &made.summary.yardage;
    assert_eq!((yardage.top, yardage.finished), (row.top, row.finished), "{of}");
    assert_eq!((made.summary.patches, yardage.cell), (row.patches, row.cell), "{of}");
    assert_eq!(row.takes.is_some(), takes, "{of}");
    if let Some(takes) = &row.takes {
        assert_eq!(size_takes(takes), pattern_takes(&made), "{of}");
    }
}

fn request(method: Method, cell: Option<&str>, units: Units, edge: EdgeFinish) -> QuiltRequest {
    let mut request = QuiltRequest::default();
    (request.method, request.units, request.edge) = (method, units, edge);
    request.cell = cell.map(|cell| cell.parse().expect("a length"));
    request.wof = Some("3m".parse().expect("a length"));
    request
}

/// The rows of a pattern, each made.
fn rows_are_made(request: &QuiltRequest, tiling: &Tiling) -> usize {
    let limits = Limits::default();
    let Ok(prepared) = prepare(request, tiling.puzzle(), &limits) else { return 0 };
    let Ok(job) = prepared.job(tiling) else { return 0 };
    let rows = &job.plan.summary.yardage.sizes;
    rows.iter().for_each(|row| is_made(request, tiling, row, request.size.is_some()));
    rows.len()
}

/// On every lattice and by every method, with cells so large that sizes take few blocks.
#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn every_row_of_the_table_is_what_its_command_makes() {
    let mut rows = [0; 2];
    for &lattice in Lattice::ALL {
        let tiling = rows_of(lattice);
        for (method, units, cell) in [
            (Method::Templates, Units::Imperial, Some("7in")),
            (Method::Straight, Units::Imperial, Some("9in")),
            (Method::EnglishPaper, Units::Metric, Some("17cm")),
            (Method::Templates, Units::Imperial, None),
        ] {
            let mut request = request(method, cell, units, EdgeFinish::Fillers);
            if cell.is_none() {
                request.size = Some("lap".to_owned());
                request.grow = Some(Grow::Cells);
            }
            rows[usize::from(lattice != Lattice::Square)] += rows_are_made(&request, &tiling);
        }
    }
    assert!(rows[0] > 15 && rows[1] > 30, "{rows:?}");
}

/// Where a size is asked for, each row says what is bought, and with blocks the border is equal.
#[test]
fn rows_say_what_is_bought_where_a_size_is_asked_for() {
    for method in [Method::Straight, Method::Fused] {
        let mut request = request(method, Some("5in"), Units::Imperial, EdgeFinish::Binding);
        request.size = Some("crib".to_owned());
        let tiling = rows_of(Lattice::Square);
        assert!(rows_are_made(&request, &tiling) > 3, "{method:?}");
        let prepared = prepare(&request, tiling.puzzle(), &Limits::default()).expect("a request");
        let plan = prepared.job(&tiling).expect("a job").plan;
        let (finished, top) = (plan.summary.yardage.finished, plan.summary.yardage.top);
        assert_eq!(finished.0 - top.0, finished.1 - top.1, "an equal border");
        assert!((plan.summary.cell_mm - 127.0).abs() < 1e-9, "cells do not grow");
        let [short, long] = [36.0, 52.0].map(|inches| inches * 25.4);
        let sides = (finished.0.min(finished.1).mm(), finished.0.max(finished.1).mm());
        assert!(sides.0 <= short && sides.1 <= long, "{finished:?}");
    }
}

/// Two squares of a block have their fabrics in every copy; of those that are not the first each block has the next.
#[test]
fn named_patches_are_those_of_the_block_in_every_block() {
    let limits = Limits::default();
    let region = Region::rectangle(Lattice::Square, 2, 2).expect("a region");
    let groups = region.cells().iter().map(|&cell| vec![cell]);
    let tiling = infer_tiling("four", Lattice::Square, groups).expect("a tiling");
    let fabrics = |typed: &[(&str, &str)]| {
        let mut request = request(Method::Templates, Some("6in"), Units::Imperial, EdgeFinish::Binding);
        for (option, value) in typed {
            request.set(option, value, &limits).expect("an option");
        }
        let top = request.top(&tiling, &limits, &piecework::stop::StopFlag::never()).expect("a top");
        let prepared = prepare(&request, tiling.puzzle(), &limits).expect("a request");
        let plan = prepared.job(&tiling).expect("a job").plan;
        let at = |x: i32, y: i32| {
            let patch = plan.patches.iter().find(|patch| patch.cells == [(x, y)]).expect("a patch");
            patch.fabric.clone()
        };
        let columns = top.tiling.placements().iter().map(|laid| laid.cells[0].x).max().expect("cells") / 2;
        let all = (0..columns).map(|column| (at(2 * column, 0), at(2 * column + 1, 0), at(2 * column, 2)));
        (all.collect::<Vec<_>>(), plan.summary.yardage.finished)
    };
    let named = ("fabric_of", "1=Oat,2=Rust,3=Rust,4=Oat");
    // 12 x 12 in: 90 x 108 in are 7 x 8 blocks with borders of 3 in and 6 in.
    let (grown, finished) = fabrics(&[named, ("size", "queen")]);
    assert!(grown.len() >= 6 && grown.iter().all(|(a, b, c)| (&**a, &**b, &**c) == ("Oat", "Rust", "Oat")));
    assert_eq!([finished.0, finished.1].map(|side| side.mm() / 25.4), [90.0, 108.0]);
    let others = [named, ("blocks", "6x2"), ("recolor", "others"), ("most_fabrics", "3")];
    let (others, _) = fabrics(&others.map(|(key, value)| (key, value)));
    let second: Vec<&str> = others.iter().map(|(_, second, _)| &**second).collect();
    assert_eq!(second, ["Rust", "Midnight", "Rust", "Midnight", "Rust"]);
    assert!(others.iter().all(|(first, _, third)| (&**first, &**third) == ("Oat", "Oat")));
}

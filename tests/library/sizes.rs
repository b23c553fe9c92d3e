//! Every row of the table of sizes is what the command of that row makes.

use std::sync::Arc;

use piecework::design::{Product, gallery};
use piecework::geometry::Dimensions;
use piecework::lattice::Lattice;
use piecework::length::Length;
use piecework::limits::Limits;
use piecework::options::Options as _;
use piecework::polyform::named_set;
use piecework::puzzle::{Count, Piece, Puzzle, Region};
use piecework::quilt::yardage::{Inches, SizeRow, SizeYardage};
use piecework::quilt::{EdgeFinish, Grow, Method, QuiltPlan, QuiltRequest, Units, prepare};
use piecework::solver::{SolveOptions, first};
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

/// Makes a row by its command, and compares.
fn is_made(request: &QuiltRequest, tiling: &Tiling, row: &SizeRow) {
    let (limits, of) = (Limits::default(), format!("{} {:?} {row:?}", tiling.lattice(), request.method));
    let mut own = request.clone();
    (own.size, own.grow, own.border, own.blocks) = (None, None, None, None);
    own.extend = None;
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
    let takes = row.takes.as_ref().expect(&of);
    assert_eq!(size_takes(takes), pattern_takes(&made), "{of}");
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
    rows.iter().for_each(|row| is_made(request, tiling, row));
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

/// Each row says what is bought, and with blocks the border is equal.
#[test]
fn rows_say_what_is_bought_and_borders_are_equal() {
    for method in [Method::Straight, Method::Fused] {
        let mut request = request(method, Some("5in"), Units::Imperial, EdgeFinish::Binding);
        request.size = Some("crib".to_owned());
        let tiling = rows_of(Lattice::Square);
        assert!(rows_are_made(&request, &tiling) > 3, "{method:?}");
        let prepared = prepare(&request, tiling.puzzle(), &Limits::default()).expect("a request");
        let plan = prepared.job(&tiling).expect("a job").plan;
        let (finished, top) = (plan.summary.yardage.finished, plan.summary.yardage.top);
        assert_eq!(finished.width - top.width, finished.height - top.height, "an equal border");
        assert!((plan.summary.cell_mm - 127.0).abs() < 1e-9, "cells do not grow");
        is_in_range("crib", finished);
    }
}

/// A hexagon of rhombs becomes a rectangle of them with a straight edge, for a size and in the table; a stash has no other sizes.
#[test]
fn a_hexagon_of_single_cells_grows_to_the_size_of_a_bed() {
    let limits = Limits::default();
    let region = Region::hexagon(Lattice::Rhombille, 2).expect("a region");
    let rhombs = named_set("rhombs").expect("a set").pieces().into_iter();
    let rhombs = rhombs.map(|piece| Piece { count: Count::ANY, ..piece }).collect();
    let puzzle = Arc::new(Puzzle::new("cubes", region, rhombs).expect("a puzzle"));
    let tiling = first(&puzzle, &SolveOptions::default()).expect("in the limits").0.expect("a tiling");
    let mut request = request(Method::Templates, Some("5in"), Units::Imperial, EdgeFinish::Binding);
    request.size = Some("crib".to_owned());
    assert!(rows_are_made(&request, &tiling) > 3);
    let of = |request: &QuiltRequest| {
        let prepared = prepare(request, tiling.puzzle(), &limits).expect("a request");
        prepared.job(&tiling).expect("a job").plan
    };
    let plan = of(&request);
    is_in_range("crib", plan.summary.yardage.finished);
    assert!((plan.summary.cell_mm - 127.0).abs() < 1e-9, "{}", plan.summary.cell_mm);
    assert!(plan.summary.edge.as_ref().is_some_and(|edge| edge.trimmed.is_some()), "{:?}", plan.summary.edge);
    let row = plan.summary.yardage.sizes.iter().find(|row| row.name == "crib").expect("a row");
    assert_eq!((row.patches, row.finished), (plan.summary.patches, plan.summary.yardage.finished));
    request.set("stash", "Rust=5yd,Oat=5yd,Sage=5yd", &limits).expect("a stash");
    assert!(of(&request).summary.yardage.sizes.iter().all(|row| row.takes.is_none()));
}

/// The list of the gallery says the sizes that its designs have.
#[test]
fn quilts_of_the_gallery_have_the_size_that_their_list_says() {
    let limits = Limits::default();
    let mut quilts = 0;
    for entry in gallery() {
        let design = entry.read(&limits).expect("a design");
        let [Product::Quilt(request)] = design.products.as_slice() else { continue };
        let laid = &design.subjects[0].tilings[0];
        let groups = laid.placements().iter().map(|of| of.cells.clone());
        let sewn = infer_tiling("sewn", laid.lattice(), groups).expect("a tiling");
        let puzzle = if laid.gaps().is_empty() { laid.puzzle() } else { sewn.puzzle() };
        let found = request.finished_size(puzzle, &limits).expect("a size");
        let sides =
            entry.size.split(" × ").map(|side| side.trim_start_matches("about ").replace(" in", "in"));
        let sides: Vec<f64> = sides.map(|side| side.parse::<Length>().expect(&entry.size).mm()).collect();
        // The list tells half inches: diagonals and ragged edges are on no ruler.
        let is_near = (sides[0] - found.width).abs().max((sides[1] - found.height).abs()) < 12.7;
        assert!(is_near, "{}: {} and {found:?}", entry.name, entry.size);
        quilts += 1;
    }
    assert!(quilts > 40, "{quilts}");
}

/// Whether a quilt has a size that is sold under a name, or is off by 4 in at most: what the domain reference says.
fn is_in_range(name: &str, Dimensions { width, height }: Dimensions<Inches>) {
    let [least, most] = match name {
        "crib" => [(36.0, 52.0); 2],
        "baby" => [(30.0, 40.0); 2],
        "lap" => [(50.0, 60.0), (50.0, 65.0)],
        "twin" => [(60.0, 80.0), (70.0, 90.0)],
        "full" => [(78.0, 86.0), (86.0, 90.0)],
        "queen" => [(90.0, 95.0), (90.0, 108.0)],
        "king" => [(95.0, 108.0), (108.0, 110.0)],
        other => panic!("{other} is no bed"),
    };
    let (short, long) = (width.min(height).mm() / 25.4, width.max(height).mm() / 25.4);
    let is_within = |side: f64, least: f64, most: f64| least - 4.001 <= side && side <= most + 4.001;
    assert!(
        is_within(short, least.0, most.0) && is_within(long, least.1, most.1),
        "{name}: {short} x {long}"
    );
}

/// Quilts of the gallery: each row has blocks or a board with cells as they are, an equal
/// border of 12 in at most, and a size that is sold under its name; the first and the last are what their commands make.
#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn sizes_of_the_gallery_are_reached_by_counts() {
    let limits = Limits::default();
    let designs = ["l-lap", "baby-domino", "sampler", "wall-hanging", "stars"];
    let mut boards = 0;
    for name in designs {
        let (request, tiling) = quilt_of_the_gallery(name);
        let job = prepare(&request, tiling.puzzle(), &limits).expect(name);
        let plan = job.job(&tiling).expect(name).plan;
        let rows = &plan.summary.yardage.sizes;
        assert!(rows.len() > 2, "{name}: {rows:?}");
        for row in rows {
            is_in_range(row.name, row.finished);
            assert!(row.blocks.is_some() && row.border.0 == row.border.1, "{name}: {row:?}");
            assert!(row.border.0.mm() < 12.01 * 25.4, "{name}: {row:?}");
        }
        boards += rows.iter().filter(|row| row.board.is_some()).count();
        rows.iter().take(1).chain(rows.last()).for_each(|row| is_made(&request, &tiling, row));
    }
    assert!(boards > 2, "{boards}");
}

/// The request and the tiling of a quilt of the gallery.
fn quilt_of_the_gallery(name: &str) -> (QuiltRequest, Tiling) {
    let entry = gallery().iter().find(|design| design.name == name).expect("a design");
    let mut design = entry.read(&Limits::default()).expect("a design");
    let Some(Product::Quilt(request)) = design.products.pop() else { panic!("{name} is no quilt") };
    (*request, design.subjects[0].tilings[0].clone())
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
    // 12 x 12 in: 7 x 8 blocks with a border of 3 in.
    let (grown, finished) = fabrics(&[named, ("size", "queen")]);
    assert!(grown.len() >= 6 && grown.iter().all(|(a, b, c)| (&**a, &**b, &**c) == ("Oat", "Rust", "Oat")));
    assert_eq!(
        [finished.width, finished.height].map(|side| side.write(Units::Imperial)),
        ["90 in", "102 in"]
    );
    let others = [named, ("blocks", "6x2"), ("recolor", "others"), ("most_fabrics", "3")];
    let (others, _) = fabrics(&others.map(|(key, value)| (key, value)));
    let second: Vec<&str> = others.iter().map(|(_, second, _)| &**second).collect();
    assert_eq!(second, ["Rust", "Midnight", "Rust", "Midnight", "Rust"]);
    assert!(others.iter().all(|(first, _, third)| (&**first, &**third) == ("Oat", "Oat")));
}

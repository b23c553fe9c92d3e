//! Checks how the edge of a top is finished, from the plan as JSON and from the outlines of the patches
//! alone.

use piecework::geometry::{Patchwork, Point};
use piecework::lattice::Lattice;
use piecework::limits::Limits;
use piecework::quilt::yardage::{Border, CutPiece};
use piecework::quilt::{EdgeFinish, Method, QuiltError, QuiltOptions, QuiltPlan, in_words};
use piecework::tiling::{Tiling, infer_from_grid, read_letter_grids};
use serde_json::Value;

const HEXAGONS: &str = "A A B C\n D A B C\nD D E C\n F E E G";
const TRIANGLES: &str = "AABBC\nADDCC\nEEFFF";
const HOLE: &str = "AAB.\nA.BB\nACCB";

fn tiling(lattice: Lattice, rows: &str) -> Tiling {
    let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("a good grid");
    infer_from_grid("test", &grids[0]).expect("a good tiling")
}

fn plan(tiling: &Tiling, method: Method, edge: EdgeFinish) -> Result<QuiltPlan, QuiltError> {
    let mut options = QuiltOptions { method, edge, ..QuiltOptions::default() };
    if matches!(edge, EdgeFinish::Fillers | EdgeFinish::Background) {
        options.yardage.borders = vec![Border::Cells(1)];
    }
    QuiltPlan::new(tiling, &options)
}

/// Whether a point is in a ring, by counting the edges to its right.
fn is_in(ring: &[(f64, f64)], (x, y): (f64, f64)) -> bool {
    let next = ring.iter().cycle().skip(1);
    let crossed = ring
        .iter()
        .zip(next)
        .filter(|(a, b)| (a.1 > y) != (b.1 > y) && x < a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0));
    crossed.count() % 2 == 1
}

/// Throws points on the rectangle: each is on one patch or on one filler.
#[track_caller]
fn covers_once(tiling: &Tiling, method: Method) -> Value {
    let plan = plan(tiling, method, EdgeFinish::Fillers).expect("a plan");
    let value = serde_json::to_value(&plan.summary).expect("serializable");
    let patchwork = Patchwork::trace(tiling, 50.8).expect("a patchwork");
    let pairs = |ring: &Value| -> Vec<(f64, f64)> {
        let number = |value: &Value| value.as_f64().expect("a number");
        ring.as_array().expect("corners").iter().map(|at| (number(&at[0]), number(&at[1]))).collect()
    };
    let fillers: Vec<Vec<(f64, f64)>> =
        value["edge"]["fillers"].as_array().expect("a list").iter().map(|of| pairs(&of["corners"])).collect();
    let bounds = patchwork.bounds();
    let mut seed: u32 = 7;
    for _ in 0..2000 {
        let mut share = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(seed >> 8) / f64::from(1u32 << 24)
        };
        let at = (bounds.left + share() * bounds.width(), bounds.top + share() * bounds.height());
        let on_patches = patchwork
            .patches()
            .iter()
            .filter(|patch| patch.outline().contains(Point::new(at.0, at.1)))
            .count();
        let on_fillers = fillers.iter().filter(|ring| is_in(ring, at)).count();
        assert_eq!(on_patches + on_fillers, 1, "{at:?}");
    }
    value
}

#[test]
fn patches_and_fillers_cover_the_rectangle_once() {
    for (lattice, rows, method) in [
        (Lattice::Hex, HEXAGONS, Method::Templates),
        (Lattice::Hex, HEXAGONS, Method::EnglishPaper),
        (Lattice::Triangle, TRIANGLES, Method::Templates),
        (Lattice::Triangle, TRIANGLES, Method::Straight),
        (Lattice::Square, HOLE, Method::Templates),
    ] {
        let value = covers_once(&tiling(lattice, rows), method);
        let edge = &value["edge"];
        let fillers = edge["fillers"].as_array().expect("a list");
        for template in edge["templates"].as_array().expect("a list") {
            let with = |reversed: bool| {
                let like = fillers.iter().filter(|of| of["template"] == template["name"]);
                like.filter(|of| of["reversed"] == reversed).count()
            };
            assert_eq!(
                (&template["count"], &template["reversed"]),
                (&with(false).into(), &with(true).into())
            );
        }
        // Each is cut from one fabric, and the border goes around the rectangle.
        let fabrics = value["yardage"]["fabrics"].as_array().expect("a list");
        let background = fabrics.iter().find(|of| of["fabric"] == "background").expect("a fabric");
        let cut: u64 = background["pieces"]
            .as_array()
            .expect("pieces")
            .iter()
            .filter_map(|of| of["count"].as_u64())
            .sum();
        assert_eq!(usize::try_from(cut), Ok(fillers.len()));
        assert!(value["yardage"]["binding"]["bias"].is_null() && !value["yardage"]["borders"][0].is_null());
    }
}

#[test]
fn every_finish_counts_its_cloth_and_none_counts_another() {
    let tiling = tiling(Lattice::Hex, HEXAGONS);
    for (finish, fabric, bias, bound) in [
        (EdgeFinish::Binding, None, true, true),
        (EdgeFinish::Scalloped, None, true, true),
        (EdgeFinish::Facing, Some("facing"), false, false),
        (EdgeFinish::Background, Some("background"), false, true),
        (EdgeFinish::Fillers, Some("background"), false, true),
    ] {
        let yardage = plan(&tiling, Method::Templates, finish).expect("a plan").summary.yardage;
        let others: Vec<&str> = yardage.fabrics.iter().map(|of| of.fabric.as_str()).collect();
        let found = others.iter().find(|name| ["facing", "background"].contains(name));
        assert_eq!((found.copied(), yardage.binding.bias.is_some()), (fabric, bias), "{finish:?}");
        assert_eq!(yardage.binding.is_some(), bound, "{finish:?}");
        if let Some(squares) = yardage.binding.bias {
            let need = (yardage.binding.around.mm() + yardage.binding.extra.mm())
                * yardage.binding.strip_height.mm();
            let side = squares.side.mm();
            assert!(side * side * squares.count as f64 >= need && squares.side <= yardage.width_of_fabric);
        }
    }
}

#[test]
fn a_facing_that_is_too_deep_is_refused() {
    let bay = tiling(Lattice::Square, "AAAA\nA..B\nA..B\nA..B");
    let error = plan(&bay, Method::Templates, EdgeFinish::Facing).expect_err("three of four cells deep");
    assert!(error.to_string().contains("deepest bay"), "{error}");
    assert!(plan(&bay, Method::Templates, EdgeFinish::Background).is_ok());
}

/// A top that is trimmed straight is the largest rectangle with corners of its outline on its sides, and cloth covers it with
/// the allowance: by points, which the planner does not use.
#[test]
fn ragged_tops_are_trimmed_to_cloth() {
    let tops = [
        (Lattice::Hex, "A B C D E\n F G H I J\nK L M N O", 0),
        (Lattice::Triangle, "ABCDEFG\nHIJKLMN\nOPQRSTU", 0),
        (Lattice::Square, "AAB.\nAABB\n.CBB", 0),
        (Lattice::Square, "E.....D\nAA....D\nAABBCCD\nBBBBCCC", 1),
    ];
    for (lattice, rows, beyond) in tops {
        let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("ragged", &grids[0]).expect("a good tiling");
        let options = QuiltOptions { edge: EdgeFinish::Straight, ..QuiltOptions::default() };
        let plan = QuiltPlan::new(&tiling, &options).expect("a plan");
        let [left, top, right, bottom] =
            plan.summary.edge.as_ref().and_then(|edge| edge.trimmed).expect("ragged");
        let patchwork = Patchwork::trace(&tiling, options.cell).expect("a patchwork");
        let inside = |ring: &[Point], x: f64, y: f64| {
            let ends = ring.iter().zip(ring.iter().cycle().skip(1));
            let crosses = ends
                .filter(|(a, b)| (a.y > y) != (b.y > y) && x < a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y));
            crosses.count() % 2 == 1
        };
        let sewn: Vec<Vec<Point>> =
            patchwork.patches().iter().map(|patch| patch.outline().outer().points().to_vec()).collect();
        let cut: Vec<Vec<Point>> = patchwork
            .patches()
            .iter()
            .map(|patch| {
                let cut = patch.outline().with_allowance(options.seam_allowance, "patch").expect("cut");
                cut.outer().points().to_vec()
            })
            .collect();
        let covered = |rings: &[Vec<Point>], sides: [f64; 4]| {
            let [left, top, right, bottom] = sides;
            let at = |from: f64, to: f64, step: u32| from + (to - from) * (f64::from(step) + 0.5) / 41.0;
            let spots = (0..41).flat_map(|x| (0..41).map(move |y| (x, y)));
            spots.into_iter().all(|(x, y)| {
                let (x, y) = (at(left, right, x), at(top, bottom, y));
                rings.iter().any(|ring| inside(ring, x, y))
            })
        };
        let seam = options.seam_allowance;
        // So it does without the patches that need not be sewn.
        let said = in_words(&plan).into_iter().flat_map(|part| part.lines).find_map(|line| {
            let (_, numbers) = line.split_once("need not be cut or sewn: patch")?;
            let numbers = numbers.split(|c: char| !c.is_ascii_digit()).filter_map(|text| text.parse().ok());
            Some(numbers.collect::<Vec<usize>>())
        });
        let said = said.unwrap_or_default();
        assert_eq!(said.len(), beyond, "{lattice}: {said:?}");
        let cut: Vec<Vec<Point>> = cut
            .into_iter()
            .zip(1..)
            .filter(|(_, number)| !said.contains(number))
            .map(|(ring, _)| ring)
            .collect();
        assert!(covered(&cut, [left - seam, top - seam, right + seam, bottom + seam]), "{lattice}");
        let lines = |of: fn(&Point) -> f64| {
            let mut lines: Vec<f64> = sewn.iter().flatten().map(of).collect();
            lines.sort_by(f64::total_cmp);
            lines.dedup_by(|a, b| (*a - *b).abs() < 0.01);
            lines
        };
        let (across, down) = (lines(|at| at.x), lines(|at| at.y));
        let area = (right - left) * (bottom - top);
        for (a, b) in across.iter().flat_map(|a| across.iter().map(move |b| (*a, *b))).filter(|(a, b)| a < b)
        {
            for (c, d) in down.iter().flat_map(|c| down.iter().map(move |d| (*c, *d))).filter(|(c, d)| c < d)
            {
                let is_larger = (b - a) * (d - c) > area * 1.001;
                assert!(!is_larger || !covered(&sewn, [a, c, b, d]), "{lattice}: {a} {c} {b} {d}");
            }
        }
        let finished = plan.summary.finished_mm;
        assert!(
            (finished.width - (right - left)).abs() < 1e-6 && (finished.height - (bottom - top)).abs() < 1e-6
        );
        let yardage = &plan.summary.yardage;
        // Up to a line of the ruler.
        let rounded = [yardage.top.width.mm() - finished.width, yardage.top.height.mm() - finished.height];
        assert!(rounded.iter().all(|up| (-1e-6..25.4 / 16.0).contains(up)), "{lattice}: {rounded:?}");
        let patches: usize = yardage.fabrics.iter().flat_map(|of| &of.pieces).map(CutPiece::parts).sum();
        assert_eq!(patches, tiling.placements().len(), "{lattice}: all patches are cut whole");
    }
}

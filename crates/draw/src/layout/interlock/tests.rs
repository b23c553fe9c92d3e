use super::*;
use crate::geometry::{Outline, Point, Ring};
use crate::layout::nest;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::polyform::{Polyform, Shape, enumerate};

fn part(lattice: Lattice, rows: &[&str], grown: f64) -> Part {
    let shape = Shape::from_rows(lattice, rows.iter().copied()).expect("a shape");
    let outline = Outline::of_shape(&shape, 10.0).expect("an outline");
    let cut = outline.with_allowance(grown, "piece").expect("an outline");
    Part::new(rows.concat(), cut, Vec::new()).expect("a part")
}

#[track_caller]
fn check(parts: &[Part], stock: &Stock) -> usize {
    check_turned(parts, stock, &[])
}

#[track_caller]
fn check_turned(parts: &[Part], stock: &Stock, turns: &[i32]) -> usize {
    let sheets = nest_outlines(parts, stock, turns, &StopFlag::never()).expect("fits");
    assert_eq!(
        sheets,
        nest_outlines(parts, stock, turns, &StopFlag::never()).expect("fits"),
        "the same every time"
    );
    check_sheets(parts, stock, turns, &sheets);
    sheets.len()
}

/// Every part is placed once, inside, in an allowed turn, with at least the gap between outlines.
#[track_caller]
fn check_sheets(parts: &[Part], stock: &Stock, turns: &[i32], sheets: &[Sheet]) {
    let mut seen: Vec<usize> = sheets.iter().flat_map(|s| s.placed.iter().map(|p| p.part)).collect();
    seen.sort_unstable();
    assert_eq!(seen, (0..parts.len()).collect::<Vec<_>>(), "every part once");
    let usable = stock.usable().expect("room").inset(-1e-6);
    for sheet in sheets {
        let lying = |placed: &Placed| {
            assert!(placed.turn == 0 || turns.contains(&placed.turn), "{}", placed.turn);
            let outline = parts[placed.part].outline().turned(placed.turn).at_origin();
            outline.moved(placed.at.x, placed.at.y)
        };
        let lying: Vec<Outline> = sheet.placed.iter().map(lying).collect();
        for (i, a) in lying.iter().enumerate() {
            assert!(usable.contains(a.bounds()), "{:?}", a.bounds());
            for b in &lying[..i] {
                let crossing = a.outer().edges().any(|one| b.outer().edges().any(|other| cross(one, other)));
                assert!(!crossing, "outlines cross");
                for (a, b) in [(a, b), (b, a)] {
                    for &point in a.outer().points() {
                        // Parts that touch share points.
                        let inside = b.outer().contains(point) && b.outer().distance(point) > MICROMETRE;
                        assert!(!inside, "{point:?} lies in another part");
                        let apart = b.outer().distance(point);
                        assert!(apart >= stock.gap - MICROMETRE, "{apart} mm apart");
                    }
                }
            }
        }
    }
}

/// Whether two edges cross, by more than a micrometre on all four sides.
fn cross((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    // The distance of a point from the line through two others, positive on its right.
    let beside = |(from, to): (Point, Point), at: Point| {
        ((to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x)) / from.distance(to)
    };
    let parted = |line: (Point, Point), one: Point, other: Point| {
        let (one, other) = (beside(line, one), beside(line, other));
        one.min(other) < -MICROMETRE && one.max(other) > MICROMETRE
    };
    parted((a, b), c, d) && parted((c, d), a, b)
}

/// How much nearer than the gap parts may be, in mm.
const MICROMETRE: f64 = 1.1e-3;

const STOCK: Stock = Stock { width: 110.0, height: 110.0, margin: 5.0, gap: 2.0 };

#[test]
fn notches_save_sheets_on_every_lattice() {
    for (lattice, pieces) in [
        (Lattice::Square, [&["#####", ".#..."][..], &["#.", "##", "#.", "#.", "#."]]),
        (Lattice::Hex, [&["# # #", " # . "][..], &["# .", " #", "# .", " #"]]),
        (Lattice::Triangle, [&["#####"][..], &[".##", "###"]]),
    ] {
        let parts: Vec<Part> =
            (0..24).map(|index| part(lattice, pieces[usize::from(index % 3 == 0)], 2.0)).collect();
        let (found, boxes) = (check(&parts, &STOCK), nest(&parts, &STOCK).expect("fits").len());
        assert!(found <= boxes, "{found} sheets, {boxes} by boxes");
        assert!(found < boxes || lattice != Lattice::Square, "{found} sheets, {boxes} by boxes");
    }
}

#[test]
fn level_and_upright_parts_share_a_sheet() {
    // Three are stacked, and one is beside them.
    let bar = |width: f64, height: f64| {
        let outline = Outline::rectangle(width, height).expect("an outline");
        Part::new("bar", outline, Vec::new()).expect("a part")
    };
    let parts = [vec![bar(60.0, 27.0); 12], vec![bar(27.0, 60.0); 4]].concat();
    assert_eq!(check(&parts, &STOCK), 4);
}

#[test]
fn a_quilt_of_y_hexominoes_takes_half_the_mats_that_boxes_take() {
    let ways = [
        &["#####", ".#..."][..],
        &["#.", "##", "#.", "#.", "#."],
        &["...#.", "#####"],
        &[".#", ".#", ".#", "##", ".#"],
    ];
    // Cells of 30 mm and seams of 1/4 in on 11.5 in, at a third of the size.
    let parts: Vec<Part> = (0..92).map(|index| part(Lattice::Square, ways[index % 4], 6.35 / 3.0)).collect();
    let stock = Stock { width: 292.1 / 3.0, height: 292.1 / 3.0, margin: 0.0, gap: 0.0 };
    let found = check(&parts, &stock);
    assert!(found <= 16, "{found} mats");
}

/// Twelve pentominoes of 20 mm cells on 250 x 170 mm, where boxes need 430 x 390 mm.
#[test]
fn pentominoes_are_compacted_on_one_small_sheet() {
    let shapes = [
        &[".##", "##.", ".#."][..],
        &["#####"],
        &["####", "#..."],
        &["##..", ".###"],
        &["###", "##."],
        &["###", ".#.", ".#."],
        &["###", "#.#"],
        &["###", "#..", "#.."],
        &["#..", "##.", ".##"],
        &[".#.", "###", ".#."],
        &["####", ".#.."],
        &["##.", ".#.", ".##"],
    ];
    let large = |rows: &&[&str]| {
        let shape = Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a shape");
        let outline = Outline::of_shape(&shape, 20.0).expect("an outline");
        let cut = outline.with_allowance(0.1, "piece").expect("an outline");
        Part::new(rows.concat(), cut, Vec::new()).expect("a part")
    };
    let parts: Vec<Part> = shapes.iter().map(large).collect();
    let stock = Stock { width: 250.0, height: 170.0, margin: 0.0, gap: 2.2 };
    assert_eq!(check_turned(&parts, &stock, &[90, 180, 270]), 1);
    let long = Stock { width: 600.0, height: 400.0, ..stock };
    let sheets = nest_outlines(&parts, &long, &[90, 180, 270], &StopFlag::never()).expect("fits");
    let filled = 12.0 * 5.0 * 400.0 / (box_of_turned(&parts, &sheets[0]));
    assert!(filled > 0.68, "{filled}");
}

/// The area of the box around turned parts, in mm².
fn box_of_turned(parts: &[Part], sheet: &Sheet) -> f64 {
    let boxes = sheet.placed.iter().map(|placed| {
        let outline = parts[placed.part].outline().turned(placed.turn).at_origin();
        outline.moved(placed.at.x, placed.at.y).bounds()
    });
    let all = boxes.reduce(Bounds::union).expect("parts");
    all.width() * all.height()
}

#[test]
fn a_part_that_fits_only_turned_is_turned() {
    let bar = Outline::rectangle(90.0, 20.0).expect("an outline");
    let parts = vec![Part::new("bar", bar, Vec::new()).expect("a part")];
    let stock = Stock { width: 50.0, height: 100.0, margin: 2.0, gap: 2.0 };
    assert!(nest_outlines(&parts, &stock, &[], &StopFlag::never()).is_err());
    assert_eq!(
        nest_outlines(&parts, &stock, &[90], &StopFlag::never()).expect("turned")[0].placed[0].turn,
        90
    );
}

#[test]
fn no_part_is_in_a_hole() {
    let ring = part(Lattice::Square, &["#####", "#...#", "#...#", "#...#", "#####"], 0.0);
    let one = part(Lattice::Square, &["#"], 0.0);
    let stock = Stock { width: 60.0, height: 60.0, margin: 5.0, gap: 1.0 };
    assert_eq!(check(&[ring, one], &stock), 2);
}

const SIXTHS: [i32; 5] = [60, 120, 180, 240, 300];

fn set(lattice: Lattice, cells: usize) -> Vec<Part> {
    let part = |form: &Polyform| {
        let outline = Outline::of_shape(form.shape(), 20.0).expect("an outline");
        let cut = outline.with_allowance(0.1, "piece").expect("an outline");
        Part::new(form.shape().rows().concat(), cut, Vec::new()).expect("a part")
    };
    enumerate(lattice, cells).expect("few").iter().map(part).collect()
}

/// What sparrow fills of a strip of this height, in 60 s: 65.7 % of 160 mm.
#[test]
fn hexiamonds_are_as_dense_as_sparrow_packs_them() {
    let parts = set(Lattice::Triangle, 6);
    let stock = Stock { width: 250.0, height: 170.0, margin: 5.0, gap: 2.2 };
    let sheets = nest_outlines(&parts, &stock, &SIXTHS, &StopFlag::never()).expect("fits");
    check_sheets(&parts, &stock, &SIXTHS, &sheets);
    let area: f64 = parts.iter().map(|part| part.outline().area()).sum();
    let filled = area / box_of_turned(&parts, &sheets[0]);
    assert!(sheets.len() == 1 && filled > 0.657, "{filled}");
}

#[test]
fn tetrahexes_share_one_sheet() {
    let stock = Stock { width: 300.0, height: 200.0, margin: 5.0, gap: 2.2 };
    let parts = set(Lattice::Hex, 4);
    let sheets = nest_outlines(&parts, &stock, &SIXTHS, &StopFlag::never()).expect("fits");
    check_sheets(&parts, &stock, &SIXTHS, &sheets);
    assert_eq!(sheets.len(), 1);
}

/// A bay as wide as the piece that goes into it, without a gap: between lines that are upright, and that are
/// not.
#[test]
fn a_part_enters_a_bay_of_its_own_width() {
    let ring = |points: &[(f64, f64)]| {
        let ring = Ring::new(points.iter().map(|&(x, y)| Point::new(x, y)).collect()).expect("a ring");
        let outline = Outline::new(ring, Vec::new()).expect("an outline");
        Part::new("part", outline, Vec::new()).expect("a part")
    };
    let cup = ring(&[
        (0.0, 0.0),
        (10.0, 0.0),
        (10.0, 20.0),
        (20.0, 20.0),
        (20.0, 0.0),
        (30.0, 0.0),
        (30.0, 30.0),
        (0.0, 30.0),
    ]);
    let bar = ring(&[(0.0, 0.0), (10.0, 0.0), (10.0, 20.0), (0.0, 20.0)]);
    let stock = Stock { width: 30.0, height: 30.0, margin: 0.0, gap: 0.0 };
    assert_eq!(check(&[cup, bar], &stock), 1);
    let vee = ring(&[(0.0, 0.0), (20.0, 20.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0)]);
    let wedge = ring(&[(0.0, 0.0), (40.0, 0.0), (20.0, 20.0)]);
    let stock = Stock { width: 40.0, height: 40.0, margin: 0.0, gap: 0.0 };
    assert_eq!(check(&[vee, wedge], &stock), 1);
}

/// Rings of 48 corners with a bay are simplified, but stay apart.
#[test]
fn outlines_of_many_corners_keep_their_distance() {
    let crescent = |size: f64| {
        let arc = |radius: f64, from: i32, to: i32, back: bool| {
            let steps = (from..=to).map(move |step| {
                let angle = f64::from(step) * std::f64::consts::TAU / 32.0;
                Point::new(radius * libm::cos(angle), radius * libm::sin(angle))
            });
            let mut points: Vec<Point> = steps.collect();
            if back {
                points.reverse();
            }
            points
        };
        let points = [arc(size, 0, 24, false), arc(size * 0.6, 0, 24, true)].concat();
        let outline = Outline::new(Ring::new(points).expect("a ring"), Vec::new()).expect("an outline");
        Part::new("crescent", outline, Vec::new()).expect("a part")
    };
    let parts: Vec<Part> = (0..6).map(|index| crescent(10.0 + f64::from(index % 3))).collect();
    assert_eq!(check_turned(&parts, &Stock { width: 90.0, height: 65.0, ..STOCK }, &[90, 180, 270]), 1);
}

/// Thousands of rectangles are nested by their boxes, which are all there is to them.
#[test]
fn many_rectangles_are_nested_by_their_boxes() {
    let stock = Stock { width: 1000.0, height: 1000.0, margin: 5.0, gap: 2.0 };
    let parts = vec![part(Lattice::Square, &["##"], 0.1); MANY + 1];
    let by_boxes = nest(&parts, &stock).expect("fits");
    assert_eq!(nest_outlines(&parts, &stock, &[90], &StopFlag::never()).expect("fits"), by_boxes);
}

/// Random parts with bays and bulges, for all three objectives: none overlaps, the gap is kept, all are inside of their
/// sheets, and no more sheets are used than by boxes.
#[test]
fn random_parts_stay_apart_for_every_objective() {
    let mut random = piecework_tiling::random::Random::new(50);
    for round in 0..6 {
        let mut parts = Vec::new();
        for _ in 0..3 + random.below(5) {
            let corners = 5 + random.below(20);
            let points = (0..corners).map(|corner| {
                let angle = corner as f64 / corners as f64 * std::f64::consts::TAU;
                let reach = 6.0 + random.below(200) as f64 / 10.0;
                Point::new(reach * libm::cos(angle), reach * libm::sin(angle))
            });
            let ring = Ring::new(points.collect()).expect("a ring");
            let outline = Outline::new(ring, Vec::new()).expect("an outline");
            parts.push(Part::new("part", outline, Vec::new()).expect("a part"));
        }
        let gap = if round % 2 == 0 { 2.0 } else { 0.0 };
        // Also slender sheets, on which a box counts for more than its area.
        let width = if round < 3 { 100.0 } else { 600.0 };
        let stock = Stock { width, height: 64.0, margin: 3.0, gap };
        let by_boxes = nest(&parts, &stock).expect("fits").len();
        for objective in [Objective::SmallestBox, Objective::LeastLength, Objective::FewestSheets] {
            let stocks = Stocks::only(stock);
            let found = nest_outlines_on(&parts, &stocks, (&[90, 180, 270], objective), &StopFlag::never())
                .expect("fits");
            check_sheets(&parts, &stock, &[90, 180, 270], &found);
            assert!(found.len() <= by_boxes, "{objective:?}: {} sheets, {by_boxes} by boxes", found.len());
        }
    }
}

/// The share of a strip of this height that is filled by the least length.
fn filled(parts: &[Part], (height, turns): (f64, &[i32])) -> f64 {
    let stock = Stock { width: 400.0, height, margin: 0.0, gap: 2.2 };
    let stocks = Stocks::only(stock);
    let sheets = nest_outlines_on(parts, &stocks, (turns, Objective::LeastLength), &StopFlag::never());
    let sheets = sheets.expect("fits");
    check_sheets(parts, &stock, turns, &sheets);
    let [only] = sheets.as_slice() else { panic!("{} sheets", sheets.len()) };
    let ends = only.placed.iter().map(|placed| placed.outline(parts).bounds().right);
    parts.iter().map(|part| part.outline().area()).sum::<f64>() / height / ends.fold(0.0, f64::max)
}

/// Sparrow fills 66.5 % and 65.2 % in 10 s.
#[test]
fn the_least_length_is_as_dense_as_sparrow_packs_it() {
    let hexiamonds = filled(&set(Lattice::Triangle, 6), (160.0, &SIXTHS));
    assert!(hexiamonds > 0.665, "{hexiamonds}");
    let tetrahexes = filled(&set(Lattice::Hex, 4), (190.0, &SIXTHS));
    assert!(tetrahexes > 0.652, "{tetrahexes}");
}

/// A head on a neck that a bay of another part takes: with a closed bay the two need 74.2 mm, 77 %.
#[test]
fn bays_and_bulges_are_seen() {
    let arc = |at: (f64, f64), radius: f64, (from, to): (i32, i32)| {
        let steps = (0..=24).map(move |step| f64::from(from) + f64::from(to - from) * f64::from(step) / 24.0);
        steps.map(move |degrees| {
            let angle = degrees.to_radians();
            Point::new(at.0 + radius * libm::cos(angle), at.1 + radius * libm::sin(angle))
        })
    };
    let part = |points: Vec<Point>| {
        let outline = Outline::new(Ring::through(points).expect("a ring"), Vec::new()).expect("an outline");
        Part::new("part", outline, Vec::new()).expect("a part")
    };
    let corner = Point::new;
    let bulge = [corner(0.0, 0.0), corner(30.0, 0.0)].into_iter().chain(arc((30.0, 20.0), 12.0, (-90, 90)));
    let bulge = part(bulge.chain([corner(30.0, 40.0), corner(0.0, 40.0)]).collect());
    let bay = [corner(30.0, 0.0), corner(30.0, 40.0), corner(0.0, 40.0)].into_iter();
    let bay = part(bay.chain(arc((0.0, 20.0), 15.0, (90, -90))).chain([corner(0.0, 0.0)]).collect());
    let ratio = filled(&[bulge, bay], (40.0, &[]));
    assert!(ratio > 0.86, "{ratio}");
}

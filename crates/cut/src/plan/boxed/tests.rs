//! Joints of two panels that meet complement one another, and a box holds what it is for.

use super::*;
use crate::support::tiling;
use crate::{Art, CutDivision, FingerJoint, OwnArt, machine, plan_divided};
use piecework_tiling::lattice::Lattice;
use piecework_tiling::limits::Limits;
use piecework_tiling::random::Random;
use piecework_tiling::setting::{Ask, Setting};

/// The parts of a line from `from` to `to` that are inside a panel that was cut with this kerf, as finished: lengths
/// from `from`.
fn standing(panel: &Outline, from: Point, to: Point, kerf: f64) -> Vec<(f64, f64)> {
    let length = from.distance(to);
    let along = ((to.x - from.x) / length, (to.y - from.y) / length);
    // In the coordinates of the line.
    let put = |point: &Point| {
        let (x, y) = (point.x - from.x, point.y - from.y);
        (x * along.0 + y * along.1, y * along.0 - x * along.1)
    };
    let points: Vec<(f64, f64)> = panel.outer().points().iter().map(put).collect();
    let sides = points.iter().zip(points.iter().cycle().skip(1));
    let crossing = |(a, b): (&(f64, f64), &(f64, f64))| {
        ((a.1 > 0.0) != (b.1 > 0.0)).then(|| a.0 + (b.0 - a.0) * a.1 / (a.1 - b.1))
    };
    let mut ends: Vec<f64> = sides.filter_map(crossing).collect();
    ends.sort_by(f64::total_cmp);
    let pairs = ends.chunks_exact(2).map(|pair| (pair[0] + kerf / 2.0, pair[1] - kerf / 2.0));
    let inside = pairs.map(|(a, b)| (a.max(0.0), b.min(length)));
    inside.filter(|(a, b)| b - a > 1e-6).collect()
}

#[track_caller]
fn complement(one: Vec<(f64, f64)>, other: Vec<(f64, f64)>, length: f64) {
    let mut all: Vec<(f64, f64)> = one.iter().chain(&other).copied().collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    // An edge too short for two halves is one finger.
    let short = length < 3.0;
    assert!(!one.is_empty() && (short || !other.is_empty()), "{one:?} {other:?}");
    let ends: Vec<f64> = std::iter::once(0.0).chain(all.iter().map(|span| span.1)).collect();
    let starts: Vec<f64> = all.iter().map(|span| span.0).chain([length]).collect();
    for (end, start) in ends.iter().zip(&starts) {
        assert!((end - start).abs() < 1e-3, "{one:?} and {other:?} on {length}");
    }
}

/// Along every bar where two panels meet, what one leaves free the other fills, after the kerf.
#[test]
fn joints_of_panels_that_meet_complement_one_another() {
    let mut random = Random::new(7);
    let mut any = |least: f64, most: f64| least + (most - least) * (random.below(1000) as f64) / 1000.0;
    for round in 0..60 {
        let (t, kerf) = (any(1.0, 8.0), any(0.0, 0.4));
        let rows = if round % 2 == 0 { "AAB\nABB" } else { "AAA\nAAB\nBBB\nBBB" };
        let tiling = tiling(Lattice::Square, rows);
        let bed = machine("generic").expect("embedded").bed;
        let tray = (round % 3 == 0).then(|| TrayOptions { thickness: t, ..TrayOptions::default() });
        let options = CutOptions { kerf, tray, ..CutOptions::new(any(12.0, 40.0), bed) };
        let patchwork = Patchwork::trace(&tiling, options.cell).expect("a patchwork");
        let wide = if round % 5 == 0 { 20.0 } else { 4.0 };
        let joint = FingerJoint { finger: any(0.5, wide), space: any(0.5, wide) };
        let wish = BoxOptions { joint, push_hole: round % 4 == 0, ..BoxOptions::new(t) };
        let (planned, parts) = plan_of(&tiling, &patchwork, &options, wish);
        let cut = |name: &str| {
            let at = planned.panels.iter().position(|panel| panel.name == name).expect("a panel");
            parts[at].part.outline().clone()
        };
        let (inner, across) = (planned.length_mm - 2.0 * t, planned.width_mm - 2.0 * t);
        let high = planned.height_mm - t;
        let low = high - t - PLAY - UPPER_RAIL * t;
        let (bottom, side, front, back) =
            (cut("box bottom"), cut("box side left"), cut("box front"), cut("box back"));
        let at = |x: f64, y: f64| Point { x, y };
        let half = t / 2.0;
        let under = |panel: &Outline, width: f64, height: f64| {
            standing(panel, at(0.0, height + half), at(width, height + half), kerf)
        };
        for y in [-half, across + half] {
            let of_bottom = standing(&bottom, at(0.0, y), at(inner, y), kerf);
            complement(of_bottom, under(&side, inner, high), inner);
        }
        for (x, end, height) in [(-half, &front, low), (inner + half, &back, high)] {
            let of_bottom = standing(&bottom, at(x, 0.0), at(x, across), kerf);
            complement(of_bottom, under(end, across, height), across);
            // From the bottom up, as high as the front or the back.
            let of_side = standing(&side, at(x, high), at(x, high - height), kerf);
            for x in [-half, across + half] {
                complement(of_side.clone(), standing(end, at(x, height), at(x, 0.0), kerf), height);
            }
        }
        // Together they are the walls of the box without what is open above the front, and nothing twice.
        let area: f64 =
            [&bottom, &side, &side, &front, &back].iter().map(|panel| finished(panel, kerf)).sum();
        let walls = planned.length_mm * planned.width_mm * planned.height_mm
            - inner * across * high
            - t * across * (high - low);
        assert!((area * t - walls).abs() < 1e-2 * t, "{} and {walls}", area * t);
    }
}

/// The area of a panel as finished.
fn finished(panel: &Outline, kerf: f64) -> f64 {
    let filled = Outline::new(panel.outer().clone(), Vec::new()).expect("an outline");
    filled.with_allowance(-kerf / 2.0, "panel").expect("as it was").area()
}

fn plan_of(
    tiling: &Tiling,
    patchwork: &Patchwork,
    options: &CutOptions,
    wish: BoxOptions,
) -> (PlannedBox, Vec<ExtraPart>) {
    plan(tiling, (patchwork, None), (options, wish)).expect("a box")
}

/// 60 x 40 mm of pieces, 3 mm thick, with the clearance of a tray and air: the lid slides out over the front.
#[test]
fn the_box_holds_the_pieces_and_the_lid_is_engraved() {
    let tiling = tiling(Lattice::Square, "AAB\nABB");
    let bed = machine("generic").expect("embedded").bed;
    let options = CutOptions { boxed: Some(BoxOptions::new(3.0)), ..CutOptions::new(20.0, bed) };
    let plan = plan_divided(&tiling, &options, CutDivision::Whole).expect("a plan");
    let planned = plan.boxed.as_ref().expect("a box");
    assert_eq!(planned.panels.len(), 10);
    assert!((planned.length_mm - (60.0 + 1.0 + AIR + 6.0)).abs() < 1e-9);
    assert!((planned.width_mm - (40.0 + 1.0 + AIR + 6.0 + 6.0)).abs() < 1e-9, "and two rails");
    assert!((planned.height_mm - (3.0 + 3.0 + AIR + 3.0 + PLAY + 6.0)).abs() < 1e-9);
    let sheet = plan.sheets.last().expect("sheets");
    let lid = sheet.cuts.iter().position(|cut| cut.name == "box lid").expect("a lid");
    let bounds =
        Bounds::around(sheet.cuts[lid].lines.iter().flat_map(|line| line.points.clone())).expect("lines");
    assert_eq!(sheet.engravings.len(), 2, "title and picture");
    let engraved = sheet.engravings.iter().flatten().flat_map(|line| &line.points);
    assert!(engraved.clone().count() > 20);
    for &Point { x, y } in engraved {
        assert!(bounds.contains(Bounds { left: x, right: x, top: y, bottom: y }), "({x}, {y}) on {bounds:?}");
    }
    for thickness in [0.5, 18.0] {
        let options = CutOptions { boxed: Some(BoxOptions::new(thickness)), ..options.clone() };
        let error = plan_divided(&tiling, &options, CutDivision::Whole).expect_err("refused");
        assert!(error.to_string().contains("allowed 1 to 12 mm"), "{error}");
    }
}

/// One option decides what is on the lids of tray and box: only `Solution` differs from solution to solution.
#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn lids_show_a_solution_only_if_it_is_asked_for() {
    let lids = |rows: &str, lid| {
        let bed = machine("generic").expect("embedded").bed;
        let boxed = Some(BoxOptions::new(3.0));
        let tray = Some(TrayOptions::default());
        let options = CutOptions { boxed, tray, lid, one_material: false, ..CutOptions::new(20.0, bed) };
        let plan =
            plan_divided(&tiling(Lattice::Square, rows), &options, CutDivision::Whole).expect("a plan");
        let scores: Vec<_> = plan.sheets[1..].iter().flat_map(|sheet| sheet.scores.clone()).collect();
        let engraved: Vec<_> = plan.sheets[1..].iter().flat_map(|sheet| sheet.engravings.clone()).collect();
        [scores, engraved.concat()]
    };
    let all = [LidPicture::Tiling, LidPicture::Solution, LidPicture::Title, LidPicture::None];
    let [one, other, title, none] = all.map(|lid| ["AAB\nABB", "ABB\nAAB"].map(|rows| lids(rows, lid)));
    assert_eq!(one[0], one[1]);
    assert!((0..2).all(|kind| !one[0][kind].is_empty() && other[0][kind] != other[1][kind]));
    assert_eq!(title[0], title[1]);
    // The base has lines where the frame is glued.
    assert!(title[0][0].len() > none[0][0].len() && !title[0][1].is_empty() && none[0][1].is_empty());
    assert!(title[0][1].len() < one[0][1].len());
}

/// Words on sides and lid keep away from windows and slits, whatever the material and the size.
#[test]
fn art_is_clear_of_windows_and_slits() {
    for (thickness, cell) in [(2.0, 20.0), (3.0, 20.0), (4.0, 30.0), (6.0, 40.0)] {
        let tiling = tiling(Lattice::Square, "AABB\nAABB\nCCDD\nCCDD");
        let bed = machine("generic").expect("embedded").bed;
        let ask = Ask { range: (0, 9), limits: &Limits::default() };
        let art = || Some(Art::from_text("Happy birthday, dear Anna", ask).expect("words"));
        let wish = BoxOptions { detent: true, ..BoxOptions::new(thickness) };
        let own = OwnArt { sides: art(), lid: art(), ..OwnArt::default() };
        let tray = Some(TrayOptions { thickness, ..TrayOptions::default() });
        let options = CutOptions { boxed: Some(wish), own, tray, ..CutOptions::new(cell, bed) };
        let patchwork = Patchwork::trace(&tiling, options.cell).expect("a patchwork");
        let (planned, parts) = plan_of(&tiling, &patchwork, &options, wish);
        for (panel, part) in planned.panels.iter().zip(&parts) {
            let has_art = panel.name.starts_with("box side") || panel.name == "box lid";
            assert_eq!(part.engravings.len(), usize::from(has_art), "{} of {thickness} mm", panel.name);
            let points = part.engravings.iter().flatten().flat_map(|line| line.points.iter().copied());
            let Some(words) = Bounds::around(points) else { continue };
            let holes = part.part.outline().holes();
            assert!(!holes.is_empty(), "{}", panel.name);
            for hole in holes.iter().map(Ring::bounds) {
                let air = [
                    hole.left - words.right,
                    words.left - hole.right,
                    hole.top - words.bottom,
                    words.top - hole.bottom,
                ];
                let air = air.into_iter().fold(f64::NEG_INFINITY, f64::max);
                assert!(air > 1.0, "{} of {thickness} mm: {air}", panel.name);
            }
        }
    }
}

/// The title stands as the picture does: of an upright puzzle both are turned by a quarter.
#[test]
fn title_and_picture_on_the_lid_are_read_the_same_way() {
    let room = Bounds { left: 0.0, top: 0.0, right: 120.0, bottom: 80.0 };
    for (width, height) in [(60.0, 40.0), (40.0, 60.0), (50.0, 50.0)] {
        let size = Bounds { left: 0.0, top: 0.0, right: width, bottom: height };
        // From the lower left corner to the upper left one: what is up in the picture.
        let up = [Point { x: 0.0, y: height }, Point { x: 0.0, y: 0.0 }];
        let picture = [ToolLine::straight(up.to_vec(), false)];
        let engraved = engraved("I", Some(&picture), (size, room));
        let shown = &engraved[1][0].points;
        let (dx, dy) = (shown[1].x - shown[0].x, shown[1].y - shown[0].y);
        let around = |lines: &[ToolLine]| {
            Bounds::around(lines.iter().flat_map(|line| line.points.iter().copied())).expect("lines")
        };
        let title = around(&engraved[0]);
        assert!(room.contains(title) && room.contains(around(&engraved[1])), "{width} x {height}");
        // The letter is higher than wide, along what is up, and above the picture.
        let upright = height > width;
        assert_eq!(dx.abs() > dy.abs(), upright, "{width} x {height}");
        assert_eq!(title.width() > title.height(), upright, "{title:?}");
        let (from, to) = (room.center(), title.center());
        assert!((to.x - from.x) * dx + (to.y - from.y) * dy > 0.0, "{width} x {height}");
    }
}

#[test]
fn a_kerf_that_closes_spaces_names_the_joint() {
    let tiling = tiling(Lattice::Square, "AAB\nABB");
    let bed = machine("generic").expect("embedded").bed;
    let wish = BoxOptions { joint: FingerJoint { finger: 20.0, space: 0.5 }, ..BoxOptions::new(2.0) };
    for (kerf, is_refused) in [(0.2, false), (2.5, true)] {
        let options = CutOptions { kerf, boxed: Some(wish), ..CutOptions::new(20.0, bed.clone()) };
        let plan = plan_divided(&tiling, &options, CutDivision::Whole);
        assert_eq!(plan.is_err(), is_refused, "{kerf}");
        assert!(plan.err().is_none_or(|error| error.to_string().contains("fingers of a box")), "{kerf}");
    }
}

/// The box of a board of 80 x 80 mm, with a hole and a lid that snaps in.
fn snapping(thickness: f64) -> PlannedBox {
    let tiling = tiling(Lattice::Square, "AABB\nAABB\nCCDD\nCCDD");
    let bed = machine("generic").expect("embedded").bed;
    let wish = BoxOptions { push_hole: true, detent: true, ..BoxOptions::new(thickness) };
    let options = CutOptions { kerf: 0.2, boxed: Some(wish), ..CutOptions::new(20.0, bed) };
    let patchwork = Patchwork::trace(&tiling, options.cell).expect("a patchwork");
    plan_of(&tiling, &patchwork, &options, wish).0
}

/// In the coordinates of the box: bumps of the closed lid are in the windows of both sides and reach into them wherever the
/// lid lies, clear the walls when the strip behind them is bent into its slit, and the hole is in the bottom.
#[test]
fn the_lid_snaps_into_windows_and_a_finger_goes_through_the_bottom() {
    for thickness in [2.0, 3.0, 6.0] {
        let planned = snapping(thickness);
        let panel =
            |name: &str| planned.panels.iter().find(|panel| panel.name == name).expect("a panel").clone();
        let (lid, side, bottom) = (panel("box lid"), panel("box side left"), panel("box bottom"));
        let bounds = |points: &[Point]| Bounds::around(points.iter().copied()).expect("points");
        let [window] = &side.holes[..] else { panic!("one window") };
        let window = bounds(window);
        let walls = [thickness, planned.width_mm - thickness];
        let body = walls[1] - walls[0] - PLAY;
        let [one, other] = &lid.holes[..] else { panic!("two slits") };
        for (slit, edge, out) in [(one, 0.0, -1.0), (other, body, 1.0)] {
            let slit = bounds(slit);
            let beyond = |point: &&Point| (point.y - edge) * out > 1e-9;
            let top: Vec<Point> = lid.ring.iter().filter(beyond).copied().collect();
            let high = (top[0].y - edge) * out;
            assert!(top.len() == 2 && high > PLAY, "it reaches into the wall wherever the lid lies: {high}");
            // The foot of the bump is wider than its top by as much on both sides.
            let (from, to) = (top[0].x.min(top[1].x) - 2.0, top[0].x.max(top[1].x) + 2.0);
            assert!(from - thickness > window.left && to - thickness < window.right, "{from} to {to}");
            assert!(slit.left < from - 10.0 && slit.right > to + 10.0, "it is in the middle of its strip");
            let strip = if out < 0.0 { slit.top } else { body - slit.bottom };
            assert!((2.5 - 1e-9..=4.0 + 1e-9).contains(&strip), "{strip}");
            assert!(slit.height() - 0.2 > high, "the slit is wider than the bump is high, after a kerf");
        }
        // Height above the table: the lid is as high as its window.
        let below = side.origin_mm.2 - window.bottom;
        let above = side.origin_mm.2 - window.top;
        let lies = lid.origin_mm.2;
        assert!(below < lies && lies + thickness < above, "{below} {lies} {above}");
        let wall = bounds(&side.ring);
        assert!(window.left > wall.left + 5.0 && window.right < wall.right - 5.0 && window.top > 1.0);
        let [hole] = &bottom.holes[..] else { panic!("one hole") };
        let hole = bounds(hole);
        assert!((hole.width() - 20.0).abs() < 0.1 && bounds(&bottom.ring).contains(hole));
        let middle = bounds(&bottom.ring).center();
        assert!(hole.center().distance(middle) < thickness, "in the middle");
    }
}

#[test]
fn a_short_box_has_no_room_for_a_lid_that_snaps_in() {
    let tiling = tiling(Lattice::Square, "AB\nAB");
    let bed = machine("generic").expect("embedded").bed;
    let boxed = Some(BoxOptions { detent: true, ..BoxOptions::new(3.0) });
    let error =
        plan_divided(&tiling, &CutOptions { boxed, ..CutOptions::new(20.0, bed) }, CutDivision::Whole);
    assert!(error.expect_err("refused").to_string().contains("too short for a lid that snaps in"));
}

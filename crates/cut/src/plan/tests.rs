//! Checks that several sets share sheets, and that nothing is lost or overlaps there.

use super::*;
use crate::{BoxOptions, KnobOptions, KnobStyle, LineOptions, Lines, TrayOptions, machine};
use piecework_draw::geometry::Bounds;
use piecework_draw::geometry::{Outline, Point, Ring};
use piecework_draw::layout::prove_apart_until;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::random::Random;
use piecework_tiling::stop::StopFlag;

/// A solution of the twelve pentominoes on 6 x 10 cells.
const PENTOMINOES: &str = "UUXWWLLLLI\nUXXXWWPPLI\nUUXNNWPPPI\nVVVZNNNFTI\nVZZZYFFFTI\nVZYYYYFTTT";

fn options(copies: usize) -> CutOptions {
    let bed = machine("generic").expect("embedded").bed;
    CutOptions { copies, stock: Some((590.0, 390.0).into()), ..CutOptions::new(20.0, bed) }
}

fn planned(options: &CutOptions) -> CutPlan {
    plan(&crate::support::tiling(Lattice::Square, PENTOMINOES), options).expect("a plan")
}

/// The outlines of everything on a sheet, as the closed lines that are cut: holes come first.
fn outlines(sheet: &CutSheet) -> Vec<(String, Outline)> {
    let ring = |line: &ToolLine| Ring::new(line.flattened(0.01)).expect("a ring");
    let outline = |cut: &PlannedCut| {
        let (outer, holes) = cut.lines.split_last().expect("an outside");
        let outer = ring(outer);
        let holes = holes
            .iter()
            .map(ring)
            .map(|hole| if hole.is_clockwise() == outer.is_clockwise() { hole.reversed() } else { hole });
        let holes = holes.collect();
        (cut.name.clone(), Outline::new(outer, holes).expect("an outline"))
    };
    sheet.cuts.iter().map(outline).collect()
}

/// The holes of the parts on a sheet, with the number of their cut.
fn holes(sheet: &CutSheet) -> Vec<(usize, Ring)> {
    let ring = |line: &ToolLine| Ring::new(line.flattened(0.01)).expect("a ring");
    let of = |(number, cut): (usize, &PlannedCut)| {
        let count = cut.lines.len() - 1;
        cut.lines[..count].iter().map(move |line| (number, ring(line))).collect::<Vec<_>>()
    };
    sheet.cuts.iter().enumerate().flat_map(of).collect()
}

/// Checks by corners and sides alone that what is on a sheet is on it and apart; what lies in a hole is cut before it, and no
/// hole with something in it is an inner cut, because these come first. Returns how many parts lie in holes.
fn check_sheet(plan: &CutPlan, sheet: &CutSheet, gap: f64) -> usize {
    let (all, holes) = (outlines(sheet), holes(sheet));
    let size = plan.size_of(sheet);
    let mut inside = 0;
    let far = |a: &Ring, b: &Ring| {
        let from = a.points().iter().map(|&point| b.distance(point));
        from.chain(b.points().iter().map(|&point| a.distance(point))).fold(f64::INFINITY, f64::min)
    };
    for (number, (name, one)) in all.iter().enumerate() {
        let bounds = one.bounds();
        assert!(bounds.left > 0.0 && bounds.top > 0.0, "{name}");
        assert!(bounds.right < size.width && bounds.bottom < size.height, "{name}");
        for (other_name, other) in &all[..number] {
            assert!(far(one.outer(), other.outer()) > gap - 2e-3, "{name} and {other_name}");
        }
        for (host, hole) in holes.iter().filter(|(host, _)| *host != number) {
            assert!(far(one.outer(), hole) > gap - 2e-3, "{name} and a hole");
            if one.outer().points().iter().any(|&point| hole.contains(point)) {
                inside += 1;
                assert!(number < *host, "{name} is cut before the hole around it");
                let lines = &sheet.cuts[*host].lines;
                let own = lines.iter().find(|line| (line.points[0], line.inner) == (hole.points()[0], true));
                assert_eq!(own, None, "{name} would fall out with its hole");
            } else {
                let around = all[*host].1.outer();
                assert!(!around.contains(one.outer().points()[0]), "{name} is in {host}");
            }
        }
    }
    inside
}

/// A board of random pieces on a lattice.
fn random_board(lattice: Lattice, random: &mut Random) -> Tiling {
    let (columns, rows) = (3 + random.below(3), 2 + random.below(3));
    let letters: Vec<char> = ('A'..='Z').collect();
    let apart = if lattice == Lattice::Hex { " " } else { "" };
    let row = |y: usize| -> String {
        let letter = |x: usize| letters[(y / 2 * columns + x) / 2 % letters.len()].to_string();
        let begin = if y % 2 == 1 { apart } else { "" };
        format!("{begin}{}", (0..columns).map(letter).collect::<Vec<_>>().join(apart))
    };
    let rows: Vec<String> = (0..rows * 2).map(row).collect();
    crate::support::tiling(lattice, &rows.join("\n"))
}

/// Random boards with trays and boxes in several sets on random stock: everything is there as often as there are sets, apart,
/// and inside of a sheet of a size that is said; offcuts touch nothing; openings of frames are filled.
#[test]
fn sheets_of_several_sizes_hold_everything_and_openings_are_filled() {
    let mut random = Random::new(11);
    let (mut filled, mut mixed, mut left) = (0, 0, 0);
    for round in 0..10 {
        let lattice = [Lattice::Square, Lattice::Hex][round % 2];
        let tiling = random_board(lattice, &mut random);
        let mut number =
            |least: u16, most: u16| f64::from(least) + random.below(usize::from(most - least)) as f64;
        let first =
            vec![(number(80, 260), number(80, 260)).into(), (number(80, 200), number(80, 200)).into()];
        let kerf = [0.0, 0.2][round / 2 % 2];
        let lines = if round % 3 == 0 { Lines::Auto } else { Lines::Separate };
        let copies = 1 + round % 4;
        let options = CutOptions {
            kerf,
            copies,
            stock: Some((number(300, 500), number(260, 390)).into()),
            stock_first: first.clone(),
            offcuts: true,
            tray: Some(TrayOptions::default()),
            boxed: (round % 5 == 0).then_some(BoxOptions::new(3.0)),
            line: LineOptions { lines, ..LineOptions::default() },
            ..options(1)
        };
        let plan = plan(&tiling, &CutOptions { cell: 15.0, ..options.clone() }).expect("a plan");
        let pieces = tiling.placements().len();
        let mut counted = std::collections::BTreeMap::new();
        for (number, sheet) in plan.sheets.iter().enumerate() {
            if plan.summary.lines == LinesCut::Separate {
                filled += check_sheet(&plan, sheet, 2.0 + kerf);
            }
            for name in &sheet.parts {
                *counted.entry(name.clone()).or_insert(0) += 1;
            }
            *counted.entry("pieces".to_owned()).or_insert(0) += plan.summary.on_sheets[number].pieces.len();
            let own = plan.size_of(sheet);
            let points = sheet.cuts.iter().flat_map(|cut| &cut.lines).flat_map(|line| &line.points);
            let points: Vec<Point> = points.copied().collect();
            for offcut in plan.summary.offcuts.iter().filter(|offcut| offcut.sheet == number + 1) {
                let bounds = offcut.bounds();
                left += 1;
                assert!(bounds.right <= own.width + 1e-6 && bounds.bottom <= own.height + 1e-6);
                assert!(
                    points.iter().all(|point| !bounds.contains(Bounds::around([*point]).expect("a point")))
                );
            }
        }
        let parts: usize = counted.iter().filter(|(name, _)| *name != "pieces").map(|(_, count)| count).sum();
        assert_eq!(counted["pieces"], pieces * copies);
        assert_eq!(parts, copies * if options.boxed.is_some() { 13 } else { 3 }, "{counted:?}");
        let sizes: Vec<Dimensions> = plan.sheets.iter().filter_map(|sheet| sheet.size_mm).collect();
        mixed += sizes.len();
        assert!(sizes.len() <= first.len() && sizes.iter().all(|size| first.contains(size)));
        assert!(plan.summary.sheets >= plan.summary.sheets_at_least);
    }
    assert!(filled > 3 && mixed > 3 && left > 3, "{filled} {mixed} {left}");
}

/// Random designs on a lattice of squares and one of hexagons in one run: every number is there as often as there are sets, areas and cuts are those of the
/// designs by themselves, and everything is apart. What belongs to one design is a plan of its own.
#[test]
fn several_designs_are_one_plan() {
    let mut random = Random::new(23);
    for round in 0..8 {
        let lattices = [Lattice::Square, Lattice::Hex, Lattice::Square];
        let tilings: Vec<Tiling> =
            (0..2 + round % 2).map(|at| random_board(lattices[at], &mut random)).collect();
        let copies = 1 + round % 3;
        let knobs = (round % 4 == 3).then_some(KnobOptions { style: KnobStyle::Jigsaw, seed: 5 });
        let lines = if round % 2 == 0 { Lines::Separate } else { Lines::Auto };
        let options = CutOptions {
            kerf: if round % 2 == 0 { 0.2 } else { 0.0 },
            cell: 18.0,
            tray: Some(TrayOptions::default()),
            line: LineOptions { lines, knobs, ..LineOptions::default() },
            ..options(copies)
        };
        let of = |tilings: &[Tiling], options: &CutOptions| {
            plan_designs(tilings, options, CutDivision::Whole).expect("a plan")
        };
        let plan = of(&tilings, &options);
        let one = CutOptions { copies: 1, ..options.clone() };
        let alone: Vec<CutPlan> =
            tilings.iter().map(|tiling| of(std::slice::from_ref(tiling), &one)).collect();
        let pieces: usize = tilings.iter().map(|tiling| tiling.placements().len()).sum();
        let mut numbers = vec![0; pieces];
        for (index, sheet) in plan.sheets.iter().enumerate() {
            plan.summary.on_sheets[index].pieces.iter().for_each(|piece| numbers[piece - 1] += 1);
            if plan.summary.lines == LinesCut::Separate {
                check_sheet(&plan, sheet, 2.0 + options.kerf);
            }
        }
        assert_eq!(numbers, vec![copies; pieces]);
        assert_eq!((plan.summary.pieces, plan.summary.free.len()), (pieces, pieces * copies));
        let cut: f64 = alone.iter().map(|plan| plan.summary.cut_length_mm).sum();
        assert!((plan.summary.cut_length_mm - cut * copies as f64).abs() < 1e-3, "round {round}");
        assert_eq!(plan.summary.whole_sets(plan.sheets.len()), (copies > 1).then_some(copies));
        let own = plan.each_design();
        assert_eq!(own.len(), tilings.len());
        let mut titles: Vec<&str> = own.iter().map(|own| own.title.as_str()).collect();
        titles.dedup();
        assert_eq!(titles.len(), tilings.len(), "names differ");
        let mut before = 0;
        for (own, alone) in own.iter().zip(&alone) {
            let released = |plan: &CutPlan| plan.summary.free.iter().map(|one| one.piece).max();
            assert_eq!((own.before, own.summary.pieces), (before, alone.summary.pieces));
            assert_eq!(released(own), released(alone).map(|last| last + before));
            assert_eq!(own.curves, alone.curves);
            let names = |plan: &CutPlan| -> std::collections::BTreeSet<String> {
                let cuts = plan.sheets.iter().flat_map(|sheet| &sheet.cuts);
                cuts.filter(|cut| ["base", "frame", "lid"].contains(&&*cut.name))
                    .map(|cut| cut.name.clone())
                    .collect()
            };
            assert_eq!(names(own), names(alone));
            before += own.summary.pieces;
        }
    }
}

/// A flag that is not its mirror image: its outline turns clockwise.
const FLAG: &str = "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0h30l-8 6h-14v20h-8z'/></svg>";

fn art(text: &str) -> Option<crate::Art> {
    use piecework_tiling::setting::{Ask, Setting as _};
    let limits = piecework_tiling::limits::Limits::default();
    Some(crate::Art::from_text(text, Ask { range: (0, 9), limits: &limits }).expect("art"))
}

/// The same art on every piece.
fn on_pieces(text: &str) -> Option<crate::PieceArt> {
    use piecework_tiling::setting::{Ask, Setting as _};
    let limits = piecework_tiling::limits::Limits::default();
    Some(crate::PieceArt::from_text(text, Ask { range: (0, 9), limits: &limits }).expect("art"))
}

/// The picture of a meadow, as a design holds it.
fn picture() -> crate::Art {
    let file = piecework_draw::color::Picture::named("meadow").expect("embedded").base64();
    art(&format!("data:image/jpeg;base64,{file}")).expect("a picture")
}

/// Twice the area inside of a line, negative if it turns the other way.
fn turning(line: &ToolLine) -> f64 {
    let next = line.points.iter().cycle().skip(1);
    line.points.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum()
}

/// Words and drawings on random boards: every line is inside of the part that it is on and off its edges, the floor has them in
/// the opening, every part has them once, and nothing is seen in the mirror, on the back of pieces too.
#[test]
fn what_is_engraved_is_inside_and_legible() {
    let mut random = Random::new(31);
    for round in 0..8 {
        let tiling = random_board([Lattice::Square, Lattice::Hex][round % 2], &mut random);
        let own = crate::OwnArt {
            lid: art(["Anna & Bo", FLAG][round / 2 % 2]),
            floor: if round % 3 == 2 { Some(picture()) } else { art(FLAG) },
            sides: art(FLAG),
            front: None,
            back: on_pieces(FLAG),
            style: crate::ArtStyle {
                photo: [crate::PhotoStyle::Halftone, crate::PhotoStyle::Lines][round / 3 % 2],
                ..crate::ArtStyle::default()
            },
        };
        let options = CutOptions {
            kerf: 0.2,
            cell: 20.0,
            tray: Some(TrayOptions::default()),
            boxed: Some(BoxOptions::new(3.0)),
            back: Some(crate::Engraving::Own),
            line: LineOptions { lines: Lines::Separate, ..LineOptions::default() },
            own,
            ..options(1)
        };
        let plan = plan(&tiling, &options).expect("a plan");
        let (mut found, mut backs, mut flags) = (std::collections::BTreeMap::new(), 0, 0);
        for sheet in &plan.sheets {
            let all = outlines(sheet);
            for engraving in &sheet.engravings {
                let points: Vec<Point> = engraving.iter().flat_map(|line| line.points.clone()).collect();
                let around = all.iter().filter(|(_, one)| one.outer().contains(points[0]));
                let (name, outline) =
                    around.min_by(|(_, a), (_, b)| a.area().total_cmp(&b.area())).expect("on a part");
                // A picture has tens of thousands of points.
                for point in points.iter().step_by(points.len() / 500 + 1) {
                    assert!(outline.contains(*point) && outline.distance(*point) > 1.0, "{name} {point:?}");
                }
                let (edge, rows) = engraving.split_last().expect("lines");
                if edge.points.len() > 5 && rows.iter().all(|row| row.points.len() == 2) {
                    assert!(turning(edge) > 0.0, "{name} is mirrored");
                    flags += 1;
                }
                *found.entry(name.clone()).or_insert(0) += 1;
            }
            for engraving in sheet.back.iter().flat_map(|back| &back.engravings) {
                assert!(turning(engraving.last().expect("lines")) > 0.0, "a back is mirrored");
                backs += 1;
            }
        }
        let parts = ["base", "lid", "box lid", "box side left", "box side right"];
        assert_eq!(found, parts.map(|part| (part.to_owned(), 1)).into(), "round {round}");
        assert_eq!(backs, tiling.placements().len());
        assert!(flags >= 2, "sides of the box");
        let own = crate::OwnArt { floor: art(FLAG), ..options.own.clone() };
        let plate = CutOptions { boxed: None, back: None, own, ..options };
        let printed = plan_solids(std::slice::from_ref(&tiling), &plate, CutDivision::Whole).expect("plates");
        let bodies = printed.0.sheets.iter().flat_map(|sheet| &sheet.bodies);
        let hollows = |name: &str| bodies.clone().find(|body| body.name == name).expect(name).hollows.len();
        assert!(hollows("tray") >= 2 && hollows("lid") >= 2, "a floor and a groove");
    }
}

/// Pieces of a picture that lie apart, on random boards and with knobs: each shows its own part, as large as it is and turned with
/// it. The place of a piece in the picture is computed back from the three corners alone.
#[test]
fn each_piece_shows_its_own_part_of_a_picture() {
    let mut random = Random::new(41);
    let mut turned = 0;
    for round in 0..8 {
        let tiling = random_board([Lattice::Square, Lattice::Hex][round % 2], &mut random);
        let style = [KnobStyle::Jigsaw, KnobStyle::Varied][round / 2 % 2];
        let knobs = (round < 6).then_some(KnobOptions { style, seed: 3 });
        let options = CutOptions {
            kerf: 0.2,
            gap: 4.0,
            picture: piecework_draw::color::Picture::named("meadow").ok(),
            labels: false,
            stock: Some((150.0, 190.0).into()),
            line: LineOptions { lines: Lines::Separate, knobs, ..LineOptions::default() },
            ..options(1)
        };
        let patchwork = Patchwork::trace(&tiling, options.cell).expect("a patchwork");
        let plan = plan(&tiling, &options).expect("a plan");
        let mut shown = 0;
        for sheet in &plan.sheets {
            assert_eq!(sheet.boards.len(), sheet.outlines.len());
            for (board, piece) in sheet.boards.iter().zip(&sheet.outlines) {
                shown += 1;
                let [corner, right, below] = board.corners;
                let (w, h) = (corner.distance(right), corner.distance(below));
                let bounds = patchwork.bounds();
                assert!((w - bounds.width()).abs() < 1e-6 && (h - bounds.height()).abs() < 1e-6);
                turned += usize::from((right.y - corner.y).abs() > 1.0);
                let back = |point: Point| {
                    let (x, y) = (point.x - corner.x, point.y - corner.y);
                    let along = |to: Point, by: f64| (x * (to.x - corner.x) + y * (to.y - corner.y)) / by;
                    Point::new(bounds.left + along(right, w), bounds.top + along(below, h))
                };
                let ring: Vec<Point> = board.rings[0].flattened(0.01).into_iter().map(back).collect();
                let found =
                    Outline::new(Ring::through(ring).expect("a ring"), Vec::new()).expect("an outline");
                let patch = patchwork.patches()[piece.piece - 1].outline();
                assert!(found.contains(patch.label().at), "piece {} is in its place", piece.piece);
                let grown =
                    if knobs.is_none() { patch.bounds().inset(-0.2) } else { patch.bounds().inset(-9.0) };
                assert!(grown.inset(-1e-6).contains(found.bounds()), "piece {}", piece.piece);
            }
        }
        assert_eq!(shown, tiling.placements().len());
    }
    assert!(turned > 0, "some pieces are turned with their part of the picture");
}

/// Boards of two designs with an own border, shared lines and a picture over each, several sets of them: each board is printed
/// once for every set, bleeds do not reach each other, and each design keeps the lines it has alone.
#[test]
fn a_batch_of_pictures_has_one_over_every_board() {
    let mut random = Random::new(47);
    for round in 0..6 {
        let copies = 2 + round % 2;
        let tilings =
            [PENTOMINOES, "AABB\nACDB\nACDB\nCCDD"].map(|rows| crate::support::tiling(Lattice::Square, rows));
        let style = [KnobStyle::Jigsaw, KnobStyle::Varied][round % 2];
        let own_lines = crate::OwnLineOptions {
            whimsies: None,
            border: (round < 3).then_some(crate::BoardBorder::Oval),
            least_width: 0.1,
            wobble: Some(0.2 + random.below(5) as f64 / 10.0),
        };
        let bleed = 2.0;
        let options = CutOptions {
            gap: 2.0 * bleed,
            picture: piecework_draw::color::Picture::named("meadow").ok(),
            labels: false,
            own_lines: Some(own_lines),
            line: LineOptions { knobs: Some(KnobOptions { style, seed: 9 }), ..LineOptions::default() },
            ..options(copies)
        };
        let of = |tilings: &[Tiling], options: &CutOptions| {
            plan_designs(tilings, options, CutDivision::Whole).expect("a plan")
        };
        let plan = of(&tilings, &options);
        let mut widths = Vec::new();
        for sheet in &plan.sheets {
            let around = |board: &crate::PrintedBoard| {
                widths.push(board.corners[0].distance(board.corners[1]));
                Bounds::around(board.rings[0].flattened(0.01)).expect("an edge").inset(-bleed)
            };
            let all: Vec<Bounds> = sheet.boards.iter().map(around).collect();
            for (at, one) in all.iter().enumerate() {
                let size = plan.size_of(sheet);
                assert!(
                    one.left > 0.0 && one.top > 0.0 && one.right < size.width && one.bottom < size.height
                );
                for other in &all[..at] {
                    let beside = one.right <= other.left + 1e-6 || other.right <= one.left + 1e-6;
                    assert!(beside || one.bottom <= other.top + 1e-6 || other.bottom <= one.top + 1e-6);
                }
            }
        }
        assert_eq!(widths.len(), copies * tilings.len(), "{widths:?}");
        let alone = CutOptions { copies: 1, ..options.clone() };
        for (own, tiling) in plan.each_design().iter().zip(&tilings) {
            let alone = of(std::slice::from_ref(tiling), &alone);
            assert!(own.board.is_some() && own.board == alone.board);
            assert_eq!(own.summary.finished_mm, alone.summary.finished_mm);
        }
    }
}

/// Each set of an inlay has its plate and its plugs.
#[test]
fn each_set_of_an_inlay_has_a_plate() {
    let tiling = crate::support::tiling(Lattice::Square, PENTOMINOES);
    let line = LineOptions { lines: Lines::Separate, ..LineOptions::default() };
    let inlay = Some(crate::InlayOptions::default());
    for copies in [1, 2, 7] {
        let plan = plan(&tiling, &CutOptions { inlay, line, kerf: 0.2, ..options(copies) }).expect("a plan");
        let first = plan.summary.inlay.expect("an inlay").plate;
        let (plugs, plates) = plan.sheets.split_at(first - 1);
        let count = |sheets: &[CutSheet]| sheets.iter().map(|sheet| sheet.cuts.len()).sum::<usize>();
        assert_eq!((count(plugs), count(plates)), (12 * copies, copies));
        plates.iter().for_each(|sheet| assert_eq!(check_sheet(&plan, sheet, 2.0), 0));
    }
}

#[test]
fn more_sheets_than_there_are_is_an_error() {
    let tiling = crate::support::tiling(Lattice::Square, PENTOMINOES);
    let of = |most| plan(&tiling, &CutOptions { kerf: 0.2, most_sheets: Some(most), ..options(20) });
    let needed = of(99).expect("enough").sheets.len();
    assert!(needed > 2 && of(needed).is_ok());
    let error = of(needed - 1).expect_err("too few").to_string();
    assert!(error.contains(&format!("`{needed}` sheets of 590.0 x 390.0 mm")), "{error}");
}

/// Six sets of 60 cells of 20 mm on 590 x 390 mm: no outline is nearer to another than the gap, the areas are those of
/// six sets, and every number is there six times.
#[test]
fn six_sets_take_fewer_than_six_sheets_and_nothing_is_lost() {
    for (kerf, extras, most) in [(0.2, false, 2), (0.2, true, 9), (0.0, true, 9)] {
        let tray = extras.then(TrayOptions::default);
        let boxed = extras.then_some(BoxOptions::new(3.0));
        let line = LineOptions { lines: Lines::Separate, ..LineOptions::default() };
        let of = |copies| planned(&CutOptions { kerf, tray, boxed, line, ..options(copies) });
        let (one, six) = (of(1), of(6));
        assert!(six.sheets.len() <= most && six.sheets.len() < 6 * one.sheets.len(), "{}", six.sheets.len());
        let mut counted = vec![0; 12];
        let area = |plan: &CutPlan| {
            plan.sheets.iter().flat_map(outlines).map(|(_, outline)| outline.area()).sum::<f64>()
        };
        assert!((area(&six) - 6.0 * area(&one)).abs() < 1e-3, "{} {}", area(&six), area(&one));
        for (sheet, used) in six.sheets.iter().zip(&six.summary.on_sheets) {
            let all = outlines(sheet);
            let named = all.iter().map(|(name, outline)| (name.as_str(), outline));
            prove_apart_until(named, 2.0 + kerf, &StopFlag::never()).expect("apart");
            sheet.outlines.iter().for_each(|outline| counted[outline.piece - 1] += 1);
            assert_eq!(used.pieces.len(), sheet.outlines.len());
        }
        assert_eq!(counted, [6; 12]);
        assert_eq!((six.summary.pieces, six.summary.copies, six.summary.free.len()), (12, 6, 72));
        assert_eq!(six.summary.whole_sets(six.sheets.len()), Some(6));
        let cut = |plan: &CutPlan| plan.summary.cut_length_mm;
        assert!((cut(&six) - 6.0 * cut(&one)).abs() < 1e-3);
    }
}

/// Boards that share their lines lie beside each other, as they are or turned; each set is released for itself.
#[test]
fn whole_boards_share_a_sheet_and_sets_are_released_one_after_another() {
    let six = planned(&options(6));
    assert_eq!((six.sheets.len(), six.summary.lines), (1, LinesCut::Shared));
    assert!((six.summary.cut_length_mm - 6.0 * planned(&options(1)).summary.cut_length_mm).abs() < 1e-6);
    let of = |set| six.summary.free.iter().filter(move |release| release.set == set);
    for set in 1..6 {
        assert_eq!(of(set).map(|release| release.piece).collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
        let last = of(set).map(|release| release.step).max();
        assert!(last < of(set + 1).map(|release| release.step).min(), "set {set}");
    }
    let upright = planned(&CutOptions { stock: Some((140.0, 450.0).into()), ..options(2) });
    // Each board is turned by itself, and the stock stays as it is.
    assert_eq!((upright.sheets.len(), upright.summary.turned), (1, false));
    assert_eq!(upright.summary.lines, LinesCut::Shared);
    let mut points = upright.sheets[0].cuts.iter().flat_map(|cut| &cut.lines).flat_map(|line| &line.points);
    assert!(points.all(|at| (0.0..=140.0).contains(&at.x) && (0.0..=450.0).contains(&at.y)));
    let knobs = Some(KnobOptions { style: KnobStyle::Jigsaw, seed: 1 });
    let line = LineOptions { knobs, ..LineOptions::default() };
    let jigsaws = planned(&CutOptions { line, tray: Some(TrayOptions::default()), ..options(3) });
    assert_eq!(jigsaws.summary.lines, LinesCut::Shared);
    assert_eq!(jigsaws.sheets.iter().map(|sheet| sheet.parts.len()).sum::<usize>(), 9);
    assert!(jigsaws.sheets.len() < 6);
}

#[test]
fn panels_of_several_sets_are_refused_with_what_to_do() {
    let tiling = crate::support::tiling(Lattice::Square, PENTOMINOES);
    let line = LineOptions { lines: Lines::Shared, ..LineOptions::default() };
    let error = plan(&tiling, &CutOptions { line, cell: 60.0, ..options(2) }).expect_err("refused");
    assert!(error.to_string().contains("several sets share none"), "{error}");
}

/// A set whose parts are all of one material fills the first sheet before it begins a second.
#[test]
fn one_material_fills_the_sheet_of_the_pieces() {
    let tray = Some(TrayOptions::default());
    let of = |one_material| planned(&CutOptions { kerf: 0.2, tray, one_material, ..options(1) });
    assert!(of(true).summary.on_sheets[0].utilisation > of(false).summary.on_sheets[0].utilisation);
    assert!(!of(true).sheets[0].parts.is_empty() && of(false).sheets[0].parts.is_empty());
}

/// A design whose name ends with that of another has its own parts, and the other has none of them.
#[test]
fn parts_belong_to_the_design_of_their_whole_name() {
    let named = |name: &str, rows: &str| {
        let limits = piecework_tiling::limits::Limits::default();
        let grids =
            piecework_tiling::tiling::read_letter_grids(Lattice::Square, rows, &limits).expect("a grid");
        piecework_tiling::tiling::infer_from_grid(name, &grids[0]).expect("a tiling")
    };
    let tilings = [named("Stars", "AABB\nABBC\nACCC"), named("Lid of Stars", "AABB\nAABB")];
    let options = CutOptions { tray: Some(TrayOptions::default()), kerf: 0.2, ..options(1) };
    let plan = plan_designs(&tilings, &options, CutDivision::Whole).expect("a plan");
    for own in plan.each_design() {
        let cuts = own.sheets.iter().flat_map(|sheet| &sheet.cuts);
        let mut names: Vec<&str> = cuts.map(|cut| cut.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["base", "frame", "lid"], "{}", own.title);
    }
}

/// Panels of a design that is larger than the stock fill the sheets that are there once first, and each is cut once.
#[test]
fn panels_use_sheets_of_all_sizes() {
    let tiling = crate::support::tiling(Lattice::Square, PENTOMINOES);
    let line = LineOptions { lines: Lines::Shared, ..LineOptions::default() };
    let (large, small) =
        (Dimensions { width: 160.0, height: 140.0 }, Dimensions { width: 130.0, height: 139.0 });
    let with = |stock_first: Vec<Dimensions>| {
        let options = CutOptions { line, stock: Some(large), stock_first, offcuts: true, ..options(1) };
        plan(&tiling, &options).expect("a plan")
    };
    let (plain, listed) = (with(Vec::new()), with(vec![(30.0, 30.0).into(), small]));
    assert!(plain.summary.panels.len() > 1);
    assert_eq!(plain.summary.panels.len(), listed.summary.panels.len());
    let sizes: Vec<Dimensions> = listed.sheets.iter().map(|sheet| listed.size_of(sheet)).collect();
    assert_eq!(sizes.iter().filter(|&&size| size == small).count(), 1, "{sizes:?}");
    assert!(!sizes.contains(&(30.0, 30.0).into()), "an empty sheet is none");
    let mut pieces: Vec<usize> = Vec::new();
    for (sheet, (size, uses)) in listed.sheets.iter().zip(sizes.iter().zip(&listed.summary.on_sheets)) {
        let points =
            sheet.cuts.iter().flat_map(|cut| &cut.lines).flat_map(|line| line.points.iter().copied());
        let bounds = Bounds::around(points).expect("cuts");
        assert!(bounds.left > 0.0 && bounds.right < size.width && bounds.bottom < size.height, "{bounds:?}");
        pieces.extend(&uses.pieces);
    }
    pieces.sort_unstable();
    assert_eq!(pieces, (1..=12).collect::<Vec<_>>());
    for panel in &listed.summary.panels {
        let uses = &listed.summary.on_sheets[panel.sheet - 1];
        assert!(panel.pieces.iter().all(|piece| uses.pieces.contains(piece)));
    }
}

//! Checks stashes: recounts the fabric required from the printed pages, and checks refusals by exhaustive
//! search.

use std::collections::BTreeMap;

use piecework::color::FabricStock;
use piecework::color::{FabricWish, Palette, Scheme, ZoneShape, read_stash};
use piecework::design::{DesignError, PRODUCTS};
use piecework::drawing::Item;
use piecework::error::Error;
use piecework::fault::ErrorKind;
use piecework::lattice::Lattice;
use piecework::length::Length;
use piecework::limits::Limits;
use piecework::quilt::yardage::{Border, BorderCorners, YardageOptions};
use piecework::quilt::{EdgeFinish, Method, Pattern, QuiltError, QuiltOptions, Units, pattern};
use piecework::source::Source;
use piecework::tiling::{infer_from_grid, read_letter_grids};
use serde_json::Value;

fn on(
    lattice: Lattice,
    rows: &str,
    stash: &str,
    change: impl FnOnce(&mut QuiltOptions),
) -> Result<Pattern, QuiltError> {
    let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("a good grid");
    let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
    let scheme = Scheme::Stash(read_stash(stash).expect("a stash"));
    let mut options =
        QuiltOptions { coloring: FabricWish { scheme, ..FabricWish::default() }, ..QuiltOptions::default() };
    change(&mut options);
    pattern(&tiling, &options)
}

fn length(text: &str) -> Length {
    text.parse().expect("a good length")
}

fn mm(value: &Value) -> f64 {
    length(value.as_str().expect("a length is text")).mm()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

fn count(value: &Value) -> f64 {
    value.as_f64().expect("a count")
}

/// The words on all pages of materials, line by line.
fn materials(pattern: &Pattern) -> Vec<String> {
    let pages = pattern.pages().filter(|page| page.title().contains("materials"));
    let items = pages.flat_map(|page| page.layers()).flat_map(|layer| &layer.items);
    let words = items.filter_map(|item| match item {
        Item::Text(text) => Some(text.content().to_owned()),
        Item::Path(_) => None,
    });
    words.collect()
}

/// The lines of strips that follow, with those that are broken joined again: they end with the next fabric.
fn cut_strips(lines: &[String]) -> String {
    let is_strip = |line: &String| line.starts_with("Cut ") && line.contains(" strip");
    let from = lines.iter().position(is_strip).expect("strips");
    let more = lines[from..].iter().skip(1);
    let is_cloth = |line: &&String| is_strip(line) || !line.contains(": ");
    let broken = more.take_while(is_cloth).take_while(|line| !line.is_empty());
    std::iter::once(&lines[from]).chain(broken).map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// The height of all strips of words such as `Cut 2 strips 6 1/2 in; subcut … Cut 1 strip 4 1/2 in; …`, in mm.
fn strips_in_words(line: &str) -> f64 {
    let each = line.split("Cut ").filter(|group| group.contains(" strip")).map(|group| {
        let (strips, _) = group.split_once("; ").expect("what is cut from strips");
        let (number, height) = strips.split_once(" strip").expect("a number of strips");
        let number: f64 = number.parse().expect("a number");
        number * length(height.trim_start_matches('s').trim()).mm()
    });
    each.sum()
}

/// Recounts every row: from the strips of the JSON, and from the words on the page.
#[track_caller]
fn recount(pattern: &Pattern, options: &YardageOptions, units: Units, roles: &[(&str, &str)]) {
    let quilt = serde_json::to_value(&pattern.plan.summary).expect("serializable");
    let figures = &quilt["yardage"];
    let more = f64::from(100 + options.extra_percent.unwrap_or(5)) / 100.0;
    let lines = materials(pattern);
    list(&figures["fabrics"]).iter().for_each(crate::yardage::replay);
    for (row, as_said) in list(&quilt["stash"]).iter().zip(&pattern.plan.summary.stash) {
        let fabric = row["fabric"].as_str().expect("a name");
        let heading = lines.iter().position(|line| line.starts_with(&as_said.in_words(units)[..20]));
        let heading = heading.unwrap_or_else(|| panic!("{} in {lines:?}", as_said.in_words(units)));
        let cut = list(&figures["fabrics"]).iter().find(|of| of["fabric"] == fabric);
        let strips: Vec<&Value> = cut.into_iter().flat_map(|of| list(&of["strips"])).collect();
        let amounts = ["stock", "needed", "left"].map(|key| &row[key]);
        if row["stock"]["fat_quarters"].is_number() {
            let [stock, needed, left] = amounts.map(|amount| count(&amount["fat_quarters"]));
            let quarters = strips.iter().map(|strip| count(&strip["quarter"]) + 1.0).fold(0.0, f64::max);
            let more = f64::from(100 + options.extra_percent.unwrap_or(0)) / 100.0;
            assert_eq!(needed, (quarters * more - 1e-9).ceil(), "{row}");
            assert_eq!(stock, needed + left, "{row}");
            continue;
        }
        let [stock, needed, left] = amounts.map(|amount| mm(&amount["length"]));
        let patches: f64 = strips.iter().map(|strip| mm(&strip["height"])).sum();
        if patches > 0.0 {
            let printed = cut_strips(&lines[heading..]);
            // What is printed is a line of the ruler, never less.
            let over = strips_in_words(&printed) - patches;
            let most = strips.len() as f64 * units.ruler().mm();
            assert!(over > -1e-6 && over < most, "{printed}: {patches}");
        }
        let edge = |part: &str| -> f64 {
            let of = if part == "border" { &figures["borders"][0] } else { &figures[part] };
            match part {
                "backing" => count(&of["panels"]) * mm(&of["panel_length"]),
                _ => count(&of["strips"]) * mm(&of["strip_height"]),
            }
        };
        let edges: f64 = roles.iter().filter(|(_, of)| *of == fabric).map(|(part, _)| edge(part)).sum();
        let takes = patches + edges;
        let least = if more > 1.0 && takes > 0.0 { takes + 12.7 } else { takes };
        let over = needed - (takes * more).max(least);
        let step = if units == Units::Metric { 1.0 } else { 25.4 / 16.0 };
        let exact = options.extra_percent == Some(0);
        assert!(over > -1e-6 && over < if exact { 1e-6 } else { step }, "{row}: {patches} and {edges}");
        assert!(needed <= stock + 1e-9 && (stock - needed - left).abs() < 1e-6, "{row}");
    }
    let bought = pattern.plan.summary.shopping_list(units);
    let of_cloth = pattern.plan.summary.stash.iter().filter(|row| !row.needed.write(units).contains("patch"));
    for row in of_cloth {
        assert!(!bought.iter().any(|line| line.starts_with(&format!("{}:", row.fabric))), "{bought:?}");
    }
}

const PENTOMINOES: &str = "IIIIIVVVZZ\nLLLLUUUVZT\nLNNPUXUVZT\nNNNPPPXZTT\nFWWYPXXXFT\nFFWWYYYYFF";

#[test]
#[ignore = "a minute without optimisation: see CONTRIBUTING.md"]
fn no_more_is_taken_of_any_fabric_than_there_is() {
    for (method, stash) in [
        (Method::Templates, "Oat=1/2yd,Rust=16in,Midnight=10in"),
        (Method::Templates, "Oat=3 fat quarters,Rust=20in,Midnight=2fq"),
        (Method::Straight, "Oat=8in,Rust=8in,Midnight=8in,Sage=8in"),
        (Method::Straight, "Oat=2fq,Rust=8in,Midnight=8in"),
        (Method::EnglishPaper, "Oat=1/2yd,Rust=0.4m,Midnight=30cm"),
    ] {
        for extra_percent in [0, 7] {
            for units in [Units::Imperial, Units::Metric] {
                let change = |options: &mut QuiltOptions| {
                    (options.method, options.units) = (method, units);
                    options.yardage.extra_percent = Some(extra_percent);
                };
                let found = on(Lattice::Square, PENTOMINOES, stash, change);
                let found = found.unwrap_or_else(|error| panic!("{method:?} {stash}: {error}"));
                let options =
                    YardageOptions { extra_percent: Some(extra_percent), ..YardageOptions::default() };
                recount(&found, &options, units, &[]);
                assert_eq!(found.plan.summary.stash.len(), stash.split(',').count());
            }
        }
    }
}

#[test]
fn hexagons_and_triangles_are_cut_from_a_stash_too() {
    for (lattice, rows, method, stash) in [
        (Lattice::Hex, "A A B\n A B B", Method::Templates, "Oat=15in,Rust=1yd"),
        (Lattice::Triangle, "AABBC\nADDCC", Method::Templates, "Oat=6in,Rust=2fq,Sage=1/4yd"),
        (Lattice::Triangle, "AABBC\nADDCC", Method::Straight, "Oat=6in,Rust=2fq,Sage=1/4yd"),
    ] {
        let found = on(lattice, rows, stash, |options| options.method = method).expect("enough");
        recount(&found, &YardageOptions::default(), Units::Imperial, &[]);
    }
}

#[test]
fn border_binding_and_backing_are_cut_from_the_stash_of_their_fabric() {
    let table = "Navy,#001f3f\nCream,#fffdd0\nRust,#b7410e\nNavy,#001f3f,binding\nCream,#fffdd0,border\nOat,#e8dcc0,backing\n";
    let palette = Palette::read_csv(&Source::new("p.csv", table), &Limits::default()).expect("a palette");
    let make = |stash: &str| {
        on(Lattice::Square, PENTOMINOES, stash, |options| {
            options.palette = palette.clone();
            options.yardage.borders = vec![Border::Cells(1)];
            options.yardage.extra_percent = Some(5);
        })
    };
    let options = YardageOptions { extra_percent: Some(5), ..YardageOptions::default() };
    let roles = [("binding", "Navy"), ("border", "Cream"), ("backing", "Oat")];
    let found = make("Navy=24in,Cream=1yd,Rust=1/2yd,Oat=2yd").expect("enough");
    recount(&found, &options, Units::Imperial, &roles);
    let bought = found.plan.summary.shopping_list(Units::Imperial);
    assert_eq!(bought.len(), 1, "only batting: {bought:?}");
    // The binding alone takes three strips of 2 1/2 in, and 5 per cent.
    let error = make("Navy=7in,Cream=1yd,Rust=1/2yd").unwrap_err();
    assert!(error.to_string().starts_with("the stash has `7 in` of fabric `Navy`, less than the"), "{error}");
    let error = Error::from(make("Navy=3fq,Cream=1yd,Rust=1/2yd").unwrap_err());
    assert_eq!((error.code(), error.kind()), ("E1531", ErrorKind::Input));
    let error = Error::from(make("Navy=1yd,Cream=1yd,Oat=40").unwrap_err());
    assert_eq!(error.code(), "E1226");
}

#[test]
fn every_border_and_its_cornerstones_are_cut_from_the_stash_of_their_fabric() {
    let table = "Navy,#001f3f\nCream,#fffdd0\nRust,#b7410e\nCream,#fffdd0,border\nSky,#87ceeb,border\nPlum,#5e3a5e,cornerstone\n";
    let palette = Palette::read_csv(&Source::new("p.csv", table), &Limits::default()).expect("a palette");
    let make = |stash: &str| {
        on(Lattice::Square, PENTOMINOES, stash, |options| {
            options.palette = palette.clone();
            options.yardage.borders = vec![Border::Width(length("1in")), Border::Width(length("3in"))];
            options.yardage.corners = BorderCorners::Cornerstones;
        })
    };
    let patches = "Navy=1yd,Cream=1yd,Rust=1yd";
    let found = make(&format!("{patches},Sky=1/2yd,Plum=5in")).expect("enough");
    let summary = &found.plan.summary;
    let part = |fabric: &str, part: &str| {
        let row = summary.stash.iter().find(|row| row.fabric == fabric).expect("a row");
        let part = row.parts.iter().find(|of| of.part == part).unwrap_or_else(|| panic!("{part} in {row:?}"));
        length(&part.takes.write(Units::Imperial)).inches()
    };
    let [inner, outer] = summary.yardage.borders.as_slice() else { panic!("two borders") };
    let is_near = |found: f64, due: f64| (found - due).abs() < 1e-9;
    assert!(is_near(part("Cream", "border 1"), 1.5 * inner.strips as f64), "{inner:?}");
    assert!(is_near(part("Sky", "border 2"), 3.5 * outer.strips as f64), "{outer:?}");
    assert!(is_near(part("Plum", "cornerstones"), 3.5), "four of 3 1/2 in and four of 1 1/2 in on one strip");
    let bought = summary.shopping_list(Units::Imperial);
    assert_eq!(bought.len(), 3, "only binding, backing and batting: {bought:?}");
    for (stash, said) in
        [("Sky=6in,Plum=5in", "for border 2 alone"), ("Sky=1/2yd,Plum=3in", "for cornerstones alone")]
    {
        let error = Error::from(make(&format!("{patches},{stash}")).expect_err(stash));
        assert_eq!((error.code(), error.kind()), ("E1530", ErrorKind::NoAnswer), "{error}");
        assert!(error.to_string().contains(said), "{error}");
    }
    let error = Error::from(make(&format!("{patches},Sky=3fq")).expect_err("long strips"));
    assert_eq!(error.code(), "E1531");
}

#[test]
fn a_facing_is_cut_from_the_stash_of_its_fabric() {
    let rows = "AAABBB\nAAABBB\nCCCDDD\nCCCDDD\nCCCDD.";
    let faced = |table: &str, stash: &str| {
        let palette = Palette::read_csv(&Source::new("p.csv", table), &Limits::default()).expect("a palette");
        on(Lattice::Square, rows, stash, |options| {
            (options.palette, options.edge, options.cell) = (palette, EdgeFinish::Facing, 76.2);
        })
    };
    let plain = "Navy,#001f3f\nCream,#fffdd0\nRust,#b7410e\n";
    let own = format!("{plain}Cream,#fffdd0,facing\n");
    let patches = "Navy=1yd,Cream=2yd,Rust=1yd";
    // By its name, where the palette has no fabric for it, or as the fabric that it has.
    for (table, stash, fabric) in
        [(plain, format!("{patches},facing=1yd"), "facing"), (&own, patches.into(), "Cream")]
    {
        let found = faced(table, &stash).expect("enough");
        let strips = strips_of(&found, "facing");
        assert!(strips > 0.0);
        let row = found.plan.summary.stash.iter().find(|row| row.fabric == fabric).expect("a row");
        let part = row.parts.iter().find(|part| part.part == "facing").expect("a part");
        let takes = length(&part.takes.write(Units::Imperial)).inches();
        assert!((takes - strips).abs() < 1e-9, "{takes} is not {strips}");
        let bought = found.plan.summary.shopping_list(Units::Imperial);
        assert!(bought.iter().all(|line| !line.contains("facing")), "{bought:?}");
    }
    let error = Error::from(faced(plain, &format!("{patches},facing=2in")).expect_err("too little"));
    assert!(error.code() == "E1530" && error.to_string().contains("for facing alone"), "{error}");
}

/// What the strips of a fabric take, in inches, by the JSON of a plan.
fn strips_of(pattern: &Pattern, fabric: &str) -> f64 {
    let quilt = serde_json::to_value(&pattern.plan.summary).expect("serializable");
    let all = list(&quilt["yardage"]["fabrics"]).clone();
    let cut = all.iter().find(|of| of["fabric"] == fabric).unwrap_or_else(|| panic!("{fabric} in {all:?}"));
    list(&cut["strips"]).iter().map(|strip| mm(&strip["height"])).sum::<f64>() / 25.4
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn fillers_and_background_are_cut_from_the_stash_of_their_fabric() {
    let palette = |rows: &str| {
        let table = format!("Navy,#001f3f\nCream,#fffdd0\nRust,#b7410e\n{rows}");
        Palette::read_csv(&Source::new("p.csv", table.as_str()), &Limits::default()).expect("a palette")
    };
    let (apart, shared) = (palette("Oat,#e8dcc0,background\n"), palette("Navy,#001f3f,background\n"));
    for (lattice, rows, method, edge) in [
        (Lattice::Hex, "A A B B\n C C C B\nD D D D", Method::Templates, EdgeFinish::Fillers),
        (Lattice::Hex, "A A B B\n C C C B\nD D D D", Method::EnglishPaper, EdgeFinish::Background),
        (Lattice::Triangle, "AABBC\nADDCC", Method::Straight, EdgeFinish::Fillers),
        (Lattice::Square, "AAB\nA.B\nABB", Method::Straight, EdgeFinish::Fillers),
    ] {
        for (palette, name, entry) in [(&apart, "Oat", "Oat"), (&shared, "Navy", "Navy, background")] {
            let make = |stash: &str| {
                on(lattice, rows, stash, |options| {
                    (options.palette, options.method, options.edge) = (palette.clone(), method, edge);
                })
            };
            let stash = |of: &str| match name {
                "Oat" => format!("Navy=2yd,Cream=2yd,Rust=2yd,Oat={of}"),
                _ => format!("Cream=2yd,Rust=2yd,Navy={of}"),
            };
            let found = make(&stash("2yd")).unwrap_or_else(|error| panic!("{method:?} {edge:?}: {error}"));
            let takes = strips_of(&found, entry);
            let row = found.plan.summary.stash.iter().find(|row| row.fabric == name).expect("in the stash");
            let part = row.parts.iter().find(|part| part.part == "background").expect("a part");
            assert_eq!(
                part.takes.write(Units::Imperial).parse::<Length>(),
                Ok(length(&format!("{takes}in")))
            );
            let bought = found.plan.summary.shopping_list(Units::Imperial);
            assert!(
                bought.iter().all(|line| !line.contains("ackground") && !line.starts_with("Oat")),
                "{bought:?}"
            );
            let error = Error::from(make(&stash("1in")).expect_err("less than the fillers take"));
            assert_eq!((error.code(), error.kind()), ("E1530", ErrorKind::NoAnswer), "{error}");
        }
    }
}

#[test]
fn impossible_cuts_are_refused_with_the_reason() {
    let refused = |stash: &str, cell: f64| {
        let error = on(Lattice::Square, PENTOMINOES, stash, |options| {
            options.cell = cell;
            options.yardage.extra_percent = Some(0);
        });
        Error::from(error.expect_err(stash))
    };
    for (stash, cell, code, category) in [
        ("Oat=4in,Rust=4in,Midnight=4in", 50.8, "E1532", ErrorKind::NoAnswer),
        ("Oat=6in,Rust=6in,Midnight=7in", 50.8, "E1213", ErrorKind::NoAnswer),
        ("Oat=3in,Rust=8in,Midnight=1in", 25.4, "E1212", ErrorKind::NoAnswer),
        ("Oat=1yd,Rust=1yd", 50.8, "E1204", ErrorKind::NoAnswer),
        ("Oat=1fq,Rust=1fq,Midnight=1fq", 152.4, "E1532", ErrorKind::NoAnswer),
        ("Oat=19in,Rust=19in,Midnight=19in", 152.4, "E1533", ErrorKind::NoAnswer),
        ("Oat=24in,Rust=24in,Midnight=24in", 152.4, "E1534", ErrorKind::Limit),
    ] {
        let error = refused(stash, cell);
        assert_eq!((error.code(), error.kind()), (code, category), "{stash}: {error}");
        assert!(error.help().is_some(), "{error}");
    }
    let error = refused("Oat=19in,Rust=19in,Midnight=19in", 152.4);
    let areas: Vec<f64> = error
        .to_string()
        .split('`')
        .skip(1)
        .step_by(2)
        .filter_map(|a| a.strip_suffix(" sq in")?.parse().ok())
        .collect();
    assert_eq!(areas[1], 57.0 * 40.0, "the whole stash");
    assert!(areas[0] > areas[1], "{areas:?}");
}

/// Seven pieces, and for each the sides of its box in cells.
const SEVEN: &str = "AABBC\nADBEC\nDDEEC\nFFGGG";
const BOXES: [(usize, usize); 7] = [(2, 2), (2, 2), (1, 3), (2, 2), (2, 2), (1, 2), (1, 3)];

fn letters() -> Vec<Vec<u8>> {
    SEVEN.lines().map(|row| row.bytes().map(|b| b - b'A').collect()).collect()
}

/// The area of each cut piece in square inches: cells of 2 in, seams of 1/4 in, mitred corners.
fn areas() -> [f64; 7] {
    let letters = letters();
    let at = |x: usize, y: usize| letters.get(y).and_then(|row| row.get(x)).copied();
    let mut areas = [0.0; 7];
    for (y, row) in letters.iter().enumerate() {
        for (x, &of) in row.iter().enumerate() {
            let near = [
                at(x + 1, y),
                at(x, y + 1),
                x.checked_sub(1).and_then(|x| at(x, y)),
                y.checked_sub(1).and_then(|y| at(x, y)),
            ];
            let sides = near.iter().filter(|other| **other != Some(of)).count();
            areas[usize::from(of)] += 4.0 + sides as f64 * 2.0 * 0.25;
        }
    }
    areas.map(|area| area + 4.0 * 0.25 * 0.25)
}

/// Every proper coloring of the pieces with three fabrics.
fn colorings() -> Vec<Vec<usize>> {
    let letters = letters();
    let touch = |a: usize, b: usize| {
        let beside = |x: u8, y: u8| [x as usize, y as usize] == [a, b] || [y as usize, x as usize] == [a, b];
        let across = letters.iter().any(|row| row.windows(2).any(|two| beside(two[0], two[1])));
        across || letters.windows(2).any(|two| two[0].iter().zip(&two[1]).any(|(&x, &y)| beside(x, y)))
    };
    let proper = |colors: &[usize]| (0..7).all(|b| (0..b).all(|a| colors[a] != colors[b] || !touch(a, b)));
    let all = (0..3usize.pow(7)).map(|mut code| {
        let next = |_| (code % 3, code /= 3).0;
        (0..7).map(next).collect()
    });
    all.filter(|colors: &Vec<usize>| proper(colors)).collect()
}

/// Whether pieces could be cut from a stock if they were as soft as dough: by area, and each alone by its
/// box.
fn could_be_cut(pieces: &[usize], stock: FabricStock) -> bool {
    let (sides, area) = match stock {
        FabricStock::Cloth { mm } => ([14.0, mm / 25.4], 14.0 * mm / 25.4),
        FabricStock::FatQuarters(0) => ([0.0, 0.0], 0.0),
        FabricStock::FatQuarters(count) => ([7.0, 10.0], 70.0 * count as f64),
        other => panic!("{other:?}"),
    };
    let (low, high) = (f64::min(sides[0], sides[1]), f64::max(sides[0], sides[1]));
    let side = |cells: usize| cells as f64 * 2.0 + 0.5;
    let fits = |&piece: &usize| side(BOXES[piece].0) <= low + 1e-9 && side(BOXES[piece].1) <= high + 1e-9;
    let areas = areas();
    pieces.iter().all(fits) && pieces.iter().map(|&piece| areas[piece]).sum::<f64>() <= area + 1e-9
}

#[test]
#[ignore = "a minute without optimisation: see CONTRIBUTING.md"]
fn what_is_refused_is_impossible_however_patches_are_nested() {
    let options = YardageOptions {
        width_of_fabric: length("14in"),
        fat_quarters: Some((length("7in"), length("10in"))),
        extra_percent: Some(0),
        ..YardageOptions::default()
    };
    let all = colorings();
    let mut seed = 3u32;
    let mut scatter = move |below: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) % below
    };
    let names = ["Oat", "Rust", "Midnight"];
    let (mut found, mut open, mut codes) = (0, 0, BTreeMap::new());
    for _ in 0..40 {
        let stock: Vec<String> = (0..3)
            .map(|_| match scatter(3) {
                0 => format!("{}fq", scatter(5)),
                _ => format!("{}/2in", 6 + scatter(20)),
            })
            .collect();
        let enough = |colors: &Vec<usize>| {
            stock.iter().enumerate().all(|(fabric, stock)| {
                let mine: Vec<usize> = (0..7).filter(|&piece| colors[piece] == fabric).collect();
                could_be_cut(&mine, stock.parse().expect("stock"))
            })
        };
        let possible = all.iter().any(enough);
        let stash: Vec<String> =
            names.iter().zip(&stock).map(|(name, stock)| format!("{name}={stock}")).collect();
        match on(Lattice::Square, SEVEN, &stash.join(","), |of| of.yardage = options.clone()) {
            Ok(pattern) => {
                recount(&pattern, &options, Units::Imperial, &[]);
                found += 1;
            }
            Err(error) => {
                let error = Error::from(error);
                match error.kind() {
                    ErrorKind::NoAnswer => assert!(!possible, "{stash:?}: {error}"),
                    kind => {
                        assert_eq!(kind, ErrorKind::Limit, "{stash:?}: {error}");
                        open += 1;
                    }
                }
                *codes.entry(error.code()).or_insert(0) += 1;
            }
        }
    }
    assert!(found >= 10 && codes.len() >= 2 && open <= 8, "{found} found, {open} open, {codes:?}");
}

#[test]
fn patches_of_three_quarter_yards_fit_one_strip_each() {
    for stash in ["Oat=1/4yd,Rust=1/4yd,Midnight=1/4yd", "Oat=6 1/2in,Rust=6 1/2in,Midnight=6 1/2in"] {
        let found =
            on(Lattice::Square, PENTOMINOES, stash, |options| options.yardage.extra_percent = Some(0));
        let exact = YardageOptions { extra_percent: Some(0), ..YardageOptions::default() };
        recount(&found.expect("four patches fit on a strip"), &exact, Units::Imperial, &[]);
    }
}

#[test]
fn a_search_that_ends_early_says_what_the_best_way_lacks() {
    let few_steps = |options: &mut QuiltOptions| options.coloring.effort = 60;
    let error = on(Lattice::Square, PENTOMINOES, "Oat=6in,Rust=6in,Midnight=7in", few_steps).unwrap_err();
    let error = Error::from(error);
    assert_eq!((error.code(), error.kind()), ("E1534", ErrorKind::Limit), "{error}");
    let said = error.to_string();
    let (_, lacking) = said.split_once("the best plan lacks ").expect("what is lacking");
    for part in lacking.split(", ") {
        let mut quoted = part.split('`').skip(1).step_by(2);
        let (much, fabric) = (quoted.next().expect("how much"), quoted.next().expect("a fabric"));
        assert!(length(much).mm() > 0.0, "{part}");
        assert!(["Oat", "Rust", "Midnight"].contains(&fabric), "{part}");
    }
    assert!(said.contains("in `3` steps"), "{said}");
}

/// What the help of `--stash` says.
fn help_of_stash() -> String {
    let quilt = PRODUCTS.iter().find(|spec| spec.name == "quilt").expect("a product");
    (quilt.rows)().into_iter().find(|row| row.key == "stash").expect("an option").about()
}

/// Whether the option takes a stash.
#[track_caller]
fn is_stash(list: &str) {
    let quilt = PRODUCTS.iter().find(|spec| spec.name == "quilt").expect("a product");
    let mut product = (quilt.new)();
    let set = product.set("stash", list, &Limits::default()).map_err(DesignError::from);
    let set = set.and_then(|()| product.check());
    set.unwrap_or_else(|error| panic!("--stash {list:?}: {error}"));
}

#[test]
fn every_amount_that_help_and_errors_offer_is_a_stash() {
    let help = help_of_stash();
    let mut examples: Vec<&str> = help.split('"').skip(1).step_by(2).collect();
    let offered = Error::from(read_stash("Oat").expect_err("no amount")).help().expect("examples");
    examples.extend(offered.split('`').filter(|word| word.contains('=')));
    assert!(examples.len() > 3, "{examples:?}");
    examples.iter().for_each(|list| is_stash(list));
    // The units that help names in words, with every number and with air.
    let (_, units) = help.split_once("of each than you have: in ").expect("the units");
    let (units, _) = units.split_once(", as in").expect("the units");
    let units: Vec<&str> = units.split([',']).flat_map(|units| units.split(" or ")).map(str::trim).collect();
    assert_eq!(units.len(), 5, "{units:?}");
    for unit in units {
        let one = unit.strip_suffix("es").filter(|_| unit.ends_with("ches"));
        let one = one.or_else(|| unit.strip_suffix('s')).expect("many");
        for amount in [format!("5 {unit}"), format!("5{unit}"), format!("1 {one}"), format!(" 40  {unit} ")] {
            is_stash(&format!("Oat={amount}"));
            is_stash(&format!("Rust=1/2yd, Oat = {amount},Sage=3"));
        }
    }
}

/// What a pattern in any colors says to buy passes as its stash with the same colors, also where the fabrics have each other's
/// amounts; and patches of one fabric stay patches of one fabric.
#[test]
fn any_coloring_keeps_within_what_it_said_to_buy() {
    let rows = "AABBCC\nAABBCC\nDDEEFF\nDDEEFF\nGGHHII\nGGHHII";
    let zones = |shape| Scheme::Zones { shape, exchanged: false };
    let schemes =
        [Scheme::Balanced, Scheme::Symmetric, Scheme::Kind, Scheme::Orientation, zones(ZoneShape::Bands)];
    let mut tried = 0;
    for (scheme, method) in schemes.iter().flat_map(|of| [(of, Method::Templates), (of, Method::Straight)]) {
        let plan = |scheme: Scheme| {
            on(Lattice::Square, rows, "Oat=1", |options| {
                options.method = method;
                options.coloring.scheme = scheme;
            })
        };
        let Ok(bought) = plan(scheme.clone()) else { continue };
        let fabrics = &bought.plan.summary.yardage.fabrics;
        let amount = |index: usize| fabrics[index].bought.as_ref().expect("cloth").yards * 914.4;
        for shift in 0..fabrics.len() {
            let stock = (0..fabrics.len()).map(|index| {
                let mm = amount((index + shift) % fabrics.len());
                (fabrics[index].fabric.clone(), FabricStock::Cloth { mm })
            });
            let within = Scheme::Within(Box::new(scheme.clone()), stock.collect());
            let held = plan(within).unwrap_or_else(|error| panic!("{scheme:?} {shift}: {error}"));
            for row in &held.plan.summary.stash {
                let [needed, stock] =
                    [row.needed, row.stock].map(|of| serde_json::to_value(of).expect("JSON"));
                assert!(mm(&needed["length"]) <= mm(&stock["length"]) + 1e-6, "{row:?}");
            }
            let parts = |of: &Pattern| {
                let mut parts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
                for patch in &of.plan.patches {
                    parts.entry(patch.fabric.clone()).or_default().push(patch.patch);
                }
                parts.into_values().collect::<std::collections::BTreeSet<_>>()
            };
            assert_eq!(parts(&held), parts(&bought), "{scheme:?} {shift}");
            tried += 1;
        }
    }
    assert!(tried > 12, "{tried}");
}

/// Roles are fabrics of a stash, beside patches that are bought.
#[test]
fn border_and_binding_come_from_the_stash() {
    let with = |stash: &str| {
        on(Lattice::Square, "AAB\nABB\nCCC", stash, |options| {
            options.yardage.borders = vec![Border::Cells(1)];
        })
    };
    let plan = with("border=1yd,binding=1yd,backing=2yd").expect("enough").plan;
    let list = plan.summary.shopping_list(Units::Imperial);
    assert!(
        !list.iter().any(|line| ["border", "binding", "backing"].iter().any(|of| line.starts_with(of))),
        "{list:?}"
    );
    assert_eq!(plan.summary.stash.len(), 3);
    let error = with("border=1yd,binding=1in").expect_err("too little");
    assert!(error.to_string().contains("binding"), "{error}");
    assert!(with("bordr=1yd").is_err() && with("border=4").is_err());
}

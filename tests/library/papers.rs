//! Papers tell of what is cut: every option that changes a part is walked, its files are read back and measured, and
//! compared with the job sheet, the card and the numbers.

use std::collections::{BTreeMap, BTreeSet};

use piecework::design::{CutRequest, Design, Options, PRODUCTS, Subject};
use piecework::geometry::{Bounds, Join, Outline, Point, Ring};
use piecework::job::{Note, Watcher, run};
use piecework::limits::Limits;
use piecework::solver::SolveOptions;
use serde_json::Value;
use usvg::tiny_skia_path::PathSegment;

/// Options and their values.
type Given = &'static [(&'static str, &'static str)];

/// Jobs that change a part, or how it lies on its sheet.
const PARTS: &[Given] = &[
    &[],
    &[("cell", "17mm"), ("kerf", "0.2mm")],
    &[("kerf", "0.2mm"), ("fit", "0.3mm")],
    &[("kerf", "0.2mm"), ("seam", "5mm")],
    &[("gap", "6mm"), ("mirror", "true")],
    &[("lines", "shared"), ("kerf", "0.4mm"), ("order", "mat-free")],
    &[("lines", "shared"), ("stock", "250mmx110mm")],
    &[("lines", "separate"), ("overcut", "2mm")],
    &[("knobs", "jigsaw")],
    &[("knobs", "wave"), ("lines", "shared"), ("kerf", "0.3mm")],
    &[("knobs", "jigsaw"), ("knob_seed", "7"), ("kerf", "0.2mm"), ("fit", "0.1mm")],
    &[("knobs", "wave"), ("kerf", "0.2mm"), ("mirror", "true")],
    &[("knobs", "jigsaw"), ("by_piece", "true"), ("calibrate", "1.01,0.99")],
    &[("knobs", "jigsaw"), ("kerf", "0.2mm"), ("inlay", "true"), ("mirror_plugs", "true")],
    &[("knobs", "jigsaw"), ("kerf", "0.2mm"), ("tray", "true"), ("tray_clearance", "1mm"), ("box", "3mm")],
    &[("knobs", "jigsaw"), ("by_fabric", "true"), ("turn", "true")],
    &[("knobs", "jigsaw"), ("fillet", "1mm"), ("kerf", "0.2mm")],
    &[("picture", "meadow")],
    &[("picture", "meadow"), ("knobs", "jigsaw"), ("bleed", "3mm")],
    &[("inlay", "true"), ("kerf", "0.2mm"), ("fit", "0.1mm"), ("tray", "true"), ("lid_solution", "true")],
    &[("nest", "length"), ("kerf", "0.2mm"), ("tray", "true")],
    &[("nest", "sheets"), ("knobs", "jigsaw"), ("stock", "200x150mm")],
    &[("by_fabric", "true")],
    &[("by_fabric", "true"), ("turn", "true"), ("kerf", "0.2mm")],
    &[("by_piece", "true"), ("kerf", "0.2mm")],
    &[("fillet", "2mm")],
    &[("fillet", "2mm"), ("kerf", "0.4mm")],
    &[("tabs", "2"), ("tab_width", "2mm"), ("kerf", "0.2mm")],
    &[("lead_in", "2mm"), ("kerf", "0.2mm")],
    &[("blade_offset", "0.3mm"), ("lines", "separate")],
    &[("reference", "40mm"), ("kerf", "0.2mm")],
    &[("reference", "40mm"), ("calibrate", "1.01,0.99")],
    &[("engrave", "solution")],
    &[("engrave", "triplication")],
    &[("engrave_own", "A"), ("kerf", "0.2mm")],
    &[("engrave", "name"), ("engrave_back", "solution"), ("kerf", "0.2mm")],
    &[
        ("tray", "true"),
        ("box", "3mm"),
        ("kerf", "0.2mm"),
        ("engrave_lid", "For Anna"),
        ("engrave_floor", "A"),
        ("engrave_sides", "Anna"),
        ("engrave_back_own", "A"),
    ],
    &[("engrave", "braille"), ("no_labels", "false")],
    &[("sizes", "15mm,20mm"), ("knobs", "jigsaw")],
    &[("tray", "true"), ("box", "3mm"), ("lid", "title"), ("kerf", "0.2mm")],
    &[
        ("cell", "20mm"),
        ("box", "3mm"),
        ("finger_joint", "finger=2,space=1.5"),
        ("push_hole", "true"),
        ("detent", "true"),
        ("kerf", "0.2mm"),
    ],
    &[("copies", "3"), ("kerf", "0.2mm"), ("tray", "true"), ("box", "3mm")],
    &[("copies", "2"), ("lines", "shared"), ("tray", "true")],
    &[("material", "birch-3mm"), ("kerf", "0.2mm"), ("box", "material"), ("tray", "true")],
    &[("magnets", "4x2mm"), ("kerf", "0.2mm")],
    &[("cell", "20mm"), ("whimsies", WHIMSY), ("knobs", "jigsaw")],
    &[("cell", "20mm"), ("knobs", "varied"), ("wobble", "1.5mm"), ("kerf", "0.2mm")],
    &[
        ("cell", "20mm"),
        ("whimsies", WHIMSY),
        ("border", "oval"),
        ("least_width", "7mm"),
        ("kerf", "0.2mm"),
        ("lines", "separate"),
    ],
    &[("cell", "20mm"), ("border", "oval"), ("tray", "true"), ("box", "3mm"), ("kerf", "0.2mm")],
    &[
        ("tray", "true"),
        ("tray_clearance", "1mm"),
        ("stand", "3mm"),
        ("hang", "true"),
        ("lid_magnets", "6x3mm"),
        ("kerf", "0.2mm"),
    ],
];

/// A whimsy near the middle of a board.
const WHIMSY: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='80mm' height='80mm' viewBox='0 0 80 80'>\
    <ellipse cx='41' cy='39' rx='17' ry='14'/></svg>";

/// Options that change no part that is cut from a sheet: an option must be here or above.
const OTHERS: &[&str] = &[
    "machine",
    "words",
    "formats",
    "units",
    "hairline",
    "pens",
    "thickness",
    "no_recipe",
    "paper",
    "no_assembly",
    "job_sheet",
    "insert_card",
    "play_at",
    "price",
    "batch",
    "shop",
    "license",
    "speed",
    "power",
    "passes",
    "test_card",
    "floor",
    "engrave_photo",
    "engrave_pitch",
];

/// A line of a file as points, and whether it is closed.
type Drawn = (Vec<Point>, bool);

/// A part or a line by its layer and its name.
struct Thing {
    layer: String,
    name: String,
    lines: Vec<Drawn>,
}

/// What a job made.
struct Made {
    summary: Value,
    notes: String,
    files: BTreeMap<String, Vec<u8>>,
}

struct Notes(String);

impl Watcher for Notes {
    fn note(&mut self, note: Note) {
        self.0 += &(note.text + "\n");
    }
}

fn designed(puzzle: &str, given: &[(&str, &str)]) -> Design {
    let spec = PRODUCTS.iter().find(|spec| spec.name == "cut").expect("cut files");
    let mut product = (spec.new)();
    for (key, value) in given {
        product.set(key, value, &Limits::default()).unwrap_or_else(|error| panic!("{key} {value}: {error}"));
    }
    Design::new(Subject::template(puzzle).expect("a template"), product)
}

fn made(puzzle: &str, given: &[(&str, &str)]) -> Made {
    made_of(&designed(puzzle, given), &format!("{puzzle} {given:?}"))
}

fn made_of(design: &Design, case: &str) -> Made {
    let mut notes = Notes(String::new());
    let outcome = run(design, &mut notes).unwrap_or_else(|error| panic!("{case}: {error}"));
    let files = outcome.files.iter().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect();
    Made { summary: outcome.made[0].summary.clone(), notes: notes.0, files }
}

impl Made {
    /// The files of this ending.
    fn ending<'a>(&'a self, end: &'a str) -> impl Iterator<Item = (&'a str, &'a [u8])> {
        let all = self.files.iter().filter(move |(name, _)| name.ends_with(end));
        all.map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }

    /// The words of a document, with single spaces.
    fn words(&self, end: &str) -> String {
        let bytes = self.ending(end).next().unwrap_or_else(|| panic!("{end} in {:?}", self.files.keys())).1;
        let document = lopdf::Document::load_mem(bytes).expect("a PDF");
        let pages: Vec<u32> = document.get_pages().into_keys().collect();
        let text = document.extract_text(&pages).expect("words");
        text.split_whitespace().collect::<Vec<&str>>().join(" ")
    }

    /// The sheets, without a calibration.
    fn sheets(&self, stem: &str, (x, y): (f64, f64)) -> Vec<Vec<Thing>> {
        let cut = self
            .files
            .iter()
            .filter(|(name, _)| name.starts_with(&format!("{stem}-cut-")) && name.ends_with(".svg"));
        cut.map(|(_, bytes)| things(bytes, (x, y))).collect()
    }
}

/// Reads an SVG as another program does.
fn things(bytes: &[u8], (x, y): (f64, f64)) -> Vec<Thing> {
    let text = std::str::from_utf8(bytes).expect("UTF-8");
    let document = roxmltree::Document::parse(text).expect("XML");
    let tree = usvg::Tree::from_data(bytes, &usvg::Options::default()).expect("SVG");
    let read = |node: roxmltree::Node<'_, '_>| {
        let usvg::Node::Path(path) = tree.node_by_id(node.attribute("id")?)? else { return None };
        let layer = node.parent()?.attribute(("http://www.inkscape.org/namespaces/inkscape", "label"))?;
        let name = node.children().find(|child| child.has_tag_name(("http://www.w3.org/2000/svg", "title")));
        let name = name.and_then(|title| title.text()).unwrap_or_default().to_owned();
        let mut lines: Vec<Drawn> = Vec::new();
        let at = |point: usvg::tiny_skia_path::Point| Point {
            x: f64::from(point.x) / x,
            y: f64::from(point.y) / y,
        };
        for segment in path.data().segments() {
            let from = lines.last().and_then(|(points, _)| points.last().copied()).unwrap_or_default();
            let bend = |middle: &[Point], to: Point| -> Vec<Point> {
                let share = |n: u8| f64::from(n) / 32.0;
                (1..=32).map(|n| bezier(&[&[from], middle, &[to]].concat(), share(n))).collect()
            };
            let next = match segment {
                PathSegment::MoveTo(to) => {
                    lines.push((vec![at(to)], false));
                    continue;
                }
                PathSegment::Close => {
                    lines.last_mut().expect("a line").1 = true;
                    continue;
                }
                PathSegment::LineTo(to) => vec![at(to)],
                PathSegment::QuadTo(one, to) => bend(&[at(one)], at(to)),
                PathSegment::CubicTo(one, two, to) => bend(&[at(one), at(two)], at(to)),
            };
            lines.last_mut().expect("a line").0.extend(next);
        }
        Some(Thing { layer: layer.to_owned(), name, lines })
    };
    document.descendants().filter(|node| node.tag_name().name() == "path").filter_map(read).collect()
}

/// A point of a Bézier curve.
fn bezier(points: &[Point], share: f64) -> Point {
    if let [point] = points {
        return *point;
    }
    let between = |pair: &[Point]| Point {
        x: pair[0].x + (pair[1].x - pair[0].x) * share,
        y: pair[0].y + (pair[1].y - pair[0].y) * share,
    };
    bezier(&points.windows(2).map(between).collect::<Vec<Point>>(), share)
}

/// A place, on a grid of 2 micrometres.
type Place = (i64, i64);

/// Where two lines cross inside of both.
#[allow(clippy::cast_possible_truncation, reason = "places on a sheet are small")]
fn crossing([a, b]: [Place; 2], [c, d]: [Place; 2]) -> Option<Place> {
    let cross = |a: (f64, f64), b: (f64, f64)| a.0 * b.1 - a.1 * b.0;
    let from = |a: Place, b: Place| ((b.0 - a.0) as f64, (b.1 - a.1) as f64);
    let (one, other) = (from(a, b), from(c, d));
    let sine = cross(one, other);
    let (t, u) = (cross(from(a, c), other) / sine, cross(from(a, c), one) / sine);
    let inside = |share: f64| share > 1e-3 && share < 1.0 - 1e-3;
    let at = ((a.0 as f64 + t * one.0).round() as i64, (a.1 as f64 + t * one.1).round() as i64);
    (sine != 0.0 && inside(t) && inside(u)).then_some(at)
}

/// Whether a place is on a line and not at its ends, within two units.
fn is_on(place: Place, [from, to]: [Place; 2]) -> bool {
    let along = ((to.0 - from.0) as f64, (to.1 - from.1) as f64);
    let on = ((place.0 - from.0) as f64, (place.1 - from.1) as f64);
    let length = libm::hypot(along.0, along.1);
    let (share, beside) =
        ((on.0 * along.0 + on.1 * along.1) / length, (on.0 * along.1 - on.1 * along.0) / length);
    beside.abs() < 2.0 && share > 2.0 && share < length - 2.0
}

/// The outlines between lines that are cut once: every bounded face.
#[allow(clippy::cast_possible_truncation, reason = "places on a sheet are small")]
fn faces(lines: &[&Drawn]) -> Vec<Vec<Point>> {
    let place = |point: &Point| ((point.x * 500.0).round() as i64, (point.y * 500.0).round() as i64);
    let mut sides: Vec<[Place; 2]> = Vec::new();
    for (points, closed) in lines {
        let back = points.first().filter(|_| *closed);
        let places: Vec<Place> = points.iter().chain(back).map(place).collect();
        sides.extend(places.windows(2).filter(|pair| pair[0] != pair[1]).map(|pair| [pair[0], pair[1]]));
    }
    let mut next: BTreeMap<Place, BTreeSet<Place>> = BTreeMap::new();
    // Straight lines that cross have no point there; arcs do not cross.
    let is_long = |[a, b]: &[Place; 2]| (a.0 - b.0).abs().max((a.1 - b.1).abs()) > 1500;
    let long: Vec<[Place; 2]> = sides.iter().copied().filter(is_long).collect();
    for side in &sides {
        let [from, to] = *side;
        let others = long.iter().filter(|_| is_long(side));
        let crossed = others.filter_map(|other| crossing(*side, *other));
        // The corner of a piece may touch the side of another.
        let touched = sides.iter().flatten().copied().filter(|&corner| is_long(side) && is_on(corner, *side));
        let mut stops: Vec<Place> = crossed.chain(touched).chain([from, to]).collect();
        stops.sort_by_key(|stop| (stop.0 - from.0).abs() + (stop.1 - from.1).abs());
        stops.dedup();
        for pair in stops.windows(2) {
            next.entry(pair[0]).or_default().insert(pair[1]);
            next.entry(pair[1]).or_default().insert(pair[0]);
        }
    }
    let way = |from: Place, to: Place| libm::atan2((to.1 - from.1) as f64, (to.0 - from.0) as f64);
    let mut gone = BTreeSet::new();
    let mut faces = Vec::new();
    for (start, end) in next.iter().flat_map(|(&start, ends)| ends.iter().map(move |&end| (start, end))) {
        let (mut from, mut at, mut face) = (start, end, Vec::new());
        while gone.insert((from, at)) {
            face.push(Point { x: at.0 as f64 / 500.0, y: at.1 as f64 / 500.0 });
            // The first line to one side of the way back.
            let turn = |to: Place| (way(at, to) - way(at, from)).rem_euclid(std::f64::consts::TAU);
            let others = next[&at].iter().copied().filter(|&to| to != from);
            let to = others.min_by(|&a, &b| turn(a).total_cmp(&turn(b))).unwrap_or(from);
            (from, at) = (at, to);
        }
        // Around the outside it turns the other way.
        let pairs = face.iter().zip(face.iter().cycle().skip(1));
        let twice: f64 = pairs.map(|(a, b): (&Point, &Point)| a.x * b.y - b.x * a.y).sum();
        faces.extend((twice < -1e-6).then_some(face));
    }
    faces
}

/// What the beam leaves of a part: its size after it is turned, for each turn by 30 degrees.
fn left(points: &[Point], closed: bool, kerf: f64) -> Vec<(f64, f64)> {
    let outline = Some(points).filter(|_| closed).and_then(|points| {
        let outline = Outline::new(Ring::through(points.to_vec()).ok()?, Vec::new()).ok()?;
        outline.offset(-kerf / 2.0, Join::MITRE).ok()?.into_iter().next()
    });
    let (points, taken) = match &outline {
        Some(outline) => (outline.outer().points(), 0.0),
        None => (points, kerf),
    };
    let size = |turn: i32| {
        let bounds = Bounds::around(points.iter().map(|point| point.turned(turn * 30))).expect("points");
        (bounds.width() - taken, bounds.height() - taken)
    };
    (0..12).map(size).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number: {value}"))
}

/// The numbers between words.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let rest = text.split_once(before).unwrap_or_else(|| panic!("`{before}` in {text}")).1;
    rest.split_once(after).unwrap_or_else(|| panic!("`{after}` in {rest}")).0
}

fn near(one: (f64, f64), other: (f64, f64), slack: f64) -> bool {
    (one.0 - other.0).abs() < slack && (one.1 - other.1).abs() < slack
}

/// The slack of a measure in mm: half a unit of the last digit, and curves as straight lines.
const SLACK: f64 = 0.02;

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn papers_are_true_of_squares() {
    walk("t-tetromino-4x4", "20mm", "cx='41' cy='39'");
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn papers_are_true_of_hexagons() {
    walk("tetrahex-4x7", "16mm", "cx='147' cy='64'");
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn papers_are_true_of_triangles() {
    walk("hexiamond-6x6", "20mm", "cx='91' cy='51'");
}

/// Walks the options of a puzzle, whose middle is about there with cells of 20 mm.
fn walk(puzzle: &str, cell: &str, middle: &str) {
    let whimsy = WHIMSY.replace("cx='41' cy='39'", middle);
    let subject = Subject::template(puzzle).expect("a template");
    let count = piecework::solver::count(&subject.puzzle, &SolveOptions::default()).expect("a count");
    for given in PARTS {
        // Tabs, swivels and lead-ins hide where an edge is that is not level.
        let hidden = ["tabs", "lead_in", "blade_offset"].iter().any(|key| value(given, key).is_some());
        let of_squares = value(given, "engrave") == Some("triplication");
        if !(hidden || of_squares) || puzzle == "t-tetromino-4x4" {
            let own = |&(key, value): &(&'static str, &'static str)| {
                (key, if key == "whimsies" { &*whimsy } else { value })
            };
            let given: Vec<(&'static str, &str)> = given.iter().map(own).collect();
            papers_are_true(puzzle, (cell, &count.up_to_symmetry.to_string()), &given);
        }
    }
}

fn value<'a>(given: &[(&'static str, &'a str)], key: &str) -> Option<&'a str> {
    given.iter().find(|(known, _)| *known == key).map(|(_, value)| *value)
}

fn papers_are_true(puzzle: &str, (cell, count): (&str, &str), given: &[(&'static str, &str)]) {
    let case = format!("{puzzle} {given:?}");
    let mut all =
        vec![("formats", "svg"), ("no_assembly", "true"), ("job_sheet", "true"), ("insert_card", "true")];
    if value(given, "cell").or(value(given, "sizes")).is_none() {
        all.push(("cell", cell));
    }
    all.extend(given);
    let made = made(puzzle, &all);
    let kerf = value(given, "kerf").map_or(0.0, |kerf| kerf.trim_end_matches("mm").parse().expect("mm"));
    let copies: usize = value(given, "copies").map_or(1, |copies| copies.parse().expect("a number"));
    let factors = value(given, "calibrate").map_or((1.0, 1.0), |text| {
        let (x, y) = text.split_once(',').expect("two");
        (x.parse().expect("a factor"), y.parse().expect("a factor"))
    });
    let sizes = value(given, "sizes").map_or(vec![(puzzle.to_owned(), &made.summary["cut"])], |sizes| {
        let names = sizes.split(',').map(|size| format!("{puzzle}-{size}"));
        names
            .zip(made.summary["sizes"].as_array().expect("sizes"))
            .map(|(name, one)| (name, &one["cut"]))
            .collect()
    });
    for (stem, cut) in sizes {
        let parts = parts(&made.sheets(&stem, factors), cut, kerf);
        let pieces = cut["sizes"]
            .as_array()
            .expect("sizes")
            .iter()
            .flat_map(|row| vec![row; at(&row["count"]) * copies]);
        let mut rows: Vec<&Value> = pieces.collect();
        assert_eq!((parts.len(), at(&cut["pieces"]) * copies), (rows.len(), rows.len()), "{case}");
        let slack = SLACK + value(given, "blade_offset").or(value(given, "lead_in")).map_or(0.0, |_| 5.0);
        let size = |row: &Value| (number(&row["width_mm"]), number(&row["height_mm"]));
        for (name, measured) in &parts {
            let own = |row: &&Value| {
                let numbers = row["pieces"].as_array().expect("numbers");
                name.is_none_or(|name| numbers.iter().any(|number| at(number) == name))
                    && measured.iter().any(|&turned| near(turned, size(row), slack))
            };
            let row = rows.iter().position(own);
            rows.remove(row.unwrap_or_else(|| panic!("{case}: {name:?} {:?} in {rows:?}", measured[0])));
        }
        let sheet = made.words(&format!("{stem}-job-sheet.pdf"));
        match value(given, "reference") {
            Some(_) => {
                let sheets = made.sheets(&stem, (1.0, 1.0));
                let guide = sheets[0].iter().find(|thing| thing.layer == "GUIDE").expect("a square");
                let bounds = Bounds::around(guide.lines[0].0.iter().copied()).expect("points");
                let words = between(&sheet, "in your program: it must be ", " mm.");
                let (width, height) = words.split_once(" x ").expect("a size");
                let told = (width.parse().expect("mm"), height.parse().expect("mm"));
                assert!(near(told, (bounds.width(), bounds.height()), SLACK), "{case}: {told:?} {bounds:?}");
            }
            None => {
                let first = at(&cut["first"]["piece"]);
                let told = (
                    between(&sheet, "on the sheet it must be ", " mm wide").parse().expect("mm"),
                    between(&sheet, "mm wide and ", " mm high").parse().expect("mm"),
                );
                assert!(sheet.contains(&format!(
                    "Measure piece {first} ({})",
                    cut["first"]["name"].as_str().expect("a name")
                )));
                let is_first = |name: &Option<usize>| name.is_none_or(|name| name == first);
                let of = parts.iter().filter(|(name, _)| is_first(name));
                let found: Vec<(f64, f64)> = of.map(|(_, measured)| measured[0]).collect();
                assert!(found.iter().any(|&size| near(size, told, slack)), "{case}: {told:?} in {found:?}");
                assert!(near(told, size(&cut["first"]), SLACK), "{case}: {told:?} {}", cut["first"]);
            }
        }
        let of = if copies > 1 { format!(" of {copies} sets") } else { String::new() };
        assert!(sheet.contains(&format!("All {} pieces{of} are there", parts.len())), "{case}: {sheet}");
        let card = made.words(&format!("{stem}-insert-card.pdf"));
        let is = |key: &str| value(given, key).is_some();
        let ways = if count == "1" {
            "There is one way to".to_owned()
        } else {
            format!("There are {count} ways to")
        };
        let (words, fit) = match () {
            () if is("seam") => ("They are sewn together as in the solution.".to_owned(), "sewn"),
            () if is("knobs") => ("They fit together in one way.".to_owned(), "one-way"),
            () if is("whimsies") || is("border") => {
                ("Their edges fit as in the solution.".to_owned(), "own-lines")
            }
            () if is("picture") => ("One way to fill the board shows the picture.".to_owned(), "picture"),
            () => (format!("{ways} fill the board."), "as-in-puzzle"),
        };
        assert!(card.contains(&format!("{} pieces. {words}", parts.len() / copies)), "{case}: {card}");
        assert_eq!(cut["pieces_fit"], fit, "{case}");
        let solved = given.iter().any(|(key, value)| key.starts_with("engrave") && *value == "solution");
        assert_eq!(card.contains("Difficulty"), fit == "as-in-puzzle" && !solved, "{case}: {card}");
        let row = &cut["sizes"][0];
        let told =
            format!("{} {:.2} x {:.2} mm", row["name"].as_str().expect("a name"), size(row).0, size(row).1);
        let notes = &made.notes;
        assert!(notes.contains(&told) && notes.contains("sizes as cut: "), "{case}: {told} in {notes}");
    }
}

fn at(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap_or_else(|| panic!("a number: {value}"))).expect("a small number")
}

/// The number of a part, if its line says it, and its size turned by each 30 degrees.
type Measured = (Option<usize>, Vec<(f64, f64)>);

/// The pieces in the files with what is left of each, and their numbers if the files have them.
fn parts(sheets: &[Vec<Thing>], cut: &Value, kerf: f64) -> Vec<Measured> {
    let cuts = |sheet: &'_ [Thing]| -> Vec<usize> {
        (0..sheet.len()).filter(|&index| ["CUT", "INNER"].contains(&sheet[index].layer.as_str())).collect()
    };
    let mut parts = Vec::new();
    for (sheet, used) in sheets.iter().zip(cut["on_sheets"].as_array().expect("sheets")) {
        if used["pieces"].as_array().expect("numbers").is_empty() {
            continue;
        }
        let things = cuts(sheet).into_iter().map(|index| &sheet[index]);
        if cut["lines"] == "shared" {
            let lines: Vec<&Drawn> = things.flat_map(|thing| &thing.lines).collect();
            let labels: Vec<Point> = sheet
                .iter()
                .filter(|thing| thing.layer == "LABEL")
                .flat_map(|thing| thing.lines.iter().flat_map(|(points, _)| points.clone()))
                .collect();
            let faces = faces(&lines);
            let are_pieces = faces.len() == used["pieces"].as_array().expect("numbers").len();
            // Between the pieces of a fabric there may be room for others, without a label.
            let is_piece =
                |face: &Vec<Point>| are_pieces || labels.iter().any(|&label| is_inside(face, label));
            let faces = faces.into_iter().filter(is_piece);
            parts.extend(faces.map(|face| (None, left(&face, true, kerf))));
        } else {
            let is_piece = |thing: &&Thing| thing.name.starts_with(|first: char| first.is_ascii_digit());
            for thing in things.filter(is_piece) {
                let piece = thing.name.split(' ').next().expect("a name").parse().expect("a number");
                let points: Vec<Point> = thing.lines.iter().flat_map(|(points, _)| points.clone()).collect();
                let whole = thing.lines.len() == 1 && thing.lines[0].1;
                parts.push((Some(piece), left(&points, whole, kerf)));
            }
        }
    }
    parts
}

/// Whether a point is inside of a face, which may touch itself at a corner: a level line to the right crosses its
/// sides an odd number of times.
fn is_inside(face: &[Point], point: Point) -> bool {
    let sides = face.iter().zip(face.iter().cycle().skip(1));
    let crosses = |(a, b): &(&Point, &Point)| {
        (a.y > point.y) != (b.y > point.y) && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
    };
    sides.filter(crosses).count() % 2 == 1
}

/// A new option is walked, or changes no part.
#[test]
fn every_option_is_walked_or_changes_no_part() {
    let walked: BTreeSet<&str> = PARTS.iter().flat_map(|given| given.iter().map(|(key, _)| *key)).collect();
    let of_fabrics = ["palette", "fabrics", "color", "colors"];
    for row in CutRequest::rows() {
        let known = walked.contains(row.key) != OTHERS.contains(&row.key);
        assert!(known || row.of_colors || of_fabrics.contains(&row.key), "{}", row.key);
    }
}

/// The speed, the power and the passes are the same in every file and on paper, and minutes are computed from them.
#[test]
fn a_laser_has_one_speed_in_every_file() {
    let asked: [Given; 3] = [&[], &[("speed", "420")], &[("speed", "420"), ("power", "55"), ("passes", "4")]];
    for machine in ["lightburn", "laser-1300x900", "generic", "grbl", "marlin", "k40"] {
        let mut minutes = Vec::new();
        for given in asked {
            let base = [
                ("machine", machine),
                ("formats", "svg,lbrn2,gcode"),
                ("job_sheet", "true"),
                ("kerf", "0.2mm"),
            ];
            let made = made("t-tetromino-4x4", &[&base[..], given].concat());
            let case = format!("{machine} {given:?}");
            let speed = number(&made.summary["cut_mm_min"]);
            assert_eq!(
                speed,
                value(given, "speed").map_or(speed, |speed| speed.parse().expect("a number")),
                "{case}"
            );
            let text =
                |end| String::from_utf8(made.ending(end).next().expect("a file").1.to_vec()).expect("text");
            let (code, project, sheet) = (text(".gcode"), text(".lbrn2"), made.words("job-sheet.pdf"));
            let cut = between(&project, "<name Value=\"CUT\"/>", "<priority");
            let per_second: f64 = between(cut, "<speed Value=\"", "\"").parse().expect("a speed");
            assert!((per_second * 60.0 - speed).abs() < 0.1, "{case}: {cut}");
            assert!(code.contains(&format!(" F{speed}\n")), "{case}");
            let layer = between(&code, "; layer CUT, pass 1 of ", " percent");
            let (passes, burn) = layer.split_once(": ").expect("passes");
            let (feed, power) = burn.split_once(" mm/min, ").expect("a speed");
            assert_eq!(feed, speed.to_string(), "{case}");
            assert!(sheet.contains(&format!(" at {speed} mm/min for cuts")), "{case}: {sheet}");
            let more = if passes == "1" { String::new() } else { format!(", {passes} passes") };
            assert!(
                sheet.contains(&format!("CUT (cut through): {speed} mm/min, {power} %{more}")),
                "{case}: {sheet}"
            );
            assert!(made.notes.contains(&format!(" at {speed} mm/min for cuts")), "{case}: {}", made.notes);
            if let Some((_, known)) = cut.split_once("<maxPower Value=\"") {
                let known: f64 = known.split_once('"').expect("a number").0.parse().expect("a number");
                assert_eq!(Ok(known), power.parse(), "{case}");
            }
            assert_eq!(cut.contains(&format!("<numPasses Value=\"{passes}\"/>")), passes != "1", "{case}");
            minutes.push(number(&made.summary["seconds"]));
        }
        assert!(minutes[2] > 1.8 * minutes[1], "{machine}: {minutes:?}");
    }
}

/// The picture of a photo jigsaw opens as large as the board with its bleed.
#[test]
fn the_picture_to_print_and_cut_has_its_size() {
    let given = [
        ("machine", "cricut"),
        ("picture", "meadow"),
        ("cell", "30mm"),
        ("bleed", "3mm"),
        ("no_assembly", "true"),
    ];
    let made = made("t-tetromino-4x4", &given);
    let picture = made.ending("-print.png").next().expect("a picture").1;
    let word = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().expect("four bytes"));
    let at = picture.windows(4).position(|word| word == b"pHYs").expect("a size") + 4;
    assert_eq!(picture[at + 8], 1, "metres");
    let size = |pixels: u32, per_metre: u32| f64::from(pixels) * 1000.0 / f64::from(per_metre);
    let size = (size(word(16), word(at)), size(word(20), word(at + 4)));
    assert!(near(size, (126.0, 126.0), 0.05), "{size:?}");
    assert!(word(at).abs_diff(11_811) < 10, "300 pixels an inch: {} a metre", word(at));
}

/// What a printer makes is as large as its sizes say, also beside sheets, whose pieces have another clearance.
/// The cards of a batch: each says what is known of its own puzzle.
#[test]
fn every_design_of_a_batch_has_a_card_of_its_own() {
    let given: Given = &[("cell", "20mm"), ("copies", "2"), ("insert_card", "true"), ("formats", "svg")];
    let mut design = designed("t-tetromino-4x4", given);
    design.subjects.push(Subject::template("l-tromino-6x6").expect("a template"));
    let made = made_of(&design, "two designs");
    let cards = made.words("t-tetromino-4x4-and-1-more-insert-card.pdf");
    let facts = |puzzle: &str| {
        let puzzle = &Subject::template(puzzle).expect("a template").puzzle;
        piecework::solver::count(puzzle, &SolveOptions::default()).expect("few").up_to_symmetry.to_string()
    };
    assert_eq!(facts("t-tetromino-4x4"), "1");
    let second = facts("l-tromino-6x6");
    assert!(cards.contains("4 pieces. There is one way to fill the board."), "{cards}");
    assert!(cards.contains(&format!("12 pieces. There are {second} ways to fill the board.")), "{cards}");
}

#[test]
fn plates_have_sizes_of_their_own() {
    for (formats, key) in [("stl", "cut"), ("svg,stl", "solids")] {
        let given = [
            ("formats", formats),
            ("by_piece", "true"),
            ("knobs", "jigsaw"),
            ("kerf", "0.2mm"),
            ("cell", "20mm"),
        ];
        let made = made("t-tetromino-4x4", if formats == "stl" { &given[..3] } else { &given });
        let rows = made.summary[key]["sizes"].as_array().expect("sizes");
        assert!(
            made.notes.contains("sizes as printed: ") && made.summary[key]["gap_mm"] == 0.2,
            "{}",
            made.notes
        );
        let mut plates = 0;
        for (name, bytes) in made.ending(".stl") {
            let float =
                |at: usize| f64::from(f32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")));
            let corners = (84..bytes.len() - 49)
                .step_by(50)
                .flat_map(|facet| [12, 24, 36].map(|corner| facet + corner));
            let bounds =
                Bounds::around(corners.map(|at| Point { x: float(at), y: float(at + 4) })).expect("corners");
            let (width, height) = (bounds.width(), bounds.height());
            let is_like = |row: &Value| {
                let size = (number(&row["width_mm"]), number(&row["height_mm"]));
                near(size, (width, height), SLACK) || near(size, (height, width), SLACK)
            };
            assert!(rows.iter().any(is_like), "{name}: {width} x {height} in {rows:?}");
            plates += 1;
        }
        assert_eq!(plates, 4);
    }
}

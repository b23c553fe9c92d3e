use piecework::job::{Input, open_to_make};
use piecework::limits::Limits;

use super::run::{Ran, names_in, piecework};

const CUT: [&str; 8] = [
    "cut",
    "t-tetromino-4x4",
    "--formats",
    "svg,dxf-r12,dxf-r2000,pdf,hpgl,lbrn2,xcs",
    "--kerf",
    "0.2mm",
    "-q",
    "--force",
];

const FILES: [&str; 7] = [
    "output/t-tetromino-4x4-cut-1.svg",
    "output/t-tetromino-4x4-cut-1-r12_mm.dxf",
    "output/t-tetromino-4x4-cut-1-r2000_mm.dxf",
    "output/t-tetromino-4x4-cut.pdf",
    "output/t-tetromino-4x4-cut-1.plt",
    "output/t-tetromino-4x4-cut-1.lbrn2",
    "output/t-tetromino-4x4-cut-1.xcs",
];

#[test]
fn files_of_one_sheet_agree() {
    let ran = piecework(CUT).run().exit(0);
    let checked = piecework(["check"].into_iter().chain(FILES)).after(ran).run().exit(0).content();
    let checked = checked
        .says("right: 7 files read, 0 refused, 6 pairs compared, 0 differ; 7 of 7 as the design in them makes them\n");
    assert!(checked.stdout().lines().count() < 20);
    let args = ["check", "--verbose"].into_iter().chain(FILES);
    let checked = piecework(args).after(checked).run().exit(0).content().says("made by: {\"piecework\":2,");
    let value = piecework(["check", "--json"].into_iter().chain(FILES)).after(checked).run().exit(0).json();
    assert_eq!(value["compared"].as_array().map(Vec::len), Some(6));
    assert_eq!(value["files"][0]["format"], "SVG");
    assert_eq!(value["files"][0]["sheets"][0]["CUT"], 32, "four pieces of eight edges");
}

#[test]
fn a_line_that_moved_in_one_file_is_an_answer_of_no() {
    let ran = piecework(CUT).run().exit(0);
    let plt = String::from_utf8(ran.read(FILES[4])).expect("ASCII");
    let from = plt.rfind("\nPU").expect("the last line");
    let start = plt[..from].rfind("PD").expect("a line to cut");
    // The first place of the last line is moved by a tenth of a mm.
    let moved =
        format!("{}PD{}", &plt[..start], plt[start + 2..].replacen(|c: char| c.is_ascii_digit(), "7", 1));
    assert_ne!(moved, plt);
    let ran = piecework(["check", FILES[0], "output/t-tetromino-4x4-cut-1.plt"]).after(ran).file("x", "");
    let path = ran.path(FILES[4]);
    std::fs::write(path, moved).expect("writable");
    ran.run().exit(1).says("`CUT`: ").says("1 pair compared, 1 differ");
}

#[test]
fn broken_files_are_refused_with_their_place_and_the_others_are_still_read() {
    let ran = piecework(CUT).run().exit(0);
    let dxf = String::from_utf8(ran.read(FILES[1])).expect("ASCII").replacen("SEQEND", "SPLINE", 1);
    let run = piecework(["check", "--json", "bad.dxf", "bad.svg", FILES[0], "no.plt", "x.pes"]).after(ran);
    let run = run.file("bad.dxf", dxf).file("bad.svg", "<svg>").file("x.pes", "x");
    let ran =
        run.run().exit(2).complains("bad.dxf:").complains("bad.svg:1:").complains("no.plt: cannot be read");
    let value = ran.json();
    assert_eq!(value["files"].as_array().map(Vec::len), Some(1));
    let errors = value["errors"].as_array().expect("a list");
    assert_eq!(errors.len(), 4, "{errors:?}");
    assert!(errors[0]["line"].as_u64().is_some_and(|line| line > 10), "{}", errors[0]);
}

/// Every file of a pattern and of a sheet is judged by the design in its pages.
#[test]
fn patterns_and_sheets_are_made_again() {
    let quilt = ["quilt", "t-tetromino-4x4", "--quilting", "grid", "-q", "-o", "out"];
    let ran = piecework(quilt).run().exit(0);
    let made = names_in(&ran.path("out"));
    let files: Vec<String> = made.iter().map(|name| format!("out/{name}")).collect();
    let check = || ["check"].into_iter().chain(files.iter().map(String::as_str));
    let right =
        format!("right: {0} files read, 0 refused, 0 pairs compared, 0 differ; {0} of {0} as", files.len());
    let ran = piecework(check()).after(ran).run().exit(0).says(&right);
    let list = ran.read("out/t-tetromino-4x4-quilt.txt");
    let changed = [list.as_slice(), b"changed"].concat();
    let ran = piecework(check()).after(ran).file("out/t-tetromino-4x4-quilt.txt", changed).run().exit(1);
    ran.says("t-tetromino-4x4-quilt.txt: is not what its design makes");
    let sheet = piecework(["sheet", "hexiamond-6x6", "-q", "-o", "out"]).run().exit(0);
    piecework(["check", "out/hexiamond-6x6-sheet.pdf"])
        .after(sheet)
        .run()
        .exit(0)
        .says("1 of 1 as the design");
}

/// Boards with holes have lines inside others, which is wrong only where a machine cuts them.
#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn everything_that_is_made_of_a_board_with_holes_is_right() {
    for words in [
        "sheet pentomino-8x8-hole",
        "cut pentomino-8x8-hole",
        "quilt pentomino-8x8-hole",
        "sheet calendar",
        "book calendar",
    ] {
        let ran = piecework(words.split(' ').chain(["-q", "-o", "out"])).run().exit(0);
        let files: Vec<String> =
            names_in(&ran.path("out")).iter().map(|name| format!("out/{name}")).collect();
        let check = ["check"].into_iter().chain(files.iter().map(String::as_str));
        piecework(check).after(ran).run().exit(0).says("right: ");
    }
}

#[test]
fn tilings_are_checked_and_counted_up_to_turning() {
    let ran = piecework(["check", "two.txt", "bad.jsonl"])
        .file("two.txt", "AAB\nABB\n\nABB\nAAB\n")
        .file("bad.jsonl", "{}\n")
        .run()
        .exit(2)
        .says("two.txt: 2 tilings of ")
        .says("1 if turned and flipped ones count once")
        .says("1 file read, 1 refused")
        .complains("bad.jsonl:1:");
    let puzzle = r####"{"piecework": 1, "name": "t", "lattice": "square", "region": {"rectangle": [2, 1]},
        "pieces": [{"name": "I", "rows": ["##"]}]}"####;
    let ran =
        piecework(["check", "two.txt", "--json", "p.json"]).after(ran).file("p.json", puzzle).run().exit(2);
    let ran = ran.complains("`p.json` holds a puzzle but no tiling");
    assert_eq!(ran.json()["tilings"][0]["distinct"], 1);
}

#[test]
fn tilings_of_several_puzzles_are_said_to_be_of_so_many() {
    for (count, of) in [(1, ""), (3, "3 tilings of 3 puzzles, 3 if turned")] {
        let count = count.to_string();
        let args =
            ["puzzle", "--board", "5x4", "--pieces", "pentominoes", "--unique", "--count", &count, "-q"];
        let ran = piecework(args).run().exit(0);
        let files = names_in(&ran.path("output"));
        let file = files.into_iter().find(|name| name.ends_with("-solutions.jsonl"));
        let Some(file) = file else {
            assert_eq!(count, "1", "one puzzle has its solution on its page");
            continue;
        };
        let file = format!("output/{file}");
        let ran = piecework(["check", &file]).after(ran).run().exit(0).says(of);
        let ran = piecework(["check", &file, "--json"]).after(ran).run().exit(0);
        let held = &ran.json()["tilings"][0];
        assert_eq!(held["puzzles"].as_array().map(Vec::len), count.parse().ok());
        assert_eq!(held["puzzle"].is_null(), count != "1");
    }
}

#[test]
fn stitches_are_compared_too() {
    let args = ["cut", "t-tetromino-4x4", "--cell", "20mm", "--formats", "dst,exp", "-q", "--no-assembly"];
    let ran = piecework(args).run().exit(0);
    let stitches = ["output/t-tetromino-4x4-embroidery.dst", "output/t-tetromino-4x4-embroidery.exp"];
    let check = |ran| piecework(["check"].into_iter().chain(stitches)).after(ran).run();
    let ran = check(ran).exit(0).says("1 pair compared, 0 differ");
    // The last stitch is a tenth of a mm longer.
    let mut exp = ran.read(stitches[1]);
    let last = exp.len() - 2;
    exp[last] = exp[last].wrapping_add(1);
    std::fs::write(ran.path(stitches[1]), exp).expect("writable");
    check(ran).exit(1).says("1 edges are only in the first").says("1 pair compared, 1 differ");
}

/// A file that was changed by hand, so that a machine would do something else than the design in it asks for.
#[test]
fn changes_that_ruin_a_sheet_are_found_by_the_design_in_it() {
    let args = ["cut", "t-tetromino-4x4", "--kerf", "0.2mm", "--formats", "svg", "-q", "--no-assembly"];
    let ran = piecework(args).run().exit(0);
    let path = "output/t-tetromino-4x4-cut-1.svg";
    let good = String::from_utf8(ran.read(path)).expect("text");
    let ran = piecework(["check", path]).after(ran).run().exit(0).content();
    let spoil = |ran: Ran, bad: String| {
        assert_ne!(bad, good);
        std::fs::write(ran.path(path), bad).expect("writable");
        piecework(["check", path]).after(ran).run().exit(2)
    };
    let ran = spoil(ran, good.replace("#ff0000", "#0000ff")).complains("layer `CUT` has the color `#0000ff`");
    let closed = good.rfind("Z\"").expect("a closed line");
    let opened = format!("{}{}", &good[..closed], &good[closed + 1..]);
    spoil(ran, opened).complains("a cut ends at");
}

/// Colors as an index, and layers that LightBurn would cut in another order.
#[test]
fn other_colors_and_orders_of_layers_are_found_in_dxf_and_lightburn_files() {
    let formats = "dxf-r12,dxf-r2000,lbrn2";
    let args = ["cut", "t-tetromino-4x4", "--cell", "20mm", "--kerf", "0.2mm", "--formats", formats];
    let mut ran = piecework(args.into_iter().chain(["-q", "--no-assembly"])).run().exit(0).content();
    let blue = &[(" 62\r\n1\r\n", " 62\r\n5\r\n")][..];
    let yellow = &[("<index Value=\"2\"/>", "<index Value=\"4\"/>"), ("CutIndex=\"2\"", "CutIndex=\"4\"")];
    let last = &[("<priority Value=\"0\"/>", "<priority Value=\"2\"/>")];
    for (ending, changes, words) in [
        ("-r12_mm.dxf", blue, "layer `CUT` has the color `ACI 5`"),
        ("-r2000_mm.dxf", blue, "layer `CUT` has the color `ACI 5`"),
        (".lbrn2", yellow, "layer `CUT` has the color `palette 4`"),
        (".lbrn2", last, "layer `LABEL` is drawn after lines that are cut through"),
    ] {
        let path = format!("output/t-tetromino-4x4-cut-1{ending}");
        let good = String::from_utf8(ran.read(&path)).expect("text");
        let bad = changes.iter().fold(good.clone(), |text, (old, new)| text.replace(old, new));
        assert_ne!(bad, good, "{ending}");
        std::fs::write(ran.path(&path), bad).expect("writable");
        ran = piecework(["check", &path]).after(ran).run().exit(2).complains(words);
        std::fs::write(ran.path(&path), good).expect("writable");
        ran = piecework(["check", &path]).after(ran).run().exit(0).content();
    }
}

#[test]
fn sheets_of_one_job_with_different_designs_are_refused() {
    let args = ["cut", "t-tetromino-4x4", "--formats", "svg", "-q", "--no-assembly"];
    let ran = piecework(args).run().exit(0);
    let path = "output/t-tetromino-4x4-cut-1.svg";
    let other = "output/t-tetromino-4x4-cut-2.svg";
    let text = String::from_utf8(ran.read(path)).expect("text");
    std::fs::write(ran.path(other), text.replace("no_assembly", "no_labels")).expect("writable");
    piecework(["check", path, other]).after(ran).run().exit(2).complains("carries a different design");
}

/// The same path, moved to the right and down.
fn moved(path: &str) -> String {
    let is_end = |c: char| c.is_ascii_alphabetic() || c == ' ';
    let mut along_y = false;
    let words = path.split_inclusive(is_end).map(|word| {
        let (number, end) = word.split_at(word.trim_end_matches(is_end).len());
        let at = number.parse::<f64>().map(|at| if along_y { at + 2.7 } else { at + 3.3 });
        along_y = matches!(end, "V" | " ");
        at.map_or(end.to_owned(), |at| format!("{at:.4}{end}"))
    });
    words.collect()
}

/// Each sheet with one of its cut lines moved.
fn with_one_moved(sheet: &str) -> Vec<String> {
    let cuts = sheet.find("inkscape:label=\"CUT\"").expect("a layer");
    let starts = sheet[cuts..].match_indices(" d=\"").map(|(at, start)| cuts + at + start.len());
    starts
        .map(|from| {
            let to = from + sheet[from..].find('"').expect("an end");
            format!("{}{}{}", &sheet[..from], moved(&sheet[from..to]), &sheet[to..])
        })
        .collect()
}

#[test]
fn a_line_that_was_moved_over_its_neighbours_is_refused() {
    let cut = ["--formats", "svg", "-q", "--no-assembly", "--no-labels", "--force"];
    for (puzzle, more, words) in [
        ("l-tromino-6x6", &[][..], ""),
        ("hexiamond-6x6", &[], ""),
        // Nobody knows where lines may end, nor how large the cells are.
        ("hexiamond-6x6", &["--no-recipe"], "crosses another"),
        ("l-tromino-6x6", &["--tabs", "1"], "crosses another"),
        ("l-tromino-6x6", &["--overcut", "1mm"], "crosses another"),
    ] {
        let args = ["cut", puzzle].into_iter().chain(cut).chain(more.iter().copied());
        let path = format!("output/{puzzle}-cut-1.svg");
        let mut ran = piecework(args).run().exit(0);
        let good = String::from_utf8(ran.read(&path)).expect("text");
        let sheets = with_one_moved(&good);
        let mut refused = 0;
        for bad in &sheets {
            assert_ne!(*bad, good);
            std::fs::write(ran.path(&path), bad).expect("writable");
            ran = piecework(["check", &path]).after(ran).run();
            refused += usize::from(!ran.ended_with(0) && ran.stderr().contains(words));
        }
        // Short lines beside tabs may be moved to where no other line is.
        let expected = if words.is_empty() { sheets.len() } else { 1 + sheets.len() / 4 };
        assert!(refused >= expected, "{puzzle} {more:?}: {refused} of {}", sheets.len());
    }
}

/// A linear congruential generator: Knuth's MMIX.
struct Dice(u64);

impl Dice {
    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        &from[usize::try_from(self.0 >> 33).expect("32 bits") % from.len()]
    }
}

/// Puzzles whose first solution is found at once, on every lattice.
const QUICK: [&str; 8] = [
    "domino-8x8",
    "hexiamond-6x6",
    "hexomino-15x15-less-3x5",
    "l-tromino-6x6",
    "pentomino-6x10",
    "t-tetromino-4x4",
    "tetrahex-4x7",
    "untouchable-11",
];

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn every_file_that_is_cut_passes() {
    let sets: [&[&[&str]]; 11] = [
        &[
            &[],
            &["--machine", "hpgl"],
            &["--machine", "lightburn"],
            &["--machine", "grbl"],
            &["--machine", "die"],
        ],
        &[&[], &["--formats", "svg,dxf-r12,dxf-r2000,pdf,hpgl,lbrn2"], &["--formats", "svg-compound,print"]],
        &[&[], &["--lines", "shared"], &["--lines", "shared"], &["--lines", "separate"]],
        &[&[], &["--tabs", "1"], &["--tabs", "3", "--tab-width", "0.7mm"]],
        &[&[], &[], &["--knobs", "jigsaw"], &["--knobs", "wave"]],
        &[
            &[],
            &["--overcut", "1mm"],
            &["--blade-offset", "0.5mm"],
            &["--overcut", "0", "--blade-offset", "1mm"],
        ],
        &[&[], &[], &["--lead-in", "1.5mm"], &["--fillet", "1mm"], &["--kerf", "0.2mm"], &["--fit", "0.1mm"]],
        &[
            &[],
            &["--order", "mat-free"],
            &["--mirror"],
            &["--calibrate", "1.01,0.985"],
            &["--tray"],
            &["--inlay"],
        ],
        &[&[], &["--by-fabric"], &["--by-fabric", "--turn"], &["--stock", "210mmx150mm"], &["--by-piece"]],
        &[&["--cell", "8mm"], &["--cell", "13mm"], &["--cell", "21.7mm"], &["--cell", "0.75in"]],
        &[&[], &["--engrave-back", "number"], &["--no-recipe"], &["--units", "imperial"]],
    ];
    let mut dice = Dice(7);
    let (cases, mut made) = (if cfg!(debug_assertions) { 24 } else { 600 }, 0);
    for _ in 0..cases {
        // Most options are left out, since not all suit each other.
        let sets =
            sets.iter().map(|set| if *dice.pick(&[true, false, false]) { *dice.pick(set) } else { set[0] });
        let options = sets.flat_map(|set| set.iter().copied()).collect::<Vec<_>>();
        let args = [&["cut", *dice.pick(&QUICK), "-q", "--no-assembly"], options.as_slice()].concat();
        let ran = piecework(args.iter().copied()).run();
        if !ran.ended_with(0) {
            continue;
        }
        made += 1;
        let names = names_in(&ran.path("output"));
        let names = names.iter().filter(|name| !name.contains("print"));
        let paths: Vec<String> = names.map(|name| format!("output/{name}")).collect();
        let ran = piecework(["check"].into_iter().chain(paths.iter().map(String::as_str))).after(ran).run();
        assert!(ran.ended_with(0), "{args:?}: {}{}", ran.stdout(), ran.stderr());
    }
    assert!(made * 4 > cases, "{made} of {cases} suit each other");
}

/// A change of a good file: its ending, what it does, and words of the complaint or the verdict.
type Spoil = (&'static str, fn(&str) -> String, &'static str);

/// Returns a text with the lines between two marks in reverse order.
fn reversed(text: &str, is_line: impl Fn(&str) -> bool) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let places: Vec<usize> = (0..lines.len()).filter(|&at| is_line(lines[at])).collect();
    let mut found: Vec<&str> = places.iter().map(|&at| lines[at]).collect();
    found.reverse();
    for (at, line) in places.into_iter().zip(found) {
        lines[at] = line;
    }
    lines.join("\n") + "\n"
}

/// Returns a text without the last line of some kind.
fn without_last(text: &str, is_line: impl Fn(&str) -> bool) -> String {
    let last = text.lines().filter(|line| is_line(line)).last().expect("a line");
    let at = text.rfind(last).expect("in the text");
    format!("{}{}", &text[..at], &text[at + last.len()..])
}

/// The cuts of a sheet in reverse order, so that its rim is first.
fn svg_reversed(text: &str) -> String {
    let cuts = text.find("label=\"CUT\"").expect("a layer");
    let (before, after) = text.split_at(cuts);
    format!("{before}{}", reversed(after, |line| line.starts_with("<path")))
}

/// Twenty ways to break a good file, each refused or called different.
const BROKEN: [Spoil; 20] = [
    (".svg", svg_reversed, "cut on loose pieces"),
    (".lbrn2", |text| reversed(text, |line| line.contains("CutIndex=\"2\"")), "cut on loose pieces"),
    (".plt", |text| reversed(text, |line| line.starts_with("PU") && line.len() > 4), ""),
    (".svg", |text| without_last(text, |line| line.starts_with("<path")), ""),
    (".lbrn2", |text| without_last(text, |line| line.starts_with("<Shape")), ""),
    (
        ".plt",
        |text| without_last(text, |line| line.starts_with("PU") && line.len() > 4),
        "is not what its design makes",
    ),
    (".lbrn2", |text| text.replace("type=\"Cut\"", "type=\"Scan\""), "type `Cut`"),
    (".lbrn2", |text| text.replace("Type=\"Path\"", "Type=\"Bitmap\""), "Bitmap"),
    (".lbrn2", |text| text.replace("<priority", "<speed Value=\"0\"/><priority"), "a number above 0"),
    (".lbrn2", |text| text.replace("<priority", "<hide Value=\"1\"/><priority"), "hide"),
    (".svg", |text| text.replace("stroke-width=\"0.1\"", "stroke-width=\"0,1\""), "stroke-width 0,1"),
    (".svg", |text| text.replace("stroke-width=\"0.1\"", "stroke-width=\"-1\""), "stroke-width -1"),
    (".svg", |text| text.replace("stroke:#ff0000", "stroke:rot"), "stroke rot"),
    (".svg", |text| text.replacen("<path", "<path display=\"none\"", 1), "display"),
    (".svg", |text| text.replacen("<path", "<path transform=\"scale(2)\"", 1), "transform"),
    (".svg", |text| text.replacen("viewBox=\"0 0 ", "viewBox=\"1 0 ", 1), "viewBox"),
    (".svg", |text| text.replace("#ff0000", "#ff0001"), "#ff0001"),
    (".svg", |text| text.replacen("width=\"", "width=\"1", 1), ""),
    (".svg", |text| text.replacen("One unit is 1 mm", "One unit is 2 mm", 1), "what is cut is the same"),
    (".plt", |text| text.replacen("PU;\nSP0;", "SP0;", 1), "pen is down"),
];

#[test]
fn twenty_broken_files_are_all_found() {
    let args =
        ["cut", "pentomino-6x10", "--lines", "shared", "--formats", "svg,hpgl,lbrn2", "-q", "--no-assembly"];
    let mut ran = piecework(args).run().exit(0).content();
    let stem = "output/pentomino-6x10-cut-1";
    let all = [".svg", ".plt", ".lbrn2"].map(|ending| format!("{stem}{ending}"));
    let check =
        |ran: Ran| piecework(["check"].into_iter().chain(all.iter().map(String::as_str))).after(ran).run();
    ran = check(ran).exit(0).says("right: 3 files read").says("3 of 3 as").content();
    for (number, (ending, change, words)) in (1..).zip(BROKEN) {
        let path = format!("{stem}{ending}");
        let good = String::from_utf8(ran.read(&path)).expect("text");
        let bad = change(&good);
        assert_ne!(bad, good, "number {number} changes nothing");
        std::fs::write(ran.path(&path), bad).expect("writable");
        ran = check(ran);
        assert!(!ran.ended_with(0), "number {number}: {}", ran.stdout());
        assert!(ran.stdout().starts_with("wrong: "), "number {number}: {}", ran.stdout());
        let said = format!("{}{}", ran.stdout(), ran.stderr());
        assert!(said.contains(words), "number {number} `{words}`: {said}");
        assert!(ran.stdout().lines().count() < 20, "number {number}");
        std::fs::write(ran.path(&path), good).expect("writable");
    }
    check(ran).exit(0);
}

/// Without the design nobody knows what was meant, but loose pieces are seen; so are outlines that moved.
#[test]
fn loose_pieces_and_close_outlines_are_seen_in_the_lines() {
    let args = [
        "cut",
        "pentomino-6x10",
        "--lines",
        "shared",
        "--formats",
        "svg",
        "-q",
        "--no-assembly",
        "--no-recipe",
    ];
    let ran = piecework(args).run().exit(0).content();
    let path = "output/pentomino-6x10-cut-1.svg";
    let good = String::from_utf8(ran.read(path)).expect("text");
    std::fs::write(ran.path(path), svg_reversed(&good)).expect("writable");
    piecework(["check", path]).after(ran).run().exit(1).complains("cut on loose pieces");
    let args = ["cut", "t-tetromino-4x4", "--kerf", "0.2mm", "--formats", "svg", "-q", "--no-assembly"];
    let ran = piecework(args).run().exit(0).content();
    let path = "output/t-tetromino-4x4-cut-1.svg";
    let good = String::from_utf8(ran.read(path)).expect("text");
    // The gap between pieces was 2 mm, and is asked to be 5 mm.
    let bad = good.replacen("\"kerf\":\"0.2mm\"", "\"kerf\":\"0.2mm\",\"gap\":\"5mm\"", 1);
    std::fs::write(ran.path(path), bad).expect("writable");
    piecework(["check", path]).after(ran).run().exit(1).complains("kerf and gap need 5.150 mm");
}

#[test]
fn plates_for_printers_are_read() {
    let args = ["cut", "t-tetromino-4x4", "--formats", "stl,3mf", "-q", "--no-assembly"];
    let ran = piecework(args).run().exit(0).content();
    let files = ["output/t-tetromino-4x4-solid-1.stl", "output/t-tetromino-4x4-solid-1.3mf"];
    let ran = piecework(["check", files[0], files[1]])
        .after(ran)
        .run()
        .exit(0)
        .says("read, not made again: 2 files read")
        .content();
    let mut stl = ran.read(files[0]);
    // The first corner of the first triangle goes elsewhere: the exponent of its x.
    stl[99] ^= 0x40;
    std::fs::write(ran.path(files[0]), stl).expect("writable");
    piecework(["check", files[0]]).after(ran).run().exit(1).complains("open or turned inside out");
}

/// What a command wrote, copied to names that say nothing; `change` makes one change in each.
fn renamed(ran: Ran, folder: &str, change: Option<fn(&mut [u8])>) -> (Ran, Vec<String>) {
    let names = names_in(&ran.path("out"));
    std::fs::create_dir(ran.path(folder)).expect("writable");
    // Lists and plans are known by their names alone.
    let known = names.iter().filter(|name| !name.ends_with(".json") && !name.ends_with(".txt"));
    let files = known.enumerate().map(|(number, name)| {
        let mut bytes = ran.read(&format!("out/{name}"));
        change.into_iter().for_each(|change| change(&mut bytes));
        let ending = name.rsplit('.').next().expect("an ending");
        let file = format!("{folder}/file{number}.{ending}");
        std::fs::write(ran.path(&file), bytes).expect("writable");
        file
    });
    let files = files.collect();
    (ran, files)
}

/// Another digit at the end of a text; in a picture or a package, another bit.
fn one_change(bytes: &mut [u8]) {
    let digit = bytes.iter().rposition(u8::is_ascii_digit).unwrap_or(bytes.len() / 2);
    bytes[digit] ^= 1;
}

fn check_all(ran: Ran, files: &[String], more: &[&str]) -> Ran {
    let files = files.iter().map(String::as_str);
    piecework(["check"].into_iter().chain(more.iter().copied()).chain(files)).after(ran).run()
}

#[test]
fn renamed_files_are_found_by_their_content_and_so_is_a_change_in_each() {
    let lines = "svg,svg-compound,dxf-r12,dxf-r2000,pdf,hpgl,gcode,lbrn2,xcs,stl,3mf";
    let cut = ["cut", "t-tetromino-4x4", "--cell", "20mm", "--kerf", "0.2mm", "--formats", lines];
    let sewn = ["cut", "t-tetromino-4x4", "--cell", "20mm", "--formats", "dst,exp,pes,jef"];
    let quilt = ["quilt", "t-tetromino-4x4", "--quilting", "grid"];
    for command in [&cut[..], &sewn, &quilt, &["sheet", "t-tetromino-4x4"]] {
        let ran = piecework(command.iter().copied().chain(["-q", "-o", "out"])).run().exit(0);
        let (ran, same) = renamed(ran, "same", None);
        let ran = check_all(ran, &same, &[]).exit(0);
        assert!(ran.stdout().starts_with("right: "), "{command:?}: {}", ran.stdout());
        let (ran, changed) = renamed(ran, "changed", Some(one_change));
        let ran = check_all(ran, &changed, &["--json"]);
        let value = ran.json();
        let listed = |key: &str| value[key].as_array().expect("a list").iter();
        let differ = listed("remade").filter(|file| file["differences"] != serde_json::json!([]));
        let found: Vec<&str> = differ
            .chain(listed("errors"))
            .chain(listed("unproved"))
            .filter_map(|file| file["file"].as_str())
            .collect();
        let missed: Vec<&String> = changed.iter().filter(|name| !found.contains(&name.as_str())).collect();
        assert!(missed.is_empty() && value["right"] == false, "{command:?}: {missed:?} in {value:#}");
    }
}

/// A sheet without the first of its numbers.
fn without_a_label(sheet: &str) -> String {
    let label = sheet.lines().find(|line| line.starts_with("<path")).expect("a path");
    sheet.replacen(label, "", 1)
}

/// A change that ruins the job in a file whose name says nothing: its ending, what is changed, and what is said.
const RUINED: [Spoil; 6] = [
    (".gcode", |text| text.replace("M4 S1000", "M4 S0"), "what is cut is the same"),
    (".gcode", |text| text.replacen(" F", " F9", 1), "what is cut is the same"),
    (".lbrn2", |text| text.replace("<maxPower Value=\"", "<maxPower Value=\"1"), "what is cut is the same"),
    (".xcs", |text| text.replace("\"power\":100.0", "\"power\":90.0"), "what is cut is the same"),
    (".svg", |text| text.replace("stroke-width=\"0.1\"", "stroke-width=\"5\""), "what is cut is the same"),
    (".svg", without_a_label, "layer `LABEL`: 0 edges are only in the first file"),
];

#[test]
fn power_speed_strokes_and_labels_are_proved_whatever_the_name_and_what_is_not_proved_is_said() {
    let cut =
        ["cut", "t-tetromino-4x4", "--cell", "20mm", "--kerf", "0.2mm", "--speed", "300", "--power", "100"];
    let formats = ["--formats", "svg,gcode,lbrn2,xcs,hpgl", "--machine", "lightburn", "-q", "--no-assembly"];
    let mut ran = piecework(cut.into_iter().chain(formats)).run().exit(0);
    for (ending, change, words) in RUINED {
        let good =
            String::from_utf8(ran.read(&format!("output/t-tetromino-4x4-cut-1{ending}"))).expect("text");
        let (bad, name) = (change(&good), format!("x{ending}"));
        assert_ne!(bad, good, "{ending} is not changed: {words}");
        std::fs::write(ran.path(&name), bad).expect("writable");
        ran = piecework(["check", &name]).after(ran).run().exit(1).says("wrong: 1 file read").says(words);
        ran = ran.says(&format!("is not what its design makes as `t-tetromino-4x4-cut-1{ending}`"));
    }
    // HPGL carries no design: alone nobody knows what was meant, beside another file of the job it is made again.
    let plt = "output/t-tetromino-4x4-cut-1.plt";
    let alone = |ran: Ran, file: &str| {
        let ran = piecework(["check", file]).after(ran).run().exit(0);
        assert!(ran.stdout().starts_with("read, not made again: 1 file read"), "{}", ran.stdout());
        ran.says("power and speed are proved")
    };
    let ran = alone(ran, plt);
    let ran = piecework(["check", plt, &plt.replace(".plt", ".svg")]).after(ran).run().exit(0);
    let ran = ran.says("right: 2 files read").says("2 of 2");
    let ran = piecework(["check", "--no-remake", &plt.replace(".plt", ".svg")]).after(ran).run().exit(0);
    ran.says("read, not made again: 1 file read");
    let bare = ["cut", "t-tetromino-4x4", "--formats", "svg", "--no-recipe", "--no-assembly", "-q"];
    alone(piecework(bare).run().exit(0), "output/t-tetromino-4x4-cut-1.svg");
}

/// Checks every file of a command, and makes the whole job again from each that says how it was made.
#[track_caller]
fn is_whole(command: &[&str]) {
    let ran = piecework(command.iter().copied().chain(["-q", "-o", "out"])).run().exit(0);
    let names = names_in(&ran.path("out"));
    let files: Vec<String> = names.iter().map(|name| format!("out/{name}")).collect();
    let ran = check_all(ran, &files, &["--verbose"]).exit(0);
    let carries = |name: &&String| {
        let endings = [".svg", ".pdf", ".png", ".dxf", ".lbrn2", ".xcs", ".gcode", "-design.json"];
        endings.iter().any(|ending| name.ends_with(ending))
    };
    let designs = files.iter().filter(carries).map(|file| {
        let opened = open_to_make(&ran.path(file), &Limits::default()).expect("readable");
        let Input::Design(design) = opened.input else { panic!("{file} makes nothing") };
        design.to_json()
    });
    let designs: std::collections::BTreeSet<String> = designs.collect();
    assert_eq!(designs.len(), 1, "{command:?}: {designs:?}");
    let from = files.iter().find(carries).expect("a file with its design");
    let ran = piecework(["make", from, "-q", "-o", "again"]).after(ran).run().exit(0);
    assert_eq!(names_in(&ran.path("again")), names, "{command:?}");
    for name in &names {
        assert!(
            ran.read(&format!("out/{name}")) == ran.read(&format!("again/{name}")),
            "{command:?}: {name}"
        );
    }
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn every_file_of_rich_commands_is_checked_and_makes_the_whole_job_again() {
    let set =
        ["--sizes", "12mm,15mm", "--kerf", "0.2mm", "--tray", "--box", "2.5mm", "--machine", "lightburn"];
    is_whole(&[&["cut", "t-tetromino-4x4", "--insert-card", "--job-sheet"][..], &set].concat());
    is_whole(&["quilt", "t-tetromino-4x4", "--quilting", "grid"]);
    is_whole(&["sheet", "t-tetromino-4x4"]);
    is_whole(&["book", "t-tetromino-4x4", "l-tromino-6x6"]);
    is_whole(&["cut", "t-tetromino-4x4", "--cell", "20mm", "--formats", "dst,exp,pes,jef"]);
    is_whole(&["cut", "t-tetromino-4x4", "--tray", "--sizes", "12mm/2mm,15mm/3mm", "--formats", "stl,3mf"]);
}

#[test]
#[ignore = "slow: pictures of 2000 pixels, made eight times"]
fn every_file_of_a_shop_is_checked_and_makes_the_whole_job_again() {
    let set = ["--sizes", "12mm,15mm", "--kerf", "0.2mm", "--tray", "--box", "2.5mm", "--shop"];
    is_whole(&[&["cut", "t-tetromino-4x4"][..], &set].concat());
}

/// Real programs write a blank line behind the end of a DXF.
#[test]
fn a_blank_line_behind_the_end_of_a_dxf_is_read() {
    let args = ["cut", "t-tetromino-4x4", "--formats", "dxf-r12", "--no-assembly", "--no-recipe", "-q"];
    let ran = piecework(args).run().exit(0);
    let good = ran.read("output/t-tetromino-4x4-cut-1-r12_mm.dxf");
    for more in ["", "\n", "\r\n\r\n", "  \n"] {
        std::fs::write(ran.path("x.dxf"), [good.as_slice(), more.as_bytes()].concat()).expect("writable");
        let read = piecework(["check", "x.dxf"]).command().current_dir(ran.path(".")).status();
        assert!(read.expect("it starts").success(), "{more:?}");
    }
}

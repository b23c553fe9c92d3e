//! Checks that every file that can carry its design does, and that all files of a job carry the same.

use super::run::{Ran, names_in, piecework};

/// A job for every machine, and jobs with every kind of page beside the sheets.
const JOBS: [&[&str]; 16] = [
    &["--machine", "generic"],
    &["--machine", "cricut"],
    &["--machine", "cricut-long"],
    &["--machine", "cricut-joy"],
    &["--machine", "silhouette"],
    &["--machine", "silhouette-portrait"],
    &["--machine", "scanncut"],
    &["--machine", "lightburn"],
    &["--machine", "k40"],
    &["--machine", "die"],
    &["--machine", "hpgl"],
    &["--machine", "embroidery", "--cell", "38mm"],
    &["--machine", "3d-printer", "--tray"],
    &["--machine", "silhouette-cameo", "--formats", "print,svg"],
    &["--stock", "70mmx70mm", "--lines", "shared", "--cell", "20mm"],
    &["--stock", "70mmx70mm", "--formats", "hpgl"],
];

/// Formats for pens, needles and printers, which cannot carry text.
const MUTE: [&str; 7] = ["plt", "dst", "exp", "pes", "jef", "stl", "3mf"];

/// The design in a file, as its format writes it.
fn recipe(name: &str, bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    let between = |start: &str, end: &str| {
        let from = text.find(start)? + start.len();
        text[from..].split(end).next().map(str::to_owned)
    };
    match name.rsplit('.').next()? {
        "svg" => between("<metadata>\n", "\n</metadata>").or_else(|| between("<metadata>", "</metadata>")),
        "dxf" => {
            let first = between("recipe: ", "\r\n")?;
            let more = text.split("recipe+ ").skip(1).filter_map(|rest| rest.split("\r\n").next());
            Some(first + &more.collect::<String>())
        }
        "lbrn2" => between("Notes=\"", "\"").map(|text| text.replace("&quot;", "\"")),
        "xcs" => {
            let project: serde_json::Value = serde_json::from_slice(bytes).ok()?;
            project["piecework"]["recipe"].as_str().map(str::to_owned)
        }
        "pdf" => {
            let file = lopdf::Document::load_mem(bytes).expect("a PDF file");
            let info = file.trailer.get(b"Info").and_then(lopdf::Object::as_reference).expect("a reference");
            let subject = file.get_dictionary(info).and_then(|info| info.get(b"Subject")).ok()?;
            lopdf::decode_text_string(subject).ok().filter(|subject| !subject.is_empty())
        }
        _ => None,
    }
    .map(|text| text.trim().to_owned())
    .filter(|text| text.starts_with("{\"piecework\":2,"))
}

fn files(ran: &Ran) -> Vec<(String, Option<String>)> {
    let names = names_in(&ran.path("out")).into_iter();
    names
        .map(|name| {
            let found = recipe(&name, &ran.read(&format!("out/{name}")));
            (name, found)
        })
        .collect()
}

#[test]
fn every_file_that_can_carries_the_design() {
    for job in JOBS {
        let words = ["cut", "t-tetromino-4x4"].iter().chain(job).copied();
        let ran = piecework(words.clone().chain(["-q", "-o", "out"])).run().exit(0).content();
        let saved = piecework(words.clone().chain(["--save-design", "-"])).run().exit(0);
        let design: serde_json::Value = saved.json();
        for (name, found) in files(&ran) {
            let is_mute = MUTE.iter().any(|ending| name.ends_with(ending));
            let carries = found
                .as_ref()
                .is_some_and(|recipe| serde_json::from_str(recipe).ok() == Some(design.clone()));
            assert_eq!(carries, !is_mute, "{job:?}: {name}: {found:?}");
        }
    }
}

#[test]
fn the_release_list_carries_it_too_and_nothing_does_if_unwanted() {
    for (extra, wanted) in [(&[][..], true), (&["--no-recipe"][..], false)] {
        let args = "cut quilt-60x80 --cell 4mm --lines shared --formats hpgl,svg -q -o out".split(' ');
        let ran = piecework(args.chain(extra.iter().copied())).run().exit(0).content();
        let files = files(&ran);
        assert!(files.iter().any(|(name, _)| name == "quilt-60x80-release-1.svg"), "{files:?}");
        let right =
            |(name, found): &(String, Option<String>)| found.is_some() == (wanted && !name.ends_with("plt"));
        assert!(files.iter().all(right), "{wanted}: {files:?}");
    }
}

/// Commands that write an SVG, each with the file to make again.
const DRAWINGS: [(&[&str], &str); 18] = [
    (&["quilt", "t-tetromino-4x4", "-o", "out"], "out/t-tetromino-4x4-quilt.svg"),
    (&["quilt", "grid.txt", "--formats", "pages", "-o", "out"], "out/grid-quilt-templates-01.svg"),
    (&["cut", "t-tetromino-4x4", "-o", "out"], "out/t-tetromino-4x4-cut-1.svg"),
    (&["cut", "grid.txt", "-o", "out"], "out/grid-cut-1.svg"),
    (&["sheet", "t-tetromino-4x4", "-o", "out"], "out/t-tetromino-4x4-solution-01.svg"),
    (&["sheet", "domino-8x8", "--solutions", "3", "-o", "out"], "out/domino-8x8-solution-02.svg"),
    (&["sheet", "grid.txt", "-o", "out"], "out/grid-solution-01.svg"),
    (
        &["sheet", "domino-8x8", "--solutions", "4", "--picture", "2", "-o", "out"],
        "out/domino-8x8-picture.svg",
    ),
    (&["solve", "pentomino-6x10", "-o", "one.svg"], "one.svg"),
    (&["solve", "hexiamond-6x6", "--sample", "1", "--seed", "3", "-o", "one.svg"], "one.svg"),
    (&["solve", "tetrahex-4x7", "--best-effort", "-o", "one.svg"], "one.svg"),
    (&["solve", "grid.txt", "-o", "one.svg"], "one.svg"),
    (&["order", "tetrominoes:T", "-o", "one.svg"], "one.svg"),
    (&["compatible", "tetrominoes:T", "tetrominoes:L", "--all", "-o", "one.svg"], "one.svg"),
    (&["divide", "pentominoes", "--groups", "3", "-o", "one.svg"], "one.svg"),
    (
        &["puzzle", "--board", "5x4", "--pieces", "pentominoes", "--unique", "-o", "out"],
        "out/pentominoes-5x4-unique-1-solution-01.svg",
    ),
    (&["book", "t-tetromino-4x4", "domino-8x8", "-o", "out"], "out/a-book-of-puzzles-page-03.svg"),
    (&["inspect", "grid.txt", "-o", "one.svg"], "one.svg"),
];

/// Commands that write no SVG; `make` writes what the others do, and a race of engines is timed anew each
/// time.
const NO_DRAWINGS: [&str; 11] = [
    "make",
    "compare",
    "check",
    "list",
    "explain",
    "studio",
    "completions",
    "man",
    "help",
    "schema",
    "inkscape",
];

const GRID: &str = "A A B B C\nA D B C C\nD D D C E\nF F D E E\nF F F E E\n";

#[test]
fn every_command_that_writes_drawings_is_made_again_here() {
    let help = piecework(["--help"]).run().exit(0);
    let listed = help.stdout().lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let listed: Vec<&str> = listed
        .take_while(|line| !line.trim().is_empty())
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty())
        .collect();
    assert!(listed.len() > 8, "{listed:?}");
    for name in listed {
        let is_made = DRAWINGS.iter().any(|(args, _)| args[0] == name);
        assert_ne!(is_made, NO_DRAWINGS.contains(&name), "{name}");
    }
}

/// Nothing of a design is lost where `make` changes nothing of it, whatever it makes.
#[test]
fn a_saved_design_is_saved_again_as_it_was() {
    let titled = [
        &["book", "t-tetromino-4x4", "--title", "Mine", "-o", "out"][..],
        &["puzzle", "--board", "5x4", "--pieces", "pentominoes", "--title", "Mine", "-o", "out"],
    ];
    let drawn = DRAWINGS.iter().map(|(args, _)| *args).filter(|args| args[0] != "inspect");
    for args in drawn.chain(titled) {
        let words = args[..args.len() - 2].iter().copied();
        let saved = piecework(words.chain(["--save-design", "-"])).file("grid.txt", GRID.replace(' ', ""));
        let saved = saved.run().exit(0);
        let again = piecework(["make", "d.json", "--save-design", "-"]).file("d.json", saved.stdout());
        assert_eq!(again.run().exit(0).stdout(), saved.stdout(), "{args:?}");
    }
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn every_drawing_is_made_again_byte_for_byte() {
    for (args, drawing) in DRAWINGS {
        let ran = piecework(args.iter().copied().chain(["-q"]))
            .file("grid.txt", GRID.replace(' ', ""))
            .run()
            .exit(0);
        let bytes = ran.read(drawing);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let again = piecework(["make", "x.svg", "-q", "-o", "again"]).file("x.svg", &text).run().exit(0);
        let folder = again.path("again");
        let made = names_in(&folder);
        let is_same = |name: &String| again.read(&format!("again/{name}")) == bytes;
        assert!(made.iter().any(is_same), "{args:?}: none of {made:?} is {drawing}");
    }
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn a_drawing_of_tilings_is_still_read_by_its_tilings() {
    for (args, drawing) in DRAWINGS.iter().filter(|(args, _)| ["solve", "divide"].contains(&args[0])) {
        let ran = piecework(args.iter().copied().chain(["-q"]))
            .file("grid.txt", GRID.replace(' ', ""))
            .run()
            .exit(0);
        let text = String::from_utf8_lossy(&ran.read(drawing)).into_owned();
        let count = text.matches("\"placements\"").count() / 2;
        let read = piecework(["inspect", "x.svg", "--json"]).file("x.svg", &text).run().exit(0);
        assert_eq!(read.json()["tilings"].as_array().map(Vec::len), Some(count), "{args:?}");
    }
}

#[test]
fn a_shard_in_a_design_is_refused_where_nothing_keeps_it() {
    let design =
        r#"{ "piecework": 2, "puzzle": "domino-8x8", "solve": { "count": true, "shards": 4, "shard": 1 } }"#;
    let ran = piecework(["make", "d.json", "-o", "out"]).file("d.json", design).run().exit(2);
    ran.complains("--shards").complains("part file");
}

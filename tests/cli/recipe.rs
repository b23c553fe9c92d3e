//! Checks that every file that can carry its design does, and that all files of a job carry the same.

use super::run::{Ran, names_in, piecework};

/// A job for every machine, and jobs with every kind of page beside the sheets.
const JOBS: [&[&str]; 17] = [
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
    &["--machine", "aama", "--formats", "aama,astm"],
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
    let rows = "AAB\nABB\nCCD\nCDD\n".repeat(8);
    for (extra, wanted) in [(&[][..], true), (&["--no-recipe"][..], false)] {
        let args = [
            "cut",
            "tall.txt",
            "--stock",
            "200mmx400mm",
            "--lines",
            "shared",
            "--formats",
            "hpgl,svg",
            "-q",
            "-o",
            "out",
        ];
        let ran =
            piecework(args.iter().chain(extra).copied()).file("tall.txt", &rows).run().exit(0).content();
        let files = files(&ran);
        assert!(files.iter().any(|(name, _)| name == "tall-release-1.svg"), "{files:?}");
        let right =
            |(name, found): &(String, Option<String>)| found.is_some() == (wanted && !name.ends_with("plt"));
        assert!(files.iter().all(right), "{wanted}: {files:?}");
    }
}

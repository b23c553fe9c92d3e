//! Boards with joined sides, from the file to the sheet.

use serde_json::Value;

use super::run::piecework;

/// A puzzle of L trominoes on 4 x 3 cells.
fn torus(wrap: &str) -> String {
    format!(
        r####"{{"piecework": 1, "name": "around", "lattice": "square", "region": {{"rectangle": [4, 3]{wrap}}},
            "pieces": [{{"name": "L", "rows": ["##", "#."], "count": 4}}]}}"####
    )
}

const TORUS: &str = r#", "wrap": "torus""#;

#[test]
fn a_torus_is_solved_read_back_and_printed() {
    let text = torus(TORUS);
    let count = |text: &str| -> (u64, u64) {
        let args = ["solve", "p.json", "--count", "--json", "-q"];
        let value = piecework(args).file("p.json", text).run().exit(0).json();
        let number = |key: &str| value[key].as_u64().expect("a number");
        (number("raw"), number("up_to_symmetry"))
    };
    let (around, flat) = (count(&text), count(&torus("")));
    assert!(around.0 > flat.0 && around.0 > around.1, "{around:?} {flat:?}");
    let all = piecework(["solve", "p.json", "--all", "-o", "all.jsonl", "-q"]).file("p.json", &text).run();
    let records = String::from_utf8(all.exit(0).read("all.jsonl")).expect("text");
    assert_eq!(records.lines().count() as u64, around.1);
    assert!(records.contains(r#""rectangle":[4,3],"wrap":"torus""#), "{records}");
    piecework(["check", "all.jsonl"])
        .file("all.jsonl", &records)
        .run()
        .exit(0)
        .says(&format!("{0} tilings of around, {0} if turned", around.1));
    let words = piecework(["inspect", "all.jsonl", "--words"]).file("all.jsonl", &records).run().exit(0);
    words.says("the left and right sides are joined, and so are top and bottom");
    let sheet = piecework(["sheet", "all.jsonl", "--all", "-o", "out", "-q"]).file("all.jsonl", &records);
    let ran = sheet.run().exit(0);
    let page = String::from_utf8(ran.read("out/all-catalogue-01.svg")).expect("an SVG");
    let document = lopdf::Document::load_mem(&ran.read("out/all-catalogue.pdf")).expect("a PDF");
    let words = document.extract_text(&[1]).expect("words");
    assert!(words.contains("from the right side to the left"), "{words}");
    assert!(page.matches(">L<").count() as u64 > 4 * around.1, "a name for every part");
}

#[test]
fn a_torus_repeats_over_a_quilt() {
    let text = torus(TORUS);
    let quilt = ["quilt", "p.json", "--blocks", "2x3", "--cell", "2in", "-o", "out", "-q"];
    let ran = piecework(quilt).file("p.json", &text).run().exit(0);
    let text_of = |name: &str| String::from_utf8(ran.read(name)).expect("text");
    let plan: Value = serde_json::from_str(&text_of("out/p-quilt-plan.json")).expect("a plan");
    let cells = |patch: &Value| patch["cells"].as_array().map_or(0, Vec::len);
    let all: usize = plan["patches"].as_array().expect("patches").iter().map(cells).sum();
    assert_eq!(all, 6 * 4 * 3);
    let sashing = piecework(["quilt", "p.json", "--blocks", "2x3", "--sashing", "1", "-o", "out"]);
    sashing.file("p.json", &text).run().exit(2).complains("go on from block to block");
    let cylinder = torus(r#", "wrap": "cylinder""#);
    piecework(quilt).file("p.json", &cylinder).run().exit(2).complains("--blocks");
}

/// Cells that stay empty do so in every block, with and without joined sides.
#[test]
fn blocks_keep_their_gaps() {
    for wrap in ["", TORUS] {
        let text = torus(wrap).replace(r#""count": 4}]"#, r#""count": 3}], "gaps": 3"#);
        let quilt = ["quilt", "p.json", "--blocks", "2x2", "--cell", "2in", "-o", "out", "-q"];
        let ran = piecework(quilt).file("p.json", &text).run().exit(0);
        let plan: Value = serde_json::from_slice(&ran.read("out/p-quilt-plan.json")).expect("a plan");
        let cells = |patch: &Value| patch["cells"].as_array().map_or(0, Vec::len);
        let all: usize = plan["patches"].as_array().expect("patches").iter().map(cells).sum();
        assert_eq!(all, 4 * 9, "{wrap}");
    }
}

#[test]
fn what_is_made_flat_is_refused_before_the_search() {
    let text = torus(TORUS);
    for command in [&["quilt", "p.json", "-o", "out"][..], &["cut", "p.json", "-o", "out"]] {
        piecework(command.iter().copied()).file("p.json", &text).run().exit(2).silent().complains("E1115");
    }
    piecework(["inspect", "p.json"]).file("p.json", &text).run().exit(2).complains("E1115");
    let symmetric = ["solve", "p.json", "--symmetric", "half-turn", "--count"];
    piecework(symmetric).file("p.json", &text).run().exit(2).silent().complains("E1010");
    let lines = ["solve", "p.json", "--all", "--where", "fault_lines > 0"];
    piecework(lines).file("p.json", &text).run().exit(2).complains("E2009");
    for engine in ["cut-line", "re-tiling"] {
        let args = ["solve", "p.json", "--engine", engine];
        piecework(args).file("p.json", &text).run().exit(2).silent().complains("joined sides");
    }
    let args = ["solve", "p.json", "--export", "xmpuzzle"];
    piecework(args).file("p.json", &text).run().exit(2).silent().complains("joined sides");
}

#[test]
fn figures_that_go_around_can_be_asked_for() {
    let args = ["solve", "p.json", "--all", "--where", "on_border == 0 && contacts > 0", "--json", "-q"];
    let value = piecework(args).file("p.json", torus(TORUS)).run().exit(0).json();
    assert!(value["tilings"].as_array().is_some_and(|all| !all.is_empty()), "a torus has no border");
}

#[test]
fn boards_that_do_not_fit_around_are_refused() {
    let refuse = |from: &str, to: &str, words: &str| {
        let text = torus(TORUS).replace(from, to);
        piecework(["solve", "p.json"]).file("p.json", &text).run().exit(2).silent().complains(words);
    };
    refuse("square", "hex", "an even number of rows");
    refuse("\"torus\"", "\"globe\"", "cylinder");
    refuse("\"rectangle\": [4, 3]", "\"rows\": [\"####\", \"####\", \"####\"]", "exclude each other");
}

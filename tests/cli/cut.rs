use super::run::piecework;

#[test]
fn one_sheet_comes_in_every_format_with_an_assembly_diagram() {
    piecework(["cut", "pentomino-6x10", "--cell", "20mm", "--kerf", "0.2mm", "-o", "out", "-q"])
        .run()
        .exit(0)
        .content()
        .has_files(
            "out",
            &[
                "pentomino-6x10-assembly.pdf",
                "pentomino-6x10-assembly.svg",
                "pentomino-6x10-cut-1-r12_mm.dxf",
                "pentomino-6x10-cut-1-r2000.dxf",
                "pentomino-6x10-cut-1.svg",
                "pentomino-6x10-cut.pdf",
            ],
        );
}

#[test]
fn the_length_of_the_cut_is_that_of_the_outlines() {
    let length = |extra: &[&str]| {
        let args = ["cut", "t-tetromino-4x4", "--cell", "10mm", "--json", "-q"].iter().chain(extra).copied();
        piecework(args).run().exit(0).json()["cut"]["cut_length_mm"].as_f64().expect("a number")
    };
    assert!((length(&[]) - (4.0 * 100.0 + 160.0) / 2.0).abs() < 1e-6, "every edge once");
    let separate = length(&["--lines", "separate"]);
    assert!((separate - 4.0 * 100.0).abs() < 1e-6, "four outlines of ten edges");
    // A rectilinear outline grows by 8 d, whatever its shape; here d is half the kerf.
    assert!((length(&["--kerf", "0.2mm"]) - 4.0 * 100.8).abs() < 1e-4);
    assert!((length(&["--kerf", "0.2mm", "--seam", "2mm"]) - 4.0 * (100.0 + 8.0 * 2.1)).abs() < 1e-4);
}

#[test]
fn smaller_stock_takes_more_sheets_and_too_small_stock_is_refused() {
    let args = ["cut", "pentomino-6x10", "--cell", "20mm", "--json", "-q", "--stock"];
    let sheets = |size: &str| {
        let ran = piecework(args.iter().copied().chain([size])).run().exit(0);
        ran.json()["cut"]["sheets"].as_u64().expect("a number")
    };
    assert_eq!(sheets("600mmx400mm"), 1);
    assert!(sheets("200mmx150mm") > 1);
    piecework(args.iter().copied().chain(["80mmx80mm"])).run().exit(2).complains("mm");
}

#[test]
fn numbers_can_be_left_out() {
    let svg = |extra: &[&str]| {
        let args = ["cut", "t-tetromino-4x4", "-q"].iter().chain(extra).copied();
        String::from_utf8(piecework(args).run().exit(0).read("output/t-tetromino-4x4-cut-1.svg"))
            .expect("text")
    };
    assert!(svg(&[]).contains("LABEL"));
    assert!(!svg(&["--no-labels"]).contains("LABEL"));
}

/// What `--json` says of a plan.
fn figures(extra: &[&str]) -> serde_json::Value {
    let args = ["cut", "t-tetromino-4x4", "--json", "-q"].iter().chain(extra).copied();
    piecework(args).run().exit(0).json()["cut"].clone()
}

#[test]
fn lines_are_shared_unless_something_asks_for_room() {
    let lines = |extra: &[&str]| figures(extra)["lines"].as_str().expect("a word").to_owned();
    assert_eq!(lines(&[]), "shared");
    for room in [["--kerf", "0.1mm"], ["--seam", "1mm"], ["--fit", "0.1mm"], ["--stock", "40mmx40mm"]] {
        assert_eq!(lines(&room), "separate", "{room:?}");
    }
    assert_eq!(lines(&["--lines", "shared", "--kerf", "0.1mm"]), "shared");
}

#[test]
fn a_plan_says_what_it_reaches_beside_what_none_can_fall_below() {
    let shared = figures(&["--lines", "shared", "--kerf", "0.2mm"]);
    assert_eq!(shared["cut_length_mm"], shared["least"]["cut_length_mm"]);
    assert_eq!(shared["pen_downs"], shared["least"]["pen_downs"]);
    assert_eq!(shared["gap_mm"], 0.2, "the kerf, and nothing else");
    let size = |value: &serde_json::Value| value["sizes"][0]["width_mm"].as_f64().expect("a number");
    assert!((size(&shared) - 29.8).abs() < 1e-6, "three cells less a kerf");
    assert!((size(&figures(&["--kerf", "0.2mm"])) - 30.0).abs() < 1e-6, "at its size");
    assert!((size(&figures(&["--kerf", "0.2mm", "--fit", "0.05mm"])) - 29.95).abs() < 1e-6);
    let free = shared["free"].as_array().expect("a list");
    assert_eq!(free.len(), 4);
    assert!(free.iter().all(|piece| piece["step"].as_u64() <= shared["pen_downs"].as_u64()));
}

#[test]
fn lines_that_cannot_be_are_refused_with_the_way_out() {
    let refused = |extra: &[&str], code: &str, hint: &str| {
        let args = ["cut", "t-tetromino-4x4"].iter().chain(extra).copied();
        piecework(args).run().exit(2).complains(code).complains(hint);
    };
    refused(&["--lines", "shared", "--seam", "1/4in"], "share no edges", "--lines separate");
    refused(&["--lines", "shared", "--fit", "0.1mm"], "gap of one kerf", "--lines separate");
    refused(&["--fit", "0.1mm", "--seam", "1/4in"], "contradict", "leave out one");
    refused(&["--lines", "shared", "--stock", "45mmx45mm"], "the whole measures", "cells of 8.75 mm or less");
}

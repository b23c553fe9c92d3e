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
    assert!((length(&[]) - 4.0 * 100.0).abs() < 1e-6, "four outlines of ten edges");
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

use super::run::{names_in, piecework};

#[test]
fn a_pattern_is_a_pdf_pages_and_a_picture() {
    let ran = piecework(["quilt", "t-tetromino-4x4", "-q"]).run().exit(0).content();
    let names = names_in(&ran.path("output"));
    for name in ["t-tetromino-4x4-quilt.pdf", "t-tetromino-4x4-quilt.svg", "t-tetromino-4x4-quilt.png"] {
        assert!(names.iter().any(|found| found == name), "{name} is not among {names:?}");
    }
    assert!(names.contains(&"t-tetromino-4x4-quilt-page-01.svg".to_owned()));
}

#[test]
fn the_summary_counts_what_is_sewn() {
    let ran = piecework(["quilt", "pentomino-3x20", "--json", "-o", "q"]).run().exit(0);
    let quilt = &ran.json()["quilt"];
    assert_eq!(quilt["patches"], 12);
    assert_eq!(quilt["cell_mm"], 50.8);
    let templates = quilt["templates"].as_array().expect("a list");
    assert_eq!(templates.len(), 12);
    let count = |key: &str| templates.iter().filter_map(|template| template[key].as_u64()).sum::<u64>();
    assert_eq!(count("count") + count("mirrored"), 12);
    let finished: Vec<f64> =
        quilt["finished_mm"].as_array().expect("two").iter().filter_map(|v| v.as_f64()).collect();
    assert!(
        (finished[0] - 20.0 * 50.8).abs() < 1e-6 && (finished[1] - 3.0 * 50.8).abs() < 1e-6,
        "{finished:?}"
    );
}

#[test]
fn every_option_changes_what_it_says() {
    let pages = |extra: &[&str]| {
        let args = ["quilt", "t-tetromino-4x4", "-q", "--json"].iter().chain(extra).copied();
        let ran = piecework(args).run().exit(0);
        (ran.json()["quilt"].clone(), ran.read("output/t-tetromino-4x4-quilt-page-01.svg"))
    };
    let (plain, page) = pages(&[]);
    assert_ne!(pages(&["--cell", "1in"]).0["finished_mm"], plain["finished_mm"]);
    assert_ne!(pages(&["--seam", "3/8in"]).0["seam_allowance_mm"], plain["seam_allowance_mm"]);
    assert_ne!(pages(&["--units", "metric"]).1, page);
    assert_ne!(pages(&["--paper", "a4"]).1, page);
    assert_ne!(pages(&["--palette", "greys"]).1, page);
    let corner = pages(&["--differ", "corner"]).0["fabrics"].as_array().map(Vec::len);
    assert!(corner >= plain["fabrics"].as_array().map(Vec::len));
}

#[test]
fn hexagons_triangles_and_holes_are_quilts_too() {
    for name in ["hexiamond-6x6", "tetrahex-4x7", "pentomino-8x8-hole"] {
        let args = ["quilt", name, "--json", "-q", "--cell", "1in"];
        assert!(piecework(args).run().exit(0).json()["quilt"]["patches"].as_u64() > Some(6), "{name}");
    }
}

#[test]
fn a_letter_grid_is_a_quilt_without_a_search() {
    let ran = piecework(["quilt", "mine.txt", "--json", "-q"]).file("mine.txt", "AAB\nABB\n").run().exit(0);
    assert_eq!(ran.json()["quilt"]["patches"], 2);
}

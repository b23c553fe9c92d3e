use super::run::piecework;

#[test]
fn a_grid_from_standard_input_is_inspected() {
    piecework(["inspect", "-"])
        .input("AAB\nABB\n")
        .run()
        .exit(0)
        .content()
        .says("2 symmetries")
        .says("fault lines     none")
        .says("set-in corners  2");
}

#[test]
fn json_has_every_number() {
    let value = piecework(["inspect", "-", "--json"]).input("AABB\nAABB\n").run().exit(0).json();
    let tiling = &value["tilings"][0];
    assert_eq!(tiling["placements"], 2);
    assert_eq!(tiling["fault_lines"].as_array().map(Vec::len), Some(1));
    assert_eq!(tiling["fewest_colors"]["edge"]["count"], 2);
    assert_eq!(tiling["fewest_colors"]["edge"]["proved"], true);
}

#[test]
fn a_template_is_solved_first() {
    piecework(["inspect", "t-tetromino-4x4"]).run().exit(0).says("4 pieces laid").complains("1 tiling");
}

#[test]
fn an_invalid_grid_is_refused() {
    piecework(["inspect", "-"]).input("").run().exit(2).silent().complains("empty");
}

#[test]
fn tilings_from_anywhere_are_compared_and_written() {
    let run = |kind: &str, output: &str| {
        let args = ["inspect", "one.txt", "two.txt", "--distinct", kind, "-o", output, "--json"];
        let ran = piecework(args)
            .file("one.txt", "AAB\nABB\n")
            .file("two.txt", "xx\nxy\nyy\n\nPPQ\nPQQ\n\nAAA\nBBB\n");
        ran.run().exit(0)
    };
    assert_eq!(run("free", "all.txt").json()["tilings"], 2);
    assert_eq!(run("fixed", "all.jsonl").json()["tilings"], 3);
    let ran = run("free", "all.txt");
    assert_eq!(String::from_utf8_lossy(&ran.read("all.txt")).split("\n\n").count(), 2);
    let again = piecework(["inspect", "all.txt", "--where", "set_in_corners == 0", "--json"])
        .after(ran)
        .run()
        .exit(0);
    assert_eq!(again.json()["tilings"].as_array().map(Vec::len), Some(1));
}

#[test]
fn no_matching_tiling_exits_with_1() {
    piecework(["inspect", "-", "--where", "gaps > 0", "-o", "none.txt"])
        .input("AAB\nABB\n")
        .run()
        .exit(1)
        .silent();
    piecework(["inspect", "-", "-o", "two.json"])
        .input("AA\n\nA\n")
        .run()
        .exit(2)
        .silent()
        .complains(".jsonl");
}

#[test]
fn every_figure_is_in_the_json() {
    let value = piecework(["inspect", "-", "--json"]).input("AABB\nAABB\n").run().exit(0).json();
    let figures = &value["tilings"][0]["figures"];
    assert_eq!((&figures["halves"], &figures["congruent_halves"]), (&1.into(), &1.into()));
    assert_eq!((&figures["contacts"], &figures["straight_rectangles"]), (&1.into(), &2.into()));
    let value = piecework(["inspect", "-", "--json"]).input("A A\n B B\n").run().exit(0).json();
    assert!(value["tilings"][0]["figures"]["straight_rectangles"].is_null(), "hexagons");
}

#[test]
fn a_tiling_is_described_in_words() {
    piecework(["inspect", "-", "--words"])
        .input("AAB\nABB\n")
        .run()
        .exit(0)
        .says("board: 2 rows and 3 columns of squares, 6 cells")
        .says("  patch 2: piece ")
        .says("; 3 cells; rows 1 to 2, columns 2 to 3; touches 1")
        .says("  row 2: patch 1 in column 1, patch 2 in columns 2 and 3");
    let value = piecework(["inspect", "-", "--words", "--json"]).input("AAB\nABB\n").run().exit(0).json();
    assert_eq!(value["tilings"][0]["rows"].as_array().map(Vec::len), Some(2), "{value}");
    piecework(["inspect", "-", "--words", "-o", "t.txt"])
        .input("AAB\nABB\n")
        .run()
        .exit(2)
        .complains("--words");
}

#[test]
fn plotter_files_and_prose_are_no_letter_grids() {
    let cut = ["cut", "t-tetromino-4x4", "--machine", "hpgl", "-q", "-o", "out"];
    let cut = piecework(cut).run().exit(0);
    let plotted = String::from_utf8(cut.read("out/t-tetromino-4x4-cut-1.plt")).expect("text");
    let prose = "Eight pieces\nare not a set.\n";
    for (name, text) in [("x.plt", plotted.as_str()), ("x", &plotted), ("read-me.txt", prose)] {
        for command in [&["inspect"][..], &["divide", "--groups", "2"], &["quilt"], &["solve"]] {
            let args = command.iter().copied().chain([name, "--time-limit", "5s"]);
            piecework(args).file(name, text).run().exit(2).complains("not a letter grid");
        }
    }
}

#[test]
fn files_keep_the_letters_of_every_script_in_their_names() {
    for (name, stem) in [
        ("ünï cödé.txt", "ünï-cödé"),
        ("Лоскут.txt", "лоскут"),
        ("Πεντόμινο.txt", "πεντόμινο"),
        ("חמש.txt", "חמש"),
        ("五格骨牌.txt", "五格骨牌"),
        ("con.txt", "x-con"),
    ] {
        let ran = piecework(["cut", name, "-q", "-o", "out"]).file(name, "AAB\nABB\n").run().exit(0);
        assert!(!ran.read(&format!("out/{stem}-cut-1.svg")).is_empty(), "{name}");
        piecework(["make", "out.svg", "-q", "-o", "again"])
            .file("out.svg", ran.read(&format!("out/{stem}-cut-1.svg")))
            .run()
            .exit(0);
    }
}

use std::collections::BTreeMap;

use super::run::{Ran, names_in, piecework};

#[test]
fn a_pattern_is_a_pdf_pages_and_a_picture() {
    let ran = piecework(["quilt", "t-tetromino-4x4", "-q"]).run().exit(0).content();
    let names = names_in(&ran.path("output"));
    let wanted = ["-plan.json", "-steps.csv", "-templates.pdf", ".pdf", ".png", ".svg", ".txt"];
    assert_eq!(names, wanted.map(|end| format!("t-tetromino-4x4-quilt{end}")));
    let ran = piecework(["quilt", "t-tetromino-4x4", "-q", "--formats", "pages,svg"]).run().exit(0).content();
    let names = names_in(&ran.path("output"));
    for name in ["-page-01.svg", "-templates-01.svg", ".svg"] {
        assert!(names.contains(&format!("t-tetromino-4x4-quilt{name}")), "{name} is not among {names:?}");
    }
    assert!(names.iter().all(|name| name.ends_with(".svg")), "{names:?}");
}

#[test]
fn the_summary_counts_stitches() {
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
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn every_option_has_its_effect() {
    let pages = |extra: &[&str]| {
        let args =
            ["quilt", "t-tetromino-4x4", "-q", "--json", "--formats", "pages"].iter().chain(extra).copied();
        let ran = piecework(args).run().exit(0);
        (ran.json()["quilt"].clone(), ran.read("output/t-tetromino-4x4-quilt-page-01.svg"))
    };
    let (plain, page) = pages(&[]);
    assert_ne!(pages(&["--cell", "1in"]).0["finished_mm"], plain["finished_mm"]);
    assert_ne!(pages(&["--seam", "3/8in"]).0["seam_allowance_mm"], plain["seam_allowance_mm"]);
    assert_ne!(pages(&["--units", "metric"]).1, page);
    assert_ne!(pages(&["--paper", "a4"]).1, page);
    assert_ne!(pages(&["--palette", "grays"]).1, page);
    let corner = pages(&["--differ", "corner"]).0["fabrics"].as_array().map(Vec::len);
    assert!(corner >= plain["fabrics"].as_array().map(Vec::len));
}

#[test]
fn quilting_is_one_line_in_two_files_and_corners_need_a_border() {
    for way in ["ditch", "grid", "echo"] {
        let args = ["quilt", "t-tetromino-4x4", "-q", "--border", "1in+3in", "--quilting", way];
        let ran = piecework(args).run().exit(0).content();
        let read = |end: &str| {
            let bytes = ran.read(&format!("output/t-tetromino-4x4-quilt-quilting{end}"));
            String::from_utf8(bytes).expect("a file of text").replace('\r', "")
        };
        let svg = read(".svg");
        let sewn = svg.split_once("id=\"sew\"").expect("a layer").1;
        let sewn = sewn.split_once("</g>").expect("its end").0;
        assert_eq!(sewn.matches("<path").count(), 1, "{way}");
        let dxf = read("-r12_in.dxf");
        assert_eq!(dxf.matches("POLYLINE\n  8\nSEW").count(), 1, "{way}");
    }
    let corners = ["quilt", "t-tetromino-4x4", "--border-corners", "mitred"];
    piecework(corners).run().exit(2).complains("the quilt has no border");
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn hexagons_triangles_and_holes_are_quilts_too() {
    for name in ["hexiamond-6x6", "tetrahex-4x7", "pentomino-8x8-hole"] {
        let args = ["quilt", name, "--json", "-q", "--cell", "1in"];
        assert!(piecework(args).run().exit(0).json()["quilt"]["patches"].as_u64() > Some(6), "{name}");
    }
}

#[test]
fn hexagons_have_scallops_and_squares_have_none() {
    let of = |puzzle: &str, options: &[&str]| {
        let args = ["quilt", puzzle, "--json", "-q", "--formats", "json"];
        piecework(args.iter().chain(options).copied()).run()
    };
    let around = |options: &[&str]| {
        let quilt = of("tetrahex-4x7", options).exit(0).json()["quilt"].clone();
        let binding = &quilt["yardage"]["binding"];
        assert!(binding["bias"].is_object(), "{binding}");
        (quilt["edge"]["scallops"]["corners"].as_u64(), quilt["edge"]["scallops"]["length_mm"].as_f64())
    };
    assert_eq!(around(&[]), (None, None));
    let (corners, length) = around(&["--edge", "scalloped"]);
    assert!(corners > Some(20) && length > Some(1000.0), "{corners:?} {length:?}");
    of("pentomino-6x10", &["--edge", "scalloped"]).exit(2).complains("only hexagons have scallops");
}

#[test]
fn a_letter_grid_is_a_quilt_without_a_search() {
    let ran = piecework(["quilt", "mine.txt", "--json", "-q"]).file("mine.txt", "AAB\nABB\n").run().exit(0);
    assert_eq!(ran.json()["quilt"]["patches"], 2);
}

/// The lines of a CSV table without quotes, by column.
fn table(bytes: &[u8]) -> Vec<BTreeMap<String, String>> {
    let text = std::str::from_utf8(bytes).expect("text");
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().expect("a heading").split(',').collect();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields.len(), names.len(), "{line}");
        names.iter().zip(fields).map(|(name, field)| ((*name).to_owned(), field.to_owned())).collect()
    };
    lines.map(row).collect()
}

#[test]
fn straight_seams_are_the_same_in_json_tables_and_plan() {
    for extra in [&[][..], &["--units", "metric", "--paper", "a4", "--cell", "40mm"]] {
        let args = ["quilt", "pentomino-6x10", "--method", "straight", "--json", "-q"].iter().chain(extra);
        let ran = piecework(args.copied()).run().exit(0);
        let quilt = &ran.json()["quilt"];
        let figures = &quilt["straight"];
        let number = |key: &str| usize::try_from(figures[key].as_u64().expect("a number")).expect("small");
        let stem = "output/pentomino-6x10-quilt";
        let (rectangles, steps) = (
            table(&ran.read(&format!("{stem}-rectangles.csv"))),
            table(&ran.read(&format!("{stem}-steps.csv"))),
        );
        assert_eq!((rectangles.len(), steps.len()), (number("rectangles"), number("seams")));
        assert_eq!(rectangles.len(), steps.len() + 1);
        let seams: usize = steps.iter().map(|step| step["seam_cells"].parse::<usize>().expect("cells")).sum();
        assert_eq!(seams, number("seam_cells"));
        let plan: serde_json::Value =
            serde_json::from_slice(&ran.read(&format!("{stem}-plan.json"))).expect("a plan");
        assert_eq!(&plan["quilt"], quilt);
        for (rows, key) in [(&rectangles, "rectangles"), (&steps, "steps")] {
            let listed = plan[key].as_array().expect("a list");
            assert_eq!(listed.len(), rows.len());
            for (row, value) in rows.iter().zip(listed) {
                let keys: Vec<&String> = value.as_object().expect("an object").keys().collect();
                assert_eq!(keys, row.keys().collect::<Vec<_>>(), "every figure is a column");
                for (name, field) in row {
                    let text = match &value[name] {
                        serde_json::Value::Null => String::new(),
                        serde_json::Value::String(text) => text.clone(),
                        other => other.to_string(),
                    };
                    assert_eq!(&text, field, "{name}");
                }
            }
        }
        let chosen = quilt["methods"]["rows"].as_array().expect("methods");
        let chosen = chosen.iter().find(|row| row["chosen"] == true).expect("one");
        assert_eq!(chosen["method"], "straight-seams");
        assert_eq!(
            (&chosen["pieces"], &chosen["seam_cells"]),
            (&figures["rectangles"], &figures["seam_cells"])
        );
    }
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn fixed_figures_of_the_large_quilts_are_right() {
    for (puzzle, notches, squares, seam_cells) in
        [("y-hexomino-23x24", 184, 552, 1057), ("heptomino-21x26", 156, 546, 1045)]
    {
        let ran = piecework(["quilt", puzzle, "--method", "straight", "--json", "-q"]).run().exit(0);
        let quilt = ran.json()["quilt"].clone();
        let rows = quilt["methods"]["rows"].as_array().expect("methods").clone();
        let row = |method: &str| rows.iter().find(|row| row["method"] == method).expect("a method").clone();
        assert_eq!(row("templates")["set_in_corners"], notches, "{puzzle}");
        assert_eq!(
            (&row("squares")["pieces"], &row("squares")["seam_cells"]),
            (&squares.into(), &seam_cells.into())
        );
        let rectangles = quilt["straight"]["rectangles"].as_u64();
        assert!(rectangles >= Some(notches) && rectangles < Some(notches + 15), "{rectangles:?}");
        assert_eq!(quilt["set_in_corners"], 0);
    }
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn objectives_blocks_and_background_change_the_plan() {
    let figures = |extra: &[&str]| {
        let args = ["quilt", "pentomino-8x8-hole", "--method", "straight", "--background", "--json", "-q"];
        piecework(args.iter().chain(extra).copied()).run().exit(0).json()["quilt"]["straight"].clone()
    };
    let plain = figures(&[]);
    assert_eq!(figures(&["--objective", "fewest-rectangles", "--block", "20"]), plain);
    assert!(figures(&["--block", "5"])["blocks"].as_u64() > plain["blocks"].as_u64());
    let set_in = figures(&["--y-seams", "3"]);
    assert!(set_in["rectangles"].as_u64() < plain["rectangles"].as_u64());
    assert!((1..=3).contains(&set_in["set_in_corners"].as_u64().unwrap_or(0)), "{set_in}");
    let figure = |objective: &str, key: &str| figures(&["--objective", objective])[key].as_u64();
    assert!(figure("shortest-seams", "seam_cells") <= plain["seam_cells"].as_u64());
    assert!(figure("shallowest-assembly", "depth") <= plain["depth"].as_u64());
    assert_eq!(figures(&["--objective", "fewest-strip-heights"])["objective"], "fewest-strip-heights");
}

#[test]
fn foundations_are_asked_for_with_straight_seams_of_squares() {
    let args = ["quilt", "pentomino-6x10", "--method", "straight", "--foundations", "--json", "-q"];
    let ran = piecework(args).run().exit(0);
    let figures = ran.json()["quilt"]["straight"].clone();
    let plan: serde_json::Value =
        serde_json::from_slice(&ran.read("output/pentomino-6x10-quilt-plan.json")).expect("a plan");
    let papers = plan["foundations"].as_array().expect("foundations");
    let sewn = papers.iter().map(|paper| paper["rectangles"].as_array().expect("labels").len());
    assert_eq!(figures["rectangles"], sewn.clone().sum::<usize>());
    assert_eq!(figures["foundations"], sewn.filter(|&count| count > 1).count());
    let refused =
        |puzzle, method| piecework(["quilt", puzzle, "--method", method, "--foundations"]).run().exit(2);
    refused("pentomino-6x10", "templates").complains("--method straight");
    refused("hexiamond-6x6", "straight").complains("triangles");
}

#[test]
fn a_hole_stays_empty_without_background() {
    let of = |extra: &[&str]| {
        let args = ["quilt", "pentomino-8x8-hole", "--method", "straight", "--json", "-q"];
        piecework(args.iter().chain(extra).copied()).run().exit(0).json()["quilt"].clone()
    };
    let (open, filled) = (of(&[]), of(&["--background"]));
    let fabrics = |quilt: &serde_json::Value| quilt["fabrics"].as_array().expect("fabrics").len();
    assert_eq!(fabrics(&open) + 1, fabrics(&filled));
    let rectangles = |quilt: &serde_json::Value| quilt["straight"]["rectangles"].as_u64();
    assert!(rectangles(&open) < rectangles(&filled));
    let chosen =
        open["methods"]["rows"].as_array().expect("methods").iter().find(|row| row["chosen"] == true);
    assert_eq!(chosen.expect("one")["method"], "straight-seams");
    let border = ["quilt", "pentomino-8x8-hole", "--method", "straight", "--border", "1"];
    piecework(border).run().exit(2).complains("border");
}

#[test]
fn tilings_without_straight_seams_are_refused_with_a_hint() {
    let ring = r########"{ "piecework": 1, "name": "ring", "lattice": "triangle", "region": { "rows": [
        "#######", "##...##", "#######" ] }, "pieces": [ { "name": "A", "rows": ["#"], "count": 18 } ] }"########;
    for (puzzle, reason) in [
        ("ring.json", "row of triangles"),
        ("apart.txt", "is not connected"),
        ("mine.txt", "the 4 x 4 cells"),
    ] {
        let ran = piecework(["quilt", puzzle, "--method", "straight"])
            .file("apart.txt", "AA.\n..B\n")
            .file("mine.txt", "A.AA\nAAA.\n.AAA\nAA.A\n")
            .file("ring.json", ring)
            .run();
        let ran = ran.exit(2).complains(reason).complains("hint");
        assert!(!ran.path("output").exists(), "nothing is written");
    }
    for option in
        [&["--objective", "shortest-seams"][..], &["--block", "5"], &["--y-seams", "2"], &["--background"]]
    {
        let args = ["quilt", "t-tetromino-4x4"].iter().chain(option).copied();
        piecework(args).run().exit(2).complains("--method straight");
    }
}

#[test]
fn rows_that_lie_the_other_way_round_are_told() {
    let read = |ran: &super::run::Ran| {
        std::fs::read_to_string(ran.path("output/pinwheels-quilt.txt")).expect("the pattern in words")
    };
    let ran = piecework(["make", "pinwheels"]).run().exit(0);
    let text = read(&ran).split_whitespace().collect::<Vec<&str>>().join(" ");
    for said in [
        "Row 1: make 4. Sew 3a, 3b, 3a, 3b in a row.",
        "The top. Sew Row 1, Row 1, Row 1, Row 1 below each other. Turn every second one half around.",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!text.contains("steps 1"), "no numbers of steps that are not there");
    // A block keeps its fabrics, however many there are; on five columns rows begin and end alike.
    let ran = piecework(["make", "pinwheels", "--blocks", "5x4"]).run().exit(0);
    let ran = ran.complains("160 patches have the fabrics that were named; no other patch changed");
    assert!(!read(&ran).contains("half around"));
    // What it says to buy is enough, as a stash.
    let stash = "Oat=1/2yd,Rust=1/4yd,Midnight=1/4yd,binding=1/4yd,backing=1yd";
    piecework(["make", "pinwheels", "--stash", stash]).run().exit(0).complains("from the stash: Midnight");
}

#[test]
fn templates_are_compared_with_other_methods_on_every_lattice() {
    for (puzzle, methods) in
        [("t-tetromino-4x4", 6), ("tetrahex-4x7", 3), ("hat-56", 3), ("hexiamond-6x6", 3)]
    {
        let ran = piecework(["quilt", puzzle, "--json", "-q"]).run().exit(0);
        let table = ran.json()["quilt"]["methods"].clone();
        let rows = table["rows"].as_array().expect("methods");
        assert_eq!(rows.len(), methods, "{puzzle}");
        assert_eq!((&rows[0]["method"], &rows[0]["chosen"]), (&"templates".into(), &true.into()));
        assert!(rows.iter().all(|row| row["cut_area_mm2"].as_f64() > Some(0.0)), "{puzzle}");
        assert_eq!(table["no_straight_seams"].is_null(), methods > 2, "{puzzle}");
    }
}

/// Two L trominoes in a 2 x 3 rectangle, in four copies.
const TROMINOES: &str = "AABEEF\nABBEFF\nCCDGGH\nCDDGHH\n";

#[track_caller]
fn colored(options: &[&str]) -> super::run::Run {
    let args = ["quilt", "mine.txt", "--json", "-q"].iter().chain(options).copied();
    piecework(args)
        .file("mine.txt", TROMINOES)
        .file("mine.csv", "Ink,#101820\nOat,#e8dcc0\nRust,#b7410e\nSage,#9caf88\n")
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn fabrics_as_they_are_asked_for() {
    for (options, scheme) in [
        (&[][..], "fewest"),
        (&["--color", "balanced", "--fabrics", "4"], "balanced"),
        (&["--stash", "Oat=3,rust=3,Midnight=2"], "stash"),
        (&["--color", "concentric", "--fabrics", "4", "--exchange"], "zones"),
        (&["--color", "symmetric"], "symmetric"),
        (&["--color", "kind"], "kind"),
        (&["--color", "orientation"], "orientation"),
        (&["--contrast"], "fewest"),
    ] {
        let quilt = colored(options).run().exit(0).json()["quilt"].clone();
        assert_eq!(quilt["coloring"]["scheme"], scheme, "{options:?}");
        let patches =
            quilt["fabrics"].as_array().expect("a list").iter().map(|fabric| fabric["patches"].as_u64());
        assert_eq!(patches.flatten().sum::<u64>(), 8, "{options:?}");
    }
    let balanced = colored(&["--color", "balanced", "--fabrics", "4"]).run().exit(0).json()["quilt"].clone();
    assert_eq!(balanced["coloring"]["difference"], 0);
    let own = colored(&["--palette", "mine.csv"]).run().exit(0).json()["quilt"]["fabrics"][0].clone();
    assert_eq!((own["name"].as_str(), own["color"].as_str()), (Some("Ink"), Some("#101820")));
}

#[test]
fn impossible_fabrics_are_refused_with_a_reason() {
    for (options, exit, code, words) in [
        (&["--fabrics", "2"][..], 1, "E1204", "are not enough"),
        (&["--most-fabrics", "1"], 1, "E1204", "are not enough"),
        (&["--stash", "Oat=3,Rust=3,Midnight=1"], 1, "E1211", "the stash is enough for `7` patches"),
        (&["--stash", "Oat=2,Rust=2"], 1, "E1211", "the stash is enough for `4` patches"),
        (&["--stash", "Oat=8,Rust=0,Midnight=0"], 1, "E1212", "too little variety"),
        (&["--stash", "Oatt=8"], 2, "E1215", "did you mean `Oat`?"),
        (&["--stash", "Oat"], 2, "E1217", "write `NAME=40`"),
        (&["--stash", "Oat=2ells"], 2, "E1217", "`NAME=1 1/2yd`"),
        (&["--stash", "Oat=2in,Rust=1yd,Midnight=1fq"], 1, "E1212", "too little variety"),
        (&["--color", "stash"], 2, "E1227", "does not say how much there is"),
        (&["--color", "bands", "--fabrics", "5"], 2, "E1218", "two fabrics each"),
    ] {
        let ran = colored(options).run().exit(exit).complains(words);
        assert_eq!(ran.json()["errors"][0]["code"], code, "{options:?}");
    }
    let usage = [
        (&["--exchange"][..], "--color symmetric"),
        (&["--stash", "Oat=8", "--fabrics", "3"], "cannot be used with"),
        (&["--precut", "jelly-roll", "--fat-quarters"], "cannot be used with"),
        (&["--one-way", "Oats"], "has no fabric `Oats`"),
    ];
    for (options, words) in usage {
        assert_eq!(colored(options).run().exit(2).complains(words).json()["exit"], 2);
    }
    let uneven = piecework(["quilt", "u.txt", "--color", "symmetric"]).file("u.txt", "AAAB\nACBB\n");
    uneven.run().exit(1).complains("no such symmetry").complains("E1219");
    let table = piecework(["quilt", "u.txt", "--palette", "p.csv"])
        .file("u.txt", "AB\n")
        .file("p.csv", "A,#000000\nB,red\n");
    table.run().exit(2).complains("p.csv:2:1").complains("write it as `#rrggbb`");
}

#[test]
fn a_stash_is_not_exceeded_and_the_rest_is_reported() {
    let stash = ["--stash", "Oat=1/2yd,Rust=40cm,Midnight=1 fat quarter"];
    let row = |row: &serde_json::Value, key: &str| row[key]["length"].as_str().map(str::to_owned);
    let quilt = colored(&stash).run().exit(0).json()["quilt"].clone();
    let rows = quilt["stash"].as_array().expect("rows");
    assert_eq!(rows.len(), 3);
    assert_eq!(row(&rows[0], "stock").as_deref(), Some("18 in"));
    assert_eq!(
        (row(&rows[1], "stock").as_deref(), &rows[2]["stock"]["fat_quarters"]),
        (Some("15 95/127 in"), &1.into())
    );
    assert_eq!(quilt["coloring"]["scheme"], "stash");
    // The same from the table of the palette.
    let table =
        "name,color,role,stock\nOat,#e8dcc0,,1/2yd\nRust,#b7410e,,40cm\nMidnight,#14213d,,1 fat quarter\n";
    let args = ["quilt", "mine.txt", "--json", "--palette", "p.csv", "--color", "stash"];
    let ran = piecework(args).file("mine.txt", TROMINOES).file("p.csv", table).run().exit(0);
    assert_eq!(ran.json()["quilt"]["stash"], quilt["stash"]);
    ran.complains("from the stash: Oat:").complains("needed of 18 in");
    // Options without effect are refused, and so is yardage if no fabric is cut.
    let both = colored(&["--color", "stash", "--fabrics", "3"]).run().exit(2);
    both.complains("has no effect with `--color stash`");
    let sheet = piecework(["sheet", "mine.txt", "--stash", "Oat=1yd,Rust=1yd,Midnight=1yd"])
        .file("mine.txt", TROMINOES);
    sheet.run().exit(2).complains("nothing is cut from cloth here").complains("E1225");
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn pre_cuts_are_assorted_or_solid_and_may_be_a_stash() {
    let cut = |options: &[&str]| {
        let run = piecework(
            ["quilt", "pentomino-6x10", "--json", "-q", "--formats", "json"].iter().chain(options).copied(),
        );
        run.run()
    };
    for (precut, piles) in [
        ("charm-pack", &["pile 1", "pile 2", "pile 3"][..]),
        ("charm-pack:value", &["light", "medium", "dark"]),
        ("charm-pack:solid", &[]),
    ] {
        let packages = cut(&["--precut", precut]).exit(0).json()["quilt"]["yardage"]["packages"].clone();
        let found = packages["piles"].as_array().map_or_else(Vec::new, Clone::clone);
        let mut found: Vec<&str> = found.iter().filter_map(|pile| pile["pile"].as_str()).collect();
        let mut expected = piles.to_vec();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!((found, packages["packages"].as_u64()), (expected, Some(1)), "{precut}");
        let held = format!("{precut}=1");
        let quilt = cut(&["--stash", &held]).exit(0).json()["quilt"].clone();
        assert_eq!(quilt["stash"][0]["needed"]["packages"], 1, "{precut}");
        let none = format!("{precut}=0");
        assert_eq!(cut(&["--stash", &none]).exit(3).json()["errors"][0]["code"], "E1535");
    }
    cut(&["--stash", "charm-pack=1,Oat=1yd"]).exit(2).complains("patches are cut from the pre-cuts");
    cut(&["--precut", "charm-pack", "--one-way", "Oat"]).exit(2).complains("no fabrics by name");
    cut(&["--precut", "charm-pack:light"]).exit(2).complains("charm-pack:value");
    // Blocks have their fabrics from what is bought where the stash has none for patches.
    let blocks = ["--blocks", "2x1", "--sashing", "1", "--seam", "3mm"];
    for stash in ["charm-pack=9", "charm-pack=9,backing=9yd", "backing=9yd"] {
        for recolor in ["no", "same", "each"] {
            cut(&[&blocks[..], &["--recolor", recolor, "--stash", stash]].concat()).exit(0);
        }
    }
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn fabric_is_counted_and_cut() {
    let quilt = |extra: &[&str]| {
        let args =
            ["quilt", "t-tetromino-4x4", "-q", "--json", "--formats", "pages"].iter().chain(extra).copied();
        piecework(args).run().exit(0).json()["quilt"].clone()
    };
    let plain = quilt(&[]);
    let yardage = &plain["yardage"];
    // 8 x 8 in: 42 in around are two strips; the backing is 16 in square.
    assert_eq!(yardage["binding"]["strips"], 2);
    assert_eq!(yardage["backing"]["bought"]["yards"], 0.5);
    assert_eq!(yardage["finished"], serde_json::json!(["8 in", "8 in"]));
    // Four boxes of 4 1/2 x 6 1/2 in, two of a fabric.
    assert_eq!(yardage["fabrics"][0]["heights"][0]["height"], "4 1/2 in");
    assert_eq!(yardage["fabrics"][0]["bought"]["yards"], 0.25, "half an inch more");
    assert_eq!(quilt(&["--extra", "0"])["yardage"]["fabrics"][0]["bought"]["yards"], 0.125);
    for (extra, at, found) in [
        (&["--border", "2"][..], "/yardage/finished/0", "16 in"),
        (&["--border", "3in"], "/yardage/finished/0", "14 in"),
        (&["--size", "crib", "--grow", "cells"], "/yardage/cell", "10 in"),
        (&["--size", "crib", "--grow", "cells", "--border", "3in"], "/yardage/cell", "8 1/2 in"),
        (&["--size", "crib", "--cell", "4in"], "/yardage/finished/1", "52 in"),
        (&["--fat-quarters"], "/yardage/fabrics/0/strip_length", "21 in"),
        (&["--fat-quarters", "18inx22in"], "/yardage/fabrics/0/strip_length", "22 in"),
        (&["--wof", "42in"], "/yardage/width_of_fabric", "42 in"),
        (&["--binding", "2.25in"], "/yardage/binding/strip_height", "2 1/4 in"),
        (&["--binding-extra", "20in"], "/yardage/binding/extra", "20 in"),
        (&["--backing-wof", "108in"], "/yardage/backing/width_of_fabric", "108 in"),
    ] {
        assert_eq!(quilt(extra).pointer(at).and_then(|value| value.as_str()), Some(found), "{extra:?}");
    }
    assert_eq!(quilt(&["--shrinkage", "10"])["yardage"]["backing"]["bought"]["yards"], 0.5);
    assert_eq!(quilt(&["--shrinkage", "20"])["yardage"]["backing"]["bought"]["yards"], 0.625);
}

#[test]
fn what_is_usual_follows_the_units_unless_it_is_given() {
    let quilt = |extra: &[&str]| {
        let args =
            ["quilt", "t-tetromino-4x4", "-q", "--json", "--formats", "pages"].iter().chain(extra).copied();
        piecework(args).run().exit(0).json()["quilt"]["yardage"].clone()
    };
    let [in_inches, in_metric] =
        ["imperial", "metric"].map(|units| quilt(&["--units", units, "--fat-quarters"]));
    for (at, imperial, metric) in [
        ("/cell", "2 in", "50 mm"),
        ("/seam_allowance", "1/4 in", "7.5 mm"),
        ("/width_of_fabric", "40 in", "1000 mm"),
        ("/binding/strip_height", "2 1/2 in", "65 mm"),
        ("/binding/extra", "10 in", "250 mm"),
        ("/backing/size/0", "16 in", "400 mm"),
        ("/batting/0", "13 in", "320 mm"),
        ("/fabrics/0/fat_quarters/size/0", "21 in", "550 mm"),
    ] {
        for (value, wanted) in [(&in_inches, imperial), (&in_metric, metric)] {
            assert_eq!(value.pointer(at).and_then(|value| value.as_str()), Some(wanted), "{at}");
        }
    }
    let given =
        quilt(&["--units", "metric", "--wof", "40in", "--cell", "2in", "--fat-quarters", "18inx21in"]);
    assert_eq!((&given["width_of_fabric"], &given["cell"]), (&"1016 mm".into(), &"50.8 mm".into()));
    assert_eq!(given["fabrics"][0]["strip_length"], "533.4 mm");
}

#[test]
fn a_quilt_for_a_bed_has_its_finished_size() {
    let args = [
        "quilt",
        "t-tetromino-4x4",
        "--size",
        "queen",
        "--grow",
        "cells",
        "--border",
        "0",
        "--wof",
        "110in",
        "--json",
    ];
    let ran = piecework(args).run().exit(0);
    let ran = ran.complains(
        "size queen, 90 in × 108 in: the quilt is 94 in × 94 in, width 4 in more, height 14 in less",
    );
    let bed = &ran.json()["quilt"]["yardage"]["bed"];
    assert_eq!((&bed["name"], &bed["short_by"]), (&"queen".into(), &"14 in".into()));
    let args = ["quilt", "hexiamond-6x6", "--size", "baby", "--json"];
    let ran = piecework(args).run().exit(0);
    let ran = ran.complains("warning: the quilt is not a rectangle");
    assert_eq!(ran.json()["quilt"]["yardage"]["bed"]["is_rectangle"], false);
}

/// All texts and all numbers in a value.
fn leaves<'a>(value: &'a serde_json::Value, to: &mut Vec<&'a serde_json::Value>) {
    match value {
        serde_json::Value::Array(values) => values.iter().for_each(|value| leaves(value, to)),
        serde_json::Value::Object(values) => values.values().for_each(|value| leaves(value, to)),
        leaf => to.push(leaf),
    }
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn lengths_for_programs_are_in_one_unit_exact_and_without_noise() {
    let quilt = |name: &str, extra: &[&str]| {
        let args = ["quilt", name, "-q", "--json"].into_iter().chain(extra.iter().copied());
        piecework(args).file("mine.txt", TROMINOES).run().exit(0).json()["quilt"].clone()
    };
    for (name, extra) in [
        ("mine.txt", &["--cell", "4/3in"][..]),
        ("mine.txt", &["--cell", "33mm", "--border", "2", "--method", "straight"]),
        ("tetrahex-4x7", &["--method", "epp", "--cell", "2in", "--paper", "a4"]),
    ] {
        let mut tops = Vec::new();
        for (units, other) in [("metric", "in"), ("imperial", "mm")] {
            let value = quilt(name, &[extra, &["--units", units]].concat());
            let mut all = Vec::new();
            leaves(&value["yardage"], &mut all);
            let texts = all.iter().filter_map(|leaf| leaf.as_str());
            let wrong = texts.filter(|text| text.split(' ').next_back() == Some(other)).count();
            assert_eq!(wrong, 0, "{units}: {}", value["yardage"]);
            let mut all = Vec::new();
            leaves(&value, &mut all);
            for number in all.iter().filter_map(|leaf| leaf.as_f64()) {
                assert!(
                    number.to_string().split('.').nth(1).is_none_or(|digits| digits.len() <= 6),
                    "{number}"
                );
            }
            let mm = |text: &serde_json::Value| {
                text.as_str().expect("text").parse::<piecework::length::Length>().expect("a length").mm()
            };
            tops.push((mm(&value["yardage"]["top"][1]), value["finished_mm"][1].as_f64().expect("a number")));
        }
        // Heights of hexagons are whole and half cells, so nothing is rounded.
        for (top, finished) in tops {
            assert!((top - finished).abs() < 2e-6, "{name} {extra:?}: {top} and {finished}");
        }
    }
}

#[test]
fn fabric_that_does_not_do_is_refused_before_the_search() {
    for (extra, code) in [
        (&["--wof", "1in"][..], "E1522"),
        (&["--cell", "20in"], "E1520"),
        (&["--fat-quarters", "--cell", "8in"], "E1521"),
        (&["--shrinkage", "200"], "E1523"),
        (&["--size", "cot"], "E1525"),
    ] {
        let args = ["quilt", "t-tetromino-4x4", "--json", "--nodes", "1"].iter().chain(extra).copied();
        let ran = piecework(args).run().exit(2);
        assert_eq!(ran.json()["errors"][0]["code"], code, "{extra:?}");
    }
    let both = ["quilt", "t-tetromino-4x4", "--size", "queen", "--grow", "cells", "--cell", "2in"];
    piecework(both).run().exit(2).complains("--cell");
    // A strip of 20 x 3 cells would have a border that is wider than the top is high.
    piecework([
        "quilt",
        "pentomino-3x20",
        "--size",
        "king",
        "--grow",
        "cells",
        "--formats",
        "txt",
        "-o",
        "strip",
    ])
    .run()
    .exit(0)
    .complains("no cell and equal border make size king");
    let counted =
        ["quilt", "domino-8x8", "--patches", "2in", "--size", "crib", "--formats", "txt", "-o", "crib"];
    piecework(counted)
        .run()
        .exit(0)
        .complains("chosen for size crib: --blocks 2x3 --border 2in, 2 × 3 blocks, 192 patches");
    let small = piecework(["quilt", "pentomino-6x10", "--cell", "1/2in"]).run().exit(2);
    small.complains("closes at `6.35` mm (0.25 in)").complains("(0.2499 in) it stays open");
    piecework(["quilt", "t-tetromino-4x4", "--border", "wide"]).run().exit(2).complains("wide");
}

#[test]
fn papers_mirrors_and_rolls_are_options_that_are_refused_where_they_mean_nothing() {
    let quilt = |extra: &[&str]| {
        let args = ["quilt", "mine.txt", "--json", "-q", "--cell", "1in", "--formats", "pages"]
            .iter()
            .chain(extra)
            .copied();
        piecework(args).file("mine.txt", "AAB\nABB\n").run()
    };
    let value = quilt(&["--method", "epp"]).exit(0).json();
    let papers = &value["quilt"];
    assert_eq!((&papers["method"], &papers["set_in_corners"]), (&"epp".into(), &0.into()));
    let plain = quilt(&[]).exit(0).json();
    assert_eq!(plain["quilt"]["set_in_corners"], 2);
    let marks = plain["quilt"]["match_marks"].as_array().expect("a list");
    assert_eq!((marks.len(), &marks[0]["set_in"][0][1]), (2, &1.into()), "the first corner is number 1");
    let mirrored = quilt(&["--mirror"]).exit(0);
    let mut pages =
        names_in(&mirrored.path("output")).into_iter().map(|name| mirrored.read(&format!("output/{name}")));
    let from_behind =
        |page: Vec<u8>| String::from_utf8(page).expect("text").contains("diagram from the back");
    assert!(pages.any(from_behind));
    let roll = quilt(&["--paper", "roll-a0"]).exit(0);
    for (name, width) in [("templates-01", "841mm"), ("page-01", "215.9mm")] {
        let page = String::from_utf8(roll.read(&format!("output/mine-quilt-{name}.svg"))).expect("text");
        assert!(page.contains(&format!("width=\"{width}\"")), "{}", &page[..300]);
    }
    for method in ["straight", "epp"] {
        let refused = quilt(&["--method", method, "--mirror"]).exit(2);
        assert!(refused.stdout().contains("--mirror"), "{}", refused.stdout());
    }
    let sheet = piecework(["sheet", "domino-8x8", "--paper", "roll-a0", "--json"]).run().exit(2);
    assert!(sheet.stdout().contains("roll-a0"), "only quilts are printed on rolls: {}", sheet.stdout());
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn materials_layouts_and_marks_are_pages_of_one_document() {
    for method in ["templates", "straight", "epp"] {
        let args = [
            "quilt",
            "pentomino-6x10",
            "--method",
            method,
            "--cell",
            "1in",
            "--pages",
            "full",
            "--border",
            "1",
            "--formats",
            "pages",
            "-q",
        ];
        let ran = piecework(args).run().exit(0);
        let names = names_in(&ran.path("output"));
        assert!(!names.iter().any(|name| name.contains("cutting")), "{names:?}");
        let pages = names.iter().filter(|name| name.contains("-page-"));
        let pages: Vec<String> =
            pages.map(|name| String::from_utf8(ran.read(&format!("output/{name}"))).expect("text")).collect();
        for title in ["materials", "cutting layout", "construction methods"] {
            let titled = pages.iter().any(|page| {
                let bookmark = page.split("</title>").next().unwrap_or("");
                bookmark.contains(title)
            });
            assert!(titled, "{method}: {title}");
        }
    }
}

#[test]
fn triangles_are_sewn_in_rows_with_straight_seams() {
    let ran = piecework(["quilt", "hexiamond-6x6", "--method", "straight", "--json", "-q"]).run().exit(0);
    let quilt = ran.json()["quilt"].clone();
    assert_eq!((&quilt["patches"], &quilt["set_in_corners"]), (&12.into(), &0.into()));
    let rows = quilt["rows"]["rows"].as_array().expect("rows");
    let strips: usize = rows.iter().map(|row| row.as_array().map_or(0, Vec::len)).sum();
    let methods = quilt["methods"]["rows"].as_array().expect("methods");
    let chosen = methods.iter().find(|row| row["chosen"] == true).expect("one");
    assert_eq!((&chosen["method"], &chosen["pieces"]), (&"rows".into(), &strips.into()));
    assert_eq!(chosen["seams"], strips - 1);
    let length = |value: &serde_json::Value| value["seam_length_mm"].as_f64().expect("a length");
    assert!((length(chosen) - length(&quilt)).abs() < 1e-6);
    let refused = piecework(["quilt", "hexiamond-6x6", "--method", "straight", "--block", "5"]).run().exit(2);
    refused.complains("triangles are sewn in rows");
}

#[test]
fn a_patch_gets_the_fabric_that_is_chosen_for_it() {
    let args = ["quilt", "t-tetromino-4x4", "--fabric-of", "1=Sage,3=rust", "--formats", "svg", "--json"];
    let value = piecework(args).run().exit(0).complains("2 patches have the fabrics that were named").json();
    let fabrics = value["quilt"]["fabrics"].as_array().expect("fabrics");
    assert!(fabrics.iter().any(|fabric| fabric["name"] == "Sage" && fabric["patches"] == 1), "{value}");
    let fixed = &value["quilt"]["coloring"]["fixed"]["patches"];
    assert_eq!(fixed.to_string(), r#"[[1,"Sage"],[3,"Rust"]]"#);
    for (list, why) in
        [("9=Sage", "no patch `9`"), ("1=Sge", "did you mean"), ("1", "12=Rust"), ("1=Sage,2=Sage", "touch")]
    {
        let refused = ["quilt", "t-tetromino-4x4", "--fabric-of", list, "--formats", "svg"];
        piecework(refused).run().complains(why);
    }
    piecework(["quilt", "t-tetromino-4x4", "--shuffle", "3", "--color", "kind"])
        .run()
        .exit(2)
        .complains("--shuffle");
}

#[test]
fn tumbling_blocks_have_three_tones_where_patches_may_match() {
    let quilt = ["quilt", "tumbling-blocks-hexagon", "--touching", "may-match", "--method", "epp"];
    let run = piecework(quilt.into_iter().chain(["--color", "orientation", "-o", "blocks"])).run();
    run.exit(0).complains("Oat");
    let alone = piecework(quilt).run();
    alone.exit(2).complains("all patches would have one fabric");
}

#[test]
fn a_photo_colors_the_patches_and_the_design_holds_it() {
    const PHOTO: &[u8] = include_bytes!("../../crates/draw/src/color/turned.jpg");
    let photo = ["--photo", "cat.jpg", "--palette-from", "cat.jpg", "--dither"];
    let args =
        ["quilt", "domino-8x8", "--formats", "svg", "-q", "--json", "--save-design", "d.json", "-o", "q"];
    let ran = piecework(args.into_iter().chain(photo)).file("cat.jpg", PHOTO).run().exit(0);
    let coloring = &ran.json()["quilt"]["coloring"];
    assert_eq!(coloring["scheme"], "photo");
    assert!(
        coloring["photo"]["difference"].as_f64().is_some_and(|found| found > 0.0 && found < 0.2),
        "{coloring}"
    );
    let (design, picture) = (ran.read("d.json"), ran.read("q/domino-8x8-quilt.svg"));
    // The photo is not beside it any more.
    let again = piecework(["make", "d.json", "-q", "-o", "again"]).file("d.json", design).run().exit(0);
    assert_eq!(again.read("again/domino-8x8-quilt.svg"), picture);
}

/// The pieces stay, each lies elsewhere, and the design makes the same quilt from the tiling it began with.
#[test]
fn pieces_follow_a_photo() {
    let args = ["quilt", "l-tromino-6x6", "--photo", "cat", "--follow", "-o", "out"];
    let ran = piecework(args).run().exit(0).complains("pieces follow the photo");
    let plan = ran.read("out/l-tromino-6x6-quilt-plan.json");
    let svg = ran.read("out/l-tromino-6x6-quilt.svg");
    let again = piecework(["make", "q.svg", "-o", "again", "-q"]).file("q.svg", &svg).run().exit(0);
    assert_eq!(again.read("again/l-tromino-6x6-quilt-plan.json"), plan);
    let plain = piecework(["quilt", "l-tromino-6x6", "--photo", "cat", "-o", "out", "-q"]).run().exit(0);
    assert_ne!(plain.read("out/l-tromino-6x6-quilt-plan.json"), plan);
    piecework(["quilt", "l-tromino-6x6", "--follow"]).run().exit(2).complains("--photo");
}

#[test]
fn photos_that_cannot_be_shown_are_refused_with_a_reason() {
    let refused = |extra: &[&str], content: &[u8]| {
        let args = ["quilt", "t-tetromino-4x4", "-q"].iter().chain(extra).copied();
        let ran = piecework(args).file("x.jpg", content).run().exit(2);
        ran.stderr().to_owned()
    };
    assert!(refused(&["--photo", "dog"], b"").contains("[E1238]"));
    assert!(refused(&["--photo", "cat", "--color", "kind"], b"").contains("[E2205]"));
    assert!(refused(&["--dither"], b"").contains("[E2206]"));
}

#[test]
fn a_design_of_the_gallery_is_made_by_name() {
    let ran = piecework(["make", "four", "-q", "-o", "o"]).run().exit(0).content();
    assert!(names_in(&ran.path("o")).contains(&"four-quilt.pdf".to_owned()));
}

/// Many blocks make long lists: of corners on a card, and of patches.
#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn cards_are_as_high_as_their_words() {
    let args =
        ["quilt", "domino-8x8", "--blocks", "6x6", "--sashing", "1", "--formats", "txt", "-q", "-o", "out"];
    piecework(args).run().exit(0);
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn blocks_of_every_lattice_are_laid_out() {
    for args in [
        ["tetrahex-4x7", "--blocks", "2x2", "--sashing", "1"],
        ["half-squares-12x12", "--blocks", "2x1", "--sashing", "1"],
    ] {
        let args = ["quilt"].into_iter().chain(args).chain(["--formats", "txt", "-q", "-o", "out"]);
        piecework(args).run().exit(0);
    }
}

/// By every method, before the search: nothing is sewn at a corner or across a gap.
#[test]
fn a_top_in_parts_is_refused() {
    for (lattice, rows) in
        [("square", "AA..BB\nAA..BB\n"), ("square", "AA..\nAA..\n..BB\n..BB\n"), ("triangle", "AAA....BBB\n")]
    {
        for method in ["templates", "straight", "epp"] {
            let quilt = [
                "quilt",
                "p.txt",
                "--lattice",
                lattice,
                "--method",
                method,
                "--formats",
                "txt",
                "-q",
                "-o",
                "out",
            ];
            for edge in ["binding", "fillers", "background"] {
                let run = piecework(quilt.into_iter().chain(["--edge", edge])).file("p.txt", rows).run();
                match (lattice, method, edge) {
                    ("square", "straight", "fillers") => drop(run.exit(0)),
                    _ => drop(run.exit(2).complains("the quilt top is not connected: it is in 2 parts")),
                }
            }
        }
    }
}

/// Blocks are sewn from what the pattern says to buy, their sashing has a fabric of its own, and the saved design makes
/// the same quilt again.
#[test]
fn a_tiling_is_repeated_as_blocks_with_sashing_between() {
    let blocks = ["quilt", "t-tetromino-4x4", "--blocks", "3x2", "--sashing", "1"];
    let also = |extra: &[&'static str]| blocks.iter().chain(extra).copied().collect::<Vec<_>>();
    let ran =
        piecework(also(&["--formats", "svg", "--json", "-o", "q", "--save-design", "d.json"])).run().exit(0);
    let value = ran.json();
    let quilt = &value["quilt"];
    assert_eq!(quilt["patches"], 6 * 4 + 4 + 3 + 2, "tetrominoes, sashing up and across, cornerstones");
    let size: Vec<f64> =
        quilt["finished_mm"].as_array().expect("a size").iter().flat_map(|side| side.as_f64()).collect();
    assert_eq!(
        size.iter().map(|side| side.round()).collect::<Vec<_>>(),
        [711.0, 457.0],
        "14 x 9 cells of 2 in"
    );
    let fabrics = quilt["yardage"]["fabrics"].as_array().expect("fabrics");
    let pieces = |fabric: &serde_json::Value| -> Vec<String> {
        let all = fabric["pieces"].as_array().expect("pieces");
        all.iter().filter_map(|piece| piece["name"].as_str().map(str::to_owned)).collect()
    };
    assert!(
        fabrics.iter().any(|fabric| pieces(fabric) == ["sash"]),
        "sashing alone is cut from one fabric: {value}"
    );
    let bought = |fabric: &serde_json::Value| {
        format!("{}={}yd", fabric["fabric"].as_str().expect("a name"), fabric["bought"]["yards"])
    };
    let stash = fabrics.iter().map(bought).collect::<Vec<_>>().join(",");
    let again = blocks.iter().copied().chain(["--stash", &stash, "--formats", "svg"]);
    piecework(again).run().exit(0);
    let made =
        piecework(["make", "d.json", "-q", "-o", "again"]).file("d.json", ran.read("d.json")).run().exit(0);
    let file = "t-tetromino-4x4-quilt.svg";
    assert_eq!(made.read(&format!("again/{file}")), ran.read(&format!("q/{file}")));
    let refused =
        |args: &[&str], why: &str| drop(piecework(args.iter().copied()).run().exit(2).complains(why));
    refused(
        &["quilt", "tumbling-blocks-hexagon", "--blocks", "2x2"],
        "rows of the board are not equally long",
    );
    refused(&["quilt", "hexiamond-6x6", "--blocks", "2x2", "--sashing", "1"], "odd number of triangles");
    refused(&["quilt", "domino-8x8", "--sashing", "1"], "--blocks");
    refused(&["quilt", "domino-8x8", "--blocks", "0x2"], "COLUMNSxROWS such as 8x5");
    refused(&["quilt", "domino-8x8", "--blocks", "4000000000x2"], "cells");
}

/// The table of docs/quilts.md, and a saved design with all of these options, which makes the same quilt again.
#[test]
fn designs_with_blocks_are_as_the_document_says() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/quilts.md")).expect("a page");
    let table = text.split("## Designs with blocks").nth(1).expect("a chapter").split("## ").next();
    let rows = table.expect("a chapter").lines().filter_map(|line| line.strip_prefix("| `quilt "));
    let mut count = 0;
    for row in rows {
        let cells: Vec<&str> = row.split(" | ").map(|cell| cell.trim_matches(['`', '|', ' '])).collect();
        let [command, patches, top] = cells.as_slice() else { panic!("{row}") };
        // The largest is left to the ignored tests of sizes.
        if patches.parse::<u32>().expect("a number") > 1000 {
            continue;
        }
        let args = ["quilt"].into_iter().chain(command.split(' '));
        let ran = piecework(args.chain(["--formats", "svg", "--json", "-q", "-o", "q"])).run().exit(0).json();
        assert_eq!(ran["quilt"]["patches"].to_string(), *patches, "{command}");
        let sides: Vec<f64> = top.split(" × ").map(inches).collect();
        for (side, found) in sides.iter().zip(ran["quilt"]["finished_mm"].as_array().expect("a size")) {
            let found = found.as_f64().expect("a length") / 25.4;
            assert!((0.0..0.0626).contains(&(side - found + 1e-6)), "{command}: {found}");
        }
        count += 1;
    }
    assert!(count >= 6, "{count}");
    let wild = "quilt t-tetromino-4x4 --blocks 2x2 --setting on-point --sashing 1 --alternate b.txt --turn-blocks second \
                --mirror-blocks --recolor each --formats svg -q -o q --save-design d.json";
    let ran = piecework(wild.split_whitespace()).file("b.txt", "AB\nAB\n").run().exit(0);
    let made =
        piecework(["make", "d.json", "-q", "-o", "again"]).file("d.json", ran.read("d.json")).run().exit(0);
    let file = "t-tetromino-4x4-quilt.svg";
    assert_eq!(made.read(&format!("again/{file}")), ran.read(&format!("q/{file}")));
    let named = [
        "quilt",
        "pinwheels",
        "--blocks",
        "1x1",
        "--setting",
        "on-point",
        "--formats",
        "svg",
        "-q",
        "-o",
        "q",
    ];
    piecework(named).run().exit(0);
}

/// `33 15/16 in` as a number.
fn inches(text: &str) -> f64 {
    let number = |of: &str| match of.split_once('/') {
        Some((over, under)) => over.parse::<f64>().expect("digits") / under.parse::<f64>().expect("digits"),
        None => of.parse::<f64>().expect("digits"),
    };
    text.trim_end_matches(" in").split(' ').map(number).sum()
}

#[test]
fn slips_are_read_as_meant_or_answered_with_the_right_value() {
    let quilt = |args: &[&'static str]| {
        let usual = ["quilt", "domino-8x8", "--formats", "json", "-q", "-o", "q"];
        piecework(usual.into_iter().chain(args.iter().copied())).run()
    };
    // A unit that stands apart, and a number of cells.
    let cell = |ran: Ran| {
        let plan: serde_json::Value =
            serde_json::from_slice(&ran.exit(0).read("q/domino-8x8-quilt-plan.json")).expect("JSON");
        plan["quilt"]["cell_mm"].as_f64().expect("a length")
    };
    assert!((cell(quilt(&["--cell", "2", "inches"])) - 50.8).abs() < 1e-9);
    assert!((cell(quilt(&["--cell", "1", "1/2", "in"])) - 38.1).abs() < 1e-9);
    assert!((cell(quilt(&["--border", "3", "--border-corners", "mitered"])) - 50.8).abs() < 1e-9);
    let aloud = ["quilt", "domino-8x8", "--formats", "json", "-o", "q", "--border", "3"];
    piecework(aloud).run().exit(0).complains("--border 3 is 3 cells, 6 in; --border 3in is a width");
    assert!((cell(quilt(&["--palette", "red, navy,#c0c0c0"])) - 50.8).abs() < 1e-9);
    for (args, why) in [
        (&["--cell", "-2in"][..], "`-2in` is negative"),
        (&["--palette", "red,blew"], "did you mean `blue`"),
        (&["--cell", "3in", "--seam", "-1/4in"], "is negative"),
    ] {
        let refused = quilt(args).exit(2).complains(why);
        assert!(!refused.stderr().contains("Usage"), "{}", refused.stderr());
    }
    piecework(["make", "starz"]).run().exit(2).complains("did you mean `stars`?");
    for method in ["templates", "straight", "epp", "fused"] {
        let apart = ["quilt", "two.txt", "--method", method, "-q"];
        piecework(apart)
            .file("two.txt", "AA BB\nAA BB\n")
            .run()
            .exit(2)
            .complains("spaces and dots are gaps");
    }
}

/// The cells of a plan are columns and rows of the letter grid, also where rows are shifted and where seams are straight.
#[test]
fn plans_count_cells_as_letter_grids_do() {
    for (lattice, method, grid) in [
        ("hex", "templates", "A A B\n A B B\nC C C\n"),
        ("triangle", "straight", "AABBC\nADDCC\n"),
        ("square", "straight", "AAB\nABB\n"),
    ] {
        let args = [
            "quilt",
            "t.txt",
            "--lattice",
            lattice,
            "--method",
            method,
            "--formats",
            "json",
            "-o",
            "q",
            "-q",
        ];
        let ran = piecework(args).file("t.txt", grid).run().exit(0);
        let plan: serde_json::Value = serde_json::from_slice(&ran.read("q/t-quilt-plan.json")).expect("JSON");
        let rows: Vec<&[u8]> = grid.lines().map(str::as_bytes).collect();
        let mut cells = 0;
        for patch in plan["patches"].as_array().expect("patches") {
            let at = |cell: &serde_json::Value| {
                let place =
                    |of: &serde_json::Value| usize::try_from(of.as_u64().expect("a place")).expect("small");
                rows[place(&cell[1])][place(&cell[0])]
            };
            let letters: Vec<u8> = patch["cells"].as_array().expect("cells").iter().map(at).collect();
            assert!(
                letters.iter().all(|letter| *letter == letters[0] && letter.is_ascii_alphabetic()),
                "{patch}"
            );
            cells += letters.len();
        }
        assert_eq!(cells, grid.bytes().filter(u8::is_ascii_alphabetic).count(), "{lattice}");
    }
}

#[test]
fn pictures_are_fused_joined_or_kept() {
    let ran = |args: &[&'static str]| {
        let usual = ["quilt", "domino-8x8", "--photo", "cat", "--formats", "pages", "--json", "-o", "q"];
        piecework(usual.into_iter().chain(args.iter().copied())).run().exit(0)
    };
    let fused = ran(&["--method", "fused"]);
    assert_eq!(fused.json()["quilt"]["patches"], 64);
    let rectangles = |ran: &Ran| ran.json()["quilt"]["straight"]["rectangles"].as_u64().expect("a number");
    let (joined, kept) = (ran(&["--method", "straight"]), ran(&["--method", "straight", "--keep-seams"]));
    assert!(rectangles(&joined) < rectangles(&kept), "{} {}", rectangles(&joined), rectangles(&kept));
    ran(&["--tones", "stretched"]).complains("--tones kept");
    assert!(!ran(&["--tones", "kept"]).stderr().contains("stretched"));
    let few = ["quilt", "t-tetromino-4x4", "--photo", "cat", "--formats", "svg", "-o", "q"];
    piecework(few).run().exit(0).complains("may not be recognized");
    piecework(["quilt", "hexiamond-6x6", "--method", "fused"]).run().exit(2).complains("grid of squares");
    piecework(["quilt", "domino-8x8", "--keep-seams"]).run().exit(2).complains("--method straight");
    piecework(["quilt", "domino-8x8", "--tones", "kept"]).run().exit(2).complains("--photo");
}

use super::run::piecework;

#[test]
fn the_assembly_diagram_can_be_left_out() {
    piecework(["cut", "t-tetromino-4x4", "--formats", "svg", "--no-assembly", "-o", "out", "-q"])
        .run()
        .exit(0)
        .content()
        .has_files("out", &["t-tetromino-4x4-cut-1.svg"]);
}

#[test]
fn one_sheet_is_written_in_every_format_with_an_assembly_diagram() {
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
                "pentomino-6x10-cut-1-r2000_mm.dxf",
                "pentomino-6x10-cut-1.svg",
                "pentomino-6x10-cut.pdf",
            ],
        );
}

/// Machines that read G-code have their zero at the near left corner: without `--stock`, that is where material
/// lies.
#[test]
fn gcode_begins_at_the_near_corner_unless_the_stock_is_known() {
    let bounds = |extra: &[&str]| {
        let args = ["cut", "t-tetromino-4x4", "--machine", "grbl", "--no-labels", "--no-assembly", "-q"];
        let ran = piecework(args.iter().chain(extra).copied()).run().exit(0);
        let code = String::from_utf8(ran.read("output/t-tetromino-4x4-cut-1.gcode")).expect("ASCII");
        let moves = code.lines().filter(|line| line.starts_with("G1 "));
        let places = moves.map(|line| {
            let number = |letter| {
                let word = line.split(' ').find_map(|word| word.strip_prefix(letter));
                word.and_then(|word| word.parse::<f64>().ok()).expect("a number")
            };
            (number('X'), number('Y'))
        });
        places.fold((f64::INFINITY, f64::INFINITY), |(left, low), (x, y)| (left.min(x), low.min(y)))
    };
    let margin = 5.0;
    for extra in [&[][..], &["--mirror"], &["--kerf", "0.2mm"]] {
        let (left, low) = bounds(extra);
        assert!((left - margin).abs() < 1e-3 && (low - margin).abs() < 1e-3, "{extra:?}: {left}, {low}");
    }
    assert!(bounds(&["--stock", "300mmx300mm"]).1 > 200.0, "at the far corner of the stock");
}

/// What an operator and a customer get, beside the files.
#[test]
fn a_job_sheet_and_an_insert_card_are_printed_on_request() {
    let args = ["cut", "t-tetromino-4x4", "--kerf", "0.2mm", "--tray", "--job-sheet", "--insert-card"];
    let more = ["--material", "3 mm cherry", "--formats", "svg", "--no-assembly", "-o", "out/deep", "-q"];
    piecework(args.into_iter().chain(more)).run().exit(0).content().has_files(
        "out/deep",
        &[
            "t-tetromino-4x4-cut-1.svg",
            "t-tetromino-4x4-insert-card-large.svg",
            "t-tetromino-4x4-insert-card.pdf",
            "t-tetromino-4x4-insert-card.svg",
            "t-tetromino-4x4-job-sheet.pdf",
            "t-tetromino-4x4-job-sheet.svg",
        ],
    );
    let refused = piecework(["cut", "t-tetromino-4x4", "--material", "x"]).run().exit(2);
    refused.complains("add `--job-sheet`");
}

/// A test card writes a material file, which is a material; what is typed goes before it; names are found, and slips are answered.
#[test]
fn a_material_is_filled_in_from_a_test_card_and_cut() {
    let card = ["cut", "--test-card", "--machine", "lightburn", "--material", "Birch 3mm", "-o", "card"];
    let ran = piecework(card).run().exit(0).complains("starting points");
    let own =
        ["cut", "t-tetromino-4x4", "--machine", "lightburn", "--material", "card/test-card-material.json"];
    let files = ["--box", "--formats", "lbrn2", "--no-assembly", "-o", "out"];
    let ran = piecework(own.iter().chain(&files).copied())
        .after(ran)
        .run()
        .exit(0)
        .complains("as the material says");
    let written = ran.read("out/t-tetromino-4x4-cut-1.lbrn2");
    assert!(
        String::from_utf8_lossy(&written)
            .contains("<maxPower Value=\"75.0\"/><maxPower2 Value=\"75.0\"/><speed Value=\"15.000\"/>")
    );
    let typed = ["--speed", "1200", "--kerf", "0"];
    let all = own.iter().chain(&files).chain(&typed).copied().chain(["--force"]);
    let ran = piecework(all).after(ran).run().exit(0).complains("as `--speed` says");
    let written = ran.read("out/t-tetromino-4x4-cut-1.lbrn2");
    assert!(
        String::from_utf8_lossy(&written)
            .contains("<maxPower Value=\"75.0\"/><maxPower2 Value=\"75.0\"/><speed Value=\"20.000\"/>")
    );
    piecework(["check", "out"]).after(ran).run().exit(0).says("right: ");
    let slip = piecework(["cut", "t-tetromino-4x4", "--material", "brich-3mm", "--job-sheet"]).run().exit(2);
    slip.complains("did you mean `birch-3mm`");
    let bare = piecework(["cut", "t-tetromino-4x4", "--box"]).run().exit(2);
    bare.complains("`--box` needs `--material birch-3mm`, or `--box 3mm`");
    piecework(["list", "materials"]).run().exit(0).says("birch-3mm");
    piecework(["schema", "material"]).run().exit(0).says("thickness_mm");
}

/// Several sets share sheets, a quote differs by their number, files are read back, and what cannot be cut together is refused.
#[test]
fn several_sets_are_cut_together_and_priced() {
    let six =
        ["cut", "pentomino-6x10", "--cell", "20mm", "--stock", "590mmx390mm", "--copies", "6", "--job-sheet"];
    let more = ["--machine", "lightburn", "--price", "sheet=2,setup=5", "--no-assembly", "-o", "out"];
    let ran = piecework(six.iter().chain(&more).copied()).run().exit(0);
    let ran = ran
        .complains("6 sets on 1 sheet cost 7.00, 1.17 each")
        .complains("6 sets on 1 sheet (lower bound by area 1)");
    piecework(["check", "out"]).after(ran).run().exit(0).says("right: ");
    for (sets, words) in [
        ("1", "material 2.00, machine without a price: 2.00 a set; 7.00 with the setup\n"),
        ("25", "25 sets on 4 sheets cost 13.00, 0.52 each"),
        ("100", "100 sets on 15 sheets cost 35.00, 0.35 each"),
        (
            "1,25,100",
            "2.00 a set\npiecework: 1 set on 1 sheet costs 7.00, 7.00 each\npiecework: 25 sets on 4 sheets cost 13.00",
        ),
        ("250", "250 sets on 38 sheets in lots of 100 cost 81.00"),
    ] {
        let quote = ["--batch", sets, "--formats", "svg", "-o", "out", "--force"];
        let args = six[..6].iter().chain(&more[..5]).chain(&quote).copied();
        piecework(args).run().exit(0).complains(words);
    }
    // Sheets that are there once are there once, and a set that only they hold is cut, and priced by itself.
    for (args, words) in [
        (["--stock", "300x200mm,590x390mm", "--batch", "26"], "26 sets on 5 sheets cost 15.00, 0.58 each"),
        (
            ["--stock", "590x390mm:2,200x150mm", "--tray", "--no-assembly"],
            "material 0.00, machine without a price: 0.00 a set; 5.00 with the setup\n",
        ),
        (
            ["--stock", "300x200mm:4,590x390mm", "--copies", "50"],
            "50 sets on 7 sheets and 4 offcuts cost 19.00",
        ),
    ] {
        let price =
            ["--kerf", "0.2mm", "--price", "sheet=2,setup=5", "--formats", "svg", "-o", "out", "--force"];
        piecework(six[..4].iter().chain(&args).chain(&price).copied()).run().exit(0).complains(words);
    }
    for (args, words) in [
        (&["--machine", "embroidery"][..], "a hooping sews one set"),
        (&["--test-card"], "`--copies` cannot be used with `--test-card`"),
        (
            &["--sizes", "12mm,15mm", "--stock", "200x150mm,590x390mm"],
            "`--sizes` has no effect because each size has",
        ),
        (
            &["--sizes", "12mm,15mm", "--stock", "590x390mm:2"],
            "`--sizes` has no effect because each size has",
        ),
    ] {
        let args = ["cut", "t-tetromino-4x4", "--copies", "2"].iter().chain(args).copied();
        piecework(args).run().exit(2).complains(words);
    }
}

/// A row of several batches is what a run with that number alone says.
#[test]
fn batches_are_quoted_in_one_run() {
    let quoted = |sets: &str| {
        let args = ["cut", "pentomino-6x10", "--cell", "20mm", "--kerf", "0.2mm", "--machine", "lightburn"];
        let price = ["--price", "sheet=2.10,minute=0.30,setup=5", "--json", "--batch", sets];
        let quote = piecework(args.into_iter().chain(price)).run().exit(0).json();
        quote["cost"]["batches"].as_array().expect("batches").clone()
    };
    let alone: Vec<serde_json::Value> = ["1", "25", "40"].into_iter().flat_map(quoted).collect();
    assert_eq!(quoted("1,25,40"), alone);
    let refused = piecework(["cut", "t-tetromino-4x4", "--price", "sheet=1", "--batch", "1,0"]).run().exit(2);
    refused.complains("0");
}

/// Seven boards of 200 x 120 mm share their lines on a sheet of 600 x 400 mm, because one of them is turned.
#[test]
fn a_shared_board_is_turned_by_itself_where_that_saves_a_sheet() {
    let args = ["cut", "pentomino-6x10", "--cell", "20mm", "--copies", "7", "--stock", "600x400mm"];
    let ran = piecework(args.into_iter().chain(["--formats", "svg,dxf", "-o", "out"])).run().exit(0);
    let ran = ran.complains("7 sets on 1 sheet (lower bound by area 1)");
    piecework(["check", "out"]).after(ran).run().exit(0).says("right: ");
}

/// Photo jigsaws of two designs in one run, pieces to print, and plates of a 3D printer.
#[test]
fn pictures_are_cut_in_batches() {
    let two =
        ["cut", "t-tetromino-4x4", "l-tromino-6x6", "--cell", "8mm", "--picture", "meadow", "--copies", "3"];
    let more = ["--border", "oval", "--machine", "cricut", "-o", "out"];
    let ran = piecework(two.into_iter().chain(more)).run().exit(0).complains("see that it has its size (");
    for name in ["print.png", "cut-1-compound.svg"] {
        assert!(!ran.read(&format!("out/t-tetromino-4x4-and-1-more-{name}")).is_empty(), "{name}");
    }
    piecework(["check", "out"]).after(ran).run().exit(0).says("right: ");
    let card = ["--machine", "silhouette-cameo", "--formats", "print,svg", "-o", "out"];
    let ran = piecework(two[..5].iter().chain(&two[7..]).chain(&card).copied()).run().exit(0);
    assert!(!ran.read("out/t-tetromino-4x4-and-1-more-print.pdf").is_empty());
    let plates = ["--machine", "3d-printer", "--tray", "--copies", "2", "-o", "out"];
    let ran = piecework(two[..3].iter().chain(&plates).copied()).run().exit(0);
    assert!(!ran.read("out/t-tetromino-4x4-and-1-more-solid-1.stl").is_empty());
}

/// Several designs that share no sheets are cut in one run too: each has files of its own, equal ones with a number, which are made
/// again from the design of all.
#[test]
fn several_designs_are_inlaid_and_sewn_one_by_one() {
    let three = ["cut", "t-tetromino-4x4", "l-tromino-6x6", "t-tetromino-4x4", "--cell", "20mm", "-o", "out"];
    for (args, endings, why) in [
        (&["--inlay", "--kerf", "0.2mm", "--no-assembly"][..], &["cut.pdf"][..], "`--inlay`"),
        (&["--machine", "embroidery", "--no-assembly"], &["embroidery.dst"], "`--machine embroidery`"),
    ] {
        let ran = piecework(three.into_iter().chain(args.iter().copied())).run().exit(0);
        let ran = ran.complains("the 3 designs share no sheets").complains(why);
        for stem in ["t-tetromino-4x4", "l-tromino-6x6", "t-tetromino-4x4-2"] {
            for ending in endings {
                assert!(!ran.read(&format!("out/{stem}-{ending}")).is_empty());
            }
        }
        if why == "`--inlay`" {
            piecework(["check", "out"]).after(ran).run().exit(0).says("right: ");
        }
    }
}

/// Several designs share sheets, offcuts first; the files are made again from the design in them.
#[test]
fn several_designs_are_cut_together() {
    let three =
        ["cut", "t-tetromino-4x4", "l-tromino-6x6", "t-tetromino-4x4", "--cell", "20mm", "--kerf", "0.2mm"];
    let more = ["--stock", "200x150mm:2,590x390mm", "--tray", "--copies", "3", "--machine", "lightburn"];
    let ran = piecework(three.into_iter().chain(more).chain(["--job-sheet", "-o", "out"])).run().exit(0);
    let ran = ran
        .complains("3 sets on ")
        .complains("offcuts for the next `--stock`: ")
        .says("t-tetromino-4x4-and-2-more-cut-1.svg");
    piecework(["check", "out"]).after(ran).run().exit(0).says("right: ");
    let panels = ["--lines", "shared", "--stock", "70x70mm"];
    piecework(three.into_iter().chain(panels)).run().exit(2).complains("several sets share none");
    // A card for each design, with what is known of its puzzle.
    let two = ["cut", "t-tetromino-4x4", "l-tromino-6x6", "--cell", "20mm", "--copies", "2", "--insert-card"];
    let ran = piecework(two.into_iter().chain(["-o", "cards"])).run().exit(0);
    let card = |number: u8| {
        let name = format!("cards/t-tetromino-4x4-and-1-more-insert-card-{number}.svg");
        String::from_utf8(ran.read(&name)).expect("text")
    };
    assert!(card(1).contains("<title>T tetrominoes 4 x 4: insert card, business card"));
    assert!(card(2).contains("<title>L trominoes 6 x 6: insert card, business card"));
    let mixed = ["cut", "t-tetromino-4x4", "--stock", "200x150mm,590x390mm", "--by-piece"];
    piecework(mixed).run().exit(2).complains("sheets of several sizes (--stock) are filled with everything");
    for (stock, words) in
        [("200x150mm:0", "200x150mm:0"), ("200x150", "has no unit"), ("700x100mm,90x90mm", "700")]
    {
        piecework(["cut", "t-tetromino-4x4", "--stock", stock]).run().exit(2).complains(words);
    }
    let few = [
        "cut",
        "t-tetromino-4x4",
        "--cell",
        "20mm",
        "--kerf",
        "0.2mm",
        "--stock",
        "100x100mm:1",
        "--copies",
        "9",
    ];
    piecework(few).run().exit(2).complains("`--stock` says that there are 1");
}

/// Art of one's own is in the design of every file, so that files are made again without the drawing; what cannot be read is
/// named with its place, and art for what is not cut is refused.
#[test]
fn art_of_ones_own_is_carried_and_checked() {
    let bird = "<svg xmlns='http://www.w3.org/2000/svg'>\n<path d='M0 0q9 9 9 0z'/></svg>";
    let args = ["cut", "t-tetromino-4x4", "--cell", "25mm", "--kerf", "0.2mm", "--tray", "--box", "3mm"];
    let own = [
        "--engrave-lid",
        "For Anna",
        "--engrave-floor",
        "bird.svg",
        "--engrave-sides",
        "Bo",
        "--engrave-back-own",
        "bird.svg",
    ];
    let formats = ["--formats", "svg,lbrn2", "--no-assembly", "-o", "out"];
    let ran = piecework(args.into_iter().chain(own).chain(formats)).file("bird.svg", bird).run().exit(0);
    piecework(["check", "out"]).after(ran).run().exit(0).says("right: ");
    let text = "<svg xmlns='http://www.w3.org/2000/svg'>\n <text>Anna</text></svg>";
    let refused =
        piecework(args.into_iter().chain(["--engrave-lid", "name.svg"])).file("name.svg", text).run().exit(2);
    refused.complains("name.svg:2:2: unsupported element `text`").complains("into paths");
    for (args, words) in [
        (&["t-tetromino-4x4", "--engrave-lid", "Anna"][..], "`--engrave-lid` needs `--tray` or `--box`"),
        (&["t-tetromino-4x4", "--engrave-floor", "Anna"], "`--engrave-floor` needs `--tray`"),
        (&["t-tetromino-4x4", "--tray", "--engrave-lid", "nowhere.jpg"], "nowhere.jpg"),
        (
            &["t-tetromino-4x4", "--engrave-photo", "lines"],
            "`--engrave-photo` needs `--engrave-lid photo.jpg`",
        ),
        (
            &["t-tetromino-4x4", "--tray", "--engrave-lid", "A", "--engrave-pitch", "1mm"],
            "`--engrave-pitch` needs",
        ),
        (&["t-tetromino-4x4", "--engrave-sides", "Anna"], "`--engrave-sides` needs `--box`"),
        (&["calendar", "--tray", "--engrave-floor", "Anna"], "the floor has the words of the board"),
        (&["t-tetromino-4x4", "--engrave-back", "name", "--engrave-back-own", "A"], "cannot be used with"),
        (&["t-tetromino-4x4", "--tray", "--lid", "none", "--engrave-lid", "A"], "cannot be used with"),
    ] {
        piecework(["cut"].iter().chain(args).copied()).run().exit(2).complains(words);
    }
}

/// What a box writes is read back and made again, for pieces alone and for a tray; material has limits.
#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn a_box_is_cut_in_every_format_and_checked() {
    for tray in [&[][..], &["--tray"]] {
        let args =
            ["cut", "t-tetromino-4x4", "--cell", "15mm", "--kerf", "0.2mm", "--box", "3mm", "-o", "out"];
        let formats = ["--formats", "svg,dxf-r12,lbrn2,gcode", "--no-assembly", "-q"];
        let ran = piecework(args.iter().chain(tray).copied().chain(formats)).run().exit(0);
        let names = super::run::names_in(&ran.path("out"));
        assert!(names.len() >= 4, "{names:?}");
        let paths: Vec<String> = names.iter().map(|name| format!("out/{name}")).collect();
        let check = piecework(["check"].into_iter().chain(paths.iter().map(String::as_str)));
        check.after(ran).run().exit(0).says("right: ");
    }
    let thick = piecework(["cut", "t-tetromino-4x4", "--box", "3cm"]).run().exit(2);
    thick.complains("allowed 1 to 12 mm");
    let sewn = ["cut", "t-tetromino-4x4", "--cell", "30mm", "--formats", "stl", "--box", "3mm"];
    piecework(sewn).run().exit(2).complains("`--box`");
}

/// Every size of a set is what its own design makes, named after the size; a thickness needs what is thick.
#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn a_set_is_cut_in_one_run_and_each_size_can_be_made_alone() {
    let args =
        ["cut", "t-tetromino-4x4", "--sizes", "12mm/2mm,15mm/3mm", "--kerf", "0.2mm", "--box", "2.5mm"];
    let more = ["--formats", "svg,gcode", "--no-assembly", "-o", "out", "-q", "--json"];
    let ran = piecework(args.into_iter().chain(more)).run().exit(0);
    let json = ran.json();
    let width = |at: usize| json["sizes"][at]["cut"]["finished_mm"][0].as_f64().expect("a number");
    assert_eq!((width(0), width(1)), (48.0, 60.0));
    let names = super::run::names_in(&ran.path("out"));
    for stem in ["t-tetromino-4x4-12mm-2mm", "t-tetromino-4x4-15mm-3mm"] {
        assert!(
            names.contains(&format!("{stem}-cut-1.svg")) && names.contains(&format!("{stem}-cut-1.gcode"))
        );
    }
    let paths: Vec<String> = names.iter().map(|name| format!("out/{name}")).collect();
    let all = format!("{} of {} as the design in them makes them", names.len(), names.len());
    let check = piecework(["check"].into_iter().chain(paths.iter().map(String::as_str)));
    let ran = check.after(ran).run().exit(0).says(&all);
    let one = "out/t-tetromino-4x4-15mm-3mm-cut-1.svg";
    let ran = piecework(["make", one, "-o", "again", "-q"]).after(ran).run().exit(0);
    assert_eq!(ran.read(one), ran.read(&one.replace("out", "again")));
    let refused =
        piecework(["cut", "t-tetromino-4x4", "--sizes", "12mm/2mm", "--formats", "svg"]).run().exit(2);
    refused.complains("a thickness is for `--box` and for 3D printers");
}

/// The cost follows from the sheets and the seconds that the same report has.
#[test]
fn a_set_and_a_batch_have_a_price() {
    let args =
        ["cut", "pentomino-6x10", "--cell", "20mm", "--kerf", "0.2mm", "--tray", "--machine", "lightburn"];
    let price = ["--price", "sheet=2.10,minute=0.30,setup=5", "--batch", "20", "--json"];
    let ran = piecework(args.into_iter().chain(price)).run().exit(0);
    let json = ran.json();
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    let (cost, seconds) = (&json["cost"], number(&json["seconds"]));
    let set = number(&json["cut"]["sheets"]) * 2.10 + seconds / 60.0 * 0.30;
    assert!((number(&cost["set"]) - set).abs() < 0.005, "{cost}");
    // Twenty sets share sheets.
    let batch = &cost["batches"][0];
    let (sheets, batch) = (number(&batch["sheets"]), number(&batch["price"]));
    assert!(sheets < 20.0 * number(&cost["sheets"]) && batch > sheets * 2.10 + 5.0, "{cost}");
    assert!(batch < 20.0 * set + 5.0, "{cost}");
    ran.complains(&format!("a set; 20 sets on {sheets} sheets cost"));
    let refused = piecework(args.into_iter().chain(["--price", "sheet=2,10"])).run().exit(2);
    refused.complains("prices such as sheet=2.10,minute=0.30,setup=5");
    let unknown = ["cut", "t-tetromino-4x4", "--machine", "die", "--price", "minute=1"];
    piecework(unknown).run().exit(2).complains("has no speeds");
}

/// A package for a shop: `check` judges every file of it, its design makes the same bytes, and a picture of
/// another puzzle is found.
#[test]
#[ignore = "slow: pictures of 2000 pixels, made five times"]
fn a_package_for_a_shop_is_judged_whole_and_made_again() {
    let args = ["cut", "t-tetromino-4x4", "--kerf", "0.2mm", "--tray", "--shop", "--licence", "commercial"];
    let more = ["--machine", "lightburn", "--no-assembly", "-o", "out", "-q"];
    let ran = piecework(args.into_iter().chain(more)).run().exit(0);
    let named = |end: &str| format!("t-tetromino-4x4-{end}");
    let woods = ["flat", "birch", "oak", "walnut", "size"];
    let pictures = woods.iter().flat_map(|wood| ["svg", "png"].map(|end| format!("picture-{wood}.{end}")));
    let sheets = ["1.svg", "1-r12_mm.dxf", "1.lbrn2", "1.png"];
    let sheets = sheets.iter().map(|sheet| format!("cut-{sheet}"));
    let others = ["cut.pdf", "job-sheet.pdf", "license.txt", "design.json", "shop.zip"].map(str::to_owned);
    let mut names: Vec<String> = pictures.chain(sheets).chain(others).map(|end| named(&end)).collect();
    names.sort();
    let ran = ran.has_files("out", &names.iter().map(String::as_str).collect::<Vec<&str>>());
    let path = |end: &str| format!("out/{}", named(end));
    let license = String::from_utf8(ran.read(&path("license.txt"))).expect("words");
    assert!(license.contains("and sell what you make"));
    let paths: Vec<String> = names.iter().map(|name| format!("out/{name}")).collect();
    let check = paths.iter().map(String::as_str);
    let ran = piecework(["check"].into_iter().chain(check)).after(ran).run().exit(0).says("right: 37 files");
    let whole = piecework(["check", &path("shop.zip")]).after(ran).run().exit(0);
    let ran = whole.says("right: 19 files").says("19 of 19 as the design in them makes them");
    let ran = piecework(["make", &path("design.json"), "-o", "again", "-q"]).after(ran).run().exit(0);
    for name in &names {
        assert!(ran.read(&format!("out/{name}")) == ran.read(&format!("again/{name}")), "{name}");
    }
    let mut picture = ran.read(&path("picture-oak.svg"));
    let middle = picture.len() / 2;
    picture[middle] ^= 1;
    let changed = piecework(["check", &path("cut-1.svg"), &path("picture-oak.svg")]).after(ran);
    changed.file(&path("picture-oak.svg"), picture).run().exit(1).says("its bytes differ");
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

/// The plan summary from `--json`.
fn figures(extra: &[&str]) -> serde_json::Value {
    let args = ["cut", "t-tetromino-4x4", "--json", "-q"].iter().chain(extra).copied();
    piecework(args).run().exit(0).json()["cut"].clone()
}

#[test]
fn lines_are_shared_unless_something_asks_for_room() {
    let lines = |extra: &[&str]| figures(extra)["lines"].as_str().expect("a word").to_owned();
    assert_eq!(lines(&[]), "shared");
    for room in [
        ["--kerf", "0.1mm"],
        ["--seam", "1mm"],
        ["--fit", "0.1mm"],
        ["--gap", "5mm"],
        ["--lead-in", "1mm"],
        ["--stock", "40mmx40mm"],
    ] {
        assert_eq!(lines(&room), "separate", "{room:?}");
    }
    assert_eq!(lines(&["--lines", "shared", "--kerf", "0.1mm"]), "shared");
}

#[test]
fn a_plan_has_its_measures_and_lower_bounds() {
    let shared = figures(&["--lines", "shared", "--kerf", "0.2mm"]);
    assert_eq!(shared["cut_length_mm"], shared["least"]["cut_length_mm"]);
    assert_eq!(shared["pen_downs"], shared["least"]["pen_downs"]);
    assert_eq!(shared["gap_mm"], 0.2, "the kerf, and nothing else");
    let size = |value: &serde_json::Value| value["sizes"][0]["width_mm"].as_f64().expect("a number");
    assert!((size(&shared) - 29.8).abs() < 1e-6, "three cells less a kerf");
    assert!((size(&figures(&["--kerf", "0.2mm"])) - 30.0).abs() < 1e-6, "at its size");
    assert!((size(&figures(&["--kerf", "0.2mm", "--fit", "0.05mm"])) - 29.95).abs() < 1e-6);
    let travel = |of: &serde_json::Value| of["travel_mm"].as_f64().expect("a number");
    for plan in
        [&shared, &figures(&["--lines", "separate"]), &figures(&["--lines", "separate", "--tabs", "2"])]
    {
        let (found, least) = (travel(plan), travel(&plan["least"]));
        assert!(least <= found + 1e-9 && (least > 0.0 || plan["lines"] == "shared"), "{least} of {found}");
    }
    let free = shared["free"].as_array().expect("a list");
    assert_eq!(free.len(), 4);
    assert!(free.iter().all(|piece| piece["step"].as_u64() <= shared["pen_downs"].as_u64()));
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn the_release_order_is_noted_and_listed_under_the_diagram() {
    let few = piecework(["cut", "t-tetromino-4x4", "--formats", "svg", "-o", "out"]).run().exit(0);
    let few = few.complains("pieces are released: ").complains(" by line ");
    few.has_files(
        "out",
        &["t-tetromino-4x4-assembly.pdf", "t-tetromino-4x4-assembly.svg", "t-tetromino-4x4-cut-1.svg"],
    );
    let rows = "AAB\nABB\nCCD\nCDD\n".repeat(8);
    let args = ["cut", "tall.txt", "--stock", "200mmx400mm", "--formats", "svg", "-o", "out"];
    let args = args.into_iter().chain(["--lines", "shared"]);
    let tall = piecework(args).file("tall.txt", &rows).run().exit(0);
    let tall = tall.complains("pieces are released from line ");
    let names = super::run::names_in(&tall.path("out"));
    assert!(
        !names.iter().any(|name| name.contains("-release-")),
        "32 pieces fit under the diagram: {names:?}"
    );
}

#[test]
fn impossible_lines_are_refused_with_a_hint() {
    let refused = |extra: &[&str], code: &str, hint: &str| {
        let args = ["cut", "t-tetromino-4x4"].iter().chain(extra).copied();
        piecework(args).run().exit(2).complains(code).complains(hint);
    };
    refused(&["--lines", "shared", "--seam", "1/4in"], "share no edges", "--lines separate");
    refused(&["--lines", "shared", "--fit", "0.1mm"], "gap of one kerf", "--lines separate");
    refused(&["--fit", "0.1mm", "--seam", "1/4in"], "exclude each other", "leave out one");
    refused(&["--lines", "shared", "--stock", "35mmx35mm"], "a sheet holds 25.00 x 25.00 mm", "larger sheet");
    refused(&["--lines", "shared", "--by-piece"], "shares no lines", "leave out one");
    refused(&["--lines", "shared", "--nest", "length"], "lie as in the puzzle", "");
    refused(&["--by-piece", "--nest", "length"], "cannot be used with", "leave out `--nest`");
    refused(
        &["--order", "mat-free", "--kerf", "0.1mm"],
        "separate outlines are cut one after another",
        "--lines shared",
    );
    refused(&["--kerf", "6mm"], "wider than half a cell", "check the unit");
    refused(&["--fit", "6mm"], "`--fit` of `6` mm is too large; allowed 0 to 2.5 mm", "check the unit");
    refused(&["--tray", "--tray-clearance", "1in"], "`--tray-clearance` of `25.4` mm", "check the unit");
    refused(&["--cell", "1mm", "--machine", "cricut"], "allowed 2 mm or more", "check the unit");
    refused(&["--formats", "stl", "--thickness", "4m"], "allowed 0.4 mm to 100 mm", "check the unit");
    refused(&["--blade-offset", "1/4in"], "any drag knife", "check the unit");
    refused(&["--pens"], "only machines with a knife", "");
    refused(&["--lid-solution"], "--tray", "add `--tray`");
    refused(&["--test-card", "--machine", "embroidery"], "test", "");
    refused(&["--tabs", "2", "--lead-in", "1mm"], "begins at a tab", "leave out one");
    refused(&["--tabs", "2", "--overcut", "1mm", "--fit", "0"], "ends at a tab", "--overcut 0");
    refused(&["--by-piece", "--gap", "5mm"], "only one piece on a sheet", "");
    refused(&["--tab-width", "2mm"], "--tabs", "add `--tabs`");
    refused(&["--machine", "hpgl", "--units", "imperial"], "has no effect in hpgl", "other `--formats`");
    let print = ["--machine", "silhouette", "--formats", "print", "--lines", "shared"];
    refused(&print, "pieces that lie apart", "--lines shared");
    refused(&["--palette", "jewel"], "without `--by-fabric`", "leave out");
    refused(&["--fabrics", "3"], "without `--by-fabric`", "");
    refused(&["--by-fabric", "--palette", "jewll"], "did you mean", "jewel");
}

/// The numbers of pieces in lists of `--json`, ascending.
fn numbers(lists: &serde_json::Value) -> Vec<u64> {
    let lists = lists.as_array().expect("a list");
    let pieces = lists.iter().flat_map(|list| list["pieces"].as_array().expect("numbers"));
    let mut numbers: Vec<u64> = pieces.map(|piece| piece.as_u64().expect("a number")).collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn a_design_larger_than_the_stock_is_cut_in_panels_of_whole_pieces() {
    let args = ["cut", "pentomino-6x10", "--lines", "shared", "--cell", "20mm", "--stock", "150mmx150mm"];
    let files = ["--formats", "svg", "-o", "out", "--json", "-q"];
    let ran = piecework(args.into_iter().chain(files)).run().exit(0);
    let cut = &ran.json()["cut"];
    let panels = cut["panels"].as_array().expect("panels");
    assert!(panels.len() as u64 >= cut["panels_at_least"].as_u64().expect("a number"));
    assert_eq!(cut["panels_at_least"], 2);
    assert!(panels.len() <= 3, "{panels:?}");
    assert_eq!(numbers(&cut["panels"]), (1..=12).collect::<Vec<u64>>(), "every piece in one panel");
    assert_eq!(numbers(&cut["on_sheets"]), (1..=12).collect::<Vec<u64>>());
    let fits = |panel: &serde_json::Value, side: &str| panel[side].as_f64().expect("mm") <= 140.0 + 1e-6;
    assert!(panels.iter().all(|panel| fits(panel, "width_mm") && fits(panel, "height_mm")));
    let text = |name: &str| String::from_utf8(ran.read(name)).expect("text");
    assert!(text("out/pentomino-6x10-panels.svg").contains("where each panel goes"));
    for panel in 1..=panels.len() {
        assert!(text(&format!("out/pentomino-6x10-panel-{panel}.svg")).contains("panel"));
    }
}

#[test]
fn pieces_of_a_fabric_are_on_sheets_of_their_own_named_by_it() {
    let args = ["cut", "pentomino-6x10", "--by-fabric", "--palette", "okabe-ito", "--cell", "20mm"];
    let run = |extra: &[&str]| {
        let files = ["--formats", "svg", "-o", "out", "--json", "-q"];
        piecework(args.into_iter().chain(files).chain(extra.iter().copied())).run().exit(0)
    };
    let ran = run(&[]);
    let cut = &ran.json()["cut"];
    assert_eq!(cut["lines"], "shared", "nothing asks for room");
    let first = cut["on_sheets"][0]["name"].as_str().expect("a name");
    assert_eq!(first, format!("1-{}", cut["fabrics"][0]["fabric"].as_str().expect("a name").to_lowercase()));
    assert_eq!(numbers(&cut["on_sheets"]), (1..=12).collect::<Vec<u64>>());
    let fabrics = cut["fabrics"].as_array().expect("fabrics");
    assert_eq!(fabrics.iter().map(|fabric| fabric["pieces"].as_u64().expect("a number")).sum::<u64>(), 12);
    for sheet in cut["on_sheets"].as_array().expect("sheets") {
        let name = sheet["name"].as_str().expect("a name");
        let svg = ran.read(&format!("out/pentomino-6x10-cut-{name}.svg"));
        let svg = String::from_utf8(svg).expect("text");
        assert!(svg.contains(sheet["fabric"].as_str().expect("a name")), "the title says it: {name}");
        assert!(svg.contains("LABEL"), "numbers");
        assert!(sheet["utilisation"].as_f64().is_some_and(|used| used > 0.0 && used <= 1.0));
    }
    let apart = run(&["--seam", "1/4in", "--force"]).json()["cut"].clone();
    assert_eq!(apart["lines"], "separate");
    assert_eq!(numbers(&apart["on_sheets"]), (1..=12).collect::<Vec<u64>>());
}

#[test]
fn mats_by_fabric_save_cuts_and_turning_saves_mats() {
    let figures = |extra: &[&str]| {
        let args = ["cut", "pentomino-6x10", "--by-fabric", "--cell", "20mm", "--stock", "110mmx110mm"];
        let args = args.into_iter().chain(["--json", "-q", "--formats", "svg"]).chain(extra.iter().copied());
        piecework(args).run().exit(0).json()["cut"].clone()
    };
    let number = |value: &serde_json::Value, key: &str| value[key].as_f64().expect("a number");
    let (shared, separate) = (figures(&[]), figures(&["--lines", "separate"]));
    assert!(number(&shared, "cut_length_mm") < number(&separate, "cut_length_mm"));
    assert!(number(&shared, "sheets") <= number(&separate, "sheets"));
    assert!(number(&figures(&["--turn"]), "sheets") <= number(&shared, "sheets"));
    assert!(number(&shared, "sheets") >= number(&shared, "sheets_at_least"));
}

#[test]
fn every_piece_can_have_files_of_its_own_called_by_its_number() {
    let args = ["cut", "t-tetromino-4x4", "--by-piece", "--formats", "svg", "-o", "out", "-q"];
    piecework(args).run().exit(0).has_files(
        "out",
        &[
            "t-tetromino-4x4-assembly.pdf",
            "t-tetromino-4x4-assembly.svg",
            "t-tetromino-4x4-cut-1-t.svg",
            "t-tetromino-4x4-cut-2-t.svg",
            "t-tetromino-4x4-cut-3-t.svg",
            "t-tetromino-4x4-cut-4-t.svg",
        ],
    );
}

/// Every machine, with its files.
const MACHINES: [(&str, &[&str]); 23] = [
    ("generic", &["cut-1.svg", "cut-1-r12_mm.dxf", "cut-1-r2000_mm.dxf", "cut.pdf"]),
    ("cricut", &["cut-1-compound.svg"]),
    ("cricut-long", &["cut-1-compound.svg"]),
    ("cricut-joy", &["cut-1-compound.svg"]),
    ("silhouette", &["cut-1-r12_mm.dxf"]),
    ("silhouette-portrait", &["cut-1-r12_mm.dxf"]),
    ("scanncut", &["cut-1.svg"]),
    ("lightburn", &["cut-1.lbrn2", "cut-1.svg"]),
    ("k40", &["cut-1-r12_mm.dxf", "cut-1.svg"]),
    ("die", &["cut-1-r12_mm.dxf", "cut-1-r2000_mm.dxf", "cut.pdf"]),
    ("hpgl", &["cut-1.plt"]),
    ("embroidery", &["embroidery.dst", "embroidery.exp", "embroidery.jef", "embroidery.pes"]),
    ("embroidery-5x7", &["embroidery.dst", "embroidery.exp", "embroidery.jef", "embroidery.pes"]),
    ("embroidery-8x12", &["embroidery.dst", "embroidery.exp", "embroidery.jef", "embroidery.pes"]),
    ("glowforge", &["cut-1.svg"]),
    ("xtool", &["cut-1.svg", "cut-1.xcs"]),
    ("xtool-s1", &["cut-1.svg", "cut-1.xcs"]),
    ("shaper-origin", &["cut-1.svg"]),
    ("silhouette-cameo-plus", &["cut-1-r12_mm.dxf"]),
    ("silhouette-cameo-pro", &["cut-1-r12_mm.dxf"]),
    ("laser-1300x900", &["cut-1-r2000_mm.dxf", "cut-1.lbrn2"]),
    ("grbl", &["cut-1.gcode"]),
    ("marlin", &["cut-1.gcode"]),
];

#[test]
fn every_machine_gets_its_files_and_they_can_be_read_back() {
    for (machine, expected) in MACHINES {
        let args = ["cut", "t-tetromino-4x4", "--cell", "20mm", "--machine", machine, "-o", "out", "-q"];
        let stem = |name: &&str| format!("t-tetromino-4x4-{name}");
        let mut names: Vec<String> =
            expected.iter().chain(&["assembly.svg", "assembly.pdf"]).map(stem).collect();
        if machine.starts_with("embroidery") {
            let placement =
                ["embroidery-placement.pdf", "embroidery-placement-1.svg", "embroidery-placement-2.svg"];
            names.extend(placement.iter().map(stem));
        }
        names.sort();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let ran = piecework(args).run().exit(0).has_files("out", &names);
        let paths: Vec<String> = expected.iter().map(|name| format!("out/{}", stem(name))).collect();
        let check = ["check"].into_iter().chain(paths.iter().map(String::as_str));
        piecework(check).after(ran).run().exit(0).content().says(", 0 differ");
    }
}

/// A design larger than the hoop: a file a hooping, a thread chart, a map, templates, and notes; fabrics may
/// be chosen.
#[test]
fn what_is_larger_than_the_hoop_is_hooped_again() {
    let args = ["cut", "t-tetromino-4x4", "--cell", "38mm", "--machine", "embroidery", "--formats", "dst"];
    let ran =
        piecework(args).run().exit(0).complains("2 hoopings (lower bound 2)").complains("aligned by crosses");
    let names = [
        "assembly.pdf",
        "assembly.svg",
        "embroidery-hooping-1.dst",
        "embroidery-hooping-2.dst",
        "embroidery-placement-1.svg",
        "embroidery-placement-2.svg",
        "embroidery-placement-3.svg",
        "embroidery-placement-4.svg",
        "embroidery-placement.pdf",
    ];
    let names = names.map(|name| format!("t-tetromino-4x4-{name}"));
    ran.has_files("output", &names.each_ref().map(String::as_str));
    let chosen = [&args[..], &["--by-fabric", "--palette", "pastel", "--no-assembly"]].concat();
    let ran = piecework(chosen).run().exit(0);
    let first = ran.read("output/t-tetromino-4x4-embroidery-hooping-1.dst");
    assert!(first.starts_with(b"LA:H1 "), "{:?}", &first[..20]);
}

#[test]
fn a_machine_of_ones_own_is_read_strictly() {
    let file = r##"{ "piecework": 1, "name": "mine", "title": "Mine", "width_mm": 150, "height_mm": 150, "margin_mm": 5,
        "formats": ["svg"], "hairline_mm": 0.01, "colors": { "cut": "#00ff00" }, "tool": { "kind": "blade" },
        "source": "measured" }"##;
    let args = ["cut", "t-tetromino-4x4", "--machine", "mine.json", "-q"];
    let ran = piecework(args).file("mine.json", file).run().exit(0);
    let svg = String::from_utf8(ran.read("output/t-tetromino-4x4-cut-1.svg")).expect("text");
    assert!(
        svg.contains("stroke=\"#00ff00\" stroke-width=\"0.01\"") && svg.contains("viewBox=\"0 0 150 150\""),
        "{svg}"
    );
    let odd = file.replace("blade", "knife");
    piecework(args)
        .file("mine.json", odd)
        .run()
        .exit(2)
        .silent()
        .complains("mine.json:2")
        .complains("/tool/kind");
    piecework(["cut", "t-tetromino-4x4", "--machine", "cricket"]).run().exit(2).complains("`cricut`");
}

#[test]
fn what_a_machine_cannot_do_is_refused_with_a_remedy() {
    for (args, complaint) in [
        (&["--machine", "cricut", "--stock", "400mmx300mm"][..], "292.1 x 292.1"),
        (&["--machine", "cricut", "--cell", "200mm"], "a smaller cell"),
        (&["--machine", "cricut", "--reference", "50mm"], "would cut the layer `GUIDE`"),
        (&["--machine", "hpgl", "--reference", "50mm"], "has no effect in hpgl files"),
        (&["--machine", "embroidery", "--cell", "60mm"], "at most 55.5 mm"),
        (&["--machine", "cricut", "--formats", "print"], "no registration marks"),
        (&["--formats", "svg,dwg"], "`dwg` is not one of svg"),
        (&["--calibrate", "2,1"], "is not two factors from 0.9 to 1.1"),
        (&["--calibrate", "1.1,1", "--cell", "48mm", "--stock", "205mmx600mm"], "smaller --cell"),
        (&["--machine", "silhouette", "--formats", "svg,print", "--mirror"], "leave out `--mirror`"),
        (&["--hairline", "0"], "`--hairline` must be more than 0"),
        (&["--reference", "700mm"], "smaller square"),
    ] {
        let args = ["cut", "t-tetromino-4x4", "-q"].iter().chain(args).copied();
        piecework(args).run().exit(2).silent().complains(complaint);
    }
}

#[test]
fn inches_a_reference_square_and_a_page_to_print() {
    let args = [
        "cut",
        "t-tetromino-4x4",
        "--machine",
        "silhouette",
        "--formats",
        "dxf-r12,print",
        "-o",
        "out",
        "-q",
    ];
    let more = ["--units", "imperial", "--reference", "4in", "--calibrate", "1.01,0.99", "--tabs", "2"];
    let ran = piecework(args.into_iter().chain(more)).run().exit(0).has_files(
        "out",
        &[
            "t-tetromino-4x4-assembly.pdf",
            "t-tetromino-4x4-assembly.svg",
            "t-tetromino-4x4-cut-1-r12_in.dxf",
            "t-tetromino-4x4-print.pdf",
        ],
    );
    let dxf = String::from_utf8(ran.read("out/t-tetromino-4x4-cut-1-r12_in.dxf")).expect("ASCII");
    assert!(dxf.contains("1 unit = 1 in") && dxf.contains("GUIDE"), "{dxf}");
}

/// The design in a file reproduces the same bytes.
#[test]
fn a_recipe_makes_the_same_files() {
    let rows = "AAB\nABB\n";
    let formats = "svg,svg-compound,dxf-r12,dxf-r2000,pdf,hpgl,gcode,lbrn2,xcs,dst,exp,pes,jef";
    let args = [
        "cut",
        "two l's.txt",
        "--cell=20mm",
        "--kerf",
        "0.2mm",
        "--formats",
        formats,
        "-qo",
        "one",
        "--force",
    ];
    let ran = piecework(args).file("two l's.txt", rows).run().exit(0);
    let names = super::run::names_in(&ran.path("one"));
    assert_eq!(names.len(), 18, "{names:?}");
    let paths: Vec<String> =
        names.iter().filter(|name| name.contains("-cut")).map(|name| format!("one/{name}")).collect();
    let checked =
        piecework(["check", "--json"].into_iter().chain(paths.iter().map(String::as_str))).after(ran).run();
    let checked = checked.exit(0);
    let files = checked.json()["files"].as_array().expect("a list").clone();
    let recipes: Vec<&str> = files.iter().filter_map(|file| file["recipe"].as_str()).collect();
    assert_eq!(recipes.len(), files.len() - 1, "all but HPGL");
    assert!(recipes.iter().all(|recipe| *recipe == recipes[0]));
    let design: serde_json::Value = serde_json::from_str(recipes[0]).expect("a design");
    assert_eq!((&design["files"], &design["cut"]["kerf"]), (&"two-l-s".into(), &"0.2mm".into()));
    assert!(!recipes[0].contains("two l's.txt") && !recipes[0].contains("one"), "no paths: {}", recipes[0]);
    // The design in any file reproduces all of them, in any folder and under any file name.
    let mut ran = checked;
    for carrier in [
        "two-l-s-cut-1.svg",
        "two-l-s-cut-1-r12_mm.dxf",
        "two-l-s-cut.pdf",
        "two-l-s-cut-1.lbrn2",
        "two-l-s-cut-1.xcs",
        "two-l-s-cut-1.gcode",
    ] {
        std::fs::copy(ran.path(&format!("one/{carrier}")), ran.path(&format!("gift-{carrier}")))
            .expect("copied");
        let input = format!("gift-{carrier}");
        ran = piecework(["make", input.as_str(), "-q", "--force", "-o", "two"])
            .after(ran)
            .run()
            .exit(0)
            .content();
        for name in &names {
            assert!(
                ran.read(&format!("one/{name}")) == ran.read(&format!("two/{name}")),
                "{carrier}: {name}"
            );
        }
    }
    let plain = piecework(["cut", "t-tetromino-4x4", "--no-recipe", "-q"]).run().exit(0);
    let svg = String::from_utf8(plain.read("output/t-tetromino-4x4-cut-1.svg")).expect("text");
    assert!(!svg.contains("metadata"));
}

/// The notes of a run on standard error.
fn notes(extra: &[&str]) -> String {
    let args = ["cut", "t-tetromino-4x4", "--no-assembly"].iter().chain(extra).copied();
    piecework(args).run().exit(0).stderr().to_owned()
}

#[test]
fn a_machine_profile_decides_the_tool_path_unless_overridden() {
    let sheet = |extra: &[&str]| {
        let args =
            ["cut", "t-tetromino-4x4", "--formats", "svg", "--no-recipe", "-q"].iter().chain(extra).copied();
        piecework(args).run().exit(0).read("output/t-tetromino-4x4-cut-1.svg")
    };
    let die = ["--machine", "die"];
    assert_eq!(sheet(&die), sheet(&[&die[..], &["--fillet", "0.8mm"]].concat()));
    assert_ne!(sheet(&die), sheet(&[&die[..], &["--fillet", "0"]].concat()));
    assert!(notes(&die).contains("`die` implies --fillet 0.8mm"));
    let plotter = notes(&["--machine", "hpgl", "--overcut", "0.5mm"]);
    assert!(plotter.contains("`hpgl` implies --blade-offset 0.25mm\n"), "{plotter}");
    // A default overcut gives way to requested tabs.
    assert!(!notes(&["--machine", "hpgl", "--tabs", "2"]).contains("--overcut"));
    let fitted = ["--gap", "5mm", "--fillet", "1mm", "--lines", "shared"];
    assert!(
        notes(&fitted).contains("separates only panels") && notes(&fitted).contains("leaves corners sharp")
    );
    assert!(!notes(&["--machine", "embroidery"]).contains("sizes as cut"));
}

#[test]
fn tabs_are_left_uncut_and_corners_are_rounded() {
    let shared = figures(&["--tabs", "2", "--tab-width", "1mm"]);
    for lines in ["shared", "separate"] {
        let plan = figures(&["--tabs", "3", "--tab-width", "1mm", "--lines", lines]);
        let measure = |of: &serde_json::Value, name: &str| of[name].as_f64().expect("a number");
        for name in ["cut_length_mm", "pen_downs", "travel_mm"] {
            let (found, least) = (measure(&plan, name), measure(&plan["least"], name));
            assert!(least <= found + 1e-9, "{lines}: {name} {found}, at least {least}");
        }
        assert!((measure(&plan, "cut_length_mm") - measure(&plan["least"], "cut_length_mm")).abs() < 1e-6);
    }
    let tabs = (280.0 - shared["cut_length_mm"].as_f64().expect("a number")).round();
    assert!(tabs >= 4.0, "every piece hangs on two: {tabs}");
    assert_eq!(shared["free"].as_array().map(Vec::len), Some(0), "tabs hold them all");
    let separate = figures(&["--lines", "separate", "--tabs", "3"]);
    assert!((separate["cut_length_mm"].as_f64().expect("a number") - (400.0 - 12.0)).abs() < 1e-6);
    assert_eq!(separate["pen_downs"], 12);
    let refused = |extra: &[&str], words: &str| {
        let args = ["cut", "t-tetromino-4x4"].iter().chain(extra).copied();
        piecework(args).run().exit(2).complains(words);
    };
    refused(&["--fillet", "6mm"], "at most 5 mm works");
    refused(&["--lines", "shared", "--lead-in", "1mm"], "--lines separate");
    refused(&["--tabs", "1", "--tab-width", "6mm"], "allowed over 0 to 5 mm");
    refused(&["--lead-in", "40mm"], "no side of piece");
    for lines in ["shared", "separate"] {
        let blade = ["--overcut", "1mm", "--blade-offset", "0.25mm", "--fillet", "1mm", "--lines", lines];
        assert_eq!(figures(&blade)["lines"], lines);
    }
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn a_fit_that_holds_is_cut_with_its_numbers_and_one_that_does_not_is_refused() {
    let cut = |puzzle: &str, fit: &str| {
        piecework([
            "cut",
            puzzle,
            "--fit",
            fit,
            "--lines",
            "separate",
            "--formats",
            "svg",
            "--no-assembly",
            "-q",
        ])
        .run()
    };
    for puzzle in ["pentomino-6x10", "tetrahex-4x7", "hexiamond-6x6"] {
        for fit in ["0.1mm", "2.5mm"] {
            cut(puzzle, fit).exit(0);
        }
        cut(puzzle, "2.51mm").exit(2).complains("allowed 0 to 2.5 mm");
    }
}

#[test]
fn pieces_that_may_be_turned_are_cut_with_no_longer_lines() {
    for puzzle in ["tetrahex-4x7", "hexiamond-6x6", "pentomino-6x10"] {
        let number = |extra: &[&str], name: &str| {
            let args = ["cut", puzzle, "--by-fabric", "--no-assembly", "--json", "-q"].into_iter();
            let args = args.chain(extra.iter().copied());
            piecework(args).run().exit(0).json()["cut"][name].as_f64().expect("a number")
        };
        let (turned, fixed) = (number(&["--turn"], "cut_length_mm"), number(&[], "cut_length_mm"));
        assert!(turned <= fixed + 1e-6, "{puzzle}: {turned} mm turned, {fixed} mm not");
        assert!(number(&["--turn"], "sheets") <= number(&[], "sheets"));
    }
}

#[test]
fn fewer_tabs_than_requested_are_noted() {
    let cut = |tabs: &str, lines: &str| {
        piecework([
            "cut",
            "pentomino-6x10",
            "--tabs",
            tabs,
            "--lines",
            lines,
            "--no-assembly",
            "--json",
            "-q",
        ])
        .run()
        .exit(0)
        .json()["cut"]
            .clone()
    };
    let at_least = |tabs: &str, lines: &str| cut(tabs, lines)["tabs_at_least"].as_u64();
    assert_eq!(at_least("0", "shared"), None);
    assert_eq!(at_least("2", "shared"), Some(2));
    assert_eq!(at_least("5", "separate"), Some(5));
    assert!(at_least("40", "shared").is_some_and(|tabs| tabs < 40));
    piecework(["cut", "pentomino-6x10", "--tabs", "40", "--no-assembly"])
        .run()
        .exit(0)
        .complains("of 40 tabs");
    piecework(["cut", "pentomino-6x10", "--tabs", "2", "--no-assembly"])
        .run()
        .exit(0)
        .complains("held by at least 2 tabs");
}

/// A test card has no puzzle: not as a design, and not in the file that it is made from again.
#[test]
fn a_test_card_needs_no_puzzle() {
    let design = r#"{ "piecework": 2, "cut": { "test_card": true } }"#;
    let ran = piecework(["make", "card.json", "-q", "-o", "out"]).file("card.json", design).run().exit(0);
    let card = ran.read("out/test-card-cut-1.svg");
    let direct = piecework(["cut", "--test-card", "-q", "-o", "out"]).run().exit(0);
    assert_eq!(direct.read("out/test-card-cut-1.svg"), card);
    assert!(!String::from_utf8_lossy(&card).contains("&quot;puzzle&quot;"));
    let again = piecework(["make", "card.svg", "-q", "-o", "again"]).file("card.svg", &card).run().exit(0);
    assert_eq!(again.read("again/test-card-cut-1.svg"), card);
}

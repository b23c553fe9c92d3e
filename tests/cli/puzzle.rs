use super::run::{names_in, piecework};

const FOUR: [&str; 11] =
    ["puzzle", "--board", "5x4", "--pieces", "pentominoes", "--unique", "--count", "4", "--seed", "1", "-q"];

#[test]
fn puzzles_have_one_solution_that_every_command_reads() {
    let made = piecework(FOUR.iter().copied().chain(["-o", "out"])).run().exit(0).says("4 puzzles");
    let names = names_in(&made.path("out"));
    let puzzles: Vec<String> =
        (1..=4).map(|number| format!("pentominoes-5x4-unique-seed-1-x4-{number}.json")).collect();
    assert!(puzzles.iter().all(|name| names.contains(name)), "{names:?}");
    for name in &puzzles {
        let text = String::from_utf8(made.read(&format!("out/{name}"))).expect("text");
        let solve = ["solve", "one.json", "--count", "--engine", "dlx", "--json"];
        let count = piecework(solve).file("one.json", &text).run().exit(0).json();
        assert_eq!((&count["up_to_symmetry"], &count["complete"]), (&1.into(), &true.into()), "{count}");
    }
    let records =
        String::from_utf8(made.read("out/pentominoes-5x4-unique-seed-1-x4-solutions.jsonl")).expect("text");
    piecework(["check", "all.jsonl"]).file("all.jsonl", &records).run().exit(0).says("4 tilings");
}

#[test]
fn a_seed_and_a_design_make_the_same_puzzles() {
    let made =
        piecework(FOUR.iter().copied().chain(["--save-design", "design.json", "-o", "out"])).run().exit(0);
    let names = names_in(&made.path("out"));
    let again = piecework(["make", "design.json", "-q", "-o", "again"]).after(made).run().exit(0);
    assert_eq!(names_in(&again.path("again")), names);
    for name in names {
        assert!(again.read(&format!("out/{name}")) == again.read(&format!("again/{name}")), "{name}");
    }
}

#[test]
fn boards_are_drawn_named_or_taken_from_a_puzzle_and_a_design_holds_them() {
    let cup = "#...#\n#####\n#####\n.###.\n";
    let made = |board: &str| {
        let args =
            ["puzzle", "--board", board, "--pieces", "pentominoes", "--save-design", "d.json", "-q", "-o"];
        piecework(args.into_iter().chain(["out"])).file("cup.txt", cup)
    };
    for (board, first) in [("cup.txt", "pentominoes-cup-1.json"), ("heart", "pentominoes-heart-1.json")] {
        let done = made(board).run().exit(0);
        let bytes = done.read(&format!("out/{first}"));
        let text = String::from_utf8(bytes.clone()).expect("text");
        assert_eq!(text.contains("\"#####\",\n    \"#####\""), board == "cup.txt", "{text}");
        // The drawing is in the design: it is made again without it.
        let again = piecework(["make", "d.json", "-q", "-o", "again"]).after(done);
        assert_eq!(again.run().exit(0).read(&format!("again/{first}")), bytes);
    }
    let template =
        String::from_utf8(std::fs::read("templates/puzzles/six-pentominoes-5x6.json").expect("a file"));
    let of_puzzle = ["puzzle", "--board", "p.json", "--pieces", "pentominoes", "--json", "-o", "out"];
    let value = piecework(of_puzzle).file("p.json", template.expect("text")).run().exit(0).json();
    assert_eq!(value["puzzles"][0]["pieces"].as_array().map(Vec::len), Some(6), "{value}");
}

#[test]
fn a_name_is_a_board_or_says_how_much_room_it_needs() {
    let solve = |board: &str| {
        piecework(["solve", "--board", board, "--pieces", "trominoes:I", "--count-any", "--json"]).run()
    };
    let solved = solve("letters:i 3x5").exit(0).json();
    assert_eq!(solved["solutions"].as_array().map_or(1, Vec::len), 1, "{solved}");
    let refused = solve("letters:Annalena 12x12").exit(2);
    refused.complains("`Annalena` needs").complains("x 11 cells, and the board has 12 x 12");
}

#[test]
fn given_pieces_come_from_the_board_of_a_puzzle() {
    let given = ["puzzle", "pentomino-3x20", "--kind", "given", "--count", "2", "--json", "-o", "out"];
    let value = piecework(given).run().exit(0).json();
    let puzzles = value["puzzles"].as_array().expect("a list");
    assert!(puzzles.len() == 2 && puzzles.iter().all(|made| made["given"].as_u64() >= Some(1)), "{value}");
}

#[test]
fn clues_are_in_the_puzzle_and_inspect_proves_them_again() {
    for (kind, key) in [("letters", "\"letters\": ["), ("numbers", "\"sides\": "), ("edges", "\"edges\": [")]
    {
        let args =
            ["puzzle", "--board", "5x5", "--pieces", "pentominoes", "--kind", kind, "--json", "-o", "out"];
        let made = piecework(args).run().exit(0);
        let told = made.json()["puzzles"][0]["clues"].as_u64();
        let text = String::from_utf8(made.read(&format!("out/pentominoes-5x5-{kind}-1.json"))).expect("text");
        assert!(text.contains(key) && told >= Some(1), "{text}");
        let inspect = ["inspect", "one.json", "--json"];
        let value = piecework(inspect).file("one.json", &text).run().exit(0).json();
        let solutions = &value["puzzles"][0]["solutions"];
        assert_eq!((&solutions["at_least"], &solutions["proved"]), (&1.into(), &true.into()), "{value}");
        assert_eq!(value["puzzles"][0]["clues"].as_u64(), told);
        // Without the clues there are other solutions.
        let plain =
            text.split(",\n  \"letters\"").next().and_then(|text| text.split(",\n  \"numbers\"").next());
        let plain =
            plain.and_then(|text| text.split(",\n  \"edges\"").next()).expect("text").to_owned() + "\n}\n";
        let value = piecework(inspect).file("one.json", &plain).run().exit(0).json();
        assert_eq!(value["puzzles"][0]["clues"], 0);
    }
}

#[test]
fn trays_have_room_to_spare_and_silhouettes_take_the_whole_set() {
    let made = |args: &[&str]| {
        let args = ["puzzle", "--json", "-o", "out"].iter().chain(args).copied();
        piecework(args).run()
    };
    let tray = made(&["--kind", "tray", "--board", "6x4", "--pieces", "pentominoes", "--count", "2"]).exit(0);
    assert_eq!(tray.json()["puzzles"][1]["spare"], 4);
    let text = String::from_utf8(tray.read("out/pentominoes-6x4-tray-x2-1.json")).expect("text");
    assert!(text.contains("\"gaps\": 4"), "{text}");
    let inspect = piecework(["inspect", "one.json", "--json"]).file("one.json", &text).run().exit(0).json();
    assert_eq!(inspect["puzzles"][0]["solutions"]["proved"], true, "{inspect}");
    let silhouette =
        made(&["--kind", "silhouette", "--pieces", "tetrominoes", "--unique", "--count", "2", "--seed", "3"]);
    let puzzles = silhouette.exit(0).json();
    assert_eq!(puzzles["puzzles"][0]["pieces"].as_array().map(Vec::len), Some(5), "{puzzles}");
    let both = ["puzzle", "--kind", "silhouette", "--pieces", "tetrominoes", "--board", "5x4", "-o", "out"];
    piecework(both).run().exit(2).silent().complains("the boards of silhouettes are found");
}

#[test]
fn what_cannot_be_made_says_why() {
    let puzzle = |args: &[&str]| piecework(["puzzle"].iter().chain(args).copied().chain(["-o", "out"])).run();
    puzzle(&["--board", "7x3", "--pieces", "pentominoes"])
        .exit(1)
        .says("as many cells as the board, which has 21; they fill boards of 20 or 25");
    puzzle(&["--board", "heart", "--pieces", "tetrahexes"]).exit(2).silent().complains("hex piece");
    puzzle(&["--board", "haert", "--pieces", "pentominoes"])
        .exit(2)
        .silent()
        .complains("did you mean `heart`?");
    piecework(["puzzle", "--board", "cup.txt", "--pieces", "pentominoes", "-o", "out"])
        .file("cup.txt", "#.#\n#x#\n")
        .run()
        .exit(2)
        .silent()
        .complains("cup.txt:2:2: row 2, column 2: `x` is neither a cell");
    let fewer = ["--board", "5x1", "--pieces", "pentominoes", "--count", "5", "--json"];
    let fewer = puzzle(&fewer).exit(3).json();
    assert_eq!(
        (&fewer["complete"], &fewer["reason"]),
        (&false.into(), &"there are no others".into()),
        "{fewer}"
    );
    puzzle(&["--board", "5x1", "--pieces", "pentominoes", "--difficulty", "5"])
        .exit(1)
        .says("puzzles by difficulty: 1 of 1, 0 of 2, 0 of 3, 0 of 4, 0 of 5\ncomplete: there are no others");
    puzzle(&["--pieces", "pentominoes"]).exit(2).silent().complains("--board");
    puzzle(&["--board", "5x4"]).exit(2).silent().complains("--pieces pentominoes");
    puzzle(&["untouchable-11"]).exit(2).silent().complains("contact, gaps, rules, clues or placed pieces");
    puzzle(&["--board", "5by4", "--pieces", "pentominoes"]).exit(2).silent().complains("COLUMNSxROWS");
    puzzle(&["--board", "5x4", "--pieces", "pentaminoes:X"])
        .exit(2)
        .silent()
        .complains("did you mean `pentominoes`?");
}

#[test]
fn a_bound_book_has_an_interior_a_cover_and_enough_pages() {
    let book = FOUR.iter().copied().filter(|&arg| arg != "-q").chain(["--trim", "6x9", "-o", "out"]);
    let made = piecework(book).run().exit(0).complains("a bound book has at least 24 pages");
    let pages = |name: &str| {
        let document = lopdf::Document::load_mem(&made.read(&format!("out/{name}"))).expect("a PDF");
        let pages = document.get_pages();
        let page = document.get_dictionary(pages[&1]).expect("a page");
        let numbers = page.get(b"MediaBox").and_then(lopdf::Object::as_array).expect("a size");
        let size: Vec<f32> = numbers[2..].iter().map(|side| side.as_float().expect("a number")).collect();
        (pages.len(), size)
    };
    let interior = lopdf::Document::load_mem(&made.read("out/pentominoes-5x4-unique-seed-1-x4-interior.pdf"))
        .expect("a PDF");
    assert!(interior.catalog().expect("a catalog").get(b"Outlines").is_err(), "printers refuse bookmarks");
    let (count, size) = pages("pentominoes-5x4-unique-seed-1-x4-interior.pdf");
    assert_eq!((count, size), (24, vec![432.0, 648.0]));
    let (count, size) = pages("pentominoes-5x4-unique-seed-1-x4-cover.pdf");
    // Two pages of 6 in, 24 of 0.002252 in, and a bleed of 0.125 in on both sides.
    assert!(count == 1 && (size[0] - (12.25 + 24.0 * 0.002252) * 72.0).abs() < 0.02, "{size:?}");
    assert!((size[1] - 9.25 * 72.0).abs() < 0.02, "{size:?}");
    let one = ["puzzle", "--board", "5x4", "--pieces", "pentominoes", "--trim", "6x9", "-o", "out"];
    piecework(one).run().exit(2).silent().complains("one puzzle makes no book");
}

#[test]
fn a_class_set_has_a_page_for_each_pupil_and_a_key() {
    let class = [
        "puzzle",
        "--board",
        "5x5",
        "--pieces",
        "pentominoes",
        "--unique",
        "--title",
        "Class 4b",
        "-o",
        "out",
    ];
    let class = |more: &[&str]| piecework(class.iter().chain(more).copied()).run();
    let made = class(&["--copies", "6", "--vary", "--difficulty", "2"]).exit(0).says("6 puzzles");
    let pages = |name: &str| {
        let document = lopdf::Document::load_mem(&made.read(&format!("out/{name}"))).expect("a PDF");
        let words = (1..=6).map_while(|page| document.extract_text(&[page]).ok()).collect::<Vec<String>>();
        (document.get_pages().len(), words)
    };
    let (count, words) = pages("class-4b-class.pdf");
    assert!(count == 6 && words.iter().all(|words| words.contains("Name")), "{words:?}");
    assert_eq!(pages("class-4b-key.pdf").0, 1);
    let large = class(&["--copies", "2", "--style", "large-print"]).exit(0);
    let svg = String::from_utf8(large.read("out/class-4b-pupil-01.svg")).expect("text");
    let gray = |svg: &str| svg.contains("#808080") || svg.contains("#a8411d");
    assert!(svg.contains("width=\"210mm\"") && !gray(&svg), "{svg}");
    let copies = class(&["--copies", "2", "--style", "copies"]).exit(0);
    assert!(!gray(&String::from_utf8(copies.read("out/class-4b-pupil-01.svg")).expect("text")));
    let colors = class(&["--copies", "2"]).exit(0);
    assert!(gray(&String::from_utf8(colors.read("out/class-4b-pupil-01.svg")).expect("text")));
    let felt = class(&["--copies", "2", "--style", "tactile"]).exit(0);
    let svg = String::from_utf8(felt.read("out/class-4b-pupil-01.svg")).expect("text");
    // Nothing but black areas and one line for a helper: no lines, and no gray.
    assert!(
        svg.contains("id=\"fill\"") && svg.contains("id=\"label\"") && !svg.contains("id=\"cut\""),
        "{svg}"
    );
    assert!(felt.path("out/class-4b-key.pdf").exists());
    let apart =
        ["puzzle", "--board", "10x6", "--pieces", "pentominoes", "--kind", "given", "-q", "-o", "out"];
    let apart =
        piecework(apart.iter().chain(&["--copies", "2", "--style", "large-print"]).copied()).run().exit(0);
    let document =
        lopdf::Document::load_mem(&apart.read("out/pentominoes-10x6-given-class.pdf")).expect("a PDF");
    assert_eq!(document.get_pages().len(), 4, "two pupils, each with a board and the pieces beside it");
    let named = [
        "puzzle",
        "--board",
        "6x4",
        "--pieces",
        "hexiamonds",
        "--style",
        "tactile",
        "--copies",
        "2",
        "-o",
        "out",
    ];
    let named = piecework(named).run().exit(0);
    let key = lopdf::Document::load_mem(&named.read("out/hexiamonds-6x4-key.pdf")).expect("a PDF");
    let words = key.extract_text(&[2]).expect("a second page");
    assert!(words.contains("Puzzle 1: 1 is 6-") && words.contains("braille"), "{words}");
    class(&["--style", "tactile"]).exit(2).silent().complains("`--style tactile` needs `--copies`");
    class(&["--copies", "6", "--vary"]).exit(2).silent().complains("--difficulty");
    class(&["--copies", "3"]).exit(0).says("1 puzzle;");
}

#[test]
fn a_book_is_one_design_that_makes_every_file_again() {
    let order = |board: &str, seed: &str, file: &str, more: &[&str]| {
        let args =
            ["puzzle", "--board", board, "--pieces", "pentominoes", "--seed", seed, "--save-design", file];
        piecework(args.into_iter().chain(["-q", "--force", "-o", "apart"]).chain(more.iter().copied()))
    };
    let made = order("5x4", "1", "five.json", &["--unique", "--count", "3"]).run().exit(0);
    let made =
        order("3x5", "2", "three.json", &["--kind", "given", "--count", "2"]).after(made).run().exit(0);
    let book = ["book", "five.json", "three.json", "hexiamond-6x6", "--title", "Rainy days", "--trim", "6x9"];
    let made = piecework(book.into_iter().chain(["--json", "-o", "book"])).after(made).run().exit(0);
    let value = made.json();
    let numbered: Vec<&str> =
        value["puzzles"].as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(numbered.len(), 6, "{numbered:?}");
    let different: std::collections::BTreeSet<&str> = numbered.iter().copied().collect();
    assert_eq!(different.len(), 6, "each has a name of its own: {numbered:?}");
    assert!(numbered.iter().all(|name| !name.contains("no.")), "{numbered:?}");
    let efforts: Vec<u64> = value["puzzles"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["effort"].as_u64())
        .collect();
    assert!(efforts.is_sorted() && efforts.len() == 5, "easy ones first: {efforts:?}");
    let made =
        piecework(["make", "book/rainy-days-interior.pdf", "-q", "-o", "again"]).after(made).run().exit(0);
    let names = names_in(&made.path("book"));
    assert_eq!(names, names_in(&made.path("again")));
    for name in &names {
        assert!(made.read(&format!("book/{name}")) == made.read(&format!("again/{name}")), "{name}");
    }
    let check =
        ["check", "book/rainy-days-interior.pdf", "book/rainy-days-cover.pdf", "book/rainy-days-page-03.svg"];
    let made = piecework(check).after(made).run().exit(0).says("3 of 3 as the design in them makes them");
    let page = String::from_utf8(made.read("book/rainy-days-page-03.svg")).expect("text");
    let changed = piecework(["check", "rainy-days-page-03.svg"])
        .file("rainy-days-page-03.svg", page.replacen(" d=\"M", " d=\"M0 0M", 1));
    changed.run().exit(1).says("is not what its design makes");
}

#[test]
fn a_book_may_be_dedicated_and_leave_out_its_design() {
    let pages = |more: &[&str]| {
        let args = ["book", "t-tetromino-4x4", "l-tromino-6x6", "--trim", "6x9", "-q", "-o", "out"];
        let ran = piecework(args.into_iter().chain(more.iter().copied())).run().exit(0);
        let bytes = ran.read("out/a-book-of-puzzles-interior.pdf");
        let document = lopdf::Document::load_mem(&bytes).expect("a PDF");
        let last = u32::try_from(document.get_pages().len()).expect("some pages");
        let words = document.extract_text(&(1..=last).collect::<Vec<u32>>()).expect("words");
        let svg = String::from_utf8(ran.read("out/a-book-of-puzzles-page-03.svg")).expect("text");
        let in_pdf = bytes.windows(8).any(|part| part == b"/Subject");
        assert_eq!(in_pdf, svg.contains("\"piecework\":2"), "the pages and the book say the same");
        (words, in_pdf)
    };
    let (words, has_design) = pages(&["--dedication", "For Ada", "--isbn", "0-306-40615-2"]);
    assert!(words.contains("For Ada") && words.contains("ISBN 0-306-40615-2") && has_design, "{words}");
    assert!(words.contains("carries its design"), "{words}");
    let (words, has_design) = pages(&["--no-design"]);
    assert!(!words.contains("carries its design") && !has_design && !words.contains("ISBN"), "{words}");
    piecework(["book", "t-tetromino-4x4", "l-tromino-6x6", "--isbn", "0-306-40615-3"])
        .run()
        .exit(2)
        .complains("`--isbn`: `0-306-40615-3` is not an ISBN");
}

#[test]
fn a_book_in_large_print_is_twice_as_large() {
    let args = ["book", "t-tetromino-4x4", "six-pentominoes-5x6", "--large-print", "--trim", "8.5x11"];
    let ran = piecework(args.into_iter().chain(["-q", "-o", "out"])).run().exit(0);
    let document = lopdf::Document::load_mem(&ran.read("out/a-book-of-puzzles-interior.pdf")).expect("a PDF");
    let page = document.get_pages()[&3];
    let size =
        document.get_dictionary(page).and_then(|page| page.get(b"MediaBox")).and_then(|size| size.as_array());
    let size: Vec<f32> = size.expect("a size").iter().filter_map(|side| side.as_float().ok()).collect();
    assert_eq!((size[2].round(), size[3].round()), (612.0, 792.0), "the trim is that of the paper");
    piecework(["book", "y-hexomino-23x24", "t-tetromino-4x4", "--large-print", "--trim", "6x9"])
        .run()
        .exit(2)
        .complains("with cells of at least 16 mm");
    let both = ["book", "t-tetromino-4x4", "domino-8x8", "--large-print", "--shared"];
    piecework(both).run().exit(2).complains("--shared");
}

#[test]
fn a_mixed_book_has_a_chapter_for_each_lattice_and_readers_may_have_the_set() {
    let parts = r#"{ "made_puzzles": { "board": "6x6", "pieces": "hexiamonds", "count": 6 }, "seed": 1 },
        { "made_puzzles": { "board": "5x5", "pieces": "pentominoes", "count": 6 }, "seed": 1 }"#;
    let words = |more: &str| {
        let design =
            format!(r#"{{ "piecework": 2, "book": {{ "parts": [{parts}], "title": "Mixed"{more} }} }}"#);
        let ran =
            piecework(["make", "book.json", "-q", "-o", "out"]).file("book.json", &design).run().exit(0);
        let document = lopdf::Document::load_mem(&ran.read("out/mixed-book.pdf")).expect("a PDF");
        let last = u32::try_from(document.get_pages().len()).expect("some pages");
        (1..=last).map(|page| document.extract_text(&[page]).expect("words")).collect::<Vec<String>>()
    };
    let pages = words("");
    let opening = |title: &str| pages.iter().position(|words| words.contains(title));
    let squares = opening("in which every piece is made of squares").expect("a chapter");
    let triangles = opening("in which every piece is made of triangles").expect("a chapter");
    assert_eq!(triangles - squares, 7, "six puzzles between: {squares} {triangles}");
    let own = words(r#", "own_set": true"#);
    assert!(own.len() < pages.len() && own.iter().any(|words| words.contains(" Use ")), "{own:?}");
    assert!(own.iter().any(|words| words.contains("Take the pieces of your set")));
}

#[test]
fn a_book_in_gray_has_no_color_and_says_what_a_printer_makes_of_it() {
    let book = |more: &[&str]| {
        let args = ["book", "six-pentominoes-5x6", "t-tetromino-4x4", "--trim", "6x9", "-o", "out"];
        piecework(args.into_iter().chain(more.iter().copied())).run().exit(0)
    };
    let colored = |page: &str| {
        let colors = page.split('#').skip(1).filter_map(|rest| rest.get(..6));
        let is_color =
            |c: &&str| c.chars().all(|d| d.is_ascii_hexdigit()) && (c[..2] != c[2..4] || c[2..4] != c[4..]);
        colors.filter(is_color).count()
    };
    let gray = book(&["--ink", "gray"]).complains("printed as black ink").complains("24 pages");
    let pages = names_in(&gray.path("out")).into_iter().filter(|name| name.contains("-page-"));
    let pages: Vec<String> =
        pages.map(|name| String::from_utf8(gray.read(&format!("out/{name}"))).expect("text")).collect();
    assert!(pages.len() == 24 && pages.iter().all(|page| colored(page) == 0), "a page has a color");
    assert!(colored(&String::from_utf8(gray.read("out/a-book-of-puzzles-cover.svg")).expect("text")) > 0);
    let color = book(&[]).complains("printed as color, and dear, since it has fewer than 72 pages");
    let page = String::from_utf8(color.read("out/a-book-of-puzzles-page-03.svg")).expect("text");
    assert!(colored(&page) > 0);
}

#[test]
fn times_of_people_fit_the_weights_of_difficulty() {
    let args = [
        "puzzle",
        "--board",
        "5x6",
        "--pieces",
        "pentominoes",
        "--kind",
        "given",
        "--count",
        "12",
        "--seed",
        "1",
    ];
    let made = piecework(args.into_iter().chain(["--json", "-q", "-o", "out"])).run().exit(0);
    let puzzles = made.json()["puzzles"].as_array().expect("a list").clone();
    let quoted = |puzzle: &serde_json::Value| puzzle.to_string().replace('"', "\"\"");
    let effort = |one: &serde_json::Value| one["effort"].as_f64().expect("a number");
    let rows =
        puzzles.iter().map(|one| format!("{:.1},\"{}\"\n", 10.0 + 3.0 * effort(one), quoted(&one["puzzle"])));
    let table = format!("seconds,puzzle\n{}", rows.collect::<String>());
    let ran =
        piecework(["puzzle", "--calibrate", "times.csv", "--json"]).file("times.csv", &table).run().exit(0);
    let found = &ran.json()["calibration"];
    assert_eq!((&found["times"], &found["puzzles"], &found["left_out"]), (&12.into(), &12.into(), &0.into()));
    assert!(found["rank_of_effort"].as_f64().is_some_and(|rank| rank > 0.999), "{found}");
    assert!(found["rank_of_fit"].as_f64().is_some_and(|rank| rank > 0.9), "{found}");
    let words = piecework(["puzzle", "--calibrate", "times.csv"]).file("times.csv", &table).run().exit(0);
    words.says("Fitted on 12 times of 12 puzzles");
    let few = "seconds,puzzle\n3,\"\"\"six-pentominoes-5x6\"\"\"\n";
    piecework(["puzzle", "--calibrate", "t.csv"])
        .file("t.csv", few)
        .run()
        .exit(2)
        .complains("ten times or more");
    piecework(["puzzle", "--calibrate", "t.csv"])
        .file("t.csv", "seconds,puzzle\nsoon\n")
        .run()
        .exit(2)
        .complains("`soon`");
}

#[test]
fn books_of_puzzle_and_sheet_carry_the_design_of_a_book() {
    let design = |svg: &[u8]| {
        let text = String::from_utf8(svg.to_vec()).expect("text");
        let start = text.find("{\"piecework\"").expect("a design");
        text[start..].split("</metadata>").next().expect("an end").to_owned()
    };
    let made = piecework(FOUR.iter().copied().chain(["-o", "out"])).run().exit(0);
    assert_eq!(
        design(&made.read("out/pentominoes-5x4-unique-seed-1-x4-page-01.svg")),
        concat!(
            r#"{"piecework":2,"book":{"parts":[{"made_puzzles":{"board":"5x4","count":4,"pieces":"pentominoes","unique":true},"#,
            r#""seed":1}],"title":"Puzzles made to order"}}"#
        )
    );
    let sheet =
        ["sheet", "pentomino-3x20", "hexiamond-6x6", "--seed", "5", "--look", "lines", "-q", "-o", "out"];
    let made = piecework(sheet).run().exit(0);
    let page = design(&made.read("out/a-book-of-puzzles-page-01.svg"));
    assert!(
        page.contains(r#""parts":["pentomino-3x20","hexiamond-6x6"]"#) && page.contains(r#""hints":0"#),
        "{page}"
    );
    let made =
        piecework(["make", "out/a-book-of-puzzles-book.pdf", "-q", "-o", "again"]).after(made).run().exit(0);
    for name in names_in(&made.path("out")) {
        assert!(made.read(&format!("out/{name}")) == made.read(&format!("again/{name}")), "{name}");
    }
}

#[test]
fn a_part_that_is_no_part_of_a_book_is_refused_with_its_place() {
    let refused = |part: &str, words: &str| {
        let text = format!(r#"{{ "piecework": 2, "book": {{ "parts": ["domino-8x8", {part}] }} }}"#);
        piecework(["make", "book.json", "-o", "out"])
            .file("book.json", &text)
            .run()
            .exit(2)
            .silent()
            .complains(words)
    };
    refused(
        r#"{ "made_puzzles": { "board": "5x4", "paper": "a5" } }"#,
        "`--paper` has no effect because the book decides",
    );
    refused(r#"{ "seed": 3, "puzzle": "domino-8x8" }"#, "`seed` needs `made_puzzles`");
    refused(r#""no-such""#, "/book/parts/1");
    refused("{}", "no puzzle to make something of");
    refused(r#"{ "made_puzzles": { "board": "5x4", "cuont": 3 } }"#, "cuont");
    let empty = r#"{ "piecework": 2, "book": {} }"#;
    piecework(["make", "b.json", "-o", "out"])
        .file("b.json", empty)
        .run()
        .exit(2)
        .complains("there is no puzzle to make something of");
    piecework(["book", "domino-8x8", "hexiamond-6x6", "--style", "tactile", "-o", "out"])
        .run()
        .exit(2)
        .complains("--copies");
}

#[test]
fn puzzles_share_pages_only_if_asked() {
    let pages = |more: &[&str]| {
        let args = ["book", "t-tetromino-4x4", "l-tromino-6x6", "--json", "-q", "-o", "out"];
        piecework(args.into_iter().chain(more.iter().copied())).run().exit(0).json()["book"]["pages"].clone()
    };
    assert_eq!(pages(&[]), 7, "cover, contents, two puzzles, hints, solutions, index");
    assert_eq!(pages(&["--shared"]), 6);
    let calendar = ["book", "calendar", "--shared", "-o", "out"];
    piecework(calendar).run().exit(2).silent().complains("`--shared` has no effect because a calendar");
}

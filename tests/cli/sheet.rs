use super::run::piecework;

#[test]
fn a_sheet_is_a_puzzle_page_and_a_solution_page() {
    piecework(["sheet", "pentomino-6x10", "--paper", "a4", "-o", "out", "-q"])
        .run()
        .exit(0)
        .content()
        .has_files(
            "out",
            &["pentomino-6x10-puzzle-01.svg", "pentomino-6x10-sheet.pdf", "pentomino-6x10-solution-01.svg"],
        );
}

#[test]
fn several_solutions_share_pages() {
    let args = ["sheet", "six-pentominoes-5x6", "--solutions", "6", "--per-page", "4", "--json", "-q"];
    let ran = piecework(args).run().exit(0);
    assert_eq!(ran.json()["sheet"]["solutions"], 6);
    assert_eq!(ran.json()["sheet"]["pages"], 3, "one puzzle page, two of solutions");
}

#[test]
fn no_solutions_may_be_asked_for() {
    let ran = piecework(["sheet", "y-hexomino-23x24", "--solutions", "0", "--json", "-q"]).run().exit(0);
    assert_eq!(ran.json()["sheet"]["pages"], 1);
}

#[test]
fn tilings_from_a_file_are_drawn_as_they_are() {
    let grids = "AAB\nABB\n\nABB\nAAB\n";
    let ran = piecework(["sheet", "two.txt", "--json", "-q"]).file("two.txt", grids).run().exit(0);
    assert_eq!(ran.json()["sheet"]["solutions"], 2);
}

#[test]
fn a_catalogue_has_every_solution_and_an_index() {
    let ran = piecework([
        "sheet",
        "l-tromino-6x6",
        "--all",
        "-n",
        "10",
        "--hints",
        "2",
        "-o",
        "out",
        "--json",
        "-q",
    ]);
    let ran = ran.run().exit(0);
    assert_eq!(ran.json()["sheet"]["solutions"], 25);
    assert_eq!(ran.json()["sheet"]["pages"], 6, "puzzle, hint, three of solutions, index");
    let pages = ["puzzle-01", "hint-01", "catalogue-01", "catalogue-02", "catalogue-03", "catalogue-04"];
    let mut names: Vec<String> = pages.map(|page| format!("l-tromino-6x6-{page}.svg")).into();
    names.push("l-tromino-6x6-catalogue.pdf".into());
    let ran = ran.has_files("out", &names.iter().map(String::as_str).collect::<Vec<_>>());
    let document = lopdf::Document::load_mem(&ran.read("out/l-tromino-6x6-catalogue.pdf")).expect("a PDF");
    let words = |page: u32| document.extract_text(&[page]).expect("words");
    assert!(words(3).contains("Solutions 1 to 10 of 25") && words(3).contains("page 3 of 6"), "{}", words(3));
    assert!(words(6).contains("Index"), "{}", words(6));
    assert!(document.catalog().is_ok_and(|catalog| catalog.has(b"Outlines")));
}

#[test]
fn designs_are_on_one_page_with_seed_and_figures() {
    let draw = ["solve", "six-pentominoes-5x6", "--sample", "12", "--seed", "7", "-o", "designs.jsonl", "-q"];
    let ran = piecework(draw).run().exit(0);
    let ran = piecework(["sheet", "designs.jsonl", "--palette", "jewel", "-o", "out", "--json", "-q"])
        .after(ran)
        .run();
    assert_eq!(ran.json()["sheet"]["pages"], 1);
    let ran = ran.exit(0).has_files("out", &["designs-contact-01.svg", "designs-contact.pdf"]);
    let document = lopdf::Document::load_mem(&ran.read("out/designs-contact.pdf")).expect("a PDF");
    let words = document.extract_text(&[1]).expect("words");
    assert!(words.contains("12 designs") && words.contains("seed 7, number 12"), "{words}");
    assert!(words.contains("set-in corners"), "{words}");
    // The page carries its designs.
    let back =
        piecework(["inspect", "out/designs-contact-01.svg", "-o", "back.jsonl"]).after(ran).run().exit(0);
    assert_eq!(back.read("back.jsonl"), back.read("designs.jsonl"));
}

#[test]
fn several_puzzles_make_a_book() {
    let args = [
        "sheet",
        "six-pentominoes-5x6",
        "tetrahex-4x7",
        "--title",
        "For Ada",
        "--hints",
        "1",
        "-o",
        "out",
        "-q",
        "--json",
    ];
    let ran = piecework(args).run().exit(0);
    assert_eq!(ran.json()["sheet"]["pages"], 7, "cover, contents, two of puzzles, hints, solutions, index");
    let document = lopdf::Document::load_mem(&ran.read("out/for-ada-book.pdf")).expect("a PDF");
    let words = |page: u32| document.extract_text(&[page]).expect("words");
    assert!(words(1).contains("For Ada") && words(1).contains("2 puzzles"), "{}", words(1));
    assert!(words(2).contains("Contents") && words(2).contains("Solutions"), "{}", words(2));
    assert!(words(2).contains("would cut off an area"), "a worked example: {}", words(2));
    assert!(words(3).contains("Hints on page 5. Solutions on page 6."), "{}", words(3));
    assert!(words(6).contains("Solutions") && !words(6).contains("of 7"), "{}", words(6));
    assert!(
        words(7).contains("Estimated difficulty") && words(7).contains("2 puzzles, laid out"),
        "{}",
        words(7)
    );
    assert!(!words(7).contains("{"), "the colophon is in words: {}", words(7));
}

#[test]
fn pieces_to_cut_out_are_true_to_size() {
    let args = [
        "sheet",
        "t-tetromino-4x4",
        "--punch-out",
        "20mm",
        "--look",
        "lines",
        "--no-letters",
        "-o",
        "out",
        "-q",
        "--json",
    ];
    let ran = piecework(args).run().exit(0);
    assert_eq!(ran.json()["sheet"]["pages"], 4, "puzzle, solution, pieces, board");
    let svg = String::from_utf8(ran.read("out/t-tetromino-4x4-pieces-01.svg")).expect("text");
    // A T of cells of 20 mm is 60 mm long.
    assert_eq!(svg.matches("<title>T</title>").count(), 4, "{svg}");
    assert!(svg.contains("M10 ") && svg.contains("H70"), "{svg}");
    piecework(["sheet", "t-tetromino-4x4", "--punch-out", "20cm", "-o", "out"])
        .run()
        .exit(2)
        .complains("part `T` measures 600.00 x 400.00 mm");
}

#[test]
fn solutions_of_a_sheet_can_be_chosen() {
    let args = ["sheet", "six-pentominoes-5x6", "--all", "--sort=-contacts", "--pick", "2", "--json"];
    let ran = piecework(args).run().exit(0);
    assert_eq!(ran.json()["sheet"]["solutions"], 2);
    ran.complains("2 chosen of 6 tilings found");
    piecework(["sheet", "two.txt", "--where", "pieces > 2"]).file("two.txt", "AAB\nABB\n").run().exit(1);
}

//! Designs of the gallery are inputs of every command; what is typed changes what they say.

use serde_json::Value;

use super::run::piecework;

/// The design that a command prints.
fn design(words: &str) -> Value {
    let args = words.split(' ').chain(["--save-design", "-"]);
    serde_json::from_str(piecework(args).run().exit(0).stdout()).expect("a design")
}

#[test]
fn a_design_keeps_what_it_says_but_for_what_is_typed() {
    let plain = design("make stars");
    assert_eq!(plain, design("quilt stars"));
    let mut changed = plain.clone();
    changed["quilt"]["cell"] = "3in".into();
    changed["quilt"]["palette"] = "jewel".into();
    for words in ["make stars --cell 3in --palette jewel", "quilt stars --palette jewel --cell 3in"] {
        assert_eq!(design(words), changed, "{words}");
    }
    for args in
        ["make stars --cell 3in --formats svg -o out -q", "make stars -o out --cell 3in --formats svg -q"]
    {
        piecework(args.split(' ')).run().exit(0).has_files("out", &["stars-quilt.svg"]);
    }
    // A file of the design is the same.
    let file = piecework(["quilt", "d.json", "--cell", "3in", "--palette", "jewel", "--save-design", "-"])
        .file("d.json", plain.to_string())
        .run()
        .exit(0);
    assert_eq!(serde_json::from_str::<Value>(file.stdout()).expect("a design"), changed);
    // Another product takes the puzzle and its tiling.
    let cut = design("cut stars --machine glowforge");
    assert_eq!((&cut["tilings"], &cut["cut"]["machine"]), (&plain["tilings"], &"glowforge".into()));
    assert!(cut.get("quilt").is_none());
}

#[test]
fn names_and_options_that_do_not_fit_are_refused() {
    piecework(["quilt", "starz"]).run().exit(2).complains("did you mean `stars`?");
    piecework(["make", "stars", "--kerf", "0.2mm"]).run().exit(2).complains("--kerf");
    piecework(["make", "stars", "--cell", "2 in ch"]).run().exit(2).complains("cell");
}

#[test]
fn a_puzzle_is_a_board_and_pieces_in_one_line() {
    let args = ["solve", "--board", "5x4", "--pieces", "5 T", "--count", "--json"];
    piecework(args)
        .run()
        .exit(2)
        .complains("the pieces cover 25 cells, but the board 5 x 4 has 20")
        .complains("5x5");
    let same =
        piecework(["solve", "--board", "6x10", "--pieces", "pentominoes", "--count", "--json"]).run().exit(0);
    assert_eq!(same.json()["up_to_symmetry"], 2339);
    let args =
        ["solve", "--board", "4x4", "--pieces", "tetrominoes:T", "--count-any", "--wrap", "torus", "--count"];
    piecework(args).run().exit(0);
    let args = ["sheet", "--board", "4x5", "--pieces", "F,L,N,P", "-o", "out", "-q"];
    let ran = piecework(args).run();
    assert!(ran.ended_with(1) || ran.path("out/f-l-n-p-4x5-sheet.pdf").exists());
    for (args, said) in [
        ("solve --board 6x10", "--pieces"),
        ("solve --pieces pentominoes", "--board"),
        ("solve pentomino-6x10 --board 6x10 --pieces pentominoes", "--board"),
        ("quilt --board haert --pieces pentominoes", "did you mean `heart`?"),
        ("cut --board 6x10 --pieces pentaminoes", "pentominoes"),
    ] {
        piecework(args.split(' ')).run().exit(2).complains(said);
    }
}

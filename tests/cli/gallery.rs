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
    let in_place = [("Oat", "Sapphire"), ("Rust", "Pearl"), ("Midnight", "Topaz"), ("Straw", "Emerald")];
    for given in changed["quilt"]["fabric_of"].as_array_mut().expect("fabrics of patches") {
        let (patch, fabric) = given.as_str().and_then(|given| given.split_once('=')).expect("a patch");
        let (_, other) = in_place.iter().find(|(old, _)| *old == fabric).expect("a fabric");
        *given = format!("{patch}={other}").into();
    }
    for words in ["make stars --cell 3in --palette jewel", "quilt stars --palette jewel --cell 3in"] {
        assert_eq!(design(words), changed, "{words}");
    }
    for args in [
        "make stars --palette jewel --formats svg -o out -q",
        "make stars -o out --cell 3in --formats svg -q",
    ] {
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

/// The size of a bed decides how many blocks there are and how wide the border is, unless these are typed too.
#[test]
fn a_size_takes_the_place_of_blocks_and_border() {
    let plain = design("make sampler");
    let of = |words: &str| design(words)["quilt"].clone();
    for (words, blocks, border) in [
        ("make sampler --cell 2in", &plain["quilt"]["blocks"], &plain["quilt"]["border"]),
        ("make sampler --size queen", &Value::Null, &Value::Null),
        ("make sampler --size queen --border 2in", &Value::Null, &"2in".into()),
        ("make sampler --blocks 5x6 --size queen", &"5x6".into(), &Value::Null),
    ] {
        let made = of(words);
        assert_eq!((&made["blocks"], &made["border"]), (blocks, border), "{words}");
        assert_eq!(made["sashing"], plain["quilt"]["sashing"], "{words}");
    }
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
        ("solve --lattice hex --board 6x10 --pieces pentominoes", "--lattice hex has hexagons"),
        ("quilt --board heart --pieces hexiamonds", "heart has squares"),
    ] {
        piecework(args.split(' ')).run().exit(2).complains(said);
    }
    for (board, pieces) in
        [("diamond 4", "trominoes:I"), ("hexagon 2", "trihexes"), ("triangle 3", "tetriamonds")]
    {
        piecework(["solve", "--board", board, "--pieces", pieces])
            .run()
            .exit(2)
            .silent()
            .complains(&format!("the board {board} has"));
    }
    piecework(["solve", "--board", "diamond 6", "--pieces", "tetrominoes", "--count-any", "--count"])
        .run()
        .exit(0)
        .says("162 tilings, 26 up to symmetry");
    let drawn = [
        "solve",
        "--lattice",
        "triangle",
        "--board",
        "b.txt",
        "--pieces",
        "diamonds",
        "--count-any",
        "--count",
    ];
    piecework(drawn).file("b.txt", "###\n###\n").run().exit(0);
}

#[test]
fn pieces_are_named_by_letters() {
    piecework(["order", "Y"]).run().exit(0).says("Y: 10 copies tile 10 x 5\n");
    piecework(["inspect", "F"]).run().exit(0).content().says("F: 5 cells, 8 orientations");
    piecework(["inspect", "hexominoes:Y"]).run().exit(0).content().says("6 cells, 8 orientations");
    piecework(["solve", "pentominoes"]).run().exit(2).silent();
}

/// What `make` writes is in a folder of its name, which does not hide it.
#[test]
fn a_folder_hides_no_design() {
    let made = piecework(["make", "four", "-o", "four", "-q"]).run().exit(0);
    piecework(["quilt", "four", "--palette", "jewel", "-o", "jewel", "-q"]).after(made).run().exit(0);
}

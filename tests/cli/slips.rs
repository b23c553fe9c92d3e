//! Slips of newcomers, quilters, makers and puzzle people: what each is told, and what to type instead.
//!
//! A new slip is a row here; its hint is a row of `slips.txt` of the program if no other part of the program knows it.

use super::run::piecework;

/// What is typed, what is wrong with it, and the hint.
const SLIPS: &[(&str, &str, &str)] = &[
    ("make domino", "there is no file, template or design called `domino`", "-domino`?"),
    ("quilt l-lap --cell 200in", "a cell edge of `5080` mm", "a cell is one square of the board"),
    ("quilt l-lap --cell -2in", "`--cell`: `-2in` is negative", "leave out the minus sign: `2in`"),
    (
        "quilt l-lap --blocks 2x2 --sashing 1in",
        "`--sashing`: `1in` is not a whole number",
        "it is a count, such as of cells, and has no unit: `1`",
    ),
    (
        "quilt l-lap --blocks 2x2 --alternate plainn",
        "`--alternate`: `plainn` is not `plain`",
        "did you mean `plain`?",
    ),
    ("make starz", "there is no file, template or design called `starz`", "did you mean `stars`?"),
    (
        "make pentomino-6x10",
        "`pentomino-6x10` is a puzzle, which does not say what to make of it",
        "`piecework quilt pentomino-6x10`, `cut` and `sheet`",
    ),
    (
        "solve pentomino-6x10 --svg a.svg",
        "`piecework solve` has no option `--svg`",
        "`-o FILE.svg` writes one tiling as a picture",
    ),
    (
        "solve pentomino-6x10 --solutions all",
        "`piecework solve` has no option `--solutions`",
        "`--first 5` stops after five, `--all` gives all",
    ),
    ("solve pentomino-6x10 -n 5", "`piecework solve` has no option `-n`", "`--first 5`"),
    (
        "solve pentomino-6x10 --cell 2in",
        "`piecework solve` has no option `--cell`",
        "it is an option of `piecework quilt`",
    ),
    (
        "solve pentomino-6x10 --frist 3",
        "`piecework solve` has no option `--frist`",
        "did you mean `--first`?",
    ),
    ("solve pentomino-6x10 --all -o a.svg", "`a.svg` holds one tiling only", "write them to a .jsonl file"),
    (
        "solve pentomino-6x10 --count --first 3",
        "`--count` cannot be used with `--first`",
        "leave out `--count`",
    ),
    ("solve", "`piecework solve` needs PUZZLE", "such as `pentomino-6x10`"),
    (
        "solve pentominoes",
        "`pentominoes` names pieces but no board to cover",
        "give a board too, such as `--board 6x10",
    ),
    ("solve 7x9", "there is no file, template or design called `7x9`", "`--board 7x9 --pieces pentominoes`"),
    (
        "solve 6x10 pentominoes",
        "`pentominoes` is one word too many for `piecework solve`",
        "a board with its pieces is `--board 6x10",
    ),
    ("solve --board 6x10", "`piecework solve` needs --pieces", "`--board 6x10 --pieces pentominoes`"),
    ("solve --pieces pentominoes", "`piecework solve` needs --board", "`--board 6x10 --pieces pentominoes`"),
    (
        "solve --board 6x11 --pieces pentominoes",
        "the pieces cover 60 cells, but the board 6 x 11 has 66",
        "did you mean `6x10`?",
    ),
    (
        "solve --board 6x10 --pieces pentaminoes",
        "there is no piece and no set of pieces called `pentaminoes`",
        "did you mean `pentominoes`?",
    ),
    (
        "solve --board 6x10 --pieces Q",
        "there is no piece and no set of pieces called `Q`",
        "`piecework list pieces`",
    ),
    ("solve --board hart --pieces pentominoes", "there is no board called `hart`", "did you mean `heart`?"),
    (
        "solve pentomino-6x10 --engine randm",
        "`--engine`: `randm` is not one of auto, cover,",
        "did you mean `random`?",
    ),
    (
        "order pentaminoes",
        "there is no file, template or design called `pentaminoes`",
        "did you mean `pentominoes`?",
    ),
    ("compatible pentominoes:Q", "there is no `Q` in the set `pentominoes`", "its pieces are F, I, L,"),
    ("puzzle", "there is no puzzle to make something of", "`--board 5x8 --pieces pentominoes`"),
    ("puzzle --board 5x8", "`--board` needs `--pieces`", "add `--pieces`, such as `--pieces pentominoes`"),
    ("puzzle --pieces pentominoes", "`--pieces` needs `--board`", "add `--board`, such as `--board 5x8`"),
    (
        "puzzle --board 5x8 --pieces pentominoes --level easy",
        "`piecework puzzle` has no option `--level`",
        "`--difficulty 1` is easy",
    ),
    ("quilt stars --cell 2", "`--cell`: `2` has no unit", "write `2mm` or `2in`"),
    (
        "quilt stars --cell -2in",
        "`--cell`: `-2in` is negative; allowed 0 to 10000 mm",
        "leave out the minus sign",
    ),
    (
        "quilt stars --cell 2 feet",
        "`feet` is one word too many for `piecework quilt`",
        "names of several words need quotation marks",
    ),
    ("quilt stars --cell 2feet", "`--cell`: `feet` is not a known unit of length", "units are mm, cm, m, in"),
    ("quilt stars --cell", "`--cell` needs a value", "such as `--cell 2in`"),
    (
        "quilt stars --size queen-size",
        "`queen-size` is not a known bed size; allowed",
        "did you mean `queen`?",
    ),
    ("quilt stars --palette jewl", "`--palette`: there is no palette `jewl`", "did you mean `jewel`?"),
    (
        "quilt stars --colors 5",
        "`piecework quilt` has no option `--colors`",
        "`--fabrics 5` uses five fabrics",
    ),
    ("quilt stars --on-point", "`piecework quilt` has no option `--on-point`", "`--setting on-point`"),
    ("quilt stars --cornerstones", "`piecework quilt` has no option `--cornerstones`", "`--sashing 1`"),
    ("quilt stars --fpp", "`piecework quilt` has no option `--fpp`", "`--method straight --foundations`"),
    ("cut hat-puzzle --sets 3", "`piecework cut` has no option `--sets`", "`--copies 25`"),
    ("quilt stars --bed queen", "`piecework quilt` has no option `--bed`", "`--size queen`"),
    ("quilt stars --paper A5", "there is no paper called `A5`; known are", "did you mean `a4`?"),
    (
        "quilt stars -o stars.pdf",
        "several files are written, so `stars.pdf` would be a folder",
        "name a folder, such as `-o stars`",
    ),
    (
        "cut hat-puzzle -o out.svg",
        "several files are written, so `out.svg` would be a folder",
        "name a folder, such as `-o out`",
    ),
    (
        "cut hat-puzzle --machine cricket",
        "`--machine`: there is no machine called `cricket`; known are",
        "did you mean `cricut`?",
    ),
    ("cut hat-puzzle --formats dfx", "`--formats`: `dfx` is not one of svg,", "did you mean `dxf-r12`?"),
    ("cut hat-puzzle --format svg", "`piecework cut` has no option `--format`", "did you mean `--formats`?"),
    (
        "cut hat-puzzle --scale 2",
        "`piecework cut` has no option `--scale`",
        "`--cell 20mm` is the edge of a cell",
    ),
    ("cut hat-puzzle --fit tight", "`--fit`: `tight` is not a number", "write a length such as"),
    (
        "cut hat-puzzle --thickness 3mm",
        "`--thickness` has no effect in svg,",
        "leave out `--thickness`, or choose other `--formats`",
    ),
    ("check", "`piecework check` needs FILE", "such as `output`, a folder"),
    ("studio --port 8000", "`piecework studio` has no option `--port`", "`--listen 127.0.0.1:8000`"),
    ("quilts stars", "there is no command `quilts`", "did you mean `piecework quilt`?"),
    ("stars", "there is no command `stars`", "it is a design: `piecework make stars`"),
    ("draw pentomino-6x10", "there is no command `draw`", "`piecework sheet` draws"),
    ("list macines", "`macines` is not one of puzzles,", "did you mean `machines`?"),
];

#[test]
fn forty_slips_get_a_sentence_and_a_way_on() {
    assert!(SLIPS.len() >= 40, "{}", SLIPS.len());
    for (typed, sentence, hint) in SLIPS {
        let mut args: Vec<&str> = Vec::new();
        for (at, part) in typed.split('"').enumerate() {
            // What is in quotation marks is one word.
            if at % 2 == 1 { args.push(part) } else { args.extend(part.split_whitespace()) }
        }
        let ran = piecework(args).run().exit(2).silent();
        ran.complains(&format!("piecework: {sentence}")).complains("hint: ").complains(hint);
    }
}

#[test]
fn names_are_found_as_people_write_them() {
    for args in [
        ["quilt", "Pentomino 6x10", "--palette", "Jewel", "--units", "inches", "--border-corners", "mitered"]
            .as_slice(),
        &["cut", "PENTOMINO-6x10", "--machine", "Cricut Maker", "--formats", "DXF", "--lines", "Shared"],
        &["sheet", "Stars", "--paper", "US Letter"],
        &["puzzle", "--board", "Heart", "--pieces", "Tetris"],
    ] {
        let printed = piecework(args.iter().chain(&["--save-design", "-"]).copied()).run().exit(0).json();
        assert_eq!(printed["piecework"], 2, "{args:?}");
    }
    let shapes = |name: &str| piecework(["inspect", name]).run().exit(0).content();
    shapes("F-pentomino").says("##");
    shapes("l");
}

#[test]
fn a_letter_in_two_places_is_named_as_two_pieces() {
    let grid = "AAAB\nCCBB\nDDDA\n";
    let ran = piecework(["inspect", "grid.txt"]).file("grid.txt", grid).run().exit(0);
    ran.complains("the cells of `A` are not connected; each group of them is a piece of its own")
        .says("5 pieces");
    // Letters that are used again are meant.
    piecework(["inspect", "grid.txt"]).file("grid.txt", "AAB\nBAA\n").run().exit(0).content();
}

#[test]
fn orders_do_not_collide_and_a_folder_is_checked() {
    let order = |seed| {
        piecework(["puzzle", "--board", "5x3", "--pieces", "pentominoes", "--seed", seed, "-q", "-o", "out"])
    };
    let both = order("2").after(order("1").run().exit(0)).run().exit(0);
    piecework(["check", "out"]).after(both).run().exit(0).says("right: ").says("1 tiling of");
    let cut = piecework(["cut", "domino-8x8", "-q", "-o", "cut"]).run().exit(0);
    piecework(["check", "cut"]).after(cut).run().exit(0).says("right: ");
}

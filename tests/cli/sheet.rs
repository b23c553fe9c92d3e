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

use super::run::piecework;

#[test]
fn engines_are_raced_and_written_as_table_chart_and_data() {
    let ran = piecework([
        "compare",
        "six-pentominoes-5x6",
        "t-tetromino-4x4",
        "--engines",
        "cover,genetic,cut-line",
        "--seeds",
        "2",
        "--nodes",
        "20000",
        "-o",
        "out",
    ])
    .run()
    .exit(0)
    .says("Six pentominoes 5 x 6, 30 cells")
    .says("2 of 2")
    .says("genetic: the genetic engine cannot search this puzzle")
    .says("comparison.md");
    for stem in ["six-pentominoes-5x6", "t-tetromino-4x4"] {
        for ending in ["csv", "json", "svg", "png"] {
            assert!(!ran.read(&format!("out/{stem}-comparison.{ending}")).is_empty());
        }
    }
    let csv = String::from_utf8(ran.read("out/six-pentominoes-5x6-comparison.csv")).expect("text");
    let row: Vec<&str> = csv.lines().nth(1).expect("a row").split(',').collect();
    assert_eq!((row[0], row[1], row[6]), ("cover", "2 of 2", "6"));
    let markdown = String::from_utf8(ran.read("out/comparison.md")).expect("text");
    assert!(markdown.contains("![Six pentominoes 5 x 6](six-pentominoes-5x6-comparison.png)"));
}

#[test]
fn what_is_found_follows_from_the_seeds() {
    let nodes = || {
        let args =
            ["compare", "thirteen-pieces-8x8", "--engines", "genetic", "--nodes", "2000", "--seeds", "3"];
        let value = piecework(args.into_iter().chain(["--json"])).run().exit(0).json();
        let lane = &value["comparisons"][0]["lanes"][0];
        let runs = lane["firsts"].as_array().expect("runs");
        let found: Vec<_> = runs.iter().map(|run| (run["nodes"].clone(), run["covered"].clone())).collect();
        assert_eq!((found.len(), &lane["engine"]), (3, &"genetic".into()));
        found
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn unknown_engines_are_refused_before_any_race() {
    piecework(["compare", "pentomino-6x10", "--engines", "cover,magic"]).run().exit(2).complains("`magic`");
}

use super::run::piecework;

#[test]
fn the_smallest_common_figure_is_printed_with_a_tiling_by_each() {
    piecework(["compatible", "c0c0", "tetrominoes:T"])
        .run()
        .exit(0)
        .says("c0c0, T: the smallest common figure has 16 cells (4 c0c0, 4 T)\n")
        .says("complete: all smaller figures are excluded\n\nAABB\nAABB\nCCDD\nCCDD\n")
        .complains("pieces laid");
    let value = piecework(["compatible", "tetrominoes", "--json"]).run().exit(0).json();
    assert_eq!(
        (&value["cells"], &value["complete"], &value["excluded_cells"]),
        (&32.into(), &true.into(), &31.into())
    );
    assert_eq!(value["figures"][0]["copies"], serde_json::json!([8, 8, 8, 8, 8]));
    assert_eq!(value["figures"][0]["tilings"].as_array().map(Vec::len), Some(5));
}

#[test]
fn all_smallest_figures_and_those_without_holes() {
    let all = ["compatible", "tetrominoes:I,L", "--all", "--json"];
    let value = piecework(all).run().exit(0).json();
    let count = value["figures"].as_array().map_or(0, Vec::len);
    assert!(count > 1, "{count}");
    piecework(["compatible", "tetrominoes:I,L", "--all"])
        .run()
        .exit(0)
        .says(&format!("complete: {count} figures of this size, and none smaller\n"));
    let cells = |options: &[&str]| {
        let search = [&["compatible", "pentominoes:F,V", "--json"], options].concat();
        let value = piecework(search).run().exit(0).json();
        (value["cells"].clone(), value["no_holes"].clone())
    };
    assert_eq!(cells(&[]), (20.into(), false.into()));
    assert_eq!(cells(&["--no-holes"]), (30.into(), true.into()), "the figure of 20 cells has a hole");
}

#[test]
fn figures_are_written_and_can_be_read() {
    for file in ["both.txt", "both.jsonl", "both.svg"] {
        let found = piecework(["compatible", "pentominoes:P,X", "-o", file]).run().exit(0).says("20 cells");
        assert!(!found.stdout().contains("AA"), "the tilings are in the file");
        let value = piecework(["inspect", file, "--json"]).after(found).run().exit(0).json();
        assert_eq!(value["tilings"].as_array().map(Vec::len), Some(2), "{file}");
    }
    piecework(["compatible", "pentominoes:P,X", "-o", "both.json"]).run().exit(2).silent();
}

#[test]
fn the_pieces_of_a_puzzle_are_compared() {
    let puzzle = r#"{ "piecework": 1, "name": "two", "lattice": "triangle", "region": { "triangle": 3 },
        "pieces": [{ "name": "three", "cells": [[0, 0], [1, 0], [2, 0]] }, { "set": "tetriamonds", "only": ["4-1"] }], "gaps": 2 }"#;
    let value = piecework(["compatible", "two.json", "--json"]).file("two.json", puzzle).run().exit(0).json();
    assert_eq!(value["cells"], 12);
}

#[test]
fn no_common_figure_and_a_limit_are_different_answers() {
    piecework(["compatible", "pentominoes:U,X"])
        .run()
        .exit(1)
        .says("U, X: no common figure at all\ncomplete: figures of every size are excluded\n");
    let search = ["compatible", "pentominoes:I,X", "--max-cells", "42"];
    piecework(search).run().exit(3).says(
        "no common figure of at most 42 cells\nstopped by the area limit: larger figures are not excluded\n",
    );
    let value = piecework([&search[..], &["--json"]].concat()).run().exit(3).json();
    assert_eq!((&value["excluded_cells"], &value["impossible"]), (&42.into(), &false.into()));
}

#[test]
fn bad_names_of_pieces_are_told() {
    piecework(["compatible", "pentominoes:Q,X"])
        .run()
        .exit(2)
        .silent()
        .complains("there is no `Q` in the set");
    piecework(["compatible", "pentaminoes:X"])
        .run()
        .exit(2)
        .silent()
        .complains("did you mean `pentominoes`?");
    piecework(["compatible", "f840"]).run().exit(2).silent().complains("one piece alone");
    piecework(["compatible", "trominoes", "trihexes"]).run().exit(2).silent().complains("different lattices");
    piecework(["order", "pentominoes:Y"]).run().exit(0).says("Y: 10 copies tile 10 x 5\n");
}

#[test]
fn a_set_is_divided_into_groups_of_one_figure() {
    let divide = ["divide", "pentominoes", "--groups"];
    piecework(["divide", "pentominoes:F,I,L,N,P,Y", "--groups", "2"])
        .run()
        .exit(0)
        .says("6 pieces: 1 division into 2 groups that tile one figure of 15 cells\nthere may be more\n\n");
    piecework([&divide[..], &["6", "--count"]].concat()).run().exit(1).says(
        "12 pieces: no division into 6 groups that tile one figure of 10 cells\ncomplete: none exists\n",
    );
    piecework([&divide[..], &["7"]].concat()).run().exit(1).says("cannot be divided equally");
    let four = [
        "divide",
        "tetrahexes:4-1,4-2,4-3,4-4,4-5,4-6",
        "--groups",
        "2",
        "--first",
        "3",
        "-o",
        "halves.jsonl",
    ];
    let found =
        piecework(four).run().exit(0).says("3 divisions into 2 groups that tile one figure of 12 cells");
    piecework(["check", "halves.jsonl"]).after(found).run().exit(0).says("6 tilings");
}

#[test]
fn a_division_that_takes_too_long_says_so() {
    let divide = ["divide", "pentominoes", "--groups", "4", "--all", "--time-limit", "100ms", "--json"];
    let value = piecework(divide).run().exit(3).json();
    assert_eq!((&value["stopped"], &value["complete"]), (&"time limit".into(), &false.into()));
}

#[test]
fn a_saved_design_makes_the_same_figures() {
    let saved = piecework(["compatible", "pentominoes:P,X", "--save-design", "design.json"]).run().exit(0);
    piecework(["make", "design.json", "-o", "made"])
        .after(saved)
        .run()
        .exit(0)
        .says("p-x-figures.jsonl")
        .says("p-x-figures.svg");
}

use super::run::piecework;

const GOOD: &str = r###"{
  "piecework": 1,
  "name": "Two dominoes",
  "lattice": "square",
  "region": { "rectangle": [2, 2] },
  "pieces": [ { "name": "domino", "rows": ["##"], "count": 2 } ]
}
"###;

#[test]
fn a_bad_file_names_file_line_pointer_found_and_allowed() {
    piecework(["solve", "bad.json"])
        .file("bad.json", GOOD.replace("\"count\": 2", "\"count\": -2"))
        .run()
        .exit(2)
        .silent()
        .complains("piecework: bad.json:6:")
        .complains("/pieces/0/count")
        .complains("-2")
        .complains("allowed");
}

#[test]
fn all_mistakes_of_a_file_are_named_at_once() {
    let bad = GOOD.replace("\"name\": \"Two", "\"nam\": \"Two").replace("\"count\": 2", "\"count\": 0.5");
    piecework(["solve", "bad.json"])
        .file("bad.json", bad)
        .run()
        .exit(2)
        .complains("did you mean `name`")
        .complains("/pieces/0/count");
}

#[test]
fn errors_as_json_are_one_object() {
    let bad = GOOD.replace("\"count\": 2", "\"count\": \"two\"");
    let ran = piecework(["solve", "bad.json", "--json"]).file("bad.json", bad).run().exit(2);
    let value = ran.json();
    let error = &value["errors"][0];
    assert_eq!((&value["exit"], &error["file"], &error["line"]), (&2.into(), &"bad.json".into(), &6.into()));
    assert_eq!(error["pointer"], "/pieces/0/count");
}

#[test]
fn areas_that_cannot_add_up_are_refused_without_a_search() {
    piecework(["solve", "bad.json"])
        .file("bad.json", GOOD.replace("[2, 2]", "[3, 2]"))
        .run()
        .exit(2)
        .complains("cells");
}

#[test]
fn unknown_names_are_refused_with_a_suggestion() {
    piecework(["solve", "pentomino-6x1O"]).run().exit(2).complains("did you mean `pentomino-6x10`");
    piecework(["solve", "no/such/file.json"]).run().exit(2).complains("no/such/file.json");
    piecework(["quilt", "pentomino-6x10", "--paper", "a5x"]).run().exit(2).complains("a4");
    piecework(["quilt", "pentomino-6x10", "--palette", "nope"]).run().exit(2).complains("nope");
    piecework(["cut", "pentomino-6x10", "--machine", "nope"]).run().exit(2).complains("generic");
    piecework(["solve", "pentomino-6x10", "--engine", "nope"]).run().exit(2).complains("cover");
}

#[test]
fn lengths_need_units_and_points() {
    piecework(["cut", "pentomino-6x10", "--cell", "6,35mm"]).run().exit(2).complains("6.35");
    piecework(["cut", "pentomino-6x10", "--cell", "20"]).run().exit(2).complains("unit");
    piecework(["cut", "pentomino-6x10", "--cell=-5mm"]).run().exit(2).complains("negative");
}

#[test]
fn an_error_about_a_closed_notch_has_the_piece_and_a_working_distance() {
    piecework(["quilt", "pentomino-6x10", "--cell", "10mm", "--seam", "6mm"])
        .run()
        .exit(2)
        .silent()
        .complains("`U`")
        .has_files(".", &[]);
}

#[test]
fn a_notch_that_closes_is_known_before_the_search() {
    // A search of one node finds nothing, so it would exit with code 3.
    let args = ["quilt", "pentomino-6x10", "--cell", "10mm", "--seam", "6mm", "--nodes", "1"];
    piecework(args).run().exit(2).silent().complains("allowance");
}

#[test]
fn limits_are_raised_by_name() {
    let big = GOOD.replace("[2, 2]", "[300, 300]").replace("\"count\": 2", "\"count\": \"any\"");
    piecework(["solve", "big.json", "--nodes", "10"]).file("big.json", &big).run().exit(2).complains("65536");
    piecework(["solve", "big.json", "--nodes", "10", "--limit", "region-cells=100000"])
        .file("big.json", &big)
        .run()
        .exit(3);
    piecework(["templates", "--limit", "nope=3"]).run().exit(2).complains("region-cells");
}

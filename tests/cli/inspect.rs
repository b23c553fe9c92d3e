use super::run::piecework;

#[test]
fn a_grid_from_standard_input_is_inspected() {
    piecework(["inspect", "-"])
        .input("AAB\nABB\n")
        .run()
        .exit(0)
        .content()
        .says("2 symmetries")
        .says("fault lines     none")
        .says("set-in corners  2");
}

#[test]
fn json_has_every_number() {
    let value = piecework(["inspect", "-", "--json"]).input("AABB\nAABB\n").run().exit(0).json();
    let tiling = &value["tilings"][0];
    assert_eq!(tiling["placements"], 2);
    assert_eq!(tiling["fault_lines"].as_array().map(Vec::len), Some(1));
    assert_eq!(tiling["fewest_colours"]["edge"]["count"], 2);
    assert_eq!(tiling["fewest_colours"]["edge"]["proved"], true);
}

#[test]
fn a_template_is_solved_first() {
    piecework(["inspect", "t-tetromino-4x4"]).run().exit(0).says("4 pieces laid").complains("1 tiling");
}

#[test]
fn a_grid_that_is_none_is_refused() {
    piecework(["inspect", "-"]).input("").run().exit(2).silent().complains("empty");
}

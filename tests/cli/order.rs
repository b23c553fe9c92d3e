use piecework::lattice::Lattice;
use piecework::polyform::{Shape, enumerate, named_set, set_names};
use piecework::puzzle::hex_name;

use super::run::piecework;

#[test]
fn the_smallest_rectangle_is_printed() {
    piecework(["order", "f040"])
        .run()
        .exit(0)
        .says("f040: 10 copies tile 10 x 5\ncomplete: all smaller rectangles are excluded\n")
        .complains("engine cut-line");
}

#[test]
fn json_lists_what_is_excluded() {
    let value = piecework(["order", "f860", "--json"]).run().exit(0).json();
    assert_eq!((&value["order"], &value["columns"], &value["rows"]), (&76.into(), &28.into(), &19.into()));
    assert_eq!((&value["smaller_excluded"], &value["engine"]), (&true.into(), &"cut-line".into()));
    assert_eq!(value["excluded_area"], 531);
    assert_eq!(value["tiling"]["placements"].as_array().map(Vec::len), Some(76));
}

#[test]
fn several_pieces_are_counted_each() {
    for names in [&["e0a0_40e040"][..], &["e0a0", "40e040"]] {
        let value = piecework([&["order", "--json"], names].concat()).run().exit(0).json();
        assert_eq!(value["order"], 3);
        assert_eq!(value["rectangles"][0]["copies"], serde_json::json!({ "40e040": 1, "e0a0": 2 }));
    }
}

#[test]
fn the_pieces_of_a_puzzle_are_meant() {
    piecework(["order", "y-hexomino-23x24"]).run().exit(0).says("92 copies tile 24 x 23");
}

#[test]
fn a_tiling_is_written_and_can_be_read() {
    let order =
        piecework(["order", "e0c040", "-o", "eighteen.txt"]).run().exit(0).says("18 copies tile 12 x 9");
    piecework(["inspect", "eighteen.txt"]).after(order).run().exit(0).says("18 pieces laid");
}

#[test]
fn no_rectangle_at_all_is_an_answer() {
    let value = piecework(["order", "40e040", "--json"]).run().exit(1).json();
    assert_eq!((&value["never"]["reason"], &value["complete"]), (&"edge".into(), &true.into()));
    piecework(["order", "40e040"]).run().exit(1).says("no rectangle at all\ncomplete: ");
}

#[test]
fn a_limit_is_not_an_answer_here() {
    let value = piecework(["order", "f840", "--max-area", "100", "--json"]).run().exit(3).json();
    assert_eq!((&value["order"], &value["stopped"]), (&serde_json::Value::Null, &"area limit".into()));
    piecework(["order", "f840", "--max-area", "100"])
        .run()
        .exit(3)
        .says("no rectangle of at most 100 cells\n");
    piecework(["order", "f840", "--nodes", "100"]).run().exit(3).says("stopped by the node limit: larger");
}

#[test]
fn invalid_pieces_are_refused() {
    piecework(["order", "f84"]).run().exit(2).silent().complains("two digits");
    piecework(["order", "f840", "f840"]).run().exit(2).silent();
    piecework(["order", "tetrahex-4x7"]).run().exit(2).silent().complains("square lattice");
    piecework(["order", "80".repeat(12).as_str()]).run().exit(2).complains("ten cells");
}

/// The seconds for each piece. In `.ci/run` one, because five for each of 165 pieces take a quarter of an
/// hour; widths that need longer are left to a run with `PIECEWORK_ORDER_SECONDS=5`.
fn seconds() -> String {
    std::env::var("PIECEWORK_ORDER_SECONDS").unwrap_or_else(|_| "1".into()) + "s"
}

#[test]
#[ignore = "minutes without optimisation: see CONTRIBUTING.md"]
fn every_small_polyomino_has_an_order_or_ends_in_order() {
    let shapes = (1..=7).flat_map(|cells| enumerate(Lattice::Square, cells).expect("few"));
    let names: Vec<String> =
        shapes.map(|free| hex_name(&Shape::clone(free.shape())).expect("small")).collect();
    assert_eq!(names.len(), 1 + 1 + 2 + 5 + 12 + 35 + 108);
    let run = |name: &String| {
        let ran = piecework(["order", name, "--time-limit", &seconds(), "--json"]).run();
        let ended = [0, 1, 3].into_iter().any(|code| ran.ended_with(code));
        assert!(ended && !ran.stderr().contains("internal error"), "{name}: {}", ran.stderr());
    };
    // Each search takes one thread.
    std::thread::scope(|scope| {
        for half in names.chunks(names.len().div_ceil(2)) {
            scope.spawn(move || half.iter().for_each(run));
        }
    });
}

#[test]
#[ignore = "minutes without optimisation: see CONTRIBUTING.md"]
fn polyiamonds_and_polyhexes_are_refused() {
    let sets = set_names().filter_map(named_set).filter(|set| {
        let most = match set.lattice {
            Lattice::Triangle => 7,
            Lattice::Hex => 5,
            _ => 0,
        };
        set.members[0].shape.area() <= most
    });
    let names = sets.flat_map(|set| {
        set.members.into_iter().map(move |member| format!("{}:{}", set.name, member.name)).collect::<Vec<_>>()
    });
    let names: Vec<String> = names.collect();
    assert!(names.len() > 50, "{names:?}");
    for name in names {
        let ran = piecework(["order", &name, "--time-limit", "1s"]).run();
        ran.exit(2).silent().complains("square lattice");
    }
}

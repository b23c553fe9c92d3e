use std::collections::BTreeSet;

use piecework::lattice::Lattice;
use piecework::polyform::{Shape, enumerate, named_set, set_names};
use piecework::puzzle::hex_name;
use serde_json::Value;

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
    assert_eq!((&value["never"]["reason"], &value["complete"]), (&"side".into(), &true.into()));
    assert_eq!(value["never"]["bands"][0]["fronts"].as_array().map(Vec::len), Some(1));
    piecework(["order", "40e040"]).run().exit(1).says("no rectangle at all\ncomplete: the row along a side");
}

type Cells = BTreeSet<(i32, i32)>;

/// A picture of a proof: what is filled, columns to the right and rows upwards, and the row of the cell to cover, in column 0.
fn front(rows: &Value) -> (Cells, i32) {
    let rows: Vec<&str> = rows.as_array().expect("rows").iter().rev().filter_map(Value::as_str).collect();
    let cells: Vec<(i32, i32, char)> = (0..)
        .zip(&rows)
        .flat_map(|(y, row)| (0..).zip(row.chars()).map(move |(x, mark)| (x, y, mark)))
        .collect();
    let &(next, row, _) = cells.iter().find(|cell| cell.2 == '*').expect("a cell to cover");
    (cells.iter().filter(|cell| cell.2 == '#').map(|&(x, y, _)| (x - next, y)).collect(), row)
}

/// The piece, turned and flipped.
fn copies(piece: &[(i32, i32)]) -> Vec<Vec<(i32, i32)>> {
    let mut copies = vec![piece.to_vec()];
    for turn in 0..7 {
        let turn_it = |&(x, y): &(i32, i32)| if turn == 3 { (-x, y) } else { (-y, x) };
        copies.push(copies[turn].iter().map(turn_it).collect());
    }
    copies
}

/// Covers the empty cell of every picture in every way, as one would with pencil and paper.
fn check_band(piece: &[(i32, i32)], rows: i32, top: i32, fronts: &[(Cells, i32)]) {
    let reach = fronts[0].0.iter().map(|cell| -cell.0).max().unwrap_or(0);
    assert!(fronts[0].0.iter().all(|cell| cell.0 < 0), "the left side of a rectangle");
    for ((filled, row), copy) in
        fronts.iter().flat_map(|front| copies(piece).into_iter().map(move |copy| (front, copy)))
    {
        for &(x, y) in &copy {
            let laid: Cells = copy.iter().map(|cell| (cell.0 - x, cell.1 - y + row)).collect();
            if laid.iter().any(|cell| cell.1 < 0 || cell.1 >= top || filled.contains(cell)) {
                continue;
            }
            let all: Cells = filled.union(&laid).copied().collect();
            let by = (0..).find(|&x| (0..rows).any(|y| !all.contains(&(x, y)))).expect("an empty cell");
            let moved = all.iter().map(|cell| (cell.0 - by, cell.1)).filter(|cell| cell.0 >= -reach);
            let next: Cells = moved.collect();
            assert!(next.iter().any(|cell| cell.0 >= 0), "a right side: {next:?}");
            assert!(fronts.iter().any(|(known, _)| known == &next), "a picture is missing: {next:?}");
        }
    }
}

#[test]
fn proofs_that_there_is_no_rectangle_can_be_checked_by_hand() {
    let pieces: [(&str, [(i32, i32); 5]); 8] = [
        ("F", [(1, 0), (2, 0), (0, 1), (1, 1), (1, 2)]),
        ("N", [(0, 0), (0, 1), (1, 1), (1, 2), (1, 3)]),
        ("T", [(0, 0), (1, 0), (2, 0), (1, 1), (1, 2)]),
        ("U", [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1)]),
        ("V", [(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)]),
        ("W", [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)]),
        ("X", [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]),
        ("Z", [(0, 0), (1, 0), (1, 1), (1, 2), (2, 2)]),
    ];
    for (name, piece) in pieces {
        let piece_name = format!("pentominoes:{name}");
        let ran = piecework(["order", &piece_name, "--json", "-o", "proof.txt"]).run().exit(1);
        let value = ran.json();
        let bands = value["never"]["bands"].as_array().expect("bands");
        for (number, band) in (1..).zip(bands) {
            let is_whole = !std::ptr::eq(band, &bands[bands.len() - 1]);
            assert_eq!((&band["rows"], &band["is_whole"]), (&number.into(), &is_whole.into()), "{name}");
            let pictures = band["fronts"].as_array().expect("pictures");
            let fronts: Vec<_> = pictures.iter().map(front).collect();
            check_band(&piece, number, if is_whole { number } else { i32::MAX }, &fronts);
        }
        let text = String::from_utf8(ran.read("proof.txt")).expect("a text");
        assert!(text.starts_with(&format!("No rectangle can be tiled with copies of {name}")), "{text}");
        let pictures: usize = bands.iter().map(|band| band["fronts"].as_array().map_or(0, Vec::len)).sum();
        assert_eq!(text.matches('*').count(), pictures + 4, "{text}");
    }
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

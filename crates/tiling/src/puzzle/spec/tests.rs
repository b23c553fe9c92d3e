//! Puzzle files say what they mean, and each mistake gets its sentence.

use std::collections::BTreeSet;

use super::*;
use crate::lattice::Cell;
use crate::polyform::{Freedom, set_names};
use crate::puzzle::Count;

fn read(text: &str) -> Result<Puzzle, String> {
    read_puzzle(&Source::new("p.json", text), &Limits::default()).map_err(|error| error.to_string())
}

/// A file with this region and these pieces, on one line.
fn file(lattice: &str, region: &str, pieces: &str) -> String {
    format!(
        r#"{{"piecework": 1, "name": "test", "lattice": "{lattice}", "region": {region}, "pieces": [{pieces}]}}"#
    )
}

#[track_caller]
fn reads(lattice: &str, region: &str, pieces: &str) -> Puzzle {
    read(&file(lattice, region, pieces)).expect("a good puzzle")
}

#[track_caller]
fn refuses(lattice: &str, region: &str, pieces: &str, message: &str) {
    let error = read(&file(lattice, region, pieces)).unwrap_err();
    let tail = error.split_once(": ").map(|(_, tail)| tail);
    assert_eq!(tail, Some(message), "{error}");
}

const MONO: &str = r####"{"name": "m", "rows": ["#"], "count": "any"}"####;
const ANY_I: &str = r####"{"name": "I", "rows": ["##"], "count": "any"}"####;

#[test]
fn regions_of_every_form() {
    for (lattice, region, area) in [
        ("square", r####"{"rows": ["##.", "#.#"]}"####, 4),
        ("square", r#"{"rectangle": [4, 3], "without": [[1, 1], [2, 1]]}"#, 10),
        ("hex", r#"{"rectangle": [4, 3]}"#, 12),
        ("hex", r#"{"hexagon": 3, "without": [[0, 0]]}"#, 18),
        ("hex", r#"{"triangle": 4}"#, 10),
        ("hex", r####"{"rows": ["# #", " #"]}"####, 3),
        ("triangle", r#"{"hexagon": 2}"#, 24),
        ("triangle", r#"{"triangle": 5}"#, 25),
        ("triangle", r####"{"rows": [".###", "###"]}"####, 6),
        ("triangle", r#"{"cells": [[-7, 3], [2, 2]]}"#, 2),
        ("square", r#"{"cells": [[5, 5]]}"#, 1),
        ("square", r#"{"rectangle": [4, 3], "wrap": "torus", "without": [[0, 0]]}"#, 11),
        ("hex", r#"{"rectangle": [5, 3], "wrap": "cylinder"}"#, 15),
        ("triangle", r#"{"wrap": "torus", "rectangle": [4, 2]}"#, 8),
    ] {
        assert_eq!(reads(lattice, region, MONO).region().area(), area, "{lattice} {region}");
    }
}

#[test]
fn a_region_keeps_the_coordinates_of_the_file() {
    let puzzle = reads("square", r#"{"cells": [[7, -2], [6, -2]]}"#, MONO);
    assert_eq!(puzzle.region().cells(), [Cell::new(6, -2), Cell::new(7, -2)]);
    let puzzle = reads("square", r####"{"rows": ["...", ".##"]}"####, MONO);
    assert_eq!(puzzle.region().cells(), [Cell::new(1, 1), Cell::new(2, 1)]);
}

#[test]
fn regions_that_are_refused() {
    let square = |region: &str, message: &str| refuses("square", region, MONO, message);
    square(
        r####"{"rows": ["#x"]}"####,
        "/region/rows/0: row 1, column 2: `x` is neither a cell `#` nor blank `.` [E0440]",
    );
    square(
        r####"{"rows": ["##", "#\t"]}"####,
        "/region/rows/1: row 2, column 2: U+0009 is neither a cell `#` nor blank `.` [E0440]",
    );
    square(
        r####"{"rows": ["##", "#"]}"####,
        "/region/rows/1: row 2 ends after column `1`, but row 1 after 2 [E0441]",
    );
    square(r#"{"rows": ["..", ".."]}"#, "/region/rows: the region has no cells [E0421]");
    square(r#"{"rows": []}"#, "/region/rows: the list has `0` entries; allowed 1 to 4096 [E0313]");
    square(
        r#"{"hexagon": 2}"#,
        "/region/hexagon: a `hexagon` region is not defined on the square lattice [E0425]",
    );
    square(r#"{"rectangle": [6]}"#, "/region/rectangle: the list has `1` entries; allowed 2 [E0313]");
    square(r#"{"rectangle": [0, 5]}"#, "/region/rectangle/0: `0` is out of range; allowed 1 to 4096 [E0308]");
    square(
        r#"{"rectangle": [1000000, 1000000]}"#,
        "/region/rectangle: the region has `1000000000000` cells; at most 65536 are allowed [E0423]",
    );
    square(
        r#"{"rectangle": [4294967295, 4294967295]}"#,
        "/region/rectangle: the region has `18446744065119617025` cells; at most 65536 are allowed [E0423]",
    );
    square(
        r#"{"rectangle": [4097, 1]}"#,
        "/region/rectangle/0: `4097` is out of range; allowed 1 to 4096 [E0308]",
    );
    square(r#"{"cells": [[1, 2], [3, 4], [1, 2]]}"#, "/region/cells/2: cell `(1, 2)` is entry 0 too [E0442]");
    square(
        r#"{"cells": [[1, 32768]]}"#,
        "/region/cells/0/1: `32768` is out of range; allowed -32767 to 32767 [E0308]",
    );
    square(
        r#"{"rectangle": [2, 2], "without": [[2, 0]]}"#,
        "/region/without/0: cell `(2, 0)` is not in the region [E0443]",
    );
    square(
        r####"{"rows": ["##"], "without": [[0, 0]]}"####,
        "/region/without: keys `without` and `rows` exclude each other [E0305]",
    );
    square(
        r####"{"rows": ["##"], "wrap": "torus"}"####,
        "/region/wrap: keys `wrap` and `rows` exclude each other [E0305]",
    );
    refuses(
        "triangle",
        r#"{"rectangle": [5, 4], "wrap": "cylinder"}"#,
        MONO,
        "/region/rectangle: a cylinder of triangles needs an even number of columns (got `5`) [E0439]",
    );
    square(
        r#"{"rectangle": [1, 1], "without": [[0, 0]]}"#,
        "/region/rectangle: the region has no cells [E0421]",
    );
    refuses(
        "hex",
        r####"{"rows": ["# #", "#"]}"####,
        MONO,
        "/region/rows/1: row 2, column 1: `#` is between two hexagons [E0402]",
    );
}

#[test]
fn soft_limits_at_and_over() {
    let side = |n: u32| format!(r#"{{"rectangle": [{n}, 1]}}"#);
    for good in [4095, 4096] {
        assert_eq!(reads("square", &side(good), MONO).region().area(), good as usize);
    }
    let area = |rows: u32| file("square", &format!(r#"{{"rectangle": [256, {rows}]}}"#), MONO);
    assert!(read(&area(255)).is_ok() && read(&area(256)).is_ok() && read(&area(257)).is_err());
    let mut limits = Limits::default();
    limits.set("region-cells", 65_792).expect("in range");
    assert!(read_puzzle(&Source::new("p", area(257)), &limits).is_ok(), "a raised limit");
    let count = |n: u64| {
        file("square", &side(9), &format!(r####"{{"name": "m", "rows": ["#"], "count": {{"max": {n}}}}}"####))
    };
    assert!(read(&count(65_535)).is_ok() && read(&count(65_536)).is_ok() && read(&count(65_537)).is_err());
    let title = |n: usize| file("square", &side(1), MONO).replace("test", &"t".repeat(n));
    assert!(read(&title(199)).is_ok() && read(&title(200)).is_ok() && read(&title(201)).is_err());
    let name = |n: usize| file("square", &side(1), &MONO.replace("\"m\"", &format!("\"{}\"", "m".repeat(n))));
    assert!(read(&name(59)).is_ok() && read(&name(60)).is_ok() && read(&name(61)).is_err());
    let pieces = |n: usize| {
        let all: Vec<String> =
            (0..n).map(|i| format!(r####"{{"name": "{i}", "rows": ["#"], "count": "any"}}"####)).collect();
        file("square", &side(1), &all.join(","))
    };
    assert!(read(&pieces(4095)).is_ok() && read(&pieces(4096)).is_ok());
    assert!(read(&pieces(4097)).unwrap_err().contains("/pieces: the list has `4097` entries"));
    let cells = |n: usize| {
        let row = format!(r#"{{"name": "m", "rows": ["{}"], "count": "any"}}"#, "#".repeat(n));
        file("square", &side(4096), &row)
    };
    assert!(read(&cells(4095)).is_ok() && read(&cells(4096)).is_ok());
    let long = format!(r#""{0}", "{0}""#, "#".repeat(2049));
    let over = file("square", &side(1), &format!(r#"{{"name": "m", "rows": [{long}], "count": "any"}}"#));
    assert!(read(&over).unwrap_err().contains("the shape has `4098` cells; at most 4096 are allowed"));
}

#[test]
fn pieces_of_every_form() {
    let region = r#"{"rectangle": [5, 4]}"#;
    let pieces = concat!(
        r####"{"name": "L", "rows": ["#.", "##"], "symmetry": "fixed", "count": 2},"####,
        r#"{"name": "I", "cells": [[3, 3], [4, 3]], "symmetry": "one-sided", "count": {"min": 1}},"#,
        r#"{"set": "tetrominoes", "only": ["T", "O"], "count": {"min": 0, "max": 3}, "symmetry": "fixed"}"#,
    );
    let puzzle = reads("square", region, pieces);
    let found: Vec<(&str, usize, Freedom, Count)> = puzzle
        .pieces()
        .iter()
        .map(|piece| (piece.name.as_str(), piece.shape.area(), piece.freedom, piece.count))
        .collect();
    let count = |min, max| Count { min, max };
    assert_eq!(
        found,
        [
            ("L", 3, Freedom::Fixed, count(2, Some(2))),
            ("I", 2, Freedom::OneSided, count(1, None)),
            ("O", 4, Freedom::Fixed, count(0, Some(3))),
            ("T", 4, Freedom::Fixed, count(0, Some(3))),
        ]
    );
    let all = reads(
        "square",
        r#"{"rectangle": [5, 8]}"#,
        r#"{"set": "tetrominoes", "without": ["T"], "count": "any"}"#,
    );
    assert_eq!(all.pieces().len(), 4);
}

#[test]
fn two_sets_with_the_same_letters_are_distinguished_by_size() {
    let region = r#"{"rectangle": [8, 10]}"#;
    let puzzle = reads("square", region, r#"{"set": "tetrominoes"}, {"set": "pentominoes"}"#);
    let names: BTreeSet<&str> = puzzle.pieces().iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names.len(), 17);
    for name in ["I4", "I5", "L4", "L5", "O", "W"] {
        assert!(names.contains(name), "{name} in {names:?}");
    }
    let twice = r#"{"set": "tetrominoes"}, {"set": "tetrominoes", "only": ["L"]}"#;
    refuses("square", r#"{"rectangle": [4, 6]}"#, twice, "/pieces/1: two pieces are called `L` [E0428]");
}

#[test]
fn pieces_that_are_refused() {
    let region = r#"{"rectangle": [2, 2]}"#;
    let bad = |pieces: &str, message: &str| refuses("square", region, pieces, message);
    bad(
        r#"{"set": "pentaminoes"}"#,
        "/pieces/0/set: there is no piece and no set of pieces called `pentaminoes` [E0444]",
    );
    bad(
        r#"{"set": "hexiamonds"}"#,
        "/pieces/0/set: the set `hexiamonds` is triangle, but the puzzle is square [E0445]",
    );
    bad(
        r#"{"set": "tetrominoes", "only": ["Q"]}"#,
        "/pieces/0/only/0: there is no `Q` in the set `tetrominoes` [E0446]",
    );
    bad(r#"{"set": "tetrominoes", "only": ["T", "T"]}"#, "/pieces/0/only/1: `T` is listed twice [E0447]");
    bad(
        r#"{"set": "dominoes", "without": ["2-1"]}"#,
        "/pieces/0/without: nothing is left of the set `dominoes` [E0448]",
    );
    bad(
        r####"{"name": "a", "rows": ["#.", ".#"]}"####,
        "/pieces/0/rows: the cells are not connected: no chain of shared edges leads from `(0, 0)` to `(1, 1)` [E0412]",
    );
    bad(r#"{"name": "a", "rows": ["."]}"#, "/pieces/0/rows: the shape has no cells [E0410]");
    bad(
        r#"{"name": "a", "cells": [[0, 0], [2, 0]]}"#,
        "/pieces/0/cells/1: the cells are not connected: no chain of shared edges leads from `(0, 0)` to `(2, 0)` [E0412]",
    );
    bad(
        r#"{"name": "a", "cells": [[0, 0], [0, 0]]}"#,
        "/pieces/0/cells/1: cell `(0, 0)` is entry 0 too [E0442]",
    );
    bad(r#"{"name": "a"}"#, "/pieces/0: one of the keys `rows`, `cells`, `colors` is missing [E0304]");
    bad(r####"{"rows": ["#"]}"####, "/pieces/0: key `name` is missing [E0303]");
    bad(&format!("{MONO}, {MONO}"), "/pieces/1: two pieces are called `m` [E0428]");
    bad(
        r####"{"name": "a", "rows": ["#"], "count": {"min": 3, "max": 2}}"####,
        "/pieces/0/count: piece `a` must be used at least 3 times but at most 2 times [E0429]",
    );
    bad(
        r####"{"name": "a", "rows": ["#"], "count": {}}"####,
        "/pieces/0/count: one of the keys `min`, `max` is missing [E0304]",
    );
    bad(
        r####"{"name": "a", "rows": ["#"], "count": 0}"####,
        "/pieces/0/count: `0` is out of range; allowed 1 to 65536 [E0308]",
    );
    bad(
        r####"{"name": "a", "rows": ["#"], "count": "all"}"####,
        "/pieces/0/count: found the text `all`, expected a whole number, `\"any\"` or `{ \"min\": 1, \"max\": 2 }` [E0306]",
    );
    bad(
        r####"{"name": "a", "rows": ["#"], "count": null}"####,
        "/pieces/0/count: found `null`, expected a whole number, `\"any\"` or `{ \"min\": 1, \"max\": 2 }` [E0306]",
    );
    bad(
        r####"{"name": "a", "rows": ["#"]}"####,
        "/pieces: the pieces cover at most `1` of the `4` cells of the region, and 0 may stay empty [E0431]",
    );
    bad(
        r#"{"set": "tetrominoes"}"#,
        "/pieces: the pieces that must be used cover `20` cells, but the region has `4` [E0430]",
    );
}

#[test]
fn all_mistakes_of_a_file_are_reported_together() {
    let text = r####"{
  "piecework": 1,
  "naem": "test",
  "lattice": "square",
  "region": { "rows": ["##", "#x"] },
  "pieces": [ { "name": "a", "rows": ["#"], "cuont": 4 } ],
  "gaps": -1
}"####;
    let error = read(text).unwrap_err();
    let codes: Vec<&str> = error.lines().map(|line| &line[line.len() - 7..]).collect();
    let lines: Vec<&str> = error.lines().filter_map(|line| line.split(':').nth(1)).collect();
    assert_eq!(lines, ["1", "3", "5", "6", "7"], "{error}");
    assert_eq!(codes, ["[E0303]", "[E0301]", "[E0440]", "[E0301]", "[E0308]"]);
}

#[test]
fn gaps_and_contact() {
    let with = |more: &str| {
        let text = file("square", r#"{"rectangle": [3, 3]}"#, ANY_I);
        read(&text.replace("\"name\": \"test\",", &format!("\"name\": \"test\", {more},")))
    };
    assert_eq!(with(r#""gaps": 1"#).map(|puzzle| puzzle.gaps()), Ok(1));
    let forbidden = with(r#""contact": "forbidden""#).expect("a good puzzle");
    assert_eq!((forbidden.contact(), forbidden.gaps()), (Contact::Forbidden, 9));
    assert!(with(r#""contact": "forbidden", "gaps": 1"#).unwrap_err().contains("E0449"));
    assert!(with(r#""contact": "never""#).unwrap_err().contains("E0311"));
}

/// The error message, without its place, for a puzzle with these members, two dominoes and a monomino on
/// 3 x 3.
fn with_rules(more: &str) -> Result<Puzzle, String> {
    let pieces = format!("{ANY_I}, {MONO}");
    let text = file("square", r#"{"rectangle": [3, 3]}"#, &pieces);
    let read = read(&text.replace("\"name\": \"test\",", &format!("\"name\": \"test\", {more},")));
    read.map_err(|error| error.split_once(": ").map(|(_, tail)| tail.to_owned()).unwrap_or(error))
}

#[test]
fn rules_of_decoration_and_placed_pieces() {
    let puzzle = with_rules(
        r####""equal_pieces": "apart", "balance": 2, "placed": [{"piece": "m", "cells": [[2, 2]]},
           {"piece": "I", "rows": ["...", ".#.", ".#."]}]"####,
    );
    let puzzle = puzzle.expect("a good puzzle");
    assert_eq!((puzzle.equal_pieces(), puzzle.balance()), (EqualPieces::Apart, Some(2)));
    let placed: Vec<(usize, Vec<Cell>)> =
        puzzle.placed().iter().map(|placed| (placed.piece, placed.cells.clone())).collect();
    assert_eq!(placed, [(0, vec![Cell::new(1, 1), Cell::new(1, 2)]), (1, vec![Cell::new(2, 2)])]);
    let plain = with_rules(r#""equal_pieces": "may touch""#).expect("a good puzzle");
    assert_eq!(
        (plain.equal_pieces(), plain.balance(), plain.placed().len()),
        (EqualPieces::MayTouch, None, 0)
    );
}

#[test]
fn rules_that_are_refused() {
    const M: &str = r#"{"piece": "m", "cells": [[0, 0]]}"#;
    for (more, message) in [
        (
            r#""equal_pieces": "part""#,
            "/equal_pieces: `part` is not known; allowed `may touch`, `apart` [E0311]",
        ),
        (
            r#""contact": "forbidden", "equal_pieces": "apart""#,
            "/equal_pieces: `equal_pieces` means nothing where pieces may not touch [E0450]",
        ),
        (r#""balance": -1"#, "/balance: `-1` is out of range; allowed 0 to 65536 [E0308]"),
        (r#""placed": []"#, "/placed: the list has `0` entries; allowed 1 to 65536 [E0313]"),
        (r#""placed": [{"piece": "m"}]"#, "/placed/0: one of the keys `rows`, `cells` is missing [E0304]"),
        (r#""placed": [{"cells": [[0, 0]]}]"#, "/placed/0: key `piece` is missing [E0303]"),
        (
            r#""placed": [{"piece": "M", "cells": [[0, 0]]}]"#,
            "/placed/0/piece: there is no piece `M` [E0451]",
        ),
        (
            r#""placed": [{"piece": "I", "cells": [[0, 0], [1, 1]]}]"#,
            "/placed/0: placed piece 1 is not an orientation that piece `I` may take [E0434]",
        ),
        (
            r#""placed": [{"piece": "m", "cells": [[3, 0]]}]"#,
            "/placed/0: placed piece 1 covers cell `(3, 0)` outside the region [E0435]",
        ),
        (
            r#""placed": [{"piece": "I", "cells": [[0, 0], [1, 0]]}, {"piece": "m", "cells": [[1, 0]]}]"#,
            "/placed/1: placed pieces 1 and 2 both cover cell `(1, 0)` [E0436]",
        ),
        (
            r#""equal_pieces": "apart", "placed": [{"piece": "m", "cells": [[0, 0]]}, {"piece": "m", "cells": [[1, 0]]}]"#,
            "/placed/1: placed pieces 1 and 2 may not touch, but do at cells `(0, 0)` and `(1, 0)` [E0437]",
        ),
        (
            r#""contact": "forbidden", "placed": [{"piece": "I", "cells": [[0, 0], [1, 0]]}, {"piece": "m", "cells": [[2, 1]]}]"#,
            "/placed/1: placed pieces 1 and 2 may not touch, but do at cells `(1, 0)` and `(2, 1)` [E0437]",
        ),
    ] {
        assert_eq!(with_rules(more).unwrap_err(), message, "{more}");
    }
    let once = MONO.replace("\"any\"", "1");
    let twice = format!(r#"[{M}, {}]"#, M.replace("[0, 0]", "[1, 1]"));
    let text = file("square", r#"{"rectangle": [3, 3]}"#, &format!("{ANY_I}, {once}"));
    let error =
        read(&text.replace("\"name\": \"test\",", &format!("\"name\": \"test\", \"placed\": {twice},")));
    let error = error.unwrap_err();
    assert!(
        error.contains("/placed: piece `m` is placed `2` times, but may be used at most 1 times [E0438]"),
        "{error}"
    );
}

#[test]
fn every_template_is_a_good_puzzle_and_survives_being_written() {
    for template in crate::templates::puzzle_templates() {
        let puzzle = read(template.text).unwrap_or_else(|error| panic!("{}: {error}", template.name));
        assert_eq!(read(&write_puzzle(&puzzle)).as_ref(), Ok(&puzzle), "{}", template.name);
    }
}

#[test]
fn pieces_of_which_each_copy_shows_one_are_counted_together() {
    let two = r####"{"one_of": [{"name": "a", "rows": ["###"], "symmetry": "fixed"}, {"name": "b", "rows": ["##", "#."]}], "count": 2}"####;
    let puzzle = reads("square", r#"{"rectangle": [3, 2]}"#, two);
    assert_eq!(puzzle.kinds().iter().map(|kind| kind.count).collect::<Vec<_>>(), [Count::exactly(2)]);
    assert_eq!(puzzle.pieces()[0].count, Count { min: 0, max: Some(2) });
    let text = write_puzzle(&puzzle);
    let again = read(&text).expect("what is written reads back");
    assert_eq!((again.fingerprint(), &again), (puzzle.fingerprint(), &puzzle), "{text}");
    let apart = reads(
        "square",
        r#"{"rectangle": [3, 2]}"#,
        r####"{"name": "a", "rows": ["###"], "symmetry": "fixed", "count": {"max": 2}}, {"name": "b", "rows": ["##", "#."], "count": {"max": 2}}"####,
    );
    assert_ne!(apart.fingerprint(), puzzle.fingerprint());
    // Any number of all together is any number of each.
    let any = |pieces: &str| reads("square", r#"{"rectangle": [3, 2]}"#, pieces);
    assert_eq!(
        any(&format!(r#"{{"one_of": [{}], "count": "any"}}"#, ANY_I.replace(r#", "count": "any""#, ""))),
        any(ANY_I)
    );
    // A set, of which three are used, the same more than once.
    let some = any(
        r#"{"one_of": [{"set": "dominoes"}, {"set": "trominoes", "only": ["I"]}], "count": {"min": 2, "max": 3}}"#,
    );
    assert_eq!((some.pieces().len(), some.kinds().len()), (2, 1));
    let board = r#"{"rectangle": [3, 2]}"#;
    let within = "/pieces/0/one_of/0: of the pieces in `one_of`, each copy shows one, so none has a count of its own [E0472]";
    refuses("square", board, &format!(r#"{{"one_of": [{MONO}]}}"#), within);
    let twice = two.replace(r#""count": 2"#, r#""count": {"min": 3, "max": 2}"#);
    let error = read(&file("square", board, &twice)).unwrap_err();
    assert!(error.contains("/pieces/0/count: piece `a or b` must be used at least 3 times"), "{error}");
    let few = two.replace(r#""count": 2"#, r#""count": 1"#);
    assert!(read(&file("square", board, &few)).unwrap_err().contains("E0431"));
}

#[test]
fn sets_of_pieces_keep_apart() {
    let two = r####"{"name": "a", "rows": ["##"]}, {"name": "b", "rows": ["##"], "count": 2}"####;
    let with = |more: &str| {
        let text = file("square", r#"{"rectangle": [4, 2]}"#, two);
        read(&text.replace("\"name\": \"test\",", &format!("\"name\": \"test\", {more},")))
    };
    let corners = with(r#""contact": "corners""#).expect("a good puzzle");
    assert_eq!((corners.rules().apart.clone(), corners.gaps()), (vec![vec![0, 1]], 8));
    assert!(!corners.may_be_beside(0, 1) && !corners.may_be_beside(1, 1));
    let sets = with(r#""gaps": 2, "apart": [["b"]]"#).expect("a good puzzle");
    assert!(sets.may_be_beside(0, 1) && !sets.may_be_beside(1, 1) && sets.keeps_apart());
    let linked = with(r#""contact": "corners", "linked": true"#).expect("a good puzzle");
    assert!(linked.is_linked() && !corners.is_linked());
    for puzzle in [&corners, &sets, &linked] {
        let text = write_puzzle(puzzle);
        let again = read(&text).expect("what is written reads back");
        assert_eq!((again.fingerprint(), &again), (puzzle.fingerprint(), puzzle), "{text}");
    }
    assert!(write_puzzle(&corners).contains(r#""contact": "corners""#));
    assert_ne!(with(r#""gaps": 8"#).expect("a good puzzle").fingerprint(), corners.fingerprint());
    for (more, code) in [
        (r#""gaps": 2, "apart": [["b"], ["a", "b"]]"#, "E0479"),
        (r#""gaps": 2, "apart": [["c"]]"#, "E0451"),
        (r#""contact": "corners", "apart": [["b"]]"#, "E0450"),
        (r#""contact": "corners", "gaps": 2"#, "E0449"),
        (r#""gaps": 2, "linked": true"#, "E0480"),
    ] {
        let error = with(more).expect_err(code);
        assert!(error.contains(code), "{code}: {error}");
    }
}

/// The schema has the keys, words and limits of the reader.
#[test]
fn cells_that_may_stay_empty_are_drawn_listed_or_near_the_outside() {
    let domino = r####"{"name": "I", "rows": ["##"], "count": "any"}"####;
    for (region, optional) in [
        (r####"{"rows": ["?##", "###"]}"####, 1),
        (r#"{"rectangle": [3, 2], "optional": [[0, 0], [2, 1]]}"#, 2),
        (r#"{"rectangle": [6, 5], "rim": 2}"#, 28),
    ] {
        let puzzle = reads("square", region, domino);
        assert_eq!(puzzle.region().optional().len(), optional, "{region}");
        let again = read(&write_puzzle(&puzzle)).expect("what is written reads back");
        assert_eq!((again.fingerprint(), &again), (puzzle.fingerprint(), &puzzle), "{region}");
    }
    let error = |region| read(&file("square", region, domino)).unwrap_err();
    assert!(error(r#"{"rectangle": [3, 2], "optional": [[3, 0]]}"#).contains("/region/optional/0"));
    assert!(error(r#"{"rectangle": [3, 2], "optional": [[0, 0]], "rim": 1}"#).contains("/region/rim"));
    assert!(
        read(&file("square", r####"{"rows": ["##"]}"####, r####"{"name": "I", "rows": ["#?"]}"####)).is_err()
    );
}

#[test]
fn the_schema_agrees_with_the_reader() {
    let schema: serde_json::Value = serde_json::from_str(puzzle_schema()).expect("good JSON");
    let keys = |pointer: &str| {
        let object = schema.pointer(pointer).and_then(|value| value.as_object()).expect("an object");
        object.keys().map(String::as_str).collect::<BTreeSet<&str>>()
    };
    let all = |keys: &[&'static str]| keys.iter().copied().collect::<BTreeSet<&str>>();
    for (pointer, read) in [
        ("", KEYS),
        ("/$defs/region", region::KEYS),
        ("/$defs/set", pieces::SET_KEYS),
        ("/$defs/piece", pieces::PIECE_KEYS),
        ("/$defs/count/anyOf/2", pieces::COUNT_KEYS),
        ("/$defs/one_of", pieces::ONE_OF_KEYS),
        ("/$defs/placed", placed::KEYS),
        ("/properties/colors/anyOf/1/items", colors::KEYS),
    ] {
        assert_eq!(keys(&format!("{pointer}/properties")), all(read), "{pointer}");
        let closed = schema.pointer(&format!("{pointer}/additionalProperties"));
        assert_eq!(closed, Some(&false.into()), "{pointer}");
        assert_eq!(keys(&format!("{pointer}/patternProperties")), all(&["^x-"]), "{pointer}");
    }
    let words = |pointer: &str| {
        let list = schema.pointer(pointer).and_then(|value| value.as_array()).expect("a list");
        list.iter().map(|word| word.as_str().expect("a word")).collect::<Vec<&str>>()
    };
    assert_eq!(
        words("/properties/lattice/enum"),
        Lattice::ALL.iter().map(|lattice| lattice.name()).collect::<Vec<_>>()
    );
    assert_eq!(words("/properties/contact/enum"), CONTACTS.map(|(word, _)| word));
    assert_eq!(words("/properties/equal_pieces/enum"), EQUAL_PIECES.map(|(word, _)| word));
    assert_eq!(words("/$defs/symmetry/enum"), pieces::FREEDOMS.map(|(word, _)| word));
    assert_eq!(words("/$defs/set/properties/set/enum"), set_names().collect::<Vec<&str>>());
    for (pointer, limit) in [
        ("/properties/name/maxLength", Limit::TitleCharacters),
        ("/$defs/name/maxLength", Limit::NameCharacters),
        ("/properties/pieces/maxItems", Limit::Pieces),
        ("/properties/gaps/maximum", Limit::RegionCells),
        ("/properties/balance/maximum", Limit::Copies),
        ("/properties/placed/maxItems", Limit::RegionCells),
        ("/$defs/rows/maxItems", Limit::RegionSide),
        ("/$defs/coordinate/maximum", Limit::Coordinate),
        ("/$defs/copies/maximum", Limit::Copies),
        ("/$defs/side/maximum", Limit::RegionSide),
        ("/$defs/cells/maxItems", Limit::RegionCells),
    ] {
        let number = schema.pointer(pointer).and_then(serde_json::Value::as_u64);
        assert_eq!(number, Some(limit.default_value()), "{pointer}");
    }
}

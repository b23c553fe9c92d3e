use super::*;
use crate::polyform::{Freedom, Shape};
use crate::puzzle::{Contact, Count, Piece, Region};

fn puzzle() -> Arc<Puzzle> {
    let piece = |name: &str, rows: [&str; 2]| Piece {
        name: name.into(),
        shape: Shape::from_rows(Lattice::Square, rows).expect("a shape"),
        freedom: Freedom::OneSided,
        count: Count::exactly(1),
    };
    let region = Region::rectangle(Lattice::Square, 3, 3).expect("a region");
    let pieces = vec![piece("say \"L\"", ["###", "#.."]), piece("T", ["###", ".#."])];
    Arc::new(Puzzle::with_rules("Pair", region, pieces, Contact::Allowed, 1).expect("a puzzle"))
}

fn cells(list: &[(i32, i32)]) -> Vec<Cell> {
    list.iter().map(|&(x, y)| Cell::new(x, y)).collect()
}

fn tiling() -> Tiling {
    let (l, t) = ([(0, 0), (1, 0), (2, 0), (0, 1)], [(0, 2), (1, 2), (2, 2), (1, 1)]);
    Tiling::new(&puzzle(), [(0, cells(&l)), (1, cells(&t))]).expect("a tiling")
}

const LINE: &str = r#""lattice":"square","placements":[{"piece":"say \"L\"","cells":[[0,0],[1,0],[2,0],[0,1]]},{"piece":"T","cells":[[1,1],[0,2],[1,2],[2,2]]}],"gaps":[[2,1]]}"#;

fn read(text: &str, puzzle: Option<&Arc<Puzzle>>) -> Result<Vec<Tiling>, String> {
    read_records(&Source::new("t.json", text), puzzle, &Limits::default()).map_err(|error| error.to_string())
}

#[test]
fn one_line_with_keys_in_order() {
    let fingerprint = puzzle().fingerprint();
    let line = write_record(&tiling());
    assert_eq!(line, format!("{{\"piecework\":1,\"puzzle\":\"{fingerprint}\",\"name\":\"Pair\",{LINE}"));
}

#[test]
fn both_forms_read_back_as_the_same_tiling() {
    for text in [write_record(&tiling()), write_record_pretty(&tiling())] {
        assert_eq!(read(&text, Some(&puzzle())), Ok(vec![tiling()]), "{text}");
    }
    let lines = format!("{0}\r\n\n{0}\n", write_record(&tiling()));
    assert_eq!(read(&lines, Some(&puzzle())), Ok(vec![tiling(); 2]));
}

#[test]
fn how_a_tiling_was_drawn_is_kept() {
    let drawn = tiling().drawn_as(Draw { seed: 7, number: 3 });
    let line = write_record(&drawn);
    assert!(line.ends_with(r#""gaps":[[2,1]],"drawn":{"seed":7,"number":3}}"#), "{line}");
    for text in [line.clone(), write_record_pretty(&drawn)] {
        assert_eq!(read(&text, Some(&puzzle())), Ok(vec![drawn.clone()]));
        assert_eq!(read(&text, None).map(|all| all[0].draw()), Ok(drawn.draw()));
    }
    let error = read(&line.replace(":3}", ":0}"), None).unwrap_err();
    assert!(error.contains("/drawn/number: `0` is out of range"), "{error}");
    let far = tiling().drawn_as(Draw { seed: u64::MAX, number: 1 });
    assert_eq!(read(&write_record(&far), Some(&puzzle())), Ok(vec![tiling()]), "left out");
}

#[test]
fn records_are_read_without_their_puzzle() {
    let text = format!("{0}\n{0}", write_record(&tiling()));
    let found = read(&text, None).expect("good records");
    let names: Vec<&str> = found[0].puzzle().pieces().iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names, ["T", "say \"L\""]);
    assert_eq!((found[0].puzzle().name(), found[0].gaps()), ("Pair", tiling().gaps()));
    assert!(Arc::ptr_eq(found[0].puzzle(), found[1].puzzle()), "one puzzle for both");
    let cells = |tiling: &Tiling| -> Vec<Vec<Cell>> {
        tiling.placements().iter().map(|placement| placement.cells.clone()).collect()
    };
    assert_eq!(cells(&found[0]), cells(&tiling()));
}

#[track_caller]
fn refuses(change: (&str, &str), puzzle: Option<&Arc<Puzzle>>, message: &str) {
    let good = write_record(&tiling());
    assert!(good.contains(change.0), "{good}");
    let error = read(&good.replacen(change.0, change.1, 1), puzzle).unwrap_err();
    assert!(error.contains(message), "{error}");
}

#[test]
fn bad_records_are_refused_with_pointer() {
    let (puzzle, fingerprint) = (puzzle(), puzzle().fingerprint());
    for puzzle in [None, Some(&puzzle)] {
        refuses(("\"gaps\"", "\"gap\""), puzzle, "key `gaps` is missing");
        refuses(("\"gaps\"", "\"gap\""), puzzle, "/gap: key `gap` is not known here");
        refuses(("\"piecework\":1", "\"piecework\":2"), puzzle, "needs piecework format 2");
        refuses((&fingerprint, "x"), puzzle, "/puzzle: `x` is not a fingerprint");
        refuses(("square", "squares"), puzzle, "/lattice: `squares` is not known");
        refuses(("[1,0]", "[1,0,0]"), puzzle, "/placements/0/cells/1: the list has `3` entries");
        refuses(("[1,0]", "[1,40000]"), puzzle, "/placements/0/cells/1/1: `40000` is out of range");
        refuses(("[1,0]", "[7,7]"), puzzle, "/placements/0: ");
        refuses(("[1,0]", "[1,0.5]"), puzzle, "not a whole number");
        refuses(("\"T\"", "\"\\u0000\""), puzzle, "U+0000");
    }
    refuses(("\"T\"", "\"K\""), Some(&puzzle), "/placements/1: the puzzle has no piece `K`");
    refuses((&fingerprint, "0123456789abcdef"), Some(&puzzle), "is of puzzle `0123456789abcdef`");
    refuses(("[[2,1]]", "[]"), Some(&puzzle), "/gaps: `0` gaps are listed, but `1` cells are empty");
    refuses(("[[2,1]]", "[[0,0]]"), Some(&puzzle), "/gaps: `1` gaps are listed, but `1`");
    refuses(("[[2,1]]", "[[0,0]]"), None, "is in the region twice");
    refuses(("\"T\"", "\"say \\\"L\\\"\""), Some(&puzzle), "is not an orientation");
}

#[test]
fn every_line_is_named_that_is_wrong() {
    let good = write_record(&tiling());
    let text = format!("{good}\n{}\n{good}\n{{}}x\n", good.replace("square", "cube"));
    let error = read(&text, Some(&puzzle())).unwrap_err();
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(lines.len(), 2, "{error}");
    assert!(lines[0].starts_with("t.json:2:") && lines[1].starts_with("t.json:4:3:"), "{error}");
}

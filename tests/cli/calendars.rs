//! `--open`: a date of a calendar, in every command that makes something of a puzzle, and all dates at once.

use super::run::piecework;

#[test]
fn a_date_is_solved_and_everything_is_made_of_it() {
    for date in ["26 Nov", "nov,26", "November 26", "2026-11-26"] {
        let ran = piecework(["solve", "calendar", "--open", date, "--json"]).run().exit(0);
        assert_eq!(ran.json()["puzzle"], "A calendar, Nov 26", "{date}");
    }
    piecework(["solve", "calendar", "--open", "today"]).run().exit(0);
    // Found over all ways, it is a tiling of the date that it shows, and nothing stands for what is open.
    let found = piecework(["solve", "calendar", "-o", "t.jsonl"]).run().exit(0);
    assert!(!String::from_utf8_lossy(&found.read("t.jsonl")).contains("months"));
    piecework(["cut", "t.jsonl", "-q"]).after(found).run().exit(0);
    let files =
        ["calendar-nov-26-puzzle-01.svg", "calendar-nov-26-sheet.pdf", "calendar-nov-26-solution-01.svg"];
    piecework(["sheet", "calendar", "--open", "26 Nov", "-o", "made"])
        .run()
        .exit(0)
        .has_files("made", &files);
    // The first choice, where something is made of pieces and none is asked for.
    let ran = piecework(["quilt", "calendar", "-o", "made"]).run().exit(0);
    assert!(ran.path("made/calendar-jan-1-quilt.pdf").exists());
}

#[test]
fn all_dates_are_counted_at_once() {
    let ran = piecework(["solve", "calendar", "--open", "each", "--count", "--json"]).run().exit(0).json();
    assert_eq!((&ran["ways"], &ran["tilings"]), (&366.into(), &27_805.into()));
    assert_eq!((&ran["fewest"]["tilings"], &ran["most"]["tilings"]), (&11.into(), &261.into()));
    assert_eq!(ran["each"].as_object().map(serde_json::Map::len), Some(366));
    let one = piecework(["solve", "calendar", "--open", "29 Feb", "--count", "--json"]).run().exit(0).json();
    assert_eq!(ran["each"]["Feb 29"], one["raw"]);
    let said = "27805 tilings for 366 ways, fewest 11";
    piecework(["solve", "calendar", "--open", "each", "--count"]).run().exit(0).says(said);
}

#[test]
fn what_is_never_open_is_refused_with_the_reason() {
    for (words, said) in [
        ("solve calendar --open 31,Feb", "`Feb 31` is never open"),
        ("solve calendar --open 31,Fab", "did you mean `Feb`?"),
        ("solve calendar --open Feb", "does not leave 1 cell of class `days` open"),
        ("solve calendar --open each", "add `--count`"),
        ("cut calendar --cell 7mm --magnets 6x2mm", "a magnet of `6` mm has no room in the piece `1 "),
        (
            "cut calendar --cell 14mm --tray --magnets 6x2mm --machine 3d-printer",
            "`--floor` must be at least 2.8 mm",
        ),
        ("cut calendar --magnets 6", "diameter and thickness such as 6x2mm"),
        ("cut calendar --stand 3mm", "`--tray`"),
        ("solve calendar --open each --count --checkpoint c.parts", "`--checkpoint`"),
        ("solve pentomino-6x10 --open today", "no cells of the puzzle are in classes"),
    ] {
        piecework(words.split(' ')).run().exit(2).complains(said);
    }
}

#[test]
fn dates_without_a_tiling_are_found_out() {
    let board = r#"{ "piecework": 1, "name": "Two and two", "lattice": "square",
        "region": { "words": [["Jan", "Feb"], ["1", "2"]] }, "pieces": [{ "set": "dominoes" }],
        "classes": [{ "name": "months", "words": ["Jan", "Feb"] }, { "name": "days", "words": ["1", "2"] }] }"#;
    let ran = piecework(["inspect", "b.json"]).file("b.json", board).run().exit(0);
    ran.says("2 tilings for 4 ways, fewest 0 (Jan 2), most 1 (Jan 1), 2 without: Jan 2, Feb 1");
}

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
fn all_dates_are_a_table_and_a_page() {
    let made = |file: &str| {
        let ran = piecework(["solve", "calendar", "--open", "each", "--count", "-o", file]).run().exit(0);
        String::from_utf8_lossy(&ran.read(file)).into_owned()
    };
    let table = made("dates.csv");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!((lines.len(), lines[0]), (367, "months,days,tilings"));
    let of =
        |line: &str| line.rsplit(',').next().and_then(|number| number.parse::<u64>().ok()).expect("a number");
    assert_eq!(lines[1..].iter().map(|line| of(line)).sum::<u64>(), 27_805);
    assert!(lines.contains(&"Dec,6,11"), "the fewest");
    let page = made("year.svg");
    // Words are outlines there; the description has them.
    assert!(page.contains("fewest 11 (Dec 6), most 261 (Jan 31), none without"));
    assert!(made("year.pdf").starts_with("%PDF"));
}

#[test]
fn over_all_dates_tilings_are_sampled_too() {
    let ran = piecework(["solve", "calendar", "--open", "each", "--sample", "3", "--seed", "1", "--json"])
        .run()
        .exit(0);
    assert_eq!((&ran.json()["uniform"], &ran.json()["total"]), (&true.into(), &27_805.into()));
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn a_calendar_is_designed_and_every_date_of_it_has_a_solution() {
    let words = "puzzle --kind calendar --language de --lattice hex --seed 1 -o made";
    let ran = piecework(words.split(' ')).run().exit(0).says("none without");
    let stem = "calendar-de-hex-1";
    let files = ["", "-dates.csv", "-year.pdf", "-year.svg"].map(|rest| match rest {
        "" => format!("{stem}.json"),
        rest => format!("{stem}{rest}"),
    });
    let ran = ran.has_files("made", &files.each_ref().map(String::as_str));
    let file = ran.read(&format!("made/{stem}.json"));
    let text = String::from_utf8(file.clone()).expect("a text");
    for word in ["Mär", "Okt", "\"31\""] {
        assert!(text.contains(word), "{word}");
    }
    // Another engine counts one date of the file as the table has it.
    let table = String::from_utf8(ran.read(&format!("made/{stem}-dates.csv"))).expect("a text");
    let counted = piecework(["solve", "c.json", "--open", "29 Feb", "--count", "--engine", "dlx", "--json"]);
    let counted = counted.file("c.json", &text).run().exit(0).json();
    assert!(table.contains(&format!("Feb,29,{}\n", counted["raw"])), "{counted}");
    assert!(table.lines().count() == 367 && table.lines().all(|line| !line.ends_with(",0")));
    let again = piecework(words.split(' ')).run().exit(0);
    assert!(again.read(&format!("made/{stem}.json")) == file, "the seed decides");
    // It is too long for a code on its card.
    let card =
        piecework(["cut", "c.json", "--insert-card", "--play-at", "https://example.org/play", "-o", "made"]);
    let cut = card.file("c.json", &text).run().exit(0);
    cut.complains("to play it: https://example.org/play#play/z").complains("too long for a code");
    // Other wishes are other calendars, and lie beside it.
    let other = "puzzle --kind calendar --language de --lattice hex --piece-count 9 --seed 1 -q -o made";
    piecework(other.split(' ')).run().exit(0).read("made/calendar-de-hex-1-piece-count-9.json");
    let board = piecework("puzzle --kind calendar --board own.txt --seed 1 -q -o made".split(' '));
    let ran = board.file("own.txt", format!("{}#####\n", "########\n".repeat(5))).run().exit(0);
    ran.read("made/calendar-en-square-1-own.json");
}

/// Rhombs, whose words in reading order cut off single cells; and hexagons with triangles, where a class is on cells of one kind.
#[test]
fn calendars_are_designed_on_other_lattices() {
    for (lattice, least) in [("rhombille", 43), ("trihexagonal", 51)] {
        let words =
            format!("puzzle --kind calendar --language fr --lattice {lattice} --seed 1 --json -q -o made");
        let ran = piecework(words.split(' ')).run().exit(0);
        let made = ran.json();
        assert_eq!(made["puzzle"]["name"], "Calendar in French");
        assert_eq!(
            (&made["dates"]["ways"], &made["dates"]["without"]),
            (&366.into(), &serde_json::json!([]))
        );
        let file = ran.read(&format!("made/calendar-fr-{lattice}-1.json"));
        let text = String::from_utf8(file).expect("a text");
        let solved = piecework(["solve", "c.json", "--open", "14 juil", "--engine", "dlx", "--json"]);
        let solved = solved.file("c.json", &text).run().exit(0).json();
        let cells = solved["tilings"][0]["placements"].as_array().expect("pieces").iter();
        let cells: usize = cells.map(|piece| piece["cells"].as_array().expect("cells").len()).sum();
        assert_eq!(cells + 2, least, "{lattice}");
    }
}

/// Found by trial: with these pieces the board of the template has four dates without a tiling.
#[test]
fn four_dead_dates_are_named() {
    let board = include_str!("../../templates/puzzles/calendar.json");
    let own =
        board.replace(r#"["L", "N", "P", "T", "U", "V", "Y"]"#, r#"["F", "N", "P", "T", "U", "V", "W"]"#);
    assert_ne!(own, board);
    let dead = ["Feb 11", "Jul 3", "Sep 12", "Oct 6"];
    let said = format!("4 without: {}", dead.join(", "));
    piecework(["inspect", "b.json"]).file("b.json", &own).run().exit(0).says(&said);
    for (date, code) in dead.iter().map(|date| (*date, 1)).chain([("Feb 12", 0), ("Oct 7", 0)]) {
        piecework(["solve", "b.json", "--open", date, "--engine", "dlx"])
            .file("b.json", &own)
            .run()
            .exit(code);
    }
}

/// A design is as short as its template and the words, so that a phone reads its code; and it makes the same files again.
#[test]
fn a_design_of_a_calendar_keeps_its_name_and_its_date() {
    let cut =
        "cut calendar --open 2026-11-26 --tray --insert-card --play-at https://example.org/play -q -o made";
    let ran = piecework(cut.split(' ')).run().exit(0);
    let text = String::from_utf8(ran.read("made/calendar-nov-26-cut-1.svg")).expect("a text");
    assert!(text.contains(r#""puzzle":"calendar","search":{"open":"Nov 26"},"cut""#));
    let card = pages(&ran.read("made/calendar-nov-26-insert-card.pdf"));
    assert!(card[0].contains("Scan the code to play."), "{}", card[0]);
    let design = r#"{ "piecework": 2, "book": { "parts": [{ "puzzle": "calendar", "open": "Nov 26" }, "domino-8x8"], "title": "Two" } }"#;
    let book = piecework(["make", "d.json", "--save-design", "e.json", "-q", "-o", "out"]);
    let saved = book.file("d.json", design).run().exit(0).read("e.json");
    let saved: serde_json::Value = serde_json::from_slice(&saved).expect("JSON");
    assert_eq!(saved["book"]["parts"][0], serde_json::json!({ "puzzle": "calendar", "open": "Nov 26" }));
    // Other puzzles are in the address, which a code holds if it is short.
    let own = "cut own.txt --insert-card --play-at https://example.org/play -o made";
    let ran = piecework(own.split(' ')).file("own.txt", "AAB\nABB\n").run().exit(0);
    let ran = ran.complains("to play it: https://example.org/play#play/z");
    let card = pages(&ran.read("made/own-insert-card.pdf"));
    assert!(card[0].contains("Scan the code to play."), "{}", card[0]);
    let wrong = "cut calendar --insert-card --play-at example.org";
    piecework(wrong.split(' ')).run().exit(2).complains("begins with https:// or http://");
}

#[test]
fn open_cells_have_their_words_in_text_and_in_files_of_tilings() {
    let ran = piecework(["solve", "calendar", "--open", "26 Nov"]).run().exit(0);
    let lines = ran.stdout().lines().filter(|line| line.contains("Nov") || line.contains("26")).count();
    assert_eq!(lines, 2, "{}", ran.stdout());
    let ran = piecework(["solve", "calendar-hex", "--open", "24 Dez", "-o", "t.jsonl"]).run().exit(0);
    let record = String::from_utf8(ran.read("t.jsonl")).expect("a text");
    assert!(record.contains(r#""open":[["24","#) || record.contains(r#"["24",["#), "{record}");
    let again = piecework(["sheet", "t.jsonl", "-q", "-o", "out"]).file("t.jsonl", &record).run().exit(0);
    let page = pages(&again.read("out/t-sheet.pdf"));
    assert!(page.iter().any(|words| words.contains("Dez")), "the sheet has the word");
}

#[test]
fn puzzles_are_made_of_the_dates_of_a_calendar() {
    let ran = piecework("puzzle calendar --kind given --seed 1 --json -q -o out".split(' ')).run().exit(0);
    let made = &ran.json()["puzzles"][0];
    let name = made["name"].as_str().expect("a name").to_owned();
    assert!(name.starts_with("A calendar, ") && made["given"].as_u64() > Some(0), "{name}");
    let none = piecework("puzzle calendar --unique".split(' ')).run().exit(1);
    none.says("0 of 1 puzzles; 366 of 366 ways to leave cells open tried");
    let doors = std::fs::read_to_string("docs/calendars.md").expect("the page");
    let doors = doors.split("```json\n").find(|block| block.contains("Advent")).expect("a puzzle");
    let doors = doors.split("```").next().unwrap_or_default();
    let one = piecework("puzzle d.json --kind letters --open each --count 3 --json -q -o out".split(' '));
    assert_eq!(one.file("d.json", doors).run().exit(0).json()["book"]["puzzles"], 3);
    let refused = piecework("puzzle calendar --board 5x8".split(' ')).run().exit(2);
    refused.complains("a puzzle with classes of cells");
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn a_board_to_be_felt_has_its_words_in_braille() {
    let ran = piecework("book calendar --style tactile -o out --json -q".split(' ')).run().exit(0);
    let pages = pages(&ran.read("out/a-calendar-book.pdf"));
    assert!(pages[2..5].iter().any(|words| !words.contains("Jan")), "no print on the page to be felt");
    let board = r#"{ "piecework": 1, "name": "Two", "lattice": "square", "pieces": [{ "set": "dominoes" }],
        "region": { "words": [["Mär", "Apr"], ["1", "2"]] },
        "classes": [{ "name": "months", "words": ["Mär", "Apr"] }, { "name": "days", "words": ["1", "2"] }] }"#;
    let refused = piecework(["book", "b.json", "--style", "tactile"]).file("b.json", board).run().exit(2);
    refused.complains("the braille for `ä` in the word `Mär`");
}

#[test]
fn words_that_pages_have_no_letters_for_are_named() {
    let board = r#"{ "piecework": 1, "name": "Two", "lattice": "square",
        "region": { "words": [["ינו", "פבר"], ["1", "2"]] }, "pieces": [{ "set": "dominoes" }],
        "classes": [{ "name": "months", "words": ["ינו", "פבר"] }, { "name": "days", "words": ["1", "2"] }] }"#;
    let ran = piecework(["sheet", "b.json"]).file("b.json", board).run().exit(2);
    ran.complains("no letters for the word");
    piecework(["solve", "b.json", "--open", "ינו 1"]).file("b.json", board).run().exit(0);
}

#[test]
fn what_is_never_open_is_refused_with_the_reason() {
    for (words, said) in [
        ("solve calendar --open 31,Feb", "`Feb 31` is never open"),
        ("solve calendar --open 31,Fab", "did you mean `Feb`?"),
        ("solve calendar --open Feb", "does not leave 1 cell of class `days` open"),
        ("cut calendar --cell 7mm --magnets 6x2mm", "a magnet of `6` mm has no room in the piece `1 "),
        (
            "cut calendar --cell 14mm --tray --magnets 6x2mm --machine 3d-printer",
            "`--floor` must be at least 2.8 mm",
        ),
        ("cut calendar --magnets 6", "diameter and thickness such as 6x2mm"),
        ("cut calendar --stand 3mm", "`--tray`"),
        ("sheet calendar --open each", "add `solve`"),
        (
            "solve calendar --open each --count -o year.doc",
            "`year.doc` is not the name of a .csv, .svg or .pdf file",
        ),
        ("puzzle --kind calendar --hints 2", "`--hints` cannot be used with `--kind calendar`"),
        ("puzzle --board 5x4 --pieces pentominoes --weekdays", "add `--kind calendar`"),
        ("puzzle --kind calendar --language xx", "`xx` is not one of ar, bg"),
        ("puzzle --kind calendar --lattice hex --pieces pentominoes", "pieces of squares"),
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

/// The words of each page of a document.
fn pages(bytes: &[u8]) -> Vec<String> {
    let document = lopdf::Document::load_mem(bytes).expect("a PDF");
    document.get_pages().keys().map(|&page| document.extract_text(&[page]).expect("words")).collect()
}

#[test]
fn a_book_of_a_calendar_has_every_date_with_its_number_hints_and_a_solution() {
    let ran = piecework(["book", "calendar", "--trim", "6x9", "-o", "out", "--json", "-q"]).run().exit(0);
    assert_eq!((&ran.json()["tilings"], &ran.json()["book"]["puzzles"]), (&27_805.into(), &366.into()));
    let pages = pages(&ran.read("out/a-calendar-interior.pdf"));
    assert_eq!(ran.json()["book"]["pages"], pages.len() + 1);
    let months = pages.iter().filter(|words| words.contains("Darker: fewer solutions"));
    let ways: usize = months.clone().map(|words| words.matches(" ways").count()).sum();
    assert_eq!((months.count(), ways), (12, 366), "a page a month");
    let of = |date: &str| pages.iter().filter(|words| words.lines().any(|line| line.trim() == date)).count();
    for date in ["Jan 1", "Feb 29", "Dec 31"] {
        assert_eq!(of(date), 1, "{date} has a solution");
    }
    let hints: usize = pages.iter().filter(|words| words.contains("first hint")).count();
    assert!((6..=14).contains(&hints), "{hints} pages of hints");
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn a_book_may_have_several_calendars() {
    let ran = piecework("book calendar calendar-hex --year 2027 --title Both -o out --json -q".split(' '));
    let ran = ran.run().exit(0);
    assert_eq!(
        (&ran.json()["book"]["puzzles"], &ran.json()["tilings"]),
        (&730.into(), &serde_json::Value::Null)
    );
    let of_each = ran.json()["calendars"].as_array().expect("two calendars").len();
    let pages = pages(&ran.read("out/both-book.pdf"));
    let months = pages.iter().filter(|words| words.contains("Darker: fewer solutions")).count();
    assert_eq!((of_each, months), (2, 24), "twelve pages of months for each");
    assert!(
        pages[1].contains("A calendar: Solutions") && pages[1].contains("Kalender aus Sechsecken"),
        "{}",
        pages[1]
    );
    piecework("book calendar calendar-hex --year 2027 --desk".split(' ')).run().exit(2).complains("--desk");
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn a_year_has_its_days_by_week_for_the_desk() {
    let args = ["book", "calendar", "--year", "2027", "--desk", "-o", "out", "--json", "-q"];
    let ran = piecework(args).run().exit(0);
    assert_eq!(ran.json()["book"]["puzzles"], 365, "no 29 February");
    let pages = pages(&ran.read("out/a-calendar-2027-desk.pdf"));
    let weeks: Vec<&String> = pages.iter().filter(|words| words.contains(" ways")).collect();
    assert_eq!(weeks.len(), 53);
    assert!(weeks[0].contains("Fri 1 Jan to Sun 3 Jan"), "{}", weeks[0]);
    assert!(weeks[52].contains("Mon 27 Dec to Fri 31 Dec"), "{}", weeks[52]);
    for (args, said) in [
        ("book calendar --desk", "--year"),
        ("book calendar --year 2027 --desk --large-print", "--large-print"),
        ("book calendar --year 2027 --desk --style large-print", "--style large-print"),
        ("book pentomino-6x10 --year 2027", "--year"),
        ("book calendar --open 3,May --year 2027", "--year"),
    ] {
        piecework(args.split(' ')).run().exit(2).complains(said);
    }
}

#[test]
fn cards_have_their_solutions_on_their_backs() {
    let design = r#"{ "piecework": 2, "book": { "parts": [
        { "puzzle": "calendar", "open": "3 May" }, { "puzzle": "calendar", "open": "24 Dec" }, "six-pentominoes-5x6"
      ], "cards": true, "in_order": true, "title": "Birthdays" } }"#;
    let ran = piecework(["make", "cards.json", "-o", "out", "-q"]).file("cards.json", design).run().exit(0);
    let pages = pages(&ran.read("out/birthdays-cards.pdf"));
    assert_eq!(pages.len(), 2, "fronts and backs");
    assert!(pages[0].contains("1 A calendar, May 3") || pages[0].contains("May 3"), "{}", pages[0]);
    let wrong = design.replace("3 May", "31 Feb");
    piecework(["make", "cards.json"]).file("cards.json", &wrong).run().exit(2).complains("never open");
}

#[test]
fn the_boards_of_the_documentation_have_the_tilings_that_it_says() {
    let text = std::fs::read_to_string("docs/calendars.md").expect("the page");
    let blocks = text.split("```json\n").skip(1).map(|block| block.split("```").next().unwrap_or_default());
    let puzzles: Vec<&str> = blocks.filter(|block| block.contains("\"classes\"")).collect();
    assert_eq!(puzzles.len(), 2);
    for (puzzle, said) in
        puzzles.into_iter().zip(["for 3 ways, fewest 0", "248 tilings for 24 ways, fewest 6"])
    {
        piecework(["solve", "p.json", "--open", "each", "--count"])
            .file("p.json", puzzle)
            .run()
            .exit(0)
            .says(said);
    }
}

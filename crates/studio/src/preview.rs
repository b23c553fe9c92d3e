//! A design at a glance: what can be shown of it without a search.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::scene::{Scene, board, cell_polygons, figures, in_fabrics, thumbnail_in};
use crate::error::StudioError;
use piecework_app::design::{Design, Product, Subject, command_line};
use piecework_app::job::{Input, finished_size, open_bytes, opened, run};
use piecework_draw::geometry::Dimensions;
use piecework_solve::{SolveOptions, why_impossible};
use piecework_tiling::error::Error;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::polyform::{Freedom, Orientation, Shape};
use piecework_tiling::puzzle::{Puzzle, Region, write_puzzle};
use piecework_tiling::source::Source;
use piecework_tiling::tiling::{Tiling, board_in_words, read_records, rows_in_words};

/// The most columns and rows of a board that is drawn by hand.
pub(super) const MOST: u32 = 100;

/// Palettes of the templates in the gallery, alternately, so that it shows what palettes do.
const GALLERY: [&str; 6] = ["indigo", "jewel", "farmhouse", "woodland", "tide-pool", "harvest"];
/// The key of a tiling that the page has found for the design, as a record, and that is no part of the
/// design.
const FOUND: &str = "x-found";

/// Reads a design that the page sent. Machines and palettes are names or content; nothing is opened.
pub(super) fn read(text: &str, limits: &Limits) -> Result<Design, Error> {
    Ok(Design::read(&Source::new("design", text), limits)?)
}

/// A design without the cells that stay open, and a tiling that the page has found for it.
type Found<'d> = (Cow<'d, Design>, Option<Tiling>);

/// Reads the tiling that the page has found for a design, which chooses the cells that stay open if the design does not.
fn found<'d>(text: &str, design: &'d Design, limits: &Limits) -> Result<Found<'d>, Error> {
    let mut left = left(design)?;
    let sent: Value = serde_json::from_str(text).unwrap_or_default();
    let (Some(record), Some(subject)) = (sent.get(FOUND), left.subjects.first()) else {
        return Ok((left, None));
    };
    let source = Source::new("design", record.to_string());
    let tiling = read_records(&source, Some(&subject.puzzle), limits)?.into_iter().next();
    if let Some(tiling) = &tiling {
        left.to_mut().subjects[0].leave_open_as(tiling)?;
    }
    Ok((left, tiling))
}

/// The tiling of a design that the page sent: its own, or one that was found for it.
///
/// # Errors
/// What is wrong with the one that was found.
pub(super) fn tiling_of(text: &str, design: &Design, limits: &Limits) -> Result<Option<Tiling>, Error> {
    let own = design.subjects.first().and_then(|subject| subject.tilings.first().cloned());
    if own.is_some() { Ok(own) } else { Ok(found(text, design, limits)?.1) }
}

/// What can be said at once of a design that the page sent.
///
/// # Errors
/// As [`read`] and [`look`].
pub(super) fn look_at(text: &str, limits: &Limits) -> Result<Value, Error> {
    let design = read(text, limits)?;
    let (left, found) = found(text, &design, limits)?;
    look(&design, &left, found.as_ref(), limits)
}

/// A design without the cells that stay open, where they are chosen.
fn left(design: &Design) -> Result<Cow<'_, Design>, Error> {
    let left = design.search.open.as_ref().map(|_| opened(design)).transpose()?.flatten();
    Ok(left.map_or(Cow::Borrowed(design), Cow::Owned))
}

/// What can be said of a design at once, and of what is left of it where cells stay open; `found` is a tiling of that if it
/// has none itself.
///
/// # Errors
/// [`Error`] for a tiling that cannot be drawn.
fn look(design: &Design, left: &Design, found: Option<&Tiling>, limits: &Limits) -> Result<Value, Error> {
    let mut value = json!({
        "design": written(design),
        "command": command_line(design),
        "option_errors": design.check().err().map(|error| json!(Error::from(error).findings())),
    });
    let Some(subject) = left.subjects.first() else { return Ok(value) };
    if let Some(Dimensions { width, height }) =
        design.products.first().and_then(|product| finished_size(product, &subject.puzzle, limits))
    {
        value["finished_mm"] = json!([width, height]);
    }
    value["puzzle"] = about(&subject.puzzle);
    value["puzzle"]["has_classes"] =
        design.subjects.iter().any(|one| !one.puzzle.classes().is_empty() || one.open.is_some()).into();
    // The page looks for a tiling of what is made: of the first choice of cells, if the design has none.
    let choice = opened(design).ok().flatten().and_then(|left| left.subjects.into_iter().next()?.open);
    value["puzzle"]["open"] = choice.into();
    value["words"] = json!({ "board": board_in_words(&subject.puzzle) });
    value["stem"] = subject.stem.as_str().into();
    match subject.tilings.first().or(found) {
        Some(tiling) => {
            let (shown, request, touch) = in_fabrics(design, tiling, limits)?;
            let scene = Scene::new(&shown, &request, touch)?;
            value["scene"] = json!(scene);
            value["figures"] = figures(tiling);
            value["words"]["rows"] = json!(rows_in_words(tiling));
        }
        None => {
            value["board"] = board(design.subjects.first().unwrap_or(subject).puzzle.region())?.into();
            let options =
                SolveOptions { placement_limit: limits.get(Limit::Placements), ..SolveOptions::default() };
            let argument = why_impossible(&subject.puzzle, &options);
            value["impossible"] = argument.map_or(Value::Null, |argument| argument.to_string().into());
        }
    }
    Ok(value)
}

/// A design as JSON.
fn written(design: &Design) -> Value {
    serde_json::from_str(&design.to_json()).unwrap_or_default()
}

fn about(puzzle: &Puzzle) -> Value {
    let cells = puzzle.region().cells();
    let rows = cells.iter().map(|cell| cell.y);
    let height = rows.clone().max().unwrap_or(0) - rows.min().unwrap_or(0) + 1;
    let pieces = puzzle.pieces().iter().map(|piece| {
        json!({
            "name": piece.name,
            "cells": piece.shape.area(),
            "rows": piece.shape.rows(),
            "least": piece.count.min,
            "most": piece.count.max,
        })
    });
    json!({
        "name": puzzle.name(),
        "lattice": puzzle.lattice().name(),
        "cells": cells.len(),
        "rows": height,
        "pieces": pieces.collect::<Vec<Value>>(),
        "file": serde_json::from_str::<Value>(&write_puzzle(puzzle)).unwrap_or_default(),
    })
}

/// The design that a file holds, whichever of the formats that piecework reads it has.
///
/// # Errors
/// [`Error`] says where the file is wrong, and [`piecework_app::design::DesignError::PiecesOnly`] that it has
/// no board.
pub(super) fn open(
    name: &str,
    bytes: &[u8],
    lattice: Option<Lattice>,
    limits: &Limits,
) -> Result<Value, Error> {
    let opened = open_bytes(name, bytes, lattice, limits)?;
    let design = match opened.input {
        Input::Design(design) => *design,
        Input::Subject(subject) => Design { subjects: vec![subject], ..Design::default() },
        Input::Pieces(_) => {
            return Err(piecework_app::design::DesignError::PiecesOnly { input: name.to_owned() }.into());
        }
    };
    let mut value = look(&design, left(&design)?.as_ref(), None, limits)?;
    if opened.problems > 1 {
        value["note"] = format!("the file holds {} problems; this is the first", opened.problems).into();
    }
    Ok(value)
}

/// A template with its first tiling as a picture; a search that takes longer than a few seconds gives the
/// board.
///
/// # Errors
/// [`Error`] for a name that is not that of a template.
pub(super) fn template(name: &str, limits: &Limits) -> Result<Value, Error> {
    let subject = Subject::template(name)?;
    let number =
        piecework_tiling::templates::puzzle_templates().iter().position(|template| template.name == name);
    let palette = GALLERY[number.unwrap_or_default() % GALLERY.len()];
    let puzzle = about(&subject.puzzle);
    let empty = board(subject.puzzle.region())?;
    let mut design = Design::new(subject, Product::Solve(Default::default()));
    design.search.time_limit = Some(std::time::Duration::from_secs(10));
    let outcome = run(&design, &mut Within(limits.clone()))?;
    let tiling = outcome.made.first().and_then(|made| made.tilings.first());
    let picture = tiling.map_or(Ok(empty), |tiling| thumbnail_in(tiling, palette))?;
    Ok(json!({ "name": name, "puzzle": puzzle, "palette": palette, "picture": picture }))
}

/// A watcher that only knows limits.
struct Within(Limits);

impl piecework_app::job::Watcher for Within {
    fn limits(&self) -> Limits {
        self.0.clone()
    }
}

/// The cells of a board that somebody wants to draw on, row by row, with their corners in cell edges.
///
/// # Errors
/// [`StudioError::BoardTooLarge`].
pub(super) fn empty_board(lattice: Lattice, columns: u32, rows: u32) -> Result<Value, Error> {
    if !(1..=MOST).contains(&columns) || !(1..=MOST).contains(&rows) {
        return Err(StudioError::BoardTooLarge { most: MOST }.into());
    }
    let region = Region::rectangle(lattice, columns, rows)?;
    let polygons = cell_polygons(&region)?;
    let cells = region
        .cells()
        .iter()
        .zip(polygons)
        .map(|(cell, points)| json!({ "cell": [cell.x, cell.y], "points": points }));
    Ok(
        json!({ "lattice": lattice.name(), "columns": columns, "rows": rows, "cells": cells.collect::<Vec<Value>>() }),
    )
}

/// Every way to turn and flip a piece: its cells, and whether it is flipped. Its rows are separated by `|`.
///
/// # Errors
/// [`piecework_tiling::polyform::PolyformError`] for rows that are no piece.
pub(super) fn turned(lattice: Lattice, rows: &str, freedom: &str) -> Result<Value, Error> {
    let freedom = match freedom {
        "fixed" => Freedom::Fixed,
        "one-sided" => Freedom::OneSided,
        _ => Freedom::Free,
    };
    let shape = Shape::from_rows(lattice, rows.split('|'))?;
    let way = |orientation: Orientation| {
        let cells: Value = orientation.shape.cells().iter().map(|cell| json!([cell.x, cell.y])).collect();
        json!({ "cells": cells, "flipped": orientation.symmetry.is_reflection() })
    };
    let all: Value = shape.orientations(freedom).into_iter().map(way).collect();
    Ok(json!({ "orientations": all }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looked(text: &str) -> Value {
        let limits = Limits::default();
        look_at(text, &limits).expect("a good design")
    }

    #[test]
    fn a_board_without_tilings_says_why() {
        let value = looked(
            r####"{ "piecework": 2, "puzzle": { "piecework": 1, "name": "no", "lattice": "square", "region": { "rows": ["###", "##."] },
              "pieces": [ { "name": "I", "rows": ["##"], "count": "any" } ] }, "quilt": { } }"####,
        );
        assert!(
            value["impossible"].as_str().is_some_and(|text| text.contains("5 squares")),
            "{}",
            value["impossible"]
        );
        assert!(value["board"].as_str().is_some_and(|text| text.contains("viewBox")));
    }

    #[test]
    fn a_tiling_that_was_found_is_drawn_and_stays_out_of_the_design() {
        let subject = Subject::template("t-tetromino-4x4").expect("a template");
        let found = piecework_solve::first(&subject.puzzle, &SolveOptions::default()).expect("a search").0;
        let record = piecework_tiling::tiling::write_record(&found.expect("a tiling"));
        let value = looked(&format!(
            r#"{{ "piecework": 2, "puzzle": "t-tetromino-4x4", "quilt": {{}}, "{FOUND}": {record} }}"#
        ));
        assert_eq!(value["scene"]["patches"].as_array().map(Vec::len), Some(4));
        assert_eq!(value["command"], "piecework quilt t-tetromino-4x4");
        assert!(value["design"].get("tilings").is_none() && value["design"].get(FOUND).is_none());
        let other =
            format!(r#"{{ "piecework": 2, "puzzle": "domino-8x8", "quilt": {{}}, "{FOUND}": {record} }}"#);
        assert_eq!(look_at(&other, &Limits::default()).unwrap_err().code(), "E0541");
    }

    #[test]
    fn words_are_on_the_board_and_where_a_tiling_leaves_cells_open() {
        let design =
            r#"{ "piecework": 2, "puzzle": "calendar-hex", "search": { "open": "26 Nov" }, "sheet": {} }"#;
        let value = looked(design);
        let words = |text: &Value| text.as_str().map_or(0, |text| text.matches("<text").count());
        assert_eq!((words(&value["board"]), &value["puzzle"]["has_classes"]), (43, &true.into()));
        let left = left(&read(design, &Limits::default()).expect("a design")).expect("a day").into_owned();
        let found =
            piecework_solve::first(&left.subjects[0].puzzle, &SolveOptions::default()).expect("a search").0;
        let record = piecework_tiling::tiling::write_record(&found.expect("a tiling"));
        let value = looked(&design.replace("\"sheet\"", &format!("\"{FOUND}\": {record}, \"sheet\"")));
        let picture = value["scene"]["picture"].as_str().expect("a picture");
        assert!(
            words(&value["scene"]["picture"]) == 2 && picture.contains("Nov") && picture.contains("26"),
            "{picture}"
        );
    }

    #[test]
    fn a_tiling_found_among_all_choices_says_which_cells_stay_open() {
        for name in ["calendar", "calendar-hex"] {
            let puzzle = Subject::template(name).expect("a template").puzzle;
            let found = piecework_solve::first(&puzzle, &SolveOptions::default()).expect("a search").0;
            let opened = found.expect("a tiling").opened().expect("the cells of its classes");
            let record = piecework_tiling::tiling::write_record(&opened);
            for key in [FOUND.to_owned(), "tilings".to_owned()] {
                let sent = if key == FOUND { record.clone() } else { format!("[{record}]") };
                let value = looked(&format!(
                    r#"{{ "piecework": 2, "puzzle": "{name}", "{key}": {sent}, "sheet": {{}} }}"#
                ));
                let figures = value["scene"]["patches"].as_array().map_or(0, Vec::len);
                assert!(figures > 1 && value["puzzle"]["has_classes"] == true, "{name} {key}");
                assert_eq!(value["puzzle"]["open"].as_str(), (key == FOUND).then_some("Jan 1"));
                let text = value["design"].to_string();
                assert_eq!(text.contains("\"tilings\""), key == "tilings", "{text}");
                let again = read(&text, &Limits::default()).expect("the design is read as it is written");
                assert_eq!(again.subjects[0].is_solved(), key == "tilings");
            }
        }
    }

    #[test]
    fn a_quilt_of_blocks_is_shown_whole() {
        let tiling = |quilt: &str| {
            format!(
                r#"{{ "piecework": 2, "puzzle": "t-tetromino-4x4", "quilt": {quilt}, "{FOUND}": RECORD }}"#
            )
        };
        let subject = Subject::template("t-tetromino-4x4").expect("a template");
        let found = piecework_solve::first(&subject.puzzle, &SolveOptions::default()).expect("a search").0;
        let record = piecework_tiling::tiling::write_record(&found.expect("a tiling"));
        let value = looked(&tiling(r#"{ "blocks": "2x2", "sashing": 1 }"#).replace("RECORD", &record));
        assert_eq!(value["scene"]["patches"].as_array().map(Vec::len), Some(4 * 4 + 4 + 1));
        assert_eq!(value["finished_mm"], json!([9.0 * 50.8, 9.0 * 50.8]));
    }

    #[test]
    fn a_design_from_the_page_opens_no_files() {
        let limits = Limits::default();
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("palette.json");
        std::fs::write(&file, r##"{ "piecework": 1, "name": "mine", "fabrics": [] }"##).expect("writable");
        let file = file.display();
        for design in [
            format!(r#"{{ "piecework": 2, "puzzle": "domino-8x8", "quilt": {{ "palette": "{file}" }} }}"#),
            format!(r#"{{ "piecework": 2, "puzzle": "domino-8x8", "cut": {{ "machine": "{file}" }} }}"#),
            format!(r#"{{ "piecework": 2, "puzzle": "domino-8x8", "sheet": {{ "paper": "{file}" }} }}"#),
            format!(r#"{{ "piecework": 2, "puzzle": "{file}", "sheet": {{ }} }}"#),
        ] {
            let made = read(&design, &limits).and_then(|design| run(&design, &mut Within(limits.clone())));
            let error = made.map(|_| ()).expect_err("refused").findings()[0].to_string();
            assert!(!error.contains("fabrics") && !error.contains("no such file"), "{error}");
        }
    }

    #[test]
    fn templates_have_pictures_and_boards_have_limits() {
        let value = template("t-tetromino-4x4", &Limits::default()).expect("a template");
        assert!(value["picture"].as_str().is_some_and(|text| text.contains("patch-4")));
        assert_eq!(template("no-such", &Limits::default()).unwrap_err().code(), "E2212");
        assert_eq!(empty_board(Lattice::Square, 101, 1).unwrap_err().code(), "E2313");
        let ways = |freedom| {
            turned(Lattice::Square, ".##|##.|.#.", freedom).expect("a piece")["orientations"].clone()
        };
        assert_eq!(
            ["free", "one-sided", "fixed"].map(|of| ways(of).as_array().map_or(0, Vec::len)),
            [8, 4, 1]
        );
        assert!(turned(Lattice::Square, "#.#", "free").is_err());
        assert_eq!(
            empty_board(Lattice::Hex, 3, 2).expect("small")["cells"].as_array().map(Vec::len),
            Some(6)
        );
    }
}

//! Boards as they are drawn by hand: a rectangle with cells taken out.

use serde_json::{Value, json};

use super::preview::MOST;
use crate::error::StudioError;
use piecework_app::design::BoardChoice;
use piecework_tiling::error::Error;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::limits::Limits;
use piecework_tiling::puzzle::Region;

/// A board that is named in one line, such as `8x5` or `heart 12`, as it is drawn; one that says no lattice is on this one.
///
/// # Errors
/// [`Error`] for what is no board, and [`StudioError::BoardTooLarge`].
pub(super) fn board_in_line(text: &str, lattice: Lattice, limits: &Limits) -> Result<Value, Error> {
    let board = BoardChoice::in_line(text.trim(), limits)?;
    // A hexagon is not on squares: it is drawn on the first lattice that has one.
    let elsewhere = || Lattice::ALL.iter().find_map(|&other| board.region(other, limits).ok());
    let region = board.region(lattice, limits).or_else(|error| elsewhere().ok_or(error))?;
    let drawn = on_grid(&region)?.ok_or(StudioError::BoardTooLarge { most: MOST })?;
    Ok(json!({ "name": board.name(), "lattice": region.lattice().name(), "region": drawn }))
}

/// The finest grid that a shape is asked for on: four squares for a cell of a board.
const FINEST: u32 = 4 * MOST;

/// A shape or letters as large as they fit in so many columns and rows of squares, as rows.
///
/// # Errors
/// [`Error`] for what is neither, for letters without room, and [`StudioError::BoardTooLarge`].
pub(super) fn shape_in(text: &str, columns: u32, rows: u32, limits: &Limits) -> Result<Value, Error> {
    if ![columns, rows].iter().all(|side| (1..=FINEST).contains(side)) {
        return Err(StudioError::BoardTooLarge { most: MOST }.into());
    }
    Ok(json!({ "rows": BoardChoice::drawn_in(text, columns, rows, limits)? }))
}

/// The least rectangle that a region fits in, with what is out of it, and its words.
fn on_grid(region: &Region) -> Result<Option<Value>, Error> {
    let lattice = region.lattice();
    let rows = || region.cells().iter().map(|cell| cell.y);
    let (top, bottom) = (rows().min().unwrap_or(0), rows().max().unwrap_or(0));
    // Where rows alternate, the first one of the rectangle may have to stay empty.
    for above in 0..2 {
        let height = u32::try_from(bottom - top + 1 + above).unwrap_or(u32::MAX);
        if height > MOST {
            return Ok(None);
        }
        let column = Region::rectangle(lattice, 1, height)?;
        let starts: Vec<i32> = (0..bottom - top + 1 + above)
            .map(|y| column.cells().iter().filter(|cell| cell.y == y).map(|cell| cell.x).min().unwrap_or(0))
            .collect();
        let start = |cell: Cell| starts[(cell.y - top + above) as usize];
        let left = region.cells().iter().map(|&cell| cell.x - start(cell)).min().unwrap_or(0);
        let step = i32::try_from(lattice.kinds().max(lattice.cells_in_column() as usize)).unwrap_or(1);
        for shift in 0..step {
            let by = Cell::new(shift - left, above - top);
            if !lattice.is_translation(by) {
                continue;
            }
            let last = region.cells().iter().map(|&cell| cell.x + by.x - start(cell)).max().unwrap_or(0);
            let width = u32::try_from(last / lattice.cells_in_column() + 1).unwrap_or(u32::MAX);
            if width > MOST {
                return Ok(None);
            }
            return taken_out(region, by, (width, height)).map(Some);
        }
    }
    Ok(None)
}

/// The region in a rectangle, moved by this step.
fn taken_out(region: &Region, by: Cell, (width, height): (u32, u32)) -> Result<Value, Error> {
    let moved = |cell: Cell| Cell::new(cell.x + by.x, cell.y + by.y);
    let inside: std::collections::BTreeSet<Cell> = region.cells().iter().copied().map(moved).collect();
    let grid = Region::rectangle(region.lattice(), width, height)?;
    let out = grid.cells().iter().filter(|cell| !inside.contains(cell));
    let mut drawn = json!({ "rectangle": [width, height] });
    let out: Vec<Value> = out.map(|cell| json!([cell.x, cell.y])).collect();
    if !out.is_empty() {
        drawn["without"] = out.into();
    }
    let labels = region.labels().iter().map(|(cell, words)| (moved(*cell), words));
    let labels: Vec<Value> = labels.map(|(cell, words)| json!([words, [cell.x, cell.y]])).collect();
    if !labels.is_empty() {
        drawn["labels"] = labels.into();
    }
    Ok(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::source::Source;

    fn drawn(text: &str, lattice: Lattice) -> Value {
        board_in_line(text, lattice, &Limits::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn a_line_is_drawn_as_the_board_that_it_names() {
        assert_eq!(drawn("8x5", Lattice::Square)["region"], json!({ "rectangle": [8, 5] }));
        let heart = drawn("heart", Lattice::Square);
        assert!(heart["name"] == "heart" && heart["region"]["without"].is_array(), "{heart}");
        for (text, lattice) in
            [("hexagon 4", Lattice::Hex), ("triangle 6", Lattice::Triangle), ("diamond 6", Lattice::Square)]
        {
            let wanted = BoardChoice::in_line(text, &Limits::default()).expect("a board");
            let wanted = wanted.region(lattice, &Limits::default()).expect("a board").area();
            let made = drawn(text, lattice);
            let puzzle = json!({ "piecework": 1, "name": "x", "lattice": made["lattice"], "region": made["region"],
                "pieces": [ { "name": "one", "rows": ["#"], "count": "any" } ] });
            let puzzle = piecework_tiling::puzzle::read_puzzle(
                &Source::new("x", puzzle.to_string()),
                &Limits::default(),
            );
            assert_eq!(puzzle.expect("a puzzle").region().area(), wanted, "{text}: {made}");
        }
        assert_eq!(drawn("hexagon 4", Lattice::Square)["lattice"], "hex");
        for (text, code) in [("nowhere.json", "E"), ("/etc/passwd", "E"), ("120x3", "E2313")] {
            let refused = board_in_line(text, Lattice::Square, &Limits::default()).unwrap_err();
            assert!(refused.code().starts_with(code), "{text}: {refused}");
        }
    }

    /// The page's button and the line give the same board.
    #[test]
    fn a_shape_is_the_same_by_its_button_and_in_one_line() {
        for (name, size) in [("heart", 12), ("star", 16), ("house", 20), ("wreath", 24), ("tree", 10)] {
            let rows = shape_in(name, size, size + 8, &Limits::default()).expect("a shape");
            let rows: Vec<&str> =
                rows["rows"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            assert_eq!((rows.len(), rows[0].len()), (size as usize + 8, size as usize));
            let line = BoardChoice::in_line(&format!("{name} {size}"), &Limits::default()).expect("a board");
            let line = line.region(Lattice::Square, &Limits::default()).expect("a board");
            assert_eq!(rows.concat().matches('#').count(), line.area(), "{name} {size}");
        }
        let name = shape_in("letters:Zoë", 16, 12, &Limits::default()).expect("letters");
        let line = BoardChoice::in_line("letters:Zoë 16x12", &Limits::default()).expect("a board");
        let line = line.region(Lattice::Square, &Limits::default()).expect("a board");
        assert_eq!(name.to_string().matches('#').count(), line.area());
        let refused = shape_in("letters:Annalena", 12, 8, &Limits::default()).unwrap_err();
        assert_eq!(refused.code(), "E2241");
        assert_eq!(shape_in("heart", 401, 9, &Limits::default()).unwrap_err().code(), "E2313");
    }
}

//! Says why pieces tile no rectangle, in a sentence, as data and as a proof that can be checked by hand.

use serde_json::{Value, json};

use super::puzzle_orders::counted;
use piecework_solve::{Band, Front, NoRectangle};

/// The reason, after "complete: ".
pub(super) fn in_a_sentence(never: &NoRectangle) -> String {
    let NoRectangle::Side(bands) = never else {
        return "a coloring of the cells excludes them all".into();
    };
    let fronts: usize = bands.iter().map(|band| band.fronts.len()).sum();
    let last = bands.last().map_or(0, |band| band.rows as usize);
    format!(
        "{} along a side cannot be filled from end to end: {} arise on the way, and none fits the other end; -o \
         proof.txt writes them",
        if last == 1 { "the row".into() } else { format!("the {last} rows") },
        counted(fronts as u64, "front", "fronts"),
    )
}

pub(super) fn as_json(never: &NoRectangle) -> Value {
    let NoRectangle::Side(bands) = never else { return json!({ "reason": "coloring" }) };
    let band = |band: &Band| {
        let fronts: Vec<_> = band.fronts.iter().map(|front| picture(front, band)).collect();
        json!({ "rows": band.rows, "is_whole": band.is_whole, "fronts": fronts })
    };
    json!({ "reason": "side", "bands": bands.iter().map(band).collect::<Vec<Value>>() })
}

/// The proof, with a picture of every front; `None` for reasons that have no other form.
pub(super) fn proof(names: &str, never: &NoRectangle) -> Option<String> {
    let NoRectangle::Side(bands) = never else { return None };
    let mut text = format!(
        "No rectangle can be tiled with copies of {names}, turned and flipped at will.\n\n\
         Fill the lowest rows of a rectangle from its left side on: always the first empty cell of these\n\
         rows, column by column and each from below. What is filled around that cell is one of the pictures:\n\
         # is filled, or left of the rectangle; * is the first empty cell; the other cells are empty. Columns\n\
         before the * are full in these rows.\n\n\
         To check it, cover the * in every way with a piece that meets no filled cell and reaches no lower.\n\
         This always gives another of the pictures, or nothing fits. The first picture is the left side of\n\
         the rectangle. The right side would be where everything from the column of the * on is empty, and no\n\
         other picture is so.\n"
    );
    for band in bands {
        let rows = counted(band.rows.into(), "row", "rows");
        text += &match (band.is_whole, bands.len()) {
            (true, _) => format!("\nRectangles of {rows}, with nothing above\n"),
            (false, 1) => format!("\nThe lowest {rows} of any rectangle\n"),
            (false, _) => format!("\nThe lowest {rows} of all larger rectangles\n"),
        };
        for front in &band.fronts {
            text += &format!("\n{}\n", picture(front, band).join("\n"));
        }
    }
    Some(text)
}

/// Rows from above, as far up as a piece can reach.
fn picture(front: &Front, band: &Band) -> Vec<String> {
    let middle = front.columns.len() / 2;
    let reach = u32::try_from(middle).unwrap_or(0);
    let height = if band.is_whole { band.rows } else { band.rows + reach };
    let next = front.columns[middle].trailing_ones();
    let cell = |row: u32, (column, &filled): (usize, &u32)| match filled >> row & 1 {
        1 => '#',
        _ if (column, row) == (middle, next) => '*',
        _ => '.',
    };
    (0..height).rev().map(|row| front.columns.iter().enumerate().map(|at| cell(row, at)).collect()).collect()
}

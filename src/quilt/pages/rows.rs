//! The pages that say how a quilt of triangles is sewn in rows.

use super::format;
use crate::page::{Block, Entry, Page, Sign};
use crate::quilt::plan::Design;
use crate::quilt::plan::error::QuiltError;
use crate::quilt::plan::piecing::TriangleRows;

/// The pages that say how it is sewn.
pub(super) fn pages(design: &Design, rows: &TriangleRows) -> Result<Vec<Page>, QuiltError> {
    let how = how(rows);
    let blocks = vec![
        Block::Paragraph(how),
        Block::List(strips(design, rows)),
        Block::heading("Join the rows"),
        Block::List(between(design, rows)),
    ];
    format::section(design, "sewing, row by row", blocks)
}

/// How rows are sewn, in a few sentences.
pub(super) fn how(rows: &TriangleRows) -> String {
    let direction = if rows.turned == 0 {
        "Rows run from side to side, the first at the top.".to_owned()
    } else {
        format!("Rows run at {} degrees, turned clockwise from level.", rows.turned)
    };
    format!(
        "{direction} Labels on the diagram are the row and the place in it. Every seam is straight: sew the strips of each \
         row together, then the rows. Cut the slanted ends of strips along the 60° line of the ruler. Sew two strips with their ends \
         offset so that the edges cross at the seam line, and trim the dog ears. Press the seams of odd rows one way and of even \
         rows the other way; where seams of two rows meet in a point they nest."
    )
}

/// The strips of each row.
pub(super) fn strips(design: &Design, rows: &TriangleRows) -> Vec<Entry> {
    let row = |(number, strips): (usize, &Vec<_>)| {
        let labels: Vec<String> = (1..=strips.len()).map(|place| format!("{number}-{place}")).collect();
        let words = match labels.len() {
            1 => "one strip, nothing to sew".to_owned(),
            _ => format!("{}; every seam is {} long", labels.join(" + "), design.write(design.options.cell)),
        };
        Entry::new(Sign::None, format!("Row {number}: {words}."))
    };
    (1..).zip(&rows.rows).map(row).collect()
}

/// The seams between rows.
pub(super) fn between(design: &Design, rows: &TriangleRows) -> Vec<Entry> {
    let seam = |(row, &cells): (usize, &usize)| {
        let length = design.write(cells as f64 * design.options.cell);
        Entry::new(Sign::None, format!("Sew row {row} to row {}: a seam of {length}.", row + 1))
    };
    (1..).zip(&rows.between).map(seam).collect()
}

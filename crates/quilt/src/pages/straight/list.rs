//! The list of rectangles to cut: for each fabric the sizes, how many of each, and their labels.

use crate::pages::format;
use crate::plan::error::QuiltError;
use crate::plan::{Design, RectangleUse, StraightSeams};
use crate::words::sewing::rectangles;
use crate::words::straight::cut_away;
use piecework_draw::page::{Block, Column, Entry, Page, Sign, Table};

/// The heads of the columns.
const HEADS: [(&str, Column); 5] = [
    ("cells", Column::Words),
    ("cut (unfinished)", Column::Words),
    ("finished", Column::Words),
    ("number", Column::Number),
    ("labels", Column::Words),
];

/// The pages of the list.
pub(super) fn pages(design: &Design, seams: &StraightSeams) -> Result<Vec<Page>, QuiltError> {
    let mut blocks = Vec::new();
    for (fabric, sizes) in seams.cloth.fabrics.iter().zip(&seams.sizes) {
        let count = rectangles(sizes.iter().map(|size| size.count).sum());
        let name = Entry::new(Sign::Swatch(fabric.color), format!("{}: {count}", fabric.name)).bold();
        let heads = HEADS.map(|(head, column)| (head.to_owned(), column)).to_vec();
        let table = Table { heads, rows: sizes.iter().map(row).collect() };
        blocks.extend([Block::List(vec![name]), Block::Table(table)]);
    }
    if !seams.cut_away.is_empty() {
        blocks.push(Block::heading("Corners to cut away"));
        blocks.extend(cut_away(design, seams).into_iter().map(Block::Paragraph));
    }
    blocks.push(Block::Paragraph(format!("Total: {}.", rectangles(seams.rectangles.len()))));
    format::section(design, "rectangles to cut", blocks)
}

fn row(size: &RectangleUse) -> Vec<String> {
    let by = |(short, long): &(String, String)| format!("{short} × {long}");
    let (short, long) = size.cells;
    vec![
        format!("{short} × {long}"),
        by(&size.cut),
        by(&size.finished),
        size.count.to_string(),
        size.labels.join(", "),
    ]
}

//! The list of rectangles to cut: for each fabric the sizes, how many of each, and their labels.

use crate::pages::format;
use crate::pages::words::rectangles;
use crate::plan::error::QuiltError;
use crate::plan::{CutAway, Design, RectangleUse, StraightSeams};
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

/// Where corners are cut away, in sentences; the first says how. None without Y-seams.
pub(in crate::pages) fn cut_away(design: &Design, seams: &StraightSeams) -> Vec<String> {
    if seams.cut_away.is_empty() {
        return Vec::new();
    }
    let allowance = design.write(design.options.seam_allowance);
    let how = format!(
        "Lay these rectangles right side up, as in the diagram, and cut the corners away; other patches are set in there. Mark a dot \
         {allowance} inside both edges of each inside corner: the Y-seam turns there."
    );
    let line = |of: &CutAway| {
        let corner = |(place, width, height): &(String, String, String)| {
            format!("{place} {width} wide × {height} high")
        };
        let corners = of.corners.iter().map(corner).collect::<Vec<String>>().join("; ");
        format!("{} ({} wide × {} high): {corners}.", of.labels.join(", "), of.width, of.height)
    };
    std::iter::once(how).chain(seams.cut_away.iter().map(line)).collect()
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

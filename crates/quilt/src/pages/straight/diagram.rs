//! The diagram: every rectangle with its label, blocks with a thick outline, over several pages where one is
//! too small.

use super::picture::{LARGEST_LABEL, Scale, edges, fill, fitted, labels, outline, widest};
use crate::pages::format;
use crate::plan::error::QuiltError;
use crate::plan::{Design, StraightSeams};
use piecework_draw::drawing::{Canvas, Medium};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::layout::{PAGE_OVERLAP, divide};
use piecework_draw::page::sizes::{AIR, LEAST, LINE, MAP};
use piecework_draw::page::{Block, Entry, Page, Sign};

/// The width of the outline of a block, in mm; chosen by eye, as are the other sizes of this file.
const BLOCK: f64 = 1.1;
/// The largest edge of a cell, in mm.
const LARGEST_CELL: f64 = 18.0;
/// The least edge of a cell is found in steps of this, in mm.
const STEP: f64 = 0.25;
/// A diagram that is divided over pages anyway may be larger than it must be.
const LARGER: f64 = 1.2;

/// The pages of the diagram.
pub(super) fn pages(design: &Design, seams: &StraightSeams) -> Result<Vec<Page>, QuiltError> {
    let whole = seams.plan.size;
    let free = format::reading_room(design)?;
    // Half the outline of a block reaches over the edge of the quilt.
    let key = Block::Legend(key(seams));
    let below = 3.0 * LINE + AIR + key.height(free.width() - MAP);
    let area = Bounds { bottom: free.bottom - below, ..free }.inset(BLOCK / 2.0);
    let fits = (area.width() / whole.columns as f64).min(area.height() / whole.rows as f64);
    let cell = fits.min(LARGEST_CELL);
    let least = least_cell(seams);
    if cell >= least {
        let mut page = format::page(design, "diagram")?;
        let scale = Scale::new(whole, Point { x: area.left, y: area.top }, cell);
        draw(seams, &mut page.canvas, scale);
        let bottom = scale.place(whole).bottom;
        explain(seams, &mut page, bottom, &key);
        return Ok(vec![page]);
    }
    divided(design, seams, area, least * LARGER, &key)
}

/// The diagram in pieces.
fn divided(
    design: &Design,
    seams: &StraightSeams,
    area: Bounds,
    cell: f64,
    key: &Block<'_>,
) -> Result<Vec<Page>, QuiltError> {
    let whole = seams.plan.size;
    let edge = BLOCK / 2.0;
    let (width, height) = (whole.columns as f64 * cell + BLOCK, whole.rows as f64 * cell + BLOCK);
    let mut canvas = Canvas::new("diagram", Medium::Print, width, height);
    draw(seams, &mut canvas, Scale::new(whole, Point { x: edge, y: edge }, cell));
    let grid = divide(&canvas.finish()?, area.width(), area.height(), PAGE_OVERLAP)?;
    let pages = grid.pages().iter().map(|part| {
        let mut page = format::page(design, "diagram")?.of_grid(&grid, part);
        part.draw(&mut page.canvas, Point { x: area.left, y: area.top });
        page.free.right -= MAP;
        explain(seams, &mut page, area.bottom, key);
        Ok(page)
    });
    pages.collect()
}

/// The least edge of a cell at which every label can be read.
fn least_cell(seams: &StraightSeams) -> f64 {
    let mut cell = STEP;
    for part in (0..seams.plan.parts.len()).filter(|&part| seams.plan.parts[part].patch.is_some()) {
        let (area, part) = (widest(seams, part), &seams.plan.parts[part]);
        let place = |cell| Scale::new(area, Point { x: 0.0, y: 0.0 }, cell).place(area);
        while fitted(&part.label, place(cell), LEAST, LARGEST_LABEL).is_none() {
            cell += STEP;
        }
    }
    cell
}

fn draw(seams: &StraightSeams, canvas: &mut Canvas, scale: Scale) {
    let plan = &seams.plan;
    let cloth: Vec<usize> = (0..plan.parts.len()).filter(|&part| seams.fabric_of[part].is_some()).collect();
    fill(seams, canvas, &cloth, scale);
    for block in &plan.blocks {
        outline(seams, canvas, block.part, scale, BLOCK);
    }
    edges(seams, canvas, &cloth, scale);
    labels(seams, canvas, &cloth, scale);
}

/// What is on it, below a diagram that ends at `bottom`.
fn explain(seams: &StraightSeams, page: &mut Page, bottom: f64, key: &Block<'_>) {
    let blocks = seams.plan.blocks.len();
    let words = if blocks == 1 {
        "Labels name the rectangles, as on the list to cut and on the steps.".to_owned()
    } else {
        format!(
            "Thick lines: {blocks} blocks, each sewn by itself before the blocks are joined. Letters name the block, numbers \
             the rectangle, as on the list to cut and on the steps."
        )
    };
    page.free.top = page.words_below(&words, bottom + BLOCK) + AIR / 2.0;
    page.block(key);
}

/// The fabrics with their colors.
fn key(seams: &StraightSeams) -> Vec<Entry> {
    seams.fabrics.iter().map(|fabric| Entry::new(Sign::Swatch(fabric.color), &*fabric.name)).collect()
}

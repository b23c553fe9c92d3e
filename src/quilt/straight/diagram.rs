//! The diagram: every rectangle with its label, blocks with a thick outline, over several pages where one is too small.

use super::picture::{Scale, edges, fitted, write};
use super::{QuiltError, Sewing};
use crate::drawing::{Canvas, Medium};
use crate::geometry::{Bounds, Point};
use crate::layout::{PAGE_OVERLAP, divide};
use crate::quilt::frame::{Frame, LINE, reading_room};
use crate::quilt::piecing::Part;

/// The least cap height of a label, in mm; chosen by eye, as are the other sizes of this file.
const LEAST_LABEL: f64 = 1.3;
/// The largest cap height.
const LARGEST_LABEL: f64 = 3.2;
/// The width of the outline of a block, in mm.
const BLOCK: f64 = 1.1;
/// The largest edge of a cell, in mm.
const LARGEST_CELL: f64 = 18.0;
/// The least edge of a cell is found in steps of this, in mm.
const STEP: f64 = 0.25;
/// A diagram that is divided over pages anyway may be larger than it must be.
const LARGER: f64 = 1.2;

/// The pages of the diagram.
pub(super) fn pages(sewing: &Sewing<'_>) -> Result<Vec<Frame>, QuiltError> {
    let whole = sewing.plan.size;
    let free = reading_room(sewing.design)?;
    // Half the outline of a block reaches over the edge of the quilt.
    let area = Bounds { bottom: free.bottom - 3.0 * LINE, ..free }.inset(BLOCK / 2.0);
    let fits = (area.width() / whole.columns as f64).min(area.height() / whole.rows as f64);
    let cell = fits.min(LARGEST_CELL);
    let least = least_cell(sewing);
    if cell >= least {
        let mut frame = Frame::reading(sewing.design, "diagram")?;
        let scale = Scale::new(whole, Point { x: area.left, y: area.top }, cell);
        draw(sewing, &mut frame.canvas, scale);
        let bottom = scale.place(whole).bottom;
        explain(sewing, &mut frame, bottom);
        return Ok(vec![frame]);
    }
    divided(sewing, area, least * LARGER)
}

/// The diagram in pieces.
fn divided(sewing: &Sewing<'_>, area: Bounds, cell: f64) -> Result<Vec<Frame>, QuiltError> {
    let whole = sewing.plan.size;
    let edge = BLOCK / 2.0;
    let (width, height) = (whole.columns as f64 * cell + BLOCK, whole.rows as f64 * cell + BLOCK);
    let mut canvas = Canvas::new("diagram", Medium::Print, width, height);
    draw(sewing, &mut canvas, Scale::new(whole, Point { x: edge, y: edge }, cell));
    let grid = divide(&canvas.finish()?, area.width(), area.height(), PAGE_OVERLAP)?;
    let frames = grid.pages().iter().map(|page| {
        let mut frame = Frame::reading(sewing.design, "diagram")?.of_grid(&grid, page);
        page.draw(&mut frame.canvas, Point { x: area.left, y: area.top });
        explain(sewing, &mut frame, area.bottom);
        Ok(frame)
    });
    frames.collect()
}

/// The least edge of a cell at which every label can be read.
fn least_cell(sewing: &Sewing<'_>) -> f64 {
    let mut cell = STEP;
    for (part, _) in sewing.plan.cloth() {
        let place = |cell| Scale::new(part.area, Point { x: 0.0, y: 0.0 }, cell).place(part.area);
        while fitted(&part.label, place(cell), LEAST_LABEL, LARGEST_LABEL).is_none() {
            cell += STEP;
        }
    }
    cell
}

fn draw(sewing: &Sewing<'_>, canvas: &mut Canvas, scale: Scale) {
    let plan = &sewing.plan;
    let cloth: Vec<&Part> = plan.cloth().map(|(part, _)| part).collect();
    sewing.fill(canvas, &cloth, scale);
    for block in &plan.blocks {
        sewing.outline(canvas, block.part, scale, BLOCK);
    }
    edges(canvas, &cloth, scale);
    for (part, _) in plan.cloth() {
        let colour = sewing.fabric_of(part).map(|fabric| sewing.fabrics[fabric].colour);
        if let Some(text) = fitted(&part.label, scale.place(part.area), LEAST_LABEL, LARGEST_LABEL) {
            write(canvas, text, colour);
        }
    }
}

/// What is on it, below a diagram that ends at `bottom`.
fn explain(sewing: &Sewing<'_>, frame: &mut Frame, bottom: f64) {
    let blocks = sewing.plan.blocks.len();
    let words = if blocks == 1 {
        "Letters and numbers are the rectangles; they are on the list of what to cut and on the steps."
            .to_owned()
    } else {
        format!(
            "Thick lines: {blocks} blocks, each sewn by itself before they are joined. Letters name the block, numbers \
             the rectangle; they are on the list of what to cut and on the steps."
        )
    };
    let width = frame.width_beside_map();
    frame.narrow_paragraph(&words, bottom + BLOCK + LINE, width);
}

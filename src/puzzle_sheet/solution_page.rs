//! Solutions, in colour, one or several a page.

use super::{LINE, Page, PuzzleSheetError, SheetOptions, float};
use crate::colour::{Colour, FabricPlan};
use crate::drawing::{Anchor, Canvas, Diagram, Drawing, Role, Text};
use crate::geometry::{Bounds, Patchwork, Point, Touch};
use crate::tiling::Tiling;

/// The room between solutions on a page, in mm.
const GAP: f64 = 8.0;
/// The largest edge of a cell, in mm.
const LARGEST_CELL: f64 = 25.0;

/// Pages with all `tilings`, numbered from 1, `options.per_page` on each.
///
/// # Errors
/// Errors of the rooms it draws with.
pub fn solution_pages(tilings: &[Tiling], options: &SheetOptions) -> Result<Vec<Drawing>, PuzzleSheetError> {
    let per_page = usize::try_from(options.per_page.max(1)).unwrap_or(1);
    let pages = tilings.len().div_ceil(per_page);
    tilings
        .chunks(per_page)
        .enumerate()
        .map(|(index, tilings)| {
            let name = tilings[0].puzzle().name();
            let first = index * per_page + 1;
            let last = first + tilings.len() - 1;
            let numbers = if first == last {
                format!("Solution {first}")
            } else {
                format!("Solutions {first} to {last}")
            };
            let line = if pages > 1 { format!("{numbers}, page {} of {pages}", index + 1) } else { numbers };
            let mut page = Page::new(name, &line, &options.paper)?;
            let (columns, rows) = grid(tilings.len(), page.free);
            for (at, tiling) in tilings.iter().enumerate() {
                let room = part(page.free, (columns, rows), (at % columns, at / columns));
                let number = (per_page > 1).then_some(first + at);
                draw_solution(&mut page.canvas, room, tiling, number, options)?;
            }
            page.finish()
        })
        .collect()
}

/// Columns and rows for `count` solutions whose places come closest to squares.
fn grid(count: usize, room: Bounds) -> (usize, usize) {
    (1..=count)
        .map(|columns| (columns, count.div_ceil(columns)))
        .max_by(|&a, &b| {
            let side = |(columns, rows)| (room.width() / float(columns)).min(room.height() / float(rows));
            side(a).total_cmp(&side(b))
        })
        .unwrap_or((1, 1))
}

/// The place of one solution, without the gaps around it.
fn part(room: Bounds, (columns, rows): (usize, usize), (column, row): (usize, usize)) -> Bounds {
    let (width, height) = ((room.width() + GAP) / float(columns), (room.height() + GAP) / float(rows));
    let (left, top) = (room.left + float(column) * width, room.top + float(row) * height);
    Bounds { left, top, right: left + width - GAP, bottom: top + height - GAP }
}

/// Draws one solution into `room`, with its number below if it has one.
fn draw_solution(
    canvas: &mut Canvas,
    room: Bounds,
    tiling: &Tiling,
    number: Option<usize>,
    options: &SheetOptions,
) -> Result<(), PuzzleSheetError> {
    let patchwork = Patchwork::trace(tiling, 1.0)?;
    let colours = fabrics(tiling, &patchwork, options)?;
    let labels: Vec<String> = patchwork.patches().iter().map(|patch| patch.name().to_owned()).collect();
    let caption = if number.is_some() { LINE * 2.0 } else { 0.0 };
    let diagram =
        Diagram { patchwork: &patchwork, colours: &colours, labels: &labels, largest_scale: LARGEST_CELL };
    let drawn = diagram.draw(canvas, Bounds { bottom: room.bottom - caption, ..room });
    if let Some(number) = number {
        let below = Point { x: room.left, y: drawn.bounds.bottom + LINE * 1.6 };
        canvas.text(Role::Label, Text::new(number.to_string(), below, LINE, Anchor::Start));
    }
    Ok(())
}

/// One colour a patch, different where patches share an edge.
fn fabrics(
    tiling: &Tiling,
    patchwork: &Patchwork,
    options: &SheetOptions,
) -> Result<Vec<Colour>, PuzzleSheetError> {
    let plan = FabricPlan::of(tiling, patchwork, Touch::Edge, &options.palette, &options.colouring)?;
    Ok(plan.fabric_of.iter().map(|&fabric| plan.fabrics[fabric].colour).collect())
}

//! Solutions, one or several a page, numbered.

use super::grid::Grid;
use super::page::{Head, LINE, Page};
use super::picture::{Picture, largest_size};
use super::{Pages, PuzzleSheetError, SheetOptions};
use crate::drawing::{Anchor, Canvas, Drawing, Medium, Role, Text};
use crate::geometry::{Bounds, Point};
use crate::tiling::Tiling;

/// The room between solutions on a page, in mm.
const GAP: f64 = 8.0;

/// The room around a solution on a sheet of its own, in mm.
const AROUND: f64 = 2.0;

/// Pages with all `tilings`, numbered from 1, `options.per_page` on each.
///
/// # Errors
/// Errors of the rooms it draws with.
pub fn solution_pages(tilings: &[Tiling], options: &SheetOptions) -> Result<Pages, PuzzleSheetError> {
    let per_page = usize::try_from(options.per_page.unwrap_or(1).max(1)).unwrap_or(1);
    let mut pages = Pages::default();
    for (index, some) in tilings.chunks(per_page).enumerate() {
        let name = some[0].puzzle().name();
        let line = numbers(index * per_page + 1, some.len());
        let bookmark = format!("{name}: {line}");
        let head = Head { bookmark: &bookmark, heading: name, line: &line };
        let mut page = Page::new(head, &options.paper)?;
        let pictures =
            some.iter().map(|tiling| Picture::of(tiling, options)).collect::<Result<Vec<_>, _>>()?;
        let below = if per_page > 1 { LINE * 2.0 } else { 0.0 };
        // A last page with fewer solutions shows them at the same scale.
        let count = per_page.min(tilings.len());
        let grid = Grid::largest(count, page.free, largest_size(&pictures), GAP, below);
        for (at, picture) in pictures.iter().enumerate() {
            let number = (per_page > 1).then(|| (index * per_page + at + 1).to_string());
            draw_numbered(&mut page, picture, grid.place(at), number, LINE);
        }
        pages.push(page);
    }
    Ok(pages)
}

/// One solution on a sheet of its own size, the edge of a cell `cell` mm.
///
/// # Errors
/// Errors of the rooms it draws with.
pub fn solution_picture(
    tiling: &Tiling,
    cell: f64,
    options: &SheetOptions,
) -> Result<Drawing, PuzzleSheetError> {
    let picture = Picture::of(tiling, options)?;
    let (width, height) = picture.size();
    let room = Bounds { left: 0.0, top: 0.0, right: width * cell, bottom: height * cell }.inset(-AROUND);
    let mut canvas = Canvas::new(tiling.puzzle().name(), Medium::Print, room.width(), room.height());
    let inner = Bounds { left: 0.0, top: 0.0, right: room.width(), bottom: room.height() }.inset(AROUND);
    picture.draw(&mut canvas, inner);
    Ok(canvas.finish()?)
}

/// Which solutions a page has, in words.
pub(super) fn numbers(first: usize, count: usize) -> String {
    if count == 1 {
        format!("Solution {first}")
    } else {
        format!("Solutions {first} to {}", first + count - 1)
    }
}

/// Draws a solution, with its number below if it has one.
pub(super) fn draw_numbered(
    page: &mut Page,
    picture: &Picture,
    place: Bounds,
    number: Option<String>,
    height: f64,
) {
    let below = if number.is_some() { height * 2.0 } else { 0.0 };
    let drawn = picture.draw(&mut page.canvas, Bounds { bottom: place.bottom - below, ..place });
    if let Some(number) = number {
        let at = Point { x: drawn.left, y: drawn.bottom + height * 1.6 };
        page.canvas.text(Role::Label, Text::new(number, at, height, Anchor::Start));
    }
}

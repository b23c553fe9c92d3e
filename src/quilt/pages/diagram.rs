//! The assembly diagram: every patch with its number and template.

use super::format;
use crate::drawing::{Canvas, Diagram, Item, Medium};
use crate::geometry::{Bounds, Point};
use crate::layout::{PAGE_OVERLAP, divide};
use crate::page::Page;
use crate::page::sizes::LINE;
use crate::quilt::plan::Design;
use crate::quilt::plan::error::QuiltError;
use crate::quilt::plan::options::Method;

/// The smallest edge of a cell at which the labels of a diagram on one page can be read, in mm; chosen by eye, as is the next.
const SMALLEST_CELL: f64 = 4.5;
/// The edge of a cell on a diagram that is divided over pages, in mm.
const DIVIDED_CELL: f64 = 7.0;

/// The assembly diagram: every patch with its number and template, over several pages where one would be too small; and
/// where templates or papers are mirror images, the same as seen from the back.
pub(super) fn pages(design: &Design) -> Result<Vec<Page>, QuiltError> {
    let mut pages = seen(design, false)?;
    if design.options.mirror || design.options.method == Method::EnglishPaper {
        pages.extend(seen(design, true)?);
    }
    Ok(pages)
}

fn seen(design: &Design, from_behind: bool) -> Result<Vec<Page>, QuiltError> {
    let name = if from_behind { "assembly diagram from the back" } else { "assembly diagram" };
    let (page_format, title) = (format::read(design), format::title(design, name));
    let free = page_format.room(&title)?;
    let (colours, labels) = (design.colours(), design.labels());
    let mut diagram =
        Diagram { patchwork: &design.patchwork, colours: &colours, labels: &labels, largest_scale: 1.0 };
    let area = Bounds { bottom: free.bottom - 2.0 * LINE, ..free };
    let mut scale = diagram.scale_in(area);
    let is_small = scale * design.options.cell < SMALLEST_CELL;
    if is_small {
        scale = (DIVIDED_CELL / design.options.cell).min(1.0);
    }
    diagram.largest_scale = scale;
    let bounds = design.patchwork.bounds();
    let mut canvas = Canvas::new(name, Medium::Print, bounds.width() * scale, bounds.height() * scale);
    let whole = canvas.bounds();
    diagram.draw(&mut canvas, whole);
    if from_behind {
        canvas = seen_from_behind(canvas);
    }
    if !is_small {
        let mut page = Page::new(&page_format, title.clone())?;
        for (role, item) in canvas.into_items() {
            page.canvas.item(role, item.moved(area.left, area.top));
        }
        explain(design, &mut page, area.top + whole.bottom, from_behind);
        return Ok(vec![page]);
    }
    let grid = divide(&canvas.finish()?, area.width(), area.height(), PAGE_OVERLAP)?;
    let pages = grid.pages().iter().map(|part| {
        let mut page = Page::new(&page_format, title.clone())?.of_grid(&grid, part);
        part.draw(&mut page.canvas, Point { x: area.left, y: area.top });
        explain(design, &mut page, area.bottom, from_behind);
        Ok(page)
    });
    pages.collect()
}

/// Everything with left and right exchanged; words stay readable, in the middle of where they were.
fn seen_from_behind(canvas: Canvas) -> Canvas {
    let width = canvas.bounds().right;
    let mut behind = Canvas::new("", canvas.medium(), width, canvas.bounds().bottom);
    for (role, item) in canvas.into_items() {
        let item = match item {
            Item::Path(path) => Item::Path(path.mapped(|at| Point { x: width - at.x, ..at })),
            Item::Text(text) => {
                let middle = text.bounds().centre().x;
                Item::Text(text.moved(width - 2.0 * middle, 0.0))
            }
        };
        behind.item(role, item);
    }
    behind
}

/// What numbers and letters mean, below a diagram that ends at `bottom`.
fn explain(design: &Design, page: &mut Page, bottom: f64, from_behind: bool) {
    let words = if from_behind {
        "The same quilt from the back, as its papers or mirrored templates show it."
    } else if design.rows.is_some() {
        "Numbers: the row, then the place in it. Letters: the template; r: the template reversed."
    } else {
        "Numbers: the patches in reading order. Letters: the template; r: the template reversed."
    };
    page.words_below(words, bottom);
}

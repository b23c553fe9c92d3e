//! The whole tiling on one sheet, every edge cut once.

use super::plan::{CutOptions, Measuring, Planned, SheetFigures, number_mark, stock};
use super::tool_path::{interrupted, rounded};
use super::{CommonLines, CutError, LineError};
use crate::drawing::{Canvas, Medium, Role};
use crate::geometry::{Bounds, Patchwork};
use crate::layout::LayoutError;

/// Where the whole lies on the stock, if it fits.
pub(super) fn place(
    patchwork: &Patchwork,
    options: &CutOptions,
) -> Result<Result<Bounds, LineError>, LayoutError> {
    let usable = stock(options).usable()?;
    let (width, height) = (patchwork.bounds().width(), patchwork.bounds().height());
    // A hair of rounding is no reason.
    if width <= usable.width() + 1e-6 && height <= usable.height() + 1e-6 {
        return Ok(Ok(usable));
    }
    let scale = (usable.width() / width).min(usable.height() / height);
    Ok(Err(LineError::BoardTooLarge {
        width,
        height,
        usable_width: usable.width(),
        usable_height: usable.height(),
        largest_cell: (options.cell * scale * 100.0).floor() / 100.0,
    }))
}

/// Draws the whole with its top left corner at that of `usable`.
pub(super) fn plan(
    title: &str,
    patchwork: &Patchwork,
    labels: &[String],
    options: &CutOptions,
    usable: Bounds,
) -> Result<Planned, CutError> {
    let stock = stock(options);
    let lines = CommonLines::plan(patchwork, options.line.order);
    let mut canvas =
        Canvas::new(format!("{title}, sheet 1 of 1"), Medium::Machine, stock.width, stock.height);
    if options.labels {
        for (patch, number) in patchwork.patches().iter().zip(labels) {
            if let Some(mark) = number_mark(patch.outline(), number) {
                canvas.item(mark.role, mark.item.moved(usable.left, usable.top));
            }
        }
    }
    let tool = &options.line.tool;
    let ties = lines.ties(patchwork, tool.tabs);
    let mut found = Measuring::default();
    for (line, tabs) in lines.lines_and_places(&ties) {
        for part in interrupted(&line, &tabs, tool.tab_width) {
            found.line(&part);
            let led = tool.finish(rounded(part, tool.fillet)?);
            canvas.path(Role::Cut, led.path().moved(usable.left, usable.top));
        }
    }
    let free = if tool.tabs > 0 { Vec::new() } else { lines.freed().iter().map(|&step| (1, step)).collect() };
    let figures = SheetFigures { found: found.measures, least: *lines.least() };
    Ok(Planned { sheets: vec![canvas.finish()?], figures, free })
}

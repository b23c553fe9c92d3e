//! The room for what is printed true to size: a page less its margins, title and foot; and the most cells of a
//! foundation.

use super::error::QuiltError;
use super::options::QuiltOptions;
use piecework_draw::geometry::Bounds;
use piecework_draw::layout::{PAGE_OVERLAP, SheetFormat};
use piecework_draw::page::sizes::{FOOT, HEAD};

/// The least height of content that makes sense, in mm.
const LEAST: f64 = 100.0;

/// Returns the room for content on a page with a test square; on a roll, on the longest page.
pub(crate) fn printable(paper: &SheetFormat) -> Result<Bounds, QuiltError> {
    let usable = paper.usable()?;
    let free = Bounds { top: usable.top + HEAD, bottom: usable.bottom - FOOT, ..usable };
    if free.height() < LEAST {
        let (paper, height) = (paper.name.clone(), free.height());
        return Err(QuiltError::PaperTooSmall { paper, height, least: LEAST });
    }
    Ok(free)
}

/// The most cells along the shorter and the longer side of a foundation that is taped from two pages by two
/// at most. No limit where these do not hold two cells.
pub(super) fn most_cells(options: &QuiltOptions) -> Result<(usize, usize), QuiltError> {
    let free = printable(&options.paper)?;
    let (cell, allowance) = (options.cell, options.seam_allowance);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not negative, and a page has few"
    )]
    let cells = |length: f64| {
        ((2.0 * length - PAGE_OVERLAP - 2.0 * allowance + 1e-3) / cell).floor().max(0.0) as usize
    };
    let (width, height) = (cells(free.width()), cells(free.height()));
    let (short, long) = (width.min(height), width.max(height));
    Ok(if short >= 1 && long >= 2 { (short, long) } else { (usize::MAX, usize::MAX) })
}

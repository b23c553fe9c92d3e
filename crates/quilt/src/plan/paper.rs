//! The room for what is printed true to size: a page less its margins, title and foot.

use super::error::QuiltError;
use piecework_draw::geometry::Bounds;
use piecework_draw::layout::SheetFormat;
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

//! The coloring page: the quilt top as lines, to try fabrics with crayons.

use super::format;
use super::quilt_picture::{border_rings, border_widths};
use crate::plan::QuiltPlan;
use crate::plan::error::QuiltError;
use piecework_draw::drawing::{Diagram, Path, Role};
use piecework_draw::geometry::Bounds;
use piecework_draw::page::Page;
use piecework_draw::page::sizes::LINE;

/// The most patches of a top that is still easy to color on half a page; chosen by eye, as is the next.
const FEW: usize = 16;
/// The share of a page that such a top takes, so that it goes below other words.
const SHARE: f64 = 0.52;

/// The page.
pub(super) fn pages(plan: &QuiltPlan) -> Result<Vec<Page>, QuiltError> {
    let design = &plan.design;
    let mut page = format::page(design, "coloring page")?;
    let free = page.free;
    let is_simple = design.patchwork.patches().len() <= FEW;
    let height = free.height() * if is_simple { SHARE } else { 1.0 } - LINE;
    let room = Bounds { bottom: free.top + height, ..free };
    let (side, across) = border_widths(plan);
    let bounds = design.patchwork.bounds();
    let size = (bounds.width() + 2.0 * side, bounds.height() + 2.0 * across);
    let scale = (room.width() / size.0).min(room.height() / size.1);
    let (width, height) = (size.0 * scale, size.1 * scale);
    let left = room.center().x - width / 2.0;
    let whole = Bounds { left, top: room.top, right: left + width, bottom: room.top + height };
    for ring in border_rings(plan, whole, scale) {
        page.canvas.path(Role::Cut, Path::rectangle(ring.outer));
        ring.seams().into_iter().for_each(|(from, to)| page.canvas.line(Role::Cut, from, to));
    }
    let diagram =
        Diagram { patchwork: &design.patchwork, colors: &[], labels: &[], curves: &[], largest_scale: scale };
    let (side, across) = (side * scale, across * scale);
    let top = Bounds { left: whole.left + side, top: whole.top + across, ..whole };
    diagram.draw(&mut page.canvas, top);
    page.words_below("Try your own fabrics: copy this page and color it.", whole.bottom + LINE / 2.0);
    Ok(vec![page])
}

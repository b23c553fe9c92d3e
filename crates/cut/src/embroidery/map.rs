//! Draws the page that shows the place of each hooping.

use super::Embroidery;
use super::hoopings::ARM;
use crate::CutError;
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Diagram, Path, Role, Text};
use piecework_draw::geometry::{Bounds, Patchwork, Point};
use piecework_draw::layout::SheetFormat;
use piecework_draw::page::{Block, Entry, Foot, Page, PageFormat, Sign, Title, sizes};
use piecework_tiling::tiling::Tiling;

/// The largest cap height of the number of a hooping, in mm; these sizes are chosen by eye.
const NUMBER: f64 = 8.0;
/// Half the width of the white strip between two hoopings, in mm.
const BAND: f64 = 1.0;
/// The explanation of crosses.
const CROSSES: &str =
    "crosses: sewn first; align the next hooping so that the needle hits those on its pieces";

/// Draws the map.
pub(super) fn map(embroidery: &Embroidery, tiling: &Tiling, paper: &SheetFormat) -> Result<Page, CutError> {
    let patchwork = Patchwork::trace(tiling, embroidery.cell_mm)?;
    let format = PageFormat::new(paper.clone(), Foot::not_to_scale());
    let mut page = Page::new(&format, Title::new(&embroidery.title, "where each hooping goes"))?;
    let legend = Block::List(entries(embroidery));
    let below = legend.height(page.free.width()) + sizes::AIR;
    let room = Bounds { bottom: page.free.bottom - below, ..page.free };
    let colors = embroidery.fabrics.colors();
    let diagram =
        Diagram { patchwork: &patchwork, colors: &colors, labels: &[], curves: &[], largest_scale: 1.0 };
    let drawn = diagram.draw(&mut page.canvas, room);
    let (corner, scale) = (patchwork.bounds(), drawn.scale);
    let put = |at: Point| Point {
        x: drawn.bounds.left + (at.x - corner.left) * scale,
        y: drawn.bounds.top + (at.y - corner.top) * scale,
    };
    draw_borders(&mut page.canvas, embroidery, &patchwork, put);
    for (number, hooping) in (1..).zip(&embroidery.hoopings) {
        hooping.crosses.iter().for_each(|&at| draw_cross(&mut page.canvas, put(at), ARM * scale));
        // In the patch with the most room, which works for hoopings of any shape.
        let label = hooping.pieces.iter().map(|piece| patchwork.patches()[piece - 1].outline().label());
        let Some(label) = label.max_by(|a, b| a.room.total_cmp(&b.room)) else { continue };
        let text = Text::centered(format!("{number}"), put(label.at), NUMBER.min(label.room * scale));
        page.canvas.fill(Path::rectangle(text.bounds().inset(-1.0)), Color::WHITE);
        page.canvas.text(Role::Label, text);
    }
    page.free.top = drawn.bounds.bottom + sizes::AIR;
    page.block(&legend);
    Ok(page)
}

/// Separates the hoopings by a line on a white band.
fn draw_borders(
    canvas: &mut Canvas,
    embroidery: &Embroidery,
    patchwork: &Patchwork,
    put: impl Fn(Point) -> Point,
) {
    let mut hooping_of = vec![0; patchwork.patches().len()];
    for (index, hooping) in embroidery.hoopings.iter().enumerate() {
        hooping.pieces.iter().for_each(|&piece| hooping_of[piece - 1] = index);
    }
    for edge in patchwork.edges() {
        if let (Some(left), Some(right)) = (edge.left, edge.right)
            && hooping_of[left] != hooping_of[right]
        {
            let (from, to) = patchwork.ends(edge);
            canvas.fill(band(put(from), put(to)), Color::WHITE);
            canvas.line(Role::Cut, put(from), put(to));
        }
    }
}

/// A cross that is visible on every color.
pub(super) fn draw_cross(canvas: &mut Canvas, at: Point, arm: f64) {
    canvas.fill(Path::circle(at, arm + 0.5), Color::WHITE);
    canvas.path(Role::Guide, Path::circle(at, arm + 0.5));
    canvas.path(Role::Label, Path::cross(at, 2.0 * arm));
}

/// Returns a strip along a line that extends beyond its ends.
fn band(from: Point, to: Point) -> Path {
    let length = from.distance(to);
    let along = (BAND * (to.x - from.x) / length, BAND * (to.y - from.y) / length);
    let (from, to) = (from.moved(-along.0, -along.1), to.moved(along.0, along.1));
    let sides = |at: Point, side: f64| at.moved(-along.1 * side, along.0 * side);
    Path::polygon(&[sides(from, 1.0), sides(to, 1.0), sides(to, -1.0), sides(from, -1.0)])
}

/// Returns an entry for each fabric, and one for the crosses.
fn entries(embroidery: &Embroidery) -> Vec<Entry> {
    let mut entries = embroidery.fabrics.entries();
    for (number, entry) in (1..).zip(&mut entries) {
        entry.words = format!("{number} {}", entry.words);
    }
    let cross = |canvas: &mut Canvas, at: Point| draw_cross(canvas, at, sizes::SWATCH / 2.0 - 0.5);
    entries.push(Entry::new(Sign::Drawn(cross), CROSSES));
    entries
}

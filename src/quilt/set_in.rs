//! Match marks and set-in corners: the map of corners with their numbers, and the list patch by patch.
//!
//! In: a design. Out: pages. Always holds: every set-in corner is on the map once, and on the list with the patch whose
//! notch it is; every patch is on the list once.

use super::frame::{Frame, LINE, WORDS, reading_room};
use super::matching::PatchMatch;
use super::{Design, QuiltError};
use crate::drawing::{Anchor, Canvas, Diagram, Medium, Role, Text, marks};
use crate::geometry::{Bounds, Patchwork, Point, SetInCorner};
use crate::layout::{PAGE_OVERLAP, divide};

/// The cap height of the numbers of corners, in mm, from and to; chosen by eye, as are the other sizes of this file.
const NUMBER: (f64, f64) = (1.2, 2.4);
/// The same as a share of a cell.
const NUMBER_IN_CELL: f64 = 0.2;
/// The diameter of a dot on the map, in mm, and the air between it and its number.
const DOT: (f64, f64) = (1.4, 0.3);
/// The smallest edge of a cell at which the numbers can be told apart, in mm.
const SMALLEST_CELL: f64 = 6.0;
/// The edge of a cell on a map that is divided over pages, in mm.
const DIVIDED_CELL: f64 = 10.0;
/// The largest edge of a cell on the map, in mm.
const LARGEST_CELL: f64 = 20.0;
/// The least width of a column of the list, in mm, and the air between two.
const COLUMN: (f64, f64) = (58.0, 5.0);

/// The map of set-in corners; none if there are none.
pub(super) fn map(design: &Design<'_>) -> Result<Vec<Frame>, QuiltError> {
    let corners = design.patchwork.set_in_corners();
    if corners.is_empty() {
        return Ok(Vec::new());
    }
    let free = reading_room(design)?;
    let area = Bounds { bottom: free.bottom - 3.0 * LINE, ..free };
    let bounds = design.patchwork.bounds();
    let fits = (area.width() / bounds.width()).min(area.height() / bounds.height());
    let scale = fits.min(LARGEST_CELL / design.options.cell);
    let edge = scale * design.options.cell;
    if edge >= SMALLEST_CELL && number_height(corners.len(), edge) >= NUMBER.0 {
        let mut frame = Frame::reading(design, "set-in corners")?;
        let room = Bounds { right: free.left + bounds.width() * scale, ..area };
        let bottom = draw_map(design, &corners, &mut frame.canvas, room, scale);
        explain(&mut frame, bottom);
        return Ok(vec![frame]);
    }
    let scale = DIVIDED_CELL / design.options.cell;
    let (width, height) = (bounds.width() * scale, bounds.height() * scale);
    let mut canvas = Canvas::new("set-in corners", Medium::Print, width, height);
    let whole = canvas.bounds();
    draw_map(design, &corners, &mut canvas, whole, scale);
    let grid = divide(&canvas.finish()?, area.width(), area.height(), PAGE_OVERLAP)?;
    let frames = grid.pages().iter().map(|page| {
        let mut frame = Frame::reading(design, "set-in corners")?.of_grid(&grid, page);
        page.draw(&mut frame.canvas, Point { x: area.left, y: area.top });
        explain(&mut frame, area.bottom);
        Ok(frame)
    });
    frames.collect()
}

fn explain(frame: &mut Frame, bottom: f64) {
    let words = "Dots with bold numbers are set-in corners: the patch in which the number stands has a notch there. Clip its \
                 allowance to the dot, and sew both sides of the notch from the dot outwards. Grey numbers are patches.";
    let width = frame.width_beside_map();
    frame.narrow_paragraph(words, bottom + LINE, width);
}

/// Seams, grey numbers of patches, dots with their numbers; gives back where the map ends.
fn draw_map(
    design: &Design<'_>,
    corners: &[SetInCorner],
    canvas: &mut Canvas,
    room: Bounds,
    scale: f64,
) -> f64 {
    let patchwork = &design.patchwork;
    let diagram = Diagram { patchwork, colours: &[], labels: &[], largest_scale: scale };
    let drawn = diagram.draw(canvas, room);
    let bounds = patchwork.bounds();
    let put = |point: Point| Point {
        x: room.left + (point.x - bounds.left) * drawn.scale,
        y: room.top + (point.y - bounds.top) * drawn.scale,
    };
    for (index, patch) in patchwork.patches().iter().enumerate() {
        let height = (drawn.scale * design.options.cell * 0.22).min(2.4);
        let at = put(patch.label_point());
        canvas.text(Role::Guide, Text::centred(format!("{}", index + 1), at, height));
    }
    let height = number_height(corners.len(), drawn.scale * design.options.cell).max(NUMBER.0);
    for (number, corner) in (1..).zip(corners) {
        let at = put(patchwork.vertices()[corner.vertex].at);
        let (dx, dy) = inwards(patchwork, *corner);
        marks::dot(canvas, Role::Sew, at, DOT.0);
        let text = Text::new(format!("{number}"), at, height, Anchor::Middle).bold();
        // As far as half of the words reach in this direction.
        let away = |half: f64| DOT.0 * 0.35 + DOT.1 + half;
        let (x, y) =
            (away(text.width() / 2.0) * dx.signum(), away(height / 2.0) * dy.signum() + height / 2.0);
        let (x, y) = (if dx.abs() < 0.1 { 0.0 } else { x }, if dy.abs() < 0.1 { height / 2.0 } else { y });
        canvas.text(Role::Label, text.moved(x, y));
    }
    drawn.bounds.bottom
}

/// The cap height of numbers up to `most`, so that those of two corners at the ends of one edge have room between them.
fn number_height(most: usize, edge: f64) -> f64 {
    let widest = "8".repeat(most.to_string().len());
    let width = Text::new(widest, Point::new(0.0, 0.0), 1.0, Anchor::Start).bold().width();
    let room = edge / 2.0 - DOT.0 * 0.35 - 1.5 * DOT.1;
    (edge * NUMBER_IN_CELL).min(room / width).min(NUMBER.1)
}

/// The direction from a notch into its patch, of length 1.
pub(super) fn inwards(patchwork: &Patchwork, corner: SetInCorner) -> (f64, f64) {
    let at = patchwork.vertices()[corner.vertex].at;
    let mut reflex = patchwork.patches()[corner.patch].outline().reflex_corners();
    let found = reflex.find(|reflex| reflex.at.distance(at) < 1e-6);
    let clip = found.and_then(|reflex| reflex.clip(1.0));
    clip.map_or((0.0, 0.0), |(from, to)| {
        let length = from.distance(to);
        ((to.x - from.x) / length, (to.y - from.y) / length)
    })
}

/// The list of match marks and set-in corners; none if no patch has any.
pub(super) fn list(design: &Design<'_>) -> Result<Vec<Frame>, QuiltError> {
    let patches = &design.matching.patches;
    if patches.iter().all(|patch| patch.marks.is_empty() && patch.set_in.is_empty()) {
        return Ok(Vec::new());
    }
    let free = reading_room(design)?;
    let (least, air) = COLUMN;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few, and not negative")]
    let whole = |share: f64| share.floor().max(1.0) as usize;
    let across = whole((free.width() + air) / (least + air));
    let lines = whole(free.height() / LINE) - 4;
    let width = (free.width() + air) / across as f64 - air;
    let mut frames = Vec::new();
    for chunk in patches.chunks(across * lines) {
        let mut frame = Frame::reading(design, "match marks, patch by patch")?;
        let words = "Marks to match on each patch, by their letters on the template; set-in corners by letter, with their \
                     number on the map.";
        let top = frame.paragraph(words, free.top + LINE) + LINE * 0.6;
        for (column, patches) in chunk.chunks(lines).enumerate() {
            let left = free.left + column as f64 * (width + air);
            for (line, patch) in patches.iter().enumerate() {
                let at = Point { x: left, y: top + line as f64 * LINE };
                let name = Text::fitted(design.label(patch.patch - 1), at, WORDS, width * 0.4).bold();
                let at = at.moved(name.width() + 2.0, 0.0);
                frame.canvas.text(Role::Label, name);
                let room = left + width - at.x;
                frame.canvas.text(Role::Label, Text::fitted(in_words(patch), at, WORDS, room));
            }
        }
        frames.push(frame);
    }
    Ok(frames)
}

/// `a c d; e = 12`.
fn in_words(patch: &PatchMatch) -> String {
    let marks = patch.marks.join(" ");
    let set_in: Vec<String> =
        patch.set_in.iter().map(|(letter, number)| format!("{letter} = {number}")).collect();
    let parts = [marks, set_in.join(", ")];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "–".to_owned() } else { parts.join("; ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_at_both_ends_of_an_edge_do_not_meet() {
        for (most, edge) in [(9, 6.0), (99, 6.0), (184, 7.9), (999, 10.0), (9_999, DIVIDED_CELL), (12, 20.0)]
        {
            let height = number_height(most, edge);
            let number = Text::new(format!("{most}"), Point::new(0.0, 0.0), height, Anchor::Start).bold();
            assert!(2.0 * (DOT.0 * 0.35 + DOT.1 + number.width()) < edge, "{most} on {edge} mm");
            assert!(height <= NUMBER.1);
        }
    }
}

//! The page that says which hooping is where.
//!
//! In: an [`Embroidery`] of several hoopings, a paper. Out: the whole in the colours of its fabrics, the hoopings with
//! their numbers, the crosses, and a list of the fabrics in the order of sewing.

use super::Embroidery;
use super::hoopings::ARM;
use crate::colour::Colour;
use crate::cut::CutError;
use crate::drawing::{Canvas, Diagram, Drawing, Medium, Path, Role, Text};
use crate::geometry::{Bounds, Point};
use crate::layout::SheetFormat;

/// The cap height of the title, in mm; these sizes are chosen by eye.
const TITLE: f64 = 4.0;
/// The cap height of the list, in mm.
const WORDS: f64 = 3.0;
/// The height of a row of the list, in mm.
const ROW: f64 = 7.0;
/// The side of a swatch, in mm.
const SWATCH: f64 = 5.0;
/// The largest cap height of the number of a hooping, in mm.
const NUMBER: f64 = 8.0;
/// Half the width of the white strip between two hoopings, in mm.
const BAND: f64 = 1.0;
/// What crosses are called in the list.
const CROSSES: &str = "crosses: sewn first; a hooping is laid so that the needle hits those on its pieces";
const WHITE: Colour = Colour::new(0xff, 0xff, 0xff);

/// Draws it.
pub(super) fn map(embroidery: &Embroidery, title: &str, paper: &SheetFormat) -> Result<Drawing, CutError> {
    let usable = paper.usable()?;
    let title = format!("{title}: where each hooping goes");
    let mut canvas = Canvas::new(title.clone(), Medium::Print, paper.width, paper.height);
    let at = Point { x: usable.left, y: usable.top + TITLE };
    canvas.text(Role::Label, Text::fitted(title, at, TITLE, usable.width()));
    let rows = (0..=embroidery.fabrics.len()).fold(ROW, |height, _| height + ROW);
    let room = Bounds { top: usable.top + 3.0 * TITLE, bottom: usable.bottom - rows, ..usable };
    let patchwork = &embroidery.patchwork;
    let colours: Vec<Colour> =
        embroidery.fabric_of.iter().map(|&fabric| embroidery.fabrics[fabric].1).collect();
    let drawn =
        Diagram { patchwork, colours: &colours, labels: &[], largest_scale: 1.0 }.draw(&mut canvas, room);
    let (corner, scale) = (patchwork.bounds(), drawn.scale);
    let put = |at: Point| Point {
        x: drawn.bounds.left + (at.x - corner.left) * scale,
        y: drawn.bounds.top + (at.y - corner.top) * scale,
    };
    let mut hooping_of = vec![0; patchwork.patches().len()];
    for (index, hooping) in embroidery.placed.iter().enumerate() {
        hooping.patches.iter().for_each(|&patch| hooping_of[patch] = index);
    }
    for edge in patchwork.edges() {
        if let (Some(left), Some(right)) = (edge.left, edge.right)
            && hooping_of[left] != hooping_of[right]
        {
            let (from, to) = patchwork.ends(edge);
            canvas.fill(band(put(from), put(to)), WHITE);
            canvas.line(Role::Cut, put(from), put(to));
        }
    }
    for (number, hooping) in (1..).zip(&embroidery.placed) {
        for &at in &hooping.met {
            mark(&mut canvas, put(at), ARM * scale);
        }
        // In the patch with the most room, which lies inside whatever the hooping looks like.
        let label = hooping.patches.iter().map(|&patch| patchwork.patches()[patch].outline().label());
        let Some(label) = label.max_by(|a, b| a.room.total_cmp(&b.room)) else { continue };
        let text = Text::centred(number.to_string(), put(label.at), NUMBER.min(label.room * scale));
        canvas.fill(Path::rectangle(text.bounds().inset(-1.0)), WHITE);
        canvas.text(Role::Label, text);
    }
    legend(&mut canvas, embroidery, Bounds { top: drawn.bounds.bottom + ROW, ..usable });
    Ok(canvas.finish()?)
}

/// A cross that is seen on every colour.
fn mark(canvas: &mut Canvas, at: Point, arm: f64) {
    canvas.fill(Path::circle(at, arm + 0.5), WHITE);
    canvas.path(Role::Guide, Path::circle(at, arm + 0.5));
    canvas.path(Role::Label, Path::cross(at, 2.0 * arm));
}

/// A strip along a line that parts what lies on both sides, and runs on beyond its ends.
fn band(from: Point, to: Point) -> Path {
    let length = from.distance(to);
    let along = (BAND * (to.x - from.x) / length, BAND * (to.y - from.y) / length);
    let (from, to) = (from.moved(-along.0, -along.1), to.moved(along.0, along.1));
    let sides = |at: Point, side: f64| at.moved(-along.1 * side, along.0 * side);
    Path::polygon(&[sides(from, 1.0), sides(to, 1.0), sides(to, -1.0), sides(from, -1.0)])
}

/// A row for each fabric, and one for the crosses.
fn legend(canvas: &mut Canvas, embroidery: &Embroidery, room: Bounds) {
    let words = |at: Point, words: String| Text::fitted(words, at, WORDS, room.right - at.x);
    let mut top = room.top;
    for (index, (fabric, colour)) in embroidery.fabrics.iter().enumerate() {
        let swatch = Bounds { left: room.left, top, right: room.left + SWATCH, bottom: top + SWATCH };
        canvas.fill(Path::rectangle(swatch), *colour);
        canvas.path(Role::Engrave, Path::rectangle(swatch));
        let pieces = embroidery.fabric_of.iter().filter(|&&other| other == index).count();
        let at = Point { x: swatch.right + WORDS, y: swatch.bottom - 1.0 };
        canvas.text(Role::Label, words(at, format!("{} {fabric}: {pieces} pieces", index + 1)));
        top += ROW;
    }
    mark(canvas, Point { x: room.left + SWATCH / 2.0, y: top + SWATCH / 2.0 }, SWATCH / 2.0 - 0.5);
    let at = Point { x: room.left + SWATCH + WORDS, y: top + SWATCH - 1.0 };
    canvas.text(Role::Label, words(at, CROSSES.to_owned()));
}

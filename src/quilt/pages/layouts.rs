//! Cutting layouts: every piece of a fabric where it is cut.
//!
//! All layouts of a fabric have one scale. Labels stay inside their pieces, and are left out where they would be too small.

use crate::colour::Colour;
use crate::drawing::{Anchor, Canvas, Drawing, DrawingError, Medium, Path, Role, Text};
use crate::geometry::{Bounds, Point};
use crate::page::line;
use crate::page::sizes::TEXT;
use crate::quilt::plan::yardage::{FabricYardage, Inches, Nest, Run, Strip};
use crate::quilt::units::Units;
use crate::quilt::words::plural;

/// How large a cutting layout is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayoutLook {
    /// The width of each drawing in mm.
    pub width: f64,
    /// The most height of each drawing in mm.
    pub height: f64,
    /// How sizes are written.
    pub units: Units,
}

/// The cap height of words, in mm.
const WORDS: f64 = TEXT;
/// The least cap height that can be read, in mm; chosen by eye, as are the other sizes of this file.
const LEAST_WORDS: f64 = 1.1;
/// The strip for the heading, in mm.
const HEAD: f64 = 6.0;
/// The column for the heights of strips, in mm.
const COLUMN: f64 = 22.0;
/// What stays free at the right and below, in mm: half a line is outside of what it surrounds.
const EDGE: f64 = 0.5;
/// Between two fat quarters, in mm.
const GAP: f64 = 5.0;
/// What is cloth that is used; the rest stays white.
const CLOTH: Colour = Colour::new(0xef, 0xef, 0xef);

/// Draws how a fabric is cut: strips as they follow each other on the bolt, or fat quarters; on several drawings where
/// one would be too high. Sizes of strips stand at the left, labels or names on the pieces.
///
/// # Errors
/// [`DrawingError`] if the look leaves no room.
pub fn cutting_layouts(fabric: &FabricYardage, look: &LayoutLook) -> Result<Vec<Drawing>, DrawingError> {
    let blocks = blocks(fabric);
    let highest = blocks.iter().map(|block| block.height.mm()).fold(1.0, f64::max);
    let scale =
        ((look.width - COLUMN - EDGE) / fabric.strip_length.mm()).min((look.height - HEAD - EDGE) / highest);
    let gap = if fabric.fat_quarters.is_some() { GAP } else { 0.0 };
    let mut labels = Labels::of(fabric);
    let mut drawings = Vec::new();
    let mut rest = blocks.as_slice();
    while !rest.is_empty() {
        let count = fitting(rest, scale, gap, look.height - HEAD - EDGE);
        let (now, later) = rest.split_at(count);
        drawings.push(draw(fabric, now, &mut labels, Place { scale, gap, look: *look })?);
        rest = later;
    }
    Ok(drawings)
}

/// Strips that stay together: one from the bolt, or all of a fat quarter.
struct Block<'a> {
    strips: &'a [Strip],
    /// How much cloth is drawn.
    height: Inches,
}

fn blocks(fabric: &FabricYardage) -> Vec<Block<'_>> {
    match &fabric.fat_quarters {
        None => fabric.strips.chunks(1).map(|strips| Block { strips, height: strips[0].height }).collect(),
        Some(quarters) => fabric
            .strips
            .chunk_by(|a, b| a.quarter == b.quarter)
            .map(|strips| Block { strips, height: quarters.size.1 })
            .collect(),
    }
}

/// How many blocks fit below each other; at least one.
fn fitting(blocks: &[Block<'_>], scale: f64, gap: f64, room: f64) -> usize {
    let mut used = 0.0;
    let over = blocks.iter().position(|block| {
        let first = used == 0.0;
        used += block.height.mm() * scale + if first { 0.0 } else { gap };
        used > room + 1e-6
    });
    over.unwrap_or(blocks.len()).max(1)
}

/// Where cloth is drawn.
#[derive(Clone, Copy)]
struct Place {
    scale: f64,
    gap: f64,
    look: LayoutLook,
}

fn draw(
    fabric: &FabricYardage,
    blocks: &[Block<'_>],
    labels: &mut Labels<'_>,
    place: Place,
) -> Result<Drawing, DrawingError> {
    let Place { scale, gap, look } = place;
    let cloth: f64 = blocks.iter().map(|block| block.height.mm() * scale).sum();
    let height = HEAD + cloth + gap * (blocks.len() - 1) as f64 + EDGE;
    let mut canvas = Canvas::new(heading(fabric, look.units), Medium::Print, look.width, height);
    // A slash rises above capitals.
    let at = Point { x: 0.0, y: WORDS * 1.3 };
    canvas.text(Role::Label, line(&heading(fabric, look.units), at, WORDS, look.width).bold());
    let right = COLUMN + fabric.strip_length.mm() * scale;
    let mut top = HEAD;
    for block in blocks {
        let bottom = top + block.height.mm() * scale;
        canvas.path(Role::Guide, Path::rectangle(Bounds { left: COLUMN, top, right, bottom }));
        let mut y = top;
        for strip in block.strips {
            let lower = y + strip.height.mm() * scale;
            draw_strip(
                &mut canvas,
                strip,
                labels,
                Bounds { left: COLUMN, top: y, right, bottom: lower },
                place,
            );
            y = lower;
        }
        top = bottom + gap;
    }
    canvas.finish()
}

/// What is bought, above the drawing.
fn heading(fabric: &FabricYardage, units: Units) -> String {
    format!("{}: {}, {}", fabric.fabric, fabric.write(units), plural(fabric.strips.len(), "strip"))
}

/// A strip with its size at the left, the pieces cut from it, and the line along which it is cut.
fn draw_strip(canvas: &mut Canvas, strip: &Strip, labels: &mut Labels<'_>, area: Bounds, place: Place) {
    let height = WORDS.min(area.height() * 0.6);
    if height >= LEAST_WORDS {
        let baseline = Point { x: 0.0, y: area.centre().y + height / 2.0 };
        let words = strip.height.write(place.look.units);
        canvas.text(Role::Label, Text::fitted(words, baseline, height, COLUMN - WORDS));
    }
    canvas.line(Role::Guide, Point { x: area.left, y: area.bottom }, Point { x: area.right, y: area.bottom });
    for run in &strip.runs {
        let x = |count: usize| area.left + (run.offset + run.length.times(count)).mm() * place.scale;
        let y = |count: usize| area.top + (run.from + run.height.times(count)).mm() * place.scale;
        for (row, column) in (0..run.rows).flat_map(|row| (0..run.count).map(move |column| (row, column))) {
            let piece = Bounds { left: x(column), right: x(column + 1), top: y(row), bottom: y(row + 1) };
            if let Some(nest) = &labels.fabric.pieces[run.piece].nest {
                draw_nest(canvas, (nest, labels.next(run.piece)), run, piece);
                continue;
            }
            canvas.fill(Path::rectangle(piece), CLOTH);
            canvas.path(Role::Cut, Path::rectangle(piece));
            write_inside(canvas, labels.next(run.piece), piece);
        }
    }
}

/// The templates of a nest, in a box that may be turned.
fn draw_nest(canvas: &mut Canvas, (nest, name): (&Nest, &str), run: &Run, area: Bounds) {
    let turned = run.length < run.height;
    let scale = area.width() / run.length.mm();
    // Turned clockwise, the upper side of the box is on the right.
    let put = |(x, y): (f64, f64)| {
        let (x, y) = if turned { (run.length.mm() - y, x) } else { (x, y) };
        Point { x: area.left + x * scale, y: area.top + y * scale }
    };
    canvas.path(Role::Guide, Path::rectangle(area));
    for (corners, &label) in nest.outlines.iter().zip(&nest.labels) {
        let path = Path::polygon(&corners.iter().map(|&at| put(at)).collect::<Vec<_>>());
        canvas.fill(path.clone(), CLOTH);
        canvas.path(Role::Cut, path);
        let at = put(label);
        let half = WORDS;
        let room = Bounds { left: at.x - half, right: at.x + half, top: at.y - half, bottom: at.y + half };
        write_inside(canvas, name.trim_start_matches("2 "), room);
    }
}

/// A label in the middle of a piece, as large as fits.
fn write_inside(canvas: &mut Canvas, label: &str, piece: Bounds) {
    const AIR: f64 = 0.8;
    let height = WORDS.min(piece.height() - 2.0 * AIR);
    if height < LEAST_WORDS {
        return;
    }
    let width = Text::new(label, piece.centre(), height, Anchor::Middle).width();
    let height = height * ((piece.width() - 2.0 * AIR) / width).min(1.0);
    if height >= LEAST_WORDS {
        canvas.text(Role::Label, Text::centred(label, piece.centre(), height));
    }
}

/// The labels of the pieces, in the order in which they are cut.
struct Labels<'a> {
    fabric: &'a FabricYardage,
    /// How many of each are cut already.
    cut: Vec<usize>,
}

impl<'a> Labels<'a> {
    fn of(fabric: &'a FabricYardage) -> Self {
        Self { fabric, cut: vec![0; fabric.pieces.len()] }
    }

    fn next(&mut self, piece: usize) -> &'a str {
        let (of, cut) = (&self.fabric.pieces[piece], &mut self.cut[piece]);
        *cut += 1;
        of.labels.get(*cut - 1).unwrap_or(&of.name)
    }
}

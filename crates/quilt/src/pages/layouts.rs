//! Cutting layouts: every piece of a fabric where it is cut.
//!
//! All layouts of a fabric have one scale. Labels stay inside their pieces; where these are too small for
//! type, one label names all pieces of a run. The heights of strips are beside them, with a line to where
//! they belong.

use super::quilt_picture::shown;
use crate::plan::yardage::{FabricYardage, Inches, Nest, PrintPiece, Run, Strip};
use crate::units::Units;
use crate::words::plural;
use piecework_draw::color::{Color, FabricPrint};
use piecework_draw::drawing::{Anchor, Canvas, Drawing, DrawingError, Medium, Path, Role, Text, Words};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::page::line;
use piecework_draw::page::sizes::{LEAST, TEXT};

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
/// From one height of a strip to the next below it, in mm; chosen by eye, as are the other sizes of this
/// file.
const NEXT: f64 = 3.6;
/// The strip for the heading, in mm.
const HEAD: f64 = 6.0;
/// Where cloth begins, below the measure along it, in mm.
const TOP: f64 = HEAD + 4.5;
/// From one number of the measure to the next, in mm at least.
const APART: f64 = 12.0;
/// The column for the heights of strips, in mm.
const COLUMN: f64 = 22.0;
/// What stays free at the right and below, in mm: half a line is outside of what it surrounds.
const EDGE: f64 = 0.5;
/// Strips of cloth are so low that this many of the highest are below each other on a page; and up to so many
/// if the fabric has no more.
const STRIPS: (f64, f64) = (3.0, 5.0);
/// Cloth is drawn so much smaller if that saves a drawing: no page has one strip that was left over.
const SMALLER: [f64; 4] = [0.95, 0.9, 0.85, 0.8];
/// The length of a tick between pieces, as a share of their height.
const TICK: f64 = 0.15;
/// Between two fat quarters, in mm.
const GAP: f64 = 5.0;
/// The width of the drawing of a square that is sold cut, in mm: four are side by side on a page.
const SQUARE: f64 = 42.0;
/// What is cloth that is used; the rest stays white.
const CLOTH: Color = Color::new(0xef, 0xef, 0xef);

/// Draws how a fabric is cut: strips as they follow each other on the bolt, or fat quarters; on several
/// drawings where one would be too high. Sizes of strips stand at the left, labels or names on the pieces.
///
/// # Errors
/// [`DrawingError`] if the look leaves no room.
pub fn cutting_layouts(fabric: &FabricYardage, look: &LayoutLook) -> Result<Vec<Drawing>, DrawingError> {
    printed_layouts(fabric, look, (None, None))
}

/// The same with the photo of the fabric on its pieces, and with squares of a side that stay whole until they are sewn.
pub(super) fn printed_layouts(
    fabric: &FabricYardage,
    look: &LayoutLook,
    (print, kept): (Option<&FabricPrint>, Option<Inches>),
) -> Result<Vec<Drawing>, DrawingError> {
    let blocks = blocks(fabric);
    let highest = blocks.iter().map(|block| block.height.mm()).fold(1.0, f64::max);
    let all = blocks.iter().map(|block| block.height.mm()).sum::<f64>() / highest;
    let below = match fabric.fat_quarters {
        Some(_) => 1.0,
        None if all <= STRIPS.1 => all.max(STRIPS.0),
        None => STRIPS.0,
    };
    let largest = ((look.width - COLUMN - EDGE) / fabric.strip_length.mm())
        .min((look.height - TOP - EDGE) / (below * highest));
    let gap = if fabric.fat_quarters.is_some() { GAP } else { 0.0 };
    let room = look.height - TOP - EDGE;
    let fewer = |share: &&f64| {
        drawings(&blocks, largest * **share, gap, room) < drawings(&blocks, largest, gap, room)
    };
    let scale = largest * SMALLER.iter().find(fewer).unwrap_or(&1.0);
    let mut labels = Labels::of(fabric);
    let mut found = Vec::new();
    let mut rest = blocks.as_slice();
    while !rest.is_empty() {
        let count = fitting(rest, scale, gap, room);
        let (now, later) = rest.split_at(count);
        found.push(draw(fabric, now, &mut labels, Place { scale, gap, look: *look, print, kept })?);
        rest = later;
    }
    Ok(found)
}

/// Draws every piece of a pile of assorted pre-cuts, with the number of its print and of its patches above it.
///
/// # Errors
/// As [`cutting_layouts`].
pub(super) fn print_layouts(
    fabric: &FabricYardage,
    width: f64,
    units: Units,
) -> Result<Vec<Drawing>, DrawingError> {
    let mut labels = Labels::of(fabric);
    let look = LayoutLook { width, height: width, units };
    let several = fabric.prints.iter().any(|piece| piece.package > 1);
    // Rectangles have labels of their own.
    let numbered = fabric.pieces.iter().all(|piece| piece.labels.is_empty());
    let of_quarter = fabric.strips.chunk_by(|a, b| a.quarter == b.quarter);
    of_quarter
        .zip(&fabric.prints)
        .map(|(strips, piece)| {
            let (long, short) = (piece.size.width.mm(), piece.size.height.mm());
            // Strips are as long as the page is wide; squares are in rows.
            let room = if long > 3.0 * short { width } else { SQUARE };
            let scale = (room - 2.0 * EDGE) / long.max(short);
            let bottom = HEAD + short * scale;
            let mut canvas = Canvas::new("print", Medium::Print, room, bottom + EDGE);
            let at = Point { x: EDGE, y: WORDS * 1.3 };
            canvas.text(
                Role::Label,
                line(&print_in_words(piece, several, numbered), at, WORDS, room - EDGE).bold(),
            );
            let right = EDGE + long * scale;
            let place = Place { scale, gap: GAP, look, print: None, kept: None };
            let mut top = HEAD;
            for strip in strips {
                let bottom = top + strip.height.mm() * scale;
                draw_strip(&mut canvas, strip, &mut labels, Bounds { left: EDGE, top, right, bottom }, place);
                top = bottom;
            }
            canvas.path(Role::Guide, Path::rectangle(Bounds { left: EDGE, top: HEAD, right, bottom }));
            canvas.finish()
        })
        .collect()
}

/// `Print 7: 3, 18`, of several packages `Print 7, pack 2: 3, 18`; without the numbers of patches where these are not
/// on the diagram.
fn print_in_words(piece: &PrintPiece, several: bool, numbered: bool) -> String {
    let package = if several { format!(", pack {}", piece.package) } else { String::new() };
    let patches: Vec<String> = piece.patches.iter().map(usize::to_string).collect();
    let patches = if numbered { format!(": {}", patches.join(", ")) } else { String::new() };
    format!("Print {}{package}{patches}", piece.print)
}

/// How many drawings the blocks take.
fn drawings(blocks: &[Block<'_>], scale: f64, gap: f64, room: f64) -> usize {
    let (mut rest, mut count) = (blocks, 0);
    while !rest.is_empty() {
        rest = &rest[fitting(rest, scale, gap, room)..];
        count += 1;
    }
    count
}

/// From how many equal strips below each other on one is drawn for all, where their pieces have no labels of their own;
/// chosen by eye.
const ALIKE: usize = 8;

/// Strips that stay together: one from the bolt, or all of a fat quarter.
struct Block<'a> {
    strips: &'a [Strip],
    /// How much cloth is drawn.
    height: Inches,
    /// How many equal ones it stands for.
    times: usize,
}

fn blocks(fabric: &FabricYardage) -> Vec<Block<'_>> {
    match &fabric.fat_quarters {
        None => {
            let is_alike = |a: &Strip, b: &Strip| (a.height, &a.runs) == (b.height, &b.runs);
            let has_labels =
                |strip: &Strip| strip.runs.iter().any(|run| !fabric.pieces[run.piece].labels.is_empty());
            let alike = fabric.strips.chunk_by(is_alike).flat_map(|strips| {
                let is_once = strips.len() >= ALIKE && !has_labels(&strips[0]);
                let drawn = if is_once { &strips[..1] } else { strips };
                let times = strips.len() / drawn.len();
                drawn.chunks(1).map(move |strips| Block { strips, height: strips[0].height, times })
            });
            alike.collect()
        }
        Some(quarters) => fabric
            .strips
            .chunk_by(|a, b| a.quarter == b.quarter)
            .map(|strips| Block { strips, height: quarters.size.height, times: 1 })
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
struct Place<'a> {
    scale: f64,
    gap: f64,
    look: LayoutLook,
    print: Option<&'a FabricPrint>,
    /// The side of squares that are sewn before they are cut in two.
    kept: Option<Inches>,
}

impl Place<'_> {
    /// Cloth that is used: with its photo, which begins where the cloth does, or plain.
    fn fill(&self, canvas: &mut Canvas, path: Path) {
        let at = Point { x: COLUMN, y: TOP };
        let path = path.filled(CLOTH);
        canvas.path(
            Role::Fill,
            match self.print {
                Some(print) => shown(path, print, at, self.scale),
                None => path,
            },
        );
    }

    /// Words on cloth; on a photo they have a white ground.
    fn write(&self, canvas: &mut Canvas, text: Text) {
        canvas.label(text, self.print.map(|_| Color::BLACK));
    }
}

fn draw(
    fabric: &FabricYardage,
    blocks: &[Block<'_>],
    labels: &mut Labels<'_>,
    place: Place<'_>,
) -> Result<Drawing, DrawingError> {
    let Place { scale, gap, look, .. } = place;
    let cloth: f64 = blocks.iter().map(|block| block.height.mm() * scale).sum();
    let height = TOP + cloth + gap * (blocks.len() - 1) as f64 + EDGE;
    let mut canvas = Canvas::new(heading(fabric, look.units), Medium::Print, look.width, height);
    // A slash rises above capitals.
    let at = Point { x: 0.0, y: WORDS * 1.3 };
    let whole = Text::new(heading(fabric, look.units), at, WORDS, Anchor::Start).bold();
    let head = if whole.width() <= look.width { whole } else { shorter_heading(fabric, look, at) };
    canvas.text(Role::Label, head);
    let right = COLUMN + fabric.strip_length.mm() * scale;
    draw_measure(&mut canvas, fabric.strip_length, place);
    let mut top = TOP;
    let mut heights: Vec<(f64, String)> = Vec::new();
    for block in blocks {
        let bottom = top + block.height.mm() * scale;
        canvas.path(Role::Guide, Path::rectangle(Bounds { left: COLUMN, top, right, bottom }));
        let mut y = top;
        for strip in block.strips {
            let lower = y + strip.height.mm() * scale;
            let height = strip.height.write(look.units);
            let height = if block.times > 1 { format!("{} × {height}", block.times) } else { height };
            heights.push((f64::midpoint(y, lower), height));
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
    draw_heights(&mut canvas, &heights, height);
    canvas.finish()
}

/// The measure along the cloth: numbers above its upper edge, the width of the cloth last, and the scale at the left.
fn draw_measure(canvas: &mut Canvas, width: Inches, Place { scale, look, .. }: Place<'_>) {
    let unit = match look.units {
        Units::Imperial => 25.4,
        Units::Metric => 10.0,
    };
    let steps = [1_u32, 2, 5, 10, 20, 50].map(|step| f64::from(step) * unit);
    let step = steps.into_iter().find(|step| step * scale >= APART).unwrap_or(50.0 * unit);
    let (y, end) = (TOP - 1.6, COLUMN + width.mm() * scale);
    let ratio = format!("1 : {:.1}", 1.0 / scale);
    canvas.text(Role::Label, line(&ratio, Point { x: 0.0, y }, LEAST, COLUMN - WORDS));
    let last = line(&width.write(look.units), Point { x: 0.0, y }, LEAST, COLUMN);
    let at = Point { x: end - last.width(), y };
    canvas.text(Role::Label, line(&width.write(look.units), at, LEAST, COLUMN));
    let mut mm = 0.0;
    while COLUMN + mm * scale <= end {
        let x = COLUMN + mm * scale;
        canvas.line(Role::Guide, Point { x, y: TOP - 1.0 }, Point { x, y: TOP });
        let number = line(&format!("{:.0}", mm / unit), Point { x, y }, LEAST, APART);
        if x + number.width() + WORDS < at.x {
            canvas.text(Role::Label, number);
        }
        mm += step;
    }
}

/// What is bought, above the drawing.
fn heading(fabric: &FabricYardage, units: Units) -> String {
    let strips = plural(fabric.strips.len(), "strip");
    format!("{}: {}, {strips}{}", fabric.fabric, fabric.write(units), to_the_edge(fabric, units))
}

/// The same without how many strips there are, which the drawing shows: the name of the fabric is cut off before what is bought.
fn shorter_heading(fabric: &FabricYardage, look: LayoutLook, at: Point) -> Text {
    let bought = format!(": {}{}", fabric.write(look.units), to_the_edge(fabric, look.units));
    let rest = Text::new(bought, at, WORDS, Anchor::Start).bold();
    let name = line(&fabric.fabric, at, WORDS, look.width - rest.width());
    Text::new(format!("{}{}", name.content(), rest.content()), at, WORDS, Anchor::Start).bold()
}

fn to_the_edge(fabric: &FabricYardage, units: Units) -> &'static str {
    if fabric.ends_at_the_edge(units) { "; ends at the edge of the cloth" } else { "" }
}

/// The heights of strips in the column at the left, each beside the middle of its strip. Where strips are too
/// narrow for that, equal ones below each other have one height together, and lines lead to the strips.
fn draw_heights(canvas: &mut Canvas, heights: &[(f64, String)], bottom: f64) {
    let is_narrow = heights.windows(2).any(|pair| pair[1].0 - pair[0].0 < NEXT);
    let mut labels: Vec<(f64, String)> = if is_narrow {
        let runs = heights.chunk_by(|a, b| a.1 == b.1);
        let middle = |run: &[(f64, String)]| f64::midpoint(run[0].0, run[run.len() - 1].0);
        runs.map(|run| (middle(run), format!("({}) {}", run.len(), run[0].1))).collect()
    } else {
        heights.to_vec()
    };
    let belongs: Vec<f64> = labels.iter().map(|label| label.0).collect();
    let mut lowest = TOP - NEXT / 2.0;
    for label in &mut labels {
        label.0 = label.0.max(lowest + NEXT);
        lowest = label.0;
    }
    let mut highest = bottom - EDGE + NEXT / 2.0;
    for label in labels.iter_mut().rev() {
        label.0 = label.0.min(highest - NEXT);
        highest = label.0;
    }
    // With more heights than lines all sizes are still on the list of strips.
    let all = labels.into_iter().zip(belongs).filter(|((y, _), _)| *y > TOP);
    for ((y, words), to) in all {
        let text = line(&words, Point { x: 0.0, y: y + WORDS / 2.0 }, WORDS, COLUMN - WORDS);
        if (y - to).abs() > EDGE {
            let from = Point { x: text.width() + 0.6, y };
            canvas.line(Role::Guide, from, Point { x: COLUMN - 0.3, y: to });
        }
        canvas.text(Role::Label, text);
    }
}

/// A strip with the pieces cut from it, and the line along which it is cut.
fn draw_strip(canvas: &mut Canvas, strip: &Strip, labels: &mut Labels<'_>, area: Bounds, place: Place<'_>) {
    canvas.line(Role::Guide, Point { x: area.left, y: area.bottom }, Point { x: area.right, y: area.bottom });
    for run in &strip.runs {
        let x = |count: usize| area.left + (run.offset + run.length.times(count)).mm() * place.scale;
        let y = |count: usize| area.top + (run.from + run.height.times(count)).mm() * place.scale;
        let mut pieces = Vec::new();
        for (row, column) in (0..run.rows).flat_map(|row| (0..run.count).map(move |column| (row, column))) {
            let piece = Bounds { left: x(column), right: x(column + 1), top: y(row), bottom: y(row + 1) };
            let of = &labels.fabric.pieces[run.piece];
            if let Some(nest) = &of.nest {
                let is_kept = of.triangles_of_a_square() == Some(2) && place.kept == Some(of.size.0);
                let (square, shape) =
                    if is_kept { (Role::Cut, Role::Guide) } else { (Role::Guide, Role::Cut) };
                draw_nest(canvas, nest, run, piece, (place, shape));
                canvas.path(square, Path::rectangle(piece));
                continue;
            }
            pieces.push((labels.next(run.piece), piece));
        }
        draw_pieces(canvas, &pieces, place);
    }
}

/// The templates of a nest, in a box that may be turned.
fn draw_nest(canvas: &mut Canvas, nest: &Nest, run: &Run, area: Bounds, (place, shape): (Place<'_>, Role)) {
    let turned = run.length < run.height;
    let scale = area.width() / run.length.mm();
    // Turned clockwise, the upper side of the box is on the right.
    let put = |(x, y): (f64, f64)| {
        let (x, y) = if turned { (run.length.mm() - y, x) } else { (x, y) };
        Point { x: area.left + x * scale, y: area.top + y * scale }
    };
    for ((corners, &label), name) in nest.outlines.iter().zip(&nest.labels).zip(&nest.names) {
        let path = Path::polygon(&corners.iter().map(|&at| put(at)).collect::<Vec<_>>());
        place.fill(canvas, path.clone());
        canvas.path(shape, path);
        let at = put(label);
        let rings = vec![corners.iter().map(|&at| put(at)).collect()];
        let text = Text::centered(name, at, WORDS);
        if let Some(text) = Words::default().place(&text, &rings, at, LEAST) {
            place.write(canvas, text);
        }
    }
}

/// The pieces of a run, each with its label. Where a piece is too small for that, ticks divide the run, and
/// one label names all of its pieces.
fn draw_pieces(canvas: &mut Canvas, pieces: &[(&str, Bounds)], place: Place<'_>) {
    for &(_, piece) in pieces {
        place.fill(canvas, Path::rectangle(piece));
    }
    let inside = |(label, piece): &(&str, Bounds)| written_inside(label, *piece);
    if let Some(texts) = pieces.iter().map(inside).collect::<Option<Vec<Text>>>() {
        texts.into_iter().for_each(|text| place.write(canvas, text));
        pieces.iter().for_each(|&(_, piece)| canvas.path(Role::Cut, Path::rectangle(piece)));
        return;
    }
    let (Some(&(first, start)), Some(&(last, end))) = (pieces.first(), pieces.last()) else { return };
    let whole = start.union(end);
    canvas.path(Role::Cut, Path::rectangle(whole));
    for &(_, piece) in pieces {
        let tick = piece.height() * TICK;
        for (from, to) in [(piece.top, piece.top + tick), (piece.bottom - tick, piece.bottom)] {
            canvas.line(Role::Cut, Point { x: piece.right, y: from }, Point { x: piece.right, y: to });
        }
    }
    let words =
        if first == last { format!("{} × {first}", pieces.len()) } else { format!("{first} – {last}") };
    if let Some(text) = written_inside(&words, whole) {
        place.write(canvas, text);
    }
}

/// A label in the middle of a piece, across or upright; none where it has no room.
fn written_inside(label: &str, piece: Bounds) -> Option<Text> {
    let Bounds { left, top, right, bottom } = piece;
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    let ring = corners.map(|(x, y)| Point { x, y }).to_vec();
    let text = Text::centered(label, piece.center(), WORDS);
    Words::default().place(&text, &vec![ring], piece.center(), LEAST)
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

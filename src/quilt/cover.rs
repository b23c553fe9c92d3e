//! The first pages: the quilt in its fabrics, and the numbered assembly diagram.

use super::design::FabricUse;
use super::frame::{Frame, room, wrapped};
use super::materials::capital;
use super::straight::{Sewing, rectangles};
use super::yardage::{ForABed, Inches, Yardage};
use super::{Design, Method, MethodTable, QuiltError, Units};
use crate::colour::{Colour, Fabric};
use crate::drawing::marks::{self, TestShape};
use crate::drawing::{Anchor, Canvas, Diagram, Item, Medium, Path, Role, Text};
use crate::geometry::{Bounds, Point};
use crate::lattice::Lattice;
use crate::layout::{PAGE_OVERLAP, divide, flow};

/// The cap height of words, in mm; chosen by eye, as are the other sizes of this file.
const WORDS: f64 = 2.8;
/// From one line of words to the next, in mm.
const LINE: f64 = 5.2;
/// The smallest edge of a cell at which the labels of a diagram on one page can be read, in mm.
const SMALLEST_CELL: f64 = 4.5;
/// The edge of a cell on a diagram that is divided over pages, in mm.
const DIVIDED_CELL: f64 = 7.0;
/// The side of a swatch, in mm.
const SWATCH: f64 = 8.0;

/// The cover: the quilt in colour, its sizes, its fabrics, and the large test shapes.
pub(super) fn cover(
    design: &Design<'_>,
    fabrics: &[FabricUse],
    sewing: Option<&Sewing<'_>>,
    methods: &MethodTable,
    yardage: &Yardage,
) -> Result<Frame, QuiltError> {
    let mut frame = match sewing {
        None => Frame::new(design, "quilt pattern")?,
        Some(_) => Frame::reading(design, "quilt pattern")?,
    };
    let Bounds { left, right, bottom, .. } = frame.free;
    // With straight seams nothing is traced, so nothing has to be true to size.
    let bottom = if sewing.is_none() { draw_tests(&mut frame.canvas, left, bottom) } else { bottom };
    let mut captions = sewing.map_or_else(|| captions(fabrics), Sewing::captions);
    let mut fabrics = fabrics.to_vec();
    if let Some(border) = &yardage.border {
        let fabric = Fabric { name: design.border_name().to_owned(), colour: design.border_colour() };
        let strips =
            if border.strips == 1 { "1 strip".to_owned() } else { format!("{} strips", border.strips) };
        captions.push(format!("{}: {strips} for the border", fabric.name));
        fabrics.extend(FabricUse::none_yet(&[fabric]));
    }
    let swatches = Swatches::of(&fabrics, captions, right - left);
    let lines: Vec<String> = facts(design, sewing, methods, yardage)
        .into_iter()
        .chain(remarks(design))
        .flat_map(|fact| wrapped(&fact, WORDS, right - left))
        .collect();
    let below = lines.len() as f64 * LINE + swatches.height + 3.0 * LINE;
    let room = Bounds { bottom: bottom - below, ..frame.free };
    let end = draw_quilt(design, &mut frame.canvas, room, sewing, yardage);
    let mut y = end + LINE * 1.5;
    for line in lines {
        let text = Text::fitted(line, Point { x: left, y }, WORDS, right - left);
        frame.canvas.text(Role::Label, text);
        y += LINE;
    }
    swatches.draw(&mut frame.canvas, Point { x: left, y });
    Ok(frame)
}

/// The quilt in colour with its border; gives back where it ends.
fn draw_quilt(
    design: &Design<'_>,
    canvas: &mut Canvas,
    room: Bounds,
    sewing: Option<&Sewing<'_>>,
    yardage: &Yardage,
) -> f64 {
    let bounds = design.patchwork.bounds();
    let border = border_width(yardage);
    let (width, height) = (bounds.width() + 2.0 * border, bounds.height() + 2.0 * border);
    let largest_scale = (room.width() / width).min(room.height() / height).min(1.0);
    let around = border * largest_scale;
    let (right, bottom) = (room.left + width * largest_scale, room.top + height * largest_scale);
    let whole = Bounds { right, bottom, ..room };
    if border > 0.0 {
        canvas.fill(Path::rectangle(whole), design.border_colour());
        canvas.path(Role::Cut, Path::rectangle(whole));
    }
    let room = whole.inset(around);
    let colours = design.colours();
    let diagram = Diagram { patchwork: &design.patchwork, colours: &colours, labels: &[], largest_scale };
    if let Some(colour) = sewing.and_then(Sewing::background) {
        fill_behind(canvas, &diagram, room, colour);
    }
    diagram.draw(canvas, room);
    bottom
}

/// The width of the border in mm; 0 without one.
fn border_width(yardage: &Yardage) -> f64 {
    yardage.border.as_ref().map_or(0.0, |border| border.finished_width.mm())
}

/// What is said of the colours, as long as it is not too much.
fn remarks(design: &Design<'_>) -> Vec<String> {
    /// More would leave no room for the quilt.
    const MOST: usize = 4;
    let (mut remarks, warnings) = (design.colouring.remarks(), design.colouring.warnings());
    remarks.extend(warnings);
    let left_out = remarks.len() > MOST;
    remarks.truncate(MOST);
    let mut remarks: Vec<String> = remarks.iter().map(|words| capital(words)).collect();
    if left_out {
        remarks.push("More about the colours stands with the materials.".to_owned());
    }
    remarks
}

/// Draws the large test shapes above `bottom`; gives back where they begin.
fn draw_tests(canvas: &mut Canvas, left: f64, bottom: f64) -> f64 {
    let (_, tall) = TestShape::FourByTwoInches.size();
    let tests = Point { x: left, y: bottom - tall - 2.0 };
    let box_bounds = marks::test_shape(canvas, tests, TestShape::FourByTwoInches);
    let square = Point { x: box_bounds.right + 4.0, y: box_bounds.bottom - 50.0 };
    marks::test_shape(canvas, square, TestShape::FiveCentimetres);
    tests.y
}

/// Fills the rectangle around a diagram, before that is drawn.
pub(super) fn fill_behind(canvas: &mut Canvas, diagram: &Diagram<'_>, room: Bounds, colour: Colour) {
    let (bounds, scale) = (diagram.patchwork.bounds(), diagram.scale_in(room));
    let (right, bottom) = (room.left + bounds.width() * scale, room.top + bounds.height() * scale);
    canvas.fill(Path::rectangle(Bounds { right, bottom, ..room }), colour);
}

/// The assembly diagram: every patch with its number and template, over several pages where one would be too small; and
/// where templates or papers are mirror images, the same as seen from the back.
pub(super) fn assembly(design: &Design<'_>) -> Result<Vec<Frame>, QuiltError> {
    let mut frames = assembly_seen(design, false)?;
    if design.options.mirror || design.options.method == Method::EnglishPaper {
        frames.extend(assembly_seen(design, true)?);
    }
    Ok(frames)
}

fn assembly_seen(design: &Design<'_>, from_behind: bool) -> Result<Vec<Frame>, QuiltError> {
    let title = if from_behind { "assembly diagram from the back" } else { "assembly diagram" };
    let free = room(design)?;
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
    let mut canvas = Canvas::new(title, Medium::Print, bounds.width() * scale, bounds.height() * scale);
    let whole = canvas.bounds();
    diagram.draw(&mut canvas, whole);
    if from_behind {
        canvas = seen_from_behind(canvas);
    }
    if !is_small {
        let mut frame = Frame::new(design, title)?;
        for (role, item) in canvas.into_items() {
            frame.canvas.item(role, item.moved(area.left, area.top));
        }
        explain(design, &mut frame, area.top + whole.bottom, from_behind);
        return Ok(vec![frame]);
    }
    let grid = divide(&canvas.finish()?, area.width(), area.height(), PAGE_OVERLAP)?;
    let frames = grid.pages().iter().map(|page| {
        let mut frame = Frame::new(design, title)?.of_grid(&grid, page);
        page.draw(&mut frame.canvas, Point { x: area.left, y: area.top });
        explain(design, &mut frame, area.bottom, from_behind);
        Ok(frame)
    });
    frames.collect()
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
fn explain(design: &Design<'_>, frame: &mut Frame, bottom: f64, from_behind: bool) {
    let words = if from_behind {
        "The same quilt as seen from the back, as its papers or mirrored templates are."
    } else if design.rows.is_some() {
        "Numbers are the row and the place in it; letters name templates; r: template turned over."
    } else {
        "Numbers count patches in reading order; letters name templates; r: template turned over."
    };
    let at = Point { x: frame.free.left, y: bottom + LINE };
    frame.canvas.text(Role::Label, Text::fitted(words, at, WORDS, frame.free.width()));
}

/// Partial seams and pivots of the way that is chosen, if it has any.
fn other_turns(methods: &MethodTable) -> String {
    let Some(row) = methods.rows.iter().find(|row| row.chosen) else { return String::new() };
    let turns = [(row.partial_seams, "partial seam"), (row.pivots, "pivot")];
    let some = turns.into_iter().filter(|(count, _)| *count > 0);
    some.map(|(count, what)| format!(", {count} {what}{}", if count == 1 { "" } else { "s" })).collect()
}

/// The quilt in words.
fn facts(
    design: &Design<'_>,
    sewing: Option<&Sewing<'_>>,
    methods: &MethodTable,
    yardage: &Yardage,
) -> Vec<String> {
    let allowance = design.options.seam_allowance;
    let size = |seams: usize| written_size(design, yardage, seams);
    let border = yardage.border.as_ref().map_or(String::new(), |border| {
        format!(
            ", of which the border takes {} on every side",
            border.finished_width.write(design.options.units)
        )
    });
    let set_in = design.patchwork.set_in_corners().len();
    let mut patches = super::patches(design.whole.placements().len());
    if let Some(rows) = design.rows {
        patches = format!("{patches} in {} strips", rows.count());
    }
    let fewest = if design.fewest { ", the fewest that do" } else { "" };
    let cut = sewing.map_or_else(|| templates(design), |sewing| rectangles(sewing.plan.rectangles()));
    let sewn = match sewing {
        None if design.options.method == Method::EnglishPaper => "sewn over papers by hand".to_owned(),
        None if design.rows.is_some() => "sewn in rows with straight seams; no set-in corners".to_owned(),
        None => format!("{set_in} set-in corners{}", other_turns(methods)),
        Some(sewing) => sewing.in_words(),
    };
    let units = design.options.units;
    let mut facts = vec![
        format!("Finished size {}{border}; before binding, with seam allowance, {}.", size(0), size(2)),
        format!(
            "{patches} from {cut}; cell {}, seam allowance {}.",
            design.write(design.options.cell),
            design.write(allowance)
        ),
        format!("{} fabrics{fewest}; {sewn}.", design.fabrics.len()),
    ];
    facts.extend(yardage.bed.iter().flat_map(|bed| for_a_bed(bed, units)));
    facts.extend(sewing.and_then(Sewing::seams_at_notches));
    facts.extend(sewing.map(Sewing::seam_test).or_else(|| seam_test(design)));
    if design.whole.lattice() == Lattice::Hex {
        let words = "Seams of hexagons never run straight from edge to edge: set the corners in, or piece them over papers \
                     (--method epp).";
        facts.push(words.to_owned());
    }
    facts
}

/// The bed that a quilt is for, in sentences.
pub(super) fn for_a_bed(bed: &ForABed, units: Units) -> Vec<String> {
    let warnings = bed.warnings(units).into_iter();
    std::iter::once(bed.in_words(units)).chain(warnings).map(|words| capital(&words)).collect()
}

/// The finished size with so many seam allowances; lengths that are rounded up are said to be about so long.
fn written_size(design: &Design<'_>, yardage: &Yardage, seams: usize) -> String {
    let bounds = design.patchwork.bounds();
    let seams = yardage.seam_allowance.times(seams);
    let side = |finished: Inches, top: Inches, mm: f64| {
        let about = if top.is_exactly(mm) { "" } else { "about " };
        format!("{about}{}", (finished + seams).write(design.options.units))
    };
    let (finished, top) = (yardage.finished, yardage.top);
    let width = side(finished.0, top.0, bounds.width());
    format!("{width} × {}", side(finished.1, top.1, bounds.height()))
}

/// A test of the seam allowance with three squares of one cell, where cells are squares and a machine sews.
fn seam_test(design: &Design<'_>) -> Option<String> {
    let sewn = design.options.method == Method::Templates && design.options.seam_allowance > 0.0;
    (sewn && design.whole.lattice() == Lattice::Square).then(|| {
        let cut = |cells: usize| {
            let length = Inches::of_mm(design.options.cell).times(cells);
            (length + Inches::of_mm(design.options.seam_allowance).times(2)).write(design.options.units)
        };
        three_squares(&cut(1), &cut(3))
    })
}

/// The test that quilters sew before they cut: three squares in a row.
pub(super) fn three_squares(square: &str, row: &str) -> String {
    format!("Test your seam first: three squares cut {square}, sewn in a row, measure {row} from end to end.")
}

fn templates(design: &Design<'_>) -> String {
    let count = design.templates.len();
    let what = if design.options.method == Method::EnglishPaper { "shape" } else { "template" };
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// What stands beside the swatches.
fn captions(fabrics: &[FabricUse]) -> Vec<String> {
    fabrics.iter().map(|fabric| format!("{}: {}", fabric.name, super::patches(fabric.patches))).collect()
}

/// The fabrics with their names and numbers of patches.
struct Swatches<'a> {
    fabrics: &'a [FabricUse],
    captions: Vec<String>,
    at: Vec<Point>,
    height: f64,
}

impl<'a> Swatches<'a> {
    fn of(fabrics: &'a [FabricUse], captions: Vec<String>, width: f64) -> Self {
        let origin = Point { x: 0.0, y: 0.0 };
        let sizes: Vec<(f64, f64)> = captions
            .iter()
            .map(|words| {
                (SWATCH * 1.4 + Text::new(words.clone(), origin, WORDS, Anchor::Start).width(), SWATCH)
            })
            .collect();
        let laid = flow(&sizes, width, 5.0);
        Self { fabrics, captions, at: laid.at, height: laid.height }
    }

    fn draw(&self, canvas: &mut Canvas, corner: Point) {
        for ((fabric, caption), at) in self.fabrics.iter().zip(&self.captions).zip(&self.at) {
            let at = at.moved(corner.x, corner.y);
            let swatch = Bounds { left: at.x, top: at.y, right: at.x + SWATCH, bottom: at.y + SWATCH };
            if let Ok(colour) = fabric.colour.parse() {
                canvas.fill(Path::rectangle(swatch), colour);
            }
            canvas.path(Role::Engrave, Path::rectangle(swatch));
            let words = at.moved(SWATCH * 1.4, (SWATCH + WORDS) / 2.0);
            canvas.text(Role::Label, Text::new(caption.clone(), words, WORDS, Anchor::Start));
        }
    }
}

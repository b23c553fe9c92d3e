//! The first pages: the quilt in its fabrics, and the numbered assembly diagram.

use super::design::FabricUse;
use super::frame::{Frame, room};
use super::straight::{Sewing, rectangles};
use super::{Design, QuiltError};
use crate::colour::Colour;
use crate::drawing::marks::{self, TestShape};
use crate::drawing::{Anchor, Canvas, Diagram, Medium, Path, Role, Text};
use crate::geometry::{Bounds, Point};
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
) -> Result<Frame, QuiltError> {
    let mut frame = match sewing {
        None => Frame::new(design, "quilt pattern")?,
        Some(_) => Frame::reading(design, "quilt pattern")?,
    };
    let Bounds { left, right, bottom, .. } = frame.free;
    // With straight seams nothing is traced, so nothing has to be true to size.
    let bottom = if sewing.is_none() { draw_tests(&mut frame.canvas, left, bottom) } else { bottom };
    let captions = sewing.map_or_else(|| captions(fabrics), Sewing::captions);
    let swatches = Swatches::of(fabrics, captions, right - left);
    let facts = facts(design, sewing);
    let below = facts.len() as f64 * LINE + swatches.height + 3.0 * LINE;
    let room = Bounds { bottom: bottom - below, ..frame.free };
    let colours = design.colours();
    let diagram =
        Diagram { patchwork: &design.patchwork, colours: &colours, labels: &[], largest_scale: 1.0 };
    if let Some(colour) = sewing.and_then(Sewing::background) {
        fill_behind(&mut frame.canvas, &diagram, room, colour);
    }
    let drawn = diagram.draw(&mut frame.canvas, room);
    let mut y = drawn.bounds.bottom + LINE * 1.5;
    for fact in facts {
        let text = Text::fitted(fact, Point { x: left, y }, WORDS, right - left);
        frame.canvas.text(Role::Label, text);
        y += LINE;
    }
    swatches.draw(&mut frame.canvas, Point { x: left, y });
    Ok(frame)
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

/// The assembly diagram: every patch with its number and template, over several pages where one would be too small.
pub(super) fn assembly(design: &Design<'_>) -> Result<Vec<Frame>, QuiltError> {
    let free = room(design)?;
    let (colours, labels) = (design.colours(), design.labels());
    let mut diagram =
        Diagram { patchwork: &design.patchwork, colours: &colours, labels: &labels, largest_scale: 1.0 };
    let area = Bounds { bottom: free.bottom - 2.0 * LINE, ..free };
    if diagram.scale_in(area) * design.options.cell >= SMALLEST_CELL {
        let mut frame = Frame::new(design, "assembly diagram")?;
        let drawn = diagram.draw(&mut frame.canvas, area);
        explain(&mut frame, drawn.bounds.bottom);
        return Ok(vec![frame]);
    }
    diagram.largest_scale = (DIVIDED_CELL / design.options.cell).min(1.0);
    let bounds = design.patchwork.bounds();
    let (width, height) = (bounds.width() * diagram.largest_scale, bounds.height() * diagram.largest_scale);
    let mut canvas = Canvas::new("assembly diagram", Medium::Print, width, height);
    let whole = canvas.bounds();
    diagram.draw(&mut canvas, whole);
    let grid = divide(&canvas.finish()?, area.width(), area.height(), PAGE_OVERLAP)?;
    grid.pages()
        .iter()
        .map(|page| {
            let (row, column) = (page.row, page.column);
            let title = format!(
                "assembly diagram, row {row} of {}, column {column} of {}",
                grid.rows(),
                grid.columns()
            );
            let mut frame = Frame::new(design, &title)?;
            page.draw(&mut frame.canvas, Point { x: area.left, y: area.top });
            explain(&mut frame, area.bottom);
            Ok(frame)
        })
        .collect()
}

/// What numbers and letters mean, below a diagram that ends at `bottom`.
fn explain(frame: &mut Frame, bottom: f64) {
    let words = "Numbers count patches in reading order; letters name templates; r: template turned over.";
    let at = Point { x: frame.free.left, y: bottom + LINE };
    frame.canvas.text(Role::Label, Text::fitted(words, at, WORDS, frame.free.width()));
}

/// The quilt in words.
fn facts(design: &Design<'_>, sewing: Option<&Sewing<'_>>) -> Vec<String> {
    let bounds = design.patchwork.bounds();
    let allowance = design.options.seam_allowance;
    let size = |extra: f64| {
        format!("{} × {}", design.write(bounds.width() + extra), design.write(bounds.height() + extra))
    };
    let set_in = design.patchwork.set_in_corners().len();
    let patches = design.patchwork.patches().len();
    let fewest = if design.fewest { ", the fewest that do" } else { "" };
    let cut = sewing
        .map_or_else(|| templates(design.templates.len()), |sewing| rectangles(sewing.plan.rectangles()));
    let sewn = match sewing {
        None => format!("{set_in} set-in corners"),
        Some(sewing) => sewing.in_words(),
    };
    let mut facts = vec![
        format!(
            "Finished size {}; before binding, with seam allowance, {}.",
            size(0.0),
            size(2.0 * allowance)
        ),
        format!(
            "{} from {cut}; cell {}, seam allowance {}.",
            super::patches(patches),
            design.write(design.options.cell),
            design.write(allowance)
        ),
        format!("{} fabrics{fewest}; {sewn}.", design.fabrics.len()),
    ];
    facts.extend(sewing.map(Sewing::seam_test));
    facts
}

fn templates(count: usize) -> String {
    if count == 1 { "1 template".to_owned() } else { format!("{count} templates") }
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

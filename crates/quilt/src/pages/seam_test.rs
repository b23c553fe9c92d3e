//! The seam test: what to sew before the quilt, to see whether the seams come out right.
//!
//! Three strips, and a sample of a few cells of this quilt, all true to size: what is sewn from the templates
//! must match the outline that is printed for it.
//!
//! # Source
//! Three strips of 1 1/2 in of which the middle one must measure 1 in: quiltcentric.com and
//! quilted-connections.com.

use super::format;
use crate::plan::Design;
use crate::plan::error::QuiltError;
use crate::plan::options::Method;
use crate::plan::yardage::Inches;
use crate::units::Units;
use piecework_draw::drawing::marks::{self, TestShape};
use piecework_draw::drawing::{Anchor, Canvas, Item, Medium, Path, Role, Text};
use piecework_draw::geometry::{Bounds, Outline, Patchwork, Point};
use piecework_draw::layout::{Mark, Part, flow};
use piecework_draw::page::sizes::{AIR, LINE, TEXT};
use piecework_draw::page::{Block, Figure, Page, StripEdge, wrapped};
use piecework_tiling::lattice::Lattice;
use piecework_tiling::limits::Limits;
use piecework_tiling::tiling::{Tiling, infer_from_grid, read_letter_grids};

/// The air between parts, and below words, in mm; chosen by eye.
const GAP: f64 = 6.0;

/// Where the strip is on these pages.
const EDGE: StripEdge = StripEdge::Lower;

/// Where the sewn strips are laid, if the sheet has room for them.
const ON_OUTLINE: &str = ", as on the outline";

/// Something to sew.
struct Test {
    title: &'static str,
    /// What is done, and what must come out.
    words: String,
    parts: Vec<Part>,
}

/// The pages of the test, which begin with a test of the print. Only the print is tested where nothing is
/// sewn by machine.
pub(super) fn pages(design: &Design) -> Result<Vec<Page>, QuiltError> {
    let allowance = design.options.seam_allowance;
    if allowance <= 0.0 || design.options.method == Method::EnglishPaper {
        return Ok(vec![print_test(design, "print test")?]);
    }
    let free = format::long_room(design, EDGE)?;
    let fits = |part: &Part| part.bounds().width() <= free.width() && part.bounds().height() <= free.height();
    let mut strips = strips(design)?;
    if !strips.parts.iter().all(fits) {
        // With so wide an allowance no sheet has room for the outline.
        strips.parts.clear();
        strips.words = strips.words.replace(ON_OUTLINE, "");
    }
    let mut tests = vec![strips];
    tests.extend(cells(design, &fits)?);
    laid(design, tests)
}

/// A page that begins with the large test shapes.
fn print_test(design: &Design, name: &str) -> Result<Page, QuiltError> {
    let ((wide, high), (side, tall)) = (TestShape::FourByTwoInches.size(), TestShape::FiveCentimetres.size());
    let draw = |canvas: &mut Canvas, room: Bounds| {
        let corner = Point { x: room.left, y: room.top };
        let first = marks::test_shape(canvas, corner, TestShape::FourByTwoInches);
        let second =
            marks::test_shape(canvas, Point { x: first.right + AIR, ..corner }, TestShape::FiveCentimetres);
        marks::test_shape(canvas, Point { x: second.right + AIR, ..corner }, TestShape::Inch);
    };
    let width = wide + side + TestShape::Inch.size().0 + 2.0 * AIR;
    let shapes = Figure { width, height: tall.max(high), beside: Vec::new(), draw: Box::new(draw) };
    let mut page = format::long_page(design, name, EDGE)?;
    page.block(&Block::heading("Test your print"));
    let print = "Print this page first, at 100 % and never \"fit to page\", and measure the three boxes. The ruler along \
                 the edge of every sheet must be true too.";
    page.block(&Block::paragraph(print));
    page.block(&Block::Figure(shapes));
    page.block(&Block::heading("What the lines on the sheets mean"));
    page.block(&Block::Legend(format::legend(design)));
    Ok(page)
}

/// The finished width of a strip.
const fn strip(units: Units) -> f64 {
    match units {
        Units::Imperial => 25.4,
        Units::Metric => 25.0,
    }
}

/// Three strips, and the outline on which they lie when they are sewn.
fn strips(design: &Design) -> Result<Test, QuiltError> {
    let (units, allowance) = (design.options.units, design.options.seam_allowance);
    let edge = strip(units);
    let one = Patchwork::trace(&tiling(Lattice::POLYOMINO, "A\nA\nA"), edge)?;
    let three = Patchwork::trace(&tiling(Lattice::POLYOMINO, "ABC\nABC\nABC"), edge)?;
    let whole =
        |count: usize| (Inches::of_mm(edge).times(count) + Inches::of_mm(allowance).times(2)).write(units);
    let middle = Inches::of_mm(edge).write(units);
    let words = format!(
        "Cut three strips, sew them side by side with your usual seam allowance, and press. The middle strip must measure \
         {middle} from seam to seam, and all three {} from edge to edge{ON_OUTLINE}. If the middle strip is narrower, \
         sew a thread or two closer to the edge (a scant seam allowance); if it is wider, sew further in.",
        whole(3)
    );
    let strip = part("strip", &one.board()[0], &[], allowance, &["strip", "cut 3"])?;
    let sewn = part("three strips", &three.board()[0], &seams(&three), allowance, &[&middle])?;
    Ok(Test { title: "Three strips", words, parts: vec![strip, sewn] })
}

/// A few cells of this quilt, if they fit on a page. Squares need no outline: the cover says what to measure.
fn cells(design: &Design, fits: &dyn Fn(&Part) -> bool) -> Result<Option<Test>, QuiltError> {
    let (options, lattice) = (&design.options, design.whole.lattice());
    // Samples are drawn only where one column of text is one cell.
    if lattice.is_rectilinear() || lattice.cells_in_column() > 1 {
        return Ok(None);
    }
    let (rows, title, how) = if lattice.has_straight_lines() {
        (
            "ABC\nDEF",
            "Six cells of this quilt",
            "Cut six, sew two halves of three, then sew the halves together along the whole seam.",
        )
    } else {
        (
            "A B\n C",
            "Three cells of this quilt",
            "Cut three, sew two together from matching point to matching point, then sew in the third with a Y-seam.",
        )
    };
    let sample = Patchwork::trace(&tiling(lattice, rows), options.cell)?;
    let cut = format!("cut {}", sample.patches().len());
    let cell = part("cell", sample.patches()[0].outline(), &[], options.seam_allowance, &["cell", &cut])?;
    let sewn = part("sample", &sample.board()[0], &seams(&sample), options.seam_allowance, &[])?;
    // Sides of hexagons and triangles are no fractions of an inch: only an outline tells.
    if !fits(&cell) || !fits(&sewn) {
        return Ok(None);
    }
    let words = format!("{how} They must match the outline of the sample.");
    Ok(Some(Test { title, words, parts: vec![cell, sewn] }))
}

/// Tests below each other, on as many pages as they take.
fn laid(design: &Design, tests: Vec<Test>) -> Result<Vec<Page>, QuiltError> {
    let mut pages = vec![print_test(design, "seam test")?];
    let free = format::long_room(design, EDGE)?;
    for Test { title, words, parts } in tests {
        let lines = wrapped(&words, TEXT, free.width()).len();
        // Words stay with the first row of what they are about.
        let mut above = LINE + AIR + lines as f64 * LINE + 2.0 * AIR;
        let rows = if parts.is_empty() { vec![Vec::new()] } else { rows(parts, free.width()) };
        for (index, row) in rows.into_iter().enumerate() {
            let height = row.iter().map(|part| part.bounds().height()).fold(0.0, f64::max);
            if pages.last().is_none_or(|page| page.free.height() + 1e-3 < above + height) {
                let mut page = format::long_page(design, "seam test", EDGE)?;
                if index > 0 && page.free.height() > LINE + 2.0 * AIR + height {
                    page.block(&Block::heading(format!("{title}: the sample")));
                }
                pages.push(page);
            }
            let Some(page) = pages.last_mut() else { continue };
            if index == 0 {
                page.block(&Block::heading(title));
                page.block(&Block::paragraph(words.clone()));
            }
            let mut x = page.free.left;
            for part in row {
                part.draw(&mut page.canvas, Point { x, y: page.free.top });
                x += part.bounds().width() + GAP;
            }
            page.free.top += height + GAP;
            above = 0.0;
        }
    }
    Ok(pages)
}

/// Parts in rows no wider than `width`.
fn rows(parts: Vec<Part>, width: f64) -> Vec<Vec<Part>> {
    let sizes: Vec<(f64, f64)> =
        parts.iter().map(|part| (part.bounds().width(), part.bounds().height())).collect();
    let laid = flow(&sizes, width, GAP);
    let mut rows: Vec<(f64, Vec<Part>)> = Vec::new();
    for (part, at) in parts.into_iter().zip(laid.at) {
        match rows.last_mut().filter(|(top, _)| (*top - at.y).abs() < 1e-9) {
            Some((_, row)) => row.push(part),
            None => rows.push((at.y, vec![part])),
        }
    }
    rows.into_iter().map(|(_, row)| row).collect()
}

/// A part with its allowance, its sew lines, and words in the middle.
fn part(
    name: &str,
    finished: &Outline,
    seams: &[(Point, Point)],
    allowance: f64,
    words: &[&str],
) -> Result<Part, QuiltError> {
    let cut = finished.with_allowance(allowance, name)?;
    let mut canvas = Canvas::new("", Medium::Print, 1.0, 1.0);
    canvas.path(Role::Sew, Path::outline(finished));
    seams.iter().for_each(|&(from, to)| canvas.line(Role::Sew, from, to));
    let (label, lines) = (finished.label(), words.len() as f64);
    for (line, &words) in words.iter().enumerate() {
        let y = label.at.y + (line as f64 - (lines - 1.0) / 2.0) * LINE;
        let middle = Point { x: label.at.x, y: y + TEXT / 2.0 };
        let text = Text::new(words, middle, TEXT, Anchor::Middle);
        let room = label.room * 1.6;
        if text.width() <= room {
            canvas.text(Role::Label, text);
        }
    }
    let marks = canvas.into_items().map(|(role, item): (Role, Item)| Mark { role, item }).collect();
    Ok(Part::new(name, cut, marks)?)
}

/// The seams of a sample.
fn seams(patchwork: &Patchwork) -> Vec<(Point, Point)> {
    patchwork.edges().iter().filter(|edge| edge.is_inner()).map(|edge| patchwork.ends(edge)).collect()
}

/// A tiling by its letters.
fn tiling(lattice: Lattice, rows: &str) -> Tiling {
    let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("a picture of our own");
    infer_from_grid("sew test", &grids[0]).expect("a tiling of our own")
}

//! The same drawing in every format, read back by outside readers: the same edges on the same layers, everywhere.
//!
//! usvg reads SVG, lopdf reads PDF, the dxf crate reads DXF. Each is compared with the drawing itself to half a
//! micrometre, so any two of them agree to a micrometre.

#![cfg(all(feature = "pdf", feature = "dxf"))]

mod dxf;
mod edge;
mod pdf;
mod svg;

use edge::{Edge, Found, Pen, Place, bounds, distance_to_line};
use piecework::drawing::{Anchor, Canvas, Drawing, Element, Item, Medium, Path, Reading, Role, Text};
use piecework::render::dxf::{DxfOptions, DxfUnit, DxfVersion, dxf as write_dxf};
use piecework::render::pdf::{PdfOptions, pdf as write_pdf};
use piecework::render::svg::{Joining, SvgOptions, svg as write_svg};
use piecework::{Bounds, Colour, Point};

/// Half of what two formats may differ, in mm.
const TOLERANCE: f64 = 0.0005;

/// How far a sheet may differ in size, in mm.
const SIZE_TOLERANCE: f64 = 0.001;

/// How a format shows letters.
#[derive(Clone, Copy, PartialEq)]
enum Letters {
    Outlines,
    Strokes,
}

#[test]
fn pdf_shows_what_is_drawn() {
    let drawings = [sheet(Medium::Print), sheet(Medium::Machine)];
    let bytes = write_pdf(&drawings, &PdfOptions::default()).unwrap();
    assert!(bytes == write_pdf(&drawings, &PdfOptions::default()).unwrap());
    for ((drawing, found), letters) in
        drawings.iter().zip(pdf::read(&bytes)).zip([Letters::Outlines, Letters::Strokes])
    {
        agree("PDF", &drawn(drawing, letters), &found);
    }
    let words = pdf::words(&bytes, 1);
    for word in ["Größe 1½″", "up", "down", "[U+05D0]", "A/B \\ (c)"] {
        assert!(words.contains(word), "`{word}` cannot be found in {words:?}");
    }
}

#[test]
fn svg_shows_what_is_drawn() {
    for (medium, letters) in [(Medium::Print, Letters::Outlines), (Medium::Machine, Letters::Strokes)] {
        for joining in [Joining::Separate, Joining::Compound] {
            let (drawing, options) = (sheet(medium), SvgOptions { joining });
            let bytes = write_svg(&drawing, &options).unwrap();
            assert!(bytes == write_svg(&drawing, &options).unwrap());
            agree("SVG", &drawn(&drawing, letters), &svg::read(&bytes));
        }
    }
}

#[test]
fn dxf_shows_what_is_drawn() {
    for medium in [Medium::Print, Medium::Machine] {
        for version in [DxfVersion::R12, DxfVersion::R2000] {
            for (unit, size) in [(DxfUnit::Millimetre, 1.0), (DxfUnit::Inch, 25.4)] {
                let drawing = sheet(medium);
                let options = DxfOptions { version, unit, ..DxfOptions::default() };
                let bytes = write_dxf(&drawing, &options).unwrap();
                assert!(bytes == write_dxf(&drawing, &options).unwrap());
                let mut drawn = drawn(&drawing, Letters::Strokes);
                drawn.layers.remove("FILL").expect("areas are drawn, but no DXF shows them");
                follow("DXF", &mut drawn, &mut dxf::read(&bytes, size), options.tolerance);
            }
        }
    }
}

/// Pieces with and without holes, curves, every layer, and text in every direction.
fn sheet(medium: Medium) -> Drawing {
    let mut canvas = Canvas::new("agree", medium, 215.9, 279.4);
    let ring = |left: f64, top: f64, size: f64| {
        Path::rectangle(Bounds { left, top, right: left + size, bottom: top + size * 1.1 })
    };
    let piece =
        joined(&[ring(10.0, 10.0, 63.5), ring(20.0 / 3.0 + 10.0, 25.4, 12.7), ring(45.0, 50.123_456, 20.0)]);
    canvas.fill(piece.clone(), Colour::new(0xb7, 0x41, 0x0e));
    canvas.path(Role::Cut, piece);
    for i in 0..40_u32 {
        let (x, y) = (f64::from(i % 8) * 25.4 + 5.0, f64::from(i / 8) * 23.1 + 120.0);
        canvas.path(Role::Sew, ring(x, y, 19.05));
        canvas.path(Role::Cut, ring(x - 1.0 / 3.0, y - 1.0 / 3.0, 19.05 + 2.0 / 3.0));
    }
    let p = Point::new;
    canvas.path(
        Role::Score,
        Path::new(vec![
            Element::Move(p(100.0, 20.0)),
            Element::Cubic(p(100.0, 50.0), p(160.0, 0.0), p(200.0, 30.0)),
            Element::Line(p(200.0, 60.0)),
            Element::Cubic(p(180.0, 90.0), p(120.0, 90.0), p(100.0, 20.0)),
            Element::Close,
        ]),
    );
    canvas.path(Role::Engrave, Path::circle(p(150.0, 100.0), 7.5));
    canvas.path(Role::Fold, Path::polyline(&[p(0.0, 0.0), p(215.9, 0.0), p(215.9, 279.4)]));
    canvas.line(Role::Guide, p(0.1, 279.3), p(215.8, 0.1));
    let text = |words: &str, x: f64, y: f64| Text::new(words, p(x, y), 4.0, Anchor::Middle);
    canvas.text(Role::Label, text("Größe 1½″ א", 150.0, 110.0));
    canvas.text(Role::Label, text("A/B \\ (c)", 150.0, 115.0).bold());
    canvas.text(Role::Label, text("up", 210.0, 100.0).turned(Reading::Up));
    canvas.text(Role::Label, text("down", 210.0, 150.0).turned(Reading::Down));
    canvas.finish().unwrap()
}

fn joined(paths: &[Path]) -> Path {
    Path::new(paths.iter().flat_map(|path| path.elements().to_vec()).collect())
}

/// What a reader should find.
fn drawn(drawing: &Drawing, letters: Letters) -> Found {
    let mut found = Found::new(drawing.width(), drawing.height());
    for layer in drawing.layers() {
        let name = layer.role.style(drawing.medium()).layer;
        for item in &layer.items {
            let paths = match (item, letters) {
                (Item::Path(path), _) => vec![path.elements().to_vec()],
                (Item::Text(text), Letters::Outlines) => vec![text.glyphs()],
                (Item::Text(text), Letters::Strokes) => {
                    text.strokes().iter().map(|line| Path::polyline(line).elements().to_vec()).collect()
                }
            };
            paths.iter().for_each(|path| found.add(name, edges(path)));
        }
    }
    found
}

fn edges(path: &[Element]) -> Vec<Edge> {
    let place = |p: Point| -> Place { [p.x, p.y] };
    let mut pen = Pen::default();
    for element in path {
        match *element {
            Element::Move(to) => pen.move_to(place(to)),
            Element::Line(to) => pen.line_to(place(to)),
            Element::Cubic(a, b, to) => pen.curve_to(place(a), place(b), place(to)),
            Element::Close => pen.close(),
        }
    }
    pen.take()
}

/// Like [`agree`], for formats without curves: what was found instead of a curve keeps within `tolerance` of it, and
/// leaves out no part of it. Takes both out.
#[track_caller]
fn follow(format: &str, drawn: &mut Found, found: &mut Found, tolerance: f64) {
    for (name, expected) in &mut drawn.layers {
        let rest = found.layers.get_mut(name).unwrap_or_else(|| panic!("{format} lacks layer {name}"));
        let straight = |edge: &Edge| matches!(edge, Edge::Line(_));
        let (lines, curves): (Vec<Edge>, Vec<Edge>) = expected.iter().partition(|edge| straight(edge));
        let is_line = |edge: &Edge| lines.iter().any(|line| edge.is_near(line, TOLERANCE));
        let instead: Vec<Edge> = rest.extract_if(.., |edge| !is_line(edge)).collect();
        within(&instead, &curves, tolerance + TOLERANCE, &format!("{format} leaves a curve on {name}"));
        within(&curves, &instead, tolerance + TOLERANCE, &format!("{format} lacks a curve on {name}"));
        *expected = lines;
    }
    agree(format, drawn, found);
}

/// Whether `edges` keep within `tolerance` of `others`.
#[track_caller]
fn within(edges: &[Edge], others: &[Edge], tolerance: f64, otherwise: &str) {
    let others: Vec<[Place; 2]> = others.iter().flat_map(Edge::lines).collect();
    for point in edges.iter().flat_map(Edge::lines).flatten() {
        let near = others.iter().any(|&line| distance_to_line(point, line) <= tolerance);
        assert!(near, "{otherwise} at {point:?}");
    }
}

/// The same layers, the same edges on each, the same bounds.
#[track_caller]
fn agree(format: &str, drawn: &Found, found: &Found) {
    let near = |a: f64, b: f64, tolerance: f64| (a - b).abs() < tolerance;
    assert!(near(drawn.width, found.width, SIZE_TOLERANCE), "{format} is {} mm wide", found.width);
    assert!(near(drawn.height, found.height, SIZE_TOLERANCE), "{format} is {} mm high", found.height);
    let names = |found: &Found| found.layers.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(drawn), names(found), "layers of {format}");
    for (name, expected) in &drawn.layers {
        let mut rest = found.layers[name].clone();
        assert_eq!(expected.len(), rest.len(), "edges on {name} of {format}");
        for edge in expected {
            let at = rest.iter().position(|other| edge.is_near(other, TOLERANCE));
            let at = at.unwrap_or_else(|| panic!("{format} lacks {edge:?} on {name}"));
            rest.swap_remove(at);
        }
        let (ours, theirs) = (bounds(expected), bounds(&found.layers[name]));
        assert!(
            ours.iter().zip(theirs).all(|(&a, b)| a == b || near(a, b, TOLERANCE)),
            "{format} {name} {ours:?} {theirs:?}"
        );
    }
}

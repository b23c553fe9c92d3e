//! One drawing through every backend, read back by readers that are not ours: the same lines in the same places.

#![cfg(feature = "dxf")]

use piecework::render::dxf::{DxfOptions, DxfUnit, DxfVersion, dxf};
use piecework::render::svg::{Joining, SvgOptions, svg};
use piecework::{Anchor, Bounds, Canvas, Drawing, Element, Medium, Path, Point, Role, Text};
use std::collections::BTreeMap;

/// Layer by layer, in the order of the file, the lines of it; y down, in mm. A closed line comes back to its start.
type Lines = BTreeMap<String, Vec<Vec<Point>>>;

/// Half of the last decimal that we write in mm is 0.00005; single precision in the readers doubles it.
const ALLOWED: f64 = 0.0002;

fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

/// A sheet with everything that has straight lines only.
fn sheet(medium: Medium) -> Drawing {
    let mut canvas = Canvas::new("Agreement", medium, 215.9, 279.4);
    let outer = [p(25.4, 25.4), p(76.2, 25.4), p(76.2, 50.8), p(25.4, 50.8)];
    let hole = [p(30.0, 30.0), p(30.0, 40.123_46), p(40.1, 40.123_46), p(40.1, 30.0)];
    let elements = [Path::polygon(&outer).elements(), Path::polygon(&hole).elements()].concat();
    canvas.path(Role::Cut, Path::new(elements).named("a piece with a hole"));
    canvas.path(Role::Cut, Path::rectangle(Bounds { left: 0.0, top: 0.0, right: 215.9, bottom: 279.4 }));
    canvas.path(Role::Sew, Path::polygon(&[p(100.0, 100.0), p(150.0, 100.0), p(125.0, 143.301_27)]));
    canvas.path(Role::Score, Path::polyline(&[p(10.0, 200.0), p(20.0, 210.0), p(30.0, 200.0)]));
    canvas.line(Role::Fold, p(10.0, 220.0), p(200.0, 220.0));
    if medium == Medium::Machine {
        canvas.text(Role::Label, Text::new("Piece 12: 1½ in, Größe", p(20.0, 240.0), 6.0, Anchor::Start));
    }
    canvas.finish().expect("a good drawing")
}

/// The drawing itself, as the readers should see it.
fn drawn(drawing: &Drawing) -> Lines {
    let mut lines = Lines::new();
    for layer in drawing.layers() {
        let name = layer.role.style(drawing.medium()).layer;
        for item in &layer.items {
            let drawn: Vec<Vec<Point>> = match item {
                piecework::Item::Path(path) => rings(path.elements()),
                piecework::Item::Text(text) => text.strokes(),
            };
            lines.entry(name.to_owned()).or_default().extend(drawn);
        }
    }
    lines
}

fn rings(elements: &[Element]) -> Vec<Vec<Point>> {
    let mut rings: Vec<Vec<Point>> = Vec::new();
    for element in elements {
        match *element {
            Element::Move(point) => rings.push(vec![point]),
            Element::Line(point) => rings.last_mut().expect("a move").push(point),
            Element::Cubic(..) => panic!("this sheet has straight lines only"),
            Element::Close => {
                let ring = rings.last_mut().expect("a move");
                ring.push(ring[0]);
            }
        }
    }
    rings
}

/// What usvg sees.
fn read_svg(file: &[u8]) -> Lines {
    let tree = usvg::Tree::from_data(file, &usvg::Options::default()).expect("SVG");
    let mut lines = Lines::new();
    collect(tree.root(), &mut lines);
    lines
}

fn collect(group: &usvg::Group, lines: &mut Lines) {
    for node in group.children() {
        match node {
            // The outermost group is the view box.
            usvg::Node::Group(inner) => collect(inner, lines),
            usvg::Node::Path(path) => {
                let data = path.data().clone().transform(path.abs_transform()).expect("finite");
                lines.entry(group.id().to_ascii_uppercase()).or_default().extend(segments(&data));
            }
            other => panic!("{other:?} is no path"),
        }
    }
}

fn segments(data: &usvg::tiny_skia_path::Path) -> Vec<Vec<Point>> {
    use usvg::tiny_skia_path::PathSegment;
    // usvg counts CSS pixels.
    let mm = |point: usvg::tiny_skia_path::Point| {
        p(f64::from(point.x) * 25.4 / 96.0, f64::from(point.y) * 25.4 / 96.0)
    };
    let elements: Vec<Element> = data
        .segments()
        .map(|segment| match segment {
            PathSegment::MoveTo(point) => Element::Move(mm(point)),
            PathSegment::LineTo(point) => Element::Line(mm(point)),
            PathSegment::Close => Element::Close,
            curve => panic!("{curve:?} in a sheet of straight lines"),
        })
        .collect();
    rings(&elements)
}

/// What the dxf crate sees.
fn read_dxf(file: &[u8], unit: DxfUnit) -> Lines {
    use dxf::entities::EntityType;
    let mm = match unit {
        DxfUnit::Millimetre => 1.0,
        DxfUnit::Inch => 25.4,
    };
    let file = dxf::Drawing::load(&mut std::io::Cursor::new(file)).expect("DXF");
    let layers: Vec<&str> = file.layers().map(|layer| layer.name.as_str()).collect();
    let mut lines = Lines::new();
    for entity in file.entities() {
        let (points, closed): (Vec<(f64, f64)>, bool) = match &entity.specific {
            EntityType::LwPolyline(line) => {
                (line.vertices.iter().map(|v| (v.x, v.y)).collect(), line.is_closed())
            }
            EntityType::Polyline(line) => {
                (line.vertices().map(|v| (v.location.x, v.location.y)).collect(), line.is_closed())
            }
            other => panic!("{other:?} is no polyline"),
        };
        let layer = &entity.common.layer;
        assert!(layers.contains(&layer.as_str()), "{layer} is not declared");
        assert!(points.iter().all(|&(x, y)| x >= 0.0 && y >= 0.0), "negative coordinates");
        assert!(points.first() != points.last(), "the first point is repeated");
        let mut line: Vec<Point> = points.iter().map(|&(x, y)| p(x * mm, 279.4 - y * mm)).collect();
        if closed {
            line.push(line[0]);
        }
        lines.entry(layer.clone()).or_default().push(line);
    }
    lines
}

#[track_caller]
fn assert_agree(found: &Lines, drawn: &Lines) {
    assert_eq!(found.keys().collect::<Vec<_>>(), drawn.keys().collect::<Vec<_>>(), "the same layers");
    for (layer, lines) in drawn {
        assert_eq!(found[layer].len(), lines.len(), "as many lines in {layer}");
        for (found, drawn) in found[layer].iter().zip(lines) {
            assert_eq!(found.len(), drawn.len(), "as many points in a line of {layer}");
            for (found, drawn) in found.iter().zip(drawn) {
                assert!(found.distance(*drawn) < ALLOWED, "{layer}: {found:?} for {drawn:?}");
            }
        }
    }
}

#[test]
fn svg_has_the_lines_of_the_drawing() {
    for medium in [Medium::Print, Medium::Machine] {
        let drawing = sheet(medium);
        let file = svg(&drawing, &SvgOptions::default()).expect("finite");
        assert_agree(&read_svg(&file), &drawn(&drawing));
        let compound = svg(&drawing, &SvgOptions { joining: Joining::Compound }).expect("finite");
        assert_agree(&read_svg(&compound), &drawn(&drawing));
    }
}

#[test]
fn dxf_has_the_lines_of_the_drawing() {
    for medium in [Medium::Print, Medium::Machine] {
        for version in [DxfVersion::R12, DxfVersion::R2000] {
            for unit in [DxfUnit::Millimetre, DxfUnit::Inch] {
                let drawing = sheet(medium);
                let file =
                    dxf(&drawing, &DxfOptions { version, unit, ..DxfOptions::default() }).expect("finite");
                assert_agree(&read_dxf(&file, unit), &drawn(&drawing));
            }
        }
    }
}

#[test]
fn the_size_of_the_sheet_is_in_the_svg() {
    let file = svg(&sheet(Medium::Print), &SvgOptions::default()).expect("finite");
    let size = usvg::Tree::from_data(&file, &usvg::Options::default()).expect("SVG").size();
    let mm = |pixels: f32| f64::from(pixels) * 25.4 / 96.0;
    assert!((mm(size.width()) - 215.9).abs() < ALLOWED && (mm(size.height()) - 279.4).abs() < ALLOWED);
}

//! SVG, read by usvg.

use crate::edge::{Edge, Found, Pen, Place};
use usvg::tiny_skia_path::{PathSegment, Point};
use usvg::{Group, Node, Options, Tree};

/// usvg turns every unit into pixels of 1/96 inch.
const MM_PER_PIXEL: f64 = 25.4 / 96.0;

pub(crate) fn read(bytes: &[u8]) -> Found {
    let tree = Tree::from_data(bytes, &Options::default()).unwrap();
    let mm = |pixels: f32| f64::from(pixels) * MM_PER_PIXEL;
    let mut found = Found::new(mm(tree.size().width()), mm(tree.size().height()));
    layers(tree.root(), "", &mut found);
    found
}

fn layers(group: &Group, layer: &str, found: &mut Found) {
    for node in group.children() {
        match node {
            Node::Group(group) if group.id().is_empty() => layers(group, layer, found),
            Node::Group(group) => layers(group, group.id(), found),
            Node::Path(path) => found.add(layer, edges(path)),
            other => panic!("nobody expects {other:?} in our files"),
        }
    }
}

fn edges(path: &usvg::Path) -> Vec<Edge> {
    let place = |mut p: Point| -> Place {
        path.abs_transform().map_point(&mut p);
        [f64::from(p.x) * MM_PER_PIXEL, f64::from(p.y) * MM_PER_PIXEL]
    };
    let mut pen = Pen::default();
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(to) => pen.move_to(place(to)),
            PathSegment::LineTo(to) => pen.line_to(place(to)),
            PathSegment::CubicTo(a, b, to) => pen.curve_to(place(a), place(b), place(to)),
            PathSegment::QuadTo(..) => panic!("we write no quadratic curves"),
            PathSegment::Close => pen.close(),
        }
    }
    if path.fill().is_some() { pen.take_area() } else { pen.take() }
}

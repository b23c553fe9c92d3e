//! DXF, read by the dxf crate: polylines of both versions, y up.

use crate::edge::{Edge, Found, Pen, Place};
use dxf::Drawing;
use dxf::entities::EntityType;

/// What is on the sheet, if a unit of the file is `unit` mm.
pub(crate) fn read(bytes: &[u8], unit: f64) -> Found {
    let file = Drawing::load(&mut &bytes[..]).unwrap();
    let declared: Vec<&str> = file.layers().map(|layer| layer.name.as_str()).collect();
    let corner = &file.header.maximum_drawing_extents;
    let mut found = Found::new(corner.x * unit, corner.y * unit);
    for entity in file.entities() {
        let (points, closed): (Vec<Place>, bool) = match &entity.specific {
            EntityType::Polyline(line) => {
                (line.vertices().map(|v| [v.location.x, v.location.y]).collect(), line.is_closed())
            }
            EntityType::LwPolyline(line) => {
                (line.vertices.iter().map(|v| [v.x, v.y]).collect(), line.is_closed())
            }
            other => panic!("nobody expects {other:?} in our files"),
        };
        let layer = &entity.common.layer;
        assert!(declared.contains(&layer.as_str()), "`{layer}` is not declared");
        assert!(points.iter().flatten().all(|&number| number >= 0.0), "below the sheet: {points:?}");
        assert!(points.first() != points.last(), "the first point is repeated: {points:?}");
        let place = |[x, y]: Place| [x * unit, (corner.y - y) * unit];
        found.add(layer, edges(&points, closed).into_iter().map(|edge| edge.map(place)).collect());
    }
    found
}

fn edges(points: &[Place], closed: bool) -> Vec<Edge> {
    let mut pen = Pen::default();
    pen.move_to(points[0]);
    points.iter().for_each(|&point| pen.line_to(point));
    if closed {
        pen.close();
    }
    pen.take()
}

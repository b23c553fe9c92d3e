//! Writes drawings as binary STL: all plates in one file, in mm.
//!
//! # Source
//! The crate `stl_io`. The header is empty, because many readers take a file that begins with `solid` for
//! text.

use stl_io::{Normal, Triangle, Vertex, write_stl};

use super::RenderError;
use super::solid::solids;
use crate::drawing::Drawing;

/// Writes the plates of a drawing, `thickness` mm thick.
///
/// # Errors
/// [`RenderError::NoSolid`] for lines that are not closed or cross.
pub fn stl(drawing: &Drawing, thickness: f64) -> Result<Vec<u8>, RenderError> {
    let mut triangles = Vec::new();
    for (_, solid) in solids(drawing, thickness)? {
        let corner = |index: usize| solid.corners()[index];
        triangles.extend(solid.triangles().iter().map(|three| triangle(three.map(corner))));
    }
    let mut bytes = Vec::new();
    write_stl(&mut bytes, triangles.iter()).map_err(|_| RenderError::NotWritten { format: "stl" })?;
    Ok(bytes)
}

/// Returns a triangle with the direction that it looks in.
fn triangle(corners: [[f64; 3]; 3]) -> Triangle {
    let [a, b, c] = corners;
    let (u, v) = ([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]);
    let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = libm::sqrt(cross.iter().map(|part| part * part).sum::<f64>());
    let normal = cross.map(|part| if length > 0.0 { part / length } else { 0.0 });
    Triangle {
        normal: Normal::new(single(normal)),
        vertices: corners.map(|corner| Vertex::new(single(corner))),
    }
}

/// STL has single precision: 0.00006 mm at one metre.
#[expect(clippy::cast_possible_truncation, reason = "the format has no more")]
fn single(values: [f64; 3]) -> [f32; 3] {
    values.map(|value| value as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Canvas, Medium, Path, Role};
    use crate::geometry::{Bounds, Point};

    /// Read by the crate's own reader, which also finds holes and triangles that look the wrong way.
    #[test]
    fn a_plate_with_a_groove_is_closed() {
        let mut canvas = Canvas::new("sheet", Medium::Machine, 100.0, 80.0);
        let square =
            |left: f64, side: f64| Bounds { left, top: left, right: left + side, bottom: left + side };
        canvas.path(Role::Cut, Path::rectangle(square(10.0, 40.0)).named("A"));
        canvas.path(Role::Score, Path::rectangle(square(20.0, 10.0)));
        let bytes = stl(&canvas.finish().expect("fits"), 4.0).expect("written");
        assert_eq!(bytes[..5], [0; 5], "not taken for text");
        let mesh = stl_io::read_stl(&mut std::io::Cursor::new(&bytes)).expect("an STL file");
        mesh.validate().expect("closed");
        let tops = mesh.vertices.iter().map(|vertex| vertex[2]).fold(0.0, f32::max);
        assert_eq!(tops, 4.0);
        assert!(mesh.vertices.iter().any(|vertex| (vertex[2] - 3.2).abs() < 1e-6), "the floor of the groove");
        assert!(mesh.vertices.iter().all(|vertex| (30.0..=70.0).contains(&vertex[1])), "y is up");
    }

    #[test]
    fn open_lines_are_no_plates() {
        let mut canvas = Canvas::new("sheet", Medium::Machine, 100.0, 80.0);
        canvas.path(Role::Cut, Path::line(Point::new(1.0, 1.0), Point::new(9.0, 1.0)).named("7 F"));
        let error = stl(&canvas.finish().expect("fits"), 4.0).expect_err("open");
        assert!(error.to_string().contains("7 F"), "{error}");
    }
}

//! Writes drawings as 3MF: every plate is an object with its name, in mm.
//!
//! # Source
//! 3MF Core Specification 1.3; the crate `threemf`.

use std::io::Cursor;

use threemf::model::{
    Build, Item, Mesh, Metadata, Model, Object, Resources, Triangle, Triangles, Vertex, Vertices,
};

use super::RenderError;
use super::solid::solids;
use crate::drawing::Drawing;
use crate::geometry::Solid;

/// Writes the plates of a drawing, `thickness` mm thick.
///
/// # Errors
/// [`RenderError::NoSolid`] for lines that are not closed or cross.
pub fn threemf(drawing: &Drawing, thickness: f64) -> Result<Vec<u8>, RenderError> {
    let solids = solids(drawing, thickness)?;
    let items = (1..=solids.len()).map(|objectid| Item { objectid, transform: None, partnumber: None });
    let build = Build { item: items.collect() };
    let objects = (1..).zip(&solids).map(|(id, (name, solid))| Object {
        id,
        name: Some(name.clone()),
        mesh: Some(mesh(solid)),
        ..Object::default()
    });
    let resources = Resources { object: objects.collect(), basematerials: None };
    let title = Metadata { name: "Title".to_owned(), value: Some(drawing.title().to_owned()) };
    let model = Model { metadata: vec![title], resources, build, ..Model::default() };
    let mut bytes = Cursor::new(Vec::new());
    threemf::write(&mut bytes, model).map_err(|_| RenderError::NotWritten { format: "3mf" })?;
    Ok(bytes.into_inner())
}

fn mesh(solid: &Solid) -> Mesh {
    let vertex = |&[x, y, z]: &[f64; 3]| Vertex { x, y, z };
    let triangle = |&[v1, v2, v3]: &[usize; 3]| Triangle { v1, v2, v3 };
    Mesh {
        vertices: Vertices { vertex: solid.corners().iter().map(vertex).collect() },
        triangles: Triangles { triangle: solid.triangles().iter().map(triangle).collect() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Canvas, Medium, Path, Role};
    use crate::geometry::Bounds;

    #[test]
    fn every_plate_is_an_object_with_its_name() {
        let mut canvas = Canvas::new("two & more", Medium::Machine, 100.0, 80.0);
        for (name, left) in [("1 A", 10.0), ("2 <B>", 60.0)] {
            let bounds = Bounds { left, top: 10.0, right: left + 30.0, bottom: 40.0 };
            canvas.path(Role::Cut, Path::rectangle(bounds).named(name));
        }
        let drawing = canvas.finish().expect("fits");
        let bytes = threemf(&drawing, 3.0).expect("written");
        assert_eq!(bytes, threemf(&drawing, 3.0).expect("written"), "no dates");
        let models = threemf::read(Cursor::new(bytes)).expect("a 3MF file");
        let objects = &models[0].resources.object;
        let names: Vec<Option<&str>> = objects.iter().map(|object| object.name.as_deref()).collect();
        assert_eq!(names, [Some("1 A"), Some("2 <B>")]);
        assert_eq!(models[0].build.item.len(), 2);
        assert_eq!(models[0].metadata[0].value.as_deref(), Some("two & more"));
        assert_eq!(objects[0].mesh.as_ref().map(|mesh| mesh.triangles.triangle.len()), Some(12));
    }
}

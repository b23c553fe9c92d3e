//! Writes drawings as 3MF: every plate is an object with its name, in mm.
//!
//! The part has the name that Cura, trimesh and others look for, whatever the relations of the package say.
//!
//! # Source
//! 3MF Core Specification 1.3; Open Packaging Conventions, ECMA-376 part 2. Slicers show the `name` of an object, not
//! that of the file: PrusaSlicer issue 5798 and FreeCAD pull request 27064, which added it for that reason. BambuStudio
//! has the names of its own projects in a file of its own (PrusaSlicer issue 15662); what it shows of ours was not read.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;

use super::RenderError;
use super::lightburn::attribute;
use super::solid::solids;
use crate::drawing::Drawing;

const TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
"#;
const RELATIONS: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel" Target="/3D/3dmodel.model"/>
</Relationships>
"#;
const MODEL: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<model xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" unit="millimeter" xml:lang="en-US">
"#;

/// Writes the plates of a drawing, `thickness` mm thick.
///
/// # Errors
/// [`RenderError::NoSolid`] for lines that are not closed or cross.
pub fn threemf(drawing: &Drawing, thickness: f64) -> Result<Vec<u8>, RenderError> {
    let (mut model, mut items) = (MODEL.to_owned(), String::new());
    // Writing to memory cannot fail.
    let _ =
        writeln!(model, "<metadata name=\"Title\">{}</metadata>\n<resources>", attribute(drawing.title()));
    for (id, (name, solid)) in (1..).zip(solids(drawing, thickness)?) {
        let _ = writeln!(
            model,
            "<object id=\"{id}\" type=\"model\" name=\"{}\"><mesh><vertices>",
            attribute(&name)
        );
        for [x, y, z] in solid.corners() {
            let _ = writeln!(model, "<vertex x=\"{x}\" y=\"{y}\" z=\"{z}\"/>");
        }
        model.push_str("</vertices><triangles>\n");
        for [a, b, c] in solid.triangles() {
            let _ = writeln!(model, "<triangle v1=\"{a}\" v2=\"{b}\" v3=\"{c}\"/>");
        }
        model.push_str("</triangles></mesh></object>\n");
        let _ = writeln!(items, "<item objectid=\"{id}\"/>");
    }
    let _ = writeln!(model, "</resources>\n<build>\n{items}</build>\n</model>");
    let mut package = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let parts = [("[Content_Types].xml", TYPES), ("_rels/.rels", RELATIONS), ("3D/3dmodel.model", &model)];
    let written = parts.into_iter().try_for_each(|(name, part)| {
        package.start_file(name, SimpleFileOptions::default())?;
        Ok(package.write_all(part.as_bytes())?)
    });
    let packed = written.and_then(|()| package.finish());
    packed
        .map(Cursor::into_inner)
        .map_err(|_: zip::result::ZipError| RenderError::NotWritten { format: "3mf" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Canvas, Medium, Path, Role};
    use crate::geometry::Bounds;

    #[test]
    fn every_plate_is_an_object_with_its_name_where_programs_look_for_it() {
        let mut canvas = Canvas::new("two & more", Medium::Machine, 100.0, 80.0);
        for (name, left) in [("1 A", 10.0), ("2 <B>", 60.0)] {
            let bounds = Bounds { left, top: 10.0, right: left + 30.0, bottom: 40.0 };
            canvas.path(Role::Cut, Path::rectangle(bounds).named(name));
        }
        let drawing = canvas.finish().expect("fits");
        let bytes = threemf(&drawing, 3.0).expect("written");
        assert_eq!(bytes, threemf(&drawing, 3.0).expect("written"), "no dates");
        let mut package = zip::ZipArchive::new(Cursor::new(bytes)).expect("a package");
        let mut part = |name: &str| {
            let part = std::io::read_to_string(package.by_name(name).expect("a part")).expect("text");
            roxmltree::Document::parse(&part).expect("XML");
            part
        };
        assert!(part("_rels/.rels").contains("Target=\"/3D/3dmodel.model\""));
        assert!(part("[Content_Types].xml").contains("Extension=\"model\""));
        let model = part("3D/3dmodel.model");
        for words in ["name=\"1 A\"", "name=\"2 &lt;B&gt;\"", "two &amp; more", "<item objectid=\"2\"/>"] {
            assert!(model.contains(words), "{words}");
        }
        assert_eq!(model.matches("<triangle ").count(), 2 * 12);
    }
}

//! Reads plates for 3D printers, binary STL and 3MF, and checks that their surface is closed.
//!
//! The outlines of the plates on the bed are the lines of the sheet, so that both formats can be compared.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use roxmltree::Node;

use super::trace::{SAME, grid};
use super::{CheckError, CheckedSheet, CutFile};
use crate::geometry::Point;
use piecework_tiling::xml;

/// The layer of the outlines.
const LAYER: &str = "PLATE";
/// Half the rounding step, in mm: STL has single precision.
const PRECISION: f64 = 1e-4;

/// The most bytes of a model: each triangle takes some 300 bytes while it is checked.
const MOST_UNPACKED: u64 = 32 << 20;
/// The most triangles of a file.
const MOST_TRIANGLES: usize = 500_000;

/// A corner, in steps of a micrometre.
type Corner = (i64, i64, i64);

/// Reads binary STL.
pub(super) fn stl(bytes: &[u8]) -> Result<CutFile, CheckError> {
    let wrong = |_| CheckError::Missing { missing: "triangles" };
    // The header is free, and the count of triangles must be true.
    let count = bytes.get(80..84).and_then(|four| four.try_into().ok()).map(u32::from_le_bytes);
    let found = bytes.len().saturating_sub(84) / 50;
    if found > MOST_TRIANGLES {
        return Err(CheckError::TooMany { what: "triangles", allowed: MOST_TRIANGLES });
    }
    let is_whole = bytes.len() == 84 + 50 * found;
    let found = i64::try_from(found).unwrap_or(i64::MAX);
    if let Some(said) = count.map(i64::from).filter(|&said| said != found || !is_whole) {
        return Err(CheckError::HeaderDiffers { field: "triangles".into(), said, found });
    }
    let mesh = stl_io::read_stl(&mut Cursor::new(bytes)).map_err(wrong)?;
    let corner = |index: usize| mesh.vertices[index].0.map(f64::from);
    let triangles = mesh.faces.iter().map(|face| face.vertices.map(corner));
    read("STL", &[triangles.collect()])
}

/// Reads 3MF: a ZIP with a model in XML.
pub(super) fn threemf(bytes: &[u8], depth: usize) -> Result<CutFile, CheckError> {
    let text = model(bytes)?;
    let document = xml::parse(&text, depth)
        .map_err(|error| CheckError::Grammar { found: error.cause, expected: "a 3D model in XML" })?;
    let meshes = document.descendants().filter(|node| node.tag_name().name() == "mesh");
    read("3MF", &meshes.map(triangles).collect::<Result<Vec<_>, CheckError>>()?)
}

/// Returns the model of a ZIP, unpacked only as far as a limit.
fn model(bytes: &[u8]) -> Result<String, CheckError> {
    let missing = || CheckError::Missing { missing: "3D model" };
    super::check_archive(bytes)?;
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|_| missing())?;
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(|_| missing())?;
        if !file.name().is_ok_and(|name| name.ends_with(".model")) {
            continue;
        }
        let mut text = String::new();
        file.take(MOST_UNPACKED + 1).read_to_string(&mut text).map_err(|_| missing())?;
        if text.len() as u64 > MOST_UNPACKED {
            return Err(CheckError::TooMany { what: "bytes in its model", allowed: 32 << 20 });
        }
        return Ok(text);
    }
    Err(missing())
}

/// Returns the triangles of a mesh.
fn triangles(mesh: Node<'_, '_>) -> Result<Vec<[[f64; 3]; 3]>, CheckError> {
    let named = |name: &'static str| mesh.descendants().filter(move |node| node.tag_name().name() == name);
    fn three<T: std::str::FromStr>(
        node: Node<'_, '_>,
        names: [&'static str; 3],
    ) -> Result<[T; 3], CheckError> {
        let value = |name: &'static str| {
            let value = node.attribute(name).and_then(|text| text.parse().ok());
            value.ok_or(CheckError::Missing { missing: name })
        };
        Ok([value(names[0])?, value(names[1])?, value(names[2])?])
    }
    let corners: Vec<[f64; 3]> =
        named("vertex").map(|node| three(node, ["x", "y", "z"])).collect::<Result<_, _>>()?;
    let corner = |index: usize| corners.get(index).copied().ok_or(CheckError::Missing { missing: "vertex" });
    let all = named("triangle").map(|node| {
        let [a, b, c]: [usize; 3] = three(node, ["v1", "v2", "v3"])?;
        Ok([corner(a)?, corner(b)?, corner(c)?])
    });
    all.collect()
}

fn read(format: &'static str, plates: &[Vec<[[f64; 3]; 3]>]) -> Result<CutFile, CheckError> {
    if plates.iter().map(Vec::len).sum::<usize>() > MOST_TRIANGLES {
        return Err(CheckError::TooMany { what: "triangles", allowed: MOST_TRIANGLES });
    }
    let mut sheet = CheckedSheet::default();
    for plate in plates {
        closed(plate)?;
        for (from, to) in outline(plate) {
            sheet.add(LAYER, &[from, to], false)?;
        }
    }
    if sheet.edges() == 0 {
        return Err(CheckError::Nothing);
    }
    Ok(CutFile { format, recipe: None, sheets: vec![sheet], precision: PRECISION })
}

fn corner([x, y, z]: [f64; 3]) -> Corner {
    (grid(x), grid(y), grid(z))
}

/// Refuses a surface with an edge that is not in as many triangles one way as the other.
fn closed(plate: &[[[f64; 3]; 3]]) -> Result<(), CheckError> {
    let mut balance: BTreeMap<(Corner, Corner), i64> = BTreeMap::new();
    for triangle in plate {
        if triangle.iter().flatten().any(|at| !at.is_finite()) {
            return Err(CheckError::Grammar {
                found: "a place that is no number".into(),
                expected: "places in mm",
            });
        }
        let corners = triangle.map(corner);
        for (a, b) in [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (corners[a], corners[b])) {
            if a != b {
                *balance.entry((a.min(b), a.max(b))).or_default() += if a < b { 1 } else { -1 };
            }
        }
    }
    let open: Vec<Corner> = balance.iter().filter(|(_, sum)| **sum != 0).map(|(edge, _)| edge.0).collect();
    let Some(&(x, y, z)) = open.first() else { return Ok(()) };
    let [x, y, z] = [x, y, z].map(millimetres);
    Err(CheckError::OpenSolid { edges: open.len(), x, y, z })
}

#[expect(clippy::cast_precision_loss, reason = "plates are at most some metres")]
fn millimetres(steps: i64) -> f64 {
    steps as f64 * SAME
}

/// Returns the edges between the underside of a plate and its sides.
fn outline(plate: &[[[f64; 3]; 3]]) -> Vec<(Point, Point)> {
    let low = plate.iter().flatten().map(|corner| corner[2]).fold(f64::INFINITY, f64::min);
    let mut edges: BTreeMap<(Corner, Corner), (usize, [Point; 2])> = BTreeMap::new();
    for triangle in plate.iter().filter(|three| three.iter().all(|corner| corner[2] - low < SAME)) {
        for (a, b) in [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (triangle[a], triangle[b])) {
            let (one, other) = (corner(a), corner(b));
            let ends = [a, b].map(|[x, y, _]| Point { x, y });
            edges.entry((one.min(other), one.max(other))).or_insert((0, ends)).0 += 1;
        }
    }
    edges.into_values().filter(|(count, _)| count % 2 == 1).map(|(_, [from, to])| (from, to)).collect()
}

#[cfg(all(test, feature = "solid"))]
mod tests {
    use super::*;
    use crate::check::{compare, read};
    use crate::drawing::{Canvas, Drawing, Medium, Path, Role};
    use crate::geometry::Bounds;
    use crate::render::{stl, threemf};
    use piecework_tiling::limits::Limits;

    fn drawing() -> Drawing {
        let mut canvas = Canvas::new("sheet", Medium::Machine, 100.0, 80.0);
        for (name, left) in [("1 A", 10.0), ("2 B", 60.0)] {
            let bounds = Bounds { left, top: 10.0, right: left + 30.0, bottom: 40.0 };
            canvas.path(Role::Cut, Path::rectangle(bounds).named(name));
        }
        canvas.finish().expect("fits")
    }

    fn read_it(name: &str, bytes: Vec<u8>) -> Result<CutFile, String> {
        read(name, bytes, &Limits::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn both_formats_have_the_same_plates() {
        let stl = read_it("a.stl", stl::stl(&drawing(), 3.0).expect("written")).expect("closed");
        let threemf = read_it("a.3mf", threemf::threemf(&drawing(), 3.0).expect("written")).expect("closed");
        assert_eq!(stl.sheets[0].edges(), 8);
        let [one, other] = [&stl, &threemf].map(|file| file.file_sheets().next().expect("a sheet"));
        assert_eq!(compare(one, other), []);
    }

    #[test]
    fn open_and_shortened_files_are_refused() {
        let good = stl::stl(&drawing(), 3.0).expect("written");
        let said = |bytes: Vec<u8>| read_it("a.stl", bytes).expect_err("refused");
        assert!(said(good[..good.len() - 50].to_vec()).contains("triangles"));
        let mut fewer = good[..good.len() - 50].to_vec();
        let count = u32::from_le_bytes(fewer[80..84].try_into().expect("four")) - 1;
        fewer[80..84].copy_from_slice(&count.to_le_bytes());
        assert!(said(fewer).contains("open or turned inside out at 3 edges"));
        assert!(read_it("a.3mf", good).expect_err("no ZIP").contains("3D model"));
    }
}

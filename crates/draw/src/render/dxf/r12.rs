//! DXF R12: layers, and polylines made of vertices.

use super::group::Groups;
use super::lines::{Line, Lines};

/// Returns the file; `comment` comes first.
pub(super) fn file(lines: &Lines, comment: &str) -> String {
    let mut groups = Groups::default();
    groups.comment(comment);
    groups.recipe(lines.recipe.as_deref());
    groups.section("HEADER", |groups| {
        groups.put_all(&[(9, "$ACADVER"), (1, "AC1009")]);
        groups.put_all(&[(9, "$EXTMIN"), (10, "0.0"), (20, "0.0"), (30, "0.0")]);
        groups.put_all(&[(9, "$EXTMAX"), (10, &lines.corner.x), (20, &lines.corner.y), (30, "0.0")]);
    });
    groups.section("TABLES", |groups| tables(groups, lines));
    groups.section("BLOCKS", |_| {});
    groups.section("ENTITIES", |groups| lines.lines.iter().for_each(|line| polyline(groups, line)));
    groups.finish()
}

fn tables(groups: &mut Groups, lines: &Lines) {
    groups.put_all(&[(0, "TABLE"), (2, "LTYPE"), (70, "1")]);
    groups.put_all(&[(0, "LTYPE"), (2, "CONTINUOUS"), (70, "0"), (3, "Solid line"), (72, "65"), (73, "0")]);
    groups.put_all(&[(40, "0.0"), (0, "ENDTAB")]);
    groups.put_all(&[(0, "TABLE"), (2, "LAYER")]);
    groups.put(70, lines.layers.len() + 1);
    for (name, aci) in [("0", 7)].iter().chain(&lines.layers) {
        groups.put_all(&[(0, "LAYER"), (2, name), (70, "0")]);
        groups.put(62, aci);
        groups.put(6, "CONTINUOUS");
    }
    groups.put(0, "ENDTAB");
}

fn polyline(groups: &mut Groups, line: &Line) {
    groups.put_all(&[(0, "POLYLINE"), (8, line.layer), (66, "1")]);
    groups.put_all(&[(10, "0.0"), (20, "0.0"), (30, "0.0")]);
    groups.put(70, u8::from(line.closed));
    for (place, bulge) in line.places.iter().zip(&line.bulges) {
        groups.put_all(&[(0, "VERTEX"), (8, line.layer), (10, &place.x), (20, &place.y), (30, "0.0")]);
        if let Some(bulge) = bulge {
            groups.put(42, bulge);
        }
    }
    groups.put_all(&[(0, "SEQEND"), (8, line.layer)]);
}

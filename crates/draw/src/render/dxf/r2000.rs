//! Writes DXF R2000, which states its unit and is complete: every table, both spaces with their layouts, the
//! dictionaries.
//!
//! Every object has a handle, and the handle of its owner. Handles of fixed objects are the constants below;
//! those of layers and lines are counted from [`FIRST_FREE`].

use super::Unit;
use super::group::Groups;
use super::lines::{Line, Lines};

const VPORT_TABLE: &str = "1";
const LTYPE_TABLE: &str = "2";
const LAYER_TABLE: &str = "3";
const STYLE_TABLE: &str = "4";
const VIEW_TABLE: &str = "5";
const UCS_TABLE: &str = "6";
const APPID_TABLE: &str = "7";
const DIMSTYLE_TABLE: &str = "8";
const BLOCK_RECORD_TABLE: &str = "9";
const BYBLOCK: &str = "A";
const BYLAYER: &str = "B";
const CONTINUOUS: &str = "C";
const LAYER_0: &str = "D";
const STANDARD_STYLE: &str = "E";
const ACAD: &str = "F";
const STANDARD_DIMSTYLE: &str = "10";
const ROOT: &str = "11";
const GROUPS: &str = "12";
const LAYOUTS: &str = "13";
const PLOT_STYLES: &str = "14";
const PLOT_STYLE_NORMAL: &str = "15";
const VPORT_ACTIVE: &str = "16";
const FIRST_FREE: usize = 0x20;

/// One of the two drawing areas that a file must have.
struct Space {
    name: &'static str,
    layout_name: &'static str,
    order: &'static str,
    /// 1024 for model space.
    layout_flags: &'static str,
    paper: bool,
    record: &'static str,
    begin: &'static str,
    end: &'static str,
    layout: &'static str,
}

const MODEL: Space = Space {
    name: "*Model_Space",
    layout_name: "Model",
    order: "0",
    layout_flags: "1024",
    paper: false,
    record: "17",
    begin: "18",
    end: "19",
    layout: "1A",
};

const PAPER: Space = Space {
    name: "*Paper_Space",
    layout_name: "Layout1",
    order: "1",
    layout_flags: "0",
    paper: true,
    record: "1B",
    begin: "1C",
    end: "1D",
    layout: "1E",
};

/// Returns the file; `comment` comes first.
pub(super) fn file(lines: &Lines, comment: &str, unit: Unit) -> String {
    let mut groups = Groups::default();
    groups.comment(comment);
    groups.recipe(lines.recipe.as_deref());
    groups.section("HEADER", |groups| header(groups, lines, unit));
    groups.section("CLASSES", |_| {});
    groups.section("TABLES", |groups| tables(groups, lines));
    groups.section("BLOCKS", |groups| [MODEL, PAPER].iter().for_each(|space| block(groups, space)));
    groups.section("ENTITIES", |groups| {
        for (number, line) in lines.lines.iter().enumerate() {
            polyline(groups, line, &handle(lines.layers.len() + number));
        }
    });
    groups.section("OBJECTS", objects);
    groups.finish()
}

/// Returns the handle of the layer or line with this number; layers come first.
fn handle(number: usize) -> String {
    format!("{:X}", FIRST_FREE + number)
}

fn header(groups: &mut Groups, lines: &Lines, unit: Unit) {
    // Codes of $INSUNITS and $MEASUREMENT: DXF Reference, header variables.
    let (units, metric) = match unit {
        Unit::Millimetre => ("4", "1"),
        Unit::Inch => ("1", "0"),
    };
    groups.put_all(&[(9, "$ACADVER"), (1, "AC1015"), (9, "$DWGCODEPAGE"), (3, "ANSI_1252")]);
    groups.put_all(&[(9, "$EXTMIN"), (10, "0.0"), (20, "0.0"), (30, "0.0")]);
    groups.put_all(&[(9, "$EXTMAX"), (10, &lines.corner.x), (20, &lines.corner.y), (30, "0.0")]);
    groups.put_all(&[(9, "$INSUNITS"), (70, units), (9, "$MEASUREMENT"), (70, metric)]);
    groups.put(9, "$HANDSEED");
    groups.put(5, handle(lines.layers.len() + lines.lines.len()));
}

fn tables(groups: &mut Groups, lines: &Lines) {
    table(groups, "VPORT", VPORT_TABLE, 1, |groups| viewport(groups, lines));
    table(groups, "LTYPE", LTYPE_TABLE, 3, |groups| {
        for (handle, name, about) in
            [(BYBLOCK, "ByBlock", ""), (BYLAYER, "ByLayer", ""), (CONTINUOUS, "Continuous", "Solid line")]
        {
            record(groups, ("LTYPE", "AcDbLinetypeTableRecord"), (5, handle), LTYPE_TABLE, name);
            groups.put_all(&[(3, about), (72, "65"), (73, "0"), (40, "0.0")]);
        }
    });
    table(groups, "LAYER", LAYER_TABLE, lines.layers.len() + 1, |groups| {
        layer(groups, LAYER_0, "0", 7);
        for (number, (name, aci)) in lines.layers.iter().enumerate() {
            layer(groups, &handle(number), name, *aci);
        }
    });
    table(groups, "STYLE", STYLE_TABLE, 1, |groups| {
        let class = ("STYLE", "AcDbTextStyleTableRecord");
        record(groups, class, (5, STANDARD_STYLE), STYLE_TABLE, "Standard");
        groups.put_all(&[(40, "0.0"), (41, "1.0"), (50, "0.0"), (71, "0"), (42, "2.5"), (3, "txt"), (4, "")]);
    });
    table(groups, "VIEW", VIEW_TABLE, 0, |_| {});
    table(groups, "UCS", UCS_TABLE, 0, |_| {});
    table(groups, "APPID", APPID_TABLE, 1, |groups| {
        record(groups, ("APPID", "AcDbRegAppTableRecord"), (5, ACAD), APPID_TABLE, "ACAD");
    });
    table(groups, "DIMSTYLE", DIMSTYLE_TABLE, 1, |groups| {
        let class = ("DIMSTYLE", "AcDbDimStyleTableRecord");
        record(groups, class, (105, STANDARD_DIMSTYLE), DIMSTYLE_TABLE, "Standard");
    });
    table(groups, "BLOCK_RECORD", BLOCK_RECORD_TABLE, 2, |groups| {
        for space in [MODEL, PAPER] {
            groups.put_all(&[(0, "BLOCK_RECORD"), (5, space.record), (330, BLOCK_RECORD_TABLE)]);
            groups.put_all(&[(100, "AcDbSymbolTableRecord"), (100, "AcDbBlockTableRecord")]);
            groups.put_all(&[(2, space.name), (340, space.layout)]);
        }
    });
}

fn table(groups: &mut Groups, name: &str, handle: &str, entries: usize, inside: impl FnOnce(&mut Groups)) {
    groups.put_all(&[(0, "TABLE"), (2, name), (5, handle), (330, "0"), (100, "AcDbSymbolTable")]);
    groups.put(70, entries);
    if name == "DIMSTYLE" {
        groups.put_all(&[(100, "AcDbDimStyleTable"), (71, "1"), (340, STANDARD_DIMSTYLE)]);
    }
    inside(groups);
    groups.put(0, "ENDTAB");
}

/// Begins a table entry of a type and class; its handle has code 5, but 105 for dimension styles.
fn record(groups: &mut Groups, kind: (&str, &str), handle: (u16, &str), owner: &str, name: &str) {
    groups.put_all(&[(0, kind.0), handle, (330, owner), (100, "AcDbSymbolTableRecord"), (100, kind.1)]);
    groups.put_all(&[(2, name), (70, "0")]);
}

fn layer(groups: &mut Groups, handle: &str, name: &str, aci: u8) {
    record(groups, ("LAYER", "AcDbLayerTableRecord"), (5, handle), LAYER_TABLE, name);
    groups.put(62, aci);
    groups.put_all(&[(6, "Continuous"), (370, "-3"), (390, PLOT_STYLE_NORMAL)]);
}

/// The view that shows the whole sheet when the file is opened.
fn viewport(groups: &mut Groups, lines: &Lines) {
    record(groups, ("VPORT", "AcDbViewportTableRecord"), (5, VPORT_ACTIVE), VPORT_TABLE, "*Active");
    groups.put_all(&[(10, "0.0"), (20, "0.0"), (11, "1.0"), (21, "1.0")]);
    let (x, y, height) = (&lines.middle.x, &lines.middle.y, &lines.longer_side);
    groups.put_all(&[(12, x), (22, y), (40, height), (41, "1.0")]);
}

fn block(groups: &mut Groups, space: &Space) {
    let paper: &[(u16, &str)] = if space.paper { &[(67, "1")] } else { &[] };
    groups.put_all(&[(0, "BLOCK"), (5, space.begin), (330, space.record), (100, "AcDbEntity")]);
    groups.put_all(paper);
    groups.put_all(&[(8, "0"), (100, "AcDbBlockBegin"), (2, space.name), (70, "0")]);
    groups.put_all(&[(10, "0.0"), (20, "0.0"), (30, "0.0"), (3, space.name), (1, "")]);
    groups.put_all(&[(0, "ENDBLK"), (5, space.end), (330, space.record), (100, "AcDbEntity")]);
    groups.put_all(paper);
    groups.put_all(&[(8, "0"), (100, "AcDbBlockEnd")]);
}

fn polyline(groups: &mut Groups, line: &Line, handle: &str) {
    groups.put_all(&[(0, "LWPOLYLINE"), (5, handle), (330, MODEL.record), (100, "AcDbEntity")]);
    groups.put_all(&[(8, line.layer), (100, "AcDbPolyline")]);
    groups.put(90, line.places.len());
    groups.put(70, u8::from(line.closed));
    for (place, bulge) in line.places.iter().zip(&line.bulges) {
        groups.put_all(&[(10, &place.x), (20, &place.y)]);
        if let Some(bulge) = bulge {
            groups.put(42, bulge);
        }
    }
}

fn objects(groups: &mut Groups) {
    dictionary(
        groups,
        ("DICTIONARY", ROOT, "0"),
        &[("ACAD_GROUP", GROUPS), ("ACAD_LAYOUT", LAYOUTS), ("ACAD_PLOTSTYLENAME", PLOT_STYLES)],
    );
    dictionary(groups, ("DICTIONARY", GROUPS, ROOT), &[]);
    let layouts = [MODEL, PAPER].map(|space| (space.layout_name, space.layout));
    dictionary(groups, ("DICTIONARY", LAYOUTS, ROOT), &layouts);
    [MODEL, PAPER].iter().for_each(|space| layout(groups, space));
    dictionary(groups, ("ACDBDICTIONARYWDFLT", PLOT_STYLES, ROOT), &[("Normal", PLOT_STYLE_NORMAL)]);
    groups.put_all(&[(100, "AcDbDictionaryWithDefault"), (340, PLOT_STYLE_NORMAL)]);
    groups.put_all(&[(0, "ACDBPLACEHOLDER"), (5, PLOT_STYLE_NORMAL), (330, PLOT_STYLES)]);
}

/// A dictionary of a type, with its handle and its owner.
fn dictionary(groups: &mut Groups, kind: (&str, &str, &str), entries: &[(&str, &str)]) {
    groups.put_all(&[(0, kind.0), (5, kind.1), (330, kind.2), (100, "AcDbDictionary"), (281, "1")]);
    for (name, handle) in entries {
        groups.put_all(&[(3, name), (350, handle)]);
    }
}

fn layout(groups: &mut Groups, space: &Space) {
    groups.put_all(&[(0, "LAYOUT"), (5, space.layout), (330, LAYOUTS), (100, "AcDbPlotSettings")]);
    groups.put_all(&[(1, ""), (2, ""), (4, ""), (6, ""), (70, space.layout_flags), (72, "1")]);
    groups.put_all(&[(100, "AcDbLayout"), (1, space.layout_name), (70, "1"), (71, space.order)]);
    groups.put_all(&[(330, space.record)]);
}

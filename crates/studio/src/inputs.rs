//! What the page is built from: templates, palettes, papers, machines, sets of pieces, and the rows of every
//! option.

use serde_json::{Map, Value, json};

use super::preview::MOST;
use piecework_app::design::gallery;
use piecework_app::design::{OptionKind, OptionSpec, Options as _, PRODUCTS, SEARCH_COMMON, SearchRequest};
use piecework_app::question::KEYS;
use piecework_cut as cut;
use piecework_draw::color::{Palette, Photo, Picture};
use piecework_draw::layout;
use piecework_draw::render::FORMATS;
use piecework_quilt::yardage::size_names;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::polyform::{named_set, set_names};
use piecework_tiling::templates::puzzle_templates;

/// What a server offers besides answers.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Offers {
    /// It serves strangers, within smaller limits.
    pub(super) public: bool,
    /// The page without a server.
    pub(super) device: bool,
    /// A wall for a class.
    pub(super) class: bool,
}

/// Everything that a design can be made of, as JSON.
pub(super) fn inputs(server: Offers) -> Value {
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "public": server.public,
        "device": server.device,
        "class": server.class,
        "board_most": MOST,
        "qr_most": super::qr::MOST,
        "templates": templates(),
        "palettes": Palette::all().map(|palette| palette_value(&palette)).collect::<Vec<Value>>(),
        "photos": Photo::names().collect::<Vec<&str>>(),
        "pictures": Picture::names().collect::<Vec<&str>>(),
        "papers": layout::paper_names(),
        "rolls": layout::roll_names(),
        "beds": size_names(),
        "blocks": blocks(),
        "machines": machines(),
        "materials": materials(),
        "lattices": Lattice::ALL.iter().map(|&lattice| lattice_value(lattice)).collect::<Vec<Value>>(),
        "sets": sets(),
        "formats": FORMATS.iter().map(|format| json!({ "name": format.name, "about": format.about })).collect::<Vec<Value>>(),
        "figures": KEYS.iter().map(|key| json!({ "name": key.name, "about": key.meaning })).collect::<Vec<Value>>(),
        "search": rows(&SearchRequest::rows()),
        "search_common": SEARCH_COMMON,
        "products": products(),
    })
}

/// What the page draws cells from: for each kind of cell its place in a text picture and its corners, and the
/// steps from period to period in text and in corners.
fn lattice_value(lattice: Lattice) -> Value {
    let count = i32::try_from(lattice.kinds()).unwrap_or_default();
    let kinds = (0..count).map(|kind| {
        let cell = Cell::new(kind, 0);
        let corners = lattice.corners(cell).map(|corner| json!([corner.x, corner.y]));
        json!({ "text": lattice.text_place(cell), "corners": corners.collect::<Vec<Value>>() })
    });
    // A step down that keeps the kind of the cells.
    let down = (0..count).map(|x| Cell::new(x, 1)).find(|&step| lattice.is_translation(step));
    let (left, top) = lattice.text_place(Cell::default());
    let steps = [Cell::new(count, 0), down.unwrap_or_default()].map(|step| {
        let ((column, row), corner) = (lattice.text_place(step), lattice.moved_by(step));
        json!({ "text": [column - left, row - top], "corner": [corner.x, corner.y] })
    });
    json!({
        "name": lattice.name(),
        "cells": lattice.cell_name(),
        "kinds": kinds.collect::<Vec<Value>>(),
        "slant": lattice.kind_of(Cell::new(0, 1)),
        "steps": steps,
        "column": lattice.cells_in_column(),
        "scale": lattice.corner_scale(),
        "rectilinear": lattice.is_rectilinear(),
    })
}

fn templates() -> Value {
    let all = puzzle_templates().iter().map(|template| {
        let puzzle: Value = serde_json::from_str(template.text).unwrap_or_default();
        json!({
            "name": template.name, "about": template.about.split("; ").collect::<Vec<&str>>(), "title": puzzle["name"],
            "lattice": puzzle["lattice"],
        })
    });
    all.collect()
}

/// What a second block can be called: a plain one, and the designs of the gallery that are quilts.
fn blocks() -> Value {
    let quilts = gallery().iter().filter(|design| design.design["quilt"].is_object());
    ["plain"].into_iter().chain(quilts.map(|design| design.name.as_str())).collect()
}

fn palette_value(palette: &Palette) -> Value {
    let fabrics = palette
        .fabrics()
        .iter()
        .map(|fabric| json!({ "name": fabric.name, "rgb": fabric.color.to_string() }));
    json!({
        "name": palette.name(), "title": palette.title(), "fabrics": fabrics.collect::<Vec<Value>>(),
    })
}

fn machines() -> Value {
    let all = cut::machine_names().into_iter().filter_map(|name| cut::machine(name).ok());
    let all = all.map(|machine| {
        let formats: Vec<&str> = machine.formats.iter().map(|format| format.name).collect();
        let bed = &machine.bed;
        json!({
            "name": bed.name, "title": bed.title, "width": bed.width, "height": bed.height, "formats": formats,
        })
    });
    all.collect()
}

/// Materials with their titles.
fn materials() -> Value {
    let all = cut::material_names().into_iter().filter_map(|name| cut::material(name).ok());
    all.map(|material| json!([material.name, material.title])).collect()
}

/// The sets of pieces by name, with their pieces.
fn sets() -> Value {
    /// Sets with more pieces than anyone chooses from by hand are not listed piece by piece.
    const MOST: usize = 120;
    let all = set_names().filter_map(named_set).filter(|set| set.members.len() <= MOST).map(|set| {
        let pieces =
            set.members.iter().map(|member| json!({ "name": member.name, "rows": member.shape.rows() }));
        let lattice = set.members.first().map(|member| member.shape.lattice().name());
        json!({
            "name": set.name, "lattice": lattice, "symmetry": set.freedom.name(), "pieces": pieces.collect::<Vec<Value>>(),
        })
    });
    all.collect()
}

fn products() -> Value {
    let all = PRODUCTS.iter().map(|spec| {
        json!({
            "name": spec.name, "about": spec.about, "rows": rows(&(spec.rows)()), "search": spec.search,
            "common": spec.common,
        })
    });
    all.collect()
}

fn rows(rows: &[&OptionSpec]) -> Value {
    rows.iter().map(|row| row_value(row)).collect()
}

/// A row of a table, as the page makes a control from it.
fn row_value(row: &OptionSpec) -> Value {
    let mut value = Map::new();
    let mut set = |key: &str, part: Value| value.insert(key.to_owned(), part);
    set("key", row.key.into());
    set("about", row.about().into());
    set("label", row.label().into());
    set("of_colors", row.of_colors.into());
    set("lists", row.lists.into());
    set("group", row.group.into());
    set("kind", kind_value(&row.kind));
    set("default", row.default.map_or(Value::Null, Value::from));
    set("least", row.range.0.into());
    // Numbers beyond 53 bits are not read alike everywhere; such a range has no end.
    set("most", if row.range.1 >= 1 << 53 { Value::Null } else { row.range.1.into() });
    set("excludes", row.excludes.into());
    set("replaces", row.replaces.into());
    set("needs", row.needs.map_or(Value::Null, Value::from));
    Value::Object(value)
}

fn kind_value(kind: &OptionKind) -> Value {
    match kind {
        OptionKind::Flag => json!({ "is": "flag" }),
        OptionKind::Whole => json!({ "is": "whole" }),
        OptionKind::Word(choices) => {
            let words = choices.iter().map(|choice| json!({ "name": choice.name, "about": choice.about }));
            json!({ "is": "word", "words": words.collect::<Vec<Value>>() })
        }
        OptionKind::Text(form) => json!({ "is": "text", "form": form }),
        OptionKind::List(inner) => json!({ "is": "list", "of": kind_value(inner) }),
        OptionKind::NameOrFile("art") => json!({ "is": "text", "form": "words, or the text of a drawing" }),
        OptionKind::NameOrFile(what) => json!({ "is": "name", "of": what }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_of_every_product_has_a_row_of_a_kind_that_the_page_knows() {
        let inputs = inputs(Offers::default());
        let known = ["flag", "whole", "word", "text", "list", "name"];
        let listed = |rows: &Value| rows.as_array().cloned().unwrap_or_default();
        for (spec, product) in PRODUCTS.iter().zip(listed(&inputs["products"])) {
            assert_eq!(product["name"], spec.name);
            let keys: Vec<&str> = (spec.rows)().iter().map(|row| row.key).collect();
            let rows = listed(&product["rows"]);
            assert_eq!(rows.iter().filter_map(|row| row["key"].as_str()).collect::<Vec<&str>>(), keys);
            for row in rows {
                let kind = &row["kind"]["is"];
                assert!(known.iter().any(|known| kind == known), "{row}");
            }
        }
        let schema: Value = serde_json::from_str(&piecework_app::design::design_schema()).expect("JSON");
        for product in listed(&inputs["products"]) {
            let of_schema = &schema["properties"][product["name"].as_str().unwrap_or_default()]["properties"];
            let keys = listed(&product["rows"]).len();
            assert_eq!(of_schema.as_object().map(Map::len), Some(keys), "{}", product["name"]);
        }
    }

    #[test]
    fn steps_lead_from_every_cell_of_a_period_to_the_same_one_of_another() {
        let pair = |value: &Value| {
            let number = |at: usize| i32::try_from(value[at].as_i64().expect("a number")).expect("small");
            (number(0), number(1))
        };
        for &lattice in Lattice::ALL {
            let value = lattice_value(lattice);
            let step = |at: usize, key: &str| pair(&value["steps"][at][key]);
            let moved = |start: (i32, i32), key: &str, i: i32, j: i32| {
                let (across, down) = (step(0, key), step(1, key));
                (start.0 + i * across.0 + j * down.0, start.1 + i * across.1 + j * down.1)
            };
            for (kind, of_kind) in value["kinds"].as_array().expect("kinds").iter().enumerate() {
                for (i, j) in [(0, 0), (1, 0), (0, 1), (3, 2), (-1, 1)] {
                    let (column, row) = moved(pair(&of_kind["text"]), "text", i, j);
                    let cell = lattice.cell_at_text(column, row).expect("a cell");
                    assert_eq!(lattice.kind_of(cell), kind, "{} at {column}, {row}", lattice.name());
                    let corners = of_kind["corners"].as_array().expect("corners").iter();
                    let corners = corners.map(|corner| moved(pair(corner), "corner", i, j));
                    let known = lattice.corners(cell).map(|corner| (corner.x, corner.y));
                    assert!(corners.eq(known), "{} at {column}, {row}", lattice.name());
                }
            }
        }
    }

    #[test]
    fn sets_say_their_pieces() {
        let sets = sets();
        let set = sets.as_array().and_then(|sets| sets.iter().find(|set| set["name"] == "pentominoes"));
        let set = set.expect("the pentominoes");
        assert_eq!((set["pieces"].as_array().map(Vec::len), &set["lattice"]), (Some(12), &json!("square")));
    }
}

//! Compares ARCHITECTURE.md with the source files: rooms, imports, files, and no circles.
//!
//! `PIECEWORK_BLESS=1 cargo test --test layers` rewrites the list of files in ARCHITECTURE.md.

mod circles;
mod document;
mod house;
mod names;
mod source;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use document::{Document, file_list};
use house::{Arrow, House};
use source::{Source, sources};

static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(sources);

/// Read once, before it may be written.
static DOCUMENT: LazyLock<Document> = LazyLock::new(Document::read);

static ARROWS: LazyLock<BTreeSet<Arrow>> = LazyLock::new(|| House::new(&SOURCES).arrows());

/// The files of the library; the program uses the public API only.
fn library() -> Vec<&'static Source> {
    SOURCES.iter().filter(|source| source.room() != "bin").collect()
}

#[test]
fn rooms_import_only_what_the_table_allows() {
    let table = DOCUMENT.rooms();
    let mut broken = Vec::new();
    for Arrow { from, to, name, line } in ARROWS.iter() {
        let room = |path: &str| path.split(['/', '.']).next().unwrap_or_default().to_owned();
        let (here, there) = (room(from), room(to));
        if [here.as_str(), there.as_str()].iter().any(|room| ["lib", "bin"].contains(room)) || here == there {
            continue;
        }
        let allowed = table.get(&here).unwrap_or_else(|| panic!("room `{here}` is not in ARCHITECTURE.md"));
        if !allowed.contains(&there) && allowed.join(" ") != "every stage" {
            broken.push(format!("src/{from}:{line}: `{here}` may not import `{name}` from `{there}`"));
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

#[test]
fn the_table_has_the_rooms_that_there_are() {
    let library = library();
    let rooms: BTreeSet<&str> =
        library.iter().map(|source| source.room()).filter(|room| *room != "lib").collect();
    let table = DOCUMENT.rooms();
    let named: BTreeSet<&str> = table.keys().map(String::as_str).collect();
    assert_eq!(named, rooms, "the rooms of ARCHITECTURE.md and those of src");
}

#[test]
fn the_list_of_files_is_the_tree() {
    let expected = file_list(&library());
    LazyLock::force(&DOCUMENT);
    if std::env::var_os("PIECEWORK_BLESS").is_some() {
        DOCUMENT.bless(&expected);
    }
    let advice = "run `PIECEWORK_BLESS=1 cargo test --test layers` and look at the difference";
    assert_eq!(Document::read().file_list(), expected, "{advice}");
}

#[test]
fn the_flow_names_rooms_in_the_order_of_the_table_and_types_that_exist() {
    let document = &DOCUMENT;
    let order = document.order();
    let at = |room: &String| {
        let found = order.iter().position(|other| other == room);
        found.unwrap_or_else(|| panic!("the flow names `{room}`, which is no room"))
    };
    // Crafts name the formats that they write, so `render` is above them in the table, although data reach it last.
    let rooms: Vec<String> = document.rooms_of_the_flow();
    let places: Vec<usize> = rooms.iter().filter(|room| *room != "render").map(at).collect();
    assert!(places.len() >= 4 && places.is_sorted(), "{:?} in {order:?}", document.rooms_of_the_flow());

    let library = library();
    let types = document.types();
    assert!(types.len() >= 8, "{types:?}");
    for name in types {
        let defines = |source: &Source| {
            let pairs = source.tokens.windows(2);
            pairs.into_iter().any(|pair| ["struct", "enum"].contains(&&*pair[0].text) && pair[1].text == name)
        };
        assert!(
            library.iter().any(|source| defines(source)),
            "ARCHITECTURE.md names `{name}`, which is no type"
        );
    }
}

#[test]
fn no_files_and_no_folders_need_one_another_in_a_circle() {
    let found: Vec<String> = circles::circles(&ARROWS).iter().map(|circle| told(circle)).collect();
    assert!(found.is_empty(), "{} circles:\n{}", found.len(), found.join("\n"));
}

/// A circle with the names that cause it.
fn told(circle: &[String]) -> String {
    let part = |path: &String| {
        circle.iter().find(|&part| path == part || part.ends_with('/') && path.starts_with(part))
    };
    let ties = ARROWS
        .iter()
        .filter(|arrow| part(&arrow.from).zip(part(&arrow.to)).is_some_and(|(from, to)| from != to));
    let ties: Vec<String> = ties
        .map(|Arrow { from, to, name, line }| format!("    src/{from}:{line} takes `{name}` from {to}"))
        .collect();
    format!("{circle:?}\n{}", ties.join("\n"))
}

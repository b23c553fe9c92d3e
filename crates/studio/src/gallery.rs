//! The gallery: finished designs to begin with, each with the tiling that is shown.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::scene::colored;
use piecework_app::design::Design;
use piecework_tiling::limits::Limits;
use piecework_tiling::source::Source;

/// Its designs: a name, a title, what it is for, how much practice and time it takes, and the design.
const GALLERY: &str = include_str!("gallery.json");

/// The designs with their pictures, as JSON.
static PICTURES: LazyLock<Value> =
    LazyLock::new(|| json!({ "designs": entries().map(with_picture).collect::<Vec<Value>>() }));

/// The gallery as the page reads it.
pub(super) fn gallery() -> &'static Value {
    &PICTURES
}

fn entries() -> impl Iterator<Item = Value> {
    let all: Vec<Value> = serde_json::from_str(GALLERY).unwrap_or_default();
    all.into_iter()
}

fn with_picture(mut entry: Value) -> Value {
    let source = Source::new("gallery.json", entry["design"].to_string());
    let design = Design::read(&source, &Limits::default()).ok();
    entry["picture"] = design.and_then(|design| colored(&design)).into();
    entry
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_design_can_be_read_is_whole_and_has_a_picture() {
        let designs = gallery()["designs"].as_array().cloned().unwrap_or_default();
        assert!(designs.len() >= 24, "{}", designs.len());
        for entry in designs {
            let name = entry["name"].as_str().expect("a name");
            let source = Source::new("gallery.json", entry["design"].to_string());
            let design =
                Design::read(&source, &Limits::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(design.check().is_ok() && design.subjects[0].tilings.len() == 1, "{name}");
            assert!(
                entry["picture"].as_str().is_some_and(|picture| picture.contains("data-fabric")),
                "{name}"
            );
            for key in ["title", "about", "kind", "level", "time", "size"] {
                assert!(entry[key].as_str().is_some_and(|text| !text.is_empty()), "{name}: {key}");
            }
        }
    }
}

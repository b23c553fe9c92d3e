//! The gallery: finished designs to begin with, each with a picture of its tiling.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::scene::colored;
use piecework_app::design;
use piecework_tiling::limits::Limits;

/// The designs with their pictures, as JSON.
static PICTURES: LazyLock<Value> = LazyLock::new(
    || json!({ "designs": design::gallery().iter().map(with_picture).collect::<Vec<Value>>() }),
);

/// The gallery as the page reads it.
pub(super) fn gallery() -> &'static Value {
    &PICTURES
}

fn with_picture(entry: &design::GalleryDesign) -> Value {
    let design = entry.read(&Limits::default()).ok();
    let mut value = json!(entry);
    value["picture"] = design.and_then(|design| colored(&design)).into();
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_design_has_a_picture() {
        for entry in gallery()["designs"].as_array().into_iter().flatten() {
            let picture = entry["picture"].as_str();
            assert!(picture.is_some_and(|picture| picture.contains("data-fabric")), "{}", entry["name"]);
        }
    }
}

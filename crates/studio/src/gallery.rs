//! The gallery: finished designs to begin with, each with a picture of its tiling.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use super::scene::colored;
use piecework_app::design;
use piecework_tiling::limits::Limits;

/// As many designs are near the window at first; what belongs to the others is two thirds of what the page loads.
const SEEN: usize = 4;
/// The designs behind the three pictures at the top of the page.
const TOP: [&str; 3] = ["y-hexomino", "pillow", "rhombus"];

/// The gallery as the page reads it first, and what it asks for when more is seen.
static PARTS: LazyLock<(Value, Value)> = LazyLock::new(|| {
    let (mut designs, mut rest) = (Vec::new(), Map::new());
    for (index, entry) in design::gallery().iter().enumerate() {
        let mut value = with_picture(entry);
        if let Value::Object(all) = &mut value
            && index >= SEEN
            && !TOP.contains(&entry.name.as_str())
        {
            let later =
                ["design", "picture"].map(|key| (key.to_owned(), all.remove(key).unwrap_or_default()));
            rest.insert(entry.name.clone(), Value::Object(later.into_iter().collect()));
        }
        designs.push(value);
    }
    (json!({ "designs": designs }), rest.into())
});

/// Every design in a few words; those at the top of the page have all they need.
pub(super) fn gallery() -> &'static Value {
    &PARTS.0
}

/// What the other designs are and their pictures, by name.
pub(super) fn rest() -> &'static Value {
    &PARTS.1
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
            let whole =
                if entry["design"].is_null() { &rest()[entry["name"].as_str().unwrap_or("")] } else { entry };
            let picture = whole["picture"].as_str();
            assert!(picture.is_some_and(|picture| picture.contains("data-fabric")), "{}", entry["name"]);
            assert_eq!(whole["design"]["piecework"], 2, "{}", entry["name"]);
        }
    }
}

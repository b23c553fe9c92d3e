//! The gallery: finished designs that are made by name, each with the tiling that is shown.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Design, Product};
use piecework_tiling::error::Error;
use piecework_tiling::limits::Limits;
use piecework_tiling::names::find;
use piecework_tiling::setting::{OneLine, Setting as _};
use piecework_tiling::source::Source;

/// A finished design, and what a person wants to know before making it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GalleryDesign {
    /// Its name for `piecework make`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What it is, in a few words.
    pub about: String,
    /// What it is for.
    pub kind: String,
    /// How much practice it takes.
    pub level: String,
    /// How long it takes.
    pub time: String,
    /// Its finished size.
    pub size: String,
    /// The design as a design file holds it, with its tiling.
    pub design: Value,
}

/// The designs, which the tests have read.
static DESIGNS: LazyLock<Vec<GalleryDesign>> = LazyLock::new(|| {
    serde_json::from_str(piecework_templates::file("gallery.json")).expect("an embedded gallery")
});

/// The designs of the gallery, in the order in which they are shown.
pub fn gallery() -> &'static [GalleryDesign] {
    &DESIGNS
}

impl GalleryDesign {
    /// The design of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        find(name, gallery(), |design| &design.name)
    }

    /// Reads the design.
    ///
    /// # Errors
    /// [`Error`] for limits that are too low for it.
    pub fn read(&self, limits: &Limits) -> Result<Design, Error> {
        let mut design =
            Design::read(&Source::new(format!("{}.json", self.name), self.design.to_string()), limits)?;
        // Files are called by the name that a person typed.
        for subject in &mut design.subjects {
            subject.stem.clone_from(&self.name);
        }
        for product in &mut design.products {
            if let Product::Quilt(request) = product {
                request.title.get_or_insert_with(|| OneLine::preset(&self.title));
            }
        }
        Ok(design)
    }

    /// The command that makes it.
    pub fn command(&self) -> String {
        format!("piecework make {}", self.name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_design_can_be_read_is_whole_and_has_its_tiling() {
        assert!(gallery().len() >= 36, "{}", gallery().len());
        let names: BTreeSet<&str> = gallery().iter().map(|design| design.name.as_str()).collect();
        assert_eq!(names.len(), gallery().len(), "no name twice");
        for entry in gallery() {
            let name = &entry.name;
            let design = entry.read(&Limits::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
            design.check().unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!((design.subjects.len(), design.subjects[0].tilings.len()), (1, 1), "{name}");
            assert_eq!(design.products.len(), 1, "{name}");
            let texts = [&entry.title, &entry.about, &entry.kind, &entry.level, &entry.time, &entry.size];
            assert!(texts.iter().all(|text| !text.is_empty()), "{name}");
            assert_eq!(GalleryDesign::named(name), Some(entry));
        }
    }
}

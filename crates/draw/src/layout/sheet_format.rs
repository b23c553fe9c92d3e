//! Reads the size and margin of paper, of paper on a roll, and of work areas.

use super::LayoutError;
use crate::geometry::{Bounds, Dimensions};
use piecework_tiling::defect::ReadError;
use piecework_tiling::json::Document;
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::source::Source;

/// The longest side in mm; PDF readers accept up to 5080 mm.
const LONGEST: f64 = 5000.0;

/// A sheet with margins.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetFormat {
    /// The name used on the command line: `letter`, `a4`.
    pub name: String,
    /// The name a person reads.
    pub title: String,
    /// Width in mm.
    pub width: f64,
    /// Height in mm.
    pub height: f64,
    /// The margin that stays blank along each edge, in mm.
    pub margin: f64,
    /// Whether it is on a roll: a page is then as long as needed, and `height` is the maximum.
    pub roll: bool,
}

impl SheetFormat {
    /// Reads a format file.
    ///
    /// # Errors
    /// [`ReadError`] with all mistakes.
    pub fn read(source: &Source, limits: &Limits) -> Result<Self, ReadError> {
        let document = Document::parse(source, limits)?;
        let format = (|| {
            let keys = ["piecework", "name", "title", "width_mm", "height_mm", "margin_mm", "roll", "source"];
            let object = document.root().object(&keys)?;
            let version = object.require("piecework").and_then(|node| node.integer(1, 1));
            let name = object.require("name").and_then(|node| node.name(Limit::NameCharacters));
            let title = object.require("title").and_then(|node| node.name(Limit::TitleCharacters));
            let side = |key| object.require(key).and_then(|node| node.number(1.0, LONGEST));
            let (width, height) = (side("width_mm"), side("height_mm"));
            let margin = object.require("margin_mm").and_then(|node| node.number(0.0, LONGEST));
            let source = object.require("source").and_then(|node| node.name(Limit::TitleCharacters));
            let roll = object.get("roll").map_or(Some(false), |node| node.boolean());
            version.and(source)?;
            let (name, title) = (name?.to_owned(), title?.to_owned());
            Some(Self { name, title, width: width?, height: height?, margin: margin?, roll: roll? })
        })();
        document.finish(format)
    }

    /// Returns its width and height.
    pub fn dimensions(&self) -> Dimensions {
        Dimensions { width: self.width, height: self.height }
    }

    /// Returns the whole sheet.
    pub fn bounds(&self) -> Bounds {
        Bounds { left: 0.0, top: 0.0, right: self.width, bottom: self.height }
    }

    /// Returns the part of the sheet inside the margins.
    ///
    /// # Errors
    /// [`LayoutError::NoRoom`] if the margins leave nothing.
    pub fn usable(&self) -> Result<Bounds, LayoutError> {
        let usable = self.bounds().inset(self.margin);
        if usable.width() > 0.0 && usable.height() > 0.0 {
            return Ok(usable);
        }
        Err(LayoutError::NoRoom { width: self.width, height: self.height, margin: self.margin })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<SheetFormat, ReadError> {
        SheetFormat::read(&Source::new("sheet.json", text), &Limits::default())
    }

    const CARD: &str = r#"{ "piecework": 1, "name": "card", "title": "Card", "width_mm": 100, "height_mm": 150,
        "margin_mm": 5, "source": "a shop" }"#;

    #[test]
    fn margins_are_taken_off_each_side_and_must_leave_something() {
        let card = read(CARD).expect("a good format");
        let usable = card.usable().expect("room");
        assert_eq!((usable.left, usable.width(), usable.height()), (5.0, 90.0, 140.0));
        let wide = SheetFormat { margin: 50.0, ..card };
        assert!(matches!(wide.usable(), Err(LayoutError::NoRoom { .. })));
    }

    #[test]
    fn what_is_wrong_with_a_file_is_named() {
        let error = read(&CARD.replace("100", "-1").replace("margin_mm", "margins")).unwrap_err().to_string();
        for part in ["/width_mm", "`margins`", "`margin_mm` is missing"] {
            assert!(error.contains(part), "{part} in {error}");
        }
    }
}

//! The print of a fabric: a photo of it, how wide is what it shows, and how it is turned.

use super::{ColorError, MOST_REPEATED, Picture};
use piecework_tiling::json::Node;
use piecework_tiling::length::Length;

/// How wide a photo of fabric is unless it is said, in mm: 8 in, as close as telephones are held.
const WIDTH: f64 = 203.2;
/// The most that a photo is turned to either side, in degrees.
pub(super) const MOST_TURN: i32 = 360;
/// The least and the most width, in mm.
const WIDTHS: std::ops::RangeInclusive<f64> = 10.0..=2000.0;

/// Reads the file of a photo that a palette names.
pub type LoadPhoto<'a> = dyn Fn(&str) -> Result<Picture, ColorError> + 'a;

/// Reads degrees such as `15` or `-7deg`; none are nothing.
pub(crate) fn degrees(text: &str) -> Option<i32> {
    let number = text.strip_suffix("deg").unwrap_or(if text.is_empty() { "0" } else { text });
    number.parse().ok().filter(|turn: &i32| turn.abs() <= MOST_TURN)
}

/// Where there are no files: a design holds its photos.
pub(super) fn no_files(file: &str) -> Result<Picture, ColorError> {
    Err(ColorError::NoPhotoFile {
        file: file.to_owned(),
        reason: "a design holds its photos itself".to_owned(),
    })
}

/// A photo of a fabric at its true size.
#[derive(Debug, Clone, PartialEq)]
pub struct FabricPrint {
    picture: Picture,
    width: f64,
    turn: i32,
}

impl FabricPrint {
    /// A photo of this width; of 8 in if nobody says it.
    ///
    /// # Errors
    /// [`ColorError::PrintWidth`] for less than 10 mm and more than 2 m.
    pub fn new(picture: Picture, width: Option<Length>) -> Result<Self, ColorError> {
        let width = width.map_or(WIDTH, Length::mm);
        if WIDTHS.contains(&width) {
            return Ok(Self { picture, width, turn: 0 });
        }
        Err(ColorError::PrintWidth { found: width })
    }

    /// Returns it turned clockwise by so many degrees, with all its copies, about where it begins.
    #[must_use]
    pub fn turned(self, degrees: i32) -> Self {
        Self { turn: degrees, ..self }
    }

    /// Reads the name of a file or `{ "jpeg": … }`, and a length.
    pub(super) fn at(photo: Node<'_>, width: Option<Node<'_>>, load: &LoadPhoto<'_>) -> Option<Self> {
        let picture = match photo.is_object() {
            true => Picture::at(photo, MOST_REPEATED),
            false => photo.text().and_then(|file| photo.check(load(file))),
        };
        let length = match width {
            Some(node) => node.length().map(Some),
            None => Some(None),
        };
        width.unwrap_or(photo).check(Self::new(picture?, length?))
    }

    /// The photo.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }

    /// How wide what it shows is, in mm.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// How far it is turned clockwise, in degrees.
    pub fn turn(&self) -> i32 {
        self.turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Palette;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::source::Source;

    fn read(fabric: &str) -> Result<Palette, String> {
        let text = format!(
            r##"{{"piecework": 1, "name": "n", "fabrics": [{{"name": "Ink", "rgb": "#101820"}}, {fabric}]}}"##
        );
        let load = |file: &str| match file {
            "cat.jpg" => Picture::read(include_bytes!("turned.jpg"), MOST_REPEATED),
            _ => Err(ColorError::NoPhotoFile { file: file.to_owned(), reason: "no such file".to_owned() }),
        };
        Palette::read_beside(&Source::new("p.json", text), &Limits::default(), &load)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_fabric_has_a_photo_and_its_color() {
        let palette = read(r#"{"name": "Cat", "photo": "cat.jpg", "width": "4in", "turn": -7}"#).unwrap();
        assert_eq!(palette.print("Cat").map(FabricPrint::turn), Some(-7));
        let print = palette.print("Cat").unwrap();
        assert_eq!((print.width(), palette.fabrics()[1].color), (101.6, print.picture().mean()));
        assert_eq!(palette.print_of(print.picture().mean()), Some(print));
        assert_eq!(palette.print("Ink"), None);
        let named = palette.renamed(&[("Cat".to_owned(), "Tom".to_owned())].into());
        assert_eq!(named.print("Tom"), Some(print));
        assert_eq!(named.print("Tom").map(FabricPrint::turn), Some(-7));
        let own = read(r##"{"name": "Cat", "rgb": "#ff0000", "photo": "cat.jpg"}"##).unwrap();
        assert_eq!(
            (own.fabrics()[1].color.to_string(), own.print("Cat").unwrap().width()),
            ("#ff0000".into(), 203.2)
        );
    }

    #[test]
    fn what_is_wrong_with_a_photo_is_said_where_it_is() {
        for (fabric, expected) in [
            (
                r#"{"name": "a", "photo": "dog.jpg"}"#,
                "/fabrics/1/photo: the photo `dog.jpg` cannot be used: no such file",
            ),
            (
                r#"{"name": "a", "photo": {"jpeg": "R0lGODlh"}}"#,
                "/fabrics/1/photo/jpeg: the GIF picture is cut off",
            ),
            (
                r#"{"name": "a", "photo": "cat.jpg", "width": "9mm"}"#,
                "/fabrics/1/width: the photo of a fabric",
            ),
            (
                r#"{"name": "a", "photo": "cat.jpg", "width": "3m"}"#,
                "/fabrics/1/width: the photo of a fabric",
            ),
            (
                r##"{"name": "a", "rgb": "#ff0000", "width": "3in"}"##,
                "/fabrics/1/width: a width or a turn is that of a photo",
            ),
        ] {
            let message = read(fabric).unwrap_err();
            assert!(message.contains(expected), "{message}");
        }
        let text = r#"{"piecework": 1, "name": "n", "fabrics": [{"name": "a", "photo": "cat.jpg"}, {}]}"#;
        let error = Palette::read(&Source::new("p.json", text), &Limits::default()).unwrap_err();
        assert!(error.to_string().contains("a design holds its photos itself"), "{error}");
    }
}

//! Words and drawings of one's own, to be engraved on lids, the floor of a tray, the sides of a box and the backs of pieces.

use std::path::Path;

use serde_json::Value;

use piecework_draw::artwork::{Artwork, ArtworkError};
use piecework_draw::drawing::Text;
use piecework_draw::geometry::{Bounds, Point};
use piecework_tiling::defect::{Defect, ReadError};
use piecework_tiling::error::Error;
use piecework_tiling::json::Node;
use piecework_tiling::setting::{Ask, OneLine, OptionError, OptionKind, Setting, bad};
use piecework_tiling::source::Source;

/// The most bytes of a drawing: every file that is cut carries it.
const MOST_BYTES: usize = 1 << 20;
/// The largest cap height of words, in mm; chosen by eye.
const LARGEST: f64 = 20.0;
/// The smallest cap height of words, in mm: that of numbers on pieces.
const SMALLEST_WORDS: f64 = 1.0;
/// The smallest side of a drawing, in mm; chosen by eye.
const SMALLEST_DRAWING: f64 = 4.0;

/// A line of words, or a drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct Art(Kind);

#[derive(Debug, Clone, PartialEq)]
enum Kind {
    Words(OneLine),
    /// With the text of its file.
    Drawing(Box<Artwork>, String),
}

/// What of one's own is engraved where.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OwnArt {
    /// On the lids of tray and box, in the place of what they show. Default: nothing.
    pub lid: Option<Art>,
    /// On the floor of a tray. Default: nothing.
    pub floor: Option<Art>,
    /// On both sides of a box. Default: nothing.
    pub sides: Option<Art>,
    /// On the back of pieces. Default: nothing.
    pub back: Option<Art>,
}

impl Art {
    /// Returns its words, if it is no drawing.
    pub fn words(&self) -> Option<&str> {
        match &self.0 {
            Kind::Words(words) => Some(words.as_str()),
            Kind::Drawing(..) => None,
        }
    }

    /// Returns its open lines in the middle of a room, as large as fits; none where it would be too small.
    pub(super) fn lines_in(&self, room: Bounds) -> Vec<Vec<Point>> {
        if room.width() <= 0.0 || room.height() <= 0.0 {
            return Vec::new();
        }
        match &self.0 {
            Kind::Words(words) => written(words.as_str(), room),
            Kind::Drawing(art, _) => drawn(art, room),
        }
    }

    fn drawing(source: &Source, ask: Ask<'_>) -> Result<Self, ReadError> {
        if source.text().len() > MOST_BYTES {
            let error = ArtworkError::TooMany { what: "bytes", allowed: MOST_BYTES };
            return Err(ReadError::new(source.name(), Defect::new(error)));
        }
        let art = Artwork::read(source, ask.limits)?;
        Ok(Self(Kind::Drawing(Box::new(art), source.text().to_owned())))
    }

    /// Reads words, or the text of a drawing.
    fn of_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        if text.trim_start().starts_with('<') {
            return Ok(Self::drawing(&Source::new("drawing", text), ask)?);
        }
        let words = OneLine::from_text(text, ask)?;
        let has_strokes = Text::centered(text, Point::default(), LARGEST).missing().is_empty();
        if has_strokes {
            Ok(Self(Kind::Words(words)))
        } else {
            Err(bad(text, "characters that can be drawn").into())
        }
    }
}

/// Returns the text as the path of a drawing, unless it is words or the drawing itself.
pub(crate) fn drawing_path(text: &str) -> Option<&Path> {
    let path = Path::new(text);
    let is_drawing = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
    (is_drawing && !text.trim_start().starts_with('<')).then_some(path)
}

impl Setting for Art {
    const KIND: OptionKind = OptionKind::Text("words, or the path of a drawing (.svg)");

    /// Words, or the path of an `.svg` file, which is read at once.
    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        match drawing_path(text) {
            Some(path) => Ok(Self::drawing(&Source::open(path, ask.limits)?, ask)?),
            None => Self::of_text(text, ask),
        }
    }

    /// A design holds the drawing itself, and names no file.
    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        node.check(Self::of_text(node.text()?, ask).map_err(OptionError::from))
    }

    fn to_json(&self) -> Value {
        match &self.0 {
            Kind::Words(words) => words.to_json(),
            Kind::Drawing(_, text) => text.trim_start().into(),
        }
    }
}

/// Returns the strokes of words in the middle of a room.
fn written(words: &str, room: Bounds) -> Vec<Vec<Point>> {
    let strokes = Text::centered(words, Point::default(), LARGEST).strokes();
    let Some(full) = Bounds::around(strokes.iter().flatten().copied()) else { return Vec::new() };
    let fits = |room: f64, full: f64| room / full.max(1e-9);
    let scale = fits(room.width(), full.width()).min(fits(room.height(), full.height())).min(1.0);
    if LARGEST * scale < SMALLEST_WORDS {
        return Vec::new();
    }
    let (from, to) = (full.center(), room.center());
    let place = |point: Point| to.moved((point.x - from.x) * scale, (point.y - from.y) * scale);
    strokes.into_iter().map(|stroke| stroke.into_iter().map(place).collect()).collect()
}

/// Returns the lines of a drawing in the middle of a room.
fn drawn(art: &Artwork, room: Bounds) -> Vec<Vec<Point>> {
    let (own, to) = (art.bounds(), room.center());
    let (width, height) = (own.width().max(1e-9), own.height().max(1e-9));
    let scale = (room.width() / width).min(room.height() / height);
    if width.max(height) * scale < SMALLEST_DRAWING {
        return Vec::new();
    }
    let from = own.center();
    let place = |point: &Point| to.moved((point.x - from.x) * scale, (point.y - from.y) * scale);
    let line = |line: &piecework_draw::artwork::ArtLine| {
        // Printers make grooves around open lines.
        let last = line.points.first().filter(|_| line.closed);
        line.points.iter().chain(last).map(place).collect()
    };
    art.lines().iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::limits::Limits;

    fn read(text: &str) -> Result<Art, Error> {
        Art::from_text(text, Ask { range: (0, 9), limits: &Limits::default() })
    }

    const HOUSE: &str =
        "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0h40v30h-40zM10 10h5v5z'/></svg>";

    /// Whatever the room, art is inside of it and touches two of its sides, unless words are as large as they may be.
    #[test]
    fn art_fills_its_room() {
        for text in ["Anna", "Für Anna & Bo, 2026", HOUSE] {
            let art = read(text).expect("art");
            for (width, height) in [(60.0, 20.0), (12.0, 40.0), (100.0, 9.0), (400.0, 400.0)] {
                let room = Bounds { left: 5.0, top: 7.0, right: 5.0 + width, bottom: 7.0 + height };
                let lines = art.lines_in(room);
                let points = lines.iter().flatten().copied();
                let Some(found) = Bounds::around(points) else {
                    assert!(text.len() > 10 && width == 12.0, "too small for words only");
                    continue;
                };
                assert!(room.inset(-1e-6).contains(found), "{text} {found:?}");
                let full = found.width() / width > 0.8 || found.height() / height > 0.5;
                assert!(full || width == 400.0, "{text} {width}: {found:?}");
            }
            assert!(art.lines_in(Bounds { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 }).is_empty());
        }
    }

    #[test]
    fn art_is_words_or_a_drawing_and_reads_back() {
        for text in ["Anna", HOUSE] {
            let art = read(text).expect("art");
            assert_eq!(art.to_json().as_str(), Some(text));
            assert_eq!(art.words().is_some(), text == "Anna");
        }
        for (text, words) in [
            ("", "one line"),
            ("  ", "one line"),
            ("א", "characters that can be drawn"),
            ("<svg/>", "found `svg`, expected an SVG drawing"),
            ("nowhere.svg", "nowhere.svg"),
            ("two\nlines", "one line"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(words), "{text:?}: {error}");
        }
        let large = format!("{}<!--{}-->", HOUSE, "x".repeat(MOST_BYTES));
        assert!(read(&large).expect_err("large").to_string().contains("more than 1048576 bytes"));
    }
}

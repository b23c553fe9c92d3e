//! Words, drawings and pictures of one's own, to be engraved on lids, the floor of a tray, the sides of a box and the backs of pieces.

mod areas;
mod photo;
mod pieces;
mod words;

use std::path::Path;

use serde_json::Value;

use crate::LineError;
pub use pieces::PieceArt;
use words::Paragraph;

use piecework_draw::artwork::{Artwork, ArtworkError};
use piecework_draw::color::{ColorError, Grays, Picture};
use piecework_draw::drawing::Text;
use piecework_draw::geometry::{Bounds, Point};
use piecework_tiling::defect::{Defect, ReadError};
use piecework_tiling::error::Error;
use piecework_tiling::json::Node;
use piecework_tiling::setting::{Ask, OneLine, OptionError, OptionKind, Setting, bad};
use piecework_tiling::source::Source;

/// The most bytes of a drawing: every file that is cut carries it.
const MOST_BYTES: usize = 1 << 20;
/// The smallest side of a drawing, in mm; chosen by eye.
const SMALLEST_DRAWING: f64 = 4.0;
/// The most pixels of a side of a picture: more than it has dots.
const MOST_PIXELS: usize = 480;
/// How the text of a picture begins in a design, before its file in base64.
///
/// # Source
/// RFC 2397.
const PICTURE_TEXT: &str = "data:image/jpeg;base64,";
/// What the names of files of drawings and pictures end in: words that end so are a slip, not words.
const ENDINGS: [&str; 17] = [
    "jpg", "jpeg", "png", "webp", "gif", "bmp", "tif", "tiff", "heic", "avif", "jxl", "psd", "pdf", "eps",
    "ai", "dxf", "svgz",
];

/// A line of words, a drawing, or a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Art(Motif);

#[derive(Debug, Clone, PartialEq)]
enum Motif {
    Words(OneLine),
    /// With the text of its file.
    Drawing(Box<Artwork>, String),
    Picture(Picture, Grays),
}

/// How pictures are engraved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PhotoStyle {
    /// Dots by darkness on a grid turned by 45 degrees.
    #[default]
    Halftone,
    /// Lines whose width follows the darkness.
    Lines,
}

/// How art is engraved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArtStyle {
    /// How pictures are. Default: as halftone.
    pub photo: PhotoStyle,
    /// How wide a line is burnt, in mm, and so how far apart lines are that fill an area. Default: 0.2.
    pub pitch: f64,
}

impl ArtStyle {
    /// How wide a line is burnt where no kerf is known, in mm: a usual laser; chosen by eye.
    pub(crate) const PITCH: f64 = 0.2;
}

impl Default for ArtStyle {
    fn default() -> Self {
        Self { photo: PhotoStyle::default(), pitch: Self::PITCH }
    }
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
    /// On the front of pieces. Default: nothing.
    pub front: Option<PieceArt>,
    /// On the back of pieces. Default: nothing.
    pub back: Option<PieceArt>,
    /// How all of it is engraved.
    pub style: ArtStyle,
}

impl Art {
    /// Returns whether it is a picture.
    pub fn is_picture(&self) -> bool {
        matches!(self.0, Motif::Picture(..))
    }

    /// Returns whether it has areas that are filled by lines.
    pub fn is_filled(&self) -> bool {
        match &self.0 {
            Motif::Drawing(art, _) => {
                art.lines().iter().any(|line| line.fill.is_some_and(|fill| !fill.is_white))
            }
            Motif::Picture(..) => true,
            Motif::Words(_) => false,
        }
    }

    /// Returns its words, if it is no drawing or picture.
    pub fn words(&self) -> Option<&str> {
        match &self.0 {
            Motif::Words(words) => Some(words.as_str()),
            Motif::Drawing(..) | Motif::Picture(..) => None,
        }
    }

    /// Returns its open lines in the middle of a room, as large as fits; none where it would be too small.
    pub(super) fn lines_in(&self, room: Bounds, style: &ArtStyle) -> Vec<Vec<Point>> {
        if room.width() <= 0.0 || room.height() <= 0.0 {
            return Vec::new();
        }
        match &self.0 {
            Motif::Words(words) => written(words.as_str(), room).unwrap_or_default(),
            Motif::Drawing(art, _) => drawn(art, room, style.pitch),
            Motif::Picture(_, grays) => {
                let sides = centered(room, (grays.ratio(), 1.0));
                if sides.width().max(sides.height()) < SMALLEST_DRAWING {
                    return Vec::new();
                }
                match style.photo {
                    PhotoStyle::Halftone => photo::halftone(grays, sides, style.pitch),
                    PhotoStyle::Lines => photo::lines(grays, sides, style.pitch),
                }
            }
        }
    }

    /// Returns whether nothing of it is engraved, however large the room is.
    pub(crate) fn is_blank(&self, style: &ArtStyle) -> bool {
        let room = Bounds { left: 0.0, top: 0.0, right: 100.0, bottom: 100.0 };
        self.words().is_none() && self.lines_in(room, style).is_empty()
    }

    /// Refuses words that are too small to be read in a room that was made for them.
    ///
    /// # Errors
    /// [`LineError::SmallWords`].
    pub(super) fn check_in(&self, room: Bounds, place: &'static str) -> Result<(), LineError> {
        let Some(words) = self.words() else { return Ok(()) };
        let height = Paragraph::in_room(words, room).cap_height(room);
        if height >= words::SMALLEST {
            return Ok(());
        }
        let (letters, fitting) = (words.chars().count(), Paragraph::fitting(words, room));
        Err(LineError::SmallWords { place, letters, fitting, least: words::SMALLEST })
    }

    fn drawing(source: &Source, ask: Ask<'_>) -> Result<Self, ReadError> {
        if source.text().len() > MOST_BYTES {
            let error = ArtworkError::TooMany { what: "bytes", allowed: MOST_BYTES };
            return Err(ReadError::new(source.name(), Defect::new(error)));
        }
        let art = Artwork::read(source, ask.limits)?;
        Ok(Self(Motif::Drawing(Box::new(art), source.text().to_owned())))
    }

    /// Reads a picture from the bytes of its file.
    fn picture(bytes: &[u8]) -> Result<Self, ColorError> {
        let picture = Picture::read(bytes, MOST_PIXELS)?;
        let grays = picture.grays()?;
        Ok(Self(Motif::Picture(picture, grays)))
    }

    /// Reads a picture, or says what its file is.
    fn of_file(path: &Path, ask: Ask<'_>) -> Result<Self, ReadError> {
        let bytes = Source::bytes(path, ask.limits)?;
        Self::picture(&bytes).map_err(|error| ReadError::new(path.display().to_string(), Defect::new(error)))
    }

    /// Reads words, or the text of a drawing or a picture.
    fn of_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        if text.trim_start().starts_with('<') {
            return Ok(Self::drawing(&Source::new("drawing", text), ask)?);
        }
        if let Some(file) = text.strip_prefix(PICTURE_TEXT) {
            let picture = Picture::from_base64(file, MOST_PIXELS)?;
            return Ok(Self::picture(picture.jpeg())?);
        }
        let words = OneLine::from_text(text, ask)?;
        if text.replace(words::NEW_LINE, " ").trim().is_empty() {
            return Err(bad(text, "words").into());
        }
        // What says how the character before it looks has no strokes of its own.
        let drawn = text.replace('\u{fe0f}', "");
        match Text::centered(drawn, Point::default(), 1.0).missing() {
            [] => Ok(Self(Motif::Words(words))),
            missing => {
                let missing = missing.iter().map(|one| format!("`{one}`")).collect::<Vec<_>>().join(", ");
                Err(LineError::NoStrokes { missing }.into())
            }
        }
    }
}

/// Returns the text as the path of a drawing, unless it is words or the drawing itself.
pub(crate) fn drawing_path(text: &str) -> Option<&Path> {
    let path = Path::new(text);
    let is_drawing = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
    (is_drawing && !text.trim_start().starts_with('<')).then_some(path)
}

/// Returns whether a text is the name of a file, or ends as one.
fn names_file(text: &str) -> bool {
    let path = Path::new(text);
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let is_text = text.starts_with(PICTURE_TEXT) || text.trim_start().starts_with('<');
    !is_text && (ENDINGS.iter().any(|one| ending.eq_ignore_ascii_case(one)) || path.is_file())
}

/// Returns the largest box of these proportions in the middle of a room.
fn centered(room: Bounds, (width, height): (f64, f64)) -> Bounds {
    let scale = (room.width() / width).min(room.height() / height) / 2.0;
    let (middle, far, deep) = (room.center(), width * scale, height * scale);
    Bounds { left: middle.x - far, top: middle.y - deep, right: middle.x + far, bottom: middle.y + deep }
}

impl Setting for Art {
    const KIND: OptionKind =
        OptionKind::Text("words, or the path of a drawing (.svg) or a picture (.jpg, .png)");

    /// Words, or the path of a drawing or a picture, which is read at once. What names a file is never taken for words.
    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        match drawing_path(text) {
            Some(path) => Ok(Self::drawing(&Source::open(path, ask.limits)?, ask)?),
            None if Path::new(text).is_dir() => Err(LineError::ArtFolder { folder: text.to_owned() }.into()),
            None if names_file(text) => Ok(Self::of_file(Path::new(text), ask)?),
            None => Self::of_text(text, ask),
        }
    }

    /// A design holds the drawing or the picture itself, and names no file.
    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        node.check(Self::of_text(node.text()?, ask).map_err(OptionError::from))
    }

    fn to_json(&self) -> Value {
        match &self.0 {
            Motif::Words(words) => words.to_json(),
            Motif::Drawing(_, text) => text.trim_start().into(),
            Motif::Picture(picture, _) => format!("{PICTURE_TEXT}{}", picture.base64()).into(),
        }
    }
}

/// Returns the strokes of words in the middle of a room, in the lines that let them be largest; none where they are too small.
fn written(words: &str, room: Bounds) -> Option<Vec<Vec<Point>>> {
    let set = Paragraph::in_room(words, room);
    (set.cap_height(room) >= words::SMALLEST).then(|| set.strokes(room))
}

/// Returns the lines of a drawing in the middle of a room, after those that fill its areas.
fn drawn(art: &Artwork, room: Bounds, beam: f64) -> Vec<Vec<Point>> {
    let (own, to) = (art.bounds(), room.center());
    let (width, height) = (own.width().max(1e-9), own.height().max(1e-9));
    let scale = (room.width() / width).min(room.height() / height);
    if width.max(height) * scale < SMALLEST_DRAWING {
        return Vec::new();
    }
    let from = own.center();
    let place = |point: &Point| to.moved((point.x - from.x) * scale, (point.y - from.y) * scale);
    let mut lines = art.lines().to_vec();
    lines.iter_mut().flat_map(|line| &mut line.points).for_each(|point| *point = place(point));
    let mut all = areas::hatched(&lines, beam);
    all.extend(lines.into_iter().map(|mut line| {
        // Printers make grooves around open lines.
        line.points.extend(line.points.first().copied().filter(|_| line.closed));
        line.points
    }));
    all
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
                let lines = art.lines_in(room, &ArtStyle::default());
                let points = lines.iter().flatten().copied();
                let Some(found) = Bounds::around(points) else {
                    panic!("{text} {width} x {height}");
                };
                assert!(room.inset(-1e-6).contains(found), "{text} {found:?}");
                let full = found.width() / width > 0.8 || found.height() / height > 0.5 || text.len() < 5;
                assert!(full || width == 400.0, "{text} {width}: {found:?}");
            }
            assert!(
                art.lines_in(Bounds { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 }, &ArtStyle::default())
                    .is_empty()
            );
        }
    }

    /// Pictures of 8 x 8 pixels: a white one engraves nothing, a gray one does, and so do words.
    #[test]
    fn what_engraves_nothing_is_blank() {
        let of = |hex: &str| Art::picture(&unhex(hex)).expect("a picture");
        assert!(of(WHITE).is_blank(&ArtStyle::default()));
        assert!(!of(GRAY).is_blank(&ArtStyle::default()));
        assert!(!read("Anna").expect("words").is_blank(&ArtStyle::default()));
    }

    const WHITE: &str = "89504e470d0a1a0a0000000d4948445200000008000000080800000000e164e1570000000e4944415478da63f80f050c943100f7c03fc1af5c0fcd0000000049454e44ae426082";
    const GRAY: &str = "89504e470d0a1a0a0000000d4948445200000008000000080800000000e164e1570000000e4944415478da6388820206ca18002a751681c15ceb5e0000000049454e44ae426082";

    fn unhex(text: &str) -> Vec<u8> {
        let digit = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("a byte");
        (0..text.len()).step_by(2).map(digit).collect()
    }

    /// Words that are too many are refused with how many fit; and these do.
    #[test]
    fn words_that_are_too_small_are_refused() {
        let room = Bounds { left: 0.0, top: 0.0, right: 40.0, bottom: 7.0 };
        let words =
            |letters: usize| "a puzzle for Anna ".repeat(12).chars().take(letters).collect::<String>();
        let long = read(&words(199)).expect("words");
        assert!(long.lines_in(room, &ArtStyle::default()).is_empty());
        let error = long.check_in(room, "on the lid").expect_err("too small");
        assert!(error.to_string().contains("199 letters on the lid would be lower"), "{error}");
        let LineError::SmallWords { fitting, .. } = error else { panic!("{error}") };
        assert!(fitting > 60, "{fitting}");
        let fits = read(&words(fitting * 4 / 5)).expect("words");
        fits.check_in(room, "on the lid").expect("lines are not quite full");
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
            ("א", "cannot draw `א`"),
            ("For Anna & Jörg ❤\u{fe0f}", "cannot draw `❤`"),
            (r"\n", "words"),
            ("<svg/>", "found `svg`, expected an SVG drawing"),
            ("nowhere.svg", "nowhere.svg"),
            ("two\nlines", "one line"),
            ("photo.jpg", "photo.jpg"),
            ("My photo.PNG", "My photo.PNG"),
            ("Cargo.toml", "Cargo.toml"),
            ("src", "`src` is a folder"),
            ("data:image/jpeg;base64,*", "base64"),
            ("data:image/jpeg;base64,R0lGODlh", "GIF"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(words), "{text:?}: {error}");
        }
        let large = format!("{}<!--{}-->", HOUSE, "x".repeat(MOST_BYTES));
        assert!(read(&large).expect_err("large").to_string().contains("more than 1048576 bytes"));
    }
}

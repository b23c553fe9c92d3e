//! Reads outlines of one's own that the board is cut along: whimsies, and its border.

use serde_json::Value;

use crate::art::drawing_path;
use piecework_draw::artwork::{Artwork, ArtworkError};
use piecework_draw::geometry::{Outline, OwnLinesError, Point, Ring};
use piecework_tiling::defect::{Defect, ReadError};
use piecework_tiling::error::Error;
use piecework_tiling::json::Node;
use piecework_tiling::limits::Limits;
use piecework_tiling::setting::{Ask, OptionError, OptionKind, Setting, bad};
use piecework_tiling::source::Source;

/// The most bytes of a drawing: every file that is cut carries it.
const MOST_BYTES: usize = 1 << 20;
/// The most outlines of a drawing.
const MOST_OUTLINES: usize = 200;
/// The largest distance of straight lines from the curves of a drawing, in mm: less than a laser is wide.
const TOLERANCE: f64 = 0.01;

/// Closed outlines of a drawing, in mm from the upper left corner of its page, which is that of the board.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnOutlines {
    outlines: Vec<Outline>,
    /// The text of its file.
    text: String,
}

impl OwnOutlines {
    /// Returns the outlines, in the order of the drawing.
    pub fn outlines(&self) -> &[Outline] {
        &self.outlines
    }

    fn read(source: &Source, limits: &Limits) -> Result<Self, Error> {
        let too_many = |what, allowed| {
            ReadError::new(source.name(), Defect::new(ArtworkError::TooMany { what, allowed }))
        };
        if source.text().len() > MOST_BYTES {
            return Err(too_many("bytes", MOST_BYTES).into());
        }
        let art = Artwork::read_to_cut(source, TOLERANCE, limits)?;
        if art.lines().len() > MOST_OUTLINES {
            return Err(too_many("outlines to cut", MOST_OUTLINES).into());
        }
        let (corner, scale) = (art.corner(), art.mm_per_unit());
        let place = |at: &Point| Point::new((at.x - corner.x) * scale, (at.y - corner.y) * scale);
        let outline = |(number, line): (usize, &piecework_draw::artwork::ArtLine)| {
            let points: Vec<Point> = line.points.iter().map(place).collect();
            let Point { x, y } = points.first().copied().unwrap_or_default();
            if !line.closed {
                return Err(OwnLinesError::OpenLine { number, x, y });
            }
            let ring = Ring::through(points);
            let ring =
                ring.map_err(|cause| OwnLinesError::NotSimple { number, x, y, cause: cause.to_string() })?;
            Ok(Outline::new(ring, Vec::new())?)
        };
        let outlines = (1..).zip(art.lines()).map(outline).collect::<Result<_, OwnLinesError>>()?;
        Ok(Self { outlines, text: source.text().to_owned() })
    }

    fn of_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        if text.trim_start().starts_with('<') {
            return Self::read(&Source::new("drawing", text), ask.limits);
        }
        Err(bad(text, "the path of a drawing (.svg), or its text").into())
    }

    /// Reads the file if the text is the path of one.
    fn of_file(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        match drawing_path(text) {
            Some(path) => Self::read(&Source::open(path, ask.limits)?, ask.limits),
            None => Self::of_text(text, ask),
        }
    }
}

impl Setting for OwnOutlines {
    const KIND: OptionKind = OptionKind::Text("the path of a drawing (.svg) of closed outlines");

    /// The path of an `.svg` file, which is read at once.
    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        Self::of_file(text, ask)
    }

    /// A design holds the drawing itself, and names no file.
    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        node.check(Self::of_text(node.text()?, ask).map_err(OptionError::from))
    }

    fn to_json(&self) -> Value {
        self.text.trim_start().into()
    }
}

/// What a board is cut to.
#[derive(Debug, Clone, PartialEq)]
pub enum BoardBorder {
    /// The largest circle in it, to a fiftieth.
    Round,
    /// The largest ellipse in it with the proportions of the board, to a fiftieth.
    Oval,
    /// The one outline of a drawing.
    Own(OwnOutlines),
}

impl BoardBorder {
    /// Returns its outline on a board.
    ///
    /// # Errors
    /// [`OwnLinesError::NotOneBorder`] for a drawing of several outlines, [`OwnLinesError::TinyBorder`] for one that is smaller than
    /// any piece.
    pub(super) fn outline(&self, board: &Outline, least: f64) -> Result<Outline, OwnLinesError> {
        let bounds = board.bounds();
        match self {
            Self::Round => largest(board, 1.0),
            Self::Oval => largest(board, bounds.width() / bounds.height()),
            Self::Own(drawing) => match drawing.outlines() {
                [only] => {
                    let (width, height) = (only.bounds().width(), only.bounds().height());
                    if width.min(height) < least {
                        return Err(OwnLinesError::TinyBorder { width, height, least });
                    }
                    Ok(only.moved(bounds.left, bounds.top))
                }
                all => Err(OwnLinesError::NotOneBorder { found: all.len() }),
            },
        }
    }
}

/// Returns the largest ellipse in a board, so many times as wide as high: a circle in the board stretched in height. If there are
/// several, that in the middle.
fn largest(board: &Outline, ratio: f64) -> Result<Outline, OwnLinesError> {
    let stretched = |ring: &Ring| {
        Ring::new(ring.points().iter().map(|point| Point::new(point.x, point.y * ratio)).collect())
    };
    let holes = board.holes().iter().map(stretched).collect::<Result<_, _>>()?;
    let place = Outline::new(stretched(board.outer())?, holes)?.label();
    ellipse(Point::new(place.at.x, place.at.y / ratio), place.room, place.room / ratio)
}

/// Returns an ellipse that is as near to its straight lines as a drawing's.
fn ellipse(center: Point, across: f64, down: f64) -> Result<Outline, OwnLinesError> {
    let largest = across.max(down);
    let step = libm::acos(1.0 - TOLERANCE / largest) * 2.0;
    let count = (3..100_000_u32).find(|&count| f64::from(count) * step >= std::f64::consts::TAU).unwrap_or(3);
    let point = |number: u32| {
        let angle = f64::from(number) / f64::from(count) * std::f64::consts::TAU;
        center.moved(across * libm::cos(angle), down * libm::sin(angle))
    };
    Ok(Outline::new(Ring::through((0..count).map(point).collect())?, Vec::new())?)
}

impl Setting for BoardBorder {
    const KIND: OptionKind =
        OptionKind::Text("round, oval, or the path of a drawing (.svg) of one closed outline");

    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        match text {
            "round" => Ok(Self::Round),
            "oval" => Ok(Self::Oval),
            text if drawing_path(text).is_none() && !text.trim_start().starts_with('<') => {
                Err(OwnLinesError::NoSuchBorder { found: text.to_owned() }.into())
            }
            text => Ok(Self::Own(OwnOutlines::of_file(text, ask)?)),
        }
    }

    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        let read = |text: &str| match text {
            "round" => Ok(Self::Round),
            "oval" => Ok(Self::Oval),
            text => OwnOutlines::of_text(text, ask).map(Self::Own),
        };
        node.check(read(node.text()?).map_err(OptionError::from))
    }

    fn to_json(&self) -> Value {
        match self {
            Self::Round => "round".into(),
            Self::Oval => "oval".into(),
            Self::Own(drawing) => drawing.to_json(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A drawing that does not say how long its units are is 96 of them an inch, and mostly far too small; a word is no drawing.
    #[test]
    fn a_border_that_is_tiny_or_a_word_says_what_would_be_right() {
        let limits = Limits::default();
        let read = |text: &str| BoardBorder::from_text(text, Ask { range: (0, 9), limits: &limits });
        let svg = |size: &str| {
            format!(
                "<svg xmlns='http://www.w3.org/2000/svg' {size} viewBox='0 0 20 20'><circle cx='10' cy='10' r='9'/></svg>"
            )
        };
        let ring = |side: f64| {
            let points = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)];
            Ring::new(points.map(|(x, y)| Point::new(x, y)).to_vec()).expect("a ring")
        };
        let board = Outline::new(ring(200.0), Vec::new()).expect("a board");
        let tiny = read(&svg("")).expect("read").outline(&board, 8.0).unwrap_err().to_string();
        assert!(tiny.contains("4.8 x 4.8 mm"), "{tiny}");
        let sized = read(&svg("width='200mm' height='200mm'")).expect("read").outline(&board, 8.0);
        assert!((sized.expect("large").bounds().width() - 180.0).abs() < 0.1);
        let word = read("ovel").unwrap_err().to_string();
        assert!(word.contains("`ovel`") && word.contains("round, oval"), "{word}");
    }

    #[test]
    fn round_and_oval_borders_are_in_boards_that_are_no_rectangles() {
        let board = |points: &[(f64, f64)]| {
            let points = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
            Outline::new(Ring::new(points).expect("a ring"), Vec::new()).expect("a board")
        };
        let high = 100.0 * libm::sqrt(0.75);
        // An equilateral triangle; a rhomb, whose circle is half as high as it is; a rectangle, whose ellipse touches all sides.
        for (points, border, area) in [
            (vec![(0.0, high), (50.0, 0.0), (100.0, high)], BoardBorder::Round, high * high / 9.0),
            (
                vec![(0.0, 0.0), (100.0, 0.0), (150.0, high), (50.0, high)],
                BoardBorder::Round,
                high * high / 4.0,
            ),
            (vec![(0.0, 0.0), (100.0, 0.0), (100.0, 60.0), (0.0, 60.0)], BoardBorder::Oval, 50.0 * 30.0),
        ] {
            let board = board(&points);
            let found = border.outline(&board, 8.0).expect("room");
            let area = area * std::f64::consts::PI;
            assert!(
                (0.95 * area..1.001 * area).contains(&found.area()),
                "{border:?} {}: {area}",
                found.area()
            );
            let beyond: f64 = found.without(&[board]).expect("areas").iter().map(Outline::area).sum();
            assert!(beyond < 0.01, "{border:?}: {beyond}");
        }
    }
}

//! Reads how the pages of a book look: sizes of type, rules, marks and ornaments, from a table in `templates/styles`.

use crate::drawing::{Anchor, Canvas, Path, Role, Text, Weight};
use crate::geometry::{Bounds, Point};
use piecework_templates::file;

use super::sizes::TEXT;
use super::text_lines::{line, title_line};

/// The points of type of [`TEXT`].
const POINTS: f64 = 9.0;
/// The share of the height of capitals in the type size of titles in sans-serif letters.
const CAPITALS: f64 = 0.714;
const SERIF_CAPITALS: f64 = 0.65;
/// One point, in mm.
const POINT: f64 = 25.4 / 72.0;
/// The distance of the lines of a double rule, and the width of a thick one, in mm; chosen by eye.
const DOUBLE: f64 = 0.9;
const THICK: f64 = 1.0;
/// How much wider words may become.
const OVER: f64 = 1.05;

/// How the pages of a book look.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PageStyle {
    /// What it is like, in words.
    pub about: String,
    /// The size of everything that is read, in points.
    pub text_points: f64,
    /// The size of titles, in points.
    pub title_points: f64,
    /// The letters of titles.
    pub title: TitleLetters,
    /// The letters of everything else.
    pub words: WordLetters,
    /// The line under running heads.
    pub rule: Rule,
    /// The marks of difficulty.
    pub mark: Mark,
    /// The colors of the tiling that opens a chapter.
    pub vignette: Vignette,
    /// Whether a strip of a tiling is under the title of a chapter.
    pub tailpiece: bool,
    /// Whether a line is above and below each puzzle.
    pub banded: bool,
    /// Whether the pieces beside a board are in colors.
    pub colored_pieces: bool,
}

/// The letters of titles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TitleLetters {
    /// With serifs.
    Serif,
    /// Bold capitals without serifs.
    Capitals,
}

/// The letters of words that are no titles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum WordLetters {
    /// Without serifs.
    Sans,
    /// With serifs, where the typeface has them.
    Serif,
}

/// A line across a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Rule {
    /// None.
    None,
    /// One thin line.
    Thin,
    /// Two thin lines.
    Double,
    /// A bar.
    Thick,
}

/// A mark of difficulty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Mark {
    /// A square.
    Square,
    /// A square on its corner.
    Diamond,
    /// A hexagon.
    Hexagon,
    /// A star with five points.
    Star,
}

/// The colors of the tiling that opens a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Vignette {
    /// Grays.
    Grays,
    /// Those of the book.
    Colors,
}

impl PageStyle {
    /// The text of the styles, by name.
    const FILES: [(&'static str, &'static str); 4] = [
        ("modern", file("styles/modern.json")),
        ("classic", file("styles/classic.json")),
        ("children", file("styles/children.json")),
        ("newspaper", file("styles/newspaper.json")),
    ];

    /// Returns the style of a name; `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        let (_, text) = Self::FILES.into_iter().find(|(known, _)| *known == name)?;
        serde_json::from_str(text).ok()
    }

    /// Returns how many times as large as usual everything is.
    pub fn enlarged(&self) -> f64 {
        self.text_points / POINTS
    }

    /// Returns a title of a puzzle from `at`, no wider than `width` mm, before pages are enlarged.
    pub fn title_line(&self, words: &str, at: Point, width: f64) -> Text {
        let points = self.title_points / self.enlarged() * POINT;
        match self.title {
            TitleLetters::Serif => title_line(words, at, points * SERIF_CAPITALS, width),
            TitleLetters::Capitals => line(&words.to_uppercase(), at, points * CAPITALS, width).bold(),
        }
    }

    /// Returns a title about a point, such as that of a chapter.
    pub fn title_about(&self, words: &str, at: Point, height: f64) -> Text {
        match self.title {
            TitleLetters::Serif => Text::new(words, at, height, Anchor::Middle).display(),
            TitleLetters::Capitals => Text::new(words.to_uppercase(), at, height, Anchor::Middle).bold(),
        }
    }

    /// Returns words in the letters of the style: the same words, not noticeably wider.
    pub fn in_letters(&self, role: Role, text: Text) -> Text {
        // Names of pieces and marks in drawings stay as they are; letters beside a board are as its numbers.
        let is_name = role != Role::Guide
            && text.content().chars().count() == 1
            && !text.content().starts_with(char::is_numeric);
        let is_read = text.weight() == Weight::Regular && text.height() >= TEXT - 1e-9;
        if self.words == WordLetters::Sans || is_name || !is_read {
            return text;
        }
        let serif = text.clone().display();
        let fits = serif.width() <= text.width() * OVER;
        if serif.missing().is_empty() && fits { serif } else { text }
    }
}

impl Rule {
    /// Draws it from one side of a room to the other, at `y` and below.
    pub fn draw(self, canvas: &mut Canvas, (left, right): (f64, f64), y: f64) {
        let line = |canvas: &mut Canvas, y: f64| {
            canvas.line(Role::Guide, Point { x: left, y }, Point { x: right, y });
        };
        match self {
            Rule::None => {}
            Rule::Thin => line(canvas, y),
            Rule::Double => [y, y + DOUBLE].into_iter().for_each(|y| line(canvas, y)),
            Rule::Thick => {
                let bar = Bounds { left, right, top: y, bottom: y + THICK };
                canvas.fill(Path::rectangle(bar), crate::color::Color::BLACK);
            }
        }
    }
}

impl Mark {
    /// Returns it in a square place.
    pub fn path(self, place: Bounds) -> Path {
        let (middle, radius) = (place.center(), place.width() / 2.0);
        let ring = |corners: u32, from: f64, radii: &[f64]| {
            let corner = |index: u32| {
                let turn = from + f64::from(index) / f64::from(corners) * std::f64::consts::TAU;
                let radius = radius * radii[index as usize % radii.len()];
                Point::new(middle.x + radius * libm::sin(turn), middle.y - radius * libm::cos(turn))
            };
            Path::polygon(&(0..corners).map(corner).collect::<Vec<Point>>())
        };
        match self {
            Mark::Square => Path::rectangle(place),
            Mark::Diamond => ring(4, 0.0, &[1.15]),
            Mark::Hexagon => ring(6, 0.0, &[1.1]),
            Mark::Star => ring(10, 0.0, &[1.2, 0.5]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_style_can_be_read_and_differs_from_the_others() {
        let styles: Vec<PageStyle> = PageStyle::FILES
            .iter()
            .map(|(name, _)| PageStyle::named(name).unwrap_or_else(|| panic!("{name} cannot be read")))
            .collect();
        for (index, style) in styles.iter().enumerate() {
            assert!(style.text_points >= 9.0 && style.title_points > style.text_points, "{style:?}");
            assert!(styles[..index].iter().all(|other| other != style), "{style:?}");
            // A title fits the strip of a puzzle's head.
            assert!(style.title_points / style.enlarged() <= 22.0, "{style:?}");
        }
        assert_eq!(PageStyle::named("no-such"), None);
        assert!(piecework_templates::names("styles").all(|name| PageStyle::named(name).is_some()));
    }

    #[test]
    fn serif_words_are_the_same_words_and_names_of_pieces_stay() {
        let text = Text::new("Cover all 40 squares.", Point::default(), TEXT, Anchor::Start);
        let classic = PageStyle::named("classic").expect("a style").in_letters(Role::Label, text.clone());
        assert!(classic != text && classic.content() == text.content() && classic.width() <= text.width());
        assert_eq!(PageStyle::named("modern").expect("a style").in_letters(Role::Label, text.clone()), text);
        let letter = Text::new("F", Point::default(), TEXT, Anchor::Start);
        assert_eq!(
            PageStyle::named("classic").expect("a style").in_letters(Role::Label, letter.clone()),
            letter
        );
    }

    #[test]
    fn marks_fill_their_place() {
        let place = Bounds { left: 0.0, top: 0.0, right: 3.0, bottom: 3.0 };
        for mark in [Mark::Square, Mark::Diamond, Mark::Hexagon, Mark::Star] {
            let bounds = crate::drawing::Item::Path(mark.path(place)).bounds().expect("a box");
            assert!(bounds.width() > 2.5 && bounds.width() < 3.8, "{mark:?} {bounds:?}");
        }
    }
}

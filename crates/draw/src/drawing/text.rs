//! Sets a line of text, as outlines of a typeface and as strokes.
//!
//! The same words have three forms of equal width: [`Text::glyphs`] are filled outlines for print,
//! [`Text::strokes`] are lines for machines, and [`Text::start`], [`Text::em`] and [`Text::shown`] place real
//! text in a file that holds the font. A character without a glyph is drawn as its code point, as in
//! `[U+05D0]`, and listed by [`Text::missing`].

use super::stroke_font;
use super::typeface::Weight;
use super::{Element, Path};
use crate::geometry::{Bounds, Point};

/// One line of text; see the module documentation.
///
/// # Examples
/// ```
/// use piecework_draw::drawing::{Anchor, Text};
/// use piecework_draw::geometry::Point;
/// let label = Text::new("A1", Point::new(50.0, 20.0), 5.0, Anchor::Middle);
/// assert!(label.start().x < 50.0 && label.start().y == 20.0);
/// assert!((label.em() - 5.0 / 0.714).abs() < 1e-9, "capitals are 0.714 em high");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    content: Box<str>,
    unknown: Option<Box<Unknown>>,
    at: Point,
    height: f64,
    anchor: Anchor,
    reading: Reading,
    weight: Weight,
}

/// What a text with characters that the typeface lacks has besides.
#[derive(Debug, Clone, PartialEq)]
struct Unknown {
    shown: String,
    missing: Vec<char>,
}

/// The part of a text that is at the given place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Anchor {
    /// The beginning.
    #[default]
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

/// The reading direction of a text on the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Reading {
    /// From left to right.
    #[default]
    Across,
    /// From bottom to top: turned a quarter to the left.
    Up,
    /// From top to bottom: turned a quarter to the right.
    Down,
}

impl Reading {
    /// Where the text goes on: one step along the baseline, y down.
    pub const fn direction(self) -> (f64, f64) {
        match self {
            Reading::Across => (1.0, 0.0),
            Reading::Up => (0.0, -1.0),
            Reading::Down => (0.0, 1.0),
        }
    }
}

impl Text {
    /// A line of text with its baseline through `at` and capitals `height` mm high.
    pub fn new(content: impl Into<String>, at: Point, height: f64, anchor: Anchor) -> Self {
        let content: Box<str> = content.into().into();
        let mut missing: Vec<char> = content.chars().filter(|&c| !Weight::Regular.has(c)).collect();
        missing.sort_unstable();
        missing.dedup();
        let has_unknown = !missing.is_empty();
        let unknown =
            has_unknown.then(|| Box::new(Unknown { shown: content.chars().map(shown).collect(), missing }));
        let (reading, weight) = (Reading::Across, Weight::Regular);
        Self { content, unknown, at, height, anchor, reading, weight }
    }

    /// A line of text with `middle` half way along it and half way up its capitals.
    pub fn centered(content: impl Into<String>, middle: Point, height: f64) -> Self {
        let baseline = Point::new(middle.x, middle.y + height / 2.0);
        Self::new(content, baseline, height, Anchor::Middle)
    }

    /// A line of text that begins at `at`, with capitals `height` mm high, or lower where it would reach
    /// further than `width` mm.
    pub fn fitted(content: impl Into<String>, at: Point, height: f64, width: f64) -> Self {
        let text = Self::new(content, at, height, Anchor::Start);
        // Bold is wider; what fits bold fits.
        let natural = text.clone().bold().width();
        if natural > width { Self { height: height * width / natural, ..text } } else { text }
    }

    /// The same words inside of a box, as near to where they are as there is room; lower where they are longer than it.
    pub(crate) fn within(self, room: Bounds) -> Self {
        let now = self.extent();
        if room.contains(now) {
            return self;
        }
        let share = (room.width() / now.width()).min(room.height() / now.height()).min(1.0);
        let text = Self { height: self.height * share, ..self };
        let now = text.extent();
        let into = |from: f64, to: f64, least: f64, most: f64| (least - from).max((most - to).min(0.0));
        text.moved(
            into(now.left, now.right, room.left, room.right),
            into(now.top, now.bottom, room.top, room.bottom),
        )
    }

    /// The box around the letters, as printed and as drawn by a machine, and the place of the text.
    pub(super) fn extent(&self) -> Bounds {
        let Point { x, y } = self.at;
        let printed = self.points(super::Medium::Print);
        let all = printed.into_iter().chain(self.points(super::Medium::Machine)).chain([self.at]);
        Bounds::around(all).unwrap_or(Bounds { left: x, top: y, right: x, bottom: y })
    }

    /// Half way up the capitals at the point where the text is placed.
    pub(super) fn middle(&self) -> Point {
        let (dx, dy) = self.reading.direction();
        self.at.moved(dy * self.height / 2.0, -dx * self.height / 2.0)
    }

    /// The same text `dx` to the right and `dy` down.
    #[must_use]
    pub fn moved(self, dx: f64, dy: f64) -> Self {
        Self { at: self.at.moved(dx, dy), ..self }
    }

    /// The same words with capitals of another height, in mm.
    pub fn at_height(&self, height: f64) -> Self {
        Self { height, ..self.clone() }
    }

    /// The same words with the middle of their capitals at a point, in the reading that they have.
    #[must_use]
    pub fn about(self, middle: Point) -> Self {
        let (dx, dy) = self.reading.direction();
        // Down from the capitals is a quarter turn to the right from along.
        let half = self.height / 2.0;
        Self { at: middle.moved(-dy * half, dx * half), anchor: Anchor::Middle, ..self }
    }

    /// The same words turned a quarter to the left, on a sheet that is turned as `put` moves points.
    pub(crate) fn upright_at(self, put: impl Fn(Point) -> Point) -> Self {
        Self { at: put(self.at), reading: Reading::Up, ..self }
    }

    /// The same text in bold, for print; strokes stay single.
    #[must_use]
    pub fn bold(self) -> Self {
        Self { weight: Weight::Bold, ..self }
    }

    /// The same text in the typeface of titles, or in bold where that lacks a letter.
    #[must_use]
    pub fn display(self) -> Self {
        let has_all = self.shown().chars().all(|c| Weight::Display.has(c));
        Self { weight: if has_all { Weight::Display } else { Weight::Bold }, ..self }
    }

    /// The same text turned about the point where it is placed.
    #[must_use]
    pub fn turned(self, reading: Reading) -> Self {
        Self { reading, ..self }
    }

    /// The words as given.
    pub fn content(&self) -> &str {
        &self.content
    }

    /// The words as drawn: the typeface has a glyph for every character of it.
    pub fn shown(&self) -> &str {
        self.unknown.as_ref().map_or(&self.content, |unknown| &unknown.shown)
    }

    /// The characters without a glyph, in order; each is drawn as its code point.
    pub fn missing(&self) -> &[char] {
        self.unknown.as_ref().map_or(&[], |unknown| &unknown.missing)
    }

    /// Returns the weight of the letters, which selects the font file.
    pub fn weight(&self) -> Weight {
        self.weight
    }

    /// Returns the reading direction.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// Returns the cap height, in mm.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// Returns the type size in mm: the font size in a PDF.
    pub fn em(&self) -> f64 {
        self.height / self.weight.cap_height()
    }

    /// Returns the length of the text along its baseline, in mm: the sum of the advance widths.
    pub fn width(&self) -> f64 {
        self.shown().chars().map(|c| self.weight.advance(c)).sum::<f64>() * self.em()
    }

    /// Returns the start of the baseline.
    pub fn start(&self) -> Point {
        let back = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => self.width() / 2.0,
            Anchor::End => self.width(),
        };
        let (dx, dy) = self.reading.direction();
        Point::new(self.at.x - dx * back, self.at.y - dy * back)
    }

    /// The letters as closed outlines, to be filled by the non-zero rule. Empty for blanks.
    pub fn glyphs(&self) -> Vec<Element> {
        let (start, em) = (self.start(), self.em());
        let mut pen = 0.0;
        let mut elements = Vec::new();
        for character in self.shown().chars() {
            let place = |p: Point| self.placed(start, pen + p.x * em, p.y * em);
            elements.extend(self.weight.outline(character).into_iter().map(|element| element.map(place)));
            pen += self.weight.advance(character) * em;
        }
        elements
    }

    /// The letters as single strokes: open lines of at least two points. Empty for blanks.
    ///
    /// # Shape
    /// As wide as [`Text::width`], so that a label which fits in print fits on the machine. A letter without
    /// strokes (there are none for Cyrillic) is drawn by its outline in the typeface.
    pub fn strokes(&self) -> Vec<Vec<Point>> {
        let start = self.start();
        let letters: Vec<_> = self.shown().chars().map(|c| self.stroked(c)).collect();
        let natural: f64 = letters.iter().map(|letter| letter.advance).sum();
        let stretch = if natural > 0.0 { self.width() / natural } else { 1.0 };
        let mut pen = 0.0;
        let mut lines = Vec::new();
        for letter in letters {
            let place = |p: &Point| self.placed(start, (pen + p.x) * stretch, p.y);
            lines.extend(letter.lines.iter().map(|line| line.iter().map(place).collect()));
            pen += letter.advance;
        }
        lines
    }

    /// The box around the letters as printed; a point where there are none. Much faster than their outlines.
    pub fn bounds(&self) -> Bounds {
        let start = self.start();
        let none = Bounds { left: start.x, top: start.y, right: start.x, bottom: start.y };
        let em = self.em();
        let mut pen = 0.0;
        let mut corners = Vec::new();
        for character in self.shown().chars() {
            if let Some((least, most)) = self.weight.extremes(character) {
                corners.extend([least, most].map(|p| self.placed(start, pen + p.x * em, p.y * em)));
            }
            pen += self.weight.advance(character) * em;
        }
        Bounds::around(corners).unwrap_or(none)
    }

    /// All points of the letters as the medium draws them, control points included.
    pub(super) fn points(&self, medium: super::Medium) -> Vec<Point> {
        match medium {
            super::Medium::Print => Path::new(self.glyphs()).points().collect(),
            super::Medium::Machine => self.strokes().concat(),
        }
    }

    /// Where the text is placed, checked even if it draws nothing.
    pub(super) fn at(&self) -> Point {
        self.at
    }

    /// The strokes of a character in mm, from a pen at the origin, y up.
    fn stroked(&self, character: char) -> stroke_font::Strokes {
        let (found, scale) = match stroke_font::strokes(character) {
            Some(strokes) => (strokes, self.height),
            None => (hollow(character), self.height / Weight::Regular.cap_height()),
        };
        let scaled = |p: &Point| Point::new(p.x * scale, p.y * scale);
        stroke_font::Strokes {
            advance: found.advance * scale,
            lines: found.lines.iter().map(|line| line.iter().map(scaled).collect()).collect(),
        }
    }

    /// The place on the sheet of what lies `along` the baseline and `up` from it.
    fn placed(&self, start: Point, along: f64, up: f64) -> Point {
        let (dx, dy) = self.reading.direction();
        // Up is a quarter turn to the left from along.
        Point::new(start.x + dx * along + dy * up, start.y + dy * along - dx * up)
    }
}

/// A character as it can be drawn.
fn shown(character: char) -> String {
    if Weight::Regular.has(character) {
        character.to_string()
    } else {
        format!("[U+{:04X}]", u32::from(character))
    }
}

/// A letter of the typeface drawn by its outline, in ems.
fn hollow(character: char) -> stroke_font::Strokes {
    /// Half a hundredth of an em is a few hundredths of a millimetre in a label.
    const TOLERANCE: f64 = 0.005;
    let outline = Path::new(Weight::Regular.outline(character));
    let lines = outline.flattened(TOLERANCE).into_iter().map(|line| line.points_and_back());
    stroke_font::Strokes { advance: Weight::Regular.advance(character), lines: lines.collect() }
}

#[cfg(test)]
mod tests {
    use super::super::Medium;
    use super::*;
    use crate::geometry::Bounds;

    fn at_origin(content: &str, anchor: Anchor) -> Text {
        Text::new(content, Point::new(0.0, 0.0), 10.0, anchor)
    }

    fn bounds(text: &Text, medium: Medium) -> Bounds {
        Bounds::around(text.points(medium)).expect("draws something")
    }

    #[test]
    fn capitals_are_as_high_as_said_in_both_fonts() {
        for medium in [Medium::Print, Medium::Machine] {
            let bounds = bounds(&at_origin("HEX", Anchor::Start), medium);
            assert!((bounds.top + 10.0).abs() < 1e-9 && bounds.bottom.abs() < 1e-9, "{medium:?} {bounds:?}");
        }
    }

    #[test]
    fn the_box_is_that_of_the_outlines() {
        for reading in [Reading::Across, Reading::Up, Reading::Down] {
            for words in ["HEX jgq", "ÄÖÜäöüßéçñøåŁłŠšİı ΑΩπ БЖЯ –“„…·×½⅞²°′€■○✓", "0123456789 RSQ&@%"]
            {
                let text = Text::new(words, Point::new(3.0, 4.0), 2.5, Anchor::Middle).turned(reading);
                for text in [text.clone(), text.bold()] {
                    let (found, drawn) = (text.bounds(), bounds(&text, Medium::Print));
                    assert!(found.inset(-1e-6).contains(drawn), "{words}: {found:?} {drawn:?}");
                    assert!(drawn.inset(-1e-6).contains(found), "{words}: {found:?} {drawn:?}");
                }
            }
        }
        assert_eq!(at_origin(" ", Anchor::Start).bounds().width(), 0.0);
    }

    #[test]
    fn anchors_put_the_text_where_it_is_meant() {
        let width = at_origin("HOH", Anchor::Start).width();
        for (anchor, start) in [(Anchor::Start, 0.0), (Anchor::Middle, -width / 2.0), (Anchor::End, -width)] {
            let text = at_origin("HOH", anchor);
            assert_eq!(text.start(), Point::new(start, 0.0), "{anchor:?}");
            for medium in [Medium::Print, Medium::Machine] {
                let bounds = bounds(&text, medium);
                assert!(bounds.left > start && bounds.right < start + width, "{anchor:?} {medium:?}");
                assert!(bounds.right - bounds.left > 0.8 * width, "{anchor:?} {medium:?}");
            }
        }
    }

    #[test]
    fn turned_text_reads_up_or_down() {
        let across = bounds(&at_origin("Hi", Anchor::Start), Medium::Print);
        let up = bounds(&at_origin("Hi", Anchor::Start).turned(Reading::Up), Medium::Print);
        let down = bounds(&at_origin("Hi", Anchor::Start).turned(Reading::Down), Medium::Print);
        assert_eq!((up.left, up.top, up.bottom), (across.top, -across.right, -across.left));
        assert_eq!((down.right, down.top, down.bottom), (-across.top, across.left, across.right));
    }

    #[test]
    fn centered_text_is_in_the_middle() {
        let text = Text::centered("HOH", Point::new(30.0, 40.0), 10.0);
        let bounds = bounds(&text, Medium::Machine);
        assert!((bounds.left + bounds.right - 60.0).abs() < 0.5, "{bounds:?}");
        // Round letters reach a little over and under.
        assert!((bounds.top + bounds.bottom - 80.0).abs() < 1e-9, "{bounds:?}");
    }

    #[test]
    fn what_has_no_glyph_is_drawn_as_its_code_point_and_listed() {
        let text = at_origin("aא\u{1F9E9}אЖ\n", Anchor::Start);
        assert_eq!(text.shown(), "a[U+05D0][U+1F9E9][U+05D0]Ж[U+000A]");
        assert_eq!(text.missing(), ['\n', 'א', '\u{1F9E9}']);
        assert_eq!(text.content(), "aא\u{1F9E9}אЖ\n");
        assert!(text.shown().chars().all(|c| Weight::Bold.has(c)), "both weights hold the same characters");
        assert_eq!(text.display().weight(), Weight::Bold, "titles have no Cyrillic");
        assert_eq!(at_origin("Łódź, ½ yd", Anchor::Start).display().weight(), Weight::Display);
    }

    #[test]
    fn cyrillic_is_drawn_by_its_outline() {
        let text = at_origin("Ж", Anchor::Start);
        let strokes = text.strokes();
        assert!(!strokes.is_empty());
        assert!(strokes.iter().all(|line| line.first() == line.last() && line.len() > 3));
        let (print, machine) = (bounds(&text, Medium::Print), bounds(&text, Medium::Machine));
        assert!((print.right - machine.right).abs() < 0.1 && (print.top - machine.top).abs() < 0.1);
    }

    #[test]
    fn both_fonts_take_the_same_room() {
        for content in ["1 1/2 in", "Pentominoes 6 x 10", "½ − ⅛″", "iiiii", "WWW"] {
            let text = at_origin(content, Anchor::Start);
            let end = bounds(&text, Medium::Machine).right;
            assert!(end <= text.width() + 0.5 && end > 0.7 * text.width(), "{content}: {end}");
        }
    }

    #[test]
    fn blanks_draw_nothing() {
        for content in ["", " ", "\u{A0}"] {
            let text = at_origin(content, Anchor::Middle);
            assert!(text.glyphs().is_empty() && text.strokes().is_empty(), "{content:?}");
        }
    }
}

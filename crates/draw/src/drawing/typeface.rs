//! Reads widths and outlines of characters from the embedded typefaces of print: Noto Sans, and EB Garamond for titles.
//!
//! Numbers are in ems: 1 is the type size, x to the right from the pen, y up from the baseline, as a PDF
//! reader takes them from the same font file. There is no kerning, there are no ligatures and no line breaks.

use super::Element;
use crate::geometry::Point;
use std::sync::{LazyLock, OnceLock};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The weight of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Weight {
    /// For body text.
    #[default]
    Regular,
    /// For headings.
    Bold,
    /// For titles, with serifs: Latin letters, numbers and punctuation only.
    Display,
}

const REGULAR_FILE: &[u8] = include_bytes!("../../fonts/NotoSans-Regular-subset.ttf");
const BOLD_FILE: &[u8] = include_bytes!("../../fonts/NotoSans-Bold-subset.ttf");
const DISPLAY_FILE: &[u8] = include_bytes!("../../fonts/EBGaramond-Medium-subset.ttf");

static REGULAR: LazyLock<Typeface> = LazyLock::new(|| Typeface::read(REGULAR_FILE));
static BOLD: LazyLock<Typeface> = LazyLock::new(|| Typeface::read(BOLD_FILE));
static DISPLAY: LazyLock<Typeface> = LazyLock::new(|| Typeface::read(DISPLAY_FILE));

/// A font file with a table of its letters: pages are laid out by asking for the same few hundreds of thousands of times.
struct Typeface {
    face: Face<'static>,
    units: f64,
    cap_height: f64,
    /// In the order of characters.
    letters: Vec<(char, Letter)>,
    /// What is shown where there is no letter.
    empty_box: Letter,
}

/// What is known of a letter, in ems.
struct Letter {
    glyph: GlyphId,
    advance: f64,
    extremes: OnceLock<Option<(Point, Point)>>,
}

impl Typeface {
    fn read(file: &'static [u8]) -> Self {
        let face = Face::parse(file, 0).expect("the embedded font can be read");
        let units = f64::from(face.units_per_em());
        let height = face.capital_height().expect("the embedded font says how high its capitals are");
        let letter = |glyph| Letter {
            glyph,
            advance: f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) / units,
            extremes: OnceLock::new(),
        };
        let mut letters = Vec::new();
        for table in
            face.tables().cmap.into_iter().flat_map(|cmap| cmap.subtables).filter(|table| table.is_unicode())
        {
            table.codepoints(|code| {
                let found = char::from_u32(code).and_then(|c| Some((c, face.glyph_index(c)?)));
                letters.extend(found.map(|(character, glyph)| (character, letter(glyph))));
            });
        }
        letters.sort_unstable_by_key(|&(character, _)| character);
        letters.dedup_by_key(|&mut (character, _)| character);
        let empty_box = letter(GlyphId(0));
        Self { units, cap_height: f64::from(height) / units, letters, empty_box, face }
    }

    fn letter(&self, character: char) -> Option<&Letter> {
        let place = self.letters.binary_search_by_key(&character, |&(other, _)| other).ok()?;
        Some(&self.letters[place].1)
    }

    /// The letter, or the empty box.
    fn shown(&self, character: char) -> &Letter {
        self.letter(character).unwrap_or(&self.empty_box)
    }
}

impl Weight {
    /// The font file itself, TrueType, to be embedded where a format can hold fonts.
    ///
    /// # Source
    /// Noto Sans and EB Garamond under the SIL Open Font License 1.1; `fonts/README.md` says how the subsets
    /// were made.
    pub const fn font_file(self) -> &'static [u8] {
        match self {
            Weight::Regular => REGULAR_FILE,
            Weight::Bold => BOLD_FILE,
            Weight::Display => DISPLAY_FILE,
        }
    }

    /// Returns the name of the font in documents.
    pub const fn font_name(self) -> &'static str {
        match self {
            Weight::Regular => "NotoSans-Regular",
            Weight::Bold => "NotoSans-Bold",
            Weight::Display => "EBGaramond-Medium",
        }
    }

    /// Returns the cap height, in ems.
    pub fn cap_height(self) -> f64 {
        self.typeface().cap_height
    }

    /// Whether the typeface has a glyph for `character`.
    pub fn has(self, character: char) -> bool {
        self.typeface().letter(character).is_some()
    }

    /// Returns the advance width of `character`, in ems.
    pub fn advance(self, character: char) -> f64 {
        self.typeface().shown(character).advance
    }

    /// The outline of `character`, in ems, y up; nothing for a space. Fill it by the non-zero rule.
    pub(super) fn outline(self, character: char) -> Vec<Element> {
        let (typeface, origin) = (self.typeface(), Point::new(0.0, 0.0));
        let mut pen = Pen { units: typeface.units, start: origin, at: origin, elements: Vec::new() };
        // No outline is an answer: that of a space.
        let _ = typeface.face.outline_glyph(typeface.shown(character).glyph, &mut pen);
        pen.elements
    }

    /// The least and the greatest coordinates of the outline of `character`, in ems, y up, as the font file
    /// states them; none for a space.
    pub(super) fn extremes(self, character: char) -> Option<(Point, Point)> {
        let typeface = self.typeface();
        let letter = typeface.shown(character);
        *letter.extremes.get_or_init(|| {
            let found = typeface.face.glyph_bounding_box(letter.glyph)?;
            let point =
                |x: i16, y: i16| Point::new(f64::from(x) / typeface.units, f64::from(y) / typeface.units);
            Some((point(found.x_min, found.y_min), point(found.x_max, found.y_max)))
        })
    }

    /// Returns the smallest rectangle around all letters: left, bottom, right and top, in ems, y up.
    #[cfg(feature = "pdf")]
    pub(crate) fn bounds(self) -> [f64; 4] {
        let typeface = self.typeface();
        let bounds = typeface.face.global_bounding_box();
        [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(|side| f64::from(side) / typeface.units)
    }

    /// Returns the number of the glyph of `character` in the font file; 0, the empty box, where it has none.
    #[cfg(feature = "pdf")]
    pub(crate) fn glyph(self, character: char) -> u16 {
        self.typeface().shown(character).glyph.0
    }

    fn typeface(self) -> &'static Typeface {
        match self {
            Weight::Regular => &REGULAR,
            Weight::Bold => &BOLD,
            Weight::Display => &DISPLAY,
        }
    }
}

/// Writes down what the font file draws, scaled to ems.
struct Pen {
    units: f64,
    start: Point,
    at: Point,
    elements: Vec<Element>,
}

impl Pen {
    fn point(&self, x: f32, y: f32) -> Point {
        Point::new(f64::from(x) / self.units, f64::from(y) / self.units)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        (self.start, self.at) = (self.point(x, y), self.point(x, y));
        self.elements.push(Element::Move(self.at));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.at = self.point(x, y);
        self.elements.push(Element::Line(self.at));
    }

    /// A quadratic curve is the cubic whose control points lie two thirds of the way to its own.
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (control, to) = (self.point(x1, y1), self.point(x, y));
        let towards = |end: Point| {
            Point::new(end.x + (control.x - end.x) * 2.0 / 3.0, end.y + (control.y - end.y) * 2.0 / 3.0)
        };
        self.elements.push(Element::Cubic(towards(self.at), towards(to), to));
        self.at = to;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let to = self.point(x, y);
        self.elements.push(Element::Cubic(self.point(x1, y1), self.point(x2, y2), to));
        self.at = to;
    }

    fn close(&mut self) {
        // Closing draws the last line; the file may have drawn it already.
        if self.at == self.start && matches!(self.elements.last(), Some(Element::Line(_))) {
            self.elements.pop();
        }
        self.elements.push(Element::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_weights_know_what_makers_write() {
        let wanted = "AZaz09 ÄÖÜäöüßéçñøåŁłŠšŽžĞğİı ΑΩαωπ БЖЯбжя –—‘’“”„…•·×−±≤≥→←↑↓½⅓¼¾⅛⅜⅝⅞²³°′″⁄€□■○●✓";
        for weight in [Weight::Regular, Weight::Bold] {
            for character in wanted.chars() {
                assert!(weight.has(character), "{weight:?} lacks `{character}`");
                assert!(weight.advance(character) > 0.0, "{weight:?} `{character}`");
                assert_eq!(
                    weight.outline(character).is_empty(),
                    character == ' ',
                    "{weight:?} `{character}`"
                );
            }
        }
        assert!(!Weight::Regular.has('א'), "a letter of another script is not there");
    }

    #[test]
    fn letters_stand_on_the_baseline_and_reach_the_cap_height() {
        // The feet of a serif are drawn a little over both lines, by hand; those of Noto Sans end on them.
        for (weight, cap_height, serif) in
            [(Weight::Regular, 0.714, 0.0), (Weight::Bold, 0.714, 0.0), (Weight::Display, 0.65, 0.004)]
        {
            assert_eq!(weight.cap_height(), cap_height);
            let ys: Vec<f64> = weight.outline('H').iter().filter_map(y_of).collect();
            let lowest = ys.iter().copied().fold(f64::MAX, f64::min);
            let highest = ys.iter().copied().fold(f64::MIN, f64::max);
            assert_eq!(lowest, -serif, "{weight:?}");
            assert!((cap_height..=cap_height + serif).contains(&highest), "{weight:?}: {highest}");
        }
        fn y_of(element: &Element) -> Option<f64> {
            match element {
                Element::Move(p) | Element::Line(p) | Element::Cubic(_, _, p) | Element::Arc(_, p) => {
                    Some(p.y)
                }
                Element::Close => None,
            }
        }
    }

    #[test]
    fn widths_are_those_of_the_font_file() {
        // Measured with fonttools: hmtx of Noto Sans 2.004.
        for (character, advance) in [('0', 0.572), ('H', 0.741), (' ', 0.26), ('½', 0.771)] {
            assert_eq!(Weight::Regular.advance(character), advance, "`{character}`");
        }
    }
}

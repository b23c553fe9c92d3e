//! Reads single-stroke letters for pens, lasers and programs without fonts.
//!
//! Numbers are in cap heights: 1 is the height of a capital, x to the right from the pen, y up from the
//! baseline. Accents are dropped, typographic signs fall back to plain ones, and fractions are built from
//! small digits. Characters without strokes are reported as such.
//!
//! # Source
//! A. V. Hershey, "Calligraphy for Computers", U. S. Naval Weapons Laboratory report 2101, 1967: Roman
//! Simplex and Greek Simplex, in the format of James Hurt; `fonts/README.md` has the terms.

use crate::geometry::Point;
use std::sync::LazyLock;

/// A letter made of strokes, in cap heights.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Strokes {
    /// The advance width.
    pub(super) advance: f64,
    /// Open lines of at least two points.
    pub(super) lines: Vec<Vec<Point>>,
}

/// The number of steps of Hershey's grid from the baseline to the top of a capital.
const CAP_HEIGHT: f64 = 21.0;

/// Where the baseline is on Hershey's grid, downwards from the middle of the glyph.
const BASELINE: i32 = 9;

/// How large the figures of a fraction or exponent are, and how far such a figure is raised to reach the cap
/// height. Chosen by eye.
const SMALL: f64 = 0.6;

static GLYPHS: LazyLock<Vec<Strokes>> =
    LazyLock::new(|| include_str!("../../fonts/hershey-simplex.jhf").lines().map(glyph).collect());

/// A sharp s, drawn by eye: its line and its advance width.
const SHARP_S: (&[(f64, f64)], f64) = (
    &[
        (0.19, 0.0),
        (0.19, 0.76),
        (0.24, 0.91),
        (0.36, 1.0),
        (0.5, 1.0),
        (0.61, 0.92),
        (0.64, 0.79),
        (0.59, 0.66),
        (0.42, 0.56),
        (0.6, 0.46),
        (0.7, 0.35),
        (0.72, 0.22),
        (0.68, 0.09),
        (0.57, 0.0),
        (0.43, 0.0),
        (0.33, 0.06),
    ],
    0.88,
);

/// The strokes of `character`, if there are any for it.
pub(super) fn strokes(character: char) -> Option<Strokes> {
    if let Some(glyph) = index(character).and_then(|index| GLYPHS.get(index)) {
        return Some(glyph.clone());
    }
    if let Some((numerator, denominator)) = fraction(character) {
        let parts = [(numerator, SMALL, 1.0 - SMALL), ("/", 1.0, 0.0), (denominator, SMALL, 0.0)];
        return joined(&parts.map(|part| vec![part]).concat());
    }
    if let Some(figure) = exponent(character) {
        return joined(&[(figure, SMALL, 1.0 - SMALL)]);
    }
    if combines(character) {
        return Some(Strokes { advance: 0.0, lines: Vec::new() });
    }
    if matches!(character, 'ß' | 'ẞ') {
        let (line, advance) = SHARP_S;
        let line = line.iter().map(|&(x, y)| Point::new(x, y)).collect();
        return Some(Strokes { advance, lines: vec![line] });
    }
    let plain = plain(character)?;
    let mut letter = joined(&[(plain, 1.0, 0.0)])?;
    if let Some(accent) = accent(character) {
        if matches!(plain, "i" | "j") && accent.place == Place::Above {
            letter.lines.retain(|dot| dot.iter().any(|point| point.y < DOT_FROM));
        }
        letter.add(accent);
    }
    Some(letter)
}

impl Strokes {
    /// Adds an accent to a letter.
    fn add(&mut self, accent: Accent) {
        let extremes = |lines: &[Vec<Point>]| {
            let points = || lines.iter().flatten();
            let least = |of: fn(&Point) -> f64| points().map(of).fold(f64::INFINITY, f64::min);
            let most = |of: fn(&Point) -> f64| points().map(of).fold(f64::NEG_INFINITY, f64::max);
            (f64::midpoint(least(|p| p.x), most(|p| p.x)), most(|p| p.y))
        };
        let (middle, top) = extremes(&self.lines);
        let up = match accent.place {
            Place::Above => top + ABOVE,
            Place::Through => top / 2.0,
            Place::Below => 0.0,
        };
        let point = |&(x, y): &(f64, f64)| Point::new(middle + x, up + y);
        self.lines.extend(accent.lines.iter().map(|line| line.iter().map(point).collect::<Vec<_>>()));
    }
}

/// How far an accent is above its letter, in cap heights; above the second there is only the dot of an i. Chosen by eye.
const ABOVE: f64 = 0.12;
const DOT_FROM: f64 = 0.75;

/// Where an accent is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Above,
    Through,
    Below,
}

/// Lines of an accent in cap heights, right of the middle of the letter and up from its place.
#[derive(Debug, Clone, Copy)]
struct Accent {
    place: Place,
    lines: AccentLines,
}

type AccentLines = &'static [&'static [(f64, f64)]];

/// Each accent, and the letters that have it. Drawn by eye.
const ACCENTS: &[(&str, Place, AccentLines)] = &[
    ("ÁÉÍÓÚÝáéíóúýĆćĹĺŃńŔŕŚśŹźẂẃ", Place::Above, &[&[(-0.05, 0.0), (0.09, 0.18)]]),
    ("ÀÈÌÒÙàèìòùẀẁỲỳ", Place::Above, &[&[(0.05, 0.0), (-0.09, 0.18)]]),
    ("ÂÊÎÔÛâêîôûĈĉĜĝĤĥĴĵŜŝŴŵŶŷ", Place::Above, &[&[(-0.14, 0.0), (0.0, 0.16), (0.14, 0.0)]]),
    ("ČčĎďĚěĽľŇňŘřŠšŤťŽž", Place::Above, &[&[(-0.14, 0.16), (0.0, 0.0), (0.14, 0.16)]]),
    ("ÃÑÕãñõĨĩŨũ", Place::Above, &[&[(-0.16, 0.03), (-0.08, 0.12), (0.08, 0.03), (0.16, 0.12)]]),
    ("ÄËÏÖÜäëïöüÿŸẄẅ", Place::Above, &[&[(-0.13, 0.0), (-0.13, 0.1)], &[(0.13, 0.0), (0.13, 0.1)]]),
    ("ÅåŮů", Place::Above, &[&[(0.0, 0.0), (0.09, 0.09), (0.0, 0.18), (-0.09, 0.09), (0.0, 0.0)]]),
    ("ĀāĒēĪīŌōŪū", Place::Above, &[&[(-0.14, 0.06), (0.14, 0.06)]]),
    ("ĂăĔĕĞğĬĭŎŏŬŭ", Place::Above, &[&[(-0.13, 0.14), (-0.06, 0.03), (0.06, 0.03), (0.13, 0.14)]]),
    ("ĊċĖėĠġİŻż", Place::Above, &[&[(0.0, 0.0), (0.0, 0.1)]]),
    ("ŐőŰű", Place::Above, &[&[(-0.12, 0.0), (-0.02, 0.18)], &[(0.06, 0.0), (0.16, 0.18)]]),
    ("ÇçŞşŢţȘșȚțĢĶķĻļŅņŖŗ", Place::Below, &[&[(0.02, -0.08), (-0.06, -0.26)]]),
    ("ĄąĘęĮįŲų", Place::Below, &[&[(0.1, 0.0), (0.04, -0.14), (0.16, -0.2)]]),
    ("ØøŁłĐđÐĦħŦŧ", Place::Through, &[&[(-0.22, -0.06), (0.22, 0.14)]]),
];

/// The accent of a letter.
fn accent(character: char) -> Option<Accent> {
    let of = ACCENTS.iter().find(|(letters, ..)| letters.contains(character));
    of.map(|&(_, place, lines)| Accent { place, lines })
}

/// Texts beside each other, each at a scale and raised by a part of the cap height.
fn joined(parts: &[(&str, f64, f64)]) -> Option<Strokes> {
    let mut joined = Strokes { advance: 0.0, lines: Vec::new() };
    for &(text, scale, raised) in parts {
        for character in text.chars() {
            let glyph = GLYPHS.get(index(character)?)?;
            let place = |p: &Point| Point::new(joined.advance + p.x * scale, raised + p.y * scale);
            let lines: Vec<_> = glyph.lines.iter().map(|line| line.iter().map(place).collect()).collect();
            joined.lines.extend(lines);
            joined.advance += glyph.advance * scale;
        }
    }
    Some(joined)
}

/// The line of the font file that draws `character`: ASCII, the degree sign, then the Greek alphabets.
fn index(character: char) -> Option<usize> {
    const GREEK_CAPITALS: &str = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ";
    const GREEK_SMALL: &str = "αβγδεζηθικλμνξοπρστυφχψω";
    let within = |alphabet: &str| alphabet.chars().position(|letter| letter == character);
    match character {
        // Hershey has an arrow where ASCII has the circumflex.
        '^' => None,
        '↑' => index_of_ascii('^'),
        ' '..='~' => index_of_ascii(character),
        '°' => Some(95),
        'µ' => index('μ'),
        '\u{370}'..='\u{3FF}' => {
            within(GREEK_CAPITALS).map(|at| 96 + at).or_else(|| within(GREEK_SMALL).map(|at| 120 + at))
        }
        _ => None,
    }
}

fn index_of_ascii(character: char) -> Option<usize> {
    usize::try_from(u32::from(character).checked_sub(0x20)?).ok()
}

/// Reads a line of the font file: columns 0 to 8 count, then pairs of letters are coordinates counted from
/// `R`.
fn glyph(line: &str) -> Strokes {
    let letters: Vec<i32> = line.bytes().skip(8).map(|letter| i32::from(letter) - i32::from(b'R')).collect();
    let (pairs, _) = letters.as_chunks::<2>();
    let ([left, right], pairs) = pairs.split_first().expect("a glyph of the font file has two sides");
    let place = |[x, y]: &[i32; 2]| {
        Point::new(f64::from(x - left) / CAP_HEIGHT, f64::from(BASELINE - y) / CAP_HEIGHT)
    };
    // A blank and an R lift the pen.
    let lift = |[x, _]: &[i32; 2]| *x == i32::from(b' ') - i32::from(b'R');
    let lines = pairs.split(lift).map(|line| {
        let mut points: Vec<Point> = line.iter().map(place).collect();
        points.dedup();
        points
    });
    Strokes {
        advance: f64::from(right - left) / CAP_HEIGHT,
        lines: lines.filter(|points| points.len() > 1).collect(),
    }
}

fn fraction(character: char) -> Option<(&'static str, &'static str)> {
    Some(match character {
        '½' => ("1", "2"),
        '⅓' => ("1", "3"),
        '⅔' => ("2", "3"),
        '¼' => ("1", "4"),
        '¾' => ("3", "4"),
        '⅕' => ("1", "5"),
        '⅖' => ("2", "5"),
        '⅗' => ("3", "5"),
        '⅘' => ("4", "5"),
        '⅙' => ("1", "6"),
        '⅚' => ("5", "6"),
        '⅛' => ("1", "8"),
        '⅜' => ("3", "8"),
        '⅝' => ("5", "8"),
        '⅞' => ("7", "8"),
        _ => return None,
    })
}

fn exponent(character: char) -> Option<&'static str> {
    Some(match character {
        '⁰' => "0",
        '¹' => "1",
        '²' => "2",
        '³' => "3",
        '⁴' => "4",
        '⁵' => "5",
        '⁶' => "6",
        '⁷' => "7",
        '⁸' => "8",
        '⁹' => "9",
        'ª' => "a",
        'º' => "o",
        _ => return None,
    })
}

/// Whether the character is an accent for the letter before it, which goes without.
fn combines(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36F}')
}

/// What to write instead: the letter without its [accent], the sign of a typewriter.
fn plain(character: char) -> Option<&'static str> {
    Some(match character {
        'À'..='Å' | 'Ā' | 'Ă' | 'Ą' => "A",
        'à'..='å' | 'ā' | 'ă' | 'ą' => "a",
        'Æ' => "AE",
        'æ' => "ae",
        'Ç' | 'Ć' | 'Ĉ' | 'Ċ' | 'Č' => "C",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'Ď' | 'Đ' | 'Ð' => "D",
        'ď' | 'đ' | 'ð' => "d",
        'È'..='Ë' | 'Ē' | 'Ĕ' | 'Ė' | 'Ę' | 'Ě' => "E",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'Ĝ' | 'Ğ' | 'Ġ' | 'Ģ' => "G",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'Ĥ' | 'Ħ' => "H",
        'ĥ' | 'ħ' => "h",
        'Ì'..='Ï' | 'Ĩ' | 'Ī' | 'Ĭ' | 'Į' | 'İ' => "I",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'Ĵ' => "J",
        'ĵ' => "j",
        'Ķ' => "K",
        'ķ' => "k",
        'Ĺ' | 'Ļ' | 'Ľ' | 'Ŀ' | 'Ł' => "L",
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => "l",
        'Ñ' | 'Ń' | 'Ņ' | 'Ň' => "N",
        'ñ' | 'ń' | 'ņ' | 'ň' | 'ŉ' => "n",
        'Ò'..='Ö' | 'Ø' | 'Ō' | 'Ŏ' | 'Ő' => "O",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => "o",
        'Œ' => "OE",
        'œ' => "oe",
        'Ŕ' | 'Ŗ' | 'Ř' => "R",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'Ś' | 'Ŝ' | 'Ş' | 'Š' | 'Ș' => "S",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'Ţ' | 'Ť' | 'Ŧ' | 'Ț' => "T",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'Ù'..='Ü' | 'Ũ' | 'Ū' | 'Ŭ' | 'Ů' | 'Ű' | 'Ų' => "U",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'Ŵ' | 'Ẁ' | 'Ẃ' | 'Ẅ' => "W",
        'ŵ' | 'ẁ' | 'ẃ' | 'ẅ' => "w",
        'Ý' | 'Ŷ' | 'Ÿ' | 'Ỳ' => "Y",
        'ý' | 'ÿ' | 'ŷ' | 'ỳ' => "y",
        'Ź' | 'Ż' | 'Ž' => "Z",
        'ź' | 'ż' | 'ž' => "z",
        '‘' | '’' | '‚' | '′' | 'ʼ' => "'",
        '“' | '”' | '„' | '″' => "\"",
        '‐'..='―' | '−' => "-",
        '…' => "...",
        '×' => "x",
        '·' | '•' => ".",
        '⁄' | '∕' => "/",
        '«' => "<<",
        '»' => ">>",
        '‹' => "<",
        '›' => ">",
        '№' => "No.",
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' => " ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_degrees_and_greek_have_strokes() {
        assert_eq!(GLYPHS.len(), 96 + 48);
        for character in (' '..='~').filter(|&c| c != '^').chain("°µΑΩαωπ↑".chars()) {
            let glyph = strokes(character).unwrap_or_else(|| panic!("`{character}` has no strokes"));
            assert_eq!(glyph.lines.is_empty(), character == ' ', "`{character}`");
            assert!(glyph.advance > 0.2 && glyph.advance < 1.5, "`{character}` is {} wide", glyph.advance);
            for point in glyph.lines.concat() {
                assert!((-0.1..=glyph.advance + 0.1).contains(&point.x), "`{character}` {point:?}");
                assert!((-0.4..=1.25).contains(&point.y), "`{character}` {point:?}");
            }
        }
    }

    #[test]
    fn capitals_stand_on_the_baseline_and_are_one_high() {
        for character in "EFHKLMNTVXZ17".chars() {
            let ys: Vec<f64> =
                strokes(character).expect("drawn").lines.concat().iter().map(|p| p.y).collect();
            assert_eq!(ys.iter().copied().fold(f64::MAX, f64::min), 0.0, "`{character}`");
            assert_eq!(ys.iter().copied().fold(f64::MIN, f64::max), 1.0, "`{character}`");
        }
    }

    #[test]
    fn accents_and_typographic_signs_fall_back() {
        for (from, to) in [('×', "x"), ('–', "-"), ('″', "\"")] {
            assert_eq!(strokes(from), joined(&[(to, 1.0, 0.0)]), "`{from}`");
        }
        for (from, to, lines) in [('é', 'e', 1), ('ä', 'a', 2), ('Ł', 'L', 1), ('ç', 'c', 1), ('ï', 'i', 1)]
        {
            let (letter, plain) = (strokes(from).expect("drawn"), strokes(to).expect("drawn"));
            assert_eq!(
                (letter.lines.len(), letter.advance),
                (plain.lines.len() + lines, plain.advance),
                "`{from}`"
            );
        }
        assert_eq!(strokes('ß').expect("drawn").lines.len(), 1, "one letter and not two");
        let known = ACCENTS.iter().flat_map(|(letters, ..)| letters.chars());
        for letter in known.clone() {
            assert!(plain(letter).is_some_and(|plain| plain.len() == 1), "`{letter}` has a letter below");
            assert_eq!(known.clone().filter(|other| *other == letter).count(), 1, "`{letter}`");
        }
        let all_of_latin = ('À'..='ſ').filter(|c| !"÷Þþĸ×Ŋŋſĳ".contains(*c) && *c != 'Ĳ');
        for letter in all_of_latin {
            assert!(strokes(letter).is_some(), "`{letter}`");
        }
        for unknown in ['Ж', 'א', '五', '\n'] {
            assert_eq!(strokes(unknown), None, "{unknown:?}");
        }
    }

    #[test]
    fn a_half_is_not_one_and_two() {
        let half = strokes('½').expect("built");
        let ys = |line: &[Point]| line.iter().map(|p| p.y).fold(f64::MAX, f64::min);
        assert_eq!(ys(&half.lines[0]), 1.0 - SMALL, "the numerator is raised");
        assert!(half.advance < strokes('1').expect("drawn").advance * 2.5);
    }
}

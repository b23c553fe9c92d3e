//! Sets words in lines of one size.

use super::sizes::{HEADING, LINE, TEXT};
use crate::drawing::{Anchor, Canvas, Role, Text};
use crate::geometry::{Bounds, Point};

/// What is written where a line was too long.
const CUT_OFF: &str = " …";

/// How wide words are, in mm; measured in bold, so that what fits bold fits.
pub(super) fn width_of(words: &str, height: f64) -> f64 {
    Text::new(words, Point::default(), height, Anchor::Start).bold().width()
}

/// One line of text from `at`; words that reach further than `width` mm are cut off and end in an ellipsis,
/// never smaller.
pub fn line(words: &str, at: Point, height: f64, width: f64) -> Text {
    if width_of(words, height) <= width {
        return Text::new(words, at, height, Anchor::Start);
    }
    let fits = |end: &usize| width_of(&words[..*end], height) + width_of(CUT_OFF, height) <= width;
    let ends: Vec<usize> = words.char_indices().map(|(end, _)| end).collect();
    let count = ends.partition_point(fits);
    let end = ends[..count].last().copied().unwrap_or(0);
    Text::new(format!("{}{CUT_OFF}", words[..end].trim_end()), at, height, Anchor::Start)
}

/// One line in the typeface of titles from `at`; smaller where it would reach further than `width` mm, and in
/// bold where it would be too small for a title.
pub fn title_line(words: &str, at: Point, height: f64, width: f64) -> Text {
    let text = Text::new(words, at, height, Anchor::Start).display();
    let fits = height * (width / text.width()).min(1.0);
    if fits >= HEADING { text.at_height(fits) } else { line(words, at, HEADING, width).bold() }
}

/// The least share of its usual height at which a title stays on one line, and how much smaller the next size is; chosen by eye.
const ONE_LINE: f64 = 0.6;
const SMALLER: f64 = 0.9;
/// The distance of lines of a title, in cap heights.
const TITLE_LINE: f64 = 1.7;

/// A title from `at` in up to `most` lines no wider than `width` mm, the size as large as they allow; a line alone, as
/// [`title_line`], where it is not much smaller for that or where no size fits.
pub fn title_lines(words: &str, at: Point, height: f64, width: f64, most: usize) -> Vec<Text> {
    let one = title_line(words, at, height, width);
    if one.content() == words && one.height() >= ONE_LINE * height {
        return vec![one];
    }
    let set = |height: f64| -> Vec<Text> {
        let line = |(number, words): (usize, String)| {
            let at = Point { y: at.y + TITLE_LINE * height * number as f64, ..at };
            Text::new(words, at, height, Anchor::Start).display()
        };
        wrapped(words, height, width).into_iter().enumerate().map(line).collect()
    };
    let sizes = std::iter::successors(Some(height), |height| Some(SMALLER * height));
    let mut set = sizes.take_while(|&height| height >= HEADING).map(set);
    // No word is broken for a larger size.
    let is_whole = |lines: &[Text]| {
        let set = lines.iter().flat_map(|line| line.content().split_whitespace());
        set.eq(words.split_whitespace())
    };
    let fits = |lines: &[Text]| lines.len() <= most && lines.iter().all(|line| line.width() <= width);
    set.find(|lines| fits(lines) && is_whole(lines)).unwrap_or_else(|| vec![one])
}

/// Breaks words into lines no wider than `width` mm: at blanks that are not inside a length, and inside a
/// word only where it alone is wider.
pub fn wrapped(words: &str, height: f64, width: f64) -> Vec<String> {
    let blank = width_of(" ", height);
    let mut lines: Vec<(String, f64)> = Vec::new();
    for word in unbroken(words).iter().flat_map(|word| broken(word, height, width)) {
        let wide = width_of(&word, height);
        match lines.last_mut() {
            Some((line, used)) if *used + blank + wide <= width => {
                line.push(' ');
                line.push_str(&word);
                *used += blank + wide;
            }
            _ => lines.push((word, wide)),
        }
    }
    lines.into_iter().map(|(line, _)| line).collect()
}

/// Stays between two words of one line.
const NO_BREAK: char = '\u{a0}';

/// Words, and lengths such as `1 7/8 in` as one word, as are words around a space without a break.
fn unbroken(words: &str) -> Vec<String> {
    const UNITS: [&str; 5] = ["in", "yd", "mm", "cm", "m"];
    let is_number = |word: &str| {
        let word = word.trim_start_matches('(');
        word.starts_with(|c: char| c.is_ascii_digit())
            && word.chars().all(|c| c.is_ascii_digit() || c == '/' || c == '.')
    };
    let is_fraction = |word: &str| word.contains('/') && is_number(word);
    let is_unit = |word: &str| UNITS.contains(&word.trim_end_matches([')', ',', '.', ';', ':']));
    let mut found: Vec<String> = Vec::new();
    let mut before = "";
    let parts = words.split(|c: char| c.is_whitespace() && c != NO_BREAK).filter(|word| !word.is_empty());
    for word in parts {
        let joins = is_number(before) && (is_unit(word) || (!before.contains('/') && is_fraction(word)));
        match found.last_mut() {
            Some(last) if joins => {
                last.push(' ');
                last.push_str(word);
            }
            _ => found.push(word.to_owned()),
        }
        before = word;
    }
    found.into_iter().map(|word| word.replace(NO_BREAK, " ")).collect()
}

/// A word in parts that are no wider than `width` mm, each of at least one character.
fn broken(word: &str, height: f64, width: f64) -> Vec<String> {
    if width_of(word, height) <= width {
        return vec![word.to_owned()];
    }
    let mut parts: Vec<String> = Vec::new();
    for letter in word.chars() {
        match parts.last_mut() {
            Some(part) if width_of(&format!("{part}{letter}"), height) <= width => part.push(letter),
            _ => parts.push(letter.to_string()),
        }
    }
    parts
}

/// Writes words in as many lines as they take from the top of `room`; returns where they end.
pub(super) fn paragraph(canvas: &mut Canvas, room: Bounds, words: &str) -> f64 {
    let mut y = room.top;
    for words in wrapped(words, TEXT, room.width()) {
        canvas.text(Role::Label, line(&words, baseline(room.left, y), TEXT, room.width()));
        y += LINE;
    }
    y
}

/// Where the words of a line begin whose top is at `y`.
pub(super) fn baseline(x: f64, y: f64) -> Point {
    Point { x, y: y + f64::midpoint(LINE, TEXT) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stays_with_its_word_where_a_space_has_no_break() {
        for width in (10..80).map(f64::from) {
            let lines =
                wrapped("By name: Hollow Canyon\u{a0}8, Open Lock\u{a0}13, Woven Gate\u{a0}22", TEXT, width);
            let begins = |line: &String| line.starts_with(|c: char| c.is_ascii_digit());
            assert!(width < 20.0 || !lines.iter().any(begins), "{width}: {lines:?}");
            assert!(!lines.concat().contains('\u{a0}'), "it is drawn as a space");
        }
    }

    #[test]
    fn lines_are_no_wider_than_the_room_and_lose_no_letter() {
        let words = "Sew one Donaudampfschifffahrtsgesellschaftskapitän to another; press the seam.";
        for width in [12.0, 20.0, 40.0, 400.0] {
            let lines = wrapped(words, TEXT, width);
            assert!(lines.iter().all(|line| width_of(line, TEXT) <= width + 1e-9), "{width}: {lines:?}");
            let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            assert_eq!(letters(&lines.concat()), letters(words));
        }
    }

    #[test]
    fn no_length_is_broken_over_two_lines() {
        let words =
            "Cells of up to 1 7/8 in, strips of 6 1/2 in and (2) 2 1/2 in; 4.5 m, 12 patches in rows.";
        for width in (20..90).map(f64::from) {
            for line in wrapped(words, TEXT, width) {
                for part in ["7/8", "in,", "1/2", "in;", "in and", "m,"] {
                    assert!(!line.starts_with(part), "{width}: {line}");
                }
            }
        }
        assert_eq!(unbroken("step 3 in row 1/2"), ["step", "3 in", "row", "1/2"]);
    }

    #[test]
    fn a_long_title_takes_lines_and_loses_no_word() {
        let set = |words: &str, width| title_lines(words, Point::default(), 12.0, width, 3);
        for width in (60..240).step_by(12).map(f64::from) {
            for words in ["Pentominoes", "A year of pentominoes for patient people with a rainy afternoon"] {
                let lines = set(words, width);
                assert!(lines.len() <= 3 && lines.iter().all(|line| line.width() <= width + 1e-9), "{width}");
                let read: Vec<&str> = lines.iter().map(Text::content).collect();
                assert_eq!(read.join(" "), words, "{width}");
                for (one, next) in lines.iter().zip(&lines[1..]) {
                    assert!(next.start().y - one.start().y > 1.3 * next.height(), "{width}");
                }
            }
        }
        assert_eq!(set("Pentominoes", 120.0).len(), 1);
        assert!(
            set("Three lines are not enough for it, however small. ".repeat(9).trim(), 60.0)[0]
                .content()
                .ends_with('…')
        );
    }

    #[test]
    fn a_line_that_is_too_long_keeps_its_size() {
        let text = line("much longer than there is room", Point::default(), TEXT, 20.0);
        assert!(text.clone().bold().width() <= 20.0 && text.content().ends_with(" …"), "{text:?}");
        assert!(text.height() >= TEXT);
        assert_eq!(line("short", Point::default(), TEXT, 20.0).content(), "short");
    }
}

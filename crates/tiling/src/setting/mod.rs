//! The values of options: how each is typed, read from a design, and written to one.
//!
//! A type becomes a [`Setting`] where it is at home. Most have a word for every value: [`words!`] lists them.

mod error;

use std::time::Duration;

pub use serde_json::Value;

use crate::error::Error;
use crate::json::Node;
use crate::lattice::Lattice;
use crate::length::Length;
use crate::limits::Limits;
use crate::names::find;

pub use error::{NoEffect, OptionError, WrongValue};

/// What values an option takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OptionKind {
    /// On or off.
    Flag,
    /// A whole number; the row says its range.
    Whole,
    /// One word of a list.
    Word(&'static [Choice]),
    /// A text in the form that these words describe, such as "a length such as 6.35mm".
    Text(&'static str),
    /// Several values of one kind; on the command line with commas between them.
    List(&'static OptionKind),
    /// The name of a template, or the content of a file of one's own as an object.
    NameOrFile(&'static str),
}

/// One word that an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The word.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// What the reader of a value may ask for.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    /// The least and greatest whole number.
    pub range: (u64, u64),
    /// The limits that reading obeys.
    pub limits: &'a Limits,
}

/// A type that an option can have.
pub trait Setting: Sized {
    /// What values it takes.
    const KIND: OptionKind;

    /// Reads it as it is typed on the command line.
    ///
    /// # Errors
    /// [`OptionError`], or an error of the room that the value is for.
    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error>;

    /// Reads it from a design; what is wrong is noted in the document.
    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        Self::checked(node, node.text()?, ask)
    }

    /// Reads a text of a design as it is typed; what is wrong is noted in the document.
    fn checked(node: Node<'_>, text: &str, ask: Ask<'_>) -> Option<Self> {
        node.check(Self::from_text(text, ask).map_err(OptionError::from))
    }

    /// Returns it as the value of a key, which reads back as the same.
    fn to_json(&self) -> Value;

    /// Returns a default of a table.
    ///
    /// # Panics
    /// If the table is wrong, which a test would find.
    fn preset(text: &str) -> Self {
        let ask = Ask { range: (0, u64::MAX), limits: &Limits::default() };
        Self::from_text(text, ask).expect("a default that can be read")
    }
}

impl<T: Setting> Setting for Option<T> {
    const KIND: OptionKind = T::KIND;

    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        T::from_text(text, ask).map(Some)
    }

    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        T::from_json(node, ask).map(Some)
    }

    fn to_json(&self) -> Value {
        self.as_ref().map_or(Value::Null, Setting::to_json)
    }
}

impl<T: Setting> Setting for Vec<T> {
    const KIND: OptionKind = OptionKind::List(&T::KIND);

    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        text.split(',').map(|part| T::from_text(part.trim(), ask)).collect()
    }

    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        /// More entries than there are formats or engines.
        const MOST: u64 = 1000;
        // Read all before giving up, so that every mistake is noted.
        let read: Vec<Option<T>> =
            node.list(0, MOST)?.into_iter().map(|node| T::from_json(node, ask)).collect();
        read.into_iter().collect()
    }

    fn to_json(&self) -> Value {
        self.iter().map(Setting::to_json).collect()
    }
}

impl Setting for bool {
    const KIND: OptionKind = OptionKind::Flag;

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
        Ok(text.parse().map_err(|_| bad(text, "`true` or `false`"))?)
    }

    fn from_json(node: Node<'_>, _: Ask<'_>) -> Option<Self> {
        node.boolean()
    }

    fn to_json(&self) -> Value {
        (*self).into()
    }
}

impl Setting for u64 {
    const KIND: OptionKind = OptionKind::Whole;

    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        let (least, most) = ask.range;
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        Ok(number.ok_or_else(|| OptionError::OutOfRange { found: text.to_owned(), least, most })?)
    }

    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        let bound = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let number = node.integer(bound(ask.range.0), bound(ask.range.1))?;
        u64::try_from(number).ok()
    }

    fn to_json(&self) -> Value {
        (*self).into()
    }
}

impl Setting for String {
    const KIND: OptionKind = OptionKind::Text("text");

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
        Ok(text.to_owned())
    }

    fn to_json(&self) -> Value {
        self.as_str().into()
    }
}

/// One line of words for paper: a title, a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneLine(String);

impl OneLine {
    /// What it must be.
    const EXPECTED: &str = "one line of 1 to 200 characters";
    /// The most characters.
    const MOST: u64 = 200;

    /// Returns the words.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Setting for OneLine {
    const KIND: OptionKind = OptionKind::Text("text");

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
        let good = crate::text::gate(text, Self::MOST);
        Ok(good.map(|()| Self(text.to_owned())).map_err(|_| bad(text, Self::EXPECTED))?)
    }

    fn to_json(&self) -> Value {
        self.0.as_str().into()
    }
}

impl Setting for Length {
    const KIND: OptionKind = OptionKind::Text("a length such as 6.35mm, 1/4in or 2cm");

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
        Ok(text.parse()?)
    }

    fn from_json(node: Node<'_>, _: Ask<'_>) -> Option<Self> {
        node.length()
    }

    fn to_json(&self) -> Value {
        written(*self).into()
    }
}

/// Returns the shortest text that reads back as this very length: a fraction of an inch, else millimetres.
pub fn written(length: Length) -> String {
    if length.mm() == 0.0 {
        return "0".to_owned();
    }
    let inches = length.in_inches().replace(" in", "in");
    let same = |text: &str| text.parse::<Length>().is_ok_and(|read| read == length);
    let is_whole_tenth = (length.mm() * 10.0).fract() == 0.0;
    let sixteenths = length.inches() * 16.0;
    let on_ruler = (sixteenths - sixteenths.round()).abs() < 1e-9;
    let millimetres = format!("{}mm", length.mm());
    if on_ruler && same(&inches) && !(is_whole_tenth && (length.mm()).fract() == 0.0) {
        return inches;
    }
    millimetres
}

impl Setting for Duration {
    const KIND: OptionKind = OptionKind::Text("a time such as 30s, 10m or 2h");

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
        Ok(duration(text).ok_or_else(|| bad(text, "a time such as 30s, 10m or 2h"))?)
    }

    fn to_json(&self) -> Value {
        let milliseconds = self.as_millis();
        if milliseconds.is_multiple_of(1000) {
            format!("{}s", milliseconds / 1000).into()
        } else {
            format!("{milliseconds}ms").into()
        }
    }
}

fn duration(text: &str) -> Option<Duration> {
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit_at);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    if !number.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return None;
    }
    Duration::try_from_secs_f64(number.parse::<f64>().ok()? * seconds).ok()
}

/// Width and height of stock or of a fat quarter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// From left to right.
    pub width: Length,
    /// From top to bottom.
    pub height: Length,
}

impl Setting for Size {
    const KIND: OptionKind = OptionKind::Text("a size, WIDTHxHEIGHT such as 600x400mm");

    /// A unit may be written once, at the end.
    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
        let wrong = || bad(text, "a size, WIDTHxHEIGHT such as 600x400mm");
        let (width, height) = text.split_once(['x', '×']).ok_or_else(wrong)?;
        let (width, height) = Length::pair(width, height)?;
        Ok(Size { width, height })
    }

    fn to_json(&self) -> Value {
        format!("{}x{}", written(self.width), written(self.height)).into()
    }
}

/// A rectangular board, or a grid of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardSize {
    /// Cells or blocks from left to right.
    pub columns: u32,
    /// Cells or blocks from top to bottom.
    pub rows: u32,
}

impl Setting for BoardSize {
    const KIND: OptionKind = OptionKind::Text("COLUMNSxROWS such as 8x5");

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
        let number = |part: &str| part.trim().parse().ok().filter(|&number| number > 0);
        let sides = text.split_once(['x', '×']);
        let board = sides.and_then(|(columns, rows)| Some((number(columns)?, number(rows)?)));
        let (columns, rows) = board.ok_or_else(|| bad(text, "COLUMNSxROWS such as 8x5"))?;
        Ok(Self { columns, rows })
    }

    fn to_json(&self) -> Value {
        format!("{}x{}", self.columns, self.rows).into()
    }
}

/// A type of which every value has a word.
pub trait Word: Copy + PartialEq + 'static {
    /// The words, with what each does.
    const CHOICES: &'static [Choice];
    /// What the words stand for, in the same order.
    const VALUES: &'static [Self];
}

/// Gives types their words, and makes them settings.
///
/// Each has rows such as `"auto" => Lines::Auto, "shared, unless something needs room";`.
#[macro_export]
#[doc(hidden)]
macro_rules! __words {
    ($($type:ty { $($word:literal => $value:expr, $about:literal;)+ })+) => {$(
        impl $crate::setting::Word for $type {
            const CHOICES: &'static [$crate::setting::Choice] =
                &[$($crate::setting::Choice { name: $word, about: $about }),+];
            const VALUES: &'static [Self] = &[$($value),+];
        }

        $crate::setting::setting_of_word!($type);
    )+};
}

/// Makes a type that has words a type of options.
#[macro_export]
#[doc(hidden)]
macro_rules! __setting_of_word {
    ($type:ty) => {
        impl $crate::setting::Setting for $type {
            const KIND: $crate::setting::OptionKind =
                $crate::setting::OptionKind::Word(<$type as $crate::setting::Word>::CHOICES);

            fn from_text(text: &str, _: $crate::setting::Ask<'_>) -> Result<Self, $crate::error::Error> {
                Ok($crate::setting::word(text)?)
            }

            fn to_json(&self) -> $crate::setting::Value {
                $crate::setting::name(*self).into()
            }
        }
    };
}

#[doc(inline)]
pub use {__setting_of_word as setting_of_word, __words as words};

impl Word for Lattice {
    const CHOICES: &'static [Choice] = &{
        let mut words = [Choice { name: "", about: "" }; Lattice::ALL.len()];
        let mut at = 0;
        while at < words.len() {
            words[at] = Choice { name: Lattice::ALL[at].name(), about: Lattice::ALL[at].cell_name() };
            at += 1;
        }
        words
    };
    const VALUES: &'static [Self] = Lattice::ALL;
}

setting_of_word!(Lattice);

/// Returns what a word stands for.
///
/// # Errors
/// [`OptionError::UnknownWord`], with the words that there are.
pub fn word<W: Word>(text: &str) -> Result<W, OptionError> {
    let rows = || W::CHOICES.iter().zip(W::VALUES);
    // A language, for one, has a code as its name.
    let row = find(text, rows(), |row| row.0.name).or_else(|| find(text, rows(), |row| row.0.about));
    row.map(|row| *row.1).ok_or_else(|| OptionError::UnknownWord {
        found: text.to_owned(),
        allowed: W::CHOICES.iter().map(|choice| choice.name).collect(),
    })
}

/// Returns the word for a value.
pub fn name<W: Word>(value: W) -> &'static str {
    W::VALUES.iter().position(|other| *other == value).map_or("", |place| W::CHOICES[place].name)
}

/// Returns the error of a text that is not what was expected.
pub fn bad(found: &str, expected: &'static str) -> OptionError {
    OptionError::BadValue { found: found.to_owned(), expected }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<S: Setting>(text: &str) -> Option<S> {
        let limits = Limits::default();
        S::from_text(text, Ask { range: (0, 9), limits: &limits }).ok()
    }

    #[test]
    fn times() {
        assert_eq!(read("90s"), Some(Duration::from_secs(90)));
        assert_eq!(read("1.5h"), Some(Duration::from_secs(5400)));
        assert_eq!(read("250ms"), Some(Duration::from_millis(250)));
        for bad in ["", "10", "s", "-1s", "1d", "1e9s", "NaNs", "infs", "99999999999999999999999h"] {
            assert_eq!(read::<Duration>(bad), None, "{bad}");
        }
    }

    #[test]
    fn sizes() {
        let size: Size = read("12inx24in").expect("a size");
        assert!((size.width.mm() - 304.8).abs() < 1e-9 && (size.height.mm() - 609.6).abs() < 1e-9);
        assert!(read::<Size>("600x400").is_none() && read::<Size>("600mm").is_none(), "a unit is required");
    }

    #[test]
    fn lengths_are_written_as_people_write_them_and_read_back_to_the_last_bit() {
        for (typed, shown) in [
            ("2in", "2in"),
            ("1/4in", "1/4in"),
            ("1 1/2in", "1 1/2in"),
            ("20mm", "20mm"),
            ("2cm", "20mm"),
            ("0.2mm", "0.2mm"),
            ("1/3in", "8.466666666666665mm"),
            ("0", "0"),
        ] {
            let length: Length = typed.parse().expect("a length");
            assert_eq!(written(length), shown, "{typed}");
            assert_eq!(shown.parse::<Length>(), Ok(length), "{typed}");
        }
    }
}

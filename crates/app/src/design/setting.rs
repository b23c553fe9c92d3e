//! The values of options: how each is typed, read from a design, and written to one.

use std::time::Duration;

use serde_json::{Value, json};

use super::DesignError;
use super::spec::{Ask, Choice, OptionKind, USUAL};
use piecework_cut::{Calibration, CutPrices};
use piecework_quilt::yardage::Border;
use piecework_tiling::json::Node;
use piecework_tiling::length::Length;
use piecework_tiling::limits::Limits;
use piecework_tiling::text::is_word;

/// A type that an option can have.
pub(crate) trait Setting: Sized {
    /// What values it takes.
    const KIND: OptionKind;

    /// Reads it as it is typed on the command line.
    ///
    /// # Errors
    /// [`DesignError`] says what is wrong with it.
    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, DesignError>;

    /// Reads it from a design; what is wrong is noted in the document.
    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        let text = node.text()?;
        node.check(Self::from_text(text, ask))
    }

    /// It as the value of a key, which reads back as the same.
    fn to_json(&self) -> Value;

    /// A default of a table.
    ///
    /// # Panics
    /// If the table is wrong, which a test would find.
    fn preset(text: &str) -> Self {
        let limits = Limits::default();
        Self::from_text(text, Ask { spec: &USUAL, limits: &limits }).expect("a default that can be read")
    }
}

impl<T: Setting> Setting for Option<T> {
    const KIND: OptionKind = T::KIND;

    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, DesignError> {
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

    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, DesignError> {
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

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, DesignError> {
        text.parse().map_err(|_| bad(text, "`true` or `false`"))
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

    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, DesignError> {
        let (least, most) = ask.spec.range;
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| DesignError::OutOfRange { found: text.to_owned(), least, most })
    }

    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        let bound = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let number = node.integer(bound(ask.spec.range.0), bound(ask.spec.range.1))?;
        u64::try_from(number).ok()
    }

    fn to_json(&self) -> Value {
        (*self).into()
    }
}

impl Setting for String {
    const KIND: OptionKind = OptionKind::Text("text");

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, DesignError> {
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

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, DesignError> {
        let good = piecework_tiling::text::gate(text, Self::MOST);
        good.map(|()| Self(text.to_owned())).map_err(|_| bad(text, Self::EXPECTED))
    }

    fn to_json(&self) -> Value {
        self.0.as_str().into()
    }
}

impl Setting for Length {
    const KIND: OptionKind = OptionKind::Text("a length such as 6.35mm, 1/4in or 2cm");

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, DesignError> {
        Ok(text.parse()?)
    }

    fn from_json(node: Node<'_>, _: Ask<'_>) -> Option<Self> {
        node.length()
    }

    fn to_json(&self) -> Value {
        written(*self).into()
    }
}

/// The shortest text that reads back as this very length: a fraction of an inch, else millimetres.
pub(crate) fn written(length: Length) -> String {
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

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, DesignError> {
        duration(text).ok_or_else(|| bad(text, "a time such as 30s, 10m or 2h"))
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

/// The least amount of memory: the program alone takes a third of it.
const LEAST_MEMORY: u64 = 64_000_000;

/// An amount of memory in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory(pub u64);

impl Setting for Memory {
    const KIND: OptionKind = OptionKind::Text("an amount of memory such as 512MB or 2GiB, at least 64MB");

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, DesignError> {
        let amount = bytes(text).filter(|&bytes| bytes >= LEAST_MEMORY).map(Memory);
        amount.ok_or_else(|| bad(text, "an amount of memory such as 512MB or 2GiB, at least 64MB"))
    }

    fn to_json(&self) -> Value {
        format!("{}B", self.0).into()
    }
}

fn bytes(text: &str) -> Option<u64> {
    /// The units; a single letter means its power of two.
    const UNITS: [(&str, u64); 13] = [
        ("b", 1),
        ("kb", 1_000),
        ("mb", 1_000_000),
        ("gb", 1_000_000_000),
        ("tb", 1_000_000_000_000),
        ("kib", 1 << 10),
        ("mib", 1 << 20),
        ("gib", 1 << 30),
        ("tib", 1 << 40),
        ("k", 1 << 10),
        ("m", 1 << 20),
        ("g", 1 << 30),
        ("t", 1 << 40),
    ];
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit_at);
    let unit = unit.to_ascii_lowercase();
    let (_, factor) = UNITS.into_iter().find(|(name, _)| *name == unit)?;
    // In whole bytes from the digits, since a float would not hold all of them.
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || part.len() > 9 || !digits(whole) || !digits(part) || number.ends_with('.') {
        return None;
    }
    let scale = 10u128.pow(u32::try_from(part.len()).ok()?);
    let value: u128 = format!("{whole}{part}").parse().ok()?;
    let bytes = value.checked_mul(u128::from(factor))? / scale;
    u64::try_from(bytes).ok().filter(|&bytes| bytes > 0)
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
    const KIND: OptionKind = OptionKind::Text("a size, WIDTHxHEIGHT such as 600mmx400mm");

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, DesignError> {
        let wrong = || bad(text, "a size, WIDTHxHEIGHT such as 600mmx400mm");
        let (width, height) = text.split_once(['x', '×']).ok_or_else(wrong)?;
        Ok(Size { width: width.trim().parse()?, height: height.trim().parse()? })
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

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, DesignError> {
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

/// Fat quarters, of the usual size or another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FatQuarters {
    /// As they are sold where these units are used.
    Usual,
    /// Of this size.
    Of(Size),
}

impl Setting for FatQuarters {
    const KIND: OptionKind = OptionKind::Text("`true`, or a size such as 18inx21in");

    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, DesignError> {
        if text.is_empty() || text == "true" {
            Ok(Self::Usual)
        } else {
            Size::from_text(text, ask).map(Self::Of)
        }
    }

    fn to_json(&self) -> Value {
        match self {
            FatQuarters::Usual => "true".into(),
            FatQuarters::Of(size) => size.to_json(),
        }
    }
}

/// Borders around a quilt top, from the inside out.
#[derive(Debug, Clone, PartialEq)]
pub struct Borders(
    /// One or more.
    pub Vec<Border>,
);

impl Setting for Borders {
    const KIND: OptionKind = Border::KIND;

    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, DesignError> {
        // A comma may be a decimal comma: `3,5cm` is refused.
        text.split('+')
            .map(|border| Border::from_text(border.trim(), ask))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        if node.is_number() {
            return Border::from_json(node, ask).map(|border| Self(vec![border]));
        }
        let text = node.text()?;
        node.check(Self::from_text(text, ask))
    }

    /// One as it is alone, several as they are typed.
    fn to_json(&self) -> Value {
        if let [border] = self.0.as_slice() {
            return border.to_json();
        }
        let typed = |border: &Border| match border.to_json() {
            Value::String(text) => text,
            number => number.to_string(),
        };
        self.0.iter().map(typed).collect::<Vec<_>>().join("+").into()
    }
}

impl Setting for Border {
    const KIND: OptionKind = OptionKind::Text(
        "a number of cells, a width such as 3in, or two: sides, then top and bottom, such as 3inx5in; several as 1in+4in",
    );

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, DesignError> {
        match text.parse() {
            Ok(cells) => Ok(Border::Cells(cells)),
            Err(_) => match text.split_once(['x', '×']) {
                Some((side, across)) => Ok(Border::Sides(side.trim().parse()?, across.trim().parse()?)),
                None => Ok(Border::Width(text.parse()?)),
            },
        }
    }

    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        if node.is_number() {
            let cells = node.integer(0, i64::from(u32::MAX))?;
            return u32::try_from(cells).ok().map(Border::Cells);
        }
        let text = node.text()?;
        node.check(Self::from_text(text, ask))
    }

    fn to_json(&self) -> Value {
        match self {
            Border::Cells(cells) => json!(cells),
            Border::Width(width) => width.to_json(),
            Border::Sides(side, across) => format!("{}x{}", written(*side), written(*across)).into(),
        }
    }
}

impl Setting for Calibration {
    const KIND: OptionKind = OptionKind::Text("two factors from 0.9 to 1.1 such as 1.002,0.998");

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, DesignError> {
        let wrong = || bad(text, "two factors from 0.9 to 1.1 such as 1.002,0.998");
        let factor = |text: &str| {
            let plain = text.chars().all(|c| c.is_ascii_digit() || c == '.');
            let value: Option<f64> = text.parse().ok().filter(|_| plain);
            value.filter(|value| (value - 1.0).abs() <= Calibration::MOST + 1e-9)
        };
        let (x, y) = text.split_once(',').ok_or_else(wrong)?;
        Ok(Calibration { x: factor(x.trim()).ok_or_else(wrong)?, y: factor(y.trim()).ok_or_else(wrong)? })
    }

    fn to_json(&self) -> Value {
        format!("{},{}", self.x, self.y).into()
    }
}

/// A size of a set: the edge of a cell, and the thickness of the material if it differs.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SetSize {
    /// The edge of a cell.
    pub cell: Length,
    /// The thickness of plates for 3D printers and of the material of a box.
    pub thickness: Option<Length>,
}

impl SetSize {
    /// What it is called in file names, such as `20mm` or `20mm-4mm`.
    pub fn name(&self) -> String {
        let both = std::iter::once(self.cell).chain(self.thickness);
        both.map(|length| written(length).replace('.', "_")).collect::<Vec<String>>().join("-")
    }
}

impl Setting for SetSize {
    const KIND: OptionKind = OptionKind::Text("a length such as 20mm, or with a thickness 20mm/4mm");

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, DesignError> {
        let (cell, thickness) = text.split_once('/').map_or((text, None), |(cell, rest)| (cell, Some(rest)));
        let thickness = thickness.map(|thickness| thickness.trim().parse()).transpose()?;
        Ok(Self { cell: cell.trim().parse()?, thickness })
    }

    fn to_json(&self) -> Value {
        let both = std::iter::once(self.cell).chain(self.thickness);
        both.map(written).collect::<Vec<String>>().join("/").into()
    }
}

impl Setting for CutPrices {
    const KIND: OptionKind = OptionKind::Text("prices such as sheet=2.10,minute=0.30,setup=5");

    /// Each of the prices at most once.
    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, DesignError> {
        /// More than any sheet costs.
        const MOST: f64 = 1e6;
        let wrong = || bad(text, "prices such as sheet=2.10,minute=0.30,setup=5");
        let mut prices = [("sheet", None), ("minute", None), ("setup", None)];
        for part in text.split(',') {
            let (name, price) = part.split_once('=').ok_or_else(wrong)?;
            let plain = price.trim().chars().all(|c| c.is_ascii_digit() || c == '.');
            let price: Option<f64> = price.trim().parse().ok().filter(|price| plain && *price <= MOST);
            let known = prices.iter_mut().find(|(known, before)| *known == name.trim() && before.is_none());
            known.ok_or_else(wrong)?.1 = Some(price.ok_or_else(wrong)?);
        }
        let [sheet, minute, setup] = prices.map(|(_, price)| price.unwrap_or(0.0));
        Ok(Self { sheet, minute, setup })
    }

    fn to_json(&self) -> Value {
        let all = [("sheet", self.sheet), ("minute", self.minute), ("setup", self.setup)];
        let given = all.iter().filter(|(_, price)| *price > 0.0);
        let given: Vec<String> = given.map(|(name, price)| format!("{name}={price}")).collect();
        if given.is_empty() { "sheet=0".into() } else { given.join(",").into() }
    }
}

/// A type of which every value has a word.
pub(crate) trait Word: Copy + PartialEq + 'static {
    /// The words, with what each does.
    const CHOICES: &'static [Choice];
    /// What the words stand for, in the same order.
    const VALUES: &'static [Self];
}

/// Gives types their words.
macro_rules! words {
    ($($type:ty { $($word:literal => $value:expr, $about:literal;)+ })+) => {$(
        impl $crate::design::setting::Word for $type {
            const CHOICES: &'static [$crate::design::spec::Choice] =
                &[$($crate::design::spec::Choice { name: $word, about: $about }),+];
            const VALUES: &'static [Self] = &[$($value),+];
        }

        $crate::design::setting::setting_of_word!($type);
    )+};
}
pub(crate) use words;

/// Makes a type that has words a type of options.
macro_rules! setting_of_word {
    ($type:ty) => {
        impl $crate::design::setting::Setting for $type {
            const KIND: $crate::design::spec::OptionKind =
                $crate::design::spec::OptionKind::Word(<$type as $crate::design::setting::Word>::CHOICES);

            fn from_text(
                text: &str,
                _: $crate::design::spec::Ask<'_>,
            ) -> Result<Self, $crate::design::DesignError> {
                $crate::design::setting::word(text)
            }

            fn to_json(&self) -> serde_json::Value {
                $crate::design::setting::name(*self).into()
            }
        }
    };
}
pub(crate) use setting_of_word;

/// What a word stands for.
pub(crate) fn word<W: Word>(text: &str) -> Result<W, DesignError> {
    let place = W::CHOICES.iter().position(|choice| is_word(choice.name, text));
    place.map(|place| W::VALUES[place]).ok_or_else(|| DesignError::UnknownWord {
        found: text.to_owned(),
        allowed: W::CHOICES.iter().map(|choice| choice.name).collect(),
    })
}

/// The word for a value.
pub(crate) fn name<W: Word>(value: W) -> &'static str {
    W::VALUES.iter().position(|other| *other == value).map_or("", |place| W::CHOICES[place].name)
}

fn bad(found: &str, expected: &'static str) -> DesignError {
    DesignError::BadValue { found: found.to_owned(), expected }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<S: Setting>(text: &str) -> Option<S> {
        let limits = Limits::default();
        S::from_text(text, Ask { spec: &USUAL, limits: &limits }).ok()
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
    fn amounts_of_memory() {
        assert_eq!(read("512MB"), Some(Memory(512_000_000)));
        assert_eq!((read("2GiB"), read("2g")), (Some(Memory(2 << 30)), Some(Memory(2 << 30))));
        assert_eq!((read("62500.5KiB"), read("64MB")), (Some(Memory(64_000_512)), Some(Memory(64_000_000))));
        for bad in [
            "",
            "5",
            "63.9MB",
            "1b",
            "GiB",
            "0MB",
            "-1GB",
            "1.GB",
            ".5GB",
            "1e3MB",
            "2 GB",
            "2QB",
            "99999999999TiB",
            "0.1b",
        ] {
            assert_eq!(read::<Memory>(bad), None, "{bad}");
        }
    }

    #[test]
    fn calibrations_borders_and_sizes() {
        assert_eq!(read("1.002,0.998"), Some(Calibration { x: 1.002, y: 0.998 }));
        for bad in ["", "1", "1.2,1", "1,0.5", "1e0,1", "nan,1", "-1,1", "1;1", "1,1,1"] {
            assert_eq!(read::<Calibration>(bad), None, "{bad}");
        }
        assert_eq!(read("2"), Some(Border::Cells(2)));
        let length = |text: &str| text.parse().expect("a length");
        assert_eq!(read("3in"), Some(Border::Width(length("3in"))));
        assert_eq!(read("3in x 5.5in"), Some(Border::Sides(length("3in"), length("5.5in"))));
        for bad in ["", "-1", "2.5", "3 cells", "3,5cm"] {
            assert_eq!(read::<Border>(bad), None, "{bad}");
        }
        let several = read::<Borders>("1 + 3in+2inx4in").expect("three borders");
        let [cells, wide] = [Border::Cells(1), Border::Width(length("3in"))];
        assert_eq!(several, Borders(vec![cells, wide, Border::Sides(length("2in"), length("4in"))]));
        assert_eq!((several.to_json(), Borders(vec![cells]).to_json()), (json!("1+3in+2inx4in"), json!(1)));
        assert_eq!((read::<Borders>("1++2"), read::<Borders>("3,5cm")), (None, None));
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

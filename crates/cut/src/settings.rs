//! The values that options of a cut take: words, sizes, prices, and a machine by name or in full.

use std::path::Path;

use serde_json::Value;

use super::{
    Calibration, CutError, CutOrder, CutPrices, Engraving, FingerJoint, FloorWords, KnobStyle, License,
    LidPicture, Lines, Machine, Magnets, Material, PhotoStyle, machine, material,
};
use piecework_tiling::error::Error;
use piecework_tiling::json::Node;
use piecework_tiling::length::Length;
use piecework_tiling::limits::Limits;
use piecework_tiling::setting::{Ask, OneLine, OptionError, OptionKind, Setting, Size, bad, words, written};
use piecework_tiling::source::Source;

words! {
    License {
        "personal" => License::Personal, "buyers may make the puzzle, but not sell it";
        "commercial" => License::Commercial, "buyers may also sell what they make";
    }
    LidPicture {
        "solution" => LidPicture::Solution, "a solution";
        "tiling" => LidPicture::Tiling, "the cells of the board";
        "title" => LidPicture::Title, "the title alone";
        "none" => LidPicture::None, "nothing";
    }
    Lines {
        "auto" => Lines::Auto, "shared, unless --seam, --kerf, --fit, --gap or --lead-in needs room, or the design is larger than the stock";
        "shared" => Lines::Shared, "cut every line once (common-line cutting); pieces come out one kerf smaller";
        "separate" => Lines::Separate, "give every piece its own outline";
    }
    Engraving {
        "number" => Engraving::Number, "the number of the assembly diagram";
        "name" => Engraving::Name, "the name of the piece";
        "braille" => Engraving::Braille, "the number in braille, in dots that can be felt";
        "solution" => Engraving::Solution, "a small picture of the board with the place of the piece";
        "triplication" => Engraving::Triplication, "nine other pieces of the set that make its shape three times as large; squares only";
    }
    PhotoStyle {
        "halftone" => PhotoStyle::Halftone, "dots by darkness on a grid turned by 45 degrees";
        "lines" => PhotoStyle::Lines, "lines whose width follows the darkness";
    }
    FloorWords {
        "raised" => FloorWords::Raised, "the words of the board stand on the floor";
        "sunk" => FloorWords::Sunk, "they are sunk in it";
    }
    KnobStyle {
        "jigsaw" => KnobStyle::Jigsaw, "knobs with a neck, which hold the pieces together";
        "wave" => KnobStyle::Wave, "waves to both sides";
        "varied" => KnobStyle::Varied, "knobs with a neck in many sizes, no two alike";
    }
    CutOrder {
        "travel" => CutOrder::Travel, "few pen-downs, little travel, pieces released late";
        "mat-free" => CutOrder::MatFree, "down the sheet and never back, for paper without a mat";
    }
}

impl Setting for Calibration {
    const KIND: OptionKind = OptionKind::Text("two factors from 0.9 to 1.1 such as 1.002,0.998");

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
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

impl Setting for Magnets {
    const KIND: OptionKind = OptionKind::Text("diameter and thickness such as 6x2mm");

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
        let wrong = || bad(text, "diameter and thickness such as 6x2mm");
        let (diameter, thickness) = text.split_once(['x', '×']).ok_or_else(wrong)?;
        let (diameter, thickness) = Length::pair(diameter, thickness)?;
        let found = Self { diameter: diameter.mm(), thickness: thickness.mm() };
        if found.diameter > 0.0 && found.thickness > 0.0 { Ok(found) } else { Err(wrong().into()) }
    }

    fn to_json(&self) -> Value {
        format!("{}x{}mm", self.diameter, self.thickness).into()
    }
}

/// The stock: one size, or several of which those before the last are used first.
#[derive(Debug, Clone, PartialEq)]
pub struct StockList(Vec<StockSize>);

/// A size of stock.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct StockSize {
    /// Width and height of a sheet.
    pub size: Size,
    /// How many there are, if that is said: by default enough of the last, and one of those before.
    pub count: Option<usize>,
}

impl StockList {
    /// What it must be.
    const EXPECTED: &str = "sizes such as 600x400mm, or 200x300mm,200x150mm:2,600x400mm";
    /// The most sheets that are listed.
    const MOST: usize = 200;

    /// Returns the size that is used as often as it takes.
    pub fn last(&self) -> StockSize {
        *self.0.last().expect("a list has a size")
    }

    /// Returns the sizes that are used before, each as often as there are sheets of it.
    pub fn first(&self) -> impl Iterator<Item = Size> {
        let before = &self.0[..self.0.len() - 1];
        before.iter().flat_map(|one| std::iter::repeat_n(one.size, one.count.unwrap_or(1)))
    }

    /// Returns whether it has sheets of more than one size.
    pub fn is_mixed(&self) -> bool {
        self.0.len() > 1
    }
}

impl Setting for StockList {
    const KIND: OptionKind = OptionKind::Text(Self::EXPECTED);

    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        let wrong = || bad(text, Self::EXPECTED);
        let one = |part: &str| -> Result<StockSize, Error> {
            let (size, count) =
                part.split_once(':').map_or((part, None), |(size, count)| (size, Some(count)));
            let read =
                |count: &str| count.trim().parse().ok().filter(|count| (1..=Self::MOST).contains(count));
            let count = count.map(|count| read(count).ok_or_else(wrong)).transpose()?;
            Ok(StockSize { size: Size::from_text(size, ask)?, count })
        };
        let list = Self(text.split(',').map(|part| one(part.trim())).collect::<Result<Vec<_>, Error>>()?);
        if list.first().count() > Self::MOST { Err(wrong().into()) } else { Ok(list) }
    }

    fn to_json(&self) -> Value {
        let one = |StockSize { size, count }: &StockSize| {
            let size = size.to_json().as_str().unwrap_or_default().to_owned();
            count.map_or(size.clone(), |count| format!("{size}:{count}"))
        };
        self.0.iter().map(one).collect::<Vec<String>>().join(",").into()
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

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
        let (cell, thickness) = text.split_once('/').map_or((text, None), |(cell, rest)| (cell, Some(rest)));
        let thickness = thickness.map(|thickness| thickness.trim().parse()).transpose()?;
        Ok(Self { cell: cell.trim().parse()?, thickness })
    }

    fn to_json(&self) -> Value {
        let both = std::iter::once(self.cell).chain(self.thickness);
        both.map(written).collect::<Vec<String>>().join("/").into()
    }
}

/// How many sets the batches that are quoted have, at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchSizes(pub Vec<u64>);

impl BatchSizes {
    /// The most batches that are quoted.
    const MOST: usize = 20;
}

impl Setting for BatchSizes {
    const KIND: OptionKind = OptionKind::Text("a number of sets such as 25, or several such as 1,25,100");

    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        let sizes = Vec::<u64>::from_text(text, ask)?;
        let expected = "at most 20 numbers of sets, such as 1,25,100";
        if sizes.len() > Self::MOST { Err(bad(text, expected).into()) } else { Ok(Self(sizes)) }
    }

    /// Designs of earlier versions have one number.
    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        match node.is_number() {
            true => u64::from_json(node, ask).map(|sets| Self(vec![sets])),
            false => Self::checked(node, node.text()?, ask),
        }
    }

    fn to_json(&self) -> Value {
        match self.0.as_slice() {
            [one] => (*one).into(),
            all => all.iter().map(u64::to_string).collect::<Vec<String>>().join(",").into(),
        }
    }
}

impl Setting for CutPrices {
    const KIND: OptionKind = OptionKind::Text("prices such as sheet=2.10,minute=0.30,setup=5");

    /// Each of the prices at most once.
    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
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
        let [sheet, minute, setup] = prices.map(|(_, price)| price);
        Ok(Self { sheet, minute: minute.unwrap_or(0.0), setup: setup.unwrap_or(0.0) })
    }

    fn to_json(&self) -> Value {
        let positive = |price: f64| Some(price).filter(|price| *price > 0.0);
        let (minute, setup) = (positive(self.minute), positive(self.setup));
        let all = [("sheet", self.sheet), ("minute", minute), ("setup", setup)];
        let given = all.into_iter().filter_map(|(name, price)| Some(format!("{name}={}", price?)));
        let given: Vec<String> = given.collect();
        if given.is_empty() { "minute=0".into() } else { given.join(",").into() }
    }
}

impl Setting for FingerJoint {
    const KIND: OptionKind = OptionKind::Text("multiples of the thickness such as finger=2,space=2");

    /// Each of the two at most once.
    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
        /// Narrower fingers break, and wider ones hold nothing.
        const WIDTHS: std::ops::RangeInclusive<f64> = 0.5..=20.0;
        let wrong = || bad(text, "multiples of the thickness from 0.5 to 20, such as finger=2,space=2");
        let mut widths = [("finger", None), ("space", None)];
        for part in text.split(',') {
            let (name, width) = part.split_once('=').ok_or_else(wrong)?;
            let plain = width.trim().chars().all(|c| c.is_ascii_digit() || c == '.');
            let width: Option<f64> =
                width.trim().parse().ok().filter(|width| plain && WIDTHS.contains(width));
            let known = widths.iter_mut().find(|(known, before)| *known == name.trim() && before.is_none());
            known.ok_or_else(wrong)?.1 = Some(width.ok_or_else(wrong)?);
        }
        let [finger, space] = widths.map(|(_, width)| width);
        let usual = Self::default();
        Ok(Self { finger: finger.unwrap_or(usual.finger), space: space.unwrap_or(usual.space) })
    }

    fn to_json(&self) -> Value {
        format!("finger={},space={}", self.finger, self.space).into()
    }
}

/// A machine, and how a design names it.
#[derive(Debug, Clone, PartialEq)]
pub struct MachineChoice {
    machine: Machine,
    /// The content of the file, unless it is a template.
    file: Option<Value>,
}

impl MachineChoice {
    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    fn of_file(source: &Source, limits: &Limits) -> Result<Self, CutError> {
        let machine = Machine::read(source, limits)?;
        // What has just been read strictly is JSON.
        let file = serde_json::from_str(source.text()).unwrap_or_default();
        Ok(Self { machine, file: Some(file) })
    }
}

impl Default for MachineChoice {
    fn default() -> Self {
        Self { machine: machine("generic").expect("an embedded machine"), file: None }
    }
}

impl Setting for MachineChoice {
    const KIND: OptionKind = OptionKind::NameOrFile("machine");

    /// A name, or the path of a `.json` file, which is read at once.
    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        let path = Path::new(text);
        let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        if is_json || path.components().count() > 1 {
            let source = Source::open(path, ask.limits).map_err(CutError::from)?;
            return Ok(Self::of_file(&source, ask.limits)?);
        }
        Ok(Self { machine: machine(text)?, file: None })
    }

    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        if !node.is_object() {
            let machine = node.check(machine(node.text()?))?;
            return Some(Self { machine, file: None });
        }
        let machine = Machine::at(node)?;
        let _ = ask;
        Some(Self { machine, file: serde_json::from_str(node.raw()).ok() })
    }

    fn to_json(&self) -> Value {
        self.file.clone().unwrap_or_else(|| self.machine.name().into())
    }
}

/// A material, and how a design names it; or words about one for the job sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct MaterialChoice(Chosen);

#[derive(Debug, Clone, PartialEq)]
enum Chosen {
    Named(Box<Material>),
    /// With the content of the file.
    Own(Box<Material>, Value),
    Words(OneLine),
}

impl MaterialChoice {
    /// The material, unless there are only words about it.
    pub fn material(&self) -> Option<&Material> {
        match &self.0 {
            Chosen::Named(material) | Chosen::Own(material, _) => Some(material),
            Chosen::Words(_) => None,
        }
    }

    /// Returns whether it is one of ours, whose numbers are starting points.
    pub fn is_embedded(&self) -> bool {
        matches!(self.0, Chosen::Named(_))
    }

    /// Returns what the job sheet calls it.
    pub fn words(&self) -> &str {
        match &self.0 {
            Chosen::Named(material) | Chosen::Own(material, _) => &material.title,
            Chosen::Words(words) => words.as_str(),
        }
    }

    /// A name of ours, or words. One word with a hyphen is a name, so that a slip of the pen is not a material
    /// without numbers.
    fn named(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        match material(text) {
            Ok(material) => Ok(Self(Chosen::Named(Box::new(material)))),
            Err(error) if text.contains('-') && !text.contains(' ') => Err(error.into()),
            Err(_) => Ok(Self(Chosen::Words(OneLine::from_text(text, ask)?))),
        }
    }
}

impl Setting for MaterialChoice {
    const KIND: OptionKind = OptionKind::NameOrFile("material");

    /// A name, the path of a `.json` file, which is read at once, or words.
    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        let path = Path::new(text);
        if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json")) {
            return Self::named(text, ask);
        }
        let source = Source::open(path, ask.limits).map_err(CutError::from)?;
        let material = Material::read(&source, ask.limits).map_err(CutError::from)?;
        // What has just been read strictly is JSON.
        Ok(Self(Chosen::Own(Box::new(material), serde_json::from_str(source.text()).unwrap_or_default())))
    }

    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        if !node.is_object() {
            return node.check(Self::named(node.text()?, ask).map_err(OptionError::from));
        }
        let material = Material::at(node)?;
        Some(Self(Chosen::Own(Box::new(material), serde_json::from_str(node.raw()).ok()?)))
    }

    fn to_json(&self) -> Value {
        match &self.0 {
            Chosen::Named(material) => material.name.as_str().into(),
            Chosen::Own(_, file) => file.clone(),
            Chosen::Words(words) => words.to_json(),
        }
    }
}

/// How thick the material of a part is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Thickness {
    /// This thick.
    Of(Length),
    /// As the material says.
    Material,
}

impl Setting for Thickness {
    const KIND: OptionKind = OptionKind::Text("a length such as 3mm, or `material` for that of --material");

    /// Without a value, what was typed is `true`.
    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
        if ["material", "true"].contains(&text) { Ok(Self::Material) } else { Ok(Self::Of(text.parse()?)) }
    }

    fn from_json(node: Node<'_>, _: Ask<'_>) -> Option<Self> {
        if node.is_text_of("material") { Some(Self::Material) } else { node.length().map(Self::Of) }
    }

    fn to_json(&self) -> Value {
        match self {
            Self::Of(length) => written(*length).into(),
            Self::Material => "material".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calibration_is_two_factors_near_one() {
        let read =
            |text: &str| Calibration::from_text(text, Ask { range: (0, 9), limits: &Limits::default() }).ok();
        assert_eq!(read("1.002,0.998"), Some(Calibration { x: 1.002, y: 0.998 }));
        for bad in ["", "1", "1.2,1", "1,0.5", "1e0,1", "nan,1", "-1,1", "1;1", "1,1,1"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}

//! The values that options of a quilt take: words, borders, fat quarters and pre-cuts.

use serde_json::{Value, json};

use super::block_choice::{BlockSetting, Recolor, TurnBlocks};
use super::piecing::Objective;
use super::yardage::{Border, BorderCorners, Precut, Prints};
use super::{EdgeFinish, Method, PatternPages, QuiltRequest, Quilting, Units};
use piecework_tiling::error::Error;
use piecework_tiling::json::Node;
use piecework_tiling::length::Length;
use piecework_tiling::setting::{Ask, OptionKind, Setting, Size, bad, word, words, written};

/// Fabric that is sold cut, and what the pieces of a package look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PrecutChoice {
    /// What they are.
    pub precut: Precut,
    /// What they look like.
    pub prints: Prints,
}

impl PrecutChoice {
    /// The pre-cuts of this name.
    pub fn named(name: &str) -> Option<Self> {
        word(name).ok()
    }

    const fn assorted(precut: Precut) -> Self {
        Self { precut, prints: Prints::Assorted }
    }

    const fn by_value(precut: Precut) -> Self {
        Self { precut, prints: Prints::ByValue }
    }

    const fn solid(precut: Precut) -> Self {
        Self { precut, prints: Prints::Solid }
    }
}

/// What becomes more where a quilt is made for a bed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Grow {
    /// The board is repeated.
    Blocks,
    /// The board becomes larger.
    Board,
    /// Cells become larger or smaller.
    Cells,
}

/// A file that a quilt pattern is written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum QuiltFile {
    /// The booklet, and what is printed true to size.
    Pdf,
    /// The picture of the quilt.
    Svg,
    /// The same as pixels.
    Png,
    /// Tables of rectangles and steps.
    Csv,
    /// The plan for other programs.
    Json,
    /// The whole pattern in words.
    Text,
    /// Every page as a file of its own.
    Pages,
}

words! {
    QuiltFile {
        "pdf" => QuiltFile::Pdf, "the booklet, and the templates or papers to print true to size";
        "svg" => QuiltFile::Svg, "a picture of the quilt";
        "png" => QuiltFile::Png, "the same picture in pixels";
        "csv" => QuiltFile::Csv, "tables of sewing steps and of rectangles";
        "json" => QuiltFile::Json, "the whole plan for other programs: patches, yardage and every step";
        "txt" => QuiltFile::Text, "the whole pattern in words, for a screen reader";
        "pages" => QuiltFile::Pages, "every page as an SVG of its own";
    }
    Method {
        "templates" => Method::Templates, "cut each patch with a template and sew Y-seams";
        "straight" => Method::Straight, "cut rectangles, or strips of triangles, and sew straight seams only";
        "fused" => Method::Fused, "fuse squares to a grid of interfacing, then sew along its lines";
        "epp" => Method::EnglishPaper, "baste each patch over a paper and sew by hand (English paper piecing)";
    }
    Objective {
        "fewest-rectangles" => Objective::FewestRectangles, "as few rectangles as possible";
        "shortest-seams" => Objective::ShortestSeams, "the shortest total seam length";
        "fewest-strip-heights" => Objective::FewestStripHeights, "all rectangles from strips of one height";
        "shallowest-assembly" => Objective::ShallowestAssembly, "as few steps in a row as possible";
    }
    PrecutChoice {
        "jelly-roll" => PrecutChoice::assorted(Precut::JellyRoll), "40 strips of 2 1/2 in, as long as the fabric is wide, in 40 colors";
        "jelly-roll:value" => PrecutChoice::by_value(Precut::JellyRoll), "the same; patches that touch differ in value too: light, medium, dark";
        "jelly-roll:solid" => PrecutChoice::solid(Precut::JellyRoll), "as many strips of each fabric as are needed";
        "charm-pack" => PrecutChoice::assorted(Precut::CharmPack), "42 squares of 5 in, all different";
        "charm-pack:value" => PrecutChoice::by_value(Precut::CharmPack), "the same; patches that touch differ in value too";
        "charm-pack:solid" => PrecutChoice::solid(Precut::CharmPack), "as many squares of each fabric as are needed";
        "layer-cake" => PrecutChoice::assorted(Precut::LayerCake), "42 squares of 10 in, all different";
        "layer-cake:value" => PrecutChoice::by_value(Precut::LayerCake), "the same; patches that touch differ in value too";
        "layer-cake:solid" => PrecutChoice::solid(Precut::LayerCake), "as many squares of each fabric as are needed";
        "fat-quarter" => PrecutChoice::solid(Precut::FatQuarter), "quarters of a yard, sold one by one";
    }
    Grow {
        "blocks" => Grow::Blocks, "the board is repeated as blocks, with patches of the size asked for";
        "board" => Grow::Board, "the board becomes larger, and pieces are found for what is added";
        "cells" => Grow::Cells, "cells, and so patches, become larger or smaller";
    }
    BlockSetting {
        "straight" => BlockSetting::Straight, "side by side";
        "on-point" => BlockSetting::OnPoint, "on their corners, with triangles at the sides and in the corners";
    }
    TurnBlocks {
        "no" => TurnBlocks::No, "all lie the same way";
        "second" => TurnBlocks::Second, "each second one by a quarter";
        "half" => TurnBlocks::Half, "each second one upside down, also where blocks are not square";
        "pinwheel" => TurnBlocks::Pinwheel, "four around a corner, each by a quarter more";
        "random" => TurnBlocks::Random, "at random; --turn-seed says which";
    }
    Recolor {
        "no" => Recolor::Free, "color the quilt as a whole";
        "same" => Recolor::Same, "all blocks in the same fabrics";
        "second" => Recolor::Second, "each second block in exchanged fabrics: the first for the last, and so on";
        "each" => Recolor::Each, "each block in the next fabrics";
        "others" => Recolor::Others, "the first fabric stays, as a background, and each block has the next of the others; \
            --fabric-of colors the block";
    }
    BorderCorners {
        "butted" => BorderCorners::Butted, "top and bottom run across the ends of the sides";
        "mitred" => BorderCorners::Mitred, "strips meet in a diagonal seam";
        "cornerstones" => BorderCorners::Cornerstones, "a square of another fabric in each corner";
    }
    EdgeFinish {
        "binding" => EdgeFinish::Binding, "binding on the bias along the edge";
        "facing" => EdgeFinish::Facing, "strips of facing that are turned to the back";
        "background" => EdgeFinish::Background, "the top is appliquéd to a rectangle of background fabric";
        "scalloped" => EdgeFinish::Scalloped, "outside corners of hexagons are rounded, and binding on the bias follows the scallops";
        "straight" => EdgeFinish::Straight, "the top is trimmed to a rectangle: patches at the edge are cut as they are";
        "fillers" => EdgeFinish::Fillers, "background fabric is pieced into the edge and into holes: half hexagons, end triangles";
    }
    Quilting {
        "ditch" => Quilting::Ditch, "along the seams and around the top";
        "grid" => Quilting::Grid, "crosshatch at 45 degrees, lines one cell apart";
        "echo" => Quilting::Echo, "inside of each patch, along its outline";
    }
    PatternPages {
        "usual" => PatternPages::Usual, "what the quilt needs";
        "full" => PatternPages::Full, "also where it is not needed: the number of every patch, methods compared, a coloring page, a card for each step";
    }
    Units {
        "metric" => Units::Metric, "millimetres";
        "imperial" => Units::Imperial, "inches, as fractions";
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

    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
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

/// What several borders look like.
const SEVERAL: &str = "a border: several from the inside out are `3in+4in`, and one of two widths is `3inx4in`, sides, then top and bottom";

/// Borders around a quilt top, from the inside out.
#[derive(Debug, Clone, PartialEq)]
pub struct Borders(
    /// One or more.
    pub Vec<Border>,
);

impl QuiltRequest {
    /// Takes cells and borders of a design to the nearest that a ruler of its units shows: 3 in become 75 mm. What is
    /// `given` with the units stays as it is.
    pub fn to_its_ruler(&mut self, given: impl Fn(&str) -> bool) {
        let step = self.units.step().mm();
        let near = |length: Length| {
            let steps = (length.mm() / step).round().max(1.0);
            Length::from_mm(steps * step).unwrap_or(length)
        };
        if !given("cell") {
            self.cell = self.cell.map(near);
        }
        let borders = self.border.iter_mut().filter(|_| !given("border")).flat_map(|borders| &mut borders.0);
        for border in borders {
            *border = match *border {
                Border::Cells(cells) => Border::Cells(cells),
                Border::Width(width) => Border::Width(near(width)),
                Border::Sides(side, across) => Border::Sides(near(side), near(across)),
            };
        }
    }
}

impl Setting for Borders {
    const KIND: OptionKind = Border::KIND;

    fn from_text(text: &str, ask: Ask<'_>) -> Result<Self, Error> {
        // A comma may be a decimal comma: `3,5cm` is refused.
        let is_border = |part: &str| Border::from_text(part.trim(), ask).is_ok();
        if text.contains(',')
            && text.split(',').all(is_border)
            && !text.split(',').any(|part| part.trim().parse::<u32>().is_ok())
        {
            return Err(bad(text, SEVERAL).into());
        }
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
        Self::checked(node, text, ask)
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

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
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
        Self::checked(node, text, ask)
    }

    fn to_json(&self) -> Value {
        match self {
            Border::Cells(cells) => json!(cells),
            Border::Width(width) => width.to_json(),
            Border::Sides(side, across) => format!("{}x{}", written(*side), written(*across)).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::limits::Limits;

    fn read<S: Setting>(text: &str) -> Option<S> {
        S::from_text(text, Ask { range: (0, 9), limits: &Limits::default() }).ok()
    }

    #[test]
    fn inches_of_a_design_become_what_a_metric_ruler_shows() {
        let length = |text: &str| text.parse::<Length>().expect("a length");
        let mut request = QuiltRequest { units: crate::Units::Metric, ..QuiltRequest::default() };
        request.cell = Some(length("3in"));
        request.border = read::<Borders>("1+2in+1/10in");
        let mut typed = request.clone();
        typed.to_its_ruler(|key| key == "cell");
        assert_eq!(typed.cell, Some(length("3in")));
        request.to_its_ruler(|_| false);
        assert_eq!(request.cell, Some(length("75mm")));
        assert_eq!(request.border, read::<Borders>("1+50mm+5mm"));
        request.units = crate::Units::Imperial;
        request.to_its_ruler(|_| false);
        assert_eq!(request.cell, Some(length("3in")));
    }

    #[test]
    fn borders() {
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
        let ask = Ask { range: (0, 9), limits: &Limits::default() };
        let listed = Borders::from_text("3in,4in", ask).expect_err("a list").to_string();
        assert!(listed.contains("`3in+4in`"), "{listed}");
    }
}

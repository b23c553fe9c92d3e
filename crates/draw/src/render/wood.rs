//! Writes pictures of wooden things on a table: plain SVG with grain from turbulence and soft shadows.
//!
//! A picture is for the eye: it is true to scale, but no machine reads it. Things of one [`WoodLayer`] are
//! equally high, so that none throws its shadow on another.

use super::RenderError;
use super::svg::{allowed, commands};
use crate::color::Color;
use crate::drawing::{Path, Text};
use crate::geometry::{Bounds, Point};
use ::svg::node::element::{Element as Node, Group, Path as PathNode, Rectangle, Title};
use ::svg::{Document, Node as _};
use piecework_tiling::number::{NotFinite, decimal};

/// A picture, in mm.
#[derive(Debug, Clone, PartialEq)]
pub struct WoodPicture {
    /// What it shows.
    pub title: String,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// What is in it, from the table upwards.
    pub layers: Vec<WoodLayer>,
}

/// Things that are equally high.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WoodLayer {
    /// How far their upper side is above what they lie on, in mm, which is how long their shadows are.
    pub thickness: f64,
    /// The things.
    pub things: Vec<WoodThing>,
    /// Lines burnt into them: the edges of cuts, and words on a coin.
    pub burnt: Vec<Path>,
    /// What is engraved in them, to be read.
    pub engraved: Vec<WoodEngraving>,
}

/// A line that is engraved in wood.
#[derive(Debug, Clone, PartialEq)]
pub struct WoodEngraving {
    /// The line.
    pub path: Path,
    /// The wood, on which it must be readable.
    pub wood: Wood,
}

impl WoodLayer {
    fn is_empty(&self) -> bool {
        self.things.is_empty() && self.burnt.is_empty() && self.engraved.is_empty()
    }
}

/// Something on the table.
#[derive(Debug, Clone, PartialEq)]
pub struct WoodThing {
    /// Its outline and its holes.
    pub path: Path,
    /// What it is made of.
    pub surface: Surface,
}

/// What a thing is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Surface {
    /// Wood. Things of different samples have different grain; of one sample, the same board's.
    Wood {
        /// The kind of wood.
        wood: Wood,
        /// Whether the grain runs from top to bottom.
        upright: bool,
        /// The sample.
        sample: usize,
    },
    /// A brass coin.
    Coin,
}

/// A kind of wood.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wood {
    /// Its name.
    pub name: &'static str,
    /// The color between the grain.
    pub color: Color,
    /// The color of the grain.
    pub grain: Color,
    /// How strong the grain is, from 0 to 1.
    pub strength: f64,
}

impl Wood {
    /// Birch plywood. All colors are chosen by eye.
    pub const BIRCH: Self =
        Self::new("birch", Color::new(0xe6, 0xcf, 0xa4), Color::new(0xa0, 0x78, 0x42), 0.5);
    /// Oak.
    pub const OAK: Self = Self::new("oak", Color::new(0xc9, 0x9b, 0x62), Color::new(0x6d, 0x42, 0x19), 0.75);
    /// Cherry.
    pub const CHERRY: Self =
        Self::new("cherry", Color::new(0xb4, 0x6f, 0x3f), Color::new(0x6a, 0x30, 0x14), 0.7);
    /// Walnut.
    pub const WALNUT: Self =
        Self::new("walnut", Color::new(0x7d, 0x55, 0x34), Color::new(0x2b, 0x17, 0x08), 0.8);

    const fn new(name: &'static str, color: Color, grain: Color, strength: f64) -> Self {
        Self { name, color, grain, strength }
    }

    /// Returns the color of a line that is engraved, and of the pale edge around it where wood is too dark for it to be read.
    pub fn engraving(self) -> (Color, Option<Color>) {
        let average = |one: u8, other: u8| u8::midpoint(one, other);
        let ground = Color::new(
            average(self.color.red, self.grain.red),
            average(self.color.green, self.grain.green),
            average(self.color.blue, self.grain.blue),
        );
        if ground.contrast(BURNT) >= READABLE {
            return (BURNT, None);
        }
        let toward =
            |part: u8, by: u16| u8::try_from((u16::from(part) * (10 - by) + 255 * by) / 10).unwrap_or(255);
        let paler = (1..=10).map(|by| {
            Color::new(toward(self.color.red, by), toward(self.color.green, by), toward(self.color.blue, by))
        });
        (BURNT, paler.into_iter().find(|pale| pale.contrast(BURNT) >= READABLE))
    }

    /// Wood that is stained in a color.
    pub fn stained(color: Color) -> Self {
        let darker = |part: u8| u8::try_from(u16::from(part) * 9 / 20).unwrap_or(part);
        let grain = Color::new(darker(color.red), darker(color.green), darker(color.blue));
        Self::new("stained", color, grain, 0.45)
    }
}

/// Burnt edges and engravings.
const BURNT: Color = Color::new(0x3a, 0x24, 0x13);
/// The width of burnt lines, in mm.
const BURNT_WIDTH: f64 = 0.35;
/// The width of engraved lines and of the pale edge around them, in mm; chosen by eye.
const ENGRAVED_WIDTHS: (f64, f64) = (0.6, 1.8);
/// The least contrast of what is to be read.
///
/// # Source
/// W3C, "Web Content Accessibility Guidelines 2.1", 2018: 4.5 for text.
const READABLE: f64 = 4.5;
/// How often grain repeats along and across the fiber, per mm; chosen by eye.
const GRAIN: (&str, &str) = ("0.006", "0.3");
/// The color of the coin in light and in shade, and of its words.
const COIN: (Color, Color, Color) =
    (Color::new(0xe3, 0xc2, 0x6a), Color::new(0xb0, 0x8a, 0x35), Color::new(0x5e, 0x45, 0x12));
/// The color of the table in light and in shade.
const TABLE: (Color, Color) = (Color::new(0xee, 0xea, 0xe3), Color::new(0xcd, 0xc5, 0xb9));
/// The precision of colors and shares, in places.
const PLACES: usize = 3;

/// Returns a coin of this diameter, with its size on it.
pub fn coin(middle: Point, diameter: f64) -> (WoodThing, Vec<Path>) {
    let thing = WoodThing { path: Path::circle(middle, diameter / 2.0), surface: Surface::Coin };
    let words = Text::centered(format!("{diameter} mm"), middle, diameter / 8.0).display();
    (thing, vec![Path::new(words.glyphs()).filled(COIN.2), Path::circle(middle, diameter * 0.45)])
}

/// Writes a picture as an SVG document; `metadata` says how it was made.
///
/// # Errors
/// [`RenderError::NotFinite`] for a number that is not finite.
pub fn wood_svg(picture: &WoodPicture, metadata: Option<&str>) -> Result<Vec<u8>, RenderError> {
    let (width, height) = (number(picture.width)?, number(picture.height)?);
    let mut document = Document::new()
        .set("width", format!("{width}mm"))
        .set("height", format!("{height}mm"))
        .set("viewBox", format!("0 0 {width} {height}"))
        .add(Title::new(allowed(&picture.title)));
    if let Some(recipe) = metadata {
        document = document.add(super::svg::metadata(recipe));
    }
    document = document
        .add(definitions(picture)?)
        .add(Rectangle::new().set("width", width).set("height", height).set("fill", "url(#table)"));
    // A group without anything has no size, and no shadow.
    let drawn_layers = picture.layers.iter().enumerate().filter(|(_, layer)| !layer.is_empty());
    for (index, layer) in drawn_layers {
        document = document.add(drawn(layer, index)?);
    }
    Ok(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{document}\n").into_bytes())
}

/// Draws a layer: what is of one surface is one area, with its grain; burnt lines are above all.
fn drawn(layer: &WoodLayer, index: usize) -> Result<Group, RenderError> {
    let mut group = Group::new().set("filter", format!("url(#shadow-{index})"));
    for same in layer.things.chunk_by(|a, b| a.surface == b.surface) {
        let path: String =
            same.iter().map(|thing| commands(thing.path.elements())).collect::<Result<_, _>>()?;
        let area = PathNode::new().set("d", path).set("fill-rule", "evenodd");
        group = group.add(match same[0].surface {
            Surface::Wood { wood, .. } => area
                .set("fill", wood.color.to_string())
                .set("filter", format!("url(#{})", name(&same[0].surface))),
            Surface::Coin => area.set("fill", "url(#coin)"),
        });
    }
    for path in &layer.burnt {
        let node = PathNode::new().set("d", commands(path.elements())?);
        group = group.add(match path.fill() {
            Some(color) => node.set("fill", color.to_string()),
            None => node
                .set("fill", "none")
                .set("stroke", BURNT.to_string())
                .set("stroke-width", number(BURNT_WIDTH)?)
                .set("stroke-linejoin", "round"),
        });
    }
    let stroke = |path: &Path, color: Color, width: f64| -> Result<PathNode, RenderError> {
        Ok(PathNode::new()
            .set("d", commands(path.elements())?)
            .set("fill", "none")
            .set("stroke", color.to_string())
            .set("stroke-width", number(width)?)
            .set("stroke-linecap", "round")
            .set("stroke-linejoin", "round"))
    };
    // All pale edges are below all lines.
    for WoodEngraving { path, wood } in &layer.engraved {
        if let Some(pale) = wood.engraving().1 {
            group = group.add(stroke(path, pale, ENGRAVED_WIDTHS.1)?.set("stroke-opacity", "0.9"));
        }
    }
    for WoodEngraving { path, wood } in &layer.engraved {
        group = group.add(stroke(path, wood.engraving().0, ENGRAVED_WIDTHS.0)?);
    }
    Ok(group)
}

/// The grain of each surface, the shadow of each layer, the coin and the table.
fn definitions(picture: &WoodPicture) -> Result<Node, RenderError> {
    let mut all = Node::new("defs");
    let mut names = std::collections::BTreeSet::new();
    for surface in picture.layers.iter().flat_map(|layer| &layer.things).map(|thing| &thing.surface) {
        if let Surface::Wood { wood, upright, sample } = surface
            && names.insert(name(surface))
        {
            all.append(grain(&name(surface), wood, *upright, *sample)?);
        }
    }
    for (index, layer) in picture.layers.iter().enumerate() {
        if let Some(filter) = shadow(layer, index)? {
            all.append(filter);
        }
    }
    all.append(gradient("radialGradient", "coin", (COIN.0, COIN.1), &[("cx", "0.4"), ("cy", "0.35")]));
    all.append(gradient("linearGradient", "table", TABLE, &[("x2", "1"), ("y2", "1")]));
    Ok(all)
}

/// The name of the filter of a surface.
fn name(surface: &Surface) -> String {
    match surface {
        Surface::Wood { wood, upright, sample } => {
            let color = wood.color.to_string();
            let along = if *upright { "upright" } else { "level" };
            format!("{}-{}-{along}-{sample}", wood.name, &color[1..])
        }
        Surface::Coin => "coin".to_owned(),
    }
}

/// Dark lines along the fiber, on what the filter is for.
fn grain(name: &str, wood: &Wood, upright: bool, sample: usize) -> Result<Node, NotFinite> {
    let frequency =
        if upright { format!("{} {}", GRAIN.1, GRAIN.0) } else { format!("{} {}", GRAIN.0, GRAIN.1) };
    // What is noisy in red becomes more or less of the color of the grain.
    let (color, strength) = (parts(wood.grain)?, wood.strength);
    let matrix = format!(
        "0 0 0 0 {} 0 0 0 0 {} 0 0 0 0 {} {} 0 0 0 {}",
        color[0],
        color[1],
        color[2],
        decimal(2.2 * strength, PLACES)?,
        decimal(-0.75 * strength, PLACES)?
    );
    let steps = [
        step(
            "feTurbulence",
            &[
                ("type", "fractalNoise"),
                ("baseFrequency", &frequency),
                ("numOctaves", "4"),
                ("seed", &(sample + 1).to_string()),
            ],
        ),
        step("feColorMatrix", &[("values", &matrix), ("result", "grain")]),
        step("feComposite", &[("in", "grain"), ("in2", "SourceGraphic"), ("operator", "atop")]),
    ];
    let whole = Bounds { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 };
    filter(name, whole, "objectBoundingBox", steps)
}

/// The shadow of a layer, which falls to the right and down.
fn shadow(layer: &WoodLayer, index: usize) -> Result<Option<Node>, NotFinite> {
    let points = layer.things.iter().flat_map(|thing| thing.path.points());
    let Some(bounds) = Bounds::around(points.chain(layer.burnt.iter().flat_map(Path::points))) else {
        return Ok(None);
    };
    let length = |share: f64| number(layer.thickness * share);
    let steps = [
        step("feGaussianBlur", &[("in", "SourceAlpha"), ("stdDeviation", &length(0.4)?)]),
        step("feOffset", &[("dx", &length(0.35)?), ("dy", &length(0.55)?)]),
        step(
            "feColorMatrix",
            &[("values", "0 0 0 0 0.15 0 0 0 0 0.1 0 0 0 0 0.05 0 0 0 0.55 0"), ("result", "shadow")],
        ),
        step("feComposite", &[("in", "SourceGraphic"), ("in2", "shadow"), ("operator", "over")]),
    ];
    let room = bounds.inset(-(1.0 + 2.0 * layer.thickness));
    filter(&format!("shadow-{index}"), room, "userSpaceOnUse", steps).map(Some)
}

fn filter(
    name: &str,
    room: Bounds,
    units: &str,
    steps: impl IntoIterator<Item = Node>,
) -> Result<Node, NotFinite> {
    let mut filter = Node::new("filter");
    filter.assign("id", name);
    filter.assign("filterUnits", units);
    for (key, value) in
        [("x", room.left), ("y", room.top), ("width", room.width()), ("height", room.height())]
    {
        filter.assign(key, number(value)?);
    }
    filter.assign("color-interpolation-filters", "sRGB");
    steps.into_iter().for_each(|step| filter.append(step));
    Ok(filter)
}

fn step(kind: &str, values: &[(&str, &str)]) -> Node {
    let mut step = Node::new(kind);
    values.iter().for_each(|&(key, value)| step.assign(key, value));
    step
}

fn gradient(kind: &str, name: &str, (from, to): (Color, Color), values: &[(&str, &str)]) -> Node {
    let mut gradient = step(kind, values);
    gradient.assign("id", name);
    for (offset, color) in [("0", from), ("1", to)] {
        gradient.append(step("stop", &[("offset", offset), ("stop-color", &color.to_string())]));
    }
    gradient
}

/// A color as shares of red, green and blue.
fn parts(color: Color) -> Result<[String; 3], NotFinite> {
    let share = |part: u8| decimal(f64::from(part) / 255.0, PLACES);
    Ok([share(color.red)?, share(color.green)?, share(color.blue)?])
}

fn number(value: f64) -> Result<String, NotFinite> {
    decimal(value, PLACES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::svg::{SvgOptions, svg};

    fn picture(wood: Wood) -> WoodPicture {
        let square =
            |left: f64| Path::rectangle(Bounds { left, top: 10.0, right: left + 20.0, bottom: 30.0 });
        let thing = |left: f64, sample| WoodThing {
            path: square(left),
            surface: Surface::Wood { wood, upright: sample > 0, sample },
        };
        let (coin, words) = coin(Point::new(70.0, 20.0), 20.0);
        let layers = vec![
            WoodLayer {
                thickness: 3.0,
                things: vec![thing(10.0, 0), thing(30.0, 1)],
                burnt: vec![square(10.0)],
                engraved: vec![WoodEngraving { path: square(12.0), wood }],
            },
            WoodLayer { thickness: 2.0, things: vec![coin], burnt: words, engraved: Vec::new() },
            WoodLayer::default(),
        ];
        WoodPicture { title: "A & B".to_owned(), width: 90.0, height: 40.0, layers }
    }

    /// On every wood and every stain, a line contrasts with its pale edge, or with the wood between its light and its grain.
    #[test]
    fn what_is_engraved_can_be_read_on_every_wood() {
        let mut random = piecework_tiling::random::Random::new(1);
        let mut part = || u8::try_from(random.below(256)).expect("a byte");
        let stains: Vec<Wood> = (0..500).map(|_| Wood::stained(Color::new(part(), part(), part()))).collect();
        let mut edged = 0;
        for wood in [Wood::BIRCH, Wood::OAK, Wood::CHERRY, Wood::WALNUT].into_iter().chain(stains) {
            let (line, pale) = wood.engraving();
            let middle = |one: u8, other: u8| u8::midpoint(one, other);
            let ground = Color::new(
                middle(wood.color.red, wood.grain.red),
                middle(wood.color.green, wood.grain.green),
                middle(wood.color.blue, wood.grain.blue),
            );
            assert!(line.contrast(pale.unwrap_or(ground)) >= 4.5, "{wood:?}");
            edged += usize::from(pale.is_some());
        }
        assert!(edged > 20);
        let file = |wood| String::from_utf8(wood_svg(&picture(wood), None).expect("finite")).expect("UTF-8");
        assert!(
            file(Wood::WALNUT).contains("stroke-opacity") && !file(Wood::BIRCH).contains("stroke-opacity")
        );
    }

    /// Every filter that is used is there once, and another reader takes the document.
    #[test]
    fn grain_and_shadows_are_defined_once() {
        let file = wood_svg(&picture(Wood::OAK), None).expect("finite");
        let text = String::from_utf8(file).expect("UTF-8");
        for name in ["oak-c99b62-level-0", "oak-c99b62-upright-1", "shadow-0", "shadow-1", "coin", "table"] {
            assert_eq!(text.matches(&format!("id=\"{name}\"")).count(), 1, "{name}");
            assert_eq!(text.matches(&format!("url(#{name})")).count(), 1, "{name}");
        }
        assert!(!text.contains("shadow-2"), "nothing is on the last layer");
        assert!(usvg::Tree::from_str(&text, &usvg::Options::default()).is_ok());
        let empty = crate::drawing::Canvas::new("x", crate::drawing::Medium::Print, 9.0, 9.0);
        let plain = svg(&empty.finish().expect("empty"), &SvgOptions::default()).expect("finite");
        assert!(!String::from_utf8(plain).expect("UTF-8").contains("filter"), "no machine reads a filter");
    }

    /// In the middle of wood is its color or that of its grain, beside it the table, and below it a shadow.
    #[cfg(feature = "png")]
    #[test]
    fn wood_is_brown_and_throws_a_shadow() {
        use resvg::tiny_skia::Pixmap;
        let light = |wood| {
            let file = crate::render::png::wood_png(&picture(wood), 360).expect("small");
            let pixels = Pixmap::decode_png(&file).expect("a PNG");
            assert_eq!((pixels.width(), pixels.height()), (360, 160));
            move |x: u32, y: u32| u32::from(pixels.pixel(4 * x, 4 * y).expect("inside").green())
        };
        let (birch, walnut) = (light(Wood::BIRCH), light(Wood::WALNUT));
        let mean = |light: &dyn Fn(u32, u32) -> u32| (12..28).map(|y| light(20, y)).sum::<u32>() / 16;
        assert!(mean(&birch) > mean(&walnut) + 60, "{} {}", mean(&birch), mean(&walnut));
        assert!((12..28).any(|y| birch(20, y) != birch(20, 12)), "grain");
        assert!(birch(20, 31) + 20 < birch(20, 38), "a shadow below: {} {}", birch(20, 31), birch(20, 38));
        assert_eq!(birch(86, 4), walnut(86, 4), "the same table");
    }
}

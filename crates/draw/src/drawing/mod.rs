//! Represents one sheet in a normal form that backends write without interpreting it.
//!
//! A [`Canvas`] is drawn on, and [`Canvas::finish`] checks it and turns it into a [`Drawing`] in normal form,
//! which is never changed again:
//!
//! - millimetres, y down, origin at the top left corner of the sheet; every number finite, everything on the
//!   sheet;
//! - paths are absolute: move, line, cubic, circular arc, close; no transforms, nothing inherited;
//! - one layer for each role, in drawing order, which for a cutter is the cutting order: lines that must be
//!   cut last are last;
//! - color, width, dash and DXF layer follow from role and medium through the one table in [`Role::style`],
//!   never the other way round; a [`MachineLook`] may change colors and width for one machine; only fills
//!   bring their own color, and in print a picture that they show at true size ([`PlacedPicture`]): formats
//!   for machines and formats without pictures draw the color;
//! - text carries its outlines in the embedded typeface (for print) and its strokes (for machines without
//!   fonts).
//!
//! A backend scales and flips by one constant, writes paths, writes text.

pub mod braille;
mod diagram;
mod error;
mod flatten;
mod look;
pub mod marks;
mod path;
mod place;
mod placed_picture;
mod qr;
mod role;
mod stroke_font;
mod text;
mod typeface;

use crate::color::Color;
use crate::geometry::{Bounds, Point};
use std::collections::BTreeSet;

pub use diagram::{Diagram, Drawn};
pub use error::DrawingError;
pub use flatten::{ArcLine, Polyline};
pub use look::{Burn, Controller, Laser, MachineLook};
pub use path::{Element, Level, Path};
pub use place::{LEAST_WORDS, Rings, WordSizes, Words, rings, words_in_cells};
pub use placed_picture::PlacedPicture;
pub use qr::QrCode;
pub use role::{Medium, Role, Style};
pub use text::{Anchor, Reading, Text};
pub use typeface::Weight;

/// How far a point may be off the sheet because of rounding, in mm.
const EDGE_TOLERANCE: f64 = 1e-6;

/// One sheet in normal form.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    title: String,
    words: String,
    medium: Medium,
    width: f64,
    height: f64,
    layers: Vec<Layer>,
    look: MachineLook,
}

/// Everything of one role on a sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// The purpose of these lines.
    pub role: Role,
    /// In drawing order.
    pub items: Vec<Item>,
}

/// Something drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A line or a filled area.
    Path(Path),
    /// Words.
    Text(Text),
}

/// A sheet being drawn; [`Canvas::finish`] turns it into a [`Drawing`].
#[derive(Debug, Clone)]
pub struct Canvas {
    drawing: Drawing,
}

impl Canvas {
    /// An empty sheet, `width` by `height` mm.
    pub fn new(title: impl Into<String>, medium: Medium, width: f64, height: f64) -> Self {
        let (title, words) = (title.into(), String::new());
        let (layers, look) = (Vec::new(), MachineLook::default());
        Self { drawing: Drawing { title, words, medium, width, height, layers, look } }
    }

    /// The whole sheet.
    pub fn bounds(&self) -> Bounds {
        Bounds { left: 0.0, top: 0.0, right: self.drawing.width, bottom: self.drawing.height }
    }

    /// Returns the title of the sheet.
    pub fn title(&self) -> &str {
        &self.drawing.title
    }

    /// Returns whether the sheet is for print or for a machine.
    pub fn medium(&self) -> Medium {
        self.drawing.medium
    }

    /// Sets the colors and line width for a machine.
    pub fn set_look(&mut self, look: MachineLook) {
        self.drawing.look = look;
    }

    /// Says in words what the sheet shows, for people who do not see it.
    pub fn describe(&mut self, words: impl Into<String>) {
        self.drawing.words = words.into();
    }

    /// The smallest box around everything drawn so far, if there is anything.
    pub fn content_bounds(&self) -> Option<Bounds> {
        self.drawing.bounds()
    }

    /// A sheet of the same title and size with every item drawn another way, or left out.
    pub fn redrawn(self, draw: impl Fn(Role, Item) -> Vec<Item>) -> Self {
        let Drawing { title, words, medium, width, height, layers, look } = self.drawing;
        let mut canvas = Canvas::new(title, medium, width, height);
        canvas.set_look(look);
        canvas.describe(words);
        for layer in layers {
            for item in layer.items.into_iter().flat_map(|item| draw(layer.role, item)) {
                canvas.item(layer.role, item);
            }
        }
        canvas
    }

    /// An empty sheet of the same title, medium and size.
    pub fn blank(&self) -> Self {
        let Drawing { title, medium, width, height, .. } = &self.drawing;
        Self::new(title.clone(), *medium, *width, *height)
    }

    /// Draws a path in a role.
    pub fn path(&mut self, role: Role, path: Path) {
        self.layer(role).push(Item::Path(path));
    }

    /// Writes text in a role.
    pub fn text(&mut self, role: Role, text: Text) {
        self.layer(role).push(Item::Text(text));
    }

    /// Draws a path or text in a role.
    pub fn item(&mut self, role: Role, item: Item) {
        self.layer(role).push(item);
    }

    /// Everything drawn so far, in drawing order: for marks that are to be drawn again elsewhere.
    pub fn into_items(self) -> impl Iterator<Item = (Role, Item)> {
        self.drawing
            .layers
            .into_iter()
            .flat_map(|layer| layer.items.into_iter().map(move |item| (layer.role, item)))
    }

    /// Everything drawn so far, in drawing order.
    pub fn items(&self) -> impl Iterator<Item = (Role, &Item)> {
        self.drawing.layers.iter().flat_map(|layer| layer.items.iter().map(move |item| (layer.role, item)))
    }

    /// Writes a label over an area of this color, on a white ground where black letters could not be read.
    pub fn label(&mut self, text: Text, over: Option<Color>) {
        if over.is_some_and(Color::needs_light_ground) {
            // No further than words keep clear of lines, so that it covers none and stays on the sheet.
            let ground = text.bounds().inset(-(text.height() * 0.25).min(place::AIR)).clamped(self.bounds());
            self.fill(Path::rectangle(ground), Color::WHITE);
        }
        self.text(Role::Label, text);
    }

    /// Draws a straight line.
    pub fn line(&mut self, role: Role, from: Point, to: Point) {
        self.path(role, Path::line(from, to));
    }

    /// Fills an area with a color; fills are under everything else.
    pub fn fill(&mut self, path: Path, color: Color) {
        self.path(Role::Fill, path.filled(color));
    }

    fn layer(&mut self, role: Role) -> &mut Vec<Item> {
        let layers = &mut self.drawing.layers;
        let at = match layers.binary_search_by_key(&role, |layer| layer.role) {
            Ok(at) => at,
            Err(at) => {
                layers.insert(at, Layer { role, items: Vec::new() });
                at
            }
        };
        &mut layers[at].items
    }

    /// The finished sheet. Words that reach over its edge are moved onto it, and lowered where they are longer than it:
    /// how long they are is decided by people.
    ///
    /// # Errors
    /// [`DrawingError`] if a number is not finite, if a path lies off the sheet, or if a path is no path.
    pub fn finish(mut self) -> Result<Drawing, DrawingError> {
        if let Err(DrawingError::OffSheet { .. }) = error::check(&self.drawing) {
            let sheet = self.bounds();
            for item in self.drawing.layers.iter_mut().flat_map(|layer| &mut layer.items) {
                if let Item::Text(text) = item {
                    *text = text.clone().within(sheet);
                }
            }
        }
        error::check(&self.drawing)?;
        Ok(self.drawing)
    }
}

impl Drawing {
    /// Returns the title of the sheet.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns what the sheet shows, in words; empty if nobody said it.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// Returns the same drawing with these words.
    #[must_use]
    pub fn described(self, words: impl Into<String>) -> Self {
        Self { words: words.into(), ..self }
    }

    /// Returns whether it is for print or for a machine.
    pub fn medium(&self) -> Medium {
        self.medium
    }

    /// Width in mm.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Height in mm.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// Returns the style of a role in this drawing.
    pub fn style(&self, role: Role) -> Style {
        self.look.style(role, self.medium)
    }

    /// Returns the settings of the laser that it is for, or the default ones.
    pub fn laser(&self) -> Laser {
        self.look.laser.unwrap_or_default()
    }

    /// Returns the settings of the laser that it is for, if it is for a certain one.
    pub fn laser_given(&self) -> Option<Laser> {
        self.look.laser
    }

    /// Returns what the program of its maker calls the machine that it is for, if that is known.
    pub fn device(&self) -> Option<&str> {
        self.look.device.as_deref()
    }

    /// The layers, in the order of [`Role`]; none is empty.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The smallest box around everything in `role`, if there is anything.
    pub fn bounds_of(&self, role: Role) -> Option<Bounds> {
        let layer = self.layers.iter().find(|layer| layer.role == role)?;
        Bounds::around(layer.items.iter().flat_map(|item| item.points(self.medium)))
    }

    /// The smallest box around everything, if there is anything.
    pub fn bounds(&self) -> Option<Bounds> {
        let roles = self.layers.iter().filter_map(|layer| self.bounds_of(layer.role));
        roles.reduce(Bounds::union)
    }

    /// Returns the characters that no embedded font can draw, in order; the sheet shows their code points.
    pub fn missing_glyphs(&self) -> Vec<char> {
        let texts = self.layers.iter().flat_map(|layer| &layer.items).filter_map(|item| match item {
            Item::Text(text) => Some(text),
            Item::Path(_) => None,
        });
        let missing: BTreeSet<char> = texts.flat_map(Text::missing).copied().collect();
        missing.into_iter().collect()
    }
}

impl Item {
    /// The same item `dx` to the right and `dy` down.
    pub fn moved(&self, dx: f64, dy: f64) -> Self {
        match self {
            Item::Path(path) => Item::Path(path.clone().moved(dx, dy)),
            Item::Text(text) => Item::Text(text.clone().moved(dx, dy)),
        }
    }

    /// The item as many times as large, and as far from the upper left corner of the sheet; lines stay as wide.
    pub fn scaled(&self, factor: f64) -> Self {
        let place = |point: Point| Point { x: point.x * factor, y: point.y * factor };
        match self {
            Item::Path(path) => Item::Path(path.clone().mapped(place)),
            Item::Text(text) => {
                let larger = text.at_height(text.height() * factor);
                let (from, to) = (larger.start(), place(text.start()));
                Item::Text(larger.moved(to.x - from.x, to.y - from.y))
            }
        }
    }

    /// The box around it, as printed; none around a path of no points.
    pub fn bounds(&self) -> Option<Bounds> {
        match self {
            Item::Path(path) => Bounds::around(path.points()),
            Item::Text(text) => Some(text.bounds()),
        }
    }

    /// The item as straight lines within `tolerance` mm of it, for formats without curves and without fonts.
    pub fn polylines(&self, tolerance: f64) -> Vec<Polyline> {
        match self {
            Item::Path(path) => path.flattened(tolerance),
            Item::Text(text) => {
                text.strokes().iter().flat_map(|line| Path::polyline(line).flattened(tolerance)).collect()
            }
        }
    }

    /// The item as lines and arcs, for formats with arcs; cubic curves are straight lines within `tolerance`
    /// mm.
    pub fn arc_lines(&self, tolerance: f64) -> Vec<ArcLine> {
        match self {
            Item::Path(path) => path.arc_lines(tolerance),
            Item::Text(text) => {
                text.strokes().iter().flat_map(|line| Path::polyline(line).arc_lines(tolerance)).collect()
            }
        }
    }

    /// How many bytes of memory it takes, about.
    pub fn memory(&self) -> usize {
        let heap = match self {
            Item::Path(path) => path.heap(),
            Item::Text(text) => text.content().len() + text.missing().len() * 16,
        };
        size_of::<Self>() + heap
    }

    /// Every point that says where the item is.
    fn points(&self, medium: Medium) -> Vec<Point> {
        match self {
            Item::Path(path) => path.points().collect(),
            Item::Text(text) => text.points(medium),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canvas() -> Canvas {
        Canvas::new("Test", Medium::Print, 100.0, 50.0)
    }

    #[test]
    fn layers_come_in_drawing_order_whatever_was_drawn_first() {
        let mut canvas = canvas();
        let line = (Point::new(0.0, 0.0), Point::new(100.0, 50.0));
        for role in [Role::Cut, Role::Guide, Role::Sew, Role::Cut] {
            canvas.line(role, line.0, line.1);
        }
        let drawing = canvas.finish().expect("all on the sheet");
        let layers: Vec<_> = drawing.layers().iter().map(|layer| (layer.role, layer.items.len())).collect();
        assert_eq!(layers, [(Role::Guide, 1), (Role::Sew, 1), (Role::Cut, 2)]);
        let bounds = drawing.bounds_of(Role::Cut);
        assert_eq!(bounds, Some(Bounds { left: 0.0, top: 0.0, right: 100.0, bottom: 50.0 }));
        assert_eq!(drawing.bounds_of(Role::Fold), None);
    }

    #[track_caller]
    fn refused(draw: impl FnOnce(&mut Canvas)) -> DrawingError {
        let mut canvas = canvas();
        draw(&mut canvas);
        canvas.finish().expect_err("no normal form")
    }

    #[test]
    fn what_breaks_a_promise_is_refused() {
        let at = Point::new;
        let off = refused(|canvas| canvas.line(Role::Cut, at(0.0, 0.0), at(100.1, 0.0)));
        assert!(matches!(off, DrawingError::OffSheet { at, .. } if at.x == 100.1), "{off}");
        let nowhere = refused(|canvas| canvas.line(Role::Cut, at(0.0, f64::NAN), at(1.0, 1.0)));
        assert!(matches!(nowhere, DrawingError::NotFinite { layer: "CUT", .. }), "{nowhere}");
        for height in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
            let text = Text::new(" ", at(1.0, 1.0), height, Anchor::Start);
            let error = refused(|canvas| canvas.text(Role::Label, text));
            assert!(matches!(error, DrawingError::NoHeight { .. }), "{error}");
        }
        for elements in [
            vec![],
            vec![Element::Move(at(1.0, 1.0))],
            vec![Element::Line(at(1.0, 1.0))],
            vec![Element::Move(at(1.0, 1.0)), Element::Close],
            vec![Element::Move(at(1.0, 1.0)), Element::Line(at(2.0, 1.0)), Element::Close, Element::Close],
        ] {
            let error = refused(|canvas| canvas.path(Role::Cut, Path::new(elements)));
            assert!(matches!(error, DrawingError::NoPath { .. }), "{error}");
        }
        let line = Path::line(at(1.0, 1.0), at(2.0, 2.0));
        let unfilled = refused(|canvas| canvas.path(Role::Fill, line));
        assert!(matches!(unfilled, DrawingError::NotFilled { layer: "FILL", .. }), "{unfilled}");
        for (width, height) in [(0.0, 10.0), (10.0, -1.0), (f64::NAN, 1.0), (1.0, f64::INFINITY)] {
            let error = Canvas::new("Test", Medium::Print, width, height).finish().expect_err("no sheet");
            assert!(matches!(error, DrawingError::NoSize { .. }), "{error}");
        }
    }

    #[test]
    fn words_over_the_edge_are_brought_onto_the_sheet() {
        let middle = Point::new(50.0, 25.0);
        for words in ["off", "much too wide for a sheet of this size", "\u{5d0}\u{5d1}"] {
            for (at, reading) in
                [((-9.0, 20.0), Reading::Across), ((98.0, 49.9), Reading::Up), ((50.0, 70.0), Reading::Down)]
            {
                let text = Text::new(words, Point::new(at.0, at.1), 9.0, Anchor::Middle).turned(reading);
                let mut canvas = canvas();
                canvas.text(Role::Label, text);
                canvas.text(Role::Label, Text::centered("stays", middle, 2.0));
                let drawing = canvas.finish().expect("all on the sheet");
                let items = &drawing.layers()[0].items;
                let [Item::Text(moved), Item::Text(stays)] = &items[..] else { panic!("two texts") };
                assert_eq!((moved.content(), moved.height() <= 9.0), (words, true));
                assert_eq!(*stays, Text::centered("stays", middle, 2.0));
            }
        }
    }

    #[test]
    fn missing_glyphs_are_listed_once_and_in_order() {
        let mut canvas = canvas();
        for content in ["\u{5d1}a\u{5d0}", "\u{5d0}", "b"] {
            canvas.text(Role::Label, Text::new(content, Point::new(5.0, 10.0), 2.0, Anchor::Start));
        }
        assert_eq!(canvas.finish().expect("fits").missing_glyphs(), ['\u{5d0}', '\u{5d1}']);
    }
}

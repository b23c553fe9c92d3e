//! Writes one drawing as the content of one page, in points, y up.
//!
//! Every layer sets its own color, width and dash, and does not affect the next one.

use pdf_writer::{Content, Name, Settings, Str};

use super::tags::{self, Tags};
use super::typefaces::Typefaces;
use crate::color::Color;
use crate::drawing::{
    Drawing, Element, Item, Layer, Medium, Path, PlacedPicture, Reading, Role, Style, Text, Weight,
};
use crate::geometry;

const POINTS_PER_MM: f64 = 72.0 / 25.4;

/// No blanks that only people read.
pub(super) const SETTINGS: Settings = Settings { pretty: false };

/// Returns the name of a typeface in pages.
pub(super) fn font_name(weight: Weight) -> String {
    format!("{weight:?}")
}

/// Returns the name of a layer in pages.
pub(super) fn layer_name(role: Role) -> String {
    let position = Role::ALL.iter().position(|&other| other == role);
    format!("L{}", position.expect("every role is in the list of all roles"))
}

/// What a page shows, and the typefaces that it names.
pub(super) struct Page {
    pub(super) content: Vec<u8>,
    pub(super) fonts: Vec<Weight>,
}

/// Writes the whole page; typefaces get the glyphs that it shows.
pub(super) fn page(drawing: &Drawing, typefaces: &mut Typefaces, mut tags: Option<&mut Tags>) -> Page {
    let content = Content::with_settings(SETTINGS);
    let mut sheet =
        Sheet { height: drawing.height(), medium: drawing.medium(), content, fonts: Vec::new(), typefaces };
    for layer in drawing.layers() {
        sheet.layer(layer, drawing.style(layer.role), tags.as_deref_mut());
    }
    Page { content: sheet.content.finish().into_vec(), fonts: sheet.fonts }
}

/// Converts places on the drawing to places on the page, and writes.
struct Sheet<'a> {
    height: f64,
    medium: Medium,
    content: Content,
    fonts: Vec<Weight>,
    typefaces: &'a mut Typefaces,
}

impl Sheet<'_> {
    fn layer(&mut self, layer: &Layer, style: Style, tags: Option<&mut Tags>) {
        let name = layer_name(layer.role);
        self.content
            .begin_marked_content_with_properties(Name(b"OC"))
            .properties_named(Name(name.as_bytes()));
        self.content.save_state();
        self.pen(style);
        match tags {
            None => layer.items.iter().for_each(|item| self.item(item, style)),
            Some(tags) => self.tagged(layer, style, tags),
        }
        self.content.restore_state().end_marked_content();
    }

    /// The items of a layer, marked: words one by one, lines together.
    fn tagged(&mut self, layer: &Layer, style: Style, tags: &mut Tags) {
        let mut before: Option<&Text> = None;
        for items in layer.items.chunk_by(|a, b| matches!((a, b), (Item::Path(_), Item::Path(_)))) {
            let last = before;
            if let [Item::Text(text)] = items {
                before = Some(text);
                if text.shown().is_empty() {
                    continue;
                }
                tags.words(text, last, &mut self.content);
            } else if layer.role == Role::Guide {
                tags::artifact(&mut self.content);
            } else {
                tags.figure(&mut self.content);
            }
            items.iter().for_each(|item| self.item(item, style));
            self.content.end_marked_content();
        }
    }

    fn pen(&mut self, style: Style) {
        let [red, green, blue] = parts(style.color);
        self.content.set_stroke_rgb(red, green, blue).set_line_width(points(style.width));
        self.content.set_dash_pattern(style.dash.iter().map(|&length| points(length)), 0.0);
    }

    fn item(&mut self, item: &Item, style: Style) {
        match item {
            Item::Path(path) => self.path(path),
            Item::Text(text) => self.text(text, style),
        }
    }

    /// Strokes all rings of a line, or fills them together, so that holes stay open.
    fn path(&mut self, path: &Path) {
        if path.elements().next().is_none() {
            return;
        }
        let Some(color) = path.fill() else {
            self.rings(path);
            self.content.stroke();
            return;
        };
        let Some(picture) = path.picture().filter(|_| self.medium == Medium::Print) else {
            self.ink(color);
            self.rings(path);
            self.content.fill_even_odd();
            return;
        };
        self.content.save_state();
        self.rings(path);
        self.content.clip_even_odd().end_path();
        picture.copies(path.points()).into_iter().for_each(|at| self.picture(picture, at));
        self.content.restore_state();
    }

    fn rings(&mut self, path: &Path) {
        for element in path.clone().with_cubics().elements() {
            match element {
                Element::Move(to) => {
                    let [x, y] = self.place(to);
                    self.content.move_to(x, y);
                }
                // There are no arcs left.
                Element::Line(to) | Element::Arc(_, to) => {
                    let [x, y] = self.place(to);
                    self.content.line_to(x, y);
                }
                Element::Cubic(a, b, to) => {
                    let [[x1, y1], [x2, y2], [x3, y3]] = [a, b, to].map(|at| self.place(at));
                    self.content.cubic_to(x1, y1, x2, y2, x3, y3);
                }
                Element::Close => {
                    self.content.close_path();
                }
            }
        }
    }

    /// One copy of a picture, with its top left corner here. In PDF a picture is a square of one unit, and its
    /// origin is its bottom left corner.
    fn picture(&mut self, placed: &PlacedPicture, at: geometry::Point) {
        let [(a, b), (c, d)] = placed.sides();
        let [x, y] = self.place(at.moved(c, d));
        let [a, b, c, d] = [a, -b, -c, d].map(points);
        let name = placed.picture().name();
        self.content.save_state().transform([a, b, c, d, x, y]);
        self.content.x_object(Name(name.as_bytes())).restore_state();
    }

    /// Real text in print. For machines, which have no typefaces, letters are lines as in every other format.
    fn text(&mut self, text: &Text, style: Style) {
        match self.medium {
            Medium::Print => self.words(text, style.color),
            Medium::Machine => {
                text.strokes().iter().for_each(|line| self.path(&Path::polyline(line)));
            }
        }
    }

    fn words(&mut self, text: &Text, color: Color) {
        if text.shown().is_empty() {
            // The typeface would be in the document for nothing.
            return;
        }
        // Along the baseline and up from it, on a page whose y grows up.
        let turn = match text.reading() {
            Reading::Across => [1.0, 0.0, 0.0, 1.0],
            Reading::Up => [0.0, 1.0, -1.0, 0.0],
            Reading::Down => [0.0, -1.0, 1.0, 0.0],
        };
        let ([a, b, c, d], [x, y]) = (turn, self.place(text.start()));
        let glyphs = self.typefaces.string(text.shown(), text.weight());
        let name = font_name(text.weight());
        self.ink(color);
        self.content.begin_text().set_font(Name(name.as_bytes()), points(text.em()));
        self.content.set_text_matrix([a, b, c, d, x, y]).show(Str(&glyphs)).end_text();
        if !self.fonts.contains(&text.weight()) {
            self.fonts.push(text.weight());
        }
    }

    fn ink(&mut self, color: Color) {
        let [red, green, blue] = parts(color);
        self.content.set_fill_rgb(red, green, blue);
    }

    fn place(&self, at: geometry::Point) -> [f32; 2] {
        [points(at.x), points(self.height - at.y)]
    }
}

/// Red, green and blue, rounded up to ten thousandths: every byte of a color comes back, whether a reader rounds or cuts
/// off, and machines know operations by their color.
fn parts(color: Color) -> [f32; 3] {
    [color.red, color.green, color.blue].map(|byte| (f32::from(byte) / 255.0 * 1e4).ceil() / 1e4)
}

/// Converts to points, rounded to ten thousandths, so that numbers stay short.
#[expect(clippy::cast_possible_truncation, reason = "PDF counts in `f32`; at 5 m that is 0.0002 mm")]
pub(super) fn points(mm: f64) -> f32 {
    // Adding zero turns minus zero into zero.
    ((mm * POINTS_PER_MM * 1e4).round() / 1e4 + 0.0) as f32
}

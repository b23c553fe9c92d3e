//! Turns drawings into operators and layers of [printpdf](printpdf), so that a sheet can be a page of your own document.
//!
//! The program itself writes PDF with [`piecework_draw::render::pdf`]; this crate is for programs that build a document with
//! printpdf: an invoice, a catalog, a book. It is not built with the rest of the workspace (docs/decisions/0107).
//!
//! [`page`] makes a page of the size of a drawing. [`operators`] puts a drawing on a page that has other things too.
//!
//! # Units
//! Drawings are in mm, y down; pages are in points, y up, and true to 0.0002 mm.
//!
//! # What differs from `render::pdf`
//! Letters of printed words are filled outlines, not text in a typeface: they look the same and cannot be searched. There are
//! no tags for screen readers.
//!
//! ```
//! use piecework_draw::drawing::{Canvas, Medium, Role};
//! use piecework_draw::geometry::Point;
//! use printpdf::{PdfDocument, PdfSaveOptions};
//!
//! let mut canvas = Canvas::new("One line", Medium::Machine, 100.0, 50.0);
//! canvas.line(Role::Cut, Point::new(10.0, 25.0), Point::new(90.0, 25.0));
//! let drawing = canvas.finish()?;
//!
//! let mut document = PdfDocument::new("Order 17");
//! let sheet = piecework_printpdf::page(&mut document, &drawing);
//! let bytes = document.with_pages(vec![sheet]).save(&PdfSaveOptions::default(), &mut Vec::new());
//! assert!(bytes.starts_with(b"%PDF"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs, clippy::print_stdout, clippy::print_stderr)]

use std::collections::BTreeMap;

use piecework_draw::color;
use piecework_draw::drawing::{
    Drawing, Element, Item, Layer, Medium, Path, PlacedPicture, Role, Style, Text,
};
use piecework_draw::geometry::Point;
use printpdf::{
    Color, CurTransMat, DictItem, ExternalStream, ExternalXObject, LayerInternalId, Line, LineDashPattern,
    LinePoint, Op, PaintMode, PdfDocument, PdfPage, Polygon, PolygonRing, Pt, Rect, Rgb, WindingOrder,
    XObject, XObjectId, XObjectTransform,
};

/// Makes a page as large as the drawing, with its layers and pictures in the document; the page itself is not added to it.
pub fn page(document: &mut PdfDocument, drawing: &Drawing) -> PdfPage {
    let sheet = || Rect::from_wh(points(drawing.width()), points(drawing.height()));
    let ops = operators(document, drawing, Point::new(0.0, 0.0));
    PdfPage { media_box: sheet(), trim_box: sheet(), crop_box: sheet(), ops }
}

/// Draws a drawing on a page, with its lower left corner `corner.x` mm from the left edge and `corner.y` mm above the lower one.
///
/// # Layers
/// Each role is a layer of the document, named as in all formats (`CUT`, `SCORE`, …). A document has each layer once, however many
/// drawings use it. The state of the page is the same after as before.
pub fn operators(document: &mut PdfDocument, drawing: &Drawing, corner: Point) -> Vec<Op> {
    let mut sheet = Sheet { document, drawing, corner, ops: Vec::new() };
    drawing.layers().iter().for_each(|layer| sheet.layer(layer));
    sheet.ops
}

/// A drawing, where it goes, and what was written of it.
struct Sheet<'a> {
    document: &'a mut PdfDocument,
    drawing: &'a Drawing,
    corner: Point,
    ops: Vec<Op>,
}

/// How an area is painted or a page is clipped.
type Paint = (PaintMode, WindingOrder);

impl Sheet<'_> {
    fn layer(&mut self, layer: &Layer) {
        let style = self.drawing.style(layer.role);
        // Its name sorts as the layers are drawn, because printpdf lists them by name.
        let position = Role::ALL.iter().position(|&role| role == layer.role).unwrap_or_default();
        let layer_id = LayerInternalId(format!("piecework-{position:02}-{}", style.layer));
        let known = &mut self.document.resources.layers.map;
        known.entry(layer_id.clone()).or_insert_with(|| printpdf::Layer::new(style.layer)).creator =
            "piecework".to_owned();
        self.ops.extend([Op::BeginLayer { layer_id }, Op::SaveGraphicsState]);
        self.ops.push(Op::SetOutlineColor { col: ink(style.color) });
        self.ops.push(Op::SetOutlineThickness { pt: points(style.width) });
        let dashes: Vec<f32> = style.dash.iter().map(|&length| points(length).0).collect();
        self.ops.push(Op::SetLineDashPattern { dash: LineDashPattern::new(0.0, &dashes) });
        for item in &layer.items {
            match item {
                Item::Path(path) => self.path(path),
                Item::Text(text) => self.text(text, &style),
            }
        }
        self.ops.extend([Op::RestoreGraphicsState, Op::EndLayer]);
    }

    fn path(&mut self, path: &Path) {
        let Some(color) = path.fill() else { return self.lines(path) };
        match path.picture().filter(|_| self.drawing.medium() == Medium::Print) {
            None => {
                self.ops.push(Op::SetFillColor { col: ink(color) });
                self.area(path, (PaintMode::Fill, WindingOrder::EvenOdd));
            }
            Some(picture) => {
                self.ops.push(Op::SaveGraphicsState);
                self.area(path, (PaintMode::Clip, WindingOrder::EvenOdd));
                picture.copies(path.points()).into_iter().for_each(|at| self.picture(picture, at));
                self.ops.push(Op::RestoreGraphicsState);
            }
        }
    }

    /// Strokes each line of a path.
    fn lines(&mut self, path: &Path) {
        for (points, is_closed) in self.rings(path) {
            self.ops.push(Op::DrawLine { line: Line { points, is_closed } });
        }
    }

    /// Paints all rings of a path together, so that holes stay open.
    fn area(&mut self, path: &Path, (mode, winding_order): Paint) {
        let rings = self.rings(path).into_iter().map(|(points, _)| PolygonRing { points }).collect();
        self.ops.push(Op::DrawPolygon { polygon: Polygon { rings, mode, winding_order } });
    }

    /// Real strokes for machines, filled letters in print.
    fn text(&mut self, text: &Text, style: &Style) {
        match self.drawing.medium() {
            Medium::Machine => text.strokes().iter().for_each(|line| self.lines(&Path::polyline(line))),
            Medium::Print => {
                self.ops.push(Op::SetFillColor { col: ink(style.color) });
                self.area(&Path::new(text.glyphs()), (PaintMode::Fill, WindingOrder::NonZero));
            }
        }
    }

    /// The lines of a path, and whether each is closed.
    fn rings(&self, path: &Path) -> Vec<(Vec<LinePoint>, bool)> {
        let point = |at, bezier| LinePoint { p: self.place(at), bezier };
        let mut rings: Vec<(Vec<LinePoint>, bool)> = Vec::new();
        for element in path.clone().with_cubics().elements() {
            if let Element::Move(to) = element {
                rings.push((vec![point(to, false)], false));
            }
            let Some((points, closed)) = rings.last_mut() else { continue };
            match element {
                Element::Move(_) => {}
                // There are no arcs left.
                Element::Line(to) | Element::Arc(_, to) => points.push(point(to, false)),
                Element::Cubic(a, b, to) => points.extend([point(a, true), point(b, true), point(to, false)]),
                Element::Close => *closed = true,
            }
        }
        rings
    }

    /// One copy of a picture, with its top left corner here. In PDF a picture is a square of one unit, and its origin is its
    /// bottom left corner.
    fn picture(&mut self, placed: &PlacedPicture, at: Point) {
        let id = XObjectId(placed.picture().name().to_owned());
        let known = &mut self.document.resources.xobjects.map;
        known.entry(id.clone()).or_insert_with(|| XObject::External(jpeg(placed.picture())));
        let [(a, b), (c, d)] = placed.sides();
        let corner = self.place(at.moved(c, d));
        let [a, b, c, d] = [a, -b, -c, d].map(|mm| points(mm).0);
        let matrix = CurTransMat::Raw([a, b, c, d, corner.x.0, corner.y.0]);
        let transform = XObjectTransform { no_auto_scale: true, ..XObjectTransform::default() };
        self.ops.extend([Op::SaveGraphicsState, Op::SetTransformationMatrix { matrix }]);
        self.ops.extend([Op::UseXobject { id, transform }, Op::RestoreGraphicsState]);
    }

    fn place(&self, at: Point) -> printpdf::Point {
        let up = self.drawing.height() - at.y + self.corner.y;
        printpdf::Point { x: points(self.corner.x + at.x), y: points(up) }
    }
}

/// A picture as the document keeps it: the bytes of its JPEG.
fn jpeg(picture: &color::Picture) -> ExternalXObject {
    let size = |pixels: usize| DictItem::Int(i64::try_from(pixels).unwrap_or(i64::MAX));
    let name = |name: &str| DictItem::Name(name.into());
    let (width, height) = picture.size();
    let entries = [
        ("Type", name("XObject")),
        ("Subtype", name("Image")),
        ("Width", size(width)),
        ("Height", size(height)),
        ("ColorSpace", name("DeviceRGB")),
        ("BitsPerComponent", DictItem::Int(8)),
        ("Filter", name("DCTDecode")),
    ];
    let dict: BTreeMap<String, DictItem> = entries.map(|(key, value)| (key.to_owned(), value)).into();
    let stream = ExternalStream { dict, content: picture.jpeg().to_vec(), compress: false };
    ExternalXObject { stream, width: None, height: None, dpi: None }
}

/// Red, green and blue, rounded up to ten thousandths, so that every byte of a color comes back.
fn ink(color: color::Color) -> Color {
    let [r, g, b] =
        [color.red, color.green, color.blue].map(|byte| (f32::from(byte) / 255.0 * 1e4).ceil() / 1e4);
    Color::Rgb(Rgb { r, g, b, icc_profile: None })
}

#[expect(clippy::cast_possible_truncation, reason = "PDF counts in `f32`; at 5 m that is 0.0002 mm")]
fn points(mm: f64) -> Pt {
    // Adding zero turns minus zero into zero.
    Pt(((mm * 72.0 / 25.4 * 1e4).round() / 1e4 + 0.0) as f32)
}

//! Writes one drawing as the operators of one page, in points, y up.
//!
//! Every layer sets its own color, width and dash, and does not affect the next one.

use printpdf::{
    Color as Ink, CurTransMat, FontId, LayerInternalId, Line, LineDashPattern, LinePoint, Op, PaintMode,
    PdfFontHandle, PdfPage, Point, Polygon, PolygonRing, Pt, Rect, Rgb, TextItem, TextMatrix, WindingOrder,
    XObjectId, XObjectTransform,
};

use super::POINTS_PER_MM;
use super::tags::{self, Tags};
use crate::color::{Color, Picture};
use crate::drawing::{
    Drawing, Element, Item, Layer, Medium, Path, PlacedPicture, Reading, Role, Style, Text, Weight,
};
use crate::geometry;

/// Returns the name of a typeface in pages.
pub(super) fn font_id(weight: Weight) -> FontId {
    FontId(format!("{weight:?}"))
}

/// Returns the name of a layer in pages. The names sort like the roles, and so do the layers in a reader's
/// panel.
pub(super) fn layer_id(role: Role) -> LayerInternalId {
    let position = Role::ALL.iter().position(|&other| other == role);
    LayerInternalId(format!("L{}", position.expect("every role is in the list of all roles")))
}

/// Returns the name of a picture in pages.
pub(super) fn picture_id(picture: &Picture) -> XObjectId {
    XObjectId(picture.name().to_owned())
}

/// Returns the whole page.
pub(super) fn page(drawing: &Drawing, mut tags: Option<&mut Tags>) -> PdfPage {
    let sheet = Sheet { height: drawing.height() };
    let mut ops = Vec::new();
    for layer in drawing.layers() {
        let (style, medium) = (drawing.style(layer.role), drawing.medium());
        ops.extend(sheet.layer(layer, style, medium, tags.as_deref_mut()));
    }
    let whole = Rect::from_wh(points(drawing.width()), points(drawing.height()));
    PdfPage { media_box: whole.clone(), trim_box: whole.clone(), crop_box: whole, ops }
}

/// Converts places on the drawing to places on the page.
struct Sheet {
    height: f64,
}

impl Sheet {
    fn layer(&self, layer: &Layer, style: Style, medium: Medium, tags: Option<&mut Tags>) -> Vec<Op> {
        let mut ops = vec![Op::BeginLayer { layer_id: layer_id(layer.role) }, Op::SaveGraphicsState];
        ops.extend(pen(style));
        let drawn = |item: &Item| match item {
            Item::Path(path) => self.path(path, medium),
            Item::Text(text) => self.text(text, style, medium),
        };
        match tags {
            None => ops.extend(layer.items.iter().flat_map(drawn)),
            Some(tags) => ops.extend(tagged(layer, tags, drawn)),
        }
        ops.extend([Op::RestoreGraphicsState, Op::EndLayer]);
        ops
    }

    /// Strokes ring by ring, because printpdf closes only the last ring of a stroked polygon. Fills all rings
    /// together, so that holes stay open.
    fn path(&self, path: &Path, medium: Medium) -> Vec<Op> {
        let strokes = self.strokes(path);
        let Some(color) = path.fill() else {
            return strokes.into_iter().map(|line| Op::DrawLine { line }).collect();
        };
        let rings = strokes.into_iter().map(|line| PolygonRing { points: line.points }).collect();
        let area =
            |mode| Op::DrawPolygon { polygon: Polygon { rings, mode, winding_order: WindingOrder::EvenOdd } };
        let Some(picture) = path.picture().filter(|_| medium == Medium::Print) else {
            return vec![Op::SetFillColor { col: rgb(color) }, area(PaintMode::Fill)];
        };
        let mut ops = vec![Op::SaveGraphicsState, area(PaintMode::Clip)];
        ops.extend(picture.copies(path.points()).into_iter().flat_map(|at| self.picture(picture, at)));
        ops.push(Op::RestoreGraphicsState);
        ops
    }

    /// One copy of a picture, with its top left corner here. In PDF a picture is a square of one unit, and its
    /// origin is its bottom left corner.
    fn picture(&self, placed: &PlacedPicture, at: geometry::Point) -> [Op; 4] {
        let [(a, b), (c, d)] = placed.sides();
        let Point { x, y } = self.corner(at.moved(c, d)).p;
        let [a, b, c, d] = [a, -b, -c, d].map(|mm| points(mm).0);
        let transform = XObjectTransform { no_auto_scale: true, ..XObjectTransform::default() };
        [
            Op::SaveGraphicsState,
            Op::SetTransformationMatrix { matrix: CurTransMat::Raw([a, b, c, d, x.0, y.0]) },
            Op::UseXobject { id: picture_id(placed.picture()), transform },
            Op::RestoreGraphicsState,
        ]
    }

    fn strokes(&self, path: &Path) -> Vec<Line> {
        let mut strokes: Vec<Line> = Vec::new();
        let path = path.clone().with_cubics();
        for element in path.elements() {
            if let Element::Move(_) = element {
                strokes.push(Line { points: Vec::new(), is_closed: false });
            }
            let Some(stroke) = strokes.last_mut() else { continue };
            match *element {
                Element::Move(to) | Element::Line(to) => stroke.points.push(self.corner(to)),
                Element::Cubic(a, b, to) => {
                    stroke.points.extend([a, b].map(|p| LinePoint { bezier: true, ..self.corner(p) }));
                    stroke.points.push(self.corner(to));
                }
                // There are no arcs left.
                Element::Arc(_, to) => stroke.points.push(self.corner(to)),
                Element::Close => stroke.is_closed = true,
            }
        }
        strokes
    }

    /// Real text in print. For machines, which have no typefaces, letters are lines as in every other format.
    fn text(&self, text: &Text, style: Style, medium: Medium) -> Vec<Op> {
        match medium {
            Medium::Print => self.words(text, style.color),
            Medium::Machine => {
                text.strokes().iter().flat_map(|line| self.path(&Path::polyline(line), medium)).collect()
            }
        }
    }

    fn words(&self, text: &Text, color: Color) -> Vec<Op> {
        if text.shown().is_empty() {
            // The typeface would be missing if the document has no other text.
            return Vec::new();
        }
        // Along the baseline and up from it, on a page whose y grows up.
        let turn = match text.reading() {
            Reading::Across => [1.0, 0.0, 0.0, 1.0],
            Reading::Up => [0.0, 1.0, -1.0, 0.0],
            Reading::Down => [0.0, -1.0, 1.0, 0.0],
        };
        let [a, b, c, d] = turn;
        let Point { x, y } = self.corner(text.start()).p;
        vec![
            Op::SetFillColor { col: rgb(color) },
            Op::StartTextSection,
            Op::SetFont { font: PdfFontHandle::External(font_id(text.weight())), size: points(text.em()) },
            Op::SetTextMatrix { matrix: TextMatrix::Raw([a, b, c, d, x.0, y.0]) },
            Op::ShowText { items: vec![TextItem::Text(text.shown().into())] },
            Op::EndTextSection,
        ]
    }

    fn corner(&self, at: geometry::Point) -> LinePoint {
        LinePoint { p: Point { x: points(at.x), y: points(self.height - at.y) }, bezier: false }
    }
}

/// The items of a layer, marked: words one by one, lines together.
fn tagged(layer: &Layer, tags: &mut Tags, drawn: impl Fn(&Item) -> Vec<Op>) -> Vec<Op> {
    let mut ops = Vec::new();
    let mut before: Option<&Text> = None;
    for items in layer.items.chunk_by(|a, b| matches!((a, b), (Item::Path(_), Item::Path(_)))) {
        match items {
            [item @ Item::Text(text)] => {
                ops.extend(tags.words(text, before, drawn(item)));
                before = Some(text);
            }
            paths => {
                let drawn = paths.iter().flat_map(&drawn).collect();
                let is_frame = layer.role == Role::Guide;
                ops.extend(if is_frame { tags::artifact(drawn) } else { tags.figure(drawn) });
            }
        }
    }
    ops
}

fn pen(style: Style) -> [Op; 3] {
    let dash: Vec<f32> = style.dash.iter().map(|&length| points(length).0).collect();
    [
        Op::SetOutlineColor { col: rgb(style.color) },
        Op::SetOutlineThickness { pt: points(style.width) },
        Op::SetLineDashPattern { dash: LineDashPattern::new(0.0, &dash) },
    ]
}

fn rgb(color: Color) -> Ink {
    let part = |value: u8| f32::from(value) / 255.0;
    Ink::Rgb(Rgb { r: part(color.red), g: part(color.green), b: part(color.blue), icc_profile: None })
}

/// Converts to points, rounded to ten thousandths, so that numbers stay short.
#[expect(clippy::cast_possible_truncation, reason = "printpdf counts in `f32`; at 5 m that is 0.0002 mm")]
fn points(mm: f64) -> Pt {
    // Adding zero turns minus zero into zero.
    Pt(((mm * POINTS_PER_MM * 1e4).round() / 1e4 + 0.0) as f32)
}

//! Writes drawings as SVG that every cutting program reads the same way.
//!
//! An SVG 1.1 document in the cutter-safe profile: width and height in mm, one user unit per millimetre, one
//! level of layers that contain only paths; no transform, no text, no class. Commands are absolute (arcs are
//! circular), but relative in strokes of words, which are much shorter that way and have three decimals.
//! Every path has its style. For print it repeats it as attributes, for a machine the layer has them, and the
//! width of lines only there. Other numbers have at most four decimals, names of elements are generated, and
//! user text is only in titles. Pictures, in print only, are patterns with which areas are filled.
//!
//! # Source
//! The profile is the common subset of Cricut Design Space, Silhouette Studio, LightBurn, K40 Whisperer,
//! VisiCut, Inkscape and Deepnest, according to their sources and bug reports.

use std::borrow::Cow;

use super::RenderError;
use super::svg_pictures::Pictures;
use crate::drawing::{Drawing, Element, Item, Layer, Medium, Style};
use crate::geometry::{CircularArc, Point};
use ::svg::node::Blob;
use ::svg::node::element::{Description, Element as Node, Group, Path as PathNode, Title};
use ::svg::{Document, Node as _};
use piecework_tiling::number::{NotFinite, decimal, push_decimal};
use piecework_tiling::text::forbidden;

/// A precision of a tenth of a micrometre, far finer than any machine.
const PLACES: usize = 4;
/// The precision of strokes of words: a micrometre.
const WORD_PLACES: usize = 3;

/// Options for SVG files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SvgOptions<'a> {
    /// How paths are joined. Default: separate.
    pub joining: Joining,
    /// How the file was made, for its metadata. Default: nothing.
    pub metadata: Option<&'a str>,
}

/// How paths are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Joining {
    /// Every path is a separate element, with its name as title.
    #[default]
    Separate,
    /// All paths of a layer with the same style are one element without a name, so that programs that
    /// rearrange objects (Cricut Design Space) keep them in place. Areas of one color must not overlap.
    Compound,
}

/// Writes a drawing as an SVG file: its [`document`] after an XML declaration.
///
/// # Errors
/// [`RenderError::NotFinite`] only if a drawing is not in normal form.
pub fn svg(drawing: &Drawing, options: &SvgOptions<'_>) -> Result<Vec<u8>, RenderError> {
    let document = document(drawing, options)?;
    Ok(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{document}\n").into_bytes())
}

/// Makes an SVG document of the crate `svg`, to which more can be added. The paths of a layer are one text node in its group.
///
/// # Units
/// A millimetre of the drawing is a user unit, and a millimetre by width, height and view box of the
/// document.
///
/// # Errors
/// [`RenderError::NotFinite`] only if a drawing is not in normal form.
pub fn document(drawing: &Drawing, options: &SvgOptions<'_>) -> Result<Document, RenderError> {
    let (width, height) = (decimal(drawing.width(), PLACES)?, decimal(drawing.height(), PLACES)?);
    let mut about =
        format!("Made with piecework. One unit is 1 mm; the sheet measures {width} x {height} mm.");
    if !drawing.words().is_empty() {
        about.push(' ');
        about.push_str(&allowed(drawing.words()));
    }
    let mut document = Document::new()
        .set("version", "1.1")
        .set("xmlns:inkscape", "http://www.inkscape.org/namespaces/inkscape")
        .set("width", format!("{width}mm"))
        .set("height", format!("{height}mm"))
        .set("viewBox", format!("0 0 {width} {height}"))
        .add(Title::new(allowed(drawing.title())))
        .add(Description::new().add(::svg::node::Text::new(about)));
    if let Some(recipe) = options.metadata {
        document = document.add(metadata(recipe));
    }
    let pictures = Pictures::of(drawing);
    if let Some(definitions) = pictures.definitions()? {
        document = document.set("xmlns:xlink", "http://www.w3.org/1999/xlink").add(definitions);
    }
    let mut count = 0;
    for layer in drawing.layers() {
        document = document.add(group(layer, (drawing, &pictures), options.joining, &mut count)?);
    }
    Ok(document)
}

/// How the sheet was made.
pub(super) fn metadata(recipe: &str) -> Node {
    let mut node = Node::new("metadata");
    node.append(::svg::node::Text::new(allowed(recipe)));
    node
}

/// Makes a layer; `count` numbers the paths of the document. Its paths are one text, because a node for each
/// would take most of the memory of a large sheet.
fn group(
    layer: &Layer,
    (drawing, pictures): (&Drawing, &Pictures<'_>),
    joining: Joining,
    count: &mut usize,
) -> Result<Group, NotFinite> {
    let (style, medium) = (drawing.style(layer.role), drawing.medium());
    let mut group = Group::new()
        .set("id", style.layer.to_ascii_lowercase())
        .set("inkscape:groupmode", "layer")
        .set("inkscape:label", style.layer);
    let lines = stroked(&style)?;
    if medium == Medium::Machine && layer.items.iter().any(|item| !is_filled(item)) {
        for (name, value) in &lines {
            group = group.set(*name, value.as_str());
        }
    }
    let mut paths = String::new();
    let mut write = |shape: Shape| {
        *count += 1;
        if !paths.is_empty() {
            paths.push('\n');
        }
        paths.push_str(&shape.node(*count, medium).to_string());
    };
    let mut joined: Vec<Shape> = Vec::new();
    for item in &layer.items {
        let shape = shape(item, (&lines, &style), medium, pictures)?;
        if joining == Joining::Separate {
            if !shape.path.is_empty() {
                write(shape);
            }
            continue;
        }
        if let Some(before) = joined.iter_mut().find(|other| other.look == shape.look) {
            before.path.push_str(&shape.path);
            before.name = None;
        } else if !shape.path.is_empty() {
            joined.push(shape);
        }
    }
    joined.into_iter().for_each(write);
    Ok(if paths.is_empty() { group } else { group.add(Blob::new(paths)) })
}

fn is_filled(item: &Item) -> bool {
    matches!(item, Item::Path(path) if path.fill().is_some())
}

/// A path of the file.
struct Shape<'a> {
    path: String,
    name: Option<&'a str>,
    look: Cow<'a, Look>,
}

/// Attributes and their values, in the order of the style declaration.
type Look = Vec<(&'static str, String)>;

impl Shape<'_> {
    fn node(self, number: usize, medium: Medium) -> PathNode {
        // What a layer says about its lines is not true for areas, and no machine needs their width.
        let lines = self.look.iter().any(|(name, value)| *name == "fill" && value == "none");
        let alone = medium == Medium::Print || !lines;
        let said = self.look.iter().filter(|(name, _)| alone || ["fill", "stroke"].contains(name));
        let declarations: Vec<String> = said.map(|(name, value)| format!("{name}:{value}")).collect();
        let mut node = PathNode::new()
            .set("id", format!("p{number}"))
            .set("d", self.path)
            .set("style", declarations.join(";"));
        if alone {
            for (name, value) in self.look.iter() {
                node = node.set(*name, value.as_str());
            }
        }
        match self.name {
            Some(name) => node.add(Title::new(allowed(name))),
            None => node,
        }
    }
}

/// Returns an item as a path; `lines` is what lines of its layer look like.
fn shape<'a>(
    item: &'a Item,
    (lines, style): (&'a Look, &Style),
    medium: Medium,
    pictures: &Pictures<'_>,
) -> Result<Shape<'a>, NotFinite> {
    let (path, name, look) = match (item, medium) {
        (Item::Path(path), _) => {
            let look = match path.fill() {
                Some(color) => {
                    let picture = path.picture().and_then(|picture| pictures.name(picture));
                    let fill = picture.map_or_else(|| color.to_string(), |name| format!("url(#{name})"));
                    Cow::Owned(filled(&fill, "evenodd"))
                }
                None => Cow::Borrowed(lines),
            };
            (commands(path.elements())?, path.name(), look)
        }
        (Item::Text(text), Medium::Print) => {
            (commands(text.glyphs())?, None, Cow::Owned(filled(&style.color.to_string(), "nonzero")))
        }
        (Item::Text(text), Medium::Machine) => (strokes(&text.strokes())?, None, Cow::Borrowed(lines)),
    };
    Ok(Shape { path, name, look })
}

/// Returns the path data of the strokes of words, each but the first from the end of the one before. Every
/// step leads to a rounded place, so that rounding does not add up.
fn strokes(lines: &[Vec<Point>]) -> Result<String, NotFinite> {
    let scale = 10f64.powi(3);
    let steps = |value: f64| (value * scale).round() / scale;
    let mut commands = String::new();
    let (mut here, mut command) = (None, ' ');
    for line in lines {
        for (index, point) in line.iter().enumerate() {
            let to = Point { x: steps(point.x), y: steps(point.y) };
            let wanted = match here {
                None => 'M',
                Some(_) if index == 0 => 'm',
                Some(_) => 'l',
            };
            let from = here.replace(to).unwrap_or_default();
            commands.push(if wanted == command { ' ' } else { wanted });
            command = wanted;
            push_short(&mut commands, to.x - from.x)?;
            commands.push(' ');
            push_short(&mut commands, to.y - from.y)?;
        }
    }
    Ok(commands)
}

fn stroked(style: &Style) -> Result<Look, NotFinite> {
    let mut look = vec![
        ("fill", "none".to_owned()),
        ("stroke", style.color.to_string()),
        ("stroke-width", decimal(style.width, PLACES)?),
    ];
    if !style.dash.is_empty() {
        let lengths: Vec<String> =
            style.dash.iter().map(|&length| decimal(length, PLACES)).collect::<Result<_, _>>()?;
        look.push(("stroke-dasharray", lengths.join(",")));
    }
    Ok(look)
}

fn filled(color: &str, rule: &str) -> Look {
    vec![("fill", color.to_owned()), ("fill-rule", rule.to_owned()), ("stroke", "none".to_owned())]
}

/// Writes a number of a stroke of words, without a zero before the point.
fn push_short(commands: &mut String, number: f64) -> Result<(), NotFinite> {
    let start = commands.len();
    push_decimal(commands, number, WORD_PLACES)?;
    for long in ["0.", "-0."] {
        if commands[start..].starts_with(long) {
            commands.remove(start + long.len() - 2);
        }
    }
    Ok(())
}

/// Returns the path data of a path. The closing line back to the start is left to `Z`; a line along an axis
/// has one number.
pub(super) fn commands(elements: impl IntoIterator<Item = Element>) -> Result<String, NotFinite> {
    let mut commands = String::new();
    let mut here = Point::default();
    for element in elements {
        match element {
            Element::Move(p) => write(&mut commands, 'M', &[p.x, p.y])?,
            Element::Line(p) if same(p.y, here.y) => write(&mut commands, 'H', &[p.x])?,
            Element::Line(p) if same(p.x, here.x) => write(&mut commands, 'V', &[p.y])?,
            Element::Line(p) => write(&mut commands, 'L', &[p.x, p.y])?,
            Element::Cubic(a, b, p) => write(&mut commands, 'C', &[a.x, a.y, b.x, b.y, p.x, p.y])?,
            Element::Arc(middle, to) => arc(&mut commands, CircularArc { from: here, middle, to })?,
            Element::Close => commands.push('Z'),
        }
        if let Element::Move(p) | Element::Line(p) | Element::Cubic(_, _, p) | Element::Arc(_, p) = element {
            here = p;
        }
    }
    Ok(commands)
}

/// Returns whether two numbers differ by so little that no reader could tell: they are on one side of a
/// rectangle.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Writes an arc. Its sweep flag is 1 if it runs clockwise as seen on the page.
fn arc(commands: &mut String, arc: CircularArc) -> Result<(), NotFinite> {
    if arc.is_straight() {
        return write(commands, 'L', &[arc.to.x, arc.to.y]);
    }
    let (radius, sweep) = (arc.radius(), arc.sweep());
    let flag = |is: bool| if is { 1.0 } else { 0.0 };
    let (large, clockwise) = (flag(sweep.abs() > std::f64::consts::PI), flag(sweep < 0.0));
    write(commands, 'A', &[radius, radius, 0.0, large, clockwise, arc.to.x, arc.to.y])
}

fn write(commands: &mut String, command: char, numbers: &[f64]) -> Result<(), NotFinite> {
    commands.push(command);
    for (i, &number) in numbers.iter().enumerate() {
        if i > 0 {
            commands.push(' ');
        }
        push_decimal(commands, number, PLACES)?;
    }
    Ok(())
}

/// User text without characters that XML forbids; the writer escapes the rest.
pub(super) fn allowed(text: &str) -> String {
    text.chars().map(|c| if forbidden(c).is_some() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::source::Source;
    use piecework_tiling::tiling::{Draw, Tiling, read_svg_tilings, svg_metadata, write_letter_grid};

    use super::*;
    use crate::color::Color;
    use crate::drawing::{Anchor, Canvas, Path, Role, Text};
    use crate::geometry::Bounds;

    fn written(drawing: &Drawing, joining: Joining) -> String {
        String::from_utf8(svg(drawing, &SvgOptions { joining, metadata: None }).expect("finite"))
            .expect("UTF-8")
    }

    fn canvas(medium: Medium) -> Canvas {
        Canvas::new("A <title> & \u{1}\u{FFFF}", medium, 50.8, 25.4)
    }

    const BOX: Bounds = Bounds { left: 1.0, top: 2.0, right: 11.000_04, bottom: 7.123_456 };

    #[test]
    fn a_cut_line_in_full() {
        let mut canvas = canvas(Medium::Machine);
        canvas.path(Role::Cut, Path::rectangle(BOX).named("L & M"));
        let file = written(&canvas.finish().expect("fits"), Joining::Separate);
        let expected = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<svg height=\"25.4mm\" version=\"1.1\" viewBox=\"0 0 50.8 25.4\" width=\"50.8mm\" \
xmlns=\"http://www.w3.org/2000/svg\" xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\">
<title>A &lt;title&gt; &amp; \u{FFFD}\u{FFFD}</title>
<desc>Made with piecework. One unit is 1 mm; the sheet measures 50.8 x 25.4 mm.</desc>
<g fill=\"none\" id=\"cut\" inkscape:groupmode=\"layer\" inkscape:label=\"CUT\" stroke=\"#ff0000\" stroke-width=\"0.1\">
<path d=\"M1 2H11V7.1235H1Z\" id=\"p1\" style=\"fill:none;stroke:#ff0000\">
<title>L &amp; M</title>
</path>
</g>
</svg>
";
        assert_eq!(file.replace(">\n", ">"), expected.replace(">\n", ">"));
    }

    #[test]
    fn only_layers_and_paths_are_written() {
        let tags = [
            "<?xml", "<svg", "</svg", "<title", "</title", "<desc", "</desc", "<g", "</g", "<path", "</path",
        ];
        for medium in [Medium::Print, Medium::Machine] {
            let mut canvas = canvas(medium);
            canvas.fill(Path::rectangle(BOX), Color::new(1, 2, 3));
            canvas.path(Role::Sew, Path::circle(Point::new(20.0, 10.0), 5.0));
            canvas.text(Role::Label, Text::new("Жé א", Point::new(2.0, 20.0), 3.0, Anchor::Start));
            for joining in [Joining::Separate, Joining::Compound] {
                let file = written(&canvas.clone().finish().expect("fits"), joining);
                for tag in file.split('<').skip(1) {
                    let name = tag.split([' ', '>']).next().unwrap_or_default();
                    assert!(tags.contains(&format!("<{name}").as_str()), "{medium:?} {name}");
                }
                for word in ["transform", "class"] {
                    assert!(!file.contains(word), "{word} in {file}");
                }
                for data in file.split(" d=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                    assert!(
                        data.starts_with('M') && data.chars().all(|c| "MLHVCZml0123456789.- ".contains(c)),
                        "{data}"
                    );
                }
            }
        }
    }

    /// Words are read back where they were drawn, though every step is relative.
    #[test]
    fn strokes_of_words_do_not_drift() {
        let text = Text::new("piecework 0123456789 MWQ&@", Point::new(1.234_56, 20.0), 3.7, Anchor::Start);
        let mut canvas = Canvas::new("words", Medium::Machine, 200.0, 30.0);
        canvas.text(Role::Label, text.clone());
        let file = written(&canvas.finish().expect("fits"), Joining::Separate);
        let data = file.split(" d=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a path");
        // Every command is followed by pairs of numbers, all but the first of them steps.
        let numbers: Vec<f64> =
            data.split(|c: char| " Mml".contains(c)).filter_map(|number| number.parse().ok()).collect();
        let mut here = Point::default();
        let read = numbers.chunks_exact(2).map(|step| {
            here = here.moved(step[0], step[1]);
            here
        });
        let drawn = text.strokes().concat();
        assert_eq!((numbers.len(), data.matches('m').count()), (2 * drawn.len(), text.strokes().len() - 1));
        for (read, drawn) in read.zip(drawn) {
            assert!(read.distance(drawn) < 8e-4, "{read:?} is not {drawn:?}");
        }
    }

    #[test]
    fn dashes_and_fills_are_written_twice() {
        let mut canvas = canvas(Medium::Print);
        canvas.fill(Path::rectangle(BOX), Color::new(0xcc, 0x77, 0x22));
        canvas.path(Role::Sew, Path::rectangle(BOX));
        let file = written(&canvas.finish().expect("fits"), Joining::Separate);
        for text in [
            "fill=\"#cc7722\" fill-rule=\"evenodd\"",
            "stroke=\"none\"",
            "style=\"fill:#cc7722;fill-rule:evenodd;stroke:none\"",
            "stroke-dasharray=\"3,1.5\"",
            "stroke-width:0.35;stroke-dasharray:3,1.5",
        ] {
            assert!(file.contains(text), "{text} in {file}");
        }
    }

    #[test]
    fn a_compound_separates_layers_and_styles() {
        let mut canvas = canvas(Medium::Machine);
        for role in [Role::Cut, Role::Cut, Role::Score] {
            canvas.path(role, Path::rectangle(BOX).named("twice"));
        }
        for color in [1, 2, 1] {
            canvas.fill(Path::rectangle(BOX), Color::new(color, 0, 0));
        }
        let drawing = canvas.finish().expect("fits");
        for (joining, paths) in [(Joining::Separate, 6), (Joining::Compound, 4)] {
            let file = written(&drawing, joining);
            assert_eq!(file.matches("<path").count(), paths, "{joining:?}");
            assert_eq!(file.matches('Z').count(), 6, "{joining:?} keeps every ring");
            assert_eq!(file, written(&drawing, joining), "same bytes");
        }
    }

    #[test]
    fn the_tilings_in_a_drawing_are_read_back() {
        let tiling =
            crate::support::tiling(Lattice::Square, "AAB\nABB").drawn_as(Draw { seed: 3, number: 1 });
        let other = crate::support::tiling(Lattice::Square, "ABB\nAAB");
        for tilings in [vec![tiling.clone(), other], vec![tiling]] {
            let drawing = Canvas::new("t", Medium::Print, 10.0, 10.0).finish().expect("a drawing");
            let metadata = svg_metadata(&tilings);
            let options = SvgOptions { metadata: Some(&metadata), ..Default::default() };
            let text = String::from_utf8(svg(&drawing, &options).expect("finite")).expect("text");
            let source = Source::new("t.svg", text);
            let found = read_svg_tilings(&source, &Limits::default()).expect("tilings");
            let grids = |tilings: &[Tiling]| tilings.iter().map(write_letter_grid).collect::<Vec<_>>();
            assert_eq!(grids(&found), grids(&tilings));
            assert_eq!(found[0].draw(), tilings[0].draw());
        }
    }
}

//! Writes drawings as LightBurn projects (`.lbrn2`).
//!
//! XML with a cut setting for each color and a shape for each line, in mm, y up. The setting that is cut last
//! has the highest priority number. A closed line has as many vertices as corners; arcs are cubic curves,
//! whose control points are those of their vertices. A setting has the speed, the power and the passes that are
//! known; LightBurn keeps the others of its own layer.
//!
//! # Source
//! No specification is published. Shapes, vertices and settings follow LightBurn's own files, the palette
//! follows two independent importers. Projects that LightBurn 2.1.03 and 2.1.04 saved are described by PCBForge (eleven
//! that differ in one setting each) and by a generator of test cards (probes that were opened and looked at), those of
//! 1.0.06 to 2.0.05 by `lbrn2xcs` (414 files). They have the `FormatVersion`, shapes and settings that are written
//! here. What only they have is not needed, and read without: a thumbnail and preferences of the window, and
//! `AskForSendName`. `DeviceName` is left out on purpose, because LightBurn asks if it has no such machine, and so are
//! `VertID` and `PrimID`, by which shapes share lists: a number that is used twice draws one shape as another. An
//! element that is missing has LightBurn's default, so `maxPower2`, the second of two tubes, is written as `maxPower`
//! is, as LightBurn does for every machine. `AppVersion` stays that of the first version: a newer one says nothing
//! more, and an older LightBurn might refuse it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::RenderError;
use crate::color::Color;
use crate::drawing::{ArcLine, Burn, Drawing, Layer, Role};
use crate::geometry::Point;
use piecework_tiling::number::{NotFinite, decimal};
use piecework_tiling::text::forbidden;

/// A precision of a tenth of a micrometre.
const PLACES: usize = 4;
/// The largest distance of straight lines from a curve, in mm.
const TOLERANCE: f64 = 0.01;

/// LightBurn's palette with the numbers of its cut settings; 30 and 31 are tool layers, which are never cut.
pub const PALETTE: &[(u8, Color)] = &[
    (0, Color::new(0x00, 0x00, 0x00)),
    (1, Color::new(0x00, 0x00, 0xff)),
    (2, Color::new(0xff, 0x00, 0x00)),
    (3, Color::new(0x00, 0xe0, 0x00)),
    (4, Color::new(0xd0, 0xd0, 0x00)),
    (5, Color::new(0xff, 0x80, 0x00)),
    (6, Color::new(0x00, 0xe0, 0xe0)),
    (7, Color::new(0xff, 0x00, 0xff)),
    (8, Color::new(0xb4, 0xb4, 0xb4)),
    (9, Color::new(0x00, 0x00, 0xa0)),
    (10, Color::new(0xa0, 0x00, 0x00)),
    (11, Color::new(0x00, 0xa0, 0x00)),
    (12, Color::new(0xa0, 0xa0, 0x00)),
    (13, Color::new(0xc0, 0x80, 0x00)),
    (14, Color::new(0x00, 0xa0, 0xff)),
    (15, Color::new(0xa0, 0x00, 0xa0)),
    (16, Color::new(0x80, 0x80, 0x80)),
    (17, Color::new(0x7d, 0x87, 0xb9)),
    (18, Color::new(0xbb, 0x77, 0x84)),
    (19, Color::new(0x4a, 0x6f, 0xe3)),
    (20, Color::new(0xd3, 0x3f, 0x6a)),
    (21, Color::new(0x8c, 0xd7, 0x8c)),
    (22, Color::new(0xf0, 0xb9, 0x8d)),
    (23, Color::new(0xf6, 0xc4, 0xe1)),
    (24, Color::new(0xfa, 0x9e, 0xd4)),
    (25, Color::new(0x50, 0x0a, 0x78)),
    (26, Color::new(0xb4, 0x5a, 0x00)),
    (27, Color::new(0x00, 0x47, 0x54)),
    (28, Color::new(0x86, 0xfa, 0x88)),
    (29, Color::new(0xff, 0xdb, 0x66)),
    (30, Color::new(0xf3, 0x69, 0x26)),
    (31, Color::new(0x0c, 0x96, 0xd9)),
];

/// The first tool layer.
const FIRST_TOOL: u8 = 30;

/// Writes a drawing as a LightBurn project; its notes are `metadata`, or the title. Areas are not written.
///
/// # Units
/// A millimetre of the drawing is a millimetre of the project; the lower left corner of the sheet is its
/// origin.
///
/// # Errors
/// [`RenderError::NotInPalette`] if the color of a layer is not in [`PALETTE`].
pub fn lightburn(drawing: &Drawing, metadata: Option<&str>) -> Result<Vec<u8>, RenderError> {
    let layers: Vec<(&Layer, u8)> = drawing
        .layers()
        .iter()
        .filter(|layer| layer.role != Role::Fill)
        .map(|layer| Ok((layer, index_of(drawing, layer.role)?)))
        .collect::<Result<_, RenderError>>()?;
    let mut file = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to memory cannot fail.
    let _ = writeln!(
        file,
        "<LightBurnProject AppVersion=\"1.0.00\" FormatVersion=\"1\" MaterialHeight=\"0\" MirrorX=\"False\" MirrorY=\"False\">"
    );
    settings(&mut file, drawing, &layers);
    for (layer, index) in layers {
        for line in layer.items.iter().flat_map(|item| item.arc_lines(TOLERANCE)) {
            shape(&mut file, index, &line, drawing.height())?;
        }
    }
    let notes = metadata.unwrap_or_else(|| drawing.title());
    let _ = writeln!(file, "<Notes ShowOnLoad=\"0\" Notes=\"{}\"/>\n</LightBurnProject>", attribute(notes));
    Ok(file.into_bytes())
}

fn index_of(drawing: &Drawing, role: Role) -> Result<u8, RenderError> {
    let style = drawing.style(role);
    let found = PALETTE.iter().find(|(_, color)| *color == style.color);
    found.map(|&(index, _)| index).ok_or(RenderError::NotInPalette { layer: style.layer, found: style.color })
}

/// One setting for each color, named after the layers that share it; lower priorities are cut first.
fn settings(file: &mut String, drawing: &Drawing, layers: &[(&Layer, u8)]) {
    let mut names: BTreeMap<u8, Vec<&'static str>> = BTreeMap::new();
    let mut roles: BTreeMap<u8, Role> = BTreeMap::new();
    let mut order: Vec<u8> = Vec::new();
    for (layer, index) in layers {
        names.entry(*index).or_default().push(drawing.style(layer.role).layer);
        // Lines of one color are burnt alike: as cuts, if some of them are.
        roles.insert(*index, roles.get(index).copied().filter(|role| role.is_cut()).unwrap_or(layer.role));
        // A color is cut at the place of its last layer.
        order.retain(|other| other != index);
        order.push(*index);
    }
    for (priority, index) in order.iter().enumerate() {
        let kind = if *index >= FIRST_TOOL { "Tool" } else { "Cut" };
        let name = names.get(index).map(|names| names.join("+")).unwrap_or_default();
        let burn = drawing.laser_given().zip(roles.get(index)).filter(|_| kind == "Cut");
        let burn = burn.map_or_else(String::new, |(laser, &role)| burnt(laser.burn(role), laser.has_power));
        let _ = writeln!(
            file,
            "<CutSetting type=\"{kind}\"><index Value=\"{index}\"/><name Value=\"{name}\"/>{burn}<priority Value=\"{priority}\"/></CutSetting>"
        );
    }
}

/// Returns how lines are burnt, in mm/s, and in percent if that is known.
fn burnt(Burn { speed, power, passes }: Burn, has_power: bool) -> String {
    let (speed, percent) = (speed / 60.0, power * 100.0);
    let power = ["minPower", "maxPower", "maxPower2"]
        .map(|name| format!("<{name} Value=\"{percent:.1}\"/>"))
        .concat();
    let power = if has_power { power } else { String::new() };
    let passes = if passes > 1 { format!("<numPasses Value=\"{passes}\"/>") } else { String::new() };
    format!("{power}<speed Value=\"{speed:.3}\"/>{passes}")
}

fn shape(file: &mut String, index: u8, line: &ArcLine, height: f64) -> Result<(), NotFinite> {
    let mut vertices = vec![Vertex::at(line.points[0], height)?];
    for stretch in line.stretches() {
        let cubics = stretch.arc().map_or(vec![None], |arc| arc.cubics().map(Some).collect());
        for cubic in cubics {
            let to = cubic.map_or(stretch.to, |[_, _, to]| to);
            let mut next = Vertex::at(to, height)?;
            let Some(last) = vertices.last_mut().filter(|last| last.place != next.place) else { continue };
            if let Some([leave, enter, _]) = cubic {
                last.leaves = Some(place(leave, height)?);
                next.enters = Some(place(enter, height)?);
            }
            vertices.push(next);
        }
    }
    let closed = line.closed && vertices.len() > 2;
    if closed && vertices.first().map(|first| &first.place) == vertices.last().map(|last| &last.place) {
        let last = vertices.pop();
        vertices[0].enters = last.and_then(|last| last.enters);
    }
    if vertices.len() < 2 {
        return Ok(());
    }
    let count = vertices.len();
    let curved = vertices.iter().any(|vertex| vertex.leaves.is_some());
    let lines = if closed && !curved {
        "LineClosed".to_owned()
    } else {
        let kind = |from: usize| if vertices[from].leaves.is_some() { 'B' } else { 'L' };
        let ends = (0..count - usize::from(!closed)).map(|from| (from, (from + 1) % count));
        ends.map(|(from, to)| format!("{}{from} {to}", kind(from))).collect()
    };
    let vertices: String = vertices.iter().map(Vertex::written).collect();
    let _ = writeln!(
        file,
        "<Shape Type=\"Path\" CutIndex=\"{index}\"><XForm>1 0 0 1 0 0</XForm><VertList>{vertices}</VertList><PrimList>{lines}</PrimList></Shape>"
    );
    Ok(())
}

/// A point of a shape, with the control points of the curves that leave it and enter it.
struct Vertex {
    place: (String, String),
    leaves: Option<(String, String)>,
    enters: Option<(String, String)>,
}

impl Vertex {
    fn at(point: Point, height: f64) -> Result<Self, NotFinite> {
        Ok(Self { place: place(point, height)?, leaves: None, enters: None })
    }

    fn written(&self) -> String {
        let control = |number: u8, at: &Option<(String, String)>| match at {
            Some((x, y)) => format!("c{number}x{x}c{number}y{y}"),
            None => format!("c{number}x1"),
        };
        let (x, y) = &self.place;
        format!("V{x} {y}{}{}", control(0, &self.leaves), control(1, &self.enters))
    }
}

fn place(point: Point, height: f64) -> Result<(String, String), NotFinite> {
    Ok((decimal(point.x, PLACES)?, decimal(height - point.y, PLACES)?))
}

/// Escapes a text for an attribute.
pub(super) fn attribute(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ if forbidden(c).is_some() => escaped.push(char::REPLACEMENT_CHARACTER),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Canvas, MachineLook, Medium, Path};
    use crate::geometry::Bounds;

    fn drawing() -> Drawing {
        let mut canvas = Canvas::new("A <title> & \"more\"", Medium::Machine, 100.0, 50.0);
        canvas.path(Role::Cut, Path::rectangle(Bounds { left: 0.0, top: 0.0, right: 10.0, bottom: 5.0 }));
        canvas.line(Role::Guide, Point::new(1.0, 1.0), Point::new(90.0, 1.0));
        canvas.line(Role::Score, Point::new(1.0, 1.0), Point::new(2.0, 1.0));
        canvas.line(Role::Sew, Point::new(1.0, 2.0), Point::new(2.0, 2.0));
        canvas.finish().expect("fits")
    }

    #[test]
    fn settings_shapes_and_notes() {
        let file = String::from_utf8(lightburn(&drawing(), None).expect("in the palette")).expect("UTF-8");
        let expected = "\
<CutSetting type=\"Tool\"><index Value=\"30\"/><name Value=\"GUIDE\"/><priority Value=\"0\"/></CutSetting>
<CutSetting type=\"Cut\"><index Value=\"1\"/><name Value=\"SEW+SCORE\"/><priority Value=\"1\"/></CutSetting>
<CutSetting type=\"Cut\"><index Value=\"2\"/><name Value=\"CUT\"/><priority Value=\"2\"/></CutSetting>
";
        assert!(file.contains(expected), "{file}");
        assert!(file.contains(
            "CutIndex=\"2\"><XForm>1 0 0 1 0 0</XForm><VertList>V0 50c0x1c1x1V10 50c0x1c1x1V10 45c0x1c1x1V0 45c0x1c1x1\
             </VertList><PrimList>LineClosed</PrimList>"
        ));
        assert!(file.contains("<PrimList>L0 1</PrimList>"));
        assert!(file.contains("Notes=\"A &lt;title&gt; &amp; &quot;more&quot;\"/>"));
        assert!(roxmltree::Document::parse(&file).is_ok());
    }

    #[test]
    fn both_tubes_have_the_power_of_the_cut() {
        let burn = Burn { speed: 480.0, power: 0.85, passes: 2 };
        let powers = "<minPower Value=\"85.0\"/><maxPower Value=\"85.0\"/><maxPower2 Value=\"85.0\"/>";
        let rest = "<speed Value=\"8.000\"/><numPasses Value=\"2\"/>";
        assert_eq!(burnt(burn, true), format!("{powers}{rest}"));
        assert_eq!(burnt(burn, false), rest, "LightBurn keeps the power of its own layer");
    }

    #[test]
    fn a_color_of_no_setting_is_refused() {
        let colors = BTreeMap::from([(Role::Cut, Color::new(0xfe, 0, 0))]);
        let mut canvas = Canvas::new("odd", Medium::Machine, 100.0, 50.0);
        canvas.line(Role::Cut, Point::new(1.0, 1.0), Point::new(2.0, 1.0));
        canvas.set_look(MachineLook { colors, ..MachineLook::default() });
        let odd = canvas.finish().expect("fits");
        let error = lightburn(&odd, None).unwrap_err();
        assert!(matches!(error, RenderError::NotInPalette { layer: "CUT", .. }), "{error}");
    }

    #[test]
    fn the_palette_numbers_every_color_once() {
        for (at, (index, color)) in PALETTE.iter().enumerate() {
            assert_eq!(usize::from(*index), at);
            assert!(PALETTE[..at].iter().all(|(_, other)| other != color));
        }
    }
}

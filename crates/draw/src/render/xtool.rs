//! Writes drawings as projects of xTool Creative Space and xTool Studio (`.xcs`).
//!
//! JSON with one object for each path, in mm from the upper left corner, y down. Objects of a color share a layer.
//! Lines that are cut through are `VECTOR_CUTTING`, all others `VECTOR_ENGRAVING`, which the program calls score;
//! guides and areas are not written, because a laser would burn them. The program is told to keep our order, so that
//! pieces are marked and cut inside before they are released: it takes the layer with the highest number first, then
//! the objects of a layer as they follow each other. Each object has its own speed, power and passes.
//!
//! # Source
//! Nothing is published. Read were, and agree: the reader of MeerK40t (`xcs_parser.py`: place of the bounding box, mm/s,
//! percent, `repeat`), the writer `xtool_xcs` for FreeCAD (the same units, and keys that the program does not know do
//! no harm), `unofficial-xcs-writer` (keys and identities of machines from exports; xTool Studio from 1.7 opens `.xcs`
//! and saves `.xs`), the notes of `lbrn2xcs` (`graphicX` and `graphicY` place the path, measured on 5,995 objects),
//! and two descriptions of exports for the F2 (order of layers, observed on the machine by two authors; every mode
//! has its settings). Not tried with a program of xTool.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::RenderError;
use crate::drawing::{Burn, Drawing, Element, Item, Path, Role};
use crate::geometry::{Bounds, Point};
use piecework_tiling::number::{NotFinite, push_decimal};

/// A precision of a tenth of a micrometre.
const PLACES: usize = 4;
/// How far the box around a curve may be from the curve, in mm.
const TOLERANCE: f64 = 0.001;
/// The modes of an object. The program shows settings only if an object has all of them.
const MODES: [&str; 4] = [CUT, SCORE, "FILL_VECTOR_ENGRAVING", "INTAGLIO"];
const CUT: &str = "VECTOR_CUTTING";
const SCORE: &str = "VECTOR_ENGRAVING";
/// The settings of an object that nobody set, in exports: they mark nothing. Speed in mm/s, power in percent.
const UNSET: Settings = Settings { speed: 20.0, power: 1.0, passes: 1 };

/// Writes a drawing as a project; `metadata` is in a key of ours, with the size of the sheet.
///
/// # Units
/// A millimetre of the drawing is a millimetre of the project; the upper left corner of the sheet is that of the bed.
///
/// # Errors
/// [`RenderError::NotFinite`].
pub fn xcs(drawing: &Drawing, metadata: Option<&str>) -> Result<Vec<u8>, RenderError> {
    let id = |number: usize| format!("{:08x}-0000-4000-8000-{number:012x}", checksum(drawing.title()));
    let (mut displays, mut settings) = (Vec::new(), Vec::new());
    for layer in drawing.layers().iter().filter(|layer| is_burnt(layer.role)) {
        let color = drawing.style(layer.role).color.to_string();
        for item in &layer.items {
            let Some(shape) = Shape::of(item)? else { continue };
            let number = displays.len() + 1;
            settings.push(json!([id(number), processing(drawing, layer.role)]));
            displays.push(shape.display(&id(number), number, &color)?);
        }
    }
    let plane = json!({
        "material": 0, "isProcessByLayer": true, "pathPlanning": "custom", "fillPlanning": "separate",
        "scanDirection": "topToBottom", "xcsUsed": [],
    });
    let work = json!({ "mode": "LASER_PLANE", "data": { "LASER_PLANE": plane }, "displays": map(settings) });
    let device = drawing.device().unwrap_or_default();
    let project = json!({
        "canvasId": id(0),
        "canvas": [{
            "id": id(0), "title": "{panel}1", "layerData": layers(drawing), "groupData": {}, "displays": displays,
        }],
        "extId": device, "extName": device, "version": "1.3.6", "created": 0, "modify": 0, "ua": "piecework",
        "meta": [], "cover": "",
        "device": {
            "id": device, "power": 0, "data": map(vec![json!([id(0), work])]), "materialList": [],
            "materialTypeList": [], "customProjectData": {},
        },
        "piecework": {
            "title": drawing.title(), "width_mm": rounded(drawing.width())?, "height_mm": rounded(drawing.height())?,
            "recipe": metadata,
        },
    });
    Ok(project.to_string().into_bytes())
}

fn is_burnt(role: Role) -> bool {
    !matches!(role, Role::Fill | Role::Guide)
}

/// A map as the program writes its own: pairs in an order.
fn map(pairs: Vec<Value>) -> Value {
    json!({ "dataType": "Map", "value": pairs })
}

/// One layer for each color, named after the roles that share it, at the place of the last of them; the highest number
/// is first.
fn layers(drawing: &Drawing) -> Map<String, Value> {
    let mut named: Vec<(String, String)> = Vec::new();
    for style in
        drawing.layers().iter().filter(|layer| is_burnt(layer.role)).map(|layer| drawing.style(layer.role))
    {
        let color = style.color.to_string();
        let shared = named.iter().position(|(other, _)| *other == color).map(|at| named.remove(at).1);
        named
            .push((color, shared.map_or(style.layer.to_owned(), |names| format!("{names}+{}", style.layer))));
    }
    let count = named.len();
    let entry = |(at, (color, name))| (color, json!({ "name": name, "order": count - at, "visible": true }));
    named.into_iter().enumerate().map(entry).collect()
}

/// How an object is burnt.
#[derive(Clone, Copy)]
struct Settings {
    speed: f64,
    power: f64,
    passes: u32,
}

impl Settings {
    /// The settings of the laser; without a power, the one that marks nothing.
    fn of(Burn { speed, power, passes }: Burn, has_power: bool) -> Self {
        let (speed, percent) = (speed / 60.0, power * 100.0);
        let power = if has_power { (percent * 10.0).round() / 10.0 } else { UNSET.power };
        Self { speed: (speed * 1000.0).round() / 1000.0, power, passes }
    }

    fn node(self) -> Value {
        let Self { speed, power, passes } = self;
        let customize = json!({ "speed": speed, "power": power, "repeat": passes, "enableKerf": false, "kerfDistance": 0 });
        json!({ "materialType": "customize", "planType": "official", "parameter": { "customize": customize } })
    }
}

/// The mode of the objects of a role, with its settings.
fn processing(drawing: &Drawing, role: Role) -> Value {
    let used = if role.is_cut() { CUT } else { SCORE };
    let laser = drawing.laser_given();
    let ours = laser.map_or(UNSET, |laser| Settings::of(laser.burn(role), laser.has_power));
    let node = |mode: &str| (mode.to_owned(), if mode == used { ours.node() } else { UNSET.node() });
    let modes: Map<String, Value> = MODES.into_iter().map(node).collect();
    json!({ "isFill": false, "type": "PATH", "processingType": used, "data": modes, "processIgnore": false })
}

/// A path, and the box around it.
struct Shape {
    name: Option<String>,
    path: Path,
    bounds: Bounds,
}

impl Shape {
    /// Returns the lines of an item; `None` if nothing is drawn.
    fn of(item: &Item) -> Result<Option<Self>, NotFinite> {
        let (name, path) = match item {
            Item::Path(path) => (path.name().map(str::to_owned), path.clone()),
            Item::Text(text) => (Some(text.content().to_owned()), lines(&text.strokes())),
        };
        let flat = path.flattened(TOLERANCE);
        let Some(Bounds { left, top, right, bottom }) =
            Bounds::around(flat.into_iter().flat_map(|line| line.points))
        else {
            return Ok(None);
        };
        let bounds = Bounds {
            left: rounded(left)?,
            top: rounded(top)?,
            right: rounded(right)?,
            bottom: rounded(bottom)?,
        };
        Ok(Some(Self { name, path: path.with_cubics(), bounds }))
    }

    /// The object. Its path begins at the box: so all readers put it in the same place, whether they take `x` and `y`
    /// as that of the box or `graphicX` and `graphicY` as that of the path.
    fn display(&self, id: &str, number: usize, color: &str) -> Result<Value, NotFinite> {
        let Bounds { left, top, .. } = self.bounds;
        let rings = self.path.elements().filter(|element| matches!(element, Element::Move(_))).count();
        let closed = self.path.elements().last() == Some(Element::Close);
        let tint = u32::from_str_radix(color.trim_start_matches('#'), 16).unwrap_or_default();
        Ok(json!({
            "id": id, "name": self.name, "type": "PATH", "x": left, "y": top, "angle": 0,
            "scale": { "x": 1, "y": 1 }, "skew": { "x": 0, "y": 0 }, "pivot": { "x": 0, "y": 0 },
            "localSkew": { "x": 0, "y": 0 }, "offsetX": left, "offsetY": top, "lockRatio": true,
            "isClosePath": closed, "zOrder": number, "sourceId": "", "groupTag": "", "layerTag": color,
            "layerColor": color, "visible": true, "originColor": color, "enableTransform": true,
            "visibleState": true, "lockState": false, "resourceOrigin": "", "customData": {}, "rootComponentId": "",
            "minCanvasVersion": "0.0.0",
            "fill": { "paintType": "color", "visible": false, "color": tint, "alpha": 1 },
            "stroke": {
                "paintType": "color", "visible": true, "color": tint, "alpha": 1, "width": 0.1, "cap": "butt",
                "join": "miter", "miterLimit": 4, "alignment": 0.5,
            },
            "width": rounded(self.bounds.width())?, "height": rounded(self.bounds.height())?, "isFill": false,
            "lineColor": tint, "fillColor": color, "points": [], "dPath": self.commands()?, "fillRule": "evenodd",
            "graphicX": left, "graphicY": top, "isCompoundPath": rings > 1,
        }))
    }

    /// The path from the corner of its box: moves, lines, curves and closes.
    fn commands(&self) -> Result<String, NotFinite> {
        let mut commands = String::new();
        for element in self.path.elements() {
            let (command, points) = match element {
                Element::Move(to) => ('M', vec![to]),
                Element::Line(to) => ('L', vec![to]),
                Element::Cubic(a, b, to) => ('C', vec![a, b, to]),
                Element::Arc(..) => unreachable!("arcs were replaced by curves"),
                Element::Close => ('Z', Vec::new()),
            };
            let _ = write!(commands, "{}{command}", if commands.is_empty() { "" } else { " " });
            for (at, Point { x, y }) in points.into_iter().enumerate() {
                commands.push_str(if at == 0 { "" } else { " " });
                push_decimal(&mut commands, x - self.bounds.left, PLACES)?;
                commands.push(' ');
                push_decimal(&mut commands, y - self.bounds.top, PLACES)?;
            }
        }
        Ok(commands)
    }
}

/// Open lines as one path.
fn lines(strokes: &[Vec<Point>]) -> Path {
    let element =
        |at: usize, &point: &Point| if at == 0 { Element::Move(point) } else { Element::Line(point) };
    Path::new(
        strokes
            .iter()
            .flat_map(|stroke| stroke.iter().enumerate().map(move |(at, point)| element(at, point))),
    )
}

/// The number as it is written.
fn rounded(number: f64) -> Result<f64, NotFinite> {
    let mut text = String::new();
    push_decimal(&mut text, number, PLACES)?;
    Ok(text.parse().expect("what is written as a number is one"))
}

/// Tells projects apart without chance: FNV-1a of 32 bits, by Fowler, Noll and Vo.
fn checksum(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Canvas, Laser, MachineLook, Medium};

    fn project(laser: Option<Laser>) -> Value {
        let mut canvas = Canvas::new("Two", Medium::Machine, 100.0, 50.0);
        let outline = Path::rectangle(Bounds { left: 10.0, top: 5.0, right: 40.0, bottom: 25.0 });
        let hole = Path::circle(Point::new(20.0, 15.0), 4.0);
        let both = Path::new(hole.elements().chain(outline.elements()).collect::<Vec<Element>>());
        canvas.path(Role::Cut, both.named("A"));
        canvas.line(Role::Guide, Point::new(1.0, 1.0), Point::new(90.0, 1.0));
        canvas.line(Role::Score, Point::new(50.0, 7.5), Point::new(50.0, 30.0));
        canvas.line(Role::Sew, Point::new(60.0, 7.5), Point::new(60.0, 30.0));
        canvas.set_look(MachineLook { laser, device: Some("S1".into()), ..MachineLook::default() });
        let bytes = xcs(&canvas.finish().expect("fits"), Some("{\"piecework\": 2}")).expect("finite");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    #[test]
    fn an_object_is_placed_by_the_box_around_its_path() {
        let project = project(None);
        let displays = project["canvas"][0]["displays"].as_array().expect("a list");
        assert_eq!(displays.len(), 3, "no guide");
        let cut = &displays[2];
        for (keys, at) in [(["x", "offsetX", "graphicX"], 10.0), (["y", "offsetY", "graphicY"], 5.0)] {
            assert!(keys.iter().all(|&key| cut[key] == at), "{cut}");
        }
        assert_eq!((&cut["width"], &cut["height"], &cut["name"]), (&json!(30.0), &json!(20.0), &json!("A")));
        assert_eq!((&cut["isCompoundPath"], &cut["isClosePath"]), (&json!(true), &json!(true)));
        let path = cut["dPath"].as_str().expect("a path");
        // The hole comes first, while the piece is still in the sheet.
        assert!(path.starts_with("M14 10 C14 ") && path.ends_with("M0 0 L30 0 L30 20 L0 20 Z"), "{path}");
        let score = &displays[1];
        assert_eq!(
            (&score["x"], &score["y"], &score["dPath"]),
            (&json!(50.0), &json!(7.5), &json!("M0 0 L0 22.5"))
        );
    }

    #[test]
    fn layers_are_in_our_order_and_objects_have_their_settings() {
        let laser = Laser { cut: Burn { speed: 480.0, power: 0.85, passes: 2 }, ..Laser::default() };
        let project = project(Some(laser));
        let layers = &project["canvas"][0]["layerData"];
        assert_eq!(layers["#0000ff"], json!({ "name": "SEW+SCORE", "order": 2, "visible": true }));
        assert_eq!(layers["#ff0000"], json!({ "name": "CUT", "order": 1, "visible": true }));
        let work = &project["device"]["data"]["value"][0];
        assert_eq!(work[0], project["canvasId"]);
        assert_eq!(work[1]["data"]["LASER_PLANE"]["pathPlanning"], "custom");
        let objects = work[1]["displays"]["value"].as_array().expect("a list");
        let displays = project["canvas"][0]["displays"].as_array().expect("a list");
        assert!(objects.iter().zip(displays).all(|(own, display)| own[0] == display["id"]));
        let (score, cut) = (&objects[1][1], &objects[2][1]);
        assert_eq!((&score["processingType"], &cut["processingType"]), (&json!(SCORE), &json!(CUT)));
        let burn = |own: &Value, mode: &str| {
            let burn = &own["data"][mode]["parameter"]["customize"];
            ["speed", "power", "repeat"].map(|key| burn[key].as_f64().expect("a number"))
        };
        assert_eq!(burn(cut, CUT), [8.0, 85.0, 2.0], "mm/s, percent, passes");
        assert_eq!(burn(score, SCORE), [50.0, 15.0, 1.0]);
        assert_eq!(burn(cut, SCORE), [20.0, 1.0, 1.0], "a mode that is not used marks nothing");
        assert_eq!((&project["extId"], &project["device"]["id"]), (&json!("S1"), &json!("S1")));
        assert_eq!(project["piecework"]["recipe"], "{\"piecework\": 2}");
    }

    #[test]
    fn a_power_that_nobody_chose_marks_nothing() {
        let laser = Laser { has_power: false, ..Laser::default() };
        let project = project(Some(laser));
        let objects = &project["device"]["data"]["value"][0][1]["displays"]["value"];
        let burn = &objects[2][1]["data"][CUT]["parameter"]["customize"];
        assert_eq!((&burn["speed"], &burn["power"]), (&json!(10.0), &json!(1.0)));
    }
}

//! Reads projects of xTool Creative Space, as both readers of them do: by the box of a path, and by its own place.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::trace::is_cut;
use super::{CheckError, CheckedSheet, CutFile, Misplaced, svg};
use crate::drawing::{Element, Path};
use crate::geometry::{Bounds, Dimensions, Point};

/// The most layers of a project; ours have one for each color.
const MOST_LAYERS: usize = 100;
/// The most objects of a project: each takes some 500 bytes while it is read.
const MOST_OBJECTS: usize = 100_000;
/// How far the box around a path may be from where its object says, in mm.
const OFF: f64 = 0.01;
/// What a project is called when it is not one.
const PROJECT: &str = "a project of xTool Creative Space as piecework writes it";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Project {
    canvas_id: String,
    canvas: [Canvas; 1],
    device: Device,
    piecework: Sheet,
}

/// What only our files have.
#[derive(Deserialize)]
struct Sheet {
    width_mm: f64,
    height_mm: f64,
    recipe: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Canvas {
    id: String,
    layer_data: BTreeMap<String, Layer>,
    displays: Vec<Display>,
}

#[derive(Deserialize)]
struct Layer {
    name: String,
    order: u32,
    visible: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Display {
    id: String,
    r#type: String,
    x: f64,
    y: f64,
    graphic_x: f64,
    graphic_y: f64,
    offset_x: f64,
    offset_y: f64,
    width: f64,
    height: f64,
    angle: f64,
    scale: Pair,
    skew: Pair,
    layer_tag: String,
    visible: bool,
    d_path: String,
}

#[derive(Deserialize, PartialEq)]
struct Pair {
    x: f64,
    y: f64,
}

#[derive(Deserialize)]
struct Device {
    data: Pairs<Work>,
}

/// A map as a list of pairs.
#[derive(Deserialize)]
struct Pairs<T> {
    value: Vec<(String, T)>,
}

#[derive(Deserialize)]
struct Work {
    mode: String,
    data: Planes,
    displays: Pairs<Processing>,
}

#[derive(Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
struct Planes {
    laser_plane: Plane,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Plane {
    is_process_by_layer: bool,
    path_planning: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Processing {
    processing_type: String,
    process_ignore: bool,
    data: Modes,
}

#[derive(Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
struct Modes {
    vector_cutting: Mode,
    vector_engraving: Mode,
}

#[derive(Deserialize)]
struct Mode {
    parameter: Parameter,
}

#[derive(Deserialize)]
struct Parameter {
    customize: Burn,
}

#[derive(Deserialize)]
struct Burn {
    speed: f64,
    power: f64,
    repeat: u32,
}

/// Reads a file.
pub(super) fn read(text: &str) -> Result<CutFile, Misplaced> {
    // Counted before they are read, by a key that each must have.
    for (key, what, allowed) in [
        ("\"order\"", "layers", MOST_LAYERS),
        ("\"dPath\"", "objects", MOST_OBJECTS),
        ("\"processingType\"", "objects with settings", MOST_OBJECTS),
    ] {
        if text.matches(key).nth(allowed).is_some() {
            return Err((CheckError::TooMany { what, allowed }, 0));
        }
    }
    let project: Project = serde_json::from_str(text).map_err(|error| {
        let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len);
        let at = (lines.sum::<usize>() + error.column()).min(text.len());
        (
            CheckError::Grammar { found: error.to_string(), expected: PROJECT },
            (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default(),
        )
    })?;
    let Project { canvas_id, canvas: [mut canvas], device, piecework } = project;
    let at = |error| (error, 0);
    let settings = settings(&canvas_id, &canvas, device).map_err(at)?;
    let size = Dimensions { width: piecework.width_mm, height: piecework.height_mm };
    let mut sheet = CheckedSheet {
        size: Some(size),
        silent: vec!["FILL".into(), "GUIDE".into()],
        ..CheckedSheet::default()
    };
    for (color, layer) in &canvas.layer_data {
        sheet.colors.extend(layer.name.split('+').map(|name| (name.to_owned(), color.clone())));
    }
    // The machine takes the layer with the highest number first.
    let order = |display: &Display| canvas.layer_data.get(&display.layer_tag).map(|layer| layer.order);
    canvas.displays.sort_by_key(|display| std::cmp::Reverse(order(display)));
    for display in &canvas.displays {
        let place = || text.find(display.id.as_str()).unwrap_or_default();
        read_display(display, &canvas.layer_data, &settings, &mut sheet).map_err(|error| (error, place()))?;
    }
    if sheet.edges() == 0 {
        return Err(at(CheckError::Nothing));
    }
    Ok(CutFile { format: "xTool", recipe: piecework.recipe, sheets: vec![sheet], precision: 0.0 })
}

/// Returns how a file was made.
pub(super) fn recipe_in(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Ours {
        piecework: Sheet,
    }
    serde_json::from_str::<Ours>(text).ok()?.piecework.recipe
}

/// Returns the settings of each object; the program must keep our order, and find them by the name of the canvas.
fn settings(id: &str, canvas: &Canvas, device: Device) -> Result<BTreeMap<String, Processing>, CheckError> {
    let mut works = device.data.value.into_iter();
    let (Some((key, work)), None) = (works.next(), works.next()) else {
        return Err(CheckError::Missing { missing: "device.data" });
    };
    if canvas.id != id || key != id {
        return Err(CheckError::Grammar { found: key, expected: "the canvasId of the project" });
    }
    let Plane { is_process_by_layer, path_planning } = work.data.laser_plane;
    if work.mode != "LASER_PLANE" || !is_process_by_layer || path_planning != "custom" {
        let found = format!("{} {path_planning}", work.mode);
        return Err(CheckError::Grammar { found, expected: "LASER_PLANE by layer in a custom order" });
    }
    let mut settings = BTreeMap::new();
    for (name, processing) in work.displays.value {
        if settings.insert(name.clone(), processing).is_some() {
            return Err(CheckError::Twice { name });
        }
    }
    Ok(settings)
}

/// Adds the lines of an object to its layer.
fn read_display(
    display: &Display,
    layers: &BTreeMap<String, Layer>,
    settings: &BTreeMap<String, Processing>,
    sheet: &mut CheckedSheet,
) -> Result<(), CheckError> {
    let undeclared = || CheckError::Undeclared { layer: display.layer_tag.clone() };
    let layer = layers.get(&display.layer_tag).ok_or_else(undeclared)?;
    let plain = Pair { x: 1.0, y: 1.0 };
    let flat = display.scale == plain && display.skew == Pair { x: 0.0, y: 0.0 } && display.angle == 0.0;
    if display.r#type != "PATH" || !flat || !display.visible || !layer.visible {
        return Err(CheckError::NotForMachines { found: format!("{} {}", display.r#type, display.id) });
    }
    let own =
        settings.get(&display.id).ok_or(CheckError::Missing { missing: "the settings of an object" })?;
    check_burn(own, &layer.name)?;
    let Display { x, y, .. } = *display;
    let [left, top] = [[x, display.graphic_x, display.offset_x], [y, display.graphic_y, display.offset_y]];
    let path = svg::elements(&display.d_path, 0.0)?;
    let around = Bounds::around(
        Path::new(path.clone()).flattened(OFF / 10.0).into_iter().flat_map(|line| line.points),
    );
    // Up is negative here.
    let fits = around.is_some_and(|Bounds { left, top, right, bottom }| {
        [left, bottom, right - display.width, top + display.height].iter().all(|off| off.abs() < OFF)
    });
    if !fits || left.iter().any(|&other| other != x) || top.iter().any(|&other| other != y) {
        let found = format!("{x} {y} {} {}", display.width, display.height);
        return Err(CheckError::Grammar { found, expected: "the box around its path, in every key" });
    }
    let height = sheet.size.map_or(0.0, |size| size.height);
    let placed = |point: Point| Point { x: x + point.x, y: height - y + point.y };
    let placed: Vec<Element> = Path::new(path).mapped(placed).elements().collect();
    sheet.add_path(&layer.name, placed)
}

/// Refuses an object that is cut where it should be marked, and numbers that the program would replace silently.
fn check_burn(own: &Processing, layer: &str) -> Result<(), CheckError> {
    let (expected, mode) = match is_cut(layer) {
        true => ("VECTOR_CUTTING", &own.data.vector_cutting),
        false => ("VECTOR_ENGRAVING", &own.data.vector_engraving),
    };
    if own.processing_type != expected || own.process_ignore {
        return Err(CheckError::Grammar { found: own.processing_type.clone(), expected });
    }
    let Burn { speed, power, repeat } = mode.parameter.customize;
    if speed > 0.0 && power > 0.0 && power <= 100.0 && repeat > 0 {
        return Ok(());
    }
    Err(CheckError::Grammar {
        found: format!("{speed} mm/s, {power} %, {repeat} times"),
        expected: "numbers above 0, and at most 100 %",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Canvas, Medium, Role};
    use crate::render::xtool::xcs;

    fn written() -> String {
        let mut canvas = Canvas::new("Test", Medium::Machine, 100.0, 80.0);
        canvas.path(Role::Cut, Path::circle(Point::new(50.0, 40.0), 30.0));
        canvas.line(Role::Score, Point::new(30.0, 40.0), Point::new(60.0, 41.0));
        let bytes = xcs(&canvas.finish().expect("fits"), Some("{\"piecework\": 2}")).expect("finite");
        String::from_utf8(bytes).expect("UTF-8")
    }

    #[test]
    fn what_a_program_would_read_otherwise_is_refused() {
        let good = written();
        let file = read(&good).expect("good");
        assert_eq!(file.recipe.as_deref(), Some("{\"piecework\": 2}"));
        assert_eq!(recipe_in(&good), file.recipe);
        for (from, to, reason) in [
            ("\"x\":20.0", "\"x\":21.0", "the box around its path"),
            ("\"graphicY\":10.0", "\"graphicY\":11.0", "the box around its path"),
            ("\"width\":60.0", "\"width\":50.0", "the box around its path"),
            ("\"scale\":{\"x\":1,", "\"scale\":{\"x\":2,", "unsupported element"),
            ("\"angle\":0", "\"angle\":90", "unsupported element"),
            ("\"type\":\"PATH\",\"visible\"", "\"type\":\"BITMAP\",\"visible\"", "unsupported element"),
            ("\"pathPlanning\":\"custom\"", "\"pathPlanning\":\"auto\"", "custom order"),
            ("\"isProcessByLayer\":true", "\"isProcessByLayer\":false", "custom order"),
            ("\"processingType\":\"VECTOR_CUTTING\"", "\"processingType\":\"INTAGLIO\"", "VECTOR_CUTTING"),
            ("\"processIgnore\":false", "\"processIgnore\":true", "VECTOR_"),
            ("\"power\":1.0", "\"power\":0.0", "numbers above 0"),
            ("\"speed\":20.0", "\"speed\":-1.0", "numbers above 0"),
            ("\"layerTag\":\"#ff0000\"", "\"layerTag\":\"#00ff00\"", "#00ff00"),
            ("\"canvasId\":\"", "\"canvasId\":\"0", "the canvasId of the project"),
            ("\"dPath\":\"M", "\"dPath\":\"X", "M, L, H, V, C, A or Z"),
            ("\"canvas\":[{", "\"canvas\":[{},{", "a project of xTool"),
        ] {
            assert!(good.contains(from), "{from}");
            let (error, _) = read(&good.replace(from, to)).expect_err(to);
            assert!(error.to_string().contains(reason), "{to}: {error}");
        }
        for (part, most) in [("\"order\":1", MOST_LAYERS), ("\"dPath\":\"\"", MOST_OBJECTS)] {
            assert!(matches!(read(&part.repeat(most + 1)), Err((CheckError::TooMany { .. }, 0))));
            assert!(matches!(read(&part.repeat(most)), Err((CheckError::Grammar { .. }, _))));
        }
    }

    #[test]
    fn lines_are_in_the_order_of_the_machine() {
        let text = written();
        let order = |text: &str| {
            let file = read(text).expect("good");
            let sheet = &file.sheets[0];
            sheet.strokes.iter().map(|stroke| sheet.layer(stroke).to_owned()).collect::<Vec<String>>()
        };
        assert_eq!(order(&text), ["SCORE", "CUT"]);
        let turned = text.replace("\"order\":2", "\"order\":0");
        assert_eq!(order(&turned), ["CUT", "SCORE"]);
    }
}

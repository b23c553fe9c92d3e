//! Writes drawings as G-code for lasers with GRBL or Marlin.
//!
//! Millimetres, absolute, y up from the lower left corner of the sheet. Each layer begins with a comment that
//! names it, its speed and its power; a layer with several passes is cut as a whole as often, so that the
//! last pass has the same order as the first. The beam is off while the head travels. Arcs are `G2` and `G3`,
//! other curves are flattened and text is single strokes. Areas and guides are not written, because a beam
//! would burn them.
//!
//! Comments are ASCII without `! ? ~ % ( ) ;`: GRBL obeys some of these and every byte above 127 at once,
//! even in a comment.
//!
//! # Source
//! GRBL 1.1, "Laser mode" (`M4`: power follows speed, `G0` is dark; needs `$32=1`) and "Real-time commands";
//! Marlin, `M3` and `M5`.

use std::fmt::Write as _;

use super::RenderError;
use crate::drawing::{ArcLine, Burn, Controller, Drawing, Laser, Role};
use crate::geometry::{CircularArc, Point};
use piecework_tiling::number::{NotFinite, decimal};

/// A precision of a micrometre.
const PLACES: usize = 3;
/// The largest distance of straight lines from a curve, in mm: as in DXF, so that both have the same corners.
const TOLERANCE: f64 = 0.01;
/// The longest comment, in characters; senders show lines of about this length.
const COMMENT: usize = 100;

/// Writes a drawing as G-code, with the laser settings of its look; `metadata` is in comments.
///
/// # Units
/// A millimetre of the drawing is a millimetre of the machine; speeds are mm a minute.
///
/// # Errors
/// [`RenderError`] for a number that is not finite.
pub fn gcode(drawing: &Drawing, metadata: Option<&str>) -> Result<Vec<u8>, RenderError> {
    let laser = drawing.laser();
    let mut file = String::new();
    // Writing to memory cannot fail.
    let _ = writeln!(file, "; piecework: {}", escaped(drawing.title()));
    let (width, height) = (decimal(drawing.width(), PLACES)?, decimal(drawing.height(), PLACES)?);
    let _ = writeln!(file, "; sheet of {width} x {height} mm; 1 unit = 1 mm");
    recipe(&mut file, metadata);
    file.push_str("G21\nG90\nM5 S0\n");
    for layer in drawing.layers().iter().filter(|layer| !matches!(layer.role, Role::Fill | Role::Guide)) {
        let burn = laser.burn(layer.role);
        let lines: Vec<ArcLine> = layer.items.iter().flat_map(|item| item.arc_lines(TOLERANCE)).collect();
        let name = drawing.style(layer.role).layer;
        for pass in 1..=burn.passes {
            let (speed, percent) = (decimal(burn.speed, 0)?, decimal(burn.power * 100.0, 1)?);
            let _ = writeln!(
                file,
                "; layer {name}, pass {pass} of {}: {speed} mm/min, {percent} percent",
                burn.passes
            );
            for line in &lines {
                stroke(&mut file, line, drawing.height(), (&laser, burn))?;
            }
        }
    }
    file.push_str("M5 S0\nG0 X0 Y0\n");
    if laser.controller == Controller::Grbl {
        file.push_str("M2\n");
    }
    Ok(file.into_bytes())
}

/// Writes one line: there in the dark, then along it with the beam on.
fn stroke(
    file: &mut String,
    line: &ArcLine,
    height: f64,
    (laser, burn): (&Laser, Burn),
) -> Result<(), NotFinite> {
    let start = place(line.points[0], height)?;
    let mut moves: Vec<(&str, String, String)> = Vec::new();
    for stretch in line.stretches() {
        let to = place(stretch.to, height)?;
        if moves.last().map_or(&start, |(_, at, _)| at) != &to {
            let (word, center) = stretch.arc().map_or(Ok(("G1", String::new())), |arc| motion(&arc))?;
            moves.push((word, to, center));
        }
    }
    if moves.is_empty() {
        return Ok(());
    }
    let power = decimal(burn.power * f64::from(laser.largest_power), 0)?;
    let (speed, travel) = (decimal(burn.speed, 0)?, decimal(laser.travel, 0)?);
    let (dark, on) = match laser.controller {
        Controller::Grbl => (format!("G0 {start}"), format!("M4 S{power}")),
        Controller::Marlin => (format!("G0 {start} F{travel}"), format!("M3 S{power}")),
    };
    let _ = writeln!(file, "{dark}\n{on}");
    for (index, (word, place, center)) in moves.iter().enumerate() {
        let feed = if index == 0 { format!(" F{speed}") } else { String::new() };
        let _ = writeln!(file, "{word} {place}{center}{feed}");
    }
    file.push_str("M5\n");
    Ok(())
}

fn place(point: Point, height: f64) -> Result<String, NotFinite> {
    Ok(format!("X{} Y{}", decimal(point.x, PLACES)?, decimal(height - point.y, PLACES)?))
}

/// Returns the word for an arc, and its center as seen from its start.
fn motion(arc: &CircularArc) -> Result<(&'static str, String), NotFinite> {
    if arc.is_straight() {
        return Ok(("G1", String::new()));
    }
    let center = arc.center();
    let (i, j) = (center.x - arc.from.x, arc.from.y - center.y);
    let word = if arc.bulge() > 0.0 { "G3" } else { "G2" };
    Ok((word, format!(" I{} J{}", decimal(i, PLACES)?, decimal(j, PLACES)?)))
}

/// How the drawing was made, in comments of moderate length.
fn recipe(file: &mut String, metadata: Option<&str>) {
    let Some(metadata) = metadata else { return };
    let text: Vec<char> = escaped(metadata).chars().collect();
    for (index, part) in text.chunks(COMMENT).enumerate() {
        let begin = if index == 0 { "recipe: " } else { "recipe+ " };
        // A mark at the end, because senders trim spaces.
        let _ = writeln!(file, "; {begin}{}|", part.iter().collect::<String>());
    }
}

/// Text with everything but plain ASCII as `\U+XXXX`, in units of UTF-16.
fn escaped(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        if (c.is_ascii_graphic() || c == ' ') && !"!?~%();\\|".contains(c) {
            plain.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(plain, "\\U+{unit:04X}");
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Canvas, Element, MachineLook, Medium, Path};
    use crate::geometry::Bounds;

    fn written(laser: Option<Laser>) -> String {
        let mut canvas = Canvas::new("Жук!", Medium::Machine, 100.0, 50.0);
        canvas.path(Role::Cut, Path::rectangle(Bounds { left: 0.0, top: 0.0, right: 10.0, bottom: 5.0 }));
        canvas.line(Role::Label, Point::new(1.0, 1.0), Point::new(2.0, 1.0));
        canvas.line(Role::Guide, Point::new(1.0, 1.0), Point::new(90.0, 1.0));
        canvas.set_look(MachineLook { laser, ..MachineLook::default() });
        let file = gcode(&canvas.finish().expect("fits"), Some("a~b")).expect("finite");
        String::from_utf8(file).expect("ASCII")
    }

    #[test]
    fn a_sheet_in_full() {
        let file = written(None);
        let body = file.split("M5 S0\n").nth(1).expect("a body");
        assert_eq!(
            body,
            "; layer LABEL, pass 1 of 1: 3000 mm/min, 15 percent\nG0 X1 Y49\nM4 S150\nG1 X2 Y49 F3000\nM5\n\
             ; layer CUT, pass 1 of 1: 600 mm/min, 80 percent\nG0 X0 Y50\nM4 S800\nG1 X10 Y50 F600\nG1 X10 Y45\n\
             G1 X0 Y45\nG1 X0 Y50\nM5\n"
        );
        assert!(file.starts_with("; piecework: \\U+0416\\U+0443\\U+043A\\U+0021\n"), "{file}");
        assert!(file.contains("; recipe: a\\U+007Eb|\n") && file.is_ascii(), "{file}");
    }

    #[test]
    fn passes_repeat_the_layer_and_marlin_has_its_own_words() {
        let cut = Burn { speed: 300.0, power: 1.0, passes: 3 };
        let laser = Laser { controller: Controller::Marlin, largest_power: 255, cut, ..Laser::default() };
        let file = written(Some(laser));
        assert_eq!(file.matches("pass 3 of 3").count(), 1);
        assert_eq!(file.matches("G0 X0 Y50 F6000\nM3 S255\nG1 X10 Y50 F300\n").count(), 3, "{file}");
        assert!(!file.contains("M4") && !file.contains("M2"), "{file}");
    }

    /// A quarter of a circle about (10, 10) from its top to its right, and the one below it: y is up in the
    /// file, so the center is below the first place and beside the second.
    #[test]
    fn centers_of_arcs_are_from_their_starts_and_up() {
        let mut canvas = Canvas::new("arcs", Medium::Machine, 100.0, 50.0);
        let root = 10.0 * std::f64::consts::FRAC_1_SQRT_2;
        let place = |x: f64, y: f64| Point::new(10.0 + x, 10.0 + y);
        canvas.path(
            Role::Cut,
            Path::new(vec![
                Element::Move(place(0.0, -10.0)),
                Element::Arc(place(root, -root), place(10.0, 0.0)),
                Element::Arc(place(root, root), place(0.0, 10.0)),
                Element::Line(place(-5.0, 10.0)),
                Element::Line(place(-5.0, 0.0)),
                Element::Arc(place(-2.5, 2.5), place(0.0, 0.0)),
            ]),
        );
        let file = gcode(&canvas.finish().expect("fits"), None).expect("finite");
        let file = String::from_utf8(file).expect("ASCII");
        let is_arc = |line: &&str| line.starts_with("G2 ") || line.starts_with("G3 ");
        let arcs: Vec<&str> = file.lines().filter(is_arc).collect();
        let expected = ["G2 X20 Y40 I0 J-10 F600", "G2 X10 Y30 I-10 J0", "G3 X10 Y40 I2.5 J0"];
        assert_eq!(arcs, expected);
    }
}

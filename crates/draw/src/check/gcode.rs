//! Reads G-code for lasers: absolute millimetres, the beam on and off.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::{CheckError, CheckedSheet, CutFile, Misplaced, dxf};
use crate::drawing::Element;
use crate::geometry::{Dimensions, Point};

/// Half the rounding step, in mm.
const PRECISION: f64 = 0.0005;

/// How much the radius of an arc may change along it, in mm: GRBL refuses more (its error 33).
const MOST_OFF: f64 = 0.005;

/// The most steps of a line: each takes 56 bytes while it is read.
const MOST_STEPS: usize = 500_000;

/// Reads a file.
pub(super) fn read(text: &str) -> Result<CutFile, Misplaced> {
    let mut sheet = CheckedSheet { silent: vec!["FILL".into(), "GUIDE".into()], ..CheckedSheet::default() };
    let mut laser = Laser::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        let done = match words.strip_prefix("; ") {
            Some(comment) => laser.note(comment, &mut sheet),
            None => laser.obey(words, &mut sheet),
        };
        done.map_err(|error| (error, at))?;
        at += line.len();
    }
    laser.finish(&sheet).map_err(|error| (error, text.len()))?;
    let recipe = recipe_in(text);
    Ok(CutFile { format: "G-code", recipe, sheets: vec![sheet], precision: PRECISION })
}

/// Returns how a file was made, joined from its comments.
pub(super) fn recipe_in(text: &str) -> Option<String> {
    let comments = text.lines().filter_map(|line| line.trim().strip_prefix("; "));
    let parts = comments.filter_map(|comment| comment.strip_suffix('|'));
    dxf::joined(parts)
}

#[derive(Default)]
struct Laser {
    here: Point,
    on: bool,
    /// Whether the unit and absolute places were set.
    set: (bool, bool),
    layer: String,
    pass: usize,
    /// The path since the beam was switched on.
    line: Vec<Element>,
    /// The lines of the first pass of this layer, by their hashes, and how many of them this pass has
    /// repeated.
    first: Vec<u64>,
    repeated: usize,
}

impl Laser {
    fn note(&mut self, comment: &str, sheet: &mut CheckedSheet) -> Result<(), CheckError> {
        if let Some(size) = comment.strip_prefix("sheet of ") {
            let (width, rest) = size.split_once(" x ").unwrap_or_default();
            let height = rest.split(' ').next().unwrap_or_default();
            let number = |text: &str| text.parse().map_err(|_| grammar(comment, "the size of the sheet"));
            sheet.size = Some(Dimensions { width: number(width)?, height: number(height)? });
        } else if let Some(layer) = comment.strip_prefix("layer ") {
            let (name, rest) = layer.split_once(", pass ").unwrap_or_default();
            let pass = rest.split(' ').next().and_then(|pass| pass.parse().ok());
            let pass = pass.ok_or_else(|| grammar(comment, "a layer and its pass"))?;
            self.begin(name, pass)?;
        }
        Ok(())
    }

    /// Begins a pass over a layer.
    fn begin(&mut self, layer: &str, pass: usize) -> Result<(), CheckError> {
        self.all_repeated()?;
        if self.layer == layer && pass == self.pass + 1 {
            self.repeated = 0;
        } else if pass == 1 {
            (self.layer, self.first) = (layer.to_owned(), Vec::new());
        } else {
            return Err(grammar(layer, "the passes of a layer one after another"));
        }
        self.pass = pass;
        Ok(())
    }

    /// Refuses a later pass that left lines out.
    fn all_repeated(&self) -> Result<(), CheckError> {
        if self.pass > 1 && self.repeated < self.first.len() {
            return Err(CheckError::Missing { missing: "a line of the first pass" });
        }
        Ok(())
    }

    fn obey(&mut self, command: &str, sheet: &mut CheckedSheet) -> Result<(), CheckError> {
        let mut words = command.split(' ');
        match words.next().unwrap_or_default() {
            "" | "M2" => Ok(()),
            "G21" => {
                self.set.0 = true;
                Ok(())
            }
            "G90" => {
                self.set.1 = true;
                Ok(())
            }
            "M3" | "M4" => {
                if self.layer.is_empty() {
                    return Err(CheckError::Missing { missing: "the comment with the layer" });
                }
                if self.on {
                    return Err(CheckError::Missing { missing: "M5" });
                }
                self.on = true;
                self.line = vec![Element::Move(self.here)];
                Ok(())
            }
            "M5" => {
                self.on = false;
                self.take(sheet)
            }
            motion @ ("G0" | "G1" | "G2" | "G3") => {
                // A move with the beam on, or a cut with it off.
                if (motion != "G0") != self.on {
                    return Err(grammar(command, "G1 with the beam on, and G0 with it off"));
                }
                self.go(command, motion, words)
            }
            _ => Err(grammar(command, "G0, G1, G2, G3, G21, G90, M2, M3, M4 or M5")),
        }
    }

    fn go<'a>(
        &mut self,
        command: &str,
        motion: &str,
        words: impl Iterator<Item = &'a str>,
    ) -> Result<(), CheckError> {
        if self.set != (true, true) {
            return Err(CheckError::NoUnit {
                said: "no G21 and G90".to_owned(),
                expected: "G21 (mm) and G90",
            });
        }
        let (mut x, mut y, mut i, mut j) = (None, None, None, None);
        for word in words {
            let (letter, number) = word.split_at_checked(1).unwrap_or_default();
            let number: f64 = number.parse().map_err(|_| grammar(command, "a letter and its number"))?;
            match letter {
                "X" => x = Some(number),
                "Y" => y = Some(number),
                "I" => i = Some(number),
                "J" => j = Some(number),
                "F" => {}
                _ => return Err(grammar(command, "X, Y, I, J and F")),
            }
        }
        let (x, y) = x.zip(y).ok_or_else(|| grammar(command, "X and Y"))?;
        let from = std::mem::replace(&mut self.here, Point { x, y });
        let element = match (motion, i.zip(j)) {
            ("G0" | "G1", None) => Some(Element::Line(self.here)),
            ("G2" | "G3", Some((i, j))) => arc(from, self.here, from.moved(i, j), motion == "G3"),
            _ => None,
        };
        let element = element.ok_or_else(|| grammar(command, "I and J in an arc, and only there"))?;
        if self.on {
            self.line.push(element);
            if self.line.len() > MOST_STEPS {
                return Err(CheckError::TooMany { what: "steps in a line", allowed: MOST_STEPS });
            }
        }
        Ok(())
    }

    /// Ends the current line: it is new in the first pass, and known in the others.
    fn take(&mut self, sheet: &mut CheckedSheet) -> Result<(), CheckError> {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            return Ok(());
        }
        if self.pass == 1 {
            drawn(sheet, &self.layer, &line)?;
            self.first.push(hash(&line));
            return Ok(());
        }
        if self.first.get(self.repeated) != Some(&hash(&line)) {
            return Err(CheckError::Missing { missing: "a line of the first pass" });
        }
        self.repeated += 1;
        Ok(())
    }

    fn finish(&self, sheet: &CheckedSheet) -> Result<(), CheckError> {
        self.all_repeated()?;
        match (self.on, sheet.edges()) {
            (true, _) => Err(CheckError::PenDown),
            (false, 0) => Err(CheckError::Nothing),
            _ => Ok(()),
        }
    }
}

/// Returns the hash of a line: equal for equal lines.
fn hash(line: &[Element]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for element in line {
        let points: &[Point] = match element {
            Element::Move(to) | Element::Line(to) => &[*to],
            Element::Cubic(a, b, to) => &[*a, *b, *to],
            Element::Arc(middle, to) => &[*middle, *to],
            Element::Close => &[],
        };
        points.len().hash(&mut hasher);
        // Adding 0 makes no difference between 0 and -0.
        points.iter().for_each(|at| [(at.x + 0.0).to_bits(), (at.y + 0.0).to_bits()].hash(&mut hasher));
    }
    hasher.finish()
}

/// Adds a line, with its arcs if it has any.
fn drawn(sheet: &mut CheckedSheet, layer: &str, line: &[Element]) -> Result<(), CheckError> {
    if line.iter().any(|element| matches!(element, Element::Arc(..))) {
        return sheet.add_path(layer, line.to_vec());
    }
    let points = line.iter().filter_map(|element| match *element {
        Element::Move(to) | Element::Line(to) => Some(to),
        _ => None,
    });
    sheet.add(layer, &points.collect::<Vec<Point>>(), false)
}

/// Returns an arc about `center`; `None` if its ends are not equally far from it, for which a controller
/// stops.
fn arc(from: Point, to: Point, center: Point, counter_clockwise: bool) -> Option<Element> {
    let radius = from.distance(center);
    if (to.distance(center) - radius).abs() > MOST_OFF || radius <= 0.0 {
        return None;
    }
    let angle = |point: Point| libm::atan2(point.y - center.y, point.x - center.x);
    let turn = (angle(to) - angle(from)).rem_euclid(std::f64::consts::TAU);
    let half = if counter_clockwise { turn / 2.0 } else { (turn - std::f64::consts::TAU) / 2.0 };
    let (sin, cos) = (libm::sin(angle(from) + half), libm::cos(angle(from) + half));
    Some(Element::Arc(center.moved(radius * cos, radius * sin), to))
}

fn grammar(found: &str, expected: &'static str) -> CheckError {
    CheckError::Grammar { found: found.chars().take(24).collect(), expected }
}

#[cfg(test)]
mod tests {
    use crate::check::read;
    use crate::drawing::{Burn, Canvas, Laser, MachineLook, Medium, Path, Role};
    use crate::geometry::Bounds;
    use piecework_tiling::limits::Limits;

    fn written() -> String {
        let mut canvas = Canvas::new("Test", Medium::Machine, 100.0, 80.0);
        canvas.path(Role::Cut, Path::rectangle(Bounds { left: 1.0, top: 1.0, right: 9.0, bottom: 9.0 }));
        let cut = Burn { speed: 300.0, power: 1.0, passes: 2 };
        let laser = Some(Laser { cut, ..Laser::default() });
        canvas.set_look(MachineLook { laser, ..MachineLook::default() });
        let file = crate::render::gcode::gcode(&canvas.finish().expect("fits"), None).expect("finite");
        String::from_utf8(file).expect("ASCII")
    }

    #[test]
    fn a_second_pass_is_the_same_line_and_not_another() {
        let said = |text: String| {
            let read = read("a.gcode", text.into_bytes(), &Limits::default());
            read.map_or_else(|error| error.to_string(), |file| format!("{} edges", file.sheets[0].edges()))
        };
        let good = written();
        assert_eq!(said(good.clone()), "4 edges");
        let second = good.find("pass 2").expect("two passes");
        let (first, other) = good.split_at(second);
        assert!(said(format!("{first}{}", other.replacen("X9 Y79", "X9 Y78", 1))).contains("first pass"));
        assert!(said(good.replacen("G21\n", "", 1)).contains("does not give its unit"));
        assert!(said(good.replacen("M4 S1000\n", "", 1)).contains("beam"));
        assert!(said(good.replacen("G0 X1", "G1 X1", 1)).contains("beam"));
        let (begun, _) = good.rsplit_once("\nM5\n").expect("the end of the last line");
        assert!(said(format!("{begun}\n")).contains("first pass"), "cut off");
        assert!(said(good.replacen("X9 Y79", "X109 Y79", 1)).contains("off the sheet"));
    }
}

//! Reads HPGL: pens up and down in whole units.

use super::trace::MOST_EDGES;
use super::{CheckError, CheckedSheet, CutFile, Misplaced};
use crate::geometry::Point;

/// A unit in mm.
const UNIT: f64 = 0.025;
/// The largest coordinate that readers accept.
const LARGEST: i64 = 32_767;
/// The most bytes of one command with its numbers, which are read at once.
const MOST_BYTES: usize = 8 << 20;

/// Reads a file.
pub(super) fn read(text: &str) -> Result<CutFile, Misplaced> {
    let mut sheet = CheckedSheet { silent: vec!["FILL".into(), "GUIDE".into()], ..CheckedSheet::default() };
    let mut plotter = Plotter::default();
    let mut at = 0;
    let mut begun = false;
    for command in text.split_inclusive(';') {
        let start = at + (command.len() - command.trim_start().len());
        at += command.len();
        let Some(words) = command.trim().strip_suffix(';') else {
            if command.trim().is_empty() {
                continue;
            }
            return Err((CheckError::Missing { missing: ";" }, start));
        };
        if !begun && words != "IN" {
            return Err((CheckError::Missing { missing: "IN" }, start));
        }
        begun = true;
        plotter.obey(words, &mut sheet).map_err(|error| (error, start))?;
    }
    if plotter.down {
        return Err((CheckError::PenDown, text.len()));
    }
    if sheet.edges() == 0 {
        return Err((CheckError::Nothing, text.len()));
    }
    Ok(CutFile { format: "HPGL", recipe: None, sheets: vec![sheet], precision: UNIT / 2.0 })
}

#[derive(Default)]
struct Plotter {
    here: Point,
    down: bool,
    layer: &'static str,
    /// The points since the pen went down.
    line: Vec<Point>,
}

impl Plotter {
    fn obey(&mut self, command: &str, sheet: &mut CheckedSheet) -> Result<(), CheckError> {
        if command.len() > MOST_BYTES {
            return Err(CheckError::TooMany { what: "lines", allowed: MOST_EDGES });
        }
        let (name, numbers) = command.split_at_checked(2).unwrap_or((command, ""));
        match name {
            "IN" if numbers.is_empty() => return Ok(()),
            "SP" => {
                self.lift(sheet)?;
                self.layer = match numbers {
                    "0" => "",
                    "1" => "CUT+INNER",
                    "2" => "FOLD+SCORE+SEW",
                    "3" => "ENGRAVE+LABEL",
                    _ => return Err(grammar(command, "a pen from 0 to 3")),
                };
                return Ok(());
            }
            "PU" => {
                self.down = false;
                self.lift(sheet)?;
            }
            "PD" => self.down = true,
            _ => return Err(grammar(command, "IN, SP, PU or PD")),
        }
        let numbers: Vec<Point> =
            places(numbers).ok_or_else(|| grammar(command, "pairs of whole numbers from 0 to 32767"))?;
        if self.down {
            if self.layer.is_empty() {
                return Err(CheckError::Missing { missing: "SP" });
            }
            if self.line.is_empty() && !numbers.is_empty() {
                self.line.push(self.here);
            }
            self.line.extend(&numbers);
            if self.line.len() > MOST_EDGES {
                return Err(CheckError::TooMany { what: "lines", allowed: MOST_EDGES });
            }
        }
        self.here = numbers.last().copied().unwrap_or(self.here);
        Ok(())
    }

    /// Ends the current line.
    fn lift(&mut self, sheet: &mut CheckedSheet) -> Result<(), CheckError> {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() { Ok(()) } else { sheet.add(self.layer, &line, false) }
    }
}

fn places(numbers: &str) -> Option<Vec<Point>> {
    if numbers.is_empty() {
        return Some(Vec::new());
    }
    let whole = |text: &str| {
        let value: i64 = text.parse().ok().filter(|value| (0..=LARGEST).contains(value))?;
        Some(f64::from(i32::try_from(value).ok()?) * UNIT)
    };
    let values: Vec<f64> = numbers.split(',').map(whole).collect::<Option<_>>()?;
    let (pairs, rest) = values.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|&[x, y]| Point { x, y }).collect())
}

fn grammar(found: &str, expected: &'static str) -> CheckError {
    CheckError::Grammar { found: found.chars().take(24).collect(), expected }
}

//! Writes drawings as HPGL, for plotters and vinyl cutters.
//!
//! Pen moves are in whole units, y up from the lower left corner of the sheet. Coordinates are rounded
//! independently, so that errors do not add up; they are not negative and fit in 16 bits. The pen is up at
//! the end. The only commands are `IN`, `SP`, `PU` and `PD`, which every reader knows. Curves are flattened
//! and text is single strokes. Areas and guides are not written, because a pen cannot skip them.
//!
//! # Source
//! HP 7475A Interfacing and Programming Manual: a unit is 0.025 mm.

use std::fmt::Write as _;

use super::RenderError;
use crate::drawing::{Drawing, Medium, Polyline};
use crate::geometry::Point;

/// Units in a mm.
pub const UNITS_PER_MM: f64 = 40.0;
/// The largest coordinate that readers accept, in units.
pub const LARGEST: i64 = 32_767;
/// The largest distance of straight lines from a curve, in mm: as in DXF, so that both have the same corners.
const TOLERANCE: f64 = 0.01;

/// Writes a drawing as HPGL.
///
/// # Units
/// 40 units are a millimetre.
///
/// # Errors
/// [`RenderError::PlotterSize`] if the sheet is too large for coordinates of 16 bits.
pub fn hpgl(drawing: &Drawing) -> Result<Vec<u8>, RenderError> {
    let (width, height) = (drawing.width(), drawing.height());
    if units(width) > LARGEST || units(height) > LARGEST {
        let allowed = 819.175;
        return Err(RenderError::PlotterSize { title: drawing.title().into(), width, height, allowed });
    }
    let mut file = String::from("IN;\n");
    let mut held = None;
    for layer in drawing.layers() {
        let Some(pen) = layer.role.style(Medium::Machine).pen else { continue };
        let lines = layer.items.iter().flat_map(|item| item.polylines(TOLERANCE));
        for places in lines.filter_map(|line| places(line, height)) {
            if held != Some(pen) {
                held = Some(pen);
                // Writing to memory cannot fail.
                let _ = writeln!(file, "SP{pen};");
            }
            stroke(&mut file, &places);
        }
    }
    file.push_str("PU;\nSP0;\n");
    Ok(file.into_bytes())
}

/// Returns a line in units, back to its start if it is closed; `None` if nothing is left of it.
fn places(line: Polyline, height: f64) -> Option<Vec<(i64, i64)>> {
    let place = |p: Point| (units(p.x).max(0), units(height - p.y).max(0));
    let mut places: Vec<(i64, i64)> = line.points_and_back().into_iter().map(place).collect();
    places.dedup();
    (places.len() > 1).then_some(places)
}

fn stroke(file: &mut String, places: &[(i64, i64)]) {
    for (index, (x, y)) in places.iter().enumerate() {
        let before = match index {
            0 => "PU",
            1 => ";PD",
            _ => ",",
        };
        let _ = write!(file, "{before}{x},{y}");
    }
    file.push_str(";\n");
}

#[expect(clippy::cast_possible_truncation, reason = "sheets are at most 10 m, which is 400 000 units")]
fn units(mm: f64) -> i64 {
    (mm * UNITS_PER_MM).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Anchor, Canvas, Path, Role, Text};
    use crate::geometry::Bounds;

    fn canvas() -> Canvas {
        Canvas::new("sheet", Medium::Machine, 100.0, 50.0)
    }

    fn written(canvas: Canvas) -> String {
        String::from_utf8(hpgl(&canvas.finish().expect("fits")).expect("in range")).expect("ASCII")
    }

    #[test]
    fn a_sheet_in_full() {
        let mut canvas = canvas();
        canvas.path(Role::Cut, Path::rectangle(Bounds { left: 0.0, top: 0.0, right: 10.0, bottom: 5.0 }));
        canvas.line(Role::Score, Point::new(1.0, 1.0), Point::new(2.0, 1.0));
        canvas.line(Role::Guide, Point::new(1.0, 1.0), Point::new(90.0, 1.0));
        assert_eq!(
            written(canvas),
            "IN;\nSP2;\nPU40,1960;PD80,1960;\nSP1;\nPU0,2000;PD400,2000,400,1800,0,1800,0,2000;\nPU;\nSP0;\n"
        );
    }

    #[test]
    fn rounding_never_adds_up() {
        let mut canvas = canvas();
        let points: Vec<Point> = (0..900u16).map(|i| Point::new(f64::from(i) * 0.11, 1.0)).collect();
        canvas.path(Role::Cut, Path::polyline(&points));
        let file = written(canvas);
        // 899 x 0.11 x 40 = 3955.6
        assert!(file.contains(",3956,1960;"), "{file}");
    }

    #[test]
    fn words_are_strokes_and_lines_without_length_are_left_out() {
        let mut canvas = canvas();
        canvas.text(Role::Label, Text::new("7", Point::new(5.0, 20.0), 3.0, Anchor::Start));
        canvas.line(Role::Cut, Point::new(1.0, 1.0), Point::new(1.001, 1.0));
        let file = written(canvas);
        assert!(file.contains("SP3;\nPU") && !file.contains("SP1"), "{file}");
    }

    #[test]
    fn a_sheet_beyond_16_bits_is_refused() {
        let large = Canvas::new("banner", Medium::Machine, 819.2, 50.0).finish().expect("a sheet");
        assert!(matches!(hpgl(&large), Err(RenderError::PlotterSize { .. })));
    }
}

//! Draws QR codes.
//!
//! # Source
//! ISO/IEC 18004: a quiet zone of four modules around the symbol. The crate `fast_qr` chooses the version and
//! the mask.

use super::{Canvas, Path};
use crate::color::Color;
use crate::geometry::{Bounds, Point};
use fast_qr::{ECL, QRBuilder};

/// The light modules around a symbol.
const QUIET: usize = 4;

/// The least side of a module that phones read, in mm.
///
/// # Source
/// DENSO WAVE, "Module size": at least four dots of the printer, which are 0.33 mm at 300 dots per inch.
const LEAST_MODULE: f64 = 0.33;

/// A QR code: a square of dark and light modules.
///
/// # Examples
/// ```
/// use piecework_draw::drawing::QrCode;
/// let code = QrCode::new("https://example.org").expect("short");
/// assert_eq!(code.side(), 25 + 8, "version 2 and its quiet zone");
/// assert!(QrCode::new(&"x".repeat(3000)).is_none(), "too long");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QrCode {
    /// The dark runs of each row: the row, the first column, and one beyond the last.
    runs: Vec<(usize, usize, usize)>,
    /// The modules along a side, without the quiet zone.
    size: usize,
}

impl QrCode {
    /// Returns the code of a text with the least correction of errors, which makes the largest modules; `None`
    /// if it is longer than a code can hold.
    pub fn new(text: &str) -> Option<Self> {
        let code = QRBuilder::new(text).ecl(ECL::L).build().ok()?;
        let is_dark = |row: usize, column: usize| code[row][column].value();
        let mut runs = Vec::new();
        for row in 0..code.size {
            let mut column = 0;
            while column < code.size {
                let end = (column..code.size).find(|&at| !is_dark(row, at)).unwrap_or(code.size);
                if end > column {
                    runs.push((row, column, end));
                }
                column = end + 1;
            }
        }
        Some(Self { runs, size: code.size })
    }

    /// Returns the code of a text, if phones read it in a square of `side` mm.
    ///
    /// # Examples
    /// ```
    /// use piecework_draw::drawing::QrCode;
    /// let link = "https://example.org/play#play/calendar/Nov+26";
    /// assert!(QrCode::in_square(link, 20.0).is_some() && QrCode::in_square(link, 10.0).is_none());
    /// ```
    pub fn in_square(text: &str, side: f64) -> Option<Self> {
        Self::new(text).filter(|code| code.side() as f64 * LEAST_MODULE <= side)
    }

    /// Returns the modules along a side, with the quiet zone.
    pub fn side(&self) -> usize {
        self.size + 2 * QUIET
    }

    /// Returns the dark runs of each row, the quiet zone counted: the row, the first column, and one beyond the
    /// last.
    pub fn runs(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        self.runs.iter().map(|&(row, from, to)| (row + QUIET, from + QUIET, to + QUIET))
    }

    /// Draws the code with its quiet zone as a square of `side` mm, as one filled path.
    pub fn draw(&self, canvas: &mut Canvas, corner: Point, side: f64) {
        let module = side / self.side() as f64;
        let at = |modules: usize| modules as f64 * module;
        let elements = self.runs().flat_map(|(row, from, to)| {
            let (left, right) = (corner.x + at(from), corner.x + at(to));
            let (top, bottom) = (corner.y + at(row), corner.y + at(row + 1));
            Path::rectangle(Bounds { left, top, right, bottom }).elements().collect::<Vec<_>>()
        });
        canvas.fill(Path::new(elements).named("QR code"), Color::BLACK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Medium;

    /// The three finder patterns begin with seven dark modules, and all is inside the quiet zone.
    #[test]
    fn finders_are_in_three_corners_and_the_rim_is_light() {
        let code = QrCode::new("piecework").expect("short");
        assert_eq!(code.size, 21, "version 1");
        for run in [(0, 0, 7), (0, 14, 21), (20, 0, 7)] {
            assert!(code.runs.contains(&run), "{run:?}");
        }
        assert!(!code.runs.contains(&(20, 14, 21)));
        let mut canvas = Canvas::new("code", Medium::Print, 50.0, 50.0);
        code.draw(&mut canvas, Point::new(10.0, 10.0), 29.0);
        let bounds = canvas.content_bounds().expect("drawn");
        assert_eq!(bounds, Bounds { left: 14.0, top: 14.0, right: 35.0, bottom: 35.0 });
    }
}

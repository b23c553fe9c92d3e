//! Places the texts of apparel files: those of a piece along its grainline, those of the style above all
//! pieces.
//!
//! Texts do not overlap each other or the grainline, and none is longer than the grainline.

use super::lines::{Place, place, real};
use super::{DxfOptions, scale};
use crate::drawing::{Drawing, Role};
use crate::geometry::Point;
use piecework_tiling::number::NotFinite;

/// The height of texts that have room, in mm; chosen by eye.
const HEIGHT: f64 = 5.0;
/// The distance of texts from lines and from each other, in heights; chosen by eye.
const AIR: f64 = 0.6;
/// How far beside the grainline there is room inside a piece, as a share of its length: it is eight tenths of
/// the widest circle.
const BESIDE: f64 = 0.35;

/// A text with its place. No letter is wider than high.
pub(super) struct Words {
    pub(super) text: String,
    pub(super) at: Place,
    pub(super) height: String,
    /// In degrees, to the left.
    pub(super) turned: String,
}

/// Texts alternately on the left and on the right of the grainline of a piece, as large as fits.
pub(super) fn of_piece(
    piece: &Drawing,
    texts: Vec<String>,
    options: &DxfOptions<'_>,
) -> Result<Vec<Words>, NotFinite> {
    let (low, high) = grain(piece, options.tolerance);
    let length = low.distance(high);
    let longest = texts.iter().map(String::len).max().unwrap_or(1);
    let rows = texts.len().div_ceil(2);
    #[expect(clippy::cast_precision_loss, reason = "names are short and few")]
    let height = HEIGHT.min(length / longest as f64).min(length * BESIDE / (rows as f64 * (1.0 + AIR)));
    let along = Point { x: (high.x - low.x) / length, y: (high.y - low.y) / length };
    // Text is above its baseline, so to the left of its reading direction.
    let left = Point { x: along.y, y: -along.x };
    let beside = |far: f64| low.moved(left.x * far * height, left.y * far * height);
    let turned = libm::atan2(-along.y, along.x).to_degrees();
    let place = |(index, text): (u8, String)| {
        let far = AIR + (1.0 + AIR) * f64::from(index / 2);
        let at = beside(if index % 2 == 0 { far } else { -far - 1.0 });
        words(text, at, (height, turned), (piece.height(), options))
    };
    (0..).zip(texts).map(place).collect()
}

/// Texts one below the other, above a sheet of this height.
pub(super) fn of_style<const N: usize>(
    texts: [String; N],
    sheet_height: f64,
    options: &DxfOptions<'_>,
) -> Result<Vec<Words>, NotFinite> {
    let from_below = texts.into_iter().rev().zip(0_u8..).map(|(text, line)| {
        let above = HEIGHT * (AIR + (1.0 + AIR) * f64::from(line));
        words(text, Point { x: 0.0, y: -above }, (HEIGHT, 0.0), (sheet_height, options))
    });
    let mut lines = from_below.collect::<Result<Vec<_>, _>>()?;
    lines.reverse();
    Ok(lines)
}

fn words(
    text: String,
    at: Point,
    (height, turned): (f64, f64),
    (sheet_height, options): (f64, &DxfOptions<'_>),
) -> Result<Words, NotFinite> {
    let (mm, places) = scale(options.unit);
    let at = place(at, sheet_height, options)?;
    Ok(Words { text, at, height: real(height / mm, places)?, turned: real(turned, 4)? })
}

/// Returns the lower and the upper end of the grainline; without one, of half the height of the piece in its
/// middle.
fn grain(piece: &Drawing, tolerance: f64) -> (Point, Point) {
    let layer = piece.layers().iter().find(|layer| layer.role == Role::Guide);
    let line = layer.and_then(|layer| layer.items.iter().flat_map(|item| item.polylines(tolerance)).next());
    let ends = line.and_then(|line| Some((*line.points.first()?, *line.points.last()?)));
    if let Some((from, to)) = ends.filter(|(from, to)| from.distance(*to) > 0.0) {
        return if from.y < to.y || (from.y <= to.y && from.x > to.x) { (to, from) } else { (from, to) };
    }
    let (middle, quarter) = match piece.bounds_of(Role::Cut) {
        Some(bounds) => (bounds.center(), bounds.height() / 4.0),
        None => (Point { x: piece.width() / 2.0, y: piece.height() / 2.0 }, piece.height() / 4.0),
    };
    (middle.moved(0.0, quarter), middle.moved(0.0, -quarter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Canvas, Medium, Path};
    use crate::geometry::Bounds;
    use crate::render::dxf::Unit;

    fn piece(grain: Option<[(f64, f64); 2]>) -> Drawing {
        let mut canvas = Canvas::new("1 T", Medium::Machine, 100.0, 100.0);
        let square = Bounds { left: 20.0, top: 20.0, right: 80.0, bottom: 80.0 };
        canvas.path(Role::Cut, Path::rectangle(square));
        if let Some([from, to]) = grain {
            canvas.line(Role::Guide, Point::new(from.0, from.1), Point::new(to.0, to.1));
        }
        canvas.finish().expect("fits")
    }

    /// Places, height and direction of a name of 16 letters and a quantity, in the unit of the file.
    #[track_caller]
    fn stand(grain: Option<[(f64, f64); 2]>, unit: Unit, expected: [&str; 6]) {
        let texts = vec!["Piece Name: P1_T".to_owned(), "Quantity: 1".to_owned()];
        let options = DxfOptions { unit, ..DxfOptions::default() };
        let all = of_piece(&piece(grain), texts, &options).expect("finite");
        let [name, count] = all.as_slice() else { panic!("two words") };
        assert_eq!((&name.height, &name.turned), (&count.height, &count.turned));
        let found = [&name.at.x, &name.at.y, &count.at.x, &count.at.y, &name.height, &name.turned];
        assert_eq!(found.map(String::as_str), expected);
    }

    #[test]
    fn words_are_on_both_sides_of_the_grainline_and_not_longer() {
        use Unit::{Inch, Millimetre};
        let up = ["48.8", "34.0", "53.2", "34.0", "2.0", "90.0"];
        stand(Some([(50.0, 34.0), (50.0, 66.0)]), Millimetre, up);
        stand(Some([(50.0, 66.0), (50.0, 34.0)]), Millimetre, up);
        stand(Some([(34.0, 50.0), (66.0, 50.0)]), Millimetre, ["34.0", "51.2", "34.0", "46.8", "2.0", "0.0"]);
        stand(None, Millimetre, ["48.875", "35.0", "53.0", "35.0", "1.875", "90.0"]);
        let inches = ["1.92126", "1.338583", "2.094488", "1.338583", "0.07874", "90.0"];
        stand(Some([(50.0, 34.0), (50.0, 66.0)]), Inch, inches);
    }

    #[test]
    fn words_are_no_larger_than_needed_and_those_of_the_style_are_above() {
        let texts = || ["a".to_owned(), "b".to_owned()];
        let options = DxfOptions::default();
        let words = of_piece(&piece(None), texts().to_vec(), &options).expect("finite");
        assert_eq!(words[0].height, "5.0");
        let style = of_style(texts(), 100.0, &options).expect("finite");
        let at: Vec<(&str, &str)> = style.iter().map(|words| (&*words.text, &*words.at.y)).collect();
        assert_eq!(at, [("a", "111.0"), ("b", "103.0")]);
    }
}

//! A picture in shades of gray, for what is drawn by darkness alone. All sums are integers, so they are the same everywhere.

use super::pixels::Pixels;
use crate::geometry::Bounds;

/// The share of the darkest and of the lightest pixels that become black and white, as one of this many: wood has few shades.
const CLIPPED: usize = 100;

/// A picture in shades of gray, with its contrast stretched to black and white.
#[derive(Debug, Clone, PartialEq)]
pub struct Grays {
    columns: usize,
    rows: usize,
    /// The sum of all pixels above and left of each corner, from 0 (black) to 255.
    sums: Vec<u64>,
}

impl Grays {
    pub(super) fn new(pixels: &Pixels) -> Self {
        // Source: Rec. ITU-R BT.709, item 3.2: the weights of luma.
        let luma = pixels.pixels.iter().map(|color| {
            let [red, green, blue] = [color.red, color.green, color.blue].map(u64::from);
            (2126 * red + 7152 * green + 722 * blue + 5000) / 10_000
        });
        let mut values: Vec<u64> = luma.collect();
        let mut sorted = values.clone();
        sorted.sort_unstable();
        let (low, high) = (sorted[sorted.len() / CLIPPED], sorted[sorted.len() - 1 - sorted.len() / CLIPPED]);
        if low < high {
            for value in &mut values {
                *value = ((*value).clamp(low, high) - low) * 255 / (high - low);
            }
        }
        let (columns, rows) = (pixels.columns, pixels.rows);
        let mut sums = vec![0; (columns + 1) * (rows + 1)];
        for row in 0..rows {
            let mut sum = 0;
            for column in 0..columns {
                sum += values[row * columns + column];
                sums[(row + 1) * (columns + 1) + column + 1] = sums[row * (columns + 1) + column + 1] + sum;
            }
        }
        Self { columns, rows, sums }
    }

    /// Width divided by height.
    pub fn ratio(&self) -> f64 {
        self.columns as f64 / self.rows as f64
    }

    /// Returns how dark the picture is in a box, from 0 (white) to 1 (black). Lengths are shares of its width and height
    /// from its upper left corner.
    pub fn darkness(&self, within: Bounds) -> f64 {
        let pixel = |share: f64, count: usize| {
            let place = (share * count as f64).floor().clamp(0.0, count as f64 - 1.0);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "clamped to the pixels of the picture"
            )]
            let place = place as usize;
            place
        };
        let (left, right) = (pixel(within.left, self.columns), pixel(within.right, self.columns) + 1);
        let (top, bottom) = (pixel(within.top, self.rows), pixel(within.bottom, self.rows) + 1);
        let sum = |row: usize, column: usize| self.sums[row * (self.columns + 1) + column];
        let all = sum(bottom, right) + sum(top, left) - sum(top, right) - sum(bottom, left);
        let count = ((right - left) * (bottom - top)) as f64;
        1.0 - all as f64 / (255.0 * count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;

    #[test]
    fn darkness_is_the_mean_of_a_box_and_fills_the_range() {
        let shades = [40, 40, 200, 200, 40, 40, 200, 120];
        let pixels = shades.map(|shade| Color::new(shade, shade, shade)).to_vec();
        let grays = Grays::new(&Pixels { columns: 4, rows: 2, pixels });
        let around = |(x, y): (f64, f64), (far, deep): (f64, f64)| Bounds {
            left: x - far,
            top: y - deep,
            right: x + far,
            bottom: y + deep,
        };
        assert_eq!(grays.ratio(), 2.0);
        assert_eq!(grays.darkness(around((0.1, 0.1), (0.0, 0.0))), 1.0);
        assert_eq!(grays.darkness(around((0.6, 0.1), (0.0, 0.0))), 0.0);
        assert_eq!(grays.darkness(around((0.5, 0.2), (0.2, 0.1))), 0.5, "half of it");
        let halfway = grays.darkness(around((0.99, 0.99), (0.0, 0.0)));
        assert!((halfway - 0.5).abs() < 0.01, "{halfway}");
        let all = grays.darkness(around((0.5, 0.5), (9.0, 9.0)));
        assert!((all - 4.5 / 8.0).abs() < 0.01, "{all}");
        let flat = Grays::new(&Pixels { columns: 1, rows: 1, pixels: vec![Color::new(51, 51, 51)] });
        assert!(
            (flat.darkness(around((0.5, 0.5), (0.5, 0.5))) - 0.8).abs() < 1e-9,
            "one shade stays as it is"
        );
    }
}

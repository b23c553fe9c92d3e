//! Colors by lightness, chroma and hue, as palettes are written.
//!
//! # Source
//! B. Ottosson, "A perceptual color space for image processing", 2020. The arithmetic is that of the
//! `palette` crate.

use palette::convert::FromColorUnclamped;
use palette::{Oklch, Srgb};

use super::Color;

/// Half a step of eight bits: a component no farther out of range than this rounds to a color that can be
/// shown.
const OUTSIDE: f64 = 0.5 / 255.0;

impl Color {
    /// Makes the color of this lightness (0 black to 1 white), chroma (0 gray to about 0.37) and hue
    /// (degrees; 30 is red, 90 yellow, 145 green, 260 blue).
    ///
    /// If no screen can show this chroma, the largest possible is used. Lightness and hue stay, and so does
    /// the contrast of a palette.
    ///
    /// # Panics
    /// If a number is not finite.
    ///
    /// # Examples
    /// ```
    /// use piecework_draw::color::Color;
    /// assert_eq!(Color::from_oklch(1.0, 0.0, 0.0), Color::WHITE);
    /// let (asked, most) = (Color::from_oklch(0.7, 0.3, 150.0), Color::from_oklch(0.7, 0.4, 150.0));
    /// assert_eq!(asked, most, "no screen shows a green so glaring");
    /// ```
    pub fn from_oklch(lightness: f64, chroma: f64, hue: f64) -> Self {
        assert!(
            [lightness, chroma, hue].iter().all(|number| number.is_finite()),
            "a color of finite numbers"
        );
        let with = |chroma| Srgb::from_color_unclamped(Oklch::new(lightness, chroma, hue));
        if is_shown(with(chroma)) {
            return Self::rounded(with(chroma));
        }
        // Bisection: gray can be shown, `chroma` cannot. Thirty halvings are finer than any rounding.
        let (mut shown, mut beyond) = (0.0, chroma);
        for _ in 0..30 {
            let middle = f64::midpoint(shown, beyond);
            if is_shown(with(middle)) {
                shown = middle;
            } else {
                beyond = middle;
            }
        }
        Self::rounded(with(shown))
    }

    pub(super) fn to_srgb(self) -> Srgb<f64> {
        Srgb::new(self.red, self.green, self.blue).into_format()
    }

    /// Components from 0 to 1, clamped.
    pub(super) fn rounded(srgb: Srgb<f64>) -> Self {
        let srgb: Srgb<u8> = srgb.into_format();
        Self::new(srgb.red, srgb.green, srgb.blue)
    }
}

fn is_shown(srgb: Srgb<f64>) -> bool {
    [srgb.red, srgb.green, srgb.blue].iter().all(|part| (-OUTSIDE..=1.0 + OUTSIDE).contains(part))
}

#[cfg(test)]
mod tests {
    use palette::FromColor;

    use super::*;

    /// Lightness, chroma and hue, as in [`Color::from_oklch`]. The hue of grays means nothing.
    fn to_oklch(color: Color) -> [f64; 3] {
        let oklch = Oklch::from_color(color.to_srgb());
        [oklch.l, oklch.chroma, oklch.hue.into_positive_degrees()]
    }

    #[test]
    fn there_and_back() {
        for red in (0..=255).step_by(15) {
            for green in (0..=255).step_by(15) {
                for blue in (0..=255).step_by(15) {
                    let color = Color::new(red, green, blue);
                    let [lightness, chroma, hue] = to_oklch(color);
                    assert_eq!(Color::from_oklch(lightness, chroma, hue), color);
                }
            }
        }
    }

    #[test]
    fn known_values() {
        // W3C, CSS Color Module Level 4, section 9.3 and its sample values of oklch().
        assert_eq!(Color::from_oklch(0.51975, 0.17686, 142.495), Color::new(0, 128, 0));
        assert_eq!(Color::from_oklch(0.62796, 0.25768, 29.234), Color::new(255, 0, 0));
        assert_eq!(Color::from_oklch(0.45201, 0.31321, 264.052), Color::new(0, 0, 255));
    }

    #[test]
    fn too_much_chroma_keeps_lightness_and_hue() {
        for hue in (0..360).step_by(7).map(f64::from) {
            for lightness in [0.3, 0.5, 0.7, 0.9] {
                let [found_lightness, chroma, found_hue] = to_oklch(Color::from_oklch(lightness, 0.5, hue));
                assert!((found_lightness - lightness).abs() < 0.006, "{lightness} {hue}");
                let turn = (found_hue - hue).abs();
                assert!(turn.min(360.0 - turn) * chroma < 0.5, "{lightness} {hue}: {found_hue}");
                assert!(chroma > 0.02, "as much as it can have: {lightness} {hue} {chroma}");
            }
        }
        assert_eq!(Color::from_oklch(1.0, 0.4, 30.0), Color::WHITE);
        assert_eq!(Color::from_oklch(0.0, 0.4, 30.0), Color::BLACK);
    }
}
